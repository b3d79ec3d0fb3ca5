"""The load of the machine changes no verdict: search counts steps, and the same claim takes the same steps."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import pytest

import dpsym
from dpsym.kernel.statements import Claim
from dpsym.reading.text.file import read_claims_file
from dpsym.search.deciding import decide
from dpsym.search.outcome import Budget
from dpsym.search.work import RATE

FILES = sorted((Path(__file__).parents[2] / "benchmarks" / "claims").glob("*.toml"))
CLAIMS = [c for e in chain.from_iterable(map(read_claims_file, FILES)) for c in e.claims]
MIXED = CLAIMS[5::16][:28]
EDGE = CLAIMS[::77][:6]  # of each of these two budgets: one that is just enough, and one that is not
SHORT = Budget(seconds=0.15, evaluations=5_000)
BUSY = 7  # processes that do nothing but use the processor


@contextmanager
def load() -> Iterator[None]:
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def just_enough(claim: Claim) -> Budget:
    """The steps that the claim takes; with one less it is not decided, or what it takes does not depend on the limit."""
    return Budget(seconds=(decide(claim, SHORT).steps + 0.5) / RATE, evaluations=5_000)


def answers(jobs: list[tuple[Claim, Budget]]) -> list[tuple[str, str, int]]:
    found = [decide(claim, budget) for claim, budget in jobs]
    return [(outcome.claim.id, outcome.verdict, outcome.steps) for outcome in found]


@pytest.mark.campaign
def test_forty_claims_beside_busy_processes() -> None:
    jobs = [(claim, SHORT) for claim in MIXED]
    for claim in EDGE:
        enough = just_enough(claim)
        jobs += [(claim, enough), (claim, Budget(seconds=enough.seconds - 1 / RATE, evaluations=5_000))]
    assert len(jobs) == 40
    quiet = answers(jobs)
    verdicts = {verdict for _, verdict, _ in quiet}
    assert verdicts >= {"proved", "refuted", "open"}
    with load():
        assert answers(jobs) == quiet


def test_search_does_not_look_at_the_clock() -> None:
    """`deciding` measures the time that it tells; nothing else in search imports a clock."""
    root = Path(dpsym.__file__).parent / "search"
    found = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            if {"time", "datetime", "signal", "resource"} & {name.split(".")[0] for name in names}:
                found.add(path.relative_to(root).as_posix())
    assert found == {"deciding.py"}


def test_a_claim_that_takes_too_many_steps_is_open_and_says_so() -> None:
    claim = next(c for c in CLAIMS if c.id == "given.hoeffding-chord")
    outcome = decide(claim, Budget(seconds=0.2, evaluations=1_000))
    assert outcome.verdict == "open"
    assert outcome.result.reason.startswith("the steps for 0.2 s are used up; ")  # type: ignore[union-attr]
    assert 0.2 * RATE <= outcome.steps < 0.4 * RATE
