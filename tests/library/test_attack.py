"""Attacks on the library: random exact models against every theorem, perturbed proofs, and false neighbours of tight bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from dpsym.kernel.laws.models import refute
from dpsym.kernel.laws.statements import Certificate, Fact, Model, Proposition, Refuted
from dpsym.kernel.laws.terms import Substitution
from dpsym.kernel.statements import Claim
from dpsym.kernel.terms import BINDERS, Term, num, relation, subterms
from dpsym.kernel.verdicts import Rejected
from dpsym.library.certificates import Shelf
from dpsym.library.desk import chosen
from dpsym.library.entries import Formula
from dpsym.library.loading import entries, theorems
from dpsym.library.perturbing import idle, propositions, slack
from dpsym.library.theorem import Obtain, Theorem, at_point
from dpsym.objects.language import Int
from dpsym.search.opinion.second import second_opinion
from dpsym.search.refuting.models import random_models
from tests.helpers.sampling import sampled

THEOREMS = {
    n: t for n, t in theorems().items() if not t.existing
}  # a claim that something exists is not refuted by models
OBTAINED = [
    "k_fold.decomposed"
]  # the fields of another theorem, decomposition.basic: no terms that a model could evaluate
EXISTING = {n: t for n, t in theorems().items() if t.existing and n not in OBTAINED}
ENTRIES = entries()
SHELF = Shelf()
LIBRARY = propositions(ENTRIES)
TIGHT = {n: t for n, t in THEOREMS.items() if t.tight is not None}
FORMULAS = {n: e for n, e in ENTRIES.items() if isinstance(e, Formula) and e.fails_at is None}


def models_of(name: str) -> list[Model]:
    """The witness, and the laws that attain the bound."""
    certificate = SHELF.theorem(name)
    if not isinstance(certificate, Certificate):
        return []
    return [certificate.witness, *(at_point(t.model, t.point) for t, _ in certificate.tight)]


def attacked(p: Proposition, near: list[Model], tries: int) -> None:
    """Fails if a random model refutes the proposition, or if none satisfies its hypotheses: then the attack is idle."""
    found = random_models(p, tries, 0, near)
    assert found.refuted is None, found.refuted
    assert found.unjudged == 0
    assert found.satisfied > 0


@pytest.mark.campaign
@pytest.mark.parametrize("name", THEOREMS)
def test_random_laws_do_not_refute_it(name: str) -> None:
    attacked(THEOREMS[name].proposition, models_of(name), 150)


@pytest.mark.parametrize("name", list(THEOREMS)[::20])
def test_random_laws_do_not_refute_some(name: str) -> None:
    attacked(THEOREMS[name].proposition, models_of(name), 150)


def as_chosen(name: str) -> Proposition:
    """What exists, as the proof chooses it: it is what is claimed, in its range, and a law if a law is to exist."""
    theorem = EXISTING[name]
    claims = list(chosen(theorem).claims)
    for f, t in theorem.choice.items():
        ends = ((">=", f.field.lower), ("<=", f.field.upper))
        claims += [Fact(relation(op, t, end)) for op, end in ends if end is not None]
        claims += [Fact(relation("==", Int(t, f.point), num(1)))] if f.field.mass else []
    return replace(theorem.proposition, claims=tuple(claims), exists=())


@pytest.mark.campaign
@pytest.mark.parametrize("name", EXISTING)
def test_random_laws_do_not_refute_what_is_chosen(name: str) -> None:
    attacked(as_chosen(name), models_of(name), 40)


@pytest.mark.parametrize("name", sampled([n for n in EXISTING if not n.startswith("decomposition.")], 3))
def test_random_laws_do_not_refute_what_some_choose(name: str) -> None:
    attacked(as_chosen(name), models_of(name), 8)


@pytest.mark.parametrize("name", sampled(list(EXISTING), 4))
def test_random_laws_refute_a_choice_that_is_too_large(name: str) -> None:
    p = as_chosen(name)
    double = {f.name: (f.points, 3 * t + 1) for f, t in EXISTING[name].choice.items()}
    wrong = Substitution(fields=double)
    claims = tuple(Fact(wrong(f.statement)) for f in EXISTING[name].proposition.claims)
    masses = tuple(
        Fact(relation("==", Int(double[f.name][1], f.point), num(1))) for f in EXISTING[name].existing if f.field.mass
    )
    with pytest.raises(AssertionError, match="Refuted"):
        attacked(replace(p, claims=claims + masses), models_of(name), 20)


def test_what_is_obtained_is_named_and_nothing_else() -> None:
    """All other theorems that claim existence are attacked."""
    named = {n for n, t in theorems().items() if any(isinstance(s.by, Obtain) for s in t.steps)}
    assert named & {n for n, t in theorems().items() if t.existing} == set(OBTAINED)


@pytest.mark.parametrize("name", sampled(list(TIGHT)[::8], 2))
def test_random_laws_refute_a_bound_that_is_too_good(name: str) -> None:
    p = THEOREMS[name].proposition
    wrong = Proposition(
        p.setting, p.given, tuple(Fact(better(c.statement, Fraction(10**9)), c.tests) for c in p.claims)
    )
    with pytest.raises(AssertionError, match="Refuted"):
        attacked(wrong, models_of(name), 150)


def asked(name: str, perturb: Callable[[Claim], Claim] = lambda claim: claim) -> None:
    """Fails if mpmath contradicts a claim of the formula, or says nothing of one that it can evaluate."""
    for claim in map(perturb, FORMULAS[name].claims):
        found = second_opinion(claim, "proved")
        assert found.opinion == "agrees" or (found.opinion == "inconclusive" and is_hard(claim)), found


def is_hard(claim: Claim) -> bool:
    """Integrals, sums and products have no error bound in mpmath, and some equalities are seen to vanish only."""
    return claim.statement.op == "==" or any(t.op in BINDERS for side in (claim.lhs, claim.rhs) for t in subterms(side))


def too_good(claim: Claim) -> Claim:
    """The claim with a right side that is better than it can be by a thousandth at the tightest point that was seen."""
    found = second_opinion(claim, "proved")
    _, _, exponent = found.min_slack.partition("e-")
    tiny = found.min_slack.startswith("<") or int(exponent or 0) > 300  # as a fraction it would have that many digits
    slack = Fraction(0) if tiny else Fraction(found.min_slack)
    by = num(slack + Fraction(1, 1000))
    return replace(claim, rhs=claim.rhs + by if claim.statement.op in (">=", ">", "==") else claim.rhs - by)


@pytest.mark.campaign
@pytest.mark.parametrize("name", FORMULAS)
def test_samples_do_not_contradict_it(name: str) -> None:
    asked(name)


@pytest.mark.parametrize("name", list(FORMULAS)[::12])
def test_samples_do_not_contradict_some(name: str) -> None:
    asked(name)


@pytest.mark.parametrize("name", [n for n in list(FORMULAS)[::12] if not any(map(is_hard, FORMULAS[n].claims))])
def test_samples_contradict_a_formula_with_a_wrong_constant(name: str) -> None:
    with pytest.raises(AssertionError, match="contradicts"):
        asked(name, too_good)


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


def better(s: Term, share: Fraction = Fraction(1, 1000)) -> Term:
    """The claim with a right side that is smaller by a thousandth, or by another share (or larger, for >=)."""
    up = s.op in (">=", ">", "==")
    return relation(s.op, s.lhs, s.rhs + num(share) if up else s.rhs - num(share))


@pytest.mark.parametrize("name", TIGHT)
def test_a_better_constant_is_refuted_by_the_laws_that_attain_it(name: str) -> None:
    theorem, certificate = THEOREMS[name], SHELF.theorem(name)
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


@pytest.mark.parametrize("name", sampled(list(TIGHT), 14))
def test_without_a_hypothesis_it_is_refuted(name: str) -> None:
    """By a variant of the theorem, or by a random model."""
    theorem = THEOREMS[name]
    p = theorem.proposition
    for label, _ in p.given:
        less = Proposition(p.setting, tuple((n, f) for n, f in p.given if n != label), p.claims)
        known = any(list(v.drop) == [label] and v.claim is None for v in theorem.fails)
        found = known or any(
            random_models(less, 600, seed, models_of(name)).refuted is not None for seed in range(1, 9)
        )
        assert found, f"{name}: found no counterexample without {label}"
