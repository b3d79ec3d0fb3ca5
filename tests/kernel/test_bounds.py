"""The interval that structure gives contains every value, ends and openness included."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from random import Random

import mpmath
import pytest
from flint import fmpq
from hypothesis import strategies as st

from dpsym.kernel.arithmetic.bounds import (
    Bounds,
    Interval,
    absolute,
    ball_interval,
    integer_power,
    inverse,
    plus,
    times,
)
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import (
    FUNCTIONS,
    ONE,
    PI,
    Term,
    TermError,
    add,
    exp,
    func,
    log,
    mul,
    num,
    power,
    relation,
    sqrt,
    sym,
)
from dpsym.testing.strategies import relations, terms
from tests.helpers.independent import NotDefined, Unsure, coordinate, number, points, value
from tests.helpers.lengths import drawn, lengths
from tests.helpers.random_terms import random_relation, random_term

X, Y = sym("x"), sym("y")
INNER = tuple(f for f in FUNCTIONS if f not in ("binomial",))
rationals = st.fractions(min_value=-4, max_value=4, max_denominator=6)
irrational = st.sampled_from([sqrt(num(2)), log(num(2)), PI, exp(num(-1)), num(0) - sqrt(num(3))])


@st.composite
def ranges(draw, name: str) -> Range:
    lower = draw(st.none() | rationals.map(num) | irrational)
    upper = draw(st.none() | rationals.map(num) | irrational)
    flags = draw(st.booleans()), draw(st.booleans())
    return Range(name, lower, upper, lower is None or flags[0], upper is None or flags[1], draw(st.booleans()))


def contains(i: Interval, t: Term, env: dict[str, Fraction]) -> bool:
    """Whether the value at a point lies in the interval; values that look equal to an open end are computed again.

    Far out no number of digits tells erf(x) from 1: there nothing is said about openness.
    """
    v = value(t, env)
    for end, sign, is_open in ((i.lo, 1, i.lo_open), (i.hi, -1, i.hi_open)):
        if end is None:
            continue
        with mpmath.workdps(120):
            q = number(end)
            gap = sign * (v - mpmath.mpf(q.numerator) / q.denominator)
        if gap < -(mpmath.mpf(10) ** -38) * max(1, abs(v)):
            return False
        if is_open and abs(gap) < mpmath.mpf(10) ** -38 and all(abs(x) <= 20 for x in env.values()):
            with mpmath.workdps(1050):
                gap = sign * (value(t, env, 1000) - mpmath.mpf(q.numerator) / q.denominator)
            if gap == 0 or gap < -(mpmath.mpf(10) ** -900):
                return False
    return True


def bounded(t: Term, domain: Domain, rng: Random) -> bool:
    """Whether a bound was found and could be compared with a value; all values lie inside."""
    i = Bounds(domain).of(t)
    compared = False
    for env in points(domain, rng, 5, tries=4):
        with suppress(NotDefined, Unsure):
            assert contains(i, t, env), (t, domain, env, i)
            compared = True
    return compared and (i.lo is not None or i.hi is not None)


@drawn(100, 500, terms(functions=INNER, max_leaves=6), ranges("x"), ranges("y"), st.integers(0, 10**6))
def test_values_lie_inside(t: Term, rx: Range, ry: Range, seed: int) -> None:
    bounded(t, Domain((rx, ry)), Random(seed))


BOX = Domain((Range("x", num(-1), num(3, 2), False, False), Range("y", num(0), None, True, True)))


def test_most_terms_have_bounds() -> None:
    rng = Random(1)
    found = sum(bounded(random_term(rng, 4, INNER, binders=False), BOX, rng) for _ in range(200))
    assert found >= 131, found


@drawn(
    30,
    150,
    terms(functions=("exp", "log", "abs"), binders=False, cases=False, max_leaves=4),
    relations(terms(functions=("exp",), binders=False, cases=False, max_leaves=3)),
    st.integers(0, 10**6),
)
def test_values_lie_inside_under_conditions(t: Term, c: Term, seed: int) -> None:
    domain = Domain((Range("x"), Range("y", num(-1), num(2), False, True)), (c,))
    bounds = Bounds(domain)
    for u in (t, c.lhs, c.rhs, c.lhs - c.rhs, t * (c.lhs - c.rhs), mul(c.rhs - c.lhs, c.rhs - c.lhs)):
        i = bounds.of(u)
        for env in points(domain, Random(seed), 4, tries=4):
            try:
                assert contains(i, u, env), (u, c, env, i)
            except (NotDefined, Unsure):
                continue


def seen_to_hold(r: Term, domain: Domain, rng: Random) -> bool:
    """Whether the relation is called satisfied and could be tried; then it holds wherever it is tried."""
    if not Bounds(domain).satisfies(r):
        return False
    tried = False
    for env in points(domain, rng, 6, tries=4):
        try:
            gap = value(r.lhs, env) - value(r.rhs, env)
        except (NotDefined, Unsure):
            continue
        tiny = mpmath.mpf(10) ** -30 * max(1, abs(value(r.lhs, env)))
        fails = {
            "<": gap > tiny,
            "<=": gap > tiny,
            "==": abs(gap) > tiny,
            "!=": False,
            ">=": gap < -tiny,
            ">": gap < -tiny,
        }
        assert not fails[r.op], (r, domain, env)
        tried = True
    return tried


@drawn(34, 170, relations(terms(max_leaves=5)), ranges("x"), ranges("y"), st.integers(0, 10**6))
def test_satisfied_relations_hold(r: Term, rx: Range, ry: Range, seed: int) -> None:
    seen_to_hold(r, Domain((rx, ry)), Random(seed))


def test_many_relations_are_seen_to_hold() -> None:
    rng = Random(2)
    found = sum(seen_to_hold(random_relation(rng, binders=False), BOX, rng) for _ in range(200))
    assert found >= 19, found


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - {"min", "max", "binomial"}))
def test_every_function_at_closed_and_open_ends(name: str) -> None:
    rng = Random(name)
    grid = [Fraction(n, 2) for n in range(-7, 8)] + [Fraction(-1, 3), Fraction(99, 100)]
    forms = [func(name, X), func(name, X * X), 1 / (1 + func(name, X) ** 2)]
    for _ in range(60):
        a, b = sorted(rng.sample(grid, 2))
        r = Range("x", num(a), num(b), rng.random() < 0.5, rng.random() < 0.5)
        bounds = Bounds(Domain((r,)))
        for t in forms:
            i = bounds.of(t)
            for _ in range(6):
                x = coordinate(r, rng)
                if x is None:
                    continue
                try:
                    assert contains(i, t, {"x": x}), (t, r, x, i)
                except (NotDefined, Unsure):
                    continue


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - {"min", "max", "binomial", "LambertW", "gamma", "loggamma"}))
def test_bounds_over_closed_ranges_are_the_least_and_the_greatest_value(name: str) -> None:
    grid = [Fraction(n, 2) for n in range(-7, 8)] + [Fraction(-1, 3), Fraction(99, 100)]
    values = {}
    for x in grid:
        with suppress(NotDefined):
            values[x] = value(func(name, X), {"x": x})
    pairs = [(a, b) for a in values for b in values if a < b]
    assert pairs
    for a, b in pairs:
        i = Bounds(Domain((Range("x", num(a), num(b), False, False),))).of(func(name, X))
        inside = [v for x, v in values.items() if a <= x <= b]
        for end, extreme in ((i.lo, min(inside)), (i.hi, max(inside))):
            assert end is not None, (a, b, i)
            q = number(end)
            gap = abs(mpmath.mpf(q.numerator) / q.denominator - extreme)
            assert gap <= 1e-5 * max(1, abs(extreme)), (a, b, i)


def some_interval(rng: Random) -> Interval:
    lo, hi = sorted(fmpq(rng.randint(-4, 4), rng.randint(1, 2)) for _ in "ab")
    low, high = (None if rng.random() < 0.2 else e for e in (lo, hi))
    flags = rng.random() < 0.5, rng.random() < 0.5
    if low is not None and low == high:
        flags = False, False
    return Interval(low, high, low is None or flags[0], high is None or flags[1])


def member(i: Interval, q: fmpq) -> bool:
    above = i.lo is None or q > i.lo or (q == i.lo and not i.lo_open)
    return above and (i.hi is None or q < i.hi or (q == i.hi and not i.hi_open))


def members(i: Interval, rng: Random) -> list[fmpq]:
    candidates = [fmpq(n, 4) for n in range(-24, 25)] + [
        fmpq(rng.randint(-(10**6), 10**6), 10**3),
        fmpq(1, 10**9),
        fmpq(-1, 10**9),
    ]
    return [q for q in candidates if member(i, q)]


@lengths(120, 600)
def test_interval_arithmetic_exhaustively(tries: int) -> None:
    rng = Random(5)
    for _ in range(tries):
        a, b = some_interval(rng), some_interval(rng)
        first, second = members(a, rng), members(b, rng)
        for p in first:
            assert member(absolute(a), abs(p)), (a, p)
            assert member(-a, -p)
            if p != 0:
                assert member(inverse(a), 1 / p), (a, p)
            for n in (-3, -2, -1, 0, 1, 2, 3, 70, 71):
                if p != 0 or n >= 0:
                    assert member(integer_power(a, n), p**n), (a, p, n)
            for q in second[:: max(1, len(second) // 8)]:
                assert member(plus(a, b), p + q), (a, b, p, q)
                assert member(times(a, b), p * q), (a, b, p, q)
            if member(b, p):
                assert member(a.meet(b), p), (a, b, p)


def ends(i: Interval) -> tuple[fmpq | None, fmpq | None]:
    return i.lo, i.hi


def test_interval_arithmetic_gives_nothing_away() -> None:
    """The ends are those of the set of results."""
    rng = Random(6)
    for _ in range(300):
        (p, q), (r, s) = (sorted(fmpq(rng.randint(-4, 4), rng.randint(1, 2)) for _ in "ab") for _ in "ab")
        a, b = Interval(p, q), Interval(r, s)
        corners, sizes, around_zero = [p * r, p * s, q * r, q * s], [abs(p), abs(q)], p <= 0 <= q
        least = 0 if around_zero else min(sizes)
        assert ends(-a) == (-q, -p)
        assert ends(plus(a, b)) == (p + r, q + s)
        assert ends(times(a, b)) == (min(corners), max(corners))
        assert ends(absolute(a)) == (least, max(sizes))
        assert ends(integer_power(a, 2)) == (least**2, max(sizes) ** 2)
        assert ends(integer_power(a, 3)) == (p**3, q**3)
        assert around_zero or ends(inverse(a)) == (1 / q, 1 / p)
        assert max(p, r) > min(q, s) or ends(a.meet(b)) == (max(p, r), min(q, s))


def test_empty_intervals_do_not_crash() -> None:
    zero = fmpq(0)
    for i in (
        Interval(zero, zero, True, False),
        Interval(zero, zero, True, True),
        Interval(fmpq(2), fmpq(1)),
        Interval(zero, zero, False, True),
    ):
        for n in (-2, -1, 0, 1, 2):
            integer_power(i, n)
        inverse(i), absolute(i), times(i, i), plus(i, i), times(i, Interval(fmpq(-1), fmpq(1)))


def test_magnitudes_beyond_all_measure() -> None:
    bounds = Bounds(Domain((Range("x", num(10**6), num(10**9), False, False),)))
    for t in (exp(X), exp(0 - X), exp(exp(X)), exp(0 - exp(X)), func("erfc", X), func("cosh", X), func("gamma", X)):
        assert bounds.of(t).positive
    assert not bounds.of(func("tanh", X) - 1).nonnegative
    assert bounds.of(1 - func("tanh", X)).nonnegative
    assert bounds.of(1 - func("erf", X)).positive
    assert not bounds.of(exp(0 - X) - num(1, 10**30)).nonnegative


def test_integer_ranges() -> None:
    def of(lower: Term | None, upper: Term | None, lower_open: bool, upper_open: bool) -> Interval:
        return Bounds(Domain((Range("k", lower, upper, lower_open, upper_open, True),))).of(sym("k"))

    assert of(num(0), num(5), True, True) == Interval(fmpq(1), fmpq(4))
    assert of(num(1, 2), num(7, 2), False, False) == Interval(fmpq(1), fmpq(3))
    assert of(sqrt(num(2)), PI, False, False) == Interval(fmpq(2), fmpq(3))


def test_equal_factors_are_a_power() -> None:
    bounds = Bounds(Domain((Range("x"),)))
    assert bounds.of(mul(X, X)).nonnegative
    assert not bounds.of(mul(X, add(X, ONE))).nonnegative
    assert not bounds.of(power(X, num(3))).nonnegative
    assert bounds.of(power(X, num(1, 3))).nonnegative


def test_zero_to_a_positive_power_is_not_positive() -> None:
    domain = Domain((Range("x", num(0), num(1), False, False), Range("y", num(1), num(2), False, False)))
    assert not Bounds(domain).of(power(X, Y)).positive
    assert Bounds(domain).satisfies(relation(">=", power(X, Y), num(0)))


def test_ball_interval_keeps_strict_signs() -> None:
    from dpsym.kernel.reals.quadrature import enclose

    assert ball_interval(enclose(exp(num(-(10**5))), 64)).positive
    assert ball_interval(enclose(0 - exp(num(-(10**5))), 64)).negative
    with pytest.raises(TermError):
        Range("x", X)
