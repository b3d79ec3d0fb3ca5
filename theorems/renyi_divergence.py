"""What holds of the Rényi divergences of all laws: sign, monotone in the order, data processing, products, chains, mixtures, triangles.

All is said of the moment M_α(P‖Q) = ∫ p^α q^(1−α) = exp((α − 1) D_α(P‖Q)). Three pointwise facts carry the chapter:

    p^α q^(1−α) >= α r^(α−1) p − (α − 1) r^α q                         for every r > 0: the tangent of t^α at r
    y^s <= s m^(s−1) y + (1 − s) m^s                                   for 0 < s < 1 and m > 0: the tangent of a concave power
    p^α r^(1−α) = (p^λ q^(1−λ))^s (q^β r^(1−β))^(1−s)                  for λ = α(β − 1)/(β − α), s = (β − α)/(β − 1)
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Attained,
    Defined,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Step,
    Theorem,
    Vanish,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Eq,
    Ge,
    Gt,
    Indicator,
    Int,
    Le,
    Lt,
    Piecewise,
    Symbol,
    exp,
    log,
    num,
)
from dpsym.objects.unfold import KL, RenyiMoment
from theorems.vocabulary import P, Q, alpha, half, p, q, x

beta, c, m, s, t, u = Symbol("beta"), Symbol("c"), Symbol("m"), Symbol("s"), Symbol("t"), Symbol("u")


def power(a: Term, b: Term, order: Term = alpha) -> Term:
    """The integrand of the moment."""
    return Piecewise((0, Le(a, 0)), (a**order * b ** (1 - order), Gt(b, 0)))


def supported(a: Term, b: Term) -> Term:
    return Eq(Indicator(Gt(a, 0), Le(b, 0)), 0)


before = power(p, q)
zeros = [Le(p, 0), Gt(q, 0)]

# -- not negative ------------------------------------------------------------------------------------------------

A, B, R = Symbol("A"), Symbol("B"), Symbol("R")
tangent = Le(alpha * R ** (alpha - 1) * A - (alpha - 1) * R**alpha * B, A**alpha * B ** (1 - alpha))
positive = [Gt(A, 0), Gt(B, 0), Gt(R, 0), Gt(alpha, 1)]

not_negative_claim = Le(1, m)

not_negative = Theorem(
    title="D_α >= 0: a moment is at least 1",
    source=Source("privacy-notes", "Section 4, property 1"),
    about=[P, Q],
    where=[Gt(alpha, 1)],
    given={"moment": Le(RenyiMoment(alpha, P, Q), m)},
    claim=not_negative_claim,
    proof=[
        have("support", forall(x, supported(p, q)), by=Defined("moment", before, x)),
        have(
            "cut",
            forall(x, Le(alpha * p - (alpha - 1) * q, before)),
            by=Pointwise(
                ["support"],
                cases=zeros,
                lemmas=[
                    Lemma(
                        Le(alpha * A - (alpha - 1) * B, A**alpha * B ** (1 - alpha)),
                        [Gt(A, 0), Gt(B, 0), Gt(alpha, 1)],
                        {"A": p, "B": q},
                    )
                ],
            ),
        ),
        have(
            "sum",
            Le(alpha * Int(p, x) - (alpha - 1) * Int(q, x), Int(before, x)),
            by=Integrate(x, "cut", using=["moment"]),
        ),
        have("goal", by=Real(["sum", "moment", "P.mass", "Q.mass"])),
    ],
    tight=Attained({P: [1], Q: [1]}, params={"m": 1}),
    fails=[
        Variant("with more than 1", {P: [1], Q: [1]}, {"alpha": 2, "m": 1}, claim=Le(num(11, 10), m)),
        Variant("without a moment", {P: [1], Q: [1]}, {"alpha": 2, "m": 0}, drop=["moment"]),
    ],
)

# -- monotone in the order: α = 1 + s g and β = 1 + g with s = (α − 1)/(β − 1) in (0, 1) ------------------------------

d, g = Symbol("d"), Symbol("g")
low, high = 1 + s * g, 1 + g
lower, higher = power(p, q, low), power(p, q, high)
increasing_claim = Le(RenyiMoment(low, P, Q), exp(s * g * d))
less = exp((s - 1) * g * d)
young = Lemma(Le(t**s, s * t + (1 - s)), [Gt(t, 0), Gt(s, 0), Lt(s, 1)], {"t": (p / (q * exp(d))) ** g})

increasing = Theorem(
    title="D_α <= D_β for 1 < α < β, where α = 1 + s g and β = 1 + g",
    source=Source("privacy-notes", "Section 4, property 3"),
    about=[P, Q],
    where=[Gt(s, 0), Lt(s, 1), Gt(g, 0)],
    given={"moment": Le(RenyiMoment(high, P, Q), exp(g * d))},
    claim=increasing_claim,
    proof=[
        have("support", forall(x, supported(p, q)), by=Defined("moment", higher, x)),
        have(
            "cut",
            forall(x, Le(lower, s * less * higher + (1 - s) * exp(s * g * d) * p)),
            by=Pointwise(["support"], cases=zeros, lemmas=[young]),
        ),
        have("lower>=0", forall(x, Ge(lower, 0)), by=Pointwise(["support"], cases=zeros)),
        have(
            "sum",
            Le(Int(lower, x), s * less * Int(higher, x) + (1 - s) * exp(s * g * d) * Int(p, x)),
            by=Integrate(x, "cut", using=["moment", "lower>=0"]),
        ),
        have("goal", by=Real({"sum": 1, "moment": s * less, "P.mass": (1 - s) * exp(s * g * d)})),
    ],
    tight=Attained({P: [1, 0], Q: [exp(-d), 1 - exp(-d)]}, where=[Gt(d, 0)], at={"s": half, "g": 1, "d": log(num(2))}),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [1, 0], Q: [half, half]},
            {"s": half, "g": 1, "d": log(num(2))},
            claim=Le(RenyiMoment(low, P, Q), num(99, 100) * exp(s * g * d)),
        ),
        Variant("without a moment", {P: [1, 0], Q: [half, half]}, {"s": half, "g": 1, "d": 0}, drop=["moment"]),
    ],
)

bounded_claim = Le(RenyiMoment(alpha, P, Q), exp((alpha - 1) * d))
root = Lemma(
    Le(t**alpha, u ** (alpha - 1) * t), [Gt(t, 0), Ge(u, t), Gt(u, 0), Gt(alpha, 1)], {"t": p / q, "u": exp(d)}
)

below_the_max = Theorem(
    title="D_α <= D_∞ for α > 1",
    source=Source("privacy-notes", "Section 4, property 3"),
    about=[P, Q],
    where=[Gt(alpha, 1), Ge(d, 0)],
    given={"max": forall(x, Le(p, exp(d) * q))},
    claim=bounded_claim,
    proof=[
        have(
            "cut",
            forall(x, Le(before, exp((alpha - 1) * d) * p)),
            by=Pointwise(["max"], cases=zeros, lemmas=[root]),
        ),
        have("before>=0", forall(x, Ge(before, 0)), by=Pointwise(["max"], cases=zeros)),
        have(
            "sum",
            Le(Int(before, x), exp((alpha - 1) * d) * Int(p, x)),
            by=Integrate(x, "cut", using=["max", "before>=0"]),
        ),
        have("goal", by=Real(["sum", "P.mass"])),
    ],
    tight=Attained({P: [1, 0], Q: [exp(-d), 1 - exp(-d)]}),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [1, 0], Q: [half, half]},
            {"alpha": 2, "d": log(num(2))},
            claim=Le(RenyiMoment(alpha, P, Q), num(99, 100) * exp((alpha - 1) * d)),
        ),
        Variant("without the max divergence", {P: [1, 0], Q: [half, half]}, {"alpha": 2, "d": 0}, drop=["max"]),
    ],
)

# -- the divergence of order 1 lies below all others -------------------------------------------------------------------

entropy = Piecewise((0, Le(p, 0)), (p * log(p / q), Gt(q, 0)))
excess = entropy - (p - q)  # not negative, so it has an integral
kl_claim = Le(KL(P, Q), d)
log_above = Lemma(Le(A - B, A * log(A / B)), [Gt(A, 0), Gt(B, 0)], {"A": p, "B": q})
log_below = Lemma(Le(log(t), t - 1), [Gt(t, 0)], {"t": (p / (q * exp(d))) ** g})


def relative_entropy(fact: str, bound: Term) -> list[Step]:
    """∫ p log(p/q) exists, and is at most the integral of a bound that has one."""
    return [
        have("least", forall(x, Le(p - q, entropy)), by=Pointwise([fact], cases=zeros, lemmas=[log_above])),
        have("excess>=0", forall(x, Ge(excess, 0)), by=Pointwise(["least", fact], cases=zeros)),
        have("excess", forall(x, Le(excess, bound - p + q)), by=Pointwise(["cut", fact], cases=zeros)),
    ]


kl_below = Theorem(
    title="D_1 <= D_β for β = 1 + g > 1",
    source=Source("privacy-notes", "Section 4, property 3"),
    about=[P, Q],
    where=[Gt(g, 0)],
    given={"moment": Le(RenyiMoment(high, P, Q), exp(g * d))},
    claim=kl_claim,
    proof=[
        have("support", forall(x, supported(p, q)), by=Defined("moment", higher, x)),
        have(
            "cut",
            forall(x, Le(entropy, exp(-(g * d)) / g * higher + (d - 1 / g) * p)),
            by=Pointwise(["support"], cases=zeros, lemmas=[log_below]),
        ),
        *relative_entropy("support", exp(-(g * d)) / g * higher + (d - 1 / g) * p),
        have(
            "sum",
            Le(Int(excess, x), exp(-(g * d)) / g * Int(higher, x) + (d - 1 / g) * Int(p, x) - Int(p, x) + Int(q, x)),
            by=Integrate(x, "excess", using=["moment", "excess>=0"]),
        ),
        have(
            "split",
            Eq(KL(P, Q), Int(excess, x) + Int(p, x) - Int(q, x)),
            by=Integrate(x, parts=[(1, entropy), (-1, excess), (-1, p), (1, q)], using=["least", "sum"]),
        ),
        have("goal", by=Real({"split": 1, "sum": 1, "moment": exp(-(g * d)) / g, "P.mass": d - 1 / g})),
    ],
    tight=Attained({P: [1, 0], Q: [exp(-d), 1 - exp(-d)]}, where=[Gt(d, 0)], at={"g": 1, "d": log(num(2))}),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [1, 0], Q: [half, half]},
            {"g": 1, "d": log(num(2))},
            claim=Le(KL(P, Q), num(99, 100) * d),
        ),
        Variant("without a moment", {P: [1, 0], Q: [half, half]}, {"g": 1, "d": 0}, drop=["moment"]),
    ],
)

kl_below_the_max = Theorem(
    title="D_1 <= D_∞",
    source=Source("privacy-notes", "Section 4, property 3"),
    about=[P, Q],
    where=[Ge(d, 0)],
    given={"max": forall(x, Le(p, exp(d) * q))},
    claim=kl_claim,
    proof=[
        have(
            "cut",
            forall(x, Le(entropy, d * p)),
            by=Pointwise(
                ["max"],
                cases=zeros,
                lemmas=[
                    Lemma(
                        Le(A * log(A / B), t * A),
                        [Gt(A, 0), Gt(B, 0), Ge(t, 0), Le(A, exp(t) * B)],
                        {"A": p, "B": q, "t": d},
                    )
                ],
            ),
        ),
        *relative_entropy("max", d * p),
        have(
            "sum",
            Le(Int(excess, x), d * Int(p, x) - Int(p, x) + Int(q, x)),
            by=Integrate(x, "excess", using=["max", "excess>=0"]),
        ),
        have(
            "split",
            Eq(KL(P, Q), Int(excess, x) + Int(p, x) - Int(q, x)),
            by=Integrate(x, parts=[(1, entropy), (-1, excess), (-1, p), (1, q)], using=["least", "sum"]),
        ),
        have("goal", by=Real({"split": 1, "sum": 1, "P.mass": d})),
    ],
    tight=Attained({P: [1, 0], Q: [exp(-d), 1 - exp(-d)]}),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [1, 0], Q: [half, half]},
            {"d": log(num(2))},
            claim=Le(KL(P, Q), num(99, 100) * d),
        ),
        Variant("without the max divergence", {P: [1, 0], Q: [half, half]}, {"d": 0}, drop=["max"]),
    ],
)

kl_not_negative = Theorem(
    title="D_1 >= 0",
    source=Source("privacy-notes", "Section 4, property 1"),
    about=[P, Q],
    given={"kl": kl_claim},
    claim=Le(0, d),
    proof=[
        have("support", forall(x, supported(p, q)), by=Defined("kl", entropy, x)),
        have("least", forall(x, Le(p - q, entropy)), by=Pointwise(["support"], cases=zeros, lemmas=[log_above])),
        have("sum", Le(Int(p, x) - Int(q, x), KL(P, Q)), by=Integrate(x, "least", using=["kl"])),
        have("goal", by=Real({"sum": 1, "kl": 1, "P.mass": -1, "Q.mass": 1})),
    ],
    tight=Attained({P: [1], Q: [1]}, params={"d": 0}),
    fails=[
        Variant("with more than 0", {P: [1], Q: [1]}, {"d": 0}, claim=Le(num(1, 10), d)),
        Variant("without the divergence", {P: [1], Q: [1]}, {"d": -1}, drop=["kl"]),
    ],
)

max_not_negative = Theorem(
    title="D_∞ >= 0",
    source=Source("privacy-notes", "Section 4, property 1"),
    about=[P, Q],
    given={"max": forall(x, Le(p, exp(d) * q))},
    claim=Le(0, d),
    proof=[
        have("sum", Le(Int(p, x), exp(d) * Int(q, x)), by=Integrate(x, "max")),
        have("one", Le(1, exp(d)), by=Real(["sum", "P.mass", "Q.mass"])),
        have("goal", by=Real(["one"])),
    ],
    tight=Attained({P: [1], Q: [1]}, params={"d": 0}),
    fails=[
        Variant("with more than 0", {P: [1], Q: [1]}, {"d": 0}, claim=Le(num(1, 10), d)),
        Variant("without the divergence", {P: [1], Q: [1]}, {"d": -1}, drop=["max"]),
    ],
)

# -- a moment of 1 ----------------------------------------------------------------------------------------------

square = power(p, q, num(2))
distance = Piecewise((q, Le(p, 0)), ((p - q) ** 2 / q, Gt(q, 0)))

equal_at_zero = Theorem(
    title="D_2(P‖Q) <= 0 only if P = Q: laws that are 0-concentrated are equal",
    source=Source("privacy-notes", "Section 4, property 7"),
    about=[P, Q],
    given={"moment": Le(RenyiMoment(num(2), P, Q), 1)},
    claim=forall(x, Eq(p, q)),
    proof=[
        have("support", forall(x, supported(p, q)), by=Defined("moment", square, x)),
        have("distance>=0", forall(x, Ge(distance, 0)), by=Pointwise(["support"], cases=zeros)),
        have("cut", forall(x, Eq(distance, square - 2 * p + q)), by=Pointwise(["support"], cases=zeros)),
        have(
            "sum",
            Eq(Int(distance, x), RenyiMoment(num(2), P, Q) - 2 * Int(p, x) + Int(q, x)),
            by=Integrate(x, "cut", using=["moment", "distance>=0", "cut"]),
        ),
        have("none", Le(Int(distance, x), 0), by=Real(["sum", "moment", "P.mass", "Q.mass"])),
        have("vanish", forall(x, Eq(distance, 0)), by=Vanish("none", x, using=["distance>=0"])),
        have("squared", forall(x, Le((p - q) ** 2, 0)), by=Pointwise(["vanish", "support"], cases=zeros)),
        have("goal", by=Pointwise(["squared"], cases=[Lt(p, q), Gt(p, q)])),
    ],
    witness=({}, {P: [half, half], Q: [half, half]}),
    fails=[Variant("without it", {P: [1, 0], Q: [half, half]}, {}, drop=["moment"])],
)
