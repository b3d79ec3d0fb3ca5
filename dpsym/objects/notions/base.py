"""What every privacy notion offers: a definition over pairs of laws, and decisions on finite mechanisms with a witness.

A level is the least value of the notion's parameter that the mechanism satisfies. It is exact (`lower == upper`), or an enclosure
where the level is an optimisation problem without closed form. A decision is three-valued: holds, fails or open.

What a notion means is said in `dpsym.objects.applied`, for theorems and decisions alike. A level is computed by an algorithm of
its own; on small tables the decision is also read off the meaning, and a contradiction is an internal error.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from flint import arb, ctx
from sympy import Expr
from sympy.printing.printer import Printer

from ...kernel.terms import TermError
from .. import applied
from ..deciding import Table, Trial, small, table_of
from ..definitions import parameter_demands
from ..enclosing.known import Ball
from ..errors import ContradictionError, ObjectError
from ..laws.base import Printed
from ..mechanisms.base import Dataset, FiniteMechanism, Neighbours
from ..symbolic import ball_of, bits, compare, exact, to_term


@dataclass(frozen=True)
class Witness:
    """What attains a level: the datasets, and the event, prior, simulator, place or order, as far as the notion has them."""

    datasets: tuple[Dataset, ...] = ()
    event: tuple[Any, ...] = ()  # outcomes
    prior: tuple[tuple[Dataset, Any], ...] = ()
    simulator: tuple[tuple[Any, Any], ...] = ()  # outcome, probability
    place: int | None = None
    order: Expr = None
    note: str = ""


@dataclass(frozen=True)
class Level:
    """The least parameter, enclosed: lower <= level <= upper; both are exact numbers, or infinite."""

    lower: Expr
    upper: Expr
    witness: Witness = field(default_factory=Witness)

    @classmethod
    def exactly(cls, value: Expr, witness: Witness) -> Level:
        return cls(value, value, witness)

    @property
    def is_exact(self) -> bool:
        return bool(self.lower == self.upper)

    def enclose(self, digits: int = 30) -> arb:
        """A ball around the level, with the digits that are asked for if it is known exactly; `oo` if it is infinite."""
        with ctx.workprec(2 * bits(digits) + 64):
            found = ball_of(self.lower, digits)
            return Ball(found if self.is_exact else found.union(ball_of(self.upper, digits)), digits)

    @property
    def value(self) -> Expr:
        """The level itself, if it is known exactly."""
        if not self.is_exact:
            raise ObjectError(f"the level lies between {self.lower} and {self.upper}; it is not known exactly")
        return self.lower


@dataclass(frozen=True)
class Decision:
    """holds, fails or open; with the level that decides it. It is not a truth value."""

    notion: Any
    verdict: str
    level: Level

    def __bool__(self) -> bool:
        raise TypeError("a decision may be open; compare decision.verdict with 'holds' or 'fails'")

    @property
    def witness(self) -> Witness:
        return self.level.witness


class Notion(Printed, ABC):
    """A privacy notion with its parameters. `bound` is the parameter that the level is compared with (the last argument)."""

    parameters: ClassVar[tuple[str, ...]]
    title: ClassVar[str]
    relation: ClassVar[str] = "the mechanism's own"  # neighbouring relation
    abbreviation: ClassVar[str] = ""

    def __new__(cls, *values: Any) -> Notion:
        if len(values) != len(cls.parameters):
            raise ObjectError(f"{cls.__name__}: found {len(values)} parameters, expected {', '.join(cls.parameters)}")
        args = [exact(v, f"{cls.__name__}: {name}") for v, name in zip(values, cls.parameters)]
        for a, name in zip(args, cls.parameters):
            cls.check_parameter(name, a)
        return super().__new__(cls, *args)

    @classmethod
    def check_parameter(cls, name: str, a: Any) -> None:
        """A number must be in the range of its parameter, and so must what SymPy assumes of a symbol."""
        if a.is_negative:
            raise ObjectError(f"{cls.__name__}: {name} must not be negative, found {a}")
        if a.is_infinite and name != "alpha":
            raise ObjectError(f"{cls.__name__}: {name} must be finite, found {a}")
        if a.free_symbols:
            return
        try:
            applied.refuse(cls.__name__, to_term(a), parameter_demands(name, to_term(a)))
        except TermError as error:
            raise ObjectError(str(error)) from None

    @abstractmethod
    def definition_latex(self) -> str:
        """The definition for mechanisms, as a paper prints it."""

    @abstractmethod
    def level(self, mechanism: FiniteMechanism) -> Level:
        """The least bound that the mechanism satisfies, the other parameters fixed."""

    @property
    def bound(self) -> Expr:
        return self.args[-1]

    @property
    def meaning(self) -> applied.Notion:
        """The notion in the language of laws."""
        return applied.NOTIONS[type(self).__name__](*map(to_term, self.args))

    def __call__(self, mechanism: applied.Mechanism, **roles: Any) -> applied.Applied:
        """What the notion says of a mechanism in the language of laws: `PureDP(1)(M).facts()`."""
        return self.meaning(mechanism, **roles)

    def trials(self, mechanism: FiniteMechanism, level: Level) -> Iterator[Trial]:
        """What the meaning says of the mechanism, where it can be seen."""
        table = self.table(mechanism)
        yield Trial(self(table.mechanism), table)

    def table(self, mechanism: FiniteMechanism, default: Any = None) -> Table:
        return table_of(mechanism, applied.NOTIONS[type(self).__name__], default)

    def _agrees(self, mechanism: FiniteMechanism, verdict: str, level: Level) -> None:
        """The decision is what the meaning says, as far as that is seen."""
        for trial in self.trials(mechanism, level):
            found = trial.holds()
            if (verdict == "holds" and found is False) or (verdict == "fails" and trial.decisive and found is True):
                raise ContradictionError(
                    f"{self} {verdict} on {mechanism} by its level, and its meaning says otherwise"
                )

    def decide(self, mechanism: FiniteMechanism) -> Decision:
        """Whether a finite mechanism satisfies the notion."""
        require_finite(mechanism)
        if self.free_symbols:
            raise ObjectError(f"{self}: a decision needs values for {sorted(s.name for s in self.free_symbols)}")
        level = self.level(mechanism)
        above, below = compare(level.upper, self.bound), compare(level.lower, self.bound)
        verdict = "holds" if above in (-1, 0) else "fails" if below == 1 else "open"
        if verdict != "open" and small(mechanism):
            self._agrees(mechanism, verdict, level)
        return Decision(self, verdict, level)

    def _latex(self, printer: Printer) -> str:
        inner = ", ".join(printer._print(a) for a in self.args)
        shown = inner if len(self.args) == 1 else rf"\left({inner}\right)"
        return rf"{shown}\text{{-{self.abbreviation}}}"


def require_finite(mechanism: Any) -> FiniteMechanism:
    """The mechanism, of which notions say something: it is a table with two datasets that are neighbours."""
    if not isinstance(mechanism, FiniteMechanism):
        raise ObjectError(f"found {mechanism!r}, expected a FiniteMechanism (a table of exact probabilities)")
    mechanism.places()
    return mechanism


class PairNotion(Notion):
    """A notion that is about the two laws of neighbouring datasets and nothing else."""

    @abstractmethod
    def definition(self, p: Any, q: Any) -> Expr:
        """What it asks of a pair of laws, as SymPy relations."""


def for_neighbours(neighbours: Neighbours | None, body: str) -> str:
    symbol = r"\sim" if neighbours is None else neighbours.latex
    return rf"\forall\, x {symbol} x' :\quad {body}"
