"""Short documents, each with the lines that are false: no false line is proved or waved through, no true line is refuted.

`documents/*.txt` hold them, `documents/verdicts.json` what was said of each step; `python -m tests.latex.test_documents` writes it
anew, and shows what has changed, so that every change is read by someone.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from dpsym.cli.proofreading import exit_code
from dpsym.running.proofreading import Proofread, proofread
from dpsym.running.proofreading.findings import report_of
from dpsym.search.outcome import Budget
from tests.helpers.sampling import share

HERE = Path(__file__).parent / "documents"
VERDICTS = HERE / "verdicts.json"
PASSED = ("proved", "definition", "condition")
BROKEN = ("refuted", "undefined")
SAMPLE = 42  # every so many in the fast set


@dataclass(frozen=True)
class Document:
    name: str
    false: frozenset[int]  # lines that are false
    text: str

    @property
    def found(self) -> Proofread:
        return checked(self.text)

    @property
    def verdicts(self) -> list[str]:
        """`line verdict` for each step, and for each display that was not read."""
        line = self.found.document.source.line
        rows = [f"{line(c.step.start)} {c.verdict}" for c in self.found.shown]
        return rows + [f"{line(d.piece.start)} refused" for d in self.found.refused]


@cache
def checked(text: str) -> Proofread:
    return proofread(text, Budget(seconds=2), jobs=1, explain=False)


def documents() -> list[Document]:
    out = []
    for path in sorted(HERE.glob("*.txt")):
        for block in re.split(r"^@@ ", path.read_text("utf-8"), flags=re.M)[1:]:
            head, _, text = block.partition("\n")
            name, _, rest = head.partition(";")
            lines = re.findall(r"\d+", rest.partition("false:")[2])
            out.append(Document(name.strip(), frozenset(map(int, lines)), text.rstrip("\n")))
    return out


ALL = documents()
RECORDED = json.loads(VERDICTS.read_text("utf-8")) if VERDICTS.exists() else {}


def test_there_are_enough_of_both_kinds() -> None:
    assert len({d.name for d in ALL}) == len(ALL) >= 150
    wrong = sum(bool(d.false) for d in ALL)
    assert 0.4 <= wrong / len(ALL) <= 0.6
    assert set(RECORDED) == {d.name for d in ALL}


def check(document: Document) -> None:
    rows = [(int(row.split()[0]), row.split()[1]) for row in document.verdicts]
    assert not [row for row in rows if row[0] in document.false and row[1] in PASSED], "a false line passes"
    assert not [row for row in rows if row[0] not in document.false and row[1] in BROKEN], "a true line is refuted"
    assert document.false <= {line for line, _ in rows}, "a false line is not looked at"
    if document.false:
        assert exit_code(report_of(document.found)) != 0
    assert document.verdicts == RECORDED[document.name]


@pytest.mark.parametrize("document", ALL[::SAMPLE], ids=lambda d: d.name)
def test_documents(document: Document) -> None:
    check(document)


@pytest.mark.campaign
@pytest.mark.parametrize("document", share(ALL, 3), ids=lambda d: d.name)
def test_every_document(document: Document) -> None:
    check(document)


def main() -> None:
    found = {d.name: d.verdicts for d in ALL}
    for name, rows in found.items():
        if RECORDED.get(name) != rows:
            print(f"{name}: {RECORDED.get(name)} -> {rows}")
    lines = [f"{json.dumps(name)}: {json.dumps(rows)}" for name, rows in found.items()]
    VERDICTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
