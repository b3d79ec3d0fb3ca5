r"""Expressions: tokens to the typed tree, by precedence.

    expression := sign? product (sign product)*             + and - bind loosest
    product    := factor ((\cdot | \times | * | /)? factor)*    side by side is a product where that is the only reading
    factor     := atom (^ script | !)*
    atom       := number | name | function argument | group | \frac | \sqrt | \binom | |x| | \sum ... | \Pr[...] | cases

What has two readings is refused: 1/2x, \log k x, f(x) of an f nobody declared, a number behind a factor, \pm.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .atoms import FRACTIONS, is_differential, is_integer
from .leaves import TIMES, Leaves
from .tokens import Token
from .tree import Node, number
from .words import REFUSED, RELATIONS

_STARTING = ("begin", "sup", "inf", "lim", "limsup", "liminf", "#")


class Parser(Leaves):
    # -- sums and products ----------------------------------------------------------------------------------------------

    def expression(self) -> Node:
        self.enter()
        start = self.token.start
        parts = [self._signed()]
        while self.token.is_char("+", "-"):
            minus = self.advance().text == "-"
            if self.token.is_char("+", "-"):
                self.fail("two signs in a row: write parentheses", self.token)
            part = self.product()
            parts.append(_negated(part) if minus else part)
        self.leave()
        return parts[0] if len(parts) == 1 else Node("+", tuple(parts), None, start, self.last.end)

    def _signed(self) -> Node:
        """The first product, perhaps with a sign: -2x starts with the number -2, -x y is the negative of x y."""
        if not self.token.is_char("+", "-"):
            return self.product()
        minus = self.advance().text == "-"
        if self.token.is_char("+", "-"):
            self.fail("two signs in a row: write parentheses", self.token)
        part = self.product()
        return _negated(part, literal=True) if minus else part

    def product(self) -> Node:
        self.enter()
        first = self.token
        factors = [self.factor()]
        divided: Token | None = None  # the slash, as long as nothing but / and \cdot follows it
        while True:
            token = self.token
            if token.is_cmd(*TIMES) or token.is_char("*"):
                self.advance()
                self._no_open_function(factors, token)
                factors.append(self._operand(token))
                divided = None
            elif token.is_char("/"):
                self.advance()
                self._no_open_function(factors, token)
                if "d" not in self.scope.declared and first.is_char("d") and is_differential(self.tokens[self.at : -1]):
                    self.fail("this may be a derivative: derivatives are not read, write them out", first, self.token)
                divisor = self._operand(token)
                factors.append(Node("inv", (divisor,), None, divisor.start, divisor.end))
                divided = token
            elif self._starts_factor():
                self._may_multiply(factors, divided, token, first)
                factors.append(self.factor())
            else:
                break
        self.leave()
        return _product(factors, first.start, self.last.end)

    def _operand(self, operator: Token) -> Node:
        if self.token.is_char("+", "-"):
            self.fail("two operators in a row: write parentheses", operator, self.token)
        if not self._starts_factor():
            self.fail(f"found {self.token.shown}, expected a factor", self.token)
        return self.factor()

    def _no_open_function(self, factors: Sequence[Node], token: Token) -> None:
        if self._is_bare(factors[-1]):
            self.fail("the argument of a function ends where? write parentheses around it", token)

    def _may_multiply(self, factors: Sequence[Node], divided: Token | None, token: Token, first: Token) -> None:
        """Refuses what stands side by side and is no plain product."""
        if divided is not None:
            self.fail(
                "ambiguous: what follows the slash may be divided by or multiplied: write parentheses or \\frac",
                first,
                token,
            )
        if token.kind == "char" and (token.text.isdigit() or token.text == "."):
            self.fail("a number right behind a factor: write \\cdot, or ^{...} if an exponent is meant", token)
        if token.is_char("(", "[") and self._is_number_in_parentheses():
            self.fail(
                "a number in parentheses behind a factor: the number of a formula, or a factor? write \\quad or \\cdot",
                token,
            )
        self._no_open_function(factors, token)
        before = factors[-1]
        if (
            before.kind == "num"
            and before.value.denominator == 1
            and token.is_cmd(*FRACTIONS)
            and self._is_number_fraction()
        ):
            self.fail("a number before a fraction of numbers: write + for a mixed number, \\cdot for a product", token)

    def _is_number_in_parentheses(self) -> bool:
        k = 1
        while self.ahead(k).kind == "char" and (self.ahead(k).text.isdigit() or self.ahead(k).text == "."):
            k += 1
        return k > 1 and self.ahead(k).is_char(")", "]")

    def _is_number_fraction(self) -> bool:
        """Whether the \\frac at this place has numbers above and below."""
        at = self.at
        self.advance()
        top, bottom = self.group(), self.group()
        self.at = at
        return all(t.kind == "char" and t.text.isdigit() for t in [*top, *bottom])

    def _starts_factor(self) -> bool:
        t = self.token
        if t.kind == "char":
            return t.text.isalnum() or t.text in "([." or (t.text == "|" and not self._closes_bar())
        if t.kind in ("{", "code"):
            return True
        if t.kind == "text":
            return t.text.strip() in ("TV", "SD", "KL")
        if t.kind != "cmd":
            return False
        if t.text in RELATIONS or t.text in (
            *TIMES,
            "}",
            "rvert",
            "rVert",
            "rfloor",
            "rceil",
            "rangle",
            "Rightarrow",
            "implies",
            "iff",
            "end",
        ):
            return False
        if t.is_cmd("|"):
            return True
        if t.text in REFUSED and t.text not in _STARTING:
            return False
        return t.text not in ("Leftrightarrow", "Longrightarrow", "overset", "stackrel", "underset", "in", "colon")

    # -- factors --------------------------------------------------------------------------------------------------------

    def factor(self) -> Node:
        """An atom with its powers and factorials."""
        start = self.token.start
        first = self.token
        node = self.atom()
        while True:
            if self.token.is_char("!"):
                self.advance()
                if self.token.is_char("!"):
                    self.fail("a double factorial is not read", self.token)
                one = number(1, start, self.last.end)
                node = Node(
                    "call", (Node("+", (node, one), None, start, self.last.end),), "gamma", start, self.last.end
                )
            elif self.token.is_char("^"):
                node = self._power(node, first)
            elif self.token.is_char("_", "'"):
                self.fail(f"a {self.token.text} on something that is no name", self.token)
            else:
                return node

    def _power(self, base: Node, first: Token) -> Node:
        caret = self.advance()
        if first.is_cmd(*FRACTIONS):
            self.fail("a power behind a fraction: write parentheses around what it belongs to", caret)
        if base.kind == "^" and base.value != "closed":
            self.fail("two powers in a row: write braces", caret)
        if self._is_bare(base):
            self.fail("a power behind the argument of a function: write parentheses", caret)
        if (base.kind == "call" and base.value == "log") or (base.kind == "*" and first.is_cmd("log", "ln")):
            self.fail(
                "is the power that of the argument or of the logarithm? write \\log^2(x), (\\log x)^p or \\log(x^p)",
                caret,
            )
        script = self.group()
        return self._raised(base, script, caret, first)

    def _raised(self, base: Node, script: Sequence[Token], caret: Token, first: Token) -> Node:
        bare = [t for t in script if t.kind != "space"]
        if len(bare) == 1 and (
            bare[0].is_char("*", "+", "-", "'")
            or bare[0].is_cmd("star", "ast", "prime", "top", "dagger", "circ", "complement")
        ):
            self.fail(f"{bare[0].shown} above something that is no name is not read", caret, bare[0])
        if (
            base.kind == "name"
            and len(bare) == 1
            and bare[0].is_char("T")
            and "T" not in self.scope.declared
            and self.starts_name()
        ):
            self.fail("^T before a name may be a transpose or a power: declare T, or write \\cdot", caret, bare[0])
        exponent = self.whole(script, "the exponent")
        if base.kind == "name" and base.value == "e" and "e" not in self.scope.declared and first.is_char("e"):
            self.notes.append("e is Euler's number")
            return Node("call", (exponent,), "exp", base.start, self.last.end)
        return Node("^", (base, exponent), None, base.start, self.last.end)

    def whole(self, tokens: Sequence[Token], what: str) -> Node:
        """The expression that these tokens are, to the last of them."""
        if not [t for t in tokens if t.kind != "space"]:
            self.fail(f"{what} is empty", self.last)
        inner = self.inside(tokens, self.last)
        assert isinstance(inner, Parser)
        inner.bare = self.bare
        inner.enter()
        found = inner.expression()
        inner.finish(what)
        return found

    def finish(self, what: str = "the formula") -> None:
        """Nothing may be left over."""
        t = self.token
        if t.kind == "end":
            return
        if t.kind == "cmd" and t.text in REFUSED:
            self.fail(REFUSED[t.text], t)
        if t.kind == "text":
            self.fail("words inside an expression: write them behind \\quad", t)
        if t.is_char(")", "]") or t.is_cmd("}", "rvert", "rfloor", "rceil") or t.kind == "}":
            self.fail(f"{t.shown} closes nothing", t)
        if t.is_char(","):
            self.fail("a comma inside an expression", t)
        self.fail(f"found {t.shown}, expected the end of {what}", t)


def _negated(node: Node, literal: bool = False) -> Node:
    """-x; in front of a whole sum the sign joins a number that starts the product: -2x is (-2) x."""
    if node.kind == "num":
        return Node("num", (), -node.value, node.start, node.end)
    if literal and node.kind == "*" and node.value != "frac" and node.args[0].kind == "num" and node.args[0].value >= 0:
        return Node("*", (_negated(node.args[0]), *node.args[1:]), node.value, node.start, node.end)
    return Node("neg", (node,), None, node.start, node.end)


def _product(factors: list[Node], start: int, end: int) -> Node:
    """One flat product; a quotient of two whole numbers in front is a number."""
    if (
        len(factors) > 1
        and factors[1].kind == "inv"
        and is_integer(factors[0])
        and is_integer(factors[1].args[0])
        and factors[1].args[0].value
    ):
        value = Fraction(int(factors[0].value), int(factors[1].args[0].value))
        factors = [Node("num", (), value, factors[0].start, factors[1].end), *factors[2:]]
    return factors[0] if len(factors) == 1 else Node("*", tuple(factors), None, start, end)
