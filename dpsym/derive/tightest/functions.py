"""Convex functions of s in [0, 1]: G(s, 1 − s) for the integrands of divergences, with derivatives, in any arithmetic.

A pair of laws has ∫ (p + q) = 2, so it is a measure of mass 2 in s = p/(p + q), and a divergence is the mean of such a function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath
from flint import arb, fmpq


class MP:
    """Numbers of mpmath, for the search."""

    log, sqrt = staticmethod(mpmath.log), staticmethod(mpmath.sqrt)

    @staticmethod
    def power(base: Any, exponent: Any) -> Any:
        return mpmath.power(base, exponent)


class Balls:
    """Balls of Arb, for what is certified."""

    @staticmethod
    def log(a: arb) -> arb:
        return a.log()

    @staticmethod
    def sqrt(a: arb) -> arb:
        return a.sqrt()

    @staticmethod
    def power(base: arb, exponent: arb) -> arb:
        return base**exponent


Formula = Callable[[Any, Any, Any, Any], tuple[Any, Any]]  # arithmetic, s, 1 - s, parameter -> value and derivative


def _power(m: Any, s: Any, r: Any, alpha: Any) -> tuple[Any, Any]:
    value = m.power(s, alpha) * m.power(r, 1 - alpha)
    return value, value * (alpha / s + (alpha - 1) / r)


def _kl(m: Any, s: Any, r: Any, _: Any) -> tuple[Any, Any]:
    ratio = m.log(s / r)
    return s * ratio, ratio + 1 / r


def _hellinger(m: Any, s: Any, r: Any, _: Any) -> tuple[Any, Any]:
    root = m.sqrt(s * r)
    return (1 - 2 * root) / 2, (s - r) / (2 * root)


def _triangular(m: Any, s: Any, r: Any, _: Any) -> tuple[Any, Any]:
    return (s - r) ** 2, 4 * (s - r)


def _hockey(m: Any, s: Any, r: Any, v: Any) -> tuple[Any, Any]:
    d = s - v * r
    return (d, 1 + v) if d > 0 else (0 * s, 0 * s)


def _tv(m: Any, s: Any, r: Any, _: Any) -> tuple[Any, Any]:
    d = s - r
    return (d / 2, 1 + 0 * s) if d > 0 else (-d / 2, -1 + 0 * s)


#: name: formula, value at s = 0, value at s = 1 (None: infinite)
_FORMULAS: dict[str, tuple[Formula, Fraction | None, Fraction | None]] = {
    "moment": (_power, Fraction(0), None),
    "KL": (_kl, Fraction(0), None),
    "hellinger2": (_hellinger, Fraction(1, 2), Fraction(1, 2)),
    "triangular": (_triangular, Fraction(1), Fraction(1)),
    "E": (_hockey, Fraction(0), Fraction(1)),
    "TV": (_tv, Fraction(1, 2), Fraction(1, 2)),
}
PIECEWISE_LINEAR = ("E", "TV")


@dataclass(frozen=True)
class Convex:
    """One of these functions with its parameter, as a ball and as a number of mpmath; backwards it is that of (q, p)."""

    name: str
    ball: arb | None = None
    number: Any = None
    backwards: bool = False

    def at_end(self, one: bool) -> Fraction | None:
        """The value at s = 1 or s = 0, None where it is infinite."""
        _, zero, top = _FORMULAS[self.name]
        return top if one != self.backwards else zero

    def mp(self, s: Any) -> tuple[Any, Any]:
        """Value and derivative, in mpmath."""
        return self._at(MP, s, self.number)

    def balls(self, s: arb) -> tuple[arb, arb]:
        """Value and derivative, enclosed; s is an exact number strictly between 0 and 1."""
        return self._at(Balls, s, self.ball)

    def _at(self, m: Any, s: Any, parameter: Any) -> tuple[Any, Any]:
        formula = _FORMULAS[self.name][0]
        if not self.backwards:
            return formula(m, s, 1 - s, parameter)
        value, slope = formula(m, 1 - s, s, parameter)
        return value, -slope

    @property
    def kinks(self) -> tuple[Any, ...]:
        """Where it bends, in mpmath."""
        if self.name not in PIECEWISE_LINEAR:
            return ()
        v = self.number if self.name == "E" else mpmath.mpf(1)
        return (1 / (1 + v),) if self.backwards else (v / (1 + v),)

    def of_laws(self, p: list[fmpq], q: list[fmpq]) -> arb | None:
        """The divergence of two laws on finitely many points; None where it is infinite."""
        total = arb(0)
        for a, b in zip(p, q):
            mass = a + b
            if mass == 0:
                continue
            if a == 0 or b == 0:
                end = self.at_end(b == 0)
                if end is None:
                    return None
                total += arb(mass) * fmpq(end.numerator, end.denominator)
            else:
                total += arb(mass) * self.balls(arb(a) / arb(mass))[0]
        return total
