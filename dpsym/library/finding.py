"""Entries by name and by words, and chapters as modules: what `import theorems` offers."""

from __future__ import annotations

from html import escape
from importlib import import_module
from types import ModuleType

from ..reading.likeness import nearest, perhaps
from . import index
from .base import Entry
from .loading import PACKAGE, chapter, entries
from .names import unknown_entry


class Found(tuple[Entry, ...]):
    """Entries that a search found, best first; it prints their names and titles."""

    def __repr__(self) -> str:
        width = max((len(e.name) for e in self), default=0)
        return "\n".join(f"{e.name:<{width}}  {e.title}" for e in self) or "nothing found"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{escape(e.name)}</td><td>{escape(e.title)}</td></tr>" for e in self)
        return f"<table>{rows}</table>" if rows else "nothing found"


def search(text: str) -> Found:
    """The entries that the index finds; their chapters are imported."""
    return Found(entry(row.name) for row in index.search(text))


def entry(name: str) -> Entry:
    """The entry of this name, or LibraryError with the nearest names."""
    found = entries().get(name)
    if found is None:
        raise unknown_entry(name)
    return found


def chapter_module(name: str) -> ModuleType:
    """A chapter as a module, its entries bound to their names; AttributeError with the nearest chapters if there is none."""
    known = index.chapters()
    if name not in known:
        raise AttributeError(f"module {PACKAGE!r} has no chapter {name!r}{perhaps(nearest(name, known))}")
    chapter(name)
    return import_module(f"{PACKAGE}.{name}")
