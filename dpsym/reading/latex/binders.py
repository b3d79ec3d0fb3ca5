r"""Sums, products, integrals, cases and indicators."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from .named import Named, _is_applied, _is_fenced, _is_lone
from .opaque import _split
from .stream import DOTS, canonical, depths, relation_of
from .tokens import LatexError, Token
from .tree import Node, number, parts

#: Letters that count something wherever they end a list with dots.
COUNTS = frozenset("abcdijklmnrstDKLMNTB")
_KINDS = {"sum": "sum", "prod": "prod", "int": "int"}


class Binders(Named, ABC):
    """What binds an index. The grammar around it, from expressions down to factors, is the parser's."""

    bare: list[Node]  # functions whose argument stood without parentheses

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bare = []

    @abstractmethod
    def expression(self) -> Node: ...

    @abstractmethod
    def product(self) -> Node: ...

    @abstractmethod
    def factor(self) -> Node: ...

    @abstractmethod
    def whole(self, tokens: Sequence[Token], what: str) -> Node: ...

    @abstractmethod
    def _starts_factor(self) -> bool: ...

    def _pieces(self, body: Sequence[Token]) -> list[list[Token]]:
        return _split(body, ",")

    # -- sums and products ----------------------------------------------------------------------------------------------

    def binder(self) -> Node:
        """A sum, a product or an integral; if its range or body is not read, the whole of it is only named."""
        first, notes = self.at, list(self.notes)
        bound = list(self.bound)
        try:
            return self._binder()
        except LatexError as error:
            self.at, self.bound[:], self.notes[:] = first, bound, notes
            return self._only_named(first, error)

    def _only_named(self, first: int, error: LatexError) -> Node:
        r"""The text of a sum as a quantity: it ends with its product, an integral with its differential.

        What is ambiguous in it does not matter, since nothing of it is used; an ambiguous end does, and is refused as before.
        """
        sign = self.advance()
        if not self.token.is_char("_") and sign.text == "prod":
            raise error
        while self.token.is_char("_", "^"):
            self.advance()
            self.group()
        start = self.at
        if sign.text == "int":
            self.at = self._differential(sign)[2]
            self._skip()
        else:
            self.skip_product()
        body = [t for t in self.tokens[start : self.at] if t.kind != "space"]
        if not body or (sign.text == "prod" and not _is_one(body)) or self._hides(self.tokens[first : self.at]):
            raise error
        return self.quantity(sign.text, canonical(self.tokens[first : self.at]), first)

    def _hides(self, tokens: Sequence[Token]) -> bool:
        """Whether something stands there that has no value: dots, signs for two values, a hidden constant, an unknown command."""
        return any(
            t.is_cmd(*DOTS, "pm", "mp", "hdots", "vdots", "lim", "unknown")
            or t.kind == "end"
            or (t.is_char("O", "o") and k + 1 < len(tokens) and tokens[k + 1].is_char("("))
            for k, t in enumerate(tokens)
        )

    def _binder(self) -> Node:
        sign = self.advance()
        below: list[Token] | None = None
        above: list[Token] | None = None
        while self.token.is_char("_", "^"):
            script = self.advance()
            if script.text == "_" and below is None:
                below = self.group()
            elif script.text == "^" and above is None:
                above = self.group()
            else:
                self.fail("a limit is given twice", script)
        if sign.text == "int":
            return self._integral(sign, below, above)
        if below is None:
            self.fail(f"\\{sign.text} without a range: write \\{sign.text}_{{i=1}}^{{k}}", sign)
        return self._sum(sign, below, above)

    def _sum(self, sign: Token, below: list[Token], above: list[Token] | None) -> Node:
        index, lower, upper = self._range(sign, below, above)
        outer = self.bound_in(below)
        self.bound.append(index)
        body = self._body(sign, index)
        self.bound.pop()
        end = self.last.end
        if lower is None or upper is None:
            if sign.text == "prod":
                self.fail("a product over a set that is only named is not read", sign, self.last)
            depends = (Node("name", (), name, sign.start, end) for name in outer)
            return Node("over", (body, *depends), (index, canonical(below)), sign.start, end)
        return Node(_KINDS[sign.text], (body, lower, upper), index, sign.start, end)

    def _range(
        self, sign: Token, below: list[Token], above: list[Token] | None
    ) -> tuple[str, Node | None, Node | None]:
        """The index with its ends; None for a sum over a set that is only named."""
        bare = [t for t in below if t.kind != "space"]
        equal = next((k for k, t in enumerate(bare) if t.is_char("=")), None)
        if equal is not None:
            index = self._index(bare[:equal], sign)
            if above is None:
                self.fail(f"\\{sign.text} has no upper end", sign, self.last)
            return index, self._end(bare[equal + 1 :], index), self._end(above, index)
        member = next((k for k, t in enumerate(bare) if t.is_cmd("in")), None)
        if member is not None and above is None:
            index = self._index(bare[:member], sign)
            found = self._in_brackets(bare[member + 1 :])
            return (index, *found) if found else (index, None, None)
        signs = [k for k, t in enumerate(bare) if t.is_cmd("le", "leq", "leqslant")]
        if len(signs) == 2 and above is None:
            index = self._index(bare[signs[0] + 1 : signs[1]], sign)
            return index, self._end(bare[: signs[0]], index), self._end(bare[signs[1] + 1 :], index)
        if above is None and (
            len(bare) == 1 or any(t.is_cmd("notin", "subset", "subseteq", "ne", "neq") for t in bare)
        ):
            cut = next((k for k, t in enumerate(bare) if t.kind == "cmd" and k), len(bare))
            return self._index(bare[:cut], sign), None, None
        self.fail(f"the range of \\{sign.text} is not read: write \\{sign.text}_{{i=1}}^{{k}}", sign, self.last)

    def _index(self, tokens: Sequence[Token], sign: Token) -> str:
        bare = [t for t in tokens if t.kind != "space"]
        if not bare:
            self.fail(f"\\{sign.text} has no index", sign)
        if bare[0].is_cmd("mathbf", "boldsymbol"):
            bare = [t for t in bare[1:] if t.kind not in ("{", "}")]
        stream = self.inside(bare, sign)
        if not isinstance(stream, Binders) or not stream.starts_name():
            self.fail(f"the index of \\{sign.text} is a name", sign, bare[-1])
        node, power = stream.name()
        if node.kind != "name" or power is not None or stream.token.kind != "end":
            self.fail(f"the index of \\{sign.text} is a name", sign, bare[-1])
        index = str(node.value)
        if index in self.bound:
            self.fail(f"the index {index} is bound twice", bare[0])
        return index

    def _end(self, tokens: Sequence[Token], index: str) -> Node:
        found = self._infinite(tokens) or self.whole(tokens, "the end of the range")
        if any(p.kind == "name" and p.value == index for p in parts(found)):
            self.fail(f"the index {index} stands in its own range", tokens[0], tokens[-1])
        return found

    def _infinite(self, tokens: Sequence[Token]) -> Node | None:
        bare = [t for t in tokens if t.kind not in ("space", "{", "}")]
        if not bare or not bare[-1].is_cmd("infty") or len(bare) > 2:
            return None
        start, end = bare[0].start, bare[-1].end
        found = Node("const", (), "oo", start, end)
        if len(bare) == 1 or bare[0].is_char("+"):
            return found
        return Node("neg", (found,), None, start, end) if bare[0].is_char("-") else None

    def _in_brackets(self, tokens: Sequence[Token]) -> tuple[Node, Node] | None:
        r"""[k] is 1, ..., k; \{1, ..., k\} too."""
        if (
            len(tokens) > 2
            and tokens[0].is_char("[")
            and tokens[-1].is_char("]")
            and len(_split(tokens[1:-1], ",")) == 1
        ):
            return number(1, tokens[0].start, tokens[0].end), self.whole(tokens[1:-1], "the end of the range")
        if len(tokens) > 2 and tokens[0].is_cmd("{") and tokens[-1].is_cmd("}"):
            pieces = [[t for t in p if t.kind != "space"] for p in _split(tokens[1:-1], ",")]
            dotted = [k for k, p in enumerate(pieces) if len(p) == 1 and p[0].is_cmd(*DOTS)]
            if len(dotted) == 1 and dotted[0] == len(pieces) - 2:
                nodes = [self.whole(p, "the range") for k, p in enumerate(pieces) if k not in dotted]
                if not one_by_one(nodes[:-1], nodes[-1]):
                    self.fail(
                        "which numbers do the dots stand for? write the range with its ends", tokens[0], tokens[-1]
                    )
                return nodes[0], nodes[-1]
        return None

    def _body(self, sign: Token, index: str) -> Node:
        """What is summed: the product that follows. For a product, factors without the index might stand behind it."""
        if not self._starts_factor():
            self.fail(f"found {self.token.shown}, expected what \\{sign.text} runs over", self.token)
        body = self.product()
        if sign.text == "prod" and body.kind == "*" and body.value != "frac":
            last = body.args[-1]
            if not _mentions(last, index):
                self.fail(
                    f"a factor without {index} behind \\prod: is it inside? write parentheses, or put it in front",
                    sign,
                    self.last,
                )
        return body

    # -- integrals ------------------------------------------------------------------------------------------------------

    def _integral(self, sign: Token, below: list[Token] | None, above: list[Token] | None) -> Node:
        place = self._differential(sign)
        body_tokens = self.tokens[self.at : place[0]]
        name = place[1]
        if name in self.bound:
            self.fail(f"{name} is bound twice", sign)
        if below is None and above is None:
            return self._over_space(sign, body_tokens, place)
        if below is None or above is None:
            self.fail("an integral with one end", sign)
        ends = [self._end(script, name) for script in (below, above)]
        self.bound.append(name)
        body = self.whole(body_tokens, "the integrand")
        self.bound.pop()
        self.at = place[2]
        self._skip()
        return Node("int", (body, *ends), name, sign.start, self.last.end)

    def _over_space(self, sign: Token, body_tokens: Sequence[Token], place: tuple[int, str, int]) -> Node:
        """An integral over the whole space of a point, in statements about laws."""
        name = place[1]
        if not self.scope.fields:
            self.fail("an integral without ends: write \\int_a^b", sign)
        self.bound.append(name)
        body = self.whole(body_tokens, "the integrand")
        self.bound.pop()
        self.at = place[2]
        self._skip()
        return Node("Int", (body,), name, sign.start, self.last.end)

    def _differential(self, sign: Token) -> tuple[int, str, int]:
        """Where dx stands: the index of its first token, the name, the index behind it. Integrals inside have their own."""
        inner, depth, found = 0, 0, None
        at = self.at
        while self.tokens[at].kind != "end":
            t = self.tokens[at]
            if t.kind == "}" or t.is_char(")", "]") or t.is_cmd("}"):
                depth -= 1
                if depth < 0:
                    break
            elif t.kind == "{" or t.is_char("(", "[") or t.is_cmd("{"):
                depth += 1
            if depth == 0 and t.is_cmd("int"):
                inner += 1
            width = self._d_at(at) if depth == 0 else None
            if width is not None:
                name, stop = width
                if inner:
                    inner -= 1
                    at = stop
                    continue
                bare = t.is_char("d")  # with an upright d it is clear, dd is not
                if (bare and name == "d") or (self.tokens[stop].is_char("d") and self._d_at(stop) is not None):
                    self.fail(
                        "it is not clear which d belongs to the integral: write \\mathrm{d} for it",
                        sign,
                        self.tokens[stop],
                    )
                found = (at, name, stop)
                break
            at += 1
        if found is None:
            self.fail("this integral has no dx behind its integrand", sign)
        return found

    def _d_at(self, at: int) -> tuple[str, int] | None:
        """The variable of a differential that starts here, and the place behind it."""
        t = self.tokens[at]
        if t.is_cmd("mathrm"):
            group = self.tokens[at + 1 : at + 4]
            if [g.text for g in group] != ["{", "d", "}"]:
                return None
            at += 4
        elif t.is_char("d") and not (
            self.tokens[at + 1].is_char("_", "^", "'", "/", "(") or self.tokens[at + 1].kind == "space"
        ):
            at += 1
        else:
            return None
        while self.tokens[at].kind == "space":
            at += 1
        stream = self.inside(self.tokens[at:-1], self.tokens[-1])
        if not isinstance(stream, Binders) or not stream.starts_name():
            return None
        try:
            node, power = stream.name()
        except ValueError:
            return None
        if node.kind != "name" or power is not None:
            return None
        return str(node.value), at + stream.at

    # -- cases and indicators ---------------------------------------------------------------------------------------------

    def cases(self) -> Node:
        """Cases; if one of them is not read, the whole is only named."""
        first, notes = self.at, list(self.notes)
        try:
            return self._cases()
        except LatexError as error:
            self.at, self.notes[:] = first, notes
            if "".join(t.text for t in self.tokens[first + 1 : first + 8]) != "{cases}":
                raise
            if not self._skip_environment("cases") or self._hides(self.tokens[first : self.at]):
                raise error from None
            return self.quantity("f", canonical(self.tokens[first : self.at]), first)

    def _skip_environment(self, name: str) -> bool:
        """Moves behind the end of the environment that starts here; whether it is there and closed."""
        depth = 0
        while self.token.kind != "end":
            depth += self.token.is_cmd("begin") - self.token.is_cmd("end")
            closing = self.advance().is_cmd("end")
            if closing and not depth:
                return self.token.kind == "{" and "".join(t.text for t in self.group()) == name
        return False

    def _cases(self) -> Node:
        first = self.advance()
        environment = "".join(t.text for t in self.group())
        if environment != "cases":
            self.fail(f"the environment {environment} is not read inside an expression", first, self.last)
        rows, closed = self._rows(first)
        self.at = closed
        self._skip()
        args: list[Node] = []
        for k, row in enumerate(rows):
            value, condition = row
            while value and (value[-1].kind == "space" or value[-1].is_char(",", ";")):
                value = value[:-1]
            args.append(self.whole(value, "the value of a case"))
            condition = [t for t in condition if t.kind not in ("space", "quad")]
            words = condition[0].text.split() if condition and condition[0].kind == "text" else []
            rest = condition[1:] if words else condition
            if words in (["otherwise"], ["else"], ["otherwise."]) and not rest:
                if k != len(rows) - 1:
                    self.fail("a case behind otherwise is never used", first, self.last)
                break
            if words not in ([], ["if"], ["when"], ["for"]) or not rest:
                self.fail(
                    "the condition of a case is not read: write \\text{if } and one relation, or \\text{otherwise}",
                    first,
                    self.last,
                )
            args.append(self.relation(rest))
        return Node("cases", tuple(args), None, first.start, self.last.end)

    def _rows(self, first: Token) -> tuple[list[tuple[list[Token], list[Token]]], int]:
        rows: list[list[list[Token]]] = [[[]]]
        at, depth = self.at, 0
        while True:
            t = self.tokens[at]
            if t.kind == "end":
                self.fail("these cases are never closed", first)
            if t.is_cmd("end") and depth == 0:
                break
            depth += t.is_cmd("begin") - t.is_cmd("end")
            if depth == 0 and t.kind == "row":
                rows.append([[]])
            elif depth == 0 and t.kind == "&":
                rows[-1].append([])
            else:
                rows[-1][-1].append(t)
            at += 1
        name, at = "", at + 1
        while self.tokens[at].kind not in ("}", "end"):
            name += "{" if self.tokens[at].kind == "{" else self.tokens[at].text.strip()
            at += 1
        if name != "{cases" or self.tokens[at].kind == "end":
            self.fail("these cases are never closed: expected \\end{cases}", first)
        rows = [row for row in rows if any(t.kind != "space" for piece in row for t in piece)]
        if any(len(row) != 2 for row in rows) or not rows:
            self.fail("a case is a value, & and its condition", first)
        return [([t for t in row[0] if t.kind != "quad"], row[1]) for row in rows], at + 1

    def relation(self, tokens: Sequence[Token]) -> Node:
        """One relation."""
        places = [k for k, depth in enumerate(depths(tokens)) if depth == 0 and relation_of(tokens[k])]
        bare = [t for t in tokens if not t.is_char(",", ".", ";") or t is not tokens[-1]]
        if len(places) != 1 or not tokens:
            self.fail("one relation was expected", *([tokens[0], tokens[-1]] if tokens else [self.last]))
        k = places[0]
        left, right = self.whole(bare[:k], "the left side"), self.whole(bare[k + 1 :], "the right side")
        return Node("rel", (left, right), relation_of(tokens[k]), tokens[0].start, tokens[-1].end)

    def _is_indicator(self) -> bool:
        r"""\mathbf{1}, \mathbb{1}, \mathbb{I}, with a condition behind it."""
        if self.ahead().kind == "{":
            letter, behind = self.ahead(2), self.ahead(4)
            if self.ahead(3).kind != "}":
                return False
        else:
            letter, behind = self.ahead(), self.ahead(2)
        marked = letter.is_char("1") or (letter.is_char("I") and self.token.is_cmd("mathbb"))
        return marked and (behind.is_cmd("{") or behind.is_char("[", "(", "_"))

    def _indicator(self) -> Node:
        """1 where its condition holds; of a condition that is not one relation, a quantity between 0 and 1."""
        first, at = self.token, self.at
        self.advance()
        if first.kind == "cmd":
            self.group()
        if self.token.is_char("_"):
            self.advance()
            body = self.group()
            if self.token.is_char("(", "["):  # the indicator of a set at a point
                self.balanced()
                return self.quantity("ind", canonical(self.tokens[at : self.at]), at)
        else:
            body = self.balanced()[1:-1]
        notes = list(self.notes)
        try:
            condition = self.relation([t for t in body if t.kind != "space"])
        except LatexError:
            self.notes[:] = notes
            return self.quantity("ind", canonical(self.tokens[at : self.at]), at)
        zero, one = number(0, first.start, first.end), number(1, first.start, first.end)
        return Node("cases", (one, condition, zero), None, first.start, self.last.end)


def _is_one(body: Sequence[Token]) -> bool:
    """Whether a product sign has one factor behind it: more may stand inside or outside."""
    return _is_fenced(body) or _is_lone(body) or _is_applied(body)


def one_by_one(first: Sequence[Node], last: Node | None) -> bool:
    r"""Whether a list with dots behind its `first` members runs through the integers: 0, 1, ...; 1, ..., n; j, ..., 2^n.

    Members that are written must follow one another; one alone needs a last one that is no multiple of it: 2, ..., 2n may be the even
    numbers, and 1/n, ..., 1 are no integers.
    """
    if not first or not all(map(_is_whole, first)) or (last is not None and not _is_whole(last)):
        return False
    if len(first) > 1:
        counted = all(n.kind == "num" for n in first)
        return counted and all(b.value == a.value + 1 for a, b in pairwise(first))
    multiple = last is not None and first[0].kind == "num" and abs(first[0].value) > 1 and last.kind == "*"
    return last is not None and not multiple


def _is_whole(node: Node) -> bool:
    """Whether an expression is made of whole numbers and names of counts by sums, products and powers."""
    if node.kind == "num":
        return bool(node.value.denominator == 1)
    if node.kind == "name":
        return str(node.value).partition("_")[0] in COUNTS
    if node.kind == "call":
        return node.value in ("floor", "ceil", "abs")
    if node.kind == "^":
        return all(map(_is_whole, node.args)) and not any(p.kind == "neg" for p in parts(node.args[1]))
    return node.kind in ("+", "*", "neg", "group") and all(map(_is_whole, node.args))


def _mentions(node: Node, index: str) -> bool:
    return any(p.kind == "name" and p.value == index for p in parts(node))
