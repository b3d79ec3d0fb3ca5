"""What SymPy may do for a guess, counted in calls: by a clock a busy machine would give other answers."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable
from types import FrameType
from typing import Any, NoReturn, TypeVar

from ..kernel.terms import Term, subterms

MAX_PARTS = 400  # of a term that SymPy is given
MAX_BITS = 4096  # of its numbers
MAX_ARGUMENT = 1000  # of factorials and exponents, which it writes out
CALLS = 2_500_000  # of Python functions, in one attempt: a second or two
WAIT = 10_000  # calls, for a finalizer to end
CLEANING = 1_000  # calls, for what is done while the attempt is given up
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
    """What the action returns; None if it fails or makes too many calls. What SymPy has cached does not count: it starts afresh.

    CPython swallows an exception that leaves a finalizer, a callback of a weak reference, or a comparison for which it has no
    answer, and it unsets the function that traces and raised. So nothing is raised while a finalizer that can be seen is under
    way; and once something was raised, calls are counted on, by the profiler: it raises again if the action goes on.
    """
    from sympy.core.cache import clear_cache
    from sympy.polys.polyerrors import BasePolynomialError

    left, spare, tries = calls, 0, 0
    here = sys._getframe()

    def count(frame: FrameType, event: str, argument: Any) -> None:  # called for calls alone, as it returns None
        nonlocal left
        left -= 1
        if left < 0 and (left < -WAIT or not _finalizing(frame, here)):
            give_up()

    def count_on(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal spare
        spare -= event == "call"
        if spare < 0 and not _finalizing(frame, here):
            sys.settrace(count)  # the next call raises: this one may be to return

    def give_up() -> NoReturn:
        nonlocal left, spare, tries
        left, tries = 0, tries + 1
        spare = CLEANING + tries  # never in step with what is done over and over
        if profiler is None:
            sys.setprofile(count_on)
        raise _TooLong

    def unraisable(report: Any) -> None:
        if not isinstance(report.exc_value, _TooLong):
            hook(report)

    clear_cache()
    tracer, profiler, hook = sys.gettrace(), sys.getprofile(), sys.unraisablehook
    sys.unraisablehook = unraisable
    sys.settrace(count)
    try:
        result = action()
    except (*SYMPY_FAILS, BasePolynomialError, _TooLong):
        return None
    finally:
        sys.settrace(tracer)
        if profiler is None:
            sys.setprofile(None)
        sys.unraisablehook = hook
    return None if left < 0 or tries else result


def _finalizing(frame: FrameType | None, outermost: FrameType) -> bool:
    """Whether one of the frames up to the outermost one is seen to be a finalizer: no exception leaves it."""
    while frame is not None and frame is not outermost:
        code = frame.f_code
        if code.co_name == "__del__":
            return True
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + 1]  # and the one with a star
        for value in (frame.f_locals.get(name) for name in names):
            given = value if isinstance(value, tuple) else (value,)
            if any(isinstance(a, weakref.ref) and a() is None for a in given):  # what a callback is called with
                return True
        frame = frame.f_back
    return False
