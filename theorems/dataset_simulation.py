"""Simulation privacy of a mechanism on a space of datasets, in the words of the sources: ε-DP implies it at ε, and it implies 2ε-DP.

same(i, d, d') says that d and d' agree in all records but i. hide(i, d, .) draws a dataset that agrees with every d' with which d
does. It may draw record i from any law, which the simulator can do without knowing that record, as agreement is transitive; or it may
be the point mass at d: a mechanism that is private simulates itself.
"""

from dpsym.library.theorem import (
    Integrate,
    Pointwise,
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
from dpsym.objects.applied import Mechanism, PureDP, SimulationDP
from dpsym.objects.language import Eq, Event, Ge, Gt, Int, Kernel, Law, Le, Point, exp, log, num
from theorems.datasets import M, d, m, m_, other, y
from theorems.vocabulary import e_eps, eps, half

KEY = "biswas"
i, middle = Point("i"), Point("e", like=d)
Same, Hide, Place = Event("same", i, d, other), Kernel("hide", i, d, middle), Law("place", i)
R = Mechanism(M, Same, place=Place)
same, hide = Same.density, Hide.density
draw = hide * M(middle, y)
simulated = Int(draw, middle)  # record i is drawn anew, and M runs
alike: Tables = {M: [half] * 4, Same: [1] * 4, Hide: [1, 0, 1, 0], Place: [1]}

# -- a simulator for an ε-DP mechanism -----------------------------------------------------------------------------------------

drawn = forall(i, d, other, middle, Le(hide * same, hide * same * Same(i, middle, other)))


def drawn_anew(way: str) -> list[Step]:
    """Every dataset that may be drawn agrees with d' as well, so M shows nearly the same of the two."""
    real, made = same * m_, same * (hide * M(middle, y))
    left, right = (hide * real, e_eps * made) if way == "PQ" else (made, e_eps * (hide * real))
    whole = same * m_ * Int(hide, middle)
    parts = (whole, e_eps * (same * simulated)) if way == "PQ" else (same * simulated, e_eps * whole)
    claim = (real, same * (e_eps * simulated)) if way == "PQ" else (same * simulated, same * (e_eps * m_))
    paid = -(same * m_) if way == "PQ" else e_eps * (same * m_)
    back = "QP" if way == "PQ" else "PQ"
    from_, to = (m_, M(middle, y)) if way == "PQ" else (M(middle, y), m_)
    near = Same(i, middle, other)
    return [
        have(
            f"{way}.near",
            forall(i, middle, other, y, Le(near * from_, near * (e_eps * to))),
            by=Pointwise([(f"private.{back}", {d: middle})]),
        ),
        have(
            f"{way}.in",
            forall(i, d, other, middle, y, Le(left, right)),
            by=Pointwise({"drawn": from_, f"{way}.near": hide * same}),
        ),
        have(f"{way}.sum", forall(i, d, other, y, Le(*parts)), by=Integrate(middle, f"{way}.in")),
        have(f"claim.{way}", forall(i, d, other, y, Le(*claim)), by=Pointwise({f"{way}.sum": 1, "hide.mass": paid})),
    ]


from_pure = Theorem(
    title="An ε-DP mechanism is ε-simulation private: the simulator draws record i from any law, or keeps it, and runs it",
    source=Source(KEY, "Theorem 3"),
    about=[M, Same, Place, Hide],
    where=[Ge(eps, 0)],
    given={"private": PureDP(eps)(R), "drawn": drawn},
    claim=SimulationDP(eps)(R),
    choice={Law("Sim", i, d, y): simulated},
    proof=[
        *drawn_anew("PQ"),
        *drawn_anew("QP"),
        have("swap", forall(i, d, Eq(Int(draw, y, middle), Int(draw, middle, y))), by=Swap()),
        have("pull", forall(i, d, middle, Eq(Int(draw, y), hide * Int(M(middle, y), y))), by=Under(y)),
        have("mass.drawn", forall(middle, Eq(Int(M(middle, y), y), 1)), by=Pointwise([("M.mass", {d: middle})])),
        have(
            "each",
            forall(i, d, Eq(Int(draw, middle, y), Int(hide, middle))),
            by=Under(middle, using=["pull", "mass.drawn"]),
        ),
        have("mass", forall(i, d, Eq(Int(simulated, y), 1)), by=Pointwise({"swap": 1, "each": 1, "hide.mass": 1})),
    ],
    witness=({"eps": 1}, alike),
)

# -- the way back --------------------------------------------------------------------------------------------------------------

Sim = Law("Sim", i, d, y)
sim = Sim(i, middle, y)
back_to = forall(i, d, middle, Le(hide, hide * Same(i, middle, d)))
also = forall(i, d, other, middle, Le(Same(i, middle, d) * same, Same(i, middle, other)))
made = ["simulated.PQ", "simulated.QP"]


def through_simulator(way: str) -> list[Step]:
    """Told a dataset that agrees with both d and d', the simulator is within e^ε of both."""
    (a, start), (b, end) = ((m, d), (m_, other)) if way == "PQ" else ((m_, other), (m, d))
    to_start, to_end = Same(i, middle, start), Same(i, middle, end)
    return [
        have(
            f"{way}.real",
            forall(i, middle, start, y, Le(to_start * a, to_start * (e_eps * sim))),
            by=Pointwise([("simulated.PQ", {d: middle, other: start})]),
        ),
        have(
            f"{way}.made",
            forall(i, middle, end, y, Le(to_end * sim, to_end * (e_eps * b))),
            by=Pointwise([("simulated.QP", {d: middle, other: end})]),
        ),
        have(
            f"{way}.in",
            forall(i, d, other, middle, y, Le(hide * (same * a), hide * (same * (exp(2 * eps) * b)))),
            by=Pointwise(
                {"both": a, f"{way}.real": hide * same * to_end, f"{way}.made": e_eps * (hide * same * to_start)}
            ),
        ),
        have(
            f"{way}.sum",
            forall(i, d, other, y, Le(same * a * Int(hide, middle), same * (exp(2 * eps) * b) * Int(hide, middle))),
            by=Integrate(middle, f"{way}.in"),
        ),
        have(
            f"claim.{way}",
            by=Pointwise({f"{way}.sum": 1, "hide.mass": same * (exp(2 * eps) * b) - same * a}),
        ),
    ]


two: Tables = {Same: [1] * 4, Hide: [1, 0, 1, 0], Place: [1]}

to_pure = Theorem(
    title="An ε-simulation private mechanism is 2ε-DP",
    source=Source(KEY, "Theorem 4"),
    about=[M, Same, Place, Hide, Sim],
    where=[Ge(eps, 0)],
    given={"simulated": SimulationDP(eps)(R, made=(Sim,)), "hides": back_to, "agree": also},
    claim=PureDP(2 * eps)(R),
    proof=[
        have(
            "both",
            forall(i, d, other, middle, Le(hide * same, hide * same * (Same(i, middle, d) * Same(i, middle, other)))),
            by=Pointwise(["hides", "agree"], cases=[Gt(same, 0), Gt(Same(i, middle, d), 0)]),
        ),
        *through_simulator("PQ"),
        *through_simulator("QP"),
    ],
    witness=({"eps": 1}, {**alike, Sim: [half] * 4}),
    fails=[
        Variant(
            "with 3ε/2",
            {**two, M: [num(4, 5), num(1, 5), num(1, 5), num(4, 5)], Sim: [half] * 4},
            {"eps": log(num(5, 2))},
            claim=PureDP(num(3, 2) * eps)(R),
        ),
        Variant("without a simulator", {**two, M: [1, 0, 0, 1], Sim: [half] * 4}, {"eps": 1}, drop=made),
        Variant(
            "if what is drawn agrees with neither",
            {**two, Same: [0, 1, 0, 0], Hide: [0, 1, 0, 1], M: [1, 0, 0, 1], Sim: [0, 1, half, half]},
            {"eps": 1},
            drop=["hides"],
        ),
        Variant(
            "if agreement is not transitive",
            {
                Place: [1],
                Same: [*[0, 1, 0], *[0, 1, 0], *[1, 0, 1]],
                Hide: [*[0, 0, 1], *[0, 1, 0], *[0, 0, 1]],
                M: [1, 0, 0, 1, 1, 0],
                Sim: [0, 1, 0, 1, 1, 0],
            },
            {"eps": 1},
            drop=["agree"],
        ),
    ],
)
