"""Integrals: values by antiderivatives, comparison of integrands, absolute bounds, and joining of ranges.

Integral(f, (t, a, b)) is defined where a <= b, f is defined at every t strictly between a and b, and the integral of |f| is
finite. A continuous f on a closed and bounded range needs no rule for that (see defined.py); for infinite ranges and for
ends at which f has no value, the rules with `defines` show it along with their conclusion, and whatever speaks of the same
integral later cites that fact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .context import IMPLIED, Context, nonnegative_form
from .defined import integrals
from .derivative import NotDifferentiable, derivative
from .limits import limit_sign
from .rules import Outcome, Rule
from .statements import Domain, Fact, Have, Range, Rejected
from .terms import BINDERS, MINUS_OO, ONE, OO, ZERO, Term, add, bind, func, mul, rebuild, relation, sub, substitute, sym


def inside(u: Term, domain: Domain) -> Domain | None:
    """The domain with the bound symbol of an integral strictly between its ends; None if it has the symbol already."""
    name = str(u.value)
    if u.op != "Integral" or name in domain.names or u.args[1] is OO or u.args[2] is MINUS_OO:
        return None
    _, a, b = u.args
    low, high = None if a.free or a is MINUS_OO else a, None if b.free or b is OO else b
    conditions = [relation(">", sym(name), a)] if a.free else []
    conditions += [relation("<", sym(name), b)] if b.free else []
    return domain.with_range(Range(name, low, high)).with_conditions(*conditions)


def _below(u: Term, domain: Domain, names: tuple[str, ...], ctx: Context, op: str) -> bool:
    """Whether the lower end of an integral is seen to be `op` (< or <=) the upper one."""
    _, a, b = u.args
    return a is MINUS_OO or b is OO or ctx.holds(relation(op, a, b), domain, names)


@dataclass(frozen=True)
class Antiderivative(Rule):
    """F' == f between a and b, F tends to `low` at a and to `high` at b ⊢ Integral(f, (t, a, b)) == high - low on D.

    F is made of functions that do not oscillate, so f keeps its sign near each end, and finite limits of F mean that the
    integral converges absolutely. `order` is the number of terms that a limit is expanded to.
    """

    defines: ClassVar[bool] = True
    of: Term
    low: Term
    high: Term
    order: int = 4

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        u, op, value = goal.statement.lhs, goal.statement.op, goal.statement.rhs
        between = inside(u, goal.domain)
        if between is None or op != "==" or self.of.free - set(between.names):
            return Rejected(have.name, f"{goal.statement!r}", "Integral(f, (t, a, b)) == value, with a new symbol t")
        for t in (e for e in u.args[1:] if e is not OO and e is not MINUS_OO):
            if (wrong := ctx.rejects_undefined(t, goal.domain, have.defined, have.name)) is not None:
                return wrong
        try:
            slope = derivative(self.of, str(u.value))
        except NotDifferentiable as error:
            return Rejected(have.name, str(error), "a differentiable antiderivative")
        for t in (u.args[0], self.of, slope):
            if (wrong := ctx.rejects_undefined(t, between, have.defined, have.name)) is not None:
                return wrong
        if not ctx.same(u.args[0], slope, between):
            return Rejected(have.name, f"the derivative {slope!r}", f"the integrand {u.args[0]!r}")
        for upper in (False, True):
            if (wrong := self._end(goal, have, ctx, upper)) is not None:
                return wrong
        if not _below(u, goal.domain, have.defined, ctx, "<="):
            return Rejected(have.name, f"the ends {u.args[1]!r} and {u.args[2]!r}", "ends in rising order")
        if ctx.same(value, sub(self.high, self.low), goal.domain):
            return None
        return Rejected(have.name, f"the value {value!r}", f"{self.high!r} minus {self.low!r}")

    def _end(self, goal: Fact, have: Have, ctx: Context, upper: bool) -> Outcome:
        """The antiderivative tends to the value that is given for an end."""
        u, claimed = goal.statement.lhs, self.high if upper else self.low
        name, end = str(u.value), u.args[2] if upper else u.args[1]
        if claimed.free - set(goal.domain.names):
            return Rejected(have.name, f"{claimed!r}", "a value in the symbols of the domain")
        if (wrong := ctx.rejects_undefined(claimed, goal.domain, have.defined, have.name)) is not None:
            return wrong
        finite = end is not OO and end is not MINUS_OO
        if finite:  # where F has a value, it is the limit: F is continuous wherever it is defined
            there = substitute(self.of, {name: end})
            if ctx.undefined(there, goal.domain, have.defined) is None and ctx.same(there, claimed, goal.domain):
                return None
            if not _below(u, goal.domain, have.defined, ctx, "<"):  # no limit on an empty range
                return Rejected(have.name, f"{there!r} at {end!r}", f"a value {claimed!r}, or ends that differ")
        difference = sub(self.of, claimed)
        at = end if finite else None
        if limit_sign(difference, name, goal.domain, at, upper, self.order, ctx.tick) == 0:
            return None
        return Rejected(have.name, f"no limit of {self.of!r} at {end!r}", f"the limit {claimed!r}")


@dataclass(frozen=True)
class Pointwise(Rule):
    """c1 f1 + ... + cn fn >= 0 between a and b ⊢ c1 Integral(f1) + ... + cn Integral(fn) >= 0 on D; likewise == and >.

    All integrals have the same symbol and ends, and the ci do not depend on the symbol. For > the ends must differ. If the
    conclusion is Integral(f) == Integral(g), the left one is defined as the right one is.
    """

    defines: ClassVar[bool] = True
    of: str

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        gap, op = nonnegative_form(goal.statement)
        parts = tuple(integrals(gap))
        between = inside(parts[0], goal.domain) if parts else None
        if between is None or len({(u.op, u.value, u.args[1:]) for u in parts}) > 1:
            return Rejected(have.name, f"{goal.statement!r}", "integrals over one range")
        l, r = goal.statement.lhs, goal.statement.rhs
        t, where = (l.args[0], between) if (l.op, op, r.op) == ("Integral", "==", "Integral") else (l, goal.domain)
        if (wrong := ctx.rejects_undefined(t, where, have.defined, have.name)) is not None:
            return wrong
        coefficients = [_with_values(gap, {u: ONE if u is v else ZERO for u in parts}) for v in parts]
        for c in coefficients:
            if (wrong := ctx.rejects_undefined(c, goal.domain, have.defined, have.name)) is not None:
                return wrong
        if not ctx.same(gap, add(*map(mul, coefficients, parts)), goal.domain):
            return Rejected(have.name, f"{gap!r}", "a sum of multiples of integrals")
        cited = ctx.fact(self.of)
        if isinstance(cited, Rejected):
            return cited
        h, proved = nonnegative_form(cited.statement)
        integrand = add(*(mul(c, u.args[0]) for c, u in zip(coefficients, parts)))
        if not ctx.covers(between, cited.domain) or not ctx.same(integrand, h, between):
            return Rejected(have.name, f"{self.of}: {cited}", f"a fact about {integrand!r} on {between}")
        if proved == ">" and not _below(parts[0], goal.domain, have.defined, ctx, "<"):
            proved = ">="
        if proved != "!=" and op in IMPLIED[proved]:
            return None
        return Rejected(have.name, f"an integrand {proved} 0", f"one that gives {goal.statement!r}")


def _with_values(t: Term, values: dict[Term, Term]) -> Term:
    """t with integrals replaced, but not inside of pieces and binders."""
    memo = dict(values)

    def walk(u: Term) -> Term:
        if u not in memo:
            kept = not u.args or u.op == "Piecewise" or u.op in BINDERS
            memo[u] = u if kept else rebuild(u, tuple(map(walk, u.args)))
        return memo[u]

    return walk(t)


@dataclass(frozen=True)
class Dominated(Rule):
    """|f| <= g between a and b, Integral(g) defined on D ⊢ |Integral(f)| <= Integral(g) on D: it converges too."""

    defines: ClassVar[bool] = True
    of: str

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        l, op, v = goal.statement.lhs, goal.statement.op, goal.statement.rhs
        u = l.args[0] if l.op == "abs" else l
        between = inside(u, goal.domain)
        alike = v.op == "Integral" and (u.value, u.args[1:]) == (v.value, v.args[1:])
        if l.op != "abs" or op != "<=" or between is None or not alike:
            return Rejected(have.name, f"{goal.statement!r}", "|Integral(f)| <= Integral(g) over one range")
        f, g = u.args[0], v.args[0]
        if (wrong := ctx.rejects_undefined(f, between, have.defined, have.name)) is not None:
            return wrong
        if ctx.holds(relation("<=", func("abs", f), g), between, (self.of,)):
            return None
        return Rejected(have.name, f"{self.of}: {ctx.facts.get(self.of)}", f"|{f!r}| <= {g!r} on {between}")


@dataclass(frozen=True)
class Join(Rule):
    """⊢ Integral(f, (t, a, b)) == Integral(f, (t, a, c)) + Integral(f, (t, c, b)), where both parts are defined on D.

    So a <= c <= b, and the whole converges; f must also have a value at c.
    """

    defines: ClassVar[bool] = True
    at: Term

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        u = goal.statement.lhs
        between = inside(u, goal.domain)
        if between is None or goal.statement.op != "==" or self.at in (OO, MINUS_OO):
            return Rejected(have.name, f"{goal.statement!r}", "an integral cut at a number")
        f, a, b = u.args
        name = str(u.value)
        if goal.statement.rhs is not add(bind("Integral", f, name, a, self.at), bind("Integral", f, name, self.at, b)):
            return Rejected(have.name, f"{goal.statement.rhs!r}", f"the integrals up to and from {self.at!r}")
        return ctx.rejects_undefined(f, between, have.defined, have.name)
