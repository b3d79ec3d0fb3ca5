"""What no conversion can beat: a pair of laws that satisfies what is given, and how private it is in the sense that is asked for.

    pure        randomized response: (e^ε, 1)/(1 + e^ε) and its mirror image
    DP          the same with probability 1 − δ; else it shows the law
    TV, KL ...  two normal laws, or laws with a part in common

The number is a lower end: the least bound that is true of all pairs is not below it, so it measures what a route gives away. A pair
with an outcome that only one of the laws can show has infinite divergences: then there is no conversion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx

from ...kernel.reals.quadrature import enclose
from ...kernel.terms import Term
from ...objects.errors import ObjectError
from ..rounding import Enclosed, at_most, decided, enclosed, fraction, turning_point

MOST_LEVEL = Fraction(10_000)
BLACKWELL = "Blackwell's theorem: the order of all hockey-stick divergences is the order of all f-divergences"


@dataclass(frozen=True)
class Finite:
    """A pair of laws with finitely many outcomes, as balls of the current precision."""

    p: Sequence[arb]
    q: Sequence[arb]

    def delta(self, eps: arb) -> arb:
        u = eps.exp()
        ways = [
            sum((_positive(a - u * b) for a, b in zip(x, y)), arb(0)) for x, y in ((self.p, self.q), (self.q, self.p))
        ]
        return ways[0].max(ways[1])

    def renyi(self, alpha: arb) -> arb:
        total = sum((b * (a / b) ** alpha for a, b in zip(self.p, self.q)), arb(0))
        return total.log() / (alpha - 1)

    def kl(self) -> arb:
        return sum((a * (a / b).log() for a, b in zip(self.p, self.q)), arb(0))


@dataclass(frozen=True)
class Normal:
    """Two normal laws of variance 1 whose means are m apart."""

    m: arb

    def delta(self, eps: arb) -> arb:
        half, shift = self.m / 2, eps / self.m
        return _phi(half - shift) - eps.exp() * _phi(-half - shift)

    def renyi(self, alpha: arb) -> arb:
        return alpha * self.m**2 / 2

    def kl(self) -> arb:
        return self.m**2 / 2


def _phi(x: arb) -> arb:
    return (-x / arb(2).sqrt()).erfc() / 2


def _positive(x: arb) -> arb:
    return x.max(arb(0))


Pair = Finite | Normal


def worst(notion: str, given: Mapping[str, Term]) -> tuple[str, Pair] | None:
    """A pair that satisfies the notion, at the current precision, with its name."""
    value = {n: enclose(t, ctx.prec) for n, t in given.items()}
    if notion == "pure":
        e = value["eps"].exp()
        return "randomized response", Finite([e / (1 + e), 1 / (1 + e)], [1 / (1 + e), e / (1 + e)])
    if notion in ("DP", "pointwise") and value["delta"] > 0:
        e, d = value["eps"].exp(), value["delta"]
        rest = [(1 - d) * e / (1 + e), (1 - d) / (1 + e)]
        return "randomized response that shows the law with probability delta", Finite(
            [d, *rest, arb(0)], [arb(0), *rest[::-1], d]
        )
    if notion == "TV":
        d = value["delta"]
        return "laws with a part 1 - delta in common", Finite([d, 1 - d, arb(0)], [arb(0), 1 - d, d])
    squares = {"zCDP": "rho", "KL": "eps"}
    if notion in squares and value[squares[notion]] > 0:
        return "two normal laws", Normal((2 * value[squares[notion]]).sqrt())
    if notion == "RDP" and value["eps"] > 0:
        return "two normal laws", Normal((2 * value["eps"] / value["alpha"]).sqrt())
    if notion == "GDP":
        return "two normal laws", Normal(value["mu"])
    return None


def rests_on(notion: str, to: str) -> str:
    """What is left to be believed if the pair is the worst one: two normal laws, for divergences of μ-GDP; "" where it need not be."""
    return BLACKWELL if notion == "GDP" and to in ("RDP", "zCDP", "KL") else ""


def least(
    notion: str, given: Mapping[str, Term], to: str, fixed: Mapping[str, Term], digits: int
) -> tuple[str, Enclosed] | None:
    """The number that is asked for, at the pair above; None if it is not known, or infinite."""
    with ctx.workprec(64):
        found = worst(notion, given)
    if found is None:
        return None
    try:
        return _least(*found, notion, given, to, fixed, digits)
    except ObjectError:  # an equality that balls do not see
        return None


def _least(
    name: str, example: Pair, notion: str, given: Mapping[str, Term], to: str, fixed: Mapping[str, Term], digits: int
) -> tuple[str, Enclosed] | None:
    """The same, if the balls tell."""
    exact = _exact(notion, given, to, fixed)
    if exact is not None:
        return name, Enclosed(exact, exact)
    disjoint = isinstance(example, Finite) and any(b == 0 for b in (*example.p, *example.q))

    def pair() -> Pair:
        now = worst(notion, given)
        return example if now is None else now[1]

    if to == "DP" and "delta" in fixed:

        def safe(level: Fraction) -> bool:
            return decided(
                lambda: at_most(pair().delta(_arb(level)), enclose(fixed["delta"], ctx.prec)), "the level of a pair"
            )

        if not safe(MOST_LEVEL):
            return None
        return name, turning_point(safe, Fraction(0), MOST_LEVEL, digits)
    if to == "DP" and "eps" in fixed:
        return name, enclosed(lambda: pair().delta(enclose(fixed["eps"], ctx.prec)), digits)
    if to == "TV":
        return name, enclosed(lambda: pair().delta(arb(0)), digits)
    if disjoint:
        return None
    if to in ("KL", "zCDP"):  # D_α <= ρα for all α > 1 is D_1 <= ρ as α → 1
        return name, enclosed(lambda: pair().kl(), digits)
    if to == "RDP" and "alpha" in fixed:
        return name, enclosed(lambda: pair().renyi(enclose(fixed["alpha"], ctx.prec)), digits)
    return None


def _exact(notion: str, given: Mapping[str, Term], to: str, fixed: Mapping[str, Term]) -> Fraction | None:
    """The divergence of two normal laws, if it is a fraction: α μ²/2."""
    numbers = {**given, **fixed}
    if not rests_on(notion, to) or any(t.op != "num" for t in numbers.values()):
        return None
    mu = fraction(numbers["mu"].number)
    return mu**2 / 2 * (fraction(numbers["alpha"].number) if to == "RDP" else 1)


def _arb(x: Fraction) -> arb:
    return arb(x.numerator) / x.denominator
