"""Differences of probabilities of events: total variation, and the hockey stick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import sympy
from flint import arb, ctx
from sympy import Expr
from sympy.logic.boolalg import Boolean
from sympy.printing.printer import Printer

from .. import definitions
from ..enclosing import gaussian, structure
from ..errors import ObjectError
from ..laws import Law, Normal
from ..symbolic import Values, ball_of, bits, compare
from .base import Divergence, asymmetric, symmetric

ONE = sympy.Integer(1)


class _OfEvents(Divergence):
    """max_S P(S) - gamma Q(S) for a gamma > 0."""

    def _over_finite_coordinates(self, coordinates: Sequence[tuple[Law, Law]], digits: int) -> arb:
        """E_gamma(P1 x P2 || Q1 x Q2) = sum over o of p1(o) E_{gamma q1(o)/p1(o)}(P2 || Q2), P1 and Q1 on finitely many outcomes."""
        split = structure.finite_and_one(coordinates)
        if split is None:
            raise ObjectError(
                f"{self}: the coordinates do not determine it, expected coordinates with finitely many outcomes, besides them one "
                "other or normal ones of one deviation each; KL, Rényi, max, Hellinger and chi-squared ones of products are known"
            )
        table, p, q = split
        gamma = self.parameter if self.parameters else ONE
        found = [
            ball_of(a, digits + 3) * (HockeyStick(gamma * b / a, p, q).enclose({}, digits + 3) if b != 0 else 1)
            for a, b in table
        ]
        return sum(found, arb(0))


class TotalVariation(_OfEvents):
    """d_TV(P, Q) = max_S P(S) - Q(S) = int |p - q|/2."""

    kind: ClassVar[str] = "tv"
    formula = staticmethod(definitions.total_variation)
    title: ClassVar[str] = "total variation"
    at_most_one: ClassVar[bool] = True

    def definition(self) -> Expr:
        return self._over(definitions.total_variation)

    def _latex(self, printer: Printer) -> str:
        return symmetric(printer, r"d_{\mathrm{TV}}", *self.laws)


class HockeyStick(_OfEvents):
    """E_gamma(P || Q) = max_S P(S) - gamma Q(S) = int max(0, p - gamma q), gamma > 0; delta(eps) is gamma = e^eps."""

    kind: ClassVar[str] = "hockey"
    formula = staticmethod(definitions.hockey_stick)
    parameters: ClassVar[tuple[str, ...]] = ("gamma",)
    title: ClassVar[str] = "hockey-stick divergence"
    at_most_one: ClassVar[bool] = True

    @classmethod
    def check(cls, values: list[Any]) -> None:
        if values[0].is_nonpositive or (not values[0].free_symbols and compare(values[0], sympy.Integer(0)) != 1):
            raise ObjectError(f"HockeyStick: gamma must be positive, found {values[0]}")

    def defined_when(self) -> Boolean:
        return sympy.And(super().defined_when(), self.args[0] > 0)

    def definition(self) -> Expr:
        return self._over(definitions.hockey_stick, self.args[0])

    def _value(self, digits: int) -> arb:
        m = self._gaussian_distance()
        if m is None:
            return super()._value(digits)
        with ctx.workprec(2 * bits(digits) + 64):
            return self._clipped(gaussian.delta(m, sympy.log(self.args[0]), digits))

    def log(self, values: Values | None = None, digits: int = 30) -> arb:
        """The logarithm of the value, for values far below what decimals show."""
        at = self.at(values)
        m = at._gaussian_distance()
        with ctx.workprec(2 * bits(digits) + 64):
            return at.enclose({}, digits).log() if m is None else gaussian.log_delta(m, sympy.log(at.args[0]), digits)

    def _gaussian_distance(self) -> Any:
        """m = d/s > 0 for normal laws of one deviation."""
        p, q = self.laws
        if not (isinstance(p, Normal) and isinstance(q, Normal) and p.args[1] == q.args[1]):
            return None
        m = sympy.Abs(p.args[0] - q.args[0]) / p.args[1]
        return m if compare(m, sympy.Integer(0)) == 1 else None

    def _latex(self, printer: Printer) -> str:
        return asymmetric(printer, rf"E_{{{printer._print(self.args[0])}}}", *self.laws)
