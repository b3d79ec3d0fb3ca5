"""Grids of parameters, as people write them: `eps=0.1:2:20`, `delta=0, 1e-6, 1/3`, `eps=log(2)`; or a mapping of lists from Python.

Numbers are exact: 0.1 is one tenth, also where it comes as a Python float, which is read as it is printed. `lo:hi:count` are equally
spaced numbers with both ends. Nothing is evaluated but numbers in the text syntax.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import islice
from numbers import Integral, Rational, Real
from typing import Any, Union

from ..kernel.terms import Term, add, mul, num
from .text.claims import ReadError, read_term

#: What a parameter may be given as: a text, a number, a SymPy number, or several of them.
Values = Union[str, int, float, Fraction, Term, Iterable[Any]]
Grid = Mapping[str, tuple[Term, ...]]

MAX_VALUES = 10_000  # of one parameter, and points of a grid


class GridError(ValueError):
    """A grid that cannot be read, or that does not fit the statement; the message says what was found, expected, and where."""


def read_grids(texts: Iterable[str]) -> dict[str, tuple[Term, ...]]:
    """The grids of a command line, `NAME=VALUES` each."""
    found: dict[str, tuple[Term, ...]] = {}
    for text in texts:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise GridError(f"grid: found {text!r}, expected NAME=VALUES such as eps=0.1:2:20 or delta=0,1e-6")
        if name in found:
            raise GridError(f"grid: found {name} twice, expected each parameter once")
        found[name] = read_values(name, values)
    return found


def read_grid(grid: Mapping[str, Values]) -> dict[str, tuple[Term, ...]]:
    """The grid of a caller from Python."""
    return {str(name): read_values(str(name), values) for name, values in grid.items()}


def read_values(name: str, values: Values) -> tuple[Term, ...]:
    """The values of a parameter, each once, in their order."""
    if isinstance(values, str):
        found = [v for part in _split(values) for v in _part(name, part)]
    elif isinstance(values, Iterable) and not isinstance(values, (Term, bytes)):
        found = [v for one in islice(values, MAX_VALUES + 1) for v in read_values(name, one)]
    else:
        found = [_number(name, values)]
    if not found:
        raise GridError(f"{name}: found no value, expected at least one")
    if len(found) > MAX_VALUES:
        raise GridError(f"{name}: found {len(found)} values, expected at most {MAX_VALUES}")
    return tuple(dict.fromkeys(found))


def _split(text: str) -> list[str]:
    """The parts between commas, those inside parentheses not counted."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([") - (c in ")]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def _part(name: str, text: str) -> list[Term]:
    ends = [part.strip() for part in text.split(":")]
    if len(ends) == 1:
        return [_read(name, text.strip())]
    if len(ends) != 3 or not (ends[2].isascii() and ends[2].isdigit()):
        raise GridError(f"{name}: found {text.strip()!r}, expected lo:hi:count such as 0.1:2:20")
    low, high, count = _read(name, ends[0]), _read(name, ends[1]), int(ends[2][:9])
    if not 2 <= count <= MAX_VALUES:
        raise GridError(f"{name}: found {ends[2]} values in {text.strip()!r}, expected 2 to {MAX_VALUES}")
    return [_between(low, high, Fraction(i, count - 1)) for i in range(count)]


def _between(low: Term, high: Term, share: Fraction) -> Term:
    if low.op == high.op == "num":
        a, b = (Fraction(int(t.number.p), int(t.number.q)) for t in (low, high))
        return num(a + share * (b - a))
    if share in (0, 1):
        return high if share else low
    return add(mul(num(1 - share), low), mul(num(share), high))


def _read(name: str, text: str) -> Term:
    try:
        value = read_term(text)
    except ReadError as error:
        raise GridError(
            f"{name}: found {text!r}, expected a number such as 0.1, 1e-6, 1/3 or log(2)\n{error}"
        ) from None
    if value.free or not value.is_number:
        raise GridError(f"{name}: found {text!r}, expected a number, not a formula with symbols or a relation")
    return value


def _number(name: str, value: Any) -> Term:
    """A number from Python."""
    if isinstance(value, bool) or value is None:
        raise GridError(f"{name}: found {value!r}, expected a number")
    if isinstance(value, Term):
        if value.free or not value.is_number:
            raise GridError(f"{name}: found {value!r}, expected a number without symbols")
        return value
    if isinstance(value, Integral):
        return num(int(value))
    if isinstance(value, Rational):
        return num(Fraction(int(value.numerator), int(value.denominator)))
    if isinstance(value, Real):
        return _read(name, float.__repr__(float(value)))  # as it is printed; inf and nan are no numbers
    if hasattr(value, "free_symbols"):
        from ..objects.errors import ObjectError
        from ..objects.symbolic import exact, to_term

        try:
            return _number(name, to_term(exact(value, name)))
        except ObjectError as error:
            raise GridError(str(error)) from None
    raise GridError(f"{name}: found {value!r} of type {type(value).__name__}, expected a number or a text")
