"""`python -m benchmarks.derived > docs/derived.md`: what dpsym derives by itself, made anew.

A section is a function that prints Markdown; SECTIONS lists them. It takes a while: with a file as argument the lines of the tables are
kept there as they come, and a run that was stopped goes on after them. The file is for one state of the code.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from . import composition, tightest
from .deriving import Row, one, questions
from .tables import markdown

HEADINGS = {
    "constant": "Best constants: the claim holds exactly from this constant on",
    "region": "Regions: exactly where a claim holds",
    "optimum": "Optima over some symbols, for all values of the others",
}


class Kept:
    """Lines of tables by question; those that a file holds are not made again."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        text = path.read_text("utf-8") if path is not None and path.exists() else ""
        self.lines: dict[str, str] = dict(json.loads(line) for line in text.splitlines())

    def line(self, question: str, make: Callable[[], str]) -> str:
        if question not in self.lines:
            self.lines[question] = make()
            if self.path is not None:
                with self.path.open("a", encoding="utf-8") as f:
                    f.write(json.dumps([question, self.lines[question]]) + "\n")
        return self.lines[question]


def findings(kept: Kept) -> Iterator[str]:
    """The questions of questions/derive.toml, kind by kind."""
    asked = questions()
    for kind, heading in HEADINGS.items():
        yield f"## {heading}\n"
        yield "| question | answer | | s |"
        yield "|---|---|---|---|"
        for q in asked[kind]:
            yield kept.line(f"{kind}/{q['id']}", lambda kind=kind, q=q: _line(one(kind, q)))  # type: ignore[misc]
        yield ""


def _line(row: Row) -> str:
    question, answer = (text.replace("|", "\\|") for text in (row.question, row.answer))
    return f"| `{question}` | `{answer}` | {row.status} | {row.seconds:.1f} |"


def sharp(kept: Kept) -> Iterator[str]:
    """The sharp bound on each quantity given each notion, with what was checked without the kernel."""
    yield "## Sharp bounds: the most that a quantity can be, given a notion\n"
    yield "*Pairs*: random pairs of laws that satisfy the notion, none of which is above the bound. *Attained*: the pair that the"
    yield "answer names has the value of the bound, in mpmath ([tightest.md](tightest.md)).\n"
    yield "| question | bound | | proof | pairs | attained | s |"
    yield "|---|---|---|---|---|---|---|"
    for question in tightest.questions():
        yield kept.line("sharp/" + " given ".join(question), lambda q=question: _sharp_line(q))  # type: ignore[misc]
    yield ""


def _sharp_line(question: tuple[str, str]) -> str:
    (row,) = tightest.rows([question])
    bound = f"`{row.answer}`" if row.answer else ""
    checked = (str(row.pairs), row.attained, f"{row.seconds:.1f}")
    cells = (f"`{row.question}`", bound, row.status, row.proof, *checked)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def composed(kept: Kept) -> Iterator[str]:
    """What k mechanisms that are ε-private give at δ, by four bounds and exactly: each ε is certified, and rounded up."""
    yield "## Composition of k mechanisms that are ε-private: ε at δ\n"
    yield from (markdown(table) for table in composition.measure().tables)
    yield ""


SECTIONS: tuple[Callable[[Kept], Iterator[str]], ...] = (findings, sharp, composed)


def main() -> None:
    kept = Kept(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    print("# Derived\n")
    print(
        "Made by `python -m benchmarks.derived`; each line is proved and replayed ([deriving.md](deriving.md)). Seconds are those of"
    )
    print("processor time.\n")
    print("\n".join(line for section in SECTIONS for line in section(kept)).rstrip())


if __name__ == "__main__":
    main()
