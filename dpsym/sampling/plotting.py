"""Plots of samples, with matplotlib: the two sides above, the slack below. Floats, for the eye only."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..kernel.statements import Point
from ..reading.grids import GridError
from .evaluating import Number
from .rows import Row, as_float, ball_float, exact_text

FORMATS = (".svg", ".pdf", ".png")
MOST_CURVES = 12
Curve = tuple[tuple[str, ...], str, int]  # the other parameters, the law, the claim


def draw(name: str, parameters: Sequence[str], rows: Sequence[Row], path: Any = None) -> Any:
    """The figure; with a path (SVG, PDF or PNG) it is saved there. One curve for each law, claim and value of the other parameters."""
    if path is not None and Path(path).suffix not in FORMATS:
        raise GridError(f"plot: found the file {str(path)!r}, expected a name that ends in {', '.join(FORMATS)}")
    x = axis(parameters, rows)
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'dpsym[plots]'") from None
    figure = Figure(figsize=(7, 6), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
    curves: dict[Curve, list[Row]] = {}
    several = [n for n in parameters if n != x and len({dict(row.at).get(n) for row in rows}) > 1]
    for row in rows:
        if x in dict(row.at):
            curves.setdefault((_others(row.at, several), row.law, row.claim), []).append(row)
    claims = len({row.claim for row in rows}) > 1
    bounds: set[tuple[tuple[float, float], ...]] = set()  # laws share a bound: it is drawn once
    for number, ((others, law, claim), own) in enumerate(list(curves.items())[:MOST_CURVES]):
        label = ", ".join([*others, *([law] if law else []), *([f"claim {claim + 1}"] if claims else [])])
        colour, at = f"C{number % 10}", [as_float(dict(row.at)[x]) for row in own]
        marker = "." if len(own) < 40 else ""
        bound = _column([row.right for row in own])
        if (drawn := tuple(zip(at, bound))) not in bounds:
            bounds.add(drawn)
            about = ", ".join([*others, *([f"claim {claim + 1}"] if claims else [])])
            said = f"bound (right) {about}".strip()
            above.plot(at, bound, "--", color="black", linewidth=1, zorder=3, label=said)  # seen where truth meets it
        truth = f"truth (left) {label}".strip()
        above.plot(at, _column([row.left for row in own]), marker=marker, color=colour, label=truth)
        below.plot(at, _column([row.slack for row in own]), marker=marker, color=colour)
    above.set_title(f"{name}, {MOST_CURVES} of {len(curves)} curves" if len(curves) > MOST_CURVES else name)
    above.legend(fontsize="x-small")
    below.axhline(0, color="black", linewidth=0.5)
    below.set_xlabel(x)
    below.set_ylabel("slack")
    if path is not None:
        figure.savefig(path, metadata={"Date": None} if Path(path).suffix == ".svg" else None)
    return figure


def axis(parameters: Sequence[str], rows: Sequence[Row]) -> str:
    """The first parameter that has more than one value."""
    for n in parameters:
        if len({v for row in rows for name, v in row.at if name == n}) > 1:
            return n
    raise GridError(f"plot: found one point, expected a parameter with several values: {', '.join(parameters)}")


def _others(at: Point, several: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{n} = {exact_text(v)}" for n, v in at if n in several)


def _column(numbers: list[Number]) -> list[float]:
    return [ball_float(v.ball) for v in numbers]
