"""δ(ε) and ε(δ) of compositions: the truth, from elsewhere, is between the two ends."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import mpmath
import pytest
from flint import arb, ctx, fmpq

from dpsym.accounting.loss import (
    LossDistribution,
    Step,
    discrete_gaussian,
    discrete_laplace,
    gaussian,
    laplace,
    poisson,
    response,
    table,
)
from dpsym.accounting.loss.bounds import epsilon_between
from dpsym.accounting.loss.pairs import Normal
from dpsym.derive.k_fold import exact_delta, exact_level
from dpsym.derive.losses import product_delta
from dpsym.objects.errors import ObjectError
from dpsym.objects.mechanisms.base import ADD_REMOVE, CHANGE_ONE

F = Fraction
D = LossDistribution


def ball(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))


def holds(found: Any, truth: arb) -> bool:
    """Whether the truth is between the ends."""
    return not ball(found.lower) > truth and not ball(found.upper) < truth


# -- one answer of normal noise ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("square", "k"), [(F(1), 10), (F(1, 900), 1000), (F(1, 10**6), 100_000), (F(100), 3)])
@pytest.mark.parametrize("delta", [F(1, 10**5), F(1, 10**300)])
def test_normal_noise_composed_is_normal_noise(square: Fraction, k: int, delta: Fraction) -> None:
    composed = epsilon_between([[(Normal(square), k)]], delta, 1e-3)
    exact = epsilon_between([[(Normal(k * square), 1)]], delta, 1e-3)
    assert exact.upper is not None
    assert composed.upper is not None
    assert composed.lower <= exact.upper
    assert exact.lower <= composed.upper
    assert composed.wide < 1e-3


def test_normal_noise_is_merged() -> None:
    found = D([(gaussian(3), 4), (gaussian("1.5", "0.5"), 5)]).epsilon("1e-6")
    again = D([gaussian(1, "1")]).epsilon("1e-6")
    assert found.lower == again.lower
    assert found.width is not None
    assert found.width < F(1, 10**8)


# -- exact optima ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("eps", "k"), [("0.1", 100), ("1", 30), ("0.01", 100_000), ("3", 2)])
def test_randomized_response_meets_the_exact_optimum(eps: str, k: int) -> None:
    whole = D([(response(eps), k)])
    for delta in (F(1, 10**3), F(1, 10**12)):
        exact, found = exact_level(F(eps), k, delta, 12) if k < 1000 else None, whole.epsilon(delta)
        assert found.narrow
        if exact is not None and found.upper is not None and found.lower is not None:
            assert found.lower <= exact.upper
            assert exact.lower <= found.upper
    for level in (F(1, 3), F(2)):
        if k < 1000:
            with ctx.workprec(200):
                assert holds(whole.delta(level), exact_delta(F(eps), k, level))


@pytest.mark.parametrize(
    ("step", "noise", "parameter", "distance", "values"),
    [
        (laplace(2), "laplace", F(2), F(1), 2),
        (laplace("0.7"), "laplace", F(7, 10), F(1), 2),
        (discrete_laplace(3, 2), "geometric", F(3), F(2), 2),
        (discrete_gaussian(4, 3), "discrete gaussian", F(4), F(3), 2),
        (response("0.4", 9), "response", F(2, 5), F(1), 9),
    ],
    ids=str,
)
@pytest.mark.parametrize("k", [2, 6])
def test_noise_meets_sums_of_losses(
    step: Step, noise: str, parameter: Fraction, distance: Fraction, values: int, k: int
) -> None:
    for eps in (F(1, 10), F(1)):
        found = D([(step, k)]).delta(eps)
        with ctx.workprec(200):
            truth = product_delta(noise, parameter, distance, values, k, ball(eps))
        assert holds(found, truth)
        assert found.narrow


# -- tables, by enumeration --------------------------------------------------------------------------------------------------


def law(rng: random.Random, n: int) -> tuple[Fraction, ...]:
    weights = [rng.choice([0, 1, 2, 3, 10, 100]) for _ in range(n)]
    return tuple(F(w, sum(weights)) for w in weights) if sum(weights) else law(rng, n)


def by_enumeration(laws: list[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]], u: arb) -> arb:
    """The greater of both directions, outcome by outcome."""
    sums = [arb(0), arb(0)]
    for outcome in product(*(range(len(p)) for p, _ in laws)):
        p = q = F(1)
        for (first, second), i in zip(laws, outcome):
            p, q = p * first[i], q * second[i]
        sums[0] += (ball(p) - u * ball(q)).max(arb(0))
        sums[1] += (ball(q) - u * ball(p)).max(arb(0))
    return sums[0].max(sums[1])


def compare_with_enumeration(rng: random.Random) -> None:
    k = rng.randrange(1, 7)
    n = rng.randrange(2, 5) if k < 5 else 2
    kinds = [(law(rng, n), law(rng, n)) for _ in range(rng.randrange(1, 3))]
    laws = [rng.choice(kinds) for _ in range(k)]
    whole = D([table(p, q) for p, q in laws])
    with ctx.workprec(150):
        for level in (F(0), F(rng.randrange(1, 300), 100)):
            truth, found = by_enumeration(laws, ball(level).exp()), whole.delta(level)
            assert holds(found, truth), (laws, level, str(truth), str(found))
        delta = F(rng.randrange(1, 900), 1000)
        found = whole.epsilon(delta)
        if found.upper is not None:
            assert not by_enumeration(laws, ball(found.upper).exp()) > ball(delta), (laws, delta, str(found))
        if found.lower:
            before = ball(found.lower * (1 - F(1, 10**12)))
            assert not by_enumeration(laws, before.exp()) < ball(delta), (laws, delta, str(found))
        assert found.lower is not None or by_enumeration(laws, arb(500).exp()) > ball(delta)


@pytest.mark.parametrize("seed", range(6))
def test_random_tables_meet_enumeration(seed: int) -> None:
    compare_with_enumeration(random.Random(seed))


@pytest.mark.campaign
def test_many_random_tables_meet_enumeration() -> None:
    for seed in range(100, 160):
        compare_with_enumeration(random.Random(seed))


# -- sampling ----------------------------------------------------------------------------------------------------------------


def twice_by_quadrature(step: Step, level: mpmath.mpf, reverse: bool) -> mpmath.mpf:
    """∫ p(x) E_{u q(x)/p(x)} dx of two equal sampled normal answers, with the curve of one in closed form."""
    m, rate = mpmath.mpf(1), mpmath.mpf(1) / 5

    def densities(x: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf]:
        p0, p1 = mpmath.npdf(x), mpmath.npdf(x, m)
        mixed = (1 - rate) * p0 + rate * p1
        return (p0, mixed) if reverse else (mixed, p0)

    def once(u: mpmath.mpf) -> mpmath.mpf:
        if reverse:  # p0 - u mixed > 0 below a point
            if u * (1 - rate) >= 1:
                return mpmath.mpf(0)
            point = mpmath.log((1 / u - 1 + rate) / rate) + m / 2
            p0, p1 = mpmath.ncdf(point), mpmath.ncdf(point - m)
            return p0 - u * ((1 - rate) * p0 + rate * p1)
        if u <= 1 - rate:
            return 1 - u
        point = mpmath.log((u - 1 + rate) / rate) + m / 2
        p0, p1 = mpmath.ncdf(-point), mpmath.ncdf(m - point)
        return (1 - rate) * p0 + rate * p1 - u * p0

    def integrand(x: mpmath.mpf) -> mpmath.mpf:
        p, q = densities(x)
        return p * once(mpmath.exp(level) * q / p)

    return mpmath.quad(integrand, [-12, -6, -3, -1, 0, 1, 2, 4, 8, 13])


@pytest.mark.parametrize("level", ["0", "0.1", "0.5"])
def test_two_sampled_answers_meet_quadrature(level: str) -> None:
    step = poisson(gaussian(1), "0.2")
    truth = max(twice_by_quadrature(step, mpmath.mpf(level), reverse) for reverse in (False, True))
    found = D([(step, 2)]).delta(level)
    assert found.lower is not None
    assert found.upper is not None
    assert float(found.lower) <= float(truth) * (1 + 1e-7)
    assert float(truth) * (1 - 1e-7) <= float(found.upper)
    assert found.narrow


def test_one_sampled_answer_is_amplified() -> None:
    """(ε, δ) becomes log(1 + q(e^ε - 1)), q δ; for normal noise that is exact in one direction."""
    base, sampled = D([gaussian(1)]), D([poisson(gaussian(1), "0.01")])
    with ctx.workprec(150):
        inner = ((arb(1) / 5).expm1() * 100).log1p()
    found, outer = sampled.delta("0.2"), base.delta(F(inner.mid().str(30, radius=False)))
    assert found.upper is not None
    assert outer.upper is not None
    assert abs(found.upper - outer.upper / 100) < found.upper / 10**8


SAMPLED = [
    *((poisson(gaussian(sigma), q), k) for sigma, q, k in [("30", "0.01", 100_000), ("1000", "0.3", 5000)]),
    *(
        pytest.param(poisson(gaussian(sigma), q), k, marks=pytest.mark.campaign)
        for sigma, q, k in [("0.1", "1e-6", 100), ("0.1", "0.5", 100), ("1", "1e-3", 2000)]
    ),
]


@pytest.mark.parametrize(("step", "k"), SAMPLED, ids=str)
def test_extreme_parameters_are_narrow_or_said(step: Step, k: int) -> None:
    small, large = D([(step, k)]).epsilon("1e-6"), D([(step, k)]).epsilon("1e-9")
    assert small.lower is not None
    assert large.upper is not None
    assert small.lower <= large.upper
    for found in (small, large):
        assert found.upper is not None
        assert found.lower is not None
        assert found.lower <= found.upper
        assert found.narrow or "relative width" in str(found)


def test_more_answers_cost_more() -> None:
    step = poisson(laplace(1), "0.05")
    levels = [D([(step, k)]).epsilon("1e-5") for k in (10, 20, 50)]
    for less, more in pairwise(levels):
        assert less.lower is not None
        assert more.upper is not None
        assert less.lower < more.upper


def test_small_delta_is_never_nothing() -> None:
    whole = D([(poisson(gaussian(1), "0.01"), 100)])
    for eps in (70,):
        found = whole.delta(eps, width="0.5")
        assert found.lower is not None
        assert found.upper is not None
        assert 0 < found.lower <= found.upper < F(1, 10**50)
    found = D([(response(1), 1000)]).epsilon("1e-2000")
    assert found.narrow


def test_beyond_the_greatest_loss_nothing_is_lost() -> None:
    whole = D([(laplace(2), 4), (response("0.25"), 2)])
    assert whole.delta("2.5").upper == 0
    tiny = whole.epsilon("1e-3000")
    assert tiny.upper is not None
    assert tiny.upper <= F(5, 2) + F(1, 10**8)


def test_infinite_loss_is_said() -> None:
    step = table(["1/2", "1/2", "0"], ["1/2", "0", "1/2"])
    assert D([step]).epsilon("0.4").upper is None
    assert str(D([(step, 3)]).epsilon("0.4")) == "oo"
    found = D([(step, 3)]).delta(1)
    assert holds(found, arb(7) / 8)


# -- relations and bad input -------------------------------------------------------------------------------------------------


def test_relations_are_not_mixed() -> None:
    assert D([gaussian(1), response(1)]).neighbours == CHANGE_ONE
    assert D([gaussian(1), poisson(laplace(1), "0.1")]).neighbours == ADD_REMOVE
    with pytest.raises(ObjectError, match="expected one relation"):
        D([response(1), poisson(laplace(1), "0.1")])
    with pytest.raises(ObjectError, match="expected one relation"):
        D([gaussian(1, neighbours="change-one")]) * D([gaussian(1, neighbours="add/remove")])
    with pytest.raises(ObjectError, match="a sample of random size"):
        poisson(response(1), "0.1")


BAD: list[tuple[Any, str]] = [
    (lambda: gaussian(0), "above 0"),
    (lambda: gaussian(-1), "above 0"),
    (lambda: gaussian(float("nan")), "finite"),
    (lambda: gaussian(float("inf")), "finite"),
    (lambda: gaussian("one"), "expected a number"),
    (lambda: gaussian("1/0"), "expected a number"),
    (lambda: gaussian(True), "expected a number"),
    (lambda: gaussian(None), "expected a number"),
    (lambda: gaussian(1, neighbours="add"), "neighbouring relation 'add'"),
    (lambda: laplace(1, 0), "above 0"),
    (lambda: discrete_laplace(1, "1.5"), "whole number"),
    (lambda: discrete_gaussian(1, 0), "whole number"),
    (lambda: response(0), "above 0"),
    (lambda: response(1, 1), "whole number"),
    (lambda: poisson(gaussian(1), 0), "above 0 and at most 1"),
    (lambda: poisson(gaussian(1), "1.01"), "above 0 and at most 1"),
    (lambda: poisson(gaussian(1), -1), "above 0 and at most 1"),
    (lambda: poisson(poisson(gaussian(1), "0.1"), "0.1"), "sampled already"),
    (lambda: poisson("gaussian", "0.1"), "expected a mechanism"),
    (lambda: table([1], ["1/2", "1/2"]), "outcomes"),
    (lambda: table(["1/2", "1/3"], ["1/2", "1/2"]), "expected a law"),
    (lambda: table(["3/2", "-1/2"], ["1/2", "1/2"]), "expected a law"),
    (lambda: D([]), "expected 1"),
    (lambda: D([gaussian(1), "x"]), "expected a mechanism"),
    (lambda: D([(gaussian(1), 0)]), "whole number"),
    (lambda: D([(gaussian(1), "2.5")]), "whole number"),
    (lambda: D([(gaussian(1), -3)]), "whole number"),
    (lambda: D([gaussian(1)]) ** 0, "whole number"),
    (lambda: D([gaussian(1)]).epsilon(0), "below 1"),
    (lambda: D([gaussian(1)]).epsilon(1), "below 1"),
    (lambda: D([gaussian(1)]).epsilon(-1), "below 1"),
    (lambda: D([gaussian(1)]).epsilon("1e-5000"), "below 1"),
    (lambda: D([gaussian(1)]).delta(-1), "from 0"),
    (lambda: D([gaussian(1)]).delta("1e9"), "from 0"),
    (lambda: D([gaussian(1)]).delta(1, width=0), "relative width"),
]


@pytest.mark.parametrize(("ask", "says"), BAD, ids=[str(i) for i in range(len(BAD))])
def test_bad_input_is_refused(ask: Any, says: str) -> None:
    with pytest.raises(ObjectError, match=says):
        ask()


def test_answers_are_told_with_their_width() -> None:
    found = D([(poisson(gaussian(1), "0.01"), 1000)]).epsilon("1e-5")
    assert str(found).startswith("[1.") or str(found).startswith("[2.")
    assert "relative width" not in str(found)
    assert str(D([(gaussian(2), 3), response(1)])) == "gaussian(2) ** 3, response(1)"


def test_answers_do_not_depend_on_the_precision_around_them() -> None:
    one, two = LossDistribution([poisson(gaussian(1), "0.1")]), LossDistribution([laplace(1), gaussian(2)])
    expected = [str(one.delta("0.5")), str(two.delta("0.5", "0.1")), str(two.epsilon("1e-3", "0.1"))]
    with ctx.workprec(4):
        assert [str(one.delta("0.5")), str(two.delta("0.5", "0.1")), str(two.epsilon("1e-3", "0.1"))] == expected


@pytest.mark.parametrize("rate", [Fraction(1, 10), Fraction(1, 2), Fraction(99, 100)])
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize(
    "laws",
    [("1 0", "13/41 28/41"), ("0 1", "9/17 8/17"), ("17/46 0 29/46", "11/31 17/62 23/62"), ("1/2 1/2 0", "0 1/3 2/3")],
)
def test_samples_of_tables_that_exclude_an_outcome(laws: tuple[str, str], times: int, rate: Fraction) -> None:
    """With one record an outcome cannot be: on a sample its loss is finite, but above all losses of the outcomes that both have."""
    p, q = ([Fraction(x) for x in law.split()] for law in laws)
    mixed = [(1 - rate) * y + rate * x for x, y in zip(p, q)]
    found = LossDistribution([(poisson(table(p, q), rate), times)])
    for eps in ("0.1", "0.5", "2"):
        u, worst = mpmath.exp(mpmath.mpf(eps)), mpmath.mpf(0)
        for one, two in ((mixed, q), (q, mixed)):
            terms = []
            for path in product(range(len(p)), repeat=times):
                a, b = Fraction(1), Fraction(1)
                for i in path:
                    a, b = a * one[i], b * two[i]
                terms.append(max(mpmath.mpf(a.numerator) / a.denominator - u * b.numerator / b.denominator, 0))
            worst = max(worst, mpmath.fsum(terms))
        bound = found.delta(eps, "0.5")
        assert bound.lower is not None
        assert bound.upper is not None
        low, high = (mpmath.mpf(x.numerator) / x.denominator for x in (bound.lower, bound.upper))
        assert low <= worst * (1 + 1e-12) + 1e-12
        assert worst <= high * (1 + 1e-12) + 1e-12
