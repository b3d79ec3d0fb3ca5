"""False theorems in the words of the sources end with a model; numbers are moved to where hypotheses just hold."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from dpsym.kernel.laws.models import Grounded
from dpsym.kernel.laws.statements import Model, Refuted
from dpsym.kernel.reals.points import satisfied
from dpsym.kernel.terms import ONE, ZERO, num
from dpsym.library.loading import entries
from dpsym.library.theorem import Theorem
from dpsym.objects.applied import ApproximateDP, PureDP, RenyiDP, ZeroConcentratedDP
from dpsym.objects.language import Ge, Gt
from dpsym.search.refuting.climbing import counterexample
from dpsym.search.refuting.models import inside
from dpsym.search.refuting.rows import in_a_row
from dpsym.search.refuting.tightening import filled, pointed, simplest, tightened
from tests.helpers.sampling import sampled
from theorems import groups, groups_of_two, total_variation
from theorems.dataset_renyi import level, lost, of_response
from theorems.dataset_renyi_processing import Both, N, Second, rho1, rho2, xi1, xi2
from theorems.datasets import A, B, K, M, Near
from theorems.renyi_mixtures import r1, r2
from theorems.vocabulary import alpha, eps

SHORT = num(9, 10)
positive = [Gt(eps, 0), Gt(alpha, 1)]

FALSE = {
    "RDP at 9/10 of the level of randomized response": Theorem(
        title="",
        about=[M, Near],
        where=positive,
        given={"private": PureDP(eps)(A)},
        claim=RenyiDP(alpha, SHORT * of_response)(A),
        proof=[],
    ),
    "zCDP at ε²/4": Theorem(
        title="",
        about=[M, Near],
        where=positive,
        given={"private": PureDP(eps)(A)},
        claim=ZeroConcentratedDP(0, eps**2 / 4)(A),
        proof=[],
    ),
    "composition of zCDP with 9/10 of the sum": Theorem(
        title="",
        about=[M, Near, N],
        where=[Gt(alpha, 1), *(Ge(s, 0) for s in (xi1, xi2, rho1, rho2))],
        given={"first": ZeroConcentratedDP(xi1, rho1)(A), "second": ZeroConcentratedDP(xi2, rho2)(Second)},
        claim=ZeroConcentratedDP(xi1 + xi2, SHORT * (rho1 + rho2))(Both),
        proof=[],
    ),
    "post-processing with 9/10 of the level": Theorem(
        title="",
        about=[M, Near, K],
        where=[Gt(alpha, 1), Ge(eps, 0)],
        given={"private": RenyiDP(alpha, eps)(A)},
        claim=RenyiDP(alpha, SHORT * eps)(B),
        proof=[],
    ),
    "from RDP with 4/5 of δ": Theorem(
        title="",
        about=[M, Near],
        where=[Gt(alpha, 1), Ge(level, 0), Ge(eps, 0)],
        given={"private": RenyiDP(alpha, level)(A)},
        claim=ApproximateDP(eps, num(4, 5) * lost)(A),
        proof=[],
    ),
}


#: False where datasets are two steps apart, or only at randomized response itself: models with datasets in a row.
IN_A_ROW = {
    "groups of two with 19/10 of ε": replace(
        groups_of_two.pure, claim=PureDP(num(19, 10) * eps)(groups_of_two.G), proof=[]
    ),
    "zCDP for groups with ρ₁ + ρ₂": replace(
        groups.concentrated, claim=ZeroConcentratedDP(0, r1**2 + r2**2)(groups.G), proof=[]
    ),
    "zCDP for groups with 9/10 of the level": replace(
        groups.concentrated, claim=ZeroConcentratedDP(0, SHORT * (r1 + r2) ** 2)(groups.G), proof=[]
    ),
    "RDP at 99/100 of the level of randomized response": Theorem(
        title="",
        about=[M, Near],
        where=positive,
        given={"private": PureDP(eps)(A)},
        claim=RenyiDP(alpha, num(99, 100) * of_response)(A),
        proof=[],
    ),
}


@pytest.mark.parametrize("name", sampled(list(IN_A_ROW), 1))
def test_a_false_theorem_about_steps_ends_with_a_model(name: str) -> None:
    assert isinstance(counterexample(IN_A_ROW[name].proposition), Refuted)


def test_datasets_in_a_row() -> None:
    """Every model fits its setting, laws have mass one, kernels that draw datasets draw the one in the middle."""
    p = groups_of_two.pure.proposition
    for seed in range(20):
        model = in_a_row(p, Random(seed))
        assert model is not None
        grounded = Grounded(model, p.setting)
        assert all(satisfied(r, {}) is True for r in grounded.setting_holds())
        n, tables = dict(model.sizes)["d"], dict(model.fields)
        assert all(tables["mid"][(a * n + b) * n + (a + b) // 2] is ONE for a in range(n) for b in range(n))
    assert in_a_row(total_variation.bound.proposition, Random(0)) is None  # no law there depends on a dataset


@pytest.mark.parametrize("name", sampled(list(FALSE), 3))
def test_a_false_theorem_in_words_ends_with_a_model(name: str) -> None:
    assert isinstance(counterexample(FALSE[name].proposition), Refuted)


def test_numbers_are_moved_to_where_hypotheses_just_hold() -> None:
    """Two laws with the ratio 2: eps is moved down from 3, or up from 1/10, to log 2, and a little more."""
    p = FALSE["RDP at 9/10 of the level of randomized response"].proposition
    law = tuple(num(n, 3) for n in (2, 1, 1, 2))
    for start in (num(3), num(1, 10)):
        model = Model((("eps", start), ("alpha", num(2))), (("d", 2), ("y", 2)), (("M", law), ("near", (ONE,) * 4)))
        closer = tightened(p, model, Random(0), lambda m: inside(p, m))
        assert closer is not None
        assert inside(p, closer)
        found = float(dict(closer.params)["eps"].number)
        assert 0.69314718 <= found < 0.6933
    never = Model(
        (("eps", num(3)), ("alpha", num(2))),
        (("d", 2), ("y", 2)),
        (("M", (ONE, ZERO, ZERO, ONE)), ("near", (ONE,) * 4)),
    )
    assert tightened(p, never, Random(0), lambda m: inside(p, m)) is None


def test_events_are_filled_and_laws_are_pointed() -> None:
    p = FALSE["RDP at 9/10 of the level of randomized response"].proposition
    half = num(1, 2)
    model = Model((("eps", ONE), ("alpha", num(2))), (("d", 2), ("y", 2)), (("M", (half,) * 4), ("near", (ZERO,) * 4)))
    full = filled(p, model, Random(0), lambda m: inside(p, m))
    assert dict(full.fields)["near"] == (ONE,) * 4
    assert filled(p, model, Random(0), lambda m: False) == model
    rows = dict(pointed(p, model, Random(0)).fields)["M"]
    assert sorted(map(str, rows[:2])) == sorted(map(str, rows[2:])) == ["0", "1"]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        ("1/3", "1/2", "1/2"),
        ("3", "3", "3"),
        ("-5/2", "-7/3", "-5/2"),
        ("693147/1000000", "693148/1000000", "698/1007"),
    ],
)
def test_the_simplest_fraction_in_an_interval(low: str, high: str, expected: str) -> None:
    found = simplest(Fraction(low), Fraction(high))
    assert Fraction(low) <= found <= Fraction(high)
    assert found == Fraction(expected)


@pytest.mark.parametrize("name", sampled(["datasets.post_processing", "dataset_renyi_processing.composition"], 2))
def test_a_theorem_is_not_refuted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpsym.search.refuting.climbing.RANDOM", 40)
    monkeypatch.setattr("dpsym.search.refuting.climbing.CLIMBED", 40)
    theorem = entries()[name]
    assert isinstance(theorem, Theorem)
    assert counterexample(theorem.proposition) is None
