"""One formula, several readings: densities and divergences are written once, over an algebra.

A formula such as `m.exp(-m.abs(x - mu)/b)/(2*b)` takes the algebra `m` it is read in. KERNEL yields the kernel's terms, which
never simplify themselves (claims, certificates, enclosures); SYMPY, in `symbolic`, yields SymPy expressions (printing,
calculus). So what is proved, what is enclosed and what is printed is one definition. This module does not import SymPy.
"""

from __future__ import annotations

from typing import Any, Protocol

from ..kernel import terms


class Algebra(Protocol):
    """The functions that formulas use; + - * / ** come with the values."""

    pi: Any
    oo: Any

    def index(self, name: str) -> Any: ...
    def number(self, p: int, q: int = 1) -> Any: ...
    def minus(self, x: Any, y: Any) -> Any: ...
    def exp(self, x: Any) -> Any: ...
    def log(self, x: Any) -> Any: ...
    def sqrt(self, x: Any) -> Any: ...
    def abs(self, x: Any) -> Any: ...
    def max(self, x: Any, y: Any) -> Any: ...
    def min(self, x: Any, y: Any) -> Any: ...
    def binomial(self, n: Any, k: Any) -> Any: ...
    def erfc(self, x: Any) -> Any: ...
    def total(self, f: Any, x: Any, lower: Any, upper: Any) -> Any: ...
    def integral(self, f: Any, x: Any, lower: Any, upper: Any) -> Any: ...


class _Kernel:
    """Kernel terms."""

    pi = terms.PI
    oo = terms.OO

    def index(self, name: str) -> terms.Term:
        return terms.sym(name)

    def number(self, p: int, q: int = 1) -> terms.Term:
        return terms.num(p, q)

    def minus(self, x: Any, y: Any) -> terms.Term:
        """x - y, where 0 is left out as written formulas leave it out."""
        return terms.term(x) if y is terms.ZERO else x - y

    def exp(self, x: Any) -> terms.Term:
        return terms.exp(x)

    def log(self, x: Any) -> terms.Term:
        return terms.log(x)

    def sqrt(self, x: Any) -> terms.Term:
        return terms.sqrt(x)

    def abs(self, x: Any) -> terms.Term:
        return terms.func("abs", terms.term(x))

    def max(self, x: Any, y: Any) -> terms.Term:
        return terms.func("max", terms.term(x), terms.term(y))

    def min(self, x: Any, y: Any) -> terms.Term:
        return terms.func("min", terms.term(x), terms.term(y))

    def binomial(self, n: Any, k: Any) -> terms.Term:
        return terms.func("binomial", terms.term(n), terms.term(k))

    def erfc(self, x: Any) -> terms.Term:
        return terms.func("erfc", terms.term(x))

    def total(self, f: Any, x: Any, lower: Any, upper: Any) -> terms.Term:
        return terms.bind("Sum", terms.term(f), str(x.value), terms.term(lower), terms.term(upper))

    def integral(self, f: Any, x: Any, lower: Any, upper: Any) -> terms.Term:
        return terms.bind("Integral", terms.term(f), str(x.value), terms.term(lower), terms.term(upper))


KERNEL = _Kernel()
