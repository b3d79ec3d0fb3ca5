"""Privacy loss distributions: 10,000 answers of Poisson-sampled normal noise, beside dp_accounting in the same process.

dp_accounting is no dependency of the project. Where it is not installed the time is told alone, and the ratio is said to be missing.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any

from dpsym.accounting.loss import LossDistribution, gaussian, poisson
from dpsym.accounting.loss.distribution import LossBound
from dpsym.derive.rounding import decimal

from .tables import Goal, Part, Table

SIGMA, RATE, TIMES, DELTA = 1, Fraction(1, 100), 10_000, Fraction(1, 10**5)
WIDTH = Fraction(1, 1000)
TURNS = 3
MOST_RATIO = 10


def ours() -> LossBound:
    """ε between two numbers."""
    return LossDistribution([(poisson(gaussian(SIGMA), RATE), TIMES)]).epsilon(DELTA, WIDTH)


def theirs() -> float:
    """dp_accounting's ε, with the grid that it takes by default."""
    module: Any = import_module("dp_accounting.pld.privacy_loss_distribution")
    one = module.from_gaussian_mechanism(SIGMA, sampling_prob=float(RATE))
    return float(one.self_compose(TIMES).get_epsilon_for_delta(float(DELTA)))


def measure() -> Part:
    """Both times, taken in turns, and their ratio."""
    installed = find_spec("dp_accounting") is not None
    logging.getLogger().setLevel(logging.ERROR)
    mine: list[float] = []
    other: list[float] = []
    found, peer = ours(), theirs() if installed else None
    for _ in range(TURNS):
        found = _timed(ours, mine)
        if installed:
            peer = _timed(theirs, other)
    wide = float(found.width) if found.width is not None else float("inf")
    rows = [("dpsym", str(found), f"{wide:.1e}", f"{median(mine):.2f}", "")]
    goals = [Goal("a relative width of at most 1e-3", f"{wide:.1e}", found.narrow)]
    if installed:
        ratio = median(a / b for a, b in zip(mine, other))
        rows.append(
            ("dp_accounting, its default grid", f"{peer:.8g}", "not told", f"{median(other):.2f}", f"{ratio:.1f}")
        )
        goals.append(
            Goal(f"at most {MOST_RATIO} times dp_accounting's time", f"{ratio:.1f} times", ratio <= MOST_RATIO)
        )
    else:
        rows.append(("dp_accounting", "not installed: pip install dp-accounting", "", "", ""))
    title = f"Loss distribution: ε at δ = {decimal(DELTA)} of {TIMES:,} answers with σ = {SIGMA}, sampled with q = {decimal(RATE)}"
    headings = ("who", "ε", "relative width", "seconds", "time : its time")
    data = {"eps": str(found), "width": wide, "seconds": mine, "dp_accounting": {"eps": peer, "seconds": other}}
    return Part("numbers_loss", (Table(title, headings, tuple(rows), tuple(goals), frozenset({0, 1})),), data)


def _timed(run: Callable[[], Any], seconds: list[float]) -> Any:
    start = time.process_time()
    found = run()
    seconds.append(time.process_time() - start)
    return found
