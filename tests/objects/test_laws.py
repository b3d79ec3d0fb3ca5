"""Laws: densities agree with sympy.stats, masses, moments, combination, and errors that name the condition."""

from __future__ import annotations

import mpmath
import pytest
import sympy
from sympy import Interval, Rational, Symbol, exp, log, oo

from dpsym.objects import (
    Bernoulli,
    BinaryResponse,
    Binomial,
    CoinResponse,
    DiscreteGaussian,
    DiscreteLaplace,
    Exponential,
    FiniteLaw,
    FourPointResponse,
    Gumbel,
    HockeyStick,
    KaryResponse,
    Laplace,
    LawSymbol,
    Mixture,
    Normal,
    ObjectError,
    Product,
    Renyi,
    RenyiDP,
    TotalVariation,
    Uniform,
    condition,
    push_forward,
    scale,
    shift,
)

X = Symbol("x", real=True)
B = Symbol("b", positive=True)
CONTINUOUS = [Laplace(1, 2), Normal(1, 2), Uniform(1, 3), Exponential(2), Gumbel(1, 2)]


@pytest.mark.parametrize("law", CONTINUOUS, ids=str)
def test_density_mean_and_variance_agree_with_sympy_stats(law):
    stats = law.stats()
    for x in (Rational(1, 3), Rational(3, 2), Rational(5, 2)):
        assert sympy.simplify(law.density(x) - stats.pdf(x)).evalf(30) == pytest.approx(0, abs=1e-25)
    from sympy.stats import E, variance
    from sympy.stats.crv_types import rv

    name = type(law).__name__
    if name in ("Laplace", "Normal", "Uniform", "Exponential"):
        symbol = rv("Y", type(stats), stats.args)
        assert sympy.simplify(E(symbol) - law.mean()) == 0
        assert sympy.simplify(variance(symbol) - law.variance()) == 0


@pytest.mark.parametrize("law", CONTINUOUS, ids=str)
def test_the_derivative_of_the_distribution_function_is_the_density(law):
    for x in (Rational(7, 5), Rational(9, 4)):
        slope = sympy.diff(law.cdf(X), X).subs(X, x)
        assert abs(sympy.N(slope - law.density(x), 30)) < 1e-25


@pytest.mark.parametrize(
    "law",
    [BinaryResponse(log(3), 0), KaryResponse(1, 4, 2), CoinResponse(Rational(1, 3), Rational(1, 5), 1),
     FourPointResponse(1, Rational(1, 10), 0), Bernoulli(Rational(1, 3)), Binomial(4, Rational(1, 3))],
    ids=str,
)  # fmt: skip
def test_weights_sum_to_one(law):
    assert sympy.simplify(sum(law.weights)) == 1
    assert law.as_finite().weights == law.weights


def test_laws_substitute_compare_and_hash():
    assert Laplace(0, B).subs(B, 2) == Laplace(0, 2)
    assert hash(Normal(0, B)) == hash(Normal(0, B))
    assert Normal(0, B) != Normal(1, B)
    with pytest.raises(ObjectError, match="scale must be positive"):
        Laplace(0, B).subs(B, 0)


def test_shift_and_scale_stay_in_the_family():
    assert shift(Laplace(0, B), 3) == Laplace(3, B)
    assert scale(Normal(1, B), 2) == Normal(2, 2 * B)
    assert scale(Exponential(2), 4) == Exponential(Rational(1, 2))
    assert shift(Exponential(2), 1).density(Rational(3, 2)) == 2 * exp(-1)


def test_combined_laws():
    mixed = Mixture({Normal(0, 1): Rational(1, 3), Normal(3, 1): Rational(2, 3)})
    assert mixed.mean() == 2
    assert mixed.variance() == 3
    assert push_forward(KaryResponse(log(2), 3, 0), lambda o: o % 2) == FiniteLaw(
        {0: Rational(3, 4), 1: Rational(1, 4)}
    )
    assert condition(FiniteLaw({0: Rational(1, 2), 1: Rational(1, 3), 2: Rational(1, 6)}), [1, 2]) == FiniteLaw(
        {1: Rational(2, 3), 2: Rational(1, 3)}
    )
    joint = Product(BinaryResponse(log(3), 0), BinaryResponse(log(3), 0)).as_finite()
    assert joint.density((0, 0)) == Rational(9, 16)
    cut = condition(Normal(0, 1), Interval(0, sympy.oo))
    assert sympy.simplify(cut.density(1) / Normal(0, 1).density(1)) == 2
    assert LawSymbol("P") == LawSymbol("P")


INTERVALS = [
    Interval(-5, Rational(1, 2)),
    Interval.open(Rational(1, 4), 7),
    Interval(-oo, oo),
    Interval(0, Rational(2, 3)),
]


@pytest.mark.parametrize("event", INTERVALS, ids=str)
@pytest.mark.parametrize("law", [Uniform(0, 1), Exponential(3), Normal(0, 2), Laplace(1, 1), Gumbel(0, 1)], ids=str)
def test_a_law_given_an_interval_has_mass_one_on_what_both_have(law, event) -> None:
    """It was spread over the whole interval: Uniform(0, 1) given [-5, 1/2] had mass 11."""
    cut = condition(law, event)
    low, high = (e if e is not None else s * oo for e, s in zip(cut.ends(), (-1, 1)))
    assert all(low >= e for e in law.ends()[:1] if e is not None)
    assert all(high <= e for e in law.ends()[1:] if e is not None)
    density = sympy.lambdify(X, cut.density(X), "mpmath")
    ends = [mpmath.mpf(e.p) / e.q if e.is_finite else mpmath.mpf(40) * (1 if e > 0 else -1) for e in (low, high)]
    between = [v for v in (0, 1) if ends[0] < v < ends[1]]
    assert abs(mpmath.quad(density, [ends[0], *between, ends[1]]) - 1) < 1e-9


def test_an_interval_that_may_leave_the_support_is_refused() -> None:
    b = Symbol("b", positive=True)
    with pytest.raises(ObjectError, match="begins or ends inside b"):
        condition(Uniform(0, b), Interval(0, 2))
    assert condition(Exponential(b), Interval(-1, 2)) == condition(Exponential(b), Interval(0, 2))
    inside = condition(Uniform(0, 1), Interval(-5, Rational(1, 2)))
    assert TotalVariation(inside, Uniform(0, Rational(1, 2))).n(10) == 0


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Normal(0, 0), "Normal\\(0, 0\\): the standard deviation must be positive, found 0"),
        (lambda: Laplace(0, -1), "the scale must be positive, found -1"),
        (lambda: FiniteLaw({0: Rational(1, 3), 1: Rational(1, 3)}), "must sum to one, found 2/3"),
        (lambda: FiniteLaw({0: Rational(4, 3), 1: Rational(-1, 3)}), "must not be negative"),
        (lambda: Uniform(2, 1), "upper end must be above"),
        (lambda: Laplace(0, 0.5 + 0j), "expected a real number"),
        (lambda: Laplace(0, "b"), "expected a number such as '0.1'"),
        (lambda: BinaryResponse(-1, 0), "must not be negative"),
        (lambda: RenyiDP(Rational(1, 2), 1), "order alpha must be at least 1"),
        (lambda: Renyi(0, Normal(0, 1), Normal(1, 1)), "order alpha must be positive"),
        (lambda: HockeyStick(0, Normal(0, 1), Normal(1, 1)), "gamma must be positive"),
        (lambda: TotalVariation(Normal(0, 1), DiscreteLaplace(0, 1)), "different spaces"),
        (lambda: TotalVariation(Bernoulli(0), Binomial(2, 0)), "different spaces"),
        (lambda: Mixture({Normal(0, 1): Rational(1, 2), DiscreteGaussian(0, 1): Rational(1, 2)}), "not on one space"),
        (lambda: DiscreteLaplace(Rational(1, 2), 1), "location must be an integer"),
        (lambda: condition(Bernoulli(0), [1]), "probability 0"),
    ],
)
def test_bad_input_names_the_object_and_the_condition(build, words):
    with pytest.raises(ObjectError, match=words):
        build()
