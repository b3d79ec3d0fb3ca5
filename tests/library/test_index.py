"""The index says what the chapters say, is not believed where it may not, and finds what a person looks for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dpsym.library import index
from dpsym.library.base import LibraryError
from dpsym.library.loading import chapters, entries
from dpsym.library.names import unknown_entries, unknown_entry


def test_the_index_is_what_the_chapters_say() -> None:
    assert not index.old(), "`python -m dpsym.library.index` makes it anew"
    stored = index._stored(index.index_path())
    assert list(stored) == index.chapters() == chapters()
    assert stored == {name: index.section(name) for name in chapters()}
    assert [row.name for row in index.rows()] == list(entries())


def test_it_is_read_without_loading_anything() -> None:
    code = (
        "import sys\nfrom dpsym.library.index import rows\nrows()\n"
        "print([m for m in ('flint', 'sympy', 'mpmath', 'dpsym.kernel.terms', 'theorems') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_module_that_writes_a_statement_counts() -> None:
    """What is loaded to write the index, but for what decides and what reads formulas, which are indexed as they are written."""
    code = (
        "import sys\nfrom dpsym.library import index\n[index.section(n) for n in index.chapters()]\n"
        "print('\\n'.join(m.__file__ for n, m in sys.modules.items() if n.startswith('dpsym.') and m.__file__))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {Path(line).relative_to(index.ROOT).as_posix() for line in done.stdout.splitlines()}
    counted = tuple(index.WRITERS)
    decide = (
        "dpsym/kernel/arithmetic/",
        "dpsym/kernel/reals/",
        "dpsym/kernel/laws/sight.py",
        "dpsym/kernel/laws/choices.py",
    )
    others = (*decide, "dpsym/library/finding.py", "dpsym/library/names.py", "dpsym/reading/", "dpsym/report/")
    left = {p for p in loaded if not p.startswith(counted) and not p.endswith("__init__.py")}
    assert {p for p in left if not p.startswith(others)} == set()
    assert {p for p in left if p.startswith("dpsym/report/")} <= {
        f"dpsym/report/{m}.py"
        for m in ("latex", "decimals", "evidence", "answers", "boxes", "layout", "prose", "tidy")  # LaTeX
    }


@pytest.mark.parametrize("what", ["chapter", "writers", "version", "nothing", "garbage"])
def test_what_may_be_old_is_not_believed(tmp_path: Path, what: str) -> None:
    data = json.loads(index.index_path().read_text("utf-8"))
    path = tmp_path / "index.json"
    if what == "chapter":
        data["chapters"]["pure"]["digest"] = "0"
    elif what != "garbage":
        data[what] = "0"
    path.write_text("[]" if what == "garbage" else json.dumps(data), "utf-8")
    found = index._stored(path)
    assert ("pure" not in found) == (what != "nothing")
    assert ("laplace" in found) == (what in ("chapter", "nothing"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("total variation bound", "total_variation.bound"),
        ("Rényi MIXTURE", "renyi_mixtures.mixture"),
        ("S000-Eq15", "bayesian.taylor_as_printed"),
        ("1 - exp(-eps) <= eps", "statistical_distance.at_most_epsilon"),
        ("Kasiviswanathan Bayesian", "approximate_converse.step_3"),
        ("ε-indistinguishable", "pure.events_to_outcomes"),
        ("k-fold", "k_fold.pure"),
        ("k-fold", "group_privacy.records"),
        ("Gaussian mechanism", "gaussian.classical"),
        ("zCDP", "concentrated.pure_is_concentrated"),
    ],
)
def test_entries_are_found_by_what_they_say(text: str, name: str) -> None:
    assert name in [row.name for row in index.search(text)]


def test_words_in_the_name_come_first() -> None:
    found = [row.name for row in index.search("laplace mean")]
    assert found[0] == "laplace.mean"
    assert index.search("no such words at all") == []
    assert len(index.search("tight", everywhere=False)) < len(index.search("tight"))


@pytest.mark.parametrize(
    ("name", "suggested"),
    [
        ("total_variation.bond", "total_variation.bound"),
        ("tv.bound", "total_variation.bound"),
        ("Laplace.Mean", "laplace.mean"),
        ("total_variation", "dpsym show total_variation"),
        ("pur", "the chapter pure"),
    ],
)
def test_a_wrong_name_suggests_the_nearest(name: str, suggested: str) -> None:
    assert suggested in str(unknown_entry(name))


def test_what_is_like_nothing_says_how_to_list() -> None:
    assert str(unknown_entry("q\x1b[31mq")) == (
        "found 'q\\x1b[31mq', expected the name of an entry; `dpsym list` lists them"
    )
    assert isinstance(unknown_entries(["a.b", "c.d"]), LibraryError)
    assert str(unknown_entries(["a.b", "c.d"])).count("\n") == 1


def test_it_is_written_as_it_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = index.index_path().read_text("utf-8")
    monkeypatch.setattr(index, "index_path", lambda: tmp_path / "index.json")
    assert index.old() == index.chapters()  # there is none
    index.read.cache_clear()
    assert len(index.rows()) == len(entries())  # read from the chapters themselves
    assert index.write().read_text("utf-8") == stored
    assert not index.old()
