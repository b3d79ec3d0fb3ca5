"""Divergences of two laws on the reals, from their parts, to the digits that are asked for.

    TV = E_1,   chi^2 = int p^2/q - 1,   H^2 = 1 - int sqrt(p q),   D_a = log(int p^a q^(1 - a))/(a - 1)

Each is evaluated with a growing number of bits until its relative radius is small enough: at extreme scales most bits go to
what cancels.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import pairwise
from typing import Any

import sympy
from flint import arb, ctx

from ..laws import Gumbel
from ..symbolic import bits
from .crossings import hockey_stick
from .densities import kl, log_power, power
from .parts import Piece, Split, ball, comes_apart, split

KINDS = ("tv", "hockey", "kl", "power", "hellinger", "chi")
HALF, ONE, TWO = sympy.Rational(1, 2), sympy.Integer(1), sympy.Integer(2)
MOST_BITS = 1 << 15


def knows(kind: str, p: Any, q: Any) -> bool:
    return kind in KINDS and comes_apart(p, q)


def divergence(kind: str, p: Any, q: Any, parameter: Any, digits: int) -> arb:
    """The divergence (for Rényi itself, not its moment); oo where it is infinite, nan where no enclosure was reached."""
    laws = split(*(sorted((p, q), key=sympy.default_sort_key) if kind in ("tv", "hellinger") else (p, q)))
    evaluate = {
        "tv": lambda: hockey_stick(laws, ONE),
        "hockey": lambda: hockey_stick(laws, parameter),
        "kl": lambda: kl(laws),
        "power": lambda: _renyi(laws, parameter),
        "hellinger": lambda: _hellinger(laws),
        "chi": lambda: power(laws, TWO) - 1,
    }[kind]
    return _grown(evaluate, digits, _most(laws, kind, digits))


def _most(laws: Split, kind: str, digits: int) -> int:
    """Bits that are tried: many where every piece has a closed form, fewer where cells are searched or summed."""
    parts = (*laws.p, *laws.q)
    if any(len(side) > 1 for _, _, *sides in laws.ranges for side in sides) or any(t.family is Gumbel for t in parts):
        return max(8 * bits(digits), 1024)
    return MOST_BITS


def _grown(evaluate: Callable[[], arb], digits: int, most: int) -> arb:
    prec = bits(digits) + 24
    goal = arb(10) ** -digits
    while True:
        with ctx.workprec(prec):
            found = evaluate()
        if found == arb.pos_inf() or found.is_zero():
            return found
        if found.is_finite() and found.rad() <= abs(found.mid()) * goal:
            return found
        if 2 * prec > most:
            return found
        prec *= 2


def _hellinger(laws: Split) -> arb:
    """1 - int sqrt(p q), where the integral over an interval is at most sqrt(P Q), which may be negligible."""
    least = sum((_affinity_bound(piece) for piece in laws.pieces()), arb(0))
    if least.abs_upper() < arb(2) ** (-ctx.prec + 8):
        return 1 - arb(0).union(arb(least.abs_upper()))
    return 1 - power(laws, HALF)


def _affinity_bound(piece: Piece) -> arb:
    """The least of the bounds sqrt(P Q), summed over the piece, or its two sides of a point halfway between two centres."""
    low, high = piece.ends
    centres = sorted((ball(t.part.location) for t in (*piece.p, *piece.q)), key=lambda c: c.mid())
    halfway = [arb(((a + b) / 2).mid()) for a, b in pairwise(centres)]
    cuts = [[c] for c in halfway if (low is None or c > low) and (high is None or c < high)]
    found = []
    for cut in ([], *cuts):
        total = arb(0)
        for a, b in pairwise([low, *cut, high]):
            one, two = (sum((t.mass(a, b) for t in side), arb(0)) for side in (piece.p, piece.q))
            total += (one * two).nonnegative_part().sqrt()
        found.append(arb(total.abs_upper()))
    return reduce(arb.min, found)


def _renyi(laws: Split, alpha: Any) -> arb:
    found = log_power(laws, alpha)
    if found in (arb.pos_inf(), arb.neg_inf()):  # it diverges, or the supports do not meet
        return arb.pos_inf()
    return found / (ball(alpha) - 1)
