"""End values: the limit of a term at an open or infinite end, by exact asymptotic series with error terms.

As x -> +oo a normal form is expanded in the scale exp(c1 x**k1 log(x)**j1 + ...) * x**a * log(x)**b with exact coefficients that do not
depend on x and an error term: value = sum of terms + O(error). Other ends are brought to +oo by x -> -x and x -> a +- 1/x.
Every comparison of two scales must be certain for all values of the parameters; otherwise there is no answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key
from typing import NamedTuple

from flint import fmpq, fmpq_mpoly

from ..statements import Domain, Range
from ..substitution import substitute
from ..terms import ONE, PI, ZERO, Term, add, div, exp, func, neg, num, sqrt, sub, subterms, sym
from .closed import compare_closed
from .elements import Frac, Generator, NormalError
from .field import Field

_FAR = 10**6  # "eventually": signs under |.| may be taken for x beyond this
MAX_ORDER = 16


class Unknown(Exception):
    """No certain answer: an unsupported function, an undecided comparison, or all terms cancelled."""


class Scale(NamedTuple):
    """exp(sum c x**k log(x)**j) * x**power * log(x)**logs, the pairs ((k, j), c) in falling order of (k, j)."""

    exps: tuple[tuple[tuple[fmpq, fmpq], Frac], ...] = ()
    power: fmpq = fmpq(0)
    logs: fmpq = fmpq(0)


class Series(NamedTuple):
    """A sum of coefficient * scale, in falling order, plus O(error); error None: exact."""

    terms: tuple[tuple[Scale, Frac], ...]
    error: Scale | None = None


UNIT = Scale()


class Expansion:
    """Asymptotic expansion of elements of a field as the symbol `name` tends to +oo."""

    def __init__(self, field: Field, name: str, order: int) -> None:
        self.field, self.name, self.order = field, name, order
        self._memo: dict[int, Series] = {}

    # -- scales -----------------------------------------------------------------------------------------------

    def sign(self, c: Frac) -> int:
        """1 or -1 if c is positive or negative for all parameters, 0 if c is zero; otherwise unknown."""
        t = self.field.term(c)
        if c.num.is_zero():
            return 0
        interval = self.field.bounds.of(t)
        if interval.positive:
            return 1
        if interval.negative:
            return -1
        order = compare_closed(t, ZERO, meter=self.field.meter) if not t.free else None
        if not order:
            raise Unknown(f"sign of the coefficient {t!r}")
        return order

    def scale_product(self, a: Scale, b: Scale, e: fmpq | int = 1) -> Scale:
        """a * b**e."""
        f = self.field
        exps = dict(a.exps)
        for k, c in b.exps:
            exps[k] = f.plus(exps.get(k, f.zero), f.scale(c, e))
        kept = tuple(
            sorted(((k, c) for k, c in exps.items() if not c.num.is_zero()), key=lambda kc: kc[0], reverse=True)
        )
        return Scale(kept, a.power + b.power * e, a.logs + b.logs * e)

    def size(self, a: Scale) -> int:
        """1, 0 or -1 as the scale tends to infinity, is constant, or tends to zero."""
        if a.exps:
            return self.sign(a.exps[0][1])
        q = a.power or a.logs
        return int(q > 0) - int(q < 0)

    def compare(self, a: Scale, b: Scale) -> int:
        """1, 0 or -1 as a is larger, the same or smaller than b in the end."""
        if a.exps == b.exps:
            x, y = (a.power, a.logs), (b.power, b.logs)
            return (x > y) - (x < y)
        return self.size(self.scale_product(a, b, fmpq(-1)))

    # -- series -----------------------------------------------------------------------------------------------

    def constant(self, c: Frac) -> Series:
        return Series(() if c.num.is_zero() else ((UNIT, c),))

    def collect(self, terms: list[tuple[Scale, Frac]], error: Scale | None) -> Series:
        """Sort, merge equal scales, drop what the error swallows, keep the leading terms."""
        merged: list[tuple[Scale, Frac]] = []
        for s, c in sorted(terms, key=cmp_to_key(self._falling)):
            if merged and self.compare(merged[-1][0], s) == 0:
                merged[-1] = (s, self.field.plus(merged[-1][1], c))
            else:
                merged.append((s, c))
        merged = [(s, c) for s, c in merged if not c.num.is_zero()]
        if error is not None:
            merged = [(s, c) for s, c in merged if self.compare(s, error) > 0]
        if len(merged) > self.order:
            error = merged[self.order][0] if error is None else self.larger(error, merged[self.order][0])
            merged = merged[: self.order]
        return Series(tuple(merged), error)

    def _falling(self, a: tuple[Scale, Frac], b: tuple[Scale, Frac]) -> int:
        return self.compare(b[0], a[0])

    def larger(self, a: Scale | None, b: Scale | None) -> Scale | None:
        if a is None or b is None:
            return a or b
        return a if self.compare(a, b) >= 0 else b

    def plus(self, a: Series, b: Series) -> Series:
        return self.collect([*a.terms, *b.terms], self.larger(a.error, b.error))

    def times(self, a: Series, b: Series) -> Series:
        terms = [(self.scale_product(s, u), self.field.times(c, d)) for s, c in a.terms for u, d in b.terms]
        error: Scale | None = None
        for x, y in ((a, b), (b, a)):
            if x.error is not None and (top := self.top(y)) is not None:
                error = self.larger(error, self.scale_product(x.error, top))
        return self.collect(terms, error)

    def top(self, a: Series) -> Scale | None:
        """The scale that bounds the series; None if it is zero."""
        return a.terms[0][0] if a.terms else a.error

    def scaled(self, a: Series, s: Scale, c: Frac) -> Series:
        return self.times(a, Series(((s, c),)))

    def split(self, a: Series) -> tuple[Scale, Frac, Series]:
        """a = c * s * (1 + h) with h -> 0."""
        if not a.terms:
            raise Unknown("no leading term")
        s, c = a.terms[0]
        self.sign(c)  # must be certainly nonzero
        inverse = self.scale_product(UNIT, s, fmpq(-1))
        h = self.scaled(Series(a.terms[1:], a.error), inverse, self.field.inverse(c))
        return s, c, h

    def compose(self, h: Series, coefficients: list[Frac]) -> Series:
        """sum coefficients[j] * h**j + O(h**len) for h -> 0."""
        top = self.top(h)
        if top is None:
            return self.constant(coefficients[0])
        if self.size(top) >= 0:
            raise Unknown("expansion in something that does not tend to zero")
        total, p = self.constant(coefficients[0]), self.constant(self.field.one)
        for c in coefficients[1:]:
            p = self.times(p, h)
            total = self.plus(total, self.scaled(p, UNIT, c))
        error = UNIT
        for _ in coefficients:
            error = self.scale_product(error, top)
        return self.collect(list(total.terms), self.larger(total.error, error))

    def rational_series(self, make: Callable[[int], fmpq]) -> list[Frac]:
        return [self.field.scale(self.field.one, make(j)) for j in range(self.order + 1)]

    def power(self, a: Series, q: fmpq) -> Series:
        """|a|**q by the binomial series."""
        s, c, h = self.split(a)
        coefficients, current = [], fmpq(1)
        for j in range(self.order + 1):
            coefficients.append(self.field.scale(self.field.one, current))
            current = current * (q - j) / (j + 1)
        if q.q == 1:
            lead = self.field.power(c, int(q.p))
        else:
            if self.sign(c) < 0:
                raise Unknown("root of something that is eventually negative")
            lead = self.field.absolute_power(c, q)
        return self.scaled(self.compose(h, coefficients), self.scale_product(UNIT, s, q), lead)

    def whole_power(self, a: Series, n: int) -> Series:
        """a**n for n > 0, also where the sign of its first coefficient is not known."""
        if n == 1:
            return a
        half = self.whole_power(a, n // 2)
        square = self.times(half, half)
        return self.times(square, a) if n % 2 else square

    def log(self, a: Series) -> Series:
        """log|a|."""
        s, c, h = self.split(a)
        if s.logs:
            raise Unknown("log of log")
        f = self.field
        terms = [(Scale((), k, j), coefficient) for (k, j), coefficient in s.exps]
        if s.power:
            terms.append((Scale((), fmpq(0), fmpq(1)), f.scale(f.one, s.power)))
        terms.append((UNIT, f.log(f.absolute(c))))
        rest = self.compose(h, self.rational_series(lambda j: fmpq((-1) ** (j + 1), j) if j else fmpq(0)))
        return self.plus(self.collect(terms, None), rest)

    def exp(self, a: Series) -> Series:
        f = self.field
        if a.terms and a.terms[0][0].exps and self.size(a.terms[0][0]) > 0 and self.sign(a.terms[0][1]) < 0:
            return Series(
                (), self.scale_product(UNIT, a.terms[0][0], fmpq(-self.order))
            )  # exp(-c s) = O(s**-n), s -> oo
        scale, lead, small = UNIT, f.one, []
        for s, c in a.terms:
            if self.size(s) < 0:
                small.append((s, c))
            elif s == UNIT:
                lead = f.times(lead, f.exp(c))
            elif not s.exps and not s.power and s.logs == 1 and c.num.is_constant() and c.den.is_constant():
                scale = self.scale_product(scale, Scale((), fmpq(c.num.leading_coefficient())))  # exp(q log x) = x**q
            elif not s.exps and (s.power > 0 or s.logs > 1):
                scale = self.scale_product(scale, Scale((((s.power, s.logs), c),)))
            else:
                raise Unknown("exp of an unsupported scale")
        if a.error is not None and self.size(a.error) >= 0:
            raise Unknown("exp of something known too coarsely")
        factorial, coefficients = fmpq(1), []
        for j in range(self.order + 1):
            factorial = factorial * (j or 1)
            coefficients.append(f.scale(f.one, 1 / factorial))
        return self.scaled(self.compose(Series(tuple(small), a.error), coefficients), scale, lead)

    def erfc(self, a: Series) -> Series:
        f = self.field
        top = self.top(a)
        if top is None or not a.terms:
            raise Unknown("erfc of something without leading term")
        if self.size(a.terms[0][0]) > 0:
            if self.sign(a.terms[0][1]) > 0:
                return self._erfc_tail(a)
            tail = self._erfc_tail(self.scaled(a, UNIT, f.scale(f.one, fmpq(-1))))
            return self.plus(self.constant(f.scale(f.one, fmpq(2))), self.scaled(tail, UNIT, f.scale(f.one, fmpq(-1))))
        return self.smooth("erfc", a)

    def smooth(self, op: str, a: Series, *branch: Term) -> Series:
        """f(c + h) = f(c) + O(h), for f has a continuous derivative at c, the limit of a."""
        f = self.field
        at_unit = bool(a.terms) and a.terms[0][0] == UNIT
        c = f.term(a.terms[0][1]) if at_unit else ZERO
        error = self.top(Series(a.terms[1:] if at_unit else a.terms, a.error))
        if error is not None and self.size(error) >= 0:
            raise Unknown(f"{op} of something known too coarsely")
        inside = {"erfc": (), "PhiInv": (c, sub(ONE, c)), "LambertW": (add(c, exp(neg(ONE))),)}[op]
        if any(
            self.sign(f.normal(t)) <= 0 for t in (*inside, *((neg(c),) if branch and branch[0] is not ZERO else ()))
        ):
            raise Unknown(f"{op} at an end of its domain")
        return self.collect([(UNIT, f.normal(func(op, c, *branch)))], error)

    def _erfc_tail(self, a: Series) -> Series:
        """erfc(a) = exp(-a**2) / (a sqrt(pi)) * sum (-1)**j (2j-1)!! / (2 a**2)**j, each partial sum within the next term."""
        f = self.field
        square = self.times(a, a)
        inverse_square = self.power(square, fmpq(-1))
        coefficients, current = [], fmpq(1)
        for j in range(self.order + 1):
            coefficients.append(f.scale(f.one, current))
            current = -current * (2 * j + 1) / 2
        body = self.times(self.compose(inverse_square, coefficients), self.power(a, fmpq(-1)))
        gauss = self.exp(self.scaled(square, UNIT, f.scale(f.one, fmpq(-1))))
        return self.scaled(self.times(body, gauss), UNIT, f.normal(div(ONE, sqrt(PI))))

    # -- elements ---------------------------------------------------------------------------------------------

    def of(self, a: Frac) -> Series:
        """The exponentials that divide the denominator are expanded with the numerator: 1/exp(x) as exp(-x)."""
        moving = [g.index for g in self.field.generators if g.kind == "exp" and self.name in g.free]
        below = {j: min(int(m[j]) for m in a.den.to_dict()) for j in moving}
        rest = a.den
        for j, e in below.items():
            rest = rest / self.field.gens[j] ** e
        top = self.polynomial(a.num, below)
        return top if rest.is_one() else self.times(top, self.power(self.polynomial(rest, {}), fmpq(-1)))

    def polynomial(self, p: fmpq_mpoly, below: dict[int, int]) -> Series:
        """p over a product of exponentials."""
        total = Series(())
        for exponents, c in p.to_dict().items():
            part = self.constant(self.field.scale(self.field.one, fmpq(c)))
            exponent = self.field.zero  # exponentials are expanded together: their exponents may cancel
            for g, above in zip(self.field.generators, exponents):
                e = int(above) - below.get(g.index, 0)
                if e and g.kind == "exp" and self.name in g.free:
                    exponent = self.field.plus(exponent, self.field.scale(g.argument, fmpq(e)))
                elif e:
                    part = self.times(part, self.whole_power(self.generator(g), e))
            if not exponent.num.is_zero():
                part = self.times(part, self.exp(self.of(exponent)))
            total = self.plus(total, part)
        return total

    def generator(self, g: Generator) -> Series:
        if g.index not in self._memo:
            self._memo[g.index] = self._generator(g)
        return self._memo[g.index]

    def _generator(self, g: Generator) -> Series:
        if self.name not in g.free:
            return self.constant(self.field.normal(g.term))
        if g.kind == "sym":
            return Series(((Scale((), fmpq(1)), self.field.one),))
        if g.kind == "log":
            return self.log(self.of(g.argument))
        if g.kind == "erfc":
            return self.erfc(self.of(g.argument))
        if g.kind == "root":
            return self.power(self.polynomial(g.base, {}), fmpq(1, g.degree))
        if g.kind in ("PhiInv", "LambertW"):
            return self.smooth(g.kind, self.of(g.argument), *g.term.args[1:])
        raise Unknown(f"no expansion of {g.kind}")


def at_infinity(t: Term, name: str, end: Term | None, upper: bool) -> Term:
    """t with the symbol replaced so that its end becomes +oo: x -> x, -x, a - 1/x (upper end a) or a + 1/x (lower end a)."""
    x = sym(name)
    if end is None:
        return t if upper else substitute(t, {name: neg(x)})
    step = div(ONE, x)
    return substitute(t, {name: add(end, neg(step) if upper else step)})


def limit_sign(
    t: Term, name: str, others: Domain, end: Term | None, upper: bool, order: int, tick: Callable[[], None]
) -> int | None:
    """1 if the limit of t is in [0, oo], -1 if in [-oo, 0], 0 if it is 0; None if unknown.

    The symbol, which is not in the domain `others`, tends to `end` (None: infinite) from below (upper) or from above; all others
    are fixed, and the answer holds for all their values in the domain.
    """
    if not 1 <= order <= MAX_ORDER or name in others.names:
        return None
    field = Field(others.with_range(Range(name, lower=num(_FAR))), tick)
    moved = at_infinity(t, name, end, upper)
    for u in subterms(moved):  # b**e is exp(e log b), which is positive, but 0**e is 0
        if u.op == "**" and u.args[1].op != "num" and not field.bounds.of(u.args[0]).positive:
            return None
    try:
        return field.stable(lambda: _limit_sign(field, field.normal(moved), name, order))
    except (Unknown, NormalError):
        return None


def _limit_sign(field: Field, a: Frac, name: str, order: int) -> int | None:
    expansion = Expansion(field, name, order)
    series = expansion.of(a)
    if not series.terms:
        return 0 if series.error is None or expansion.size(series.error) < 0 else None
    scale, c = series.terms[0]
    size = expansion.size(scale)
    if size < 0:
        return 0
    if size > 0:
        return expansion.sign(c)
    interval = field.bounds.of(field.term(c))
    return 1 if interval.nonnegative else -1 if interval.nonpositive else expansion.sign(c)
