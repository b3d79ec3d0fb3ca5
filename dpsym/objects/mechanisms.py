"""Mechanisms with their privacy and utility. The neighbouring relation comes with the sensitivity and cannot be mixed up.

    LaplaceMechanism(counting().sensitivity(ADD_REMOVE), eps)        noise Lap(Delta/eps), eps-DP
    GaussianMechanism(sensitivity, sigma)                            profile, zCDP, GDP; no eps of its own
    GaussianMechanism.classical(sensitivity, eps, delta)             sigma = Delta sqrt(2 log(5/(4 delta)))/eps, eps <= 1
    GaussianMechanism.exact_sigma(sensitivity, eps, delta)           the least sigma, enclosed
    GeometricMechanism, DiscreteGaussianMechanism                    on the integers
    ExponentialMechanism, ReportNoisyMax                             among finitely many candidates
    ResponseMechanism                                                randomized response on one bit, with estimators

Utility is of the noise Y = output - true answer: `expected_error()` is E|Y| (l1 in k dimensions), `variance()` of one coordinate,
`tail(t)` the exact probability that some coordinate is off by more than t, `accuracy(beta)` a t with tail(t) <= beta.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import sympy
from flint import arb, ctx

from . import gaussian
from .errors import ObjectError
from .laws import CoinResponse, DiscreteGaussian, DiscreteLaplace, FiniteLaw, Laplace, Normal
from .laws.base import Printed, require_positive
from .mechanism import CHANGE_ONE, FiniteMechanism, Neighbours, same_relation
from .notions import ApproximateDP, GaussianDP, PureDP, ZeroConcentratedDP
from .profile import PrivacyProfile
from .queries import Sensitivity
from .symbolic import ball_of, bits, compare, exact


def _failure(owner: Any, beta: Any) -> Any:
    """The probability with which an accuracy bound may fail."""
    beta = exact(beta, f"{type(owner).__name__}: the failure probability beta")
    zero, one = sympy.Integer(0), sympy.Integer(1)
    if not beta.free_symbols and not (compare(beta, zero) == 1 and compare(beta, one) == -1):
        raise ObjectError(f"{type(owner).__name__}: the failure probability beta must lie in (0, 1), found {beta}")
    return beta


def _privacy_parameters(owner: str, eps: Any, delta: Any) -> None:
    zero, one = sympy.Integer(0), sympy.Integer(1)
    if not eps.free_symbols and compare(eps, zero) == -1:
        raise ObjectError(f"{owner}: eps must not be negative, found {eps}")
    if not delta.free_symbols and not (compare(delta, zero) == 1 and compare(delta, one) == -1):
        raise ObjectError(
            f"{owner}: delta must lie in (0, 1), found {delta}: no normal noise has delta 0, any has delta 1"
        )


class Mechanism(Printed):
    """A mechanism for a query of known sensitivity; the neighbouring relation is the one of the sensitivity."""

    parameter: str  # the name of the second argument
    condition: str = "{} must be positive"

    def __new__(cls, sensitivity: Any, value: Any, *more: Any) -> Any:
        if not isinstance(sensitivity, Sensitivity):
            raise ObjectError(
                f"{cls.__name__}: found {sensitivity!r}, expected a Sensitivity, which names its neighbouring relation"
            )
        number = exact(value, f"{cls.__name__}: {cls.parameter}")
        require_positive(cls.__name__, number, cls.condition.format(cls.parameter))
        return super().__new__(cls, sensitivity, number, *more)

    @property
    def sensitivity(self) -> Sensitivity:
        return self.args[0]

    @property
    def neighbours(self) -> Neighbours:
        return self.sensitivity.neighbours

    def composed_with(self, other: Mechanism) -> None:
        """Refuses to combine mechanisms for different neighbouring relations."""
        same_relation(self.neighbours, other.neighbours, f"{type(self).__name__} and {type(other).__name__}")


def _whole(owner: str, sensitivity: Any) -> None:
    if isinstance(sensitivity, Sensitivity) and sensitivity.value.is_integer is False:
        raise ObjectError(f"{owner}: the sensitivity must be an integer, found {sensitivity.value}")


class NoiseMechanism(Mechanism, ABC):
    """Adds noise to each of `dimension` coordinates of a query's answer."""

    norm = "l1"

    def __new__(cls, sensitivity: Any, value: Any) -> Any:
        one = super().__new__(cls, sensitivity, value)
        if sensitivity.norm != cls.norm and sensitivity.dimension > 1:
            raise ObjectError(f"{cls.__name__}: it needs the {cls.norm} sensitivity, found {sensitivity.norm}")
        return one

    @property
    def dimension(self) -> int:
        return self.sensitivity.dimension

    @property
    @abstractmethod
    def noise(self) -> Any:
        """The law of the noise of one coordinate."""

    def profile(self) -> PrivacyProfile:
        """delta(eps) of the worst pair of answers: true answers at the sensitivity's distance, in one dimension.

        In more dimensions the distance may be spread over the coordinates; only for normal noise is that the same.
        """
        from .laws import shift

        if self.dimension > 1 and not isinstance(self.noise, Normal):
            raise ObjectError(
                f"{type(self).__name__}: which pair of answers is worst is known here in one dimension, found {self.dimension}"
            )
        return PrivacyProfile(self.noise, shift(self.noise, self.sensitivity.value))

    @property
    def epsilon(self) -> Any:
        raise ObjectError(
            f"{type(self).__name__}: it has no eps, since its privacy loss is unbounded; ask for delta(eps)"
        )

    def variance(self) -> Any:
        return self.noise.variance()

    def expected_error(self) -> Any:
        return self.dimension * self._one_error()

    @abstractmethod
    def _one_error(self) -> Any:
        """E|Y| of one coordinate."""

    @abstractmethod
    def _one_tail(self, t: Any) -> Any:
        """P[|Y| > t] of one coordinate."""

    def tail(self, t: Any) -> Any:
        """P[some coordinate is off by more than t], t >= 0: exactly 1 - (1 - tail of one)^k."""
        t = exact(t, f"{type(self).__name__}: the error t")
        if t.is_negative or (not t.free_symbols and compare(t, sympy.Integer(0)) == -1):
            raise ObjectError(f"{type(self).__name__}: the error t must not be negative, found {t}")
        return 1 - (1 - self._one_tail(t)) ** self.dimension if self.dimension > 1 else self._one_tail(t)

    def _latex(self, printer: Any) -> str:
        law = printer._print(self.noise)
        return rf"M(x) = f(x) + Z,\quad Z \sim {law}" + (
            rf"^{{\otimes {self.dimension}}}" if self.dimension > 1 else ""
        )


class LaplaceMechanism(NoiseMechanism):
    """f(x) + Lap(Delta_1/eps) in each coordinate: eps-DP, exactly."""

    parameter = "eps"

    @property
    def epsilon(self) -> Any:
        return self.args[1]

    @property
    def scale(self) -> Any:
        return self.sensitivity.value / self.epsilon

    @property
    def noise(self) -> Laplace:
        return Laplace(0, self.scale)

    def privacy(self) -> PureDP:
        return PureDP(self.epsilon)

    def _one_error(self) -> Any:
        return self.scale

    def _one_tail(self, t: Any) -> Any:
        return sympy.exp(-t / self.scale)

    def accuracy(self, beta: Any) -> Any:
        """t with P[max_i |Y_i| > t] <= beta: scale log(k/beta), by the union bound; exact for k = 1."""
        return self.scale * sympy.log(self.dimension / _failure(self, beta))

    def exact_accuracy(self, beta: Any) -> Any:
        """The t with P[max_i |Y_i| > t] = beta."""
        return -self.scale * sympy.log(1 - (1 - _failure(self, beta)) ** sympy.Rational(1, self.dimension))


class GaussianMechanism(NoiseMechanism):
    """f(x) + N(0, sigma^2) in each coordinate; the l2 sensitivity decides."""

    norm, parameter = "l2", "sigma"
    condition = "the standard deviation {} must be positive"

    @property
    def sigma(self) -> Any:
        return self.args[1]

    @classmethod
    def classical(cls, sensitivity: Sensitivity, eps: Any, delta: Any) -> GaussianMechanism:
        """sigma = Delta sqrt(2 log(5/(4 delta)))/eps, which is (eps, delta)-DP for 0 < eps <= 1; refused beyond."""
        eps, delta = exact(eps, "eps"), exact(delta, "delta")
        _privacy_parameters("GaussianMechanism.classical", eps, delta)
        if not eps.free_symbols and not (compare(eps, sympy.Integer(0)) == 1 and compare(eps, sympy.Integer(1)) != 1):
            raise ObjectError(
                f"GaussianMechanism.classical: the formula holds for 0 < eps <= 1, found {eps}; use exact_sigma"
            )
        sigma = sensitivity.value * sympy.sqrt(2 * sympy.log(sympy.Rational(5, 4) / delta)) / eps
        return cls(sensitivity, sigma)

    @staticmethod
    def exact_sigma(sensitivity: Sensitivity, eps: Any, delta: Any, digits: int = 30) -> arb:
        """The least sigma that is (eps, delta)-DP, as a ball whose two ends are certified.

        delta(eps) falls as sigma grows. With low and high the ends of the ball: at low, and so below it, delta(eps) > delta was
        decided by balls; at high, and so above it, delta(eps) <= delta was. So high is a sigma to use, and low is one to refuse.
        """
        eps, delta = exact(eps, "exact_sigma: eps"), exact(delta, "exact_sigma: delta")
        _privacy_parameters("exact_sigma", eps, delta)
        private, exposed = gaussian.greatest_distance(eps, delta, digits)
        with ctx.workprec(2 * bits(digits) + 64):
            return ball_of(sensitivity.value, digits + 8) / arb(private).union(arb(exposed))

    @classmethod
    def exact(cls, sensitivity: Sensitivity, eps: Any, delta: Any, digits: int = 30) -> GaussianMechanism:
        """The mechanism with the upper end of `exact_sigma`, a rational number: certainly (eps, delta)-DP."""
        ball = cls.exact_sigma(sensitivity, eps, delta, digits)
        with ctx.workprec(2 * bits(digits) + 64):
            sigma = ball.upper().fmpq()
        return cls(sensitivity, sympy.Rational(int(sigma.p), int(sigma.q)))

    @property
    def noise(self) -> Normal:
        return Normal(0, self.sigma)

    def concentrated(self) -> ZeroConcentratedDP:
        return ZeroConcentratedDP(0, self.sensitivity.value**2 / (2 * self.sigma**2))

    def gaussian(self) -> GaussianDP:
        return GaussianDP(self.sensitivity.value / self.sigma)

    def delta(self, eps: Any, digits: int = 30) -> arb:
        """The least delta at eps, enclosed; exact for any dimension, since only the l2 distance matters."""
        return self.profile().delta(eps, {}, digits)

    def _one_error(self) -> Any:
        return self.sigma * sympy.sqrt(2 / sympy.pi)

    def _one_tail(self, t: Any) -> Any:
        return sympy.erfc(t / (self.sigma * sympy.sqrt(2)))

    def accuracy(self, beta: Any) -> Any:
        """t with P[max_i |Y_i| > t] <= beta: sigma sqrt(2 log(k/beta)), since erfc(x) <= exp(-x^2)."""
        return self.sigma * sympy.sqrt(2 * sympy.log(self.dimension / _failure(self, beta)))


class GeometricMechanism(NoiseMechanism):
    """f(x) + two-sided geometric noise with t = exp(-eps/Delta), for integer answers: eps-DP."""

    parameter = "eps"

    def __new__(cls, sensitivity: Any, eps: Any) -> Any:
        _whole(cls.__name__, sensitivity)
        return super().__new__(cls, sensitivity, eps)

    @property
    def epsilon(self) -> Any:
        return self.args[1]

    @property
    def noise(self) -> DiscreteLaplace:
        return DiscreteLaplace(0, self.sensitivity.value / self.epsilon)

    def privacy(self) -> PureDP:
        return PureDP(self.epsilon)

    def _one_error(self) -> Any:
        t = self.noise.ratio
        return 2 * t / (1 - t**2)

    def _one_tail(self, t: Any) -> Any:
        """P[|Y| > t] = 2 r^(floor(t) + 1)/(1 + r)."""
        r = self.noise.ratio
        return 2 * r ** (sympy.floor(t) + 1) / (1 + r)

    def accuracy(self, beta: Any) -> Any:
        """The least integer t with k P[|Y| > t] <= beta, by the union bound: 2 k r^(t + 1)/(1 + r) <= beta."""
        r = self.noise.ratio
        steps = sympy.log(2 * self.dimension / ((1 + r) * _failure(self, beta))) * self.noise.args[1]
        return sympy.Max(0, sympy.ceiling(steps) - 1)


class DiscreteGaussianMechanism(NoiseMechanism):
    """f(x) + discrete Gaussian noise, for integer answers: Delta^2/(2 sigma^2)-zCDP."""

    norm, parameter = "l2", "sigma"

    def __new__(cls, sensitivity: Any, sigma: Any) -> Any:
        if isinstance(sensitivity, Sensitivity) and sensitivity.dimension == 1:
            _whole(cls.__name__, sensitivity)
        return super().__new__(cls, sensitivity, sigma)

    @property
    def sigma(self) -> Any:
        return self.args[1]

    @property
    def noise(self) -> DiscreteGaussian:
        return DiscreteGaussian(0, self.sigma)

    def concentrated(self) -> ZeroConcentratedDP:
        return ZeroConcentratedDP(0, self.sensitivity.value**2 / (2 * self.sigma**2))

    def _weight(self, j: Any) -> Any:
        return sympy.exp(-(j**2) / (2 * self.sigma**2))

    def _one_error(self) -> Any:
        """2 sum k p(k) over k > 0, unevaluated: it has no closed form."""
        j = sympy.Symbol("j", integer=True)
        return 2 * self.noise.factor() * sympy.Sum(j * self._weight(j), (j, 1, sympy.oo))

    def _one_tail(self, t: Any) -> Any:
        """2 sum p(k) over k > t, unevaluated."""
        j = sympy.Symbol("j", integer=True)
        return 2 * self.noise.factor() * sympy.Sum(self._weight(j), (j, sympy.floor(t) + 1, sympy.oo))

    def accuracy(self, beta: Any) -> Any:
        """t with P[max_i |Y_i| > t] <= beta: sigma sqrt(2 log(2 k/beta)), since E exp(s Y) <= exp(s^2 sigma^2/2)."""
        return self.sigma * sympy.sqrt(2 * sympy.log(2 * self.dimension / _failure(self, beta)))


class ExponentialMechanism(Mechanism):
    """Candidate r with probability proportional to exp(eps u(x, r)/(2 Delta)): eps-DP.

    The greatest score with Gumbel noise of scale 2 Delta/eps has the same law.
    """

    parameter = "eps"

    @property
    def epsilon(self) -> Any:
        return self.args[1]

    def law(self, scores: Mapping[Any, Any]) -> FiniteLaw:
        rate = self.epsilon / (2 * self.sensitivity.value)
        weights = {r: sympy.exp(rate * exact(u)) for r, u in scores.items()}
        total = sympy.Add(*weights.values())
        return FiniteLaw({r: w / total for r, w in weights.items()})

    def privacy(self) -> PureDP:
        return PureDP(self.epsilon)

    def tail(self, scores: Mapping[Any, Any], t: Any) -> Any:
        """P[score of the answer < best - t], exactly."""
        law = self.law(scores)
        best = sympy.Max(*map(exact, scores.values()))
        return sympy.Add(*(w for (r, u), w in zip(scores.items(), law.weights) if best - exact(u) > t))

    def accuracy(self, candidates: int, beta: Any) -> Any:
        """t with P[score < best - t] <= beta: (2 Delta/eps) log(k/beta)."""
        return 2 * self.sensitivity.value / self.epsilon * sympy.log(candidates / _failure(self, beta))

    def _latex(self, printer: Any) -> str:
        exponent = printer._print(self.epsilon / (2 * self.sensitivity.value) * sympy.Symbol("u(x, r)"))
        return rf"\Pr[M(x) = r] \propto e^{{{exponent}}}"


class ReportNoisyMax(Mechanism):
    """The candidate with the greatest noisy score, noise Lap(2 Delta/eps) (Lap(Delta/eps) if all scores move one way): eps-DP."""

    parameter = "eps"

    def __new__(cls, sensitivity: Any, eps: Any, monotone: Any = False) -> Any:
        return super().__new__(cls, sensitivity, eps, sympy.true if monotone else sympy.false)

    @property
    def epsilon(self) -> Any:
        return self.args[1]

    @property
    def monotone(self) -> bool:
        return bool(self.args[2])

    @property
    def noise(self) -> Laplace:
        factor = 1 if self.monotone else 2
        return Laplace(0, factor * self.sensitivity.value / self.epsilon)

    def privacy(self) -> PureDP:
        return PureDP(self.epsilon)

    def accuracy(self, candidates: int, beta: Any) -> Any:
        """t with P[score < best - t] <= beta: all k noises within t/2 but for probability beta."""
        return 2 * self.noise.args[1] * sympy.log(candidates / _failure(self, beta))

    def _latex(self, printer: Any) -> str:
        return rf"M(x) = \arg\max_r \left(u(x, r) + Z_r\right),\quad Z_r \sim {printer._print(self.noise)}"


class ResponseMechanism(Printed):
    """Randomized response on one bit: the truth with probability p, else a coin that shows 1 with probability q (change-one)."""

    neighbours = CHANGE_ONE

    def __new__(cls, p: Any, q: Any) -> ResponseMechanism:
        return super().__new__(cls, *CoinResponse(p, q, 0).args[:2])

    @property
    def p(self) -> Any:
        return self.args[0]

    @property
    def q(self) -> Any:
        return self.args[1]

    def _latex(self, printer: Any) -> str:
        p, q = map(printer._print, self.args)
        truth, coin = rf"x & \text{{with probability }} {p}", rf"\mathrm{{Bern}}\left({q}\right) & \text{{otherwise}}"
        return rf"M(x) = \begin{{cases}} {truth} \\ {coin} \end{{cases}}"

    @classmethod
    def with_epsilon(cls, eps: Any) -> ResponseMechanism:
        """The symmetric response at level eps: p = (e^eps - 1)/(e^eps + 1), q = 1/2."""
        u = sympy.exp(exact(eps))
        return cls((u - 1) / (u + 1), sympy.Rational(1, 2))

    def as_finite(self) -> FiniteMechanism:
        return FiniteMechanism({(x,): CoinResponse(self.p, self.q, x) for x in (0, 1)}, CHANGE_ONE)

    @property
    def epsilon(self) -> Any:
        from .notions import epsilon_of

        return epsilon_of(self.as_finite())

    def privacy(self) -> ApproximateDP:
        return ApproximateDP(self.epsilon, 0)

    def expected_share(self, share: Any) -> Any:
        """The expected share of ones among reports, for a true share."""
        return self.p * exact(share) + (1 - self.p) * self.q

    def estimate(self, reported: Any) -> Any:
        """The unbiased estimator of the true share from the reported share.

        It may leave [0, 1]; the likelihood is then greatest at the end that it passed.
        """
        if self.p == 0:
            raise ObjectError("ResponseMechanism: with p = 0 the reports say nothing, so there is no estimator")
        return (exact(reported) - (1 - self.p) * self.q) / self.p

    def bias(self, share: Any) -> Any:
        return sympy.simplify(self.estimate(self.expected_share(share)) - exact(share))

    def estimator_variance(self, share: Any, n: Any) -> Any:
        """Var of the estimator for n independent respondents whose bits are independent with this mean: r (1 - r)/(n p^2)."""
        r = self.expected_share(share)
        return r * (1 - r) / (exact(n) * self.p**2)
