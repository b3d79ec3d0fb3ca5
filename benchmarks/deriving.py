"""Constants, regions and optima derived anew: the questions of questions/derive.toml, with the time each takes.

`python -m benchmarks.deriving` prints one row for each question; `python -m benchmarks.derived` makes docs/derived.md of them.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

QUESTIONS = Path(__file__).parent / "questions" / "derive.toml"


@dataclass(frozen=True)
class Row:
    """One question: what was asked, what came out, how well it is known and how long it took."""

    kind: str
    id: str
    question: str
    answer: str
    status: str
    seconds: float
    result: Any


def questions() -> dict[str, list[dict[str, Any]]]:
    """The tables of the file: constant, region, optimum."""
    return tomllib.loads(QUESTIONS.read_text("utf-8"))


def asked(kind: str, q: dict[str, Any]) -> Any:
    """The answer of dpsym to a question."""
    from dpsym import best_constant, optimize, valid_region

    if kind == "constant":
        return best_constant(q["claim"], q.get("symbol", "c"), where=q["where"], given=q.get("given", ()))
    if kind == "region":
        return valid_region(q["claim"], q["symbol"], where=q["where"])
    return optimize(q["expression"], q["over"], where=q["where"], sense=q["sense"])


def rows() -> Iterator[Row]:
    for kind, items in questions().items():
        yield from (one(kind, q) for q in items)


def one(kind: str, q: dict[str, Any]) -> Row:
    """One question with its answer and its time."""
    start = time.process_time()
    found = asked(kind, q)
    seconds = time.process_time() - start
    text = q.get("claim") or f"{q['sense']} over {q['over']} of {q['expression']}"
    text += f"   for {q['where']}" + (f"   given {', '.join(q['given'])}" if "given" in q else "")
    return Row(kind, q["id"], text, answer(found), found.status, seconds, found)


def answer(found: Any) -> str:
    """The answer in one line."""
    from dpsym.report.findings import decimals_between, number_text, piece_text
    from dpsym.report.text import point_text, term_text

    if hasattr(found, "pieces"):
        return "; ".join(f"{kind} {piece_text(r)}" for kind, r in found.pieces if kind != "gap") or found.reason
    if found.value is not None:
        value = term_text(found.value) if found.value.free else number_text(found.value)
        at = getattr(found, "optimiser", ())
        return f"{value} at {point_text(at)}" if at and found.attained else value
    if found.lower is not None and found.upper is not None:
        return decimals_between(found.lower, found.upper)
    return str(found.reason)


def main() -> int:
    done = []
    for row in rows():
        done.append(row)
        print(f"{row.kind}/{row.id}: {row.status}, {row.answer}   [{row.seconds:.1f} s]", flush=True)
    exact = sum(row.status in ("exact", "never", "always", "unbounded") for row in done)
    known = sum(row.status == "enclosed" for row in done)
    times = median(row.seconds for row in done)
    print(f"{len(done)} questions: {exact} exact, {known} to 12 digits; median {times:.1f} s of processor time")
    return 0 if exact + known == len(done) else 1


if __name__ == "__main__":
    sys.exit(main())
