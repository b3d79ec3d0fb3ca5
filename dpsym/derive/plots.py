"""Plots of terms along one symbol, with matplotlib. Floats, for the eye only."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, log10
from pathlib import Path
from typing import Any

from flint import arb, fmpq

from ..kernel.arithmetic.balls import Unsupported, precision
from ..kernel.statements import Domain, Range
from ..kernel.terms import Term, sub
from ..search.profile import grid
from ..search.refuting.sampling import SIMPLE, axis_of
from .numbers import Numbers
from .posing import QuestionError

FORMATS = (".svg", ".pdf", ".png")
PREC = 256
POINTS = 200


def new_figure(path: Any, height: float = 6) -> Any:
    """An empty figure for a file of a kind that can be written."""
    if path is not None and Path(path).suffix not in FORMATS:
        raise QuestionError(f"plot: found the file {str(path)!r}, expected a name that ends in {', '.join(FORMATS)}")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'dpsym[plots]'") from None
    return Figure(figsize=(7, height), layout="constrained")


def saved(figure: Any, path: Any) -> Any:
    if path is not None:
        figure.savefig(path, metadata={"Date": None} if Path(path).suffix == ".svg" else None)
    return figure


def draw(
    title: str,
    curves: Sequence[tuple[str, Term]],
    domain: Domain,
    path: Any = None,
    marks: Sequence[float] = (),
) -> Any:
    """The curves along the first symbol of the domain, the others at simple values, and the difference of the first two below."""
    figure = new_figure(path)
    used = {n for _, t in curves for n in t.free}
    ranges = [r for r in domain.ranges if r.name in used]
    if not ranges:
        raise QuestionError("plot: found no symbol, expected one to draw along")
    along, fixed = ranges[0], {r.name: _simple(r) for r in ranges[1:]}
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
    xs = places(along)
    for label, t in curves:
        above.plot([_float(x) for x in xs], values(t, along.name, xs, fixed), label=label)
    if len(curves) > 1:
        gap = values(sub(curves[0][1], curves[1][1]), along.name, xs, fixed)
        below.plot([_float(x) for x in xs], gap, color="C2")
        below.set_ylabel("difference")
    for mark in marks:
        for axes in (above, below):
            axes.axvline(mark, color="black", linewidth=0.5)
    others = ", ".join(f"{n} = {x}" for n, x in fixed.items())
    above.set_title(title + (f" ({others})" if others else ""))
    above.legend(fontsize="x-small")
    below.axhline(0, color="black", linewidth=0.5)
    below.set_xlabel(along.name)
    return saved(figure, path)


def draw_pieces(title: str, pieces: Sequence[tuple[str, Term, Sequence[Term]]], path: Any = None) -> Any:
    """Terms in positive symbols, each where its conditions hold: along the first symbol, the others at 1/2."""
    figure = new_figure(path, 4.5)
    names = sorted({n for _, t, where in pieces for u in (t, *where) for n in u.free})
    if not names:
        raise QuestionError("plot: found no symbol, expected one to draw along")
    along, fixed = names[0], {n: fmpq(1, 2) for n in names[1:]}
    xs = [fmpq(i, POINTS // 4) for i in range(1, POINTS + 1)]
    axes = figure.subplots()
    for label, t, where in pieces:
        ys = values(t, along, xs, fixed)
        for c in where:
            sides = (values(side, along, xs, fixed) for side in c.args)
            ys = [y if _holds(c.op, a, b) else float("nan") for y, a, b in zip(ys, *sides)]
        axes.plot([_float(x) for x in xs], ys, label=label)
    others = ", ".join(f"{n} = {x}" for n, x in fixed.items())
    axes.set_title(title + (f" ({others})" if others else ""))
    axes.set_xlabel(along)
    axes.legend(fontsize="x-small")
    return saved(figure, path)


def _holds(op: str, a: float, b: float) -> bool:
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}[op]


def places(r: Range) -> list[fmpq]:
    """Where to draw: evenly over a bounded range, up to a few units along an infinite one."""
    axis = axis_of(r)
    low: fmpq = axis.low if axis.low is not None else fmpq(-4) if axis.high is None else axis.high - 6
    high: fmpq = axis.high if axis.high is not None else fmpq(4) if axis.low is None else axis.low + 6
    if r.integer:
        return [fmpq(n) for n in range(int(low.ceil()), int(low.ceil()) + 30) if fmpq(n) <= high]
    return [low + (high - low) * fmpq(2 * i + 1, 2 * POINTS) for i in range(POINTS)]


def values(t: Term, name: str, xs: Sequence[fmpq], fixed: dict[str, fmpq]) -> list[float]:
    """The term at each place; nan where it has no value."""
    names = (name, *fixed)
    try:
        program = Numbers([t], names, point=True)
    except Unsupported:
        return [float("nan")] * len(xs)
    found = []
    with precision(PREC):
        for x in xs:
            value = program.run([arb(x), *(arb(v) for v in fixed.values())], PREC)[0]
            number = float(value.mid()) if value.is_finite() else float("nan")
            found.append(number if isfinite(number) and (not number or log10(abs(number)) < 12) else float("nan"))
    return found


def _simple(r: Range) -> fmpq:
    axis = axis_of(r)
    return next((x for x in SIMPLE if axis.contains(x)), grid(r)[0])


def _float(x: fmpq) -> float:
    return int(x.p) / int(x.q)
