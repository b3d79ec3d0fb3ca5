"""Integrals: where they are defined, and enclosures of their values against mpmath's quadrature."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import mpmath
import pytest
from flint import acb, arb, ctx, fmpq

from dpsym.kernel.arithmetic.balls import Unsupported
from dpsym.kernel.arithmetic.tails import Tails, _majorants, normal_form
from dpsym.kernel.reals.check import refute
from dpsym.kernel.reals.context import Context
from dpsym.kernel.reals.quadrature import (
    Integrand,
    Program,
    _factors,
    _joined,
    _pieces,
    _tail,
    compare,
    decays,
    enclose,
)
from dpsym.kernel.reals.quadrature import integral as enclosing
from dpsym.kernel.statements import Claim, Domain, Fact, Range
from dpsym.kernel.terms import (
    HALF,
    MINUS_ONE,
    ONE,
    OO,
    PI,
    TWO,
    ZERO,
    Term,
    bind,
    exp,
    func,
    log,
    neg,
    num,
    piecewise,
    rebuild,
    relation,
    sqrt,
    sym,
    term,
)
from dpsym.kernel.verdicts import Refuted
from tests.helpers.independent import rational, value
from tests.helpers.lengths import lengths

K, T, X, Y = sym("k"), sym("t"), sym("x"), sym("y")
POS = Domain((Range("x", ZERO),))


def integral(f: Term, a, b) -> Term:
    return bind("Integral", f, "t", term(a), term(b))


def absolute(t: Term) -> Term:
    return func("abs", t)


def harmonic(n: int) -> Term:
    total = sum(Fraction(1, k) for k in range(1, n + 1))
    return num(total.numerator, total.denominator)


# -- enclosures -----------------------------------------------------------------------------------------------------

KNOWN = [
    (integral(exp(neg(T)), 0, 1), 1 - exp(MINUS_ONE)),
    (integral(exp(neg(T**2)), neg(OO), OO), sqrt(PI)),
    (integral(exp(neg(T)), 0, OO), ONE),
    (integral(exp(T), neg(OO), num(-3)), exp(num(-3))),
    (integral(T**5 * exp(neg(T)), 0, OO), num(120)),
    (integral(1 / (1 + T**2), 0, OO), PI / 2),
    (integral(sqrt(T), 0, 1), num(2, 3)),
    (integral(absolute(T - num(1, 3)), -1, 1), num(10, 9)),
    (integral(sqrt((T - num(1, 3)) ** 2), -1, 1), num(10, 9)),
    (integral(absolute(T), -1, 1), ONE),
    (integral(absolute(T**3), -1, 1), HALF),
    (integral(func("min", T, 1 - T), 0, 1), num(1, 4)),
    (integral(func("max", T, neg(T)), -1, 2), num(5, 2)),
    (integral(log(T), 1, exp(ONE)), ONE),
    (integral(T ** num(1, 3), 1, 8), num(45, 4)),
    (integral(T**PI, 0, 1), 1 / (PI + 1)),
    (integral(func("cosh", T), -1, 1), 2 * func("sinh", ONE)),
    (integral(1 / T, num(-2), MINUS_ONE), neg(log(TWO))),
    (integral(T**2, sqrt(TWO), sqrt(num(8))), num(14, 3) * sqrt(TWO)),
    (integral(exp(neg(T)), ONE, ONE), ZERO),
    (integral(T**-3, 2, OO), num(1, 8)),
    (integral(absolute(T * (T - 1) * (T + 2)), -3, 3), num(86, 3)),
    (integral(absolute(exp(T) - 2), 0, 1), 4 * log(TWO) - 5 + exp(ONE)),
    (integral(absolute(exp(neg(T**2)) - exp(neg((T - 1) ** 2))), neg(OO), OO), 2 * sqrt(PI) * func("erf", HALF)),
    (
        integral(func("max", ZERO, exp(neg(absolute(T))) - exp(neg(absolute(T - 1)))), neg(OO), OO),
        2 * (1 - exp(neg(HALF))),
    ),
    (integral(exp(neg(T**2)) * log(exp(neg(T**2)) / exp(neg((T - 1) ** 2))), neg(OO), OO), sqrt(PI)),
    (integral((sqrt(exp(neg(T))) - sqrt(exp(-2 * T))) ** 2, 0, OO), num(1, 6)),
    (integral(exp(T / 1000), neg(OO), num(-2_000_000)), 1000 * exp(num(-2000))),
    (integral(exp(neg(T**2)) * bind("Sum", 1 / K, "k", ONE, num(40)), neg(OO), OO), sqrt(PI) * harmonic(40)),
]


@pytest.mark.parametrize(("u", "v"), KNOWN)
def test_known_values(u: Term, v: Term) -> None:
    for prec in (53, 100, 256):
        x, y = enclose(u, prec), enclose(v, prec)
        assert x.overlaps(y)
        assert max(x.rad(), y.rad()) < 1e-12 * (1 + abs(y))


@pytest.mark.parametrize(
    "u",
    [
        integral(1 / T, -1, 1),  # a pole inside
        integral(1 / T, 0, 1),
        integral(T**-2, -1, 1),
        integral(1 / T, 1, OO),
        integral(T ** num(-9, 8), 1, OO),  # it converges, but too slowly to be seen
        integral(exp(T), 0, OO),
        integral(ONE, neg(OO), OO),
        integral(T, neg(OO), OO),
        integral(exp(T), neg(OO), OO),
        integral(1 / (T * log(T)), 2, OO),
        integral(1 / (T - 3), 2, OO),
        integral(log(T), -1, 1),
        integral(func("atanh", T), 0, 2),
        integral(T**2, 1, 0),  # ends that fall
        integral(exp(T), PI, 3),
    ],
)
def test_no_enclosure(u: Term) -> None:
    for prec in (64, 200):
        assert not enclose(u, prec).is_finite()


@pytest.mark.parametrize(("power", "digits"), [(num(-3, 2), 6), (num(-4, 3), 4), (num(-2), 12)])
def test_slow_tails_are_counted(power: Term, digits: int) -> None:
    """The integral of t**(-p) from 1 on is 1/(p - 1); where the tail is cut off, it is not small."""
    for prec in (64, 120, 256):
        found = enclose(integral(T**power, 1, OO), prec)
        assert found.contains(arb(fmpq(-1) / (power.number + 1)))
        assert found.rad() < arb(10) ** -digits


def test_parameters_that_are_not_known_give_no_value() -> None:
    nothing = arb(0, "inf")
    for u in (integral(exp(neg(X * T)), 0, OO), integral(exp(neg(T)), X, OO), integral(exp(T), neg(OO), X)):
        assert not Program([u], ("x",)).run((nothing,), 64)[0].is_finite()


def test_an_end_that_is_not_known_gives_no_value() -> None:
    for u in (integral(exp(neg(T)), 1 / X, OO), integral(exp(T), neg(OO), 1 / X)):
        assert not Program([u], ("x",)).run((arb(0, 1),), 64)[0].is_finite()
    assert not _tail(exp(neg(T)), "t", (), (), arb("inf"))[1].is_finite()


def test_sums_in_integrands_are_short() -> None:
    for terms, seen in ((400, True), (2000, False)):
        many = bind("Sum", 1 / K, "k", ONE, num(terms))
        assert enclose(integral(exp(neg(T**2)) * many, 0, 1), 64).is_finite() is seen


def test_pieces_of_different_signs_are_kept_apart() -> None:
    class Halves:
        """|t|, with the sign of t where it is seen."""

        def signs(self, values: object, x: arb) -> tuple[int, ...] | None:
            return None if x.rad() > 0.6 else (1,) if x > 0 or x.mid() > 0 else (-1,)

    pieces = _pieces(Halves(), (), arb(-1), arb(1), arb(2) ** -60)  # type: ignore[arg-type]
    assert [(float(a), float(b), s) for a, b, s in pieces] == [(-1, 0, (-1,)), (0, 1, (1,))]


def test_a_symbol_is_not_bound_and_free() -> None:
    with pytest.raises(Unsupported, match="t is bound and free"):
        enclosing(integral(T * X, 0, 1), ("x", "t"), True)


def test_what_has_no_extension_is_refused() -> None:
    for f in (
        func("floor", T),
        func("PhiInv", T),
        piecewise([(T, relation("<", T, HALF))], ONE),
        integral(T * X, 0, 1),
    ):
        with pytest.raises(Unsupported):
            enclose(integral(f if f.op != "Integral" else bind("Integral", T * X, "x", ZERO, T), 0, 1), 64)


def some_body(rng: Random) -> Term:
    c, k = num(rng.randint(1, 6), rng.randint(1, 3)), rng.randint(1, 4)
    shapes = [
        exp(neg(c * T)), T**k, 1 / (c + T), log(c + T), sqrt(T + c), exp(neg(T**2)) * c, func("tanh", c * T),
        func("erf", T), func("Phi", T), func("cosh", T / 2), (T + c) ** num(k, 3), func("asinh", c * T), c**T,
        func("erfc", T), func("gamma", T + c), func("loggamma", T + c), func("atanh", T / (5 + c)), func("sinh", T),
        func("acosh", T + 1 + c), (1 + T) ** X,
    ]  # fmt: skip
    f, g = rng.choice(shapes), rng.choice(shapes)
    return rng.choice([f, f * g, f + g, f - c * g, f / (1 + g**2)])


@lengths(12, 120)
def test_enclosures_agree_with_quadrature(tries: int) -> None:
    rng = Random(5)
    for _ in range(tries):
        body = some_body(rng)
        low = num(rng.randint(0, 4), 4)
        u = integral(body, low, low + num(rng.randint(1, 6), 2))
        x = num(rng.randint(0, 8), 4)
        ball = Program([u], ("x",), point=True).run([arb(x.value)], 120)[0]
        assert ball.is_finite(), u
        expected = value(u, {"x": rational(x)})
        with ctx.workprec(120):
            assert abs(ball - arb(mpmath.nstr(expected, 40))) < arb("1e-25") * (1 + abs(ball)), u


@lengths(12, 60)
def test_enclosures_over_boxes_contain_the_values(tries: int) -> None:
    rng = Random(6)
    for _ in range(tries):
        body = some_body(rng)
        u = integral(body, X / 2, X + Y)
        centre, width = fmpq(rng.randint(1, 8), 4), fmpq(1, rng.choice([4, 16, 64]))
        box = [arb(centre, width), arb(1, width)]
        wide = Program([u], ("x", "y")).run(box, 64)[0]
        assert wide.is_finite(), (u, box)
        for _ in range(4):
            point = [centre + width * rng.randint(-8, 8) / 8, 1 + width * rng.randint(-8, 8) / 8]
            narrow = Program([u], ("x", "y"), point=True).run([arb(p) for p in point], 64)[0]
            assert narrow.rad() < 1e-10, (u, point, narrow)
            assert wide.overlaps(narrow), (u, point)


def bent_body(rng: Random) -> Term:
    """Something with a kink or several, and with exponentials to be joined."""
    c, d = num(rng.randint(1, 6), rng.randint(1, 3)), num(rng.randint(-4, 4), 2)
    f, g = (
        rng.choice([T**2 - c, exp(T) - c, T - d, exp(neg(T)) - exp(neg(c * T)), log(T + 5) - 1]),
        rng.choice([T, exp(d * T), ONE]),
    )
    outer = rng.choice(
        [absolute, lambda u: func("max", u, ZERO), lambda u: func("min", u, g), lambda u: absolute(absolute(u) - c)]
    )
    return rng.choice([outer(f) * g, outer(f * g), outer(f) / exp(T), outer(f) + outer(f - X)])


def middle_sum(body: Term, x: arb, ends: list[arb], steps: int) -> arb:
    """The midpoint rule, which converges with 1/steps**2 also at kinks."""
    program, width = Program([body], ("x", "t"), point=True), (ends[1] - ends[0]) / steps
    return sum((program.run([x, ends[0] + width * (k + arb(0.5))], 64)[0] for k in range(steps)), arb(0)) * width


@lengths(10, 60)
def test_integrands_with_kinks_agree_with_sums(tries: int) -> None:
    rng = Random(7)
    for _ in range(tries):
        body = bent_body(rng)
        u = integral(body, num(-rng.randint(0, 4), 2), num(rng.randint(1, 6), 2))
        x = arb(rng.randint(-4, 8)) / 4
        ball = Program([u], ("x",), point=True).run([x], 120)[0]
        assert ball.rad() < 1e-15, (u, ball)
        rough = middle_sum(body, x, [arb(e.value) for e in u.args[1:]], 500)
        assert abs(ball - rough) < 1e-3 * (1 + abs(rough)), (u, x, ball, rough)


@lengths(15, 60)
def test_pieces_cover_the_range_and_their_signs_are_right(tries: int) -> None:
    rng = Random(8)
    known = 0
    for _ in range(tries):
        f = Integrand(bent_body(rng), "t", ("x",), True)
        values, low, high = (arb(rng.randint(-4, 8)) / 4,), arb(-2), arb(3)
        with ctx.workprec(100):
            pieces = _pieces(f, values, low, high, arb(2) ** -60)
            assert pieces[0][0] == low
            assert pieces[-1][1] == high
            assert all(one[1] == two[0] for one, two in pairwise(pieces))
            for a, b, signs in pieces:
                if signs is None:
                    assert b - a <= arb(2) ** -60
                    continue
                for k in range(1, 8):
                    seen = f._arguments.run((*values, a + (b - a) * k / 8), 120)
                    assert all(g.is_finite() for g in seen)
                    assert not any(s * g < 0 for s, g in zip(signs, seen))
                    known += sum(s * g > 0 for s, g in zip(signs, seen))
    assert known >= 18.9 * tries, known


def test_a_kink_that_is_hidden_between_two_signs() -> None:
    """Zeros without a change of sign, of high order, at the ends, and none at all: nothing is lost."""
    for f, exact in (
        (absolute((T - num(1, 3)) ** 2), num(1, 9)),
        (absolute(T**5), num(1, 6)),
        (absolute(T - 1), HALF),
        (absolute(T - T), ZERO),
        (absolute((T - HALF) * (T - HALF - num(1, 2**40))), num(1, 12)),
    ):
        found = enclose(integral(f, 0, 1), 100)
        assert found.overlaps(enclose(exact, 100)), f
        assert found.rad() < 1e-11, f


@lengths(50, 200)
def test_majorants_are_at_least_the_integrand(tries: int) -> None:
    rng = Random(9)
    for _ in range(tries):
        body = bent_body(rng) * rng.choice([ONE, T - 2, absolute(T), func("min", T, X)])
        for form in (body, normal_form(body, Domain((Range("x"), Range("t"))))):
            parts = list(_majorants(form))
            at = [arb(rng.randint(-8, 8)) / 4, arb(rng.randint(-8, 8)) / 4]
            whole, *balls = Program([body, *parts], ("x", "t"), point=True).run(at, 200)
            assert all(ball.is_finite() for ball in (whole, *balls)), (body, parts)
            assert not sum(map(abs, balls), arb(0)) < abs(whole), (body, parts)


def test_joined_exponentials_have_the_same_values() -> None:
    rng = Random(10)
    for _ in range(200):
        body = exp(T) ** rng.randint(-3, 3) * bent_body(rng) ** rng.choice([1, 2]) / (exp(neg(T**2)) * exp(X) ** 2) ** 3
        joined = _joined(body)
        at = [arb(rng.randint(-8, 8)) / 4, arb(rng.randint(-8, 8)) / 4]
        one, two = Program([body, joined], ("x", "t"), point=True).run(at, 200)
        assert one.overlaps(two)
        assert abs(one - two) < 1e-30 * (1 + abs(one).upper())
        assert sum(u.op == "exp" for u, _ in _factors(joined, 1)) <= 1


@pytest.mark.parametrize(("factors", "left"), [(500, 1), (501, 501)])
def test_a_product_is_joined_as_a_whole_or_not_at_all(factors: int, left: int) -> None:
    body = rebuild(exp(T) * exp(X), tuple(exp(T / k) for k in range(1, factors + 1)))
    joined = _joined(body)
    assert sum(u.op == "exp" for u, _ in _factors(joined, 1)) == left
    one, two = Program([body, joined], ("t",), point=True).run([arb(1) / 8], 200)
    assert abs(one - two) < 1e-30 * one


def test_tails_whose_parts_diverge_are_not_bounded_by_them() -> None:
    grows = absolute(exp(T) - exp(T + exp(neg(T))))
    for f in (1 / T, 1 / T - 1 / (T + 1) ** 2, grows, func("max", 1 / T, neg(T)), T * exp(neg(T)) + 1):
        assert not Tails(Context()).converges(integral(f, 1, OO))
        assert not enclose(integral(f, 1, OO), 64).is_finite()
    falls = func("max", ZERO, exp(neg(T)) - 3 * exp(-2 * T))
    for f in (absolute(exp(neg(T)) - T * exp(-2 * T)), falls, (exp(neg(T)) - T) ** 2 / exp(T)):
        assert Tails(Context()).converges(integral(f, 0, OO))
        assert enclose(integral(f, 0, OO), 64).rad() < 1e-9


def test_ends_with_more_bits_than_the_precision() -> None:
    """The certain part of the range is rounded; what is cut off is added."""
    with ctx.workprec(300):
        at = arb(fmpq(1, 2) + fmpq(1, 2**200))
    for prec in (16, 53, 100, 300):
        for u, exact in ((integral(ONE, X, 1), 1 - X), (integral(exp(T), 0, X), exp(X) - 1)):
            found = Program([u], ("x",), point=True).run([at], prec)[0]
            assert found.overlaps(Program([exact], ("x",), point=True).run([at], 400)[0]), (u, prec)
            assert found.rad() < arb(2) ** (8 - prec * 5 // 6), (u, prec)
        divergent = integral(1 / T, X, OO) - integral(1 / T, X, OO)
        assert not Program([divergent], ("x",), point=True).run([at], prec)[0].is_finite()


def test_exponents_that_are_almost_whole() -> None:
    near, nearer = num(10**9 + 1, 10**9), num(10**30 + 1, 10**30)
    next_ = num(2 * 10**9 + 1, 10**9)  # one more than `near`
    for prec in (24, 32, 53, 64):
        almost = enclose(integral(T**near, 1, 2**9), prec)
        assert almost.overlaps(enclose((num(2**9) ** next_ - 1) / next_, 100))
        assert almost.rad() < arb(2) ** (30 - prec), prec
        assert not enclose(integral(T**nearer, 1, 2**9), prec).is_finite()  # no such root in flint


def test_tails_with_parameters() -> None:
    p = Program([integral(exp(neg(X * T)), 0, OO)], ("x",))
    third = p.run([arb(3)], 64)[0]
    wide = p.run([arb(2, 0.5)], 64)[0]
    with ctx.workprec(200):  # a quotient is itself a ball, much thinner than those that are to contain it
        assert third.contains(arb(1) / 3)
        assert wide.contains(arb(2) / 3)
        assert wide.contains(arb(2) / 5)
    assert third.rad() < 1e-15
    assert wide.rad() < 0.3
    assert not p.run([arb(0)], 64)[0].is_finite()
    assert not p.run([arb(0, 1)], 64)[0].is_finite()


def test_the_callback_on_branch_cuts() -> None:
    """Asked whether it is holomorphic, a function has no finite value on a box that meets its cut."""
    straddles = [acb(arb(-1, 0.5), arb(0, 0.5)), acb(arb(0, 1), arb(0, 1)), acb(arb(-3, 1), arb(0))]
    bodies = [log(T), sqrt(T), T ** num(1, 3), T**PI, func("loggamma", T), T ** (T + 10)]
    for body in bodies:
        f = Integrand(body, "t", (), True).at(())
        for z in straddles:
            assert not f(z, True).is_finite(), (body, z)
        assert f(acb(arb(2, 0.5), arb(0, 0.5)), True).is_finite(), body
    for body in (absolute(T), sqrt(T**2), func("min", T, ZERO), func("max", neg(T), ZERO)):
        f = Integrand(body, "t", (), True).at(())
        assert not f(acb(arb(0, 1), arb(0, 1)), True).is_finite(), body
        assert f(acb(arb(-2, 0.5), arb(0, 0.1)), True).is_finite(), body
    for body, cut in (
        (func("acosh", T), acb(arb(0), arb(0, 0.1))),
        (func("atanh", T), acb(arb(2, 0.5), arb(0, 0.1))),
        (func("asinh", T), acb(arb(0, 0.1), arb(2, 0.1))),
        (func("tanh", T), acb(arb(0, 0.1), arb.pi() / 2)),
        (func("gamma", T), acb(arb(-1, 0.1), arb(0, 0.1))),
        (1 / (1 + T**2), acb(arb(0, 0.1), arb(1, 0.1))),
    ):
        assert not Integrand(body, "t", (), True).at(())(cut, True).is_finite(), body


@lengths(40, 150)
def test_extensions_agree_with_the_real_functions(tries: int) -> None:
    """The complex values on thin boxes about the real axis contain the real ones."""
    rng = Random(7)
    for _ in range(tries):
        body = some_body(rng)
        f = Integrand(body, "t", ("x",), True)
        at = arb(num(rng.randint(1, 20), 8).value)
        parameter = arb(num(rng.randint(0, 8), 4).value)
        z = f.at([parameter])(acb(at, arb(0, 1e-30)), True)
        real = f.real.run([parameter, at], 53)[0]
        assert z.real.overlaps(real), body
        assert max(z.real.rad(), real.rad()) < 1e-9 * (1 + abs(real)), body


# -- convergence ----------------------------------------------------------------------------------------------------


def test_decay() -> None:
    far = Domain((Range("t", num(64), None, False),))
    one, two = num(1).value, num(2).value
    assert decays(exp(neg(T)), "t", far, one, False)
    assert decays(neg(exp(neg(T**2))), "t", far, one, False)
    assert decays(T**-2, "t", far, two, True)
    for f in (1 / T, ONE, exp(neg(T)) - 1 / T, T ** num(-3, 2), 1 / (T - 100), absolute(T - 100) * exp(neg(T))):
        assert not decays(f, "t", far, two, True)
    assert not decays(exp(neg(T) / 2), "t", far, one, False)


def test_integrals_that_visibly_converge() -> None:
    for f, a, b in (
        (exp(neg(T)), 0, OO),
        (exp(neg(T**2) / 2) / (1 + T**2), neg(OO), OO),
        (T**3 * exp(neg(T)), 0, OO),
        (1 / T**2, 1, OO),
        (exp(T), neg(OO), log(TWO)),
    ):
        u = integral(f, a, b)
        assert Tails(Context()).converges(u)
        assert Context().undefined(u, Domain(), ()) is None
    for f, a, b in (
        (ONE, 0, OO),
        (1 / T**2, 0, OO),
        (1 / T, 1, OO),
        (exp(neg(T)), neg(OO), OO),
        (exp(neg(T)), OO, OO),
        (exp(neg(T)), OO, neg(OO)),
        (exp(neg(T)), 0, 2 * OO),
        (exp(neg(T)), log(MINUS_ONE), OO),
        (1 / (T - 2) ** 2 * exp(neg(T)), 0, OO),
        (T / (T - 1) * exp(neg(T)), 0, OO),
        (func("floor", T) * exp(neg(T)), 0, OO),
        (exp(neg(X * T)), 0, OO),
    ):
        u = integral(f, a, b)
        assert not Tails(Context()).converges(u)
        assert Context().undefined(u, POS, ()) is not None


def test_a_fact_about_an_integral_shows_that_it_is_defined() -> None:
    u = integral(exp(neg(X * T)), 0, OO)
    ctx_ = Context()
    ctx_.facts["f"] = Fact(POS, relation("==", u, 1 / X))
    ctx_.facts["p"] = Fact(POS, relation(">=", piecewise([(u, relation(">", X, ONE))], ZERO), ZERO))
    ctx_.facts["s"] = Fact(POS, relation(">=", bind("Sum", u, "i", ONE, ZERO), ZERO))
    smaller = Domain((Range("x", ONE, TWO), Range("y")))
    for domain in (POS, smaller):
        assert ctx_.undefined(u, domain, ()) is not None
        assert ctx_.undefined(u + 1, domain, ("f",)) is None
        for name in ("p", "s"):  # there it need not have a value
            assert ctx_.undefined(u, domain, (name,)) is not None
    reals = Domain((Range("x"),))
    assert ctx_.undefined(u, reals, ("f",)) is not None
    assert ctx_.undefined(integral(exp(neg(2 * X * T)), 0, OO), POS, ("f",)) is not None
    assert ctx_.undefined(bind("Sum", u, "x", ONE, TWO), POS, ("f",)) is not None  # another x
    assert ctx_.undefined(u, reals.with_conditions(relation("<=", u, ONE)), ()) is None


# -- points ---------------------------------------------------------------------------------------------------------


def test_closed_integrals_are_compared() -> None:
    assert compare(integral(exp(neg(T**2)), 0, OO), num(88, 100)) == 1
    assert compare(integral(exp(neg(T**2)), 0, OO), num(89, 100)) == -1
    assert compare(integral(exp(neg(T**2)), neg(OO), OO), sqrt(PI)) is None  # equal, which balls cannot say


def test_refutation_at_a_point() -> None:
    bounded = Claim(POS, (), integral(log(1 + T), 0, X), "<=", X**2 / 3)
    assert isinstance(refute(bounded, (("x", ONE),)), Refuted)
    infinite = Claim(POS, (), integral(exp(neg(X * T)), 0, OO), "<=", 1 / (2 * X))
    assert isinstance(refute(infinite, (("x", ONE),)), Refuted)
    for f, a, b in ((1 / T, ZERO, X), (1 / T, X, OO), (1 / (T - 1), ZERO, X), (ONE, X, ZERO)):  # no value: no verdict
        for op in ("<=", ">="):
            assert not isinstance(refute(Claim(POS, (), integral(f, a, b), op, ONE), (("x", TWO),)), Refuted)
