"""Sums of numbers in statements about laws: their index is nobody else's symbol, and what holds inside holds nowhere else."""

from __future__ import annotations

import pytest

from dpsym.kernel.laws.check import check
from dpsym.kernel.laws.models import refute
from dpsym.kernel.laws.rules import Cite
from dpsym.kernel.laws.sight import Reals, Sight
from dpsym.kernel.laws.statements import Certificate, Fact, Have, Model, Proposition, Refuted, Setting, law, query
from dpsym.kernel.laws.terms import Substitution, at, certain_parts, integral, point
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import ONE, ZERO, Term, TermError, bind, num, relation, sym
from dpsym.kernel.verdicts import Rejected, StepRejected

i, g, n = map(sym, "ign")
x = point("x")
P = law("P", "x")
SUM = bind("Sum", i * g, "i", ONE, num(3))  # 6 g
SETTING = Setting(Domain((Range("g"), Range("i"))), (P,))


def test_the_index_is_not_substituted() -> None:
    assert Substitution(reals={"i": num(5)})(SUM + i) is SUM + 5
    assert Substitution(reals={"g": num(5)})(SUM) is bind("Sum", i * 5, "i", ONE, num(3))


def test_a_value_is_not_captured_by_an_index() -> None:
    with pytest.raises(TermError):
        Substitution(reals={"g": i})(SUM)


def test_what_is_declared() -> None:
    assert Fact(relation("<=", SUM, integral(at("P", x), x))).wrong_in(SETTING) is None
    for strange in (bind("Sum", i * n, "i", ONE, num(3)), bind("Sum", at("P", x), "i", ONE, num(3))):
        assert Fact(relation("<=", strange, ZERO)).wrong_in(SETTING) is not None


def test_parts_of_a_summand_are_defined_nowhere_else() -> None:
    harmonic = bind("Sum", 1 / i, "i", ONE, num(3))
    fact = Fact(relation("<=", harmonic, g))
    assert harmonic in certain_parts(fact.statement)
    assert 1 / i not in certain_parts(fact.statement)
    assert not Sight(SETTING, [fact]).defined(1 / i)


@pytest.mark.parametrize(("bound", "refuted"), [(num(6), False), (num(5), True)])
def test_in_a_model_the_index_has_its_own_values(bound: Term, refuted: bool) -> None:
    """The symbol i is 100, the index runs from 1 to 3: 6 g <= bound g + i - 100."""
    claim = Fact(relation("<=", SUM, bound * g + i - 100))
    model = Model((("g", ONE), ("i", num(100))), (("x", 1),), (("P", (ONE,)),))
    found = refute(Proposition(SETTING, (), (claim,)), model)
    assert isinstance(found, Refuted if refuted else Rejected), found


@pytest.mark.parametrize("index", ["_1", "i"])
def test_a_law_does_not_get_into_a_sum_by_way_of_a_condition(index: str) -> None:
    """Where Sum(a - j, (j, 0, 3)) >= 0 it is true that a >= 3/2; a mean put for a must not meet the index."""
    a, j = sym("a"), sym(index)
    condition = relation(">=", bind("Sum", a - j, index, ZERO, num(3)), ZERO)
    mean = integral(at("f", x) * at("P", x), x)
    goal = Fact(relation(">=", mean, num(3, 2)))
    fields = (P, query("f", "x", lower=ZERO, upper=ONE))
    model = Model((), (("x", 1),), (("P", (ONE,)), ("f", (ZERO,))))
    try:
        known = Proposition(Setting(Domain((Range("a"),), (condition,))), (), (Fact(relation(">=", a, num(3, 2))),))
    except TermError:
        assert index == "_1"  # kept for the kernel
        return
    step = Have("g", goal, Cite("T", 0, (("a", mean),)))
    found = check(Certificate(Proposition(Setting(Domain(), fields), (), (goal,)), (step,), model), {"T": known})
    assert isinstance(found, Rejected), found
    assert "condition" in f"{found.found} {found.expected}"


def test_a_sum_with_a_law_in_it_is_no_number() -> None:
    with pytest.raises(StepRejected):
        Reals(SETTING)(bind("Sum", at("P", x) - i, "i", ONE, num(3)))
