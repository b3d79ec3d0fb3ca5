r"""A document: its formulas with their places, the text without comments, and what the author says to the tool.

    $$...$$, \[...\], equation, align, gather, multline, ...       displays
    $...$, \(...\)                                                 formulas in a sentence
    % dpsym: assume eps > 0     % dpsym: define s = 1/eps     % dpsym: ignore     <!-- dpsym: assume eps > 0 -->

LaTeX, Markdown and plain text with formulas are scanned alike. Nothing is executed; what cannot be read is left alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..letters import character, steering
from .macros import Macro, definitions
from .notations import with_conventions
from .tokens import LatexError

MAX_DOCUMENT = 2_000_000  # characters
MAX_FORMULAS = 20_000  # in all
MAX_DISPLAYS = 1_000

_DISPLAY = ("equation", "align", "gather", "multline", "eqnarray", "flalign", "alignat", "displaymath", "dmath")
_BEGIN = re.compile(r"\\begin\{(" + "|".join(_DISPLAY) + r")(\*?)\}")
_BETWEEN = re.compile(r"\\(?:short)?intertext\s*\{")
_ROWS = re.compile(r"\\begin\{\w+\*?\}|\\end\{\w+\*?\}|\\\\|\s")
_SKIPPED = re.compile(
    r"\\begin\{(verbatim|lstlisting|comment|tikzpicture|tabular)\}.*?\\end\{\1\}|\\iffalse\b.*?\\fi\b|^```.*?^```|^~~~.*?^~~~",
    re.S | re.M,
)
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_HTML_COMMENT = re.compile(r"<!--.*?-->", re.S)
_CODE = re.compile(r"(?<!`)`[^`\n]+`(?!`)")
_TEX = re.compile(
    r"\\(?:documentclass|begin\{document\}|(?:sub)*section\b|newcommand|newtheorem|label\{|begin\{(?:theorem|lemma|proof|align|equation))"
)
_SAID = re.compile(r"(?:(?<!\\)%|<!--)[ \t]*dpsym:[ \t]*([A-Za-z]*)[ \t]*(.*?)[ \t]*(?:-->|$)", re.M)
_WORDS = ("assume", "define", "ignore")


@dataclass(frozen=True)
class Piece:
    """A formula: text[start:end] is what stands between its delimiters, [outer, outer_end] includes them."""

    display: bool
    start: int
    end: int
    outer: int
    outer_end: int


@dataclass(frozen=True)
class Directive:
    """What the author says to the tool in a comment: `word` is assume, define or ignore; text[start:end] is the comment."""

    word: str
    said: str
    start: int
    end: int


@dataclass
class Source:
    """A document. `shown` has the length of `text`; comments, code and the preamble are blank in it."""

    text: str
    shown: str
    pieces: list[Piece] = field(default_factory=list)
    directives: list[Directive] = field(default_factory=list)
    macros: Mapping[str, Macro] = field(default_factory=dict)
    is_tex: bool = False

    @property
    def displays(self) -> list[Piece]:
        return [p for p in self.pieces if p.display]

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(m.end() for m in re.finditer("\n", self.text))]

    def line(self, place: int) -> int:
        return bisect_right(self._lines, place)

    def column(self, place: int) -> int:
        return place - self._lines[self.line(place) - 1] + 1


def scan(text: str, outside: Mapping[str, Macro] | None = None) -> Source:
    """The formulas of a document, and what its author says to the tool. Macros from outside give way to those of the document."""
    if len(text) > MAX_DOCUMENT:
        raise ValueError(f"the document has {len(text)} characters, at most {MAX_DOCUMENT} are read")
    if (place := steering(text)) is not None:
        raise LatexError(f"unexpected character {character(text[place])}", text, place, place + 1)
    directives = _directives(text)
    is_tex = _TEX.search(text) is not None
    shown = _HTML_COMMENT.sub(_blanked, _SKIPPED.sub(_blanked, text))
    for d in directives:
        shown = shown[: d.start] + _blank(shown[d.start : d.end]) + shown[d.end :]
    shown = _COMMENT.sub(_blanked, shown) if is_tex else _CODE.sub(_blanked, shown)
    macros = {**(outside or {}), **with_conventions(definitions(shown), shown)}
    opening = shown.find("\\begin{document}") if is_tex else -1
    if opening >= 0:
        shown = _blank(shown[:opening]) + shown[opening:]
    found = Source(text, shown, _pieces(shown), directives, macros, is_tex)
    if len(found.pieces) > MAX_FORMULAS or len(found.displays) > MAX_DISPLAYS:
        counts = f"{len(found.pieces)} formulas, {len(found.displays)} of them displayed"
        raise ValueError(f"the document has {counts}; at most {MAX_FORMULAS} and {MAX_DISPLAYS} are read")
    return found


def _directives(text: str) -> list[Directive]:
    out = []
    for match in _SAID.finditer(text):
        if match[1] not in _WORDS:
            message = f"found `dpsym: {match[1]}`, expected one of {', '.join(_WORDS)}"
            raise LatexError(message, text, match.start(), match.end())
        out.append(Directive(match[1], match[2], match.start(), match.end()))
    return out


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _blanked(match: re.Match[str]) -> str:
    return _blank(match[0])


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
            out += _parted(found, text) if found.display else [found]
            at = found.outer_end
    return [p for p in out if text[p.start : p.end].strip()]


def _parted(display: Piece, text: str) -> list[Piece]:
    r"""A display and what follows an \intertext in it, with the formulas of the words between: they are a text with displays."""
    out: list[Piece] = []
    at, outer = display.start, display.outer
    for match in _BETWEEN.finditer(text, display.start, display.end):
        close = _brace_end(text, match.end(), display.end)
        if match.start() < at or close < 0:
            continue
        if _ROWS.sub("", text[at : match.start()]):
            out.append(Piece(True, at, match.start(), outer, match.start()))
        for p in _pieces(text[match.end() : close]):
            k = match.end()
            out.append(Piece(p.display, p.start + k, p.end + k, p.outer + k, p.outer_end + k))
        at = outer = close + 1
    if _ROWS.sub("", text[at : display.end]) or not out:
        out.append(Piece(True, at, display.end, outer, display.outer_end))
    return out


def _brace_end(text: str, at: int, end: int) -> int:
    """Where the group ends that is open at a place, or -1."""
    depth = 1
    while at < end:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return at
        at += 2 if text[at] == "\\" else 1
    return -1


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
