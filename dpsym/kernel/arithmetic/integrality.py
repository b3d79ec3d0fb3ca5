"""Which terms take integer values only."""

from __future__ import annotations

from ..statements import Domain
from ..terms import Term


def integer_valued(t: Term, domain: Domain) -> bool:
    """Integers, integer symbols, what is rounded; their sums, products, natural powers, absolute values, minima and maxima."""
    seen: dict[Term, bool] = {}

    def whole(u: Term) -> bool:
        if u not in seen:
            seen[u] = _kind(u)
        return seen[u]

    def _kind(u: Term) -> bool:
        if u.op == "sym":
            return u.name in domain.names and domain.range(u.name).integer
        if u.op in ("+", "*", "abs", "min", "max"):
            return all(map(whole, u.args))
        if u.op == "**":
            return u.args[1].is_whole and u.args[1].number >= 0 and whole(u.args[0])
        return u.is_whole or u.op in ("floor", "ceil")

    return whole(t)
