"""Hockey-stick and total variation of wide laws on the integers, and of binomial laws with many trials, by tail probabilities.

log p - log q is a polynomial of degree at most 2 between the centres, so {p > gamma q} is a union of few intervals, and
E_gamma = sum over them of P(interval) - gamma Q(interval). An integer that the balls cannot place is added by itself, as
max(0, p - gamma q).
Probabilities of intervals are geometric sums (discrete Laplace) or, with f(x) = exp(-x^2/(2 s^2)) and He Hermite's polynomials,

    sum_{j >= 0} f(x + j) = int_x^oo f + f(x)/2 + f(x) sum_{i <= n} B_2i/(2i)! He_{2i-1}(x/s)/s^(2i-1) + R,
    |R| <= 4 (2 pi)^(-2n) int_x^oo |f^(2n)| <= 4.4 sqrt((2n)!) (2 pi s)^(-2n) s sqrt(pi) erfc(x/(2s)),

by Euler and Maclaurin and Cramér's |He_n(x)| <= 1.1 sqrt(n!) exp(x^2/4): the wider the law, the shorter the sum.
For two binomial laws of n trials log p - log q is linear; tails are summed from the threshold outward, some 40 deviations at most.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb, ctx

from ..errors import ObjectError
from ..laws import DiscreteGaussian
from ..symbolic import ball_of, decimals

NARROW = 64  # deviations below which the terms are summed one by one
UNSURE = 64  # integers that may be added one by one
Range = tuple[int | None, int | None]


@dataclass(frozen=True)
class Exponent:
    """a + b k - c k^2, the logarithm of a probability on one side of the centre."""

    a: arb
    b: arb
    c: arb

    def __call__(self, k: int) -> arb:
        return self.a + self.b * k - self.c * k * k

    def mass(self, lo: int | None, hi: int | None) -> arb:
        """The sum of the probabilities from lo to hi; None is infinite, where they fall."""
        if lo is not None and hi is not None and lo > hi:
            return arb(0)
        if self.c.is_zero():
            return self._geometric(lo, hi)
        centre = self.b / (2 * self.c)
        top = (self.a + self.b * centre / 2).exp()
        if lo is None and hi is None:
            return top * (gauss_tail(-centre, self.c) + gauss_tail(1 + centre, self.c))
        if lo is None:
            return top * gauss_tail(centre - hi, self.c)
        if hi is None:
            return top * gauss_tail(lo - centre, self.c)
        if centre < lo:  # from the side where both tails are short
            return top * (gauss_tail(lo - centre, self.c) - gauss_tail(hi + 1 - centre, self.c))
        return top * (gauss_tail(centre - hi, self.c) - gauss_tail(centre - lo + 1, self.c))

    def _geometric(self, lo: int | None, hi: int | None) -> arb:
        """b is certainly not 0: the two sides of a discrete Laplace law."""
        if lo is None:
            return self(hi or 0).exp() / -(-self.b).expm1()
        if hi is None:
            return self(lo).exp() / -self.b.expm1()
        return self(lo).exp() * (self.b * (hi - lo + 1)).expm1() / self.b.expm1()


def gauss_tail(x: arb, c: arb) -> arb:
    """sum over j >= 0 of exp(-c (x + j)^2)."""
    if x < -1:
        steps = int((-x).lower().floor().unique_fmpz())
        near = x + steps
        return gauss_tail(near, c) + gauss_tail(1 - near, c) - gauss_tail(1 - x, c)
    s = 1 / (2 * c).sqrt()
    return _euler_maclaurin(x, s) if s > NARROW else _one_by_one(x, c)


def _one_by_one(x: arb, c: arb) -> arb:
    total, j = arb(0), 0
    first = term = (-c * x * x).exp()
    while True:
        total += term
        j += 1
        y = x + j
        term, ratio = (-c * y * y).exp(), (-c * (2 * y + 1)).exp()
        rest = term / (1 - ratio)  # the ratio of neighbours only falls from here
        if x + j > 0 and ratio < 1 and rest.upper() <= first.lower() * arb(2) ** -ctx.prec:
            return total + rest.union(arb(0))
        if j > 100 * NARROW * ctx.prec:
            return arb.nan()


def _euler_maclaurin(x: arb, s: arb) -> arb:
    u = x / s
    f = (-u * u / 2).exp()
    total = s * (arb.pi() / 2).sqrt() * (u / arb(2).sqrt()).erfc() + f / 2
    reach = arb(22) / 5 * s * arb.pi().sqrt() * (u / 2).erfc()
    before, here = arb(1), u  # He_{2i-2}, He_{2i-1} at u
    for i in range(1, ctx.prec):
        total += f * arb.bernoulli(2 * i) / arb.fac_ui(2 * i) * here / s ** (2 * i - 1)
        rest = reach * arb.fac_ui(2 * i).sqrt() / (2 * arb.pi() * s) ** (2 * i)
        if rest.upper() <= f.lower() * arb(2) ** -ctx.prec:
            return total + arb(0, rest.upper())
        even = u * here - (2 * i - 1) * before
        before, here = even, u * even - 2 * i * here
    return arb.nan()


# -- the event {p > gamma q} --------------------------------------------------------------------------------------------


def _bracket(root: arb) -> tuple[int, int] | None:
    """The last integer surely below a root and the first surely above it."""
    if not root.is_finite():
        return None
    found = [e.floor().unique_fmpz() for e in (root.lower(), root.upper())]
    if None in found:
        return None
    below, above = map(int, found)
    return (below if arb(below) < root else below - 1), above + 1


def positive(gap: Exponent, lo: int | None, hi: int | None) -> tuple[list[Range], list[int]] | None:
    """Where a + b k - c k^2 > 0: intervals inside of [lo, hi], and integers that are not decided; None if it cannot be seen."""
    if gap.c.is_zero() and gap.b.is_zero():
        return ([(lo, hi)], []) if gap.a > 0 else ([], []) if gap.a <= 0 else None
    if gap.c.is_zero():
        cut = _bracket(-gap.a / gap.b)
        sides: list[Range] = [] if cut is None else [(cut[1], None) if gap.b > 0 else (None, cut[0])]
        brackets = [cut]
    else:
        square = gap.b * gap.b + 4 * gap.a * gap.c
        if square < 0:
            return ([(lo, hi)], []) if gap.c < 0 else ([], [])
        if not square > 0:
            return None
        one, two = sorted(
            ((gap.b - square.sqrt()) / (2 * gap.c), (gap.b + square.sqrt()) / (2 * gap.c)), key=lambda r: r.mid()
        )
        first, last = _bracket(one), _bracket(two)
        brackets = [first, last]
        if first is None or last is None:
            return None
        sides = [(first[1], last[0])] if gap.c > 0 else [(None, first[0]), (last[1], None)]
    if any(b is None or b[1] - b[0] > UNSURE for b in brackets):
        return None
    unsure = {k for b in brackets if b is not None for k in range(b[0] + 1, b[1])}
    inside = [k for k in unsure if (lo is None or k >= lo) and (hi is None or k <= hi)]
    return [_meet(s, (lo, hi)) for s in sides], inside


def _meet(a: Range, b: Range) -> Range:
    lows, highs = [x for x in (a[0], b[0]) if x is not None], [x for x in (a[1], b[1]) if x is not None]
    return max(lows, default=None), min(highs, default=None)


# -- discrete Laplace and discrete Gaussian laws ------------------------------------------------------------------------


class _Side:
    """A discrete Laplace or discrete Gaussian law: its exponent left and right of its centre."""

    def __init__(self, law: Any, log_factor: arb) -> None:
        self.centre, self.width = int(law.args[0]), law.args[1]
        self.gaussian = isinstance(law, DiscreteGaussian)
        width = ball_of(self.width, decimals(ctx.prec))
        self.rate = 1 / (2 * width * width) if self.gaussian else 1 / width
        self.log_factor = log_factor

    def exponent(self, after: bool) -> Exponent:
        """For k > centre, or for k <= centre."""
        m, r = self.centre, self.rate
        if self.gaussian:
            return Exponent(self.log_factor - r * m * m, 2 * r * m, r)
        sign = -1 if after else 1
        return Exponent(self.log_factor - sign * r * m, sign * r, arb(0))


def _gap(p: _Side, q: _Side, after_p: bool, after_q: bool, log_gamma: arb) -> Exponent:
    """log p - log q - log gamma; what is equal cancels exactly."""
    a, b = p.exponent(after_p), q.exponent(after_q)
    if p.gaussian != q.gaussian or p.width != q.width:
        return Exponent(a.a - b.a - log_gamma, a.b - b.b, a.c - b.c)
    m, n, r = p.centre, q.centre, p.rate
    if p.gaussian:
        return Exponent(-r * (m * m - n * n) - log_gamma, 2 * r * (m - n), arb(0))
    s, t = (-1 if after else 1 for after in (after_p, after_q))
    return Exponent(-r * (s * m - t * n) - log_gamma, r * (s - t), arb(0))


def hockey_stick(p: Any, q: Any, gamma: arb, factors: tuple[arb, arb]) -> arb:
    """E_gamma of two laws on the integers, from the logarithms of their factors; nan if more precision is needed."""
    one, two = _Side(p, factors[0]), _Side(q, factors[1])
    low, high = sorted((one.centre, two.centre))
    total, log_gamma = arb(0), gamma.log()
    for lo, hi in ((None, low), (low + 1, high), (high + 1, None)):
        if lo is not None and hi is not None and lo > hi:
            continue
        after_p, after_q = (lo is not None and lo > c for c in (one.centre, two.centre))
        found = positive(_gap(one, two, after_p, after_q, log_gamma), lo, hi)
        if found is None:
            return arb.nan()
        a, b = one.exponent(after_p), two.exponent(after_q)
        total += sum((a.mass(*r) - gamma * b.mass(*r) for r in found[0]), arb(0))
        total += sum((arb(0).max(a(k).exp() - gamma * b(k).exp()) for k in found[1]), arb(0))
    return total


# -- binomial laws ------------------------------------------------------------------------------------------------------

MAX_TERMS = 3_000_000


def binomial_hockey_stick(n: int, p: Any, q: Any, gamma: arb) -> arb:
    """E_gamma(Bin(n, p) || Bin(n, q)) for p != q, both inside of (0, 1)."""
    a, b = ball_of(p, decimals(ctx.prec)), ball_of(q, decimals(ctx.prec))
    if not a > b:  # count failures instead
        a, b = 1 - a, 1 - b
    slope = (a / b).log() - ((1 - a) / (1 - b)).log()
    cut = _bracket((gamma.log() - n * ((1 - a) / (1 - b)).log()) / slope)
    if cut is None or cut[1] - cut[0] > UNSURE:
        return arb.nan()
    total = _binomial_above(n, a, cut[1]) - gamma * _binomial_above(n, b, cut[1])
    for k in range(max(cut[0] + 1, 0), min(cut[1], n + 1)):
        total += arb(0).max(_binomial(n, a, k) - gamma * _binomial(n, b, k))
    return total


def _binomial(n: int, p: arb, k: int) -> arb:
    choose = arb(n + 1).lgamma() - arb(k + 1).lgamma() - arb(n - k + 1).lgamma()
    return (choose + k * p.log() + (n - k) * (1 - p).log()).exp()


def _binomial_above(n: int, p: arb, k: int) -> arb:
    """P[X >= k], from the side of the mean where the terms fall."""
    if k <= 0:
        return arb(1)
    if k > n:
        return arb(0)
    if k < n * p:
        return 1 - _binomial_above(n, 1 - p, n - k + 1)
    odds, term, total = p / (1 - p), _binomial(n, p, k), arb(0)
    first = term
    for j in range(k, min(n, k + MAX_TERMS) + 1):
        total += term
        ratio = odds * (n - j) / (j + 1)
        term *= ratio  # ratios fall with j, so what is left is below a geometric series
        if j == n:
            return total
        if j % 64 == 0 and ratio < 1 and (term / (1 - ratio)).upper() <= first.lower() * arb(2) ** -ctx.prec:
            return total + (term / (1 - ratio)).union(arb(0))
    raise ObjectError(f"binomial law with {n} trials: more than {MAX_TERMS} terms would be needed for its tail")
