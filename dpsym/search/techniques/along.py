"""The ladder along each symbol, on the whole range or on parts of it."""

from __future__ import annotations

from ...kernel.arithmetic.derivative import NotDifferentiable, derivative
from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.logic import Split
from ...kernel.reals.rules.patterns import LIMIT, Close, FromPattern, Ladder, OneSign
from ...kernel.statements import Fact, Pattern, Range
from ...kernel.substitution import substitute
from ...kernel.terms import ZERO, Term, TermError, num, relation
from ..ends import end_sign
from ..ladder import ORDERS, interior
from ..normal import factored, product
from ..plausible import plausible, signs_met
from ..profile import minima, simplest
from ..prover import Prover
from ..ranges import pieces
from .integers import integers


def along(prover: Prover, fact: Fact, depth: int) -> str | None:
    """The ladder along each symbol."""
    names = [n for n in fact.domain.names if n in fact.statement.free and not fact.domain.range(n).integer]
    prover.note("ladder")
    for name in sorted(names, key=lambda n: not _monotone(prover, fact, n)) if len(names) > 1 else names:
        step = _ladder(prover, fact, name)
        if step:
            return step
    for name in [n for n in fact.domain.names if n in fact.statement.free and fact.domain.range(n).integer]:
        step = integers(prover, fact, name, depth)
        if step:
            return step
    if len(names) == 1 and len(fact.statement.free) == 1:
        return _split(prover, fact, names[0], depth) or _inside_first(prover, fact, names[0], depth)
    return None


def _monotone(prover: Prover, fact: Fact, name: str) -> bool:
    """Whether the gap visibly rises or falls along the symbol."""
    try:
        slope = derivative(nonnegative_form(fact.statement)[0], name)
    except (NotDifferentiable, TermError):
        return False
    ctx = prover.builder.ctx
    inside = interior(fact.domain, name)
    return any(ctx.holds_where_defined(relation(op, slope, ZERO), inside) for op in (">=", "<="))


def by_monotone(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A symbol along which the gap rises or falls, by any proof, leaves the goal: its end is put in."""
    gap, op = nonnegative_form(fact.statement)
    names = [n for n in fact.domain.names if n in gap.free and not fact.domain.range(n).integer]
    if len(names) < 2 or op not in (">", ">="):
        return None
    for name in names:
        inside = interior(fact.domain, name)
        if inside.conditions != fact.domain.conditions:
            continue
        try:
            slope = derivative(gap, name)
        except (NotDifferentiable, TermError):
            continue
        signs = signs_met(slope, inside, prover.work)
        if len(signs) == 1:
            prover.note("monotone in a symbol")
            step = _one_way(prover, fact, name, slope, signs.pop(), depth)
            if step:
                return step
    return None


def _one_way(prover: Prover, fact: Fact, name: str, slope: Term, sign: int, depth: int) -> str | None:
    """The fact from the sign of the slope, and the sign of the gap at the end where it is smallest."""
    gap, _ = nonnegative_form(fact.statement)
    inside, r = interior(fact.domain, name), fact.domain.range(name)
    end, rest = (r.lower if sign > 0 else r.upper), fact.domain.without(name)
    at_end: str | None = LIMIT
    if end is not None:
        value = Fact(rest, relation(">=", substitute(gap, {name: end}), ZERO))
        if prover.builder.ctx.undefined(value.statement, rest) is None:
            at_end = prover.prove(value, depth + 1) if plausible(value, prover.work) else None
    elif end_sign(gap, name, inside, sign < 0, ORDERS[0], prover.builder.ctx.tick) not in (0, 1):
        return None
    if at_end is None:
        return None
    parts = factored(prover.builder.ctx.field(inside), slope)
    written = slope if parts is None else product(parts.content, parts.factors)
    goal = Fact(inside, relation(">=" if sign > 0 else "<=", written, ZERO))
    step = prover.prove(goal, depth + 1) if plausible(goal, prover.work) else None
    below = step and prover.have(Pattern(inside, name, written, (sign,), False), OneSign(step))
    if not below:
        return None
    rule = Ladder(below, at_end if sign > 0 else None, at_end if sign < 0 else None, ORDERS[0])
    risen = prover.have(Pattern(inside, name, gap, (1,), False), rule)
    return risen and _from_pattern(prover, fact, risen, name)


def _ladder(prover: Prover, fact: Fact, name: str) -> str | None:
    gap, _ = nonnegative_form(fact.statement)
    inside = interior(fact.domain, name)
    step = prover.ladder.pattern(gap, inside, name)
    return step and _from_pattern(prover, fact, step, name)


def _from_pattern(prover: Prover, fact: Fact, step: str, name: str) -> str | None:
    """The fact from a pattern of its gap inside the range of the symbol."""
    if prover.ladder.signs(step) != (1,):
        return None
    gap, op = nonnegative_form(fact.statement)
    inside = interior(fact.domain, name)
    found = prover.builder.steps[step].statement
    r = fact.domain.range(name)
    if op == ">" and not (r.lower_open and r.upper_open):
        return _ends_apart(prover, fact, step, name)
    whole = inside.with_range(r)
    if whole == inside:
        return prover.have(fact, FromPattern(step))
    closed = prover.have(Pattern(whole, name, gap, (1,), found.strict), Close(step))  # type: ignore[union-attr]
    return closed and prover.have(fact, FromPattern(closed))


def _ends_apart(prover: Prover, fact: Fact, pattern: str, name: str) -> str | None:
    """A strict claim on an interval with closed ends: inside by the pattern, at the ends by value."""
    r, parts = fact.domain.range(name), []
    inside = fact.domain.with_range(Range(name, r.lower, r.upper))
    parts.append(prover.have(Fact(inside, fact.statement), FromPattern(pattern)))
    for end, is_open, first in ((r.lower, r.lower_open, True), (r.upper, r.upper_open, False)):
        if end is not None and not is_open:
            at = fact.domain.with_range(Range(name, end, end, False, False))
            step = prover.prove(Fact(at, fact.statement), 1)
            parts.insert(0 if first else len(parts), step)
    if any(p is None for p in parts):
        return None
    return prover.have(fact, Split(name, tuple(p for p in parts if p)))


def _split(prover: Prover, fact: Fact, name: str, depth: int) -> str | None:
    """Cut the interval at points of equality, and around minima that stay above zero."""
    gap, _ = nonnegative_form(fact.statement)
    r = fact.domain.range(name)
    cuts: list[Term] = []
    for m in minima(gap, name, r, prover.work):
        if m.exact is not None:
            cuts.append(m.exact)
        else:
            low, high = m.at - m.width, m.at + m.width
            cuts += [num(simplest(low, (low + m.at) / 2)), num(simplest((m.at + high) / 2, high))]
    parts = pieces(r, cuts)
    if len(parts) < 2:
        return None
    prover.note("split at minima")
    steps = []
    for part in parts:
        step = prover.prove(Fact(fact.domain.with_range(part), fact.statement), depth + 1)
        if step is None:
            return None
        steps.append(step)
    return prover.have(fact, Split(name, tuple(steps)))


def _inside_first(prover: Prover, fact: Fact, name: str, depth: int) -> str | None:
    """A closed end may be all that keeps a technique from working: (1 - x)**10 has no logarithm at x = 1."""
    r = fact.domain.range(name)
    if r.lower_open and r.upper_open:
        return None
    parts = [prover.prove(Fact(fact.domain.with_range(Range(name, r.lower, r.upper)), fact.statement), depth + 1)]
    for end, is_open, first in ((r.lower, r.lower_open, True), (r.upper, r.upper_open, False)):
        if parts[0 if first else -1] and end is not None and not is_open:
            at = fact.domain.with_range(Range(name, end, end, False, False))
            parts.insert(0 if first else len(parts), prover.prove(Fact(at, fact.statement), depth + 1))
    steps = tuple(p for p in parts if p)
    return prover.have(fact, Split(name, steps)) if len(steps) == len(parts) else None
