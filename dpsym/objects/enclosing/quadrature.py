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

from ..errors import ObjectError
from ..laws import Affine, Exponential, Gumbel, Laplace, Law, Mixture, Normal, Truncated, Uniform
from ..symbolic import ball_of, certain, decimals

ONE = sympy.Integer(1)
ZERO = arb(0)


@dataclass(frozen=True)
class Slope:
    """An outward derivative c0 + c1 y + k exp(-y/b) (right, Gumbel) or c0 + c1 y - k exp(y/b) (left, Gumbel)."""

    c0: arb
    c1: arb = ZERO
    k: arb = ZERO
    b: Any = None  # the scale of Gumbel's term, exact


@dataclass(frozen=True)
class LogDensity:
    """a0 + a1 x + a2 x^2 + k exp(-r x): every log density here has this form between kinks, and so have differences of one r."""

    a0: arb
    a1: arb = ZERO
    a2: arb = ZERO
    k: arb = ZERO
    r: arb = ZERO
    scale: Any = None  # 1/r, exactly: only terms that share it are joined

    def __call__(self, x: acb) -> acb:
        value = (self.a2 * x + self.a1) * x + self.a0
        return value if self.k.is_zero() else value + self.k * (-self.r * x).exp()

    def minus(self, other: LogDensity) -> Callable[[acb], acb]:
        """The difference, by coefficients, so that what is equal cancels."""
        if self.scale is not None and other.scale is not None and self.scale != other.scale:
            return lambda x: self(x) - other(x)
        r = other.r if self.scale is None else self.r
        return LogDensity(self.a0 - other.a0, self.a1 - other.a1, self.a2 - other.a2, self.k - other.k, r)

    def moved(self, shift: arb, scale: arb, add: arb) -> LogDensity:
        """The function of (x - shift)/scale, plus a number."""
        a2, r = self.a2 / scale**2, self.r / scale
        a1 = self.a1 / scale - 2 * a2 * shift
        return LogDensity(
            add + self.a0 - self.a1 * shift / scale + a2 * shift**2, a1, a2, self.k * (r * shift).exp(), r, self.scale
        )


class Component:
    """A law on the reals with numbers for parameters: log density as an analytic function between kinks, slopes of its tails."""

    def __init__(self, law: Any, weight: Any = ONE) -> None:
        self.law, self.weight = law, ball_of(weight, decimals(ctx.prec))
        self.base = law
        self.shift, self.scale = arb(0), arb(1)
        while isinstance(self.base, (Affine, Truncated)):
            if isinstance(self.base, Affine):
                scale, shift = (ball_of(a, decimals(ctx.prec)) for a in self.base.args[1:])
                self.shift, self.scale = self.shift + self.scale * shift, self.scale * scale
            self.base = self.base.args[0]
        self.args = [ball_of(a, decimals(ctx.prec)) for a in self.base.args]
        self.log_factor = ball_of(law.factor(), decimals(ctx.prec)).log()
        self.ends = law.ends()

    def inside(self, low: Any, high: Any) -> bool:
        """Whether a piece lies in the support."""
        a, b = self.ends
        return (a is None or (low is not None and certain(low, a) >= 0)) and (
            b is None or (high is not None and certain(high, b) <= 0)
        )

    def log_density(self, middle: arb) -> LogDensity:
        """log density near a point that lies inside of the piece."""
        found = self._standard((middle - self.shift) / self.scale)
        return found.moved(self.shift, self.scale, self.log_factor)

    def _standard(self, middle: arb) -> LogDensity:
        """The exponent of the family's density."""
        args, zero = self.args, arb(0)
        if isinstance(self.base, Laplace):
            sign = 1 if middle > args[0] else -1
            return LogDensity(sign * args[0] / args[1], -sign / args[1])
        if isinstance(self.base, Normal):
            v = 2 * args[1] ** 2
            return LogDensity(-(args[0] ** 2) / v, 2 * args[0] / v, -1 / v)
        if isinstance(self.base, Uniform):
            return LogDensity(zero)
        if isinstance(self.base, Exponential):
            return LogDensity(zero, -args[0])
        if isinstance(self.base, Gumbel):
            return LogDensity(
                args[0] / args[1], -1 / args[1], zero, -(args[0] / args[1]).exp(), 1 / args[1], self.base.args[1]
            )
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
    return [Component(part, w) for part, w in law.parts if w != 0] if isinstance(law, Mixture) else [Component(law)]


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
    if len(weights) == 2 and _diverges(c0, c1, k, b, side):
        return arb.pos_inf()
    if b is not None:
        width = ball_of(b, decimals(ctx.prec))
        steepest += arb(0).max(k * (-at / width).exp()) if side > 0 else -k * (at / width).exp()
        if side < 0 and not k >= 0:
            return arb.nan()
    if not (c1 <= 0 and steepest < 0):
        return arb.nan()
    return value.exp() / -steepest


def _diverges(c0: arb, c1: arb, k: arb, b: Any, side: int) -> bool:
    """Whether the exponent certainly rises in the end."""
    if b is not None and side < 0:
        return bool(k < 0)
    return bool(c1 > 0) or (bool(c1 == 0) and bool(c0 >= 0))


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


def _log_ratio_beyond(p: Component, q: Component, side: int, at: arb) -> arb:
    """int p |log p - log q| beyond `at` for laws without Gumbel's term: the logarithm is a polynomial of degree at most 2."""
    one, two = p.slope(side), q.slope(side)
    if one is None:
        return arb(0)
    if two is None or one.b is not None or two.b is not None:
        return arb.nan()
    rate = -(one.c0 + one.c1 * at)
    if not (rate > 0 and one.c1 <= 0):
        return arb.nan()
    log_p, log_q = (c.log_density(side * at)(acb(side * at)).real for c in (p, q))
    first, second = abs(one.c0 - two.c0 + (one.c1 - two.c1) * at), abs(one.c1 - two.c1)
    return log_p.exp() * (abs(log_p - log_q) / rate + first / rate**2 + second / rate**3)


@dataclass(frozen=True)
class Trim:
    """The parameters of int min(p, b q)^alpha min(q, c p)^(1 - alpha), which is at most b^(alpha - 1) p everywhere."""

    alpha: arb
    log_b: arb
    log_c: arb  # infinite: nothing is cut from q

    def exponent(self, y: Any, gap: Any, least: Callable[[Any, arb], Any]) -> Any:
        """From log q and log p - log q: the sign is looked for in the difference, where what is equal has cancelled."""
        other = least(gap, -self.log_c) + self.log_c if self.log_c.is_finite() else 0
        return y + self.alpha * least(gap, self.log_b) + (1 - self.alpha) * other

    @property
    def factor(self) -> arb:
        return ((self.alpha - 1) * self.log_b).exp()


def _rest(kind: str, p: list[Component], q: list[Component], c: Any, side: int, at: arb) -> arb:
    """A bound of the integral of |integrand| beyond `at`."""
    if kind == "trimmed":
        return c.factor * _mass_beyond(p, side, at)
    if kind in ("tv", "hellinger"):
        return _mass_beyond(p, side, at) + _mass_beyond(q, side, at)
    if kind == "hockey":
        return _mass_beyond(p, side, at)
    if kind == "power":
        return _power_beyond(p, q, c, side, at)
    if kind == "chi":
        return _power_beyond(p, q, arb(2), side, at) + _mass_beyond(q, side, at)
    if len(p) == len(q) == 1 and (bound := _log_ratio_beyond(p[0], q[0], side, at)).is_finite():
        return bound
    for s in (arb(1) / 2, arb(1) / 16, arb(1) / 256):
        bound = (_power_beyond(p, q, 1 + s, side, at) + _power_beyond(p, q, 1 - s, side, at)) / s
        if bound.is_finite():
            return bound
    return arb.nan()


def _cut(kind: str, p: list[Component], q: list[Component], c: Any, side: int, goal: arb) -> tuple[arb, arb]:
    """(T, bound of what lies beyond): the first T of a growing sequence where the bound is negligible."""
    frames = [part.frame() for part in (*p, *q)]
    reach = max((abs(centre) + width).upper() for centre, width in frames)
    width = max(w.upper() for _, w in frames)
    for k in range(200):
        at = arb((reach + width * (arb(5) / 4) ** k).upper())
        rest = _rest(kind, p, q, c, side, at)
        if (rest.is_finite() and rest <= goal) or rest == arb.pos_inf():
            return at, rest
    return arb(0), arb.nan()


# -- the integral ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """A density on a piece of the range: its parts there, each by the logarithm of its density, with their weights."""

    parts: tuple[tuple[arb, LogDensity], ...]

    def log(self, x: acb) -> acb:
        if len(self.parts) == 1 and self.parts[0][0] == 1:
            return self.parts[0][1](x)
        return sum((w * f(x).exp() for w, f in self.parts), acb(0)).log(analytic=True)

    def gap(self, other: Piece, x: acb) -> acb:
        """log of the ratio of the densities."""
        if len(self.parts) == len(other.parts) == 1 and self.parts[0][0] == 1 and other.parts[0][0] == 1:
            return self.parts[0][1].minus(other.parts[0][1])(x)
        return self.log(x) - other.log(x)

    def over(self, reference: LogDensity) -> Callable[[acb], acb]:
        """The density divided by exp(reference)."""
        gaps = [(w, f.minus(reference)) for w, f in self.parts]
        return lambda x: sum((w * gap(x).exp() for w, gap in gaps), acb(0))


def _integrand(kind: str, p: Piece, q: Piece, c: Any) -> Callable[[acb, bool], acb]:
    """The integrand as a function on complex boxes; a density without parts is 0 on the piece."""

    reference = (p.parts or q.parts)[0][1]
    one, two = p.over(reference), q.over(reference)

    def f(x: acb, analytic: bool) -> acb:
        if kind in (
            "tv",
            "hockey",
        ):  # the sign is looked for in ratios, which do not turn in the complex plane as densities do
            scale = reference(x).exp()
            if kind == "tv":
                return scale * (one(x) - two(x)).real_abs(analytic=analytic) / 2
            return scale * (one(x) - c * two(x)).real_max(acb(0), analytic=analytic)
        if kind == "power":
            return (c * p.log(x) + (1 - c) * q.log(x)).exp()
        if kind == "trimmed":
            return c.exponent(q.log(x), p.gap(q, x), lambda u, v: u.real_min(acb(v), analytic=analytic)).exp()
        if kind == "kl":
            a = p.log(x)
            return a.exp() * (a - q.log(x))
        if kind == "hellinger":
            first = (p.log(x) / 2).exp() if p.parts else acb(0)
            gap = first - ((q.log(x) / 2).exp() if q.parts else acb(0))
            return gap * gap / 2
        a, b = (p.log(x) if p.parts else None), q.log(x)
        return ((2 * a - b).exp() - 2 * a.exp() if a is not None else acb(0)) + b.exp()

    return f


def cuts(p: Any, q: Any) -> list[Any]:
    """The points at which the range is cut, None for an infinite end."""
    ends = [law.ends() for law in (p, q)]
    points = [*p.kinks(), *q.kinks(), *(e for pair in ends for e in pair if e is not None)]
    left, right = any(e[0] is None for e in ends), any(e[1] is None for e in ends)
    if left and right and not points:
        points = [sympy.Integer(0)]
    ordered = sorted(dict.fromkeys(points), key=cmp_to_key(certain))
    return [*([None] if left else []), *ordered, *([None] if right else [])]


def _on_piece(parts: list[Component], middle: arb) -> Piece:
    return Piece(tuple((c.weight, c.log_density(middle)) for c in parts))


def parameter_ball(parameter: Any, prec: int) -> Any:
    if parameter is None or isinstance(parameter, Trim):
        return parameter or arb(0)
    return ball_of(parameter, decimals(prec))


def integral(kind: str, p: Law, q: Law, parameter: Any, prec: int) -> arb:
    """The integral that defines a divergence (for Rényi: of p^a q^(1 - a)), with `prec` bits."""
    with ctx.workprec(prec + 40):
        c = parameter_ball(parameter, prec + 40)
        a, b = _components(p), _components(q)
        goal = arb(2) ** -prec
        total = arb(0)
        for low, high in pairwise(cuts(p, q)):
            total += _piece(kind, a, b, c, (low, high), goal)
            if not total.is_finite():
                return total
        return total


def _piece(kind: str, p: list[Component], q: list[Component], c: Any, ends: tuple[Any, Any], goal: arb) -> arb:
    low, high = ends
    f, g = ([part for part in parts if part.inside(low, high)] for parts in (p, q))
    if f and not g and (kind in ("kl", "chi") or (kind == "power" and c > 1)):
        return arb.pos_inf()
    needed = {"power": f and g, "trimmed": f and g, "kl": f, "hockey": f}.get(kind, f or g)
    if not needed:
        return arb(0)
    rest = arb(0)
    if low is None:
        at, rest = _cut(kind, p, q, c, -1, goal)
        start = -at
    else:
        start = ball_of(low, decimals(ctx.prec))
    if high is None:
        stop, rest = _cut(kind, p, q, c, 1, goal)
    else:
        stop = ball_of(high, decimals(ctx.prec))
    if not rest.is_finite():
        return rest
    middle = (start + stop) / 2
    integrand = _integrand(kind, _on_piece(f, middle), _on_piece(g, middle), c)
    limit = 400 * ctx.prec
    found = acb.integral(integrand, acb(start), acb(stop), rel_tol=goal, abs_tol=goal, eval_limit=limit)
    tail = rest.union(arb(0)) if kind != "kl" else rest.union(-rest)
    return found.real + tail
