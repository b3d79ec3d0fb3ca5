"""Each truth against mpmath: quadrature, sums and root searches that are written here and share no code with it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from flint import arb, ctx
from mpmath import mp, mpf

from dpsym.objects.errors import ObjectError
from dpsym.testing import truths


def value(x):
    """A number as mpmath has it: texts are decimals, floats the fractions they are."""
    f = Fraction(x)
    return mpf(f.numerator) / f.denominator


def agrees(ball, expected, digits=15):
    """The ball has its digits, and contains what mpmath computed, but for the error of that."""
    with ctx.workprec(400):
        theirs = arb(mp.nstr(expected, 40, min_fixed=0, max_fixed=0))
        assert ball.rel_accuracy_bits() > 3.3 * digits
        assert abs(theirs - ball).upper() <= abs(ball).upper() * arb("1e-22") + 2 * ball.rad(), (ball, expected)


@pytest.fixture(autouse=True)
def many_digits():
    with mp.workdps(45):
        yield


def tail(x):
    return mp.erfc(x / mp.sqrt(2)) / 2


def normal_delta(distance, eps):
    with mp.workdps(120):
        return tail(eps / distance - distance / 2) - mp.exp(eps) * tail(eps / distance + distance / 2)


NORMAL = [("1", "1", 1), ("0.1", "3", 1), ("1e6", "1e-7", 4), ("2", "40", 3), ("0.5", "0", 10), (0.3, 0.7, 2)]


@pytest.mark.parametrize(("sigma", "eps", "count"), NORMAL)
def test_delta_of_normal_noise(sigma, eps, count):
    expected = normal_delta(mp.sqrt(count) / value(sigma), value(eps))
    agrees(truths.gaussian_delta(sigma, eps, count=count), expected)


def test_delta_of_normal_noise_by_integration():
    def density(x, m):
        return mp.npdf(x, m, 2)

    def inside(x):
        return max(density(x, 1) - mp.exp(mpf(1) / 2) * density(x, 0), 0)

    expected = mp.quad(inside, [mpf(5) / 2, 6, 20, 60])
    agrees(truths.gaussian_delta(2, "0.5"), expected)


def test_a_tiny_delta_is_told_with_its_digits():
    ball = truths.gaussian_delta(1, 96, digits=50)
    assert arb("1e-2000") < truths.gaussian_delta(1, 96) < arb("1e-1900")
    agrees(ball, mp.exp(-(mpf(191) ** 2) / 8) * _scaled_difference(mpf(191) / 2, mpf(193) / 2), 45)


def _scaled_difference(z, w):
    """φ(z) R(z) − e^ε φ(w) R(w) over e^(−z²/2), for Mills' ratio R."""

    def mills(x):
        return mp.exp(x * x / 2) * tail(x)

    return mills(z) - mills(w)


@pytest.mark.parametrize(
    ("sigma", "delta", "count"), [("1", "1e-6", 1), ("3", "1e-30", 5), ("0.2", "0.3", 1), ("50", "1e-4", 9)]
)
def test_epsilon_of_normal_noise_is_where_delta_is(sigma, delta, count):
    found = truths.gaussian_epsilon(sigma, delta, count=count, digits=40)
    eps = mpf(found.mid().str(45, radius=False))
    agrees(arb(mp.nstr(normal_delta(mp.sqrt(count) / value(sigma), eps), 35)), value(delta), 1)


def test_epsilon_of_normal_noise_at_the_ends():
    assert truths.gaussian_epsilon(1, 0) == arb.pos_inf()
    assert truths.gaussian_epsilon(1, "0.5").is_zero()  # more than the distance of the laws
    assert truths.gaussian_sigma(1, 0) == arb.pos_inf()


def test_sigma_is_where_delta_is():
    sigma = mpf(truths.gaussian_sigma("0.5", "1e-5", digits=40).mid().str(45, radius=False))
    agrees(arb(mp.nstr(normal_delta(1 / sigma, mpf("0.5")), 35)), mpf("1e-5"), 1)


def test_concentrated_floors_are_those_of_two_normal_laws():
    agrees(truths.zcdp_delta_floor("0.5", 2), normal_delta(mpf(1), mpf(2)))
    assert truths.zcdp_epsilon_floor("0.5", "1e-6").overlaps(truths.gaussian_epsilon(1, "1e-6"))


def renyi_by_integration(p, q, alpha, places):
    return mp.log(mp.quad(lambda x: p(x) ** alpha * q(x) ** (1 - alpha), places)) / (alpha - 1)


@pytest.mark.parametrize(("scale", "alpha"), [("1", "2"), ("0.5", "1.5"), ("2", "7"), ("1", "1.25")])
def test_renyi_divergences_of_laplace_noise(scale, alpha):
    b, a = value(scale), value(alpha)

    def law(m):
        return lambda x: mp.exp(-abs(x - m) / b) / (2 * b)

    expected = renyi_by_integration(law(1), law(0), a, [-150 * b, 0, 1, 1 + 150 * b])
    agrees(truths.laplace_renyi(scale, alpha), expected)


def test_the_divergence_of_order_one_is_the_limit():
    for f in (
        lambda alpha: truths.laplace_renyi(2, alpha),
        lambda alpha: truths.pure_renyi(2, alpha),
        lambda alpha: truths.randomized_response_renyi("0.3", 4, alpha),
    ):
        assert abs(f(1) / f("1.000000000000000001") - 1) < arb("1e-15")


def test_delta_of_laplace_noise():
    agrees(truths.laplace_delta("0.5", "0.7"), 1 - mp.exp((mpf("0.7") - 2) / 2))
    assert truths.laplace_delta(2, "0.5").is_zero()
    agrees(truths.laplace_epsilon("0.5", "0.1"), 2 + 2 * mp.log(mpf("0.9")))
    assert truths.laplace_epsilon("0.5", "0.99").is_zero()


def test_delta_of_two_answers_with_laplace_noise():
    """By integration over the loss of the first answer."""
    t, eps = mpf(1), mpf("0.5")

    def second(level):  # E at e^level of one answer, for any level
        return 0 if level >= t else 1 - mp.exp(level) if level <= -t else 1 - mp.exp((level - t) / 2)

    inner = mp.quad(lambda l: mp.exp((l - t) / 2) / 4 * second(eps - l), [-t, eps - t, t])
    agrees(truths.laplace_delta(1, "0.5", count=2), inner + second(eps - t) / 2 + mp.exp(-t) / 2 * second(eps + t))


def test_delta_of_geometric_noise():
    a, eps = mpf("0.5"), mpf("0.6")

    def mass(x):
        return mp.exp(-a * abs(x)) * mp.tanh(a / 2)

    expected = mp.fsum(max(mass(x - 2) - mp.exp(eps) * mass(x), 0) for x in range(-400, 400))
    agrees(truths.geometric_delta("0.5", "0.6", 2), expected)


def brute(laws, level):
    """E at e^level of products of finite laws, by all outcomes."""
    total = mpf(0)
    for outcome in product(*(range(len(p)) for p, _ in laws)):
        p, q = (mp.fprod(law[side][i] for law, i in zip(laws, outcome)) for side in (0, 1))
        total += max(p - mp.exp(level) * q, 0)
    return total


@pytest.mark.parametrize(
    ("eps", "count", "level", "delta"), [("0.3", 5, "0.7", "0"), ("1", 3, "0", "0.01"), ("0.2", 6, "2", "0.1")]
)
def test_the_optimum_of_a_composition_by_all_outcomes(eps, count, level, delta):
    e, d = mp.exp(value(eps)), value(delta)
    p, q = [d, (1 - d) * e / (1 + e), (1 - d) / (1 + e), 0], [0, (1 - d) / (1 + e), (1 - d) * e / (1 + e), d]
    agrees(truths.kov_delta(eps, count, level, delta), brute([(p, q)] * count, value(level)))


@pytest.mark.parametrize(
    ("eps", "count", "delta", "step"),
    [("0.3", 5, "0.01", "0"), ("0.1", 40, "1e-9", "1e-12"), ("0.5", 7, "0.2", "0.01")],
)
def test_the_level_of_a_composition_is_where_delta_is(eps, count, delta, step):
    level = truths.kov_epsilon(eps, count, delta, step, digits=40).mid().str(45, radius=False)
    assert abs(truths.kov_delta(eps, count, level, step, digits=40) / arb(delta) - 1) < arb("1e-14")


def test_what_no_level_satisfies():
    assert truths.kov_epsilon("0.1", 1000, "1e-17", "1e-17") == arb.pos_inf()
    assert truths.kov_epsilon("0.5", 3, 0).contains(arb(3) / 2)


@pytest.mark.parametrize(
    ("noise", "buckets", "count", "eps"), [("0.5", 2, 4, "1"), ("0.3", 3, 3, "0.4"), ("0.9", 5, 2, "0")]
)
def test_randomized_response_by_all_outcomes(noise, buckets, count, eps):
    p = value(noise)

    def row(truth):
        return [p / buckets + (1 - p if i == truth else 0) for i in range(buckets)]

    expected = brute([(row(0), row(1))] * count, value(eps))
    agrees(truths.randomized_response_delta(noise, buckets, eps, count), expected)
    if value(eps):
        level = truths.randomized_response_epsilon(noise, buckets, mp.nstr(expected, 50), count)
        agrees(level, value(eps))
    sums = mp.fsum(a**3 * b**-2 for a, b in zip(row(0), row(1)))
    agrees(truths.randomized_response_renyi(noise, buckets, 3, count), count * mp.log(sums) / 2)


def test_a_thousand_answers_of_a_randomized_bit():
    """2/(1 + e) is the noise with which one answer is 1-private."""
    noise = 2 / (1 + 2.718281828459045)
    assert truths.randomized_response_epsilon(noise, 2, "1e-6", 1000).str(8, radius=False) == "591.07965"


def test_the_divergence_of_private_mechanisms():
    e = mp.exp(2)
    expected = mp.log((e**4 + e**-3) / (1 + e)) / 3  # e^(αε) and e^((1 − α)ε) at α = 4, ε = 2, over e^ε each
    agrees(truths.pure_renyi(2, 4), mp.log((e**4 + e ** (-3)) / (1 + e)) / 3)
    assert expected < 2
    agrees(truths.sampled_pure_epsilon(2, "0.25"), mp.log(1 + (e - 1) / 4))


@pytest.mark.parametrize(
    ("q", "sigma", "alpha"), [("0.1", "1", "2"), ("0.3", "0.8", "5"), ("0.01", "2", "2.5"), ("0.5", "1", "1.1")]
)
def test_renyi_divergences_of_a_sampled_normal_law(q, sigma, alpha):
    s, r, a = value(sigma), value(q), value(alpha)

    def base(x):
        return mp.npdf(x, 0, s)

    def mixed(x):
        return (1 - r) * base(x) + r * mp.npdf(x, 1, s)

    expected = renyi_by_integration(mixed, base, a, [-30 * s, 0, 1, a, a + 15 * s, a + 30 * s])
    agrees(truths.subsampled_gaussian_renyi(q, sigma, alpha), expected)


@pytest.mark.parametrize(("q", "sigma", "eps"), [("0.1", "1", "0.1"), ("0.5", "2", "0"), ("0.9", "0.7", "1")])
def test_delta_of_a_sampled_normal_law_in_both_orders(q, sigma, eps):
    s, r, u = value(sigma), value(q), mp.exp(value(eps))

    def base(x):
        return mp.npdf(x, 0, s)

    def mixed(x):
        return (1 - r) * base(x) + r * mp.npdf(x, 1, s)

    kinks = [mpf(1) / 2 + s * s * mp.log((v - 1 + r) / r) for v in (u, 1 / u) if v - 1 + r > 0]
    places = sorted([-30 * s, *kinks, 1 + 30 * s])
    removed = mp.quad(lambda x: max(mixed(x) - u * base(x), 0), places)
    added = mp.quad(lambda x: max(base(x) - u * mixed(x), 0), places)
    agrees(truths.subsampled_gaussian_delta(q, sigma, eps), max(removed, added))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: truths.gaussian_delta(0, 1), "sigma = 0, expected a number above 0"),
        (lambda: truths.gaussian_delta("one", 1), "'one', expected a finite number"),
        (lambda: truths.gaussian_delta(True, 1), "True, expected a finite number"),
        (lambda: truths.gaussian_delta(float("nan"), 1), "nan, expected a finite number"),
        (lambda: truths.gaussian_epsilon(1, -1), "delta = -1, expected a number from 0 to 1"),
        (lambda: truths.kov_delta(1, "2.5", 1), "count = 5/2, expected a whole number from 1 on"),
        (lambda: truths.laplace_renyi(1, "0.5"), "alpha = 1/2, expected an order from 1 on"),
        (lambda: truths.subsampled_gaussian_renyi("1.5", 1, 2), "probability = 3/2, expected a number from 0 to 1"),
        (lambda: truths.subsampled_gaussian_renyi("0.5", "0.01", "100.5"), "expected an order that is whole"),
        (lambda: truths.randomized_response_delta(0, 2, 1), "expected a mechanism that is private"),
    ],
)
def test_what_is_no_number_of_its_kind_is_refused(call, said):
    with pytest.raises(ObjectError, match=said.replace("(", r"\(")):
        call()


def test_precision_is_an_argument():
    for digits in (5, 30, 300):
        ball = truths.gaussian_delta(1, 3, digits=digits)
        assert 3.3 * digits < ball.rel_accuracy_bits() < 3.4 * digits + 200


def test_the_table_names_them_all():
    public = {
        n
        for n, f in vars(truths).items()
        if callable(f) and getattr(f, "__module__", "") == truths.__name__ and n[0].islower()
    }
    assert set(truths.TRUTHS) == public - {"product_delta"}
