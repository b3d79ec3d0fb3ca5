"""Several mechanisms: chains as rules, and their numbers beside those that are computed without the library."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpsym.derive.k_fold import compose
from dpsym.derive.routes.answer import convert
from dpsym.derive.routes.composing import composed, rule_of, rules
from dpsym.derive.routes.finding import routes
from dpsym.derive.routes.templates import MOMENT, NOTIONS
from dpsym.kernel.terms import sym
from dpsym.library.chains import Steps
from dpsym.objects.errors import ObjectError
from dpsym.report.text import term_text
from theorems import k_fold


def test_the_rules_of_the_library() -> None:
    found = {
        r.name: (r.asks[0].form.name, r.gives.form.name, {n: term_text(t) for n, t in r.state.items()}) for r in rules()
    }
    assert found["k_fold.pure"] == ("max", "max", {"s": "k_steps*eps"})
    assert found["k_fold.renyi"] == ("moment", "moment", {"r": "k_steps*eps"})
    assert found["optimal_composition.exact"] == ("stick", "stick", {"n": "k_steps", "w": "(1 - delta)**k_steps"})
    assert found["k_fold.approximate"][2]["d"] == "1 - (1 - delta)**k_steps"
    assert "group_privacy.records" not in found  # another law takes the place of one: a group, no composition


def test_a_recursion_that_is_not_known_makes_no_rule() -> None:
    steps = k_fold.pure.steps
    other = Steps(steps.history, steps.moves, {"s": (0, k_fold.s * k_fold.s + sym("eps"))})
    assert rule_of(replace(k_fold.pure, steps=other)) is None


@pytest.mark.campaign
def test_a_step_out_of_the_domain_of_the_chain_is_not_listed() -> None:
    """Total variation δ is (0, δ)-DP, and the exact optimum is stated for ε > 0."""
    found = convert("TV(0.1)", "TV", times=3)
    chains = {r.chain for r in found.routes}
    assert "k_fold.approximate" in chains
    assert "optimal_composition.exact" not in chains
    assert found.best is not None
    assert found.best.number is not None
    assert 0 <= found.best.number - (1 - Fraction(9, 10) ** 3) <= Fraction(1, 10**6)


def test_what_is_asked_at_all_levels_is_not_taken_from_one_order() -> None:
    """ρ-concentrated steps are asked at every order: a bound at one order is no such thing, and neither is ρ that depends on it."""
    concentrated = next(r for r in rules() if r.name == "k_fold.concentrated")
    renyi = next(r for r in rules() if r.name == "k_fold.renyi")
    one_order = next(routes(NOTIONS["RDP"], {"alpha": sym("alpha"), "eps": sym("eps")}, MOMENT, 0))
    assert composed(one_order, concentrated) is None
    assert composed(one_order, renyi) is not None
    all_orders = next(routes(NOTIONS["zCDP"], {"rho": sym("rho")}, MOMENT, 0))
    assert composed(all_orders, concentrated) is not None
    below = [
        r
        for r in routes(NOTIONS["pure"], {"eps": sym("eps")}, MOMENT, 1)
        if r.names == ("renyi_divergence.below_the_max",)
    ]
    assert composed(below[0], concentrated) is None  # D_α <= ε is ρ α with ρ = ε/α


def test_simple_compositions() -> None:
    found = convert("pure(0.1)", "pure", times=10)
    assert [(r.entries, r.number) for r in found.routes] == [(("k_fold.pure",), Fraction(1))]


@pytest.mark.campaign
def test_concentrated_steps() -> None:
    sum_of_rho = convert("zCDP(0.01)", "zCDP", times=7)
    assert {r.number for r in sum_of_rho.routes} == {Fraction(7, 100)}


@pytest.mark.campaign
def test_the_numbers_of_dp_mechanisms() -> None:
    """(ε, δ)-private mechanisms: basic, mixed, exact; the exact one with δ = 0 is that of k_fold."""
    found = convert("DP(0.1, 1e-8)", "DP(delta=1e-5)", times=20)
    numbers = {r.chain: r.number for r in found.routes}
    assert numbers["k_fold.approximate"] == 2
    exact, mixed = numbers["optimal_composition.exact"], numbers["heterogeneous_composition.mixed"]
    assert exact is not None
    assert mixed is not None
    assert exact < mixed < 2
    alone = compose(Fraction(1, 10), 20, Fraction(1, 10**5))
    assert alone.exact.lower < exact  # the δ's of the steps cost something
    assert all(r.steps and r.proven.base is not None for r in found.routes)


@pytest.mark.campaign
def test_the_routes_of_pure_mechanisms_are_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpsym.derive.routes.answer.MOST_LISTED", 2)
    found = convert("pure(0.1)", "DP(delta=1e-6)", times=100)
    c = compose(Fraction(1, 10), 100, Fraction(1, 10**6), 5)
    assert found.best is not None
    assert found.best.chain == "optimal_composition.exact"
    assert found.best.number == c.exact.upper
    second = found.routes[1]
    assert second.chain == "k_fold.renyi"
    assert second.number is not None
    assert abs(second.number - c.renyi.level.upper) <= Fraction(1, 10**4)
    assert found.more > 30


@pytest.mark.parametrize("times", [0, -1, 10**6 + 1, True, 2.5])
def test_bad_counts(times: int) -> None:
    with pytest.raises(ObjectError, match="expected a number from 1"):
        convert("pure(1)", "pure", times=times)


def test_no_chain() -> None:
    found = convert("KL(0.1)", "KL", times=3)
    assert found.routes == ()
    assert "no theorem of the library says what" in str(found)
    with pytest.raises(ObjectError, match="expected numbers"):
        convert("pure(eps)", "pure", times=3)
