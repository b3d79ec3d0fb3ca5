"""The entrance: `check` replays a certificate about all laws. Only its answer counts. `refute` is in models.py."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from ..verdicts import Rejected, StepRejected, refusal, require
from .choices import demand_field
from .context import Context, LawStep
from .models import demand_model
from .rules import RULES, Generalize, LawRule
from .sight import Sight
from .statements import Certificate, Fact, Have, Proposition, Proved, Setting
from .terms import Substitution, hidden_points, points_of
from .tightness import demand_tight

MAX_STEPS = 2_000


def check(certificate: Certificate, library: Mapping[str, Proposition] | None = None) -> Proved | Rejected:
    """Proved if every step follows, the claims are among the steps, and the model shows that the hypotheses are not vacuous.

    `library` holds the theorems that may be cited: propositions that have been checked before.
    """
    p, proof = certificate.proposition, certificate.proof
    ctx = Context(p, library or {})
    wrong = None if 1 <= len(proof) <= MAX_STEPS else Rejected("proof", f"{len(proof)} steps", f"1 to {MAX_STEPS}")
    parts = [
        *(partial(check_step, have, ctx) for have in proof),
        partial(refusal, "conclusion", partial(_conclusion, certificate, ctx)),
        partial(refusal, "model", partial(demand_model, p, certificate.witness)),
        *(partial(refusal, "tight", partial(demand_tight, p, tight, proofs)) for tight, proofs in certificate.tight),
    ]
    for part in parts:
        wrong = part() if wrong is None else wrong
    if wrong is not None:
        return wrong
    return Proved(p)


def check_step(have: Have, ctx: Context) -> Rejected | None:
    """None if the step follows; then its fact is known from here on."""
    setting, brought = ctx.setting, ctx.brought
    wrong = refusal(have.name or "a step", partial(_step, have, ctx))
    if wrong is None:
        ctx.facts[have.name] = have.fact
    else:
        ctx.setting, ctx.brought = setting, brought
    return wrong


def _step(have: Have, ctx: Context) -> None:
    require(bool(have.name) and have.name not in ctx.facts, "a name that is empty or taken", "a new name")
    general = not have.fact.tests or isinstance(have.by, Generalize)
    require(general, "a step for all tests", "a step about fields of the setting")
    if not isinstance(have.by, LawRule) or RULES.get(type(have.by).__name__, (None,))[0] is not type(have.by):
        raise StepRejected(type(have.by).__name__, "a rule of the kernel")
    require(not hidden_points(have.by), f"the points {hidden_points(have.by)}", "points that an author can write")
    have.by.brings(ctx)
    wrong = have.fact.wrong_in(ctx.setting)
    require(wrong is None, f"{wrong}", "a statement in the setting")
    have.by.conclude(LawStep(have.fact, ctx))


def concludes(certificate: Certificate, ctx: Context) -> bool:
    """Whether the claims are among the facts of the context."""
    return refusal("conclusion", partial(_conclusion, certificate, ctx)) is None


def _conclusion(certificate: Certificate, ctx: Context) -> None:
    """The claims are among the facts, with the chosen terms for the fields that exist.

    Φ(t₁, ..., tₙ) ⊢ there are f₁, ..., fₙ: Φ(f₁, ..., fₙ), for tᵢ in its range, of mass one if it is a density.
    """
    p, chosen, facts = certificate.proposition, {c[0]: c for c in certificate.choice}, set(ctx.facts.values())
    all_there = sorted(c[0] for c in certificate.choice) == sorted(f.name for f in p.exists)
    require(all_there, f"terms for {list(chosen)}", f"one for each of {[f.name for f in p.exists]}")
    require(
        not hidden_points(certificate.choice),
        f"the points {hidden_points(certificate.choice)}",
        "points that an author can write",
    )
    setting = Setting(p.setting.where, ctx.setting.fields)  # without symbols that a step brought in
    sight = Sight(setting, [f for f in facts if f.wrong_in(setting) is None])
    for f in p.exists:
        _, params, t = chosen[f.name]
        require(not points_of(t) - set(params), (t,), f"a term in the points {params} alone")
        demand_field(f, chosen[f.name], sight)
    put = Substitution(fields={n: (params, t) for n, params, t in certificate.choice})
    for claim in p.claims:
        require(Fact(put(claim.statement)) in facts, "no step that states it", ("the claim", claim.statement))
