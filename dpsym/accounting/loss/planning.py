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
from math import ceil, exp, floor, inf, log, log2, pi, sqrt

from flint import arb, ctx

from ...derive.golden import narrowed
from ...derive.rounding import rational
from ...objects.errors import ObjectError
from .finite import DiscreteGaussian, Finite, Lattice
from .grids import Grid
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
KEEP_LOW = -28.0  # logarithm of the share of what is below a grid
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

    def low_end(self, order: float, count: int) -> float:
        """A loss x where P(L <= x) e^(λ x) is a small share of E e^(λ L), also after so many answers."""
        value, share = self.cumulant(order)[0], KEEP_LOW - log(count)
        mass, found = 0.0, self.low
        for x, p in zip(self.losses, self.logs):
            mass += exp(min(p, 0.0))
            if mass > 0 and log(mass) + order * x > value + share:
                break
            found = x
        return found


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
    infinite = pair.infinite
    high = _turns(lambda x: bool(pair.delta(arb(x)) - infinite <= tail), "losses")
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

    @property
    def spans(self) -> list[float]:
        """The lengths of the grids."""
        return _spans(self.sketches, float(self.order), sum(k for _, k in self.parts))

    def grid(self, i: int) -> Grid:
        """The grid of a part. What is below it may be taken to be at its end, as its share of the tilted mass is small."""
        found, step = self.sketches[i], float(self.step)
        with ctx.workprec(SKETCH_BITS):
            offset = _offset(self.parts[i][0], self.step)
        low = found.low_end(float(self.order), sum(k for _, k in self.parts))
        return Grid(
            offset, self.step, floor((low - float(offset)) / step) - 1, ceil((found.high - float(offset)) / step)
        )

    def finer(self, factor: float) -> Plan | None:
        """With a step that is so many times smaller, where that can be done."""
        if self.exact:
            return None
        step = _step(_within_limits(float(self.step) / max(factor, 1.3), self.spans, self.deviation), self.parts)
        if step >= self.step:
            return None
        return replace(self, step=step, bits=_bits(self.parts, self.tail, float(step), self.spans))


def plan(parts: Parts, delta: arb | None, eps: float, width: float) -> Plan:
    """For ε at this δ, or for δ at this ε; `width` is that of ε, or that of δ, relative."""
    count = sum(k for _, k in parts)
    spare = arb((1, -SPARE_TAIL - count.bit_length()))
    with ctx.workprec(SKETCH_BITS):
        infinite = sum((pair.infinite for pair, _ in parts), arb(0))
    least = arb((1, -MOST_DEPTH)).max(infinite * spare)
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
    spans = _spans(sketches, order, count)
    with ctx.workprec(SKETCH_BITS):
        lattice = _common_step(parts, deviation)
    if lattice is not None:
        step = lattice
    else:
        allowed = max(mean, 1e-12) * width if delta is not None else width / max(order, 1e-3)
        found_step = min(sqrt(8 * SAFETY * allowed / (count * (1 + order))), deviation / 16 if deviation > 0 else inf)
        step = _step(_within_limits(found_step, spans, deviation), parts)
    bits = _bits(parts, tail, float(step), spans)
    return Plan(_order(order), step, tail, bits, lattice is not None, tuple(sketches), parts, deviation)


def _spans(sketches: Sequence[Sketch], order: float, count: int) -> list[float]:
    return [s.high - s.low_end(order, count) for s in sketches]


def _within_limits(step: float, spans: Sequence[float], deviation: float) -> float:
    """Not so fine that grids get too long."""
    return max(step, max(spans) / MOST_NODES, 20 * deviation / MOST_PLACES)


def _bits(parts: Parts, tail: arb, step: float, spans: Sequence[float]) -> int:
    """Curves near the diagonal lose the digits of a step, second differences twice those of the places."""
    places = log2(2 + max(spans) / step)
    deep = any(_needs_depth(pair) for pair, _ in parts)
    return 96 + int(2 * places + max(0.0, -log2(step))) + (-_log2(tail) if deep else 0)


def _needs_depth(pair: Pair) -> bool:
    return isinstance(getattr(pair, "base", pair), DiscreteGaussian)


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


def _offset(pair: Pair, step: Fraction) -> Fraction:
    """Where to put a point of the grid: the mean loss near an end of the losses, where much of the mass may be."""
    atom = _atom(pair)
    if atom is not None:
        return atom % step
    half = arb(rational(step)) / 2
    least, most = -(pair.reverse.greatest or arb("inf")), pair.greatest
    if least.is_finite():
        p, q = pair.event(least + half)
        p, q, up = 1 - p, 1 - q, 1
    elif most is not None:
        p, q = pair.event(most - half)
        up = -1
    else:
        return Fraction(0)
    if not (p > arb((1, -20)) and q > arb((1, -20))):
        return Fraction(0)
    loss = (p / q).log().mid()
    mantissa, exponent = map(int, loss.man_exp())
    unit = step / (1 << 40)
    found = Fraction(mantissa) * Fraction(2) ** exponent
    return ((found // unit + up) * unit) % step


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
        low, high = narrowed(lambda x: value(exp(x)), low, high, 40)
        return exp((low + high) / 2)
