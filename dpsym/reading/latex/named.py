r"""Quantities that are only named, beyond probabilities: values of functions nobody declared, extrema, sizes, inner products.

    f(x), \delta(\varepsilon), p(y \mid z), f(x, y)        where a product is implausible
    \sup_{x \in S} |f(x)|, \max_i x_i                      an extremum of what is only named
    |S|, |\{x : x > 0\}|, \#\{...\}                        a size: at least 0
    \langle x, y \rangle                                   an inner product

Each is a real number, the same wherever the same text stands: that is all that is used, so whatever is proved of it holds in every
reading of the text. It depends on every bound name in its text.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from itertools import pairwise

from ...notation import ACCENTS, GREEK, INDICES
from .opaque import Opaques
from .stream import canonical, depths, mentions, relation_of
from .tokens import LatexError, Token
from .tree import Node, parts
from .words import ASYMPTOTIC, DRAWS, FONTS, LAWS, REFUSED, UPRIGHT

#: Letters that are functions whatever stands in their parentheses, if nobody declared them to be numbers.
_FUNCTIONS = frozenset({"f", "g", "h", "F", "G", "H", "phi", "psi"})
_SETS = ("cup", "cap", "setminus", "subset", "subseteq", "emptyset", "triangle", "in", "notin", "colon", "mid")


class Named(Opaques):
    @abstractmethod
    def product(self) -> Node: ...

    @abstractmethod
    def whole(self, tokens: Sequence[Token], what: str) -> Node: ...

    # -- functions ------------------------------------------------------------------------------------------------------

    def application(self, name: str, first: int) -> Node | None:
        """The value of a function nobody declared, where a product is implausible; None if a product may be meant."""
        stem = _stem(name)
        if not self.token.is_char("(", "["):
            return None
        if stem in ASYMPTOTIC:
            self.fail(
                f"{stem}(...) hides a constant: write the bound with its constant", self.tokens[first], self.token
            )
        if name in self.scope.declared or name in self.bound:
            return None
        if stem in LAWS and (len(stem) > 1 or self._has_comma()):
            self.fail(f"{stem}(...) is a law and no number", self.tokens[first], self.token)
        square, at = self.token.is_char("["), self.at
        body = [t for t in self.balanced()[1:-1] if t.kind != "space"]
        self.at = at
        event = square and _is_event(body)
        if not (event if square else _is_argument("" if self._stands_alone(stem) else stem, body)):
            return None
        kind = "Pr" if stem == "P" and _is_event(body) else "f"
        if kind == "Pr" and at == first + 1:
            self.balanced()
            if (exact := self.of_a_law(body, first)) is not None:
                return exact
            self.at = at
        if kind == "f":
            head = canonical(self.tokens[first:at])
            self.notes.append(f"{head}(...) is a value of a function that is only named")
        return self.applied(kind, first)

    def _no_draw(self, first: int) -> None:
        """A word that names a law or a sampler: its text twice is not one number twice."""
        word = "".join(t.text for t in self.tokens[first : self.at] if t.kind in ("char", "code")).lower()
        if len(word) > 2 and word.startswith(DRAWS):
            self.fail(f"{word}(...) is drawn anew wherever it stands: it is no number", self.tokens[first], self.last)

    def applied(self, kind: str, first: int) -> Node:
        """The quantity from `first` with the arguments that follow, and the labels behind them: f(x)(y), f(x)_i."""
        self._no_draw(first)
        self.balanced()
        while self.token.is_char("_", "'") or (self.token.is_char("(") and self._is_list()):
            if self.token.is_char("("):
                self.balanced()
            elif self.advance().text == "_":
                self.group()
        return self.quantity(kind, canonical(self.tokens[first : self.at]), first)

    def _stands_alone(self, letter: str) -> bool:
        """Whether a letter is a number somewhere near: without an argument, as in f(1 - f/2)."""
        bare = [t for t in self.tokens if t.kind != "space"]
        return any(t.is_char(letter) and not behind.is_char("(", "[", "_", "'", "^") for t, behind in pairwise(bare))

    def coded(self) -> Node:
        r"""\texttt{d\_in}, \texttt{len}(x), \texttt{result}_i: a quantity of a program."""
        first = self.at
        self.advance()
        self._no_draw(first)
        while self.token.is_char("_", "'") or (self.token.is_char("(", "[") and self._is_list()):
            if self.token.is_char("(", "["):
                self.balanced()
            elif self.advance().text == "_":
                self.group()
        return self.quantity("f", canonical(self.tokens[first : self.at]), first)

    def _has_comma(self) -> bool:
        at = self.at
        body = self.balanced()[1:-1]
        self.at = at
        return any(d == 0 and t.is_char(",", ";") for t, d in zip(body, depths(body), strict=True))

    def _is_list(self) -> bool:
        """Whether the parenthesis here holds arguments and no factor."""
        at = self.at
        body = [t for t in self.balanced()[1:-1] if t.kind != "space"]
        self.at = at
        return _is_argument("", body)

    # -- extrema --------------------------------------------------------------------------------------------------------

    def extremum(self) -> Node:
        r"""\sup_{x \in S} f(x): what it runs over ends where only one end is possible."""
        first, sign = self.at, self.advance()
        if self.token.is_cmd("{") and self.is_builder():
            self.balanced()
            return self.quantity("f", canonical(self.tokens[first : self.at]), first)
        below = self._below(sign)
        if not below:
            self.fail(REFUSED.get(sign.text, f"\\{sign.text} without a range"), sign)
        self._needs_ends(sign, below)
        start = self.at
        self._body_end(sign, below)
        body = self.tokens[start : self.at]
        if not body:
            self.fail(f"found {self.token.shown}, expected what \\{sign.text} runs over", self.token)
        if self._is_formula(below, body):
            default = f"\\{sign.text} over a range is not read: write the bound for every element, or the arguments"
            self.fail(REFUSED.get(sign.text, default), sign)
        size = _is_fenced(body) and (body[0].is_cmd("lvert", "lVert", "|") or body[0].is_char("|"))
        lower = 0 if size and sign.text in ("sup", "max", "inf", "min") else None
        return self.quantity("f", canonical(self.tokens[first : self.at]), first, lower)

    def is_builder(self) -> bool:
        r"""Whether the braces here hold a set by its condition: \{x : f(x) > 0\}."""
        at = self.at
        body = self.balanced()[1:-1]
        self.at = at
        top = [t for t, d in zip(body, depths(body), strict=True) if d == 0]
        return any(t.is_char(":") or t.is_cmd("mid", "colon") for t in top) or sum(t.is_char("|") for t in top) % 2 == 1

    def _below(self, sign: Token) -> list[Token]:
        below: list[Token] = []
        while self.token.is_char("_"):
            self.advance()
            below += self.group()
        if self.token.is_char("^") and any(t.is_char("=") for t in below):  # \max_{i=1}^{k}
            self.advance()
            below += self.group()
        elif self.token.is_char("^"):
            self.fail(f"a power of \\{sign.text}: write parentheses", self.token)
        return below

    def _needs_ends(self, sign: Token, below: Sequence[Token]) -> None:
        r"""\max_{i \le k}: nobody says where the index starts."""
        bare = [t for t in below if t.kind != "space"]
        signs = [t for t in bare if relation_of(t) in ("<", "<=")]
        if len(signs) == 1 and bare[0].kind == "char" and bare[0].text in INDICES:
            self.fail(f"\\{sign.text} over a range without its start: write i \\in [k]", sign, bare[-1])

    def _body_end(self, sign: Token, below: Sequence[Token]) -> None:
        r"""Moves behind the product that follows.

        If a sum goes on behind it, \max_x f(x) + c is one number whether c stands inside or not, as long as c does not depend on x.
        """
        self.skip_product()
        behind = self.token
        if not behind.is_char("+", "-"):
            return
        rest = self.tokens[self.at : -1]
        level = depths(rest)
        stop = next(
            (k for k, t in enumerate(rest) if level[k] < 0 or (level[k] == 0 and self._ends_side(t))), len(rest)
        )
        if any(mentions(rest[:stop], name) for name in _letters(below)):
            self.fail(f"what \\{sign.text} runs over ends where? write parentheses around it", sign, behind)

    def _ends_side(self, t: Token) -> bool:
        return relation_of(t) is not None or t.is_char(",", ";") or t.kind in ("quad", "row", "&", "text")

    def _is_formula(self, below: Sequence[Token], body: Sequence[Token]) -> bool:
        """Whether the body is a formula in which nothing is only named: then the extremum has a value of its own."""
        bound = _letters(below)
        self.bound += bound
        notes = list(self.notes)
        try:
            node = self.whole(body, "the body")
        except LatexError:
            return False
        finally:
            del self.bound[len(self.bound) - len(bound) :]
            self.notes[:] = notes
        return not any(p.kind in ("opaque", "index", "over") for p in parts(node))

    def skip_product(self) -> None:
        """Moves to the next +, -, relation, comma, word or closing delimiter at this level."""
        rest = self.tokens[self.at : -1]
        bars: set[str] = set()  # which kinds of bars are open
        level, k = depths(rest), 0
        while k < len(rest):
            t = rest[k]
            if level[k] < 0 or (level[k] == 0 and not bars and self._ends_product(t)):
                break
            if level[k] == 0 and (t.is_char("|") or t.is_cmd("|")):
                double = t.is_char("|") and k + 1 < len(rest) and rest[k + 1].is_char("|") and "char" not in bars
                bars ^= {"double" if double else t.kind}
                k += double
            k += 1
        self.at += k
        if bars:
            self.fail("which bars belong together? write \\lvert x \\rvert", self.token)

    def _ends_product(self, t: Token) -> bool:
        ends = t.is_char("+", "-", ",", ";", ":") or relation_of(t) is not None or t.kind in ("quad", "row", "&")
        ends = ends or t.is_cmd("Rightarrow", "implies", "iff", "in", "to", "colon", "overset", "stackrel", "underset")
        return ends or (t.kind == "text" and not _is_word(t)) or (t.is_char("|") and self.bars > 0)

    # -- sizes and inner products ---------------------------------------------------------------------------------------

    def size(self, first: int, closing: int) -> Node:
        """What stands between bars and is no number: its size, at least 0. `closing` is the place of the second bar."""
        self.at = closing
        self.advance()
        key = canonical(self.tokens[first : self.at])
        self.notes.append(f"{key} is a size: of it is known that it is at least 0")
        return self.quantity("size", key, first)

    def is_thing(self, body: Sequence[Token]) -> bool:
        """Whether what stands between bars is no number: a set, a letter in another font, a capital letter nobody declared."""
        bare = [t for t in body if t.kind != "space"]
        level = depths(bare)
        if not bare:
            return False
        if any(d == 0 and t.is_cmd(*_SETS) for t, d in zip(bare, level, strict=True)):
            return True
        if bare[0].is_cmd("{") and bare[-1].is_cmd("}"):
            return True
        if bare[0].is_cmd(*FONTS) and _is_lone(bare):
            return True
        letter = bare[0].text if bare[0].kind == "char" and bare[0].text.isalpha() else ""
        if not letter or not _is_lone(bare):
            return False
        return letter in self.scope.things or (letter.isupper() and letter not in self.scope.declared)

    def inner_product(self) -> Node:
        r"""\langle x, y \rangle."""
        first, opening, depth = self.at, self.token, 0
        while self.token.kind != "end":
            depth += self.token.is_cmd("langle") - self.token.is_cmd("rangle")
            self.advance()
            if not depth:
                return self.quantity("f", canonical(self.tokens[first : self.at]), first)
        self.fail("this angle bracket is never closed", opening)

    def count(self) -> Node:
        r"""\#\{x : x > 0\} and \#(x > 0)."""
        first, sign = self.at, self.advance()
        if not (self.token.is_cmd("{") or self.token.is_char("(", "[")):
            self.fail("\\# is not read before a letter: name the count", sign)
        self.balanced()
        return self.quantity("size", canonical(self.tokens[first : self.at]), first)


def _stem(name: str) -> str:
    return next((p for p in name.split("_") if p not in ACCENTS.values()), name)


def _letters(tokens: Sequence[Token]) -> list[str]:
    """The letters that may be bound below a sign."""
    found = [t.text for t in tokens if t.kind == "char" and t.text.isalpha()]
    return found + [GREEK[t.text] for t in tokens if t.kind == "cmd" and t.text in GREEK]


def _is_word(token: Token) -> bool:
    return token.text.isidentifier()


def _is_argument(stem: str, body: Sequence[Token]) -> bool:
    """Whether what stands in parentheses behind a letter is an argument: a list, a lone name, something that is no number."""
    if not body:
        return False
    level = depths(body)
    top = [t for t, d in zip(body, level, strict=True) if d == 0]
    if any(t.is_char(",", ";") or t.is_cmd("|", *_SETS) for t in top) or sum(t.is_char("|") for t in top) % 2:
        return True
    if any(relation_of(t) for t in top) or all(t.is_cmd("cdot") for t in body):
        return True
    return _is_lone(body) or _is_applied(body) or stem in _FUNCTIONS


def _is_event(body: Sequence[Token]) -> bool:
    """Whether brackets hold an event or a list: a relation, a set, a condition."""
    top = [t for t, d in zip(body, depths(body), strict=True) if d == 0]
    return any(relation_of(t) or t.is_char("|", ",") or t.is_cmd("mid", "in", "notin", "cup", "cap") for t in top)


def _head_end(body: Sequence[Token]) -> int:
    """Where the first name of some tokens ends, with its accents, labels and primes; 0 if they start with no name."""
    first = body[0]
    k = 1
    if first.is_cmd("Pr"):
        pass
    elif first.kind == "cmd" and first.text in (*ACCENTS, *FONTS, *UPRIGHT):
        k = _argument_end(body, 1)
    elif not (
        (first.kind == "char" and first.text.isalpha()) or (first.kind == "cmd" and first.text in (*GREEK, "ell"))
    ):
        return 0
    while k < len(body) and (body[k].is_char("_", "^", "'")):
        if body[k].is_char("^") and not _is_mark(body, k + 1):
            return 0  # a power
        k = k + 1 if body[k].is_char("'") else _argument_end(body, k + 1)
    return k


def _is_mark(body: Sequence[Token], k: int) -> bool:
    """Whether a script above is a label: primes, a star, something in parentheses."""
    script = [t for t in body[k : _argument_end(body, k)] if t.kind not in ("{", "}")]
    return bool(script) and (
        all(t.is_cmd("prime", "star", "ast") or t.is_char("'", "*") for t in script)
        or (script[0].is_char("(") and script[-1].is_char(")"))
    )


def _argument_end(body: Sequence[Token], k: int) -> int:
    if k < len(body) and body[k].kind == "{":
        depth = 0
        for j in range(k, len(body)):
            depth += (body[j].kind == "{") - (body[j].kind == "}")
            if not depth:
                return j + 1
    return k + 1


def _is_lone(body: Sequence[Token]) -> bool:
    return _head_end(body) == len(body)


def _is_applied(body: Sequence[Token]) -> bool:
    """f(x): a name and one pair of parentheses to the end."""
    k = _head_end(body)
    return 0 < k < len(body) and body[k].is_char("(", "[") and _is_fenced(body[k:])


def _is_fenced(body: Sequence[Token]) -> bool:
    """Whether one pair of delimiters stands around all of it, perhaps with labels and a power behind."""
    bare = [t for t in body if t.kind != "space"]
    if bare and bare[0].is_char("|"):
        close = next((k for k in range(1, len(bare)) if bare[k].is_char("|")), None)
    elif bare and bare[0].is_cmd("|"):
        close = next((k for k in range(1, len(bare)) if bare[k].is_cmd("|")), None)
    else:
        close = next((k for k, d in enumerate(depths(bare)) if k and d == 0), None)
    if close is None:
        return False
    k = close + 1
    while k < len(bare) and bare[k].is_char("_", "^"):
        k = _argument_end(bare, k + 1)
    return k == len(bare)
