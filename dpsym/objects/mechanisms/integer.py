"""Noise on the integers: two-sided geometric and discrete Gaussian."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Expr

from ..laws import DiscreteGaussian, DiscreteLaplace
from ..notions import PureDP, ZeroConcentratedDP
from .calibrated import NoiseMechanism, failure_probability, require_whole
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

    def privacy(self) -> PureDP:
        return PureDP(self.epsilon)

    def _one_error(self) -> Expr:
        t = self.noise.ratio
        return 2 * t / (1 - t**2)

    def _one_tail(self, t: Expr) -> Expr:
        """P[|Y| > t] = 2 r^(floor(t) + 1)/(1 + r)."""
        r = self.noise.ratio
        return 2 * r ** (sympy.floor(t) + 1) / (1 + r)

    def accuracy(self, beta: Expr) -> Expr:
        """The least integer t with k P[|Y| > t] <= beta, by the union bound: 2 k r^(t + 1)/(1 + r) <= beta."""
        r = self.noise.ratio
        steps = sympy.log(2 * self.dimension / ((1 + r) * failure_probability(self, beta))) * self.noise.args[1]
        return sympy.Max(0, sympy.ceiling(steps) - 1)


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

    def concentrated(self) -> ZeroConcentratedDP:
        return ZeroConcentratedDP(0, self.sensitivity.value**2 / (2 * self.sigma**2))

    def _weight(self, j: Any) -> Expr:
        return sympy.exp(-(j**2) / (2 * self.sigma**2))

    def _one_error(self) -> Expr:
        """2 sum k p(k) over k > 0, unevaluated: it has no closed form."""
        j = sympy.Symbol("j", integer=True)
        return 2 * self.noise.factor() * sympy.Sum(j * self._weight(j), (j, 1, sympy.oo))

    def _one_tail(self, t: Expr) -> Expr:
        """2 sum p(k) over k > t, unevaluated."""
        j = sympy.Symbol("j", integer=True)
        return 2 * self.noise.factor() * sympy.Sum(self._weight(j), (j, sympy.floor(t) + 1, sympy.oo))

    def accuracy(self, beta: Expr) -> Expr:
        """t with P[max_i |Y_i| > t] <= beta: sigma sqrt(2 log(2 k/beta)), since E exp(s Y) <= exp(s^2 sigma^2/2)."""
        return self.sigma * sympy.sqrt(2 * sympy.log(2 * self.dimension / failure_probability(self, beta)))
