"""A curve replaced by one with kinks at u_i = e^(o + i s) only, i = first, ..., last: above it, or below it.

A convex, piecewise linear curve with kinks at u_i is that of the pair with atoms of loss log u_i, whose mass under Q is the change of
slope at u_i, under P u_i times that, and whose mass with infinite loss is the limit at oo.

above   The chords between the points (u_i, h(u_i)), from (0, 1) on, and h(u_last) beyond. With r = e^s the masses are

            p_i = (h_{i+1} - (1 + r) h_i + r h_{i-1})/(r - 1),    h_i = h(u_i).

        Balls enclose them, and upper ends are taken: more mass makes the curve greater.

below   Between u_i and u_{i+1} the line T_i(u) = P(A_i) - u Q(A_i) of an event A_i is below h. A_i is {L > l}, with l in the middle,
        or elsewhere if T_i(u_i) >= 1 - u_i or T_i(u_{i+1}) >= P(L = oo) would fail otherwise. From where h is next to P(L = oo) on, the
        line is that constant; below u_first it is 1 - u. At u_i take the lesser of T_{i-1} and T_i:
        chords between these values are below h, and so is the greatest convex curve below them, their lower hull. It is made in
        exact integers, of values rounded down; all its masses are >= 0. The u_i are numbers of finitely many digits between
        e^(o + i s - c) and e^(o + i s), c = 2^-60, and the losses are taken to be o + i s - c: less loss is what is below.

Both differ from h in the second order of s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import arb, ctx, fmpq

from ...derive.rounding import rational
from .finite import Lattice
from .pairs import Pair


@dataclass(frozen=True)
class Masses:
    """Masses of P at losses offset + (first + i) step, each of them an end of a ball, and that of infinite loss."""

    first: int
    masses: Sequence[arb]
    infinite: arb
    offset: Fraction = Fraction(0)


@dataclass(frozen=True)
class Grid:
    """Losses offset + i step for first <= i <= last."""

    offset: Fraction
    step: Fraction
    first: int
    last: int

    def losses(self, moved: Fraction = Fraction(0)) -> list[fmpq]:
        """Moved by so many steps."""
        start, step = rational(self.offset + moved * self.step), rational(self.step)
        return [start + i * step for i in range(self.first, self.last + 1)]


def above(pair: Pair, grid: Grid) -> Masses:
    """The atoms of the chords, rounded up."""
    rise = arb(rational(grid.step)).expm1()
    h = [pair.delta(arb(l)) for l in grid.losses()]
    falls = [b - a for a, b in pairwise(h)]
    ratio = 1 + rise
    inner = [(right - ratio * left) / rise for left, right in pairwise(falls)]
    lowest, highest = falls[0] / rise - h[0] + 1, -falls[-1] / (1 - 1 / ratio)
    return Masses(grid.first, [_most(p) for p in (lowest, *inner, highest)], _most(h[-1]), grid.offset)


def _most(x: arb) -> arb:
    return arb(x.upper()).max(arb(0))


def below(pair: Pair, grid: Grid) -> Masses:
    """The atoms of the lower hull, rounded down."""
    losses = grid.losses()
    bits = ctx.prec + max(0, -int(arb(losses[0] * 3 / 2).lower().floor().unique_fmpz()))  # e < 2^(3/2)
    moved = 1 - arb((1, -SHIFT - 1))  # 1 - c/2 >= e^(-c)
    places = [_fixed((moved * arb(l).exp()).upper(), bits, up=True) for l in losses]
    infinite = pair.infinite.lower().max(arb(0))
    at_zero, values = _heights(pair, grid, [arb((place, -bits)) for place in places], infinite)
    scale = ctx.prec + max((-_exponent(v) for v in values if v > 0), default=0)
    corners = _hull([0, *places], [_fixed(v, scale) for v in (at_zero, *values)])
    masses = [arb(0)] * len(places)
    for i, mass in _corner_masses(corners):
        masses[i - 1] = _short(mass, scale + SPARE)
    return Masses(grid.first, masses, arb(infinite), grid.offset - Fraction(1, 1 << SHIFT))


def _heights(pair: Pair, grid: Grid, us: list[arb], infinite: arb) -> tuple[arb, list[arb]]:
    """The first line at 0, and the lesser of the two lines at each u_i, rounded down; no line is below `infinite` where it is used."""
    lines = [(arb(1), arb(1))]
    if not 1 - us[0] >= infinite:  # all of the grid is at losses above 0: what is below it is left out
        lines = [pair.event(arb(grid.losses(NEAR)[0]))]
    if not lines[0][0] - us[0] * lines[0][1] >= infinite:
        lines = [(infinite, arb(0))]
    step, cuts = rational(grid.step), [rational(grid.offset + cut * grid.step) for cut in CUTS]
    for i, (u, u1) in enumerate(pairwise(us), grid.first):
        found = _line(pair, (cut + i * step for cut in cuts), u, u1, infinite)
        if found is None:
            break
        lines.append(found)
    lines += [(infinite, arb(0))] * (len(us) + 1 - len(lines))
    at_zero = lines[0][0].lower().min(arb(1))
    return at_zero, [
        min((p - u * q).lower(), (p1 - u * q1).lower()).max(infinite)
        for u, (p, q), (p1, q1) in zip(us, lines, lines[1:])
    ]


NEAR = Fraction(1, 1 << 30)
CUTS = (
    Fraction(1, 2),
    NEAR,
    Fraction(1, 4),
    Fraction(3, 4),
    Fraction(1, 8),
    Fraction(7, 8),
    1 - NEAR,
)  # the last is the fallback


def _line(pair: Pair, cuts: Iterable[fmpq], u: arb, u1: arb, infinite: arb) -> tuple[arb, arb] | None:
    """The chances of the first event that is good at both ends, or of the last one; None if that is not good at the right end."""
    found = None
    for cut in cuts:
        p, q = found = pair.event(arb(cut))
        if p - u1 * q >= infinite and p - u * q >= 1 - u - arb((1, 4 - SHIFT)):
            return found
    return found if found is not None and found[0] - u1 * found[1] >= infinite else None


SHIFT = 60  # c = 2^-SHIFT
SPARE = 64  # digits of masses below those of heights

Corner = tuple[int, int, int]  # which point, its u and its height


def _hull(us: list[int], heights: list[int]) -> list[Corner]:
    """The corners of the lower hull, exactly."""
    corners: list[Corner] = []
    for i, (u, g) in enumerate(zip(us, heights)):
        while len(corners) > 1:
            (_, u0, g0), (_, u1, g1) = corners[-2:]
            if (g1 - g0) * (u - u1) < (g - g1) * (u1 - u0):
                break
            corners.pop()
        corners.append((i, u, g))
    return corners


def _corner_masses(corners: list[Corner]) -> list[tuple[int, int]]:
    """u times the change of slope at each corner but the first, which has none, in multiples of 2^-SPARE of a height; rounded down."""
    found = []
    for (_, u0, g0), (i, u, g), after in zip(corners, corners[1:], [*corners[2:], None]):
        left = -((-(u * (g - g0) << SPARE)) // (u - u0))
        right = 0 if after is None else (u * (after[2] - g) << SPARE) // (after[1] - u)
        found.append((i, max(right - left, 0)))
    return found


def _fixed(x: arb, scale: int, up: bool = False) -> int:
    """An exact number in multiples of 2^-scale, rounded."""
    mantissa, exponent = map(int, x.man_exp())
    shift = exponent + scale
    if shift >= 0:
        return mantissa << shift
    return -((-mantissa) >> -shift) if up else mantissa >> -shift


def _exponent(x: arb) -> int:
    """About log2 of an exact positive number."""
    mantissa, exponent = map(int, x.man_exp())
    return exponent + mantissa.bit_length()


def _short(mantissa: int, scale: int) -> arb:
    """mantissa 2^-scale as an exact number, rounded down to the precision."""
    more = max(0, mantissa.bit_length() - ctx.prec)
    return arb((mantissa >> more, more - scale))


# -- lattices, which need no grid --------------------------------------------------------------------------------------------


def spread(lattice: Lattice, step: Fraction, up: bool) -> Masses:
    """The atoms of a lattice whose step is a multiple of this one. What is left out is infinite loss above, nothing below."""
    apart = lattice.step / step
    if apart.denominator != 1:
        raise ValueError(f"found a lattice with step {lattice.step}, expected a multiple of {step}")
    n, every = len(lattice.masses), int(apart)
    masses = [arb(0)] * ((n - 1) * every + 1)
    for i, mass in enumerate(reversed(lattice.masses)):
        masses[i * every] = _most(mass) if up else arb(mass.lower()).max(arb(0))
    infinite = _most(lattice.left_out) if up else arb(0)
    return Masses(0, masses, infinite, lattice.first - (n - 1) * lattice.step)
