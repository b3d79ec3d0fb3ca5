"""The strict text reader: `exp(eps) - 1 <= eps*exp(eps)` to claims of the kernel.

A real parser with positions: nothing is evaluated, sizes are bounded, and what has two readings is refused. Whatever
the text, the only exception is `ReadError`, which shows the place.

    read_term("x**2 + 1/3")
    read_relations("0 < p < 1")
    read_conditions("eps > 0, p, q in [0, 1), k in integers, q <= p")
    read_claims("tanh(eps/2) <= eps/2", where=["eps > 0"])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ...kernel.statements import Claim, Domain
from ...kernel.terms import MINUS_OO, OO, WORDS, Term, TermError, relation, subterms, sym
from ..domains import KINDS, Condition, DomainError, build_domain, free_symbols
from ..letters import Spellings
from ..likeness import nearest
from ..objects import Demand, Stated
from .grammar import CLAUSES, KNOWN, Abbreviation, Parser
from .tokens import ReadError

__all__ = ["ReadError", "read_claims", "read_conditions", "read_let", "read_relations", "read_term", "unspoken"]

T = TypeVar("T")
Let = Mapping[str, Term]


@dataclass(frozen=True)
class _Placed:
    """A condition with the text and the span it was read from."""

    condition: Condition
    text: str
    start: int
    end: int
    source: str = "where"


@dataclass(frozen=True)
class _Asked:
    """A claim as it is written: what it states, and the conditions and hypotheses that stand behind it."""

    stated: Stated
    placed: tuple[_Placed, ...] = ()
    given: tuple[Term, ...] = ()


class Question:
    """The texts of one question: its names are written in one way throughout, its laws' demands are gathered."""

    def __init__(self, let: Let | None = None, spellings: Spellings | None = None) -> None:
        self.let = {name: Abbreviation(t) for name, t in (let or {}).items()}
        self.spellings = spellings or Spellings()
        self.demands: list[Demand] = []

    def relations(self, text: str, source: str = "") -> tuple[Term, ...]:
        return self._read(text, _relations, source)

    def conditions(self, text: str, source: str = "") -> tuple[Condition, ...]:
        return tuple(p.condition for p in self.placed(text, source))

    def placed(self, text: str, source: str = "") -> list[_Placed]:
        return self._read(text, _conditions, source)

    def claim(self, text: str) -> _Asked:
        return self._read(text, _claim, "claim")

    def hypotheses(self, text: str) -> tuple[Term, ...]:
        return self._read(text, _hypotheses, "given")

    def term(self, text: str) -> Term:
        return self._read(text, _expression)

    def definition(self, text: str) -> tuple[str, Term]:
        """Reads an abbreviation and takes it up: what follows may use it."""
        parser, (name, value) = self._parsed(text, _definition, "let")
        if name in self.let:
            raise ReadError(f"{name} is defined twice", text, source="let")
        for earlier, used in self.let.items():
            if name in used.term.free:
                message = f"the earlier definition of {earlier} uses {name}: define {name} first, and avoid cycles"
                raise ReadError(message, text, source="let")
        self.let[name] = Abbreviation(value, tuple(parser.demands))
        return name, value

    def _read(self, text: str, rule: Callable[[Parser], T], source: str = "") -> T:
        parser, result = self._parsed(text, rule, source)
        self.demands += [d for d in parser.demands if d not in self.demands]
        return result

    def _parsed(self, text: str, rule: Callable[[Parser], T], source: str) -> tuple[Parser, T]:
        """Reads the whole text by one rule; a term the kernel refuses (too deep) is an error of the text."""
        try:
            parser = Parser(text, self.let, self.spellings)
            result = rule(parser)
            parser.finish()
            return parser, result
        except TermError as error:
            raise ReadError(str(error), text, source=source) from None
        except ReadError as error:
            error.source = source
            raise


def read_term(text: str, let: Let | None = None) -> Term:
    """The term of an expression. `let` maps abbreviations to the terms they stand for."""
    return Question(let).term(text)


def read_relations(text: str, let: Let | None = None) -> tuple[Term, ...]:
    """The relations of a chain: `0 < p < 1` is 0 < p and p < 1."""
    return Question(let).relations(text)


def read_conditions(text: str, let: Let | None = None) -> tuple[Condition, ...]:
    """The conditions of a list with commas: relations, chains and memberships (`x in reals`, `p, q in (0, 1]`)."""
    return Question(let).conditions(text)


def read_let(text: str, let: Let | None = None) -> tuple[str, Term]:
    """The name and the term of a definition `s = sqrt(x)`."""
    return Question(let).definition(text)


def read_claims(
    claim: str, where: Sequence[str] = (), given: Sequence[str] = (), let: Sequence[str] = (), id: str = ""
) -> tuple[Claim, ...]:
    """One claim for each link of `claim`, over the domain that `where` describes, under the hypotheses `given`.

    Both may stand behind the claim as well, as an answer prints them: `claim for conditions given hypotheses`.
    Abbreviations (`let`) are expanded everywhere. The links of a chain have the ids `id.1`, `id.2`, and so on. What the laws of the
    question demand of their parameters belongs to the domain.
    """
    question = Question()
    lets = dict(question.definition(text) for text in let)
    asked = question.claim(claim)
    links = asked.stated.relations
    hypotheses = [*asked.given, *(h for text in given for h in question.hypotheses(text))]
    placed = [*asked.placed, *(p for text in where for p in question.placed(text, "where"))]
    placed += [_brought(claim, r) for r in asked.stated.conditions]
    conditions = [p.condition for p in placed]
    _check_gamma(claim, [*links, *hypotheses, *(c.relation for c in conditions if c.relation is not None)], conditions)
    claims = []
    for k, link in enumerate(links, 1):
        names = [name for t in (link, *hypotheses) for name in free_symbols(t)]
        domain = _domain(claim, placed, names, question.demands)
        name = id if len(links) == 1 else f"{id}.{k}" if id else str(k)
        claims.append(Claim(domain, tuple(hypotheses), link.lhs, link.op, link.rhs, tuple(lets.items()), name))
    return tuple(claims)


def unspoken(claim: Claim) -> dict[str, list[str]]:
    """Symbols with a condition that say nothing about the claim, each with the symbols of the claim that are like it."""
    spoken = set(free_symbols(relation(claim.relation, claim.lhs, claim.rhs)))
    spoken.update(n for g in claim.given for n in g.free)
    own = sorted(spoken)
    related = [c.free for c in claim.domain.conditions]
    related += [
        frozenset({r.name}).union(*(e.free for e in (r.lower, r.upper) if e is not None)) for r in claim.domain.ranges
    ]
    while new := {n for names in related if names & spoken for n in names} - spoken:
        spoken |= new
    return {n: nearest(n, own) for n in claim.domain.names if n not in spoken}


# -- one text -------------------------------------------------------------------------------------------------


def _expression(parser: Parser) -> Term:
    result = parser.expression()
    parser.check_size(result)
    return result


def _relations(parser: Parser) -> tuple[Term, ...]:
    first = parser.token
    links = parser.chain()
    if not links and parser.token.kind == "end":
        parser.fail("found an expression, expected a relation (== <= < >= >)", first, parser.last)
    for link in links:
        parser.check_size(link.relation)
    return tuple(link.relation for link in links)


def _brought(claim: str, r: Term) -> _Placed:
    """A condition that a notion brings along."""
    return _Placed(Condition(relation=r, text=claim), claim, 0, len(claim), "claim")


def _claim(parser: Parser) -> _Asked:
    stated = _stated(parser)
    placed = _conditions(parser) if parser.accept("for") else []
    given = _hypotheses(parser) if parser.accept("given") else ()
    if parser.sees(","):
        parser.fail("one claim at a time; conditions belong in where", parser.token)
    return _Asked(stated, tuple(replace(p, source="claim") for p in placed), given)


def _stated(parser: Parser) -> Stated:
    if parser.sees_notion():
        stated = parser.notion()
        for r in stated.relations:
            parser.check_size(r)
        return stated
    links = _relations(parser)
    if any(link.op == "!=" for link in links):
        raise ReadError("a claim is one of == <= < >= >; != is for conditions and hypotheses", parser.text)
    return Stated(links)


def _hypotheses(parser: Parser) -> tuple[Term, ...]:
    found = list(_relations(parser))
    while parser.accept(","):
        found += _relations(parser)
    if parser.sees("in"):
        parser.fail("a membership belongs in where", parser.token)
    return tuple(found)


def _definition(parser: Parser) -> tuple[str, Term]:
    name = parser.advance()
    if name.kind != "name" or not parser.sees("="):
        wrong = name if name.kind != "name" else parser.token
        parser.fail(f"found {wrong.shown}, expected a definition: name = expression", wrong)
    if name.text in (*KNOWN, *WORDS, *CLAUSES):
        parser.fail(f"{name.text} already has a meaning and cannot be defined", name)
    parser.advance()
    value = parser.expression()
    parser.check_size(value)
    if name.text in value.free:
        parser.fail(f"the definition of {name.text} leads back to {name.text}", name)
    return name.text, value


# -- conditions -----------------------------------------------------------------------------------------------


def _conditions(parser: Parser) -> list[_Placed]:
    found: list[_Placed] = []
    while True:
        found += _membership(parser) if _names_a_set(parser) else _chain(parser)
        if not parser.accept(","):
            return found


def _names_a_set(parser: Parser) -> bool:
    """Whether the next condition is `x in ...` or `x, y in ...`."""
    k = 0
    while parser.ahead(k).kind == "name" and parser.ahead(k + 1).text == ",":
        k += 2
    return parser.ahead(k).kind == "name" and parser.ahead(k + 1).text == "in"


def _chain(parser: Parser) -> list[_Placed]:
    first = parser.token
    links = parser.chain(infinite=True)
    if not links:
        if parser.sees(","):
            parser.fail("found an expression, expected a condition such as x > 0 or x, y in (0, 1]", first, parser.last)
        if parser.token.kind == "end":
            parser.fail("found an expression, expected a relation (== <= < >= >) or x in ...", first, parser.last)
    for link in links:
        for name, other in zip(link.abbreviations, reversed(link.relation.args), strict=True):
            if name is not None and not other.free:
                message = f"{name} is defined by let and cannot be given a range too"
                raise ReadError(message, parser.text, link.start, link.end)
        parser.check_size(link.relation)
    return [_placed(parser, link.relation, link.start, link.end) for link in links]


def _placed(parser: Parser, r: Term, start: int, end: int) -> _Placed:
    return _Placed(Condition(relation=r, text=parser.text[start:end]), parser.text, start, end)


def _membership(parser: Parser) -> list[_Placed]:
    """`x, y in reals`, `k in integers` or `p in [0, 1)`."""
    names = [parser.advance()]
    while parser.accept(","):
        names.append(parser.advance())
    parser.advance()  # in
    for name in names:
        if name.text in parser.let:
            parser.fail(f"{name.text} is defined by let and cannot be given a range too", name)
        if name.text in (*WORDS, *CLAUSES) or (name.text in KNOWN and name.text != "gamma"):
            parser.fail(f"{name.text} is not a symbol", name)
    start = parser.token
    if parser.sees("(", "["):
        bounds = _interval(parser)
        members = [(name.text, relation(op, sym(name.text), end)) for name in names for op, end in bounds]
        return [_placed_member(parser, name, names[0].start, r) for name, r in members]
    if not parser.accept(*KINDS):
        hint = " (k in integers, k >= 1 is k = 1, 2, ...)" if start.kind == "name" else ""
        parser.fail(f"found {start.shown}, expected reals, integers or an interval such as (0, 1]{hint}", start)
    return [_placed_member(parser, name.text, names[0].start, None, start.text) for name in names]


def _placed_member(parser: Parser, name: str, start: int, r: Term | None, kind: str = "reals") -> _Placed:
    end = parser.last.end
    where = parser.text[start:end]
    return _Placed(Condition(relation=r, name=name, kind=kind, text=where), parser.text, start, end)


def _interval(parser: Parser) -> list[tuple[str, Term]]:
    """The two relations of an interval; an infinite end must be open."""
    opening = parser.advance()
    lower = parser.end_of_range()
    if not parser.accept(","):
        parser.fail(f"found {parser.token.shown}, expected ',' and the other end of the interval", parser.token)
    upper = parser.end_of_range()
    closing = parser.token
    if not parser.accept(")", "]"):
        parser.fail(f"found {closing.shown}, expected ) or ] at the end of the interval", closing)
    for end, bracket, closed in ((lower, opening, "["), (upper, closing, "]")):
        if bracket.text == closed and end in (OO, MINUS_OO):
            parser.fail("an infinite end is open: write a round parenthesis", bracket)
    return [(">" if opening.text == "(" else ">=", lower), ("<" if closing.text == ")" else "<=", upper)]


def _domain(claim: str, placed: Sequence[_Placed], names: Iterable[str], demands: Sequence[Demand]) -> Domain:
    """The domain; its errors point at the condition that broke it, or at the claim whose laws did."""
    try:
        return build_domain([p.condition for p in placed], names, demands)
    except DomainError as error:
        culprit = next((p for p in placed if p.condition is error.conditions[-1]), None)
        if culprit is None:
            raise ReadError(error.message, claim, source="claim") from None
        raise ReadError(error.message, culprit.text, culprit.start, culprit.end, culprit.source) from None


def _check_gamma(claim: str, terms: Sequence[Term], conditions: Sequence[Condition]) -> None:
    """gamma may be a function or a symbol, but not both at once: gamma(1 - p) could be a product."""
    is_symbol = any("gamma" in t.free for t in terms) or any(c.name == "gamma" for c in conditions)
    if is_symbol and any(u.op == "gamma" for t in terms for u in subterms(t)):
        message = "gamma is both a symbol and a function here: write gamma*(...) for a product, or rename the symbol"
        raise ReadError(message, claim, source="claim")
