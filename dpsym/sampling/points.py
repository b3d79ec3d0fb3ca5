"""The points of a grid that lie in a domain. A value that can lie in no point is refused, with the condition that it violates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod

from ..kernel.reals.membership import membership
from ..kernel.reals.points import defined_at, satisfied
from ..kernel.statements import Domain, Range
from ..kernel.terms import Term, sym
from ..reading.grids import MAX_VALUES, Grid, GridError
from ..reading.likeness import nearest, perhaps
from ..report.text import point_text, range_text, term_text
from .evaluating import Values, hold


@dataclass(frozen=True)
class Points:
    """Points in a domain, each with a value for each name; `left_out` are those that a condition on several symbols excludes."""

    names: tuple[str, ...]
    values: tuple[Values, ...]
    left_out: tuple[str, ...] = ()
    filled: Mapping[str, Term] = field(default_factory=dict)  # parameters that the grid does not name


def demand_known(grid: Grid, names: Sequence[str]) -> None:
    """Every parameter of the grid is one of these."""
    for name in grid:
        if name not in names:
            others = f"one of {', '.join(names)}" if names else "none: the statement has no parameters"
            raise GridError(f"grid: found the parameter {name!r}, expected {others}{perhaps(nearest(name, names))}")


def grid_points(
    domain: Domain, grid: Grid, defaults: Mapping[str, Term], given: Sequence[Term] = (), lenient: bool = False
) -> Points:
    """All combinations of the values in the grid; what it does not name has the default, or is asked for.

    A value that violates what is said of its symbol alone is an error, and so is a grid without a point in the domain; with `lenient`
    such points are left out like others that a condition excludes.
    """
    names = domain.names
    if missing := [n for n in names if n not in grid and n not in defaults]:
        raise GridError(f"grid: found no values for {', '.join(missing)}, expected some: {missing[0]}=...")
    axes = [grid.get(n) or (defaults[n],) for n in names]
    if (count := prod(map(len, axes))) > MAX_VALUES:
        raise GridError(f"grid: found {count} points, expected at most {MAX_VALUES}")
    for n, values in grid.items() if not lenient else ():
        demand_inside(n, values, domain, given)
    points = list(product(*axes))
    asked = names if lenient else [n for n in names if n not in grid]  # the others have been looked at
    conditions = [c for c in (*domain.conditions, *given) if lenient or not c.free <= grid.keys() or len(c.free) != 1]
    conditions += [c for n in asked for c in membership(sym(n), domain.range(n))]
    kept, out = [], []
    for values, answers in zip(points, hold(conditions, names, points)):
        violated = next((c for c, a in zip(conditions, answers) if a is not True), None)
        if violated is None:
            kept.append(values)
        else:
            own = tuple((n, v) for n, v in zip(names, values) if n in violated.free)
            out.append(f"{point_text(own)} violates {term_text(violated)}")
    filled = {n: defaults[n] for n in names if n not in grid}
    if not kept and not lenient:
        guessed = "".join(f"; {n} was not given" for n in filled if f"{n} =" in out[0])
        raise GridError(f"grid: found no point in the domain: {out[0]}{guessed}")
    return Points(names, tuple(kept), tuple(out), filled)


def demand_inside(name: str, values: Sequence[Term], domain: Domain, given: Sequence[Term] = ()) -> None:
    """The values satisfy what is said of their symbol alone."""
    r = domain.range(name)
    alone = [c for c in (*domain.conditions, *given) if c.free == {name}]
    for value in values:
        if defined_at(value, {})[0] is not True:
            raise GridError(f"{name}: found {term_text(value)}, which has no value, expected a number")
        if r.integer and not value.is_whole:
            raise GridError(f"{name} = {term_text(value)}: found a value that is not whole, expected {range_text(r)}")
        if any(satisfied(c, {}) is not True for c in membership(value, r)):
            raise _outside(name, value, range_text(_real(r)))
        if violated := [c for c in alone if satisfied(c, {name: value}) is not True]:
            raise _outside(name, value, term_text(violated[0]))


def _real(r: Range) -> Range:
    return Range(r.name, r.lower, r.upper, r.lower_open, r.upper_open)


def _outside(name: str, value: Term, condition: str) -> GridError:
    return GridError(f"{name} = {term_text(value)}: found a value outside the domain, expected {condition}")
