"""Levels of finite mechanisms: with most pairs ruled out by bounds they are the same as from every pair, witnesses and all."""

from __future__ import annotations

import random

import pytest
from sympy import Integer, Rational, S, exp, log, oo

from dpsym.objects import (
    ADD_REMOVE,
    CHANGE_ONE,
    ApproximateDP,
    FiniteMechanism,
    KaryResponse,
    PointwiseDP,
    PureDP,
    RenyiDP,
    TotalVariationPrivacy,
)
from dpsym.objects.enclosing import pairs
from dpsym.objects.screening import Screen, excess, greatest_ratio, power
from dpsym.objects.symbolic import greatest

H = Rational(1, 2)
NOTIONS = {
    "pure": (PureDP(1), pairs.max_divergence),
    "approximate": (ApproximateDP(log(2), 0), lambda p, q: pairs.hockey_stick(Integer(2), p, q)),
    "irrational": (ApproximateDP(1, 0), lambda p, q: pairs.hockey_stick(exp(1), p, q)),
    "distance": (TotalVariationPrivacy(0), pairs.total_variation),
    "pointwise": (PointwiseDP(log(2), 0), lambda p, q: pairs.pointwise(log(2), p, q)),
    "order 1": (RenyiDP(1, 0), lambda p, q: (pairs.renyi(Integer(1), p, q), None)),
    "order 3": (RenyiDP(3, 0), lambda p, q: (pairs.renyi(Integer(3), p, q), None)),
    "order 50": (RenyiDP(50, 0), lambda p, q: (pairs.renyi(Integer(50), p, q), None)),
    "order oo": (RenyiDP(oo, 0), lambda p, q: (pairs.renyi(oo, p, q), None)),
}


def made(seed: int) -> FiniteMechanism:
    """Few different weights, so that values are attained often, zeros, and now and then a tiny weight."""
    draw = random.Random(seed)
    datasets: list[tuple[int, ...]]
    neighbours = draw.choice([CHANGE_ONE, ADD_REMOVE])
    if neighbours == CHANGE_ONE:
        datasets = [(a, b) for a in range(2) for b in range(2)] if seed % 2 else [(a,) for a in range(5)]
    else:
        datasets = [(), (0,), (1,), (0, 1), (1, 1)]
    size, zeros = draw.randint(2, 4), seed % 3 == 0
    table = {}
    for x in datasets:
        row = [draw.randint(0 if zeros else 1, 3) for _ in range(size)]
        row[draw.randrange(size)] += 1
        if seed % 5 == 0:
            row = [w * 10**60 + (w != 0) * draw.randint(0, 1) for w in row]
        table[x] = {o: Rational(w, sum(row)) for o, w in enumerate(row)}
    return FiniteMechanism(table, neighbours)


def brute(m: FiniteMechanism, measure) -> tuple:
    found = []
    for x, y in m.pairs():
        value, tag = measure(m.row(x), m.row(y))
        found.append((value, (x, y, tag)))
    return greatest(found)


@pytest.mark.parametrize("seed", range(7))
@pytest.mark.parametrize("name", NOTIONS)
def test_the_level_and_its_witness_are_those_of_all_pairs(name: str, seed: int) -> None:
    notion, measure = NOTIONS[name]
    m = made(seed)
    value, (x, y, tag) = brute(m, measure)
    level = notion.level(m)
    assert level.value == value
    assert level.witness.datasets == (x, y)
    if tag is not None:
        event = tag if isinstance(tag, tuple) else (tag,)
        assert level.witness.event == tuple(m.outcomes[i] for i in event)


@pytest.mark.parametrize("seed", range(7))
def test_epsilon_is_that_of_the_worst_pair(seed: int) -> None:
    m = made(seed)
    for delta in (S(0), Rational(1, 10**30), Rational(1, 10), Rational(1, 3), exp(-2), S(1)):
        value, _ = brute(m, lambda p, q, d=delta: (pairs.approximate_max(d, p, q), None))
        assert ApproximateDP.epsilon(m, delta) == (value if value.is_extended_positive else 0)


def test_few_pairs_are_left_of_a_large_table() -> None:
    draw = random.Random(5)
    table = {}
    for x in range(30):
        row = [draw.randint(1, 10**6) for _ in range(20)]
        table[(x,)] = {o: Rational(w, sum(row)) for o, w in enumerate(row)}
    screen = Screen(FiniteMechanism(table, CHANGE_ONE))
    for bounds in (greatest_ratio, excess(S(1)), power(S(2))):
        assert len(screen.candidates(bounds)) <= 2


def test_pairs_that_are_all_private_or_all_close_are_told_apart() -> None:
    """At a level above all ratios the excess is 0 for all; differences far below 2^-64 are seen with more places."""
    draw = random.Random(6)
    table, close = {}, {}
    for x in range(25):
        row = [draw.randint(10**6, 2 * 10**6) for _ in range(6)]
        table[(x,)] = {o: Rational(w, sum(row)) for o, w in enumerate(row)}
        close[(x,)] = {0: H + Rational(draw.randint(-(10**9), 10**9), 10**60)}
        close[(x,)][1] = 1 - close[(x,)][0]
    all_private = Screen(FiniteMechanism(table, CHANGE_ONE))
    assert all_private.candidates(excess(exp(20))) == [(0, 1)]
    assert all_private.candidates(excess(exp(10**6))) == [(0, 1)]
    m = FiniteMechanism(close, CHANGE_ONE)
    assert len(Screen(m).candidates(excess(S(1)))) <= 2
    ends = [m.row(x)[0] for x in m.datasets]
    assert TotalVariationPrivacy(1).level(m).value == max(ends) - min(ends)
    assert PureDP(1).level(m).value == log(max(max(ends) / min(ends), (1 - min(ends)) / (1 - max(ends))))


def test_pairs_with_the_same_weights_are_looked_at_once() -> None:
    kary = FiniteMechanism({(x,): KaryResponse(1, 12, x) for x in range(12)}, CHANGE_ONE)
    assert Screen(kary).candidates(None) == [(0, 1)]
    assert PureDP(1).decide(kary).verdict == "holds"


@pytest.mark.campaign
def test_a_table_of_a_hundred_datasets_and_outcomes() -> None:
    """All pairs by fractions, written here, against the levels."""
    from fractions import Fraction

    draw = random.Random(7)
    rows = []
    for _ in range(100):
        row = [draw.randint(1, 1000) for _ in range(100)]
        rows.append([Fraction(w, sum(row)) for w in row])
    m = FiniteMechanism(
        {(x,): {o: Rational(w.numerator, w.denominator) for o, w in enumerate(r)} for x, r in enumerate(rows)},
        CHANGE_ONE,
    )
    both = [(p, q) for p in rows for q in rows if p is not q]
    distance = max(sum(a - b for a, b in zip(p, q) if a > b) for p, q in both[::7] + both[-7:])
    assert TotalVariationPrivacy(1).level(m).value >= distance
    ratio = max(a / b for p, q in both for a, b in zip(p, q))
    assert PureDP(1).level(m).value == log(Rational(ratio.numerator, ratio.denominator))
