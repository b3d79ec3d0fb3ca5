"""What the kernel answers: the four verdicts, and refusals with what was found and what was expected.

A `Proved` is made by `check` alone, a `Refuted` or `Undefined` by `refute`; nothing decodes one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Union

from .statements import Certificate, Claim, Fact, Point
from .terms import Term, cut, listed


@dataclass(frozen=True)
class Evidence:
    rule: str
    grade: str  # exact (algebra) or enclosure (balls)
    detail: str = ""


@dataclass(frozen=True)
class _Verdict:
    claim: Claim

    def __bool__(self) -> bool:
        raise TypeError("a verdict may be unknown and is not a bool; compare verdict.verdict with 'proved'")

    @property
    def verdict(self) -> str:
        return type(self).__name__.lower()


@dataclass(frozen=True)
class Proved(_Verdict):
    evidence: tuple[Evidence, ...]
    certificate: Certificate


@dataclass(frozen=True)
class Refuted(_Verdict):
    """Both sides are defined at `point`, and the relation does not hold there."""

    point: Point


@dataclass(frozen=True)
class Undefined(_Verdict):
    point: Point
    where: Term  # the offending sub-expression
    why: str


@dataclass(frozen=True)
class Open(_Verdict):
    """Not decided. `where` is the step or box left over; `found` and `expected` speak of it; `left` is the goal left over."""

    where: str = ""
    found: str = ""
    expected: str = ""
    reason: str = ""
    left: Fact | None = None


Verdict = Union[Proved, Refuted, Undefined, Open]


@dataclass(frozen=True)
class Rejected:
    """Why the kernel did not accept a certificate, a point or a step, in texts of bounded length."""

    where: str
    found: str
    expected: str

    def __post_init__(self) -> None:
        for name in ("where", "found", "expected"):
            object.__setattr__(self, name, cut(getattr(self, name)))

    def __bool__(self) -> bool:
        raise TypeError("a refusal is not a bool; ask `is None` or isinstance(..., Rejected)")


Said = Union[str, tuple[object, ...]]  # a sentence, or its parts, which are put together if it is needed


class StepRejected(Exception):
    """A side condition that does not hold: what was found, and what was expected."""

    def __init__(self, found: Said, expected: Said, where: str = "") -> None:
        super().__init__(found, expected)
        self.found, self.expected, self.where = _sentence(found), _sentence(expected), where


def _sentence(said: Said) -> str:
    parts = (said,) if isinstance(said, str) else said
    return " ".join(p if isinstance(p, str) else listed(p if isinstance(p, (tuple, list)) else (p,)) for p in parts)


def require(condition: bool, found: Said, expected: Said) -> None:
    """A side condition. Nothing else in a rule refuses a step."""
    if not condition:
        raise StepRejected(found, expected)


#: What malformed input can make the arithmetic raise; it is refused, never a crash.
MALFORMED = (ValueError, ArithmeticError, LookupError, RecursionError)


def refusal(where: str, action: Callable[[], None]) -> Rejected | None:
    """None if the action comes to its end; a refusal of what it asks for otherwise. No other place catches refusals."""
    try:
        action()
    except StepRejected as error:
        return Rejected(", ".join(filter(None, (where, error.where))), error.found, error.expected)
    except MALFORMED as error:
        return Rejected(where, f"{type(error).__name__}: {error}", "something well-formed")
    return None
