"""The theorem library: chapters in the order of topics, each imported when it is asked for.

import theorems
theorems.topics()                    # the table of contents (contents.toml)
theorems.pure                        # a chapter; its entries are its variables
theorems.search("Rényi")             # entries with this word in name, title, statement, source or tags
theorems.entry("laplace.tail").check()
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from dpsym.library.base import Entry, Verified

if TYPE_CHECKING:
    from types import ModuleType

    from dpsym.library.contents import Topic
    from dpsym.library.finding import Found
    from dpsym.reading.grids import Values
    from dpsym.sampling.table import Sample

__all__ = ["entries", "entry", "search", "topics"]


def search(text: str) -> Found:
    """The entries in which every word of the text occurs; those that have them in the name first, then in the title."""
    from dpsym.library.finding import search

    return search(text)


def entry(name: str) -> Entry:
    """The entry of this name, `laplace.tail`."""
    from dpsym.library.finding import entry

    return entry(name)


def topics() -> tuple[Topic, ...]:
    """The topics in the order of the book, each with its chapters and with what is listed there too; nothing is imported."""
    from dpsym.library.contents import topics

    return topics()


def entries() -> Iterator[Entry]:
    """Every entry, chapter by chapter; this imports all of them."""
    from dpsym.library.loading import entries

    yield from entries().values()


def __getattr__(name: str) -> ModuleType:
    """A chapter, with the names of its entries bound."""
    if not name.startswith("_"):
        from dpsym.library.finding import chapter_module

        return chapter_module(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    from dpsym.library.index import chapters

    return sorted([*__all__, *chapters()])


class _Desk:
    """Asks the library, which is loaded when something is asked."""

    def _librarian(self) -> Any:
        from dpsym.library.desk import librarian

        return librarian()

    def check(self, entry: Entry) -> Verified:
        return self._librarian().check(entry)

    def sample(self, entry: Entry, grid: Mapping[str, Values], laws: int, seed: int) -> Sample:
        return self._librarian().sample(entry, grid, laws, seed)


Entry.desk = _Desk()
