"""Mixtures and triangles of Rényi divergences.

A mixture of pairs is no farther apart than the pairs, on the scale of the moment exp((α − 1) D_α): p^α q^(1−α) is convex in (p,
q). And Hölder's inequality for p^α r^(1−α) = (p^λ q^(1−λ))^s (q^β r^(1−β))^(1−s), with s = (β − α)/(β − 1) and λ = α (β − 1)/(β
− α), is the triangle inequality D_α(P‖R) <= β/(β − 1) D_λ(P‖Q) + D_β(Q‖R). The order λ is misprinted in the source.
"""

from dpsym.kernel.terms import Scalar, Term
from dpsym.library.entries import Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Cite,
    Defined,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Step,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Density,
    Eq,
    FieldSymbol,
    Ge,
    Gt,
    Int,
    Law,
    Le,
    Lt,
    Piecewise,
    Symbol,
    exp,
    log,
    num,
    term,
)
from dpsym.objects.unfold import KL, RenyiMoment
from theorems.renyi_divergence import power, supported
from theorems.vocabulary import P, Q, R, alpha, half, p, q, r, x

beta, s, t, m1, m2 = Symbol("beta"), Symbol("s"), Symbol("t"), Symbol("m1"), Symbol("m2")
P1, Q1 = Law("P1", x), Law("Q1", x)
p1, q1 = P1.density, Q1.density
place = "Section 4, property 6"

# -- mixtures ----------------------------------------------------------------------------------------------------

a, b = (1 - s) * p + s * p1, (1 - s) * q + s * q1
mixed = power(a, b, alpha)
slope = Piecewise((0, Le(a, 0)), ((a / b) ** (alpha - 1), Gt(b, 0)))
height = Piecewise((0, Le(a, 0)), ((a / b) ** alpha, Gt(b, 0)))
MP, MQ = Density(a, (x,)), Density(b, (x,))
bernoulli = Le(alpha * t - (alpha - 1), t**alpha)
everywhere = [Gt(p, 0), Gt(q, 0), Gt(p1, 0), Gt(q1, 0)]
on_mix = [Gt(a, 0), Gt(b, 0)]
moments_claim = Le(RenyiMoment(alpha, MP, MQ), (1 - s) * m1 + s * m2)


def tangent(n: str, u: Term, v: Term) -> Step:
    """The power of one pair lies above the tangent at the ratio of the mixed densities."""
    return have(
        n,
        forall(x, Le(alpha * slope * u - (alpha - 1) * height * v, power(u, v, alpha))),
        by=Pointwise(
            ["support", "support.1", "support.2"],
            cases=[*on_mix, Gt(u, 0), Gt(v, 0)],
            lemmas=[Lemma(bernoulli, [Gt(t, 0), Gt(alpha, 1)], {"t": (u / v) / (a / b)})],
        ),
    )


M, X, Y, U, V = (Symbol(n) for n in "MXYUV")
weighted = {"M": mixed, "X": power(p, q, alpha), "Y": power(p1, q1, alpha)}
lines = {"U": alpha * slope * p - (alpha - 1) * height * q, "V": alpha * slope * p1 - (alpha - 1) * height * q1}
average = Lemma(
    Le(M, (1 - s) * X + s * Y),
    [Ge(s, 0), Le(s, 1), Le(U, X), Le(V, Y), Eq(M, (1 - s) * U + s * V)],
    {**weighted, **lines},
)

mixture = Theorem(
    title="exp((α − 1) D_α) of a mixture is at most the mean of those of the pairs",
    source=Source("privacy-notes", place),
    about=[P, Q, P1, Q1],
    where=[Gt(alpha, 1), Ge(s, 0), Le(s, 1)],
    given={"first": Le(RenyiMoment(alpha, P, Q), m1), "second": Le(RenyiMoment(alpha, P1, Q1), m2)},
    claim=moments_claim,
    proof=[
        have("support.1", forall(x, supported(p, q)), by=Defined("first", power(p, q, alpha), x)),
        have("support.2", forall(x, supported(p1, q1)), by=Defined("second", power(p1, q1, alpha), x)),
        have(
            "support",
            forall(x, supported(a, b)),
            by=Pointwise(["support.1", "support.2"], cases=[*everywhere, Gt(s, 0), Lt(s, 1)]),
        ),
        tangent("one", p, q),
        tangent("two", p1, q1),
        have(
            "touch",
            forall(x, Eq(mixed, (1 - s) * lines["U"] + s * lines["V"])),
            by=Pointwise(["support"], cases=on_mix),
        ),
        have(
            "cut",
            forall(x, Le(mixed, (1 - s) * power(p, q, alpha) + s * power(p1, q1, alpha))),
            by=Pointwise(["touch", "one", "two", "support", "support.1", "support.2"], lemmas=[average]),
        ),
        have("mixed>=0", forall(x, Ge(mixed, 0)), by=Pointwise(["support"], cases=on_mix)),
        have(
            "sum",
            Le(Int(mixed, x), (1 - s) * RenyiMoment(alpha, P, Q) + s * RenyiMoment(alpha, P1, Q1)),
            by=Integrate(x, "cut", using=["first", "second", "mixed>=0"]),
        ),
        have("goal", by=Real({"sum": 1, "first": 1 - s, "second": s})),
    ],
    tight=Attained(
        {P: [num(3, 4), num(1, 4)], Q: [half, half], P1: [num(3, 4), num(1, 4)], Q1: [half, half]},
        params={"alpha": 2, "s": half, "m1": num(5, 4), "m2": num(5, 4)},
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [num(3, 4), num(1, 4)], Q: [half, half], P1: [num(3, 4), num(1, 4)], Q1: [half, half]},
            {"alpha": 2, "s": half, "m1": num(5, 4), "m2": num(5, 4)},
            claim=Le(RenyiMoment(alpha, MP, MQ), num(99, 100) * ((1 - s) * m1 + s * m2)),
        ),
        Variant(
            "when nothing is known of the first",
            {P: [1, 0], Q: [half, half], P1: [half, half], Q1: [half, half]},
            {"alpha": 2, "s": half, "m1": 1, "m2": 1},
            drop=["first"],
        ),
        Variant(
            "when nothing is known of the second",
            {P: [half, half], Q: [half, half], P1: [1, 0], Q1: [half, half]},
            {"alpha": 2, "s": half, "m1": 1, "m2": 1},
            drop=["second"],
        ),
    ],
)

quasi_convex = Formula(
    title="The mean on the scale of exp((α − 1) D) is at most the larger divergence",
    source=Source("privacy-notes", place),
    claim="log((1 - s)*exp((alpha - 1)*d1) + s*exp((alpha - 1)*d2))/(alpha - 1) <= max(d1, d2)",
    where=["alpha > 1", "0 <= s <= 1", "d1 >= 0", "d2 >= 0"],
)

c1, c2 = Symbol("c1"), Symbol("c2")


def entropy(u: Term, v: Term) -> Term:
    """The integrand of the Kullback-Leibler divergence."""
    return Piecewise((0, Le(u, 0)), (u * log(u / v), Gt(v, 0)))


mixed_kl = entropy(a, b)
excess = mixed_kl - (a - b)  # not negative, so it has an integral
kl_claim = Le(KL(MP, MQ), (1 - s) * c1 + s * c2)
rate = Piecewise((0, Le(a, 0)), (log(a / b), Gt(b, 0)))
ratio = Piecewise((0, Le(a, 0)), (a / b, Gt(b, 0)))


def tangent_line(u: Term, v: Term) -> Term:
    """The tangent of u log(u/v) at the ratio of the mixed densities; u − v, which is below it too, where that ratio is 0."""
    return Piecewise((rate * u + u - ratio * v, Gt(a, 0)), (u - v, Gt(u, 0)), default=0)


line = {"U": tangent_line(p, q), "V": tangent_line(p1, q1)}
log_tangent = Le(X * log(U / V) + X - Y * (U / V), X * log(X / Y))


def log_above(u: Term, v: Term) -> Lemma:
    return Lemma(Le(X - Y, X * log(X / Y)), [Gt(X, 0), Gt(Y, 0)], {"X": u, "Y": v})


def log_line(n: str, u: Term, v: Term, below: Term) -> Step:
    """u log(u/v) lies above its tangent at the ratio of the mixed densities."""
    at = {"X": u, "Y": v, "U": a, "V": b}
    return have(
        n,
        forall(x, Le(below, entropy(u, v))),
        by=Pointwise(
            ["support", "support.1", "support.2"],
            cases=[*on_mix, Gt(u, 0), Gt(v, 0)],
            lemmas=[Lemma(log_tangent, [Gt(X, 0), Gt(Y, 0), Gt(U, 0), Gt(V, 0)], at), log_above(u, v)],
        ),
    )


kl_mixture = Theorem(
    title="The Kullback-Leibler divergence is jointly convex",
    source=Source("privacy-notes", place),
    about=[P, Q, P1, Q1],
    where=[Ge(s, 0), Le(s, 1)],
    given={"first": Le(KL(P, Q), c1), "second": Le(KL(P1, Q1), c2)},
    claim=kl_claim,
    proof=[
        have("support.1", forall(x, supported(p, q)), by=Defined("first", entropy(p, q), x)),
        have("support.2", forall(x, supported(p1, q1)), by=Defined("second", entropy(p1, q1), x)),
        have(
            "support",
            forall(x, supported(a, b)),
            by=Pointwise(["support.1", "support.2"], cases=[*everywhere, Gt(s, 0), Lt(s, 1)]),
        ),
        log_line("one", p, q, line["U"]),
        log_line("two", p1, q1, line["V"]),
        have(
            "touch",
            forall(x, Eq(mixed_kl, (1 - s) * line["U"] + s * line["V"])),
            by=Pointwise(["support"], cases=[*on_mix, Gt(p, 0), Gt(p1, 0), Gt(s, 0), Lt(s, 1)]),
        ),
        have(
            "cut",
            forall(x, Le(mixed_kl, (1 - s) * entropy(p, q) + s * entropy(p1, q1))),
            by=Pointwise(
                ["touch", "one", "two", "support", "support.1", "support.2"],
                lemmas=[
                    Lemma(
                        average.statement,
                        average.where,
                        {"M": mixed_kl, "X": entropy(p, q), "Y": entropy(p1, q1), **line},
                    )
                ],
            ),
        ),
        have(
            "least", forall(x, Le(a - b, mixed_kl)), by=Pointwise(["support"], cases=on_mix, lemmas=[log_above(a, b)])
        ),
        have("excess>=0", forall(x, Ge(excess, 0)), by=Pointwise(["least", "support"])),
        have(
            "excess",
            forall(x, Le(excess, (1 - s) * entropy(p, q) + s * entropy(p1, q1) - a + b)),
            by=Pointwise({"cut": 1, "support": 0, "support.1": 0, "support.2": 0}),
        ),
        have(
            "sum",
            Le(Int(excess, x), (1 - s) * KL(P, Q) + s * KL(P1, Q1) - Int(a, x) + Int(b, x)),
            by=Integrate(x, "excess", using=["first", "second", "excess>=0"]),
        ),
        have(
            "split",
            Eq(KL(MP, MQ), Int(excess, x) + Int(a, x) - Int(b, x)),
            by=Integrate(x, parts=[(1, mixed_kl), (-1, excess), (-1, a), (1, b)], using=["least", "sum"]),
        ),
        have("goal", by=Real({"split": 1, "sum": 1, "first": 1 - s, "second": s})),
    ],
    tight=Attained(
        {P: [1, 0], Q: [half, half], P1: [1, 0], Q1: [half, half]},
        params={"s": half, "c1": log(num(2)), "c2": log(num(2))},
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [1, 0], Q: [half, half], P1: [1, 0], Q1: [half, half]},
            {"s": half, "c1": log(num(2)), "c2": log(num(2))},
            claim=Le(KL(MP, MQ), num(99, 100) * ((1 - s) * c1 + s * c2)),
        ),
        Variant(
            "when nothing is known of the first",
            {P: [1, 0], Q: [half, half], P1: [half, half], Q1: [half, half]},
            {"s": half, "c1": 0, "c2": 0},
            drop=["first"],
        ),
        Variant(
            "when nothing is known of the second",
            {P: [half, half], Q: [half, half], P1: [1, 0], Q1: [half, half]},
            {"s": half, "c1": 0, "c2": 0},
            drop=["second"],
        ),
    ],
)

# -- the triangle: orders α < β, and λ = α (β − 1)/(β − α) ------------------------------------------------------------
# In symbols that keep the exponents polynomial: α = 1 + w g, β = 1 + g, s = 1 − w, so λ = (1 + w g)/(1 − w).

w, g, d1, d2 = (Symbol(n) for n in ("w", "g", "d1", "d2"))
low, high = 1 + w * g, 1 + g
other = low / (1 - w)
far, near, end = power(p, r, low), power(p, q, other), power(q, r, high)
triangle_claim = Le(RenyiMoment(low, P, R), exp(w * (high * d1 + g * d2)))
A, B = Symbol("A"), Symbol("B")
young = Lemma(
    Le(A ** (1 - w) * B**w, (1 - w) * A + w * B),
    [Gt(A, 0), Gt(B, 0), Gt(w, 0), Lt(w, 1)],
    {"A": p**other * q ** (1 - other) / exp((other - 1) * d1), "B": q**high * r ** (1 - high) / exp(g * d2)},
)
three = [Gt(p, 0), Gt(q, 0), Gt(r, 0)]
most = exp(w * (high * d1 + g * d2))

triangle = Theorem(
    title="D_α(P‖R) <= β/(β − 1) D_λ(P‖Q) + D_β(Q‖R), λ = α (β − 1)/(β − α), for α = 1 + w g < β = 1 + g",
    source=Source("privacy-notes", "Section 4, property 7", sharpened=True),
    about=[P, Q, R],
    where=[Gt(w, 0), Lt(w, 1), Gt(g, 0)],
    given={
        "first": Le(RenyiMoment(other, P, Q), exp((other - 1) * d1)),
        "second": Le(RenyiMoment(high, Q, R), exp(g * d2)),
    },
    claim=triangle_claim,
    proof=[
        have("support.1", forall(x, supported(p, q)), by=Defined("first", near, x)),
        have("support.2", forall(x, supported(q, r)), by=Defined("second", end, x)),
        have("support", forall(x, supported(p, r)), by=Pointwise(["support.1", "support.2"], cases=three)),
        have(
            "cut",
            forall(x, Le(far, (1 - w) * (most / exp((other - 1) * d1)) * near + w * (most / exp(g * d2)) * end)),
            by=Pointwise(["support", "support.1", "support.2"], cases=three, lemmas=[young]),
        ),
        have("far>=0", forall(x, Ge(far, 0)), by=Pointwise(["support"], cases=[Gt(p, 0), Gt(r, 0)])),
        have(
            "sum",
            Le(
                Int(far, x),
                (1 - w) * (most / exp((other - 1) * d1)) * Int(near, x) + w * (most / exp(g * d2)) * Int(end, x),
            ),
            by=Integrate(x, "cut", using=["first", "second", "far>=0"]),
        ),
        have(
            "goal",
            by=Real({"sum": 1, "first": (1 - w) * (most / exp((other - 1) * d1)), "second": w * (most / exp(g * d2))}),
        ),
    ],
    witness=({"w": half, "g": 1, "d1": 0, "d2": 0}, {P: [half, half], Q: [half, half], R: [half, half]}),
)

# -- D_α <= ρ α adds up like a norm: the orders that are used are β = α (r₁ + r₂)/r₂ and λ, for ρᵢ = rᵢ² --------------------

r1, r2 = Symbol("r1"), Symbol("r2")
g_ = alpha * (r1 + r2) / r2 - 1
w_ = (alpha - 1) / g_
low_, high_ = 1 + w_ * g_, 1 + g_
other_ = low_ / (1 - w_)
cited = Le(RenyiMoment(low_, P, R), exp(w_ * (high_ * (r1**2 * other_) + g_ * (r2**2 * high_))))
norm_claim = Le(RenyiMoment(alpha, P, R), exp((alpha - 1) * (alpha * (r1 + r2) ** 2)))
sizes = ["g>0", "w>0", "w<1"]

concentrated_triangle = Theorem(
    title="D_α(P‖Q) <= ρ₁ α and D_α(Q‖R) <= ρ₂ α give D_α(P‖R) <= (√ρ₁ + √ρ₂)² α",
    source=Source("privacy-notes", "Section 4, property 7"),
    about=[P, Q, R],
    where=[Gt(alpha, 1), Gt(r1, 0), Gt(r2, 0)],
    given={
        "first": Le(RenyiMoment(other_, P, Q), exp((other_ - 1) * (r1**2 * other_))),
        "second": Le(RenyiMoment(high_, Q, R), exp(g_ * (r2**2 * high_))),
    },
    claim=norm_claim,
    proof=[
        have("g>0", Gt(g_, 0), by=Real()),
        have("w>0", Gt(w_, 0), by=Real(["g>0"])),
        have("w<1", Lt(w_, 1), by=Real(["g>0"])),
        have(
            "triangle",
            cited,
            by=Cite(triangle, reals={"w": w_, "g": g_, "d1": r1**2 * other_, "d2": r2**2 * high_}, using=sizes),
        ),
        have("support", forall(x, supported(p, r)), by=Defined("triangle", power(p, r, low_), x)),
        have(
            "order",
            forall(x, Eq(power(p, r, alpha), power(p, r, low_))),
            by=Pointwise(["support", *sizes], cases=[Gt(p, 0), Gt(r, 0)]),
        ),
        have(
            "same",
            Eq(RenyiMoment(alpha, P, R), RenyiMoment(low_, P, R)),
            by=Integrate(x, "order", using=["triangle", "order", *sizes]),
        ),
        have("goal", by=Real(["same", "triangle", *sizes])),
    ],
    witness=({"alpha": 2, "r1": 1, "r2": 1}, {P: [half, half], Q: [half, half], R: [half, half]}),
)

normal_triangle = Formula(
    title="Normal laws in a row attain (√ρ₁ + √ρ₂)², with ρᵢ = aᵢ²/(2σ²)",
    source=Source("privacy-notes", "Section 4, property 7"),
    claim="alpha*(a1 + a2)**2/(2*sigma**2) == (sqrt(a1**2/(2*sigma**2)) + sqrt(a2**2/(2*sigma**2)))**2*alpha",
    where=["alpha > 1", "a1 > 0", "a2 > 0", "sigma > 0"],
)


def order(k: Scalar, u: FieldSymbol, v: FieldSymbol) -> Term:
    """D_k(U‖V)."""
    return log(RenyiMoment(k, u, v)) / (term(k) - 1)


def misprinted(k: Term) -> Term:
    """The triangle with D_k(P‖Q)."""
    return Le(order(alpha, P, R), beta / (beta - 1) * order(k, P, Q) + order(beta, Q, R))


in_a_row = {P: [num(3, 4), num(1, 4)], Q: [half, half], R: [num(1, 4), num(3, 4)]}

triangle_order_beta = Falsehood(
    title="The triangle with D_β(P‖Q), β = α'",
    source=Source("privacy-notes", "Section 4, property 7"),
    about=[P, Q, R],
    where=[Gt(alpha, 1), Gt(beta, alpha)],
    claim=misprinted(beta),
    values=in_a_row,
    params={"alpha": 2, "beta": 3},
    why="Hölder's inequality needs the order α (α' − 1)/(α' − α), which is 4 here, not 3",
)

triangle_order_product = Falsehood(
    title="The triangle with the order α'(α' − 1)/α",
    source=Source("privacy-notes", "Section 4, property 7"),
    about=[P, Q, R],
    where=[Gt(alpha, 1), Gt(beta, alpha)],
    claim=misprinted(beta * (beta - 1) / alpha),
    values=in_a_row,
    params={"alpha": 2, "beta": 3},
    why="Hölder's inequality needs the order α (α' − 1)/(α' − α), which is 4 here, not 3",
)

triangle_order_quotient = Falsehood(
    title="The triangle with the order (α' − 1)/α",
    source=Source("privacy-notes", "Section 4, property 7"),
    about=[P, Q, R],
    where=[Gt(alpha, 1), Gt(beta, alpha + 1)],
    claim=misprinted((beta - 1) / alpha),
    values=in_a_row,
    params={"alpha": 2, "beta": 5},
    why="Hölder's inequality needs the order α (α' − 1)/(α' − α), which is 8/3 here, not 2",
)

normal_triangle_orders = Formula(
    title="Normal laws in a row, at distances a₁ : a₂ = g(1 − w) : 1 + wg (σ = 1), attain the triangle: D of the orders 1 + wg, "
    "(1 + wg)/(1 − w) and 1 + g is by concentrated.normal the order times half the square of the distance",
    source=Source("privacy-notes", "Section 4, property 7", sharpened=True),
    claim="(1 + w*g)*(a1 + a2)**2/2 == (1 + g)/g*((1 + w*g)/(1 - w)*a1**2/2) + (1 + g)*a2**2/2",
    where=["0 < w < 1", "g > 0", "s > 0"],
    let=["a1 = g*(1 - w)/(1 + g)*s", "a2 = (1 + w*g)/(1 + g)*s"],
)
