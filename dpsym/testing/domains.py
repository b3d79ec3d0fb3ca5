"""Where a function is asked: a range or a list of choices for each argument; its corners, random points, and simpler points nearby."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from ..objects.errors import ObjectError

Point = dict[str, Any]

MOST_CORNERS = 64
_WIDE = 100  # ends of a range with this ratio are sampled by their logarithm
_SHORT = 2  # digits of every other random number


@dataclass(frozen=True)
class Between:
    """Numbers from `low` to `high`: floats, or integers where both ends are; by their logarithm where the range is wide."""

    low: int | float
    high: int | float

    def __post_init__(self) -> None:
        for end in (self.low, self.high):
            if isinstance(end, bool) or not isinstance(end, (int, float)) or not math.isfinite(end):
                raise ObjectError(f"domain: found the end {end!r}, expected a finite int or float")
        if self.low > self.high:
            raise ObjectError(f"domain: found the range {self.low} to {self.high}, expected ends in their order")

    @property
    def whole(self) -> bool:
        return isinstance(self.low, int) and isinstance(self.high, int)

    @property
    def corners(self) -> tuple[Any, ...]:
        return (self.low,) if self.low == self.high else (self.low, self.high)

    def __contains__(self, x: Any) -> bool:
        fits = isinstance(x, int) if self.whole else isinstance(x, (int, float))
        return fits and not isinstance(x, bool) and self.low <= x <= self.high

    def draw(self, source: random.Random) -> int | float:
        if self.low > 0 and self.high >= _WIDE * self.low:
            x = math.exp(source.uniform(math.log(self.low), math.log(self.high)))
        else:
            x = source.uniform(self.low, self.high)
        if source.random() < 0.5:
            x = _rounded(x, _SHORT)
        x = min(max(x, self.low), self.high)
        return round(x) if self.whole else float(x)

    def simpler(self, x: Any) -> Iterator[Any]:
        """Numbers of the range that are read more easily, the simplest first."""
        near = [1, 2, 10, *_towards_one(x), *(_rounded(x, digits) for digits in (1, 2, 3, 6))]
        if self.whole:
            candidates: list[Any] = [round(c) for c in near if math.isfinite(c)]
        else:
            candidates = [float(c) for c in (0, 0.5, 0.1, *near)]
        seen = {c: None for c in sorted(candidates, key=cost) if c in self and cost(c) < cost(x)}
        return iter(seen)


@dataclass(frozen=True)
class Choices:
    """Some values, the simplest first."""

    values: tuple[Any, ...]

    @property
    def corners(self) -> tuple[Any, ...]:
        return self.values if len(self.values) <= 2 else (self.values[0], self.values[-1])

    def draw(self, source: random.Random) -> Any:
        return source.choice(self.values)

    def simpler(self, x: Any) -> Iterator[Any]:
        return iter(self.values[: self.values.index(x)])


Axis = Between | Choices


@dataclass(frozen=True)
class Domain:
    axes: Mapping[str, Axis]

    def points(self, count: int, seed: int) -> Iterator[Point]:
        """`count` points: all corners first, if they are not more than half of them, else as many; then random ones."""
        names = list(self.axes)
        corners = product(*(self.axes[name].corners for name in names))
        given = 0
        for values in islice(corners, min(MOST_CORNERS, max(1, count // 2)) if count else 0):
            yield dict(zip(names, values))
            given += 1
        source = random.Random(seed)
        for _ in range(count - given):
            yield {name: axis.draw(source) for name, axis in self.axes.items()}


def domain_of(given: Any) -> Domain:
    """Of {"sigma": (0.1, 100.0), "count": (1, 1000), "relation": ["add", "replace"]}: ranges are pairs, choices are lists."""
    if isinstance(given, Domain):
        return given
    if not isinstance(given, Mapping) or not given:
        raise ObjectError(f"domain: found {given!r}, expected a dict of ranges (low, high) and lists of choices")
    return Domain({_name(name): _axis(name, axis) for name, axis in given.items()})


def _name(name: Any) -> str:
    if not isinstance(name, str) or not name.isidentifier():
        raise ObjectError(f"domain: found the argument {name!r}, expected a name")
    return name


def _axis(name: str, axis: Any) -> Axis:
    if isinstance(axis, (Between, Choices)):
        return axis
    if isinstance(axis, tuple) and len(axis) == 2:
        return Between(*axis)
    if isinstance(axis, Sequence) and not isinstance(axis, (str, bytes, tuple)) and axis:
        return Choices(tuple(axis))
    raise ObjectError(f"domain: found {name} = {axis!r}, expected a pair (low, high) or a list of choices")


def cost(x: Any) -> tuple[int, float, str]:
    """How hard a value is to read: digits of its mantissa, then the size of its exponent."""
    if isinstance(x, bool) or not isinstance(x, (int, float)):
        return (0, 0, str(x))
    if x == 0:
        return (0, 0, "")
    mantissa = repr(x).partition("e")[0]
    figures = mantissa.replace(".", "").replace("-", "").strip("0")
    magnitude = math.log10(abs(x)) if not isinstance(x, int) else len(str(abs(x))) - 1
    return (len(figures), abs(magnitude), repr(x))


def _rounded(x: float, digits: int) -> float:
    return float(f"{x:.{digits - 1}e}")


def _towards_one(x: Any) -> list[float]:
    """Powers of ten from x towards 1, the next one first, then by halving exponents."""
    if not x or isinstance(x, bool):
        return []
    exponent = round(math.log10(abs(x)))
    found = [float(f"1e{exponent - int(math.copysign(1, exponent))}")]
    while exponent:
        found.append(float(f"1e{exponent}"))
        exponent = int(exponent / 2)
    return [y for y in found if math.isfinite(y)]


def simpler_points(domain: Domain, point: Point) -> Iterator[Point]:
    """The point with one argument made simpler."""
    for name, axis in domain.axes.items():
        for value in axis.simpler(point[name]):
            yield {**point, name: value}
