"""Theorems outside the library: a file, a module or a package of somebody else, with its certificates beside it.

    mine.py          every entry of a file, which are called mine.NAME
    mine.py:bound    one of them
    work.bounds      a module that Python finds, or a package: the entries of all its modules
    work.bounds:bound, or work.bounds.bound

Such a module is a chapter like those of `theorems`: it may cite theorems of the library and of other modules of this kind, and none of
the library's cites it. Its certificates are files of the folder `certificates` beside it. A module is a program: Python runs it when
it is read, as it runs any module that is imported.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import pkgutil
import sys
from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType

from ..kernel.terms import TermError
from ..reading.domains import DomainError
from ..reading.likeness import nearest, perhaps
from ..reading.text.tokens import ReadError
from .base import Entry, LibraryError
from .certificates import Shelf
from .entries import Formula
from .index import statement
from .loading import PACKAGE, Chapter, bound, chapter, chapters, entries, said_of
from .names import unknown_entries

__all__ = ["Opened", "is_outside", "opened"]

CERTIFICATES = "certificates"
_OWN = ("dpsym", PACKAGE)


@dataclass(frozen=True)
class Opened:
    """What the arguments of a command name: entries, in order, and where they and all that they cite are kept."""

    known: Mapping[str, Entry]
    names: tuple[str, ...]
    shelf: Shelf
    outside: tuple[str, ...] = ()  # the entries that are not of the library


def opened(arguments: Sequence[str]) -> Opened:
    """The entries that names, files and modules mean. An unknown name, or a module that cannot be read, is a LibraryError."""
    reader, outside = _Reader(), [a for a in arguments if is_outside(a)]
    if unknown := [a for a in arguments if a not in outside and a not in entries()]:
        raise unknown_entries(unknown)
    names = [n for a in arguments for n in (reader.entries(a) if a in outside else [a])]
    own = {n: e for c in reader.chapters.values() for n, e in c.entries.items()}
    known: Mapping[str, Entry] = ChainMap(own, entries()) if own else entries()  # type: ignore[arg-type]
    return Opened(known, tuple(dict.fromkeys(names)), Shelf(outside=reader.folders), tuple(own))


def is_outside(argument: str) -> bool:
    """Whether an argument names a file, a module or a package, and no entry of the library."""
    where, colon, _ = argument.partition(":")
    if colon or where.endswith(".py") or "/" in where or "\\" in where:
        return True
    if where.partition(".")[0] in chapters():
        return False
    return any(p is not None and _speaks_of_theorems(p) for p in (_found(where), _found(where.rpartition(".")[0])))


# -- where a module is ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Place:
    """A module that can be imported: by its dotted name, from the folder `root`."""

    root: Path
    dotted: str
    file: Path


def _found(dotted: str) -> _Place | None:
    """The module of this name, looked for without running anything."""
    parts = dotted.split(".")
    if not all(p.isidentifier() for p in parts):
        return None
    where: Sequence[str] = [str(Path.cwd()), *sys.path]
    origin = ""
    for k in range(1, len(parts) + 1):
        spec = PathFinder.find_spec(".".join(parts[:k]), list(where))
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            return None
        where, origin = spec.submodule_search_locations or (), spec.origin
    file = Path(origin).resolve()
    up = len(parts) - (file.name != "__init__.py")
    return _Place(file.parents[up], dotted, file)


def _speaks_of_theorems(place: _Place) -> bool:
    """Whether the module imports dpsym or theorems, or is a package: what else a word may name is not run to find out."""
    if place.file.name == "__init__.py":
        return place.dotted.partition(".")[0] not in _OWN and any(
            _imports_own(f) for f in place.file.parent.rglob("*.py")
        )
    return _imports_own(place.file)


def _imports_own(file: Path) -> bool:
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, OSError):
        return False
    return any(name.partition(".")[0] in _OWN for name in _imported(tree, ""))


def _placed(where: str) -> _Place:
    """The module of an argument, which is a path or a dotted name."""
    path = Path(where)
    if not where.endswith(".py") and not path.is_dir():
        found = _found(where)
        if found is None:
            raise LibraryError(f"found {where!r}, expected a file NAME.py, a package or a module that Python finds")
        return found
    file = (path / "__init__.py" if path.is_dir() else path).resolve()
    if not file.is_file():
        missing = "a folder without __init__.py" if path.is_dir() else "no such file"
        raise LibraryError(f"{where}: found {missing}, expected a Python module or a package")
    parts = [] if file.name == "__init__.py" else [file.stem]
    root = file.parent
    while (root / "__init__.py").is_file():
        parts.insert(0, root.name)
        root = root.parent
    if not all(p.isidentifier() and p.isascii() for p in parts):
        raise LibraryError(f"{where}: found the module {'.'.join(parts)}, expected a name of letters, digits and _")
    return _Place(root, ".".join(parts), file)


# -- reading ----------------------------------------------------------------------------------------------------


@dataclass
class _Reader:
    """Reads modules, each after those that it imports, so that an entry has the name of the module that holds it first."""

    chapters: dict[str, Chapter] = field(default_factory=dict)  # by dotted name of the module
    folders: dict[str, Path] = field(default_factory=dict)  # of certificates, by the name of the chapter

    def entries(self, argument: str) -> list[str]:
        """The names of all entries of a module or package, or of the one after the colon."""
        where, colon, variable = argument.partition(":")
        if (
            not colon
            and "." in where
            and where.replace(".", "").isidentifier()
            and not where.endswith(".py")
            and _found(where) is None
        ):
            where, colon, variable = where.rpartition(".")  # the name of an entry: its module, and a variable
        place = _placed(where)
        if place.dotted.partition(".")[0] in _OWN:
            raise LibraryError(
                f"{where}: found a module of {place.dotted.partition('.')[0]}, expected an entry by its name"
            )
        module = _run(place)
        for one in _modules(module, place):
            self._read(one, place)
        inside = [c for d, c in self.chapters.items() if d == place.dotted or d.startswith(f"{place.dotted}.")]
        names = [n for c in inside for n in c.entries]
        for n, e in [pair for c in self.chapters.values() for pair in c.entries.items()]:
            _demand_statement(n, e, place)
        wanted = [n for n in names if not colon or n.partition(".")[2] == variable]
        if not wanted:
            found = f"no entry {variable!r}" if colon else "no entry"
            near = perhaps(nearest(variable, [n.partition(".")[2] for n in names])) if colon else ""
            raise LibraryError(f"{where}: found {found}, expected a variable that holds a theorem or formula{near}")
        return wanted

    def _read(self, module: ModuleType, place: _Place) -> None:
        dotted = module.__name__
        if dotted in self.chapters or not any(isinstance(v, Entry) for v in vars(module).values()):
            return
        name, file = dotted.rpartition(".")[2], Path(module.__file__ or "")
        if name in chapters():
            raise LibraryError(
                f"{file.name}: found a module called {name}, as a chapter of the library is; expected another name"
            )
        folder = file.parent / CERTIFICATES
        if self.folders.setdefault(name, folder) != folder or name in {d.rpartition(".")[2] for d in self.chapters}:
            raise LibraryError(f"{file.name}: found two modules called {name}, expected different names")
        self.chapters[dotted] = Chapter(name, {})  # modules that import each other
        package = (
            dotted
            if module.__spec__ and module.__spec__.submodule_search_locations is not None
            else dotted.rpartition(".")[0]
        )
        for other in _imported(ast.parse(file.read_bytes()), package):
            if other in sys.modules and other.partition(".")[0] not in _OWN:
                self._read(sys.modules[other], place)
        self.chapters[dotted] = bound(name, module)
        for variable, value in vars(module).items():
            if isinstance(value, Entry) and not (
                value.name in entries() or any(value.name in c.entries for c in self.chapters.values())
            ):
                raise LibraryError(
                    f"{file.name}: found the name {value.name!r} written in {variable}, expected none: it is {name}.{variable}"
                )


def _run(place: _Place) -> ModuleType:
    """Imports the module. A slip of its author, whatever it raises, is said with its file and line."""
    if str(place.root) not in sys.path:
        sys.path.insert(0, str(place.root))
    module = _import(place.dotted, place)
    found = Path(module.__file__ or "").resolve()
    if found != place.file:
        raise LibraryError(
            f"{place.file.name}: found another module {place.dotted}, {found}, expected a name that no other has"
        )
    return module


def _import(dotted: str, place: _Place) -> ModuleType:
    try:
        module = importlib.import_module(dotted)
        for name in [m for m in sys.modules if m.startswith(f"{PACKAGE}.") and m.count(".") == 1]:
            chapter(name.partition(".")[2])  # entries of the library have their names first
    except (MemoryError, LibraryError):
        raise
    except (Exception, SystemExit) as error:
        raise said_of(error, place.file.parent, place.file.name) from error
    return module


def _modules(module: ModuleType, place: _Place) -> Iterator[ModuleType]:
    """The module, after those that are in it if it is a package."""
    inside = module.__path__ if place.file.name == "__init__.py" else []
    for info in pkgutil.walk_packages(inside, f"{place.dotted}."):
        if not info.name.endswith(".__main__"):
            yield _import(info.name, place)
    yield module


def _imported(tree: ast.Module, package: str) -> Iterator[str]:
    """The modules that import statements may name, wherever they stand."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            whole = ".".join(part for part in (base, node.module or "") if part)
            yield whole
            yield from (f"{whole}.{a.name}" for a in node.names)


def _demand_statement(name: str, entry: Entry, place: _Place) -> None:
    """Whether it says something: what cannot be unfolded, or read, has no verdict."""
    try:
        if isinstance(entry, Formula):
            _ = entry.claims, entry.point
        statement(entry)
    except (TermError, ReadError, DomainError, LibraryError) as error:
        raise LibraryError(
            f"{place.file.name}, {name}: found {error}, expected a statement that is well-formed"
        ) from error
