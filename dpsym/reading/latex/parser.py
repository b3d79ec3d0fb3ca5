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

from ...notation import ACCENTS, GREEK, LETTERS
from .atoms import FRACTIONS, Atoms, is_differential, is_integer
from .tokens import Token
from .tree import Node, number
from .words import ARGUMENTS, FUNCTION_GREEK, FUNCTION_LETTERS, REFUSED, RELATIONS, SPELLED

_TIMES = ("cdot", "times", "cdotp")


class Parser(Atoms):
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
            if token.is_cmd(*_TIMES) or token.is_char("*"):
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
        if t.kind == "{":
            return True
        if t.kind == "text":
            return t.text.strip() in ("TV", "SD", "KL")
        if t.kind != "cmd":
            return False
        if t.text in RELATIONS or t.text in (
            *_TIMES,
            "}",
            "rvert",
            "rVert",
            "rfloor",
            "rceil",
            "Rightarrow",
            "implies",
            "iff",
            "end",
        ):
            return False
        if t.is_cmd("|"):
            return True
        if t.text in REFUSED and t.text != "begin":
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

    # -- atoms ----------------------------------------------------------------------------------------------------------

    def atom(self) -> Node:
        self.enter()
        found = self._atom()
        self.leave()
        return found

    def _atom(self) -> Node:
        token = self.token
        if token.kind == "char":
            if token.text.isdigit() or token.text == ".":
                return self._number()
            if token.text in "([":
                return self._group(token.text, ")" if token.text == "(" else "]")
            if token.text == "|":
                return self._bar()
        special = self.special()
        if special is not None:
            return special
        if token.kind == "{":
            return self._braces()
        if token.kind == "cmd":
            return self._command(token)
        if token.kind == "char" and token.text.isalpha():
            return self._letter_or_word()
        if token.kind == "text":
            self.fail("words inside an expression: write them behind \\quad", token)
        self.fail(f"found {token.shown}, expected an expression", token)

    def _number(self) -> Node:
        start = self.token.start
        digits = ""
        at = self.at
        while self.tokens[at].kind == "char" and (
            self.tokens[at].text.isdigit() or (self.tokens[at].text == "." and "." not in digits)
        ):
            if self.tokens[at].text == ".":
                following = self.tokens[at + 1]
                if not (following.kind == "char" and following.text.isdigit()):
                    break
            digits += self.tokens[at].text
            at += 1
        if not digits or not digits.isascii() or len(digits) > 300:
            self.fail("a number needs a digit, and at most 300", self.token)
        self.at = at
        self._skip()
        return number(Fraction(digits if digits[0] != "." else f"0{digits}"), start, self.tokens[at - 1].end)

    def _group(self, left: str, right: str) -> Node:
        opening = self.advance()
        bars, self.bars = self.bars, 0
        inner = self.expression()
        self.bars = bars
        if not self.token.is_char(right):
            if self.token.kind == "end":
                self.fail("this parenthesis is never closed", opening)
            if self.token.is_char(","):
                self.fail("a list where a number was expected", opening, self.token)
            self.finish("the parenthesis")
            self.fail(f"found {self.token.shown}, expected {right!r}", self.token)
        self.advance()
        if (self.token.is_char("_") and self.ahead().is_char("+")) or (
            self.token.is_char("_")
            and self.ahead().kind == "{"
            and self.ahead(2).is_char("+")
            and self.ahead(3).kind == "}"
        ):
            self.advance()
            self.group()
            return Node("call", (inner, number(0, opening.start, opening.end)), "max", opening.start, self.last.end)
        return Node("group", (inner,), None, opening.start, self.last.end)

    def _braces(self) -> Node:
        """A brace group prints nothing: it may hold one factor and nothing that would need parentheses."""
        opening = self.token
        tokens = self.balanced()[1:-1]
        if not [t for t in tokens if t.kind != "space"]:
            if self._starts_factor():
                return self.factor()
            self.fail("an empty group where an expression was expected", opening, self.last)
        inner = self.whole(tokens, "the group")
        if inner.kind in ("+", "neg") or (
            inner.kind == "*" and (self.token.is_char("^", "!") or any(a.kind == "inv" for a in inner.args))
        ):
            self.fail("braces print nothing: write parentheses, or leave them out", opening, self.last)
        if inner.kind == "name" and self.token.is_char("'", "_"):
            self.fail("a mark behind a brace group: write it inside", self.token)
        if (inner.kind == "^" or inner.kind == "call") and self.token.is_char("^"):
            self.fail("two powers in a row: write parentheses", self.token)
        return inner

    def _bar(self) -> Node:
        opening = self.advance()
        if self.token.is_char("|"):
            self.fail(
                "two bars may be a norm: write \\lVert x \\rVert, or \\lvert for each absolute value",
                opening,
                self.token,
            )
        self.bars += 1
        inner = self.expression()
        if not self.token.is_char("|"):
            self.fail("this bar is never closed: write \\lvert x \\rvert", opening)
        self.advance()
        self.bars -= 1
        return Node("call", (inner,), "abs", opening.start, self.last.end)

    def _closes_bar(self) -> bool:
        """Whether a bar behind an operand closes the open one. With more bars to come that may open, it is refused."""
        if not self.bars:
            return False
        following = self.ahead()
        opens = (following.kind in ("cmd", "{") and following.text not in (*RELATIONS, *_TIMES, "}", "rvert")) or (
            following.kind == "char" and (following.text.isalnum() or following.text in "([")
        )
        rest, depth = 0, 0
        for t in self.tokens[self.at + 1 :]:
            depth += (t.is_char("(", "[") or t.kind == "{") - (t.is_char(")", "]") or t.kind == "}")
            if depth < 0:
                break
            rest += t.is_char("|") and depth == 0
        if opens and rest >= 2:
            self.fail("it is not clear which bars belong together: write \\lvert x \\rvert", self.token)
        return True

    # -- names ----------------------------------------------------------------------------------------------------------

    def _letter_or_word(self) -> Node:
        self._no_word()
        return self._named()

    def _no_word(self) -> None:
        """Letters in a row that spell a word are no product."""
        letters, k = "", 0
        while self.ahead(k).kind == "char" and self.ahead(k).text.isascii() and self.ahead(k).text.isalpha():
            letters += self.ahead(k).text
            k += 1
        first, last = self.token, self.ahead(max(k - 1, 0))
        before = self.tokens[self.at - 1] if self.at else None
        if before is not None and before.kind == "char" and before.text.isascii() and before.text.isalpha():
            return  # inside a row that was looked at already
        for word, instead in SPELLED.items():
            if word in letters and not set(letters) <= self.scope.declared:
                self.fail(f"letters that spell {word} are a product of letters in TeX: write {instead}", first, last)
        known = self.scope.declared | set(self.bound)
        if letters[:1] == "d" and letters[1:2] in ("x", "y", "z", "t") and not {*letters[:2]} <= known:
            self.fail(f"{letters[:2]} may be a differential or a product: write \\cdot", first, last)
        if len(letters) >= 3 and not set(letters) <= known:
            self.fail(f"{letters} may be a word or a product: write \\mathrm{{{letters}}} or \\cdot", first, last)
        if len(letters) == 2 and letters.isupper() and not set(letters) <= known:
            self.fail(f"{letters} may be a word or a product: write \\mathrm{{{letters}}} or \\cdot", first, last)
        if (letters.endswith("O") and self.ahead(k).is_char("(")) or (
            letters.endswith("o") and self.ahead(k).is_char("(") and k == 1
        ):
            self.fail("O(...) hides a constant: write the bound with its constant", last, self.ahead(k))

    def _named(self) -> Node:
        first, token = self.at, self.token
        node, power = self.name()
        is_euler = node.value == "e" and token.is_char("e") and "e" not in self.scope.declared and node.kind == "name"
        applied = None if is_euler else self.applied_name(node, first)
        if applied is not None:
            if power is not None:
                self.fail("a power between a function and its argument: write it behind", token, self.last)
            return applied
        self._no_application(node, token)
        if self.scope.laws and str(node.value).removeprefix("bar_").partition("_")[0] in self.scope.laws:
            self.fail(f"{node.value} is a law here and no number", token)
        if power is not None:
            return self._closed(self._raised(node, power, token, token))
        if is_euler and not self.token.is_char("^"):
            self.fail("e alone may be Euler's number or a symbol: write \\exp(1), or \\mathit{e} for a symbol", token)
        return node

    def _closed(self, node: Node) -> Node:
        if self.token.is_char("^"):
            self.fail("two powers in a row: write braces", self.token)
        return node

    def _no_application(self, node: Node, token: Token) -> None:
        """x( may be a function: a product is read only if the name was declared, or cannot be one and a sum stands inside.

        Declared or not, δ(ε) may be the value of a curve at ε: a lone name in parentheses is never a factor.
        """
        if self.token.is_char("["):
            if str(node.value) not in self.scope.declared:
                self.fail(
                    f"{token.shown}[...] may be a product or an argument: write \\cdot, or parentheses",
                    token,
                    self.token,
                )
            return
        if not self.token.is_char("("):
            return
        declared = str(node.value) in self.scope.declared or str(node.value) in self.bound
        stem = next(p for p in str(node.value).split("_") if p not in ACCENTS.values())
        at = self.at
        body = self.balanced()[1:-1]
        last = self.last
        self.at = at
        if str(node.value) == "e" or (declared and not _is_lone_name(body)):
            return
        if not _is_factor_sum(stem, body):
            shown = self.last.text
            self.fail(
                f"{shown}(...) may be a function or a product: {'' if declared else 'declare it, or '}write \\cdot for a product",
                token,
                last,
            )


def _is_lone_name(body: Sequence[Token]) -> bool:
    bare = [t for t in body if t.kind != "space"]
    return len(bare) == 1 and (bare[0].text.lstrip("\\").isalpha())


def _is_factor_sum(stem: str, body: Sequence[Token]) -> bool:
    """Whether stem(body) can only be a product: a sum stands inside, and the letter is no usual function of what is in it."""
    letters = {t.text for t in body if t.kind == "char" and t.text.isalpha()}
    if not _has_top_sum(body) or any(t.is_char(",", ";") or t.is_cmd("mid") for t in body):
        return False
    if stem in letters or any(t.kind == "cmd" and GREEK.get(t.text) == stem for t in body):
        return stem not in FUNCTION_LETTERS or stem.isupper()
    if len(stem) == 1:
        return stem not in FUNCTION_LETTERS and not (stem.isupper() and stem != "N") and not letters & ARGUMENTS
    if stem not in LETTERS or stem in FUNCTION_GREEK:  # a word, or a Greek letter that usually is a function
        return False
    return stem == "eps" or not letters & ARGUMENTS


def _has_top_sum(body: Sequence[Token]) -> bool:
    depth = 0
    for k, t in enumerate(body):
        depth += (t.kind == "{" or t.is_char("(", "[")) - (t.kind == "}" or t.is_char(")", "]"))
        if depth == 0 and k and t.is_char("+", "-") and not body[k - 1].is_char("^", "_"):
            return True
    return False


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
