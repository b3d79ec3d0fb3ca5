"""`dpsym check proof.tex`: reads a document, checks it, prints the report."""

from __future__ import annotations

import json
import sys

from ..kernel.terms import relation
from ..reading.latex.derivations import Derivation, ReadDocument
from ..reading.latex.lower import Lowering
from ..report.text import term_text
from ..running.proofreading.checking import Proofread, check_document
from ..running.proofreading.report import proofread_json, proofread_text
from ..search.outcome import Budget
from .exits import FAILED, OK, OPEN
from .printing import Style


def proofread_command(
    document: ReadDocument, name: str, style: Style, timeout: float, jobs: int | None, reading: bool
) -> int:
    """Prints the report and returns the exit code."""
    if reading:
        print(readings_text(document))
        return OK
    on_done = _progress if sys.stderr.isatty() else None
    found = check_document(document, Budget(seconds=timeout), jobs, on_done=on_done)
    if style == "json":
        for row in proofread_json(found):
            print(json.dumps(row), flush=True)
    elif style == "latex":
        from ..running.proofreading.latex import proofread_latex

        print(proofread_latex(found))
    else:
        print(proofread_text(found, name), flush=True)
    return exit_code(found)


def _progress(done: int, total: int) -> None:
    print(f"\r{done} of {total} steps", end="\n" if done == total else "", file=sys.stderr, flush=True)


def exit_code(found: Proofread) -> int:
    """1 if a step is broken, else 3 if one is open or a display was refused, else 0."""
    verdicts = {c.verdict for c in found.steps}
    if verdicts & {"refuted", "undefined"}:
        return FAILED
    return OPEN if "open" in verdicts or found.refused else OK


def readings_text(document: ReadDocument) -> str:
    """How each display is read, or why it is not."""
    lines = []
    source = document.source
    for display in document.displays:
        place = f"line {source.line(display.piece.start)}"
        written = " ".join(source.text[display.piece.start : display.piece.end].split())
        lines.append(f"{place}:  {written}")
        if display.error is not None:
            lines += [
                f"    refused: {line}" if k == 0 else f"    {line}"
                for k, line in enumerate(str(display.error).splitlines())
            ]
            continue
        for derivation in document.derivations:
            if display.number in derivation.displays:
                lines += [
                    f"    {line}" for line in _steps(document, derivation, display.piece.start, display.piece.end)
                ]
    return "\n".join(lines)


def _steps(document: ReadDocument, derivation: Derivation, start: int, end: int) -> list[str]:
    lowering = Lowering(document.source.text, derivation.scope)
    lowering.reserve([n for s in derivation.steps for n in (s.left, s.right)])
    lines = []
    for step in derivation.steps:
        statement = relation(step.relation, lowering.term(step.left), lowering.term(step.right))
        if start <= step.start < end:
            lines.append(term_text(statement))
    shown = [
        f"{a.symbol} is {a.opaque.key}" for a in lowering.atoms.values() if any(a.symbol in line for line in lines)
    ]
    conditions = [s.stated.text for s in derivation.said]
    return lines + shown + ([f"for {', '.join(dict.fromkeys(conditions))}"] if conditions else [])
