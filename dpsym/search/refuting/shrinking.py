"""Local search from a point: downhill on the slack, and towards simpler numbers once the claim fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from math import inf

from flint import fmpq

from .probing import Probe, Problem
from .sampling import Axis, Value, approximate, between, moves, simple_on, simplest_between, size, trimmed, values_on

Objective = Callable[[Probe], float]

_LAST_STEP = fmpq(1, 1 << 52)
_MAX_PASSES = 3
_MENU = 120  # simpler values tried for one coordinate
_FLAT = 1e-7  # a minimum is found when the slack changes by less than this part of it


def relative(p: Probe) -> float:
    return _or_penalty(p, p.relative)


def bounded(p: Probe) -> float:
    return _or_penalty(p, p.bounded)


def _or_penalty(p: Probe, value: float) -> float:
    if p.excess > 0:
        return 10.0 + p.excess
    return value if p.finite else inf


def rational_start(values: tuple[Value, ...], problem: Problem) -> tuple[fmpq, ...] | None:
    """The point with rational coordinates close to it, inside the axes."""
    out = []
    for v, axis in zip(values, problem.axes, strict=True):
        x = approximate(v)
        if x is not None and not axis.contains(x):
            x = axis.low if axis.low is not None and x < axis.low else axis.high
        if x is None or not axis.contains(x):
            return None
        out.append(x)
    return tuple(out)


def nudged(problem: Problem, values: tuple[Value, ...]) -> tuple[Value, ...]:
    """A point with rational coordinates at which the claim fails too, a little to one side of the irrational ones."""
    rough = [i for i, v in enumerate(values) if not isinstance(v, fmpq)]
    start = rational_start(values, problem)
    if start is None or not 0 < len(rough) <= 3:
        return values
    for exponent in (50, 14):
        for signs in product((0, -1, 1, -2, 2), repeat=len(rough)):
            candidate = list(start)
            for i, s in zip(rough, signs, strict=True):
                candidate[i] = start[i] * (1 + fmpq(s, 1 << exponent))
            point = tuple(candidate)
            if all(a.contains(x) for a, x in zip(problem.axes, point, strict=True)):
                p = problem.probe(point)
                if p.fails is True and p.feasible is True:
                    return point
    return values


def descend(problem: Problem, start: tuple[Value, ...], objective: Objective, evaluations: int) -> Probe:
    """Pattern search along coordinates and pairs of them, in ever smaller steps; stops where the claim fails."""
    at = rational_start(start, problem)
    best = problem.probe(start)
    if at is None:
        return best
    here = problem.probe(at)
    value, step, left = objective(here), fmpq(1, 2), evaluations
    while step > _LAST_STEP and left > 0:
        improved = False
        for candidate in _neighbours(problem, at, step):
            left -= 1
            p = problem.probe(candidate)
            if p.violates:
                return p
            if objective(p) < value:
                previous, at, here, value, improved = at, candidate, p, objective(p), True
                ahead = _extrapolated(problem, previous, at)
                if ahead is not None:
                    left -= 1
                    p = problem.probe(ahead)
                    if p.violates:
                        return p
                    if objective(p) < value:
                        at, here, value = ahead, p, objective(p)
                break
            if left <= 0:
                break
        step = min(step * 2, fmpq(1)) if improved else step / 4
    return here if objective(here) <= objective(best) else best


def _extrapolated(problem: Problem, a: tuple[fmpq, ...], b: tuple[fmpq, ...]) -> tuple[fmpq, ...] | None:
    ahead = tuple(x if x == y else trimmed(y + (y - x), 320) for x, y in zip(a, b, strict=True))
    return ahead if all(axis.contains(x) for axis, x in zip(problem.axes, ahead, strict=True)) else None


def _neighbours(problem: Problem, at: tuple[fmpq, ...], step: fmpq) -> Iterator[tuple[fmpq, ...]]:
    single = [list(moves(axis, x, step)) for axis, x in zip(problem.axes, at, strict=True)]
    for i, options in enumerate(single):
        for y in options:
            yield (*at[:i], y, *at[i + 1 :])
    for i, j in combinations(range(len(at)), 2):
        for k, y in enumerate(single[i][:4]):
            for other in {k, k ^ 1}:
                if other < len(single[j]):
                    z = single[j][other]
                    yield tuple(y if m == i else z if m == j else x for m, x in enumerate(at))
        for sign in (1, -1):  # the sum or the difference of the two stays
            delta = at[i] * step
            moved = tuple(x + delta if m == i else x + sign * delta if m == j else x for m, x in enumerate(at))
            if all(axis.contains(x) for axis, x in zip(problem.axes, moved, strict=True)):
                yield tuple(trimmed(x, 320) for x in moved)


def refine(problem: Problem, low: fmpq, middle: fmpq, high: fmpq, objective: Objective, steps: int = 64) -> Probe:
    """A minimum of one variable in [low, high], starting from `middle`: the bracket shrinks around the best point."""
    best = problem.probe((middle,))
    for _ in range(steps):
        left, right = between(problem.axes[0], low, middle), between(problem.axes[0], middle, high)
        pl, pr = problem.probe((left,)), problem.probe((right,))
        for p in (pl, pr):
            if p.violates:
                return p
        if objective(pl) < objective(best):
            low, middle, high, best = low, left, middle, pl
        elif objective(pr) < objective(best):
            low, middle, high, best = middle, right, high, pr
        else:
            low, high = left, right
            sides = max(objective(pl), objective(pr))
            if best.fails is None or (0 < sides < inf and sides - objective(best) < _FLAT * objective(best)):
                break
        if high - low <= abs(middle) * _LAST_STEP / 16:
            break
    return best


def certainly_fails(p: Probe) -> bool:
    return p.fails is True and p.feasible is True


def has_no_meaning(p: Probe) -> bool:
    return not p.finite and p.feasible is not False


def simplify(
    problem: Problem, values: tuple[Value, ...], good: Callable[[Probe], bool] = certainly_fails
) -> tuple[Value, ...]:
    """The same failure at simpler numbers, coordinate by coordinate."""

    def works(candidate: tuple[Value, ...]) -> bool:
        return good(problem.probe(candidate))

    for _ in range(_MAX_PASSES):
        before = values
        for i, axis in enumerate(problem.axes):
            now = size(values[i])
            menu = simple_on(axis) if now < 80 and not axis.integer else values_on(axis, dense=False)
            for v in sorted((v for v in menu if size(v) < now), key=size)[:_MENU]:
                candidate = (*values[:i], v, *values[i + 1 :])
                if works(candidate):
                    values = candidate
                    break
            else:
                values = _rounded(values, i, works, axis)
        if values == before:
            break
    return values


def _rounded(
    values: tuple[Value, ...], i: int, works: Callable[[tuple[Value, ...]], bool], axis: Axis
) -> tuple[Value, ...]:
    """The simplest rational close to coordinate i, as far away as the claim keeps failing."""
    x = approximate(values[i])
    if x is None or size(values[i]) < 85:
        return values

    def at(y: fmpq) -> tuple[Value, ...]:
        return (*values[:i], y, *values[i + 1 :])

    best = values
    distance = abs(x) / (1 << 60) if x else fmpq(1, 1 << 60)
    for _ in range(60):
        for low, high in ((x - distance, x + distance), (x, x + distance), (x - distance, x)):
            y = simplest_between(low, high)
            if size(y) < size(best[i]) and axis.contains(y) and works(at(y)):
                best = at(y)
        distance *= 2
        if distance > abs(x) and x != 0:
            break
    return best
