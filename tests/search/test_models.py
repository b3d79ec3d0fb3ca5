"""Random models refute false variants, and never a theorem (tests/library/test_attack.py attacks each of them)."""

from __future__ import annotations

from functools import cache

import pytest

from dpsym.kernel.laws.models import Model
from dpsym.kernel.laws.statements import Certificate
from dpsym.library import collect, stored
from dpsym.search.models import random_models
from dpsym.theorem import at_point

THEOREMS = {name: t for name, t in collect().items() if not t.exists}


@cache
def near(name: str) -> list[Model]:
    certificate = stored(name)
    assert isinstance(certificate, Certificate)
    return [certificate.witness, *(at_point(t.model, t.point) for t, _ in certificate.tight)]


def test_many_models_satisfy_the_hypotheses() -> None:
    satisfied = [random_models(t.proposition, 60, near=near(name)).satisfied for name, t in THEOREMS.items()]
    assert sum(n > 0 for n in satisfied) > len(satisfied) * 9 / 10


@pytest.mark.campaign
def test_false_variants_are_found() -> None:
    cases = {(name, v.why): t.variant(v) for name, t in THEOREMS.items() for v in t.fails}
    missed = {case for case, p in cases.items() if random_models(p, 80, near=near(case[0])).refuted is None}
    assert len(missed) < len(cases) / 3, missed
