"""Integers: induction, and what lies strictly between two of them."""

from __future__ import annotations

from dataclasses import dataclass

from ...statements import Domain
from ...substitution import substitute
from ...terms import ONE, ZERO, Term, add, relation, sym
from ...verdicts import require
from ..judgement import FactStep
from .base import FactRule


@dataclass(frozen=True)
class Induct(FactRule):
    """F(a) on D(a); F(k + 1) on D(k + 1) with the side condition F(k) ⊢ F(k) on D(k)

    - k is an integer symbol with the range k >= a, for an integer a
    - the side conditions of D(k) may speak of k; D(k + 1) implies D(k), as facts in `closed` show: n >= k + 1 implies n >= k
    """

    symbol: str
    base: str
    step: str
    closed: tuple[str, ...] = ()

    def conclude(self, step: FactStep) -> None:
        start, following = self._start(step), add(sym(self.symbol), ONE)
        first, later = self._domain(step, start), self._domain(step, following)
        base = substitute(step.statement, {self.symbol: start})
        require(step.shows(base, first, (self.base,)), self.base, (base, "on", first))
        for c in step.domain.conditions:
            require(step.shows(c, later, self.closed), (c, "is not shown"), ("a side condition that", later, "implies"))
        cited = step.fact(self.step, later.with_conditions(step.statement))
        wanted = substitute(step.statement, {self.symbol: following})
        require(cited.statement is wanted, (f"{self.step}:", cited.statement), (wanted,))

    def _start(self, step: FactStep) -> Term:
        require(self.symbol in step.domain.names, f"the symbol {self.symbol}", "a symbol of the goal's domain")
        r = step.domain.range(self.symbol)
        begins = r.lower is not None and r.lower.is_whole and not r.lower_open
        require(r.integer and begins and r.upper is None, ("the range", r), "integers from an integer on")
        return r.lower or ZERO

    def _domain(self, step: FactStep, value: Term) -> Domain:
        """D(value); D(a) has no symbol k."""
        ranges = tuple(r for r in step.domain.ranges if value.free or r.name != self.symbol)
        return Domain(ranges).with_conditions(*(substitute(c, {self.symbol: value}) for c in step.domain.conditions))


@dataclass(frozen=True)
class Whole(FactRule):
    """t + 1 > 0 on D ⊢ t >= 0 on D

    - t takes integer values only
    """

    of: str

    def conclude(self, step: FactStep) -> None:
        require(step.sign == ">=", (step.statement,), "an inequality <= or >=")
        require(step.whole(step.gap), (step.gap,), "a term with integer values")
        wanted = relation(">", add(step.gap, ONE), ZERO)
        require(step.shows(wanted, names=(self.of,)), self.of, (wanted,))
