"""What is composed: mechanisms with the pair that dominates them, and the neighbouring relation that it is for.

    gaussian(sigma, D)              N(D/σ, 1) and N(0, 1); the l2 sensitivity is D, in any number of coordinates
    laplace(b, D)                   Lap(D/b, 1) and Lap(0, 1); one coordinate
    discrete_gaussian(sigma, D)     one coordinate, an integer D
    discrete_laplace(b, D)          one coordinate, an integer D
    response(eps, n)                the truth among n answers
    table(p, q)                     any two laws on the same outcomes
    poisson(step, q)                each record takes part with probability q: add/remove only

A step that names no relation takes the one of its composition. Numbers are integers, fractions, decimals as text, or floats, which are
the fractions that they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from numbers import Rational
from typing import Any

from flint import fmpq, fmpz

from ...objects.errors import ObjectError
from ...objects.mechanisms.base import ADD_REMOVE, CHANGE_ONE, Neighbours
from .finite import DiscreteGaussian, DiscreteLaplace, Response, Table
from .pairs import Laplace, Normal, Pair
from .subsampled import Remove

RELATIONS = {"add/remove": ADD_REMOVE, "change-one": CHANGE_ONE}
MOST_OUTCOMES = 10_000
MOST_SENSITIVITY = 20_000  # of integer noise
MOST_ANSWERS = 10**9


@dataclass(frozen=True)
class Step:
    """A mechanism: how it is written, its relation, and its pair with a record and without."""

    text: str
    neighbours: Neighbours | None
    pair: Pair

    def __str__(self) -> str:
        return self.text

    @property
    def symmetric(self) -> bool:
        """Whether both directions have the same curve."""
        return self.pair.reverse == self.pair


def number(x: Any, what: str) -> Fraction:
    """A fraction, as it is."""
    if isinstance(x, bool) or x is None:
        raise ObjectError(f"{what}: found {x!r}, expected a number")
    if isinstance(x, (fmpq, fmpz)):
        x = fmpq(x)
        return Fraction(int(x.p), int(x.q))
    if isinstance(x, (int, Rational, float)):
        if isinstance(x, float) and not isfinite(x):
            raise ObjectError(f"{what}: found {x}, expected a finite number")
        return Fraction(x)
    if isinstance(x, str) and len(x) <= 5000:
        try:
            return Fraction(x)
        except (ValueError, ZeroDivisionError):
            raise ObjectError(f"{what}: found {x!r}, expected a number such as 0.1, 1/10 or 1e-6") from None
    p, q = getattr(x, "p", None), getattr(x, "q", None)  # a rational number of SymPy
    if isinstance(p, int) and isinstance(q, int) and q:
        return Fraction(p, q)
    raise ObjectError(f"{what}: found {x!r}, expected a number such as 0.1, 1/10 or 1e-6")


def positive(x: Any, what: str) -> Fraction:
    found = number(x, what)
    if found <= 0:
        raise ObjectError(f"{what}: found {x}, expected a number above 0")
    return found


def whole(x: Any, what: str, least: int, most: int) -> int:
    found = number(x, what)
    if found.denominator != 1 or not least <= found <= most:
        raise ObjectError(f"{what}: found {x}, expected a whole number from {least} to {most}")
    return int(found)


def relation(x: Any, what: str) -> Neighbours | None:
    """A neighbouring relation, by itself or by name; None if none is named."""
    if x is None or (isinstance(x, Neighbours) and x in RELATIONS.values()):
        return x
    if isinstance(x, str) and x in RELATIONS:
        return RELATIONS[x]
    raise ObjectError(f"{what}: found the neighbouring relation {x!r}, expected one of {', '.join(RELATIONS)}")


def gaussian(sigma: Any, sensitivity: Any = 1, neighbours: Any = None) -> Step:
    """Normal noise with the standard deviation sigma."""
    s, d = positive(sigma, "gaussian: sigma"), positive(sensitivity, "gaussian: the sensitivity")
    return Step(_written("gaussian", sigma, sensitivity), relation(neighbours, "gaussian"), Normal((d / s) ** 2))


def laplace(scale: Any, sensitivity: Any = 1, neighbours: Any = None) -> Step:
    """Laplace noise with this scale, on one coordinate."""
    b, d = positive(scale, "laplace: the scale"), positive(sensitivity, "laplace: the sensitivity")
    return Step(_written("laplace", scale, sensitivity), relation(neighbours, "laplace"), Laplace(d / b))


def discrete_gaussian(sigma: Any, sensitivity: Any = 1, neighbours: Any = None) -> Step:
    """P(x) ∝ e^(-x^2/(2 sigma^2)) on the integers."""
    s = positive(sigma, "discrete_gaussian: sigma")
    d = whole(sensitivity, "discrete_gaussian: the sensitivity", 1, MOST_SENSITIVITY)
    where = relation(neighbours, "discrete_gaussian")
    return Step(_written("discrete_gaussian", sigma, sensitivity), where, DiscreteGaussian(s, d))


def discrete_laplace(scale: Any, sensitivity: Any = 1, neighbours: Any = None) -> Step:
    """P(x) ∝ e^(-|x|/scale) on the integers, the geometric mechanism."""
    b = positive(scale, "discrete_laplace: the scale")
    d = whole(sensitivity, "discrete_laplace: the sensitivity", 1, MOST_SENSITIVITY)
    where = relation(neighbours, "discrete_laplace")
    return Step(_written("discrete_laplace", scale, sensitivity), where, DiscreteLaplace(b, d))


def response(eps: Any, answers: Any = 2, neighbours: Any = CHANGE_ONE) -> Step:
    """Randomized response among so many answers: eps-private."""
    e = positive(eps, "response: eps")
    n = whole(answers, "response: the number of answers", 2, MOST_ANSWERS)
    text = f"response({eps})" if n == 2 else f"response({eps}, {answers})"
    return Step(text, relation(neighbours, "response"), Response(e, n))


def table(p: Iterable[Any], q: Iterable[Any], neighbours: Any = None) -> Step:
    """A mechanism whose laws at two neighbours are these; the same two for all tables of a composition. Both orders count."""
    first, second = _law(p, "p"), _law(q, "q")
    if len(first) != len(second):
        raise ObjectError(f"table: found {len(first)} and {len(second)} outcomes, expected as many")
    return Step(f"table of {len(first)} outcomes", relation(neighbours, "table"), Table(first, second))


def _law(masses: Iterable[Any], name: str) -> tuple[Fraction, ...]:
    found = tuple(number(x, f"table: a mass of {name}") for x in masses)
    if not 1 <= len(found) <= MOST_OUTCOMES:
        raise ObjectError(f"table: found {len(found)} outcomes in {name}, expected from 1 to {MOST_OUTCOMES}")
    if min(found) < 0 or sum(found) != 1:
        raise ObjectError(
            f"table: found {name} with the sum {sum(found)} and the least mass {min(found)}, expected a law"
        )
    return found


def poisson(step: Any, rate: Any) -> Step:
    """The mechanism on a sample: each record takes part with probability `rate`, by itself."""
    if not isinstance(step, Step):
        raise ObjectError(f"poisson: found {step!r}, expected a mechanism such as gaussian(1)")
    if step.neighbours == CHANGE_ONE:
        raise ObjectError(
            f"poisson: found {step} for {CHANGE_ONE} neighbours, expected {ADD_REMOVE}: "
            "a sample of random size has a record more or less"
        )
    if isinstance(step.pair, Remove):
        raise ObjectError(f"poisson: found {step}, which is sampled already; expected one rate, the product of both")
    q = number(rate, "poisson: the sampling rate")
    if not 0 < q <= 1:
        raise ObjectError(f"poisson: found the sampling rate {rate}, expected a number above 0 and at most 1")
    pair = step.pair if q == 1 else Remove(step.pair, q)
    return Step(f"poisson({step}, {rate})", ADD_REMOVE, pair)


def _written(name: str, scale: Any, sensitivity: Any) -> str:
    return f"{name}({scale})" if sensitivity == 1 else f"{name}({scale}, {sensitivity})"
