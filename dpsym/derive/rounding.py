"""Numbers with ends that are certain: a ball rounded outwards to decimals, and the decimal at which a monotone question turns.

A number that is asked for is told as a decimal on its safe side, together with the decimal next to it on the other side. Nothing here
is a float: ends are fractions, and a comparison is decided by balls whose precision grows until they tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from flint import arb, ctx, fmpq

from ..objects.errors import ObjectError

LEAST_BITS, MOST_BITS = 128, 1 << 14
MOST_EXPONENT = 1 << 20  # of two, in a number that is told

Decide = Callable[[Fraction], bool]


@dataclass(frozen=True)
class Enclosed:
    """lower <= value <= upper."""

    lower: Fraction
    upper: Fraction

    @property
    def width(self) -> Fraction:
        return self.upper - self.lower

    def __str__(self) -> str:
        return decimal(self.upper) if self.width == 0 else f"[{decimal(self.lower)}, {decimal(self.upper)}]"


def fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def exact_end(end: arb) -> Fraction:
    """An end of a ball as a fraction; python-flint ends the process where that has too many digits."""
    _, exponent = end.man_exp()
    if abs(int(exponent)) > MOST_EXPONENT:
        raise ObjectError(f"found a number with a binary exponent of {exponent}, expected one of moderate size")
    return fraction(end.fmpq())


def rational(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


@cache
def unit(digits: int) -> Fraction:
    """The last place of a decimal."""
    return Fraction(1, 10**digits) if digits >= 0 else Fraction(10**-digits)


def round_up(x: Fraction, digits: int) -> Fraction:
    """The least decimal with so many digits after the point that is not below x."""
    return -((-x) // unit(digits)) * unit(digits)


def round_down(x: Fraction, digits: int) -> Fraction:
    return (x // unit(digits)) * unit(digits)


def enclosed(value: Callable[[], arb], digits: int) -> Enclosed:
    """The value between two decimals next to each other, or at most two places apart where it is one of them as far as can be seen."""
    bits = LEAST_BITS
    while bits <= MOST_BITS:
        with ctx.workprec(bits):
            ball = value()
            if ball.is_finite():
                low, high = exact_end(ball.lower()), exact_end(ball.upper())
                if high - low <= unit(digits):
                    return Enclosed(round_down(low, digits), round_up(high, digits))
        bits *= 2
    raise ObjectError(
        f"found a ball that {MOST_BITS} bits do not make narrow, expected {digits} digits after the point"
    )


def decided(below: Callable[[], bool | None], what: str = "a comparison") -> bool:
    """What the balls say, with more bits until they do."""
    bits = LEAST_BITS
    while bits <= MOST_BITS:
        with ctx.workprec(bits):
            answer = below()
            if answer is not None:
                return answer
        bits *= 2
    raise ObjectError(f"found {what} that {MOST_BITS} bits do not decide, expected two sides that differ")


def at_most(left: arb, right: arb) -> bool | None:
    """Whether left <= right, if the balls tell."""
    if left <= right:
        return True
    return False if left > right else None


def turning_point(safe: Decide, low: Fraction, high: Fraction, digits: int) -> Enclosed:
    """The decimals between which a monotone question turns: `upper` is safe, and `lower`, one place below, is not.

    `high` must be safe. If `low` is safe already both ends are `low`. Bisection, so each end has been decided itself.
    """
    if safe(low):
        return Enclosed(low, low)
    step = unit(digits)
    below, above = low // step, -((-high) // step)  # low is not safe, and what is below it is not
    while above - below > 1:
        middle = (below + above) // 2
        if safe(middle * step):
            above = middle
        else:
            below = middle
    return Enclosed(max(below * step, low), above * step)


def decimal(x: Fraction) -> str:
    """A decimal that has an end, written out; with an exponent where that is shorter. Other fractions as p/q."""
    twos = (x.denominator & -x.denominator).bit_length() - 1
    fives, denominator = _without_fives(x.denominator >> twos)
    places = max(twos, fives)
    if denominator != 1 or x == 0:
        return str(x)
    digits = str(abs(x.numerator) * 10**places // x.denominator)
    sign = "-" if x < 0 else ""
    while places > 0 and digits.endswith("0"):
        digits, places = digits[:-1], places - 1
    if places <= 0:
        return f"{sign}{digits}"
    if places - len(digits) >= 4:
        mantissa = digits if len(digits) == 1 else f"{digits[0]}.{digits[1:]}"
        return f"{sign}{mantissa}e-{places - len(digits) + 1}"
    digits = digits.rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def _without_fives(n: int) -> tuple[int, int]:
    """How often 5 divides a positive integer, and what is left: by 5, 25, 625, ... up and down again, so long ones take no longer."""
    powers, count = [5], 0
    while n % powers[-1] == 0:
        n, count = n // powers[-1], count + (1 << (len(powers) - 1))
        powers.append(powers[-1] ** 2)
    for i in reversed(range(len(powers))):
        if n % powers[i] == 0:
            n, count = n // powers[i], count + (1 << i)
    return count, n
