"""False theorems in the words of the sources end with a model; numbers are moved to where hypotheses just hold."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpsym.kernel.laws.statements import Model, Refuted
from dpsym.kernel.terms import ONE, ZERO, num
from dpsym.library.loading import entries
from dpsym.library.theorem import Theorem
from dpsym.objects.applied import ApproximateDP, PureDP, RenyiDP, ZeroConcentratedDP
from dpsym.objects.language import Ge, Gt
from dpsym.search.refuting.climbing import counterexample
from dpsym.search.refuting.models import inside
from dpsym.search.refuting.tightening import filled, pointed, simplest, tightened
from tests.helpers.sampling import sampled
from theorems.dataset_renyi import level, lost, of_response
from theorems.dataset_renyi_processing import Both, N, Second, rho1, rho2, xi1, xi2
from theorems.datasets import A, B, K, M, Near
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
