"""Certified numbers: a sharp bound at given parameters, enclosed between what a pair of laws attains and what multipliers prove.

Above: for l_i >= 0 the function h(s) = a (1 − s) + b s + Σ l_i F_i(s) − G(s) is bounded below on [0, 1] by balls; if h >= −η, every
pair that satisfies the constraints has ∫ G <= a + b + Σ l_i M_i + 2η. On an interval the convex Σ l_i F_i lies above a tangent, and
the convex G below its chord; what is left is linear.
Below: laws with rational weights on finitely many points, whose constraints are shown to hold by balls.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath
import sympy
from flint import arb, ctx, fmpq

from ...kernel.reals.quadrature import enclose
from ...kernel.terms import Term
from ...objects.notions.concentrated import zcdp_level
from .functions import PIECEWISE_LINEAR, Convex
from .program import DIGITS, Constraint, Solver

PRECISION = 400  # bits
MAX_INTERVALS = 4000
GOOD = 13  # digits
_SLACK = [Fraction(0), *(Fraction(1, 10**k) for k in (40, 30, 26, 22, 20, 18, 16, 14, 12, 10, 8))]

Laws = tuple[list[fmpq], list[fmpq]]


@dataclass(frozen=True)
class Limit:
    """A constraint ∫ F <= level with the level as a ball."""

    function: Convex
    level: arb


@dataclass(frozen=True)
class Number:
    """lower <= the sharp bound <= upper. The laws attain `lower`."""

    lower: arb
    upper: arb
    p: tuple[Fraction, ...]
    q: tuple[Fraction, ...]

    @property
    def ball(self) -> arb:
        """What lies between the two."""
        with ctx.workprec(PRECISION):
            return self.lower.union(self.upper)

    @property
    def digits(self) -> int:
        """Decimal digits of the upper end that the lower end confirms; at most 30."""
        with ctx.workprec(PRECISION):
            width = self.upper - self.lower
            return next((k for k in range(30, 0, -1) if width <= self.upper * arb(10) ** -k), 0)


def convex(kind: str, parameters: Sequence[Term], backwards: bool) -> Convex:
    """The function of a quantity whose parameters are numbers."""
    if not parameters:
        return Convex(kind, backwards=backwards)
    with ctx.workprec(PRECISION):
        ball = enclose(parameters[0], PRECISION)
        return Convex(kind, ball, _mp(ball), backwards)


def _mp(ball: arb) -> Any:
    with mpmath.workdps(DIGITS + 20):
        return mpmath.mpf(ball.mid().str(DIGITS + 10, radius=False))


def limit(function: Convex, level: Term) -> Limit:
    with ctx.workprec(PRECISION):
        return Limit(function, enclose(level, PRECISION))


def bracket(goal: Convex, limits: Sequence[Limit]) -> Number | None:
    """The sharp bound on ∫ G, given these constraints; None if the search does not end."""
    return _bracket(goal, limits, lambda p, q: _satisfies(limits, p, q))


def _bracket(
    goal: Convex,
    limits: Sequence[Limit],
    satisfied: Callable[[list[fmpq], list[fmpq]], bool],
    mixing: Sequence[Fraction] = _SLACK,
) -> Number | None:
    """The better of two ways to solve the program."""
    first = _solved_bracket(goal, limits, satisfied, mixing, True)
    if first is not None and first.digits >= GOOD:
        return first
    second = _solved_bracket(goal, limits, satisfied, mixing, False)
    return max((n for n in (first, second) if n is not None), key=lambda n: n.digits, default=None)


def _solved_bracket(
    goal: Convex,
    limits: Sequence[Limit],
    satisfied: Callable[[list[fmpq], list[fmpq]], bool],
    mixing: Sequence[Fraction],
    by_size: bool,
) -> Number | None:
    with ctx.workprec(PRECISION):
        solved = Solver(goal, [Constraint(c.function, _mp(c.level)) for c in limits], by_size).solve()
        if solved is None:
            return None
        upper = _upper(goal, limits, solved)
        laws = _laws(solved.atoms)
        if laws is None or upper is None:
            return None
        for tau in mixing:
            mixed = _mixed(laws, tau)
            if satisfied(*mixed):
                lower = goal.of_laws(*mixed)
                if lower is None:
                    return None
                p, q = (tuple(Fraction(int(w.p), int(w.q)) for w in law) for law in mixed)
                return Number(lower.lower(), upper.upper(), p, q)
    return None


def binary_bracket(s: fmpq, limits: Sequence[Limit]) -> Number:
    """The greatest P(S) for Q(S) = s: by data processing (x, 1 − x), (s, 1 − s) satisfy the constraints, which grow with x >= s."""
    inside, outside = s, fmpq(1)
    with ctx.workprec(PRECISION):
        if _satisfies(limits, [fmpq(1), fmpq(0)], [s, 1 - s]):
            inside = fmpq(1)
        for _ in range(0 if inside == 1 else 100):
            middle = (inside + outside) / 2
            laws = [middle, 1 - middle], [s, 1 - s]
            if _satisfies(limits, *laws):
                inside = middle
            elif _violates(limits, *laws):
                outside = middle
            else:
                break
        p, q = (tuple(Fraction(int(w.p), int(w.q)) for w in law) for law in ([inside, 1 - inside], [s, 1 - s]))
        return Number(arb(inside).lower(), arb(outside).upper(), p, q)


def _violates(limits: Sequence[Limit], p: list[fmpq], q: list[fmpq]) -> bool:
    values = [c.function.of_laws(p, q) for c in limits]
    return any(value is None or value > c.level for value, c in zip(values, limits))


# -- from below ------------------------------------------------------------------------------------------------------------


def _laws(atoms: Sequence[tuple[Any, Any]]) -> Laws | None:
    """The measure as two laws with rational weights; places that are next to each other are one."""
    with mpmath.workdps(DIGITS):
        merged: list[list[Any]] = []
        for s, w in sorted(atoms):
            if merged and abs(merged[-1][0] / merged[-1][1] - s) < mpmath.mpf(10) ** -9:
                merged[-1][0] += s * w
                merged[-1][1] += w
            else:
                merged.append([s * w, w])
        p = [_rational(m[0]) for m in merged]
        q = [_rational(m[1] - m[0]) for m in merged]
    total_p, total_q = sum(p, fmpq(0)), sum(q, fmpq(0))
    if total_p <= 0 or total_q <= 0:
        return None
    return [w / total_p for w in p], [w / total_q for w in q]


def _rational(w: Any) -> fmpq:
    scale = 10 ** (DIGITS - 10)
    return fmpq(max(0, int(mpmath.nint(w * scale))), scale)


def _mixed(laws: Laws, tau: Fraction) -> Laws:
    """A little of Q in P: every divergence is convex, so it shrinks."""
    share = fmpq(tau.numerator, tau.denominator)
    p, q = laws
    return [(1 - share) * a + share * b for a, b in zip(p, q)], q


def _satisfies(limits: Sequence[Limit], p: list[fmpq], q: list[fmpq]) -> bool:
    values = [c.function.of_laws(p, q) for c in limits]
    return all(value is not None and value <= c.level for value, c in zip(values, limits))


# -- from above ------------------------------------------------------------------------------------------------------------


def _upper(goal: Convex, limits: Sequence[Limit], solved: Any) -> arb | None:
    a, b, *slopes = (_exact(w) for w in (solved.a, solved.b, *solved.slopes))
    eta = _Gap(goal, limits, a, b, slopes).least(
        [_exact(s) for s in _touching(goal, limits, solved)], float(solved.value)
    )
    if eta is None:
        return None
    total: arb = a + b + 2 * eta
    for slope, c in zip(slopes, limits):
        total += slope * c.level
    return total


def _touching(goal: Convex, limits: Sequence[Limit], solved: Any) -> list[Any]:
    """Where the slope of h vanishes: h is convex between the kinks of a piecewise linear G; else next to the places of the measure."""

    def slope(s: Any) -> Any:
        parts = (w * c.function.mp(s)[1] for w, c in zip(solved.slopes, limits))
        return solved.b - solved.a + sum(parts) - goal.mp(s)[1]

    found = []
    with mpmath.workdps(DIGITS):
        if goal.name in PIECEWISE_LINEAR:
            ends = [mpmath.mpf(10) ** -DIGITS, *goal.kinks, 1 - mpmath.mpf(10) ** -(DIGITS - 5)]
            return [_root(slope, low, high) for low, high in pairwise(ends)]
        step = mpmath.mpf(10) ** -24
        for s in sorted({s for s, _ in solved.atoms if 0 < s < 1 and s not in goal.kinks}):
            for _ in range(6):
                bend = (slope(s + step) - slope(s - step)) / (2 * step) if step < s < 1 - step else 0
                moved = s - slope(s) / bend if bend > 0 else s
                s = moved if abs(moved - s) < mpmath.mpf(10) ** -6 and 0 < moved < 1 else s
            found.append(s)
    return found


def _root(slope: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """Where an increasing slope vanishes between low and high, by halving."""
    for _ in range(4 * DIGITS):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return (low + high) / 2


def _exact(w: Any) -> arb:
    """The number of mpmath, exactly: a binary fraction."""
    sign, mantissa, exponent, _ = w._mpf_ if isinstance(w, mpmath.mpf) else mpmath.mpf(w)._mpf_
    value = arb(int(mantissa)) * arb(2) ** int(exponent)
    return -value if sign else value


class _Gap:
    """h on [0, 1]; `least` gives η >= 0 with h >= −η."""

    def __init__(self, goal: Convex, limits: Sequence[Limit], a: arb, b: arb, slopes: Sequence[arb]) -> None:
        self.goal, self.limits, self.a, self.b, self.slopes = goal, limits, a, b, slopes

    def least(self, places: Sequence[arb], value: float) -> arb | None:
        """η, small in comparison with the value."""
        cuts = [arb(0), *self._cuts(places), arb(1)]
        queue: list[tuple[float, int, arb, arb, arb | None]] = []
        worst, count = arb(0), 0
        for low, high in pairwise(cuts):
            inside = [s for s in places if low < s and s < high]
            count += 1
            heapq.heappush(queue, self._entry(low, high, inside[0] if inside else None, count))
        for _ in range(MAX_INTERVALS):
            least, _, low, high, bound = queue[0]
            if bound is not None and least > -1e-22 * min(abs(value), 1.0):
                break
            if bound is not None and high - low < arb(10) ** -30:
                break
            heapq.heappop(queue)
            middle = (low + high) / 2
            for left, right in ((low, middle.mid()), (middle.mid(), high)):
                count += 1
                heapq.heappush(queue, self._entry(left, right, None, count))
        for *_, bound in queue:
            if bound is None:
                return None
            worst = worst.max(-bound)
        return worst

    def _cuts(self, places: Sequence[arb]) -> list[arb]:
        """Kinks of G as exact numbers nearby; and for a smooth G the places where h is small."""
        if self.goal.name not in PIECEWISE_LINEAR:
            return list(places)
        with mpmath.workdps(DIGITS + 20):
            return [_exact(s) for s in self.goal.kinks]

    def _entry(self, low: arb, high: arb, at: arb | None, count: int) -> tuple[float, int, arb, arb, arb | None]:
        places = [((low + high) / 2).mid(), *(s for s in (low, high, at) if s is not None and s > 0 and s < 1)]
        found = [bound for c in places if (bound := self._below(low, high, c)) is not None]
        bound = max(found, key=lambda b: b.mid()) if found else self._end(low, high)
        return (-1e300 if bound is None else float(bound.mid()), count, low, high, bound)

    def _below(self, low: arb, high: arb, c: arb) -> arb | None:
        """A lower bound of h between low and high: the tangent at c minus the chord of G is linear."""
        value, slope = self.a * (1 - c) + self.b * c, self.b - self.a
        for l, limit_ in zip(self.slopes, self.limits):
            f, d = limit_.function.balls(c)
            value, slope = value + l * f, slope + l * d
        ends = []
        for s in (low, high):
            top = self._goal_at(s)
            if top is None:
                return None
            ends.append(value + slope * (s - c) - top)
        found = ends[0].min(ends[1])
        return found.lower() if found.is_finite() else None

    def _end(self, low: arb, high: arb) -> arb | None:
        """The same next to an end where G is infinite, and a constraint F of the same direction is more so.

        With ρ the ratio at the inner end, G <= c F from there on: c = ρ^(1 − α) log ρ for KL if log ρ >= 1/(α − 1), and ρ^(β − α) for
        the moment of order β < α. What is left, with l − c >= 0 for l, is convex, and above its tangent at the inner end.
        """
        s = low if high == 1 else high
        if (high == 1) == self.goal.backwards or s == 0 or s == 1:
            return None
        ratio = (1 - s) / s if self.goal.backwards else s / (1 - s)
        value, slope, tamed = self.a * (1 - s) + self.b * s, self.b - self.a, False
        for l, limit_ in zip(self.slopes, self.limits):
            f = limit_.function
            if not tamed and f.name == "moment" and f.backwards == self.goal.backwards and f.ball is not None:
                c = self._factor(ratio, f.ball)
                if c is not None and c <= l:
                    l, tamed = l - c, True
            height, rise = f.balls(s)
            value, slope = value + l * height, slope + l * rise
        if not tamed:
            return None
        found = value.min(value + slope * (high - low if s is low else low - high))
        return found.lower() if found.is_finite() else None

    def _factor(self, ratio: arb, alpha: arb) -> arb | None:
        if self.goal.name == "KL":
            return ratio.log() * ratio ** (1 - alpha) if ratio.log() * (alpha - 1) >= 1 else None
        beta = self.goal.ball
        return ratio ** (beta - alpha) if beta is not None and beta < alpha and ratio > 1 else None

    def _goal_at(self, s: arb) -> arb | None:
        """An upper bound of G at an exact s."""
        if s == 0 or s == 1:
            end = self.goal.at_end(bool(s == 1))
            return None if end is None else arb(fmpq(end.numerator, end.denominator))
        if self.goal.name == "E":  # at a kink the sign of p − v q is not decided; the positive part is enclosed
            r = 1 - s
            d = (r - self.goal.ball * s) if self.goal.backwards else (s - self.goal.ball * r)
            return d.max(arb(0))
        if self.goal.name == "TV":
            return abs(2 * s - 1) / 2
        return self.goal.balls(s)[0]


# -- concentrated privacy: all orders -----------------------------------------------------------------------------------------

_FIRST_ORDERS = (Fraction(2), Fraction(8))
_ORDER_ROUNDS = 10
_MIXING = [Fraction(0), *(Fraction(1, 10**k) for k in (16, 14, 13, 12, 11, 10, 8, 6, 4, 2, 1))]


def zcdp_bracket(goal: Convex, rho: arb) -> Number | None:
    """The sharp bound over pairs with D_α <= αρ for all α > 1, both ways.

    Finitely many orders prove a bound. As long as the best pair for them violates another order, that one is taken up, and orders that
    have become idle are dropped.
    """
    orders = [(alpha, back) for alpha in (Fraction(1), *_FIRST_ORDERS) for back in (False, True)]
    with ctx.workprec(PRECISION):
        for _ in range(_ORDER_ROUNDS):
            limits = [_order(alpha, rho, back) for alpha, back in orders]
            solved = Solver(goal, [Constraint(c.function, _mp(c.level)) for c in limits]).solve(tolerance=1e-18)
            laws = None if solved is None else _laws(solved.atoms)
            if solved is None or laws is None:
                return None
            worst, excess = _worst_order(laws, rho)
            if excess < 1e-15:
                break
            orders = [o for o, l in zip(orders, solved.slopes) if l > 0]
            orders = [o for o in orders if o[1] != worst[1] or abs(o[0] - worst[0]) > Fraction(1, 10**9)] + [worst]
        return _bracket(goal, limits, lambda p, q: _concentrated(p, q, rho), _MIXING)


def _order(alpha: Fraction, rho: arb, backwards: bool) -> Limit:
    if alpha == 1:
        return Limit(Convex("KL", backwards=backwards), rho)
    order = arb(fmpq(alpha.numerator, alpha.denominator))
    return Limit(Convex("moment", order, _mp(order), backwards), (order * (order - 1) * rho).exp())


def _worst_order(laws: Laws, rho: arb) -> tuple[tuple[Fraction, bool], float]:
    """The order and direction at which a pair exceeds its bound most, and by how much."""
    p, q = ([mpmath.mpf(int(w.p)) / int(w.q) for w in law] for law in laws)
    level = _mp(rho)
    found = []
    with mpmath.workdps(DIGITS):
        for back, first, second in ((False, p, q), (True, q, p)):
            steps = [mpmath.mpf(10) ** (mpmath.mpf(i) / 16) for i in range(-32, 40)]
            best = max(steps, key=lambda o: _excess(1 + o, first, second, level))
            low, high = best * mpmath.mpf("0.85"), best * mpmath.mpf("1.16")
            for _ in range(70):
                a, b = low + (high - low) * 0.382, low + (high - low) * 0.618
                if _excess(1 + a, first, second, level) > _excess(1 + b, first, second, level):
                    high = b
                else:
                    low = a
            order = Fraction(int(mpmath.nint((1 + low) * 10**12)), 10**12)
            found.append((float(_excess(1 + low, first, second, level)), (order, back)))
    excess, worst = max(found)
    return worst, excess


def _excess(order: Any, p: list[Any], q: list[Any], rho: Any) -> Any:
    total = sum(a * (a / b) ** (order - 1) for a, b in zip(p, q) if a > 0 and b > 0)
    return mpmath.log(total) / (order - 1) / order - rho


def _concentrated(p: list[fmpq], q: list[fmpq], rho: arb) -> bool:
    """Whether the pair is certainly ρ-concentrated, for all orders and both ways."""
    weights = [[sympy.Rational(int(w.p), int(w.q)) for w in law] for law in (p, q)]
    for first, second in (weights, weights[::-1]):
        level = zcdp_level(sympy.Integer(0), first, second, 18)
        if level.upper is sympy.oo or not arb(fmpq(int(level.upper.p), int(level.upper.q))) <= rho:
            return False
    return True
