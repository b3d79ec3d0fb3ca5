"""Closed terms compared: strictly by balls of growing precision, and for equality by exact normal forms."""

from __future__ import annotations

from functools import lru_cache

from ..terms import Term, sub
from .balls import WORK, Program
from .elements import Meter
from .field import Field


@lru_cache(maxsize=1000)
def compare_ends(a: Term, b: Term) -> int | None:
    """The same for ends of ranges, of which every citation asks again."""
    return compare_closed(a, b)


def compare_closed(
    a: Term, b: Term, most: int = 4096, kind: type[Program] = Program, meter: Meter | None = None
) -> int | None:
    """-1, 0 or 1 as a < b, a == b or a > b for closed terms; None if balls of `most` bits and algebra cannot tell."""
    if a.op == "num" and b.op == "num":
        return int(a.number > b.number) - int(a.number < b.number)
    program = kind([a, b], (), point=True)
    program.refill(WORK)  # for all precisions together
    for prec in (64 << k for k in range(most.bit_length() - 6)):
        x, y = program.rerun((), prec)
        if x < y:
            return -1
        if x > y:
            return 1
        if prec == 128 and x.is_finite() and y.is_finite() and Field(meter=meter).is_zero(sub(a, b)):
            return 0
    return None
