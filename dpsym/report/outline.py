"""A certificate made ready for a reader: which steps are shown, in which words, under which conditions.

Steps that only restate another one are folded into it, and so are short ones that are used once; long terms that recur
get names. What is left is numbered in the order of the certificate. dpsym.report.proof prints it as text,
dpsym.report.proof_latex as LaTeX.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..kernel.reals.context import Context
from ..kernel.reals.rules import RULES
from ..kernel.reals.rules import logic as rules
from ..kernel.reals.rules import patterns as ladder
from ..kernel.statements import Certificate, Fact, Have, Pattern, Point, Range, Statement
from ..kernel.terms import ZERO, Term, mul, relation, sym
from .seen import needs_facts
from .text import term_text
from .tidy import Named, abbreviations, replaced, tidy
from .words import WORDS, At, Part, Ref, Signs, Subject, Words, listed, multiple, narrowed, subject_of

_SHORT = 60  # characters of a statement that is used once and may stand inside the reason of another
_TINY = 20  # the same for one that is used more often

_RESTATING = (rules.Follows, ladder.OneSign, ladder.Close, ladder.FromPattern)
#: Rules whose reason may be told by the step that restates their conclusion.
_CARRIED = (ladder.Close, ladder.Scaled, ladder.Ladder, ladder.Polynomial, ladder.Glue)


@dataclass(frozen=True)
class Line:
    """A numbered step: where it holds if that is not the claim's domain, what it says, and why."""

    ranges: tuple[Range, ...]
    conditions: tuple[Term, ...]
    statement: Words
    reason: Words


@dataclass(frozen=True)
class Outline:
    hypotheses: tuple[tuple[str, Term], ...]  # the labels of the claim's hypotheses and side conditions
    names: Named  # abbreviations
    lines: tuple[Line, ...]
    numbers: dict[str, int]  # of the steps that are shown
    witness: Point


def outline(certificate: Certificate) -> Outline:
    """The proof as a reader gets it."""
    view = _View(certificate)
    lines = {name: view.line(name) for name in view.roots()}
    while missing := view.wanted - lines.keys():
        lines |= {name: view.line(name) for name in missing}
    shown = [h.name for h in certificate.proof if h.name in lines]
    claim = certificate.claim
    plain = [lines[name] for name in shown]
    terms = [t for line in plain for t in _terms(line, claim.statement)]
    taken = {n for h in certificate.proof for n in h.statement.domain.names} | set(view.labels.values())
    named = abbreviations(terms, taken)
    return Outline(
        tuple((label, c) for c, label in view.labels.items()),
        named,
        tuple(_renamed(line, named, claim.statement) for line in plain),
        {name: i for i, name in enumerate(shown, 1)},
        certificate.witness,
    )


def _terms(line: Line, kept: Term) -> Iterator[Term]:
    """The terms of a line that may be abbreviated."""
    yield from line.conditions
    for part in (*line.statement, *line.reason):
        if isinstance(part, At):
            yield part.value
        elif isinstance(part, Term) and part is not kept:
            yield part


def _renamed(line: Line, named: Named, kept: Term) -> Line:
    def renamed(part: Part) -> Part:
        if isinstance(part, At):
            return replace(part, value=replaced(part.value, named))
        return replaced(part, named) if isinstance(part, Term) and part is not kept else part

    conditions = tuple(replaced(c, named) for c in line.conditions)
    statement, reason = (tuple(map(renamed, words)) for words in (line.statement, line.reason))
    return replace(line, conditions=conditions, statement=statement, reason=reason)


class _View:
    """The proof as the words of a step see it; `wanted` collects the steps that were cited by number."""

    def __init__(self, certificate: Certificate) -> None:
        self.certificate = certificate
        self.whole = certificate.claim.fact.domain
        self.steps = {h.name: h for h in certificate.proof}
        self.labels = {c: f"H{i}" for i, c in enumerate(self.whole.conditions, 1)}
        self.wanted: set[str] = set()
        context = Context()
        self.helped = {h.name for h in certificate.proof if h.defined and needs_facts(h, context)}
        self.uses: Counter[str] = Counter()
        for h in reversed(certificate.proof):  # a step that is the same as another hands its uses on
            times = max(1, self.uses[h.name]) if self._alias(h) else 1
            for name in cited(h) if h.name in self.helped else dict.fromkeys(_cited_by_rule(h)):
                self.uses[name] += times
        self.lemmas = self._substituted()

    def roots(self) -> list[str]:
        """The claim, and what no other step cites: facts that show hypotheses to be defined."""
        proof = self.certificate.proof
        used = {name for h in proof for name in cited(h)}
        return [h.name for h in proof if h is proof[-1] or h.name not in used]

    def _substituted(self) -> set[str]:
        """The steps whose symbols may stand for other values than the claim's: lemmas that are instantiated."""
        found: set[str] = set()
        for h in reversed(self.certificate.proof):
            if isinstance(h.by, rules.Instance) and h.by.at:
                found.add(h.by.of)
            if h.name in found:
                found.update(cited(h))
        return found

    # -- lines ---------------------------------------------------------------------------------------------------

    def line(self, name: str) -> Line:
        h = self.steps[name]
        ranges = tuple(r for r in h.statement.domain.ranges if r not in self.whole.ranges)
        known = () if name in self.lemmas else self.whole.conditions
        conditions = tuple(tidy(c) for c in h.statement.domain.conditions if c not in known)
        reason = self._words(h, subject_of(h))
        return Line(ranges, conditions, self._statement(h.statement), reason)

    def _statement(self, s: Statement) -> Words:
        said = stated(s)
        if said is not None:
            return (said if said is self.certificate.claim.statement else tidy(said),)
        assert isinstance(s, Pattern)
        return (tidy(s.term), " changes sign along ", sym(s.symbol), " at most from ", Signs(s.signs))

    def _words(self, h: Have, subject: Subject) -> Words:
        said = WORDS[type(h.by)](h, self, subject)
        if h.name not in self.helped:
            return said
        known = set(_cited_by_rule(h))
        nouns = dict.fromkeys(self.noun(n) for n in h.defined if n in self.steps and n not in known)
        defined = [noun for noun in nouns if not set(noun) <= set(said)]
        return (*said, "; defined by ", *listed(defined)) if defined else said

    # -- what the words ask ----------------------------------------------------------------------------------------

    def step(self, name: str) -> Have:
        return self.steps[name]

    def noun(self, name: str, inline: bool = True, multiples: bool = False) -> Words:
        """A cited step in words, or by its number, which is then shown."""
        h = self.steps.get(name)
        if h is None:
            return ("the signs of its parts",)  # the kernel sees it without the step, which has been left out
        if self._alias(h):
            return self.noun(h.by.of, inline, multiples)  # type: ignore[attr-defined]
        if isinstance(h.by, rules.Given):
            return self._condition(h)
        once = self.uses[name] == 1
        if once and multiples and isinstance(h.by, ladder.Scaled):
            return multiple(h, self)
        if self.is_folded(name):
            return narrowed(h, self)
        said = stated(h.statement) if inline and isinstance(h.by, (rules.Sign, rules.Identity)) else None
        if said is not None and len(term_text(said)) <= (_SHORT if once else _TINY):
            return (tidy(said),)
        self.wanted.add(name)
        return (Ref(name),)

    def is_folded(self, name: str) -> bool:
        h = self.steps.get(name)
        return h is not None and isinstance(h.by, rules.Instance) and not h.by.at and self.uses[name] == 1

    def unscaled(self, h: Have) -> tuple[str, Term, tuple[str, ...]]:
        factors: list[Term] = []
        signs: list[str] = []
        name = h.name
        while isinstance(h.by, ladder.Scaled) and (not factors or self.uses[name] == 1):
            factors.append(h.by.factor)
            signs += h.by.signs
            name = self._pattern(h.by.of)
            h = self.steps[name]
        return name, mul(*factors), tuple(dict.fromkeys(signs))

    def _pattern(self, name: str) -> str:
        """The pattern that a cited one repeats, if it does."""
        h = self.steps[name]
        while self._alias(h) and isinstance(self.steps[h.by.of].statement, Pattern):  # type: ignore[attr-defined]
            h = self.steps[h.by.of]  # type: ignore[attr-defined]
        return h.name

    def reason(self, name: str, subject: Subject) -> Words | None:
        """The reason of a step that is used once and restated by the one that asks."""
        h = self.steps.get(name)
        if h is None or self.uses[name] != 1:
            return None
        if self._alias(h):
            return self.reason(h.by.of, subject)  # type: ignore[attr-defined]
        return self._words(h, subject) if isinstance(h.by, _CARRIED) else None

    def _condition(self, h: Have) -> Words:
        statement = h.statement.statement if isinstance(h.statement, Fact) else ZERO
        label = self.labels.get(statement)
        return (label,) if label else (tidy(statement),)

    def _alias(self, h: Have) -> bool:
        """Whether a step says the same as the one it cites, on the same domain."""
        if not isinstance(h.by, _RESTATING):
            return False
        other = self.steps.get(h.by.of)
        if other is None or other.statement.domain != h.statement.domain:
            return False
        mine, its = stated(h.statement), stated(other.statement)
        return mine is not None and its is not None and tidy(mine) is tidy(its)


def stated(s: Statement) -> Term | None:
    """A fact, or a pattern of one sign, as a relation; None for a pattern of several signs."""
    if isinstance(s, Fact):
        return s.statement
    if len(s.signs) != 1:
        return None
    r = s.domain.range(s.symbol)
    strict = s.strict and r.lower_open and r.upper_open
    return relation((">" if s.signs[0] > 0 else "<") + ("" if strict else "="), s.term, ZERO)


def cited(h: Have) -> tuple[str, ...]:
    """The names of the steps that a step cites, each once."""
    return tuple(dict.fromkeys((*_cited_by_rule(h), *h.defined)))


def _cited_by_rule(h: Have) -> Iterator[str]:
    _, fields = RULES[type(h.by).__name__]
    for field, kind in fields.items():
        value = getattr(h.by, field)
        if field == "symbol" or value is None or value == ladder.LIMIT:
            continue
        if kind in ("name", "name?"):
            yield value
        elif kind == "names":
            yield from value
        elif kind == "pairs" and field == "using":
            yield from (name for name, _ in value)
