"""Pairs of laws, seen through their hockey-stick curve: normal and Laplace laws moved by a distance.

The curve of a pair (P, Q) is h(u) = E_u(P, Q) = sup over events A of P(A) - u Q(A) for u >= 0, with u = e^l. It is convex, falls from
h(0) = 1, and its supremum is attained by {L > l}, L = log(dP/dQ) the privacy loss. So

    delta(l)  encloses h(e^l);
    event(l)  encloses P(A) and Q(A) of one event A near {L > l}. P(A) - u Q(A) <= h(u) at every u, whichever A it is.

    normal   N(m, 1) and N(0, 1):       L = m x - m^2/2, {L > l} = {x > l/m + m/2}
    Laplace  Lap(t, 1) and Lap(0, 1):   L = |x| - |x - t|; h = 1 - e^((l - t)/2) for -t <= l <= t, 1 - e^l below, 0 above

Noise with a log-concave density makes {L > l} a half-line at every distance, whose P rises with the distance and whose Q does not
change: the curve at the sensitivity is above those at shorter distances. All is computed at the current precision.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from ...derive.rounding import rational


class Pair(ABC):
    """Two laws P and Q."""

    @abstractmethod
    def delta(self, level: arb) -> arb:
        """E at e^level of P from Q."""

    @abstractmethod
    def event(self, level: arb) -> tuple[arb, arb]:
        """The chances under P and Q of one event, where the loss is above the level, nearly."""

    @property
    def infinite(self) -> arb:
        """P(L = oo): what is possible under P alone."""
        return arb(0)

    @property
    def greatest(self) -> arb | None:
        """What no finite loss is above; None if there is nothing like that."""
        return None

    @property
    def reverse(self) -> Pair:
        """(Q, P); the same curve for noise that is symmetric about a point."""
        return self


@dataclass(frozen=True)
class Normal(Pair):
    """N(m, 1) and N(0, 1), by the square of m: the squares of independent answers add up."""

    square: Fraction

    def _tails(self, threshold: arb, m: arb) -> tuple[arb, arb]:
        root = arb(2).sqrt()
        return ((threshold - m) / root).erfc() / 2, (threshold / root).erfc() / 2

    def delta(self, level: arb) -> arb:
        m = arb(rational(self.square)).sqrt()
        p, q = self._tails(level / m + m / 2, m)
        return p - level.exp() * q

    def event(self, level: arb) -> tuple[arb, arb]:
        m = arb(rational(self.square)).sqrt()
        return self._tails((level / m + m / 2).mid(), m)


@dataclass(frozen=True)
class Laplace(Pair):
    """Lap(t, 1) and Lap(0, 1)."""

    distance: Fraction

    def delta(self, level: arb) -> arb:
        t = arb(rational(self.distance))
        if level >= t:
            return arb(0)
        if level <= -t:
            return -level.expm1()
        inside = -((level - t).min(arb(0)) / 2).expm1()
        return inside if level > -t else inside.union(-level.expm1())

    def event(self, level: arb) -> tuple[arb, arb]:
        t, at = arb(rational(self.distance)), level.mid()
        if not at < t:
            return arb(0), arb(0)
        if not at > -t:
            return arb(1), arb(1)
        return 1 - (-(t - at) / 2).exp() / 2, (-(at + t) / 2).exp() / 2

    @property
    def greatest(self) -> arb:
        return arb(rational(self.distance))
