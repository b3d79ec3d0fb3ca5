"""Audits: which conditions are needed, and what would save a claim."""

from __future__ import annotations

from dpsym import check
from dpsym.running.answer import Answer
from dpsym.running.auditing import audit
from dpsym.search.outcome import Budget


def lines(claim: str, **more: object) -> list[str]:
    answer = check(claim, **more)  # type: ignore[arg-type]
    assert isinstance(answer, Answer)
    return audit(answer, Budget(seconds=1))


def test_an_end_that_is_needed_is_shown_with_the_point_where_the_claim_fails_without_it() -> None:
    found = lines("tanh(eps/2) <= eps/2", where="eps > 0")
    assert "eps > 0 closed: holds there too" in found
    assert any(line.startswith("without eps > 0: needed, fails at eps = -") for line in found)


def test_hypotheses_that_are_not_needed_are_named() -> None:
    found = lines("p <= exp(2*eps)*q", where="eps >= 0", given=["p <= exp(eps)*s", "s <= exp(eps)*q", "q <= 1"])
    assert "without q <= 1: not needed" in found
    assert any(line.startswith("without p <= exp(eps)*s: needed") for line in found)


def test_a_condition_that_saves_a_false_claim_is_proposed() -> None:
    found = lines("exp(x) <= 1 + x + x**2", where="0 <= x <= 2")
    assert "with x <= 1: holds" in found


def test_a_claim_that_fails_everywhere_is_called_so() -> None:
    found = lines("exp(x) <= x", where="x >= 0")
    assert "the claim: fails everywhere on its domain" in found


def test_an_end_that_keeps_the_claim_defined_is_needed() -> None:
    found = lines("log(x) <= x - 1", where="x > 0")
    assert any(line.startswith("without x > 0: needed") for line in found)
