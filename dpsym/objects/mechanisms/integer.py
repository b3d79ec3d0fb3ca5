"""Noise on the integers: two-sided geometric and discrete Gaussian."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Expr

from ..laws import DiscreteGaussian, DiscreteLaplace
from ..notions import PureDP, ZeroConcentratedDP
from .calibrated import NoiseMechanism, failure_probability, require_whole
from .guarantees import Bound, Cited, Privacy
from .queries import Sensitivity


class GeometricMechanism(NoiseMechanism):
    """f(x) + two-sided geometric noise with t = exp(-eps/Delta), for integer answers: eps-DP."""

    parameter = "eps"

    def __new__(cls, sensitivity: Any, eps: Expr) -> Any:
        require_whole(cls.__name__, sensitivity)
        return super().__new__(cls, sensitivity, eps)

    @property
    def epsilon(self) -> Expr:
        return self.args[1]

    @property
    def noise(self) -> DiscreteLaplace:
        return DiscreteLaplace(0, self.sensitivity.value / self.epsilon)

    def privacy(self) -> Privacy:
        """eps-DP: the Laplace mechanism on the integers."""
        entry = "laplace.private" if self.dimension == 1 else "laplace.private_vector"
        at = {"eps": self.epsilon, "D": self.sensitivity.value}
        factor = {"c": self.noise.factor() ** self.dimension}
        return Privacy(
            PureDP(self.epsilon),
            self.epsilon,
            Cited("geometric.law", at),
            Cited(entry, at | factor | self._densities(), "eps"),
        )

    def variance(self) -> Bound:
        at = {"v": sympy.exp(1 / self.noise.args[1]) - 1}
        return Bound(
            self.noise.variance(),
            Cited("geometric.mean", at),
            Cited("geometric.variance", at, "2*exp(-1/b)/(1 - exp(-1/b))**2"),
        )

    def _one_error(self) -> Bound:
        t = self.noise.ratio
        at = {"v": sympy.exp(1 / self.noise.args[1]) - 1}
        return Bound(2 * t / (1 - t**2), Cited("geometric.mean_error", at, "2*exp(-1/b)/(1 - exp(-2/b))"))

    def _one_tail(self, t: Expr) -> Bound:
        """P[|Y| > t] = 2 r^(floor(t) + 1)/(1 + r)."""
        r, n = self.noise.ratio, sympy.floor(t)
        at = {"b": self.noise.args[1], "n": n}
        return Bound(2 * r ** (n + 1) / (1 + r), Cited("geometric.tail", at, "2*exp(-(n + 1)/b)/(1 + exp(-1/b))"))

    def accuracy(self, beta: Expr) -> Bound:
        """The least integer t with k P[|Y| > t] <= beta, by the union bound: 2 k r^(t + 1)/(1 + r) <= beta."""
        r, b, beta = self.noise.ratio, self.noise.args[1], failure_probability(self, beta)
        steps = sympy.log(2 * self.dimension / ((1 + r) * beta)) * b
        value = sympy.Max(0, sympy.ceiling(steps) - 1)
        at = {"b": b, "k": sympy.Integer(self.dimension), "beta": beta, "n": value}
        return Bound(
            value,
            Cited("geometric.tail", {"b": b, "n": value}),
            Cited("expectations.union_bound_countable"),
            Cited("geometric.threshold", {"y": steps}, "max(0, ceil(y) - 1)"),
            Cited("geometric.accuracy", at, "n"),
        )


class DiscreteGaussianMechanism(NoiseMechanism):
    """f(x) + discrete Gaussian noise, for integer answers: Delta^2/(2 sigma^2)-zCDP."""

    norm, parameter = "l2", "sigma"

    def __new__(cls, sensitivity: Any, sigma: Expr) -> Any:
        if isinstance(sensitivity, Sensitivity) and sensitivity.dimension == 1:
            require_whole(cls.__name__, sensitivity)
        return super().__new__(cls, sensitivity, sigma)

    @property
    def sigma(self) -> Expr:
        return self.args[1]

    @property
    def noise(self) -> DiscreteGaussian:
        return DiscreteGaussian(0, self.sigma)

    def concentrated(self) -> Privacy:
        """Delta^2/(2 sigma^2)-zCDP, as for normal noise: proved but for two properties of sums, see ASSUMED."""
        rho = self.sensitivity.value**2 / (2 * self.sigma**2)
        at = {"s": self.sigma, "D": self.sensitivity.value}
        more = () if self.dimension == 1 else (Cited("k_fold.concentrated"), Cited("gaussian.squares_add_up"))
        return Privacy(
            ZeroConcentratedDP(0, rho),
            rho,
            Cited("discrete_gaussian.overlap", {"s": self.sigma}),
            Cited("discrete_gaussian.mixed_sums"),
            Cited("discrete_gaussian.weights_below"),
            Cited("discrete_gaussian.weights_above"),
            Cited("discrete_gaussian.shifted_sum"),
            Cited("discrete_gaussian.moment", {"s": self.sigma}),
            *more,
            Cited("gaussian.below_sensitivity", at, "D**2/(2*s**2)"),
            assumed=("sums over all integers",),
        )

    def privacy(self) -> Privacy:
        """The same as `concentrated`."""
        return self.concentrated()

    def variance(self) -> Bound:
        """The sum that defines it; it is close to sigma^2."""
        return self._by_definition(self.noise.variance())

    def _weight(self, j: Any) -> Expr:
        return sympy.exp(-(j**2) / (2 * self.sigma**2))

    def _one_error(self) -> Bound:
        """2 sum k p(k) over k > 0, unevaluated: it has no closed form."""
        j = sympy.Symbol("j", integer=True)
        return self._by_definition(2 * self.noise.factor() * sympy.Sum(j * self._weight(j), (j, 1, sympy.oo)))

    def _one_tail(self, t: Expr) -> Bound:
        """2 sum p(k) over k > t, unevaluated."""
        j = sympy.Symbol("j", integer=True)
        total = sympy.Sum(self._weight(j), (j, sympy.floor(t) + 1, sympy.oo))
        return self._by_definition(2 * self.noise.factor() * total)

    @staticmethod
    def _by_definition(value: Expr) -> Bound:
        return Bound(value, assumed=("sums of the discrete Gaussian",))

    def accuracy(self, beta: Expr) -> Bound:
        """t with P[max_i |Y_i| > t] <= beta: sigma sqrt(2 log(2 k/beta)), since P[Y >= n] <= exp(-n^2/(2 sigma^2)) for integers n."""
        at = {"sigma": self.sigma, "k": sympy.Integer(self.dimension), "beta": failure_probability(self, beta)}
        return Bound(
            self.sigma * sympy.sqrt(2 * sympy.log(2 * self.dimension / at["beta"])),
            Cited("discrete_gaussian.tail", {"s": self.sigma}),
            Cited("expectations.union_bound_countable"),
            Cited("discrete_gaussian.accuracy", at, "sigma*sqrt(2*log(2*k/beta))"),
        )
