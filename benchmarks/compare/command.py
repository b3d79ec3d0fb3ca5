"""`python -m benchmarks compare [FILE ...] [--timeout S] [--tool NAME ...] [--save]`"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path

from dpsym.reading.text.file import ClaimsFileError, read_claims_file

from ..tables import Part, save, show
from .outcomes import of_chain
from .runner import run
from .table import Row, part
from .tools import TOOLS, MissingError, load

CLAIMS = Path(__file__).parents[1] / "claims"
TIMEOUT = 10.0


def main(arguments: Sequence[str]) -> int:
    """Runs the tools and prints the tables; the exit code is 1 if dpsym is wrong, 2 if something is missing."""
    asked = _parser().parse_args(arguments)
    try:
        compared = compare(asked.files or sorted(CLAIMS.glob("*.toml")), asked.tool or list(TOOLS), asked.timeout)
    except (MissingError, ClaimsFileError) as error:
        print(error, file=sys.stderr)
        return 2
    show(compared)
    if asked.save:
        save(compared)
    return 0 if compared.met else 1


def compare(files: Sequence[Path], tools: Sequence[str], timeout: float) -> Part:
    """Every tool on every claim of the files, one process at a time. The tools take turns, so that load hits them alike."""
    entries = [(file.stem, entry) for file in files for entry in read_claims_file(file)]
    rows = [Row(file, entry.id, entry.expect or "proved") for file, entry in entries]
    for tool in tools:
        load(tool)
    for k, (row, (_, entry)) in enumerate(zip(rows, entries, strict=True), 1):
        for tool in tools:
            _progress(f"{k} of {len(rows)}: {row.id}, {tool}")
            row.said[tool] = of_chain([run(tool, claim, timeout) for claim in entry.claims])
    _progress("")
    return part(rows, tools, timeout)


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks compare", description="Runs dpsym, SymPy, z3 and cvc5 on the same claims."
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="files of claims; benchmarks/claims/*.toml")
    parser.add_argument(
        "--timeout", type=_seconds, default=TIMEOUT, metavar="S", help="seconds of processor time for a claim; 10"
    )
    parser.add_argument("--tool", action="append", choices=TOOLS, help="only this tool; may be repeated")
    parser.add_argument("--save", action="store_true", help="write results/compare.json and the tables of README.md")
    return parser


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and seconds > 0):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a positive number of seconds")
    return seconds
