"""What proofreading found, as text and as JSON: the reading of each line beside its source, its verdict, and what is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...kernel.statements import Point
from ...kernel.terms import NEGATED
from ...kernel.verdicts import Refuted, Undefined
from ...reading.latex.derivations import Derivation, Display
from ...report.answers import proved_text, reason_text, shortened, undefined_text
from ...report.decimals import sides_at
from ...report.json import point_json
from ...report.text import domain_text, point_text, range_text, term_text
from .checking import Broken, Proofread
from .claims import Checked

_LONGEST = 400  # characters of one source line that are shown
VERDICTS = ("proved", "refuted", "undefined", "open", "definition")


def proofread_text(found: Proofread, name: str = "") -> str:
    """The whole report: derivation by derivation, then what was refused, then the counts."""
    lines: list[str] = []
    unit = None
    for derivation in found.document.derivations:
        if derivation.unit is not unit:
            unit = derivation.unit
            lines += ["", unit.title or "(before the first heading)"]
        lines += [""] + [f"  {line}" for line in derivation_lines(found, derivation)]
    if found.refused:
        lines += ["", "not read:"]
        lines += [f"  {line}" for display in found.refused for line in str(display.error).splitlines()]
    return "\n".join([*lines, "", summary_text(found, name)]).strip("\n")


def summary_text(found: Proofread, name: str = "") -> str:
    counts = Counter(c.verdict for c in found.steps)
    parts = ", ".join(f"{counts[v]} {v}" for v in VERDICTS if counts[v]) or "none"
    displays = len(found.document.displays)
    lines = [
        f"{name + ': ' if name else ''}{displays} displays, {displays - len(found.refused)} read, {len(found.refused)} refused; "
        f"{len(found.steps)} steps: {parts}"
    ]
    lines += [
        f"  broken: {where(found, b.checked)}  {_squeezed(source_of(found, b.checked))[:100]}" for b in found.broken
    ]
    return "\n".join(lines)


def derivation_lines(found: Proofread, derivation: Derivation) -> list[str]:
    lines = []
    for c in found.of(derivation):
        lines += step_lines(found, c)
    broken = next((b for b in found.broken if b.checked.derivation is derivation), None)
    return lines + (broken_lines(found, broken) if broken is not None else [])


def step_lines(found: Proofread, c: Checked) -> list[str]:
    """The source, the reading, and the verdict of one step."""
    head = f"{where(found, c)}:  {_squeezed(source_of(found, c))[:_LONGEST]}"
    lines = [head]
    if c.posed is not None:
        claim = c.posed.claim
        shown = [r for r in claim.domain.ranges if r.name in claim.statement.free]
        lines.append(f"    reads {term_text(claim.statement)}")
        conditions = [range_text(r) for r in shown] + [term_text(t) for t in claim.domain.conditions]
        if conditions:
            lines.append(f"    for {', '.join(conditions)}")
        if c.given:
            lines.append(f"    given {', '.join(map(term_text, c.given))}")
        for atom in c.posed.read.atoms:
            if atom.symbol in claim.statement.free:
                lines.append(f"    {atom.symbol} is {atom.opaque.key}")
        for note in c.posed.read.notes:
            lines.append(f"    note: {note}")
    return [*lines, *(f"    {line}" for line in verdict_lines(c))]


def verdict_lines(c: Checked) -> list[str]:
    lines = []
    result = c.answer.result if c.answer is not None else None
    if c.verdict == "refuted" and isinstance(result, Refuted):
        sides = sides_at(result)
        lhs, rhs = shortened(sides.lhs, sides.rhs)
        lines.append(f"refuted at {point_text(shown_point(c))}:  {lhs} {NEGATED[result.claim.relation]} {rhs}")
        if c.rests_on:
            lines.append(
                f"this rests on {', '.join(c.rests_on)} taking these values, which are only known to be in their range"
            )
    elif c.verdict == "undefined" and isinstance(result, Undefined):
        lines.append(f"undefined at {point_text(shown_point(c))}: {undefined_text(result)}")
    elif c.verdict == "proved" and c.answer is not None:
        using = f", from {', '.join(dict.fromkeys(c.using))}" if c.using else ""
        lines.append(f"proved{using}: {proved_text(c.answer.result)}")  # type: ignore[arg-type]
    elif c.verdict == "definition" or c.why:
        lines.append(f"{c.verdict}: {c.why}")
    else:
        lines.append(f"open: {reason_text(c.answer) if c.answer is not None else 'not posed'}")
    if c.is_broken and c.using:
        lines.append(f"also with {', '.join(dict.fromkeys(c.using))}, which hold at this point")
    return lines


def shown_point(c: Checked) -> Point:
    """The counterexample, without the symbols that only stand in lines before."""
    result = c.answer.result if c.answer is not None else None
    if not isinstance(result, (Refuted, Undefined)) or c.posed is None:
        return ()
    free = c.posed.claim.statement.free
    return tuple((n, v) for n, v in result.point if n in free)


_CONFINED = {
    "yes": "the line before implies the line after: the error is confined to this line",
    "no": "the line before does not imply the line after: the lines after it fall with it",
    "unknown": "whether the line before implies the line after is open",
    "last": "it is the last line of its chain: what the chain claims is not shown",
}


def broken_lines(found: Proofread, broken: Broken) -> list[str]:
    lines = [f"first broken step: {where(found, broken.checked)}"]
    if broken.confined:
        lines.append(f"    {_CONFINED[broken.confined]}")
    return lines + [f"    {line}" for line in repair_lines(broken)]


def repair_lines(broken: Broken) -> list[str]:
    repair = broken.repair
    if repair is None:
        return []
    names = {a.symbol: a.opaque.key for a in broken.checked.posed.read.atoms} if broken.checked.posed else {}
    said = {
        "sign": "another sign", "quotient": "a quotient for a difference", "exponent": "another exponent", "factor": "a factor",
        "relation": "another relation", "hypothesis": "a missing hypothesis",
    }[repair.kind]  # fmt: skip
    if repair.hypotheses:
        return [f"repair, proved: {said}: {', '.join(map(term_text, repair.hypotheses))}"]
    legend = "".join(f"; {s} is {names[s]}" for s in sorted(names) if s in repair.claim.statement.free)
    return [
        f"repair, proved: {said}: {term_text(repair.claim.statement)}",
        f"  for {domain_text(repair.claim.domain)}{legend}",
    ]


def where(found: Proofread, c: Checked) -> str:
    line = f"line {found.document.source.line(c.step.start)}"
    return f"{line} {c.step.tag}" if c.step.tag else line


def source_of(found: Proofread, c: Checked) -> str:
    return found.document.source.text[c.step.start : c.step.end]


def _squeezed(text: str) -> str:
    return " ".join(text.split())


# -- JSON -------------------------------------------------------------------------------------------------------------------


def proofread_json(found: Proofread) -> Iterator[dict[str, Any]]:
    """One object for each step, then one for each display that was refused."""
    broken = {id(b.checked): b for b in found.broken}
    for c in found.steps:
        yield _step_json(found, c, broken.get(id(c)))
    for display in found.refused:
        yield _refused_json(found, display)


def _step_json(found: Proofread, c: Checked, broken: Broken | None) -> dict[str, Any]:
    result = c.answer.result if c.answer is not None else None
    claim = c.posed.claim if c.posed is not None else None
    repair = broken.repair if broken is not None else None
    sides = sides_at(result) if c.verdict == "refuted" and isinstance(result, Refuted) else None
    return {
        "line": found.document.source.line(c.step.start),
        "tag": c.step.tag or None,
        "unit": c.derivation.unit.title,
        "source": source_of(found, c),
        "claim": term_text(claim.statement) if claim is not None else None,
        "where": domain_text(claim.domain) if claim is not None else None,
        "given": [term_text(g) for g in claim.given] if claim is not None else [],
        "named": {a.symbol: a.opaque.key for a in c.posed.read.atoms} if c.posed is not None else {},
        "verdict": c.verdict,
        "counterexample": point_json(shown_point(c)) if c.is_broken else None,
        "lhs": sides.lhs if sides is not None else None,
        "rhs": sides.rhs if sides is not None else None,
        "rests_on": list(c.rests_on),
        "using": list(c.using),
        "reason": c.why or None,
        "first_broken": broken is not None,
        "confined": broken.confined or None if broken is not None else None,
        "repair": None if repair is None else {
            "kind": repair.kind,
            "claim": term_text(repair.claim.statement),
            "hypotheses": list(map(term_text, repair.hypotheses)),
        },
    }  # fmt: skip


def _refused_json(found: Proofread, display: Display) -> dict[str, Any]:
    error = display.error
    assert error is not None
    text = found.document.source.text
    return {
        "line": found.document.source.line(error.start),
        "column": error.start - (text.rfind("\n", 0, error.start) + 1) + 1,
        "source": text[display.piece.start : display.piece.end],
        "verdict": "refused",
        "reason": error.message,
    }
