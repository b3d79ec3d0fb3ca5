"""A technique for several symbols: split where the gap, or its derivative along one of them, vanishes."""

from __future__ import annotations

from ...kernel.arithmetic.derivative import NotDifferentiable, derivative
from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.logic import Cases, Combine, Split
from ...kernel.statements import Domain, Fact
from ...kernel.substitution import substitute
from ...kernel.terms import HALF, ONE, ZERO, Term, TermError, negated, relation, sub, subterms, sym
from ..exact_roots import roots
from ..normal import normal_term
from ..plausible import plausible
from ..prover import Prover
from ..ranges import pieces
from .parts import Bound, on_part

MAX_PIVOTS = 3


def pivot(prover: Prover, fact: Fact, depth: int) -> str | None:
    """Split at v = r, where the gap vanishes or its derivative along v does: q = p in Pinsker's inequality, x = 0 in Hoeffding's.

    r depends on the other symbols or is a number; on each side v is a fraction of the way from its end to r.
    """
    gap, op = nonnegative_form(fact.statement)
    names = [n for n in fact.domain.names if n in gap.free and not fact.domain.range(n).integer]
    if len(names) < 2 or op not in (">", ">="):
        return None
    for name in sorted(names, key=lambda n: _layers(prover, gap, n, fact.domain)):
        for r in _pivots(prover, gap, name, fact.domain):
            prover.note("pivot")
            step = _at_number(prover, fact, name, r, depth) if not r.free else _at_term(prover, fact, name, r, depth)
            if step:
                return step
    return None


def by_least(prover: Prover, fact: Fact, depth: int) -> str | None:
    """G >= 0 from G >= G[v := r] >= 0, where r, a number or a term in the other symbols, is a root of G'."""
    gap, op = nonnegative_form(fact.statement)
    names = [n for n in fact.domain.names if n in gap.free and not fact.domain.range(n).integer]
    if len(names) < 2 or op not in (">", ">="):
        return None
    for name in names:
        if any(name in c.free for c in fact.domain.conditions):
            continue
        for r in _stationary(prover, gap, name, fact.domain):
            step = _from_least(prover, fact, name, r, depth)
            if step:
                return step
    return None


def _from_least(prover: Prover, fact: Fact, name: str, r: Term, depth: int) -> str | None:
    gap, op = nonnegative_form(fact.statement)
    rest = fact.domain.without(name)
    least = substitute(gap, {name: r})
    field = prover.builder.ctx.field(rest)
    low = Fact(rest, relation(op, normal_term(field, least) or least, ZERO))
    above = Fact(fact.domain, relation(">=", gap, low.statement.lhs))
    if not plausible(low, prover.work) or not plausible(above, prover.work):
        return None
    prover.note("smallest value along a symbol")
    first = prover.prove(above, depth + 1)
    second = first and prover.prove(low, depth + 1)
    return prover.have(fact, Combine(((first, ONE), (second, ONE)))) if first and second else None


def _stationary(prover: Prover, gap: Term, name: str, domain: Domain) -> list[Term]:
    """Roots of the derivative, terms in other symbols or numbers."""
    try:
        found = roots(derivative(gap, name), name, domain, prover.work)
    except (NotDifferentiable, TermError):
        return []
    return [t for t in found if t.free <= set(domain.names) - {name}]


def _layers(prover: Prover, gap: Term, name: str, domain: Domain) -> int:
    """How many logarithms and the like the derivative along the symbol has: the fewer, the better a ladder will do."""
    try:
        slope = normal_term(prover.builder.ctx.field(domain), derivative(gap, name))
    except (NotDifferentiable, TermError):
        slope = None
    return 99 if slope is None else len({u for u in subterms(slope) if u.op in ("log", "erfc", "sqrt") and u.free})


def _at_term(prover: Prover, fact: Fact, name: str, r: Term, depth: int) -> str | None:
    condition = relation("<=", sym(name), r)
    low = _side(prover, fact, name, r, condition, depth)
    high = low and _side(prover, fact, name, r, negated(condition), depth)
    if low and high and prover.define(condition, fact.domain, depth):
        return prover.have(fact, Cases(condition, low, high))
    return None


def _at_number(prover: Prover, fact: Fact, name: str, r: Term, depth: int) -> str | None:
    parts = pieces(fact.domain.range(name), [r])
    if len(parts) < 2:
        return None
    steps = []
    for part in parts:
        step = prover.prove(Fact(fact.domain.with_range(part), fact.statement), depth + 1)
        if step is None:
            return None
        steps.append(step)
    return prover.have(fact, Split(name, tuple(steps)))


def _pivots(prover: Prover, gap: Term, name: str, domain: Domain) -> list[Term]:
    """Where the gap vanishes identically, of the simplest places; then roots of its derivative."""
    others = [n for n in domain.names if n != name and n in gap.free]
    r = domain.range(name)
    simple = [*(sym(n) for n in others), *(sub(ONE, sym(n)) for n in others), ZERO, ONE, HALF]
    simple = [c for c in simple if c.free or len(pieces(r, [c])) > 1]
    field = prover.builder.ctx.field(domain)
    zero = [c for c in simple if field.is_zero(substitute(gap, {name: c}))]
    found = [t for t in _stationary(prover, gap, name, domain) if t.free]
    return list(dict.fromkeys([*zero, *found]))[:MAX_PIVOTS]


def _side(prover: Prover, fact: Fact, name: str, r: Term, condition: Term, depth: int) -> str | None:
    """The fact where the condition v <= r, or v > r, holds."""
    if any(name in c.free for c in fact.domain.conditions):
        return None
    goal = Fact(fact.domain.with_conditions(condition), fact.statement)
    return on_part(prover, goal, Bound(name, condition.op, r, condition), depth)
