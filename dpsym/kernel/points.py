"""Exact points: whether a point lies in a domain, whether a term is defined there, whether a relation holds there.

Every answer is True, False or None (not decided). Balls of growing precision decide strict comparisons; equality is decided
by exact normal forms only.
"""

from __future__ import annotations

from collections.abc import Mapping

from .balls import Program, Unsupported, compare_closed, enclose
from .context import Context
from .defined import Obligation, alternatives, integrals, obligations
from .statements import Domain, Point
from .terms import BINDERS, ZERO, Term, TermError, num, relation, substitute

MAX_INSTANCES = 1000  # of an obligation under a sum


def decide(r: Term, point: Mapping[str, Term]) -> bool | None:
    """Whether the relation r holds at the point. Its two sides must be defined there."""
    try:
        closed = substitute(r, point)
        order = compare_closed(closed.lhs, closed.rhs) if not closed.free else None
    except (Unsupported, TermError):
        return None
    if order is None:
        return None
    return {"<": order < 0, "<=": order <= 0, "==": order == 0, "!=": order != 0, ">=": order >= 0, ">": order > 0}[
        r.op
    ]


def conjunction(parts) -> bool | None:
    """False if one part is, True if all are, None otherwise."""
    unknown = False
    for p in parts:
        if p is False:
            return False
        unknown = unknown or p is None
    return None if unknown else True


def in_domain(domain: Domain, point: Mapping[str, Term]) -> bool | None:
    if set(point) != set(domain.names) or any(v.free for v in point.values()):
        return False
    return conjunction((in_ranges(domain, point), *(satisfied(c, point) for c in domain.conditions)))


def in_ranges(domain: Domain, point: Mapping[str, Term]) -> bool | None:
    parts: list[bool | None] = []
    for r in domain.ranges:
        value = point[r.name]
        parts.append(defined_at(value, {})[0])
        if r.integer:
            parts.append(value.op == "num" and value.value.q == 1)  # type: ignore[union-attr]
        parts += [defined_at(end, {})[0] for end in (r.lower, r.upper) if end is not None]
        if r.lower is not None:
            parts.append(decide(relation(">" if r.lower_open else ">=", value, r.lower), {}))
        if r.upper is not None:
            parts.append(decide(relation("<" if r.upper_open else "<=", value, r.upper), {}))
    return conjunction(parts)


def satisfied(r: Term, point: Mapping[str, Term]) -> bool | None:
    """Whether both sides are defined and the relation holds."""
    return conjunction((defined_at(r, point)[0], decide(r, point)))


def defined_at(t: Term, point: Mapping[str, Term]) -> tuple[bool | None, Term | None]:
    """Whether t (a term, or both sides of a relation) is defined at the point, and the part that is not."""
    unknown = False
    for o in obligations(t):
        verdict = _discharged(o, point)
        if verdict is False:
            return False, o.culprit
        unknown = unknown or verdict is None
    if unknown and integrals(t):  # what a body must satisfy at all points of a range is seen by structure
        unknown = Context().undefined(substitute(t, point), Domain(), ()) is not None
    return (None, None) if unknown else (True, None)


def _discharged(o: Obligation, point: Mapping[str, Term]) -> bool | None:
    if o.bound:
        return _discharged_for_all(o, point)
    reached = conjunction(decide(c, point) for c in o.under)
    if reached is False:
        return True
    choices = [conjunction(decide(c, point) for c in choice) for choice in (*alternatives(o), *_whole_power(o, point))]
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
    if exponent.op != "num" or exponent.value.q != 1:  # type: ignore[union-attr]
        return ()
    return ((relation(">=", exponent, ZERO),), (relation("!=", o.culprit.args[0], ZERO),))


def _exactly_undefined(o: Obligation, point: Mapping[str, Term]) -> bool:
    """The obligations of gamma, binomial and real powers are sufficient only; here is where they are also necessary."""
    culprit = substitute(o.culprit, point)
    if culprit.op in BINDERS:  # no rule decides convergence
        return False
    if culprit.op in ("gamma", "binomial"):
        a = culprit.args[0] if culprit.op == "gamma" else culprit.args[0] + 1
        x = enclose(a, 256)
        return x.is_exact() and x.is_integer()
    if (
        culprit.op == "**" and o.culprit.args[1].op != "num"
    ):  # a whole power of any base has a value, 0**0 by convention
        base, exponent = culprit.args
        if decide(relation("==", base, ZERO), {}):
            return decide(relation("<", exponent, ZERO), {}) is True
        return not enclose(exponent, 256).contains_integer()
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
    low, high = (Program([e], (), point=True).run((), 256)[0] for e in ends)
    if not (low.is_exact() and high.is_exact() and low.is_integer() and high.is_integer()):
        return None
    first, last = int(low.unique_fmpz()), int(high.unique_fmpz())
    if last - first >= MAX_INSTANCES:
        return None
    inner = Obligation(o.condition, o.culprit, o.under[2:])
    return conjunction(_discharged(inner, {**point, name: num(k)}) for k in range(first, last + 1))


def as_mapping(point: Point) -> dict[str, Term]:
    return dict(point)
