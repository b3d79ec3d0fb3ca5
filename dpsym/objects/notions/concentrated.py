"""(xi, rho)-zero-concentrated differential privacy: D_alpha(M(x) || M(x')) <= xi + rho alpha for all alpha > 1.

The level rho at a given xi is sup over alpha > 1 of (D_alpha - xi)/alpha. With s = alpha - 1, K(s) = log sum p (p/q)^s, this is
the supremum of (K(s) - xi s)/(s (s + 1)) over s > 0. K is convex, so between two points it lies below its chord A + B s, and the
greatest value of (A - xi s + B s)/(s (s + 1)) between them bounds it; near 0, where the chord passes through 0, (K(h)/h - xi)
bounds it, and beyond T, (D_oo - xi)/(T + 1). Cutting the pieces that still matter gives an enclosure of any width.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar

import sympy
from flint import arb, ctx, fmpq
from sympy import Expr

from ..deciding import Trial
from ..enclosing import pairs
from ..errors import ObjectError
from ..mechanisms.base import Dataset, FiniteMechanism
from ..symbolic import ball_of, bits, compare, decimals
from .base import Level, PairNotion, Witness, for_neighbours, require_finite

MAX_PIECES = 20_000


class ZeroConcentratedDP(PairNotion):
    """(xi, rho)-zCDP; rho-zCDP is xi = 0. The level is rho, enclosed to `digits` digits."""

    parameters: ClassVar[tuple[str, ...]] = ("xi", "rho")
    title: ClassVar[str] = "zero-concentrated differential privacy"
    abbreviation: ClassVar[str] = "zCDP"

    def definition(self, p: Any, q: Any) -> Expr:
        from ..divergences import Renyi

        alpha = sympy.Symbol("alpha", positive=True)
        xi, rho = self.args
        return sympy.Implies(sympy.Gt(alpha, 1), sympy.Le(Renyi(alpha, p, q), xi + rho * alpha, evaluate=False))

    def definition_latex(self) -> str:
        xi, rho = map(sympy.latex, self.args)
        return for_neighbours(
            None, rf"D_\alpha\left(M(x) \,\|\, M(x')\right) \le {xi} + {rho} \alpha \quad \forall \alpha > 1"
        )

    def trials(self, mechanism: FiniteMechanism, level: Level) -> Iterator[Trial]:
        """Close to the order that is worst for some pair of neighbours."""
        table, order = self.table(mechanism), level.witness.order
        at = 2 if order is None else 1 + Fraction(max(1, min(round((order - 1) * 8), 800)), 8)
        yield Trial(self(table.mechanism, order=at), table, decisive=False)

    def level(self, mechanism: FiniteMechanism, digits: int = 12) -> Level:
        require_finite(mechanism)
        best: Level | None = None
        for x, y in mechanism.some_pairs():
            found = zcdp_level(self.args[0], mechanism.row(x), mechanism.row(y), digits, (x, y))
            if best is None:
                best = found
            else:
                higher = found if compare(found.upper, best.upper) == 1 else best
                lower = found.lower if compare(found.lower, best.lower) == 1 else best.lower
                best = Level(lower, higher.upper, higher.witness)
        if best is None:
            raise ObjectError(f"{mechanism}: no neighbours")
        return best


def zcdp_level(xi: Expr, p: pairs.Weights, q: pairs.Weights, digits: int, datasets: tuple[Dataset, ...] = ()) -> Level:
    """The least rho >= 0 for one ordered pair, enclosed."""
    if not pairs.absolutely_continuous(p, q):
        return Level.exactly(sympy.oo, Witness(datasets, note="an outcome is possible for one dataset only"))
    if all(a == b for a, b in zip(p, q)):
        return Level.exactly(sympy.Integer(0), Witness(datasets))
    with ctx.workprec(bits(digits) * 3 + 64):
        low, high, order = _supremum(_CumulantFunction(p, q), ball_of(xi, 3 * digits), digits)
    order_shown = sympy.Rational(int(order.p), int(order.q))
    return Level(_rational(low), _rational(high), Witness(datasets, order=order_shown))


def _rational(x: fmpq) -> Any:
    return sympy.Rational(int(x.p), int(x.q))


class _CumulantFunction:
    """K(s) = log sum p exp(s r), r = log(p/q), at rational s."""

    def __init__(self, p: pairs.Weights, q: pairs.Weights) -> None:
        prec = ctx.prec
        self.weights = [
            (ball_of(p[i], decimals(prec)), ball_of(sympy.log(p[i] / q[i]), decimals(prec))) for i in pairs.support(p)
        ]
        self.top = self.weights[0][1]
        for _, r in self.weights[1:]:
            self.top = self.top.max(r)

    def __call__(self, s: fmpq) -> arb:
        if s == 0:
            return arb(0)
        total = sum((w * ((r - self.top) * s).exp() for w, r in self.weights), arb(0))
        return total.log() + self.top * s


def _supremum(k: _CumulantFunction, xi: arb, digits: int) -> tuple[fmpq, fmpq, fmpq]:
    """Lower and upper bound of the supremum, and the order of the lower one."""
    best, at = fmpq(0), fmpq(1)

    def try_point(s: fmpq) -> None:
        nonlocal best, at
        value = ((k(s) / s - xi) / (s + 1)).lower().fmpq()
        if value > best:
            best, at = value, s + 1

    far = fmpq(1)
    for _ in range(400):
        try_point(far)
        beyond = ((k.top - xi) / (far + 1)).upper().fmpq()
        if beyond <= best or beyond <= 0:
            break
        far *= 2
    tolerance = fmpq(1, 10**digits)
    queue = [(-_bound(k, xi, fmpq(0), far), fmpq(0), far)]
    for _ in range(MAX_PIECES):
        top, a, b = queue[0]
        if -top <= best + best * tolerance or -top <= fmpq(1, 10 ** (3 * digits)):
            break
        heapq.heappop(queue)
        middle = (a + b) / 2 if a > 0 else b / 4
        try_point(middle)
        for low, high in ((a, middle), (middle, b)):
            heapq.heappush(queue, (-_bound(k, xi, low, high), low, high))
    beyond = ((k.top - xi) / (far + 1)).upper().fmpq()
    return best, max(-queue[0][0], best, beyond, fmpq(0)), at


def _bound(k: _CumulantFunction, xi: arb, a: fmpq, b: fmpq) -> fmpq:
    """An upper bound of (K(s) - xi s)/(s (s + 1)) for a <= s <= b, s > 0, by the chord of K."""
    kb = k(b)
    if a == 0:
        return max((kb / b - xi).upper().fmpq(), fmpq(0))
    slope = (kb - k(a)) / (b - a)
    c, d = k(a) - slope * a, slope - xi  # the chord minus xi s is c + d s, c <= 0 as K is convex with K(0) = 0
    found = max(((c + d * s) / (arb(s) * (s + 1))).upper().fmpq() for s in (a, b))
    root = (c * c - c * d).nonnegative_part().sqrt()
    for sign in (1, -1):  # critical points: d s^2 + 2 c s + c = 0
        s = (-c + sign * root) / d if not d.contains(arb(0)) else arb(b).union(arb(a))
        if s.overlaps(arb(a).union(arb(b))):
            inside = s.intersection(arb(a).union(arb(b)))
            found = max(found, ((c + d * inside) / (inside * (inside + 1))).upper().fmpq())
    return max(found, fmpq(0))
