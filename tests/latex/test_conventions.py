"""What is said from outside: conditions with where they were said, macros, and conventions for symbols of which nothing speaks."""

from __future__ import annotations

import pytest

from dpsym.reading.latex.derivations import ReadDocument, read_document
from dpsym.reading.latex.outside import Outside, Told, macro
from dpsym.reading.text.tokens import ReadError
from dpsym.running.desk import Desk
from dpsym.running.proofreading.checking import check_document
from dpsym.running.proofreading.findings import Report, report_of
from dpsym.search.outcome import Budget

CLAIM = r"$$e^{\varepsilon} > 1$$"
DP = Outside(conventions="dp")


def held(document: ReadDocument) -> list[str]:
    return [s.text for s in document.conventions]


def report(text: str, outside: Outside) -> Report:
    return report_of(check_document(read_document(text, outside), Budget(seconds=2), Desk(1), explain=False), "t")


def test_conventions_hold_for_symbols_of_which_nothing_speaks() -> None:
    text = r"$$\varepsilon + \sigma + b + \delta + p + n + k + x \le 1$$"
    assert held(read_document(text, DP)) == [
        "b > 0", "delta > 0", "delta < 1", "eps > 0", "k >= 1", "k integer", "n >= 1", "n integer", "p > 0", "p < 1", "sigma > 0",
    ]  # fmt: skip
    assert held(read_document(text)) == []


@pytest.mark.parametrize(
    "words",
    [
        r"Let $\varepsilon \ge 0$.",
        r"For all $\varepsilon \in \mathbb{R}$ we have",
        r"If $\varepsilon = 0$ then $1 \le 1$.",
        r"In the case $\varepsilon = 0$ nothing is to be shown.",
        r"Recall that $\varepsilon \ge 0$.",
        r"Set $\varepsilon = t^2$.",
        r"% dpsym: assume eps >= 0" + "\n",
        r"Let $\varepsilon$ be the negative exponent of the last section, which may vanish.",
        r"Let $\varepsilon_1 \ge 0$.",
        r"Let $\bar\varepsilon < 0$.",
    ],
)
def test_a_document_that_speaks_of_a_symbol_speaks_for_itself(words: str) -> None:
    for text in (f"{words} {CLAIM}", f"# A\n{CLAIM}\n\n# B\n\n{words}\n"):
        document = read_document(text, DP)
        assert held(document) == []
        assert not [s for d in document.derivations for s in d.context.firm if s.label.startswith("--conv")]


@pytest.mark.parametrize("words", ["", r"Clearly $e^{\varepsilon} \ge \varepsilon$.", r"Since $\varepsilon \le 1$,"])
def test_what_is_claimed_declares_nothing(words: str) -> None:
    assert held(read_document(f"{words} {CLAIM}", DP)) == ["eps > 0"]


def test_conditions_from_outside_speak_too() -> None:
    document = read_document(CLAIM, Outside((Told("eps >= 0", "dpsym.toml"),), conventions="dp"))
    assert held(document) == []


def test_the_report_and_the_rows_say_so() -> None:
    plain, conventional = report(CLAIM, Outside()), report(CLAIM, DP)
    assert [f.verdict for f in plain.findings] == ["open"]
    (found,) = conventional.findings
    assert found.verdict == "proved"
    assert found.row["conventions"] == ["eps > 0"]
    assert found.row["conditions"][0]["label"] == "--conventions dp"
    assert any("as nothing in the document speaks of these symbols: eps > 0" in note for note in conventional.notes)
    assert not plain.findings[0].row["conventions"]


def test_reading_is_the_same_with_conventions() -> None:
    text = rf"$$p(x) \le 1$$ $$\delta(\varepsilon) \le n$$ {CLAIM}"
    readings = [[repr(d.steps[0].left) for d in read_document(text, o).derivations] for o in (Outside(), DP)]
    assert readings[0] == readings[1]


def test_conditions_from_a_file_are_named_by_it() -> None:
    found = report(CLAIM, Outside((Told("eps > 0", "dpsym.toml"),)))
    assert [f.verdict for f in found.findings] == ["proved"]
    assert found.findings[0].row["conditions"] == [
        {"line": None, "file": None, "text": "eps > 0", "verdict": None, "label": "dpsym.toml"}
    ]
    assert "conditions from outside that were used: eps > 0 (dpsym.toml)" in found.notes


def test_a_condition_that_is_not_read_is_named_by_where_it_was_said() -> None:
    with pytest.raises(ReadError) as error:
        read_document(CLAIM, Outside((Told("eps >", "dpsym.toml"),)))
    assert str(error.value).startswith("dpsym.toml: ")


def test_macros_from_outside_give_way_to_those_of_the_document() -> None:
    outside = Outside(macros={"eps": macro("eps", r"\varepsilon"), "two": macro("two", "{#1}^2")})
    (d,) = read_document(r"$$\two{\eps} \ge 0$$", outside).derivations
    assert "eps" in repr(d.steps[0].left)
    (d,) = read_document(r"\newcommand{\eps}{x} $$\two{\eps} \ge 0$$", outside).derivations
    assert "eps" not in repr(d.steps[0].left)
    assert read_document(r"$$\two{\eps} \ge 0$$").refused
