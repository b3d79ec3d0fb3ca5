"""Conversions between notions of a mechanism: Bayesian and semantic privacy."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from dpsym.derive.routes.answer import convert
from dpsym.derive.routes.mechanisms import arrow_of, arrows
from dpsym.library.loading import theorems
from dpsym.objects.errors import ObjectError


def test_the_arrows_of_the_library() -> None:
    found = {(a.name, a.source, a.target) for a in arrows()}
    assert ("dataset_bayesian.from_pure", "pure", "Bayesian") in found
    assert ("dataset_bayesian_converse.to_pure", "Bayesian", "pure") in found
    assert ("dataset_semantic.from_pure", "pure", "semantic") in found
    known = theorems()
    for name in ("datasets.post_processing", "groups_of_two.pure", "total_variation.bound"):
        assert arrow_of(known[name]) is None, name  # of another mechanism, or of two laws


def test_bayesian_there_and_back() -> None:
    there = convert("pure(0.5)", "Bayesian")
    assert there.best is not None
    assert there.best.number == Fraction("0.124354")
    with mpmath.workdps(20):
        assert 0 <= mpmath.mpf("0.124354") - mpmath.tanh(mpmath.mpf(1) / 8) < 2e-6
    back = convert("Bayesian(0.1)", "pure")
    assert back.best is not None
    with mpmath.workdps(20):
        assert 0 <= float(back.best.number or 0) - 4 * mpmath.atanh(mpmath.mpf("0.1")) < 2e-6
    assert set(back.best.proven.theorem.hypotheses) == set(theorems()["dataset_bayesian_converse.to_pure"].hypotheses)


def test_semantic() -> None:
    found = convert("pure(0.5)", "semantic")
    assert [r.entries for r in found.routes] == [("dataset_semantic.from_pure",), ("dataset_semantic.as_printed",)]
    symbols = convert("pure(eps)", "semantic")
    assert "exp(eps) - 1" in str(symbols)


def test_simulation_there_and_back() -> None:
    """A simulator exists, and is named in the theorem at numbers; the way back doubles the level."""
    there = convert("pure(0.5)", "simulation")
    assert [(r.entries, r.number) for r in there.routes] == [(("dataset_simulation.from_pure",), Fraction(1, 2))]
    assert there.best is not None
    assert [f.name for f in there.best.proven.theorem.existing] == ["Sim"]
    back = convert("simulation(0.5)", "pure")
    assert [(r.entries, r.number) for r in back.routes] == [(("dataset_simulation.to_pure",), Fraction(1))]
    assert "2*eps" in str(convert("simulation(eps)", "pure"))


def test_what_there_is_not() -> None:
    assert "no theorem" in str(convert("simulation(1)", "Bayesian"))
    assert "no theorem" in str(convert("DP(1, 0.1)", "Bayesian"))
    assert "conditions" in str(convert("Bayesian(2)", "pure"))
    with pytest.raises(ObjectError, match="expected one"):
        convert("pure(1)", "Bayesian", times=3)
