"""From semantic to differential privacy: the second half of Theorem 2.2 of Kasiviswanathan and Smith, and a remark of theirs.

Take a prior on two databases x, y that differ in record i. Game i shows t with the same probability from both, so b_i is the prior
(w, 1 − w), and b_0(x) = w p/Z with Z = w p + (1 − w) q, for p = Pr[A(x) = t] and q = Pr[A(y) = t]. Level s of semantic privacy says

    |w p − w Z| <= s Z,   at w = (1 − s)/2 for p >= q:   (1 − s)² p <= (1 + s)² q.

So s-semantic privacy implies 4 artanh(s)-differential privacy, and tanh(ε/2)-semantic privacy implies 2ε-differential privacy. This is
exact: randomized response on one bit attains it. The source takes the uniform prior, w = 1/2, which gives (1 + 2s)/(1 − 2s), sets
s = (e^ε − 1)/2, and says that this is at most e^(2ε); but that is (e^ε − 1)² <= 0. The theorem itself fails too, for every ε > 0.

A transcript that Game 0 can show and Game i cannot has no posterior in Game i. It must count as a breach: if it is passed over,
semantic privacy implies nothing.
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Integrate,
    Pointwise,
    Real,
    Source,
    Step,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Abs, Eq, Event, Ge, Gt, Indicator, Int, Law, Le, Lt, Point, Query, Symbol, num
from dpsym.objects.unfold import posterior
from theorems.finite_datasets import NO_PRIOR_MOVES, RESPONSE
from theorems.vocabulary import delta, eps, half, x

KEY = "kasiviswanathan-smith"
source, proof = Source(KEY, "Theorem 2.2"), Source(KEY, "Proof of Theorem 2.2")
s = Symbol("s")
t = Point("t")
P, Q, D, E = Law("P", t), Law("Q", t), Law("D", t), Event("E", t)  # A(x), A(y), A(x_-i) = A(y_-i)
p, q, in_E = P.density, Q.density, E.density


def moved(w: Term, a: Term, b: Term) -> Term:
    """The statistical difference of (w, 1 − w) and its posterior for likelihoods a, b is at most s; times the normaliser."""
    z = w * a + (1 - w) * b
    return Le(Abs(w * a - w * z), s * z)


def for_events(factor: Term) -> dict[str, Term]:
    return {
        "PQ": Le(Int(in_E * p, t), factor * Int(in_E * q, t)),
        "QP": Le(Int(in_E * q, t), factor * Int(in_E * p, t)),
    }


def ratio(a: Term, b: Term, factor: Term, of: str, n: str) -> list[Step]:
    """a <= factor·b at each transcript, and so for events."""
    return [
        have(f"{n}.at", forall(t, Le(a, factor * b)), by=Pointwise([of], cases=[Ge(a, b)])),
        have(f"{n}.in", forall(t, Le(in_E * a, factor * (in_E * b))), by=Pointwise({f"{n}.at": in_E})),
        have(f"{n}", Le(Int(in_E * a, t), factor * Int(in_E * b, t)), by=Integrate(t, f"{n}.in")),
    ]


# -- the exact constant ----------------------------------------------------------------------------------------

w = (1 - s) / 2
odds = ((1 + s) / (1 - s)) ** 2
coin = [(1 + s) ** 2 / (2 + 2 * s**2), (1 - s) ** 2 / (2 + 2 * s**2)]

semantic_implies_pure = Theorem(
    title="s-semantic privacy implies 4 artanh(s)-differential privacy: a factor of ((1 + s)/(1 − s))²",
    source=Source(KEY, "Theorem 2.2", sharpened=True),
    about=[P, Q, E],
    where=[Ge(s, 0), Lt(s, 1)],
    given={"x": forall(t, moved(w, p, q)), "y": forall(t, moved(w, q, p))},
    claim=for_events(odds),
    proof=[*ratio(p, q, odds, "x", "PQ"), *ratio(q, p, odds, "y", "QP")],
    tight=Attained({P: coin, Q: coin[::-1], E: [1, 0]}, claim="PQ"),
    fails=[
        Variant(
            "with 3 artanh(s)",
            {P: [num(9, 10), num(1, 10)], Q: [num(1, 10), num(9, 10)], E: [1, 0]},
            {"s": half},
            claim=Le(Int(in_E * p, t), ((1 + s) / (1 - s)) ** num(3, 2) * Int(in_E * q, t)),
        ),
        Variant("without the first prior", {P: [half, half], Q: [1, 0], E: [0, 1]}, {"s": half}, drop=["x"]),
        Variant("without the second prior", {P: [1, 0], Q: [half, half], E: [0, 1]}, {"s": half}, drop=["y"]),
    ],
)

# -- the source's own argument: the uniform prior ---------------------------------------------------------------

even_odds = (1 + 2 * s) / (1 - 2 * s)

uniform_prior = Theorem(
    title="What the uniform prior on two databases gives: a factor of (1 + 2s)/(1 − 2s)",
    source=proof,
    about=[P, Q, E],
    where=[Ge(s, 0), Lt(s, half)],
    given={"even": forall(t, moved(half, p, q))},
    claim=for_events(even_odds),
    proof=[*ratio(p, q, even_odds, "even", "PQ"), *ratio(q, p, even_odds, "even", "QP")],
    tight=Attained({P: [half + s, half - s], Q: [half - s, half + s], E: [1, 0]}, claim="PQ"),
    fails=[
        Variant(
            "with (1 + s)/(1 − s)",
            {P: [num(3, 4), num(1, 4)], Q: [num(1, 4), num(3, 4)], E: [1, 0]},
            {"s": num(1, 4)},
            claim=Le(Int(in_E * p, t), (1 + s) / (1 - s) * Int(in_E * q, t)),
        ),
        Variant("without it", {P: [1, 0], Q: [half, half], E: [0, 1]}, {"s": num(1, 4)}, drop=["even"]),
    ],
)

after_the_source = Formula(
    title="With 1 − e^−ε in place of e^ε − 1 the factor (1 + 2s)/(1 − 2s) of the printed chain is at most e^(2ε), s = (1 − e^−ε)/2",
    source=proof,
    claim="(1 + (1 - exp(-eps)))/(1 - (1 - exp(-eps))) <= exp(2*eps)",
    where=["eps >= 0"],
)

exact_level = Formula(
    title="At s = tanh(ε/2) the factor ((1 + s)/(1 − s))² is e^(2ε)",
    source=source,
    claim="((1 + tanh(eps/2))/(1 - tanh(eps/2)))^2 == exp(2*eps)",
    where=["eps >= 0"],
)

# -- the theorem as printed ------------------------------------------------------------------------------------

as_printed = Formula(
    title="Randomized response with odds ((1 + s)/(1 − s))², s = (e^ε − 1)/2, moves no prior on the bit by more than s, "
    "and its factor is above e^(2ε)",
    source=source,
    against="(e^ε − 1)/2-semantic privacy implies 2ε-differential privacy",
    claim=[*NO_PRIOR_MOVES, "p > exp(2*eps)*q"],
    where=["0 < s < 1", "0 <= w <= 1"],
    let=["eps = log(1 + 2*s)", *RESPONSE],
)

never_enough = Formula(
    title="At s = (e^ε − 1)/2 the exact factor ((1 + s)/(1 − s))² is above e^(2ε), for every 0 < ε < log 3",
    source=source,
    claim="((1 + (exp(eps) - 1)/2)/(1 - (exp(eps) - 1)/2))^2 > exp(2*eps)",
    where=["0 < eps < log(3)"],
)

# -- the steps of the printed proof ------------------------------------------------------------------------------

step_1 = Formula(
    title="Randomized response with odds ((1 + s)/(1 − s))², s = e^ε − 1, moves no prior on the bit by more than s, "
    "and its factor is above e^(2ε)",
    source=proof,
    against="(e^ε − 1)-semantic privacy implies 2ε-differential privacy (e^ε − 1 stands for half of it)",
    claim=[*NO_PRIOR_MOVES, "p > exp(2*eps)*q"],
    where=["0 < eps < log(2)", "0 <= w <= 1"],
    let=["s = exp(eps) - 1", *RESPONSE],
)

step_2 = Formula(
    title="b_i is uniform over x and y: both show t with the same probability c in Game i",
    source=proof,
    claim="(1/2*c)/(1/2*c + 1/2*c) == 1/2",
    where=["0 < c <= 1"],
)

step_2_impossible = Formula(
    title="b_i is uniform over x and y, even if Game i cannot show t",
    source=proof,
    claim="(1/2*c)/(1/2*c + 1/2*c) == 1/2",
    where=["0 <= c <= 1"],
    fails_at={"c": "0"},
)

step_3 = Formula(
    title="b_0 is within 1/2 ± (e^ε − 1)/2 by ε-semantic privacy",
    source=proof,
    claim="1/2 - (exp(eps) - 1)/2 <= p/(p + q) <= 1/2 + (exp(eps) - 1)/2",
    where=["eps > 0", "0 <= p <= 1", "0 <= q <= 1", "p + q > 0"],
    given=["abs(p/(p + q) - 1/2) <= eps"],
    fails_at={"eps": "1/2", "p": "1", "q": "0"},
)

step_3_corrected = Formula(
    title="b_0 is within 1/2 ± (e^ε − 1)/2 by (e^ε − 1)/2-semantic privacy",
    source=proof,
    claim="1/2 - (exp(eps) - 1)/2 <= p/(p + q) <= 1/2 + (exp(eps) - 1)/2",
    where=["eps > 0", "0 <= p <= 1", "0 <= q <= 1", "p + q > 0"],
    given=["abs(p/(p + q) - 1/2) <= (exp(eps) - 1)/2"],
)

step_4 = Formula(
    title="Bayes' rule: p/q is the ratio of b_0[x|t] and b_0[y|t]",
    source=proof,
    claim="p/q == (1/2*p/(1/2*p + 1/2*q))/(1/2*q/(1/2*p + 1/2*q))",
    where=["0 <= p <= 1", "0 < q <= 1"],
)

step_5 = Formula(
    title="The ratio is at most e^ε/(2 − e^ε), for every ε > 0",
    source=proof,
    claim="p/q <= (1/2*(1 + (exp(eps) - 1)))/(1/2*(1 - (exp(eps) - 1)))",
    where=["eps > 0", "0 <= p <= 1", "0 < q <= 1"],
    given=["p/(p + q) <= 1/2 + (exp(eps) - 1)/2", "q/(p + q) >= 1/2 - (exp(eps) - 1)/2"],
    fails_at={"eps": "log(3)", "p": "1/2", "q": "1/2"},
)

step_5_corrected = Formula(
    title="The ratio is at most (1 + a)/(1 − a) for a < 1, where a is e^ε − 1",
    source=proof,
    claim="p/q <= (1/2*(1 + a))/(1/2*(1 - a))",
    where=["0 <= a < 1", "0 <= p <= 1", "0 < q <= 1"],
    given=["p/(p + q) <= 1/2 + a/2"],
)

step_6 = Formula(
    title="(1 + a)/(1 − a) <= e^(2ε) for a = e^ε − 1",
    source=proof,
    claim="(1/2*(1 + (exp(eps) - 1)))/(1/2*(1 - (exp(eps) - 1))) <= exp(2*eps)",
    where=["eps > 0"],
    fails_at={"eps": "log(3/2)"},
)

step_6_fails_always = Formula(
    title="(1 + a)/(1 − a) > e^(2ε) for a = e^ε − 1, for every ε > 0 with a < 1",
    source=proof,
    claim="(1/2*(1 + (exp(eps) - 1)))/(1/2*(1 - (exp(eps) - 1))) > exp(2*eps)",
    where=["0 < eps < log(2)"],
)

# -- a transcript that Game i cannot show -------------------------------------------------------------------------


def passed_over(a: Term) -> Term:
    """`a`, where Game i can show t."""
    can = Indicator(Gt(D.density, 0))
    return Le(can * a.lhs, can * a.rhs)


impossible_transcripts_passed_over = Falsehood(
    title="s-semantic privacy, where transcripts that Game i cannot show are passed over, implies 4 artanh(s)-differential privacy",
    source=Source(KEY, "Section 2"),
    about=[P, Q, D, E],
    where=[Ge(s, 0), Lt(s, 1)],
    given={"x": forall(t, passed_over(moved(w, p, q))), "y": forall(t, passed_over(moved(w, q, p)))},
    claim=for_events(odds),
    values={P: [half, half], Q: [1, 0], D: [1, 0], E: [0, 1]},
    params={"s": num(1, 5)},
    why="A(y) never shows the second transcript and A(x) shows it half of the time: no ε will do, and no prior tells.",
)

Prior, Bit, A0, A1 = Law("b", x), Event("b1", x), Query("L", x, lower=0, upper=1), Query("M", x, lower=0, upper=1)
x_ = Point("x'", like=x)

impossible_transcripts_are_breaches = Falsehood(
    title="What Game 0 can show has a posterior in Game 1, of mass one: databases of one bit, and Game 1 shows A(0)",
    source=Source(KEY, "Section 2"),
    about=[Prior, Bit, A0, A1],
    given={
        "possible": Gt(Int(A0.density * Prior.density, x), 0),
        "game 1": forall(x, x_, Eq(Indicator(Le(Bit(x_), 0)) * (A1(x) - A0(x_)), 0)),
    },
    claim=Eq(Int(posterior(Prior, A1.density).density, x), 1),
    values={Prior: [half, half], Bit: [0, 1], A0: [0, half], A1: [0, 0]},
    why="One bit, default 0: database 1 shows t half of the time, database 0, and so Game 1, never. There is no posterior to compare "
    "with: the transcript counts as a breach, at every level.",
)

# -- the remark after Definition 2.3: "otherwise just use statistical difference 2δ" -------------------------------

remark = Source(KEY, "Remark after Definition 2.3")
T, G = Law("T", t), Query("G", t, lower=0, upper=1)  # transcripts in Game 0, and SD(b_0, b_i) for each
shown, gap = T.density, G.density
far = Int(Indicator(Gt(gap, eps)) * shown, t)
on_average = Le(Int(gap * shown, t), 2 * delta - delta**2)

average_difference = Theorem(
    title="(ε,δ)-semantic privacy with ε <= δ: on average over transcripts the posteriors are within 2δ − δ²",
    source=Source(KEY, "Remark after Definition 2.3", sharpened=True),
    about=[T, G],
    where=[Ge(eps, 0), Le(eps, delta), Le(delta, 1)],
    given={"rare": Le(far, delta)},
    claim=on_average,
    proof=[
        have(
            "cut",
            forall(t, Le(gap * shown, eps * shown + (1 - eps) * (Indicator(Gt(gap, eps)) * shown))),
            by=Pointwise(cases=[Gt(gap, eps)]),
        ),
        have("sum", Le(Int(gap * shown, t), eps * Int(shown, t) + (1 - eps) * far), by=Integrate(t, "cut")),
        have(
            "most",
            Le(Int(gap * shown, t), eps + (1 - eps) * delta),
            by=Real({"sum": 1, "T.mass": eps, "rare": 1 - eps}),
        ),
        have("goal", by=Real(["most"])),
    ],
    tight=Attained({T: [delta, 1 - delta], G: [1, delta]}, where=[Ge(delta, 0), Lt(delta, 1)], params={"eps": delta}),
    fails=[
        Variant(
            "with 3δ/2",
            {T: [num(1, 10), num(9, 10)], G: [1, num(1, 10)]},
            {"eps": num(1, 10), "delta": num(1, 10)},
            claim=Le(Int(gap * shown, t), num(3, 2) * delta),
        ),
        Variant("without it", {T: [1], G: [1]}, {"eps": 0, "delta": 0}, drop=["rare"]),
    ],
)

literally_zero = Formula(
    title="Randomized response with odds ((1 + δ)/(1 − δ))² moves no prior on the bit by more than δ, "
    "and moves the uniform prior whatever is shown, with probability 1 > 2δ",
    source=remark,
    against="(ε,δ)-semantic privacy with ε <= δ implies (0, 2δ)-semantic privacy",
    claim=[
        *NO_PRIOR_MOVES,
        "abs(1/2*p/(1/2*p + 1/2*q) - 1/2) > 0",
        "abs(1/2*q/(1/2*q + 1/2*p) - 1/2) > 0",
        "p + q > 2*delta",
    ],
    where=["0 < delta < 1/2", "0 <= w <= 1"],
    let=["s = delta", *RESPONSE],
)
