"""What the tools said, counted and set in tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from statistics import median
from typing import Any

from ..tables import Goal, Part, Table
from .outcomes import DEFINITE, Timed
from .tools import TOOLS

HEADINGS = (
    "tool", "claims", "supported", "solved", "proved", "refuted", "undefined", "wrong", "unknown", "timeout", "error",
    "unsupported", "median s", "total s",
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One entry of a file of claims, what its author expects, and what the tools said of it."""

    file: str
    id: str
    expect: str
    said: dict[str, Timed] = field(default_factory=dict)

    def judged(self, tool: str) -> str:
        """solved, wrong, or why there is no verdict.

        Only dpsym has the verdict `undefined`. The other tools speak of the points where a claim is defined, and may say
        rightly that it holds, or fails, at these: of a claim that is undefined that is neither right nor wrong.
        """
        verdict = self.said[tool].outcome.verdict
        if verdict not in DEFINITE:
            return verdict
        if verdict == self.expect:
            return "solved"
        beside = self.expect == "open" or (self.expect == "undefined" and not TOOLS[tool].says_undefined)
        return "unknown" if beside else "wrong"


def part(rows: Sequence[Row], tools: Sequence[str], timeout: float) -> Part:
    """The tables, the goal that dpsym is never wrong, and the data behind them."""
    totals = {tool: _total(rows, tool) for tool in tools}
    undefined = sum(row.expect == "undefined" for row in rows)
    title = (
        f"Comparison: {len(rows)} claims, {timeout:g} s of processor time each; on the {undefined} that are undefined a "
        "verdict of a tool other than dpsym counts as unknown"
    )
    lines = tuple((tool, *_cells(total)) for tool, total in totals.items())
    goals: tuple[Goal, ...] = ()
    if "dpsym" in tools:
        wrong = totals["dpsym"]["wrong"]
        goals = (Goal("dpsym never wrong", ", ".join(wrong) or "none wrong", not wrong),)
    data = {
        "timeout": timeout,
        "versions": {tool: version(TOOLS[tool].package) for tool in tools},
        "total": totals,
        "rows": [_data(row, tools) for row in rows],
    }
    return Part("compare", (Table(title, HEADINGS, lines, goals), _by_file(rows, tools)), data)


def _total(rows: Sequence[Row], tool: str) -> dict[str, Any]:
    """How often the tool did what, and in what time; times are of the claims that it supports."""
    judged = Counter(row.judged(tool) for row in rows)
    solved = Counter(row.expect for row in rows if row.judged(tool) == "solved")
    supported = [row for row in rows if row.judged(tool) != "unsupported"]
    seconds = [row.said[tool].seconds for row in supported]
    return {
        **{"claims": len(rows), "supported": len(supported), "solved": judged["solved"]},
        **{verdict: solved[verdict] for verdict in ("proved", "refuted", "undefined")},
        "wrong": [row.id for row in rows if row.judged(tool) == "wrong"],
        **{why: judged[why] for why in ("unknown", "timeout", "error", "unsupported")},
        "median_seconds": round(median(seconds), 4) if seconds else None,
        "total_seconds": round(sum(seconds), 1),
    }


def _cells(total: dict[str, Any]) -> list[str]:
    counts = [str(len(n) if isinstance(n, list) else n) for n in list(total.values())[:-2]]
    middle, seconds = total["median_seconds"], total["total_seconds"]
    return [*counts, "" if middle is None else f"{middle:.2f}", f"{seconds:.0f}"]


def _by_file(rows: Sequence[Row], tools: Sequence[str]) -> Table:
    lines = []
    for file in dict.fromkeys(row.file for row in rows):
        of_file = [row for row in rows if row.file == file]
        solved = [sum(row.judged(tool) == "solved" for row in of_file) for tool in tools]
        lines.append((file, str(len(of_file)), *map(str, solved)))
    return Table("Claims solved, by file", ("file", "claims", *tools), tuple(lines))


def _data(row: Row, tools: Sequence[str]) -> dict[str, Any]:
    data: dict[str, Any] = {"file": row.file, "id": row.id, "expect": row.expect}
    for tool in tools:
        data[tool] = row.said[tool].outcome.verdict
        data[f"{tool} s"] = round(row.said[tool].seconds, 3)
    return data
