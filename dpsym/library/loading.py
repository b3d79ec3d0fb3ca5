"""Finds the entries of the library. Its chapters are the modules of the package `theorems`, imported when they are asked for."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import sys
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from .base import Entry, LibraryError
from .theorem import Theorem

PACKAGE = "theorems"


@dataclass(frozen=True)
class Chapter:
    """A module of the library: its own entries by name, in the order in which they are written."""

    name: str
    entries: Mapping[str, Entry]


@cache
def chapter(name: str, package: str = PACKAGE) -> Chapter:
    """Imports a chapter, and gives each entry that it binds its name; the chapters from which it imports come first.

    So an entry that a chapter imports, to cite it or to list it, has its name already, and keeps it.
    """
    module = _module(name, package)
    for other in imported(name, package):
        chapter(other, package)
    return bound(name, module)


def bound(name: str, module: ModuleType) -> Chapter:
    """The module as a chapter of this name: the entries that have no other name get theirs."""
    found: dict[str, Entry] = {}
    for variable, value in vars(module).items():
        if isinstance(value, Entry) and value.name.partition(".")[0] in ("", name):
            value.bind(f"{name}.{variable}")
            found[value.name] = value
    return Chapter(name, found)


def _module(name: str, package: str) -> ModuleType:
    """The module of a chapter. A slip of its author, whatever it raises, is said with its file and line."""
    try:
        return importlib.import_module(f"{package}.{name}")
    except MemoryError:
        raise  # for whoever has set the limit
    except Exception as error:
        raise slip(name, error, package) from error


def slip(name: str, error: Exception, package: str = PACKAGE) -> LibraryError:
    """An exception that a chapter raises: the last line of the library that led to it, and what Python says."""
    return said_of(error, Path(importlib.import_module(package).__path__[0]), f"{name}.py", f"{package}/")


def said_of(error: BaseException, root: Path, file: str, prefix: str = "") -> LibraryError:
    """The same for modules in the folder `root`; without a line of one of them, `file` is what is named."""
    inside = [f for f in traceback.extract_tb(error.__traceback__) if root in Path(f.filename).parents]
    if isinstance(error, SyntaxError) and error.filename:
        place = f"{prefix}{Path(error.filename).name}, line {error.lineno}"
    elif inside:
        place = f"{prefix}{Path(inside[-1].filename).name}, line {inside[-1].lineno}"
    else:
        place = f"{prefix}{file}"
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    return LibraryError(f"{place}: found {type(error).__name__}: {said}, expected a chapter that Python can import")


def imported(name: str, package: str = PACKAGE) -> Iterator[str]:
    """The chapters that a chapter names in its import statements."""
    module = _module(name, package)
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ImportFrom) and node.module == package:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{package}."):
            yield node.module.split(".")[1]
        elif isinstance(node, ast.Import):
            yield from (a.name.split(".")[1] for a in node.names if a.name.startswith(f"{package}."))


def chapters(package: str = PACKAGE) -> list[str]:
    """The names of the chapters, in alphabetical order."""
    root = importlib.import_module(package)
    return sorted(info.name for info in pkgutil.iter_modules(root.__path__) if not info.ispkg)


class _Entries(Mapping[str, Entry]):
    """All entries by name. To look one up imports its chapter and those that it cites, to go through them all imports all."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._chapters = chapters(package)

    def __getitem__(self, name: str) -> Entry:
        where = name.partition(".")[0]
        if where not in self._chapters:
            raise KeyError(name)
        return chapter(where, self._package).entries[name]

    def __iter__(self) -> Iterator[str]:
        for where in self._chapters:
            yield from chapter(where, self._package).entries

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def entries(package: str = PACKAGE) -> Mapping[str, Entry]:
    """Every entry of the package by name, chapter by chapter; a chapter is imported when one of its entries is asked for."""
    return _Entries(package)


def named(entry: Entry, package: str = PACKAGE) -> Entry:
    """The entry with its name, also where its chapter was imported by another way than this module."""
    for module in [] if entry.name else [m for m in sys.modules if m.startswith(f"{package}.")]:
        chapter(module.split(".")[1], package)
    return entry


def theorems(package: str = PACKAGE) -> dict[str, Theorem]:
    """Every theorem about all laws."""
    return {n: e for n, e in entries(package).items() if isinstance(e, Theorem)}


def directory(package: str = PACKAGE) -> Path:
    """Where the certificates of the package are stored."""
    return Path(importlib.import_module(package).__path__[0]) / "certificates"
