"""Steps and models that were once accepted though what they say is false: each names the world in which it fails."""

from __future__ import annotations

import pytest

from dpsym.kernel.laws import rules
from dpsym.kernel.laws.check import check, check_step
from dpsym.kernel.laws.context import Context
from dpsym.kernel.laws.models import refute
from dpsym.kernel.laws.statements import (
    Attained,
    Certificate,
    Fact,
    Have,
    Model,
    Proposition,
    Proved,
    Rule,
    Setting,
    event,
    law,
    query,
)
from dpsym.kernel.laws.terms import at, indicator, integral, point
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ONE, ZERO, Term, TermError, func, neg, num, piecewise, relation, sym
from dpsym.kernel.verdicts import Rejected
from tests.helpers.refusing import rejects_tight

x, y, n = point("x", "X"), point("y", "Y"), point("n", "N")
a, b, m = sym("a"), sym("b"), sym("m")
p, f, g, h, u, S = at("p", x), at("f", x), at("g", y), at("h", n), at("u", y), at("S", x)
SETTING = Setting(
    Domain((Range("a"),)), (law("p", "X"), query("f", "X"), query("g", "Y"), query("u", "Y"), query("h", "N"))
)


def judge(facts: dict[str, Fact], goal: Term, rule: Rule) -> Rejected | None:
    ctx = Context(Proposition(SETTING, tuple(facts.items()), (Fact(relation("==", ZERO, ZERO)),)), {})
    return check_step(Have("goal", Fact(goal), rule), ctx)


def test_parts_that_cancel_bring_in_no_points() -> None:
    """N null and a = -1: the hypothesis says nothing, and |a| is not a."""
    size, vacuous = func("abs", a), {"n": Fact(relation(">=", a, ZERO * h))}
    goal = relation("==", size * integral(p, x), a * integral(p, x))
    for more in (((h, p), (neg(h), p)), ((ONE, h * p), (neg(ONE), h * p))):
        parts = ((size, p), (neg(a), p), *more)
        assert isinstance(judge(vacuous, goal, rules.Integrate(x, parts, None, ("n",))), Rejected)
    kept = {"a": Fact(relation(">=", a, ZERO))}
    assert judge(kept, goal, rules.Integrate(x, ((size, p), (neg(a), p)), None, ("a",))) is None


def test_an_inner_int_over_a_null_space_needs_no_value() -> None:
    """Y null and f = -1: the inner Int is 0 whatever f is."""
    piece = piecewise([(g, relation(">", f, ZERO))])
    body, never = p * integral(piece, y), relation("==", indicator(relation("<=", f, ZERO)), ZERO)
    known = {"k": Fact(relation("<=", integral(body, x), ONE))}
    assert isinstance(judge(known, never, rules.Defined("k", body, x)), Rejected)
    outer = p * piecewise([(ONE, relation(">", f, ZERO))])
    assert judge({"k": Fact(relation("<=", integral(outer, x), ONE))}, never, rules.Defined("k", outer, x)) is None


def test_a_hypothesis_for_all_events_is_cited_without_points() -> None:
    """X = Y = [0, 1], p = 1, f(x) = x, u(y) = y: for each S almost all y are not P(S), but every y is P(f <= y)."""

    def statement(of: Term) -> tuple[Fact, Term]:
        below = indicator(relation("<=", f, of))
        hypothesis = Fact(relation("!=", integral(S * p, x), of), (event("S", "X"),))
        return hypothesis, relation("!=", integral(below * p, x), of)

    fields = (law("p", "X"), query("f", "X"))
    given, claim = statement(b)
    known = Proposition(Setting(Domain((Range("b"),)), fields), (("h", given),), (Fact(claim),))
    model = Model((("b", num(1, 2)),), (("X", 1),), (("p", (ONE,)), ("f", (ONE,))))
    step = Have("goal", Fact(claim), rules.Instantiate("h", "S", (x,), indicator(relation("<=", f, b))))
    assert isinstance(check(Certificate(known, (step,), model)), Proved)

    mass = Have("mass", Fact(relation("==", integral(p, x), ONE)), rules.Mass("p"))
    for of, where, more in ((u, Domain(), (query("u", "Y"),)), (a, Domain((Range("a"),)), ())):
        given, claim = statement(of)
        cite = rules.Cite(
            "known", 0, (("b", of),), (("p", (x,), p), ("f", (x,), f)), given=(("h", "h"),), using=("mass",)
        )
        ours = Proposition(Setting(where, fields + more), (("h", given),), (Fact(claim),))
        model = Model((("a", num(1, 2)),) if of is a else (), (("X", 1), ("Y", 1)), (("p", (ONE,)), ("f", (ONE,)),
                      *((("u", (num(1, 2),)),) if of is u else ())))  # fmt: skip
        result = check(Certificate(ours, (mass, Have("goal", Fact(claim), cite)), model), {"known": known})
        assert isinstance(result, Rejected if of is u else Proved)


def test_a_tight_model_gives_integers_for_integers() -> None:
    """m (1 - m) <= 1/4 is attained at 1/2, which is no integer."""
    setting = Setting(Domain((Range("m", ZERO, ONE, False, False, True),)), (law("p", "X"),))
    claim = relation("<=", m * (ONE - m) * integral(p, x), num(1, 4) * integral(p, x))
    loose = Proposition(setting, (), (Fact(claim),))
    half = Attained(Domain(), Model((("m", num(1, 2)),), (("X", 1),), (("p", (ONE,)),)), ())
    for goals in range(8):
        assert isinstance(rejects_tight(loose, half, ((),) * goals), Rejected)
    exact = Proposition(setting, (), (Fact(relation("<=", m * (ONE - m) * integral(p, x), ZERO)),))
    one = Attained(Domain(), Model((("m", ONE),), (("X", 1),), (("p", (ONE,)),)), ())
    assert any(rejects_tight(exact, one, ((),) * goals) is None for goals in range(8))


def test_numbers_in_models_and_ranges_are_no_terms_about_laws() -> None:
    """A point where a number should be is refused; it once reached the arithmetic, which crashed."""
    prop = Proposition(SETTING, (), (Fact(relation("<=", integral(f * p, x), a)),))
    for strange in (f, x, integral(p, x), ONE / at("p", x)):
        sizes = tuple((space, 1) for space in "XYN")
        tables = (("p", (ONE,)), ("f", (strange,)), ("g", (ZERO,)), ("u", (ZERO,)), ("h", (ZERO,)))
        for params in ((("a", strange),), (("a", ZERO),)):
            model = Model(params, sizes, tables)
            proof = (Have("goal", prop.claims[0], rules.Mass("p")),)
            for goals in range(8):
                tight = (Attained(Domain(), model, ()), ((),) * goals)
                assert isinstance(check(Certificate(prop, proof, model, (), (tight,))), Rejected)
                assert isinstance(rejects_tight(prop, *tight), Rejected)
            assert isinstance(refute(prop, model), Rejected)
    for end in (integral(p, x), at("p", x)):
        with pytest.raises(TermError):
            Setting(Domain((Range("a", end, None, False),)), SETTING.fields)


def test_an_instance_keeps_the_points_of_its_fact() -> None:
    """N null and a = 5: the hypothesis says nothing, and 1 + a is not at most 1."""
    every = {"h": Fact(relation("<=", at("T", n) + a, ONE), (event("T", "N"),))}
    for value, right in ((ONE, False), (num(1, 2), False), (indicator(relation(">", h, ZERO)), True)):
        found = judge(every, relation("<=", value + a, ONE), rules.Instantiate("h", "T", (n,), value))
        assert found is None if right else isinstance(found, Rejected)


def test_a_cited_claim_keeps_its_points() -> None:
    """N null and a = -1: what holds for almost all points of N says nothing of a."""
    z, fields = point("z", "Z"), (query("F", "Z"), query("G", "Z"))
    F, G = at("F", z), at("G", z)
    given, claim = Fact(relation(">=", F + ZERO * G, ZERO)), Fact(relation(">=", F, ZERO))
    known = Proposition(Setting(Domain(), fields), (("h", given),), (claim,))
    for first, right in ((a, False), (a + h, True)):
        facts = {"h": Fact(relation(">=", first + ZERO * h, ZERO))}
        chosen = (("F", (n,), first), ("G", (n,), h))
        cite = rules.Cite("known", 0, (), chosen, (("Z", "N"),), ((z, n),), (("h", "h"),))
        ctx = Context(Proposition(SETTING, tuple(facts.items()), (Fact(relation("==", ZERO, ZERO)),)), {"known": known})
        found = check_step(Have("goal", Fact(relation(">=", first, ZERO)), cite), ctx)
        assert found is None if right else isinstance(found, Rejected)
