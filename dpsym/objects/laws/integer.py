"""Laws on all integers: two-sided geometric (discrete Laplace) and discrete Gaussian."""

from __future__ import annotations

from typing import Any, ClassVar

import sympy
from sympy import Expr
from sympy.printing.printer import Printer

from .. import families
from ..errors import ObjectError
from .base import FamilyLaw


def _whole(law: FamilyLaw) -> None:
    location = law.args[0]
    if location.is_integer is False:
        raise ObjectError(f"{law}: the location must be an integer, found {location}")


class DiscreteLaplace(FamilyLaw):
    """Two-sided geometric law: probability (1 - t)/(1 + t) t^|k - mu| at the integer k, t = exp(-1/b), mu an integer.

    Variance 2t/(1 - t)^2.
    """

    family = families.DISCRETE_LAPLACE
    latex_name: ClassVar[str] = r"\mathrm{Lap}_{\mathbb{Z}}"

    def __new__(cls, *parameters: Any) -> DiscreteLaplace:
        law = super().__new__(cls, *parameters)
        _whole(law)
        return law

    @property
    def ratio(self) -> Expr:
        """t, the ratio of neighbouring probabilities."""
        return sympy.exp(-1 / self.args[1])

    def mean(self) -> Expr:
        return self.args[0]

    def variance(self) -> Expr:
        t = self.ratio
        return 2 * t / (1 - t) ** 2

    def cdf(self, x: Expr) -> Expr:
        t, k = self.ratio, sympy.floor(x) - self.args[0]
        return sympy.Piecewise((1 - t ** (k + 1) / (1 + t), k >= 0), (t ** (-k) / (1 + t), True))


class DiscreteGaussian(FamilyLaw):
    """Discrete Gaussian: probability proportional to exp(-(k - mu)^2/(2 sigma^2)) at the integer k.

    The normaliser is its definition, the sum over all integers; sigma^2 is not the variance, only close to it. The
    location is an integer, as in the mechanism that adds this noise to a count.
    """

    family = families.DISCRETE_GAUSSIAN
    latex_name: ClassVar[str] = r"\mathcal{N}_{\mathbb{Z}}"

    def __new__(cls, *parameters: Any) -> DiscreteGaussian:
        law = super().__new__(cls, *parameters)
        _whole(law)
        return law

    def mean(self) -> Expr:
        return self.args[0]

    def variance(self) -> Expr:
        """The sum of k^2 times the probabilities, unevaluated: it has no closed form."""
        j = sympy.Symbol("j", integer=True)
        s = self.args[1]
        return self.factor() * sympy.Sum(j**2 * sympy.exp(-(j**2) / (2 * s**2)), (j, -sympy.oo, sympy.oo))

    def _latex(self, printer: Printer) -> str:
        mu, s = self.args
        return rf"{self.latex_name}\left({printer._print(mu)}, {printer._print(s**2)}\right)"
