"""Points per second at 50 digits: compiled programs, hand-written python-flint, lambdify with mpmath, evalf.

Everybody gets the same points, in the form they like best, and must find the same values. The contestants take turns, so
that a change in the load of the machine meets all of them, and processor time is counted. A ratio is the median over the
turns. SymPy caches what it has seen, so evalf gets new points in each turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from math import ceil, log2
from statistics import geometric_mean, median
from typing import Any

import flint
import mpmath
import sympy
from flint import arb, ctx, fmpq

from dpsym.objects.columns import Columns
from dpsym.reading.text.claims import read_term

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
    data = [_measure(e) for e in EXPRESSIONS]
    rows = tuple(
        (
            d["name"],
            *(f"{d['rates'][who]:,.0f}" for who in ("run_many", "run", "by hand", "mpmath", "evalf")),
            *(f"{d['of_by_hand'][who]:.2f}" for who in ("run_many", "run")),
            f"{d['faster_than']['mpmath']:.1f}",
            f"{d['faster_than']['evalf']:.0f}",
        )
        for d in data
    )
    headings = (
        *("expression", "run_many", "run", "by hand", "mpmath", "evalf"),
        *("run_many : by hand", "run : by hand", "mpmath : run_many", "evalf : run_many"),
    )
    times = [d["of_by_hand"]["run_many"] for d in data]
    goals = (
        _at_least(LEAST_MPMATH, "mpmath", data),
        _at_least(LEAST_EVALF, "evalf", data),
        Goal(
            f"at most {MOST_BY_HAND} times the time of hand-written python-flint",
            f"{max(times):.2f} at worst, {geometric_mean(times):.2f} on average",
            max(times) <= MOST_BY_HAND,
        ),
    )
    backend = mpmath.libmp.BACKEND
    versions = {"python-flint": flint.__version__, "mpmath": mpmath.__version__, "sympy": sympy.__version__}
    title = f"Evaluator: points per second at {DIGITS} digits, and ratios of times (mpmath on {backend} integers)"
    return Part(
        "evaluator",
        (Table(title, headings, rows, goals),),
        {"digits": DIGITS, "bits": BITS, "mpmath_backend": backend, "versions": versions, "rows": data},
    )


def _at_least(factor: float, who: str, data: list[dict[str, Any]]) -> Goal:
    """Every expression must meet the goal; those below it are named. The average is the geometric mean."""
    found = {d["name"]: d["faster_than"][who] for d in data}
    average = geometric_mean(found.values())
    below = ", ".join(f"{name} {x:.0f}" for name, x in found.items() if x < factor)
    least = f"below it: {below}" if below else f"{min(found.values()):.1f} at worst"
    return Goal(f"at least {factor} times as fast as {who}", f"{average:.1f} on average, {least}", not below)


def _measure(e: Expression) -> dict[str, Any]:
    with ctx.workprec(BITS), mpmath.workdps(DIGITS):
        competing = contestants(e, POINTS)
        check_agreement(e, competing)
        turns: dict[str, list[float]] = {who: [] for who in competing}
        for _ in range(TURNS):
            for who, (count, run) in competing.items():
                start = time.process_time()
                run()
                turns[who].append((time.process_time() - start) / count)

    def ratio(a: str, b: str) -> float:
        return median(x / y for x, y in zip(turns[a], turns[b], strict=True))

    return {
        "name": e.name,
        "text": e.text,
        "rates": {who: 1 / median(seconds) for who, seconds in turns.items()},
        "of_by_hand": {who: ratio(who, "by hand") for who in ("run_many", "run")},
        "faster_than": {who: ratio(who, "run_many") for who in ("mpmath", "evalf")},
    }


def contestants(e: Expression, count: int) -> dict[str, tuple[int, Callable[[], list[Any]]]]:
    """For each the number of points and a function that evaluates at all of them; to be called at 50 digits."""
    points = e.points(count)
    program = Columns([read_term(e.text)], tuple(e.ranges), point=True)
    balls = [tuple(arb(fmpq(v.numerator, v.denominator)) for v in point) for point in points]
    by_hand = e.by_hand()
    symbols = sympy.symbols(list(e.ranges))
    expression = sympy.sympify(e.text, dict(zip(e.ranges, symbols, strict=True)))
    compiled = sympy.lambdify(symbols, expression, "mpmath")
    numbers = [tuple(mpmath.mpf(v.numerator) / v.denominator for v in point) for point in points[:MPMATH_POINTS]]
    rationals = (
        {s: sympy.Rational(v.numerator, v.denominator) for s, v in zip(symbols, point, strict=True)} for point in points
    )
    batches = iter([list(islice(rationals, EVALF_POINTS)) for _ in range(1 + TURNS)])
    return {
        "run_many": (len(balls), lambda: program.run_many(balls, BITS)),
        "run": (len(balls), lambda: [program.run(point, BITS) for point in balls]),
        "by hand": (len(balls), lambda: [by_hand(*point) for point in balls]),
        "mpmath": (len(numbers), lambda: [compiled(*point) for point in numbers]),
        "evalf": (EVALF_POINTS, lambda: [expression.evalf(DIGITS, subs=point) for point in next(batches)]),
    }


def check_agreement(e: Expression, competing: dict[str, tuple[int, Callable[[], list[Any]]]]) -> None:
    """Raises unless all contestants find the same values at the first points."""
    for balls, one, hand, *others in zip(*(run()[:EVALF_POINTS] for _, run in competing.values()), strict=True):
        (ball,) = balls
        if not (ball.overlaps(one[0]) and ball.overlaps(hand) and ball.rad() < abs(ball) * arb(10) ** (10 - DIGITS)):
            raise ArithmeticError(f"{e.name}: {ball} or {one[0]}, by hand {hand}")
        value = mpmath.mpf(ball.mid().str(DIGITS + 5, radius=False))
        for other in others:
            if abs(mpmath.mpf(str(other)) - value) > AGREEMENT * max(1, abs(value)):
                raise ArithmeticError(f"{e.name}: {value}, but another finds {other}")
