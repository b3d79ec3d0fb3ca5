"""Certified numbers of laws and mechanisms. Every module `numbers_*.py` beside this one is a section: its `measure()` gives a Part."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from .tables import Part


def sections() -> list[str]:
    """The names of the modules, in alphabetical order."""
    return sorted(path.stem for path in Path(__file__).parent.glob("numbers_*.py"))


def measure() -> Part:
    """All sections, one after the other."""
    parts: list[Part] = [import_module(f".{name}", __package__).measure() for name in sections()]
    return Part("numbers", tuple(t for part in parts for t in part.tables), {part.name: part.data for part in parts})
