"""Findings: their places, their names, fingerprints and baselines, and the forms in which they are told."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from dpsym.cli.exits import BAD_INPUT, FAILED, INTERNAL, OK, OPEN
from dpsym.cli.proofreading import exit_code, worst
from dpsym.reading.latex.derivations import read_document
from dpsym.reading.latex.positions import Place, plain
from dpsym.running.desk import Desk
from dpsym.running.proofreading.baseline import BaselineError, read_baseline, write_baseline
from dpsym.running.proofreading.checking import check_document
from dpsym.running.proofreading.findings import Finding, Report, report_of, summary
from dpsym.running.proofreading.formats import github_lines, report_text, sarif, total_text
from dpsym.search.outcome import Budget

TEXT = r"""\section{First}
\begin{theorem}[Main]\label{thm:main}
Let $x > 0$. Then
\begin{align}
x &\le e^x \label{eq:one} \\
  &\le x + 1 \label{eq:two}
\end{align}
We have $x^2 \le 4x$.
\end{theorem}
\begin{lemma}[Small]
Let $y \ge 0$. Since $y \le 1$,
\[ y^2 \le y \tag{7} \]
\[ y = y + 1 \]
\end{lemma}
\[ \sigma(x + 1) = 1 \]
"""


def report(text: str, name: str = "a.tex") -> Report:
    found = check_document(read_document(text), Budget(seconds=2), Desk(1), explain=False, text=plain(text, name))
    return report_of(found, name)


@cache
def usual() -> Report:
    return report(TEXT)


def test_places_and_names() -> None:
    found = {(str(f.place), f.verdict, f.name) for f in usual().findings}
    assert found >= {
        ("a.tex:5:1", "proved", "eq:one"),
        ("a.tex:6:4", "refuted", "eq:two"),
        ("a.tex:8:10", "refuted", "thm:main"),
        ("a.tex:12:4", "follows", "(7)"),
        ("a.tex:13:4", "refuted", "lemma Small"),
        ("a.tex:15:4", "refused", ""),
    }


def test_text_has_a_line_for_each_finding_and_the_counts() -> None:
    lines = report_text(usual()).splitlines()
    heads = [line for line in lines if line.startswith("a.tex:") and "displays" not in line]
    assert len(heads) == sum(not f.is_good for f in usual().findings)
    assert heads[0].startswith(r"a.tex:6:4: refuted [eq:two] \le x + 1   at x = 1/2: 1.64872... > 1.5")
    assert sum("Euler" in line for line in lines) == 1
    assert lines[-1].startswith("a.tex: 4 displays, 3 read, 1 refused; ")
    everything = report_text(usual(), everything=True)
    assert "a.tex:5:1: proved [eq:one]" in everything
    assert total_text([usual(), usual()]).startswith("2 documents: 8 displays, 6 read, 2 refused; ")


@pytest.mark.parametrize(
    ("verdicts", "codes"),
    [
        (["proved", "definition", "condition"], (OK, OK, OK)),
        (["open"], (OK, OK, OPEN)),
        (["refused"], (OK, OK, OPEN)),
        (["unread"], (OK, OK, OPEN)),
        (["follows", "open"], (OK, OPEN, OPEN)),
        (["open", "undefined"], (FAILED, FAILED, FAILED)),
        (["refuted", "follows"], (FAILED, FAILED, FAILED)),
    ],
)
def test_exit_codes(verdicts: list[str], codes: tuple[int, int, int]) -> None:
    found = Report("a", tuple(Finding(Place("a", 1, 1), v, "", "x", "y") for v in verdicts))
    assert tuple(exit_code(found, word) for word in ("refuted", "follows", "open")) == codes
    accepted = replace(found, findings=tuple(replace(f, accepted=True) for f in found.findings))
    assert {exit_code(accepted, word) for word in ("refuted", "follows", "open")} == {OK}


def test_the_worst_exit_code_counts() -> None:
    assert worst([]) == OK
    assert worst([OK, OPEN]) == OPEN
    assert worst([BAD_INPUT, OPEN]) == BAD_INPUT
    assert worst([OPEN, FAILED, BAD_INPUT]) == FAILED
    assert worst([FAILED, INTERNAL]) == INTERNAL


# -- baselines ------------------------------------------------------------------------------------------------------------------


@pytest.mark.campaign
def test_a_baseline_accepts_what_it_was_written_from_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    bad = [f for f in usual().findings if not f.is_good]
    assert write_baseline(path, usual().findings) == len(bad)
    again = usual().accepting(read_baseline(path))
    assert [f.accepted for f in again.findings] == [not f.is_good for f in usual().findings]
    assert exit_code(again) == OK
    assert f"{len(bad)} accepted by the baseline" in summary([again], "a")
    moved = report("% a line more\n\n" + TEXT).accepting(read_baseline(path))
    assert exit_code(moved) == OK
    worse = report(TEXT.replace("y = y + 1", "y = y + 2")).accepting(read_baseline(path))
    assert [f.written for f in worse.findings if not f.is_good and not f.accepted] == ["y = y + 2"]
    stricter = report(TEXT.replace("$x > 0$", "$x > 1$")).accepting(read_baseline(path))  # asked anew: accepted anew
    assert {f.name for f in stricter.findings if not f.is_good and not f.accepted} >= {"eq:two"}
    elsewhere = report(TEXT, "b.tex").accepting(read_baseline(path))
    assert not any(f.accepted for f in elsewhere.findings)


def test_each_finding_is_accepted_as_often_as_it_was() -> None:
    (f,) = (f for f in usual().findings if f.written == "y = y + 1")
    twice = Report("a", (f, f))
    once = twice.accepting(Counter({f.fingerprint: 1}))
    assert [x.accepted for x in once.findings] == [True, False]


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"3", b'{"format": 2, "accepted": []}', b'{"format": 1}', b'{"format": 1, "accepted": [3]}',
     b'{"format": 1, "accepted": [{"fingerprint": "xyz"}]}', b'{"format": 1, "accepted": [{"fingerprint": 3}]}',
     b"\xff", b"[" * 100_000],
)  # fmt: skip
def test_what_is_no_baseline_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "b.json"
    path.write_bytes(data)
    with pytest.raises(BaselineError, match=r"b\.json"):
        read_baseline(path)


def test_a_baseline_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BaselineError, match="No such file"):
        read_baseline(tmp_path / "b.json")
    with pytest.raises(BaselineError, match="cannot write"):
        write_baseline(tmp_path / "no" / "b.json", [])


# -- machines -------------------------------------------------------------------------------------------------------------------


def test_sarif() -> None:
    accepted = usual().accepting(Counter({f.fingerprint: 1 for f in usual().findings if f.name == "eq:two"}))
    log = json.loads(json.dumps(sarif([accepted], "1.2.3")))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({r["id"] for r in rules}) == len(rules)
    assert len(run["results"]) == sum(not f.is_good for f in accepted.findings)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] == ("error" if result["ruleId"] in ("refuted", "undefined") else "warning")
        assert result["message"]["text"]
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "a.tex"}
        assert place["region"]["startLine"] >= 1
        assert place["region"]["startColumn"] >= 1
        assert len(result["partialFingerprints"]["dpsym/v1"]) == 64
    suppressed = [r for r in run["results"] if "suppressions" in r]
    assert [r["properties"]["label"] for r in suppressed] == ["eq:two"]


def one(place: Place, **values: str) -> Report:
    return Report("a", (Finding(place, "refuted", values.get("name", ""), "w", values.get("message", "m")),))


def test_addresses_of_files_are_escaped() -> None:
    def uri(file: str) -> str:
        place = sarif([one(Place(file, 1, 1))], "")["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        return str(place["artifactLocation"]["uri"])

    assert uri("a b/ü%.tex") == "a%20b/%C3%BC%25.tex"
    assert uri("/a b.tex") == "file:///a%20b.tex"


def test_cells_of_notebooks_have_no_line_of_the_file() -> None:
    found = one(Place("n.ipynb", 2, 3, 4))
    place = sarif([found], "")["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "n.ipynb"}}
    line, _ = github_lines(found)
    assert line == "::error file=n.ipynb,title=dpsym%3A refuted::refuted (cell 4, line 2) w: m"


def test_workflow_commands_are_escaped() -> None:
    report = one(Place("a,b:c%.tex", 3, 7), name="eq:x,y\r\n::warning::z", message="50 %\n::error::x\r")
    line, counts = github_lines(report)
    assert line == (
        "::error file=a%2Cb%3Ac%25.tex,line=3,col=7,title=dpsym%3A refuted eq%3Ax%2Cy%0D%0A%3A%3Awarning%3A%3Az"
        "::refuted [eq:x,y%0D%0A::warning::z] w: 50 %25%0A::error::x%0D"
    )
    assert counts.startswith("a: ")
    levels = [line.split()[0] for line in github_lines(usual()) if line.startswith("::")]
    assert Counter(levels) == {"::error": 3, "::warning": 3}


def test_reports_are_written_down_and_read_back() -> None:
    again = Report.from_json(json.loads(json.dumps(usual().as_json())))
    assert again == usual()
