"""Divergences of finite laws: the defining sums over the outcomes, written out. With symbols, Abs and Max stay as they are."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Abs, Expr, log

from .enclosing import pairs
from .laws import FiniteLike
from .symbolic import maximum

OO, ZERO = sympy.oo, sympy.Integer(0)


def _positive(weight: Any) -> bool:
    """Whether a weight that is not 0 as it is written stays so for all values of its symbols."""
    return not weight.free_symbols or bool(weight.is_positive)


def finite_form(kind: str, p: FiniteLike, q: FiniteLike, parameter: Expr = None) -> Any:
    """The sum, None where its value depends on whether a weight with symbols vanishes. kind: as for closed forms."""
    a, b = p.weights, tuple(q.density(o) for o in p.outcomes)
    exact = not any(w.free_symbols for w in (*a, *b))
    below_one = kind == "power" and (parameter - 1).is_negative  # then outcomes that one law excludes count nothing
    if (
        kind in ("kl", "power", "max", "chi")
        and not below_one
        and any(y == 0 and x != 0 and not _positive(x) for x, y in zip(a, b))
    ):
        return None
    if kind == "tv":
        return pairs.total_variation(a, b)[0] if exact else sympy.Add(*(Abs(x - y) for x, y in zip(a, b))) / 2
    if kind == "hockey":
        if exact and not parameter.free_symbols:
            return pairs.hockey_stick(parameter, a, b)[0]
        return sympy.Add(*(maximum(ZERO, x - parameter * y) for x, y in zip(a, b)))
    if kind == "max":
        if exact:
            return pairs.max_divergence(a, b)[0]
        return OO if not pairs.absolutely_continuous(a, b) else log(maximum(*(x / y for x, y in zip(a, b) if x != 0)))
    if kind == "power":
        return pairs.renyi(parameter, a, b)
    return {"kl": pairs.kl, "hellinger": pairs.hellinger_squared, "chi": pairs.chi_squared}[kind](a, b)
