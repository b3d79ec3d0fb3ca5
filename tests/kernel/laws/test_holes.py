"""Steps and models that were once accepted though what they say is false: each names the world in which it fails."""

from __future__ import annotations

from dpsym.kernel.laws import rules
from dpsym.kernel.laws.check import check, check_step
from dpsym.kernel.laws.context import Context
from dpsym.kernel.laws.models import Attained, Model, rejects_tight
from dpsym.kernel.laws.statements import Certificate, Fact, Have, Proposition, Proved, Setting, event, law, query
from dpsym.kernel.laws.terms import at, indicator, integral, point
from dpsym.kernel.statements import Domain, Range, Rejected
from dpsym.kernel.terms import ONE, ZERO, Term, func, neg, num, piecewise, relation, sym

x, y, n = point("x", "X"), point("y", "Y"), point("n", "N")
a, b, m = sym("a"), sym("b"), sym("m")
p, f, g, h, u, S = at("p", x), at("f", x), at("g", y), at("h", n), at("u", y), at("S", x)
SETTING = Setting(
    Domain((Range("a"),)), (law("p", "X"), query("f", "X"), query("g", "Y"), query("u", "Y"), query("h", "N"))
)


def judge(facts: dict[str, Fact], goal: Term, rule: rules.Rule) -> Rejected | None:
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
