"""Elements of normal forms, and what may be asked of the field that they belong to (field.py)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import NamedTuple, Protocol

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from ..statements import Domain
from ..terms import Term
from .bounds import Bounds

WORK = 2_000_000_000  # operations times bits for one question: a few seconds; the library needs a hundredth of it
MAX_BITS = 400_000  # of a coefficient
MAX_SIZE = 100_000_000  # bits of all coefficients of one polynomial
_WORD = 64  # bits that an operation costs at least


class NormalError(ValueError):
    """The term has no normal form here: a division by zero, the log of zero, or it would be too large."""


class Meter:
    """The allowance of work of one question, in operations times bits: what would be more is refused before it is computed."""

    def __init__(self, left: int = WORK) -> None:
        self.left, self._before = left, left  # all that there was, this question's allowance included

    def refill(self) -> None:
        self._before += WORK - self.left
        self.left = WORK

    @property
    def spent(self) -> int:
        """On all questions so far."""
        return self._before - self.left

    def allows(self, operations: int, bits: int, terms: int = 1) -> bool:
        """Whether so many operations on coefficients of so many bits, with a result of so many terms, may still be done."""
        self.left -= operations * (bits + _WORD)
        return self.left >= 0 and bits <= MAX_BITS and terms * (bits + _WORD) <= MAX_SIZE

    def charge(self, operations: int, bits: int, terms: int = 1) -> None:
        if not self.allows(operations, bits, terms):
            raise NormalError("normal form too large")


def height(p: fmpq_mpoly) -> int:
    """At least the bits of the largest coefficient of p, over their common denominator."""
    if len(p) == 1:
        return 2 * int(p.leading_coefficient().height_bits())
    coefficients = p.coeffs()
    below = {c.q for c in coefficients}
    return int(max(map(fmpq.height_bits, coefficients), default=0)) + sum(int(q.bit_length()) for q in below)


def box(degrees: Iterable[int]) -> tuple[int, int]:
    """The largest degree, with one added, and how many terms a dense polynomial has: what algorithms meet even if there are few."""
    sizes = [1, *(int(d) + 1 for d in degrees)]
    return max(sizes), prod(sizes)


class Frac(NamedTuple):
    """num/den with gcd 1 and den monic."""

    num: fmpq_mpoly
    den: fmpq_mpoly


@dataclass(frozen=True)
class Generator:
    kind: str  # sym, pi, exp, log, root, abs, or the name of an opaque function
    term: Term  # the generator as a term; log|f| is written log(f) or log(-f) where the sign is known
    index: int
    degree: int = 0  # relation: generator**degree == base, if degree > 0
    base: fmpq_mpoly | None = None
    inside: Frac | None = None  # exp: the exponent; log: the polynomial; opaque: the first argument
    free: frozenset[str] = frozenset()

    @property
    def argument(self) -> Frac:
        if self.inside is None:
            raise NormalError(f"found {self.kind}, expected a function of an argument")
        return self.inside


class Algebra(Protocol):
    """A field of normal forms, as its signs and special functions see it."""

    domain: Domain
    bounds: Bounds
    meter: Meter
    ring: fmpq_mpoly_ctx
    gens: tuple[fmpq_mpoly, ...]
    generators: list[Generator]
    zero: Frac
    one: Frac

    def normal(self, t: Term) -> Frac: ...
    def term(self, a: Frac) -> Term: ...
    def poly_term(self, p: fmpq_mpoly) -> Term: ...
    def reduce(self, p: fmpq_mpoly) -> fmpq_mpoly: ...
    def product(self, p: fmpq_mpoly, q: fmpq_mpoly) -> fmpq_mpoly: ...
    def plus(self, a: Frac, b: Frac) -> Frac: ...
    def times(self, a: Frac, b: Frac) -> Frac: ...
    def inverse(self, a: Frac) -> Frac: ...
    def scale(self, a: Frac, q: fmpq) -> Frac: ...
    def power(self, a: Frac, n: int) -> Frac: ...
    def absolute_power(self, a: Frac, q: fmpq) -> Frac: ...
    def log(self, a: Frac) -> Frac: ...
    def opaque(self, op: str, arguments: list[Frac]) -> Frac: ...
    def single(self, f: fmpq_mpoly) -> Generator | None: ...
    def product_sign(self, a: Frac) -> tuple[int, bool]: ...
    def forget(self) -> None: ...
