"""Notions of one unknown record, all others known: Bayesian privacy, simulation privacy, joint privacy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...kernel.laws.statements import Fact, event
from ...kernel.laws.terms import at, space_of
from ...kernel.terms import HALF, Scalar, TermError, term
from ..language import (
    Abs,
    Density,
    FieldSymbol,
    Int,
    Law,
    Le,
    Point,
    exp,
)
from .base import Applied, Mechanism, Notion, asked


@dataclass(frozen=True)
class BayesianPrivacy(Notion):
    """The posterior of a record, all others known, is within eps of its prior in total variation, for every prior and outcome.

    All others known: the dataset agrees with d in all records but i, so the prior is near(i, d, d') b(d') over its total N. The outcome
    y has the probability Z/N. The statement is multiplied by Z N.
    """

    eps: Scalar
    places: ClassVar[bool] = True
    says: ClassVar[str] = "{M} is {eps}-Bayesian private"
    needs: ClassVar[frozenset[str]] = frozenset({"prior"})

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        m = a.mechanism
        other = Point("believed", like=m.pair[1])
        prior, likelihood = m.near(*m.how, m.pair[0], other) * a.belief(other), m.law(other, m.outcome)
        total, seen = Int(prior, other), Int(prior * likelihood, other)
        moved = HALF * Int(Abs(prior * likelihood * total - prior * seen), other)
        yield "moved", Fact(Le(moved, term(self.eps) * (seen * total)))


@dataclass(frozen=True)
class SimulationDP(Notion):
    """There is a simulator, a law Sim(i, d, .), within e^eps of M(d') both ways for all d' that agree with d in all records but i.

    It is told d, but must do for all these d' at once, so what it is told of record i is of no use.
    """

    eps: Scalar
    places: ClassVar[bool] = True
    says: ClassVar[str] = "{M} is {eps}-simulation private"
    needs: ClassVar[frozenset[str]] = frozenset({"made"})

    def laws(self, m: Mechanism) -> tuple[FieldSymbol, ...]:
        return (Law("Sim", *m.how, m.pair[0], m.outcome),)

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        m = a.mechanism
        made, real = a.made[0](*m.how, m.pair[0], m.outcome), m.law(m.pair[1], m.outcome)
        yield "PQ", asked(m, real, exp(term(self.eps)) * made)
        yield "QP", asked(m, made, exp(term(self.eps)) * real)


@dataclass(frozen=True)
class JointDP(Notion):
    """What all but i see of the outcome is (eps, delta)-private for the record of i."""

    eps: Scalar
    delta: Scalar
    places: ClassVar[bool] = True
    parts: ClassVar[frozenset[str]] = frozenset({"view"})
    says: ClassVar[str] = "{M} is ({eps}, {delta})-jointly private"

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        m = a.mechanism
        if len(m.how) != 1:
            raise TermError("JointDP: found neighbours without a place, expected near(i, d, d')")
        z = m.part("view").points[-1]
        seen = Density(m.seen(m.how[0], m.law.points[0], z), (m.law.points[0], z))
        points = (*m.near.points, z)
        s, S = event(bound, *map(space_of, points)), at(bound, *points)
        for name, one, two in (("PQ", *m.pair), ("QP", *m.pair[::-1])):
            most = exp(term(self.eps)) * Int(S * seen(two, z), z) + term(self.delta)
            yield name, Fact(asked(m, Int(S * seen(one, z), z), most).statement, (s,))
