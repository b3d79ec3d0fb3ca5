"""The entrance: `check` replays a certificate about all laws. Only its answer counts. `refute` is in models.py."""

from __future__ import annotations

from collections.abc import Mapping

from ..boxes import Balls
from ..statements import Evidence, Range, Rejected
from .context import Context
from .models import rejects_model, rejects_tight
from .rules import Cite, Generalize, Pointwise, Separate, rejects_field
from .sight import Sight
from .statements import Certificate, Fact, Have, Proposition, Proved, Setting
from .terms import Substitution, points_of

MAX_STEPS = 2_000
MALFORMED = (ValueError, ArithmeticError, LookupError, RecursionError, TypeError, AttributeError)


def check(
    certificate: Certificate, library: Mapping[str, Proposition] | None = None, assumed: frozenset[str] = frozenset()
) -> Proved | Rejected:
    """Proved if every step follows, the claims are among the steps, and the model shows that the hypotheses are not vacuous.

    `library` holds the theorems that may be cited: propositions that have been checked before. Those in `assumed` have not: they are
    principles, or rest on some, and so does then the result, whose grade is `cited`.
    """
    try:
        return _check(certificate, library or {}, assumed)
    except MALFORMED as error:
        return Rejected("certificate", f"{type(error).__name__}: {error}", "a well-formed certificate")


def _check(certificate: Certificate, library: Mapping[str, Proposition], assumed: frozenset[str]) -> Proved | Rejected:
    p = certificate.proposition
    ctx = Context(p, library)
    if not 1 <= len(certificate.proof) <= MAX_STEPS:
        return Rejected("proof", f"{len(certificate.proof)} steps", f"1 to {MAX_STEPS} steps")
    for have in certificate.proof:
        wrong = check_step(have, ctx)
        if wrong is not None:
            return wrong
    wrong = _conclusion(certificate, ctx)
    if wrong is None:
        wrong = rejects_model(p, certificate.witness)
    for tight, proofs in certificate.tight:
        wrong = wrong if wrong is not None else rejects_tight(p, tight, proofs)
    if wrong is not None:
        return wrong
    return Proved(p, tuple(Evidence(type(h.by).__name__, grade(h, assumed), h.name) for h in certificate.proof))


def check_step(have: Have, ctx: Context) -> Rejected | None:
    """None if the step follows; then its fact is known from here on."""
    setting, separated = ctx.setting, ctx.separated
    try:
        if not have.name or have.name in ctx.facts:
            return Rejected(have.name or "a step", "a name that is empty or taken", "a new name")
        if have.fact.tests and not isinstance(have.by, Generalize):
            return Rejected(have.name, "a step for all tests", "a step about fields of the setting")
        if isinstance(have.by, Separate) and have.by.symbol not in setting.where.names:
            ctx.setting = Setting(setting.where.with_range(Range(have.by.symbol)), setting.fields)
            ctx.separated = {**separated, have.by.symbol: have.by.of}
        ill = have.fact.wrong_in(ctx.setting)
        wrong = (
            have.by.check(have.fact, have.name, ctx)
            if ill is None
            else Rejected(have.name, ill, "a statement in the setting")
        )
    except MALFORMED as error:
        wrong = Rejected(have.name, f"{type(error).__name__}: {error}", "a well-formed step")
    if wrong is not None:
        ctx.setting, ctx.separated = setting, separated
        return wrong
    ctx.facts[have.name] = have.fact
    return None


def _conclusion(certificate: Certificate, ctx: Context) -> Rejected | None:
    """The claims are among the facts, with the chosen terms for the fields that exist.

    Φ(t₁, ..., tₙ)      tᵢ in its range, of mass one if it is a density
    -------------------------------------------------------------------  (Witness)
                  there are f₁, ..., fₙ: Φ(f₁, ..., fₙ)
    """
    p, names, facts = certificate.proposition, [c[0] for c in certificate.choice], set(ctx.facts.values())
    if sorted(names) != sorted(f.name for f in p.exists):
        return Rejected("choice", f"terms for {names}", f"one for each of {[f.name for f in p.exists]}")
    known = [
        f for f in facts if not f.tests and f.wrong_in(p.setting) is None
    ]  # without symbols that a step brought in
    sight = Sight(p.setting, known)
    for f, c in zip(sorted(p.exists, key=lambda f: f.name), sorted(certificate.choice, key=lambda c: c[0])):
        if points_of(c[2]) - set(c[1]):
            return Rejected("choice", f"{c[2]!r}", f"a term in the points {c[1]} alone")
        wrong = rejects_field(f, c, sight, "choice")
        if wrong is not None:
            return wrong
    put = Substitution(fields={n: (params, t) for n, params, t in certificate.choice})
    for claim in p.claims:
        if Fact(put(claim.statement)) not in facts:
            return Rejected("proof", "no step that states it", f"the claim {claim.statement!r}")
    return None


def grade(have: Have, assumed: frozenset[str] = frozenset()) -> str:
    """`enclosure` if a proof about reals rests on balls, `cited` if the step cites what is assumed."""
    if isinstance(have.by, Pointwise):
        return "enclosure" if any(isinstance(h.by, Balls) for h in have.by.proof) else "exact"
    return "cited" if isinstance(have.by, Cite) and have.by.theorem in assumed else "exact"
