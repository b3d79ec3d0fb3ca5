"""What to say to a name that is not there: what was found, what is expected, and the names that are nearest."""

from __future__ import annotations

from collections.abc import Iterable

from ..reading.likeness import NEAREST, nearest, perhaps
from .base import LibraryError
from .index import sections


def unknown_entry(name: str) -> LibraryError:
    """The error for a name that no entry has. A chapter, a variable without its chapter and a slip of the pen are understood."""
    known = {s.name: [row.name for row in s.rows] for s in sections()}
    every = [n for names in known.values() for n in names]
    if name in known:
        example = known[name][0]
        return LibraryError(
            f"found the chapter {name}, expected an entry such as {example}; `dpsym show {name}` lists its entries"
        )
    chapter, _, variable = name.rpartition(".")
    if chapter in known:  # the chapter is right: its entries come first
        near = nearest(variable, (n.partition(".")[2] for n in known[chapter]))
        likely = [f"{chapter}.{v}" for v in near]
    else:
        likely = [n for n in every if n.partition(".")[2] == variable]
    found = list(dict.fromkeys([*likely, *nearest(name, every)]))[:NEAREST]
    hint = perhaps(found or [f"the chapter {c}" for c in nearest(name, known)]) or ";"
    return LibraryError(f"found {name!r}, expected the name of an entry{hint} `dpsym list` lists them")


def unknown_entries(names: Iterable[str]) -> LibraryError:
    """The same for several: one line for each."""
    return LibraryError("\n".join(str(unknown_entry(name)) for name in names))
