"""`python -m benchmarks.derived > docs/derived.md`: what dpsym derives by itself, made anew.

A section is a function that prints Markdown; SECTIONS lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from . import composition, tightest
from .deriving import Row, rows
from .tables import markdown

HEADINGS = {
    "constant": "Best constants: the claim holds exactly from this constant on",
    "region": "Regions: exactly where a claim holds",
    "optimum": "Optima over some symbols, for all values of the others",
}


def findings() -> Iterator[str]:
    """The questions of questions/derive.toml, kind by kind."""
    found = list(rows())
    for kind, heading in HEADINGS.items():
        yield f"## {heading}\n"
        yield "| question | answer | | s |"
        yield "|---|---|---|---|"
        yield from (_line(row) for row in found if row.kind == kind)
        yield ""


def _line(row: Row) -> str:
    question, answer = (text.replace("|", "\\|") for text in (row.question, row.answer))
    return f"| `{question}` | `{answer}` | {row.status} | {row.seconds:.1f} |"


def sharp() -> Iterator[str]:
    """The sharp bound on each quantity given each notion, with what was checked without the kernel."""
    found = list(tightest.rows())
    yield "## Sharp bounds: the most that a quantity can be, given a notion\n"
    yield "*Pairs*: random pairs of laws that satisfy the notion, none of which is above the bound. *Attained*: the pair that the"
    yield "answer names has the value of the bound, in mpmath ([tightest.md](tightest.md)).\n"
    yield "| question | bound | | proof | pairs | attained | s |"
    yield "|---|---|---|---|---|---|---|"
    for row in found:
        bound = f"`{row.answer}`" if row.answer else ""
        checked = (str(row.pairs), row.attained, f"{row.seconds:.1f}")
        cells = (f"`{row.question}`", bound, row.status, row.proof, *checked)
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
    yield ""


def composed() -> Iterator[str]:
    """What k mechanisms that are ε-private give at δ, by four bounds and exactly: each ε is certified, and rounded up."""
    yield "## Composition of k mechanisms that are ε-private: ε at δ\n"
    yield from (markdown(table) for table in composition.measure().tables)
    yield ""


SECTIONS: tuple[Callable[[], Iterator[str]], ...] = (findings, sharp, composed)


def main() -> None:
    print("# Derived\n")
    print("Made by `python -m benchmarks.derived`; each line is proved and replayed ([deriving.md](deriving.md)).\n")
    print("\n".join(line for section in SECTIONS for line in section()).rstrip())


if __name__ == "__main__":
    main()
