"""The theorems about all laws: they replay, they are tight where they say so, and their false variants are rejected and refuted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpsym.kernel.laws.check import check
from dpsym.kernel.laws.models import refute
from dpsym.kernel.laws.statements import Certificate, Proposition, Refuted
from dpsym.kernel.verdicts import Rejected
from dpsym.library import theorem as author
from dpsym.library.certificates import Shelf
from dpsym.library.certifying import certify
from dpsym.library.loading import theorems
from dpsym.library.theorem import Theorem, tables
from dpsym.objects.applied import Applied
from dpsym.objects.unfold import unfold
from tests.helpers.sampling import sampled, share

THEOREMS = theorems()
SHELF = Shelf()
PROPOSITIONS = {name: t.proposition for name, t in THEOREMS.items()}

#: The theorems that design.md §5 names.
NAMED = {
    "data processing": "post_processing.hockey_stick", "Jensen": "expectations.jensen", "Hölder": "expectations.hoelder",
    "Markov": "expectations.markov", "union bound": "expectations.union_bound_countable", "triangle": "total_variation.triangle",
    "layer cake": "expectations.layer_cake", "change of measure": "expectations.change_of_measure",
    "randomized response": "randomized_response.representation", "four points": "four_points.representation",
}  # fmt: skip


@pytest.mark.parametrize("name", THEOREMS)
def test_the_certificate_follows_the_written_proof(name: str) -> None:
    certificate = SHELF.theorem(name)
    assert isinstance(certificate, Certificate)
    steps = {h.name: h.fact for h in certificate.proof}
    for step in THEOREMS[name].steps:
        assert steps.get(step.name) == step.fact


def variants() -> list:
    return [pytest.param(t, v, id=f"{name}: {v.why}") for name, t in THEOREMS.items() for v in t.fails]


@pytest.mark.parametrize(("theorem", "variant"), sampled(variants(), 14))
def test_false_variants_are_rejected_and_refuted(theorem: Theorem, variant: author.Variant) -> None:
    p = theorem.variant(variant)
    model = tables(variant.values, variant.params, theorem.fields)
    assert isinstance(refute(p, model), Refuted)
    assert isinstance(refute(theorem.proposition, model), Rejected)  # the theorem itself is not refuted
    certificate = SHELF.theorem(theorem.name)
    assert isinstance(certificate, Certificate)
    assert isinstance(check(replace(certificate, proposition=p, tight=()), PROPOSITIONS), Rejected)


@pytest.mark.parametrize("name", NAMED.values(), ids=NAMED)
def test_the_named_theorems_are_there_and_have_false_variants(name: str) -> None:
    assert THEOREMS[name].fails or THEOREMS[name].exists
    assert THEOREMS[name].tight is not None or THEOREMS[name].exists


#: Parts of a notion that the proof does not need, and why.
IDLE = {
    # PureDP asks both directions of each pair. The proof compares e and f for all e and f that agree with d, so in both orders, by one
    # direction; the notion is the hypothesis of the source, and the other direction comes with it.
    ("dataset_bayesian.from_pure", "private.QP"),
    # Each direction of the claim uses the two notions at orders of its own, in that direction; near need not be symmetric.
    *(("groups.concentrated", f"{step}.{way}") for step in ("first", "second") for way in ("P.QP", "Q.PQ")),
    *(("groups.renyi", way) for way in ("first.1.QP", "first.2.PQ", "second.1.PQ", "second.2.QP")),
}


@pytest.mark.parametrize("name", sampled(list(THEOREMS), 11))
def test_every_hypothesis_is_used(name: str) -> None:
    """Every fact that a hypothesis unfolds to, each direction of a notion among them."""
    certificate = SHELF.theorem(name)
    assert isinstance(certificate, Certificate)
    p = certificate.proposition
    for label, _ in p.given:
        less = Proposition(p.setting, tuple((n, f) for n, f in p.given if n != label), p.claims, p.exists)
        rejected = isinstance(check(replace(certificate, proposition=less, tight=()), PROPOSITIONS), Rejected)
        assert rejected == ((name, label) not in IDLE), label


def test_what_is_idle_is_a_part_of_a_notion() -> None:
    for name, label in IDLE:
        given = label.rpartition(".")[0]
        notion = THEOREMS[name].given[given]
        assert isinstance(notion, Applied)
        assert label in unfold(given, notion)


def test_without_a_model_of_the_hypotheses_nothing_is_proved() -> None:
    for name in ("total_variation.bound", "semantic.prior_to_posterior", "expectations.markov"):
        certificate = SHELF.theorem(name)
        assert isinstance(certificate, Certificate)
        other = replace(
            certificate.witness, fields=tuple((n, tuple(-v for v in table)) for n, table in certificate.witness.fields)
        )
        assert isinstance(check(replace(certificate, witness=other), PROPOSITIONS), Rejected)


def test_nothing_is_proved_by_citing_what_has_not_been_checked() -> None:
    certificate = SHELF.theorem("post_processing.stays_close")
    assert isinstance(certificate, Certificate)
    assert isinstance(check(certificate, {}), Rejected)


def test_what_exists_does_not_without_its_hypothesis() -> None:
    """The representation's converse: what randomized response represents is pure. So laws that are not pure have no representation."""
    certificate = SHELF.theorem("randomized_response.representation")
    assert isinstance(certificate, Certificate)
    p = certificate.proposition
    less = Proposition(p.setting, (), p.claims, p.exists)
    assert isinstance(check(replace(certificate, proposition=less), PROPOSITIONS), Rejected)
    assert "randomized_response.converse" in THEOREMS
    assert "four_points.converse" in THEOREMS


@pytest.mark.campaign
@pytest.mark.parametrize(("theorem", "variant"), share(variants(), 2))
def test_search_does_not_certify_false_variants(theorem: Theorem, variant: author.Variant) -> None:
    """The written proof, with the false claim in place of the true one and the hypotheses that are left. Steps that are true as
    they were keep their proofs, so that the search is about the false one."""
    old = [f.statement for f in theorem.claims.values()]
    false = [f.statement for f in theorem.variant(variant).claims]
    new = dict(zip(old, false if len(false) == len(old) else false * len(old)))
    proof = [replace(s, statement=new.get(s.fact.statement, s.statement)) for s in theorem.steps]
    given = {n: f for n, f in theorem.hypotheses.items() if n not in variant.drop}
    claim = theorem.claim if variant.claim is None else variant.claim
    model = (variant.params, variant.values)
    wrong = replace(
        theorem, given=given, claim=claim, proof=proof, tight=None, where=variant.where or theorem.where, witness=model
    )
    earlier = SHELF.theorem(theorem.name)
    assert isinstance(earlier, Certificate)
    with pytest.raises(ValueError, match="found"):
        certify(wrong, PROPOSITIONS, seconds=2, earlier=earlier)
