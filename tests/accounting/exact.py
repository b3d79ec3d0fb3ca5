"""Compositions of finite mechanisms in exact fractions, by going through all outcomes. Nothing here is taken from dpsym."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random

Pair = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]  # two laws on the same outcomes


def response(odds: Fraction, lost: Fraction = Fraction(0)) -> Pair:
    """Randomized response with these odds, which shows the law with probability `lost`."""
    yes, no = (1 - lost) * odds / (1 + odds), (1 - lost) / (1 + odds)
    return (lost, yes, no, Fraction(0)), (Fraction(0), no, yes, lost)


def product_of(pairs: Sequence[Pair]) -> Pair:
    """Independent answers."""
    p = tuple(_times(row) for row in product(*(pair[0] for pair in pairs)))
    q = tuple(_times(row) for row in product(*(pair[1] for pair in pairs)))
    return p, q


def _times(row: Sequence[Fraction]) -> Fraction:
    found = Fraction(1)
    for x in row:
        found *= x
    return found


def hockey_stick(pair: Pair, u: Fraction) -> Fraction:
    return sum((max(p - u * q, Fraction(0)) for p, q in zip(*pair)), Fraction(0))


def delta(pair: Pair, u: Fraction) -> Fraction:
    """Both ways."""
    return max(hockey_stick(pair, u), hockey_stick((pair[1], pair[0]), u))


def moment(pair: Pair, order: int) -> Fraction:
    """Σ p^n q^(1−n), of laws with the same support."""
    return sum((p**order / q ** (order - 1) for p, q in zip(*pair) if p), Fraction(0))


def private_pair(random: Random, odds: Fraction, lost: Fraction, outcomes: int) -> Pair:
    """A random pair that is (log odds, lost)-close: answers of the response above, each sent on at random."""
    ends = response(odds, lost)
    rows = [_law(random, outcomes) for _ in range(4)]
    sent = tuple(
        tuple(sum((law[i] * rows[i][o] for i in range(4)), Fraction(0)) for o in range(outcomes)) for law in ends
    )
    return sent[0], sent[1]


def _law(random: Random, outcomes: int) -> list[Fraction]:
    weights = [random.choice((0, 1, 1, 2, 5)) for _ in range(outcomes)]
    weights[random.randrange(outcomes)] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def adaptive(random: Random, levels: Sequence[tuple[Fraction, Fraction]], outcomes: int = 2) -> Pair:
    """Mechanisms with these odds and losses, each of which is another one after each transcript."""
    p: tuple[Fraction, ...] = (Fraction(1),)
    q: tuple[Fraction, ...] = (Fraction(1),)
    for odds, lost in levels:
        steps = [private_pair(random, odds, lost, outcomes) for _ in p]
        if random.random() < 0.5:
            steps = [(b, a) if random.random() < 0.5 else (a, b) for a, b in steps]
        p = tuple(x * y for x, (one, _) in zip(p, steps) for y in one)
        q = tuple(x * y for x, (_, two) in zip(q, steps) for y in two)
    return p, q


def random_levels(random: Random, most: int) -> Iterator[tuple[Fraction, Fraction]]:
    for _ in range(random.randint(1, most)):
        odds = random.choice((Fraction(2), Fraction(3), Fraction(3, 2), Fraction(11, 10)))
        yield odds, random.choice((Fraction(0), Fraction(0), Fraction(1, 100), Fraction(1, 7)))
