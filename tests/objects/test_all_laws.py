"""Every law has every divergence: max divergence by suprema, the delta-approximate Rényi divergence by trimmed densities."""

from __future__ import annotations

import pytest
from flint import arb, ctx
from sympy import Interval, Rational

from dpsym.objects import (
    ApproximateRenyi,
    DiscreteGaussian,
    DiscreteLaplace,
    Exponential,
    FiniteLaw,
    Gumbel,
    HockeyStick,
    Laplace,
    MaxDivergence,
    Normal,
    Renyi,
    TotalVariation,
    Uniform,
    condition,
    shift,
)
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
    for alpha, delta in ((2, Rational(1, 100)), (Rational(3, 2), Rational(1, 5)), (10, Rational(1, 1000))):
        d = ApproximateRenyi(alpha, delta, Normal(0, 1), Normal(1, 1))
        assert d.enclose({}, 10).overlaps(_trimmed(*d.args, 10))


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
    from dpsym.objects.numeric import _Terms

    with ctx.workprec(120):
        return _Terms(law, 120)(k).exp().mid().fmpq()


def test_approximate_renyi_at_its_ends():
    p, q = Laplace(0, 1), Laplace(0, 2)
    assert ApproximateRenyi(2, 0, p, q).enclose({}, 15).overlaps(Renyi(2, p, q).enclose({}, 15))
    assert TotalVariation(p, q).enclose({}, 15) < Rational(1, 3)
    assert ApproximateRenyi(2, Rational(1, 3), p, q).enclose({}, 15) == 0
    assert not ApproximateRenyi(2, Rational(1, 100), Uniform(0, 2), Uniform(0, 1)).enclose({}, 10).is_finite()
