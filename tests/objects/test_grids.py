"""Compiled quantities: every ball contains the value, found by mpmath; what the closed form does not allow is left to the laws."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import numpy
import pytest
import sympy
from flint import arb, ctx
from sympy import Rational, S, Symbol, exp, log

from dpsym.objects import (
    ApproximateMax,
    Bernoulli,
    BinaryResponse,
    Binomial,
    DiscreteLaplace,
    Enclosures,
    HockeyStick,
    KullbackLeibler,
    Laplace,
    Normal,
    ObjectError,
    PrivacyProfile,
    Renyi,
    TotalVariation,
    compiled,
    plot,
)

H = Rational(1, 2)
b, d = Symbol("b", positive=True), Symbol("d", nonnegative=True)
eps, alpha = Symbol("eps", real=True), Symbol("alpha", positive=True)
LAPLACE = HockeyStick(exp(eps), Laplace(0, b), Laplace(1, b))
NORMAL = HockeyStick(exp(eps), Normal(0, b), Normal(1, b))


def laplace_excess(e: Any, s: Any) -> Any:
    """The integral of max(0, p - e^eps q) by cases, p and q of scale s at 0 and 1."""
    if e >= 1 / s:
        return mpmath.mpf(0)
    if e <= -1 / s:
        return 1 - mpmath.exp(e)
    return 1 - mpmath.exp((e - 1 / s) / 2)


def normal_excess(e: Any, s: Any) -> Any:
    m = 1 / s
    return mpmath.ncdf(m / 2 - e / m) - mpmath.exp(e) * mpmath.ncdf(-m / 2 - e / m)


def renyi(a: Any, s: Any) -> Any:
    return mpmath.log(a / (2 * a - 1) * mpmath.exp((a - 1) / s) + (a - 1) / (2 * a - 1) * mpmath.exp(-a / s)) / (a - 1)


def distance(x: Any, s: Any) -> Any:
    return 1 - mpmath.exp(-x / (2 * s))


def one(e: Any) -> Any:
    return laplace_excess(e, mpmath.mpf(2)) + 3 * normal_excess(e, mpmath.mpf(1))


def worse(e: Any) -> Any:
    return laplace_excess(e, mpmath.mpf(1))


def relative(e: Any) -> Any:
    return e * mpmath.tanh(e / 2)


Kind = tuple[Any, list[Any], Callable[..., Any], Callable[[random.Random], tuple[Any, ...]]]
RESPONSES = KullbackLeibler(BinaryResponse(b, 0), BinaryResponse(b, 1))
KINDS: dict[str, Kind] = {
    "Laplace": (LAPLACE, [eps, b], laplace_excess, lambda r: (r.uniform(-4, 4), r.choice([0.5, 2.0, r.uniform(0.1, 9)]))),
    "normal": (NORMAL, [eps, b], normal_excess, lambda r: (r.uniform(-2, 30), r.uniform(0.3, 9))),
    "total variation": (
        TotalVariation(Laplace(0, b), Laplace(d, b)), [d, b], distance, lambda r: (r.uniform(0, 9), r.uniform(1e-3, 9)),
    ),
    "Renyi": (
        Renyi(alpha, Laplace(0, b), Laplace(1, b)), [alpha, b], renyi,
        lambda r: (r.uniform(1.1, 99), Fraction(r.randint(1, 99), 7)),
    ),
    "KL of responses": (RESPONSES, [b], relative, lambda r: (r.uniform(0, 60),)),
    "of both": (LAPLACE.subs(b, 2) + 3 * NORMAL.subs(b, 1), [eps], one, lambda r: (r.uniform(-1, 5),)),
    "of the worse": (PrivacyProfile(Laplace(0, 1), Laplace(1, 1), True)(eps), [eps], worse, lambda r: (r.uniform(-1, 2),)),
}  # fmt: skip


def ball(x: Any) -> arb:
    """A number of mpmath at 120 digits, as a ball."""
    return arb(mpmath.nstr(x, 110)) * (1 + arb(0, 1e-100)) + arb(0, arb(10) ** -3000)


@pytest.mark.parametrize("digits", [5, 20, 50])
@pytest.mark.parametrize("name", KINDS)
def test_every_ball_contains_the_value(name: str, digits: int) -> None:
    quantity, symbols, truth, draw = KINDS[name]
    f = compiled(quantity, symbols)
    assert f.is_fast
    r = random.Random(digits)
    points = [draw(r) for _ in range(70)]
    found = f.enclose_many(points if len(symbols) > 1 else [p[0] for p in points], digits)
    with mpmath.workdps(150), ctx.workprec(500):
        for point, enclosed in zip(points, found):
            numbers = [Fraction(v) for v in point]
            value = truth(*(mpmath.mpf(v.numerator) / v.denominator for v in numbers))
            assert enclosed.overlaps(ball(value))
            assert enclosed.is_zero() or enclosed.rad() <= abs(enclosed) * arb(10) ** -digits


def test_points_come_in_many_forms() -> None:
    f = LAPLACE.compile([eps, b])
    one = f.enclose((S(1) / 2, 3), 20)
    for same in ({"eps": "0.5", b: 3}, ["1/2", 3.0], numpy.array([0.5, 3.0])):
        assert f.enclose(same, 20).overlaps(one)
    tables: list[Any] = [
        [(0, 3), (0.5, 3)], numpy.array([[0, 3], [0.5, 3]]), {eps: [0, 0.5], "b": [3, 3]}, {"eps": numpy.array([0, 0.5]), "b": 3},
    ]  # fmt: skip
    for table in tables:
        found = f.enclose_many(table, 20)
        assert found.shape == (2,)
        assert len(found) == 2
        assert found[1].overlaps(one)
    assert f.enclose_many(numpy.full((3, 4, 2), 0.5)).shape == (3, 4)
    assert list(f.enclose_many([])) == []


def test_arrays_are_rounded_outwards() -> None:
    f = NORMAL.subs(b, 1).compile()
    found = f.enclose_many(numpy.linspace(0, 39, 40).reshape(8, 5), 30)
    low, high = found.lower(), found.upper()
    assert low.shape == high.shape == found.midpoints().shape == (8, 5)
    for x, y, z in zip(found, low.ravel(), high.ravel()):
        assert arb(float(y)) <= x.lower()
        assert arb(float(z)) >= x.upper()
        assert z - y <= 2**-51 * z + 1e-322
    tiny = Enclosures([arb(10) ** -2000], (1,))
    assert tiny.lower()[0] == 0
    assert tiny.upper()[0] > 0


def test_what_the_closed_form_does_not_allow_is_left_to_the_laws() -> None:
    f = LAPLACE.compile([eps, b])
    for scale in (0, -1):
        with pytest.raises(ObjectError, match="the scale must be positive"):
            f.enclose_many([(0, 1), (0, scale)])
    away = TotalVariation(Laplace(0, 1), Laplace(d, 1)).compile([d])  # at d < 0 the form for d >= 0 would be negative
    assert away.enclose(-2).overlaps(away.enclose(2))
    orders = Renyi(alpha, Laplace(0, 1), Laplace(1, 1)).compile([alpha])
    with ctx.workprec(200):
        assert orders.enclose(1).overlaps(arb(-1).exp())  # KL: b = d = 1
        assert orders.enclose(S(1) / 2).overlaps(-2 * ((arb(-1) / 2).exp() * 3 / 2).log())


def test_a_value_of_zero_and_an_infinite_one() -> None:
    assert TotalVariation(Laplace(0, b), Laplace(0, b)).compile([b]).enclose(3).is_zero()
    assert LAPLACE.compile([eps, b]).enclose((1, 1)).is_zero()
    kl = KullbackLeibler(BinaryResponse(b, 0), BinaryResponse(b, 1)).compile(b)
    assert kl.enclose(0).is_zero()


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: LAPLACE.compile([eps]), "expected each of b, eps once"),
        (lambda: LAPLACE.compile([eps, b, b]), "expected each of b, eps once"),
        (lambda: LAPLACE.compile([eps, Symbol("b")]), "expected each of b, eps once"),
        (lambda: LAPLACE.compile().enclose((1,)), "expected numbers for b, eps"),
        (lambda: LAPLACE.compile().enclose((1, 2, 3)), "expected numbers for b, eps"),
        (lambda: LAPLACE.compile().enclose((1, float("nan"))), "expected a real number"),
        (lambda: LAPLACE.compile().enclose((1, float("inf"))), "expected a number"),
        (lambda: LAPLACE.compile().enclose((1, Symbol("x"))), "expected a number"),
        (lambda: LAPLACE.compile().enclose((1, 1j)), "expected a real number"),
        (lambda: LAPLACE.compile().enclose((1, 1), 0), "digits"),
        (lambda: LAPLACE.compile().enclose({"b": 1}), "expected b, eps"),
        (lambda: LAPLACE.compile().enclose_many({"b": [1, 2], "eps": [1]}), "expected one shape"),
        (lambda: LAPLACE.compile().enclose_many(numpy.zeros((2, 3))), "expected points of 2 numbers"),
        (lambda: LAPLACE.compile().enclose_many(5), "expected a sequence"),
        (lambda: LAPLACE.compile().enclose_many("12"), "expected a sequence"),
        (lambda: plot(NORMAL, eps, 1, 0, {b: 1}), "expected numbers that rise"),
        (lambda: plot(NORMAL, eps, 0, 1, {b: 1}, points=1), "points"),
        (lambda: plot(NORMAL, eps, 0, 1), "expected each of b, eps once"),
        (lambda: plot(NORMAL, eps, 0, 1, {b: 1}, path="x.exe"), "ends in .svg"),
    ],
)  # fmt: skip
def test_bad_grids_are_refused(ask: Callable[[], Any], words: str) -> None:
    with pytest.raises(ObjectError, match=words):
        ask()


def test_a_plot_of_certified_points(tmp_path: Any) -> None:
    figure = plot(LAPLACE, eps, -2, 2, {b: 1}, points=21, path=tmp_path / "delta.svg")
    (line,) = figure.axes[0].lines
    x, y = line.get_data()
    with mpmath.workdps(30):
        for u, v in zip(x, y):
            assert abs(laplace_excess(mpmath.mpf(u), mpmath.mpf(1)) - v) < 1e-7
    assert (tmp_path / "delta.svg").read_text("utf-8").startswith("<?xml")


def test_expressions_of_divergences_work_in_sympy() -> None:
    """lambdify, limit and nsolve see the closed form."""
    distance = TotalVariation(Laplace(0, b), Laplace(1, b))
    for module in ("mpmath", "math", "numpy"):
        assert float(sympy.lambdify(b, distance, module)(2)) == pytest.approx(1 - 2.718281828459045**-0.25)
    assert sympy.limit(distance, b, sympy.oo) == 0
    assert sympy.limit(distance, b, 0, "+") == 1
    assert sympy.limit(NORMAL.subs(b, 1), eps, sympy.oo) == 0
    root = sympy.nsolve(distance - Rational(1, 10), b, 1)
    assert abs(root + 1 / (2 * log(Rational(9, 10))).evalf()) < 1e-12
    with pytest.raises(ObjectError, match="no closed form"):
        sympy.lambdify(b, TotalVariation(Normal(0, b), Laplace(0, 1)))


def test_what_laws_refuse_is_refused_on_grids() -> None:
    """Parameters of which the conditions on the symbols say nothing: places on the integers, probabilities."""
    place, share, trials = (
        Symbol("place", real=True),
        Symbol("share", real=True),
        Symbol("trials", integer=True, positive=True),
    )
    whole = TotalVariation(DiscreteLaplace(0, b), DiscreteLaplace(place, b)).compile([place, b])
    assert whole.is_fast
    with mpmath.workdps(60), ctx.workprec(300):
        t = mpmath.exp(mpmath.mpf(-1) / 2)
        apart = sum(abs(t ** abs(k) - t ** abs(k - 3)) for k in range(-300, 301)) * (1 - t) / (1 + t) / 2
        assert whole.enclose((3, 2)).overlaps(arb(mpmath.nstr(apart, 40)) + arb(0, 1e-35))
    for value in (Rational(1, 2), 0.5, sympy.sqrt(2)):
        with pytest.raises(ObjectError, match="location must be an integer"):
            whole.enclose((value, 1))
    inverse = ApproximateMax(share, Laplace(0, 1), Laplace(1, 1)).compile([share])
    for value in (-1, 2):
        with pytest.raises(ObjectError, match=r"delta must lie in \[0, 1\]"):
            inverse.enclose(value)
    many = TotalVariation(Binomial(trials, H), Binomial(trials, H / 2)).compile([trials])
    assert not many.is_fast
    with ctx.workprec(200):
        assert many.enclose(2).overlaps(arb(5) / 16)
    with pytest.raises(ObjectError, match="number of trials"):
        many.enclose(-1)
    two = TotalVariation(Bernoulli(share), Bernoulli(H)).compile([share])
    assert two.enclose("0.75").overlaps(arb(1) / 4)
    with pytest.raises(ObjectError, match="probability"):
        two.enclose(2)
