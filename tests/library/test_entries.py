"""Entries: each kind is asked what it should be, a wrong one is rejected, and the whole library comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpsym.library.base import Entry
from dpsym.library.certificates import Shelf
from dpsym.library.entries import Definition, Example, Falsehood, Formula, Unsettled
from dpsym.library.loading import entries
from dpsym.library.theorem import Principle, Theorem
from dpsym.library.upkeep import certify_formula
from dpsym.library.verifying import Verified, Verifier, verify
from dpsym.objects.language import Ge, Law, Le, Point, Symbol, log, num
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


def response(verdict: str) -> Example:
    def decisions():
        from sympy import log as sympy_log

        from dpsym.objects.mechanisms.base import binary_response
        from dpsym.objects.notions import PureDP

        return [(PureDP(1), binary_response(sympy_log(2)), verdict)]

    return Example(name="made_up.example", title="", decisions=decisions)


def test_an_example_is_decided_by_the_notion() -> None:
    assert asked(response("holds")).verdict == "proved"
    assert asked(response("fails")).verdict == "rejected"


def test_a_definition_is_an_object_that_is_there() -> None:
    assert asked(Definition(name="a.b", title="", object="dpsym.objects.notions.PureDP")).verdict == "defined"
    assert asked(Definition(name="a.b", title="", object="dpsym.objects.notions.Nothing")).verdict == "rejected"
    assert asked(Definition(name="a.b", title="", object="no.such.module")).verdict == "rejected"


def test_an_example_without_decisions_shows_nothing() -> None:
    assert asked(Example(name="a.b", title="", decisions=lambda: [])).verdict == "rejected"


def test_what_is_unsettled_is_open() -> None:
    answer = asked(Unsettled(name="a.b", title="", reason="nobody knows"))
    assert (answer.verdict, answer.detail) == ("open", "nobody knows")


# -- the library itself ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", entries())
def test_the_kernel_agrees(name: str, answers: dict[str, Verified]) -> None:
    entry, answer = entries()[name], answers[name]
    assert answer.fine, answer.detail
    if isinstance(entry, Theorem):
        assert answer.verdict == ("assumed" if isinstance(entry, Principle) else "proved")
    elif isinstance(entry, Formula):
        assert answer.verdict in (("proved",) if entry.fails_at is None else ("refuted", "undefined"))


def test_nothing_is_assumed(answers: dict[str, Verified]) -> None:
    assert not [n for n, a in answers.items() if a.verdict == "assumed" or a.rests]


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
