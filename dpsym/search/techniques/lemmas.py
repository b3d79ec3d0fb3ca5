"""Lemmas: a few inequalities about one function each, which search proves when it needs them and puts to use as hypotheses.

A lemma is indexed by the function it bounds. Where that function occurs in a goal, the lemma's instance becomes a hypothesis
of a linear combination. Its proof is part of the certificate like every other step: nothing is taken on trust.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from flint import fmpq

from ...kernel.arithmetic.field import Field
from ...kernel.arithmetic.integrality import integer_valued
from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.logic import Combine, Instance
from ...kernel.statements import Domain, Fact, Range
from ...kernel.substitution import substitute
from ...kernel.terms import (
    HALF,
    MINUS_ONE,
    ONE,
    PI,
    TWO,
    ZERO,
    Term,
    TermError,
    add,
    div,
    exp,
    func,
    log,
    mul,
    neg,
    num,
    power,
    relation,
    sqrt,
    sub,
    subterms,
    sym,
)
from ..normal import coefficient, normal_term, replace_term
from ..plausible import plausible
from ..prover import Prover
from ..work import Work

MAX_INSTANCES = 6
Tangent = tuple[Term, Term, tuple[tuple[fmpq, Term], ...]]  # m, y, the parts of log y

X, Y, K = sym("x"), sym("y"), sym("k")
POSITIVE, NONNEGATIVE = Range("y", ZERO), Range("y", ZERO, None, False, True)
DENSITY = div(exp(neg(div(power(Y, TWO), TWO))), sqrt(mul(TWO, PI)))
SIDES = tuple(Range(n, ZERO, None, False, True) for n in ("x", "y"))
UNIT = tuple(Range(n, ZERO, ONE) for n in ("x", "y"))


@dataclass(frozen=True)
class Lemma:
    """`statement` for all values of the ranges; it says something about `head`."""

    head: Term
    statement: Term
    ranges: tuple[Range, ...]
    conditions: tuple[Term, ...] = ()

    @property
    def fact(self) -> Fact:
        return Fact(Domain(self.ranges, self.conditions), self.statement)

    def about(self, u: Term, values: dict[str, Term]) -> Term:
        """The instance, with its head written as u."""
        return replace_term(substitute(self.statement, values), substitute(self.head, values), u)


def _kl(x: Term, y: Term) -> Term:
    return add(mul(x, log(div(x, y))), mul(sub(ONE, x), log(div(sub(ONE, x), sub(ONE, y)))))


LEMMAS = (
    Lemma(log(Y), relation("<=", log(Y), sub(Y, ONE)), (POSITIVE,)),
    Lemma(log(Y), relation(">=", log(Y), sub(ONE, div(ONE, Y))), (POSITIVE,)),
    Lemma(log(Y), relation("<=", log(Y), sub(mul(TWO, sqrt(Y)), TWO)), (POSITIVE,)),
    Lemma(log(Y), relation(">=", log(Y), sub(TWO, div(TWO, sqrt(Y)))), (POSITIVE,)),
    Lemma(log(Y), relation("<=", log(Y), div(sub(Y, div(ONE, Y)), TWO)), (Range("y", ONE, None, False, True),)),
    Lemma(exp(Y), relation(">=", exp(Y), add(ONE, Y)), (Range("y"),)),
    Lemma(func("tanh", Y), relation("<=", func("tanh", Y), Y), (NONNEGATIVE,)),
    Lemma(func("cosh", Y), relation("<=", func("cosh", Y), exp(div(power(Y, TWO), TWO))), (Range("y"),)),
    Lemma(func("erfc", Y), relation("<=", func("erfc", Y), exp(neg(power(Y, TWO)))), (NONNEGATIVE,)),
    Lemma(
        func("Phi", neg(Y)),
        relation("<=", func("Phi", neg(Y)), div(exp(neg(div(power(Y, TWO), TWO))), TWO)),
        (NONNEGATIVE,),
    ),
    Lemma(func("Phi", neg(Y)), relation("<=", func("Phi", neg(Y)), div(DENSITY, Y)), (POSITIVE,)),
    Lemma(
        func("Phi", neg(Y)),
        relation(">=", func("Phi", neg(Y)), div(mul(Y, DENSITY), add(ONE, power(Y, TWO)))),
        (NONNEGATIVE,),
    ),
    Lemma(
        power(Y, K),
        relation(">=", power(Y, K), add(ONE, mul(K, sub(Y, ONE)))),
        (NONNEGATIVE, Range("k", ONE, None, False, True, True)),
    ),
    Lemma(
        power(Y, K),
        relation(">=", power(Y, K), add(ONE, mul(K, sub(Y, ONE)))),
        (POSITIVE, Range("k", ONE, None, False, True)),
    ),
    Lemma(
        power(Y, K),
        relation("<=", power(Y, K), add(ONE, mul(K, sub(Y, ONE)))),
        (POSITIVE, Range("k", ZERO, ONE, False, False)),
    ),
    Lemma(sqrt(mul(X, Y)), relation("<=", sqrt(mul(X, Y)), div(add(X, Y), TWO)), SIDES),
    Lemma(sqrt(mul(X, Y)), relation(">=", sqrt(mul(X, Y)), Y), SIDES, (relation(">=", X, Y),)),
    Lemma(log(div(X, Y)), relation(">=", _kl(X, Y), mul(TWO, power(sub(X, Y), TWO))), UNIT),
)


def by_lemmas(prover: Prover, fact: Fact, depth: int) -> str | None:
    """Logarithms together; then one lemma at a time, used wherever its function occurs."""
    gap, op = nonnegative_form(fact.statement)
    if op not in (">", ">="):
        return None
    parts = list(dict.fromkeys(u for u in subterms(gap) if u.free and u.free <= set(fact.domain.names)))
    step = by_jensen(prover, fact, [u for u in parts if u.op == "log"], depth)
    if step:
        return step
    for lemma in LEMMAS:
        found = [(u, b) for u in parts for b in matches(lemma, u, fact.domain, prover.work)]
        if found and len(found) <= MAX_INSTANCES:
            step = _used(prover, fact, lemma, found, depth)
            if step:
                return step
    return None


def _used(
    prover: Prover, fact: Fact, lemma: Lemma, found: list[tuple[Term, dict[str, Term]]], depth: int
) -> str | None:
    """G = G' + sum m_i g_i, the lemma's instances g_i >= 0 with the multipliers that remove its function from G'."""
    terms: list[tuple[Term, dict[str, Term]]] = []
    field = prover.builder.ctx.field(fact.domain)
    left = nonnegative_form(fact.statement)[0]
    for u, values in found:
        g, _ = nonnegative_form(lemma.about(u, values))
        slope, own = (
            coefficient(prover.builder.ctx, fact.domain, left, u),
            coefficient(prover.builder.ctx, fact.domain, g, u),
        )
        m = slope and own and normal_term(field, div(slope, own))
        if (
            m is None
            or m is ZERO
            or not prover.builder.ctx.holds_where_defined(relation(">=", m, ZERO), fact.domain, prover.defined)
        ):
            continue
        terms.append((m, values))
        left = sub(left, mul(m, g))
    steps = [(m, lambda v=v: instance(prover, lemma, v, fact.domain, depth)) for m, v in terms]
    return _with_rest(prover, fact, left, steps, depth) if steps else None


def _with_rest(
    prover: Prover, fact: Fact, left: Term, terms: Sequence[tuple[Term, Callable[..., str | None]]], depth: int
) -> str | None:
    """Show what is left, then the instances, then add them up."""
    op = nonnegative_form(fact.statement)[1]
    field = prover.builder.ctx.field(fact.domain)
    goal = Fact(fact.domain, relation(op, normal_term(field, left) or left, ZERO))
    if goal.statement is fact.statement or not plausible(goal, prover.work):
        return None
    prover.note("lemmas")
    rest = prover.prove(goal, depth + 1)
    using = [(step(), m) for m, step in terms] if rest else [(None, ONE)]
    if any(step is None for step, _ in using) or not all(prover.define(m, fact.domain, depth) for _, m in using):
        return None
    return prover.have(fact, Combine(((rest or "", ONE), *((step or "", m) for step, m in using))))


def matches(lemma: Lemma, u: Term, domain: Domain, work: Work) -> Iterator[dict[str, Term]]:
    """Values of the lemma's symbols for which its head is u, and which may lie in its ranges."""
    if u.op != lemma.head.op or (u.op == "**" and u.args[1].op == "num"):
        return
    if lemma.head.args[0] is mul(X, Y):
        factors = u.args[0].args if u.args[0].op == "*" and len(u.args[0].args) == 2 else ()
        candidates = [dict(zip(("x", "y"), pair, strict=True)) for pair in permutations(factors)] if factors else []
    else:
        found = [_bound(pattern, t) for pattern, t in zip(lemma.head.args, u.args, strict=True)]
        candidates = [{k: t for values in found for k, t in (values or {}).items()}] if all(found) else []
    for values in candidates:
        whole = all(not r.integer or integer_valued(values[r.name], domain) for r in lemma.ranges)
        if whole and all(plausible(Fact(domain, substitute(c, values)), work) for c in lemma.conditions):
            yield values


def _bound(pattern: Term, t: Term) -> dict[str, Term] | None:
    if pattern.op == "sym":
        return {str(pattern.value): t}
    if pattern is neg(Y):
        return {"y": t.args[1] if t.op == "*" and len(t.args) == 2 and t.args[0] is MINUS_ONE else neg(t)}
    quotient = t.op == "*" and len(t.args) == 2 and t.args[1].op == "**" and t.args[1].args[1] is MINUS_ONE
    return {"x": t.args[0], "y": t.args[1].args[0]} if pattern is div(X, Y) and quotient else None


def instance(prover: Prover, lemma: Lemma, values: dict[str, Term], domain: Domain, depth: int) -> str | None:
    """The lemma for these values, as a step on the domain, if they can be shown to lie in its ranges."""
    inside = []
    for r in lemma.ranges:
        t = values[r.name]
        if not prover.define(t, domain, depth):
            return None
        for end, is_open, ops in ((r.lower, r.lower_open, (">", ">=")), (r.upper, r.upper_open, ("<", "<="))):
            if end is not None:
                step = prover.prove(Fact(domain, relation(ops[0] if is_open else ops[1], t, end)), depth + 2)
                if step is None:
                    return None
                inside.append(step)
    for c in lemma.conditions:
        step = prover.prove(Fact(domain, substitute(c, values)), depth + 2)
        if step is None:
            return None
        inside.append(step)
    base = prover.prove_lemma(lemma.fact)
    statement = substitute(lemma.statement, values)
    if base is None or not prover.define(statement, domain, depth):
        return None
    return prover.have(Fact(domain, statement), Instance(base, tuple(values.items()), tuple(inside)))


def by_jensen(prover: Prover, fact: Fact, logs: list[Term], depth: int) -> str | None:
    """G = sum c_i log A_i + R by log y <= y - 1 at y_i = (A_i**a / B**s)**w: the tangent of log where Jensen's inequality needs it.

    For one logarithm log B and the others with |c_i| of one sign each, s is such that the logarithms cancel.
    """
    gap = nonnegative_form(fact.statement)[0]
    if not 2 <= len(logs) <= 4:
        return None
    slopes = [coefficient(prover.builder.ctx, fact.domain, gap, u) for u in logs]
    if any(c is None for c in slopes):
        return None
    for j, w in product(range(len(logs)), (ONE, HALF, TWO)):
        terms = _tangents(prover, [(u.args[0], c) for u, c in zip(logs, slopes) if c], j, w, fact.domain)
        if terms:
            left = sub(gap, add(*(mul(m, _tangent_gap(y, parts)) for m, y, parts in terms)))
            steps = [
                (m, lambda y=y, parts=parts: _tangent(prover, y, parts, fact.domain, depth)) for m, y, parts in terms
            ]
            step = _with_rest(prover, fact, left, steps, depth)
            if step:
                return step
    return None


def _tangents(prover: Prover, logs: list[tuple[Term, Term]], j: int, w: Term, domain: Domain) -> list[Tangent] | None:
    """Multipliers m_i = |c_i|/w with y_i = (A_i**a/B**s)**w, a = -sign(c_i), s = c_j/sum |c_i|; and log y_i in parts."""
    field, out = prover.builder.ctx.field(domain), []
    b, c = logs[j]
    sizes = []
    for a, slope in logs[:j] + logs[j + 1 :]:
        sign = next(
            (
                k
                for k, op in ((1, ">="), (-1, "<="))
                if prover.builder.ctx.holds_where_defined(relation(op, slope, ZERO), domain)
            ),
            0,
        )
        if not sign:
            return None
        sizes.append((a, -sign, mul(num(sign), slope)))
    s = normal_term(field, div(c, add(*(size for _, _, size in sizes))))
    if s is None or s.op != "num":
        return None
    for a, sign, size in sizes:
        parts = ((mul(num(sign), w), a), (neg(mul(s, w)), b))
        y = mul(*(power(t, num(e)) for e, t in ((_number(e), t) for e, t in parts)))
        m = normal_term(field, div(size, w))
        if m is None:
            return None
        out.append((m, normal_term(field, y) or y, tuple((_number(e), t) for e, t in parts)))
    return out


def _number(t: Term) -> fmpq:
    value = normal_term(Field(), t)
    if value is None or value.op != "num":
        raise TermError("found a coefficient that is not a number, expected one")
    return value.value


def _tangent_gap(y: Term, parts: tuple[tuple[fmpq, Term], ...]) -> Term:
    """y - 1 - log y with the logarithm in parts."""
    return sub(sub(y, ONE), add(*(mul(num(e), log(t)) for e, t in parts)))


def _tangent(prover: Prover, y: Term, parts: tuple[tuple[fmpq, Term], ...], domain: Domain, depth: int) -> str | None:
    bound = relation(">=", _tangent_gap(y, parts), ZERO)
    if not prover.define(bound, domain, depth) or not prover.define(log(y), domain, depth):
        return None
    base = prover.prove_lemma(LEMMAS[0].fact)
    positive = prover.prove(Fact(domain, relation(">", y, ZERO)), depth + 2)
    if base is None or positive is None:
        return None
    return prover.have(Fact(domain, bound), Instance(base, (("y", y),), (positive,)))
