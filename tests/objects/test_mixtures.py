"""Mixtures of discrete and of bounded laws, and products with finite coordinates, against plain sums and known values."""

import pytest
import sympy
from flint import arb, ctx
from sympy import Integer, Rational, exp, log

from dpsym.objects import (
    ApproximateMax,
    Bernoulli,
    ChiSquared,
    DiscreteGaussian,
    DiscreteLaplace,
    Exponential,
    Hellinger,
    HockeyStick,
    KullbackLeibler,
    Laplace,
    MaxDivergence,
    Mixture,
    Normal,
    Product,
    Renyi,
    TotalVariation,
    Uniform,
)
from dpsym.objects.symbolic import ball_of

HALF, THIRD = Rational(1, 2), Rational(1, 3)


@pytest.fixture(autouse=True)
def _precision():
    with ctx.workprec(200):
        yield


def weight(law, k):
    if isinstance(law, Mixture):
        return sum((ball_of(w, 40) * weight(part, k) for part, w in law.parts), arb(0))
    m, s = (ball_of(a, 40) for a in law.args)
    if isinstance(law, DiscreteLaplace):
        t = (-1 / s).exp()
        return (1 - t) / (1 + t) * (-abs(k - m) / s).exp()
    terms = [(-(j - m) * (j - m) / (2 * s * s)).exp() for j in range(-80, 81)]
    return terms[k + 80] / sum(terms, arb(0))


DISCRETE = [
    (Mixture({DiscreteLaplace(0, 1): HALF, DiscreteLaplace(2, 1): HALF}), DiscreteLaplace(0, 1)),
    (Mixture({DiscreteGaussian(0, 2): THIRD, DiscreteGaussian(1, 2): 1 - THIRD}), DiscreteGaussian(0, 2)),
    (DiscreteGaussian(0, 2), Mixture({DiscreteGaussian(0, 2): 1 - THIRD, DiscreteGaussian(3, 2): THIRD})),
]


@pytest.mark.parametrize(("p", "q"), DISCRETE)
def test_mixtures_on_the_integers_against_the_sum_of_their_terms(p, q):
    pairs = [(weight(p, k), weight(q, k)) for k in range(-60, 61)]  # what lies beyond is below 1e-24
    plain = {
        TotalVariation(p, q): sum((abs(a - b) / 2 for a, b in pairs), arb(0)),
        HockeyStick(2, p, q): sum((arb(0).max(a - 2 * b) for a, b in pairs), arb(0)),
        KullbackLeibler(p, q): sum((a * (a / b).log() for a, b in pairs), arb(0)),
        Renyi(3, p, q): sum((a * a * a / (b * b) for a, b in pairs), arb(0)).log() / 2,
        Hellinger(p, q): 1 - sum(((a * b).sqrt() for a, b in pairs), arb(0)),
        ChiSquared(p, q): sum((a * a / b for a, b in pairs), arb(0)) - 1,
    }
    for divergence, value in plain.items():
        assert abs(divergence.enclose({}, 18) - value) < 1e-17, divergence


def test_sums_that_diverge_are_infinite():
    wide = Mixture({DiscreteGaussian(0, 3): HALF, DiscreteGaussian(0, 1): HALF})
    assert Renyi(3, wide, DiscreteGaussian(0, 2)).enclose({}, 10) == arb.pos_inf()
    assert ChiSquared(DiscreteLaplace(0, 3), DiscreteLaplace(1, 1)).enclose({}, 10) == arb.pos_inf()
    kept = Mixture({DiscreteGaussian(0, 1): HALF, DiscreteGaussian(0, 4): HALF})
    assert Renyi(3, DiscreteGaussian(0, 2), kept).enclose({}, 10).is_finite()


BOUNDED = [
    (TotalVariation(Mixture({Uniform(0, 2): HALF, Uniform(1, 3): HALF}), Uniform(0, 3)), Rational(1, 6)),
    (HockeyStick(2, Mixture({Uniform(0, 1): HALF, Uniform(0, 4): HALF}), Uniform(0, 4)), Rational(1, 8)),
    (KullbackLeibler(Mixture({Uniform(0, 1): HALF, Uniform(1, 2): HALF}), Uniform(0, 2)), Integer(0)),
    (KullbackLeibler(Uniform(0, 1), Mixture({Uniform(0, 1): HALF, Uniform(1, 2): HALF})), log(2)),
    (TotalVariation(Mixture({Uniform(0, 1): HALF, Exponential(1): HALF}), Exponential(1)), exp(-1) / 2),
]


@pytest.mark.parametrize(("divergence", "value"), BOUNDED)
def test_mixtures_of_bounded_laws(divergence, value):
    assert abs(divergence.enclose({}, 20) - ball_of(value, 30)) < 1e-19


def test_what_a_bounded_law_lacks_makes_kl_infinite():
    mixed = Mixture({Uniform(0, 2): HALF, Normal(0, 1): HALF})
    assert KullbackLeibler(mixed, Uniform(0, 2)).enclose({}, 10) == arb.pos_inf()
    assert (
        KullbackLeibler(Mixture({Uniform(0, 1): 1, Normal(0, 1): 0}), Uniform(0, 2))
        .enclose({}, 10)
        .overlaps(arb(2).log())
    )


SUPREMA = [
    (Mixture({Laplace(0, 1): HALF, Laplace(1, 1): HALF}), Laplace(0, 1), log((1 + sympy.E) / 2)),
    (Laplace(0, 1), Mixture({Laplace(0, 1): HALF, Laplace(1, 1): HALF}), -log((1 + exp(-1)) / 2)),
    (Normal(0, 1), Mixture({Normal(0, 1): Rational(9, 10), Normal(1, 1): Rational(1, 10)}), -log(Rational(9, 10))),
    (Mixture({DiscreteLaplace(0, 2): HALF, DiscreteLaplace(1, 2): HALF}), DiscreteLaplace(0, 2), log((1 + exp(HALF)) / 2)),
    (Mixture({Uniform(0, 1): HALF, Uniform(0, 2): HALF}), Uniform(0, 2), log(Rational(3, 2))),
]  # fmt: skip


@pytest.mark.parametrize(("p", "q", "value"), SUPREMA)
def test_max_divergence_of_mixtures(p, q, value):
    assert abs(MaxDivergence(p, q).enclose({}, 20) - ball_of(value, 30)) < 1e-19


def test_max_divergence_of_mixtures_may_be_infinite():
    assert (
        MaxDivergence(Mixture({Normal(0, 1): HALF, Normal(1, 1): HALF}), Normal(0, 1)).enclose({}, 9) == arb.pos_inf()
    )
    assert (
        MaxDivergence(Mixture({Uniform(0, 1): HALF, Uniform(0, 3): HALF}), Uniform(0, 2)).enclose({}, 9)
        == arb.pos_inf()
    )


def test_products_with_finite_coordinates():
    coins, biased = Bernoulli(HALF), Bernoulli(Rational(1, 10))
    p, q = Product(coins, Laplace(0, 1)), Product(biased, Laplace(1, 1))
    parts = [HockeyStick(2 * g, Laplace(0, 1), Laplace(1, 1)).enclose({}, 25) for g in (Rational(9, 5), Rational(1, 5))]
    assert HockeyStick(2, p, q).enclose({}, 20).overlaps((parts[0] + parts[1]) / 2)
    only = Product(coins, Laplace(0, 1)), Product(coins, Laplace(1, 1))
    assert TotalVariation(*only).enclose({}, 20).overlaps(TotalVariation(Laplace(0, 1), Laplace(1, 1)).enclose({}, 20))
    eps = ApproximateMax(Rational(1, 10), p, q).enclose({}, 8)
    assert eps.is_finite()
    above = HockeyStick(exp(Rational(int((eps * 10**6).upper().ceil().unique_fmpz()), 10**6)), p, q).enclose({}, 10)
    assert above <= 0.1
