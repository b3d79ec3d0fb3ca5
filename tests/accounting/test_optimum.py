"""The exact optimum against all outcomes in fractions, against k_fold, and against itself."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from flint import arb, ctx, fmpq

from dpsym.accounting import Composition, approx, gauss, gdp, laplace, pure, response
from dpsym.accounting.figures import fraction_of
from dpsym.accounting.optimum import Equal, coarse, count_of_atoms, gaussian_delta, losses, product_delta
from dpsym.derive.k_fold import exact_delta, exact_level
from dpsym.kernel.terms import num
from tests.accounting import exact

F = Fraction


def composition(levels):
    return Composition([approx(f"log({odds})", lost) for odds, lost in levels])


def at_least(bound, truth):
    """A bound may be so small that no fraction is made of it."""
    return bool(bound.upper.ball >= arb(fmpq(truth.numerator, truth.denominator)))


@pytest.mark.parametrize("seed", range(12))
def test_delta_is_that_of_all_outcomes(seed):
    random = Random(seed)
    levels = list(exact.random_levels(random, 6 if seed < 4 else 4))
    u = random.choice((F(1), F(3, 2), F(2), F(5, 2), F(7)))
    truth = exact.delta(exact.product_of([exact.response(*level) for level in levels]), u)
    found = composition(levels).delta(f"log({u})" if u > 1 else 0)
    assert found["exact optimum"].kind == "exact optimum"
    assert found.lower.fraction <= truth <= found.upper.fraction
    assert truth == 0 or found.upper.fraction <= truth * (1 + F(1, 10**6))
    assert all(at_least(bound, truth) for bound in found.bounds)


@pytest.mark.parametrize("seed", range(12))
def test_no_adaptive_composition_is_above_it(seed):
    random = Random(seed)
    levels = list(exact.random_levels(random, 5))
    pair = exact.adaptive(random, levels)
    for u in (F(1), F(4, 3), F(3)):
        found = composition(levels).delta(f"log({u})" if u > 1 else 0)
        assert all(at_least(bound, exact.delta(pair, u)) for bound in found.bounds)


@pytest.mark.parametrize("seed", range(6))
def test_the_level_of_a_delta_turns_there(seed):
    random = Random(seed)
    levels = [*exact.random_levels(random, 4), (F(2), F(0)), (F(3), F(0))]
    lost = 1 - exact._times([1 - d for _, d in levels])
    whole = composition(levels)
    target = lost + (1 - lost) * F(random.randint(1, 400), 1000)
    found = whole.epsilon(target)["exact optimum"].value
    assert whole.delta(found.upper.fraction)["exact optimum"].value.lower.fraction <= target
    if found.lower.mantissa:
        assert whole.delta(found.lower.fraction)["exact optimum"].value.upper.fraction >= target


@pytest.mark.parametrize(("eps", "k"), [(F(1, 10), 1), (F(1, 10), 50), (F(1), 9), (F(1, 100), 300)])
def test_equal_levels_agree_with_k_fold(eps, k):
    for delta in (F(1, 10**12), F(1, 1000), F(1, 4)):
        level = (pure(eps) ** k).epsilon(delta, 8)["exact optimum"].value
        known = exact_level(eps, k, delta)
        assert level.lower.fraction <= known.upper
        assert known.lower <= level.upper.fraction
    with ctx.workprec(200):
        for level in (F(0), k * eps / 3, k * eps / 2):
            assert (
                Equal(num(eps), k).delta(arb(level.numerator) / level.denominator).overlaps(exact_delta(eps, k, level))
            )


def test_a_power_is_a_loop():
    one = response("0.3")
    assert (one**7).epsilon("1e-4").best == Composition([one] * 7).epsilon("1e-4").best
    assert one**7 == Composition([one] * 7) == Composition([one**3, one**4]) == Composition([(one, 7)])
    assert one**3 + one == one**4
    assert (Composition([one, pure(1)]) ** 3).parts == ((one, 3), (pure(1), 3))


def test_levels_on_a_lattice_are_those_one_by_one():
    levels = [F(3, 10), F(1, 5), F(1, 2), F(1, 5), F(1)]
    groups = [(num(x), 1) for x in levels]
    with ctx.workprec(200):
        found = losses(groups)
        for at in (F(0), F(1, 3), F(1), F(2)):
            alone = arb(0)
            for key, mass in losses(
                [(num(F(3, 10)), 1), (num(F(1, 5)), 2), (num(F(1, 2)), 1), (num(F(1)), 1)]
            ).atoms.items():
                kept = -(arb(at.numerator) / at.denominator - found.loss(key)).expm1()
                alone += mass * kept.max(arb(0))
            assert product_delta(found, None, arb(at.numerator) / at.denominator).overlaps(alone)
        assert sum(found.atoms.values(), arb(0)).contains(1)
    assert count_of_atoms(groups) >= len(found.atoms)


def test_normal_noise_beside_randomized_response_is_a_mixture_of_curves():
    """δ of both is Σ over the answers of P(answer) δ_μ(level − loss)."""
    mu, eps, level = F(1, 2), F(7, 10), F(3, 4)
    with ctx.workprec(200):
        m, e, x = (arb(v.numerator) / v.denominator for v in (mu, eps, level))
        yes = e.exp() / (1 + e.exp())
        wanted = yes * gaussian_delta(m, x - e) + (1 - yes) * gaussian_delta(m, x + e)
    found = Composition([gdp(mu), pure(eps)]).delta(level)
    assert found.exact
    assert found.ball.overlaps(wanted)


def test_rounding_to_a_lattice_encloses():
    random = Random(5)
    levels = [F(random.randrange(10**5, 10**6), 10**7) for _ in range(12)]
    groups = [(num(x), 1) for x in levels]
    truth = Composition(list(map(pure, levels))).epsilon("1e-4")
    assert truth.exact
    for atoms in (50, 400):
        low, high = (
            Composition([pure(t) ** k for t, k in coarse(groups, above, atoms)]).epsilon("1e-4")
            for above in (False, True)
        )
        assert low.lower.fraction <= truth.upper.fraction
        assert truth.lower.fraction <= high.upper.fraction


def test_levels_that_all_differ_have_two_bounds():
    random = Random(3)
    levels = [F(random.randrange(10**5, 10**6), 10**8) for _ in range(40)]
    found = Composition(list(map(pure, levels))).epsilon("1e-6")
    assert found.kind == "optimum between two bounds"
    assert 0 < found.lower.fraction < found.upper.fraction < found.lower.fraction * F(11, 10)
    assert "the optimum is at least" in str(found)


def test_monotone():
    deltas = ["1e-2000", "1e-300", "1e-9", "0.01", "0.9"]
    for make in (
        lambda k: pure("0.1") ** k,
        lambda k: gauss(3) ** k,
        lambda k: Composition([gauss(3) ** k, pure("0.2")]),
    ):
        rows = [[make(k).epsilon(d).upper.fraction for d in deltas] for k in (1, 5, 40)]
        assert all(row == sorted(row, reverse=True) for row in rows)
        assert all(list(column) == sorted(column) for column in zip(*rows))


@pytest.mark.parametrize("k", [1, 1000, 10_000])
@pytest.mark.parametrize("delta", ["1e-2000", "1e-6"])
def test_extremes(k, delta):
    for part in (pure("0.001"), gauss(1000), gauss("0.01"), pure(1000)):
        found = (part**k).epsilon(delta)
        assert found.exact
        assert found.upper.mantissa > 0
        back = (part**k).delta(found.upper.fraction)
        least = part.level is not None and found.upper.fraction >= k * fraction_of(part.level)  # nothing is lost there
        assert back.exact
        assert (back.lower.mantissa > 0) != least
        assert back.lower.fraction <= F(delta)


def test_a_delta_below_all_floats():
    found = (gauss(1) ** 10).delta(10**6)
    assert found.upper.exponent < -(10**9)
    assert found.lower.mantissa > 0
    assert "e-" in str(found)
    assert found.log < -(10**9)


def test_levels_that_nearly_agree_and_are_many():
    """Rounded down to a lattice with few atoms they are 0: the bound from below is 0 then."""
    whole = Composition([pure("0.1") ** 20_000, pure("0.1000001") ** 20_000])
    found = whole.epsilon("1e-6")
    lattice = found["optimum on a lattice"]
    assert lattice.value.lower.mantissa == 0
    assert lattice.upper.fraction >= found.upper.fraction


@pytest.mark.parametrize("scale", ["0.1", "1", "20"])
def test_laplace_noise_and_its_normal_laws(scale):
    """δ of one answer by the law of its loss is at most that of the normal laws that stand for it."""
    one = laplace(scale) ** 1
    for share in (0, 0.01, 0.3, 0.7, 0.99):
        found = one.delta(F(share) / F(scale))
        assert found["privacy loss"].value.lower.ball <= found["GDP"].upper.ball
        assert found["privacy loss"].value.lower.ball <= found["optimum of the levels"].upper.ball
