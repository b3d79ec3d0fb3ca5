"""Questions put to the prover: claims that a finding needs, within one budget of steps for the whole derivation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from flint import fmpq

from ..kernel.reals.findings import (
    Fails,
    Finding,
    Found,
    Holds,
    Optimum,
    Region,
    Values,
    check_finding,
    failing,
    holding,
    optimal,
    spreading,
)
from ..kernel.statements import Certificate, Claim, Domain, Range
from ..kernel.terms import ONE, Term, TermError, negated
from ..kernel.verdicts import Proved, Refuted, Rejected, StepRejected
from ..reading.text.claims import read_claims
from ..report.text import domain_texts, relation_text
from ..search.deciding import decide
from ..search.outcome import Budget, Outcome
from ..search.plausible import signs_met
from ..search.refuting.refuter import find_witness
from ..search.work import RATE, Work
from .parts import easier, in_parts

Progress = Callable[[str], None]


class QuestionError(ValueError):
    """A question that makes no sense as it is put; the message says what was found and what was expected."""


class Bench:
    """The budget of one derivation: proofs and numbers draw from the same steps."""

    def __init__(self, seconds: float, progress: Progress | None = None) -> None:
        self.work = Work(seconds * RATE)
        self.say: Progress = progress or (lambda text: None)
        self.outcome: Outcome | None = None  # of the last claim
        self._known: dict[Claim, Certificate | None] = {}

    @property
    def seconds(self) -> float:
        return max(0.0, (self.work.limit - self.work.steps) / RATE)

    def prove(self, claim: Claim, seconds: float = 10.0) -> Certificate | None:
        """A certificate of the claim, if one is found with the steps of so many seconds, or what is left of them."""
        if claim in self._known:
            return self._known[claim]
        limit = min(seconds, self.seconds)
        if limit <= 0:
            return None
        outcome = self.outcome = decide(claim, Budget(seconds=limit))
        self.work.steps += outcome.steps
        found = outcome.result.certificate if isinstance(outcome.result, Proved) else None
        self._known[claim] = found
        return found

    def all(self, claims: Iterable[Claim], seconds: float = 10.0) -> tuple[Certificate, ...] | None:
        """Certificates of all the claims, the last ones first: they are the hard ones."""
        found = []
        for claim in reversed(tuple(claims)):
            certificate = self.prove(claim, seconds)
            if certificate is None:
                return None
            found.append(certificate)
        return tuple(reversed(found))

    @property
    def refuted(self) -> Refuted | None:
        """The counterexample to the last claim, if that is what was found."""
        result = None if self.outcome is None else self.outcome.result
        return result if isinstance(result, Refuted) else None

    # -- parts of findings ----------------------------------------------------------------------------------------

    def spreads(self, region: Region) -> Certificate | None:
        """That validity spreads upward (or downward)."""
        try:
            return self.prove(spreading(region))
        except (StepRejected, TermError):
            return None

    def holds(
        self,
        region: Region,
        piece: Range,
        at: Term | None = None,
        seconds: float = 10.0,
        tight: Mapping[str, fmpq] | None = None,
    ) -> Holds | None:
        """That the claim holds on a piece, or at a value; `tight` is a point where it nearly fails."""
        try:
            claim = holding(region, piece, at)
            certificate = self.prove(claim, seconds)
            if certificate is None and tight and self.refuted is None:
                certificate = in_parts(claim, tight, lambda part: self._part(region, part, at, seconds))
        except (StepRejected, TermError):
            return None
        return None if certificate is None else Holds(piece, certificate, at)

    def _part(self, region: Region, part: Claim, at: Term | None, seconds: float) -> Certificate | None:
        """A part of a claim: as it is, or from a stronger one with fewer digits."""
        found = self.prove(part, seconds)
        if found is None and at is not None and at.op == "num" and self.refuted is None:
            found = easier(region, part, at.number, lambda c: self.prove(c, seconds))
        return found

    def fails(
        self,
        region: Region,
        piece: Range,
        values: Values,
        parameter: Range | None,
        limit: Term | None = None,
        upper: bool = True,
        seconds: float = 6.0,
    ) -> Fails | None:
        try:
            certificates = self.all(failing(region.claim, values, parameter), seconds)
        except (StepRejected, TermError):
            return None
        return None if certificates is None else Fails(piece, values, parameter, certificates, limit, upper)

    def optimum(self, o: Optimum, seconds: float = 10.0) -> Optimum | None:
        try:
            certificates = self.all(optimal(o), seconds)
        except (StepRejected, TermError):
            return None
        if certificates is None:
            return None
        return Optimum(o.domain, o.given, o.term, o.over, o.greatest, o.value, o.optimiser, certificates, o.slack)


def demand_points(claim: Claim, bench: Bench) -> None:
    """QuestionError if one of the conditions and hypotheses is proved to fail wherever the others hold."""
    conditions = (*claim.domain.conditions, *claim.given)
    everything = claim.domain.with_conditions(*claim.given)
    if not conditions or signs_met(ONE, everything, bench.work) or find_witness(claim, Budget(seconds=1.0)) is not None:
        return
    for i, c in enumerate(conditions):
        if c.op == "==":
            continue
        rest, opposite = (*conditions[:i], *conditions[i + 1 :]), negated(c)
        spoken = frozenset[str]().union(*(d.free for d in conditions))
        where = Domain(tuple(r for r in claim.domain.ranges if r.name in spoken))
        if bench.prove(Claim(where, rest, opposite.lhs, opposite.op, opposite.rhs), 3.0) is not None:
            others = ", ".join((*domain_texts(where), *map(relation_text, rest)))
            raise QuestionError(
                f"found conditions that contradict each other: {relation_text(c)}, and {others}, "
                f"from which {relation_text(opposite)} is proved; expected some point that satisfies them"
            )


def checked(finding: Finding) -> Found | Rejected:
    """What the kernel says of a finding."""
    return check_finding(finding)


def one_claim(claim: Any, where: Any, given: Any, let: Any) -> Claim:
    """The claim of a question: text, a SymPy relation, or a Claim; one relation, not a chain."""
    listed = [tuple(v) if isinstance(v, (list, tuple)) else (v,) for v in (where, given, let)]
    if isinstance(claim, Claim):
        if any(listed):
            raise TypeError("a Claim has its conditions already; where, given and let go with text or SymPy relations")
        return _an_inequality(claim)
    found: Sequence[Claim]
    if isinstance(claim, str):
        found = read_claims(claim, where=listed[0], given=listed[1], let=listed[2])
    else:
        from ..reading.python import claims_from_sympy

        found = claims_from_sympy(claim, where=listed[0], given=listed[1])
    if len(found) != 1:
        raise QuestionError(f"found a chain of {len(found)} relations, expected one")
    return _an_inequality(found[0])


def _an_inequality(claim: Claim) -> Claim:
    if claim.relation == "==":
        raise QuestionError("found an equality, expected one of <= < >= >")
    return claim
