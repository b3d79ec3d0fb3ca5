"""Closed forms against rigorous quadrature and summation, to 40 digits at random exact parameters."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from flint import arb, ctx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sympy import Rational, Symbol, exp, log

from dpsym.objects import (
    ApproximateMax,
    ApproximateRenyi,
    BinaryResponse,
    ChiSquared,
    CoinResponse,
    DiscreteGaussian,
    DiscreteLaplace,
    FiniteLaw,
    FourPointResponse,
    Gumbel,
    Hellinger,
    HockeyStick,
    KaryResponse,
    KullbackLeibler,
    Laplace,
    MaxDivergence,
    Mixture,
    Normal,
    PrivacyLoss,
    Renyi,
    TotalVariation,
)

DIGITS = 40
KINDS = [TotalVariation, HockeyStick, KullbackLeibler, Renyi, Hellinger, ChiSquared]


def rational(low, high):
    return st.fractions(low, high, max_denominator=12).map(lambda q: Rational(q.numerator, q.denominator))


PAIRS = {
    "laplace": (rational(0, 3), rational(Fraction(1, 2), 3)),
    "normal": (rational(0, 3), rational(Fraction(1, 2), 3)),
    "discrete laplace": (st.integers(0, 5), rational(Fraction(1, 2), 3)),
    "binary response": (rational(0, 3), st.just(0)),
    "k-ary response": (rational(0, 3), st.integers(2, 5)),
    "coins": (rational(Fraction(1, 10), Fraction(9, 10)), rational(Fraction(1, 10), Fraction(9, 10))),
    "four points": (rational(0, 3), rational(0, 1)),
    "three points": (rational(Fraction(1, 10), Fraction(9, 10)), rational(Fraction(1, 10), Fraction(9, 10))),
}
#: With an atom that the other law does not have, these are infinite.
INFINITE = {"four points": (KullbackLeibler, ChiSquared)}


def laws(family, a, b):
    return {
        "laplace": lambda: (Laplace(0, b), Laplace(a, b)),
        "normal": lambda: (Normal(a, b), Normal(0, b)),
        "discrete laplace": lambda: (DiscreteLaplace(0, b), DiscreteLaplace(a, b)),
        "binary response": lambda: (BinaryResponse(a, 0), BinaryResponse(a, 1)),
        "k-ary response": lambda: (KaryResponse(a, b, 0), KaryResponse(a, b, 1)),
        "coins": lambda: (CoinResponse(a, b, 0), CoinResponse(a, b, 1)),
        "four points": lambda: (FourPointResponse(a, b, 0), FourPointResponse(a, b, 1)),
        "three points": lambda: (
            FiniteLaw({0: a / 2, 1: a / 2, 2: 1 - a}),
            FiniteLaw({0: b / 3, 1: 1 - b, 2: 2 * b / 3}),
        ),
    }[family]()


def close(a: arb, b: arb) -> bool:
    """Both enclose one number, to 40 significant digits; where one is exactly 0, the other to 40 places."""
    with ctx.workprec(400):
        small = arb(10) ** -DIGITS
        size = arb(1) if a.is_zero() or b.is_zero() else abs(a.mid())
        return bool(a.overlaps(b)) and all(x.rad() <= small * size for x in (a, b))


def agree_to_40_digits(family, kind, data):
    a, b = data.draw(PAIRS[family][0]), data.draw(PAIRS[family][1])
    p, q = laws(family, a, b)
    if kind in INFINITE.get(family, ()) and b > 0:
        assert kind(p, q).doit() is sympy.oo
        return
    if kind is HockeyStick:
        d = kind(exp(data.draw(rational(-1, 2))), p, q)
    elif kind is Renyi:
        most = 4 if family not in INFINITE else Fraction(11, 12)
        d = kind(data.draw(rational(Fraction(1, 2), most).filter(lambda x: x != 1)), p, q)
    else:
        d = kind(p, q)
    assert d.closed_form() is not None
    assert close(d.enclose({}, DIGITS + 2), d.quadrature({}, DIGITS + 2))


def examples(count: int) -> settings:
    return settings(max_examples=count, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
@pytest.mark.parametrize("family", PAIRS)
@examples(4)
@given(data=st.data())
def test_closed_form_and_definition_agree_to_40_digits(family, kind, data):
    agree_to_40_digits(family, kind, data)


@pytest.mark.campaign
@pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
@pytest.mark.parametrize("family", PAIRS)
@examples(40)
@given(data=st.data())
def test_campaign_closed_form_and_definition_agree_to_40_digits(family, kind, data):
    agree_to_40_digits(family, kind, data)


@pytest.mark.parametrize(
    ("p", "q"),
    [
        (Laplace(0, 1), Normal(0, 1)), (Gumbel(0, 1), Gumbel(1, 1)), (DiscreteGaussian(0, 2), DiscreteGaussian(1, 2)),
        (Normal(0, 1), Mixture({Normal(0, 1): Rational(1, 2), Normal(1, 1): Rational(1, 2)})),
    ],
    ids=str,
)  # fmt: skip
def test_pairs_without_closed_form_are_enclosed(p, q):
    for d in (TotalVariation(p, q), KullbackLeibler(p, q), Hellinger(p, q), Renyi(Rational(1, 2), p, q)):
        ball = d.enclose({}, 30)
        assert ball.is_finite()
        assert ball.rad() < abs(ball.mid()) * arb(10) ** -29
        assert ball > 0


def test_known_values():
    assert abs(KullbackLeibler(Gumbel(0, 1), Gumbel(1, 1)).enclose({}, 30) - (arb(1).exp() - 2)) < 1e-15
    assert not Renyi(3, Laplace(0, 1), Normal(0, 1)).enclose({}, 20).is_finite()
    assert MaxDivergence(Normal(0, 1), Normal(1, 1)).doit() is sympy.oo
    assert MaxDivergence(Laplace(0, 2), Laplace(1, 2)).doit() == Rational(1, 2)


def test_limits_of_the_order():
    p, q = Laplace(0, 1), Laplace(1, 1)
    assert Renyi(1, p, q) == KullbackLeibler(p, q)
    assert Renyi(sympy.oo, p, q) == MaxDivergence(p, q)
    near = Renyi(1 + Rational(1, 10**12), p, q).enclose({}, 20)
    assert abs(near - KullbackLeibler(p, q).enclose({}, 20)) < 1e-11
    far = Renyi(10**9, p, q).enclose({}, 20)
    assert abs(far - 1) < 1e-8


def test_symbols_stay_and_can_be_differentiated():
    eps, delta = Symbol("epsilon", positive=True), Symbol("delta", positive=True)
    d = TotalVariation(Laplace(0, 1 / eps), Laplace(1, 1 / eps))
    assert d.doit() == 1 - exp(-eps / 2)
    assert d.diff(eps) == exp(-eps / 2) / 2
    assert d.subs(eps, 2) == TotalVariation(Laplace(0, Rational(1, 2)), Laplace(1, Rational(1, 2)))
    assert TotalVariation(BinaryResponse(eps, 0), BinaryResponse(eps, 1)).doit() == (exp(eps) - 1) / (exp(eps) + 1)
    four = MaxDivergence(FourPointResponse(eps, delta, 0), FourPointResponse(eps, delta, 1))
    assert four.doit() is sympy.oo  # the marked outcome is possible for one of them only
    assert d.defined_when().subs(eps, 1) == sympy.true


def test_nothing_leaves_its_range():
    same = TotalVariation(Normal(0, 1), Normal(0, 1)).enclose({}, 30)
    assert same >= 0
    assert same <= 1
    assert HockeyStick(exp(10), Laplace(0, 1), Laplace(1, 1)).enclose({}, 30).is_zero()


def test_approximate_divergences():
    p, q = Laplace(0, 1), Laplace(1, 1)
    assert ApproximateMax(Rational(1, 10), p, q).doit() == 1 + 2 * log(Rational(9, 10))
    assert (
        ApproximateMax(Rational(1, 10), p, q)
        .enclose({}, 25)
        .overlaps(ApproximateMax(Rational(1, 10), p, q).quadrature({}, 25))
    )
    trimmed = ApproximateRenyi(2, Rational(1, 100), Normal(0, 1), Normal(1, 1)).enclose({}, 20)
    assert 0 < trimmed < 1  # D_2 of the pair itself is 1
    grid = ApproximateRenyi(2, Rational(1, 10), BinaryResponse(1, 0), BinaryResponse(1, 1)).enclose({}, 20)
    assert 0 < grid < Renyi(2, BinaryResponse(1, 0), BinaryResponse(1, 1)).enclose({}, 20)


def test_the_privacy_loss():
    m = Symbol("m", positive=True)
    gauss = PrivacyLoss(Normal(0, 1), Normal(m, 1))
    assert gauss.law() == Normal(m**2 / 2, m)
    assert gauss.variance() == m**2
    lap = PrivacyLoss(Laplace(0, 1), Laplace(1, 1))
    assert lap.cdf(1) == 1
    assert lap.cdf(0) == exp(-Rational(1, 2)) / 2
    # delta(eps) = E max(0, 1 - exp(eps - Z)), here by the law of the loss
    rr = PrivacyLoss(BinaryResponse(log(3), 0), BinaryResponse(log(3), 1)).law()
    eps = log(2)
    delta = sum(w * sympy.Max(0, 1 - exp(eps - z)) for z, w in zip(rr.outcomes, rr.weights))
    assert sympy.simplify(delta - HockeyStick(2, BinaryResponse(log(3), 0), BinaryResponse(log(3), 1)).doit()) == 0
    with pytest.raises(ValueError, match="supports"):
        PrivacyLoss(FiniteLaw({0: 1, 1: 0}), FiniteLaw({0: Rational(1, 2), 1: Rational(1, 2)}))
