"""Closed forms of finite sums: geometric, polynomial, polynomial times geometric, binomial. The kernel checks each one.

F with F(i + 1) - F(i) = f(i) is found
    for f = p(i) r**i, r != 1, as q(i) r**i:   q = p/(r - 1) - r/(r - 1) * (the same for the differences of p)
    for a polynomial f, by Newton's series:    f = sum c_k binomial(i, k), F = sum c_k binomial(i, k + 1)
"""

from __future__ import annotations

from itertools import pairwise

from flint import fmpq

from ...kernel.arithmetic.elements import Frac
from ...kernel.arithmetic.field import Field
from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.logic import Combine
from ...kernel.reals.rules.sums import Binomial, Linear, Pascal, Telescope, Termwise
from ...kernel.statements import Domain, Fact, Range
from ...kernel.substitution import substitute
from ...kernel.terms import (
    MINUS_OO,
    ONE,
    OO,
    ZERO,
    Term,
    add,
    bind,
    div,
    func,
    mul,
    neg,
    num,
    power,
    relation,
    sub,
    subterms,
    sym,
)
from ..normal import coefficient, normal_term, replace_term
from ..plausible import plausible
from ..prover import Prover

MAX_DEGREE = 6


def by_closed_forms(prover: Prover, fact: Fact, depth: int) -> str | None:
    """The goal with a sum replaced by its closed form, if it is linear in the sum."""
    gap, op = nonnegative_form(fact.statement)
    for u in subterms(gap):
        if u.op != "Sum" or not u.free <= set(fact.domain.names):
            continue
        slope = coefficient(prover.builder.ctx, fact.domain, gap, u)
        closed = slope and closed_form(prover, u, fact.domain, depth)
        if not closed or not slope or op == "!=":
            continue
        prover.note("closed form of a sum")
        step, value = closed
        inner = replace_term(gap, u, value)
        plain = normal_term(prover.builder.ctx.field(fact.domain), inner)
        rest = prover.prove(Fact(fact.domain, relation(op, plain or inner, ZERO)), depth + 1)
        if rest:
            return prover.have(fact, Combine(((rest, ONE), (step, slope))))
    return None


def by_terms(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A sum or product bounded term by term: by one in which a factor, or the whole term, is taken at an end of the range."""
    gap, op = nonnegative_form(fact.statement)
    for u in subterms(gap):
        if u.op not in ("Sum", "Product") or op not in (">", ">=") or not u.free <= set(fact.domain.names):
            continue
        slope = coefficient(prover.builder.ctx, fact.domain, gap, u)
        if slope is None:
            continue
        for below in (True, False):
            weight = slope if below else neg(slope)
            if not prover.builder.ctx.holds_where_defined(relation(">=", weight, ZERO), fact.domain):
                continue
            for body in _simpler_terms(prover, u, fact.domain):
                step = _with_terms(prover, fact, u, body, weight, below, depth)
                if step:
                    return step
    return None


def by_linear_sums(prover: Prover, fact: Fact, depth: int) -> str | None:
    """Sums over one range, compared term by term: a linear combination of them from that of their terms."""
    gap, op = nonnegative_form(fact.statement)
    sums = _outer_sums(gap)
    if (
        len({(u.value, u.args[1:]) for u in sums}) != 1
        or op not in ("==", ">=")
        or str(sums[0].value) in fact.domain.names
    ):
        return None
    slopes = [coefficient(prover.builder.ctx, fact.domain, gap, u) for u in sums]
    if any(c is None for c in slopes):
        return None
    body = add(*(mul(c, u.args[0]) for c, u in zip(slopes, sums) if c is not None))
    known = prover.prove(Fact(index_domain(fact.domain, sums[0]), relation(op, body, ZERO)), depth + 1)
    if not known or not prover.define(fact.statement, fact.domain, depth):
        return None
    prover.note("sums term by term")
    return prover.have(fact, Linear(known))


def by_pascal(prover: Prover, fact: Fact, depth: int) -> str | None:
    """The goal with Sum(binomial(n + 1, i) f(i)) as two sums of binomial(n, i), if it is linear in the sum."""
    gap, op = nonnegative_form(fact.statement)
    for u in _outer_sums(gap):
        form = _beside_binomial(u)
        slope = form and coefficient(prover.builder.ctx, fact.domain, gap, u)
        n = normal_term(prover.builder.ctx.field(fact.domain), sub(u.args[2], ONE))
        if not form or not slope or n is None or u.args[2].op != "+" or op == "!=":
            continue
        i, choose = str(u.value), func("binomial", n, sym(str(u.value)))
        shifted = substitute(form, {i: add(sym(i), ONE)})
        halves = add(*(bind("Sum", mul(choose, f), i, ZERO, n) for f in (form, shifted)))
        goal = Fact(fact.domain, relation("==", u, halves))
        step = prover.have(goal, Pascal(form)) if prover.define(goal.statement, fact.domain, depth) else None
        prover.note("Pascal's triangle")
        rest = step and prover.prove(Fact(fact.domain, relation(op, replace_term(gap, u, halves), ZERO)), depth + 1)
        if step and rest:
            return prover.have(fact, Combine(((rest, ONE), (step, slope))))
    return None


def _outer_sums(t: Term) -> list[Term]:
    """The sums in t that are in no other."""
    found: dict[Term, None] = {}
    todo = [t]
    while todo:
        u = todo.pop()
        if u.op == "Sum":
            found.setdefault(u)
        else:
            todo += u.args
    return list(found)


def _beside_binomial(u: Term) -> Term | None:
    """f of a sum of binomial(upper end, i) f(i) from 0 on."""
    body, lower, upper = u.args
    choose, factors = func("binomial", upper, sym(str(u.value))), _flat(body)
    return mul(ONE, *(f for f in factors if f is not choose)) if lower is ZERO and factors.count(choose) == 1 else None


def _with_terms(prover: Prover, fact: Fact, u: Term, body: Term, weight: Term, below: bool, depth: int) -> str | None:
    """The goal from the one with the summand `body`, which is below the given one, or above it."""
    gap, op = nonnegative_form(fact.statement)
    other = bind(u.op, body, str(u.value), u.args[1], u.args[2])
    rest = Fact(fact.domain, relation(op, replace_term(gap, u, other), ZERO))
    inside = index_domain(fact.domain, u)
    compared = Fact(inside, relation(">=" if below else "<=", u.args[0], body))
    if not plausible(rest, prover.work) or not plausible(compared, prover.work):
        return None
    prover.note("term by term")
    known = _compared(prover, compared, depth)
    positive = None
    if known and u.op == "Product":
        positive = prover.prove(Fact(inside, relation(">=", body if below else u.args[0], ZERO)), depth + 1)
    goal = Fact(fact.domain, relation(">=" if below else "<=", u, other))
    if not known or not prover.define(goal.statement, fact.domain, depth):
        return None
    bounded = prover.have(goal, Termwise(known, positive))
    done = bounded and prover.prove(rest, depth + 1)
    return prover.have(fact, Combine(((done, ONE), (bounded, weight)))) if bounded and done else None


def _compared(prover: Prover, fact: Fact, depth: int) -> str | None:
    """f h <= f g from h <= g and f >= 0, for the factors f that both sides have."""
    one, other = _flat(fact.statement.lhs), _flat(fact.statement.rhs)
    shared = [f for f in one if f in other]
    apart = [mul(ONE, *(f for f in side if f not in shared)) for side in (one, other)]
    smaller = prover.prove(Fact(fact.domain, relation(fact.statement.op, *apart)), depth + 1) if shared else None
    sign = smaller and prover.prove(Fact(fact.domain, relation(">=", mul(ONE, *shared), ZERO)), depth + 1)
    if smaller and sign:
        return prover.have(fact, Combine(((smaller, mul(ONE, *shared)),), signs=(sign,)))
    return prover.prove(fact, depth + 1)


def index_domain(domain: Domain, u: Term) -> Domain:
    """The domain with the index, an integer between the ends."""
    i, (_, lower, upper) = str(u.value), u.args
    inside = _as_summed(domain, i, lower)
    above = () if lower is MINUS_OO else (relation("<=", lower, sym(i)),)
    return inside.with_conditions(*above, *(() if upper is OO else (relation("<=", sym(i), upper),)))


def _simpler_terms(prover: Prover, u: Term, domain: Domain) -> list[Term]:
    """The summand with one of its sub-terms, or itself, at an end of the range of the index, if that has a closed form."""
    body, lower, upper = u.args
    i = str(u.value)
    if i in domain.names:
        return []
    field = prover.builder.ctx.field(_as_summed(domain, i, lower))
    factors = _flat(body)
    parts = [body, *(f for f in factors if i in f.free)]
    found = dict.fromkeys(replace_term(body, f, substitute(f, {i: end})) for f in parts for end in (lower, upper))
    return [t for t in found if t is not body and normal_term(field, t) is not None]


def closed_form(prover: Prover, total: Term, domain: Domain, depth: int) -> tuple[str, Term] | None:
    """A step that states the sum's closed form, and that form."""
    body, lower, upper = total.args
    i = str(total.value)
    if i in domain.names or lower is MINUS_OO or upper is OO:
        return None
    summed = domain.with_range(Range(i, None, None, True, True, True))
    field = prover.builder.ctx.field(summed)
    form = _geometric(field, body, i) or _polynomial(field, body, i)
    if form is not None:
        ends = [substitute(form, {i: at}) for at in (add(upper, ONE), lower)]
        value = normal_term(prover.builder.ctx.field(domain), sub(*ends)) or sub(*ends)
        inside = summed.with_conditions(relation("<=", lower, sym(i)), relation("<=", sym(i), add(upper, ONE)))
        goal = Fact(domain, relation("==", total, value))
        if prover.define(form, _as_summed(inside, i, lower), depth) and prover.define(goal.statement, domain, depth):
            step = prover.have(goal, Telescope(form))
            if step:
                return step, value
    return _binomial(prover, total, domain, depth)


def _as_summed(domain: Domain, i: str, lower: Term) -> Domain:
    low = lower if lower.op == "num" else None
    return domain.with_range(Range(i, low, None, low is None, True, True))


def _geometric(field: Field, body: Term, i: str) -> Term | None:
    """q(i) r**i, if the body is p(i) r**i with r other than 1."""
    ratio = normal_term(field, div(substitute(body, {i: add(sym(i), ONE)}), body))
    if ratio is not None and i not in ratio.free and ratio is not ONE:
        return div(body, sub(ratio, ONE))
    parts = _power_part(field, body, i)
    if parts is None:
        return None
    p, r_to_i, r = parts
    q, left, sign = [], p, ONE
    for _ in range(MAX_DEGREE + 1):
        q.append(mul(sign, div(left, sub(r, ONE))))
        difference = normal_term(field, sub(substitute(left, {i: add(sym(i), ONE)}), left))
        if difference is None:
            return None
        if difference is ZERO:
            return mul(add(*q), r_to_i)
        left, sign = difference, mul(num(-1), sign, div(r, sub(r, ONE)))
    return None


def antidifference(field: Field, body: Term, i: str) -> Term | None:
    """F with F(i + 1) - F(i) == body, for a sum of polynomials times powers with the exponent i; summed separately."""
    forms = [_geometric(field, part, i) or _polynomial(field, part, i) for part in _separated(field, body, i)]
    return None if None in forms else add(*forms)  # type: ignore[arg-type]


def _separated(field: Field, body: Term, i: str) -> list[Term]:
    """The normal form of the body as a sum, one summand for each product of generators, other than i itself, that depend on i."""

    def look() -> list[Term]:
        a: Frac = field.normal(body)
        moving = [g.index for g in field.generators if i in g.free and g.kind != "sym"]
        parts: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
        for m, c in a.num.to_dict().items():
            parts.setdefault(tuple(int(m[j]) for j in moving), {})[m] = c
        return [field.term(field.fraction(field.ring.from_dict(p), a.den)) for p in parts.values()]

    return field.stable(look)


def _power_part(field: Field, body: Term, i: str) -> tuple[Term, Term, Term] | None:
    """(p, r**i, r) with the body p(i) r**i, p a polynomial in i."""
    for u in subterms(body):
        if i not in u.free or u.op not in ("exp", "**"):
            continue
        r = normal_term(field, div(substitute(u, {i: add(sym(i), ONE)}), u))
        p = normal_term(field, div(body, u)) if r is not None and i not in r.free and r is not ONE else None
        if p is not None and r is not None and _degree(field, p, i) is not None:
            return p, u, r
    return None


def _polynomial(field: Field, body: Term, i: str) -> Term | None:
    """Newton's series of the body, summed."""
    degree = _degree(field, body, i)
    if degree is None or degree > MAX_DEGREE:
        return None
    values = [substitute(body, {i: num(k)}) for k in range(degree + 1)]
    form, basis = [], sym(i)
    for k in range(degree + 1):
        form.append(mul(values[0], basis))
        values = [sub(b, a) for a, b in pairwise(values)]
        basis = div(mul(basis, sub(sym(i), num(k + 1))), num(k + 2))
    return normal_term(field, add(*form))


def _degree(field: Field, t: Term, i: str) -> int | None:
    """The degree of t as a polynomial in i, None if it is not one."""

    def look() -> int | None:
        a: Frac = field.normal(t)
        degree = 0
        for g in field.generators:
            above, below = int(a.num.degrees()[g.index]), int(a.den.degrees()[g.index])
            if i in g.free and (below or (above and g.kind != "sym")):
                return None
            degree = max(degree, above if i in g.free else 0)
        return degree

    return field.stable(look)


def _flat(t: Term) -> list[Term]:
    """The factors of a product."""
    return [f for a in t.args for f in _flat(a)] if t.op == "*" else [t]


def _binomial(prover: Prover, total: Term, domain: Domain, depth: int) -> tuple[str, Term] | None:
    """Sum(binomial(n, i) x**i y**(n - i), (i, 0, n)): x and y from the summand at n = 1."""
    body, lower, n = total.args
    i = str(total.value)
    if lower is not ZERO or not any(u is func("binomial", n, sym(i)) for u in subterms(body)):
        return None
    flat = _flat(body)
    factor = mul(ONE, *(f for f in flat if i not in f.free))
    falling = [sub(sym(i), num(j)) for j in range(MAX_DEGREE)]
    falling[0] = sym(i)
    order = next(j for j, t in enumerate([*falling, ONE]) if t not in flat)
    apart = {*falling[:order], func("binomial", n, sym(i))}
    rest = mul(ONE, *(f for f in flat if i in f.free and f not in apart))
    # x**i y**(n - i) at i = n and at i = 0 is x**n and y**n; the n-th root is found from n = 1
    if n.op != "sym":
        return None
    x, y = (substitute(rest, {str(n.value): ONE, i: num(k)}) for k in (1, 0))
    field = prover.builder.ctx.field(domain)
    x, y = normal_term(field, x) or x, normal_term(field, y) or y
    above = [sub(n, num(j)) for j in range(order)]
    value = mul(
        factor, *above, power(x, num(order)), power(normal_term(field, add(x, y)) or add(x, y), sub(n, num(order)))
    )
    goal = Fact(domain, relation("==", total, value))
    step = prover.have(goal, Binomial(x, y, factor, order)) if prover.define(goal.statement, domain, depth) else None
    return (step, value) if step else None
