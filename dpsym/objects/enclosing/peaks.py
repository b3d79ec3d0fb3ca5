"""Quadrature of int p^a q^(1 - a) and int p log(p/q) on the reals for mixtures and Gumbel laws, at any scale and any order.

The range is cut at distances from the centres of the parts, and from the highest point found, that double from one to the next, so that
narrow and wide features get cells of their size. On a cell

    p^a q^(1 - a) <= sum over i of n^(a - 1) p_i^a q_j^(1 - a)   (a > 1, any part j),
    p^a q^(1 - a) <= sum over i, j of p_i^a q_j^(1 - a)           (a <= 1),

where each exponent is a parabola with a bound of its own; cells whose bound is negligible are done, and so are infinite ends, whose
bound is integrated. The others go to Arb's `acb.integral`, with everything over the height of the peak, so that relative digits are
reached however small or large the integral is. p |log(p/q)| is below (p^(1 + s) q^-s + p^(1 - s) q^s)/s for every s > 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise
from typing import Any

import sympy
from flint import acb, arb, ctx

from .crossings import falls
from .moments import moments
from .parts import Curve, End, Piece, Shape, Term, ball
from .slowest import in_the_end, slowest

TINY = [sympy.Rational(1, 2**k) for k in (1, 4, 10, 20, 40, 70, 110, 160, 240)]
ONE = sympy.Integer(1)


def power(pieces: Sequence[Piece], alpha: Any) -> tuple[arb, arb]:
    """(i, h), the integral being i exp(h): exp(h) alone may be beyond what can be written down."""
    return _integral([_Powers(piece, alpha) for piece in pieces])


def kl(pieces: Sequence[Piece]) -> arb:
    found, height = _integral([_Logs(piece) for piece in pieces])
    return found * height.exp()


# -- mixtures as functions -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Near:
    """A sum of exponentials on a cell: its greatest term there, the others over it, and log(1 + what is negligible), a ball.

    Terms that are negligible on the reals are left out before boxes in the complex plane are looked at, where they need not be.
    """

    top: int
    others: list[Curve]
    slack: arb

    def rest(self, centre: arb) -> Callable[[acb], acb]:
        """log of the sum over the greatest term, without the slack, as a function of the distance from the centre."""
        others = [c.around(centre) for c in self.others]
        if not others:
            return lambda x: acb(0)
        return lambda x: (1 + sum((c(x).exp() for c in others), acb(0))).log(analytic=True)


class _Density:
    """log of a sum of exponentials, from its term that is greatest near a point."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self.terms = terms
        self.curves = [t.curve for t in terms]
        self._gaps: dict[int, list[Curve]] = {}

    def top(self, x: arb) -> int:
        if len(self.curves) == 1:
            return 0
        values = [c(x).mid() for c in self.curves]
        return max(range(len(values)), key=lambda k: values[k])

    def gaps(self, k: int) -> list[Curve]:
        if k not in self._gaps:
            top = self.terms[k]
            self._gaps[k] = [
                t.shape.minus(top.shape).curve(t.log_weight - top.log_weight) for t in self.terms if t is not top
            ]
        return self._gaps[k]

    def rest(self, k: int, x: arb) -> arb:
        """log of the sum over the term k."""
        return arb(0) if len(self.curves) == 1 else sum((c(x).exp() for c in self.gaps(k)), arb(0)).log1p()

    def near(self, low: arb, high: arb) -> Near:
        """What matters on a cell."""
        k = self.top(_middle(low, high))
        kept, dropped, least = [], arb(0), arb(2) ** -(ctx.prec + 16)
        for c in self.gaps(k) if len(self.curves) > 1 else ():
            size = c.range(low, high)[1].exp()
            if size <= least:
                dropped += size
            else:
                kept.append(c)
        return Near(k, kept, arb(0).union(arb(dropped.upper())).log1p() if dropped > 0 else arb(0))

    def log(self, x: arb) -> arb:
        k = self.top(x)
        return self.curves[k](x) + self.rest(k, x)


@dataclass(frozen=True)
class _Bound:
    """exp of one curve, or times what a term bounded by a number adds: an upper bound of (part of) the integrand."""

    curve: Curve

    def on(self, low: arb, high: arb, height: arb) -> arb:
        """Of the integral over a cell, over exp(height)."""
        return (high - low) * (self.curve.range(low, high)[1] - height).exp()

    def beyond(self, at: arb, side: int, height: arb) -> arb:
        c = _raised(self.curve, -height)
        if not c.terms:
            return c.mass(at, None) if side > 0 else c.mass(None, at)
        if side > 0:  # Gumbel terms are at most what they are at the cut, or 0
            most = sum((arb(0).max(k * (-(at - m) * r).exp()) for k, m, r in c.terms), arb(0))
            return Curve(c.c0 + most, c.c1, c.c2).mass(at, None)
        # leave an exponential of slope 1/width behind, if the rest still falls
        width = max((1 / r for _, _, r in c.terms), key=lambda w: w.mid())
        steeper = Curve(c.c0, c.c1 - 1 / width, c.c2, c.terms)
        return c(at).exp() * width if falls(steeper, at, -1) else arb.nan()


class _Integrand(ABC):
    """On one piece: its logarithm (of size) on the reals, its value on boxes over exp(height), and bounds."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.p, self.q = _Density(piece.p), _Density(piece.q)
        self.height = arb(0)

    @abstractmethod
    def size(self, x: arb) -> arb:
        """Its logarithm."""

    @abstractmethod
    def over(self, low: arb, high: arb, goal: arb) -> arb:
        """The integral over a cell, over exp(height)."""

    @abstractmethod
    def bounds(self, side: int) -> list[list[_Bound]]:
        """Alternatives, each a sum that bounds the size of the integrand."""

    def on(self, low: arb, high: arb) -> arb:
        found = [sum((b.on(low, high, self.height) for b in terms), arb(0)) for terms in self.bounds(0)]
        return _least(found)

    def beyond(self, at: arb, side: int) -> arb:
        """A bound of the size of the integral beyond a point."""
        found = [sum((b.beyond(at, side, self.height) for b in terms), arb(0)) for terms in self.bounds(side)]
        return _least(found)


def _least(found: list[arb]) -> arb:
    finite = [x.upper() for x in found if x.is_finite()]
    return arb(min(finite)) if finite else arb.nan()


def _powers(piece: Piece, alpha: Any, side: int) -> list[list[_Bound]]:
    """Bounds of p^alpha q^(1 - alpha)."""
    a = ball(alpha)

    def blend(one: Term, two: Term, more: arb) -> _Bound:
        shape = one.shape.times(alpha).plus(two.shape.times(1 - alpha))
        return _Bound(shape.curve(a * one.log_weight + (1 - a) * two.log_weight + more))

    if a <= 1:
        return [[blend(one, two, arb(0)) for one in piece.p for two in piece.q]]
    more = (a - 1) * arb(len(piece.p)).log()
    chosen = piece.q if side == 0 else [slowest(piece.q, side)]
    return [[blend(one, two, more) for one in piece.p] for two in chosen]


class _Powers(_Integrand):
    def __init__(self, piece: Piece, alpha: Any) -> None:
        super().__init__(piece)
        self.alpha = alpha
        self.a = ball(alpha)
        self._bounds: dict[int, list[list[_Bound]]] = {}
        self._joint: dict[tuple[int, int], Curve] = {}

    def _curve(self, i: int, j: int) -> Curve:
        """alpha log p_i + (1 - alpha) log q_j, joined exactly."""
        if (i, j) not in self._joint:
            one, two = self.piece.p[i], self.piece.q[j]
            shape = one.shape.times(self.alpha).plus(two.shape.times(1 - self.alpha))
            self._joint[i, j] = shape.curve(self.a * one.log_weight + (1 - self.a) * two.log_weight)
        return self._joint[i, j]

    def size(self, x: arb) -> arb:
        i, j = self.p.top(x), self.q.top(x)
        return self._curve(i, j)(x) + self.a * self.p.rest(i, x) + (1 - self.a) * self.q.rest(j, x)

    def over(self, low: arb, high: arb, goal: arb) -> arb:
        p, q = self.p.near(low, high), self.q.near(low, high)
        curve = _raised(self._curve(p.top, q.top), -self.height)
        slack = (self.a * p.slack + (1 - self.a) * q.slack).exp()
        if not (p.others or q.others or curve.terms):
            return curve.mass(low, high) * slack
        centre = _middle(low, high)
        own, one, two = curve.around(centre), p.rest(centre), q.rest(centre)
        found = _gauss(
            lambda x: (own(x) + self.a * one(x) + (1 - self.a) * two(x)).exp(), low - centre, high - centre, goal
        )
        return found * slack

    def bounds(self, side: int) -> list[list[_Bound]]:
        if side not in self._bounds:
            self._bounds[side] = _powers(self.piece, self.alpha, side)
        return self._bounds[side]


class _Logs(_Integrand):
    """p log(p/q)."""

    def size(self, x: arb) -> arb:
        return self.p.log(x)

    def over(self, low: arb, high: arb, goal: arb) -> arb:
        """With p = p_i (1 + u), q = q_j (1 + v), p log(p/q) is p_i (log(p_i/q_j) + log(1 + u) - log(1 + v)) (1 + u)."""
        p, q = self.p.near(low, high), self.q.near(low, high)
        gap, own = self._gap(p.top, q.top), _raised(self.p.curves[p.top], -self.height)
        if not (p.others or q.others or own.terms or gap.terms):
            found = moments(own, gap, low, high)
        else:
            centre = _middle(low, high)
            height, ratio, one, two = own.around(centre), gap.around(centre), p.rest(centre), q.rest(centre)

            def f(x: acb) -> acb:
                more = one(x)
                return (height(x) + more).exp() * (ratio(x) + more - two(x))

            found = _gauss(f, low - centre, high - centre, goal)
        if p.slack.is_zero() and q.slack.is_zero():
            return found
        size = sum((t.mass(low, high) for t in self.piece.p), arb(0)) * (-self.height).exp()
        steep = reduce(arb.max, (abs(e) for e in gap.range(low, high))) + 1
        for c in (*p.others, *q.others):
            steep += abs(c.range(low, high)[1]) + 1
        return found + _symmetric(size * (p.slack * steep + 2 * (p.slack + q.slack)).abs_upper())

    def _gap(self, i: int, j: int) -> Curve:
        one, two = self.piece.p[i], self.piece.q[j]
        equal = one.part.key == two.part.key and one.part.weight == two.part.weight
        return one.shape.minus(two.shape).curve(arb(0) if equal else one.log_weight - two.log_weight)

    @cached_property
    def _choices(self) -> dict[int, list[Any]]:
        """The s > 0 for which the bound has an integral towards the side."""
        found: dict[int, list[Any]] = {0: [TINY[0], TINY[4]]}
        for side in (-1, 1):
            p, q = slowest(self.piece.p, side), slowest(self.piece.q, side)
            found[side] = [s for s in TINY if in_the_end(p.shape.times(1 + s).plus(q.shape.times(-s)), side) < 0][:2]
        return found

    def bounds(self, side: int) -> list[list[_Bound]]:
        found = []
        for s in self._choices[side]:
            more = -ball(s).log()
            for up in _powers(self.piece, ONE + s, side):
                for down in _powers(self.piece, ONE - s, side):
                    found.append([_Bound(_raised(b.curve, more)) for b in (*up, *down)])
        return found

    def beyond(self, at: arb, side: int) -> arb:
        """Also by q - p <= p log(q/p) ... : -Q <= int p log(p/q) <= sup(log p, 0) P + sum over i of int p_i (-log q_j)."""
        found = super().beyond(at, side)
        return found if found.is_finite() else self._by_moments(at, side) * (-self.height).exp()

    def _by_moments(self, at: arb, side: int) -> arb:
        low, high = (at, None) if side > 0 else (None, at)
        q = slowest(self.piece.q, side)
        minus_log = q.shape.times(-ONE).curve(-q.log_weight)
        if any(k < 0 for k, _, _ in minus_log.terms):
            return arb.nan()
        total, most = sum((t.mass(low, high) for t in self.piece.q), arb(0)), arb(0)
        for t in self.piece.p:
            if t.shape.terms and side < 0:
                return arb.nan()
            own = Shape(t.shape.a0, t.shape.a1, t.shape.a2)  # above a Gumbel law, whose term is negative
            if not falls(own.curve(arb(0)), at, side):
                return arb.nan()
            most += own.curve(t.log_weight)(at).exp()
            total += moments(own.curve(t.log_weight), Curve(minus_log.c0, minus_log.c1, minus_log.c2), low, high)
            for (_, m, s), r in zip(q.shape.terms, minus_log.terms):
                moved = own.plus(Shape(m / s, -1 / s)).curve(t.log_weight)
                total += r[0] * moved.mass(low, high)
        if most >= 1:
            total += most.log() * sum((t.mass(low, high) for t in self.piece.p), arb(0))
        at_cut = minus_log(at)
        return total if at_cut >= 0 and falls(q.curve, at, side) and not most.contains(1) else arb.nan()


def _raised(c: Curve, by: arb) -> Curve:
    return Curve(c.c0 + by, c.c1, c.c2, c.terms)


# -- the integral ----------------------------------------------------------------------------------------------------

REACH = 200  # doublings
MAX_EVALUATIONS = 80


def _integral(integrands: Sequence[_Integrand]) -> tuple[arb, arb]:
    """The sum over the pieces as a ball over exp(height), and the height; nan if more bits are needed."""
    nothing = arb.nan(), arb(0)
    marks = _marks([f.piece for f in integrands])
    reach = _extreme(marks, 1) - _extreme(marks, -1)
    cells: list[tuple[_Integrand, arb, arb]] = []
    seen: list[tuple[_Integrand, list[arb]]] = []
    height: arb | None = None
    for f in integrands:
        points = _inside(marks, f.piece)
        ends = [None if e is None else arb(e.mid()) for e in f.piece.ends]
        peak, top = _climb(f, [e for e in (ends[0], *points, ends[1]) if e is not None])
        if peak is None:
            return nothing
        height = top if height is None or top.mid() > height.mid() else height
        seen.append((f, _inside([*marks, *_around(peak, _width(f, peak), reach)], f.piece)))
    if height is None:
        return arb(0), arb(0)
    rough = _rough(seen, height)
    goal = rough * arb(2) ** (-ctx.prec + 24)  # over exp(height)
    total = arb(0)
    for f, points in seen:
        f.height = height
        low, high = f.piece.ends
        points, tails = _closed(f, points, low, high, goal)
        if not tails.is_finite():
            return nothing
        total += tails
        cells += [(f, a, b) for a, b in pairwise(points)]
    share = goal / max(len(cells), 1)
    for f, a, b in cells:
        total += _on_cell(f, a, b, share)
        if not total.is_finite():
            return nothing
    return total, height


def _marks(pieces: Sequence[Piece]) -> list[arb]:
    """Centres of the parts, and distances from them that grow until they reach beyond all parts."""
    frames = [
        (ball(part.location), ball(part.scale))
        for part in {t.part: None for piece in pieces for t in (*piece.p, *piece.q)}
    ]
    left, right = (_extreme([c + side * w for c, w in frames], side) for side in (-1, 1))
    return [x for centre, width in frames for x in _around(centre, width, 8 * (right - left))]


def _extreme(points: list[arb], side: int) -> arb:
    return (max if side > 0 else min)(points, key=lambda x: x.mid())


def _around(centre: arb, width: arb, reach: arb) -> list[arb]:
    """Distances of the order of the width, and of every fourfold of it up to the reach."""
    steps = [width / 2, width, 2 * width, 3 * width, 5 * width, 8 * width, 16 * width]
    while steps[-1] < reach and len(steps) < REACH:
        steps.append(4 * steps[-1])
    return [centre, *(centre + s for s in steps), *(centre - s for s in steps)]


def _inside(points: Sequence[arb], piece: Piece) -> list[arb]:
    """Exact points inside of a piece, in order, each once."""
    low, high = piece.ends
    exact = [arb(x.mid()) for x in points if x.is_finite()]
    kept = [x for x in exact if (low is None or x > low) and (high is None or x < high)]
    if low is not None and high is not None:
        kept.append(arb(((low + high) / 2).mid()))
    ordered = sorted(kept, key=lambda x: x.mid())
    found: list[arb] = []
    for x in ordered:
        if not found or x > found[-1]:
            found.append(x)
    if not found:
        found = [arb(0) if low is high is None else arb((high - 1 if low is None else low + 1).mid())]
    return found


def _climb(f: _Integrand, points: Sequence[arb]) -> tuple[arb | None, arb]:
    """The highest point among these, and better ones between its neighbours; outward as far as it rises."""
    points = _outward(f, points)
    sizes = [f.size(x) for x in points]
    known = [k for k, s in enumerate(sizes) if s.is_finite()]
    if not known:
        return None, arb(0)
    k = max(known, key=lambda k: sizes[k].mid())
    low, high = points[max(k - 1, 0)], points[min(k + 1, len(points) - 1)]
    best, top = points[k], sizes[k]
    for _ in range(60):  # by thirds
        one, two = (arb((low + (high - low) * i / 3).mid()) for i in (1, 2))
        first, second = f.size(one), f.size(two)
        if not (first.is_finite() and second.is_finite()):
            break
        for x, s in ((one, first), (two, second)):
            if s.mid() > top.mid():
                best, top = x, s
        low, high = (low, two) if first.mid() > second.mid() else (one, high)
    return best, arb(top.mid())


def _outward(f: _Integrand, points: Sequence[arb]) -> list[arb]:
    """With points beyond the outermost ones, at distances that double, while the integrand rises on an infinite side."""
    found = list(points)
    for end, side in ((f.piece.low, -1), (f.piece.high, 1)):
        step = abs(found[-1] - found[0]).max(abs(found[0] if side < 0 else found[-1])).max(arb(1))
        for _ in range(REACH if end is None else 0):
            edge = found[0] if side < 0 else found[-1]
            at = arb((edge + side * step).mid())
            here, there = f.size(edge), f.size(at)
            if not (here.is_finite() and there.is_finite() and there.mid() > here.mid()):
                found = [at, *found] if side < 0 else [*found, at]
                break
            found = [at, *found] if side < 0 else [*found, at]
            step *= 2
    return found


def _width(f: _Integrand, peak: arb) -> arb:
    """A distance from the peak at which the integrand has fallen by about e."""
    top = f.size(peak)
    size = max((ball(t.part.scale) for t in (*f.piece.p, *f.piece.q)), key=lambda s: s.mid())
    step = arb(size.mid())
    for _ in range(10 * REACH):
        drops = [top - f.size(arb((peak + side * step).mid())) for side in (-1, 1)]
        if all(d.is_finite() and d.mid() < 1 for d in drops):
            break
        step /= 2
    return step


def _rough(seen: Sequence[tuple[_Integrand, list[arb]]], height: arb) -> arb:
    """The order of magnitude of the integral over exp(height): a sum over the points."""
    total = arb(0)
    for f, points in seen:
        values = [(f.size(x) - height) for x in points]
        for x, y, u, v in zip(points, points[1:], values, values[1:]):
            best = u if u.mid() > v.mid() else v
            if best.is_finite():
                total += (y - x) * best.exp()
    return arb(total.mid()) if total.is_finite() and total > 0 else arb(1)


def _closed(f: _Integrand, points: list[arb], low: End, high: End, goal: arb) -> tuple[list[arb], arb]:
    """The points of the cells from end to end, and a ball for what lies beyond."""
    tails = arb(0)
    for end, side in ((low, -1), (high, 1)):
        if end is not None:
            points = [end, *points] if side < 0 else [*points, end]
            continue
        edge = points[0 if side < 0 else -1]
        reach = abs(points[-1] - points[0]).max(abs(edge)) if len(points) > 1 else arb(1)
        inner = _negligible(f, points, side, goal)
        if inner is not None:
            points, rest = inner
        else:
            rest = arb.nan()
            step = reach / 64
            for _ in range(REACH):
                at = arb((edge + side * step).mid())
                rest = f.beyond(at, side)
                points = [at, *points] if side < 0 else [*points, at]
                if rest.is_finite() and rest <= goal:
                    break
                step *= 2
            else:
                return points, arb.nan()
        tails += rest.union(-rest)
    return points, tails


def _negligible(f: _Integrand, points: list[arb], side: int, goal: arb) -> tuple[list[arb], arb] | None:
    """The points without the outer ones beyond which nothing that matters lies; None if the outermost is not one."""
    ordered = points if side < 0 else points[::-1]
    found = None
    for k, x in enumerate(ordered):
        rest = f.beyond(x, side)
        if not (rest.is_finite() and rest <= goal):
            break
        found = (k, rest)
    if found is None:
        return None
    k, rest = found
    kept = ordered[k:]
    return (kept if side < 0 else kept[::-1]), rest


def _on_cell(f: _Integrand, a: arb, b: arb, goal: arb) -> arb:
    bound = f.on(arb(a.lower()), arb(b.upper()))
    if bound.is_finite() and bound <= goal:
        return bound.union(-bound)
    found = f.over(a, b, goal)
    return found if found.rad() <= goal * arb(2) ** (ctx.prec // 2) else arb.nan()  # too far off to go on with


def _gauss(f: Callable[[acb], acb], low: arb, high: arb, goal: arb) -> arb:
    limit = MAX_EVALUATIONS * ctx.prec
    return acb.integral(
        lambda x, _: f(x), acb(low), acb(high), rel_tol=arb(2) ** -ctx.prec, abs_tol=goal, eval_limit=limit
    ).real


def _middle(low: arb, high: arb) -> arb:
    return arb(((low + high) / 2).mid())


def _symmetric(x: arb) -> arb:
    bound = arb(x.upper())
    return bound.union(-bound)
