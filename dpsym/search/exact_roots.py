"""Exact numbers: zeros of a term read off the factors of its normal form, and closed forms of a decimal.

All of it is guessing: whoever uses a root puts it before the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, pairwise
from math import erfc, isfinite, isqrt, pi
from math import exp as float_exp
from math import log as float_log

from flint import fmpq, fmpq_mpoly

from ..kernel.arithmetic.elements import Generator, NormalError
from ..kernel.arithmetic.field import Field
from ..kernel.reals.quadrature import enclose
from ..kernel.statements import Domain
from ..kernel.terms import (
    PI,
    TWO,
    ZERO,
    Term,
    TermError,
    add,
    div,
    exp,
    func,
    log,
    mul,
    neg,
    num,
    power,
    rebuild,
    sqrt,
    sub,
    subterms,
)
from .work import Work

_MAX_EXPONENT = 4096
_MAX_PARTS = 400  # larger terms are not normalised here
_MAX_CONSTANTS = 6
_INVERTIBLE = ("sym", "exp", "log", "root", "abs")


def is_rational(t: Term) -> bool:
    return t.op == "num"


def fold(t: Term) -> Term:
    """The same closed term with rational arithmetic carried out: 1/2 + 1/3 is 5/6, sqrt(4) is 2, log(1) is 0."""
    if not t.args or t.is_relation:
        return t
    args = tuple(map(fold, t.args))
    if all(a.op == "num" for a in args):
        value = _folded(t.op, [a.value for a in args])
        if value is not None:
            return num(value)
    if t.op in ("+", "*"):
        return _collected(t.op, args)
    if t.op == "**" and args[1].op == "num" and args[0].op == "exp":
        return fold(exp(mul(args[0].args[0], args[1])))
    return rebuild(t, args)


def _collected(op: str, args: tuple[Term, ...]) -> Term:
    """A sum or product with its numbers gathered in one, in front of a product, at the end of a sum."""
    flat = [p for a in args for p in (a.args if a.op == op else (a,))]
    numbers: list[fmpq] = [p.value for p in flat if p.op == "num"]
    rest = [p for p in flat if p.op != "num"]
    total = _folded(op, numbers) or fmpq(0)
    if op == "*":
        return ZERO if total == 0 else mul(*rest) if total == 1 else mul(num(total), *rest)
    return add(*rest) if total == 0 else add(*rest, num(total))


def _folded(op: str, args: list[fmpq]) -> fmpq | None:
    if op == "+":
        return sum(args, fmpq(0))
    if op == "*":
        total = fmpq(1)
        for a in args:
            total *= a
        return total
    if op == "**":
        return _folded_power(args[0], args[1])
    if op == "sqrt":
        return _folded_power(args[0], fmpq(1, 2))
    if op == "exp" and args[0] == 0:
        return fmpq(1)
    if op == "log" and args[0] == 1:
        return fmpq(0)
    if op == "abs":
        return abs(args[0])
    if op in ("min", "max"):
        return min(args) if op == "min" else max(args)
    return None


def _folded_power(base: fmpq, e: fmpq) -> fmpq | None:
    if base == 0:
        return fmpq(0) if e > 0 else None
    if e.q == 1 and abs(e.p) <= _MAX_EXPONENT:
        return base ** int(e.p)
    if e.q == 2 and base > 0 and abs(e.p) <= _MAX_EXPONENT:
        p, q = isqrt(int(base.p)), isqrt(int(base.q))
        if p * p == base.p and q * q == base.q:
            return fmpq(p, q) ** int(e.p)
    return None


def roots(t: Term, name: str, domain: Domain, work: Work, depth: int = 2) -> tuple[Term, ...]:
    """Terms r, free of `name`, such that t vanishes where name = r: linear and quadratic factors, and n-th roots."""
    if name not in t.free or sum(1 for _ in subterms(t)) > _MAX_PARTS:
        return ()
    field = Field(domain, work.division)
    try:
        top: fmpq_mpoly = field.stable(lambda: field.normal(t)).num
        factors = [f for f, _ in top.factor()[1]] if not top.is_constant() else []
        found: dict[Term, None] = {}
        for f in factors:
            for r in _roots_of_factor(field, f, name, domain, work, depth):
                if name not in r.free:
                    found.setdefault(fold(r))
        return tuple(found)
    except (NormalError, TermError, ArithmeticError, RecursionError):
        return ()


def _roots_of_factor(field: Field, f: fmpq_mpoly, name: str, domain: Domain, work: Work, depth: int) -> Iterator[Term]:
    degrees = f.degrees()
    using = [g for g in field.generators if name in g.free and degrees[g.index]]
    if len(using) == 2 and using[0].kind == "sym" and using[1].kind == "root" and using[1].base is not None:
        if using[1].base != field.ring.gens()[using[0].index]:
            return
        coefficients = _coefficients(field, f, using[1], using[0])
    elif len(using) == 1 and using[0].kind in _INVERTIBLE:
        coefficients = _coefficients(field, f, using[-1])
    else:
        return
    for s in _solutions(coefficients):
        yield from _inverted(field, using[-1], s, name, domain, work, depth)


def _coefficients(field: Field, f: fmpq_mpoly, g: Generator, squared: Generator | None = None) -> dict[int, Term]:
    """f as a polynomial in g; `squared` is a generator that equals g**g.degree."""
    parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for exponents, c in f.to_dict().items():
        degree = int(exponents[g.index]) + (g.degree * int(exponents[squared.index]) if squared else 0)
        dropped = {g.index, squared.index if squared else g.index}
        rest = tuple(0 if i in dropped else int(e) for i, e in enumerate(exponents))
        part = parts.setdefault(degree, {})
        part[rest] = part.get(rest, fmpq(0)) + c
    return {k: field.poly_term(field.ring.from_dict(part)) for k, part in parts.items()}


def _solutions(c: dict[int, Term]) -> Iterator[Term]:
    least = min(c)
    if least:
        yield ZERO
        c = {k - least: t for k, t in c.items()}
    degree = max(c)
    if degree == 0:
        return
    if set(c) == {0, degree}:
        s = neg(div(c[0], c[degree]))
        if degree == 1:
            yield s
        elif degree % 2:  # the n-th root of a negative number is not a power
            yield power(s, num(1, degree))
            yield neg(power(neg(s), num(1, degree)))
        else:
            root = sqrt(s) if degree == 2 else power(s, num(1, degree))
            yield root
            yield neg(root)
    elif degree == 2:
        a, b, c0 = c[2], c[1], c.get(0, ZERO)
        disc = sqrt(sub(power(b, TWO), mul(num(4), a, c0)))
        for sign in (num(1), num(-1)):
            yield div(add(neg(b), mul(sign, disc)), mul(TWO, a))


def _inverted(field: Field, g: Generator, s: Term, name: str, domain: Domain, work: Work, depth: int) -> Iterator[Term]:
    """The values of the symbol at which the generator g equals s."""
    if g.kind == "sym":
        yield s
        return
    if depth == 0:
        return
    if g.kind == "exp" and g.argument is not None:
        targets = [sub(field.term(g.argument), log(s))]
    elif g.kind == "log" and g.argument is not None:
        inner = field.term(g.argument)
        targets = [sub(inner, exp(s)), add(inner, exp(s))]
    elif g.kind == "root" and g.base is not None:
        targets = [sub(field.poly_term(g.base), power(s, num(g.degree)))]
    else:
        inner = g.term.args[0]
        targets = [sub(inner, s), add(inner, s)]
    for t in targets:
        yield from roots(t, name, domain, work, depth - 1)


def constants(t: Term) -> tuple[Term, ...]:
    """The values of functions at numbers that occur in t: log(2), LambertW(1/e)."""
    found = (u for u in subterms(t) if u.args and not u.free and u.op not in ("+", "*", "**") and not u.is_relation)
    return tuple(dict.fromkeys(islice(found, _MAX_CONSTANTS)))


def recognised(x: fmpq, digits: float = 1e-11, known: tuple[Term, ...] = ()) -> Iterator[Term]:
    """Closed forms that x, known to a relative `digits`, may be: p/q, sqrt(p/q), log(p/q), PhiInv(p/q), ..., c + p/q for a known c."""
    value = float(Fraction(int(x.p), int(x.q)))
    if not isfinite(value) or abs(value) > 1e6:
        return
    rational = _small_fraction(value, digits, 5000)
    if rational is not None:
        yield num(rational)
        return
    for q in _fractions(value * value, digits):
        yield sqrt(num(q)) if value > 0 else neg(sqrt(num(q)))
    if abs(value) < 12:
        for q in _fractions(float_exp(value), digits):
            yield log(num(q))
    if value > 0:
        for q in _fractions(float_log(value), digits):
            yield exp(num(q))
    for q in _fractions(value / pi, digits):
        yield mul(num(q), PI)
    for q in _fractions(value * value / pi, digits):
        yield sqrt(mul(num(q), PI))
    yield from _quadratic(value, digits)
    if abs(value) < 6:
        for t in _quadratic(float_exp(value), digits):
            yield log(t)
        for q in _fractions(erfc(-value / 2**0.5) / 2, digits):
            yield func("PhiInv", num(q))
        for q in _fractions(value * float_exp(value), digits):
            yield func("LambertW", num(q), *((num(-1),) if value < -1 else ()))
    for c in known:
        about = float(enclose(c, 64).mid())
        for q in _fractions(value - about, digits):
            yield add(c, num(q))
        if about:
            for q in _fractions(value / about, digits):
                yield mul(num(q), c)


def _fractions(value: float, digits: float) -> Iterator[Fraction]:
    q = _small_fraction(value, 4 * digits, 200)
    if q is not None and q > -(10**6) and value != 0:
        yield q


def _small_fraction(value: float, digits: float, most: int) -> Fraction | None:
    q = Fraction(value).limit_denominator(most)
    return q if abs(float(q) - value) <= digits * max(abs(value), digits) else None


def _quadratic(value: float, digits: float) -> Iterator[Term]:
    """Zeros of a x**2 + b x + c with small whole coefficients."""
    for a in range(1, 9):
        for b in range(-24, 25):
            exact = -(a * value * value + b * value)
            c = round(exact)
            if abs(exact - c) > digits * 8 * (a * value * value + abs(b * value) + 1) or abs(c) > 100:
                continue
            disc = b * b - 4 * a * c
            if disc > 0 and b != 0:
                root = sqrt(num(disc)) if 2 * a * value + b > 0 else neg(sqrt(num(disc)))
                yield div(add(num(-b), root), num(2 * a))
                return


def kinks(t: Term) -> Iterator[Term]:
    """Terms at whose zeros t may jump or bend: conditions of pieces, arguments of abs, differences under min, max."""
    for u in subterms(t):
        if u.op == "Piecewise":
            yield from (sub(c.lhs, c.rhs) for c in u.args[1::2] if c.is_relation)
        elif u.op == "abs":
            yield u.args[0]
        elif u.op in ("min", "max"):
            yield from (sub(a, b) for a, b in pairwise(u.args))
        elif u.op in ("floor", "ceil"):
            yield u.args[0]
            yield sub(u.args[0], num(1))
