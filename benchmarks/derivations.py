"""Every closed form and mass of the library: proved again by search, and its stored certificates replayed. Processor time."""

from __future__ import annotations

import time

from dpsym.derive.closed_forms import formulas, prove, stored
from dpsym.kernel.verdicts import Rejected

from .tables import Goal, Part, Table

MOST_SECONDS = 2.0  # for the derivation of one claim


def measure() -> Part:
    """The time of each derivation; a formula with several claims (both orders of the laws) is as slow as its slowest claim."""
    rows, data = [], []
    prove(next(iter(formulas().values())).claims[0])  # imports are not what is measured
    for name, formula in formulas().items():
        times, steps = [], 0
        for claim in formula.claims:
            start = time.process_time()
            steps += len(prove(claim).proof)
            times.append(time.process_time() - start)
        finding = max(times)
        kept = stored(name)
        start = time.process_time()
        wrong = kept.replay()
        replaying = time.process_time() - start
        if isinstance(wrong, Rejected):
            raise ArithmeticError(f"{name}: found {wrong.found}, expected {wrong.expected}")
        rows.append((name, str(len(formula.claims)), str(steps), f"{finding:.2f}", f"{replaying:.2f}"))
        data.append(
            {"name": name, "claims": len(formula.claims), "steps": steps, "seconds": finding, "replay": replaying}
        )
    slowest = max(data, key=lambda d: d["seconds"])  # type: ignore[arg-type, return-value]
    measured = f"{slowest['seconds']:.2f} s ({slowest['name']})"
    goals = (Goal(f"each claim derived within {MOST_SECONDS:g} s", measured, slowest["seconds"] < MOST_SECONDS),)  # type: ignore[operator]
    headings = ("formula", "claims", "steps", "derivation of a claim", "replay of all")
    title = "Closed forms: seconds of processor time"
    return Part("derivations", (Table(title, headings, tuple(rows), goals),), {"formulas": data})
