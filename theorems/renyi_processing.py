"""Rényi divergences under post-processing, in products and chains, and in mixtures.

All is said of the moment M_α = ∫ p^α q^(1−α) = exp((α − 1) D_α), and of the Kullback-Leibler divergence for α = 1. A convex
power lies above its tangent, t^α >= α t − (α − 1), taken at t = (p/q)/(A/B) for another pair of densities:

    p^α q^(1−α) >= α (A/B)^(α−1) p − (α − 1) (A/B)^α q

For data processing A and B are the densities after the kernel; integrated against k(., y) the right side is A^α B^(1−α). For
mixtures they are the mixed densities. Products and chains are Fubini's theorem.
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
    Swap,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Eq, Ge, Gt, Indicator, Int, Kernel, Law, Le, Piecewise, Symbol, exp, log, num
from dpsym.objects.unfold import KL, RenyiMoment
from theorems.kullback_leibler import KP, KQ, A, B, no_B, vanishes, zeros
from theorems.renyi_divergence import power, supported
from theorems.vocabulary import K, P, Q, alpha, half, k, p, q, x, y

m, t = Symbol("m"), Symbol("t")
bernoulli = Le(alpha * t - (alpha - 1), t**alpha)
convex = [Gt(t, 0), Gt(alpha, 1)]

# -- data processing ---------------------------------------------------------------------------------------------

before, after = power(p, q, alpha), power(A, B, alpha)
G = Int(before * k, x)
slope = Piecewise((0, Le(A, 0)), ((A / B) ** (alpha - 1), Gt(B, 0)))
height = Piecewise((0, Le(A, 0)), ((A / B) ** alpha, Gt(B, 0)))
there, no_A = Indicator(Gt(A, 0)), Indicator(Le(A, 0))
processing_claim = Le(RenyiMoment(alpha, KP, KQ), m)
at_points = [*zeros, Gt(k, 0), Le(p, 0), Gt(q, 0)]

data_processing = Theorem(
    title="Data processing: D_α(f(P)‖f(Q)) <= D_α(P‖Q), for α > 1 and every kernel f",
    source=Source("privacy-notes", "Section 4, property 1"),
    about=[P, Q, K],
    where=[Gt(alpha, 1)],
    given={"moment": Le(RenyiMoment(alpha, P, Q), m)},
    claim=processing_claim,
    proof=[
        have("support", forall(x, supported(p, q)), by=Defined("moment", before, x)),
        have("before", forall(x, Ge(before, 0)), by=Pointwise(["support"], cases=[Le(p, 0), Gt(q, 0)])),
        *vanishes("B", q, B, no_B),
        have(
            "AB.zero",
            forall(x, y, Eq(p * k * no_B, 0)),
            by=Pointwise(["B.zero", "support"], cases=[Le(B, 0), Gt(p, 0), Gt(q, 0)]),
        ),
        have("AB.sum", forall(y, Eq(Int(p * k * no_B, x), 0)), by=Integrate(x, "AB.zero", parts=[(1, p * k * no_B)])),
        have(
            "AB.in",
            forall(y, Eq(Int(p * k * no_B, x), A * no_B)),
            by=Integrate(x, parts=[(1, p * k * no_B), (-no_B, p * k)]),
        ),
        have("AB", forall(y, Eq(A * no_B, 0)), by=Pointwise(["AB.sum", "AB.in"])),
        have("slope", forall(y, Eq(slope, slope)), by=Pointwise(["AB"], cases=zeros)),
        have("height", forall(y, Eq(height, height)), by=Pointwise(["AB"], cases=zeros)),
        have(
            "cut",
            forall(x, y, Le(alpha * slope * (p * k) - (alpha - 1) * height * (q * k), before * k)),
            by=Pointwise(
                ["AB", "support"], cases=at_points, lemmas=[Lemma(bernoulli, convex, {"t": (p / q) / (A / B)})]
            ),
        ),
        have(
            "at_y.sum",
            forall(y, Le(alpha * slope * A - (alpha - 1) * height * B, G)),
            by=Integrate(
                x,
                "cut",
                using=["moment", "slope", "height"],
                parts=[(alpha * slope, p * k), (-(alpha - 1) * height, q * k), (-1, before * k)],
            ),
        ),
        have("at_y", forall(y, Le(after, G)), by=Pointwise(["at_y.sum", "AB"], cases=zeros)),
        have("after>=0", forall(y, Ge(after, 0)), by=Pointwise(["AB"], cases=zeros)),
        have("sum", Le(Int(after, y), Int(G, y)), by=Integrate(y, "at_y", using=["moment", "after>=0"])),
        have("swap", Eq(Int(G, y), Int(before * k, x, y)), by=Swap(["moment"])),
        have(
            "pull",
            forall(x, Eq(Int(before * k, y), before * Int(k, y))),
            by=Integrate(y, parts=[(1, before * k), (-before, k)], using=["before"]),
        ),
        have(
            "drop", forall(x, Eq(Int(before * k, y), before)), by=Pointwise({"pull": 1, "k.mass": before, "support": 0})
        ),
        have("inner", Eq(Int(before * k, x, y), Int(before, x)), by=Integrate(x, "drop", using=["moment"])),
        have("goal", by=Real(["sum", "swap", "inner", "moment"])),
    ],
    tight=Attained(
        {P: [num(3, 4), num(1, 4)], Q: [half, half], K: [1, 0, 0, 1]},
        params={"m": num(5, 4), "alpha": 2},
        at={},
    ),
    fails=[
        Variant(
            "with a factor below one",
            {P: [num(3, 4), num(1, 4)], Q: [half, half], K: [1, 0, 0, 1]},
            {"alpha": 2, "m": num(5, 4)},
            claim=Le(RenyiMoment(alpha, KP, KQ), num(99, 100) * m),
        ),
        Variant(
            "without a moment", {P: [1, 0], Q: [half, half], K: [1, 0, 0, 1]}, {"alpha": 2, "m": 1}, drop=["moment"]
        ),
    ],
)

# -- products and chains: the pair (x, y) has density p₁(x) p₂(x, y) -------------------------------------------------

P1, Q1 = Law("P1", x), Law("Q1", x)
P2, Q2 = Law("P2", y), Law("Q2", y)
p1, q1, p2, q2 = P1.density, Q1.density, P2.density, Q2.density
m1, m2 = Symbol("m1"), Symbol("m2")
first, second = power(p1, q1, alpha), power(p2, q2, alpha)
pair = power(p1 * p2, q1 * q2, alpha)
M1, M2 = RenyiMoment(alpha, P1, Q1), RenyiMoment(alpha, P2, Q2)
factors = [Gt(p1, 0), Gt(q1, 0), Gt(p2, 0), Gt(q2, 0)]
product_claim = Eq(Int(pair, x, y), M1 * M2)
coin, fair = [num(3, 4), num(1, 4)], [half, half]

product = Theorem(
    title="D_α(P' × P''‖Q' × Q'') = D_α(P'‖Q') + D_α(P''‖Q'')",
    source=Source("privacy-notes", "Section 4, property 2"),
    about=[P1, Q1, P2, Q2],
    where=[Gt(alpha, 1)],
    given={"first": Le(M1, m1), "second": Le(M2, m2)},
    claim=product_claim,
    proof=[
        have("support.1", forall(x, supported(p1, q1)), by=Defined("first", first, x)),
        have("support.2", forall(y, supported(p2, q2)), by=Defined("second", second, y)),
        have(
            "support",
            forall(x, y, supported(p1 * p2, q1 * q2)),
            by=Pointwise(["support.1", "support.2"], cases=factors),
        ),
        have(
            "cut",
            forall(x, y, Eq(pair, first * second)),
            by=Pointwise(["support", "support.1", "support.2"], cases=factors),
        ),
        have("first.defined", forall(x, Eq(first, first)), by=Pointwise(["support.1"], cases=factors[:2])),
        have(
            "at_x",
            forall(x, Eq(Int(pair, y), first * M2)),
            by=Integrate(y, "cut", parts=[(1, pair), (-first, second)], using=["cut", "first.defined", "second"]),
        ),
        have(
            "goal", by=Integrate(x, "at_x", parts=[(1, Int(pair, y)), (-M2, first)], using=["first", "second", "at_x"])
        ),
    ],
    witness=({"alpha": 2, "m1": 2, "m2": 2}, {P1: coin, Q1: fair, P2: coin, Q2: fair}),
)

T2, U2 = Kernel("T2", x, y), Kernel("U2", x, y)
t2, u2 = T2.density, U2.density
next_one, both = power(t2, u2, alpha), power(p1 * t2, q1 * u2, alpha)
links = [Gt(p1, 0), Gt(q1, 0), Gt(t2, 0), Gt(u2, 0)]
chain_claim = Le(Int(both, x, y), m1 * m2)

chain = Theorem(
    title="D_α(P‖Q) <= D_α(P'‖Q') + sup D_α(P''‖Q''), the second law given the first outcome",
    source=Source("privacy-notes", "Section 4, property 2"),
    about=[P1, Q1, T2, U2],
    where=[Gt(alpha, 1), Ge(m2, 0)],
    given={"first": Le(M1, m1), "second": forall(x, Le(Int(next_one, y), m2))},
    claim=chain_claim,
    proof=[
        have("support.1", forall(x, supported(p1, q1)), by=Defined("first", first, x)),
        have("support.2", forall(x, y, supported(t2, u2)), by=Defined("second", next_one, y)),
        have(
            "support",
            forall(x, y, supported(p1 * t2, q1 * u2)),
            by=Pointwise(["support.1", "support.2"], cases=links),
        ),
        have(
            "cut",
            forall(x, y, Eq(both, first * next_one)),
            by=Pointwise(["support", "support.1", "support.2"], cases=links),
        ),
        have("first>=0", forall(x, Ge(first, 0)), by=Pointwise(["support.1"], cases=links[:2])),
        have(
            "at_x.sum",
            forall(x, Eq(Int(both, y), first * Int(next_one, y))),
            by=Integrate(y, "cut", parts=[(1, both), (-first, next_one)], using=["cut", "first>=0", "second"]),
        ),
        have(
            "at_x",
            forall(x, Le(Int(both, y), m2 * first)),
            by=Pointwise({"at_x.sum": 1, "second": first, "support.1": 0}),
        ),
        have("at_x>=0", forall(x, Ge(Int(both, y), 0)), by=Pointwise(["at_x", "support.1"])),
        have("sum", Le(Int(both, x, y), m2 * M1), by=Integrate(x, "at_x", using=["first", "at_x>=0"])),
        have("goal", by=Real(["sum", "first"])),
    ],
    tight=Attained(
        {P1: coin, Q1: fair, T2: coin * 2, U2: fair * 2}, params={"alpha": 2, "m1": num(5, 4), "m2": num(5, 4)}
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {P1: coin, Q1: fair, T2: coin * 2, U2: fair * 2},
            {"alpha": 2, "m1": num(5, 4), "m2": num(5, 4)},
            claim=Le(Int(both, x, y), num(99, 100) * m1 * m2),
        ),
        Variant(
            "when nothing is known of the first",
            {P1: [1, 0], Q1: fair, T2: [1, 1], U2: [1, 1]},
            {"alpha": 2, "m1": 1, "m2": 1},
            drop=["first"],
        ),
        Variant(
            "when nothing is known of the second",
            {P1: [1], Q1: [1], T2: [1, 0], U2: fair},
            {"alpha": 2, "m1": 1, "m2": 1},
            drop=["second"],
        ),
    ],
)

# -- order 1 and order ∞ --------------------------------------------------------------------------------------------

c1, c2 = Symbol("c1"), Symbol("c2")


def entropy(a: Term, b: Term) -> Term:
    """The integrand of the Kullback-Leibler divergence."""
    return Piecewise((0, Le(a, 0)), (a * log(a / b), Gt(b, 0)))


one, two, joint = entropy(p1, q1), entropy(t2, u2), entropy(p1 * t2, q1 * u2)
inner = Int(two, y)
S, T = Symbol("S"), Symbol("T")
log_above = Lemma(Le(S - T, S * log(S / T)), [Gt(S, 0), Gt(T, 0)], {"S": t2, "T": u2})
a, b, c, d = (Symbol(n) for n in "abcd")
logs = Lemma(
    Eq(a * b * log(a * b / (c * d)), a * log(a / c) * b + a * (b * log(b / d))),
    [Gt(a, 0), Gt(b, 0), Gt(c, 0), Gt(d, 0)],
    {"a": p1, "b": t2, "c": q1, "d": u2},
)
kl_chain_claim = Le(Int(joint, x, y), c1 + c2)

kl_chain = Theorem(
    title="D_1(P‖Q) <= D_1(P'‖Q') + sup D_1(P''‖Q''), the second law given the first outcome",
    source=Source("privacy-notes", "Section 4, property 2"),
    about=[P1, Q1, T2, U2],
    given={"first": Le(KL(P1, Q1), c1), "second": forall(x, Le(inner, c2))},
    claim=kl_chain_claim,
    proof=[
        have("support.1", forall(x, supported(p1, q1)), by=Defined("first", one, x)),
        have("support.2", forall(x, y, supported(t2, u2)), by=Defined("second", two, y)),
        have(
            "support",
            forall(x, y, supported(p1 * t2, q1 * u2)),
            by=Pointwise(["support.1", "support.2"], cases=links),
        ),
        have(
            "cut",
            forall(x, y, Eq(joint, one * t2 + p1 * two)),
            by=Pointwise(["support", "support.1", "support.2"], cases=links, lemmas=[logs]),
        ),
        have("one", forall(x, Eq(one, one)), by=Pointwise(["support.1"], cases=links[:2])),
        have(
            "at_x.sum",
            forall(x, Eq(Int(joint, y), one * Int(t2, y) + p1 * inner)),
            by=Integrate(y, "cut", parts=[(1, joint), (-one, t2), (-p1, two)], using=["cut", "one", "second"]),
        ),
        have("least", forall(x, y, Le(t2 - u2, two)), by=Pointwise(["support.2"], cases=links[2:], lemmas=[log_above])),
        have("inner.sum", forall(x, Le(Int(t2, y) - Int(u2, y), inner)), by=Integrate(y, "least", using=["second"])),
        have("inner>=0", forall(x, Ge(p1 * inner, 0)), by=Pointwise(["inner.sum", "T2.mass", "U2.mass"])),
        have("inner<=", forall(x, Le(p1 * inner, c2 * p1)), by=Pointwise(["second"])),
        have("inner.in", Le(Int(p1 * inner, x), c2 * Int(p1, x)), by=Integrate(x, "inner<=", using=["inner>=0"])),
        have(
            "at_x",
            forall(x, Eq(Int(joint, y), one + p1 * inner)),
            by=Pointwise({"at_x.sum": 1, "T2.mass": one, "support.1": 0}),
        ),
        have(
            "sum",
            Eq(Int(joint, x, y), KL(P1, Q1) + Int(p1 * inner, x)),
            by=Integrate(x, "at_x", using=["first", "inner.in", "at_x"]),
        ),
        have("goal", by=Real({"sum": 1, "first": 1, "inner.in": 1, "P1.mass": c2})),
    ],
    tight=Attained(
        {P1: [1, 0], Q1: fair, T2: [1, 0, 1, 0], U2: fair * 2}, params={"c1": log(num(2)), "c2": log(num(2))}
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {P1: [1, 0], Q1: fair, T2: [1, 0, 1, 0], U2: fair * 2},
            {"c1": log(num(2)), "c2": log(num(2))},
            claim=Le(Int(joint, x, y), num(99, 100) * (c1 + c2)),
        ),
        Variant(
            "when nothing is known of the first",
            {P1: [1, 0], Q1: fair, T2: [1, 1], U2: [1, 1]},
            {"c1": 0, "c2": 0},
            drop=["first"],
        ),
        Variant(
            "when nothing is known of the second",
            {P1: [1], Q1: [1], T2: [1, 0], U2: fair},
            {"c1": 0, "c2": 0},
            drop=["second"],
        ),
    ],
)

max_chain_claim = forall(x, y, Le(p1 * t2, exp(c1 + c2) * (q1 * u2)))

max_chain = Theorem(
    title="D_∞(P‖Q) <= D_∞(P'‖Q') + sup D_∞(P''‖Q'')",
    source=Source("privacy-notes", "Section 4, property 2"),
    about=[P1, Q1, T2, U2],
    given={"first": forall(x, Le(p1, exp(c1) * q1)), "second": forall(x, y, Le(t2, exp(c2) * u2))},
    claim=max_chain_claim,
    proof=[
        have(
            "goal",
            by=Pointwise(
                ["first", "second"],
                lemmas=[
                    Lemma(
                        Le(a * b, S * T),
                        [Ge(a, 0), Ge(b, 0), Le(a, S), Le(b, T)],
                        {"a": p1, "b": t2, "S": exp(c1) * q1, "T": exp(c2) * u2},
                    )
                ],
            ),
        )
    ],
    witness=({"c1": 0, "c2": 0}, {P1: fair, Q1: fair, T2: fair * 2, U2: fair * 2}),
)

# -- products at order 1 and ∞: equalities ------------------------------------------------------------------------------

other, product_joint = entropy(p2, q2), entropy(p1 * p2, q1 * q2)
kl_product_claim = Eq(Int(product_joint, x, y), KL(P1, Q1) + KL(P2, Q2))
product_logs = Lemma(logs.statement, logs.where, {"a": p1, "b": p2, "c": q1, "d": q2})

kl_product = Theorem(
    title="D_1(P' × P''‖Q' × Q'') = D_1(P'‖Q') + D_1(P''‖Q'')",
    source=Source("privacy-notes", "Section 4, property 2"),
    about=[P1, Q1, P2, Q2],
    given={"first": Le(KL(P1, Q1), c1), "second": Le(KL(P2, Q2), c2)},
    claim=kl_product_claim,
    proof=[
        have("support.1", forall(x, supported(p1, q1)), by=Defined("first", one, x)),
        have("support.2", forall(y, supported(p2, q2)), by=Defined("second", other, y)),
        have(
            "support",
            forall(x, y, supported(p1 * p2, q1 * q2)),
            by=Pointwise(["support.1", "support.2"], cases=factors),
        ),
        have(
            "cut",
            forall(x, y, Eq(product_joint, one * p2 + p1 * other)),
            by=Pointwise(["support", "support.1", "support.2"], cases=factors, lemmas=[product_logs]),
        ),
        have("one", forall(x, Eq(one, one)), by=Pointwise(["support.1"], cases=factors[:2])),
        have(
            "at_x",
            forall(x, Eq(Int(product_joint, y), one * Int(p2, y) + p1 * KL(P2, Q2))),
            by=Integrate(
                y, "cut", parts=[(1, product_joint), (-one, p2), (-p1, other)], using=["cut", "one", "second"]
            ),
        ),
        have(
            "sum",
            Eq(Int(product_joint, x, y), Int(p2, y) * KL(P1, Q1) + KL(P2, Q2) * Int(p1, x)),
            by=Integrate(
                x,
                "at_x",
                parts=[(1, Int(product_joint, y)), (-Int(p2, y), one), (-KL(P2, Q2), p1)],
                using=["first", "second", "at_x"],
            ),
        ),
        have("goal", by=Real({"sum": 1, "P2.mass": KL(P1, Q1), "P1.mass": KL(P2, Q2), "first": 0, "second": 0})),
    ],
    witness=({"c1": 0, "c2": 0}, {P1: fair, Q1: fair, P2: fair, Q2: fair}),
)

far = Indicator(Gt(p1, exp(c1) * q1)) * p1
max_product_claim = forall(y, Le(p2, exp(c - c1) * q2))

max_product = Theorem(
    title="D_∞(P' × P''‖Q' × Q'') >= D_∞(P'‖Q') + D_∞(P''‖Q''): if it is at most c, D_∞(P''‖Q'') <= c − c₁ for every c₁ < D_∞(P'‖Q')",
    source=Source("privacy-notes", "Section 4, property 2"),
    about=[P1, Q1, P2, Q2],
    given={"pair": forall(x, y, Le(p1 * p2, exp(c) * (q1 * q2))), "far": Gt(Int(far, x), 0)},
    claim=max_product_claim,
    proof=[
        have(
            "cut",
            forall(x, y, Le(far * p2, exp(c - c1) * (far * q2))),
            by=Pointwise(["pair"], cases=[Gt(p1, exp(c1) * q1)]),
        ),
        have(
            "sum",
            forall(y, Le(p2 * Int(far, x), exp(c - c1) * q2 * Int(far, x))),
            by=Integrate(x, "cut", parts=[(p2, far), (-exp(c - c1) * q2, far)]),
        ),
        have(
            "goal",
            by=Pointwise(
                ["sum", "far"],
                lemmas=[
                    Lemma(
                        Le(S, T),
                        [Gt(a, 0), Le(S * a, T * a)],
                        {"S": p2, "T": exp(c - c1) * q2, "a": Int(far, x)},
                    )
                ],
            ),
        ),
    ],
    witness=({"c": 0, "c1": -1}, {P1: fair, Q1: fair, P2: fair, Q2: fair}),
)
