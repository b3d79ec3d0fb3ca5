"""k-fold composition of ε-private mechanisms: basic, advanced, zCDP, the best order of RDP and the exact optimum, side by side.

Every number is rounded up from a ball, and every bound is compared with the exact optimum (`Composition.above_exact`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dpsym.derive.k_fold import ENTRIES, Composition, compose
from dpsym.derive.rounding import decimal, round_up

from .tables import Goal, Part, Table

LEVELS = tuple(map(Fraction, ("0.01", "0.1", "0.5", "1")))
STEPS = (1, 2, 10, 30, 100, 300, 1000)
DELTAS = tuple(Fraction(1, 10**n) for n in (2, 3, 6, 9, 12, 30, 100, 300))
SHOWN = 4  # digits after the point in the table
SHOWN_STEPS, SHOWN_DELTAS = (10, 100, 1000), tuple(decimal(Fraction(1, 10**n)) for n in (2, 6, 12, 300))


def grid() -> Iterator[Composition]:
    """Every point of the grid."""
    for eps in LEVELS:
        for k in STEPS:
            for delta in DELTAS:
                yield compose(eps, k, delta)


def row(c: Composition) -> dict[str, Any]:
    """One point: the levels as decimals, and whether no bound is below the optimum."""
    found: dict[str, Any] = {"eps": decimal(c.eps), "k": c.k, "delta": decimal(c.delta)}
    found |= {name: decimal(bound.level.upper) for name, bound in c.bounds.items()}
    found["exact"] = [decimal(c.exact.lower), decimal(c.exact.upper)]
    found["orders"] = {name: decimal(b.alpha) for name, b in c.bounds.items() if b.alpha is not None}
    found["above_exact"] = all(map(c.above_exact, c.bounds))
    return found


def rows() -> list[dict[str, Any]]:
    """The whole table, as data."""
    return [row(c) for c in grid()]


def measure() -> Part:
    """The table, the time it takes and whether each bound is at least the exact optimum."""
    start = time.process_time()
    data = rows()
    seconds = time.process_time() - start
    names = [n for n in ENTRIES if n != "exact"]
    table = [
        (
            *(str(r[n]) for n in ("eps", "k", "delta")),
            *(decimal(round_up(Fraction(r[n]), SHOWN)) for n in names),
            decimal(round_up(Fraction(r["exact"][1]), SHOWN)),
        )
        for r in data
        if r["k"] in SHOWN_STEPS and r["delta"] in SHOWN_DELTAS
    ]
    sound = sum(r["above_exact"] for r in data)
    goals = (Goal("every bound at least the exact optimum", f"{sound} of {len(data)} points", sound == len(data)),)
    title = f"k-fold composition of ε-private mechanisms: ε', rounded up ({seconds:.1f} s for {len(data)} points)"
    return Part("composition", (Table(title, ("ε", "k", "δ", *names, "exact"), tuple(table), goals),), {"rows": data})
