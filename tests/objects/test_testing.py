"""The strategies of dpsym.testing: what they promise, and laws that every divergence obeys on what they draw."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dpsym.objects import Hellinger, HockeyStick, PureDP, TotalVariation
from dpsym.objects.symbolic import compare
from dpsym.testing.laws import finite_mechanisms, pairs_of_laws, probabilities, weights

few = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@few
@given(st.integers(1, 6).flatmap(lambda n: weights(n)), probabilities())
def test_weights_and_probabilities(row, p):
    assert sum(row) == 1
    assert all(w >= 0 for w in row)
    assert 0 < p < 1


@few
@given(pairs_of_laws())
def test_total_variation_is_symmetric_and_bounded_by_hellinger(pair):
    """H^2 <= TV <= sqrt(2) H, and TV is the hockey stick at gamma = 1."""
    p, q = pair
    tv, h = TotalVariation(p, q).enclose({}, 15), Hellinger(p, q).enclose({}, 15)
    assert tv.overlaps(TotalVariation(q, p).enclose({}, 15))
    assert tv.overlaps(HockeyStick(1, p, q).enclose({}, 15))
    assert not h.lower() > tv.upper()
    assert not tv.lower() > (2 * h.upper()).sqrt().upper()


@few
@given(finite_mechanisms(places=2, most=3))
def test_a_composed_mechanism_is_no_more_private_and_at_most_twice_as_leaky(mechanism):
    one, two = PureDP(0).level(mechanism).value, PureDP(0).level(mechanism.composed_with(mechanism)).value
    assert compare(one, two) in (-1, 0)
    assert compare(two, 2 * one) == 0
