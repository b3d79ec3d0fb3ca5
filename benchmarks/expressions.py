"""Ten expressions of differential privacy, as text and as the python-flint code that a person would write for them.

The hand-written code shares what is used twice, and computes constants once. Its functions are made by factories that are
called after the precision is set.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from flint import arb

Formula = Callable[..., arb]


@dataclass(frozen=True)
class Expression:
    """A text, the range from which the value of each symbol is drawn, and the hand-written code."""

    name: str
    text: str
    ranges: dict[str, tuple[int, int]]
    by_hand: Callable[[], Formula]

    def points(self, count: int) -> list[tuple[Fraction, ...]]:
        """Random points inside the ranges with long dyadic coordinates: exact for every contestant at 50 digits."""
        rng = Random(self.name)
        scale = 1 << 150
        ends = self.ranges.values()
        return [tuple(Fraction(rng.randrange(a * scale + 1, b * scale), scale) for a, b in ends) for _ in range(count)]


def _randomized_response() -> Formula:
    def f(eps: arb) -> arb:
        e = eps.exp()
        return (e - 1) / (e + 1)

    return f


def _pure_to_concentrated() -> Formula:
    return lambda eps: eps * eps / 2 - eps * (eps / 2).tanh()


def _mills() -> Formula:
    root_two, root_two_pi = arb(2).sqrt(), (2 * arb.pi()).sqrt()
    return lambda x: (-x * x / 2).exp() / (x * root_two_pi) - (x / root_two).erfc() / 2


def _conversion_factor() -> Formula:
    def f(a: arb) -> arb:
        r = 1 / a
        return r * (1 - r) ** (a - 1)

    return f


def _amplification() -> Formula:
    return lambda q, eps: (1 + q * (eps.exp() - 1)).log()


def _gaussian_profile() -> Formula:
    root_two = arb(2).sqrt()

    def f(eps: arb, sigma: arb) -> arb:
        a, b = eps * sigma, 1 / (2 * sigma)
        return ((a - b) / root_two).erfc() / 2 - eps.exp() * ((a + b) / root_two).erfc() / 2

    return f


def _bernoulli_divergence() -> Formula:
    def f(p: arb, q: arb) -> arb:
        r = 1 - p
        return p * (p / q).log() + r * (r / (1 - q)).log()

    return f


def _laplace_renyi() -> Formula:
    def f(alpha: arb, b: arb) -> arb:
        less, twice = alpha - 1, 2 * alpha - 1
        return (alpha / twice * (less / b).exp() + less / twice * (-alpha / b).exp()).log() / less

    return f


def _renyi_to_approximate() -> Formula:
    return lambda alpha, sigma, delta: alpha / (2 * sigma**2) + (1 / delta).log() / (alpha - 1)


def _advanced_composition() -> Formula:
    return lambda k, eps, delta: eps * (2 * k * (1 / delta).log()).sqrt() + k * eps * (eps.exp() - 1)


EXPRESSIONS = (
    Expression("randomized response", "(exp(eps) - 1)/(exp(eps) + 1)", {"eps": (0, 8)}, _randomized_response),
    Expression("pure to concentrated", "eps**2/2 - eps*tanh(eps/2)", {"eps": (0, 8)}, _pure_to_concentrated),
    Expression("Gaussian tail", "exp(-x**2/2)/(x*sqrt(2*pi)) - erfc(x/sqrt(2))/2", {"x": (0, 8)}, _mills),
    Expression("conversion factor", "(1/a)*(1 - 1/a)**(a - 1)", {"a": (1, 64)}, _conversion_factor),
    Expression("amplification", "log(1 + q*(exp(eps) - 1))", {"q": (0, 1), "eps": (0, 8)}, _amplification),
    Expression(
        "Gaussian profile",
        "erfc((eps*sigma - 1/(2*sigma))/sqrt(2))/2 - exp(eps)*erfc((eps*sigma + 1/(2*sigma))/sqrt(2))/2",
        {"eps": (0, 2), "sigma": (1, 4)},
        _gaussian_profile,
    ),
    Expression(
        "Bernoulli divergence",
        "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))",
        {"p": (0, 1), "q": (0, 1)},
        _bernoulli_divergence,
    ),
    Expression(
        "Laplace Rényi",
        "log(alpha/(2*alpha - 1)*exp((alpha - 1)/b) + (alpha - 1)/(2*alpha - 1)*exp(-alpha/b))/(alpha - 1)",
        {"alpha": (2, 64), "b": (1, 16)},
        _laplace_renyi,
    ),
    Expression(
        "Rényi to approximate",
        "alpha/(2*sigma**2) + log(1/delta)/(alpha - 1)",
        {"alpha": (2, 64), "sigma": (1, 16), "delta": (0, 1)},
        _renyi_to_approximate,
    ),
    Expression(
        "advanced composition",
        "eps*sqrt(2*k*log(1/delta)) + k*eps*(exp(eps) - 1)",
        {"k": (1, 1000), "eps": (0, 2), "delta": (0, 1)},
        _advanced_composition,
    ),
)
