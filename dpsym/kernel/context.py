"""What a rule may look at: the facts proved so far, and the two decision aids, sign by structure and normal forms."""

from __future__ import annotations

from collections.abc import Callable

from .balls import compare_closed
from .bounds import Bounds
from .defined import Obligation, alternatives, integrals, obligations
from .field import Field
from .quadrature import converges
from .statements import Domain, Fact, Pattern, Range, Rejected, Statement, integer_valued
from .terms import FLIPPED, ZERO, Term, relation, sub

#: a R b implies a S b for S in IMPLIED[R].
IMPLIED = {
    "<": ("<", "<=", "!="), "<=": ("<=",), "==": ("==", "<=", ">="), "!=": ("!=",), ">=": (">=",), ">": (">", ">=", "!="),
}  # fmt: skip


def nonnegative_form(r: Term) -> tuple[Term, str]:
    """A relation as (g, op) meaning g op 0 with op one of >=, >, ==, !=."""
    if r.op in ("<", "<="):
        return sub(r.rhs, r.lhs), FLIPPED[r.op]
    return sub(r.lhs, r.rhs), r.op


def within(inner: Range, outer: Range) -> bool:
    """Whether every value in `inner` is certainly in `outer`."""
    if outer.integer and not inner.integer:
        return False
    return lower_within(inner, outer) and upper_within(inner, outer)


def lower_within(inner: Range, outer: Range) -> bool:
    """Whether `outer` certainly begins no later than `inner`."""
    return _end_within(inner.lower, inner.lower_open, outer.lower, outer.lower_open, 1)


def upper_within(inner: Range, outer: Range) -> bool:
    return _end_within(inner.upper, inner.upper_open, outer.upper, outer.upper_open, -1)


def _end_within(inner: Term | None, inner_open: bool, outer: Term | None, outer_open: bool, inward: int) -> bool:
    if inner is None or outer is None:
        return outer is None
    order = 0 if inner is outer else compare_closed(inner, outer)
    return order is not None and (order == inward or (order == 0 and (inner_open or not outer_open)))


class Context:
    """The facts a step may cite, and what the kernel can see by itself."""

    def __init__(self, tick: Callable[[], None] = lambda: None) -> None:
        self.tick = tick
        self.facts: dict[str, Statement] = {}
        self._bounds: dict[Domain, Bounds] = {}
        self._fields: dict[Domain, Field] = {}
        self._well: set[tuple[Term, Domain]] = set()
        self._shown: dict[tuple[Term, Domain], bool] = {}

    def bounds(self, domain: Domain) -> Bounds:
        if domain not in self._bounds:
            self._bounds[domain] = Bounds(domain)
        return self._bounds[domain]

    def field(self, domain: Domain) -> Field:
        if domain not in self._fields:
            self._fields[domain] = Field(domain, self.tick)
        return self._fields[domain]

    def forget(self) -> None:
        """Drop what is remembered of signs and normal forms: a computation was broken off."""
        self._bounds.clear()
        self._fields.clear()
        self._shown.clear()

    def same(self, a: Term, b: Term, domain: Domain) -> bool:
        """Whether a and b are equal on the domain, by normal form, wherever both are defined."""
        return a is b or self.field(domain).is_zero(sub(a, b))

    # -- citing -----------------------------------------------------------------------------------------------

    def fact(self, name: str) -> Fact | Rejected:
        found = self.facts.get(name)
        if isinstance(found, Fact):
            return found
        return Rejected(name, "no earlier fact of that name" if found is None else "a sign pattern", "an earlier fact")

    def pattern(self, name: str) -> Pattern | Rejected:
        found = self.facts.get(name)
        if isinstance(found, Pattern):
            return found
        return Rejected(
            name, "no earlier pattern of that name" if found is None else "a fact", "an earlier sign pattern"
        )

    def covers(self, goal: Domain, cited: Domain) -> bool:
        """Whether every point of `goal` is, projected to its symbols, a point of `cited`."""
        if goal is cited or goal == cited:
            return True
        mine = {r.name: r for r in goal.ranges}
        if any(r.name not in mine or not (mine[r.name] == r or within(mine[r.name], r)) for r in cited.ranges):
            return False
        return all(c in goal.conditions or self._satisfied(c, goal) for c in cited.conditions)

    def _satisfied(self, c: Term, domain: Domain) -> bool:
        """Whether structure alone shows that a condition is defined and holds on the domain."""
        return self.bounds(domain).satisfies(c) and self.undefined(c, domain, ()) is None

    def holds(self, r: Term, domain: Domain, names: tuple[str, ...] = ()) -> bool:
        """Whether a relation is seen to hold on the domain: by structure, or as one of the cited facts says."""
        if r in domain.conditions or self.bounds(domain).satisfies(r):
            return True
        return any(self._states(name, r, domain) for name in names) or self._factors_show(r, domain)

    def _factors_show(self, r: Term, domain: Domain) -> bool:
        """Whether the signs of the irreducible factors of lhs - rhs show the relation."""
        if r.op == "==":
            return False
        key = (r, domain)
        if key not in self._shown:
            sign, strict = self.field(domain).term_sign(sub(r.lhs, r.rhs))
            self._shown[key] = bool(sign) and r.op in IMPLIED[(">" if sign > 0 else "<") + ("" if strict else "=")]
        return self._shown[key]

    def _states(self, name: str, r: Term, domain: Domain) -> bool:
        cited = self.facts.get(name)
        if not isinstance(cited, Fact) or not self.covers(domain, cited.domain):
            return False
        s = cited.statement
        if s.lhs is r.lhs and s.rhs is r.rhs:
            return r.op in IMPLIED[s.op]
        g, op = nonnegative_form(s)
        h, wanted = nonnegative_form(r)
        return wanted in IMPLIED[op] and self.same(g, h, domain)

    # -- definedness ------------------------------------------------------------------------------------------

    def undefined(self, t: Term, domain: Domain, names: tuple[str, ...]) -> Obligation | None:
        """The first obligation of t that neither structure nor the cited facts discharge on the domain."""
        if (t, domain) in self._well:
            return None
        shown = self._integrals(t, domain, names)
        needed = bool(shown)
        for o in obligations(t, shown):
            if not self._discharged(o, domain, ()):
                needed = True
                if not self._discharged(o, domain, names):
                    return o
        if not needed:  # remembered only if it needs no facts: a step must cite its own
            self._well.add((t, domain))
        return None

    def _integrals(self, t: Term, domain: Domain, names: tuple[str, ...]) -> frozenset[Term]:
        """The integrals and infinite sums in t that have values: a condition or cited fact speaks of them, or they visibly converge."""
        found = integrals(t)
        cited = [self.facts.get(name) for name in names] if found else []
        stated = [f.statement for f in cited if isinstance(f, Fact) and self.covers(domain, f.domain)]
        known = integrals(*domain.conditions, *stated) if found else found
        return frozenset(u for u in found if u in known or converges(u))

    def _discharged(self, o: Obligation, domain: Domain, names: tuple[str, ...]) -> bool:
        where = domain
        for r in o.bound:
            if r.name in where.names:
                return False  # a bound symbol that shadows another
            where = where.with_range(r)
        where = where.with_conditions(*o.under) if o.under else where
        choices = [*alternatives(o), *(_whole_power(o, where))]
        return any(all(self.holds(c, where, names) for c in choice) for choice in choices)

    def rejects_undefined(self, t: Term, domain: Domain, names: tuple[str, ...], where: str) -> Rejected | None:
        o = self.undefined(t, domain, names)
        if o is None:
            return None
        return Rejected(
            where, f"{o.culprit!r}, which needs {o.condition!r}", "a term that is defined on the whole domain"
        )


def _whole_power(o: Obligation, domain: Domain) -> list[tuple[Term, ...]]:
    """An integer power is defined for every base if the exponent is not negative (0**0 is 1), else for a base that is not 0."""
    t = o.culprit
    if t.op != "**" or t.args[1].op == "num" or not integer_valued(t.args[1], domain):
        return []
    return [(relation(">=", t.args[1], ZERO),), (relation("!=", t.args[0], ZERO),)]
