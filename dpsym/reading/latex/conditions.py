r"""Conditions: \epsilon > 0, \delta \in (0,1), k \in \mathbb{N}, \epsilon_1, \epsilon_2 \ge 0, \forall \beta \in (0, 1].

Nothing is guessed from a letter: a symbol of which nothing is said ranges over the reals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .binders import one_by_one
from .notations import zero_is_natural
from .opaque import _split
from .parser import Parser
from .rows import Sides, by_comma, shared_ends, sides, stripped
from .stream import DOTS, Scope, spelled
from .tokens import LatexError, Token
from .tree import Node, number


@dataclass(frozen=True)
class Stated:
    """A relation between two nodes, or the kind of a name (`reals`, `integers`)."""

    relation: Node | None = None
    name: str = ""
    kind: str = "reals"
    text: str = ""
    note: str = ""
    defining: bool = False
    source: str = ""  # the whole text in which the nodes have their places, if it is another one than the claim's


#: Sets with their kind and their least element.
_SETS = {
    "N": ("integers", 1), "Z": ("integers", None), "R": ("reals", None),
}  # fmt: skip


def conditions(tokens: Sequence[Token], text: str, scope: Scope) -> list[Stated]:
    """The conditions of a list with commas. Raises LatexError at what is none."""
    found: list[Stated] = []
    waiting: list[list[Token]] = []  # names before the relation they share: \epsilon, \delta \ge 0
    pieces = by_comma(_unquantified(tokens))
    shared_ends(pieces, text)
    if not pieces or not all(map(_unquantified, pieces)):
        place = (tokens[0].start, tokens[-1].end) if tokens else (0, len(text))
        raise LatexError("an empty condition", text, *place)
    for piece in map(_unquantified, pieces):
        parted = sides(piece, text)
        member = _member(piece)
        if not parted.relations and member is None:
            waiting.append(piece)
            continue
        heads = [*waiting, list(parted.pieces[0]) if member is None else piece[:member]]
        waiting = []
        if member is not None:
            for head in heads:
                found += _membership(head, piece[member + 1 :], text, scope)
        else:
            for head in heads[:-1]:
                _only_name(head, text, scope)
            for head in heads:
                found += _relations(head, parted, piece, text, scope)
    if (
        waiting
        and tokens[0].is_cmd("forall")
        and all(node_of(w, text, scope).kind in ("name", "opaque") for w in waiting)
    ):
        return found  # \forall x: every x, and nothing is said of it
    if waiting:
        first = waiting[0][0]
        raise LatexError(
            "found an expression, expected a condition such as x > 0 or x \\in (0, 1]",
            text,
            first.start,
            waiting[-1][-1].end,
        )
    return found


def _unquantified(tokens: Sequence[Token]) -> list[Token]:
    out = stripped(tokens)
    while out and (out[0].is_cmd("forall") or out[0].kind == "space"):
        out = out[1:]
    return out


def _member(piece: Sequence[Token]) -> int | None:
    depth = 0
    for k, t in enumerate(piece):
        depth += (t.is_char("(", "[") or t.kind == "{") - (t.is_char(")", "]") or t.kind == "}")
        if t.is_cmd("in") and depth == 0:
            return k
    return None


def node_of(tokens: Sequence[Token], text: str, scope: Scope) -> Node:
    """The expression that tokens are; infinity may stand alone."""
    if not tokens:
        raise LatexError("an expression was expected on both sides of the relation", text)
    parser = Parser(tokens, text, tokens[-1].end, scope)
    infinite = parser._infinite(tokens)
    return infinite or parser.whole(tokens, "the formula")


def _only_name(tokens: Sequence[Token], text: str, scope: Scope) -> Node:
    node = node_of(tokens, text, scope)
    if node.kind != "name":
        raise LatexError("a list before a relation holds names only", text, tokens[0].start, tokens[-1].end)
    return node


def _relations(head: Sequence[Token], parted: Sides, piece: Sequence[Token], text: str, scope: Scope) -> list[Stated]:
    nodes = [node_of(head, text, scope), *(node_of(p, text, scope) for p in parted.pieces[1:])]
    written = text[piece[0].start : piece[-1].end]
    return [
        Stated(Node("rel", (left, right), op, left.start, right.end), text=written, defining=defining)
        for left, op, right, defining in zip(nodes, parted.relations, nodes[1:], parted.defining)
    ]


def _membership(head: Sequence[Token], tokens: Sequence[Token], text: str, scope: Scope) -> list[Stated]:
    subject = node_of(head, text, scope)
    bare = stripped(tokens)
    if not bare:
        raise LatexError("a set was expected", text, head[0].start, head[-1].end)
    written = text[head[0].start : bare[-1].end]
    if bare[0].is_char("(", "[") and bare[-1].is_char(")", "]"):
        return _interval(subject, bare, text, scope, written)
    if bare[0].is_cmd("{") and bare[-1].is_cmd("}"):
        return _listed(_named(subject, head, text), bare, text, scope, written)
    name = _named(subject, head, text)
    return _set(name, bare, text, written)


def _named(subject: Node, head: Sequence[Token], text: str) -> Node:
    if subject.kind != "name":
        raise LatexError("a membership is said of a name", text, head[0].start, head[-1].end)
    return subject


def _interval(subject: Node, tokens: Sequence[Token], text: str, scope: Scope, written: str) -> list[Stated]:
    pieces = _split(tokens[1:-1], ",")
    opening, closing = tokens[0].text, tokens[-1].text
    if len(pieces) == 1 and opening == "[" and closing == "]":  # [k] is 1, ..., k
        upper = node_of(pieces[0], text, scope)
        return _integers(_named(subject, tokens, text), number(1), upper, written)
    if len(pieces) != 2:
        raise LatexError("an interval has two ends", text, tokens[0].start, tokens[-1].end)
    lower, upper = (node_of(p, text, scope) for p in pieces)
    out = []
    for op, end in ((">" if opening == "(" else ">=", lower), ("<" if closing == ")" else "<=", upper)):
        infinite = (end.kind == "const" and end.value == "oo") or (end.kind == "neg" and end.args[0].value == "oo")
        if infinite and (op in (">=", "<=") or subject.kind != "name"):
            continue  # [1, \infty]: every real below infinity is meant
        out.append(Stated(Node("rel", (subject, end), op, subject.start, tokens[-1].end), text=written))
    if subject.kind == "name":
        out.append(Stated(name=str(subject.value), text=written))
    elif not out:
        message = "all numbers: of a formula, state the condition under which it has a value"
        raise LatexError(message, text, tokens[0].start, tokens[-1].end)
    return out


def _integers(name: Node, lower: Node, upper: Node | None, written: str) -> list[Stated]:
    out = [
        Stated(name=str(name.value), kind="integers", text=written),
        Stated(Node("rel", (name, lower), ">="), text=written),
    ]
    return out if upper is None else [*out, Stated(Node("rel", (name, upper), "<="), text=written)]


def _listed(name: Node, tokens: Sequence[Token], text: str, scope: Scope, written: str) -> list[Stated]:
    r"""\{1, \dots, k\}, \{0, 1, \dots, k\}, \{0, 1, \dots\} and \{0, 1\}: integers, one after the other."""
    pieces = [[t for t in p if t.kind != "space"] for p in _split(tokens[1:-1], ",")]
    dotted = [k for k, p in enumerate(pieces) if len(p) == 1 and p[0].is_cmd(*DOTS)]
    nodes = [node_of(p, text, scope) for k, p in enumerate(pieces) if k not in dotted]
    first = nodes[: dotted[0]] if dotted else nodes
    if len(dotted) == 1 and first and dotted[0] >= len(pieces) - 2:
        last = nodes[-1] if dotted[0] == len(pieces) - 2 else None
        if one_by_one(first, last):
            return _integers(name, nodes[0], last, written)
    if not dotted and len(nodes) == 2 and one_by_one(nodes, None):
        return _integers(name, nodes[0], nodes[1], written)
    raise LatexError(
        "this set is not read: write an interval, or \\{1, \\dots, k\\}", text, tokens[0].start, tokens[-1].end
    )


def _set(name: Node, tokens: Sequence[Token], text: str, written: str) -> list[Stated]:
    r"""\mathbb{N}, \mathbb{Z}_{\ge 0}, \mathbb{R}_{>0}."""
    shown = (
        "".join(spelled(t) for t in tokens if t.kind not in ("space", "{", "}"))
        .replace("\\leq", "\\le")
        .replace("\\geq", "\\ge")
    )
    for letter, (kind, least) in _SETS.items():
        head = f"\\mathbb{letter}"
        if not shown.startswith(head):
            continue
        tail = shown[len(head) :].strip("_^")
        note = "\\mathbb{N} is 1, 2, 3, ..." if letter == "N" and not tail else ""
        marks = {"": least, "0": 0, "\\ge0": 0, "\\ge1": 1, ">0": 1, "+": 1 if kind == "integers" else None}
        if letter == "N" and not tail and zero_is_natural(text):
            break
        if tail not in marks or (tail == "+" and kind == "reals"):
            break
        out = [Stated(name=str(name.value), kind=kind, text=written, note=note)]
        if kind == "reals":
            op = {"": "", "\\ge0": ">=", ">0": ">"}.get(tail)
            if op is None:
                break
            return out + ([Stated(Node("rel", (name, number(0)), op), text=written)] if op else [])
        bound = marks[tail]
        return out + ([Stated(Node("rel", (name, number(bound)), ">="), text=written)] if bound is not None else [])
    raise LatexError(
        "this set is not read: expected an interval, \\mathbb{R}, \\mathbb{Z} or \\mathbb{N}",
        text,
        tokens[0].start,
        tokens[-1].end,
    )
