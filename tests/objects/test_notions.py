"""Notions on finite mechanisms: exact levels against brute force over all events, and random search that never exceeds them."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import chain, combinations, product

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, log

from dpsym.objects import (
    ADD_REMOVE,
    CHANGE_ONE,
    ApproximateDP,
    ApproximateRenyiDP,
    ApproximateSemanticPrivacy,
    BayesianPrivacy,
    FiniteMechanism,
    GaussianDP,
    JointDP,
    ObjectError,
    ObliviousSemanticPrivacy,
    PointwiseDP,
    PureDP,
    RenyiDP,
    SemanticPrivacy,
    SimulationDP,
    TotalVariationPrivacy,
    ZeroConcentratedDP,
)
from dpsym.objects.enclosing.pairs import trimmed
from dpsym.objects.mechanisms.base import binary_response, from_rows
from dpsym.objects.notions import epsilon_of
from dpsym.objects.symbolic import ball_of, compare
from dpsym.testing.laws import finite_mechanisms


def events(size):
    return chain.from_iterable(combinations(range(size), k) for k in range(1, size + 1))


def mass(row, event):
    return sum((row[i] for i in event), sympy.Integer(0))


@settings(max_examples=25, deadline=None, derandomize=True)
@given(finite_mechanisms(most=8), st.fractions(0, 2, max_denominator=8))
def test_levels_agree_with_brute_force_over_all_events(mechanism, eps):
    gamma = Rational(1) + Rational(eps.numerator, eps.denominator)  # e^eps, rational, so that brute force is exact
    best_pure, best_delta, best_tv = sympy.Integer(0), sympy.Integer(0), sympy.Integer(0)
    for x, y in mechanism.pairs():
        p, q = mechanism.row(x), mechanism.row(y)
        for event in events(len(p)):
            a, b = mass(p, event), mass(q, event)
            best_delta, best_tv = max(best_delta, a - gamma * b), max(best_tv, a - b)
            if a != 0:
                best_pure = sympy.oo if b == 0 else max(best_pure, a / b)
    pure = PureDP(0).level(mechanism).value
    assert pure == (sympy.oo if best_pure is sympy.oo else log(best_pure))
    assert ApproximateDP.profile(mechanism, log(gamma)) == best_delta
    assert TotalVariationPrivacy(0).level(mechanism).value == best_tv
    witness = ApproximateDP(log(gamma), 1).level(mechanism).witness
    if best_delta > 0:
        (x, y), event = witness.datasets, [mechanism.outcomes.index(o) for o in witness.event]
        assert mass(mechanism.row(x), event) - gamma * mass(mechanism.row(y), event) == best_delta


@settings(max_examples=25, deadline=None, derandomize=True)
@given(finite_mechanisms(most=6), st.fractions(Fraction(1, 50), Fraction(1, 2), max_denominator=50))
def test_epsilon_inverts_the_profile(mechanism, delta):
    delta = Rational(delta.numerator, delta.denominator)
    eps = ApproximateDP.epsilon(mechanism, delta)
    if eps is sympy.oo:
        assert compare(ApproximateDP.profile(mechanism, sympy.Integer(40)), delta) == 1
    elif eps == 0:
        assert compare(ApproximateDP.profile(mechanism, sympy.Integer(0)), delta) in (-1, 0)
    else:
        assert compare(ApproximateDP.profile(mechanism, eps), delta) == 0


@settings(max_examples=20, deadline=None, derandomize=True)
@given(finite_mechanisms(most=5), st.integers(0, 2**32))
def test_random_priors_never_exceed_the_bayesian_and_semantic_levels(mechanism, seed):
    rng = random.Random(seed)
    bayes, semantic = BayesianPrivacy(0).level(mechanism), SemanticPrivacy(0).level(mechanism, default=0)
    rows = [mechanism.row(x) for x in mechanism.datasets]
    for _ in range(30):
        w = Rational(rng.randint(1, 99), 100)
        prior = (w, 1 - w)
        for t in range(len(mechanism.outcomes)):
            z = sum(b * r[t] for b, r in zip(prior, rows))
            if z == 0:
                continue
            posterior = [b * r[t] / z for b, r in zip(prior, rows)]
            shift = sum(abs(a - b) for a, b in zip(prior, posterior)) / 2
            assert compare(shift, bayes.value) in (-1, 0)
            hidden = sum(b * rows[0][t] for b in prior)
            if hidden != 0:  # Game 1 shows A(0) whatever the bit, so its posterior is the prior
                assert compare(shift, semantic.value) in (-1, 0)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(finite_mechanisms(most=4, least=1))
def test_the_worst_prior_attains_the_bayesian_level(mechanism):
    level = BayesianPrivacy(0).level(mechanism)
    prior, y = dict(level.witness.prior), level.witness.event
    if not y or len(prior) < 2:
        return
    t = mechanism.outcomes.index(y[0])
    z = sum(b * mechanism.row(x)[t] for x, b in prior.items())
    shift = sum(abs(ball_of(b * mechanism.row(x)[t] / z - b, 30)) for x, b in prior.items()) / 2
    assert abs(shift - ball_of(level.value, 30)) < 1e-14


@settings(max_examples=20, deadline=None, derandomize=True)
@given(finite_mechanisms(most=5, least=1), st.integers(0, 2**32))
def test_no_random_simulator_beats_the_simulation_level(mechanism, seed):
    level = SimulationDP(0).level(mechanism)
    rng = random.Random(seed)
    rows = [mechanism.row(x) for x in mechanism.datasets]

    def worst(sim):
        return max(max(r / s, s / r) for row in rows for r, s in zip(row, sim))

    for _ in range(20):
        weights = [rng.randint(1, 100) for _ in mechanism.outcomes]
        sim = [Rational(w, sum(weights)) for w in weights]
        assert compare(log(worst(sim)), level.value) in (0, 1)
    found = [s for _, s in level.witness.simulator]
    assert all(compare(r, sympy.exp(level.value) * s) in (-1, 0) for row in rows for r, s in zip(row, found))
    assert all(compare(s, sympy.exp(level.value) * r) in (-1, 0) for row in rows for r, s in zip(row, found))
    assert compare(sum(found), sympy.Integer(1)) == 0


@settings(max_examples=20, deadline=None, derandomize=True)
@given(finite_mechanisms(most=5, least=1), st.integers(0, 2**32))
def test_no_random_decomposition_beats_the_trimmed_pair(mechanism, seed):
    rng = random.Random(seed)
    delta, alpha = Rational(1, 10), sympy.Integer(2)
    level = ApproximateRenyiDP(delta, alpha, 0).level(mechanism).value
    x, y = mechanism.datasets
    p, q = mechanism.row(x), mechanism.row(y)
    best = trimmed(delta, p, q)
    for law, whole in zip(best, (p, q)):
        assert sum(law) == 1
        assert all(compare((1 - delta) * a, b) in (-1, 0) for a, b in zip(law, whole))
    for _ in range(20):
        pair = [_without(rng, w, delta) for w in (p, q)]
        value = sum(a**2 / b for a, b in zip(*pair) if a) if all(b for a, b in zip(*pair) if a) else sympy.oo
        other = sum(a**2 / b for a, b in zip(*best) if a)
        assert compare(value, other) in (0, 1)
    assert compare(level, sympy.Integer(0)) in (0, 1)


def _without(rng, weights, delta):
    """A random law P' with (1 - delta) P' <= P."""
    cut = [Rational(rng.randint(0, 50)) for _ in weights]
    total = sum(cut) or sympy.Integer(1)
    taken = [min(w, delta * c / total) for w, c in zip(weights, cut)]
    short = delta - sum(taken)
    room = sum(w - t for w, t in zip(weights, taken))
    return [(w - t - short * (w - t) / room) / (1 - delta) for w, t in zip(weights, taken)]


@settings(max_examples=15, deadline=None, derandomize=True)
@given(finite_mechanisms(most=4, least=1), st.fractions(Fraction(11, 10), 50, max_denominator=20))
def test_renyi_stays_below_the_concentrated_level(mechanism, alpha):
    alpha = Rational(alpha.numerator, alpha.denominator)
    level = ZeroConcentratedDP(0, 0).level(mechanism)
    assert compare(level.lower, level.upper) in (-1, 0)
    renyi = RenyiDP(alpha, 0).level(mechanism).value
    assert compare(renyi, level.upper * alpha) in (-1, 0)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(finite_mechanisms(most=5))
def test_the_gaussian_level_dominates_every_test(mechanism):
    mu = GaussianDP(0).level(mechanism).value
    if mu is sympy.oo:
        return
    m = ball_of(mu, 20)
    for x, y in mechanism.pairs():
        p, q = mechanism.row(x), mechanism.row(y)
        for event in events(len(p)):
            a, b = mass(p, event), 1 - mass(q, event)
            if 0 < a < 1 and 0 < b < 1:
                quantile = ball_of(sympy.erfcinv(2 * a), 20) * ball_of(sympy.sqrt(2), 20) - m  # PhiInv(1 - a) - mu
                bound = (-quantile / ball_of(sympy.sqrt(2), 20)).erfc() / 2
                assert ball_of(b, 20) >= bound - 1e-12


def test_randomized_response():
    m = binary_response(log(3))
    assert PureDP(log(3)).decide(m).verdict == "holds"
    assert PureDP(1).decide(m).verdict == "fails"
    assert SimulationDP(0).level(m).value == log(2)
    assert compare(BayesianPrivacy(0).level(m).value, sympy.tanh(log(3) / 4)) == 0
    assert PointwiseDP(log(3), 0).decide(m).verdict == "holds"
    assert PointwiseDP(1, 0).level(m).value == 1
    with pytest.raises(TypeError):
        bool(PureDP(1).decide(m))


def test_semantic_enclosures_hold_their_search():
    m = binary_response(log(3))
    for notion in (ApproximateSemanticPrivacy, ObliviousSemanticPrivacy):
        assert notion(Rational(3, 10), 0).decide(m).verdict == "holds"  # above tanh(log(3)/4) = 0.2679
        assert notion(Rational(1, 4), Rational(1, 10)).decide(m).verdict == "fails"
    level = ApproximateSemanticPrivacy(Rational(1, 4), 1).level(m)
    assert compare(level.lower, level.upper) in (-1, 0)


def test_an_irrational_bound_is_decided_like_a_rational_one():
    m = binary_response(log(3))
    for notion in (ApproximateSemanticPrivacy, ObliviousSemanticPrivacy):
        eps = Rational(1, 4)
        exactly = notion(eps, 0).level(m)
        assert compare(exactly.lower, sympy.Integer(0)) == 1
        level = notion(eps, sympy.sqrt(2) / 100).level(m)
        assert level.upper - level.lower <= Rational(1, 1000)
        assert notion(eps, sympy.sqrt(2) / 100).decide(m).verdict == "fails"


def test_impossible_outcomes_and_levels_that_do_not_exist():
    m = from_rows([[1, 0], [Rational(1, 2), Rational(1, 2)]], [(0,), (1,)])
    assert PureDP(5).decide(m).verdict == "fails"
    assert RenyiDP(2, 5).level(m).value is sympy.oo
    assert SemanticPrivacy(0).level(m, default=0).value is sympy.oo
    with pytest.raises(ObjectError, match="no eps: the outcome 1 is possible for \\(1,\\)"):
        epsilon_of(m)


def test_joint_privacy_forgets_ones_own_coordinate():
    echo = FiniteMechanism(
        {x: {x: 1, **{y: 0 for y in product((0, 1), repeat=2) if y != x}} for x in product((0, 1), repeat=2)},
        CHANGE_ONE,
    )
    assert JointDP.epsilon(echo).value == 0  # everyone is told only his own bit
    assert PureDP(0).level(echo).value is sympy.oo


def test_add_remove_neighbours():
    table = {(): {0: Rational(2, 3), 1: Rational(1, 3)}, (1,): {0: Rational(1, 3), 1: Rational(2, 3)}}
    m = FiniteMechanism(table, ADD_REMOVE)
    assert PureDP(0).level(m).value == log(2)
    with pytest.raises(ObjectError, match="change-one"):
        SimulationDP(1).level(m)
