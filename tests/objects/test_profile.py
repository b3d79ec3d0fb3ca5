"""The Gaussian profile at extreme values, and its inverse; the other profiles."""

from __future__ import annotations

import mpmath
import pytest
from flint import arb, ctx
from sympy import Rational

from dpsym.objects import DiscreteLaplace, Laplace, Normal, PrivacyProfile
from dpsym.objects.enclosing.gaussian import log_delta


def reference(m, eps, digits=60):
    """log10 delta(eps) by mpmath, at a precision beyond what cancels, which is relative."""
    with mpmath.workdps(150):
        m, eps = mpmath.mpf(m.p) / m.q, mpmath.mpf(eps.p) / eps.q
        a = mpmath.erfc((eps / m - m / 2) / mpmath.sqrt(2)) / 2
        b = mpmath.exp(eps) * mpmath.erfc((eps / m + m / 2) / mpmath.sqrt(2)) / 2
        return mpmath.log10(a - b)


@pytest.mark.parametrize(
    ("sigma", "eps"),
    [(Rational(1, 1000), 1), (Rational(1, 10), 30), (1, 1), (1, 10), (1, Rational(3745, 100)), (1, 97), (10, 10),
     (1000, Rational(1, 100)), (10**9, Rational(1, 10**9)), (10**9, Rational(1, 10**8))],
)  # fmt: skip
def test_gaussian_delta_encloses_the_truth(sigma, eps):
    ball = PrivacyProfile(Normal(0, sigma), Normal(1, sigma)).delta(eps, {}, 30)
    assert ball > 0
    assert ball.rad() <= ball.mid() * arb(10) ** -30
    with mpmath.workdps(50):
        got = mpmath.log10(mpmath.mpf(ball.mid().str(45, radius=False)))
        assert abs(got - reference(1 / Rational(sigma), Rational(eps))) < mpmath.mpf(10) ** -28


@pytest.mark.parametrize("sigma", [Rational(1, 1000), Rational(1, 10), 1, 10**3, 10**9])
@pytest.mark.parametrize("exponent", [1, 300, 2000])
def test_gaussian_delta_encloses_the_truth_far_out(sigma, exponent):
    """At eps with delta(eps) near 10**(-exponent); mpmath's erfc is asymptotic there and accurate."""
    m = 1 / Rational(sigma)
    eps = m**2 / 2 + m * Rational(int(1000 * mpmath.sqrt(2 * exponent * mpmath.log(10))), 1000)
    ball = PrivacyProfile(Normal(0, sigma), Normal(1, sigma)).delta(eps, {}, 30)
    with mpmath.workdps(100):
        got = mpmath.log10(mpmath.mpf(ball.mid().str(45, radius=False)))
        assert abs(got - reference(m, eps)) < mpmath.mpf(10) ** -28
        assert -exponent - 20 < got < -exponent + 1 or sigma > 1  # wide noise: far below


@pytest.mark.parametrize("exponent", [1, 10, 300, 2000])
def test_epsilon_inverts_delta_to_30_digits(exponent):
    delta = Rational(1, 10**exponent)
    profile = PrivacyProfile(Normal(0, 1), Normal(1, 1))
    eps = profile.epsilon(delta, {}, 30)
    with ctx.workprec(400):
        assert eps.rad() <= eps.mid() * arb(10) ** -29
        low, high = eps.lower().fmpq(), eps.upper().fmpq()
        target = -arb(exponent) * arb(10).log()
        assert log_delta(Rational(1), Rational(int(low.p), int(low.q)), 45) >= target - arb(10) ** -20
        assert log_delta(Rational(1), Rational(int(high.p), int(high.q)), 45) <= target + arb(10) ** -20


def test_a_distance_that_underflows_every_float():
    ball = PrivacyProfile(Normal(0, 10**9), Normal(1, 10**9)).delta(1, {}, 30)
    assert ball > 0
    assert ball < arb(10) ** -1000


def test_other_profiles():
    lap = PrivacyProfile(Laplace(0, 1), Laplace(1, 1))
    with ctx.workprec(200):
        assert abs(lap.epsilon(Rational(1, 10), {}, 30) - (1 + 2 * (arb(9) / 10).log())) < arb(10) ** -29
    geometric = PrivacyProfile(DiscreteLaplace(0, 1), DiscreteLaplace(1, 1))
    eps = geometric.epsilon(Rational(1, 10), {}, 20)
    assert 0 < eps < 1
    assert lap.epsilon(0, {}, 20).overlaps(arb(1))
