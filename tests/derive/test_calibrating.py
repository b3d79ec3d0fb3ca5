"""Calibration: the safe side is safe and the unsafe side is not, by formulas that share no code with what is tested."""

from __future__ import annotations

from fractions import Fraction
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


CASES = [
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


def test_several_answers_with_other_noise_are_safe() -> None:
    """By the optimum of all mechanisms of the level: what is not known is not told."""
    found = calibrate("laplace", "DP(1, 1e-6)", times=10)
    assert found.unsafe is None
    assert "not said" in str(found)
    level = 1 / found.value
    with mpmath.workdps(40):
        assert bits_delta(_mpf(level), 1, 10) <= mpmath.mpf("1e-6")
    assert found.value < calibrate("laplace", "pure(1)", times=10).value


@pytest.mark.parametrize(
    ("noise", "to", "more", "said"),
    [
        ("uniform", "pure(1)", {}, "expected one of gaussian"), ("gaussian", "pure(1)", {}, "not bounded"),
        ("laplace", "zCDP(1)", {}, "no closed form"), ("gaussian", "DP(eps=1)", {}, "without delta"),
        ("gaussian", "DP(eps, 0.1)", {}, "expected numbers"), ("laplace", "pure(1)", {"sensitivity": 0}, "positive"),
        ("geometric", "pure(1)", {"sensitivity": "1/2"}, "expected an integer"),
        ("laplace", "pure(1)", {"times": 0}, "expected a number from 1"),
        ("laplace", "TV(0.1)", {"times": 2}, "expected one answer"), ("laplace", "pure(0)", {}, "found no b"),
        ("laplace", "pointwise(1, 0.1)", {}, "found pointwise"), ("response", "pure(1)", {"sensitivity": 2}, "expected 1"),
        ("laplace", "pure(1)", {"sensitivity": "one"}, "expected a number"),
        ("laplace", "DP(log(2), 0.001)", {"times": 3}, "expected a fraction"),
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
