"""Mechanisms are their theorems: they return what the entries that they name state, at their parameters, with numbers put in."""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest
import sympy
from flint import arb
from sympy import Rational, log

from dpsym.derive.guarantees import compare, derivation
from dpsym.objects import (
    ADD_REMOVE,
    ASSUMED,
    CHANGE_ONE,
    DiscreteGaussianMechanism,
    DiscreteLaplace,
    ExponentialMechanism,
    FiniteMechanism,
    GaussianMechanism,
    GeometricMechanism,
    Guarantee,
    KaryResponseMechanism,
    LaplaceMechanism,
    ObjectError,
    PureDP,
    ReportNoisyMax,
    ResponseMechanism,
    counting,
    histogram,
    linear,
)
from dpsym.objects.mechanisms.calibrated import HERE, OUTCOME, THERE
from dpsym.objects.mechanisms.guarantees import Bound, Cited, Privacy
from dpsym.objects.symbolic import ball_of

ONE, TWO = counting().sensitivity(ADD_REMOVE), histogram(4).sensitivity(CHANGE_ONE)
L2, WIDE = histogram(4).sensitivity(CHANGE_ONE, "l2"), linear(-1, 2).sensitivity(CHANGE_ONE)
EPS = sympy.Symbol("eps", positive=True)
BETA, THIRD = Rational(1, 20), Rational(1, 3)

#: Each method of each mechanism, and what it assumes.
ONE_BY_ONE = ("one by one",)
GUARANTEES = {
    "Laplace, privacy": (LaplaceMechanism(WIDE, EPS).privacy(), ()),
    "Laplace, privacy in 4 dimensions": (LaplaceMechanism(TWO, EPS).privacy(), ()),
    "Laplace, variance": (LaplaceMechanism(WIDE, EPS).variance(), ()),
    "Laplace, accuracy": (LaplaceMechanism(TWO, EPS).accuracy(BETA), ()),
    "Laplace, exact accuracy": (LaplaceMechanism(TWO, EPS).exact_accuracy(BETA), ()),
    "Laplace, error": (LaplaceMechanism(TWO, EPS).expected_error(), ()),
    "Laplace, tail": (LaplaceMechanism(WIDE, EPS).tail(THIRD), ()),
    "Laplace, tail in 4 dimensions": (LaplaceMechanism(TWO, EPS).tail(THIRD), ()),
    "Gaussian, error": (GaussianMechanism(L2, EPS).expected_error(), ()),
    "Gaussian, tail": (GaussianMechanism(L2, EPS).tail(THIRD), ()),
    "geometric, error": (GeometricMechanism(TWO, EPS).expected_error(), ()),
    "geometric, tail": (GeometricMechanism(TWO, EPS).tail(Rational(7, 2)), ()),
    "discrete Gaussian, error": (DiscreteGaussianMechanism(L2, EPS).expected_error(), ("sums of the discrete Gaussian",)),
    "discrete Gaussian, tail": (DiscreteGaussianMechanism(L2, EPS).tail(THIRD), ("sums of the discrete Gaussian",)),
    "Gaussian, privacy": (GaussianMechanism(WIDE, EPS).privacy(), ()),
    "Gaussian, privacy in 4 dimensions": (GaussianMechanism(L2, EPS).privacy(), ONE_BY_ONE),
    "Gaussian, the curve": (GaussianMechanism(WIDE, EPS).approximate(THIRD), ()),
    "Gaussian, the curve in 4 dimensions": (GaussianMechanism(L2, EPS).approximate(THIRD), ONE_BY_ONE),
    "Gaussian, concentrated": (GaussianMechanism(WIDE, EPS).concentrated(), ()),
    "Gaussian, concentrated in 4 dimensions": (GaussianMechanism(L2, EPS).concentrated(), ()),
    "Gaussian, variance": (GaussianMechanism(L2, EPS).variance(), ()),
    "Gaussian, accuracy": (GaussianMechanism(L2, EPS).accuracy(BETA), ()),
    "Gaussian, classical": (GaussianMechanism.classical_privacy(WIDE, 1, BETA), ()),
    "Gaussian, classical up to 15/4": (GaussianMechanism.classical_privacy(WIDE, 3, BETA), ()),
    "geometric, privacy": (GeometricMechanism(WIDE, EPS).privacy(), ()),
    "geometric, privacy in 4 dimensions": (GeometricMechanism(TWO, EPS).privacy(), ()),
    "geometric, variance": (GeometricMechanism(WIDE, EPS).variance(), ()),
    "geometric, accuracy": (GeometricMechanism(TWO, EPS).accuracy(BETA), ()),
    "discrete Gaussian, privacy": (DiscreteGaussianMechanism(WIDE, EPS).privacy(), ("sums over all integers",)),
    "discrete Gaussian, privacy in 4 dimensions": (DiscreteGaussianMechanism(L2, EPS).privacy(), ("sums over all integers",)),
    "discrete Gaussian, variance": (
        DiscreteGaussianMechanism(ONE, EPS).variance(), ("sums of the discrete Gaussian",)),
    "discrete Gaussian, accuracy": (DiscreteGaussianMechanism(L2, EPS).accuracy(BETA), ()),
    "exponential, privacy": (ExponentialMechanism(WIDE, EPS).privacy(), ()),
    "exponential, accuracy": (ExponentialMechanism(WIDE, EPS).accuracy(7, BETA), ()),
    "noisy max, privacy": (ReportNoisyMax(WIDE, EPS).privacy(), ONE_BY_ONE),
    "noisy max, privacy, one way": (ReportNoisyMax(WIDE, EPS, monotone=True).privacy(), ONE_BY_ONE),
    "noisy max, accuracy": (ReportNoisyMax(WIDE, EPS).accuracy(7, BETA), ()),
    "noisy max with Gumbel noise, privacy": (ReportNoisyMax(WIDE, EPS, noise_law="Gumbel").privacy(), ONE_BY_ONE),
    "noisy max with Gumbel noise, privacy, one way": (ReportNoisyMax(WIDE, EPS, True, "Gumbel").privacy(), ONE_BY_ONE),
    "noisy max with Gumbel noise, accuracy": (ReportNoisyMax(WIDE, EPS, noise_law="Gumbel").accuracy(7, BETA), ()),
    "response, privacy": (ResponseMechanism(THIRD, Rational(1, 5)).privacy(), ()),
    "response, privacy, another side": (ResponseMechanism(THIRD, Rational(4, 5)).privacy(), ()),
    "response without truth, privacy": (ResponseMechanism(0, 1).privacy(), ()),
    "response, variance": (ResponseMechanism(THIRD, Rational(1, 5)).variance(THIRD, 100), ()),
    "certain response, variance": (ResponseMechanism(1, THIRD).variance(0, 100), ONE_BY_ONE),
    "k-ary response, privacy": (KaryResponseMechanism(EPS, 5).privacy(), ()),
    "k-ary response, error": (KaryResponseMechanism(EPS, 5).error(), ()),
    "k-ary response, variance": (KaryResponseMechanism(EPS, 5).variance(THIRD, 100), ()),
}  # fmt: skip

#: Levels (or deviations), outcomes, and answers that differ by at most the least of the sensitivities, as thresholds and scores do.
POINTS = [
    {EPS: Rational(1, 2), OUTCOME: Rational(1, 3), HERE: Rational(0), THERE: Rational(0)},
    {EPS: Rational(2), OUTCOME: Rational(-7, 2), HERE: Rational(1, 4), THERE: Rational(-1, 2)},
    {EPS: log(3), OUTCOME: Rational(9), HERE: Rational(5), THERE: Rational(4)},
]


@pytest.mark.parametrize("name", GUARANTEES)
def test_the_entries_are_proved_and_state_what_is_returned(name: str) -> None:
    guarantee, assumed = GUARANTEES[name]
    assert guarantee.assumed == assumed
    assert guarantee.is_proved == (not assumed)
    values = POINTS
    if "one way" in name:  # scores that fall
        values = [{**p, HERE: max(p[HERE], p[THERE]), THERE: min(p[HERE], p[THERE])} for p in POINTS]
    for point in values:
        agreed = compare(guarantee, point)
        assert agreed > 0 or not guarantee.cited


@pytest.mark.parametrize("name", GUARANTEES)
def test_what_is_assumed_is_in_the_list(name: str) -> None:
    assert set(GUARANTEES[name][0].assumed) <= ASSUMED.keys()


def test_nothing_in_the_list_is_left_over() -> None:
    assert {a for _, assumed in GUARANTEES.values() for a in assumed} == set(ASSUMED)
    for assumption in ASSUMED.values():
        assert assumption.says
        assert assumption.why


def test_the_density_of_several_coordinates_is_the_one_of_the_theorem() -> None:
    """laplace.private_vector is about c e^(-eps |v - a|_1/D): the product of the densities of the coordinates."""
    v, a = [Rational(1), Rational(-2), Rational(0), Rational(7)], [Rational(2), Rational(0), Rational(0), Rational(5)]
    norm = sum((abs(s - t) for s, t in zip(v, a)), Rational(0))
    for mechanism in (LaplaceMechanism(TWO, log(3)), GeometricMechanism(TWO, log(3))):
        law, at = mechanism.noise, mechanism.privacy().cited[-1].at
        density = sympy.Mul(*(law.factor() * sympy.exp(law.exponent(s - t)) for s, t in zip(v, a)))
        said = at["c"] * sympy.exp(-at["eps"] * norm / at["D"])
        assert ball_of(density).overlaps(ball_of(said))
        assert ball_of(density).rad() < ball_of(density) * arb(10) ** -20


def test_laws_of_other_parameters_are_noticed() -> None:
    """A guarantee that cites a theorem where it does not apply, states another number, or names what is not there."""
    right = LaplaceMechanism(WIDE, EPS).privacy()
    (cited,) = right.cited
    scale = {**cited.at, "D": Rational(2)}
    wrong = [
        Privacy(PureDP(EPS), EPS, Cited(cited.entry, scale, "eps")),
        Privacy(PureDP(EPS / 2), EPS / 2, cited),
        Privacy(PureDP(EPS), EPS, Cited("laplace.nothing", {}, "eps")),
        Privacy(PureDP(EPS), EPS, Cited("laplace.step_3_as_printed", {}, "eps")),
        Privacy(PureDP(EPS), EPS, Cited(cited.entry, cited.at)),
        Bound(2 * EPS**2, Cited("laplace.variance", {"b": EPS}, "3*b**2")),
        Bound(2 * EPS**2, Cited("laplace.variance", {"b": -EPS}, "2*b**2")),
    ]
    for guarantee in wrong:
        with pytest.raises(ObjectError):
            compare(guarantee, POINTS[1])
    with pytest.raises(ObjectError, match="expected entries"):
        Guarantee(1, 1, ())
    with pytest.raises(ObjectError, match="made up"):
        Bound(sympy.Integer(1), assumed=("made up",))


def test_answers_that_differ_by_more_are_noticed() -> None:
    with pytest.raises(ObjectError, match="is cited where"):
        compare(LaplaceMechanism(ONE, EPS).privacy(), {**POINTS[1], THERE: Rational(-9)})


def test_a_step_to_one_more_is_an_assumption_about_any_number() -> None:
    assert GaussianMechanism(L2, 1).privacy().assumed == ("one by one",)
    assert GaussianMechanism(L2, 1).concentrated().is_proved  # k_fold.concentrated is about any number
    assert {s.verified.verdict for s in derivation(GaussianMechanism(L2, 1).concentrated())} == {"proved"}


def test_a_guarantee_is_used_like_what_it_holds() -> None:
    one = LaplaceMechanism(ONE, 2)
    privacy, variance = one.privacy(), one.variance()
    assert privacy == PureDP(2)
    assert PureDP(2) == privacy
    assert privacy != PureDP(3)
    assert hash(privacy) == hash(PureDP(2))
    assert privacy.args == (2,)
    assert repr(privacy) == "PureDP(2), proved by laplace.private"
    assert str(privacy) == "PureDP(2)"
    assert sympy.latex(privacy) == sympy.latex(PureDP(2))
    assert variance == Rational(1, 2)
    assert [variance + 1, 1 + variance, variance - 1, 1 - variance, variance * 4, 4 * variance, variance / 2] == [
        Rational(3, 2), Rational(3, 2), Rational(-1, 2), Rational(1, 2), 2, 2, Rational(1, 4)]  # fmt: skip
    assert [1 / variance, variance**2, -variance, float(variance), int(variance), bool(variance)] == [
        2, Rational(1, 4), Rational(-1, 2), 0.5, 0, True]  # fmt: skip
    assert variance < 1 <= 2 * variance
    assert variance > 0
    assert variance >= Rational(1, 2)
    assert variance <= Fraction(1, 2)
    assert sympy.sqrt(variance) == sympy.sqrt(2) / 2
    assert sympy.latex(variance) == r"\frac{1}{2}"
    assert copy.deepcopy(variance) == variance
    assert copy.deepcopy(variance).proved_by == ("laplace.mean", "laplace.variance")
    assert repr(DiscreteGaussianMechanism(ONE, 1).variance()).endswith("assumed: sums of the discrete Gaussian")


def test_k_ary_response_decides_itself() -> None:
    mechanism = KaryResponseMechanism(log(2), 3)
    assert PureDP(log(2)).decide(mechanism.as_finite()).verdict == "holds"
    assert mechanism.error() == Rational(1, 2)
    assert sympy.simplify(mechanism.estimate(mechanism.p * THIRD + (1 - mechanism.p) / 3)) == THIRD
    with pytest.raises(ObjectError, match="say nothing"):
        KaryResponseMechanism(0, 3).estimate(THIRD)
    with pytest.raises(ObjectError, match="say nothing"):
        KaryResponseMechanism(0, 3).variance(THIRD, 1)


def test_gumbel_noise_gives_the_exponential_mechanism() -> None:
    """Two candidates: the difference of two Gumbel variables is logistic, so the first wins with probability 1/(1 + e^(-(u - v)/b))."""
    noisy = ReportNoisyMax(ONE, log(4), noise_law="Gumbel")
    law = ExponentialMechanism(ONE, log(4)).law({"a": 2, "b": 1})
    assert noisy.noise.args[1] == noisy.scale
    assert sympy.simplify(law.weights[0] - 1 / (1 + sympy.exp(-1 / noisy.scale))) == 0
    assert noisy.accuracy(3, BETA) == ExponentialMechanism(ONE, log(4)).accuracy(3, BETA)
    assert noisy.func(*noisy.args) == noisy
    assert PureDP(log(4)).decide(
        FiniteMechanism({(x,): ExponentialMechanism(ONE, log(4)).law({"a": x, "b": 1 - x}) for x in (0, 1)}, CHANGE_ONE)
    ).verdict == "holds"  # fmt: skip
    with pytest.raises(ObjectError, match="expected Laplace or Gumbel"):
        ReportNoisyMax(ONE, 1, noise_law="normal")


def test_the_exact_curve() -> None:
    mechanism = GaussianMechanism(ONE, 2)
    found = mechanism.approximate(1)
    assert ball_of(found.args[1]).overlaps(mechanism.delta(1))
    assert mechanism.gaussian() == mechanism.privacy()
    with pytest.raises(ObjectError, match="must not be negative"):
        mechanism.approximate(-1)


def test_the_region_of_the_classical_calibration() -> None:
    """It is private up to classical_limit(delta), which is above 15/4 for all delta and below 19/5 for delta = 9/10."""
    half = Rational(1, 2)
    limit = GaussianMechanism.classical_limit(half, 20)
    assert limit.rad() < 1e-18
    below, above = (Rational(round(float(limit.mid()) * 10**9) + k, 10**9) for k in (-2, 2))
    assert GaussianMechanism.classical(ONE, below, half).delta(below) <= arb(0.5)
    with pytest.raises(ObjectError, match="use exact_sigma"):
        GaussianMechanism.classical(ONE, above, half)
    for k in range(1, 40):
        assert GaussianMechanism.classical_limit(Rational(k, 40), 6) > arb(15) / 4
    assert GaussianMechanism.classical_limit(Rational(9, 10), 6) < arb(19) / 5
    with pytest.raises(ObjectError, match="eps must be positive"):
        GaussianMechanism.classical(ONE, 0, half)
    with pytest.raises(ObjectError, match="expected a number"):
        GaussianMechanism.classical_privacy(ONE, 4, Rational(1, 100))
    with pytest.raises(ObjectError, match="use exact_sigma"):
        GaussianMechanism.classical(ONE, 4, sympy.Symbol("delta"))


class HalfLaplace(LaplaceMechanism):
    @property
    def scale(self):
        return self.sensitivity.value / self.epsilon / 2


class HalfGeometric(GeometricMechanism):
    @property
    def noise(self):
        return DiscreteLaplace(0, self.sensitivity.value / self.epsilon / 2)


class TwiceExponential(ExponentialMechanism):
    @property
    def rate(self):
        return self.epsilon / self.sensitivity.value


class HalfNoisyMax(ReportNoisyMax):
    @property
    def scale(self):
        return self.sensitivity.value / self.epsilon


TOO_GOOD = {
    "Laplace": (HalfLaplace(WIDE, EPS).privacy, HalfLaplace(WIDE, EPS).exact_accuracy),
    "geometric": (HalfGeometric(WIDE, EPS).privacy,),
    "exponential": (TwiceExponential(WIDE, EPS).privacy,),
    "noisy max": (HalfNoisyMax(WIDE, EPS).privacy,),
    "noisy max with Gumbel noise": (HalfNoisyMax(WIDE, EPS, noise_law="Gumbel").privacy,),
}


@pytest.mark.parametrize("name", TOO_GOOD)
def test_less_noise_than_the_theorem_asks_for_is_noticed(name: str) -> None:
    for method in TOO_GOOD[name]:
        guarantee = method(BETA) if "accuracy" in method.__name__ else method()
        with pytest.raises(ObjectError):
            compare(guarantee, POINTS[1])
