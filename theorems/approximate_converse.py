"""From approximate semantic privacy back to privacy: the second half of Theorem 2.4 of Kasiviswanathan and Smith.

P and Q are the laws of the transcript for two neighbouring databases. An adversary who believes that it is the first with probability β
and the second otherwise sees a transcript that moves this belief by more than s with probability δ at most. Where it does not move,
the ratio of P and Q is bounded; elsewhere β P + (1 − β) Q has mass δ. β = 1/2, as in the source, gives
(log((1 + 2s)/(1 − 2s)), 2δ); the smallest ε comes from β = (1 − s)/2: (4 artanh(s), 2δ/(1 − s)), exact for δ = 0. With
s = (e^ε − 1)/2 both are above the 2ε of the source, always.
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
    Tables,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Abs, Event, Ge, Gt, Indicator, Int, Law, Le, Lt, Point, Symbol, exp, log, num
from theorems.finite_datasets import NO_PRIOR_MOVES, RESPONSE
from theorems.vocabulary import delta, eps, half

KEY = "kasiviswanathan-smith"
t = Point("t")
T = Event("e", t)
in_T = T.density
s = Symbol("s")
P, Q = Law("P", t), Law("Q", t)
f, g = P.density, Q.density
converse, proof_b = Source(KEY, "Theorem 2.4", sharpened=True), Source(KEY, "Proof of Theorem 2.4")


def moved(weight: Term) -> Term:
    """With prior `weight` on P, the posterior of P is more than s from the prior."""
    return Gt(weight * (1 - weight) * Abs(f - g), s * (weight * f + (1 - weight) * g))


def seldom(weight: Term) -> Term:
    """Transcripts that move the prior by more than s have probability at most δ."""
    return Le(Int(Indicator(moved(weight)) * (weight * f + (1 - weight) * g), t), delta)


def back(weight: Term, one: Term, two: Term, factor: Term, name: str, of: str) -> list[Step]:
    """Where the prior does not move, one <= factor·two; elsewhere one is paid for by the mixture."""
    mixture = weight * f + (1 - weight) * g
    share = weight if one is f else 1 - weight
    cut = Indicator(moved(weight)) * mixture
    return [
        have(
            f"{name}.at",
            forall(t, Le(in_T * one, factor * (in_T * two) + cut / share)),
            by=Pointwise(cases=[moved(weight), Gt(f, g)]),
        ),
        have(
            f"{name}.sum",
            Le(Int(in_T * one, t), factor * Int(in_T * two, t) + Int(cut, t) / share),
            by=Integrate(t, f"{name}.at", using=[of]),
        ),
        have(
            name,
            Le(Int(in_T * one, t), factor * Int(in_T * two, t) + delta / share),
            by=Real({f"{name}.sum": 1, of: 1 / share}),
        ),
    ]


even_odds = (1 + 2 * s) / (1 - 2 * s)
best_odds = ((1 + s) / (1 - s)) ** 2
low, high = (1 - s) / 2, (1 + s) / 2

even_prior = Theorem(
    title="(s,δ)-semantic privacy, seen by the uniform prior, implies (log((1 + 2s)/(1 − 2s)), 2δ)-differential privacy",
    source=converse,
    about=[P, Q, T],
    where=[Ge(s, 0), Lt(s, half), Ge(delta, 0)],
    given={"even": seldom(half)},
    claim={
        "PQ": Le(Int(in_T * f, t), even_odds * Int(in_T * g, t) + delta / half),
        "QP": Le(Int(in_T * g, t), even_odds * Int(in_T * f, t) + delta / (1 - half)),
    },
    proof=[*back(half, f, g, even_odds, "PQ", "even"), *back(half, g, f, even_odds, "QP", "even")],
    witness=({"s": 0, "delta": 0}, {P: [1], Q: [1], T: [1]}),
)

best_prior = Theorem(
    title="(s,δ)-semantic privacy, seen by the priors (1 − s)/2 and (1 + s)/2, implies (4 artanh(s), 2δ/(1 − s))-differential privacy",
    source=converse,
    about=[P, Q, T],
    where=[Ge(s, 0), Lt(s, 1), Ge(delta, 0)],
    given={"low": seldom(low), "high": seldom(high)},
    claim={
        "PQ": Le(Int(in_T * f, t), best_odds * Int(in_T * g, t) + delta / low),
        "QP": Le(Int(in_T * g, t), best_odds * Int(in_T * f, t) + delta / (1 - high)),
    },
    proof=[*back(low, f, g, best_odds, "PQ", "low"), *back(high, g, f, best_odds, "QP", "high")],
    tight=Attained(
        {
            P: [(1 + s) ** 2 / (2 + 2 * s**2), (1 - s) ** 2 / (2 + 2 * s**2)],
            Q: [(1 - s) ** 2 / (2 + 2 * s**2), (1 + s) ** 2 / (2 + 2 * s**2)],
            T: [1, 0],
        },
        params={"delta": 0},
        claim="PQ",
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [num(9, 10), num(1, 10)], Q: [num(1, 10), num(9, 10)], T: [1, 0]},
            {"s": half, "delta": 0},
            claim=Le(Int(in_T * f, t), num(99, 100) * best_odds * Int(in_T * g, t) + delta / low),
        ),
        Variant(
            "without the first prior",
            {P: [half, half], Q: [0, 1], T: [1, 0]},
            {"s": half, "delta": 0},
            drop=["low"],
        ),
        Variant(
            "without the second prior",
            {P: [0, 1], Q: [half, half], T: [1, 0]},
            {"s": half, "delta": 0},
            drop=["high"],
        ),
    ],
)

# -- as printed --------------------------------------------------------------------------------------------------------

as_printed = Formula(
    title="At ε = log 2, s = (e^ε − 1)/2 = 1/2: randomized response with odds 9 : 1 moves no prior on the bit by more than s, "
    "and is not (2ε, 2δ)-private, for δ < 1/4",
    source=Source(KEY, "Theorem 2.4"),
    against="((e^ε − 1)/2, δ)-semantic privacy implies (2ε, 2δ)-differential privacy",
    claim=[*NO_PRIOR_MOVES, "p > exp(2*log(2))*q + 2*delta"],
    where=["0 <= delta < 1/4", "0 <= w <= 1"],
    let=["s = (exp(log(2)) - 1)/2", *RESPONSE],
)

even_level = Formula(
    title="At s = (e^ε − 1)/2 the uniform prior gives the factor e^ε/(2 − e^ε), above e^(2ε) for every 0 < ε < log 2",
    source=converse,
    claim="exp(2*eps) < exp(eps)/(2 - exp(eps)) == (1 + 2*s)/(1 - 2*s)",
    where=["0 < eps < log(2)"],
    let=["s = (exp(eps) - 1)/2"],
)

best_level = Formula(
    title="At s = (e^ε − 1)/2 the best factor is ((1 + e^ε)/(3 − e^ε))², above e^(2ε) for every 0 < ε < log 3",
    source=converse,
    claim="exp(2*eps) < ((1 + exp(eps))/(3 - exp(eps)))^2 == ((1 + s)/(1 - s))^2",
    where=["0 < eps < log(3)"],
    let=["s = (exp(eps) - 1)/2"],
)

best_is_better = Formula(
    title="((1 + s)/(1 − s))² is at most (1 + 2s)/(1 − 2s), and 2/(1 − s) is at least 2",
    source=converse,
    claim=["((1 + s)/(1 - s))^2 <= (1 + 2*s)/(1 - 2*s)", "2/(1 - s) >= 2"],
    where=["0 <= s < 1/2"],
)

# -- the steps ---------------------------------------------------------------------------------------------------------

step_1 = Formula(
    title="b_i is uniform: both databases show t with the same probability c > 0 in Game i",
    source=proof_b,
    claim="(c/2)/(c/2 + c/2) == 1/2",
    where=["c > 0"],
)

step_2 = Formula(
    title="If b_0 and the uniform law are within w, then b_0 assigns between 1/2 − w and 1/2 + w (w is (e^ε − 1)/2)",
    source=proof_b,
    claim="1/2 - w <= y <= 1/2 + w",
    where=["w >= 0", "0 <= y <= 1"],
    given=["(abs(y - 1/2) + abs((1 - y) - 1/2))/2 <= w"],
)

level = (exp(eps) - 1) / 2
good = Le(half * half * Abs(f - g), level * (half * f + half * g))
ratio = Le(f, exp(2 * eps) * g)
five_to_two: Tables = {P: [num(5, 7), num(2, 7)], Q: [num(2, 7), num(5, 7)]}
at_three_halves = {"eps": log(num(3, 2)), "delta": 0}

step_3 = Falsehood(
    title="With probability at least 1 − 2δ over t from A(x): Pr[A(x) = t] <= e^(2ε) Pr[A(y) = t]",
    source=proof_b,
    about=[P, Q],
    where=[Ge(eps, 0), Lt(eps, log(num(2))), Ge(delta, 0)],
    given={"even": Ge(Int(Indicator(good) * (half * f + half * g), t), 1 - delta)},
    claim=Ge(Int(Indicator(ratio) * f, t), 1 - 2 * delta),
    values=five_to_two,
    params=at_three_halves,
    why="The posterior odds are e^ε/(2 − e^ε) = 3 at most, not e^(2ε) = 9/4; 2δ is right.",
)

step_4 = Falsehood(
    title="With probability at least 1 − δ over t from the mixture: Pr[A(x) = t] <= e^(2ε) Pr[A(y) = t]",
    source=proof_b,
    about=[P, Q],
    where=[Ge(eps, 0), Lt(eps, log(num(2))), Ge(delta, 0)],
    given={"even": Ge(Int(Indicator(good) * (half * f + half * g), t), 1 - delta)},
    claim=Ge(Int(Indicator(ratio) * (half * f + half * g), t), 1 - delta),
    values=five_to_two,
    params=at_three_halves,
    why="The posterior odds are e^ε/(2 − e^ε) = 3 at most, not e^(2ε) = 9/4.",
)
