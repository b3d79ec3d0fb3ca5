"""Induction: claims about integers k >= a, with sums and products up to k."""

from __future__ import annotations

from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.integers import Induct
from ...kernel.reals.rules.logic import Combine, Follows, Given, Instance
from ...kernel.reals.rules.sums import Cut
from ...kernel.statements import Domain, Fact, Range
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, ZERO, Term, add, div, mul, relation, sub, subterms, sym
from ..normal import coefficient, normal_term, replace_term
from ..plausible import plausible
from ..prover import Prover
from ..ranges import closed_integers


def by_induction(prover: Prover, fact: Fact, depth: int) -> str | None:
    """F(a), and F(k + 1) from F(k), where the last terms of sums and products are taken out."""
    if any(u.op in ("Sum", "Product") for c in fact.domain.conditions for u in subterms(c)):
        return None  # this is the step of another induction
    for name in fact.domain.names:
        r = fact.domain.range(name)
        if r.integer and name in fact.statement.free:
            whole = closed_integers(r)
            step = _stronger(prover, fact, whole, depth) or _along(prover, fact, whole, depth)
            if step:
                return step
    return None


def _along(prover: Prover, fact: Fact, r: Range, depth: int) -> str | None:
    if r.lower is None or r.lower.op != "num" or r.upper is not None:
        return None
    prover.note("induction")
    whole = Fact(fact.domain.with_range(r), fact.statement)
    at = {r.name: r.lower}
    conditions = tuple(substitute(c, at) for c in fact.domain.conditions)
    start = Domain(fact.domain.without(r.name).ranges, tuple(c for c in conditions if c.free))
    later = later_conditions(whole.domain, r.name)
    closed = [prover.prove(Fact(later, c), depth + 2) for c in whole.domain.conditions if r.name in c.free]
    if not all(closed) or len(start.conditions) < len(conditions):
        return None
    base = prover.prove(Fact(start, substitute(fact.statement, at)), depth + 1)
    step = base and _step(prover, whole, r.name, later, depth)
    if not base or not step:
        return None
    done = prover.have(whole, Induct(r.name, base, step, tuple(c for c in closed if c)))
    return done and (done if whole == fact else prover.have(fact, Follows(done)))


def _stronger(prover: Prover, fact: Fact, r: Range, depth: int) -> str | None:
    """A bound that does not depend on k, from a sharper one: by a multiple of the last term, with equality at the start.

    1 - b <= Product(1 - b/2**i, (i, 1, k)) does not pass from k to k + 1; with b/2**k added on the left it does.
    """
    gap, op = nonnegative_form(fact.statement)
    found = [u for u in subterms(gap) if u.op in ("Sum", "Product") and r.name in u.free]
    if len(found) != 1 or op != ">=" or r.lower is None or r.name in replace_term(gap, found[0], ZERO).free:
        return None
    u = found[0]
    last = substitute(u.args[0], {str(u.value): u.args[2]})
    last = last if u.op == "Sum" else sub(ONE, last)
    start = {r.name: r.lower}
    field = prover.builder.ctx.field(fact.domain.without(r.name))
    share = normal_term(field, div(substitute(gap, start), substitute(last, start)))
    if share is None or share is ZERO:
        return None
    more = mul(share, last)
    sharper = Fact(fact.domain.with_range(r), relation(">=", sub(gap, more), ZERO))
    if not plausible(sharper, prover.work):
        return None
    prover.note("induction on a sharper bound")
    step = _along(prover, sharper, r, depth)
    sign = step and prover.prove(Fact(sharper.domain, relation(">=", more, ZERO)), depth + 1)
    whole = Fact(sharper.domain, fact.statement)
    done = step and sign and prover.have(whole, Combine(((step, ONE),), more, (sign,)))
    return done and (done if whole == fact else prover.have(fact, Follows(done)))


def later_conditions(domain: Domain, name: str) -> Domain:
    """The domain at k + 1: its side conditions with k + 1 for k."""
    on = {name: add(sym(name), ONE)}
    return Domain(domain.ranges, tuple(substitute(c, on) for c in domain.conditions))


def _step(prover: Prover, whole: Fact, name: str, later: Domain, depth: int) -> str | None:
    following = substitute(whole.statement, {name: add(sym(name), ONE)})
    assumed = later.with_conditions(whole.statement)
    taken = [t for t in (_taken_out(prover, u, name, assumed) for u in subterms(whole.statement)) if t]
    conditions = [prover.builder.steps[t].statement.statement for t in taken]  # type: ignore[union-attr]
    here = Fact(later, whole.statement)
    direct = _difference(prover, Fact(assumed, following), here, dict(zip(taken, conditions)), depth)
    if direct:
        return direct
    step = prover.prove(Fact(assumed.with_conditions(*conditions), following), depth + 1)
    if not step or not taken:
        return step
    return prover.have(Fact(assumed, following), Instance(step, (), tuple(taken)))


def _difference(prover: Prover, goal: Fact, whole: Fact, taken: dict[str, Term], depth: int) -> str | None:
    """The gap at k + 1 is a multiple of the gap at k plus something without sums, both shown to be nonnegative.

    The multiple is 1 for sums; for products it is the last factor.
    """
    gap, op = nonnegative_form(goal.statement)
    now, _ = nonnegative_form(whole.statement)
    using: list[tuple[str, Term]] = []
    replaced = gap
    for step, equation in taken.items():
        long, short = equation.lhs, equation.rhs
        slope = sub(replace_term(replaced, long, ONE), replace_term(replaced, long, ZERO))
        using.append((step, normal_term(prover.builder.ctx.field(whole.domain), slope) or slope))
        replaced = replace_term(replaced, long, short)
    field, ctx = prover.builder.ctx.field(whole.domain), prover.builder.ctx
    first = next((u for u in subterms(now) if u.op in ("Sum", "Product")), None)
    slopes = [first and coefficient(ctx, whole.domain, t, first) for t in (replaced, now)]
    multiple = normal_term(field, div(slopes[0], slopes[1])) if slopes[0] and slopes[1] else ONE
    rest = multiple and normal_term(field, sub(replaced, mul(multiple, now)))
    if rest is None or multiple is None or any(u.op in ("Sum", "Product") for u in subterms(rest)):
        return None
    given = prover.have(Fact(goal.domain, whole.statement), Given())
    sign = prover.prove(Fact(whole.domain, relation(op, rest, ZERO)), depth + 1)
    factor = (
        multiple is ONE or op == "==" or prover.prove(Fact(whole.domain, relation(">=", multiple, ZERO)), depth + 1)
    )
    if not sign or not given or not factor or not prover.define(multiple, goal.domain, depth):
        return None
    signs = (sign, *((factor,) if isinstance(factor, str) else ()))
    if op == "==":
        return prover.have(goal, Combine(((given, multiple), (sign, ONE), *using)))
    return prover.have(goal, Combine(((given, multiple), *using), rest, signs))


def _taken_out(prover: Prover, short: Term, name: str, domain: Domain) -> str | None:
    """A sum up to k + 1 as the one up to k and a last term."""
    if short.op not in ("Sum", "Product") or not short.free <= set(domain.names):
        return None
    long = substitute(short, {name: add(sym(name), ONE)})
    last = substitute(long.args[0], {str(long.value): long.args[2]})
    r = relation("==", long, add(short, last) if long.op == "Sum" else mul(short, last))
    return prover.have(Fact(domain, r), Cut()) if prover.define(r, domain) else None
