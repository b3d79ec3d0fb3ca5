"""What δ means: first facts about (ε,δ)-indistinguishability, and in which sense δ is a probability of failure.

P(S) <= e^ε Q(S) + δ for all events S, and the same with P and Q exchanged. The relation is symmetric; a mechanism is (ε,δ)-private
if neighbours are (ε,δ)-indistinguishable. Where Q(S) = 0 the first inequality says P(S) <= δ, whatever ε is. For ε = 0 the two say
that the total variation is at most δ.

δ is often called the probability that the guarantee of ε fails. Three readings:

- If p <= e^ε q except with probability δ, then P and Q are (ε,δ)-indistinguishable. True; the converse is false: p > e^ε q may
  have probability above 1/2 however small δ is. What follows is Pr[p >= e^{ε+t} q] <= δ/(1 − e^{−t}).
- P and Q are mixtures, with weight 1 − δ, of laws that are ε-indistinguishable. For two laws this is true, and equivalent (chapter
  four_points).
- A whole mechanism is a mixture, with weight 1 − δ, of an ε-private one. False: on a path of databases the common part gets lost.
"""

from dpsym.kernel.laws.statements import Fact, event
from dpsym.kernel.laws.terms import at, space_of
from dpsym.library.entries import Definition, Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Instantiate,
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
from dpsym.objects.language import (
    Abs,
    Eq,
    Event,
    Ge,
    Gt,
    Indicator,
    Int,
    Kernel,
    Law,
    Le,
    Point,
    Symbol,
    exp,
    log,
    num,
    pos,
)
from dpsym.objects.unfold import Indistinguishable, TotalVariation
from theorems.instances import of
from theorems.vocabulary import E, P, Q, R, delta, e_eps, eps, half, in_E, p, q, x, y

t = Symbol("t")
coin, rare = [half, half], [num(1, 8), num(7, 8)]  # rare <= 2 coin, but coin is not <= 2 rare
catastrophe: Tables = {P: [delta, 1 - delta], Q: [0, 1], E: [1, 0]}
inside = [Ge(eps, 0), Ge(delta, 0), Le(delta, 1)]

# -- definitions ---------------------------------------------------------------------------------------------------

private = Definition(
    title="(ε,δ)-differential privacy",
    source=Source("cummings", "Definition 1"),
    object="dpsym.objects.notions.ApproximateDP",
    examples=of("ApproximateDP"),
)

pure = Definition(
    title="Pure differential privacy: δ = 0",
    source=Source("brown", "Section 6"),
    object="dpsym.objects.notions.PureDP",
    examples=of("PureDP"),
)

indistinguishable = Definition(
    title="(ε,δ)-indistinguishable laws",
    source=Source("brown", "Definition 2.1"),
    object="dpsym.objects.unfold.Indistinguishable",
    examples=of("Indistinguishable"),
)

# -- first facts ---------------------------------------------------------------------------------------------------

symmetric = Theorem(
    title="Indistinguishability is symmetric",
    source=Source("brown", "Section 2"),
    about=[P, Q],
    where=inside,
    given={"near": Indistinguishable(P, Q, eps, delta)},
    claim=Indistinguishable(Q, P, eps, delta),
    proof=[
        have("QP", Le(Int(in_E * q, x), e_eps * Int(in_E * p, x) + delta), by=Instantiate("near.QP", in_E)),
        have("PQ", Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + delta), by=Instantiate("near.PQ", in_E)),
    ],
    tight=Attained({P: [0, 1], Q: [delta, 1 - delta], E: [1, 0]}, claim="claim.PQ"),
    fails=[
        Variant(
            "one direction alone",
            {P: [1, 0], Q: [half, half], E: [0, 1]},
            {"eps": log(num(2)), "delta": 0},
            drop=["near.QP"],
        ),
        Variant(
            "the other direction alone",
            {P: [half, half], Q: [1, 0], E: [0, 1]},
            {"eps": log(num(2)), "delta": 0},
            drop=["near.PQ"],
        ),
    ],
)

d, d_ = Point("d"), Point("d'", like=Point("d"))
M, N, O = Kernel("M", d, y), Event("N", d, d_), Event("E", y)
m, m_ = M(d, y), M(d_, y)
near, near_ = N(d, d_), N(d_, d)
S = event("S", space_of(y))
s, o = at("S", y), O.density
one_way = Fact(Le(near * Int(s * m, y), near * (e_eps * Int(s * m_, y) + delta)), (S,))

for_ordered_pairs = Theorem(
    title="The inequality for all ordered pairs of neighbours says that neighbours are indistinguishable, both ways",
    source=Source("brown", "Definition 4.1"),
    about=[M, N, O],
    where=inside,
    given={"adjacent": forall(d, d_, Eq(near, near_)), "private": one_way},
    claim={
        "forth": forall(d, d_, Le(near * Int(o * m, y), near * (e_eps * Int(o * m_, y) + delta))),
        "back": forall(d, d_, Le(near * Int(o * m_, y), near * (e_eps * Int(o * m, y) + delta))),
    },
    proof=[
        have("forth", by=Instantiate("private", o)),
        have("back", by=Pointwise([("forth", {d: d_, d_: d}), "adjacent"])),
    ],
    witness=(
        {"eps": 0, "delta": 0},
        {M: [half, half, half, half], N: [0, 1, 1, 0], O: [1, 0]},
    ),
    fails=[
        Variant(
            "when adjacency is not symmetric",
            {M: [1, 0, half, half], N: [0, 1, 0, 0], O: [0, 1]},
            {"eps": log(num(2)), "delta": 0},
            drop=["adjacent"],
        ),
        Variant(
            "without privacy",
            {M: [1, 0, 0, 1], N: [0, 1, 1, 0], O: [1, 0]},
            {"eps": 0, "delta": 0},
            drop=["private"],
        ),
    ],
)

pure_is_stronger = Theorem(
    title="ε-indistinguishable laws are (ε,δ)-indistinguishable for every δ from 0 to 1",
    source=Source("brown", "Section 6"),
    about=[P, Q],
    where=inside,
    given={"near": Indistinguishable(P, Q, eps)},
    claim=Indistinguishable(P, Q, eps, delta),
    proof=[
        have("PQ.pure", Le(Int(in_E * p, x), e_eps * Int(in_E * q, x)), by=Instantiate("near.PQ", in_E)),
        have("PQ", Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + delta), by=Real(["PQ.pure"])),
        have("QP.pure", Le(Int(in_E * q, x), e_eps * Int(in_E * p, x)), by=Instantiate("near.QP", in_E)),
        have("QP", Le(Int(in_E * q, x), e_eps * Int(in_E * p, x) + delta), by=Real(["QP.pure"])),
    ],
    witness=({"eps": 1, "delta": half}, {P: [half, half], Q: [half, half], E: [1, 0]}),
    fails=[
        Variant("when δ is negative", {P: [1], Q: [1], E: [1]}, {"eps": 0, "delta": -1}, where=[Ge(eps, 0)]),
        Variant(
            "without the first direction",
            {P: coin, Q: rare, E: [1, 0]},
            {"eps": log(num(2)), "delta": 0},
            drop=["near.PQ"],
        ),
        Variant(
            "without the second direction",
            {P: rare, Q: coin, E: [1, 0]},
            {"eps": log(num(2)), "delta": 0},
            drop=["near.QP"],
        ),
    ],
)

strictly_stronger = Falsehood(
    title="(ε,δ)-indistinguishable laws are ε'-indistinguishable for some ε' (here for ε' = 100)",
    source=Source("brown", "Section 6"),
    about=[P, Q],
    where=[Gt(eps, 0), Gt(delta, 0), Le(delta, 1), Gt(t, 0)],
    given={"near": Indistinguishable(P, Q, eps, delta)},
    claim=Indistinguishable(P, Q, t),
    values={P: [num(1, 10), num(9, 10)], Q: [0, 1], E: [1, 0]},
    params={"eps": 1, "delta": num(1, 10), "t": 100},
    why="An event may have probability δ for P and 0 for Q; no factor brings 0 up to δ.",
)

null_event = Theorem(
    title="An event that is impossible for Q has probability at most δ for P, whatever ε is",
    source=Source("cummings", "Section 1"),
    about=[P, Q, E],
    where=inside,
    given={"near": Indistinguishable(P, Q, eps, delta).facts()["PQ"], "impossible": Eq(Int(in_E * q, x), 0)},
    claim=Le(Int(in_E * p, x), delta),
    proof=[
        have("event", Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + delta), by=Instantiate("near", in_E)),
        have("goal", by=Real(["event", "impossible"])),
    ],
    tight=Attained(catastrophe),
    fails=[
        Variant("when it is possible", {P: [1], Q: [1], E: [1]}, {"eps": 0, "delta": 0}, drop=["impossible"]),
        Variant("when the laws are far", {P: [1, 0], Q: [0, 1], E: [1, 0]}, {"eps": 0, "delta": 0}, drop=["near"]),
        Variant(
            "with nine tenths of δ",
            {P: [half, half], Q: [0, 1], E: [1, 0]},
            {"eps": 0, "delta": half},
            claim=Le(Int(in_E * p, x), num(9, 10) * delta),
        ),
    ],
)

no_factor = Theorem(
    title="Without δ no ε is enough if an event is impossible for Q and possible for P",
    source=Source("cummings", "Section 1"),
    about=[P, Q, E],
    given={"impossible": Eq(Int(in_E * q, x), 0), "possible": Gt(Int(in_E * p, x), 0)},
    claim=Gt(Int(in_E * p, x), e_eps * Int(in_E * q, x)),
    proof=[have("goal", by=Real(["impossible", "possible"]))],
    witness=({"eps": 1}, {P: [half, half], Q: [0, 1], E: [1, 0]}),
    fails=[
        Variant("when it is possible for both", {P: [1], Q: [1], E: [1]}, {"eps": 1}, drop=["impossible"]),
        Variant("when it is possible for neither", {P: [0, 1], Q: [0, 1], E: [1, 0]}, {"eps": 1}, drop=["possible"]),
    ],
)

# -- δ as a probability of failure ---------------------------------------------------------------------------------

over, under = Gt(p, e_eps * q), Gt(q, e_eps * p)

loss_is_not_bounded = Falsehood(
    title="(ε,δ)-indistinguishable laws satisfy p <= e^ε q except with probability δ",
    source=Source("cummings", "Section 1"),
    about=[P, Q],
    where=[Gt(eps, 0), Gt(delta, 0), Le(delta, 1)],
    given={"near": Indistinguishable(P, Q, eps, delta)},
    claim=Le(Int(Indicator(over) * p, x), delta),
    values={P: [num(2, 3), num(1, 3)], Q: [num(33, 100), num(67, 100)]},
    params={"eps": log(num(2)), "delta": num(1, 100)},
    why="δ bounds by how much P(S) exceeds e^ε Q(S), not how likely it is that p exceeds e^ε q a little.",
)

# In U = e^ε and T = e^t, so that the laws that attain the bounds have rational weights for rational U and T.

U, T, k = Symbol("U"), Symbol("T"), Symbol("k")
some = at("S", x)
forth = Fact(Le(Int(some * p, x), U * Int(some * q, x) + delta), (event("S", space_of(x)),))
back = Fact(Le(Int(some * q, x), U * Int(some * p, x) + delta), (event("S", space_of(x)),))
reached = Ge(p, U * q)
seldom = (U - 1 + delta) / (U**2 - 1)
often = U * (U - 1 + delta) / (U**2 - 1)

loss_reaches_epsilon = Theorem(
    title="How likely p >= U q is, U = e^ε: up to U (U − 1 + δ)/(U² − 1), which is above 1/2 however small δ is",
    source=Source("cummings", "Section 1", sharpened=True),
    about=[P, Q],
    where=[Gt(U, 1), Ge(delta, 0)],
    given={"near": back},
    claim=Le(Int(Indicator(reached) * p, x), often),
    proof=[
        have(
            "out",
            Le(Int(q, x) - Int(Indicator(reached) * q, x), U * (Int(p, x) - Int(Indicator(reached) * p, x)) + delta),
            by=Instantiate("near", 1 - Indicator(reached), cases=[reached]),
        ),
        have(
            "rare",
            Le(U * Int(Indicator(reached) * q, x), Int(Indicator(reached) * p, x)),
            by=Under(x, cases=[reached]),
        ),
        have(
            "goal",
            by=Real(
                {"out": U / (U**2 - 1), "rare": 1 / (U**2 - 1), "P.mass": U**2 / (U**2 - 1), "Q.mass": -U / (U**2 - 1)}
            ),
        ),
    ],
    tight=Attained(
        {P: [often, 1 - often], Q: [seldom, 1 - seldom]},
        where=[Le(delta, 1 - 1 / U)],
        at={"U": 3, "delta": half},
    ),
    fails=[
        Variant("when the laws are far", {P: [1, 0], Q: [0, 1]}, {"U": 2, "delta": 0}, drop=["near"]),
        Variant(
            "with nine tenths of it",
            {P: [num(3, 4), num(1, 4)], Q: [num(1, 4), num(3, 4)]},
            {"U": 3, "delta": 0},
            claim=Le(Int(Indicator(reached) * p, x), num(9, 10) * often),
        ),
    ],
)

loss_is_often_above = Formula(
    title="The (ε,δ)-pair of hockey_stick.from_events has p > e^ε q with probability (e^ε + δ)/(e^ε + 1), for every δ > 0",
    source=Source("cummings", "Section 1", sharpened=True),
    claim="exp(eps)*((1 - delta)/(exp(eps) + 1)) < (exp(eps) + delta)/(exp(eps) + 1)",
    where=["eps >= 0", "0 < delta <= 1"],
)

bounded_loss = Theorem(
    title="If p <= e^ε q and q <= e^ε p except with probability δ, the laws are (ε,δ)-indistinguishable",
    source=Source("cummings", "Section 1"),
    about=[P, Q],
    where=inside,
    given={"P": Le(Int(Indicator(over) * p, x), delta), "Q": Le(Int(Indicator(under) * q, x), delta)},
    claim=Indistinguishable(P, Q, eps, delta),
    proof=[
        have(
            "PQ.sum",
            Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + Int(Indicator(over) * p, x)),
            by=Under(x, cases=[over]),
        ),
        have("PQ", Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + delta), by=Real(["PQ.sum", "P"])),
        have(
            "QP.sum",
            Le(Int(in_E * q, x), e_eps * Int(in_E * p, x) + Int(Indicator(under) * q, x)),
            by=Under(x, cases=[under]),
        ),
        have("QP", Le(Int(in_E * q, x), e_eps * Int(in_E * p, x) + delta), by=Real(["QP.sum", "Q"])),
    ],
    tight=Attained({P: [delta, 0, 1 - delta], Q: [0, delta, 1 - delta], E: [1, 0, 0]}, claim="claim.PQ"),
    fails=[
        Variant("without the first", {P: coin, Q: rare, E: [1, 0]}, {"eps": log(num(2)), "delta": 0}, drop=["P"]),
        Variant("without the second", {P: rare, Q: coin, E: [1, 0]}, {"eps": log(num(2)), "delta": 0}, drop=["Q"]),
        Variant(
            "with nine tenths of δ",
            {P: [half, 0, half], Q: [0, half, half], E: [1, 0, 0]},
            {"eps": 0, "delta": half},
            claim=Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + num(9, 10) * delta),
        ),
    ],
)

high = Ge(p, T * U * q)
likely = delta * T / (T - 1)

loss_above_level = Theorem(
    title="(ε,δ)-indistinguishable laws have p >= T U q with probability at most δ T/(T − 1) = δ/(1 − e^−t), U = e^ε, T = e^t",
    source=Source("cummings", "Section 1", sharpened=True),
    about=[P, Q],
    where=[Ge(U, 1), Ge(delta, 0), Gt(T, 1)],
    given={"near": forth},
    claim=Le(Int(Indicator(high) * p, x), likely),
    proof=[
        have(
            "event",
            Le(Int(Indicator(high) * p, x), U * Int(Indicator(high) * q, x) + delta),
            by=Instantiate("near", Indicator(high)),
        ),
        have(
            "rare",
            Le(T * U * Int(Indicator(high) * q, x), Int(Indicator(high) * p, x)),
            by=Under(x, cases=[high]),
        ),
        have("goal", by=Real({"event": T / (T - 1), "rare": 1 / (T - 1)})),
    ],
    tight=Attained(
        {P: [k, 1 - k], Q: [k / (T * U), 1 - k / (T * U)]},
        params={"delta": k * (T - 1) / T},
        where=[Ge(k, 0), Le(k, 1)],
        at={"U": 2, "T": 2, "k": half},
    ),
    fails=[
        Variant(
            "with δ alone",
            {P: [half, half], Q: [num(1, 4), num(3, 4)]},
            {"U": 1, "delta": num(1, 4), "T": 2},
            claim=Le(Int(Indicator(high) * p, x), delta),
        ),
        Variant("when the laws are far", {P: [1, 0], Q: [0, 1]}, {"U": 1, "delta": 0, "T": 2}, drop=["near"]),
        Variant(
            "with nine tenths of it",
            {P: [half, half], Q: [num(1, 4), num(3, 4)]},
            {"U": 1, "delta": num(1, 4), "T": 2},
            claim=Le(Int(Indicator(high) * p, x), num(9, 10) * likely),
        ),
    ],
)

A, B, C = Law("a", x), Law("b", x), Law("c", x)
a, b, c = A.density, B.density, C.density
tv = TotalVariation(P, Q)

common_part = Theorem(
    title="Laws that have a part of mass 1 − δ in common are within δ in total variation",
    source=Source("cummings", "Section 1"),
    about=[P, Q, A, B, C],
    where=[Ge(delta, 0), Le(delta, 1)],
    given={
        "P": forall(x, Eq(p, (1 - delta) * c + delta * a)),
        "Q": forall(x, Eq(q, (1 - delta) * c + delta * b)),
    },
    claim=Le(tv, delta),
    proof=[
        have("cut", forall(x, Le(Abs(p - q), delta * (a + b))), by=Pointwise(["P", "Q"], cases=[Ge(a, b)])),
        have("sum", Le(Int(Abs(p - q), x), delta * (Int(a, x) + Int(b, x))), by=Integrate(x, "cut")),
        have("goal", by=Real(["sum", "a.mass", "b.mass"])),
    ],
    tight=Attained(
        {P: [delta, 0, 1 - delta], Q: [0, delta, 1 - delta], A: [1, 0, 0], B: [0, 1, 0], C: [0, 0, 1]},
    ),
    fails=[
        Variant(
            "without the part of P",
            {P: [1, 0], Q: [0, 1], A: [1, 0], B: [0, 1], C: [0, 1]},
            {"delta": half},
            drop=["P"],
        ),
        Variant(
            "without the part of Q",
            {P: [1, 0], Q: [0, 1], A: [1, 0], B: [0, 1], C: [1, 0]},
            {"delta": half},
            drop=["Q"],
        ),
        Variant(
            "with nine tenths of δ",
            {P: [1, 0], Q: [0, 1], A: [1, 0], B: [0, 1], C: [1, 0]},
            {"delta": 1},
            claim=Le(tv, num(9, 10) * delta),
        ),
    ],
)

mechanism_is_no_mixture = Falsehood(
    title="If neighbours in a row of three databases are (0,δ)-indistinguishable, the two ends are within δ in total variation, "
    "as they are for mixtures, with weight 1 − δ, of one law",
    source=Source("cummings", "Section 1"),
    about=[P, Q, R],
    where=[Ge(delta, 0), Le(delta, 1)],
    given={"first": Indistinguishable(P, R, 0, delta), "second": Indistinguishable(R, Q, 0, delta)},
    claim=Le(tv, delta),
    values={P: [1, 0], R: [half, half], Q: [0, 1]},
    params={"delta": half},
    why="An (ε,δ)-private mechanism need not be a mixture, with weight 1 − δ, of an ε-private one: for ε = 0 the private part is the "
    "same law for all databases, and by delta.common_part the ends would be within δ.",
)

# -- ε = 0 ---------------------------------------------------------------------------------------------------------

zero_epsilon = Theorem(
    title="(0,δ)-indistinguishable laws are within δ in total variation; one direction is enough",
    source=Source("brown", "Exercise 7.1"),
    about=[P, Q],
    where=[Ge(delta, 0), Le(delta, 1)],
    given={"near": Indistinguishable(P, Q, 0, delta).facts()["PQ"]},
    claim=Le(tv, delta),
    proof=[
        have("excess", Le(Int(pos(p - q), x), delta), by=Instantiate("near", Indicator(Gt(p, q)), cases=[Gt(p, q)])),
        have(
            "both",
            Eq(Int(Abs(p - q), x), 2 * Int(pos(p - q), x) - Int(p, x) + Int(q, x)),
            by=Under(x, cases=[Gt(p, q)]),
        ),
        have("goal", by=Real(["both", "excess", "P.mass", "Q.mass"])),
    ],
    tight=Attained({P: [delta, 1 - delta], Q: [0, 1]}),
    fails=[
        Variant("when nothing is known", {P: [1, 0], Q: [0, 1]}, {"delta": 0}, drop=["near"]),
        Variant(
            "with nine tenths of δ", {P: [half, half], Q: [0, 1]}, {"delta": half}, claim=Le(tv, num(9, 10) * delta)
        ),
    ],
)

from_total_variation = Theorem(
    title="Laws within δ in total variation are (0,δ)-indistinguishable",
    source=Source("brown", "Exercise 7.1"),
    about=[P, Q],
    where=[Ge(delta, 0), Le(delta, 1)],
    given={"near": Le(tv, delta)},
    claim=Indistinguishable(P, Q, 0, delta),
    proof=[
        have(
            "PQ.sum",
            Le(2 * Int(in_E * p, x) - 2 * Int(in_E * q, x), Int(Abs(p - q), x) + Int(p, x) - Int(q, x)),
            by=Under(x, cases=[Gt(p, q), Ge(in_E, 1)]),
        ),
        have(
            "PQ",
            Le(Int(in_E * p, x), exp(num(0)) * Int(in_E * q, x) + delta),
            by=Real(["PQ.sum", "near", "P.mass", "Q.mass"]),
        ),
        have(
            "QP.sum",
            Le(2 * Int(in_E * q, x) - 2 * Int(in_E * p, x), Int(Abs(p - q), x) + Int(q, x) - Int(p, x)),
            by=Under(x, cases=[Gt(p, q), Ge(in_E, 1)]),
        ),
        have(
            "QP",
            Le(Int(in_E * q, x), exp(num(0)) * Int(in_E * p, x) + delta),
            by=Real(["QP.sum", "near", "P.mass", "Q.mass"]),
        ),
    ],
    tight=Attained(catastrophe, claim="claim.PQ"),
    fails=[
        Variant("when nothing is known", {P: [1, 0], Q: [0, 1], E: [1, 0]}, {"delta": 0}, drop=["near"]),
        Variant(
            "with nine tenths of δ",
            {P: [half, half], Q: [0, 1], E: [1, 0]},
            {"delta": half},
            claim=Le(Int(in_E * p, x), Int(in_E * q, x) + num(9, 10) * delta),
        ),
    ],
)
