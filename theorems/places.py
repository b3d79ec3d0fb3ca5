"""The union bound over the places of records.

That some place i has a property is that it has a positive probability, under a law of places with a positive weight for each. There
are n of them: a law at(i, .) on places that nothing tells from i has at most n times the weight of `place`. So if a place has the
property, n times its probability is at least 1.
"""

from dpsym.library.theorem import (
    Attained,
    Cite,
    Integrate,
    Pointwise,
    Source,
    Theorem,
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
    Lt,
    Point,
    Symbol,
    num,
)
from theorems import semantic_approximate
from theorems.vocabulary import half

sa, KEY = semantic_approximate, "kasiviswanathan-smith"
n, m_, r = Symbol("n"), Symbol("m"), Symbol("r")
i, d, y, t = Point("i"), Point("d"), Point("y"), Point("t")
j, other = Point("j", like=i), Point("d'", like=d)

Place, AtPlace = Law("place", i), Kernel("at", i, j)
Shown, Happens = Law("P", t), Event("e", i, t)
place, shown, happens = Place.density, Shown.density, Happens.density
at_place = AtPlace.density
n_places = forall(i, j, Le(at_place, n * Place(j)))
expected = Int(n * place * happens, i)
some = Indicator(Gt(Int(place * happens, i), 0))

some_place = Theorem(
    title="The union bound over n places: if something happens at each with probability at most m, it does at some with n m at most",
    source=Source(KEY, "Proof of Theorem 2.4"),
    about=[Shown, Place, AtPlace, Happens],
    where=[Ge(n, 1), Ge(m_, 0)],
    given={
        "each": forall(i, Le(Int(happens * shown, t), m_)),
        "n places": n_places,
        "at": forall(i, j, t, Eq(at_place * Happens(j, t), at_place * happens)),
    },
    claim=Le(Int(some * shown, t), n * m_),
    proof=[
        have(
            "here",
            forall(i, j, t, Le(at_place * happens, n * Place(j) * Happens(j, t))),
            by=Pointwise({"at": 1, "n places": Happens(j, t)}),
        ),
        have(
            "here.sum",
            forall(i, t, Le(happens * Int(at_place, j), Int(n * Place(j) * Happens(j, t), j))),
            by=Integrate(j, "here"),
        ),
        have("once", forall(i, t, Le(happens, expected)), by=Pointwise({"here.sum": 1, "at.mass": -happens})),
        have("bit", forall(i, t, Le(happens * (1 - happens), 0)), by=Pointwise()),
        have(
            "nowhere",
            forall(i, t, Le(Indicator(Lt(expected, 1)) * (place * happens), 0)),
            by=Pointwise(["once", "bit"], cases=[Lt(expected, 1), Gt(happens, 0)]),
        ),
        have(
            "nowhere.sum",
            forall(t, Le(Indicator(Lt(expected, 1)) * Int(place * happens, i), 0)),
            by=Integrate(i, "nowhere", constants=[expected]),
        ),
        have(
            "some i",
            forall(t, Le(some, expected)),
            by=Pointwise(["nowhere.sum"], cases=[Gt(Int(place * happens, i), 0), Lt(expected, 1)]),
        ),
        have(
            "goal",
            by=Cite(
                semantic_approximate.union,
                reals={"n": n, "m": m_},
                fields={"P": Shown, "u": Place, "d": Happens, "e": ((t,), some)},
                given={"each": "each", "some i": "some i"},
            ),
        ),
    ],
    tight=Attained(
        {Shown: [m_, m_, 1 - 2 * m_], Place: [half, half], AtPlace: [1, 0, 0, 1], Happens: [1, 0, 0, 0, 1, 0]},
        params={"n": 2},
        where=[Le(m_, half)],
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {Shown: [half, half], Place: [half, half], AtPlace: [1, 0, 0, 1], Happens: [1, 0, 0, 1]},
            {"n": 2, "m": half},
            claim=Le(Int(some * shown, t), num(99, 100) * n * m_),
        ),
        Variant(
            "when it is likely",
            {Shown: [1], Place: [1], AtPlace: [1], Happens: [1]},
            {"n": 1, "m": half},
            drop=["each"],
        ),
        Variant(
            "when there are more places",
            {Shown: [half, half], Place: [half, half], AtPlace: [1, 0, 0, 1], Happens: [1, 0, 0, 1]},
            {"n": 1, "m": half},
            drop=["n places"],
        ),
        Variant(
            "when places are taken for others",
            {Shown: [half, half], Place: [half, half], AtPlace: [half, half, half, half], Happens: [1, 0, 0, 1]},
            {"n": 1, "m": half},
            drop=["at"],
        ),
    ],
)
