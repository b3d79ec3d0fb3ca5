"""Where a term is defined: the obligations its parts put on the domain, as relations between terms.

`obligations(t)` lists what must hold for t to be a real number; each comes with the conditions of the branches and binders it
stands under. They are exact for every function but gamma and binomial, where they are sufficient (see points.py).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from ..statements import Range
from ..terms import (
    BINDERS,
    FUNCTIONS,
    MINUS_ONE,
    MINUS_OO,
    ONE,
    OO,
    ZERO,
    Term,
    TermError,
    div,
    exp,
    negated,
    relation,
    subterms,
    surface,
    sym,
)


@dataclass(frozen=True)
class Obligation:
    """Under `under` (relations) and for `bound` (bound symbols), `condition` must hold, or `culprit` has no value."""

    condition: Term
    culprit: Term
    under: tuple[Term, ...] = ()
    bound: tuple[Range, ...] = ()


#: Places at which parts of a term are looked at, under different conditions, and conditions that all of them stand under.
MAX_PLACES, MAX_CONDITIONS = 20_000, 100_000
NEVER = relation("!=", ZERO, ZERO)
_MINUS_1_OVER_E = div(MINUS_ONE, exp(ONE))
_CONDITIONS: dict[str, Callable[[Term], list[Term]]] = {
    "log": lambda a: [relation(">", a, ZERO)],
    "sqrt": lambda a: [relation(">=", a, ZERO)],
    "acosh": lambda a: [relation(">=", a, ONE)],
    "atanh": lambda a: [relation(">", a, MINUS_ONE), relation("<", a, ONE)],
    "PhiInv": lambda a: [relation(">", a, ZERO), relation("<", a, ONE)],
    "gamma": lambda a: [relation(">", a, ZERO)],
    "loggamma": lambda a: [relation(">", a, ZERO)],
}


#: Operations that are continuous wherever they are defined.
_CONTINUOUS = frozenset(FUNCTIONS) - {"floor", "ceil"} | {"num", "sym", "const", "+", "*", "**"}


def continuous(t: Term) -> bool:
    """Whether t is made of operations that are continuous wherever they are defined."""
    return all(u.op in _CONTINUOUS for u in subterms(t))


def _own(t: Term) -> list[Term]:
    """What the outermost operation of t asks of its arguments."""
    if t.op in _CONDITIONS:
        return _CONDITIONS[t.op](t.args[0])
    if t.op == "binomial":
        return [relation(">", t.args[0], MINUS_ONE)]
    if t.op == "LambertW":
        lower = relation(">=", t.args[0], _MINUS_1_OVER_E)
        return [lower] if len(t.args) == 1 or t.args[1] is ZERO else [lower, relation("<", t.args[0], ZERO)]
    if t.op == "**":
        return _power(*t.args)
    return []


def _power(base: Term, exponent: Term) -> list[Term]:
    if exponent.op != "num":
        return [relation(">", base, ZERO)]  # or base >= 0 with exponent > 0: see `alternatives`
    if exponent.number.q == 1:
        return [relation("!=", base, ZERO)] if exponent.number < 0 else []
    return [relation(">" if exponent.number < 0 else ">=", base, ZERO)]


def alternatives(o: Obligation) -> tuple[tuple[Term, ...], ...]:
    """Sets of relations each of which discharges the obligation."""
    c, t = o.condition, o.culprit
    choices: list[tuple[Term, ...]] = [(c,)]
    if c.op == "!=":
        choices = [(relation(">", c.lhs, c.rhs),), (relation("<", c.lhs, c.rhs),), (c,)]
    elif t.op == "**" and t.args[1].op != "num":
        choices.append((relation(">=", t.args[0], ZERO), relation(">", t.args[1], ZERO)))
    return tuple(choices)


def obligations(t: Term, shown: Collection[Term] = ()) -> tuple[Obligation, ...]:
    """Every obligation of t, inner ones first, without repetition; the terms in `shown` are known to be defined."""
    found: dict[Obligation, None] = {}
    seen: set[tuple[Term, tuple[Term, ...], tuple[Range, ...]]] = set()
    conditions = 0

    def walk(u: Term, under: tuple[Term, ...], bound: tuple[Range, ...]) -> None:
        nonlocal conditions
        if u is OO:
            found.setdefault(Obligation(NEVER, u, under, bound))
        known = u in shown and u.free.isdisjoint(r.name for r in bound)
        if (u, under, bound) in seen or not u.args or known:
            return
        seen.add((u, under, bound))
        conditions += len(under)
        if len(seen) > MAX_PLACES or conditions > MAX_CONDITIONS:
            raise TermError(
                f"found more than {MAX_PLACES} places where a part may be undefined, or {MAX_CONDITIONS} conditions of them"
            )
        if u.op == "Piecewise":
            _walk_pieces(u, under, bound)
        elif u.op in BINDERS:
            body, lower, upper = u.args
            if u.op == "Integral":
                ordered = relation("<=", lower, upper)  # and no jumps: a piece may be unbounded at its end
                found.setdefault(Obligation(ordered if continuous(body) else NEVER, u, under, bound))
            for end in (lower, upper):
                if end is OO or end is MINUS_OO:  # a fact must show that it converges
                    found.setdefault(Obligation(NEVER, u, under, bound))
                else:
                    walk(end, under, bound)
            i = sym(u.name)
            above = () if lower is MINUS_OO else (relation(">=", i, lower),)
            below = () if upper is OO else (relation("<=", i, upper),)
            walk(body, (*under, *above, *below), (*bound, Range(u.name, integer=u.op != "Integral")))
        else:
            for a in u.args:
                walk(a, under, bound)
        for c in _own(u):
            found.setdefault(Obligation(c, u, under, bound))

    def _walk_pieces(u: Term, under: tuple[Term, ...], bound: tuple[Range, ...]) -> None:
        for i in range(0, len(u.args) - 1, 2):
            value, condition = u.args[i], u.args[i + 1]
            walk(condition.lhs, under, bound)
            walk(condition.rhs, under, bound)
            walk(value, (*under, condition), bound)
            under = (*under, negated(condition))
        if len(u.args) % 2:
            walk(u.args[-1], under, bound)
        else:  # no default: the negations of all conditions must be impossible
            found.setdefault(Obligation(NEVER, u, under, bound))

    if t.is_relation:
        walk(t.lhs, (), ())
        walk(t.rhs, (), ())
    else:
        walk(t, (), ())
    return tuple(found)


def integrals(*terms: Term) -> frozenset[Term]:
    """The integrals and infinite sums that must be defined for the terms (or relations) to be: not inside of pieces or binders."""
    seen = surface(terms, lambda u: u.op == "Piecewise" or u.op in BINDERS)
    return frozenset(
        u for u in seen if u.op == "Integral" or (u.op == "Sum" and (u.args[1] is MINUS_OO or u.args[2] is OO))
    )
