"""What a rule gets: a step to check, and the judgements by which it may do so.

A rule may write down any term. It learns something about a term by a judgement alone, and every judgement first demands that the
terms it is asked about are defined on the whole domain it is asked for; `demand` is the one place where that is discharged:

    demand      t is defined on D: its obligations are seen, or follow from the facts that the step names in `defined`, or t is
                made of terms that are granted
    same        a and b are defined on D and equal there, as normal forms
    shows       both sides of a relation are defined on D, and it holds there, by structure or as a cited fact says
    slope       t is defined and differentiable in a real symbol on an interval; the derivative, which is defined there
    limit       t is defined near an end of the symbol's range; the sign of its limit there
    changes     t is defined, and a quotient of polynomials in one symbol; how its sign changes

A term is *granted* on D if an earlier step has shown that it is defined: the sides of the goal and of cited facts, the ends of
ranges, an instance of a granted term at values inside its domain. Rules import nothing of the kernel's arithmetic (a test sees to it).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from ..arithmetic.defined import continuous
from ..arithmetic.derivative import NotDifferentiable, derivative
from ..arithmetic.integrality import integer_valued
from ..arithmetic.limits import limit_sign
from ..arithmetic.polynomials import univariate_pattern
from ..statements import Domain, Fact, Have, Pattern, Range, Statement
from ..substitution import substitute
from ..terms import MINUS_OO, OO, Term
from ..verdicts import StepRejected, require
from .context import Context, nonnegative_form
from .coverage import has_interior, is_interval, within
from .membership import membership

Kind = TypeVar("Kind", Fact, Pattern)


class Step:
    """One step before the kernel. `domain` is that of the goal."""

    def __init__(self, have: Have, ctx: Context) -> None:
        self.have, self.domain, self._ctx = have, have.statement.domain, ctx
        self._granted: dict[Domain, set[Term]] = {}
        self.grant_ends(self.domain)

    # -- citing -----------------------------------------------------------------------------------------------

    def fact(self, name: str, on: Domain | None = None) -> Fact:
        """An earlier fact that holds on all of `on`, the goal's domain unless said otherwise."""
        return self._cited(name, Fact, self.domain if on is None else on)

    def pattern(self, name: str, on: Domain | None = None) -> Pattern:
        return self._cited(name, Pattern, self.domain if on is None else on)

    def _cited(self, name: str, kind: type[Kind], on: Domain) -> Kind:
        found = self.earlier(name, kind)
        require(self._ctx.covers(on, found.domain), (f"{name} on", found.domain), ("one that covers", on))
        self.grant(on, *terms_of(found))
        return found

    def earlier(self, name: str, kind: type[Kind]) -> Kind:
        """An earlier fact, or pattern, wherever it holds."""
        found = self._ctx.facts.get(name)
        if not isinstance(found, kind):
            raise StepRejected((f"{name}:", found), f"an earlier {kind.__name__.lower()}")
        self.grant_ends(found.domain)
        return found

    # -- definedness ------------------------------------------------------------------------------------------

    def grant(self, on: Domain, *terms: Term) -> None:
        """The terms are defined on the domain, for a reason that the caller has."""
        self._granted.setdefault(on, set()).update(terms)

    def grant_ends(self, domain: Domain) -> None:
        """The ends of the ranges of a step's domain are defined (check.py sees to it)."""
        self.grant(Domain(), *(end for r in domain.ranges for end in (r.lower, r.upper) if end is not None))

    def is_defined(self, t: Term, on: Domain) -> bool:
        return self._obstacle(t, on) is None

    def demand(self, t: Term, on: Domain | None = None) -> None:
        """Refuses a term (or a relation) that is not seen to be defined on the whole domain, or has other symbols."""
        where = self.domain if on is None else on
        wrong = self._obstacle(t, where)
        if wrong is not None:
            raise StepRejected(wrong, ("a term that is defined on the whole domain", where))

    def _obstacle(self, t: Term, on: Domain) -> tuple[object, ...] | None:
        if t.free - set(on.names):
            return f"symbols {sorted(t.free - set(on.names))} without a range in", t
        mine = self._granted.setdefault(on, set())
        found = self._ctx.undefined(t, on, self.have.defined, mine)
        if found is not None:
            mine |= set().union(*(terms for d, terms in self._granted.items() if self._ctx.covers(on, d)))
            found = self._ctx.undefined(t, on, self.have.defined, mine)
        if found is not None:
            return found.culprit, ", which needs", found.condition
        return None

    # -- judgements -------------------------------------------------------------------------------------------

    def same(self, a: Term, b: Term, on: Domain | None = None) -> bool:
        """Whether a and b are defined on the domain and equal there."""
        where = self.domain if on is None else on
        self.demand(a, where)
        self.demand(b, where)
        return self._ctx.same_where_defined(a, b, where)

    def shows(self, r: Term, on: Domain | None = None, names: tuple[str, ...] = ()) -> bool:
        """Whether both sides are defined on the domain and the relation holds there, by structure or as a named fact says."""
        where = self.domain if on is None else on
        for name in names:
            cited = self._ctx.facts.get(name)
            if isinstance(cited, Fact) and self._ctx.covers(where, cited.domain):
                self.grant(where, *terms_of(cited))
        return self.is_defined(r, where) and self._ctx.holds_where_defined(r, where, names)

    def slope(self, t: Term, symbol: str, on: Domain) -> Term:
        """The derivative of t along a real symbol, others fixed, at all points of an interval; one-sided at closed ends.

        A composition of the functions that have a derivative here is differentiable wherever it and the formula for its derivative
        are defined: roots are not at 0, nor is acosh at 1, and |.|, rounding and pieces have no formula. Its derivative is continuous.
        """
        require(
            symbol in on.names and not on.range(symbol).integer, f"the symbol {symbol}", "a real symbol of the domain"
        )
        require(is_interval(on, symbol), f"side conditions on {symbol}", "an interval of the symbol")
        self.demand(t, on)
        try:
            found = derivative(t, symbol)
        except NotDifferentiable as error:
            raise StepRejected(str(error), ("a term that is differentiable in", symbol)) from None
        self.demand(found, on)
        return found

    def limit(self, t: Term, symbol: str, on: Domain, end: Term | None, upper: bool, order: int) -> int | None:
        """1, -1 or 0 if the limit of t is in [0, oo], in [-oo, 0], or 0, as the symbol tends to an end; None if it is not seen.

        `on` is where t is defined, `end` an end of the symbol's range there (None: infinite), from below if `upper`.
        """
        self.demand(t, on)
        others = on.without(symbol)
        if end is not None:
            self.demand(end, others)
        return limit_sign(t, symbol, others, end, upper, order, self._ctx.tick)

    def changes(self, t: Term, symbol: str) -> tuple[tuple[int, ...], bool, bool]:
        """The signs of t along the symbol's interval, whether it has no other roots inside, and none at a closed end."""
        require(symbol in self.domain.names, f"the symbol {symbol}", "a symbol of the domain")
        self.demand(t)
        found = univariate_pattern(t, symbol, self._ctx.field(self.domain), self.domain.range(symbol))
        if found is None:
            raise StepRejected((t,), f"a quotient of polynomials of small degree in {symbol} alone")
        return found

    def whole(self, t: Term, on: Domain | None = None) -> bool:
        """Whether t takes integer values only."""
        return integer_valued(t, self.domain if on is None else on)

    # -- instances --------------------------------------------------------------------------------------------

    def inside(self, values: Mapping[str, Term], of: Domain, names: tuple[str, ...]) -> None:
        """Demands that the values of the symbols of `of` are defined on the goal's domain and lie in `of`."""
        for r in of.ranges:
            t = values[r.name]
            self.demand(t)
            if t.op == "sym" and within(self.domain.range(t.name), r):
                continue
            require(not r.integer or self.whole(t), ("the value", t, "of", r.name), "an integer")
            self._all_shown(membership(t, r), names)
        self._all_shown((substitute(c, values) for c in of.conditions), names)

    def _all_shown(self, relations: Iterable[Term], names: tuple[str, ...]) -> None:
        for c in relations:
            require(
                self.shows(c, names=names), ("values for which", c, "is not shown"), "values in the domain of the fact"
            )

    def instance(self, t: Term, values: Mapping[str, Term]) -> Term:
        """A term of a cited fact at values that are `inside` its domain: it is defined, as the fact's terms are."""
        found = substitute(t, values)
        self.grant(self.domain, found)
        return found


def terms_of(s: Statement) -> tuple[Term, ...]:
    """The terms that must be defined for the statement to say something."""
    return (s.term,) if isinstance(s, Pattern) else s.statement.args


class FactStep(Step):
    """A step whose goal is a relation on a domain: lhs R rhs, or gap >= 0, > 0, == 0, != 0 (`sign`)."""

    def __init__(self, have: Have, goal: Fact, ctx: Context) -> None:
        super().__init__(have, ctx)
        self.statement = goal.statement
        self.lhs, self.op, self.rhs = self.statement.lhs, self.statement.op, self.statement.rhs
        self.gap, self.sign = nonnegative_form(self.statement)


class PatternStep(Step):
    """A step whose goal is the sign pattern of a term along a symbol."""

    def __init__(self, have: Have, goal: Pattern, ctx: Context) -> None:
        super().__init__(have, ctx)
        self.term, self.symbol, self.signs, self.strict = goal.term, goal.symbol, goal.signs, goal.strict
        alternating = all(a == -b for a, b in zip(self.signs, self.signs[1:]))
        valid = bool(self.signs) and alternating and all(s in (1, -1) for s in self.signs)
        require(valid, f"signs {self.signs}", "alternating signs 1 and -1")
        require(
            self.symbol in self.domain.names and not self.range.integer, f"the symbol {self.symbol}", "a real symbol"
        )
        bound = any(self.symbol in c.free for c in self.domain.conditions)
        require(not bound, f"side conditions on {self.symbol}", "an interval of the symbol")

    @property
    def range(self) -> Range:
        return self.domain.range(self.symbol)

    def closes(self) -> None:
        """Demands that values at the ends of the interval are limits from inside: it has an inside, and the term no jumps."""
        require(has_interior(self.range), ("the range", self.range), "an interval with an interior")
        require(continuous(self.term), (self.term,), "a continuous term")


def finite(end: Term) -> bool:
    return end is not OO and end is not MINUS_OO
