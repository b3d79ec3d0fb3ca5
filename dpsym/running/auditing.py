"""Audit: how much of a claim's domain and hypotheses is needed, and what would save a claim that fails.

A proved claim is decided again with each hypothesis dropped, each end of a range removed, and each open end closed. A refuted
one is decided with its relation reversed, and under simple extra conditions on one symbol.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..kernel.statements import Claim, Domain, Range
from ..kernel.terms import FLIPPED, Term, TermError, num, relation, sym
from ..kernel.verdicts import Refuted
from ..search.outcome import Budget
from .answer import Answer
from .workers import decide_all

SECONDS = 5.0  # for each variant
SECONDS_UNSAID = 1.0  # for a claim with the conditions that were left out
_SIMPLE = (num(0), num(1, 4), num(1, 2), num(1), num(2))


@dataclass(frozen=True)
class Variant:
    """A changed claim, and what to say of it by its verdict."""

    what: str  # the change, as text
    claim: Claim
    if_proved: str
    if_refuted: str


def audit(answer: Answer, budget: Budget, jobs: int | None = None) -> list[str]:
    """One line for each variant that was decided."""
    variants = list(_variants(answer))
    answers = decide_all([v.claim for v in variants], replace(budget, seconds=min(budget.seconds, SECONDS)), jobs)
    lines = [line for v, a in zip(variants, answers) for line in _line(v, a)]
    return lines or ["nothing more could be decided"]


def _variants(answer: Answer) -> Iterator[Variant]:
    if answer.verdict == "proved":
        yield from _without_hypotheses(answer.claim)
        yield from _wider(answer.claim)
    elif isinstance(answer.result, Refuted):
        yield from _reversed(answer.claim)
        yield from _narrower(answer.claim)


def _line(v: Variant, answer: Answer) -> list[str]:
    from ..report.text import point_text

    if answer.verdict == "proved" and v.if_proved:
        return [f"{v.what}: {v.if_proved}"]
    if isinstance(answer.result, Refuted) and v.if_refuted:
        return [f"{v.what}: {v.if_refuted} {point_text(answer.result.point)}"]
    if answer.verdict == "undefined" and v.if_refuted:
        return [f"{v.what}: needed, it keeps the claim defined"]
    return []


def _without_hypotheses(claim: Claim) -> Iterator[Variant]:
    from ..report.text import relation_text

    for i, g in enumerate(claim.given):
        rest = claim.given[:i] + claim.given[i + 1 :]
        yield Variant(f"without {relation_text(g)}", replace(claim, given=rest), "not needed", "needed, fails at")
    for c in claim.domain.conditions:
        kept = Domain(claim.domain.ranges, tuple(d for d in claim.domain.conditions if d is not c))
        yield Variant(f"without {relation_text(c)}", replace(claim, domain=kept), "not needed", "needed, fails at")


def _wider(claim: Claim) -> Iterator[Variant]:
    """Each end of each range closed, and removed."""
    for r in claim.domain.ranges:
        for upper, end, is_open in ((False, r.lower, r.lower_open), (True, r.upper, r.upper_open)):
            if end is None:
                continue
            said = _end_text(r.name, end, upper, is_open)
            if is_open and not r.integer:
                closed = replace(r, upper_open=False) if upper else replace(r, lower_open=False)
                yield Variant(f"{said} closed", _on(claim, closed), "holds there too", "fails at")
            opened = replace(r, upper=None, upper_open=True) if upper else replace(r, lower=None, lower_open=True)
            yield Variant(f"without {said}", _on(claim, opened), "not needed", "needed, fails at")


def _end_text(name: str, end: Term, upper: bool, is_open: bool) -> str:
    from ..report.text import relation_text

    return relation_text(relation(("<" if upper else ">") + ("" if is_open else "="), sym(name), end))


def _on(claim: Claim, r: Range) -> Claim:
    return replace(claim, domain=claim.domain.with_range(r))


def _reversed(claim: Claim) -> Iterator[Variant]:
    if claim.relation != "==":
        strict = {"<=": ">", "<": ">="}.get(claim.relation) or {">=": "<", ">": "<="}[claim.relation]
        yield Variant("the claim", replace(claim, relation=strict), "fails everywhere on its domain", "")
        weak = FLIPPED[claim.relation]
        yield Variant("reversed", replace(claim, relation=weak), "holds", "")


def _narrower(claim: Claim) -> Iterator[Variant]:
    """A simple bound on one symbol that might save the claim."""
    for r in claim.domain.ranges:
        for bound in _SIMPLE:
            for upper in (True, False):
                cut = _cut(r, bound, upper)
                if cut is not None:
                    said = _end_text(r.name, bound, upper, False)
                    yield Variant(f"with {said}", _on(claim, cut), "holds", "")


def _cut(r: Range, bound: Term, upper: bool) -> Range | None:
    """The range with one more bound strictly inside it."""
    from ..kernel.reals.quadrature import compare as compare_closed

    above = r.lower is None or compare_closed(bound, r.lower) == 1
    below = r.upper is None or compare_closed(bound, r.upper) == -1
    if not (above and below):
        return None
    try:
        return replace(r, upper=bound, upper_open=False) if upper else replace(r, lower=bound, lower_open=False)
    except TermError:
        return None


def without_condition(answers: Sequence[Answer], budget: Budget, jobs: int | None = None) -> list[str]:
    """What is proved of a refuted claim once the symbols that have no condition are >= 0, or > 0: usually that was meant."""
    found = []
    for a in answers:
        names = [r.name for r in a.claim.domain.ranges if _unsaid(r, a.claim)]
        if a.verdict not in ("refuted", "undefined") or not names:
            continue
        trials = [(op, _from_zero(a.claim, names, op == ">")) for op in (">=", ">")]
        decided = decide_all([c for _, c in trials], replace(budget, seconds=min(budget.seconds, SECONDS_UNSAID)), jobs)
        op = next((op for (op, _), b in zip(trials, decided, strict=True) if b.verdict == "proved"), None)
        if op is not None:
            held = ", ".join(f"{n} {op} 0" for n in names)
            found.append(f"no condition was given on {' and '.join(names)}: the claim holds for {held}")
    return found


def _unsaid(r: Range, claim: Claim) -> bool:
    return (
        r.lower is None
        and r.upper is None
        and not r.integer
        and all(r.name not in c.free for c in claim.domain.conditions)
    )


def _from_zero(claim: Claim, names: Sequence[str], strict: bool) -> Claim:
    ranges = tuple(replace(r, lower=num(0), lower_open=strict) if r.name in names else r for r in claim.domain.ranges)
    return replace(claim, domain=Domain(ranges, claim.domain.conditions))


def audit_text(answers: Sequence[Answer], budget: Budget, jobs: int | None = None) -> str:
    return "\n".join(f"  audit: {line}" for a in answers for line in audit(a, budget, jobs))
