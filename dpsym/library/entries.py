"""What a chapter of the library holds besides theorems about all laws. Data, no side effects.

- `Formula`: a statement about real numbers, in the text syntax; proved by a stored certificate, or false at an exact point.
- `Falsehood`: a statement about all laws, with the finite model in which it fails.
- `Definition`: the object that a definition of a source has become, with instances on which it is decided.
- `Unsettled`: a statement that is neither proved nor refuted, with the reason.

`dpsym.library.verifying` asks the kernel what it says of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from ..kernel.laws.statements import Model, Proposition
from ..kernel.statements import Claim, Point
from ..kernel.terms import Scalar, Term
from ..objects.language import FieldSymbol
from ..objects.unfold import Statement
from .base import Entry, formula_html
from .theorem import Tables, Theorem, tables

if TYPE_CHECKING:
    from ..objects.stated import StatedFormula, StatedTheorem

__all__ = ["Definition", "Entry", "Falsehood", "Formula", "Unsettled"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Formula(Entry):
    """A statement about real numbers, in the text syntax of `dpsym check`; a chain is several claims, and so is a list.

    With `fails_at`, a value (in text) for each symbol, it says that the statement is false, or has no meaning, at that point. `against`
    is a statement of a source that what is proved refutes: where that has a hypothesis for all priors, no finite model shows that
    it holds.
    """

    claim: str | Sequence[str]
    where: Sequence[str] = ()
    given: Sequence[str] = ()
    let: Sequence[str] = ()
    fails_at: Mapping[str, str] | None = None
    against: str = ""

    def bind(self, name: str) -> None:
        super().bind(name)
        vars(self).pop("claims", None)  # read before it had a name

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """What the text says, read once; its claims are known by the name of the entry."""
        from ..reading.text.claims import read_claims

        texts = (self.claim,) if isinstance(self.claim, str) else self.claim
        read = (
            read_claims(text, where=tuple(self.where), given=tuple(self.given), let=tuple(self.let), id=self.name)
            for text in texts
        )
        return tuple(claim for claims in read for claim in claims)

    def sympy(self) -> tuple[StatedFormula, ...]:
        """Each claim as a SymPy relation, with its conditions and hypotheses."""
        from ..objects.stated import formula_sympy

        return formula_sympy(self.claims)

    def _repr_latex_(self) -> str:
        """Every claim with its domain and hypotheses, for a notebook; a false one says so, and where."""
        from ..report.latex import claim_latex, point_latex

        claims = r" \\ ".join(f"& {claim_latex(c)}" for c in self.claims)
        fails = rf" \\ & \text{{false at }} {point_latex(self.point)}" if self.fails_at is not None else ""
        return rf"$\displaystyle \begin{{aligned}}{claims}{fails}\end{{aligned}}$"

    def _html_parts(self) -> list[str]:
        return [formula_html(self._repr_latex_())]

    @property
    def point(self) -> Point:
        """The point of `fails_at`, with exact values."""
        from ..reading.text.claims import read_claims

        return tuple((name, read_claims(f"{v} == {v}")[0].lhs) for name, v in (self.fails_at or {}).items())


@dataclass(frozen=True, eq=False, kw_only=True)
class Falsehood(Entry):
    """A statement about all laws that is false: `values` and `params` are a model of its hypotheses in which the claim fails.

    `why` says in a sentence what went wrong.
    """

    about: Sequence[FieldSymbol]
    claim: Statement | Mapping[str, Statement]
    values: Tables
    params: Mapping[str, Scalar] = field(default_factory=dict)
    where: Sequence[Term] = ()
    given: Mapping[str, Statement] = field(default_factory=dict)
    integers: Sequence[str] = ()
    why: str = ""

    @property
    def statement(self) -> Theorem:
        """The false statement, as a theorem without proof."""
        return Theorem(
            name=self.name, title=self.title, about=self.about, claim=self.claim, proof=(), where=self.where,
            given=self.given, source=self.source, integers=self.integers,
        )  # fmt: skip

    @property
    def proposition(self) -> Proposition:
        return self.statement.proposition

    @property
    def model(self) -> Model:
        return tables(self.values, self.params, self.statement.fields)

    def sympy(self) -> StatedTheorem:
        """The false statement in SymPy objects."""
        return self.statement.sympy()

    def _repr_latex_(self) -> str:
        """The whole false statement, which says that it is one."""
        from ..report.laws import proposition_display

        return rf"$\displaystyle \text{{false: }} {proposition_display(self.proposition)}$"

    def _html_parts(self) -> list[str]:
        return [formula_html(self._repr_latex_()), escape(self.why)]


@dataclass(frozen=True, eq=False, kw_only=True)
class Definition(Entry):
    """A definition of a source, and the object that it is here: a dotted name, `dpsym.objects.notions.PureDP`.

    `examples` are instances, some that fall under it (`holds`) and some that do not (`fails`): a notion and a mechanism that it
    decides, or words and the truth that was computed.
    """

    object: str
    examples: Callable[[], Iterable[tuple[Any, Any, str]]]

    def _html_parts(self) -> list[str]:
        return [f"<code>{escape(self.object)}</code>"]

    @property
    def value(self) -> Any:
        from importlib import import_module

        module, _, name = self.object.rpartition(".")
        return getattr(import_module(module), name)


@dataclass(frozen=True, eq=False, kw_only=True)
class Unsettled(Entry):
    """Neither proved nor refuted; `reason` says why, and what was tried."""

    reason: str

    def _html_parts(self) -> list[str]:
        return [escape(f"open: {self.reason}")]
