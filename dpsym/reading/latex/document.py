r"""A document: its formulas with their places, and its units, a theorem or a section with its proof.

    $$...$$, \[...\], equation, align, gather, multline, ...       displays
    $...$, \(...\)                                                 formulas in a sentence

LaTeX, Markdown and plain text with formulas are scanned alike. Nothing is executed; what cannot be read is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..letters import character, steering
from .macros import Macro, definitions
from .tokens import LatexError

MAX_DOCUMENT = 2_000_000  # characters
MAX_FORMULAS = 20_000  # in all
MAX_DISPLAYS = 1_000

_DISPLAY = ("equation", "align", "gather", "multline", "eqnarray", "flalign", "alignat", "displaymath", "dmath")
_BEGIN = re.compile(r"\\begin\{(" + "|".join(_DISPLAY) + r")(\*?)\}")
_SKIPPED = re.compile(
    r"\\begin\{(verbatim|lstlisting|comment|tikzpicture|tabular)\}.*?\\end\{\1\}|^```.*?^```", re.S | re.M
)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_KINDS = "Theorem|Lemma|Proposition|Corollary|Claim|Definition|Remark|Example|Exercise|Fact|Observation|Question"
_UNIT = re.compile(
    rf"^[ \t]*(?:\*\*|\*|#+ *)?(?:{_KINDS})\b[^\n]*"
    rf"|^[ \t]*\\begin\{{(?:{_KINDS.lower()}|thm|lem|prop|cor|defn)\*?\}}[^\n]*"
    r"|^[ \t]*\\(?:sub)*section\*?\{[^\n]*"
    r"|^#+ [^\n]*"
    r"|^\d+(?:\.\d+)*\.? +[A-Z][^\n$]{3,80}$",
    re.M,
)


@dataclass(frozen=True)
class Piece:
    """A formula: text[start:end] is what stands between its delimiters, [outer, outer_end] includes them."""

    display: bool
    start: int
    end: int
    outer: int
    outer_end: int


@dataclass(frozen=True)
class Unit:
    """A part of the document with its own conditions: from one heading to the next."""

    title: str
    start: int
    end: int


@dataclass
class Source:
    text: str
    pieces: list[Piece] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    macros: Mapping[str, Macro] = field(default_factory=dict)
    said: dict[Any, list[Any]] = field(default_factory=dict)  # what sentences state, as far as it was read

    @property
    def displays(self) -> list[Piece]:
        return [p for p in self.pieces if p.display]

    def unit_of(self, place: int) -> Unit:
        return next(u for u in reversed(self.units) if u.start <= place)

    def line(self, place: int) -> int:
        return self.text.count("\n", 0, place) + 1


def scan(text: str) -> Source:
    """The formulas and units of a document."""
    if len(text) > MAX_DOCUMENT:
        raise ValueError(f"the document has {len(text)} characters, at most {MAX_DOCUMENT} are read")
    if (place := steering(text)) is not None:
        raise LatexError(f"unexpected character {character(text[place])}", text, place, place + 1)
    shown = _SKIPPED.sub(_blanked, text)
    if "\\documentclass" in text or "\\begin{document}" in text:
        shown = _COMMENT.sub(_blanked, shown)
    found = Source(text, _pieces(shown), _units(shown), definitions(shown))
    if len(found.pieces) > MAX_FORMULAS or len(found.displays) > MAX_DISPLAYS:
        counts = f"{len(found.pieces)} formulas, {len(found.displays)} of them displayed"
        raise ValueError(f"the document has {counts}; at most {MAX_FORMULAS} and {MAX_DISPLAYS} are read")
    return found


def _blanked(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _units(text: str) -> list[Unit]:
    heads = list(_UNIT.finditer(text))
    starts = [0, *(m.start() for m in heads)]
    titles = ["", *(" ".join(m[0].split())[:100] for m in heads)]
    ends = [*starts[1:], len(text)]
    return [Unit(t, s, e) for t, s, e in zip(titles, starts, ends, strict=True)]


def _pieces(text: str) -> list[Piece]:
    out: list[Piece] = []
    at = 0
    while at < len(text):
        c = text[at]
        found = None
        if c == "\\":
            found = _backslash(text, at)
            step = 2
        elif c == "$":
            found = _dollar(text, at)
            step = 2 if text.startswith("$$", at) else 1
        else:
            step = 1
        if found is None:
            at += step
        else:
            out.append(found)
            at = found.outer_end
    return [p for p in out if text[p.start : p.end].strip()]


def _backslash(text: str, at: int) -> Piece | None:
    for opening, closing, display in (("\\[", "\\]", True), ("\\(", "\\)", False)):
        if text.startswith(opening, at):
            stop = text.find(closing, at + 2)
            return None if stop < 0 else Piece(display, at + 2, stop, at, stop + 2)
    match = _BEGIN.match(text, at)
    if match is None:
        return None
    closing = f"\\end{{{match[1]}{match[2]}}}"
    stop = text.find(closing, at)
    return None if stop < 0 else Piece(True, at, stop + len(closing), at, stop + len(closing))


def _dollar(text: str, at: int) -> Piece | None:
    """A formula in dollars; a paragraph ends a formula that was never closed."""
    if text.startswith("$$", at):
        stop = text.find("$$", at + 2)
        return None if stop < 0 or stop - at > 20_000 else Piece(True, at + 2, stop, at, stop + 2)
    stop = at + 1
    while stop < len(text) and text[stop] != "$":
        if text[stop] == "\\":
            stop += 1
        elif text.startswith("\n\n", stop):
            return None
        stop += 1
    return None if stop >= len(text) else Piece(False, at + 1, stop, at, stop + 1)
