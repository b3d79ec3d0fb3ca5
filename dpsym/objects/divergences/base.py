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

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import sympy
from flint import arb, ctx
from sympy import Expr
from sympy.logic.boolalg import Boolean
from sympy.multipledispatch import dispatch
from sympy.printing.printer import Printer

from ...kernel.terms import Term
from .. import definitions, stats
from ..closed_forms.lookup import certified_by, closed_form
from ..enclosing import numeric, reals, structure
from ..enclosing.known import MORE, Ball, bits_of, is_known, near_zero, to_digits, width_of
from ..errors import ObjectError
from ..finite_forms import finite_form
from ..grids import Compiled
from ..laws import Bernoulli, FiniteLike, Law, Mixture, Product
from ..laws.base import Printed
from ..symbolic import SYMPY, Values, ball_of, bits, compare, decimals, exact, substituted, to_term
from .spaces import bound_symbol, is_finite, law_term, over_common_space, same_space

OO = sympy.oo


class Divergence(Printed, Expr, ABC):
    """A divergence of two laws; its parameters, if any, come first."""

    kind: ClassVar[str]
    parameters: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str]
    at_most_one: ClassVar[bool] = False
    formula: ClassVar[Callable[..., Any] | None] = None  # of definitions.py, for the kernel's terms
    is_commutative = True
    is_extended_real = True
    is_extended_nonnegative = True

    def __new__(cls, *args: Any) -> Divergence:
        if len(args) != len(cls.parameters) + 2:
            raise ObjectError(
                f"{cls.__name__}: expected {', '.join((*cls.parameters, 'two laws'))}, found {len(args)} arguments"
            )
        *values, p, q = args
        p, q = stats.law_of(p), stats.law_of(q)
        same_space(cls.__name__, p, q)
        given = [v if v is OO else exact(v, f"{cls.__name__}: {n}") for v, n in zip(values, cls.parameters)]
        cls.check(given)
        if isinstance(p, (Product, Mixture)) and is_finite(p) and is_finite(q):
            p, q = p.as_finite(), q.as_finite()
        return super().__new__(cls, *given, p, q)

    @classmethod
    def check(cls, values: list[Any]) -> None:
        """Refuses parameters that are certainly out of range."""

    @property
    def laws(self) -> tuple[Any, Any]:
        return self.args[-2], self.args[-1]

    @property
    def parameter(self) -> Expr:
        return self.args[0] if self.parameters else None

    # -- meaning ----------------------------------------------------------------------------------------------------

    def _over(self, formula: Any, *parameters: Any) -> Any:
        """The formula over the common space, unevaluated."""
        p, q = self.laws
        if isinstance(p, FiniteLike) and isinstance(q, FiniteLike):
            return over_common_space(p, q, lambda a, b: formula(SYMPY, a, b, lambda f: f, *parameters))
        x, bind = bound_symbol(p)
        return formula(SYMPY, p.density(x), q.density(x), lambda f: bind(f, (x, -OO, OO)), *parameters)

    @abstractmethod
    def definition(self) -> Expr:
        """The defining integral, sum or supremum, unevaluated."""

    def defining_term(self) -> Term:
        """The definition as a kernel term, for claims; laws of families on one support, and finite laws."""
        p, q = (law_term(law) for law in self.laws)
        if self.formula is None:
            raise ObjectError(f"{self}: a supremum, which the kernel's terms cannot say")
        return definitions.defining_term(self.formula, tuple(to_term(a) for a in self.args[:-2]), p, q, frozenset())

    def defined_when(self) -> Boolean:
        p, q = self.laws
        return sympy.And(p.defined_when(), q.defined_when())

    def closed_form(self) -> Expr:
        """The closed form, None if none is known."""
        p, q = self.laws
        found = closed_form(self.kind, p, q, self.parameter)
        if found is None and isinstance(p, FiniteLike) and isinstance(q, FiniteLike):
            return finite_form(self.kind, p, q, self.parameter)
        return found

    def certified_by(self) -> tuple[str, ...]:
        """The names of the library's formulas that show the closed form; none where it is the definition written out."""
        return certified_by(self.kind, *self.laws, self.parameter)

    def doit(self, **hints: Any) -> Expr:
        found = self.closed_form()
        return self if found is None else found

    def _eval_derivative(self, s: Any) -> Expr:
        found = self.closed_form()
        if found is None:
            raise ObjectError(f"{self}: no closed form is known that could be differentiated")
        return found.diff(s)

    def _eval_evalf(self, prec: int) -> Any:
        if self.free_symbols:
            return None
        digits = decimals(prec)
        ball = self.enclose({}, digits)
        if not ball.is_finite():
            return OO
        if not is_known(ball, digits):
            raise ObjectError(f"{self}: found {width_of(ball)}, expected {digits} digits; `enclose` gives the ball")
        return sympy.Float(ball.str(digits + 1, radius=False), precision=prec)

    # -- comparisons ------------------------------------------------------------------------------------------------

    def __lt__(self, other: Any) -> Any:
        return super().__lt__(_exactly(other))

    def __le__(self, other: Any) -> Any:
        return super().__le__(_exactly(other))

    def __gt__(self, other: Any) -> Any:
        return super().__gt__(_exactly(other))

    def __ge__(self, other: Any) -> Any:
        return super().__ge__(_exactly(other))

    # -- numbers ----------------------------------------------------------------------------------------------------

    def enclose(self, values: Values | None = None, digits: int = 30) -> arb:
        """A ball that contains the value, with a relative radius below 10**(-digits), or oo.

        A value that cannot be told from 0 is enclosed to below 10**(-2*digits). A wider ball is an error that says how wide it is.
        """
        at = self.at(values)
        return at._answered(at._value, digits)

    def _answered(self, evaluate: Callable[[int], arb], digits: int, more: tuple[int, ...] = MORE) -> arb:
        once = reals.knows(self.kind, *self.laws) and self.closed_form() is None  # precision grows there by itself
        found = self._clipped(evaluate(digits) if once else to_digits(evaluate, digits, more))
        if not is_known(found, digits) and not near_zero(found, digits):
            raise ObjectError(
                f"{self}: found an enclosure of relative width {width_of(found)}, expected {digits} digits; ask for fewer"
            )
        return Ball(found, digits)

    def _value(self, digits: int) -> arb:
        """A ball that may be too wide; all symbols have values."""
        if structure.many_trials(*self.laws):
            return self._from_trials(digits)
        found = self.closed_form()
        if found is None:
            return self._from_structure(digits)
        with ctx.workprec(2 * bits(digits) + 64):
            return self._clipped(ball_of(found, digits))

    def _over_finite_coordinates(self, coordinates: Sequence[tuple[Law, Law]], digits: int) -> arb | None:
        """Of products, by the outcomes of the finite coordinates; None where the kind does not come apart so."""
        return None

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
                by_outcomes = self._over_finite_coordinates(pairs_, digits)
                if by_outcomes is not None:
                    return self._clipped(by_outcomes)
            sums = structure.discrete_gaussian(self.kind, p, q, self.parameter, digits + 3)
            if sums is not None:
                return self._clipped(self._from_integral(sums, digits))
        return self._from_definition(digits)

    def compile(self, symbols: Any = None) -> Compiled:
        """As a function of its symbols, for many points: see grids.py."""
        return Compiled(self, symbols)

    def quadrature(self, values: Values | None = None, digits: int = 30) -> arb:
        """The same from the definition, without the closed form."""
        at = self.at(values)
        return at._answered(at._from_definition, digits, (1, 3))

    def _from_definition(self, digits: int) -> arb:
        at = self
        p, q = at.laws
        if structure.many_trials(p, q):
            return at._from_trials(digits)
        with ctx.workprec(2 * bits(digits) + 64):
            if is_finite(p):
                return self._clipped(ball_of(at.definition(), digits))
            if reals.knows(at.kind, p, q):
                return reals.divergence(at.kind, p, q, at.parameter, digits + 3)
            return self._clipped(at._from_integral(numeric.enclose(at.kind, p, q, at.parameter, digits + 3), digits))

    def at(self, values: Values | None) -> Any:
        at = substituted(self, values or {})
        if at.free_symbols:
            raise ObjectError(f"{self}: no value was given for {sorted(s.name for s in at.free_symbols)}")
        return at

    def _from_integral(self, ball: arb, digits: int) -> arb:
        return ball

    def _clipped(self, ball: arb) -> arb:
        """Nothing is negative that cannot be, nothing above 1 that cannot be; with the digits of the ball at any precision."""
        if ball == arb.pos_inf():
            return ball
        if not ball.is_finite() or ball.upper() < 0:
            raise ObjectError(
                f"{self}: no enclosure was reached, found {ball}; the integral or sum needs more precision than is tried"
            )
        if ball.lower() < 0:
            ball = ball.nonnegative_part()
        if self.at_most_one and ball.upper() > 1:
            with ctx.workprec(max(ctx.prec, bits_of(ball))):
                ball = 1 - (1 - ball).nonnegative_part()
        return ball

    @abstractmethod
    def _latex(self, printer: Printer) -> str:
        """As a paper prints it."""

    def _code(self, printer: Any) -> str:
        """For `lambdify` and code printers: the closed form."""
        found = self.closed_form()
        if found is None:
            raise ObjectError(
                f"{self}: no closed form is known that could be printed as code; compile(symbols) encloses it"
            )
        return str(printer._print(found))

    _pythoncode = _mpmathcode = _numpycode = _scipycode = _lambdacode = _ccode = _code

    def _eval_rewrite_as_tractable(self, *args: Any, limitvar: Any = None, **hints: Any) -> Any:
        """For `limit`: the closed form, in functions whose growth SymPy knows."""
        found = self.closed_form()
        return self if found is None else found.rewrite("tractable", deep=True, limitvar=limitvar)

    def _eval_as_leading_term(self, x: Any, **hints: Any) -> Any:
        found = self.closed_form()
        if found is None:
            raise NotImplementedError(f"{self}: no closed form is known")
        return found.as_leading_term(x, **hints)

    def _eval_nseries(self, *args: Any, **kwargs: Any) -> Any:
        return self.doit()._eval_nseries(*args, **kwargs)


def asymmetric(printer: Printer, head: str, p: Any, q: Any) -> str:
    return rf"{head}\left({printer._print(p)} \,\|\, {printer._print(q)}\right)"


def symmetric(printer: Printer, head: str, p: Any, q: Any) -> str:
    return rf"{head}\left({printer._print(p)}, {printer._print(q)}\right)"


# -- comparisons of closed numbers --------------------------------------------------------------------------------------

DECIDING = (15, 60, 240)  # digits, one after the other


def _exactly(other: Any) -> Any:
    """Doubles and decimals as the rationals that they are."""
    ratio = getattr(other, "as_integer_ratio", None)
    if ratio is not None and not isinstance(other, (int, sympy.Basic)) and math.isfinite(other):
        return sympy.Rational(*map(int, ratio()))
    return other


def _rational(x: Any) -> Any:
    """The binary number that a SymPy float is, in the middle of an expression too."""
    return x.xreplace({f: sympy.Rational(*map(int, _fraction(f))) for f in x.atoms(sympy.Float)})


def _fraction(x: sympy.Float) -> tuple[int, int]:
    sign, man, exponent, _ = x._mpf_
    man = -int(man) if sign else int(man)
    return (man << exponent, 1) if exponent >= 0 else (man, 1 << -exponent)


def _at_least(a: Any, b: Any) -> bool | None:
    """a >= b for closed numbers, of which at least one is a divergence, by balls, or by a closed form where they are equal."""
    if a.free_symbols or b.free_symbols:
        return None
    if a == b:
        return True
    a, b = _rational(a), _rational(b)
    forms = [x.closed_form() if isinstance(x, Divergence) else x for x in (a, b)]
    if None not in forms and (found := compare(*forms)) is not None:
        return found >= 0
    for digits in DECIDING:
        with ctx.workprec(2 * bits(digits) + 64):
            one, two = (x.enclose({}, digits) if isinstance(x, Divergence) else ball_of(x, digits) for x in (a, b))
            if one >= two or one < two:
                return bool(one >= two)
    return None  # equal to so many digits: the relation stays as it is written


def _eval_is_ge(lhs: Any, rhs: Any) -> bool | None:
    """What SymPy's comparisons ask, under the name by which they ask it."""
    return _at_least(lhs, rhs)


for _types in ((Divergence, Expr), (Expr, Divergence), (Divergence, Divergence)):
    # ambiguous beside types that are no closed numbers (accumulation bounds) only
    dispatch(*_types, on_ambiguity=lambda *_: None)(_eval_is_ge)
