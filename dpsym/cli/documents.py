"""Which documents the arguments of `check` name: files, folders, what a dpsym.toml lists; each with its text and its settings.

A folder stands for the documents below it, or for the `entry` of its dpsym.toml. Hidden files and links that lead out of the folder
are left alone. A file that another of them puts in (\\input) is part of that one and no document by itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..reading.latex.outside import PROFILES, Told
from ..reading.latex.positions import Assembled, plain
from ..reading.latex.sources import assembled
from ..reading.likeness import nearest, perhaps
from ..running.proofreading.papers import Paper
from ..running.proofreading.settings import NAME, Settings, SettingsError, find_settings, read_settings
from .exits import BadInput
from .wanted import DOCUMENTS, Wanted

MAX_DOCUMENTS = 1_000


@dataclass
class Found:
    """The documents, and files that could not be read, with the reason."""

    papers: list[Paper] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    several: bool = False  # a file among many that is of no use is no reason to stop
    listed: frozenset[str] = frozenset()  # names of those that the user did not name: found in a folder


def find_documents(arguments: Sequence[str], wanted: Wanted) -> Found:
    """The documents that the arguments name; without arguments, the entry of the dpsym.toml here."""
    if wanted.conventions is not None and wanted.conventions not in PROFILES:
        known = ", ".join(PROFILES)
        near = perhaps(nearest(wanted.conventions, PROFILES)[:1])
        raise BadInput(f"--conventions: found {wanted.conventions!r}, expected one of {known}{near}")
    reader = _Reader(wanted)
    found = reader.all(arguments)
    for path, explicit in found:
        reader.add(path, explicit, several=len(found) > 1)
    out = Found(_roots(reader.papers), reader.unreadable, len(found) > 1, frozenset(reader.listed))
    if not out.papers and not out.unreadable:
        if not arguments:
            raise BadInput(
                f"found no argument and no {NAME} with an entry, expected CLAIM or FILES: see dpsym check --help"
            )
        raise BadInput(f"{' '.join(arguments)}: found no document, expected files that end with {', '.join(DOCUMENTS)}")
    return out


def text_document(text: str, name: str, wanted: Wanted) -> Found:
    """A text that is no file."""
    reader = _Reader(wanted)
    return Found([reader.paper(name, plain(text, name), None)])


class _Reader:
    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.papers: list[Paper] = []
        self.unreadable: list[str] = []
        self.listed: set[str] = set()
        self._settings: dict[Path | None, Settings] = {}

    def all(self, arguments: Sequence[str]) -> list[tuple[Path, bool]]:
        """The files, each once, and whether the user named it."""
        out: dict[Path, bool] = {}
        for path in map(Path, arguments) if arguments else self._entry(Path()):
            for file, explicit in self._below(path) if path.is_dir() else [(path, True)]:
                out[file] = out.get(file, False) or explicit
        if len(out) > MAX_DOCUMENTS:
            raise BadInput(f"found {len(out)} documents, expected at most {MAX_DOCUMENTS}")
        return list(out.items())

    def _below(self, folder: Path) -> Iterator[tuple[Path, bool]]:
        if entry := self._entry(folder):
            for path in entry:
                yield from [(p, False) for p in _walk(path)] if path.is_dir() else [(path, True)]
        else:
            yield from ((path, False) for path in _walk(folder))

    def _entry(self, folder: Path) -> list[Path]:
        """What the dpsym.toml of a folder says its documents are."""
        own = self.wanted.config or folder / NAME
        if not own.is_file() or own.parent.resolve() != folder.resolve():
            return []
        return [folder / p.relative_to(own.parent) for p in self.settings(own).entry]

    def settings(self, file: Path | None) -> Settings:
        if file not in self._settings:
            try:
                self._settings[file] = read_settings(file, _shown(file)) if file is not None else Settings()
            except SettingsError as error:
                raise BadInput(str(error)) from None
        return self._settings[file]

    def add(self, path: Path, explicit: bool, several: bool) -> None:
        name = str(path)
        try:
            text = assembled(path, self.wanted.root)
        except (OSError, ValueError, RuntimeError) as error:
            why = (error.strerror or "cannot be read") if isinstance(error, OSError) else str(error)
            if not several:
                raise BadInput(f"{name}: {why}") from None
            self.unreadable.append(f"{name}: {why}")
            return
        if not explicit:
            self.listed.add(name)
        self.papers.append(self.paper(name, text, path))

    def paper(self, name: str, text: Assembled, path: Path | None) -> Paper:
        """The document with what dpsym.toml says of it, and the command line, which counts more."""
        w = self.wanted
        own = w.config or (find_settings(path.parent, Path.cwd()) if path is not None else None)
        settings = self.settings(own)
        said = {"conventions": w.conventions, "fail_on": w.fail_on, "timeout": w.timeout, "limit": w.limit}
        settings = replace(settings, **{k: v for k, v in said.items() if v is not None})  # type: ignore[arg-type]
        if w.baseline is not None:
            settings = replace(settings, baseline=w.baseline)
        folder = str(path.parent) if path is not None else ""
        return Paper(name, text, folder, settings, tuple(map(Told, w.where)))


def _shown(file: Path) -> str:
    """A path as short as it can be written."""
    try:
        return str(file.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(file)


def _walk(folder: Path) -> Iterator[Path]:
    """The documents below a folder, in the order of their names. Links to folders are not followed, those to files only inside it."""
    top = folder.resolve()
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        for name in sorted(files):
            path = Path(here, name)
            if name.startswith(".") or not name.lower().endswith(DOCUMENTS):
                continue
            try:
                if path.is_file() and path.resolve().is_relative_to(top):
                    yield path
            except (OSError, RuntimeError):  # links in a circle
                continue


def _roots(papers: Sequence[Paper]) -> list[Paper]:
    """Those that no other one puts in; of two that put each other in, the first."""
    out = []
    for k, p in enumerate(papers):
        own = p.text.files[0]
        inside = [j for j, q in enumerate(papers) if q.text.files[0] != own and own in q.text.files]
        mutual = {j for j in inside if papers[j].text.files[0] in p.text.files}
        again = any(q.text.files[0] == own for q in papers[:k])
        if not again and not any(j not in mutual or j < k for j in inside):
            out.append(p)
    return out


__all__ = ["Found", "find_documents", "text_document"]
