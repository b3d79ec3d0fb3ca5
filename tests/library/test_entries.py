"""Entries: each kind is asked what it should be, a wrong one is rejected, and the whole library comes out as it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sympy

import theorems.datasets as datasets
from dpsym.library.base import Entry
from dpsym.library.certificates import Shelf
from dpsym.library.entries import Definition, Falsehood, Formula, Unsettled
from dpsym.library.loading import entries
from dpsym.library.theorem import Theorem
from dpsym.library.upkeep import certify_formula
from dpsym.library.verifying import Verified, Verifier, verify
from dpsym.objects import applied
from dpsym.objects.language import Ge, Law, Le, Point, Symbol, log, num
from dpsym.objects.mechanisms.base import binary_response
from dpsym.objects.notions import PureDP
from dpsym.objects.unfold import Pure, TotalVariation

eps = Symbol("eps")
x = Point("x")
P, Q = Law("P", x), Law("Q", x)
LOG_2 = log(num(2))
HALVES = {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)]}


def asked(entry: Entry, where: Path | None = None) -> Verified:
    return Verifier({entry.name: entry}, where)(entry.name)


def formula(claim: str, **more) -> Formula:
    return Formula(name="made_up.formula", title="A formula", claim=claim, where=["eps >= 0"], **more)


def falsehood(bound, values=HALVES, eps_value=LOG_2) -> Falsehood:
    return Falsehood(
        name="made_up.false", title="Too good", about=[P, Q], where=[Ge(eps, 0)], given={"near": Pure(P, Q, eps)},
        claim=Le(TotalVariation(P, Q), bound), values=values, params={"eps": eps_value},
    )  # fmt: skip


def saved(entry: Formula, where: Path) -> Path:
    Shelf(where).store(entry.name, certify_formula(entry))
    return where


def test_a_formula_is_proved_by_its_certificate(tmp_path: Path) -> None:
    entry = formula("1 - exp(-eps) <= eps <= exp(eps) - 1")
    assert asked(entry, tmp_path).verdict == "rejected"
    answer = asked(entry, saved(entry, tmp_path))
    assert answer.verdict == "proved"
    assert answer.steps > 0


def test_a_certificate_of_another_formula_is_rejected(tmp_path: Path) -> None:
    where = saved(formula("1 - exp(-eps) <= eps"), tmp_path)
    answer = asked(formula("1 - exp(-eps) <= eps/2"), where)
    assert answer.verdict == "rejected"
    assert "other statements" in answer.detail


@pytest.mark.parametrize("text", ["{", "[]", '[{"format": 3}]'])
def test_a_malformed_certificate_is_rejected(tmp_path: Path, text: str) -> None:
    entry = formula("1 - exp(-eps) <= eps")
    (tmp_path / f"{entry.name}.json").write_text(text, "utf-8")
    assert asked(entry, tmp_path).verdict == "rejected"


@pytest.mark.parametrize(
    ("claim", "point", "verdict"),
    [
        ("exp(2*eps) <= 1 + 2*eps", {"eps": "log(2)"}, "refuted"),
        ("1/eps >= 0", {"eps": "0"}, "undefined"),
        ("exp(eps) >= 1 + eps", {"eps": "1"}, "rejected"),
        ("exp(2*eps) <= 1 + 2*eps", {"eps": "-1"}, "rejected"),  # not in the domain
        ("exp(2*eps) <= 1 + 2*eps", {}, "rejected"),
    ],
)
def test_a_false_formula_fails_at_its_point(claim: str, point: dict[str, str], verdict: str) -> None:
    assert asked(formula(claim, fails_at=point)).verdict == verdict


def test_a_falsehood_is_refuted_by_its_model() -> None:
    answer = asked(falsehood(eps / 4))
    assert answer.verdict == "refuted"
    assert "P = [2/3, 1/3]" in answer.detail


@pytest.mark.parametrize(
    "entry",
    [
        falsehood(eps),  # true there
        falsehood(eps / 4, eps_value=num(1, 2)),  # the hypothesis fails
        falsehood(eps / 4, values={P: [1, 1], Q: [0, 1]}),  # not laws
        falsehood(eps / 4, eps_value=num(-1)),  # outside of the domain
    ],
)
def test_a_model_that_refutes_nothing_is_rejected(entry: Falsehood) -> None:
    assert asked(entry).verdict == "rejected"


def test_several_claims_are_all_proved(tmp_path: Path) -> None:
    both = Formula(
        name="made_up.both", title="", claim=["x**2 >= 0", "x <= abs(x)"], where=["x >= -1"], against="x < 0"
    )
    assert len(both.claims) == 2
    Shelf(tmp_path).store("made_up.both", certify_formula(both))
    assert Verifier({"made_up.both": both}, tmp_path)("made_up.both").verdict == "proved"
    Shelf(tmp_path).store("made_up.both", certify_formula(both)[:1])
    assert Verifier({"made_up.both": both}, tmp_path)("made_up.both").verdict == "rejected"


def defined(name: str, *instances: tuple[Any, Any, str]) -> Verified:
    return asked(Definition(name="a.b", title="", object=name, examples=lambda: instances))


def test_a_definition_unfolds_and_decides_instances_of_both_kinds() -> None:
    name, no = "dpsym.objects.notions.PureDP", ("words", False, "fails")
    yes = (PureDP(1), binary_response(sympy.log(2)), "holds")
    found = defined(name, yes, no)
    assert found.verdict == "defined"
    assert "unfolds to 2 facts" in found.detail
    assert defined("dpsym.objects.notions.Nothing", yes, no).verdict == "rejected"
    assert defined("no.such.module", yes, no).verdict == "rejected"
    assert defined(name).verdict == defined(name, yes).verdict == defined(name, no).verdict == "rejected"
    assert defined(name, (*yes[:2], "fails"), no).verdict == "rejected"
    assert defined(name, yes, ("words", True, "fails")).verdict == "rejected"
    assert defined(name, yes, no, ("words", 1, "holds")).verdict == "rejected"


def test_what_is_unsettled_is_open() -> None:
    answer = asked(Unsettled(name="a.b", title="", reason="nobody knows"))
    assert (answer.verdict, answer.detail) == ("open", "nobody knows")


# -- the library itself ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", entries())
def test_the_kernel_agrees(name: str, answers: dict[str, Verified]) -> None:
    entry, answer = entries()[name], answers[name]
    assert answer.fine, answer.detail
    if isinstance(entry, Theorem):
        assert answer.verdict == "proved"
    elif isinstance(entry, Formula):
        assert answer.verdict in (("proved",) if entry.fails_at is None else ("refuted", "undefined"))


def test_several_processes_say_the_same() -> None:
    names = [n for n in entries() if n.startswith(("pure.", "expectations.", "closed_response."))]
    alone, together = verify(names, jobs=1), verify(names, jobs=2)
    assert [(a.name, a.verdict) for a in alone] == [(a.name, a.verdict) for a in together]


def test_every_source_is_in_the_bibliography() -> None:
    import re

    from dpsym.library.loading import directory

    keys = set(re.findall(r"@\w+\{([^,]+),", (directory().parent / "references.bib").read_text("utf-8")))
    assert {e.source.key for e in entries().values() if e.source} <= keys


def test_no_certificate_is_left_over() -> None:
    from dpsym.library.loading import directory

    stored = {path.stem for path in directory().glob("*.json")}
    assert stored <= set(entries())


def test_a_theorem_says_its_notions_in_words() -> None:
    """Above what they mean; for all priors, if nothing is assumed of the prior, and for the prior otherwise."""
    known = entries()
    words = "\n".join(known["dataset_bayesian.from_pure"].lines())  # type: ignore[attr-defined]
    assert (
        "given   private: M is eps-DP, for pairs in same, that is:\n  given   private.PQ: for all d, d', i, y: same(i, d, d')*M(d, y)"
        in words
    )
    assert "Bayesian private, for pairs in same, for all priors b, that is:\n  claim   for all d, i, y:" in words
    assert "for all alpha > 1, that is:" in "\n".join(known["dataset_renyi.pure_to_concentrated"].lines())  # type: ignore[attr-defined]
    back = "\n".join(known["dataset_bayesian_converse.to_pure"].lines())  # type: ignore[attr-defined]
    assert "s-Bayesian private, for pairs in same, for the weights of a prior (1 - s)*at(d, e)/2" in back
    latex = known["dataset_bayesian.from_pure"].latex()  # type: ignore[attr-defined]
    assert "Suppose that\n$M$ is $\\varepsilon$-DP, for pairs in $\\mathrm{same}$, that is,\n\\begin{align*}" in latex
    assert "for all priors $b$" in latex


def test_for_all_priors_is_said_only_if_nothing_is_assumed() -> None:
    from dataclasses import replace

    theorem = entries()["dataset_bayesian.from_pure"]
    assert isinstance(theorem, Theorem)
    prior = theorem.about[-1]
    narrower = replace(theorem, name="", given={**theorem.given, "small": Le(prior.density, num(1, 2))})
    assert "for the prior b" in "\n".join(narrower.lines())
    assert "for all priors" not in "\n".join(narrower.lines())
    concentrated = entries()["dataset_renyi.pure_to_concentrated"]
    assert isinstance(concentrated, Theorem)
    at_most = replace(concentrated, name="", where=[*concentrated.where, Le(Symbol("alpha"), 9)])
    assert "at the order alpha" in "\n".join(at_most.lines())


def test_of_two_relations_each_is_named_and_what_is_no_part_of_a_notion_says_so() -> None:
    """`M is eps-DP` of a theorem about neighbours and about pairs two steps apart would leave open which of them."""
    lines = "\n".join(entries()["groups_of_two.pure"].lines())  # type: ignore[attr-defined]
    assert "private: M is eps-DP, for pairs in near, that is:" in lines
    assert "claim   M is 2*eps-DP, for pairs in two, that is:" in lines
    assert "for pairs in near" not in "\n".join(entries()["datasets.post_processing"].lines())  # type: ignore[attr-defined]
    near = datasets.Near
    claim: dict[str, Any] = {"private": applied.PureDP(1)(datasets.A), "plain": Le(datasets.m, 1)}
    both = Theorem(name="t", title="t", about=[datasets.M, near], claim=claim, proof=[])
    claims = [line for line in both.lines() if line.startswith("  claim")]
    assert claims[-1] == "  claim   besides, for all d, y: M(d, y) <= 1"
    assert sum("besides" in line for line in claims) == 1
