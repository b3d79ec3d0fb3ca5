"""Balls enclose what an independent evaluator computes, at points and over boxes."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from random import Random

import mpmath
import pytest
from flint import arb, ctx, fmpq
from hypothesis import strategies as st

from dpsym.kernel.arithmetic.balls import Program, Unsupported, enclose, holds
from dpsym.kernel.arithmetic.closed import compare_closed
from dpsym.kernel.substitution import substitute
from dpsym.kernel.terms import (
    FUNCTIONS,
    HALF,
    ONE,
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
from dpsym.testing.strategies import terms
from tests.helpers.independent import NotDefined, Unsure, value
from tests.helpers.lengths import drawn
from tests.helpers.random_terms import random_rational, random_term

X, Y = sym("x"), sym("y")
rationals = st.fractions(min_value=-6, max_value=6, max_denominator=20)


def exact(x: arb):
    """An exact finite ball as an mpmath number."""
    man, exponent = x.man_exp()
    return mpmath.ldexp(mpmath.mpf(int(man)), int(exponent))


def encloses(ball: arb, v) -> bool:
    """Whether the ball contains a value that is right to 35 digits."""
    with mpmath.workdps(110):
        slack = mpmath.mpf(10) ** -35 * max(1, abs(v))
        return abs(exact(ball.mid()) - v) <= exact(ball.rad()) + slack


def interval(a: Fraction, b: Fraction) -> arb:
    """The ball from a to b, with little around it."""
    with ctx.workprec(300):
        return arb(fmpq(a.numerator, a.denominator)).union(arb(fmpq(b.numerator, b.denominator)))


def closed(t: Term, point: dict[str, Fraction]) -> Term:
    return substitute(t, {name: num(v) for name, v in point.items()})


def at_a_point(t: Term, x: Fraction, y: Fraction) -> bool:
    """Whether term and evaluator could be compared, closely; they must not contradict each other."""
    point = {"x": x, "y": y}
    try:
        at = closed(t, point)
        v = value(t, point)
        ball = enclose(at, 256)
    except (NotDefined, Unsure, Unsupported, TermError):
        return False
    assert not ball.is_finite() or encloses(ball, v), (t, point, ball, v)
    return ball.rad() <= 1e-30 * (1 + abs(ball))


@drawn(100, 500, terms(max_leaves=8), rationals, rationals)
def test_points(t: Term, x: Fraction, y: Fraction) -> None:
    at_a_point(t, x, y)


def test_most_points_are_enclosed_closely() -> None:
    rng = Random(1)
    compared = sum(at_a_point(random_term(rng), random_rational(rng), random_rational(rng)) for _ in range(300))
    assert compared >= 212, compared


def on_a_box(t: Term, x: Fraction, y: Fraction, rng: Random, prec: int) -> bool:
    """Whether a bounded ball could be compared with a value; it contains all values of the evaluator."""
    widths = [Fraction(1, rng.choice([1, 2, 10, 1000, 10**9])) * rng.randint(1, 4) for _ in "xy"]
    try:
        program = Program([t], ("x", "y"))
    except Unsupported:
        return False
    box = [interval(c, c + w) for c, w in zip((x, y), widths, strict=True)]
    ball = program.run(box, prec)[0]
    if not ball.is_finite():
        return False
    compared = False
    for _ in range(6):
        at = [
            c + w * Fraction(rng.choice([0, 1, rng.randint(0, 100)]), 100) for c, w in zip((x, y), widths, strict=True)
        ]
        point = dict(zip("xy", at, strict=True))
        try:
            v = value(t, point)
        except (NotDefined, Unsure):
            continue
        assert encloses(ball, v), (t, box, point, ball, v)
        compared = True
    return compared


@drawn(
    100,
    500,
    terms(max_leaves=6, binders=False),
    rationals,
    rationals,
    st.integers(0, 10**6),
    st.sampled_from([24, 64, 128]),
)
def test_boxes(t: Term, x: Fraction, y: Fraction, seed: int, prec: int) -> None:
    on_a_box(t, x, y, Random(seed), prec)


def test_many_boxes_have_bounded_enclosures() -> None:
    rng = Random(2)
    compared = 0
    for _ in range(300):
        t, x, y = random_term(rng, binders=False), random_rational(rng), random_rational(rng)
        compared += on_a_box(t, x, y, rng, rng.choice([24, 64, 128]))
    assert compared >= 221, compared


#: Intervals that are wide, thin, touch the edge of the function's domain or stick out of it.
ENDS = [Fraction(n, 4) for n in range(-10, 11)] + [
    Fraction(1, 10**8),
    Fraction(-1, 10**8),
    Fraction(-37, 100),
    Fraction(7),
]


#: Intervals at whose points the function has values, but which have no bounded ball: those from 1 on, and very long ones.
UNBOUNDED = {"acosh": 7, "loggamma": 3}


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - {"min", "max", "binomial"}))
@pytest.mark.parametrize("prec", [30, 90])
def test_functions_over_intervals(name: str, prec: int) -> None:
    forms = [func(name, X)] + ([func(name, X, num(-1))] if name == "LambertW" else [])
    for t in forms:
        assert over_intervals(t, ENDS, prec) <= UNBOUNDED.get(name, 0)


def over_intervals(t: Term, ends: list[Fraction], prec: int) -> int:
    """How many intervals have no bounded ball though t has values on them. A ball contains the values, at a point closely."""
    program, values, unbounded = Program([t], ("x",)), {}, 0
    for x in ends:
        with suppress(NotDefined, Unsure):
            values[x] = value(t, {"x": x})
    assert values, t
    for a, b in ((a, b) for a in ends for b in ends if a <= b):
        ball = program.run([interval(a, b)], prec)[0]
        within = [x for x in ends if a <= x <= b]
        if ball.is_finite():
            assert all(encloses(ball, values[x]) for x in within if x in values), (t, a, b, ball)
            assert a < b or a not in values or ball.rad() < 1e-5 * (1 + abs(ball)), (t, a, ball)
        else:
            unbounded += all(x in values for x in within)
    return unbounded


#: Intervals without a bounded ball: long ones that end just before the pole, for cube roots those that begin at 0,
#: and for x**-2 also wide ones far from the pole, such as [2, 7], where x**-3 has one.
POLES = {fmpq(-7): 5, fmpq(-3): 5, fmpq(-2): 18, fmpq(1, 3): 7, fmpq(2, 3): 7, fmpq(4, 3): 7, fmpq(5, 3): 7}


@pytest.mark.parametrize("e", [fmpq(n, d) for n in (-7, -3, -2, -1, 0, 1, 2, 3, 4, 5) for d in (1, 2, 3)])
def test_powers_over_intervals(e: fmpq) -> None:
    forms = (power(X, num(e)), power(X, num(e) + 0), power(TWO, num(e) * X))
    plain, sum_, exponential = (over_intervals(t, ENDS[::2], 60) for t in forms)
    assert plain <= POLES.get(e, 0)
    assert sum_ <= (0 if e.q > 1 else 21 if e else 70)  # such exponents are not seen to be whole: only positive bases
    assert exponential == 0


def test_piecewise_takes_the_hull_of_what_may_be_taken() -> None:
    t = piecewise([(ZERO, relation("<", X, ZERO)), (TWO, relation("<=", X, ONE))], num(5))
    program = Program([t], ("x",))
    assert program.run([arb(-1)], 64)[0] == 0
    assert program.run([arb(1)], 64)[0] == 2
    wide = program.run([arb(0, 3)], 64)[0]
    assert wide.contains(0)
    assert wide.contains(2)
    assert wide.contains(5)
    no_default = piecewise([(ZERO, relation("<", X, ZERO))])
    assert not Program([no_default], ("x",)).run([arb(1)], 64)[0].is_finite()


def test_sums_shadow_and_end() -> None:
    inner = bind("Sum", X, "x", ONE, num(3))
    assert Program([inner + X], ("x",)).run([arb(10)], 64)[0] == 16
    assert enclose(bind("Product", X, "x", ONE, num(5)), 64) == 120
    assert enclose(bind("Sum", X, "x", num(3), ONE), 64) == 0
    assert not enclose(bind("Sum", X, "x", ONE, num(5, 2)), 64).is_finite()
    assert not Program([bind("Sum", ONE, "i", ONE, X)], ("x",)).run([arb(2, 1)], 64)[0].is_finite()


def test_what_is_not_finite_says_nothing() -> None:
    for op in ("<", "<=", "==", "!=", ">=", ">"):
        assert holds(op, arb.nan(), arb(1)) is None
        assert holds(op, arb.neg_inf().union(arb.pos_inf()), arb(1)) is None
    for t in (
        log(ZERO),
        log(num(-1)),
        sqrt(num(-1)),
        ONE / ZERO,
        func("acosh", HALF),
        func("atanh", ONE),
        func("gamma", ZERO),
    ):
        assert not enclose(t, 64).is_finite()


def test_comparisons_of_closed_terms() -> None:
    assert compare_closed(log(num(4)), 2 * log(TWO)) == 0
    assert compare_closed(sqrt(TWO) * sqrt(num(3)), sqrt(num(6))) == 0
    assert compare_closed(exp(ONE), num(27183, 10000)) == -1
    assert compare_closed(exp(ONE), num(27182, 10000)) == 1
    assert compare_closed(log(num(-1)), ZERO) is None
    tiny = exp(num(-(10**4)))
    assert compare_closed(ONE + tiny, ONE) in (1, None)
    assert compare_closed(ONE + exp(num(-2000)), ONE) == 1


def test_precision_is_put_back() -> None:
    before = ctx.prec
    enclose(exp(ONE), 1000)
    Program([X], ("x",)).run([arb(1)], 333)
    assert ctx.prec == before
