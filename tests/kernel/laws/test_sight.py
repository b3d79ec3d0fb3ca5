"""What is seen without proof: which Ints are finite, which terms are defined. Seeing too much would be unsound."""

from __future__ import annotations

import pytest

from dpsym.kernel.laws.sight import Reals, Sight
from dpsym.kernel.laws.statements import Fact, Setting, event, law, query
from dpsym.kernel.laws.statements import test as unit
from dpsym.kernel.laws.terms import at, indicator, integral, point
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ONE, ZERO, Term, exp, func, log, num, piecewise, relation, sym

x, x2, y, n = point("x", "X"), point("x2", "X"), point("y", "Y"), point("n", "N")
a = sym("a")
p, q, f, g, s, e = (at(name, x) for name in "pqfgse")
k, h = at("k", x, y), at("h", n)
SETTING = Setting(
    Domain((Range("a", ZERO, None, False),)),
    (law("p", "X"), law("q", "X"), law("k", "X", "Y"), query("f", "X"), query("g", "X", lower=ZERO), query("h", "N"), unit("s", "X"),
     event("e", "X")),
)  # fmt: skip


def I(body: Term, *over: Term) -> Term:  # noqa: E743
    for v in reversed(over or (x,)):
        body = integral(body, v)
    return body


FINITE = [
    I(p), I(s * p), I(p - a * q), I(func("max", p - a * q, ZERO)), I(func("abs", p - q)), I(indicator(relation(">", f, a)) * p),
    I(exp(a) * p * e), I(func("min", p, q)), I(k, y), I(p * k, x, y), I(p * k, y, x), I(p * k), I(s * p * k, y, x),
    I(p * I(k * s, y)),
    I(func("max", I(p * k) - a * I(q * k), ZERO), y), I(piecewise([(p, relation(">", f, a))], q)), I(func("max", p - q,
    ZERO) * k, y, x),
    I(p * at("k", x2, y)), I(p * func("min", func("max", f, ZERO), ONE)),
]  # fmt: skip
NOT_SEEN = [
    I(ONE), I(s), I(a), I(p * p), I(p * q), I(f * p), I(g * p), I(p / q), I(log(p) * p), I(p ** num(1, 2)), I(f), I(h, n), I(k),
    I(p * k * k, y, x), I(p * p * k, y, x), I(p, x, y), I(k, y, x), I(func("max", p, ONE)), I(p + 1),
    I(piecewise([(p, relation(">", f, a))], f)), I(piecewise([(p, relation(">", f, a))])), I(p * I(at("g", x2) * at("p", x2), x2)),
    I(p * s / a), I(p * I(k * f, y)), I(k * q * p, x, y), I(exp(f) * p), I(I(p, x) * s),
]  # fmt: skip


@pytest.mark.parametrize("t", FINITE, ids=repr)
def test_finite(t: Term) -> None:
    assert Sight(SETTING).finite(t)


@pytest.mark.parametrize("t", NOT_SEEN, ids=repr)
def test_not_seen_to_be_finite(t: Term) -> None:
    assert not Sight(SETTING).finite(t)


def known(*terms: Term) -> list[Fact]:
    return [Fact(relation("<=", t, a)) for t in terms]


def test_facts_make_ints_finite() -> None:
    assert Sight(SETTING, known(I(f * p))).finite(I(f * p))
    assert Sight(SETTING, known(I(f * p))).finite(I(s * f * p))
    assert Sight(SETTING, known(I(f * p))).finite(I(p * f))
    assert Sight(SETTING, known(I(f * p))).finite(I(func("abs", f * p)))
    assert Sight(SETTING, known(I(func("abs", f * p)))).finite(I(f * p))
    assert Sight(SETTING, known(I(f * p))).finite(I(f * p * k, y, x))
    assert not Sight(SETTING, known(I(f * p))).finite(I(f * q))
    assert not Sight(SETTING, known(I(f * p))).finite(I(f * f * p))
    assert not Sight(SETTING, known(I(f * p) ** 0 * piecewise([(I(g * p), relation(">", a, ONE))], ZERO))).finite(
        I(g * p)
    )


def test_facts_of_other_points_do_not() -> None:
    fact = Fact(relation("<=", I(f * p) + h, a))
    assert not Sight(SETTING, [fact]).finite(I(f * p))
    assert Sight(SETTING, [fact], frozenset((n,))).finite(I(f * p))
    inner = Fact(relation("<=", I(f * k), a))  # for almost all y
    assert Sight(SETTING, [inner]).finite(I(f * k))
    assert not Sight(SETTING, [inner]).finite(I(f * k, y, x))


def test_defined() -> None:
    assert not Sight(SETTING).defined(p / q)
    assert Sight(SETTING, [Fact(relation(">", q, ZERO))]).defined(p / q)
    assert not Sight(SETTING, [Fact(relation(">", at("q", x2), ZERO))]).defined(p / q)
    assert not Sight(SETTING, [Fact(relation(">", h, ZERO))]).defined(a / h - a / h + p / q)
    assert Sight(SETTING, [Fact(relation("<=", p / q + 1, a))]).defined(p / q)
    assert Sight(SETTING, [Fact(relation("<=", p / q + 1, a))]).defined(func("max", p / q, f) * 2)
    assert not Sight(SETTING, [Fact(relation("<=", piecewise([(p / q, relation(">", f, a))], ZERO), a))]).defined(p / q)


def test_a_body_is_defined_where_its_int_is_and_not_on_a_diagonal() -> None:
    difference = ONE / (f - at("f", x2))
    sight = Sight(SETTING, known(I(difference * p)))  # for almost all x2
    assert sight.defined(difference * p)
    assert not sight.defined(ONE / (at("f", x2) - at("f", x2)) * at("p", x2))


def test_reals_are_numbered_in_order_and_have_ranges() -> None:
    reals = Reals(SETTING)
    assert reals(q + p + q + I(g * p) + I(f * p)) is sym("_1") + sym("_2") + sym("_1") + sym("_3") + sym("_4")
    lowers = {r.name: r.lower for r in reals.domain().ranges}
    assert lowers == {"a": ZERO, "_1": ZERO, "_2": ZERO, "_3": ZERO, "_4": None}
