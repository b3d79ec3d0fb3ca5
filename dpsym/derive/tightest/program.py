"""The linear program behind a sharp bound, solved in high precision. Nothing here is trusted: numbers.py certifies what comes out.

    greatest ∫ G      over measures on [0, 1] with ∫ (1 − s) = ∫ s = 1, ∫ F_i <= M_i
    least a + b + Σ l_i M_i      over a, b, l_i >= 0 with a (1 − s) + b s + Σ l_i F_i(s) >= G(s) for all s

The simplex method with a column for each s: the column that enters is where the inequality fails most. Work is counted in rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import mpmath

from .functions import Convex

DIGITS = 60
ROUNDS = 160
_GRID = 90
_TINY = mpmath.mpf(10) ** -48
_PIVOT = mpmath.mpf(10) ** -28  # smaller entries are no pivots
_BESIDE = mpmath.mpf(10) ** -45  # from a kink: slopes are of one side there
_mpf = mpmath.mpf


@dataclass(frozen=True)
class Constraint:
    """∫ F <= level; the level also as a number of mpmath."""

    function: Convex
    number: Any


@dataclass(frozen=True)
class Solved:
    """Multipliers, and the places and weights of the measure; s = 0 and s = 1 may be among the places."""

    a: Any
    b: Any
    slopes: tuple[Any, ...]
    atoms: tuple[tuple[Any, Any], ...]
    value: Any


class Solver:
    """One program. A column is the vector (1 − s, s, F_1(s), ..., F_n(s)), or a slack."""

    def __init__(self, goal: Convex, constraints: Sequence[Constraint], by_size: bool = True) -> None:
        """With `by_size` reduced costs are compared with the sizes of their columns, which does not suit tiny bounds."""
        self.goal, self.constraints, self.by_size = goal, tuple(constraints), by_size
        self.size = 2 + len(self.constraints)
        self.right = [_mpf(1), _mpf(1), *(c.number for c in self.constraints)]
        self._columns: dict[Any, tuple[list[Any], Any, Any]] = {}
        with mpmath.workdps(DIGITS):
            self.grid = self._places()

    def _places(self) -> list[Any]:
        """Places to look at: evenly spaced in log(s/(1 − s)), denser around 1/2."""
        found = []
        for i in range(-_GRID, _GRID + 1):
            y = _mpf(i) / _GRID
            found.append(1 / (1 + mpmath.exp(-(6 * y + 60 * y**5))))
        return sorted({*found, *self.goal.kinks})

    def column(self, s: Any) -> tuple[list[Any], Any]:
        """The column of s and its height, both divided by the greatest entry: near the ends moments are large."""
        if s not in self._columns:
            entries = [1 - s, s, *(self._value(c.function, s) for c in self.constraints)]
            scale = max(abs(e) for e in entries)
            self._columns[s] = [e / scale for e in entries], self._value(self.goal, s) / scale, scale
        found, height, _ = self._columns[s]
        return found, height

    def _value(self, f: Convex, s: Any) -> Any:
        if s not in (0, 1):
            return f.mp(s)[0]
        end = f.at_end(s == 1)
        return mpmath.inf if end is None else mpmath.mpf(end.numerator) / end.denominator

    def solve(self, tolerance: float = 1e-26, rounds: int = ROUNDS) -> Solved | None:
        """A basis whose dual fails by at most the tolerance, relative to the value, or the last one; None without a basis."""
        with mpmath.workdps(DIGITS):
            return self._solve(_mpf(tolerance), rounds)

    def _solve(self, tolerance: Any, rounds: int) -> Solved | None:
        half, other = _mpf(1) / 2, _mpf(33) / 64
        basis: list[Any] = [half, other, *(("slack", i) for i in range(len(self.constraints)))]
        for _ in range(rounds):
            matrix = mpmath.matrix([self._vector(c) for c in basis]).T
            heights = mpmath.matrix([self._gain(c) for c in basis])
            try:
                weights = mpmath.lu_solve(matrix, mpmath.matrix(self.right))
                dual = mpmath.lu_solve(matrix.T, heights)
            except ZeroDivisionError:
                return None
            value = sum(self.right[i] * dual[i] for i in range(self.size))
            relative = _mpf(1) if self.by_size else min(max(value, _TINY), 1)
            entering = self._best(dual, basis, tolerance * relative)
            if entering is None:
                return self._solved(basis, weights, dual)
            step = mpmath.lu_solve(matrix, mpmath.matrix(self._vector(entering)))
            ratios = [(max(weights[i], 0) / step[i], -step[i], i) for i in range(self.size) if step[i] > _PIVOT]
            if not ratios:
                return None
            basis[min(ratios)[2]] = entering
        return self._solved(basis, weights, dual)

    def _vector(self, c: Any) -> list[Any]:
        if isinstance(c, tuple):
            return [_mpf(1 if i == c[1] + 2 else 0) for i in range(self.size)]
        return self.column(c)[0]

    def _gain(self, c: Any) -> Any:
        return _mpf(0) if isinstance(c, tuple) else self.column(c)[1]

    def _best(self, dual: Any, basis: Sequence[Any], least: Any) -> Any:
        """The column with the greatest reduced cost in comparison with its size; None if all are below `least`."""
        found = [(-dual[i + 2], ("slack", i)) for i in range(len(self.constraints))]
        found += [(self._reduced(s, dual), s) for s in (_mpf(0), _mpf(1)) if self._is_finite(s)]
        grid = sorted({*self.grid, *(c for c in basis if not isinstance(c, tuple) and 0 < c < 1)})
        values = [self._reduced(s, dual) for s in grid]
        for i, (s, value) in enumerate(zip(grid, values)):
            left, right = grid[max(i - 1, 0)], grid[min(i + 1, len(grid) - 1)]
            low, high = values[i - 1] if i else None, values[i + 1] if i + 1 < len(grid) else None
            places = self._beside(left, s, right, dual) if s in self.goal.kinks else []
            if (low is None or value >= low) and (high is None or value >= high):
                places = [*places, self._peak(left, s, right, dual)]
            found += [(self._reduced(c, dual), c) for c in places]
        gains = [(gain / self._size(c), c) for gain, c in found if gain >= least]
        return max(gains, key=lambda item: item[0])[1] if gains else None

    def _size(self, c: Any) -> Any:
        return _mpf(1) if self.by_size or isinstance(c, tuple) else self._columns[c][2]

    def _is_finite(self, s: Any) -> bool:
        return (
            all(c.function.at_end(s == 1) is not None for c in self.constraints)
            and self.goal.at_end(s == 1) is not None
        )

    def _reduced(self, s: Any, dual: Any) -> Any:
        """By how much the inequality of the dual fails at s."""
        column, height = self.column(s)
        gap = height - sum(column[i] * dual[i] for i in range(self.size))
        return gap if self.by_size else gap * self._columns[s][2]

    def _slope(self, s: Any, dual: Any) -> Any:
        parts = (dual[i + 2] * c.function.mp(s)[1] for i, c in enumerate(self.constraints))
        return self.goal.mp(s)[1] - (dual[1] - dual[0]) - sum(parts)

    def _beside(self, left: Any, kink: Any, right: Any, dual: Any) -> list[Any]:
        """Peaks next to a kink, on either side of it: where a divergence is small, so is the distance of all places from s = 1/2."""
        sides = [(a, b) for a, b in ((left, kink - _BESIDE), (kink + _BESIDE, right)) if a < b]
        found = [self._between(a, b, dual) for a, b in sides]
        return [c for c in found if c is not None]

    def _peak(self, left: Any, s: Any, right: Any, dual: Any) -> Any:
        """A place between left and right where the reduced cost is greatest, by the sign of its slope."""
        if s in self.goal.kinks:
            return s
        a, b = (s, right) if self._slope(s, dual) > 0 else (left, s)
        found = self._between(a, b, dual)
        return s if found is None else found

    def _between(self, a: Any, b: Any, dual: Any) -> Any:
        """Where the slope of the reduced cost vanishes, which falls from a to b; None if its signs do not say so."""
        fa, fb = self._slope(a, dual), self._slope(b, dual)
        if not (fa >= 0 >= fb):
            return None
        for i in range(70):  # the secant, and halving now and then
            if b - a < mpmath.mpf(10) ** -40 or fa == fb:
                break
            c = (a + b) / 2 if i % 3 == 2 else a + (b - a) * fa / (fa - fb)
            f = self._slope(c, dual)
            if f == 0:
                return c
            a, fa, b, fb = (c, f, b, fb) if f > 0 else (a, fa, c, f)
        return a if abs(fa) < abs(fb) else b

    def _solved(self, basis: Sequence[Any], weights: Any, dual: Any) -> Solved:
        places = [(c, weights[i]) for i, c in enumerate(basis) if not isinstance(c, tuple) and weights[i] > _TINY]
        atoms = tuple((c, w / self._columns[c][2]) for c, w in places)
        slopes = tuple(max(dual[i + 2], _mpf(0)) for i in range(len(self.constraints)))
        value = sum(self.right[i] * dual[i] for i in range(self.size))
        return Solved(dual[0], dual[1], slopes, atoms, value)
