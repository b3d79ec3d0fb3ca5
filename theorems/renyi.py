"""Rényi divergences of pure pairs, and what a Rényi divergence says of (ε,δ)-privacy.

The moment is M_α = ∫ p^α q^(1−α) = exp((α − 1) D_α(P‖Q)). With t = p/q it is the mean of t^α under Q, and the mean of t is 1.
"""

from dpsym.library.theorem import (
    Attained,
    Defined,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Theorem,
    Variant,
    chord,
    forall,
    have,
)
from dpsym.objects.language import Eq, Ge, Gt, Indicator, Int, Le, Piecewise, Symbol, log, num, pos
from dpsym.objects.unfold import HockeyStick, Pure, RenyiMoment
from theorems.vocabulary import P, Q, alpha, e_eps, eps, half, p, q, x

M, u, t = Symbol("M"), Symbol("u"), Symbol("t")
power = Piecewise((0, Le(p, 0)), (p**alpha * q ** (1 - alpha), Gt(q, 0)))

# -- pure pairs: t lies in [e^-ε, e^ε], where t^α is below its chord -------------------------------------------

line = chord(t**alpha, t, 1 / u, u, [Gt(t, 0), Gt(u, 1), Gt(alpha, 1)], {"t": p / q, "u": e_eps})
low, high = (1 / e_eps) ** alpha, e_eps**alpha
most = low + (high - low) / (e_eps - 1 / e_eps) * (1 - 1 / e_eps)
pure_claim = Le(RenyiMoment(alpha, P, Q), most)

pure = Theorem(
    title="The Rényi divergence of an ε-indistinguishable pair is at most that of randomized response",
    source=Source("bun-steinke", "Proposition 3.3", sharpened=True),
    about=[P, Q],
    where=[Gt(eps, 0), Gt(alpha, 1)],
    given={"near": Pure(P, Q, eps)},
    claim=pure_claim,
    proof=[
        have(
            "chord",
            forall(x, Le(power, low * q + (high - low) / (e_eps - 1 / e_eps) * (p - q / e_eps))),
            by=Pointwise(["near.PQ", "near.QP"], cases=[Le(p, 0), Gt(q, 0)], lemmas=[line]),
        ),
        have("power>=0", forall(x, Ge(power, 0)), by=Pointwise(["near.PQ", "near.QP"], cases=[Le(p, 0), Gt(q, 0)])),
        have(
            "sum",
            Le(Int(power, x), low * Int(q, x) + (high - low) / (e_eps - 1 / e_eps) * (Int(p, x) - Int(q, x) / e_eps)),
            by=Integrate(x, "chord", using=["near.PQ", "near.QP", "power>=0"]),
        ),
        have("goal", by=Real(["sum", "P.mass", "Q.mass"])),
    ],
    tight=Attained({P: [e_eps / (1 + e_eps), 1 / (1 + e_eps)], Q: [1 / (1 + e_eps), e_eps / (1 + e_eps)]}),
    fails=[
        Variant(
            "without the hypothesis",
            {P: [1, 0], Q: [half, half]},
            {"eps": num(1, 10), "alpha": 2},
            drop=["near.PQ", "near.QP"],
        ),
        Variant(
            "with a smaller constant",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)]},
            {"eps": log(num(2)), "alpha": 2},
            claim=Le(RenyiMoment(alpha, P, Q), num(99, 100) * most),
        ),
    ],
)

# -- from a moment to (ε,δ): max(t − u, 0) is below a multiple of t^α --------------------------------------------

c = u ** (1 - alpha) * ((alpha - 1) ** (alpha - 1) / alpha**alpha)
touch = Lemma(Le(t - u, t**alpha * c), [Gt(t, 0), Gt(u, 0), Gt(alpha, 1)], {"t": p / q})
hockey_stick_claim = Le(HockeyStick(P, Q, u), M * c)
top = alpha * u / (alpha - 1)  # where the two touch

hockey_stick = Theorem(
    title="A Rényi moment bounds the hockey-stick divergence",
    source=Source("canonne-kamath-steinke", "Proposition 7"),
    about=[P, Q],
    where=[Gt(u, 0), Gt(alpha, 1), Ge(M, 0)],
    given={"moment": Le(RenyiMoment(alpha, P, Q), M)},
    claim=hockey_stick_claim,
    proof=[
        have("support", forall(x, Eq(Indicator(Gt(p, 0), Le(q, 0)), 0)), by=Defined("moment", power, x)),
        have(
            "cut",
            forall(x, Le(pos(p - u * q), c * power)),
            by=Pointwise(["support"], cases=[Le(p, 0), Gt(q, 0), Gt(p, u * q)], lemmas=[touch]),
        ),
        have("sum", Le(HockeyStick(P, Q, u), c * Int(power, x)), by=Integrate(x, "cut", using=["moment"])),
        have("goal", by=Real(["sum", "moment"])),
    ],
    tight=Attained(
        {P: [1, 0], Q: [1 / top, 1 - 1 / top]},
        where=[Ge(u, 1)],
        params={"M": top ** (alpha - 1)},
        at={"u": 1, "alpha": 2, "M": 2},
    ),
    fails=[
        Variant("without the moment", {P: [1, 0], Q: [0, 1]}, {"u": 1, "alpha": 2, "M": 1}, drop=["moment"]),
        Variant(
            "with a smaller constant",
            {P: [1, 0], Q: [half, half]},
            {"u": 1, "alpha": 2, "M": 2},
            claim=Le(HockeyStick(P, Q, u), num(9, 10) * M * c),
        ),
    ],
)
