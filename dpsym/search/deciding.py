"""Search: finds proofs, counterexamples and witnesses. It is not trusted; every verdict is the kernel's.

`decide` first looks for a counterexample where they usually are, then for a proof with little work for each technique, then for
a counterexample everywhere, and at last for a proof with more work. The second opinion is asked about every verdict; if it
contradicts, that is an error in dpsym and is raised as one.
"""

from __future__ import annotations

import time
from dataclasses import replace

from ..kernel.arithmetic.defined import integrals as integrals_of
from ..kernel.arithmetic.elements import NormalError
from ..kernel.reals.check import check, refute
from ..kernel.statements import Certificate, Claim, Domain, Fact, Point
from ..kernel.terms import MINUS_OO, OO, Term
from ..kernel.verdicts import Open, Proved, Refuted, Undefined, Verdict
from .normal import replace_term
from .opinion.second import second_opinion
from .outcome import Budget, Outcome
from .prover import EFFORTS, Prover
from .refuting.refuter import find_counterexample, find_witness
from .strategy import new_prover
from .techniques.integrals import value_of
from .work import OutOfSteps, Work

QUICK = 400  # evaluations of the first look for counterexamples


class ContradictionError(RuntimeError):
    """The independent evaluation contradicts the verdict. This must never happen; please report the claim."""


def decide(claim: Claim, budget: Budget = Budget()) -> Outcome:  # noqa: B008 (a frozen default)
    """The verdict on a claim, within the budget, with its second opinion."""
    start = time.perf_counter()  # to be told, not to decide anything
    prover = new_prover(Work(budget.steps))
    verdict = _verdict(claim, budget, prover)
    point = verdict.point if isinstance(verdict, (Refuted, Undefined)) else _witness_of(verdict)
    sampled = second_opinion(claim, verdict.verdict, budget.digits, extra=(point,) if point else ())
    if isinstance(verdict, Open) and budget.refute and sampled.at:
        seen = refute(claim, sampled.at)  # the smallest slack of the sample may be a violation
        verdict = seen if isinstance(seen, Refuted) else verdict
    if sampled.opinion == "contradicts":
        raise ContradictionError(f"verdict {verdict.verdict} on {claim.fact}, but mpmath disagrees at {sampled.at}")
    return Outcome(verdict, sampled, time.perf_counter() - start, tuple(prover.tried), prover.work.steps)


def _witness_of(verdict: Verdict) -> Point:
    return verdict.certificate.witness if isinstance(verdict, Proved) else ()


def _verdict(claim: Claim, budget: Budget, prover: Prover) -> Verdict:
    """A short look for a counterexample, a short one for a proof, then longer ones."""
    found: Refuted | Undefined | None = None
    if budget.refute and not (budget.prove and _costly(claim)):
        found = find_counterexample(claim, replace(budget, evaluations=min(QUICK, budget.evaluations)), prover.work)
    elif budget.refute:
        found = _by_values(claim, replace(budget, evaluations=min(QUICK, budget.evaluations)), prover)
    if isinstance(found, Refuted):
        return found
    proved: Proved | Open = Open(claim, reason="no proof was looked for")
    for effort in EFFORTS if budget.prove else (0,):
        if budget.prove:
            prover.start(effort)
            proved = _prove(claim, budget, prover)
        if isinstance(proved, Proved):
            return proved
        if budget.refute and _costly(claim) and (seen := _by_values(claim, budget, prover)) is not None:
            return seen
        if budget.refute and effort in (0, EFFORTS[0]) and not prover.work.over:
            again = find_counterexample(claim, budget, prover.work)
            found = found if again is None else again
        if found is not None:
            return found
        if prover.work.over:
            return replace(proved, reason=f"the steps for {budget.seconds:g} s are used up; {proved.reason}")
        if not prover.cut_short:
            break
    return proved


def _costly(claim: Claim) -> bool:
    """Whether a point takes long to judge: quadrature over an infinite range, or to the highest precision. Proofs come first."""
    equated = claim.relation == "=="
    return any(equated or u.args[1] is MINUS_OO or u.args[2] is OO for u in integrals_of(claim.statement))


def _by_values(claim: Claim, budget: Budget, prover: Prover) -> Refuted | None:
    """A counterexample to the claim with values in place of integrals, as far as they are found, put before the kernel."""
    statement = claim.statement
    try:
        for u in sorted(integrals_of(statement), key=lambda u: u.depth):
            value_of(prover, u, claim.fact.domain, 0)
    except (OutOfSteps, RecursionError, NormalError):
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
    found = find_counterexample(plain, budget, prover.work)
    seen = refute(claim, found.point) if isinstance(found, Refuted) else None
    return seen if isinstance(seen, Refuted) else None


def _prove(claim: Claim, budget: Budget, prover: Prover) -> Proved | Open:
    for i, g in enumerate(claim.given):
        if not _defined(g, claim.domain.with_conditions(*claim.given[:i]), prover):
            return _left_over(claim, prover, "a hypothesis could not be shown to be defined on the whole domain")
    step = _step(claim, prover)
    if step is None:
        return _left_over(claim, prover, "no proof found")
    witness = find_witness(claim, budget)
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
    except (OutOfSteps, RecursionError, NormalError):
        return False


def _step(claim: Claim, prover: Prover) -> str | None:
    try:
        return prover.prove(claim.fact)
    except (OutOfSteps, RecursionError, NormalError):
        return None


def _left_over(claim: Claim, prover: Prover, reason: str) -> Open:
    left = prover.stuck if prover.stuck != claim.fact else None
    return Open(claim, reason=reason, left=left)
