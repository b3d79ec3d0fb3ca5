"""Notions of the laws of two neighbours: pure, (eps, delta), point-wise, total variation, Rényi, concentrated, Gaussian."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...kernel.laws.statements import Fact, event
from ...kernel.laws.terms import at, space_of
from ...kernel.terms import HALF, ONE, OO, ZERO, Scalar, Term, func, relation, sqrt, term
from ..definitions import Demand
from ..language import (
    Abs,
    Eq,
    FieldSymbol,
    Gt,
    Indicator,
    Int,
    Law,
    Le,
    Max,
    Piecewise,
    Symbol,
    exp,
    log,
    pos,
)
from .base import Applied, Mechanism, Notion, asked, holds, ways


@dataclass(frozen=True)
class PureDP(Notion):
    """m(d, y) <= e^eps m(d', y) for neighbours d, d' and all outcomes: the same as Pr[M(d) in S] <= e^eps Pr[M(d') in S] for all S."""

    eps: Scalar
    says: ClassVar[str] = "{M} is {eps}-DP"

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        for name, p, q in ways(a.mechanism):
            yield name, asked(a.mechanism, p, exp(term(self.eps)) * q)


@dataclass(frozen=True)
class ApproximateDP(Notion):
    """Pr[M(d) in S] <= e^eps Pr[M(d') in S] + delta for neighbours d, d' and all events S; S may be another one for another pair."""

    eps: Scalar
    delta: Scalar
    says: ClassVar[str] = "{M} is ({eps}, {delta})-DP"

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        m = a.mechanism
        points = (*m.near.points, *m.outcomes)
        s, S = event(bound, *map(space_of, points)), at(bound, *points)
        for name, p, q in ways(m):
            most = exp(term(self.eps)) * Int(S * q, *m.outcomes) + term(self.delta)
            yield name, Fact(asked(m, Int(S * p, *m.outcomes), most).statement, (s,))


@dataclass(frozen=True)
class PointwiseDP(Notion):
    """Outcomes with m(d, y) and m(d', y) not within e^eps have probability at most delta, under each of the two laws."""

    eps: Scalar
    delta: Scalar
    says: ClassVar[str] = "{M} is point-wise ({eps}, {delta})-indistinguishable"

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        m, u = a.mechanism, exp(term(self.eps))
        for name, p, q in ways(m):
            far = Max(Indicator(Gt(p, u * q)), Indicator(Gt(q, u * p)))
            yield name, asked(m, Int(far * p, *m.outcomes), term(self.delta))


@dataclass(frozen=True)
class TotalVariationPrivacy(Notion):
    delta: Scalar
    says: ClassVar[str] = "{M} is {delta}-private in total variation"

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        _, p, q = next(ways(a.mechanism))
        yield "PQ", asked(a.mechanism, HALF * Int(Abs(p - q), *a.mechanism.outcomes), term(self.delta))


def apart_at_most(alpha: Term, eps: Term, near: Term, p: Term, q: Term, *outcomes: Term) -> Fact:
    """D_alpha(P || Q) <= eps for neighbours: the moment is at most e^((alpha - 1) eps), KL at most eps, or p <= e^eps q at infinity.

    The integrals are 0 for others, and have no value where near and q == 0 < p.
    """
    if alpha is OO:
        return Fact(Le(near * p, near * (exp(eps) * q)))
    kl = not alpha.free and holds(Eq(alpha, ONE))
    body = p * log(p / q) if kl else p**alpha * q ** (ONE - alpha)
    most = eps if kl else exp((alpha - 1) * eps)
    return Fact(
        Le(Int(Piecewise((ZERO, Le(near, ZERO)), (ZERO, Le(p, ZERO)), (body, Gt(q, ZERO))), *outcomes), near * most)
    )


@dataclass(frozen=True)
class RenyiDP(Notion):
    """D_alpha(M(d) || M(d')) <= eps for neighbours: the moment is at most e^((alpha - 1) eps); KL at 1, max divergence at infinity."""

    alpha: Scalar
    eps: Scalar
    says: ClassVar[str] = "{M} is ({alpha}, {eps})-RDP"

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        m = a.mechanism
        for name, p, q in ways(m):
            yield name, apart_at_most(term(self.alpha), term(self.eps), m.near.density, p, q, *m.outcomes)


@dataclass(frozen=True)
class ZeroConcentratedDP(Notion):
    """D_alpha(M(d) || M(d')) <= xi + rho alpha for neighbours and all orders alpha > 1."""

    xi: Scalar
    rho: Scalar
    says: ClassVar[str] = "{M} is ({xi}, {rho})-zCDP"
    needs: ClassVar[frozenset[str]] = frozenset({"order"})

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        order = a.order if a.order is not None else Symbol("alpha")
        yield from RenyiDP(order, term(self.xi) + term(self.rho) * order).facts(a, bound)


@dataclass(frozen=True)
class ApproximateRenyiDP(Notion):
    """M(d) = (1 - delta) P' + delta P'', M(d') = (1 - delta) Q' + delta Q'' with D_alpha(P' || Q') <= eps, for neighbours.

    That (1 - delta) P' <= M(d) says that there is a P''. The other direction, D_alpha(M(d') || M(d)), has laws of its own.
    """

    delta: Scalar
    alpha: Scalar
    eps: Scalar
    says: ClassVar[str] = "{M} is {delta}-approximately ({alpha}, {eps})-RDP"
    needs: ClassVar[frozenset[str]] = frozenset({"made"})

    def laws(self, m: Mechanism) -> tuple[FieldSymbol, ...]:
        return tuple(Law(n, *m.near.points, m.outcome) for n in ("P1", "Q1", "P2", "Q2"))

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        m, y, rest = a.mechanism, a.mechanism.outcome, 1 - term(self.delta)
        for number, (name, p, q) in enumerate(ways(m)):
            one, two = (f(*m.near.points, y) for f in a.made[2 * number : 2 * number + 2])
            yield f"{name}.P", asked(m, rest * one, p)
            yield f"{name}.Q", asked(m, rest * two, q)
            yield name, apart_at_most(term(self.alpha), term(self.eps), m.near.density, one, two, y)


def normal_mass(x: Term) -> Term:
    """The distribution function of the standard normal law."""
    return HALF * func("erfc", -x / sqrt(2))


@dataclass(frozen=True)
class GaussianDP(Notion):
    """E_(e^eps)(M(d) || M(d')) <= E_(e^eps)(N(0, 1) || N(mu, 1)) for neighbours and all eps >= 0.

    The right side is Φ(mu/2 - eps/mu) - e^eps Φ(-mu/2 - eps/mu).
    """

    mu: Scalar
    says: ClassVar[str] = "{M} is {mu}-GDP"
    needs: ClassVar[frozenset[str]] = frozenset({"order"})
    order_name: ClassVar[str] = "eps"
    least_order: ClassVar[Term] = ZERO
    order_open: ClassVar[bool] = False

    @property
    def own_demands(self) -> tuple[Demand, ...]:
        """The formula divides by mu; that 0-GDP is something else is seen for numbers only."""
        mu = term(self.mu)
        return (Demand(Gt(mu, ZERO), "mu must be above 0"),) if mu.free else ()

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        m, mu, eps = a.mechanism, term(self.mu), a.order if a.order is not None else Symbol("eps")
        most: Term = ZERO
        if mu.free or not holds(relation("==", mu, ZERO)):
            most = normal_mass(mu / 2 - eps / mu) - exp(eps) * normal_mass(-mu / 2 - eps / mu)
        for name, p, q in ways(m):
            yield name, asked(m, Int(pos(p - exp(eps) * q), *m.outcomes), most)
