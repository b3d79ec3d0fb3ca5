"""Where to look, and how finely: the order λ of the tilt, the step of the grid and its ends. Floats, which nothing rests on.

K(λ) = log E e^(λ L) of the sum is estimated from the curves at some hundreds of points, closer to each other near 0. Then

    ε(δ)    λ where (K(λ) - log δ)/λ is least;
    δ(ε)    λ where K(λ) - λ ε is least.

Chords spread a loss l over the ends of its step s, which adds λ (1 + λ) s²/12 to K on average, and tangents take half of that away:
ε is told with a width of about k (1 + λ) s²/8, from which s is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, exp, inf, log, log2, pi, sqrt

from flint import arb, ctx

from ...objects.errors import ObjectError
from .finite import Finite, Lattice
from .pairs import Laplace, Pair

Parts = Sequence[tuple[Pair, int]]

SKETCH_BITS = 320
RATIO = 1.04  # of points of the sketch next to each other
FAR = float(1 << 22)  # no loss is looked for beyond
LOWEST = arb((1, -100))  # mass at the low end that the grid need not tell apart
MOST_NODES = 60_000  # of one grid
MOST_PLACES = 400_000  # of a sum
MOST_DEPTH = 1 << 14  # bits of the least δ
SAFETY = 0.7  # of the step
SPARE_TAIL = 30  # bits by which what is called infinite is below δ


@dataclass(frozen=True)
class Sketch:
    """Losses and the logarithms of their masses, roughly."""

    losses: list[float]
    logs: list[float]
    low: float
    high: float

    def cumulant(self, order: float) -> tuple[float, float, float]:
        """log E e^(λ L) with its first two derivatives."""
        exponents = [order * x + p for x, p in zip(self.losses, self.logs)]
        most = max(exponents)
        weights = [exp(e - most) for e in exponents]
        total = sum(weights)
        mean = sum(w * x for w, x in zip(weights, self.losses)) / total
        variance = sum(w * (x - mean) ** 2 for w, x in zip(weights, self.losses)) / total
        return most + log(total), mean, variance


def sketch(pair: Pair, tail: arb) -> Sketch:
    """The atoms of the chords between points on both sides of 0, whose logarithms are spaced alike."""
    with ctx.workprec(SKETCH_BITS + (-_log2(tail) if _needs_depth(pair) else 0)):
        low, high = _reach(pair, tail)
        near = _scale(pair, max(-low, high))
        points = sorted({*_ladder(near, high), 0.0, *(-x for x in _ladder(near, -low))})
        heights = [arb(1), *(pair.delta(arb(x)) for x in points)]
        us = [arb(0), *(arb(x).exp() for x in points)]
        slopes = [(h1 - h0) / (u1 - u0) for h0, h1, u0, u1 in zip(heights, heights[1:], us, us[1:])]
        losses, logs = [], []
        for x, u, left, right in zip(points, us[1:], slopes, [*slopes[1:], arb(0)]):
            mass = u * (right - left)
            if mass > 0:
                losses.append(x)
                logs.append(float(mass.log().mid()))
        return Sketch(losses, logs, low, high)


def _ladder(near: float, far: float) -> list[float]:
    points, x = [], near
    while x < far:
        points.append(x)
        x *= RATIO
    return [*points, far] if far > 0 else []


def _reach(pair: Pair, tail: arb) -> tuple[float, float]:
    """Losses that are enough: δ beyond the upper one is at most `tail`; below the lower one there is next to nothing."""
    high = _turns(lambda x: bool(pair.delta(arb(x)) <= tail), "losses")
    low = -_turns(lambda x: bool(1 - pair.event(arb(-x))[0] <= LOWEST), "negative losses")
    greatest = pair.greatest
    if greatest is not None:
        high = min(high, float(greatest.upper()))
    return low, high


def _turns(small: Callable[[float], bool], what: str) -> float:
    """About the least x > 0 with small(x)."""
    x = 2.0**-50
    while not small(x):
        x *= 4
        if x > FAR:
            raise ObjectError(f"found {what} beyond {FAR:.0f}, expected noise that is not so small")
    low, high = (0.0 if x == 2.0**-50 else x / 4), x
    for _ in range(7):
        middle = (low + high) / 2
        low, high = (low, middle) if small(middle) else (middle, high)
    return high


def _scale(pair: Pair, far: float) -> float:
    """A loss so small that there is next to no mass between it and its negative, but at 0."""
    x = far
    while x > 2.0**-60:
        inside = pair.event(arb(-x))[0] - pair.event(arb(x))[0]
        if inside < arb((1, -12)):
            return x
        x /= 8
    return x


# -- the plan ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """The order of the tilt, the step, what may be called infinite in each answer, and digits to compute with."""

    order: Fraction
    step: Fraction
    tail: arb
    bits: int
    exact: bool  # whether all losses are on the lattice of this step
    sketches: tuple[Sketch, ...]
    parts: Parts
    deviation: float  # of the sum, tilted

    def ends(self, i: int) -> tuple[int, int]:
        """The first and last point of the grid of a part."""
        found, step = self.sketches[i], float(self.step)
        return int(found.low / step) - 1, ceil(found.high / step)

    def finer(self, factor: float) -> Plan | None:
        """With a step that is so many times smaller, where that can be done."""
        if self.exact:
            return None
        step = _step(_within_limits(float(self.step) / max(factor, 1.3), self.sketches, self.deviation), self.parts)
        if step >= self.step:
            return None
        return replace(self, step=step, bits=_bits(self.parts, self.tail, float(step), self.sketches))


def plan(parts: Parts, delta: arb | None, eps: float, width: float) -> Plan:
    """For ε at this δ, or for δ at this ε; `width` is that of ε, or that of δ, relative."""
    count = sum(k for _, k in parts)
    spare = arb((1, -SPARE_TAIL - count.bit_length()))
    least = arb((1, -MOST_DEPTH))
    tail = (delta if delta is not None else arb((1, -40))) * spare
    tail = tail.max(least)
    for _ in range(8):
        sketches = [sketch(pair, tail) for pair, _ in parts]
        found = _Sum(sketches, [k for _, k in parts])
        order = found.order_for_delta(float(delta.log().mid())) if delta is not None else found.order_for_eps(eps)
        if delta is not None:
            break
        wanted = (arb(found.log_delta(order, eps)).exp() * spare).max(least)
        if wanted >= tail * arb((1, -4)):
            break
        tail = wanted
    _, mean, variance = found.cumulant(order)
    deviation, tail = sqrt(variance), arb(tail.mid())
    with ctx.workprec(SKETCH_BITS):
        lattice = _common_step(parts, deviation)
    if lattice is not None:
        step = lattice
    else:
        allowed = max(mean, 1e-12) * width if delta is not None else width / max(order, 1e-3)
        found_step = min(sqrt(8 * SAFETY * allowed / (count * (1 + order))), deviation / 16 if deviation > 0 else inf)
        step = _step(_within_limits(found_step, sketches, deviation), parts)
    bits = _bits(parts, tail, float(step), sketches)
    return Plan(_order(order), step, tail, bits, lattice is not None, tuple(sketches), parts, deviation)


def _within_limits(step: float, sketches: Sequence[Sketch], deviation: float) -> float:
    """Not so fine that grids get too long."""
    span = max(s.high - s.low for s in sketches)
    return max(step, span / MOST_NODES, 20 * deviation / MOST_PLACES)


def _bits(parts: Parts, tail: arb, step: float, sketches: Sequence[Sketch]) -> int:
    """Curves near the diagonal lose the digits of a step, second differences twice those of the places."""
    places = log2(2 + max(s.high - s.low for s in sketches) / step)
    deep = any(_needs_depth(pair) for pair, _ in parts)
    return 96 + int(2 * places + max(0.0, -log2(step))) + (-_log2(tail) if deep else 0)


def _needs_depth(pair: Pair) -> bool:
    return isinstance(getattr(pair, "base", pair), Finite)


def _log2(x: arb) -> int:
    mantissa, exponent = map(int, x.mid().man_exp())
    return mantissa.bit_length() + exponent


def _order(x: float) -> Fraction:
    """A fraction of few digits near it."""
    return Fraction(f"{x:.5e}") if x > 1e-9 else Fraction(0)


def _step(x: float, parts: Parts) -> Fraction:
    """A step of few digits, at most x; one that meets the atoms of a Laplace part or of a response, where there is one."""
    for pair, _ in parts:
        most = _atom(pair)
        if most is not None and most > 0:
            return most / ceil(float(most) / x)
    scale = 0
    while x < 1 << 12:
        x, scale = x * 2, scale + 1
    return Fraction(int(x), 1 << scale)


def _atom(pair: Pair) -> Fraction | None:
    if isinstance(pair, Laplace):
        return pair.distance
    lattice = pair.lattice() if isinstance(pair, Finite) else None
    return None if lattice is None or not lattice.left_out.is_zero() else abs(lattice.first)


def _common_step(parts: Parts, deviation: float) -> Fraction | None:
    """The step of a lattice that holds the losses of all parts, if it is not too fine."""
    found: list[Lattice] = []
    for pair, _ in parts:
        lattice = pair.lattice() if isinstance(pair, Finite) else None
        if lattice is None:
            return None
        found.append(lattice)
    step = found[0].step
    for lattice in found[1:]:
        step = _common(step, lattice.step)
    longest = max(lattice.step * (len(lattice.masses) - 1) for lattice in found)
    return step if longest / step <= MOST_NODES and 20 * deviation / float(step) <= MOST_PLACES else None


def _common(x: Fraction, y: Fraction) -> Fraction:
    while y:
        x, y = y, x % y
    return x


@dataclass(frozen=True)
class _Sum:
    """The sum of independent losses."""

    sketches: Sequence[Sketch]
    counts: Sequence[int]

    def cumulant(self, order: float) -> tuple[float, float, float]:
        found = [[k * x for x in s.cumulant(order)] for s, k in zip(self.sketches, self.counts)]
        a, b, c = (sum(column) for column in zip(*found))
        return a, b, c

    def log_delta(self, order: float, eps: float) -> float:
        value, _, variance = self.cumulant(order)
        return min(value - order * eps - log(1 + order * (1 + order) * sqrt(2 * pi * variance)), 0.0)

    def order_for_delta(self, log_delta: float) -> float:
        return self._least(lambda x: (self.cumulant(x)[0] - log_delta) / x)

    def order_for_eps(self, eps: float) -> float:
        return 0.0 if self.cumulant(0.0)[1] >= eps else self._least(lambda x: self.cumulant(x)[0] - x * eps)

    def _least(self, value: Callable[[float], float]) -> float:
        """Golden sections in log λ."""
        size = max(max(s.high, -s.low) for s in self.sketches)
        low, high = log(1e-8 / size), log(1e6 / size)
        ratio = (5**0.5 - 1) / 2
        for _ in range(40):
            left, right = high - ratio * (high - low), low + ratio * (high - low)
            if value(exp(left)) <= value(exp(right)):
                high = right
            else:
                low = left
        return exp((low + high) / 2)
