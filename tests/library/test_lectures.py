"""What the chapters sensitivity, transitivity, utility and randomized_response say, by brute force, without the kernel."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import mpmath
import pytest

from dpsym.objects.mechanisms.base import ADD_REMOVE, CHANGE_ONE, Neighbours

HALF = Fraction(1, 2)
VALUES = (Fraction(0), HALF, Fraction(1))


def databases(largest: int, smallest: int = 1) -> list[tuple[Fraction, ...]]:
    return [x for n in range(smallest, largest + 1) for x in product(VALUES, repeat=n)]


def furthest(query, found: list, neighbours: Neighbours) -> Fraction:
    """The largest ℓ₁ distance of the query between neighbours."""
    pairs = [(x, y) for x in found for y in found if neighbours.related(x, y)]
    return max(sum(abs(a - b) for a, b in zip(query(x), query(y))) for x, y in pairs)


def count(x):
    return (Fraction(sum(v == 1 for v in x)),)


def total(x):
    return (sum(x),)


def mean(x):
    return (sum(x) / len(x),)


def histogram(x):
    return tuple(Fraction(x.count(v)) for v in VALUES)


@pytest.mark.parametrize(
    ("query", "change_one", "add_remove"), [(count, 1, 1), (total, 1, 1), (histogram, 2, 1), (mean, 1, HALF)]
)
def test_sensitivities(query, change_one: Fraction, add_remove: Fraction) -> None:
    found = databases(4)
    assert furthest(query, found, CHANGE_ONE) == change_one  # for the mean: of one row
    assert furthest(query, found, ADD_REMOVE) == add_remove


@pytest.mark.parametrize("n", [1, 2, 3])
def test_means_by_size(n: int) -> None:
    assert furthest(mean, databases(n, n), CHANGE_ONE) == Fraction(1, n)
    assert furthest(mean, databases(n + 1, n), ADD_REMOVE) == Fraction(1, n + 1)


def test_the_median_of_an_odd_number_of_rows_moves_by_the_whole_range() -> None:
    for n in (1, 3, 5):
        assert furthest(lambda x: (sorted(x)[len(x) // 2],), [*product((0, 1), repeat=n)], CHANGE_ONE) == 1


# -- transitivity ------------------------------------------------------------------------------------------------------


def law(random: Random, size: int) -> list[Fraction]:
    weights = [random.choice((0, 0, 1, 1, 2, 5, 20)) for _ in range(size)]
    weights[random.randrange(size)] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def excess(p: list[Fraction], q: list[Fraction], u: Fraction) -> Fraction:
    return sum((max(a - u * b, Fraction(0)) for a, b in zip(p, q)), Fraction(0))


def least_delta(p: list[Fraction], q: list[Fraction], u: Fraction) -> Fraction:
    return max(excess(p, q, u), excess(q, p, u))


def two_steps(u: Fraction, d: Fraction, dd: Fraction) -> Fraction:
    """The bound of transitivity.exact, from the law that is (log u, d)-close to the middle one."""
    return min(d + u * dd, 1 - (1 - d - dd) / u)


def test_no_laws_are_further_apart_than_two_steps_allow() -> None:
    random, reached = Random(5), 0
    for _ in range(3000):
        p, r, q = (law(random, 3) for _ in range(3))
        u, v = (Fraction(random.randint(4, 16), 4) for _ in range(2))
        d, dd = least_delta(p, r, u), least_delta(r, q, v)
        if d + dd <= 1:
            assert excess(p, q, u * v) <= two_steps(u, d, dd)
            assert excess(q, p, u * v) <= two_steps(v, dd, d)
            reached += excess(p, q, u * v) == two_steps(u, d, dd) > 0
    assert reached > 10


def test_the_profile_of_two_steps() -> None:
    random, looked_at = Random(6), 0
    for _ in range(3000):
        p, r, q = (law(random, 3) for _ in range(3))
        u = Fraction(random.randint(5, 16), 4)
        d = max(least_delta(p, r, u), least_delta(r, q, u))
        if (u + 2) * d <= 1:
            looked_at += 1
            for w in (Fraction(1), u, u * u, (1 + u * u) / 2):
                assert excess(p, q, w) <= (u * (u + d) - w * (1 - (u + 2) * d)) / (u * (u + 1))
    assert looked_at > 100


# -- errors ------------------------------------------------------------------------------------------------------------


def test_errors_of_two_coordinates() -> None:
    """1 − the probability of the ball of radius s, by integration over the ball in polar or Cartesian coordinates."""
    beta = mpmath.mpf(1) / 10
    s = mpmath.log(2 / beta)
    triangle = mpmath.quad(lambda x: mpmath.exp(-x) * (1 - mpmath.exp(-(s - x))), [0, s])
    quarter = mpmath.quad(
        lambda a: mpmath.quad(lambda r: r * mpmath.exp(-r * (mpmath.cos(a) + mpmath.sin(a))), [0, s]),
        [0, mpmath.pi / 4, mpmath.pi / 2],
    )
    square = (1 - mpmath.exp(-s)) ** 2
    assert 1 - triangle > beta
    assert 1 - quarter > beta > 1 - square
    exact = mpmath.log(1 / (1 - (1 - beta) ** (mpmath.mpf(1) / 2)))
    assert mpmath.almosteq(1 - (1 - mpmath.exp(-exact)) ** 2, beta)
    assert exact < s


# -- Warner's questionnaire --------------------------------------------------------------------------------------------


def answers(truths: tuple[int, ...]) -> dict[int, Fraction]:
    """The law of the number of Yes, by adding up all sequences of coins."""
    law = {k: Fraction(0) for k in range(len(truths) + 1)}
    for coins in product(product("HT", repeat=2), repeat=len(truths)):
        said = [t if first == "T" else int(second == "H") for t, (first, second) in zip(truths, coins)]
        law[sum(said)] += Fraction(1, 4 ** len(truths))
    return law


@pytest.mark.parametrize("truths", [(0,), (1,), (0, 1), (1, 1, 0), (0, 0, 0, 1)])
def test_mean_and_variance_of_the_estimate(truths: tuple[int, ...]) -> None:
    n, p = len(truths), Fraction(sum(truths), len(truths))
    law = answers(truths)
    estimates = {k: 2 * (Fraction(k, n) - Fraction(1, 4)) for k in law}
    assert sum(k * w for k, w in law.items()) == Fraction(n, 4) + n * p / 2
    assert sum(estimates[k] * w for k, w in law.items()) == p
    assert sum((estimates[k] - p) ** 2 * w for k, w in law.items()) == Fraction(3, 4 * n)


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_the_most_likely_fraction(n: int) -> None:
    grid = [Fraction(k, 8 * n) for k in range(8 * n + 1)]

    def likelihood(p: Fraction, k: int) -> Fraction:
        yes = Fraction(1, 4) + p / 2
        return comb(n, k) * yes**k * (1 - yes) ** (n - k)

    for k in range(n + 1):
        best = min(Fraction(1), max(Fraction(0), 2 * (Fraction(k, n) - Fraction(1, 4))))
        assert likelihood(best, k) == max(likelihood(p, k) for p in [*grid, best])
