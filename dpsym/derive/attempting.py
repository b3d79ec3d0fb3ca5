"""What SymPy may do for a guess, counted in calls: by a clock a busy machine would give other answers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

from ..kernel.terms import Term, subterms

MAX_PARTS = 400  # of a term that SymPy is given
MAX_BITS = 4096  # of its numbers
MAX_ARGUMENT = 1000  # of factorials and exponents, which it writes out
CALLS = 2_500_000  # of Python functions, in one attempt: a second or two
T = TypeVar("T")


def modest(t: Term) -> bool:
    """Whether a term is small enough for SymPy: long arithmetic makes no calls that could be counted."""
    parts = {*subterms(t)}
    numbers = [u.number for u in parts if u.op == "num"]
    grows = any(u.op in ("gamma", "loggamma", "binomial", "Sum", "Product") for u in parts)
    exponents = [u.args[1].number for u in parts if u.op == "**" and u.args[1].op == "num"]
    return (
        len(parts) <= MAX_PARTS
        and all(max(int(x.p).bit_length(), int(x.q).bit_length()) <= MAX_BITS for x in numbers)
        and all(abs(x) <= MAX_ARGUMENT for x in (numbers if grows else exponents))
    )


class _TooLong(BaseException):
    """Not an Exception, which SymPy might catch."""


#: What SymPy raises, besides errors about polynomials, for an expression that it cannot work on. It documents none of them but
#: NotImplementedError; anything else is a mistake of ours.
SYMPY_FAILS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, RecursionError, TypeError, ValueError,
)  # fmt: skip


def attempt(action: Callable[[], T], calls: int = CALLS) -> T | None:
    """What the action returns; None if it fails or makes too many calls. What SymPy has cached does not count: it starts afresh."""
    from sympy.core.cache import clear_cache
    from sympy.polys.polyerrors import BasePolynomialError

    left = calls

    def count(frame: FrameType, event: str, argument: Any) -> None:  # called for calls alone, as it returns None
        nonlocal left
        left -= 1
        if left < 0:
            raise _TooLong

    clear_cache()
    before = sys.gettrace()
    sys.settrace(count)
    try:
        return action()
    except (*SYMPY_FAILS, BasePolynomialError, _TooLong):
        return None
    finally:
        sys.settrace(before)
