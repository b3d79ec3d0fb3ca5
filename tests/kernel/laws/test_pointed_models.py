"""Models, statements and tight bounds, each aimed at one condition: what lacks it alone is refused, what has it is not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpsym.kernel.laws import models
from dpsym.kernel.laws.models import MAX_CELLS, MAX_EVENTS, Grounded, refute
from dpsym.kernel.laws.statements import (
    Attained,
    Fact,
    Field,
    Model,
    Proposition,
    Refuted,
    Setting,
    Sharp,
    event,
    law,
    query,
)
from dpsym.kernel.laws.statements import test as unit
from dpsym.kernel.laws.terms import at, integral, point, pos
from dpsym.kernel.laws.tightness import tight_goals
from dpsym.kernel.reals.rules.logic import Sign
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.statements import Fact as RealFact
from dpsym.kernel.statements import Have as RealHave
from dpsym.kernel.terms import HALF, MINUS_ONE, ONE, TWO, ZERO, Term, TermError, bind, log, num, relation, sym
from dpsym.kernel.verdicts import Rejected
from tests.helpers.refusing import rejects_model, rejects_tight

x, y = point("x"), point("y")
a, b, c, n = (sym(name) for name in "abcn")
f, e, p, q = (at(name, x) for name in "fepq")
S, T = at("S", x), at("T", x)
EMPTY = Fact(relation("==", ZERO, ZERO))
FREE = Setting(Domain((Range("a"),)), (query("f", "x"),))


def model(value: Term = ONE, table: tuple[Term, ...] = (ONE,), size: int | None = None) -> Model:
    return Model((("a", value),), (("x", size or len(table)),), (("f", table),))


def proposition(*given: Fact, claim: Term = EMPTY.statement, setting: Setting = FREE) -> Proposition:
    return Proposition(setting, tuple((f"h{i}", g) for i, g in enumerate(given)), (Fact(claim),))


# -- models that fit a setting ----------------------------------------------------------------------------------------

GOOD = model()
UNFIT = {
    "no value for a symbol": (replace(GOOD, params=()), "one value for each"),
    "a value for what is no symbol": (replace(GOOD, params=(("a", ONE), ("b", ONE))), "one value for each"),
    "no table for a field": (replace(GOOD, fields=()), "one value for each"),
    "a table for what is no field": (replace(GOOD, fields=(*GOOD.fields, ("g", (ONE,)))), "one value for each"),
    "no size for a space": (replace(GOOD, sizes=()), "each space"),
    "an empty space": (Model(GOOD.params, (("x", 0),), (("f", ()),)), "whole numbers from 1"),
    "a size that is not whole": (replace(GOOD, sizes=(("x", Fraction(1)),)), "whole numbers from 1"),  # type: ignore[arg-type]
    "a field as a value of a symbol": (model(f), "terms about numbers"),
    "a field as a value of a field": (model(ONE, (f,)), "terms about numbers"),
    "an Int as a value": (model(integral(f, x)), "terms about numbers"),
    "a table that is short": (model(size=2), "1 values for f, expected 2"),
    "a table that is long": (model(table=(ONE, ONE), size=1), "2 values for f, expected 1"),
    "too many cells": (model(table=(ONE,) * (MAX_CELLS + 1)), f"{MAX_CELLS + 1} values"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_model_must_fit(name: str) -> None:
    wrong, why = UNFIT[name]
    with pytest.raises(TermError, match=why):
        Grounded(wrong, FREE)


def test_a_model_that_fits() -> None:
    assert Grounded(GOOD, FREE).sizes == {"x": 1}
    assert Grounded(model(table=(ONE,) * MAX_CELLS), FREE).sizes == {"x": MAX_CELLS}


def test_parts_of_terms_that_are_written_out_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    total = relation("<=", integral(f, x), ONE)  # its three parts, and the one of its body at each of two places
    monkeypatch.setattr(models, "MAX_PARTS", 5)
    assert len(list(Grounded(model(table=(ONE, ONE)), FREE).instances(Fact(total)))) == 1
    monkeypatch.setattr(models, "MAX_PARTS", 4)
    with pytest.raises(TermError, match="smaller spaces"):
        list(Grounded(model(table=(ONE, ONE)), FREE).instances(Fact(total)))


def test_places_of_events_are_counted() -> None:
    events = Fact(relation(">=", integral(S * f, x), ZERO), (event("S", "x"),))
    most = Grounded(model(table=(ONE,) * MAX_EVENTS), FREE)
    assert next(most.instances(events)).is_relation
    with pytest.raises(TermError, match="places of events"):
        next(Grounded(model(table=(ONE,) * (MAX_EVENTS + 1)), FREE).instances(events))


def test_one_test_is_tried_at_its_extreme_values_and_two_are_not() -> None:
    grounded = Grounded(model(), FREE)
    one = Fact(relation("<=", integral(S * f, x), ONE), (unit("S", "x"),))
    assert len(list(grounded.instances(one))) == 2
    two = Fact(relation("<=", integral(S * f, x), ONE + integral(T * f, x)), (unit("S", "x"), unit("T", "x")))
    with pytest.raises(TermError, match="not affine"):
        list(grounded.instances(two))
    assert len(list(grounded.instances(Fact(two.statement, (event("S", "x"), event("T", "x")))))) == 4


# -- models that satisfy a proposition --------------------------------------------------------------------------------

WHOLE = Setting(Domain((Range("a", integer=True),)), (query("f", "x"),))
ABOVE = Setting(Domain((Range("a"),), (relation(">=", a, ONE),)), (query("f", "x"),))
EVENT = Setting(Domain((Range("a"),)), (event("f", "x"),))
UNIT = Setting(Domain((Range("a"),)), (unit("f", "x"),))
LAW = Setting(Domain((Range("a"),)), (law("f", "x"),))

SATISFIED = {
    "any numbers": (proposition(), model(HALF, (HALF, log(TWO)))),
    "an integer": (proposition(setting=WHOLE), model(TWO)),
    "a condition": (proposition(setting=ABOVE), model(ONE)),
    "an event": (proposition(setting=EVENT), model(table=(ONE, ZERO))),
    "a test": (proposition(setting=UNIT), model(table=(ONE, HALF, ZERO))),
    "a law": (proposition(setting=LAW), model(table=(HALF, HALF))),
    "a hypothesis": (proposition(Fact(relation("<=", f, a))), model(ONE, (HALF, ONE))),
}
NOT_SATISFIED = {
    "a symbol for a number": (proposition(), model(b)),
    "a symbol in a table": (proposition(), model(ONE, (b,))),
    "a number without value": (proposition(), model(log(MINUS_ONE))),
    "a table with what has no value": (proposition(), model(ONE, (log(MINUS_ONE),))),
    "no integer": (proposition(setting=WHOLE), model(HALF)),
    "no condition": (proposition(setting=ABOVE), model(HALF)),
    "an event that is a half": (proposition(setting=EVENT), model(table=(ONE, HALF))),
    "a test above one": (proposition(setting=UNIT), model(table=(TWO,))),
    "a test below zero": (proposition(setting=UNIT), model(table=(MINUS_ONE,))),
    "a law of mass two": (proposition(setting=LAW), model(table=(ONE, ONE))),
    "a law of any sign": (proposition(setting=LAW), model(table=(TWO, MINUS_ONE))),
    "a hypothesis that fails at a point": (proposition(Fact(relation("<=", f, a))), model(ONE, (HALF, TWO))),
    "a hypothesis without value": (proposition(Fact(relation("<=", log(f), log(f) + 1))), model(ONE, (ZERO,))),
}


@pytest.mark.parametrize("name", SATISFIED)
def test_satisfied(name: str) -> None:
    assert rejects_model(*SATISFIED[name]) is None


@pytest.mark.parametrize("name", NOT_SATISFIED)
def test_not_satisfied(name: str) -> None:
    assert isinstance(rejects_model(*NOT_SATISFIED[name]), Rejected)


def test_what_a_refutation_says() -> None:
    for value in (ONE, TWO):  # equal, or more
        found = refute(proposition(claim=relation("<", f, a)), model(ONE, (value,)))
        assert isinstance(found, Refuted)
        assert (found.claim, found.culprit) == (relation("<", value, ONE), None)
    found = refute(proposition(claim=relation("<", log(f), a)), model(ONE, (ZERO,)))
    assert isinstance(found, Refuted)
    assert found.culprit is log(ZERO)


def test_what_exists_is_not_refuted_by_a_model_without_it() -> None:
    claim = Proposition(FREE, (), (Fact(relation("<", f, a)),), (query("r", "x"),))
    refused = refute(claim, model(ONE, (TWO,)))
    assert isinstance(refused, Rejected)
    assert "exists" in refused.found


# -- the vocabulary ---------------------------------------------------------------------------------------------------

SUM = bind("Sum", a, "k", ZERO, num(3))
MALFORMED = {
    "a field without a name": lambda: query("1f", "x"),
    "a field without spaces": lambda: query("f"),
    "a space without a name": lambda: query("f", "x", "1y"),
    "a range that starts at a symbol": lambda: query("f", "x", lower=a),
    "a range that ends at a symbol": lambda: query("f", "x", upper=a),
    "a density of any sign": lambda: Field("f", ("x",), mass=True),
    "a density below one": lambda: Field("f", ("x",), ZERO, ONE, mass=True),
    "a density with whole values": lambda: Field("f", ("x",), ZERO, integer=True, mass=True),
    "a field that is there twice": lambda: Setting(Domain(), (query("f", "x"), law("f", "x"))),
    "a symbol with a name for the kernel": lambda: Setting(Domain((Range("_1"),))),
    "a condition about fields": lambda: Setting(
        Domain((), (relation("<=", integral(f, x), ZERO),)), (query("f", "x"),)
    ),
    "a condition with a law in a sum": lambda: Setting(
        Domain((Range("a"),), (relation("<=", bind("Sum", integral(f, x), "k", ZERO, num(3)), ZERO),)),
        (query("f", "x"),),
    ),
    "a condition with a sum of what is not declared": lambda: Setting(Domain((), (relation("<=", SUM, ZERO),))),
    "two hypotheses of one name": lambda: Proposition(FREE, (("h", EMPTY), ("h", EMPTY)), (EMPTY,)),
    "a hypothesis without a name": lambda: Proposition(FREE, (("", EMPTY),), (EMPTY,)),
    "no claim": lambda: Proposition(FREE, (), ()),
    "a claim for all tests": lambda: Proposition(
        FREE, (), (Fact(relation("<=", integral(S * f, x), ONE), (event("S", "x"),)),)
    ),
    "a claim about an unknown field": lambda: Proposition(FREE, (), (Fact(relation("<=", p, ONE)),)),
    "a hypothesis about what is to exist": lambda: Proposition(
        FREE, (("h", Fact(relation("<=", p, ONE))),), (EMPTY,), (law("p", "x"),)
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(name: str) -> None:
    with pytest.raises(TermError):
        MALFORMED[name]()


def test_a_claim_may_speak_of_what_exists() -> None:
    assert Proposition(FREE, (), (Fact(relation("<=", p, f)),), (law("p", "x"),)).exists


TWICE = Setting(Domain(), (query("f", "x"), query("g", "y")))
SAYS_NOTHING = {
    "no relation": (Fact(f + 1), "no relation"),
    "tests that take the name of a field": (Fact(relation("<=", f, ONE), (event("f", "x"),)), "declared twice"),
    "a test below zero": (Fact(relation("<=", S, ONE), (query("S", "x", lower=MINUS_ONE, upper=ONE),)), "neither"),
    "a test above one": (Fact(relation("<=", S, ONE), (query("S", "x", lower=ZERO, upper=TWO),)), "neither"),
    "all laws": (Fact(relation("<=", S, ONE), (law("S", "x"),)), "neither"),
    "two points of one name": (Fact(relation("<=", f, at("g", point("x", "y")))), "the same name"),
}


@pytest.mark.parametrize("name", SAYS_NOTHING)
def test_a_fact_that_says_nothing(name: str) -> None:
    fact, why = SAYS_NOTHING[name]
    wrong = fact.wrong_in(TWICE)
    assert wrong is not None
    assert why in wrong


def test_a_fact_for_all_tests_says_something() -> None:
    assert Fact(relation("<=", S, f), (unit("S", "x"),)).wrong_in(TWICE) is None


# -- tight bounds -----------------------------------------------------------------------------------------------------

LAWS = (law("p", "x"), law("q", "x"))
TWO_LAWS = Setting(Domain((Range("a"),)), LAWS)
DISTANCE = integral(pos(p - q), x)
INSIDE = Domain((Range("a", ZERO, ONE, False, False),))
APART = (("p", (ONE, ZERO)), ("q", (ZERO, ONE)))


def pair(value: Term = a, fields: tuple[tuple[str, tuple[Term, ...]], ...] = APART) -> Model:
    return Model((("a", value),), (("x", 2),), fields)


ATTAINED = Attained(INSIDE, pair(fields=(("p", (a, 1 - a)), ("q", (ZERO, ONE)))), (("a", HALF),))
SHARP = Sharp(INSIDE, pair(), (("a", HALF), ("c", HALF)))


def bound(claim: Term, setting: Setting = TWO_LAWS, *given: Fact, **more: object) -> Proposition:
    return Proposition(setting, tuple((f"h{i}", g) for i, g in enumerate(given)), (Fact(claim),), **more)  # type: ignore[arg-type]


def judged(p_: Proposition, tight: Attained | Sharp) -> Rejected | None:
    return rejects_tight(p_, tight, ((),) * len(tight_goals(p_, tight)))


STEPS = Setting(Domain((Range("n", integer=True),)), LAWS)
TALL = Domain((Range("n", ONE, None, False, integer=True),))


def counted(value: Term, where: Domain = TALL) -> Attained:
    return Attained(where, Model((("n", value),), (("x", 2),), APART), (("n", TWO),) if where.names else ())


def test_right_bounds_are_tight() -> None:
    assert judged(bound(relation("<=", DISTANCE, a)), ATTAINED) is None
    assert judged(bound(relation("==", DISTANCE, a)), ATTAINED) is None
    assert judged(bound(relation("<=", DISTANCE, ONE)), SHARP) is None
    assert judged(bound(relation("<=", DISTANCE, ONE), STEPS), counted(n)) is None
    assert judged(bound(relation("<=", DISTANCE, ONE), STEPS), counted(TWO, Domain())) is None


DEPENDENT = Setting(Domain((Range("a"),)), (*LAWS, query("f", "x")))
NO_GOALS: dict[str, tuple[Proposition, Attained | Sharp]] = {
    "what exists": (bound(relation("<=", DISTANCE, a), exists=(query("r", "x"),)), ATTAINED),
    "a claim before the first": (bound(relation("<=", DISTANCE, a)), replace(ATTAINED, claim=-1)),
    "a claim after the last": (bound(relation("<=", DISTANCE, a)), replace(ATTAINED, claim=1)),
    "a claim with points": (bound(relation("<=", p, a)), ATTAINED),
    "a strict claim": (bound(relation("<", DISTANCE, a)), ATTAINED),
    "a claim from above": (bound(relation(">=", DISTANCE, a)), ATTAINED),
    "an equation that is sharp": (bound(relation("==", DISTANCE, ONE)), SHARP),
    "a symbol that is there": (
        bound(relation("<=", DISTANCE, ONE)),
        replace(SHARP, model=pair(ONE), symbol="a", point=(("a", HALF),)),
    ),
    "the symbols depend on c": (bound(relation("<=", DISTANCE, ONE)), replace(SHARP, model=pair(c))),
    "the bound depends on c": (
        bound(relation("<=", DISTANCE, integral(at("f", x), x)), DEPENDENT),
        replace(SHARP, model=pair(fields=(*APART, ("f", (c + 1, ZERO))))),
    ),
    "an integer that is a half": (bound(relation("<=", DISTANCE, ONE), STEPS), counted(HALF)),
    "an integer that is any number": (bound(relation("<=", DISTANCE, ONE), STEPS), counted(n, Domain((Range("n"),)))),
    "an integer that is a term": (bound(relation("<=", DISTANCE, ONE), STEPS), counted(n + 1)),
}


@pytest.mark.parametrize("name", NO_GOALS)
def test_no_goals(name: str) -> None:
    with pytest.raises(TermError, match="tight: "):
        tight_goals(*NO_GOALS[name])


OPEN = Setting(Domain((Range("a", ZERO),)), LAWS)
LOGGED = relation("<=", DISTANCE + log(a), a + log(a))
NOT_TIGHT: dict[str, tuple[Proposition, Attained | Sharp]] = {
    "an end that does not belong to the range": (
        bound(relation("<=", DISTANCE, ONE), OPEN),
        Sharp(Domain(), pair(ZERO), (("c", HALF),)),
    ),
    "a symbol with another value": (bound(relation("<=", DISTANCE, ONE)), replace(SHARP, model=pair(ZERO))),
    "a right side without value at one point": (bound(relation("<=", DISTANCE, ONE + a / a - 1)), SHARP),
    "a smaller value": (bound(relation("<=", DISTANCE, TWO)), Attained(INSIDE, pair(), (("a", HALF),))),
    "a bound without value at one point": (bound(LOGGED), ATTAINED),
    "a point elsewhere": (bound(relation("<=", DISTANCE, a)), replace(ATTAINED, point=(("a", TWO),))),
    "a point with two values": (
        bound(relation("<=", DISTANCE, a)),
        replace(ATTAINED, point=(("a", TWO), *ATTAINED.point)),
    ),
    "a hypothesis that fails": (bound(relation("<=", DISTANCE, a), TWO_LAWS, Fact(relation("<=", a, ZERO))), ATTAINED),
}


@pytest.mark.parametrize("name", NOT_TIGHT)
def test_not_tight(name: str) -> None:
    assert isinstance(judged(*NOT_TIGHT[name]), Rejected)


def test_a_proof_that_is_given_is_judged() -> None:
    p_ = bound(relation("<=", DISTANCE, a))
    goals = tight_goals(p_, ATTAINED)
    junk = RealHave("1", RealFact(INSIDE, relation(">", a, ZERO)), Sign())
    assert rejects_tight(p_, ATTAINED, ((),) * len(goals)) is None
    assert isinstance(rejects_tight(p_, ATTAINED, ((junk,), *((),) * (len(goals) - 1))), Rejected)
    assert isinstance(rejects_tight(p_, ATTAINED, ((),) * (len(goals) + 1)), Rejected)
