"""int p^alpha q^(1 - alpha) in closed form piece by piece, for orders that quadrature cannot reach.

Between two cuts alpha log p + (1 - alpha) log q is e0 + e1 x + e2 x^2, whose exponential integrates to exponentials, erfc or erfi. For
Gumbel laws at m and n of one scale b, with A = alpha e^(m/b) - (alpha - 1) e^(n/b), the integral over the line is
e^((alpha m - (alpha - 1) n)/b)/A for A > 0, and infinite otherwise. Arb's exponents are unbounded, so nothing overflows.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from flint import acb, arb, ctx

from ..laws import Affine, FamilyLaw, Gumbel
from ..symbolic import ball_of, certain, decimals
from .quadrature import Component, cuts


def has_pieces(p: Any, q: Any) -> bool:
    """Whether `power` knows the pair."""
    if not all(isinstance(law, FamilyLaw) and law.space == "reals" for law in (p, q)):
        return False
    gumbel = [_base(law) for law in (p, q)]
    if not any(isinstance(base, Gumbel) for base in gumbel):
        return True
    return all(isinstance(law, Gumbel) for law in (p, q)) and certain(p.args[1], q.args[1]) == 0


def _base(law: Any) -> Any:
    while isinstance(law.args[0], FamilyLaw) or isinstance(law, Affine):
        law = law.args[0]
    return law


def power(alpha: Any, p: Any, q: Any, prec: int) -> arb:
    """The integral as a ball, infinite where it diverges, nan where more precision is needed; alpha > 1."""
    with ctx.workprec(prec):
        a = ball_of(alpha, decimals(prec))
        if isinstance(p, Gumbel):
            return _gumbel(a, *(ball_of(x, decimals(prec)) for x in (p.args[0], q.args[0], p.args[1])))
        one, two = Component(p), Component(q)
        total = arb(0)
        for low, high in pairwise(cuts(p, q)):
            if one.inside(low, high):
                total += _piece(a, one, two, low, high) if two.inside(low, high) else arb.pos_inf()
        return total


def _gumbel(a: arb, m: arb, n: arb, b: arb) -> arb:
    slope = a * (m / b).exp() - (a - 1) * (n / b).exp()
    if slope <= 0:
        return arb.pos_inf()
    return ((a * m - (a - 1) * n) / b).exp() / slope if slope > 0 else arb.nan()


def _piece(a: arb, p: Component, q: Component, low: Any, high: Any) -> arb:
    start, stop = (None if e is None else ball_of(e, decimals(ctx.prec)) for e in (low, high))
    f, g = (c.log_density(_middle(start, stop)) for c in (p, q))
    e0, e1, e2 = (a * x + (1 - a) * y for x, y in ((f.a0, g.a0), (f.a1, g.a1), (f.a2, g.a2)))
    if f.a2.is_zero() and g.a2.is_zero():
        return e0.exp() * _line(e1, start, stop)
    return _parabola(e0, e1, e2, start, stop)


def _middle(start: arb | None, stop: arb | None) -> arb:
    if start is None:
        return arb(0) if stop is None else stop - 1
    return start + 1 if stop is None else (start + stop) / 2


def _line(slope: arb, start: arb | None, stop: arb | None) -> arb:
    """int exp(slope x)."""
    if start is not None and stop is not None:
        if slope.contains(arb(0)):
            return (stop - start) * (slope * start.union(stop)).exp()
        return (slope * start).exp() * (slope * (stop - start)).expm1() / slope
    outward = slope if stop is None else -slope
    if outward >= 0:
        return arb.pos_inf()
    end = start if stop is None else stop
    return (slope * end).exp() / -outward if outward < 0 and end is not None else arb.nan()


def _parabola(e0: arb, e1: arb, e2: arb, start: arb | None, stop: arb | None) -> arb:
    """int exp(e0 + e1 x + e2 x^2)."""
    if e2.contains(arb(0)):
        return arb.nan()
    centre, v = -e1 / (2 * e2), abs(e2).sqrt()
    factor = (e0 + e1 * centre / 2).exp() * arb.pi().sqrt() / (2 * v)
    if e2 > 0:
        if start is None or stop is None:
            return arb.pos_inf()
        return factor * (acb(v * (stop - centre)).erfi() - acb(v * (start - centre)).erfi()).real
    left = None if start is None else v * (start - centre)
    right = None if stop is None else v * (stop - centre)
    if right is not None and (left is None or right < 0):  # from the side where both tails are short
        left, right = -right, None if left is None else -left
    if left is None:
        return 2 * factor
    return factor * (left.erfc() - (arb(0) if right is None else right.erfc()))
