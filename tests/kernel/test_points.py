"""Exact points: membership, comparisons, refutation and undefinedness."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from flint import arb
from hypothesis import strategies as st

from dpsym.kernel.arithmetic.balls import Unsupported
from dpsym.kernel.reals.check import refute
from dpsym.kernel.reals.points import conjunction, in_domain, satisfied
from dpsym.kernel.statements import Claim, Domain, Range
from dpsym.kernel.terms import (
    MINUS_ONE,
    MINUS_OO,
    ONE,
    OO,
    PI,
    TWO,
    ZERO,
    Term,
    TermError,
    bind,
    exp,
    func,
    log,
    num,
    piecewise,
    power,
    relation,
    sqrt,
    sym,
)
from dpsym.kernel.verdicts import Refuted, Rejected, Undefined
from dpsym.report.decimals import decimal
from dpsym.testing.strategies import relations, terms
from tests.helpers.independent import NotDefined, Unsure, truth
from tests.helpers.lengths import drawn
from tests.helpers.random_terms import random_rational, random_relation

X, Y, N = sym("x"), sym("y"), sym("n")
REALS = Domain((Range("x"),))
COMPARISONS = ("<", "<=", "==", ">=", ">")
rationals = st.fractions(min_value=-4, max_value=4, max_denominator=6)


def decision(r: Term, x: Fraction, y: Fraction) -> str:
    """What both answer, or which of the two does not know. A relation without value does not hold."""
    env = {"x": x, "y": y}
    try:
        expected = truth(r, env)
    except NotDefined:
        expected = False
    except Unsure:
        return "unsure"
    try:
        answer = satisfied(r, {n: num(v) for n, v in env.items()})
    except (TermError, Unsupported):
        return "refused"
    if answer is None or expected is None:
        return "undecided" if answer is None else "unsure"
    assert answer == expected, (r, env)
    return str(answer)


@drawn(40, 200, relations(terms(max_leaves=5)), rationals, rationals)
def test_decisions_agree_with_an_independent_evaluator(r: Term, x: Fraction, y: Fraction) -> None:
    decision(r, x, y)


def test_most_relations_are_decided() -> None:
    rng = Random(5)
    seen = Counter(decision(random_relation(rng), random_rational(rng), random_rational(rng)) for _ in range(200))
    assert seen["True"] >= 59, seen
    assert seen["False"] >= 118, seen


def refutation(r: Term, x: Fraction, y: Fraction) -> str:
    """What both say: that the relation holds, is refuted, is undefined; or which of the two does not know."""
    kind: type[Refuted | Undefined] = Refuted
    try:
        holds = truth(r, {"x": x, "y": y})
    except NotDefined:
        holds, kind = False, Undefined
    except Unsure:
        return "unsure"
    claim = Claim(Domain((Range("x"), Range("y"))), (), r.lhs, r.op, r.rhs)
    answer = refute(claim, (("x", num(x)), ("y", num(y))))
    if isinstance(answer, Rejected):
        return "holds" if holds else "rejected"
    assert isinstance(answer, kind), (r, x, y)
    assert holds is not True, (r, x, y)
    return kind.__name__


@drawn(34, 170, relations(terms(binders=False, max_leaves=5), COMPARISONS), rationals, rationals)
def test_refutations_are_right(r: Term, x: Fraction, y: Fraction) -> None:
    refutation(r, x, y)


def test_most_false_relations_are_refuted_and_most_undefined_ones_are_called_so() -> None:
    rng = Random(6)
    seen = Counter(
        refutation(random_relation(rng, 3, COMPARISONS, False), random_rational(rng), random_rational(rng))
        for _ in range(200)
    )
    assert seen["Refuted"] >= 71, seen
    assert seen["Undefined"] >= 70, seen


def test_membership() -> None:
    d = Domain(
        (Range("x", ZERO, log(TWO), True, False), Range("n", ONE, None, False, True, True)),
        (relation("<=", X * N, ONE),),
    )
    inside = {"x": log(TWO), "n": ONE}
    assert in_domain(d, inside) is True
    assert in_domain(d, inside | {"x": ZERO}) is False
    assert in_domain(d, inside | {"x": log(num(2001, 1000))}) is False
    assert in_domain(d, inside | {"n": num(1, 2)}) is False
    assert in_domain(d, inside | {"n": TWO}) is False
    assert in_domain(d, inside | {"n": log(exp(ONE))}) is False  # integers are written as such
    assert in_domain(d, {"x": ONE}) is False
    assert in_domain(d, inside | {"x": Y}) is False
    assert in_domain(d, inside | {"x": log(MINUS_ONE)}) is False


def test_a_range_with_an_end_without_value_contains_nothing() -> None:
    for end in (log(MINUS_ONE), func("acosh", num(-5)), sqrt(MINUS_ONE), 1 / (ONE - ONE), sqrt(num(-1, 10**60))):
        for r in (Range("x", end), Range("x", None, end), Range("x", end, None, False, True)):
            assert in_domain(Domain((r,)), {"x": ONE}) is False


def test_exact_equality() -> None:
    assert satisfied(relation("==", sqrt(num(8)), 2 * sqrt(TWO)), {}) is True
    assert satisfied(relation("<", sqrt(num(8)), 2 * sqrt(TWO)), {}) is False
    assert satisfied(relation("<", exp(num(-3000)), ZERO), {}) is False
    assert satisfied(relation("==", PI, num(355, 113)), {}) is False
    assert satisfied(relation("==", X, X), {}) is None


def test_three_valued_and() -> None:
    assert conjunction([True, None, False]) is False
    assert conjunction([True, None]) is None
    assert conjunction([]) is True


@pytest.mark.parametrize(
    ("claim", "point", "expected"),
    [
        (Claim(REALS, (), X, ">=", ZERO), {"x": MINUS_ONE}, Refuted),
        (Claim(REALS, (), X, ">=", ZERO), {"x": ZERO}, Rejected),
        (Claim(REALS, (), X, ">", ZERO), {"x": ZERO}, Refuted),
        (Claim(REALS, (), X, "==", sqrt(X * X)), {"x": MINUS_ONE}, Refuted),
        (Claim(REALS, (), log(X), "<=", X), {"x": MINUS_ONE}, Undefined),
        (Claim(REALS, (), 1 / X, "<=", X), {"x": ZERO}, Undefined),
        (Claim(REALS, (relation(">=", log(X), ZERO),), X, "<=", TWO), {"x": MINUS_ONE}, Undefined),
        (Claim(REALS, (relation(">=", X, ZERO),), X, ">=", ONE), {"x": MINUS_ONE}, Rejected),
        (Claim(REALS, (relation(">=", X, ZERO),), X, ">=", ONE), {"x": ZERO}, Refuted),
        (Claim(Domain((Range("x", ZERO),)), (), X, ">=", ONE), {"x": MINUS_ONE}, Rejected),
        (Claim(Domain((Range("x"),), (relation(">", log(X), ZERO),)), (), X, "<=", ONE), {"x": MINUS_ONE}, Rejected),
        (Claim(REALS, (), X, ">=", ZERO), {"y": MINUS_ONE}, Rejected),
        (Claim(REALS, (), X, ">=", ZERO), {"x": Y}, Rejected),
    ],
)
def test_refute(claim: Claim, point: dict[str, Term], expected: type) -> None:
    assert isinstance(refute(claim, tuple(point.items())), expected)


BELL = exp(-(X**2))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (BELL, Refuted),
        (BELL * power(exp(X), ONE + MINUS_ONE), Refuted),  # a base that is positive by structure
        (-BELL, Undefined),  # a logarithm of a number below 0
        (sqrt(X) * BELL, Rejected),  # no value for x < 0
        (power(X, num(1, 3) + num(1, 3)) * BELL, Rejected),
        (exp(X), Rejected),  # diverges
    ],
)
def test_a_part_around_an_integral_is_judged_by_its_value(body: Term, expected: type) -> None:
    """That the integral has a value is seen by structure, that it is positive by enclosures."""
    whole = bind("Integral", body, "x", MINUS_OO, OO)
    assert isinstance(refute(Claim(Domain(), (), log(whole), "<=", num(-1)), ()), expected)


def test_a_negative_base_to_a_whole_power_is_not_undefined() -> None:
    domain = Domain((Range("x"), Range("n", integer=True)))
    for n in (-3, -2, 1, 2, 3):
        answer = refute(Claim(domain, (), power(X, N), ">=", num(100)), (("x", num(-2)), ("n", num(n))))
        assert isinstance(answer, Refuted)
    half = refute(
        Claim(Domain((Range("x"), Range("n"))), (), power(X, N), ">=", ZERO), (("x", num(-2)), ("n", num(1, 2)))
    )
    assert isinstance(half, Undefined)


@pytest.mark.parametrize("op", ["<", "!="])
@pytest.mark.parametrize("ends", [(ONE, OO), (MINUS_OO, num(9))])
def test_a_condition_of_a_piece_is_no_end_of_a_sum(op: str, ends: tuple[Term, Term]) -> None:
    """1/(n - 5) is not asked for at n = 5: the sum has a value, so the claim is not undefined."""
    body = piecewise([(power(N - 5, MINUS_ONE), relation(op, N, num(5)))], ZERO)
    for claimed in ("<=", ">="):
        assert isinstance(refute(Claim(Domain(), (), bind("Sum", body, "n", *ends), claimed, ZERO), ()), Rejected)


@pytest.mark.parametrize(
    ("ball", "text"), [((5, 3), "?"), ((100, 60), "?"), ((5, 6), "?"), ((5, 0), "5"), ((2.75, 2**-20), "2.75000...")]
)
def test_no_digit_is_shown_that_is_not_known(ball: tuple[float, float], text: str) -> None:
    assert decimal(arb(*ball), 6) == text
