"""The two entrances of the kernel: `check` replays a certificate, `refute` judges a point. Only their answers count."""

from __future__ import annotations  # noqa: I001 (long lists of names on few lines)

from .context import Context
from .decimals import enclosures
from .points import as_mapping, conjunction, decide, defined_at, in_ranges, satisfied
from .statements import (
    Certificate, Claim, Domain, Evidence, Fact, Have, Pattern, Point, Proof, Proved, Refuted, Rejected, Undefined,
)  # fmt: skip
from .terms import Term, relation, substitute

MAX_STEPS = 10_000


#: What malformed input can make the arithmetic below raise; it is refused, never a crash.
MALFORMED = (ValueError, ArithmeticError, KeyError, RecursionError)


def check(certificate: Certificate) -> Proved | Rejected:
    """Proved if every step follows, the last is the claim, all is defined, and the witness shows the claim is not vacuous."""
    try:
        return _check(certificate)
    except MALFORMED as error:
        return Rejected("certificate", f"{type(error).__name__}: {error}", "a well-formed certificate")


def _check(certificate: Certificate) -> Proved | Rejected:
    claim, ctx = certificate.claim, Context()
    wrong = rejects_proof(certificate.proof, claim.fact, ctx)
    if wrong is None:
        wrong = _hypotheses_defined(claim, ctx)
    if wrong is None:
        wrong = _witness(certificate)
    if wrong is not None:
        return wrong
    evidence = tuple(Evidence(type(h.by).__name__, h.by.grade, h.name) for h in certificate.proof)
    return Proved(claim, evidence, certificate)


def rejects_proof(proof: Proof, fact: Fact, ctx: Context) -> Rejected | None:
    """None if every step follows from those before it and the last one states the fact, on a domain that covers its own."""
    if not 1 <= len(proof) <= MAX_STEPS:
        return Rejected("proof", f"{len(proof)} steps", f"1 to {MAX_STEPS} steps")
    for have in proof:
        if (wrong := check_step(have, ctx)) is not None:
            return wrong
        ctx.facts[have.name] = have.statement
    last = proof[-1].statement
    if not isinstance(last, Fact) or last.statement is not fact.statement or not ctx.covers(fact.domain, last.domain):
        return Rejected(proof[-1].name, f"{last}", f"the claim {fact}")
    return None


def check_step(have: Have, ctx: Context) -> Rejected | None:
    """None if the step follows from the facts in the context and its terms are defined on its domain."""
    if not have.name or have.name in ctx.facts or have.name == "limit":
        return Rejected(have.name or "a step", "a name that is empty, reserved or taken", "a new name")
    unknown = [n for n in have.defined if n not in ctx.facts]
    if unknown:
        return Rejected(have.name, f"no earlier steps {unknown}", "names of earlier steps")
    s = have.statement
    if isinstance(s, Fact) and not s.statement.is_relation:
        return Rejected(have.name, f"{s.statement!r}", "a relation")
    terms = (s.term,) if isinstance(s, Pattern) else (s.statement.lhs, s.statement.rhs)
    for t in terms:
        if t.free - set(s.domain.names):
            return Rejected(
                have.name, f"symbols {sorted(t.free - set(s.domain.names))} without a range", "bound symbols only"
            )
    try:
        if (wrong := undefined_end(s.domain, have.name)) is not None:
            return wrong
        for t in terms[1:] if have.by.defines else terms:
            if (wrong := ctx.rejects_undefined(t, s.domain, have.defined, have.name)) is not None:
                return wrong
        return have.by.check(s, have, ctx)
    except MALFORMED as error:
        return Rejected(have.name, f"{type(error).__name__}: {error}", "a well-formed step")


def undefined_end(domain: Domain, where: str) -> Rejected | None:
    """A range whose end is a term without a value says nothing."""
    for r in domain.ranges:
        for end in (r.lower, r.upper):
            if end is not None and end.op != "num" and defined_at(end, {})[0] is not True:
                return Rejected(where, f"the end {end!r} of the range of {r.name}", "an end that is certainly defined")
    return None


def _hypotheses_defined(claim: Claim, ctx: Context) -> Rejected | None:
    """Each `given` must be defined wherever the domain and the hypotheses before it hold."""
    for i, g in enumerate(claim.given):
        domain = claim.domain.with_conditions(*claim.given[:i])
        if (wrong := ctx.rejects_undefined(g, domain, tuple(ctx.facts), f"hypothesis {i + 1}")) is not None:
            return wrong
    return None


def _witness(certificate: Certificate) -> Rejected | None:
    claim, point = certificate.claim, as_mapping(certificate.witness)
    if set(point) != set(claim.domain.names) or any(v.free for v in point.values()):
        return Rejected("witness", f"values for {sorted(point)}", f"values for {sorted(claim.domain.names)}")
    conditions = (satisfied(c, point) for c in claim.fact.domain.conditions)
    if conjunction((in_ranges(claim.domain, point), *conditions)) is True:
        return None
    return Rejected("witness", f"{certificate.witness}", "a point that certainly satisfies domain and hypotheses")


def refute(claim: Claim, point: Point) -> Refuted | Undefined | Rejected:
    """Whether the claim fails, or has no meaning, at an exact point of its domain that satisfies the hypotheses."""
    try:
        return _refute(claim, point)
    except MALFORMED as error:
        return Rejected("point", f"{type(error).__name__}: {error}", "a well-formed point")


def _refute(claim: Claim, point: Point) -> Refuted | Undefined | Rejected:
    at = as_mapping(point)
    if set(at) != set(claim.domain.names) or any(v.free for v in at.values()):
        return Rejected("point", f"values for {sorted(at)}", f"exact values for {sorted(claim.domain.names)}")
    if conjunction((in_ranges(claim.domain, at), *(satisfied(c, at) for c in claim.domain.conditions))) is not True:
        return Rejected("point", f"{point}", "a point that is certainly in the domain")
    for g in claim.given:
        meaning, culprit = defined_at(g, at)
        if meaning is False and culprit is not None:
            return Undefined(claim, point, culprit, _why(culprit))
        if meaning is None or decide(g, at) is not True:
            return Rejected("point", f"{point}", f"a point that certainly satisfies {g!r}")
    meaning, culprit = defined_at(claim.statement, at)
    if meaning is False and culprit is not None:
        return Undefined(claim, point, culprit, _why(culprit))
    if meaning is None or decide(claim.statement, at) is not False:
        return Rejected("point", f"{point}", f"a point where {claim.statement!r} certainly fails")
    lhs, rhs = substitute(claim.lhs, at), substitute(claim.rhs, at)
    if decide(relation("==", lhs, rhs), {}):
        same = min(enclosures(lhs, rhs), key=len)
        return Refuted(claim, point, same, same, "equal")
    return Refuted(claim, point, *enclosures(lhs, rhs))


def _why(culprit: Term) -> str:
    needs = {
        "log": "its argument must be positive", "sqrt": "its argument must not be negative", "acosh": "its argument must be at least 1",
        "atanh": "its argument must lie in (-1, 1)", "PhiInv": "its argument must lie in (0, 1)",
        "LambertW": "its argument is outside the branch", "Piecewise": "no condition holds",
    }  # fmt: skip
    if culprit.op == "**" and culprit.args[1].op == "num":
        negative = culprit.args[1].value < 0  # type: ignore[operator]
        return "division by zero" if negative else "an even root of a negative number"
    return needs.get(culprit.op, "outside its domain")
