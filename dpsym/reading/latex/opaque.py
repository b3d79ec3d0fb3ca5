r"""Probabilities, expectations, divergences, norms: quantities that are only named, and divergences of concrete laws.

What stands inside \Pr[...] is not read: the quantity is its text, with the range that every probability has. So the algebra around
it is checked, whatever it means. A divergence of two concrete laws is an object: its defining integral.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .names import Names
from .stream import canonical, depths, relation_of
from .tails import tail, turned
from .tokens import Token
from .tree import Node, Opaque, parts
from .words import DIVERGENCES, EVENTS, FONTS, LAWS, UPRIGHT

_OPENINGS = ("(", "[")
_RANGES = {
    "Pr": (0, 1),
    "E": (None, None),
    "TV": (0, 1),
    "D": (0, None),
    "norm": (0, None),
    "Var": (0, None),
    "f": (None, None),
    "size": (0, None),
    "member": (None, None),
    "sum": (None, None),
    "prod": (None, None),
    "int": (None, None),
    "ind": (0, 1),
}


class Opaques(Names):
    def quantity(self, kind: str, key: str, first: int, lower: int | None = None) -> Node:
        """A quantity that is only named, written from the token `first` up to here.

        It depends on every bound name that may stand anywhere in its text: then it is a member of a family.
        """
        tokens = self.tokens[first : self.at]
        least, most = _RANGES[kind]
        start, end = self.tokens[first].start, self.last.end
        args = tuple(Node("name", (), name, start, end) for name in self.bound_in(tokens))
        return Node("opaque", args, Opaque(kind, key, least if lower is None else lower, most), start, end)

    def special(self) -> Node | None:
        """A probability, expectation, divergence or norm at this place, or None."""
        token = self.token
        if token.is_cmd("lVert", "|"):
            return self._norm()
        word, length = self._head()
        if not word:
            return None
        if word in ("Pr", "P", "E", "Var") and self._applied(length, word):
            return self._measured("Pr" if word in ("Pr", "P") else word, length)
        if word in DIVERGENCES and self._applied(length, word):
            return self._divergence(DIVERGENCES[word], length, word)
        if word in ("d", "D") and length == 1 and self.ahead().is_char("_", "^", "("):
            return self._with_labels(token)
        return None

    def _head(self) -> tuple[str, int]:
        """The word at this place and how many tokens it takes: \\Pr, \\mathbb{P}, \\mathrm{Var}, E, Pr in letters."""
        token = self.token
        if token.is_cmd("Pr"):
            return "Pr", 1
        if token.kind == "cmd" and token.text in (*FONTS, *UPRIGHT):
            if self.ahead().kind == "{":
                letters, k = "", 2
                while self.ahead(k).kind == "char":
                    letters += self.ahead(k).text
                    k += 1
                if self.ahead(k).kind == "}" and (
                    len(letters) > 1 or token.text in ("mathbb", "mathbf", "mathsf", "operatorname", "mathrm")
                ):
                    return letters, k + 1
            elif self.ahead().kind == "char" and token.text == "mathbb":
                return self.ahead().text, 2
            return "", 0
        if token.is_char("P") and self.ahead().is_char("r") and self._applied(2, "Pr"):
            return "Pr", 2
        if token.is_char("E", "d", "D"):
            return token.text, 1
        if token.kind == "text" and token.text.strip() in DIVERGENCES:
            return token.text.strip(), 1
        return "", 0

    def _applied(self, length: int, word: str) -> bool:
        """Whether brackets follow the head, perhaps behind labels. A bare letter needs square brackets."""
        at, opened = self.at, False
        for _ in range(length):
            self.advance()
        bare = length == 1 and word == "E" and self.tokens[at].kind == "char"
        while self.token.is_char("_", "^"):
            self.advance()
            self.group()
        opened = self.token.is_char("[") or (not bare and (self.token.is_char("(") or self.token.is_cmd("{", "lvert")))
        self.at = at
        return opened

    def _measured(self, kind: str, length: int) -> Node:
        first = self.at
        for _ in range(length):
            self.advance()
        head_at = self.at
        while self.token.is_char("_", "^"):
            if self.token.is_char("^"):
                self.fail("a power between \\Pr and its event: write it behind the bracket", self.token)
            self.advance()
            self.group()
        body_at = self.at
        body = self.balanced()[1:-1]
        if kind == "Pr" and body_at == head_at and (exact := self.of_a_law(body, first)) is not None:
            return exact
        key = f"{kind}{canonical(self.tokens[head_at:body_at])}[{canonical(body)}]"
        return self.quantity(kind, key, first, 0 if kind == "E" and _is_positive(body) else None)

    def of_a_law(self, body: Sequence[Token], first: int) -> Node | None:
        """The exact probability that a concrete law is above or below something; None if that is not what stands there."""
        level = depths(body)
        signs = [k for k, t in enumerate(body) if level[k] == 0 and relation_of(t)]
        if len(signs) != 1:
            return None
        relation = relation_of(body[signs[0]]) or ""
        left, right = list(body[: signs[0]]), list(body[signs[0] + 1 :])
        for side, other, op in ((left, right, relation), (right, left, turned(relation) if relation != "!=" else "")):
            inner = _between_bars(side)
            law = self._law(inner if inner is not None else side) if side and op else None
            if law is None:
                continue
            try:
                bound = self._whole(other)
            except ValueError:
                return None
            found = tail(law[0], law[1], op, bound, inner is not None)
            if found is None or any(self._may_be_random(n) for n in (bound, *law[1])):
                return None
            self.notes.append(f"{canonical(self.tokens[first : self.at])} is the exact probability")
            return Node("tail", (found, *law[1]), law[0], self.tokens[first].start, self.last.end)
        return None

    def _may_be_random(self, node: Node) -> bool:
        """Whether something is in a node that may be random itself: a capital letter nobody declared, or what is only named."""
        named = [str(p.value) for p in parts(node) if p.kind == "name" and p.value not in self.scope.declared]
        capital = any(len(n.partition("_")[0]) == 1 and n[0].isupper() for n in named)
        return capital or any(p.kind in ("opaque", "index", "over") for p in parts(node))

    def _norm(self) -> Node:
        first, at = self.token, self.at
        if first.is_cmd("lVert"):
            self.balanced()
        else:
            self.advance()
            while not self.token.is_cmd("|"):
                if self.token.kind == "end":
                    self.fail("this norm is never closed", first)
                self.advance()
            self.advance()
        if self.token.is_char("_"):
            self.advance()
            self.group()
        bars = [replace(t, text="|") if t.is_cmd("lVert", "rVert") else t for t in self.tokens[at : self.at]]
        return self.quantity("norm", canonical(bars), at)

    # -- divergences ----------------------------------------------------------------------------------------------------

    def _with_labels(self, letter: Token) -> Node | None:
        r"""d_{\mathrm{TV}}(P, Q) and D_\alpha(P \| Q); anything else with these letters is a name."""
        at = self.at
        self.advance()
        labels: list[Token] = []
        while self.token.is_char("_", "^"):
            labels.append(self.advance())
            labels += self.group()
        word = "".join(t.text for t in labels if t.kind in ("char", "text")).strip("_ ")
        is_tv = letter.text == "d" and any(w in word for w in ("TV", "SD", "tv"))
        opened = self.token.is_char("(", "[")
        body = self.balanced()[1:-1] if opened else []
        if is_tv and opened:
            return self._object("TV", [], body, at, opened=True) or self.quantity("TV", f"d_TV({canonical(body)})", at)
        if letter.text == "D" and opened and _bars(body):
            order = self._order(labels)
            found = (
                self._object("KL" if "KL" in word else "D", order, body, at, opened=True) if order is not None else None
            )
            return found or self.quantity("D", f"D{canonical(labels)}({canonical(body)})", at)
        self.at = at
        return None

    def _order(self, labels: Sequence[Token]) -> list[Node] | None:
        """The order of a Rényi divergence as an expression, [] for KL; None if it is none (infinity, or a second label)."""
        if any(t.is_char("^") for t in labels) or any(t.is_cmd("infty") for t in labels):
            return None
        tokens = list(labels[1:])
        if "".join(t.text for t in tokens if t.kind in ("char", "text")).strip() == "KL":
            return []
        inner = self.inside(tokens, self.last)
        try:
            found = inner.expression()  # type: ignore[attr-defined]
        except ValueError:
            return None
        return [found] if inner.token.kind == "end" else None

    def _divergence(self, kind: str, length: int, word: str) -> Node:
        at = self.at
        for _ in range(length):
            self.advance()
        labels: list[Token] = []
        while self.token.is_char("_", "^"):
            labels.append(self.advance())
            labels += self.group()
        body = self.balanced()[1:-1]
        found = None if labels else self._object("TV" if kind == "TV" else "KL", [], body, at, opened=True)
        shown = "d_TV" if kind == "TV" else word
        return found or self.quantity(kind, f"{shown}{canonical(labels)}({canonical(body)})", at)

    def _object(self, kind: str, order: list[Node], body: Sequence[Token], at: int, opened: bool) -> Node | None:
        """The divergence of two concrete laws, or None if one of them is only named."""
        halves = _halves(body)
        if halves is None:
            return None
        laws = [self._law(half) for half in halves]
        if any(law is None for law in laws):
            return None
        (p, p_args), (q, q_args) = laws  # type: ignore[misc]
        self.notes.append(f"{kind} of concrete laws is its defining integral")
        return Node("law", (*order, *p_args, *q_args), (kind, p, q), self.tokens[at].start, self.last.end)

    def _law(self, tokens: Sequence[Token]) -> tuple[str, list[Node]] | None:
        """A concrete law with its parameters; N(mu, sigma^2) has its standard deviation as the second."""
        inner = self.inside(tokens, self.last)
        if not isinstance(inner, Opaques):
            return None
        word = inner._law_word()
        if word is None or not inner.token.is_char("("):
            return None
        body = inner.balanced()[1:-1]
        if inner.token.kind != "end":
            return None
        pieces = _split(body, ",")
        try:
            parameters = [self._whole(piece) for piece in pieces]
        except ValueError:
            return None
        law = LAWS[word]
        if law == "Laplace" and len(parameters) == 1:
            parameters.insert(0, Node("num", (), 0, tokens[0].start, tokens[0].end))
        wanted = {"Laplace": 2, "Normal": 2, "Bernoulli": 1, "Uniform": 2, "Exponential": 1, "Gumbel": 2}[law]
        if len(parameters) != wanted:
            return None
        if law == "Normal":
            deviation = _root(parameters[1])
            if deviation is None:
                return None
            parameters[1] = deviation
        return law, parameters

    def _whole(self, tokens: Sequence[Token]) -> Node:
        inner = self.inside(tokens, self.last)
        found: Node = inner.expression()  # type: ignore[attr-defined]
        if inner.token.kind != "end":
            raise ValueError("something is left over")
        return found

    def _law_word(self) -> str | None:
        token = self.token
        if token.kind == "cmd" and token.text in (*FONTS, *UPRIGHT):
            self.advance()
            word = "".join(t.text for t in self.group() if t.kind in ("char", "text"))
            return word if word in LAWS else None
        if token.kind == "text":
            self.advance()
            return token.text.strip() if token.text.strip() in LAWS else None
        for word in sorted(LAWS, key=len, reverse=True):
            if all(self.ahead(k).is_char(c) for k, c in enumerate(word)):
                for _ in word:
                    self.advance()
                return word
        return None

    # -- names that are applied -----------------------------------------------------------------------------------------

    def applied_name(self, node: Node, first: int) -> Node | None:
        """P(S) of a law, f(x) of a declared function; None if nothing is applied or it is a product."""
        if not self.token.is_char("(", "["):
            return None
        name = str(node.value)
        if name in self.scope.fields and node.kind == "name":
            return self._field(node)
        if name in self.scope.functions or name.partition("_")[0] in self.scope.functions:
            head_end = self.at
            body = self.balanced()[1:-1]
            return self.quantity("f", f"{canonical(self.tokens[first:head_end])}({canonical(body)})", first)
        stem = name.removeprefix("bar_").partition("_")[0]
        is_law = name in self.scope.laws or stem in self.scope.laws
        if is_law or (stem in ("P", "Q") and self._is_event()):
            head_end = self.at
            body = self.balanced()[1:-1]
            key = f"{canonical(self.tokens[first:head_end])}({canonical(body)})"
            self.notes.append(f"{key} is a probability")
            return self.quantity("Pr", key, first)
        return None

    def _is_event(self) -> bool:
        """Whether the parenthesis holds a set: a capital letter alone, perhaps with marks."""
        at = self.at
        body = self.balanced()[1:-1]
        self.at = at
        letters = [t for t in body if t.kind == "char" and t.text.isalpha()]
        plain = all(
            (t.kind == "char" and (t.text.isalnum() or t.text in "_'^")) or t.kind in ("{", "}", "space") for t in body
        )
        return bool(letters) and plain and letters[0].text in EVENTS and sum(t.text.isupper() for t in letters) == 1

    def _field(self, node: Node) -> Node:
        opening = self.token
        body = self.balanced()[1:-1]
        points = []
        for piece in _split(body, ","):
            inner = self.inside(piece, self.last)
            point, power = inner.name()  # type: ignore[attr-defined]
            if inner.token.kind != "end" or power is not None:
                self.fail("the argument of a density is a point", opening, self.last)
            points.append(point)
        return Node("field", tuple(points), node.value, node.start, self.last.end)


def _between_bars(side: Sequence[Token]) -> list[Token] | None:
    """What stands between the bars around a whole side."""
    bare = [t for t in side if t.kind != "space"]
    if len(bare) < 3:
        return None
    fenced = bare[0].is_cmd("lvert") and bare[-1].is_cmd("rvert")
    plain = bare[0].is_char("|") and bare[-1].is_char("|") and sum(t.is_char("|") for t in bare) == 2
    return bare[1:-1] if fenced or plain else None


def _bars(body: Sequence[Token]) -> bool:
    return _halves(body) is not None


def _halves(body: Sequence[Token]) -> tuple[list[Token], list[Token]] | None:
    r"""What stands on both sides of \|, || or a comma at the top."""
    depth = 0
    for k, t in enumerate(body):
        depth += (t.kind == "{" or t.is_char("(", "[")) - (t.kind == "}" or t.is_char(")", "]"))
        if depth:
            continue
        if t.is_cmd("|"):
            return list(body[:k]), list(body[k + 1 :])
        if t.is_char("|") and k + 1 < len(body) and body[k + 1].is_char("|"):
            return list(body[:k]), list(body[k + 2 :])
    pieces = _split(body, ",")
    return (pieces[0], pieces[1]) if len(pieces) == 2 else None


def _split(tokens: Sequence[Token], separator: str) -> list[list[Token]]:
    pieces: list[list[Token]] = [[]]
    depth = 0
    for t in tokens:
        depth += (t.kind == "{" or t.is_char("(", "[") or t.is_cmd("{")) - (
            t.kind == "}" or t.is_char(")", "]") or t.is_cmd("}")
        )
        if depth == 0 and t.is_char(separator):
            pieces.append([])
        else:
            pieces[-1].append(t)
    return pieces


def _is_positive(body: Sequence[Token]) -> bool:
    """Whether the whole of an expectation is e^{...}, exp(...) or |...|."""
    bare = [t for t in body if t.kind != "space"]
    if not bare:
        return False
    if bare[0].is_char("e") and len(bare) > 2 and bare[1].is_char("^"):
        return _is_one_group(bare[2:])
    if bare[0].is_cmd("exp"):
        return _is_one_group(bare[1:])
    return (bare[0].is_cmd("lvert") and bare[-1].is_cmd("rvert") and sum(t.is_cmd("rvert") for t in bare) == 1) or (
        bare[0].is_char("|") and bare[-1].is_char("|") and sum(t.is_char("|") for t in bare) == 2
    )


def _is_one_group(tokens: Sequence[Token]) -> bool:
    depth = 0
    for k, t in enumerate(tokens):
        depth += (t.kind == "{" or t.is_char("(", "[")) - (t.kind == "}" or t.is_char(")", "]"))
        if depth == 0:
            return k == len(tokens) - 1
    return False


def _root(variance: Node) -> Node | None:
    """The standard deviation: |s| of s^2, the root of anything else."""
    if variance.kind == "^" and variance.args[1].kind == "num" and variance.args[1].value == 2:
        return Node("dev", (variance.args[0],), None, variance.start, variance.end)
    return Node("call", (variance,), "sqrt", variance.start, variance.end)
