"""Attacks on the library: random exact models against every theorem, perturbed proofs, and false neighbours of tight bounds."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dpsym.answer import Budget
from dpsym.entries import Formula
from dpsym.kernel.laws.models import Model, refute
from dpsym.kernel.laws.statements import Certificate, Fact, Proposition, Refuted
from dpsym.kernel.statements import Rejected
from dpsym.kernel.terms import Term, num, relation
from dpsym.library import collect, stored
from dpsym.perturbing import idle, propositions, slack
from dpsym.search.models import random_model, random_models
from dpsym.search.opinion import second_opinion
from dpsym.theorem import Principle, Theorem, at_point
from dpsym.verifying import entries

THEOREMS = {n: t for n, t in collect().items() if not t.exists}
ENTRIES = entries()
LIBRARY = propositions(ENTRIES)
TIGHT = {n: t for n, t in THEOREMS.items() if t.tight is not None}
FORMULAS = {n: e for n, e in ENTRIES.items() if isinstance(e, Formula) and e.fails_at is None}


def models_of(name: str) -> list[Model]:
    """The witness, and the laws that attain the bound."""
    certificate = stored(name)
    if not isinstance(certificate, Certificate):
        return []
    return [certificate.witness, *(at_point(t.model, t.point) for t, _ in certificate.tight)]


@pytest.mark.campaign
@pytest.mark.parametrize("name", THEOREMS)
def test_random_laws_do_not_refute_it(name: str) -> None:
    """`satisfied` counts the models in which the hypotheses hold and the claim was looked at: the attack is not idle."""
    p, near = THEOREMS[name].proposition, models_of(name)
    satisfied = 0

    @settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.integers(0, 2**32))
    def attack(seed: int) -> None:
        nonlocal satisfied
        found = refute(p, random_model(p, Random(seed), near))
        assert not isinstance(found, Refuted), found
        satisfied += found.found.startswith("claims that are not seen to fail")

    attack()
    assert satisfied > 0


@pytest.mark.campaign
@pytest.mark.parametrize("name", FORMULAS)
def test_samples_do_not_contradict_it(name: str) -> None:
    for claim in FORMULAS[name].claims:
        assert second_opinion(claim, Budget(seconds=5)).opinion != "contradicts"


@pytest.mark.campaign
@pytest.mark.parametrize("name", [n for n, e in ENTRIES.items() if isinstance(e, (Theorem, Formula))])
def test_perturbed_steps_are_rejected_or_slack(name: str) -> None:
    """What the kernel still accepts is a weaker form of the step, or a sharper one that is true as well; its negation only in a
    case of its own that does not occur."""
    found = slack(ENTRIES[name], LIBRARY)
    kinds = {"strict", "weakened", "number", "sign"}
    assert {s.kind for s in found} <= (kinds if isinstance(ENTRIES[name], Theorem) else kinds | {"constant", "vacuous"})


@pytest.mark.campaign
@pytest.mark.parametrize("name", [n for n, e in ENTRIES.items() if isinstance(e, (Theorem, Formula))])
def test_no_step_can_be_left_out(name: str) -> None:
    assert idle(ENTRIES[name], LIBRARY) == []


# -- false neighbours of tight bounds ---------------------------------------------------------------------------------


def better(s: Term) -> Term:
    """The claim with a right side that is smaller by a thousandth of itself and of one (or larger, for >=)."""
    up = s.op in (">=", ">")
    share = num(1, 1000)
    return relation(s.op, s.lhs, s.rhs + share if up else s.rhs - share)


@pytest.mark.parametrize("name", TIGHT)
def test_a_better_constant_is_refuted_by_the_laws_that_attain_it(name: str) -> None:
    theorem, certificate = THEOREMS[name], stored(name)
    assert isinstance(certificate, Certificate)
    p = certificate.proposition
    for tight, _ in certificate.tight:
        claim = p.claims[tight.claim]
        if claim.statement.op == "==":
            continue
        other = Proposition(p.setting, p.given, (Fact(better(claim.statement), claim.tests),))
        model = at_point(tight.model, tight.point)
        assert isinstance(refute(other, model), Refuted), theorem.name
        assert isinstance(refute(p, model), Rejected)


@pytest.mark.parametrize("name", TIGHT)
def test_without_a_hypothesis_it_is_refuted(name: str) -> None:
    """By a variant of the theorem, or by a random model."""
    theorem = THEOREMS[name]
    p = theorem.proposition
    for label, _ in p.given:
        less = Proposition(p.setting, tuple((n, f) for n, f in p.given if n != label), p.claims)
        known = any(list(v.drop) == [label] and v.claim is None for v in theorem.fails)
        found = known or random_models(less, 600, 1, models_of(name)).refuted is not None
        assert found, f"{name}: found no counterexample without {label}"


def test_principles_are_attacked_too() -> None:
    for name, principle in THEOREMS.items():
        if isinstance(principle, Principle):
            assert random_models(principle.proposition, 500).refuted is None, name
