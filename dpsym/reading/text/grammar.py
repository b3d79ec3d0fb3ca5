"""The grammar of the text syntax: tokens to kernel terms, by recursive descent.

    relation   := side (('==' | '<=' | '<' | '>=' | '>' | '!=') side)+        all in one direction
    expression := product (('+' | '-') product)*                              one flat sum
    product    := '-'* factor (('*' | '/') factor)*                           one flat product
    factor     := '-'* atom (('**' | '^') factor)?
    atom       := number | name | name '(' arguments ')' | '(' expression ')'

Nothing is simplified: what is written, and so where it is defined, is what the term says. The only numbers folded are
literals: `1/3` (two integers side by side) is the rational 1/3, and `-2` is the number -2.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, NoReturn

from ...kernel.terms import (
    BINDERS,
    FUNCTIONS,
    MINUS_ONE,
    ONE,
    OO,
    PI,
    TRUE,
    TWO,
    WORDS,
    Term,
    TermError,
    add,
    bind,
    div,
    exp,
    func,
    log,
    mul,
    neg,
    num,
    piecewise,
    power,
    relation,
    sym,
)
from ...objects.definitions import Demand, LawTerm
from .. import objects
from ..domains import DomainError, check_demand, met_by_index
from ..letters import Spellings, TwoWritings
from ..limits import MAX_NESTING, MAX_SUM_TERMS, power_limit, size_limit, sum_terms
from .tokens import ReadError, Token, tokenize

POWERS = ("**", "^")
COMPARISONS = ("==", "<=", "<", ">=", ">", "!=")
CLAUSES = ("for", "given")  # behind a claim: its conditions, its hypotheses
KNOWN = sorted([*FUNCTIONS, "ln", "log2", "Piecewise", *BINDERS])
#: For functions people expect under another name.
_INSTEAD = {
    "log10": "log(x)/log(10)", "log1p": "log(1 + x)", "expm1": "exp(x) - 1", "pow": "x**y", "cbrt": "x**(1/3)",
    "factorial": "gamma(n + 1)", "lgamma": "loggamma(x)", "norm_cdf": "Phi(x)", "W": "LambertW(x)", "Abs": "abs(x)",
    "arcsinh": "asinh(x)", "arccosh": "acosh(x)", "arctanh": "atanh(x)", "ceiling": "ceil(x)",
    "sum": "Sum(f, (i, a, b))", "prod": "Product(f, (i, a, b))", "int": "Integral(f, (x, a, b))",
}  # fmt: skip


@dataclass(frozen=True)
class Link:
    """One relation of a chain, with its span and the names of the abbreviations that are a whole side of it."""

    relation: Term
    start: int
    end: int
    abbreviations: tuple[str | None, str | None] = (None, None)


class Abbreviation(NamedTuple):
    """What a name stands for, and what the laws in it demand of their parameters."""

    term: Term
    demands: tuple[Demand, ...] = ()


class Parser:
    """Reads one text. `let` maps the abbreviations in force to what they stand for; they are expanded where they stand.

    `demands` are what the laws of the text demand of their parameters.
    """

    def __init__(
        self, text: str, let: Mapping[str, Abbreviation] | None = None, spellings: Spellings | None = None
    ) -> None:
        self.text = text
        self.let = let or {}
        self.tokens = tokenize(text)
        self.demands: list[Demand] = []
        self._note_names(spellings or Spellings())
        self.at = 0
        self._depth = 0
        self._expanded: list[tuple[str, Token]] = []  # abbreviations met so far, to see captures
        self._work: dict[Term, int] = {}  # terms of the sums met so far

    def _note_names(self, spellings: Spellings) -> None:
        """One symbol is written in one way throughout a question."""
        for token, following in pairwise(self.tokens):
            if token.kind != "name" or not token.written or following.text == "(" or token.text in WORDS:
                continue
            try:
                spellings.note(token.written)
            except TwoWritings as error:
                self.fail(str(error), token)

    # -- tokens -----------------------------------------------------------------------------------------------

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def ahead(self, count: int = 1) -> Token:
        return self.tokens[min(self.at + count, len(self.tokens) - 1)]

    def advance(self) -> Token:
        token = self.token
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def sees(self, *texts: str) -> bool:
        return self.token.kind in ("op", "name") and self.token.text in texts

    def accept(self, *texts: str) -> bool:
        if self.sees(*texts):
            self.advance()
            return True
        return False

    @property
    def last(self) -> Token:
        """The token read last."""
        return self.tokens[max(0, self.at - 1)]

    def fail(self, message: str, first: Token, last: Token | None = None) -> NoReturn:
        raise ReadError(message, self.text, first.start, max(first.end, (last or first).end))

    def close(self, opening: Token) -> None:
        """The closing parenthesis of `opening`."""
        if self.token.kind == "end":
            self.fail("this parenthesis is never closed", opening)
        if not self.accept(")"):
            self.fail(f"found {self.token.shown}, expected an operator or ')'", self.token)

    def finish(self) -> None:
        """Nothing may be left over."""
        token = self.token
        if token.kind == "end":
            return
        if token.text == ")":
            self.fail("this parenthesis was never opened", token)
        if token.text == "=":
            self.fail("found '=': write == for equality", token)
        if token.text in COMPARISONS:
            self.fail("found a relation, expected an expression", token)
        if token.text == "in":
            self.fail("a membership is a condition, not an expression or a relation", token)
        if token.text in CLAUSES:
            self.fail(f"found {token.shown}, which stands behind a claim: claim for conditions given hypotheses", token)
        self.fail(f"found {token.shown}, expected the end of the text", token)

    # -- relations --------------------------------------------------------------------------------------------

    def chain(self, infinite: bool = False) -> list[Link]:
        """One relation or a chain of them, as written; `infinite` allows oo as a whole side."""
        links: list[Link] = []
        operators: list[Token] = []
        start, left, left_name = self.token.start, *self._side(infinite)
        while self.sees(*COMPARISONS, "="):
            operator = self.advance()
            if operator.text == "=":
                self.fail("found '=': write == for equality", operator)
            operators.append(operator)
            middle = self.token.start
            right, right_name = self._side(infinite)
            links.append(Link(relation(operator.text, left, right), start, self.last.end, (left_name, right_name)))
            start, left, left_name = middle, right, right_name
        signs = {o.text for o in operators}
        if len(operators) > 1 and ("!=" in signs or (signs & {"<", "<="} and signs & {">", ">="})):
            self.fail("a chain must keep one direction: write the relations one by one", operators[0], operators[-1])
        return links

    def _side(self, infinite: bool) -> tuple[Term, str | None]:
        """A side of a relation, and the name of the abbreviation if it is nothing else."""
        first = self.at
        side = self.end_of_range() if infinite else self.expression()
        name = self.tokens[first].text
        alone = self.at == first + 1 and self.tokens[first].kind == "name" and name in self.let
        return side, name if alone else None

    def condition(self) -> Term:
        """The condition of a piece: one relation, or True."""
        if self.accept("True"):
            return TRUE
        first = self.token
        links = self.chain()
        if len(links) != 1:
            found = "a chain" if links else "an expression"
            self.fail(f"found {found}, expected one relation or True", first, self.last)
        return links[0].relation

    def end_of_range(self) -> Term:
        """A bound of a range, sum, product or integral: an expression, oo or -oo."""
        signed = self.sees("-", "+")
        if (self.ahead() if signed else self.token).text == "oo":
            after = self.ahead(2 if signed else 1)
            if after.kind == "end" or after.text in (",", ")", "]", "=", *COMPARISONS):
                negative = signed and self.token.text == "-"
                self.at += 2 if signed else 1
                return neg(OO) if negative else OO
        return self.expression()

    # -- expressions ------------------------------------------------------------------------------------------

    def expression(self) -> Term:
        self._enter()
        parts = [self._product()]
        while self.sees("+", "-"):
            minus = self.advance().text == "-"
            part = self._product()
            parts.append(neg(part) if minus else part)
        self._depth -= 1
        return add(*parts)

    def _product(self) -> Term:
        negations = self._signs()
        # `-2*x` starts with the number -2; `-x*y` and `-2**x` are the negative of what follows.
        literal = negations > 0 and self.token.kind == "number" and self.ahead().text not in POWERS
        factors = [self._numerator()]
        if literal:
            factors[0] = neg(factors[0])
            negations -= 1
        while self.sees("*", "/"):
            if self.advance().text == "*":
                factors.append(self._numerator())
            else:
                factors.append(power(self._factor(), MINUS_ONE))
        result = mul(*factors)
        for _ in range(negations):
            result = neg(result)
        return result

    def _numerator(self) -> Term:
        """A factor, where two integers `1/3` side by side are one rational number."""
        top, slash, bottom, after = (self.ahead(k) for k in range(4))
        is_quotient = _integer(top) and slash.text == "/" and _integer(bottom) and after.text not in POWERS
        if is_quotient and int(bottom.text):
            self.at += 3
            self._no_operand_follows(bottom)
            return num(int(top.text), int(bottom.text))
        return self._factor()

    def _factor(self) -> Term:
        self._enter()
        negations = self._signs()
        first = self.token
        result = self._atom()
        if self.sees(*POWERS):
            if first.text == "e" and self.last is first and "e" not in self.let:
                self.fail("e is a symbol here: write exp(x) or E**x for the exponential", first)
            self.advance()
            exponent = self._factor()
            self._check_power(result, exponent, first)
            result = power(result, exponent)
        for _ in range(negations):
            result = neg(result)
        self._depth -= 1
        return result

    def _signs(self) -> int:
        """How many minus signs stand before an operand; a plus sign means nothing."""
        count = 0
        while self.sees("-", "+"):
            count += self.advance().text == "-"
        return count

    def _atom(self) -> Term:
        token = self.advance()
        if token.kind == "number":
            result = num(Fraction(token.text))
        elif token.kind == "name":
            result = self._named(token)
        elif token.text == "(":
            result = self.expression()
            self.close(token)
        elif token.kind == "end":
            self.fail("the text ends where an expression was expected", token)
        else:
            self.fail(f"found {token.shown}, expected an expression", token)
        self._no_operand_follows(self.last)
        return result

    def _no_operand_follows(self, left: Token) -> None:
        """`2x`, `x y` and `(a)(b)` have no operator: refused, because `1/2x` has two readings."""
        right = self.token
        if right.text in ("and", "or", "not") and right.kind == "name":
            self.fail(f"{right.text!r} is not part of the syntax: write the conditions one by one", right)
        named = right.kind == "name" and right.text not in ("in", *CLAUSES)
        if not (right.kind == "number" or named or right.text == "("):
            return
        before = self.tokens[self.at - 2] if self.at >= 2 else left
        a, b = left.text, right.text + ("...)" if right.text == "(" else "")
        if before.text == "/" and left.kind in ("number", "name"):
            top = self.tokens[self.at - 3]
            n = "..." if top.kind == "op" else top.text
            self.fail(f"ambiguous: write {n}/{a}*{b} or {n}/({a}*{b})", top, right)
        if left.text == ")":
            self.fail(f"no operator before {right.shown}: write )*{b} for a product", right)
        self.fail(f"no operator before {right.shown}: write {a}*{b} for a product", left, right)

    # -- names and functions ----------------------------------------------------------------------------------

    def _named(self, token: Token) -> Term:
        name = token.text
        if name in ("E", "pi") and not self.sees("("):
            return exp(ONE) if name == "E" else PI
        if name in ("oo", "inf", "infinity"):
            self.fail("infinity is written oo, and only as an end of a range, sum, product or integral", token)
        if name == "π":
            self.fail("write pi for the constant, or another name for a symbol", token)
        if name in (*WORDS, *CLAUSES) and name not in ("E", "pi"):
            self.fail(f"{name!r} cannot stand here", token)
        if self.sees("("):
            return self._call(token)
        # gamma is both a function and a usual parameter; without parentheses it can only be the latter.
        if name in KNOWN and name != "gamma":
            self.fail(f"{name} is a function: write {name}(...)", token)
        if name in self.let:
            self._expanded.append((name, token))
            self.demands += self.let[name].demands
            return self.let[name].term
        return sym(name)

    def _call(self, name: Token) -> Term:
        if name.text in objects.DIVERGENCES:
            return self._divergence(name)
        if name.text in objects.LAWS:
            self.fail(f"{name.text} is a law: it stands in TV, KL, D, hockeystick, hellinger, chi2 or a notion", name)
        if name.text in objects.NOTIONS:
            self.fail(f"{name.text}(...) says something of two laws: it is a whole claim, not a part of one", name)
        if name.text not in KNOWN:
            self._unknown(name)
        opening = self.advance()
        self._enter()
        if name.text in BINDERS:
            result = self._binder(name, opening)
        else:
            arguments = self._pieces() if name.text == "Piecewise" else self._arguments()
            self.close(opening)
            try:
                result = _apply(name.text, arguments)
            except TermError as error:
                self.fail(str(error), name, self.last)
        self._depth -= 1
        return result

    # -- laws and divergences -----------------------------------------------------------------------------------------

    def _divergence(self, name: Token) -> Term:
        """`TV(P, Q)`, `D(alpha, P, Q)`: the defining integral."""
        self._enter()
        parameters, p, q = self._object_arguments(name, objects.DIVERGENCES[name.text][1])
        try:
            result = objects.divergence(name.text, parameters, p, q, self._names())
            self._demand(objects.divergence_demands(name.text, parameters, p, q), name)
        except (objects.DefinitionError, TermError) as error:
            self.fail(str(error), name, self.last)
        self._depth -= 1
        return result

    def notion(self) -> objects.Stated:
        """`approx(eps, delta, P, Q)`, a whole claim."""
        name = self.advance()
        parameters, p, q = self._object_arguments(name, len(objects.NOTIONS[name.text]))
        try:
            self._demand(objects.notion_demands(name.text, parameters, p, q), name)
            return objects.notion(name.text, parameters, p, q, self._names())
        except (objects.DefinitionError, TermError) as error:
            self.fail(str(error), name, self.last)

    def _demand(self, demands: Iterable[Demand], name: Token) -> None:
        """What laws demand of their parameters; numbers must meet it at once."""
        for demand in demands:
            try:
                check_demand(demand)
            except DomainError as error:
                self.fail(error.message, name, self.last)
            self.demands.append(demand)

    def sees_notion(self) -> bool:
        return self.token.kind == "name" and self.token.text in objects.NOTIONS and self.ahead().text == "("

    def _names(self) -> frozenset[str]:
        """Every name in the text and in the abbreviations: bound symbols are none of them."""
        return frozenset(t.text for t in self.tokens if t.kind == "name").union(
            *(a.term.free for a in self.let.values())
        )

    def _object_arguments(self, name: Token, count: int) -> tuple[list[Term], LawTerm, LawTerm]:
        opening = self.advance()
        parameters = []
        for _ in range(count):
            parameters.append(self.expression())
            if not self.accept(","):
                self.fail(f"found {self.token.shown}, expected ',' and two laws: {_shape(name.text)}", self.token)
        p = self._law(name)
        if not self.accept(","):
            self.fail(f"found {self.token.shown}, expected ',' and a second law: {_shape(name.text)}", self.token)
        q = self._law(name)
        self.close(opening)
        return parameters, p, q

    def _law(self, owner: Token) -> LawTerm:
        name = self.advance()
        if name.kind != "name" or name.text not in objects.LAWS:
            known = ", ".join(objects.LAWS)
            self.fail(f"found {name.shown}, expected a law ({known}): {_shape(owner.text)}", name)
        if not self.sees("("):
            self.fail(f"{name.text} is a law: write {name.text}(...)", name)
        opening = self.advance()
        parameters = self._arguments()
        self.close(opening)
        wanted = objects.LAWS[name.text]
        if len(parameters) != wanted:
            self.fail(f"{name.text}: found {len(parameters)} parameters, expected {wanted}", name, self.last)
        return objects.law(name.text, parameters)

    def _unknown(self, name: Token) -> NoReturn:
        if name.text in _INSTEAD:
            self.fail(f"unknown function {name.text}: write {_INSTEAD[name.text]}", name)
        lower = {known.lower(): known for known in KNOWN}
        close = difflib.get_close_matches(name.text.lower(), lower, n=1, cutoff=0.7)
        if name.text in ("sin", "cos", "tan"):  # one letter away from functions that mean something else
            close = []
        hint = f"did you mean {lower[close[0]]}" if close else f"known: {', '.join(KNOWN)}"
        self.fail(f"unknown function {name.text}; {hint}, or write {name.text}*(...) for a product", name)

    def _arguments(self) -> list[Term]:
        if self.sees(")"):
            return []
        arguments = [self.expression()]
        while self.accept(","):
            arguments.append(self.expression())
        return arguments

    def _pieces(self) -> list[Term]:
        """`(f, condition), (g, True)` as f, condition, g, true."""
        parts: list[Term] = []
        while True:
            opening = self.token
            if not self.accept("("):
                self.fail("found " + self.token.shown + ", expected a piece (value, condition)", self.token)
            value = self.expression()
            if not self.accept(","):
                self.fail(f"found {self.token.shown}, expected ',' and the condition of the piece", self.token)
            parts += [value, self.condition()]
            self.close(opening)
            if not self.accept(","):
                return parts
            if parts[-1] is TRUE:
                self.fail("a piece after the piece for True is never used", self.token)

    def _binder(self, name: Token, outer: Token) -> Term:
        """`f, (i, a, b))`, the rest of a sum, product or integral."""
        used, demanded = len(self._expanded), len(self.demands)
        body = self.expression()
        shape = f"expected {name.text}(f, (i, a, b))"
        if not (self.accept(",") and self.sees("(") and self.ahead().kind == "name" and self.ahead(2).text == ","):
            self.fail(f"found {self.token.shown}, {shape}", self.token)
        opening, bound, _ = self.advance(), self.advance(), self.advance()
        self._check_bound(bound, used)
        lower = self.end_of_range()
        if not self.accept(","):
            self.fail(f"found {self.token.shown}, {shape}", self.token)
        upper = self.end_of_range()
        self.close(opening)
        if self.sees(","):
            self.fail(f"{name.text} takes one range; write one inside the other", self.token)
        if bound.text in lower.free | upper.free:
            self.fail(f"{bound.text} is bound here and cannot occur in its own bounds", bound)
        self.close(outer)
        result = bind(name.text, body, bound.text, lower, upper)
        self._check_work(result, name)
        inner, self.demands[demanded:] = self.demands[demanded:], []
        for demand in inner:
            if bound.text not in demand.relation.free:
                self.demands.append(demand)
            elif not met_by_index(demand.relation, result):
                message = f"{demand.words} for each {bound.text}, which the range of {bound.text} does not show"
                self.fail(message, name, self.last)
        return result

    def _check_bound(self, bound: Token, used: int) -> None:
        name = bound.text
        if name in KNOWN or name in WORDS:
            self.fail(f"{name} already has a meaning and cannot be bound", bound)
        if name in self.let:
            self.fail(f"{name} is defined by let and cannot be bound", bound)
        for abbreviation, _ in self._expanded[used:]:
            if name in self.let[abbreviation].term.free:
                self.fail(f"{name} is bound here, but the definition of {abbreviation} uses another {name}", bound)

    # -- bounds -----------------------------------------------------------------------------------------------

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > 2 * MAX_NESTING:  # every level of nesting is an expression and a factor
            self.fail(f"nested deeper than {MAX_NESTING} levels", self.token)

    def _check_power(self, base: Term, exponent: Term, first: Token) -> None:
        if problem := power_limit(base, exponent):
            self.fail(problem, first, self.last)

    def _check_work(self, binder: Term, name: Token) -> None:
        self._work[binder] = sum_terms(binder, self._work)
        if self._work[binder] > MAX_SUM_TERMS:
            self.fail(f"more than {MAX_SUM_TERMS} terms", name, self.last)

    def check_size(self, t: Term) -> None:
        if problem := size_limit(t):
            raise ReadError(problem, self.text)


def _shape(name: str) -> str:
    """How a divergence or notion is written."""
    parameters = {"D": "alpha, ", "hockeystick": "eps, ", "pure": "eps, ", "approx": "eps, delta, ", "renyi": "alpha, eps, ",
                  "zcdp": "rho, "}.get(name, "")  # fmt: skip
    return f"{name}({parameters}P, Q)"


def _integer(token: Token) -> bool:
    return token.kind == "number" and token.text.isdigit()


def _apply(name: str, arguments: list[Term]) -> Term:
    """The function of this name. Raises TermError."""
    least, most = FUNCTIONS.get({"ln": "log", "log2": "log"}.get(name, name), (0, len(arguments)))
    if not least <= len(arguments) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise TermError(f"{name}: found {len(arguments)} arguments, expected {wanted}")
    if name == "Piecewise":
        default = arguments[-2] if arguments[-1] is TRUE else None
        whole = arguments[:-2] if default is not None else arguments
        return piecewise(list(zip(whole[::2], whole[1::2], strict=True)), default)
    if name == "log2":
        return div(log(func("log", *arguments).args[0]), log(TWO))
    return func("log" if name == "ln" else name, *arguments)
