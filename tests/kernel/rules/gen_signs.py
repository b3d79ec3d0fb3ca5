"""Generators for the rules about sign patterns (reals/ladder.py), Sturm chains and balls on boxes (reals/boxes.py)."""

from __future__ import annotations

from dpsym.kernel.statements import Domain, Pattern, Range
from dpsym.kernel.terms import (
    HALF,
    MINUS_ONE,
    ONE,
    TWO,
    ZERO,
    Term,
    exp,
    func,
    log,
    mul,
    neg,
    num,
    relation,
    sqrt,
)
from tests.kernel.rules.applications import (
    NONE,
    NONNEG,
    POS,
    R2,
    Application,
    Pick,
    R,
    X,
    Y,
    above,
    below,
    by,
    closed,
    fact,
    generator,
    opened,
    pattern,
    phantom,
    put,
    shifted,
)
from tests.kernel.rules.evaluator import TRUE, judge, plain

#: What the goal of every rule with a pattern must be like.
SHAPE = (
    "signs",
    "no signs",
    "alternating",
    "not a pattern",
    "symbol without range",
    "integer symbol",
    "condition on the symbol",
)


def misshapen(case: Application, fail: str | None) -> Application:
    """The application with a goal that is no pattern, or no well-formed one. A condition on the symbol leaves gaps."""
    p = case.goal
    assert isinstance(p, Pattern)
    if fail == "not a pattern":
        return Application(fact(p.domain, ">=", p.term, p.term), case.by, case.known, case.defined)
    if fail in ("signs", "no signs", "alternating"):
        p = pattern(
            p.domain,
            p.term,
            *{"signs": (2,), "no signs": (), "alternating": p.signs + p.signs[-1:]}[fail],
            symbol=p.symbol,
        )
    if fail == "symbol without range":
        p = pattern(p.domain.without(p.symbol), ONE, *p.signs, symbol=p.symbol)
    if fail == "integer symbol":
        r = p.domain.range(p.symbol)
        p = pattern(
            p.domain.with_range(Range(r.name, r.lower, r.upper, r.lower_open, r.upper_open, True)),
            p.term,
            *p.signs,
            symbol=p.symbol,
        )
    if fail == "condition on the symbol":
        p = pattern(p.domain.with_conditions(relation("!=", sym_of(p.symbol), ONE)), p.term, *p.signs, symbol=p.symbol)
    return Application(p, case.by, case.known, case.defined)


def sym_of(name: str) -> Term:
    return {"x": X, "y": Y}[name]


def roots(pick: Pick) -> tuple[Term, list[int]]:
    """A polynomial with simple whole roots, and these in rising order."""
    at = sorted({pick.integer(-5, 5) for _ in range(pick.integer(1, 3))})
    return mul(*(X - r for r in at), ONE), at


def span(pick: Pick, low: int | None, high: int | None) -> Range:
    a, b = (None if e is None else num(e) for e in (low, high))
    return Range("x", a, b, a is None or pick.chance(), b is None or pick.chance())


@generator("OneSign", "sign", "strict", "domain", "two signs", form=("missing", *SHAPE))
def one_sign(pick: Pick, fail: str | None) -> Application:
    s = pick(1, -1)
    strict = pick.chance()
    t = s * (pick.polynomial() ** 2 + (num(pick.integer(1, 3)) if strict else ZERO))
    known = {"f": fact(R, {1: ">", -1: "<"}[s] + ("" if strict else "="), t, ZERO)}
    goal = pattern(R2, t, s, strict=strict and pick.chance())
    if fail == "sign":
        known = {"f": fact(R, {1: ">", -1: "<"}[s], s * exp(X), ZERO)}
        goal = pattern(R2, s * exp(X), -s)
    if fail == "strict":
        goal, known = pattern(R, s * X**2, s, strict=True), {"f": fact(R, {1: ">=", -1: "<="}[s], s * X**2, ZERO)}
    if fail == "domain":
        goal, known = pattern(R, s * X**3, s), {"f": fact(POS, {1: ">", -1: "<"}[s], s * X**3, ZERO)}
    if fail == "two signs":
        goal = pattern(R, s * X, s, -s)
        known = {"f": fact(R, ">=", X**2, ZERO)}
    if fail == "missing":
        goal = pattern(R, X + pick.rational(), 1)
        known = {"g": fact(R, ">=", X**2, ZERO)}
    return misshapen(Application(goal, by("OneSign", "f"), known), fail)


@generator(
    "Polynomial",
    "sign",
    "too few",
    "strict",
    "strict even root",
    "in another symbol",
    "defined",
    form=("not rational", *SHAPE),
)
def polynomial(pick: Pick, fail: str | None) -> Application:
    p, at = roots(pick)
    low, high = pick(None, at[0] - 1), pick(None, at[-1] + 1)
    domain = Domain((span(pick, low, high), Range("y")))
    first = (-1) ** len(at)
    signs = [first * (-1) ** i for i in range(len(at) + 1)]
    if fail is None and pick.chance():
        p = p / (X**2 + pick.integer(1, 3))
    even = fail is None and pick.chance()
    if even:
        p = p * (X - at[0]) * (X - at[0])
    goal = pattern(domain, p, *signs, strict=not even and pick.chance())
    if fail == "sign":
        goal = pattern(domain, p, *(-s for s in signs))
    if fail == "too few":
        goal = pattern(domain, p, *pick(signs[1:], signs[:-1]))
    if fail == "strict":
        goal = pattern(R, p * (X - at[0]), *[-signs[0], *signs[2:]] if len(signs) > 2 else [signs[1]], strict=True)
    if fail == "strict even root":
        goal = pattern(R, (X - at[0]) ** 2, 1, strict=True)
    if fail == "in another symbol":
        goal = pattern(domain, (X - at[0]) * pick(Y, exp(Y) - 2), -1, 1)
    if fail == "defined":
        goal = pattern(R, (X - at[0]) / X**2, -1, 1) if at[0] else pattern(R, 1 / X, -1, 1)
    if fail == "not rational":
        goal = pattern(R, exp(X) - 1, -1, 1)
    return misshapen(Application(goal, by("Polynomial")), fail)


@generator(
    "Sturm",
    "sign",
    "strict inside",
    "strict at a closed end",
    "equality",
    "other symbol",
    "defined",
    form=("no symbol", "not rational", "pattern"),
)
def sturm(pick: Pick, fail: str | None) -> Application:
    p, at = roots(pick)
    edge = at[-1]
    side = pick("right", "even", "shifted")
    domain, gap, strict = {
        "right": (Domain((above("x", edge, pick.chance()),)), p, False),
        "even": (R, p**2, False),
        "shifted": (R, p**2 + pick.integer(1, 3), True),
    }[side]
    op = pick(">", "!=", ">=") if strict else ">="
    if side == "right" and domain.ranges[0].lower_open:
        op = pick(">", ">=", "!=")
    if fail is None:
        low = pick(ZERO, X**2, X / (X**2 + 1))
        return Application(fact(domain, op, gap + low, low), by("Sturm", "x"))
    return {
        "sign": Application(fact(R, ">=", (X - at[0]) * (X**2 + 1), ZERO), by("Sturm", "x")),
        "strict inside": Application(fact(R, pick(">", "!="), p**2, ZERO), by("Sturm", "x")),
        "strict at a closed end": Application(
            fact(Domain((above("x", edge),)), pick(">", "!="), p, ZERO), by("Sturm", "x")
        ),
        "equality": Application(fact(R, "==", p**2, ZERO), by("Sturm", "x")),
        "other symbol": Application(fact(R2, ">=", p**2 * Y, ZERO), by("Sturm", pick("x", "y"))),
        "defined": Application(fact(R, ">=", 1 / X**2, ZERO), by("Sturm", "x")),
        "no symbol": Application(fact(R2, ">=", X**2, ZERO), by("Sturm", "z")),
        "not rational": Application(fact(R, ">=", exp(X), ZERO), by("Sturm", "x")),
        "pattern": Application(pattern(R, X**2, 1), by("Sturm", "x")),
    }[fail]


@generator(
    "Scaled",
    "factor sign",
    "factor strict",
    "cited strict",
    "signs",
    "flipped",
    "factor defined",
    "another term",
    "domain",
    "symbol",
    form=("missing", "fact", *SHAPE),
)
def scaled(pick: Pick, fail: str | None) -> Application:
    c = pick.integer(1, 4)
    strict = pick.chance()
    cited = pattern(POS, X - c, -1, 1, strict=True)
    m = pick(X, exp(X), X**2 + 1, neg(X), -exp(X) - 1, 1 / X)
    flip = -1 if (m.op == "*" and m.args[0] is MINUS_ONE) or m == -exp(X) - 1 else 1
    goal = pattern(Domain((above("x", 0, True), Range("y"))), m * (X - c), -flip, flip, strict=strict)
    known: dict = {"p": cited}
    if fail is None and pick.chance():  # a weak factor carries weak signs
        m = pick((X - 3) ** 2, func("abs", X - 1))
        goal = pattern(POS, m * (X - c), -1, 1)
    if fail is None and pick.chance():  # a fact shows the sign
        m = exp(X) - X
        known["s"] = fact(R, ">", exp(X), X)
        return Application(pattern(POS, m * (X - c), -1, 1, strict=strict), by("Scaled", "p", m, ("s",)), known)
    square = pattern(R, X**2, 1)
    if fail == "factor sign":
        m = X - pick.integer(1, 3)
        goal, known = pattern(R, m * X**2, 1), {"p": square}
    if fail == "factor strict":
        m = (X - 3) ** 2
        goal = pattern(POS, m * (X - c), -1, 1, strict=True)
    if fail == "cited strict":
        m = exp(X)
        goal, known = pattern(R, m * X**2, 1, strict=True), {"p": square}
    if fail == "signs":
        m = exp(X)
        goal = pattern(POS, m * (X - c), *pick((1,), (-1,), (1, -1)))
    if fail == "flipped":
        m = -exp(X)
        goal = pattern(POS, m * (X - c), -1, 1)
    if fail == "factor defined":
        m = phantom(X)
        goal, known = pattern(R, X * X**2, 1), {"p": square}
    if fail == "another term":
        m = exp(X)
        goal = pattern(POS, m * (X - c - 1) * (X - c) if pick.chance() else neg(m) * (X - c), -1, 1)
    if fail == "domain":
        m = exp(X)
        goal = pattern(R, m * (neg(X) - c), -1)
        known = {"p": pattern(POS, neg(X) - c, -1)}
    if fail == "symbol":
        m = exp(X)
        goal = pattern(R2, m * (X - Y), -1, 1, symbol="y")
        known = {"p": pattern(R2, X - Y, -1, 1)}
    if fail == "missing":
        known = {"q": cited}
    if fail == "fact":
        known = {"p": fact(POS, ">=", X, ZERO)}
    return misshapen(Application(goal, by("Scaled", "p", m), known), fail)


#: Terms with the pattern of their derivative on the real line, where it has one: (t, slope, signs of the slope).
RISING: list[tuple[Term, Term, tuple[int, ...]]] = [
    (X, ONE, (1,)),
    (exp(X), exp(X), (1,)),
    (neg(exp(X)), neg(exp(X)), (-1,)),
    (X**2, 2 * X, (-1, 1)),
    (X - exp(X), 1 - exp(X), (1, -1)),
    (func("tanh", X), 1 - func("tanh", X) ** 2, (1,)),
    (X**3 - 3 * X, 3 * X**2 - 3, (1, -1, 1)),
]


@generator(
    "Ladder",
    "left value",
    "right value",
    "left limit",
    "right limit",
    "left unknown",
    "right unknown",
    "strict",
    "another slope",
    "slope defined",
    "slope signs",
    "domain",
    "symbol",
    "value defined",
    "no end",
    "jump",
    "value relation",
    "value domain",
    form=("missing", "fact", "value missing", "order", "not differentiable", *SHAPE),
)
def ladder(pick: Pick, fail: str | None) -> Application:
    t, slope, signs = pick(*RISING)
    a = pick.integer(-3, 3)
    b = a + pick.integer(1, 4)
    low, high = pick(None, a), pick(None, b)
    domain = Domain((span(pick, low, high),))
    lower, upper = (None if e is None else num(e) for e in (low, high))
    inner = Domain((Range("x", lower, upper),))
    c = num(pick.integer(-3, 3))
    t = t - c
    cited = pattern(inner, slope, *signs, strict=pick.chance())
    known: dict = {"p": cited}
    out = [-signs[0], *signs]
    left = right = None
    at_low = None if low is None else put(t, {"x": num(low)})
    at_high = None if high is None else put(t, {"x": num(high)})
    if at_low is not None and _is(at_low, signs[0]) and pick.chance():
        left, out = "l", out[1:]
        known["l"] = fact(NONE, ">=" if signs[0] > 0 else "<=", at_low, ZERO)
    if at_high is not None and _is(at_high, -signs[-1]) and pick.chance():
        right, out = "r", out[:-1]
        known["r"] = fact(NONE, "<=" if signs[-1] > 0 else ">=", at_high, ZERO)
    goal = pattern(domain, t, *out, strict=cited.strict and pick.chance())
    if fail is None and out:
        return Application(goal, by("Ladder", "p", left, right), known)
    if fail is None:  # both ends take a sign away: nothing is left of (-, +)
        return Application(pattern(domain, t, *out or [1]), by("Ladder", "p"), known) if out else _limits(pick)
    up: dict = {"p": pattern(R, ONE, 1, strict=True)}
    k = pick.integer(1, 4)
    unit = Domain((closed("x", 0, k),))
    kinked = sqrt(X**2)
    at = {
        "left value": (pattern(NONNEG, X - k, 1), ("v", None), up | {"v": fact(NONE, "<=", ZERO - k, ZERO)}),
        "right value": (pattern(unit, X - HALF, -1), (None, "v"), up | {"v": fact(NONE, ">=", num(k) - HALF, ZERO)}),
        "value relation": (pattern(NONNEG, X - k, 1), ("v", None), up | {"v": fact(NONE, "!=", ZERO - k, ZERO)}),
        "left limit": (pattern(POS, X - k, 1), ("limit", None), up),
        "right limit": (pattern(R, exp(X) - k, -1), (None, "limit"), {"p": pattern(R, exp(X), 1)}),
        "left unknown": (pattern(R, X - k, 1), (None, None), up),
        "right unknown": (pattern(R, X - k, -1), (None, None), up),
        "strict": (pattern(POS, X * 0 + (X - X), 1, strict=True), ("limit", None), {"p": pattern(POS, ZERO, 1)}),
        "another slope": (pattern(POS, neg(X), 1), ("limit", None), {"p": pattern(POS, ONE, 1)}),
        "slope defined": (
            pattern(Domain((opened("x", -1, 1),)), k * X / kinked, 1, -1),
            (None, None),
            {"p": pattern(Domain((opened("x", -1, 1),)), X * 0, -1)},
        ),
        "slope signs": (pattern(POS, X**2 - k * X, 1), ("limit", None), {"p": pattern(POS, 2 * X - k, -1, 1)}),
        "domain": (
            pattern(R, X**3 - 3 * X, 1),
            ("limit", None),
            {"p": pattern(Domain((above("x", k + 1),)), 3 * X**2 - 3, 1)},
        ),
        "symbol": (pattern(R2, X - k, 1), ("limit", None), {"p": pattern(R2, ONE, 1, symbol="y")}),
        "value defined": (
            pattern(POS, neg(1 / X), 1),
            ("v", None),
            {"p": pattern(POS, X**-2, 1), "v": fact(Domain((opened("x", 0, 0),)), ">=", neg(1 / ZERO), ZERO)},
        ),
        "no end": (
            pattern(POS, X - k, -1),
            (None, "v"),
            {"p": pattern(POS, ONE, 1), "v": fact(NONE, "<=", ZERO, ZERO)},
        ),
        "jump": (
            pattern(NONNEG, func("floor", neg(X)) + X * 0 - 0, 1),
            ("v", None),
            {"p": pattern(POS, ZERO, 1), "v": fact(NONE, ">=", func("floor", ZERO), ZERO)},
        ),
        "value domain": (
            pattern(Domain((above("x", 0), Range("y"))), X + Y, 1),
            ("v", None),
            {
                "p": pattern(Domain((above("x", 0), Range("y"))), ONE, 1),
                "v": fact(Domain((above("y", 0),)), ">=", ZERO + Y, ZERO),
            },
        ),
        "missing": (pattern(POS, X, 1), ("limit", None), {"q": up["p"]}),
        "fact": (pattern(POS, X, 1), ("limit", None), {"p": fact(POS, ">=", ONE, ZERO)}),
        "value missing": (pattern(NONNEG, X + k, 1), ("w", None), up),
        "order": (pattern(POS, log(X) * X + X**2 * 0 - X * log(X) + X, 1), ("limit", None), up),
        "not differentiable": (pattern(POS, func("abs", X), 1), ("limit", None), up),
    }
    if fail in SHAPE:
        return misshapen(Application(pattern(POS, X, 1), by("Ladder", "p", "limit"), up), fail)
    goal, (left, right), known = at[fail]
    if (
        fail == "value missing"
    ):  # the value at 0 is seen to be positive in any case: the fact is of no use, but asked for
        goal = pattern(Domain((closed("x", 0, 1), Range("y"))), X + Y, 1)
        known = {"p": pattern(Domain((closed("x", 0, 1), Range("y"))), ONE, 1)}
    return Application(goal, by("Ladder", "p", left, right, *((0,) if fail == "order" else ())), known)


def _limits(pick: Pick) -> Application:
    c = pick.integer(1, 4)
    return pick(
        Application(
            pattern(POS, X + c, 1, strict=True), by("Ladder", "p", "limit"), {"p": pattern(POS, ONE, 1, strict=True)}
        ),
        Application(pattern(R, exp(X) * c, 1), by("Ladder", "p", "limit"), {"p": pattern(R, exp(X) * c, 1)}),
        Application(
            pattern(POS, log(1 + 1 / X) - 1 / (1 + X), 1),
            by("Ladder", "p", None, "limit"),
            {"p": pattern(POS, neg(1 / (X * (1 + X) ** 2)), -1)},
        ),
    )


def _is(t: Term, s: int) -> bool:
    """Whether s t >= 0, for a closed term of this file."""
    return judge(plain(relation(">=" if s > 0 else "<=", t, ZERO)), {}) == TRUE


@generator(
    "Close",
    "another term",
    "signs",
    "strict",
    "point range",
    "continuous",
    "domain",
    "defined",
    "symbol",
    form=("missing", "fact", "equal ends", *SHAPE),
)
def close(pick: Pick, fail: str | None) -> Application:
    a = pick.integer(-4, 4)
    b = a + pick.integer(1, 3)
    lo, hi = pick((a, b), (a, None), (None, b))
    lower, upper = (None if e is None else num(e) for e in (lo, hi))
    inner = Domain((Range("x", lower, upper),))
    whole = Domain((Range("x", lower, upper, lo is None, hi is None), Range("y")))
    t, signs = pick(
        ((X - num(a)) * exp(X), (-1, 1)),
        (neg(X) ** 2 - 1 - X**2, (-1,)),
        (X - num(b), (-1, 1)),
        ((X - num(a)) ** 2 + 1, (1,)),
    )
    cited = pattern(inner, t, *signs, strict=pick.chance())
    goal = pattern(whole, t, *signs, strict=cited.strict and pick.chance())
    known: dict = {"p": cited}
    up, shut = Domain((opened("x", a, b),)), Domain((closed("x", a, b),))
    if fail == "another term":
        goal, known = pattern(shut, X - b - 1, 1), {"p": pattern(up, X - a + 1, 1)}
    if fail == "signs":
        goal, known = pattern(shut, X - a + 1, -1), {"p": pattern(up, X - a + 1, 1)}
    if fail == "strict":
        m = num(a + b, 2)
        goal, known = pattern(shut, (X - m) ** 2, 1, strict=True), {"p": pattern(up, (X - m) ** 2, 1)}
    if fail in ("point range", "equal ends"):
        p = (num(a), num(a)) if fail == "point range" else (log(num(4)), 2 * log(TWO))
        goal, known = (
            pattern(Domain((closed("x", *p),)), MINUS_ONE, 1),
            {"p": pattern(Domain((Range("x", *p),)), MINUS_ONE, 1)},
        )
    if fail == "continuous":
        t = func("floor", (num(a) - X) / (b - a)) + HALF
        goal, known = pattern(shut, t, -1), {"p": pattern(up, t, -1)}
    if fail == "domain":
        wide = Domain((closed("x", a - 1, b),))
        goal, known = pattern(wide, X - a, 1), {"p": pattern(up, X - a, 1)}
    if fail == "defined":
        goal, known = pattern(shut, 1 / (X - a), 1), {"p": pattern(up, 1 / (X - a), 1)}
    if fail == "symbol":
        goal = pattern(R2, Y - X, -1, 1, symbol="x")
        known = {"p": pattern(R2, Y - X, -1, 1, symbol="y")}
    if fail == "missing":
        known = {"q": cited}
    if fail == "fact":
        known = {"p": fact(up, ">=", X, num(a))}
        goal = pattern(shut, X, 1)
    return misshapen(Application(goal, by("Close", "p"), known), fail)


@generator(
    "Glue",
    "point missing",
    "gap",
    "signs",
    "order",
    "strict joint",
    "strict part",
    "another term",
    "another symbol",
    "part of the domain",
    "ends missing",
    "integer part",
    form=("missing", "fact", "empty", *SHAPE),
)
def glue(pick: Pick, fail: str | None) -> Application:
    c = pick.integer(-3, 3)
    joint = pick.chance()
    left, right = Domain((below("x", c, joint),)), Domain((above("x", c, not joint),))
    strict = pick.chance()
    t, one, two = pick((X - c, -1, 1), ((X - c) ** 2, 1, 1), ((num(c) - X) * exp(X), 1, -1))
    known: dict = {"l": pattern(left, t, one, strict=True), "r": pattern(right, t, two, strict=True)}
    signs = (one, two) if one != two else (one,)
    goal = pattern(Domain((Range("x"), Range("y"))), t, *signs, strict=strict and one != two)
    names: tuple[str, ...] = ("l", "r")
    line = X - c
    if fail in ("point missing", "gap"):
        away = 0 if fail == "point missing" else 1
        t = HALF - func("floor", 1 / (1 + line**2))  # -1/2 at c, 1/2 elsewhere
        goal = pattern(R, t, 1)
        known = {
            "l": pattern(Domain((below("x", c, True),)), t, 1),
            "r": pattern(Domain((above("x", c + away, True),)), t, 1),
        }
    if fail == "signs":
        goal = pattern(R, line, *pick((1,), (-1,), (1, -1)))
        known = {"l": pattern(left, line, -1), "r": pattern(right, line, 1)}
    if fail == "order":
        goal, names = pattern(R, line, 1, -1), ("r", "l")
        known = {"l": pattern(left, line, -1), "r": pattern(right, line, 1)}
    if fail == "strict joint":
        goal = pattern(R, line**2, 1, strict=True)
        known = {"l": pattern(left, line**2, 1, strict=True), "r": pattern(right, line**2, 1, strict=True)}
    if fail == "strict part":
        t = line * (line - 1) ** 2
        goal = pattern(R, t, -1, 1, strict=True)
        known = {"l": pattern(left, t, -1, strict=True), "r": pattern(right, t, 1)}
    if fail == "another term":
        goal = pattern(R, neg(line), -1, 1)
        known = {"l": pattern(left, line, -1), "r": pattern(right, line, 1)}
    if fail == "another symbol":
        goal = pattern(R2, X - Y, -1, 1, symbol="y")
        known = {"l": pattern(R2, X - Y, -1, 1)}
        names = ("l",)
    if fail == "part of the domain":
        side = relation(">=", Y, ZERO)
        goal = pattern(R2, line * Y, -1, 1)
        known = {
            n: pattern(Domain((*d.ranges, Range("y")), (side,)), line * Y, s)
            for n, d, s in (("l", left, -1), ("r", right, 1))
        }
    if fail == "ends missing":
        goal = pattern(R, line, 1)
        known, names = {"r": pattern(right, line, 1)}, ("r",)
    if fail == "integer part":
        t = line * (line - 1)
        goal, names = pattern(R, t, 1), ("l",)
        known = {"l": pattern(Domain((Range("x", integer=True),)), t, 1)}
    if fail == "missing":
        known.pop("r")
    if fail == "fact":
        known["r"] = fact(right, ">=", line, ZERO)
    if fail == "empty":
        names = ()
    return misshapen(Application(goal, by("Glue", names), known), fail)


@generator(
    "FromPattern",
    "several signs",
    "sign",
    "strict",
    "strict at a closed end",
    "strict integer",
    "domain",
    "another gap",
    "equality",
    form=("missing", "fact", "pattern"),
)
def from_pattern(pick: Pick, fail: str | None) -> Application:
    s = pick(1, -1)
    a = num(pick.integer(-3, 3))
    inside, shut = Domain((above("x", a, True),)), Domain((above("x", a),))
    t = s * (X - a) * pick(ONE, exp(X))
    strict = pick.chance()
    known: dict = {"p": pattern(shut, t, s, strict=True)}
    goal = fact(inside, (">" if s > 0 else "<") + ("" if strict else "="), t + X, X)
    if fail == "several signs":
        goal, known = fact(R, ">=" if s > 0 else "<=", X - a, ZERO), {"p": pattern(R, X - a, -1, 1)}
    if fail == "sign":
        goal = fact(inside, "<=" if s > 0 else ">=", t, ZERO)
    if fail == "strict":
        b = shifted(a, 1)
        goal, known = (
            fact(inside, ">" if s > 0 else "<", s * (X - b) ** 2, ZERO),
            {"p": pattern(inside, s * (X - b) ** 2, s)},
        )
    if fail == "strict at a closed end":
        goal = fact(shut, pick(">" if s > 0 else "<", "!="), t, ZERO)
    if fail == "strict integer":
        known = {"p": pattern(Domain((closed("x", 0, 1),)), s * X * (1 - X), s, strict=True)}
        goal = fact(
            Domain((Range("x", MINUS_ONE, TWO, True, True, True),)), ">" if s > 0 else "<", s * X * (1 - X), ZERO
        )
    if fail == "domain":
        goal = fact(R, ">=" if s > 0 else "<=", t, ZERO)
    if fail == "another gap":
        goal = fact(inside, ">=" if s > 0 else "<=", t, s * (1 + X**2) * exp(X))
    if fail == "equality":
        goal = fact(inside, "==", t, ZERO)
    if fail == "missing":
        known = {"q": known["p"]}
    if fail == "fact":
        known = {"p": fact(shut, ">=" if s > 0 else "<=", t, ZERO)}
    if fail == "pattern":
        return Application(known["p"], by("FromPattern", "p"), known)
    return Application(goal, by("FromPattern", "p"), known)


def tree(depth: int, leaf: str = "n", axis: int = 0) -> object:
    return leaf if depth == 0 else (axis, tree(depth - 1, leaf, axis), tree(depth - 1, leaf, axis))


@generator(
    "Balls",
    "false",
    "on the edge",
    "outside holds",
    "outside on a part",
    "one half",
    "defined",
    "kink",
    "equality",
    form=(
        "unbounded",
        "leaf",
        "number of a condition",
        "no number",
        "axis",
        "negative axis",
        "node",
        "bits",
        "too many bits",
        "pattern",
        "jump",
    ),
)
def balls(pick: Pick, fail: str | None) -> Application:
    c = pick.integer(1, 4)
    box = Domain((span(pick, -pick.integer(0, 2), pick.integer(1, 2)), Range("y", ZERO, ONE, pick.chance(), True)))
    f = pick(exp(X), log(X + 7), func("tanh", X), func("erf", X * Y), X**3, sqrt(X + 7), func("Phi", X), Y * X)
    leaf = pick("n", "m")
    unit = Domain((closed("x", 0, 1),))
    half = relation("<=", X, HALF)
    if fail is None and pick.chance():
        return Application(
            fact(unit.with_conditions(half), "<", X * c, num(4 * c, 5)), by("Balls", (0, "n", (0, leaf, "x0")))
        )
    if fail is None:
        return Application(
            fact(box, pick(">", ">=", "!="), f + Y, num(-20 * c)),
            by("Balls", tree(pick.integer(0, 3), leaf, pick(0, 1)), pick(53, 64, 128)),
        )
    ok = fact(unit, ">", X + c, ZERO)
    return {
        "false": Application(fact(unit, pick(">", ">=", "!="), X, HALF), by("Balls", tree(pick.integer(0, 5), leaf))),
        "on the edge": Application(fact(unit, pick(">", "!="), X * c, ZERO), by("Balls", tree(5, leaf))),
        "outside holds": Application(
            fact(unit.with_conditions(relation(">=", X, ZERO)), ">", X, HALF), by("Balls", "x0")
        ),
        "outside on a part": Application(fact(unit.with_conditions(half), ">", X, HALF), by("Balls", "x0")),
        "one half": Application(fact(unit.with_conditions(half), ">", X, num(1, 4)), by("Balls", (0, "n", "x0"))),
        "defined": Application(fact(Domain((closed("x", -1, 1),)), ">", num(3), log(X)), by("Balls", "n")),
        "kink": Application(fact(Domain((closed("x", -1, 1),)), ">", sqrt(X**2), num(1, 10)), by("Balls", "m")),
        "equality": Application(fact(unit, "==", X, ZERO), by("Balls", "n")),
        "unbounded": Application(fact(POS, ">", X + c, ZERO), by("Balls", "n")),
        "leaf": Application(ok, by("Balls", pick("q", "", "nn", "N"))),
        "number of a condition": Application(
            fact(unit.with_conditions(relation(">=", X, num(2))), ">", X, num(5)), by("Balls", pick("x1", "x7"))
        ),
        "no number": Application(
            fact(unit.with_conditions(relation(">=", X, num(2))), ">", X, num(5)),
            by("Balls", pick("x", "x²", "x-1", "y0", "x00000000")),
        ),
        "axis": Application(ok, by("Balls", (1, "n", "n"))),
        "negative axis": Application(ok, by("Balls", (-1, "n", "n"))),
        "node": Application(ok, by("Balls", pick((0, "n"), (0, "n", "n", "n")))),
        "bits": Application(ok, by("Balls", "n", pick(1, 0, -5))),
        "too many bits": Application(ok, by("Balls", "n", pick(4097, 10**6))),
        "pattern": Application(pattern(unit, X + c, 1), by("Balls", "n")),
        "jump": Application(fact(unit, ">", func("floor", X) + c, ZERO), by("Balls", "m")),
    }[fail]
