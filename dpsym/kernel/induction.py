"""Integers: induction, and what lies strictly between two of them."""

from __future__ import annotations

from dataclasses import dataclass

from .context import Context, nonnegative_form
from .rules import Outcome, Rule
from .statements import Domain, Fact, Have, Rejected, integer_valued
from .terms import ONE, ZERO, add, relation, substitute, sym


@dataclass(frozen=True)
class Induct(Rule):
    """F(a) on D(a); F(k + 1) on D(k + 1) with the side condition F(k) ⊢ F(k) on D(k), for integers k >= a.

    D(k) is D with its side conditions, which may speak of k if D(k + 1) implies D(k), as the facts named in `closed` show:
    n >= k + 1 implies n >= k.
    """

    symbol: str
    base: str
    step: str
    closed: tuple[str, ...] = ()

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        if self.symbol not in goal.domain.names:
            return Rejected(have.name, f"the symbol {self.symbol}", "an integer symbol of the goal's domain")
        r = goal.domain.range(self.symbol)
        start = r.lower
        whole = start is not None and start.op == "num" and start.value.q == 1  # type: ignore[union-attr]
        if not r.integer or start is None or not whole or r.lower_open or r.upper is not None:
            return Rejected(have.name, f"the range {r}", "integers from a closed integer end to infinity")
        conditions, s = goal.domain.conditions, goal.statement
        at = {self.symbol: start}
        first, then = substitute(s, at), goal.domain.without(self.symbol)
        then = Domain(then.ranges).with_conditions(*(substitute(c, at) for c in conditions))
        if (wrong := ctx.rejects_undefined(first, then, have.defined, have.name)) is not None:
            return wrong
        if not ctx.holds(first, then, (self.base,)):
            return Rejected(have.name, f"{self.base}: {ctx.facts.get(self.base)}", f"{first!r} on {then}")
        on = {self.symbol: add(sym(self.symbol), ONE)}
        later = Domain(goal.domain.ranges).with_conditions(*(substitute(c, on) for c in conditions))
        for c in conditions:
            meaningless = c not in later.conditions and ctx.undefined(c, later, have.defined) is not None
            if meaningless or not ctx.holds(c, later, self.closed):
                return Rejected(have.name, f"{c!r} is not shown", f"a side condition that {later} implies")
        cited = ctx.fact(self.step)
        if isinstance(cited, Rejected):
            return cited
        assumed = later.with_conditions(s)
        if cited.statement is substitute(s, on) and ctx.covers(assumed, cited.domain):
            return None
        return Rejected(have.name, f"{self.step}: {cited}", f"{substitute(s, on)!r} on {assumed}")


@dataclass(frozen=True)
class Whole(Rule):
    """t + 1 > 0 on D, t integer-valued on D ⊢ t >= 0 on D."""

    of: str

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        t, op = nonnegative_form(goal.statement)
        if op != ">=" or not integer_valued(t, goal.domain):
            return Rejected(have.name, f"{goal.statement!r}", "an inequality <= or >= between integer-valued terms")
        wanted = relation(">", add(t, ONE), ZERO)
        if ctx.holds(wanted, goal.domain, (self.of,)):
            return None
        return Rejected(have.name, f"{self.of}: {ctx.facts.get(self.of)}", f"{wanted!r} on {goal.domain}")
