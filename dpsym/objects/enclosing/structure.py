"""Divergences that the structure of the laws gives, where a sum or an integral would be too long: products, discrete Gaussians.

Products, coordinate by coordinate: KL, Rényi and max divergences add up; 1 - H^2 and 1 + chi^2 multiply. Normal coordinates turn into
one normal pair whose distance, in deviations, is the root of the sum of squares, by a rotation.

Discrete Gaussians at 0 and at d > 0 with one sigma, Z(c) = sum exp(-(k - c)^2/(2 sigma^2)):

    sum p^a q^(1 - a) = exp(a (a - 1) d^2/(2 sigma^2)) Z((1 - a) d)/Z(0),    KL = d^2/(2 sigma^2)  as the mean is 0,
    TV = sum of p over floor(d/2) - d < k <= floor(d/2)                     as p(k) >= p(k - d) iff k <= d/2,

and Z(c) = sigma sqrt(2 pi) theta_3(c, 2 pi i sigma^2) by Poisson's formula: no sum gets longer when sigma grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import sympy
from flint import acb, arb, ctx

from ..errors import ObjectError
from ..laws import Binomial, DiscreteGaussian, FiniteLike, Law, Normal, Product
from ..symbolic import ball_of, certain, decimals, refine
from .numeric import gauss_normaliser
from .wide import binomial_hockey_stick

MAX_OUTCOMES = 4096
MANY_TRIALS = 256  # from here on weights of binomial laws are not listed
MAX_DISTANCE = 1_000  # terms of the sum for TV

FOLDED = {
    "kl": lambda balls: sum(balls, arb(0)),
    "power": lambda balls: sum(balls, arb(0)),
    "max": lambda balls: sum(balls, arb(0)),
    "hellinger": lambda balls: 1 - reduce(lambda a, b: a * (1 - b), balls, arb(1)),
    "chi": lambda balls: reduce(lambda a, b: a * (1 + b), balls, arb(1)) - 1,
}


def coordinates(p: Law, q: Law) -> list[tuple[Any, Any]] | None:
    """The pairs of coordinates of two products of one length."""
    same = isinstance(p, Product) and isinstance(q, Product) and len(p.args) == len(q.args)
    return list(zip(p.args, q.args)) if same else None


def folded(kind: str, balls: list[arb]) -> arb | None:
    """The divergence of products from those of the coordinates; None if they do not determine it."""
    return FOLDED[kind](balls) if kind in FOLDED else None


def rotated(pairs: Sequence[tuple[Any, Any]]) -> tuple[Normal, Normal] | None:
    """One normal pair that is as far apart as a product of normal pairs, each of one deviation."""
    if not all(isinstance(a, Normal) and isinstance(b, Normal) and a.args[1] == b.args[1] for a, b in pairs):
        return None
    squares = (((a.args[0] - b.args[0]) / a.args[1]) ** 2 for a, b in pairs)
    return Normal(0, 1), Normal(sympy.sqrt(sympy.Add(*squares)), 1)


def finite_and_one(pairs: Sequence[tuple[Any, Any]]) -> tuple[list[tuple[Any, Any]], Any, Any] | None:
    """The joint weights (p > 0) of the coordinates on finitely many outcomes, and the one pair that is left; None if more are left."""
    finite = [(a, b) for a, b in pairs if isinstance(a, FiniteLike) and isinstance(b, FiniteLike)]
    rest = [pair for pair in pairs if pair not in finite]
    left = rest[0] if len(rest) == 1 else rotated(rest) if rest else None
    if left is None:
        return None
    table: list[tuple[Any, Any]] = [(sympy.Integer(1), sympy.Integer(1))]
    for a, b in finite:
        table = [(x * w, y * b.density(o)) for x, y in table for o, w in zip(a.outcomes, a.weights) if w != 0]
        if len(table) > MAX_OUTCOMES:
            raise ObjectError(
                f"product: more than {MAX_OUTCOMES} outcomes of the finite coordinates {', '.join(str(a) for a, _ in finite)}"
            )
    return table, *left


def discrete_gaussian(kind: str, p: Law, q: Law, parameter: Any, digits: int) -> arb | None:
    """The value (for Rényi: of the sum of p^a q^(1 - a)) for two discrete Gaussians of one sigma; None otherwise."""
    if not (isinstance(p, DiscreteGaussian) and isinstance(q, DiscreteGaussian) and p.args[1] == q.args[1]):
        return None
    d, sigma = abs(int(p.args[0]) - int(q.args[0])), p.args[1]
    if kind == "kl":
        return ball_of(sympy.Integer(d) ** 2 / (2 * sigma**2), digits)
    if kind == "tv" and d <= MAX_DISTANCE:
        return refine(lambda prec: _distance(d, sigma, prec), digits, 4096)
    orders = {"power": parameter, "chi": sympy.Integer(2), "hellinger": sympy.Rational(1, 2)}
    if kind not in orders:
        return None

    if d == 0:
        return arb(1) if kind == "power" else arb(0)
    gap = refine(lambda prec: _power(orders[kind], d, sigma, prec) - 1, digits, 4096)  # digits of what is left of 1
    return {"power": 1 + gap, "chi": gap, "hellinger": -gap}[kind]


def _power(alpha: Any, d: int, sigma: Any, prec: int) -> arb:
    with ctx.workprec(prec):
        a, s = ball_of(alpha, decimals(prec)), ball_of(sigma, decimals(prec))
        tau = acb(0, 2 * arb.pi() * s * s)
        moved, still = (acb(z).modular_theta(tau)[2].real for z in ((1 - a) * d, arb(0)))
        return (a * (a - 1) * d * d / (2 * s * s)).exp() * moved / still


def _distance(d: int, sigma: Any, prec: int) -> arb:
    with ctx.workprec(prec):
        s = ball_of(sigma, decimals(prec))
        rate = 1 / (2 * s * s)
        return sum(((-rate * k * k).exp() for k in range(d // 2 - d + 1, d // 2 + 1)), arb(0)) / gauss_normaliser(
            sigma, prec
        )


def many_trials(p: Any, q: Any) -> bool:
    """Two binomial laws of one number of trials, which is too large to list the outcomes, with p and q inside of (0, 1)."""
    if not (isinstance(p, Binomial) and isinstance(q, Binomial) and p.args[0] == q.args[0] and p.args[0].is_Integer):
        return False
    inside = all(not x.free_symbols and 0 not in (x, 1 - x) for x in (p.args[1], q.args[1]))
    return inside and int(p.args[0]) >= MANY_TRIALS


def trials(kind: str, p: Any, q: Any, parameter: Any, digits: int) -> arb:
    """Hockey-stick divergence and total variation of two binomial laws with many trials.

    The number of successes is sufficient, so all other divergences are those of n single trials (`coordinates`).
    """
    n = int(p.args[0])
    if certain(p.args[1], q.args[1]) == 0:
        return arb(0) if kind == "tv" else arb(0).max(1 - ball_of(parameter, digits))

    def value(prec: int) -> arb:
        with ctx.workprec(prec):
            gamma = arb(1) if kind == "tv" else ball_of(parameter, decimals(prec))
            return binomial_hockey_stick(n, p.args[1], q.args[1], gamma)

    return refine(value, digits, 4096, 2 * digits)


REPEATED = ("tv", "hockey", "kl", "power", "max", "hellinger", "chi")


def repeated(kind: str, n: int, ball: arb) -> arb:
    """The divergence of n independent equal trials from that of one."""
    if kind == "hellinger":
        return -(n * (-ball).log1p()).expm1()
    if kind == "chi":
        return (n * ball.log1p()).expm1()
    return n * ball
