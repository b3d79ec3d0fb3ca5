"""Pairs, grids and powers: two sides of a curve, and integers between which the exact products lie."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from flint import arb, ctx, fmpq, fmpz_poly

from dpsym.accounting.loss.finite import DiscreteGaussian, DiscreteLaplace, Finite, Response, Table
from dpsym.accounting.loss.grids import Grid, Masses, above, below
from dpsym.accounting.loss.pairs import Laplace, Normal, Pair
from dpsym.accounting.loss.powers import Rounding, Tilted, power, product, tilted
from dpsym.accounting.loss.subsampled import Remove

F = Fraction
BITS = 200

BASES: list[Pair] = [
    Normal(F(1)),
    Normal(F(1, 900)),
    Normal(F(100)),
    Laplace(F(1)),
    Laplace(F(1, 50)),
    Laplace(F(9)),
    Response(F(1)),
    Response(F(1, 3), 7),
    DiscreteLaplace(F(3), 2),
    DiscreteGaussian(F(2), 1),
    Table((F(1, 2), F(1, 3), F(1, 6)), (F(1, 4), F(1, 4), F(1, 2))),
    Table((F(1, 2), F(0), F(1, 2)), (F(1, 2), F(1, 4), F(1, 4))),
    Table((F(1, 2), F(1, 8), F(3, 8)), (F(3, 4), F(0), F(1, 4))),
]
SAMPLED: list[Pair] = [Remove(base, rate) for base in BASES for rate in (F(1, 100), F(2, 3))]
PAIRS = [*BASES, *SAMPLED, *(pair.reverse for pair in (*BASES, *SAMPLED) if pair.reverse != pair)]


def value(masses: Masses, step: Fraction, u: arb) -> arb:
    """Σ (p - u q)₊, from the atoms."""
    total = masses.infinite
    for i, p in enumerate(masses.masses):
        at = masses.offset + (masses.first + i) * step
        total += p * (1 - u * (-arb(fmpq(at.numerator, at.denominator))).exp()).max(arb(0))
    return total


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_one_grid_is_above_the_curve_and_one_below(pair: Pair) -> None:
    rng = random.Random(str(pair))
    with ctx.workprec(BITS):
        for step in (F(1, 7), F(1, 40)):
            grid = Grid(step * F(rng.randrange(100), 100), step, -rng.randrange(20, 60), rng.randrange(20, 60))
            more, less = above(pair, grid), below(pair, grid)
            assert all(p >= 0 for p in (*more.masses, *less.masses, more.infinite, less.infinite))
            for _ in range(12):
                level = rng.uniform(-4, 4) * rng.choice([1, 0.1])
                u, delta = arb(level).exp(), pair.delta(arb(level))
                assert not value(less, step, u) > delta
                assert not value(more, step, u) < delta


@pytest.mark.parametrize("pair", [Normal(F(1)), Laplace(F(1)), Remove(Normal(F(1)), F(1, 10))], ids=str)
def test_both_are_near_the_curve_in_the_second_order(pair: Pair) -> None:
    with ctx.workprec(BITS):
        apart = []
        for n in (16, 64):
            step = F(1, n)
            grid = Grid(F(0), step, -12 * n, 12 * n)
            u = arb("0.3").exp()
            apart.append(float(value(above(pair, grid), step, u) - value(below(pair, grid), step, u)))
    assert 0 < apart[1] < apart[0] / 9


def densities(pair: Pair, x: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf]:
    """Of a pair with densities, from their definitions."""
    if isinstance(pair, Remove):
        p, q = densities(pair.base, x)
        return (1 - pair.rate) * q + mpmath.mpf(pair.rate.numerator) / pair.rate.denominator * p, q
    if isinstance(pair, Normal):
        m = mpmath.sqrt(mpmath.mpf(pair.square.numerator) / pair.square.denominator)
        return mpmath.npdf(x, m), mpmath.npdf(x)
    assert isinstance(pair, Laplace)
    t = mpmath.mpf(pair.distance.numerator) / pair.distance.denominator
    return mpmath.exp(-abs(x - t)) / 2, mpmath.exp(-abs(x)) / 2


@pytest.mark.parametrize("base", [Normal(F(1)), Normal(F(1, 9)), Laplace(F(1)), Laplace(F(1, 3))], ids=str)
@pytest.mark.parametrize("reverse", [False, True])
def test_sampled_curves_are_integrals_of_densities(base: Pair, reverse: bool) -> None:
    pair: Pair = Remove(base, F(1, 5))
    for level in (-0.1, 0.15):

        def positive(x: mpmath.mpf, level: float = level) -> mpmath.mpf:
            p, q = densities(pair, x)
            p, q = (q, p) if reverse else (p, q)
            return max(p - mpmath.exp(level) * q, 0)

        points = [mpmath.mpf(i) / 2 for i in range(-36, 37)]
        found = sum(mpmath.quad(positive, [a, b], maxdegree=4) for a, b in pairwise(points))
        with ctx.workprec(100):
            exact = (pair.reverse if reverse else pair).delta(arb(level))
        assert abs(found - mpmath.mpf(float(exact))) < 1e-4


def test_events_have_the_chances_of_one_event() -> None:
    """P(A) - u Q(A) is nowhere above the curve."""
    rng = random.Random(5)
    with ctx.workprec(BITS):
        for pair in PAIRS:
            for _ in range(8):
                p, q = pair.event(arb(rng.uniform(-3, 3)))
                u = arb(rng.uniform(-3, 3)).exp()
                assert not p - u * q > pair.delta(u.log())


# -- powers ------------------------------------------------------------------------------------------------------------------


def exactly(masses: list[Fraction], times: int) -> dict[int, Fraction]:
    found = {0: F(1)}
    for _ in range(times):
        longer: dict[int, Fraction] = {}
        for i, x in found.items():
            for j, y in enumerate(masses):
                longer[i + j] = longer.get(i + j, F(0)) + x * y
        found = longer
    return found


@pytest.mark.parametrize("seed", range(6))
def test_powers_are_rounded_to_their_sides(seed: int) -> None:
    rng = random.Random(seed)
    weights = [rng.choice([0, 1, 5, 1000, 10**6]) for _ in range(rng.randrange(2, 9))] + [1]
    masses, times = [F(w, sum(weights)) for w in weights], rng.choice([1, 2, 3, 7, 12])
    exact = exactly(masses, times)
    with ctx.workprec(120):
        balls = [arb(fmpq(m.numerator, m.denominator)) for m in masses]
        for up in (True, False):
            rounding = Rounding(bits=40, keep=24, up=up)
            found = power(tilted(Masses(0, balls, arb(0)), fmpq(0), rounding), times, rounding)
            unit = F(2) ** -found.exponent
            told = {found.first + i: int(c) * unit for i, c in enumerate(found.coefficients.coeffs())}
            missing = sum(max(x - told.get(i, F(0)), F(0)) for i, x in exact.items())
            if up:
                assert missing <= found.dropped * unit
                assert sum(told.values()) + found.dropped * unit < 1 + F(times, 1 << 18)
            else:
                assert found.dropped == 0
                assert all(told[i] <= exact.get(i, 0) for i in told)
                assert missing < F(times, 1 << 18)


def test_what_is_left_out_of_a_product_is_counted() -> None:
    rounding = Rounding(bits=60, keep=4, up=True)
    a = Tilted(fmpz_poly([1, 100, 100, 1]), 0, 0, 7)
    b = Tilted(fmpz_poly([50, 50]), 0, 0, 3)
    found = product(a, b, rounding)
    assert found.total + found.dropped == (202 + 7) * (100 + 3)


def test_division_of_integer_polynomials_rounds_down() -> None:
    """What the rounding of powers relies on."""
    rng = random.Random(1)
    for shift in (1, 17, 70, 200):
        coefficients = [rng.getrandbits(rng.randrange(1, 260)) for _ in range(300)] + [1 << 300]
        found = (fmpz_poly(coefficients) // (1 << shift)).coeffs()
        assert [int(c) for c in found] == [c >> shift for c in coefficients]


@pytest.mark.parametrize("pair", [p for p in BASES if isinstance(p, Finite) and p.lattice() is not None], ids=str)
def test_lattices_hold_the_atoms(pair: Finite) -> None:
    with ctx.workprec(BITS):
        lattice = pair.lattice()
        assert lattice is not None
        step = fmpq(lattice.step.numerator, lattice.step.denominator)
        first = fmpq(lattice.first.numerator, lattice.first.denominator)
        for level in (-0.7, 0.0, 0.1, 0.4):
            u, total = arb(level).exp(), arb(0)
            for i, p in enumerate(lattice.masses):
                total += p * (1 - u * (-arb(first - i * step)).exp()).max(arb(0))
            assert (total + lattice.left_out.union(arb(0))).overlaps(pair.delta(arb(level)))
