"""Randomized response on one bit, with general coins, and among k answers; with estimators."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Expr
from sympy.printing.printer import Printer

from ..errors import ObjectError
from ..laws import CoinResponse, KaryResponse
from ..laws.base import Printed
from ..notions import ApproximateDP, PureDP, epsilon_of
from ..symbolic import exact
from .base import CHANGE_ONE, FiniteMechanism, Repeated
from .guarantees import Bound, Cited, Privacy

LEVEL = "log(max((p + (1 - p)*q)/((1 - p)*q), (1 - (1 - p)*q)/((1 - p)*(1 - q))))"


def _estimator_variance(p: Any, q: Any, share: Any, n: Any) -> Bound:
    """r (1 - r)/(n p^2), where r = p share + (1 - p) q is the chance of a report 1."""
    if p == 0:
        raise ObjectError("randomized response: with p = 0 the reports say nothing, so there is no estimator")
    share, n = exact(share, "the share"), exact(n, "the number of respondents")
    r = p * share + (1 - p) * q
    value = r * (1 - r) / (n * p**2)
    if r in (0, 1):
        at = {"p": p, "r": r, "n": n}
        return Bound(value, Cited("randomized_response.variance_of_reports", at, "r*(1 - r)/(n*p**2)", one_more=True))
    return Bound(
        value,
        Cited("randomized_response.unbiased_with_coins", {"p": p, "q": q, "s": share}),
        Cited("randomized_response.variance_with_coins", {"p": p, "r": r, "n": n}, "r*(1 - r)/(n*p**2)"),
    )


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

    def __pow__(self, times: int) -> Repeated:
        """The mechanism so many times, for `dpsym.accounting.Composition`."""
        return Repeated(self, times)

    def as_finite(self) -> FiniteMechanism:
        return FiniteMechanism({(x,): CoinResponse(self.p, self.q, x) for x in (0, 1)}, CHANGE_ONE)

    @property
    def epsilon(self) -> Expr:
        return epsilon_of(self.as_finite())

    def privacy(self) -> Privacy:
        """eps-DP with the exact level: the greatest of the four ratios of chances."""
        eps = self.epsilon
        if self.p == 0:
            return Privacy(ApproximateDP(eps, 0), eps, Cited("randomized_response.without_truth", {"q": self.q}, "0"))
        return Privacy(
            ApproximateDP(eps, 0), eps, Cited("randomized_response.level", {"p": self.p, "q": self.q}, LEVEL)
        )

    def variance(self, share: Expr, n: Any) -> Bound:
        """Of the estimator, for n independent respondents whose bits are independent with the mean `share`."""
        return _estimator_variance(self.p, self.q, share, n)

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


class KaryResponseMechanism(Printed):
    """Randomized response among k answers (change-one): the truth with probability e^eps/(e^eps + k - 1), each other one alike."""

    neighbours = CHANGE_ONE

    def __new__(cls, eps: Any, k: Any) -> KaryResponseMechanism:
        return super().__new__(cls, *KaryResponse(eps, k, 0).args[:2])

    @property
    def epsilon(self) -> Expr:
        return self.args[0]

    @property
    def answers(self) -> int:
        return int(self.args[1])

    @property
    def p(self) -> Expr:
        """The chance of the truth when the other answers come from a fair choice among all k: (e^eps - 1)/(e^eps + k - 1)."""
        u = sympy.exp(self.epsilon)
        return (u - 1) / (u + self.answers - 1)

    def _latex(self, printer: Printer) -> str:
        eps, k = map(printer._print, self.args)
        return rf"M(x) \sim \mathrm{{RR}}_{{{eps}, {k}}}\left(x\right)"

    def __pow__(self, times: int) -> Repeated:
        """The mechanism so many times, for `dpsym.accounting.Composition`."""
        return Repeated(self, times)

    def as_finite(self) -> FiniteMechanism:
        return FiniteMechanism(
            {(x,): KaryResponse(self.epsilon, self.answers, x) for x in range(self.answers)}, CHANGE_ONE
        )

    def privacy(self) -> Privacy:
        """eps-DP, exactly."""
        at = {"eps": self.epsilon, "k": self.args[1]}
        return Privacy(PureDP(self.epsilon), self.epsilon, Cited("closed_response.kary_maximum", at, "eps"))

    def error(self) -> Bound:
        """The chance that the report is not the truth: (k - 1)/(e^eps + k - 1)."""
        k = self.args[1]
        at = {"eps": self.epsilon, "k": k}
        value = (k - 1) / (sympy.exp(self.epsilon) + k - 1)
        return Bound(value, Cited("randomized_response.many_answers_wrong", at, "(k - 1)/(exp(eps) + k - 1)"))

    def estimate(self, reported: Expr) -> Expr:
        """The unbiased estimator of the true share of an answer from its reported share; it may leave [0, 1]."""
        if self.p == 0:
            raise ObjectError("KaryResponseMechanism: with eps = 0 the reports say nothing, so there is no estimator")
        return (exact(reported) - (1 - self.p) / self.args[1]) / self.p

    def variance(self, share: Expr, n: Any) -> Bound:
        """Of the estimator of the share of one answer, for n independent respondents."""
        return _estimator_variance(self.p, 1 / self.args[1], share, n)
