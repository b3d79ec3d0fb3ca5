"""The loss distribution of a composition: δ(ε) and ε(δ) between two certain numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from ...derive.rounding import decimal
from ...objects.errors import ObjectError
from ...objects.mechanisms.base import Neighbours
from .bounds import Ends, delta_between, epsilon_between, told
from .pairs import Normal, Pair
from .planning import Parts
from .steps import Step, number, whole

MOST_TIMES = 1_000_000
MOST_PARTS = 200  # different ones
MOST_EPS = 10**6
LEAST_DELTA = Fraction(1, 10**4000)
ENDS_BITS = 64  # of what is told, whatever the precision around it is
WIDTH_OF_EPS, WIDTH_OF_DELTA = Fraction(1, 1000), Fraction(1, 100)


@dataclass(frozen=True)
class LossBound:
    """lower <= value <= upper, decimals on their safe sides; `upper` is what may be claimed, None if nothing finite may."""

    lower: Fraction | None
    upper: Fraction | None
    wanted: Fraction  # the relative width that was asked for

    @property
    def width(self) -> Fraction | None:
        """Relative to the upper end; None if that is not finite."""
        if self.upper is None or self.lower is None:
            return None
        return (self.upper - self.lower) / self.upper if self.upper else Fraction(0)

    @property
    def narrow(self) -> bool:
        """Whether it is as narrow as was asked for."""
        return self.width is not None and self.width <= self.wanted

    def __str__(self) -> str:
        if self.upper is None:
            return "oo" if self.lower is None else f"[{decimal(self.lower)}, oo]"
        assert self.lower is not None
        found = decimal(self.upper) if self.lower == self.upper else f"[{decimal(self.lower)}, {decimal(self.upper)}]"
        said = (
            ""
            if self.narrow
            else f", relative width {float(self.width or 0):.2g} (asked for: {float(self.wanted):.2g})"
        )
        return found + said


@dataclass(frozen=True)
class LossDistribution:
    """Steps, each so many times, in any order and adaptively: LossDistribution([(gaussian(2), 10), response("0.1")])."""

    parts: tuple[tuple[Step, int], ...]

    def __init__(self, parts: Iterable[Any]) -> None:
        counted: dict[Step, int] = {}
        for part in parts:
            step, times = part if isinstance(part, tuple) and len(part) == 2 else (part, 1)
            if not isinstance(step, Step):
                raise ObjectError(f"LossDistribution: found {step!r}, expected a mechanism such as gaussian(1)")
            counted[step] = counted.get(step, 0) + whole(times, f"LossDistribution: how often {step}", 1, MOST_TIMES)
        if not 1 <= len(counted) <= MOST_PARTS:
            raise ObjectError(
                f"LossDistribution: found {len(counted)} different mechanisms, expected 1 to {MOST_PARTS}"
            )
        object.__setattr__(self, "parts", tuple(counted.items()))
        _ = self.neighbours

    @property
    def neighbours(self) -> Neighbours | None:
        """The relation of all parts that name one."""
        named: Neighbours | None = None
        by: Step | None = None
        for step, _ in self.parts:
            if step.neighbours is None:
                continue
            if named is not None and step.neighbours != named:
                raise ObjectError(
                    f"LossDistribution: found {by} for {named} neighbours and {step} for {step.neighbours} neighbours, expected one "
                    "relation: changing a record is removing one and adding one, so the levels are not comparable"
                )
            named, by = step.neighbours, step
        return named

    def __str__(self) -> str:
        return ", ".join(f"{step}" if k == 1 else f"{step} ** {k}" for step, k in self.parts)

    def __mul__(self, other: LossDistribution) -> LossDistribution:
        """Both composed."""
        return LossDistribution([*self.parts, *other.parts])

    def __pow__(self, times: int) -> LossDistribution:
        k = whole(times, "LossDistribution: the power", 1, MOST_TIMES)
        return LossDistribution([(step, k * n) for step, n in self.parts])

    def delta(self, eps: Any, width: Any = WIDTH_OF_DELTA) -> LossBound:
        """The least δ at ε."""
        level = number(eps, "delta: eps")
        if not 0 <= level <= MOST_EPS:
            raise ObjectError(f"delta: found eps = {eps}, expected a number from 0 to {MOST_EPS}")
        wanted = _width(width)
        with ctx.workprec(ENDS_BITS):
            return _told(delta_between(self._directions, level, float(wanted)), wanted)

    def epsilon(self, delta: Any, width: Any = WIDTH_OF_EPS) -> LossBound:
        """The least ε >= 0 at δ."""
        lost = number(delta, "epsilon: delta")
        if not LEAST_DELTA <= lost < 1:
            raise ObjectError(f"epsilon: found delta = {delta}, expected a number from 1e-4000 to below 1")
        wanted = _width(width)
        with ctx.workprec(ENDS_BITS):
            return _told(epsilon_between(self._directions, lost, float(wanted)), wanted)

    @property
    def _directions(self) -> list[Parts]:
        """A record more, and a record less: all steps see the same one. One direction if the curves are the same."""
        forward = _merged((step.pair, k) for step, k in self.parts)
        if all(step.symmetric for step, _ in self.parts):
            return [forward]
        return [forward, _merged((step.pair.reverse, k) for step, k in self.parts)]


def _merged(parts: Iterable[tuple[Pair, int]]) -> Parts:
    """Independent normal answers are as one whose square distance is the sum."""
    found: dict[Pair, int] = {}
    square = Fraction(0)
    for pair, k in parts:
        if isinstance(pair, Normal):
            square += k * pair.square
        else:
            found[pair] = found.get(pair, 0) + k
    return [*([(Normal(square), 1)] if square else []), *found.items()]


def _width(x: Any) -> Fraction:
    found = number(x, "the width")
    if not Fraction(1, 10**6) <= found <= 1:
        raise ObjectError(f"the width: found {x}, expected a relative width from 1e-6 to 1")
    return found


def _told(found: Ends, wanted: Fraction) -> LossBound:
    upper = None if found.upper is None else told(found.upper, up=True)
    lower = told(arb(found.lower), up=False) if found.lower.is_finite() else None
    return LossBound(lower, upper, wanted)
