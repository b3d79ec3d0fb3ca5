"""The commands convert and calibrate: what they print, their exit codes, and that bad input is one message."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dpsym.cli.app import app

run = CliRunner()


def ask(*words: str) -> Any:
    """In this process: what is contained elsewhere writes to the process's own output."""
    return run.invoke(app, list(words))


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpsym.cli.converting.run_contained", lambda work, seconds, what, as_json: work())


def test_convert() -> None:
    found = ask("convert", "TV(0.1)", "DP(eps=1)")
    assert found.exit_code == 0
    assert found.stdout.splitlines()[0] == "total variation at most 0.1 to (1, delta)-DP: delta, by 2 routes"


def test_convert_json_and_latex() -> None:
    data = json.loads(ask("convert", "TV(0.1)", "DP(eps=1)", "--json").stdout)
    assert data["routes"][0]["number"] == "0.1"
    assert r"\mathrm" in ask("convert", "TV(0.1)", "DP(eps=1)", "--latex").stdout


def test_no_conversion() -> None:
    found = ask("convert", "DP(1, 1e-5)", "pure")
    assert found.exit_code == 1
    assert "no conversion" in found.stdout


def test_grids_and_plots(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    found = ask("convert", "TV(d)", "DP(eps=1)", "--grid", "d=0.1:0.3:3", "--plot", str(out))
    assert found.exit_code == 0
    assert "d = 0.2   0.2   delta.from_total_variation" in found.stdout
    assert out.read_text().startswith("<?xml")


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
