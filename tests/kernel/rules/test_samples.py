"""A fixed sample of every generator, without hypothesis and evaluator: quick, so that the mutation run asks it first."""

from __future__ import annotations

from random import Random

import pytest

from tests.kernel.rules import gen_basic, gen_integrals, gen_laws, gen_signs, gen_sums, gen_whole
from tests.kernel.rules.applications import GENERATORS, Generator, Pick
from tests.kernel.rules.laws import LAW_GENERATORS, LawGenerator

MODULES = (gen_basic, gen_integrals, gen_laws, gen_signs, gen_sums, gen_whole)
ALL: dict[str, Generator | LawGenerator] = {**GENERATORS, **LAW_GENERATORS}
RIGHT, WRONG = 12, 3


@pytest.mark.parametrize("seed", range(RIGHT))
@pytest.mark.parametrize("name", ALL)
def test_right(name: str, seed: int) -> None:
    assert ALL[name].make(Pick(Random(f"{name} {seed}").randrange), None).accepted


@pytest.mark.parametrize(("name", "condition"), [(name, c) for name, g in ALL.items() for c in g.conditions])
def test_wrong(name: str, condition: str) -> None:
    for seed in range(WRONG):
        assert not ALL[name].make(Pick(Random(seed).randrange), condition).accepted
