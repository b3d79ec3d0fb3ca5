r"""Long formulas over several rows: the one place where writers of LaTeX break lines.

A formula that fits on a line is left alone. One that does not is broken where a reader would do so, at the outermost place first:
before \text{for ...}, behind a comma, before a relation, before + and -, between factors (then with a dot), and only then inside
parentheses, a fraction, a root or an exponent. Rows that go on start with the sign, so that dpsym.reading.latex joins them again,
and are indented by what they stand inside. Widths are those of dpsym.report.boxes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from .boxes import Box, Boxes, boxes, source, tallness, width

LINE = (
    340.0  # pt: a line of the standard classes at 10 pt has 345 pt, and other sizes have hardly less in their letters
)
ITEM = 310.0  # inside a list
INLINE = 170.0  # a formula in a sentence; a wider one is displayed
_INDENT = 10.0
_DEEPEST = 5
_LEAST = 90.0  # pt: what is inside a fraction or a root gets so much at least

_SIZES = (("\\bigl", "\\bigr"), ("\\Bigl", "\\Bigr"), ("\\biggl", "\\biggr"))


@dataclass(frozen=True)
class Row:
    """A row, with how wide it is, also where that is more than it should be."""

    indent: int
    text: str
    wide: float

    def __str__(self) -> str:
        return r"\quad " * self.indent + self.text


def rows(latex: str, limit: float = LINE, indent: int = 0) -> list[Row]:
    """The formula in rows that are no wider than the limit, as far as its parts can be broken; all are indented by so much."""
    return _rows(_merged(boxes(latex)), limit, indent)


def measured(latex: str) -> float:
    """How wide the formula is on one row, in pt."""
    return width(boxes(latex))


def fits(latex: str, limit: float = LINE) -> bool:
    return measured(latex) <= limit


def aligned(latex: str, limit: float = LINE) -> str:
    """The formula as it is, or its rows in one box; for a formula that is wrapped elsewhere."""
    return latex if fits(latex, limit) else _box(rows(latex, limit))


def together(formulas: Iterable[str], limit: float = LINE) -> str:
    """Formulas below each other in one box, each in as many rows as it needs; for what is wrapped elsewhere."""
    return _box([row for latex in formulas for row in rows(latex, limit)])


def display(formulas: Iterable[str], limit: float = LINE) -> str:
    """Formulas on lines of their own, each in as many rows as it needs."""
    found = [rows(latex, limit) for latex in formulas]
    if len(found) == 1 and len(found[0]) == 1:
        return rf"\[ {found[0][0]} \]"
    lines = [f"& {row}" for some in found for row in some]
    return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"


def inline(latex: str, limit: float = LINE) -> str:
    """The formula in a sentence, or displayed if it is long. A display ends with a new line."""
    return f"${latex}$" if fits(latex, INLINE) else f"\n{display([latex], limit)}\n"


def _box(found: Sequence[Row]) -> str:
    return r"\begin{aligned} " + r" \\ ".join(f"& {row}" for row in found) + r" \end{aligned}"


def _rows(inside: Boxes, limit: float, indent: int = 0) -> list[Row]:
    setter = _Setter(limit, indent=indent, used=indent * _INDENT)
    setter.put(inside, 0.0, indent + 1)
    return setter.finished()


def _merged(inside: Boxes) -> Boxes:
    r"""With a quantifier in front, \forall x, y\colon\ , as one box: it is never parted from what it quantifies."""
    if not inside or inside[0].head != r"\forall":
        return inside
    end = next((k for k, b in enumerate(inside) if b.head == r"\colon"), None)
    if end is None:
        return inside
    end += 2 if end + 1 < len(inside) and inside[end + 1].kind == "space" else 1
    front = inside[:end]
    return (Box("words", "forall", width(front), text=source(front)), *inside[end:])


# -- where to break -----------------------------------------------------------------------------------------------


def _before_words(inside: Boxes, k: int) -> bool:
    return k > 0 and inside[k].kind == "words" and inside[k - 1].kind == "space"


def _behind_comma(inside: Boxes, k: int) -> bool:
    before = inside[k - 1] if k and inside[k - 1].kind != "space" else inside[k - 2] if k > 1 else None
    return before is not None and before.head == "," and inside[k].kind != "space"


def _before_relation(inside: Boxes, k: int) -> bool:
    return k > 0 and inside[k].kind == "rel"


def _before_sign(inside: Boxes, k: int) -> bool:
    return inside[k].kind == "bin" and inside[k].head in "+-"


def _before_factor(inside: Boxes, k: int) -> bool:
    """Before a dot, or between two factors that white space parts."""
    if not k or inside[k].kind in ("rel", "punct", "space", "words"):
        return False
    if inside[k].kind == "bin":
        return True
    return (
        inside[k].spaced
        and inside[k - 1].kind in ("ord", "num", "group", "frac", "sqrt", "braces", "accent")
        and inside[k - 1].head not in ("+", "-")
    )


Place = Callable[[Boxes, int], bool]
#: From the outermost places to the innermost ones.
_PLACES: tuple[Place, ...] = (
    _before_words, _behind_comma, _before_relation, _before_sign, _before_factor,
)  # fmt: skip
#: How full a row may be, as a part of the line, for a piece that needs several rows anyway to start in it.
_STARTED: dict[Place, float] = {
    _before_words: 0.0,
    _behind_comma: 0.3,
    _before_relation: 0.4,
    _before_sign: 0.2,
    _before_factor: 0.6,
}


def _pieces(inside: Boxes) -> tuple[list[Boxes], Place | None]:
    """The formula parted at its outermost places, and what they are."""
    for place in _PLACES:
        cuts = [k for k in range(1, len(inside)) if place(inside, k)]
        if cuts:
            return [inside[a:b] for a, b in zip([0, *cuts], [*cuts, len(inside)])], place
    return [inside], None


# -- setting ------------------------------------------------------------------------------------------------------


@dataclass
class _Setter:
    """Rows as they are filled. `limit` is the width of a row with its indentation."""

    limit: float
    done: list[Row] = field(default_factory=list)
    indent: int = 0
    text: str = ""
    used: float = 0.0

    def finished(self) -> list[Row]:
        self._end()
        return self.done

    def _end(self) -> None:
        text = re.sub(r"(?:\\ |\\q?quad\b|\s)+$", "", self.text).lstrip()
        if text:
            self.done.append(Row(self.indent, text, self.used))
        self.text = ""

    def _new(self, indent: int) -> None:
        self._end()
        self.indent = min(indent, _DEEPEST)
        self.used = self.indent * _INDENT

    def _write(self, text: str, wide: float) -> None:
        self.text += text
        self.used += wide

    def _set(self, inside: Boxes) -> None:
        if inside:
            self._write(f" {source(inside)}" if inside[0].spaced else source(inside), width(inside))

    def put(self, inside: Boxes, tail: float, indent: int) -> None:
        """Sets the formula from here on; on its last row there is room for the tail. Its further rows are indented by so much."""
        if self.used + width(inside) + tail <= self.limit:
            self._set(inside)
            return
        pieces, place = _pieces(inside)
        if place is None:
            self._inside(inside, tail, indent)
            return
        for k, piece in enumerate(pieces):
            left = tail if k == len(pieces) - 1 else 0.0
            if k:
                self._turn(piece, indent, left, place)
            outer = self.indent < indent and place in (_before_words, _before_relation)
            self.put(piece, left, indent if outer else indent + 1)

    def _turn(self, piece: Boxes, indent: int, tail: float, place: Place) -> None:
        """Starts a new row for a piece that does not fit, unless no row can hold it and this one has room to begin."""
        wide = width(piece) + tail
        fresh = self.limit - min(indent, _DEEPEST) * _INDENT
        if self.used + wide <= self.limit or (wide > fresh and self.used <= _STARTED[place] * self.limit):
            return
        self._new(indent)
        if place is _before_factor and piece[0].kind != "bin":
            self._write(r"\cdot", 5.1)

    def _inside(self, inside: Boxes, tail: float, indent: int) -> None:
        """A formula without a place to break: what stands before and behind its widest part, and the part broken."""
        k = max(range(len(inside)), key=lambda i: (_breakable(inside[i]), inside[i].width()))
        box, behind = inside[k], inside[k + 1 :]
        before = inside[:k]
        self._set(before)
        rest = width(behind) + tail
        if not _breakable(box):
            self._set((box,))
        elif box.kind == "group" and not _tall_power(box):
            self._group(box, rest, indent)
        elif box.kind == "ord" and box.head == "e" and box.above is not None:
            self._write(r" \exp", 17.0)
            self._group(Box("group", "left", parts=(box.above,), ends=("(", ")")), rest, indent)
        else:
            self._stacked(box, rest)
        self._set(behind)

    def _group(self, box: Box, tail: float, indent: int) -> None:
        """Delimiters of a fixed size around rows."""
        (inside,), (left, right) = box.parts, box.ends
        opening, closing = _SIZES[min(tallness(inside), 2)]
        scripts = box.width() - Box("group", box.head, parts=box.parts, ends=box.ends).width()
        self._write(f" {opening}{left} ", 8.0)
        self.put(inside, 8.0 + scripts + tail, indent + 1)
        self._write(f" {closing}{right}{box.tail}", 8.0 + scripts)

    def _stacked(self, box: Box, tail: float) -> None:
        """Rows inside a fraction, a root, an exponent or a case."""
        around = {"frac": 6.0, "sqrt": 12.0, "cases": 26.0}.get(box.kind, 10.0)
        room = max(_LEAST, self.limit - self.used - tail - around)
        parts = list(box.parts)
        if box.kind == "cases":
            values, conditions = (max((width(c) for c in parts[j::2]), default=0.0) for j in (0, 1))
            right = min(conditions, max(room / 2, room - values))
            inner = [_fitted(p, right if k % 2 else room - right) for k, p in enumerate(parts)]
            cells = [" & ".join(inner[k : k + 2]) for k in range(0, len(inner), 2)]
            text = rf"\begin{{{box.head}}} " + r" \\ ".join(cells) + rf" \end{{{box.head}}}{box.tail}"
            wide = room + around
        elif parts and not _tall_power(box):
            text = box.head + "".join(f"{{{_fitted(p, room)}}}" for p in parts) + box.tail
            wide = min(room, max(map(width, parts))) + around
        else:
            below = f"_{{{source(box.below)}}}" if box.below is not None else ""
            base = box.text.removesuffix(box.tail) + below + "'" * box.primes
            above = _fitted(box.above or (), room)
            text, wide = f"{base}^{{{above}}}", room + around
        self._write(f" {text}", wide)


def _fitted(inside: Boxes, room: float) -> str:
    if width(inside) <= room:
        return source(inside)
    found = _rows(inside, room)
    return str(found[0]) if len(found) == 1 else _box(found)


def _tall_power(box: Box) -> bool:
    """Whether the exponent is what is wide."""
    return box.above is not None and width(box.above) > _LEAST and width(box.above) > sum(map(width, box.parts))


def _breakable(box: Box) -> bool:
    if box.kind in ("group", "frac", "sqrt", "cases"):
        return box.width() > _LEAST
    return box.kind == "ord" and box.above is not None and width(box.above) > _LEAST
