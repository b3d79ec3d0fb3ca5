"""Every law has every divergence: max divergence by suprema, the delta-approximate Rényi divergence by trimmed densities."""

from __future__ import annotations

import pytest
from flint import arb, ctx
from sympy import I, Integer, Interval, Rational, nan, oo, zoo

from dpsym.objects import (
    ApproximateRenyi,
    Bernoulli,
    ChiSquared,
    DiscreteGaussian,
    DiscreteLaplace,
    Exponential,
    FiniteLaw,
    Gumbel,
    Hellinger,
    HockeyStick,
    KullbackLeibler,
    Laplace,
    MaxDivergence,
    Normal,
    ObjectError,
    Product,
    Renyi,
    TotalVariation,
    Uniform,
    condition,
    shift,
)
from dpsym.objects.enclosing.structure import folded
from dpsym.objects.profile import _trimmed

PAIRS = [
    (Laplace(0, 1), Laplace(0, 2)), (Laplace(0, 2), Laplace(0, 1)), (Normal(0, 1), Normal(0, 2)), (Normal(0, 2), Normal(0, 1)),
    (Normal(0, 1), Laplace(0, 1)), (Laplace(0, 1), Normal(0, 1)), (Uniform(0, 1), Uniform(0, 2)), (Exponential(2), Exponential(1)),
    (Exponential(1), Exponential(2)), (shift(Exponential(1), 1), Exponential(1)),
    (condition(Normal(0, 1), Interval(-1, 1)), Uniform(-1, 1)), (Gumbel(1, 1), Gumbel(0, 1)), (Gumbel(0, 1), Gumbel(1, 1)),
    (DiscreteLaplace(0, 1), DiscreteLaplace(0, 2)), (DiscreteGaussian(0, 1), DiscreteGaussian(0, 2)),
    (DiscreteGaussian(0, 2), DiscreteLaplace(0, 1)), (DiscreteGaussian(0, 1), DiscreteGaussian(1, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("p", "q"), PAIRS, ids=str)
def test_the_max_divergence_is_the_supremum(p, q):
    """It is finite iff high gammas have no hockey-stick divergence, and the ratio comes close to it somewhere."""
    top = MaxDivergence(p, q).enclose({}, 20)
    if not top.is_finite():
        assert HockeyStick(100, p, q).enclose({}, 10) > 0
        return
    with ctx.workprec(200):
        above, below = ((top + s * arb(10) ** -3).exp().mid().fmpq() for s in (1, -1))
    above, below = (Rational(int(g.p), int(g.q)) for g in (above, below))
    assert HockeyStick(above, p, q).enclose({}, 10) < arb(10) ** -15
    assert HockeyStick(below, p, q).enclose({}, 10) > arb(10) ** -12


def test_known_suprema():
    with ctx.workprec(100):
        assert MaxDivergence(Laplace(0, 1), Laplace(0, 2)).enclose({}, 20).overlaps(arb(2).log())
        ratio = (2 * (arb(1) / 2).exp() / (2 * arb.pi()).sqrt()).log()  # of N(0, 1) and Lap(1), at |x| = 1
        assert MaxDivergence(Normal(0, 1), Laplace(0, 1)).enclose({}, 20).overlaps(ratio)
        assert MaxDivergence(Gumbel(1, 1), Gumbel(0, 1)).enclose({}, 20).overlaps(arb(1))


def test_trimmed_integrals_agree_with_the_gaussian_formula():
    for alpha, delta in (
        (Integer(2), Rational(1, 100)),
        (Rational(3, 2), Rational(1, 5)),
        (Integer(10), Rational(1, 1000)),
    ):
        p, q = Normal(0, 1), Normal(1, 1)
        assert ApproximateRenyi(alpha, delta, p, q).enclose({}, 10).overlaps(_trimmed(alpha, delta, p, q, 10))


@pytest.mark.parametrize(
    ("p", "q"),
    [(DiscreteLaplace(0, 1), DiscreteLaplace(1, 1)), (DiscreteGaussian(0, 1), DiscreteGaussian(1, 1))],
    ids=str,
)
def test_trimmed_sums_agree_with_finite_laws(p, q):
    """Of the laws cut to 81 outcomes, with rational weights: what was lost is below 1e-15."""
    ks = range(-40, 41)
    cut = []
    for law in (p, q):
        d = [Rational(int(w.p), int(w.q)) for w in (_weight(law, k) for k in ks)]
        cut.append(FiniteLaw({k: w / sum(d) for k, w in zip(ks, d)}))
    finite = ApproximateRenyi(2, Rational(1, 100), *cut).enclose({}, 15)
    assert abs(finite - ApproximateRenyi(2, Rational(1, 100), p, q).enclose({}, 12)) < 1e-10


def _weight(law, k):
    from dpsym.objects.enclosing.numeric import _Terms

    with ctx.workprec(120):
        return _Terms(law, 120)(k).exp().mid().fmpq()


def test_approximate_renyi_at_its_ends():
    p, q = Laplace(0, 1), Laplace(0, 2)
    assert ApproximateRenyi(2, 0, p, q).enclose({}, 15).overlaps(Renyi(2, p, q).enclose({}, 15))
    assert TotalVariation(p, q).enclose({}, 15) < Rational(1, 3)
    assert ApproximateRenyi(2, Rational(1, 3), p, q).enclose({}, 15) == 0
    assert not ApproximateRenyi(2, Rational(1, 100), Uniform(0, 2), Uniform(0, 1)).enclose({}, 10).is_finite()


@pytest.mark.parametrize("d", [1, 2, 5])
@pytest.mark.parametrize("sigma", [Rational(1, 3), 2, 7])
def test_discrete_gaussians_by_structure_agree_with_their_sums(d, sigma):
    p, q = DiscreteGaussian(0, sigma), DiscreteGaussian(d, sigma)
    kinds = [TotalVariation(p, q), KullbackLeibler(p, q), Hellinger(p, q), ChiSquared(p, q)]
    for x in [*kinds, Renyi(3, p, q), Renyi(Rational(1, 2), p, q), Renyi(Rational(7, 3), q, p)]:
        one, two = x.enclose({}, 20), x.quadrature({}, 20)
        assert one.overlaps(two)
        assert one.rad() < 1e-18 * (1 + abs(one).upper())


def test_wide_discrete_gaussians():
    for sigma in (10**6, 10**12):
        p, q = DiscreteGaussian(0, sigma), DiscreteGaussian(1, sigma)
        near = Normal(0, sigma), Normal(1, sigma)
        for kind, values in ((TotalVariation, ()), (KullbackLeibler, ()), (Renyi, (2,)), (Hellinger, ())):
            one, two = (kind(*values, *pair).enclose({}, 20) for pair in ((p, q), near))
            assert one > 0
            assert abs(one - two) < 1e-6 * two


def test_products():
    pair = Laplace(0, 1), Laplace(1, 1)
    twice = Product(pair[0], pair[0]), Product(pair[1], pair[1])
    for kind, values in ((KullbackLeibler, ()), (Renyi, (3,)), (MaxDivergence, ())):
        assert kind(*values, *twice).enclose({}, 20).overlaps(2 * kind(*values, *pair).enclose({}, 20))
    gauss = Product(Normal(0, 1), Normal(0, 2)), Product(Normal(3, 1), Normal(8, 2))  # distances 3 and 4: 5 in all
    for kind, values in ((TotalVariation, ()), (HockeyStick, (2,)), (Hellinger, ()), (ChiSquared, ()), (Renyi, (2,))):
        one = kind(*values, Normal(0, 1), Normal(5, 1)).enclose({}, 20)
        assert kind(*values, *gauss).enclose({}, 20).overlaps(one)
    coins = (
        Product(Bernoulli(Rational(1, 3)), Bernoulli(Rational(1, 4))),
        Product(Bernoulli(Rational(1, 2)), Bernoulli(Rational(1, 2))),
    )
    for kind in (Hellinger, ChiSquared, KullbackLeibler):
        parts = [kind(a, b).enclose({}, 20) for a, b in zip(coins[0].args, coins[1].args)]
        whole = folded(kind.kind, parts)
        assert whole is not None
        assert whole.overlaps(kind(*coins).enclose({}, 20))  # the joint law, outcome by outcome


def test_high_orders_of_finite_laws():
    p, q = Bernoulli(Rational(1, 3)), Bernoulli(Rational(1, 2))
    with ctx.workprec(200):
        for alpha in (100, 101, 150):  # below and above the order from which on nothing is written out
            exact = ((arb(1) / 3) ** alpha + (arb(2) / 3) ** alpha).log() / (alpha - 1) + arb(alpha - 1) * arb(
                2
            ).log() / (alpha - 1)
            assert Renyi(alpha, p, q).enclose({}, 25).overlaps(exact)
        far = Renyi(10**40, p, q).enclose({}, 25)
        assert abs(far - (arb(4) / 3).log()) < arb(10) ** -24
    assert not Renyi(10**6, p, Bernoulli(0)).enclose({}, 10).is_finite()


@pytest.mark.parametrize("value", [nan, zoo, I, oo, -oo])
def test_parameters_that_are_no_numbers_are_refused(value):
    with pytest.raises(ObjectError, match=r"expected a real number|must be finite"):
        Normal(value, 1)
    with pytest.raises(ObjectError, match=r"expected a real number|must be finite|must be positive"):
        Laplace(0, value)
