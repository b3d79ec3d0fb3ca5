"""The Gaussian privacy profile in log space.

For N(0, 1) against N(m, 1), m > 0, and g = e^eps:

    delta(eps) = Phi(m/2 - eps/m) - e^eps Phi(-m/2 - eps/m).

With z = (eps/m - m/2)/sqrt(2), w = (eps/m + m/2)/sqrt(2) one has eps - w^2 = -z^2, so for z > 0

    delta(eps) = e^(-z^2) (erfcx(z) - erfcx(w))/2,    erfcx(x) = e^(x^2) erfc(x) = U(1/2, 1/2, x^2)/sqrt(pi),

where nothing is small but the exponential, whose exponent Arb holds without bound: log delta = -z^2 + log(...).
"""

from __future__ import annotations

from typing import Any

from flint import arb, ctx

from .symbolic import ball_of, refine


def _erfcx(x: arb) -> arb:
    return (x * x).hypgeom_u(arb(1) / 2, arb(1) / 2) / arb.pi().sqrt()


def _parts(m: Any, eps: Any, prec: int) -> tuple[arb, arb, arb]:
    """(m, z, w)."""
    shift, level = ball_of(m, prec // 3), ball_of(eps, prec // 3)
    root = arb(2).sqrt()
    return level, (level / shift - shift / 2) / root, (level / shift + shift / 2) / root


def delta(m: Any, eps: Any, digits: int) -> arb:
    """delta(eps) for the distance m > 0 in deviations, to `digits` digits."""

    def value(prec: int) -> arb:
        with ctx.workprec(prec):
            level, z, w = _parts(m, eps, prec)
            if z > 1:
                return (-z * z).exp() * (_erfcx(z) - _erfcx(w)) / 2
            return (z.erfc() - level.exp() * w.erfc()) / 2

    return refine(value, digits)


def log_delta(m: Any, eps: Any, digits: int) -> arb:
    """log delta(eps)."""

    def value(prec: int) -> arb:
        with ctx.workprec(prec):
            level, z, w = _parts(m, eps, prec)
            if z > 1:
                return -z * z + ((_erfcx(z) - _erfcx(w)) / 2).log()
            return ((z.erfc() - level.exp() * w.erfc()) / 2).log()

    return refine(value, digits)
