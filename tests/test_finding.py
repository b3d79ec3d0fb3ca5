"""The commands that find: `list`, `search`, `show TOPIC` and `sample`; and wrong names, wherever one is given."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from dpsym.cli import main as cli
from dpsym.cli.exits import BadInput
from dpsym.library.base import LibraryError
from dpsym.library.contents import UNSORTED, arranged, contents_path, topics
from dpsym.library.index import chapters, rows, sections

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main(arguments)
        out, err = capfd.readouterr()
        return int(ended.value.code or 0), out, err

    return call


def test_list_has_every_entry_once_under_its_topic(run: Run) -> None:
    code, out, _ = run("list")
    lines = out.splitlines()
    names = [line.split()[0] for line in lines if line.startswith("  ")]
    assert code == 0
    assert sorted(names) == sorted(row.name for row in rows())
    assert lines[-1] == f"{len(names)} entries in {len(topics())} topics"
    assert lines.index("Composition, any number of steps, and groups (composition)") < lines.index(
        "Mechanisms (mechanisms)"
    )


def test_the_sources_are_an_index(run: Run) -> None:
    code, out, _ = run("list", "--source", "privacy-notes")
    assert code == 0
    assert "k_fold.advanced " in out
    assert "laplace.private " not in out
    assert run("list", "--source", "nobody") == (1, "0 entries\n", "")


def test_list_and_search_narrow_it_down(run: Run) -> None:
    code, out, _ = run("list", "total", "variation", "bound")
    assert code == 0
    assert out.startswith("total_variation.bound ")
    code, out, _ = run("search", "Rényi mixture")
    assert code == 0
    assert "renyi_mixtures.mixture" in out
    assert "    Int(Piecewise" in out
    assert run("search", "xyzzy plugh") == (1, "0 entries\n", "")
    code, out, _ = run("search", "Rényi mixture", "--json")
    assert json.loads(out)[0]["name"] == "renyi_mixtures.mixture"


def test_search_knows_other_names_and_ends_with_what_is_false(run: Run) -> None:
    _, out, _ = run("search", "amplification", "by", "sampling")
    assert out.startswith("subsampling.")
    kinds = [row["kind"] for row in json.loads(run("search", "RDP to DP", "--json")[1])]
    assert "falsehood" in kinds
    assert kinds.index("falsehood") == len(kinds) - kinds.count("falsehood")
    assert "conversions.triangle" not in run("search", "angle")[1]  # words begin with it


def test_search_without_a_full_answer_says_so_and_shows_the_nearest(run: Run) -> None:
    code, out, _ = run("search", "laplace", "nowhere")
    first, _, second, *rest = out.splitlines()
    assert (code, first) == (1, "0 entries, none with all of these words")
    assert second.endswith("with most of them:")
    assert rest
    assert all("laplace" in line.lower() for line in rest if line.startswith("laplace."))
    assert json.loads(run("search", "laplace", "nowhere", "--json")[1]) == []


def test_show_lists_a_topic(run: Run) -> None:
    code, out, _ = run("show", "concentrated")
    assert code == 0
    assert out.startswith(
        "concentrated: Concentrated privacy\n\n  concentrated: Concentrated privacy\n    concentrated."
    )
    assert "\n  listed here too\n    k_fold.concentrated " in out
    assert "k_fold.concentrated" in [row["name"] for row in json.loads(run("show", "concentrated", "--json")[1])]


def test_show_lists_a_chapter(run: Run) -> None:
    code, out, _ = run("show", "total_variation")
    assert code == 0
    assert out.startswith("total_variation: Total variation, TV(P, Q) = ½ ∫ |p − q|\n\ntotal_variation.bound ")
    assert out.endswith("2 entries\n")
    assert [row["kind"] for row in json.loads(run("show", "total_variation", "--json")[1])] == ["theorem"] * 2


def test_every_chapter_has_a_place_in_the_table_of_contents() -> None:
    assert UNSORTED not in [topic.name for topic in topics()]
    table = tomllib.loads(contents_path().read_text("utf-8"))["topic"]
    named = [name for topic in table for name in topic["sections"]]
    assert set(named) <= set(chapters()), "a section that is no chapter"


def test_a_table_that_does_not_fit_says_where() -> None:
    known = sections()
    one = {"name": "a", "title": "A", "sections": ["pure"]}
    assert [t.name for t in arranged([one], known)] == ["a", UNSORTED]
    with pytest.raises(LibraryError, match="found pure in two topics"):
        arranged([one, {**one, "name": "b"}], known)
    for name in ("pure.nothing", "nothing", "nothing.at_all"):
        with pytest.raises(LibraryError, match=f"found '{name}', expected an entry or a chapter"):
            arranged([{**one, "see": [name]}], known)


@pytest.mark.parametrize("command", ["show", "latex", "trust", "verify", "certify", "sample"])
def test_a_wrong_name_suggests_the_nearest_everywhere(run: Run, command: str) -> None:
    code, out, err = run(command, "total_variation.bond")
    assert (code, out) == (2, "")
    assert err.startswith(
        "error: found 'total_variation.bond', expected the name of an entry; did you mean total_variation.bound"
    )
    assert err.count("\n") == 1


def test_sample_prints_a_table(run: Run) -> None:
    code, out, err = run("sample", "statistical_distance.at_most_epsilon", "--grid", "eps=0.1:2:20")
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 24
    assert " 1/10  0.0951625...    0.1  0.00483741...\n" in out


def test_sample_draws_and_prints_json(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "out.svg"
    grid = ("--grid", "eps=0.1:2:3", "--grid", "delta=0,1e-6", "--laws", "1")
    code, out, _ = run("sample", "total_variation.bound", *grid, "--plot", str(path), "--json")
    assert code == 0
    assert {row["parameters"]["delta"] for row in json.loads(out)["rows"]} == {"0", "1/1000000"}
    assert path.stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--grid", "eps"), "expected NAME=VALUES"),
        (("--grid", "epsilon=1"), "did you mean eps?"),
        (("--grid", "eps=-1"), "eps = -1: found a value outside the domain, expected eps >= 0"),
        (("--grid", "eps=1:2"), "expected lo:hi:count"),
        (("--grid", "eps=__import__('os')"), "expected a number"),
        (("--grid", "eps=1,2", "--plot", "place.gif"), "expected a name that ends in"),
    ],
)
def test_bad_grids_are_one_message(run: Run, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run("sample", "total_variation.bound", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.startswith("error: ")
    assert "Traceback" not in err


def test_a_source_stands_for_its_statements() -> None:
    from dpsym.cli.library import _rows

    every = [row.id for row in _rows(None)]
    chosen = [row.id for row in _rows(["S000", "S000-Thm1", "S003-Thm2.2-a"])]
    assert chosen == [*(i for i in every if i.startswith("S000-")), "S003-Thm2.2-a"]
    assert len(every) == len(set(every)) > len(chosen) > 10
    with pytest.raises(BadInput, match="expected the id of a statement or a source"):
        _rows(["S00"])
