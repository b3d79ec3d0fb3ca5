"""Random models refute false variants, and never a theorem."""

from __future__ import annotations

import pytest

from dpsym.kernel.laws.statements import Refuted
from dpsym.library import collect
from dpsym.search.models import random_models

THEOREMS = collect()


@pytest.mark.parametrize("name", THEOREMS)
def test_no_model_refutes_a_theorem(name: str) -> None:
    opinion = random_models(THEOREMS[name].proposition, tries=150)
    assert opinion.refuted is None


def test_many_models_satisfy_the_hypotheses() -> None:
    satisfied = [random_models(t.proposition, tries=60).satisfied for t in THEOREMS.values() if not t.exists]
    assert sum(n > 0 for n in satisfied) > len(satisfied) / 2


def test_false_variants_are_found() -> None:
    cases = {f"{name}: {v.why}": t.variant(v) for name, t in THEOREMS.items() for v in t.fails}
    found = {case for case, p in cases.items() if isinstance(random_models(p, tries=400).refuted, Refuted)}
    missed = set(cases) - found
    assert len(missed) < len(cases) / 3, missed
