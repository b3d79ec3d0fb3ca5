"""The families of laws with density factor * exp(exponent), written once over an algebra (see algebra.py). No SymPy here.

    family            density or probability of x                                   space
    Laplace(mu, b)    exp(-|x - mu|/b) / (2 b)                                      reals
    Normal(mu, s)     exp(-(x - mu)^2/(2 s^2)) / (s sqrt(2 pi))                     reals
    Uniform(a, b)     1/(b - a) for a <= x <= b                                     reals
    Exponential(r)    r exp(-r x) for x >= 0                                        reals
    Gumbel(mu, b)     exp(-z - exp(-z))/b, z = (x - mu)/b                           reals
    DiscreteLaplace(mu, b)    (1 - t)/(1 + t) t^|k - mu|, t = exp(-1/b)             integers
    DiscreteGaussian(mu, s)   exp(-(k - mu)^2/(2 s^2)) / sum of the same            integers

    Bernoulli(p)      1 - p for 0, p for 1                                          two outcomes

A condition is (expression, words): the expression must be positive; for the finite families it must not be negative.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Formula = Callable[..., Any]


def _none(m: Any, *parameters: Any) -> tuple[Any, ...]:
    return ()


def _everywhere(m: Any, *parameters: Any) -> tuple[Any, Any]:
    """Both ends infinite."""
    return None, None


@dataclass(frozen=True)
class Family:
    """One family; every formula takes the algebra first, then the point if it has one, then the parameters."""

    name: str
    parameters: tuple[str, ...]
    space: Literal["reals", "integers"]
    factor: Formula
    exponent: Formula
    conditions: Formula  # (m, *parameters) -> ((expression that must be positive, words), ...)
    kinks: Formula = _none  # points between which the exponent is analytic
    ends: Formula = _everywhere  # of the support; None is infinite
    location: int | None = None  # which parameter shifts the law
    scale: int | None = None  # which parameter scales it, with the location


def _scale_positive(m: Any, mu: Any, b: Any) -> tuple[tuple[Any, str], ...]:
    return ((b, "the scale must be positive"),)


def _dispersion_positive(m: Any, mu: Any, s: Any) -> tuple[tuple[Any, str], ...]:
    return ((s, "the standard deviation must be positive"),)


def _gumbel_exponent(m: Any, x: Any, mu: Any, b: Any) -> Any:
    z = m.minus(x, mu) / b
    return -z - m.exp(-z)


def _discrete_laplace_factor(m: Any, mu: Any, b: Any) -> Any:
    t = m.exp(-1 / b)
    return (1 - t) / (1 + t)


def _laplace_exponent(m: Any, x: Any, mu: Any, b: Any) -> Any:
    return -m.abs(m.minus(x, mu)) / b


def _gauss_exponent(m: Any, x: Any, mu: Any, s: Any) -> Any:
    return -(m.minus(x, mu) ** 2) / (2 * s**2)


LAPLACE = Family(
    "Laplace", ("location", "scale"), "reals",
    lambda m, mu, b: 1 / (2 * b), _laplace_exponent, _scale_positive,
    kinks=lambda m, mu, b: (mu,), location=0, scale=1,
)  # fmt: skip
NORMAL = Family(
    "Normal", ("mean", "deviation"), "reals",
    lambda m, mu, s: 1 / (s * m.sqrt(2 * m.pi)), _gauss_exponent, _dispersion_positive, location=0, scale=1,
)  # fmt: skip
UNIFORM = Family(
    "Uniform", ("lower", "upper"), "reals",
    lambda m, a, b: 1 / (b - a), lambda m, x, a, b: m.number(0),
    lambda m, a, b: ((b - a, "the upper end must be above the lower end"),), ends=lambda m, a, b: (a, b),
)  # fmt: skip
EXPONENTIAL = Family(
    "Exponential", ("rate",), "reals",
    lambda m, r: r, lambda m, x, r: -r * x,
    lambda m, r: ((r, "the rate must be positive"),), ends=lambda m, r: (m.number(0), None),
)  # fmt: skip
GUMBEL = Family(
    "Gumbel", ("location", "scale"), "reals",
    lambda m, mu, b: 1 / b, _gumbel_exponent, _scale_positive, location=0, scale=1,
)  # fmt: skip
DISCRETE_LAPLACE = Family(
    "DiscreteLaplace", ("location", "scale"), "integers",
    _discrete_laplace_factor, _laplace_exponent, _scale_positive,
    kinks=lambda m, mu, b: (mu,), location=0,
)  # fmt: skip


def gauss_sum(m: Any, mu: Any, s: Any, index: Any) -> Any:
    """The normaliser of the discrete Gaussian: the sum over all integers."""
    return m.total(_gauss_exponent_of(m, index, mu, s), index, -m.oo, m.oo)


def _gauss_exponent_of(m: Any, k: Any, mu: Any, s: Any) -> Any:
    return m.exp(_gauss_exponent(m, k, mu, s))


DISCRETE_GAUSSIAN = Family(
    "DiscreteGaussian", ("location", "deviation"), "integers",
    lambda m, mu, s: 1 / gauss_sum(m, mu, s, m.index("j")), _gauss_exponent, _dispersion_positive, location=0,
)  # fmt: skip


@dataclass(frozen=True)
class FiniteFamily:
    """A family of laws on finitely many outcomes: their weights, and what the parameters must satisfy."""

    name: str
    parameters: tuple[str, ...]
    weights: Formula
    conditions: Formula  # (m, *parameters) -> ((expression that must not be negative, words), ...)


BERNOULLI = FiniteFamily(
    "Bernoulli", ("probability",), lambda m, p: (1 - p, p),
    lambda m, p: ((p, "a probability must not be negative"), (1 - p, "a probability must be at most 1")),
)  # fmt: skip

FINITE_FAMILIES = {f.name: f for f in (BERNOULLI,)}
FAMILIES = {
    f.name: f for f in (LAPLACE, NORMAL, UNIFORM, EXPONENTIAL, GUMBEL, DISCRETE_LAPLACE, DISCRETE_GAUSSIAN)
}  # fmt: skip
