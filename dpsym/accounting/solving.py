"""Where a curve that falls meets a number: guessed with floats, and then told between two decimals that are decided by balls.

`order_of` looks for the order at which a Rényi bound is best; nothing rests on it, as every order gives a bound.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp, isfinite, log

from flint import arb, ctx

from ..derive.golden import narrowed
from ..derive.rounding import at_most, decided, rational
from ..objects.errors import ObjectError
from .figures import ZERO_FIGURE, Value, trimmed, up

GUESSES = 60
GUESS_BITS = 96
FURTHEST = Fraction(2) ** 60

Curve = Callable[[arb], arb]  # δ of a level, at the current precision


def level_of(delta_at: Curve, delta: Callable[[], arb], digits: int, what: str) -> Value:
    """The least level >= 0 at which the curve is at most δ: the upper end is, and the lower end, one place below, is not.

    0 if it is so there.
    """

    def safe(level: Fraction) -> bool:
        return decided(lambda: at_most(delta_at(arb(rational(level))), delta()), what)

    if safe(Fraction(0)):
        return Value(ZERO_FIGURE, ZERO_FIGURE)
    near = up(_guess(delta_at, delta), digits)
    mantissa, exponent = near.mantissa, near.exponent
    while len(str(mantissa)) < digits:
        mantissa, exponent = mantissa * 10, exponent - 1
    unit = Fraction(10) ** exponent
    good, bad, step = None, 0, 1
    while good is None or good - bad > 1:
        if safe(mantissa * unit):
            good = mantissa
        else:
            bad = mantissa
        if good is None:
            mantissa, step = mantissa + step, 2 * step
        elif bad == 0:
            mantissa, step = max(mantissa - step, 1), 2 * step
            if good == 1:
                break
        else:
            mantissa = (good + bad) // 2
    return Value(trimmed(bad, exponent), trimmed(good, exponent))


def _guess(delta_at: Curve, delta: Callable[[], arb]) -> arb:
    """About where they meet, from the logarithms of both."""
    with ctx.workprec(GUESS_BITS):
        target = _log(delta())

        def off(level: float) -> float:
            return _log(delta_at(arb(level))) - target

        low, high = 0.0, 1.0
        at_low, at_high = off(low), off(high)
        while at_high > 0:
            low, at_low, high = high, at_high, 2 * high
            if high > FURTHEST:
                raise ObjectError(f"found no level below {float(FURTHEST):g} that is enough")
            at_high = off(high)
        side = 0
        for _ in range(GUESSES):
            if high - low <= 1e-13 * high:
                break
            share = at_low / (at_low - at_high) if isfinite(at_high) and side < 3 else 0.5
            middle = low + (high - low) * min(max(share, 1e-9), 1 - 1e-9)
            if not low < middle < high:
                break
            value = off(middle)
            if value > 0:
                low, at_low, side = middle, value, side + 1 if side >= 0 else 0
                at_high = at_high / 2 if side > 1 else at_high
            else:
                high, at_high, side = middle, value, 0 if side > 0 else side - 1
                at_low = at_low / 2 if side < -1 else at_low
            side = 0 if abs(side) >= 3 else side
            if value == 0:
                break
        return arb(high)


def _log(x: arb) -> float:
    """About log x; far below every number where the ball does not tell that x is above 0."""
    middle = arb(x.mid())
    found = float(middle.log().mid()) if middle > 0 else float("-inf")
    return found if found == found else float("-inf")


# -- orders ----------------------------------------------------------------------------------------------------------

LEAST_STEP, MOST_STEP = 1e-7, 1e9  # of α − 1


def real_order(score: Callable[[Fraction], float], most: Fraction | None) -> Fraction | None:
    """An order with a small score, as a short decimal; golden sections in log(α − 1)."""
    low, high = log(LEAST_STEP), log(MOST_STEP if most is None else max(float(most - 1), 2 * LEAST_STEP))
    tried: dict[Fraction, float] = {}

    def at(x: float) -> float:
        alpha = 1 + Fraction(f"{exp(x):.4e}")
        if most is not None:
            alpha = min(alpha, most)
        if alpha not in tried:
            tried[alpha] = score(alpha)
        return tried[alpha]

    grid = [low + (high - low) * i / 24 for i in range(25)]
    top = min(grid, key=at)
    width = (high - low) / 24
    narrowed(at, max(low, top - width), min(high, top + width), 24)  # what it asks for is tried
    best = min(tried, key=lambda a: tried[a])
    return best if isfinite(tried[best]) else None


def whole_order(score: Callable[[Fraction], float], most: int) -> Fraction | None:
    """An integer order with a small score: first far apart, and then next to the best."""
    tried: dict[int, float] = {}

    def at(n: int) -> float:
        if n not in tried:
            tried[n] = score(Fraction(n))
        return tried[n]

    candidates = sorted({*range(2, min(most, 12) + 1), *(min(most, int(12 * 1.3**i)) for i in range(14))})
    best = min((n for n in candidates if n <= most), key=at, default=None)
    if best is None:
        return None
    step = max(1, best // 5)
    while True:
        around = [n for n in (best - step, best + step) if 2 <= n <= most]
        better = min(around, key=at, default=best)
        if at(better) < at(best):
            best = better
        elif step == 1:
            break
        else:
            step = max(1, step // 2)
    return Fraction(best) if isfinite(tried[best]) else None
