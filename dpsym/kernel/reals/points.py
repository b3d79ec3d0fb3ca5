"""Exact points: whether a point lies in a domain, whether a term is defined there, whether a relation holds there.

Every answer is True, False or None (not decided). Balls of growing precision decide strict comparisons; equality is decided
by exact normal forms only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..arithmetic.balls import Unsupported, integer_in
from ..arithmetic.defined import Obligation, alternatives, integrals, obligations
from ..statements import Domain
from ..substitution import substitute
from ..terms import BINDERS, ZERO, Term, TermError, num, relation
from .context import Context
from .membership import membership
from .quadrature import compare, enclose

MAX_INSTANCES = 1000  # of an obligation under a sum


def satisfied(r: Term, point: Mapping[str, Term]) -> bool | None:
    """Whether both sides are defined at the point and the relation holds."""
    return conjunction((defined_at(r, point)[0], _holds(r, point)))


def fails(r: Term, point: Mapping[str, Term]) -> bool:
    """Whether both sides are certainly defined at the point and the relation certainly does not hold."""
    return defined_at(r, point)[0] is True and _holds(r, point) is False


def _holds(r: Term, point: Mapping[str, Term]) -> bool | None:
    """Whether the relation holds at the point. It says nothing if a side is not defined there."""
    try:
        closed = substitute(r, point)
        order = compare(closed.lhs, closed.rhs) if not closed.free else None
    except (Unsupported, TermError):
        return None
    if order is None:
        return None
    true = {"<": order < 0, "<=": order <= 0, "==": order == 0, "!=": order != 0, ">=": order >= 0, ">": order > 0}
    return true[r.op]


def conjunction(parts: Iterable[bool | None]) -> bool | None:
    """False if one part is, True if all are, None otherwise."""
    unknown = False
    for p in parts:
        if p is False:
            return False
        unknown = unknown or p is None
    return None if unknown else True


def in_domain(domain: Domain, point: Mapping[str, Term]) -> bool | None:
    """Whether the point has a closed value for each symbol, in its range, and the side conditions are defined and hold."""
    if set(point) != set(domain.names) or not all(map(is_closed, point.values())):
        return False
    return conjunction((in_ranges(domain, point), *(satisfied(c, point) for c in domain.conditions)))


def is_closed(value: Term) -> bool:
    """Whether a term is one for a number, without symbols."""
    return not value.free and value.is_number and not value.about_laws


def in_ranges(domain: Domain, point: Mapping[str, Term]) -> bool | None:
    parts: list[bool | None] = []
    for r in domain.ranges:
        value = point[r.name]
        parts.append(defined_at(value, {})[0])
        parts.append(value.is_whole or not r.integer)
        parts += [satisfied(c, {}) for c in membership(value, r)]
    return conjunction(parts)


def defined_at(t: Term, point: Mapping[str, Term]) -> tuple[bool | None, Term | None]:
    """Whether t (a term, or both sides of a relation) is defined at the point, and the part that is not."""
    unknown = False
    for o in obligations(t):
        verdict = _discharged(o, point)
        if verdict is False:
            return False, o.culprit
        unknown = unknown or verdict is None
    if unknown:  # what a body must satisfy at all points of a range is seen by structure
        seen = [u for u in integrals(t) if Context().undefined(substitute(u, point), Domain()) is None]
        unknown = any(_discharged(o, point) is None for o in obligations(t, seen))
    return (None, None) if unknown else (True, None)


def _discharged(o: Obligation, point: Mapping[str, Term]) -> bool | None:
    if o.bound:
        return _discharged_for_all(o, point)
    reached = conjunction(_holds(c, point) for c in o.under)
    if reached is False:
        return True
    choices = [conjunction(_holds(c, point) for c in choice) for choice in (*alternatives(o), *_whole_power(o, point))]
    if True in choices:
        return True
    if reached is None or None in choices or not _exactly_undefined(o, point):
        return None
    return False


def _whole_power(o: Obligation, point: Mapping[str, Term]) -> tuple[tuple[Term, ...], ...]:
    """A power whose exponent is an integer at the point asks no more than an integer power."""
    if o.culprit.op != "**" or o.culprit.args[1].op == "num":
        return ()
    exponent = substitute(o.culprit.args[1], point)
    if not exponent.is_whole:
        return ()
    return ((relation(">=", exponent, ZERO),), (relation("!=", o.culprit.args[0], ZERO),))


def _exactly_undefined(o: Obligation, point: Mapping[str, Term]) -> bool:
    """The obligations of gamma, binomial and real powers are sufficient only; here is where they are also necessary."""
    culprit = substitute(o.culprit, point)
    if culprit.op in BINDERS:  # no rule decides convergence
        return False
    if culprit.op in ("gamma", "binomial"):
        x = enclose(culprit.args[0] if culprit.op == "gamma" else culprit.args[0] + 1, 256)
        return bool(x.is_exact() and x.is_integer())
    if (
        culprit.op == "**" and o.culprit.args[1].op != "num"
    ):  # a whole power of any base has a value, 0**0 by convention
        base, exponent = culprit.args
        if _holds(relation("==", base, ZERO), {}):
            return _holds(relation("<", exponent, ZERO), {}) is True
        return not bool(enclose(exponent, 256).contains_integer())
    return True


def _discharged_for_all(o: Obligation, point: Mapping[str, Term]) -> bool | None:
    """An obligation under one finite sum or product, index by index."""
    if len(o.bound) != 1 or not o.bound[0].integer or [c.op for c in o.under[:2]] != [">=", "<="]:
        return None  # an infinite end has no condition, and the next one is a piece's
    name = o.bound[0].name
    if name in point:  # conditions around the binder may speak of another symbol of that name
        return None
    ends = [substitute(c.rhs, point) for c in o.under[:2] if c.lhs.op == "sym" and c.lhs.value == name]
    if len(ends) != 2 or any(e.free for e in ends):
        return None
    first, last = (integer_in(enclose(e, 256)) for e in ends)
    if first is None or last is None or last - first >= MAX_INSTANCES:
        return None
    inner = Obligation(o.condition, o.culprit, o.under[2:])
    return conjunction(_discharged(inner, {**point, name: num(k)}) for k in range(first, last + 1))
