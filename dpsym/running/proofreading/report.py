"""What is said of a step: what backs its verdict in one line, how it was read and what it rests on, and the same as JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ...kernel.statements import Domain, Point
from ...kernel.terms import NEGATED, Term, cut
from ...kernel.verdicts import Proved
from ...kernel.verdicts import Refuted as KernelRefuted
from ...kernel.verdicts import Undefined as KernelUndefined
from ...reading.latex.structure import Part
from ...report.answers import proved_text, reason_text, shortened, undefined_text
from ...report.decimals import sides_at
from ...report.json import point_json
from ...report.text import domain_text, point_text, range_text, term_text
from .checking import Broken, Proofread
from .claims import Checked
from .verdicts import Cited, Condition, Definition, Follows, Refuted, Shown, Undefined, Unproved

SHOWN = 100  # characters of what is written that stand in the line of a finding
_LONGEST = 400  # characters of it below
_ROW_BREAK = re.compile(r"\\\\(?:\s*\[[^\]]*\])?")
_LABEL = re.compile(r"\\label\s*\{([^{}\n]+)\}")
_MARKS = re.compile(r"^\s*(?:\\(?:(?:sub)*section|part|chapter|(?:sub)?paragraph)\*?\{|#{1,6}\s*|[*_>\s]+)+|[}*_#\s]+$")
CONVENTION = "--conventions "


# -- names ------------------------------------------------------------------------------------------------------------------


def label_of(found: Proofread, c: Checked) -> str:
    """The \\label of the row in which a step stands; that of its display, if it has only one."""
    text = found.document.source.text
    display = next((d for d in found.document.displays if d.piece.outer <= c.step.start < d.piece.outer_end), None)
    if display is None:
        return ""
    start, end = display.piece.outer, display.piece.outer_end
    breaks = [start, *(m.end() for m in _ROW_BREAK.finditer(text, start, end)), end]
    first = max(b for b in breaks if b <= c.step.start)
    last = min((b for b in breaks if b >= c.step.end and b > first), default=end)
    row, whole = _LABEL.findall(text[first:last]), _LABEL.findall(text[start:end])
    return str(row[0] if len(row) == 1 else whole[0] if len(whole) == 1 else "")


def statement_of(part: Part) -> Part | None:
    """The theorem, lemma, ... in which something stands, or which it proves."""
    return next((p for p in part.chain if p.kind == "statement"), None)


def title_of(part: Part | None) -> str:
    """The title of a part, without the marks of headings."""
    return _MARKS.sub("", part.title) if part is not None else ""


def name_of(found: Proofread, c: Checked) -> str:
    """What an author calls a step: its label or number, else the label or the title of the theorem in which it stands."""
    if name := label_of(found, c) or c.step.tag:
        return name
    statement = statement_of(c.derivation.part)
    if statement is None:
        return ""
    pieces = found.document.source.pieces
    first = next((p.outer for p in pieces if p.display and p.outer >= statement.start), statement.end)
    own = _LABEL.findall(found.document.source.text[statement.start : min(first, statement.end)])
    return str(own[0]) if own else title_of(statement)


# -- text -------------------------------------------------------------------------------------------------------------------


def backing(c: Checked) -> list[str]:
    """What backs the verdict of a step: the first line says it, others say what it rests on."""
    outcome = c.outcome
    if isinstance(outcome, (Shown, Follows)):
        result = outcome.answer.result
        how = proved_text(result) if isinstance(result, Proved) else ""
        lines = f"from {_cited(outcome.lines)}: " if outcome.lines else ""
        if isinstance(outcome, Shown):
            return [f"{lines}{how}"]
        needs = "; ".join(
            dict.fromkeys(f"{x.text} ({x.place}{f', {x.verdict}' if x.verdict else ''})" for x in outcome.needs)
        )
        return [f"from what is not proved: {needs}{', ' if lines else ': '}{lines}{how}"]
    if isinstance(outcome, (Refuted, Undefined)):
        return _failure(c, outcome)
    if isinstance(outcome, (Definition, Condition)) or outcome.why:
        return [outcome.why]
    return [reason_text(outcome.answer) if outcome.answer is not None else "not posed"]


def _failure(c: Checked, outcome: Refuted | Undefined) -> list[str]:
    result = outcome.answer.result
    lines = []
    if isinstance(result, KernelRefuted):
        sides = sides_at(result)
        lhs, rhs = shortened(sides.lhs, sides.rhs)
        lines.append(f"at {point_text(shown_point(c))}:  {lhs} {NEGATED[result.claim.relation]} {rhs}")
    elif isinstance(result, KernelUndefined):
        lines.append(f"at {point_text(shown_point(c))}: {undefined_text(result)}")
    if outcome.rests_on:
        lines.append(
            f"this rests on {', '.join(outcome.rests_on)} taking these values, which are only known to be in their range"
        )
    if outcome.lines:
        lines.append(f"also with {_cited(outcome.lines)}, which hold at this point")
    return lines


def details(found: Proofread, c: Checked, broken: Broken | None) -> list[str]:
    """How a step was read, what it rests on, and what would mend it."""
    lines = []
    written = squeezed(source_of(found, c))
    if len(written) > SHOWN:
        lines.append(written[:_LONGEST])
    if heading := title_of(
        next((p for p in c.derivation.part.chain if p.title and p.kind in ("section", "statement")), None)
    ):
        lines.append(f"in {heading}")
    lines += _reading(c)
    lines += backing(c)[1:]
    if broken is not None:
        lines += [_CONFINED[broken.confined]] if broken.confined else []
        lines += repair_lines(broken)
    return lines


def _reading(c: Checked) -> list[str]:
    if c.posed is None:
        return []
    claim = c.posed.claim
    shown = [r for r in claim.domain.ranges if r.name in claim.statement.free]
    lines = [f"reads {shown_text(claim.statement)}"]
    conditions = [cut(range_text(r)) for r in shown] + [shown_text(t) for t in claim.domain.conditions]
    if conditions:
        lines.append(f"for {', '.join(conditions)}")
    if c.given:
        lines.append(f"given {', '.join(map(shown_text, c.given))}")
    if c.used.conditions:
        lines.append(f"conditions: {_cited(c.used.conditions)}")
    if c.used.substitutions:
        lines.append(f"put in: {_cited(c.used.substitutions)}")
    named = [a for a in c.posed.read.atoms if a.symbol in claim.statement.free]
    return lines + [f"{a.symbol} is {a.opaque.key}" for a in named]


def _cited(cited: Sequence[Cited]) -> str:
    return "; ".join(dict.fromkeys(f"{x.text} ({x.place})" for x in cited))


def shown_point(c: Checked) -> Point:
    """The counterexample, without the symbols that only stand in lines before."""
    result = c.answer.result if c.answer is not None else None
    if not isinstance(result, (KernelRefuted, KernelUndefined)) or c.posed is None:
        return ()
    free = c.posed.claim.statement.free
    return tuple((n, v) for n, v in result.point if n in free)


_CONFINED = {
    "yes": "the line before implies the line after: the error is confined to this line",
    "no": "the line before does not imply the line after: the lines after it fall with it",
    "unknown": "whether the line before implies the line after is open",
    "last": "it is the last line of its chain: what the chain claims is not shown",
}


def repair_lines(broken: Broken) -> list[str]:
    repair = broken.repair
    if repair is None:
        return []
    names = {a.symbol: a.opaque.key for a in broken.checked.posed.read.atoms} if broken.checked.posed else {}
    said = {
        "sign": "another sign", "fraction": "a fraction turned over", "quotient": "a quotient for a difference",
        "exponent": "another exponent", "factor": "a factor",
        "relation": "another relation", "hypothesis": "a missing hypothesis",
    }[repair.kind]  # fmt: skip
    if repair.hypotheses:
        return [f"repair, proved: {said}: {', '.join(map(shown_text, repair.hypotheses))}"]
    legend = "".join(f"; {s} is {names[s]}" for s in sorted(names) if s in repair.claim.statement.free)
    return [
        f"repair, proved: {said}: {shown_text(repair.claim.statement)}",
        f"  for {_domain_text(repair.claim.domain)}{legend}",
    ]


def where(found: Proofread, c: Checked) -> str:
    line = found.place(c.step.start)
    shown = f"{line.file}:{line.line}" if len({o.name for o in found.text.origins}) > 1 else f"line {line.line}"
    return f"{shown} {c.step.tag}" if c.step.tag else shown


def source_of(found: Proofread, c: Checked) -> str:
    return found.document.source.text[c.step.start : c.step.end]


def shown_text(t: Term) -> str:
    """A term as it is shown: the beginning of one that is too long."""
    return cut(term_text(t))


def _domain_text(domain: Domain) -> str:
    return cut(domain_text(domain))


def squeezed(text: str) -> str:
    return " ".join(text.split())


# -- JSON -------------------------------------------------------------------------------------------------------------------


def step_json(found: Proofread, c: Checked, broken: Broken | None) -> dict[str, Any]:
    """A step with all that is known of it; where it stands is added by the finding."""
    result = c.answer.result if c.answer is not None else None
    claim = c.posed.claim if c.posed is not None else None
    repair = broken.repair if broken is not None else None
    sides = sides_at(result) if c.verdict == "refuted" and isinstance(result, KernelRefuted) else None
    outcome = c.outcome
    return {
        "label": label_of(found, c) or None,
        "tag": c.step.tag or None,
        "unit": c.derivation.part.heading,
        "inline": c.derivation.is_inline,
        "source": source_of(found, c),
        "claim": shown_text(claim.statement) if claim is not None else None,
        "where": _domain_text(claim.domain) if claim is not None else None,
        "given": [shown_text(g) for g in claim.given] if claim is not None else [],
        "named": {a.symbol: a.opaque.key for a in c.posed.read.atoms} if c.posed is not None else {},
        "verdict": c.verdict,
        "conditions": [_cited_json(x) for x in c.used.conditions],
        "substitutions": [_cited_json(x) for x in c.used.substitutions],
        "using": [_cited_json(x) for x in getattr(outcome, "lines", ())],
        "needs": [_cited_json(x) for x in outcome.needs] if isinstance(outcome, Follows) else [],
        "unless": [_cited_json(x) for x in outcome.unless] if isinstance(outcome, Unproved) else [],
        "conventions": [x.text for x in c.used.conditions if x.label.startswith(CONVENTION)],
        "counterexample": point_json(shown_point(c)) if c.is_broken else None,
        "lhs": sides.lhs if sides is not None else None,
        "rhs": sides.rhs if sides is not None else None,
        "rests_on": list(outcome.rests_on) if isinstance(outcome, (Refuted, Undefined)) else [],
        "reason": getattr(outcome, "why", "") or None,
        "first_broken": broken is not None,
        "confined": broken.confined or None if broken is not None else None,
        "repair": None if repair is None else {
            "kind": repair.kind,
            "claim": shown_text(repair.claim.statement),
            "hypotheses": list(map(shown_text, repair.hypotheses)),
        },
    }  # fmt: skip


def _cited_json(x: Cited) -> dict[str, Any]:
    return {
        "line": x.line if not x.label else None,
        "file": x.file or None,
        "text": x.text,
        "verdict": x.verdict or None,
        "label": x.label or None,
    }
