"""The two entrances of the kernel: `check` replays a certificate, `refute` judges a point. Only their answers count."""

from __future__ import annotations

from functools import partial

from ..statements import Certificate, Claim, Domain, Fact, Have, Point, Proof
from ..terms import Term
from ..verdicts import Evidence, Proved, Refuted, Rejected, StepRejected, Undefined, refusal, require
from .context import Context
from .points import defined_at, fails, in_domain, satisfied
from .rules import RULES
from .rules.base import follow

MAX_STEPS = 10_000


def check(certificate: Certificate) -> Proved | Rejected:
    """Proved if every step follows, the last is the claim, all is defined, and the witness shows the claim is not vacuous."""
    claim, ctx = certificate.claim, Context()
    wrong = refusal("claim", partial(demand_ends, claim.domain))
    if wrong is None:
        wrong = rejects_proof(certificate.proof, claim.fact, ctx)
    if wrong is None:
        wrong = refusal("", lambda: _meaningful(certificate, ctx))
    if wrong is not None:
        return wrong
    evidence = tuple(Evidence(type(h.by).__name__, h.by.grade, h.name) for h in certificate.proof)
    return Proved(claim, evidence, certificate)


def rejects_proof(proof: Proof, fact: Fact, ctx: Context) -> Rejected | None:
    """None if every step follows from those before it and the last one states the fact, on a domain that covers its own."""
    if not 1 <= len(proof) <= MAX_STEPS:
        return Rejected("proof", f"{len(proof)} steps", f"1 to {MAX_STEPS} steps")
    wrong = refusal(proof[-1].name, lambda: _states(proof[-1], fact, ctx))
    for have in proof:
        wrong = check_step(have, ctx) if wrong is None else wrong
        ctx.facts[have.name] = have.statement
    return wrong


def _states(last: Have, fact: Fact, ctx: Context) -> None:
    s = last.statement
    stated = isinstance(s, Fact) and s.statement is fact.statement and ctx.covers(fact.domain, s.domain)
    require(stated, (s,), ("the claim", fact))


def check_step(have: Have, ctx: Context) -> Rejected | None:
    """None if the step follows from the facts in the context and its terms are defined on its domain."""
    return refusal(have.name or "a step", partial(_step, have, ctx))


def _step(have: Have, ctx: Context) -> None:
    new = bool(have.name) and have.name not in ctx.facts and have.name != "limit"
    require(new, "a name that is empty, reserved or taken", "a new name")
    unknown = [n for n in have.defined if n not in ctx.facts]
    require(not unknown, f"no earlier steps {unknown}", "names of earlier steps")
    demand_ends(have.statement.domain)
    known = RULES.get(type(have.by).__name__, (None,))[0] is type(have.by)
    require(known, type(have.by).__name__, "a rule of the kernel")
    follow(have, ctx)


def demand_ends(domain: Domain) -> None:
    """A range whose end is a term without a value says nothing."""
    for r in domain.ranges:
        for end in (r.lower, r.upper):
            known = end is None or end.op == "num" or defined_at(end, {})[0] is True
            require(known, ("the end", end, f"of the range of {r.name}"), "an end that is certainly defined")


def _meaningful(certificate: Certificate, ctx: Context) -> None:
    """Each hypothesis is defined wherever the domain and those before it hold; the witness satisfies them all."""
    claim = certificate.claim
    for i, g in enumerate(claim.given):
        wrong = ctx.undefined(g, claim.domain.with_conditions(*claim.given[:i]), tuple(ctx.facts))
        if wrong is not None:
            raise StepRejected(
                (wrong.culprit, "which needs", wrong.condition), "a hypothesis that is defined", f"hypothesis {i + 1}"
            )
    inside = in_domain(claim.fact.domain, values_of(certificate.witness)) is True
    require(inside, ("witness", certificate.witness), "a point that certainly satisfies domain and hypotheses")


def values_of(point: Point) -> dict[str, Term]:
    """The values of a point by symbol: one for each, as all that are there are printed."""
    require(len({name for name, _ in point}) == len(point), (point,), "a point with one value for each symbol")
    return dict(point)


def refute(claim: Claim, point: Point) -> Refuted | Undefined | Rejected:
    """Whether the claim fails, or has no meaning, at an exact point of its domain that satisfies the hypotheses."""
    found: list[Refuted | Undefined] = []
    wrong = refusal("point", lambda: found.append(_refute(claim, point)))
    return found[0] if wrong is None else wrong


def _refute(claim: Claim, point: Point) -> Refuted | Undefined:
    at = values_of(point)
    demand_ends(claim.domain)
    require(in_domain(claim.domain, at) is True, (point,), "a point that is certainly in the domain")
    for r in (*claim.given, claim.statement):
        meaning, culprit = defined_at(r, at)
        if meaning is False and culprit is not None:
            return Undefined(claim, point, culprit, _why(culprit))
        if r is not claim.statement:
            require(satisfied(r, at) is True, (point,), ("a point that certainly satisfies", r))
    require(fails(claim.statement, at), (point,), ("a point where", claim.statement, "certainly fails"))
    return Refuted(claim, point)


_NEEDS = {
    "log": "its argument must be positive",
    "sqrt": "its argument must not be negative",
    "acosh": "its argument must be at least 1",
    "atanh": "its argument must lie in (-1, 1)",
    "PhiInv": "its argument must lie in (0, 1)",
    "LambertW": "its argument is outside the branch",
    "Piecewise": "no condition holds",
}


def _why(culprit: Term) -> str:
    if culprit.op == "**" and culprit.args[1].op == "num":
        return "division by zero" if culprit.args[1].number < 0 else "an even root of a negative number"
    return _NEEDS.get(culprit.op, "outside its domain")
