"""What every law is: a SymPy object whose arguments are its only state, with a density, a support and conditions.

A law on the reals has a density, a law on the integers or on finitely many outcomes has probabilities; both are called
`density(x)`. `definition of mass one` is `mass()`, an unevaluated integral or sum; dpsym.derivations proves that it is 1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Literal, Self

import sympy
from sympy import Expr
from sympy.core.basic import Basic
from sympy.logic.boolalg import Boolean
from sympy.printing.printer import Printer

from ...kernel.terms import Term
from ..algebra import KERNEL
from ..errors import ObjectError
from ..families import Family
from ..symbolic import SYMPY, compare, exact, to_term


class Printed(Basic):
    """Its arguments are its only state; it prints itself in a notebook as LaTeX."""

    def __new__(cls, *args: Basic) -> Self:
        made: Self = super().__new__(cls, *args)
        return made

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {sympy.latex(self)}$"

    def _sympystr(self, printer: Printer) -> str:
        return f"{type(self).__name__}({', '.join(map(printer._print, self.args))})"

    def _pretty(self, printer: Printer) -> Any:
        from sympy.printing.pretty.stringpict import prettyForm

        return prettyForm(self._sympystr(sympy.printing.StrPrinter()))


def require_positive(owner: str, expr: Any, words: str) -> None:
    """Refuses what is certainly not positive; what depends on symbols is a condition of the object."""
    known = expr.is_positive
    if known is None and not expr.free_symbols:
        found = compare(expr, sympy.Integer(0))
        known = None if found is None else found > 0
    if known is False:
        raise ObjectError(f"{owner}: {words}, found {expr}")


#: What a law is on; of finitely many outcomes, these. A law symbol is on any space.
Space = Literal["reals", "integers", "any"] | tuple[Basic, ...]


class Law(Printed, ABC):
    """A probability law. `space` is "reals", "integers" or the tuple of the outcomes; vectors are products."""

    latex_name: ClassVar[str] = ""

    @property
    @abstractmethod
    def space(self) -> Space:
        """What it is a law on."""

    @abstractmethod
    def density(self, x: Expr) -> Expr:
        """The density (or the probability) at x, as a SymPy expression."""

    def defined_when(self) -> Boolean:
        """The condition on the parameters, as a SymPy relation or And of relations."""
        return sympy.true

    @abstractmethod
    def mass(self) -> Expr:
        """The total mass, unevaluated."""

    def mean(self) -> Expr:
        raise ObjectError(f"{self}: no mean is known for this law")

    def variance(self) -> Expr:
        raise ObjectError(f"{self}: no variance is known for this law")

    def cdf(self, x: Expr) -> Expr:
        raise ObjectError(f"{self}: no distribution function is known for this law")

    def _latex(self, printer: Printer) -> str:
        inner = ", ".join(printer._print(a) for a in self.args)
        return rf"{self.latex_name}\left({inner}\right)"


class FamilyLaw(Law):
    """A law of one of the families of families.py."""

    family: ClassVar[Family]

    def __new__(cls, *parameters: Any) -> FamilyLaw:
        wanted = cls.family.parameters
        if len(parameters) != len(wanted):
            raise ObjectError(f"{cls.__name__}: found {len(parameters)} parameters, expected {', '.join(wanted)}")
        args = [exact(p, f"{cls.__name__}: {name}") for p, name in zip(parameters, wanted)]
        shown = f"{cls.__name__}({', '.join(map(str, args))})"
        for a, name in zip(args, wanted):
            if a.is_infinite:
                raise ObjectError(f"{shown}: {name} must be finite, found {a}")
        for expr, words in cls.family.conditions(SYMPY, *args):
            require_positive(shown, expr, words)
        return super().__new__(cls, *args)

    @property
    def space(self) -> Space:
        return self.family.space

    def lift(self, m: Any) -> tuple[Any, ...]:
        """The parameters in an algebra."""
        return tuple(map(to_term, self.args)) if m is KERNEL else self.args

    def factor(self, m: Any = SYMPY) -> Expr:
        return self.family.factor(m, *self.lift(m))

    def exponent(self, x: Any, m: Any = SYMPY) -> Expr:
        return self.family.exponent(m, x, *self.lift(m))

    def ends(self, m: Any = SYMPY) -> tuple[Any, Any]:
        """Of the support; None is infinite."""
        low, high = self.family.ends(m, *self.lift(m))
        return low, high

    def kinks(self) -> tuple[Any, ...]:
        """Points between which the density is analytic, as SymPy expressions."""
        return tuple(self.family.kinks(SYMPY, *self.args))

    def density(self, x: Expr) -> Expr:
        x = exact(x, f"{self}: the point")
        value = self.factor() * sympy.exp(self.exponent(x))
        low, high = self.ends()
        inside = sympy.And(*([x >= low] if low is not None else []), *([x <= high] if high is not None else []))
        return value if inside is sympy.true else sympy.Piecewise((value, inside), (0, True))

    def log_density(self, x: Expr) -> Expr:
        """log of the density inside of the support."""
        return sympy.log(self.factor()) + self.exponent(x)

    def density_term(self, x: Term) -> Term:
        """The density inside of the support as a kernel term."""
        factor: Term = self.factor(KERNEL)
        return KERNEL.exp(self.exponent(x, KERNEL)) * factor

    def defined_when(self) -> Boolean:
        return sympy.And(*(expr > 0 for expr, _ in self.family.conditions(SYMPY, *self.args)))

    def mass(self) -> Expr:
        whole = self.space == "integers"
        x = sympy.Symbol("k" if whole else "x", **({"integer": True} if whole else {"real": True}))
        low, high = self.ends()
        limits = (x, -sympy.oo if low is None else low, sympy.oo if high is None else high)
        body = self.factor() * sympy.exp(self.exponent(x))
        return sympy.Sum(body, limits) if whole else sympy.Integral(body, limits)

    def stats(self) -> Any:
        """The distribution of sympy.stats, where there is one."""
        raise ObjectError(f"{self}: sympy.stats has no such distribution")
