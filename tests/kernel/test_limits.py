"""End signs agree with what the term does far out, computed with hundreds of digits."""

from __future__ import annotations

from random import Random

import mpmath
import pytest

from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ONE, PI, TWO, ZERO, Term, add, exp, func, log, mul, num, power, sqrt, sub, sym
from dpsym.search.ends import end_sign
from tests.helpers.independent import rational
from tests.helpers.lengths import lengths

X, Y, Z = sym("x"), sym("y"), sym("z")
RIGHT = Domain((Range("x", ONE),))


def erfc(t: Term) -> Term:
    return func("erfc", t)


KNOWN = [
    (exp(X) - X**10, 1),
    (X - exp(X), -1),
    (exp(ZERO - X), 0),
    (exp(ZERO - X) * X**9, 0),
    (log(X) - sqrt(X), -1),
    (X ** num(1, 3) - log(X) ** 4, 1),
    (sqrt(X**2 + X) - X, 1),
    (sqrt(X**2 + X) - X - num(1, 2), 0),
    (sqrt(X**2 + X) - X - 1, -1),
    (X * (sqrt(X**2 + 1) - X) - num(1, 2), 0),
    (log(exp(X) + 1) - X, 0),
    (log(exp(X) - 1) - X + num(1, 10), 1),
    ((1 + 1 / X) ** 2 - 1, 0),
    (exp(X * log(1 + 1 / X)) - exp(ONE), 0),
    (exp(X * log(1 + 1 / X)) - 3, -1),
    (func("tanh", X) - 1, 0),
    (func("tanh", X) - num(1, 2), 1),
    (1 - func("erf", X), 0),
    (erfc(X) * exp(X**2) * X - 1 / sqrt(PI), 0),
    (erfc(X) * exp(X**2) * X - num(1, 2), 1),
    (erfc(ZERO - X) - 2, 0),
    (func("Phi", X) - 1, 0),
    (erfc(1 / X) - 1, 0),
    (erfc(1 + 1 / X) - 1, -1),
    (log(X) ** 2 - 5 * log(X), 1),
    (exp(log(X) ** 2) - X**100, 1),
    (X / log(X) - sqrt(X), 1),
    (X - X, 0),
    (num(-3) + 0 * X, -1),
    (exp(X + 1 / X) - exp(X), 1),
    (exp(X**2 + 1) - exp(X**2 + X), -1),
    (func("cosh", X) - func("sinh", X), 0),
    (func("asinh", X) - log(2 * X), 0),
    (func("acosh", X) - log(X) - log(TWO), 0),
    (power(TWO, X) - power(num(3), X), -1),
]


#: The second and third terms of expansions, made visible by scaling up what is left.
HALF = num(1, 2)
KNOWN += [
    (X * (sqrt(X**2 + X) - X - HALF) + num(1, 8), 0),
    (X**2 * (sqrt(X**2 + X) - X - HALF + 1 / (8 * X)) - num(1, 16), 0),
    (X**2 * (1 / (1 + 1 / X) - 1 + 1 / X) - 1, 0),
    (X**2 * (log(1 + 1 / X) - 1 / X) + HALF, 0),
    (X**3 * (log(1 + 1 / X) - 1 / X + 1 / (2 * X**2)) - num(1, 3), 0),
    (X**2 * (exp(1 / X) - 1 - 1 / X) - HALF, 0),
    (X**3 * (exp(1 / X) - 1 - 1 / X - 1 / (2 * X**2)) - num(1, 6), 0),
    (X**2 * (erfc(X) * exp(X**2) * X * sqrt(PI) - 1) + HALF, 0),
    (X**4 * (erfc(X) * exp(X**2) * X * sqrt(PI) - 1 + 1 / (2 * X**2)) - num(3, 4), 0),
    (exp(X**3 * log(1 + 1 / X) - X**2 + X / 2) - num(13, 10), 1),
    (exp(X**3 * log(1 + 1 / X) - X**2 + X / 2) - num(14, 10), -1),
    (exp(X**2 * log(1 + 1 / X) - X) - num(6, 10), 1),
    (exp(X**2 * log(1 + 1 / X) - X) - num(61, 100), -1),
    (erfc(sqrt(X**2 + X)) * exp(X**2 + X) * X - HALF, 1),
]


@pytest.mark.parametrize(("t", "sign"), KNOWN)
@pytest.mark.parametrize("order", [1, 2, 4, 8])
def test_known_limits(t: Term, sign: int, order: int) -> None:
    found = end_sign(t, "x", RIGHT, True, order)
    assert found == sign or (found is None and order < 8)


def test_irrational_powers_are_no_trap() -> None:
    for order in (1, 2, 4, 8):
        assert end_sign(X**PI - X**3, "x", RIGHT, True, order) in (1, None)
        assert end_sign(X**3 - X**PI, "x", RIGHT, True, order) in (-1, None)


def test_other_ends() -> None:
    d = Domain((Range("x", ZERO, TWO, True, False),))
    assert end_sign(1 / X, "x", d, False, 4) == 1
    assert end_sign(X * log(X), "x", d, False, 4) == 0
    assert end_sign((exp(X) - 1) / X - 1, "x", d, False, 4) == 0
    assert end_sign((exp(X) - 1 - X) / X**2 - num(1, 3), "x", d, False, 6) == 1
    assert end_sign(log(2 - X), "x", Domain((Range("x", ZERO, TWO),)), True, 4) == -1
    assert end_sign(X, "x", d, True, 4) == 1
    below = Domain((Range("x", None, ZERO),))
    assert end_sign(exp(X), "x", below, False, 4) == 0
    assert end_sign(X**3, "x", below, False, 4) == -1
    assert end_sign(exp(X) - 1, "x", below, True, 4) == 0
    root = Domain((Range("x", sqrt(TWO)),))
    assert end_sign(X**2 - 2, "x", root, False, 4) == 0
    assert end_sign(X**2 - 3, "x", root, False, 4) == -1


def test_parameters_must_have_certain_signs() -> None:
    def at(t: Term, *ranges: Range) -> int | None:
        return end_sign(t, "x", Domain((Range("x", ONE), *ranges)), True, 4)

    closed, opened = Range("y", ZERO, ONE, False, False), Range("y", ZERO, ONE)
    assert at(Y * X - 1, opened) == 1
    assert at(Y * X - 1, closed) is None
    assert at(Y * X - 1, Range("y")) is None
    assert at(1 / (Y * X + 1) - num(1, 2), closed) is None
    assert at(exp(0 - Y * X), closed) is None
    assert at(exp(0 - Y * X), opened) == 0
    z = Range("z", TWO, num(3), False, False)
    assert at(Y**Z * X - 1, closed, z) is None
    assert at(Y**Z * X - 1, Range("y", ZERO, ZERO, False, False), z) is None
    assert at(X**Y - 1, closed) is None
    assert at(func("floor", X) * 0 + 1, closed) in (1, None)


UNIT = Domain((Range("x", ZERO, ONE, True, True),))
QUANTILE, LAMBERT = (lambda t: func("PhiInv", t)), (lambda t, *b: func("LambertW", t, *b))


def test_functions_that_are_smooth_at_the_end() -> None:
    third = Domain((Range("x", ZERO, num(1, 3)),))
    assert end_sign(QUANTILE(num(1, 3)) - QUANTILE(X), "x", third, True, 4) == 0
    assert end_sign(QUANTILE(X) + 1, "x", third, True, 4) == 1
    assert end_sign(QUANTILE(X), "x", third, True, 4) == -1
    assert end_sign(LAMBERT(X) - LAMBERT(num(1, 3)), "x", third, True, 4) == 0
    assert end_sign(LAMBERT(-X, num(-1)) + 2, "x", third, True, 4) == 1  # W_-1(-1/3) is -1.51
    assert end_sign(LAMBERT(-X, num(-1)) + 1, "x", third, True, 4) == -1


def test_no_answer_where_they_are_not_smooth() -> None:
    assert end_sign(QUANTILE(X), "x", UNIT, False, 4) is None  # -oo
    assert end_sign(QUANTILE(X), "x", UNIT, True, 4) is None
    assert end_sign(LAMBERT(-X, num(-1)), "x", UNIT, False, 4) is None  # -oo at 0
    branch = Domain((Range("x", ZERO, exp(num(-1))),))
    assert end_sign(LAMBERT(-X) + 1, "x", branch, True, 4) is None  # the slope is infinite at -1/e


def test_no_answer_for_integers_and_orders_out_of_range() -> None:
    assert end_sign(X, "x", Domain((Range("x", ONE, integer=True),)), True, 4) is None
    assert end_sign(X, "x", RIGHT, True, 0) is None
    assert end_sign(X, "x", RIGHT, True, 17) is None
    assert end_sign(func("floor", X), "x", RIGHT, True, 4) is None
    assert end_sign(func("gamma", X), "x", RIGHT, True, 4) is None


def far(t: Term, x):
    """The value at a huge x, with enough digits to survive cancellation; exponents of any size are fine for mpmath."""
    with mpmath.workdps(700):
        return _far(t, mpmath.mpf(x))


def _far(t: Term, x):
    op = t.op
    if op == "num":
        q = rational(t)
        return mpmath.mpf(q.numerator) / q.denominator
    if op == "sym":
        return x
    args = [_far(a, x) for a in t.args]
    simple = {"+": mpmath.fsum, "*": mpmath.fprod}
    if op in simple:
        return simple[op](args)
    return {"**": mpmath.power, "exp": mpmath.exp, "log": mpmath.log, "sqrt": mpmath.sqrt, "erfc": mpmath.erfc}[op](
        *args
    )


def some_term(rng: Random, depth: int = 3) -> Term:
    kind = (
        rng.choice(["num", "x", "x", "+", "+", "*", "*", "/", "exp", "log", "sqrt", "power", "erfc"])
        if depth
        else rng.choice(["num", "x"])
    )
    if kind == "num":
        return num(rng.randint(-4, 4), rng.randint(1, 3))
    if kind == "x":
        return X
    a = some_term(rng, depth - 1)
    if kind == "+":
        return add(a, some_term(rng, depth - 1))
    if kind == "*":
        return mul(a, some_term(rng, depth - 1))
    if kind == "/":
        return sub(a, 1 / (X + rng.randint(0, 3)))
    if kind == "power":
        return power(a, num(rng.randint(-2, 3)))
    return func(kind, a)


@lengths(140, 700)
def test_random_terms_far_out(tries: int) -> None:
    """A positive limit is positive at x = 10**30, a limit of zero has become small there."""
    rng = Random(20)
    decided = 0
    for _ in range(tries):
        t = some_term(rng)
        found = end_sign(t, "x", RIGHT, True, 5)
        if found is None:
            continue
        try:
            near, away = far(t, 10**8), far(t, 10**30)
        except (ArithmeticError, ValueError):
            continue
        if isinstance(away, mpmath.mpc) or isinstance(near, mpmath.mpc) or not mpmath.isfinite(away):
            continue
        decided += 1
        if found == 0:
            assert abs(away) < mpmath.mpf(1) / 10, (t, near, away)
            assert abs(away) <= abs(near) + mpmath.mpf(10) ** -20, (t, near, away)
        else:
            assert found * away > -(mpmath.mpf(10) ** -6), (t, found, away)
    assert decided >= {140: 120, 700: 624}[tries], decided
