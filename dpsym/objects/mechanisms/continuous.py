"""Noise on the reals: Laplace and Gaussian."""

from __future__ import annotations

from typing import Any

import sympy
from flint import arb, ctx, fmpq
from sympy import Expr

from ..divergences import HockeyStick
from ..enclosing import gaussian
from ..errors import ObjectError
from ..laws import Laplace, Normal
from ..notions import ApproximateDP, GaussianDP, PureDP, ZeroConcentratedDP
from ..symbolic import ball_of, bits, compare, exact
from .calibrated import NoiseMechanism, failure_probability
from .guarantees import Bound, Cited, Privacy
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

    def privacy(self) -> Privacy:
        """eps-DP: the densities at neighbours are within e^eps of each other, by the triangle inequality of the l1 norm."""
        entry = "laplace.private" if self.dimension == 1 else "laplace.private_vector"
        at = {"eps": self.epsilon, "D": self.sensitivity.value, "c": (1 / (2 * self.scale)) ** self.dimension}
        return Privacy(PureDP(self.epsilon), self.epsilon, Cited(entry, at | self._densities(), "eps"))

    def variance(self) -> Bound:
        at = {"b": self.scale}
        return Bound(self.noise.variance(), Cited("laplace.mean", at), Cited("laplace.variance", at, "2*b**2"))

    def _one_error(self) -> Bound:
        return Bound(self.scale, Cited("laplace.mean_error", {"b": self.scale}, "b"))

    def _one_tail(self, t: Expr) -> Bound:
        return Bound(sympy.exp(-t / self.scale), Cited("laplace.tail", {"b": self.scale, "t": t}, "exp(-(t/b))"))

    def _errors(self, beta: Expr) -> dict[str, Any]:
        return {
            "eps": self.epsilon, "D": self.sensitivity.value, "k": sympy.Integer(self.dimension),
            "beta": failure_probability(self, beta),
        }  # fmt: skip

    def accuracy(self, beta: Expr) -> Bound:
        """t with P[max_i |Y_i| > t] <= beta: scale log(k/beta), by the union bound; exact for k = 1."""
        at = self._errors(beta)
        value = self.scale * sympy.log(self.dimension / at["beta"])
        return Bound(value, Cited("utility.greatest_error", at, "log(k/beta)*(D/eps)"))

    def exact_accuracy(self, beta: Expr) -> Bound:
        """The t with P[max_i |Y_i| > t] = beta."""
        at = self._errors(beta)
        value = -self.scale * sympy.log(1 - (1 - at["beta"]) ** sympy.Rational(1, self.dimension))
        return Bound(value, Cited("utility.greatest_error_exact", at, "log(1/(1 - (1 - beta)**(1/k)))*(D/eps)"))


def _privacy_parameters(owner: str, eps: Expr, delta: Expr) -> None:
    zero, one = sympy.Integer(0), sympy.Integer(1)
    if not eps.free_symbols and compare(eps, zero) == -1:
        raise ObjectError(f"{owner}: eps must not be negative, found {eps}")
    if not delta.free_symbols and not (compare(delta, zero) == 1 and compare(delta, one) == -1):
        raise ObjectError(
            f"{owner}: delta must lie in (0, 1), found {delta}: no normal noise has delta 0, any has delta 1"
        )


#: The classical calibration is private for all delta up to this eps (gaussian.classical_at_most).
MOST_CLASSICAL = sympy.Rational(15, 4)


def _classical_root(delta: Expr) -> Any:
    return sympy.sqrt(2 * sympy.log(sympy.Rational(5, 4) / delta))


def _require_classical(eps: Expr, delta: Expr) -> None:
    """Refuses levels at which the classical calibration is not private, or at which that cannot be decided."""
    if eps.free_symbols:
        return
    if compare(eps, sympy.Integer(0)) != 1:
        raise ObjectError(f"GaussianMechanism.classical: eps must be positive, found {eps}")
    if compare(eps, MOST_CLASSICAL) != 1:
        return
    if delta.free_symbols or not gaussian.is_private(eps / _classical_root(delta), eps, delta, 30):
        raise ObjectError(
            f"GaussianMechanism.classical: the formula holds for all delta up to eps = {MOST_CLASSICAL}, and for one delta up to "
            f"classical_limit(delta); found eps = {eps}; use exact_sigma"
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
        """sigma = Delta sqrt(2 log(5/(4 delta)))/eps, refused where it is not (eps, delta)-DP.

        For each delta it is up to a greatest eps (`classical_limit`), for all delta up to eps = 15/4, and not up to 19/5.
        """
        eps, delta = exact(eps, "eps"), exact(delta, "delta")
        _privacy_parameters("GaussianMechanism.classical", eps, delta)
        _require_classical(eps, delta)
        return GaussianMechanism(sensitivity, sensitivity.value * _classical_root(delta) / eps)

    @classmethod
    def classical_privacy(cls, sensitivity: Sensitivity, eps: Expr, delta: Expr) -> Privacy:
        """(eps, delta)-DP of the classical calibration, for 0 < eps <= 15/4; beyond, `approximate(eps)` gives the exact delta."""
        eps, delta = exact(eps, "eps"), exact(delta, "delta")
        made = cls.classical(sensitivity, eps, delta)
        if eps.free_symbols or compare(eps, MOST_CLASSICAL) == 1:
            raise ObjectError(
                f"GaussianMechanism.classical_privacy: found eps = {eps}, expected a number of at most {MOST_CLASSICAL}, up to "
                "which it is proved for all delta; approximate(eps) of the mechanism gives the exact delta"
            )
        at = {"c": _classical_root(delta), "eps": eps}
        proof = (
            (Cited("gaussian.classical", at),)
            if compare(eps, sympy.Integer(1)) != 1
            else (
                Cited("gaussian.classical_slope", {"c": at["c"]}),
                Cited("gaussian.classical_rises", {"c": at["c"], "a": eps, "eps": MOST_CLASSICAL}),
                Cited("gaussian.classical_at_most", {"c": at["c"]}),
            )
        )
        return Privacy(
            ApproximateDP(eps, delta),
            delta,
            *made._curve(),
            Cited("gaussian.classical_curve", {"eps": eps, "delta": delta, "D": sensitivity.value}),
            *proof,
            Cited("gaussian.classical_level", {"delta": delta}, "delta"),
        )

    @staticmethod
    def classical_limit(delta: Expr, digits: int = 30) -> arb:
        """The greatest eps at which the classical calibration is (eps, delta)-DP, as a ball whose two ends are certified.

        For a fixed delta its exact delta rises with eps (gaussian.classical_slope): below the ball it is private, above it is not.
        """
        delta = exact(delta, "classical_limit: delta")
        _privacy_parameters("classical_limit", sympy.Integer(1), delta)
        root, low, high = _classical_root(delta), fmpq(0), fmpq(4)
        while gaussian.is_private(exact(high) / root, exact(high), delta, digits) is True:
            low, high = high, 2 * high
        while high - low > high * fmpq(1, 10 ** (digits + 2)):
            middle = (low + high) / 2
            private = gaussian.is_private(exact(middle) / root, exact(middle), delta, digits)
            if private is None:
                break
            low, high = (middle, high) if private else (low, middle)
        with ctx.workprec(2 * bits(digits) + 64):
            return arb(low).union(arb(high))

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

    @property
    def _distance(self) -> Expr:
        """m = Delta/sigma, the greatest distance of answers in deviations."""
        return self.sensitivity.value / self.sigma

    def _curve(self) -> tuple[Cited, ...]:
        """Neighbours are at a distance d of at most Delta: delta(eps) at d is known, and not greater than that at Delta.

        In several dimensions d is the l2 distance, by one step for each coordinate.
        """
        one = {"s": self.sigma}
        steps = () if self.dimension == 1 else (
            Cited("several_coordinates.one_more"), Cited("several_coordinates.level", one),
            Cited("several_coordinates.first_argument", one), Cited("several_coordinates.second_argument", one),
            Cited("several_coordinates.tail", one), Cited("several_coordinates.square"),
            Cited("several_coordinates.mean_density", one), Cited("several_coordinates.total"),
            Cited("several_coordinates.mean_of_tails"), Cited("several_coordinates.first", one),
            Cited("several_coordinates.second", one, one_more=True),
        )  # fmt: skip
        return (
            Cited("gaussian.curve", one),
            *steps,
            Cited("closed_normal.hockey_same", one),
            Cited("gaussian.curve_of_equal_answers"),
            Cited("gaussian.curve_grows", {"n": self._distance}),
        )

    def privacy(self) -> Privacy:
        """Delta/sigma-GDP, which says all: it is the same as (eps, delta(eps))-DP with the exact curve, at all levels eps."""
        m = self._distance
        last = Cited("gaussian.curve_vanishes", {"m": m}), Cited("gaussian.curve_at_negative_levels", {"m": m})
        cited = (*self._curve(), *last, Cited("gaussian.curve_to_gdp", {"m": m}, "m"))
        return Privacy(GaussianDP(m), m, *cited)

    def gaussian(self) -> Privacy:
        """The same as `privacy`."""
        return self.privacy()

    def approximate(self, eps: Expr) -> Privacy:
        """(eps, delta)-DP with the exact curve, delta = Phi(m/2 - eps/m) - e^eps Phi(-m/2 - eps/m) for m = Delta/sigma."""
        eps = exact(eps, "GaussianMechanism: eps")
        if not eps.free_symbols and compare(eps, sympy.Integer(0)) == -1:
            raise ObjectError(f"GaussianMechanism: eps must not be negative, found {eps}")
        m = self._distance
        at = {"eps": eps, "n": m}
        *before, grows = self._curve()
        curve = Cited(grows.entry, at, "Phi(n/2 - eps/n) - exp(eps)*Phi(-n/2 - eps/n)")
        delta = HockeyStick(sympy.exp(eps), Normal(0, 1), Normal(m, 1)).doit()
        return Privacy(ApproximateDP(eps, delta), delta, *before, curve)

    def concentrated(self) -> Privacy:
        """Delta^2/(2 sigma^2)-zCDP: Renyi divergences of independent coordinates add up, and so do the squared distances."""
        rho = self.sensitivity.value**2 / (2 * self.sigma**2)
        at = {"s": self.sigma, "D": self.sensitivity.value}
        more = () if self.dimension == 1 else (Cited("k_fold.concentrated"), Cited("gaussian.squares_add_up"))
        return Privacy(
            ZeroConcentratedDP(0, rho),
            rho,
            Cited("closed_normal.renyi", {"s": self.sigma}),
            Cited("closed_normal.renyi_same", {"s": self.sigma}),
            *more,
            Cited("gaussian.below_sensitivity", at, "D**2/(2*s**2)"),
        )

    def variance(self) -> Bound:
        at = {"s": self.sigma}
        return Bound(self.noise.variance(), Cited("gaussian.mean", at), Cited("gaussian.variance", at, "s**2"))

    def delta(self, eps: Expr, digits: int = 30) -> arb:
        """The least delta at eps, enclosed; exact for any dimension, since only the l2 distance matters."""
        return self.profile().delta(eps, {}, digits)

    def _one_error(self) -> Bound:
        value = self.sigma * sympy.sqrt(2 / sympy.pi)
        return Bound(value, Cited("gaussian.mean_error", {"s": self.sigma}, "s*sqrt(2/pi)"))

    def _one_tail(self, t: Expr) -> Bound:
        at = {"s": self.sigma, "z": t / self.sigma}
        return Bound(sympy.erfc(t / (self.sigma * sympy.sqrt(2))), Cited("gaussian.two_tails", at, "2*Phi(-z)"))

    def accuracy(self, beta: Expr) -> Bound:
        """t with P[max_i |Y_i| > t] <= beta: sigma sqrt(2 log(k/beta)), since erfc(x) <= exp(-x^2)."""
        at = {"s": self.sigma, "k": sympy.Integer(self.dimension), "beta": failure_probability(self, beta)}
        return Bound(
            self.sigma * sympy.sqrt(2 * sympy.log(self.dimension / at["beta"])),
            Cited("gaussian.two_tails", {"s": self.sigma}),
            Cited("expectations.union_bound_countable"),
            Cited("gaussian.accuracy", at, "s*sqrt(2*log(k/beta))"),
        )
