"""What the command line says of documents, and which arguments name one. It loads nothing: most claims are no documents."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

DOCUMENTS = (".tex", ".ltx", ".latex", ".md", ".markdown", ".rmd", ".qmd", ".ipynb", ".rst", ".txt")
CLAIM_SECONDS = 20.0  # for a claim by itself


@dataclass(frozen=True)
class Wanted:
    """What the command line says of documents; what is None or empty is left to dpsym.toml."""

    where: tuple[str, ...] = ()
    config: Path | None = None
    root: Path | None = None  # files below it may be put in, not only those beside the document
    conventions: str | None = None
    fail_on: str | None = None
    timeout: float | None = None
    limit: float | None = None
    baseline: Path | None = None


@dataclass(frozen=True)
class Manner:
    """How documents are checked, and how that is told."""

    format: str = "text"  # text, json, sarif, github, latex
    jobs: int | None = None
    reading: bool = False  # only show how formulas are read
    everything: bool = False  # tell of what is proved as well
    cache: bool = True
    write_baseline: bool = False


def is_document(argument: str) -> bool:
    """Whether an argument of `check` names a document or a folder, and is no claim."""
    if "\n" in argument or "\0" in argument or not argument:
        return False
    try:
        return argument.lower().endswith(DOCUMENTS) or Path(argument).is_dir()
    except (OSError, ValueError):
        return False
