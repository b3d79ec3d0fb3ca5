"""How a statement depends on a field: not at all, affinely, or otherwise."""

from __future__ import annotations

from ..terms import Term, subterms


def degree(t: Term, name: str) -> int:
    """0 if t is free of the field, 1 if t is affine in it, 2 if that is not seen."""
    found: dict[Term, int] = {}
    for u in subterms(t):
        found[u] = _degree(u, name, [found[a] for a in u.args])
    return found[t]


def _degree(u: Term, name: str, inner: list[int]) -> int:
    """The degree of a term whose arguments have these."""
    if u.op == "at":
        return int(u.name == name)
    if u.op == "*":
        return min(2, sum(inner))
    most = max(inner, default=0)
    return most if u.op in ("+", "Int") or u.is_relation else 2 * min(1, most)
