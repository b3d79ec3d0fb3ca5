"""Ranges in ranges: which values certainly lie in which interval, and which intervals certainly cover another.

The ends are closed terms; an end that is not certainly in order with another covers nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..arithmetic.closed import compare_ends
from ..statements import Domain, Range
from ..terms import Term


def within(inner: Range, outer: Range) -> bool:
    """Whether every value in `inner` is certainly in `outer`."""
    return (inner.integer or not outer.integer) and _begins_within(inner, outer) and _ends_within(inner, outer)


def covered(whole: Range, parts: Sequence[Range]) -> bool:
    """Whether the intervals, in rising order, adjoin and contain every value of the whole range."""
    if not parts or any(p.integer and not whole.integer for p in parts):
        return False
    adjoin = all(_adjoin(a, b, whole.integer) for a, b in pairwise(parts))
    return adjoin and _begins_within(whole, parts[0]) and _ends_within(whole, parts[-1])


def has_interior(r: Range) -> bool:
    """Whether the range certainly contains more than one real number."""
    return not r.integer and (r.lower is None or r.upper is None or compare_ends(r.lower, r.upper) == -1)


def interior(domain: Domain, name: str) -> Domain:
    """The domain with the symbol strictly between the ends of its range."""
    r = domain.range(name)
    return domain.with_range(Range(name, r.lower, r.upper, integer=r.integer))


def at_end(domain: Domain, name: str, end: Term) -> Domain:
    """The domain with the symbol at this end of an interval, a number."""
    return domain.with_range(Range(name, end, end, lower_open=False, upper_open=False))


def is_interval(domain: Domain, name: str) -> bool:
    """Whether the symbol ranges over an interval for fixed others: side conditions on it say that it is above or below something."""
    return all(c.op != "!=" and _bounds(c, name) for c in domain.conditions if name in c.free)


def _bounds(c: Term, name: str) -> bool:
    return any(t.op == "sym" and t.name == name and name not in u.free for t, u in (c.args, c.args[::-1]))


def _begins_within(inner: Range, outer: Range) -> bool:
    return _end_within(inner.lower, inner.lower_open, outer.lower, outer.lower_open, 1)


def _ends_within(inner: Range, outer: Range) -> bool:
    return _end_within(inner.upper, inner.upper_open, outer.upper, outer.upper_open, -1)


def _end_within(inner: Term | None, inner_open: bool, outer: Term | None, outer_open: bool, inward: int) -> bool:
    if inner is None or outer is None:
        return outer is None
    order = 0 if inner is outer else compare_ends(inner, outer)
    return order == inward or (order == 0 and (inner_open or not outer_open))


def _adjoin(left: Range, right: Range, integer: bool) -> bool:
    """Whether no value of the whole, real or integer, is left out between the two."""
    if left.upper is None or right.lower is None:
        return True
    if integer and not left.upper_open and not right.lower_open and left.upper.op == right.lower.op == "num":
        return bool(right.lower.number.ceil() <= left.upper.number.floor() + 1)
    order = compare_ends(right.lower, left.upper)
    return order == -1 or (order == 0 and not (left.upper_open and right.lower_open))
