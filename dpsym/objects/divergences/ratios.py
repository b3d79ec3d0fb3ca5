"""Of the ratio of densities: Kullback-Leibler, Rényi and max divergence."""

from __future__ import annotations

from functools import reduce
from typing import Any, ClassVar

import sympy
from flint import arb, ctx
from sympy import Basic, Expr
from sympy.logic.boolalg import Boolean
from sympy.printing.printer import Printer

from .. import definitions
from ..enclosing import numeric, pairs, powers, structure
from ..enclosing.suprema import mixture_ratio, supremum
from ..errors import ObjectError
from ..laws import Mixture
from ..laws.base import Printed
from ..symbolic import Values, ball_of, bits, compare, decimals, refine
from .base import Divergence, asymmetric
from .spaces import bound_symbol, is_finite

ONE, OO = sympy.Integer(1), sympy.oo
MANY = sympy.Integer(100)  # an order from which on powers of exact weights are not written out
TOO_HIGH = sympy.Integer(300)  # an order above which quadrature does not get narrow


class KullbackLeibler(Divergence):
    """KL(P || Q) = int p log(p/q), infinite where q = 0 < p; the Rényi divergence of order 1."""

    kind: ClassVar[str] = "kl"
    formula = staticmethod(definitions.kl)
    title: ClassVar[str] = "Kullback-Leibler divergence"

    def definition(self) -> Expr:
        p, q = self.laws
        if is_finite(p):
            return pairs.kl(p.weights, [q.density(o) for o in p.outcomes])
        return self._over(definitions.kl)

    def _latex(self, printer: Printer) -> str:
        return asymmetric(printer, r"D_{\mathrm{KL}}", *self.laws)


class Renyi(Divergence):
    """D_alpha(P || Q) = log(int p^alpha q^(1 - alpha))/(alpha - 1) for alpha > 0; KL at 1 and the max divergence at oo."""

    kind: ClassVar[str] = "power"
    formula = staticmethod(definitions.renyi)
    parameters: ClassVar[tuple[str, ...]] = ("alpha",)
    title: ClassVar[str] = "Rényi divergence"

    def __new__(cls, *args: Any) -> Any:
        if len(args) == 3 and args[0] in (1, ONE):
            return KullbackLeibler(*args[1:])
        if len(args) == 3 and args[0] is OO:
            return MaxDivergence(*args[1:])
        return super().__new__(cls, *args)

    @classmethod
    def check(cls, values: list[Any]) -> None:
        a = values[0]
        if a.is_nonpositive or (not a.free_symbols and compare(a, sympy.Integer(0)) != 1):
            raise ObjectError(f"Renyi: the order alpha must be positive, found {a}")

    def defined_when(self) -> Boolean:
        return sympy.And(super().defined_when(), self.args[0] > 0, sympy.Ne(self.args[0], 1))

    def definition(self) -> Expr:
        p, q = self.laws
        alpha = self.args[0]
        if is_finite(p):
            return pairs.renyi(alpha, p.weights, [q.density(o) for o in p.outcomes])
        return self._over(definitions.renyi, alpha)

    def enclose(self, values: Values | None = None, digits: int = 30) -> arb:
        at = self.at(values)
        if not isinstance(at, Renyi):  # of order 1 or infinity
            return at.enclose(digits=digits)
        alpha, p, q = at.args
        if structure.many_trials(p, q):
            return at._from_trials(digits)
        if p.space == "reals" and compare(alpha, MANY) in (0, 1) and at.closed_form() is None:
            return at._of_high_order(digits)
        weights = [(w, q.density(o)) for o, w in zip(p.outcomes, p.weights)] if is_finite(p) else []
        if not weights or compare(alpha, MANY) == -1 or any(w == 0 or v == 0 for w, v in weights):
            return super().enclose(values, digits)

        def value(prec: int) -> arb:
            """Exact powers of this order would be long numbers: log sum p exp((alpha - 1) log(p/q)), with the greatest taken out."""
            with ctx.workprec(prec):
                s = ball_of(alpha, decimals(prec)) - 1
                logs = [(ball_of(w, decimals(prec)), ball_of(sympy.log(w / v), decimals(prec))) for w, v in weights]
                top = reduce(arb.max, (r for _, r in logs))
                return top + sum((w * (s * (r - top)).exp() for w, r in logs), arb(0)).log() / s

        return self._clipped(refine(value, digits, 4096))

    def _of_high_order(self, digits: int) -> arb:
        """Laws on the reals without a closed form: piece by piece, where the pieces have one; else by quadrature, up to an order."""
        alpha, p, q = self.args
        if powers.has_pieces(p, q):
            value = refine(
                lambda prec: powers.power(alpha, p, q, prec).log() / (ball_of(alpha, decimals(prec)) - 1),
                digits,
                1 << 14,
            )
            return self._clipped(value)
        if compare(alpha, TOO_HIGH) == 1:
            raise ObjectError(
                f"{self}: found the order {alpha}, expected at most {TOO_HIGH} for mixtures and for Gumbel laws of different scales: "
                "the integrand is too steep for quadrature; the max divergence bounds every order"
            )
        return self.quadrature({}, digits)

    def _from_integral(self, ball: arb, digits: int) -> arb:
        return ball.log() / (ball_of(self.args[0], 2 * digits) - 1) if ball.is_finite() else ball

    def _latex(self, printer: Printer) -> str:
        return asymmetric(printer, rf"D_{{{printer._print(self.args[0])}}}", *self.laws)


class Supremum(Printed, Expr):
    """The least upper bound of an expression over all values of a bound symbol, unevaluated."""

    is_commutative = True

    @property
    def bound_symbols(self) -> list[Basic]:
        return [self.args[1]]

    @property
    def free_symbols(self) -> set[Basic]:
        return set(self.args[0].free_symbols) - {self.args[1]}

    def _eval_subs(self, old: Any, new: Any) -> Any:
        return self if old == self.args[1] else None

    def _latex(self, printer: Printer) -> str:
        body, x = map(printer._print, self.args)
        space = r"\mathbb{Z}" if self.args[1].is_integer else r"\mathbb{R}"
        return rf"\sup_{{{x} \in {space}}} {body}"


class MaxDivergence(Divergence):
    """D_oo(P || Q) = sup_S log P(S)/Q(S) = log ess sup p/q."""

    kind: ClassVar[str] = "max"
    title: ClassVar[str] = "max divergence"

    def definition(self) -> Expr:
        """The supremum of the log ratio over the space, unevaluated."""
        p, q = self.laws
        if is_finite(p):
            weights = p.weights, [q.density(o) for o in p.outcomes]
            return pairs.max_divergence_formula(*weights) if self.free_symbols else pairs.max_divergence(*weights)[0]
        x, _ = bound_symbol(p)
        return Supremum(sympy.log(p.density(x) / q.density(x)), x)

    def quadrature(self, values: Values | None = None, digits: int = 30) -> arb:
        at = self.at(values)
        p, q = at.laws
        if is_finite(p):
            return ball_of(at.definition(), digits)
        if isinstance(p, Mixture) or isinstance(q, Mixture):
            ratio = mixture_ratio(p, q)
            return ball_of(OO if ratio is OO else sympy.log(ratio), digits)
        top = supremum(p, q)
        with ctx.workprec(2 * bits(digits) + 64):
            factors = numeric.log_factor(p, 2 * digits) - numeric.log_factor(q, 2 * digits)
            return ball_of(top, digits) if top is OO else self._clipped(factors + ball_of(top, 2 * digits))

    def _latex(self, printer: Printer) -> str:
        return asymmetric(printer, r"D_\infty", *self.laws)
