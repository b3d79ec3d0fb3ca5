"""docs/latex.md tells the truth: its examples are read, its refusals are refused for the reason it gives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dpsym.reading.latex import LatexError, read_claims, read_conditions, read_expression
from dpsym.reading.latex.words import FUNCTIONS
from dpsym.running.proofreading import proofread
from dpsym.search.outcome import Budget

PAGE = (Path(__file__).parent.parent.parent / "docs" / "latex.md").read_text("utf-8")


def lines(language: str) -> list[str]:
    blocks = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)
    found = [line for block in blocks for line in block.splitlines()]
    assert found
    return found


@pytest.mark.parametrize("line", lines("latex-term"))
def test_terms(line: str) -> None:
    assert read_expression(line)


@pytest.mark.parametrize("line", lines("latex-claim"))
def test_claims(line: str) -> None:
    assert read_claims(line)


@pytest.mark.parametrize("line", lines("latex-condition"))
def test_conditions(line: str) -> None:
    assert read_conditions(line)


@pytest.mark.parametrize("line", lines("latex-refused"))
def test_refusals(line: str) -> None:
    written, _, message = line.partition("  % ")
    read = read_claims if re.search(r"\\le|\\approx|<", written) and "\\max" not in written else read_expression
    with pytest.raises(LatexError) as error:
        read(written.strip())
    assert message.strip() in error.value.message


@pytest.mark.parametrize("line", lines("latex-document"))
def test_documents(line: str) -> None:
    text, _, wanted = line.partition("%%")
    found = proofread(text, Budget(seconds=2), jobs=1, explain=False)
    assert [c.verdict for c in found.shown] == wanted.strip().split(", ")


NAMES = re.findall(r"^\| (`.+?`(?:, `.+?`)*) \| (`\w+`(?:, `\w+`)*)", PAGE, re.M)


@pytest.mark.parametrize(("written", "names"), NAMES, ids=[w for w, _ in NAMES])
def test_names(written: str, names: str) -> None:
    sources, wanted = re.findall("`(.+?)`", written), re.findall("`(.+?)`", names)
    wanted = wanted * len(sources) if len(wanted) == 1 else wanted
    for source, name in zip(sources, wanted):
        assert read_expression(source).free == {name}


def test_every_function_is_mentioned() -> None:
    shown = (
        "exp",
        "log",
        "ln",
        "sinh",
        "cosh",
        "tanh",
        "min",
        "max",
        "erf",
        "erfc",
        "arsinh",
        "arcosh",
        "artanh",
        "loggamma",
    )
    assert {FUNCTIONS[name] for name in shown} == set(FUNCTIONS.values())
    assert all(re.search(rf"\b{name}\b", PAGE) for name in shown)
