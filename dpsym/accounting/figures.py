"""Numbers in accounting: parameters are closed terms, read exactly; answers are decimals on their safe sides, however small.

A parameter is an integer, a fraction, a decimal (as text, as `Decimal`, as a float, which is read as it is printed), a closed formula
(`log(2)`, `1/3`) or a SymPy number. It is kept as a kernel term, so that what is claimed of it can be put before the kernel.

An answer is told by its significant digits. Its two ends are m 10^e with integers m and e: a δ of 1e-2000 has as many digits as one of
1e-6, and none is rounded to 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq

from ..derive.rounding import LEAST_BITS, MOST_BITS, decimal, exact_end
from ..kernel.arithmetic.balls import Unsupported
from ..kernel.reals.quadrature import compare, enclose
from ..kernel.terms import Term, num
from ..objects.errors import ObjectError
from ..reading.grids import GridError, read_values
from ..report.text import term_text

DIGITS = 8  # significant ones, of an answer
MOST_DIGITS = 1000
SHORT = 2000  # an exponent of ten up to which ends are rounded as fractions
MOST_EXPONENT = 100_000  # of ten, in a decimal that is read or written out
MOST_READ = 1000  # characters of a decimal; as many digits are read elsewhere
_DECIMAL = re.compile(r"\s*([+-]?)([0-9]+(?:\.[0-9]*)?|\.[0-9]+)[eE]([+-]?[0-9]{1,7})\s*")


# -- what is given ---------------------------------------------------------------------------------------------------


def read(what: str, value: Any) -> Term:
    """A number as a closed term; ObjectError if it is none, or not finite."""
    if isinstance(value, bool) or value is None:
        raise ObjectError(f"{what}: found {value!r}, expected a number")
    if isinstance(value, complex):
        raise ObjectError(f"{what}: found {value!r}, expected a real number")
    if isinstance(value, (float, Decimal)):
        text = repr(float(value)) if isinstance(value, float) else str(value)  # a float of NumPy prints its type
        if not Decimal(text).is_finite():
            raise ObjectError(f"{what}: found {text}, expected a finite number")
        return num(_exact_decimal(what, text))
    if isinstance(value, str) and _DECIMAL.fullmatch(value):
        return num(_exact_decimal(what, value))
    if isinstance(value, fmpq):
        return num(value)
    if hasattr(value, "_sympy_"):  # a number that carries its proof
        value = value._sympy_()
    if not isinstance(value, (str, Term)) and hasattr(value, "__iter__"):
        raise ObjectError(f"{what}: found {value!r}, expected one number")
    if isinstance(value, str) and any(c in value for c in ",:"):
        raise ObjectError(f"{what}: found {value!r}, expected one number")
    try:
        (found,) = read_values(what, value)
    except GridError as error:
        raise ObjectError(str(error)) from None
    if found.op == "num":
        return found
    try:
        finite = enclose(found, LEAST_BITS).is_finite()
    except (Unsupported, OverflowError):
        finite = False
    if not finite:
        raise ObjectError(f"{what}: found {term_text(found)}, expected a finite number")
    return found


def _exact_decimal(what: str, text: str) -> Fraction:
    matched = _DECIMAL.fullmatch(text)
    if matched and abs(int(matched.group(3))) > MOST_EXPONENT:
        raise ObjectError(f"{what}: found {text.strip()[:40]}, expected an exponent of at most {MOST_EXPONENT}")
    if len(text) > MOST_READ:
        raise ObjectError(f"{what}: found a number of {len(text)} characters, expected at most {MOST_READ}")
    return Fraction(text.strip())


def order(left: Term, right: Term | int) -> int:
    """The sign of left − right, which the kernel decides."""
    found = compare(left, right if isinstance(right, Term) else num(right))
    if found is None:
        raise ObjectError(
            f"found {shown(left)} and {right if isinstance(right, int) else shown(right)}, expected numbers that can be compared"
        )
    return found


def require(what: str, t: Term, condition: str) -> Term:
    """The term, if `condition` holds: "> 0", ">= 1", "< 1", several with "and"."""
    for part in condition.split(" and "):
        sign, bound = part.split()
        holds = {">": (1,), ">=": (0, 1), "<": (-1,), "<=": (-1, 0)}[sign]
        if order(t, int(bound)) not in holds:
            raise ObjectError(f"{what}: found {shown(t)}, expected {what.split(': ')[-1]} {condition}")
    return t


def whole(what: str, value: Any, least: int, most: int) -> int:
    """An integer between two bounds. 5.0 is none, and neither is True."""
    if not isinstance(value, int) or isinstance(value, bool):
        try:
            index = value.__index__()  # numpy's and SymPy's integers
        except (AttributeError, TypeError):
            index = None
        if index is None or isinstance(value, bool):
            raise ObjectError(f"{what}: found {value!r}, expected an integer")
        value = index
    if not least <= value <= most:
        raise ObjectError(f"{what}: found {value}, expected an integer from {least} to {most}")
    return int(value)


def ball(t: Term) -> arb:
    """The value at about the current precision."""
    if t.op == "num":
        return arb(t.number)
    return _enclosed(t, ctx.prec)


@lru_cache(maxsize=4096)
def _enclosed(t: Term, bits: int) -> arb:
    with ctx.workprec(bits + 16):
        return enclose(t, bits + 16)


def fraction_of(t: Term) -> Fraction | None:
    return Fraction(int(t.number.p), int(t.number.q)) if t.op == "num" else None


def shown(t: Term) -> str:
    """A number as a decimal, if it is one."""
    value = fraction_of(t)
    return term_text(t) if value is None else decimal(value)


# -- what is answered ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figure:
    """m 10^e."""

    mantissa: int
    exponent: int

    @property
    def fraction(self) -> Fraction:
        if abs(self.exponent) > MOST_EXPONENT:
            raise ObjectError(
                f"found {self}, expected an exponent of at most {MOST_EXPONENT} in a number that is written out"
            )
        return self.mantissa * Fraction(10) ** self.exponent

    def __float__(self) -> float:
        """The nearest float, for plots: perhaps below what may be claimed, which `fraction` is not; refused where it would be 0."""
        try:
            found = float(self.fraction)
        except OverflowError:
            found = 0.0
        if self.mantissa and not found:
            raise ObjectError(
                f"found {self}, expected a number that a float can be; it is exact as text and as .fraction"
            )
        return found

    @property
    def ball(self) -> arb:
        """At least as precise as its digits ask for, whatever the current precision is."""
        with ctx.workprec(max(ctx.prec, self.mantissa.bit_length() + 64)):
            return arb(self.mantissa) * arb(10) ** self.exponent

    def __str__(self) -> str:
        if abs(self.exponent) <= MOST_DIGITS:
            return decimal(self.fraction)
        digits = str(self.mantissa)
        stripped = digits.rstrip("0")
        point = f"{stripped[0]}.{stripped[1:]}" if len(stripped) > 1 else stripped
        return f"{point}e{self.exponent + len(digits) - 1}"


ZERO_FIGURE = Figure(0, 0)


@dataclass(frozen=True)
class Value:
    """lower <= value <= upper: decimals next to each other, or as near as is known."""

    lower: Figure
    upper: Figure

    @property
    def ball(self) -> arb:
        with ctx.workprec(max(ctx.prec, self.upper.mantissa.bit_length() + 64)):
            return self.lower.ball.union(self.upper.ball)

    @property
    def log(self) -> arb:
        """The logarithm; −oo where the lower end is 0."""
        return self.ball.log()

    @property
    def width(self) -> arb:
        """Relative to the upper end; 0 where both ends are the same."""
        if self.lower == self.upper:
            return arb(0)
        with ctx.workprec(max(ctx.prec, self.upper.mantissa.bit_length() + 64)):
            return ((self.upper.ball - self.lower.ball) / self.upper.ball).upper()

    def __str__(self) -> str:
        return str(self.upper) if self.lower == self.upper else f"[{self.lower}, {self.upper}]"


def told(value: Callable[[], arb], digits: int = DIGITS) -> Value:
    """A number >= 0, between two decimals of so many digits that are next to each other, or two places apart. 0 only where it is 0."""
    bits = max(LEAST_BITS, 4 * digits + 32)
    while bits <= MOST_BITS:
        with ctx.workprec(bits):
            found = value()
            if found.is_zero():
                return Value(ZERO_FIGURE, ZERO_FIGURE)
            if found.is_finite() and found > 0 and found.rel_accuracy_bits() > 3.33 * digits + 8:
                return Value(down(found, digits), up(found, digits))
        bits *= 2
    raise ObjectError(f"found a number that {MOST_BITS} bits do not tell, expected {digits} digits")


def exactly(value: Fraction, digits: int = DIGITS) -> Value:
    """A fraction that is known, not negative; one point if it has so few digits."""
    if value == 0:
        return Value(ZERO_FIGURE, ZERO_FIGURE)
    number = arb(fmpq(value.numerator, value.denominator))
    return Value(
        _of_fraction(value, _place(number, digits), above=False),
        _of_fraction(value, _place(number, digits), above=True),
    )


def up(x: arb, digits: int = DIGITS) -> Figure:
    """A decimal that is certainly not below any point of the ball."""
    return _rounded(x, digits, above=True)


def down(x: arb, digits: int = DIGITS) -> Figure:
    return _rounded(x, digits, above=False)


def _rounded(x: arb, digits: int, above: bool) -> Figure:
    end = x.upper() if above else x.lower()
    if not end > 0:
        return ZERO_FIGURE
    exponent = _place(end, digits)
    if abs(exponent) <= SHORT:
        return _of_fraction(exact_end(end), exponent, above)
    with ctx.workprec(max(ctx.prec, 4 * digits) + 128):
        scaled = end / arb(10) ** exponent
        return trimmed(-_floor(-scaled) if above else _floor(scaled), exponent)


def _place(x: arb, digits: int) -> int:
    """The exponent of the last of so many digits."""
    with ctx.workprec(max(ctx.prec, LEAST_BITS) + 64):
        return _floor(x.log() / arb(10).log()) - digits + 1


def _of_fraction(x: Fraction, exponent: int, above: bool) -> Figure:
    scaled = x / Fraction(10) ** exponent
    return trimmed(
        -((-scaled.numerator) // scaled.denominator) if above else scaled.numerator // scaled.denominator, exponent
    )


def trimmed(mantissa: int, exponent: int) -> Figure:
    """m 10^e without zeros at the end of m."""
    if mantissa == 0:
        return ZERO_FIGURE
    while mantissa and mantissa % 10 == 0:
        mantissa, exponent = mantissa // 10, exponent + 1
    return Figure(mantissa, exponent)


def _floor(x: arb) -> int:
    """An integer that is at most every point of the ball, and the floor of one."""
    return int(x.lower().floor().lower().fmpz())
