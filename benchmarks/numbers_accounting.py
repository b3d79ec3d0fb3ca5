"""Accounting: seconds of processor time for one answer with all its routes, and for the exact optimum alone.

`dpsym account` as Python: compositions of equal and of different levels, beside normal noise, and sampled.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from time import process_time

from dpsym.accounting import Composition, approx, gauss, laplace, poisson, pure
from dpsym.accounting.results import Result

from .tables import Goal, Part, Table

RUNS = 5
Case = tuple[
    str, Callable[[], Result], float | None
]  # what it is called, what is asked, and the most seconds it may take

CASES: tuple[Case, ...] = (
    ("pure(0.1) ** 1000, eps", lambda: (pure("0.1") ** 1000).epsilon("1e-6"), 0.2),
    ("pure(0.1) ** 1000, delta", lambda: (pure("0.1") ** 1000).delta(10), 0.2),
    ("pure(0.01) ** 10000, eps", lambda: (pure("0.01") ** 10_000).epsilon("1e-6"), 2.0),
    ("pure(0.01) ** 10000, eps, delta = 1e-2000", lambda: (pure("0.01") ** 10_000).epsilon("1e-2000"), 2.0),
    ("approx(0.1, 1e-9) ** 1000, eps", lambda: (approx("0.1", "1e-9") ** 1000).epsilon("1e-5"), 0.2),
    ("gauss(4) ** 1000, eps", lambda: (gauss(4) ** 1000).epsilon("1e-6"), 0.2),
    ("gauss(4) ** 100, pure(0.1) ** 1000, eps", lambda: Composition([gauss(4) ** 100, pure("0.1") ** 1000]).epsilon("1e-6"), 2.0),
    ("0.01, 0.02, ..., 1, eps", lambda: Composition([pure(Fraction(i, 100)) for i in range(1, 101)]).epsilon("1e-6"), 2.0),
    ("200 levels without a common lattice, eps", lambda: _scattered(200).epsilon("1e-6"), None),
    ("poisson(gauss(1), 0.01) ** 10000, eps", lambda: (poisson(gauss(1), "0.01") ** 10_000).epsilon("1e-5"), 2.0),
    ("laplace(10) ** 10, eps", lambda: (laplace(10) ** 10).epsilon("1e-6"), None),
)  # fmt: skip


def _scattered(count: int) -> Composition:
    return Composition([pure(Fraction(10**6 + 7919 * i * i % 999_983, 10**8)) for i in range(count)])


def measure() -> Part:
    """One row for each case."""
    rows, data, goals = [], {}, []
    for name, ask, most in CASES:
        seconds, found = _seconds(ask)
        rows.append(
            (
                name,
                str(found.upper),
                f"{found.route}, {found.kind}",
                f"{float(found.best.value.width):.1e}",
                f"{seconds:.3f}",
            )
        )
        data[name] = {"upper": str(found.upper), "lower": str(found.lower), "route": found.route, "seconds": seconds}
        if most is not None:
            goals.append(Goal(f"{name} within {most} s", f"{seconds:.3f} s", seconds <= most))
    headings = ("composition", "answer", "by", "width", "s")
    return Part(
        "accounting",
        (
            Table(
                f"Answers with all routes: processor time, longest of {RUNS}",
                headings,
                tuple(rows),
                tuple(goals),
                frozenset({0, 2}),
            ),
        ),
        data,
    )


def _seconds(ask: Callable[[], Result]) -> tuple[float, Result]:
    times = []
    for _ in range(RUNS):
        start = process_time()
        found = ask()
        times.append(process_time() - start)
    return max(times), found
