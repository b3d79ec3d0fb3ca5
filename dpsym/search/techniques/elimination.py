"""Elimination of symbols that are bounded by side conditions.

tightening       k >= 1, n >= k + 1     n >= 2 is made the range of n
projection       v is not in the goal, L <= v <= U     keep only L <= U
active bound     the gap is a + b v with b >= 0, v >= L     a + b L >= 0 is enough
even powers      only v**2, v**4, ... occur     v**2 is the symbol
"""

from __future__ import annotations

from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.logic import Combine, Given, Instance, Sign
from ...kernel.statements import Domain, Fact, Range
from ...kernel.substitution import substitute
from ...kernel.terms import FLIPPED, ONE, TWO, ZERO, Term, neg, num, power, rebuild, relation, sqrt, sym
from ..normal import linear_in, normal_term
from ..prover import Prover
from .parts import Bound, solved

MAX_PAIRS = 6
SIMPLE = 1000  # the largest denominator of a new end of a range
MAX_ACTIVE = 3


def tightened(prover: Prover, fact: Fact) -> tuple[Fact, tuple[str, ...]] | None:
    """The fact on smaller ranges, as side conditions give them with the other symbols at the ends of theirs; steps that say so."""
    domain, inside = fact.domain, []
    for c in fact.domain.conditions:
        for name in sorted(c.free):
            bound = solved(prover, c, name, fact.domain) if c.op not in ("==", "!=") else None
            end = bound and _end_of(prover, domain, bound)
            if not bound or not end:
                continue
            said = relation(end[1], sym(name), end[0])
            step = _shown(prover, fact.domain, bound, said)
            if step:
                inside.append(step)
                domain = domain.with_range(_with_end(domain.range(name), *end))
    return (Fact(domain, fact.statement), tuple(inside)) if inside else None


def _end_of(prover: Prover, domain: Domain, bound: Bound) -> tuple[Term, str] | None:
    """The end of the symbol's range that the bound gives, if it is a better one: (end, > or >= or < or <=)."""
    if bound.op.startswith("abs"):
        return None
    below = bound.op in ("<", "<=")
    interval = prover.builder.ctx.bounds(Domain(domain.ranges)).of(bound.term)
    value, is_open = (interval.hi, interval.hi_open) if below else (interval.lo, interval.lo_open)
    r = domain.range(bound.name)
    end = r.upper if below else r.lower
    if (
        value is None
        or value.q > SIMPLE
        or not (end is None or (end.op == "num" and (value < end.value if below else value > end.value)))
    ):
        return None
    strict = is_open or bound.op in ("<", ">")
    return num(value), ("<" if below else ">") + ("" if strict else "=")


def _with_end(r: Range, end: Term, op: str) -> Range:
    if op in ("<", "<="):
        return Range(r.name, r.lower, end, r.lower_open, op == "<", r.integer)
    return Range(r.name, end, r.upper, op == ">", r.upper_open, r.integer)


def _shown(prover: Prover, domain: Domain, bound: Bound, said: Term) -> str | None:
    """`said` from the bound on the symbol and the one on the bound's term."""
    first = _stated(prover, domain, bound)
    rest = relation(said.op, bound.term, said.rhs)
    weak = relation(said.op.rstrip("=") + "=", bound.term, said.rhs)
    second = first and (prover.have(Fact(domain, rest), Sign()) or prover.have(Fact(domain, weak), Sign()))
    return prover.have(Fact(domain, said), Combine(((first, ONE), (second, ONE)))) if first and second else None


def by_projection(prover: Prover, fact: Fact, depth: int) -> str | None:
    """The fact on the projection of its domain along symbols that it does not mention."""
    domain = fact.domain
    idle = [n for n in domain.names if n not in fact.statement.free and any(n in c.free for c in domain.conditions)]
    for name in idle:
        found = _bounds_on(prover, domain, name)
        if found is None:
            continue
        low = [b for b in found if b.op in (">", ">=")]
        high = [b for b in found if b.op in ("<", "<=")]
        if len(low) * len(high) > MAX_PAIRS:
            continue
        prover.note("projection")
        kept = tuple(c for c in domain.conditions if name not in c.free)
        plain = Domain(domain.without(name).ranges, kept)
        pairs = {_between(b, a): (b, a) for b in low for a in high}
        new = {c: pair for c, pair in pairs.items() if not prover.builder.ctx.holds_where_defined(c, plain)}
        step = prover.prove(Fact(plain.with_conditions(*new), fact.statement), depth)
        inside = step and [_sum(prover, domain, c, pair) for c, pair in new.items()]
        if step and inside is not None and all(inside):
            return prover.have(fact, Instance(step, (), tuple(s for s in inside if s)))
    return None


def _between(low: Bound, high: Bound) -> Term:
    return relation("<" if "<" in (high.op, FLIPPED[low.op]) else "<=", low.term, high.term)


def _bounds_on(prover: Prover, domain: Domain, name: str) -> list[Bound] | None:
    """All that is known of the symbol, as bounds; None if something else is."""
    found = []
    for c in domain.conditions:
        if name in c.free:
            bound = solved(prover, c, name, domain) if c.op not in ("==", "!=") else None
            if bound is None or bound.op.startswith("abs"):
                return None
            found.append(bound)
    r = domain.range(name)
    for end, op in ((r.lower, ">" if r.lower_open else ">="), (r.upper, "<" if r.upper_open else "<=")):
        if end is not None:
            found.append(Bound(name, op, end, relation(op, sym(name), end)))
    return found


def _sum(prover: Prover, domain: Domain, goal: Term, pair: tuple[Bound, Bound]) -> str | None:
    """L <= U from L <= v and v <= U."""
    steps = [_stated(prover, domain, b) for b in pair]
    if not all(steps) or not prover.define(goal, domain, 0):
        return None
    return prover.have(Fact(domain, goal), Combine(tuple((s, ONE) for s in steps if s), signs=prover.defined))


def _stated(prover: Prover, domain: Domain, bound: Bound) -> str | None:
    """The bound as a step: a multiple of its condition, or the end of a range."""
    if bound.condition not in domain.conditions:
        return prover.have(Fact(domain, bound.relation), Sign())
    given = prover.have(Fact(domain, bound.condition), Given())
    parts = linear_in(prover.builder.ctx.field(Domain(domain.ranges)), nonnegative_form(bound.condition)[0], bound.name)
    if given is None or parts is None or not prover.define(bound.relation, domain, 0):
        return None
    slope = parts[0] if bound.op in (">", ">=") else neg(parts[0])
    multiplier = normal_term(prover.builder.ctx.field(domain), power(slope, neg(ONE)))
    if multiplier is None:
        return None
    return prover.have(Fact(domain, bound.relation), Combine(((given, multiplier),), signs=prover.defined))


def by_active_bound(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A goal that is linear in a symbol, where a side condition bounds the symbol: at the bound is enough."""
    gap, op = nonnegative_form(fact.statement)
    domain = fact.domain
    tried = 0
    for c in domain.conditions if op in (">", ">=") else ():
        for name in sorted(c.free & gap.free):
            if c.op in ("==", "!=") or domain.range(name).integer or tried == MAX_ACTIVE:
                continue
            parts = linear_in(prover.builder.ctx.field(domain), gap, name)
            bound = parts and solved(prover, c, name, domain)
            if not parts or bound is None or bound.op.startswith("abs"):
                continue
            tried += 1
            step = _at_bound(prover, fact, bound, parts[0], depth)
            if step:
                return step
    return None


def _at_bound(prover: Prover, fact: Fact, bound: Bound, slope: Term, depth: int) -> str | None:
    gap, op = nonnegative_form(fact.statement)
    below = bound.op in ("<", "<=")
    weight = neg(slope) if below else slope
    sided = prover.prove(Fact(fact.domain, relation(">=", weight, ZERO)), depth + 2)
    if sided is None:
        return None
    prover.note("a hypothesis taken at equality")
    at = substitute(gap, {bound.name: bound.term})
    strict = (
        op == ">"
        and bound.op in ("<", ">")
        and prover.builder.ctx.holds_where_defined(relation(">", weight, ZERO), fact.domain)
    )
    step = prover.prove(Fact(fact.domain, relation(">=" if strict else op, at, ZERO)), depth)
    given = step and _stated(prover, fact.domain, bound)
    if not step or not given:
        return None
    return prover.have(fact, Combine(((step, ONE), (given, weight)), signs=(sided, *prover.defined)))


def by_even_powers(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A symbol of which only even powers occur: its square becomes the symbol."""
    for name in fact.domain.names:
        r, new = fact.domain.range(name), name + "_square"
        terms = [fact.statement, *(c for c in fact.domain.conditions if name in c.free)]
        if r.integer or new in fact.domain.names or len(terms) < 2 or not all(_even(t, name) for t in terms):
            continue
        span = _squares(r, new)
        if span is None:
            continue
        prover.note("the square of a symbol as the symbol")
        back = {name: sqrt(sym(new))}
        conditions = tuple(substitute(c, back) for c in fact.domain.conditions)
        inner = Domain(
            tuple(span if q.name == name else q for q in fact.domain.ranges), tuple(map(_simpler, conditions))
        )
        step = prover.prove(Fact(inner, _simpler(substitute(fact.statement, back))), depth)
        done = step and prover.have(fact, Instance(step, ((new, power(sym(name), TWO)),), prover.defined))
        if done:
            return done
    return None


def _even(t: Term, name: str) -> bool:
    """Whether the symbol occurs only as v**2, v**4, ..."""
    if t.op == "**" and t.args[0] is sym(name):
        e = t.args[1]
        return e.op == "num" and e.value.q == 1 and e.value.p % 2 == 0  # type: ignore[union-attr]
    return t is not sym(name) and all(_even(a, name) for a in t.args)


def _simpler(t: Term) -> Term:
    """t with sqrt(v)**(2 k) written v**k."""
    if t.op == "**" and t.args[0].op == "sqrt" and t.args[0].args[0].op == "sym":
        k = t.args[1].value / 2  # type: ignore[operator]
        return t.args[0].args[0] if k == 1 else power(t.args[0].args[0], num(k))
    return rebuild(t, tuple(_simpler(a) for a in t.args)) if t.args else t


def _squares(r: Range, new: str) -> Range | None:
    """The range of v**2, for v >= 0 or any v."""
    if r.lower is None and r.upper is None:
        return Range(new, ZERO, None, False, True)
    if r.lower is not ZERO:
        return None
    return Range(new, ZERO, None if r.upper is None else power(r.upper, TWO), r.lower_open, r.upper_open)
