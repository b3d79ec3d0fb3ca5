"""Neighbouring relations, and finite mechanisms: a table of exact probabilities, one law for each dataset.

Datasets are tuples of records. Under *change-one* neighbours have the same length and differ in one place; under *add/remove*
one is the other without one record. The relation is part of the mechanism: levels under different relations are not comparable,
and the factor 2 between them cannot get lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import sympy
from sympy import Basic, Expr
from sympy.core.symbol import Str
from sympy.printing.printer import Printer

from ..errors import ObjectError
from ..laws import BinaryResponse, FiniteLaw, FiniteLike, push_forward
from ..laws.base import Printed
from ..laws.finite import outcome, outcome_latex

Dataset = tuple[Any, ...]


class Neighbours(Printed):
    """A neighbouring relation on datasets: its name, and the symbol that a paper writes for it."""

    def __new__(cls, name: Any, symbol: Any) -> Neighbours:
        return super().__new__(cls, *(s if isinstance(s, Str) else Str(s) for s in (name, symbol)))

    @property
    def name(self) -> str:
        return str(self.args[0].name)

    @property
    def latex(self) -> str:
        return str(self.args[1].name)

    def _sympystr(self, printer: Printer) -> str:
        return self.name

    def _latex(self, printer: Printer) -> str:
        return self.latex

    def related(self, x: Dataset, y: Dataset) -> bool:
        if self == CHANGE_ONE:
            return len(x) == len(y) and sum(a != b for a, b in zip(x, y)) == 1
        short, long = sorted((x, y), key=len)
        return len(long) == len(short) + 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


class Repeated(NamedTuple):
    """A mechanism that is run so many times; dpsym.accounting says what that guarantees."""

    mechanism: Any
    times: int


CHANGE_ONE = Neighbours("change-one", r"\sim_{\mathrm{change}}")
ADD_REMOVE = Neighbours("add/remove", r"\sim_{\pm}")


def _dataset(x: Any) -> Dataset:
    return tuple(map(outcome, x))


class FiniteMechanism(Printed):
    """A finite mechanism: `FiniteMechanism({(0,): {0: S(3)/4, 1: S(1)/4}, (1,): {0: S(1)/4, 1: S(3)/4}}, CHANGE_ONE)`, S = sympy.S.

    Datasets are tuples of numbers and names; the laws are tables of outcomes, or finite laws, all on the same outcomes.
    """

    def __new__(cls, table: Any, *more: Any) -> FiniteMechanism:
        neighbours = more[-1] if more else None
        if not isinstance(neighbours, Neighbours):
            raise ObjectError(f"FiniteMechanism: found neighbours {neighbours!r}, expected CHANGE_ONE or ADD_REMOVE")
        laws: dict[Dataset, FiniteLike] = {}
        for key, law in table.items() if isinstance(table, Mapping) else zip(table, more[0]):  # from its own arguments
            if not isinstance(key, (tuple, sympy.Tuple)):
                raise ObjectError(f"FiniteMechanism: found the dataset {key!r}, expected a tuple of records")
            laws[_dataset(key)] = law if isinstance(law, FiniteLike) else FiniteLaw(law)
        if not laws:
            raise ObjectError("FiniteMechanism: found no dataset, expected one or more")
        outcomes = next(iter(laws.values())).outcomes
        for key, law in laws.items():
            if set(law.outcomes) != set(outcomes):
                raise ObjectError(f"FiniteMechanism: the law of {key} is on {law.outcomes}, expected {outcomes}")
        datasets = sympy.Tuple(*(sympy.Tuple(*x) for x in laws))
        return super().__new__(cls, datasets, sympy.Tuple(*laws.values()), neighbours)

    @cached_property
    def _laws(self) -> dict[Dataset, FiniteLike]:
        return {tuple(x): law for x, law in zip(self.args[0], self.args[1])}

    @property
    def neighbours(self) -> Neighbours:
        found: Neighbours = self.args[2]
        return found

    @property
    def outcomes(self) -> tuple[Basic, ...]:
        return tuple(self.args[1][0].outcomes)

    def _hashable_content(self) -> tuple[Any, ...]:
        """The table, whatever the order of its rows and columns."""
        return self.neighbours, frozenset((x, o, w) for x in self._laws for o, w in zip(self.outcomes, self.row(x)))

    def _sympystr(self, printer: Printer) -> str:
        return f"FiniteMechanism({len(self._laws)} datasets, {len(self.outcomes)} outcomes, {self.neighbours})"

    def _latex(self, printer: Printer) -> str:
        heads = " & ".join(outcome_latex(o, printer) for o in self.outcomes)
        rows = [
            " & ".join((outcome_latex(sympy.Tuple(*x), printer), *map(printer._print, self.row(x))))
            for x in self.datasets
        ]
        table = r" \\ ".join([rf"M(x) & {heads} \\ \hline {rows[0]}", *rows[1:]])
        return rf"\begin{{array}}{{c|{'c' * len(self.outcomes)}}} {table} \end{{array}}"

    @property
    def datasets(self) -> tuple[Dataset, ...]:
        return tuple(self._laws)

    def law(self, x: Dataset) -> FiniteLike:
        key = _dataset(x)
        if key not in self._laws:
            raise ObjectError(f"{self}: {x} is not one of its datasets")
        return self._laws[key]

    def row(self, x: Dataset) -> tuple[Any, ...]:
        """The probabilities at a dataset, in the order of `outcomes`."""
        law = self.law(x)
        return law.weights if law.outcomes == self.outcomes else tuple(law.density(o) for o in self.outcomes)

    def pairs(self) -> Iterator[tuple[Dataset, Dataset]]:
        """All ordered pairs of neighbours."""
        for x in self._laws:
            for y in self._laws:
                if x != y and self.neighbours.related(x, y):
                    yield x, y

    def some_pairs(self) -> list[tuple[Dataset, Dataset]]:
        found = list(self.pairs())
        if not found:
            raise ObjectError(f"{self}: no two of its datasets are {self.neighbours} neighbours")
        return found

    def without(self, x: Dataset, i: int, default: Any) -> Dataset:
        """x with record i replaced by the default value."""
        return (*x[:i], outcome(default), *x[i + 1 :])

    def fibres(self) -> Iterator[tuple[int, Dataset, list[Dataset]]]:
        """For each place i and the rest of a dataset: all datasets that have this rest (change-one)."""
        seen: dict[tuple[int, Dataset], list[Dataset]] = {}
        for x in self._laws:
            for i in range(len(x)):
                seen.setdefault((i, (*x[:i], *x[i + 1 :])), []).append(x)
        for (i, rest), members in seen.items():
            yield i, rest, members

    def map(self, f: Any) -> FiniteMechanism:
        """Post-processing by a function of the outcome."""
        images = tuple(dict.fromkeys(outcome(f(o)) for o in self.outcomes))
        table = {}
        for x, law in self._laws.items():
            pushed = push_forward(law, f)
            table[x] = {o: dict(zip(pushed.outcomes, pushed.weights)).get(o, sympy.Integer(0)) for o in images}
        return FiniteMechanism(table, self.neighbours)

    def composed_with(self, other: FiniteMechanism) -> FiniteMechanism:
        """Both mechanisms on the same dataset, with independent coins: the outcomes are the pairs of their outcomes."""
        if self.neighbours != other.neighbours:
            raise ObjectError(
                f"composition of mechanisms: one is for {self.neighbours} neighbours, the other for {other.neighbours} neighbours; "
                "changing a record is removing one and adding one, so the levels differ, by up to a factor 2 for pure and "
                "(eps, delta) privacy; convert first"
            )
        if set(self.datasets) != set(other.datasets):
            raise ObjectError(f"composition of mechanisms: {self} and {other} are not on the same datasets")
        table = {
            x: {
                (a, b): v * w
                for (a, v), (b, w) in product(zip(self.outcomes, self.row(x)), zip(other.outcomes, other.row(x)))
            }
            for x in self.datasets
        }
        return FiniteMechanism(table, self.neighbours)


def binary_response(eps: Expr) -> FiniteMechanism:
    """Randomized response on one bit."""
    return FiniteMechanism({(x,): BinaryResponse(eps, x) for x in (0, 1)}, CHANGE_ONE)


def from_rows(
    rows: Sequence[Sequence[Any]], datasets: Sequence[Dataset], neighbours: Neighbours = CHANGE_ONE
) -> FiniteMechanism:
    """A mechanism from rows of probabilities; the outcomes are 0, 1, ...."""
    return FiniteMechanism({x: dict(enumerate(row)) for x, row in zip(datasets, rows)}, neighbours)
