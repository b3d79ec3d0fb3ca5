"""The catalogue: every statement of the sources has a row, and no row says more than its entries bear out."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from dpsym.kernel.statements import Certificate
from dpsym.library.base import Entry, LibraryError
from dpsym.library.catalogue import STRENGTHS, Row, coverage_json, decided, misfits, rows
from dpsym.library.certificates import Shelf, is_certified
from dpsym.library.entries import Formula
from dpsym.library.loading import entries
from dpsym.library.verifying import Verified
from dpsym.report.catalogue import coverage_text, errata_latex, errata_text
from dpsym.report.entries import entry_latex, entry_text, standalone
from dpsym.report.proof import proof_text
from tests.helpers.sampling import sampled

IDS = (Path(__file__).parents[1] / "data" / "catalogue_ids.txt").read_text("utf-8").split("\n")[:-1]
ROWS = {row.id: row for row in rows()}
SHOWN = ("counterexample", "corrected", "tight", "better")
KEYS = {
    "id", "kind", "printed", "entries", "as_printed", "verdicts", "strength", "why", "note", *SHOWN, *(f"{k}_by" for k in SHOWN),
}  # fmt: skip


def test_every_statement_has_a_row() -> None:
    assert len(IDS) == 173
    assert sorted(ROWS) == sorted(IDS)


@pytest.mark.parametrize("row", ROWS.values(), ids=lambda row: row.id)
def test_no_row_says_more_than_its_entries(row: Row, answers: dict[str, Verified]) -> None:
    assert list(misfits(row, answers)) == []


def test_nothing_is_said_that_no_entry_shows(answers: dict[str, Verified]) -> None:
    """Every tight, better and corrected form and every counterexample names its entries, and they are of the right kind."""
    for row in ROWS.values():
        for what in SHOWN:
            names = getattr(row, f"{what}_by")
            assert bool(getattr(row, what)) == bool(names), (row.id, what)
            assert set(names) <= set(row.entries), (row.id, what)
        for n in row.tight_by:
            theorem, answer = answers[n].kind == "theorem", answers[n]
            assert not theorem or (answer.verdict == "proved" and answer.shows in ("attained", "sharp")), (row.id, n)
        for n in row.counterexample_by:
            assert answers[n].verdict in ("refuted", "undefined") or answers[n].shows == "refuted", (row.id, n)
        if "false" in row.as_printed:
            assert row.counterexample_by, row.id


def test_how_strong_the_entries_are_is_said_of_every_row() -> None:
    assert all(row.strength in STRENGTHS for row in ROWS.values())
    assert all(row.why for row in ROWS.values() if row.strength != "yes")
    assert sum(row.strength == "weaker" for row in ROWS.values()) <= 19


def test_every_row_rests_on_the_kernel_or_an_object(answers: dict[str, Verified]) -> None:
    """No row is decided by code outside of the kernel: entries are theorems, formulas, false statements with a model, or objects."""
    kinds = {answers[n].kind for row in ROWS.values() for n in row.entries}
    assert kinds <= {"theorem", "formula", "kfold", "falsehood", "definition"}


def test_every_row_is_decided(answers: dict[str, Verified]) -> None:
    assert [row.id for row in ROWS.values() if not decided(row, answers)] == []


def test_json_has_the_documented_keys(answers: dict[str, Verified]) -> None:
    for row in ROWS.values():
        found = coverage_json(row, answers)
        assert set(found) == KEYS
        assert json.loads(json.dumps(found)) == found
        assert set(found["verdicts"]) == set(row.entries)


def test_texts_are_whole(answers: dict[str, Verified]) -> None:
    text = coverage_text(list(ROWS.values()), answers)
    assert all(re.search(rf"^{re.escape(i)}: ", text, re.M) for i in IDS)
    errata = errata_text([row for row in ROWS.values() if row.is_erratum])
    assert "S000-Eq15: false" in errata


# -- rows that do not fit ---------------------------------------------------------------------------------------------

GOOD = Row("S000-X", "equation", "1 <= 2", ("a.proved",), ("true",))
KNOWN = {
    f"a.{v}": Verified(f"a.{v}", "formula", v)
    for v in ("proved", "refuted", "undefined", "defined", "open", "rejected")
} | {
    "a.theorem": Verified("a.theorem", "theorem", "proved"),
    "a.tight": Verified("a.tight", "theorem", "proved", shows="attained"),
    "a.against": Verified("a.against", "formula", "proved", shows="refuted"),
}


@pytest.mark.parametrize(
    "changes",
    [
        {"entries": ()},
        {"entries": ("a.missing",)},
        {"entries": ("a.rejected",)},
        {"entries": ("a.refuted",)},
        {"as_printed": ("false",)},
        {"as_printed": ("false",), "entries": ("a.refuted",)},
        {"as_printed": ("false",), "entries": ("a.refuted",), "counterexample": "x = 1"},
        {"as_printed": ("loose",)},
        {"as_printed": ("misprint",)},
        {"as_printed": ("wrong proof",)},
        {"as_printed": ("definition",)},
        {"as_printed": ("ambiguous",)},
        {"entries": ("a.open",)},
        {"strength": "weaker"},
        {"tight": "1/2"},
        {"tight_by": ("a.proved",)},
        {"tight": "1/2", "tight_by": ("a.tight",)},  # not among its entries
        {"tight": "1/2", "tight_by": ("a.theorem",), "entries": ("a.theorem",)},
        {"corrected": "1 < 2", "corrected_by": ("a.refuted",), "entries": ("a.proved", "a.refuted")},
        {"counterexample": "x = 1", "counterexample_by": ("a.proved",)},
        {"better": "1/2"},
        {"better": "1/2", "better_by": ("a.refuted",), "entries": ("a.proved", "a.refuted")},
    ],
)
def test_a_row_that_does_not_fit_is_told(changes: dict) -> None:
    assert not list(misfits(GOOD, KNOWN))
    assert list(misfits(replace(GOOD, **changes), KNOWN))


@pytest.mark.parametrize(
    "changes",
    [
        {"tight": "1/2", "tight_by": ("a.tight",), "entries": ("a.tight",)},
        {"strength": "weaker", "why": "one case is missing"},
        {"as_printed": ("loose",), "better": "1/2", "better_by": ("a.proved",)},
        {
            "as_printed": ("false",), "entries": ("a.against", "a.proved"), "counterexample": "x = 1",
            "counterexample_by": ("a.against",), "corrected": "1 < 2", "corrected_by": ("a.proved",),
        },
    ],
)  # fmt: skip
def test_a_row_that_fits_is_not(changes: dict) -> None:
    assert list(misfits(replace(GOOD, **changes), KNOWN)) == []


@pytest.mark.parametrize(
    "text",
    [
        "[row]\nid = 'a'",
        "[[row]]\nid = 'a'",
        "x = [",
        "[[row]]\nid = 'a'\nkind = 'nothing'\nprinted = ''\nentries = []\nas_printed = ['true']\nstrength = 'yes'",
        "[[row]]\nid = 'a'\nkind = 'text'\nprinted = ''\nentries = []\nas_printed = ['maybe']\nstrength = 'yes'",
        "[[row]]\nid = 'a'\nkind = 'text'\nprinted = ''\nentries = [3]\nas_printed = ['true']\nstrength = 'yes'",
        "[[row]]\nid = 'a'\nkind = 'text'\nprinted = ''\nentries = []\nas_printed = ['true']\nstrength = 'yes'\nextra = ''",
        "[[row]]\nid = 'a'\nkind = 'text'\nprinted = ''\nentries = []\nas_printed = ['true']\nstrength = 'so so'",
        "[[row]]\nid = 'a'\nkind = 'text'\nprinted = ''\nentries = []\nas_printed = ['true']\nstrength = 'yes'\ntight_by = ''",
        2 * "[[row]]\nid = 'a'\nkind = 'text'\nprinted = ''\nentries = []\nas_printed = ['true']\nstrength = 'yes'\n",
    ],
)
def test_a_malformed_catalogue_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "made-up.toml").write_text(text, "utf-8")
    with pytest.raises(LibraryError, match=r"made-up\.toml"):
        rows(tmp_path)


# -- LaTeX --------------------------------------------------------------------------------------------------------------


def formula_certificates(entry: Entry) -> tuple[Certificate, ...]:
    """Those whose proofs are printed with the entry."""
    found = Shelf().formula(entry.name) if isinstance(entry, Formula) and is_certified(entry) else ()
    assert isinstance(found, tuple), found
    return found


@pytest.mark.campaign
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_errata_and_all_entries_compile(tmp_path: Path, answers: dict[str, Verified]) -> None:
    bodies = [errata_latex([row for row in ROWS.values() if row.is_erratum])]
    bodies += [entry_latex(e, answers[n], formula_certificates(e)) for n, e in entries().items()]
    (tmp_path / "all.tex").write_text(standalone("\n\n".join(bodies)), "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=300)
    assert found.returncode == 0, found.stdout[-3000:]


@pytest.mark.parametrize("name", sampled(entries(), 6))
def test_every_entry_prints(name: str, answers: dict[str, Verified]) -> None:
    entry = entries()[name]
    certificates = formula_certificates(entry)
    text = entry_text(entry, answers[name], certificates)
    assert text.startswith(f"{answers[name].verdict:<9} {name}: ")
    for certificate in certificates:
        assert f"  {proof_text(certificate).splitlines()[-1]}" in text
