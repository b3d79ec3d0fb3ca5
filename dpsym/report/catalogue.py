"""The catalogue for people: the table of all statements, and the errata, as text and as LaTeX."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import wrap

from ..library.catalogue import STRENGTHS, Row, decided
from ..library.verifying import Verified
from .latex import escaped
from .prose import plain_latex

_WIDE = 116


def coverage_text(rows: Sequence[Row], answers: Mapping[str, Verified]) -> str:
    """A block for each row: id, what it is as printed, its entries with their verdicts, how strong they are, and what is so."""
    lines = []
    for row in rows:
        verdicts = ", ".join(f"{n} {answers[n].verdict}" for n in row.entries)
        strength = f"as strong as the source: {row.strength}{f' ({row.why})' if row.why else ''}"
        said = [(label, f"{text}   [{', '.join(names)}]" if names else text) for label, text, names in _said(row)]
        lines += _block(f"{row.id}: {', '.join(row.as_printed)}", ("entries", verdicts), ("strength", strength), *said)
    return "\n".join([*lines, coverage_summary(rows, answers)])


def coverage_summary(rows: Sequence[Row], answers: Mapping[str, Verified]) -> str:
    counts = Counter(tag for row in rows for tag in row.as_printed)
    tags = ", ".join(f"{n} {tag}" for tag, n in counts.most_common())
    settled = sum(decided(row, answers) for row in rows)
    strengths = Counter(row.strength for row in rows)
    strong = ", ".join(f"{strengths[s]} {s}" for s in STRENGTHS if strengths[s])
    return (
        f"{len(rows)} statement{'s' * (len(rows) != 1)}: {settled} decided by kernel or exact model; "
        f"as strong as the source: {strong}; as printed: {tags}"
    )


def _said(row: Row) -> list[tuple[str, str, tuple[str, ...]]]:
    """What is so, with the entries that show it."""
    return [
        ("fails", row.counterexample, row.counterexample_by),
        ("corrected", row.corrected, row.corrected_by),
        ("tight", row.tight, row.tight_by),
        ("better", row.better, row.better_by),
        ("note", row.note, ()),
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
        said = [(label, text) for label, text, _ in _said(row)]
        lines += _block(f"{row.id}: {', '.join(row.as_printed)}", ("printed", row.printed), *said)
    return "\n".join([*lines, f"{len(rows)} {'erratum' if len(rows) == 1 else 'errata'}"])


def errata_latex(rows: Sequence[Row]) -> str:
    """The same as a description list."""
    lines = [r"\begin{description}\sloppy"]
    for row in rows:
        tags = ", ".join(row.as_printed)
        parts = [rf"\item[{escaped(row.id)}] (\emph{{{tags}}}) Printed: {plain_latex(row.printed)}"]
        parts += [rf"\newline {label.capitalize()}: {plain_latex(text)}" for label, text, _ in _said(row) if text]
        lines.append("\n".join(parts))
    return "\n".join([*lines, r"\end{description}"])
