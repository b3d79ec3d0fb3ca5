r"""How wide a formula is: LaTeX that the writers print, read into boxes whose widths are those of TeX at 10 pt.

    glyphs          widths of Computer Modern, with italic corrections; smaller in scripts
    a + b, a \le b  spaces around operators and relations, none in scripts
    \frac, \sqrt    numerator and denominator are set a style smaller than what is around them
    \sum, \int      limits above and below in a display, beside the sign elsewhere

The widths are bounds from above, a few per cent more than TeX needs; tests/latex/test_widths.py holds them against TeX itself. Nothing
here reads the meaning of a formula: dpsym.report.layout breaks it where a reader of the formula would.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..notation import GREEK

DISPLAY, TEXT, SCRIPT, TINY = _STYLES = range(4)  # the styles of TeX
_SCALE = (1.0, 1.0, 0.83, 0.75)
_THIN, _MEDIUM, _THICK, _BLANK = 1.67, 2.22, 2.78, 3.33
_SLANT = 1.8  # what the last letter of a slanted word leans over

_ITALIC = dict(zip(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    (5.3, 4.3, 4.4, 5.3, 4.7, 6.0, 5.2, 5.8, 3.5, 4.7, 5.6, 3.2, 8.8, 6.1, 4.9, 5.1, 4.9, 4.8, 4.7, 3.7, 5.8, 5.3, 7.5, 5.8, 5.3, 5.1,
     7.5, 8.1, 7.9,
     8.6, 8.0, 7.9, 7.9, 9.2, 5.2, 6.6, 9.3, 6.9, 10.8, 9.2, 8.0, 7.9, 8.0, 7.7, 6.8, 7.3, 8.0, 8.1, 10.9, 9.1, 8.1, 7.6),
    strict=True,
))  # fmt: skip
_UPRIGHT = dict(zip(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    (5.0, 5.6, 4.5, 5.6, 4.5, 3.9, 5.2, 5.6, 2.8, 3.1, 5.3, 2.8, 8.4, 5.6, 5.0, 5.6, 5.3, 4.0, 4.0, 3.9, 5.6, 5.5, 7.4, 5.3, 5.5, 4.5,
     7.5, 7.1, 7.3, 7.7, 6.9, 6.6, 7.9, 7.5, 3.7, 5.2, 7.8, 6.3, 9.2, 7.5, 7.8, 6.9, 7.8, 7.4, 5.6, 7.3, 7.5, 7.7, 10.5, 7.5, 7.8, 6.2),
    strict=True,
)) | {" ": _BLANK, "i": 2.8, ",": 2.8, ".": 2.8, ":": 2.8, ";": 2.8, "(": 3.9, ")": 3.9, "-": 3.4, "'": 2.8, "|": 2.8}  # fmt: skip
_WIDE_GREEK = 8.4  # capitals
_GREEK = 6.9
_CAPITALS = frozenset(name for name in GREEK if name[0].isupper())
_LETTERS = frozenset(GREEK) | {"pi", "partial", "prime", "forall", "exists"}
_NAMED = {"log", "ln", "min", "max", "sinh", "cosh", "tanh", "exp", "Pr", "sup", "inf"}
_RELATIONS = {"le": 7.8, "ge": 7.8, "ne": 7.8, "in": 6.7, "notin": 6.7, "to": 10.0, "Rightarrow": 10.0, "sim": 7.8, "approx": 7.8,
              "implies": 22.0, "subseteq": 7.8, "equiv": 7.8, "mid": 2.8, "propto": 7.8, "leftarrow": 10.0}  # fmt: skip
_BINARY = {"cdot": 2.8, "times": 7.8, "pm": 7.8, "cup": 6.7, "cap": 6.7, "wedge": 6.7, "vee": 6.7, "setminus": 5.0}
_SPACES = {",": _THIN, " ": _BLANK, "!": -_THIN, ";": _THICK, "quad": 10.0, "qquad": 20.0}
_BIG = {"sum": (14.5, 10.6), "prod": (12.8, 9.5), "int": (10.0, 6.5)}  # in a display, and elsewhere
_FONTS = {"mathrm", "mathit", "mathbb", "mathbf", "mathcal", "operatorname", "text", "texttt"}
_ACCENTS = {"hat", "tilde", "bar", "dot", "check", "breve", "underline", "vec", "overline"}
_PAIRS = {"(": ")", "[": "]", r"\{": r"\}", r"\lfloor": r"\rfloor", r"\lceil": r"\rceil"}
_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|.", re.S)


@dataclass(eq=False, slots=True)
class Box:
    r"""A part of a formula. `parts` are the formulas inside; `spaced` says that white space stands before it, as between two factors.

    Kinds: ord, num, bin, rel, punct, space, words, big (\sum), named (\log), group (delimiters around the part), frac, sqrt, cases.
    """

    kind: str
    head: str  # the command or glyph itself; "left" of a group whose delimiters grow with it
    size: float = 0.0  # of a glyph, in a display
    parts: tuple[tuple[Box, ...], ...] = ()
    ends: tuple[str, str] = ("", "")
    below: tuple[Box, ...] | None = None
    above: tuple[Box, ...] | None = None
    primes: int = 0
    spaced: bool = False
    text: str = ""  # as it is written, with its scripts
    tail: str = ""  # its scripts
    _widths: list[float] = field(default_factory=lambda: [-1.0] * 4)  # in each style, measured when asked for
    _heights: list[int] = field(default_factory=lambda: [-1] * 4)

    def width(self, style: int = DISPLAY) -> float:
        """With its scripts and the space that TeX puts around it."""
        if self._widths[style] < 0:
            self._widths[style] = _width(self, style)
        return self._widths[style]

    def height(self, style: int = DISPLAY) -> int:
        if self._heights[style] < 0:
            self._heights[style] = _height(self, style)
        return self._heights[style]


Boxes = tuple[Box, ...]


# -- reading ------------------------------------------------------------------------------------------------------


def boxes(latex: str) -> Boxes:
    """The formula as boxes; `source` gives it back."""
    return _Reader(latex).read()


class _Reader:
    def __init__(self, latex: str) -> None:
        self.tokens: list[str] = _TOKEN.findall(latex)
        self.at = 0

    def read(self, *stops: str) -> Boxes:
        out: list[Box] = []
        while self.at < len(self.tokens) and self.tokens[self.at] not in stops:
            spaced = self._skip()
            if self.at >= len(self.tokens) or self.tokens[self.at] in stops:
                break
            start, token = self.at, self._next()
            if token in ("^", "_", "'") and out:
                self._script(out[-1], start, token)
            else:
                box = self._box(token, out)
                box.text, box.spaced = self._text(start), spaced
                out.append(box)
        return tuple(out)

    def _text(self, start: int) -> str:
        return "".join(self.tokens[start : self.at])

    def _next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def _skip(self) -> bool:
        start = self.at
        while self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1
        return self.at > start

    def _argument(self) -> Boxes:
        self._skip()
        token = self._next()
        if token != "{":
            return (self._box(token, []),)
        inside = self.read("}")
        self.at += 1
        return inside

    def _raw(self) -> str:
        """The characters of a braced argument."""
        self._skip()
        start, depth = self.at, 0
        while self.at < len(self.tokens):
            depth += {"{": 1, "}": -1}.get(self._next(), 0)
            if not depth:
                break
        return "".join(self.tokens[start + 1 : self.at - 1])

    def _script(self, base: Box, start: int, sign: str) -> None:
        if sign == "'":
            base.primes += 1
        elif sign == "^":
            base.above = self._argument()
        else:
            base.below = self._argument()
        written = self._text(start)
        base.text += written
        base.tail += written

    def _box(self, token: str, before: Sequence[Box]) -> Box:
        name = token[1:] if token.startswith("\\") else ""
        if token == "{":
            self.at -= 1
            return Box("braces", "", parts=(self._argument(),))
        if name == "left":
            return self._delimited()
        if token in _PAIRS and self._closes(token):
            inside = self.read(_PAIRS[token])
            return Box("group", "", parts=(inside,), ends=(token, self._next()))
        if name in ("frac", "tfrac", "dfrac", "binom"):
            return Box("frac", token, parts=(self._argument(), self._argument()))
        if name == "sqrt":
            return Box("sqrt", token, parts=(self._argument(),))
        if name in _ACCENTS:
            return Box("accent", token, parts=(self._argument(),))
        if name in _FONTS:
            return self._font(name)
        if name == "begin":
            return self._cases()
        return _glyph(token, name, before)

    def _delimited(self) -> Box:
        self._skip()
        left = self._next()
        inside = self.read(r"\right")
        self.at += 1
        self._skip()
        return Box("group", "left", parts=(inside,), ends=(left, self._next()))

    def _closes(self, opening: str) -> bool:
        """Whether the delimiter has its partner in the same group."""
        depth = 0
        for token in self.tokens[self.at :]:
            depth += {"{": 1, "}": -1, opening: 1}.get(token, 0)
            if token == _PAIRS[opening]:
                if depth <= 0:
                    return depth == 0
                depth -= 1
            if depth < 0:
                return False
        return False

    def _font(self, name: str) -> Box:
        text = self._raw()
        plain = re.sub(r"\\[A-Za-z]+|[\\{}$]", "", text)
        size = sum(_UPRIGHT.get(c, 5.6) for c in plain) * (1.15 if name in ("mathbb", "mathbf", "mathcal") else 1.0)
        if name == "texttt":
            size = 5.3 * len(plain)
        elif name == "mathit":
            size += 0.3 * len(plain) + _SLANT
        kind = {"text": "words", "operatorname": "named"}.get(name, "ord")
        return Box(kind, rf"\{name}{{{text}}}", size)

    def _cases(self) -> Box:
        r"""Rows of \begin{cases}; each part is a cell."""
        name, cells = self._raw(), []
        while self.at < len(self.tokens):
            cells.append(self.read("&", "\\\\", r"\end"))
            if self._next() == r"\end":
                break
        self._raw()
        return Box("cases", name, parts=tuple(cells))


def _glyph(token: str, name: str, before: Sequence[Box]) -> Box:
    if token in "+-" and token:
        binary = bool(before) and before[-1].kind not in ("bin", "rel", "punct", "space", "words", "big", "named")
        return Box("bin" if binary else "ord", token, 7.8)
    if token in ("<", ">", "="):
        return Box("rel", token, 7.8)
    if token in (",", ";", ":") or name == "colon":
        return Box("punct", token, 7.3 if name else 2.8)
    if name in _RELATIONS:
        return Box("rel", token, _RELATIONS[name])
    if name in _BINARY:
        return Box("bin", token, _BINARY[name])
    if name in _SPACES:
        return Box("space", token, _SPACES[name])
    if name in _BIG:
        return Box("big", token, _BIG[name][0])
    if name in _NAMED:
        return Box("named", token, sum(_UPRIGHT[c] for c in name))
    if name in _LETTERS or name in _CAPITALS:
        return Box("ord", token, _WIDE_GREEK if name in _CAPITALS else _GREEK)
    if name:
        return Box("ord", token, 12.0 if name in ("infty", "ldots", "surd") else 5.0)
    if token.isdigit():
        return Box("num", token, 5.0)
    return Box("ord", token, _ITALIC.get(token, 5.0))


# -- widths -------------------------------------------------------------------------------------------------------


def width(inside: Sequence[Box], style: int = DISPLAY) -> float:
    """Of boxes side by side."""
    return sum(box.width(style) for box in inside)


def _width(box: Box, style: int) -> float:
    wide = style <= TEXT
    smaller = SCRIPT if wide else TINY
    scripts = [width(s, smaller) for s in (box.below, box.above) if s is not None]
    if box.kind == "big":
        display, inline = _BIG[box.head[1:]]
        over = style == DISPLAY and box.head != r"\int"
        sign = display if style == DISPLAY else inline * _SCALE[style]
        return (max([sign, *scripts]) if over else sign + max(scripts, default=0)) + 2 * _THIN
    around = {
        "bin": 2 * _MEDIUM,
        "rel": 2 * _THICK,
        "punct": _THIN,
        "named": 2 * _THIN,
        "frac": 2 * _THIN,
        "cases": 2 * _THIN,
    }
    room = around.get(box.kind, 2 * _THIN if box.head == "left" else 0.0) if wide else 0.0
    beside = max(scripts, default=0.0) + (0.5 if scripts else 0.0) + 2.9 * box.primes
    return _inner_width(box, style) + room + beside


def _inner_width(box: Box, style: int) -> float:
    if box.kind == "frac":
        inner = {DISPLAY: TEXT, TEXT: SCRIPT}.get(style, TINY)
        inner = {r"\tfrac": SCRIPT, r"\dfrac": TEXT}.get(box.head, inner)
        around = 15.0 if box.head == r"\binom" else 2.4
        return max(width(part, inner) for part in box.parts) + around
    if box.kind == "sqrt":
        return width(box.parts[0], style) + 10.0
    if box.kind == "group":
        return width(box.parts[0], style) + sum(_delimiter(box, end, style) for end in box.ends)
    if box.kind == "cases":
        values, conditions = (max((width(c, TEXT) for c in box.parts[k::2]), default=0.0) for k in (0, 1))
        return values + conditions + 22.0
    if box.kind in ("braces", "accent"):
        return width(box.parts[0], style) + (1.0 if box.kind == "accent" else 0.0)
    return box.size * (_SCALE[style] if box.kind != "space" else 1.0)


def _delimiter(box: Box, end: str, style: int) -> float:
    if box.head != "left":
        return (2.8 if end in "[]" else 5.0 if end.startswith("\\") else 3.9) * _SCALE[style]
    if end == ".":
        return 1.2
    height = tallness(box.parts[0], style)
    if end == "|":
        return (2.8, 3.4, 3.4)[height]
    return (4.6, 6.0, 8.8)[height]


def tallness(inside: Sequence[Box], style: int = DISPLAY) -> int:
    """0: as tall as letters with scripts; 1: with a fraction in a text; 2: taller."""
    return max((b.height(style) for b in inside), default=0)


def _height(box: Box, style: int) -> int:
    if box.kind in ("big", "cases"):
        return 2 if style == DISPLAY or box.kind == "cases" else 1
    if box.kind == "frac":
        inner = {DISPLAY: TEXT, TEXT: SCRIPT}.get(style, TINY)
        deep = any(tallness(part, inner) for part in box.parts)
        return 2 if style == DISPLAY or deep else 1
    scripts = [s for s in (box.below, box.above) if s is not None]
    inside = max((tallness(part, style) for part in box.parts), default=0)
    return max([inside, *(min(1, tallness(s, SCRIPT)) for s in scripts)])


# -- printing -----------------------------------------------------------------------------------------------------


def source(inside: Sequence[Box]) -> str:
    """The boxes as they were written."""
    return "".join(f" {box.text}" if box.spaced else box.text for box in inside).lstrip()
