"""Two laws on a common space: what a divergence of them integrates or sums over."""

from __future__ import annotations

from typing import Any

import sympy

from .. import definitions
from ..errors import ObjectError
from ..laws import Binomial, FamilyLaw, FiniteLike, Law, LawSymbol, Mixture, Product
from ..symbolic import to_term

OO = sympy.oo


def same_space(name: str, p: Any, q: Any) -> None:
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
    if _points(p) != _points(q):
        raise ObjectError(f"{name}: the laws {p} and {q} are on different spaces, {p.space} and {q.space}")


def _points(law: Law) -> Any:
    """The space; the outcomes of a finite law in any order."""
    return frozenset(law.space) if isinstance(law, FiniteLike) and isinstance(law.space, tuple) else law.space


def bound_symbol(law: Any) -> tuple[Any, Any]:
    """The bound symbol, and what binds it."""
    whole = law.space == "integers"
    x = sympy.Symbol("k" if whole else "x", **({"integer": True} if whole else {"real": True}))
    return x, sympy.Sum if whole else sympy.Integral


def over_common_space(p: Any, q: Any, body: Any) -> Any:
    """The integral or sum of body(p, q) over the common space, unevaluated."""
    if isinstance(p, FiniteLike) and isinstance(q, FiniteLike):
        return sympy.Add(*(body(p.density(o), q.density(o)) for o in p.outcomes))
    x, bind = bound_symbol(p)
    return bind(body(p.density(x), q.density(x)), (x, -OO, OO))


def law_term(law: Any) -> definitions.LawTerm:
    if isinstance(law, FiniteLike):
        return definitions.LawTerm(None, tuple(map(to_term, law.weights)), str(law))
    if isinstance(law, FamilyLaw) and not isinstance(law.args[0], Law):
        return definitions.LawTerm(law.family, tuple(map(to_term, law.args)), str(law))
    raise ObjectError(f"{law}: its density has no kernel term")


def is_finite(law: Any) -> bool:
    parts = law.args if isinstance(law, Product) else [a for a, _ in law.parts] if isinstance(law, Mixture) else [law]
    return all(isinstance(part, FiniteLike) for part in parts)
