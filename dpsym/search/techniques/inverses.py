"""Inverse functions: where PhiInv(T) or LambertW(T) occurs, its value becomes the variable.

With w = PhiInv(T), T = Phi(w); with w = LambertW(T), T = w exp(w). If that can be solved for a symbol x of T, the goal is one in w:
PhiInv(1 - d) <= sqrt(2 log(1/d)) for d <= 1/2 is w <= sqrt(2 log(1/Phi(-w))) for w >= 0.
"""

from __future__ import annotations

from itertools import permutations

from ...kernel.arithmetic.field import Field
from ...kernel.reals.quadrature import compare as compare_closed
from ...kernel.reals.rules.logic import Instance, Split
from ...kernel.statements import Domain, Fact, Range
from ...kernel.substitution import substitute
from ...kernel.terms import HALF, ONE, ZERO, Term, exp, func, mul, neg, num, relation, sub, subterms, sym
from ..exact_roots import roots
from ..normal import normal_term, replace_term
from ..prover import Prover
from ..ranges import approximately

BRANCH_POINT = neg(exp(neg(ONE)))
_FAR = num(10**4)


def by_inverse(prover: Prover, fact: Fact, depth: int) -> str | None:
    """The goal in w = PhiInv(T) or w = LambertW(T), for a symbol x for which T can be solved."""
    for u in subterms(fact.statement):
        if u.op not in ("LambertW", "PhiInv") or not u.free <= set(fact.domain.names):
            continue
        if u.args[0].op == "sym" and any(a is u and not b.free for a, b in permutations(fact.statement.args)):
            continue  # PhiInv(y) <= c, which says where the new variable lies
        for name in sorted(u.free):
            step = _along(prover, fact, u, name, depth)
            if step:
                return step
    return None


def _along(prover: Prover, fact: Fact, u: Term, name: str, depth: int) -> str | None:
    r, new = fact.domain.range(name), name + "_inverse"
    if r.integer or new in fact.domain.names:
        return None
    prover.note("inverse function")
    if u.op == "LambertW" and u.args[0] is sym(name) and r.lower is ZERO and not r.lower_open:
        return _apart_from_zero(prover, fact, u, name, new, depth)
    return _substituted(prover, fact, u, name, new, depth)


def _substituted(prover: Prover, fact: Fact, u: Term, name: str, new: str, depth: int) -> str | None:
    w = sym(new)
    value = mul(w, exp(w)) if u.op == "LambertW" else func("Phi", w)
    span = _image(u, fact.domain.range(name), new)
    inside = _membership(prover, fact.domain, u, span, depth)
    if inside is None:
        return None
    where = Domain(tuple(span if r.name == name else r for r in fact.domain.ranges))
    for back in roots(sub(u.args[0], value), name, where, prover.work):
        changed, *conditions = (
            substitute(replace_term(c, u, w), {name: back}) for c in (fact.statement, *fact.domain.conditions)
        )
        if len(u.free) > 1:
            conditions += _in_range(fact.domain.range(name), back)
        step = prover.prove(Fact(where.with_conditions(*conditions), changed), depth)
        done = step and prover.have(fact, Instance(step, ((new, u),), (*inside, *prover.defined)))
        if done:
            return done
    return None


def _in_range(r: Range, t: Term) -> list[Term]:
    low = [] if r.lower is None else [relation(">" if r.lower_open else ">=", t, r.lower)]
    return low + ([] if r.upper is None else [relation("<" if r.upper_open else "<=", t, r.upper)])


# -- where w lies -------------------------------------------------------------------------------------------------


def _image(u: Term, r: Range, new: str) -> Range:
    """The values of w: those at the ends of the range of x if T has no other symbol, else all that the function takes."""
    if len(u.free) == 1:
        ends = sorted((e for e in (_at_end(u, r, upper) for upper in (False, True)) if e), key=lambda e: e[0])
        if len(ends) == 2 and ends[0][0] < ends[1][0]:
            (_, low, low_open), (_, high, high_open) = ends
            return Range(new, low, high, low_open, high_open)
    if u.op == "PhiInv":
        return Range(new, None, None)
    if _lower_branch(u):
        return Range(new, None, neg(ONE), True, False)
    return Range(new, neg(ONE), None, False, True)


def _lower_branch(u: Term) -> bool:
    return u.op == "LambertW" and len(u.args) == 2 and u.args[1] is not ZERO


def _at_end(u: Term, r: Range, upper: bool) -> tuple[float, Term | None, bool] | None:
    """What w tends to at an end of the range of x: about how much, the end of the range of w (None: infinite), whether it is open."""
    end, is_open = (r.upper, r.upper_open) if upper else (r.lower, r.lower_open)
    t = _value_at(u.args[0], r.name, end, upper)
    if t is None:
        return None
    infinite = float("inf")
    if u.op == "PhiInv":
        known: tuple[tuple[Term, Term | None, float], ...] = (
            (ZERO, None, -infinite),
            (HALF, ZERO, 0.0),
            (ONE, None, infinite),
        )
    elif _lower_branch(u):
        known = ((BRANCH_POINT, neg(ONE), -1.0), (ZERO, None, -infinite))
    else:
        known = ((BRANCH_POINT, neg(ONE), -1.0), (ZERO, ZERO, 0.0))
    for at, value, size in known:
        if compare_closed(t, at) == 0:
            return size, value, value is None or (is_open and size != -1)  # the branch point is let in
    w = func(u.op, t, *u.args[1:])
    return approximately(w), w, is_open or end is None


def _value_at(t: Term, name: str, end: Term | None, upper: bool) -> Term | None:
    """t at a finite end; at an infinite one the 0 or 1 that it seems to tend to."""
    if end is not None:
        return normal_term(Field(), substitute(t, {name: end}))
    far = approximately(substitute(t, {name: _FAR if upper else neg(_FAR)}))
    return next((num(n) for n in (0, 1) if abs(far - n) < 1e-3), None)


def _membership(prover: Prover, domain: Domain, u: Term, span: Range, depth: int) -> tuple[str, ...] | None:
    """Steps that say that u lies in the range: T is on its side of the value that the function takes at the end."""
    steps = []
    for end, op, is_open in ((span.lower, ">", span.lower_open), (span.upper, "<", span.upper_open)):
        if end is None or (u.op == "LambertW" and approximately(end) == -1 and not is_open):
            continue
        step = _beyond(prover, domain, u, end, op if is_open else op + "=", depth)
        if step is None:
            return None
        steps.append(step)
    return tuple(steps)


def _beyond(prover: Prover, domain: Domain, u: Term, end: Term, op: str, depth: int) -> str | None:
    """u op end from T op' T(end), for the function is monotone."""
    y, falls = sym("y"), _lower_branch(u)
    at = mul(end, exp(end)) if u.op == "LambertW" else func("Phi", end)
    at = next((a for a in (HALF, BRANCH_POINT) if compare_closed(a, at) == 0), end.args[0] if end.op == u.op else at)
    least = ZERO if u.op == "PhiInv" else BRANCH_POINT
    most = ONE if u.op == "PhiInv" else ZERO if falls else None
    above = (op[0] == ">") != falls
    opens = len(op) == 1
    r = Range("y", at, most, opens, True) if above else Range("y", least, at, u.op == "PhiInv", opens)
    base = prover.prove_lemma(Fact(Domain((r,)), relation(op, func(u.op, y, *u.args[1:]), end)))
    sided = relation((">" if above else "<") + op[1:], u.args[0], at)
    placed = base and prover.prove(Fact(domain, sided), depth + 1)
    if not base or not placed:
        return None
    return prover.have(
        Fact(domain, relation(op, u, end)), Instance(base, (("y", u.args[0]),), (placed, *prover.defined))
    )


def _apart_from_zero(prover: Prover, fact: Fact, u: Term, name: str, new: str, depth: int) -> str | None:
    """LambertW(x) exp(LambertW(x)) is x, but 0/0 stands for the exponential at x = 0."""
    r = fact.domain.range(name)
    point = Fact(fact.domain.with_range(Range(name, ZERO, ZERO, False, False)), fact.statement)
    rest = Fact(fact.domain.with_range(Range(name, ZERO, r.upper, True, r.upper_open)), fact.statement)
    first = prover.prove(point, depth + 1)
    second = first and _substituted(prover, rest, u, name, new, depth)
    return prover.have(fact, Split(name, (first, second))) if first and second else None
