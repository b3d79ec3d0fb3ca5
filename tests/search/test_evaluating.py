"""What is computed of a model outside of the kernel is what the kernel says of it."""

from __future__ import annotations

from random import Random

import pytest

from dpsym.kernel.laws.models import Grounded
from dpsym.kernel.laws.statements import Fact, Model, Proposition, Setting, event, law
from dpsym.kernel.laws.terms import at, integral, point
from dpsym.kernel.reals.points import fails, satisfied
from dpsym.kernel.terms import ONE, ZERO, Term, exp, func, log, num, piecewise, relation, sqrt, subterms
from dpsym.library.loading import theorems
from dpsym.search.refuting.evaluating import Evaluated, Undecided
from dpsym.search.refuting.models import Look, looked_at, random_model, satisfies
from tests.helpers.sampling import sampled

THEOREMS = {name: t.proposition for name, t in theorems().items() if not t.existing}
EMPTY = Proposition(Setting(), (), (Fact(relation("==", ONE, ONE)),))
two, half = num(2), num(1, 2)


@pytest.mark.parametrize(
    ("r", "expected"),
    [
        (relation("==", log(two) + log(num(3)), log(num(6))), True),
        (relation("==", exp(two * log(num(3))), num(9)), True),
        (relation("<", exp(-log(two)), half), False),
        (relation("<=", exp(ONE), num(27183, 10000)), True),
        (relation(">=", exp(ONE), num(27183, 10000)), False),
        (relation("!=", func("Phi", ZERO), sqrt(two)), True),
        (relation("==", func("min", half, log(two), ONE), half), True),
        (relation("<", func("max", ZERO, log(half)), ZERO), False),
        (relation("==", ZERO ** half, ZERO), True),
        (relation("==", (-two) ** num(3), num(-8)), True),
        (relation("==", piecewise([(log(ZERO), relation(">", ZERO, ONE))], two), two), True),
        (relation("==", sqrt(two) * sqrt(two), two), None),  # a tie of balls
        (relation("==", ZERO * log(ZERO), ZERO), None),  # no value
        (relation("==", ZERO / ZERO, ZERO), None),
        (relation("==", ZERO ** (ONE - ONE), ONE), None),  # a real power
        (relation("<", sqrt(num(-1)), ONE), None),
        (relation("==", piecewise([(ONE, relation(">", ZERO, ONE))]), ONE), None),
        (relation("<", func("gamma", two), two), None),  # not computed here
    ],
)  # fmt: skip
def test_a_relation_is_decided_or_left_to_the_kernel(r: Term, expected: bool | None) -> None:
    assert Evaluated(EMPTY, Model()).verdict(r) is expected
    if expected is not None:
        assert satisfied(r, {}) is expected


def may_tie(t: Term) -> bool:
    """Whether a condition in t compares Ints: in a model they may be equal irrational numbers, which balls do not tell apart."""
    pieces = (u for u in subterms(t) if u.op == "Piecewise")
    return any(v.op == "Int" for u in pieces for c in u.args if c.is_relation for v in subterms(c))


def agrees(p: Proposition, model: Model) -> int:
    """Compares every instance with the kernel; how many there are."""
    try:
        seen = Evaluated(p, model)
    except Undecided:
        return 0
    facts, compared = [*(f for _, f in p.given), *p.claims], 0
    for fact in facts:
        if seen.cost(fact) > 300:
            continue
        written = set()
        for instance in seen.instances(fact):
            r, found = instance(), seen.verdict(fact.statement)
            written.add(r)
            known = True if satisfied(r, {}) is True else False if fails(r, {}) else None
            assert found is None or known is found or (known is None and may_tie(fact.statement)), (r, found)
            compared += found is not None and known is not None
        assert written == set(Grounded(model, p.setting).instances(fact))
    return compared


@pytest.mark.parametrize("name", sampled(list(THEOREMS), 12))
def test_the_kernel_agrees_on_every_instance(name: str) -> None:
    r, p = Random(1), THEOREMS[name]
    assert sum(agrees(p, random_model(p, r)) for _ in range(4)) > 0


@pytest.mark.parametrize("name", sampled(list(THEOREMS), 12))
def test_the_kernel_agrees_on_what_satisfies_the_hypotheses(name: str) -> None:
    r, p = Random(2), THEOREMS[name]
    models = [random_model(p, r) for _ in range(12)]
    small = [m for m in models if all(cost(p, m, f) <= 300 for _, f in p.given)]
    assert [looked_at(p, m) is Look.INSIDE for m in small] == [satisfies(p, m) for m in small]


def cost(p: Proposition, model: Model, fact: Fact) -> int:
    try:
        return Evaluated(p, model).cost(fact)
    except Undecided:
        return 0


def test_events_are_tried_where_the_statement_looks() -> None:
    """Of four places of the event S(x, y), a choice of x leaves two that make a difference."""
    x, y = point("x"), point("y")
    likely = Fact(relation("<=", integral(at("S", x, y) * at("M", x, y), y), num(3, 4)), (event("S", "x", "y"),))
    p = Proposition(Setting(fields=(law("M", "x", "y"),)), (("likely", likely),), (Fact(relation("==", ONE, ONE)),))
    quarter = num(1, 4)
    model = Model((), (("x", 2), ("y", 2)), (("M", (half, half, quarter, num(3, 4))),))
    seen = Evaluated(p, model)
    assert sum(1 for _ in seen.instances(likely)) == 8
    assert not seen.holds(likely)  # S everywhere
    assert seen.holds(Fact(relation("<=", likely.statement.lhs, ONE), likely.tests))
