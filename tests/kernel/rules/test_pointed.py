"""Single applications, each aimed at one condition of the real kernel that a random application rarely meets.

RIGHT ones are accepted: without them a condition could be too strong. WRONG ones are refused.
"""

from __future__ import annotations

import pytest

from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import (
    HALF,
    MINUS_ONE,
    ONE,
    OO,
    PI,
    TWO,
    ZERO,
    Term,
    exp,
    func,
    log,
    neg,
    num,
    power,
    relation,
    sqrt,
)
from tests.kernel.rules.applications import (
    NATURALS,
    NONE,
    NONNEG,
    POS,
    R2,
    Application,
    I,
    K,
    N,
    R,
    T,
    X,
    Y,
    above,
    below,
    by,
    closed,
    fact,
    opened,
    pattern,
    phantom,
    reals,
    total,
)
from tests.kernel.rules.gen_sums import summed

UNIT = Domain((closed("x", 0, 1),))
L = log(exp(X) - X)  # defined, as e**x > x; the kernel does not see it without a fact
MIST = neg(sqrt(func("gamma", num(1, 3)) - 2))  # a number below 0 whose root is seen to be one by enclosures only
ROOT = sqrt(TWO)
DECAY = exp(neg(T))
LINE = R2.with_conditions(relation("==", X, 2 * Y))
COUNTING = summed(NATURALS, ONE, N)


def integral(f: Term, a: Term | int, b: Term | int) -> Term:
    return total("Integral", f, a, b, "t")


def hidden(t: Term) -> Term:
    """log(e**t - t)."""
    return log(exp(t) - t)


RIGHT = {
    "parts that overlap": Application(
        fact(R, ">=", exp(X), 1 + X),
        by("Split", "x", ("a", "b")),
        {
            "a": fact(Domain((below("x", 3),)), ">=", exp(X), 1 + X),
            "b": fact(Domain((above("x", 1),)), ">=", exp(X), 1 + X),
        },
    ),
    "integers split at an irrational end": Application(
        fact(Domain((above("x", 0, False, True),)), ">=", X**2, X),
        by("Split", "x", ("a", "b")),
        {
            "a": fact(Domain((Range("x", ZERO, ROOT, False, False, True),)), ">=", X**2, X),
            "b": fact(Domain((Range("x", ROOT, None, False, True, True),)), ">=", X**2, X),
        },
    ),
    "terms that cited facts show to be defined": Application(
        fact(R, ">=", exp(X) + X**2, ZERO),
        by("Combine", (("f", ONE), ("g", ONE))),
        {"f": fact(R, ">=", L, ZERO), "g": fact(R, "<=", L, exp(X) + X**2)},
    ),
    "an integrand that the fact shows to be defined": Application(
        fact(NONE, "<=", func("abs", integral(hidden(T) * exp(-3 * T), 1, OO)), integral(DECAY, 1, OO)),
        by("Dominated", "f"),
        {
            "f": fact(Domain((above("t", 1, True),)), "<=", func("abs", hidden(T) * exp(-3 * T)), DECAY),
            "v": fact(NONE, "==", integral(DECAY, 1, OO), exp(MINUS_ONE)),
        },
        ("v",),
    ),
    "an instance that is defined as the fact is": Application(
        fact(reals("y"), ">=", Y**2, ZERO), by("Instance", "f", (("x", Y),)), {"f": fact(R, ">=", L + X**2, L)}
    ),
    "an end of the cited domain": Application(
        fact(reals("y"), ">", exp(Y) + 2, ZERO),
        by("Instance", "f", (("x", exp(Y)),)),
        {"f": fact(Domain((above("x", MIST),)), ">", X + 2, ZERO)},
    ),
    "an end of the goal's domain": Application(
        pattern(Domain((above("x", MIST),)), X - MIST, 1),
        by("Ladder", "p", "v"),
        {"p": pattern(Domain((above("x", MIST, True),)), ONE, 1), "v": fact(NONE, ">=", MIST - MIST, ZERO)},
    ),
    "an identity on the domain only": Application(fact(POS, "==", sqrt(X**2), X), by("Identity")),
    "an instance of an equality, turned round": Application(
        fact(LINE, "==", 2 * Y, X), by("Instance", "f", ()), {"f": fact(LINE, "==", X, 2 * Y)}
    ),
    "an instance that is the goal up to its normal form": Application(
        fact(reals("y"), ">=", exp(Y) - Y, ONE), by("Instance", "f", (("x", Y),)), {"f": fact(R, ">=", exp(X), 1 + X)}
    ),
    "a whole value": Application(
        fact(reals("y"), ">=", func("floor", Y) ** 2, func("floor", Y)),
        by("Instance", "f", (("n", func("floor", Y)),)),
        {"f": fact(Domain((Range("n", integer=True),)), ">=", N**2, N)},
    ),
    "a value at a closed upper end": Application(
        fact(Domain((closed("y", 0, 1),)), ">=", (1 - Y) * Y, ZERO),
        by("Instance", "f", (("x", 1 - Y),)),
        {"f": fact(UNIT, ">=", X * (1 - X), ZERO)},
    ),
    "a symbol kept on a range with an irrational end": Application(
        fact(Domain((above("x", ROOT),)), ">=", X**2, TWO),
        by("Instance", "f", ()),
        {"f": fact(Domain((above("x", ROOT),)), ">=", X**2, TWO)},
    ),
    "replaced up to the normal form": Application(
        fact(LINE, ">=", (X + Y) ** 2, ZERO),
        by("Replace", "e", "f"),
        {"e": fact(LINE, "==", X, 2 * Y), "f": fact(LINE, ">=", 9 * Y**2, ZERO)},
    ),
    "links of all three kinds": Application(
        fact(R, "<", X, X + exp(X) + X**2 + 0),
        by("Chain", ("a", "b", "c")),
        {
            "a": fact(R, "<", X, X + exp(X)),
            "b": fact(R, "<=", X + exp(X), X + exp(X) + X**2),
            "c": fact(R, "==", X + exp(X) + X**2, X + exp(X) + X**2 + 0),
        },
    ),
    "links that are equalities": Application(
        fact(R, "==", X, X + 0 + 0),
        by("Chain", ("a", "b")),
        {"a": fact(R, "==", X, X + 0), "b": fact(R, "==", X + 0, X + 0 + 0)},
    ),
    "a multiple of an equality": Application(
        fact(LINE, "==", (Y - 1) * X, 2 * Y * (Y - 1)),
        by("Combine", (("e", Y - 1),)),
        {"e": fact(LINE, "==", X, 2 * Y)},
    ),
    "a limit that is 0": Application(pattern(POS, X, 1), by("Ladder", "p", "limit"), {"p": pattern(POS, ONE, 1)}),
    "a polynomial with a double root": Application(pattern(R, X**2, 1), by("Polynomial")),
    "scaled without strictness": Application(
        pattern(R, X**2 * exp(X), 1), by("Scaled", "p", exp(X)), {"p": pattern(R, X**2, 1)}
    ),
    "a sum of negative terms": Application(
        fact(NATURALS, "<=", total("Sum", neg(I), 1, N), total("Sum", I, 1, N)),
        by("Termwise", "f"),
        {"f": fact(COUNTING, "<=", neg(I), I)},
    ),
    "equal products of negative factors": Application(
        fact(NATURALS, "==", total("Product", neg(I), 1, N), total("Product", 0 - I, 1, N)),
        by("Termwise", "f"),
        {"f": fact(COUNTING, "==", neg(I), 0 - I)},
    ),
    "products whose factors a fact shows to be positive": Application(
        fact(NATURALS, "<=", total("Product", exp(I) - I, 1, N), total("Product", exp(I), 1, N)),
        by("Termwise", "f", "p"),
        {"f": fact(COUNTING, "<=", exp(I) - I, exp(I)), "p": fact(COUNTING, ">=", exp(I) - I, ZERO)},
    ),
    "a sum from a symbol on": Application(
        fact(NATURALS, "<=", total("Sum", sqrt(I - N), N, 2 * N), total("Sum", I - N + 1, N, 2 * N)),
        by("Termwise", "f"),
        {"f": fact(summed(NATURALS, N, 2 * N), "<=", sqrt(I - N), I - N + 1)},
    ),
    "an integrand that is defined above the lower end": Application(
        fact(R, "==", integral(sqrt(T - X), X, X + 1), num(2, 3)),
        by("Antiderivative", num(2, 3) * power(T - X, num(3, 2)), ZERO, num(2, 3)),
    ),
    "an integrand that is defined below the upper end": Application(
        fact(R, "==", integral(sqrt(X - T), X - 1, X), num(2, 3)),
        by("Antiderivative", num(-2, 3) * power(X - T, num(3, 2)), num(-2, 3), ZERO),
    ),
    "an integral over one point": Application(
        fact(NONE, "==", integral(T, 1, 1), ZERO), by("Antiderivative", T**2 / 2, HALF, HALF)
    ),
    "an antiderivative that has no value at an end with a symbol, but a limit": Application(
        fact(R, "==", integral(log(T - X) + 1, X, X + 1), ZERO),
        by("Antiderivative", (T - X) * log(T - X), ZERO, ZERO),
    ),
    "an integral that converges as an equal one does": Application(
        fact(POS, "==", integral(2 * exp(neg(X * T)) - exp(neg(X * T)), 1, OO), integral(exp(neg(X * T)), 1, OO)),
        by("Pointwise", "f"),
        {
            "f": fact(
                POS.with_range(above("t", 1, True)), "==", 2 * exp(neg(X * T)) - exp(neg(X * T)), exp(neg(X * T))
            ),
            "v": fact(POS, "==", integral(exp(neg(X * T)), 1, OO), exp(neg(X)) / X),
        },
        ("v",),
    ),
    "equal integrals over a range that may be empty": Application(
        fact(NONNEG, "==", integral(T + T, 0, X), integral(2 * T, 0, X)),
        by("Pointwise", "f"),
        {"f": fact(Domain((above("t", 0, True),)), "==", T + T, 2 * T)},
    ),
    "a mean value where the natural enclosure is too wide": Application(
        fact(UNIT, ">", X - X**2 + num(1, 5), ZERO), by("Balls", (0, "m", "m"))
    ),
    "an antiderivative with pi": Application(
        fact(NONE, "==", integral(2 * exp(neg(T**2)) / sqrt(PI), neg(OO), OO), TWO),
        by("Antiderivative", func("erf", T), MINUS_ONE, ONE),
    ),
    "a form that facts show to be defined": Application(
        fact(NATURALS, "==", total("Sum", hidden(I + 1) - hidden(I), 1, N), hidden(N + 1) - hidden(ONE)),
        by("Telescope", hidden(I)),
        {
            "d": fact(Domain((above("i", 1, False, True),)), ">", exp(I) - I, ZERO),
            "e": fact(NATURALS, ">", exp(N + 1) - (N + 1), ZERO),
        },
        ("d", "e"),
    ),
}

LINE_OF_ONES = total("Integral", ONE, neg(OO), OO, "t")
WRONG = {
    "a form as its own limit, over all integers": Application(
        fact(NONE, "==", total("Sum", ONE, neg(OO), OO), ZERO), by("Telescope", I, I, I)
    ),
    "a form as its own limit, over the line": Application(
        fact(NONE, "==", LINE_OF_ONES, ZERO), by("Antiderivative", T, T, T)
    ),
    "a binomial sum of powers of its index": Application(
        fact(NONE, "==", total("Sum", func("binomial", ONE, I) * power(I, I) * power(1 - I, 1 - I), 0, 1), ONE),
        by("Binomial", I, 1 - I),
    ),
    "a binomial sum with its index as a factor": Application(
        fact(NONE, "==", total("Sum", I * func("binomial", ONE, I) * power(MINUS_ONE, 1 - I), 0, 1), ZERO),
        by("Binomial", ONE, MINUS_ONE, I),
    ),
    "closed parts with a gap": Application(
        fact(R, ">=", X * (X - 1), ZERO),
        by("Split", "x", ("a", "b")),
        {
            "a": fact(Domain((below("x", 0),)), ">=", X * (X - 1), ZERO),
            "b": fact(Domain((above("x", 1),)), ">=", X * (X - 1), ZERO),
        },
    ),
    "an integer left out by an open upper end": Application(
        fact(Domain((above("x", 0, False, True),)), "!=", X, num(3)),
        by("Split", "x", ("a", "b")),
        {
            "a": fact(Domain((Range("x", ZERO, num(3), False, True, True),)), "!=", X, num(3)),
            "b": fact(Domain((above("x", 4, False, True),)), "!=", X, num(3)),
        },
    ),
    "an integer left out by an open lower end": Application(
        fact(Domain((above("x", 0, False, True),)), "!=", X, num(3)),
        by("Split", "x", ("a", "b")),
        {
            "a": fact(Domain((Range("x", ZERO, TWO, False, False, True),)), "!=", X, num(3)),
            "b": fact(Domain((above("x", 3, True, True),)), "!=", X, num(3)),
        },
    ),
    "slopes along an integer": Application(
        fact(Domain((closed("n", 0, 3, True),)), ">", N + 1, ZERO), by("Balls", "m")
    ),
    "an instance of another equality": Application(
        fact(reals("y"), "==", Y, num(5) + Y), by("Instance", "f", (("x", Y),)), {"f": fact(R, "==", X, X + 0)}
    ),
    "an inequality, turned round": Application(
        fact(POS, "<=", X, ZERO), by("Instance", "f", ()), {"f": fact(POS, ">=", X, ZERO)}
    ),
    "a value without a value": Application(
        fact(reals("y"), ">=", Y**2, ZERO), by("Instance", "f", (("x", phantom(Y)),)), {"f": fact(R, ">=", X**2, ZERO)}
    ),
    "a strict pattern from one that is not, first": Application(
        pattern(R, X * (X + 1) ** 2, -1, 1, strict=True),
        by("Glue", ("l", "r")),
        {
            "l": pattern(Domain((below("x", 0),)), X * (X + 1) ** 2, -1),
            "r": pattern(Domain((above("x", 0, True),)), X * (X + 1) ** 2, 1, strict=True),
        },
    ),
    "other signs than the parts have": Application(
        pattern(R, X, -1),
        by("Glue", ("l", "r")),
        {"l": pattern(Domain((below("x", 0),)), X, -1), "r": pattern(Domain((above("x", 0, True),)), X, 1)},
    ),
    "integrals term by term": Application(
        fact(NONE, "<=", integral(T * (1 - T), 0, 1), integral(0 * T, 0, 1)),
        by("Termwise", "f"),
        {
            "f": fact(
                Domain((above("t", 0, False, True),), (relation("<=", ZERO, T), relation("<=", T, ONE))),
                "<=",
                T * (1 - T),
                0 * T,
            )
        },
    ),
    "a series from an end without value": Application(
        fact(R, "==", total("Sum", ZERO, func("floor", log(X)), OO), ZERO), by("Telescope", ZERO, None, ZERO)
    ),
    "an integral to an end without value": Application(
        fact(R, "==", integral(ZERO, neg(OO), log(X)), ZERO), by("Antiderivative", ONE, ONE, ONE)
    ),
    "no lower end": Application(fact(Domain((below("x", 0),)), ">", 1 - X, ZERO), by("Balls", "n")),
    "an equality by balls": Application(fact(UNIT, "==", ONE, ONE), by("Balls", "n")),
    "a leaf of another name": Application(
        fact(UNIT.with_conditions(relation(">=", X, TWO)), ">", X, num(5)), by("Balls", "y0")
    ),
    "a leaf with a negative number": Application(
        fact(UNIT.with_conditions(relation(">=", X, TWO)), ">", X, num(5)), by("Balls", "x-1")
    ),
    "induction on a real": Application(
        fact(Domain((above("k", 0),)), ">=", K * (K - 1), ZERO),
        by("Induct", "k", "b", "s"),
        {
            "b": fact(NONE, ">=", ZERO * (ZERO - 1), ZERO),
            "s": fact(
                Domain((above("k", 0),), (relation(">=", K * (K - 1), ZERO),)), ">=", (K + 1) * (K + 1 - 1), ZERO
            ),
        },
    ),
    "an integrand that is nowhere 0": Application(
        fact(NONE, "!=", integral(2 * func("floor", T) + 1, -1, 1), integral(0 * T, -1, 1)),
        by("Pointwise", "f"),
        {
            "f": fact(Domain((opened("t", -1, 1),)), "!=", 2 * func("floor", T) + 1, 0 * T),
            "v": fact(NONE, "==", integral(2 * func("floor", T) + 1, -1, 1), ZERO),
        },
        ("v",),
    ),
    "not a floor": Application(fact(R, "<=", exp(X), X), by("Rounding")),
    "not a ceiling": Application(fact(R, "<=", X, func("tanh", X)), by("Rounding")),
    "not a ceiling on the left": Application(fact(R, "<", exp(X), X + 1), by("Rounding")),
    "above its floor and one": Application(fact(R, ">", X, func("floor", X) + 1), by("Rounding")),
    "an absurdity without its fact": Application(
        fact(R.with_conditions(relation("<", exp(X), ZERO)), ">", ZERO, ONE), by("Absurd", "f")
    ),
    "strict at a closed upper end": Application(
        fact(Domain((below("x", 0),)), ">", neg(X), ZERO),
        by("FromPattern", "p"),
        {"p": pattern(Domain((below("x", 0),)), neg(X), 1, strict=True)},
    ),
    "a slope along another symbol": Application(
        pattern(R2, X**2 - 1, -1, 1, -1), by("Ladder", "p"), {"p": pattern(R2, 2 * X, 1, -1, symbol="y")}
    ),
    "fewer signs than are carried over": Application(
        pattern(POS, exp(X) * (X - 1), -1), by("Scaled", "p", exp(X)), {"p": pattern(POS, X - 1, -1, 1)}
    ),
    "one sign as two": Application(pattern(R, X**2, 1, -1), by("OneSign", "f"), {"f": fact(R, ">=", X**2, ZERO)}),
    "signs that do not alternate": Application(
        pattern(NONNEG, X, 1, 1), by("Close", "p"), {"p": pattern(POS, X, 1, 1)}
    ),
    "no signs left": Application(
        pattern(UNIT, X * 0),
        by("Ladder", "p", "l", "r"),
        {
            "p": pattern(Domain((opened("x", 0, 1),)), ZERO, 1),
            "l": fact(NONE, ">=", ZERO * 0, ZERO),
            "r": fact(NONE, "<=", ONE * 0, ZERO),
        },
    ),
    "a moment of negative order": Application(
        fact(NATURALS, "==", total("Sum", func("binomial", N, I), 0, N), TWO ** (N + 1)),
        by("Binomial", ONE, ONE, ONE, -1),
    ),
    "a moment of too great an order": Application(
        fact(NATURALS, "==", total("Sum", 0 * func("binomial", N, I), 0, N), 0 * N), by("Binomial", ONE, ONE, ZERO, 9)
    ),
    "a binomial sum that starts at 1": Application(
        fact(Domain((above("n", 1, False, True),)), "==", total("Sum", func("binomial", N, I), 1, N), TWO**N),
        by("Binomial", ONE, ONE),
    ),
    "a multiple of what is not 0": Application(
        fact(R, ">=", X**3, X**3 + 3 + X**2),
        by("Combine", (("u", num(3)),)),
        {"u": fact(R, "!=", ZERO, 1 + X**2 / 3)},
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right(name: str) -> None:
    assert RIGHT[name].accepted


@pytest.mark.parametrize("name", WRONG)
def test_wrong(name: str) -> None:
    assert not WRONG[name].accepted


def test_too_many_leaves() -> None:
    tree: object = "n"
    for _ in range(17):
        tree = (0, tree, tree)
    assert not Application(fact(UNIT, ">", X + HALF, ZERO), by("Balls", tree)).accepted
