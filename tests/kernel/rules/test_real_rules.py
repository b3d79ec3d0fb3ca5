"""Every rule of the real kernel: random right applications are accepted and true, each failing side condition is refused.

The evaluator (evaluator.py) shares no code with the kernel. It judges what is known and what is concluded at exact points. A side
condition that is no matter of form must be shown to matter: some application in which only it fails has a false conclusion.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.kernel.reals.rules import RULES
from tests.kernel.rules import gen_basic, gen_integrals, gen_linear, gen_signs, gen_sums, gen_whole
from tests.kernel.rules.applications import GENERATORS, Application, Pick
from tests.kernel.rules.evaluator import counterexample

MODULES = (gen_basic, gen_signs, gen_whole, gen_sums, gen_linear, gen_integrals)  # they register their generators
RIGHT, WRONG = 12, 4  # examples
CAMPAIGN = 20  # times as many


def picker(data: st.DataObject) -> Pick:
    return Pick(lambda count: data.draw(st.integers(0, count - 1)))


def test_every_rule_has_a_generator() -> None:
    assert {g.rule for g in GENERATORS.values()} == set(RULES)
    assert {g.make.__module__ for g in GENERATORS.values()} == {m.__name__ for m in MODULES}


def right(name: str, examples: int) -> None:
    g, rng = GENERATORS[name], Random(name)

    @settings(max_examples=examples)
    @given(st.data())
    def run(data: st.DataObject) -> None:
        case = g.make(picker(data), None)
        assert not [k for k, s in case.known.items() if counterexample(s, rng, 6) is not None], case
        assert case.accepted, case
        assert counterexample(case.goal, rng) is None, case

    run()


def wrong(name: str, condition: str, examples: int) -> None:
    g, rng = GENERATORS[name], Random(name + condition)
    matters: list[Application] = []

    @settings(max_examples=examples)
    @given(st.data())
    def run(data: st.DataObject) -> None:
        case = g.make(picker(data), condition)
        assert not case.accepted, case
        if (
            not matters
            and condition not in g.form
            and all(counterexample(s, rng, 6) is None for s in case.known.values())
        ) and counterexample(case.goal, rng, 60) is not None:
            matters.append(case)

    run()
    assert matters or condition in g.form, f"{name}: no false conclusion where {condition} fails"


@pytest.mark.parametrize("name", GENERATORS)
def test_right_applications(name: str) -> None:
    right(name, RIGHT)


CONDITIONS = [(name, condition) for name, g in GENERATORS.items() for condition in g.conditions]


@pytest.mark.parametrize(("name", "condition"), CONDITIONS)
def test_one_condition_fails(name: str, condition: str) -> None:
    wrong(name, condition, WRONG)


@pytest.mark.campaign
@pytest.mark.parametrize("name", GENERATORS)
def test_campaign(name: str) -> None:
    right(name, RIGHT * CAMPAIGN)
    for condition in GENERATORS[name].conditions:
        wrong(name, condition, WRONG * CAMPAIGN)
