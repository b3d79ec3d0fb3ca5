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
from ..enclosing import numeric, pairs, structure
from ..enclosing.parts import ball as number
from ..enclosing.suprema import mixture_ratio, supremum
from ..errors import ObjectError
from ..laws import Mixture
from ..laws.base import Printed
from ..symbolic import Values, ball_of, bits, compare, refine
from .base import Divergence, asymmetric
from .spaces import bound_symbol, is_finite

ZERO, ONE, OO = sympy.Integer(0), sympy.Integer(1), sympy.oo


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
        return at._answered(at._value, digits)

    def _value(self, digits: int) -> arb:
        p, q = self.laws
        if is_finite(p) and is_finite(q) and not structure.many_trials(p, q):
            return self._of_outcomes([(w, q.density(o)) for o, w in zip(p.outcomes, p.weights)], digits)
        return super()._value(digits)

    def _from_definition(self, digits: int) -> arb:
        p, q = self.laws
        return self._value(digits) if is_finite(p) and is_finite(q) else super()._from_definition(digits)

    def _of_outcomes(self, weights: list[tuple[Any, Any]], digits: int) -> arb:
        """log sum p (p/q)^(alpha - 1) in balls, with the greatest exponent taken out: powers of weights are never written out."""
        alpha = self.args[0]
        above = compare(alpha, ONE) == 1
        present = [(w, v) for w, v in weights if compare(w, ZERO) != 0]
        if above and any(compare(v, ZERO) == 0 for _, v in present):
            return arb.pos_inf()
        both = [(w, v) for w, v in present if compare(v, ZERO) != 0]
        if not both:
            return arb.pos_inf()

        def value(prec: int) -> arb:
            with ctx.workprec(prec):
                s = number(alpha) - 1
                logs = [(number(w), (number(w) / number(v)).log() if w != v else arb(0)) for w, v in both]
                top = reduce(arb.max, (s * r for _, r in logs))
                return (top + sum((w * (s * r - top).exp() for w, r in logs), arb(0)).log()) / s

        if len(both) == len(weights) and all(w == v for w, v in both):
            return arb(0)
        return self._clipped(refine(value, digits, 1 << 13, 2 * digits))

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

    def _from_definition(self, digits: int) -> arb:
        p, q = self.laws
        if is_finite(p):
            return ball_of(self.definition(), digits)
        if isinstance(p, Mixture) or isinstance(q, Mixture):
            ratio = mixture_ratio(p, q)
            return ball_of(OO if ratio is OO else sympy.log(ratio), digits)
        top = supremum(p, q)
        with ctx.workprec(2 * bits(digits) + 64):
            factors = numeric.log_factor(p, 2 * digits) - numeric.log_factor(q, 2 * digits)
            return ball_of(top, digits) if top is OO else self._clipped(factors + ball_of(top, 2 * digits))

    def _latex(self, printer: Printer) -> str:
        return asymmetric(printer, r"D_\infty", *self.laws)
