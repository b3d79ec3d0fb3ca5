"""Certified values on grids: a quantity compiled once to a program of the kernel, and run at many points.

    delta = PrivacyProfile(Normal(0, 1), Normal(1, 1))(eps)
    f = compiled(delta, [eps])
    f.enclose(1, 30)                       one ball
    f.enclose_many([0, 0.5, "0.7"], 30)    a ball for each point: numbers, arrays of numpy, or a table of columns
    f.enclose_many(array).upper()          as an array of floats, rounded up

The quantity is an expression over divergences. Where every divergence in it has a closed form, the program is made of them; a ball
that is too wide is computed again with twice the precision. The program is asked only at points that are seen to satisfy what the
closed forms need: the conditions of the divergences, and what SymPy assumes of the symbols. All other points, and those at which
the program finds nothing, are left to `enclose` of the divergences themselves, which refuses what they refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import inf, isfinite, nextafter, prod
from typing import Any

import sympy
from flint import arb, ctx, fmpq

from ..kernel.arithmetic.balls import Unsupported
from ..kernel.reals.quadrature import Program
from .columns import Columns
from .errors import ObjectError
from .symbolic import ball_of, bits, exact, substituted, to_term

GUARD = 32  # bits that a closed form may lose at first
MAX_POINTS = 1_000_000
_SIGNS = {"positive": ">", "nonnegative": ">=", "negative": "<", "nonpositive": "<=", "nonzero": "!=", "zero": "=="}
_NEGATED = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "!=": "==", "==": "!="}
_OF_ALL_NUMBERS = {"commutative": True, "complex": True, "real": True, "extended_real": True, "hermitian": True,
                   "finite": True, "infinite": False, "imaginary": False, "antihermitian": False}  # fmt: skip
_OF_WHOLE_NUMBERS = {"integer": True, "rational": True, "algebraic": True, "irrational": False, "noninteger": False,
                     "extended_noninteger": False, "transcendental": False}  # fmt: skip
WHOLE = "whole"


class Enclosures(Sequence[arb]):
    """Balls at the points of a grid, in its shape."""

    def __init__(self, balls: Sequence[arb], shape: tuple[int, ...]) -> None:
        self.balls, self.shape = list(balls), shape

    def __len__(self) -> int:
        return len(self.balls)

    def __getitem__(self, index: Any) -> Any:
        return self.balls[index]

    def __repr__(self) -> str:
        return f"Enclosures({len(self)} balls, shape {self.shape})"

    def midpoints(self) -> Any:
        """An array of floats, the nearest to the midpoints."""
        return self._array([float(b.mid()) for b in self.balls])

    def lower(self) -> Any:
        """An array of floats, none above the value."""
        return self._array([_rounded(b.lower(), -inf) for b in self.balls])

    def upper(self) -> Any:
        """An array of floats, none below the value."""
        return self._array([_rounded(b.upper(), inf) for b in self.balls])

    def _array(self, values: Sequence[float]) -> Any:
        try:
            import numpy
        except ImportError:
            raise ImportError("arrays need numpy: pip install 'dpsym[arrays]'") from None
        return numpy.array(values, dtype=float).reshape(self.shape)


def _rounded(end: arb, towards: float) -> float:
    """The nearest float that lies on this side of the end of a ball."""
    found = float(end)
    while (arb(found) > end) if towards < 0 else (arb(found) < end):
        found = nextafter(found, towards)
    return found


class Compiled:
    """A quantity as a function of its symbols, in their order."""

    def __init__(self, expr: Any, symbols: Any = None) -> None:
        self.expr = expr if isinstance(expr, sympy.Basic) else exact(expr, "compile")
        self.symbols = _symbols(self.expr, symbols)
        self.names = tuple(s.name for s in self.symbols)

    def __repr__(self) -> str:
        return f"Compiled({self.expr}, {list(self.names)})"

    def enclose(self, point: Any, digits: int = 30) -> arb:
        """A ball at a point: a number for one symbol, one number for each symbol, or a table from symbols to numbers."""
        if isinstance(point, Mapping):
            point = self._columns({k: [v] for k, v in point.items()})[0][0]
        elif len(self.symbols) == 1 and not isinstance(point, (tuple, list)):
            point = (point,)
        return self._enclosed([self._point(point)], digits)[0]

    def enclose_many(self, grid: Any, digits: int = 30) -> Enclosures:
        """A ball at each point of a grid.

        For one symbol: a sequence of numbers, or an array of any shape. For several: a sequence of points or an array whose last
        axis is the point, or a table from symbols to columns of one shape; a number stands for a column of it.
        """
        points, shape = self._points(grid)
        return Enclosures(self._enclosed(points, digits), shape)

    @property
    def is_fast(self) -> bool:
        """Whether there is a program; without, every point is left to the divergences."""
        return self._program is not None

    def _point(self, point: Any) -> tuple[Any, ...]:
        listed = isinstance(point, (tuple, list)) or hasattr(point, "ravel")
        values = tuple(_listed(point)[0]) if listed else (point,)
        if len(values) != len(self.symbols):
            raise ObjectError(f"{self}: found the point {point}, expected numbers for {', '.join(self.names)}")
        return values

    # -- points -----------------------------------------------------------------------------------------------------

    def _points(self, grid: Any) -> tuple[list[tuple[Any, ...]], tuple[int, ...]]:
        if isinstance(grid, Mapping):
            return self._columns(grid)
        values, shape = _listed(grid)
        size = len(self.symbols)
        if size == 1 and not any(isinstance(v, (tuple, list)) for v in values):
            return [(v,) for v in values], shape
        if hasattr(grid, "shape"):
            if not shape or shape[-1] != size:
                raise ObjectError(f"{self}: found an array of shape {shape}, expected points of {size} numbers")
            return [tuple(values[i : i + size]) for i in range(0, len(values), size)], shape[:-1]
        return [self._point(v) for v in values], shape

    def _columns(self, table: Mapping[Any, Any]) -> tuple[list[tuple[Any, ...]], tuple[int, ...]]:
        given = {(k if isinstance(k, str) else getattr(k, "name", k)): v for k, v in table.items()}
        if set(given) != set(self.names):
            raise ObjectError(
                f"{self}: found columns for {', '.join(map(str, given))}, expected {', '.join(self.names)}"
            )
        columns = [_listed(given[n]) for n in self.names if _is_column(given[n])]
        shape = columns[0][1] if columns else ()
        if any(s != shape for _, s in columns):
            raise ObjectError(f"{self}: found columns of shapes {[s for _, s in columns]}, expected one shape")
        count = prod(shape)
        filled = [_listed(given[n])[0] if _is_column(given[n]) else [given[n]] * count for n in self.names]
        return list(zip(*filled)), shape

    # -- values -----------------------------------------------------------------------------------------------------

    def _enclosed(self, points: list[tuple[Any, ...]], digits: int) -> list[arb]:
        """By the program where that is enough, with growing precision, else one by one."""
        if not isinstance(digits, int) or isinstance(digits, bool) or digits < 1:
            raise ObjectError(f"{self}: found {digits!r} digits, expected a whole number from 1")
        if len(points) > MAX_POINTS:
            raise ObjectError(f"{self}: found {len(points)} points, expected at most {MAX_POINTS}")
        found: dict[int, arb] = {}
        numbers = [tuple(map(_number, point)) for point in points]
        todo = list(range(len(points)))
        goal, prec = bits(digits), bits(digits) + GUARD
        while todo and self._program is not None and prec <= 4 * goal + 64:
            with ctx.workprec(prec):
                balls = [tuple(_ball(v, digits) for v in numbers[i]) for i in todo]
            wide = []
            for i, ball, row in zip(todo, balls, self._program.run_many(balls, prec)):
                if not self._allowed(ball, row[1:]):
                    continue
                if row[0].is_finite() and row[0].rel_accuracy_bits() >= goal:
                    found[i] = row[0]
                else:
                    wide.append(i)
            todo, prec = wide, 2 * prec
        return [found[i] if i in found else self._slowly(points[i], digits) for i in range(len(points))]

    def _slowly(self, point: tuple[Any, ...], digits: int) -> arb:
        """From the divergences in the expression, each enclosed by itself."""
        at = substituted(self.expr, dict(zip(self.symbols, point)))
        if hasattr(at, "enclose"):
            ball: arb = at.enclose({}, digits)
            return ball
        parts = list(_leaves(at))
        if not parts:
            return ball_of(at.doit(), digits)
        named = {part: sympy.Symbol(f"part_{k}", real=True) for k, part in enumerate(parts)}
        program = Program([to_term(at.xreplace(named))], [s.name for s in named.values()])
        values = [part.enclose({}, digits + 5) for part in parts]
        ball = program.run(values, 2 * bits(digits) + 64)[0]
        if ball.is_nan():
            raise ObjectError(f"{at}: no enclosure was reached")
        return ball

    # -- the program --------------------------------------------------------------------------------------------------

    @cached_property
    def _conditions(self) -> list[tuple[str, Any]] | None:
        """(relation, gap): the gap stands so to 0 where the closed forms hold; None if that cannot be said."""
        found: list[tuple[str, Any]] = []
        for part in _leaves(self.expr):
            whole = _places(part)
            if whole is None:
                return None
            found += [(WHOLE, place) for place in whole]
            for c in sympy.And.make_args(part.defined_when()):
                if c is sympy.true:
                    continue
                if not isinstance(c, sympy.core.relational.Relational) or c.rel_op not in _NEGATED:
                    return None
                found.append((c.rel_op, c.lhs - c.rhs))
        for s in self.symbols:
            asked = _assumed(s)
            if asked is None:
                return None
            found += [(op, s) for op in asked]
        return list(dict.fromkeys(found))

    @cached_property
    def _program(self) -> Columns | None:
        if self._conditions is None:
            return None
        try:
            form = self.expr.doit()
            if any(True for _ in _leaves(form)) or form.has(sympy.Integral, sympy.Sum, sympy.nan, sympy.zoo):
                return None
            return Columns([to_term(form), *(to_term(gap) for _, gap in self._conditions)], self.names, point=True)
        except (ObjectError, Unsupported):
            return None

    def _allowed(self, point: tuple[arb, ...], gaps: Sequence[arb]) -> bool:
        if not all(b.is_finite() for b in point):
            return False
        return all(_HOLDS[op](gap) for (op, _), gap in zip(self._conditions or (), gaps))


_HOLDS: dict[str, Callable[[arb], bool]] = {
    ">": lambda gap: bool(gap > 0), ">=": lambda gap: bool(gap >= 0), "<": lambda gap: bool(gap < 0), "<=": lambda gap: bool(gap <= 0),
    "!=": lambda gap: not gap.contains(0), "==": lambda gap: bool(gap.is_zero()),
    WHOLE: lambda gap: bool(gap.is_exact() and gap.is_integer()),
}  # fmt: skip


def _assumed(symbol: Any) -> list[str] | None:
    """What SymPy assumes of a symbol, so that closed forms may rest on it: relations to 0, `WHOLE`; None if it is something else."""
    assumed: dict[str, bool] = symbol.assumptions0
    whole = assumed.get("integer") is True
    found = [WHOLE] if whole else []
    for name, value in assumed.items():
        plain = name.removeprefix("extended_")
        if plain in _SIGNS:
            found.append(_SIGNS[plain] if value else _NEGATED[_SIGNS[plain]])
        elif _OF_ALL_NUMBERS.get(name) is not value and not (whole and _OF_WHOLE_NUMBERS.get(name) is value):
            return None
    return list(dict.fromkeys(found))


def _symbols(expr: Any, symbols: Any) -> tuple[Any, ...]:
    """The symbols in their order: those that are asked for, which must be all of them."""
    free = {s.name: s for s in expr.free_symbols}
    if len(free) != len(expr.free_symbols):
        raise ObjectError(f"{expr}: found two symbols of one name, expected different names")
    if symbols is None:
        return tuple(free[n] for n in sorted(free))
    listed = list(symbols) if isinstance(symbols, (tuple, list, sympy.Tuple)) else [symbols]
    names = [s if isinstance(s, str) else getattr(s, "name", None) for s in listed]
    unknown = [
        str(s) for s, n in zip(listed, names) if n is None or (n in free and not isinstance(s, str) and free[n] != s)
    ]
    missing = sorted(set(free) - {n for n in names if n is not None})
    if unknown or missing or len(set(names)) != len(names):
        raise ObjectError(
            f"{expr}: found the symbols {', '.join(map(str, listed))}, expected each of {', '.join(sorted(free)) or 'none'} once"
        )
    return tuple(free.get(n, sympy.Symbol(n, real=True)) for n in names if n is not None)


def _leaves(expr: Any) -> Iterator[Any]:
    """The divergences in an expression, and what else encloses itself."""
    found: dict[Any, None] = {}
    todo = [expr]
    while todo:
        part = todo.pop()
        if hasattr(part, "closed_form") and hasattr(part, "enclose"):
            found[part] = None
        else:
            todo += part.args
    return iter(found)


def _places(part: Any) -> list[Any] | None:
    """What the laws need to be whole, which their conditions do not say: locations on the integers; None for unknown outcomes."""
    found = []
    for law in sympy.preorder_traversal(part):
        space = getattr(law, "space", None)
        if space == "integers":
            if not hasattr(law, "family"):
                return None
            found.append(law.args[0])
    return [place for place in found if not place.is_Integer]


def _is_column(value: Any) -> bool:
    return isinstance(value, (tuple, list, range)) or bool(getattr(value, "shape", ()))


def _listed(grid: Any) -> tuple[list[Any], tuple[int, ...]]:
    """The entries of an array or sequence, with its shape."""
    if hasattr(grid, "shape") and hasattr(grid, "ravel"):
        return list(grid.ravel().tolist()), tuple(grid.shape)
    if isinstance(grid, (str, bytes)) or not hasattr(grid, "__iter__"):
        raise ObjectError(f"found the grid {grid!r}, expected a sequence, an array or a table of columns")
    values = list(grid)
    return values, (len(values),)


def _number(value: Any) -> Any:
    """A number in the form in which a ball of it is made fastest."""
    if type(value) in (int, fmpq) or (type(value) is float and isfinite(value)):
        return value
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    found = exact(value, "a point of the grid")
    if found.is_infinite or found.free_symbols:
        raise ObjectError(f"a point of the grid: found {found}, expected a number")
    return fmpq(int(found.p), int(found.q)) if found.is_Rational else found


def _ball(value: Any, digits: int) -> arb:
    return ball_of(value, 2 * digits) if isinstance(value, sympy.Basic) else arb(value)


def compiled(expr: Any, symbols: Any = None) -> Compiled:
    """The quantity as a function of these symbols (all of it, by name, if none are given): see the top of this module."""
    return Compiled(expr, symbols)
