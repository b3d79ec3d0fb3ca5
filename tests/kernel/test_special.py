"""Relations between special functions in normal forms, against mpmath and at the edges where they fail."""

from __future__ import annotations

from random import Random

import pytest

from dpsym.kernel.arithmetic.field import Field
from dpsym.kernel.reals.check import check_step
from dpsym.kernel.reals.context import Context
from dpsym.kernel.reals.rules.logic import Identity
from dpsym.kernel.statements import Domain, Fact, Have, Range
from dpsym.kernel.terms import MINUS_ONE, ONE, PI, TWO, ZERO, Term, exp, func, log, neg, num, relation, sqrt, sub, sym
from tests.helpers.independent import violated

X, N, K = sym("x"), sym("n"), sym("k")
R, POS, ABOVE = Domain((Range("x"),)), Domain((Range("x", ZERO),)), Domain((Range("x", MINUS_ONE),))
NONNEG, UNIT = Domain((Range("x", ZERO, None, False),)), Domain((Range("x", ZERO, ONE),))
LOW = Domain((Range("x", num(-1, 3), ZERO),))
NATURALS = Domain(
    (Range("n", ZERO, None, False, True, True), Range("k", ZERO, None, False, True, True)), (relation("<=", K, N),)
)
BELOW = Domain(NATURALS.ranges, (relation("<", K, N),))


def gamma(a: Term) -> Term:
    return func("gamma", a)


def loggamma(a: Term) -> Term:
    return func("loggamma", a)


def binomial(n: Term, k: Term) -> Term:
    return func("binomial", n, k)


def phi(a: Term) -> Term:
    return func("Phi", a)


def quantile(a: Term) -> Term:
    return func("PhiInv", a)


def lambert(a: Term, *branch: Term) -> Term:
    return func("LambertW", a, *branch)


def floor(a: Term) -> Term:
    return func("floor", a)


TRUE = [
    (R, gamma(num(5)), num(24)),
    (R, gamma(num(1)), ONE),
    (R, gamma(num(7, 2)), num(15, 8) * sqrt(PI)),
    (R, gamma(num(1, 3) + 2), num(4, 9) * gamma(num(1, 3))),
    (R, loggamma(num(5)), log(num(24))),
    (R, loggamma(num(3, 2)), log(sqrt(PI) / 2)),
    (R, binomial(num(5), TWO), num(10)),
    (R, binomial(num(3), num(5)), ZERO),
    (POS, gamma(X + 1), X * gamma(X)),
    (POS, gamma(X + 3), X * (X + 1) * (X + 2) * gamma(X)),
    (ABOVE, gamma(X + 3), (X + 2) * (X + 1) * gamma(X + 1)),
    (Domain((Range("x", num(10)),)), gamma(X), (X - 1) * (X - 2) * gamma(X - 2)),
    (Domain((Range("x", num(10)),)), gamma(X - 3) * (X - 3) * (X - 2) * (X - 1), gamma(X)),
    (POS, gamma(X + num(5, 2)), (X + num(3, 2)) * gamma(X + num(3, 2))),
    (POS, loggamma(X + 1), log(X) + loggamma(X)),
    (POS, exp(loggamma(X + 2) - loggamma(X)), X * (X + 1)),
    (NATURALS, binomial(N, ZERO), ONE),
    (NATURALS, binomial(N, TWO), N * (N - 1) / 2),
    (ABOVE, binomial(X, num(3)), X * (X - 1) * (X - 2) / 6),
    (NATURALS, binomial(N, K), binomial(N, N - K)),
    (BELOW, binomial(N + 1, K + 1), binomial(N, K) + binomial(N, K + 1)),
    (NATURALS, floor(K), K),
    (NATURALS, func("ceil", 2 * K * N - 1), 2 * K * N - 1),
    (R, floor(X + 1), floor(X) + 1),
    (R, func("ceil", X - num(5, 2)), func("ceil", X - num(1, 2)) - 2),
    (UNIT, phi(quantile(X)), X),
    (UNIT, phi(neg(quantile(X))), 1 - X),
    (UNIT, quantile(1 - X), neg(quantile(X))),
    (R, quantile(num(1, 2)), ZERO),
    (R, quantile(phi(X)), X),
    (R, quantile(1 - phi(2 * X - 1)), 1 - 2 * X),
    (POS, lambert(X) * exp(lambert(X)), X),
    (LOW, lambert(X) * exp(lambert(X)), X),
    (LOW, lambert(X, MINUS_ONE) * exp(lambert(X, MINUS_ONE)), X),
    (POS, log(lambert(X)), log(X) - lambert(X)),
    (POS, exp(lambert(X) / 2), sqrt(X / lambert(X))),
    (R, lambert(ZERO), ZERO),
]


def shown(domain: Domain, a: Term, b: Term) -> bool:
    return check_step(Have("s", Fact(domain, relation("==", a, b)), Identity()), Context()) is None


@pytest.mark.parametrize(("domain", "a", "b"), TRUE)
def test_relations(domain: Domain, a: Term, b: Term) -> None:
    assert violated(domain, relation("==", a, b), Random(1), 20) is None
    assert shown(domain, a, b)
    assert not shown(domain, a, b + 1)
    assert not shown(domain, a, 2 * b + 3)


@pytest.mark.parametrize(
    ("domain", "a", "b"),
    [
        (ABOVE, gamma(X + 1), X * gamma(X)),  # gamma has a pole at 0
        (R, gamma(X + 1), X * gamma(X)),
        (R, floor(X), X),
        (R, floor(2 * X), 2 * floor(X)),
        (R, floor(X / 2 + N), floor(X / 2)),
        (NATURALS, floor(K / 2), K / 2),
        (UNIT, quantile(X), quantile(1 - X)),
        (NONNEG, exp(lambert(X)), X / lambert(X)),  # 0/0 at 0
        (LOW, lambert(X), lambert(X, MINUS_ONE)),
        (ABOVE, quantile(X), quantile(X)),
        (NATURALS, binomial(N, K), binomial(N, K + 1)),
        (POS, gamma(X) * gamma(X), gamma(2 * X)),
        (R, loggamma(num(1)), ONE),
    ],
)
def test_what_does_not_hold(domain: Domain, a: Term, b: Term) -> None:
    assert not shown(domain, a, b)


def test_poles_and_zeros_are_kept_apart() -> None:
    """gamma(x + 1) is 1 at x = 0, where x gamma(x) has no value: their normal forms differ unless x > 0 is seen."""
    assert not Field(ABOVE).is_zero(sub(gamma(X + 1), X * gamma(X)))
    assert not Field(NONNEG).is_zero(sub(exp(lambert(X)) * lambert(X), X))
    assert Field(POS).is_zero(sub(gamma(X + 1), X * gamma(X)))


def test_zero_powers() -> None:
    assert shown(POS, ZERO**X, ZERO)
    assert not shown(NONNEG, ZERO**X, ZERO)  # 0**0
    assert not shown(R, ZERO**X, ZERO)
