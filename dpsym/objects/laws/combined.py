"""Laws made of laws: shift, scale, product, mixture, push-forward, conditioning, and laws that are only a name.

`shift` and `scale` stay in the family where it has a location or a scale, so that closed forms still apply; otherwise they
yield an `Affine` law. All of them keep the form factor * exp(exponent) where the parts have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy
from sympy import Expr
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.printer import Printer

from ...kernel.terms import Term
from ..algebra import KERNEL
from ..errors import ObjectError
from ..symbolic import SYMPY, compare, exact, greatest, to_term
from .base import FamilyLaw, Law, Printed, Space, require_positive
from .continuous import Exponential, Uniform
from .finite import FiniteLaw, FiniteLike, check_weights, outcome, plain


def _part(law: Any, printer: Printer) -> str:
    """A law inside of another one's formula: what is itself a sum, a product or conditioned stands in parentheses."""
    text = str(printer._print(law))
    return rf"\left({text}\right)" if isinstance(law, (Affine, Mixture, Product, Truncated)) else text


class Affine(FamilyLaw):
    """The law of scale * X + shift for X of a law on the reals, scale > 0."""

    def __new__(cls, law: FamilyLaw, scale: Any, shift: Any) -> Affine:
        scale, shift = exact(scale, "Affine: the scale"), exact(shift, "Affine: the shift")
        require_positive(f"Affine({law}, {scale}, {shift})", scale, "the scale must be positive")
        return Printed.__new__(cls, law, scale, shift)

    @property
    def space(self) -> Space:
        law: FamilyLaw = self.args[0]
        return law.space

    def _inner(self, x: Any, m: Any) -> Any:
        scale, shift = self.lift(m)
        return (x - shift) / scale

    def lift(self, m: Any) -> tuple[Any, ...]:
        return tuple(map(to_term, self.args[1:])) if m is KERNEL else self.args[1:]

    def factor(self, m: Any = SYMPY) -> Expr:
        return self.args[0].factor(m) / self.lift(m)[0]

    def exponent(self, x: Any, m: Any = SYMPY) -> Expr:
        return self.args[0].exponent(self._inner(x, m), m)

    def ends(self, m: Any = SYMPY) -> tuple[Any, Any]:
        scale, shift = self.lift(m)
        low, high = (None if e is None else scale * e + shift for e in self.args[0].ends(m))
        return low, high

    def kinks(self) -> tuple[Any, ...]:
        return tuple(self.args[1] * k + self.args[2] for k in self.args[0].kinks())

    def defined_when(self) -> Boolean:
        return sympy.And(self.args[0].defined_when(), self.args[1] > 0)

    def mean(self) -> Expr:
        return self.args[1] * self.args[0].mean() + self.args[2]

    def variance(self) -> Expr:
        return self.args[1] ** 2 * self.args[0].variance()

    def cdf(self, x: Expr) -> Expr:
        return self.args[0].cdf(self._inner(x, SYMPY))

    def _latex(self, printer: Printer) -> str:
        law, scale, shift = self.args
        scaled = (
            _part(law, printer)
            if scale == 1
            else rf"{printer.parenthesize(scale, PRECEDENCE['Mul'], strict=True)} \cdot {_part(law, printer)}"
        )
        text = printer._print(shift)
        return scaled if shift == 0 else f"{scaled} {text}" if text.startswith("-") else f"{scaled} + {text}"


def _moved(event: sympy.Interval, by: Any, add: Any) -> sympy.Interval:
    """The interval of by * x + add, by > 0."""
    return sympy.Interval(by * event.start + add, by * event.end + add, event.left_open, event.right_open)


def shift(law: Law, by: Any) -> Law:
    """The law of X + by."""
    by = exact(by, "shift")
    if isinstance(law, Affine):
        return Affine(law.args[0], law.args[1], law.args[2] + by)
    if isinstance(law, Uniform):
        return Uniform(law.args[0] + by, law.args[1] + by)
    if isinstance(law, Truncated):
        return Truncated(shift(law.args[0], by), _moved(law.args[1], sympy.Integer(1), by))
    if isinstance(law, FamilyLaw):
        if law.family.location is None:
            return Affine(law, 1, by)
        place = law.family.location
        return type(law)(*(a + by if i == place else a for i, a in enumerate(law.args)))
    if isinstance(law, FiniteLike):
        return push_forward(law, lambda o: o + by)
    if isinstance(law, Mixture):
        return Mixture([shift(part, by) for part, _ in law.parts], law.args[1])
    raise ObjectError(f"{law}: a law of this kind cannot be shifted")


def scale(law: Law, by: Any) -> Law:
    """The law of by * X, by > 0."""
    by = exact(by, "scale")
    require_positive(f"scale({law}, {by})", by, "the scale must be positive")
    if isinstance(law, Affine):
        return Affine(law.args[0], law.args[1] * by, law.args[2] * by)
    if isinstance(law, Uniform):
        return Uniform(law.args[0] * by, law.args[1] * by)
    if isinstance(law, Exponential):
        return Exponential(law.args[0] / by)
    if isinstance(law, Truncated):
        return Truncated(scale(law.args[0], by), _moved(law.args[1], by, sympy.Integer(0)))
    if isinstance(law, Mixture) and law.space == "reals":
        return Mixture([scale(part, by) for part, _ in law.parts], law.args[1])
    if isinstance(law, FamilyLaw) and law.space == "reals":
        return law.func(*(a * by for a in law.args)) if law.family.scale is not None else Affine(law, by, 0)
    if isinstance(law, FiniteLike):
        return push_forward(law, lambda o: o * by)
    raise ObjectError(f"{law}: a law on the integers leaves them when it is scaled")


class Product(Law):
    """Independent coordinates, each with its law."""

    def __new__(cls, *laws: Law) -> Product:
        if not laws or not all(isinstance(law, Law) for law in laws):
            raise ObjectError(f"Product: found {laws}, expected one or more laws")
        return super().__new__(cls, *laws)

    @property
    def space(self) -> Any:
        return tuple(law.space for law in self.args)

    def density(self, x: Expr) -> Expr:
        if not isinstance(x, (tuple, list, sympy.Tuple)) or len(x) != len(self.args):
            raise ObjectError(f"{self}: found the point {x}, expected one with {len(self.args)} coordinates")
        return sympy.Mul(*(law.density(c) for law, c in zip(self.args, x)))

    def defined_when(self) -> Boolean:
        return sympy.And(*(law.defined_when() for law in self.args))

    def mass(self) -> Expr:
        return sympy.Mul(*(law.mass() for law in self.args), evaluate=False)

    def as_finite(self) -> FiniteLaw:
        """The joint law, if every coordinate has finitely many outcomes."""
        joint: dict[Any, Any] = {(): sympy.Integer(1)}
        for law in self.args:
            if not isinstance(law, FiniteLike):
                raise ObjectError(f"{self}: the coordinate {law} has infinitely many outcomes")
            joint = {(*o, p): w * v for o, w in joint.items() for p, v in zip(law.outcomes, law.weights)}
        return FiniteLaw(joint)

    def _latex(self, printer: Printer) -> str:
        return r" \otimes ".join(_part(law, printer) for law in self.args)


class Mixture(Law):
    """The law that draws from one of several laws on the same space, with exact weights: `Mixture({P: half, Q: half})`."""

    def __new__(cls, parts: Any, given: Any = None) -> Mixture:
        if isinstance(parts, Mapping):
            laws, weights = sympy.Tuple(*parts.keys()), sympy.Tuple(*(exact(w) for w in parts.values()))
        else:
            laws, weights = sympy.Tuple(*parts), sympy.Tuple(*map(exact, given or ()))
        if len(laws) != len(weights):
            raise ObjectError(
                f"Mixture: found {len(laws)} laws and {len(weights)} weights, expected one weight for each law"
            )
        if not laws or not all(isinstance(law, Law) for law in laws):
            raise ObjectError(f"Mixture: found {laws}, expected one or more laws")
        if len({law.space for law in laws}) != 1:
            raise ObjectError(f"Mixture: the laws {laws} are not on one space")
        check_weights(f"Mixture of {laws}", weights)
        return super().__new__(cls, laws, weights)

    @property
    def parts(self) -> tuple[tuple[Law, Any], ...]:
        return tuple(zip(*self.args))

    @property
    def space(self) -> Any:
        return self.args[0][0].space

    def density(self, x: Expr) -> Expr:
        return sympy.Add(*(w * law.density(x) for law, w in self.parts))

    def density_term(self, x: Term) -> Term:
        return sum((to_term(w) * law.density_term(x) for law, w in self.parts), KERNEL.number(0))

    def kinks(self) -> tuple[Any, ...]:
        """Those of the parts, and the ends of their supports."""
        ends = (e for law, _ in self.parts for e in law.ends() if e is not None)
        return tuple(dict.fromkeys((*(k for law, _ in self.parts for k in law.kinks()), *ends)))

    def ends(self, m: Any = SYMPY) -> tuple[Any, Any]:
        """Of the least interval that holds the supports of the parts; numbers for parameters."""
        lows, highs = zip(*(law.ends() for law, _ in self.parts))
        low = None if None in lows else -greatest([(-e, None) for e in lows])[0]
        high = None if None in highs else greatest([(e, None) for e in highs])[0]
        return low, high

    def defined_when(self) -> Boolean:
        return sympy.And(
            *(law.defined_when() for law, _ in self.parts), *(w >= 0 for _, w in self.parts if w.free_symbols)
        )

    def mass(self) -> Expr:
        return sympy.Add(*(w * law.mass() for law, w in self.parts), evaluate=False)

    def mean(self) -> Expr:
        return sympy.Add(*(w * law.mean() for law, w in self.parts))

    def variance(self) -> Expr:
        mean = self.mean()
        return sympy.Add(*(w * (law.variance() + (law.mean() - mean) ** 2) for law, w in self.parts))

    def cdf(self, x: Expr) -> Expr:
        return sympy.Add(*(w * law.cdf(x) for law, w in self.parts))

    def as_finite(self) -> FiniteLaw:
        laws = [law for law, _ in self.parts]
        if not all(isinstance(law, FiniteLike) for law in laws):
            raise ObjectError(f"{self}: a part has infinitely many outcomes")
        return FiniteLaw({o: sympy.Add(*(w * law.density(o) for law, w in self.parts)) for o in laws[0].outcomes})

    def _latex(self, printer: Printer) -> str:
        weights = (printer.parenthesize(w, PRECEDENCE["Mul"], strict=True) for _, w in self.parts)
        return " + ".join(rf"{w} \cdot {_part(law, printer)}" for w, (law, _) in zip(weights, self.parts))


def push_forward(law: Law, f: Any) -> Law:
    """The law of f(X): f a function of outcomes for finite laws, an affine Lambda with positive slope for laws on the reals."""
    if isinstance(law, (Product, Mixture)) and law.space != "reals":
        law = law.as_finite()
    if isinstance(law, FiniteLike):
        table: dict[Any, Any] = {}
        for o, w in zip(law.outcomes, law.weights):
            image = outcome(f(plain(o)))
            table[image] = table.get(image, sympy.Integer(0)) + w
        return FiniteLaw(table)
    if isinstance(f, sympy.Lambda) and len(f.variables) == 1 and law.space == "reals":
        x = f.variables[0]
        slope = sympy.diff(f.expr, x)
        if x not in slope.free_symbols and not slope.is_negative and slope != 0:
            return shift(scale(law, slope), f.expr.subs(x, 0))
    raise ObjectError(
        f"{law}: the push-forward by {f} has no density formula here; it must be affine, with positive slope"
    )


def condition(law: Law, event: Any) -> Law:
    """The law given an event: a set of outcomes (or a predicate) for finite laws, an Interval for laws on the reals."""
    if isinstance(law, Mixture) and law.space == "reals" and isinstance(event, sympy.Interval):
        return _mixture_given(law, event)
    if isinstance(law, (Product, Mixture)):
        law = law.as_finite()
    if isinstance(law, FiniteLike):
        outcomes = None if callable(event) else frozenset(map(outcome, event))
        kept = {
            o: w for o, w in zip(law.outcomes, law.weights) if (event(plain(o)) if outcomes is None else o in outcomes)
        }
        total = sympy.Add(*kept.values())
        if total == 0 or (not total.free_symbols and compare(total, sympy.Integer(0)) != 1):
            raise ObjectError(f"{law}: the event has probability 0, so nothing can be conditioned on it")
        return FiniteLaw({o: w / total for o, w in kept.items()})
    if isinstance(event, sympy.Interval) and isinstance(law, FamilyLaw) and law.space == "reals":
        return Truncated(law, event)
    raise ObjectError(f"{law}: found the event {event}, expected outcomes, or an Interval for a law on the reals")


def _mixture_given(law: Mixture, event: sympy.Interval) -> Law:
    """The parts given the event, each with the share that it has in its probability; parts that miss the event are left out."""
    kept: list[tuple[Law, Any]] = []
    for part, w in law.parts:
        if w == 0 or _misses(part, event):
            continue
        inside = condition(part, event)
        low, high = (e if abs(e) != sympy.oo else None for e in (event.start, event.end))
        probability = (1 if high is None else part.cdf(high)) - (0 if low is None else part.cdf(low))
        kept.append((inside, w * probability))
    if not kept:
        raise ObjectError(f"{law}: the event {event} has probability 0, so nothing can be conditioned on it")
    if len(kept) == 1:
        return kept[0][0]
    total = sympy.Add(*(w for _, w in kept))
    shares = [w / total for _, w in kept[:-1]]
    return Mixture([part for part, _ in kept], [*shares, 1 - sympy.Add(*shares)])


def _misses(part: Any, event: sympy.Interval) -> bool:
    """Whether a part lies beside an interval."""
    low, high = part.ends()
    below = low is not None and compare(event.end, low) in (-1, 0)
    return below or (high is not None and compare(event.start, high) in (0, 1))


class Truncated(FamilyLaw):
    """A law on the reals given that it falls into an interval."""

    def __new__(cls, law: FamilyLaw, event: sympy.Interval) -> Truncated:
        low, high = law.ends()
        beside = (low is not None and compare(event.end, low) in (-1, 0)) or (
            high is not None and compare(event.start, high) in (0, 1)
        )
        if beside:
            raise ObjectError(f"{law}: the event {event} has probability 0, so nothing can be conditioned on it")
        start = event.start if low is None else cls._inner_end(law, event, event.start, low, 1)
        end = event.end if high is None else cls._inner_end(law, event, event.end, high, -1)
        return Printed.__new__(cls, law, sympy.Interval(start, end, event.left_open, event.right_open))

    @staticmethod
    def _inner_end(law: FamilyLaw, event: sympy.Interval, end: Expr, own: Expr, side: int) -> Expr:
        """Of an end of the event and one of the law's support, the one that lies inside: outside of the support there is nothing."""
        found = -side if abs(end) == sympy.oo else compare(end, own)
        if found is None:
            raise ObjectError(
                f"{law}: found the event {event}, expected one of which is seen whether it begins or ends inside {own}"
            )
        return end if found == side else own

    @property
    def space(self) -> Space:
        return "reals"

    def _probability(self) -> Any:
        law, event = self.args
        low, high = (
            (0 if event.start == -sympy.oo else law.cdf(event.start)),
            (1 if event.end == sympy.oo else law.cdf(event.end)),
        )
        return high - low

    def factor(self, m: Any = SYMPY) -> Expr:
        p = self._probability()
        return self.args[0].factor(m) / (to_term(p) if m is KERNEL else p)

    def exponent(self, x: Any, m: Any = SYMPY) -> Expr:
        return self.args[0].exponent(x, m)

    def ends(self, m: Any = SYMPY) -> tuple[Any, Any]:
        ends = [None if abs(e) == sympy.oo else e for e in (self.args[1].start, self.args[1].end)]
        low, high = (None if e is None else to_term(e) if m is KERNEL else e for e in ends)
        return low, high

    def kinks(self) -> tuple[Any, ...]:
        return tuple(self.args[0].kinks())

    def defined_when(self) -> Boolean:
        return self.args[0].defined_when()

    def cdf(self, x: Expr) -> Expr:
        law, event = self.args
        start = 0 if event.start == -sympy.oo else law.cdf(event.start)
        value = (law.cdf(x) - start) / self._probability()
        return sympy.Piecewise((0, x <= event.start), (value, x <= event.end), (1, True))

    def _latex(self, printer: Printer) -> str:
        return rf"{_part(self.args[0], printer)} \,\big|\, {printer._print(self.args[1])}"


class LawSymbol(Law):
    """A law of which nothing is known but its name; divergences of it stay as they are."""

    def __new__(cls, name: Any) -> LawSymbol:
        return super().__new__(cls, name if isinstance(name, Str) else Str(name))

    @property
    def name(self) -> str:
        return str(self.args[0].name)

    @property
    def space(self) -> Space:
        return "any"

    def density(self, x: Expr) -> Expr:
        return sympy.Function(self.name.lower(), nonnegative=True)(x)

    def mass(self) -> Expr:
        x = sympy.Symbol("x")
        return sympy.Integral(self.density(x), x)

    def _sympystr(self, printer: Printer) -> str:
        return self.name

    def _latex(self, printer: Printer) -> str:
        return str(printer._print(sympy.Symbol(self.name)))
