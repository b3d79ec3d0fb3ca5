"""Joint privacy: what all others receive is private for a person; what the person receives need not be.

The output has one coordinate for each person. Leaving out the coordinate of the person whose record changes gives a notion that
allows to tell everyone his own record. As printed the source leaves out *any* coordinate i, whoever's record changes: then this
mechanism is not private, and for two or more persons every single answer must be private for its own receiver.
"""

from typing import Any

from dpsym.library.entries import Definition, Example, Falsehood
from dpsym.library.theorem import Source
from dpsym.objects.language import Ge, Int, Le, exp
from theorems.instances import of
from theorems.vocabulary import E, P, Q, eps, x

source = Source("privacy-notes", "(8)")

definition = Definition(
    title="(ε,δ)-joint privacy: the outcome without coordinate i is private for record i",
    source=source,
    object="dpsym.objects.notions.JointDP",
    examples=of("JointDP"),
)


def _echo() -> list[tuple[Any, Any, str]]:
    """Two persons; each is told his own bit."""
    from dpsym.objects import CHANGE_ONE, FiniteMechanism, JointDP

    bits = [(a, b) for a in (0, 1) for b in (0, 1)]
    echo = FiniteMechanism({d: {o: int(o == d) for o in bits} for d in bits}, CHANGE_ONE)
    return [(JointDP(0, 0), echo, "holds")]


owner_is_left_out = Example(
    title="Telling everyone his own record is (0,0)-jointly private, if i is the person whose record changes",
    source=source,
    decisions=_echo,
)


anyone_is_left_out = Falsehood(
    title="With any coordinate left out: what person 1 receives, when person 2 is left out, is private for person 1",
    source=source,
    about=[P, Q, E],
    where=[Ge(eps, 0)],
    claim=Le(Int(E.density * P.density, x), exp(eps) * Int(E.density * Q.density, x)),
    values={P: [1, 0], Q: [0, 1], E: [1, 0]},
    params={"eps": 1},
    why="person 1 is told his own record: P and Q are the laws of his coordinate for the records 0 and 1",
)
