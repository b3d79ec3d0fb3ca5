"""The library: collected by name, replayed in order; principles are assumed and show."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from dpsym.certifying import CertifyError, certify
from dpsym.kernel.laws.codec import certificate_to_json
from dpsym.kernel.laws.statements import Fact, Proved
from dpsym.kernel.statements import Rejected
from dpsym.kernel.terms import TermError
from dpsym.library import Library, LibraryError, collect, stored
from dpsym.objects.language import Event, Ge, Gt, Indicator, Int, Law, Le, Point, Query, Symbol
from dpsym.theorem import Attained, Cite, Integrate, Pointwise, Principle, Theorem, Under, forall, have
from dpsym.verifying import formula_certificates

x = Point("x")
P, F = Law("P", x), Query("f", x)
p, f = P.density, F.density
m = Symbol("m")

assumed = Principle(
    name="made_up.assumed", title="A principle", about=[F], given={"h": forall(x, Le(f, 1))}, claim=forall(x, Le(f, 1)),
    witness=({}, {F: [0]}),
)  # fmt: skip


def citing(name: str, of: Theorem) -> Theorem:
    return Theorem(
        name=name, title="It rests on another", about=[F], given={"h": forall(x, Le(f, 1))}, claim=forall(x, Le(f, 1)),
        proof=[have("goal", forall(x, Le(f, 1)), by=Cite(of))], witness=({}, {F: [0]}),
    )  # fmt: skip


def library(tmp_path: Path, *theorems: Theorem) -> Library:
    known: dict = {}
    for t in theorems:
        if not isinstance(t, Principle):
            (tmp_path / f"{t.name}.json").write_text(json.dumps(certificate_to_json(certify(t, known))), "utf-8")
        known[t.name] = t.proposition
    return Library({t.name: t for t in theorems}, tmp_path)


def test_what_rests_on_a_principle_says_so(tmp_path: Path) -> None:
    first = citing("made_up.first", assumed)
    second = citing("made_up.second", first)
    lib = library(tmp_path, assumed, first, second)
    results = [r.result for r in lib.replay_all()]
    assert [r.grade for r in results if isinstance(r, Proved)] == ["cited", "cited"]
    with pytest.raises(LibraryError):
        lib.replay(assumed.name)


def test_claims_for_all_events_keep_their_quantifiers() -> None:
    """Opened, the first would be about the one event of its hypothesis, and the second would let R depend on the event."""
    E, R = Event("e", x), Law("R", x)
    e, r = E.density, R.density
    every = Fact(Le(Int(e * p, x), 0), (E.field,))
    about_one = Theorem(name="made_up.one", title="", about=[P, E], given={"h": every.statement}, claim=every, proof=[])
    some = Fact(Ge(Int(e * r, x), Int(e * p, x)), (E.field,))
    exists = Theorem(name="made_up.some", title="", about=[P], exists=[R], claim=some, proof=[])
    for theorem in (about_one, exists):
        with pytest.raises(TermError, match="claims for all e"):
            _ = theorem.proposition
    free = Theorem(name="made_up.free", title="", about=[P, E], claim=every, proof=[])
    assert E.field in free.proposition.setting.fields


def test_theorems_that_cite_each_other_are_refused(tmp_path: Path) -> None:
    a = citing("made_up.a", assumed)
    lib = library(tmp_path, assumed, a)
    data = json.loads((tmp_path / "made_up.a.json").read_text("utf-8"))
    for step in data["proof"]:
        step["by"]["theorem"] = "made_up.a"
    (tmp_path / "made_up.a.json").write_text(json.dumps(data), "utf-8")
    with pytest.raises(LibraryError):
        lib.replay("made_up.a")


def test_a_missing_or_malformed_certificate_is_rejected(tmp_path: Path) -> None:
    assert isinstance(stored("made_up.nothing", tmp_path), Rejected)
    (tmp_path / "made_up.bad.json").write_text("{", "utf-8")
    assert isinstance(stored("made_up.bad", tmp_path), Rejected)


def test_names_are_module_and_variable() -> None:
    for name, theorem in collect().items():
        assert theorem.name == name


@pytest.mark.parametrize(
    ("proof", "found"),
    [
        ([have("goal", Le(Int(p * p, x), m), by=Pointwise())], "no proof"),
        ([have("goal", Le(Int(f * p, x), m), by=Integrate(x, "mean"))], "multiples of the Ints"),
        ([have("goal", Ge(m, 0), by=Pointwise())], "no step that states it"),
    ],
)
def test_what_cannot_be_certified_says_where(proof, found: str) -> None:
    theorem = Theorem(
        name="made_up.wrong", title="", about=[P, F], where=[Ge(m, 0)], claim=Le(Int(p * p, x), m), proof=proof,
        tight=Attained({P: [1], F: [0]}, params={"m": 1}),
    )  # fmt: skip
    with pytest.raises(CertifyError, match=found):
        certify(theorem, seconds=2)


def test_a_theorem_needs_a_model_of_its_hypotheses() -> None:
    theorem = Theorem(
        name="made_up.vacuous", title="", about=[P], given={"no": Le(Int(p, x), 0)}, claim=Le(Int(p, x), 0),
        proof=[have("goal", Le(Int(p, x), 0), by=Pointwise(["no"]))], witness=({}, {P: [1]}),
    )  # fmt: skip
    with pytest.raises(CertifyError, match="a model that certainly satisfies no"):
        certify(theorem)


def test_the_example_of_the_page_on_laws_is_a_theorem() -> None:
    page = (Path(__file__).parents[2] / "docs" / "laws.md").read_text("utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", page, re.S)
    names: dict = {}
    exec(compile(block, "laws.md", "exec"), names)
    assert certify(names["markov"]).proposition == collect()["expectations.markov"].proposition


def test_pieces_of_a_tight_model_are_decided() -> None:
    """Whether f > m holds depends on the model's symbols: it is shown first, for all of them."""
    likely = Le(Int(Indicator(Gt(f, m)) * p, x), Int(p, x))
    theorem = Theorem(
        name="made_up.pieces", title="", about=[P, F], where=[Ge(m, 0)], claim=likely,
        proof=[have("goal", likely, by=Under(x, cases=[Gt(f, m)]))],
        tight=Attained({P: [1 / (m + 2), (m + 1) / (m + 2)], F: [m + 1, (m + 1) ** 2]}),
    )  # fmt: skip
    assert certify(theorem).tight


@pytest.mark.parametrize("text", ["1" * 5000, "[" * 100_000, "{", "7", "null", "\ud800"])
def test_a_file_that_is_no_certificate_is_rejected(tmp_path: Path, text: str) -> None:
    for name in ("made_up.file", "made_up.formula"):
        (tmp_path / f"{name}.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert isinstance(stored("made_up.file", tmp_path), Rejected)
    assert isinstance(formula_certificates("made_up.formula", tmp_path), Rejected)
