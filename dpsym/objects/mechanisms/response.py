"""Randomized response on one bit, with its estimators."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Expr
from sympy.printing.printer import Printer

from ..errors import ObjectError
from ..laws import CoinResponse
from ..laws.base import Printed
from ..notions import ApproximateDP, epsilon_of
from ..symbolic import exact
from .base import CHANGE_ONE, FiniteMechanism


class ResponseMechanism(Printed):
    """Randomized response on one bit: the truth with probability p, else a coin that shows 1 with probability q (change-one)."""

    neighbours = CHANGE_ONE

    def __new__(cls, p: Any, q: Any) -> ResponseMechanism:
        return super().__new__(cls, *CoinResponse(p, q, 0).args[:2])

    @property
    def p(self) -> Expr:
        return self.args[0]

    @property
    def q(self) -> Expr:
        return self.args[1]

    def _latex(self, printer: Printer) -> str:
        p, q = map(printer._print, self.args)
        truth, coin = rf"x & \text{{with probability }} {p}", rf"\mathrm{{Bern}}\left({q}\right) & \text{{otherwise}}"
        return rf"M(x) = \begin{{cases}} {truth} \\ {coin} \end{{cases}}"

    @classmethod
    def with_epsilon(cls, eps: Expr) -> ResponseMechanism:
        """The symmetric response at level eps: p = (e^eps - 1)/(e^eps + 1), q = 1/2."""
        u = sympy.exp(exact(eps))
        return cls((u - 1) / (u + 1), sympy.Rational(1, 2))

    def as_finite(self) -> FiniteMechanism:
        return FiniteMechanism({(x,): CoinResponse(self.p, self.q, x) for x in (0, 1)}, CHANGE_ONE)

    @property
    def epsilon(self) -> Expr:
        return epsilon_of(self.as_finite())

    def privacy(self) -> ApproximateDP:
        return ApproximateDP(self.epsilon, 0)

    def expected_share(self, share: Expr) -> Expr:
        """The expected share of ones among reports, for a true share."""
        return self.p * exact(share) + (1 - self.p) * self.q

    def estimate(self, reported: Expr) -> Expr:
        """The unbiased estimator of the true share from the reported share.

        It may leave [0, 1]; the likelihood is then greatest at the end that it passed.
        """
        if self.p == 0:
            raise ObjectError("ResponseMechanism: with p = 0 the reports say nothing, so there is no estimator")
        return (exact(reported) - (1 - self.p) * self.q) / self.p

    def bias(self, share: Expr) -> Expr:
        return sympy.simplify(self.estimate(self.expected_share(share)) - exact(share))

    def estimator_variance(self, share: Expr, n: Any) -> Expr:
        """Var of the estimator for n independent respondents whose bits are independent with this mean: r (1 - r)/(n p^2)."""
        r = self.expected_share(share)
        return r * (1 - r) / (exact(n) * self.p**2)
