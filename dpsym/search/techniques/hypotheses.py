"""Side conditions in another form: squared, as logarithms, as exponentials.

0 <= a <= b          a**2 <= b**2, if that removes a root or an absolute value
0 < a <= b           log(a) <= log(b), if both are products of powers
log(a) <= log(b)     a <= b
"""

from __future__ import annotations

from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.logic import Combine, Given, Instance, Sign
from ...kernel.statements import Domain, Fact, Range
from ...kernel.terms import ONE, TWO, ZERO, Term, add, div, exp, log, num, power, relation, sub, subterms, sym
from ..normal import normal_term, single_logarithm, two_products
from ..prover import Prover


def by_squared_conditions(prover: Prover, fact: Fact, depth: int) -> str | None:
    """Side conditions between nonnegative terms, squared, where that removes roots or absolute values."""
    domain, ctx = fact.domain, prover.builder.ctx
    for c in domain.conditions:
        if c.op in ("==", "!=") or not any(u.op in ("sqrt", "abs") for u in (c.lhs, c.rhs, *c.lhs.args, *c.rhs.args)):
            continue
        plain = Domain(domain.ranges)
        if not all(ctx.holds_where_defined(relation(">=", t, ZERO), plain) for t in (c.lhs, c.rhs)):
            continue
        squares = [normal_term(ctx.field(plain), power(t, TWO)) for t in (c.lhs, c.rhs)]
        if None in squares or _roots(*squares) >= _roots(c.lhs, c.rhs):  # type: ignore[arg-type]
            continue
        new = relation(c.op, *squares)
        step = _replaced(prover, fact, c, new, depth)
        given = step and prover.have(Fact(domain, c), Given())
        both = given and prover.have(Fact(domain, new), Combine(((given, add(c.lhs, c.rhs)),), signs=prover.defined))
        if step and both:
            return prover.have(fact, Instance(step, (), (both,)))
    return None


def _roots(*terms: Term) -> int:
    return sum(u.op in ("sqrt", "abs") for t in terms for u in subterms(t))


def by_logarithms_of_conditions(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A side condition between two positive products with symbolic powers becomes linear in logarithms."""
    for c in fact.domain.conditions:
        if c.op in ("==", "!=") or not any(u.op == "**" and u.args[1].free for u in subterms(c)):
            continue
        gap, op = nonnegative_form(c)
        plain = Domain(fact.domain.ranges)
        for big, small in two_products(prover.builder.ctx.field(plain), gap):
            if not all(prover.builder.ctx.holds_where_defined(relation(">", t, ZERO), plain) for t in (big, small)):
                continue
            difference = normal_term(prover.builder.ctx.field(plain), sub(log(big), log(small)))
            if difference is None:
                continue
            new = relation(op, difference, ZERO)
            step = _replaced(prover, fact, c, new, depth)
            ratio = div(big, small)
            above = step and _multiple(prover, fact.domain, c, relation(op, ratio, ONE))
            done = above and _image(prover, fact.domain, new, relation(op, log(sym("y")), ZERO), ONE, ratio, above)
            if step and done:
                return prover.have(fact, Instance(step, (), (done,)))
    return None


def by_exponentials_of_conditions(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A side condition log X >= 0 becomes X >= 1."""
    for c in fact.domain.conditions:
        if c.op in ("==", "!="):
            continue
        gap, op = nonnegative_form(c)
        found = single_logarithm(prover.builder.ctx.field(Domain(fact.domain.ranges)), gap)
        if found is None:
            continue
        x, multiple = found
        new = relation(op, x, ONE)
        step = _replaced(prover, fact, c, new, depth)
        value = div(gap, num(multiple))
        above = step and _multiple(prover, fact.domain, c, relation(op, value, ZERO))
        done = above and _image(prover, fact.domain, new, relation(op, exp(sym("y")), ONE), ZERO, value, above)
        if step and done:
            return prover.have(fact, Instance(step, (), (done,)))
    return None


def _replaced(prover: Prover, fact: Fact, old: Term, new: Term, depth: int) -> str | None:
    """The fact with one side condition in another form."""
    prover.note("a hypothesis in another form")
    rest = Domain(fact.domain.ranges, tuple(new if d is old else d for d in fact.domain.conditions))
    return prover.prove(Fact(rest, fact.statement), depth + 1)


def _multiple(prover: Prover, domain: Domain, condition: Term, goal: Term) -> str | None:
    """The goal as a positive multiple of a side condition."""
    given = prover.have(Fact(domain, condition), Given())
    if not given or not prover.define(goal, domain):
        return None
    m = normal_term(prover.builder.ctx.field(domain), div(sub(goal.lhs, goal.rhs), nonnegative_form(condition)[0]))
    return prover.have(Fact(domain, goal), Combine(((given, m),), signs=prover.defined)) if m else None


def _image(prover: Prover, domain: Domain, goal: Term, base: Term, start: Term, value: Term, above: str) -> str | None:
    """The goal from `base`, which holds for y from `start` on, at y = value."""
    y = Domain((Range("y", start, None, base.op == ">", True),))
    known = prover.have(Fact(y, base), Sign())
    return known and prover.have(Fact(domain, goal), Instance(known, (("y", value),), (above, *prover.defined)))
