"""Atoms of an expression that are written with characters: numbers, groups in parentheses, braces and bars, names."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction

from ...notation import ACCENTS, GREEK, LETTERS
from .atoms import FRACTIONS, Atoms
from .stream import canonical, depths, relation_of
from .tokens import Token
from .tree import Node, number
from .words import ARGUMENTS, ASYMPTOTIC, FUNCTION_GREEK, FUNCTION_LETTERS, FUNCTIONS, LAWS, RELATIONS, SPELLED

TIMES = ("cdot", "times", "cdotp")


class Leaves(Atoms):
    @abstractmethod
    def _raised(self, base: Node, script: Sequence[Token], caret: Token, first: Token) -> Node: ...

    # -- atoms ----------------------------------------------------------------------------------------------------------

    def atom(self) -> Node:
        self.enter()
        found = self._atom()
        self.leave()
        return found

    def _atom(self) -> Node:
        token = self.token
        if token.kind == "char":
            if token.text == "1" and self.ahead().is_char("_") and self._is_condition():
                return self._indicator()
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
        if token.kind == "code":
            return self.coded()
        if token.kind == "text":
            self.fail("words inside an expression: write them behind \\quad", token)
        self.fail(f"found {token.shown}, expected an expression", token)

    def _is_condition(self) -> bool:
        """1_{x > 0}: whether a condition stands below the 1."""
        at = self.at
        self.advance()
        self.advance()
        below = self.group() if self.token.kind == "{" else []
        self.at = at
        return any(relation_of(t) or t.is_cmd("in", "notin") for t in below)

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
        bare = [t for t in tokens if t.kind != "space"]
        if len(bare) == 1 and bare[0].is_char("e") and self.token.is_char("^") and "e" not in self.scope.declared:
            self.advance()
            exponent = self.whole(self.group(), "the exponent")
            self.notes.append("e is Euler's number")
            return Node("call", (exponent,), "exp", opening.start, self.last.end)
        inner = self.whole(tokens, "the group")
        one = inner.value == "frac" and bare[0].is_cmd(*FRACTIONS) and _is_one_fraction(bare)
        if inner.kind in ("+", "neg") or (
            inner.kind == "*"
            and (self.token.is_char("^", "!") or (not one and any(a.kind == "inv" for a in inner.args)))
        ):
            self.fail("braces print nothing: write parentheses, or leave them out", opening, self.last)
        if inner.kind == "name" and self.token.is_char("'", "_"):
            self.fail("a mark behind a brace group: write it inside", self.token)
        if (inner.kind == "^" or inner.kind == "call") and self.token.is_char("^"):
            self.fail("two powers in a row: write parentheses", self.token)
        return inner

    def _bar(self) -> Node:
        first, opening = self.at, self.advance()
        if self.token.is_char("|"):
            return self._double_bars(first)
        closing = next((k for k in range(self.at, len(self.tokens)) if self.tokens[k].is_char("|")), None)
        if closing is not None and self.is_thing(self.tokens[self.at : closing]):
            return self.size(first, closing)
        self.bars += 1
        inner = self.expression()
        if not self.token.is_char("|"):
            self.fail("this bar is never closed: write \\lvert x \\rvert", opening)
        self.advance()
        self.bars -= 1
        return Node("call", (inner,), "abs", opening.start, self.last.end)

    def _double_bars(self, first: int) -> Node:
        """||x||: a norm, if no other bars stand inside and none follow that could belong to it."""
        self.advance()
        start = self.at
        rest = self.tokens[start:-1]
        bars = [start + k for k, (t, d) in enumerate(zip(rest, depths(rest), strict=True)) if t.is_char("|") and d >= 0]
        if len(bars) < 2 or bars[1] != bars[0] + 1 or bars[0] == start or self._is_relation_before(start, bars[0]):
            self.fail("which bars belong together? write \\lVert x \\rVert", self.tokens[first], self.tokens[start])
        self.at = bars[1]
        self.advance()
        if self.token.is_char("_"):
            self.advance()
            self.group()
        return self.quantity("norm", canonical(self.tokens[first : self.at]).replace("||", "\\|"), first)

    def _is_relation_before(self, start: int, stop: int) -> bool:
        inner = self.tokens[start:stop]
        return any(d == 0 and relation_of(t) for t, d in zip(inner, depths(inner), strict=True))

    def _closes_bar(self) -> bool:
        """Whether a bar behind an operand closes the open one. With more bars to come that may open, it is refused."""
        if not self.bars:
            return False
        following = self.ahead()
        opens = (following.kind in ("cmd", "{") and following.text not in (*RELATIONS, *TIMES, "}", "rvert")) or (
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
        if (found := self._spelled_function()) is not None:
            return found
        self._no_word()
        return self._named()

    def _spelled_function(self) -> Node | None:
        """score(x, c): three letters or more right before an argument are a function that is only named."""
        letters = self._letters_here()
        before = self.tokens[self.at - 1] if self.at else None
        inside = before is not None and before.kind == "char" and before.text.isascii() and before.text.isalpha()
        known = set(letters) <= self.scope.declared | set(self.bound)
        special = (
            any(word in letters for word in SPELLED) or letters in LAWS or letters in FUNCTIONS or letters in ASYMPTOTIC
        )
        if len(letters) < 3 or inside or known or special or not self.ahead(len(letters)).is_char("(", "["):
            return None
        first = self.at
        for _ in letters:
            self.advance()
        if not self._is_list():
            self.at = first
            return None
        self.notes.append(f"{letters}(...) is a value of a function that is only named")
        return self.applied("f", first)

    def _letters_here(self) -> str:
        letters, k = "", 0
        while self.ahead(k).kind == "char" and self.ahead(k).text.isascii() and self.ahead(k).text.isalpha():
            letters += self.ahead(k).text
            k += 1
        return letters

    def _no_word(self) -> None:
        """Letters in a row that spell a word are no product."""
        letters = self._letters_here()
        k = len(letters)
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
        declared = None if is_euler else self.applied_name(node, first)
        applied = None if is_euler else declared or self.application(_written(node), first)
        if applied is not None:
            if power is not None and declared is not None:
                self.fail("a power between a function and its argument: write it behind", token, self.last)
            return applied
        self._no_application(node, token)
        if self.scope.laws and _written(node).removeprefix("bar_").partition("_")[0] in self.scope.laws:
            self.fail(f"{_written(node)} is a law here and no number", token)
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
        name = _written(node)
        if self.token.is_char("["):
            if name not in self.scope.declared:
                self.fail(
                    f"{token.shown}[...] may be a product or an argument: write \\cdot, or parentheses",
                    token,
                    self.token,
                )
            return
        if not self.token.is_char("("):
            return
        declared = name in self.scope.declared or name in self.bound
        stem = next(p for p in name.split("_") if p not in ACCENTS.values())
        at = self.at
        body = self.balanced()[1:-1]
        last = self.last
        self.at = at
        if name == "e" or (declared and not _is_lone_name(body)):
            return
        if not _is_factor_sum(stem, body):
            shown = self.last.text
            self.fail(
                f"{shown}(...) may be a function or a product: {'' if declared else 'declare it, or '}write \\cdot for a product",
                token,
                last,
            )


def _is_one_fraction(tokens: Sequence[Token]) -> bool:
    r"""Whether \frac{..}{..} is all there is: it prints as one block, with braces around it or not."""
    ends = [k for k, depth in enumerate(depths(tokens)) if depth == 0 and tokens[k].kind == "}"]
    return len(ends) == 2 and ends[-1] == len(tokens) - 1 and tokens[1].kind == "{" and tokens[ends[0] + 1].kind == "{"


def _written(node: Node) -> str:
    """The name of a node; of a member of a family, that of the family."""
    return str(node.value.key.partition("_{")[0] if node.kind == "opaque" else node.value)


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
