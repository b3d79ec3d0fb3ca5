"""Generators for the rules about all laws (kernel/laws/rules.py)."""

from __future__ import annotations

from collections.abc import Callable

from dpsym.kernel.laws.rules import Pointwise
from dpsym.kernel.laws.statements import Fact, Have, event, query
from dpsym.kernel.laws.statements import test as unit
from dpsym.kernel.laws.terms import at, indicator, point, replace_points
from dpsym.kernel.reals.check import rejects_proof
from dpsym.kernel.reals.context import Context as RealContext
from dpsym.kernel.reals.rules import RULES as REAL_RULES
from dpsym.kernel.reals.rules.logic import Combine, Sign
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.statements import Fact as RealFact
from dpsym.kernel.statements import Have as RealHave
from dpsym.kernel.terms import (
    HALF,
    MINUS_ONE,
    ONE,
    TWO,
    ZERO,
    Term,
    func,
    log,
    neg,
    num,
    piecewise,
    relation,
    sqrt,
    sym,
)
from tests.kernel.rules.applications import Pick
from tests.kernel.rules.laws import (
    F2,
    G2,
    P2,
    SETTING,
    A,
    E,
    F,
    G,
    H,
    K,
    LawApplication,
    P,
    Q,
    S,
    W,
    by,
    eq,
    generator,
    le,
    n,
    over,
    x,
    x2,
    y,
)


def real_steps(goal: Fact, *premises: Fact) -> tuple[RealHave, ...]:
    """A proof for the real kernel that the goal is one of its conditions, or an identity, or seen."""
    whole = Pointwise.real(goal, premises, SETTING)
    for rule in ("Given", "Identity", "Sign"):
        steps = (RealHave("1", whole, REAL_RULES[rule][0]()),)
        if rejects_proof(steps, whole, RealContext()) is None:
            return steps
    return _by_adding(whole)


def _by_adding(whole: RealFact) -> tuple[RealHave, ...]:
    """L <= 0 from L + |h| <= 0."""
    c = whole.domain.conditions[0]
    size = func("abs", sym(sorted(c.free - {"a"})[0]))
    given = RealHave("1", RealFact(whole.domain, c), REAL_RULES["Given"][0]())
    return given, RealHave("2", whole, Combine((("1", ONE),), size))


@generator(
    "Pointwise",
    "points of the premise",
    "no proof",
    form=(
        "missing",
        "for all tests",
        "one place for two points",
        "another space",
        "infinite Int",
        "proof of another fact",
        "law terms in the proof",
        "no point",
    ),
)
def law_pointwise(pick: Pick, fail: str | None) -> LawApplication:
    left, right = pick((F, A), (P, TWO * Q), (F * P, G), (over(S * P) * F, G))
    premise = Fact(relation(pick("<=", "<", "=="), left, right))
    to = pick(x, x2)
    swap = {x: to}
    moved = Fact(relation(premise.statement.op, *(_move(t, swap) for t in (left, right))))
    if fail is None and pick.chance():
        other = pick(
            le(P * ZERO, G),
            eq(P + Q, Q + P),
            le(ZERO, over(G * P) * ZERO + over(S * P)),
            le(over(S * P), ONE + over(S * P)),
        )
        finite = {"fin": le(over(G * P), num(9))}
        return LawApplication(other, by("Pointwise", (), real_steps(other), ("fin",)), finite)
    using = (("h", ((x, to),)),)
    if fail is None:
        return LawApplication(moved, by("Pointwise", using, real_steps(moved, moved)), {"h": premise})
    null = le(A + func("abs", H), ZERO)
    goal = le(A, ZERO)
    three = Fact(relation("<=", F, F2 + ONE))
    diagonal = le(F, F + ONE)
    infinite = eq(over(F * P), over(F * P))
    return {
        "points of the premise": LawApplication(
            goal, by("Pointwise", (("h", ()),), real_steps(goal, null)), {"h": null}
        ),
        "no proof": LawApplication(le(F, G), by("Pointwise"), {}),
        "missing": LawApplication(moved, by("Pointwise", using, real_steps(moved, moved)), {}),
        "for all tests": LawApplication(
            le(over(at("r", x) * P), A),
            by("Pointwise", (("h", ()),), ()),
            {"h": Fact(relation("<=", over(at("r", x) * P), A), (event("r", "X"),))},
        ),
        "one place for two points": LawApplication(
            diagonal, by("Pointwise", (("h", ((x2, x),)),), real_steps(diagonal)), {"h": three}
        ),
        "another space": LawApplication(
            le(over(K, y) * F, A),
            by("Pointwise", (("h", ((n, x),)),), real_steps(le(over(K, y) * F, A), le(over(K, y) * F, A))),
            {"h": le(H, A)},
        ),
        "infinite Int": LawApplication(infinite, by("Pointwise", (), real_steps(infinite))),
        "proof of another fact": LawApplication(moved, by("Pointwise", using, real_steps(le(P, P))), {"h": premise}),
        "law terms in the proof": LawApplication(
            eq(F, F),
            by(
                "Pointwise",
                (),
                (
                    RealHave(
                        "0", RealFact(Domain((Range("a"),)), relation(">=", A**2, ZERO)), Sign(A**2 + 0 * over(P))
                    ),
                    *real_steps(eq(F, F)),
                ),
            ),
        ),
        "no point": LawApplication(
            le(F, A), by("Pointwise", (("h", ((x, ZERO),)),), real_steps(le(F, A), le(F, A))), {"h": le(F, A)}
        ),
    }[fail]


def _move(t: Term, points: dict[Term, Term]) -> Term:
    return replace_points(t, points)


@generator("Real", "points of the premise", "no proof", form=("points", "missing", "infinite Int"))
def law_real(pick: Pick, fail: str | None) -> LawApplication:
    premise = Fact(relation(pick("<=", "<", "=="), over(pick(S, E, S * E) * P), pick(A, over(S * Q), TWO)))
    null, goal = le(A + func("abs", H), ZERO), le(A, ZERO)
    infinite = eq(over(F * P), over(F * P))
    return {
        None: LawApplication(premise, by("Real", (("h", ()),), real_steps(premise, premise)), {"h": premise}),
        "points of the premise": LawApplication(goal, by("Real", (("h", ()),), real_steps(goal, null)), {"h": null}),
        "no proof": LawApplication(le(over(S * P), over(S * Q)), by("Real"), {}),
        "points": LawApplication(le(ZERO, G), by("Real", (), real_steps(le(ZERO, G)))),
        "missing": LawApplication(premise, by("Real", (("h", ()),), real_steps(premise, premise))),
        "infinite Int": LawApplication(infinite, by("Real", (), real_steps(infinite))),
    }[fail]


@generator(
    "Integrate",
    "strict",
    "equality",
    "point of the goal",
    "other points of the premise",
    "parts are not the premise",
    "Ints are not the goal",
    "points of the parts",
    "coefficient defined",
    form=(
        "coefficient with the point",
        "missing",
        "two infinite",
        "infinite",
        "infinite of unknown sign",
        "infinite with coefficient zero",
        "unknown field",
        "no point",
        "unequal",
        "for all tests",
    ),
)
def integrate(pick: Pick, fail: str | None) -> LawApplication:
    c = num(pick.integer(1, 3))
    op = pick("<=", "==", "<", ">=")
    parts: tuple = ((ONE, P), (MINUS_ONE, Q))
    if fail is None and pick.chance():  # the left side is bounded by what is integrable
        known = {"h": le(G * P, c * Q)}
        return LawApplication(le(over(G * P), c * over(Q)), by("Integrate", x, ((ONE, G * P), (neg(c), Q)), "h"), known)
    if fail is None and pick.chance():  # without a premise: linearity
        return LawApplication(
            eq(over(S * P + c * Q), over(S * P) + c * over(Q)),
            by("Integrate", x, ((ONE, S * P + c * Q), (MINUS_ONE, S * P), (neg(c), Q))),
        )
    if fail is None:
        result = pick("<=", op) if op in ("==", "<=") else "<="
        known = {"h": Fact(relation(op, P, Q + ZERO))}
        goal = Fact(relation(">=" if op == ">=" else result, over(P), over(Q)))
        mine = parts if op != ">=" else ((ONE, Q), (MINUS_ONE, P))
        return LawApplication(goal, by("Integrate", x, mine, "h"), known)
    small = le(E * P, Q)
    two = ((ONE, E * P), (MINUS_ONE, Q))
    unknown = over(F * P)
    wild = le(G * P, G * Q)
    return {
        "strict": LawApplication(
            Fact(relation("<", over(E * P), over(E * P + P * ZERO))),
            by("Integrate", x, ((ONE, E * P), (MINUS_ONE, E * P + P * ZERO)), "h"),
            {"h": le(E * P, E * P + P * ZERO)},
        ),
        "equality": LawApplication(eq(over(E * P), over(Q)), by("Integrate", x, two, "h"), {"h": small}),
        "point of the goal": LawApplication(
            le(E * over(P), F), by("Integrate", x, ((ONE, E * P), (MINUS_ONE, F)), "h"), {"h": le(E * P, F)}
        ),
        "other points of the premise": LawApplication(
            le(A, neg(ONE)), by("Integrate", x, ((A, P), (ONE, P)), "h"), {"h": le(A * P, neg(P) + ZERO * H)}
        ),
        "coefficient with the point": LawApplication(
            le(over(E * P), over(E * ONE * Q) + ZERO),
            by("Integrate", x, ((E, P), (neg(E), Q)), "h"),
            {"h": le(E * P, E * Q)},
        ),
        "parts are not the premise": LawApplication(
            le(over(P), HALF * over(Q)), by("Integrate", x, ((ONE, P), (neg(HALF), Q)), "h"), {"h": le(E * P, Q)}
        ),
        "Ints are not the goal": LawApplication(le(over(Q), over(E * P)), by("Integrate", x, two, "h"), {"h": small}),
        "points of the parts": LawApplication(
            le(A, ZERO),
            by("Integrate", x, ((H - H + ONE, A * P), (ONE, ZERO * P)), "h"),
            {"h": le(A * P + ZERO * H, ZERO * H)},
        ),
        "coefficient defined": LawApplication(
            eq(log(A) * over(P) - log(A) * over(P), ZERO), by("Integrate", x, ((log(A), P), (neg(log(A)), P)), None)
        ),
        "missing": LawApplication(le(over(E * P), over(Q)), by("Integrate", x, two, "h")),
        "two infinite": LawApplication(
            le(over(G * P), over(G * Q)), by("Integrate", x, ((ONE, G * P), (MINUS_ONE, G * Q)), "h"), {"h": wild}
        ),
        "infinite": LawApplication(eq(unknown, unknown), by("Integrate", x, ((ZERO, F * P),))),
        "infinite of unknown sign": LawApplication(
            le(over(F * P), over(Q)), by("Integrate", x, ((ONE, F * P), (MINUS_ONE, Q)), "h"), {"h": le(F * P, Q)}
        ),
        "infinite with coefficient zero": LawApplication(
            eq(A * over(F * P), over(Q) * ZERO + A * over(F * P)), by("Integrate", x, ((A, F * P), (neg(A), F * P)))
        ),
        "unknown field": LawApplication(
            le(over(E * P), over(Q)),
            by("Integrate", x, (*two, (ONE, at("u", x)), (MINUS_ONE, at("u", x))), "h"),
            {"h": small},
        ),
        "no point": LawApplication(le(over(E * P), over(Q)), by("Integrate", A, two, "h"), {"h": small}),
        "unequal": LawApplication(
            Fact(relation("!=", over(E * P), over(Q))), by("Integrate", x, two, "h"), {"h": small}
        ),
        "for all tests": LawApplication(
            le(over(E * P), over(Q)), by("Integrate", x, two, "h"), {"h": Fact(small.statement, (event("r", "X"),))}
        ),
    }[fail]


@generator(
    "Mass",
    "not a density",
    "another value",
    "relation",
    "another field",
    "another argument",
    form=("no field", "no Int"),
)
def mass(pick: Pick, fail: str | None) -> LawApplication:
    name, total = pick(("p", over(P)), ("q", over(Q)), ("k", over(K, y)), ("p", over(P2, x2)))
    if fail is None:
        return LawApplication(eq(total, ONE), by("Mass", name))
    return {
        "not a density": LawApplication(eq(over(pick(G, S)), ONE), by("Mass", pick("g", "s"))),
        "another value": LawApplication(eq(total, pick(TWO, ZERO, A)), by("Mass", name)),
        "relation": LawApplication(Fact(relation(pick("<", ">", "!="), total, ONE)), by("Mass", name)),
        "another field": LawApplication(eq(over(pick(S, G, TWO * P, S * P)), ONE), by("Mass", "p")),
        "another argument": LawApplication(eq(over(K, x), ONE), by("Mass", "k")),
        "no field": LawApplication(eq(over(P), ONE), by("Mass", "u")),
        "no Int": LawApplication(eq(P, ONE), by("Mass", "p")),
    }[fail]


@generator(
    "Vanish",
    "sign",
    "premise relation",
    "premise value",
    "goal relation",
    "goal value",
    "another integrand",
    "points lost",
    form=("missing", "point of the premise", "for all tests"),
)
def vanish(pick: Pick, fail: str | None) -> LawApplication:
    g = pick(S * P, func("abs", F * P), func("max", P - Q, ZERO), E * G * P)
    op = pick("<=", "==")
    known = {"h": Fact(relation(op, over(g), ZERO))}
    wide = W * P
    return {
        None: LawApplication(eq(g, ZERO), by("Vanish", "h", x), known),
        "sign": LawApplication(eq(P - Q, ZERO), by("Vanish", "h", x), {"h": Fact(relation(op, over(P - Q), ZERO))}),
        "premise relation": LawApplication(
            eq(g, ZERO), by("Vanish", "h", x), {"h": Fact(relation(">=", over(g), ZERO))}
        ),
        "premise value": LawApplication(eq(S * P, ZERO), by("Vanish", "h", x), {"h": le(over(S * P), ONE)}),
        "goal relation": LawApplication(Fact(relation(pick("<", ">", "!="), g, ZERO)), by("Vanish", "h", x), known),
        "goal value": LawApplication(eq(g, ONE), by("Vanish", "h", x), known),
        "another integrand": LawApplication(eq(G, ZERO), by("Vanish", "h", x), known),
        "points lost": LawApplication(
            eq(func("abs", A), ZERO), by("Vanish", "h", n), {"h": le(over(func("abs", A), n), ZERO)}
        ),
        "missing": LawApplication(eq(g, ZERO), by("Vanish", "g", x), known),
        "point of the premise": LawApplication(
            eq(wide, ZERO), by("Vanish", "h", n), {"h": le(over(wide, n) + ZERO * H, ZERO)}
        ),
        "for all tests": LawApplication(
            eq(g, ZERO), by("Vanish", "h", x), {"h": Fact(known["h"].statement, (event("r", "X"),))}
        ),
    }[fail]


@generator(
    "Swap", "relation", "another right side", "one Int", form=("infinite", "reserved point", "missing", "undefined")
)
def swap(pick: Pick, fail: str | None) -> LawApplication:
    f = pick(P * K, S * P * K, E * P * K)
    left, right = over(over(f, y)), over(over(f), y)
    big = G * K
    known = {"h": le(over(over(G * P * K, y)), num(9))}
    if fail is None and pick.chance():
        return LawApplication(eq(over(over(G * P * K, y)), over(over(G * P * K), y)), by("Swap", ("h",)), known)
    return {
        None: LawApplication(eq(left, right), by("Swap")),
        "relation": LawApplication(Fact(relation(pick("<", ">", "!="), left, right)), by("Swap")),
        "another right side": LawApplication(eq(left, over(over(f + K), y)), by("Swap")),
        "one Int": LawApplication(eq(over(P * S), over(P * E)), by("Swap")),
        "infinite": LawApplication(eq(over(over(big, y)), over(over(big), y)), by("Swap")),
        "reserved point": LawApplication(
            eq(
                over(over(P * at("f", point("x_", "X")) * ZERO + P * K, y)),
                over(over(P * at("f", point("x_", "X")) * ZERO + P * K), y),
            ),
            by("Swap"),
        ),
        "missing": LawApplication(eq(left, right), by("Swap", ("u",))),
        "undefined": LawApplication(
            eq(over(over(log(F) * ZERO * P * K, y)), over(over(log(F) * ZERO * P * K), y)), by("Swap")
        ),
    }[fail]


R = at("r", x)
EVENT, TEST = event("r", "X"), unit("r", "X")


@generator(
    "Instantiate",
    "above one",
    "below zero",
    "not an indicator",
    "another instance",
    "point lost",
    "test above one",
    form=(
        "missing",
        "no test",
        "undefined",
        "other point of the fact",
        "two tests",
        "another space",
        "repeated point",
        "unequal",
    ),
)
def instantiate(pick: Pick, fail: str | None) -> LawApplication:
    phi: Callable[[Term], Term] = lambda r: relation("<=", over(r * P), TWO * over(r * Q) + func("abs", A))  # noqa: E731
    square: Callable[[Term], Term] = lambda r: relation("<=", over(r * P), over(r * r * P))  # noqa: E731
    value = pick(indicator(relation(">", P, Q)), E, E * at("loose", x), ONE, ZERO)
    kind = pick(EVENT, TEST)
    bound = phi if kind is TEST or pick.chance() else square
    if fail is None and pick.chance():
        value, bound = pick(S, HALF * S, S * E), phi
    known = {"h": Fact(bound(R), (kind,))}
    null = lambda r: relation("<=", A + func("abs", H), over(r * P) * ZERO)  # noqa: E731
    both = Fact(relation("<=", over(R * P), over(at("r2", x) * Q)), (EVENT, event("r2", "X")))
    return {
        None: LawApplication(Fact(bound(value)), by("Instantiate", "h", "r", (x,), value), known),
        "above one": LawApplication(
            Fact(relation("<=", over(TWO * P), over(P) + ZERO)),
            by("Instantiate", "h", "r", (x,), TWO),
            {"h": Fact(relation("<=", over(R * P), over(P) + ZERO), (EVENT,))},
        ),
        "test above one": LawApplication(
            Fact(relation("<=", over(G * P), over(P) + ZERO)),
            by("Instantiate", "h", "r", (x,), G),
            {"h": Fact(relation("<=", over(R * P), over(P) + ZERO), (TEST,))},
        ),
        "below zero": LawApplication(
            Fact(relation(">=", over(MINUS_ONE * P), ZERO)),
            by("Instantiate", "h", "r", (x,), MINUS_ONE),
            {"h": Fact(relation(">=", over(R * P), ZERO), (kind,))},
        ),
        "not an indicator": LawApplication(
            Fact(square(S)), by("Instantiate", "h", "r", (x,), S), {"h": Fact(square(R), (EVENT,))}
        ),
        "another instance": LawApplication(
            Fact(relation("<=", over(E * P), ZERO)), by("Instantiate", "h", "r", (x,), E), {"h": Fact(phi(R), (EVENT,))}
        ),
        "point lost": LawApplication(
            Fact(relation("<=", A, ZERO)), by("Instantiate", "h", "r", (x,), ZERO), {"h": Fact(null(R), (EVENT,))}
        ),
        "missing": LawApplication(Fact(phi(E)), by("Instantiate", "g", "r", (x,), E), known),
        "no test": LawApplication(Fact(phi(E)), by("Instantiate", "h", "u", (x,), E), known),
        "undefined": LawApplication(
            Fact(phi(indicator(relation(">", log(F), ZERO)))),
            by("Instantiate", "h", "r", (x,), indicator(relation(">", log(F), ZERO))),
            {"h": Fact(phi(R), (EVENT,))},
        ),
        "other point of the fact": LawApplication(
            Fact(relation("<=", G2 * over(at("e", x2) * P), G2)),
            by("Instantiate", "h", "r", (x,), at("e", x2)),
            {"h": Fact(relation("<=", G2 * over(R * P), G2), (EVENT,))},
        ),
        "two tests": LawApplication(
            Fact(relation("<=", over(E * P), over(at("r2", x) * Q))), by("Instantiate", "h", "r", (x,), E), {"h": both}
        ),
        "another space": LawApplication(Fact(phi(E)), by("Instantiate", "h", "r", (y,), E), known),
        "repeated point": LawApplication(Fact(phi(E)), by("Instantiate", "h", "r", (x, x), E), known),
        "unequal": LawApplication(
            Fact(relation("!=", over(S * P), HALF)),
            by("Instantiate", "h", "r", (x,), S),
            {"h": Fact(relation("!=", over(R * P), HALF), (EVENT,))},
        ),
    }[fail]


@generator(
    "Generalize",
    "a hypothesis speaks of it",
    "another statement",
    "a separating symbol",
    form=("a test for an event", "missing", "no field", "two tests", "not a test"),
)
def generalize(pick: Pick, fail: str | None) -> LawApplication:
    name = pick("free", "loose")
    kind = {"free": TEST, "loose": EVENT}[name]
    t = at(name, x)
    say: Callable[[Term], Term] = lambda r: relation("<=", over(r * P), over(P) + ZERO)  # noqa: E731
    known = {"h": Fact(say(t))}
    square: Callable[[Term], Term] = lambda r: relation("<=", over(r * P), over(r * r * P))  # noqa: E731
    special = le(over(E * P), ZERO)
    separated = le(over(at("free", x) * P), sym("c"))
    return {
        None: LawApplication(Fact(say(R), (kind,)), by("Generalize", "h", name), known),
        "a hypothesis speaks of it": LawApplication(
            Fact(relation("<=", over(R * P), ZERO), (EVENT,)), by("Generalize", "hyp", "e"), {}, {"hyp": special}
        ),
        "a test for an event": LawApplication(
            Fact(square(R), (TEST,)), by("Generalize", "h", "loose"), {"h": Fact(square(at("loose", x)))}
        ),
        "another statement": LawApplication(
            Fact(relation("<=", over(R * P), ZERO), (kind,)), by("Generalize", "h", name), known
        ),
        "a separating symbol": LawApplication(
            Fact(relation("<=", over(R * P), sym("c")), (TEST,)),
            by("Generalize", "1", "free"),
            {"h": le(over(at("free", x) * P), over(at("free", x) * P) + S * ZERO)},
            {},
            (Have("1", separated, by("Separate", "h", "c")),),  # type: ignore[arg-type]
        ),
        "missing": LawApplication(Fact(say(R), (kind,)), by("Generalize", "g", name), known),
        "no field": LawApplication(Fact(say(R), (kind,)), by("Generalize", "h", "u"), known),
        "two tests": LawApplication(Fact(say(R), (kind, event("r2", "X"))), by("Generalize", "h", name), known),
        "not a test": LawApplication(
            Fact(relation(">=", over(R * P), ZERO), (query("r", "X"),)),
            by("Generalize", "h", "f"),
            {"h": Fact(relation(">=", over(F * P), ZERO))},
        ),
    }[fail]


KL = piecewise([(ZERO, relation("<=", P, ZERO)), (P * P / Q, relation(">", Q, ZERO))])
GONE = indicator(relation(">", P, ZERO)) * indicator(relation("<=", Q, ZERO))


@generator(
    "Defined",
    "another condition",
    "another value",
    "no such Int",
    "point lost",
    form=("missing", "point of the fact", "inner undefined"),
)
def defined(pick: Pick, fail: str | None) -> LawApplication:
    body = pick(KL, G * KL, func("abs", KL))
    known = {"h": le(over(body), num(50))}
    deep = piecewise([(ONE, relation("<=", sqrt(A), ZERO))])
    return {
        None: LawApplication(eq(GONE, ZERO), by("Defined", "h", body, x), known),
        "another condition": LawApplication(
            eq(pick(indicator(relation(">", P, ZERO)), indicator(relation("<=", Q, ZERO))), ZERO),
            by("Defined", "h", body, x),
            known,
        ),
        "another value": LawApplication(
            Fact(relation(pick("==", ">", "!="), GONE, ONE)), by("Defined", "h", body, x), known
        ),
        "no such Int": LawApplication(eq(GONE, ZERO), by("Defined", "h", body, x), {"h": le(over(P), num(50))}),
        "point lost": LawApplication(
            eq(indicator(relation(">", A, ZERO)), ZERO),
            by("Defined", "h", piecewise([(ZERO, relation("<=", A, ZERO))]), n),
            {"h": le(over(piecewise([(ZERO, relation("<=", A, ZERO))]), n), ONE)},
        ),
        "missing": LawApplication(eq(GONE, ZERO), by("Defined", "g", body, x), known),
        "point of the fact": LawApplication(
            eq(GONE, ZERO), by("Defined", "h", body, x), {"h": le(over(body) + ZERO * P, num(50))}
        ),
        "inner undefined": LawApplication(
            eq(indicator(relation(">", sqrt(A), ZERO)), ZERO),
            by("Defined", "h", deep, x),
            {"h": le(over(deep * P), ONE)},
        ),
    }[fail]


@generator(
    "Separate", "common point", "no law", "relation", "another half", "old symbol", form=("missing", "another fact")
)
def separate(pick: Pick, fail: str | None) -> LawApplication:
    c = sym("c")
    known = {"h": le(F, G2)}
    half = pick(le(F, c), le(c, G2))
    first = (Have("1", le(F, c), by("Separate", "h", "c")),)  # type: ignore[arg-type]
    return {
        None: LawApplication(half, by("Separate", "h", "c"), known),
        "common point": LawApplication(le(F, c), by("Separate", "h", "c"), {"h": le(F, func("abs", F))}),
        "no law": LawApplication(le(c, G2), by("Separate", "h", "c"), {"h": le(H, G2)}),
        "relation": LawApplication(half, by("Separate", "h", "c"), {"h": Fact(relation(pick("<", "==", ">="), F, G2))}),
        "another half": LawApplication(pick(le(c, F), le(G2, c), le(F, c + ONE)), by("Separate", "h", "c"), known),
        "old symbol": LawApplication(le(F, A), by("Separate", "h", "a"), known),
        "missing": LawApplication(half, by("Separate", "g", "c"), known),
        "another fact": LawApplication(
            le(c, ONE + func("abs", F2)),
            by("Separate", "g", "c"),
            {"h": le(F, G2), "g": le(S, ONE + func("abs", F2))},
            {},
            first,
        ),
    }[fail]


@generator(
    "Cite",
    "domain",
    "range",
    "mass",
    "hypothesis",
    "instance",
    "a hypothesis of the other direction",
    form=(
        "unknown theorem",
        "claim number",
        "existence",
        "symbol missing",
        "field missing",
        "points of the field",
        "loose point lost",
        "undefined",
        "repeated point",
        "points missing",
        "one place for two",
        "place that a term mentions",
        "points for all tests",
        "another space",
    ),
)
def cite(pick: Pick, fail: str | None) -> LawApplication:
    v = point("v", "X")
    tail: Callable[[Term, Term, Term], Term] = lambda a, f, p: over(indicator(relation(">=", f, a)) * p)  # noqa: E731
    a, m = pick(ONE, TWO, HALF), pick(A, num(3))
    f, fv = pick((G, at("g", v)), (S, at("s", v)), (func("abs", F), func("abs", at("f", v))))
    p, pv = pick((P, at("p", v)), (Q, at("q", v)))
    known = {"mean": le(over(f * p), m), "mp": eq(over(pv, v), ONE)}
    goal = le(tail(a, f, p), m / a)

    def rule(**changes: object) -> object:
        fields = {
            "theorem": "markov", "claim": 0, "reals": (("a", a), ("m", m)), "fields": (("p", (v,), pv), ("f", (v,), fv)),
            "given": (("mean", "mean"),), "using": ("mp",),
        }  # fmt: skip
        return by("Cite", **{**fields, **changes})

    bad = at("f", v)
    given = {
        "all": Fact(relation("<=", over(R * P), TWO * over(R * Q)), (EVENT,)),
        "mp": eq(over(P), ONE),
        "mq": eq(over(Q), ONE),
    }
    ratio: dict = {
        "theorem": "ratio", "reals": (), "fields": (("p", (v,), at("p", v)), ("q", (v,), at("q", v))), "given": (("all", "all"),),
        "using": ("mp", "mq"),
    }  # fmt: skip
    mixed = HALF * at("p", v) + HALF * at("q", v)
    loose = at("w", v, n)
    if fail is None and pick.chance():
        to = pick(x, x2)
        return LawApplication(le(_move(P, {x: to}), TWO * _move(Q, {x: to})), rule(**ratio, points=((x, to),)), given)
    return {
        None: LawApplication(goal, rule(), known),
        "domain": LawApplication(le(tail(A, f, p), m / A), rule(reals=(("a", A), ("m", m))), known),
        "range": LawApplication(
            le(tail(ONE, F, P), m / ONE),
            rule(reals=(("a", ONE), ("m", m)), fields=(("p", (v,), at("p", v)), ("f", (v,), bad))),
            {"mean": le(over(F * P), m), "mp": eq(over(P), ONE)},
        ),
        "mass": LawApplication(
            le(tail(ONE, ONE + ZERO * P, G), m / ONE),
            rule(
                reals=(("a", ONE), ("m", m)),
                fields=(("p", (v,), at("g", v)), ("f", (v,), HALF * at("s", v) * ZERO + at("s", v))),
            ),
            {"mean": le(over((HALF * S * ZERO + S) * G), m), "mp": eq(over(P), ONE)},
        ),
        "hypothesis": LawApplication(goal, rule(), {"mean": le(over(f * p), m + ONE + ONE), "mp": known["mp"]}),
        "a hypothesis of the other direction": LawApplication(
            goal, rule(), {"mean": le(m, over(f * p)), "mp": known["mp"]}
        ),
        "instance": LawApplication(le(tail(a, f, p), m / a - ONE), rule(), known),
        "unknown theorem": LawApplication(goal, rule(theorem="u"), known),
        "claim number": LawApplication(goal, rule(claim=pick(1, -1)), known),
        "existence": LawApplication(
            le(S, ZERO), rule(theorem="exists", reals=(), fields=(("p", (v,), pv),), points=((x, x),), given=()), known
        ),
        "symbol missing": LawApplication(goal, rule(reals=(("a", a),)), known),
        "field missing": LawApplication(goal, rule(fields=(("p", (v,), pv),)), known),
        "points of the field": LawApplication(goal, rule(fields=(("p", (v,), pv), ("f", (y,), fv))), known),
        "loose point lost": LawApplication(
            le(tail(ONE, ONE, P), m / ONE),
            rule(reals=(("a", ONE), ("m", m)), fields=(("p", (v,), at("p", v)), ("f", (v,), ONE + ZERO * loose))),
            {"mean": le(over((ONE + ZERO * at("w", x, n)) * P), m), "mp": eq(over(P), ONE)},
        ),
        "undefined": LawApplication(
            le(tail(ONE, func("abs", log(G)), P), m / ONE),
            rule(
                reals=(("a", ONE), ("m", m)),
                fields=(("p", (v,), at("p", v)), ("f", (v,), func("abs", log(at("g", v))))),
            ),
            {"mean": le(over(func("abs", log(G)) * P), m), "mp": eq(over(P), ONE)},
        ),
        "repeated point": LawApplication(goal, rule(fields=(("p", (v, v), pv), ("f", (v,), fv))), known),
        "points missing": LawApplication(le(P, TWO * Q), rule(**ratio), given),
        "one place for two": LawApplication(goal, rule(points=((x, x2), (x2, x2))), known),
        "place that a term mentions": LawApplication(
            le(P, TWO * Q),
            rule(
                **{**ratio, "fields": (("p", (v,), at("p", v)), ("q", (v,), at("q", v) + ZERO * P))}, points=((x, x),)
            ),
            {**given, "mq": eq(over(at("q", v) + ZERO * P, v), ONE)},
        ),
        "points for all tests": LawApplication(
            le(HALF * P + HALF * Q + ZERO * H, TWO * Q),
            rule(**{**ratio, "fields": (("p", (v,), mixed + ZERO * H), ("q", (v,), at("q", v)))}, points=((x, x),)),
            {
                "all": Fact(relation("<=", over(R * (HALF * P + HALF * Q + ZERO * H)), TWO * over(R * Q)), (EVENT,)),
                "mp": eq(over(mixed + ZERO * H, v), ONE),
                "mq": eq(over(Q), ONE),
            },
        ),
        "another space": LawApplication(le(P, TWO * Q), rule(**ratio, points=((x, y),)), given),
    }[fail]


@generator(
    "Obtain",
    "hypothesis",
    "instance",
    "other terms",
    form=(
        "unknown theorem",
        "claim number",
        "names missing",
        "another name",
        "taken name",
        "loose point",
        "itself",
        "mass",
    ),
)
def obtain(pick: Pick, fail: str | None) -> LawApplication:
    """`near` says: if p <= 2 q, there is a law m with p <= 2 m and m <= q. In the worlds it is q."""
    v, o = point("v", "X"), at("o", x)
    claim = pick(0, 1)
    goal = (le(P, TWO * o), le(o, Q))[claim]
    known = {"h": le(P, TWO * Q), "mp": eq(over(P), ONE), "mq": eq(over(Q), ONE)}

    def rule(**changes: object) -> object:
        fields = {
            "theorem": "near", "claim": claim, "fields": (("p", (v,), at("p", v)), ("q", (v,), at("q", v))),
            "points": ((x, x),), "given": (("h", "h"),), "using": ("mp", "mq"), "names": (("m", "o"),),
        }  # fmt: skip
        return by("Obtain", **{**fields, **changes})

    first = (Have("1", le(o, Q), rule(claim=1)),)  # type: ignore[arg-type]
    swapped = {"fields": (("p", (v,), at("q", v)), ("q", (v,), at("p", v))), "given": (("h", "back"),), "claim": 1}
    loose = at("q", v) + ZERO * at("w", v, n)
    if fail is None and pick.chance():
        return LawApplication(goal, rule(), known, {}, first)
    return {
        None: LawApplication(goal, rule(), known),
        "hypothesis": LawApplication(le(P, TWO * o), rule(claim=0), {**known, "h": le(P, num(3) * Q)}),
        "instance": LawApplication(pick(le(TWO * P, o), le(TWO * o, Q), eq(o, P)), rule(), known),
        "other terms": LawApplication(le(o, P), rule(**swapped), {**known, "back": le(Q, TWO * P)}, {}, first),
        "unknown theorem": LawApplication(goal, rule(theorem="far"), known),
        "claim number": LawApplication(goal, rule(claim=pick(2, -1)), known),
        "names missing": LawApplication(goal, rule(names=()), known),
        "another name": LawApplication(goal, rule(names=(("m", "o"), ("l", "u"))), known),
        "taken name": LawApplication(pick(le(P, TWO * Q), le(Q, Q)), rule(names=(("m", "q"),)), known),
        "loose point": LawApplication(
            goal,
            rule(fields=(("p", (v,), at("p", v)), ("q", (v,), loose))),
            {**known, "h": le(P, TWO * (Q + ZERO * at("w", x, n))), "mq": eq(over(loose, v), ONE)},
        ),
        "itself": LawApplication(
            (le(P, TWO * o), le(o, o))[claim],
            rule(fields=(("p", (v,), at("p", v)), ("q", (v,), at("o", v)))),
            {**known, "h": le(P, TWO * o), "mq": eq(over(o), ONE)},
        ),
        "mass": LawApplication(goal, rule(using=("mp",)), known),
    }[fail]
