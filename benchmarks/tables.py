"""Tables of results: for the terminal, for the README and as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
README = Path(__file__).parent / "README.md"


@dataclass(frozen=True)
class Table:
    """Rows of text under headings, and the goals that the measurement meets or misses."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    goals: tuple[Goal, ...] = ()
    left: frozenset[int] = frozenset({0})  # columns of words; numbers are set to the right


@dataclass(frozen=True)
class Goal:
    """What was wanted, what was measured, whether that is enough."""

    wanted: str
    measured: str
    met: bool

    def __str__(self) -> str:
        return f"{self.wanted}: {self.measured} ({'met' if self.met else 'MISSED'})"


@dataclass(frozen=True)
class Part:
    """The outcome of one benchmark: tables for people and the data behind them."""

    name: str
    tables: tuple[Table, ...]
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def met(self) -> bool:
        return all(goal.met for table in self.tables for goal in table.goals)


def show(part: Part) -> None:
    """Prints the tables."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table as RichTable

    console = Console()
    if not console.is_terminal:
        console = Console(width=160)  # a file has no edge
    for table in part.tables:
        drawn = RichTable(title=table.title, title_justify="left")
        for i, heading in enumerate(table.headings):
            drawn.add_column(heading, justify="left" if i in table.left else "right")
        for row in table.rows:
            drawn.add_row(*map(escape, row))
        console.print(drawn)
        for goal in table.goals:
            console.print(f"  {goal}", style=None if goal.met else "bold red", highlight=False)
        console.print()


def save(part: Part) -> None:
    """Writes the data to results/NAME.json and the tables into the README, between the marks of the part."""
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(part.data, indent=1, ensure_ascii=False)
    (RESULTS / f"{part.name}.json").write_text(text + "\n", "utf-8")
    start, end = f"<!-- {part.name} -->\n", f"<!-- end of {part.name} -->\n"
    before, _, rest = README.read_text("utf-8").partition(start)
    _, found, after = rest.partition(end)
    if not found:
        raise ValueError(f"{README.name}: found no place for the results, expected the lines {start!r} and {end!r}")
    README.write_text(before + start + "\n".join(map(markdown, part.tables)) + end + after, "utf-8")


def markdown(table: Table) -> str:
    lines = [
        f"**{table.title}**",
        "",
        _row(table.headings),
        _row(["---" if i in table.left else "--:" for i in range(len(table.headings))]),
        *map(_row, table.rows),
        "",
        *(f"- {goal}" for goal in table.goals),
    ]
    return "\n".join(lines) + "\n"


def _row(cells: Any) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
