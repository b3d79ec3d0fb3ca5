"""Parts of a domain as boxes: where v is bounded by a term, v becomes a fraction, or a multiple, of that bound.

    lo <= v <= e      v = lo + (e - lo) s,  0 <= s <= 1        v <= e            v = e - t,  t >= 0
    v >= e > 0        v = e (1 + t),  t >= 0                   v >= e            v = e + t,  t >= 0
    e <= v <= hi      v = hi - (hi - e) s,  0 <= s <= 1        |v| <= e          v = e s,  -1 <= s <= 1

A goal that is monotone in v is then settled at s = 1 or t = 0, where the hypothesis is active.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.logic import Combine, Given, Instance, Replace, Sign
from ...kernel.statements import Domain, Fact, Range
from ...kernel.substitution import substitute
from ...kernel.terms import FLIPPED, MINUS_ONE, ONE, ZERO, Term, add, div, mul, relation, sub, sym
from ..normal import coefficient, linear_in, normal_term
from ..prover import Prover

MAX_BOUNDS = 4  # bounds tried for one goal
PART = "_part"


@dataclass(frozen=True)
class Bound:
    """`name op term`, which follows from a side condition (itself among the domain's)."""

    name: str
    op: str
    term: Term
    condition: Term

    @property
    def relation(self) -> Term:
        return relation(self.op, sym(self.name), self.term)


@dataclass(frozen=True)
class Change:
    """v = where(part), part = fraction(v), with the range of the new symbol."""

    where: Term
    fraction: Term
    range: Range


def by_bounds(prover: Prover, fact: Fact, depth: int) -> str | None:
    """Each side condition that bounds a symbol, in turn, made part of the box."""
    found = bounds_of(prover, fact)
    for bound in found[:MAX_BOUNDS]:
        prover.note("a hypothesis as an end of a range")
        step = on_part(prover, fact, bound, depth)
        if step:
            return step
    return None


def by_equalities(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A side condition that is an equation for a symbol: the symbol is replaced by its value."""
    for c in fact.domain.conditions:
        if c.op != "==":
            continue
        for name in sorted(c.free, key=lambda n: (n not in fact.statement.free, n)):
            bound = solved(prover, c, name, fact.domain)
            step = bound and _without(prover, fact, bound, depth)
            if step:
                return step
    return None


def _without(prover: Prover, fact: Fact, bound: Bound, depth: int) -> str | None:
    """The fact from the one in which the symbol is replaced by its value."""
    prover.note("a symbol replaced by its value")
    name, domain, value = bound.name, fact.domain, {bound.name: bound.term}
    r = domain.range(name)
    plain = domain.without(name)
    kept = {c: substitute(c, value) for c in domain.conditions if name in c.free and c is not bound.condition}
    for end, op in ((r.lower, ">" if r.lower_open else ">="), (r.upper, "<" if r.upper_open else "<=")):
        if end is not None:
            kept[relation(op, sym(name), end)] = relation(op, bound.term, end)
    kept = {c: d for c, d in kept.items() if not prover.builder.ctx.holds_where_defined(d, plain)}
    step = prover.prove(Fact(plain.with_conditions(*kept.values()), substitute(fact.statement, value)), depth + 1)
    given = prover.have(Fact(domain, bound.condition), Given())
    if not step or not given or not prover.define(bound.relation, domain, depth):
        return None
    slope = coefficient(prover.builder.ctx, domain, nonnegative_form(bound.condition)[0], sym(name))
    equal = slope and prover.have(Fact(domain, bound.relation), Combine(((given, div(ONE, slope)),)))
    if not equal:
        return None
    inside = []
    for c, d in kept.items():
        old = prover.have(Fact(domain, c), Given() if c in domain.conditions else Sign())
        new = old and prover.have(Fact(domain, d), Replace(equal, old))
        if not new:
            return None
        inside.append(new)
    there = prover.have(Fact(domain, substitute(fact.statement, value)), Instance(step, (), tuple(inside)))
    return there and prover.have(fact, Replace(equal, there))


def bounds_of(prover: Prover, fact: Fact) -> list[Bound]:
    """Conditions solved for a symbol that is free in the goal; those whose symbol no other condition mentions come first."""
    found: list[tuple[int, int, Bound]] = []
    for c in fact.domain.conditions:
        for name in sorted(c.free):
            if c.op in ("==", "!=") or name not in fact.statement.free or fact.domain.range(name).integer:
                continue
            bound = solved(prover, c, name, fact.domain)
            if bound is not None:
                others = sum(name in d.free for d in fact.domain.conditions)
                found.append((others, len(bound.term.free), bound))
    return [b for _, _, b in sorted(found, key=lambda x: x[:2])]


def solved(prover: Prover, c: Term, name: str, domain: Domain) -> Bound | None:
    """The condition as a bound on the symbol, if it is linear in it with a slope of visible sign."""
    small, large = (c.rhs, c.lhs) if c.op in (">", ">=") else (c.lhs, c.rhs)
    if small.op == "abs" and small.args[0] is sym(name) and name not in large.free:
        return Bound(name, "abs" + ("<" if c.op in ("<", ">") else "<="), large, c)
    gap, op = nonnegative_form(c)
    plain = Domain(domain.ranges)
    field = prover.builder.ctx.field(plain)
    parts = linear_in(field, gap, name)
    if parts is None:
        return None
    slope, rest = parts
    for sign, direction in ((">", op), ("<", FLIPPED.get(op, op))):
        if prover.builder.ctx.holds_where_defined(relation(sign, slope, ZERO), plain):
            term = normal_term(field, mul(MINUS_ONE, div(rest, slope)))
            return None if term is None else Bound(name, direction, term, c)
    return None


def on_part(prover: Prover, fact: Fact, bound: Bound, depth: int) -> str | None:
    """The fact, whose domain has the bound's condition, from one on a box in which the bound is an end."""
    name, domain = bound.name, fact.domain
    part = name + PART
    if part in domain.names:
        return None
    change = _change(prover, bound, domain, sym(part), depth)
    if change is None:
        return None
    inner = _box(prover, domain, bound, change)
    step = prover.prove(Fact(inner, substitute(fact.statement, {name: change.where})), depth + 1)
    if step is None or not prover.define(change.fraction, domain, depth):
        return None
    inside = _membership(prover, fact, bound, change, depth)
    return None if inside is None else prover.have(fact, Instance(step, ((part, change.fraction),), inside))


def _box(prover: Prover, domain: Domain, bound: Bound, change: Change) -> Domain:
    """The domain with the new symbol in place of the old; what else is known of the old one becomes side conditions."""
    name, r = bound.name, domain.range(bound.name)
    plain = Domain(tuple(change.range if q.name == name else q for q in domain.ranges))
    kept = [substitute(c, {name: change.where}) for c in domain.conditions if c is not bound.condition]
    if r.lower is not None and bound.op not in ("<", "<="):
        kept.append(relation(">" if r.lower_open else ">=", change.where, r.lower))
    if r.upper is not None and bound.op not in (">", ">="):
        kept.append(relation("<" if r.upper_open else "<=", change.where, r.upper))
    return plain.with_conditions(*(c for c in kept if not prover.builder.ctx.holds_where_defined(c, plain)))


def _change(prover: Prover, bound: Bound, domain: Domain, part: Term, depth: int) -> Change | None:
    """The substitution that makes the bound an end."""
    v, e, r, name = sym(bound.name), bound.term, domain.range(bound.name), str(part.value)
    rest = domain.without(bound.name)
    is_open = bound.op.endswith(("<", ">"))

    def positive(t: Term) -> bool:
        return prover.prove(Fact(rest, relation(">", t, ZERO)), depth + 2) is not None

    if bound.op.startswith("abs"):
        if not positive(e):
            return None
        return Change(mul(e, part), div(v, e), Range(name, MINUS_ONE, ONE, is_open, is_open))
    below = bound.op in ("<", "<=")
    end, end_open = (r.lower, r.lower_open) if below else (r.upper, r.upper_open)
    if end is not None:
        reach = sub(e, end) if below else sub(end, e)
        if not positive(reach):
            return None
        where = add(end, mul(reach, part)) if below else sub(end, mul(reach, part))
        fraction = div(sub(v, end) if below else sub(end, v), reach)
        return Change(where, fraction, Range(name, ZERO, ONE, end_open, is_open))
    endless = Range(name, ZERO, None, is_open, True)
    if not below and positive(e):
        return Change(mul(e, add(ONE, part)), sub(div(v, e), ONE), endless)
    return Change(sub(e, part) if below else add(e, part), sub(e, v) if below else sub(v, e), endless)


def _membership(prover: Prover, fact: Fact, bound: Bound, change: Change, depth: int) -> tuple[str, ...] | None:
    """Facts that the fraction lies in its range, and that the other conditions still hold."""
    r, out = change.range, []
    for end, is_open, ops in ((r.lower, r.lower_open, (">", ">=")), (r.upper, r.upper_open, ("<", "<="))):
        if end is not None:
            step = prover.prove(
                Fact(fact.domain, relation(ops[0] if is_open else ops[1], change.fraction, end)), depth + 2
            )
            if step is None:
                return None
            out.append(step)
    for c in fact.domain.conditions:
        if bound.name in c.free and c is not bound.condition:
            step = prover.have(Fact(fact.domain, c), Given())
            out += [step] if step else []
    return tuple(out)
