"""`python -m benchmarks.derived > docs/derived.md`: what dpsym derives by itself, made anew.

A section is a function that prints Markdown; SECTIONS lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .deriving import Row, rows

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
        yield "| question | answer | |"
        yield "|---|---|---|"
        yield from (_line(row) for row in found if row.kind == kind)
        yield ""


def _line(row: Row) -> str:
    question, answer = (text.replace("|", "\\|") for text in (row.question, row.answer))
    return f"| `{question}` | `{answer}` | {row.status} |"


SECTIONS: tuple[Callable[[], Iterator[str]], ...] = (findings,)


def main() -> None:
    print("# Derived\n")
    print("Made by `python -m benchmarks.derived`; each line is proved and replayed ([deriving.md](deriving.md)).\n")
    print("\n".join(line for section in SECTIONS for line in section()).rstrip())


if __name__ == "__main__":
    main()
