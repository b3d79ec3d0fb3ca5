"""Joint privacy: what all others receive is private for a person; what the person receives need not be.

The output has one coordinate for each person. Leaving out the coordinate of the person whose record changes gives a notion that
allows to tell everyone his own record. As printed the source leaves out *any* coordinate i, whoever's record changes: then this
mechanism is not private, and for two or more persons every single answer must be private for its own receiver.

Two persons have the bits b1 and b2; person 1 receives y, and person 2 receives z, which may depend on y as well.
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Definition, Falsehood
from dpsym.library.theorem import Integrate, Pointwise, Source, Theorem, Under, forall, have
from dpsym.objects.language import Abs, Eq, Event, FieldSymbol, Ge, Indicator, Int, Kernel, Le, Lt, Point, pos
from theorems.finite_datasets import d, d_
from theorems.instances import of
from theorems.vocabulary import delta, e_eps, eps, half, y

source = Source("privacy-notes", "(8)")

definition = Definition(
    title="(ε,δ)-joint privacy: the outcome without coordinate i is private for record i",
    source=source,
    object="dpsym.objects.notions.JointDP",
    examples=of("JointDP"),
)

# -- i is the person whose record changes ---------------------------------------------------------------------------

v = Point("v")  # the record of person i; d is what all others have
other = Point("v'", like=v)
w, z = Point("w", like=v), Point("z")  # what person i is told, and all others
Own, Others, E = Kernel("Y", v, w), Kernel("Z", d, z), Event("E", z)
told = Int(E.density * Int(Own.density * Others.density, w), z)  # Pr[the outcome without coordinate i is in E]
told_ = Int(E.density * Int(Own(other, w) * Others.density, w), z)

owner_is_left_out = Theorem(
    title="If person i is told what depends on his own record alone, and all others what depends on theirs, "
    "then the outcome without coordinate i has the same law for all his records: (0,0)-joint privacy",
    source=source,
    about=[Own, Others, E],
    claim=forall(v, other, d, Eq(told, told_)),
    proof=[
        have(
            "at",
            forall(v, d, z, Eq(Int(Own.density * Others.density, w), Others.density * Int(Own.density, w))),
            by=Under(w),
        ),
        have(
            "out",
            forall(v, d, z, Eq(E.density * Int(Own.density * Others.density, w), E.density * Others.density)),
            by=Pointwise(["at", "Y.mass"]),
        ),
        have("sum", forall(v, d, Eq(told, Int(E.density * Others.density, z))), by=Integrate(z, "out")),
        have("goal", by=Pointwise(["sum", ("sum", {v: other})])),
    ],
    witness=({}, {E: [1, 0], Own: [1, 0, 0, 1], Others: [1, 0, 0, 1]}),
)

# -- any person -------------------------------------------------------------------------------------------------------

B1, B2 = Event("b1", d), Event("b2", d)
First, Second = Kernel("Y", d, y), Kernel("Z", d, y, z)


def same(bit: FieldSymbol) -> Term:
    return Indicator(Le(Abs(bit(d) - bit(d_)), 0))


def second(at: Term) -> Term:
    """The law of z, what person 2 receives."""
    return Int(First(at, y) * Second(at, y, z), y)


first_is_private = Int(pos(First(d, y) - e_eps * First(d_, y)), y)
second_is_private = Int(pos(second(d) - e_eps * second(d_)), z)
bits = [(a, b) for a in (0, 1) for b in (0, 1)]

anyone_is_left_out = Falsehood(
    title="If the outcome of two persons is (ε,δ)-jointly private for the person whose coordinate is left out, "
    "it is (ε,δ)-private for person 1 when the coordinate of person 2 is left out",
    source=source,
    about=[B1, B2, First, Second],
    where=[Ge(eps, 0), Ge(delta, 0), Lt(delta, 1)],
    given={
        "without 1": forall(d, d_, Le(same(B2) * second_is_private, same(B2) * delta)),
        "without 2": forall(d, d_, Le(same(B1) * first_is_private, same(B1) * delta)),
    },
    claim=forall(d, d_, Le(same(B2) * first_is_private, same(B2) * delta)),
    values={
        B1: [a for a, _ in bits],
        B2: [b for _, b in bits],
        First: [int(a == told) for a, _ in bits for told in (0, 1)],
        Second: [int(b == told) for _, b in bits for _ in (0, 1) for told in (0, 1)],
    },
    params={"eps": 10, "delta": half},
    why="Each is told his own bit: nobody else learns it, but person 1 does, and the notion as printed forbids that.",
)
