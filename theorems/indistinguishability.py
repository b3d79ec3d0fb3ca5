"""(ε,δ)-indistinguishable laws: what Kasiviswanathan and Smith define, Parts 5 and 6 of their Claim 3.3, and two remarks.

Part 5 is post-processing with coins of one's own. Part 6 is total variation: the bound e^ε − 1 + δ is true and loose, and its printed
proof adds δ up over all points. Indistinguishability is not a metric, as the footnote says; for ε <= δ it says no more than total
variation. (Parts 1 and 2 are in point_wise, Parts 3 and 4 in common_input.)
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Definition, Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Cite,
    Instantiate,
    Integrate,
    Pointwise,
    Real,
    Source,
    Step,
    Theorem,
    Under,
    Vanish,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Abs, Eq, Event, Ge, Gt, Indicator, Int, Law, Le, Point, Symbol, exp, log, num
from dpsym.objects.unfold import Indistinguishable, TotalVariation
from theorems.instances import of
from theorems.total_variation import bound
from theorems.vocabulary import E, P, Q, R, delta, e_eps, eps, half, in_E, p, q, x

KEY = "kasiviswanathan-smith"
c, y = Symbol("c"), Symbol("y")
ranges = [Ge(eps, 0), Ge(delta, 0), Le(delta, 1)]
near = {"near": Indistinguishable(P, Q, eps, delta)}

# -- definitions ----------------------------------------------------------------------------------------------

statistical_difference = Definition(
    title="SD(P, Q) = max over S of |P(S) − Q(S)|",
    source=Source(KEY, "Section 1.1"),
    object="dpsym.objects.divergences.TotalVariation",
    examples=of("TotalVariation"),
)

pure_privacy = Definition(
    title="ε-differential privacy, for databases at Hamming distance at most 1",
    source=Source(KEY, "Definition 1.1"),
    object="dpsym.objects.notions.PureDP",
    examples=of("PureDP"),
)

approximate_privacy = Definition(
    title="(ε,δ)-differential privacy, for databases that differ in one entry",
    source=Source(KEY, "Definition 1.2"),
    object="dpsym.objects.notions.ApproximateDP",
    examples=of("ApproximateDP"),
)

for_all_events = Definition(
    title="(ε,δ)-indistinguishable: P(S) <= e^ε Q(S) + δ and Q(S) <= e^ε P(S) + δ for all events S",
    source=Source(KEY, "Definition 3.1"),
    object="dpsym.objects.unfold.Indistinguishable",
    examples=of("Indistinguishable"),
)

most = Int(Indicator(Gt(p, q)) * p, x) - Int(Indicator(Gt(p, q)) * q, x)

greatest_difference = Theorem(
    title="Half the integral of |p − q| is the greatest difference of probabilities: of the event p > q",
    source=Source(KEY, "Section 1.1"),
    about=[P, Q, E],
    claim={
        "bound": Le(Abs(Int(in_E * p, x) - Int(in_E * q, x)), TotalVariation(P, Q)),
        "attained": Eq(most, TotalVariation(P, Q)),
    },
    proof=[
        have(
            "above",
            Le(2 * Int(in_E * p, x) - 2 * Int(in_E * q, x), Int(Abs(p - q), x) + Int(p, x) - Int(q, x)),
            by=Under(x, cases=[Ge(in_E, 1), Gt(p, q)]),
        ),
        have(
            "below",
            Le(2 * Int(in_E * q, x) - 2 * Int(in_E * p, x), Int(Abs(p - q), x) - Int(p, x) + Int(q, x)),
            by=Under(x, cases=[Ge(in_E, 1), Gt(p, q)]),
        ),
        have("bound", by=Real(["above", "below", "P.mass", "Q.mass"], cases=[Ge(Int(in_E * p, x), Int(in_E * q, x))])),
        have("most", Eq(2 * most, Int(Abs(p - q), x) + Int(p, x) - Int(q, x)), by=Under(x, cases=[Gt(p, q)])),
        have("attained", by=Real(["most", "P.mass", "Q.mass"])),
    ],
    tight=Attained({P: [1, 0], Q: [0, 1], E: [1, 0]}),
    fails=[
        Variant(
            "half of it",
            {P: [1, 0], Q: [0, 1], E: [1, 0]},
            claim=Le(Abs(Int(in_E * p, x) - Int(in_E * q, x)), half * TotalVariation(P, Q)),
        )
    ],
)


# -- Part 5: post-processing with coins of one's own -------------------------------------------------------------

coin = Point("r")
Coins, G = Law("C", coin), Event("G", x, coin)  # G: the (x, r) that g takes to the event
k, w = Coins.density, G.density


def tossed(m: Term) -> Term:
    """The probability that g(X, R) is in the event, for X of density m."""
    return Int(w * m * k, coin, x)


def after(m: Term, n: str) -> list[Step]:
    return [
        have(f"{n}.at", forall(coin, Eq(Int(w * m * k, x), k * Int(w * m, x))), by=Under(x)),
        have(n, Eq(tossed(m), Int(k * Int(w * m, x), coin)), by=Integrate(coin, f"{n}.at")),
    ]


def tossing(m: Term, n: Term, name: str, of: str, sums: tuple[str, str]) -> list[Step]:
    """For each r the hypothesis for S_r = {x : g(x, r) in S}; then the mean over r."""
    left, right = Int(w * m, x), Int(w * n, x)
    return [
        have(f"{name}.near", forall(coin, Le(left, e_eps * right + delta)), by=Instantiate(of, w, x=x)),
        have(f"{name}.at", forall(coin, Le(k * left - e_eps * (k * right), delta * k)), by=Pointwise([f"{name}.near"])),
        have(
            f"{name}.s5",
            Le(Int(k * left, coin) - e_eps * Int(k * right, coin), delta * Int(k, coin)),
            by=Integrate(coin, f"{name}.at"),
        ),
        have(f"{name}", Le(tossed(m), e_eps * tossed(n) + delta), by=Real([f"{name}.s5", "mass", *sums])),
    ]


post_processing_with_coins = Theorem(
    title="g(X, R) and g(Y, R), R independent of X and Y, are (ε,δ)-indistinguishable if X and Y are",
    source=Source(KEY, "Claim 3.3(5)"),
    about=[P, Q, Coins, G],
    where=ranges,
    given=near,
    claim={"PQ": Le(tossed(p), e_eps * tossed(q) + delta), "QP": Le(tossed(q), e_eps * tossed(p) + delta)},
    proof=[
        *after(p, "P.s3"),
        *after(q, "Q.s3"),
        *tossing(p, q, "PQ", "near.PQ", ("P.s3", "Q.s3")),
        *tossing(q, p, "QP", "near.QP", ("P.s3", "Q.s3")),
    ],
    tight=Attained({P: [delta, 1 - delta], Q: [0, 1], Coins: [1], G: [1, 0]}, claim="PQ"),
    fails=[
        Variant(
            "with a smaller δ",
            {P: [half, half], Q: [0, 1], Coins: [1], G: [1, 0]},
            {"eps": 1, "delta": half},
            claim=Le(tossed(p), e_eps * tossed(q) + num(9, 10) * delta),
        ),
        Variant(
            "without the first direction",
            {P: [half, half], Q: [1, 0], Coins: [1], G: [0, 1]},
            {"eps": 1, "delta": 0},
            drop=["near.PQ"],
        ),
        Variant(
            "without the second direction",
            {P: [1, 0], Q: [half, half], Coins: [1], G: [0, 1]},
            {"eps": 1, "delta": 0},
            drop=["near.QP"],
        ),
    ],
)

# -- Part 6: statistical difference -----------------------------------------------------------------------------

proof_6 = Source(KEY, "Proof of Claim 3.3(6)")
inside_gap, outside_gap = Int(in_E * p, x) - Int(in_E * q, x), Int((1 - in_E) * p, x) - Int((1 - in_E) * q, x)
sizes = Int(in_E * Abs(p - q), x), Int((1 - in_E) * Abs(p - q), x)

twice_the_difference = Theorem(
    title="2|P(S) − Q(S)| is at most the sum of |p − q|",
    source=proof_6,
    about=[P, Q, E],
    claim=Le(2 * Abs(inside_gap), Int(Abs(p - q), x)),
    proof=[
        have("parts", Eq(inside_gap + outside_gap, Int(p, x) - Int(q, x)), by=Under(x)),
        have(
            "s1",
            Eq(2 * Abs(inside_gap), Abs(inside_gap) + Abs(outside_gap)),
            by=Real(["parts", "P.mass", "Q.mass"], cases=[Ge(inside_gap, 0)]),
        ),
        have("s3.in+", Le(inside_gap, sizes[0]), by=Under(x, cases=[Ge(p, q)])),
        have("s3.in-", Le(-inside_gap, sizes[0]), by=Under(x, cases=[Ge(p, q)])),
        have("s3.out+", Le(outside_gap, sizes[1]), by=Under(x, cases=[Ge(p, q)])),
        have("s3.out-", Le(-outside_gap, sizes[1]), by=Under(x, cases=[Ge(p, q)])),
        have("s3.in", Le(Abs(inside_gap), sizes[0]), by=Real(["s3.in+", "s3.in-"], cases=[Ge(inside_gap, 0)])),
        have("s3.out", Le(Abs(outside_gap), sizes[1]), by=Real(["s3.out+", "s3.out-"], cases=[Ge(outside_gap, 0)])),
        have("s4", Eq(sizes[0] + sizes[1], Int(Abs(p - q), x)), by=Under(x)),
        have("goal", by=Real({"s1": 1, "s3.in": 1, "s3.out": 1, "s4": 1})),
    ],
    tight=Attained({P: [1, 0], Q: [0, 1], E: [1, 0]}),
    fails=[
        Variant(
            "with 3 in place of 2",
            {P: [1, 0], Q: [0, 1], E: [1, 0]},
            claim=Le(3 * Abs(inside_gap), Int(Abs(p - q), x)),
        )
    ],
)

part_6_step_5 = Formula(
    title="|p − q| <= (e^ε q + δ − q) + (e^ε p + δ − p) at each point",
    source=proof_6,
    claim="abs(p - q) <= (exp(eps)*q + delta - q) + (exp(eps)*p + delta - p)",
    where=["eps >= 0", "delta >= 0", "p >= 0", "q >= 0"],
    given=["p <= exp(eps)*q + delta", "q <= exp(eps)*p + delta"],
)

summed = Int(e_eps * q + delta - q, x) + Int(e_eps * p + delta - p, x)
count = Symbol("N")

part_6_step_6 = Falsehood(
    title="Σ_c (e^ε q(c) + δ − q(c)) + Σ_c (e^ε p(c) + δ − p(c)) = 2δ + (e^ε − 1) Σ_c q(c) + (e^ε − 1) Σ_c p(c)",
    source=proof_6,
    about=[P, Q],
    where=ranges,
    given=near,
    claim=Eq(summed, 2 * delta + (e_eps - 1) * Int(q, x) + (e_eps - 1) * Int(p, x)),
    values={P: [half, half], Q: [half, half]},
    params={"eps": 0, "delta": num(1, 10)},
    why="Σ_c δ is δ times the number of points.",
)

part_6_step_6_corrected = Theorem(
    title="The sum over N points is 2Nδ + 2(e^ε − 1)",
    source=proof_6,
    about=[P, Q],
    where=[Ge(eps, 0), Ge(delta, 0)],
    given={"points": Eq(Int(num(1), x), count)},
    claim=Eq(summed, 2 * count * delta + (e_eps - 1) * 2),
    proof=[
        have(
            "sum",
            Eq(summed, 2 * delta * Int(num(1), x) + (e_eps - 1) * Int(q, x) + (e_eps - 1) * Int(p, x)),
            by=Under(x, finite=["points"]),
        ),
        have("goal", by=Real(["sum", "points", "P.mass", "Q.mass"])),
    ],
    witness=({"eps": 0, "delta": num(1, 10), "N": 2}, {P: [half, half], Q: [half, half]}),
)

part_6_step_7 = Formula(
    title="2δ + (e^ε − 1) + (e^ε − 1) = 2(e^ε − 1) + 2δ",
    source=proof_6,
    claim="2*delta + (exp(eps) - 1)*1 + (exp(eps) - 1)*1 == 2*(exp(eps) - 1) + 2*delta",
    where=["eps >= 0", "delta >= 0"],
)

over = Indicator(Gt(p, q))
printed_claim = Le(TotalVariation(P, Q), e_eps - 1 + delta)

total_variation_as_printed = Theorem(
    title="(ε,δ)-indistinguishable laws are within e^ε − 1 + δ in total variation",
    source=Source(KEY, "Claim 3.3(6)"),
    about=[P, Q],
    where=ranges,
    given={"near": near["near"].facts()["PQ"]},
    claim=printed_claim,
    proof=[
        have("most", Eq(2 * most, Int(Abs(p - q), x) + Int(p, x) - Int(q, x)), by=Under(x, cases=[Gt(p, q)])),
        have("S", Le(Int(over * p, x), e_eps * Int(over * q, x) + delta), by=Instantiate("near", over)),
        have("S<=1", Le(Int(over * q, x), Int(q, x)), by=Under(x, cases=[Gt(p, q)])),
        have("goal", by=Real({"most": half, "S": 1, "S<=1": e_eps - 1, "P.mass": half, "Q.mass": e_eps - 1 + half})),
    ],
    witness=({"eps": 1, "delta": 0}, {P: [1], Q: [1]}),
    fails=[
        Variant("without the hypothesis", {P: [1, 0], Q: [0, 1]}, {"eps": 0, "delta": 0}, drop=["near"]),
    ],
)

# -- Footnote 2: not a metric --------------------------------------------------------------------------------------

footnote = Source(KEY, "Footnote 2")

same_level_is_not_transitive = Falsehood(
    title="If P, Q and Q, R are (ε,δ)-indistinguishable, then so are P, R; in particular at ε = 0, where d(P, Q) + d(Q, R) = 0",
    source=footnote,
    about=[P, Q, R],
    where=ranges,
    given={"first": Indistinguishable(P, Q, eps, delta), "second": Indistinguishable(Q, R, eps, delta)},
    claim=Indistinguishable(P, R, eps, delta),
    values={P: [1, 0], Q: [half, half], R: [0, 1], E: [1, 0]},
    params={"eps": 0, "delta": half},
    why="The triangle inequality fails for the least ε at fixed δ > 0: the δ's add up too.",
)

least_delta_has_no_triangle = Falsehood(
    title="The least δ at fixed ε satisfies the triangle inequality",
    source=footnote,
    about=[P, Q, R],
    where=[Ge(eps, 0)],
    given={"first": Indistinguishable(P, Q, eps), "second": Indistinguishable(Q, R, eps)},
    claim=Indistinguishable(P, R, eps),
    values={
        P: [num(4, 6), num(2, 6)],
        Q: [half, half],
        R: [num(2, 6), num(4, 6)],
        E: [1, 0],
    },
    params={"eps": log(num(3, 2))},
    why="Both distances are 0 and the third is not: it is the ε's that add up.",
)

zero_does_not_mean_equal = Falsehood(
    title="(ε,δ)-indistinguishable laws are equal if ε = 0, or if δ = 0",
    source=footnote,
    about=[P, Q],
    where=ranges,
    given=near,
    claim=Le(TotalVariation(P, Q), 0),
    values={P: [num(3, 5), num(2, 5)], Q: [num(2, 5), num(3, 5)]},
    params={"eps": 0, "delta": num(1, 5)},
    why="At ε = 0 it says that the laws are within δ.",
)

total_variation_zero = Theorem(
    title="Laws at statistical difference 0 are equal",
    source=footnote,
    about=[P, Q],
    given={"zero": Le(TotalVariation(P, Q), 0)},
    claim=forall(x, Eq(p, q)),
    proof=[
        have("none", Le(Int(Abs(p - q), x), 0), by=Real(["zero"])),
        have("vanish", forall(x, Eq(Abs(p - q), 0)), by=Vanish("none", x)),
        have("goal", by=Pointwise(["vanish"], cases=[Ge(p, q)])),
    ],
    witness=({}, {P: [half, half], Q: [half, half]}),
    fails=[Variant("without it", {P: [1, 0], Q: [0, 1]}, drop=["zero"])],
)

# -- Remark after Definition 2.3: when ε <= δ, statistical difference says it all ------------------------------------

w_ = exp(delta)
merged = (w_ - 1 + 2 * delta) / (w_ + 1)
merged_claim = Le(TotalVariation(P, Q), merged)

small_epsilon = Theorem(
    title="(ε,δ)-indistinguishable laws with ε <= δ are within (e^δ − 1 + 2δ)/(e^δ + 1) in total variation",
    source=Source(KEY, "Remark after Definition 2.3", sharpened=True),
    about=[P, Q],
    where=[*ranges, Le(eps, delta)],
    given=near,
    claim=merged_claim,
    proof=[
        have("sharp", Le(TotalVariation(P, Q), (e_eps - 1 + 2 * delta) / (e_eps + 1)), by=Cite(bound)),
        have("more", Le((e_eps - 1 + 2 * delta) / (e_eps + 1), merged), by=Real()),
        have("goal", by=Real(["sharp", "more"])),
    ],
    tight=Attained(
        {
            P: [(w_ + delta) / (w_ + 1), (1 - delta) / (w_ + 1)],
            Q: [(1 - delta) / (w_ + 1), (w_ + delta) / (w_ + 1)],
        },
        params={"eps": delta},
    ),
    fails=[
        Variant(
            "with nine tenths of it",
            {P: [1, 0], Q: [0, 1]},
            {"eps": 0, "delta": 1},
            claim=Le(TotalVariation(P, Q), num(9, 10) * merged),
        ),
        Variant(
            "without the first direction",
            {P: [num(1, 3), num(2, 3)], Q: [1, 0]},
            {"eps": half, "delta": half},
            drop=["near.PQ"],
        ),
        Variant(
            "without the second direction",
            {P: [1, 0], Q: [num(1, 3), num(2, 3)]},
            {"eps": half, "delta": half},
            drop=["near.QP"],
        ),
    ],
)

small_epsilon_as_printed = Formula(
    title="(e^δ − 1 + 2δ)/(e^δ + 1) <= 3δ/2 <= 2δ",
    source=Source(KEY, "Remark after Definition 2.3"),
    claim="(exp(delta) - 1 + 2*delta)/(exp(delta) + 1) <= 3*delta/2 <= 2*delta",
    where=["delta >= 0"],
)
