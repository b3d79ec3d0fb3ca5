"""The choice of a good candidate: the exponential mechanism, and the greatest noisy score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy
from sympy import Expr
from sympy.core.symbol import Str
from sympy.printing.printer import Printer

from ..errors import ObjectError
from ..laws import FiniteLaw, Gumbel, Laplace
from ..notions import PureDP
from ..symbolic import exact, whole
from .calibrated import HERE, THERE, Mechanism, failure_probability
from .guarantees import Bound, Cited, Privacy


def _weights(eps: Expr, bound: Expr, rate: Expr, monotone: bool = False) -> Cited:
    """The theorem about candidates with weights exp(eps u/(2 Delta)), or exp(eps u/Delta) if all scores move one way.

    HERE and THERE are the scores of a candidate at two neighbours, and its weights are exp(rate u). The factors c and d are one over
    the sums of the weights; the theorem is about any, and here they are left out.
    """
    entry = "exponential_mechanism.private_monotone" if monotone else "exponential_mechanism.private"
    one = sympy.Integer(1)
    weights = {"P": sympy.exp(rate * HERE), "Q": sympy.exp(rate * THERE), "c": one, "d": one, "u": HERE, "v": THERE}
    return Cited(entry, {"eps": eps, "D": bound, **weights}, "eps")


def _near_best(eps: Expr, bound: Expr, candidates: Any, beta: Expr) -> tuple[Cited, Cited]:
    """The theorem about the chance of a candidate that is worse by t, and that t."""
    at = {"eps": eps, "D": bound, "k": exact(candidates, "the number of candidates")}
    return (
        Cited("exponential_mechanism.accuracy", at),
        Cited("exponential_mechanism.threshold", at | {"beta": beta}, "2*D/eps*log(k/beta)"),
    )


class ExponentialMechanism(Mechanism):
    """Candidate r with probability proportional to exp(eps u(x, r)/(2 Delta)): eps-DP.

    The greatest score with Gumbel noise of scale 2 Delta/eps has the same law.
    """

    parameter = "eps"

    @property
    def epsilon(self) -> Expr:
        return self.args[1]

    @property
    def rate(self) -> Expr:
        return self.epsilon / (2 * self.sensitivity.value)

    def law(self, scores: Mapping[Any, Any]) -> FiniteLaw:
        weights = {r: sympy.exp(self.rate * exact(u)) for r, u in scores.items()}
        total = sympy.Add(*weights.values())
        return FiniteLaw({r: w / total for r, w in weights.items()})

    def privacy(self) -> Privacy:
        """eps-DP: weights move by a factor of at most e^(eps/2), and so does their sum."""
        return Privacy(PureDP(self.epsilon), self.epsilon, _weights(self.epsilon, self.sensitivity.value, self.rate))

    def tail(self, scores: Mapping[Any, Any], t: Expr) -> Expr:
        """P[score of the answer < best - t], exactly."""
        law = self.law(scores)
        best = sympy.Max(*map(exact, scores.values()))
        return sympy.Add(*(w for (r, u), w in zip(scores.items(), law.weights) if best - exact(u) > t))

    def accuracy(self, candidates: int, beta: Expr) -> Bound:
        """t with P[score < best - t] <= beta: (2 Delta/eps) log(k/beta)."""
        beta, candidates = failure_probability(self, beta), whole(candidates, "the number of candidates")
        value = 2 * self.sensitivity.value / self.epsilon * sympy.log(candidates / beta)
        return Bound(value, *_near_best(self.epsilon, self.sensitivity.value, candidates, beta))

    def _latex(self, printer: Printer) -> str:
        exponent = printer._print(self.rate * sympy.Symbol("u(x, r)"))
        return rf"\Pr[M(x) = r] \propto e^{{{exponent}}}"


class ReportNoisyMax(Mechanism):
    """The candidate with the greatest noisy score, noise Lap(2 Delta/eps) (Lap(Delta/eps) if all scores move one way): eps-DP.

    With `noise_law="Gumbel"` the noise is Gumbel of the same scale; the answer then has the law of the exponential mechanism.
    """

    parameter = "eps"

    def __new__(cls, sensitivity: Any, eps: Expr, monotone: Any = False, noise_law: Any = "Laplace") -> Any:
        law = noise_law if isinstance(noise_law, Str) else Str(noise_law)
        if law.name not in ("Laplace", "Gumbel"):
            raise ObjectError(f"ReportNoisyMax: found noise {law.name!r}, expected Laplace or Gumbel")
        if monotone not in (True, False):
            raise ObjectError(f"ReportNoisyMax: found monotone = {monotone!r}, expected True or False")
        return super().__new__(cls, sensitivity, eps, sympy.true if monotone else sympy.false, law)

    @property
    def epsilon(self) -> Expr:
        return self.args[1]

    @property
    def monotone(self) -> bool:
        return bool(self.args[2])

    @property
    def is_gumbel(self) -> bool:
        return bool(self.args[3].name == "Gumbel")

    @property
    def scale(self) -> Expr:
        return (1 if self.monotone else 2) * self.sensitivity.value / self.epsilon

    @property
    def noise(self) -> Laplace | Gumbel:
        return (Gumbel if self.is_gumbel else Laplace)(0, self.scale)

    def privacy(self) -> Privacy:
        """eps-DP. Laplace noise: a candidate wins if its noise exceeds a threshold, which moves by at most 2 Delta (Delta)."""
        notion, eps, bound = PureDP(self.epsilon), self.epsilon, self.sensitivity.value
        if self.is_gumbel:
            steps = (
                Cited(f"noisy_max.gumbel_{name}", {"b": self.scale}, one_more=name == "product")
                for name in ("below", "first", "product", "wins")
            )
            return Privacy(notion, eps, *steps, _weights(eps, bound, 1 / self.scale, self.monotone))
        moves, most = ("_moves_one_way", bound) if self.monotone else ("_moves", 2 * bound)
        return Privacy(
            notion,
            eps,
            Cited("noisy_max.tail_above", {"b": self.scale}),
            Cited("noisy_max.tail_below", {"b": self.scale}),
            Cited(f"noisy_max.greatest{moves}", {"D": bound}, one_more=True),
            Cited(f"noisy_max.threshold{moves}", {"D": bound}),
            Cited("noisy_max.private", {"eps": eps, "b": self.scale, "s": HERE, "t": HERE + most}, "eps"),
        )

    def accuracy(self, candidates: int, beta: Expr) -> Bound:
        """t with P[score < best - t] <= beta: all k Laplace noises within t/2 but for probability beta; Gumbel: half of that."""
        beta, candidates = failure_probability(self, beta), whole(candidates, "the number of candidates")
        error = self.scale * sympy.log(candidates / beta)
        if self.is_gumbel:
            return Bound(error, *_near_best(self.epsilon, self.scale * self.epsilon / 2, candidates, beta))
        at = {"eps": self.epsilon, "D": self.scale * self.epsilon, "k": exact(candidates), "beta": beta}
        return Bound(
            2 * error,
            Cited("utility.greatest_error", at),
            Cited("noisy_max.near_best", {"s": error}, "2*s"),
        )

    def _latex(self, printer: Printer) -> str:
        return rf"M(x) = \arg\max_r \left(u(x, r) + Z_r\right),\quad Z_r \sim {printer._print(self.noise)}"
