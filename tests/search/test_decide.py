"""Verdicts on many claims of known truth: a definite verdict is never wrong, and what is decided today stays decided.

tests/data/univariate.toml says the truth in `expect` (a vacuous claim expects `open`: it must not be proved). A note that
starts with `open today` names what is missing; such a claim may be open, every other one must be decided as expected.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dpsym.reading.text.claims import read_claims
from dpsym.reading.text.file import Entry, read_claims_file
from dpsym.search.deciding import decide
from dpsym.search.outcome import Budget
from tests.helpers.sampling import sampled
from tests.helpers.variations import moved, multiplied, renamed, scaled, turned

DATA = Path(__file__).parents[1] / "data"
ITEMS = json.loads((DATA / "inequalities.json").read_text())
ENTRIES = read_claims_file(DATA / "univariate.toml")
OPEN_TODAY = "open today"
NOT_DECIDED_TODAY: frozenset[str] = frozenset()  # items of inequalities.json
SHORT = Budget(seconds=4, evaluations=20_000)


def verdict_of(entry: Entry, budget: Budget) -> str:
    verdicts = [decide(claim, budget).verdict for claim in entry.claims]
    return min(verdicts, key=("refuted", "undefined", "open", "proved").index)


@pytest.mark.parametrize("item", sampled(ITEMS, 3), ids=lambda item: item["id"])
def test_benchmark(item: dict) -> None:
    (claim,) = read_claims(item["claim"], where=item["where"], id=item["id"])
    may = {item["expect"]} | ({"open"} if item["id"] in NOT_DECIDED_TODAY else set())
    assert decide(claim).verdict in may


@pytest.mark.parametrize("entry", sampled(ENTRIES, 24), ids=lambda entry: entry.id)
def test_claims_of_one_variable_and_linear_hypotheses(entry: Entry) -> None:
    if entry.note.startswith(OPEN_TODAY):
        assert verdict_of(entry, SHORT) in {entry.expect, "open"}
    else:
        assert verdict_of(entry, Budget(seconds=60)) == entry.expect


def test_the_file_covers_all_verdicts() -> None:
    counts = {v: sum(e.expect == v for e in ENTRIES) for v in ("proved", "refuted", "undefined", "open")}
    assert len(ENTRIES) >= 120
    assert counts["refuted"] >= 60
    assert counts["undefined"] >= 20
    assert counts["open"] >= 5
    decided = sum(not e.note.startswith(OPEN_TODAY) for e in ENTRIES)
    assert decided >= 0.9 * len(ENTRIES)


# -- the same claim, written differently ----------------------------------------------------------------------------


VARIED = [e for e in ENTRIES if len(e.claims) == 1 and not e.note.startswith(OPEN_TODAY)][::9]


@pytest.mark.parametrize("change", [moved, turned, renamed, scaled, multiplied], ids=lambda f: f.__name__)
@pytest.mark.parametrize("entry", sampled(VARIED, 20), ids=lambda entry: entry.id)
def test_the_same_claim_written_differently(entry: Entry, change) -> None:
    assert decide(change(entry.claims[0]), SHORT).verdict in {entry.expect, "open"}


# -- the refuter and the prover by themselves -------------------------------------------------------------------------


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.expect == "proved"][::6], ids=lambda entry: entry.id)
def test_the_refuter_refutes_no_true_claim(entry: Entry) -> None:
    assert verdict_of(entry, replace(SHORT, prove=False)) == "open"


@pytest.mark.parametrize("entry", sampled([e for e in ENTRIES if e.expect != "proved"], 30), ids=lambda entry: entry.id)
def test_the_prover_proves_no_false_undefined_or_vacuous_claim(entry: Entry) -> None:
    assert "open" in [decide(claim, replace(SHORT, refute=False)).verdict for claim in entry.claims]
