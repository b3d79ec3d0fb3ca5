"""`compare(given, to, grid)`: which route is best where, over a grid of the symbols of what is given and asked for.

Each number is decided by balls, as in `convert`; the theorem at a point of the grid is what `convert` certifies there. A plot shows a
curve for each route, or, over two symbols, the region where each is best. Floats are for the plot alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, product
from pathlib import Path
from typing import Any

from ...kernel.reals.quadrature import enclose
from ...kernel.substitution import substitute
from ...kernel.terms import Term
from ...objects.errors import ObjectError
from ...reading.grids import MAX_VALUES, GridError, Values, read_grid
from ..rounding import decimal
from .answer import LONGEST, aim_of, all_routes, asked_of, says_something, tell_route
from .asking import Asked, check_range, complete, read, shown
from .missing import why_not
from .numbers import DIGITS
from .transforming import processing_of

FORMATS = (".svg", ".pdf", ".png")
Point = tuple[Term, ...]


@dataclass(frozen=True)
class Comparison:
    """The numbers of all routes over a grid; a route that says nothing at a point has None there."""

    given: Asked
    to: Asked
    asked: str
    names: tuple[str, ...]  # of the symbols
    routes: tuple[str, ...]
    rows: tuple[tuple[Point, tuple[Fraction | None, ...]], ...]

    def best(self, numbers: Sequence[Fraction | None]) -> str:
        """The route with the least number, the shortest of several; nothing if none says anything."""
        known = [(n, self.routes[i].count(" > "), i) for i, n in enumerate(numbers) if n is not None]
        return self.routes[min(known)[-1]] if known else ""

    @property
    def regions(self) -> tuple[tuple[Point, Point, str], ...]:
        """Runs of the grid, in its order, in which one route is best: first point, last point, route."""
        found = []
        for route, run in groupby(self.rows, key=lambda row: self.best(row[1])):
            points = [p for p, _ in run]
            found.append((points[0], points[-1], route))
        return tuple(found)

    def __str__(self) -> str:
        lines = [f"{self.given} to {self.to}: {self.asked} by {len(self.routes)} routes"]
        for p, numbers in self.rows:
            told = [n for n in numbers if n is not None]
            number = decimal(min(told)) if told else "none"
            lines.append(f"  {self._point(p)}   {number}   {self.best(numbers)}")
        lines.append("best:")
        for first, last, route in self.regions:
            span = self._point(first) if first == last else f"{self._point(first)} to {self._point(last)}"
            lines.append(f"  {span}: {route or 'none'}")
        return "\n".join(lines)

    def _point(self, p: Point) -> str:
        return ", ".join(f"{n} = {shown(v)}" for n, v in zip(self.names, p))

    def to_json(self) -> dict[str, Any]:
        return {
            "given": str(self.given),
            "to": str(self.to),
            "asked": self.asked,
            "post_processing": processing_of(self.to.notion.form),
            "rows": [
                {
                    "at": {n: shown(v) for n, v in zip(self.names, p)},
                    "numbers": {r: decimal(x) for r, x in zip(self.routes, numbers) if x is not None},
                    "best": self.best(numbers),
                }
                for p, numbers in self.rows
            ],
        }

    def plot(self, path: Any = None) -> Any:
        """The figure; with a path (SVG, PDF or PNG) it is saved there."""
        if path is not None and Path(path).suffix not in FORMATS:
            raise GridError(f"plot: found the file {str(path)!r}, expected a name that ends in {', '.join(FORMATS)}")
        try:
            from matplotlib.figure import Figure
        except ImportError:
            raise ImportError("plots need matplotlib: pip install 'dpsym[plots]'") from None
        figure = Figure(figsize=(7, 5), layout="constrained")
        axes = figure.subplots()
        (self._curves if len(self.names) == 1 else self._map)(axes)
        axes.set_title(f"{self.given} to {self.to}")
        axes.set_xlabel(self.names[0])
        axes.legend(fontsize="x-small")
        if path is not None:
            figure.savefig(path, metadata={"Date": None} if Path(path).suffix == ".svg" else None)
        return figure

    def _curves(self, axes: Any) -> None:
        for i, route in enumerate(self.routes):
            known = [(_float(p[0]), float(x)) for p, row in self.rows if (x := row[i]) is not None]
            if known:
                axes.plot(*zip(*known), marker=".", label=route)
        axes.set_ylabel(self.asked)
        self._scale(axes.set_xscale, 0)

    def _map(self, axes: Any) -> None:
        for route in dict.fromkeys(self.best(row) for _, row in self.rows):
            here = [(_float(p[0]), _float(p[1])) for p, row in self.rows if self.best(row) == route]
            axes.scatter(*zip(*here), marker="s", label=route or "none")
        axes.set_ylabel(self.names[1])
        self._scale(axes.set_xscale, 0)
        self._scale(axes.set_yscale, 1)

    def _scale(self, put: Callable[[str], None], k: int) -> None:
        """Logarithmic where the values span more than two powers of ten."""
        values = [_float(p[k]) for p, _ in self.rows]
        if min(values) > 0 and max(values) > 100 * min(values):
            put("log")


def _float(t: Term) -> float:
    return float(enclose(t, 64).mid())


def compare(
    given: Any,
    to: Any,
    grid: Mapping[str, Values],
    *,
    digits: int = DIGITS,
    longest: int = LONGEST,
    tell_progress: Callable[[str], None] | None = None,
) -> Comparison:
    """The numbers of all routes over a grid of one or two symbols."""
    have, want = complete(given), read(to, "to")
    asked = asked_of(want)
    values, symbols = read_grid(grid), sorted(have.symbols | want.symbols)
    if asked is None:
        raise ObjectError(
            f"compare: found {want} without {', '.join(want.missing)}, expected one parameter to be left out"
        )
    if sorted(values) != symbols or not 1 <= len(symbols) <= 2:
        found, expected = ", ".join(values) or "no symbol", ", ".join(symbols) or "one or two symbols in what is given"
        raise GridError(f"grid: found values of {found}, expected values of {expected}")
    names = tuple(values)
    points = list(product(*values.values()))
    if len(points) > MAX_VALUES:
        raise GridError(f"grid: found {len(points)} points, expected at most {MAX_VALUES}")
    routes = all_routes(have.notion, want.notion, longest)
    if not routes:
        raise ObjectError(f"compare: {why_not(have, want)}")
    rows = []
    for i, p in enumerate(points):
        if tell_progress is not None:
            tell_progress(f"{i + 1} of {len(points)} points")
        here, there = (_at(a, dict(zip(names, p))) for a in (have, want))
        aim = aim_of(there, asked)
        told = [tell_route(r.put(here.values), there.notion, aim, digits) for r in routes]
        numbers = [None if t is None or not says_something(there, asked, t.number) else t.number for t in told]
        rows.append((p, tuple(numbers)))
    return Comparison(
        have, want, asked, names, tuple(" > ".join(r.names) or "as it is said" for r in routes), tuple(rows)
    )


def _at(asked: Asked, values: Mapping[str, Term]) -> Asked:
    """With numbers for the symbols, each in its range."""
    found = Asked(asked.notion, {n: substitute(t, values) for n, t in asked.values.items()})
    check_range(found)
    return found
