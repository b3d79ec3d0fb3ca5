"""The prover on the inequalities of tests/data: what it decides, in what time, and how."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from dpsym.kernel.verdicts import Proved, Refuted, Undefined
from dpsym.reading.text.claims import read_claims
from dpsym.report.answers import open_text
from dpsym.report.evidence import summary
from dpsym.report.text import point_text
from dpsym.search.deciding import decide
from dpsym.search.outcome import Outcome

from .tables import Goal, Part, Table

ITEMS = Path(__file__).parents[1] / "tests" / "data" / "inequalities.json"
MOST_SECONDS = 1.0  # in the median
WIDTH = 60  # of a summary


class Decided(NamedTuple):
    """An answer beside what was expected."""

    expect: str
    answer: Outcome


@cache
def decided() -> tuple[Decided, ...]:
    """The answers to all items, found once in this process."""
    found = []
    for item in json.loads(ITEMS.read_text("utf-8")):
        where, given, let = (tuple(item.get(key, ())) for key in ("where", "given", "let"))
        claims = read_claims(item["claim"], where, given, let, item["id"])
        found += [Decided(item["expect"], decide(claim)) for claim in claims]
    return tuple(found)


def measure() -> Part:
    """The table of all items, and the totals."""
    rows = [_row(d) for d in decided()]
    seconds = [row["seconds"] for row in rows]
    closed = [row for row in rows if row["verdict"] != "open"]
    wrong = [row["id"] for row in closed if row["verdict"] != row["expect"]]
    total = {
        "items": len(rows),
        "decided": len(closed),
        "wrong": len(wrong),
        "median_seconds": median(seconds),
        "most_seconds": max(seconds),
        "total_seconds": sum(seconds),
    }
    goals = (
        Goal("none wrong", ", ".join(wrong) or "none", not wrong),
        Goal(f"a median under {MOST_SECONDS:g} s", f"{median(seconds):.2f} s", median(seconds) < MOST_SECONDS),
    )
    title = (
        f"Prover: {len(closed)} of {len(rows)} decided, {len(wrong)} wrong; "
        f"median {median(seconds):.2f} s, most {max(seconds):.2f} s, total {sum(seconds):.1f} s"
    )
    headings = ("id", "expected", "verdict", "seconds", "steps", "how")
    lines = tuple(
        (row["id"], row["expect"], row["verdict"], f"{row['seconds']:.2f}", str(row["steps"] or ""), _cut(row["how"]))
        for row in rows
    )
    table = Table(title, headings, lines, goals, left=frozenset({0, 1, 2, 5}))
    return Part("prover", (table,), {"total": total, "rows": rows})


def _row(d: Decided) -> dict[str, Any]:
    result = d.answer.result
    steps = None
    if isinstance(result, Proved):
        steps, how = len(result.certificate.proof), summary(result.certificate)
    elif isinstance(result, (Refuted, Undefined)):
        how = f"at {point_text(result.point)}"
    else:
        how = open_text(result)
    seconds = round(d.answer.seconds, 4)
    return {
        **{"id": d.answer.claim.id, "expect": d.expect, "verdict": d.answer.verdict},
        **{"seconds": seconds, "steps": steps, "how": how},
    }


def _cut(text: str) -> str:
    line = text.splitlines()[0] if text else ""
    return line if len(line) <= WIDTH else line[: WIDTH - 3] + "..."
