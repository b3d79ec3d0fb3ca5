"""Models: exact, complete, and in agreement with an independent evaluator."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from dpsym.kernel.laws.models import MAX_EVENTS, Grounded, refute
from dpsym.kernel.laws.statements import Attained, Fact, Model, Proposition, Refuted, Setting, Sharp, event, law, query
from dpsym.kernel.laws.statements import test as unit
from dpsym.kernel.laws.terms import at, indicator, integral, point, pos
from dpsym.kernel.laws.tightness import tight_goals
from dpsym.kernel.reals.points import satisfied
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ONE, ZERO, TermError, exp, log, num, relation, sym
from dpsym.kernel.verdicts import Rejected
from dpsym.library.theorem import at_point
from tests.helpers.refusing import rejects_model, rejects_tight
from tests.helpers.worlds import World

x = point("x")
p, q = at("p", x), at("q", x)
S = at("S", x)
a = sym("a")
HALF = num(1, 2)
SETTING = Setting(Domain((Range("a", ZERO, None, False),)), (law("p", "x"), law("q", "x")))
NEAR = Fact(relation("<=", integral(S * p, x), a * integral(S * q, x)), (event("S", "x"),))


def model(ps, qs, value=1, size: int | None = None) -> Model:
    table = lambda v: tuple(num(*w) if isinstance(w, tuple) else num(w) for w in v)  # noqa: E731
    return Model((("a", num(value)),), (("x", size or len(ps)),), (("p", table(ps)), ("q", table(qs))))


def prop(claim, *given: Fact, setting: Setting = SETTING) -> Proposition:
    return Proposition(setting, tuple((f"h{i}", f) for i, f in enumerate(given)), (Fact(claim),))


CLAIM = relation("<=", p, a * q)


def test_a_model_refutes() -> None:
    found = refute(prop(CLAIM), model([1, 0], [(1, 2), (1, 2)]))
    assert isinstance(found, Refuted)
    assert found.claim.op == CLAIM.op
    assert found.culprit is None


@pytest.mark.parametrize(
    ("m", "why"),
    [
        (model([1, 0], [(1, 2), (1, 2)], 2), "the claim holds"),
        (model([1, 1], [(1, 2), (1, 2)]), "no mass one"),
        (model([2, -1], [(1, 2), (1, 2)]), "a negative density"),
        (model([1, 0], [(1, 2), (1, 2)], -1), "outside the domain"),
        (model([1, 0], [1], 1), "a table is short"),
        (model([1, 0], [(1, 2), (1, 2)], 1, 3), "another size"),
        (Model((), (("x", 1),), (("p", (ONE,)), ("q", (ONE,)))), "no value for a"),
        (Model((("a", ONE),), (("x", 1),), (("p", (ONE,)),)), "no table for q"),
        (Model((("a", ONE),), (), (("p", (ONE,)), ("q", (ONE,)))), "no size"),
        (Model((("a", ONE),), (("x", 0),), (("p", ()), ("q", ()))), "an empty space"),
        (Model((("a", sym("b")),), (("x", 1),), (("p", (ONE,)), ("q", (ONE,)))), "a symbol as a value"),
        (Model((("a", log(ZERO)),), (("x", 1),), (("p", (ONE,)), ("q", (ONE,)))), "a value without a value"),
    ],
)
def test_other_models_do_not(m: Model, why: str) -> None:
    assert isinstance(refute(prop(CLAIM), m), Rejected), why


def test_hypotheses_for_all_events_are_tried_in_all_ways() -> None:
    assert isinstance(
        refute(prop(relation("<=", integral(p, x), ZERO), NEAR), model([(3, 4), (1, 4)], [(1, 2), (1, 2)], 2)), Refuted
    )
    assert isinstance(
        refute(prop(relation("<=", integral(p, x), ZERO), NEAR), model([(3, 4), (1, 4)], [(1, 2), (1, 2)], 1)), Rejected
    )


def test_a_test_is_tried_at_its_corners_only_where_that_suffices() -> None:
    bad = model([1, 0], [0, 1])
    square = Fact(relation("<=", integral(S * (ONE - S) * p, x), ZERO), (unit("S", "x"),))
    unequal = Fact(relation("!=", integral(S * p, x), HALF), (unit("S", "x"),))
    for fact in (square, unequal):
        assert isinstance(refute(prop(CLAIM, fact), bad), Rejected)
    events = Fact(square.statement, (event("S", "x"),))
    assert isinstance(refute(prop(CLAIM, events), bad), Refuted)


def test_too_many_events_are_refused() -> None:
    n = MAX_EVENTS + 1
    uniform = [(1, n)] * n
    assert isinstance(refute(prop(relation("<=", integral(p, x), ZERO), NEAR), model(uniform, uniform)), Rejected)


def test_a_claim_without_value_is_refuted_and_a_hypothesis_without_value_does_not_hold() -> None:
    ratio = relation("<=", integral(p / q, x), num(10))
    m = model([1, 0], [0, 1])
    assert isinstance(refute(prop(ratio), m), Refuted)
    assert isinstance(refute(prop(CLAIM, Fact(ratio)), m), Rejected)


def test_numbers_need_not_be_rational() -> None:
    m = Model((("a", log(num(2))),), (("x", 1),), (("p", (ONE,)), ("q", (ONE,))))
    assert isinstance(refute(prop(CLAIM), m), Refuted)


def test_equality_refutes_a_strict_claim() -> None:
    found = refute(prop(relation("<", integral(p, x), integral(q, x))), model([1], [1]))
    assert isinstance(found, Refuted)
    assert found.claim is relation("<", ONE, ONE)


def test_models_agree_with_an_independent_evaluator() -> None:
    r = Random(7)
    k = at("k", x, point("y"))
    setting = Setting(Domain((Range("a"),)), (query("p", "x"), query("q", "x"), query("k", "x", "y")))
    y = point("y")
    statements = [
        relation("<=", integral(integral(k * p, x), y), a),
        relation("<=", integral(k * p, x), a * integral(pos(p - a * q), x) + k),
        relation("<", p * q, integral(indicator(relation(">", k, p)), y)),
        relation("==", integral(p, x) * integral(q, x), integral(p * integral(q, x), x)),
    ]
    for _ in range(60):
        sizes = {"x": r.randint(1, 3), "y": r.randint(1, 3)}
        cells = {"p": sizes["x"], "q": sizes["x"], "k": sizes["x"] * sizes["y"]}
        values = {n: [Fraction(r.randint(-3, 3), r.randint(1, 3)) for _ in range(c)] for n, c in cells.items()}
        value = Fraction(r.randint(-3, 3))
        m = Model((("a", num(value)),), tuple(sizes.items()), tuple((n, tuple(map(num, v))) for n, v in values.items()))
        tables: dict[str, dict[tuple[int, ...], Fraction]] = {
            n: {(i,): v for i, v in enumerate(values[n])} for n in "pq"
        }
        tables["k"] = dict(zip(product(range(sizes["x"]), range(sizes["y"])), values["k"]))
        world = World({s: [Fraction(1)] * n for s, n in sizes.items()}, tables, {"a": value})
        for s in statements:
            ours = all(satisfied(c, {}) for c in Grounded(m, setting).instances(Fact(s)))
            assert ours == world.satisfies(Fact(s))


# -- tight ----------------------------------------------------------------------------------------------------

TV = relation("<=", integral(pos(p - q), x), a)
WHERE = Domain((Range("a", ZERO, ONE, False, False),))
TIGHT = Attained(WHERE, Model((("a", a),), (("x", 2),), (("p", (a, 1 - a)), ("q", (ZERO, ONE)))), (("a", HALF),))


def proofs(p_: Proposition, tight) -> tuple:
    return ((),) * len(tight_goals(p_, tight))


def test_a_bound_is_attained() -> None:
    assert rejects_tight(prop(TV), TIGHT, proofs(prop(TV), TIGHT)) is None
    assert rejects_model(prop(TV), at_point(TIGHT.model, TIGHT.point)) is None


@pytest.mark.parametrize(
    "tight",
    [
        Attained(WHERE, Model((("a", a),), (("x", 2),), (("p", (a, ONE)), ("q", (ZERO, ONE)))), (("a", HALF),)),
        Attained(WHERE, Model((("a", a),), (("x", 2),), (("p", (a, 1 - a)), ("q", (a, 1 - a)))), (("a", HALF),)),
        Attained(WHERE, Model((("a", a),), (("x", 2),), (("p", (a, 1 - a)), ("q", (ZERO, ONE)))), (("a", num(2)),)),
        Attained(WHERE, Model((("a", a),), (("x", 2),), (("p", (a, 1 - a)), ("q", (ZERO, ONE)))), ()),
        Attained(Domain((Range("a", ZERO, num(2), False, False),)), TIGHT.model, (("a", HALF),)),
        Attained(WHERE, Model((("a", a - 1),), (("x", 2),), (("p", (a, 1 - a)), ("q", (ZERO, ONE)))), (("a", HALF),)),
    ],
)
def test_what_is_not_attained_is_rejected(tight: Attained) -> None:
    assert isinstance(rejects_tight(prop(TV), tight, proofs(prop(TV), tight)), Rejected)


def test_a_supremum_is_sharp() -> None:
    """∫ max(p − q, 0) < 1 for no laws with a smaller constant: P = (1, 0), Q = (t, 1 − t) with t = (1 − c)/2 ... below 1."""
    claim = relation("<=", integral(pos(p - q), x), ONE)
    c = sym("c")
    m = Model((("a", ONE),), (("x", 2),), (("p", (ONE, ZERO)), ("q", (ZERO, ONE))))
    good = Sharp(Domain(), m, (("c", HALF),))
    assert rejects_tight(prop(claim), good, proofs(prop(claim), good)) is None
    weak = Sharp(Domain(), Model((("a", ONE),), (("x", 2),), (("p", (ONE, ZERO)), ("q", (HALF, HALF)))), (("c", ZERO),))
    assert isinstance(rejects_tight(prop(claim), weak, proofs(prop(claim), weak)), Rejected)
    cheat = Sharp(Domain(), Model((("a", c),), (("x", 2),), (("p", (ONE, ZERO)), ("q", (ZERO, ONE)))), (("c", HALF),))
    with pytest.raises(TermError):
        tight_goals(prop(claim), cheat)
    assert isinstance(rejects_tight(prop(claim), cheat, ()), Rejected)


def test_proofs_are_needed_and_counted() -> None:
    claim = relation("<=", integral(pos(p - q), x), exp(a) - 1)
    assert isinstance(rejects_tight(prop(claim), TIGHT, proofs(prop(claim), TIGHT)), Rejected)
    assert isinstance(rejects_tight(prop(TV), TIGHT, ()), Rejected)
