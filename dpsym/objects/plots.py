"""Plots of certified quantities over one symbol, with matplotlib: a band from the lower to the upper ends of the balls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sympy

from .errors import ObjectError
from .grids import compiled
from .symbolic import Values, compare, exact, substituted

FORMATS = (".svg", ".pdf", ".png")
MOST_POINTS = 10_000


def plot(
    expr: Any,
    symbol: Any,
    low: Any,
    high: Any,
    values: Values | None = None,
    points: int = 101,
    digits: int = 8,
    logarithmic: bool = False,
    path: Any = None,
) -> Any:
    """The figure of a quantity over a range of one symbol, the others having values; with a path (SVG, PDF or PNG) it is saved there.

    Every point that is drawn lies in a ball, and the band between its ends is drawn with it.
    """
    start, end = exact(low, "plot: the lower end"), exact(high, "plot: the upper end")
    if start.is_infinite or end.is_infinite or start.free_symbols or end.free_symbols or compare(start, end) != -1:
        raise ObjectError(f"plot: found the range {start} to {end}, expected numbers that rise")
    if not isinstance(points, int) or not 2 <= points <= MOST_POINTS:
        raise ObjectError(f"plot: found {points!r} points, expected 2 to {MOST_POINTS}")
    if path is not None and Path(path).suffix not in FORMATS:
        raise ObjectError(f"plot: found the file {str(path)!r}, expected a name that ends in {', '.join(FORMATS)}")
    quantity = compiled(substituted(expr, values or {}), [symbol])
    at = [start + (end - start) * sympy.Rational(k, points - 1) for k in range(points)]
    balls = quantity.enclose_many(at, digits)
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'dpsym[plots]'") from None
    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    across = [float(x) for x in at]
    axes.fill_between(across, balls.lower(), balls.upper(), alpha=0.3)
    axes.plot(across, balls.midpoints())
    if logarithmic:
        axes.set_yscale("log")
    axes.set_xlabel(f"${sympy.latex(quantity.symbols[0])}$")
    axes.set_ylabel(f"${sympy.latex(quantity.expr)}$", fontsize="small")
    if path is not None:
        figure.savefig(path, metadata={"Date": None} if Path(path).suffix == ".svg" else None)
    return figure
