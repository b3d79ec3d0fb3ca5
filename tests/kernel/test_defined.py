"""Obligations of definedness, against an evaluator that knows where a term has no value."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
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

X, Y, I = sym("x"), sym("y"), sym("i")
CLOSED = Domain()
rationals = st.fractions(min_value=-4, max_value=4, max_denominator=6)


def defined(t: Term, domain: Domain, *names: str, facts: dict | None = None) -> bool:
    ctx = Context()
    ctx.facts.update(facts or {})
    return ctx.undefined(t, domain, names) is None


@settings(max_examples=700)
@given(terms(max_leaves=7), rationals, rationals)
def test_at_points(t: Term, x: Fraction, y: Fraction) -> None:
    env = {"x": x, "y": y}
    try:
        answer, culprit = defined_at(t, {n: num(v) for n, v in env.items()})
    except (TermError, Unsupported):
        return
    try:
        value(t, env)
    except NotDefined:
        assert answer is not True, (t, env)
    except Unsure:
        return
    else:
        assert answer is not False, (t, env, culprit)


@settings(max_examples=400)
@given(terms(binders=False, max_leaves=6), st.integers(0, 10**6))
def test_on_domains(t: Term, seed: int) -> None:
    domain = Domain((Range("x", num(-1), None, True, True), Range("y", ZERO, ONE, False, False)))
    if not defined(t, domain):
        return
    for env in points(domain, Random(seed), 6, tries=3):
        try:
            value(t, env)
        except NotDefined as problem:
            raise AssertionError((t, env)) from problem
        except Unsure:
            continue


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
    t = log(X + func("sinh", X))
    fact = Fact(right, relation(">", X + func("sinh", X), ZERO))
    assert defined(t, right, "f", facts={"f": fact})
    assert not defined(t, reals, "f", facts={"f": fact})
    assert not defined(t, right, facts={}) or defined(t, right)
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
