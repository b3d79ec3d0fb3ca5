"""Terms that are quotients of polynomials in one symbol, and how their signs change on its range."""

from __future__ import annotations

from flint import fmpq, fmpq_poly

from ..statements import Range
from ..terms import Term
from .bounds import EVERYTHING, Interval, closed_interval
from .elements import NormalError
from .field import Field
from .signs import MAX_DEGREE
from .sturm import pattern_work, polynomial_pattern


def univariate_pattern(t: Term, name: str, field: Field, r: Range) -> tuple[tuple[int, ...], bool, bool] | None:
    """(signs along the open interval, whether there are no other roots inside, none at a closed end), where t is defined."""
    p = univariate(t, name, field)
    if p is None:
        return None
    span = interval_of(r)
    if not field.meter.allows(*pattern_work(p, span)):
        return None
    signs, simple = polynomial_pattern(p, span)
    return signs, simple, all(p(e) != 0 for e in span.closed_ends)


def univariate(t: Term, name: str, field: Field) -> fmpq_poly | None:
    """A polynomial in the symbol that has the sign of t wherever t is defined, if t is a rational function of it alone."""
    try:
        a = field.stable(lambda: field.normal(t))
    except NormalError:
        return None
    index = next((g.index for g in field.generators if g.kind == "sym" and g.term.value == name), None)
    product = fmpq_poly([1])
    for p in (a.num, a.den):
        coefficients: dict[int, fmpq] = {}
        if index is not None and p.degrees()[index] > MAX_DEGREE:
            return None
        for exponents, c in p.to_dict().items():
            if any(e and i != index for i, e in enumerate(exponents)):
                return None
            coefficients[0 if index is None else int(exponents[index])] = fmpq(c)
        product *= fmpq_poly([coefficients.get(i, 0) for i in range(max(coefficients, default=0) + 1)])
    return product


def interval_of(r: Range) -> Interval:
    """A range as an interval with rational ends, rounded outward where an end is not rational."""
    lo, hi = (EVERYTHING if end is None else closed_interval(end) for end in (r.lower, r.upper))
    exact_lo, exact_hi = lo.lo == lo.hi, hi.lo == hi.hi
    return Interval(
        lo.lo, hi.hi, lo.lo is None or (exact_lo and r.lower_open), hi.hi is None or (exact_hi and r.upper_open)
    )
