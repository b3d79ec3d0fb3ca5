"""Search: finds proofs, counterexamples and witnesses. It is not trusted; every verdict is the kernel's.

`decide` first looks for a counterexample where they usually are, then for a proof with little work for each technique, then for
a counterexample everywhere, and at last for a proof with more work. The second opinion is asked about every verdict; if it
contradicts, that is an error in dpsym and is raised as one.
"""

from __future__ import annotations

import time
from dataclasses import replace

from ..answer import Answer, Budget
from ..kernel.check import check, refute
from ..kernel.defined import integrals as integrals_of
from ..kernel.field import NormalError
from ..kernel.integrals import MINUS_OO
from ..kernel.statements import Certificate, Claim, Domain, Fact, Open, Point, Proved, Refuted, Undefined, Verdict
from ..kernel.terms import OO, Term
from .integrals import value_of
from .ladder import OutOfTime, Work
from .normal import replace_term
from .opinion import second_opinion
from .prover import EFFORTS, Prover
from .refuter import find_counterexample, find_witness

QUICK = 400  # evaluations of the first look for counterexamples


class ContradictionError(RuntimeError):
    """The independent evaluation contradicts the verdict. This must never happen; please report the claim."""


def decide(claim: Claim, budget: Budget = Budget()) -> Answer:  # noqa: B008 (a frozen default)
    """The verdict on a claim, within the budget, with its second opinion."""
    start = time.monotonic()
    deadline = start + budget.seconds
    prover = Prover(Work(budget.steps, lambda: time.monotonic() > deadline))
    verdict = _verdict(claim, budget, prover, deadline)
    point = verdict.point if isinstance(verdict, (Refuted, Undefined)) else _witness_of(verdict)
    sampled = second_opinion(claim, verdict.verdict, budget.digits, extra=(point,) if point else ())
    if isinstance(verdict, Open) and budget.refute and sampled.at:
        seen = refute(claim, sampled.at)  # the smallest slack of the sample may be a violation
        verdict = seen if isinstance(seen, Refuted) else verdict
    if sampled.opinion == "contradicts":
        raise ContradictionError(f"verdict {verdict.verdict} on {claim.fact}, but mpmath disagrees at {sampled.at}")
    return Answer(verdict, sampled, time.monotonic() - start, tuple(prover.tried))


def _witness_of(verdict: Verdict) -> Point:
    return verdict.certificate.witness if isinstance(verdict, Proved) else ()


def _verdict(claim: Claim, budget: Budget, prover: Prover, deadline: float) -> Verdict:
    """A short look for a counterexample, a short one for a proof, then longer ones."""
    found: Refuted | Undefined | None = None
    if budget.refute and not (budget.prove and _costly(claim)):
        found = find_counterexample(claim, replace(budget, evaluations=min(QUICK, budget.evaluations)), deadline)
    elif budget.refute:
        found = _by_values(claim, replace(budget, evaluations=min(QUICK, budget.evaluations)), prover, deadline)
    if isinstance(found, Refuted):
        return found
    proved: Proved | Open = Open(claim, reason="no proof was looked for")
    for effort in EFFORTS if budget.prove else (0,):
        if budget.prove:
            prover.start(effort)
            proved = _prove(claim, budget, prover, deadline)
        if isinstance(proved, Proved):
            return proved
        if budget.refute and _costly(claim) and (seen := _by_values(claim, budget, prover, deadline)) is not None:
            return seen
        if budget.refute and effort in (0, EFFORTS[0]) and time.monotonic() < deadline:
            again = find_counterexample(claim, budget, deadline)
            found = found if again is None else again
        if found is not None:
            return found
        if time.monotonic() >= deadline:
            return replace(proved, reason=f"time limit of {budget.seconds:g} s reached; {proved.reason}")
        if not prover.cut_short:
            break
    return proved


def _costly(claim: Claim) -> bool:
    """Whether a point takes long to judge: quadrature over an infinite range, or to the highest precision. Proofs come first."""
    equated = claim.relation == "=="
    return any(equated or u.args[1] is MINUS_OO or u.args[2] is OO for u in integrals_of(claim.statement))


def _by_values(claim: Claim, budget: Budget, prover: Prover, deadline: float) -> Refuted | None:
    """A counterexample to the claim with values in place of integrals, as far as they are found, put before the kernel."""
    statement = claim.statement
    try:
        for u in sorted(integrals_of(statement), key=lambda u: u.depth):
            value_of(prover, u, claim.fact.domain, 0)
    except (OutOfTime, RecursionError, NormalError):
        return None
    for step in prover.builder.steps.values():
        known = step.statement.statement if isinstance(step.statement, Fact) else None
        if (
            known is not None
            and known.op == "=="
            and known.lhs.op == "Integral"
            and not integrals_of(known.rhs)
            and step.statement.domain == claim.fact.domain
        ):
            statement = replace_term(statement, known.lhs, known.rhs)
    if integrals_of(statement):  # judging a point would take as long as before
        return None
    plain = replace(claim, lhs=statement.lhs, rhs=statement.rhs)
    found = find_counterexample(plain, budget, deadline)
    seen = refute(claim, found.point) if isinstance(found, Refuted) else None
    return seen if isinstance(seen, Refuted) else None


def _prove(claim: Claim, budget: Budget, prover: Prover, deadline: float) -> Proved | Open:
    for i, g in enumerate(claim.given):
        if not _defined(g, claim.domain.with_conditions(*claim.given[:i]), prover):
            return _left_over(claim, prover, "a hypothesis could not be shown to be defined on the whole domain")
    step = _step(claim, prover)
    if step is None:
        return _left_over(claim, prover, "no proof found")
    witness = find_witness(claim, budget, deadline)
    if witness is None:
        return Open(claim, reason="perhaps vacuous: no point was found that satisfies domain and hypotheses")
    proof = prover.builder.proof(*prover.defined, step) if claim.given else prover.builder.proof(step)
    checked = check(Certificate(claim, proof, witness))
    if isinstance(checked, Proved):
        return checked
    return Open(claim, checked.where, checked.found, checked.expected, "the kernel rejected the proof that was found")


def _defined(g: Term, domain: Domain, prover: Prover) -> bool:
    try:
        return prover.define(g, domain)
    except (OutOfTime, RecursionError, NormalError):
        return False


def _step(claim: Claim, prover: Prover) -> str | None:
    try:
        return prover.prove(claim.fact)
    except (OutOfTime, RecursionError, NormalError):
        return None


def _left_over(claim: Claim, prover: Prover, reason: str) -> Open:
    left = prover.stuck if prover.stuck != claim.fact else None
    return Open(claim, reason=reason, left=left)
