"""Moments of exponentials of parabolas on an interval."""

from __future__ import annotations

from flint import arb

from .parts import Curve, End


def moments(p: Curve, f: Curve, low: End, high: End) -> arb:
    """int (f0 + f1 x + f2 x^2) exp(p), by parts: int p' exp(p) = [exp(p)], int x p' exp(p) = [x exp(p)] - int exp(p), ..."""
    zero = arb(0)
    at_low, at_high = (zero if e is None else p(e).exp() for e in (low, high))
    low_, high_ = zero if low is None else low, zero if high is None else high
    edges = [at_high * high_**k - at_low * low_**k for k in range(3)]
    m0 = p.mass(low, high)
    if not m0.is_finite():
        return arb.nan()
    if not p.c2.is_zero():
        m1 = (edges[0] - p.c1 * m0) / (2 * p.c2)
        m2 = (edges[1] - m0 - p.c1 * m1) / (2 * p.c2)
    elif not p.c1.is_zero():
        m1 = (edges[1] - m0) / p.c1
        m2 = (edges[2] - 2 * m1) / p.c1
    else:
        height = p.c0.exp()
        m1, m2 = (height * (high_**k - low_**k) / k for k in (2, 3))
    total = f.c0 * m0
    total += arb(0) if f.c1.is_zero() else f.c1 * m1
    return total + (arb(0) if f.c2.is_zero() else f.c2 * m2)
