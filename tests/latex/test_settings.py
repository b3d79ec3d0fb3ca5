"""dpsym.toml: what it may say, what is refused and how, where it is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpsym.reading.latex.outside import MAX_MACRO, macro
from dpsym.running.proofreading.settings import (
    CLAIM_SECONDS,
    MAX_BYTES,
    NAME,
    SettingsError,
    find_settings,
    read_settings,
)

WHOLE = r"""
entry = ["paper.tex", "notes"]
assume = ["eps > 0", '\delta < 1']
conventions = "dp"
fail-on = "follows"
timeout = 3
limit = 60.5
baseline = "accepted.json"
[macros]
eps = '\varepsilon'
norm = '\lVert #1 \rVert'
"""


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / NAME
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_every_key(tmp_path: Path) -> None:
    (tmp_path / "paper.tex").touch()
    (tmp_path / "notes").mkdir()
    found = read_settings(written(tmp_path, WHOLE))
    assert found.entry == (tmp_path / "paper.tex", tmp_path / "notes")
    assert [(t.condition, t.label) for t in found.assume] == [("eps > 0", NAME), (r"\delta < 1", NAME)]
    assert (found.conventions, found.fail_on, found.timeout, found.limit) == ("dp", "follows", 3.0, 60.5)
    assert found.baseline == tmp_path / "accepted.json"
    assert {name: m.arguments for name, m in found.macros.items()} == {"eps": 0, "norm": 1}


def test_an_empty_file_settles_nothing(tmp_path: Path) -> None:
    found = read_settings(written(tmp_path, ""))
    assert (found.entry, found.assume, found.fail_on, found.timeout) == ((), (), "open", CLAIM_SECONDS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("asume = 'x > 0'", "found the key 'asume', expected one of entry, assume, macros, conventions, fail-on, timeout, "
         "limit, baseline; did you mean assume?"),
        ("assume = 3", "assume: found an integer, expected a string or a list of strings"),
        ("assume = ['x > 0', true]", "assume: found a boolean, expected a string or a list of strings"),
        ("conventions = 'pd'", "conventions: found 'pd', expected one of dp"),
        ("fail-on = 'refute'", "fail-on: found 'refute', expected one of refuted, follows, open; did you mean refuted?"),
        ("timeout = '5'", "timeout: found a string, expected a number of seconds"),
        ("timeout = true", "timeout: found a boolean, expected a number of seconds"),
        ("limit = -1", "limit: found -1, expected a positive number of seconds"),
        ("limit = inf", "limit: found inf, expected a positive number of seconds"),
        ("limit = nan", "limit: found nan, expected a positive number of seconds"),
        ("limit = 1979-05-27", "limit: found a date or time, expected a number of seconds"),
        ("baseline = '../x.json'", "baseline: found '../x.json', expected a path below the folder of this file"),
        ("baseline = '/etc/passwd'", "baseline: found '/etc/passwd', expected a path below the folder of this file"),
        ("baseline = ''", "baseline: found '', expected a path below the folder of this file"),
        ("baseline = [1]", "baseline: found a list, expected a string"),
        ("entry = 'gone.tex'", "entry: found 'gone.tex', expected a file or folder that is there"),
        ("entry = '../..'", "entry: found '../..', expected a path below the folder of this file"),
        ("macros = 'x'", "macros: found a string, expected a table [macros] of names and what they stand for"),
        ("macros = { eps = 1 }", "macros.eps: found an integer, expected a string"),
        ("macros = { 'e.p' = 'x' }", "macros.e.p: found the name 'e.p', expected letters, without the backslash"),
        ("macros = { eps = '{x' }", "macros.eps: found '{x', expected LaTeX that a macro may stand for"),
        ("macros = { eps = 'x%' }", "macros.eps: found 'x%', expected LaTeX that a macro may stand for"),
        ("x = [", "not TOML"),
        ("x = " + "[" * 20_000, "not TOML"),
        ("limit = " + "1" * 5_000, "not TOML"),
        (b"\xff\xfe", "not UTF-8: invalid start byte at byte 0"),
        (b"#" * (MAX_BYTES + 1), "found more than 1 MiB, expected settings"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_file_and_key(tmp_path: Path, text: str | bytes, message: str) -> None:
    with pytest.raises(SettingsError) as error:
        read_settings(written(tmp_path, text), "sub/dpsym.toml")
    assert str(error.value).startswith(f"sub/dpsym.toml: {message}")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="No such file"):
        read_settings(tmp_path / NAME)


def test_the_nearest_one_counts_up_to_the_working_directory(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    written(tmp_path, "")
    assert find_settings(inner, tmp_path / "a") is None
    assert find_settings(inner, tmp_path) == tmp_path / NAME
    assert find_settings(inner, tmp_path / "elsewhere") is None
    own = written(inner, "")
    assert find_settings(inner, tmp_path) == own
    assert find_settings(inner, tmp_path / "elsewhere") == own


@pytest.mark.parametrize("body", ["x}{", "}", "\\newcommand{\\b}{c}\n", "x" * (MAX_MACRO + 1), "a\nb"])
def test_macros_that_would_be_more_than_one(body: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        macro("a", body)
