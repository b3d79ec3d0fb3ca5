"""What the kernel sees by itself: signs by structure, normal forms, the facts proved so far, and where a term is defined.

`holds_where_defined` and `same_where_defined` say nothing about points at which a side has no value. So they are not for rules,
which ask a `Step` (judgement.py): it demands that the terms are defined first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from ..arithmetic.bounds import Bounds
from ..arithmetic.defined import NEVER, Obligation, alternatives, integrals, obligations
from ..arithmetic.field import Field
from ..arithmetic.integrality import integer_valued
from ..arithmetic.tails import Tails
from ..statements import Domain, Fact, Statement
from ..terms import FLIPPED, ZERO, Term, relation, sub
from .coverage import within

MOST_KEPT = 4_000_000_000  # bits of normal forms that are remembered
MOST_BOUNDS = 4_000_000_000  # bits of intervals and conditions that are remembered
#: a R b implies a S b for S in IMPLIED[R].
IMPLIED = {
    "<": ("<", "<=", "!="),
    "<=": ("<=",),
    "==": ("==", "<=", ">="),
    "!=": ("!=",),
    ">=": (">=",),
    ">": (">", ">=", "!="),
}


def nonnegative_form(r: Term) -> tuple[Term, str]:
    """A relation as (g, op) meaning g op 0 with op one of >=, >, ==, !=."""
    if r.op in ("<", "<="):
        return sub(r.rhs, r.lhs), FLIPPED[r.op]
    return sub(r.lhs, r.rhs), r.op


class Context:
    """The facts a step may cite, and what the kernel can see by itself."""

    def __init__(self, tick: Callable[[], None] = lambda: None) -> None:
        self.tick = tick
        self.facts: dict[str, Statement] = {}
        self._bounds: dict[Domain, Bounds] = {}
        self._kept = Counter[str]()  # bits of what is in `_bounds`
        self._fields: dict[Domain, Field] = {}
        self._well: set[tuple[Term, Domain]] = set()
        self._shown: dict[tuple[Term, Domain], bool] = {}
        self._tails = Tails(self)

    def bounds(self, domain: Domain) -> Bounds:
        if domain not in self._bounds:
            if self._kept["bits"] > MOST_BOUNDS:
                self.forget()
            self._bounds[domain] = Bounds(domain, self._kept)
        return self._bounds[domain]

    def field(self, domain: Domain) -> Field:
        known = self._fields.get(domain)
        grown = known is None or known.meter.spent > MOST_KEPT // 20  # a field keeps at most what it has worked
        if grown and sum(f.meter.spent for f in self._fields.values()) > MOST_KEPT:
            self._fields.clear()
        if domain not in self._fields:
            self._fields[domain] = Field(domain, self.tick, bounds=self.bounds(domain))
        return self._fields[domain]

    def forget(self) -> None:
        """Drop what is remembered of signs and normal forms: a computation was broken off, or it is too much."""
        for kept in (self._kept, self._bounds, self._fields, self._shown):
            kept.clear()

    # -- where both sides are defined -------------------------------------------------------------------------

    def same_where_defined(self, a: Term, b: Term, domain: Domain) -> bool:
        """Whether a and b are equal on the domain, by normal form, wherever both are defined."""
        return a is b or self.field(domain).is_zero(sub(a, b))

    def holds_where_defined(self, r: Term, domain: Domain, names: tuple[str, ...] = ()) -> bool:
        """Whether a relation is seen to hold on the domain: by structure, or as one of the named facts says."""
        if r in domain.conditions or self.bounds(domain).satisfies(r):
            return True
        return any(self._implies(name, r, domain) for name in names) or self._factors_show(r, domain)

    def _factors_show(self, r: Term, domain: Domain) -> bool:
        """Whether the signs of the irreducible factors of lhs - rhs show the relation."""
        if r.op == "==":
            return False
        key = (r, domain)
        if key not in self._shown:
            sign, strict = self.field(domain).term_sign(sub(r.lhs, r.rhs))
            self._shown[key] = bool(sign) and r.op in IMPLIED[(">" if sign > 0 else "<") + ("" if strict else "=")]
        return self._shown[key]

    def _implies(self, name: str, r: Term, domain: Domain) -> bool:
        cited = self.facts.get(name)
        if not isinstance(cited, Fact) or not self.covers(domain, cited.domain):
            return False
        s = cited.statement
        if s.lhs is r.lhs and s.rhs is r.rhs:
            return r.op in IMPLIED[s.op]
        g, op = nonnegative_form(s)
        h, wanted = nonnegative_form(r)
        return wanted in IMPLIED[op] and self.same_where_defined(g, h, domain)

    # -- domains ----------------------------------------------------------------------------------------------

    def covers(self, goal: Domain, cited: Domain) -> bool:
        """Whether every point of `goal` is, projected to its symbols, a point of `cited`."""
        if goal is cited or goal == cited:
            return True
        mine = {r.name: r for r in goal.ranges}
        if any(
            r.name not in mine or not (mine[r.name] is r or mine[r.name] == r or within(mine[r.name], r))
            for r in cited.ranges
        ):
            return False
        return all(c in goal.conditions or self._satisfied(c, goal) for c in cited.conditions)

    def _satisfied(self, c: Term, domain: Domain) -> bool:
        """Whether structure alone shows that a condition is defined and holds on the domain."""
        return self.bounds(domain).satisfies(c) and self.undefined(c, domain) is None

    # -- definedness ------------------------------------------------------------------------------------------

    def undefined(
        self, t: Term, domain: Domain, names: tuple[str, ...] = (), granted: Collection[Term] = ()
    ) -> Obligation | None:
        """The first obligation of t that neither structure nor the named facts discharge on the domain.

        The terms in `granted` are known to be defined there; so are the sides of the domain's own conditions. A term with a symbol
        that has no range there is not: nothing says which values it stands for.
        """
        if t.about_laws or not t.free.issubset(domain.names):
            return Obligation(NEVER, t)
        if (t, domain) in self._well:
            return None
        shown = {*granted, *(side for c in domain.conditions for side in c.args), *self._integrals(t, domain, names)}
        helped = bool(granted or (names and integrals(t)))
        for o in obligations(t, shown):
            if not self._discharged(o, domain, ()):
                helped = True
                if not self._discharged(o, domain, names):
                    return o
        if not helped:  # remembered only if it needs no facts: a step must cite its own
            self._well.add((t, domain))
        return None

    def _integrals(self, t: Term, domain: Domain, names: tuple[str, ...]) -> frozenset[Term]:
        """The integrals and infinite sums in t that have values: a condition or named fact speaks of them, or they visibly converge."""
        found = integrals(t)
        if not found:
            return found
        facts = [f for f in map(self.facts.get, names) if isinstance(f, Fact) and self.covers(domain, f.domain)]
        known = integrals(*domain.conditions, *(f.statement for f in facts))
        return frozenset(u for u in found if u in known or self._tails.converges(u))

    def _discharged(self, o: Obligation, domain: Domain, names: tuple[str, ...]) -> bool:
        where = domain
        for r in o.bound:
            if r.name in where.names:
                return False  # a bound symbol that shadows another
            where = where.with_range(r)
        where = where.with_conditions(*o.under) if o.under else where
        choices = [*alternatives(o), *_whole_power(o, where)]
        return any(all(self.holds_where_defined(c, where, names) for c in choice) for choice in choices)


def _whole_power(o: Obligation, domain: Domain) -> list[tuple[Term, ...]]:
    """An integer power is defined for every base if the exponent is not negative (0**0 is 1), else for a base that is not 0."""
    t = o.culprit
    if t.op != "**" or t.args[1].op == "num" or not integer_valued(t.args[1], domain):
        return []
    return [(relation(">=", t.args[1], ZERO),), (relation("!=", t.args[0], ZERO),)]
