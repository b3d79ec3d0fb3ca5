"""Approximate privacy and what an adversary concludes: Theorem 2.4 and Corollary 4.2 of Kasiviswanathan and Smith.

b is any belief about the database x, A(x, .) the mechanism, and B(i, x, .) what it does without record i. Posteriors in Game 0 and in
Game i are the conditional laws of b·A and b·B(i), given the transcript t, so `conditioning` says how often they are c apart: with
probability at most δ(1 + e^ε(1 − c))/c, for c >= 1 − e^(−2ε). At the c = e^(3ε) − 1 + 2√δ of the source this is at most √δ for one
record and n√δ for n, so the constant in its O(n√δ) is 1. No two laws are more than 1 apart, but a transcript that Game i cannot show is
a breach at every c: for c > 1 the bound is that of c = 1, at most δ <= √δ. The way back is in approximate_converse.
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Falsehood, Formula
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
    Vanish,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Eq,
    Event,
    Ge,
    Gt,
    Indicator,
    Int,
    Kernel,
    Law,
    Le,
    Min,
    Point,
    Symbol,
    log,
    num,
    pos,
)
from theorems.conditioning import total_variation_event
from theorems.vocabulary import delta, e_eps, eps, half, tenth, x

KEY = "kasiviswanathan-smith"
main, proof_a = Source(KEY, "Theorem 2.4"), Source(KEY, "Proof of Theorem 2.4")
sharpened = Source(KEY, "Theorem 2.4", sharpened=True)
c, n, r = Symbol("c"), Symbol("n"), Symbol("r")
t, i = Point("t"), Point("i")
X, A, B = Law("b", x), Kernel("A", x, t), Kernel("B", x, t)
b, a, a_ = X.density, A.density, B.density


def distance(other: Term) -> Term:
    """p q times the total variation of the posteriors b·a/p and b·other/q: ∫ (b a q − b other p)^+."""
    p, q = Int(b * a, x), Int(b * other, x)
    return Int(pos(b * a * q - num(1) * (b * other * p)), x)


def most(at: Term, d: Term = delta) -> Term:
    return d * (1 + e_eps * (1 - at)) / at


p, q = Int(b * a, x), Int(b * a_, x)
k = e_eps**2 - 1
T = Event("e", t)
in_T = T.density


def with_prior(one: Term, two: Term, name: str) -> list[Step]:
    """From E_v(A(x)||B(x)) <= δ for all x to E_v of the pairs, E_v(b·A||b·B) <= δ (Part 3 of Claim 3.3)."""
    excess, pairs = pos(one - e_eps * two), pos(b * one - e_eps * (b * two))
    return [
        have(
            f"{name}.pull", forall(x, Eq(Int(pairs, t), b * Int(excess, t))), by=Under(t, cases=[Gt(one, e_eps * two)])
        ),
        have(f"{name}.at", forall(x, Le(Int(pairs, t), delta * b)), by=Pointwise([f"{name}.pull", name])),
        have(f"{name}.sum", Le(Int(pairs, x, t), delta * Int(b, x)), by=Integrate(x, f"{name}.at")),
        have(f"{name}.swap", Eq(Int(pairs, t, x), Int(pairs, x, t)), by=Swap()),
        have(f"{name}.pairs", Le(Int(pairs, t, x), delta), by=Real([f"{name}.sum", f"{name}.swap", "b.mass"])),
    ]


close = {
    "AB": forall(x, Le(Int(pos(a - e_eps * a_), t), delta)),
    "BA": forall(x, Le(Int(pos(a_ - e_eps * a), t), delta)),
}
rest = 1 - (2 + e_eps) * delta
tenths = [tenth, tenth, 8 * tenth]
holes = [0, tenth, 9 * tenth, tenth, 0, 9 * tenth]

one_record = Theorem(
    title="For every belief the posteriors with and without a record are c apart with probability at most δ(1 + e^ε(1 − c))/c",
    source=sharpened,
    about=[X, A, B, T],
    where=[Ge(eps, 0), Ge(delta, 0), Gt(c, 0), Le(c, 1)],
    given={**close, "apart": forall(t, Le(in_T * (c * p * q), in_T * distance(a_))), "wide": Ge((k + 1) * c, k)},
    claim=Le(Int(in_T * p, t), most(c)),
    proof=[
        *with_prior(a, a_, "AB"),
        *with_prior(a_, a, "BA"),
        have(
            "goal", by=Cite(total_variation_event, fields={"X": X, "Y": X}, given={"PQ": "AB.pairs", "QP": "BA.pairs"})
        ),
    ],
    tight=Attained(
        {
            X: [half, half],
            A: [delta, delta, 0, e_eps * delta, rest, delta, delta, e_eps * delta, 0, rest],
            B: [0, e_eps * delta, delta, delta, rest, e_eps * delta, 0, delta, delta, rest],
            T: [1, 1, 1, 1, 0],
        },
        params={"c": half},
        where=[Le(e_eps**2, 2), Le((2 + e_eps) * delta, 1)],
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {
                X: [half, half],
                A: [tenth, tenth, 0, tenth, 7 * tenth, tenth, tenth, tenth, 0, 7 * tenth],
                B: [0, tenth, tenth, tenth, 7 * tenth, tenth, 0, tenth, tenth, 7 * tenth],
                T: [1, 1, 1, 1, 0],
            },
            {"eps": 0, "delta": tenth, "c": half},
            claim=Le(Int(in_T * p, t), num(99, 100) * most(c)),
        ),
        Variant(
            "without A <= e^ε B + δ",
            {X: [half, half], A: [*tenths, *tenths], B: holes, T: [1, 1, 0]},
            {"eps": log(num(5, 4)), "delta": 0, "c": half},
            drop=["AB"],
        ),
        Variant(
            "without B <= e^ε A + δ",
            {X: [half, half], A: holes, B: [*tenths, *tenths], T: [1, 1, 0]},
            {"eps": log(num(5, 4)), "delta": 0, "c": half},
            drop=["BA"],
        ),
        Variant(
            "for any event",
            {X: [1], A: [1], B: [1], T: [1]},
            {"eps": 0, "delta": tenth, "c": half},
            drop=["apart"],
        ),
        Variant(
            "when c is small",
            {
                X: [half, half],
                A: [num(2, 3), num(1, 3), num(1, 3), num(2, 3)],
                B: [num(1, 3), num(2, 3), num(2, 3), num(1, 3)],
                T: [1, 1],
            },
            {"eps": log(num(2)), "delta": 0, "c": tenth},
            drop=["wide"],
        ),
    ],
)

# -- n records: the union bound --------------------------------------------------------------------------------------

I, N, D = Law("u", i), Kernel("B", i, x, t), Event("d", i, t)
share, without, d = I.density, N.density, D.density
q_i = Int(b * without, x)
m = Symbol("m")
Shown = Law("P", t)
shown = Shown.density

union = Theorem(
    title="The union bound: if each of n events has probability at most m, some happen with probability at most n m (u is 1/n each)",
    source=proof_a,
    about=[Shown, I, D, T],
    where=[Ge(n, 1), Ge(m, 0)],
    given={
        "each": forall(i, Le(Int(d * shown, t), m)),
        "some i": forall(t, Le(in_T, Int(n * share * d, i))),
    },
    claim=Le(Int(in_T * shown, t), n * m),
    proof=[
        have("pull", forall(i, Eq(Int(n * share * d * shown, t), n * share * Int(d * shown, t))), by=Under(t)),
        have("weighted", forall(i, Le(Int(n * share * d * shown, t), n * m * share)), by=Pointwise(["pull", "each"])),
        have("sum", Le(Int(n * share * d * shown, i, t), n * m * Int(share, i)), by=Integrate(i, "weighted")),
        have("swap", Eq(Int(n * share * d * shown, t, i), Int(n * share * d * shown, i, t)), by=Swap()),
        have("factor", forall(t, Eq(Int(n * share * d * shown, i), Int(n * share * d, i) * shown)), by=Under(i)),
        have("union", forall(t, Le(in_T * shown, Int(n * share * d * shown, i))), by=Pointwise(["some i", "factor"])),
        have("total", Le(Int(in_T * shown, t), Int(n * share * d * shown, t, i)), by=Integrate(t, "union")),
        have("goal", by=Real(["total", "swap", "sum", "u.mass"])),
    ],
    tight=Attained(
        {Shown: [m, m, 1 - 2 * m], I: [half, half], D: [1, 0, 0, 0, 1, 0], T: [1, 1, 0]},
        params={"n": 2},
        where=[Le(m, half)],
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {Shown: [half, half], I: [half, half], D: [1, 0, 0, 1], T: [1, 1]},
            {"n": 2, "m": half},
            claim=Le(Int(in_T * shown, t), num(99, 100) * n * m),
        ),
        Variant("when they are likely", {Shown: [1], I: [1], D: [1], T: [1]}, {"n": 1, "m": half}, drop=["each"]),
        Variant("for any event", {Shown: [1], I: [1], D: [0], T: [1]}, {"n": 1, "m": 0}, drop=["some i"]),
    ],
)


def records(size: Term, at: Term) -> dict[str, Term]:
    """(ε, size)-privacy for all records; d(i, t): the posteriors of Games 0 and i are `at` apart; e: at least one of n is (u = 1/n)."""
    return {
        "AB": forall(i, x, Le(Int(pos(a - e_eps * without), t), size)),
        "BA": forall(i, x, Le(Int(pos(without - e_eps * a), t), size)),
        "apart": forall(i, t, Le(d * (at * p * q_i), d * distance(without))),
        "some i": forall(t, Le(in_T, Int(n * share * d, i))),
    }


counted = n * share * d * p
alone: Tables = {X: [1], A: [1], I: [1], N: [1], D: [0], T: [0]}

n_records = Theorem(
    title="With n records, some posterior is c apart with probability at most n δ(1 + e^ε(1 − c))/c",
    source=sharpened,
    about=[X, A, I, N, D, T],
    where=[Ge(eps, 0), Ge(delta, 0), Gt(c, 0), Le(c, 1), Ge(n, 1)],
    given={**records(delta, c), "wide": Ge((k + 1) * c, k)},
    claim=Le(Int(in_T * p, t), n * most(c)),
    proof=[
        have(
            "each",
            forall(i, Le(Int(d * p, t), most(c))),
            by=Cite(one_record, fields={"B": ((x, t), without), "e": ((t,), d)}),
        ),
        have("pull", forall(i, Eq(Int(counted, t), n * share * Int(d * p, t))), by=Under(t)),
        have("weighted", forall(i, Le(Int(counted, t), n * most(c) * share)), by=Pointwise(["pull", "each"])),
        have("sum", Le(Int(counted, i, t), n * most(c) * Int(share, i)), by=Integrate(i, "weighted")),
        have("swap", Eq(Int(counted, t, i), Int(counted, i, t)), by=Swap()),
        have("factor", forall(t, Eq(Int(counted, i), Int(n * share * d, i) * p)), by=Under(i)),
        have("union", forall(t, Le(in_T * p, Int(counted, i))), by=Pointwise(["some i", "factor"])),
        have("total", Le(Int(in_T * p, t), Int(counted, t, i)), by=Integrate(t, "union")),
        have("goal", by=Real(["total", "swap", "sum", "u.mass"])),
    ],
    witness=({"eps": 0, "delta": tenth, "c": half, "n": 1}, alone),
)

tau = e_eps**3 - 1 + 2 * r
level = Min(tau, 1)


def at_most_one(apart: Term, both: Term) -> list[Step]:
    """What is τ apart is min(τ, 1) apart, which the exact bounds allow; `root`: theirs is at most r there, for r = √δ <= 1.

    `apart` says it of min(τ, 1), and `both` is the probability there in Game 0 times that in the other one.
    """
    return [
        have("level>0", Gt(level, 0), by=Real(cases=[Le(tau, 1)])),
        have("level<=1", Le(level, 1), by=Real()),
        have("level<=tau", Le(level, tau), by=Real()),
        have("wide", Ge((k + 1) * level, k), by=Real(cases=[Le(tau, 1)])),
        have("apart.level", apart, by=Pointwise({"apart": 1, "level<=tau": both})),
    ]


root = have("root", Le(most(level, r**2), r), by=Real(["level>0"], cases=[Le(tau, 1)]))

main_theorem = Theorem(
    title="(ε,δ)-DP implies (e^(3ε) − 1 + 2√δ, n√δ)-semantic privacy: the constant in O(n√δ) is 1 (r stands for √δ)",
    source=main,
    about=[X, A, I, N, D, T],
    where=[Ge(eps, 0), Ge(r, 0), Le(r, 1), Ge(n, 1), Gt(tau, 0)],
    given=records(r**2, tau),
    claim=Le(Int(in_T * p, t), n * r),
    proof=[
        *at_most_one(records(r**2, level)["apart"], d * p * q_i),
        have(
            "exact",
            Le(Int(in_T * p, t), n * most(level, r**2)),
            by=Cite(
                n_records,
                reals={"delta": r**2, "c": level},
                given={"apart": "apart.level"},
                using=["level>0", "level<=1"],
            ),
        ),
        root,
        have("goal", by=Real({"exact": 1, "root": n})),
    ],
    witness=({"eps": 0, "r": tenth, "n": 1}, alone),
)

same_laws = Theorem(
    title="(0,0)-DP: the posteriors with and without a record are the same (the case ε = δ = 0 of the main theorem)",
    source=main,
    about=[X, A, B],
    given={
        "AB": forall(x, Le(Int(pos(a - a_), t), 0)),
        "BA": forall(x, Le(Int(pos(a_ - a), t), 0)),
    },
    claim=forall(t, Eq(distance(a_), 0)),
    proof=[
        have("AB.at", forall(x, t, Eq(pos(a - a_), 0)), by=Vanish("AB", t)),
        have("BA.at", forall(x, t, Eq(pos(a_ - a), 0)), by=Vanish("BA", t)),
        have("same", forall(x, t, Eq(a, a_)), by=Pointwise(["AB.at", "BA.at"], cases=[Ge(a, a_)])),
        have("p=q", forall(t, Eq(p, q)), by=Under(x, using=["same"])),
        have("at", forall(x, t, Eq(pos(b * a * q - num(1) * (b * a_ * p)), 0)), by=Pointwise(["same", "p=q"])),
        have("goal", by=Under(x, using=["at"])),
    ],
    witness=({}, {X: [half, half], A: [1, 0, 0, 1], B: [1, 0, 0, 1]}),
    fails=[
        Variant("without it", {X: [half, half], A: [1, 0, 0, 1], B: [half, half, half, half]}, drop=["AB", "BA"]),
    ],
)

corollary_source = Source(KEY, "Corollary 4.2")

same_pairs = Theorem(
    title="If (X, A(X)) and (X, A'(X)) have the same law, X has the same law given A(X) = t and given A'(X) = t (the case ε = δ = 0)",
    source=corollary_source,
    about=[X, A, B],
    given={"AB": Le(Int(pos(b * a - b * a_), t, x), 0), "BA": Le(Int(pos(b * a_ - b * a), t, x), 0)},
    claim=forall(t, Eq(distance(a_), 0)),
    proof=[
        have("AB.t", forall(t, Eq(Int(pos(b * a - b * a_), x), 0)), by=Vanish("AB", t)),
        have("BA.t", forall(t, Eq(Int(pos(b * a_ - b * a), x), 0)), by=Vanish("BA", t)),
        have("AB.t<=", forall(t, Le(Int(pos(b * a - b * a_), x), 0)), by=Pointwise(["AB.t"])),
        have("BA.t<=", forall(t, Le(Int(pos(b * a_ - b * a), x), 0)), by=Pointwise(["BA.t"])),
        have("AB.at", forall(x, t, Eq(pos(b * a - b * a_), 0)), by=Vanish("AB.t<=", x)),
        have("BA.at", forall(x, t, Eq(pos(b * a_ - b * a), 0)), by=Vanish("BA.t<=", x)),
        have("same", forall(x, t, Eq(b * a, b * a_)), by=Pointwise(["AB.at", "BA.at"], cases=[Ge(b * a, b * a_)])),
        have("p=q", forall(t, Eq(p, q)), by=Under(x, using=["same"])),
        have(
            "at",
            forall(x, t, Eq(pos(b * a * q - num(1) * (b * a_ * p)), 0)),
            by=Pointwise(["same", "p=q"]),
        ),
        have("goal", by=Under(x, using=["at"])),
    ],
    witness=({}, {X: [half, half], A: [1, 0, 0, 1], B: [1, 0, 0, 1]}),
    fails=[
        Variant("without it", {X: [half, half], A: [1, 0, 0, 1], B: [half, half, half, half]}, drop=["AB", "BA"]),
    ],
)

pairs_near = {
    "AB": Le(Int(pos(b * a - e_eps * (b * a_)), t, x), r**2),
    "BA": Le(Int(pos(b * a_ - e_eps * (b * a)), t, x), r**2),
    "apart": forall(t, Le(in_T * (tau * p * q), in_T * distance(a_))),
}

corollary = Theorem(
    title="X given A(X) = t and X given A'(X) = t are e^(3ε) − 1 + 2√δ apart with probability at most √δ (r stands for √δ)",
    source=corollary_source,
    about=[X, A, B, T],
    where=[Ge(eps, 0), Ge(r, 0), Le(r, 1), Gt(tau, 0)],
    given=pairs_near,
    claim=Le(Int(in_T * p, t), r),
    proof=[
        *at_most_one(forall(t, Le(in_T * (level * p * q), in_T * distance(a_))), in_T * p * q),
        have(
            "exact",
            Le(Int(in_T * p, t), most(level, r**2)),
            by=Cite(
                total_variation_event,
                reals={"delta": r**2, "c": level},
                fields={"X": X, "Y": X},
                given={"PQ": "AB", "QP": "BA", "apart": "apart.level"},
                using=["level>0", "level<=1"],
            ),
        ),
        root,
        have("goal", by=Real(["exact", "root"])),
    ],
    witness=({"eps": 0, "r": tenth}, {X: [1], A: [1], B: [1], T: [0]}),
)

order_delta = Formula(
    title="For fixed ε > 0 the exact probability is O(δ): it is at most (1 + e^ε) δ/(e^(3ε) − 1) (r stands for √δ)",
    source=Source(KEY, "Corollary 4.2", sharpened=True),
    claim="r^2*(1 + exp(eps)*(1 - tau))/tau <= (1 + exp(eps))/(exp(3*eps) - 1)*r^2",
    where=["eps > 0", "r >= 0"],
    let=["tau = exp(3*eps) - 1 + 2*r"],
)

step_3 = Falsehood(
    title="Therefore, for any x, with probability at least 1 − √δ over t from A(x), the posteriors are within e^(3ε) − 1 + 2√δ",
    source=proof_a,
    about=[X, A, B],
    where=[Ge(eps, 0), Gt(r, 0)],
    given={name: forall(x, Le(fact.lhs, r**2)) for name, fact in close.items()},
    claim=forall(x, Le(Int(Indicator(Gt(distance(a_), tau * p * q)) * a, t), r)),
    values={
        X: [num(99, 100), num(1, 100)],
        A: [num(1, 100), num(99, 100), half, half],
        B: [0, 1, half, half],
    },
    params={"eps": 0, "r": tenth},
    why="The probability is over pairs (x, t). A database that b hardly believes in may see bad transcripts often.",
)
