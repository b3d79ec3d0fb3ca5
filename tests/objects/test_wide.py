"""Wide laws on the integers, binomial laws with many trials and high orders, against plain sums and quadrature."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
import sympy
from flint import arb, ctx, fmpq
from sympy import Integer, Interval, Rational

from dpsym.objects import (
    ApproximateMax,
    Bernoulli,
    Binomial,
    DiscreteGaussian,
    DiscreteLaplace,
    Exponential,
    Gumbel,
    HockeyStick,
    KullbackLeibler,
    Laplace,
    Normal,
    Renyi,
    TotalVariation,
    condition,
)
from dpsym.objects.enclosing import densities, numeric, wide
from dpsym.objects.enclosing.parts import split
from dpsym.objects.enclosing.quadrature import integral
from dpsym.objects.symbolic import ball_of


@pytest.fixture(autouse=True)
def _precision():
    with ctx.workprec(300):
        yield


PAIRS = [
    (DiscreteGaussian(0, 3), DiscreteGaussian(2, 3)),
    (DiscreteGaussian(5, Rational(7, 2)), DiscreteGaussian(-4, Rational(9, 2))),
    (DiscreteGaussian(0, 90), DiscreteGaussian(7, 70)),  # wide enough for the formula with a remainder
    (DiscreteGaussian(0, 80), DiscreteGaussian(150, 80)),
    (DiscreteLaplace(0, 2), DiscreteLaplace(3, 2)),
    (DiscreteLaplace(-1, 5), DiscreteLaplace(3, Rational(5, 2))),
    (DiscreteLaplace(0, 70), DiscreteGaussian(10, 80)),
    (DiscreteGaussian(1, 2), DiscreteLaplace(0, 3)),
]


@pytest.mark.parametrize("gamma", [Rational(1, 2), Integer(1), Rational(11, 10), Integer(3), Integer(10) ** 6])
@pytest.mark.parametrize(("p", "q"), PAIRS)
def test_tail_probabilities_agree_with_the_sum_of_the_terms(p, q, gamma):
    for one, two in ((p, q), (q, p)):
        summed, tails = (f("hockey", one, two, gamma, 300) for f in (numeric._sum, numeric._by_tails))
        assert summed.overlaps(tails)
        assert abs(summed - tails) < arb(10) ** -45


@pytest.mark.parametrize("x", [Fraction(-200), Fraction(-1, 3), Fraction(0), Fraction(7, 2), Fraction(400)])
@pytest.mark.parametrize("s", [65, 100, 333])
def test_the_remainder_of_euler_and_maclaurin_covers_the_sum(x, s):
    with ctx.workprec(200):
        start, c = arb(fmpq(x.numerator, x.denominator)), arb(1) / (2 * s * s)
        plain = wide._one_by_one(start, c)
        short = wide.gauss_tail(start, c)
        assert plain.overlaps(short)
        assert abs(plain - short) < arb(2) ** -150 * plain


def test_wide_discrete_gaussians_come_close_to_normal_laws():
    p, q = DiscreteGaussian(0, 10**7), DiscreteGaussian(10**7, 10**7)
    for gamma in (Integer(1), Integer(2), Integer(10) ** 30):
        found = HockeyStick(gamma, p, q).enclose({}, 20)
        assert abs(found / HockeyStick(gamma, Normal(0, 1), Normal(1, 1)).enclose({}, 20) - 1) < 1e-4
        assert found.rad() < found.mid() * arb(10) ** -20


def brute(n, a, b, gamma):
    weights = [[comb(n, k) * x**k * (1 - x) ** (n - k) for k in range(n + 1)] for x in (a, b)]
    return sum(max(Fraction(0), x - gamma * y) for x, y in zip(*weights))


@pytest.mark.parametrize(
    ("a", "b"), [(Fraction(1, 2), Fraction(9, 20)), (Fraction(1, 10), Fraction(1, 4)), (Fraction(1, 3),) * 2]
)
@pytest.mark.parametrize("gamma", [Fraction(1), Fraction(3, 2), Fraction(1, 3), Fraction(10**4)])
def test_binomial_tails_against_all_weights(a, b, gamma):
    n = 300
    p, q = (Binomial(n, Rational(x.numerator, x.denominator)) for x in (a, b))
    found = HockeyStick(Rational(gamma.numerator, gamma.denominator), p, q).enclose({}, 30)
    exact = brute(n, a, b, gamma)
    assert found.contains(arb(fmpq(exact.numerator, exact.denominator)))
    assert found.rad() < arb(10) ** -30
    if gamma == 1:
        assert TotalVariation(p, q).enclose({}, 30).overlaps(found)


def test_binomial_laws_with_ten_million_trials():
    n, half, other = 10**7, Rational(1, 2), Rational(5001, 10000)
    p, q = Binomial(n, half), Binomial(n, other)
    shift = ball_of(sympy.sqrt(n) * Rational(1, 5000), 20)  # in deviations: 2 sqrt(n) |p - q|
    normal = (shift / 2 / arb(2).sqrt()).erf()
    assert abs(TotalVariation(p, q).enclose({}, 20) - normal) < 1e-4
    one = KullbackLeibler(Bernoulli(half), Bernoulli(other)).enclose({}, 40)
    assert KullbackLeibler(p, q).enclose({}, 20).overlaps(n * one)
    eps = ApproximateMax(Rational(1, 100), p, q).enclose({}, 8)
    assert eps > 0
    below, above = (HockeyStick(sympy.exp(Rational(*e)), p, q).enclose({}, 10) for e in _around(eps))
    assert above < 0.01 < below


def _around(eps):
    middle = int((eps.mid() * 10**6).floor().unique_fmpz())
    return (middle - 1, 10**6), (middle + 2, 10**6)


HIGH = [
    (Laplace(0, 1), Laplace(1, 2)),
    (Exponential(2), Exponential(1)),
    (Gumbel(1, 1), Gumbel(0, 1)),
    (condition(Normal(0, 1), Interval(-1, 2)), condition(Normal(1, 1), Interval(-1, 2))),
    (condition(Normal(0, 2), Interval(-1, 2)), condition(Normal(1, 1), Interval(-1, 3))),
    (Normal(0, 1), Laplace(0, 1)),
]


@pytest.mark.parametrize(("p", "q"), HIGH)
def test_powers_piece_by_piece_agree_with_quadrature(p, q):
    for alpha in (Rational(3, 2), Integer(4), Integer(12)):
        with ctx.workprec(200):
            pieces = densities.power(split(p, q), alpha)
        whole = integral("power", p, q, alpha, 120)
        assert pieces.overlaps(whole)
        assert abs(pieces / whole - 1) < 1e-25


@pytest.mark.parametrize(("p", "q"), HIGH)
def test_high_orders_rise_to_the_max_divergence(p, q):
    values = [Renyi(10**k, p, q).enclose({}, 15) for k in (2, 4, 6)]
    assert all(a < b for a, b in pairwise(values))
    assert all(v.is_finite() for v in values)


def test_orders_of_a_million_for_gumbel_laws_of_two_scales():
    one = Renyi(10**6, Gumbel(1, 1), Gumbel(0, 2)).enclose({}, 10)
    other = Renyi(2 * 10**6, Gumbel(1, 1), Gumbel(0, 2)).enclose({}, 10)
    assert one < other < one + arb(10) ** -4
    assert Renyi(10**6, Laplace(0, 2), Laplace(1, 1)).enclose({}, 10) == arb.pos_inf()
    assert Renyi(10**6, Gumbel(0, 1), Gumbel(1, 1)).enclose({}, 10) == arb.pos_inf()
