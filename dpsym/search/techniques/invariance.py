"""Invariance: a goal that is unchanged, up to a positive factor, when symbols are scaled or shifted together.

    v = w t for w > 0      homogeneous goals: (a + c) log((a + c)/(b + d)) <= ..., k exp(-b k) <= 1/(e b) with k = t/b
    v = w + t              goals in differences: exp(a)/(exp(a) + exp(b)) <= ...

The substitution takes w out of the goal, which then has one symbol less.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from flint import fmpq

from ...kernel.arithmetic.field import Field
from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.logic import Combine, Given, Instance
from ...kernel.statements import Domain, Fact, Range
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, ZERO, Term, add, div, mul, num, power, relation, sub, sym
from ..normal import factored, product
from ..prover import Prover

WEIGHTS = (1, -1, 2, -2)
RATIO = "_ratio"
Parted = tuple[Term, Term]  # a core without the base, and the factor that has it


@dataclass(frozen=True)
class Change:
    """Each symbol v as where(w, t), and its t as value(v, w)."""

    base: str
    where: tuple[tuple[str, Term], ...]
    value: tuple[tuple[str, Term], ...]


def by_invariance(prover: Prover, fact: Fact, depth: int) -> str | None:
    gap, op = nonnegative_form(fact.statement)
    if op not in (">", ">=") or len(gap.free) < 2:
        return None
    for change in _changes(fact.domain, gap):
        inner = _changed(fact.domain, change)
        field = prover.builder.ctx.field(inner)
        found = _without(field, substitute(gap, dict(change.where)), change.base)
        parted = {c: _without(field, _gap(c, change), change.base) for c in fact.domain.conditions}
        conditions = {c: part for c, part in parted.items() if part is not None}
        if found is None or len(conditions) < len(parted):
            continue
        prover.note("invariance")
        goal = Fact(_reduced(inner, change, conditions), relation(op, found[0], ZERO))
        step = prover.prove(goal, depth + 1)
        return step and _back(prover, fact, step, change, found, conditions, depth)
    return None


def _changes(domain: Domain, gap: Term) -> Iterator[Change]:
    """All positive symbols scaled by one of them, or one by one with several weights; all real ones shifted."""
    free = [r for r in domain.ranges if r.name in gap.free and not r.integer and r.upper is None]
    positive = [r.name for r in free if r.lower is ZERO]
    real = [r.name for r in free if r.lower is None]
    for w in (n for n in positive if domain.range(n).lower_open):
        others = [n for n in positive if n != w]
        if len(others) > 1:
            yield _scaled(w, dict.fromkeys(others, 1))
    for w, v in permutations(positive, 2):
        if domain.range(w).lower_open:
            for weight in WEIGHTS:
                yield _scaled(w, {v: weight})
    for w in real if len(real) > 1 else ():
        others = [n for n in real if n != w]
        where = tuple((v, add(sym(w), sym(v + RATIO))) for v in others)
        yield Change(w, where, tuple((v + RATIO, sub(sym(v), sym(w))) for v in others))


def _scaled(w: str, weights: dict[str, int]) -> Change:
    scale = {v: sym(w) if k == 1 else power(sym(w), num(k)) for v, k in weights.items()}
    where = tuple((v, mul(scale[v], sym(v + RATIO))) for v in weights)
    return Change(w, where, tuple((v + RATIO, div(sym(v), scale[v])) for v in weights))


def _changed(domain: Domain, change: Change) -> Domain:
    """The ranges of the new symbols: those of the old, which are all of (0, oo), [0, oo) or the reals."""
    moved = {v for v, _ in change.where}
    ranges = [Range(r.name + RATIO, r.lower, None, r.lower_open, True) if r.name in moved else r for r in domain.ranges]
    return Domain(tuple(ranges))


def _gap(c: Term, change: Change) -> Term:
    return substitute(nonnegative_form(c)[0], dict(change.where))


def _without(field: Field, t: Term, name: str) -> tuple[Term, Term] | None:
    """(core, rest) with t == core * rest, the core free of the symbol and the rest visibly positive."""
    parts = factored(field, t)
    if parts is None:
        return None
    core = tuple((f, e) for f, e in parts.factors if name not in f.free)
    rest = [(f, e) for f, e in parts.factors if name in f.free]
    signs = [field.term_sign(f) for f, _ in rest]
    if any(not strict for _, strict in signs):
        return None
    flip = 1
    for (_, e), (sign, _) in zip(rest, signs, strict=True):
        flip *= sign if e % 2 else 1
    return product(parts.content * flip, core), product(fmpq(flip), tuple(rest))


def _reduced(inner: Domain, change: Change, conditions: dict[Term, Parted]) -> Domain:
    plain = inner.without(change.base)
    return plain.with_conditions(*(relation(nonnegative_form(c)[1], core, ZERO) for c, (core, _) in conditions.items()))


def _back(
    prover: Prover,
    fact: Fact,
    step: str,
    change: Change,
    found: Parted,
    conditions: dict[Term, Parted],
    depth: int,
) -> str | None:
    """From the reduced goal to the goal itself."""
    values, op = dict(change.value), nonnegative_form(fact.statement)[1]
    if not all(prover.define(t, fact.domain, depth) for t in values.values()):
        return None
    inside = []
    for c, (core, rest) in conditions.items():
        given = prover.have(Fact(fact.domain, c), Given())
        r = relation(nonnegative_form(c)[1], substitute(core, values), ZERO)
        factor = div(ONE, substitute(rest, values))
        if given is None or not prover.define(factor, fact.domain, depth) or not prover.define(r, fact.domain, depth):
            return None
        inside.append(prover.have(Fact(fact.domain, r), Combine(((given, factor),))))
    core = relation(op, substitute(found[0], values), ZERO)
    rest = substitute(found[1], values)
    if not all(inside) or not all(prover.define(t, fact.domain, depth) for t in (core, rest)):
        return None
    there = prover.have(Fact(fact.domain, core), Instance(step, change.value, tuple(i for i in inside if i)))
    return there and prover.have(fact, Combine(((there, rest),)))
