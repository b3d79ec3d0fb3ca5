"""The laws of randomized response: what is reported when the truth is known. Each is a finite law, named by its parameters.

    BinaryResponse(eps, x)          x with probability e^eps/(1 + e^eps), else 1 - x
    KaryResponse(eps, k, x)         x with probability e^eps/(e^eps + k - 1), each other value with 1/(e^eps + k - 1)
    CoinResponse(p, q, x)           x with probability p, else a second coin that shows 1 with probability q (Warner)
    FourPointResponse(eps, d, x)    (x, top) with probability d, else (x', bot) with x' as BinaryResponse

The last one dominates every (eps, d)-indistinguishable pair.
"""

from __future__ import annotations

from typing import Any, ClassVar

import sympy
from sympy import Basic, Expr
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean
from sympy.printing.printer import Printer

from ..errors import ObjectError
from ..symbolic import compare, exact
from .finite import ONE, ZERO, FiniteLike, _probability

TOP, BOTTOM = Str("top"), Str("bot")


def _level(owner: str, eps: Expr) -> Any:
    eps = exact(eps, f"{owner}: the privacy level")
    if eps.is_infinite:
        raise ObjectError(f"{owner}: the privacy level must be finite, found {eps}")
    if eps.is_negative or (not eps.free_symbols and compare(eps, ZERO) == -1):
        raise ObjectError(f"{owner}: the privacy level must not be negative, found {eps}")
    return eps


def _bit(owner: str, x: Any) -> Any:
    x = exact(x, f"{owner}: the true value")
    if x not in (ZERO, ONE):
        raise ObjectError(f"{owner}: the true value must be 0 or 1, found {x}")
    return x


class _Response(FiniteLike):
    def _latex(self, printer: Printer) -> str:
        *parameters, x = self.args
        inner = ", ".join(printer._print(a) for a in parameters)
        return rf"\mathrm{{RR}}_{{{inner}}}\left({printer._print(x)}\right)"


class BinaryResponse(_Response):
    """The truth with probability e^eps/(1 + e^eps)."""

    latex_name: ClassVar[str] = r"\mathrm{RR}"
    outcomes = (ZERO, ONE)

    def __new__(cls, eps: Expr, x: Any) -> BinaryResponse:
        return super().__new__(cls, _level("BinaryResponse", eps), _bit("BinaryResponse", x))

    @property
    def weights(self) -> tuple[Expr, ...]:
        u = sympy.exp(self.args[0])
        truth, lie = u / (1 + u), 1 / (1 + u)
        return (truth, lie) if self.args[1] == 0 else (lie, truth)

    def defined_when(self) -> Boolean:
        return self.args[0] >= 0


class KaryResponse(_Response):
    """The truth among k values with probability e^eps/(e^eps + k - 1)."""

    def __new__(cls, eps: Expr, k: Any, x: Any) -> KaryResponse:
        k, x = exact(k, "KaryResponse: the number of values"), exact(x, "KaryResponse: the true value")
        if not k.is_Integer or k < 2:
            raise ObjectError(f"KaryResponse: the number of values must be an integer above 1, found {k}")
        if not x.is_Integer or not 0 <= x < k:
            raise ObjectError(f"KaryResponse: the true value must be one of 0, ..., {k - 1}, found {x}")
        return super().__new__(cls, _level("KaryResponse", eps), k, x)

    @property
    def outcomes(self) -> tuple[Basic, ...]:
        return tuple(map(sympy.Integer, range(int(self.args[1]))))

    @property
    def weights(self) -> tuple[Expr, ...]:
        u = sympy.exp(self.args[0])
        total = u + self.args[1] - 1
        return tuple(u / total if o == self.args[2] else 1 / total for o in self.outcomes)

    def defined_when(self) -> Boolean:
        return self.args[0] >= 0


class CoinResponse(_Response):
    """Warner's survey with general coins: the truth with probability p, else 1 with probability q and 0 with 1 - q."""

    outcomes = (ZERO, ONE)

    def __new__(cls, p: Any, q: Any, x: Any) -> CoinResponse:
        return super().__new__(
            cls, _probability("CoinResponse", p), _probability("CoinResponse", q), _bit("CoinResponse", x)
        )

    @property
    def weights(self) -> tuple[Expr, ...]:
        p, q, x = self.args
        one = p * x + (1 - p) * q
        return (1 - one, one)

    def defined_when(self) -> Boolean:
        p, q, _ = self.args
        return sympy.And(p >= 0, p <= 1, q >= 0, q <= 1)


class FourPointResponse(_Response):
    """The (eps, delta) randomized response: the truth with a mark (top) with probability delta, else as BinaryResponse."""

    outcomes = (
        sympy.Tuple(ZERO, TOP), sympy.Tuple(ZERO, BOTTOM), sympy.Tuple(ONE, BOTTOM), sympy.Tuple(ONE, TOP),
    )  # fmt: skip

    def __new__(cls, eps: Expr, delta: Expr, x: Any) -> FourPointResponse:
        return super().__new__(
            cls,
            _level("FourPointResponse", eps),
            _probability("FourPointResponse", delta),
            _bit("FourPointResponse", x),
        )

    @property
    def weights(self) -> tuple[Expr, ...]:
        eps, delta, x = self.args
        u = sympy.exp(eps)
        truth, lie = (1 - delta) * u / (1 + u), (1 - delta) / (1 + u)
        row = (delta, truth, lie, ZERO)
        return row if x == 0 else row[::-1]

    def defined_when(self) -> Boolean:
        eps, delta, _ = self.args
        return sympy.And(eps >= 0, delta >= 0, delta <= 1)
