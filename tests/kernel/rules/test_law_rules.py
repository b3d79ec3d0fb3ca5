"""Every rule about laws: right applications are accepted and true in random worlds, each failing condition is refused.

A side condition that is no matter of form must be shown to matter: in some world all that is known is true, and the conclusion is not.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.kernel.laws.rules import RULES
from tests.kernel.rules import gen_laws
from tests.kernel.rules.applications import Pick
from tests.kernel.rules.laws import LAW_GENERATORS, world

RIGHT, WRONG, WORLDS, CAMPAIGN = 8, 3, 300, 40


def picker(data: st.DataObject) -> Pick:
    return Pick(lambda count: data.draw(st.integers(0, count - 1)))


def test_every_rule_has_a_generator() -> None:
    assert {g.rule for g in LAW_GENERATORS.values()} == set(RULES)
    assert {g.make.__module__ for g in LAW_GENERATORS.values()} == {gen_laws.__name__}


def right(name: str, examples: int) -> None:
    g, rng = LAW_GENERATORS[name], Random(name)

    @settings(max_examples=examples)
    @given(st.data())
    def run(data: st.DataObject) -> None:
        case = g.make(picker(data), None)
        assert case.accepted, case
        if not case.goal.statement.free - {"a"}:  # a separating symbol has a value for which the halves hold, not every
            assert not [w for w in (world(rng) for _ in range(20)) if case.false_in(w)], case

    run()


def wrong(name: str, condition: str, examples: int) -> None:
    g, rng = LAW_GENERATORS[name], Random(name + condition)
    cases = []

    @settings(max_examples=examples)
    @given(st.data())
    def run(data: st.DataObject) -> None:
        case = g.make(picker(data), condition)
        assert not case.accepted, case
        cases.append(case)

    run()
    if condition not in g.form and not any(c.goal.statement.free - {"a"} for c in cases):
        worlds = (world(rng) for _ in range(WORLDS))
        assert any(case.false_in(w) for w in worlds for case in cases), f"{name}: nothing false where {condition} fails"


@pytest.mark.parametrize("name", LAW_GENERATORS)
def test_right_applications(name: str) -> None:
    right(name, RIGHT)


CONDITIONS = [(name, condition) for name, g in LAW_GENERATORS.items() for condition in g.conditions]


@pytest.mark.parametrize(("name", "condition"), CONDITIONS)
def test_one_condition_fails(name: str, condition: str) -> None:
    wrong(name, condition, WRONG)


@pytest.mark.campaign
@pytest.mark.parametrize("name", LAW_GENERATORS)
def test_campaign(name: str) -> None:
    right(name, RIGHT * CAMPAIGN)
    for condition in LAW_GENERATORS[name].conditions:
        wrong(name, condition, WRONG * CAMPAIGN)
