"""Numbers for truths: exact ones read from what a user has, balls with so many digits, and roots of monotone questions."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Any

from flint import arb, ctx, fmpq

from ..derive.rounding import decided, rational
from ..objects.errors import ObjectError

FIRST_EXPONENT, MOST_EXPONENT = 64, 1 << 16  # of two, of the numbers that a root is looked for among
MOST_BITS = 1 << 16
BITS_PER_DIGIT = Fraction(3322, 1000)


def number(x: Any, what: str = "a number") -> Fraction:
    """The exact value: a float is the fraction it is, a text is the decimal it prints."""
    try:
        if isinstance(x, fmpq):
            return Fraction(int(x.p), int(x.q))
        if isinstance(x, (int, Fraction, Decimal, str)) and not isinstance(x, bool):
            return Fraction(x)
        if hasattr(x, "item"):  # a scalar of numpy
            x = x.item()
        if (isinstance(x, int) and not isinstance(x, bool)) or (isinstance(x, float) and isfinite(x)):
            return Fraction(x)
    except (ValueError, OverflowError, ZeroDivisionError):
        pass
    raise ObjectError(f"found {what} = {x!r}, expected a finite number")


def positive(x: Any, what: str) -> Fraction:
    value = number(x, what)
    if not value > 0:
        raise ObjectError(f"found {what} = {value}, expected a number above 0")
    return value


def between(x: Any, what: str, low: int, high: int) -> Fraction:
    value = number(x, what)
    if not low <= value <= high:
        raise ObjectError(f"found {what} = {value}, expected a number from {low} to {high}")
    return value


def at_least_zero(x: Any, what: str) -> Fraction:
    value = number(x, what)
    if value < 0:
        raise ObjectError(f"found {what} = {value}, expected a number that is not below 0")
    return value


def times(x: Any, what: str = "count") -> int:
    value = number(x, what)
    if value.denominator != 1 or value < 1:
        raise ObjectError(f"found {what} = {value}, expected a whole number from 1 on")
    return int(value)


def ball(x: Fraction) -> arb:
    return arb(rational(x))


def exact(x: Fraction) -> arb:
    """A ball around a fraction that tells it with so many digits as any comparison needs where it is dyadic."""
    with ctx.workprec(max(64, abs(x.numerator).bit_length() + 1)):
        return ball(x)


def bits(digits: int) -> int:
    return int(digits * BITS_PER_DIGIT) + 4


def relative(evaluate: Callable[[], arb], digits: int) -> arb:
    """The value with so many digits that are its own, however small it is; 0 only where the ball is the number 0."""
    wanted, prec = bits(digits), bits(digits) + 60
    while prec <= max(MOST_BITS, 8 * wanted):
        with ctx.workprec(prec):
            value = evaluate()
        if value.is_zero() or (value.is_exact() and not value.is_nan()) or value.rel_accuracy_bits() >= wanted:
            return value
        prec *= 2
    raise ObjectError(f"found a ball that {prec // 2} bits do not make narrow, expected {digits} digits")


def root(enough: Callable[[Fraction], bool], digits: int, what: str) -> arb:
    """The x > 0 at which a question turns from no to yes, with so many digits. It is no next to 0, and yes for large x.

    Its binary exponent is found first, by doubling and halving; then bisection among the dyadic numbers with that exponent, so each end
    has been decided itself.
    """
    low = _exponent(enough, what)
    count = bits(digits) + 2
    below, above = 1 << count, 1 << (count + 1)  # times 2^(low − count): not enough, enough
    scale = Fraction(2) ** (low - count)
    while above - below > 1:
        middle = (below + above) // 2
        if enough(middle * scale):
            above = middle
        else:
            below = middle
    with ctx.workprec(count + 8):
        return ball(below * scale).union(ball(above * scale))


def _exponent(enough: Callable[[Fraction], bool], what: str) -> int:
    """e with: 2^e is not enough, 2^(e+1) is."""
    yes = enough(Fraction(1))
    step = 1
    while step <= MOST_EXPONENT and enough(Fraction(2) ** (-step if yes else step)) == yes:
        step *= 2
    if step > MOST_EXPONENT:
        raise ObjectError(f"found no {what} between 2^-{MOST_EXPONENT} and 2^{MOST_EXPONENT}")
    near, far = step // 2 if step > 1 else 0, step
    while far - near > 1:
        middle = (near + far) // 2
        if enough(Fraction(2) ** (-middle if yes else middle)) == yes:
            near = middle
        else:
            far = middle
    return -far if yes else near


def at_most(value: Callable[[], arb], target: Fraction, what: str) -> bool:
    """Whether a value is at most a fraction, with more bits until the balls tell."""

    def told() -> bool | None:
        found, goal = value(), ball(target)
        return True if found <= goal else False if found > goal else None

    return decided(told, what)
