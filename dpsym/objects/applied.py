"""Notions of privacy applied to a mechanism: what `PureDP(eps)(M)` says, as facts in the language of laws. No SymPy here.

This is the only place that says what a notion means. Theorems assume and claim these facts, `dpsym.objects.deciding` evaluates the
same facts on the table of a finite mechanism, and a `Definition` of the library is verified by unfolding it here and deciding it.

A mechanism is a density m(d, y), from a space of datasets d to outcomes y. Datasets have a neighbouring relation, an event
near(d, d') or, if records have places, near(i, d, d'): d and d' agree in all records but i, perhaps. Some notions need more:

    hide(i, d, d')    a kernel: d' is d without record i (replaced by a default value), so that Game i shows ∫ hide(i, d, d') m(d', y)
    place(i)          a law of places with a positive weight for each
    view(i, y, z)     a kernel: z is what all but person i see of the outcome y

*For all* pairs of datasets is for almost all, as in every fact: of a countable space with the counting measure these are all.
Neighbours are asked by a factor: near·a <= near·b says nothing of other pairs. Both directions are asked, so near need not be
symmetric. Nothing is said of the diagonal, where there is nothing to ask.

*For all priors*: a prior b(d) is a law of the setting. A theorem that claims the notion for a prior of which nothing is assumed
claims it for all priors. A theorem that assumes the notion assumes it for the priors that it names (a law, or a term such as a coin
between two datasets): for fewer than all, so it says more. The same holds of the order of concentrated privacy. Statements about
posteriors are multiplied by the normalisers, so nothing is asked of an outcome that cannot be shown, Z = 0; if Game 0 can show an
outcome and Game i cannot, that is a breach.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import ClassVar

from ..kernel.laws.statements import Fact, event
from ..kernel.laws.terms import at, space_of
from ..kernel.terms import HALF, ONE, OO, ZERO, Scalar, Term, TermError, func, sqrt, term
from .language import (
    Abs,
    Density,
    FieldSymbol,
    Gt,
    Indicator,
    Int,
    Law,
    Le,
    Max,
    Piecewise,
    Point,
    Symbol,
    exp,
    log,
    pos,
)

BOUND, CLAIMED = "S", "E"  # the event that a hypothesis binds, and the one that a claim speaks of

Show = Callable[[Term], str]


@dataclass(frozen=True)
class Mechanism:
    """A mechanism on an index space of datasets: `Mechanism(Kernel("M", d, y), Event("near", d, d'))`."""

    law: FieldSymbol | Density
    near: FieldSymbol
    hide: FieldSymbol | None = None
    place: FieldSymbol | None = None
    view: FieldSymbol | None = None
    name: str = ""  # of a law that is a term: `k after M`

    def __post_init__(self) -> None:
        space = space_of(self.law.points[0])
        if len(self.law.points) != 2 or len(self.near.points) < 2:
            raise TermError(
                f"mechanism: found {self.law} and {self.near}, expected a law at (d, y) and an event at d, d'"
            )
        if any(space_of(p) != space for p in self.near.points[-2:]):
            raise TermError(f"mechanism: found neighbours on {self.near.field.spaces}, expected datasets of {space}")

    @property
    def label(self) -> str:
        return self.name or (self.law.name if isinstance(self.law, FieldSymbol) else "the mechanism")

    @property
    def pair(self) -> tuple[Term, Term]:
        """The two neighbours d, d'."""
        return self.near.points[-2], self.near.points[-1]

    @property
    def how(self) -> tuple[Term, ...]:
        """The place in which they differ, if places are told apart."""
        return self.near.points[:-2]

    @property
    def outcome(self) -> Term:
        return self.law.points[-1]

    def part(self, name: str) -> FieldSymbol:
        found: FieldSymbol | None = getattr(self, name)
        if found is None:
            raise TermError(f"{self.label}: found no `{name}`, expected the field that this notion needs")
        return found

    def hidden(self, i: Term, d: Term, y: Term) -> Term:
        """What Game i shows: the law of the outcome at the dataset without record i."""
        e = Point("without", like=d)
        return Int(self.part("hide")(i, d, e) * self.law(e, y), e)

    def seen(self, i: Term, d: Term, z: Term) -> Term:
        """The law of what all but i see."""
        y = self.outcome
        return Int(self.law(d, y) * self.part("view")(i, y, z), y)

    def of(self, law: FieldSymbol | Density, name: str = "") -> Mechanism:
        """Another law of outcomes on the same datasets."""
        return Mechanism(law, self.near, self.hide, self.place, self.view, name)


Prior = FieldSymbol | Density


@dataclass(frozen=True)
class Applied:
    """A notion applied to a mechanism, for a prior, at an order, with laws that exist, as far as the notion has them."""

    notion: Notion
    mechanism: Mechanism
    prior: Prior | None = None
    order: Term | None = None
    made: tuple[FieldSymbol, ...] = ()

    def facts(self, bound: str = BOUND) -> dict[str, Fact]:
        return dict(self.notion.facts(self, bound))

    def belief(self, d: Term) -> Term:
        if self.prior is None:
            raise TermError(f"{type(self.notion).__name__}: found no prior, expected prior=...")
        return self.prior(*self.prior.points[:-1], d)

    @property
    def prior_name(self) -> str:
        return self.prior.name if isinstance(self.prior, FieldSymbol) else ""

    def words(self, show: Show, name: Callable[[str], str] = str) -> str:
        """`M is eps-DP`, with terms and names as they are printed; for which priors or orders is not said."""
        values = {f.name: show(term(getattr(self.notion, f.name))) for f in fields(self.notion)}
        label = " after ".join(map(name, self.mechanism.label.split(" after ")))
        return self.notion.says.format(M=label, **values)


@dataclass(frozen=True)
class Said:
    """A notion applied to a mechanism, as a theorem says it: for all priors and orders, or for those that it names."""

    applied: Applied
    all_priors: bool = False
    all_orders: bool = False

    @property
    def size(self) -> int:
        """How many facts it unfolds to."""
        return len(self.applied.facts())

    def words(self, show: Show, name: Callable[[str], str] = str) -> str:
        a = self.applied
        parts = [a.words(show, name)]
        if a.prior is not None:
            prior = show(a.prior.density) if a.prior_name == "" else name(a.prior_name)
            parts.append(f"for all priors {prior}" if self.all_priors else f"for the prior {prior}")
        if a.order is not None:
            least = show(a.notion.least_order)
            above = f"for all {show(a.order)} {'>' if a.notion.order_open else '>='} {least}"
            parts.append(above if self.all_orders else f"at the order {show(a.order)}")
        return ", ".join(parts)


@dataclass(frozen=True)
class Notion(ABC):
    """A notion with its parameters, which are terms."""

    says: ClassVar[str]
    needs: ClassVar[frozenset[str]] = frozenset()  # prior, order, made
    places: ClassVar[bool] = False  # whether it is about records at places: near(i, d, d')
    parts: ClassVar[frozenset[str]] = frozenset()  # of the mechanism: hide, place, view

    def __call__(
        self,
        mechanism: Mechanism,
        *,
        prior: Prior | None = None,
        order: Scalar | None = None,
        made: tuple[FieldSymbol, ...] = (),
    ) -> Applied:
        given = {n for n, v in (("prior", prior), ("order", order), ("made", made or None)) if v is not None}
        if given - self.needs:
            raise TermError(
                f"{type(self).__name__}: found {', '.join(given - self.needs)}, expected {sorted(self.needs)}"
            )
        if "order" in self.needs and order is None:
            order = Symbol(self.order_name)
        applied = Applied(self, mechanism, prior, None if order is None else term(order), made)
        if "made" in self.needs and not made:
            applied = Applied(self, mechanism, prior, applied.order, self.laws(mechanism))
        return applied

    order_name: ClassVar[str] = "alpha"
    least_order: ClassVar[Term] = ONE
    order_open: ClassVar[bool] = True

    def laws(self, m: Mechanism) -> tuple[FieldSymbol, ...]:
        """The laws that the notion says to exist."""
        return ()

    @abstractmethod
    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        """What it says, in parts that have names; `bound` is the name of the event of facts for all events."""


# -- pairs of neighbours ------------------------------------------------------------------------------------------


def ways(m: Mechanism) -> Iterator[tuple[str, Term, Term]]:
    """M(d) and M(d') at the outcome, in both orders."""
    d, other = m.pair
    yield "PQ", m.law(d, m.outcome), m.law(other, m.outcome)
    yield "QP", m.law(other, m.outcome), m.law(d, m.outcome)


def asked(m: Mechanism, a: Term, b: Term) -> Fact:
    """a <= b for neighbours."""
    near = m.near.density
    return Fact(Le(near * a, near * b))


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
        points = (*m.near.points, m.outcome)
        s, S = event(bound, *map(space_of, points)), at(bound, *points)
        for name, p, q in ways(m):
            most = exp(term(self.eps)) * Int(S * q, m.outcome) + term(self.delta)
            yield name, Fact(asked(m, Int(S * p, m.outcome), most).statement, (s,))


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
            yield name, asked(m, Int(far * p, m.outcome), term(self.delta))


@dataclass(frozen=True)
class TotalVariationPrivacy(Notion):
    delta: Scalar
    says: ClassVar[str] = "{M} is {delta}-private in total variation"

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        _, p, q = next(ways(a.mechanism))
        yield "PQ", asked(a.mechanism, HALF * Int(Abs(p - q), a.mechanism.outcome), term(self.delta))


def moment(alpha: Term, near: Term, p: Term, q: Term, y: Term) -> Term:
    """The Rényi moment of neighbours, 0 for others. It has no value where near and q == 0 < p."""
    power = p**alpha * q ** (ONE - alpha)
    return Int(Piecewise((ZERO, Le(near, ZERO)), (ZERO, Le(p, ZERO)), (power, Gt(q, ZERO))), y)


@dataclass(frozen=True)
class RenyiDP(Notion):
    """D_alpha(M(d) || M(d')) <= eps for neighbours: the moment is at most e^((alpha - 1) eps); KL at 1, max divergence at infinity."""

    alpha: Scalar
    eps: Scalar
    says: ClassVar[str] = "{M} is ({alpha}, {eps})-RDP"

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        m, near, y = a.mechanism, a.mechanism.near.density, a.mechanism.outcome
        alpha, eps = term(self.alpha), term(self.eps)
        if alpha is OO:
            yield from PureDP(eps).facts(a, bound)
            return
        for name, p, q in ways(m):
            if alpha is ONE:
                loss = Piecewise((ZERO, Le(near, ZERO)), (ZERO, Le(p, ZERO)), (p * log(p / q), Gt(q, ZERO)))
                yield name, Fact(Le(Int(loss, y), near * eps))
            else:
                yield name, Fact(Le(moment(alpha, near, p, q, y), near * exp((alpha - 1) * eps)))


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
        m, near, y, alpha = a.mechanism, a.mechanism.near.density, a.mechanism.outcome, term(self.alpha)
        rest = 1 - term(self.delta)
        for number, (name, p, q) in enumerate(ways(m)):
            one, two = (f(*m.near.points, y) for f in a.made[2 * number : 2 * number + 2])
            yield f"{name}.P", asked(m, rest * one, p)
            yield f"{name}.Q", asked(m, rest * two, q)
            if alpha is OO:
                yield name, asked(m, one, exp(term(self.eps)) * two)
            else:
                yield name, Fact(Le(moment(alpha, near, one, two, y), near * exp((alpha - 1) * term(self.eps))))


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

    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        m, mu, eps = a.mechanism, term(self.mu), a.order if a.order is not None else Symbol("eps")
        most: Term = ZERO
        if mu is not ZERO:
            most = normal_mass(mu / 2 - eps / mu) - exp(eps) * normal_mass(-mu / 2 - eps / mu)
        for name, p, q in ways(m):
            yield name, asked(m, Int(pos(p - exp(eps) * q), m.outcome), most)


# -- one unknown record -------------------------------------------------------------------------------------------


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


# -- what an adversary concludes ------------------------------------------------------------------------------------


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


#: By the name that they have as SymPy objects, too.
NOTIONS: Mapping[str, type[Notion]] = {
    n.__name__: n
    for n in (
        PureDP, ApproximateDP, PointwiseDP, TotalVariationPrivacy, RenyiDP, ZeroConcentratedDP, ApproximateRenyiDP, GaussianDP,
        BayesianPrivacy, SimulationDP, JointDP, SemanticPrivacy, ApproximateSemanticPrivacy, ObliviousSemanticPrivacy,
        InformedSemanticPrivacy,
    )
}  # fmt: skip
