"""Integrals of squares: Hellinger and chi-squared."""

from __future__ import annotations

from typing import ClassVar

from sympy import Expr
from sympy.printing.printer import Printer

from .. import definitions
from ..enclosing import pairs
from .base import Divergence, asymmetric, symmetric
from .spaces import is_finite


class Hellinger(Divergence):
    """H^2(P, Q) = int (sqrt(p) - sqrt(q))^2/2, the squared Hellinger distance, between 0 and 1."""

    kind: ClassVar[str] = "hellinger"
    formula = staticmethod(definitions.hellinger_squared)
    title: ClassVar[str] = "squared Hellinger distance"
    at_most_one: ClassVar[bool] = True

    def definition(self) -> Expr:
        return self._over(definitions.hellinger_squared)

    def _latex(self, printer: Printer) -> str:
        return symmetric(printer, "H^2", *self.laws)


class ChiSquared(Divergence):
    """chi^2(P || Q) = int (p - q)^2/q, infinite where q = 0 < p."""

    kind: ClassVar[str] = "chi"
    formula = staticmethod(definitions.chi_squared)
    title: ClassVar[str] = "chi-squared divergence"

    def definition(self) -> Expr:
        p, q = self.laws
        if is_finite(p):
            return pairs.chi_squared(p.weights, [q.density(o) for o in p.outcomes])
        return self._over(definitions.chi_squared)

    def _latex(self, printer: Printer) -> str:
        return asymmetric(printer, r"\chi^2", *self.laws)
