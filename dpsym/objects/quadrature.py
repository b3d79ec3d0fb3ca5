"""Rigorous quadrature of the integrals that define divergences of laws on the reals.

The range is cut at the kinks of the densities and at the ends of the supports; on each piece log p and log q are analytic and Arb's
`acb.integral` encloses the integral of an expression in them. Infinite pieces are cut at T, and the tail is bounded:

    int_T^oo exp(h) <= exp(h(T))/c    where h' <= -c < 0 beyond T,

for h = a log p + (1 - a) log q. Along the outward direction y the derivative of the logarithm of each density here is
c0 + c1 y + (a term of Gumbel's law that keeps its sign), which is bounded beyond T by its value at T. Everything else is reduced
to that: max(0, p - g q), |p - q|/2 and (sqrt p - sqrt q)^2/2 lie below p + q, (p - q)^2/q below p^2/q + q, and
p |log(p/q)| below (p^(1 + s) q^-s + p^(1 - s) q^s)/s; mixtures are bounded by their parts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise
from typing import Any

import sympy
from flint import acb, arb, ctx

from .errors import ObjectError
from .laws import Affine, Exponential, Gumbel, Laplace, Law, Mixture, Normal, Truncated, Uniform
from .symbolic import ball_of, certain

ONE = sympy.Integer(1)


@dataclass(frozen=True)
class Slope:
    """An outward derivative c0 + c1 y + k exp(-y/b) (right, Gumbel) or c0 + c1 y - k exp(y/b) (left, Gumbel)."""

    c0: arb
    c1: arb = arb(0)
    k: arb = arb(0)
    b: Any = None  # the scale of Gumbel's term, exact


class Component:
    """A law on the reals with numbers for parameters: log density as an analytic function between kinks, slopes of its tails."""

    def __init__(self, law: Any, weight: Any = ONE) -> None:
        self.law, self.weight = law, ball_of(weight, ctx.prec // 3)
        self.base = law
        self.shift, self.scale = arb(0), arb(1)
        while isinstance(self.base, (Affine, Truncated)):
            if isinstance(self.base, Affine):
                scale, shift = (ball_of(a, ctx.prec // 3) for a in self.base.args[1:])
                self.shift, self.scale = self.shift + self.scale * shift, self.scale * scale
            self.base = self.base.args[0]
        self.args = [ball_of(a, ctx.prec // 3) for a in self.base.args]
        self.log_factor = ball_of(law.factor(), ctx.prec // 3).log()
        self.ends = law.ends()

    def inside(self, low: Any, high: Any) -> bool:
        """Whether a piece lies in the support."""
        a, b = self.ends
        return (a is None or (low is not None and certain(low, a) >= 0)) and (
            b is None or (high is not None and certain(high, b) <= 0)
        )

    def log_density(self, middle: arb) -> Callable[[acb], acb]:
        """log density near a point that lies inside of the piece."""
        args, shift, scale, factor = self.args, self.shift, self.scale, self.log_factor
        if isinstance(self.base, Laplace):
            sign = 1 if (middle - shift) / scale > args[0] else -1
            return lambda x: factor - sign * ((x - shift) / scale - args[0]) / args[1]
        if isinstance(self.base, Normal):
            return lambda x: factor - ((x - shift) / scale - args[0]) ** 2 / (2 * args[1] ** 2)
        if isinstance(self.base, Uniform):
            return lambda x: acb(factor)
        if isinstance(self.base, Exponential):
            return lambda x: factor - args[0] * (x - shift) / scale
        if isinstance(self.base, Gumbel):
            return lambda x: factor - ((x - shift) / scale - args[0]) / args[1] - (
                -((x - shift) / scale - args[0]) / args[1]
            ).exp()
        raise ObjectError(f"{self.law}: no quadrature for this law")

    def slope(self, side: int) -> Slope | None:
        """The outward derivative of the log density, None if the support ends on this side."""
        if self.ends[1 if side > 0 else 0] is not None:
            return None
        args = self.args
        if isinstance(self.base, Laplace):
            return Slope(-1 / (args[1] * self.scale))
        if isinstance(self.base, Normal):
            v = (args[1] * self.scale) ** 2
            return Slope(side * (args[0] * self.scale + self.shift) / v, -1 / v)
        if isinstance(self.base, Exponential):
            return Slope(-args[0] / self.scale)
        if isinstance(self.base, Gumbel) and not isinstance(self.law, Affine):
            k = (args[0] / args[1]).exp() / args[1]
            return Slope(-side / args[1], arb(0), k, self.base.args[1])
        raise ObjectError(f"{self.law}: no bound is known for its tail")

    def frame(self) -> tuple[arb, arb]:
        """(centre, width), from where tails are looked for."""
        if isinstance(self.base, Exponential):
            return self.shift, self.scale / self.args[0]
        if isinstance(self.base, Uniform):
            return self.shift + self.scale * self.args[0], self.scale * (self.args[1] - self.args[0])
        return self.shift + self.scale * self.args[0], self.scale * self.args[1]


def _components(law: Law) -> list[Component]:
    return [Component(part, w) for part, w in law.parts] if isinstance(law, Mixture) else [Component(law)]


# -- tails ----------------------------------------------------------------------------------------------------------


def _tail(weights: list[tuple[arb, Component]], side: int, at: arb) -> arb:
    """A bound of the integral of exp(sum w log p) beyond `at` (a distance in the outward direction from 0); nan if none is seen."""
    c0, c1, k, b = arb(0), arb(0), arb(0), None
    value = arb(0)
    for w, part in weights:
        slope = part.slope(side)
        if slope is None:  # the support ends before: the density is 0 there
            return arb(0) if w > 0 else arb.nan()
        c0, c1, k = c0 + w * slope.c0, c1 + w * slope.c1, k + w * slope.k
        if slope.b is not None:
            if b is not None and b != slope.b:
                return arb.nan()
            b = slope.b
        value += w * part.log_density(side * at)(acb(side * at)).real
    steepest = c0 + c1 * at
    if b is not None:
        width = ball_of(b, ctx.prec // 3)
        steepest += arb(0).max(k * (-at / width).exp()) if side > 0 else -k * (at / width).exp()
        if side < 0 and not k >= 0:
            return arb.nan()
    if not (c1 <= 0 and steepest < 0):
        return arb.nan()
    return value.exp() / -steepest


def _mass_beyond(parts: list[Component], side: int, at: arb) -> arb:
    return sum((c.weight * _tail([(arb(1), c)], side, at) for c in parts), arb(0))


def _power_beyond(p: list[Component], q: list[Component], a: arb, side: int, at: arb) -> arb:
    """int p^a q^(1 - a): for a <= 1 below a p + (1 - a) q; for a > 1 by convexity of p^a and by one part of q."""
    if len(p) == len(q) == 1:
        return _tail([(a, p[0]), (1 - a, q[0])], side, at)
    if a <= 1:
        return a * _mass_beyond(p, side, at) + (1 - a) * _mass_beyond(q, side, at)
    total = arb(0)
    for c in p:
        bounds = [_tail([(a, c), (1 - a, d)], side, at) * d.weight ** (1 - a) for d in q]
        finite = [x for x in bounds if x.is_finite()]
        total += c.weight * (finite[0] if finite else arb.nan())
    return total


def _rest(kind: str, p: list[Component], q: list[Component], c: arb, side: int, at: arb) -> arb:
    """A bound of the integral of |integrand| beyond `at`."""
    if kind in ("tv", "hellinger"):
        return _mass_beyond(p, side, at) + _mass_beyond(q, side, at)
    if kind == "hockey":
        return _mass_beyond(p, side, at)
    if kind == "power":
        return _power_beyond(p, q, c, side, at)
    if kind == "chi":
        return _power_beyond(p, q, arb(2), side, at) + _mass_beyond(q, side, at)
    for s in (arb(1) / 2, arb(1) / 16, arb(1) / 256):
        bound = (_power_beyond(p, q, 1 + s, side, at) + _power_beyond(p, q, 1 - s, side, at)) / s
        if bound.is_finite():
            return bound
    return arb.nan()


def _cut(kind: str, p: list[Component], q: list[Component], c: arb, side: int, goal: arb) -> tuple[arb, arb]:
    """(T, bound of what lies beyond): the first T of a growing sequence where the bound is negligible."""
    frames = [part.frame() for part in (*p, *q)]
    reach = max((abs(centre) + width).upper() for centre, width in frames)
    width = max(w.upper() for _, w in frames)
    for k in range(60):
        at = arb((reach + width * arb(3) ** k / 2).upper())
        rest = _rest(kind, p, q, c, side, at)
        if rest.is_finite() and rest <= goal:
            return at, rest
    return arb(0), arb.nan()


# -- the integral ---------------------------------------------------------------------------------------------------


def _integrand(kind: str, p: Callable | None, q: Callable | None, c: arb) -> Callable[[acb, bool], acb]:
    """The integrand from the densities' logarithms; None is a density that is 0 on the piece."""

    def f(x: acb, analytic: bool) -> acb:
        a = p(x) if p else None
        b = q(x) if q else None
        if kind == "power":
            return (c * a + (1 - c) * b).exp()
        if kind == "kl":
            return a.exp() * (a - b)
        if kind == "hellinger":
            first = (a / 2).exp() if p else acb(0)
            second = (b / 2).exp() if q else acb(0)
            return (first - second) ** 2 / 2
        one, two = a.exp() if p else acb(0), b.exp() if q else acb(0)
        if kind == "tv":
            return (one - two).real_abs(analytic=analytic) / 2
        if kind == "hockey":
            return (one - c * two).real_max(acb(0), analytic=analytic)
        return ((2 * a - b).exp() if p else acb(0)) - 2 * one + two

    return f


def _pieces(p: Any, q: Any) -> list[Any]:
    """The points at which the range is cut, None for an infinite end."""
    ends = [law.ends() for law in (p, q)]
    cuts = [*p.kinks(), *q.kinks(), *(e for pair in ends for e in pair if e is not None)]
    left, right = any(e[0] is None for e in ends), any(e[1] is None for e in ends)
    if left and right and not cuts:
        cuts = [sympy.Integer(0)]
    ordered = sorted(dict.fromkeys(cuts), key=cmp_to_key(certain))
    return [*([None] if left else []), *ordered, *([None] if right else [])]


def _log_of(parts: list[Component], low: Any, high: Any, middle: arb) -> Callable[[acb], acb] | None:
    """The logarithm of the density of a law or mixture on a piece, None where it is 0."""
    present = [c for c in parts if c.inside(low, high)]
    if not present:
        return None
    logs = [c.log_density(middle) for c in present]
    if len(parts) == 1:
        return logs[0]
    return lambda x: sum((c.weight * f(x).exp() for c, f in zip(present, logs)), acb(0)).log(analytic=True)


def integral(kind: str, p: Law, q: Law, parameter: Any, prec: int) -> arb:
    """The integral that defines a divergence (for Rényi: of p^a q^(1 - a)), with `prec` bits."""
    with ctx.workprec(prec + 40):
        c = arb(0) if parameter is None else ball_of(parameter, (prec + 40) // 3)
        a, b = _components(p), _components(q)
        goal = arb(2) ** -prec
        total = arb(0)
        for low, high in pairwise(_pieces(p, q)):
            total += _piece(kind, a, b, c, (low, high), goal)
            if not total.is_finite():
                return total
        return total


def _piece(kind: str, p: list[Component], q: list[Component], c: arb, ends: tuple[Any, Any], goal: arb) -> arb:
    low, high = ends
    rest = arb(0)
    if low is None:
        at, rest = _cut(kind, p, q, c, -1, goal)
        start = -at
    else:
        start = ball_of(low, ctx.prec // 3)
    if high is None:
        stop, rest = _cut(kind, p, q, c, 1, goal)
    else:
        stop = ball_of(high, ctx.prec // 3)
    if not rest.is_finite():
        return rest
    middle = (start + stop) / 2
    f, g = _log_of(p, low, high, middle), _log_of(q, low, high, middle)
    infinite = f is not None and g is None and (kind in ("kl", "chi") or (kind == "power" and c > 1))
    if infinite:
        return arb.pos_inf()
    if (f is None and g is None) or (kind in ("power", "kl") and (f is None or g is None)) or (kind == "hockey" and f is None):
        return arb(0)
    limit = 400 * ctx.prec
    found = acb.integral(_integrand(kind, f, g, c), acb(start), acb(stop), rel_tol=goal, abs_tol=goal * goal, eval_limit=limit)
    tail = rest.union(arb(0)) if kind != "kl" else rest.union(-rest)
    return found.real + tail
