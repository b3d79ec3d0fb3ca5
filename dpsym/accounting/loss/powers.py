"""Sums of independent losses on a grid: products of polynomials whose coefficients are nonnegative integers, rounded outwards.

Masses p at losses l = i s are kept as c 2^-e with an integer c that stands for p e^(λ l), the tilted mass: a product of tilted masses
is the tilted mass of the sum. λ puts the middle of the sum where δ is asked for, so that what is rounded off is small against what
counts, however small δ is. After each product

    coefficients are divided by a power of two, up or down: the masses are above, or below, the true ones;
    coefficients at both ends are left out, a share of 2^-keep in all. Below that is all. Above, the tilted mass that was left out
    so far is kept as a number: with totals T and T' and masses D and D' left out, the product leaves out D T' + T D' + D D'.

As the integrand of δ(ε) = Σ p (1 - e^(ε - l))₊ is e^(-λ l) (1 - e^(ε - l))₊ times the tilted mass, and this factor is at most

    φ(ε) = e^(-λ ε) (λ/(1 + λ))^λ/(1 + λ),

D φ(ε) is what is missing at most. No product is made in floating point: multiplication of integer polynomials is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, fmpq, fmpz_poly

from ...objects.errors import ObjectError
from .grids import Masses


@dataclass(frozen=True)
class Rounding:
    """Digits of the sum of the coefficients, and of what is left out of it; whether upwards."""

    bits: int
    keep: int
    up: bool


@dataclass(frozen=True)
class Tilted:
    """Coefficients of the tilted masses in multiples of 2^-exponent, from the loss `first` steps on; what is left out."""

    coefficients: fmpz_poly
    first: int
    exponent: int
    dropped: int = 0

    @property
    def total(self) -> int:
        return int(self.coefficients(1))


def tilted(found: Masses, tilt: fmpq, rounding: Rounding) -> Tilted:
    """The masses of one answer; `tilt` is λ s, an exact number."""
    weights = [p * arb((found.first + i) * tilt).exp() if not p.is_zero() else p for i, p in enumerate(found.masses)]
    total = sum(weights, arb(0))
    if not total.is_finite():
        raise ObjectError(
            f"found masses with the sum {total}, expected numbers; the digits that were taken do not tell them"
        )
    if not total > 0:
        return Tilted(fmpz_poly([1 if rounding.up else 0]), found.first, rounding.bits)
    mantissa, exponent = map(int, total.mid().man_exp())
    scale = rounding.bits - exponent - mantissa.bit_length()
    factor = arb((1, scale))
    if rounding.up:
        whole = [_whole((w * factor).upper(), True) for w in weights]
    else:
        whole = [_whole((w * factor).lower(), False) for w in weights]
    return _cut(Tilted(fmpz_poly(whole), found.first, scale), rounding)


def _whole(x: arb, up: bool) -> int:
    mantissa, exponent = map(int, x.man_exp())
    if exponent >= 0:
        return mantissa << exponent
    return -((-mantissa) >> -exponent) if up else max(mantissa >> -exponent, 0)


def power(base: Tilted, times: int, rounding: Rounding) -> Tilted:
    """Of so many independent answers, by squaring."""
    found = base
    for digit in bin(times)[3:]:
        found = product(found, found, rounding)
        if digit == "1":
            found = product(found, base, rounding)
    return found


def product(a: Tilted, b: Tilted, rounding: Rounding) -> Tilted:
    """Of both."""
    dropped = a.dropped * b.total + b.dropped * a.total + a.dropped * b.dropped if rounding.up else 0
    exact = Tilted(a.coefficients * b.coefficients, a.first + b.first, a.exponent + b.exponent, dropped)
    return _cut(exact, rounding)


def _cut(found: Tilted, rounding: Rounding) -> Tilted:
    """Without its ends, and with coefficients of the size that is wanted."""
    poly, total = found.coefficients, found.total
    if total == 0:
        return found
    low, high = _window(poly, total, rounding.keep)
    kept = poly.truncate(high).right_shift(low)
    dropped = found.dropped + (total - int(kept(1)) if rounding.up else 0)
    shift = max(0, total.bit_length() - rounding.bits)
    if shift:
        unit = 1 << shift  # nonnegative polynomials are divided by it downwards
        kept = (kept + (unit - 1) * fmpz_poly([1] * kept.length()) if rounding.up else kept) // unit
        dropped = -((-dropped) >> shift)
    return Tilted(kept, found.first + low, found.exponent - shift, dropped)


def _window(poly: fmpz_poly, total: int, keep: int) -> tuple[int, int]:
    """What is kept: the ends outside have a share of 2^-keep each at most.

    Coefficients rise and then fall, mostly, so the ends are found by single coefficients. Where they do not, by sums.
    """
    length, allowed = poly.length(), total >> keep
    least = allowed >> length.bit_length()
    low = _turn(lambda n: int(poly[n]) <= least, length)
    high = length - _turn(lambda n: int(poly[length - 1 - n]) <= least, length)
    if low < high and total - int(poly.truncate(high).right_shift(low)(1)) <= allowed:
        return low, high
    low = _turn(lambda n: int(poly.truncate(n)(1)) <= allowed, length)
    high = length - _turn(lambda n: total - int(poly.truncate(length - n)(1)) <= allowed, length)
    return low, max(high, low + 1)


def _turn(small: Callable[[int], bool], length: int) -> int:
    """The greatest n < length with small(n), or 0, where it turns once."""
    low, high = 0, length
    while high - low > 1:
        middle = (low + high) // 2
        if small(middle):
            low = middle
        else:
            high = middle
    return low
