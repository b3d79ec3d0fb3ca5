"""Signs of polynomials in the generators of a field, on its domain: what the kernel sees without being told."""

from __future__ import annotations

from itertools import pairwise
from math import prod

from flint import fmpq, fmpq_mpoly, fmpq_poly

from ..terms import FLIPPED, sub
from .bounds import Interval
from .elements import WORK, Algebra, Frac, Generator, Meter, NormalError, box, height
from .sturm import pattern_work, polynomial_pattern

MAX_DEGREE = 80  # of a polynomial that a Sturm chain is made of
MAX_FACTORED = 300  # degree of a polynomial that is factored
MAX_FACTORED_TERMS = 5_000
MAX_FACTORING = WORK // 2  # work of one factorisation
_PER_FACTORED = 16  # operations for each coefficient of a dense polynomial that is factored, times its degree
MAX_LINEAR = 16  # terms of a polynomial that is looked at between the ends of a range
MAX_SHIFTED = 5_000  # coefficients of a shifted polynomial


def factors_of(p: fmpq_mpoly, meter: Meter | None = None) -> tuple[fmpq, list[tuple[fmpq_mpoly, int]]]:
    """Content and irreducible factors of p, not 0; what could take for ever is one factor, but for what all its terms share."""
    shared = p.term_content()
    content, factors = shared.factor()
    rest = p / shared
    if len(rest) > 1:
        first, dense = box(rest.degrees())
        operations, bits = _PER_FACTORED * first * max(dense, len(rest)), height(rest)
        long = not Meter(MAX_FACTORING).allows(operations, bits)
        if len(rest) > MAX_FACTORED_TERMS or first > MAX_FACTORED + 1 or long:
            return content, [*factors, (rest, 1)]
        (meter or Meter()).charge(operations, bits)
    more, others = rest.factor()
    return content * more, [*factors, *others]


class Signs:
    """The signs of one field, remembered until its generators change."""

    def __init__(self, field: Algebra) -> None:
        self.field = field
        self._memo: dict[str, tuple[int, bool]] = {}
        self._conditions: list[tuple[fmpq_mpoly, str]] | None = None

    def definite(self, p: fmpq_mpoly) -> tuple[int, bool]:
        """The sign of p on the domain (0: not seen) and whether it is strict.

        Seen by structure, by a side condition, by a Sturm chain if p has one generator, because all coefficients are
        nonnegative once each generator is shifted to an end of its range, or between the ends if p is linear in one.
        """
        key = str(p)
        if key not in self._memo:
            self._memo[key] = (0, False)  # while it is being looked for
            seen = self._memo[key] = self._by_shape(p)
            if not seen[1]:  # the conditions' own normal forms may ask for the sign of p
                said = self._by_condition(p)
                self._memo[key] = said if said[1] or not seen[0] else seen
        return self._memo[key]

    def _by_shape(self, p: fmpq_mpoly) -> tuple[int, bool]:
        interval: Interval = self.field.bounds.of(self.field.poly_term(p))
        if interval.positive or interval.negative:
            return (1 if interval.positive else -1), True
        used = [g for g, d in zip(self.field.generators, p.degrees()) if d]
        found = self._sturm(p, used[0]) if len(used) == 1 else self._shifted(p, used)
        for look in (self._dominated, self._between_ends):
            found = found if found[0] else look(p, used)
        if found[0]:
            return found
        return (1 if interval.nonnegative else -1 if interval.nonpositive else 0), False

    def _by_condition(self, p: fmpq_mpoly) -> tuple[int, bool]:
        for q, op in self._stated():
            for factor in (1, -1):
                if p == q * factor and op != "!=":
                    return (factor if op in (">", ">=", "==") else -factor), op in ("<", ">")
        return 0, False

    def _sturm(self, p: fmpq_mpoly, g: Generator) -> tuple[int, bool]:
        coefficients = {int(m[g.index]): fmpq(c) for m, c in p.to_dict().items()}
        span = self.field.bounds.of(g.term)
        if max(coefficients) > MAX_DEGREE:
            return _descartes(coefficients, span, self.field.meter)
        q = fmpq_poly([coefficients.get(i, 0) for i in range(max(coefficients) + 1)])
        if not self.field.meter.allows(*pattern_work(q, span)):
            return 0, False
        signs, strict = polynomial_pattern(q, span)
        return (signs[0], strict and all(q(e) != 0 for e in span.closed_ends)) if len(signs) == 1 else (0, False)

    def _dominated(self, p: fmpq_mpoly, used: list[Generator]) -> tuple[int, bool]:
        """A + B sqrt(f) has the sign of B where A**2 < B**2 f: x + sqrt(x**2 + 1) > 0."""
        roots = [g for g in used if g.base is not None]
        if len(roots) != 1 or roots[0].kind != "root" or roots[0].degree != 2:
            return 0, False
        g = roots[0]
        a = p.subs({f"g{g.index}": 0})
        b = (p - a) / self.field.gens[g.index]
        if b.is_constant() and self.definite(self.field.reduce(self.field.product(a, a) - b * b * g.base)) == (
            -1,
            True,
        ):
            return (1 if b.leading_coefficient() > 0 else -1), True
        return 0, False

    def _between_ends(self, p: fmpq_mpoly, used: list[Generator]) -> tuple[int, bool]:
        """p linear in g, lo <= g <= hi, lies between its values at the ends: q p + (1 - q) r > 0 for 0 <= q <= 1."""
        for g in used if 1 < len(p) <= MAX_LINEAR else ():
            span: Interval = self.field.bounds.of(g.term)
            if p.degrees()[g.index] != 1 or span.lo is None or span.hi is None or span.lo >= span.hi:
                continue
            low, high = (p.subs({f"g{g.index}": end}) for end in (span.lo, span.hi))
            (s, at_low), (t, at_high) = (self.definite(q) if not q.is_zero() else (0, False) for q in (low, high))
            if (s == 0 and not low.is_zero()) or (t == 0 and not high.is_zero()) or s * t < 0:
                return 0, False
            return s or t, (at_low and at_high) or (at_low and span.hi_open) or (at_high and span.lo_open)
        return 0, False

    def _shifted(self, p: fmpq_mpoly, used: list[Generator]) -> tuple[int, bool]:
        """Nonnegative (or nonpositive) coefficients after g = lo + t or g = hi - t, t >= 0."""
        positive, bits = [], height(p)
        images = list(self.field.gens)
        for g in used:
            span = self.field.bounds.of(g.term)
            end = span.lo if span.lo is not None else span.hi
            if end is None:
                return 0, False
            images[g.index] = (images[g.index] if span.lo is not None else -images[g.index]) + end
            positive.append((g.index, span.lo_open if span.lo is not None else span.hi_open))
            bits += int(p.degrees()[g.index]) * (int(end.height_bits()) + 1)
        degrees = [int(p.degrees()[g.index]) for g in used]
        terms = prod(d + 1 for d in degrees)
        if terms > MAX_SHIFTED or not self.field.meter.allows(terms * sum(degrees), bits, terms):
            return 0, False
        shifted = p.compose(*images, ctx=self.field.ring).to_dict()
        for sign in (1, -1):
            if all(c * sign >= 0 for c in shifted.values()):
                nonzero = {i for i, is_open in positive if is_open}
                return sign, any(all(i in nonzero for i, e in enumerate(m) if e) for m in shifted)
        return 0, False

    def product_sign(self, a: Frac) -> tuple[int, bool]:
        if a.num.is_zero():
            return 1, False
        sign, strict = 1, True
        for p in (a.num, a.den):
            content, factors = factors_of(p, self.field.meter)
            sign = sign if content > 0 else -sign
            for f, e in factors:
                s, certain = self.definite(f)
                if s == 0 and int(e) % 2:
                    return 0, False
                sign = sign * s if int(e) % 2 else sign
                strict = strict and (certain or p is a.den)
        return sign, strict

    def _stated(self) -> list[tuple[fmpq_mpoly, str]]:
        """The irreducible polynomials that side conditions compare with zero."""
        if self._conditions is None:
            self._conditions = []  # while they are being computed none is known
            for c in self.field.domain.conditions:
                try:
                    gap = self.field.normal(sub(c.lhs, c.rhs))
                except NormalError:
                    continue
                if c.op != "!=" and gap.den.is_constant() and not gap.num.is_zero():
                    content, factors = factors_of(gap.num, self.field.meter)
                    if len(factors) == 1 and int(factors[0][1]) % 2 == 1:
                        self._conditions.append((factors[0][0], c.op if content > 0 else FLIPPED[c.op]))
            self.field.forget()  # what was made before the conditions were known
            self._memo.clear()
        return self._conditions


def _descartes(coefficients: dict[int, fmpq], span: Interval, meter: Meter) -> tuple[int, bool]:
    """The sign on [lo, oo), lo >= 0, of a polynomial whose coefficients change sign at most once: it has one positive root."""
    signs = [coefficients[k] > 0 for k in sorted(coefficients)]
    changes = sum(a != b for a, b in pairwise(signs))
    if span.lo is None or span.lo < 0 or changes > 1:
        return 0, False
    bits = max(coefficients) * int(span.lo.height_bits()) + max(int(c.height_bits()) for c in coefficients.values())
    if not meter.allows(len(coefficients), bits):
        return 0, False
    lead = 1 if signs[-1] else -1
    at_lo = sum(c * span.lo**k for k, c in coefficients.items()) * lead
    if at_lo < 0 or (changes == 1 and span.lo == 0):
        return 0, False
    return lead, bool(at_lo > 0) or span.lo_open
