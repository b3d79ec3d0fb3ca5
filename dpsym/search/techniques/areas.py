"""Sums against areas: the terms of a monotone sum compared with the integral over the step before, or after.

If f falls, f(i) <= Integral(f, (t, i - 1, i)) = F(i) - F(i - 1), and Sum(f, (i, a, b)) <= F(b) - F(a - 1).
"""

from __future__ import annotations

from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.logic import Combine
from ...kernel.reals.rules.sums import Telescope, Termwise
from ...kernel.statements import Domain, Fact
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, ZERO, Term, add, bind, neg, relation, sub, subterms, sym
from ..normal import coefficient, replace_term
from ..plausible import plausible
from ..prover import Prover
from .integrals import value_of
from .sums import index_domain


def by_areas(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A goal linear in a sum, with the sum replaced by an area below or above it."""
    gap, op = nonnegative_form(fact.statement)
    for u in subterms(gap) if op in (">", ">=") else ():
        if u.op != "Sum" or not u.free <= set(fact.domain.names) or str(u.value) in fact.domain.names:
            continue
        slope = coefficient(prover.builder.ctx, fact.domain, gap, u)
        if slope is None:
            continue
        for below, back in ((b, s) for b in (False, True) for s in (ONE, ZERO)):
            weight = slope if below else neg(slope)
            if prover.builder.ctx.holds_where_defined(relation(">=", weight, ZERO), fact.domain):
                step = _with_area(prover, fact, u, weight, below, back, depth)
                if step:
                    return step
    return None


def _with_area(prover: Prover, fact: Fact, u: Term, weight: Term, below: bool, back: Term, depth: int) -> str | None:
    """The goal from the one with the area from i - back to i - back + 1 in place of each term."""
    body, lower, upper = u.args
    i = str(u.value)
    inside = index_domain(fact.domain, u)
    start = sub(sym(i), back)
    area = (
        bind("Integral", substitute(body, {i: sym("t")}), "t", start, add(start, ONE)) if "t" not in body.free else None
    )
    if area is None or "t" in fact.domain.names:
        return None
    op = ">=" if below else "<="
    value = value_of(prover, area, inside, depth)
    form = value and _primitive(prover, value, i)
    if not value or not form:
        return None
    at = substitute(form, {i: start})
    terms = sub(substitute(form, {i: add(start, ONE)}), at)
    total = sub(substitute(at, {i: add(upper, ONE)}), substitute(at, {i: lower}))
    rest = Fact(fact.domain, relation(nonnegative_form(fact.statement)[1], _replaced(fact, u, total), ZERO))
    if not plausible(rest, prover.work) or not plausible(Fact(inside, relation(op, body, terms)), prover.work):
        return None
    prover.note("areas")
    known = prover.prove(Fact(inside, relation(op, body, area)), depth + 1)
    termwise = known and prover.have(
        Fact(inside, relation(op, body, terms)), Combine(((known, ONE), (value, _sign(op))))
    )
    other = bind("Sum", terms, i, lower, upper)
    if not termwise or not prover.define(relation(op, u, other), fact.domain, depth):
        return None
    bounded = prover.have(Fact(fact.domain, relation(op, u, other)), Termwise(termwise))
    closed = bounded and _telescoped(prover, fact.domain, other, at, total, inside, depth)
    done = closed and prover.prove(rest, depth + 1)
    if not bounded or not closed or not done:
        return None
    slope = weight if below else neg(weight)
    return prover.have(fact, Combine(((done, ONE), (bounded, weight), (closed, slope))))


def _sign(op: str) -> Term:
    return neg(ONE) if op == "<=" else ONE


def _replaced(fact: Fact, u: Term, total: Term) -> Term:
    return replace_term(nonnegative_form(fact.statement)[0], u, total)


def _primitive(prover: Prover, value: str, i: str) -> Term | None:
    """F, from a step that states the value of an integral of f by it."""
    by = prover.builder.steps[value].by
    form = getattr(by, "of", None)
    return substitute(form, {"t": sym(i)}) if isinstance(form, Term) else None


def _telescoped(
    prover: Prover, domain: Domain, total: Term, form: Term, value: Term, inside: Domain, depth: int
) -> str | None:
    goal = Fact(domain, relation("==", total, value))
    if not prover.define(form, inside, depth) or not prover.define(goal.statement, domain, depth):
        return None
    return prover.have(goal, Telescope(form))
