"""The definitions, on tables: what a reader must agree with has the values that are known."""

from __future__ import annotations

import pytest

from dpsym.kernel.laws.models import Grounded
from dpsym.kernel.laws.statements import Fact, Model, Setting
from dpsym.kernel.reals.points import defined_at, satisfied
from dpsym.kernel.terms import Term, TermError, num, relation
from dpsym.objects.language import Gt, Kernel, Law, Le, Point, Symbol, domain, log
from dpsym.objects.unfold import (
    KL,
    HockeyStick,
    Indistinguishable,
    MeanError,
    Pure,
    RenyiMoment,
    TotalVariation,
    open_tests,
    posterior,
    push_forward,
    unfold,
)

x, y = Point("x"), Point("y")
P, Q, K = Law("P", x), Law("Q", x), Kernel("k", x, y)
KP, KQ = push_forward(P, K), push_forward(Q, K)
SETTING = Setting(domain(), (P.field, Q.field, K.field))


def table(*weights: tuple[int, int]) -> tuple[Term, ...]:
    return tuple(num(*w) for w in weights)


def model(
    p: tuple[Term, ...], q: tuple[Term, ...], k: tuple[Term, ...] = table((1, 2), (1, 2), (1, 2), (1, 2))
) -> Grounded:
    return Grounded(Model((), (("x", 2), ("y", 2)), (("P", p), ("Q", q), ("k", k))), SETTING)


FAR = model(table((3, 4), (1, 4)), table((1, 4), (3, 4)))
SINGULAR = model(table((1, 1), (0, 1)), table((0, 1), (1, 1)))
HALF_SINGULAR = model(table((1, 1), (0, 1)), table((1, 2), (1, 2)))


@pytest.mark.parametrize(
    ("m", "t", "value"),
    [
        (FAR, TotalVariation(P, Q), num(1, 2)),
        (FAR, HockeyStick(P, Q, 1), num(1, 2)),
        (FAR, HockeyStick(P, Q, 2), num(1, 4)),
        (FAR, HockeyStick(P, Q, 3), num(0)),
        (FAR, KL(P, Q), log(num(3)) / 2),
        (FAR, RenyiMoment(2, P, Q), num(7, 3)),
        (FAR, MeanError(P, Q.density, num(1, 4)), num(1, 8)),
        (SINGULAR, TotalVariation(P, Q), num(1)),
        (SINGULAR, HockeyStick(P, Q, 100), num(1)),
        (HALF_SINGULAR, KL(P, Q), log(num(2))),
        (HALF_SINGULAR, RenyiMoment(3, P, Q), num(4)),
        (FAR, TotalVariation(KP, KQ), num(0)),
        (FAR, KP.density - KQ.density, num(0)),
    ],
)
def test_values(m: Grounded, t: Term, value: Term) -> None:
    for r in m.instances(Fact(relation("==", t, value))):
        assert satisfied(r, {})


@pytest.mark.parametrize("t", [KL(P, Q), KL(Q, P), RenyiMoment(2, P, Q)])
def test_no_value_outside_the_support(t: Term) -> None:
    (r,) = SINGULAR.instances(Fact(Le(t, 1)))
    assert defined_at(r, {})[0] is False


def test_the_other_direction_may_have_none() -> None:
    (r,) = HALF_SINGULAR.instances(Fact(Le(KL(Q, P), 100)))
    assert defined_at(r, {})[0] is False


def holds(m: Grounded, statement: Indistinguishable) -> bool:
    return all(satisfied(r, {}) is True for f in unfold("h", statement).values() for r in m.instances(f))


def test_indistinguishable() -> None:
    assert holds(FAR, Indistinguishable(P, Q, log(num(3))))
    assert not holds(FAR, Indistinguishable(P, Q, log(num(2))))
    assert holds(FAR, Indistinguishable(P, Q, log(num(2)), num(1, 4)))
    assert not holds(FAR, Indistinguishable(P, Q, log(num(2)), num(1, 5)))
    assert holds(SINGULAR, Indistinguishable(P, Q, 0, 1))
    assert not holds(HALF_SINGULAR, Indistinguishable(P, Q, log(num(2))))  # Q has an outcome that P has not


def test_pure() -> None:
    assert holds(FAR, Pure(P, Q, log(num(3))))
    assert not holds(FAR, Pure(P, Q, log(num(2))))
    assert not holds(HALF_SINGULAR, Pure(P, Q, log(num(2))))


def test_claims_speak_of_an_event_and_hypotheses_bind_one() -> None:
    facts = unfold("near", Indistinguishable(P, Q, 1))
    assert set(facts) == {"near.PQ", "near.QP"}
    assert all(len(f.tests) == 1 for f in facts.values())
    opened, tests = open_tests(facts)
    assert len(tests) == 1
    assert not any(f.tests for f in opened.values())


def test_laws_at_different_points_are_refused() -> None:
    other = Law("R", Point("z"))
    with pytest.raises(TermError):
        TotalVariation(P, other)
    with pytest.raises(TermError):
        push_forward(other, K)


def test_domains_are_read_off_conditions() -> None:
    a, b = Symbol("a"), Symbol("b")
    d = domain(Gt(a, 0), Le(a, 1), Le(a, b), Le(a, 2))
    assert [(r.name, r.lower, r.upper) for r in d.ranges] == [("a", num(0), num(1)), ("b", None, None)]
    assert d.conditions == (Le(a, b), Le(a, 2))


def test_a_posterior_is_bayes_rule_and_has_no_value_for_an_impossible_transcript() -> None:
    beliefs = model(table((1, 4), (3, 4)), table((2, 3), (1, 3)))
    after = posterior(P, Q.density)  # the likelihoods 2/3 and 1/3
    values = [beliefs.real(after.density, {x: i}, beliefs.tables) for i in range(2)]
    assert [satisfied(relation("==", v, num(*w)), {}) for v, w in zip(values, ((2, 5), (3, 5)))] == [True, True]
    never = model(table((1, 1), (0, 1)), table((0, 1), (1, 1)))
    assert defined_at(never.real(after.density, {x: 0}, never.tables), {})[0] is False
