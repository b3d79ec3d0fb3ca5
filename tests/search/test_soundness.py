"""Soundness: with the refuter off, the prover proves none of many claims that are false by an exact point checked here.

CI takes 500 false claims in a fixed order; DPSYM_CAMPAIGN=3000 takes more, DPSYM_SEED=7 others.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator
from functools import cache
from itertools import islice
from multiprocessing import get_context
from random import Random

import pytest

from dpsym.search.deciding import ContradictionError, decide
from dpsym.search.outcome import Budget
from tests.campaigns.false_claims import bases, mutants, violation

COUNT = int(os.environ.get("DPSYM_CAMPAIGN", "500"))
SEED = int(os.environ.get("DPSYM_SEED", "0"))
BUDGET = Budget(seconds=0.5, refute=False)
BATCH = 10
PATIENCE = 500  # seconds for a batch
Job = tuple[int, int]  # the number of a base claim, the number of one of its mutants


@cache
def pool() -> list:
    return [mutants(name, claim) for name, claim in bases()]


def attempt(job: Job) -> tuple[str, str, str]:
    """What the prover says of a mutant: (verdict, its description, point); the verdict is empty if it is not seen to be false."""
    mutant = pool()[job[0]][job[1]]
    label = f"{mutant.base}, {mutant.how}: {mutant.claim.fact}"
    found = violation(mutant.claim)
    if found is None:
        return "", label, ""
    try:
        verdict = decide(mutant.claim, BUDGET).verdict
    except ContradictionError:  # proved, and only the second opinion noticed
        verdict = "contradiction"
    return verdict, label, f"{found[0]} {found[1]}"


def attempts(jobs: list[Job]) -> list[tuple[str, str, str]]:
    return [attempt(job) for job in jobs]


def shuffled() -> list[Job]:
    """Every mutant, in a fixed random order in which the bases take turns."""
    rng = Random(SEED)
    rows = [[(i, j) for j in range(len(row))] for i, row in enumerate(pool())]
    for row in rows:
        rng.shuffle(row)
    order = []
    for turn in range(max(map(len, rows))):
        column = [row[turn] for row in rows if turn < len(row)]
        rng.shuffle(column)
        order += column
    return order


def outcomes(jobs: list[Job]) -> Generator[tuple[str, str, str], None, None]:
    """What became of the jobs, in order, computed on two cores; a batch that does not come back is an error."""
    batches = [jobs[i : i + BATCH] for i in range(0, len(jobs), BATCH)]
    with get_context("spawn").Pool(2) as workers:
        results = workers.imap(attempts, batches)
        for _ in batches:
            yield from results.next(timeout=PATIENCE)


def test_the_pool_has_many_true_claims_and_ways_to_spoil_them() -> None:
    assert len(pool()) >= 60
    assert sum(map(len, pool())) >= 5000


@pytest.mark.campaign
def test_no_false_claim_is_proved() -> None:
    verdicts: Counter[str] = Counter()
    wrong = []
    stream = outcomes(shuffled())
    for verdict, label, point in islice((o for o in stream if o[0]), COUNT):
        verdicts[verdict] += 1
        if verdict != "open":
            wrong.append(f"{verdict}: {label}, which fails at {point}")
    stream.close()
    assert not wrong, "\n".join(wrong)
    assert verdicts.total() == COUNT
