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

from collections.abc import Mapping
from typing import Any

import sympy
from flint import arb, ctx, fmpq

from . import gaussian
from .errors import ObjectError
from .laws import CoinResponse, DiscreteGaussian, DiscreteLaplace, FiniteLaw, Laplace, Normal
from .laws.base import require_positive
from .mechanism import CHANGE_ONE, FiniteMechanism, same_relation
from .notions import ApproximateDP, GaussianDP, PureDP, ZeroConcentratedDP
from .profile import PrivacyProfile
from .queries import Sensitivity
from .symbolic import ball_of, bits, exact


class NoiseMechanism:
    """Adds noise to each of `dimension` coordinates of a query's answer."""

    norm = "l1"

    def __init__(self, sensitivity: Sensitivity) -> None:
        if not isinstance(sensitivity, Sensitivity):
            raise ObjectError(
                f"{type(self).__name__}: found {sensitivity!r}, expected a Sensitivity, which names its neighbouring relation"
            )
        if sensitivity.norm != self.norm and sensitivity.dimension > 1:
            raise ObjectError(f"{type(self).__name__}: it needs the {self.norm} sensitivity, found {sensitivity.norm}")
        self.sensitivity, self.neighbours = sensitivity, sensitivity.neighbours
        self.dimension = sensitivity.dimension

    @property
    def noise(self) -> Any:
        raise NotImplementedError

    def profile(self) -> PrivacyProfile:
        """delta(eps) of the worst pair of answers, in one dimension: true answers at the sensitivity's distance."""
        from .laws import shift

        return PrivacyProfile(self.noise, shift(self.noise, self.sensitivity.value))

    def composed_with(self, other: NoiseMechanism) -> None:
        """Refuses to combine mechanisms for different neighbouring relations."""
        same_relation(self.neighbours, other.neighbours, f"{type(self).__name__} and {type(other).__name__}")

    @property
    def epsilon(self) -> Any:
        raise ObjectError(
            f"{type(self).__name__}: it has no eps, since its privacy loss is unbounded; ask for delta(eps)"
        )

    def variance(self) -> Any:
        return self.noise.variance()

    def expected_error(self) -> Any:
        return self.dimension * self._one_error()

    def _one_error(self) -> Any:
        raise NotImplementedError

    def _one_tail(self, t: Any) -> Any:
        raise NotImplementedError

    def tail(self, t: Any) -> Any:
        """P[some coordinate is off by more than t]: exactly 1 - (1 - tail of one)^k."""
        t = exact(t)
        return 1 - (1 - self._one_tail(t)) ** self.dimension if self.dimension > 1 else self._one_tail(t)


class LaplaceMechanism(NoiseMechanism):
    """f(x) + Lap(Delta_1/eps) in each coordinate: eps-DP, exactly."""

    def __init__(self, sensitivity: Sensitivity, eps: Any) -> None:
        super().__init__(sensitivity)
        self._eps = exact(eps, "LaplaceMechanism: eps")
        require_positive("LaplaceMechanism", self._eps, "eps must be positive")

    @property
    def epsilon(self) -> Any:
        return self._eps

    @property
    def scale(self) -> Any:
        return self.sensitivity.value / self._eps

    @property
    def noise(self) -> Laplace:
        return Laplace(0, self.scale)

    def privacy(self) -> PureDP:
        return PureDP(self._eps)

    def _one_error(self) -> Any:
        return self.scale

    def _one_tail(self, t: Any) -> Any:
        return sympy.exp(-t / self.scale)

    def accuracy(self, beta: Any) -> Any:
        """t with P[max_i |Y_i| > t] <= beta: scale log(k/beta), by the union bound; exact for k = 1."""
        return self.scale * sympy.log(self.dimension / exact(beta))

    def exact_accuracy(self, beta: Any) -> Any:
        """The t with P[max_i |Y_i| > t] = beta."""
        return -self.scale * sympy.log(1 - (1 - exact(beta)) ** sympy.Rational(1, self.dimension))


class GaussianMechanism(NoiseMechanism):
    """f(x) + N(0, sigma^2) in each coordinate; the l2 sensitivity decides."""

    norm = "l2"

    def __init__(self, sensitivity: Sensitivity, sigma: Any) -> None:
        super().__init__(sensitivity)
        self.sigma = exact(sigma, "GaussianMechanism: sigma")
        require_positive("GaussianMechanism", self.sigma, "the standard deviation must be positive")

    @classmethod
    def classical(cls, sensitivity: Sensitivity, eps: Any, delta: Any) -> GaussianMechanism:
        """sigma = Delta sqrt(2 log(5/(4 delta)))/eps, which is (eps, delta)-DP for 0 < eps <= 1; refused beyond."""
        eps, delta = exact(eps, "eps"), exact(delta, "delta")
        if eps.is_number and not (eps > 0 and eps <= 1):
            raise ObjectError(
                f"GaussianMechanism.classical: the formula holds for 0 < eps <= 1, found {eps}; use exact_sigma"
            )
        sigma = sensitivity.value * sympy.sqrt(2 * sympy.log(sympy.Rational(5, 4) / delta)) / eps
        return cls(sensitivity, sigma)

    @staticmethod
    def exact_sigma(sensitivity: Sensitivity, eps: Any, delta: Any, digits: int = 30) -> arb:
        """The least sigma that is (eps, delta)-DP, as a ball: delta(eps) falls with sigma, so bisection decides by balls."""
        eps, delta = exact(eps, "eps"), exact(delta, "delta")

        def too_small(m: fmpq) -> bool:
            """Whether the distance m = Delta/sigma is private."""
            with ctx.workprec(2 * bits(digits) + 64):
                value = gaussian.log_delta(exact(m), eps, digits + 8)
                return bool(value <= ball_of(delta, digits + 8).log())

        low, high = fmpq(0), fmpq(1)
        while too_small(high):
            low, high = high, high * 2
        while low == 0 or high - low > high / 10 ** (digits + 2):
            middle = (low + high) / 2
            low, high = (middle, high) if too_small(middle) else (low, middle)
            if high < fmpq(1, 2) ** 4000:
                raise ObjectError(f"exact_sigma: no finite sigma was found for eps = {eps}, delta = {delta}")
        with ctx.workprec(2 * bits(digits) + 64):
            return ball_of(sensitivity.value, digits + 8) / arb(low).union(arb(high))

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
        return self.sigma * sympy.sqrt(2 * sympy.log(self.dimension / exact(beta)))


class GeometricMechanism(NoiseMechanism):
    """f(x) + two-sided geometric noise with t = exp(-eps/Delta), for integer answers: eps-DP."""

    def __init__(self, sensitivity: Sensitivity, eps: Any) -> None:
        super().__init__(sensitivity)
        if sensitivity.value.is_integer is False:
            raise ObjectError(f"GeometricMechanism: the sensitivity must be an integer, found {sensitivity.value}")
        self._eps = exact(eps, "GeometricMechanism: eps")
        require_positive("GeometricMechanism", self._eps, "eps must be positive")

    @property
    def epsilon(self) -> Any:
        return self._eps

    @property
    def noise(self) -> DiscreteLaplace:
        return DiscreteLaplace(0, self.sensitivity.value / self._eps)

    def privacy(self) -> PureDP:
        return PureDP(self._eps)

    def _one_error(self) -> Any:
        t = self.noise.ratio
        return 2 * t / (1 - t**2)

    def _one_tail(self, t: Any) -> Any:
        """P[|Y| > t] = 2 r^(floor(t) + 1)/(1 + r)."""
        r = self.noise.ratio
        return 2 * r ** (sympy.floor(t) + 1) / (1 + r)


class DiscreteGaussianMechanism(NoiseMechanism):
    """f(x) + discrete Gaussian noise, for integer answers: Delta^2/(2 sigma^2)-zCDP."""

    norm = "l2"

    def __init__(self, sensitivity: Sensitivity, sigma: Any) -> None:
        super().__init__(sensitivity)
        self.sigma = exact(sigma, "DiscreteGaussianMechanism: sigma")
        require_positive("DiscreteGaussianMechanism", self.sigma, "sigma must be positive")

    @property
    def noise(self) -> DiscreteGaussian:
        return DiscreteGaussian(0, self.sigma)

    def concentrated(self) -> ZeroConcentratedDP:
        return ZeroConcentratedDP(0, self.sensitivity.value**2 / (2 * self.sigma**2))


class ExponentialMechanism:
    """Candidate r with probability proportional to exp(eps u(x, r)/(2 Delta)): eps-DP.

    The greatest score with Gumbel noise of scale 2 Delta/eps has the same law.
    """

    def __init__(self, sensitivity: Sensitivity, eps: Any) -> None:
        self.sensitivity, self.neighbours = sensitivity, sensitivity.neighbours
        self.epsilon = exact(eps, "ExponentialMechanism: eps")
        require_positive("ExponentialMechanism", self.epsilon, "eps must be positive")

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
        return 2 * self.sensitivity.value / self.epsilon * sympy.log(candidates / exact(beta))


class ReportNoisyMax:
    """The candidate with the greatest noisy score, noise Lap(2 Delta/eps) (Lap(Delta/eps) if all scores move one way): eps-DP."""

    def __init__(self, sensitivity: Sensitivity, eps: Any, monotone: bool = False) -> None:
        self.sensitivity, self.neighbours, self.monotone = sensitivity, sensitivity.neighbours, monotone
        self.epsilon = exact(eps, "ReportNoisyMax: eps")
        require_positive("ReportNoisyMax", self.epsilon, "eps must be positive")

    @property
    def noise(self) -> Laplace:
        factor = 1 if self.monotone else 2
        return Laplace(0, factor * self.sensitivity.value / self.epsilon)

    def privacy(self) -> PureDP:
        return PureDP(self.epsilon)

    def accuracy(self, candidates: int, beta: Any) -> Any:
        """t with P[score < best - t] <= beta: all k noises within t/2 but for probability beta."""
        return 2 * self.noise.args[1] * sympy.log(candidates / exact(beta))


class ResponseMechanism:
    """Randomized response on one bit: the truth with probability p, else a coin that shows 1 with probability q (change-one)."""

    neighbours = CHANGE_ONE

    def __init__(self, p: Any, q: Any) -> None:
        self.p, self.q = CoinResponse(p, q, 0).args[:2]

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
