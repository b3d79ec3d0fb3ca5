"""Pairs of laws with atoms: tables, answers among n, and integer noise, whose losses lie on a lattice.

    table              p_i and q_i, any fractions
    response           e^eps, 1, ..., 1 over their sum: losses eps, -eps, 0
    discrete Laplace   P(x) ∝ e^(-|x|/b), Q moved by d: the loss is (d - 2x)/b for 0 <= x <= d, at the ends that of all x beyond
    discrete Gaussian  the loss is (d^2 - 2dx)/(2 s^2); integers beyond ±N have a mass that is bounded, and which of them is where in
                       the curve does not matter: it is between 0 and that mass

E_u = Σ (p_i - u q_i)₊ is a prefix of the atoms in the order of their losses.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, isqrt, prod

from flint import arb, ctx

from ...derive.rounding import rational
from ...objects.errors import ObjectError
from .pairs import Pair

MOST_ATOMS = 200_000
NEAR = 1e-9  # relative; losses are told apart as floats only where they differ by more


@dataclass(frozen=True)
class Lattice:
    """Losses first - i step with the masses P(i); `left_out` is a bound of the mass of P that is not listed."""

    first: Fraction
    step: Fraction
    masses: Sequence[arb]
    left_out: arb


@dataclass(frozen=True)
class _Sorted:
    """Atoms by falling loss; losses as floats, exact to NEAR; sums of the first i masses; the mass with infinite loss."""

    negative: list[float]
    atoms: list[tuple[arb, arb]]
    p: list[arb]
    q: list[arb]
    infinite: arb
    left_out: arb


def _sorted(pair: Finite) -> _Sorted:
    """At the current precision."""
    atoms, left_out = pair.atoms()
    both = [(p, q, (p / q).log()) for p, q in atoms if p > 0 and q > 0]
    both.sort(key=lambda a: -float(a[2].mid()))
    if any(not loss.rad() < abs(loss).max(arb(1)) * 1e-12 for _, _, loss in both):
        raise ObjectError(f"found losses that {ctx.prec} bits do not tell, expected masses that are not so small")
    p, q = [arb(0)], [arb(0)]
    for mass, other, _ in both:
        p.append(p[-1] + mass)
        q.append(q[-1] + other)
    infinite = sum((p for p, q in atoms if q.is_zero()), arb(0))
    return _Sorted([-float(a[2].mid()) for a in both], [a[:2] for a in both], p, q, infinite, left_out)


class Finite(Pair):
    """A pair with atoms."""

    @abstractmethod
    def atoms(self) -> tuple[list[tuple[arb, arb]], arb]:
        """The masses under P and Q, and a bound of the mass of P elsewhere."""

    def lattice(self) -> Lattice | None:
        """The atoms on a lattice, where the losses are fractions that form one."""
        return None

    @cached_property
    def _held(self) -> dict[int, _Sorted]:
        return {}

    @property
    def _known(self) -> _Sorted:
        """The atoms in their order, at the current precision."""
        found = self._held.get(ctx.prec)
        if found is None:
            found = self._held[ctx.prec] = _sorted(self)
        return found

    def delta(self, level: arb) -> arb:
        known, u = self._known, level.exp()
        at = float(level.mid())
        margin = NEAR * (1 + abs(at)) + float(level.rad())
        first, last = bisect_left(known.negative, -at - margin), bisect_right(known.negative, -at + margin)
        total = known.infinite + known.p[first] - u * known.q[first]
        for p, q in known.atoms[first:last]:
            total += (p - u * q).max(arb(0))
        return total + known.left_out.union(arb(0))

    def event(self, level: arb) -> tuple[arb, arb]:
        known = self._known
        i = bisect_left(known.negative, -float(level.mid()))
        return known.p[i] + known.infinite, known.q[i]

    @property
    def infinite(self) -> arb:
        return self._known.infinite

    @property
    def greatest(self) -> arb | None:
        known = self._known
        if (
            not known.left_out.is_zero() or not known.infinite.is_zero()
        ):  # the greatest finite loss is not the greatest one
            return None
        if not known.atoms:
            return arb(0)
        return arb(-known.negative[0]) + NEAR * (1 + abs(known.negative[0]))


@dataclass(frozen=True)
class Table(Finite):
    """Two laws on the same outcomes."""

    p: tuple[Fraction, ...]
    q: tuple[Fraction, ...]

    @property
    def size(self) -> int:
        """The number of atoms."""
        return len(self.p)

    def atoms(self) -> tuple[list[tuple[arb, arb]], arb]:
        return [(arb(rational(p)), arb(rational(q))) for p, q in zip(self.p, self.q)], arb(0)

    @property
    def reverse(self) -> Pair:
        return Table(self.q, self.p)


@dataclass(frozen=True)
class Response(Finite):
    """The truth with weight e^eps, each of the n - 1 other answers with weight 1."""

    eps: Fraction
    answers: int = 2

    @property
    def size(self) -> int:
        """The number of atoms."""
        return 2 + (self.answers > 2)

    def atoms(self) -> tuple[list[tuple[arb, arb]], arb]:
        w = arb(rational(self.eps)).exp()
        total = w + self.answers - 1
        kept = [(w / total, 1 / total), (1 / total, w / total)]
        return [*kept, *[(arb(self.answers - 2) / total,) * 2] * (self.answers > 2)], arb(0)

    def lattice(self) -> Lattice:
        (p, q), _, *rest = self.atoms()[0]
        if self.answers == 2:
            return Lattice(self.eps, 2 * self.eps, (p, q), arb(0))
        return Lattice(self.eps, self.eps, (p, rest[0][0], q), arb(0))

    @property
    def greatest(self) -> arb:
        return arb(rational(self.eps))


@dataclass(frozen=True)
class DiscreteLaplace(Finite):
    """P(x) ∝ e^(-|x|/b), moved by d."""

    scale: Fraction
    distance: int

    def _masses(self) -> list[arb]:
        d, a = self.distance, (-arb(rational(1 / self.scale))).exp()
        inner = [(1 - a) / (1 + a) * a**x for x in range(1, d)]
        return [1 / (1 + a), *inner, a**d / (1 + a)]

    def atoms(self) -> tuple[list[tuple[arb, arb]], arb]:
        masses = self._masses()
        return list(zip(masses, reversed(masses))), arb(0)

    def lattice(self) -> Lattice:
        return Lattice(self.distance / self.scale, 2 / self.scale, self._masses(), arb(0))

    @property
    def greatest(self) -> arb:
        return arb(rational(self.distance / self.scale))


@dataclass(frozen=True)
class DiscreteGaussian(Finite):
    """P(x) ∝ e^(-x^2/(2 s^2)) on the integers, moved by d; integers within N of 0 are listed."""

    sigma: Fraction
    distance: int

    def _window(self) -> int:
        n = int(self.sigma * isqrt(2 * ctx.prec)) + 2 + self.distance
        if 2 * n > MOST_ATOMS:
            raise ObjectError(
                f"found discrete Gaussian noise with sigma = {self.sigma} and distance {self.distance}, whose law has {2 * n} "
                f"outcomes that count, expected at most {MOST_ATOMS}"
            )
        return n

    def _masses(self) -> tuple[int, list[arb], arb]:
        """N, the masses of -N, ..., N, and a bound of the rest: it falls faster than a geometric series."""
        n, square = self._window(), arb(rational(2 * self.sigma**2))
        half = [(-arb(x * x) / square).exp() for x in range(n + 1)]
        beyond = 2 * (-arb((n + 1) ** 2) / square).exp() / (1 - (-arb(2 * n + 3) / square).exp())
        whole = 2 * sum(half[1:], arb(0)) + half[0]
        total = whole + beyond.union(arb(0))
        scaled = [w / total for w in half]
        return n, [*reversed(scaled[1:]), *scaled], arb((beyond / whole).upper())

    def atoms(self) -> tuple[list[tuple[arb, arb]], arb]:
        """q = p e^(-loss), also where x - d is not listed."""
        n, masses, rest = self._masses()
        d, square = self.distance, arb(rational(2 * self.sigma**2))
        return [(p, p * (arb(2 * d * x - d * d) / square).exp()) for x, p in zip(range(-n, n + 1), masses)], rest

    def lattice(self) -> Lattice:
        n, masses, rest = self._masses()
        d, square = self.distance, 2 * self.sigma**2
        return Lattice(Fraction(d * d + 2 * d * n) / square, Fraction(2 * d) / square, masses, rest)


# -- several answers, where there are few outcomes ---------------------------------------------------------------------------

MOST_SUMS = 3_000


@dataclass(frozen=True)
class Several(Finite):
    """Independent answers, each so many times, by how often each atom occurs: the pair of the products, with nothing rounded."""

    parts: tuple[tuple[Finite, int], ...]

    def atoms(self) -> tuple[list[tuple[arb, arb]], arb]:
        found, left_out = [(arb(1), arb(1))], arb(0)
        for pair, times in self.parts:
            atoms, missing = pair.atoms()
            left_out += times * missing
            sums = list(_sums(atoms, times))
            found = [(p * p1, q * q1) for p, q in found for p1, q1 in sums]
        return found, left_out

    @property
    def reverse(self) -> Pair:
        turned = tuple((pair.reverse, k) for pair, k in self.parts)
        return Several(tuple((pair, k) for pair, k in turned if isinstance(pair, Finite)))


def _sums(atoms: list[tuple[arb, arb]], times: int) -> Iterator[tuple[arb, arb]]:
    """The masses of all ways to choose so many atoms, in any order."""
    if len(atoms) == 1:
        yield atoms[0][0] ** times, atoms[0][1] ** times
        return
    (p, q), rest = atoms[0], atoms[1:]
    for n in range(times + 1):
        ways = comb(times, n)
        for p1, q1 in _sums(rest, times - n):
            yield ways * p**n * p1, ways * q**n * q1


def several(parts: Sequence[tuple[Pair, int]]) -> Several | None:
    """All parts as one pair, if that has few atoms."""
    finite = [(pair, k) for pair, k in parts if isinstance(pair, (Table, Response))]
    if len(finite) < len(parts):
        return None
    sizes = (comb(k + n - 1, n - 1) for pair, k in finite if (n := pair.size) and k < MOST_SUMS)
    if any(k >= MOST_SUMS for _, k in finite) or prod(sizes) > MOST_SUMS:
        return None
    return Several(tuple(finite))
