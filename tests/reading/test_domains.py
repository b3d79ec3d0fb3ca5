"""Conditions become ranges or side conditions; empty and undefined domains are refused."""

import pytest

from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import OO, exp, log, mul, neg, num, power, relation, sqrt, sym
from dpsym.reading.domains import Condition, DomainError, build_domain, free_symbols
from dpsym.reading.text.claims import read_conditions, read_term

x, y, k = map(sym, "xyk")


def domain(text: str, *names: str) -> Domain:
    return build_domain(read_conditions(text) if text else (), names)


def test_symbols_without_conditions_range_over_the_reals() -> None:
    assert domain("", "x", "y") == Domain((Range("x"), Range("y")))
    assert domain("x in reals") == Domain((Range("x"),))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x > 0", Range("x", num(0), None, True, True)),
        ("0 < x", Range("x", num(0), None, True, True)),
        ("x >= 0", Range("x", num(0), None, False, True)),
        ("0 <= x < 1", Range("x", num(0), num(1), False, True)),
        ("x in (0, 1]", Range("x", num(0), num(1), True, False)),
        ("x in (-oo, 1]", Range("x", None, num(1), True, False)),
        ("x in (-oo, oo)", Range("x")),
        ("x <= oo", Range("x")),
        ("x > -oo, x < oo", Range("x")),
        ("-oo < x", Range("x")),
        ("x == 3", Range("x", num(3), num(3), False, False)),
        ("x in [3, 3]", Range("x", num(3), num(3), False, False)),
        ("x > 0, x > 1, x >= 1/2", Range("x", num(1), None, True, True)),
        ("x >= 1, x > 1", Range("x", num(1), None, True, True)),
        ("x < 2, x <= 1", Range("x", None, num(1), True, False)),
        ("x > log(2), x > 1/2", Range("x", log(2), None, True, True)),
        ("x > sqrt(2), x > 3/2", Range("x", num(3, 2), None, True, True)),
        ("x <= exp(1)", Range("x", None, exp(1), True, False)),
        ("x in integers", Range("x", integer=True)),
        ("x >= 1, x in integers", Range("x", num(1), None, False, True, True)),
        ("0 < x < 3/2, x in integers", Range("x", num(0), num(3, 2), True, True, True)),
        ("x == 3, x >= 1", Range("x", num(3), num(3), False, False)),
    ],
)
def test_ranges(text: str, expected: Range) -> None:
    assert domain(text) == Domain((expected,))


def test_everything_else_is_a_side_condition() -> None:
    found = domain("x**2 >= 1, y <= x, 2*x < 3, x != 0", "x", "y")
    assert found.ranges == (Range("x"), Range("y"))
    assert found.conditions == (
        relation(">=", power(x, num(2)), 1),
        relation("<=", y, x),
        relation("<", mul(num(2), x), 3),
        relation("!=", x, 0),
    )


def test_intervals_with_symbols_are_side_conditions() -> None:
    found = domain("x in (0, y]")
    assert found == Domain((Range("x", num(0)), Range("y")), (relation("<=", x, y),))


def test_order_is_names_then_conditions() -> None:
    assert domain("z > 0, y < x", "x").names == ("x", "z", "y")


def test_true_relations_between_numbers_say_nothing() -> None:
    assert domain("1 < 2, x > 0") == domain("x > 0")


def test_ends_without_enclosure_stay_side_conditions() -> None:
    found = domain("x < Integral(LambertW(y), (y, 0, 1)), x < Sum(2**-i, (i, 0, oo))")
    assert found.ranges == (Range("x"),)
    assert len(found.conditions) == 2


@pytest.mark.parametrize(
    "text",
    [
        "x > 1, x < 0", "x > 1, x <= 1", "x in (1, 1)", "x == 1, x == 2", "x in integers, 0 < x < 1",
        "x in integers, x == 1/2", "x > sqrt(2), x < 7/5", "x in integers, sqrt(2) < x < sqrt(3)",
        "x in integers, -1 < x < 0", "x > oo", "x >= oo", "x == oo", "x < -oo", "1 < 0",
        "x in integers, 1000000 < x < 1000001", "x in integers, -3/2 < x < -5/4",
        "x in integers, 10**30 < x < 10**30 + 1/2",
        "x in integers, exp(100) < x < exp(100) + 10**-9", "x > log(2), x < log(2)", "x in (2, 1)",
    ],
)  # fmt: skip
def test_empty_domains_are_refused(text: str) -> None:
    with pytest.raises(DomainError, match="empty domain"):
        domain(text)


@pytest.mark.parametrize(
    "text",
    [
        "x in integers, 0 < x < 2",
        "x in integers, x == -2",
        "x in integers, -3 < x <= -2",
        "x in integers, exp(1) < x < pi + 1",
    ],
)
def test_ranges_with_one_integer_are_kept(text: str) -> None:
    assert domain(text).range("x").integer


@pytest.mark.parametrize(
    "text", ["x > log(-1)", "x < 1/0", "x == sqrt(-1)", "x > y*0 + x, x < log(0)", "x**2 < atanh(2)"]
)
def test_undefined_numbers_are_refused(text: str) -> None:
    with pytest.raises(DomainError, match="undefined"):
        domain(text)


def test_errors_name_the_conditions() -> None:
    conditions = read_conditions("x > 1, y > 0, x < 0")
    with pytest.raises(DomainError) as caught:
        build_domain(conditions, ())
    assert caught.value.conditions == (conditions[0], conditions[2])
    assert caught.value.message == "empty domain: no real x satisfies x > 1 and x < 0"


def test_conditions_without_text() -> None:
    conditions = [
        Condition(relation(">", x, 1)),
        Condition(relation("<", x, sqrt(1))),
        Condition(name="k", kind="naturals"),
    ]
    with pytest.raises(DomainError, match=r"no real x satisfies x > 1 and x < sqrt\(1\)"):
        build_domain(conditions[:2], ())
    with pytest.raises(DomainError, match="unknown set naturals"):
        build_domain(conditions[2:], ())
    with pytest.raises(DomainError, match="expected a relation"):
        build_domain([Condition(x)], ())
    with pytest.raises(DomainError, match="no symbol"):
        build_domain([Condition(relation("<", OO, neg(OO)))], ())


def test_free_symbols_in_order() -> None:
    assert list(free_symbols(read_term("b*a + Sum(i*c + b, (i, 1, d)) + i"))) == ["b", "a", "c", "d", "i"]
