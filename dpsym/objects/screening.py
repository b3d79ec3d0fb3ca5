"""Which pairs of neighbours of a finite mechanism may attain a level: all others are ruled out by rigorous bounds.

A table of 100 datasets has 9,900 ordered pairs, so the exact value is taken of few of them. Of every pair an approximation with a
proved error is computed from numbers that are made once for each weight of the table:

    fixed point     a weight w is floor(2^B w), and gamma w likewise, so max(0, p - gamma q) is off by at most the sum of their errors;
                    where gamma q is above 4 it is 0, as p is at most 1
    logarithms      floor(2^B log w): the logarithm of a ratio is a difference
    power sums      of all pairs at once, as a product of matrices of balls: sum p^alpha q^(1 - alpha) = (P^alpha) (Q^(1 - alpha))^T

Pairs whose value may be the greatest are left; where many are, the same is done with more places. Of those with the same pairs of
weights (whatever their order), or with bounds that are one number, the first is kept. So the level, the pair and the event are those
that would be found by taking the exact value of every pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from operator import mul, sub
from typing import Any

import sympy
from flint import arb, arb_mat, ctx, fmpq

from .errors import ObjectError
from .mechanisms.base import FiniteMechanism
from .symbolic import ball_of, decimals

PLACES = (64, 256, 1024)  # behind the binary point
FEW = 20  # pairs, of which the exact values are taken
ROOM = 1 << 200  # logarithms are below it

Pair = tuple[int, int]
#: What the value of each pair is between, in any monotone scale; None if that is not known. A point is the value itself.
Bounds = Callable[["Screen", Sequence[Pair]], "list[tuple[Any, Any]] | None"]


class Screen:
    """The table of a mechanism in numbers."""

    def __init__(self, mechanism: FiniteMechanism) -> None:
        self.rows = [mechanism.row(x) for x in mechanism.datasets]
        self.pairs: Sequence[Pair] = mechanism.places()
        self.weights = list(dict.fromkeys(w for row in self.rows for w in row))
        number = {w: k for k, w in enumerate(self.weights)}
        self.numbers = [[number[w] for w in row] for row in self.rows]
        self.with_places(PLACES[0])

    def with_places(self, places: int) -> None:
        """What is computed from here on has so many places behind the binary point."""
        self.scale, self.prec = 1 << places, 3 * places
        self.never, self.nowhere = ROOM * self.scale << 50, ROOM * self.scale << 150  # logarithms of q = 0 and of p = 0
        self.__dict__.pop("balls", None)

    @cached_property
    def balls(self) -> list[arb]:
        """Of the weights; those that are 0 are exactly so."""
        with ctx.workprec(self.prec):
            return [
                arb(fmpq(int(w.p), int(w.q))) if w.is_Rational else ball_of(w, decimals(self.prec))
                for w in self.weights
            ]

    @cached_property
    def supports(self) -> list[int]:
        """As sets of bits: the outcomes that a row does not exclude."""
        zero = {k for k, w in enumerate(self.balls) if w.is_zero()}
        return [sum(1 << i for i, k in enumerate(row) if k not in zero) for row in self.numbers]

    def table(self, values: Sequence[Any]) -> list[list[Any]]:
        """One value for each weight, as rows."""
        return [[values[k] for k in row] for row in self.numbers]

    def fixed(self, factor: arb) -> tuple[list[list[int]], int]:
        """The rows times a factor > 0 in fixed point, and their greatest error in units. What is above 4 is 4, without an error."""
        if not factor.is_finite():
            raise ObjectError(f"found the factor {factor}, expected a number")
        with ctx.workprec(self.prec):
            scaled = [(b * factor) * self.scale for b in self.balls]
            high = [b > 4 * self.scale for b in scaled]
            whole = [4 * self.scale if top else _floor(b) for b, top in zip(scaled, high)]
            errors = [int(b.rad().ceil().unique_fmpz()) + 2 for b, top in zip(scaled, high) if not top]
        return self.table(whole), max(errors, default=0)

    def logs(self, excluded: int) -> tuple[list[list[int]], int] | None:
        """The logarithms in fixed point, `excluded` for those of 0, and their greatest error; None if they are too large."""
        with ctx.workprec(self.prec):
            found, error = [], 0
            for b in self.balls:
                log = arb(0) if b.is_zero() else b.log() * self.scale
                if not log.is_finite() or abs(log) >= ROOM * self.scale:
                    return None
                error = max(error, int(log.rad().ceil().unique_fmpz()) + 2)
                found.append(-excluded if b.is_zero() else _floor(log))
        return self.table(found), error

    def first_of_a_kind(self, places: Sequence[Pair]) -> Iterator[Pair]:
        """The pairs, but of those with the same pairs of weights in any order the first alone: their values are the same."""
        seen: set[tuple[int, ...]] = set()
        many = len(self.weights)
        for i, j in places:
            kind = tuple(sorted(a * many + b for a, b in zip(self.numbers[i], self.numbers[j])))
            if kind not in seen:
                seen.add(kind)
                yield i, j

    def candidates(self, bounds: Bounds | None) -> list[Pair]:
        """The pairs whose value may be the greatest, by the bounds; all of them where there are none."""
        kept = list(self.first_of_a_kind(self.pairs)) if bounds is None else list(self.pairs)
        if bounds is None:
            return kept
        for places in PLACES:
            self.with_places(places)
            try:
                found = bounds(self, kept)
            except ObjectError:  # a weight with symbols, or of which no ball is known: the exact values will tell
                found = None
            if found is not None:
                best, known = max(low for low, _ in found), set()
                left = []
                for pair, (low, high) in zip(kept, found):
                    if high >= best and not (low == high and low in known):
                        left.append(pair)
                        known.add(low if low == high else None)
                kept = left
            kept = list(self.first_of_a_kind(kept))
            if found is None or len(kept) <= FEW:
                break
        return kept


def _floor(b: arb) -> int:
    return int(b.mid().floor().unique_fmpz())


# -- bounds of the divergences of all pairs ------------------------------------------------------------------------


def excess(gamma: Any) -> Bounds:
    """sum max(0, p - gamma q), which is the greatest P(S) - gamma Q(S); 0 where no ratio p/q is above gamma."""

    def bounds(screen: Screen, pairs: Sequence[Pair]) -> list[tuple[int, int]]:
        values, error = _excesses(screen, gamma, pairs)
        found = [(v - error, v + error) for v in values]
        if max(values) > error:
            return found
        ratios = greatest_ratio(screen, pairs)
        level = _level(screen, sympy.log(gamma))
        return found if ratios is None else [(0, 0) if top < level else f for (_, top), f in zip(ratios, found)]

    return bounds


def _level(screen: Screen, log_gamma: Any) -> int:
    """A lower bound in fixed point."""
    with ctx.workprec(screen.prec):
        ball = ball_of(log_gamma, decimals(screen.prec)) * screen.scale
        if not ball.is_finite():
            raise ObjectError(f"found the level {log_gamma}, expected a number")
        return _floor(ball.lower()) - 1


def _excesses(screen: Screen, gamma: Any, pairs: Sequence[Pair]) -> tuple[list[int], int]:
    """The values in fixed point, and their greatest error."""
    above, e = screen.fixed(arb(1))
    below, f = screen.fixed(ball_of(gamma, decimals(screen.prec)))
    found = [sum([a - b for a, b in zip(above[i], below[j]) if a > b]) for i, j in pairs]
    return found, (e + f) * max(map(len, screen.rows))


def greatest_ratio(screen: Screen, pairs: Sequence[Pair]) -> list[tuple[int, int]] | None:
    """max log p/q."""
    above, below = screen.logs(screen.nowhere), screen.logs(screen.never)
    if above is None or below is None:
        return None
    error, most = 2 * above[1], 4 * ROOM * screen.scale
    tops = [max(map(sub, above[0][i], below[0][j])) for i, j in pairs]
    return [(screen.never, screen.never) if top > most else (top - error, top + error) for top in tops]


def beyond(eps: Any) -> Bounds:
    """max(P(Bad), Q(Bad)) for Bad = {p > e^eps q or q > e^eps p}: between that of the certain and that of the possible outcomes."""

    def bounds(screen: Screen, pairs: Sequence[Pair]) -> list[tuple[int, int]] | None:
        logs, (mass, e) = screen.logs(screen.never), screen.fixed(arb(1))
        if logs is None:
            return None
        with ctx.workprec(screen.prec):
            level = ball_of(eps, decimals(screen.prec)) * screen.scale
            if not level.is_finite():
                return None
            least, most = _floor(level) - 2 * logs[1] - 2, _floor(level) + 2 * logs[1] + 2
            wide = int(level.rad().ceil().unique_fmpz())
        found = []
        for i, j in pairs:
            off = [abs(a - b) for a, b in zip(logs[0][i], logs[0][j])]
            ends = []
            for cut, error in ((most + wide, -e), (least - wide, e)):
                bad = [k for k, x in enumerate(off) if x > cut]
                ends.append(max(sum([mass[m][k] for k in bad]) for m in (i, j)) + error * len(off))
            found.append((ends[0], ends[1]))
        return found

    return bounds


def power(alpha: Any) -> Bounds:
    """The Rényi divergence of order alpha >= 1: the power sum, sum p log(p/q) at 1, max log p/q at oo."""
    if alpha is sympy.oo:
        return greatest_ratio

    def bounds(screen: Screen, pairs: Sequence[Pair]) -> list[tuple[Any, Any]] | None:
        above = _infinite([bool(screen.supports[i] & ~screen.supports[j]) for i, j in pairs])
        if alpha == 1:
            return above or _relative_entropies(screen, pairs)
        with ctx.workprec(screen.prec):
            order = ball_of(alpha, decimals(screen.prec))
            if not order > 1:
                return None
            if above:
                return above
            return _ends(
                _products(
                    screen,
                    pairs,
                    [_power(b, order) for b in screen.balls],
                    [_power(b, 1 - order) for b in screen.balls],
                )
            )

    return bounds


def _power(b: arb, e: arb) -> arb:
    """b**e; 0 for b = 0, which then is no part of the sum."""
    return arb(0) if b.is_zero() else (b.log() * e).exp()


def _infinite(which: Sequence[bool]) -> list[tuple[int, int]] | None:
    """1 for the pairs whose divergence is infinite, 0 for the others; None if all are finite."""
    return [(int(w), int(w)) for w in which] if any(which) else None


def _relative_entropies(screen: Screen, pairs: Sequence[Pair]) -> list[tuple[Any, Any]] | None:
    with ctx.workprec(screen.prec):
        logs = [arb(0) if b.is_zero() else b.log() for b in screen.balls]
        own = [sum(row, arb(0)) for row in screen.table([b * log for b, log in zip(screen.balls, logs)])]
        crossed = _products(screen, pairs, screen.balls, logs)
        return _ends([own[i] - c for (i, _), c in zip(pairs, crossed)])


def _products(screen: Screen, pairs: Sequence[Pair], left: Sequence[arb], right: Sequence[arb]) -> list[arb]:
    """sum over the outcomes of left(p) right(q), for each pair."""
    above, below = screen.table(left), screen.table(right)
    if 4 * len(pairs) < len(screen.rows) ** 2:  # few of all
        return [sum(map(mul, above[i], below[j]), arb(0)) for i, j in pairs]
    product = arb_mat(above) * arb_mat(below).transpose()
    return [product[i, j] for i, j in pairs]


def _ends(balls: Sequence[arb]) -> list[tuple[Any, Any]] | None:
    return [(b.lower(), b.upper()) for b in balls] if all(b.is_finite() for b in balls) else None


# -- the threshold of the excess --------------------------------------------------------------------------------------


def greatest_threshold(screen: Screen, delta: Any, threshold: Callable[[Any, Any], Any]) -> list[Pair]:
    """The pairs of which the least gamma with sum max(0, p - gamma q) <= delta may be the greatest; `threshold` tells it of two rows.

    Here 0 < delta < 1. The excess falls as gamma grows. So at the threshold of some pair, those whose excess is below delta have a
    lesser one, and are given up; the pair that is furthest above is taken next, until none is seen to be above.
    """
    left = list(screen.pairs)
    best = left[0]
    for places in PLACES:
        screen.with_places(places)
        with ctx.workprec(screen.prec):
            target = ball_of(delta, decimals(screen.prec)) * screen.scale
            low, high = _floor(target.lower()) - 1, _floor(target.upper()) + 1
        above = True
        while above:
            gamma = threshold(screen.rows[best[0]], screen.rows[best[1]])
            if gamma is sympy.oo:
                return [best]
            values, error = _excesses(screen, gamma, left)
            top = max(values)
            above = top - error > high
            best = left[values.index(top)] if above else best
            left = [pair for pair, v in zip(left, values) if v + error >= low]
        left = list(screen.first_of_a_kind(left))
        if len(left) <= FEW:
            break
    return left
