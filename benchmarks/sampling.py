"""Every tight theorem sampled over a grid of 100 points: in the laws that attain it and in random ones. Processor time."""

from __future__ import annotations

import time
from fractions import Fraction

import theorems
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import Term
from dpsym.library.certificates import Shelf
from dpsym.library.theorem import Theorem
from dpsym.reading.grids import read_values
from dpsym.sampling.rows import as_float
from dpsym.sampling.table import Sample

from .tables import Goal, Part, Table

POINTS = 100
MOST_SECONDS = 60.0
SLOWEST = 10  # shown


def measure() -> Part:
    """The time of each sample; a theorem without parameters has one point."""
    data = []
    for name, theorem in tight().items():
        grid = grid_of(theorem)
        start = time.process_time()
        found = theorem.sample(grid)
        seconds = time.process_time() - start
        data.append({"name": name, "points": _points(found), "rows": len(found), "seconds": seconds})
    total = sum(float(str(d["seconds"])) for d in data)
    slowest = sorted(data, key=lambda d: -float(str(d["seconds"])))[:SLOWEST]
    rows: list[tuple[str, ...]] = [
        (str(d["name"]), str(d["points"]), str(d["rows"]), f"{d['seconds']:.2f}") for d in slowest
    ]
    sums = [str(sum(int(str(d[key])) for d in data)) for key in ("points", "rows")]
    rows.append((f"all {len(data)}", *sums, f"{total:.1f}"))
    wanted = f"all tight theorems on {POINTS} points each within {MOST_SECONDS:g} s"
    goal = Goal(wanted, f"{total:.1f} s", total < MOST_SECONDS)
    title = f"Sampling: seconds of processor time, the {SLOWEST} slowest of {len(data)} tight theorems"
    headings = ("theorem", "points of the attaining laws", "rows", "seconds")
    return Part("sampling", (Table(title, headings, tuple(rows), (goal,)),), {"theorems": data})


def tight() -> dict[str, Theorem]:
    found = {e.name: e for e in theorems.entries() if isinstance(e, Theorem)}
    return {name: e for name, e in found.items() if e.tight is not None}


def grid_of(theorem: Theorem) -> dict[str, tuple[Term, ...]]:
    """One parameter that is real at `POINTS` values of its range, the others as in the stored certificate."""
    certificate = Shelf().theorem(theorem.name)
    where: Domain = certificate.tight[0][0].where  # type: ignore[union-attr]
    alone = [r for r in where.ranges if not any(r.name in c.free for c in where.conditions)]
    real = [r for r in (*alone, *where.ranges) if not r.integer]
    return {real[0].name: _spread(real[0])} if real else {}


def _spread(r: Range) -> tuple[Term, ...]:
    low, high = (None if end is None else Fraction(str(round(as_float(end), 6))) for end in (r.lower, r.upper))
    first = low if low is not None else high - 2 if high is not None else Fraction(-1)
    last = high if high is not None else first + 2
    step = (last - first) / (POINTS + 1)
    return read_values(r.name, [first + (i + 1) * step for i in range(POINTS)])


def _points(found: Sample) -> int:
    return len({row.at for row in found if not row.law.startswith("random")})
