"""Pieces of ranges: where to cut, and which ends are closed."""

from __future__ import annotations

from itertools import pairwise

from flint import arb, fmpq

from ..kernel.reals.quadrature import Program
from ..kernel.reals.quadrature import compare as compare_closed
from ..kernel.statements import Domain, Range
from ..kernel.terms import FLIPPED, Term, num
from .normal import linear_root


def closed_integers(r: Range) -> Range:
    """An integer range with closed ends: k > 0 becomes k >= 1."""
    lower, lower_open, upper, upper_open = r.lower, r.lower_open, r.upper, r.upper_open
    if lower is not None and lower.op == "num":
        v: fmpq = lower.value
        lower, lower_open = num(v.floor() + 1 if lower_open else v.ceil()), False
    if upper is not None and upper.op == "num":
        v = upper.value
        upper, upper_open = num(v.ceil() - 1 if upper_open else v.floor()), False
    return Range(r.name, lower, upper, lower_open, upper_open, True)


def pieces(r: Range, cuts: list[Term]) -> list[Range]:
    """The closed pieces of a range between the cuts that lie strictly inside it."""
    inside: list[Term] = []
    for c in cuts:
        above = r.lower is None or compare_closed(c, r.lower) == 1
        below = r.upper is None or compare_closed(c, r.upper) == -1
        if above and below and all(compare_closed(c, d) not in (0, None) for d in inside):
            inside.append(c)
    inside.sort(key=approximately)
    ends: list[tuple[Term | None, bool]] = [
        (r.lower, r.lower_open),
        *((c, False) for c in inside),
        (r.upper, r.upper_open),
    ]
    return [Range(r.name, a, b, a_open, b_open) for (a, a_open), (b, b_open) in pairwise(ends)]


def with_ends(part: Range, lower_is_cut: bool, upper_is_cut: bool, closed: bool) -> Range:
    """The part with its cuts closed or open."""
    lower_open = not closed if lower_is_cut else part.lower_open
    upper_open = not closed if upper_is_cut else part.upper_open
    return Range(part.name, part.lower, part.upper, lower_open, upper_open)


def integer_parts(whole: Range, cuts: list[int]) -> list[Range]:
    """The pieces k <= c1, c1 < k <= c2, ... of an integer range; none if there is nothing to cut."""
    parts, lower, lower_open = [], whole.lower, whole.lower_open
    for c in cuts:
        above = lower is None or compare_closed(lower, num(c)) in (-1, 0)
        below = whole.upper is None or compare_closed(num(c), whole.upper) == -1
        if above and below:
            parts.append(Range(whole.name, lower, num(c), lower_open, False, True))
            lower, lower_open = num(c + 1), False
    return [*parts, Range(whole.name, lower, whole.upper, lower_open, whole.upper_open, True)] if parts else []


def ball(t: Term) -> arb:
    return Program([t], (), point=True).run((), 128)[0]


def approximately(t: Term) -> float:
    return float(ball(t))


def around(whole: Range, part: Range) -> list[Range]:
    """The pieces of `whole` before, inside and after `part`."""
    pieces = []
    if part.lower is not None and (part.lower, part.lower_open) != (whole.lower, whole.lower_open):
        pieces.append(Range(whole.name, whole.lower, part.lower, whole.lower_open, not part.lower_open))
    pieces.append(part)
    if part.upper is not None and (part.upper, part.upper_open) != (whole.upper, whole.upper_open):
        pieces.append(Range(whole.name, part.upper, whole.upper, not part.upper_open, whole.upper_open))
    return pieces


def narrow(domain: Domain, name: str, condition: Term) -> Domain | None:
    """The domain with the range cut by a condition that is linear in the symbol."""
    root = linear_root(condition, name)
    r = domain.range(name)
    if root is None or r.integer:
        return None
    at, upward = root  # the condition holds above `at` if upward
    op = condition.op if upward else FLIPPED[condition.op]
    if op in ("==", "!="):
        return None
    is_open = op in ("<", ">")
    if op in (">", ">="):
        if r.lower is not None and compare_closed(at, r.lower) in (-1, None):
            return None
        new = Range(name, at, r.upper, is_open, r.upper_open)
    else:
        if r.upper is not None and compare_closed(at, r.upper) in (1, None):
            return None
        new = Range(name, r.lower, at, r.lower_open, is_open)
    if new.lower is not None and new.upper is not None and compare_closed(new.lower, new.upper) != -1:
        return None
    return domain.with_range(new)
