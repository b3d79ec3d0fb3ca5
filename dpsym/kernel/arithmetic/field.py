"""Exact normal forms: rational functions over independent generators, with a zero test.

A term is rewritten as a quotient of polynomials (flint's fmpq_mpoly) in generators

    x, pi                            a symbol, the constant
    exp(u m)                         for a monomial m in the other generators (or m = 1) and few fixed u for each m, such as 1/n
    log|f|                           for an irreducible polynomial f, or a prime number
    |f|, |f|**(1/n)                  with the relations |f|**2 = f**2 and (|f|**(1/n))**n = |f|
    erfc(a), gamma(a), floor(a), ... an opaque function of normalised arguments

The rewriting steps hold at every point where the term is defined:

    exp(a + b) = exp(a) exp(b)         log(prod f_i**e_i) = sum e_i log|f_i|        exp(c log|f|) = |f|**c
    b**e = exp(e log b)                (prod f_i**e_i)**q = prod |f_i|**(q e_i)     |f| = f or -f where the sign of f is known
    cosh, sinh, tanh by exp            asinh, acosh, atanh by log                   min, max by |a - b|
    erf(a) = 1 - erfc(a)               erfc(-a) = 2 - erfc(a)                       Phi(a) = erfc(-a/sqrt 2)/2

and those of special.py.

So `is_zero(t)` means: t is 0 wherever it is defined. The converse is not promised (the generators may satisfy relations that
are not listed); nothing in the kernel concludes "not zero" from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from math import comb, lcm, prod
from typing import Any, TypeVar

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpz

from ..statements import Domain
from ..substitution import substitute
from ..terms import (
    HALF,
    MINUS_ONE,
    ONE,
    OO,
    PI,
    TWO,
    ZERO,
    Term,
    add,
    div,
    exp,
    func,
    log,
    mul,
    neg,
    negated,
    num,
    power,
    sqrt,
    sub,
    subterms,
)
from .bounds import Bounds
from .elements import Frac, Generator, Meter, NormalError, box, height
from .integrality import integer_valued
from .signs import Signs, factors_of
from .special import exponential_of_lambert, logarithm_of_lambert, rewritten, tail_of_quantile

MAX_POWER = 300  # of a polynomial with more than one term
MAX_EXPONENT = 20_000  # of a number or a monomial
MAX_PARTS = (
    300  # into which an exponent is cut, so that others are its multiples; higher powers are not factored (signs.py)
)
MAX_TERMS = 50_000
MAX_GENERATORS = 96
MAX_SUMMANDS = 200  # of a sum or product that is written out
ALL_SUMMANDS = 2_000  # of all that are written out for one question
_PER_TERM = 32  # operations for each term and each generator of a fraction that is reduced
_TRIAL = 10_000  # trial division limit when numbers under a log or a root are factored


class Refined(Exception):
    """A generator was replaced by a finer one (exp(x) by exp(x/2)): elements made before are void."""


Found = TypeVar("Found")
Key = tuple[Any, ...]  # identifies a generator, independent of the order of generators


class Field:
    """Normal forms over one domain; the domain serves only to know signs of polynomials under |.|."""

    def __init__(
        self,
        domain: Domain | None = None,
        tick: Callable[[], None] = lambda: None,
        meter: Meter | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        self.domain = domain or Domain()
        self.meter = meter or Meter()
        self._shared = meter is not None  # with the question that this field is asked for
        self.tick = tick  # called at every division: a caller who is out of time may raise there
        self.bounds = bounds or Bounds(self.domain)
        self._exp_units: dict[Key, list[tuple[fmpq, int]]] = {}  # (c, n) for the unit c/n
        self._root_orders: dict[Key, int] = {}
        self._numbers: dict[Key, int] = {}  # of keys; keys are made of numbers of keys, so that they stay short
        self._size = 12
        self._fresh = True
        self._summands = ALL_SUMMANDS
        self._reset()

    def _reset(self) -> None:
        self.ring = fmpq_mpoly_ctx.get([f"g{i}" for i in range(self._size)], Ordering.lex)
        self.gens = self.ring.gens()
        self.generators: list[Generator] = []
        self._index: dict[Key, int] = {}
        self._keys: list[int] = []  # of the generators, by number
        self._memo: dict[Term, Frac] = {}
        self.signs = Signs(self)
        self.zero, self.one = self._constant(fmpq(0)), self._constant(fmpq(1))

    # -- the two questions ------------------------------------------------------------------------------------

    def is_zero(self, t: Term) -> bool:
        """Whether t is identically 0 where it is defined, as far as the rewriting above can tell."""
        try:
            return self.stable(lambda: self._vanishes(self.normal(t)))
        except NormalError:
            return False

    def _vanishes(self, a: Frac) -> bool:
        """a == 0; or a is a difference of positive products with equal logarithms: exp(a/(a - 1)) = e exp(1/(a - 1))."""
        terms = [(m, fmpq(c)) for m, c in a.num.to_dict().items()]
        if len(terms) != 2 or terms[0][1] * terms[1][1] > 0:
            return not terms
        used = [g for m, _ in terms for g, e in zip(self.generators, m) if e]
        split = any(len(units) > 1 for units in self._exp_units.values())
        split = split or any(g.kind == "exp" and not g.argument.den.is_constant() for g in used)
        if not split or not all(self.bounds.of(g.term).positive for g in used):
            return False
        one, other = (
            self.log(self.fraction(self.ring.from_dict({m: abs(c)}), self.ring.constant(1))) for m, c in terms
        )
        return bool(self.plus(one, self.scale(other, fmpq(-1))).num.is_zero())

    def stable(self, compute: Callable[[], Found]) -> Found:
        """Run `compute` again as long as it refines generators under its own feet."""
        self._fresh = True  # generators of earlier terms may be dropped once to make room
        self._summands = ALL_SUMMANDS
        if not self._shared:
            self.meter.refill()
        while True:
            try:
                return compute()
            except Refined:
                continue

    def product_sign(self, a: Frac) -> tuple[int, bool]:
        return self.signs.product_sign(a)

    def term_sign(self, t: Term) -> tuple[int, bool]:
        """The sign of a term from the signs of the irreducible factors of its normal form, wherever the term is defined."""
        try:
            return self.stable(lambda: self.signs.product_sign(self.normal(t)))  # self.signs: it may be replaced
        except NormalError:
            return 0, False

    def forget(self) -> None:
        self._memo.clear()

    # -- arithmetic of elements -------------------------------------------------------------------------------

    def _constant(self, q: fmpq) -> Frac:
        return Frac(self.ring.constant(q), self.ring.constant(1))

    def fraction(self, top: fmpq_mpoly, bottom: fmpq_mpoly) -> Frac:
        self.tick()
        top, bottom = self.reduce(top), self.reduce(bottom)
        if bottom.is_zero():
            raise NormalError("division by zero")
        if len(top) > MAX_TERMS or len(bottom) > MAX_TERMS:
            raise NormalError("normal form too large")
        self._charge_division(top, bottom)
        if not bottom.is_constant():
            common = top.gcd(bottom)
            if not common.is_constant():
                top, bottom = top / common, bottom / common
        lead = bottom.leading_coefficient()
        return Frac(top / lead, bottom / lead)

    def _charge_division(self, top: fmpq_mpoly, bottom: fmpq_mpoly) -> None:
        terms, bits = len(top) + len(bottom), height(top) if bottom.is_one() else max(height(top), height(bottom))
        operations = _PER_TERM * (terms + self._size)
        if len(top) > 1 and len(bottom) > 1:
            operations += box(map(max, zip(top.degrees(), bottom.degrees())))[1]
        self.meter.charge(operations, bits, terms)

    def _without_roots_below(self, a: Frac) -> Frac:
        """The same fraction without a root of a number as a factor of its denominator: 1/sqrt(2) is sqrt(2)/2."""
        for g in self.generators:
            if g.kind == "root" and g.base is not None and g.base.is_constant() and a.den.degrees()[g.index]:
                least = min(int(exponents[g.index]) for exponents in a.den.to_dict())
                factor = self.gens[g.index] ** (g.degree - least) if least else self.ring.constant(1)
                a = self.fraction(self.reduce(a.num * factor), self.reduce(a.den * factor))
        return a

    def plus(self, a: Frac, b: Frac) -> Frac:
        if a.den == b.den:
            return self.fraction(a.num + b.num, a.den)
        return self.fraction(self.product(a.num, b.den) + self.product(b.num, a.den), self.product(a.den, b.den))

    def times(self, a: Frac, b: Frac) -> Frac:
        return self.fraction(self.product(a.num, b.num), self.product(a.den, b.den))

    def inverse(self, a: Frac) -> Frac:
        return self.fraction(a.den, a.num)

    def scale(self, a: Frac, q: fmpq) -> Frac:
        return Frac(a.num * q, a.den) if q != 0 else self.zero

    def power(self, a: Frac, n: int) -> Frac:
        if n < 0:
            return self.power(self.inverse(a), -n)
        return self.fraction(self._powered(a.num, n), self._powered(a.den, n))

    def reduce(self, p: fmpq_mpoly) -> fmpq_mpoly:
        """Apply generator**degree = base until every exponent is below its degree."""
        for g in reversed(self.generators):  # bases only use earlier generators
            if g.base is not None and p.degrees()[g.index] >= g.degree:
                p = self._reduce_one(p, g, g.base)
        return p

    def _reduce_one(self, p: fmpq_mpoly, g: Generator, base: fmpq_mpoly) -> fmpq_mpoly:
        parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
        for exponents, c in p.to_dict().items():
            times, rest = divmod(int(exponents[g.index]), g.degree)
            monomial = tuple(rest if i == g.index else e for i, e in enumerate(exponents))
            parts.setdefault(times, {})[monomial] = c
        total = self.ring.constant(0)
        for times, part in parts.items():
            total += self.product(self.ring.from_dict(part), self._powered(base, times))
        return total

    def product(self, p: fmpq_mpoly, q: fmpq_mpoly) -> fmpq_mpoly:
        if p.is_one() or q.is_one():
            return q if p.is_one() else p
        products, terms = len(p) * len(q), len(p) * len(q)
        if products > MAX_TERMS:
            terms = min(products, prod(int(d) + int(e) + 1 for d, e in zip(p.degrees(), q.degrees())))
        self.meter.charge(products, height(p) + height(q), terms)
        return p * q

    def _powered(self, p: fmpq_mpoly, n: int) -> fmpq_mpoly:
        """p**n, which has at most as many terms as there are products of n of p's."""
        if n == 1 or p.is_one():
            return p
        most = len(p)
        if n > (MAX_POWER if most > 1 else MAX_EXPONENT) or (most > 1 and comb(n + most - 1, n) > MAX_TERMS):
            raise NormalError(f"power {n} too large")
        terms = comb(n + most - 1, n) if most > 1 else 1
        self.meter.charge(terms * most, n * (height(p) + most.bit_length()), terms)
        return p**n

    # -- generators -------------------------------------------------------------------------------------------

    def _generator(self, key: Key, kind: str, t: Term, **more: Any) -> Frac:
        index = self._index.get(key)
        if index is None:
            index = len(self.generators)
            if index >= self._size:
                if self._size >= MAX_GENERATORS and not self._fresh:
                    raise NormalError("too many generators")
                self._size = min(2 * self._size, MAX_GENERATORS)
                self._fresh = False
                self._reset()
                raise Refined
            self._index[key] = index
            self._keys.append(self._numbers.setdefault(key, len(self._numbers)))
            self.generators.append(Generator(kind, t, index, free=t.free, **more))
        return Frac(self.gens[index], self.ring.constant(1))

    def key(self, p: fmpq_mpoly) -> Key:
        """A polynomial as a key that does not depend on the numbering of generators."""
        out = []
        for exponents, c in p.to_dict().items():
            monomial = tuple(sorted((self._keys[i], int(e)) for i, e in enumerate(exponents) if e))
            out.append((monomial, str(c)))
        return tuple(sorted(out))

    def frac_key(self, a: Frac) -> Key:
        return (self.key(a.num), self.key(a.den))

    # -- back to terms ----------------------------------------------------------------------------------------

    def poly_term(self, p: fmpq_mpoly) -> Term:
        terms = [self._monomial_term(exponents, c) for exponents, c in p.to_dict().items()]
        return add(*terms) if terms else ZERO

    def _monomial_term(self, exponents: Iterable[int], c: fmpq) -> Term:
        factors = [g.term if e == 1 else power(g.term, num(int(e))) for g, e in zip(self.generators, exponents) if e]
        size = abs(c)
        t = mul(*([num(size), *factors] if size != 1 or not factors else factors))
        return t if c > 0 else neg(t)

    def term(self, a: Frac) -> Term:
        top = self.poly_term(a.num)
        return top if a.den.is_one() else div(top, self.poly_term(a.den))

    # -- signs ------------------------------------------------------------------------------------------------

    def sign(self, p: fmpq_mpoly) -> int:
        """1 if p >= 0 on the domain, -1 if p <= 0, 0 if it is not seen."""
        return self.signs.definite(p)[0]

    # -- normal form of a term --------------------------------------------------------------------------------

    def normal(self, t: Term) -> Frac:
        found = self._memo.get(t)
        if found is None:
            found = self._memo[t] = self._normal(t)
        return found

    def _normal(self, t: Term) -> Frac:
        op = t.op
        if op == "num":
            return self._constant(t.number)
        if op == "sym":
            return self._generator(("sym", t.value), "sym", t)
        if op == "const":
            if t is not PI:
                raise NormalError("oo is not a number")
            return self._generator(("pi",), "pi", PI)
        if op in ("+", "*"):
            return reduce(self.plus if op == "+" else self.times, map(self.normal, t.args))
        if op == "**":
            return self._power(*t.args)
        if op in _REWRITE:
            return self.normal(_REWRITE[op](*t.args))
        if op in ("exp", "log", "abs", "erfc"):
            argument = self.normal(t.args[0])
            return _OF_ELEMENTS[op](self, argument)
        if op == "Piecewise":
            return self._piecewise(t)
        if op in ("Sum", "Product"):
            return self._finite(t)
        return self._opaque(t)

    def _finite(self, t: Term) -> Frac:
        """A sum or product between integers, term by term."""
        body, lower, upper = t.args
        if any(u is OO for end in (lower, upper) for u in subterms(end)):
            return self._opaque(t)
        first, last = (_integer(self.normal(e)) for e in (lower, upper))
        if first is None or last is None or last - first >= min(MAX_SUMMANDS, self._summands):
            return self._opaque(t)
        self._summands -= max(0, last - first + 1)
        total, combine = (self.zero, self.plus) if t.op == "Sum" else (self.one, self.times)
        for k in range(first, last + 1):
            total = combine(total, self.normal(substitute(body, {t.name: num(k)})))
        return total

    def _piecewise(self, t: Term) -> Frac:
        """The branch that is taken on the whole domain, if that is seen."""
        for i in range(0, len(t.args) - 1, 2):
            value, condition = t.args[i], t.args[i + 1]
            if self.bounds.satisfies(condition):
                return self.normal(value)
            if not self.bounds.satisfies(negated(condition)):
                return self._opaque(t)
        return self.normal(t.args[-1]) if len(t.args) % 2 else self._opaque(t)

    def _power(self, base: Term, exponent: Term) -> Frac:
        e = self.normal(exponent)
        if e.num.is_constant() and e.den.is_constant():
            q = _rational(e.num)
            b = self.normal(base)
            if q.q == 1:
                if abs(q.p) > MAX_EXPONENT:
                    raise NormalError(f"power {q} too large")
                return self.power(b, int(q.p))
            return self.absolute_power(b, q)
        b = self.normal(base)
        if b.num.is_zero() and self.bounds.of(exponent).positive:
            return self.zero
        if not self._positive(b):  # 0**e is 0 for e > 0, which exp(e log 0) is not
            whole = self._whole_part(e)
            if whole:
                rest = self.plus(e, self._constant(fmpq(-whole)))
                if self._natural(rest):  # b**(n + 1) = b**n b, also for b = 0 and for b < 0
                    return self.times(self._power(base, self.term(rest)), self.power(b, whole))
            key = ("**", self.frac_key(b), self.frac_key(e))
            return self._generator(key, "**", power(self.term(b), self.term(e)), inside=b)
        return self.exp(self.times(e, self.log(b)))

    def _whole_part(self, e: Frac) -> int:
        """The positive integer that is added in an exponent."""
        if not e.den.is_constant():
            return 0
        constant = fmpq(e.num.to_dict().get((0,) * len(self.gens), 0))
        return int(constant.floor()) if 1 <= constant <= MAX_POWER else 0

    def _natural(self, e: Frac) -> bool:
        """Whether an exponent is a nonnegative integer on the whole domain."""
        t = self.term(e)
        return integer_valued(t, self.domain) and self.bounds.of(t).nonnegative

    def _positive(self, a: Frac) -> bool:
        """Whether a > 0 is seen on the domain, wherever a is defined."""
        sign, strict = self.signs.product_sign(a)
        return sign > 0 and strict

    def absolute_power(self, a: Frac, q: fmpq) -> Frac:
        """|a|**q, factor by factor; where a**q is defined, a >= 0."""
        if a.num.is_zero():
            if q <= 0:
                raise NormalError(f"zero to the power {q}")
            return self.zero
        top_content, top = factors_of(a.num, self.meter)
        bottom_content, bottom = factors_of(a.den, self.meter)
        total = self._number_power(abs(fmpq(top_content) / fmpq(bottom_content)), q)
        for factors, sign in ((top, 1), (bottom, -1)):
            for f, e in factors:
                total = self.times(total, self._absolute_power(f, q * sign * int(e)))
        return total

    def absolute(self, a: Frac) -> Frac:
        return self.absolute_power(a, fmpq(1))

    def _absolute_factor(self, f: fmpq_mpoly) -> Frac:
        """|f| for an irreducible f."""
        sign = self.sign(f)
        if sign:
            return Frac(f * sign, self.ring.constant(1))
        t = func("abs", self.poly_term(f))
        return self._generator(("abs", self.key(f)), "abs", t, degree=2, base=self.product(f, f))

    def _absolute_power(self, f: fmpq_mpoly, q: fmpq) -> Frac:
        """|f|**q for an irreducible f: a whole power of |f| times a root."""
        g = self.single(f)
        if g is not None and g.kind == "exp":
            return self.exp(self.scale(g.argument, q))
        if g is not None and g.kind in ("root", "abs"):
            return self.absolute_power(Frac(g.base, self.ring.constant(1)), q / g.degree)
        return self._root(("root", self.key(f)), self._absolute_factor(f), q)

    def _number_power(self, c: fmpq, q: fmpq) -> Frac:
        """c**q for a positive rational c, prime by prime."""
        if q.q == 1 and abs(q.p) <= MAX_EXPONENT:
            self.meter.charge(1, abs(int(q.p)) * int(c.height_bits()))
            return self._constant(c ** int(q.p))
        total = self.one
        for prime, e in _factors(c):
            total = self.times(total, self._root(("root", prime), self._constant(fmpq(prime)), q * e))
        return total

    def _root(self, key: Key, size: Frac, q: fmpq) -> Frac:
        """size**q for size >= 0 by the generator size**(1/n), n a common denominator of all exponents met so far."""
        order = self._root_orders.get(key, 1)
        if order % int(q.q):
            self._root_orders[key] = lcm(order, int(q.q))
            self._reset()
            raise Refined
        whole, part = divmod(int(q.p) * (order // int(q.q)), order)
        if abs(whole) > MAX_EXPONENT:
            raise NormalError(f"power {q} too large")
        total = self.power(size, whole)
        if part:
            t = self.term(size)
            root = sqrt(t) if order == 2 else power(t, num(1, order))
            generator = self._generator((*key, order), "root", root, degree=order, base=size.num)
            total = self.times(total, self.power(generator, part))
        return total

    def single(self, f: fmpq_mpoly) -> Generator | None:
        """The generator that f is, if it is one."""
        for exponents, c in f.to_dict().items():
            if len(f) == 1 and c == 1 and sum(exponents) == 1:
                index = next(i for i, e in enumerate(exponents) if e)
                return self.generators[index]
        return None

    # -- exp and log ------------------------------------------------------------------------------------------

    def exp(self, a: Frac) -> Frac:
        total = self.one
        for exponents, c in a.num.to_dict().items():
            total = self.times(total, self._exp_term(self.ring.from_dict({exponents: fmpq(1)}), a.den, fmpq(c)))
        return total

    def _exp_term(self, monomial: fmpq_mpoly, den: fmpq_mpoly, c: fmpq) -> Frac:
        """exp(c * monomial / den)."""
        m = self.fraction(monomial, den)
        lead = fmpq(m.num.leading_coefficient())
        m, c = self.scale(m, 1 / lead), c * lead
        g = self.single(m.num) if m.den.is_one() else None
        if g is not None and g.kind == "log":  # exp(c log|f|) = |f|**c
            base = g.argument.num
            return self._number_power(_rational(base), c) if base.is_constant() else self._absolute_power(base, c)
        known = exponential_of_lambert(self, g, c) if g is not None and g.kind == "LambertW" else None
        if known is not None:
            return known
        key = ("exp", self.frac_key(m))
        unit = self._exp_unit(key, c)
        exponent = self.scale(m, unit)
        generator = self._generator((*key, int(unit.p), int(unit.q)), "exp", exp(self.term(exponent)), inside=exponent)
        return self.power(generator, int((c / unit).p))

    def _exp_unit(self, key: Key, c: fmpq) -> fmpq:
        """What c is a multiple of: a part of 1, or of what was met before, and not too small a one; or c, a unit of its own."""
        units = self._exp_units.setdefault(key, [(fmpq(1), 1)])
        for i, (first, n) in enumerate(units):
            r = c * n / first
            if (n * int(r.q) > MAX_PARTS or abs(r.p) > MAX_EXPONENT) and c != first:
                continue
            if r.q > 1:
                units[i] = first, n * int(r.q)
                self._reset()
                raise Refined
            return first / n
        units.append((c, 1))
        return c

    def log(self, a: Frac) -> Frac:
        if a.num.is_zero():
            raise NormalError("log of zero")
        top_content, top = factors_of(a.num, self.meter)
        bottom_content, bottom = factors_of(a.den, self.meter)
        total = self.zero
        for prime, e in _factors(abs(fmpq(top_content) / fmpq(bottom_content))):
            generator = self._generator(("log", prime), "log", log(num(prime)), inside=self._constant(fmpq(prime)))
            total = self.plus(total, self.scale(generator, fmpq(e)))
        for factors, sign in ((top, 1), (bottom, -1)):
            for f, e in factors:
                total = self.plus(total, self.scale(self._log_factor(f), fmpq(sign * int(e))))
        return total

    def _log_factor(self, f: fmpq_mpoly) -> Frac:
        """log|f| for an irreducible f."""
        g = self.single(f)
        if g is not None and g.kind == "exp":
            return g.argument
        if g is not None and g.kind == "LambertW":
            return logarithm_of_lambert(self, g)
        if g is not None and g.degree:  # log g = log(base)/degree
            return self.scale(self.log(Frac(g.base, self.ring.constant(1))), fmpq(1, g.degree))
        sign = self.sign(f)
        inner = self.poly_term(f) if sign > 0 else self.poly_term(-f) if sign < 0 else func("abs", self.poly_term(f))
        return self._generator(("log", self.key(f)), "log", log(inner), inside=Frac(f, self.ring.constant(1)))

    # -- everything else is opaque ----------------------------------------------------------------------------

    def _erfc(self, a: Frac) -> Frac:
        a = self._without_roots_below(a)
        if a.num.is_zero():
            return self.one
        if a.num.leading_coefficient() < 0:
            return self.plus(self._constant(fmpq(2)), self.scale(self._erfc(self.scale(a, fmpq(-1))), fmpq(-1)))
        known = tail_of_quantile(self, a)
        if known is not None:
            return known
        return self._generator(("erfc", self.frac_key(a)), "erfc", func("erfc", self.term(a)), inside=a)

    def _opaque(self, t: Term) -> Frac:
        if t.op in ("Sum", "Product", "Integral", "Piecewise") or t.is_relation:
            return self._generator(("term", t), t.op, t)
        return self.opaque(t.op, [self.normal(a) for a in t.args])

    def opaque(self, op: str, arguments: list[Frac]) -> Frac:
        """A function of normalised arguments, rewritten if a relation applies."""
        known = rewritten(self, op, arguments)
        if known is not None:
            return known
        key = (op, *(self.frac_key(a) for a in arguments))
        return self._generator(key, op, func(op, *map(self.term, arguments)), inside=arguments[0])


def _integer(a: Frac) -> int | None:
    """The integer that a constant element is."""
    if not (a.num.is_constant() and a.den.is_constant()):
        return None
    value = _rational(a.num)
    return int(value.p) if value.q == 1 else None


def _rational(p: fmpq_mpoly) -> fmpq:
    """The value of a constant polynomial."""
    return fmpq(p.leading_coefficient()) if not p.is_zero() else fmpq(0)


def _factors(c: fmpq) -> list[tuple[int, int]]:
    """Positive rational c as a product of powers of pairwise different numbers: primes, but for large cofactors."""
    out: list[tuple[int, int]] = []
    for n, sign in ((c.p, 1), (c.q, -1)):
        if n != 1:
            out += [(int(p), sign * int(e)) for p, e in fmpz(n).factor(trial_limit=_TRIAL)]
    return out


def _maximum(first: Term, *rest: Term) -> Term:
    """max(a, b) = (a + b + |a - b|)/2."""
    for b in rest:
        first = mul(HALF, add(first, b, func("abs", sub(first, b))))
    return first


def _minimum(first: Term, *rest: Term) -> Term:
    for b in rest:
        first = mul(HALF, sub(add(first, b), func("abs", sub(first, b))))
    return first


_OF_ELEMENTS: dict[str, Callable[[Field, Frac], Frac]] = {
    "exp": Field.exp,
    "log": Field.log,
    "abs": Field.absolute,
    "erfc": Field._erfc,
}
_REWRITE: dict[str, Callable[..., Term]] = {
    "sqrt": lambda a: power(a, HALF),
    "sinh": lambda a: mul(HALF, sub(exp(a), exp(mul(MINUS_ONE, a)))),
    "cosh": lambda a: mul(HALF, add(exp(a), exp(mul(MINUS_ONE, a)))),
    "tanh": lambda a: div(sub(exp(mul(TWO, a)), ONE), add(exp(mul(TWO, a)), ONE)),
    "asinh": lambda a: log(add(a, sqrt(add(power(a, TWO), ONE)))),
    "acosh": lambda a: log(add(a, sqrt(sub(power(a, TWO), ONE)))),
    "atanh": lambda a: mul(HALF, sub(log(add(ONE, a)), log(sub(ONE, a)))),
    "erf": lambda a: sub(ONE, func("erfc", a)),
    "Phi": lambda a: mul(HALF, func("erfc", div(mul(MINUS_ONE, a), sqrt(TWO)))),
    "min": _minimum,
    "max": _maximum,
}
