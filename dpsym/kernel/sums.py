"""Sums and products: the last term, cutting, term by term, telescoping, and the binomial theorem.

The ends a and b are integers with a <= b + 1 (an empty sum is 0, an empty product 1), as all rules but `Termwise` check, and i is
an integer of a, ..., b: statements about the summand are checked on the goal's domain with i added to it. The ends of a sum may be
infinite; then it is defined where f is at all i and the sum of |f| is finite. The rules with `defines` show that, as for integrals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .context import Context
from .limits import limit_sign
from .rules import Outcome, Rule
from .statements import Domain, Fact, Have, Range, Rejected, integer_valued
from .terms import MINUS_OO, ONE, OO, ZERO, Term, add, func, mul, num, power, relation, sub, substitute, sym

MAX_MOMENT = 8
ORDER = 4  # terms that a limit is expanded to


@dataclass(frozen=True)
class Unroll(Rule):
    """b == c + 1, a <= b ⊢ Sum(f, (i, a, b)) == Sum(f, (i, a, c)) + f(b); products likewise."""

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        long, op, rest = goal.statement.lhs, goal.statement.op, goal.statement.rhs
        short = rest.args[0] if len(rest.args) == 2 else None
        kind = {"Sum": "+", "Product": "*"}.get(long.op)
        if op != "==" or kind is None or rest.op != kind or short is None or short.op != long.op:
            return Rejected(have.name, f"{goal.statement!r}", "a sum equal to a shorter one and a term")
        body, lower, upper = long.args
        if short.args[:2] != (body, lower) or short.value != long.value:
            return Rejected(have.name, f"{short!r}", f"the same sum as {long!r}, up to its upper end")
        if not ctx.same(add(short.args[2], ONE), upper, goal.domain):
            return Rejected(have.name, f"the upper end {short.args[2]!r}", f"one less than {upper!r}")
        if not ctx.same(rest.args[1], substitute(body, {str(long.value): upper}), goal.domain):
            return Rejected(have.name, f"the term {rest.args[1]!r}", f"the summand at {upper!r}")
        return _rising(lower, upper, goal, have, ctx)


@dataclass(frozen=True)
class Termwise(Rule):
    """f R g for i = a, ..., b ⊢ Sum(f, (i, a, b)) R Sum(g, (i, a, b)), for R one of ==, <=, >=.

    For products the smaller of f and g must not be negative, as `nonnegative` says. For == the left sum is defined as the right one is.
    """

    defines: ClassVar[bool] = True
    of: str
    nonnegative: str | None = None

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        one, op, other = goal.statement.lhs, goal.statement.op, goal.statement.rhs
        i = str(one.value)
        if one.op not in ("Sum", "Product") or other.op != one.op or op not in ("==", "<=", ">="):
            return Rejected(have.name, f"{goal.statement!r}", "two sums, or two products, and one of ==, <=, >=")
        if other.value != one.value or other.args[1:] != one.args[1:] or i in goal.domain.names:
            return Rejected(have.name, f"{goal.statement!r}", "the same index, not a symbol of the goal, and ends")
        inside = _summed(goal.domain, i, *one.args[1:])
        wanted = relation(op, one.args[0], other.args[0])
        if not ctx.holds(wanted, inside, (self.of,)):
            return Rejected(have.name, f"{self.of}: {ctx.facts.get(self.of)}", f"{wanted!r} on {inside}")
        t, where = (one.args[0], inside) if op == "==" else (one, goal.domain)
        if (wrong := ctx.rejects_undefined(t, where, have.defined, have.name)) is not None:
            return wrong
        small = relation(">=", (other if op == ">=" else one).args[0], ZERO)
        if one.op == "Product" and op != "==" and not ctx.holds(small, inside, (self.nonnegative or "",)):
            return Rejected(have.name, f"{self.nonnegative or 'nothing'}", f"a fact that says {small!r}")
        return None


@dataclass(frozen=True)
class Cut(Rule):
    """d == c + 1, a <= d, c <= b ⊢ Sum(f, (i, a, b)) == Sum(f, (i, a, c)) + Sum(f, (i, d, b)), where both parts are defined on D."""

    defines: ClassVar[bool] = True

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        whole, op, parts = goal.statement.lhs, goal.statement.op, goal.statement.rhs.args
        if op != "==" or [whole.op, goal.statement.rhs.op, *(u.op for u in parts)] != ["Sum", "+", "Sum", "Sum"]:
            return Rejected(have.name, f"{goal.statement!r}", "a sum equal to two")
        (f, a, c), (g, d, b) = parts[0].args, parts[1].args
        if whole.args != (f, a, b) or f is not g or {u.value for u in parts} != {whole.value}:
            return Rejected(have.name, f"{goal.statement.rhs!r}", f"two parts of {whole!r}")
        if not ctx.same(add(c, ONE), d, goal.domain):
            return Rejected(have.name, f"the ends {c!r} and {d!r}", "an end and the next integer")
        wrong = _rising(a, d, goal, have, ctx)
        return _rising(c, b, goal, have, ctx) if wrong is None else wrong


@dataclass(frozen=True)
class Telescope(Rule):
    """F(i + 1) - F(i) == f(i) for i = a, ..., b, F defined at a, ..., b + 1 ⊢ Sum(f, (i, a, b)) == F(b + 1) - F(a).

    If a or b is infinite, F tends to `low` or `high` there, which stands for F(a) or F(b + 1). F is made of functions that do not
    oscillate, so f keeps its sign near an infinite end, and the sum converges absolutely.
    """

    defines: ClassVar[bool] = True
    form: Term  # F, in the summation index
    low: Term | None = None
    high: Term | None = None

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        total = goal.statement.lhs
        if goal.statement.op != "==" or total.op != "Sum":
            return Rejected(have.name, f"{goal.statement!r}", "a sum on the left of ==")
        body, lower, upper = total.args
        i = str(total.value)
        if i in goal.domain.names or self.form.free - set(goal.domain.names) - {i}:
            return Rejected(
                have.name, f"the form {self.form!r}", f"one in {i} and the goal's symbols, {i} not among them"
            )
        beyond = OO if upper is OO else add(upper, ONE)
        inside = _summed(goal.domain, i, lower, upper)
        wrong = _rising(lower, beyond, goal, have, ctx)
        ends = [(end, goal.domain) for end in (lower, upper) if end is not MINUS_OO and end is not OO]
        for t, where in (*ends, (body, inside), (self.form, _summed(goal.domain, i, lower, beyond))):
            wrong = ctx.rejects_undefined(t, where, have.defined, have.name) if wrong is None else wrong
        if wrong is not None:
            return wrong
        following = substitute(self.form, {i: add(sym(i), ONE)})
        if not ctx.same(sub(following, self.form), body, inside):
            return Rejected(have.name, f"the form {self.form!r}", f"one whose difference is {body!r}")
        values = []
        for end, limit in ((beyond, self.high), (lower, self.low)):
            infinite = end is OO or end is MINUS_OO
            at = limit if infinite else substitute(self.form, {i: end})
            if at is None or at.free - set(goal.domain.names):
                return Rejected(have.name, f"{at!r} at {end!r}", "a value in the symbols of the goal")
            if (wrong := ctx.rejects_undefined(at, goal.domain, have.defined, have.name)) is not None:
                return wrong
            gap = sub(self.form, at)
            if infinite and limit_sign(gap, i, goal.domain, None, end is OO, ORDER, ctx.tick) != 0:
                return Rejected(have.name, f"no limit of {self.form!r} at {end!r}", f"the limit {at!r}")
            values.append(at)
        if ctx.same(goal.statement.rhs, sub(*values), goal.domain):
            return None
        return Rejected(have.name, f"{goal.statement.rhs!r}", f"{sub(*values)!r}")


@dataclass(frozen=True)
class Binomial(Rule):
    """n >= 0 an integer ⊢ Sum(c [i]_m binomial(n, i) x**i y**(n - i), (i, 0, n)) == c [n]_m x**m (x + y)**(n - m), c free of i.

    [i]_m = i (i - 1) ... (i - m + 1): m derivatives of the binomial theorem in x.
    """

    x: Term
    y: Term
    factor: Term = ONE
    order: int = 0

    def check_fact(self, goal: Fact, have: Have, ctx: Context) -> Outcome:
        total = goal.statement.lhs
        if goal.statement.op != "==" or total.op != "Sum":
            return Rejected(have.name, f"{goal.statement!r}", "a sum on the left of ==")
        body, lower, n = total.args
        i = str(total.value)
        if i in goal.domain.names or (self.x.free | self.y.free | self.factor.free) - set(goal.domain.names):
            return Rejected(
                have.name,
                f"x = {self.x!r}, y = {self.y!r}, {self.factor!r}",
                f"terms in the goal's symbols, {i} not among them",
            )
        if not 0 <= self.order <= MAX_MOMENT:
            return Rejected(have.name, f"order {self.order}", f"an order from 0 to {MAX_MOMENT}")
        m = num(self.order)
        whole = mul(self.factor, *_falling(n, self.order), power(self.x, m), power(add(self.x, self.y), sub(n, m)))
        for t in (self.x, self.y, whole):
            if (wrong := ctx.rejects_undefined(t, goal.domain, have.defined, have.name)) is not None:
                return wrong
        if lower is not ZERO:
            return Rejected(have.name, f"the lower end {lower!r}", "0")
        if (wrong := _rising(lower, n, goal, have, ctx)) is not None:
            return wrong
        k = sym(i)
        term = mul(
            self.factor, *_falling(k, self.order), func("binomial", n, k), power(self.x, k), power(self.y, sub(n, k))
        )
        if not ctx.same(body, term, _summed(goal.domain, i, lower, n)):
            return Rejected(have.name, f"the summand {body!r}", f"{term!r}")
        if ctx.same(goal.statement.rhs, whole, goal.domain):
            return None
        return Rejected(have.name, f"{goal.statement.rhs!r}", f"{whole!r}")


def _falling(t: Term, order: int) -> list[Term]:
    """The factors t, t - 1, ..., t - order + 1."""
    return [sub(t, num(j)) for j in range(order)]


def _rising(lower: Term, upper: Term, goal: Fact, have: Have, ctx: Context) -> Outcome:
    """Both ends are integers, in rising order, or infinite."""
    finite = [*(() if lower is MINUS_OO else (lower,)), *(() if upper is OO else (upper,))]
    integers = all(integer_valued(end, goal.domain) for end in finite)
    if integers and (len(finite) < 2 or ctx.holds(relation("<=", lower, upper), goal.domain, have.defined)):
        return None
    return Rejected(have.name, f"ends {lower!r} and {upper!r}", "integer ends in rising order")


def _summed(domain: Domain, name: str, lower: Term, upper: Term) -> Domain:
    """The domain with the summation index, an integer from `lower` to `upper`."""
    low = lower if lower.op == "num" else None
    inside = domain.with_range(Range(name, low, None, low is None, True, True))
    above = () if lower is MINUS_OO else (relation("<=", lower, sym(name)),)
    return inside.with_conditions(*above, *(() if upper is OO else (relation("<=", sym(name), upper),)))
