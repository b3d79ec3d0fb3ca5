"""The benchmark claims of benchmarks/claims: no definite verdict is wrong, and what is decided today stays decided.

Each claim's truth is in `expect`, with the exact violating point of a false one in its note. A claim in OPEN_TODAY may be
open; every other one must be decided as expected. A claim that is decided reliably is to be taken out of the set.
"""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

from dpsym.answer import Budget
from dpsym.checking import Checked
from dpsym.reading.claims_file import Entry, read_claims_file
from dpsym.workers import decide_all

FILES = sorted((Path(__file__).parents[2] / "benchmarks" / "claims").glob("*.toml"))
ENTRIES = tuple(chain.from_iterable(read_claims_file(path) for path in FILES))
BUDGET = Budget(seconds=60)  # steps and evaluations decide; the seconds are for a loaded machine
SHORT = Budget(seconds=2, steps=10_000, evaluations=20_000)  # for what is open today: only a wrong verdict counts

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


def answered(entries: list[Entry], budget: Budget) -> dict[str, Checked]:
    answers = iter(decide_all([claim for entry in entries for claim in entry.claims], budget))
    return {entry.id: Checked(entry, tuple(next(answers) for _ in entry.claims)) for entry in entries}


@pytest.fixture(scope="session")
def checked() -> dict[str, Checked]:
    known = answered([entry for entry in ENTRIES if entry.id not in OPEN_TODAY], BUDGET)
    return known | answered([entry for entry in ENTRIES if entry.id in OPEN_TODAY], SHORT)


@pytest.mark.campaign
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_verdict(entry: Entry, checked: dict[str, Checked]) -> None:
    verdict = checked[entry.id].verdict
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
