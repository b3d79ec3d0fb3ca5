"""Obligations of definedness, against an evaluator that knows where a term has no value."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import strategies as st

from dpsym.kernel.arithmetic.balls import Unsupported
from dpsym.kernel.arithmetic.defined import obligations
from dpsym.kernel.reals.context import Context
from dpsym.kernel.reals.points import defined_at
from dpsym.kernel.statements import Domain, Fact, Range
from dpsym.kernel.terms import (
    MINUS_ONE,
    ONE,
    OO,
    TWO,
    ZERO,
    Term,
    TermError,
    bind,
    div,
    exp,
    func,
    log,
    neg,
    num,
    piecewise,
    power,
    relation,
    sqrt,
    sym,
)
from dpsym.testing.strategies import terms
from tests.helpers.independent import NotDefined, Unsure, points, value
from tests.helpers.lengths import drawn
from tests.helpers.random_terms import random_rational, random_term

X, Y, I = sym("x"), sym("y"), sym("i")
CLOSED = Domain()
rationals = st.fractions(min_value=-4, max_value=4, max_denominator=6)


def defined(t: Term, domain: Domain, *names: str, facts: dict | None = None) -> bool:
    ctx = Context()
    ctx.facts.update(facts or {})
    return ctx.undefined(t, domain, names) is None


def at_a_point(t: Term, x: Fraction, y: Fraction) -> bool | None:
    """What both answer; None where one of the two does not know."""
    env = {"x": x, "y": y}
    try:
        value(t, env)
    except NotDefined:
        expected = False
    except Unsure:
        return None
    else:
        expected = True
    try:
        answer, culprit = defined_at(t, {n: num(v) for n, v in env.items()})
    except (TermError, Unsupported):
        return None
    assert answer in (None, expected), (t, env, culprit)
    return answer


@drawn(100, 500, terms(max_leaves=7), rationals, rationals)
def test_at_points(t: Term, x: Fraction, y: Fraction) -> None:
    at_a_point(t, x, y)


def test_most_points_are_decided() -> None:
    rng = Random(7)
    seen = Counter(at_a_point(random_term(rng, 5), random_rational(rng), random_rational(rng)) for _ in range(300))
    assert seen[True] >= 206, seen
    assert seen[False] >= 75, seen


ON = Domain((Range("x", num(-1), None, True, True), Range("y", ZERO, ONE, False, False)))


def on_the_domain(t: Term, rng: Random) -> str:
    """What is shown and, if it is not shown, what the evaluator saw at some points."""
    shown, seen = defined(t, ON), "unsure"
    for env in points(ON, rng, 6, tries=3):
        try:
            value(t, env)
        except NotDefined:
            assert not shown, (t, env)
            return "undefined"
        except Unsure:
            continue
        seen = "shown" if shown else "not shown"
    return seen


@drawn(50, 250, terms(binders=False, max_leaves=6), st.integers(0, 10**6))
def test_on_domains(t: Term, seed: int) -> None:
    on_the_domain(t, Random(seed))


def test_most_terms_that_are_defined_are_shown_to_be() -> None:
    rng = Random(8)
    seen = Counter(on_the_domain(random_term(rng, 4, binders=False), rng) for _ in range(300))
    assert seen["shown"] >= 175, seen
    assert seen["undefined"] >= 92, seen


NEVER = [
    OO,
    X + OO,
    exp(neg(OO)),
    1 / OO,
    log(neg(X * X)),
    1 / (X - X),
    func("acosh", func("tanh", X)),
    func("PhiInv", ZERO),
    bind("Sum", 1 / (I - 3), "i", ONE, num(5)),
    bind("Sum", ONE, "i", ONE, OO),
    bind("Integral", ONE, "i", neg(OO), ZERO),
    bind("Integral", 1 / I, "i", ONE, MINUS_ONE),
    bind("Integral", 1 / I, "i", MINUS_ONE, ONE),
    bind("Integral", piecewise([(1 / I, relation(">", I, ZERO))], ZERO), "i", ZERO, ONE),  # a piece that diverges
    bind("Product", 1 / I, "i", ZERO, TWO),
    bind("Sum", bind("Sum", 1 / (I - 3), "i", ONE, num(5)), "i", ZERO, ZERO),
    bind("Sum", 1 / X, "x", ONE, TWO) + log(X),
    bind("Sum", bind("Sum", 1 / (I + sym("j")), "i", num(-3), num(5)), "j", ZERO, ZERO),
    piecewise([(ONE, relation("<", X, ZERO))]),
    piecewise([(log(X), relation(">=", X, ZERO))], ONE),
    piecewise([(ONE, relation("<", log(X), ZERO))], ONE),
    piecewise([(ONE, relation(">", X, ZERO))], log(X)),
    power(X, Y),
    power(X, num(1, 2)),
    power(ZERO, X),
    power(X * X, X),
    func("LambertW", X),
    func("LambertW", X, MINUS_ONE),
    func("binomial", X, Y),
    func("gamma", X),
    func("loggamma", X * X),
    bind("Sum", log(X), "i", ONE, ZERO) + bind("Sum", log(I), "i", ZERO, ONE),
]
ALWAYS = [
    X / (1 + X * X),
    log(1 + exp(X)),
    sqrt(X * X),
    power(exp(X), Y),
    power(X * X, num(3, 2)),
    func("atanh", func("tanh", X) / 2),
    bind("Sum", 1 / I, "i", ONE, num(5)),
    bind("Sum", bind("Sum", 1 / (I + sym("j")), "j", ONE, num(2)), "i", ONE, num(5)),
    bind("Integral", log(1 + I), "i", ZERO, ONE),
    piecewise([(log(X), relation(">", X, ZERO))], ONE),
    piecewise([(ONE, relation("<=", X, ZERO))], log(X)),
    func("PhiInv", func("Phi", X) / 2),
    func("LambertW", exp(X)),
    func("gamma", exp(X)),
    X**0,
    X**3,
    func("floor", X),
    func("min", X, Y),
]


@pytest.mark.parametrize("t", NEVER)
def test_not_shown(t: Term) -> None:
    assert not defined(t, Domain((Range("x"), Range("y"))))


@pytest.mark.parametrize("t", ALWAYS)
def test_shown(t: Term) -> None:
    assert defined(t, Domain((Range("x"), Range("y"))))


def test_a_bound_symbol_does_not_inherit_the_range_of_a_free_one() -> None:
    t = bind("Sum", 1 / X, "x", num(-1), ONE)
    assert not defined(t, Domain((Range("x", ONE),)))
    assert not defined(t, Domain((Range("x", ONE),), (relation(">", X, ZERO),)))


def test_facts_discharge_only_where_they_hold() -> None:
    reals, right = Domain((Range("x"),)), Domain((Range("x", ZERO),))
    t = log(func("sinh", X) - X)
    fact = Fact(right, relation(">", func("sinh", X) - X, ZERO))
    assert defined(t, right, "f", facts={"f": fact})
    assert not defined(t, reals, "f", facts={"f": fact})
    assert not defined(t, right)
    assert not defined(t, right, facts={"f": fact})  # it is not named
    weak = Fact(right, relation(">=", func("sinh", X) - X, ZERO))
    assert not defined(log(func("sinh", X) - X), right, "f", facts={"f": weak})
    assert defined(sqrt(func("sinh", X) - X), right, "f", facts={"f": weak})


def test_power_with_zero_base_needs_a_positive_exponent() -> None:
    base = Range("x", ZERO, ONE, False, False)
    assert defined(power(X, Y), Domain((base, Range("y", ZERO))))
    assert not defined(power(X, Y), Domain((base, Range("y", ZERO, None, False, True))))
    assert defined(power(X, Y), Domain((Range("x", ZERO), Range("y"))))


def test_obligations_name_the_part() -> None:
    found = obligations(relation("<=", log(X), div(ONE, Y)))
    assert {o.culprit for o in found} == {log(X), power(Y, MINUS_ONE)}
    assert not obligations(exp(X) + X * Y)
