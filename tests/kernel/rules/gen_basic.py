"""Generators for the rules of reals/rules.py: conditions, identities, signs, citing, combining, instances, cases."""

from __future__ import annotations

import itertools

from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import MINUS_ONE, ONE, TWO, ZERO, Term, exp, func, log, neg, negated, num, relation, sqrt
from tests.kernel.rules.applications import (
    NONNEG,
    POS,
    R2,
    UNCOVERED,
    Application,
    N,
    Pick,
    R,
    X,
    Y,
    Z,
    above,
    below,
    by,
    closed,
    exact,
    fact,
    generator,
    pattern,
    phantom,
    reals,
    shifted,
)

WEAKER = {
    "<": ("<", "<=", "!="),
    "<=": ("<=",),
    "==": ("==", "<=", ">="),
    "!=": ("!=",),
    ">=": (">=",),
    ">": (">", ">=", "!="),
}
#: For each relation one that it does not imply, and that is false where the sides are equal or in the wrong order.
N_SQUARE = N**2 - N  # nonnegative for integers only
STRONGER = {"<": ">", "<=": "<", "==": "<", "!=": "==", ">=": ">", ">": "<"}


@generator("Given", "relation", "left side", "right side", "not a condition")
def given(pick: Pick, fail: str | None) -> Application:
    a, b = X + pick.rational(), pick.rational() + pick(ZERO, Y)
    op = pick(*WEAKER)
    c = relation(op, a, b)
    others = (relation("<=", Y, num(7)),) if pick.chance() else ()
    goal = relation(pick(*WEAKER[op]), a, b)
    if fail == "relation":
        goal = relation(STRONGER[op], a, b)
    if fail == "left side":
        goal = relation(
            op, a + (X * X + 9) * {"<": 1, "<=": 1}.get(op, -1) if op not in ("==", "!=") else a + X * X - 5, b
        )
    if fail == "right side":
        goal = relation(op, a, b + {"<": -1, "<=": -1}.get(op, 1)) if op != "!=" else relation(op, a, b + 1)
    if fail == "not a condition":
        return Application(fact(R2, op, a, b), by("Given"))
    if fail is None and pick.chance():  # a condition is defined where it holds
        return Application(fact(R.with_conditions(relation(">", log(X), ZERO)), ">=", log(X), ZERO), by("Given"))
    return Application(fact(R2.with_conditions(*others, c), goal.op, *goal.args), by("Given"))


def identity_of(pick: Pick) -> tuple[Term, Term]:
    """Two sides that are equal for all reals x, y and have equal normal forms."""
    a, b = pick.polynomial(), pick.polynomial(Y, 1)
    return pick(
        ((a + b) ** 2, a**2 + 2 * a * b + b**2),
        (exp(a) * exp(b), exp(a + b)),
        (func("abs", a * b), func("abs", b) * func("abs", a)),
        (func("tanh", a), 1 - 2 / (exp(2 * a) + 1)),
        (func("max", a, b), a + b - func("min", a, b)),
        (sqrt(a**2), func("abs", a)),
        (func("Phi", a) + func("Phi", neg(a)), ONE),
        (func("floor", a + 2), func("floor", a) + 2),
        (func("cosh", b) ** 2 - func("sinh", b) ** 2, ONE),
        (log(exp(a) * exp(b)), a + b),
    )


@generator("Identity", "strict relation", "different", "defined on the left", "defined on the right", "sign of a root")
def identity(pick: Pick, fail: str | None) -> Application:
    left, right = identity_of(pick)
    op = pick("==", "<=", ">=")
    domain = R2
    if fail == "strict relation":
        op = pick("<", ">", "!=")
    if fail == "different":
        left, op = left + pick(X, num(-1), Y**2 + 1, ONE), "=="
    if fail == "sign of a root":
        left, right, op = sqrt(X**2), X, "=="
    if fail == "defined on the left":
        left = left + pick(X / X - 1, 0 * log(X), phantom(X) - X, sqrt(X) ** 2 - sqrt(X) ** 2)
    if fail == "defined on the right":
        right = right + pick(X / X - 1, 0 * log(Y), (X + Y) ** num(-3) * 0)
    return Application(fact(domain, op, left, right), by("Identity"))


@generator("Rounding", "relation", "floor of another", "ceil of another", "one less", "defined")
def rounding(pick: Pick, fail: str | None) -> Application:
    a = pick.function() * pick(ONE, Y) if fail is None else X + pick.rational()
    b = a
    which = pick("floor", "floor above", "ceil", "ceil above")
    if fail == "floor of another":
        b, which = a + pick(num(2), X**2 + 1, 2 * a + 5), pick("floor", "floor above")
    if fail == "ceil of another":
        b, which = a - pick(num(2), X**2 + 1), pick("ceil", "ceil above")
    if fail == "defined":
        a = b = log(X) + pick.rational()
    up, down = func("ceil", b), func("floor", b)
    if fail in ("floor of another", "ceil of another") and which.endswith("above"):
        down, up = func("floor", a - 3), func("ceil", a + 3)
    op, left, right = {
        "floor": ("<=", down, a),
        "floor above": ("<", a, down + 1),
        "ceil": ("<=", a, up),
        "ceil above": ("<", up, a + 1),
    }[which]
    if fail == "relation":
        op = {"<=": pick("<", "==", ">="), "<": pick(">", "==", ">=")}[op]
    if fail == "one less" and op == "<":
        right = (down if which == "floor above" else a) + ZERO
    elif fail == "one less":
        left, right = (down + 1, a) if which == "floor" else (a, up - 1)
    return Application(fact(R2, op, left, right), by("Rounding"))


@generator(
    "Sign", "sign", "strict", "form sign", "form strict", "form equal", "form defined", "defined", form=("open end",)
)
def sign(pick: Pick, fail: str | None) -> Application:
    a, b = pick.polynomial(), pick.polynomial(X, 1)
    c = num(pick.integer(1, 5))
    form, strict = pick(
        (a**2 + b**2, False),
        (a**2 + exp(b), True),
        (exp(a) * b**2 + c, True),
        (func("abs", a) + a**4, False),
        (c - func("tanh", a), True),
        (func("Phi", a) * c, True),
    )
    goal = fact(R, ">=" if not strict or pick.chance() else pick(">", "!="), form + b, b)
    if fail is None and pick.chance():
        low = pick.rational()
        seen = pick((X**2 + c, ">"), (X - low, ">="), (exp(X) * (X - low), ">="), (-((X - low) ** 3), "<="))
        return Application(fact(Domain((above("x", low),)), seen[1], seen[0], ZERO), by("Sign"))
    if fail is None:
        return Application(goal, by("Sign", form))
    t = X - c
    return {
        "sign": Application(fact(POS, ">=", t * exp(X), ZERO), by("Sign")),
        "strict": Application(fact(NONNEG, ">", X * c, ZERO), by("Sign")),
        "open end": Application(
            fact(Domain((Range("x", ZERO, c, False, True),)), pick(">", "!="), X * (c - X), ZERO), by("Sign")
        ),
        "form sign": Application(fact(R, ">=", t, ZERO), by("Sign", pick(t, t + ZERO, X + neg(c)))),
        "form strict": Application(fact(R, pick(">", "!="), t**2, ZERO), by("Sign", t * t)),
        "form equal": Application(fact(R, ">=", t, ZERO), by("Sign", pick(exp(X), t**2, ONE))),
        "form defined": Application(fact(R, pick(">", ">="), X, ZERO), by("Sign", phantom(X))),
        "defined": Application(fact(R, ">=", pick(sqrt(X), X**-2, exp(1 / X), log(X) ** 2), ZERO), by("Sign")),
    }[fail]


@generator("Follows", *UNCOVERED, "relation", "another gap", form=("missing", "pattern"))
def follows(pick: Pick, fail: str | None) -> Application:
    outer, s, inner = exact(pick, fail)
    known = {"f": Application(fact(outer, s.op, *s.args), None).goal}
    goal = pick(
        relation(pick(*WEAKER[s.op]), *s.args),
        relation({"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}[s.op], s.rhs, s.lhs),
        relation(s.op, s.lhs - s.rhs + X, X),
    )
    if fail == "relation":
        inner, goal = outer, relation({"<=": "<", ">=": ">", "<": ">", ">": "<"}[s.op], *s.args)
    if fail == "another gap":
        inner, goal = outer, relation(s.op, s.lhs + {"<": 1, "<=": 1}.get(s.op, -1) * (X**2 + Y**2 + 20), s.rhs)
        inner = inner if "y" in inner.names else inner.with_range(Range("y"))
    if fail == "missing":
        known = {"g": known["f"]}
    if fail == "pattern":
        known = {"f": pattern(outer, s.lhs - s.rhs, 1)}
    return Application(fact(inner, goal.op, *goal.args), by("Follows", "f"), known)


@generator(
    "Chain",
    "the lower end",
    "a condition",
    "first side",
    "last side",
    "broken link",
    "strict",
    "mixed",
    "equality",
    "unequal",
    form=("missing", "pattern", "empty"),
)
def chain(pick: Pick, fail: str | None) -> Application:
    up = pick.chance() if fail not in ("the lower end", "a condition") else True
    ops = [pick("<=", "<", "==") for _ in range(pick.integer(1, 3))]
    if fail == "strict":
        ops = ["<=" if op == "<" else op for op in ops]
    if fail == "equality":
        ops[0] = "<="
    more = {"<=": lambda t: t + X**2, "<": lambda t: t + exp(X), "==": lambda t: t + ZERO}
    terms = [pick.function()]
    for op in ops:
        terms.append(more[op](terms[-1]))
    domain, outer = R2, R2
    if fail == "the lower end":
        terms[-1], ops[-1], domain, outer = terms[-2] + X, "<=", R, Domain((above("x", 0),))
    if fail == "a condition":
        terms[-1], ops[-1], outer = terms[-2] + Y, "<=", R2.with_conditions(relation(">=", Y, ZERO))
    if not up:
        ops = [{"<=": ">=", "<": ">", "==": "=="}[op] for op in ops]
        terms = [neg(t) for t in terms]
    known: dict = {f"l{i}": fact(outer, op, terms[i], terms[i + 1]) for i, op in enumerate(ops)}
    strict, weak = ("<", "<=") if up else (">", ">=")
    result = strict if strict in ops else weak if weak in ops else "=="
    op = pick(*WEAKER[result])
    first, last = terms[0], terms[-1]
    away = ONE if up else MINUS_ONE
    if fail == "first side":
        first = first + away * (X**2 + exp(X) * 5 + 9)
    if fail == "last side":
        last = last - away * (X**2 + exp(X) * 5 + 9)
    if fail in ("first side", "last side"):
        op = weak
    if fail == "broken link":
        known["l9"] = fact(
            domain, weak, terms[-1] - away * 9 - away * exp(X) * 9, terms[-1] - away * 8 - away * exp(X) * 9
        )
        last, op = known["l9"].statement.rhs, weak
    if fail == "strict":
        op = strict
    if fail == "mixed":
        known["l9"] = fact(domain, ">=" if up else "<=", terms[-1], terms[-1] - away * (exp(X) * 9 + X**2 * 9 + 1))
        last, op = known["l9"].statement.rhs, pick("<=", ">=")
        op = weak
    if fail == "equality":
        op = "=="
    if fail == "unequal":
        known = {"l0": fact(domain, "!=", terms[0], terms[0] + 1 + X**2)}
        last, op = terms[0] + 1 + X**2, pick(">", ">=")
        first = terms[0]
    if fail == "missing":
        known.pop("l0")
        return Application(fact(domain, op, first, last), by("Chain", tuple(f"l{i}" for i in range(len(ops)))), known)
    if fail == "pattern":
        known["l0"] = pattern(domain, terms[0] - terms[1], -1)
    if fail == "empty":
        return Application(fact(domain, pick("<=", "=="), first, first), by("Chain", ()), known)
    return Application(fact(domain, op, first, last), by("Chain", tuple(known)), known)


@generator(
    "Combine",
    "the lower end",
    "a condition",
    "multiplier sign",
    "multiplier sign on the edge",
    "rest sign",
    "multiplier defined",
    "rest defined",
    "strict",
    "strict multiplier",
    "equality",
    "equality with a rest",
    "unequal",
    "normal form",
    "signs uncited",
    form=("missing", "pattern"),
)
def combine(pick: Pick, fail: str | None) -> Application:
    """The known facts are e**x >= 1 + x, log(1 + x) < x for x > 0, and y == 2 x, and x >= y."""
    domain = Domain((above("x", 0, True), Range("y")), (relation("==", Y, 2 * X),))
    f, g, e = fact(R, ">=", exp(X), 1 + X), fact(POS, "<", log(1 + X), X), fact(domain, "==", Y, 2 * X)
    known: dict = {"f": f, "g": g, "e": e}
    a, b, c = num(pick.integer(0, 4)), pick(ZERO, ONE, X, X**2, exp(X)), pick(MINUS_ONE, X - 1, Y, num(3))
    rest = pick(ZERO, X**2, num(2))
    gap = a * (exp(X) - (1 + X)) + b * (X - log(1 + X)) + c * (Y - 2 * X) + rest
    strict = b is not ZERO or rest is not ZERO
    op = ">" if strict and pick.chance() else ">="
    using = (("f", a), ("g", b), ("e", c))
    rule = by("Combine", using, rest)
    if fail is None and pick.chance():  # multipliers whose sign a fact shows
        known["s"] = fact(R, ">", exp(X), X)
        m = exp(X) - X
        rule, gap = by("Combine", (("f", m),), ZERO, ("s",)), m * (exp(X) - (1 + X))
        return Application(fact(domain, ">=", gap, ZERO), rule, known)
    if fail is None and pick.chance():
        return Application(fact(domain, pick("==", ">="), c * Y, 2 * c * X), by("Combine", (("e", c),)), known)
    if fail is None:
        return Application(fact(domain, op, gap + X, X), rule, known)
    t, low = X - pick.integer(1, 3), relation(">=", X, Y)
    cited = {"f": fact(R2.with_conditions(low), ">=", X, Y)}
    on = R2.with_conditions(low)
    nonneg = {"f": fact(NONNEG, ">=", X, ZERO)}
    return {
        "the lower end": Application(fact(R, ">=", 2 * X, ZERO), by("Combine", (("f", TWO),)), nonneg),
        "a condition": Application(fact(R2, ">=", 2 * X, 2 * Y), by("Combine", (("f", TWO),)), cited),
        "multiplier sign": Application(fact(on, ">=", t * X, t * Y), by("Combine", (("f", t),)), cited),
        "multiplier sign on the edge": Application(
            fact(on, ">=", neg(X) + X * 0, neg(Y)), by("Combine", (("f", MINUS_ONE),)), cited
        ),
        "rest sign": Application(fact(on, ">=", X + t, Y), by("Combine", (("f", ONE),), t), cited),
        "multiplier defined": Application(fact(on, ">=", X * X, X * Y), by("Combine", (("f", phantom(X)),)), cited),
        "rest defined": Application(fact(on, ">=", 2 * X, Y), by("Combine", (("f", ONE),), phantom(X)), cited),
        "strict": Application(fact(on, pick(">", "!="), 2 * X, 2 * Y), by("Combine", (("f", TWO),)), cited),
        "strict multiplier": Application(
            fact(NONNEG, ">", X * exp(X), X * X), by("Combine", (("g", X),)), {"g": fact(R, ">", exp(X), X)}
        ),
        "equality": Application(fact(on, "==", X, Y), by("Combine", (("f", ONE),)), cited),
        "equality with a rest": Application(
            fact(domain, pick("==", "<="), Y + 1, 2 * X), by("Combine", (("e", ONE),), pick(ONE, X**2 + 1)), {"e": e}
        ),
        "unequal": Application(
            fact(R, pick(">", ">="), X**3, X**3 + 3 + X**2),
            by("Combine", (("u", num(3)),)),
            {"u": fact(R, "!=", ZERO, 1 + X**2 / 3)},
        ),
        "normal form": Application(fact(on, ">=", 2 * X, Y), by("Combine", (("f", ONE),)), cited),
        "signs uncited": Application(
            fact(on, ">=", t * X, t * Y),
            by("Combine", (("f", t),), ZERO, ("s",)),
            cited | {"s": fact(Domain((above("x", 3),)), ">=", t, ZERO)},
        ),
        "missing": Application(fact(on, ">=", X, Y), by("Combine", (("g", ONE),)), cited),
        "pattern": Application(fact(on, ">=", X, Y), by("Combine", (("f", ONE),)), {"f": pattern(on, X - Y, 1)}),
    }[fail]


@generator(
    "Instance",
    "the lower end",
    "the open lower end",
    "the upper end",
    "the open upper end",
    "integers",
    "a condition",
    "a condition without value",
    "value defined",
    "relation",
    "another instance",
    "kept symbol",
    "kept symbol of a wider range",
    "kept integer",
    form=("missing", "pattern", "unknown symbol", "two values", "strange symbol", "symbol without range"),
)
def instance(pick: Pick, fail: str | None) -> Application:
    """Facts that are true on their domain only, at values inside of it, or just outside."""
    a = pick.rational()
    p = pick.polynomial(Y, 2)
    square = p**2 + pick(ZERO, ONE)
    rule = pick("square", "bounded", "whole", "cited", "kept", "condition")
    lower = fact(Domain((above("x", a),)), ">=", X, a)
    unit = fact(Domain((closed("x", 0, 1),)), ">=", X * (1 - X), ZERO)
    whole = fact(Domain((Range("n", integer=True),)), ">=", N_SQUARE, ZERO)
    cond = fact(R2.with_conditions(relation("<=", X, Y)), "<=", X, Y)
    if fail is None:
        ratio = func("Phi", p)
        return {
            "square": Application(
                fact(reals("y"), ">=", square + a, a), by("Instance", "f", (("x", square + a),)), {"f": lower}
            ),
            "bounded": Application(
                fact(reals("y"), ">=", ratio * (1 - ratio), ZERO), by("Instance", "f", (("x", ratio),)), {"f": unit}
            ),
            "whole": Application(
                fact(reals("y"), ">=", func("floor", p) ** 2, func("floor", p)),
                by("Instance", "f", (("n", func("floor", p)),)),
                {"f": whole},
            ),
            "cited": Application(
                fact(reals("y"), ">=", exp(Y) - Y + a, a + 1),
                by("Instance", "f", (("x", exp(Y) - Y + a),), ("s",)),
                {
                    "f": fact(Domain((above("x", shifted(a, 1)),)), ">=", X, shifted(a, 1)),
                    "s": fact(reals("y"), ">=", exp(Y) - Y, ONE),
                },
            ),
            "kept": Application(
                fact(Domain((above("x", shifted(a, 1)), Range("y"))), ">=", X, a), by("Instance", "f", ()), {"f": lower}
            ),
            "condition": Application(
                fact(reals("y"), "<=", neg(exp(Y)), square),
                by("Instance", "f", (("x", neg(exp(Y))), ("y", square))),
                {"f": cond},
            ),
        }[rule]
    q = pick(Y, Y**3, Y + a)
    wide = Domain((above("x", shifted(a, -1)),))
    return {
        "the lower end": Application(fact(reals("y"), ">=", q, a), by("Instance", "f", (("x", q),)), {"f": lower}),
        "the open lower end": Application(
            fact(reals("y"), ">", q**2, ZERO), by("Instance", "f", (("x", q**2),)), {"f": fact(POS, ">", X, ZERO)}
        ),
        "the upper end": Application(
            fact(reals("y"), ">=", Y**2 * (1 - Y**2), ZERO), by("Instance", "f", (("x", Y**2),)), {"f": unit}
        ),
        "the open upper end": Application(
            fact(Domain((closed("y", 0, 1),)), ">", 1 - Y, ZERO),
            by("Instance", "f", (("x", Y),)),
            {"f": fact(Domain((below("x", 1, True),)), ">", 1 - X, ZERO)},
        ),
        "integers": Application(fact(reals("y"), ">=", q**2, q), by("Instance", "f", (("n", q),)), {"f": whole}),
        "a condition": Application(fact(R2, "<=", X + a, Y), by("Instance", "f", (("x", X + a),)), {"f": cond}),
        "a condition without value": Application(
            fact(Domain((closed("y", -3, -2),)), ">=", Y, ZERO),
            by("Instance", "f", (("x", Y),)),
            {"f": fact(R.with_conditions(relation(">=", func("acosh", X), ZERO)), ">=", X, ZERO)},
        ),
        "value defined": Application(
            fact(reals("y"), ">", Y, ZERO), by("Instance", "f", (("x", phantom(Y)),)), {"f": fact(POS, ">", X, ZERO)}
        ),
        "relation": Application(
            fact(reals("y"), ">", Y**2 + a, a), by("Instance", "f", (("x", Y**2 + a),)), {"f": lower}
        ),
        "another instance": Application(
            fact(reals("y"), ">=", Y**2 + a, a + 1), by("Instance", "f", (("x", Y**2 + a),)), {"f": lower}
        ),
        "kept symbol": Application(fact(R, ">=", X, a), by("Instance", "f", ()), {"f": lower}),
        "kept symbol of a wider range": Application(
            fact(wide, ">=", X, a), by("Instance", "f", (("x", X),)), {"f": lower}
        ),
        "kept integer": Application(fact(reals("n"), ">=", N_SQUARE, ZERO), by("Instance", "f", ()), {"f": whole}),
        "missing": Application(
            fact(POS, ">=", X, ZERO), by("Instance", "g", (("x", X),)), {"f": fact(POS, ">=", X, ZERO)}
        ),
        "pattern": Application(fact(POS, ">=", X, ZERO), by("Instance", "f", (("x", X),)), {"f": pattern(POS, X, 1)}),
        "unknown symbol": Application(
            fact(POS, ">=", X, ZERO), by("Instance", "f", (("z", X),)), {"f": fact(POS, ">=", X, ZERO)}
        ),
        "two values": Application(
            fact(POS, ">=", X, ZERO), by("Instance", "f", (("x", exp(X)), ("x", X))), {"f": fact(POS, ">=", X, ZERO)}
        ),
        "strange symbol": Application(
            fact(POS, ">=", X, ZERO),
            by("Instance", "f", (("x", X), ("y", Z))),
            {"f": fact(POS.with_range(Range("y")), ">=", X, ZERO)},
        ),
        "symbol without range": Application(
            fact(POS, ">=", X, ZERO), by("Instance", "f", ()), {"f": fact(POS.with_range(Range("y")), ">=", X, ZERO)}
        ),
    }[fail]


@generator(
    "Replace",
    "equation domain",
    "fact domain",
    "equation relation",
    "not a symbol",
    "relation",
    "another statement",
    form=("equation missing", "fact missing", "pattern"),
)
def replace(pick: Pick, fail: str | None) -> Application:
    t = pick.polynomial(Y, 2)
    line = R2.with_conditions(relation("==", X, t))
    c = num(pick.integer(-4, 0))
    f = pick(lambda u: exp(u), lambda u: u**2 + 1, lambda u: func("abs", u) + 1)
    old, new = pick((X, t), (t, X))
    known: dict = {"e": fact(line, "==", X, t), "f": fact(line, ">", f(old), c)}
    goal = fact(line, pick(">", ">=", "!="), f(new), c)
    if fail == "equation domain":
        known, goal = {"e": fact(line, "==", X, t), "f": fact(R2, ">=", exp(t), 1 + t)}, fact(R2, ">=", exp(t), 1 + X)
    if fail == "fact domain":
        known["f"] = fact(line.with_conditions(relation(">", Y, num(9))), ">", Y + old, num(9) + old)
        goal = fact(line, ">", Y + new, num(9) + new)
    if fail == "equation relation":
        half = R2.with_conditions(relation(">=", X, t))
        known = {"e": fact(half, ">=", X, t), "f": fact(half, "<=", t, t)}
        goal = fact(half, "<=", X, t)
    if fail == "not a symbol":
        known = {"e": fact(R, "==", X**2, X * X), "f": fact(R, "==", X, X)}
        goal = fact(R, "==", X**2, X)
    if fail == "relation":
        line = R2.with_conditions(relation("==", X, Y))
        old, new = pick((X, Y), (Y, X))
        known = {"e": fact(line, "==", X, Y), "f": fact(line, ">=", old**2, ZERO)}
        goal = fact(line, pick(">", "!="), new**2, ZERO)
    if fail == "another statement":
        goal = fact(line, ">", f(new), f(new) + 1)
    if fail == "equation missing":
        known["g"] = known.pop("e")
    if fail == "fact missing":
        known["g"] = known.pop("f")
    if fail == "pattern":
        known["f"] = pattern(R2, f(old) - c, 1)
    return Application(goal, by("Replace", "e", "f"), known)


@generator(
    "Cases",
    "condition defined",
    "yes on a part",
    "no on a part",
    "yes relation",
    "no relation",
    form=("not a relation", "strange symbol", "yes missing", "no missing"),
)
def cases(pick: Pick, fail: str | None) -> Application:
    a = pick.polynomial(X, 2) + pick(ZERO, Y)
    op = pick("<", "<=", ">", ">=", "==", "!=")
    c = relation(op, a, ZERO)
    goal = fact(R2, ">=", func("abs", a) + pick(ZERO, exp(a)), a)
    known: dict = {
        "yes": fact(R2.with_conditions(c), ">=", *goal.statement.args),
        "no": fact(R2.with_conditions(negated(c)), ">=", *goal.statement.args),
    }
    if fail == "condition defined":
        c = relation(">", pick(log(X), PhiInv(X)), ZERO)
        goal = fact(R, ">", X, ZERO)
        known = {n: fact(R.with_conditions(d), ">", X, ZERO) for n, d in (("yes", c), ("no", negated(c)))}
    if fail in ("yes on a part", "no on a part"):
        c = relation(pick("<", "<="), X, ZERO)
        goal = fact(R, ">=", X**2, num(9) * (X if fail == "no on a part" else neg(X)))
        part = {"yes": Domain((below("x", -9),)), "no": Domain((above("x", 9),))}
        known = {n: fact(R.with_conditions(d), ">=", *goal.statement.args) for n, d in (("yes", c), ("no", negated(c)))}
        name = fail.partition(" ")[0]
        known[name] = fact(part[name], ">=", *goal.statement.args)
    if fail in ("yes relation", "no relation"):
        c = relation(pick("<", "<="), X, ZERO)
        goal = fact(R, "<=", X if fail == "no relation" else neg(X), ZERO)
        known = {n: fact(R.with_conditions(d), "<=", *goal.statement.args) for n, d in (("yes", c), ("no", negated(c)))}
        name = fail.partition(" ")[0]
        known[name] = fact(known[name].domain, ">=", *goal.statement.args)
    if fail == "not a relation":
        c = X
    if fail == "strange symbol":
        c = relation("<=", Z, ZERO)
        known = {n: fact(R2, ">=", *goal.statement.args) for n in known}
    if fail in ("yes missing", "no missing"):
        known.pop(fail.partition(" ")[0])
    return Application(goal, by("Cases", c, "yes", "no"), known)


def PhiInv(x: Term) -> Term:
    return func("PhiInv", x)


@generator("Absurd", "not a condition", "compatible", "domain", "under the condition itself", form=("missing",))
def absurd(pick: Pick, fail: str | None) -> Application:
    t = pick.polynomial()
    c = relation("<", exp(t), num(-pick.integer(0, 5)))
    others = (relation("<=", X, num(8)),) if pick.chance() else ()
    goal = fact(R.with_conditions(*others, c), pick(">", "==", "<="), ZERO, pick.rational() + 20)
    known = {"f": fact(R, ">=", exp(t), c.rhs)}
    low = num(pick.integer(-4, 4))
    on = R.with_conditions(relation(">=", X, low))
    if fail == "not a condition":
        goal = fact(R, "<", ONE, ZERO)
    if fail == "compatible":
        goal, known = fact(on, "<", ONE, ZERO), {"f": fact(Domain((below("x", low),)), "<=", X, low)}
        goal = fact(Domain((below("x", low),), (relation(">=", X, low),)), "<", ONE, ZERO)
    if fail == "domain":
        goal, known = fact(on, "<", ONE, ZERO), {"f": fact(Domain((below("x", low, True),)), "<", X, low)}
    if fail == "under the condition itself":
        goal = fact(on, "<", ONE, ZERO)
        known = {"f": fact(on.with_conditions(relation("<", X, low)), "<", X, low)}
    if fail == "missing":
        known = {"g": fact(R, ">=", exp(t) - exp(t), ZERO)}
        goal = fact(on, "<", ONE, ZERO)
    return Application(goal, by("Absurd", "f"), known)


@generator(
    "Split",
    "gap between parts",
    "point between parts",
    "lower end missing",
    "upper end missing",
    "open end missing",
    "order",
    "integers for reals",
    "integers missing",
    "half for integers",
    "part is narrower",
    "relation",
    "no parts",
    form=("missing", "strange symbol", "unbound"),
)
def split(pick: Pick, fail: str | None) -> Application:
    cuts = [num(c) for c in sorted({pick.integer(-4, 4), pick.integer(5, 8)})]
    low, high = pick(None, num(-6)), pick(None, num(9))
    whole = Range("x", low, high, low is None or pick.chance(), high is None or pick.chance())
    goal = relation(">=", exp(X) + pick.rational() * 0, 1 + X)
    ends = [low, *cuts, high]
    ranges = []
    for i, (a, b) in enumerate(itertools.pairwise(ends)):
        first, last = i == 0, i == len(ends) - 2
        ranges.append(
            Range("x", a, b, whole.lower_open if first else i % 2 == 0, whole.upper_open if last else i % 2 == 0)
        )
    domain = Domain((whole, Range("y")))
    if fail is None and pick.chance():  # integers: adjoining parts may leave a gap of one
        n = pick.integer(0, 5)
        parts = {"a": closed("x", 0, n, pick.chance()), "b": above("x", n + 1, False, True)}
        if not parts["a"].integer:
            parts["a"] = closed("x", 0, n)
        goal = relation(">=", X**2, X)
        known = {
            k: fact(Domain((Range(r.name, r.lower, r.upper, r.lower_open, r.upper_open, True),)), ">=", X**2, X)
            for k, r in parts.items()
        }
        return Application(
            fact(Domain((above("x", 0, False, True),)), ">=", X**2, X), by("Split", "x", ("a", "b")), known
        )
    c = cuts[0]
    only: dict[str, tuple] = {  # a goal that is true on the parts, and false at what they leave out
        "gap between parts": (relation("!=", X, c), Range("x"), [below("x", c, True), above("x", shifted(c, 1))], True),
        "point between parts": (relation("!=", X, c), Range("x"), [below("x", c, True), above("x", c, True)], True),
        "lower end missing": (relation(">=", X, c), Range("x"), [above("x", c), above("x", shifted(c, 1))], True),
        "upper end missing": (relation("<=", X, c), Range("x"), [below("x", shifted(c, -1)), below("x", c)], True),
        "open end missing": (relation(">", X, c), above("x", c), [above("x", c, True)], True),
        "order": (relation("!=", X, c), Range("x"), [above("x", c, True), below("x", c, True)], True),
        "integers for reals": (relation(">=", X**2, X), Range("x"), [Range("x", integer=True)], True),
        "integers missing": (
            relation("!=", X, num(3)),
            above("x", 0, False, True),
            [closed("x", 0, 2, True), above("x", 4, False, True)],
            True,
        ),
        "half for integers": (
            relation("!=", X, num(3)),
            above("x", 0, False, True),
            [Range("x", ZERO, num(3), False, True, True), Range("x", num(3), None, True, True, True)],
            True,
        ),
    }
    if fail in only:
        s, span, parts_of, _ = only[fail]
        known = {f"p{i}": fact(Domain((r,)), s.op, *s.args) for i, r in enumerate(parts_of)}
        return Application(fact(Domain((span,)), s.op, *s.args), by("Split", "x", tuple(known)), known)
    known = {f"p{i}": fact(Domain((r,)), ">=", *goal.args) for i, r in enumerate(ranges)}
    names = tuple(known)
    if fail == "part is narrower":
        side = relation(">=", Y, ZERO)
        goal = relation(">=", exp(X) + Y, 1 + X)
        known = {n: fact(Domain((*f.domain.ranges, Range("y")), (side,)), ">=", *goal.args) for n, f in known.items()}
    if fail == "relation":
        goal = relation(">=", exp(X), 2 + X)
    if fail == "no parts":
        names, goal = (), relation(">=", X, exp(X))
    if fail == "missing":
        known.pop(names[-1])
    if fail == "strange symbol":
        return Application(fact(domain, ">=", *goal.args), by("Split", "z", names), known)
    if fail == "unbound":
        known[names[0]] = fact(reals("y"), "<=", ZERO, ZERO)
        goal = relation(">=", ZERO, ZERO)
    return Application(fact(domain, ">=", *goal.args), by("Split", "x", names), known)
