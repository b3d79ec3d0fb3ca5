"""Who answers for parts, compositions and results what needs what stands above them: one desk, appointed by the package.

As for the entries of the library (dpsym.library.base): imports point down, and a part can still be raised to a power.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Protocol

from ..kernel.terms import Term


class Desk(Protocol):
    """What is above."""

    def compose(self, parts: Iterable[Any]) -> Any:
        """A Composition."""

    def answer(self, whole: Any, asked: str, at: Term, digits: int) -> Any:
        """The Result of a question about a composition."""

    def certify(self, result: Any, bound: Any) -> Any:
        """What the kernel says of one of its bounds."""


class Served:
    """What asks the desk."""

    desk: ClassVar[Desk]
