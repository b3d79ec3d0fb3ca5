"""What every entry of the library has: a title, a source, and the name that its chapter gives it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Entry", "LibraryError", "Source"]


class LibraryError(ValueError):
    """The library is inconsistent: an entry has two names, or none where one is needed, or two theorems cite each other."""


@dataclass(frozen=True)
class Source:
    """Where a statement comes from: a key of theorems/references.bib and the place; `sharpened` if ours says more."""

    key: str
    place: str = ""
    sharpened: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class Entry:
    """A statement of the library. `title` says the conclusion in words.

    `name` is the chapter and the variable, `laplace.tail`. Nobody writes it: whoever loads the chapter (dpsym.library.loading) binds
    it. Until then it is empty, and the entry is called by its title.
    """

    title: str
    source: Source | None = None
    name: str = ""

    def bind(self, name: str) -> None:
        """Gives the entry its name, once: as a class learns its own, from the variable that holds it."""
        if self.name not in ("", name):
            raise LibraryError(f"found {name}, expected one variable for the entry {self.name}")
        object.__setattr__(self, "name", name)

    @property
    def label(self) -> str:
        """What to call it in a sentence."""
        return self.name or f"“{self.title}”"
