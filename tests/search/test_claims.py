"""The benchmark claims of benchmarks/claims: no definite verdict is wrong, and what is decided today stays decided.

Each claim's truth is in `expect`, with the exact violating point of a false one in its note. A claim in OPEN_TODAY may be
open; every other one must be decided as expected. A claim that is decided reliably is to be taken out of the set.
"""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

from dpsym.reading.text.file import Entry, read_claims_file
from dpsym.running.checking import Checked
from dpsym.running.workers import decide_all
from dpsym.search.outcome import Budget
from tests.helpers.sampling import sampled

FILES = sorted((Path(__file__).parents[2] / "benchmarks" / "claims").glob("*.toml"))
ENTRIES = tuple(chain.from_iterable(read_claims_file(path) for path in FILES))
BUDGET = Budget()
SHORT = Budget(seconds=2, evaluations=20_000)  # for what is open today: only a wrong verdict counts

OPEN_TODAY: frozenset[str] = frozenset(
    {
        "conv.zcdp-inverse",
        "distances.pure-dp-kl",
        "distances.tv-hellinger",
        "div.bretagnolle-huber",
        "div.bretagnolle-huber-exp",
        "div.js-upper",
        "div.pinsker-fourth",
        "ldp.sdpi-kl",
        "mech.gauss-classical",
        "sampling.two-rr-delta-zcdp",
    }
)


@pytest.mark.parametrize("entry", sampled(ENTRIES, 32), ids=lambda entry: entry.id)
def test_verdict(entry: Entry) -> None:
    answers = decide_all(entry.claims, SHORT if entry.id in OPEN_TODAY else BUDGET)
    verdict = Checked(entry, tuple(answers)).verdict
    assert verdict in ({entry.expect, "open"} if entry.id in OPEN_TODAY else {entry.expect})


def test_ids_differ_between_files() -> None:
    assert len({entry.id for entry in ENTRIES}) == len(ENTRIES)
    assert {entry.id for entry in ENTRIES} >= OPEN_TODAY


def test_the_set_is_large_and_varied() -> None:
    assert len(ENTRIES) >= 160
    assert sum(len(entry.claims[0].domain.names) >= 2 for entry in ENTRIES) >= len(ENTRIES) / 2
    assert sum(entry.expect == "refuted" for entry in ENTRIES) >= len(ENTRIES) / 3
    assert sum(entry.expect == "undefined" for entry in ENTRIES) >= 5
    assert len(OPEN_TODAY) <= 0.05 * len(ENTRIES)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_every_claim_has_a_source_and_a_false_one_its_point(entry: Entry) -> None:
    assert entry.source
    assert entry.expect in ("proved", "refuted", "undefined")
    if entry.expect != "proved":
        how = "fails at" if entry.expect == "refuted" else "undefined at"
        found = re.match(rf"{how} ([^;]+)", entry.note)
        assert found, entry.note
        assert {part.split("=")[0].strip() for part in found[1].split(",")} == set(entry.claims[0].domain.names)
