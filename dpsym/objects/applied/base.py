"""What a notion is, and what it is applied to: a mechanism, a prior, an order; parameters and their ranges."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from operator import eq, ge, gt, le
from typing import Any, ClassVar

from ...kernel.laws.statements import Fact, Field, event, law
from ...kernel.laws.terms import fields_of, fresh, name_of, opened, points_of, space_of
from ...kernel.terms import ONE, OO, Scalar, Term, TermError, term
from ..definitions import Demand, parameter_demands
from ..language import (
    Density,
    FieldSymbol,
    Ge,
    Gt,
    Int,
    Le,
    Point,
    Symbol,
)

NEIGHBOURS = "near"  # what a relation of datasets is called if there is one
BOUND, CLAIMED = "S", "E"  # the event that a hypothesis binds, and the one that a claim speaks of

Show = Callable[[Term], str]


@dataclass(frozen=True)
class Mechanism:
    """A mechanism on an index space of datasets: `Mechanism(Kernel("M", d, y), Event("near", d, d'))`.

    Its law may be a density of several outcomes, at (d, y, z): what two mechanisms say one after the other. Each part is of its kind
    and has no other range: near is an event, all others are laws. A law that is a term is one that can be called by what it is made
    of. The points in play are all different, none is loose in the law but outcomes of others, and none is one that notions bind.
    """

    law: FieldSymbol | Density
    near: FieldSymbol
    hide: FieldSymbol | None = None
    place: FieldSymbol | None = None
    view: FieldSymbol | None = None

    def __post_init__(self) -> None:
        space = space_of(self.law.points[0])
        if len(self.law.points) < 2 or len(self.near.points) < 2:
            raise TermError(
                f"mechanism: found {self.law} and {self.near}, expected a law at (d, y) and an event at d, d'"
            )
        if any(space_of(p) != space for p in self.near.points[-2:]):
            raise TermError(f"mechanism: found neighbours on {self.near.field.spaces}, expected datasets of {space}")
        demand_kind("near", self.near, event)
        for part in ("law", "hide", "place", "view"):
            f = getattr(self, part)
            if isinstance(f, FieldSymbol):
                demand_kind(part, f, law)
            elif f is not None and part != "law":
                raise TermError(f"{part}: found {f}, expected the symbol of a law")
        self._demand_points(space)
        if not self.made_of:
            raise TermError(
                f"mechanism: found the law {self.law}, expected M(d, y), or what is said by such laws one after the other"
            )
        outcomes = tuple(map(space_of, self.outcomes))
        if self.hide is not None and self.hide.field.spaces[-2:] != (space, space):
            raise TermError(
                f"mechanism: found `hide` on {self.hide.field.spaces}, expected datasets of {space} at its end"
            )
        if self.view is not None and self.view.field.spaces[-1 - len(outcomes) : -1] != outcomes:
            raise TermError(
                f"mechanism: found `view` on {self.view.field.spaces}, expected {outcomes} before its last space"
            )

    def _demand_points(self, space: str) -> None:
        seen = () if self.view is None else self.view.points[-1:]
        play = (*self.near.points, *self.outcomes, *seen)
        places = {*self.how, *self._places}
        others = {*self.pair, self.law.points[0], *self.outcomes, *seen}
        if len(set(play)) < len(play) or places & others or self.law.points[0] in (*self.outcomes, *seen):
            raise TermError(
                f"mechanism: found the points {play}, of the law {self.law.points}, expected different ones"
            )
        loose = points_of(self.law.density) - set(self.law.points)
        taken = {space, *map(space_of, places)}
        if any(space_of(p) in taken for p in loose) or loose & set(play):
            raise TermError(f"mechanism: found the loose points {sorted(loose, key=repr)} in the law, expected its own")
        demand_free("mechanism", *play, *places, *self.law.points, *loose)

    @property
    def _places(self) -> tuple[Term, ...]:
        """The points at which hide, place and view speak of a record."""
        hide = () if self.hide is None else self.hide.points[:-2]
        view = () if self.view is None else self.view.points[: -1 - len(self.outcomes)]
        return (*hide, *view, *(() if self.place is None else self.place.points))

    @property
    def label(self) -> str:
        return self.words()

    @property
    def made_of(self) -> tuple[str, ...]:
        """The fields of a law that is called by them: M; k, M for ∫ M(d, y) k(y, z) dy; M, N for M(d, y) N(y, d, z)."""
        if isinstance(self.law, FieldSymbol):
            return (self.law.name,) if len(self.law.points) == 2 else ()
        value = self.law.value
        between = (fresh(space_of(value)),) if value.op == "Int" else ()
        body = opened(value, *between) if between else value
        factors = body.args if body.op == "*" else (body,)
        said = between + self.outcomes  # what the factors say, one after the other
        later = [{*said[k:], *self.law.points[1:]} - {*said[:k]} for k in range(len(said))]
        if any(f.op != "at" for f in factors) or [f.args[-1] for f in factors] != [*said]:
            return ()
        if any(after & {*f.args[:-1]} for after, f in zip(later, factors)) or self.law.points[0] not in body_points(
            factors
        ):
            return ()
        return tuple(f.name for f in factors[:: -1 if between else 1])

    def words(self, name: Callable[[str], str] = str) -> str:
        """M, `k after M`, `M and N`."""
        between = not isinstance(self.law, FieldSymbol) and self.law.value.op == "Int"
        return (" after " if between else " and ").join(map(name, self.made_of))

    @property
    def pair(self) -> tuple[Term, Term]:
        """The two neighbours d, d'."""
        return self.near.points[-2], self.near.points[-1]

    @property
    def how(self) -> tuple[Term, ...]:
        """The place in which they differ, if places are told apart."""
        return self.near.points[:-2]

    @property
    def outcomes(self) -> tuple[Term, ...]:
        return self.law.points[1:]

    @property
    def outcome(self) -> Term:
        """The outcome, for notions that speak of one."""
        if len(self.outcomes) != 1:
            raise TermError(f"{self.label}: found the outcomes {self.outcomes}, expected one for this notion")
        return self.outcomes[0]

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

    def of(self, law: FieldSymbol | Density) -> Mechanism:
        """Another law of outcomes on the same datasets."""
        return Mechanism(law, self.near, self.hide, self.place, self.view)

    @property
    def parts(self) -> tuple[FieldSymbol | Density, ...]:
        return tuple(f for f in (self.law, self.near, self.hide, self.place, self.view) if f is not None)


Prior = FieldSymbol | Density


@dataclass(frozen=True)
class Applied:
    """A notion applied to a mechanism, for a prior, at an order, with laws that exist, as far as the notion has them."""

    notion: Notion
    mechanism: Mechanism
    prior: Prior | None = None
    order: Term | None = None
    made: tuple[FieldSymbol, ...] = ()

    def __post_init__(self) -> None:
        """What a quantifier of the notion binds occurs nowhere else: the order in no part, the prior not in the mechanism."""
        what = type(self.notion).__name__
        if not type(self.notion).__module__.startswith(f"{__package__}."):
            raise TermError(
                f"found the notion {what} of {type(self.notion).__module__}, expected one of {__package__}, which says what they mean"
            )
        roles = {"prior": self.prior, "order": self.order, "made": self.made or None}
        for role, value in roles.items():
            if (value is not None) != (role in self.notion.needs):
                raise TermError(f"{what}: found {role} {value!r}, expected one if and only if the notion asks for it")
        if isinstance(self.prior, FieldSymbol):
            demand_kind("prior", self.prior, law)
        if self.prior is not None:
            demand_free("prior", *self.prior.points, *points_of(self.prior.density))
            view = () if self.mechanism.view is None else self.mechanism.view.points[-1:]
            shown = points_of(self.prior.density) & {*self.mechanism.outcomes, *view}
            if shown:
                raise TermError(
                    f"prior: found what is believed after {sorted(map(name_of, shown))}, expected what is believed before"
                )
        if self.order is not None and self.order.about_laws:
            raise TermError(f"{what}: found the order {self.order!r}, expected a number")
        if self.prior_name and self.prior_name in spoken_in(*self.mechanism.parts):
            raise TermError(f"{what}: found the prior {self.prior_name} in the mechanism, expected another one")
        bound = self.order.free if self.order is not None and self.order.op == "sym" else frozenset()
        values = (*self.notion.values.values(), *(p.density for p in self.speaking))
        if any(bound & t.free for t in values):
            raise TermError(
                f"{what}: found the order {self.order!r}, of which a part speaks, expected a symbol of its own"
            )
        wanted = tuple(f.field for f in self.notion.laws(self.mechanism)) if self.made else ()
        if tuple(replace(f.field, name=g.name) for f, g in zip(self.made, wanted)) != wanted or len(self.made) != len(
            wanted
        ):
            raise TermError(f"{what}: found {self.made}, expected laws such as {wanted}")
        if self.notion.places and len(self.mechanism.how) != 1:
            raise TermError(
                f"{what}: found neighbours at {self.mechanism.near.points}, expected near(i, d, d'): it is about the record at a place"
            )

    @property
    def speaking(self) -> tuple[FieldSymbol | Density, ...]:
        return (*self.mechanism.parts, *((self.prior,) if self.prior is not None else ()))

    def facts(self, bound: str = BOUND) -> dict[str, Fact]:
        if bound in spoken_in(*self.speaking, *self.made):
            found = f"found a field called {bound}, as the event is for which the notion speaks of all"
            raise TermError(f"{type(self.notion).__name__}: {found}, expected another name")
        return dict(self.notion.facts(self, bound))

    @property
    def conditions(self) -> tuple[Demand, ...]:
        """What the symbols among its parameters, and its order, must satisfy."""
        levels = {n: v for n, v in self.notion.values.items() if v.op == "sym" or (n == "alpha" and v.free)}
        of_levels = (c for n, v in levels.items() for c in parameter_demands(n, v))
        return (*of_levels, *self.notion.own_demands, *self.notion.order_demands(self.order))

    def belief(self, d: Term) -> Term:
        if self.prior is None:
            raise TermError(f"{type(self.notion).__name__}: found no prior, expected prior=...")
        return self.prior(*self.prior.points[:-1], d)

    @property
    def prior_name(self) -> str:
        return self.prior.name if isinstance(self.prior, FieldSymbol) else ""

    def words(self, show: Show, name: Callable[[str], str] = str) -> str:
        """`M is eps-DP`, with terms and names as they are printed; for which priors or orders is not said."""
        values = {n: show(v) for n, v in self.notion.values.items()}
        return self.notion.says.format(M=self.mechanism.words(name), **values)


@dataclass(frozen=True)
class Said:
    """A notion applied to a mechanism, as a theorem says it: for all priors and orders, or for those that it names.

    A relation of datasets that is not called `near` is named, and so is that one if the theorem speaks of others (`several`).
    """

    applied: Applied
    all_priors: bool = False
    all_orders: bool = False
    bound: str = BOUND
    several: bool = False

    @property
    def size(self) -> int:
        """How many facts it unfolds to."""
        return len(self.applied.facts(self.bound))

    def words(self, show: Show, name: Callable[[str], str] = str) -> str:
        a = self.applied
        parts = [a.words(show, name)]
        if (relation := a.mechanism.near.name) != NEIGHBOURS or self.several:
            parts.append(f"for pairs in {name(relation)}")
        if a.prior is not None:
            prior = show(a.prior.density) if a.prior_name == "" else name(a.prior_name)
            one = "for the prior" if a.prior_name else "for the weights of a prior"
            parts.append(f"for all priors {prior}" if self.all_priors else f"{one} {prior}")
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

    def __post_init__(self) -> None:
        for name, value in self.values.items():
            if value.about_laws:
                raise TermError(
                    f"{type(self).__name__}: found {value!r} for {name}, expected a number, the same for all laws"
                )
            refuse(type(self).__name__, value, parameter_demands(name, value))

    @property
    def values(self) -> dict[str, Term]:
        """Its parameters by name."""
        return {f.name: term(getattr(self, f.name)) for f in fields(self)}

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
        found = made or (self.laws(mechanism) if "made" in self.needs else ())
        applied = Applied(self, mechanism, prior, None if order is None else term(order), found)
        if applied.order is not None:
            refuse(type(self).__name__, applied.order, self.order_demands(applied.order))
        return applied

    order_name: ClassVar[str] = "alpha"
    least_order: ClassVar[Term] = ONE
    order_open: ClassVar[bool] = True

    def order_demands(self, order: Term | None) -> tuple[Demand, ...]:
        """What the number must satisfy for all values of which the notion is asked."""
        if order is None:
            return ()
        word, relation = ("above", Gt) if self.order_open else ("at least", Ge)
        return (Demand(relation(order, self.least_order), f"{self.order_name} must be {word} {self.least_order!r}"),)

    @property
    def own_demands(self) -> tuple[Demand, ...]:
        """What its parameters must satisfy besides their ranges."""
        return ()

    def laws(self, m: Mechanism) -> tuple[FieldSymbol, ...]:
        """The laws that the notion says to exist."""
        return ()

    @abstractmethod
    def facts(self, a: Applied, bound: str) -> Iterator[tuple[str, Fact]]:
        """What it says, in parts that have names; `bound` is the name of the event of facts for all events."""


#: Points that notions bind: what is believed of a dataset, the game in which a record is hidden, a dataset without it.
OWN_POINTS = frozenset(("believed", "game", "without"))


def demand_free(part: str, *points: Term) -> None:
    """Refuses points with the name of one that a notion binds."""
    taken = sorted(name_of(p) for p in points if name_of(p) in OWN_POINTS)
    if taken:
        raise TermError(f"{part}: found points called {', '.join(taken)}, which notions bind; expected other names")


def body_points(factors: tuple[Term, ...]) -> frozenset[Term]:
    return frozenset(p for f in factors for p in f.args)


def demand_kind(part: str, f: FieldSymbol, kind: Callable[..., Field]) -> None:
    """Refuses a part of a mechanism that is no law, or no event, or one with another range."""
    if f.field != kind(f.name, *f.field.spaces):
        raise TermError(f"{part}: found {f.field}, expected {'an event' if kind is event else 'a law'}")


def spoken_in(*parts: FieldSymbol | Density) -> frozenset[str]:
    """The fields of which laws and events are made."""
    return frozenset[str]().union(*(fields_of(p.density) for p in parts))


def holds(r: Term) -> bool:
    """Whether a relation between numbers is seen to hold. Infinity is above all of them."""
    if r.lhs is OO:
        return r.op in (">", ">=")
    if r.lhs.op == r.rhs.op == "num":
        return COMPARED[r.op](r.lhs.number, r.rhs.number)
    from ...kernel.reals.points import satisfied

    return satisfied(r, {}) is True


COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {">": gt, ">=": ge, "<=": le, "==": eq}


def refuse(what: str, value: Term, demands: tuple[Demand, ...]) -> None:
    """Refuses a number that is not seen to satisfy what is demanded of it."""
    for demand in () if value.free else demands:
        if not holds(demand.relation):
            raise TermError(f"{what}: {demand.words}, found {value!r}")


def ways(m: Mechanism) -> Iterator[tuple[str, Term, Term]]:
    """M(d) and M(d') at the outcome, in both orders."""
    d, other = m.pair
    yield "PQ", m.law(d, *m.outcomes), m.law(other, *m.outcomes)
    yield "QP", m.law(other, *m.outcomes), m.law(d, *m.outcomes)


def asked(m: Mechanism, a: Term, b: Term) -> Fact:
    """a <= b for neighbours."""
    near = m.near.density
    return Fact(Le(near * a, near * b))
