"""Accounting: which (ε, δ) may be claimed of mechanisms that were run one after the other.

>>> from dpsym.accounting import gauss, pure, Composition
>>> Composition([gauss(sigma=4) ** 100, pure("0.1")]).epsilon("1e-6").upper.fraction > 0
True
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from ..kernel.terms import Term
from .desk import Served

_MODULES: dict[str, tuple[str, ...]] = {
    "composition": ("Composition",),
    "parts": ("Part", "approx", "dgauss", "gauss", "gdp", "geometric", "laplace", "pure", "renyi", "response", "zcdp"),
    "sampling": ("fixed", "poisson"),
    "known": ("part_of",),
    "results": ("Bound", "Missing", "Profile", "Result"),
    "reading": ("read_composition", "read_item"),
    "figures": ("Figure", "Value"),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)


def __dir__() -> list[str]:
    return list(__all__)


class _Desk:
    """What stands above parts and compositions, loaded when it is asked."""

    def compose(self, parts: Iterable[Any]) -> Any:
        from .composition import Composition

        return Composition(parts)

    def answer(self, whole: Any, asked: str, at: Term, digits: int) -> Any:
        from .routes import answer

        return answer(whole, asked, at, digits)

    def certify(self, result: Any, bound: Any) -> Any:
        from .certifying import certify

        return certify(result, bound)


Served.desk = _Desk()
