"""Laws on the reals: Laplace, Normal, Uniform, Exponential, Gumbel. sympy.stats has them all; `stats()` hands them over."""

from __future__ import annotations

from typing import Any, ClassVar

import sympy
from sympy import Expr
from sympy.printing.printer import Printer

from .. import families
from .base import FamilyLaw

HALF = sympy.Rational(1, 2)


class Laplace(FamilyLaw):
    """Lap(mu, b): density exp(-|x - mu|/b)/(2b), mean mu, variance 2 b^2 (so the standard deviation is sqrt(2) b, not b)."""

    family = families.LAPLACE
    latex_name: ClassVar[str] = r"\mathrm{Lap}"

    def mean(self) -> Expr:
        return self.args[0]

    def variance(self) -> Expr:
        return 2 * self.args[1] ** 2

    def cdf(self, x: Expr) -> Expr:
        mu, b = self.args
        return sympy.Piecewise((sympy.exp((x - mu) / b) / 2, x <= mu), (1 - sympy.exp(-(x - mu) / b) / 2, True))

    def stats(self) -> Any:
        from sympy.stats.crv_types import LaplaceDistribution

        return LaplaceDistribution(*self.args)


class Normal(FamilyLaw):
    """N(mu, sigma^2): density exp(-(x - mu)^2/(2 sigma^2))/(sigma sqrt(2 pi)); the second argument is sigma."""

    family = families.NORMAL
    latex_name: ClassVar[str] = r"\mathcal{N}"

    def mean(self) -> Expr:
        return self.args[0]

    def variance(self) -> Expr:
        return self.args[1] ** 2

    def cdf(self, x: Expr) -> Expr:
        mu, s = self.args
        return sympy.erfc((mu - x) / (s * sympy.sqrt(2))) / 2

    def _latex(self, printer: Printer) -> str:
        mu, s = self.args
        return rf"\mathcal{{N}}\left({printer._print(mu)}, {printer._print(s**2)}\right)"

    def stats(self) -> Any:
        from sympy.stats.crv_types import NormalDistribution

        return NormalDistribution(*self.args)


class Uniform(FamilyLaw):
    """The uniform law on [a, b]."""

    family = families.UNIFORM
    latex_name: ClassVar[str] = r"\mathcal{U}"

    def mean(self) -> Expr:
        return (self.args[0] + self.args[1]) / 2

    def variance(self) -> Expr:
        return (self.args[1] - self.args[0]) ** 2 / 12

    def cdf(self, x: Expr) -> Expr:
        a, b = self.args
        return sympy.Piecewise((0, x <= a), ((x - a) / (b - a), x <= b), (1, True))

    def stats(self) -> Any:
        from sympy.stats.crv_types import UniformDistribution

        return UniformDistribution(*self.args)


class Exponential(FamilyLaw):
    """The exponential law with rate r: density r exp(-r x) for x >= 0."""

    family = families.EXPONENTIAL
    latex_name: ClassVar[str] = r"\mathrm{Exp}"

    def mean(self) -> Expr:
        return 1 / self.args[0]

    def variance(self) -> Expr:
        return 1 / self.args[0] ** 2

    def cdf(self, x: Expr) -> Expr:
        return sympy.Piecewise((1 - sympy.exp(-self.args[0] * x), x >= 0), (0, True))

    def stats(self) -> Any:
        from sympy.stats.crv_types import ExponentialDistribution

        return ExponentialDistribution(*self.args)


class Gumbel(FamilyLaw):
    """The law of the maximum: distribution function exp(-exp(-(x - mu)/b)); report-noisy-max with it is the exponential mechanism."""

    family = families.GUMBEL
    latex_name: ClassVar[str] = r"\mathrm{Gumbel}"

    def mean(self) -> Expr:
        return self.args[0] + sympy.EulerGamma * self.args[1]

    def variance(self) -> Expr:
        return sympy.pi**2 * self.args[1] ** 2 / 6

    def cdf(self, x: Expr) -> Expr:
        mu, b = self.args
        return sympy.exp(-sympy.exp(-(x - mu) / b))

    def stats(self) -> Any:
        from sympy.stats.crv_types import GumbelDistribution

        mu, b = self.args
        return GumbelDistribution(b, mu, False)  # sympy.stats takes the scale first, and `minimum`
