"""Polynomials in one variable over Q: changes of sign on an interval, counted by Sturm chains."""

from __future__ import annotations

from itertools import pairwise
from typing import Protocol

from flint import fmpq, fmpq_poly


class Span(Protocol):
    """An interval with rational ends; None is infinite."""

    @property
    def lo(self) -> fmpq | None: ...
    @property
    def hi(self) -> fmpq | None: ...


def sturm_chain(p: fmpq_poly) -> list[fmpq_poly]:
    """The Sturm chain of a squarefree polynomial, each member over a positive number: integers without a common divisor."""
    chain = [_primitive(p), _primitive(p.derivative())]
    while chain[-1].degree() > 0:
        chain.append(_primitive(-(chain[-2] % chain[-1])))
    return [q for q in chain if q.degree() >= 0]


def _primitive(p: fmpq_poly) -> fmpq_poly:
    return p if p.degree() < 0 else fmpq_poly(p.numer()) / p.numer().content()


def pattern_work(p: fmpq_poly, span: Span) -> tuple[int, int]:
    """Operations and bits for a pattern: in a chain of d polynomials of degree d numbers have d times the bits they begin with."""
    ends = sum(int(e.height_bits()) for e in (span.lo, span.hi) if e is not None)
    return 4 * (p.degree() + 1) ** 3, int(p.numer().height_bits()) + int(p.denom().bit_length()) + ends


def _sign_at(p: fmpq_poly, x: fmpq | None, upper: bool) -> int:
    """The sign of p at x, or at +oo (upper) or -oo if x is None."""
    far = 1 if upper or p.degree() % 2 == 0 else -1
    value = p.leading_coefficient() * far if x is None else p(x)
    return int(value > 0) - int(value < 0)


def _variations(chain: list[fmpq_poly], x: fmpq | None, upper: bool) -> int:
    signs = [s for s in (_sign_at(p, x, upper) for p in chain) if s]
    return sum(a != b for a, b in pairwise(signs))


def roots_inside(p: fmpq_poly, lo: fmpq | None, hi: fmpq | None) -> int:
    """How many different roots p has in the open interval (lo, hi)."""
    if p.degree() <= 0:
        return 0
    squarefree = p // p.gcd(p.derivative())
    for end in (lo, hi):
        if end is not None and squarefree(end) == 0:
            squarefree = squarefree // fmpq_poly([-end, 1])
    chain = sturm_chain(squarefree)
    return _variations(chain, lo, False) - _variations(chain, hi, True)


def polynomial_pattern(p: fmpq_poly, span: Span) -> tuple[tuple[int, ...], bool]:
    """The signs of p along the open interval, and whether it has no root there but at the changes of sign."""
    if p.degree() < 0:
        return (1,), False
    _, factors = p.factor_squarefree()
    changing, touching = fmpq_poly([1]), fmpq_poly([1])
    for f, e in factors:
        if e % 2:
            changing *= f
        else:
            touching *= f
    count = roots_inside(changing, span.lo, span.hi)
    first = _sign_after(p, span.lo)
    return tuple(first * (-1) ** i for i in range(count + 1)), roots_inside(touching, span.lo, span.hi) == 0


def _sign_after(p: fmpq_poly, lo: fmpq | None) -> int:
    """The sign of p just right of lo."""
    if lo is None:
        return _sign_at(p, None, False)
    while p(lo) == 0:
        p = p.derivative()
    return _sign_at(p, lo, True)
