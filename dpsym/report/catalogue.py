"""The catalogue for people: the table of all statements, and the errata, as text and as LaTeX."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import wrap

from ..library.catalogue import Row, decided
from ..library.verifying import Verified
from .laws import plain_latex

_WIDE = 116


def coverage_text(rows: Sequence[Row], answers: Mapping[str, Verified]) -> str:
    """A block for each row: id, what it is as printed, its entries with their verdicts, and what is so."""
    lines = []
    for row in rows:
        verdicts = ", ".join(f"{n} {answers[n].verdict}" for n in row.entries)
        lines += _block(f"{row.id}: {', '.join(row.as_printed)}", ("entries", verdicts), *_said(row))
    return "\n".join([*lines, coverage_summary(rows, answers)])


def coverage_summary(rows: Sequence[Row], answers: Mapping[str, Verified]) -> str:
    counts = Counter(tag for row in rows for tag in row.as_printed)
    tags = ", ".join(f"{n} {tag}" for tag, n in counts.most_common())
    settled = sum(decided(row, answers) for row in rows)
    return (
        f"{len(rows)} statement{'s' * (len(rows) != 1)}: {settled} decided by kernel or exact model; as printed: {tags}"
    )


def _said(row: Row) -> list[tuple[str, str]]:
    return [
        ("fails", row.counterexample),
        ("corrected", row.corrected),
        ("tight", row.tight),
        ("note", row.note),
    ]


def _block(head: str, *parts: tuple[str, str]) -> list[str]:
    lines = [head]
    for label, text in parts:
        if text:
            lines += wrap(text, _WIDE, initial_indent=f"  {label:<9} ", subsequent_indent=" " * 12) or [""]
    return lines


# -- errata ---------------------------------------------------------------------------------------------------------


def errata_text(rows: Sequence[Row]) -> str:
    """What is false, misprinted or badly proved, with its counterexample and correction."""
    lines: list[str] = []
    for row in rows:
        lines += _block(f"{row.id}: {', '.join(row.as_printed)}", ("printed", row.printed), *_said(row))
    return "\n".join([*lines, f"{len(rows)} errata"])


def errata_latex(rows: Sequence[Row]) -> str:
    """The same as a description list."""
    lines = [r"\begin{description}"]
    for row in rows:
        tags = ", ".join(row.as_printed)
        parts = [rf"\item[{plain_latex(row.id)}] (\emph{{{tags}}}) Printed: {plain_latex(row.printed)}"]
        labels = ("Fails", "Corrected", "Tight", "Note")
        for label, (_, text) in zip(labels, _said(row)):
            if text:
                parts.append(rf"\\ {label}: {plain_latex(text)}")
        lines.append("\n".join(parts))
    return "\n".join([*lines, r"\end{description}"])
