"""Where to look: exact sample values of one symbol and sample points of several, simple numbers first.

Everything is deterministic. A value is a rational, or a closed term for an end such as log(2) that is not rational.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Union

from flint import arb, ctx, fmpq

from ...kernel.arithmetic.balls import Unsupported
from ...kernel.reals.quadrature import enclose
from ...kernel.statements import Range
from ...kernel.terms import Term, TermError, num
from ..exact_roots import fold, is_rational

Value = Union[fmpq, Term]

_END_PREC = 256  # bits to which an irrational end is approximated from inside
_FEW_INTEGERS = 48  # an integer range with at most this many values is listed in full

#: Numbers a reader likes, best first.
SIMPLE: tuple[fmpq, ...] = tuple(
    fmpq(p, q)
    for p, q in (
        (1, 2), (1, 1), (2, 1), (1, 4), (3, 1), (0, 1), (1, 3), (3, 4), (2, 3), (4, 1), (1, 10), (5, 1), (3, 2),
        (10, 1), (1, 5), (1, 8), (9, 10), (6, 1), (8, 1), (1, 100), (20, 1), (5, 2), (4, 5), (2, 5), (3, 5), (1, 6),
        (5, 6), (7, 1), (5, 4), (4, 3), (7, 4), (9, 1), (50, 1), (100, 1), (99, 100), (101, 100), (1, 1000),
        (1000, 1), (999, 1000),
    )
)  # fmt: skip
_FAR: tuple[int, ...] = (10**4, 10**5, 10**6, 10**9)


@dataclass(frozen=True)
class Axis:
    """The range of one symbol with rational ends that lie inside it, and its exact ends that are not rational."""

    name: str
    low: fmpq | None = None
    high: fmpq | None = None
    low_open: bool = True
    high_open: bool = True
    integer: bool = False
    ends: tuple[Term, ...] = ()
    most: int | None = None  # values further than this from zero or the lower end are left out: they cost too much

    def contains(self, x: fmpq) -> bool:
        if self.most is not None and abs(x) - max(self.low or 0, 0) > self.most:
            return False
        if self.low is not None and (x < self.low or (self.low_open and x == self.low)):
            return False
        if self.high is not None and (x > self.high or (self.high_open and x == self.high)):
            return False
        return not self.integer or x.q == 1


def axis_of(r: Range) -> Axis:
    """The axis of a range. An end that cannot be evaluated counts as infinite: the kernel has the last word."""
    low, low_open, low_end = _end(r.lower, r.lower_open, up=True)
    high, high_open, high_end = _end(r.upper, r.upper_open, up=False)
    if r.integer:
        if low is not None:
            low, low_open = fmpq(low.floor() + 1 if low_open else low.ceil()), False
        if high is not None:
            high, high_open = fmpq(high.ceil() - 1 if high_open else high.floor()), False
        return Axis(r.name, low, high, low_open, high_open, True)
    return Axis(r.name, low, high, low_open, high_open, False, (*low_end, *high_end))


def _end(end: Term | None, is_open: bool, up: bool) -> tuple[fmpq | None, bool, tuple[Term, ...]]:
    if end is None:
        return None, True, ()
    exact = fold(end)
    if is_rational(exact):
        return exact.value, is_open, ()
    try:
        ball = enclose(end, _END_PREC)
    except (Unsupported, TermError):
        return None, True, ()
    if not ball.is_finite():
        return None, True, ()
    with ctx.workprec(_END_PREC):
        inside: fmpq = (ball.upper() if up else ball.lower()).fmpq()
    return inside, False, () if is_open else (end,)


def simplest_between(low: fmpq, high: fmpq) -> fmpq:
    """The rational with the smallest denominator (then numerator) in the closed interval [low, high]."""
    if low > high:
        low, high = high, low
    if low <= 0 <= high:
        return fmpq(0)
    if high < 0:
        return -simplest_between(-high, -low)
    whole = low.floor()
    if low == whole:
        return fmpq(whole)
    if whole + 1 <= high:
        return fmpq(whole + 1)
    return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole))


def trimmed(x: fmpq, bits: int = 64) -> fmpq:
    """x to `bits` significant bits (towards zero) if it takes more than that to write."""
    p, q = int(x.p), int(x.q)
    if p.bit_length() <= bits and q.bit_length() <= bits:
        return x
    shift = bits - p.bit_length() + q.bit_length()
    if p == 0:
        return x
    whole = (abs(p) << shift) // q if shift >= 0 else abs(p) // (q << -shift)
    whole = whole if p > 0 else -whole
    return fmpq(whole, 1 << shift) if shift >= 0 else fmpq(whole << -shift)


def size(x: Value) -> int:
    """How long a value is to write: small is simple."""
    if isinstance(x, Term):
        return 400 + 10 * x.depth
    rank = _RANK.get(abs(x))
    if rank is not None:
        return 2 * rank + int(x < 0)
    return 80 + _length(int(x.p)) + 2 * _length(int(x.q)) + int(x < 0)


def _length(n: int) -> int:
    """About the bits of n, but trailing zeros of its decimal form count little."""
    digits = str(abs(n))
    short = digits.rstrip("0")
    return min(n.bit_length(), 3 * len(short) + (len(digits) - len(short)) // 2 - (short == "1"))


_RANK = {q: i for i, q in enumerate(SIMPLE)}


@lru_cache(maxsize=256)
def values_on(axis: Axis, dense: bool) -> tuple[Value, ...]:
    """Sample values, simple ones first; `dense` for a symbol that is alone."""
    if axis.integer:
        return tuple(_integers(axis))
    found: dict[Value, None] = {}
    for x in _reals(axis, dense):
        if axis.contains(x):
            found.setdefault(x)
    return (*simple_on(axis), *axis.ends, *(x for x in found if x not in _RANK))


def simple_on(axis: Axis) -> tuple[fmpq, ...]:
    """The simplest numbers on the axis."""
    signed = (s for x in SIMPLE for s in ((x, -x) if x else (x,)))
    return tuple(x for x in signed if axis.contains(x))


def _integers(axis: Axis) -> Iterator[Value]:
    low, high = axis.low, axis.high
    if low is not None and high is not None and high - low <= _FEW_INTEGERS:
        yield from sorted((low + k for k in range(int((high - low).p) + 1)), key=size)
        return
    found: dict[fmpq, None] = {}
    for k in (1, 2, 3, 0, 4, 5, 10, 6, 7, 8, 9, *range(11, 33), 50, 64, 100, 200, 500, 1000, *_FAR):
        offsets = [fmpq(k), fmpq(-k)]
        offsets += [low + k] if low is not None else []
        offsets += [high - k] if high is not None else []
        for x in offsets:
            if axis.contains(x):
                found.setdefault(x)
    yield from found


def _reals(axis: Axis, dense: bool) -> Iterator[fmpq]:
    low, high = axis.low, axis.high
    if low is not None and high is not None:
        width = high - low
        for j in (3, 1, 6, 0, 2, 4, 5, 7):
            yield simplest_between(low + width * j / 8, low + width * (j + 1) / 8)
        yield from (low, high)
        for d in _near(dense):
            yield trimmed(low + width * d, 320)
            yield trimmed(high - width * d, 320)
        if dense:
            for j in range(1, 64):
                yield low + width * j / 64
        return
    for end, s in ((low, 1), (high, -1)):
        if end is not None:
            yield end
            for d in (*SIMPLE, *_near(dense), *_far(dense)):
                yield end + s * d
    if low is None and high is None:
        for d in (*_near(dense), *_far(dense)):
            yield from (d, -d)


def _near(dense: bool) -> Iterator[fmpq]:
    """Distances to an end, in (0, 1), from large to small."""
    for k in range(1, 13):
        for m in (4, 5, 6, 7) if dense else (4, 6):
            yield fmpq(m, 4 << k)
    for k in range(1, 16):
        yield fmpq(1, 10**k)
    for k in (*range(13, 45, 2 if dense else 4), *range(46, 81, 6 if dense else 17), 80):
        yield fmpq(1, 1 << k)
    if dense:
        for k in (16, 18, 20, 25, 30):
            yield fmpq(1, 10**k)


def _far(dense: bool) -> Iterator[fmpq]:
    for k in range(1, 21):
        for m in (4, 5, 6, 7) if dense and k < 12 else (4, 6) if k < 9 or dense else (4,):
            yield fmpq(m << k, 4)
    for k in (700, 750, *_FAR):
        yield fmpq(k)


def points_on(axes: Sequence[Axis], count: int, seed: int = 0) -> Iterator[tuple[Value, ...]]:
    """About `count` points: equal coordinates, simple combinations, related coordinates, then seeded random ones."""
    if not axes:
        yield ()
        return
    if len(axes) == 1:
        first = () if axes[0].integer else simple_on(axes[0])
        yield from ((v,) for v in first)
        yield from ((v,) for v in values_on(axes[0], dense=True)[len(first) :])
        return
    values = [values_on(a, dense=False) for a in axes]
    if any(not v for v in values):
        return
    seen: set[tuple[Value, ...]] = set()
    for made, point in enumerate(_several(axes, values, random.Random(seed))):
        if point not in seen:
            seen.add(point)
            yield point
        if len(seen) >= count or made > 4 * count:
            return


def _several(
    axes: Sequence[Axis], values: Sequence[Sequence[Value]], rng: random.Random
) -> Iterator[tuple[Value, ...]]:
    for x in (*SIMPLE[:16], *(fmpq(k) for k in (100, 1000))):
        yield tuple(x if a.contains(x) else v[0] for a, v in zip(axes, values, strict=True))
    core = {2: 12, 3: 6, 4: 4, 5: 3, 6: 2}.get(len(axes), 1)
    grid = sorted(product(range(core), repeat=len(axes)), key=sum)
    for indices in grid:
        yield tuple(v[min(i, len(v) - 1)] for i, v in zip(indices, values, strict=True))
    while True:
        yield _related(axes, [_pick(a, v, rng) for a, v in zip(axes, values, strict=True)], rng)


def _pick(axis: Axis, values: Sequence[Value], rng: random.Random) -> Value:
    kind = rng.random()
    if kind < 0.35:
        return values[min(int(rng.expovariate(0.12)), len(values) - 1)]
    if kind < 0.75 or axis.integer:
        return rng.choice(values)
    low, high = axis.low, axis.high
    if low is not None and high is not None:
        x = low + (high - low) * fmpq(rng.randrange(1, 1024), 1024)
    else:
        x = fmpq(rng.randrange(1024, 2048), 1024) * fmpq(2) ** rng.randrange(-12, 8)
        if low is not None or high is not None:
            x = low + x if low is not None else high - x
        elif rng.random() < 0.5:
            x = -x
    return x if axis.contains(x) else values[0]


def _related(axes: Sequence[Axis], point: list[Value], rng: random.Random) -> tuple[Value, ...]:
    """Sometimes make coordinates depend on each other: y = x, 1 - x, 1/x, or close to x."""
    for j in range(1, len(point)):
        x = point[rng.randrange(j)]
        if isinstance(x, Term) or rng.random() < 0.6:
            continue
        near = fmpq(1, 1 << rng.randrange(1, 60)) * rng.choice((-1, 1))
        choice = rng.randrange(6)
        y = x if choice == 0 else 1 - x if choice == 1 else x + near if choice == 2 else x * (1 + near)
        if choice >= 4:
            y = 1 / x if choice == 4 and x != 0 else 1 - x + near
        if axes[j].contains(y):
            point[j] = y
    return tuple(point)


def moves(axis: Axis, x: fmpq, step: fmpq) -> Iterator[fmpq]:
    """Neighbours of x at relative distance `step`, as seen from each end, from zero and in absolute terms."""
    if axis.integer:
        jump = max(1, int((abs(x) * step).floor()))
        candidates: Iterable[fmpq] = (x + jump, x - jump, x + 1, x - 1)
    else:
        up = 1 + step
        anchors = [a for a in (axis.low, axis.high) if a is not None]
        if fmpq(0) not in anchors:
            anchors.append(fmpq(0))
        near = [trimmed(a + trimmed((x - a) * f), 320) for a in anchors for f in (up, 1 / up)]
        candidates = (*near, *((trimmed(x + step), trimmed(x - step)) if axis.low is None or axis.high is None else ()))
    for y in dict.fromkeys(candidates):
        if y != x and axis.contains(y):
            yield y


def between(axis: Axis, a: fmpq, b: fmpq) -> fmpq:
    """A point between a and b: half way, or half way on the logarithmic scale of an end, or of zero, if far apart."""
    anchors = [e for e in (axis.low, axis.high) if e is not None] or [fmpq(0)]
    for anchor in anchors:
        near, far = sorted((abs(a - anchor), abs(b - anchor)))
        if near > 0 and far > 4 * near and (a > anchor) == (b > anchor):
            shift = (_log2(near) + _log2(far)) // 2
            middle = anchor + (fmpq(2) ** shift if a > anchor else -(fmpq(2) ** shift))
            if min(a, b) < middle < max(a, b):
                return middle
    return trimmed((a + b) / 2, 160)


def _log2(x: fmpq) -> int:
    return int(x.p).bit_length() - int(x.q).bit_length()


def beyond(axis: Axis, x: fmpq) -> Iterator[fmpq]:
    """Points that march from x to the next open end, twice as far on the logarithmic scale each time."""
    low, high = axis.low, axis.high
    for end, s in ((low, 1), (high, -1)):
        if end is not None and (x - end) * s > 0 and abs(x - end) < fmpq(1, 1 << 30):
            k = -_log2(abs(x - end))
            yield from (end + s * fmpq(1, 1 << (k * f // 4)) for f in (5, 6, 8, 12, 16, 32, 64))
            return
    if abs(x) > 2**16:
        k = _log2(abs(x))
        for f in (5, 6, 8, 12, 16, 32):
            y = fmpq(2) ** (k * f // 4) * (1 if x > 0 else -1)
            if axis.contains(y):
                yield y


def approximate(x: Value, prec: int = 96) -> fmpq | None:
    """A rational close to a value."""
    if not isinstance(x, Term):
        return x
    ball = enclose(x, prec)
    return ball.mid().fmpq() if ball.is_finite() else None


def ball(x: Value, prec: int) -> arb:
    """A value as a ball; flint must already work at `prec` bits."""
    return enclose(x, prec) if isinstance(x, Term) else arb(x)


def as_term(x: Value) -> Term:
    return x if isinstance(x, Term) else num(x)
