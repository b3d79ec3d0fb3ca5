"""The commands convert and calibrate: what they print, their exit codes, and that bad input is one message."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dpsym import best_constant
from dpsym.cli.app import app
from dpsym.kernel.terms import num

run = CliRunner()


def ask(*words: str) -> Any:
    """In this process: what is contained elsewhere writes to the process's own output."""
    return run.invoke(app, list(words))


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpsym.cli.converting.run_contained", lambda work, seconds, what, as_json, processor: work())


def test_convert() -> None:
    found = ask("convert", "TV(0.1)", "DP(eps=1)")
    assert found.exit_code == 0
    assert found.stdout.splitlines()[0] == "total variation at most 0.1 to (1, delta)-DP: delta, by 2 routes"


def test_convert_json_and_latex() -> None:
    data = json.loads(ask("convert", "TV(0.1)", "DP(eps=1)", "--json").stdout)
    assert data["routes"][0]["number"] == "0.1"
    assert r"\mathrm" in ask("convert", "TV(0.1)", "DP(eps=1)", "--latex").stdout


def test_convert_what_is_made() -> None:
    found = ask("convert", "TV(0.1)", "TV", "--sampled", "0.5", "--group", "3")
    assert found.exit_code == 0
    head, best = found.stdout.splitlines()[:2]
    assert head.startswith(
        "total variation at most 0.1, on a sample with rate 0.5, then groups of 3 to total variation"
    )
    assert best.split() == ["0.15", "subsampling.total_variation", ">", "group_privacy.path"]
    for bad in (["--sampled", "0"], ["--sampled", "two"], ["--group", "0"], ["--times", "0"]):
        refused = ask("convert", "TV(0.1)", "TV", *bad)
        assert refused.exit_code == 2
        assert "expected" in refused.output
    grid = ask("convert", "TV(d)", "DP(eps=1)", "--grid", "d=0.1:0.3:3", "--group", "2")
    assert grid.exit_code == 2
    assert "--group" in grid.output


def test_no_conversion() -> None:
    found = ask("convert", "DP(1, 1e-5)", "pure")
    assert found.exit_code == 1
    assert "no conversion" in found.stdout
    unknown = ask("convert", "pure(1)", "GDP")
    assert unknown.exit_code == 3
    assert "open" in unknown.stdout.partition("\n")[0]
    assert "no theorem of the library" in unknown.stdout


def test_grids_and_plots(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    found = ask("convert", "TV(d)", "DP(eps=1)", "--grid", "d=0.1:0.3:3", "--plot", str(out))
    assert found.exit_code == 0
    assert "d = 0.2   0.2   delta.from_total_variation" in found.stdout
    assert out.read_text().startswith("<?xml")


def test_every_command_draws(tmp_path: Path) -> None:
    for words in (["tightest", "TV", "--given", "pure(eps)"], ["calibrate", "geometric", "GDP(1)", "--times", "3"]):
        out = tmp_path / f"{words[0]}.svg"
        found = ask(*words, "--plot", str(out))
        assert found.exit_code == 0, found.output
        assert out.read_text().startswith("<?xml")
    assert ask("tightest", "TV", "--given", "pure(1)", "--plot", str(tmp_path / "no.svg")).exit_code == 2


def test_a_constant_that_changes_nothing() -> None:
    none, every = best_constant("x*(c - c) >= 1"), best_constant("x <= x + 0*c")
    assert (none.status, every.status) == ("never", "always")
    assert none.reason == "c changes nothing; it fails at x = 1/2"
    assert ask("constant", "x == c").exit_code == 2


def test_conditions_bound_a_level() -> None:
    """a**2/b**2 grows without bound along a, but not where a <= 3 b."""
    assert best_constant("a**2 <= c*b**2", where="a > 0, b > 0", given="a <= 3*b").value is num(9)


def test_choices_that_are_short_decimals() -> None:
    """Pinsker's inequality at 0.02 is exactly 0.1, by a line and by the root."""
    numbers = [r["number"] for r in json.loads(ask("convert", "KL(0.02)", "TV", "--json").stdout)["routes"]]
    assert numbers[:2] == ["0.1", "0.1"]


def test_calibrate() -> None:
    found = ask("calibrate", "gaussian", "DP(1, 1e-6)")
    assert found.exit_code == 0
    assert "sigma = 4.22468" in found.stdout
    assert json.loads(ask("calibrate", "laplace", "pure(0.5)", "--times", "4", "--json").stdout)["value"] == "8"
    assert r"\sigma" in ask("calibrate", "gaussian", "zCDP(0.5)", "--latex").stdout


@pytest.mark.parametrize(
    "words",
    [
        ["convert", "zCDP(-1)", "DP(delta=1e-6)"], ["convert", "foo", "bar"], ["convert", "pure(1)", "TV", "--plot", "x.txt"],
        ["convert", "pure(1e99999999)", "TV"], ["convert", "pure(1)", "TV", "--grid", "eps=1:2"], ["convert", "pure((((", "TV"],
        ["calibrate", "gaussian", "pure(1)"], ["calibrate", "gaussian", "DP(1, 1e-6)", "--sensitivity", "__import__"],
        ["convert", "pure(x)", "TV", "--grid", "x=-1:1:3"], ["calibrate", "laplace", "pure(1e-400)"],
    ],
)  # fmt: skip
def test_bad_input_is_one_message(words: list[str]) -> None:
    found = ask(*words)
    assert found.exit_code == 2, found.output
    assert found.stdout == ""
    assert "Traceback" not in found.output
