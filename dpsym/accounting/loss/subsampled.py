"""Poisson sampling: each record takes part with probability q, and then the mechanism answers on those that do.

With a record the law is the mixture M = (1 - q) P0 + q P1, without it P0, where (P1, P0) is the pair of the mechanism: one record more,
and one less. With L = log(dP1/dP0),

    remove   (M, P0):  E_u = q E_v(P1, P0),  v = 1 + (u - 1)/q,  for u >= 1 - q, and 1 - u below
    add      (P0, M):  E_u = (1 - (1 - q) u) E_v(P0, P1),  v = q u/(1 - (1 - q) u),  for u < 1/(1 - q), and 0 above

because m - u p0 = q (p1 - v p0) and p0 - u m = (1 - (1 - q) u)(p0 - v p1). The curves of the sampled mechanism rise with those of the
mechanism: what is above the pair of every two neighbours stays above them. Which records other than the one take part is a mixture, the
same on both sides, and E_u is jointly convex. The relation is add/remove; both directions are needed, as the curves differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from ...derive.rounding import rational
from .pairs import Pair


@dataclass(frozen=True)
class Remove(Pair):
    """(M, P0)."""

    base: Pair
    rate: Fraction

    def _inside(self, level: arb) -> arb:
        """v of the statement."""
        return 1 + level.expm1() / rational(self.rate)

    def delta(self, level: arb) -> arb:
        v = self._inside(level)
        if v > 0:
            return rational(self.rate) * self.base.delta(v.log())
        return -level.expm1() if v <= 0 else (-level.expm1()).union(arb(1))

    def event(self, level: arb) -> tuple[arb, arb]:
        v = self._inside(level)
        if not v > 0:
            return arb(1), arb(1)
        p, q = self.base.event(v.log())
        share = rational(self.rate)
        return (1 - share) * q + share * p, q

    @property
    def infinite(self) -> arb:
        return rational(self.rate) * self.base.infinite

    @property
    def greatest(self) -> arb | None:
        """log(1 - q + q e^g)."""
        most = self.base.greatest
        return None if most is None else (rational(self.rate) * most.expm1()).log1p()

    @property
    def reverse(self) -> Pair:
        return Add(self.base, self.rate)


@dataclass(frozen=True)
class Add(Pair):
    """(P0, M)."""

    base: Pair
    rate: Fraction

    def _inside(self, level: arb) -> arb:
        """1/v of the statement: 1 + (e^(-l) - 1)/q."""
        return 1 + (-level).expm1() / rational(self.rate)

    def delta(self, level: arb) -> arb:
        inverse = self._inside(level)
        share = rational(self.rate)
        if inverse > 0:  # 1 - (1 - q) u = q u/v
            return share * level.exp() * inverse * self.base.reverse.delta(-inverse.log())
        return arb(0) if inverse <= 0 else arb(0).union(share * level.exp() * inverse)

    def event(self, level: arb) -> tuple[arb, arb]:
        inverse = self._inside(level)
        if not inverse > 0:
            return arb(0), arb(0)
        p0, p1 = self.base.reverse.event(-inverse.log())
        share = rational(self.rate)
        return p0, (1 - share) * p0 + share * p1

    @property
    def infinite(self) -> arb:
        return self.base.reverse.infinite if self.rate == 1 else arb(0)

    @property
    def greatest(self) -> arb | None:
        """-log(1 - q + q e^(-g)), where g is the greatest loss of (P0, P1), and e^(-g) = 0 if there is none."""
        most = self.base.reverse.greatest
        share = arb(rational(self.rate))
        if most is not None:
            return -(share * (-most).expm1()).log1p()
        return None if self.rate == 1 else -(1 - share).log()

    @property
    def reverse(self) -> Pair:
        return Remove(self.base, self.rate)
