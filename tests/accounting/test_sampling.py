"""Mechanisms on samples: against laws of finite mechanisms in fractions, and normal noise against quadrature."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import mpmath
import pytest

from dpsym.accounting import (
    Composition,
    approx,
    dgauss,
    fixed,
    gauss,
    gdp,
    geometric,
    laplace,
    poisson,
    pure,
    renyi,
    response,
    zcdp,
)
from dpsym.objects import ADD_REMOVE, CHANGE_ONE
from dpsym.objects.errors import ObjectError
from tests.accounting import exact

F = Fraction


def mixed(one, two, q):
    return tuple((1 - q) * r + q * p for r, p in zip(one, two))


def laws(random, size, outcomes=4):
    found = []
    for _ in range(size):
        weights = [F(random.randint(1, 9)) for _ in range(outcomes)]
        found.append(tuple(w / sum(weights) for w in weights))
    return found


def curve(pairs, most):
    """A Rényi curve that holds for all these pairs, rounded up, as a part: D_j at j = 2, ..., most."""
    table = {}
    for n in range(2, most + 1):
        worst = max(max(exact.moment(p, n), exact.moment(p[::-1], n)) for p in pairs)
        table[n] = f"log({worst.numerator}/{worst.denominator})/{n - 1}"
    return renyi(table)


@pytest.mark.parametrize("seed", range(8))
def test_no_poisson_sample_of_a_finite_mechanism_is_above_its_curve(seed):
    random = Random(seed)
    p, r = laws(random, 2)
    for q in (F(1, 100), F(1, 3), F(9, 10)):
        sampled = poisson(curve([(p, r)], 6), q)
        pair = (mixed(r, p, q), r)
        for n in range(2, 7):
            worst = max(exact.moment(pair, n), exact.moment(pair[::-1], n))
            found = Composition([sampled]).renyi(n)
            with mpmath.workdps(40):
                assert mpmath.mpf(found.upper.mantissa) * mpmath.mpf(10) ** found.upper.exponent >= mpmath.log(
                    mpmath.mpf(worst.numerator) / worst.denominator
                ) / (n - 1)


@pytest.mark.parametrize("seed", range(8))
def test_no_sample_of_fixed_size_is_above_its_curve(seed):
    random = Random(100 + seed)
    p, q_law, r = laws(random, 3)
    pairs = [(p, q_law), (p, r), (q_law, r)]
    for q in (F(1, 100), F(1, 3), F(9, 10)):
        for part in (curve(pairs, 6), pure(f"log({most_ratio(pairs)})")):
            sampled = fixed(part, q)
            pair = (mixed(r, p, q), mixed(r, q_law, q))
            for n in range(2, 7):
                worst = max(exact.moment(pair, n), exact.moment(pair[::-1], n))
                found = Composition([sampled]).renyi(n)
                with mpmath.workdps(40):
                    assert mpmath.mpf(found.upper.mantissa) * mpmath.mpf(10) ** found.upper.exponent >= mpmath.log(
                        mpmath.mpf(worst.numerator) / worst.denominator
                    ) / (n - 1)


def most_ratio(pairs):
    return max(max(a / b, b / a) for p, q in pairs for a, b in zip(p, q))


@pytest.mark.parametrize("seed", range(6))
def test_levels_of_samples(seed):
    random = Random(200 + seed)
    odds, lost, q = F(3), random.choice((F(0), F(1, 50))), random.choice((F(1, 10), F(1, 2)))
    p, r = exact.private_pair(random, odds, lost, 3)
    found = Composition([poisson(approx("log(3)", lost), q)])
    pair = (mixed(r, p, q), r)
    for u in (F(1), F(6, 5), 1 + q * (odds - 1)):
        told = found.delta(f"log({u})" if u > 1 else 0)
        assert told.upper.fraction >= exact.delta(pair, u)
    at_level = found.delta(f"log({1 + q * (odds - 1)})")
    assert at_level.lower.fraction <= q * lost <= at_level.upper.fraction


@pytest.mark.parametrize(("sigma", "q", "n"), [("1", "0.1", 2), ("1", "0.1", 5), ("2", "0.5", 8), ("0.7", "0.01", 3)])
def test_a_sample_with_normal_noise_has_the_greater_of_both_moments(sigma, q, n):
    with mpmath.workdps(30):
        s, rate = mpmath.mpf(sigma), mpmath.mpf(q)
        r = lambda x: mpmath.npdf(x, 0, s)  # noqa: E731
        a = lambda x: (1 - rate) * r(x) + rate * mpmath.npdf(x, 1, s)  # noqa: E731
        ends = [-30 * s, -5 * s, 0, 1, n, n + 5 * s, n + 30 * s]
        moments = [
            mpmath.quad(lambda x: a(x) ** n * r(x) ** (1 - n), ends),
            mpmath.quad(lambda x: r(x) ** n * a(x) ** (1 - n), ends),
        ]
        truth = mpmath.log(max(moments)) / (n - 1)
        found = Composition([poisson(gauss(sigma), q)]).renyi(n, digits=12)
        told = mpmath.mpf(found.upper.mantissa) * mpmath.mpf(10) ** found.upper.exponent
        assert abs(told - truth) < truth * mpmath.mpf("1e-10")
        assert moments[0] >= moments[1]


@pytest.mark.parametrize(
    "part",
    [gauss(2), laplace(1), geometric(2, 2), dgauss(3), gdp("0.5"), pure(1), response(1, 4), zcdp("0.1")],
    ids=str,
)
def test_a_sample_is_no_worse_than_all(part):
    for sampled in (poisson(part, "0.01"), fixed(part, "0.01")):
        for n in (2, 3, 10, 32):
            assert Composition([sampled]).renyi(n).upper.fraction <= Composition([part]).renyi(n).upper.fraction
    half = [Composition([poisson(part, q)]).renyi(4).upper.fraction for q in ("0", "1e-6", "0.1", "0.5", "1")]
    assert half == sorted(half)
    assert half[0] == 0
    assert half[-1] == Composition([part]).renyi(4).upper.fraction


@pytest.mark.parametrize(
    ("sigma", "q", "alpha"),
    [("1", "1/100", "5/2"), ("2", "1/10", "3/2"), ("1/2", "1/3", "33/10"), ("3", "1/2", "41/4")],
)
def test_between_integer_orders_a_sample_is_near_its_moment(sigma, q, alpha):
    """The chord of the bounds at the integers beside the order: above the truth, and not above the next integer order."""
    s, share, order = (mpmath.mpf(F(x).numerator) / F(x).denominator for x in (sigma, q, alpha))
    part = poisson(gauss(sigma), q)
    told = Composition([part]).renyi(alpha).upper.fraction
    with mpmath.workdps(25):

        def ratio(x):
            return 1 - share + share * mpmath.exp((2 * x - 1) / (2 * s**2))

        def moment(power):
            return mpmath.quad(
                lambda x: mpmath.npdf(x, 0, s) * ratio(x) ** power, mpmath.linspace(-14 * s, 14 * s + 2 * order, 40)
            )

        truth = max(mpmath.log(moment(order)), mpmath.log(moment(1 - order))) / (order - 1)
        assert truth <= mpmath.mpf(told.numerator) / told.denominator <= truth * mpmath.mpf("1.5")
    assert told <= Composition([part]).renyi(-(-F(alpha) // 1)).upper.fraction


def test_a_sample_has_the_relation_of_its_sampling():
    assert poisson(pure(1), "0.1").neighbours == ADD_REMOVE
    assert fixed(pure(1), "0.1").neighbours == CHANGE_ONE
    assert poisson(pure(1), 1).neighbours == ADD_REMOVE
    with pytest.raises(ObjectError, match="change-one neighbours, expected add/remove"):
        poisson(pure(1, CHANGE_ONE), "0.1")
    with pytest.raises(ObjectError, match="expected one relation"):
        Composition([poisson(pure(1), "0.1"), fixed(pure(1), "0.1")])
    with pytest.raises(ObjectError, match="names no neighbouring relation"):
        Composition([poisson(pure(1), "0.1"), pure(1)])
    assert Composition([poisson(pure(1), "0.1"), pure(1)], ADD_REMOVE).neighbours == ADD_REMOVE


def test_known_numbers():
    """Of normal noise on a sample, at integer orders: as other accountants have it."""
    assert Composition([poisson(gauss(1), "0.01") ** 1000]).epsilon("1e-5")["Renyi"].upper.fraction == F("2.1077531")


@pytest.mark.parametrize("sampling", [poisson, fixed])
def test_a_sample_of_what_says_nothing_says_nothing(sampling: Any) -> None:
    for part in (renyi({2: 0, 4: 0}), zcdp(0)):
        found = Composition([(sampling(part, "1/3"), 5)]).renyi(4)
        assert found.upper.fraction == found.lower.fraction == 0
