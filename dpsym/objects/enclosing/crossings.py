"""Hockey-stick divergence and total variation of laws on the reals by the places where p - gamma q changes its sign.

    E_gamma(P || Q) = P(S) - gamma Q(S),   S = {p > gamma q}.

On a piece p - gamma q is a sum of signed exponentials. What is equal in p and gamma q is joined first. Two terms that are left have a
log-ratio of degree at most 2, whose roots are written down; otherwise the sign is sought by bisection, with the sum divided by its
greatest term: sure signs are kept, a sure slope leads to the one root, infinite ends are closed where one term dominates for good.

Where the sign is not seen, S may be chosen at will: for every S, P(S) - gamma Q(S) <= E_gamma, and what is missing is at most the
integral of |p - gamma q| over the unsure set. So E_gamma lies between the value at S and the value plus that bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any

import sympy
from flint import arb, ctx

from ..symbolic import certain, compare
from .parts import Curve, End, Part, Piece, Shape, Split, Term, ball

ZERO = sympy.Integer(0)

MAX_CELLS = 6000


@dataclass(frozen=True)
class Signed:
    """A term of p - gamma q: its sign, the logarithm of its size, and the size itself where it is known exactly."""

    sign: int
    shape: Shape
    log_size: arb
    size: Any = None


@dataclass(frozen=True)
class Found:
    """Where a piece has p > gamma q, and where it is not known."""

    above: list[tuple[End, End]]
    unsure: list[tuple[End, End]]


def hockey_stick(laws: Split, gamma: Any) -> arb:
    """E_gamma as a ball with the bits of the context; nan if more are needed."""
    level = ball(gamma)
    total = arb(0)
    for piece in laws.pieces():
        total += _on_piece(piece, gamma, level)
        if not total.is_finite():
            return arb.nan()
    return total


def _on_piece(piece: Piece, gamma: Any, level: arb) -> arb:
    low, high = piece.ends
    if not piece.p:
        return arb(0)
    if not piece.q:
        return _mass(piece.p, low, high)
    terms = joined(piece, gamma, level)
    if terms is None:
        return arb.nan()
    found = signs(terms, piece)
    total = arb(0)
    for a, b in found.above:
        total += _mass(piece.p, a, b) - level * _mass(piece.q, a, b)
    for a, b in found.unsure:
        total += arb(0).union(_difference(piece, terms, level, a, b))
    return total


def _mass(terms: Sequence[Term], low: End, high: End) -> arb:
    return sum((t.mass(low, high) for t in terms), arb(0))


def _difference(piece: Piece, terms: Sequence[Signed], level: arb, a: End, b: End) -> arb:
    """A bound of the integral of |p - gamma q| over an interval."""
    sizes = _mass(piece.p, a, b), level * _mass(piece.q, a, b)
    bound = (sizes[0] + sizes[1]).upper()
    two = _pair(terms)
    if two is not None and len(piece.p) == len(piece.q) == 1:
        if a is not None and b is not None:
            least, most = two.range(arb(a.lower()), arb(b.upper()))
            gap = least.union(most)
        elif two.is_constant:
            gap = two.c0
        else:
            return arb(bound)
        bound = min(bound, (sizes[1] * abs(gap.expm1())).upper())
    return arb(bound)


def joined(piece: Piece, gamma: Any, level: arb) -> list[Signed] | None:
    """The terms of p - gamma q, those of one law joined; None if a sign is not seen."""
    groups: dict[tuple[Any, Any], list[tuple[Term, int]]] = {}
    for sign, side in ((1, piece.p), (-1, piece.q)):
        for t in side:
            groups.setdefault((t.shape, t.part.key), []).append((t, sign))
    found: list[Signed] = []
    for (shape, _), members in groups.items():
        first = members[0][0]
        if len({s for _, s in members}) == 1:
            sign = members[0][1]
            size = sum((t.log_weight.exp() for t, _ in members), arb(0)).log() if len(members) > 1 else first.log_weight
            exact = sum(t.part.weight for t, _ in members) * (gamma if sign < 0 else 1)
            found.append(Signed(sign, shape, size + (level.log() if sign < 0 else 0), _sized(exact, first.part)))
            continue
        own = sum(t.part.weight for t, s in members if s > 0)
        other = gamma * sum(t.part.weight for t, s in members if s < 0)
        sign = certain(own, other)
        if sign != 0:
            difference = abs(ball(own) - ball(other))
            if difference.contains(0):
                return None
            log_size = difference.log() + first.log_weight - ball(first.part.weight).log()
            found.append(Signed(sign, shape, log_size, _sized(sign * (own - other), first.part)))
    return found


def _sized(weight: Any, part: Part) -> Any:
    factor = part.exact_factor()
    return None if factor is None else weight * factor


@lru_cache(maxsize=1 << 12)
def _exact_sign(ratio: Any, exponent: Any) -> int | None:
    """The sign of log(ratio) + exponent."""
    return compare(ratio * sympy.exp(exponent), sympy.Integer(1))


def _sign_at(terms: Sequence[Signed], x: Any, value: arb) -> int | None:
    """The sign of log of the positive over the negative term at an exact point, by balls, else exactly; None if it is not seen."""
    if value > 0 or value < 0:
        return 1 if value > 0 else -1
    one, two = terms if terms[0].sign > 0 else reversed(terms)
    if one.size is None or two.size is None or x is None:
        return None
    gap = one.shape.minus(two.shape)
    return _exact_sign(one.size / two.size, gap.a0 + gap.a1 * x + gap.a2 * x**2)


def _pair(terms: Sequence[Signed]) -> Curve | None:
    """log of the positive term over the negative one, if these are all."""
    if len(terms) != 2 or terms[0].sign == terms[1].sign:
        return None
    one, two = terms if terms[0].sign > 0 else reversed(terms)
    return one.shape.minus(two.shape).curve(one.log_size - two.log_size)


def signs(terms: Sequence[Signed], piece: Piece) -> Found:
    """Where the sum is positive on a piece."""
    low, high = piece.ends
    if not any(t.sign > 0 for t in terms):
        return Found([], [])
    if not any(t.sign < 0 for t in terms):
        return Found([(low, high)], [])
    gap = _pair(terms)
    if gap is not None and not gap.terms:
        return _of_parabola(gap, terms, piece)
    return _by_bisection(terms, low, high)


# -- two terms -------------------------------------------------------------------------------------------------------


def _of_parabola(gap: Curve, terms: Sequence[Signed], piece: Piece) -> Found:
    low, high = piece.ends
    if gap.is_constant:
        sign = _sign_at(terms, ZERO, gap.c0)
        return Found([(low, high)] if sign == 1 else [], [(low, high)] if sign is None else [])
    roots = _roots(gap)
    if roots is None:
        return Found([(low, high)] if gap.c2 > 0 else [], [])
    if any(not r.is_finite() for r in roots):
        return Found([], [(low, high)])
    at = [e is not None and _vanishes(terms, gap, x, e) for x, e in ((piece.low, low), (piece.high, high))]
    return _between(roots, gap, low, high, at[0], at[1])


def _vanishes(terms: Sequence[Signed], gap: Curve, x: Any, point: arb) -> bool:
    """Whether a root lies at a cut exactly."""
    value = gap(point)
    return bool(value.contains(0)) and _sign_at(terms, x, value) == 0


def _roots(gap: Curve) -> list[arb] | None:
    """None if there are none, of a curve that is not constant."""
    if gap.c2.is_zero():
        return [-gap.c0 / gap.c1]
    square = gap.c1 * gap.c1 - 4 * gap.c0 * gap.c2
    if square < 0:
        return None
    centre = -gap.c1 / (2 * gap.c2)
    if not square > 0:  # about a double root
        reach = arb(square.abs_upper()).sqrt() / (2 * abs(gap.c2))
        near = centre + reach.union(-reach)
        return [near, near]
    root = square.sqrt()
    far = -(gap.c1 + root) / 2 if gap.c1 > 0 else (root - gap.c1) / 2  # without cancellation
    one, two = far / gap.c2, gap.c0 / far
    return sorted((one, two), key=lambda r: r.mid())


def _between(roots: list[arb], gap: Curve, low: End, high: End, at_low: bool, at_high: bool) -> Found:
    """The sign alternates between the roots; it is that of the leading coefficient on the right. A root may lie at an end exactly."""
    leading = gap.c1 if gap.c2.is_zero() else gap.c2
    if not (leading > 0 or leading < 0):
        return Found([], [(low, high)])
    positive = bool(leading > 0)
    above: list[tuple[End, End]] = []
    unsure: list[tuple[End, End]] = []
    points = [_clipped(r, low, high, at_low, at_high) for r in roots]
    right: End = high
    for inside, doubtful in reversed(points):
        if positive and inside != "above":
            above.append((low if inside == "below" else inside, right))
        if inside == "below":
            right = low
            positive = False
            break
        if inside != "above":
            right = inside
        unsure.extend(doubtful)
        positive = not positive
    if positive and not _same(right, low):
        above.append((low, right))
    return Found([(a, b) for a, b in above if not _same(a, b)], unsure)


def _same(a: End, b: End) -> bool:
    return a is not None and a is b


def _clipped(root: arb, low: End, high: End, at_low: bool, at_high: bool) -> tuple[Any, list[tuple[End, End]]]:
    """A point for the root ("below", "above" where it is outside), and the interval in which it is not known where it is."""
    if low is not None and root <= low:
        return "below", []
    if high is not None and root >= high:
        return "above", []
    near_low, near_high = low is not None and not root > low, high is not None and not root < high
    start = low if near_low else arb(root.lower())
    stop = high if near_high else arb(root.upper())
    if near_low and near_high:
        return low, [(low, high)]
    if (near_low and at_low) or (near_high and at_high):
        return ("below" if near_low else "above"), []
    point = low if near_low else high if near_high else arb(root.mid())
    return point, [(start, stop)]


# -- more terms ------------------------------------------------------------------------------------------------------


class _Sum:
    """A sum of signed exponentials over its greatest term near a point."""

    def __init__(self, terms: Sequence[Signed]) -> None:
        self.terms = terms
        self._gaps: dict[int, list[tuple[int, Curve]]] = {}
        self._own = [t.shape.curve(t.log_size) for t in terms]

    def _gap(self, k: int) -> list[tuple[int, Curve]]:
        if k not in self._gaps:
            top = self.terms[k]
            self._gaps[k] = [
                (t.sign, t.shape.minus(top.shape).curve(t.log_size - top.log_size)) for t in self.terms if t is not top
            ]
        return self._gaps[k]

    def _top(self, x: arb) -> int:
        values = [c(x) for c in self._own]
        return max(range(len(values)), key=lambda k: values[k].mid())

    def value(self, low: arb, high: arb | None = None) -> int:
        """The sign of the sum at a point or on an interval, 0 if it is not seen."""
        middle = low if high is None else _middle(low, high)
        k = self._top(middle)
        least = most = arb(self.terms[k].sign)
        for s, c in self._gap(k):
            a, b = (c(low).exp(),) * 2 if high is None else (e.exp() for e in c.range(low, high))
            least, most = (least + a, most + b) if s > 0 else (least - b, most - a)
        return 1 if least > 0 else -1 if most < 0 else 0

    def slope(self, low: arb, high: arb) -> int:
        """The sign of the derivative of the sum over the term that is greatest in the middle."""
        least = most = arb(0)
        for s, c in self._gap(self._top(_middle(low, high))):
            sizes, slopes = [e.exp() for e in c.range(low, high)], c.slope(low, high)
            products = [s * x * y for x in sizes for y in slopes]
            least, most = least + reduce(arb.min, products), most + reduce(arb.max, products)
        return 1 if least > 0 else -1 if most < 0 else 0

    def beyond(self, at: arb, side: int) -> int | None:
        """The sign of the sum from `at` outward, if one term dominates all others for good."""
        k = self._top(at)
        others = arb(0)
        for _, c in self._gap(k):
            if falls(c, at, side):
                others += c(at).exp()
            elif side > 0 and c.c1.is_zero() and c.c2.is_zero() and all(j < 0 for j, _, _ in c.terms):
                others += c.c0.exp()  # it rises to a limit
            else:
                return None
        if others < 1:
            return self.terms[k].sign
        return self._level(side) if len(self.terms) == 2 else None

    def _level(self, side: int) -> int | None:
        """The sign to the right where the log-ratio of the two terms tends to 0 from one side."""
        gap = _pair(self.terms)
        if gap is None or side < 0 or not (gap.c1.is_zero() and gap.c2.is_zero()):
            return None
        limit = _sign_at(self.terms, ZERO, gap.c0)
        sides = {1 if k > 0 else -1 for k, _, _ in gap.terms}
        return sides.pop() if limit == 0 and len(sides) == 1 else None


def _middle(low: arb, high: arb) -> arb:
    return arb(((low + high) / 2).mid())


def falls(c: Curve, at: arb, side: int) -> bool:
    """Whether a curve does not rise from `at` outward."""
    if side > 0:
        steepest = sum((arb(0).max(-k * r * (-(at - m) * r).exp()) for k, m, r in c.terms), arb(0))
        return bool(c.c2 <= 0) and bool(2 * c.c2 * at + c.c1 + steepest <= 0)
    if not c.terms:
        return bool(c.c2 <= 0) and bool(2 * c.c2 * at + c.c1 >= 0)
    k, m, r = lead = max(c.terms, key=lambda t: t[2].mid())
    if not (k < 0 and r * at < -1):
        return False
    # outward the derivative is k r exp(-(x - m) r), and |c1| + 2 |c2 x| and the other terms over it only get smaller
    others = (abs(c.c1) + 2 * abs(c.c2 * at)) * ((at - m) * r).exp() / r
    for term in c.terms:
        j, n, t = term
        if term is lead:
            continue
        if not t < r:
            return False
        others += abs(j) * t / r * ((at - m) * r - (at - n) * t).exp()
    return bool(others <= -k)


def _by_bisection(terms: Sequence[Signed], low: End, high: End) -> Found:
    f = _Sum(terms)
    start, left = _closed(f, low, high, -1)
    stop, right = _closed(f, high, low, 1)
    if start is None or stop is None:
        return Found([], [(low, high)])
    above: list[tuple[End, End]] = []
    unsure: list[tuple[End, End]] = []
    if left is not None and left > 0:
        above.append((None, start))
    if right is not None and right > 0:
        above.append((stop, None))
    cells = [(start, stop)]
    count = 0
    while cells:
        a, b = cells.pop()
        count += 1
        value = f.value(arb(a.lower()), arb(b.upper()))
        if value > 0:
            above.append((a, b))
        elif value == 0:
            if count > MAX_CELLS or _narrow(a, b):
                unsure.append((a, b))
            elif f.slope(arb(a.lower()), arb(b.upper())):
                _one_root(f, a, b, above, unsure)
            else:
                middle = _split(a, b)
                cells += [(middle, b), (a, middle)]
    return Found(above, unsure)


def _split(a: arb, b: arb) -> arb:
    """Between two ends: the geometric mean where they are of one sign and far apart in size, else the middle."""
    x, y = arb(a.mid()), arb(b.mid())
    if x > 0 and y > 4 * x:
        return arb((x * y).sqrt().mid())
    if y < 0 and x < 4 * y:
        return -arb((x * y).sqrt().mid())
    if x < 0 < y and (-x > 4 * y or y > -4 * x):
        return arb(0)
    return arb(((x + y) / 2).mid())


def _narrow(a: arb, b: arb) -> bool:
    size = abs(a).max(abs(b))
    return not b - a > size * arb(2) ** (-ctx.prec // 2)


def _closed(f: _Sum, end: End, other: End, side: int) -> tuple[arb | None, int | None]:
    """An infinite end is moved to where the sign is known from then on."""
    if end is not None:
        return end, None
    anchors = [ball(m) for t in f.terms for _, m, _ in t.shape.terms] + [arb(0) if other is None else other]
    centres = [-c.c1 / (2 * c.c2) for c in f._own if not c.c2.is_zero()]
    places = [arb(x.mid()) for x in (*anchors, *centres) if x.is_finite()]
    origin = (max if side > 0 else min)(places, key=lambda x: x.mid())
    step = arb(2) ** -60
    for _ in range(400):
        at = arb((origin + side * step).mid())
        sign = f.beyond(at, side)
        if sign is not None:
            return at, sign
        step *= 2
    return None, None


def _one_root(f: _Sum, a: arb, b: arb, above: list[tuple[End, End]], unsure: list[tuple[End, End]]) -> None:
    """On a cell where the sum over one of its terms is monotone there is at most one change of sign, which bisection finds.

    Where the sign at an end is not seen (the change may lie at a cut), the end is left to what is unsure.
    """
    low, inner_a = _seen(f, a, b)
    high, inner_b = _seen(f, b, a)
    if not low or not high or not inner_a < inner_b:
        unsure.append((a, b))
        return
    unsure += [(a, inner_a)] * (inner_a is not a) + [(inner_b, b)] * (inner_b is not b)
    if low == high:
        if low > 0:
            above.append((inner_a, inner_b))
        return
    x, y = inner_a, inner_b
    for _ in range(4 * ctx.prec):
        if not y - x > (abs(x).max(abs(y))) * arb(2) ** (-ctx.prec + 8):
            break
        middle = _split(x, y)
        value = f.value(middle)
        if not value:
            break
        x, y = (middle, y) if value == low else (x, middle)
    above.append((inner_a, x) if low > 0 else (y, inner_b))
    unsure.append((x, y))


def _seen(f: _Sum, end: arb, other: arb) -> tuple[int, arb]:
    """The sign at an end, or as near to it as it is seen, and where."""
    if found := f.value(end):
        return found, end
    for k in range(ctx.prec - 8, 0, -max(4, ctx.prec // 32)):
        near = arb((end + (other - end) * arb(2) ** -k).mid())
        if found := f.value(near):
            return found, near
    return 0, end
