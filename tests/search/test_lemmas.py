"""The table of lemmas: each of them is within reach of the prover, and its proof replays."""

from __future__ import annotations

import pytest

from dpsym.kernel.reals.check import check_step
from dpsym.kernel.reals.context import Context
from dpsym.search.strategy import new_prover
from dpsym.search.techniques.lemmas import LEMMAS, Lemma
from dpsym.search.work import RATE, Work


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda lemma: repr(lemma.fact.statement))
def test_every_lemma_is_proved(lemma: Lemma) -> None:
    prover = new_prover(Work(5 * RATE))
    step = prover.prove_lemma(lemma.fact)
    assert step is not None
    proof, ctx = prover.builder.proof(step), Context()
    assert proof[-1].statement == lemma.fact
    for have in proof:
        assert check_step(have, ctx) is None
        ctx.facts[have.name] = have.statement
