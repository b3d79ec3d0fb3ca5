"""docs/documents.md tells the truth: its settings are read, every key and every option of documents is on it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dpsym.cli.app import app
from dpsym.cli.wanted import DOCUMENTS
from dpsym.reading.latex.outside import PROFILES
from dpsym.running.proofreading.formats import FORMATS
from dpsym.running.proofreading.settings import _KEYS, CLAIM_SECONDS, DOCUMENT_SECONDS, NAME, read_settings

PAGE = (Path(__file__).parent.parent.parent / "docs" / "documents.md").read_text("utf-8")
(TOML,) = re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)


def test_the_settings_are_read_and_are_all_there_are(tmp_path: Path) -> None:
    assert list(tomllib.loads(TOML)) == [
        "entry",
        "assume",
        "conventions",
        "fail-on",
        "timeout",
        "limit",
        "baseline",
        "macros",
    ]
    assert set(tomllib.loads(TOML)) == set(_KEYS)
    for name in tomllib.loads(TOML)["entry"]:
        (tmp_path / name).touch()
    (tmp_path / NAME).write_text(TOML, "utf-8")
    found = read_settings(tmp_path / NAME)
    assert found.macros["norm"].arguments == 1


def test_defaults_formats_and_suffixes() -> None:
    assert f"A claim of a document has {CLAIM_SECONDS:g}" in PAGE
    assert f"together {DOCUMENT_SECONDS:g}" in PAGE
    assert f"`{' '.join(DOCUMENTS)}`" in PAGE
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.M) == list(FORMATS)
    assert all(f"--conventions {name}" in PAGE for name in PROFILES)


def options() -> list[str]:
    text = CliRunner().invoke(app, ["check", "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"}).output
    return sorted(set(re.findall(r"--[a-z-]+", text)))


@pytest.mark.parametrize("option", sorted(set(re.findall(r"--[a-z]+(?:-[a-z]+)*", PAGE))))
def test_options_exist(option: str) -> None:
    assert option in options()
