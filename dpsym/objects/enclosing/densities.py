"""Integrals of powers and logarithms of two densities on the reals, piece by piece.

    power    int p^a q^(1 - a)           closed where on every piece both are one exponential of a parabola
    square   int p^2/q                   closed where q is one such, as p^2 is a sum of products of parts
    kl       int p log(p/q)              closed where both are one; E[exp(-x/s)] serves for a Gumbel law q

Everything else, mixtures and Gumbel laws, is left to quadrature (peaks.py). Whether an integral diverges is seen from exact
coefficients: in the end each density is its slowest part, so p^a q^(1 - a) is an exponential whose exponent rises or falls.
"""

from __future__ import annotations

from typing import Any

import sympy
from flint import arb

from ..laws import Gumbel
from ..symbolic import certain
from . import peaks
from .moments import moments
from .parts import Curve, Piece, Shape, Split, Term, ball
from .slowest import diverges

ONE, TWO = sympy.Integer(1), sympy.Integer(2)


def power(laws: Split, alpha: Any) -> arb:
    """int p^alpha q^(1 - alpha), infinite where it diverges; nan if more bits are needed."""
    over, height = _power(laws, alpha)
    return over if height is None or not over.is_finite() else over * height.exp()


def log_power(laws: Split, alpha: Any) -> arb:
    """Its logarithm, which has digits also where the integral itself cannot be written down."""
    over, height = _power(laws, alpha)
    if over == arb.pos_inf():
        return over
    if over.is_zero():
        return arb.neg_inf()
    return over.log() if height is None else over.log() + height


def _power(laws: Split, alpha: Any) -> tuple[arb, arb | None]:
    """The integral over exp(height), and the height, None for 0."""
    above = certain(alpha, ONE) > 0
    pieces = list(laws.pieces())
    if above and any(piece.p and not piece.q for piece in pieces):
        return arb.pos_inf(), None
    both = [piece for piece in pieces if piece.p and piece.q]
    if any(diverges(piece, alpha, side) for piece in both for side in (-1, 1) if _open(piece, side)):
        return arb.pos_inf(), None
    total, left = arb(0), []
    for piece in both:
        closed = _power_on(piece, alpha)
        if closed is None:
            left.append(piece)
        else:
            total += closed
    if not left:
        return total, None
    over, height = peaks.power(left, alpha)
    return over + (arb(0) if total.is_zero() else total * (-height).exp()), height


def _open(piece: Piece, side: int) -> bool:
    return (piece.low if side < 0 else piece.high) is None


def _power_on(piece: Piece, alpha: Any) -> arb | None:
    if len(piece.q) == 1 and (len(piece.p) == 1 or alpha == TWO):
        (q,) = piece.q
        shapes = [_blend(one, two, q, alpha) for one in piece.p for two in piece.p]
        if all(shape is not None for shape in shapes):
            return sum((c.mass(*piece.ends) for c in shapes if c is not None), arb(0))
    return None


def _blend(one: Term, two: Term, q: Term, alpha: Any) -> Curve | None:
    """one * two^(alpha - 1) * q^(1 - alpha); None with a Gumbel term."""
    shape = one.shape.plus(two.shape.times(alpha - 1)).plus(q.shape.times(1 - alpha))
    if shape.terms:
        return None
    same = one.part == two.part and one.part.key == q.part.key and one.part.weight == q.part.weight
    a = ball(alpha)
    weight = one.log_weight if same else one.log_weight + (a - 1) * (two.log_weight - q.log_weight)
    return shape.curve(weight)


# -- Kullback-Leibler ------------------------------------------------------------------------------------------------


def kl(laws: Split) -> arb:
    """int p log(p/q), infinite where q = 0 < p."""
    pieces = list(laws.pieces())
    if any(piece.p and not piece.q for piece in pieces):
        return arb.pos_inf()
    total, left = arb(0), []
    for piece in pieces:
        if not piece.p:
            continue
        if any(_infinite_mean(piece, side) for side in (-1, 1) if _open(piece, side)):
            return arb.pos_inf()
        closed = _kl_of_parts(piece) if _apart(piece) else _kl_on(piece)
        if closed is None:
            left.append(piece)
        else:
            total += closed
    return total + peaks.kl(left) if left else total


def _infinite_mean(piece: Piece, side: int) -> bool:
    """Whether int p log q diverges: to the left the log density of a Gumbel law falls like an exponential."""
    if side > 0 or not all(t.part.family is Gumbel for t in piece.q):
        return False
    slowest = min((t.part.scale for t in piece.q), key=lambda s: -ball(s).mid())
    for t in piece.p:
        if t.part.family is Gumbel or not t.shape.a2.is_zero:
            continue
        if certain(t.shape.a1, 1 / slowest) <= 0:  # exp(a1 x) exp(-x/s) does not fall to the left
            return True
    return False


def _apart(piece: Piece) -> bool:
    """Whether the parts of p are taken one by one: they fall at rates that no one bound serves, to the left of Gumbel laws."""
    kinds = {bool(t.shape.terms) for t in piece.p}
    against = len(piece.q) == 1 and bool(piece.q[0].shape.terms)
    return len(piece.p) > 1 and (against or (piece.low is None and len(kinds) > 1))


def _kl_of_parts(piece: Piece) -> arb:
    """p log(p/q) is the sum of p_i log(p_i/q) - p_i log(p_i/p)."""
    total = arb(0)
    for t in piece.p:
        alone = Piece(piece.low, piece.high, (t,), piece.q)
        closed = _kl_on(alone)
        total += peaks.kl([alone]) if closed is None else closed
        total -= peaks.kl([Piece(piece.low, piece.high, (t,), piece.p)])
    return total


def _kl_on(piece: Piece) -> arb | None:
    if len(piece.p) != 1 or len(piece.q) != 1:
        return None
    p, q = piece.p[0], piece.q[0]
    gap = p.shape.minus(q.shape)
    equal = p.part.key == q.part.key and p.part.weight == q.part.weight
    poly = Shape(gap.a0, gap.a1, gap.a2).curve(arb(0) if equal else p.log_weight - q.log_weight)
    if p.shape.terms:
        return _gumbel_mean(p, poly, gap) if piece.low is None and piece.high is None else None
    total = moments(p.curve, poly, *piece.ends)
    for k, m, s in gap.terms:  # k int exp(own - (x - m)/s)
        moved = p.shape.plus(Shape(m / s, -1 / s)).curve(p.log_weight)
        total += ball(k) * moved.mass(*piece.ends)
    return total


def _gumbel_mean(p: Term, poly: Curve, gap: Shape) -> arb:
    """The mean of the log-ratio under a whole Gumbel law: E exp(-(x - n)/t) = exp(-(m - n)/t) Gamma(1 + s/t)."""
    m, s = ball(p.part.location), ball(p.part.scale)
    mean = m + arb.const_euler() * s
    square = (arb.pi() * s) ** 2 / 6 + mean * mean
    total = poly.c0 + (arb(0) if poly.c1.is_zero() else poly.c1 * mean)
    total += arb(0) if poly.c2.is_zero() else poly.c2 * square
    for k, n, t in gap.terms:
        width = ball(t)
        total += ball(k) * (-(m - ball(n)) / width).exp() * (1 + s / width).gamma()
    return p.log_weight.exp() * s * total
