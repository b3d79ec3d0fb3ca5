"""When a function decays so fast that its integral to infinity is finite, and how large that integral is at most.

|f| exp(c t), or |f| t**c, falls on the whole range; that is read off the sign of a derivative, which is a question to the ground
that the caller stands on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Protocol

from flint import fmpq

from ..statements import Domain, Range
from ..substitution import substitute
from ..terms import MINUS_OO, OO, ZERO, Term, TermError, add, mul, neg, num, relation, subterms, sym
from .defined import Obligation, continuous
from .derivative import NotDifferentiable, derivative
from .elements import NormalError
from .field import Field

#: Tails are compared with exp(-t/w) from w beyond the end of the range on, or with t**(-p) beyond 2**prec.
_WIDTHS = tuple(4**k for k in range(11))
_POWERS = (fmpq(2), fmpq(5, 4))
_SPREAD = ("+", "min", "max", "abs")
_MOST_PARTS = 12  # into which an integrand is taken apart to bound its tail


class Ground(Protocol):
    """What answers questions about signs and definedness (reals/context.py)."""

    def undefined(self, t: Term, domain: Domain, names: tuple[str, ...]) -> Obligation | None: ...
    def holds_where_defined(self, r: Term, domain: Domain, names: tuple[str, ...] = ()) -> bool: ...
    def same_where_defined(self, a: Term, b: Term, domain: Domain) -> bool: ...


def all_reals(*names: str) -> Domain:
    return Domain(tuple(map(Range, names)))


@lru_cache(maxsize=100)
def normal_form(f: Term, domain: Domain) -> Term:
    """A term with the same values wherever f is defined on the domain: |g| is g or -g where the sign is seen; f if there is none."""
    field = Field(domain)
    try:
        return field.stable(lambda: field.term(field.normal(f)))
    except (NormalError, TermError):
        return f


def tests(first: int, prec: int) -> list[tuple[fmpq, bool, int]]:
    """(c, whether compared with t**(-c), from where on)."""
    exponential = [(fmpq(1, w), False, first + w) for w in _WIDTHS]
    return exponential + [(p, True, max(first, 2**prec)) for p in _POWERS]


def ways(f: Term, domain: Domain) -> list[list[Term]]:
    """Lists of few terms whose absolute values add up to |f| or more."""
    split = [list(islice(_majorants(g), _MOST_PARTS + 1)) for g in (f, normal_form(f, domain))]
    return [[f], *(parts for parts in split if len(parts) <= _MOST_PARTS)]


def _majorants(f: Term) -> Iterator[Term]:
    """Terms g with |f| <= sum |g|: |a + b|, |max(a, b)| and |min(a, b)| are at most |a| + |b|, also under a factor."""
    factors = list(f.args) if f.op == "*" else [f]
    place = next((i for i, a in enumerate(factors) if a.op in _SPREAD), None)
    if place is None:
        yield f
    else:
        for a in factors[place].args:
            yield from _majorants(mul(*factors[:place], a, *factors[place + 1 :]))


class Tails:
    """The decay of functions, seen from one ground."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._memo: dict[tuple[Term, str, Domain, fmpq, bool], bool] = {}

    def decays(self, f: Term, name: str, domain: Domain, c: fmpq, by_power: bool) -> bool:
        """Whether f keeps its sign and |f| exp(c t), or |f| t**c, falls on the whole range of t, which begins at T > 0.

        Then the integral from T on lies between 0 and f(T)/c, or f(T) T/(c - 1).
        """
        key = f, name, domain, c, by_power
        if key not in self._memo:
            self._memo[key] = self._decays(*key)
        return self._memo[key]

    def _decays(self, f: Term, name: str, domain: Domain, c: fmpq, by_power: bool) -> bool:
        ground, t = self._ground, sym(name)
        try:
            f = normal_form(f, domain) if any(u.op in ("abs", "min", "max") for u in subterms(f)) else f
            slope = derivative(f, name)
        except NotDifferentiable:
            return False
        if ground.undefined(f, domain, ()) is not None or ground.undefined(slope, domain, ()) is not None:
            return False
        weight = add(mul(t, slope), mul(num(c), f)) if by_power else add(slope, mul(num(c), f))
        for sign, opposite in ((">=", "<="), ("<=", ">=")):
            if ground.holds_where_defined(relation(sign, f, ZERO), domain):
                falls = relation(opposite, weight, ZERO)
                return ground.same_where_defined(weight, ZERO, domain) or ground.holds_where_defined(falls, domain)
        return False

    def converges(self, u: Term) -> bool:
        """Whether an integral without symbols, over an infinite range, is seen to be defined: f is continuous, its tails decay."""
        body, lower, upper = u.args
        low, high = None if lower is MINUS_OO else lower, None if upper is OO else upper
        if u.op != "Integral" or u.free or (low is not None and high is not None) or not continuous(body):
            return False
        whole = Domain((Range(u.name, low, high, low is None, high is None),))
        asked = [(e, Domain()) for e in (low, high) if e is not None]
        if any(self._ground.undefined(t, where, ()) is not None for t, where in (*asked, (body, whole))):
            return False
        turned = substitute(body, {u.name: neg(sym(u.name))})
        return all(self._somewhere(f, u.name) for f, end in ((turned, low), (body, high)) if end is None)

    def _somewhere(self, f: Term, name: str) -> bool:
        found = [(Domain((Range(name, num(far), None, False),)), c, p) for c, p, far in tests(1, 64)]
        split = ways(f, all_reals(name))
        return any(all(any(self.decays(g, name, *test) for test in found) for g in parts) for parts in split)
