"""The choice of a good candidate: the exponential mechanism, and the greatest noisy score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy
from sympy import Expr
from sympy.printing.printer import Printer

from ..laws import FiniteLaw, Laplace
from ..notions import PureDP
from ..symbolic import exact
from .calibrated import Mechanism, failure_probability


class ExponentialMechanism(Mechanism):
    """Candidate r with probability proportional to exp(eps u(x, r)/(2 Delta)): eps-DP.

    The greatest score with Gumbel noise of scale 2 Delta/eps has the same law.
    """

    parameter = "eps"

    @property
    def epsilon(self) -> Expr:
        return self.args[1]

    def law(self, scores: Mapping[Any, Any]) -> FiniteLaw:
        rate = self.epsilon / (2 * self.sensitivity.value)
        weights = {r: sympy.exp(rate * exact(u)) for r, u in scores.items()}
        total = sympy.Add(*weights.values())
        return FiniteLaw({r: w / total for r, w in weights.items()})

    def privacy(self) -> PureDP:
        return PureDP(self.epsilon)

    def tail(self, scores: Mapping[Any, Any], t: Expr) -> Expr:
        """P[score of the answer < best - t], exactly."""
        law = self.law(scores)
        best = sympy.Max(*map(exact, scores.values()))
        return sympy.Add(*(w for (r, u), w in zip(scores.items(), law.weights) if best - exact(u) > t))

    def accuracy(self, candidates: int, beta: Expr) -> Expr:
        """t with P[score < best - t] <= beta: (2 Delta/eps) log(k/beta)."""
        return 2 * self.sensitivity.value / self.epsilon * sympy.log(candidates / failure_probability(self, beta))

    def _latex(self, printer: Printer) -> str:
        exponent = printer._print(self.epsilon / (2 * self.sensitivity.value) * sympy.Symbol("u(x, r)"))
        return rf"\Pr[M(x) = r] \propto e^{{{exponent}}}"


class ReportNoisyMax(Mechanism):
    """The candidate with the greatest noisy score, noise Lap(2 Delta/eps) (Lap(Delta/eps) if all scores move one way): eps-DP."""

    parameter = "eps"

    def __new__(cls, sensitivity: Any, eps: Expr, monotone: Any = False) -> Any:
        return super().__new__(cls, sensitivity, eps, sympy.true if monotone else sympy.false)

    @property
    def epsilon(self) -> Expr:
        return self.args[1]

    @property
    def monotone(self) -> bool:
        return bool(self.args[2])

    @property
    def noise(self) -> Laplace:
        factor = 1 if self.monotone else 2
        return Laplace(0, factor * self.sensitivity.value / self.epsilon)

    def privacy(self) -> PureDP:
        return PureDP(self.epsilon)

    def accuracy(self, candidates: int, beta: Expr) -> Expr:
        """t with P[score < best - t] <= beta: all k noises within t/2 but for probability beta."""
        return 2 * self.noise.args[1] * sympy.log(candidates / failure_probability(self, beta))

    def _latex(self, printer: Printer) -> str:
        return rf"M(x) = \arg\max_r \left(u(x, r) + Z_r\right),\quad Z_r \sim {printer._print(self.noise)}"
