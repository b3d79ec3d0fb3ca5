r"""Atoms that start with a command: fractions, roots, delimiters, functions with their arguments."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction

from ...notation import GREEK, WORD
from .binders import Binders
from .stream import canonical
from .tokens import Token
from .tree import Node, number
from .words import ASYMPTOTIC, FONTS, FUNCTIONS, LAWS, POWERED, REFUSED, UPRIGHT

FRACTIONS = ("frac", "tfrac", "dfrac", "cfrac", "nicefrac", "sfrac", "flatfrac")
_BINOMIALS = ("binom", "tbinom", "dbinom")
_FENCES = {"lfloor": ("rfloor", "floor"), "lceil": ("rceil", "ceil"), "lvert": ("rvert", "abs")}


class Atoms(Binders):
    @abstractmethod
    def finish(self, what: str = "the formula") -> None: ...

    @abstractmethod
    def _named(self) -> Node: ...

    def _is_bare(self, node: Node) -> bool:
        """Whether a function has an argument without parentheses, so that nothing may follow it."""
        return node in self.bare

    # -- commands -------------------------------------------------------------------------------------------------------

    def _command(self, token: Token) -> Node:
        name = token.text
        if name in FRACTIONS:
            return self._fraction()
        if name == "sqrt":
            return self._root()
        if name in _BINOMIALS:
            self.advance()
            above, below = self.whole(self.group(), "the binomial"), self.whole(self.group(), "the binomial")
            return Node("call", (above, below), "binomial", token.start, self.last.end)
        if name in _FENCES:
            return self._fence(token)
        if name == "{":
            return self._curly()
        if name in ("sum", "prod", "int"):
            return self.binder()
        if name in ("sup", "inf", "lim", "limsup", "liminf") or (
            name in ("max", "min") and (self.ahead().is_char("_") or self._is_of_a_set())
        ):
            return self.extremum()
        if name == "langle":
            return self.inner_product()
        if name == "#":
            return self.count()
        if name == "pi" and not self.ahead().is_char("_", "'", "("):
            self.advance()
            return Node("const", (), "pi", token.start, token.end)
        if name == "pi":
            self.fail("\\pi with marks or arguments is not the constant: write another letter", token)
        if name == "Phi" and not self.ahead().is_char("_", "'"):
            return self._phi()
        if name == "Gamma" and self.ahead().is_char("("):
            self.advance()
            return self._applied_to_parentheses("gamma", token)
        if name in FUNCTIONS:
            self.advance()
            return self._function(FUNCTIONS[name], token)
        if name in ("mathbf", "mathbb") and self._is_indicator():
            return self._indicator()
        if name in UPRIGHT:
            return self._upright(token)
        if name == "begin":
            return self.cases()
        if self.starts_name():
            return self._named()
        if name in FONTS:
            if (found := self._lettered(token)) is not None:
                return found
            self.fail(
                f"a letter in \\{name} has no value here: it names a set, an algorithm or a law", token, self.ahead(2)
            )
        if name in REFUSED:
            self.fail(REFUSED[name], token)
        self.fail(f"unknown command \\{name}: define it with \\newcommand, or write what it stands for", token)

    def _is_of_a_set(self) -> bool:
        at = self.at
        self.advance()
        found = self.token.is_cmd("{") and self.is_builder()
        self.at = at
        return found

    def _lettered(self, token: Token) -> Node | None:
        r"""\mathcal{L}(x), a value of a function in another font; a law such as \mathcal{N}(0, 1) has no value."""
        first = self.at
        self.advance()
        word = "".join(t.text for t in self.group() if t.kind in ("char", "text"))
        while self.token.is_char("_", "'"):
            if self.advance().text == "_":
                self.group()
        if word in LAWS or word in ASYMPTOTIC or not self.token.is_char("("):
            self.at = first
            return None
        self.notes.append(f"{canonical(self.tokens[first : self.at])}(...) is a value of a function that is only named")
        return self.applied("f", first)

    def _fraction(self) -> Node:
        token = self.advance()
        start = token.start
        top, bottom = self.group(), self.group()
        if "d" not in self.scope.declared and is_differential(top, alone=True) and is_differential(bottom):
            self.fail("this may be a derivative: derivatives are not read, write them out", token, self.last)
        above = self.whole(top, "the numerator")
        below = self.whole(bottom, "the denominator")
        end = self.last.end
        if is_integer(above) and is_integer(below) and below.value:
            return Node("num", (), Fraction(int(above.value), int(below.value)), start, end)
        factors = above.args if above.kind == "*" and above.value != "frac" else (above,)
        return Node("*", (*factors, Node("inv", (below,), None, below.start, below.end)), "frac", start, end)

    def _root(self) -> Node:
        token = self.advance()
        order: list[Token] | None = None
        if self.token.is_char("["):
            order = self.balanced()[1:-1]
        inner = self.whole(self.group(), "the root")
        if order is None:
            return Node("call", (inner,), "sqrt", token.start, self.last.end)
        degree = self.whole(order, "the order of the root")
        if not is_integer(degree) or degree.value < 2:
            self.fail("the order of a root is a number: write ^{1/k} otherwise", token, self.last)
        exponent = number(Fraction(1, int(degree.value)), degree.start, degree.end)
        return Node("^", (inner, exponent), "closed", token.start, self.last.end)

    def _fence(self, opening: Token) -> Node:
        closing, function = _FENCES[opening.text]
        if function == "abs":
            first = self.at
            body = self.balanced()[1:-1]
            behind, self.at = self.at, first
            if self.is_thing(body):
                while not self.tokens[behind - 1].is_cmd(closing):
                    behind -= 1
                return self.size(first, behind - 1)
        self.advance()
        bars, self.bars = self.bars, 0
        inner = self.expression()
        self.bars = bars
        if not self.token.is_cmd(closing):
            self.finish("the delimiter")
            self.fail(f"found {self.token.shown}, expected \\{closing}", self.token)
        self.advance()
        return Node("call", (inner,), function, opening.start, self.last.end)

    def _curly(self) -> Node:
        opening = self.advance()
        inner = self.expression()
        if not self.token.is_cmd("}"):
            self.fail("curly braces hold a set here: an expression was expected", opening, self.token)
        self.advance()
        if inner.kind in ("name", "num", "index"):
            self.fail(
                "curly braces around one name are a set or a fractional part: write parentheses", opening, self.last
            )
        return Node("group", (inner,), None, opening.start, self.last.end)

    # -- functions ------------------------------------------------------------------------------------------------------

    def _function(self, function: str, token: Token) -> Node:
        base: Node | None = None
        if self.token.is_char("_"):
            if function != "log":
                self.fail(f"a label below \\{token.text} is not read", token, self.ahead())
            self.advance()
            base = self.whole(self.group(), "the base")
        exponent = self._function_power(function, token)
        found = self._argument(function, token)
        is_bare = self._is_bare(found)
        if base is not None:
            below = Node("call", (base,), "log", base.start, base.end)
            inverse = Node("inv", (below,), None, base.start, base.end)
            found = Node("*", (found, inverse), "frac", token.start, self.last.end)
        if exponent is not None:
            found = Node("^", (found, exponent), "closed", token.start, self.last.end)
        if is_bare:
            self.bare.append(found)
        return found

    def _function_power(self, function: str, token: Token) -> Node | None:
        """The exponent of \\log^2 x; -1 may be an inverse function and is refused."""
        if not self.token.is_char("^"):
            return None
        self.advance()
        exponent = self.whole(self.group(), "the exponent")
        if function not in POWERED or exponent.kind != "num" or exponent.value < 2:
            self.fail(
                f"this power of \\{token.text} has two readings: write parentheses around the function",
                token,
                self.last,
            )
        return exponent

    def _argument(self, function: str, token: Token) -> Node:
        if self.token.is_char("(", "[") or self.token.is_cmd("{"):
            return self._applied_to_parentheses(function, token)
        if function in ("min", "max", "exp"):
            self.fail(f"\\{token.text} needs parentheses", token)
        if not self._starts_factor() or self.token.is_cmd(*FUNCTIONS) or self.token.is_cmd("sum", "prod", "int"):
            self.fail(f"\\{token.text} needs parentheses", token)
        inner = self.factor()
        found = Node("call", (inner,), function, token.start, self.last.end)
        if inner.kind != "group":
            self.bare.append(found)
        return found

    def _applied_to_parentheses(self, function: str, token: Token) -> Node:
        opening = self.token
        body = self.balanced()[1:-1]
        pieces = self._pieces(body)
        arguments = tuple(self.whole(piece, "the argument") for piece in pieces)
        if len(arguments) != 1 and function not in ("min", "max"):
            self.fail(f"\\{token.text} takes one argument", opening, self.last)
        return Node("call", arguments, function, token.start, self.last.end)

    def _phi(self) -> Node:
        token = self.advance()
        function, exponent = "Phi", None
        if self.token.is_char("^"):
            self.advance()
            exponent = self.whole(self.group(), "the exponent")
            minus_one = exponent.kind == "num" and exponent.value == -1
            if minus_one:
                function, exponent = "PhiInv", None
            elif exponent.kind != "num" or exponent.value < 2:
                self.fail("this power of \\Phi has two readings: write parentheses", token, self.last)
        if not self.token.is_char("(", "["):
            self.fail("\\Phi is the normal distribution function: write \\Phi(...)", token)
        found = self._applied_to_parentheses(function, token)
        return found if exponent is None else Node("^", (found, exponent), "closed", token.start, self.last.end)

    def _upright(self, token: Token) -> Node:
        r"""\operatorname{erf}(x), \mathrm{e}^x, \mathrm{tot}."""
        at = self.at
        self.advance()
        group = self.group()
        word = "".join(t.text for t in group if t.kind in ("char", "text"))
        if word == "e" and token.text != "mathit":
            if self.token.is_char("^"):
                caret = self.advance()
                exponent = self.whole(self.group(), "the exponent")
                return Node("call", (exponent,), "exp", token.start, caret.end)
            return Node("call", (number(1, token.start, self.last.end),), "exp", token.start, self.last.end)
        if word == "W" and token.text == "operatorname" and self.token.is_char("_", "("):
            return self._lambert(token)
        if word in FUNCTIONS and all(t.kind in ("char", "text") for t in group):
            return self._function(FUNCTIONS[word], Token("cmd", word, token.start, self.last.end))
        if token.text in ("operatorname", "operatorname*", "mathop"):
            if word in LAWS or word in ASYMPTOTIC or not (WORD.fullmatch(word) and self.token.is_char("(", "[", "_")):
                self.fail(f"unknown function {word}", token, self.last)
            return self._operator(at, token)
        if word == "d" and token.text == "mathrm":
            self.fail("an upright d outside an integral: derivatives are not read, write them out", token, self.last)
        self.at = at
        if not self.starts_name():
            self.fail(f"\\{token.text} here is not read", token)
        return self._named()

    def _operator(self, first: int, token: Token) -> Node:
        r"""\operatorname{Cov}(X, Y): a value of a function that is only named."""
        while self.token.is_char("_"):
            self.advance()
            self.group()
        if not self.token.is_char("(", "["):
            self.fail("a function without its parentheses", token, self.last)
        self.notes.append(f"{canonical(self.tokens[first : self.at])}(...) is a value of a function that is only named")
        return self.applied("f", first)

    def _lambert(self, token: Token) -> Node:
        if self.token.is_char("("):
            return self._applied_to_parentheses("LambertW", token)
        self.advance()
        branch = self.whole(self.group(), "the branch")
        found = self._applied_to_parentheses("LambertW", token)
        if branch.kind != "num" or branch.value not in (0, -1):
            self.fail("the branch of W is 0 or -1", token, self.last)
        return Node("call", (*found.args, branch), "LambertW", token.start, self.last.end)


def is_differential(tokens: Sequence[Token], alone: bool = False) -> bool:
    """Whether tokens start with d and a letter, or are a d `alone`: dx."""
    bare = [t for t in tokens if t.kind != "space"]
    if not bare or not (bare[0].is_char("d") or bare[0].is_cmd("partial")):
        return False
    if alone and (len(bare) == 1 or bare[1].is_char("^")):
        return True
    return len(bare) > 1 and (
        (bare[1].kind == "char" and bare[1].text.isalpha()) or (bare[1].kind == "cmd" and bare[1].text in GREEK)
    )


def is_integer(node: Node) -> bool:
    return node.kind == "num" and node.value.denominator == 1 and node.value >= 0
