"""What a linear combination is made of: hypotheses, range ends and products of them, as polynomials in one Field.

A `Base` is a relation that can be cited, with its gap written as h * scale, scale > 0. The goal's gap is g * scale with
scale >= 0. Columns are h times a monomial; matching the coefficients of g with nonnegative weights is a linear program.
Monomials are grown from the goal's own: a multiplier is considered only if it makes a term of h meet one already there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from itertools import zip_longest

from flint import fmpq, fmpq_mpoly

from ...kernel.arithmetic.elements import Frac, Generator, NormalError
from ...kernel.arithmetic.field import Field
from ...kernel.reals.context import nonnegative_form
from ...kernel.statements import Domain
from ...kernel.terms import ONE, Term, add, div, exp, mul, neg, num, power, relation, sub

Monomial = tuple[int, ...]
Poly = dict[Monomial, fmpq]
_SMALL = 2**20  # ends of a generator's interval with larger denominators are roundings of something else


@dataclass(frozen=True)
class Scale:
    """A product of powers of polynomials, each written with the sign that makes it positive."""

    factors: tuple[tuple[fmpq_mpoly, int], ...] = ()

    def term(self, basis: Basis) -> Term:
        above = [basis.powered(f, e) for f, e in self.factors if e > 0]
        below = [basis.powered(f, -e) for f, e in self.factors if e < 0]
        return div(mul(*above), mul(*below)) if below else mul(*above)

    def frac(self, basis: Basis) -> Frac:
        total = basis.field.one
        for f, e in self.factors:
            total = basis.field.times(total, basis.field.power(Frac(f, basis.one), e))
        return total


@dataclass(frozen=True)
class Base:
    """A citable relation (or, for a product, several) whose gap is `poly` times `scale`."""

    statements: tuple[Term, ...]  # the relations; a product of gaps if there are two
    kind: str  # given, end, tangent, order, exp, product
    op: str  # >=, > or ==
    poly: Poly
    scale: Scale = Scale()
    factor: Term = ONE  # a visibly nonnegative factor of the multiplier, already in `poly`
    factor_frac: Frac | None = None
    source: Term | None = None  # exp: the hypothesis under the exp
    parts: tuple[Base, ...] = ()  # product: the two relations


@dataclass
class Column:
    """weight * monomial * base, or the monomial alone if there is no base."""

    base: Base | None
    monomial: Monomial
    poly: Poly
    strict: bool
    negative: bool = False  # for equalities: minus the monomial

    @cached_property
    def cost(self) -> int:
        """Small multipliers first."""
        size = sum(abs(e) for e in self.monomial)
        if self.base is None:
            return 6 + 4 * size
        extra = {"given": 0, "end": 4, "exp": 2, "tangent": 6, "order": 5, "product": 12}[self.base.kind]
        return 4 + 3 * size + extra + (6 if self.base.factor is not ONE else 0)


@dataclass
class Basis:
    """One Field for a whole goal, with the signs of its generators."""

    domain: Domain
    field: Field
    unresolved: dict[str, fmpq_mpoly] = dataclass_field(default_factory=dict)  # denominators of unknown sign

    def __post_init__(self) -> None:
        self.one = self.field.ring.constant(1)

    # -- signs ------------------------------------------------------------------------------------------------

    def sign(self, f: fmpq_mpoly) -> tuple[int, bool]:
        """The sign of a polynomial by structure, and whether it is strict."""
        interval = self.field.bounds.of(self.poly_term(f))
        if interval.nonnegative:
            return 1, interval.positive
        if interval.nonpositive:
            return -1, interval.negative
        flipped = self.field.bounds.of(self.poly_term(-f))
        if flipped.nonnegative or flipped.nonpositive:
            return (-1 if flipped.nonnegative else 1), flipped.positive or flipped.negative
        return self.field.signs.definite(f)

    def signs(self) -> tuple[list[int], list[bool]]:
        """For each generator: 1 if it is nonnegative, and whether it is strictly positive."""
        intervals = [self.field.bounds.of(g.term) for g in self.field.generators]
        return [int(i.nonnegative) for i in intervals], [i.positive for i in intervals]

    def split(self, a: Frac, weak: bool, whole: bool = False) -> tuple[Poly, Scale] | None:
        """a as poly * scale, scale > 0 (>= 0 if weak); with `whole` the numerator is left alone.

        None, and a note in `unresolved`, if the sign of a denominator is not seen.
        """
        if a.num.is_zero():
            return {}, Scale()
        content, above = (fmpq(1), []) if whole else a.num.factor()
        bottom, below = a.den.factor()
        kept, scale, found = fmpq(content) / fmpq(bottom) * self.one, [], True
        for f, e in above:
            s, strict = self.sign(f)
            if s and (strict or weak):
                scale.append((f * s, int(e)))
                kept *= fmpq(s) ** int(e)
            elif weak and e > 1:
                scale.append((f, int(e) - int(e) % 2))
                kept *= f ** (int(e) % 2)
            else:
                kept *= f ** int(e)
        kept = kept * a.num if whole else kept
        for f, e in below:
            s, strict = self.sign(f)
            if not strict:
                self.unresolved[str(f)] = f
                found = False
            else:
                scale.append((f * s, -int(e)))
                kept *= fmpq(s) ** int(e)
        return (self.poly(kept), Scale(tuple(scale))) if found else None

    # -- polynomials ------------------------------------------------------------------------------------------

    def poly(self, p: fmpq_mpoly) -> Poly:
        size = len(self.field.generators)
        return {tuple(int(e) for e in m)[:size]: fmpq(c) for m, c in p.to_dict().items()}

    def mpoly(self, p: Poly) -> fmpq_mpoly:
        width = len(self.field.ring.gens())
        return self.field.ring.from_dict({m + (0,) * (width - len(m)): c for m, c in p.items()})

    def times(self, p: Poly, m: Monomial) -> Poly:
        """p times a monomial, with the relations of roots and absolute values applied."""
        moved = {tuple(a + b for a, b in zip_longest(m, k, fillvalue=0)): c for k, c in p.items()}
        related = [g for g in self.field.generators if g.degree]
        if any(e >= g.degree for g in related for k in moved for e in k[g.index : g.index + 1]):
            return self.poly(self.field.fraction(self.mpoly(moved), self.one).num)
        return moved

    def product(self, p: Poly, q: Poly) -> Poly:
        return self.poly(self.field.fraction(self.mpoly(p) * self.mpoly(q), self.one).num)

    # -- back to terms ----------------------------------------------------------------------------------------

    def monomial_term(self, m: Monomial, c: fmpq | int = 1) -> Term:
        """exp(2*eps) rather than exp(eps)**2; negative exponents are reciprocals."""
        factors, exponent = [], self.field.zero
        for g, e in zip(self.field.generators, m, strict=False):
            if e and g.kind == "exp" and g.argument is not None:
                exponent = self.field.plus(exponent, self.field.scale(g.argument, fmpq(e)))
            elif e:
                factors.append(g.term if e == 1 else power(g.term, num(e)))
        if not exponent.num.is_zero():
            factors.insert(0, exp(tidy(self.field.term(exponent))))
        if c == -1 and factors:
            return neg(mul(*factors))
        if c != 1:
            factors.insert(0, num(c))
        return mul(*factors)

    def poly_term(self, p: fmpq_mpoly) -> Term:
        """A sum with the positive terms first, in an order that does not depend on the numbering of generators."""
        return self._sum(self.poly(p))

    def _sum(self, p: Poly) -> Term:
        terms = [(c < 0, self.monomial_term(m, c)) for m, c in p.items()]
        return add(*(t for _, t in sorted(terms, key=lambda pair: (pair[0], repr(pair[1])))))

    def powered(self, f: fmpq_mpoly, e: int) -> Term:
        return self.poly_term(f) if e == 1 else power(self.poly_term(f), num(e))

    def frac_term(self, a: Frac) -> Term:
        """A product of factors, each written with its positive sign where that is known; exponentials never divide."""
        content, above = a.num.factor()
        bottom, below = a.den.factor()
        c = fmpq(content) / fmpq(bottom)
        exponents = [0] * len(self.field.generators)
        top: list[Term] = []
        down: list[Term] = []
        for factors, way in ((above, 1), (below, -1)):
            for f, e in factors:
                ((m, k),) = self.poly(f).items() if len(f) == 1 else (((), 0),)
                g = self.field.generators[m.index(1)] if k == 1 and sum(m) == 1 else None
                if g is not None and (g.kind == "exp" or way == 1):
                    exponents[g.index] += way * int(e)
                    continue
                s = self.sign(f)[0] or 1
                c *= fmpq(s) ** int(e)
                (top if way == 1 else down).append(self.powered(f * s, int(e)))
        first = self.monomial_term(tuple(exponents), abs(c))
        flat = [] if first is ONE and top else first.args if first.op == "*" else [first]
        whole = mul(*flat, *top, *([power(mul(*down), num(-1))] if down else []))
        return whole if c > 0 else neg(whole)

    # -- bases ------------------------------------------------------------------------------------------------

    def base(self, r: Term, kind: str, source: Term | None = None) -> Base | None:
        """A relation as a base; None if it has no normal form, no content or an unseen denominator."""
        gap, op = nonnegative_form(r)
        if op == "!=":
            return None
        try:
            frac = self.field.normal(gap)
        except NormalError:
            return None
        parts = self.split(frac, weak=False)
        if parts is not None and not any(map(any, parts[0])):  # it is all scale
            parts = self.split(frac, weak=False, whole=True)
        if parts is None or not any(map(any, parts[0])):
            return None
        return Base((r,), kind, op, *parts, source=source)

    def ends(self, used: Iterable[Generator]) -> Iterator[Term]:
        """The ends of the generators' intervals as relations, but for g >= 0 and g > 0, which monomials know."""
        for g in used:
            interval = self.field.bounds.of(g.term)
            if interval.lo is not None and interval.lo != 0 and interval.lo.q < _SMALL:
                yield relation(">" if interval.lo_open else ">=", g.term, num(interval.lo))
            if interval.hi is not None and interval.hi.q < _SMALL:
                yield relation("<" if interval.hi_open else "<=", g.term, num(interval.hi))

    def weighted(self, base: Base, end: Base) -> Base:
        """base times the gap of an end, which is part of the multiplier."""
        gap = tidy_gap(end.statements[0])
        op = base.op if base.op == "==" or (base.op == ">" and end.op == ">") else ">="
        frac = Frac(self.mpoly(end.poly), self.one)
        return Base(
            base.statements,
            base.kind,
            op,
            self.product(base.poly, end.poly),
            base.scale,
            gap,
            frac,
            base.source,
            base.parts,
        )

    def multiplied(self, a: Base, b: Base) -> Base:
        """The product of two relations as a base of its own."""
        op = "==" if "==" in (a.op, b.op) else ">" if a.op == b.op == ">" else ">="
        scale = Scale(a.scale.factors + b.scale.factors)
        return Base(a.statements + b.statements, "product", op, self.product(a.poly, b.poly), scale, parts=(a, b))


def tidy_gap(r: Term) -> Term:
    """The nonnegative side of a relation, without a zero subtracted."""
    gap, _ = nonnegative_form(r)
    big, small = (r.rhs, r.lhs) if r.op in ("<", "<=") else (r.lhs, r.rhs)
    if small.op == "num" and small.value == 0:
        return big
    return sub(big, small) if small.op == "num" or gap.op == "+" else gap


def tidy(t: Term) -> Term:
    """In exponents: -x rather than -1*x, and x/2 rather than 1/2*x."""
    if t.op != "*" or t.args[0].op != "num" or t.args[0].value == 0:
        return t
    c = fmpq(t.args[0].value)
    whole = mul(*t.args[1:]) if abs(c.p) == 1 else mul(num(abs(c.p)), *t.args[1:])
    whole = whole if c.q == 1 else div(whole, num(c.q))
    return whole if c > 0 else neg(whole)


@dataclass
class Grown:
    """Columns for one goal, grown monomial by monomial."""

    basis: Basis
    goal: Poly
    most: int
    laurent: bool = False
    columns: dict[tuple[int, Monomial, bool], Column] = dataclass_field(default_factory=dict)

    def __post_init__(self) -> None:
        self.nonnegative, self.positive = self.basis.signs()
        self.monomials: dict[Monomial, None] = dict.fromkeys(self.goal)
        self._fresh = list(self.monomials)
        self.monomials.setdefault((0,) * len(self.nonnegative))

    def multiplier(self, target: Monomial, own: Monomial, free: bool) -> Monomial | None:
        """target / own, if that is a monomial that is nonnegative by structure (any sign if `free`)."""
        out = tuple(a - b for a, b in zip_longest(target, own, fillvalue=0))
        for i, e in enumerate(out):
            unit = self.positive[i] and not self.basis.field.generators[i].degree
            if (e < 0 and not (self.laurent and unit)) or (e % 2 and not free and not self.nonnegative[i]):
                return None
        return out

    @property
    def growing(self) -> bool:
        return bool(self._fresh)

    def strict(self, m: Monomial) -> bool:
        return all(self.positive[i] for i, e in enumerate(m) if e)

    def round(self, bases: Iterable[Base]) -> bool:
        """One more generation of columns; whether there was room."""
        fresh, self._fresh = self._fresh, []
        for i, base in enumerate(bases):
            for target in fresh:
                for own in base.poly:
                    m = self.multiplier(target, own, base.op == "==")
                    if m is not None:
                        self._grow(i, base, m)
            if len(self.columns) > self.most:
                return False
        return True

    def _grow(self, i: int, base: Base, m: Monomial) -> None:
        if (i, m, False) in self.columns:
            return
        poly = self.basis.times(base.poly, m)
        self.columns[i, m, False] = Column(base, m, poly, base.op == ">" and self.strict(m))
        if base.op == "==":
            self.columns[i, m, True] = Column(base, m, {k: -c for k, c in poly.items()}, False, negative=True)
        for k in poly:
            if k not in self.monomials:
                self.monomials[k] = None
                self._fresh.append(k)

    def all_columns(self, rest: bool) -> list[Column]:
        """The grown columns, and every nonnegative monomial by itself if a rest is allowed."""
        out = list(self.columns.values())
        if rest:
            for m in self.monomials:
                if all(e % 2 == 0 or self.nonnegative[i] for i, e in enumerate(m)):
                    out.append(Column(None, m, {m: fmpq(1)}, self.strict(m)))
        return sorted(out, key=lambda c: c.cost)
