"""Notions that compare the laws of two neighbouring datasets: pure, (eps, delta), point-wise, total variation, Rényi, Gaussian.

All are for every ordered pair of neighbours, so they are symmetric; a pair has the level of its worse direction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import sympy
from sympy import Expr

from .. import screening
from ..deciding import Trial
from ..enclosing import pairs
from ..errors import ObjectError
from ..laws import Normal
from ..mechanisms.base import FiniteMechanism
from ..screening import Bounds, Screen
from ..symbolic import certain, compare, exact, greatest, to_term
from .base import Level, PairNotion, Witness, for_neighbours, require_finite

ZERO, ONE = sympy.Integer(0), sympy.Integer(1)
Measured = Callable[[Any, Any], tuple[Any, Any]]  # weights of the two laws -> value and what attains it


def worst(mechanism: FiniteMechanism, measure: Measured, bounds: Bounds | None = None) -> tuple[Any, Any, Any]:
    """The greatest value over all ordered pairs of neighbours, the pair, and what attains it there.

    The measure must not depend on the order of the outcomes. With bounds of all pairs it is taken of those alone that may be worst.
    """
    screen = Screen(require_finite(mechanism))
    found = [(*measure(screen.rows[i], screen.rows[j]), i, j) for i, j in screen.candidates(bounds)]
    value, (tag, i, j) = greatest([(value, (tag, i, j)) for value, tag, i, j in found])
    return value, (mechanism.datasets[i], mechanism.datasets[j]), tag


def _events(mechanism: FiniteMechanism, indices: Any) -> tuple[Any, ...]:
    return tuple(mechanism.outcomes[i] for i in indices)


class PureDP(PairNotion):
    """eps-differential privacy: P(S) <= e^eps Q(S) for all events S and all neighbours."""

    parameters: ClassVar[tuple[str, ...]] = ("eps",)
    title: ClassVar[str] = "pure differential privacy"
    abbreviation: ClassVar[str] = "DP"

    def definition(self, p: Any, q: Any) -> Expr:
        from ..divergences import MaxDivergence

        return sympy.And(
            sympy.Le(MaxDivergence(p, q), self.bound, evaluate=False),
            sympy.Le(MaxDivergence(q, p), self.bound, evaluate=False),
        )

    def definition_latex(self) -> str:
        return for_neighbours(None, rf"D_\infty\left(M(x) \,\|\, M(x')\right) \le {sympy.latex(self.bound)}")

    def level(self, mechanism: FiniteMechanism) -> Level:
        value, pair, i = worst(mechanism, pairs.max_divergence, screening.greatest_ratio)
        return Level.exactly(value, Witness(pair, _events(mechanism, (i,))))


class ApproximateDP(PairNotion):
    """(eps, delta)-differential privacy: P(S) <= e^eps Q(S) + delta. The level is the least delta at this eps."""

    parameters: ClassVar[tuple[str, ...]] = ("eps", "delta")
    title: ClassVar[str] = "(eps, delta)-differential privacy"
    abbreviation: ClassVar[str] = "DP"

    def definition(self, p: Any, q: Any) -> Expr:
        from ..divergences import HockeyStick

        gamma = sympy.exp(self.args[0])
        return sympy.And(
            sympy.Le(HockeyStick(gamma, p, q), self.bound, evaluate=False),
            sympy.Le(HockeyStick(gamma, q, p), self.bound, evaluate=False),
        )

    def definition_latex(self) -> str:
        eps, delta = map(sympy.latex, self.args)
        body = rf"\Pr[M(x) \in S] \le e^{{{eps}}} \Pr[M(x') \in S] + {delta} \quad \forall S"
        return for_neighbours(None, body)

    def level(self, mechanism: FiniteMechanism) -> Level:
        gamma = sympy.exp(self.args[0])
        value, pair, event = worst(mechanism, lambda p, q: pairs.hockey_stick(gamma, p, q), screening.excess(gamma))
        return Level.exactly(value, Witness(pair, _events(mechanism, event)))

    @staticmethod
    def profile(mechanism: FiniteMechanism, eps: Expr) -> Any:
        """delta(eps), exactly."""
        return ApproximateDP(eps, 1).level(mechanism).value

    @staticmethod
    def epsilon(mechanism: FiniteMechanism, delta: Expr) -> Expr:
        """The least eps >= 0 with delta(eps) <= delta, exactly; oo if there is none."""
        delta = exact(delta, "ApproximateDP.epsilon: delta")
        if delta.free_symbols or certain(delta, ZERO) < 0 or certain(delta, ONE) > 0:
            raise ObjectError(f"ApproximateDP.epsilon: delta must be a number in [0, 1], found {delta}")
        screen = Screen(require_finite(mechanism))
        if certain(delta, ZERO) == 0:
            return PureDP(0).level(mechanism).value
        if certain(delta, ONE) == 0:
            return ZERO
        found = [
            pairs.threshold(delta, screen.rows[i], screen.rows[j])
            for i, j in screening.greatest_threshold(screen, delta, lambda p, q: pairs.threshold(delta, p, q))
        ]
        gamma, _ = greatest([(g, None) for g in found])
        return sympy.log(gamma) if certain(gamma, ONE) > 0 else ZERO


class PointwiseDP(PairNotion):
    """Point-wise (eps, delta)-indistinguishability: e^-eps Q(a) <= P(a) <= e^eps Q(a) but for outcomes a of probability delta.

    "With probability 1 - delta over a drawn from either" is read as: under each of the two laws.
    """

    parameters: ClassVar[tuple[str, ...]] = ("eps", "delta")
    title: ClassVar[str] = "point-wise indistinguishability"
    abbreviation: ClassVar[str] = "point-wise DP"

    def definition(self, p: Any, q: Any) -> Expr:
        """P(Bad) <= delta and Q(Bad) <= delta for Bad = {p > e^eps q or q > e^eps p}."""
        from ..divergences.spaces import over_common_space

        u = sympy.exp(self.args[0])

        def mass(a: Any, b: Any, mine: Any) -> Expr:
            return sympy.Piecewise((mine, sympy.Or(a > u * b, b > u * a)), (ZERO, True))

        masses = [over_common_space(p, q, lambda a, b, i=i: mass(a, b, (a, b)[i])) for i in (0, 1)]
        return sympy.And(*(sympy.Le(m, self.bound, evaluate=False) for m in masses))

    def definition_latex(self) -> str:
        eps, delta = map(sympy.latex, self.args)
        inner = rf"e^{{-{eps}}} \Pr[M(x') = a] \le \Pr[M(x) = a] \le e^{{{eps}}} \Pr[M(x') = a]"
        return for_neighbours(None, rf"\Pr_{{a \leftarrow M(x)}}\left[{inner}\right] \ge 1 - {delta}")

    def level(self, mechanism: FiniteMechanism) -> Level:
        value, pair, event = worst(
            mechanism, lambda p, q: pairs.pointwise(self.args[0], p, q), screening.beyond(self.args[0])
        )
        return Level.exactly(value, Witness(pair, _events(mechanism, event)))


class TotalVariationPrivacy(PairNotion):
    """Neighbouring laws within delta in total variation; the same as (0, delta)-differential privacy."""

    parameters: ClassVar[tuple[str, ...]] = ("delta",)
    title: ClassVar[str] = "total variation privacy"
    abbreviation: ClassVar[str] = "TV privacy"

    def definition(self, p: Any, q: Any) -> Expr:
        from ..divergences import TotalVariation

        return sympy.Le(TotalVariation(p, q), self.bound, evaluate=False)

    def definition_latex(self) -> str:
        return for_neighbours(None, rf"d_{{\mathrm{{TV}}}}\left(M(x), M(x')\right) \le {sympy.latex(self.bound)}")

    def level(self, mechanism: FiniteMechanism) -> Level:
        value, pair, event = worst(mechanism, pairs.total_variation, screening.excess(ONE))
        return Level.exactly(value, Witness(pair, _events(mechanism, event)))


LONG = 64  # bits of a number that SymPy is not given time to factor, as it does for powers that are not whole
LONGEST = 1 << 14  # bits of a power that is written out


def _renyi(alpha: Any, p: Any, q: Any) -> Any:
    """The Rényi divergence; log(sum p^alpha q^(1 - alpha))/(alpha - 1) is left as it is written where its powers would be too long."""
    if alpha == 1 or not alpha.is_Rational or not pairs.absolutely_continuous(p, q):
        return pairs.renyi(alpha, p, q)
    most = LONGEST // int(alpha) if alpha.is_Integer else LONG
    if not any(w.is_Rational and max(int(w.p).bit_length(), int(w.q).bit_length()) > most for w in (*p, *q)):
        return pairs.renyi(alpha, p, q)
    terms = (
        sympy.Mul(sympy.Pow(a, alpha, evaluate=False), sympy.Pow(b, 1 - alpha, evaluate=False), evaluate=False)
        for a, b in zip(p, q)
        if a != 0
    )
    total = sympy.log(sympy.Add(*terms, evaluate=False), evaluate=False)
    return sympy.Mul(total, 1 / (alpha - 1), evaluate=False)


class RenyiDP(PairNotion):
    """(alpha, eps)-Rényi differential privacy: D_alpha(M(x) || M(x')) <= eps, alpha >= 1 (KL at 1, max divergence at oo)."""

    parameters: ClassVar[tuple[str, ...]] = ("alpha", "eps")
    title: ClassVar[str] = "Rényi differential privacy"
    abbreviation: ClassVar[str] = "RDP"

    def definition(self, p: Any, q: Any) -> Expr:
        from ..divergences import Renyi

        alpha = self.args[0]
        return sympy.And(
            sympy.Le(Renyi(alpha, p, q), self.bound, evaluate=False),
            sympy.Le(Renyi(alpha, q, p), self.bound, evaluate=False),
        )

    def definition_latex(self) -> str:
        alpha, eps = map(sympy.latex, self.args)
        return for_neighbours(None, rf"D_{{{alpha}}}\left(M(x) \,\|\, M(x')\right) \le {eps}")

    def level(self, mechanism: FiniteMechanism) -> Level:
        value, pair, _ = worst(
            mechanism, lambda p, q: (_renyi(self.args[0], p, q), None), screening.power(self.args[0])
        )
        return Level.exactly(value, Witness(pair, order=self.args[0]))


class ApproximateRenyiDP(PairNotion):
    """delta-approximate (alpha, eps)-RDP: laws P', Q' with D_alpha(P' || Q') <= eps are left when delta of each is taken away.

    The best way to take it away is known in closed form on finite laws (pairs.trimmed), so the level is exact there.
    """

    parameters: ClassVar[tuple[str, ...]] = ("delta", "alpha", "eps")
    title: ClassVar[str] = "approximate Rényi differential privacy"
    abbreviation: ClassVar[str] = "approximate RDP"

    def definition(self, p: Any, q: Any) -> Expr:
        from ..profile import ApproximateRenyi

        delta, alpha, eps = self.args
        return sympy.And(
            sympy.Le(ApproximateRenyi(alpha, delta, p, q), eps, evaluate=False),
            sympy.Le(ApproximateRenyi(alpha, delta, q, p), eps, evaluate=False),
        )

    def definition_latex(self) -> str:
        delta, alpha, eps = map(sympy.latex, self.args)
        return for_neighbours(None, rf"D_{{{alpha}}}^{{{delta}}}\left(M(x) \,\|\, M(x')\right) \le {eps}")

    def trials(self, mechanism: FiniteMechanism, level: Level) -> Iterator[Trial]:
        """With the best laws; that there are none cannot be seen."""
        if compare(level.upper, self.bound) == 1:
            return
        table, (delta, _, _) = self.table(mechanism), self.args
        applied = self(table.mechanism)
        made: list[list[Any]] = [[], [], [], []]
        for x in mechanism.datasets:
            for y in mechanism.datasets:
                p, q = mechanism.row(x), mechanism.row(y)
                near = mechanism.neighbours.related(x, y)
                laws = [*pairs.trimmed(delta, p, q), *pairs.trimmed(delta, q, p)] if near else [p] * 4
                for values, law in zip(made, laws):
                    values.extend(map(to_term, law))
        for symbol, values in zip(applied.made, made):
            table = table.with_field(symbol, values)
        yield Trial(applied, table, decisive=False)

    def level(self, mechanism: FiniteMechanism) -> Level:
        delta, alpha, _ = self.args
        value, pair, _ = worst(mechanism, lambda p, q: (pairs.approximate_renyi(alpha, delta, p, q), None))
        return Level.exactly(value, Witness(pair, order=alpha))


class GaussianDP(PairNotion):
    """mu-Gaussian differential privacy: telling M(x) from M(x') is no easier than N(0, 1) from N(mu, 1)."""

    parameters: ClassVar[tuple[str, ...]] = ("mu",)
    title: ClassVar[str] = "Gaussian differential privacy"
    abbreviation: ClassVar[str] = "GDP"

    def definition(self, p: Any, q: Any) -> Expr:
        """E_{e^eps}(P || Q) <= Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu) for all eps >= 0, both ways: the curves are dual."""
        from ..divergences import HockeyStick

        eps = sympy.Symbol("varepsilon", nonnegative=True)
        gamma = sympy.exp(eps)
        allowed = HockeyStick(gamma, Normal(0, 1), Normal(self.bound, 1))
        ways = (HockeyStick(gamma, p, q), HockeyStick(gamma, q, p))
        below = sympy.And(*(sympy.Le(way, allowed, evaluate=False) for way in ways))
        return sympy.Implies(sympy.Ge(eps, 0, evaluate=False), below)

    def definition_latex(self) -> str:
        mu = sympy.latex(self.bound)
        return for_neighbours(
            None, rf"T\left(M(x), M(x')\right) \ge T\left(\mathcal{{N}}(0, 1), \mathcal{{N}}({mu}, 1)\right)"
        )

    def trials(self, mechanism: FiniteMechanism, level: Level) -> Iterator[Trial]:
        """At two points of the curve."""
        table = self.table(mechanism)
        for eps in (0, 1):
            yield Trial(self(table.mechanism, order=eps), table, decisive=False)

    def level(self, mechanism: FiniteMechanism) -> Level:
        value, pair, corner = worst(mechanism, pairs.gaussian_level)
        return Level.exactly(value, Witness(pair, note=f"errors {corner[0]} and {corner[1]}"))


def epsilon_of(mechanism: FiniteMechanism) -> Any:
    """The level of pure privacy; an error that says why if the mechanism has none."""
    level = PureDP(0).level(mechanism)
    if level.value is sympy.oo:
        x, y = level.witness.datasets
        raise ObjectError(
            f"{mechanism} has no eps: the outcome {level.witness.event[0]} is possible for {x} and impossible for {y}"
        )
    return level.value
