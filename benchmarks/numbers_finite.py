"""Finite mechanisms: seconds of processor time to make and decide a table of 100 datasets and 100 outcomes, with exact levels."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import Any

from sympy import Rational

from dpsym.objects import CHANGE_ONE, ApproximateDP, FiniteMechanism, PureDP, RenyiDP, TotalVariationPrivacy

from .tables import Goal, Part, Table

SIZE = 100
MOST_SECONDS = 1.0
NOTIONS = (PureDP(1), ApproximateDP(1, 0), TotalVariationPrivacy(1), RenyiDP(2, 1), RenyiDP(Rational(5, 2), 1))


def small() -> list[list[Rational]]:
    """Rows over one denominator each."""
    draw = random.Random(1)
    rows = [[draw.randint(1, 1000) for _ in range(SIZE)] for _ in range(SIZE)]
    return [[Rational(w, sum(row)) for w in row] for row in rows]


def long() -> list[list[Rational]]:
    """Numbers of hundreds of digits."""
    draw = random.Random(2)
    rows = [[Rational(draw.randint(1, 10**6), draw.randint(1, 10**6)) for _ in range(SIZE)] for _ in range(SIZE)]
    return [[w / sum(row) for w in row] for row in rows]


def tied() -> list[list[Rational]]:
    """Every pair of datasets is as bad as any other."""
    return [[Rational(3 if o == x else 1, SIZE + 2) for o in range(SIZE)] for x in range(SIZE)]


TABLES: dict[str, Callable[[], list[list[Rational]]]] = {
    "random weights": small,
    "long numbers": long,
    "all pairs alike": tied,
}


def measure() -> Part:
    """One row for each table, one column for making it and for each notion."""
    data: dict[str, dict[str, float]] = {}
    for name, make in TABLES.items():
        table = {(x,): dict(enumerate(row)) for x, row in enumerate(make())}
        data[name] = {}
        start = process_time()
        mechanism = FiniteMechanism(table, CHANGE_ONE)
        data[name]["made"] = process_time() - start
        for notion in NOTIONS:
            data[name][str(notion)] = _seconds(notion, mechanism)
    worst = max(seconds for row in data.values() for seconds in row.values())
    goal = Goal(f"each within {MOST_SECONDS:g} s", f"at most {worst:.2f} s", worst <= MOST_SECONDS)
    rows = tuple((name, *(f"{s:.2f}" for s in row.values())) for name, row in data.items())
    headings = ("table", "made", *map(str, NOTIONS))
    title = (
        f"Finite mechanisms, {SIZE} datasets and {SIZE} outcomes: seconds to decide, with the exact level and a witness"
    )
    return Part("finite", (Table(title, headings, rows, (goal,)),), data)


def _seconds(notion: Any, mechanism: FiniteMechanism) -> float:
    start = process_time()
    decision = notion.decide(mechanism)
    seconds = process_time() - start
    if not decision.level.is_exact:
        raise ArithmeticError(f"{notion}: the level is not exact")
    return seconds
