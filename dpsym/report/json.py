"""Answers as JSON objects: the contract of `dpsym check --json`.

Every number is text in the syntax that dpsym.reading reads, so that nothing is rounded on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..kernel.statements import Point
from ..kernel.verdicts import Open, Proved, Refuted, Undefined
from .answers import face_texts, open_text, undefined_text
from .decimals import sides_at
from .evidence import shown
from .text import domain_texts, term_text

if TYPE_CHECKING:  # so that replaying loads nothing of the search
    from ..search.outcome import Outcome


def answer_json(answer: Outcome) -> dict[str, Any]:
    """One object with all the fields, always; what a verdict does not have is null (evidence: an empty list)."""
    result, claim, sampled = answer.result, answer.claim, answer.sampled
    evidence = shown(result) if isinstance(result, Proved) else ()
    point = result.point if isinstance(result, (Refuted, Undefined)) else None
    sides = sides_at(result) if isinstance(result, Refuted) else None
    return {
        "id": claim.id,
        "claim": term_text(claim.statement),
        "where": domain_texts(claim.domain),
        "given": [term_text(g) for g in claim.given],
        "verdict": answer.verdict,
        "evidence": [{"rule": e.rule, "grade": e.grade, "detail": e.detail} for e in evidence],
        "counterexample": None if point is None else point_json(point),
        "lhs": sides.lhs if sides is not None else None,
        "rhs": sides.rhs if sides is not None else None,
        "sampled": {
            "points": sampled.points,
            "digits": sampled.digits,
            "min_slack": sampled.min_slack or None,
            "at": point_json(sampled.at),
            "face": {name: end for name, _, end in face_texts(answer)},
            "trusted": False,
        },
        "reason": _reason(answer),
        "seconds": round(answer.seconds, 6),
    }


def point_json(point: Point) -> dict[str, str]:
    """The exact value of each symbol, as text."""
    return {name: term_text(value) for name, value in point}


def _reason(answer: Outcome) -> str | None:
    """Why the claim is open or undefined, or what else is known of the counterexample."""
    result = answer.result
    if isinstance(result, Open):
        return open_text(result) or None
    if isinstance(result, Undefined):
        return undefined_text(result)
    return (sides_at(result).detail or None) if isinstance(result, Refuted) else None
