"""Where a function of one number is small, in floating point: it chooses what is then computed in balls, so nothing rests on it."""

from __future__ import annotations

from collections.abc import Callable

RATIO = (5**0.5 - 1) / 2


def narrowed(value: Callable[[float], float], low: float, high: float, turns: int) -> tuple[float, float]:
    """The interval after so many golden sections; around the least value, if the function falls first and rises then."""
    for _ in range(turns):
        left, right = high - RATIO * (high - low), low + RATIO * (high - low)
        if value(left) <= value(right):
            high = right
        else:
            low = left
    return low, high
