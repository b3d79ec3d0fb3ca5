"""Techniques that split: on what stands under abs, min, max and in pieces, and on side conditions that cut a range."""

from __future__ import annotations

from ...kernel.arithmetic.bounds import Bounds
from ...kernel.reals.rules.logic import Absurd, Cases, Follows, Given, Split
from ...kernel.statements import Domain, Fact, Range
from ...kernel.substitution import substitute
from ...kernel.terms import ZERO, Term, func, neg, negated, relation, sub, subterms, sym
from ..exact_roots import fold, roots
from ..normal import factored, replace_term
from ..prover import Prover
from ..ranges import around, narrow, pieces, with_ends

ARITHMETIC = ("+", "*", "**", "<=", "<", ">=", ">")


def by_cases(prover: Prover, fact: Fact, depth: int) -> str | None:
    """Split on the sign of what stands under abs, min or max."""
    condition = kink(prover, fact)
    if condition is None:
        return None
    prover.note("cases")
    steps = []
    for c in (condition, negated(condition)):
        part = Fact(fact.domain.with_conditions(c), fact.statement)
        step = _unfolded(prover, part, fact.domain, condition, c, depth)
        step = step or ranged(prover, part, c, depth) or prover.prove(part, depth + 1)
        if step is None:
            return None
        steps.append(step)
    return prover.have(fact, Cases(condition, *steps))


def by_extremes(prover: Prover, fact: Fact, depth: int) -> str | None:
    """a <= min(b, c) from a <= b and a <= c; max(a, b) <= c likewise."""
    s = fact.statement
    small, large = (s.lhs, s.rhs) if s.op in ("<", "<=") else (s.rhs, s.lhs)
    which = large if large.op == "min" else small if small.op == "max" else None
    if s.op == "==" or which is None or len(which.args) != 2:
        return None
    steps = []
    for t in which.args:
        sides = (small, t) if which is large else (t, large)
        step = prover.prove(Fact(fact.domain, relation("<" if s.op in ("<", ">") else "<=", *sides)), depth + 1)
        if step is None:
            return None
        steps.append(step)
    first = relation("<=" if which is large else ">=", *core_of(prover, sub(*which.args), fact.domain))
    parts = [
        prover.have(Fact(fact.domain.with_conditions(c), s), Follows(step))
        for c, step in zip((first, negated(first)), steps, strict=True)
    ]
    done = all(parts) and prover.define(first, fact.domain, depth)
    return prover.have(fact, Cases(first, *(p or "" for p in parts))) if done else None


def core_of(prover: Prover, t: Term, domain: Domain) -> tuple[Term, Term]:
    """(f, 0) with t a visibly positive multiple of f, or (0, f) with a negative one: f its one factor of unknown sign."""
    field = prover.builder.ctx.field(domain)
    parts = factored(field, t)
    signs = [(f, e, field.term_sign(f)[0]) for f, e in parts.factors] if parts else []
    unknown = [f for f, e, s in signs if not s and e % 2]
    if parts is None or len(unknown) != 1 or any(f is unknown[0] and e != 1 for f, e, _ in signs):
        return t, ZERO
    flip = 1 if parts.content > 0 else -1
    for _, e, s in signs:
        flip *= s if s and e % 2 else 1
    return (unknown[0], ZERO) if flip > 0 else (ZERO, unknown[0])


def _undecided(c: Term, domain: Domain, bounds: Bounds) -> bool:
    known = (c, negated(c))
    return c.free <= set(domain.names) and not any(k in domain.conditions or bounds.satisfies(k) for k in known)


def _unfolded(prover: Prover, part: Fact, whole: Domain, condition: Term, case: Term, depth: int) -> str | None:
    """|t| <= b from t <= b and -t <= b, which may hold without the condition on the sign of t."""
    if condition.rhs is not ZERO:
        return None
    t = condition.lhs
    inner = t if case is condition else neg(t)
    opened = replace_term(part.statement, func("abs", t), inner)
    if opened is part.statement:
        return None
    step = prover.prove(Fact(whole, opened), depth + 1)
    return step and prover.have(part, Follows(step))


def kink(prover: Prover, fact: Fact) -> Term | None:
    bounds = prover.builder.ctx.bounds(fact.domain)
    candidates = [fact.statement, *fact.domain.conditions]
    for t in candidates:
        for u in subterms(t):
            condition = None
            if u.op == "abs":
                condition = relation(">=", u.args[0], ZERO)
            elif u.op in ("min", "max") and len(u.args) > 1:
                condition = relation(">=", *core_of(prover, sub(u.args[0], u.args[1]), fact.domain))
            elif u.op == "Piecewise":
                condition = next((c for c in u.args[1::2] if _undecided(c, fact.domain, bounds)), None)
            if condition is not None and not condition.free <= set(fact.domain.names):
                continue
            if condition is None or condition in fact.domain.conditions or negated(condition) in fact.domain.conditions:
                continue
            if not bounds.satisfies(condition) and not bounds.satisfies(negated(condition)):
                return condition
    return None


def ranged(prover: Prover, fact: Fact, condition: Term, depth: int) -> str | None:
    """A condition on one symbol that is the same as a range: x - 1/3 >= 0."""
    names = condition.free
    if len(names) != 1:
        return None
    name = next(iter(names))
    narrowed = narrow(fact.domain, name, condition)
    if narrowed is None:
        return None
    rest = Domain(narrowed.ranges, tuple(c for c in fact.domain.conditions if c is not condition))
    return None if rest == fact.domain else on_part(prover, fact, Fact(rest, fact.statement), condition, name, depth)


def on_part(prover: Prover, fact: Fact, part: Fact, condition: Term, name: str, depth: int) -> str | None:
    """From the part where the condition holds, and its absence elsewhere, to the whole range."""
    inner = prover.prove(part, depth + 1)
    if inner is None:
        return None
    steps = []
    for r in around(fact.domain.range(name), part.domain.range(name)):
        domain = fact.domain.with_range(r)
        if r == part.domain.range(name):
            steps.append(prover.have(Fact(domain, fact.statement), Follows(inner)))
        else:
            empty = prover.prove(Fact(Domain(domain.ranges), negated(condition)), depth + 1)
            steps.append(empty and prover.have(Fact(domain, fact.statement), Absurd(empty)))
    if any(s is None for s in steps):
        return None
    return prover.have(fact, Split(name, tuple(s for s in steps if s))) if len(steps) > 1 else steps[0]


def with_conditions(prover: Prover, fact: Fact, depth: int) -> str | None:
    """Side conditions on one symbol cut its range."""
    for c in fact.domain.conditions:
        step = (ranged(prover, fact, c, depth) or cut(prover, fact, c, depth)) if len(c.free) == 1 else None
        if step:
            return step
    return None


def cut(prover: Prover, fact: Fact, condition: Term, depth: int) -> str | None:
    """Cut the range at the roots of a condition; drop the condition where it holds, and the part where it fails."""
    name = next(iter(condition.free))
    r = fact.domain.range(name)
    if r.integer:
        return None
    found = roots(sub(condition.lhs, condition.rhs), name, Domain((r,)), prover.work)
    parts = pieces(r, [t for t in found if not t.free])
    if len(parts) < 2:
        return None
    prover.note("cut by a condition")
    closed = condition.op in ("<=", ">=", "==")
    rest = tuple(c for c in fact.domain.conditions if c is not condition)
    steps: list[str] = []
    for i, part in enumerate(parts):
        inside = Range(name, part.lower, part.upper)
        if prover.prove(Fact(Domain((inside,)), condition), depth + 1):
            own = with_ends(part, i > 0, i < len(parts) - 1, closed)
            step = prover.prove(Fact(Domain(fact.domain.with_range(own).ranges, rest), fact.statement), depth + 1)
            step = step and prover.have(Fact(fact.domain.with_range(own), fact.statement), Follows(step))
        else:
            own = with_ends(part, i > 0, i < len(parts) - 1, not closed)
            empty = prover.prove(Fact(Domain((own,)), negated(condition)), depth + 1)
            step = empty and prover.have(Fact(fact.domain.with_range(own), fact.statement), Absurd(empty))
        if step is None:
            return None
        steps.append(step)
    return prover.have(fact, Split(name, tuple(steps)))


def by_ends(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A closed end at which the base of a symbolic power, or a factor beside it, is 0, apart from the rest: 0 has no logarithm."""
    powers = [u.args[0] for u in subterms(fact.statement) if u.op == "**" and u.args[1].free]
    beside = [f for side in fact.statement.args if side.op == "*" for f in side.args]
    zeros = tuple(dict.fromkeys((*powers, *beside)))
    for name in dict.fromkeys(
        n for t in zeros for n in sorted(t.free & set(fact.domain.names))
    ):  # others are bound there
        r = fact.domain.range(name)
        low, high = (not is_open and _vanishing(zeros, r, end) for end, is_open in _ends(r))
        if r.integer or not (low or high):
            continue
        prover.note("ends apart")
        inside = Range(name, r.lower, r.upper, r.lower_open or low, r.upper_open or high)
        parts = [*([r.lower] if low else []), None, *([r.upper] if high else [])]
        steps = [prover.prove(_part(fact, inside, end), depth + 1) for end in parts]
        return prover.have(fact, Split(name, tuple(s for s in steps if s))) if all(steps) else None
    return None


def _ends(r: Range) -> tuple[tuple[Term | None, bool], ...]:
    return (r.lower, r.lower_open), (r.upper, r.upper_open)


def _vanishing(terms: tuple[Term, ...], r: Range, end: Term | None) -> bool:
    """Whether one of the terms is 0 at an end of the range."""
    return end is not None and any(fold(substitute(t, {r.name: end})) is ZERO for t in terms if r.name in t.free)


def _part(fact: Fact, inside: Range, end: Term | None) -> Fact:
    """The goal inside the range, or at an end, which is also said as an equation: then it is put in."""
    if end is None:
        return Fact(fact.domain.with_range(inside), fact.statement)
    here = fact.domain.with_range(Range(inside.name, end, end, False, False))
    return Fact(here.with_conditions(relation("==", sym(inside.name), end)), fact.statement)


def by_contrapositive(prover: Prover, fact: Fact, depth: int) -> str | None:
    """A goal from a hypothesis c: that c fails wherever the goal does. The goal may bound a symbol that c alone does not."""
    s = fact.statement
    if s.op == "==" or depth > 1:
        return None
    for c in fact.domain.conditions:
        if c.op in ("==", "!=") or not any(u.args and u.op not in ARITHMETIC for u in subterms(c)):
            continue
        prover.note("contrapositive")
        rest = Domain(fact.domain.ranges, tuple(d for d in fact.domain.conditions if d is not c))
        fails = prover.prove(Fact(rest.with_conditions(negated(s)), negated(c)), depth + 1)
        if not fails:
            continue
        holds = prover.have(Fact(fact.domain.with_conditions(s), s), Given())
        never = prover.have(Fact(fact.domain.with_conditions(negated(s)), s), Absurd(fails))
        if holds and never:
            return prover.have(fact, Cases(s, holds, never))
    return None
