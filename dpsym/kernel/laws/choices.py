"""Terms in the place of symbols and fields: which may stand for a number of a domain, a law, a test, an event, a query."""

from __future__ import annotations

from collections.abc import Mapping

from ..arithmetic.integrality import integer_valued
from ..reals.membership import membership
from ..statements import Domain
from ..terms import ONE, ZERO, Term, relation, surface
from ..verdicts import require
from .sight import Sight
from .statements import Choice, Fact, Field, Setting
from .terms import Substitution, atoms, integral, space_of

_LATTICE = ("*", "min", "max")


def demand_field(f: Field, choice: Choice, sight: Sight, affine: bool = False) -> None:
    """The term in these points may stand for the field: on its spaces, defined, in its range, of mass one if it has.

    `affine`: the statement is affine in the field, so that a test may stand for an event.
    """
    _, params, t = choice
    spaces = tuple(space_of(p) for p in params if p.op == "point")
    proper = spaces == f.spaces and len(spaces) == len(params) and len(set(params)) == len(params)
    require(proper, f"the points {params} for {f.name}", f"different points of {f.spaces}")
    wrong = Fact(relation("==", t, t)).wrong_in(sight.setting)
    require(wrong is None, f"{wrong} for {f.name}", "a term of the setting")
    require(sight.defined(t), (t, f"for {f.name}"), "a term that is defined here")
    if f.integer:
        event = f.lower is ZERO and f.upper is ONE
        require(event, (t, f"for {f.name}"), "an event; other fields with whole values are not instantiated")
        require(affine or is_event(t, sight.setting), (t, f"for {f.name}"), "an indicator, or an affine statement")
    for op, end in ((">=", f.lower), ("<=", f.upper)):
        inside = end is None or sight.holds(relation(op, t, end))
        require(inside, (t, f"for {f.name}"), (f"a term that is seen to be {op}", end))
    massive = not f.mass or relation("==", integral(t, params[-1]), ONE) in {g.statement for g in sight.facts}
    require(massive, (t, f"for {f.name}"), "a fact that says it has mass one")


def demand_values(where: Domain, reals: Mapping[str, Term], sight: Sight) -> None:
    """The terms for the symbols of the domain are defined, and lie in it."""
    for r in where.ranges:
        t = reals[r.name]
        wrong = Fact(relation("==", t, t)).wrong_in(sight.setting)
        require(wrong is None, f"{wrong} for {r.name}", "a term of the setting")
        require(sight.defined(t), (t, f"for {r.name}"), "a term that is defined here")
        whole = not any(atoms(t)) and integer_valued(t, sight.setting.where)
        require(whole or not r.integer, (t, f"for {r.name}"), "an integer")
        for c in membership(t, r):
            require(sight.holds(c), (t, f"for {r.name}"), ("a value in its range:", c))
    for c in map(Substitution(reals=reals), where.conditions):
        wrong = Fact(c).wrong_in(sight.setting)
        require(wrong is None, f"{wrong} in a condition", "a condition of the setting")
        require(sight.holds(c), (c,), "a condition of the theorem that is seen to hold")


def is_event(t: Term, setting: Setting) -> bool:
    """Whether t takes the values 0 and 1 only: so do events, and products, minima and maxima of what does."""
    return all(u.op in _LATTICE or _zero_or_one(u, setting) for u in surface((t,), lambda u: u.op not in _LATTICE))


def _zero_or_one(t: Term, setting: Setting) -> bool:
    if t.op == "Piecewise":
        return len(t.args) % 2 == 1 and all(v in (ZERO, ONE) for v in t.args[0::2])
    f = setting.by_name[t.name] if t.op == "at" else None
    return t in (ZERO, ONE) or (f is not None and f.integer and f.lower is ZERO and f.upper is ONE)
