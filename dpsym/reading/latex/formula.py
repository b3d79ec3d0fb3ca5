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
from .rewriting import rewritten
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
from .stream import Scope, canonical, cleaned, depths, mentions, relation_of
from .tokens import LatexError, Token, tokenize
from .tree import Node, bound_names, names, parts
from .words import REFUSED

_CONDITION = re.compile(
    r"(?:^|\b)(?:for(?: all| any| every| each| some)?|where|whenever|when|if|with|assuming(?: that)?|assume(?: that)?|suppose(?: that)?"
    r"|provided(?: that)?|such that|let|fix|and all|and any|and every|and for all|as long as|holds for(?: all| any| every)?)\s*$"
)
_QUANTIFIES = re.compile(r"^(?:and )?(?:for (?:all|any|every|each)|whenever)\b")  # for all neighbouring databases
_GIVEN = re.compile(r"(?:^|\b)given(?: that)?\s*$")
_QUALIFIES = re.compile(
    r"\b(?:for|if|when|where|unless|small|large|sufficiently|enough|probability|almost|asymptotically|approximately|up to|some|exists?|"
    r"w\.?h\.?p|a\.s|mod|otherwise|only|not|or|provided|assuming|except)\b"
)
_REASON = re.compile(
    r"^\(?(?:by|since|because|using|from|due to|as|via|see|recall|note|applying|apply|follows|which follows|definition|expectation|"
    r"triangle|union|linearity|independence|bayes)\b"
)
#: Signs between two sides that are no claim.
_VAGUE = ("approx", "simeq", "lesssim", "gtrsim", "ll", "gg", "propto", "asymp", "cong")
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
    anchor: bool = False  # starts behind a row that is not read: `alone` is where the chain goes on

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
    reasons: list[Stated] = field(default_factory=list)  # formulas beside a row that say why it holds: used, not shown
    doubts: list[LatexError] = field(default_factory=list)  # of such formulas that are not read
    notes: list[str] = field(default_factory=list)
    tag: str = ""
    scope: Scope = field(default_factory=Scope)
    lost: list[LatexError] = field(default_factory=list)  # of the rows that are not read
    cut: bool = False  # the last row is not read: nothing may go on from here

    @property
    def has_relation(self) -> bool:
        return any(s.links for s in self.statements)


def formula_tokens(
    text: str, macros: Macros, start: int = 0, end: int | None = None, spellings: Spellings | None = None
) -> list[Token]:
    """The tokens of a formula, macros expanded, without what only says how it looks. `spellings` are those of its question."""
    tokens = rewritten(cleaned(expand(tokenize(text, start, end), macros, text), text), text)
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
        self.unread: list[tuple[Sequence[Token], LatexError]] = []  # conditions that are not read

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
        self.scope = replace(self.scope, declared=self.scope.declared | set(declared) | _counts(tokens))
        self.formula.scope = self.scope
        for row in plan:
            self._row(row, only=len(plan) == 1)
        if self.formula.statements and self.formula.statements[-1].anchor and not self.formula.statements[-1].links:
            self.formula.cut = True  # the end of the chain is known, but nothing that leads to it
        self.formula.statements = [s for s in self.formula.statements if s.links or not s.anchor]
        if self.formula.lost and not self.formula.statements:
            raise self.formula.lost[0]
        self._unread_conditions()
        for statement in self.formula.statements:
            self._indices(statement)
        return self.formula

    def _row(self, row: list[tuple[str, Item]], only: bool) -> None:
        """One row. If it cannot be read it is lost, and a chain that goes on behind it starts anew; a condition in it is not lost."""
        made = len(self.formula.statements)
        ends = [len(s.links) for s in self.formula.statements]
        heads = [s.alone for s in self.formula.statements]
        try:
            for k, (mode, item) in enumerate(row):
                if mode == "statement":
                    self._statement(item.tokens, first=k == 0)
                elif mode == "reason" and self.formula.statements and self.formula.statements[-1].links:
                    self.formula.statements[-1].links[-1].reason = (item.words or "").strip()
                elif mode == "tag":
                    self.formula.tag = "".join(t.text for t in item.tokens if t.kind != "space")
            if any(mode == "statement" for mode, _ in row):
                self.formula.cut = False
        except LatexError as error:
            if only or any(mode in ("condition", "given") for mode, _ in row):
                raise
            del self.formula.statements[made:]
            for statement, count, head in zip(self.formula.statements, ends, heads, strict=True):
                del statement.links[count:]
                statement.alone = head
            self.formula.lost.append(error)
            self.formula.cut = True

    # -- what each piece is -------------------------------------------------------------------------------------------------

    def _plan(self, pieces: list[Item]) -> list[tuple[str, Item]]:
        mode = "statement"
        out: list[tuple[str, Item]] = []
        for k, item in enumerate(pieces):
            if item.words is not None:
                if any(m == "statement" for m, _ in out) and _is_reason(pieces[k:]):
                    out.append(("reason", item))
                    self._reasons(pieces[k:])
                    break
                mode = self._words(item, pieces[k + 1 :], mode, out)
            elif k and is_tag(item):
                out.append(("tag", item))
            elif item.tokens[0].is_cmd("forall") and any(m == "statement" for m, _ in out):
                mode = "condition"
                out.append(("condition", item))
            elif item.tokens[0].is_cmd("forall"):
                out += self._quantified(item)
            else:
                behind = (
                    mode == "statement" and k and any(m == "statement" for m, _ in out) and pieces[k - 1].words is None
                )
                if behind and (inner := _parenthesized(item)) is not None:
                    out.append(("condition", inner))
                    continue
                if behind:
                    self._not_a_condition(item)
                out.append((mode, item))
        return out

    def _words(self, item: Item, rest: Sequence[Item], mode: str, out: list[tuple[str, Item]]) -> str:
        words = _plain(item.words or "")
        if not words:
            return mode
        if words.startswith("(") and words.endswith(")") and len(words) <= 8 and not rest:
            out.append(("tag", item))
        elif _GIVEN.search(words):
            return "given"
        elif _CONDITION.search(words) or (_QUANTIFIES.match(words) and rest):
            return "condition"
        elif _THEN.match(words):
            return "statement"
        elif _AND.match(words):
            return mode
        elif not [r for r in rest if r.words is None and not is_tag(r)]:
            if _QUALIFIES.search(words) and not _REASON.match(words):
                raise LatexError("these words may be a condition that is not read", self.text, item.start, item.end)
            self._reasons([item])
            out.append(("reason", item))
        else:
            raise LatexError("words between formulas that are not read", self.text, item.start, item.end)
        return mode

    def _reasons(self, pieces: Sequence[Item]) -> None:
        r"""The formulas of a reason, \text{since } x \ge 1 or \text{(since $x \ge 1$)}: an author may rely on them."""
        for item in pieces:
            try:
                if item.words is None and any(relation_of(t) for t in item.tokens):
                    self.formula.reasons += conditions(item.tokens, self.text, self.scope)
                for inner in re.findall(r"\$([^$]+)\$", item.words or ""):
                    tokens = formula_tokens(inner, {})
                    if any(relation_of(t) or t.is_cmd("in") for t in tokens):
                        found = conditions(tokens, inner, self.scope)
                        self.formula.reasons += [replace(x, source=inner) for x in found]
            except LatexError as error:
                self.formula.doubts.append(error)

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
        try:
            found = conditions(item.tokens, self.text, self.scope)
        except LatexError as error:
            if not any((t.kind == "char" and t.text.isalpha()) or t.kind == "text" for t in item.tokens):
                raise
            self.unread.append((item.tokens, error))
            return
        target = self.formula.conditions if mode == "condition" else self.formula.given
        target += found
        self.formula.notes += [s.note for s in found if s.note]

    def _unread_conditions(self) -> None:
        """A condition that is not read is refused if it speaks of a number of a statement; of what is only named it is let go."""
        free = {name for s in self.formula.statements for node in s.nodes for name in names(node)}
        for tokens, error in self.unread:
            if any(mentions(tokens, name) for name in free):
                raise error
            self.formula.notes.append(f"{canonical(tokens)} is not read: it speaks of no number here")

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
        """The chains of a list. A sign that is no claim (a ~ b, about) parts a chain; what goes on behind it starts anew."""
        level = depths(tokens)
        cut = next((k for k, t in enumerate(tokens) if level[k] == 0 and t.is_cmd(*_VAGUE)), None)
        if cut is None:
            return self._listed(tokens, may_continue)
        sign, before, behind = tokens[cut], stripped(tokens[:cut]), stripped(tokens[cut + 1 :])
        if (not before and not may_continue) or not behind:
            raise LatexError(REFUSED[sign.text], self.text, sign.start, sign.end)
        out = [s for s in self._listed(before, may_continue) if s.links] if before else []
        self.formula.lost.append(LatexError(REFUSED[sign.text], self.text, sign.start, sign.end))
        rest = self._chains(behind, False)
        for statement in rest:
            statement.anchor = statement.anchor or statement.alone is not None
        return [*out, *rest]

    def _listed(self, tokens: list[Token], may_continue: bool) -> list[Statement]:
        out: list[Statement] = []
        waiting: list[list[Token]] = []
        shared_ends(by_comma(tokens), self.text)
        for piece in by_comma(tokens):
            parted = sides(piece, self.text)
            if (pairs := _componentwise(parted)) is not None:
                out += [self._chain(list(left), one, piece, False) for left, one in pairs]
                continue
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
        if left is None and may_continue and self.formula.cut:
            rest = Sides(parted.pieces[1:], parted.relations[1:], parted.defining[1:], parted.signs[1:])
            links = self._links(nodes[0], nodes[1:], rest, piece)
            return Statement(links, alone=None if links else nodes[0], anchor=True)
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
        members = [p for node in statement.nodes for p in parts(node) if p.kind == "opaque" and not p.args]
        for node in members:
            if name := next((x for x in node.value.labels if x in bound), ""):
                message = f"the index {name} stands outside its sum too: call one of them otherwise"
                raise LatexError(message, self.text, node.start, node.end)
        for node in statement.nodes:
            for name in names(node):
                if name in bound:
                    raise LatexError(
                        f"the index {name} stands outside its sum or integral too", self.text, node.start, node.end
                    )


def _componentwise(parted: Sides) -> list[tuple[tuple[Token, ...], Sides]] | None:
    """(a, b) = (c, d) says a = c and b = d."""
    if parted.relations != ("==",):
        return None
    lists = [_members(p) for p in parted.pieces]
    if len(lists[0]) < 2 or len(lists[0]) != len(lists[1]):
        return None
    return [
        (tuple(a), Sides((tuple(a), tuple(b)), parted.relations, parted.defining, parted.signs))
        for a, b in zip(*lists, strict=True)
    ]


def _members(tokens: Sequence[Token]) -> list[list[Token]]:
    """What a list in parentheses holds; [] if the tokens are none."""
    level = depths(tokens)
    whole = len(tokens) > 2 and tokens[0].is_char("(") and tokens[-1].is_char(")") and 0 not in level[1:-1]
    return by_comma(tokens[1:-1]) if whole else []


def _counts(tokens: Sequence[Token]) -> set[str]:
    r"""Letters that stand above a sum or product: \sum_{i=1}^n, so n is a number and n(x - y) a product."""
    found: set[str] = set()
    for k, t in enumerate(tokens):
        if not t.is_cmd("sum", "prod"):
            continue
        script = [x for x in tokens[k + 1 : k + 40] if x.kind != "space"]
        depth = 0
        for j, x in enumerate(script):
            depth += (x.kind == "{") - (x.kind == "}")
            if depth == 0 and j and not x.is_char("_", "^") and not script[j - 1].is_char("_", "^") and x.kind != "}":
                break
            if depth == 0 and x.is_char("^"):
                above = script[j + 1 : j + 4]
                letter = above[1] if len(above) == 3 and above[0].kind == "{" and above[2].kind == "}" else above[:1]
                one = letter if isinstance(letter, Token) else next(iter(letter), None)
                if one is not None and one.kind == "char" and one.text.isalpha():
                    found.add(one.text)
    return found


def _parenthesized(item: Item) -> Item | None:
    """x > 0 of `\\quad (x > 0)` behind a statement: no expression has a relation in parentheses, so it is a condition."""
    bare = stripped(item.tokens)
    if len(bare) < 5 or not bare[0].is_char("(") or not bare[-1].is_char(")"):
        return None
    level = depths(bare)
    inside = [k for k, t in enumerate(bare) if relation_of(t) or t.is_cmd("in")]
    whole = all(level[k] > 0 for k in range(1, len(bare) - 1))
    return Item(bare[1:-1]) if inside and whole else None


def _is_reason(pieces: Sequence[Item]) -> bool:
    """Whether words and all that stands behind them in the row give a reason, and no condition."""
    said = [_plain(p.words) for p in pieces if p.words is not None]
    return bool(_REASON.match(said[0])) and not any(_CONDITION.search(w) or _GIVEN.search(w) for w in said)


def _plain(words: str) -> str:
    return " ".join(words.lower().replace("~", " ").split()).strip(" ,.;:")


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
