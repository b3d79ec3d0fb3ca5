"""A text that was put together from files, with the way back: every place of it has a file, a line and a column."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Place:
    """Where something stands. Lines and columns count from 1; in a notebook they count in a cell, and cells count from 1."""

    file: str
    line: int
    column: int
    cell: int = 0

    def __str__(self) -> str:
        return f"{self.file}{f'[cell {self.cell}]' if self.cell else ''}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Origin:
    """A file, or a cell of a notebook, as it was read."""

    name: str
    text: str
    cell: int = 0  # of a notebook


@dataclass(frozen=True)
class LeftOut:
    """A file that the document names and that was not read: where it is named, how, and why it was not."""

    place: Place
    written: str
    why: str

    def __str__(self) -> str:
        return f"{self.place.file}: {self.written}: {self.why}"


@dataclass(frozen=True)
class _Span:
    """text[start:...] comes from the origin at `at`; copied character by character, or put there for that one place."""

    start: int
    origin: int
    at: int
    copied: bool


@dataclass(frozen=True)
class Assembled:
    """The text to read, where each part comes from, the files it was read from, and those that were not read, with the reason."""

    text: str
    origins: tuple[Origin, ...] = ()
    spans: tuple[_Span, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    files: tuple[Path, ...] = ()  # resolved, the document itself first

    def place(self, offset: int) -> Place:
        """The place of text[offset]; the end of the text has one too."""
        if not self.spans:
            return Place("", 1, 1)
        span = self.spans[max(0, bisect_right(self.spans, offset, key=lambda s: s.start) - 1)]
        origin = self.origins[span.origin]
        return _place(origin, min(span.at + (offset - span.start if span.copied else 0), len(origin.text)))


def _place(origin: Origin, at: int) -> Place:
    line, column = origin.text.count("\n", 0, at) + 1, at - origin.text.rfind("\n", 0, at)
    return Place(origin.name, line, column, origin.cell)


def plain(text: str, name: str = "") -> Assembled:
    """A text that is a document by itself, without files."""
    assembly = Assembly()
    assembly.copy(assembly.open(Origin(name, text)), 0, len(text))
    return assembly.done()


@dataclass
class Assembly:
    """An `Assembled` in the making."""

    pieces: list[str] = field(default_factory=list)
    origins: list[Origin] = field(default_factory=list)
    spans: list[_Span] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    length: int = 0

    def open(self, origin: Origin) -> int:
        """A new origin; its number."""
        self.origins.append(origin)
        return len(self.origins) - 1

    def copy(self, origin: int, start: int, end: int) -> None:
        """The characters of an origin as they are."""
        self._add(self.origins[origin].text[start:end], origin, start, True)

    def put(self, text: str, origin: int, at: int) -> None:
        """Other characters, which stand for what is at this place."""
        self._add(text, origin, at, False)

    def blank(self, origin: int, start: int, end: int) -> None:
        """As many blanks as there are characters; lines stay lines."""
        text = self.origins[origin].text[start:end]
        self._add("".join("\n" if c == "\n" else " " for c in text), origin, start, True)

    def leave_out(self, origin: int, at: int, written: str, why: str) -> None:
        """A file that is named at this place of an origin is not read."""
        self.left_out.append(LeftOut(_place(self.origins[origin], at), written, why))

    def _add(self, text: str, origin: int, at: int, copied: bool) -> None:
        if text:
            self.spans.append(_Span(self.length, origin, at, copied))
            self.pieces.append(text)
            self.length += len(text)

    def done(self) -> Assembled:
        files = tuple(dict.fromkeys(self.files))
        return Assembled("".join(self.pieces), tuple(self.origins), tuple(self.spans), tuple(self.left_out), files)
