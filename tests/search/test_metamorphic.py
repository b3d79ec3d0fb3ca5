"""What a verdict on one claim says of others: the same claim has the same verdict however it is written, and none contradicts another.

Search counts steps, so each of these verdicts is the same in every run.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

from dpsym.kernel.statements import Claim
from dpsym.reading.text.file import Entry, read_claims_file
from dpsym.search.deciding import decide
from dpsym.search.outcome import Budget
from tests.helpers.variations import SAME, denied, halves, renamed, weakened
from tests.search.test_claims import OPEN_TODAY

FILES = sorted((Path(__file__).parents[2] / "benchmarks" / "claims").glob("*.toml"))
ENTRIES = [e for e in chain.from_iterable(map(read_claims_file, FILES)) if len(e.claims) == 1]
PROVED, REFUTED = ([e for e in ENTRIES if e.expect == verdict] for verdict in ("proved", "refuted"))
BUDGET = Budget(seconds=5)

#: Variations that may be open: a slack takes the homogeneity that a proof needs, a part needs as many steps as the whole.
OPEN_VARIATIONS: frozenset[tuple[str, str]] = frozenset(
    {
        ("weakened", "comp.cauchy"),
        ("weakened", "comp.integer-square"),
        ("weakened", "div.tv-hellinger"),
        ("weakened", "given.hellinger-pointwise"),
        ("weakened", "given.posterior-shift"),
        ("part", "given.hellinger-pointwise"),
        ("part", "given.posterior-shift"),
        ("added", "distances.gauss-affinity-constant"),
    }
)


def verdict(claim: Claim, budget: Budget = BUDGET) -> str:
    return decide(claim, budget).verdict


def may(variation: str, entry: Entry, wanted: str) -> set[str]:
    """The verdicts that a variation of an entry may have."""
    return {wanted, "open"} if (variation, entry.id) in OPEN_VARIATIONS else {wanted}


def decided(*entries: Entry) -> list[Entry]:
    return [e for e in entries if e.id not in OPEN_TODAY]


def named(entry: Entry) -> str:
    return entry.id


@pytest.mark.campaign
@pytest.mark.parametrize("change", SAME, ids=lambda f: f.__name__)
@pytest.mark.parametrize("entry", decided(*PROVED[::14], *REFUTED[::14]), ids=named)
def test_the_same_claim_has_the_same_verdict(entry: Entry, change: Callable[[Claim], Claim]) -> None:
    """With the budget of the command: both sides times a function are longer to work with."""
    assert verdict(change(entry.claims[0]), Budget()) in may(change.__name__, entry, entry.expect)


@pytest.mark.campaign
@pytest.mark.parametrize("entry", decided(*PROVED[3::30], *REFUTED[3::20]), ids=named)
def test_names_and_their_order_do_not_matter(entry: Entry) -> None:
    """With the budget of the command: what is found soon in one order of the symbols may take longer in another."""
    assert verdict(renamed(entry.claims[0]), Budget()) == verdict(entry.claims[0], Budget())


@pytest.mark.campaign
@pytest.mark.parametrize("entry", decided(*[e for e in PROVED if e.claims[0].relation != "=="][::9]), ids=named)
def test_a_true_claim_holds_when_weakened_and_on_parts_and_its_denial_is_refuted(entry: Entry) -> None:
    claim = entry.claims[0]
    assert verdict(weakened(claim)) in may("weakened", entry, "proved")
    assert verdict(denied(claim)) == "refuted"
    assert {verdict(part) for part in halves(claim)} <= may("part", entry, "proved")


@pytest.mark.campaign
@pytest.mark.parametrize("entry", decided(*[e for e in REFUTED if e.claims[0].relation != "=="][::9]), ids=named)
def test_a_false_claim_is_refuted_on_a_part_and_if_its_denial_holds_on_both(entry: Entry) -> None:
    claim = entry.claims[0]
    parts = [verdict(part) for part in halves(claim)]
    assert not parts or "refuted" in parts
    if verdict(denied(claim)) == "proved":
        assert "proved" not in parts
