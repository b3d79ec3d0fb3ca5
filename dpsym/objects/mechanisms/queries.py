"""Queries with their sensitivities under both neighbouring relations, derived; unbounded queries are refused with the reason.

    query                       change-one             add/remove
    count                       1                      1
    fraction of n               1/n                    1/n                    removing one of n; adding one moves less
    sum of g in [a, b]          b - a                  max(|a|, |b|)          linear, statistical and clipped sums
    mean of n, g in [a, b]      (b - a)/n              (b - a)/n              removing one of n; adding one moves less
    histogram                   2, sqrt(2), 1          1, 1, 1                norms l1, l2, l_oo
    vector of queries           sums of the above, sqrt of the sum of squares, greatest
    enumerated(function, ...)   the greatest distances of answers at neighbours among given datasets

Sum: changing one record moves g from one value in [a, b] to another; adding one adds g. Mean m of n
records and m' of those without y: m' - m = (m' - y)/n.
Histogram: changing a record moves one unit from a bin to another, adding one adds a unit to a bin. A vector's sensitivity is the one
of its parts taken together, an upper bound when no record can attain all of them at once.
"""

from __future__ import annotations

from typing import Any, Self

import sympy
from sympy import Expr
from sympy.core.symbol import Str
from sympy.printing.printer import Printer

from ..errors import ObjectError
from ..laws.base import Printed
from ..laws.finite import outcome, outcome_latex, plain
from ..symbolic import compare, exact, maximum, whole
from .base import ADD_REMOVE, CHANGE_ONE, Neighbours

ONE = sympy.Integer(1)
Norms = tuple[Any, Any, Any]  # in the order of NORMS
NORMS = {"l1": "1", "l2": "2", "loo": r"\infty"}  # with the index that a paper writes


def _named(value: Any, what: str) -> Str:
    if not isinstance(value, (Str, str)):
        raise ObjectError(f"{what}: found {value!r}, expected a name")
    return value if isinstance(value, Str) else Str(value)


class Sensitivity(Printed):
    """How far a query moves between neighbours, in a norm; it belongs to one relation."""

    def __new__(cls, value: Expr, neighbours: Any = None, norm: Any = "l1", dimension: Any = 1) -> Sensitivity:
        value, norm = exact(value, "Sensitivity"), _named(norm, "Sensitivity: the norm")
        size = exact(dimension, "Sensitivity: the dimension")
        if not isinstance(neighbours, Neighbours):
            raise ObjectError(f"Sensitivity: found neighbours {neighbours!r}, expected CHANGE_ONE or ADD_REMOVE")
        if norm.name not in NORMS:
            raise ObjectError(f"Sensitivity: found the norm {norm.name!r}, expected one of {', '.join(NORMS)}")
        if not size.is_Integer or size < 1:
            raise ObjectError(f"Sensitivity: the dimension must be a positive integer, found {size}")
        if value.is_infinite:
            raise ObjectError(f"Sensitivity: it is {value}, so no noise of finite scale makes the query private")
        if value.is_nonpositive or (not value.free_symbols and compare(value, sympy.Integer(0)) != 1):
            raise ObjectError(f"Sensitivity: it must be positive, found {value}")
        return super().__new__(cls, value, neighbours, norm, size)

    @property
    def value(self) -> Expr:
        return self.args[0]

    @property
    def neighbours(self) -> Neighbours:
        found: Neighbours = self.args[1]
        return found

    @property
    def norm(self) -> str:
        return str(self.args[2].name)

    @property
    def dimension(self) -> int:
        return int(self.args[3])

    def _latex(self, printer: Printer) -> str:
        return rf"\Delta_{{{NORMS[self.norm]}}}^{{{printer._print(self.neighbours)}}} = {printer._print(self.value)}"


class Query(Printed):
    """A query: its dimension, and its sensitivities in the three norms under both relations.

    `Query("income", 1, change_one=5)` states them: a number for a query of one dimension, else those in l1, l2 and loo. A relation for
    which nothing is stated has none, and is refused.
    """

    def __new__(cls, name: Any, dimension: Any = 1, change_one: Any = None, add_remove: Any = None, *more: Any) -> Self:
        size = whole(dimension, "Query: the dimension")
        if not size.is_Integer:
            raise ObjectError(f"Query: the dimension: found {size}, expected a whole number")
        known = [_norms(v, int(size), r) for v, r in ((change_one, CHANGE_ONE), (add_remove, ADD_REMOVE))]
        if not any(known):
            raise ObjectError("Query: found no sensitivity, expected that of change-one or of add/remove neighbours")
        return super().__new__(cls, _named(name, "Query: the name"), size, *known, *more)

    @property
    def name(self) -> str:
        return str(self.args[0].name)

    @property
    def dimension(self) -> int:
        return int(self.args[1])

    @property
    def change_one(self) -> Norms:
        return tuple(self.args[2])

    @property
    def add_remove(self) -> Norms:
        return tuple(self.args[3])

    def sensitivity(self, neighbours: Any, norm: str = "l1") -> Sensitivity:
        """Under a neighbouring relation, in a norm."""
        if not isinstance(neighbours, Neighbours) or neighbours not in (CHANGE_ONE, ADD_REMOVE):
            raise ObjectError(f"{self.name}: found neighbours {neighbours!r}, expected CHANGE_ONE or ADD_REMOVE")
        if norm not in NORMS:
            raise ObjectError(f"{self.name}: found the norm {norm!r}, expected one of {', '.join(NORMS)}")
        found = {CHANGE_ONE: self.change_one, ADD_REMOVE: self.add_remove}[neighbours]
        if not found:
            raise ObjectError(f"{self.name}: its sensitivity for {neighbours} neighbours is not known")
        value = found[list(NORMS).index(norm)]
        if value == 0:
            raise ObjectError(f"{self.name}: its sensitivity is 0, so its answer needs no noise")
        return Sensitivity(value, neighbours, norm, self.dimension)

    def _latex(self, printer: Printer) -> str:
        return outcome_latex(self.args[0], printer)


def _norms(given: Any, dimension: int, neighbours: Neighbours) -> sympy.Tuple:
    """The sensitivities in the order of NORMS; nothing if they are not known."""
    what = f"Query: the sensitivity for {neighbours} neighbours"
    if given is None or (isinstance(given, sympy.Tuple) and not given):
        return sympy.Tuple()
    listed = isinstance(given, (tuple, list, sympy.Tuple))
    if (listed and len(given) != len(NORMS)) or (not listed and dimension > 1):
        raise ObjectError(f"{what}: found {given}, expected three of them, in {', '.join(NORMS)}")
    values = [exact(v, what) for v in (given if listed else [given] * len(NORMS))]
    for v in values:
        if v.is_negative or v.is_infinite or (not v.free_symbols and compare(v, sympy.Integer(0)) == -1):
            raise ObjectError(f"{what}: found {v}, expected a finite number that is not negative")
    if not any(v.free_symbols for v in values):
        l1, l2, top = values
        if compare(l2, l1) == 1 or compare(top, l2) == 1:
            raise ObjectError(
                f"{what}: found {', '.join(map(str, values))}, expected l1 >= l2 >= loo, as for every vector"
            )
    return sympy.Tuple(*values)


MOST_DATASETS = 1000


class EnumeratedQuery(Query):
    """A function on finitely many datasets, with its sensitivities among them: the greatest distances of two neighbours' answers.

    Its last argument is the table of answers, so it is proved, for these datasets, by enumeration; of others it says nothing.
    """

    def __new__(cls, *args: Any) -> Self:
        name, *_, table = args
        answers = {tuple(x): tuple(a) for x, a in table}
        dimension = len(next(iter(answers.values())))
        moves = [sympy.Tuple(*_greatest_moves(answers, r)) for r in (CHANGE_ONE, ADD_REMOVE)]
        return super().__new__(cls, name, dimension, *moves, table)

    @property
    def answers(self) -> dict[Any, Any]:
        return {tuple(x): tuple(a) for x, a in self.args[4]}

    def __call__(self, dataset: Any) -> Any:
        """The answer: a number, or in more dimensions a tuple."""
        key = tuple(map(outcome, dataset)) if isinstance(dataset, (tuple, sympy.Tuple)) else None
        if key not in self.answers:
            raise ObjectError(f"{self.name}: found {dataset!r}, expected one of its datasets")
        found = self.answers[key]
        return found[0] if self.dimension == 1 else found


def _greatest_moves(answers: dict[Any, Any], neighbours: Neighbours) -> tuple[Any, ...]:
    """In the three norms; nothing if no two datasets are neighbours."""
    listed, found = list(answers.items()), []
    for k, (x, a) in enumerate(listed):
        for y, b in listed[:k]:
            if neighbours.related(x, y):
                moves = [sympy.Abs(u - v) for u, v in zip(a, b)]
                found.append((sympy.Add(*moves), sympy.Add(*(m**2 for m in moves)), maximum(*moves)))
    if not found:
        return ()
    one, two, top = (maximum(*column) for column in zip(*dict.fromkeys(found)))
    return one, sympy.sqrt(two), top


def enumerated(function: Any, datasets: Any, name: str = "query") -> EnumeratedQuery:
    """The query that a function of a dataset (a tuple of records) is, on these datasets."""
    if not callable(function):
        raise ObjectError(f"enumerated: found {function!r}, expected a function of a dataset")
    listed = list(datasets) if hasattr(datasets, "__iter__") else []
    if not 0 < len(listed) <= MOST_DATASETS or not all(isinstance(x, (tuple, sympy.Tuple)) for x in listed):
        raise ObjectError(
            f"enumerated: found {len(listed)} datasets, expected 1 to {MOST_DATASETS}, each a tuple of records"
        )
    rows = {}
    for x in listed:
        answer = function(tuple(plain(outcome(r)) for r in x))
        parts = answer if isinstance(answer, (tuple, list, sympy.Tuple)) else (answer,)
        values = [exact(v, f"{name}: the answer at {x}") for v in parts]
        if any(v.free_symbols or v.is_infinite for v in values):
            raise ObjectError(f"{name}: found the answer {answer} at {x}, expected finite numbers without symbols")
        rows[tuple(map(outcome, x))] = values
    sizes = {len(a) for a in rows.values()}
    if len(sizes) != 1 or sizes == {0}:
        raise ObjectError(f"{name}: found answers of {sorted(sizes)} numbers, expected as many at each dataset")
    table = sympy.Tuple(*(sympy.Tuple(sympy.Tuple(*x), sympy.Tuple(*a)) for x, a in rows.items()))
    return EnumeratedQuery(_named(name, "enumerated: the name"), table)


def _scalar(name: str, change_one: Any, add_remove: Any) -> Query:
    return Query(name, 1, (change_one,) * 3, (add_remove,) * 3)


def _size(n: Any) -> Any:
    return whole(n, "a mean or fraction needs at least one record: the number of records")


def _ends(lower: Any, upper: Any) -> tuple[Any, Any]:
    low, high = exact(lower, "the lower end"), exact(upper, "the upper end")
    if not (low.free_symbols or high.free_symbols) and compare(low, high) != -1:
        raise ObjectError(f"clipping: the lower end must be below the upper end, found [{low}, {high}]")
    if sympy.oo in (low, high) or -sympy.oo in (low, high):
        raise ObjectError(f"clipping to [{low}, {high}]: an unbounded range has unbounded sensitivity")
    return low, high


def counting() -> Query:
    """How many records satisfy a predicate."""
    return _scalar("count", ONE, ONE)


def fraction(n: Any) -> Query:
    """The fraction of n records that satisfy a predicate. Removing one of n moves it by up to 1/n, adding one by up to 1/(n + 1)."""
    n = _size(n)
    return _scalar("fraction", 1 / n, 1 / n)


def linear(lower: Any = 0, upper: Any = 1) -> Query:
    """A sum of g(record) with g between lower and upper; statistical queries have [0, 1]."""
    low, high = _ends(lower, upper)
    return _scalar("linear", high - low, sympy.Max(sympy.Abs(low), sympy.Abs(high)))


def clipped_sum(lower: Any, upper: Any) -> Query:
    """The sum of records clipped to [lower, upper]."""
    low, high = _ends(lower, upper)
    return _scalar("clipped sum", high - low, sympy.Max(sympy.Abs(low), sympy.Abs(high)))


def clipped_mean(lower: Any, upper: Any, n: Any) -> Query:
    """The mean of n records clipped to [lower, upper]; removing one of n moves it by as much as changing one."""
    (low, high), n = _ends(lower, upper), _size(n)
    return _scalar("clipped mean", (high - low) / n, (high - low) / n)


def histogram(bins: Any) -> Query:
    """Counts of disjoint bins that cover all records."""
    bins = exact(bins, "histogram: the number of bins")
    if not bins.is_Integer or bins < 2:
        raise ObjectError(f"histogram: found {bins} bins, expected a whole number, 2 or more")
    return Query("histogram", bins, (sympy.Integer(2), sympy.sqrt(2), ONE), (ONE, ONE, ONE))


def vector(*queries: Query) -> Query:
    """Several queries answered together."""
    if not queries or not all(isinstance(q, Query) for q in queries):
        raise ObjectError(f"vector: found {', '.join(map(repr, queries)) or 'no query'}, expected one or more queries")

    def joined(rows: list[Norms]) -> Norms:
        squares = sympy.sqrt(sympy.Add(*(r[1] ** 2 for r in rows)))
        return sympy.Add(*(r[0] for r in rows)), squares, sympy.Max(*(r[2] for r in rows))

    name = f"({', '.join(q.name for q in queries)})"
    change, add = (
        joined(rows) if all(rows) else None
        for rows in ([q.change_one for q in queries], [q.add_remove for q in queries])
    )
    return Query(name, sum(q.dimension for q in queries), change, add)


_UNBOUNDED = {
    "sum": "one record may be arbitrarily large: clip it to [a, b] and use clipped_sum",
    "mean": "one record may be arbitrarily large: clip it to [a, b] and use clipped_mean",
    "median": "the median of {0, ..., 0, m, ..., m} moves by m when one record changes, for every m",
    "max": "one record may be arbitrarily large and is then the maximum",
    "min": "one record may be arbitrarily small and is then the minimum",
    "variance": "it grows with the square of one record: clip the records first",
}


def unbounded(name: str) -> Query:
    """Refuses a query whose sensitivity is infinite, with the reason."""
    reason = _UNBOUNDED.get(name, "no bound on the effect of one record is known")
    raise ObjectError(f"{name}: its sensitivity is unbounded, so no noise of finite scale makes it private; {reason}")
