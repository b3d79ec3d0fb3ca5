r"""One formula: an expression, statements (chains of relations) and the conditions written beside them.

read_formula(r"a \le b = c \quad \text{for } a > 0")       statements: a <= b, b == c; conditions: a > 0
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...notation import ACCENTS, GREEK, QUERIES, unicode_name
from ..letters import Spellings, TwoWritings
from .conditions import Stated, conditions, node_of
from .macros import Macros, expand
from .parser import Parser
from .rows import (
    IMPLIES,
    Item,
    Sides,
    by_arrow,
    by_comma,
    is_tag,
    items,
    rows,
    shared_ends,
    sides,
    stripped,
    unwrapped,
)
from .stream import Scope, cleaned, depths
from .tokens import LatexError, Token, tokenize
from .tree import Node, bound_names, names

_CONDITION = re.compile(
    r"(?:^|\b)(?:for(?: all| any| every| each| some)?|where|whenever|when|if|with|assuming(?: that)?|assume(?: that)?|suppose(?: that)?"
    r"|provided(?: that)?|such that|let|fix|and all|and any|and every|and for all|as long as|holds for(?: all| any| every)?)\s*$"
)
_GIVEN = re.compile(r"(?:^|\b)given(?: that)?\s*$")
_QUALIFIES = re.compile(
    r"\b(?:for|if|when|where|unless|small|large|sufficiently|enough|probability|almost|asymptotically|approximately|up to|some|exists?|"
    r"w\.?h\.?p|a\.s|mod|otherwise|only|not|or|provided|assuming|except)\b"
)
_THEN = re.compile(r"^[,;]?\s*(?:and hence|hence|so|thus|therefore|then|we have|it holds that)\s*$")
_AND = re.compile(r"^[,;]?\s*(?:and|and also|i\.e\.,?|that is,?|but|while)\s*$")


@dataclass
class Link:
    """One relation of a chain; `left` is None where a display starts with a relation. `reason` is what the author wrote behind it."""

    left: Node | None
    relation: str
    right: Node
    start: int
    end: int
    defining: bool = False
    reason: str = ""


@dataclass
class Statement:
    """A chain. `given` are the relations before an arrow; `alone` is the expression of a row without a relation."""

    links: list[Link] = field(default_factory=list)
    given: list[Node] = field(default_factory=list)
    alone: Node | None = None
    after: bool = False  # starts with an arrow: it follows from what stands before

    @property
    def leading(self) -> bool:
        return bool(self.links) and self.links[0].left is None

    @property
    def nodes(self) -> list[Node]:
        out = [self.alone] if self.alone is not None else []
        for link in self.links:
            out += [n for n in (link.left, link.right) if n is not None]
        return out


@dataclass
class Formula:
    statements: list[Statement] = field(default_factory=list)
    conditions: list[Stated] = field(default_factory=list)
    given: list[Stated] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    tag: str = ""
    scope: Scope = field(default_factory=Scope)

    @property
    def has_relation(self) -> bool:
        return any(s.links for s in self.statements)


def formula_tokens(
    text: str, macros: Macros, start: int = 0, end: int | None = None, spellings: Spellings | None = None
) -> list[Token]:
    """The tokens of a formula, macros expanded, without what only says how it looks. `spellings` are those of its question."""
    tokens = cleaned(expand(tokenize(text, start, end), macros, text), text)
    _one_variant(tokens, text, spellings or Spellings())
    return tokens


def _one_variant(tokens: Sequence[Token], text: str, spellings: Spellings) -> None:
    r"""\epsilon and \varepsilon are one letter, unless both occur in a question: then nobody knows. Likewise ε.

    Wide and narrow accents are one accent, unless both occur in a formula.
    """
    accents = Spellings()
    for t in tokens:
        written = t.text if t.kind == "char" else f"\\{t.text}"
        letter = unicode_name(t.text) if t.kind == "char" else GREEK.get(t.text) if t.kind == "cmd" else None
        try:
            if letter is not None:
                spellings.note(written, letter)
            elif t.kind == "cmd" and t.text in ACCENTS:
                accents.note(written, ACCENTS[t.text])
        except TwoWritings as error:
            raise LatexError(str(error), text, t.start, t.end) from None


def read_formula(
    text: str, macros: Macros | None = None, scope: Scope | None = None, start: int = 0, end: int | None = None,
    spellings: Spellings | None = None,
) -> Formula:  # fmt: skip
    """Everything that text[start:end] says. Raises LatexError, and nothing else."""
    try:
        tokens = unwrapped(formula_tokens(text, macros or {}, start, end, spellings), text)
        return _Reader(text, scope or Scope()).read(tokens)
    except RecursionError:
        raise LatexError("the formula is nested too deeply", text, start, end) from None


class _Reader:
    def __init__(self, text: str, scope: Scope) -> None:
        self.text = text
        self.scope = scope
        self.formula = Formula()
        self.pending: list[tuple[str, Item]] = []  # statements, read once the conditions are known

    def read(self, tokens: Sequence[Token]) -> Formula:
        found = rows(tokens)
        if not found:
            raise LatexError("an empty formula", self.text)
        plan: list[list[tuple[str, Item]]] = [self._plan(items(row)) for row in found]
        for row in plan:
            for mode, item in row:
                if mode in ("condition", "given"):
                    self._condition(mode, item)
        declared = [s.name for s in self.formula.conditions if s.name]
        declared += [
            n for s in (*self.formula.conditions, *self.formula.given) if s.relation for n in names(s.relation)
        ]
        self.scope = replace(self.scope, declared=self.scope.declared | set(declared))
        self.formula.scope = self.scope
        for row in plan:
            for k, (mode, item) in enumerate(row):
                if mode == "statement":
                    self._statement(item.tokens, first=k == 0)
                elif mode == "reason" and self.formula.statements and self.formula.statements[-1].links:
                    self.formula.statements[-1].links[-1].reason = (item.words or "").strip()
                elif mode == "tag":
                    self.formula.tag = "".join(t.text for t in item.tokens if t.kind != "space")
        for statement in self.formula.statements:
            self._indices(statement)
        return self.formula

    # -- what each piece is -------------------------------------------------------------------------------------------------

    def _plan(self, pieces: list[Item]) -> list[tuple[str, Item]]:
        mode = "statement"
        out: list[tuple[str, Item]] = []
        for k, item in enumerate(pieces):
            if item.words is not None:
                mode = self._words(item, pieces[k + 1 :], mode, out)
            elif k and is_tag(item):
                out.append(("tag", item))
            elif item.tokens[0].is_cmd("forall") and k:
                mode = "condition"
                out.append(("condition", item))
            elif item.tokens[0].is_cmd("forall"):
                out += self._quantified(item)
            else:
                if mode == "statement" and k and any(m == "statement" for m, _ in out) and pieces[k - 1].words is None:
                    self._not_a_condition(item)
                out.append((mode, item))
        return out

    def _words(self, item: Item, rest: Sequence[Item], mode: str, out: list[tuple[str, Item]]) -> str:
        words = " ".join((item.words or "").lower().replace("~", " ").split()).strip(" ,.;:")
        if not words:
            return mode
        if words.startswith("(") and words.endswith(")") and len(words) <= 8 and not rest:
            out.append(("tag", item))
        elif _GIVEN.search(words):
            return "given"
        elif _CONDITION.search(words):
            return "condition"
        elif _THEN.match(words):
            return "statement"
        elif _AND.match(words):
            return mode
        elif not [r for r in rest if r.words is None and not is_tag(r)]:
            if _QUALIFIES.search(words) and not words.startswith(("(", "by ", "since ", "because ", "using ", "from ")):
                raise LatexError("these words may be a condition that is not read", self.text, item.start, item.end)
            out.append(("reason", item))
        else:
            raise LatexError("words between formulas that are not read", self.text, item.start, item.end)
        return mode

    def _quantified(self, item: Item) -> list[tuple[str, Item]]:
        r"""\forall x > 0 : statement."""
        for k, (t, depth) in enumerate(zip(item.tokens, depths(item.tokens), strict=True)):
            following = item.tokens[k + 1] if k + 1 < len(item.tokens) else None
            if depth == 0 and (t.is_char(":") or t.is_cmd("colon")) and not (following and following.is_char("=")):
                left, right = stripped(item.tokens[:k]), stripped(item.tokens[k + 1 :])
                if left and right:
                    return [("condition", Item(left)), ("statement", Item(right))]
        return [("condition", item)]

    def _not_a_condition(self, item: Item) -> None:
        """Behind a wide space, `x > 0` may be a second claim or a condition of the first."""
        parted = sides(item.tokens, self.text)
        simple = all(len([t for t in p if t.kind != "space"]) <= 2 for p in parted.pieces)
        if (parted.relations and simple) or any(t.is_cmd("in") for t in item.tokens):
            raise LatexError(
                "a claim or a condition? write \\text{for} or \\text{and} in front", self.text, item.start, item.end
            )

    def _condition(self, mode: str, item: Item) -> None:
        found = conditions(item.tokens, self.text, self.scope)
        target = self.formula.conditions if mode == "condition" else self.formula.given
        target += found
        self.formula.notes += [s.note for s in found if s.note]

    # -- statements ---------------------------------------------------------------------------------------------------------

    def _statement(self, tokens: list[Token], first: bool) -> None:
        after = bool(tokens) and tokens[0].is_cmd(*IMPLIES)
        pieces = by_arrow(tokens)
        if after:
            pieces = pieces[1:]
        if not pieces or not all(pieces):
            raise LatexError("an arrow with nothing behind it", self.text, tokens[0].start, tokens[-1].end)
        premises: list[Node] = []
        for k, piece in enumerate(pieces):
            made = self._chains(piece, first and k == 0 and not after)
            for statement in made:
                statement.given = list(premises)
                statement.after = after and k == 0
            if k < len(pieces) - 1 or k:
                for statement in made:
                    if not statement.links or statement.leading:
                        raise LatexError("an arrow stands between relations", self.text, piece[0].start, piece[-1].end)
                    premises += [
                        Node("rel", (lk.left, lk.right), lk.relation, lk.start, lk.end)
                        for lk in statement.links
                        if lk.left
                    ]
            if len(pieces) > 1 and k < len(pieces) - 1:
                continue  # a premise is assumed, not claimed
            self.formula.statements += made

    def _chains(self, tokens: list[Token], may_continue: bool) -> list[Statement]:
        out: list[Statement] = []
        waiting: list[list[Token]] = []
        shared_ends(by_comma(tokens), self.text)
        for piece in by_comma(tokens):
            parted = sides(piece, self.text)
            if not parted.relations and len(by_comma(tokens)) > 1:
                waiting.append(piece)
                continue
            for head in waiting:
                out.append(self._chain(head, parted, piece, False))
            waiting = []
            out.append(self._chain(list(parted.pieces[0]), parted, piece, may_continue and not out))
        if waiting:
            raise LatexError(
                "a list where a statement was expected", self.text, waiting[0][0].start, waiting[-1][-1].end
            )
        return [s for s in out if s.links or s.alone is not None]

    def _chain(self, head: list[Token], parted: Sides, piece: list[Token], may_continue: bool) -> Statement:
        _one_direction(parted, self.text)
        nodes = [self._node(p) for p in parted.pieces[1:]]
        left: Node | None = self._node(head) if head else None
        if left is not None and not parted.relations:
            return Statement(alone=left)
        if left is None:
            before = self.formula.statements[-1] if may_continue and self.formula.statements else None
            if before is not None and not before.after:
                left = before.links[-1].right if before.links else before.alone
                before.alone = None
                before.links += self._links(left, nodes, parted, piece)
                _direction_of(before, self.text)
                return Statement()
        return Statement(self._links(left, nodes, parted, piece))

    def _links(self, left: Node | None, nodes: list[Node], parted: Sides, piece: list[Token]) -> list[Link]:
        out: list[Link] = []
        for op, right, defining, sign in zip(parted.relations, nodes, parted.defining, parted.signs, strict=True):
            if op == "!=":
                raise LatexError("\\ne stands in conditions only", self.text, sign.start, sign.end)
            at_head = not out and left is not None and left.start >= piece[0].start
            start = left.start if at_head and left is not None else sign.start
            out.append(Link(left, op, right, start, right.end, defining))
            left = right
        return out

    def _node(self, tokens: Sequence[Token]) -> Node:
        if not tokens:
            raise LatexError("an expression was expected beside the relation", self.text)
        parser = Parser(tokens, self.text, tokens[-1].end, self.scope)
        found = parser.whole(tokens, "the formula")
        self.formula.notes += [n for n in parser.notes if n not in self.formula.notes]
        return found

    def _indices(self, statement: Statement) -> None:
        """An index that is bound somewhere must not stand free elsewhere."""
        bound = set().union(*(bound_names(n) for n in statement.nodes)) if statement.nodes else set()
        used = {name for node in statement.nodes for name in names(node)}
        for query in QUERIES if "\\Delta\\!" not in self.text else ():
            if f"Delta{query}" in used and ("Delta" in used or query in used):
                node = statement.nodes[0]
                message = f"\\Delta {query} may be one name or a product, since \\Delta or {query} stands alone too: write \\cdot"
                raise LatexError(message, self.text, node.start, statement.nodes[-1].end)
        for node in statement.nodes:
            for name in names(node):
                if name in bound:
                    raise LatexError(
                        f"the index {name} stands outside its sum or integral too", self.text, node.start, node.end
                    )


def _one_direction(parted: Sides, text: str) -> None:
    signs = set(parted.relations)
    if signs & {"<", "<="} and signs & {">", ">="}:
        raise LatexError(
            "a chain must keep one direction: write the relations one by one",
            text,
            parted.signs[0].start,
            parted.signs[-1].end,
        )


def _direction_of(statement: Statement, text: str) -> None:
    signs = {link.relation for link in statement.links}
    if signs & {"<", "<="} and signs & {">", ">="}:
        raise LatexError("a chain must keep one direction", text, statement.links[0].start, statement.links[-1].end)


__all__ = ["Formula", "Link", "Statement", "node_of", "read_formula"]
