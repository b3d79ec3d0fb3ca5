"""What an adversary concludes from Game 0 and from Game i: semantic privacy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...kernel.laws.statements import Fact
from ...kernel.terms import ZERO, Scalar, Term, term
from ..language import (
    Gt,
    Indicator,
    Int,
    Le,
    Max,
    Point,
    pos,
)
from .base import Applied, Mechanism, Notion


@dataclass(frozen=True)
class Games:
    """Game 0 and Game i for weights of datasets that need not be normalised: Z_0 and Z_i, and SD(b_0, b_i) times both."""

    mechanism: Mechanism
    weight: Callable[[Term], Term]  # of a dataset

    @property
    def believed(self) -> Term:
        return Point("believed", like=self.mechanism.pair[0])

    def shown(self, y: Term) -> Term:
        d = self.believed
        return Int(self.weight(d) * self.mechanism.law(d, y), d)

    def shown_without(self, i: Term, y: Term) -> Term:
        d = self.believed
        return Int(self.weight(d) * self.mechanism.hidden(i, d, y), d)

    def distance(self, i: Term, y: Term) -> Term:
        d = self.believed
        m, b = self.mechanism, self.weight(d)
        return Int(pos(b * m.law(d, y) * self.shown_without(i, y) - b * m.hidden(i, d, y) * self.shown(y)), d)

    def apart(self, eps: Term, i: Term, y: Term) -> Term:
        """1 if y can be shown, and the posteriors of Game 0 and Game i are more than eps apart, or Game i cannot show y."""
        z, zi = self.shown(y), self.shown_without(i, y)
        breach = Max(Indicator(Le(zi, ZERO)), Indicator(Gt(self.distance(i, y), eps * (z * zi))))
        return Indicator(Gt(z, ZERO)) * breach

    def some_apart(self, eps: Term, y: Term) -> Term:
        """1 if that is so for some i."""
        m = self.mechanism
        i = Point("game", like=m.part("hide").points[0])
        return Indicator(Gt(Int(m.part("place")(i) * self.apart(eps, i, y), i), ZERO))


@dataclass(frozen=True)
class SemanticPrivacy(Notion):
    """The posteriors of Game 0 and Game i are within eps, for all priors, all i and all y that Game 0 can show."""

    eps: Scalar
    parts: ClassVar[frozenset[str]] = frozenset({"hide", "place"})
    says: ClassVar[str] = "{M} is {eps}-semantically private"
    needs: ClassVar[frozenset[str]] = frozenset({"prior"})

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        games, i, y = Games(a.mechanism, a.belief), a.mechanism.part("hide").points[0], a.mechanism.outcome
        z, zi = games.shown(y), games.shown_without(i, y)
        yield "shown", Fact(Le(Indicator(Le(zi, ZERO)) * z, ZERO))
        yield "apart", Fact(Le(games.distance(i, y), term(self.eps) * (z * zi)))


@dataclass(frozen=True)
class ApproximateSemanticPrivacy(Notion):
    """With probability 1 - delta over d from the prior and y from M(d), the posteriors of Games 0 and i are within eps for all i."""

    eps: Scalar
    delta: Scalar
    parts: ClassVar[frozenset[str]] = frozenset({"hide", "place"})
    says: ClassVar[str] = "{M} is ({eps}, {delta})-semantically private"
    needs: ClassVar[frozenset[str]] = frozenset({"prior"})

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        games, y = Games(a.mechanism, a.belief), a.mechanism.outcome
        yield "seldom", Fact(Le(Int(games.some_apart(term(self.eps), y) * games.shown(y), y), term(self.delta)))


@dataclass(frozen=True)
class ObliviousSemanticPrivacy(Notion):
    """The same for all priors and all d, with probability 1 - delta over y from M(d)."""

    eps: Scalar
    delta: Scalar
    parts: ClassVar[frozenset[str]] = frozenset({"hide", "place"})
    says: ClassVar[str] = "{M} is reality-obliviously ({eps}, {delta})-semantically private"
    needs: ClassVar[frozenset[str]] = frozenset({"prior"})

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        games, y, real = Games(a.mechanism, a.belief), a.mechanism.outcome, a.mechanism.pair[0]
        shown = a.mechanism.law(real, y)
        yield "seldom", Fact(Le(Int(games.some_apart(term(self.eps), y) * shown, y), term(self.delta)))


@dataclass(frozen=True)
class InformedSemanticPrivacy(Notion):
    """The same for priors that know all records of d but one: they are on datasets that agree with d in all records but j."""

    eps: Scalar
    delta: Scalar
    places: ClassVar[bool] = True
    parts: ClassVar[frozenset[str]] = frozenset({"hide", "place"})
    says: ClassVar[str] = "{M} is ({eps}, {delta})-semantically private for informed beliefs"
    needs: ClassVar[frozenset[str]] = frozenset({"prior"})

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        m, y, real = a.mechanism, a.mechanism.outcome, a.mechanism.pair[0]
        games = Games(m, lambda d: m.near(*m.how, real, d) * a.belief(d))
        yield "seldom", Fact(Le(Int(games.some_apart(term(self.eps), y) * m.law(real, y), y), term(self.delta)))
