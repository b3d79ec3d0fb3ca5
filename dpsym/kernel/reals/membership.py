"""Membership: what must hold for a term to lie in a range."""

from __future__ import annotations

from ..statements import Range
from ..terms import Term, relation


def membership(t: Term, r: Range) -> tuple[Term, ...]:
    """The relations that say that t lies between the ends of the range. Where the range is of integers, t must be one besides."""
    lower = () if r.lower is None else (relation(">" if r.lower_open else ">=", t, r.lower),)
    upper = () if r.upper is None else (relation("<" if r.upper_open else "<=", t, r.upper),)
    return lower + upper
