"""Demands of the kernel as questions: a refusal, or None."""

from __future__ import annotations

from dpsym.kernel.laws.models import demand_model
from dpsym.kernel.laws.statements import Model, Proposition, Tight
from dpsym.kernel.laws.tightness import demand_tight
from dpsym.kernel.statements import Proof
from dpsym.kernel.verdicts import Rejected, refusal


def rejects_model(p: Proposition, model: Model) -> Rejected | None:
    return refusal("model", lambda: demand_model(p, model))


def rejects_tight(p: Proposition, tight: Tight, proofs: tuple[Proof, ...]) -> Rejected | None:
    return refusal("tight", lambda: demand_tight(p, tight, proofs))
