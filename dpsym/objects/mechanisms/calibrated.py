"""Mechanisms with their privacy and utility. The neighbouring relation comes with the sensitivity and cannot be mixed up.

    LaplaceMechanism(counting().sensitivity(ADD_REMOVE), eps)        noise Lap(Delta/eps), eps-DP
    GaussianMechanism(sensitivity, sigma)                            profile, zCDP, GDP; no eps of its own
    GaussianMechanism.classical(sensitivity, eps, delta)             sigma = Delta sqrt(2 log(5/(4 delta)))/eps, eps <= 1
    GaussianMechanism.exact_sigma(sensitivity, eps, delta)           the least sigma, enclosed
    GeometricMechanism, DiscreteGaussianMechanism                    on the integers
    ExponentialMechanism, ReportNoisyMax                             among finitely many candidates
    ResponseMechanism                                                randomized response on one bit, with estimators

Utility is of the noise Y = output - true answer: `expected_error()` is E|Y| (l1 in k dimensions), `variance()` of one coordinate,
`tail(t)` the exact probability that some coordinate is off by more than t, `accuracy(beta)` a t with tail(t) <= beta. `privacy()`,
`variance()` and `accuracy(beta)` come with their proof (guarantees.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Self

import sympy
from sympy import Basic, Expr
from sympy.printing.printer import Printer

from ..errors import ObjectError
from ..laws import Normal, shift
from ..laws.base import Printed, require_positive
from ..profile import PrivacyProfile
from ..symbolic import compare, exact
from .base import Neighbours, Repeated
from .guarantees import Bound, Cited
from .queries import Sensitivity


def failure_probability(owner: Any, beta: Expr) -> Any:
    """The probability with which an accuracy bound may fail."""
    beta = exact(beta, f"{type(owner).__name__}: the failure probability beta")
    zero, one = sympy.Integer(0), sympy.Integer(1)
    if not beta.free_symbols and not (compare(beta, zero) == 1 and compare(beta, one) == -1):
        raise ObjectError(f"{type(owner).__name__}: the failure probability beta must lie in (0, 1), found {beta}")
    return beta


class Mechanism(Printed):
    """A mechanism for a query of known sensitivity; the neighbouring relation is the one of the sensitivity."""

    parameter: str  # the name of the second argument
    condition: str = "{} must be positive"

    def __new__(cls, sensitivity: Sensitivity, value: Expr, *more: Basic) -> Self:
        if not isinstance(sensitivity, Sensitivity):
            raise ObjectError(
                f"{cls.__name__}: found {sensitivity!r}, expected a Sensitivity, which names its neighbouring relation"
            )
        number = exact(value, f"{cls.__name__}: {cls.parameter}")
        require_positive(cls.__name__, number, cls.condition.format(cls.parameter))
        return super().__new__(cls, sensitivity, number, *more)

    def __pow__(self, times: int) -> Repeated:
        """The mechanism so many times, for `dpsym.accounting.Composition`."""
        return Repeated(self, times)

    @property
    def sensitivity(self) -> Sensitivity:
        found: Sensitivity = self.args[0]
        return found

    @property
    def neighbours(self) -> Neighbours:
        return self.sensitivity.neighbours


def require_whole(owner: str, sensitivity: Any) -> None:
    if isinstance(sensitivity, Sensitivity) and sensitivity.value.is_integer is False:
        raise ObjectError(f"{owner}: the sensitivity must be an integer, found {sensitivity.value}")


#: An outcome, and the answers at two neighbours: what a statement about all of them speaks of.
OUTCOME, HERE, THERE = sympy.symbols("outcome here there", real=True)


class NoiseMechanism(Mechanism, ABC):
    """Adds noise to each of `dimension` coordinates of a query's answer."""

    norm = "l1"

    def __new__(cls, sensitivity: Sensitivity, value: Expr) -> Self:
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

    def _densities(self) -> dict[str, Any]:
        """The fields of a theorem about laws at two answers a and b, in one dimension: densities P, Q at an outcome z."""
        if self.dimension > 1:
            return {}
        law = self.noise
        at = [law.factor() * sympy.exp(law.exponent(OUTCOME - answer)) for answer in (HERE, THERE)]
        return {"P": at[0], "Q": at[1], "z": OUTCOME, "a": HERE, "b": THERE}

    def profile(self) -> PrivacyProfile:
        """delta(eps) of the worst pair of answers: true answers at the sensitivity's distance, in one dimension.

        In more dimensions the distance may be spread over the coordinates; only for normal noise is that the same.
        """
        if self.dimension > 1 and not isinstance(self.noise, Normal):
            raise ObjectError(
                f"{type(self).__name__}: which pair of answers is worst is known here in one dimension, found {self.dimension}"
            )
        return PrivacyProfile(self.noise, shift(self.noise, self.sensitivity.value))

    @property
    def epsilon(self) -> Expr:
        raise ObjectError(
            f"{type(self).__name__}: it has no eps, since its privacy loss is unbounded; ask for delta(eps)"
        )

    @abstractmethod
    def variance(self) -> Bound:
        """Of one coordinate."""

    def expected_error(self) -> Bound:
        """E of the l1 norm of the noise: k times that of one coordinate."""
        one = self._one_error()
        return Bound(self.dimension * one.value, *one.cited, number=one.value, assumed=one.assumed)

    @abstractmethod
    def _one_error(self) -> Bound:
        """E|Y| of one coordinate."""

    @abstractmethod
    def _one_tail(self, t: Expr) -> Bound:
        """P[|Y| > t] of one coordinate."""

    def tail(self, t: Expr) -> Bound:
        """P[some coordinate is off by more than t], t >= 0: exactly 1 - (1 - tail of one)^k, as coordinates are independent."""
        t = exact(t, f"{type(self).__name__}: the error t")
        if t.is_negative or (not t.free_symbols and compare(t, sympy.Integer(0)) == -1):
            raise ObjectError(f"{type(self).__name__}: the error t must not be negative, found {t}")
        one = self._one_tail(t)
        if self.dimension == 1:
            return one
        value = 1 - (1 - one.value) ** self.dimension
        product = (Cited("utility.independent_events"),) if one.cited else ()
        return Bound(value, *one.cited, *product, number=one.value, assumed=one.assumed)

    def _latex(self, printer: Printer) -> str:
        law = printer._print(self.noise)
        return rf"M(x) = f(x) + Z,\quad Z \sim {law}" + (
            rf"^{{\otimes {self.dimension}}}" if self.dimension > 1 else ""
        )
