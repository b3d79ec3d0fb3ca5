"""k-fold composition in numbers: every bound is at least the exact optimum, and the optimum is that of randomized response."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import prod

import mpmath
import pytest

from benchmarks import composition
from dpsym.derive.k_fold import Bound, Composition, compose, exact_level
from dpsym.derive.rounding import Enclosed, decimal, enclosed, round_down, round_up, turning_point
from dpsym.objects.errors import ObjectError
from tests.helpers.sampling import sampled


@pytest.mark.parametrize("c", sampled(list(composition.grid()), 17), ids=lambda c: f"{c.eps}-{c.k}-{c.delta}"[:24])
def test_every_bound_is_at_least_the_exact_optimum(c: Composition) -> None:
    for name, bound in c.bounds.items():
        assert bound.level.upper >= c.exact.lower, name
        assert c.above_exact(name), name


def test_a_bound_below_the_optimum_is_noticed() -> None:
    c = compose(Fraction(1, 10), 100, Fraction(1, 10**6))
    low = Bound(lambda: None, 10, value=c.exact.lower - Fraction(1, 10**9))
    close = Bound(lambda: None, 10, value=c.exact.lower)
    for wrong in (low, close):
        broken = compose(c.eps, c.k, c.delta)
        broken.__dict__["zcdp"] = wrong
        assert not broken.above_exact("zCDP")
        assert broken.above_exact("RDP")


def delta_by_enumeration(eps: Fraction, k: int, level: mpmath.mpf) -> mpmath.mpf:
    """The hockey-stick divergence of k answers of randomized response, outcome by outcome: no binomial coefficient, no cancellation."""
    e = mpmath.exp(mpmath.mpf(eps.numerator) / eps.denominator)
    yes, no = e / (1 + e), 1 / (1 + e)
    total = mpmath.mpf(0)
    for answers in product((0, 1), repeat=k):
        p, q = prod(yes if a else no for a in answers), prod(no if a else yes for a in answers)
        total += max(p - mpmath.exp(level) * q, 0)
    return total


@pytest.mark.parametrize("seed", range(6))
def test_the_exact_level_is_that_of_all_outcomes(seed: int) -> None:
    dice = random.Random(seed)
    eps, k, delta = Fraction(dice.randint(1, 20), 10), dice.randint(1, 7), Fraction(1, 10 ** dice.randint(1, 9))
    found = exact_level(eps, k, delta, 12)
    with mpmath.workdps(50):
        at_upper = delta_by_enumeration(eps, k, mpmath.mpf(found.upper.numerator) / found.upper.denominator)
        at_lower = delta_by_enumeration(eps, k, mpmath.mpf(found.lower.numerator) / found.lower.denominator)
        target = mpmath.mpf(delta.numerator) / delta.denominator
        assert at_upper <= target
        assert found.lower == 0 == found.upper or at_lower > target


def test_a_known_row() -> None:
    """ε = 0.1, k = 100, δ = 1e-6 with mpmath, from the formulas alone."""
    c = compose(Fraction(1, 10), 100, Fraction(1, 10**6))
    with mpmath.workdps(40):
        e, lost = mpmath.mpf(1) / 10, mpmath.log(10**6)
        advanced = e * mpmath.sqrt(200 * lost) + 100 * e * (mpmath.exp(e) - 1)
        rho = 100 * e * mpmath.tanh(e / 2)
        assert abs(advanced - float(c.advanced.level.upper)) < 1e-9
        alpha = mpmath.mpf(c.zcdp.alpha.numerator) / c.zcdp.alpha.denominator  # type: ignore[union-attr]
        level = rho * alpha + (lost + (alpha - 1) * mpmath.log(1 - 1 / alpha) - mpmath.log(alpha)) / (alpha - 1)
        assert abs(level - float(c.zcdp.level.upper)) < 1e-9
        assert level < rho + 2 * mpmath.sqrt(rho * lost)  # the conversion that does not use the factor
    assert c.basic.level == Enclosed(Fraction(10), Fraction(10))
    assert c.exact.upper < c.renyi.level.upper < c.zcdp.level.upper < c.advanced.level.upper < 10


@pytest.mark.parametrize(
    ("eps", "k", "delta", "said"),
    [("0", 1, "1e-6", "eps = 0"), ("1", 0, "1e-6", "k = 0"), ("1", 1, "1", "delta = 1"), ("11", 1000, "1e-6", "k eps")],
)
def test_bad_input(eps: str, k: int, delta: str, said: str) -> None:
    with pytest.raises(ObjectError, match=said):
        compose(Fraction(eps), k, Fraction(delta))


# -- rounding


def test_decimals() -> None:
    shown = {
        "0.1": "0.1",
        "1e-9": "1e-9",
        "2.50": "2.5",
        "100": "100",
        "1.25e-7": "1.25e-7",
        "-0.5": "-0.5",
        "0.0001": "0.0001",
    }
    for text, expected in shown.items():
        assert decimal(Fraction(text)) == expected
    assert decimal(Fraction(1, 3)) == "1/3"


def test_rounding_is_outwards() -> None:
    third = Fraction(1, 3)
    assert (round_down(third, 3), round_up(third, 3)) == (Fraction("0.333"), Fraction("0.334"))
    assert round_up(Fraction("0.25"), 2) == round_down(Fraction("0.25"), 2) == Fraction("0.25")
    from flint import arb

    root = enclosed(lambda: arb(2).sqrt(), 20)
    assert root.lower**2 < 2 < root.upper**2
    assert root.width == Fraction(1, 10**20)


def test_turning_points() -> None:
    found = turning_point(lambda x: x * x >= 2, Fraction(0), Fraction(5), 6)
    assert found == Enclosed(Fraction("1.414213"), Fraction("1.414214"))
    assert turning_point(lambda x: True, Fraction(0), Fraction(5), 6) == Enclosed(Fraction(0), Fraction(0))
