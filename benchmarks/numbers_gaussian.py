"""The Gaussian delta(eps) on a grid: certified balls of a compiled quantity beside hand-written mpmath, in one run."""

from __future__ import annotations

from statistics import median
from time import process_time

import mpmath
from flint import arb, ctx
from sympy import Symbol, exp

from dpsym.objects import HockeyStick, Normal

from .tables import Goal, Part, Table

DIGITS = (20, 30, 50)
FIRST_GOAL, OTHER_GOAL = 0.3, 1.0  # of the time of mpmath: at 20 digits, at more
POINTS = 1000
TURNS = 5


def by_hand(eps: float) -> mpmath.mpf:
    """Phi(1/2 - eps) - e^eps Phi(-1/2 - eps), as a person writes it."""
    x = mpmath.mpf(eps)
    half = mpmath.mpf(1) / 2
    return mpmath.ncdf(half - x) - mpmath.exp(x) * mpmath.ncdf(-half - x)


def measure() -> Part:
    """One row for each number of digits; the contestants take turns, the times are medians of processor time."""
    eps = Symbol("eps", real=True)
    compiled = HockeyStick(exp(eps), Normal(0, 1), Normal(1, 1)).compile([eps])
    points = [10 * k / POINTS for k in range(POINTS)]
    rows, goals, data = [], [], {}
    for digits in DIGITS:
        ours, theirs, ratios = [], [], []
        for _ in range(TURNS):
            start = process_time()
            balls = compiled.enclose_many(points, digits)
            middle = process_time()
            with mpmath.workdps(digits):
                values = [by_hand(x) for x in points]
            end = process_time()
            ours.append(1e6 * (middle - start) / POINTS)
            theirs.append(1e6 * (end - middle) / POINTS)
            ratios.append(ours[-1] / theirs[-1])
        check(list(balls), points, values, digits)
        ratio, most = median(ratios), FIRST_GOAL if digits == DIGITS[0] else OTHER_GOAL
        rows.append((str(digits), f"{median(ours):.1f}", f"{median(theirs):.1f}", f"{ratio:.2f}"))
        goals.append(Goal(f"at most {most:g} of mpmath's time at {digits} digits", f"{ratio:.2f}", ratio <= most))
        data[str(digits)] = {"us": median(ours), "mpmath_us": median(theirs), "ratio": ratio}
    title = f"Gaussian delta(eps) at {POINTS} points, eps from 0 to 10: microseconds per point"
    return Part(
        "gaussian", (Table(title, ("digits", "enclose_many", "mpmath", "ratio"), tuple(rows), tuple(goals)),), data
    )


def check(balls: list[arb], points: list[float], values: list[mpmath.mpf], digits: int) -> None:
    """Raises unless every ball is as narrow as asked, and mpmath, with more digits, finds a value in every tenth of them."""
    with mpmath.workdps(2 * digits + 30), ctx.workprec(8 * digits + 200):
        for ball, eps in list(zip(balls, points))[::10]:
            value = arb(mpmath.nstr(by_hand(eps), 2 * digits + 25))
            if ball.rel_accuracy_bits() < 3.32 * digits or not ball.overlaps(value * arb(1, f"1e-{digits + 20}")):
                raise ArithmeticError(f"found {ball} at eps = {eps}, expected {value} to {digits} digits")
