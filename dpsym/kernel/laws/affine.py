"""How a statement depends on a field: not at all, affinely, or otherwise."""

from __future__ import annotations

from functools import lru_cache

from ..terms import Term


@lru_cache(maxsize=1 << 12)
def degree(t: Term, name: str) -> int:
    """0 if t is free of the field, 1 if t is affine in it, 2 if that is not seen."""
    if t.op == "at":
        return int(t.name == name)
    degrees = [degree(a, name) for a in t.args]
    if t.op == "*":
        return min(2, sum(degrees))
    most = max(degrees, default=0)
    return most if t.op in ("+", "Int") or t.is_relation else 2 * min(1, most)
