r"""The splitter: a display to rows, rows to statements and remarks, statements to the sides of a chain.

align, aligned, gather, multline, split, eqnarray, equation       & and \\ give rows; a row that starts with a relation goes on
\quad, \text{...}, \tag{...}, (12)                                 part statements from conditions, reasons and numbers
<= = < >= >, := , \overset{(a)}{\le}                               part the sides
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from ...notation import GREEK
from .inner import inner_rows
from .stream import depths, relation_of, spelled
from .tokens import LatexError, Token

_ENVIRONMENTS = frozenset(
    re.findall(
        r"\S+",
        "align align* aligned alignat alignat* alignedat gather gather* gathered multline multline* split equation equation* eqnarray "
        "eqnarray* flalign flalign* math displaymath dmath dmath* subequations IEEEeqnarray IEEEeqnarray*",
    )
)
_ENDMARKS = ("square", "qed", "blacksquare", "Box")
IMPLIES = ("Rightarrow", "implies", "Longrightarrow", "therefore")
_JOINS = ("cdot", "times", "pm")
#: Narrow spaces in eighteenths of a quad.
_SPACE = {"~": 6, " ": 6, "enspace": 9, ";": 5, "thickspace": 5, ":": 4, ">": 4, "medspace": 4, ",": 3, "thinspace": 3}
_QUAD = 18


@dataclass
class Item:
    """A piece of a row: mathematics, or words."""

    tokens: list[Token] = field(default_factory=list)
    words: str | None = None

    @property
    def start(self) -> int:
        return self.tokens[0].start

    @property
    def end(self) -> int:
        return self.tokens[-1].end


def unwrapped(tokens: Sequence[Token], text: str) -> list[Token]:
    """Without the environments that only make rows, and without rows inside of something."""
    tokens = inner_rows(tokens, text)
    out: list[Token] = []
    k = 0
    while k < len(tokens):
        t = tokens[k]
        if t.is_cmd("begin", "end") and k + 1 < len(tokens) and tokens[k + 1].kind == "{":
            close = next((j for j in range(k + 2, len(tokens)) if tokens[j].kind == "}"), None)
            if close is None:
                raise LatexError("this brace is never closed", text, tokens[k + 1].start, tokens[k + 1].end)
            name = "".join(x.text for x in tokens[k + 2 : close])
            if name in _ENVIRONMENTS:
                k = close + 1
                if t.is_cmd("begin"):
                    k = _options(tokens, k, name)
                elif out and out[-1].kind != "row" and k < len(tokens) and tokens[k].is_cmd("begin"):
                    out.append(Token("row", "\\\\", t.start, t.end))
                continue
        out.append(t)
        k += 1
    return out


def _options(tokens: Sequence[Token], k: int, name: str) -> int:
    """Behind \\begin{aligned}: [t]; behind \\begin{alignat}: {2}."""
    if (
        k + 2 < len(tokens)
        and tokens[k].is_char("[")
        and tokens[k + 1].is_char("t", "b", "c")
        and tokens[k + 2].is_char("]")
    ):
        k += 3
    if ("alignat" in name or "alignedat" in name or "IEEE" in name) and k < len(tokens) and tokens[k].kind == "{":
        while k < len(tokens) and tokens[k].kind != "}":
            k += 1
        k += 1
    return k


def rows(tokens: Sequence[Token]) -> list[list[Token]]:
    """The rows of a display, without & (of two columns, the second starts behind a wide space); continued rows are joined."""
    found: list[list[Token]] = [[]]
    for t, depth in zip(tokens, depths(tokens), strict=True):
        if t.kind == "row" and depth == 0:
            found.append([])
        else:
            found[-1].append(t)
    cleaned = [_columns(row) for row in found]
    joined: list[list[Token]] = []
    for row in cleaned:
        if not [t for t in row if t.kind not in ("space", "quad")]:
            continue
        if joined and _continues(joined[-1], row):
            joined[-1] = _without_end(joined[-1]) + _without_start(row)
        else:
            joined.append(row)
    return joined


def _columns(row: Sequence[Token]) -> list[Token]:
    level = depths(row)
    places = [k for k, t in enumerate(row) if t.kind == "&" and level[k] == 0]
    out: list[Token] = []
    count = 0
    for k, t in enumerate(row):
        if t.kind != "&" or level[k] != 0:
            out.append(t)
            continue
        count += 1
        previous = max((p for p in places if p < k), default=-1)
        between = [x for x in row[previous + 1 : k] if x.kind != "space"]
        if count % 2 == 0 and len(between) == 1 and relation_of(between[0]):
            count += 1  # eqnarray: a &=& b
        elif count % 2 == 0:
            out.append(Token("quad", "&", t.start, t.end))
    return out


def _continues(before: Sequence[Token], row: Sequence[Token]) -> bool:
    """A row that starts with an operator, or follows one, goes on with the row before."""
    first = next(t for t in row if t.kind not in ("space", "quad"))
    if first.is_char("+", "-", "/", "*") or first.is_cmd(*_JOINS):
        return True
    last = next((t for t in reversed(before) if t.kind not in ("space", "quad")), None)
    return last is not None and (
        last.is_char("+", "-", "/", "*") or last.is_cmd(*_JOINS) or relation_of(last) is not None
    )


def _without_end(row: list[Token]) -> list[Token]:
    while row and row[-1].kind in ("space", "quad"):
        row = row[:-1]
    return row


def _without_start(row: list[Token]) -> list[Token]:
    while row and row[0].kind in ("space", "quad"):
        row = row[1:]
    return row


def items(row: Sequence[Token]) -> list[Item]:
    r"""The pieces of a row: parted at wide spaces, at words, and before a \forall behind another one."""
    out: list[Item] = []
    current = Item()
    row = _with_gaps(row)
    for t, depth in zip(row, depths(row), strict=True):
        if depth == 0 and t.is_cmd("forall") and current.tokens and current.tokens[0].is_cmd("forall"):
            out.append(current)
            current = Item()
        if depth == 0 and t.kind == "text" and t.text.strip() not in ("TV", "SD", "KL"):
            out += [current, Item([t], t.text)]
            current = Item()
        elif depth == 0 and t.kind == "quad":
            out.append(current)
            current = Item()
        else:
            current.tokens.append(t)
    out.append(current)
    for item in out:
        if item.words is None:
            item.tokens = stripped(item.tokens)
    return [item for item in out if item.tokens]


def _with_gaps(row: Sequence[Token]) -> list[Token]:
    r"""The tokens, with a row of narrow spaces that is as wide as a \quad in its place: `x > 0 ~~~ y > 0`."""
    out: list[Token] = []
    for space, some in groupby(row, key=lambda t: t.kind == "space"):
        group = list(some)
        wide = space and sum(_SPACE.get(t.text, 0) for t in group) >= _QUAD
        out += [Token("quad", "quad", group[0].start, group[-1].end)] if wide else group
    return out


def stripped(tokens: Sequence[Token]) -> list[Token]:
    """Without spaces and punctuation at the ends."""
    out = list(tokens)
    while out and (
        out[-1].kind in ("space", "quad") or out[-1].is_char(",", ".", ";", ":") or out[-1].is_cmd(*_ENDMARKS)
    ):
        out.pop()
    while out and (out[0].kind in ("space", "quad") or out[0].is_char(",", ";")):
        out.pop(0)
    return out


def is_tag(item: Item) -> bool:
    """(12), (.5), (a), (*): the number of a display."""
    bare = [t for t in item.tokens if t.kind not in ("space", "{", "}")]
    if len(bare) < 3 or not bare[0].is_char("(") or not bare[-1].is_char(")"):
        return False
    inner = "".join(spelled(t) for t in bare[1:-1])
    return len(inner) <= 6 and (
        inner.replace(".", "").isdigit()
        or inner in ("*", "**", "\\star", "\\ast")
        or (len(inner) == 1 and inner.isalpha())
    )


# -- sides ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sides:
    """The pieces of a statement between its relations. The first is empty if the statement starts with a relation."""

    pieces: tuple[tuple[Token, ...], ...]
    relations: tuple[str, ...]
    defining: tuple[bool, ...]
    signs: tuple[Token, ...]


def sides(tokens: Sequence[Token], text: str) -> Sides:
    pieces: list[list[Token]] = [[]]
    relations: list[str] = []
    defining: list[bool] = []
    signs: list[Token] = []
    level = depths(tokens)
    k = 0
    while k < len(tokens):
        t = tokens[k]
        found: tuple[str, bool, int] | None = None
        if level[k] == 0:
            found = _relation_at(tokens, k, text)
        if found is None:
            pieces[-1].append(t)
            k += 1
            continue
        relations.append(found[0])
        defining.append(found[1])
        signs.append(t)
        pieces.append([])
        k += found[2]
    return Sides(tuple(tuple(stripped(p)) for p in pieces), tuple(relations), tuple(defining), tuple(signs))


def _relation_at(tokens: Sequence[Token], k: int, text: str) -> tuple[str, bool, int] | None:
    """The relation at a place, whether it defines, and how many tokens it takes."""
    t = tokens[k]
    if t.is_cmd("overset", "stackrel", "underset"):
        over, at = _argument(tokens, k + 1)
        under, stop = _argument(tokens, at)
        sign, mark = (under, over)
        relation = relation_of(sign[0]) if len(sign) == 1 else None
        if relation is None:
            raise LatexError(
                f"\\{t.text} over something that is no relation", text, t.start, tokens[min(stop, len(tokens)) - 1].end
            )
        words = "".join(x.text for x in mark)
        return relation, "def" in words or "triangle" in words, stop - k
    following = tokens[k + 1] if k + 1 < len(tokens) else None
    if (t.is_char(":") or t.is_cmd("colon")) and following is not None and following.is_char("="):
        return "==", True, 2
    if t.is_char("=") and following is not None and following.is_char(":"):
        return "==", True, 2
    if t.is_char("<", ">", "=") and following is not None and following.is_char("=", "<", ">"):
        raise LatexError("two relation signs in a row: write \\le or \\ge", text, t.start, following.end)
    relation = relation_of(t)
    return None if relation is None else (relation, t.is_cmd("coloneqq", "triangleq", "eqqcolon"), 1)


def _argument(tokens: Sequence[Token], k: int) -> tuple[list[Token], int]:
    while k < len(tokens) and tokens[k].kind == "space":
        k += 1
    if k >= len(tokens):
        return [], k
    if tokens[k].kind != "{":
        return [tokens[k]], k + 1
    depth = 0
    for j in range(k, len(tokens)):
        depth += (tokens[j].kind == "{") - (tokens[j].kind == "}")
        if depth == 0:
            return [x for x in tokens[k + 1 : j] if x.kind != "space"], j + 1
    return list(tokens[k + 1 :]), len(tokens)


def by_comma(tokens: Sequence[Token]) -> list[list[Token]]:
    pieces: list[list[Token]] = [[]]
    for t, depth in zip(tokens, depths(tokens), strict=True):
        if depth == 0 and t.is_char(",", ";"):
            pieces.append([])
        else:
            pieces[-1].append(t)
    return [p for p in (stripped(piece) for piece in pieces) if p]


def shared_ends(pieces: Sequence[Sequence[Token]], text: str) -> None:
    """`0 < x, y < 1` may say that both lie between: it is refused."""
    for first, second in pairwise(pieces):
        a, b = sides(first, text), sides(second, text)
        ups, downs = ({"<", "<="}, {">", ">="})
        one = len(a.relations) == 1 and len(b.relations) == 1
        if not one or not any({a.relations[0], b.relations[0]} <= way for way in (ups, downs)):
            continue
        same = [t.text for t in a.pieces[1]] == [t.text for t in b.pieces[0]]
        if _is_name(a.pieces[1]) and _is_name(b.pieces[0]) and not _is_name(a.pieces[0]) and not same:
            message = "do the names between share both ends? write the conditions one by one: 0 < x < 1, 0 < y < 1"
            raise LatexError(message, text, first[0].start, second[-1].end)


def _is_name(tokens: Sequence[Token]) -> bool:
    """One letter, perhaps with accents, labels and primes."""
    letters = [t for t in tokens if (t.kind == "char" and t.text.isalpha()) or (t.kind == "cmd" and t.text in GREEK)]
    signs = [t for t in tokens if t.is_char("+", "-", "/", "*", "(", "^")]
    return bool(letters) and not signs and not (tokens[0].kind == "char" and tokens[0].text.isdigit())


def by_arrow(tokens: Sequence[Token]) -> list[list[Token]]:
    pieces: list[list[Token]] = [[]]
    for t, depth in zip(tokens, depths(tokens), strict=True):
        if depth == 0 and t.is_cmd(*IMPLIES):
            pieces.append([])
        else:
            pieces[-1].append(t)
    return [stripped(piece) for piece in pieces]
