"""The face of a domain where a sample is tightest: the symbols that sit at an end of their range in all the tightest points.

Nothing is proved by it; it tells a reader where to look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Union

from ...kernel.statements import Domain, Range
from ...kernel.terms import Term
from ..outcome import Side

NEAR = Fraction(1, 1000)  # of the range's width, or of the end's size: nearer than this is at the end

Point = Mapping[str, Union[Fraction, Term]]
Ends = tuple[Union[Fraction, None], Union[Fraction, None]]  # of a range, as rationals beside them; None: infinite


def face(
    domain: Domain, ends: Mapping[str, Ends], tightest: Sequence[Point], seen: Sequence[Point]
) -> tuple[Side, ...]:
    """The ends at which a symbol sits in all the tightest points, but not in most of all points seen; the tightest comes first."""
    found = []
    for r in domain.ranges:
        if not tightest or any(r.name not in p for p in seen):
            continue  # solved from an equation
        for upper in (False, True):
            at_end = [p for p in seen if _near(p[r.name], r, ends[r.name], upper)]
            if 2 * len(at_end) <= len(seen) and all(_near(p[r.name], r, ends[r.name], upper) for p in tightest):
                end, rational = (r.upper if upper else r.lower), ends[r.name][upper]
                found.append(Side(r.name, upper, _same(tightest[0][r.name], end, rational)))
                break
    return tuple(found)


def _near(value: Fraction | Term, r: Range, ends: Ends, upper: bool) -> bool:
    """At the end, within NEAR of it, or beyond 1/NEAR if it is infinite. A value that is a term is an end of the range."""
    end = r.upper if upper else r.lower
    here, other = ends[upper], ends[not upper]
    if isinstance(value, Term):
        return value is end
    if end is None:
        reach = max(Fraction(1), abs(other or Fraction(0))) / NEAR
        return value >= reach if upper else value <= -reach
    if here is None:
        return False  # a finite end whose value is out of reach
    scale = abs(here - other) if other is not None else max(Fraction(1), abs(here))
    return value == here or (not r.integer and abs(value - here) <= NEAR * scale)


def _same(value: Fraction | Term, end: Term | None, rational: Fraction | None) -> bool:
    return value is end if isinstance(value, Term) else end is not None and end.op == "num" and value == rational
