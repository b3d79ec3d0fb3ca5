"""Normal forms: what they call equal is equal, what they call positive is positive, wherever the terms are defined."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import prod
from random import Random

import mpmath
import pytest
from flint import fmpq
from hypothesis import strategies as st

from dpsym.kernel.arithmetic.elements import NormalError
from dpsym.kernel.arithmetic.field import Field, _factors
from dpsym.kernel.arithmetic.signs import factors_of
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import (
    FUNCTIONS,
    HALF,
    ONE,
    PI,
    TWO,
    ZERO,
    Term,
    TermError,
    add,
    bind,
    div,
    exp,
    func,
    log,
    mul,
    neg,
    num,
    piecewise,
    power,
    rebuild,
    relation,
    sqrt,
    sub,
    subterms,
    sym,
)
from dpsym.testing.strategies import terms
from tests.helpers.independent import NotDefined, Unsure, points, value
from tests.helpers.lengths import drawn, lengths
from tests.helpers.random_terms import random_term

X, Y, Z = sym("x"), sym("y"), sym("z")
REALS = Domain((Range("x"), Range("y")))
POSITIVE = Domain((Range("x", ZERO), Range("y", ZERO)))
MIXED = Domain((Range("x", ZERO, num(3), False, True), Range("y", None, ZERO, True, False)))
CONDITION = Domain((Range("x"), Range("y")), (relation("<", X, Y), relation(">=", X * Y, ONE)))
DOMAINS = [REALS, POSITIVE, MIXED, CONDITION]
NAMED = tuple(f for f in FUNCTIONS if f not in ("binomial", "gamma", "loggamma", "LambertW", "PhiInv"))


def normal_term(field: Field, t: Term) -> Term:
    return field.stable(lambda: field.term(field.normal(t)))


def same_value(a, b) -> bool:
    with mpmath.workdps(100):
        return abs(a - b) <= mpmath.mpf(10) ** -25 * max(1, abs(a), abs(b))


def normal_form_agrees(t: Term, domain: Domain, rng: Random) -> tuple[bool, bool]:
    """Whether the normal form, and whether a sign, could be compared with a value; where they can, they are right."""
    field = Field(domain)
    try:
        again = normal_term(field, t)
    except (NormalError, TermError):
        return False, False
    sign, strict = field.term_sign(t)
    form = signs = False
    for env in points(domain, rng, 4, tries=4):
        try:
            v = value(t, env)
        except (NotDefined, Unsure):
            continue
        with suppress(NotDefined, Unsure):
            assert same_value(v, value(again, env)), (t, again, env)
            form = True
        if sign:
            assert sign * v >= -(mpmath.mpf(10) ** -30), (t, sign, env)
            assert not strict or v != 0, (t, env)
            signs = True
    return form, signs


@drawn(70, 350, terms(functions=NAMED, binders=False, max_leaves=6), st.sampled_from(DOMAINS), st.integers(0, 10**6))
def test_normal_form_has_the_value_of_the_term(t: Term, domain: Domain, seed: int) -> None:
    normal_form_agrees(t, domain, Random(seed))


def test_most_terms_have_normal_forms_and_many_have_signs() -> None:
    rng = Random(3)
    seen = [normal_form_agrees(random_term(rng, 5, NAMED, False), DOMAINS[k % 4], rng) for k in range(200)]
    forms, signs = map(sum, zip(*seen))
    assert forms >= 178, forms
    assert signs >= 104, signs


#: Rewritings of one node: some always right, some right for some signs only, some wrong.
REWRITES: dict[str, list[Callable[..., Term]]] = {
    "sqrt": [
        lambda a: power(a, HALF),
        lambda a: func("abs", power(a, HALF)),
        lambda a: neg(sqrt(a)),
        lambda a: sqrt(neg(a)),
    ],
    "exp": [
        lambda a: power(exp(a * HALF), TWO),
        lambda a: div(ONE, exp(neg(a))),
        lambda a: exp(neg(a)),
        lambda a: exp(a + 1) / exp(ONE),
    ],
    "log": [
        lambda a: HALF * log(power(a, TWO)),
        lambda a: neg(log(div(ONE, a))),
        lambda a: log(neg(a)),
        lambda a: log(2 * a) - log(TWO),
    ],
    "abs": [
        lambda a: a,
        neg,
        lambda a: sqrt(power(a, TWO)),
        lambda a: func("max", a, neg(a)),
        lambda a: func("abs", neg(a)),
    ],
    "erfc": [lambda a: 2 - func("erfc", neg(a)), lambda a: neg(func("erfc", neg(a))), lambda a: 1 - func("erf", a)],
    "erf": [
        lambda a: neg(func("erf", neg(a))),
        lambda a: func("erf", neg(a)),
        lambda a: 2 * func("Phi", a * sqrt(TWO)) - 1,
    ],
    "Phi": [
        lambda a: 1 - func("Phi", neg(a)),
        lambda a: func("Phi", neg(a)),
        lambda a: func("erfc", neg(a) / sqrt(TWO)) / 2,
    ],
    "tanh": [
        lambda a: func("sinh", a) / func("cosh", a),
        lambda a: func("tanh", neg(a)),
        lambda a: 1 - 2 / (exp(2 * a) + 1),
    ],
    "cosh": [lambda a: func("cosh", neg(a)), lambda a: sqrt(1 + func("sinh", a) ** 2), lambda a: func("sinh", a)],
    "sinh": [lambda a: neg(func("sinh", neg(a))), lambda a: sqrt(func("cosh", a) ** 2 - 1)],
    "asinh": [lambda a: neg(func("asinh", neg(a))), lambda a: log(a + sqrt(a * a + 1))],
    "acosh": [lambda a: log(a + sqrt(a * a - 1)), lambda a: neg(log(a - sqrt(a * a - 1)))],
    "atanh": [lambda a: HALF * log((1 + a) / (1 - a)), lambda a: neg(func("atanh", neg(a)))],
    "min": [lambda *a: neg(func("max", *map(neg, a))), lambda *a: a[0], lambda *a: func("max", *a)],
    "max": [lambda *a: neg(func("min", *map(neg, a))), lambda *a: func("max", *reversed(a))],
    "floor": [lambda a: neg(func("ceil", neg(a))), lambda a: func("floor", a + 1) - 1, lambda a: a],
    "**": [
        lambda b, e: exp(e * log(b)),
        lambda b, e: div(ONE, power(b, neg(e))),
        lambda b, e: power(neg(b), e),
        lambda b, e: power(power(b, TWO), e * HALF),
        lambda b, e: power(func("abs", b), e),
        lambda b, e: b * power(b, e - 1),
    ],
    "*": [lambda *a: mul(*reversed(a)), lambda *a: neg(mul(neg(a[0]), *a[1:])), lambda *a: exp(add(*map(log, a)))],
    "+": [lambda *a: add(*reversed(a)), lambda *a: neg(add(*map(neg, a))), lambda *a: sub(add(*a[:-1]), neg(a[-1]))],
}


def rewritten(t: Term, rng: Random) -> Term:
    """The term with one random node replaced by something that may be equal."""
    spots = [u for u in subterms(t) if u.op in REWRITES]
    if not spots:
        return t
    spot = rng.choice(spots)
    try:
        new = rng.choice(REWRITES[spot.op])(*spot.args)
    except TypeError:
        return t

    def walk(u: Term) -> Term:
        return new if u is spot else rebuild(u, tuple(map(walk, u.args)))

    return walk(t)


def called_equal(t: Term, domain: Domain, rng: Random) -> bool:
    """Whether a rewriting was called equal and could be compared; then the values are equal."""
    u = rewritten(rewritten(t, rng), rng)
    if u is t or not Field(domain).is_zero(t - u):
        return False
    compared = False
    for env in points(domain, rng, 5, tries=4):
        try:
            v, w = value(t, env), value(u, env)
        except (NotDefined, Unsure):
            continue
        assert same_value(v, w), (t, u, env)
        compared = True
    return compared


@drawn(
    120,
    600,
    terms(functions=NAMED, binders=False, cases=False, max_leaves=4),
    st.sampled_from(DOMAINS),
    st.integers(0, 10**6),
)
def test_equal_normal_forms_are_equal_values(t: Term, domain: Domain, seed: int) -> None:
    called_equal(t, domain, Random(seed))


def test_many_rewritings_are_called_equal() -> None:
    rng = Random(4)
    compared = sum(called_equal(random_term(rng, 4, NAMED, False, False), DOMAINS[k % 4], rng) for k in range(300))
    assert compared >= 153, compared


TRUE = [
    ((X + Y) ** 3, X**3 + 3 * X**2 * Y + 3 * X * Y**2 + Y**3),
    (exp(X) * exp(Y), exp(X + Y)),
    (exp(X) ** 2, exp(2 * X)),
    (exp(X / 3) ** 3, exp(X)),
    (exp(X / 2) * exp(X / 3), exp(5 * X / 6)),
    (func("cosh", X) ** 2 - func("sinh", X) ** 2, ONE),
    (func("tanh", X / 2), (exp(X) - 1) / (exp(X) + 1)),
    (func("erf", neg(X)), neg(func("erf", X))),
    (func("Phi", X) + func("Phi", neg(X)), ONE),
    (sqrt(TWO) * sqrt(num(3)), sqrt(num(6))),
    (sqrt(num(12)), 2 * sqrt(num(3))),
    (log(num(12)), 2 * log(TWO) + log(num(3))),
    (num(8) ** num(1, 3), TWO),
    (exp(log(TWO)), TWO),
    (exp(3 * log(PI)), PI**3),
    (func("abs", X) ** 2, X**2),
    (func("max", X, Y) + func("min", X, Y), X + Y),
    (func("abs", X * Y), func("abs", X) * func("abs", Y)),
    (1 / (1 / X), X),
    ((X**2 - Y**2) / (X - Y), X + Y),
    (sqrt(exp(2 * X)), exp(X)),
    (log(exp(X)), X),
    (exp(X - X), ONE),
    (func("floor", X + 0), func("floor", X)),
    (sqrt(X**2), func("abs", X)),
    (X**0, ONE),
    (func("asinh", neg(X)) + log(sqrt(X**2 + 1) - X), 2 * log(sqrt(X**2 + 1) - X)),
]
TRUE_POSITIVE = [
    (log(X * Y), log(X) + log(Y)),
    (X**Y * X**Z, X ** (Y + Z)),
    ((X * Y) ** Z, X**Z * Y**Z),
    (X ** (2 * Y), (X**Y) ** 2),
    (exp(Y * log(X)), X**Y),
    (sqrt(X) ** 2, X),
    (sqrt(X * Y), sqrt(X) * sqrt(Y)),
    (X ** num(1, 6), sqrt(X) / X ** num(1, 3)),
    (func("abs", X), X),
    (log(X**Y), Y * log(X)),
    (log(sqrt(X)), log(X) / 2),
    (X ** (Y + 1), X * X**Y),
    (sqrt(X**2), X),
    (power(TWO, X + Y), power(TWO, X) * power(TWO, Y)),
]
FALSE = [
    (sqrt(X**2), X),
    (log(X**2), 2 * log(X) + 1),
    (exp(X) ** Y, exp(X**Y)),
    (func("abs", X + Y), func("abs", X) + func("abs", Y)),
    (func("erf", X), func("erf", neg(X))),
    (func("max", X, Y), X),
    (func("floor", X), X),
    (sqrt(X**2 + Y**2), X + Y),
    (func("tanh", X), X),
    (PI, num(22, 7)),
    (exp(ONE), num(2718281828, 10**9)),
    (func("Phi", ZERO), ZERO),
    (sqrt(TWO), num(3, 2)),
    (X ** num(1, 3), X ** num(1, 2)),
    (func("abs", X) * X, X**2),
    (bind("Sum", Y, "x", ONE, X), bind("Sum", Y, "x", ONE, Y)),
    (piecewise([(X, relation("<", X, ZERO))], neg(X)), X),
    (func("LambertW", X, num(-1)), func("LambertW", X)),
]


@pytest.mark.parametrize(("a", "b"), TRUE)
def test_identities_are_found(a: Term, b: Term) -> None:
    assert Field(REALS).is_zero(a - b)


@pytest.mark.parametrize(("a", "b"), TRUE_POSITIVE)
def test_identities_of_positive_numbers_are_found(a: Term, b: Term) -> None:
    domain = Domain(tuple(Range(n, ZERO) for n in "xyz"))
    assert Field(domain).is_zero(a - b)


@pytest.mark.parametrize(("a", "b"), FALSE)
def test_false_identities_are_not(a: Term, b: Term) -> None:
    assert not Field(Domain((Range("x"), Range("y")))).is_zero(a - b)


@lengths(25, 120)
def test_roots_and_logs_of_rational_functions(tries: int) -> None:
    """Contents and signs of numerators and denominators are not lost under roots, logs and absolute values."""
    rng = Random(9)

    def linear() -> Term:
        return (
            num(rng.randint(-6, 6), rng.randint(1, 6)) * X + num(rng.randint(-6, 6), rng.randint(1, 6)) * Y + num(1, 7)
        )

    compared = 0
    for _ in range(tries):
        quotient = rng.choice(
            [linear() / linear(), 1 / linear(), linear() * linear() / linear(), linear() ** 2 / linear()]
        )
        outer = rng.choice(
            [
                sqrt,
                log,
                lambda a: func("abs", a),
                lambda a: power(a, num(-2, 3)),
                lambda a: power(func("abs", a), num(5, 2)),
            ]
        )
        t = outer(quotient)
        field = Field(rng.choice(DOMAINS[:3]))
        again = normal_term(field, t)
        for env in points(field.domain, rng, 4, tries=4):
            try:
                v = value(t, env)
            except (NotDefined, Unsure):
                continue
            compared += 1
            assert same_value(v, value(again, env)), (t, again, env)
    assert compared >= {25: 60, 120: 354}[tries], compared


def test_refinement_keeps_what_was_known() -> None:
    field = Field(POSITIVE)
    pairs = [
        (exp(X), exp(X / 2) ** 2),
        (exp(X / 2), exp(X / 3) ** num(3, 2)),
        (sqrt(X), (X ** num(1, 6)) ** 3),
        (exp(X / 5) ** 5, exp(X)),
    ]
    for _ in range(2):
        for a, b in pairs:
            assert field.is_zero(a - b)
            assert not field.is_zero(a + b)
    many = [exp(power(X, num(k))) + log(X + k) for k in range(2, 24)]  # more generators than the first ring holds
    assert field.is_zero(add(*many) - add(*reversed(many)))
    assert field.is_zero(exp(X) - exp(X / 2) ** 2)


def test_signs_come_from_the_domain_and_its_conditions() -> None:
    assert Field(MIXED).is_zero(func("abs", X) - X)
    assert Field(MIXED).is_zero(func("abs", Y) + Y)
    assert Field(CONDITION).is_zero(func("max", X, Y) - Y)
    assert not Field(REALS).is_zero(func("max", X, Y) - Y)
    assert Field(Domain((Range("x"),), (relation("!=", X, ZERO),))).term_sign(X) == (0, False)


def test_signs_from_conditions_survive_a_refinement() -> None:
    """The second condition brings in exp(y/2) while the sign of x - exp(y) is being looked for."""
    ranges = (Range("x"), Range("y"))
    field = Field(Domain(ranges, (relation(">=", X, exp(Y)), relation(">=", X, exp(Y / 2)))))
    assert field.term_sign(X - exp(Y)) == (1, False)


def test_signs_by_range_are_known_to_the_conditions_own_normal_forms() -> None:
    nonnegative = Range("y", ZERO, None, False, True)
    field = Field(Domain((Range("x"), nonnegative), (relation(">=", X, sqrt(2 * Y)),)))
    assert field.is_zero(sqrt(Y) ** 2 - Y)


def test_roots_of_absolute_values_are_those_of_the_term() -> None:
    field = Field(REALS)
    assert field.is_zero(sqrt(func("abs", X - Y)) - sqrt(func("abs", Y - X)))
    assert field.is_zero(sqrt(func("abs", X)) ** 2 - func("abs", X))
    assert field.is_zero(sqrt(X**2) - func("abs", X))


def test_zero_to_a_positive_power() -> None:
    domain = Domain((Range("x", ZERO, ONE, False, False), Range("y", TWO, num(3), False, False)))
    field = Field(domain)
    for t in (X**Y, X ** (Y - 1), X**Y + X ** (Y + 1), X**Y * Y):
        assert field.term_sign(t) == (1, False), t  # 0 at x = 0


def test_strict_signs_are_strict() -> None:
    field = Field(Domain((Range("x", ZERO, None, False, True),)))
    assert field.term_sign(X) == (1, False)
    assert field.term_sign(X + 1) == (1, True)
    assert field.term_sign((X - 1) ** 2) == (1, False)
    assert field.term_sign(X * (X + 1)) == (1, False)
    assert field.term_sign((X - 1) * (X - 2))[0] == 0
    assert field.term_sign(X**3 - 3 * X + 2) == (1, False)
    assert field.term_sign(exp(X) - 1) == (1, False)


def test_no_normal_form() -> None:
    for t in (1 / (X - X), log(X - X), power(X - X, num(-1, 2)), (X + 1) ** 100_000, 1 / (sqrt(X**2) ** 2 - X**2)):
        assert not Field(REALS).is_zero(t)
        assert not Field(REALS).is_zero(t - t)


def test_factors_multiply_back() -> None:
    rng = Random(1)
    big = (10**40 + 121, 2**89 - 1, 10007 * 10009)
    for _ in range(200):
        c = fmpq(
            rng.choice([rng.randint(1, 10**6), rng.choice(big) * rng.randint(1, 50)]),
            rng.choice([1, rng.randint(1, 10**4), *big]),
        )
        parts = _factors(c)
        assert prod((fmpq(p) ** e for p, e in parts), start=fmpq(1)) == c
        assert len({p for p, _ in parts}) == len(parts)


def test_what_all_terms_share_is_a_factor_however_high_its_power() -> None:
    """The polynomial itself would be too long to be factored."""
    x, y, z = sym("x"), sym("y"), sym("z")
    field = Field(Domain((Range("x", ONE), Range("y"), Range("z"))))
    assert field.term_sign(y**100 * z**200 * (2 - 2 * x)) == (-1, False)
    assert field.term_sign(y**101 * z**200 * (2 - 2 * x)) == (0, False)
    assert field.term_sign(exp(x) ** 150 * exp(y) ** 150 * (1 - x) * exp(z) ** 150) == (-1, True)
    p = field.normal(y**100 * z**200 * (x**2 - 1)).num
    content, factors = factors_of(p)
    assert prod((f**e for f, e in factors), start=p * 0 + content) == p
    assert sorted(int(e) for _, e in factors) == [1, 1, 100, 200]


def test_signs_between_the_ends_of_a_linear_symbol() -> None:
    mixed = Domain((Range("q", ZERO, ONE, False, False), Range("p", ZERO), Range("r", ZERO)))
    q, p, r = sym("q"), sym("p"), sym("r")
    mix = q * p + (1 - q) * r
    assert Field(mixed).term_sign(mix) == (1, True)
    assert Field(mixed).term_sign(q * p + (1 - q) * r**2 * p) == (1, True)
    assert Field(mixed).term_sign(q * p - (1 - q) * r) == (0, False)
    closed = Domain((Range("q", ZERO, ONE, False, False), Range("p", ZERO, None, False), Range("r", ZERO)))
    assert Field(closed).term_sign(mix) == (1, False)  # 0 at q = 1, p = 0
    inner = Domain((Range("q", ZERO, ONE), Range("p", ZERO, None, False), Range("r", ZERO)))
    assert Field(inner).term_sign(mix) == (1, True)
    beyond = Domain((Range("q", ZERO, num(2), False, False), Range("p", ZERO), Range("r", ZERO)))
    assert Field(beyond).term_sign(mix) == (0, False)


def test_products_of_exponentials_are_compared_by_their_logarithms() -> None:
    a, r = sym("a"), sym("r")
    field = Field(Domain((Range("a", ONE), Range("r"))))
    assert field.is_zero(exp(a * r / (a - 1)) - exp(r) * exp(r / (a - 1)))
    assert field.is_zero(exp(1 / (a * (a - 1))) - exp(1 / (a - 1)) / exp(1 / a))
    assert not field.is_zero(exp(1 / (a * (a - 1))) + exp(1 / (a - 1)) / exp(1 / a))
    assert not field.is_zero(exp(a * r / (a - 1)) - 2 * exp(r) * exp(r / (a - 1)))
    assert not field.is_zero(r * exp(a * r / (a - 1)) - func("abs", r) * exp(r) * exp(r / (a - 1)))  # r may be negative


LONG_NUMBER = num(50000000, 1784809009)  # 1/(2 s**2) for the deviation s = 4.2247


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (exp(LONG_NUMBER * X) ** 2, exp(2 * LONG_NUMBER * X)),
        (exp(LONG_NUMBER * X / 3) ** 3, exp(LONG_NUMBER * X)),
        (exp(LONG_NUMBER) * exp(ONE), exp(LONG_NUMBER + 1)),
        (exp(X / 700) ** 700, exp(X)),
        (exp(X / 299) * exp(X / 300), exp(599 * X / 89700)),
        (sqrt(exp(LONG_NUMBER * X)), exp(LONG_NUMBER * X / 2)),
        (log(exp(LONG_NUMBER * X) * exp(X)), LONG_NUMBER * X + X),
    ],
)
def test_exponents_that_are_long_fractions_are_multiples_of_what_is_near(a: Term, b: Term) -> None:
    field = Field(Domain((Range("x"),)))
    assert field.is_zero(a - b)
    assert field.is_zero(b - a)
    assert not field.is_zero(a - b * exp(num(1, 10**9)))


def test_densities_of_long_deviations_have_short_normal_forms() -> None:
    field = Field(Domain((Range("x"),)))
    gap = exp(neg(X**2 * LONG_NUMBER)) - exp(ONE) * exp(neg((X - 1) ** 2 * LONG_NUMBER))
    found = field.stable(lambda: field.normal(gap))
    assert max(map(int, found.num.degrees())) == 1


@pytest.mark.parametrize("seed", range(40))
def test_sums_of_exponentials_of_random_fractions_that_vanish_are_zero(seed: int) -> None:
    """Products of exponentials in another order, of fractions that are near and far from each other."""
    r = Random(seed)
    field = Field(Domain((Range("x"), Range("y"))))
    for _ in range(5):
        numbers = [fmpq(r.randint(-9, 9), r.choice((1, 2, 3, 7, 299, 882, 10**6 + 3))) for _ in range(3)]
        parts = [num(q) * r.choice((X, Y, ONE)) for q in numbers]
        a, b = mul(*map(exp, parts)), exp(add(*parts))
        assert field.is_zero(a - b)
        assert not field.is_zero(a - b * exp(num(1, 10**6 + 3) * X))
