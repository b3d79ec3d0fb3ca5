"""Linear programs over the rationals: minimise cost * x subject to A x = b and x >= 0, exactly.

A two-phase simplex on sparse rows of fmpq. The entering column is the one of least reduced cost; after a run of
degenerate pivots Bland's rule takes over, so that it ends. Work is counted in pivots and in entries rewritten by them;
nothing depends on the clock.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from flint import fmpq

OPTIMAL, INFEASIBLE, UNBOUNDED, LIMIT = "optimal", "infeasible", "unbounded", "limit"
_ZERO, _ONE = fmpq(0), fmpq(1)
_STALLED = 12  # degenerate pivots in a row before Bland's rule takes over

Vector = Mapping[Hashable, fmpq]


@dataclass(frozen=True)
class Solution:
    """`values` holds the nonzero variables of an optimal vertex; it is empty unless `status` is optimal."""

    status: str
    values: Mapping[int, fmpq]
    pivots: int
    work: int  # entries of the tableau rewritten


def solve(
    columns: Sequence[Vector],
    target: Vector,
    costs: Sequence[fmpq | int],
    max_pivots: int = 2_000,
    max_work: int = 1_000_000,
) -> Solution:
    """Minimise sum costs[j] x[j] over x >= 0 with sum x[j] columns[j] == target."""
    kept = _presolve(columns, target)
    if kept is None:
        return Solution(INFEASIBLE, {}, 0, 0)
    return _Tableau(columns, kept, target, costs, max_pivots, max_work).run()


def _presolve(columns: Sequence[Vector], target: Vector) -> list[int] | None:
    """The columns that may be positive; None if there is no solution.

    In a row with target 0 and coefficients of one sign every variable is zero.
    """
    rows: dict[Hashable, tuple[set[int], set[int]]] = {key: (set(), set()) for key, b in target.items() if b != 0}
    for j, column in enumerate(columns):
        for key, a in column.items():
            sign = a.p
            if sign:
                rows.setdefault(key, (set(), set()))[sign < 0].add(j)
    dropped: set[int] = set()
    todo = list(rows)
    while todo:
        key = todo.pop()
        above, below = rows[key]
        b = target.get(key, _ZERO)
        if (b > 0 and not above) or (b < 0 and not below):
            return None
        if b == 0 and bool(above) != bool(below):
            for j in tuple(above or below):
                dropped.add(j)
                for other in columns[j].keys() & rows.keys():
                    rows[other][0].discard(j)
                    rows[other][1].discard(j)
                    if other != key and not (rows[other][0] and rows[other][1]):
                        todo.append(other)
    return [j for j in range(len(columns)) if j not in dropped]


class _Tableau:
    """Rows `sum row[j] x[j] == rhs >= 0`, each with its basic variable; artificial ones are numbered from -1 down."""

    def __init__(
        self,
        columns: Sequence[Vector],
        kept: Iterable[int],
        target: Vector,
        costs: Sequence[fmpq | int],
        max_pivots: int,
        max_work: int,
    ) -> None:
        rows: dict[Hashable, dict[int, fmpq]] = {key: {} for key, b in target.items() if b != 0}
        for j in kept:
            for key, a in columns[j].items():
                if a != 0:
                    rows.setdefault(key, {})[j] = a
        self.rows: list[dict[int, fmpq]] = []
        self.rhs: list[fmpq] = []
        self.basis: list[int] = []
        self.costs, self.max_pivots, self.max_work = costs, max_pivots, max_work
        self.pivots = self.work = 0
        for key, row in rows.items():
            b = fmpq(target.get(key, _ZERO))
            self.rows.append(row if b >= 0 else {j: -a for j, a in row.items()})
            self.rhs.append(abs(b))
        self._start()

    def _start(self) -> None:
        """A basis of columns with a single positive entry, and artificial variables where there is none."""
        count: dict[int, int] = {}
        for row in self.rows:
            for j in row:
                count[j] = count.get(j, 0) + 1
        for i, row in enumerate(self.rows):
            single = min((j for j, a in row.items() if count[j] == 1 and a > 0), default=None)
            if single is None:
                self.basis.append(-1 - i)
                continue
            scale = row[single]
            self.rows[i] = {j: a / scale for j, a in row.items()}
            self.rhs[i] /= scale
            self.basis.append(single)

    def run(self) -> Solution:
        status = self._minimise(self._reduced(phase_one=True))
        if status != OPTIMAL:
            return Solution(status, {}, self.pivots, self.work)
        if any(j < 0 and b != 0 for j, b in zip(self.basis, self.rhs, strict=True)):
            return Solution(INFEASIBLE, {}, self.pivots, self.work)
        self._expel_artificial()
        status = self._minimise(self._reduced(phase_one=False))
        if status != OPTIMAL:
            return Solution(status, {}, self.pivots, self.work)
        values = {j: b for j, b in zip(self.basis, self.rhs, strict=True) if b != 0}
        return Solution(OPTIMAL, dict(sorted(values.items())), self.pivots, self.work)

    def _reduced(self, phase_one: bool) -> dict[int, fmpq]:
        """The reduced costs of the columns outside the basis."""
        reduced: dict[int, fmpq] = {}
        if not phase_one:
            for row in self.rows:
                for j in row:
                    reduced[j] = fmpq(self.costs[j])
        for j, row in zip(self.basis, self.rows, strict=True):
            weight = (_ONE if j < 0 else _ZERO) if phase_one else fmpq(self.costs[j])
            if weight != 0:
                _subtract(reduced, row, weight)
        for j in self.basis:
            reduced.pop(j, None)
        return reduced

    def _minimise(self, reduced: dict[int, fmpq]) -> str:
        stalled = 0
        while True:
            negative = [(a, j) for j, a in reduced.items() if a < 0]
            if not negative:
                return OPTIMAL
            entering = min(j for _, j in negative) if stalled > _STALLED else min(negative)[1]
            leaving = self._leaving(entering)
            if leaving is None:
                return UNBOUNDED
            if self.pivots >= self.max_pivots or self.work >= self.max_work:
                return LIMIT
            stalled = stalled + 1 if self.rhs[leaving] == 0 else 0
            self._pivot(leaving, entering)
            _subtract(reduced, self.rows[leaving], reduced[entering])

    def _leaving(self, entering: int) -> int | None:
        """The row that bounds the entering variable first; among equals the one with the least basic variable."""
        best: tuple[fmpq, int] | None = None
        found = None
        for i, row in enumerate(self.rows):
            a = row.get(entering, _ZERO)
            if a > 0:
                ratio = (self.rhs[i] / a, self.basis[i])
                if best is None or ratio < best:
                    best, found = ratio, i
        return found

    def _pivot(self, at: int, entering: int) -> None:
        self.pivots += 1
        scale = self.rows[at][entering]
        row = self.rows[at] = {j: a / scale for j, a in self.rows[at].items()}
        self.rhs[at] /= scale
        self.basis[at] = entering
        for i, other in enumerate(self.rows):
            factor = other.get(entering, _ZERO)
            if i != at and factor != 0:
                _subtract(other, row, factor)
                self.work += len(row)
                self.rhs[i] -= factor * self.rhs[at]

    def _expel_artificial(self) -> None:
        """Artificial variables that are basic at zero give way to a column, or their row says nothing and goes."""
        for i in reversed(range(len(self.rows))):
            if self.basis[i] < 0:
                if self.rows[i]:
                    self._pivot(i, min(self.rows[i]))
                else:
                    del self.rows[i], self.rhs[i], self.basis[i]


def _subtract(row: dict[int, fmpq], other: Mapping[int, fmpq], factor: fmpq) -> None:
    """row -= factor * other, without zeros."""
    for j, a in other.items():
        value = row.get(j, _ZERO) - factor * a
        if value == 0:
            row.pop(j, None)
        else:
            row[j] = value
