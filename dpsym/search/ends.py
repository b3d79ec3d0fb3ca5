"""Limits at the ends of a symbol's own range."""

from __future__ import annotations

from collections.abc import Callable

from ..kernel.arithmetic.limits import limit_sign
from ..kernel.statements import Domain
from ..kernel.terms import Term


def end_sign(
    t: Term, name: str, domain: Domain, upper: bool, order: int, tick: Callable[[], None] = lambda: None
) -> int | None:
    """`limit_sign` as the symbol, which is real, tends to that end of its range in the domain."""
    r = domain.range(name)
    end = r.upper if upper else r.lower
    return None if r.integer else limit_sign(t, name, domain.without(name), end, upper, order, tick)
