"""Random models refute false variants, and never a theorem (tests/library/test_attack.py attacks each of them)."""

from __future__ import annotations

from functools import cache

import pytest

from dpsym.kernel.laws.statements import Certificate, Model
from dpsym.library.certificates import Shelf
from dpsym.library.loading import theorems
from dpsym.library.theorem import at_point
from dpsym.search.refuting.models import random_models

THEOREMS = {name: t for name, t in theorems().items() if not t.exists}


@cache
def near(name: str) -> list[Model]:
    certificate = Shelf().theorem(name)
    assert isinstance(certificate, Certificate)
    return [certificate.witness, *(at_point(t.model, t.point) for t, _ in certificate.tight)]


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.campaign), 6])
def test_many_models_satisfy_the_hypotheses(every: int) -> None:
    some = list(THEOREMS.items())[::every]
    satisfied = [random_models(t.proposition, 60, near=near(name)).satisfied for name, t in some]
    assert sum(n > 0 for n in satisfied) > len(satisfied) * 9 / 10


@pytest.mark.campaign
def test_false_variants_are_found() -> None:
    cases = {(name, v.why): t.variant(v) for name, t in THEOREMS.items() for v in t.fails}
    missed = {case for case, p in cases.items() if random_models(p, 150, near=near(case[0])).refuted is None}
    assert len(missed) < len(cases) / 3, missed
