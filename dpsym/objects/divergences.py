"""Divergences as SymPy expressions: definition, condition, closed form, rigorous enclosure.

    D = TotalVariation(Laplace(0, b), Laplace(1, b))
    D.definition()              the defining integral or sum, unevaluated
    D.defined_when()            the condition on the parameters
    D.doit()                    the closed form, where one is known
    D.enclose({b: 2}, 40)       a ball that contains the value, to 40 digits
    D.quadrature({b: 2}, 40)    the same from the definition, without the closed form

Supports are taken by cases (see pairs.py). Divergences are compared, hashed and printed like any SymPy expression.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import reduce
from typing import Any, ClassVar

import sympy
from flint import arb, ctx
from sympy.core.expr import Expr

from ..kernel.terms import Term
from . import definitions, gaussian, numeric, pairs, powers, structure
from .closed_forms import closed_form
from .errors import ObjectError
from .laws import Bernoulli, Binomial, FamilyLaw, FiniteLike, Law, LawSymbol, Mixture, Normal, Product
from .laws.base import Printed
from .suprema import mixture_ratio, supremum
from .symbolic import SYMPY, Values, ball_of, bits, compare, exact, refine, substituted, to_term

ONE, OO = sympy.Integer(1), sympy.oo
MANY = sympy.Integer(100)  # an order from which on powers of exact weights are not written out
TOO_HIGH = sympy.Integer(300)  # an order above which quadrature does not get narrow


def _same_space(name: str, p: Any, q: Any) -> None:
    if not (isinstance(p, Law) and isinstance(q, Law)):
        raise ObjectError(f"{name}: found {p} and {q}, expected two laws")
    if isinstance(p, LawSymbol) or isinstance(q, LawSymbol):
        return
    if isinstance(p, Binomial) and isinstance(q, Binomial):  # the outcomes may be too many to list
        if p.args[0] != q.args[0]:
            raise ObjectError(
                f"{name}: the laws {p} and {q} are on different spaces, 0 to {p.args[0]} and 0 to {q.args[0]}"
            )
        return
    one, two = (frozenset(s) if isinstance(s, tuple) and isinstance(law, FiniteLike) else s for s, law in
                ((p.space, p), (q.space, q)))  # fmt: skip
    if one != two:
        raise ObjectError(f"{name}: the laws {p} and {q} are on different spaces, {p.space} and {q.space}")


def _bound(law: Any) -> tuple[Any, Any]:
    """The bound symbol, and what binds it."""
    whole = law.space == "integers"
    x = sympy.Symbol("k" if whole else "x", **({"integer": True} if whole else {"real": True}))
    return x, sympy.Sum if whole else sympy.Integral


def over_common_space(p: Any, q: Any, body: Any) -> Any:
    """The integral or sum of body(p, q) over the common space, unevaluated."""
    if isinstance(p, FiniteLike) and isinstance(q, FiniteLike):
        return sympy.Add(*(body(p.density(o), q.density(o)) for o in p.outcomes))
    x, bind = _bound(p)
    return bind(body(p.density(x), q.density(x)), (x, -OO, OO))


class Divergence(Printed, Expr, ABC):
    """A divergence of two laws; its parameters, if any, come first."""

    kind: ClassVar[str]
    parameters: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str]
    at_most_one: ClassVar[bool] = False
    is_commutative = True
    is_extended_real = True
    is_extended_nonnegative = True

    def __new__(cls, *args: Any) -> Divergence:
        if len(args) != len(cls.parameters) + 2:
            raise ObjectError(
                f"{cls.__name__}: expected {', '.join((*cls.parameters, 'two laws'))}, found {len(args)} arguments"
            )
        *values, p, q = args
        _same_space(cls.__name__, p, q)
        given = [v if v is OO else exact(v, f"{cls.__name__}: {n}") for v, n in zip(values, cls.parameters)]
        cls.check(given)
        if isinstance(p, (Product, Mixture)) and _is_finite(p) and _is_finite(q):
            p, q = p.as_finite(), q.as_finite()
        return Expr.__new__(cls, *given, p, q)

    @classmethod
    def check(cls, values: list[Any]) -> None:
        """Refuses parameters that are certainly out of range."""

    @property
    def laws(self) -> tuple[Any, Any]:
        return self.args[-2], self.args[-1]

    @property
    def parameter(self) -> Any:
        return self.args[0] if self.parameters else None

    # -- meaning ----------------------------------------------------------------------------------------------------

    def _over(self, formula: Any, *parameters: Any) -> Any:
        """The formula over the common space, unevaluated."""
        p, q = self.laws
        if isinstance(p, FiniteLike) and isinstance(q, FiniteLike):
            return over_common_space(p, q, lambda a, b: formula(SYMPY, a, b, lambda f: f, *parameters))
        x, bind = _bound(p)
        return formula(SYMPY, p.density(x), q.density(x), lambda f: bind(f, (x, -OO, OO)), *parameters)

    @abstractmethod
    def definition(self) -> Any:
        """The defining integral, sum or supremum, unevaluated."""

    def defining_term(self) -> Term:
        """The definition as a kernel term, for claims; laws of families on one support, and finite laws."""
        p, q = (_law_term(law) for law in self.laws)
        formula = _FORMULAS.get(self.kind)
        if formula is None:
            raise ObjectError(f"{self}: a supremum, which the kernel's terms cannot say")
        return definitions.defining_term(formula, tuple(to_term(a) for a in self.args[:-2]), p, q, frozenset())

    def defined_when(self) -> Any:
        p, q = self.laws
        return sympy.And(p.defined_when(), q.defined_when())

    def closed_form(self) -> Any:
        """The closed form, None if none is known."""
        return closed_form(self.kind, *self.laws, *([self.parameter] if self.parameters else []))

    def doit(self, **hints: Any) -> Any:
        found = self.closed_form()
        return self if found is None else found

    def _eval_derivative(self, s: Any) -> Any:
        found = self.closed_form()
        if found is None:
            raise ObjectError(f"{self}: no closed form is known that could be differentiated")
        return found.diff(s)

    def _eval_evalf(self, prec: int) -> Any:
        if self.free_symbols:
            return None
        ball = self.enclose({}, int(prec / 3.33) + 1)
        return (
            sympy.Float(ball.str(int(prec / 3.33) + 2, radius=False), int(prec / 3.33) + 1) if ball.is_finite() else OO
        )

    # -- numbers ----------------------------------------------------------------------------------------------------

    def enclose(self, values: Values | None = None, digits: int = 30) -> arb:
        """A ball that contains the value, with a relative radius below 10**(-digits) where that can be reached."""
        at = self.at(values)
        if structure.many_trials(*at.laws):
            return at._from_trials(digits)
        found = at.closed_form()
        if found is None:
            return at._from_structure(digits)
        with ctx.workprec(2 * bits(digits) + 64):
            return self._clipped(ball_of(found, digits))

    def _over_finite_coordinates(self, coordinates: list[tuple[Any, Any]], digits: int) -> arb:
        """E_gamma(P1 x P2 || Q1 x Q2) = sum over o of p1(o) E_{gamma q1(o)/p1(o)}(P2 || Q2), P1 and Q1 on finitely many outcomes."""
        split = structure.finite_and_one(coordinates)
        if split is None:
            raise ObjectError(
                f"{self}: the coordinates do not determine it, expected coordinates with finitely many outcomes, besides them one "
                "other or normal ones of one deviation each; KL, Rényi, max, Hellinger and chi-squared ones of products are known"
            )
        table, p, q = split
        gamma = ONE if self.kind == "tv" else self.args[0]
        found = [
            ball_of(a, digits + 3) * (HockeyStick(gamma * b / a, p, q).enclose({}, digits + 3) if b != 0 else 1)
            for a, b in table
        ]
        return sum(found, arb(0))

    def _from_trials(self, digits: int) -> arb:
        """Of two binomial laws with many trials: from one trial, or by tail probabilities."""
        p, q = self.laws
        n = int(p.args[0])
        with ctx.workprec(2 * bits(digits) + 64):
            if self.kind not in structure.REPEATED:
                raise ObjectError(
                    f"{self}: not known for binomial laws with so many trials; expected fewer than {structure.MANY_TRIALS}"
                )
            if self.kind in ("tv", "hockey"):
                return self._clipped(structure.trials(self.kind, p, q, self.parameter, digits + 3))
            one = self.func(*self.args[:-2], Bernoulli(p.args[1]), Bernoulli(q.args[1]))
            return self._clipped(structure.repeated(self.kind, n, one.enclose({}, digits + len(str(n)) + 3)))

    def _from_structure(self, digits: int) -> arb:
        """By what the laws are made of (structure.py), else from the definition."""
        p, q = self.laws
        pairs_ = structure.coordinates(p, q)
        with ctx.workprec(2 * bits(digits) + 64):
            if pairs_ is not None:
                turned = structure.rotated(pairs_)
                if turned is not None:
                    return self.func(*self.args[:-2], *turned).enclose({}, digits)
                found = None
                if self.kind in structure.FOLDED:
                    parts = [self.func(*self.args[:-2], a, b).enclose({}, digits + 3) for a, b in pairs_]
                    found = structure.folded(self.kind, parts)
                if found is not None:
                    return self._clipped(found)
                if self.kind in ("tv", "hockey"):
                    return self._clipped(self._over_finite_coordinates(pairs_, digits))
            sums = structure.discrete_gaussian(self.kind, p, q, self.parameter, digits + 3)
            if sums is not None:
                return self._clipped(self._from_integral(sums, digits))
        return self.quadrature({}, digits)

    def quadrature(self, values: Values | None = None, digits: int = 30) -> arb:
        """The same from the definition, without the closed form."""
        at = self.at(values)
        p, q = at.laws
        if structure.many_trials(p, q):
            return at._from_trials(digits)
        with ctx.workprec(2 * bits(digits) + 64):
            if _is_finite(p):
                return self._clipped(ball_of(at.definition(), digits))
            return self._clipped(at._from_integral(numeric.enclose(at.kind, p, q, at.parameter, digits + 3), digits))

    def at(self, values: Values | None) -> Any:
        at = substituted(self, values or {})
        if at.free_symbols:
            raise ObjectError(f"{self}: no value was given for {sorted(s.name for s in at.free_symbols)}")
        return at

    def _from_integral(self, ball: arb, digits: int) -> arb:
        return ball

    def _clipped(self, ball: arb) -> arb:
        """Nothing is negative that cannot be, nothing above 1 that cannot be."""
        if ball == arb.pos_inf():
            return ball
        if not ball.is_finite():
            raise ObjectError(
                f"{self}: no enclosure was reached, found {ball}; the integral or sum needs more precision than is tried"
            )
        if ball.lower() < 0:
            ball = ball.nonnegative_part()
        if self.at_most_one and ball.upper() > 1:
            ball = 1 - (1 - ball).nonnegative_part()
        return ball

    @abstractmethod
    def _latex(self, printer: Any) -> str:
        """As a paper prints it."""

    def _eval_nseries(self, *args: Any, **kwargs: Any) -> Any:
        return self.doit()._eval_nseries(*args, **kwargs)


_FORMULAS: dict[str, Any] = {
    "tv": definitions.total_variation, "hockey": definitions.hockey_stick, "kl": definitions.kl, "power": definitions.renyi,
    "hellinger": definitions.hellinger_squared, "chi": definitions.chi_squared,
}  # fmt: skip


def _law_term(law: Any) -> definitions.LawTerm:
    if isinstance(law, FiniteLike):
        return definitions.LawTerm(None, tuple(map(to_term, law.weights)), str(law))
    if isinstance(law, FamilyLaw) and not isinstance(law.args[0], Law):
        return definitions.LawTerm(law.family, tuple(map(to_term, law.args)), str(law))
    raise ObjectError(f"{law}: its density has no kernel term")


def _is_finite(law: Any) -> bool:
    parts = law.args if isinstance(law, Product) else [a for a, _ in law.parts] if isinstance(law, Mixture) else [law]
    return all(isinstance(part, FiniteLike) for part in parts)


def _asymmetric(printer: Any, head: str, p: Any, q: Any) -> str:
    return rf"{head}\left({printer._print(p)} \,\|\, {printer._print(q)}\right)"


def _symmetric(printer: Any, head: str, p: Any, q: Any) -> str:
    return rf"{head}\left({printer._print(p)}, {printer._print(q)}\right)"


class TotalVariation(Divergence):
    """d_TV(P, Q) = max_S P(S) - Q(S) = int |p - q|/2."""

    kind: ClassVar[str] = "tv"
    title: ClassVar[str] = "total variation"
    at_most_one: ClassVar[bool] = True

    def definition(self) -> Any:
        return self._over(definitions.total_variation)

    def _latex(self, printer: Any) -> str:
        return _symmetric(printer, r"d_{\mathrm{TV}}", *self.laws)


class HockeyStick(Divergence):
    """E_gamma(P || Q) = max_S P(S) - gamma Q(S) = int max(0, p - gamma q), gamma > 0; delta(eps) is gamma = e^eps."""

    kind: ClassVar[str] = "hockey"
    parameters: ClassVar[tuple[str, ...]] = ("gamma",)
    title: ClassVar[str] = "hockey-stick divergence"
    at_most_one: ClassVar[bool] = True

    @classmethod
    def check(cls, values: list[Any]) -> None:
        if values[0].is_nonpositive or (not values[0].free_symbols and compare(values[0], sympy.Integer(0)) != 1):
            raise ObjectError(f"HockeyStick: gamma must be positive, found {values[0]}")

    def defined_when(self) -> Any:
        return sympy.And(super().defined_when(), self.args[0] > 0)

    def definition(self) -> Any:
        return self._over(definitions.hockey_stick, self.args[0])

    def enclose(self, values: Values | None = None, digits: int = 30) -> arb:
        at = self.at(values)
        m = at._gaussian_distance()
        if m is None:
            return super().enclose(values, digits)
        with ctx.workprec(2 * bits(digits) + 64):
            return self._clipped(gaussian.delta(m, sympy.log(at.args[0]), digits))

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

    def _latex(self, printer: Any) -> str:
        return _asymmetric(printer, rf"E_{{{printer._print(self.args[0])}}}", *self.laws)


class KullbackLeibler(Divergence):
    """KL(P || Q) = int p log(p/q), infinite where q = 0 < p; the Rényi divergence of order 1."""

    kind: ClassVar[str] = "kl"
    title: ClassVar[str] = "Kullback-Leibler divergence"

    def definition(self) -> Any:
        p, q = self.laws
        if _is_finite(p):
            return pairs.kl(p.weights, [q.density(o) for o in p.outcomes])
        return self._over(definitions.kl)

    def _latex(self, printer: Any) -> str:
        return _asymmetric(printer, r"D_{\mathrm{KL}}", *self.laws)


class Renyi(Divergence):
    """D_alpha(P || Q) = log(int p^alpha q^(1 - alpha))/(alpha - 1) for alpha > 0; KL at 1 and the max divergence at oo."""

    kind: ClassVar[str] = "power"
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

    def defined_when(self) -> Any:
        return sympy.And(super().defined_when(), self.args[0] > 0, sympy.Ne(self.args[0], 1))

    def definition(self) -> Any:
        p, q = self.laws
        alpha = self.args[0]
        if _is_finite(p):
            return pairs.renyi(alpha, p.weights, [q.density(o) for o in p.outcomes])
        return self._over(definitions.renyi, alpha)

    def closed_form(self) -> Any:
        total = super().closed_form()
        if total is None and _is_finite(self.laws[0]):
            return self.definition()
        return None if total is None else _log_of(total) / (self.args[0] - 1)

    def enclose(self, values: Values | None = None, digits: int = 30) -> arb:
        at = self.at(values)
        if not isinstance(at, Renyi):  # of order 1 or infinity
            return at.enclose(digits=digits)
        alpha, p, q = at.args
        if structure.many_trials(p, q):
            return at._from_trials(digits)
        if p.space == "reals" and compare(alpha, MANY) in (0, 1) and at.closed_form() is None:
            return at._of_high_order(digits)
        weights = [(w, q.density(o)) for o, w in zip(p.outcomes, p.weights)] if _is_finite(p) else []
        if not weights or compare(alpha, MANY) == -1 or any(w == 0 or v == 0 for w, v in weights):
            return super().enclose(values, digits)

        def value(prec: int) -> arb:
            """Exact powers of this order would be long numbers: log sum p exp((alpha - 1) log(p/q)), with the greatest taken out."""
            with ctx.workprec(prec):
                s = ball_of(alpha, prec // 3) - 1
                logs = [(ball_of(w, prec // 3), ball_of(sympy.log(w / v), prec // 3)) for w, v in weights]
                top = reduce(arb.max, (r for _, r in logs))
                return top + sum((w * (s * (r - top)).exp() for w, r in logs), arb(0)).log() / s

        return self._clipped(refine(value, digits, 4096))

    def _of_high_order(self, digits: int) -> arb:
        """Laws on the reals without a closed form: piece by piece, where the pieces have one; else by quadrature, up to an order."""
        alpha, p, q = self.args
        if powers.has_pieces(p, q):
            value = refine(
                lambda prec: powers.power(alpha, p, q, prec).log() / (ball_of(alpha, prec // 3) - 1), digits, 1 << 14
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

    def _latex(self, printer: Any) -> str:
        return _asymmetric(printer, rf"D_{{{printer._print(self.args[0])}}}", *self.laws)


def _log_of(total: Any) -> Any:
    """log, with log(exp(a)) written a, which SymPy leaves alone for symbols it does not know to be real."""
    return total.args[0] if isinstance(total, sympy.exp) else sympy.log(total)


class Supremum(Printed, Expr):
    """The least upper bound of an expression over all values of a bound symbol, unevaluated."""

    is_commutative = True

    @property
    def bound_symbols(self) -> list[Any]:
        return [self.args[1]]

    @property
    def free_symbols(self) -> set[Any]:
        return self.args[0].free_symbols - {self.args[1]}

    def _eval_subs(self, old: Any, new: Any) -> Any:
        return self if old == self.args[1] else None

    def _latex(self, printer: Any) -> str:
        body, x = map(printer._print, self.args)
        space = r"\mathbb{Z}" if self.args[1].is_integer else r"\mathbb{R}"
        return rf"\sup_{{{x} \in {space}}} {body}"


class MaxDivergence(Divergence):
    """D_oo(P || Q) = sup_S log P(S)/Q(S) = log ess sup p/q."""

    kind: ClassVar[str] = "max"
    title: ClassVar[str] = "max divergence"

    def definition(self) -> Any:
        """The supremum of the log ratio over the space, unevaluated."""
        p, q = self.laws
        if _is_finite(p):
            weights = p.weights, [q.density(o) for o in p.outcomes]
            return pairs.max_divergence_formula(*weights) if self.free_symbols else pairs.max_divergence(*weights)[0]
        x, _ = _bound(p)
        return Supremum(sympy.log(p.density(x) / q.density(x)), x)

    def quadrature(self, values: Values | None = None, digits: int = 30) -> arb:
        at = self.at(values)
        p, q = at.laws
        if _is_finite(p):
            return ball_of(at.definition(), digits)
        if isinstance(p, Mixture) or isinstance(q, Mixture):
            ratio = mixture_ratio(p, q)
            return ball_of(OO if ratio is OO else sympy.log(ratio), digits)
        top = supremum(p, q)
        with ctx.workprec(2 * bits(digits) + 64):
            factors = numeric.log_factor(p, 2 * digits) - numeric.log_factor(q, 2 * digits)
            return ball_of(top, digits) if top is OO else self._clipped(factors + ball_of(top, 2 * digits))

    def _latex(self, printer: Any) -> str:
        return _asymmetric(printer, r"D_\infty", *self.laws)


class Hellinger(Divergence):
    """H^2(P, Q) = int (sqrt(p) - sqrt(q))^2/2, the squared Hellinger distance, between 0 and 1."""

    kind: ClassVar[str] = "hellinger"
    title: ClassVar[str] = "squared Hellinger distance"
    at_most_one: ClassVar[bool] = True

    def definition(self) -> Any:
        return self._over(definitions.hellinger_squared)

    def _latex(self, printer: Any) -> str:
        return _symmetric(printer, "H^2", *self.laws)


class ChiSquared(Divergence):
    """chi^2(P || Q) = int (p - q)^2/q, infinite where q = 0 < p."""

    kind: ClassVar[str] = "chi"
    title: ClassVar[str] = "chi-squared divergence"

    def definition(self) -> Any:
        p, q = self.laws
        if _is_finite(p):
            return pairs.chi_squared(p.weights, [q.density(o) for o in p.outcomes])
        return self._over(definitions.chi_squared)

    def _latex(self, printer: Any) -> str:
        return _asymmetric(printer, r"\chi^2", *self.laws)
