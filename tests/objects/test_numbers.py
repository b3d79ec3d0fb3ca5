"""Masses are one, digits are known, comparisons are decided, closed forms have a value wherever they are defined."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import numpy as np
import pytest
import sympy
from flint import arb, ctx
from sympy import Integer, Interval, Lambda, Rational, Symbol, exp, oo

from dpsym.objects import (
    Bernoulli,
    Binomial,
    ChiSquared,
    CoinResponse,
    DiscreteLaplace,
    Exponential,
    FiniteLaw,
    Gumbel,
    HockeyStick,
    KullbackLeibler,
    Laplace,
    Mixture,
    Normal,
    ObjectError,
    Product,
    PureDP,
    Renyi,
    ResponseMechanism,
    TotalVariation,
    Uniform,
    condition,
    push_forward,
    scale,
    shift,
)

HALF, THIRD = Rational(1, 2), Rational(1, 3)
x = Symbol("x", real=True)
SIMPLE = [Laplace(1, 2), Normal(-1, THIRD), Uniform(-1, 2), Exponential(3), Gumbel(1, 2)]
MIXED = [
    Mixture({Normal(0, 1): THIRD, Laplace(1, 1): 1 - THIRD}),
    Mixture({Uniform(0, 1): HALF, Exponential(1): HALF}),
    Mixture([Gumbel(0, 1), Gumbel(0, 1)], [HALF, HALF]),
]
GIVEN = [Interval(-5, HALF), Interval(0, oo), Interval(-oo, 1), Interval(Rational(1, 4), 7)]


def constructions(law):
    yield law
    yield shift(law, -3)
    yield scale(law, Rational(5, 2))
    yield push_forward(law, Lambda(x, 2 * x + 1))
    for event in GIVEN:
        inside = condition(law, event)
        yield inside
        yield shift(inside, 2)
        yield scale(inside, 3)


def mass_of(law) -> float:
    """A Gauss sum over the support, cut where the density has kinks and at distances that grow."""
    low, high = law.ends()
    far = [0.25 * 1.3**k for k in range(35)]  # to 1,800
    cuts = sorted({float(e) for e in (*law.kinks(), low, high) if e is not None} | {*far, *(-y for y in far), 0.0})
    inside = [c for c in cuts if (low is None or c >= low) and (high is None or c <= high)]
    f = sympy.lambdify(x, law.density(x), "numpy")
    nodes, weights = np.polynomial.legendre.leggauss(20)
    with np.errstate(over="ignore"):
        return sum(
            (b - a) / 2 * float(np.dot(weights, f(a + (b - a) * (nodes + 1) / 2) + 0 * nodes))
            for a, b in pairwise(inside)
        )


@pytest.mark.parametrize("law", [*SIMPLE, *MIXED], ids=str)
def test_every_constructor_has_mass_one(law):
    for made in constructions(law):
        assert abs(mass_of(made) - 1) < 1e-10, made


def test_finite_constructors_have_mass_one():
    coin = CoinResponse(HALF, THIRD, 1)
    eps = Rational(12345, 10000)
    laws = [
        Product(coin, Bernoulli(THIRD)).as_finite(),
        Mixture({coin: THIRD, Bernoulli(HALF): 1 - THIRD}).as_finite(),
        push_forward(Binomial(5, THIRD), lambda k: k % 2),
        condition(Binomial(5, THIRD), lambda k: k > 2),
        FiniteLaw({0: exp(eps) / (1 + exp(eps)), 1: 1 / (1 + exp(eps))}),
        FiniteLaw({0: exp(Rational(0.1)) / (1 + exp(Rational(0.1))), 1: 1 / (1 + exp(Rational(0.1)))}),
    ]
    assert [sympy.simplify(law.mass()) for law in laws] == [1] * len(laws)


def test_a_conditioned_law_keeps_to_the_support():
    given = condition(Uniform(0, 1), Interval(-5, HALF))
    assert TotalVariation(given, Uniform(0, HALF)).enclose({}, 20).is_zero()
    assert TotalVariation(shift(given, 1), Uniform(1, Rational(3, 2))).enclose({}, 20).is_zero()
    mixed = condition(Mixture({Uniform(0, 1): HALF, Uniform(2, 3): HALF}), Interval(HALF, 2))
    assert mixed == condition(Uniform(0, 1), Interval(HALF, 2))
    with pytest.raises(ObjectError, match="has probability 0"):
        condition(Mixture({Uniform(0, 1): HALF, Uniform(2, 3): HALF}), Interval(4, 5))


def test_mixtures_need_a_weight_for_each_law():
    with pytest.raises(ObjectError, match="found 2 laws and 1 weights"):
        Mixture([Normal(0, 1), Normal(1, 1)], [1])


# -- digits ----------------------------------------------------------------------------------------------------------


def test_total_variation_does_not_depend_on_the_order():
    one, other = (TotalVariation(*pair) for pair in ((Normal(0, 1), Normal(0, 10)), (Normal(0, 10), Normal(0, 1))))
    assert str(one.evalf(5)) == str(other.evalf(5)) == "0.79822"
    assert one.enclose({}, 30).mid() == other.enclose({}, 30).mid()


def test_tiny_values_have_digits():
    tiny = HockeyStick(exp(513), Normal(0, 1), Normal(1, 1))
    assert 0 < tiny.evalf(5) < sympy.Float("1e-57000")
    other = HockeyStick(Integer(10) ** 200, scale(Normal(1, 1), 2), Normal(0, 1)).enclose({}, 20)
    assert other.rel_accuracy_bits() > 60
    assert other > 0


def test_values_that_are_zero_are_zero():
    assert HockeyStick(exp(Integer(1)), shift(Laplace(0, 1), 1), Laplace(0, 1)).enclose().is_zero()
    assert HockeyStick(Integer(2), Laplace(0, 1), Laplace(0, 2)).enclose().is_zero()  # touched at one point
    assert (
        HockeyStick(Integer(2), Laplace(0, 1), Mixture({Laplace(0, 1): HALF, Normal(0, 1): HALF})).enclose().is_zero()
    )


def test_balls_print_the_digits_that_were_asked_for():
    d = TotalVariation(Normal(0, 1), Normal(1, 1))
    assert str(d.enclose({}, 25)).startswith("[0.382924922548026207")
    assert "1.3" not in str(d.enclose({}, 5))
    assert str(d.enclose({}, 5)) == "[0.38292 +/- 4.93e-6]"
    assert str(KullbackLeibler(Uniform(0, 2), Uniform(0, 1)).enclose()) == "oo"


def test_a_number_that_is_not_known_is_refused_with_its_width():
    """Equal laws, told apart by an expression that no normal form sees through."""
    hidden = sympy.sqrt(5 + 2 * sympy.sqrt(6)) - sympy.sqrt(2) - sympy.sqrt(3) + 1
    d = TotalVariation(Gumbel(0, 1), Gumbel(0, hidden))
    with pytest.raises(ObjectError, match=r"found an enclosure of relative width below 1\.00 only, expected \d digits"):
        d.evalf(5)


def test_levels_have_enclosures():
    level = PureDP(1).level(ResponseMechanism(HALF, HALF).as_finite())
    with ctx.workprec(120):
        assert level.enclose(25).overlaps(arb(3).log())
    assert str(level.enclose(10)).startswith("[1.098612289")


# -- comparisons -----------------------------------------------------------------------------------------------------


def test_comparisons_of_closed_numbers_are_decided():
    d = TotalVariation(Normal(0, 1), Normal(1, 1))
    other = TotalVariation(Normal(0, 1), Laplace(0, 1))
    for bound in (HALF, 0.5, Decimal("0.5"), sympy.Float(0.5), sympy.sqrt(2) / 2):
        assert bool(d < bound)
        assert not bool(d >= bound)
        assert bool(other <= bound)
    assert bool(HALF > d)  # noqa: SIM300, the other way round
    assert bool(other < d)
    assert bool(KullbackLeibler(Normal(0, 1), Normal(1, 1)) <= HALF)
    assert not bool(KullbackLeibler(Normal(0, 1), Normal(1, 1)) < HALF)
    assert bool(KullbackLeibler(Uniform(0, 2), Uniform(0, 1)) > 10**9)


def test_what_is_open_stays_a_relation():
    s = Symbol("s", positive=True)
    assert isinstance(TotalVariation(Normal(0, s), Normal(1, s)) < HALF, sympy.core.relational.Relational)


def test_a_double_is_the_number_that_it_is():
    d = KullbackLeibler(Normal(0, 1), Normal(sympy.sqrt(Rational(1, 5)), 1))  # 1/10 exactly
    assert bool(d < 0.1)  # the double lies above
    assert bool(d <= Rational(1, 10))
    assert not bool(d < Decimal("0.1"))


# -- closed forms ------------------------------------------------------------------------------------------------------


def test_closed_forms_have_a_value_wherever_they_are_defined():
    alpha, b = Symbol("alpha", positive=True), Symbol("b", positive=True)
    p, q = Symbol("p"), Symbol("q")
    for make in (lambda d: Laplace(d, b), lambda d: DiscreteLaplace(d, b)):
        at_half = Renyi(alpha, make(0), make(1)).doit().subs(alpha, HALF)
        assert at_half.subs(b, 2).equals(Renyi(HALF, make(0), make(1)).doit().subs(b, 2))
    for kind in (KullbackLeibler, ChiSquared, lambda p, q: Renyi(alpha, p, q)):
        form = kind(Bernoulli(p), Bernoulli(q)).doit()
        for u in (0, HALF, 1):
            for v in (0, HALF, 1):
                value = form.subs({p: u, q: v, alpha: 2})
                laws = Bernoulli(Rational(u)), Bernoulli(Rational(v))
                expected = (kind(*laws)).subs(alpha, 2).doit()
                assert value == expected or sympy.simplify(value - expected) == 0, (u, v)


def test_orders_that_are_no_integers_need_no_radicals():
    p, q = FiniteLaw({0: THIRD, 1: 1 - THIRD}), FiniteLaw({0: Rational(1, 7), 1: Rational(6, 7)})
    found = Renyi(Rational(10017, 10000), p, q).enclose({}, 40)
    with ctx.workprec(300):
        a = arb(10017) / 10000
        power = sum((arb(u.p) / u.q) ** a * (arb(v.p) / v.q) ** (1 - a) for u, v in zip(p.weights, q.weights))
        assert found.overlaps(power.log() / (a - 1))


@pytest.mark.parametrize("around", [2, 53, 1000])
def test_a_value_of_one_has_the_digits_that_were_asked_for_at_any_precision_around_it(around: int) -> None:
    apart = [
        (Uniform(170, 172), Uniform(-9, -8)),
        (Laplace(6400, 7), Laplace(0, Rational(1, 100))),
        (Normal(0, 1), Normal(50, 1)),
    ]
    for p, q in apart:
        for distance in (TotalVariation(p, q), HockeyStick(exp(Rational(1, 3)), p, q)):
            with ctx.workprec(around):
                found = distance.enclose({}, 40)
            with ctx.workprec(1000):
                assert 1 - arb(10) ** -39 < found <= 1 + arb(10) ** -38
                assert found.rad() < arb(10) ** -39
    assert str(TotalVariation(*apart[0]).evalf(30)) == "1." + 29 * "0"
