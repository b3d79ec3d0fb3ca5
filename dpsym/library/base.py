"""What every entry of the library has: a title, a source, the name that its chapter gives it, and what it can be asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Protocol

if TYPE_CHECKING:
    from ..reading.grids import Values
    from ..sampling.table import Sample

__all__ = ["REJECTED", "Desk", "Entry", "LibraryError", "Source", "Verified", "formula_html"]

REJECTED = "rejected"


class LibraryError(ValueError):
    """The library is inconsistent (an entry has two names, two theorems cite each other), or is asked for what it does not have."""


@dataclass(frozen=True)
class Source:
    """Where a statement comes from: a key of theorems/references.bib and the place; `sharpened` if ours says more."""

    key: str
    place: str = ""
    sharpened: bool = False


@dataclass(frozen=True)
class Verified:
    """The answer to one entry. `detail` is a counterexample or the reason.

    `shows` is what is shown besides the statement: that a bound is `attained` or `sharp`, or that a statement of a source is
    `refuted` by what is proved.
    """

    name: str
    kind: str
    verdict: str
    detail: str = ""
    steps: int = 0
    seconds: float = 0.0
    shows: str = ""

    @property
    def fine(self) -> bool:
        return self.verdict != REJECTED


class Desk(Protocol):
    """Who answers for entries. It needs the whole library, which stands above them, so the package `theorems` appoints it."""

    def check(self, entry: Entry) -> Verified: ...

    def sample(self, entry: Entry, grid: Mapping[str, Values], laws: int, seed: int) -> Sample: ...


@dataclass(frozen=True, eq=False, kw_only=True)
class Entry:
    """A statement of the library. `title` says the conclusion in words.

    `name` is the chapter and the variable, `laplace.tail`. Nobody writes it: whoever loads the chapter (dpsym.library.loading) binds
    it. Until then it is empty, and the entry is called by its title.
    """

    title: str
    source: Source | None = None
    name: str = ""

    #: Appointed once, by theorems/__init__.py.
    desk: ClassVar[Desk | None] = None

    def bind(self, name: str) -> None:
        """Gives the entry its name, once: as a class learns its own, from the variable that holds it."""
        if self.name not in ("", name):
            raise LibraryError(f"found {name}, expected one variable for the entry {self.name}")
        object.__setattr__(self, "name", name)

    @property
    def label(self) -> str:
        """What to call it in a sentence."""
        return self.name or f"“{self.title}”"

    # -- what it can be asked

    def check(self) -> Verified:
        """The kernel's verdict on the entry as it reads today, without search: what `dpsym verify` says."""
        return self._desk().check(self)

    def sample(self, grid: Mapping[str, Values] | None = None, *, laws: int = 3, seed: int = 0) -> Sample:
        """Both sides of the statement over a grid of parameters, `{"eps": "0.1:2:20", "delta": [0, "1e-6"]}`.

        Each value is computed with mpmath and in rigorous balls. A statement about all laws is looked at in the laws that attain it,
        and in up to `laws` random exact finite ones that satisfy its hypotheses. Nothing is proved by that.
        """
        return self._desk().sample(self, grid or {}, laws, seed)

    def sympy(self) -> Any:
        """The statement in SymPy objects."""
        self._refuse("in SymPy")

    def _refuse(self, wanted: str) -> NoReturn:
        kind = type(self).__name__.lower()
        raise LibraryError(
            f"{self.label}: found a {kind}, expected a formula or a statement about laws: it has no two sides {wanted}"
        )

    def _desk(self) -> Desk:
        if self.desk is None:
            raise LibraryError(f"{self.label}: found nobody to ask, expected `import theorems` before")
        return self.desk

    # -- notebooks

    def _repr_html_(self) -> str:
        """Name, title and source over the whole statement, for a notebook."""
        source = f" <small>[{escape(self.source.key)}, {escape(self.source.place)}]</small>" if self.source else ""
        body = "".join(f"<div>{part}</div>" for part in self._html_parts())
        return f"<div><b>{escape(self.name)}</b> {escape(self.title)}{source}</div>{body}"

    def _html_parts(self) -> list[str]:
        """What follows the title in a notebook, as HTML."""
        return []


def formula_html(latex: str) -> str:
    """A formula in dollars inside HTML, where MathJax finds it."""
    return escape(latex, quote=False)
