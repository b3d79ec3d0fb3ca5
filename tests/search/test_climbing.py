"""Models in which a false statement about all laws fails: drawn, and climbed to from those with the least room."""

from __future__ import annotations

import pytest

from dpsym.kernel.laws.models import refute
from dpsym.kernel.laws.statements import Model, Proposition, Refuted
from dpsym.library.failures import Failure, refuting_model
from dpsym.library.theorem import Real, Tables, Theorem, have, tables
from dpsym.objects.language import Ge, Gt, Int, Law, Le, Point, num, tanh
from dpsym.objects.unfold import KL, Pure, TotalVariation
from dpsym.search.refuting import climbing
from dpsym.search.refuting.climbing import counterexample, room, written
from theorems.vocabulary import e_eps, eps, half

x = Point("x")
P, Q = Law("P", x), Law("Q", x)
FAIR: Tables = {P: [half, half], Q: [half, half]}


def about_pure(claim, **more) -> Theorem:
    return Theorem(
        title="", about=[P, Q], where=[Gt(eps, 0)], given={"near": Pure(P, Q, eps)}, claim=claim, proof=[have("goal", by=Real())],
        witness=({"eps": 1}, FAIR), **more,
    )  # fmt: skip


TOO_SMALL = about_pure(Le(TotalVariation(P, Q), (e_eps - 1) / (e_eps + 2)))
TOO_SMALL_MEAN = about_pure(Le(KL(P, Q), num(19, 20) * (eps * tanh(eps / 2))))
RIGHT = about_pure(Le(TotalVariation(P, Q), (e_eps - 1) / (e_eps + 1)))


@pytest.mark.parametrize(("theorem", "drawn"), [(TOO_SMALL, 800), (TOO_SMALL_MEAN, 800), (TOO_SMALL, 5)])
def test_a_false_theorem_has_a_model_that_the_kernel_accepts(
    theorem: Theorem, drawn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(climbing, "RANDOM", drawn)
    found = counterexample(theorem.proposition)
    assert found is not None
    assert isinstance(refute(theorem.proposition, found.model), Refuted)


def test_a_true_theorem_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(climbing, "CLIMBED", 200)
    assert counterexample(RIGHT.proposition) is None


def test_a_failure_shows_the_model_with_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(climbing, "CLIMBED", 100)
    fails = refuting_model(TOO_SMALL)
    assert [part for part in ("eps = ", "P = [", "Q = [") if part not in fails] == []
    assert fails.endswith("is false")
    assert str(Failure("made_up.wrong", fails=fails)).splitlines()[1].strip().startswith("fails")
    assert refuting_model(RIGHT) == ""


def test_a_statement_that_is_not_well_formed_is_left_as_it_is() -> None:
    wrong = Theorem(title="", about=[P], claim=Ge(P.density, 0), proof=[], witness=({}, {}))
    assert refuting_model(wrong) == ""


def test_work_counts_sums_written_out_and_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    t = Int(P.density + 1, x)  # p(x), 1 and their sum, at each x, and the sum of all
    point = Int(P.density, x)
    assert written(t, {"x": 3}) - written(point, {"x": 3}) == 2 * 3
    assert written(t, {"x": 6}) == 2 * written(t, {"x": 3}) - 1
    looked: list[Model] = []

    def outside(p: Proposition, model: Model) -> bool:
        looked.append(model)
        return False

    monkeypatch.setattr(climbing, "inside", outside)
    monkeypatch.setattr(climbing, "WORK_OF_ALL", 20 * 4 * climbing.INSTANCE)  # two hypotheses at two or three outcomes
    assert counterexample(RIGHT.proposition) is None
    assert 10 < len(looked) <= 40


def test_room_is_a_share_of_the_sides() -> None:
    p = RIGHT.proposition
    third = num(1, 3)
    even = tables({P: [half, half], Q: [half, half]}, {"eps": 1}, [P, Q])
    tight = tables({P: [2 * third, third], Q: [third, 2 * third]}, {"eps": num(7, 10)}, [P, Q])
    assert room(p, even) == 1
    assert 0 < room(p, tight) < 0.01
    assert room(TOO_SMALL.proposition, tight) < 0
