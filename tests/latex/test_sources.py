"""The five sources as input: how many of their displays are read, why the others are not, and the broken steps that are found."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dpsym.kernel.reals.check import refute
from dpsym.kernel.verdicts import Refuted
from dpsym.reading.latex.derivations import read_document
from dpsym.running.proofreading import Proofread, proofread
from dpsym.running.proofreading.checking import Broken
from dpsym.running.proofreading.verdicts import Refuted as Broke
from dpsym.search.outcome import Budget

SOURCES = sorted((Path(__file__).parent / "sources").glob("*.txt"))
#: Displays that are read, of how many. A change that reads fewer must say why.
READ = {"000": (30, 31), "001": (10, 12), "002": (5, 8), "003": (27, 32), "004": (21, 26)}


def source(number: str) -> str:
    return next(p for p in SOURCES if p.name.startswith(number)).read_text("utf-8")


@cache
def checked(number: str) -> Proofread:
    return proofread(source(number), Budget(seconds=3))


@pytest.mark.parametrize("number", READ)
def test_displays_are_read_or_refused_with_a_reason(number: str) -> None:
    document = read_document(source(number))
    read = [d for d in document.displays if d.error is None]
    assert (len(read), len(document.displays)) == READ[number]
    for display in document.refused:
        assert display.error is not None
        assert display.piece.start <= display.error.start <= display.piece.end
        assert display.error.message
    for display in read:  # every display that was read is in a chain
        assert any(display.number in d.displays for d in document.derivations)


def test_at_least_sixty_of_all_displays_are_read() -> None:
    assert sum(all_ for _, all_ in READ.values()) == 109
    assert sum(read for read, _ in READ.values()) >= 60


def broken_at(number: str, words: str) -> Broken:
    """The broken step whose source contains these words."""
    found = checked(number)
    text = found.document.source.text
    hits = [b for b in found.broken if words in text[b.checked.step.start : b.checked.step.end] + b.checked.step.reason]
    assert len(hits) == 1, [text[b.checked.step.start : b.checked.step.end] for b in found.broken]
    step = hits[0].checked
    assert step.verdict == "refuted"
    assert step.answer is not None
    assert isinstance(step.answer.result, Refuted)
    assert isinstance(refute(step.answer.result.claim, step.answer.result.point), Refuted)  # the kernel says so again
    return hits[0]


@pytest.mark.campaign
def test_000_15_first_order_bound_of_the_exponential() -> None:
    broken = broken_at("000", r"(1 + 2\varepsilon) \Pr[X_i = x]")
    assert broken.checked.step.tag == "(15)"
    assert isinstance(broken.checked.outcome, Broke)
    assert broken.checked.outcome.rests_on == ("Pr[X_i=x]",)
    assert broken.confined == "last"
    assert broken.repair is not None
    assert broken.repair.kind == "relation"  # the other direction is true


@pytest.mark.campaign
def test_000_23_posterior_ratio() -> None:
    broken = broken_at("000", r"\leq e^{2\epsilon}")
    assert broken.checked.step.tag == "(23)"
    point = dict(broken.checked.answer.result.point)  # type: ignore[union-attr]
    assert point.keys() == {"gamma", "eps"}  # and gamma <= 2 eps, which the text states, holds there


@pytest.mark.campaign
def test_001_theorem_5_laws_of_exponents() -> None:
    broken = broken_at("001", "laws of exponents")
    assert broken.confined == "yes"
    assert broken.repair is not None
    assert broken.repair.kind == "quotient"


@pytest.mark.campaign
def test_003_theorem_2_2_last_step() -> None:
    """(1 + e)/(1 - e) <= exp(2 eps) with e = exp(eps) - 1 fails at eps = 1/2."""
    broken = broken_at("003", r"\le e^{2\epsilon}")
    assert broken.checked.derivation.part.heading.startswith("Theorem 2.2")
    assert dict(broken.checked.answer.result.point).keys() == {"eps"}  # type: ignore[union-attr]


@pytest.mark.campaign
@pytest.mark.parametrize("number", ["000", "001", "003"])
def test_what_is_proved_is_not_about_named_quantities_by_accident(number: str) -> None:
    """No step between different probabilities is refuted: that would be a verdict on something that was not read."""
    for c in checked(number).steps:
        if c.verdict == "refuted" and c.posed is not None:
            symbols = {a.symbol for a in c.posed.read.atoms}
            assert c.posed.claim.lhs.free & symbols == c.posed.claim.rhs.free & symbols
