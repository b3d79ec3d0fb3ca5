"""Single applications of the rules about laws, each aimed at one condition that a random application rarely meets."""

from __future__ import annotations

import pytest

from dpsym.kernel.laws.check import MAX_STEPS, check, check_step
from dpsym.kernel.laws.choices import demand_field, is_event
from dpsym.kernel.laws.context import Context
from dpsym.kernel.laws.sight import Sight
from dpsym.kernel.laws.statements import (
    Certificate,
    Fact,
    Field,
    Have,
    Model,
    Proposition,
    Proved,
    Setting,
    event,
    law,
    query,
)
from dpsym.kernel.laws.statements import test as unit
from dpsym.kernel.laws.terms import at, indicator, point
from dpsym.kernel.reals.rules.boxes import Balls
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
    TermError,
    func,
    log,
    num,
    piecewise,
    relation,
    sym,
)
from dpsym.kernel.verdicts import Rejected, StepRejected
from tests.kernel.rules.gen_laws import EVENT, real_steps
from tests.kernel.rules.laws import (
    G2,
    LIBRARY,
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
    by,
    eq,
    le,
    n,
    over,
    x,
    y,
)

R = at("r", x)
GREATER = Fact(relation(">", Q, E * P))
APART = Fact(relation("!=", S * P, E * Q))
HIDDEN = point("x_", "X")  # the name that Swap itself uses


def square(r: Term) -> Term:
    """True of events, and false of tests."""
    return relation("<=", over(r * P), over(r * r * P))


def instantiate(value: Term) -> LawApplication:
    return LawApplication(
        Fact(square(value)), by("Instantiate", "h", "r", (x,), value), {"h": Fact(square(R), (EVENT,))}
    )


def cite(theorem: str, goal: Fact, **fields: object) -> LawApplication:
    return LawApplication(goal, by("Cite", theorem, **fields))


def exchange(f: Term, *using: str, known: dict[str, Fact] | None = None) -> LawApplication:
    return LawApplication(eq(over(over(f, y)), over(over(f), y)), by("Swap", using), known or {})


NULL = le(A + func("abs", H), ZERO)
INNER = piecewise([(ONE, relation("<=", log(F), ZERO))])
GUARDED = piecewise([(INNER, relation(">", P, ZERO))], ZERO)
LOGGED = piecewise([(log(F), relation(">", P, ZERO))], ZERO)
v = point("v", "X")
LOOSE = piecewise([(F * P, relation(">", G, ONE))], G)

CLASS = RealHave("1", RealFact(Domain(), relation("==", ZERO, ZERO)), Balls)  # type: ignore[arg-type]

RIGHT = {
    "an event for an event": instantiate(E),
    "a product of events for an event": instantiate(E * at("loose", x)),
    "an unseen Int with a negative coefficient": LawApplication(
        eq(over(Q), over(F * P)), by("Integrate", x, ((MINUS_ONE, F * P), (ONE, Q)), "h"), {"h": eq(Q, F * P)}
    ),
    "a premise with >=": LawApplication(
        Fact(relation(">=", over(Q), over(E * P))),
        by("Integrate", x, ((ONE, E * P), (MINUS_ONE, Q)), "h"),
        {"h": GREATER},
    ),
    "an integrand of both signs that is dominated": exchange((S - E) * P * K),
    "a whole number for an integer": cite("integer", le(TWO, TWO**2), reals=(("m", TWO),)),
    "values that satisfy the condition": cite("condition", le(ONE, TWO), reals=(("l", ONE), ("m", TWO))),
    "a theorem with two points": cite(
        "two",
        le(TWO * F * at("f", point("x2", "X")), F**2 + at("f", point("x2", "X")) ** 2),
        fields=(("f", (v,), at("f", v)),),
        points=((x, x), (point("x2", "X"), point("x2", "X"))),
    ),
}

WRONG = {
    "pieces that are no events": instantiate(piecewise([(HALF, relation(">", P, Q))], ZERO)),
    "a product that is no event": instantiate(S * E),
    "an event at a point of another space": LawApplication(
        Fact(square(ONE)), by("Instantiate", "h", "r", (y,), ONE), {"h": Fact(square(R), (EVENT,))}
    ),
    "a field with other whole values": cite("count", le(E, TWO), fields=(("f", (v,), at("e", v)),), points=((x, x),)),
    "a query without value": cite(
        "query", le(log(F), func("abs", log(F))), fields=(("f", (v,), log(at("f", v))),), points=((x, x),)
    ),
    "a number without value": cite("real", le(log(A), log(A) + ONE), reals=(("m", log(A)),)),
    "a half for an integer": cite("integer", le(HALF, HALF**2), reals=(("m", HALF),)),
    "an event for an integer": cite("integer", le(S, S**2), reals=(("m", S),)),
    "values that do not satisfy the condition": cite("condition", le(ONE, A), reals=(("l", ONE), ("m", A))),
    "two points of a theorem at one": cite(
        "two", le(TWO * F * F, F**2 + F**2), fields=(("f", (v,), at("f", v)),), points=((x, x), (point("x2", "X"), x))
    ),
    "a theorem that something exists": cite(
        "exists", le(S, ZERO), fields=(("p", (v,), at("p", v)),), points=((x, x),), using=()
    ),
    "a space with a kernel only": LawApplication(le(sym("c"), G2), by("Separate", "h", "c"), {"h": le(H, G2)}),
    "a point of another space": LawApplication(
        le(A, ZERO * F),
        by("Pointwise", (("h", ((n, x),)),), real_steps(le(A, ZERO * F), le(A + func("abs", at("h", x)), ZERO))),
        {"h": NULL},
    ),
    "an Int of what has no value": LawApplication(
        eq(over(log(F) - log(F)), ZERO), by("Integrate", x, ((ONE, log(F) - log(F)),))
    ),
    "strict from a strict premise": LawApplication(
        Fact(relation(">", over(Q), over(E * P))),
        by("Integrate", x, ((ONE, E * P), (MINUS_ONE, Q)), "h"),
        {"h": GREATER},
    ),
    "less, of what is not equal": LawApplication(
        le(over(S * P), over(E * Q)),
        by("Integrate", x, ((ONE, S * P), (MINUS_ONE, E * Q)), "h"),
        {"h": APART},
    ),
    "a point that is taken for the bound one": LawApplication(
        eq(over(over(at("s", HIDDEN) * P * K, y)), over(over(S * P * K), y)), by("Swap")
    ),
    "a swap of what has no value": exchange(indicator(relation(">", log(F), ZERO)) * P * K),
    "a swap of what has any sign": exchange(F * P * K, "h", known={"h": le(over(over(F * P * K, y)), num(9))}),
    "another part that may have no value": LawApplication(
        eq(indicator(relation(">", P, ZERO)), ZERO), by("Defined", "h", LOGGED, x), {"h": le(over(LOGGED), num(50))}
    ),
    "conditions that may have no value": LawApplication(
        eq(indicator(relation(">", P, ZERO)) * indicator(relation(">", log(F), ZERO)), ZERO),
        by("Defined", "h", GUARDED, x),
        {"h": le(over(GUARDED), num(50))},
    ),
    "for all tests, by another rule": LawApplication(
        Fact(relation("==", over(P), ONE), (event("r", "X"),)), by("Mass", "p")
    ),
    "a test where the statement is not affine": LawApplication(
        le(over(func("max", S * P - HALF * Q, ZERO)), A),
        by("Instantiate", "h", "r", (x,), S),
        {"h": Fact(relation("<=", over(func("max", R * P - HALF * Q, ZERO)), A), (EVENT,))},
    ),
    "another field than the one that is bound": LawApplication(
        le(over(E * P), ZERO),
        by("Instantiate", "h", "s", (x,), E),
        {"h": Fact(relation("<=", over(S * P), ZERO), (EVENT,))},
    ),
    "one of two events": LawApplication(
        le(over(E * P), ZERO),
        by("Instantiate", "h", "r", (x,), E),
        {"h": Fact(relation("<=", over(R * P), ZERO), (EVENT, event("t", "X")))},
    ),
    "a class in a proof about reals": LawApplication(le(A, A), by("Pointwise", (), (CLASS,))),
    "not seen to be small": LawApplication(le(over(G * P), A), by("Real"), {}),
}


#: What would be refused anyway, but not for the reason that is to be given; or what would be true, but is not checked further.
LOST = sym("zz")
SAID = {
    "a part of unknown symbols": (
        LawApplication(eq(ZERO, ZERO), by("Integrate", x, ((ONE, LOST * P), (MINUS_ONE, LOST * P)))),
        "a term in the fields and symbols of the setting",
    ),
    "a coefficient without value": (
        LawApplication(eq(ZERO, ZERO), by("Integrate", x, ((log(A), ZERO),))),
        "a coefficient that is defined",
    ),
    "a point of the goal": (LawApplication(eq(F, F), by("Integrate", x, ())), "a point that the goal has not"),
    "a coefficient with the point": (
        LawApplication(eq(ZERO, ZERO), by("Integrate", x, ((F, P), (MINUS_ONE * F, P)))),
        "one free of",
    ),
    "no Int": (LawApplication(eq(P, ONE), by("Mass", "p")), "Int(k(x,y), y) == 1"),
    "a single Int": (LawApplication(eq(over(P), over(P)), by("Swap")), "Int(Int(F, y), x)"),
    "an absolute value of an Int": (LawApplication(eq(func("abs", over(P)), over(P)), by("Swap")), "Int(Int(F, y), x)"),
    "a symbol without a term": (cite("real", le(A, A + ONE)), "one for each symbol and field"),
    "a term for no symbol": (cite("real", le(A, A + ONE), reals=(("m", A), ("l", A))), "one for each symbol and field"),
    "a field without a term": (cite("query", le(F, func("abs", F)), points=((x, x),)), "one for each symbol and field"),
    "a term for no field": (
        cite("real", le(A, A + ONE), reals=(("m", A),), fields=(("f", (v,), at("f", v)),)),
        "one for each symbol and field",
    ),
    "a place for no point": (cite("real", le(A, A + ONE), reals=(("m", A),), points=((x, x),)), "one for each of"),
    "a point without a place": (
        cite("query", le(F, func("abs", F)), fields=(("f", (v,), at("f", v)),)),
        "one for each of",
    ),
    "a place in another space": (
        cite("query", le(F, func("abs", F)), fields=(("f", (v,), at("f", v)),), points=((x, y),)),
        "the right spaces",
    ),
    "a place that is no point": (
        cite("query", le(F, func("abs", F)), fields=(("f", (v,), at("f", v)),), points=((x, over(P)),)),
        "the right spaces",
    ),
    "a number in unknown symbols": (
        cite("idle", le(ZERO, ONE), reals=(("m", LOST),)),
        "a term of the setting",
    ),
    "a whole number that depends on a point": (
        cite("integer", le(func("floor", F), func("floor", F) ** 2), reals=(("m", func("floor", F)),)),
        "an integer",
    ),
}


@pytest.mark.parametrize("name", SAID)
def test_said(name: str) -> None:
    application, expected = SAID[name]
    refused = application.refused
    assert refused is not None
    assert expected in refused.expected


def test_a_symbol_is_no_density() -> None:
    """Int(a) == 1 for a symbol; it cannot bear the name of a law."""
    with pytest.raises(TermError, match="declared twice"):
        Setting(Domain((Range("p"),)), (law("p", "X"),))
    proposition = Proposition(Setting(Domain((Range("a"),)), (law("p", "X"),)), (), (eq(ZERO, ZERO),))
    refused = check_step(Have("1", eq(over(sym("a")), ONE), by("Mass", "p")), Context(proposition, {}))  # type: ignore[arg-type]
    assert refused is not None
    assert refused.expected == "the Int of p over its last point"


def test_a_step_is_named_where_it_is_refused() -> None:
    for name, where in (("goal", "goal"), ("", "a step")):
        refused = LawApplication(le(ONE, ZERO), by("Mass", "p"), name=name).refused
        assert refused is not None
        assert refused.where == where


FIELD_REFUSED = {
    "a parameter that is no point": (query("f", "X"), (x, ONE), ONE),
    "one point twice": (query("f", "X", "X"), (x, x), F),
    "whole numbers from -1 to 1": (Field("f", ("X",), MINUS_ONE, ONE, True), (x,), E),
    "a term of unknown symbols": (query("f", "X"), (x,), LOST),
    "a term of unknown fields": (query("f", "X"), (x,), at("zz", x)),
}


@pytest.mark.parametrize("name", FIELD_REFUSED)
def test_a_term_does_not_stand_for_a_field(name: str) -> None:
    f, params, t = FIELD_REFUSED[name]
    with pytest.raises(StepRejected):
        demand_field(f, (f.name, params, t), Sight(SETTING))


def test_events() -> None:
    whole = [
        Field("up", ("X",), ZERO, TWO, True),
        Field("down", ("X",), MINUS_ONE, ONE, True),
        event("e", "X"),
        unit("s", "X"),
    ]
    setting = Setting(Domain(), tuple(whole))
    assert [is_event(at(f.name, x), setting) for f in whole] == [False, False, True, False]
    assert is_event(ONE, setting)
    assert is_event(ZERO, setting)
    assert not is_event(HALF, setting)
    assert is_event(indicator(relation(">", F, ZERO)), setting)
    assert not is_event(piecewise([(ONE, relation(">", F, ZERO))]), setting)  # without a value elsewhere


# -- whole certificates -----------------------------------------------------------------------------------------------

WITNESS = Model((("a", ONE),), (("X", 1), ("Y", 1)), (("p", (ONE,)), ("l", (ONE,)), ("f", (ZERO,)), ("o", (ONE,))))
OTHER = at("o", y)
SMALL = Setting(Domain((Range("a"),)), (law("p", "X"), law("l", "Y"), query("f", "X"), query("o", "Y")))


def certificate(*proof: Have, given: Fact, claim: Fact, exists: bool = False) -> Certificate:
    proposition = Proposition(SMALL, (("h", given),), (claim,), (query("r", "X"),) if exists else ())
    return Certificate(proposition, proof, WITNESS, (("r", (x,), F),) if exists else ())


def step(name: str, fact: Fact, rule: str, *args: object) -> Have:
    return Have(name, fact, by(rule, *args))  # type: ignore[arg-type]


MASS = step("mass", eq(over(P), ONE), "Mass", "p")
ALIKE = step("same", eq(F, F), "Pointwise", (), real_steps(eq(F, F)))


def test_a_proof_has_steps_and_not_too_many() -> None:
    for proof in ((), (MASS,) * (MAX_STEPS + 1)):
        refused = check(certificate(*proof, given=le(F, OTHER), claim=le(F, OTHER)))
        assert isinstance(refused, Rejected)
        assert refused.where == "proof"
    assert isinstance(check(certificate(MASS, given=le(F, OTHER), claim=eq(over(P), ONE))), Proved)


def test_without_a_library_nothing_is_cited() -> None:
    cited = step("cited", le(A, A + ONE), "Cite", "real", 0, (("m", A),))
    refused = check(certificate(cited, given=le(F, OTHER), claim=le(A, A + ONE)))
    assert isinstance(refused, Rejected)
    assert isinstance(check(certificate(cited, given=le(F, OTHER), claim=le(A, A + ONE)), LIBRARY), Proved)


def test_what_exists_is_seen_without_the_symbols_of_a_step() -> None:
    half = step("half", le(F, sym("c")), "Separate", "h", "c")
    claim = eq(at("r", x), F)
    assert isinstance(check(certificate(half, ALIKE, given=le(F, OTHER), claim=claim, exists=True)), Proved)


@pytest.mark.parametrize("name", RIGHT)
def test_right(name: str) -> None:
    assert RIGHT[name].accepted


@pytest.mark.parametrize("name", WRONG)
def test_wrong(name: str) -> None:
    assert not WRONG[name].accepted


def test_what_is_seen_is_defined() -> None:
    """A relation that would hold wherever it is defined is not seen where it may not be."""
    sight, gone = Sight(SETTING), log(A) - log(A)
    assert sight.holds(relation("==", A + A, 2 * A))
    assert not sight.holds(relation("==", A, ONE))
    assert not sight.holds(relation(">=", log(A) ** 2, ZERO))
    assert not sight.holds(relation("<=", ZERO, log(A) ** 2))
    assert sight.same(A + A, 2 * A)
    assert not sight.same(gone, ZERO)
    assert not sight.same(ZERO, gone)


def test_what_is_bounded_on_one_side_is_not_integrable() -> None:
    sight = Sight(SETTING)
    assert not sight.finite(over(func("min", F, ONE) * P))
    assert not sight.finite(over((F + G) * S))


B = log(F) * P
SEEN = {
    "a bounded body, as the space is finite": (over(ONE), over(S)),
    "a constant body": (over(log(A)), over(log(A))),
    "a sum, of the absolute value": (over(func("abs", F * P - G)), over(F * P - G)),
    "pieces, of the absolute value": (over(func("abs", LOOSE)), over(LOOSE)),
    "over fewer points than there are densities": (over(func("abs", G * K * P)), over(G * K * P)),
    "with a bounded factor": (over(func("abs", S * G * P)), over(S * G * P)),
    "a factor that is an Int without the point": (over(S * G * P), over(P * over(S * G * P))),
}


@pytest.mark.parametrize("name", SEEN)
def test_an_int_is_finite_as_a_fact_says(name: str) -> None:
    known, asked = SEEN[name]
    assert Sight(SETTING, [le(known, A)]).finite(asked)
    assert not Sight(SETTING).finite(asked)


def test_a_relation_is_defined_where_its_sides_are() -> None:
    """The body of an Int that a fact speaks of has a value, alone and in a relation."""
    sight = Sight(SETTING, [le(over(B), A)])
    assert sight.defined(B)
    assert sight.defined(relation(">=", B, ZERO))
    assert not Sight(SETTING).defined(relation(">=", B, ZERO))


def test_a_density_is_integrated_out_though_a_fact_bounds_it() -> None:
    assert Sight(SETTING, [le(P, ONE)]).integrable(S * P, frozenset((x,)), frozenset())


def test_a_density_on_a_free_point_is_not_integrated_out() -> None:
    """Int(p(x) Int(j(x, n) k(n, y), n), x) is finite for almost all y, but that is a swap away, and is not looked for."""
    setting = Setting(Domain(), (law("p", "X"), law("j", "X", "N"), law("k", "N", "Y")))
    inner = over(at("j", x, n) * at("k", n, y), n)
    assert not Sight(setting).finite(over(P * inner))


def test_a_known_int_is_not_opened_at_a_point_of_its_own() -> None:
    """That Int(f(x, z), z) is finite says nothing about the diagonal: f(x, x) need not have an integral."""
    w, z = point("w", "X"), point("z", "X")
    setting, known = Setting(Domain(), (query("f", "X", "X"),)), over(at("f", x, z), z)
    assert Sight(setting).integrable(at("f", x, w), frozenset((w,)), frozenset((known,)))
    assert not Sight(setting).integrable(at("f", x, x), frozenset((x,)), frozenset((known,)))
