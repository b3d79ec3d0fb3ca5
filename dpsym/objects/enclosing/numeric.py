"""Rigorous enclosures of divergences from their definitions: sums with proved tails on the integers (reals: quadrature.py).

Nothing here uses a closed form, so it is the independent check of them. The terms are summed between -K and K, and what is left
is bounded by a geometric series: beyond the centres the logarithm of a term is a polynomial of degree at most 2 in k with
nonpositive second difference, so the ratio of neighbours only falls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from flint import acb, arb, ctx

from ..errors import ObjectError
from ..laws import DiscreteGaussian, DiscreteLaplace, Law, Mixture
from ..symbolic import ball_of, certain, decimals, refine
from . import wide
from .quadrature import integral, parameter_ball

MAX_TERMS = 500_000
WIDE = 1000  # from this width or distance on, tail probabilities are used where they serve


def enclose(kind: str, p: Law, q: Law, parameter: Any, digits: int) -> arb:
    """A ball for the integral or sum that defines a divergence; p and q have numbers for parameters.

    Values below 10**(-2*digits) are enclosed, but no further digits of them are sought.
    """
    if p.space == "reals" and q.space == "reals":
        return refine(lambda prec: integral(kind, p, q, parameter, prec), digits, 2048, 2 * digits)
    if p.space == "integers" and q.space == "integers":
        if kind in ("tv", "hockey") and _wide(p, q):
            return refine(lambda prec: _by_tails(kind, p, q, parameter, prec), digits, 4096, 2 * digits)
        return refine(lambda prec: _sum(kind, p, q, parameter, prec), digits, 4096, 2 * digits)
    raise ObjectError(
        f"{p} and {q}: found laws on {p.space}, expected laws on the reals or on the integers, one coordinate each"
    )


def _check_length(p: Law, q: Law, distance: int, prec: int) -> None:
    """Refuses a sum that would be too long before it is begun: about prec log 2 widths, or the root of twice that many deviations."""
    longest = distance
    for law in (p, q):
        for part in law.args[0] if isinstance(law, Mixture) else (law,):
            widths = prec if isinstance(part, DiscreteLaplace) else int((2 * prec) ** 0.5)
            longest = max(longest, int(widths * sympy.ceiling(part.args[1]) * 7 // 10))
    if longest > MAX_TERMS:
        raise ObjectError(
            f"{p} and {q}: about {longest} terms would be summed, expected at most {MAX_TERMS}: the laws are too wide"
        )


def _wide(p: Law, q: Law) -> bool:
    """Whether the terms are too many to be summed one by one."""
    if not all(isinstance(law, (DiscreteLaplace, DiscreteGaussian)) for law in (p, q)):
        return False
    return any(ball_of(x, 10).upper() > WIDE for x in (p.args[1], q.args[1], abs(p.args[0] - q.args[0])))


def _by_tails(kind: str, p: Law, q: Law, parameter: Any, prec: int) -> arb:
    with ctx.workprec(prec + 32):
        gamma = arb(1) if kind == "tv" else ball_of(parameter, (prec + 32) // 3)
        return wide.hockey_stick(p, q, gamma, tuple(_Terms(law, prec + 32).log_factor for law in (p, q)))


# -- integers -------------------------------------------------------------------------------------------------------


def gauss_normaliser(sigma: Any, prec: int) -> arb:
    """sum of exp(-k^2/(2 sigma^2)) over all integers, a theta function, which Arb encloses at any sigma."""
    with ctx.workprec(prec):
        s = ball_of(sigma, decimals(prec))
        tau = acb(0, 1 / (2 * arb.pi() * s * s))
        return acb(0).modular_theta(tau)[2].real


def log_factor(law: Any, digits: int) -> arb:
    """log of the factor of a law's density; the discrete Gaussian's normaliser is a theta function."""
    if isinstance(law, DiscreteGaussian):
        return -gauss_normaliser(law.args[1], 4 * digits + 64).log()
    return ball_of(law.factor(), digits).log()


class _Terms:
    """log of the probabilities of a law on the integers, as a function of k, with its second difference beyond the centre."""

    def __init__(self, law: Law, prec: int) -> None:
        if not isinstance(law, (DiscreteLaplace, DiscreteGaussian)):
            raise ObjectError(f"{law}: sums are enclosed for DiscreteLaplace and DiscreteGaussian laws")
        self.centre = int(law.args[0])
        width = ball_of(law.args[1], decimals(prec))
        self.gaussian = isinstance(law, DiscreteGaussian)
        if self.gaussian:
            self.rate, self.log_factor = 1 / (2 * width * width), -gauss_normaliser(law.args[1], prec).log()
        else:
            t = (-1 / width).exp()
            self.rate, self.log_factor = 1 / width, ((1 - t) / (1 + t)).log()

    def __call__(self, k: int) -> arb:
        j = abs(k - self.centre)
        return self.log_factor - self.rate * (j * j if self.gaussian else j)

    @property
    def bend(self) -> arb:
        """The second difference of the logarithm, <= 0."""
        return -2 * self.rate if self.gaussian else arb(0)


class _MixtureTerms:
    """log of the probabilities of a mixture of laws on the integers; its tails are bounded by those of its parts."""

    def __init__(self, law: Mixture, prec: int) -> None:
        self.parts = [(ball_of(w, decimals(prec)), _Terms(part, prec)) for part, w in law.parts if w != 0]

    def __call__(self, k: int) -> arb:
        return sum((w * f(k).exp() for w, f in self.parts), arb(0)).log()


def _terms(law: Law, prec: int) -> Any:
    return _MixtureTerms(law, prec) if isinstance(law, Mixture) else _Terms(law, prec)


def _parts(f: Any) -> list[tuple[arb, _Terms]]:
    return f.parts if isinstance(f, _MixtureTerms) else [(arb(1), f)]


def _sum(kind: str, p: Law, q: Law, parameter: Any, prec: int) -> arb:
    with ctx.workprec(prec + 32):
        a, b = _terms(p, prec + 32), _terms(q, prec + 32)
        c = parameter_ball(parameter, prec + 32)
        term = _term(kind, a, b, c)
        if _never_falls(p, q, parameter if kind == "power" else sympy.Integer(2)) and kind in ("power", "chi"):
            return arb.pos_inf()
        if kind in ("power", "chi") and any(
            _diverges(a, b, c if kind == "power" else arb(2), side) for side in (1, -1)
        ):
            return arb.pos_inf()
        centres = [part.centre for f in (a, b) for _, part in _parts(f)]
        low, high = min(centres), max(centres)
        _check_length(p, q, high - low, prec)
        total = sum((term(k) for k in range(low, high + 1)), arb(0))
        for side in (1, -1):
            total += _one_side(kind, a, b, c, term, high if side > 0 else low, side, prec, total)
        return total


def _never_falls(p: Law, q: Law, order: Any) -> bool:
    """Whether the terms p^order q^(1 - order) of two discrete Laplace laws rise or stay, by their exact scales."""
    if not (isinstance(p, DiscreteLaplace) and isinstance(q, DiscreteLaplace) and isinstance(order, sympy.Expr)):
        return False
    return certain(order / p.args[1], (order - 1) / q.args[1]) <= 0


def _term(kind: str, a: _Terms, b: _Terms, c: Any) -> Callable[[int], arb]:
    def value(k: int) -> arb:
        x, y = a(k), b(k)
        if kind == "tv":
            return abs(x.exp() - y.exp()) / 2
        if kind == "hockey":
            return arb(0).max(x.exp() - c * y.exp())
        if kind == "kl":
            return x.exp() * (x - y)
        if kind == "power":
            return (c * x + (1 - c) * y).exp()
        if kind == "trimmed":
            return c.exponent(y, x - y, lambda u, v: u.min(v)).exp()
        if kind == "hellinger":
            gap = (x / 2).exp() - (y / 2).exp()
            return gap * gap / 2  # arb's power has no value around 0
        return (2 * x - y).exp() - 2 * x.exp() + y.exp()

    return value


def _one_side(
    kind: str, a: _Terms, b: _Terms, c: Any, term: Callable[[int], arb], start: int, side: int, prec: int, so_far: arb
) -> arb:
    """The terms beyond the centres on one side, to where the rest is negligible, and a ball for the rest."""
    total, k, step = arb(0), start, 16
    goal = arb(2) ** -prec
    while abs(k - start) < MAX_TERMS:
        for _ in range(step):
            k += side
            total += term(k)
        rest = _rest(kind, a, b, c, k, side)
        if rest.is_finite() and rest <= goal * (abs(so_far) + abs(total)).upper() + goal * goal:
            return total + rest.union(-rest if kind == "kl" else arb(0))
        step *= 2
    raise ObjectError(f"more than {MAX_TERMS} terms would be needed: the law is too wide for this sum")


def _rest(kind: str, a: _Terms, b: _Terms, c: Any, k: int, side: int) -> arb:
    """A bound of the sum of |term| beyond k."""
    if isinstance(a, _MixtureTerms) or isinstance(b, _MixtureTerms):
        return _mixture_rest(kind, a, b, c, k, side)
    if kind in ("tv", "hellinger"):
        return _geometric(a, k, side) + _geometric(b, k, side)
    if kind == "hockey":
        return _geometric(a, k, side)
    if kind == "kl":
        return _geometric_with_log(a, b, k, side)
    if kind == "trimmed":
        return c.factor * _geometric(a, k, side)
    weight = c if kind == "power" else arb(2)
    mixed = _Mixed(a, b, weight)
    rest = _geometric(mixed, k, side)
    return rest if kind == "power" else rest + 2 * _geometric(a, k, side) + _geometric(b, k, side)


def _mixture_rest(kind: str, a: Any, b: Any, c: Any, k: int, side: int) -> arb:
    """By the parts, as in quadrature.py: p |log(p/q)| is below (p^(1 + s) q^-s + p^(1 - s) q^s)/s."""
    if kind in ("tv", "hellinger"):
        return _mass_beyond(a, k, side) + _mass_beyond(b, k, side)
    if kind in ("hockey", "trimmed"):
        return (c.factor if kind == "trimmed" else arb(1)) * _mass_beyond(a, k, side)
    if kind == "power":
        return _power_beyond(a, b, c, k, side)
    if kind == "chi":
        return _power_beyond(a, b, arb(2), k, side) + 2 * _mass_beyond(a, k, side) + _mass_beyond(b, k, side)
    for s in (arb(1) / 2, arb(1) / 16, arb(1) / 256):
        bound = (_power_beyond(a, b, 1 + s, k, side) + _power_beyond(a, b, 1 - s, k, side)) / s
        if bound.is_finite():
            return bound
    return arb.nan()


def _diverges(a: Any, b: Any, order: arb, side: int) -> bool:
    """Whether sum p^order q^(1 - order) certainly diverges on a side: some part of p, against every part of q, never falls in the end.

    For order > 1, q is at most n times its greatest part, so q^(1 - order) is at least n^(1 - order) times the least such power.
    """
    if not order > 1:
        return False
    parts = [part for f in (a, b) for _, part in _parts(f)]
    k = (max if side > 0 else min)(part.centre for part in parts)

    def rises(f: _Mixed) -> bool:
        return bool(f.bend > 0) or bool(f.bend.is_zero() and f(k + 2 * side) >= f(k + side))

    return any(all(rises(_Mixed(f, g, order)) for _, g in _parts(b)) for _, f in _parts(a))


def _mass_beyond(f: Any, k: int, side: int) -> arb:
    return sum((w * _geometric(part, k, side) for w, part in _parts(f)), arb(0))


def _power_beyond(a: Any, b: Any, order: arb, k: int, side: int) -> arb:
    """sum p^order q^(1 - order): below order p + (1 - order) q for orders up to 1, else by convexity of the power and one part of q."""
    if order <= 1:
        return order * _mass_beyond(a, k, side) + (1 - order) * _mass_beyond(b, k, side)
    total = arb(0)
    for w, f in _parts(a):
        bounds = [_geometric(_Mixed(f, g, order), k, side) * v ** (1 - order) for v, g in _parts(b)]
        finite = [x for x in bounds if x.is_finite()]
        total += w * (finite[0] if finite else arb.nan())
    return total


class _Mixed:
    """w log p + (1 - w) log q."""

    def __init__(self, a: _Terms, b: _Terms, w: arb) -> None:
        self.a, self.b, self.w = a, b, w
        self.bend = w * a.bend + (1 - w) * b.bend

    def __call__(self, k: int) -> arb:
        return self.w * self.a(k) + (1 - self.w) * self.b(k)


def _geometric(f: Any, k: int, side: int) -> arb:
    """sum of exp f beyond k, if the ratio of neighbours is below 1 there and only falls."""
    ratio = (f(k + side) - f(k)).exp()
    if not (f.bend <= 0 and ratio < 1):
        return arb.nan()
    return f(k + side).exp() / (1 - ratio)


def _geometric_with_log(a: _Terms, b: _Terms, k: int, side: int) -> arb:
    """sum of p |log p - log q| beyond k: the logarithm grows at most quadratically."""
    ratio = (a(k + side) - a(k)).exp()
    if not ratio < 1:
        return arb.nan()
    gap = [a(k + side * i) - b(k + side * i) for i in (1, 2)]
    x, y, z = abs(gap[0]), abs(gap[1] - gap[0]), abs(a.bend - b.bend)
    r = ratio
    series = x / (1 - r) + y * r / (1 - r) ** 2 + z * r * (1 + r) / (1 - r) ** 3
    return a(k + side).exp() * series
