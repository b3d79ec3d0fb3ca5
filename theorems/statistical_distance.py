"""Why not statistical distance? What total variation says of privacy, and what it does not.

- ε-DP puts neighbours within tanh(ε/2), and one direction of it alone within 1 - e^(-ε); the way back is not there: laws within δ > 0
  need not be ε-close for any ε.
- Steps add up: with neighbours within 1/(2n), any two datasets of size n are within 1/2. So M(X) has half of its mass in common with
  M(0), for each X; but not with one law for all X. From three records on, nothing need be common to all.
- A mechanism that releases one of n records with probability 1/(2n) each is within 1/(2n), not 1/n, of its neighbours.
"""

from itertools import combinations, product

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
    Ge,
    Gt,
    Int,
    Law,
    Le,
    Min,
    Query,
    Symbol,
    exp,
    log,
    num,
    pos,
)
from dpsym.objects.unfold import Indistinguishable, Pure, TotalVariation
from theorems.total_variation import triangle
from theorems.vocabulary import E, P, Q, R, delta, e_eps, eps, half, in_E, p, q, r, x

d, n, w = Symbol("d"), Symbol("n"), Symbol("w")
quarter = num(1, 4)

# -- privacy gives closeness -------------------------------------------------------------------------------------------

one_direction_claim = Le(TotalVariation(P, Q), 1 - exp(-eps))

one_direction = Theorem(
    title="If p <= e^ε q, the laws are within 1 - e^(-ε), and no less can be said of one direction",
    source=Source("biswas", "Remark 2"),
    about=[P, Q],
    where=[Ge(eps, 0)],
    given={"near": forall(x, Le(p, e_eps * q))},
    claim=one_direction_claim,
    proof=[
        have("back", forall(x, Le(exp(-eps) * p, q)), by=Pointwise({"near": exp(-eps)})),
        have("part", Ge(1 - exp(-eps), 0), by=Real()),
        have("above", forall(x, Le(p - q, 2 * (1 - exp(-eps)) * p - p + q)), by=Pointwise({"back": 2})),
        have("below", forall(x, Le(q - p, 2 * (1 - exp(-eps)) * p - p + q)), by=Pointwise({"part": 2 * p})),
        have("cut", forall(x, Le(Abs(p - q), 2 * (1 - exp(-eps)) * p - p + q)), by=Pointwise(["above", "below"])),
        have(
            "sum",
            Le(Int(Abs(p - q), x), (2 * (1 - exp(-eps)) - 1) * Int(p, x) + Int(q, x)),
            by=Integrate(x, "cut"),
        ),
        have("goal", by=Real(["sum", "P.mass", "Q.mass"])),
    ],
    tight=Attained({P: [1, 0], Q: [exp(-eps), 1 - exp(-eps)]}),
    fails=[
        Variant(
            "with tanh(ε/2)",
            {P: [1, 0], Q: [half, half]},
            {"eps": log(num(2))},
            claim=Le(TotalVariation(P, Q), (e_eps - 1) / (e_eps + 1)),
        ),
        Variant("without closeness", {P: [1, 0], Q: [0, 1]}, {"eps": log(num(2))}, drop=["near"]),
    ],
)

both_claim = Le(TotalVariation(P, Q), (e_eps - 1) / (e_eps + 1))
share = (e_eps - 1) / (e_eps + 1)

both_directions = Theorem(
    title="ε-DP puts the laws of neighbours within tanh(ε/2), and no less can be said",
    source=Source("biswas", "Remark 2", sharpened=True),
    about=[P, Q],
    where=[Ge(eps, 0)],
    given={"near": Pure(P, Q, eps)},
    claim=both_claim,
    proof=[
        have("above", forall(x, Le(p - q, share * (p + q))), by=Pointwise({"near.PQ": 2 / (e_eps + 1)})),
        have("below", forall(x, Le(q - p, share * (p + q))), by=Pointwise({"near.QP": 2 / (e_eps + 1)})),
        have("cut", forall(x, Le(Abs(p - q), share * p + share * q)), by=Pointwise(["above", "below"])),
        have("sum", Le(Int(Abs(p - q), x), share * Int(p, x) + share * Int(q, x)), by=Integrate(x, "cut")),
        have("goal", by=Real({"sum": half, "P.mass": share / 2, "Q.mass": share / 2})),
    ],
    tight=Attained({P: [e_eps / (e_eps + 1), 1 / (e_eps + 1)], Q: [1 / (e_eps + 1), e_eps / (e_eps + 1)]}),
    fails=[
        Variant(
            "with a factor below one",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)]},
            {"eps": log(num(2))},
            claim=Le(TotalVariation(P, Q), num(99, 100) * share),
        ),
        Variant(
            "without the first direction",
            {P: [1, 0], Q: [half, half]},
            {"eps": log(num(2))},
            drop=["near.PQ", "near.QP"],
        ),
    ],
)

tanh_is_less = Formula(
    title="tanh(ε/2) = (e^ε - 1)/(e^ε + 1) is below 1 - e^(-ε)",
    source=Source("biswas", "Remark 2"),
    claim="tanh(eps/2) == (exp(eps) - 1)/(exp(eps) + 1) < 1 - exp(-eps)",
    where=["eps > 0"],
)

at_most_epsilon = Formula(
    title="1 - e^(-ε) <= ε",
    source=Source("biswas", "Remark 2"),
    claim="1 - exp(-eps) <= eps",
    where=["eps in reals"],
)

# -- closeness does not give privacy -----------------------------------------------------------------------------------

close_claim = {
    "PQ": Le(Int(in_E * p, x) - e_eps * Int(in_E * q, x), delta),
    "QP": Le(Int(in_E * q, x) - e_eps * Int(in_E * p, x), delta),
}

close_laws = Theorem(
    title="Laws within δ are (ε,δ)-close for every ε, and for no ε with less than δ: so not ε-private for any ε, if δ > 0",
    source=Source("biswas", "Remark 2"),
    about=[P, Q, E],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"near": Le(TotalVariation(P, Q), delta)},
    claim=close_claim,
    proof=[
        have("u>=1", Ge(e_eps, 1), by=Real()),
        have(
            "PQ.half",
            Le(2 * Int(in_E * p, x) - 2 * Int(in_E * q, x), Int(Abs(p - q), x) + Int(p, x) - Int(q, x)),
            by=Under(x, cases=[Ge(in_E, 1), Ge(p, q)]),
        ),
        have(
            "QP.half",
            Le(2 * Int(in_E * q, x) - 2 * Int(in_E * p, x), Int(Abs(p - q), x) + Int(q, x) - Int(p, x)),
            by=Under(x, cases=[Ge(in_E, 1), Ge(p, q)]),
        ),
        have("PQ", by=Real({"PQ.half": half, "near": 1, "P.mass": half, "Q.mass": -half, "u>=1": Int(in_E * q, x)})),
        have("QP", by=Real({"QP.half": half, "near": 1, "P.mass": -half, "Q.mass": half, "u>=1": Int(in_E * p, x)})),
    ],
    tight=Attained({P: [1 - delta, delta], Q: [1, 0], E: [0, 1]}, claim="PQ"),
    fails=[
        Variant(
            "with a smaller δ",
            {P: [half, half], Q: [1, 0], E: [0, 1]},
            {"eps": 1, "delta": half},
            claim=Le(Int(in_E * p, x) - e_eps * Int(in_E * q, x), num(9, 10) * delta),
        ),
        Variant("without closeness", {P: [0, 1], Q: [1, 0], E: [0, 1]}, {"eps": 1, "delta": half}, drop=["near"]),
    ],
)

close_laws_are_private = Falsehood(
    title="Laws within δ in total variation are ε-private for some ε, here 1000",
    source=Source("biswas", "Remark 2"),
    about=[P, Q],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"near": Le(TotalVariation(P, Q), delta)},
    claim=Indistinguishable(P, Q, eps),
    values={P: [num(99, 100), num(1, 100)], Q: [1, 0], E: [0, 1]},
    params={"eps": 1000, "delta": num(1, 100)},
    why="What is impossible for one dataset has probability δ for its neighbour.",
)

equal_laws = Theorem(
    title="Laws within 0 in total variation are 0-private: the exception",
    source=Source("biswas", "Remark 2"),
    about=[P, Q, E],
    given={"near": Le(TotalVariation(P, Q), 0)},
    claim={"PQ": Le(Int(in_E * p, x), Int(in_E * q, x)), "QP": Le(Int(in_E * q, x), Int(in_E * p, x))},
    proof=[
        have(
            "PQ.in",
            Le(Int(in_E * p, x) - Int(in_E * q, x), Int(Abs(p - q), x)),
            by=Under(x, cases=[Ge(in_E, 1), Ge(p, q)]),
        ),
        have(
            "QP.in",
            Le(Int(in_E * q, x) - Int(in_E * p, x), Int(Abs(p - q), x)),
            by=Under(x, cases=[Ge(in_E, 1), Ge(p, q)]),
        ),
        have("PQ", by=Real({"PQ.in": 1, "near": 2})),
        have("QP", by=Real({"QP.in": 1, "near": 2})),
    ],
    witness=({}, {P: [half, half], Q: [half, half], E: [1, 0]}),
    fails=[Variant("without closeness", {P: [0, 1], Q: [1, 0], E: [0, 1]}, drop=["near"])],
)

# -- case 1: steps add up -----------------------------------------------------------------------------------------------


def chain(first: Term, second: Term) -> list[Step]:
    claim = Le(TotalVariation(P, R), first + second)
    return [
        have("triangle", Le(TotalVariation(P, R), TotalVariation(P, Q) + TotalVariation(Q, R)), by=Cite(triangle)),
        have("goal", claim, by=Real({"triangle": 1, "first": 1, "second": 1})),
    ]


def coin(t: Term) -> list[Term]:
    return [1 - t, t]


two_steps = Theorem(
    title="(5), (6): two steps of 1/(2n) are within 1/(2n) + 1/(2n)",
    source=Source("biswas", "(5), (6)"),
    about=[P, Q, R],
    where=[Ge(n, 1)],
    given={"first": Le(TotalVariation(P, Q), 1 / (2 * n)), "second": Le(TotalVariation(Q, R), 1 / (2 * n))},
    claim=Le(TotalVariation(P, R), 1 / (2 * n) + 1 / (2 * n)),
    proof=chain(1 / (2 * n), 1 / (2 * n)),
    tight=Attained({P: [1, 0], Q: coin(1 / (2 * n)), R: coin(1 / n)}),
    fails=[
        Variant(
            "with 1/(2n)",
            {P: [1, 0], Q: [half, half], R: [0, 1]},
            {"n": 1},
            claim=Le(TotalVariation(P, R), 1 / (2 * n)),
        ),
        Variant("without the first step", {P: [1, 0], Q: [0, 1], R: [0, 1]}, {"n": 2}, drop=["first"]),
        Variant("without the second step", {P: [1, 0], Q: [1, 0], R: [0, 1]}, {"n": 2}, drop=["second"]),
    ],
)

k = Symbol("k")

next_step = Theorem(
    title="(7): with k steps within k d, k + 1 steps are within (k + 1) d",
    source=Source("biswas", "(7)"),
    about=[P, Q, R],
    where=[Ge(d, 0), Ge(k, 0)],
    given={"first": Le(TotalVariation(P, Q), k * d), "second": Le(TotalVariation(Q, R), d)},
    claim=Le(TotalVariation(P, R), (k + 1) * d),
    proof=[
        have("triangle", Le(TotalVariation(P, R), TotalVariation(P, Q) + TotalVariation(Q, R)), by=Cite(triangle)),
        have("goal", by=Real({"triangle": 1, "first": 1, "second": 1})),
    ],
    tight=Attained(
        {P: [1, 0], Q: coin(k * d), R: coin((k + 1) * d)}, where=[Le((k + 1) * d, 1)], at={"k": 1, "d": quarter}
    ),
    fails=[
        Variant(
            "without growth",
            {P: [1, 0], Q: [half, half], R: [0, 1]},
            {"k": 1, "d": half},
            claim=Le(TotalVariation(P, R), k * d),
        ),
        Variant("without the first steps", {P: [1, 0], Q: [0, 1], R: [0, 1]}, {"k": 1, "d": quarter}, drop=["first"]),
        Variant("without the last step", {P: [1, 0], Q: [1, 0], R: [0, 1]}, {"k": 1, "d": quarter}, drop=["second"]),
    ],
)

half_in_all = Formula(
    title="(8): n/(2n) = 1/2",
    source=Source("biswas", "(8)"),
    claim="n/(2*n) == 1/2",
    where=["n in integers", "n >= 1"],
)

counting_coins = Formula(
    title="(7) is attained: a coin that shows 1 with probability |X|/(2n), all 0 against all 1",
    source=Source("biswas", "(7), (8)"),
    claim="(abs((1 - 0/(2*n)) - (1 - n/(2*n))) + abs(0/(2*n) - n/(2*n)))/2 == n/(2*n)",
    where=["n in integers", "n >= 1"],
)

overlap = Theorem(
    title="Laws within 1/2 have at least half of their mass in common",
    source=Source("biswas", "Remark 2, case 1"),
    about=[P, Q],
    given={"near": Le(TotalVariation(P, Q), half)},
    claim=Le(half, Int(Min(p, q), x)),
    proof=[
        have(
            "sum", Le(Int(p, x) + Int(q, x) - Int(Abs(p - q), x), 2 * Int(Min(p, q), x)), by=Under(x, cases=[Ge(p, q)])
        ),
        have("goal", by=Real({"sum": half, "P.mass": -half, "Q.mass": -half, "near": 1})),
    ],
    tight=Attained({P: [1, 0], Q: [half, half]}),
    fails=[
        Variant("with more than half", {P: [1, 0], Q: [half, half]}, claim=Le(num(51, 100), Int(Min(p, q), x))),
        Variant("without closeness", {P: [1, 0], Q: [0, 1]}, drop=["near"]),
    ],
)

# the laws of the datasets 00, 01, 10, 11, and what is common to all
Laws = [Law(f"M{i}{j}", x) for i in (0, 1) for j in (0, 1)]
m00, m01, m10, m11 = (law.density for law in Laws)
M00, M01, M10, M11 = Laws
neighbours = {
    "00, 01": Le(TotalVariation(M00, M01), quarter),
    "01, 11": Le(TotalVariation(M01, M11), quarter),
    "11, 10": Le(TotalVariation(M11, M10), quarter),
    "10, 00": Le(TotalVariation(M10, M00), quarter),
}
common = Int(Min(m00, m01, m10, m11), x)


def all_but(i: int, size: int, share: Term) -> list[Term]:
    """Atoms of the same weight, one of which has moved to the last place."""
    return [num(0) if j == i else share for j in range(size)] + [share]


common_half_as_printed = Falsehood(
    title="Half of the time M outputs values independent of the inputs: one half is common to all M(X), n = 2 and δ = 1/4",
    source=Source("biswas", "Remark 2, case 1"),
    about=Laws,
    given=neighbours,
    claim=Le(half, common),
    values={law: all_but(i, 4, quarter) for i, law in enumerate(Laws)},
    why="Each M(X) shares half with M(0), but the shared part depends on X.",
)

path = {label: given for label, given in neighbours.items() if label != "10, 00"}


def excess(a: Term, b: Term) -> Term:
    return Int(pos(a - b), x)


def edge(label: str, a: Term, b: Term, name_a: str, name_b: str) -> list[Step]:
    """∫ max(a − b, 0) is the distance of two laws."""
    same = Le(2 * excess(a, b), Int(Abs(a - b), x) + Int(a, x) - Int(b, x))
    return [
        have(f"{label} in", same, by=Under(x, cases=[Ge(a, b)])),
        have(
            f"{label} out",
            Le(excess(a, b), quarter),
            by=Real({f"{label} in": half, label: 1, f"{name_a}.mass": half, f"{name_b}.mass": -half}),
        ),
    ]


common_part = Theorem(
    title="For two bits and neighbours within 1/4, a quarter is common to all M(X), and no more need be",
    source=Source("biswas", "Remark 2, case 1", sharpened=True),
    about=Laws,
    given=path,
    claim=Le(quarter, common),
    proof=[
        *edge("00, 01", m00, m01, "M00", "M01"),
        *edge("01, 11", m01, m11, "M01", "M11"),
        *edge("11, 10", m11, m10, "M11", "M10"),
        have(
            "sum",
            Le(Int(m00, x) - excess(m00, m01) - excess(m01, m11) - excess(m11, m10), common),
            by=Under(x, cases=[Ge(m00, m01), Ge(m01, m11), Ge(m11, m10)]),
        ),
        have("goal", by=Real({"sum": 1, "M00.mass": -1, "00, 01 out": 1, "01, 11 out": 1, "11, 10 out": 1})),
    ],
    tight=Attained({law: all_but(i, 4, quarter) for i, law in enumerate(Laws)}),
    fails=[
        Variant("with a half", {law: all_but(i, 4, quarter) for i, law in enumerate(Laws)}, claim=Le(half, common)),
        *(
            Variant(
                f"without {label}",
                {law: [1, 0] if i < cut else [0, 1] for i, law in enumerate((M00, M01, M11, M10))},
                drop=[label],
            )
            for cut, label in enumerate(path, 1)
        ),
    ],
)

G = Query("g", x, lower=0)
g = G.density

one_more_law = Theorem(
    title="A further law within δ of one that is there takes at most δ from the common part",
    source=Source("biswas", "Remark 2, case 1", sharpened=True),
    about=[G, Q, R],
    where=[Ge(delta, 0)],
    given={"part": forall(x, Le(g, q)), "near": Le(TotalVariation(Q, R), delta)},
    claim=Le(Int(g, x) - delta, Int(Min(g, r), x)),
    proof=[
        have("finite", Le(Int(g, x), Int(q, x)), by=Integrate(x, "part")),
        have(
            "sum",
            Le(2 * Int(g, x) - Int(Abs(q - r), x) - Int(q, x) + Int(r, x), 2 * Int(Min(g, r), x)),
            by=Under(x, using=["part"], cases=[Ge(g, r), Ge(q, r)], finite=["finite"]),
        ),
        have("goal", by=Real({"sum": half, "near": 1, "Q.mass": half, "R.mass": -half})),
    ],
    tight=Attained({G: [1, 0], Q: [1, 0], R: coin(delta)}, where=[Le(delta, 1)]),
    fails=[
        Variant(
            "with a smaller loss",
            {G: [1, 0], Q: [1, 0], R: [half, half]},
            {"delta": half},
            claim=Le(Int(g, x) - num(9, 10) * delta, Int(Min(g, r), x)),
        ),
        Variant("without being a part", {G: [1, 1], Q: [1, 0], R: [1, 0]}, {"delta": half}, drop=["part"]),
        Variant("without closeness", {G: [1, 0], Q: [1, 0], R: [0, 1]}, {"delta": half}, drop=["near"]),
    ],
)

Cube = {bits: Law("M" + "".join(map(str, bits)), x) for bits in product((0, 1), repeat=3)}
cube_edges = {
    f"{a.name}, {b.name}": Le(TotalVariation(a, b), num(1, 6))
    for (s, a), (t, b) in combinations(Cube.items(), 2)
    if sum(i != j for i, j in zip(s, t)) == 1
}

common_to_eight_as_printed = Falsehood(
    title="Something is common to all M(X), n = 3 and δ = 1/6",
    source=Source("biswas", "Remark 2, case 1"),
    about=list(Cube.values()),
    given=cube_edges,
    claim=Gt(Int(Min(*(law.density for law in Cube.values())), x), 0),
    values={
        law: [num(1, 6)] * 6 + [num(0)] if i == 0 else all_but((i - 1) % 6, 6, num(1, 6))
        for i, law in enumerate(Cube.values())
    },
    why="Each of the seven other laws lacks an atom of M(000); together they lack all six, and the seventh place is empty in M(000).",
)

# -- case 2: one record of n is released with probability 1/(2n) each ---------------------------------------------------

Shown, Shown2, Rest = Law("A", x), Law("B", x), Law("R", x)
shown, shown2, rest = Shown.density, Shown2.density, Rest.density
mix, mix2 = Density(w * shown + (1 - w) * rest, (x,)), Density(w * shown2 + (1 - w) * rest, (x,))
mixture_claim = Eq(TotalVariation(mix, mix2), w * TotalVariation(Shown, Shown2))

mixture = Theorem(
    title="Mixtures that differ in a part of weight w are w times as far apart as these parts",
    source=Source("biswas", "Remark 2, case 2"),
    about=[Shown, Shown2, Rest],
    where=[Ge(w, 0), Le(w, 1)],
    claim=mixture_claim,
    proof=[have("goal", by=Under(x, cases=[Ge(shown, shown2)]))],
    tight=Attained({Shown: [1, 0, 0], Shown2: [0, 1, 0], Rest: [0, 0, 1]}),
    fails=[
        Variant(
            "with 2w",
            {Shown: [1, 0, 0], Shown2: [0, 1, 0], Rest: [0, 0, 1]},
            {"w": half},
            claim=Eq(TotalVariation(mix, mix2), 2 * w * TotalVariation(Shown, Shown2)),
        )
    ],
)

released_as_printed = Formula(
    title="Releasing one of n records, each with probability 1/(2n), is at distance 1/n from its neighbours",
    source=Source("biswas", "Remark 2, case 2"),
    claim="(abs(1/(2*n) - 0) + abs(0 - 1/(2*n)) + abs((1 - 1/(2*n)) - (1 - 1/(2*n))))/2 == 1/n",
    where=["n in integers", "n >= 1"],
    fails_at={"n": "1"},
)

released_more_as_printed = Formula(
    title="Releasing one of n records, each with probability 1/(2n), is further than 1/(2n) from its neighbours",
    source=Source("biswas", "Remark 2, case 2"),
    claim="(abs(1/(2*n) - 0) + abs(0 - 1/(2*n)) + abs((1 - 1/(2*n)) - (1 - 1/(2*n))))/2 > 1/(2*n)",
    where=["n in integers", "n >= 1"],
    fails_at={"n": "1"},
)

released = Formula(
    title="Releasing one of n records, each with probability 1/(2n), is at distance 1/(2n) from its neighbours",
    source=Source("biswas", "Remark 2, case 2"),
    claim="(abs(1/(2*n) - 0) + abs(0 - 1/(2*n)) + abs((1 - 1/(2*n)) - (1 - 1/(2*n))))/2 == 1/(2*n)",
    where=["n in integers", "n >= 1"],
)

independent_releases_as_printed = Formula(
    title="If records are released independently, each with probability 1/(2n), some record is with probability 1/2",
    source=Source("biswas", "Remark 2, case 2"),
    claim="1 - (1 - 1/(2*n))**n == 1/2",
    where=["n in integers", "n >= 1"],
    fails_at={"n": "2"},
)

independent_releases = Formula(
    title="1 - (1 - 1/(2n))^n, for n independent releases of probability 1/(2n), is in (1 - e^(-1/2), 1/2]",
    source=Source("biswas", "Remark 2, case 2"),
    claim="1 - exp(-1/2) < 1 - (1 - 1/(2*n))**n <= 1/2",
    where=["n in integers", "n >= 1"],
)

independent_releases_strict = Formula(
    title="1 - (1 - 1/(2n))^n is below 1/2 for n >= 2",
    source=Source("biswas", "Remark 2, case 2"),
    claim="1 - (1 - 1/(2*n))**n < 1/2",
    where=["n in integers", "n >= 2"],
)
