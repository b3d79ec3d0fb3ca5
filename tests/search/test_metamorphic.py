"""What a verdict on one claim says of others: no answer may contradict another."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path

import pytest

from dpsym.answer import Budget
from dpsym.kernel.statements import Claim
from dpsym.reading.claims_file import Entry, read_claims_file
from dpsym.search import decide

sys.path.insert(0, str(Path(__file__).parents[1] / "helpers"))
from variations import SAME, denied, halves, renamed, weakened

FILES = sorted((Path(__file__).parents[2] / "benchmarks" / "claims").glob("*.toml"))
ENTRIES = [e for e in chain.from_iterable(map(read_claims_file, FILES)) if len(e.claims) == 1]
PROVED, REFUTED = ([e for e in ENTRIES if e.expect == verdict] for verdict in ("proved", "refuted"))
BUDGET = Budget(seconds=3, steps=5_000, evaluations=5_000)


def verdict(claim: Claim, budget: Budget = BUDGET) -> str:
    return decide(claim, budget).verdict


def named(entry: Entry) -> str:
    return entry.id


@pytest.mark.campaign
@pytest.mark.parametrize("change", SAME, ids=lambda f: f.__name__)
@pytest.mark.parametrize("entry", [*PROVED[::14], *REFUTED[::14]], ids=named)
def test_the_same_claim_is_never_answered_the_other_way(entry: Entry, change) -> None:
    assert verdict(change(entry.claims[0])) in {entry.expect, "open"}


@pytest.mark.campaign
@pytest.mark.parametrize("entry", [*PROVED[3::30], *REFUTED[3::20]], ids=named)
def test_names_and_their_order_do_not_matter(entry: Entry) -> None:
    plenty = Budget(seconds=60)
    assert verdict(entry.claims[0], plenty) == verdict(renamed(entry.claims[0]), plenty)


@pytest.mark.campaign
@pytest.mark.parametrize("entry", [e for e in PROVED if e.claims[0].relation != "=="][::9], ids=named)
def test_what_follows_from_a_true_claim_is_not_refuted_and_its_denial_not_proved(entry: Entry) -> None:
    claim = entry.claims[0]
    assert verdict(weakened(claim)) in {"proved", "open"}
    assert verdict(denied(claim)) in {"refuted", "open"}
    assert all(verdict(part) in {"proved", "open"} for part in halves(claim))


@pytest.mark.campaign
@pytest.mark.parametrize("entry", [e for e in REFUTED if e.claims[0].relation != "=="][::9], ids=named)
def test_a_false_claim_is_false_on_a_part_and_its_denial_is_no_contradiction(entry: Entry) -> None:
    claim = entry.claims[0]
    parts = [verdict(part) for part in halves(claim)]
    assert not parts or set(parts) != {"proved"}
    assert verdict(denied(claim)) in {"proved", "refuted", "open"}
