"""The table of contents: theorems/contents.toml orders the chapters of the library by topic.

A chapter lives in one topic. What belongs to another topic too is listed there (`see`), not moved and not stated again. Like the
index, this imports no chapter. A chapter that the table does not name yet, because its author has just begun it, stands in the topic
`unsorted`; a test of the library fails until it has a place.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .base import LibraryError
from .index import ROOT, Row, Section, sections

UNSORTED = "unsorted"


@dataclass(frozen=True)
class Topic:
    """A chapter of the book: the modules that live in it, and the entries listed here that live elsewhere."""

    name: str
    title: str
    sections: tuple[Section, ...]
    see: tuple[Row, ...] = ()

    @property
    def rows(self) -> list[Row]:
        """What lives here."""
        return [row for section in self.sections for row in section.rows]


def contents_path() -> Path:
    return ROOT / "theorems" / "contents.toml"


@cache
def topics() -> tuple[Topic, ...]:
    """The topics of the library in the order of the book."""
    try:
        table = tomllib.loads(contents_path().read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise LibraryError(f"theorems/contents.toml: found no table of contents: {error}") from None
    return arranged(table.get("topic", []), sections())


def arranged(table: Sequence[dict[str, Any]], known: Sequence[Section]) -> tuple[Topic, ...]:
    """The topics of a table, of the sections that there are. A section in two topics, or a name of nothing, is an error."""
    _each_once([name for topic in table for name in topic["sections"]])
    by_name = {s.name: s for s in known}
    found = [_topic(topic, by_name) for topic in table]
    placed = {s.name for t in found for s in t.sections}
    rest = tuple(s for s in known if s.name not in placed)
    return (*found, Topic(UNSORTED, "Without a place in the table of contents", rest)) if rest else tuple(found)


def _each_once(names: Sequence[str]) -> None:
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise LibraryError(f"theorems/contents.toml: found {', '.join(twice)} in two topics, expected each in one")


def _topic(data: dict[str, Any], known: dict[str, Section]) -> Topic:
    """A topic of the table. Sections without entries of their own (a vocabulary, say) may be named; they list nothing."""
    lives = tuple(known[name] for name in data["sections"] if name in known)
    return Topic(
        data["name"], data["title"], lives, tuple(row for name in data.get("see", ()) for row in _rows(name, known))
    )


def _rows(name: str, known: dict[str, Section]) -> Sequence[Row]:
    """The entries of a section, or the one of this name."""
    section = known.get(name.partition(".")[0])
    rows = () if section is None else section.rows if "." not in name else [r for r in section.rows if r.name == name]
    if not rows:
        raise LibraryError(f"theorems/contents.toml: found {name!r}, expected an entry or a chapter of the library")
    return rows
