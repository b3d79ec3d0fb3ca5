"""The README tells the truth: its console sessions, Python sessions and file of claims are run.

`python tests/test_readme.py` writes what the commands print now into the README, for its author to read over.
"""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.M | re.S)


def split(block: str) -> list[tuple[str, str]]:
    """Each `$ command` of a console block with the output printed below it."""
    parts = re.split(r"^\$ ", block, flags=re.M)[1:]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def sessions() -> list[tuple[str, str]]:
    return [session for block in blocks("console") for session in split(block)]


def run(command: str, directory: Path) -> subprocess.CompletedProcess[str]:
    program, *arguments = shlex.split(command)
    assert program == "dpsym"
    python = [sys.executable, "-m", "dpsym", *arguments]
    return subprocess.run(python, capture_output=True, text=True, cwd=directory, timeout=60)


def timeless(text: str) -> str:
    """Without durations, which differ from run to run."""
    return re.sub(r"\d+(\.\d+)? s\b", "_ s", text)


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: split(block)[0][0][:40])
def test_the_console_sessions_print_what_the_readme_says(block: str, tmp_path: Path) -> None:
    """Those of a block in order and in one directory: a command may use the file that one before it saved."""
    (tmp_path / "claims.toml").write_text("".join(blocks("toml")), "utf-8")
    assert split(block)
    for command, expected in split(block):
        done = run(command, tmp_path)
        assert timeless(done.stdout) == timeless(expected), command
        assert done.returncode in (0, 1, 3), done.stderr


def test_the_readme_shows_all_four_verdicts() -> None:
    assert len(sessions()) >= 15
    shown = {output.split()[0] for _, output in sessions() if output}
    assert {"proved", "refuted", "undefined", "open"} <= shown


def test_the_python_sessions_print_what_the_readme_says() -> None:
    text = "\n".join(blocks("python"))
    assert text.count(">>> ") >= 5
    test = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    runner = doctest.DocTestRunner(verbose=False)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)


def test_the_file_of_claims_is_toml() -> None:
    assert len(tomllib.loads("".join(blocks("toml")))["claim"]) == 2


def test_the_two_commands_are_there_and_ci_runs_the_second_and_the_campaigns() -> None:
    run, test = (block.strip() for block in blocks("sh"))
    assert run.startswith("python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/dpsym check ")
    run_tests = ".venv/bin/python -m pytest -n auto --dist worksteal"
    assert test == f"python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && {run_tests}"
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert f"{run_tests} -m campaign\n" in ci
    pattern = re.search(r"sed -n 's/(.*)/&/p' README", ci)
    assert pattern is not None
    assert [line for line in README.splitlines() if re.search(pattern[1], line)] == [test]


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


def update(directory: Path) -> str:
    """The README with the output of its commands as it is now."""
    (directory / "claims.toml").write_text("".join(blocks("toml")), "utf-8")

    def rerun(block: re.Match[str]) -> str:
        outputs = [(command, run(command, directory).stdout) for command, _ in split(block[1])]
        return "```console\n" + "".join(f"$ {command}\n{output}" for command, output in outputs) + "```"

    return re.sub(r"^```console\n(.*?)^```", rerun, README, flags=re.M | re.S)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        (ROOT / "README.md").write_text(update(Path(name)), "utf-8")
