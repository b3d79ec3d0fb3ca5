"""Answers as text: the verdict, the claim as it was read, and what backs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..kernel.statements import Point
from ..kernel.terms import NEGATED, Term
from ..kernel.verdicts import Evidence, Open, Proved, Refuted, Undefined
from .decimals import sides_at
from .evidence import summary
from .text import claim_text, domain_text, point_text, relation_text, term_text

if TYPE_CHECKING:  # so that replaying loads nothing of the search
    from ..search.outcome import Outcome

_WIDTH = 110  # an answer longer than this continues on an indented line
_FIGURES = 8  # of a sampled number that is printed with an exponent
_ZEROS = 4  # zeros of a sampled number that are counted and not printed
_DIGITS = 20  # of two sides that are equal
LONGEST = 600  # characters of a goal that is left over
_GRADES = ("exact", "enclosure")


def answer_text(answer: Outcome) -> str:
    """The verdict, the claim as it was read with its domain, and what backs it; long ones continue indented."""
    head = f"{answer.verdict:<9} {claim_text(answer.claim)}"
    tail = reason_text(answer)
    if not tail:
        return head
    if len(head) + 3 + len(tail) <= _WIDTH and "\n" not in tail:
        return f"{head}   {tail}"
    return "\n".join([head, *(f"{'':10}{line}" for line in tail.splitlines())])


def reason_text(answer: Outcome) -> str:
    """What backs the verdict: the evidence, the counterexample, the undefined part, or what is left over."""
    result = answer.result
    if isinstance(result, Proved):
        return proved_text(result)
    if isinstance(result, Refuted):
        sides = sides_at(result)
        lhs, rhs = shortened(sides.lhs, sides.rhs)
        found = f"{lhs} {NEGATED[result.claim.relation]} {rhs}"
        detail = f", {sides.detail}" if sides.detail else ""
        return f"{_at(result.point)}{'  ' if result.point else ''}{found}{detail}"
    if isinstance(result, Undefined):
        return f"{_at(result.point)}{' ' if result.point else ''}{undefined_text(result)}"
    return "; ".join(part for part in (open_text(result), sampled_text(answer)) if part)


def shortened(lhs: str, rhs: str) -> tuple[str, str]:
    """Two decimals without the digits that they share beyond the first few: equal sides have hundreds of them."""
    if lhs != rhs or len(lhs) <= _DIGITS or not lhs.endswith("...") or "e" in lhs:
        return lhs, rhs
    return f"{lhs[:_DIGITS]}...", f"{rhs[:_DIGITS]}..."


def proved_text(result: Proved) -> str:
    """The proof in a line, and its weakest grade."""
    if not result.certificate.proof:
        return evidence_text(result.evidence)
    grade = max((e.grade for e in result.evidence), key=_GRADES.index)
    return evidence_text((Evidence("", grade, summary(result.certificate)),))


def evidence_text(evidence: Sequence[Evidence]) -> str:
    """What the proof did, and the weakest grade among its steps."""
    parts = list(dict.fromkeys(e.detail or e.rule for e in evidence))
    if evidence:
        parts.append(max((e.grade for e in evidence), key=_GRADES.index))
    return ", ".join(parts)


def undefined_text(result: Undefined) -> str:
    return f"{term_text(result.where)} is undefined" + (f", {result.why}" if result.why else "")


def open_text(result: Open) -> str:
    """Why it is open: the reason, and the step or box left over with what was found there."""
    left = result.where
    if result.left is not None:
        left = _cut(f"left over: {relation_text(result.left.statement)} for {domain_text(result.left.domain)}")
    if result.found:
        left += f"{': ' if left else ''}found {result.found}"
    if result.expected:
        left += f"{', ' if left else ''}expected {result.expected}"
    return "; ".join(part for part in (result.reason, left) if part)


def _cut(text: str) -> str:
    """A goal that is left over may be very long."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def _at(point: Point) -> str:
    return f"at {point_text(point)}:" if point else ""


def sampled_text(answer: Outcome) -> str:
    """The smallest slack that the sample has seen, where, and that it proves nothing."""
    sampled = answer.sampled
    if not sampled.points:
        return "no point sampled"
    count = f"{sampled.points} sample{'s' if sampled.points != 1 else ''}, not trusted"
    if not sampled.min_slack:
        return f"no slack seen ({count})"
    at = ", ".join(f"{name} = {sample_text(value) or term_text(value)}" for name, value in sampled.at)
    sides = [f"{name} {'=' if reached else '->'} {end}" for name, reached, end in face_texts(answer)]
    face = f"face {', '.join(sides)}; " if sides else ""
    return f"smallest slack seen: {sampled.min_slack}{f' at {at}' if at else ''} ({face}{count})"


def face_texts(answer: Outcome) -> list[tuple[str, bool, str]]:
    """The symbols that sit at an end where the sample is tightest: the name, whether it is reached, and the end."""
    out = []
    for side in answer.sampled.face:
        r = answer.claim.domain.range(side.symbol)
        end = r.upper if side.upper else r.lower
        infinite = "oo" if side.upper else "-oo"
        out.append((side.symbol, side.reached, infinite if end is None else term_text(end)))
    return out


def sample_text(t: Term) -> str:
    """A number with many zeros as `3e-12`, one close to an integer as `1 + 3e-12`; empty for anything else."""
    if t.op != "num":
        return ""
    p, q = int(t.value.p), int(t.value.q)  # type: ignore[union-attr]
    whole = (2 * p + q) // (2 * q)
    rest = _scientific(p - whole * q, q)
    if rest and whole:
        return f"{whole} {'-' if rest.startswith('-') else '+'} {rest.lstrip('-')}"
    return rest or _scientific(p, q)


def _scientific(p: int, q: int) -> str:
    """p/q as `3e-12` or `3e12` if that is exact and short, else empty."""
    zeros = len(str(p)) - len(str(p).rstrip("0"))
    exponent = zeros if q == 1 else -(len(str(q)) - 1)
    exact = p != 0 and (q == 1 or str(q).strip("0") == "1")
    figures = str(p)[: len(str(p)) - zeros] if q == 1 else str(p)
    return f"{figures}e{exponent}" if exact and abs(exponent) >= _ZEROS and len(figures) <= _FIGURES else ""
