"""Induction over an integer symbol."""

from __future__ import annotations

from dataclasses import dataclass

from .context import Context
from .rules import Outcome, Rule
from .statements import Fact, Have, Rejected
from .terms import ONE, add, substitute, sym


@dataclass(frozen=True)
class Induct(Rule):
    """F(a) on D without k; F(k + 1) on D with the side condition F(k) ⊢ F(k) on D, for integers k >= a in D."""

    symbol: str
    base: str
    step: str

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        if self.symbol not in goal.domain.names or any(self.symbol in c.free for c in goal.domain.conditions):
            return Rejected(have.name, f"the symbol {self.symbol}", "an integer symbol without side conditions")
        r = goal.domain.range(self.symbol)
        start = r.lower
        whole = start is not None and start.op == "num" and start.value.q == 1  # type: ignore[union-attr]
        if not r.integer or start is None or not whole or r.lower_open or r.upper is not None:
            return Rejected(have.name, f"the range {r}", "integers from a closed integer end to infinity")
        k, s = sym(self.symbol), goal.statement
        first = substitute(s, {self.symbol: start})
        wrong = ctx.rejects_undefined(first, goal.domain.without(self.symbol), have.defined, have.name)
        if wrong is not None:
            return wrong
        if not ctx.holds(first, goal.domain.without(self.symbol), (self.base,)):
            return Rejected(have.name, f"{self.base}: {ctx.facts.get(self.base)}", f"{first!r}")
        following = substitute(s, {self.symbol: add(k, ONE)})
        cited = ctx.fact(self.step)
        if isinstance(cited, Rejected):
            return cited
        assumed = goal.domain.with_conditions(s)
        if cited.statement is following and ctx.covers(assumed, cited.domain):
            return None
        return Rejected(have.name, f"{self.step}: {cited}", f"{following!r} on {assumed}")
