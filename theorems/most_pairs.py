"""Privacy for most databases: Theorem 5.1 and Corollary 5.2 of Kasiviswanathan and Smith, and the sanitizers it discusses.

The good databases E have belief at least 1 − δ. With a good x the pair A(x), B(x) is (ε,δ)-indistinguishable, elsewhere nothing is
known; so the laws of (x, t) are (ε, 2δ − δ²)-indistinguishable (Part 4 of Claim 3.3), and by `conditioning` posteriors are c apart with
probability at most (2δ − δ²)(1 + e^ε(1 − c))/c. At c = e^(3ε) − 1 + 2√δ this is at most 2√δ, so the theorem holds with 2n√δ, though its
proof, which puts 2δ for δ in Corollary 4.2, ends with 2√(2δ) in c. With Laplace noise good databases have δ = 0, and n√δ is enough.
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Formula
from dpsym.library.theorem import (
    Attained,
    Cite,
    Integrate,
    Pointwise,
    Real,
    Source,
    Step,
    Swap,
    Tables,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Abs,
    Density,
    Eq,
    Event,
    Ge,
    Gt,
    Int,
    Kernel,
    Law,
    Le,
    Point,
    Symbol,
    log,
    num,
    pos,
)
from dpsym.objects.unfold import TotalVariation
from theorems.conditioning import total_variation_event
from theorems.semantic_approximate import at_most_one, level, tau, union
from theorems.vocabulary import E, delta, e_eps, eps, half, tenth, x

KEY = "kasiviswanathan-smith"
source, sharpened = Source(KEY, "Theorem 5.1"), Source(KEY, "Theorem 5.1", sharpened=True)
gamma, c, r = Symbol("gamma"), Symbol("c"), Symbol("r")
t = Point("t")
X, A, B, T = Law("b", x), Kernel("A", x, t), Kernel("B", x, t), Event("e", t)
b, a, a_, good, in_T = X.density, A.density, B.density, E.density, T.density
k = e_eps**2 - 1
p, q = Int(b * a, x), Int(b * a_, x)
distance = Int(pos(b * a * q - num(1) * (b * a_ * p)), x)


def most(at: Term, d: Term) -> Term:
    return d * (1 + e_eps * (1 - at)) / at


def on_most(one: Term, two: Term, name: str, inside: Term, total: Term) -> list[Step]:
    """E_v of the pairs is at most δ' on E and 1 elsewhere: δ' + (1 − δ') δ in all."""
    mass = f"{(A if one is a else B).name}.mass"
    excess, pairs = pos(one - e_eps * two), pos(b * one - e_eps * (b * two))
    return [
        have(f"{name}.one", forall(x, Le(Int(excess, t), Int(one, t))), by=Under(t, cases=[Gt(one, e_eps * two)])),
        have(
            f"{name}.pull", forall(x, Eq(Int(pairs, t), b * Int(excess, t))), by=Under(t, cases=[Gt(one, e_eps * two)])
        ),
        have(
            f"{name}.at",
            forall(x, Le(Int(pairs, t), b - (1 - inside) * (b * good))),
            by=Pointwise([f"{name}.pull", f"{name}.one", mass, name], cases=[Gt(good, 0)]),
        ),
        have(
            f"{name}.sum",
            Le(Int(pairs, x, t), Int(b, x) - (1 - inside) * Int(b * good, x)),
            by=Integrate(x, f"{name}.at"),
        ),
        have(f"{name}.swap", Eq(Int(pairs, t, x), Int(pairs, x, t)), by=Swap()),
        have(
            f"{name}.room",
            Le((1 - inside) * (1 - delta), (1 - inside) * Int(b * good, x)),
            by=Real({"good": 1 - inside}),
        ),
        have(
            f"{name}.pairs",
            Le(Int(pairs, t, x), total),
            by=Real([f"{name}.sum", f"{name}.swap", f"{name}.room", "b.mass"]),
        ),
    ]


def setting(inside: Term, rare: Term, at: Term) -> dict[str, Term]:
    """(ε, inside)-privacy for the databases in E, whose belief is at least 1 − rare; e: the posteriors are `at` apart."""
    return {
        "AB": forall(x, Le(good * Int(pos(a - e_eps * a_), t), good * inside)),
        "BA": forall(x, Le(good * Int(pos(a_ - e_eps * a), t), good * inside)),
        "good": Ge(Int(b * good, x), 1 - rare),
        "apart": forall(t, Le(in_T * (at * p * q), in_T * distance)),
    }


both = gamma + delta - gamma * delta
lost = delta / (1 - delta)
rest = 1 - (2 + e_eps) * gamma - (1 + e_eps) * lost
tenths, holes = [tenth, tenth, 8 * tenth], [0, tenth, 9 * tenth, tenth, 0, 9 * tenth]
ninth = num(1, 9)
numbers: Tables = {
    X: [num(9, 20), num(9, 20), tenth],
    E: [1, 1, 0],
    A: [
        *[tenth, tenth, 0, tenth, ninth, ninth, num(43, 90)],
        *[tenth, tenth, tenth, 0, ninth, ninth, num(43, 90)],
        *[0, 0, 0, 0, 1, 0, 0],
    ],
    B: [
        *[0, tenth, tenth, tenth, ninth, ninth, num(43, 90)],
        *[tenth, 0, tenth, tenth, ninth, ninth, num(43, 90)],
        *[0, 0, 0, 0, 0, 1, 0],
    ],
    T: [1, 1, 1, 1, 1, 1, 0],
}

most_databases = Theorem(
    title="If the databases in E are (ε,γ)-private and E has belief 1 − δ, posteriors are c apart with probability at most "
    "(γ + δ − γδ)(1 + e^ε(1 − c))/c",
    source=sharpened,
    about=[X, A, B, E, T],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1), Ge(gamma, 0), Le(gamma, 1), Gt(c, 0), Le(c, 1)],
    given={**setting(gamma, delta, c), "wide": Ge((k + 1) * c, k)},
    claim=Le(Int(in_T * p, t), most(c, both)),
    proof=[
        *on_most(a, a_, "AB", gamma, both),
        *on_most(a_, a, "BA", gamma, both),
        have("both>=0", Ge(both, 0), by=Real()),
        have(
            "goal",
            by=Cite(
                total_variation_event,
                reals={"delta": both},
                fields={"X": X, "Y": X},
                given={"PQ": "AB.pairs", "QP": "BA.pairs"},
                using=["both>=0"],
            ),
        ),
    ],
    tight=Attained(
        {
            X: [(1 - delta) / 2, (1 - delta) / 2, delta],
            E: [1, 1, 0],
            A: [
                *[gamma, gamma, 0, e_eps * gamma, lost, e_eps * lost, rest],
                *[gamma, gamma, e_eps * gamma, 0, lost, e_eps * lost, rest],
                *[0, 0, 0, 0, 1, 0, 0],
            ],
            B: [
                *[0, e_eps * gamma, gamma, gamma, e_eps * lost, lost, rest],
                *[e_eps * gamma, 0, gamma, gamma, e_eps * lost, lost, rest],
                *[0, 0, 0, 0, 0, 1, 0],
            ],
            T: [1, 1, 1, 1, 1, 1, 0],
        },
        params={"c": half},
        where=[Le(e_eps**2, 2), Le(delta, tenth), Le(gamma, tenth)],
        at={"eps": 0, "delta": num(1, 20), "gamma": num(1, 20)},
    ),
    fails=[
        Variant(
            "with a smaller constant",
            numbers,
            {"eps": 0, "delta": tenth, "gamma": tenth, "c": half},
            claim=Le(Int(in_T * p, t), num(99, 100) * most(c, both)),
        ),
        Variant(
            "without A <= e^ε B + δ",
            {X: [half, half], E: [1, 1], A: [*tenths, *tenths], B: holes, T: [1, 1, 0]},
            {"eps": log(num(5, 4)), "delta": 0, "gamma": 0, "c": half},
            drop=["AB"],
        ),
        Variant(
            "without B <= e^ε A + δ",
            {X: [half, half], E: [1, 1], A: holes, B: [*tenths, *tenths], T: [1, 1, 0]},
            {"eps": log(num(5, 4)), "delta": 0, "gamma": 0, "c": half},
            drop=["BA"],
        ),
        Variant(
            "when E is empty",
            {X: [1], E: [0], A: [1, 0], B: [0, 1], T: [1, 0]},
            {"eps": 0, "delta": 0, "gamma": 0, "c": 1},
            drop=["good"],
        ),
        Variant(
            "for any event",
            {X: [1], E: [1], A: [1], B: [1], T: [1]},
            {"eps": 0, "delta": 0, "gamma": tenth, "c": half},
            drop=["apart"],
        ),
        Variant(
            "when c is small",
            {
                X: [half, half],
                E: [1, 1],
                A: [num(2, 3), num(1, 3), num(1, 3), num(2, 3)],
                B: [num(1, 3), num(2, 3), num(2, 3), num(1, 3)],
                T: [1, 1],
            },
            {"eps": log(num(2)), "delta": 0, "gamma": 0, "c": tenth},
            drop=["wide"],
        ),
    ],
)

# -- the constants of the source ----------------------------------------------------------------------------------------


def with_root(bound: Term, inside: Term) -> list[Step]:
    """The exact bound at min(τ, 1), and that it is at most the one of the source."""
    exact = most(level, inside + r**2 - inside * r**2)
    return [
        *at_most_one(setting(inside, r**2, level)["apart"], in_T * p * q),
        have("r<=1", Le(r**2, 1), by=Real()),
        have(
            "exact",
            Le(Int(in_T * p, t), exact),
            by=Cite(
                most_databases,
                reals={"delta": r**2, "gamma": inside, "c": level},
                given={"apart": "apart.level"},
                using=["level>0", "level<=1", "r<=1"],
            ),
        ),
        have("root", Le(exact, bound), by=Real(["level>0"], cases=[Le(tau, 1)])),
        have("goal", Le(Int(in_T * p, t), bound), by=Real(["exact", "root"])),
    ]


theorem_5_1 = Theorem(
    title="Privacy for most databases: for one record, e^(3ε) − 1 + 2√δ apart with probability at most 2√δ (r stands for √δ)",
    source=source,
    about=[X, A, B, E, T],
    where=[Ge(eps, 0), Ge(r, 0), Le(r, 1), Gt(tau, 0)],
    given=setting(r**2, r**2, tau),
    claim=Le(Int(in_T * p, t), 2 * r),
    proof=with_root(2 * r, r**2),
    witness=({"eps": 0, "r": tenth}, {X: [1], A: [1], B: [1], E: [1], T: [0]}),
)

corollary_5_2 = Theorem(
    title="If the databases in E are ε-private: for one record, e^(3ε) − 1 + 2√δ apart with probability at most √δ (r stands for √δ)",
    source=Source(KEY, "Corollary 5.2"),
    about=[X, A, B, E, T],
    where=[Ge(eps, 0), Ge(r, 0), Le(r, 1), Gt(tau, 0)],
    given=setting(num(0), r**2, tau),
    claim=Le(Int(in_T * p, t), r),
    proof=with_root(r, num(0)),
    witness=({"eps": 0, "r": tenth}, {X: [1], A: [1], B: [1], E: [1], T: [0]}),
)

# n records: B(i, x, .) is the law without record i, d marks where Game i is tau apart, and u is 1/n for each i.

n, i = Symbol("n"), Point("i")
I, N, D = Law("u", i), Kernel("B", i, x, t), Event("d", i, t)
without, d = N.density, D.density
q_i = Int(b * without, x)
alone: Tables = {X: [1], A: [1], E: [1], I: [1], N: [1], D: [0], T: [0]}


def for_n_records(one: Theorem, title: str, place: Source, inside: Term, bound: Term) -> Theorem:
    """The theorem for one record, and the union bound."""
    return Theorem(
        title=title,
        source=place,
        about=[X, A, E, I, N, D, T],
        where=[Ge(eps, 0), Ge(r, 0), Le(r, 1), Gt(tau, 0), Ge(n, 1)],
        given={
            "AB": forall(i, x, Le(good * Int(pos(a - e_eps * without), t), good * inside)),
            "BA": forall(i, x, Le(good * Int(pos(without - e_eps * a), t), good * inside)),
            "good": Ge(Int(b * good, x), 1 - r**2),
            "apart": forall(i, t, Le(d * (tau * p * q_i), d * Int(pos(b * a * q_i - num(1) * (b * without * p)), x))),
            "some i": forall(t, Le(in_T, Int(n * I.density * d, i))),
        },
        claim=Le(Int(in_T * p, t), n * bound),
        proof=[
            have(
                "each",
                forall(i, Le(Int(d * p, t), bound)),
                by=Cite(one, fields={"B": ((x, t), without), "e": ((t,), d)}),
            ),
            have("p.pull", forall(x, Eq(Int(b * a, t), b * Int(a, t))), by=Under(t)),
            have("p.swap", Eq(Int(b * a, t, x), Int(b * a, x, t)), by=Swap()),
            have("p.inner", Eq(Int(b * a, x, t), Int(b, x)), by=Under(x, using=["p.pull", "A.mass"])),
            have("p.mass", Eq(Int(p, t), 1), by=Real(["p.swap", "p.inner", "b.mass"])),
            have(
                "goal",
                by=Cite(
                    union,
                    reals={"n": n, "m": bound},
                    fields={"P": ((t,), p), "u": I, "d": D, "e": T},
                    given={"each": "each", "some i": "some i"},
                    using=["p.mass"],
                ),
            ),
        ],
        witness=({"eps": 0, "r": tenth, "n": 1}, alone),
    )


theorem_5_1_n_records = for_n_records(
    theorem_5_1,
    "Privacy for most databases implies (e^(3ε) − 1 + 2√δ, 2n√δ)-semantic privacy for n records (r stands for √δ)",
    source,
    r**2,
    2 * r,
)

corollary_5_2_n_records = for_n_records(
    corollary_5_2,
    "If the databases in E are ε-private: (e^(3ε) − 1 + 2√δ, n√δ)-semantic privacy for n records (r stands for √δ)",
    Source(KEY, "Corollary 5.2"),
    num(0),
    r,
)

step_2_as_printed = Formula(
    title="Corollary 4.2 with 2δ for δ gives e^(3ε) − 1 + 2√δ",
    source=Source(KEY, "Proof of Theorem 5.1"),
    claim="exp(3*eps) - 1 + 2*sqrt(2*delta) <= exp(3*eps) - 1 + 2*sqrt(delta)",
    where=["eps >= 0", "0 <= delta <= 1"],
    fails_at={"eps": "1/10", "delta": "1/100"},
)

step_2_corrected = Formula(
    title="With the pairs at 2δ, posteriors are e^(3ε) − 1 + 2√δ apart with probability at most 2√δ (r stands for √δ)",
    source=Source(KEY, "Proof of Theorem 5.1"),
    claim="(2*r^2)*(1 + exp(eps)*(1 - tau))/tau <= 2*r",
    where=["eps >= 0", "r > 0"],
    given=["exp(3*eps) - 1 + 2*r <= 1"],
    let=["tau = exp(3*eps) - 1 + 2*r"],
)

# -- Laplace noise ------------------------------------------------------------------------------------------------------

laplace_deviation_as_printed = Formula(
    title="The Laplace law with density proportional to e^(−|y|/λ) has standard deviation λ",
    source=Source(KEY, "before Corollary 5.2"),
    claim="sqrt(2*lambda^2) == lambda",  # the variance is 2 λ²: laplace.variance
    where=["lambda > 0"],
    fails_at={"lambda": "1"},
)

laplace_deviation = Formula(
    title="The Laplace law with density proportional to e^(−|y|/λ) has standard deviation √2 λ",
    source=Source(KEY, "before Corollary 5.2"),
    claim="sqrt(Integral(y^2*exp(-abs(y)/lambda)/(2*lambda), (y, -oo, oo))) == sqrt(2)*lambda",
    where=["lambda > 0"],
)

laplace_mean_size = Formula(
    title="λ is the mean of |y|",
    source=Source(KEY, "before Corollary 5.2"),
    claim="Integral(abs(y)*exp(-abs(y)/lambda)/(2*lambda), (y, -oo, oo)) == lambda",
    where=["lambda > 0"],
)

# -- the discussion -----------------------------------------------------------------------------------------------------

n = Symbol("n")
R, K, L, S = Law("R", t), Law("K", t), Law("L", t), Event("s", t)
other, mine, yours, s = R.density, K.density, L.density, S.density
P, Q = Density((1 - 1 / n) * other + mine / n, (t,)), Density((1 - 1 / n) * other + yours / n, (t,))
discussion = Source(KEY, "Section 5")

random_record = Theorem(
    title="Publishing a random one of n records is 1/n-private in total variation: only one of them has changed",
    source=discussion,
    about=[R, K, L],
    where=[Ge(n, 1)],
    claim=Le(TotalVariation(P, Q), 1 / n),
    proof=[
        have(
            "sum",
            Le(Int(Abs(P.density - Q.density), t), Int(mine, t) / n + Int(yours, t) / n),
            by=Under(t, cases=[Gt(mine, yours)]),
        ),
        have("goal", by=Real(["sum", "K.mass", "L.mass"])),
    ],
    tight=Attained({R: [1, 0, 0], K: [0, 1, 0], L: [0, 0, 1]}),
    fails=[
        Variant(
            "with a smaller constant",
            {R: [1, 0, 0], K: [0, 1, 0], L: [0, 0, 1]},
            {"n": 2},
            claim=Le(TotalVariation(P, Q), num(99, 100) / n),
        )
    ],
)

random_record_is_never_private = Theorem(
    title="Publishing a random one of n records is (ε,δ)-private for no ε if δ < 1/n: the new record may show",
    source=discussion,
    about=[R, K, L, S],
    where=[Ge(n, 1), Ge(eps, 0)],
    given={"K": Eq(Int(s * mine, t), 1), "L": Eq(Int(s * yours, t), 0), "R": Eq(Int(s * other, t), 0)},
    claim=Eq(Int(s * P.density, t) - e_eps * Int(s * Q.density, t), 1 / n),
    proof=[
        have("P", Eq(Int(s * P.density, t), (1 - 1 / n) * Int(s * other, t) + Int(s * mine, t) / n), by=Under(t)),
        have("Q", Eq(Int(s * Q.density, t), (1 - 1 / n) * Int(s * other, t) + Int(s * yours, t) / n), by=Under(t)),
        have("goal", by=Real(["P", "Q", "K", "L", "R"])),
    ],
    witness=({"n": 2, "eps": 1}, {R: [1, 0, 0], K: [0, 1, 0], L: [0, 0, 1], S: [0, 1, 0]}),
)

twice_the_logarithm = Formula(
    title="To have √δ where δ was, start with δ²: a factor of 2 in log(1/δ)",
    source=discussion,
    claim="log(1/delta^2) == 2*log(1/delta)",
    where=["0 < delta < 1"],
)

root_two_in_the_deviation = Formula(
    title="√log(1/δ²)/ε is √2 times √log(1/δ)/ε (l stands for log(1/δ))",
    source=discussion,
    claim="sqrt(2*l)/eps == sqrt(2)*(sqrt(l)/eps)",
    where=["l > 0", "eps > 0"],
)

with_n_records = Formula(
    title="To have n√δ = δ' it is enough to double log(1/δ')",
    source=discussion,
    claim="log(1/(target/n)^2) <= 2*log(1/target)",
    where=["n >= 1", "0 < target < 1"],
    fails_at={"n": "2", "target": "1/10"},
)

with_n_records_corrected = Formula(
    title="To have n√δ = δ' takes log(1/δ) = 2 log(1/δ') + 2 log(n)",
    source=discussion,
    claim="log(1/(target/n)^2) == 2*log(1/target) + 2*log(n)",
    where=["n >= 1", "0 < target < 1"],
)
