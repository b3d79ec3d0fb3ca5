"""The exact optimum of (εᵢ, δᵢ)-private and μ-GDP mechanisms, each of which may depend on the outcomes before it.

Each of them is dominated by one pair of laws, and the composition by the product of the pairs, which is one of the compositions
(optimal_composition.exact, gaussian_composition.gaussian). An ε-private one has the losses ±ε with the odds e^ε, after it has shown the
law with probability δ. So with w = Π (1 − δᵢ), μ² = Σ μᵢ² and the atoms (l, p) of the sum of the losses of the ε-private ones

    δ(level) = 1 − w + w Σ p δ_μ(level − l),    δ_μ(x) = Φ(μ/2 − x/μ) − e^x Φ(−μ/2 − x/μ),  δ_0(x) = (1 − e^x)₊:

a sum of positive terms, in which nothing is lost however small it is.

**Equal ε** (k of them, no Gaussian): atoms l_j = (k − 2j) ε with p_j = C(k, j) e^((k−j)ε)/(1 + e^ε)^k. With D_m the sum at the
level l_m and B_m = Σ_{j<m} p_j e^(−l_j),

    D_(m+1) = D_m + (1 − e^(−2ε)) (e^(l_m) B_m + p_m):

positive again, and all kinks cost k steps. Between two kinks the sum is A − e^level B, so the level of a δ is log((A − δ)/B).

**Different ε**: levels that are rational lie on a lattice, and atoms that meet on it are added up, so 0.01, 0.02, ..., 1 have 5,051
atoms, not 2^100. Where there are more than MOST_ATOMS, each ε is rounded to a lattice on which there are fewer: up for a bound from
above, down for one from below, as the optimum does not fall along any ε.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from flint import arb, arb_poly

from ..derive.rounding import at_most, exact_end, rational
from ..kernel.terms import Term, num
from .figures import ball, fraction_of

MOST_ATOMS = 20_001
MOST_EQUAL = 200_001  # of equal levels
COARSE_ATOMS = 32_001  # after rounding
COARSE_BESIDE = 4_001  # after rounding, beside normal noise: each atom takes two values of erfc
MOST_PLACES = 80_000  # of a polynomial whose coefficients are the atoms

Key = tuple[int, ...]


@dataclass(frozen=True)
class Losses:
    """Masses of the sum of the losses: each atom is an integer times `unit`, and integers times levels that are not rational."""

    atoms: Mapping[Key, arb]
    unit: Fraction
    others: tuple[Term, ...]

    def loss(self, key: Key) -> arb:
        found = arb(rational(key[0] * self.unit))
        for times, level in zip(key[1:], self.others):
            if times:
                found += times * ball(level)
        return found


def lattice(levels: Sequence[Term]) -> tuple[Fraction, tuple[Term, ...]]:
    """A unit of which all rational levels are multiples, and the other levels."""
    known = [x for t in levels if (x := fraction_of(t)) is not None and x > 0]
    others = tuple(t for t in levels if fraction_of(t) is None)
    if not known:
        return Fraction(1), others
    bottom = lcm(*(x.denominator for x in known))
    return Fraction(gcd(*(int(x * bottom) for x in known)), bottom), others


def count_of_atoms(groups: Sequence[tuple[Term, int]]) -> int:
    """At most so many atoms: on the lattice the losses of one parity, and the others each by themselves."""
    unit, _ = lattice([t for t, _ in groups])
    reach, product, free = 0, 1, 1
    for t, k in groups:
        x = fraction_of(t)
        if x is None:
            free *= k + 1
        else:
            reach += k * int(x / unit)
            product = min(product * (k + 1), 1 << 62)
    return min(product, reach + 1) * free


def losses(groups: Sequence[tuple[Term, int]]) -> Losses:
    """The law of the sum of the losses, at the current precision."""
    unit, others = lattice([t for t, _ in groups])
    dense = [(int(x / unit), k) for t, k in groups if (x := fraction_of(t)) is not None and x > 0]
    place = {t: i for i, t in enumerate(others)}
    atoms: dict[Key, arb] = {(s, *[0] * len(others)): p for s, p in _on_lattice(dense, unit).items()}
    for t, k in groups:
        if t in place:
            atoms = _with_more(atoms, place[t] + 1, _answers(ball(t), k))
    return Losses(atoms, unit, others)


def _answers(eps: arb, k: int) -> list[arb]:
    """Masses of j wrong ones of k answers."""
    shrink = (-eps).exp()
    found, mass = [], 1 / (1 + shrink) ** k
    for j in range(k + 1):
        found.append(mass)
        mass = mass * shrink * (k - j) / (j + 1)
    return found


def _on_lattice(groups: Sequence[tuple[int, int]], unit: Fraction) -> dict[int, arb]:
    """Sums of (k − 2j) s over the groups, s in units."""
    reach = sum(s * k for s, k in groups)
    if reach > MOST_PLACES:
        return _one_by_one(groups, unit)
    factors = [arb_poly([arb(1)])]
    for s, k in sorted(groups):
        places = [arb(0)] * (s * k + 1)
        for j, mass in enumerate(_answers(arb(rational(s * unit)), k)):
            places[s * j] = mass
        factors.append(arb_poly(places))
    while len(factors) > 1:  # neighbours are of about the same length
        pairs = [factors[i] * factors[i + 1] for i in range(0, len(factors) - 1, 2)]
        factors = pairs + factors[2 * len(pairs) :]
    return {reach - 2 * e: mass for e, mass in enumerate(factors[0].coeffs()) if not mass.is_zero()}


def _one_by_one(groups: Sequence[tuple[int, int]], unit: Fraction) -> dict[int, arb]:
    """Where most places of the lattice are empty."""
    atoms: dict[int, arb] = {0: arb(1)}
    for s, k in sorted(groups):
        masses, found = _answers(arb(rational(s * unit)), k), dict[int, arb]()
        for have, p in atoms.items():
            for j, q in enumerate(masses):
                key = have + (k - 2 * j) * s
                found[key] = found[key] + p * q if key in found else p * q
        atoms = found
    return atoms


def _with_more(atoms: Mapping[Key, arb], place: int, masses: Sequence[arb]) -> dict[Key, arb]:
    k = len(masses) - 1
    found: dict[Key, arb] = {}
    for have, p in atoms.items():
        for j, q in enumerate(masses):
            key = (*have[:place], have[place] + k - 2 * j, *have[place + 1 :])
            found[key] = found[key] + p * q if key in found else p * q
    return found


# -- δ of a level ----------------------------------------------------------------------------------------------------


def gaussian_delta(mu: arb, level: arb) -> arb:
    """δ_μ(level), for μ > 0: Φ(μ/2 − x/μ) − e^x Φ(−μ/2 − x/μ), with the exponential of both taken out where it is small."""
    root = arb(2).sqrt()
    z, w = (level / mu - mu / 2) / root, (level / mu + mu / 2) / root
    if z > 1:
        return (-z * z).exp() * (_scaled(z) - _scaled(w)) / 2
    return (z.erfc() - level.exp() * w.erfc()) / 2


def _scaled(x: arb) -> arb:
    """e^(x²) erfc(x)."""
    return (x * x).hypgeom_u(arb(1) / 2, arb(1) / 2) / arb.pi().sqrt()


def product_delta(found: Losses, mu: arb | None, level: arb) -> arb:
    """Σ p δ_μ(level − l)."""
    total = arb(0)
    for key, mass in found.atoms.items():
        above = level - found.loss(key)
        if mu is None:
            kept = -above.expm1()
            if not kept <= 0:
                total += mass * kept.max(arb(0))
        else:
            total += mass * gaussian_delta(mu, above)
    return total


# -- equal levels ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Equal:
    """k mechanisms that are ε-private, ε > 0."""

    eps: Term
    k: int

    def delta(self, level: arb) -> arb:
        """The sum of the terms above the level; one that is not seen to be above or below counts with both."""
        eps, k = ball(self.eps), self.k
        shrink, total = (-eps).exp(), arb(0)
        mass = 1 / (1 + shrink) ** k
        for j in range(k + 1):
            kept = -(level - (k - 2 * j) * eps).expm1()
            if kept <= 0:
                break
            total += mass * kept.max(arb(0))
            mass = mass * shrink * (k - j) / (j + 1)
        return total

    def level(self, delta: arb) -> arb | None:
        """The level at which the sum is δ, or 0 if it is less there; None if balls do not tell between which kinks."""
        eps, k = ball(self.eps), self.k
        shrink = (-eps).exp()
        fall, mass = shrink * shrink, 1 / (1 + shrink) ** k
        above, inside, seen = arb(0), arb(0), arb(0)  # D_m, e^(l_m) B_m, and the masses before m
        for m in range(k // 2 + 1):
            here = k - 2 * m
            ratio = fall if here >= 2 else (-here * eps).exp()  # to the next kink, or to 0 if that comes before
            inside, seen = inside + mass, seen + mass
            beyond = above + (1 - ratio) * inside
            told = at_most(delta, beyond)
            if told is None:
                return None
            if told:
                return ((seen - delta) / inside).log() + here * eps
            above, inside, mass = beyond, inside * ratio, mass * shrink * (k - m) / (m + 1)
        return arb(0)


# -- different levels ------------------------------------------------------------------------------------------------


def sorted_level(found: Losses, delta: arb) -> arb | None:
    """The level of δ for losses on a lattice, from kink to kink; None if balls do not tell between which."""
    above, inside, sum_p = arb(0), arb(0), arb(0)
    keys = sorted((key for key in found.atoms if key[0] > 0), reverse=True)
    for i, key in enumerate(keys):
        mass = found.atoms[key]
        inside, sum_p = inside + mass, sum_p + mass
        below = keys[i + 1][0] if i + 1 < len(keys) else 0
        ratio = (-arb(rational((key[0] - below) * found.unit))).exp()
        beyond = above + (1 - ratio) * inside
        told = at_most(delta, beyond)
        if told is None:
            return None
        if told:
            return ((sum_p - delta) / inside).log() + arb(rational(key[0] * found.unit))
        above, inside = beyond, inside * ratio
    return arb(0)


def coarse(groups: Sequence[tuple[Term, int]], above: bool, atoms: int) -> tuple[tuple[Term, int], ...]:
    """Each ε rounded to a lattice, up or down, on which the sum of the losses has about so many atoms."""
    total = sum((k * exact_end(ball(t).upper()) for t, k in groups), Fraction(0))
    step = total / atoms
    found: dict[int, int] = {}
    for t, k in groups:
        b = ball(t)
        place = -(-exact_end(b.upper()) // step) if above else exact_end(b.lower()) // step
        found[int(place)] = found.get(int(place), 0) + k
    return tuple((num(place * step), k) for place, k in found.items() if place > 0)
