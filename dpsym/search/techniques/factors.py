"""Products and squares: the sign of a gap from the signs of its factors, of a root from that of its square.

G = c * prod f_i**e_i                 the factors that share no symbols are settled apart
G = A R + B, R**2 = g                 u >= v from u >= 0 and u**2 >= v**2, with u and v the two parts of G
G = a x**2 + b x + c, a > 0           4 a G = (2 a x + b)**2 + (4 a c - b**2)
"""

from __future__ import annotations

from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.logic import Absurd, Cases, Combine, Given, Instance
from ...kernel.statements import Domain, Fact, Range
from ...kernel.terms import TWO, ZERO, Term, add, div, mul, neg, num, power, relation, sub, sym
from ..normal import factored, normal_term, product, quadratic_in, rooted_parts, unsigned
from ..plausible import plausible
from ..prover import Prover

MAX_GROUPS = 6


def by_signs(prover: Prover, fact: Fact, depth: int) -> str | None:
    """The signs of what stands under roots, logarithms and absolute values, where they can be shown, as side conditions."""
    field = prover.builder.ctx.field(fact.domain)
    found = []
    for t in unsigned(field, fact.statement):
        for r in (relation(">=", t, ZERO), relation("<=", t, ZERO)):
            goal = Fact(fact.domain, r)
            step = prover.prove(goal, depth + 1) if plausible(goal, prover.work) else None
            if step:
                found.append((step, r))
                break
    new = [(step, r) for step, r in found if r not in fact.domain.conditions]
    if not new:
        return None
    prover.note("signs under roots and logarithms")
    step = prover.prove(Fact(fact.domain.with_conditions(*(r for _, r in new)), fact.statement), depth + 1)
    return step and prover.have(fact, Instance(step, (), tuple(name for name, _ in new)))


def by_factors(prover: Prover, fact: Fact, depth: int) -> str | None:
    """Groups of factors without common symbols, and factors that are alone, each with a sign of its own."""
    gap, op = nonnegative_form(fact.statement)
    field = prover.builder.ctx.field(fact.domain)
    parts = factored(field, gap) if op in (">", ">=") else None
    if parts is None:
        return None
    unknown = [(f, e) for f, e in parts.factors if e % 2 and not field.term_sign(f)[0]]
    known = tuple((f, e - 1 if (f, e) in unknown else e) for f, e in parts.factors)  # even powers of the unknown
    known = tuple((f, e) for f, e in known if e)
    if not unknown or len(parts.factors) < 2:
        return None
    prover.note("factors")
    first = product(parts.content, known)
    for groups in ([[f] for f in unknown], _connected(unknown)):
        if len(groups) <= MAX_GROUPS:
            step = _multiplied(prover, fact, first, groups, depth)
            if step:
                return step
    return None


def _connected(factors: list[tuple[Term, int]]) -> list[list[tuple[Term, int]]]:
    """The factors in groups that share symbols."""
    groups: list[list[tuple[Term, int]]] = []
    for f in factors:
        near = [g for g in groups if any(f[0].free & h.free for h, _ in g)]
        merged = [f, *(h for g in near for h in g)]
        groups = [g for g in groups if g not in near] + [merged]
    return groups


def _multiplied(
    prover: Prover, fact: Fact, known: Term, groups: list[list[tuple[Term, int]]], depth: int
) -> str | None:
    """The gap as known * group * group ...: each group is shown to be of one sign."""
    op = nonnegative_form(fact.statement)[1]
    settled: list[tuple[str, Term]] = []
    for group in groups:
        strict = op == ">" or any(e < 0 for _, e in group)
        found = _one_sign(prover, mul(*(f for f, _ in group)), fact.domain, ">" if strict else ">=", depth)
        if found is None:
            return None
        settled.append(found)
    name, total = settled[0]
    for other, t in settled[1:]:
        total = mul(total, t)
        step = prover.have(Fact(fact.domain, relation(op, total, ZERO)), Combine(((name, t),), signs=(other,)))
        if step is None:
            return None
        name = step
    flips = sum(t.op == "*" and t.args[0].op == "num" and t.args[0].value == -1 for _, t in settled)
    factor = neg(known) if flips % 2 else known
    return prover.have(fact, Combine(((name, factor),))) if prover.define(factor, fact.domain, depth) else None


def _one_sign(prover: Prover, t: Term, domain: Domain, op: str, depth: int) -> tuple[str, Term] | None:
    """A fact t >= 0 or -t >= 0 (strict if `op` is)."""
    for signed in (t, mul(num(-1), t)):
        goal = Fact(domain, relation(op, signed, ZERO))
        step = prover.prove(goal, depth + 1) if plausible(goal, prover.work) else None
        if step:
            return step, signed
    return None


def by_squares(prover: Prover, fact: Fact, depth: int) -> str | None:
    """u >= v from u >= 0 and u**2 - v**2 >= 0: the gap is u - v with a square root in one of them.

    With a root of degree n > 2 from u**n - v**n >= 0 for u >= 0 and v >= 0.
    """
    gap, op = nonnegative_form(fact.statement)
    if op not in (">", ">="):
        return None
    for u, v, n in rooted_parts(prover.builder.ctx.field(fact.domain), gap):
        signs = [Fact(fact.domain, relation(">=", x, ZERO)) for x in ((u,) if n == 2 else (u, v))]
        difference = sub(power(u, num(n)), power(v, num(n)))
        plain = normal_term(prover.builder.ctx.field(fact.domain), difference)
        square = Fact(fact.domain, relation(op, plain or difference, ZERO))
        if not all(plausible(f, prover.work) for f in (*signs, square)):
            continue
        prover.note("squares" if n == 2 else "powers")
        facts = [prover.prove(f, depth + 1) for f in (*signs, square)]
        lemma = (larger_square(prover, op) if n == 2 else larger_power(prover, op, n)) if all(facts) else None
        if lemma is None or not prover.define(add(u, v), fact.domain, depth):
            continue
        inside = tuple(f for f in facts if f)
        step = prover.have(fact, Instance(lemma, (("u", u), ("v", v)), inside))
        if step:
            return step
    return None


def larger_square(prover: Prover, op: str) -> str | None:
    """u - v >= 0 for u >= 0 with u**2 - v**2 >= 0; strict likewise."""
    u, v = sym("u"), sym("v")
    ranges = (Range("u", ZERO, None, False, True), Range("v"))
    square = relation(op, sub(power(u, TWO), power(v, TWO)), ZERO)
    goal = relation(op, sub(u, v), ZERO)
    whole = Fact(Domain(ranges, (square,)), goal)
    known = prover.builder.known(whole)
    if known:
        return known
    below = relation("<" if op == ">=" else "<=", sub(u, v), ZERO)
    other = Domain(ranges, (below,))
    given = prover.have(Fact(other, below), Given())
    above = given and prover.have(
        Fact(other, relation(">=", add(u, v), ZERO)), Combine(((given, num(1)),), mul(TWO, u))
    )
    if not given or not above:
        return None
    # strictly: v > u >= 0 gives u + v > 0
    if op == ">=":
        above = prover.have(Fact(other, relation(">", add(u, v), ZERO)), Combine(((given, num(1)),), mul(TWO, u)))
    opposite = relation("<" if op == ">=" else "<=", sub(power(u, TWO), power(v, TWO)), ZERO)
    contrary = above and prover.have(Fact(other, opposite), Combine(((given, add(u, v)),), signs=(above,)))
    no = contrary and prover.have(Fact(whole.domain.with_conditions(below), goal), Absurd(contrary))
    yes = prover.have(Fact(whole.domain.with_conditions(goal), goal), Given())
    return prover.have(whole, Cases(goal, yes, no)) if yes and no else None


def larger_power(prover: Prover, op: str, n: int) -> str | None:
    """u - v >= 0 for u, v >= 0 with u**n - v**n >= 0; strict likewise. For u < v, (u - v) (u**(n-1) + ... + v**(n-1)) < 0."""
    u, v = sym("u"), sym("v")
    ranges = (Range("u", ZERO, None, False, True), Range("v", ZERO, None, False, True))
    difference = sub(power(u, num(n)), power(v, num(n)))
    goal = relation(op, sub(u, v), ZERO)
    whole = Fact(Domain(ranges, (relation(op, difference, ZERO),)), goal)
    known = prover.builder.known(whole)
    if known:
        return known
    strict = op == ">="  # what is assumed to the contrary
    below = relation("<" if strict else "<=", sub(u, v), ZERO)
    other = Domain(ranges, (below,))
    given = prover.have(Fact(other, below), Given())
    first = given and prover.have(
        Fact(other, relation(">" if strict else ">=", v, ZERO)), Combine(((given, num(1)),), u)
    )
    rest = add(*(mul(power(u, num(i)), power(v, num(n - 1 - i))) for i in range(1, n)))
    total = add(power(v, num(n - 1)), rest)
    above = first and prover.have(
        Fact(other, relation(">" if strict else ">=", total, ZERO)),
        Combine(((first, power(v, num(n - 2))),), rest, (first,)),
    )
    opposite = relation(below.op, difference, ZERO)
    contrary = above and given and prover.have(Fact(other, opposite), Combine(((given, total),), signs=(above,)))
    no = contrary and prover.have(Fact(whole.domain.with_conditions(below), goal), Absurd(contrary))
    yes = prover.have(Fact(whole.domain.with_conditions(goal), goal), Given())
    return prover.have(whole, Cases(goal, yes, no)) if yes and no else None


def by_completing_the_square(prover: Prover, fact: Fact, depth: int) -> str | None:
    """a x**2 + b x + c with a > 0 and 4 a c - b**2 >= 0, for a generator x of degree two."""
    gap, op = nonnegative_form(fact.statement)
    if op not in (">", ">="):
        return None
    for x, a, b, c in quadratic_in(prover.builder.ctx.field(fact.domain), gap):
        rest = sub(mul(num(4), a, c), mul(b, b))
        left, lead = Fact(fact.domain, relation(op, rest, ZERO)), Fact(fact.domain, relation(">", a, ZERO))
        if not plausible(lead, prover.work) or not plausible(left, prover.work):
            continue
        prover.note("completing the square")
        facts = [prover.prove(f, depth + 1) for f in (lead, left)]
        if not all(facts):
            continue
        scale = div(num(1), mul(num(4), a))
        square = mul(scale, power(add(mul(TWO, a, x), b), TWO))
        step = prover.have(fact, Combine(((facts[1] or "", scale),), square, tuple(f for f in facts if f)))
        if step:
            return step
    return None
