"""The Kullback-Leibler divergence of laws with given max divergences, and how good the bounds of concentrated privacy are near 0.

With t = p/q in [e^−b, e^a] the integrand q t log t lies below its chord; two outcomes, where t is e^a and e^−b, attain it.
"""

from dpsym.library.entries import Formula
from dpsym.library.theorem import (
    Attained,
    Integrate,
    Pointwise,
    Real,
    Source,
    Theorem,
    Vanish,
    Variant,
    chord,
    forall,
    have,
)
from dpsym.objects.language import Eq, Ge, Gt, Int, Le, exp, log, num
from dpsym.objects.unfold import KL
from theorems.concentrated import a, b, bottom, t, top, u, v
from theorems.renyi_divergence import entropy, excess, relative_entropy
from theorems.vocabulary import P, Q, half, p, q, x

tanh_near_line = Formula(
    title="ε tanh(ε/2) is at least (ε²/2)(1 − ε²/12): ½ is the best factor of ε², and 1/8 that of (2ε)², as ε tends to 0",
    source=Source("privacy-notes", "Section 3.1, property 1", sharpened=True),
    claim="eps*tanh(eps/2) >= eps**2/2*(1 - eps**2/12)",
    where=["eps >= 0"],
)

kl_line = chord(t * log(t), t, 1 / v, u, [Gt(t, 0), Gt(v, 1), Gt(u, 1)], {"t": p / q, "u": top, "v": exp(b)})
kl_low, kl_high = bottom * log(bottom), top * log(top)
kl_rate = (kl_high - kl_low) / (top - bottom)
kl_bound = kl_low * q + kl_rate * (p - bottom * q)
two_kl = (a * exp(a) * (1 - bottom) - b * bottom * (exp(a) - 1)) / (exp(a) - bottom)

two_max_divergences_order_one = Theorem(
    title="D_1 for given D_∞(P‖Q) = a and D_∞(Q‖P) = b is at most that of a pair with two outcomes",
    source=Source("privacy-notes", "Section 4, property 5", sharpened=True),
    about=[P, Q],
    where=[Gt(a, 0), Gt(b, 0)],
    given={"PQ": forall(x, Le(p, top * q)), "QP": forall(x, Le(q, exp(b) * p))},
    claim=Le(KL(P, Q), two_kl),
    proof=[
        have(
            "cut",
            forall(x, Le(entropy, kl_bound)),
            by=Pointwise(["PQ", "QP"], cases=[Le(p, 0), Gt(q, 0)], lemmas=[kl_line]),
        ),
        *relative_entropy("PQ", kl_bound),
        have(
            "sum",
            Le(Int(excess, x), kl_low * Int(q, x) + kl_rate * (Int(p, x) - bottom * Int(q, x)) - Int(p, x) + Int(q, x)),
            by=Integrate(x, "excess", using=["PQ", "excess>=0"]),
        ),
        have(
            "split",
            Eq(KL(P, Q), Int(excess, x) + Int(p, x) - Int(q, x)),
            by=Integrate(x, parts=[(1, entropy), (-1, excess), (-1, p), (1, q)], using=["least", "sum"]),
        ),
        have("all", Le(KL(P, Q), kl_low + kl_rate * (1 - bottom)), by=Real(["split", "sum", "P.mass", "Q.mass"])),
        have("closed", Eq(kl_low + kl_rate * (1 - bottom), two_kl), by=Real()),
        have("goal", by=Real(["all", "closed"])),
    ],
    tight=Attained(
        {
            P: [top * (exp(b) - 1) / (exp(a + b) - 1), (top - 1) / (exp(a + b) - 1)],
            Q: [(exp(b) - 1) / (exp(a + b) - 1), exp(b) * (top - 1) / (exp(a + b) - 1)],
        }
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)]},
            {"a": log(num(2)), "b": log(num(2))},
            claim=Le(KL(P, Q), num(99, 100) * two_kl),
        ),
        Variant(
            "without D_∞(P‖Q)",
            {P: [num(7, 10), num(3, 10)], Q: [num(1, 10), num(9, 10)]},
            {"a": num(1, 10), "b": log(num(3))},
            drop=["PQ"],
        ),
        Variant(
            "without D_∞(Q‖P)",
            {P: [1, 0], Q: [half, half]},
            {"a": log(num(2)), "b": num(1, 10)},
            drop=["QP"],
        ),
    ],
)

no_max_divergence = Theorem(
    title="If D_∞(P‖Q) <= 0 then P = Q, and all divergences are 0",
    source=Source("privacy-notes", "Section 4, property 5"),
    about=[P, Q],
    given={"max": forall(x, Le(p, q))},
    claim=forall(x, Eq(p, q)),
    proof=[
        have("room", forall(x, Ge(q - p, 0)), by=Pointwise(["max"])),
        have("sum", Eq(Int(q - p, x), Int(q, x) - Int(p, x)), by=Integrate(x, parts=[(1, q - p), (-1, q), (1, p)])),
        have("none", Le(Int(q - p, x), 0), by=Real(["sum", "P.mass", "Q.mass"])),
        have("vanish", forall(x, Eq(q - p, 0)), by=Vanish("none", x, using=["room"])),
        have("goal", by=Pointwise(["vanish"])),
    ],
    witness=({}, {P: [half, half], Q: [half, half]}),
    fails=[Variant("without it", {P: [1, 0], Q: [half, half]}, {}, drop=["max"])],
)
