"""Concentrated privacy: D_α(P‖Q) <= ρ α for all α > 1.

Pure ε-indistinguishable laws have D_α <= α ε tanh(ε/2), and no smaller multiple of α will do: at α = 1 randomized response
attains it. The ε²/2 of the source is larger, by a factor that tends to 1 as ε -> 0. For randomized response (α − 1) D_α = log
cosh((α − ½) ε) − log cosh(ε/2), and log cosh √v is concave in v = (α − ½)² ε².
"""

from collections.abc import Sequence

from dpsym.kernel.laws.terms import Substitution
from dpsym.kernel.terms import Term, func
from dpsym.library.entries import Definition, Formula
from dpsym.library.theorem import (
    Attained,
    Cite,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Step,
    Theorem,
    Variant,
    chord,
    forall,
    have,
)
from dpsym.objects.language import (
    Eq,
    Ge,
    Gt,
    Indicator,
    Int,
    Kernel,
    Law,
    Le,
    Lt,
    Piecewise,
    Symbol,
    exp,
    log,
    num,
    tanh,
)
from dpsym.objects.unfold import KL, Pure, RenyiMoment
from theorems.instances import of
from theorems.renyi import most, pure, pure_claim
from theorems.renyi_divergence import entropy, excess, kl_below, relative_entropy
from theorems.renyi_processing import M1, both, chain, next_one
from theorems.vocabulary import P, Q, alpha, e_eps, eps, half, p, q, x, y

s, t, u = Symbol("s"), Symbol("t"), Symbol("u")
coins = {P: [e_eps / (1 + e_eps), 1 / (1 + e_eps)], Q: [1 / (1 + e_eps), e_eps / (1 + e_eps)]}


def cosh(a: Term) -> Term:
    return func("cosh", a)


zcdp = Definition(
    title="(ξ,ρ)-zero-concentrated privacy: D_α <= ξ + ρ α for all α > 1",
    source=Source("privacy-notes", "(3)"),
    object="dpsym.objects.notions.ZeroConcentratedDP",
    examples=of("ZeroConcentratedDP"),
)

# -- pure laws --------------------------------------------------------------------------------------------------------

response = cosh((alpha - half) * eps) / cosh(eps / 2)
best = exp(alpha * (alpha - 1) * (eps * tanh(eps / 2)))
concave = Lemma(
    Le(log(cosh(s * eps)) - log(cosh(eps / 2)), (s**2 - num(1, 4)) * eps * tanh(eps / 2)),
    [Gt(s, half), Gt(eps, 0)],
    {"s": alpha - half},
)
A, B, C = Symbol("A"), Symbol("B"), Symbol("C")
exponent = Lemma(
    Le(A / B, exp(C)),
    [Gt(A, 0), Gt(B, 0), Le(log(A) - log(B), C)],
    {"A": cosh((alpha - half) * eps), "B": cosh(eps / 2), "C": alpha * (alpha - 1) * (eps * tanh(eps / 2))},
)
logs = Le(log(cosh((alpha - half) * eps)) - log(cosh(eps / 2)), alpha * (alpha - 1) * (eps * tanh(eps / 2)))

pure_is_concentrated = Theorem(
    title="ε-indistinguishable laws are ε tanh(ε/2)-concentrated: D_α <= α ε tanh(ε/2)",
    source=Source("privacy-notes", "Section 3.1, property 1", sharpened=True),
    about=[P, Q],
    where=[Gt(eps, 0), Gt(alpha, 1)],
    given={"near": Pure(P, Q, eps)},
    claim=Le(RenyiMoment(alpha, P, Q), best),
    proof=[
        have("response", pure_claim, by=Cite(pure)),
        have("cosh", Eq(most, response), by=Real()),
        have("concave", logs, by=Real(lemmas=[concave])),
        have("most", Le(response, best), by=Real(["concave"], lemmas=[exponent])),
        have("goal", by=Real({"response": 1, "cosh": 1, "most": 1})),
    ],
    witness=({"eps": 1, "alpha": 2}, {P: [half, half], Q: [half, half]}),
    fails=[
        Variant(
            "without the hypothesis",
            {P: [1, 0], Q: [half, half]},
            {"eps": num(1, 10), "alpha": 2},
            drop=["near.PQ", "near.QP"],
        ),
        Variant(
            "with 19/20 of it",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)]},
            {"eps": log(num(2)), "alpha": num(11, 10)},
            claim=Le(RenyiMoment(alpha, P, Q), exp(num(19, 20) * (alpha * (alpha - 1) * (eps * tanh(eps / 2))))),
        ),
    ],
)

half_square = exp(alpha * (alpha - 1) * eps**2 / 2)

above_zero = Piecewise(
    (eps, Gt(eps, 0)), default=1
)  # ε = 0, where nothing is to be shown but that equal laws have D_α = 0, aside
at_above_zero = Substitution(reals={"eps": above_zero})
equal, power = Indicator(Le(eps, 0)), Piecewise((0, Le(p, 0)), (p**alpha * q ** (1 - alpha), Gt(q, 0)))

pure_is_half_square_concentrated = Theorem(
    title="ε-indistinguishable laws are ε²/2-concentrated: D_α <= α ε²/2",
    source=Source("bun-steinke", "Proposition 3.3"),
    about=[P, Q],
    where=[Ge(eps, 0), Gt(alpha, 1)],
    given={"near": Pure(P, Q, eps)},
    claim=Le(RenyiMoment(alpha, P, Q), half_square),
    proof=[
        have("above>0", Gt(above_zero, 0), by=Real(cases=[Gt(eps, 0)])),
        have("eps<=", Le(eps, above_zero), by=Real(cases=[Gt(eps, 0)])),
        have("PQ", forall(x, Le(p, exp(above_zero) * q)), by=Pointwise(["near.PQ", "eps<="])),
        have("QP", forall(x, Le(q, exp(above_zero) * p)), by=Pointwise(["near.QP", "eps<="])),
        have(
            "response",
            at_above_zero(pure_claim),
            by=Cite(pure, reals={"eps": above_zero}, given={"near.PQ": "PQ", "near.QP": "QP"}, using=["above>0"]),
        ),
        have("sinh", Le(Indicator(Gt(eps, 0)) * at_above_zero(most), half_square), by=Real(cases=[Gt(eps, 0)])),
        have(
            "same",
            forall(x, Le(equal * power, equal * p)),
            by=Pointwise(["near.PQ", "near.QP"], cases=[Gt(eps, 0), Gt(p, 0), Gt(q, 0)]),
        ),
        have(
            "same.sum",
            Le(equal * RenyiMoment(alpha, P, Q), equal * Int(p, x)),
            by=Integrate(x, "same", using=["response", "near.PQ"]),
        ),
        have("goal", by=Real(["response", "sinh", "same.sum", "P.mass", "above>0"], cases=[Gt(eps, 0)])),
    ],
    witness=({"eps": 1, "alpha": 2}, {P: [half, half], Q: [half, half]}),
    fails=[
        Variant(
            "with 2 ε²/5 in place of ε²/2",
            {P: [num(11, 21), num(10, 21)], Q: [num(10, 21), num(11, 21)]},
            {"eps": log(num(11, 10)), "alpha": 2},
            claim=Le(RenyiMoment(alpha, P, Q), exp(alpha * (alpha - 1) * eps**2 * num(2, 5))),
        ),
        Variant(
            "without the hypothesis",
            {P: [1, 0], Q: [half, half]},
            {"eps": num(1, 10), "alpha": 2},
            drop=["near.PQ", "near.QP"],
        ),
    ],
)

tanh_below_line = Formula(
    title="ε tanh(ε/2) <= ε²/2",
    source=Source("privacy-notes", "Section 3.1, property 1"),
    claim="eps*tanh(eps/2) <= eps**2/2",
    where=["eps >= 0"],
)

# -- the loss has mean at most ε tanh(ε/2), which is the bound at α = 1: p log(p/q) = q t log t is below its chord in t = p/q ---------

line = chord(t * log(t), t, 1 / u, u, [Gt(t, 0), Gt(u, 1)], {"t": p / q, "u": e_eps})
low, high = 1 / e_eps * log(1 / e_eps), e_eps * log(e_eps)
bound = low * q + (high - low) / (e_eps - 1 / e_eps) * (p - q / e_eps)
mean_claim = Le(KL(P, Q), eps * tanh(eps / 2))
rate = (high - low) / (e_eps - 1 / e_eps)

mean_loss = Theorem(
    title="The mean of the privacy loss of ε-indistinguishable laws is at most ε tanh(ε/2), as for randomized response",
    source=Source("privacy-notes", "Section 3.1, property 1", sharpened=True),
    about=[P, Q],
    where=[Gt(eps, 0)],
    given={"near": Pure(P, Q, eps)},
    claim=mean_claim,
    proof=[
        have(
            "cut",
            forall(x, Le(entropy, bound)),
            by=Pointwise(["near.PQ", "near.QP"], cases=[Le(p, 0), Gt(q, 0)], lemmas=[line]),
        ),
        *relative_entropy("near.PQ", bound),
        have(
            "sum",
            Le(Int(excess, x), low * Int(q, x) + rate * (Int(p, x) - Int(q, x) / e_eps) - Int(p, x) + Int(q, x)),
            by=Integrate(x, "excess", using=["near.PQ", "excess>=0"]),
        ),
        have(
            "split",
            Eq(KL(P, Q), Int(excess, x) + Int(p, x) - Int(q, x)),
            by=Integrate(x, parts=[(1, entropy), (-1, excess), (-1, p), (1, q)], using=["least", "sum"]),
        ),
        have("all", Le(KL(P, Q), low + rate * (1 - 1 / e_eps)), by=Real(["split", "sum", "P.mass", "Q.mass"])),
        have("tanh", Eq(low + rate * (1 - 1 / e_eps), eps * tanh(eps / 2)), by=Real()),
        have("goal", by=Real(["all", "tanh"])),
    ],
    tight=Attained(coins),
    fails=[
        Variant(
            "without the hypothesis", {P: [1, 0], Q: [half, half]}, {"eps": num(1, 10)}, drop=["near.PQ", "near.QP"]
        ),
        Variant(
            "with a smaller constant",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)]},
            {"eps": log(num(2))},
            claim=Le(KL(P, Q), num(99, 100) * (eps * tanh(eps / 2))),
        ),
    ],
)

# -- two max divergences a and b: t lies in [e^−b, e^a] -----------------------------------------------------------------

a, b = Symbol("a"), Symbol("b")
v = Symbol("v")
top, bottom = exp(a), 1 / exp(b)
power = Piecewise((0, Le(p, 0)), (p**alpha * q ** (1 - alpha), Gt(q, 0)))
cut = chord(t**alpha, t, 1 / v, u, [Gt(t, 0), Gt(v, 1), Gt(u, 1), Gt(alpha, 1)], {"t": p / q, "u": top, "v": exp(b)})
slope = (top**alpha - bottom**alpha) / (top - bottom)
two_sided = bottom**alpha + slope * (1 - bottom)
two_claim = Le(RenyiMoment(alpha, P, Q), two_sided)
share = (1 - bottom) / (top - bottom)

two_max_divergences = Theorem(
    title="D_α for given D_∞(P‖Q) = a and D_∞(Q‖P) = b is at most that of a pair with two outcomes",
    source=Source("privacy-notes", "Section 4, property 5", sharpened=True),
    about=[P, Q],
    where=[Gt(a, 0), Gt(b, 0), Gt(alpha, 1)],
    given={"PQ": forall(x, Le(p, top * q)), "QP": forall(x, Le(q, exp(b) * p))},
    claim=two_claim,
    proof=[
        have(
            "chord",
            forall(x, Le(power, bottom**alpha * q + slope * (p - bottom * q))),
            by=Pointwise(["PQ", "QP"], cases=[Le(p, 0), Gt(q, 0)], lemmas=[cut]),
        ),
        have("power>=0", forall(x, Ge(power, 0)), by=Pointwise(["PQ", "QP"], cases=[Le(p, 0), Gt(q, 0)])),
        have(
            "sum",
            Le(Int(power, x), bottom**alpha * Int(q, x) + slope * (Int(p, x) - bottom * Int(q, x))),
            by=Integrate(x, "chord", using=["PQ", "QP", "power>=0"]),
        ),
        have("goal", by=Real(["sum", "P.mass", "Q.mass"])),
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
            {"a": log(num(2)), "b": log(num(2)), "alpha": 2},
            claim=Le(RenyiMoment(alpha, P, Q), num(99, 100) * two_sided),
        ),
        Variant(
            "without D_∞(P‖Q)",
            {P: [num(7, 10), num(3, 10)], Q: [num(1, 10), num(9, 10)]},
            {"a": num(1, 10), "b": log(num(3)), "alpha": 2},
            drop=["PQ"],
        ),
        Variant(
            "without D_∞(Q‖P)",
            {P: [1, 0], Q: [half, half]},
            {"a": log(num(2)), "b": num(1, 10), "alpha": 2},
            drop=["QP"],
        ),
    ],
)

# Hoeffding: f(s) = s (s − 1)(a + b)²/8 − log E e^(s Z) is convex with f(0) = f(1) = 0, so f(α) >= 0 for α > 1.
X, Y = Symbol("X"), Symbol("Y")
f = t * (t - 1) * ((a + b) ** 2 / 8) - log(X * exp(t * a) + Y * exp(-t * b))
hoeffding = chord(
    f,
    t,
    num(0),
    alpha,
    [Gt(a, 0), Gt(b, 0), Gt(X, 0), Gt(Y, 0), Gt(alpha, 1)],
    {"t": num(1), "X": share, "Y": 1 - share},
)
eighth = exp((alpha - 1) * (alpha / 8 * (a + b) ** 2))
moments = share * exp(alpha * a) + (1 - share) * exp(-alpha * b)
grown = {"A": moments, "C": (alpha - 1) * (alpha / 8 * (a + b) ** 2)}
eighth_claim = Le(RenyiMoment(alpha, P, Q), eighth)

pure_to_concentrated = Theorem(
    title="D_α(P‖Q) <= (α/8) (D_∞(P‖Q) + D_∞(Q‖P))²",
    source=Source("privacy-notes", "Section 4, property 5"),
    about=[P, Q],
    where=[Gt(a, 0), Gt(b, 0), Gt(alpha, 1)],
    given={"PQ": forall(x, Le(p, top * q)), "QP": forall(x, Le(q, exp(b) * p))},
    claim=eighth_claim,
    proof=[
        have("two", two_claim, by=Cite(two_max_divergences)),
        have("share>0", Gt(share, 0), by=Real()),
        have("share<1", Lt(share, 1), by=Real()),
        have("mean", Eq(share * top + (1 - share) * bottom, 1), by=Real()),
        have(
            "hoeffding",
            Le(log(moments), alpha * (alpha - 1) * ((a + b) ** 2 / 8)),
            by=Real(["share>0", "share<1", "mean"], lemmas=[hoeffding]),
        ),
        have("same", Eq(two_sided, moments), by=Real()),
        have(
            "exp",
            Le(moments, eighth),
            by=Real(
                ["hoeffding", "share>0", "share<1"], lemmas=[Lemma(Le(A, exp(C)), [Gt(A, 0), Le(log(A), C)], grown)]
            ),
        ),
        have("goal", by=Real({"two": 1, "same": 1, "exp": 1})),
    ],
    witness=({"a": 1, "b": 1, "alpha": 2}, {P: [half, half], Q: [half, half]}),
)

# At order 1: D_1 <= D_α <= (α/8)(a + b)² for every α > 1. Were D_1 larger than (a + b)²/8, α = 1 + over/2 would say less.

sum_of_both = (a + b) ** 2 / 8
over = KL(P, Q) / sum_of_both - 1
gap = Piecewise((over / 2, Gt(over, 0)), default=1)


def eighth_at(order: Term) -> Term:
    return Le(RenyiMoment(order, P, Q), exp((order - 1) * (order / 8 * (a + b) ** 2)))


def at_order(n: str, g: Term, using: Sequence[str]) -> list[Step]:
    """D_1 <= D_(1 + g) <= ((1 + g)/8)(a + b)²."""
    d = (1 + g) * sum_of_both
    return [
        have(f"{n}.moment", eighth_at(1 + g), by=Cite(pure_to_concentrated, reals={"alpha": 1 + g}, using=using)),
        have(f"{n}.order", Le(RenyiMoment(1 + g, P, Q), exp(g * d)), by=Real([f"{n}.moment", *using])),
        have(
            n, Le(KL(P, Q), d), by=Cite(kl_below, reals={"g": g, "d": d}, given={"moment": f"{n}.order"}, using=using)
        ),
    ]


pure_to_concentrated_order_one = Theorem(
    title="D_1(P‖Q) <= (1/8) (D_∞(P‖Q) + D_∞(Q‖P))²",
    source=Source("privacy-notes", "Section 4, property 5"),
    about=[P, Q],
    where=[Gt(a, 0), Gt(b, 0)],
    given={"PQ": forall(x, Le(p, top * q)), "QP": forall(x, Le(q, exp(b) * p))},
    claim=Le(KL(P, Q), sum_of_both),
    proof=[
        *at_order("finite", num(1), []),
        have("gap>0", Gt(gap, 0), by=Real(cases=[Gt(over, 0)], finite=["finite"])),
        *at_order("near one", gap, ["gap>0", "finite"]),
        have("goal", by=Real(["near one", "finite"], cases=[Gt(over, 0)])),
    ],
    witness=({"a": 1, "b": 1}, {P: [half, half], Q: [half, half]}),
    fails=[
        Variant(
            "with 1/9",
            {P: [num(11, 21), num(10, 21)], Q: [num(10, 21), num(11, 21)]},
            {"a": log(num(11, 10)), "b": log(num(11, 10))},
            claim=Le(KL(P, Q), (a + b) ** 2 / 9),
        ),
        Variant(
            "without D_∞(P‖Q)", {P: [half, half], Q: [num(1, 10), num(9, 10)]}, {"a": num(1, 10), "b": 1}, drop=["PQ"]
        ),
        Variant("without D_∞(Q‖P)", {P: [1, 0], Q: [half, half]}, {"a": 1, "b": num(1, 10)}, drop=["QP"]),
    ],
)

# -- composition: moments multiply, so ρ adds up ---------------------------------------------------------------------------

normal = Formula(
    title="D_α of two normal laws of deviation σ, at distance d, is α d²/(2σ²)",
    source=Source("privacy-notes", "Section 4, property 4"),
    claim="D(alpha, Normal(mu, sigma), Normal(mu + d, sigma)) == alpha*d**2/(2*sigma**2)",
    where=["alpha > 1", "sigma > 0", "mu in reals", "d in reals"],
)

normal_order_one = Formula(
    title="D_1 of two normal laws, for all means",
    source=Source("privacy-notes", "Section 4, property 4"),
    claim="KL(Normal(mu, sigma), Normal(nu, sigma)) == (mu - nu)**2/(2*sigma**2)",
    where=["sigma > 0"],
)

P1, Q1, T2, U2 = Law("P1", x), Law("Q1", x), Kernel("T2", x, y), Kernel("U2", x, y)
rho1, rho2 = Symbol("rho1"), Symbol("rho2")
m1, m2 = exp((alpha - 1) * (rho1 * alpha)), exp((alpha - 1) * (rho2 * alpha))
together = Int(both, x, y)
composition_claim = Le(together, exp((alpha - 1) * ((rho1 + rho2) * alpha)))
sure, rare1, rare2 = [1, 0], exp(-(rho1 * alpha)), exp(-(rho2 * alpha))

composition = Theorem(
    title="ρ₁- and ρ₂-concentrated mechanisms, the second adaptive, compose to (ρ₁ + ρ₂)-concentrated ones",
    source=Source("privacy-notes", "Section 3.1, property 2"),
    about=[P1, Q1, T2, U2],
    where=[Gt(alpha, 1), Ge(rho1, 0), Ge(rho2, 0)],
    given={"first": Le(M1, m1), "second": forall(x, Le(Int(next_one, y), m2))},
    claim=composition_claim,
    proof=[
        have("chain", Le(together, m1 * m2), by=Cite(chain, reals={"m1": m1, "m2": m2})),
        have("goal", by=Real(["chain"])),
    ],
    tight=Attained({P1: sure, Q1: [rare1, 1 - rare1], T2: sure * 2, U2: [rare2, 1 - rare2] * 2}),
    fails=[
        Variant(
            "with the larger of the two",
            {P1: sure, Q1: [half, half], T2: sure * 2, U2: [half, half] * 2},
            {"alpha": 2, "rho1": log(num(2)) / 2, "rho2": log(num(2)) / 2},
            claim=Le(together, exp((alpha - 1) * (rho1 * alpha))),
        ),
        Variant(
            "when nothing is known of the first",
            {P1: sure, Q1: [half, half], T2: [1, 1], U2: [1, 1]},
            {"alpha": 2, "rho1": 0, "rho2": 0},
            drop=["first"],
        ),
        Variant(
            "when nothing is known of the second",
            {P1: [1], Q1: [1], T2: sure, U2: [half, half]},
            {"alpha": 2, "rho1": 0, "rho2": 0},
            drop=["second"],
        ),
    ],
)
