"""The Gaussian privacy profile in log space.

For N(0, 1) against N(m, 1), m > 0, and g = e^eps:

    delta(eps) = Phi(m/2 - eps/m) - e^eps Phi(-m/2 - eps/m).

With z = (eps/m - m/2)/sqrt(2), w = (eps/m + m/2)/sqrt(2) one has eps - w^2 = -z^2, so for z > 0

    delta(eps) = e^(-z^2) (erfcx(z) - erfcx(w))/2,    erfcx(x) = e^(x^2) erfc(x) = U(1/2, 1/2, x^2)/sqrt(pi),

where nothing is small but the exponential, whose exponent Arb holds without bound: log delta = -z^2 + log(...).
"""

from __future__ import annotations

from typing import Any

from flint import arb, ctx, fmpq

from ..errors import ObjectError
from ..symbolic import ball_of, bits, decimals, exact, refine


def _erfcx(x: arb) -> arb:
    return (x * x).hypgeom_u(arb(1) / 2, arb(1) / 2) / arb.pi().sqrt()


def _parts(m: Any, eps: Any, prec: int) -> tuple[arb, arb, arb]:
    """(m, z, w)."""
    shift, level = ball_of(m, decimals(prec)), ball_of(eps, decimals(prec))
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


def is_private(m: fmpq, eps: Any, delta: Any, digits: int) -> bool | None:
    """Whether delta(eps) <= delta at the distance m > 0, decided by balls; None if they are equal to a thousand digits more."""
    for more in (8, 40, 200, 1000):
        with ctx.workprec(2 * bits(digits + more)):
            value, target = log_delta(exact(m), eps, digits + more), ball_of(delta, digits + more).log()
            if value <= target or value > target:
                return bool(value <= target)
    return None


def greatest_distance(eps: Any, delta: Any, digits: int) -> tuple[fmpq, fmpq]:
    """(low, high) around the greatest distance m with delta(eps) <= delta: decided to be so at low and not to be so at high."""
    low, high = fmpq(0), fmpq(1)
    while is_private(high, eps, delta, digits) is True:
        low, high = high, high * 2
    goal = fmpq(1, 10 ** (digits + 2))
    if is_private(high, eps, delta, digits) is None:
        low, high = _around(high, goal)
    while low == 0 or high - low > high * goal:
        middle = (low + high) / 2
        found = is_private(middle, eps, delta, digits)
        if found is None:  # the boundary itself, as far as can be seen
            low, high = _around(middle, goal)
            break
        low, high = (middle, high) if found else (low, middle)
        if high < fmpq(1, 2) ** 4000:
            raise ObjectError(f"exact calibration: no finite sigma was found for eps = {eps}, delta = {delta}")
    if is_private(low, eps, delta, digits) is not True or is_private(high, eps, delta, digits) is not False:
        raise ObjectError(f"exact calibration: delta(eps) = {delta} could not be decided near the distance {low}")
    return low, high


def _around(m: fmpq, width: fmpq) -> tuple[fmpq, fmpq]:
    return m * (1 - width / 4), m * (1 + width / 4)
