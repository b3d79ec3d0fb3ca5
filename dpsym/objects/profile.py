"""The privacy profile delta(eps) = E_{e^eps}(P || Q) of a pair of laws, and its inverse eps(delta), enclosed rigorously.

delta(eps) never rises with eps, so eps(delta) is found by bisection: every comparison of delta(eps) with the target is decided by
balls of growing precision, and the answer is a ball between two points that were decided. Arb's exponents are unbounded, so
delta = 1e-2000 is a number like any other; `log10` of an enclosure shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from flint import arb, ctx, fmpq
from sympy import Expr
from sympy.logic.boolalg import Boolean
from sympy.printing.printer import Printer

from ..kernel.reals.quadrature import Program
from .divergences import ChiSquared, Divergence, HockeyStick, MaxDivergence, Renyi
from .divergences.base import asymmetric
from .divergences.spaces import is_finite, same_space
from .enclosing import gaussian, numeric, pairs, structure
from .enclosing.quadrature import Trim
from .errors import ObjectError
from .laws import Law, Normal
from .laws.base import Printed
from .stats import law_of
from .symbolic import Values, ball_of, bits, compare, decimals, exact, maximum, refine, substituted, to_term

MAX_BITS = 1 << 16


class PrivacyProfile(Printed):
    """delta(eps) for one ordered pair of laws, or the worse of both directions (`symmetric`)."""

    def __new__(cls, p: Any, q: Any, symmetric: Any = False) -> PrivacyProfile:
        p, q = law_of(p), law_of(q)
        same_space(cls.__name__, p, q)
        return super().__new__(cls, p, q, sympy.true if symmetric else sympy.false)

    @property
    def p(self) -> Law:
        law: Law = self.args[0]
        return law

    @property
    def q(self) -> Law:
        law: Law = self.args[1]
        return law

    @property
    def symmetric(self) -> bool:
        return bool(self.args[2])

    def _latex(self, printer: Printer) -> str:
        eps = sympy.exp(sympy.Symbol("varepsilon"))
        values = [printer._print(HockeyStick(eps, p, q)) for p, q in self._directions()]
        body = values[0] if len(values) == 1 else rf"\max\left({', '.join(values)}\right)"
        return rf"\delta(\varepsilon) = {body}"

    def __call__(self, eps: Expr) -> Any:
        """The hockey-stick divergence at e^eps."""
        eps = exact(eps, "PrivacyProfile: eps")
        one = HockeyStick(sympy.exp(eps), self.p, self.q)
        return sympy.Max(one, HockeyStick(sympy.exp(eps), self.q, self.p)) if self.symmetric else one

    def _directions(self) -> list[tuple[Law, Law]]:
        return [(self.p, self.q), (self.q, self.p)] if self.symmetric else [(self.p, self.q)]

    def delta(self, eps: Expr, values: Values | None = None, digits: int = 30) -> arb:
        """delta(eps) as a ball."""
        balls = [HockeyStick(sympy.exp(exact(eps)), p, q).enclose(values, digits) for p, q in self._directions()]
        return balls[0] if len(balls) == 1 else balls[0].max(balls[1])

    def epsilon(self, delta: Expr, values: Values | None = None, digits: int = 30) -> arb:
        """The least eps >= 0 with delta(eps) <= delta, as a ball; infinite if there is none."""
        balls = [epsilon(p, q, delta, values, digits) for p, q in self._directions()]
        return balls[0] if len(balls) == 1 else balls[0].max(balls[1])


def epsilon(p: Law, q: Law, delta: Expr, values: Values | None = None, digits: int = 30) -> arb:
    """The least eps >= 0 with E_{e^eps}(P || Q) <= delta."""
    delta = exact(delta, "epsilon: delta")
    p, q = (substituted(law, values or {}) for law in (p, q))
    if compare(delta, sympy.Integer(0)) == -1:
        raise ObjectError(f"epsilon: delta must not be negative, found {delta}")
    if delta == 0:
        with ctx.workprec(2 * bits(digits)):
            return MaxDivergence(p, q).enclose({}, digits)
    if is_finite(p) and not structure.many_trials(p, q):
        value = pairs.approximate_max(delta, p.weights, [q.density(o) for o in p.outcomes])
        return ball_of(value, digits) if compare(value, sympy.Integer(0)) == 1 else arb(0)
    return _bisected(_above(p, q, delta, digits), digits)


def _above(p: Law, q: Law, delta: Expr, digits: int) -> Callable[[fmpq], bool | None]:
    """Whether delta(eps) > delta; None if that cannot be told."""
    e = sympy.Symbol("eps_", real=True)
    if HockeyStick(sympy.Integer(1), p, q)._gaussian_distance() is not None:
        return _gaussian_above(p, q, delta, digits)
    form = None if structure.many_trials(p, q) else HockeyStick(sympy.exp(e), p, q).closed_form()
    program = None if form is None else Program([to_term(form), to_term(delta)], ("eps_",), point=True)

    def decide(eps: fmpq) -> bool | None:
        prec = bits(digits) + 32
        while prec <= MAX_BITS:
            with ctx.workprec(prec):
                if program is not None:
                    value, target = program.run((arb(eps),), prec)
                else:
                    rational = sympy.Rational(int(eps.p), int(eps.q))
                    value = HockeyStick(sympy.exp(rational), p, q).enclose({}, decimals(prec))
                    target = ball_of(delta, decimals(prec))
                if value > target or value <= target:
                    return bool(value > target)
            prec *= 2
        return None

    return decide


def _gaussian_above(p: Law, q: Law, delta: Expr, digits: int) -> Callable[[fmpq], bool | None]:
    """The same for normal laws of one deviation, in log space."""
    m = sympy.Abs(p.args[0] - q.args[0]) / p.args[1]

    def decide(eps: fmpq) -> bool | None:
        for more in (8, 40, 200, 1000):
            with ctx.workprec(2 * bits(digits + more)):
                value = gaussian.log_delta(m, exact(eps), digits + more)
                target = ball_of(delta, digits + more).log()
                if value > target or value <= target:
                    return bool(value > target)
        return None

    return decide


def _bisected(above: Callable[[fmpq], bool | None], digits: int) -> arb:
    low, high = fmpq(0), fmpq(1)
    if not above(low):
        return arb(0)
    while above(high):
        low, high = high, high * 2
        if high > fmpq(2) ** 200:
            return arb.pos_inf()
    goal = fmpq(1, 10 ** (digits + 1))
    while high - low > goal * high:
        middle = (low + high) / 2
        side = above(middle)
        if side is None:
            break
        low, high = (middle, high) if side else (low, middle)
    with ctx.workprec(2 * bits(digits) + 64):
        return arb(low).union(arb(high))


class ApproximateMax(Divergence):
    """D_oo^delta(P || Q), the least eps with P(S) <= e^eps Q(S) + delta for all events S, at least 0 here; the inverse profile."""

    kind = "approximate max"
    parameters = ("delta",)
    title = "delta-approximate max divergence"

    @classmethod
    def check(cls, values: list[Any]) -> None:
        _probability(cls.__name__, values[0])

    def defined_when(self) -> Boolean:
        return sympy.And(super().defined_when(), self.args[0] >= 0, self.args[0] <= 1)

    def definition(self) -> Expr:
        """sup over S with P(S) > delta of log((P(S) - delta)/Q(S)); on finite laws its value."""
        p, q = self.laws
        if not is_finite(p):
            return self
        weights = self.args[0], p.weights, [q.density(o) for o in p.outcomes]
        if self.free_symbols:
            found = pairs.approximate_max_formula(*weights)
            return self if found is None else found
        return maximum(sympy.Integer(0), pairs.approximate_max(*weights))

    def closed_form(self) -> Expr:
        if is_finite(self.laws[0]):
            found = self.definition()
            return None if found == self else found
        return super().closed_form()

    def _from_definition(self, digits: int) -> arb:
        p, q = self.laws
        return epsilon(p, q, self.args[0], {}, digits)

    def _from_trials(self, digits: int) -> arb:
        return epsilon(*self.laws, self.args[0], {}, digits)

    def _latex(self, printer: Printer) -> str:
        return asymmetric(printer, rf"D_\infty^{{{printer._print(self.args[0])}}}", *self.laws)


def _probability(owner: str, delta: Expr) -> None:
    if delta.free_symbols:
        return
    if compare(delta, sympy.Integer(0)) == -1 or compare(delta, sympy.Integer(1)) == 1:
        raise ObjectError(f"{owner}: delta must lie in [0, 1], found {delta}")


class ApproximateRenyi(Divergence):
    """D_alpha^delta(P || Q): the least D_alpha(P' || Q') with P = (1 - delta) P' + delta P'', Q = (1 - delta) Q' + delta Q''.

    With b and a such that E_b(P || Q) = delta = E_{1/a}(Q || P), the best pair is p' = min(p, b q), q' = min(q, p/a), both over
    1 - delta (pairs.trimmed). So int p'^alpha q'^(1 - alpha) is, over 1 - delta,
    b^alpha Q(p > b q) + int_{a <= p/q <= b} p^alpha q^(1 - alpha) + a^(alpha - 1) P(p < a q).
    """

    kind = "approximate power"
    parameters = ("alpha", "delta")
    title = "delta-approximate Rényi divergence"

    @classmethod
    def check(cls, values: list[Any]) -> None:
        alpha, delta = values
        if not alpha.free_symbols and compare(alpha, sympy.Integer(1)) != 1:
            raise ObjectError(f"ApproximateRenyi: the order alpha must be above 1, found {alpha}")
        _probability("ApproximateRenyi", delta)

    def definition(self) -> Expr:
        """The least D_alpha(P' || Q'); on finite laws without symbols its value."""
        p, q = self.laws
        if is_finite(p) and not self.free_symbols:
            alpha, delta = self.args[:2]
            return pairs.approximate_renyi(alpha, delta, p.weights, [q.density(o) for o in p.outcomes])
        return self

    def closed_form(self) -> Expr:
        return self.definition() if is_finite(self.laws[0]) and not self.free_symbols else None

    def _from_definition(self, digits: int) -> arb:
        alpha, delta, p, q = self.args
        if is_finite(p):
            return ball_of(self.definition(), digits)
        if compare(delta, sympy.Integer(0)) == 0:
            return Renyi(alpha, p, q).enclose({}, digits)
        if isinstance(p, Normal) and isinstance(q, Normal) and p.args[1] == q.args[1]:
            return self._clipped(_gaussian_trimmed(alpha, delta, sympy.Abs(p.args[0] - q.args[0]) / p.args[1], digits))
        return self._clipped(_trimmed(alpha, delta, p, q, digits))

    def _latex(self, printer: Printer) -> str:
        alpha, delta, p, q = self.args
        return asymmetric(printer, rf"D_{{{printer._print(alpha)}}}^{{{printer._print(delta)}}}", p, q)


def _trimmed(alpha: Expr, delta: Expr, p: Law, q: Law, digits: int) -> arb:
    """From the integral (or sum) of min(p, b q)^alpha min(q, c p)^(1 - alpha), with b and c from the profiles.

    If more than delta of P lies where q = 0, the divergence is infinite; of Q where p = 0, nothing is cut from q there.
    """
    deep = digits + 8
    log_b, log_c = epsilon(p, q, delta, {}, deep), epsilon(q, p, delta, {}, deep)
    with ctx.workprec(2 * bits(deep) + 64):
        if log_b.is_zero() or log_c.is_zero():  # within delta in total variation
            return arb(0)
        if not log_b.is_finite():
            return arb.pos_inf()
        a = ball_of(alpha, deep)
        total = numeric.enclose("trimmed", p, q, Trim(a, log_b, log_c), digits + 3)
        return (total / (1 - ball_of(delta, deep))).log() / (a - 1)


def _gaussian_trimmed(alpha: Expr, delta: Expr, m: Any, digits: int) -> arb:
    """For N(0, 1) and N(m, 1) the ratio p/q falls with x; by symmetry a = 1/b, the cuts are m/2 -+ log(b)/m."""
    if m == 0 or compare(delta, sympy.Integer(1)) == 0:
        return arb(0)

    def value(prec: int) -> arb:
        deep = decimals(prec)
        log_b = epsilon(Normal(0, 1), Normal(m, 1), delta, {}, deep)
        with ctx.workprec(prec + 64):
            a, d, s = (ball_of(x, deep) for x in (alpha, delta, m))
            if log_b.is_zero():
                return arb(0)

            def phi(z: arb) -> arb:
                return (-z / arb(2).sqrt()).erfc() / 2

            left, right = s / 2 - log_b / s, s / 2 + log_b / s
            middle = (a * (a - 1) * s * s / 2).exp() * (phi(right - (1 - a) * s) - phi(left - (1 - a) * s))
            ends = (a * log_b).exp() * phi(left - s) + ((1 - a) * log_b).exp() * phi(-right)
            return ((middle + ends) / (1 - d)).log() / (a - 1)

    return refine(value, digits, 2000)


__all__ = ["ApproximateMax", "ApproximateRenyi", "ChiSquared", "PrivacyProfile", "epsilon"]
