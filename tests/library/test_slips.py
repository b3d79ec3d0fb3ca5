"""Slips of an author: a chapter that cannot be imported, ids that no statement has."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpsym.cli.exits import BAD_INPUT, BadInput, exit_codes
from dpsym.cli.library import _rows, verify_summary
from dpsym.kernel.terms import TermError, add, exp, log, mul, num
from dpsym.library import index
from dpsym.library.base import LibraryError, Verified
from dpsym.library.failures import _python, witness_to_write
from dpsym.library.loading import chapter
from dpsym.library.theorem import Theorem, forall, tables
from dpsym.objects.language import Le, Point, Test
from dpsym.report.catalogue import errata_text

GOOD = '"""A good chapter."""\nfrom dpsym.library.entries import Formula\n\nfine = Formula(title="t", claim="x <= x")\n'


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A library with one good chapter and three bad ones."""
    where = tmp_path / "slipping"
    where.mkdir()
    (where / "__init__.py").write_text("")
    (where / "good.py").write_text(GOOD)
    (where / "name.py").write_text('"""Bad."""\n\nx = nothing\n')
    (where / "syntax.py").write_text('"""Bad."""\n\n\nx = (\n')
    (where / "cites.py").write_text('"""Bad by another."""\nfrom slipping import name\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "slipping"
    for module in [m for m in sys.modules if m.partition(".")[0] == "slipping"]:
        del sys.modules[module]
    chapter.cache_clear()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("name", "slipping/name.py, line 3: found NameError: name 'nothing' is not defined"),
        ("syntax", "slipping/syntax.py, line 4: found SyntaxError"),
        ("cites", "slipping/name.py, line 3: found NameError"),
    ],
)
def test_a_slip_is_said_with_file_and_line(package: str, name: str, said: str) -> None:
    with pytest.raises(LibraryError) as error:
        chapter(name, package)
    assert str(error.value).startswith(said)
    assert list(chapter("good", package).entries) == ["good.fine"]


def test_a_slip_is_bad_input(package: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped, exit_codes():
        chapter("name", package)
    assert stopped.value.code == BAD_INPUT
    assert capsys.readouterr().err.startswith("error: slipping/name.py, line 3")


def test_a_bad_chapter_leaves_the_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    real = index.section

    def section(name: str) -> index.Section:
        if name == "pure":
            raise LibraryError("theorems/pure.py, line 1: found a slip")
        return real(name)

    monkeypatch.setattr(index, "section", section)
    monkeypatch.setattr(index, "_stored", lambda path: {})
    monkeypatch.setattr(index, "chapters", lambda: ["bayesian_converse", "pure"])
    index.read.cache_clear()
    try:
        assert [s.name for s in index.sections()] == ["bayesian_converse"]
        assert [str(e) for e in index.broken()] == ["theorems/pure.py, line 1: found a slip"]
    finally:
        index.read.cache_clear()


def test_the_nearest_ids_are_suggested() -> None:
    with pytest.raises(BadInput, match=r"did you mean S003-Cor5\.2"):
        _rows(["s003-cor5.2"])


def test_one_is_not_many() -> None:
    assert verify_summary([Verified("a.b", "theorem", "proved")]).splitlines()[-1].startswith("1 entry,")
    assert errata_text(_rows(["S000-Eq15"])).endswith("1 erratum")


def test_a_witness_is_written_so_that_it_can_be_pasted() -> None:
    """A value that is a sum of products was written as None."""
    quarter = add(mul(num(1, 2), num(1, 2)), num(1, 4))
    assert [_python(t) for t in (num(3), quarter, log(num(3)), exp(log(num(3)) + num(1, 2)))] == [
        "3",
        "num(1, 2)",
        "log(num(3))",
        "exp((log(num(3))) + (num(1, 2)))",
    ]


def test_a_witness_names_fields_as_the_chapter_does() -> None:
    x = Point("x")
    F = Test("f", x)
    one = Theorem(title="", about=[F], where=[], claim=forall(x, Le(F.density, F.density)), proof=[], witness=None)
    assert witness_to_write(one.proposition, {"f": "F"}).startswith("witness=({}, {F: [")
    with pytest.raises(TermError, match="found tables for \\['f'\\], expected the variables of fields"):
        tables({"f": [0]}, {}, [F])  # type: ignore[dict-item]
