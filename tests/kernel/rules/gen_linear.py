"""Generators for linear combinations of sums and for Pascal's triangle (reals/rules/sums.py)."""

from __future__ import annotations

from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ONE, OO, ZERO, Term, add, exp, func, num
from tests.kernel.rules.applications import (
    NATURALS,
    NONE,
    POS,
    Application,
    I,
    K,
    N,
    Pick,
    X,
    above,
    by,
    closed,
    fact,
    generator,
    phantom,
    put,
    total,
)
from tests.kernel.rules.gen_sums import INTEGERS, summed

THIRDS = num(1, 3) ** I


@generator(
    "Linear",
    "direction",
    "fact on fewer",
    "strict",
    "equality",
    "unequal",
    "not linear",
    "constant",
    "two ranges",
    "another summand",
    "coefficient defined",
    "diverges",
    form=("missing", "index taken", "no sums", "an integral", "product"),
)
def linear(pick: Pick, fail: str | None) -> Application:
    c, k = pick.integer(1, 4), pick.integer(1, 3)
    on = NATURALS.with_range(above("x", 0, True))
    inside = summed(on, ONE, N)
    f, g = I**k, I ** (k + 1)
    one, other = total("Sum", f, 1, N), total("Sum", g, 1, N)
    if fail is None and pick.chance():  # several sums, and coefficients with symbols
        goal = fact(on, "==", X * one + other, total("Sum", X * f + g, 1, N))
        return Application(goal, by("Linear", "f"), {"f": fact(inside, "==", X * f + g, X * f + g)})
    if fail is None:
        goal = fact(on, "<=", c * X * one, c * X * other)
        return Application(goal, by("Linear", "f"), {"f": fact(inside, "<=", c * X * f, c * X * g)})
    three = summed(NONE, ONE, num(3))
    goal, cited = {
        "direction": (fact(NONE, ">=", total("Sum", f, 1, 3), total("Sum", g, 1, 3)), fact(three, "<=", f, g)),
        "fact on fewer": (
            fact(NONE, "<=", total("Sum", 10 - 3 * I, 1, 2), total("Sum", 2 * I, 1, 2)),
            fact(Domain((Range("i", num(2), None, False, True, True),)), "<=", 10 - 3 * I, 2 * I),
        ),
        "strict": (
            fact(NATURALS, pick("<", "!="), total("Sum", I, 1, N), total("Sum", I + 1, 1, N)),
            fact(summed(NATURALS, ONE, N), "<", I, I + 1),
        ),
        "equality": (fact(NONE, "==", total("Sum", f, 1, 3), total("Sum", g, 1, 3)), fact(three, "<=", f, g)),
        "unequal": (
            fact(NONE, "!=", total("Sum", 2 * I - 1, 0, 1), total("Sum", 0 * I, 0, 1)),
            fact(summed(NONE, ZERO, ONE), "!=", 2 * I - 1, 0 * I),
        ),
        "not linear": (
            fact(NONE, "<=", total("Sum", I, 1, 3) ** 2, total("Sum", I**2, 1, 3)),
            fact(three, "<=", I**2, I**2),
        ),
        "constant": (fact(NONE, "<=", total("Sum", f, 1, 3), total("Sum", f, 1, 3) - c), fact(three, "<=", f, f)),
        "two ranges": (fact(NONE, "<=", total("Sum", f, 1, 3), total("Sum", f, 1, 2)), fact(three, "<=", f, f)),
        "another summand": (
            fact(NONE, "<=", total("Sum", f + 1, 1, 3), total("Sum", f, 1, 3)),
            fact(three, "<=", f, f),
        ),
        "coefficient defined": (
            fact(Domain((closed("x", 0, 1),)), "<=", total("Sum", f, 1, 3) * X / X, total("Sum", g, 1, 3)),
            fact(three, "<=", f, g),
        ),
        "diverges": (
            fact(NONE, "<=", total("Sum", -I, 1, OO), total("Sum", THIRDS, 1, OO)),
            fact(summed(NONE, ONE, OO), "<=", -I, THIRDS),
        ),
        "missing": (fact(NONE, "<=", total("Sum", f, 1, 3), total("Sum", g, 1, 3)), None),
        "index taken": (
            fact(Domain((Range("i"),)), "<=", total("Sum", f, 1, 3), total("Sum", g, 1, 3)),
            fact(three, "<=", f, g),
        ),
        "no sums": (fact(POS, "<=", X, X), fact(POS, "<=", X, X)),
        "an integral": (
            fact(NONE, "<=", total("Integral", f, 1, 3), total("Integral", g, 1, 3)),
            fact(three, "<=", f, g),
        ),
        "product": (fact(NONE, "<=", total("Product", f, 1, 3), total("Product", g, 1, 3)), fact(three, "<=", f, g)),
    }[fail]
    return Application(goal, by("Linear", "f"), {} if cited is None else {"f": cited})


def choose(n: Term, i: Term = I) -> Term:
    return func("binomial", n, i)


@generator(
    "Pascal",
    "relation",
    "not shifted",
    "shifted twice",
    "another whole",
    "another first",
    "start",
    "other parts",
    "upper end",
    "negative",
    "real",
    "product",
    form=(
        "another form",
        "no sum",
        "index taken",
        "another index",
        "three parts",
        "form defined",
        "strange symbol",
        "a difference",
    ),
)
def pascal(pick: Pick, fail: str | None) -> Application:
    domain = NATURALS.with_range(above("x", 0, True))
    f = pick(I ** pick.integer(1, 2) + 1, exp(I) * X, X ** (I + 1), num(pick.integer(1, 3)) + I)
    form = f
    upper, n = N + 1, N
    op = "=="
    if fail == "relation":
        op = pick("<", ">", "!=")
    if fail == "upper end":
        upper = pick(N + 2, N)
    if fail == "negative":
        domain = INTEGERS.with_range(above("x", 0, True))
    if fail == "real":
        domain = Domain((above("n", 0), above("x", 0, True)))
    if fail == "index taken":
        domain = domain.with_range(Range("i"))
    shifted = put(f, {"i": I + (0 if fail == "not shifted" else 2 if fail == "shifted twice" else 1)})
    if fail == "another form":
        form = f + pick.integer(1, 2)
    if fail == "form defined":
        form = phantom(X) * f
    if fail == "strange symbol":
        form = f * K
    low = ONE if fail == "start" else ZERO
    kind = "Product" if fail == "product" else "Sum"
    whole = total(kind, choose(upper) * (f + 1 if fail == "another whole" else f), low, upper)
    first = total(kind, choose(n) * (f + 1 if fail == "another first" else f), low, n)
    second = total(kind, choose(n) * shifted, low, n)
    if fail == "other parts":
        second = total(kind, choose(N + 1) * shifted, low, N + 1)
    if fail == "short whole":
        whole = total(kind, choose(upper) * f, low, N)
    if fail == "short part":
        second = total(kind, choose(n) * shifted, low, N - 1)
    if fail == "another index":
        second = total(kind, put(choose(n) * shifted, {"i": K}), low, n, "k")
    right = {
        "three parts": add(first, second, ZERO),
        "three sums": add(first, second, second),
        "a difference": first - second,
        "no sum of sums": first * second,
    }.get(fail or "", first + second)
    goal = fact(domain, op, whole, right) if fail != "no sum" else fact(domain, "==", N, N)
    return Application(goal, by("Pascal", form))
