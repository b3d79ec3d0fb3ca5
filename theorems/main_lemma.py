"""The main lemma of Kasiviswanathan and Smith (Lemma 4.1), as printed and step for step.

(X, A(X)) and (Y, A'(Y)) are (ε,δ)-indistinguishable. The lemma says that X|t and Y|t are (3ε, 2√δ)-indistinguishable but with
probability √δ + 2δ/(ε e^ε) over t. That is false for every ε > 0 and small δ: `conditioning` has the exact probability,
(1 + e^ε)√δ/2 − e^ε δ, for 2ε as for 3ε. The slip is in one word of the proof: "similarly". What is similar bounds Bad_2 under A'(Y),
and A(X) is asked for.
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Integrate,
    Pointwise,
    Real,
    Source,
    Tables,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Eq, Event, Ge, Gt, Indicator, Int, Le, Max, exp, log, num, pos, sqrt
from theorems.conditioning import A, B, P, Q, X, Y, c, g, h, near, p, q, t
from theorems.vocabulary import delta, e_eps, eps, half, x

KEY = "kasiviswanathan-smith"
lemma, proof = Source(KEY, "Lemma 4.1"), Source(KEY, "Proof of Lemma 4.1")
ranges = [Gt(eps, 0), Ge(delta, 0), Le(delta, 1)]


def apart(a: Term, b: Term, mass_a: Term, mass_b: Term) -> Term:
    """Some S has conditional probability a(S|t) > e^(3ε) b(S|t) + 2√δ."""
    return Gt(Int(pos(a * mass_b - e_eps**3 * (b * mass_a)), x), 2 * sqrt(delta) * p * q)


def within(a: Term, b: Term) -> Term:
    """t is not in Bad_0: a <= e^(2ε) b and b <= e^(2ε) a."""
    return Indicator(Le(a, e_eps**2 * b), Le(b, e_eps**2 * a))


bad_1, bad_2 = apart(P, Q, p, q), apart(Q, P, q, p)
bad = Max(Indicator(bad_1), Indicator(bad_2))
printed = sqrt(delta) + 2 * delta / (eps * e_eps)

# On t = 1 the law of Y is (3/4, 1/4) and that of X is (1, 0); e^ε = 4, δ = 1/100.
hundredth = num(1, 100)
model: Tables = {
    X: [1, 0],
    A: [num(12, 100), num(88, 100), 1, 0],
    Y: [num(99, 100), hundredth],
    B: [num(3, 99), num(96, 99), 1, 0],
}
mirrored: Tables = {X: model[Y], A: model[B], Y: model[X], B: model[A]}
at_four = {"eps": log(num(4)), "delta": hundredth}
why = "The similar argument bounds Bad_2 under A'(Y). Under A(X) the same event can be e^ε times as likely."

as_printed = Falsehood(
    title="X|t and Y|t are (3ε, 2√δ)-indistinguishable with probability 1 − √δ − 2δ/(ε e^ε) over t from A(X)",
    source=lemma,
    about=[X, A, Y, B],
    where=ranges,
    given=near,
    claim=Le(Int(bad * p, t), printed),
    values=model,
    params=at_four,
    why=why,
)

as_printed_for_the_other_law = Falsehood(
    title="Step 15: by symmetry, the same with probability 1 − √δ − 2δ/(ε e^ε) over t from A'(Y)",
    source=proof,
    about=[X, A, Y, B],
    where=ranges,
    given=near,
    claim=Le(Int(bad * q, t), printed),
    values=mirrored,
    params=at_four,
    why=why,
)

no_value_at_zero = Formula(
    title="√δ + 2δ/(ε e^ε) has no value at ε = 0",
    source=lemma,
    claim="sqrt(delta) + 2*delta/(eps*exp(eps)) >= 0",
    where=["eps >= 0", "0 <= delta <= 1"],
    fails_at={"eps": "0", "delta": "1/100"},
)

exact_at_two_roots = Formula(
    title="At c = 2√δ the exact probability δ(1 + e^ε(1 − c))/c is (1 + e^ε)√δ/2 − e^ε δ (r stands for √δ)",
    source=Source(KEY, "Lemma 4.1", sharpened=True),
    claim="r^2*(1 + exp(eps)*(1 - 2*r))/(2*r) == (1 + exp(eps))*r/2 - exp(eps)*r^2",
    where=["eps >= 0", "0 < r <= 1/2"],
)

printed_is_too_small = Formula(
    title="√δ + 2δ/(ε e^ε) is below the exact probability if 2√δ(e^ε + 2/(ε e^ε)) < e^ε − 1 (r stands for √δ)",
    source=lemma,
    claim="(1 + exp(eps))*r/2 - exp(eps)*r^2 > r + 2*r^2/(eps*exp(eps))",
    where=["eps > 0", "r > 0"],
    given=["2*r*(exp(eps) + 2/(eps*exp(eps))) < exp(eps) - 1"],
)

below_two_epsilon = Falsehood(
    title="With 3ε/2 in place of 3ε: for δ = 0, X|t and Y|t are 3ε/2-indistinguishable",
    source=lemma,
    about=[X, A, Y, B],
    where=[Gt(eps, 0), Ge(delta, 0)],
    given=near,
    claim=Le(Int(Indicator(Gt(Int(pos(P * q - exp(num(3, 2) * eps) * (Q * p)), x), 0)) * p, t), 0),
    values={
        X: [num(996, 1000), num(4, 1000)],
        A: [num(100, 996), num(896, 996), 1, 0],
        Y: [num(999, 1000), num(1, 1000)],
        B: [num(400, 999), num(599, 999), 1, 0],
    },
    params={"eps": log(num(4)), "delta": 0},
    why="Joint and marginal densities may differ by e^ε in opposite directions, so that e^(2ε) is needed.",
)

# -- O(√δ) ----------------------------------------------------------------------------------------------------------

order_for_fixed_epsilon = Formula(
    title="For fixed ε the printed δ'' is O(√δ): the constant is 1 + 2/(ε e^ε) (r stands for √δ)",
    source=lemma,
    claim="r + 2*r^2/(eps*exp(eps)) <= (1 + 2/(eps*exp(eps)))*r",
    where=["eps > 0", "0 <= r <= 1"],
)

order_uniformly = Formula(
    title="The printed δ'' is at most 10 √δ whenever ε > δ",
    source=lemma,
    claim="sqrt(delta) + 2*delta/(eps*exp(eps)) <= 10*sqrt(delta)",
    where=["0 < delta <= 1", "eps > delta"],
    fails_at={"delta": "1/10000", "eps": "1/5000"},
)

no_constant = Formula(
    title="No constant will do: at √δ = 1/(4C) and ε = 2δ the printed δ'' is above C √δ",
    source=lemma,
    claim="r + 2*r^2/(2*r^2*exp(2*r^2)) > C*r",
    where=["C >= 1"],
    let=["r = 1/(4*C)"],
)

order_for_large_epsilon = Formula(
    title="If √δ <= ε e^ε, the printed δ'' is at most 3 √δ (r stands for √δ)",
    source=lemma,
    claim="r + 2*r^2/(eps*exp(eps)) <= 3*r",
    where=["eps > 0", "r >= 0"],
    given=["r <= eps*exp(eps)"],
)

exact_order = Formula(
    title="The exact δ'' is at most (1 + e^ε)√δ/2, down to ε = 0 (r stands for √δ)",
    source=Source(KEY, "Lemma 4.1", sharpened=True),
    claim="(1 + exp(eps))*r/2 - exp(eps)*r^2 <= (1 + exp(eps))/2*r",
    where=["eps >= 0", "r >= 0"],
)

# -- the steps ------------------------------------------------------------------------------------------------------

T = Event("e", t)
in_T = T.density

marginals = Theorem(
    title="Steps 1 to 3: A(X) and A'(Y) are (ε,δ)-indistinguishable",
    source=proof,
    about=[X, A, Y, B, T],
    where=[Ge(eps, 0), Ge(delta, 0)],
    given=near,
    claim={
        "PQ": Le(Int(in_T * p, t), e_eps * Int(in_T * q, t) + delta),
        "QP": Le(Int(in_T * q, t), e_eps * Int(in_T * p, t) + delta),
    },
    proof=[
        have("h>=", forall(t, Ge(h, p - e_eps * q)), by=Under(x)),
        have("h", forall(t, Le(in_T * p, e_eps * (in_T * q) + h)), by=Pointwise(["h>="])),
        have("h.sum", Le(Int(in_T * p, t), e_eps * Int(in_T * q, t) + Int(h, t)), by=Integrate(t, "h", using=["PQ"])),
        have("AB", Le(Int(in_T * p, t), e_eps * Int(in_T * q, t) + delta), by=Real(["h.sum", "PQ"])),
        have("g>=", forall(t, Ge(g, q - e_eps * p)), by=Under(x)),
        have("g", forall(t, Le(in_T * q, e_eps * (in_T * p) + g)), by=Pointwise(["g>="])),
        have("g.sum", Le(Int(in_T * q, t), e_eps * Int(in_T * p, t) + Int(g, t)), by=Integrate(t, "g", using=["QP"])),
        have("BA", Le(Int(in_T * q, t), e_eps * Int(in_T * p, t) + delta), by=Real(["g.sum", "QP"])),
    ],
    tight=Attained({X: [1], A: [delta, 1 - delta], Y: [1], B: [0, 1], T: [1, 0]}, where=[Le(delta, 1)], claim="PQ"),
    fails=[
        Variant(
            "with a smaller δ",
            {X: [1], A: [num(1, 2), num(1, 2)], Y: [1], B: [0, 1], T: [1, 0]},
            {"eps": 1, "delta": num(1, 2)},
            claim=Le(Int(in_T * p, t), e_eps * Int(in_T * q, t) + num(9, 10) * delta),
        ),
        Variant(
            "without the first direction",
            {X: [1], A: [num(1, 2), num(1, 2)], Y: [1], B: [1, 0], T: [0, 1]},
            {"eps": 1, "delta": 0},
            drop=["PQ"],
        ),
        Variant(
            "without the second direction",
            {X: [1], A: [1, 0], Y: [1], B: [num(1, 2), num(1, 2)], T: [0, 1]},
            {"eps": 1, "delta": 0},
            drop=["QP"],
        ),
    ],
)

step_4 = Formula(
    title="Bad_0 as printed, with a chain in place of “or”, is empty: e^(−2ε) q > p > e^(2ε) q is impossible",
    source=proof,
    claim="p <= exp(2*eps)*q",
    where=["eps >= 0", "p >= 0", "q >= 0"],
    given=["exp(-2*eps)*q > p"],
)

S = Event("s", x, t)
s = S.density
XS, YS = Int(s * P, x), Int(s * Q, x)
witnessed = {
    "possible": forall(t, Le(in_T, Indicator(Gt(q, 0)))),
    "outside": forall(t, Le(in_T * q, e_eps**2 * (in_T * p))),
    "apart": forall(t, Ge(in_T * (q * XS), in_T * (e_eps**3 * (p * YS) + c * p * q))),
}

tenth_bad: Tables = {
    X: [num(9, 10), num(1, 10)],
    A: [num(1, 9), num(8, 9), 1, 0],
    Y: [1, 0],
    B: [num(1, 10), num(9, 10), 0, 1],
    S: [0, 0, 1, 0],
    T: [1, 0],
}

first_bad_set = Theorem(
    title="Steps 7 to 12 with >= for > and for =: Pr[(X, A(X)) in T_1] >= e^ε Pr[(Y, A'(Y)) in T_1] + c Pr[A(X) in Bad_1'], "
    "so that Pr[A(X) in Bad_1'] <= δ/c",
    source=proof,
    about=[X, A, Y, B, S, T],
    where=[Ge(eps, 0), Ge(delta, 0), Gt(c, 0), Le(c, 1)],
    given={"PQ": near["PQ"], **witnessed},
    claim={
        "chain": Ge(Int(in_T * XS, t), e_eps * Int(in_T * YS, t) + c * Int(in_T * p, t)),
        "bound": Le(Int(in_T * p, t), delta / c),
    },
    proof=[
        have(
            "at",
            forall(t, Ge(in_T * XS, e_eps * (in_T * YS) + c * (in_T * p))),
            by=Pointwise(["possible", "outside", "apart"], cases=[Gt(q, 0), Gt(in_T, 0)]),
        ),
        have("chain", by=Integrate(t, "at")),
        have("h>=", forall(t, Ge(h, XS - e_eps * YS)), by=Under(x)),
        have("cut", forall(t, Le(in_T * XS - e_eps * (in_T * YS), h)), by=Pointwise(["h>="])),
        have("sum", Le(Int(in_T * XS, t) - e_eps * Int(in_T * YS, t), Int(h, t)), by=Integrate(t, "cut", using=["PQ"])),
        have("bound", by=Real({"chain": 1 / c, "sum": 1 / c, "PQ": 1 / c})),
    ],
    tight=Attained(
        {
            X: [1 - delta, delta],
            A: [delta * (1 - c) / (c * (1 - delta)), 1 - delta * (1 - c) / (c * (1 - delta)), 1, 0],
            Y: [1, 0],
            B: [delta * (1 - c) / c, 1 - delta * (1 - c) / c, 0, 1],
            S: [0, 0, 1, 0],
            T: [1, 0],
        },
        where=[Gt(delta, 0), Le(delta, num(1, 10)), Ge(c, num(1, 5)), Le(c, num(1, 2)), Le(delta, c)],
        claim="bound",
    ),
    fails=[
        Variant(
            "with a smaller constant",
            tenth_bad,
            {"eps": 1, "delta": num(1, 10), "c": half},
            claim=Le(Int(in_T * p, t), num(99, 100) * delta / c),
        ),
        Variant("without privacy", tenth_bad, {"eps": 1, "delta": 0, "c": half}, drop=["PQ"]),
        Variant(
            "where A'(Y) cannot show t",
            {X: [1], A: [half, half], Y: [1], B: [0, 1], S: [0, 0], T: [1, 0]},
            {"eps": 0, "delta": half, "c": 1},
            drop=["possible"],
        ),
        Variant(
            "on Bad_0",
            {X: [num(3, 4), num(1, 4)], A: [0, 1, 1, 0], Y: [half, half], B: [1, 0, 1, 0], S: [0, 0, 1, 0], T: [1, 0]},
            {"eps": 0, "delta": 1, "c": half},
            drop=["outside"],
        ),
        Variant(
            "where nothing is apart",
            {X: [1], A: [1], Y: [1], B: [1], S: [0], T: [1]},
            {"eps": 0, "delta": 0, "c": 1},
            drop=["apart"],
        ),
    ],
)

nothing_bad: Tables = {X: [1], A: [1], Y: [1], B: [1], S: [1], T: [0]}
on_bad_1: Tables = {  # e^ε = 2, δ = 1/100: on t = 1 the law of X is (0, 1), that of Y is (9/10, 1/10)
    X: [num(99, 100), hundredth],
    A: [0, 1, 1, 0],
    Y: [num(999, 1000), num(1, 1000)],
    B: [num(9, 999), num(990, 999), 1, 0],
    S: [0, 0, 1, 0],
    T: [1, 0],
}

step_8 = Falsehood(
    title="Pr[(X, A(X)) in T_1] > Σ (e^(3ε) Pr[Y in S_a | A'(Y) = a] + c) Pr[A(X) = a]",
    source=proof,
    about=[X, A, Y, B, S, T],
    where=[Ge(eps, 0), Ge(delta, 0), Gt(c, 0), Le(c, 1)],
    given={**near, **witnessed},
    claim=Gt(Int(in_T * XS, t), e_eps**3 * Int(in_T * (YS * p / q), t) + c * Int(in_T * p, t)),
    values=nothing_bad,
    params={"eps": 0, "delta": 0, "c": 1},
    why="Both sides are 0 if Bad_1' is empty or has probability 0: >= is right.",
)

step_10 = Falsehood(
    title="Σ e^(3ε) Pr[Y in S_a | A'(Y) = a] Pr[A(X) = a] = Σ e^(3ε) Pr[Y in S_a | A'(Y) = a] e^(−2ε) Pr[A'(Y) = a]",
    source=proof,
    about=[X, A, Y, B, S, T],
    where=[Ge(eps, 0), Ge(delta, 0), Gt(c, 0), Le(c, 1)],
    given={**near, **witnessed},
    claim=Eq(e_eps**3 * Int(in_T * (YS * p / q), t), e_eps**3 * Int(in_T * (YS / e_eps**2), t)),
    values=on_bad_1,
    params={"eps": log(num(2)), "delta": hundredth, "c": num(1, 5)},
    why="a is not in Bad_0, so that Pr[A(X) = a] >= e^(−2ε) Pr[A'(Y) = a]: >= is right.",
)

step_11 = Formula(
    title="e^(3ε) e^(−2ε) = e^ε",
    source=proof,
    claim="exp(3*eps)*exp(-2*eps) == exp(eps)",
    where=["eps >= 0"],
)

step_12_at_zero = Formula(
    title="δ/(2√δ) has no value at δ = 0",
    source=proof,
    claim="delta/(2*sqrt(delta)) >= 0",
    where=["0 <= delta <= 1"],
    fails_at={"delta": "0"},
)

step_13 = Falsehood(
    title="Similarly, Pr[A(X) in Bad_2'] <= δ/(2√δ)",
    source=proof,
    about=[X, A, Y, B],
    where=ranges,
    given=near,
    claim=Le(Int(Indicator(bad_2) * within(p, q) * p, t), delta / (2 * sqrt(delta))),
    values=model,
    params=at_four,
    why=why,
)

step_14 = Formula(
    title="2δ/(ε e^ε) + δ/(2√δ) + δ/(2√δ) = 2δ/(ε e^ε) + √δ (r stands for √δ)",
    source=proof,
    claim="2*r^2/(eps*exp(eps)) + r^2/(2*r) + r^2/(2*r) == 2*r^2/(eps*exp(eps)) + r",
    where=["eps > 0", "r > 0"],
)
