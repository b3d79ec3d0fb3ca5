"""Calibration: the safe side is safe and the unsafe side is not, by formulas that share no code with what is tested."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest

from dpsym import calibrate
from dpsym.kernel.verdicts import Proved, Refuted
from dpsym.library.loading import entries
from dpsym.objects.errors import ObjectError


def _mpf(x: Fraction) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator


def gaussian_delta(sigma: Any, eps: Any, distance: Any = 1) -> Any:
    m = distance / sigma
    return mpmath.ncdf(m / 2 - eps / m) - mpmath.exp(eps) * mpmath.ncdf(-m / 2 - eps / m)


def laplace_order_two(b: Any) -> Any:
    r = 1 / b
    return mpmath.log(2 * mpmath.exp(r) / 3 + mpmath.exp(-2 * r) / 3)


def geometric_delta(b: Any, eps: Any) -> Any:
    """By the sum over integers, term by term."""
    t = mpmath.exp(-1 / b)
    c = (1 - t) / (1 + t)
    return sum(max(c * t ** abs(k) - mpmath.exp(eps) * c * t ** abs(k - 1), 0) for k in range(-150, 151))


def kary_delta(level: Any, eps: Any, n: int) -> Any:
    u = mpmath.exp(level)
    return max(u - mpmath.exp(eps), 0) / (u + n - 1)


def bits_delta(level: Any, eps: Any, k: int) -> Any:
    e = mpmath.exp(level)
    terms = (mpmath.binomial(k, i) * max(e**i - mpmath.exp(eps) * e ** (k - i), 0) for i in range(k + 1))
    return sum(terms) / (1 + e) ** k


def brute(masses: list[tuple[Any, Any]], eps: Any, k: int) -> Any:
    """E of k answers over all outcomes, one by one."""
    pairs = [(mpmath.fprod(p for p, _ in c), mpmath.fprod(q for _, q in c)) for c in product(masses, repeat=k)]
    return sum(max(p - mpmath.exp(eps) * q, 0) for p, q in pairs)


def two_laplace_delta(b: Any, eps: Any) -> Any:
    """By quadrature over the loss of the second answer, with E of the first one in closed form: 1 − e^((ε − t)/2) below t."""
    t = 1 / b

    def one(level: Any) -> Any:
        return 0 if level >= t else 1 - mpmath.exp((level - t) / 2) if level >= -t else 1 - mpmath.exp(level)

    ends = sorted({-t, t, *(x for x in (eps - t, eps + t) if -t < x < t)})
    inner = mpmath.quad(lambda y: mpmath.exp(-(t - y) / 2) / 4 * one(eps - y), ends)
    return one(eps - t) / 2 + mpmath.exp(-t) / 2 * one(eps + t) + inner


def geometric_masses(b: Any, d: int) -> list[tuple[Any, Any]]:
    """Of the losses d, d − 2, ..., −d, over b; beyond 0 and d nothing changes."""
    a = mpmath.exp(-1 / b)
    p = [1 / (1 + a), *((1 - a) / (1 + a) * a**x for x in range(1, d)), a**d / (1 + a)]
    return list(zip(p, p[::-1]))


def kary_masses(level: Any, n: int) -> list[tuple[Any, Any]]:
    u = mpmath.exp(level)
    return [(p / (u + n - 1), q / (u + n - 1)) for p, q in [(u, 1), (1, u), *[(1, 1)] * (n - 2)]]


def concentrated_level(masses: list[tuple[Any, Any]]) -> Any:
    """The greatest D_α/α on a fine grid of orders, which begins next to 1."""
    orders = [1 + mpmath.mpf(10) ** (mpmath.mpf(i) / 20) for i in range(-400, 41)]
    return max(mpmath.log(sum(p**a * q ** (1 - a) for p, q in masses)) / (a * (a - 1)) for a in orders)


def laplace_order(b: Any, a: Any) -> Any:
    t = 1 / b
    return mpmath.log(a / (2 * a - 1) * mpmath.exp((a - 1) * t) + (a - 1) / (2 * a - 1) * mpmath.exp(-a * t)) / (a - 1)


def quantile(p: Any) -> Any:
    return mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1)


def gaussian_level(masses: list[tuple[Any, Any]]) -> Any:
    """The greatest Φ⁻¹(P(S)) − Φ⁻¹(Q(S)) over the events S that are tests of the likelihood ratio."""
    ordered = sorted(masses, key=lambda pair: -pair[0] / pair[1])
    sums = [tuple(map(sum, zip(*ordered[:i]))) for i in range(1, len(ordered))]
    return max(quantile(p) - quantile(q) for p, q in sums)


CASES = [
    ("laplace", "DP(1/2, 1e-3)", {"times": 2}, lambda b: two_laplace_delta(b, mpmath.mpf(1) / 2), "1e-3"),
    ("laplace", "DP(log(2), 0.001)", {"times": 2}, lambda b: two_laplace_delta(b, mpmath.log(2)), "0.001"),
    ("laplace", "TV(0.1)", {"times": 2}, lambda b: two_laplace_delta(b, 0), "0.1"),
    ("geometric", "DP(1, 1e-4)", {"times": 3, "sensitivity": 2}, lambda b: brute(geometric_masses(b, 2), 1, 3), "1e-4"),
    ("response", "DP(1, 0.001)", {"times": 3, "values": 4}, lambda e: brute(kary_masses(e, 4), 1, 3), "0.001"),
    ("laplace", "zCDP(0.1)", {}, lambda b: 1 / b - 1 + mpmath.exp(-1 / b), "0.1"),
    ("geometric", "zCDP(0.2)", {"times": 2}, lambda b: 2 * concentrated_level(geometric_masses(b, 1)), "0.2"),
    ("laplace", "GDP(1)", {}, lambda b: -2 * quantile(mpmath.exp(-1 / (2 * b)) / 2), "1"),
    ("geometric", "GDP(1)", {"sensitivity": 3}, lambda b: gaussian_level(geometric_masses(b, 3)), "1"),
    ("response", "GDP(1)", {"values": 4}, lambda e: gaussian_level(kary_masses(e, 4)), "1"),
    ("gaussian", "DP(1, 1e-6)", {}, lambda s: gaussian_delta(s, 1), "1e-6"),
    ("gaussian", "DP(1, 1e-6)", {"times": 10}, lambda s: gaussian_delta(s, 1, mpmath.sqrt(10)), "1e-6"),
    ("gaussian", "DP(0.1, 1e-12)", {"sensitivity": 3}, lambda s: gaussian_delta(s, mpmath.mpf("0.1"), 3), "1e-12"),
    ("gaussian", "zCDP(0.1)", {"times": 4}, lambda s: 4 / (2 * s**2), "0.1"),
    ("gaussian", "RDP(2, 0.1)", {}, lambda s: 1 / s**2, "0.1"),
    ("gaussian", "GDP(0.3)", {}, lambda s: 1 / s, "0.3"),
    ("gaussian", "TV(0.1)", {}, lambda s: 2 * mpmath.ncdf(1 / (2 * s)) - 1, "0.1"),
    ("laplace", "pure(0.3)", {"times": 7, "sensitivity": 2}, lambda b: 14 / b, "0.3"),
    ("laplace", "DP(1, 0.01)", {}, lambda b: 1 - mpmath.exp((1 - 1 / b) / 2), "0.01"),
    ("laplace", "RDP(2, 0.1)", {"times": 3}, lambda b: 3 * laplace_order_two(b), "0.1"),
    ("laplace", "KL(0.1)", {}, lambda b: 1 / b + mpmath.exp(-1 / b) - 1, "0.1"),
    ("geometric", "pure(0.3)", {}, lambda b: 1 / b, "0.3"),
    ("geometric", "DP(1, 0.001)", {}, lambda b: geometric_delta(b, 1), "0.001"),
    ("discrete gaussian", "zCDP(0.1)", {}, lambda s: 1 / (2 * s**2), "0.1"),
    ("response", "DP(1, 0.001)", {"values": 5}, lambda e: kary_delta(e, 1, 5), "0.001"),
    ("response", "DP(1, 1e-6)", {"times": 20}, lambda e: bits_delta(e, 1, 20), "1e-6"),
    ("response", "zCDP(0.1)", {}, lambda e: e * mpmath.tanh(e / 2), "0.1"),
]


@pytest.mark.parametrize(("noise", "to", "more", "measure", "target"), CASES)
def test_safe_and_unsafe(noise: str, to: str, more: dict[str, Any], measure: Any, target: str) -> None:
    found = calibrate(noise, to, **more)
    assert found.unsafe is not None
    with mpmath.workdps(40):
        goal = mpmath.mpf(target)
        assert measure(_mpf(found.value)) <= goal * (1 + mpmath.mpf(10) ** -30)  # equality is allowed
        assert measure(_mpf(found.unsafe.parameter)) > goal
    apart = abs(found.value - found.unsafe.parameter)
    assert apart <= found.value / 10**4
    assert all(name in entries() for name in found.proved_by)
    if found.safe.claim is not None:
        assert isinstance(found.safe.verdict, Proved)
        assert isinstance(found.unsafe.verdict, Refuted)


def test_the_discrete_gaussian_by_its_sum() -> None:
    found = calibrate("discrete gaussian", "DP(1, 1e-6)")
    assert found.unsafe is not None
    with mpmath.workdps(30):
        for side, safe in ((found.safe, True), (found.unsafe, False)):
            s = _mpf(side.parameter)
            weights = {k: mpmath.exp(-(mpmath.mpf(k) ** 2) / (2 * s**2)) for k in range(-90, 91)}
            total = sum(weights.values())
            delta = sum(max(w - mpmath.e * weights.get(k - 1, 0), 0) for k, w in weights.items()) / total
            assert (delta <= mpmath.mpf("1e-6")) is safe


def test_many_answers_with_other_noise_are_safe() -> None:
    """By the optimum of all mechanisms of the level, where the law of the losses is too much work: what is not known is not told."""
    found = calibrate("laplace", "DP(1, 1e-6)", times=100)
    assert found.unsafe is None
    assert "not said" in str(found)
    with mpmath.workdps(40):
        assert bits_delta(_mpf(1 / found.value), 1, 100) <= mpmath.mpf("1e-6")
    assert found.value < calibrate("laplace", "pure(1)", times=100).value


def test_the_discrete_gaussian_twice() -> None:
    found = calibrate("discrete gaussian", "DP(1, 1e-4)", times=2)
    assert found.unsafe is not None
    with mpmath.workdps(30):
        for side, safe in ((found.safe, True), (found.unsafe, False)):
            s = _mpf(side.parameter)
            weights = {k: mpmath.exp(-(mpmath.mpf(k) ** 2) / (2 * s**2)) for k in range(-70, 71)}
            masses = [(w, weights[k - 1]) for k, w in weights.items() if k - 1 in weights]
            sums: dict[int, Any] = {}  # the loss of two answers depends on the sum of the outcomes alone
            for (i, (p, _)), (j, (r, _)) in product(enumerate(masses, -69), repeat=2):
                sums[i + j] = sums.get(i + j, 0) + p * r
            total = sum(weights.values()) ** 2
            kept = (p * max(1 - mpmath.exp(1 - (2 - 2 * m) / (2 * s**2)), 0) for m, p in sums.items())
            assert (sum(kept) / total <= mpmath.mpf("1e-4")) is safe


def test_concentrated_where_the_worst_order_is_inside() -> None:
    """For many values D_α/α is greatest at an order above 1; for Laplace noise it is greatest at 1."""
    found = calibrate("response", "zCDP(2)", values=100)
    assert found.unsafe is not None
    with mpmath.workdps(30):
        levels = {side.safe: kary_masses(_mpf(side.parameter), 100) for side in (found.safe, found.unsafe)}
        assert concentrated_level(levels[True]) <= 2
        assert concentrated_level(levels[False]) > 2 * (
            1 - mpmath.mpf(10) ** -3
        )  # the grid is not as fine as the decimals
        mean = sum(p * mpmath.log(p / q) for p, q in levels[True])
        assert mean < 1.9
        b = mpmath.mpf(2)
        mean = 1 / b - 1 + mpmath.exp(-1 / b)
        assert all(laplace_order(b, 1 + mpmath.mpf(2) ** i) <= mean * (1 + mpmath.mpf(2) ** i) for i in range(-20, 10))


@pytest.mark.parametrize(
    ("noise", "to", "more", "said"),
    [
        ("uniform", "pure(1)", {}, "expected one of gaussian"), ("gaussian", "pure(1)", {}, "not bounded"),
        ("discrete gaussian", "GDP(1)", {}, "no closed form"), ("gaussian", "DP(eps=1)", {}, "without delta"),
        ("gaussian", "DP(eps, 0.1)", {}, "expected numbers"), ("laplace", "pure(1)", {"sensitivity": 0}, "positive"),
        ("geometric", "pure(1)", {"sensitivity": "1/2"}, "expected an integer"),
        ("laplace", "pure(1)", {"times": 0}, "expected a number from 1"),
        ("laplace", "TV(0.1)", {"times": 200}, "expected fewer answers"), ("laplace", "pure(0)", {}, "found no b"),
        ("laplace", "pointwise(1, 0.1)", {}, "found pointwise"), ("response", "pure(1)", {"sensitivity": 2}, "expected 1"),
        ("laplace", "pure(1)", {"sensitivity": "one"}, "expected a number"),
        ("laplace", "DP(log(2), 0.001)", {"times": 300}, "expected fewer answers"),
        ("gaussian", "DP(1, exp(-1000000))", {}, "moderate size"), ("laplace", "pure(1e13)", {}, "below"),
    ],
)  # fmt: skip
def test_bad_input(noise: str, to: str, more: dict[str, Any], said: str) -> None:
    with pytest.raises(ObjectError, match=said):
        calibrate(noise, to, **more)


def test_told_in_three_ways() -> None:
    found = calibrate("gaussian", "DP(1, 1e-6)")
    assert str(found).splitlines()[0] == "gaussian noise for (1, 1e-6)-DP, sensitivity 1: sigma = 4.22468"
    assert found.to_json()["not_enough"] == "4.22467"
    assert [c["verdict"] for c in found.to_json()["claims"]] == ["proved", "refuted"]
    assert r"\sigma = 4.22468" in found.latex()


def test_the_digits_are_those_of_the_answer() -> None:
    """An answer just below a power of ten has as many digits as one above it."""
    found = calibrate("laplace", "DP(1, 1e-3)")
    assert found.value == Fraction(998003, 1_000_000)
    assert calibrate("laplace", "pure(1)", digits=3).value == 1


def test_how_far_was_looked_is_said() -> None:
    """A deviation of 7.1e149 would be enough: it is not said that none is."""
    with pytest.raises(ObjectError, match=r"between 1 and 2\^199 that is enough"):
        calibrate("gaussian", "zCDP(1e-300)")
