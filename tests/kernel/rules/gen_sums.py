"""Generators for the rules about sums and products (reals/sums.py)."""

from __future__ import annotations

from dpsym.kernel.statements import Domain, Fact, Range
from dpsym.kernel.terms import (
    HALF,
    MINUS_ONE,
    ONE,
    OO,
    TWO,
    ZERO,
    Term,
    add,
    bind,
    exp,
    func,
    log,
    mul,
    neg,
    num,
    relation,
)
from tests.kernel.rules.applications import (
    NATURALS,
    NONE,
    POS,
    Application,
    I,
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
    opened,
    phantom,
    put,
    total,
)

INTEGERS = Domain((Range("n", integer=True),))


def floor(t: Term) -> Term:
    return func("floor", t)


def summed(domain: Domain, lower: Term, upper: Term) -> Domain:
    """The domain with i, an integer from `lower` to `upper`, as the kernel wants a fact about summands."""
    low = lower if lower.op == "num" else None
    inside = domain.with_range(Range("i", low, None, low is None, True, True))
    more = [relation("<=", lower, I)] if "oo" not in repr(lower) else []
    return inside.with_conditions(*more, *([relation("<=", I, upper)] if "oo" not in repr(upper) else []))


@generator(
    "Cut",
    "relation",
    "another body",
    "another start",
    "two less",
    "last term",
    "real end",
    "below the start",
    "sum and product",
    form=("no sum", "three parts", "index", "starts at a half"),
)
def unroll(pick: Pick, fail: str | None) -> Application:
    op = pick("Sum", "Product")
    body = I ** pick.integer(1, 2) + pick.integer(1, 3)
    a = num(pick.integer(-1, 1))
    domain = NATURALS
    upper, short = N + 1, N
    if fail == "two less":
        upper = N + 2
    if fail == "real end":
        domain = Domain((above("n", 0),))
    if fail == "below the start":
        domain, a = INTEGERS, ONE
    if fail == "starts at a half":
        a = HALF
        upper, short = N + 1, N
        body = I
        domain = Domain((above("n", 1, False, True),))
    last = put(body, {"i": upper})
    if fail == "last term":
        last = put(body, {"i": N})
    one, two = body, body
    if fail == "another body":
        two = body + 1
    start = a if fail != "another start" else num(a.value + 1)  # type: ignore[operator]
    long, rest = total(op, one, a, upper), total(op, two, start, short)
    if fail == "index":
        rest = total(op, put(two, {"i": K}), start, short, "k")
    if fail == "sum and product":
        rest = total({"Sum": "Product", "Product": "Sum"}[op], two, start, short)
    joined = rest + last if op == "Sum" else rest * last
    if fail == "sum and product":
        joined = pick(
            joined, total(op, two, start, short) * last if op == "Sum" else total(op, two, start, short) + last
        )
    goal = fact(domain, pick("<=", ">=") if fail == "relation" else "==", long, joined)
    if fail == "relation":
        goal = fact(domain, pick("<", ">", "!="), long, joined)
    if fail == "no sum":
        goal = fact(domain, "==", N, N)
    if fail == "three parts":
        goal = fact(domain, "==", long, bindless(op, rest, last))
    return Application(goal, by("Cut"))


def bindless(op: str, rest: Term, last: Term) -> Term:
    return add(rest, last, ZERO) if op == "Sum" else mul(rest, last, ONE)


HALVES = total("Sum", HALF**I, 1, OO)  # == 1


@generator(
    "Termwise",
    "direction",
    "strict",
    "another range",
    "fact on fewer",
    "sum and product",
    "negative factors",
    "left diverges",
    "right diverges",
    "summand defined",
    "not the summands",
    "negative factors of the other",
    form=("missing", "index of the goal", "no sums", "another index", "unequal"),
)
def termwise(pick: Pick, fail: str | None) -> Application:
    op = pick("<=", ">=", "==")
    f, g = {"<=": (I, I**2 + pick.integer(0, 2)), ">=": (I**3 + 1, I), "==": (I * I + I, I * (I + 1))}[op]
    a = num(pick.integer(0, 2))
    kind = pick("Sum", "Product")
    domain = pick(NATURALS, NATURALS.with_range(Range("x")))
    known: dict = {"f": Fact(summed(domain, a, N), relation(op, f, g))}
    goal = fact(domain, op, total(kind, f, a, N), total(kind, g, a, N))
    if fail is None and pick.chance():  # an infinite sum of equal terms converges as the other does
        c = pick.integer(1, 4)
        other = pick(c * exp(neg(I * log(TWO))), c * TWO ** neg(I))
        known = {
            "f": Fact(summed(NONE, ONE, OO), relation("==", c * HALF**I, other)),
            "v": fact(NONE, "==", total("Sum", other, 1, OO), num(c)),
        }
        return Application(
            fact(NONE, "==", total("Sum", c * HALF**I, 1, OO), total("Sum", other, 1, OO)),
            by("Termwise", "f"),
            known,
            ("v",),
        )
    if fail is None:
        return Application(
            goal,
            by("Termwise", "f", *(("p",) if kind == "Product" and pick.chance() else ())),
            known | {"p": Fact(summed(domain, a, N), relation(">=", I, ZERO))},
        )
    dom, small, large = NATURALS, I, I**2
    le = {"f": Fact(summed(dom, ONE, N), relation("<=", small, large))}
    t = lambda body, low=ONE, high=N, kind="Sum": total(kind, body, low, high)  # noqa: E731
    made = {
        "direction": (fact(dom, ">=", t(small), t(large)), le, ()),
        "strict": (fact(dom, pick("<", "!="), t(small), t(large)), le, ()),
        "another range": (
            fact(dom, "<=", t(large), t(large, ONE, N + 1) if pick.chance() else t(large, TWO)),
            {"f": Fact(summed(dom, ONE, N), relation("<=", large, large))},
            (),
        ),
        "fact on fewer": (
            fact(dom, "<=", t(ONE, ZERO), t(I, ZERO)),
            {"f": Fact(summed(dom, ONE, N), relation("<=", ONE, I))},
            (),
        ),
        "sum and product": (
            fact(dom, "<=", t(ONE), t(ONE, kind="Product")),
            {"f": Fact(summed(dom, ONE, N), relation("<=", ONE, ONE))},
            (),
        ),
        "negative factors": (
            fact(dom, "<=", t(neg(I), kind="Product"), t(ONE, kind="Product")),
            {"f": Fact(summed(dom, ONE, N), relation("<=", neg(I), ONE))},
            (),
        ),
        "negative factors of the other": (
            fact(dom, ">=", t(ONE, kind="Product"), t(neg(I), kind="Product")),
            {"f": Fact(summed(dom, ONE, N), relation(">=", ONE, neg(I)))},
            (),
        ),
        "left diverges": (
            fact(NONE, "<=", t(neg(I), ONE, OO), HALVES),
            {"f": Fact(summed(NONE, ONE, OO), relation("<=", neg(I), HALF**I)), "v": fact(NONE, "==", HALVES, ONE)},
            ("v",),
        ),
        "right diverges": (
            fact(NONE, pick("==", "<="), t(I, ONE, OO), t(2 * I - I, ONE, OO)),
            {"f": Fact(summed(NONE, ONE, OO), relation("==", I, 2 * I - I))},
            (),
        ),
        "summand defined": (
            fact(POS.with_range(above("n", 0, False, True)), "==", t(phantom(X) + 0 * I), t(X + 0 * I)),
            {
                "f": Fact(
                    summed(POS.with_range(above("n", 0, False, True)).with_range(closed("x", HALF, HALF)), ONE, N),
                    relation("==", phantom(X) + 0 * I, X + 0 * I),
                )
            },
            (),
        ),
        "not the summands": (
            fact(dom, "<=", t(I**2), t(I + 1)),
            {"f": Fact(summed(dom, ONE, N), relation("<=", I, I + 1))},
            (),
        ),
        "missing": (fact(dom, "<=", t(exp(I)), t(I**2)), {}, ()),
        "index of the goal": (
            fact(dom.with_range(Range("i")), "<=", t(small), t(large)),
            {"f": fact(dom.with_range(Range("i")), "<=", I, I**2 + 1)},
            (),
        ),
        "no sums": (fact(dom, "<=", N, N), le, ()),
        "another index": (fact(dom, "<=", t(small), bind("Sum", K**2, "k", ONE, N)), le, ()),
        "unequal": (
            fact(dom, "!=", t(small), t(large + 1)),
            {"f": Fact(summed(dom, ONE, N), relation("!=", small, large + 1))},
            (),
        ),
    }
    goal, known, defined = made[fail]
    if fail == "summand defined":
        where = Domain((closed("x", ONE, TWO), above("n", 1, False, True)))
        goal = fact(where, "==", t(phantom(X) + 0 * I), t(X + 0 * I))
        known = {
            "f": Fact(
                summed(where, ONE, N).with_range(opened("x", 2, 1)), relation("==", phantom(X) + 0 * I, X + 0 * I)
            )
        }
    return Application(goal, by("Termwise", "f"), known, defined)


@generator(
    "Cut",
    "relation",
    "twice",
    "left out",
    "beyond the end",
    "before the start",
    "another body",
    "another end",
    "another start",
    "part diverges",
    form=("real ends", "not whole", "products", "three parts", "index"),
)
def cut(pick: Pick, fail: str | None) -> Application:
    body = pick(I, I**2 + 1, I - 3)
    a, c = num(pick.integer(-2, 1)), num(pick.integer(-1, 2))
    t = lambda low, high, f=body, kind="Sum", i="i": total(kind, f, low, high, i)  # noqa: E731
    if fail is None and pick.chance():
        f = TWO ** neg(func("abs", I - c))
        left, right = total("Sum", f, neg(OO), c - 1), total("Sum", f, c, OO)
        known: dict = {"l": fact(NONE, "==", left, ONE), "r": fact(NONE, "==", right, TWO)}
        return Application(fact(NONE, "==", total("Sum", f, neg(OO), OO), left + right), by("Cut"), known, ("l", "r"))
    if fail is None:
        return Application(fact(NATURALS, "==", t(a, N + 3), t(a, N) + t(N + 1, N + 3)), by("Cut"))
    half = total("Sum", HALF**I, 1, OO)
    made = {
        "relation": (NATURALS, pick("<", ">", "!="), t(a, N + 3), t(a, N) + t(N + 1, N + 3)),
        "twice": (NATURALS, "==", t(a, N + 3), t(a, N) + t(N, N + 3)),
        "left out": (NATURALS, "==", t(a, N + 3), t(a, N) + t(N + 2, N + 3)),
        "beyond the end": (NATURALS, "==", t(a, N), t(a, num(5)) + t(num(6), N)),
        "before the start": (NATURALS, "==", t(ONE, N), t(ONE, num(-3)) + t(num(-2), N)),
        "not whole": (NATURALS, "==", t(ONE, N + 3, I), t(ONE, num(3, 2), I) + t(num(5, 2), N + 3, I)),
        "another body": (NATURALS, "==", t(a, N + 3), t(a, N) + t(N + 1, N + 3, body + 1)),
        "another end": (NATURALS, "==", t(a, N + 3), t(a, N) + t(N + 1, N + 4)),
        "another start": (NATURALS, "==", t(a, N + 3), t(num(a.value - 1), N) + t(N + 1, N + 3)),  # type: ignore[operator]
        "part diverges": (NONE, "==", total("Sum", I, 1, OO), total("Sum", I, 1, 1) + total("Sum", I, 2, OO)),
        "real ends": (Domain((above("x", 0),)), "==", t(ONE, X + 3, I), t(ONE, X, I) + t(X + 1, X + 3, I)),
        "products": (
            NATURALS,
            "==",
            t(a, N + 3, body, "Product"),
            t(a, N, body, "Product") + t(N + 1, N + 3, body, "Product"),
        ),
        "three parts": (NATURALS, "==", t(a, N + 3), t(a, N) + ZERO),
        "index": (NATURALS, "==", t(a, N + 3), t(a, N) + total("Sum", put(body, {"i": K}), N + 1, N + 3, "k")),
    }
    domain, op, left, right = made[fail]
    if fail == "another body" and pick.chance():
        right = t(a, N, body + 1) + t(N + 1, N + 3, body + 1)
    return Application(fact(domain, op, left, right), by("Cut"), {"h": fact(NONE, "==", half, ONE)})


@generator(
    "Telescope",
    "relation",
    "another value",
    "another difference",
    "reversed",
    "real end",
    "body defined",
    "product",
    "no limit",
    "another limit",
    "diverges",
    "start defined",
    form=(
        "form defined",
        "value defined",
        "index taken",
        "index in the limit",
        "no sum",
        "limit missing",
        "strange symbol",
        "from infinity",
    ),
)
def telescope(pick: Pick, fail: str | None) -> Application:
    c = pick.integer(2, 5)
    form = pick(I ** pick.integer(1, 3) + c * I, num(c) ** I / (c - 1), I * num(c) ** I, I * (I - 1) / 2)
    at = lambda f, e: put(f, {"i": e})  # noqa: E731
    diff = lambda f: at(f, I + 1) - f  # noqa: E731
    a = num(pick.integer(-1, 1))
    if fail is None and pick.chance():
        domain, form, low, high, a, b = pick(
            (NONE, I * num(c) ** neg(I), None, ZERO, ONE, OO),
            (POS, exp(neg(X * I)), None, ZERO, ZERO, OO),
            (POS, exp(X * I) + X, X, None, neg(OO), num(c)),
            (NONE, 1 / (1 + exp(neg(I))), ZERO, ONE, neg(OO), OO),
            (NONE, func("erfc", I), TWO, ZERO, neg(OO), OO),
        )
        values = [high or at(form, b + 1), low or at(form, a)]
        return Application(
            fact(domain, "==", total("Sum", diff(form), a, b), values[0] - values[1]), by("Telescope", form, low, high)
        )
    if fail is None:
        return Application(
            fact(NATURALS, "==", total("Sum", diff(form), a, N), at(form, N + 1) - at(form, a)), by("Telescope", form)
        )
    tri = I * (I - 1) / 2
    sum_i = total("Sum", I, 1, N)
    full = N * (N + 1) / 2
    geo = neg(TWO ** (1 - I))  # its differences are 2**(-i)
    halves = total("Sum", HALF**I, 1, OO)
    made = {
        "relation": (NATURALS, pick("<", ">", "!="), sum_i, full, (tri,)),
        "another value": (NATURALS, "==", sum_i, pick(full + 1, N * (N - 1) / 2, ZERO), (tri,)),
        "another difference": (NATURALS, "==", sum_i, N * (N + 3) / 2, (I * (I + 1) / 2,)),
        "reversed": (INTEGERS, "==", sum_i, full, (tri,)),
        "real end": (Domain((above("n", 0),)), "==", sum_i, full, (tri,)),
        "form defined": (
            NATURALS,
            "==",
            total("Sum", ZERO, 0, N),
            phantom(num(1, 3)) - num(1, 3) + 0 * N,
            (phantom(num(2)) + I * 0,),
        ),
        "body defined": (NATURALS, "==", total("Sum", ONE + 0 * log(I), 0, N), N + 1, (I,)),
        "product": (NATURALS, "==", total("Product", I, 1, N), full, (tri,)),
        "no limit": (NONE, "==", total("Sum", ONE, 1, OO), ZERO, (I, None, ONE)),
        "another limit": (NONE, "==", halves, TWO, (geo, None, ONE)),
        "diverges": (NONE, "==", total("Sum", TWO**I, 1, OO), num(-2), (TWO**I, None, ZERO)),
        "value defined": (
            POS,
            "==",
            total("Sum", exp(neg(X * I)) - exp(neg(X * (I + 1))), 1, OO),
            exp(neg(X)),
            (neg(exp(neg(X * I))), None, phantom(X) - X),
        ),
        "start defined": (R, "==", total("Sum", ZERO, floor(log(X)), floor(log(X))), ZERO, (ZERO,)),
        "index taken": (NATURALS.with_range(Range("i")), "==", sum_i, full, (tri,)),
        "index in the limit": (NONE, "==", total("Sum", ZERO, 1, OO), ZERO, (I - I, None, I - I)),
        "no sum": (NATURALS, "==", N, N, (tri,)),
        "limit missing": (NONE, "==", halves, ONE, (geo,)),
        "strange symbol": (NATURALS, "==", sum_i, full, (tri + X,)),
        "from infinity": (NONE, "==", total("Sum", ZERO, OO, OO), ZERO, (ONE, ONE, ONE)),
    }
    domain, op, left, right, fields = made[fail]
    if fail == "form defined":  # x**i/(x - 1) has the right differences, but x may be 1
        domain = Domain((above("n", 0, False, True), closed("x", 0, 1)))
        fields = (phantom(X + 1) * I,)
        left, right = total("Sum", X + 1, 0, N), (N + 1) * (X + 1) if pick.chance() else (X + 1) * (N + 1)
        domain = Domain((above("n", 0, False, True), closed("x", 1, 2)))
    if fail == "start defined":
        left = total("Sum", ZERO, floor(log(X)), floor(log(X)) + pick.integer(0, 3))
    if fail == "value defined":
        domain = Domain((above("x", 1),))
    return Application(fact(domain, op, left, right), by("Telescope", *fields))


@generator(
    "Binomial",
    "relation",
    "another value",
    "another x",
    "another y",
    "another factor",
    "start",
    "negative",
    "real",
    "another order",
    "negative power of zero",
    "product",
    form=(
        "index in x",
        "index in the factor",
        "index taken",
        "order too large",
        "negative order",
        "no sum",
        "x defined",
        "y defined",
        "strange symbol",
    ),
)
def binomial(pick: Pick, fail: str | None) -> Application:
    m = pick.integer(0, 2)
    x, y, c = num(pick.integer(1, 3)), pick(num(pick.integer(1, 3)), exp(ONE), X + 1), pick(ONE, num(3), X)
    domain = NATURALS.with_range(above("x", 0, True))

    def falling(t: Term) -> Term:
        out: Term = ONE
        for j in range(m):
            out = out * (t - j)
        return out

    def left(n: Term = N, x: Term = x, y: Term = y, c: Term = c, low: Term = ZERO) -> Term:
        return total("Sum", c * falling(I) * func("binomial", n, I) * x**I * y ** (n - I), low, n)

    def right(n: Term = N, x: Term = x, y: Term = y, c: Term = c) -> Term:
        return c * falling(n) * x**m * (x + y) ** (n - m)

    if fail is None:
        return Application(fact(domain, "==", left(), right()), by("Binomial", x, y, c, m))
    plain = total("Sum", func("binomial", N, I), 0, N)
    two = TWO**N
    mean = total("Sum", I * func("binomial", N, I), 0, N)
    rule = by("Binomial", ONE, ONE)
    real = Domain((above("n", 0),))
    made = {
        "relation": (NATURALS, pick("<", ">", "!="), plain, two, rule),
        "another value": (NATURALS, "==", plain, pick(num(3) ** N, two + 1, two - N), rule),
        "another x": (NATURALS, "==", plain, num(3) ** N, by("Binomial", TWO, ONE)),
        "another y": (NATURALS, "==", plain, num(3) ** N, by("Binomial", ONE, TWO)),
        "another factor": (NATURALS, "==", plain, 2 * two, by("Binomial", ONE, ONE, TWO)),
        "start": (NATURALS, "==", total("Sum", func("binomial", N, I), 1, N), two, rule),
        "negative": (INTEGERS, "==", total("Sum", func("binomial", N, I), 0, N), two, rule),
        "real": (real, "==", plain, two, rule),
        "another order": (NATURALS, "==", plain, N * TWO ** (N - 1), by("Binomial", ONE, ONE, ONE, 1)),
        "negative power of zero": (
            NATURALS,
            "==",
            total("Sum", I * func("binomial", N, I) * MINUS_ONE ** (N - I), 0, N),
            N * ZERO ** (N - 1),
            by("Binomial", ONE, MINUS_ONE, ONE, 1),
        ),
        "product": (NATURALS, "==", total("Product", func("binomial", N, I), 0, N), two, rule),
        "index in x": (
            NATURALS,
            "==",
            total("Sum", func("binomial", N, I) * I**I, 0, N),
            (1 + I) ** N,
            by("Binomial", I, ONE),
        ),
        "index in the factor": (NATURALS, "==", mean, two, by("Binomial", ONE, ONE, I)),
        "index taken": (NATURALS.with_range(Range("i")), "==", plain, two, rule),
        "order too large": (NATURALS, "==", plain, two, by("Binomial", ONE, ONE, ONE, 9)),
        "negative order": (NATURALS, "==", plain, two, by("Binomial", ONE, ONE, ONE, -1)),
        "no sum": (NATURALS, "==", N, N, rule),
        "x defined": (
            domain,
            "==",
            total("Sum", func("binomial", N, I) * X**I, 0, N),
            (1 + X) ** N,
            by("Binomial", phantom(X), ONE),
        ),
        "y defined": (
            domain,
            "==",
            total("Sum", func("binomial", N, I) * X ** (N - I), 0, N),
            (1 + X) ** N,
            by("Binomial", ONE, phantom(X)),
        ),
        "strange symbol": (NATURALS, "==", plain, two, by("Binomial", ONE + Y - Y, ONE)),
    }
    where, op, l, r, by_rule = made[fail]
    return Application(fact(where, op, l, r), by_rule)
