"""The library: collected by name, replayed in order."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from dpsym.kernel.laws.statements import Fact, Proved
from dpsym.kernel.terms import TermError
from dpsym.kernel.verdicts import Rejected
from dpsym.library.base import LibraryError
from dpsym.library.certificates import Shelf
from dpsym.library.certifying import certify
from dpsym.library.failures import CertifyError
from dpsym.library.loading import chapter, chapters, entries, theorems
from dpsym.library.replaying import Library
from dpsym.library.theorem import Attained, Cite, Integrate, Pointwise, Real, Theorem, Under, forall, have
from dpsym.objects.language import Event, Ge, Gt, Indicator, Int, Law, Le, Point, Query, Symbol

x = Point("x")
P, F = Law("P", x), Query("f", x)
p, f = P.density, F.density
m = Symbol("m")

plain = Theorem(
    name="made_up.plain", title="A hypothesis holds", about=[F], given={"h": forall(x, Le(f, 1))},
    claim=forall(x, Le(f, 1)), proof=[have("goal", forall(x, Le(f, 1)), by=Pointwise("h"))], witness=({}, {F: [0]}),
)  # fmt: skip


def citing(name: str, of: Theorem) -> Theorem:
    return Theorem(
        name=name, title="It rests on another", about=[F], given={"h": forall(x, Le(f, 1))}, claim=forall(x, Le(f, 1)),
        proof=[have("goal", forall(x, Le(f, 1)), by=Cite(of))], witness=({}, {F: [0]}),
    )  # fmt: skip


def library(tmp_path: Path, *theorems: Theorem) -> Library:
    known: dict = {}
    for t in theorems:
        Shelf(tmp_path).store(t.name, certify(t, known))
        known[t.name] = t.proposition
    return Library({t.name: t for t in theorems}, Shelf(tmp_path))


def test_what_is_cited_is_replayed_before(tmp_path: Path) -> None:
    first = citing("made_up.first", plain)
    second = citing("made_up.second", first)
    lib = library(tmp_path, plain, first, second)
    assert isinstance(lib.replay(second.name).result, Proved)
    assert set(lib.checked) == {plain.name, first.name, second.name}


def test_nothing_that_has_no_proof_is_cited(tmp_path: Path) -> None:
    first = citing("made_up.first", plain)
    library(tmp_path, plain, first)
    (tmp_path / f"{plain.name}.json").unlink()
    found = Library({t.name: t for t in (plain, first)}, Shelf(tmp_path)).replay(first.name).result
    assert isinstance(found, Rejected)
    assert found.expected == "a theorem that has been checked, one of its claims"


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
    a = citing("made_up.a", plain)
    lib = library(tmp_path, plain, a)
    data = json.loads((tmp_path / "made_up.a.json").read_text("utf-8"))
    for step in data["proof"]:
        step["by"]["theorem"] = "made_up.a"
    (tmp_path / "made_up.a.json").write_text(json.dumps(data), "utf-8")
    found = lib.replay("made_up.a").result
    assert isinstance(found, Rejected)
    assert found.expected == "a theorem that has been checked, one of its claims"


def test_a_missing_or_malformed_certificate_is_rejected(tmp_path: Path) -> None:
    assert isinstance(Shelf(tmp_path).theorem("made_up.nothing"), Rejected)
    (tmp_path / "made_up.bad.json").write_text("{", "utf-8")
    assert isinstance(Shelf(tmp_path).theorem("made_up.bad"), Rejected)


def test_names_are_module_and_variable() -> None:
    for name, theorem in theorems().items():
        assert theorem.name == name


@pytest.mark.parametrize(
    ("proof", "found"),
    [
        ([have("goal", Le(Int(p * p, x), m), by=Pointwise())], "a goal that is false"),
        ([have("goal", Le(Int(f * p, x), m), by=Integrate(x, "mean"))], "mean, which no step before states"),
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
    (block,) = re.findall(r"```python\n(.*?)```", page.partition("## Writing a theorem")[2], re.S)
    names: dict = {}
    exec(compile(block, "laws.md", "exec"), names)
    assert certify(names["markov"]).proposition == theorems()["expectations.markov"].proposition


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
    assert isinstance(Shelf(tmp_path).theorem("made_up.file"), Rejected)
    assert isinstance(Shelf(tmp_path).formula("made_up.formula"), Rejected)


def a_package(where: Path, monkeypatch: pytest.MonkeyPatch, **chapters: str) -> str:
    """A package of chapters of its own, found by import."""
    name = f"chapters_of_{where.name.replace('-', '_')}"
    (where / name).mkdir()
    for chapter_name, text in {"__init__": "", **chapters}.items():
        (where / name / f"{chapter_name}.py").write_text(text.replace("PACKAGE", name), "utf-8")
    monkeypatch.syspath_prepend(str(where))
    return name


HEAD = "from dpsym.library.entries import Unsettled\n"


def test_a_name_is_that_of_the_chapter_that_binds_the_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though chapter a, which imports it under another name, is loaded first, and binds entries after it."""
    package = a_package(
        tmp_path, monkeypatch,
        a="from PACKAGE.b import first as other\n" + HEAD + "second = Unsettled(title='', reason='')\n",
        b=HEAD + "first = Unsettled(title='', reason='')\n",
    )  # fmt: skip
    assert list(chapter("a", package).entries) == ["a.second"]
    assert list(entries(package)) == ["a.second", "b.first"]
    assert [e.name for e in entries(package).values()] == ["a.second", "b.first"]


def test_an_entry_in_two_variables_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = a_package(tmp_path, monkeypatch, a=HEAD + "one = two = Unsettled(title='', reason='')\n")
    with pytest.raises(LibraryError, match=r"found a\.two, expected one variable for the entry a\.one"):
        list(entries(package))


def test_an_entry_without_a_chapter_is_called_by_its_title_and_not_cited() -> None:
    alone = Theorem(title="Bounded", about=[F], given={"h": forall(x, Le(f, 1))}, claim=forall(x, Le(f, 1)), proof=[])
    assert (alone.name, alone.label) == ("", "“Bounded”")
    assert str(alone).startswith("Bounded\n")
    with pytest.raises(CertifyError, match="found     the theorem “Bounded” without a name"):
        certify(citing("made_up.citing", alone))


def test_a_step_without_a_statement_states_the_claim_of_its_name_or_the_only_one() -> None:
    low, high = Ge(Int(p, x), 1), Le(Int(p, x), 1)
    two = Theorem(
        title="", about=[P], claim={"low": low, "high": high}, witness=({}, {P: [1]}),
        proof=[have(n, by=Real(["P.mass"])) for n in ("high", "low")],
    )  # fmt: skip
    assert [s.fact.statement for s in two.steps] == [high, low]
    one = Theorem(title="", about=[P], claim=low, proof=[have("goal", by=Real(["P.mass"]))], witness=({}, {P: [1]}))
    assert [s.fact.statement for s in one.steps] == [low]
    with pytest.raises(
        TermError, match="step goal: found no statement, expected one, or the name of a claim: low, high"
    ):
        _ = replace(two, proof=one.proof).steps


def test_masses_are_there_without_a_step_and_only_where_they_are_used() -> None:
    both = Le(Int(p, x), 1)
    theorem = Theorem(
        title="", about=[P, Law("Q", x), F], claim=both, witness=({}, {P: [1], Law("Q", x): [1], F: [0]}),
        proof=[have("goal", by=Real(["P.mass"]))],
    )  # fmt: skip
    assert [h.name for h in certify(theorem).proof] == ["P.mass", "goal"]
    with pytest.raises(CertifyError, match=r"f\.mass"):  # a function has no mass
        certify(replace(theorem, proof=[have("goal", by=Real(["f.mass"]))]))


@pytest.mark.parametrize("name", chapters())
def test_the_letters_of_levels_and_numbers_mean_the_same_in_every_chapter(name: str) -> None:
    from theorems import vocabulary

    bound = vars(import_module(f"theorems.{name}"))
    for letter in ("eps", "delta", "alpha", "e_eps", "half", "third", "tenth"):
        assert bound.get(letter, getattr(vocabulary, letter)) is getattr(vocabulary, letter), letter
    assert "e" not in bound  # it was exp(eps) in one chapter and an event in another
    doubled = [n for n, v in bound.items() if v is vocabulary.e_eps and n != "e_eps"]
    assert not doubled


def test_one_entry_loads_its_chapter_and_those_that_it_cites_only() -> None:
    code = (
        "import sys; from dpsym.library.verifying import Verifier; Verifier()('concentrated.pure_is_concentrated'); "
        "print(sorted(m.removeprefix('theorems.') for m in sys.modules if m.startswith('theorems.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    expected = [
        "concentrated",
        "instances",
        "kullback_leibler",
        "renyi",
        "renyi_divergence",
        "renyi_processing",
        "vocabulary",
    ]
    assert done.stdout == f"{expected}\n"
