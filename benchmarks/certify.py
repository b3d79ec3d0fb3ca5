"""The claims of claims/*.toml: what is decided, in what time; and the certificates of what is proved.

`python -m benchmarks claims [FILE ...]` decides them all (minutes); `--save` also writes certificates/NAME.json.gz, a list of
certificates for each file, which the tests replay.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from dpsym.encoding.reals import certificate_to_json
from dpsym.kernel.verdicts import Proved
from dpsym.reading.text.file import read_claims_file
from dpsym.running.checking import Checked, check_entries
from dpsym.search.outcome import Budget
from dpsym.search.work import RATE

from .tables import Goal, Part, Table, save, show

HERE = Path(__file__).parent
FILES = sorted((HERE / "claims").glob("*.toml"))
CERTIFICATES = HERE / "certificates"
MOST_OPEN = 0.05
MOST_SECONDS = 0.5  # in the median
LONG = 0.2  # seconds from which a claim says something of the cost of steps
OFF = 3.0  # the factor by which steps may be off


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks claims", description="Decides the benchmark claims.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="files of claims; by default claims/*.toml")
    parser.add_argument("--timeout", type=float, default=30.0, metavar="SECONDS", help="for each claim")
    parser.add_argument("--jobs", type=int, default=None, metavar="N", help="worker processes")
    parser.add_argument("--save", action="store_true", help="write certificates, results and the tables of README.md")
    options = parser.parse_args(arguments)
    checked = {}
    for path in options.files or FILES:
        checked[path] = check_entries(read_claims_file(path), Budget(seconds=options.timeout), options.jobs)
        if options.save:
            _save_certificates(path.stem, checked[path])
    part = measured(checked)
    show(part)
    if options.save:
        save(part)
    return 0 if part.met else 1


def measured(checked: dict[Path, tuple[Checked, ...]]) -> Part:
    """One row for each file, the totals, and what is not as expected by name."""
    everything = [c for found in checked.values() for c in found]
    rows = [(path.stem, *map(str, _counts(found))) for path, found in checked.items()]
    total = _counts(everything)
    left = [c for c in everything if not c.as_expected]
    wrong = [c.entry.id for c in left if c.verdict != "open"]
    goals = (
        Goal("none wrong", ", ".join(wrong) or "none", not wrong),
        Goal(
            f"at most {MOST_OPEN:.0%} open",
            f"{len(left) / len(everything):.1%}",
            len(left) <= MOST_OPEN * len(everything),
        ),
        Goal(f"a median under {MOST_SECONDS:g} s", f"{total[3]} s", float(total[3]) < MOST_SECONDS),
        _steps(everything),
    )
    title = (
        f"Claims: {total[1]} of {total[0]} decided as expected; open: {', '.join(c.entry.id for c in left) or 'none'}"
    )
    headings = ("file", "claims", "as expected", "wrong", "median s", "most s")
    lines = (*rows, ("all", *map(str, total)))
    return Part(
        "claims", (Table(title, headings, lines, goals, left=frozenset({0})),), {"rows": [list(r) for r in lines]}
    )


def _steps(found: Sequence[Checked]) -> Goal:
    """Whether steps, which end a search, are a measure of time: the middle nine tenths of the claims that take long enough."""
    rates = sorted(a.steps / RATE / a.seconds for c in found for a in c.answers if a.seconds > LONG)
    low, high = (rates[int(share * (len(rates) - 1))] for share in (0.05, 0.95)) if rates else (1.0, 1.0)
    wanted = f"a step takes a microsecond within a factor of {OFF:g}, in nine of ten claims"
    return Goal(wanted, f"{low:.2f} to {high:.2f} steps", 1 / OFF <= low <= high <= OFF)


def _counts(found: Sequence[Checked]) -> tuple[int, int, int, str, str]:
    seconds = [a.seconds for c in found for a in c.answers]
    good = sum(c.as_expected for c in found)
    wrong = sum(not c.as_expected and c.verdict != "open" for c in found)
    return len(found), good, wrong, f"{median(seconds):.2f}", f"{max(seconds):.1f}"


def _save_certificates(name: str, found: Sequence[Checked]) -> None:
    """The certificates of the proved claims, with nothing in the file that changes from run to run."""
    proved = [a.result.certificate for c in found for a in c.answers if isinstance(a.result, Proved)]
    text = json.dumps([certificate_to_json(c) for c in proved], separators=(",", ":"))
    CERTIFICATES.mkdir(exist_ok=True)
    (CERTIFICATES / f"{name}.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def saved_certificates(path: Path) -> list[Any]:
    """The JSON of every certificate in a file."""
    return json.loads(gzip.decompress(path.read_bytes()))
