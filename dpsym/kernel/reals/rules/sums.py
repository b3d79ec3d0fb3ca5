"""Sums and products: cutting, term by term, linear combinations, telescoping, the binomial theorem and Pascal's triangle.

The ends a and b are integers with a <= b + 1 (an empty sum is 0, an empty product 1), as all rules but `Termwise` and `Linear` check,
and i is an integer of a, ..., b: statements about the summand are checked on the goal's domain with i added to it. The ends of a sum
may be infinite; then it is defined where f is at all i and the sum of |f| is finite. Rules with `defines` show it, as for integrals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...statements import Domain
from ...substitution import substitute
from ...terms import MINUS_OO, ONE, OO, ZERO, Term, add, func, mul, num, power, relation, sub, sym
from ...verdicts import StepRejected, require
from ..context import IMPLIED
from ..judgement import FactStep, finite
from .base import FactRule
from .binders import combined, demand_ends, over_one_range, summed

MAX_MOMENT = 8
ORDER = 4  # terms that a limit is expanded to
KINDS = {"Sum": "+", "Product": "*"}


@dataclass(frozen=True)
class Cut(FactRule):
    """d == c + 1 ⊢ Sum(f, (i, a, b)) == Sum(f, (i, a, c)) + Sum(f, (i, d, b)) on D; the last part, of one term, may be f(b)

    - both parts are defined on D
    - the finite ends are integers, a <= d and c <= b
    - products likewise
    """

    defines: ClassVar[bool] = True

    def conclude(self, step: FactStep) -> None:
        whole, parts = step.lhs, step.rhs.args
        shape = step.op == "==" and whole.op in KINDS and step.rhs.op == KINDS[whole.op] and len(parts) == 2
        require(shape, (step.statement,), "a sum equal to two parts, or a product")
        head, tail = parts
        f, a, b = whole.args
        alike = (head.op, head.value, head.args[:2]) == (whole.op, whole.value, (f, a))
        require(alike, (head,), ("the first part of", whole))
        c = head.args[2]
        if (tail.op, tail.value) == (whole.op, whole.value):
            require(tail.args[0] is f and tail.args[2] is b, (tail,), ("the last part of", whole))
            d = tail.args[1]
            _rising(c, b, step)
        else:
            d = b
            require(step.same(tail, substitute(f, {whole.name: b})), (tail,), ("the term of", whole, "at", b))
        require(step.same(add(c, ONE), d), ("the ends", c, "and", d), "an end and the next integer")
        _rising(a, d, step)


@dataclass(frozen=True)
class Termwise(FactRule):
    """f R g for i = a, ..., b ⊢ Sum(f, (i, a, b)) R Sum(g, (i, a, b)) on D; products likewise

    - R is ==, <= or >=
    - both sums are defined on D; for == the left one is, as the right one is and f is
    - for <= and >= of products the smaller of f and g is not negative (the fact `nonnegative`)
    """

    defines: ClassVar[bool] = True
    of: str
    nonnegative: str | None = None

    def conclude(self, step: FactStep) -> None:
        one, other = step.lhs, step.rhs
        require(one.op in KINDS and other.op == one.op, (step.statement,), "two sums, or two products")
        require(step.op in ("==", "<=", ">="), f"the relation {step.op}", "==, <= or >=")
        alike = other.value == one.value and other.args[1:] == one.args[1:]
        require(alike, (step.statement,), "the same index and ends")
        inside = summed(one, step.domain)
        f, g = one.args[0], other.args[0]
        if step.op != "==":  # where it is, the left one is defined as the right one is and f, which `shows` demands
            step.demand(one)
        wanted = relation(step.op, f, g)
        require(step.shows(wanted, inside, (self.of,)), self.of, (wanted, "on", inside))
        if one.op == "Product" and step.op != "==":
            small = relation(">=", g if step.op == ">=" else f, ZERO)
            require(step.shows(small, inside, (self.nonnegative or "",)), f"{self.nonnegative}", (small, "on", inside))


@dataclass(frozen=True)
class Linear(FactRule):
    """c1 f1 + ... + cn fn >= 0 for i = a, ..., b ⊢ c1 Sum(f1) + ... + cn Sum(fn) >= 0 on D; likewise ==

    - the sums have the same index and ends, and are defined on D; the ci are defined on D and do not depend on the index
    """

    of: str

    def conclude(self, step: FactStep) -> None:
        parts = over_one_range(step.gap, "Sum")
        proved = combined(step, parts, self.of, summed(parts[0], step.domain))
        proved = ">=" if proved == ">" else proved  # there may be no terms
        require(step.sign in IMPLIED[proved], f"summands {proved} 0", f"summands that give {step.sign} 0")


@dataclass(frozen=True)
class Telescope(FactRule):
    """F(i + 1) - F(i) == f(i) for i = a, ..., b ⊢ Sum(f, (i, a, b)) == F(b + 1) - F(a) on D

    - F, in the index and the symbols of D, is defined at a, ..., b + 1, and f at a, ..., b
    - the finite ends are integers, a <= b + 1
    - at an infinite end F tends to `low` or `high`, a term in the symbols of D, which stands for F(a) or F(b + 1)

    F is made of functions that do not oscillate, so f keeps its sign near an infinite end, and the sum converges absolutely.
    """

    defines: ClassVar[bool] = True
    form: Term  # F, in the summation index
    low: Term | None = None
    high: Term | None = None

    def conclude(self, step: FactStep) -> None:
        total = step.lhs
        require(step.op == "==" and total.op == "Sum", (step.statement,), "a sum on the left of ==")
        body, lower, upper = total.args
        beyond = OO if upper is OO else add(upper, ONE)
        demand_ends(total, step)
        _rising(lower, beyond, step)
        inside, further = summed(total, step.domain), summed(total, step.domain, beyond)
        step.demand(self.form, further)
        following = substitute(self.form, {total.name: add(sym(total.name), ONE)})
        step.grant(inside, following)  # F is defined at i + 1 for i up to b
        same = step.same(sub(following, self.form), body, inside)
        require(same, ("the form", self.form), ("one whose difference is", body))
        high = self._value(step, beyond, self.high, further)
        low = self._value(step, lower, self.low, further)
        require(step.same(step.rhs, sub(high, low)), (step.rhs,), (high, "minus", low))

    def _value(self, step: FactStep, end: Term, limit: Term | None, further: Domain) -> Term:
        """F at an end, or its limit."""
        if finite(end):
            return substitute(self.form, {step.lhs.name: end})
        if limit is None:
            raise StepRejected(f"no limit at {end!r}", "a limit")
        step.demand(limit)
        found = step.limit(sub(self.form, limit), step.lhs.name, further, None, end is OO, ORDER)
        require(found == 0, ("no limit of", self.form, "at", end), ("the limit", limit))
        return limit


@dataclass(frozen=True)
class Binomial(FactRule):
    """⊢ Sum(c [i]_m binomial(n, i) x**i y**(n - i), (i, 0, n)) == c [n]_m x**m (x + y)**(n - m) on D

    - n is integer and n >= 0; x, y and c, terms in the symbols of D, and the right side are defined on D
    - the order m is from 0 to 8

    [i]_m = i (i - 1) ... (i - m + 1): m derivatives of the binomial theorem in x.
    """

    x: Term
    y: Term
    factor: Term = ONE
    order: int = 0

    def conclude(self, step: FactStep) -> None:
        total = step.lhs
        require(step.op == "==" and total.op == "Sum", (step.statement,), "a sum on the left of ==")
        body, lower, n = total.args
        require(0 <= self.order <= MAX_MOMENT, f"order {self.order}", f"an order from 0 to {MAX_MOMENT}")
        require(lower is ZERO, ("the lower end", lower), "0")
        _rising(lower, n, step)
        k, m = sym(total.name), num(self.order)
        whole = mul(self.factor, *_falling(n, self.order), power(self.x, m), power(add(self.x, self.y), sub(n, m)))
        parts = func("binomial", n, k), power(self.x, k), power(self.y, sub(n, k))
        term = mul(self.factor, *_falling(k, self.order), *parts)
        for t in (self.x, self.y, self.factor):
            step.demand(t)
        require(step.same(body, term, summed(total, step.domain)), ("the summand", body), (term,))
        require(step.same(step.rhs, whole), (step.rhs,), (whole,))


@dataclass(frozen=True)
class Pascal(FactRule):
    """⊢ Sum(C(n + 1, i) f(i), (i, 0, n + 1)) == Sum(C(n, i) f(i), (i, 0, n)) + Sum(C(n, i) f(i + 1), (i, 0, n)) on D, C = binomial

    - n is integer and n >= 0; both sides are defined on D
    - f, in the index and the symbols of D, is defined at 0, ..., n + 1, and f(i + 1) is seen to be at 0, ..., n
    """

    form: Term  # f, in the index

    def conclude(self, step: FactStep) -> None:
        whole, parts = step.lhs, step.rhs.args
        sums = step.op == "==" and step.rhs.op == "+" and len(parts) == 2 and {u.op for u in (whole, *parts)} == {"Sum"}
        require(sums, (step.statement,), "a sum equal to two sums")
        n, index = parts[0].args[2], sym(whole.name)
        alike = {(u.value, u.args[1]) for u in (whole, *parts)} == {(whole.value, ZERO)} and parts[1].args[2] is n
        require(alike, (step.statement,), "sums with one index, from 0, the two parts to the same n")
        require(step.same(whole.args[2], add(n, ONE)), (whole.args[2],), ("one more than", n))
        _rising(ZERO, n, step)
        following = substitute(self.form, {whole.name: add(index, ONE)})
        for u, upper, f in ((whole, add(n, ONE), self.form), (parts[0], n, self.form), (parts[1], n, following)):
            term = mul(func("binomial", upper, index), f)
            require(step.same(u.args[0], term, summed(u, step.domain)), ("the summand", u.args[0]), (term,))


def _falling(t: Term, order: int) -> list[Term]:
    """The factors t, t - 1, ..., t - order + 1."""
    return [sub(t, num(j)) for j in range(order)]


def _rising(lower: Term, upper: Term, step: FactStep) -> None:
    """Both ends are integers, in rising order, or infinite."""
    ends = [*([] if lower is MINUS_OO else [lower]), *([] if upper is OO else [upper])]
    require(all(map(step.whole, ends)), ("ends", lower, "and", upper), "integer ends")
    rise = len(ends) < 2 or step.shows(relation("<=", lower, upper), names=step.have.defined)
    require(rise, ("ends", lower, "and", upper), "ends in rising order")
