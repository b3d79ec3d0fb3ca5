"""Pairs of laws on a few points, their quantities and levels in mpmath: a second opinion on sharp bounds, with code of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import mpmath
import sympy

from dpsym.derive.tightest.answer import Branch, Tight
from dpsym.kernel.terms import Term
from dpsym.objects.symbolic import from_term

DIGITS = 40
TOLERANCE = mpmath.mpf(10) ** -25
Law = Sequence[Any]
Values = Mapping[str, Any]


def random_pair(r: Random) -> tuple[list[Any], list[Any]]:
    """Two laws on two to four points, exact, sometimes close to each other; no outcome is impossible for one law alone."""
    n = r.choice((2, 2, 3, 4))
    p = [Fraction(r.randint(1, 12)) for _ in range(n)]
    q = [Fraction(r.randint(1, 12)) for _ in range(n)]
    p, q = [a / sum(p) for a in p], [b / sum(q) for b in q]
    if r.random() < 0.4:
        share = Fraction(1, r.choice((3, 10)))
        p = [(1 - share) * b + share * a for a, b in zip(p, q)]
    return [_mp(a) for a in p], [_mp(b) for b in q]


def _mp(a: Fraction) -> Any:
    with mpmath.workdps(DIGITS):
        return mpmath.mpf(a.numerator) / a.denominator


def events(p: Law, q: Law) -> Iterator[tuple[Any, Any]]:
    """P(S) and Q(S) for every event."""
    for s in product((0, 1), repeat=len(p)):
        yield sum(a for a, i in zip(p, s) if i), sum(b for b, i in zip(q, s) if i)


# -- quantities ------------------------------------------------------------------------------------------------------------


def hockey(p: Law, q: Law, v: Any) -> Any:
    return sum(max(a - v * b, 0) for a, b in zip(p, q))


def moment(p: Law, q: Law, alpha: Any) -> Any:
    return sum(a**alpha * b ** (1 - alpha) for a, b in zip(p, q) if a > 0)


def kl(p: Law, q: Law) -> Any:
    return sum(a * mpmath.log(a / b) for a, b in zip(p, q) if a > 0)


def tv(p: Law, q: Law) -> Any:
    return sum(abs(a - b) for a, b in zip(p, q)) / 2


def hellinger2(p: Law, q: Law) -> Any:
    return 1 - sum(mpmath.sqrt(a * b) for a, b in zip(p, q))


def renyi(p: Law, q: Law, alpha: Any) -> Any:
    return kl(p, q) if alpha == 1 else mpmath.log(moment(p, q, alpha)) / (alpha - 1)


QUANTITIES: dict[str, Callable[..., Any]] = {
    "TV": tv, "KL": kl, "E": hockey, "moment": moment, "hellinger2": hellinger2, "renyi": renyi,
    "hellinger": lambda p, q: mpmath.sqrt(hellinger2(p, q)), "chi2": lambda p, q: moment(p, q, 2) - 1,
    "triangular": lambda p, q: sum((a - b) ** 2 / (a + b) for a, b in zip(p, q) if a + b > 0),
    "delta": lambda p, q, e: hockey(p, q, mpmath.exp(e)), "shift": lambda p, q, w: 2 * w * (1 - w) * tv(p, q),
    "posterior": lambda p, q, w: max(w * a / (w * a + (1 - w) * b) for a, b in events(p, q) if a + b > 0),
}  # fmt: skip


# -- the least level of a notion that a pair satisfies -------------------------------------------------------------------------


def _most(p: Law, q: Law) -> Any:
    return max(mpmath.log(a / b) for a, b in zip(p, q) if a > 0)


def _gaussian(p: Law, q: Law) -> Any:
    """The least μ: at the corners of the trade-off curve, which is linear between them."""
    inverse = lambda x: mpmath.sqrt(2) * mpmath.erfinv(2 * x - 1)  # noqa: E731
    ratios = sorted(zip(p, q), key=lambda ab: ab[0] / ab[1], reverse=True)
    found, a, b = [mpmath.mpf(0)], mpmath.mpf(0), mpmath.mpf(0)
    for x, y in ratios[:-1]:
        a, b = a + x, b + y
        found.append(inverse(a) - inverse(b))
    return max(found)


def level(notion: str, p: Law, q: Law, *fixed: Any) -> Any:
    """The last parameter of the notion; `fixed` are the others."""
    both: dict[str, Callable[[Law, Law], Any]] = {
        "pure": _most,
        "approx": lambda a, b: hockey(a, b, mpmath.exp(fixed[0])),
        "rdp": lambda a, b: renyi(a, b, fixed[0]),
        "kldp": kl,
        "gdp": _gaussian,
        "zcdp": lambda a, b: max(renyi(a, b, 1 + mpmath.mpf(i) / 8) / (1 + mpmath.mpf(i) / 8) for i in range(200)),
    }
    one: dict[str, Callable[[], Any]] = {
        "tv": lambda: tv(p, q),
        "max": lambda: _most(p, q),
        "hockey": lambda: hockey(p, q, mpmath.exp(fixed[0])),
        "E": lambda: hockey(p, q, fixed[0]),
        "kl": lambda: kl(p, q),
        "renyi": lambda: renyi(p, q, fixed[0]),
        "chi2": lambda: moment(p, q, 2) - 1,
        "hellinger2": lambda: hellinger2(p, q),
    }
    return max(both[notion](p, q), both[notion](q, p)) if notion in both else one[notion]()


# -- bounds ------------------------------------------------------------------------------------------------------------------------


def number(t: Term, values: Values) -> Any:
    """The value of a term, by SymPy and mpmath."""
    expr = from_term(t)
    put = {s: sympy.Float(mpmath.nstr(values[s.name], DIGITS), DIGITS) for s in expr.free_symbols}
    found = sympy.N(expr.subs(put).replace(sympy.erfcinv, lambda a: sympy.erfinv(1 - a)), DIGITS)
    return mpmath.mpf(str(found))


def holds(branch: Branch, values: Values) -> bool:
    """Whether the conditions hold, up to the tolerance."""
    for c in branch.where:
        gap = number(c.rhs, values) - number(c.lhs, values)
        if {"<=": gap < -TOLERANCE, "<": gap <= 0, ">=": gap > TOLERANCE, ">": gap >= 0}[c.op]:
            return False
    return True


def bound(answer: Tight, values: Values) -> Any:
    """The bound at these parameters, None outside of all branches."""
    found = [number(b.bound, values) for b in answer.branches if not b.unknowns and holds(b, values)]
    return max(found, default=None)
