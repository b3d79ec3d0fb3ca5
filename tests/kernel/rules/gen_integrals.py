"""Generators for the rules about integrals (reals/integrals.py)."""

from __future__ import annotations

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
    bind,
    div,
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
    NONE,
    NONNEG,
    POS,
    Application,
    Pick,
    R,
    T,
    X,
    above,
    by,
    closed,
    fact,
    generator,
    opened,
    pattern,
    phantom,
    put,
    reals,
    total,
)


def floor(t: Term) -> Term:
    return func("floor", t)


def integral(f: Term, a: Term | int, b: Term | int) -> Term:
    return total("Integral", f, a, b, "t")


@generator(
    "Antiderivative",
    "another value",
    "low",
    "high",
    "slope",
    "reversed",
    "reversed for some",
    "diverges at infinity",
    "diverges at an end",
    "pole inside",
    "jump inside",
    "relation",
    "body defined",
    "no limit on an empty range",
    "end defined",
    form=(
        "high defined",
        "low defined",
        "form defined",
        "symbol taken",
        "strange symbol",
        "value with the symbol",
        "order",
        "both infinite",
        "not differentiable",
        "upper end is -oo",
        "no integral",
    ),
)
def antiderivative(pick: Pick, fail: str | None) -> Application:
    c, k = pick.integer(1, 4), pick.integer(1, 3)
    domain, form, slope, a, b, low, high = pick(
        (NONE, T**k + c * T, k * T ** (k - 1) + c, num(-1), num(c), None, None),
        (NONE, log(T) * c, c / T, ONE, num(c + 1), None, None),
        (POS, neg(exp(neg(X * T)) / X), exp(neg(X * T)), ZERO, OO, None, ZERO),
        (NONE, func("erf", T), 2 * exp(neg(T**2)) / sqrt(PI), neg(OO), OO, MINUS_ONE, ONE),
        (NONE, 2 * sqrt(T), power(T, num(-1, 2)), ZERO, num(c), None, None),
        (NONE, T * log(T) - T, log(T), ZERO, ONE, ZERO, None),
        (NONNEG, T**2 / 2, T, X, 2 * X, None, None),
        (NONE, exp(c * T), c * exp(c * T), neg(OO), ZERO, ZERO, None),
    )
    low = put(form, {"t": a}) if low is None else low
    high = put(form, {"t": b}) if high is None else high
    if fail is None:
        return Application(fact(domain, "==", integral(slope, a, b), high - low), by("Antiderivative", form, low, high))
    e = exp(neg(T))
    q = num(c)
    half = T**2 / 2
    made = {
        "another value": (NONE, integral(T, 0, c), q * q / 2 + 1, (half, ZERO, q * q / 2)),
        "low": (NONE, integral(T, 0, c), q * q / 2 - 1, (half, ONE, q * q / 2)),
        "high": (NONE, integral(T, 0, c), q, (half, ZERO, q))
        if c != 2
        else (NONE, integral(T, 0, c), ONE, (half, ZERO, ONE)),
        "slope": (NONE, integral(T + 1, 0, c), q * q / 2, (half, ZERO, q * q / 2)),
        "reversed": (NONE, integral(ONE, c, 0), neg(q), (T, q, ZERO)),
        "reversed for some": (R, integral(ONE, 0, X), X, (T, ZERO, X)),
        "diverges at infinity": (NONE, integral(ONE, 0, OO), ONE, (T, ZERO, ONE)),
        "diverges at an end": (NONE, integral(1 / T**2, 0, 1), neg(ONE), (neg(1 / T), ZERO, MINUS_ONE)),
        "pole inside": (NONE, integral(T**-2, -1, 1), num(-2), (neg(1 / T), ONE, MINUS_ONE)),
        "jump inside": (NONE, integral(ZERO, -1, 1), num(2), (T / sqrt(T**2), MINUS_ONE, ONE)),
        "relation": (NONE, integral(T, 0, 1), HALF, (half, ZERO, HALF)),
        "body defined": (NONE, integral(1 + 0 * log(T), -1, 1), num(2), (T, MINUS_ONE, ONE)),
        "no limit on an empty range": (NONNEG, integral(1 / sqrt(T), 0, X), ONE, (2 * sqrt(T), ZERO, ONE)),
        "high defined": (Domain((closed("x", 1, 2),)), integral(ONE, 0, X), X, (T, ZERO, phantom(X))),
        "low defined": (Domain((closed("x", 1, 2),)), integral(ONE, neg(X), 0), X, (T, neg(phantom(X)), ZERO)),
        "end defined": (Domain((closed("x", 1, 2),)), integral(ONE, 0, phantom(X)), X, (T, ZERO, X)),
        "form defined": (NONE, integral(ONE, 1, 2), ONE, (phantom(T), ONE, TWO)),
        "symbol taken": (reals("t"), integral(T, 0, 1), HALF, (half, ZERO, HALF)),
        "strange symbol": (NONE, integral(T, 0, 1), HALF, (half + X, X, X + HALF)),
        "value with the symbol": (NONE, integral(T, 0, 1), HALF, (half, ZERO + T - T, HALF)),
        "order": (NONE, integral(e, 0, OO), ONE, (neg(e), MINUS_ONE, ZERO, 0)),
        "both infinite": (NONE, integral(ZERO, OO, OO), ZERO, (ONE, ONE, ONE)),
        "upper end is -oo": (NONE, integral(ZERO, neg(OO), neg(OO)), ZERO, (ONE, ONE, ONE)),
        "not differentiable": (NONE, integral(ZERO, 0, 1), ONE, (floor(T), ZERO, ONE)),
        "no integral": (NONE, ONE, ONE, (T, ZERO, ONE)),
    }
    where, left, value, fields = made[fail]
    return Application(
        fact(where, pick("<", ">", "!=") if fail == "relation" else "==", left, value), by("Antiderivative", *fields)
    )


DECAY = exp(neg(T))
BEYOND = Domain((above("t", 1, True),))
TAIL = fact(NONE, "==", integral(DECAY, 1, OO), exp(MINUS_ONE))


@generator(
    "Pointwise",
    "direction",
    "fact on fewer",
    "strict",
    "strict on an empty range",
    "strict on a range that may be empty",
    "not linear",
    "left diverges",
    "left undefined",
    "unequal",
    "coefficient defined",
    "constant",
    "two ranges",
    "another integrand",
    "condition",
    "equality",
    form=("missing", "pattern", "no integrals", "symbol taken", "a sum"),
)
def pointwise(pick: Pick, fail: str | None) -> Application:
    c, k = pick.integer(1, 4), pick.integer(1, 3)
    on = POS.with_range(opened("t", 1, 2))
    known: dict = {"f": fact(on, "<", c * T**k, X + c * T ** (k + 1))}
    left, right = integral(T**k, 1, 2), integral(X + c * T ** (k + 1), 1, 2)
    goal = fact(POS, pick("<", "<="), c * left, right)
    if fail is None and pick.chance():  # == shows that the left side is defined
        f = pick(2 * DECAY - DECAY, exp(neg(T)) * 1)
        return Application(
            fact(NONE, "==", integral(f, 1, OO), integral(DECAY, 1, OO)),
            by("Pointwise", "f"),
            {"f": fact(BEYOND, "==", f, DECAY), "v": TAIL},
            ("v",),
        )
    if fail is None:
        return Application(goal, by("Pointwise", "f"), known)
    unit = Domain((opened("t", 0, 1),))
    low = fact(unit, "<", T ** (k + 1), T**k)
    made = {
        "direction": (fact(NONE, ">=", integral(T ** (k + 1), 0, 1), integral(T**k, 0, 1)), low),
        "fact on fewer": (fact(NONE, "<=", integral(T ** (k + 1), 0, c + 1), integral(T**k, 0, c + 1)), low),
        "strict": (
            fact(NONE, pick("<", "!="), integral(T**k, 0, 1), integral(T**k + 0 * T, 0, 1)),
            fact(unit, "<=", T**k, T**k),
        ),
        "strict on an empty range": (
            fact(NONE, "<", integral(T, 1, 1), integral(T + 1, 1, 1)),
            fact(Domain((Range("t", ONE, ONE),)), "<", T, T + 1),
        ),
        "strict on a range that may be empty": (
            fact(NONNEG, pick("<", "!="), integral(T, 0, X), integral(T + 1, 0, X)),
            fact(Domain((above("t", 0, True),)), "<", T, T + 1),
        ),
        "not linear": (fact(NONE, "<=", integral(T ** (k + 1), 0, 1) ** 2 * c, integral(T**k, 0, 1) ** 2), low),
        "left diverges": (
            fact(NONE, "<=", integral(neg(T), 1, OO), integral(DECAY, 1, OO)),
            fact(BEYOND, "<=", neg(T), DECAY),
        ),
        "left undefined": (
            fact(NONE, "==", integral(phantom(T), 1, 2), integral(T, 1, 2)),
            fact(Domain((Range("t", ONE, TWO),), (relation("<", T, ONE),)), "==", phantom(T), T),
        ),
        "unequal": (
            fact(NONE, "!=", integral(T, -1, 1), integral(0 * T, -1, 1)),
            fact(Domain((opened("t", -1, 1),), (relation("!=", T, ZERO),)), "!=", T, 0 * T),
        ),
        "coefficient defined": (
            fact(Domain((closed("x", 0, 1),)), "<=", integral(T**2, 0, 1) * X / X, integral(T, 0, 1)),
            fact(unit, "<=", T**2, T),
        ),
        "constant": (fact(NONE, "<=", integral(T, 0, 1), integral(T, 0, 1) - c), fact(unit, "<=", T, T)),
        "two ranges": (
            fact(NONE, "<=", integral(T, 0, 2), integral(T, 0, 1)),
            fact(Domain((opened("t", 0, 2),)), "<=", T, T),
        ),
        "another integrand": (
            fact(NONE, "<=", integral(T**k + c, 0, 1), integral(T**k, 0, 1)),
            fact(unit, "<=", T**k, T**k + c),
        ),
        "condition": (
            fact(R, "<=", integral(T * 0, 0, 1), integral(X + T * 0, 0, 1)),
            fact(NONNEG.with_range(opened("t", 0, 1)), "<=", T * 0, X + T * 0),
        ),
        "equality": (fact(NONE, "==", integral(T**2, 0, 1), integral(T, 0, 1)), fact(unit, "<=", T**2, T)),
        "missing": (fact(NONE, "<=", integral(T**2, 0, 1), integral(T, 0, 1)), None),
        "pattern": (fact(NONE, "<=", integral(T**2, 0, 1), integral(T, 0, 1)), pattern(unit, T - T**2, 1, symbol="t")),
        "no integrals": (fact(NONE, ">=", ONE, ZERO), fact(unit, ">=", ONE, ZERO)),
        "symbol taken": (fact(reals("t"), "<=", integral(T**2, 0, 1), integral(T, 0, 1)), fact(unit, "<=", T**2, T)),
        "a sum": (
            fact(NONE, "<=", integral(DECAY, 1, OO), bind("Sum", DECAY, "t", ONE, OO)),
            fact(BEYOND, "<=", DECAY, DECAY),
        ),
    }
    goal, cited = made[fail]
    known = {"v": TAIL, "s": fact(NONE, "==", bind("Sum", DECAY, "t", ONE, OO), div(ONE, exp(ONE) - 1))}
    if cited is not None:
        known["f"] = cited
    return Application(goal, by("Pointwise", "f"), known, ("v", "s"))


@generator(
    "Dominated",
    "not dominated",
    "one sided",
    "fact on fewer",
    "body defined",
    "bound diverges",
    "no absolute value",
    "another range",
    "relation",
    "another end",
    form=("missing", "symbol taken", "no integral", "right is no integral"),
)
def dominated(pick: Pick, fail: str | None) -> Application:
    c = pick.integer(1, 4)
    f = pick(neg(exp(neg(T**2))), func("tanh", T) * DECAY, DECAY / T, neg(DECAY) / (1 + T))
    size = func("abs", integral(f, 1, OO))
    bound = integral(c * DECAY, 1, OO)
    known: dict = {"g": fact(NONE, "==", bound, c * exp(MINUS_ONE)), "f": fact(BEYOND, "<=", func("abs", f), c * DECAY)}
    if fail is None:
        return Application(fact(NONE, "<=", size, bound), by("Dominated", "f"), known, ("g",))
    big = c * DECAY + T
    unit = Domain((opened("t", 0, 1),))
    ab = lambda t: func("abs", t)  # noqa: E731
    made = {
        "not dominated": (fact(NONE, "<=", ab(integral(big, 1, OO)), bound), fact(BEYOND, "<=", ab(DECAY), c * DECAY)),
        "one sided": (
            fact(NONE, "<=", ab(integral(neg(exp(T)), 1, OO)), bound),
            fact(BEYOND, "<=", neg(exp(T)), c * DECAY),
        ),
        "fact on fewer": (
            fact(NONE, "<=", ab(integral(T, 0, 2)), integral(HALF + 0 * T, 0, 2)),
            fact(Domain((opened("t", 0, HALF),)), "<=", ab(T), HALF + 0 * T),
        ),
        "body defined": (
            fact(NONE, "<=", ab(integral(phantom(T), 1, 2)), integral(T, 1, 2)),
            fact(unit, "<=", ab(phantom(T)), T),
        ),
        "bound diverges": (
            fact(NONE, "<=", ab(integral(1 / T, 1, OO)), integral(1 / T, 1, OO)),
            fact(BEYOND, "<=", ab(1 / T), 1 / T),
        ),
        "no absolute value": (fact(NONE, "<=", exp(integral(T, 0, 1)), integral(T, 0, 1)), fact(unit, "<=", ab(T), T)),
        "another range": (
            fact(NONE, "<=", ab(integral(T, 0, 2)), integral(T, 0, 1)),
            fact(Domain((opened("t", 0, 2),)), "<=", ab(T), T),
        ),
        "another end": (
            fact(NONE, "<=", ab(integral(T, 0, 2)), integral(T, 1, 2)),
            fact(Domain((opened("t", 0, 2),)), "<=", ab(T), T),
        ),
        "relation": (
            fact(NONE, pick("<", ">", "!="), ab(integral(T, 0, 1)), integral(T + 0 * T, 0, 1)),
            fact(unit, "<=", ab(T), T + 0 * T),
        ),
        "missing": (fact(NONE, "<=", ab(integral(exp(neg(T**2)), 1, OO)), bound), None),
        "symbol taken": (
            fact(reals("t"), "<=", ab(integral(T**2, 0, 1)), integral(T, 0, 1)),
            fact(unit, "<=", ab(T**2), T),
        ),
        "no integral": (fact(NONE, "<=", ab(neg(ONE)), ONE), fact(NONE, "<=", ab(neg(ONE)), ONE)),
        "right is no integral": (
            fact(NONE, "<=", ab(integral(T, 0, 1)), total("Sum", T, 0, 1, "t")),
            fact(unit, "<=", ab(T), T),
        ),
    }
    goal, cited = made[fail]
    known = {"g": known["g"]}
    if cited is not None:
        known["f"] = cited
    return Application(goal, by("Dominated", "f"), known, ("g",))


@generator(
    "Join",
    "relation",
    "part diverges",
    "outside",
    "another part",
    "order of the parts",
    "kink without value",
    "another point",
    form=("at infinity", "no integral", "symbol taken"),
)
def join(pick: Pick, fail: str | None) -> Application:
    c = num(pick.integer(-3, 3))
    f = pick(exp(neg(func("abs", T - c))), exp(neg(func("abs", T - c))) / 2)
    left, right = integral(f, neg(OO), c), integral(f, c, OO)
    one = ONE if f.op == "exp" else HALF
    known: dict = {"l": fact(NONE, "==", left, one), "r": fact(NONE, "==", right, one)}
    if fail is None and pick.chance():
        g = pick.polynomial(T, 2)
        return Application(
            fact(NONE, "==", integral(g, -4, 4), integral(g, num(-4), c) + integral(g, c, num(4))), by("Join", c)
        )
    if fail is None:
        return Application(fact(NONE, "==", integral(f, neg(OO), OO), left + right), by("Join", c), known, ("l", "r"))
    root = func("abs", T) ** num(-1, 2)
    made = {
        "relation": (pick("<", ">", "!="), integral(T, 0, 1), integral(T, 0, HALF) + integral(T, HALF, 1), HALF, NONE),
        "part diverges": ("==", integral(1 / T, 1, OO), integral(1 / T, 1, 2) + integral(1 / T, 2, OO), TWO, NONE),
        "outside": ("==", integral(T, 0, 1), integral(T, 0, 2) + integral(T, 2, 1), TWO, NONE),
        "another part": ("==", integral(T, 0, 1), integral(T, 0, HALF) + integral(2 * T, HALF, 1), HALF, NONE),
        "order of the parts": ("==", integral(T, 0, 1), integral(T, 0, HALF) + integral(T, 0, HALF), HALF, NONE),
        "kink without value": ("==", integral(root, -1, 1), integral(root, -1, 0) + integral(root, 0, 1), ZERO, NONE),
        "another point": ("==", integral(T, 0, 1), integral(T, 0, HALF) + integral(T, num(1, 3), 1), HALF, NONE),
        "at infinity": ("==", integral(DECAY, 1, OO), integral(DECAY, 1, OO) + integral(DECAY, OO, OO), OO, NONE),
        "no integral": (
            "==",
            total("Sum", T, 0, 2, "t"),
            total("Sum", T, 0, 1, "t") + total("Sum", T, 1, 2, "t"),
            ONE,
            NONE,
        ),
        "symbol taken": ("==", integral(T, 0, 1), integral(T, 0, HALF) + integral(T, HALF, 1), HALF, reals("t")),
    }
    op, whole_integral, parts, at, domain = made[fail]
    known = {
        "l": fact(NONE, "==", integral(root, -1, 0), TWO),
        "r": fact(NONE, "==", integral(root, 0, 1), TWO),
        "v": TAIL,
    }
    return Application(fact(domain, op, whole_integral, parts), by("Join", at), known, ("l", "r", "v"))
