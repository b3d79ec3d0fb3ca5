"""Exact values of special functions and relations between them, as rewriting steps of normal forms (see field.py).

Each step is an identity at every point at which the term is defined:

    gamma(a) = (a - 1) ... (a - k) gamma(a - k)          where a - k > 0 is seen; upwards without a condition
    loggamma(a) = log(a - 1) + ... + log(a - k) + loggamma(a - k)                                    likewise
    binomial(n, k) = n (n - 1) ... (n - k + 1)/k!        for a natural number k
    binomial(n, k) = gamma(n + 1)/(gamma(k + 1) gamma(n - k + 1))     where k + 1 > 0 and n - k + 1 > 0 are seen
    floor(a + m) = floor(a) + m, ceil likewise           for a whole number m; floor(a) = a where a is built from integers
    PhiInv(1 - a) = -PhiInv(a), PhiInv(Phi(a)) = a, Phi(PhiInv(a)) = a
    exp(W) = a/W and log|W| = log|a| - W                 for W = LambertW(a) of either branch, where a != 0 is seen
"""

from __future__ import annotations

from math import comb, factorial

from flint import fmpq

from ..terms import MINUS_ONE, PI, TWO, sqrt
from .elements import Algebra, Frac, Generator
from .integrality import integer_valued

MAX_SHIFT = 64  # whole numbers that are taken out of an argument
MAX_NATURAL = 500  # natural arguments at which gamma, loggamma and binomial have their values


def rewritten(field: Algebra, op: str, arguments: list[Frac]) -> Frac | None:
    """The function of normalised arguments in other terms, if one of the relations applies."""
    a = arguments[0]
    if op in ("floor", "ceil"):
        return _rounded(field, op, a)
    if op in ("gamma", "loggamma"):
        return _gamma(field, op, a)
    if op == "binomial":
        return _binomial(field, *arguments)
    if op == "PhiInv":
        return _normal_quantile(field, a)
    return field.zero if op == "LambertW" and a.num.is_zero() else None


def constant(a: Frac) -> fmpq | None:
    """The rational number that an element is."""
    if not (a.num.is_constant() and a.den.is_constant()):
        return None
    return fmpq(0) if a.num.is_zero() else fmpq(a.num.leading_coefficient())


def _natural(a: Frac, most: int) -> int | None:
    q = constant(a)
    return int(q.p) if q is not None and q.q == 1 and 0 <= q.p <= most else None


def _minus(field: Algebra, a: Frac, n: int | fmpq) -> Frac:
    return field.plus(a, field.scale(field.one, fmpq(-n)))


def _whole(field: Algebra, a: Frac) -> int:
    """The whole part of the rational number that is added in an element."""
    if not a.den.is_constant():
        return 0
    q = fmpq(a.num.to_dict().get((0,) * len(field.gens), 0))
    return int(q.floor())


def _rounded(field: Algebra, op: str, a: Frac) -> Frac | None:
    q = constant(a)
    if q is not None:
        return field.scale(field.one, fmpq(q.floor() if op == "floor" else q.ceil()))
    if integer_valued(field.term(a), field.domain):
        return a
    n = _whole(field, a)
    return _minus(field, field.opaque(op, [_minus(field, a, n)]), -n) if n else None


def _gamma(field: Algebra, op: str, a: Frac) -> Frac | None:
    n = _natural(a, MAX_NATURAL)
    if n:
        value = field.scale(field.one, fmpq(factorial(n - 1)))
        return value if op == "gamma" else field.log(value)
    if constant(a) == fmpq(1, 2):
        root = field.normal(sqrt(PI))
        return root if op == "gamma" else field.log(root)
    k = _shift(field, a)
    if k == 0:
        return None
    factors = [_minus(field, a, j) for j in (range(1, k + 1) if k > 0 else range(k + 1, 1))]
    total = field.opaque(op, [_minus(field, a, k)])
    for f in factors:
        if op == "gamma":
            total = field.times(total, f if k > 0 else field.inverse(f))
        else:
            total = field.plus(total, field.scale(field.log(f), fmpq(1 if k > 0 else -1)))
    return total


def _shift(field: Algebra, a: Frac) -> int:
    """How much is taken from the argument, which stays positive: its whole part, or what may be."""
    whole = _whole(field, a)
    if whole <= 0 or whole > MAX_SHIFT:
        return whole if -MAX_SHIFT <= whole <= 0 else 0
    return next((k for k in range(whole, 0, -1) if _positive(field, _minus(field, a, k))), 0)


def _strictly(sign: tuple[int, bool]) -> bool:
    return sign == (1, True)


def _positive(field: Algebra, a: Frac) -> bool:
    """Whether a > 0 is seen, or a - 1 >= 0."""
    return _strictly(field.product_sign(a)) or field.product_sign(_minus(field, a, 1))[0] > 0


def _binomial(field: Algebra, n: Frac, k: Frac) -> Frac | None:
    small, top = _natural(k, MAX_NATURAL), _natural(n, MAX_NATURAL)
    if small is not None and top is not None:
        return field.scale(field.one, fmpq(comb(top, small)))
    if small is not None and small <= MAX_SHIFT:
        total = field.scale(field.one, fmpq(1, factorial(small)))
        for j in range(small):
            total = field.times(total, _minus(field, n, j))
        return total
    below, rest = _minus(field, k, -1), _minus(field, field.plus(n, field.scale(k, fmpq(-1))), -1)
    if not (_positive(field, below) and _positive(field, rest)):
        return None
    bottom = field.times(field.opaque("gamma", [below]), field.opaque("gamma", [rest]))
    return field.times(field.opaque("gamma", [_minus(field, n, -1)]), field.inverse(bottom))


def _normal_quantile(field: Algebra, a: Frac) -> Frac | None:
    other = _minus(field, field.scale(a, fmpq(-1)), -1)
    for b, sign in ((a, -1), (other, 1)):  # PhiInv(erfc(z)/2) = -z sqrt 2
        doubled = field.scale(b, fmpq(2))
        g = field.single(doubled.num) if doubled.den.is_one() else None
        if g is not None and g.kind == "erfc":
            return field.scale(field.times(g.argument, field.normal(sqrt(TWO))), fmpq(sign))
    centred = _minus(field, a, fmpq(1, 2))
    if centred.num.is_zero():
        return field.zero
    if centred.num.leading_coefficient() < 0:
        return field.scale(field.opaque("PhiInv", [other]), fmpq(-1))
    return None


def tail_of_quantile(field: Algebra, a: Frac) -> Frac | None:
    """erfc(PhiInv(p)/sqrt 2) = 2 (1 - p)."""
    scaled = field.times(a, field.normal(sqrt(TWO)))
    g = field.single(scaled.num) if scaled.den.is_one() else None
    if g is None or g.kind != "PhiInv":
        return None
    return field.scale(_minus(field, field.scale(g.argument, fmpq(-1)), -1), fmpq(2))


def exponential_of_lambert(field: Algebra, w: Generator, c: fmpq) -> Frac | None:
    """exp(c W) = (a/W)**c for W = LambertW(a), where a is not 0."""
    a = w.argument
    sign, strict = field.product_sign(a)
    lower = len(w.term.args) == 2 and w.term.args[1] is MINUS_ONE
    if not lower and not (sign and strict):
        return None
    quotient = field.times(a, field.inverse(field.normal(w.term)))
    return field.power(quotient, int(c.p)) if c.q == 1 else field.absolute_power(quotient, c)


def logarithm_of_lambert(field: Algebra, w: Generator) -> Frac:
    """log|W| = log|a| - W."""
    return field.plus(field.log(w.argument), field.scale(field.normal(w.term), fmpq(-1)))
