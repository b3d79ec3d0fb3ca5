"""Laws on the reals come apart into parts: a weight, a family with a location and a scale, and an interval.

Shifted, scaled, conditioned and mixed laws are all lists of such parts. Between the cuts (kinks and ends of supports) the logarithm of
the density of a part is

    log w + log f + a0 + a1 x + a2 x^2 - exp(-(x - m)/s)    (the last term for Gumbel's law alone)

with exact a0, a1, a2: what is equal in two laws cancels, and a coefficient that is 0 is seen to be 0. The factor f is 1/(2 s), 1/s,
..., over the probability of the interval for a conditioned law, which is computed here, where its tails keep their relative digits.

`mass` is the integral of exp(c0 + c1 x + c2 x^2) over an interval, by exponentials, erfc or erfi. Arb's exponents are unbounded:
nothing overflows or vanishes; what cancels is found again with more bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, cmp_to_key, lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

import sympy
from flint import acb, arb, ctx, fmpq

from ..errors import ObjectError
from ..laws import Affine, Exponential, Gumbel, Laplace, Mixture, Normal, Truncated, Uniform
from ..symbolic import ball_of, certain, decimals, is_zero

ZERO, ONE = sympy.Integer(0), sympy.Integer(1)
End: TypeAlias = Any  # of an interval: a ball, or None where it is infinite


@lru_cache(maxsize=1 << 14)
def _irrational(expr: Any, prec: int) -> arb:
    with ctx.workprec(prec):
        return ball_of(expr, decimals(prec))


def ball(expr: Any) -> arb:
    """A ball of an exact number with the bits of the context; exactly 0 where it is 0."""
    if expr.is_Rational:
        return arb(fmpq(int(expr.p), int(expr.q)))
    return _irrational(expr, ctx.prec)


@dataclass(frozen=True)
class Shape:
    """a0 + a1 x + a2 x^2 + sum of k exp(-(x - m)/s), exactly; a Gumbel term is (k, m, s)."""

    a0: Any = ZERO
    a1: Any = ZERO
    a2: Any = ZERO
    terms: tuple[tuple[Any, Any, Any], ...] = ()

    def times(self, c: Any) -> Shape:
        return Shape(c * self.a0, c * self.a1, c * self.a2, tuple((c * k, m, s) for k, m, s in self.terms))

    def plus(self, other: Shape) -> Shape:
        joined: dict[tuple[Any, Any], Any] = {}
        for k, m, s in (*self.terms, *other.terms):
            joined[m, s] = joined.get((m, s), ZERO) + k
        kept = tuple((k, m, s) for (m, s), k in joined.items() if k != 0)
        return Shape(self.a0 + other.a0, self.a1 + other.a1, self.a2 + other.a2, kept)

    def minus(self, other: Shape) -> Shape:
        return self.plus(other.times(sympy.Integer(-1)))

    def curve(self, constant: arb) -> Curve:
        """In balls, with a number added."""
        a1, a2 = (ball(a) for a in (self.a1, self.a2))
        a1, a2 = (arb(0) if b.contains(0) and is_zero(a) else b for b, a in ((a1, self.a1), (a2, self.a2)))
        return Curve(ball(self.a0) + constant, a1, a2, tuple(self._steep()))

    def _steep(self) -> Iterator[tuple[arb, arb, arb]]:
        """The Gumbel terms, those of one scale as one: k exp(-(x - m)/s) is k exp((m - n)/s) exp(-(x - n)/s)."""
        for s in dict.fromkeys(s for *_, s in self.terms):
            (k, n), *others = ((k, m) for k, m, t in self.terms if t == s)
            total = k + sympy.Add(*(j * sympy.exp((m - n) / s) for j, m in others))
            found = ball(total) if others else ball(k)
            if not (others and found.contains(0) and is_zero(total)):
                yield found, ball(n), 1 / ball(s)


@dataclass(frozen=True)
class Curve:
    """c0 + c1 x + c2 x^2 + sum k exp(-(x - m) r), in balls; c1 and c2 are exactly 0 where they are 0."""

    c0: arb
    c1: arb
    c2: arb
    terms: tuple[tuple[arb, arb, arb], ...] = ()

    @property
    def is_constant(self) -> bool:
        return not self.terms and self.c1.is_zero() and self.c2.is_zero()

    def __call__(self, x: Any) -> Any:
        value = (self.c2 * x + self.c1) * x + self.c0
        for k, m, r in self.terms:
            value += k * (-(x - m) * r).exp()
        return value

    def around(self, centre: arb) -> Curve:
        """The same of x - centre: on boxes about the centre nothing cancels that is large only because x is."""
        c1 = self.c1 if self.c2.is_zero() else self.c1 + 2 * self.c2 * centre
        c0 = (self.c2 * centre + self.c1) * centre + self.c0
        return Curve(c0, c1, self.c2, tuple((k, m - centre, r) for k, m, r in self.terms))

    def slope(self, low: arb, high: arb) -> tuple[arb, arb]:
        """Bounds of the derivative on an interval. Those of Gumbel terms are kept apart, as a ball would lose its sign."""
        return _total(
            [_ends(self.c1 + 2 * self.c2 * low, self.c1 + 2 * self.c2 * high)]
            + [_ends(*(-k * r * (-(x - m) * r).exp() for x in (low, high))) for k, m, r in self.terms]
        )

    def range(self, low: arb, high: arb) -> tuple[arb, arb]:
        """Bounds of the curve on an interval."""
        falls, rises = self.slope(low, high)
        if falls >= 0 or rises <= 0:
            return _ends(self(low), self(high))
        middle = arb(((low + high) / 2).mid())
        reach = (high - low) * abs(falls).max(abs(rises)) / 2
        near = self(middle)
        return near - reach, near + reach

    def mass(self, low: End, high: End) -> arb:
        """int exp over an interval: infinite where it diverges, nan where more precision is needed."""
        if self.terms:
            return arb.nan()
        return mass(self.c0, self.c1, self.c2, low, high)


def _ends(a: arb, b: arb) -> tuple[arb, arb]:
    return a.min(b), a.max(b)


def _total(ranges: list[tuple[arb, arb]]) -> tuple[arb, arb]:
    return sum((a for a, _ in ranges), arb(0)), sum((b for _, b in ranges), arb(0))


# -- integrals of exponentials of parabolas ------------------------------------------------------------------------


def mass(c0: arb, c1: arb, c2: arb, low: End, high: End) -> arb:
    if c2.is_zero():
        return c0.exp() * _line(c1, low, high) if c1.is_zero() else _line_from(c0, c1, low, high)
    return _parabola(c0, c1, c2, low, high)


def _line(c1: arb, low: End, high: End) -> arb:
    """Without slope."""
    return arb.pos_inf() if low is None or high is None else high - low


def _line_from(c0: arb, c1: arb, low: End, high: End) -> arb:
    if low is not None and high is not None:
        if c1 > 0:  # from the end where it is greatest
            return (c0 + c1 * high).exp() * -(c1 * (low - high)).expm1() / c1
        if c1 < 0:
            return (c0 + c1 * low).exp() * (c1 * (high - low)).expm1() / c1
        return (high - low) * (c0 + c1 * low.union(high)).exp()
    outward = c1 if high is None else -c1
    if (low is None and high is None) or outward > 0:
        return arb.pos_inf()
    end = low if high is None else high
    return (c0 + c1 * end).exp() / -outward if outward < 0 else arb.nan()


def _parabola(c0: arb, c1: arb, c2: arb, low: End, high: End) -> arb:
    if not (c2 > 0 or c2 < 0):
        return arb.nan()
    centre, v = -c1 / (2 * c2), abs(c2).sqrt()
    left, right = (None if e is None else v * (e - centre) for e in (low, high))
    if c2 > 0:
        if left is None or right is None or low is None or high is None:
            return arb.pos_inf()
        factor = (c0 + c1 * centre / 2).exp() * arb.pi().sqrt() / (2 * v)
        return factor * (acb(right).erfi() - acb(left).erfi()).real
    if right is not None and (left is None or right < 0):  # from the side where both tails are short
        left, right = -right, None if left is None else -left
        low, high = high, low
    if (
        left is not None and low is not None and left > 1
    ):  # over their heights at the ends, which may be far below their factor
        beyond = arb(0) if right is None or high is None else _height(c0, c1, c2, high) * _erfcx(right)
        return (_height(c0, c1, c2, low) * _erfcx(left) - beyond) * arb.pi().sqrt() / (2 * v)
    factor = (c0 + c1 * centre / 2).exp() * arb.pi().sqrt() / (2 * v)
    if left is None:
        return 2 * factor
    if right is None:
        return factor * left.erfc()
    if left < 0 and right > 0:
        return factor * ((-left).erf() + right.erf())
    return factor * (left.erfc() - right.erfc())


def _height(c0: arb, c1: arb, c2: arb, x: arb) -> arb:
    return ((c2 * x + c1) * x + c0).exp()


def _erfcx(x: arb) -> arb:
    """exp(x^2) erfc(x) for x > 0."""
    return (x * x).hypgeom_u(arb(1) / 2, arb(1) / 2) / arb.pi().sqrt()


def gumbel_mass(m: arb, s: arb, low: End, high: End) -> arb:
    """exp(-u) at the upper end less the same at the lower one, u = exp(-(x - m)/s), from the greater of both."""
    above = arb(0) if high is None else (-(high - m) / s).exp()
    if low is None:
        return (-above).exp()
    share = -(above - (-(low - m) / s).exp()).expm1()
    if not share.is_finite() or share.abs_upper() > 2:  # exponents too large to be told apart: it lies between 0 and 1
        share = arb(0).union(arb(1))
    return (-above).exp() * share


# -- parts -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """weight times the law of a family with this location and scale, given that it falls between low and high (None: no end).

    The uniform law on [low, high] is a part with location low and scale high - low. `given` says that the interval is less than the
    support of the family.
    """

    weight: Any
    family: Any  # Laplace, Normal, Uniform, Exponential or Gumbel
    location: Any
    scale: Any
    low: Any
    high: Any
    given: bool = False

    @property
    def key(self) -> tuple[Any, ...]:
        """Parts of one key have one factor."""
        if self.family is Uniform:
            return (Uniform, self.high - self.low)
        whole = (self.family, self.scale)
        return (*whole, self.location, self.low, self.high) if self.given else whole

    def covers(self, low: Any, high: Any) -> bool:
        """Whether a piece between two cuts lies in its interval."""
        return (self.low is None or (low is not None and certain(low, self.low) >= 0)) and (
            self.high is None or (high is not None and certain(high, self.high) <= 0)
        )

    def shape(self, low: Any, high: Any) -> Shape:
        """Of the exponent between two cuts."""
        m, s = self.location, self.scale
        if self.family is Laplace:
            right = low is not None and certain(low, m) >= 0
            return Shape(m / s, -1 / s) if right else Shape(-m / s, 1 / s)
        if self.family is Normal:
            return Shape(-(m**2) / (2 * s**2), m / s**2, -1 / (2 * s**2))
        if self.family is Exponential:
            return Shape(m / s, -1 / s)
        if self.family is Gumbel:
            return Shape(m / s, -1 / s, ZERO, ((sympy.Integer(-1), m, s),))
        return Shape()

    @cached_property
    def kinks(self) -> tuple[Any, ...]:
        return (self.location,) if self.family is Laplace else ()

    def log_factor(self) -> arb:
        """log of the factor of the density, without the weight, at the bits of the context."""
        if self.family is Uniform:
            return -ball(self.high - self.low).log()
        own = self._family_factor()
        return own - self._log_given(own) if self.given else own

    def _family_factor(self) -> arb:
        s = ball(self.scale)
        if self.family is Laplace:
            return -(2 * s).log()
        return -(s * (2 * arb.pi()).sqrt()).log() if self.family is Normal else -s.log()

    def exact_factor(self) -> Any:
        """The factor as an exact number; None for a conditioned law, whose probability is known by balls."""
        if self.family is Uniform:
            return 1 / (self.high - self.low)
        if self.given:
            return None
        halves = {Laplace: 2 * self.scale, Normal: self.scale * sympy.sqrt(2 * sympy.pi)}
        return 1 / halves.get(self.family, self.scale)

    def _log_given(self, factor: arb) -> arb:
        """log of the probability of the interval under the family."""
        inside = [k for k in self.kinks if self._within(k)]
        total = arb(0)
        for low, high in pairwise([self.low, *inside, self.high]):
            total += self.mass_between(low, high, factor)
        return total.log()

    def _within(self, x: Any) -> bool:
        return (self.low is None or certain(x, self.low) > 0) and (self.high is None or certain(x, self.high) < 0)

    def mass_between(self, low: Any, high: Any, factor: arb) -> arb:
        """The integral of exp(factor + exponent) over a piece without kinks inside."""
        start, stop = (None if e is None else ball(e) for e in (low, high))
        if self.family is Gumbel:
            s = ball(self.scale)
            return (factor + s.log()).exp() * gumbel_mass(ball(self.location), s, start, stop)
        return self.shape(low, high).curve(factor).mass(start, stop)


def parts(law: Any, weight: Any = ONE) -> list[Part]:
    """A law on the reals as its parts."""
    if isinstance(law, Mixture):
        return [part for inner, w in law.parts if w != 0 for part in parts(inner, weight * w)]
    if isinstance(law, Affine):
        scale, shift = law.args[1:]
        return [
            replace(
                p,
                location=scale * p.location + shift,
                scale=scale * p.scale,
                low=None if p.low is None else scale * p.low + shift,
                high=None if p.high is None else scale * p.high + shift,
            )
            for p in parts(law.args[0], weight)
        ]
    if isinstance(law, Truncated):
        (whole,) = parts(law.args[0], weight)
        low, high = law.ends()
        same = all(a == b for a, b in ((low, whole.low), (high, whole.high)))
        return [Part(weight, whole.family, whole.location, whole.scale, low, high, whole.given or not same)]
    a = law.args
    if isinstance(law, (Laplace, Normal, Gumbel)):
        return [Part(weight, type(law), a[0], a[1], None, None)]
    if isinstance(law, Uniform):
        return [Part(weight, Uniform, a[0], a[1] - a[0], a[0], a[1])]
    if isinstance(law, Exponential):
        return [Part(weight, Exponential, ZERO, 1 / a[0], ZERO, None)]
    raise ObjectError(f"{law}: no part of a law on the reals is of this kind")


def comes_apart(*laws: Any) -> bool:
    """Whether `parts` knows the laws."""
    for law in laws:
        if isinstance(law, Mixture):
            if not comes_apart(*(inner for inner, _ in law.parts)):
                return False
        elif isinstance(law, (Affine, Truncated)):
            if not comes_apart(law.args[0]):
                return False
        elif not isinstance(law, (Laplace, Normal, Gumbel, Uniform, Exponential)):
            return False
    return True


# -- pieces ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Term:
    """A part on a piece: its weight, its shape, the key of its factor, and log(weight * factor)."""

    part: Part
    shape: Shape
    log_weight: arb

    @property
    def curve(self) -> Curve:
        return self.shape.curve(self.log_weight)

    def mass(self, low: End, high: End) -> arb:
        if self.part.family is Gumbel:
            s = ball(self.part.scale)
            return (self.log_weight + s.log()).exp() * gumbel_mass(ball(self.part.location), s, low, high)
        return self.curve.mass(low, high)


@dataclass(frozen=True)
class Piece:
    """An interval between two cuts, with the terms of both laws there."""

    low: Any
    high: Any
    p: tuple[Term, ...]
    q: tuple[Term, ...]

    @property
    def ends(self) -> tuple[End, End]:
        low, high = (None if e is None else ball(e) for e in (self.low, self.high))
        return low, high


@dataclass(frozen=True)
class Split:
    """Two laws on the reals, cut into pieces; exact, so that every precision reads the same."""

    p: tuple[Part, ...]
    q: tuple[Part, ...]
    ranges: tuple[tuple[Any, Any, tuple[tuple[Part, Shape], ...], tuple[tuple[Part, Shape], ...]], ...]

    def pieces(self) -> Iterator[Piece]:
        """With the bits of the context."""
        logs = {part: part.log_factor() + ball(part.weight).log() for part in (*self.p, *self.q)}
        for low, high, *sides in self.ranges:
            p, q = (tuple(Term(part, shape, logs[part]) for part, shape in side) for side in sides)
            yield Piece(low, high, p, q)


def split(p: Any, q: Any) -> Split:
    one, two = tuple(parts(p)), tuple(parts(q))
    every = (*one, *two)
    points = [x for part in every for x in (*part.kinks, part.low, part.high) if x is not None]
    ordered: list[Any] = []
    for x in sorted(dict.fromkeys(points), key=cmp_to_key(certain)):
        if not ordered or certain(x, ordered[-1]) != 0:
            ordered.append(x)
    left, right = any(part.low is None for part in every), any(part.high is None for part in every)
    ends = [*([None] if left else []), *ordered, *([None] if right else [])]
    if ends == [None, None] or len(ends) < 2:
        ends = [None, None]
    ranges = []
    for low, high in pairwise(ends):
        sides = [tuple((t, t.shape(low, high)) for t in side if t.covers(low, high)) for side in (one, two)]
        if sides[0] or sides[1]:
            ranges.append((low, high, *sides))
    return Split(one, two, tuple(ranges))
