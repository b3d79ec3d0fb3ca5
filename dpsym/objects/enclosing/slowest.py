"""Which part of a law is greatest in the end, towards an infinite end, exactly; and whether p^a q^(1 - a) has an integral there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from typing import Any

import sympy

from ..symbolic import certain
from .parts import Piece, Shape, Term

ZERO = sympy.Integer(0)


def _leading(shape: Shape, side: int) -> list[Any]:
    """Coefficients of the exponent besides Gumbel terms, the most important first, along the outward direction."""
    return [shape.a2, side * shape.a1]


def in_the_end(shape: Shape, side: int) -> int:
    """Whether the exponent tends to oo (1), to -oo (-1), or to a number (0).

    To the left a Gumbel term k exp(-(x - m)/s) outweighs everything, the smaller s the more; those of one s are joined.
    To the right it vanishes.
    """
    if side < 0 and shape.terms:
        steepest = min((s for _, _, s in shape.terms), key=cmp_to_key(certain))
        same = [(k, m) for k, m, s in shape.terms if certain(s, steepest) == 0]
        total = sympy.Add(*(k * sympy.exp(m / steepest) for k, m in same)) if len(same) > 1 else same[0][0]
        sign = certain(total, ZERO)
        if sign:
            return sign
        return in_the_end(
            Shape(shape.a0, shape.a1, shape.a2, tuple(t for t in shape.terms if certain(t[2], steepest) != 0)), side
        )
    for value in _leading(shape, side):
        if sign := certain(value, ZERO):
            return sign
    return 0


def slowest(terms: Sequence[Term], side: int) -> Term:
    """The part that is greatest in the end, up to a constant factor."""
    best = terms[0]
    for t in terms[1:]:
        if in_the_end(t.shape.minus(best.shape), side) > 0:
            best = t
    return best


def diverges(piece: Piece, alpha: Any, side: int) -> bool:
    """Whether int p^alpha q^(1 - alpha) is infinite towards an infinite end."""
    p, q = slowest(piece.p, side), slowest(piece.q, side)
    return in_the_end(p.shape.times(alpha).plus(q.shape.times(1 - alpha)), side) >= 0
