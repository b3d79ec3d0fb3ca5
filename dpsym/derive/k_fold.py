"""The level ε' of k mechanisms that are ε-private each, at a given δ: four bounds and the exact optimum, in certified numbers.

    basic     k ε
    advanced  ε √(2k log(1/δ)) + k ε (e^ε − 1)
    zCDP      D_α <= α ρ with ρ = k ε tanh(ε/2), converted at the best order
    RDP       D_α <= k log(cosh((α − ½)ε)/cosh(ε/2))/(α − 1), converted at the best order
    exact     the least ε' >= 0 with Σᵢ C(k, i) (e^(iε) − e^(ε' + (k−i)ε))₊/(1 + e^ε)^k <= δ

ENTRIES names what the library proves of each.

An order is converted by renyi.hockey_stick: E_u <= e^((α−1) D_α) u^(1−α) (α − 1)^(α−1)/α^α, so

    ε' = D_α + (log(1/δ) + (α − 1) log(1 − 1/α) − log α)/(α − 1).

Every order gives a bound. The best one is looked for in floating point, and then fixed as a fraction: what is told is the bound at that
order, in balls. The sum of the exact optimum has positive terms, so balls of 128 bits give it with many digits, however small δ is; the
sign of a term is that of a fraction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, cosh, exp, log, log1p, tanh

from flint import arb

from ..objects.errors import ObjectError
from .golden import narrowed
from .rounding import Enclosed, at_most, decided, enclosed, rational, turning_point

__all__ = ["Bound", "Composition", "compose", "exact_delta", "exact_level"]

MOST_STEPS = 100_000  # mechanisms
MOST_LEVEL = 10_000  # ε and k ε
DIGITS = 10

#: What is cited for each column.
ENTRIES = {
    "basic": ("k_fold.pure",),
    "advanced": ("k_fold.advanced", "advanced_composition.k_fold_better"),
    "zCDP": ("k_fold.advanced", "renyi.hockey_stick"),
    "RDP": ("renyi.pure", "k_fold.renyi", "renyi.hockey_stick"),
    "exact": ("optimal_composition.exact", "optimal_composition.exact_attained"),
}


@dataclass(frozen=True)
class Bound:
    """A level that is enough, as a ball of any precision; at the order `alpha` if it holds at every order."""

    ball: Callable[[], arb]
    digits: int
    alpha: Fraction | None = None
    value: Fraction | None = None  # where it is one that can be told exactly

    @cached_property
    def level(self) -> Enclosed:
        return self.to(self.digits)

    def to(self, digits: int) -> Enclosed:
        """Not below 0, which is the least level."""
        if self.value is not None:
            return Enclosed(self.value, self.value)
        found, zero = enclosed(self.ball, digits), Fraction(0)
        return Enclosed(max(found.lower, zero), max(found.upper, zero))


@dataclass(frozen=True)
class Composition:
    """k mechanisms that are ε-private, each of which may depend on the outcomes before it, at δ. Levels have `digits` digits."""

    eps: Fraction
    k: int
    delta: Fraction
    digits: int = DIGITS

    @cached_property
    def basic(self) -> Bound:
        level = self.k * self.eps
        return Bound(lambda: arb(rational(level)), self.digits, value=level)

    @cached_property
    def advanced(self) -> Bound:
        def level() -> arb:
            e, lost = arb(rational(self.eps)), _log_inverse(self.delta)
            return e * (2 * self.k * lost).sqrt() + self.k * e * e.expm1()

        return Bound(level, self.digits)

    @cached_property
    def zcdp(self) -> Bound:
        rho = self.k * float(self.eps) * tanh(float(self.eps) / 2)

        def divergence(alpha: arb) -> arb:
            e = arb(rational(self.eps))
            return alpha * (self.k * e * (e / 2).tanh())

        return self._at_best_order(lambda h: rho * (1 + h), divergence)

    @cached_property
    def renyi(self) -> Bound:
        e, k = float(self.eps), self.k

        def approximate(h: float) -> float:
            return k * (_log_cosh((h + 0.5) * e) - _log_cosh(e / 2)) / h

        def divergence(alpha: arb) -> arb:
            x, half = arb(rational(self.eps)), arb(1) / 2
            return self.k * (((alpha - half) * x).cosh() / (half * x).cosh()).log() / (alpha - 1)

        return self._at_best_order(approximate, divergence)

    @cached_property
    def exact(self) -> Enclosed:
        return exact_level(self.eps, self.k, self.delta, self.digits)

    @property
    def bounds(self) -> dict[str, Bound]:
        """All but the exact one."""
        return {"basic": self.basic, "advanced": self.advanced, "zCDP": self.zcdp, "RDP": self.renyi}

    def above_exact(self, name: str) -> bool:
        """Whether a bound is certainly not below the optimum: the exact δ at its lower end, perhaps with more digits, is at most δ."""
        bound = self.bounds[name]
        if bound.level.lower >= self.exact.upper:
            return True
        if bound.level.upper <= self.exact.lower:
            return False
        closer = (self.digits + more for more in (0, 20, 60, 180))
        return any(exact_is_at_most(self.eps, self.k, bound.to(n).lower, self.delta) for n in closer)

    def _at_best_order(self, approximate: Callable[[float], float], divergence: Callable[[arb], arb]) -> Bound:
        """The least ε' over the orders α = 1 + h: the order is looked for with floats, and the bound there is told in balls."""
        lost = -_float_log(self.delta)

        def level(h: float) -> float:
            return approximate(h) + (lost + h * (log(h) - log1p(h)) - log1p(h)) / h

        alpha = 1 + _short(_least(level))

        def ball() -> arb:
            a = arb(rational(alpha))
            converted = (_log_inverse(self.delta) + (a - 1) * (1 - 1 / a).log() - a.log()) / (a - 1)
            return divergence(a) + converted

        return Bound(ball, self.digits, alpha)


def compose(eps: Fraction, k: int, delta: Fraction, digits: int = DIGITS) -> Composition:
    """The levels of k mechanisms that are ε-private each."""
    if not eps > 0 or eps > MOST_LEVEL:
        raise ObjectError(f"compose: found eps = {eps}, expected a level above 0 and at most {MOST_LEVEL}")
    if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k <= MOST_STEPS:
        raise ObjectError(f"compose: found k = {k}, expected a number of mechanisms from 1 to {MOST_STEPS}")
    if k * eps > MOST_LEVEL:
        raise ObjectError(f"compose: found k eps = {k * eps}, expected at most {MOST_LEVEL}")
    if not 0 < delta < 1:
        raise ObjectError(f"compose: found delta = {delta}, expected a number between 0 and 1")
    return Composition(Fraction(eps), k, Fraction(delta), digits)


# -- the exact optimum ---------------------------------------------------------------------------------------------------


def exact_delta(eps: Fraction, k: int, level: Fraction) -> arb:
    """Σᵢ C(k, i) (e^(iε) − e^(level + (k−i)ε))₊/(1 + e^ε)^k, with j = k − i: what the sum is at this precision.

    A term is C(k, j) e^((k−j)ε) (1 − e^(−d)) with d = (k − 2j)ε − level, and 0 where d <= 0. Divided by e^(kε) its weight is e^(−jε).
    """
    e = arb(rational(eps))
    shrink, norm = (-e).exp(), (1 + (-e).exp()) ** k
    total, weight, j = arb(0), arb(1), 0
    while (k - 2 * j) * eps > level:
        total += weight * comb(k, j) * -arb(rational(level - (k - 2 * j) * eps)).expm1()
        weight, j = weight * shrink, j + 1
    return total / norm


def exact_is_at_most(eps: Fraction, k: int, level: Fraction, delta: Fraction) -> bool:
    """Whether the optimum at this level is at most δ, for certain: the level is safe for all mechanisms, or unsafe for k answers."""
    if level >= k * eps:
        return delta >= 0
    target = rational(delta)
    return decided(lambda: at_most(exact_delta(eps, k, level), arb(target)), "the exact δ")


def exact_level(eps: Fraction, k: int, delta: Fraction, digits: int = DIGITS) -> Enclosed:
    """The least level with δ: `upper` is enough for all mechanisms, `lower`, if above 0, is not for k answers of a randomized bit."""
    return turning_point(lambda level: exact_is_at_most(eps, k, level, delta), Fraction(0), Fraction(k) * eps, digits)


# -- the search for an order: floats, which nothing rests on -----------------------------------------------------------------


def _log_inverse(delta: Fraction) -> arb:
    return -arb(rational(delta)).log()


def _float_log(x: Fraction) -> float:
    """log x for fractions that no float holds, such as 1e-400."""
    return float(arb(rational(x)).log().mid())


def _short(x: float) -> Fraction:
    """A decimal of five digits near x > 0: an order that can be read, and is as good."""
    return Fraction(f"{x:.4e}")


def _log_cosh(x: float) -> float:
    return log(cosh(x)) if x < 300 else x - log(2)


def _least(level: Callable[[float], float]) -> float:
    """Where the level is least, by golden sections in log h."""
    low, high = narrowed(lambda x: level(exp(x)), log(1e-6), log(1e9), 90)
    return exp((low + high) / 2)
