"""Changes of form: a root as a new variable, logarithms of products, bounds on floor and ceil."""

from __future__ import annotations

from flint import fmpq

from ...kernel.arithmetic.integrality import integer_valued
from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.integers import Whole
from ...kernel.reals.rules.logic import Cases, Combine, Instance, Rounding, Sign
from ...kernel.statements import Domain, Fact, Range
from ...kernel.terms import ONE, ZERO, Term, add, div, exp, log, negated, num, relation, sub, subterms, sym
from ..normal import linear_roots, normal_term, root_substitution, rooted_logarithm, single_logarithm, two_products
from ..prover import Prover
from .cases import core_of, ranged
from .factors import by_squares


def by_root(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A root of a + b*x becomes the variable: with s = (a + b*x)**(1/n), x = (s**n - a)/b."""
    for name, base, order in linear_roots(fact.statement):
        change = root_substitution(fact, name, base, order) if name in fact.domain.names else None
        if change is None:
            continue
        prover.note("substitution")
        inner, symbol, value = change
        step = prover.prove(inner, depth + 1)
        if step and prover.define(value, fact.domain, depth):
            done = prover.have(fact, Instance(step, ((symbol, value),), prover.defined))
            if done:
                return done
    return None


def by_logarithm(prover: Prover, fact: Fact, depth: int) -> str | None:
    """a <= b between positive terms from log a <= log b: exp(y) >= 1 for y = log(b/a) >= 0. Where a <= 0 there is nothing to show."""
    gap, op = nonnegative_form(fact.statement)
    pairs = two_products(prover.builder.ctx.field(fact.domain), gap) if op in (">", ">=") else []
    for big, small in pairs:
        prover.note("logarithms")
        if prover.define(big, fact.domain, depth) and prover.define(small, fact.domain, depth):
            step = _by_logarithms(prover, fact, big, small, depth)
            if step:
                return step
    return None


def _by_logarithms(prover: Prover, fact: Fact, big: Term, small: Term, depth: int) -> str | None:
    above = prover.prove(Fact(fact.domain, relation(">", big, ZERO)), depth + 1)
    if not above:
        return None
    if prover.prove(Fact(fact.domain, relation(">", small, ZERO)), depth + 1):
        return _compared(prover, fact, big, small, depth)
    condition = relation(">", *core_of(prover, small, fact.domain))
    other = Fact(fact.domain.with_conditions(negated(condition)), fact.statement)
    below = prover.prove(Fact(other.domain, relation("<=", small, ZERO)), depth + 2)
    no = below and prover.have(other, Combine(((below, ONE), (above, ONE))))
    part = Fact(fact.domain.with_conditions(condition), fact.statement)
    if not no or part == fact or not prover.define(condition, fact.domain, depth):
        return None
    yes = ranged(prover, part, condition, depth) or _compared(prover, part, big, small, depth)
    return prover.have(fact, Cases(condition, yes, no)) if yes else None


def _compared(prover: Prover, fact: Fact, big: Term, small: Term, depth: int) -> str | None:
    """big - small >= 0 from log(big) - log(small) >= 0."""
    op = nonnegative_form(fact.statement)[1]
    ratio = sub(log(big), log(small))
    if any(u.op == "**" and u.args[1].free for u in subterms(fact.statement)):  # roots are better left as they stand
        ratio = normal_term(prover.builder.ctx.field(fact.domain), ratio) or ratio
    below = prover.prove(Fact(fact.domain, relation(op, ratio, ZERO)), depth + 1)
    y = Domain((Range("y", ZERO, None, op == ">", True),))
    base = prover.have(Fact(y, relation(op, exp(sym("y")), num(1))), Sign())
    if below is None or base is None:
        return None
    scaled = Fact(fact.domain, relation(op, div(big, small), num(1)))
    step = prover.have(scaled, Instance(base, (("y", ratio),), (below,)))
    return step and prover.have(fact, Combine(((step, small),), signs=prover.defined))


def by_exponential(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A combination of logarithms with whole coefficients is log X: its sign is that of X - 1."""
    gap, op = nonnegative_form(fact.statement)
    found = single_logarithm(prover.builder.ctx.field(fact.domain), gap) if op in (">", ">=") else None
    return None if found is None else _exponentially(prover, fact, *found, depth)


def by_rooted_logarithm(prover: Prover, fact: Fact, depth: int) -> str | None:
    """r +- log X with a root in X, such as x - acosh(a): its sign is that of exp(r) X**(+-1) - 1."""
    gap, op = nonnegative_form(fact.statement)
    found = rooted_logarithm(prover.builder.ctx.field(fact.domain), gap) if op in (">", ">=") else None
    return None if found is None else _exponentially(prover, fact, *found, depth)


def _exponentially(prover: Prover, fact: Fact, x: Term, multiple: fmpq, depth: int) -> str | None:
    """multiple * log(x) >= 0 from x >= 1; a root in x is undone first of all."""
    op = nonnegative_form(fact.statement)[1]
    prover.note("exponentials")
    larger = Fact(fact.domain, relation(op, x, num(1)))
    above = by_squares(prover, larger, depth + 1) or prover.prove(larger, depth + 1)
    y = Domain((Range("y", num(1), None, op == ">", True),))
    base = prover.have(Fact(y, relation(op, log(sym("y")), ZERO)), Sign())
    if above is None or base is None or not prover.define(log(x), fact.domain, depth):
        return None
    step = prover.have(Fact(fact.domain, relation(op, log(x), ZERO)), Instance(base, (("y", x),), (above,)))
    return step and prover.have(fact, Combine(((step, num(multiple)),)))


def by_wholeness(prover: Prover, fact: Fact, depth: int) -> str | None:
    """t >= 0 for an integer-valued t from t > -1."""
    gap, op = nonnegative_form(fact.statement)
    if op != ">=" or not integer_valued(gap, fact.domain):
        return None
    step = prover.prove(Fact(fact.domain, relation(">", add(gap, ONE), ZERO)), depth + 1)
    return step and prover.have(fact, Whole(step))


def by_rounding(prover: Prover, fact: Fact, depth: int) -> str | None:
    """What floor and ceil are bounded by, as hypotheses."""
    bounds: list[Term] = []
    for u in subterms(fact.statement):
        if u.op in ("floor", "ceil") and u.free <= set(fact.domain.names):
            a = u.args[0]
            if u.op == "floor":
                bounds += [relation("<=", u, a), relation("<", a, add(u, num(1)))]
            else:
                bounds += [relation("<=", a, u), relation("<", u, add(a, num(1)))]
            seen = prover.builder.ctx.bounds(fact.domain).of(u)
            bounds += [] if seen.lo is None else [relation(">=", u, num(seen.lo))]
            bounds += [] if seen.hi is None else [relation("<=", u, num(seen.hi))]
    new = [b for b in bounds if b not in fact.domain.conditions]
    if not new:
        return None
    prover.note("bounds on floor and ceil")
    facts = [prover.have(Fact(fact.domain, b), Rounding()) or prover.have(Fact(fact.domain, b), Sign()) for b in new]
    step = prover.prove(Fact(fact.domain.with_conditions(*new), fact.statement), depth + 1)
    return step and prover.have(fact, Instance(step, (), tuple(f for f in facts if f)))
