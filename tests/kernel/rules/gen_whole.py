"""Generators for induction and for whole numbers (reals/induction.py)."""

from __future__ import annotations

from dpsym.kernel.statements import Domain, Fact, Range
from dpsym.kernel.terms import (
    HALF,
    ZERO,
    Term,
    func,
    num,
    relation,
)
from tests.kernel.rules.applications import (
    NONE,
    NONNEG,
    Application,
    K,
    N,
    Pick,
    R,
    X,
    Y,
    above,
    by,
    closed,
    fact,
    generator,
    pattern,
    put,
    reals,
)

INTEGERS = Domain((Range("n", integer=True),))


def floor(t: Term) -> Term:
    return func("floor", t)


def induction(domain: Domain, s: Term, start: Term, later: tuple[Term, ...] | None = None) -> dict:
    """Base and step of an induction on k from `start`, as true facts; `later` are the conditions that the step assumes."""
    at, on = {"k": start}, {"k": K + 1}
    first = Domain(domain.without("k").ranges).with_conditions(*(put(c, at) for c in domain.conditions))
    assumed = tuple(put(c, on) for c in domain.conditions) if later is None else later
    return {
        "b": Fact(first, put(s, at)),
        "s": Fact(Domain(domain.ranges).with_conditions(*assumed, s), put(s, on)),
    }


@generator(
    "Induct",
    "base false",
    "base domain",
    "step statement",
    "step domain",
    "real symbol",
    "open end",
    "start not whole",
    "no lower end",
    "condition not closed",
    form=("no symbol", "base missing", "step missing", "step pattern", "upper end", "condition without value"),
)
def induct(pick: Pick, fail: str | None) -> Application:
    a, c = num(pick.integer(-3, 3)), pick.integer(0, 4)
    whole = Domain((above("k", a, False, True), Range("y")))
    s = relation(pick(">=", ">"), K**2 + c + 1 + Y**2, ZERO) if pick.chance() else relation(">=", K + c, a + c)
    bounded = Domain((above("k", 0, False, True), above("n", 0, False, True)), (relation("<=", K, N),))
    if fail is None and pick.chance():
        t = relation(">=", N + c, K + c)
        known = induction(bounded, t, ZERO) | {
            "c": fact(Domain(bounded.ranges, (relation("<=", K + 1, N),)), "<=", K, N)
        }
        return Application(Fact(bounded, t), by("Induct", "k", "b", "s", ("c",)), known)
    known = induction(whole, s, a)
    if fail is None:
        return Application(Fact(whole, s), by("Induct", "k", "b", "s"), known)
    false = relation(">=", K, a + 1 + c)  # wrong at the start, and inherited
    real = Domain((above("k", a),))
    low = relation(">=", K, a)
    up = Domain((above("k", a, False, True),))
    made = {
        "base false": (up, false, induction(up, false, a) | {"b": fact(NONE, ">=", a, a)}),
        "base domain": (
            whole,
            relation(">=", K + Y, a),
            induction(whole, relation(">=", K + Y, a), a) | {"b": fact(Domain((above("y", 0),)), ">=", a + Y, a)},
        ),
        "step statement": (
            up,
            relation("<=", K, a + c),
            induction(up, relation("<=", K, a + c), a) | {"s": fact(up, ">=", K + 1, a)},
        ),
        "step domain": (
            up,
            relation("<=", K, a + c),
            {
                "b": fact(NONE, "<=", a, a + c),
                "s": fact(
                    up.with_conditions(relation("<=", K, a + c), relation("<=", K, a + c - 1)), "<=", K + 1, a + c
                ),
            },
        ),
        "real symbol": (
            real,
            relation(">=", (K - a) * (K - a - 1), ZERO),
            {
                "b": fact(NONE, ">=", (a - a) * (a - a - 1), ZERO),
                "s": fact(Domain((above("k", a, False, True),)), ">=", (K + 1 - a) * (K + 1 - a - 1), ZERO),
            },
        ),
        "open end": (
            Domain((above("k", a, True, True),)),
            relation("<=", K, a),
            {
                "b": fact(NONE, "<=", a, a),
                "s": fact(Domain((above("k", a, True, True),), (relation("<=", K, a),)), "<=", K + 1, a),
            },
        ),
        "start not whole": (up, s, known),
        "no lower end": (
            INTEGER_K,
            low,
            {"b": fact(NONE, ">=", a, a), "s": fact(INTEGER_K.with_conditions(low), ">=", K + 1, a)},
        ),
        "condition not closed": (
            Domain((above("k", 0, False, True), above("n", 0, False, True)), (relation(">=", K, N),)),
            relation("<=", N, ZERO),
            induction(
                Domain((above("k", 0, False, True), above("n", 0, False, True)), (relation(">=", K, N),)),
                relation("<=", N, ZERO),
                ZERO,
            ),
        ),
        "no symbol": (whole, s, known),
        "base missing": (up, low, {k: v for k, v in induction(up, low, a).items() if k != "b"}),
        "step missing": (up, low, {k: v for k, v in induction(up, low, a).items() if k != "s"}),
        "step pattern": (up, low, induction(up, low, a) | {"s": pattern(reals("y"), Y, 1, symbol="y")}),
        "upper end": (
            Domain((closed("k", 0, 5, True),)),
            relation(">=", K, ZERO),
            induction(Domain((closed("k", 0, 5, True),)), relation(">=", K, ZERO), ZERO),
        ),
        "condition without value": (
            Domain((above("k", 0, False, True),), (relation(">=", func("acosh", num(-2) - K * 0 - HALF * K), ZERO),)),
            relation("<=", K, ZERO),
            {},
        ),
    }
    domain, s, known = made[fail]
    if fail == "start not whole":
        a = num(a.value + HALF.value)  # type: ignore[operator]
        domain = Domain((above("k", a, False, True),))
        s = relation("==", floor(K) + HALF, K)
        known = {
            "b": fact(NONE, "==", floor(a) + HALF, a),
            "s": fact(domain.with_conditions(s), "==", floor(K + 1) + HALF, K + 1),
        }
    if fail == "base missing":
        s = relation("<=", K, a - 1 - c)
        known = {"s": fact(domain.with_conditions(s), "<=", K + 1, a - 1 - c)}
    if fail == "condition without value":
        known = induction(domain, s, ZERO)
    return Application(Fact(domain, s), by("Induct", "z" if fail == "no symbol" else "k", "b", "s"), known)


INTEGER_K = Domain((Range("k", integer=True),))


@generator(
    "Whole",
    "real",
    "half",
    "strict",
    "weak",
    "off by two",
    "domain",
    "negative power",
    "symbol elsewhere",
    form=("missing", "equality"),
)
def whole(pick: Pick, fail: str | None) -> Application:
    c = pick.integer(0, 3)
    both = Domain((Range("x"), Range("n", integer=True)))
    z = pick(
        num(c) * (func("ceil", X) - floor(X)),
        floor(X) ** 2 + N**2 - c * 0,
        func("abs", N) * c,
        func("max", N, num(c)),
        (N - floor(X)) ** 2,
        func("min", num(c), N**2 + floor(X) ** 2),
    )
    goal, known = fact(both, ">=", z, ZERO), {"f": fact(both, ">", z + 1, ZERO)}
    if pick.chance():
        goal = fact(both, "<=", ZERO, z)
    f = floor(X)
    on = Domain((above("x", -1, True),))
    q = pick(HALF, num(2, 3))
    tries = {
        "real": (fact(on, ">=", X, ZERO), fact(on, ">", X + 1, ZERO)),
        "half": (
            fact(Domain((above("x", -1),)), ">=", q * f, ZERO),
            fact(Domain((above("x", -1),)), ">", q * f + 1, ZERO),
        ),
        "strict": (fact(NONNEG, ">", f, ZERO), fact(NONNEG, ">", f + 1, ZERO)),
        "weak": (fact(Domain((above("x", -1),)), ">=", f, ZERO), fact(Domain((above("x", -1),)), ">=", f + 1, ZERO)),
        "off by two": (
            fact(Domain((above("x", -1),)), ">=", f, ZERO),
            fact(Domain((above("x", -1),)), ">", f + 2, ZERO),
        ),
        "domain": (fact(R, ">=", f, ZERO), fact(NONNEG, ">", f + 1, ZERO)),
        "negative power": (
            fact(Domain((Range("n", num(-9), num(-2), False, False, True),)), ">=", N ** num(-1), ZERO),
            fact(Domain((Range("n", num(-9), num(-2), False, False, True),)), ">", N ** num(-1) + 1, ZERO),
        ),
        "symbol elsewhere": (
            fact(Domain((above("n", -1, True),)), ">=", N, ZERO),
            fact(Domain((above("n", -1, True),)), ">", N + 1, ZERO),
        ),
        "missing": (fact(INTEGERS, ">=", N, ZERO), None),
        "equality": (fact(INTEGERS, "==", N * 0, ZERO), fact(INTEGERS, ">", N * 0 + 1, ZERO)),
    }
    if fail is not None:
        goal, cited = tries[fail]
        known = {} if cited is None else {"f": cited}
    return Application(goal, by("Whole", "f"), known)
