"""Techniques for several symbols: pivot at a root of a partial derivative, and bounds on logarithms as hypotheses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel.context import nonnegative_form
from ..kernel.derivative import NotDifferentiable, derivative
from ..kernel.rules import Cases, Follows, Given, Instance
from ..kernel.statements import Domain, Fact, Range
from ..kernel.terms import (
    FLIPPED,
    ONE,
    TWO,
    ZERO,
    Term,
    TermError,
    add,
    div,
    log,
    mul,
    negated,
    num,
    power,
    relation,
    sqrt,
    sub,
    substitute,
    subterms,
    sym,
)  # fmt: skip
from .exact_roots import roots
from .farkas import prove_linear

if TYPE_CHECKING:
    from .prover import Prover

MAX_PIVOTS = 3
MAX_LOGARITHMS = 4


def pivot(prover: Prover, fact: Fact, depth: int) -> str | None:
    """Split at v = r, a root of the derivative along v that depends on the other symbols: q = p in Pinsker's inequality.

    On each side v is a fraction of the way from its end to r, which makes the part a box: v = low + (r - low) s, 0 < s <= 1.
    """
    gap, op = nonnegative_form(fact.statement)
    names = [n for n in fact.domain.names if n in gap.free and not fact.domain.range(n).integer]
    if len(names) < 2 or op not in (">", ">="):
        return None
    for name in names:
        for r in _pivots(gap, name, fact.domain):
            prover.note("pivot")
            condition = relation("<=", sym(name), r)
            low = _side(prover, fact, name, r, condition, depth)
            high = low and _side(prover, fact, name, r, negated(condition), depth)
            if low and high and prover.define(condition, fact.domain, depth):
                return prover.have(fact, Cases(condition, low, high))
    return None


def by_order(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A side condition x <= y between two symbols makes the domain a triangle; x as a fraction of y makes it a box."""
    for c in fact.domain.conditions:
        for name, r, op in ((c.lhs, c.rhs, c.op), (c.rhs, c.lhs, FLIPPED[c.op])):
            if name.op != "sym" or r.op != "sym" or op in ("==", "!="):
                continue
            rest = Domain(fact.domain.ranges, tuple(d for d in fact.domain.conditions if d is not c))
            prover.note("order of two symbols")
            condition = relation(op, name, r)
            step = _side(prover, Fact(rest, fact.statement), str(name.value), r, condition, depth)
            if step and condition is not c:  # the same condition, turned round
                turned = prover.have(
                    Fact(fact.domain, condition), Follows(prover.have(Fact(fact.domain, c), Given()) or "")
                )
                step = turned and prover.have(fact, Instance(step, (), (turned,)))
            if step:
                return step
    return None


def _pivots(gap: Term, name: str, domain: Domain) -> list[Term]:
    try:
        found = roots(derivative(gap, name), name, domain)
    except (NotDifferentiable, TermError):
        return []
    return [r for r in found if r.free and r.free <= set(domain.names) - {name}][:MAX_PIVOTS]


def _side(prover: Prover, fact: Fact, name: str, r: Term, condition: Term, depth: int) -> str | None:
    """The fact where the condition v <= r, or v > r, holds."""
    below = condition.op in ("<", "<=")
    at_pivot_open = condition.op in ("<", ">")
    span = fact.domain.range(name)
    end, end_open = (span.lower, span.lower_open) if below else (span.upper, span.upper_open)
    goal = Fact(fact.domain.with_conditions(condition), fact.statement)
    part = name + "_part"
    if end is None or part in fact.domain.names or any(name in c.free for c in fact.domain.conditions):
        return None
    reach = sub(r, end) if below else sub(end, r)
    where = add(end, mul(reach, sym(part))) if below else sub(end, mul(reach, sym(part)))
    fraction = div(sub(sym(name), end) if below else sub(end, sym(name)), reach)
    inner = fact.domain.without(name).with_range(Range(part, ZERO, ONE, end_open, at_pivot_open))
    if not prover.prove(Fact(fact.domain.without(name), relation(">", reach, ZERO)), depth + 2):
        return None
    step = prover.prove(Fact(inner, substitute(fact.statement, {name: where})), depth + 1)
    if step is None or not prover.define(fraction, goal.domain, depth):
        return None
    ends = [
        relation(">" if end_open else ">=", fraction, ZERO),
        relation("<" if at_pivot_open else "<=", fraction, ONE),
    ]
    inside = [prover.prove(Fact(goal.domain, e), depth + 2) for e in ends]
    if any(i is None for i in inside):
        return None
    return prover.have(goal, Instance(step, ((part, fraction),), tuple(i for i in inside if i)))


def by_bounds_on_logarithms(prover: Prover, fact: Fact, depth: int) -> str | None:
    """log X between 1 - 1/X and X - 1, and between 2 - 2/sqrt X and 2 sqrt X - 2, as hypotheses of a linear combination."""
    found = [u for u in subterms(fact.statement) if u.op == "log" and len(u.free) and u.free <= set(fact.domain.names)]
    if not found or len(found) > MAX_LOGARITHMS or fact.statement.op == "==":
        return None
    prover.note("bounds on logarithms")
    for choice in (_linear_bounds, _root_bounds):
        facts = [step for u in found for step in choice(prover, u.args[0], fact.domain, depth) if step]
        conditions = [prover.builder.steps[s].statement.statement for s in facts]  # type: ignore[union-attr]
        goal = Fact(fact.domain.with_conditions(*conditions), fact.statement)
        step = prove_linear(goal, lambda f: prover.prove(f, depth + 2), prover.builder)
        if step:
            return prover.have(fact, Instance(step, (), tuple(facts)))
    return None


def _linear_bounds(prover: Prover, x: Term, domain: Domain, depth: int) -> list[str | None]:
    return _instances(prover, x, domain, depth, relation("<=", log(sym("y")), sub(sym("y"), ONE)))


def _root_bounds(prover: Prover, x: Term, domain: Domain, depth: int) -> list[str | None]:
    y = sym("y")
    return _instances(prover, x, domain, depth, relation("<=", log(y), sub(mul(TWO, sqrt(y)), TWO)))


def _instances(prover: Prover, x: Term, domain: Domain, depth: int, lemma: Term) -> list[str | None]:
    """The lemma log y <= f(y) for y = X, and for y = 1/X, where it bounds log X from below."""
    positive = Domain((Range("y", ZERO),))
    base = prover.prove(Fact(positive, lemma), depth + 1)
    if base is None or not prover.define(log(x), domain, depth):
        return []
    out = []
    for value in (x, power(x, num(-1))):
        if not prover.define(value, domain, depth):
            continue
        r = substitute(lemma, {"y": value})
        if value is not x:  # log(1/X) <= f(1/X) as log X >= -f(1/X)
            r = relation(">=", log(x), mul(num(-1), r.rhs))
        inside = prover.prove(Fact(domain, relation(">", value, ZERO)), depth + 2)
        if inside and prover.define(r, domain, depth):
            out.append(prover.have(Fact(domain, r), Instance(base, (("y", value),), (inside,))))
    return out
