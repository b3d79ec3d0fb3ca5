"""Laws from sympy.stats and to it; queries of a user's own."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
import sympy.stats as stats
from sympy import Rational, S, Symbol, exp, sqrt, symbols

from dpsym.objects import (
    ADD_REMOVE,
    CHANGE_ONE,
    Affine,
    Bernoulli,
    Binomial,
    DiscreteLaplace,
    Exponential,
    FiniteLaw,
    Gumbel,
    KullbackLeibler,
    Laplace,
    LaplaceMechanism,
    Mixture,
    Normal,
    ObjectError,
    PrivacyProfile,
    Product,
    PureDP,
    Query,
    Sensitivity,
    TotalVariation,
    Uniform,
    clipped_sum,
    enumerated,
    histogram,
    law_of,
    to_sympy_stats,
    vector,
)

H = Rational(1, 2)
a, b = symbols("a b", positive=True)
X = stats.Normal("X", 0, 1)
LAWS: list[Any] = [
    Normal(0, 1), Normal(a, b), Laplace(1, b), Uniform(0, b), Exponential(3), Gumbel(1, 2), Bernoulli(H), Binomial(3, H / 2),
    FiniteLaw({1: H, 5: H}), FiniteLaw({"yes": H, "no": H}),
]  # fmt: skip


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_there_and_back(law: Any) -> None:
    assert law_of(to_sympy_stats(law, "Z")) == law


@pytest.mark.parametrize(
    ("given", "law"),
    [
        (2 * X + 3, Normal(3, 2)),
        (X - S(1) / 2, Normal(-H, 1)),
        (stats.Normal("Y", 0, 0.5), Normal(0, H)),
        (stats.Die("D", 3), FiniteLaw({1: Rational(1, 3), 2: Rational(1, 3), 3: Rational(1, 3)})),
        (stats.Bernoulli("B", H) * -2, FiniteLaw({-2: H, 0: H})),
        (stats.Rademacher("R"), FiniteLaw({-1: H, 1: H})),
        (X.pspace.distribution, Normal(0, 1)),
        (Normal(0, 1), Normal(0, 1)),
    ],
    ids=str,
)
def test_what_a_random_symbol_stands_for(given: Any, law: Any) -> None:
    found = law_of(given)
    assert found == law or dict(zip(*found.args)) == dict(zip(*law.args))


def test_divergences_take_random_symbols() -> None:
    assert TotalVariation(X, X + 1) == TotalVariation(Normal(0, 1), Normal(1, 1))
    assert (
        KullbackLeibler(stats.Laplace("L", 0, b), Laplace(1, b)).doit()
        == KullbackLeibler(Laplace(0, b), Laplace(1, b)).doit()
    )
    assert PrivacyProfile(X, X + 1) == PrivacyProfile(Normal(0, 1), Normal(1, 1))


@pytest.mark.parametrize("law", [Affine(Exponential(1), 2, 3), Mixture({Laplace(0, 1): H, Laplace(1, 1): H})], ids=str)
def test_laws_without_a_name_there_are_handed_over_by_their_density(law: Any) -> None:
    x = Symbol("x", real=True)
    found = stats.density(to_sympy_stats(law))(x)
    for at in (Rational(7, 2), S(5)):
        assert abs((found - law.density(x)).subs(x, at).evalf(30)) < 1e-25


def test_laws_on_the_integers_are_handed_over() -> None:
    assert stats.density(to_sympy_stats(DiscreteLaplace(0, 1)))(2).equals(DiscreteLaplace(0, 1).density(2))


@pytest.mark.parametrize(
    "ask",
    [
        lambda: law_of(X**2), lambda: law_of(-X), lambda: law_of(X + stats.Normal("Y", 0, 1)), lambda: law_of(stats.Poisson("P", 2)),
        lambda: law_of(stats.Gumbel("G", 1, 0, True)), lambda: law_of(stats.Beta("T", 1, 2)), lambda: to_sympy_stats(5),
        lambda: to_sympy_stats(Product(Normal(0, 1), Normal(0, 1))), lambda: TotalVariation(X, 5),
        lambda: law_of(stats.given(X, X > 0)),
    ],
)  # fmt: skip
def test_what_has_no_counterpart_is_refused(ask: Any) -> None:
    with pytest.raises(ObjectError, match=r"found|counterpart"):
        ask()


# -- queries ----------------------------------------------------------------------------------------------------------


def test_a_query_that_is_stated() -> None:
    income = Query("income", 1, change_one=Rational(5, 2))
    assert income.sensitivity(CHANGE_ONE) == Sensitivity(Rational(5, 2), CHANGE_ONE)
    assert LaplaceMechanism(income.sensitivity(CHANGE_ONE), 1).privacy() == PureDP(1)
    both = vector(income, histogram(3))
    assert both.change_one == (Rational(9, 2), sqrt(Rational(25, 4) + 2), Rational(5, 2))
    assert both.add_remove == ()
    for query in (income, both):
        assert query.func(*query.args) == query


def test_a_query_that_is_enumerated() -> None:
    """Sums of records in {0, 1, 3} clipped to [0, 2]: the sensitivities are those of the formula, as it is attained."""
    datasets = [x for n in range(3) for x in product((0, 1, 3), repeat=n)]
    found = enumerated(lambda d: sum(min(r, 2) for r in d), datasets, "clipped")
    assert found.change_one == clipped_sum(0, 2).change_one == (2, 2, 2)
    assert found.add_remove == (2, 2, 2)
    assert found((1, 3)) == 3
    assert found.func(*found.args) == found
    assert found.sensitivity(ADD_REMOVE, "l2") == Sensitivity(2, ADD_REMOVE, "l2")
    counts = enumerated(lambda d: (d.count("x"), d.count("y")), list(product("xy", repeat=2)))
    assert counts.change_one == (2, sqrt(2), 1)
    assert counts.dimension == 2
    assert counts.add_remove == ()
    powers = enumerated(lambda d: exp(sum(d)), [(0,), (1,), (2,)])
    assert powers.change_one[0] == exp(2) - 1
