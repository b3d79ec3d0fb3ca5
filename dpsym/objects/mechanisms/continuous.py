"""Noise on the reals: Laplace and Gaussian."""

from __future__ import annotations

import sympy
from flint import arb, ctx
from sympy import Expr

from ..enclosing import gaussian
from ..errors import ObjectError
from ..laws import Laplace, Normal
from ..notions import GaussianDP, PureDP, ZeroConcentratedDP
from ..symbolic import ball_of, bits, compare, exact
from .calibrated import NoiseMechanism, failure_probability
from .queries import Sensitivity


class LaplaceMechanism(NoiseMechanism):
    """f(x) + Lap(Delta_1/eps) in each coordinate: eps-DP, exactly."""

    parameter = "eps"

    @property
    def epsilon(self) -> Expr:
        return self.args[1]

    @property
    def scale(self) -> Expr:
        return self.sensitivity.value / self.epsilon

    @property
    def noise(self) -> Laplace:
        return Laplace(0, self.scale)

    def privacy(self) -> PureDP:
        return PureDP(self.epsilon)

    def _one_error(self) -> Expr:
        return self.scale

    def _one_tail(self, t: Expr) -> Expr:
        return sympy.exp(-t / self.scale)

    def accuracy(self, beta: Expr) -> Expr:
        """t with P[max_i |Y_i| > t] <= beta: scale log(k/beta), by the union bound; exact for k = 1."""
        return self.scale * sympy.log(self.dimension / failure_probability(self, beta))

    def exact_accuracy(self, beta: Expr) -> Expr:
        """The t with P[max_i |Y_i| > t] = beta."""
        return -self.scale * sympy.log(1 - (1 - failure_probability(self, beta)) ** sympy.Rational(1, self.dimension))


def _privacy_parameters(owner: str, eps: Expr, delta: Expr) -> None:
    zero, one = sympy.Integer(0), sympy.Integer(1)
    if not eps.free_symbols and compare(eps, zero) == -1:
        raise ObjectError(f"{owner}: eps must not be negative, found {eps}")
    if not delta.free_symbols and not (compare(delta, zero) == 1 and compare(delta, one) == -1):
        raise ObjectError(
            f"{owner}: delta must lie in (0, 1), found {delta}: no normal noise has delta 0, any has delta 1"
        )


class GaussianMechanism(NoiseMechanism):
    """f(x) + N(0, sigma^2) in each coordinate; the l2 sensitivity decides."""

    norm, parameter = "l2", "sigma"
    condition = "the standard deviation {} must be positive"

    @property
    def sigma(self) -> Expr:
        return self.args[1]

    @classmethod
    def classical(cls, sensitivity: Sensitivity, eps: Expr, delta: Expr) -> GaussianMechanism:
        """sigma = Delta sqrt(2 log(5/(4 delta)))/eps, which is (eps, delta)-DP for 0 < eps <= 1; refused beyond."""
        eps, delta = exact(eps, "eps"), exact(delta, "delta")
        _privacy_parameters("GaussianMechanism.classical", eps, delta)
        if not eps.free_symbols and not (compare(eps, sympy.Integer(0)) == 1 and compare(eps, sympy.Integer(1)) != 1):
            raise ObjectError(
                f"GaussianMechanism.classical: the formula holds for 0 < eps <= 1, found {eps}; use exact_sigma"
            )
        sigma = sensitivity.value * sympy.sqrt(2 * sympy.log(sympy.Rational(5, 4) / delta)) / eps
        return GaussianMechanism(sensitivity, sigma)

    @staticmethod
    def exact_sigma(sensitivity: Sensitivity, eps: Expr, delta: Expr, digits: int = 30) -> arb:
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
    def exact(cls, sensitivity: Sensitivity, eps: Expr, delta: Expr, digits: int = 30) -> GaussianMechanism:
        """The mechanism with the upper end of `exact_sigma`, a rational number: certainly (eps, delta)-DP."""
        ball = cls.exact_sigma(sensitivity, eps, delta, digits)
        with ctx.workprec(2 * bits(digits) + 64):
            sigma = ball.upper().fmpq()
        return GaussianMechanism(sensitivity, sympy.Rational(int(sigma.p), int(sigma.q)))

    @property
    def noise(self) -> Normal:
        return Normal(0, self.sigma)

    def concentrated(self) -> ZeroConcentratedDP:
        return ZeroConcentratedDP(0, self.sensitivity.value**2 / (2 * self.sigma**2))

    def gaussian(self) -> GaussianDP:
        return GaussianDP(self.sensitivity.value / self.sigma)

    def delta(self, eps: Expr, digits: int = 30) -> arb:
        """The least delta at eps, enclosed; exact for any dimension, since only the l2 distance matters."""
        return self.profile().delta(eps, {}, digits)

    def _one_error(self) -> Expr:
        return self.sigma * sympy.sqrt(2 / sympy.pi)

    def _one_tail(self, t: Expr) -> Expr:
        return sympy.erfc(t / (self.sigma * sympy.sqrt(2)))

    def accuracy(self, beta: Expr) -> Expr:
        """t with P[max_i |Y_i| > t] <= beta: sigma sqrt(2 log(k/beta)), since erfc(x) <= exp(-x^2)."""
        return self.sigma * sympy.sqrt(2 * sympy.log(self.dimension / failure_probability(self, beta)))
