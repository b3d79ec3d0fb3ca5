"""What a notion says of a finite mechanism: the facts of `dpsym.objects.applied`, evaluated on its table.

The table is a model of the setting in which the facts are stated: datasets, outcomes and places are spaces with the counting measure,
so Int is a sum and "for all" is for all. Every relation that is left is one between numbers, which the kernel decides. So a decision
and a theorem speak of the same facts. Nothing is optimised here: a prior, an order or a simulator is put in; which ones are worth
trying is known to the notions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product
from math import prod
from typing import Any

import sympy
from flint import fmpq

from ..kernel.laws.affine import degree
from ..kernel.laws.models import Grounded
from ..kernel.laws.statements import Fact, Field, Model, Setting
from ..kernel.laws.terms import points_of, space_of
from ..kernel.reals.points import conjunction, defined_at, fails, satisfied
from ..kernel.statements import Domain, Range
from ..kernel.terms import ONE, ZERO, Term, num, rebuild, relation
from .applied import NOTIONS, Applied, Mechanism, Notion
from .errors import ObjectError
from .language import Event, FieldSymbol, Kernel, Law, Point, Symbol
from .mechanisms.base import CHANGE_ONE, Dataset, FiniteMechanism
from .symbolic import exact, to_term

d, y, i, z = Point("d"), Point("y"), Point("i"), Point("z")
other = Point("d'", like=d)
M, NEAR, NEAR_AT = Kernel("M", d, y), Event("near", d, other), Event("near", i, d, other)
HIDE, PLACE, VIEW, PRIOR = Kernel("hide", i, d, other), Law("place", i), Kernel("view", i, y, z), Law("b", d)


@dataclass(frozen=True)
class Table:
    """A finite mechanism in the language of laws: the mechanism, the fields with their tables, and how many points each space has."""

    mechanism: Mechanism
    sizes: Mapping[str, int]
    values: Mapping[FieldSymbol, Sequence[Term]]

    def with_field(self, symbol: FieldSymbol, values: Sequence[Term]) -> Table:
        return replace(self, values={**self.values, symbol: values})

    def grounded(self) -> Grounded:
        fields = tuple(f.field for f in self.values)
        tables = tuple((f.name, tuple(v)) for f, v in self.values.items())
        return Grounded(Model((), tuple(self.sizes.items()), tables), Setting(fields=fields))


def table_of(m: FiniteMechanism, notion: type[Notion], default: Any = None) -> Table:
    """The mechanism with the parts that the notion speaks of; places are told apart if it asks for them."""
    datasets, outcomes = m.datasets, m.outcomes
    if notion.places and m.neighbours != CHANGE_ONE:
        raise ObjectError(
            f"{notion.__name__}: it is about one record of a dataset of known size, so about change-one neighbours"
        )
    places = range(max((len(x) for x in datasets), default=0))
    values: dict[FieldSymbol, list[Term]] = {M: [to_term(w) for x in datasets for w in m.row(x)]}
    near = NEAR_AT if notion.places else NEAR
    if notion.places:
        values[near] = [_bit(_agree(a, b, k)) for k in places for a in datasets for b in datasets]
    else:
        values[near] = [_bit(a != b and m.neighbours.related(a, b)) for a in datasets for b in datasets]
    parts: dict[str, Any] = {}
    sizes = {"d": len(datasets), "y": len(outcomes), "i": len(places)}
    if "hide" in notion.parts:
        without = {(k, x): m.without(x, k, default) for k in places for x in datasets}
        values[HIDE] = [_bit(without[k, x] == e) for k in places for x in datasets for e in datasets]
        values[PLACE] = [to_term(sympy.Rational(1, len(places)))] * len(places)
        parts |= {"hide": HIDE, "place": PLACE}
    if "view" in notion.parts:
        seen = {(k, o): (*o[:k], *o[k + 1 :]) for k in places for o in outcomes}
        views = list(dict.fromkeys(seen.values()))
        values[VIEW] = [_bit(seen[k, o] == v) for k in places for o in outcomes for v in views]
        sizes["z"] = len(views)
        parts["view"] = VIEW
    return Table(Mechanism(M, near, **parts), sizes, values)


def _bit(true: bool) -> Term:
    return ONE if true else ZERO


def _agree(a: Dataset, b: Dataset, k: int) -> bool:
    """Whether they agree in all records but k."""
    return len(a) == len(b) and k < len(a) and (*a[:k], *a[k + 1 :]) == (*b[:k], *b[k + 1 :])


def meaning(name: str) -> dict[str, Fact]:
    """What the notion of this name says of a mechanism, with a symbol for each parameter; the facts make sense, or this is an error."""
    notion = NOTIONS.get(name)
    if notion is None:
        return {}
    symbols = {f.name: Symbol(f.name) for f in fields(notion)}
    near = NEAR_AT if notion.places else NEAR
    parts: dict[str, Any] = {"hide": HIDE, "place": PLACE, "view": VIEW}
    applied = notion(**symbols)(Mechanism(M, near, **parts), prior=PRIOR if "prior" in notion.needs else None)
    known = tuple(f.field for f in (M, near, HIDE, PLACE, VIEW, PRIOR, *applied.made))
    facts = applied.facts()
    free = sorted({n for f in facts.values() for n in f.statement.free})
    setting = Setting(Domain(tuple(Range(n) for n in free)), known)
    for part, fact in facts.items():
        wrong = fact.wrong_in(setting)
        if wrong is not None:
            raise ObjectError(f"{name}, {part}: found {wrong}, expected a fact")
    return facts


def prior_table(m: FiniteMechanism, prior: Sequence[tuple[Dataset, Any]]) -> list[Term]:
    weights = dict(prior)
    return [to_term(exact(weights.get(x, 0))) for x in m.datasets]


@dataclass(frozen=True)
class Trial:
    """The facts of a notion on a table, with a prior, an order or laws put in.

    The notion fails if they fail. `decisive`: it holds if they hold, or a level that says it fails is known to be attained here.
    """

    applied: Applied
    table: Table
    decisive: bool = True

    def holds(self) -> bool | None:
        return holds(self.applied, self.table)


MAX_CELLS = 400  # pairs of datasets times outcomes, up to which a decision is read off the definition as well


def small(m: FiniteMechanism) -> bool:
    return len(m.datasets) ** 2 * len(m.outcomes) <= MAX_CELLS


# -- facts on a table ---------------------------------------------------------------------------------------------


def holds(applied: Applied, table: Table) -> bool | None:
    """Whether all facts hold on the table, with the fields that the notion speaks of; None if the kernel cannot tell."""
    grounded = table.grounded()
    return conjunction(_true(r) for fact in applied.facts().values() for r in instances(grounded, fact))


def _true(r: Term) -> bool | None:
    return satisfied(settled(r), {})


_ARITHMETIC: Mapping[str, Callable[..., Any]] = {
    "+": lambda *v: sum(v, fmpq(0)), "*": lambda *v: prod(v, start=fmpq(1)), "max": max, "min": min, "abs": abs,
}  # fmt: skip


def settled(t: Term) -> Term:
    """The term with rational parts computed and pieces chosen, where their conditions are decided. What has no value keeps none."""
    memo: dict[Term, Term] = {}

    def walk(u: Term) -> Term:
        if u not in memo:
            memo[u] = (
                piece(u) if u.op == "Piecewise" else computed(rebuild(u, tuple(map(walk, u.args))) if u.args else u)
            )
        return memo[u]

    def computed(u: Term) -> Term:
        if u.op == "*" and ZERO in u.args and defined_at(u, {})[0] is True:
            return ZERO
        if not u.args or any(v.op != "num" for v in u.args):
            return u
        if u.op in _ARITHMETIC:
            return num(_ARITHMETIC[u.op](*(v.number for v in u.args)))
        if u.op == "**" and u.rhs.is_whole and abs(u.rhs.number) < 100 and (u.lhs.number != 0 or u.rhs.number > 0):
            return num(u.lhs.number ** int(u.rhs.number.p))
        return u

    def piece(u: Term) -> Term:
        for value, condition in zip(u.args[0::2], u.args[1::2]):
            known = rebuild(condition, tuple(map(walk, condition.args)))
            if satisfied(known, {}) is True:
                return walk(value)
            if not fails(known, {}):
                return u
        return walk(u.args[-1]) if len(u.args) % 2 else u

    return walk(t)


class _Row(tuple[Term, ...]):
    """An event that is the same at all places of its points but the last."""

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(index % len(self))


def instances(grounded: Grounded, fact: Fact) -> Iterator[Term]:
    """The fact at each choice of its points, there for the event that is worst: the statement is affine in it.

    The event has the points of the fact and one that is bound, so at each choice of the points it is any event of the bound one.
    """
    points = sorted(points_of(fact.statement), key=repr)
    for places in product(*(range(grounded.sizes[space_of(p)]) for p in points)):
        here = dict(zip(points, places))
        if not fact.tests:
            yield grounded.real(fact.statement, here, grounded.tables)
        else:
            yield _worst(grounded, fact.statement, fact.tests, here)


def _worst(grounded: Grounded, statement: Term, tests: Sequence[Field], here: Mapping[Term, int]) -> Term:
    """The relation l(S) <= r(S) for the event S of all outcomes that raise l - r."""
    (test,) = tests
    if degree(statement, test.name) > 1 or statement.op != "<=":
        raise ObjectError(f"found a statement that is not affine in the event {test.name}, expected l <= r")
    size = grounded.sizes[test.spaces[-1]]

    def at(row: Sequence[Term]) -> Term:
        return grounded.real(statement, here, {**grounded.tables, test.name: _Row(row)})

    none = at([ZERO] * size)
    chosen = []
    for k in range(size):
        one = at([_bit(j == k) for j in range(size)])
        gain = relation("<=", one.lhs - one.rhs, none.lhs - none.rhs)
        chosen.append(_bit(_true(gain) is not True))
    return at(chosen)
