"""Points per second at 50 digits: compiled programs, hand-written python-flint, lambdify with mpmath, evalf.

Everybody gets the same points, in the form they like best. The contestants take turns, so that a change in the load of the
machine meets all of them, and processor time is counted. A ratio is the median over the turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from math import ceil, log2
from statistics import median
from typing import Any

import flint
import mpmath
import sympy
from flint import arb, ctx, fmpq

from dpsym.kernel.balls import Program
from dpsym.reading.text import read_term

from .expressions import EXPRESSIONS, Expression
from .tables import Goal, Part, Table

DIGITS = 50
BITS = ceil(DIGITS * log2(10)) + 4
POINTS = 2000
MPMATH_POINTS = 200
EVALF_POINTS = 10
TURNS = 9
LEAST_MPMATH, LEAST_EVALF, MOST_BY_HAND = 5, 100, 1.5
AGREEMENT = mpmath.mpf(10) ** (5 - DIGITS)  # relative to max(1, |value|)


def measure() -> Part:
    """The table of all expressions."""
    before = ctx.prec, mpmath.mp.dps
    ctx.prec, mpmath.mp.dps = BITS, DIGITS
    try:
        data = [_measure(e) for e in EXPRESSIONS]
    finally:
        ctx.prec, mpmath.mp.dps = before
    rows = tuple(
        (
            d["name"],
            str(d["symbols"]),
            *(_rate(d["rates"][who]) for who in ("run_many", "run", "by hand", "mpmath", "evalf")),
            f"{d['times_by_hand']:.2f}",
            f"{d['times_by_hand_one']:.2f}",
            f"{d['faster_than_mpmath']:.1f}",
            f"{d['faster_than_evalf']:.0f}",
        )
        for d in data
    )
    headings = (
        *("expression", "symbols", "dpsym", "dpsym, one at a time", "by hand", "mpmath", "evalf"),
        *("time / by hand", "one at a time / by hand", "mpmath / time", "evalf / time"),
    )
    worst = max(d["times_by_hand"] for d in data)
    goals = (
        _at_least("faster than lambdify with mpmath", LEAST_MPMATH, [d["faster_than_mpmath"] for d in data]),
        _at_least("faster than evalf", LEAST_EVALF, [d["faster_than_evalf"] for d in data]),
        Goal(
            f"at most {MOST_BY_HAND} times the time of hand-written python-flint",
            f"{worst:.2f} at worst, {median(d['times_by_hand'] for d in data):.2f} in the median",
            worst <= MOST_BY_HAND,
        ),
    )
    versions = {"python-flint": flint.__version__, "mpmath": mpmath.__version__, "sympy": sympy.__version__}
    title = f"Evaluator: points per second at {DIGITS} digits (mpmath on {mpmath.libmp.BACKEND} integers)"
    return Part(
        "evaluator",
        (Table(title, headings, rows, goals),),
        {"digits": DIGITS, "bits": BITS, "mpmath_backend": mpmath.libmp.BACKEND, "versions": versions, "rows": data},
    )


def _at_least(what: str, factor: float, found: list[float]) -> Goal:
    measured = f"{min(found):.1f} at worst, {median(found):.1f} in the median"
    return Goal(f"at least {factor} times {what}", measured, min(found) >= factor)


def _measure(e: Expression) -> dict[str, Any]:
    contestants = _contestants(e, e.points(POINTS))
    _check_agreement(e, {who: run()[:EVALF_POINTS] for who, (_, run) in contestants.items()})
    turns: dict[str, list[float]] = {who: [] for who in contestants}
    for _ in range(TURNS):
        for who, (count, run) in contestants.items():
            start = time.process_time()
            run()
            turns[who].append((time.process_time() - start) / count)

    def ratio(a: str, b: str) -> float:
        return median(x / y for x, y in zip(turns[a], turns[b], strict=True))

    return {
        "name": e.name,
        "text": e.text,
        "symbols": len(e.ranges),
        "rates": {who: 1 / median(seconds) for who, seconds in turns.items()},
        "times_by_hand": ratio("run_many", "by hand"),
        "times_by_hand_one": ratio("run", "by hand"),
        "faster_than_mpmath": ratio("mpmath", "run_many"),
        "faster_than_evalf": ratio("evalf", "run_many"),
    }


def _contestants(e: Expression, points: list[tuple[Fraction, ...]]) -> dict[str, tuple[int, Callable[[], list[Any]]]]:
    """For each the number of points and a function that evaluates at all of them."""
    program = Program([read_term(e.text)], tuple(e.ranges), point=True)
    balls = [tuple(arb(fmpq(v.numerator, v.denominator)) for v in point) for point in points]
    by_hand = e.by_hand()
    symbols = sympy.symbols(list(e.ranges))
    expression = sympy.sympify(e.text, dict(zip(e.ranges, symbols, strict=True)))
    compiled = sympy.lambdify(symbols, expression, "mpmath")
    numbers = [tuple(mpmath.mpf(v.numerator) / v.denominator for v in point) for point in points[:MPMATH_POINTS]]
    rationals = [
        {s: sympy.Rational(v.numerator, v.denominator) for s, v in zip(symbols, point, strict=True)}
        for point in points[:EVALF_POINTS]
    ]
    return {
        "run_many": (len(balls), lambda: program.run_many(balls, BITS)),
        "run": (len(balls), lambda: [program.run(point, BITS) for point in balls]),
        "by hand": (len(balls), lambda: [by_hand(*point) for point in balls]),
        "mpmath": (len(numbers), lambda: [compiled(*point) for point in numbers]),
        "evalf": (len(rationals), lambda: [expression.evalf(DIGITS, subs=point) for point in rationals]),
    }


def _check_agreement(e: Expression, values: dict[str, list[Any]]) -> None:
    """Raises unless all contestants found the same values."""
    for balls, one, hand, *others in zip(*values.values(), strict=True):
        (ball,) = balls
        if not (ball.overlaps(one[0]) and ball.overlaps(hand) and ball.rad() < abs(ball) * arb(10) ** (10 - DIGITS)):
            raise ArithmeticError(f"{e.name}: {ball} or {one[0]}, by hand {hand}")
        value = mpmath.mpf(ball.mid().str(DIGITS + 5, radius=False))
        for other in others:
            if abs(mpmath.mpf(str(other)) - value) > AGREEMENT * max(1, abs(value)):
                raise ArithmeticError(f"{e.name}: {value}, but another finds {other}")


def _rate(points_per_second: float) -> str:
    return f"{points_per_second:,.0f}"
