"""δ(ε) and ε(δ) of a sum of losses on a grid, from below or from above.

With tilted masses w_j = p_j e^(λ l_j) and  A_j = Σ_{i >= j} w_i e^(-λ (l_i - l_j)),  B_j = Σ_{i >= j} w_i e^(-(λ + 1)(l_i - l_j)),

    δ(ε) = e^(-λ l_j) (A_j - e^(ε - l_j) B_j)    for l_{j-1} <= ε <= l_j,

plus what is infinite, plus D φ(ε) from above (see `powers`). A_j and B_j come from those after them; there are no negative terms.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import arb

from ...derive.rounding import rational
from .powers import Tilted


@dataclass(frozen=True)
class Curve:
    """The curve of a sum: `offset` is the loss at index 0, `tilt` is λ step."""

    sum: Tilted
    step: Fraction
    offset: Fraction
    order: Fraction  # λ
    infinite: arb
    up: bool

    @cached_property
    def _sums(self) -> tuple[list[arb], list[arb]]:
        """A_j and B_j, as one-sided numbers of whole multiples of 2^-exponent."""
        step, order = arb(rational(self.step)), arb(rational(self.order))
        fall, faster = (-order * step).exp(), (-(order + 1) * step).exp()
        a, b = arb(0), arb(0)
        first, second = [a], [b]
        for c in reversed(self.sum.coefficients.coeffs()):
            a, b = c + fall * a, c + faster * b
            first.append(a)
            second.append(b)
        return first[::-1], second[::-1]

    def loss(self, j: int) -> arb:
        return arb(rational(self.offset + (self.sum.first + j) * self.step))

    def _scale(self, j: int) -> arb:
        """What one in a coefficient stands for, untilted at l_j."""
        tilted = rational(self.order * (self.sum.first + j) * self.step)
        return arb((1, -self.sum.exponent)) * (-arb(tilted)).exp()

    def _missing(self, level: arb) -> arb:
        """D φ: the offset is not tilted."""
        if not self.sum.dropped:
            return arb(0)
        order, moved = arb(rational(self.order)), level - arb(rational(self.offset))
        most = (-order * moved).exp() / (1 + order)
        if self.order:
            most *= (order / (1 + order)) ** order
        return self.sum.dropped * arb((1, -self.sum.exponent)) * most

    def delta(self, level: arb) -> arb:
        """A bound of δ at e^level, an exact number."""
        first, second = self._sums
        j = self._index(level)
        found = self._scale(j) * (first[j] - (level - self.loss(j)).exp() * second[j]) if j < len(first) - 1 else arb(0)
        found = found.max(arb(0)) + self.infinite + self._missing(level)
        return arb(found.upper() if self.up else found.lower()).max(arb(0))

    def _index(self, level: arb) -> int:
        """The first index whose loss is not certainly at most the level: if it is that by a hair, balls hold both cases."""
        place = (level - arb(rational(self.offset))) / arb(rational(self.step)) - self.sum.first
        j = int(place.mid().floor().unique_fmpz()) + 1
        last = len(self._sums[0]) - 1
        j = min(max(j, 0), last)
        while j > 0 and not self.loss(j - 1) <= level:
            j -= 1
        while j < last and self.loss(j) <= level:
            j += 1
        return j

    def epsilon(self, delta: arb) -> arb | None:
        """An exact number, on its side: see `_epsilon`."""
        found = self._epsilon(delta)
        return None if found is None else arb(found.upper() if self.up else found.lower())

    def _epsilon(self, delta: arb) -> arb | None:
        """From above a level with at most this δ; None if there is none. From below one below which δ is greater, or 0."""
        if self.up and not self.infinite < delta:
            return None
        if not self.up and self.infinite > delta:
            return arb("+inf")
        if not self._greater(self.delta(arb(0)), delta):
            return arb(0)
        low, high = arb(0), self._beyond(delta)
        if high is None:
            return None
        # indices between the two: δ is greater than asked for at the first and not at the last
        i, j = self._index(low) - 1, self._index(high)
        while j - i > 1:
            middle = (i + j) // 2
            if self._greater(self.delta(self.loss(middle)), delta):
                i = middle
            else:
                j = middle
        return self._inside(j, delta, low if i < 0 else self.loss(i).max(low), high)

    def _greater(self, found: arb, wanted: arb) -> bool:
        """Whether it must be taken as greater: from above unless it is certainly not, from below if it certainly is."""
        return not found <= wanted if self.up else bool(found > wanted)

    def _beyond(self, delta: arb) -> arb | None:
        """A level where δ is not greater any more."""
        level = self.loss(len(self._sums[0]) - 1).max(arb(1))
        for _ in range(64):
            if not self._greater(self.delta(level), delta):
                return level
            level = 2 * level
        return None

    def _inside(self, j: int, delta: arb, low: arb, high: arb) -> arb:
        """Where δ(ε) = delta on the piece before l_j, on which it is linear in e^ε; checked, and the piece's safe end if it is not."""
        first, second = self._sums
        safe = min_of(self.loss(j), high) if self.up else low
        if j >= len(first) - 1 or not second[j] > 0:
            return safe
        rest = (delta - self.infinite - self._missing(low)) / self._scale(j)
        inside = (first[j] - rest) / second[j]
        if not inside > 0:
            return safe
        level = self.loss(j) + inside.log()
        for bits in (60, 30, 15):  # as near as rounding lets it be shown
            moved = (self.loss(j) - low) * arb((1, -bits))
            at = arb((level + moved).upper() if self.up else (level - moved).lower())
            if low < at and at < self.loss(j) and self._greater(self.delta(at), delta) != self.up:
                return at
        return safe


def min_of(x: arb, y: arb) -> arb:
    return x if x <= y else y
