"""Models: exact tables for the symbols and fields of a setting, with the counting measure on finite spaces. Int is a sum.

In a model a fact becomes a list of relations between real terms. With numbers in the tables they are decided exactly: that refutes, and
shows that hypotheses are not vacuous. With terms in symbols they are goals for the real kernel (tightness.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from ..reals.membership import membership
from ..reals.points import conjunction, defined_at, fails, in_ranges, is_closed, satisfied
from ..substitution import substitute
from ..terms import BINDERS, LAW_OPS, ONE, ZERO, Term, TermError, add, node, rebuild, relation
from ..verdicts import Rejected, StepRejected, refusal, require
from .affine import degree
from .statements import Fact, Field, Model, Proposition, Refuted, Setting
from .terms import points_of, space_of

MAX_EVENTS = 12  # places of an event that is tried in all ways
MAX_CELLS = 20_000  # of all tables together
MAX_PARTS = 1_000_000  # of the terms that are written out, for all Ints and all places of points


class Grounded:
    """A model that fits a setting: no symbol, space or field is missing, or there twice."""

    def __init__(self, model: Model, setting: Setting) -> None:
        self._left = MAX_PARTS
        self.setting, self.params, self.sizes, self.tables = (
            setting,
            dict(model.params),
            dict(model.sizes),
            dict(model.fields),
        )
        spaces = {s for f in setting.fields for s in f.spaces}
        found = [sorted(name for name, _ in part) for part in (model.params, model.fields, model.sizes)]
        if (
            found[0] != sorted(setting.where.names)
            or found[1] != sorted(setting.by_name)
            or spaces - self.sizes.keys()
            or len(found[2]) > len(self.sizes)
        ):
            raise TermError(
                f"model: found {found}, expected one value for each symbol and field of the setting, and each space"
            )
        if any(not isinstance(n, int) or n < 1 for n in self.sizes.values()):
            raise TermError(f"model: found sizes {self.sizes}, expected whole numbers from 1")
        values = [*self.params.values(), *(v for table in self.tables.values() for v in table)]
        if any(v.about_laws for v in values):
            raise TermError("model: found fields, points or Ints in values, expected terms about numbers")
        for f in setting.fields:
            if len(self.tables[f.name]) != self.cells(f) or sum(map(len, self.tables.values())) > MAX_CELLS:
                raise TermError(
                    f"model: found {len(self.tables[f.name])} values for {f.name}, expected {self.cells(f)}"
                )

    def cells(self, f: Field) -> int:
        return prod(self.sizes[s] for s in f.spaces)

    def real(self, t: Term, places: Mapping[Term, int], tables: Mapping[str, tuple[Term, ...]]) -> Term:
        """The term with its points at these places, without fields and Ints."""
        memo: dict[Term, Term] = {}

        def walk(u: Term) -> Term:
            if u not in memo:
                self._left -= 1
                if self._left < 0:
                    raise TermError(f"model: found more than {MAX_PARTS} parts of terms, expected smaller spaces")
                if u.op in BINDERS:  # a number, whose index is none of the symbols
                    memo[u] = substitute(u, {n: v for n, v in self.params.items() if n in u.free})
                elif u.op in ("sym", *LAW_OPS):
                    memo[u] = self._node(u, places, tables)
                else:
                    memo[u] = rebuild(u, tuple(map(walk, u.args)))
            return memo[u]

        return walk(t)

    def _node(self, t: Term, places: Mapping[Term, int], tables: Mapping[str, tuple[Term, ...]]) -> Term:
        if t.op == "sym":
            return self.params[t.name]
        if t.op == "at":
            index = 0
            for p in t.args:
                index = index * self.sizes[space_of(p)] + places[p]
            return tables[t.name][index]
        bound = node("point", (), t.value)
        return add(*(self.real(t.args[0], {**places, bound: i}, tables) for i in range(self.sizes[space_of(t)])))

    def instances(self, fact: Fact) -> Iterator[Term]:
        """The fact as relations: one for all events, one for each choice of its points. A test is tried at its extreme values."""
        cells = [self.cells(f) for f in fact.tests]
        if sum(cells) > MAX_EVENTS:
            raise TermError(f"model: found {sum(cells)} places of events, expected at most {MAX_EVENTS}")
        for f in fact.tests:
            affine = degree(fact.statement, f.name) < 2 and fact.statement.op != "!="
            if not f.integer and (not affine or len(fact.tests) > 1):
                raise TermError(f"model: found a statement that is not affine in the test {f.name}")
        points = sorted(points_of(fact.statement), key=repr)
        for events in product(*(product((ZERO, ONE), repeat=n) for n in cells)):
            tables = {**self.tables, **{f.name: table for f, table in zip(fact.tests, events)}}
            for places in product(*(range(self.sizes[space_of(p)]) for p in points)):
                yield self.real(fact.statement, dict(zip(points, places)), tables)

    def setting_holds(self) -> Iterator[Term]:
        """What the setting asks of the model, besides the domain of its symbols."""
        for f in self.setting.fields:
            table = self.tables[f.name]
            if f.integer and not all(v.is_whole for v in table):
                raise TermError(f"model: found {table} for {f.name}, expected whole numbers")
            for op, end in ((">=", f.lower), ("<=", f.upper)):
                yield from (relation(op, v, end) for v in table if end is not None)
            n = self.sizes[f.spaces[-1]]
            if f.mass:
                yield from (relation("==", add(*table[i : i + n]), ONE) for i in range(0, len(table), n))

    def domain_holds(self) -> Iterator[Term]:
        """What the domain of the symbols asks, besides that integers are."""
        for r in self.setting.where.ranges:
            yield from membership(self.params[r.name], r)
        yield from (self.real(c, {}, {}) for c in self.setting.where.conditions)


# -- numbers ------------------------------------------------------------------------------------------------------


def demand_model(p: Proposition, model: Model) -> None:
    """The model certainly satisfies the setting and every hypothesis."""
    grounded = Grounded(model, p.setting)
    values = [*grounded.params.values(), *(v for table in grounded.tables.values() for v in table)]
    numbers = all(map(is_closed, values)) and conjunction(defined_at(v, {})[0] for v in values) is True
    require(numbers, "values with symbols, or without a value", "numbers")
    inside = in_ranges(p.setting.where, grounded.params) is True
    require(inside, ("values", model.params), ("values in", p.setting.where))
    for r in (*grounded.domain_holds(), *grounded.setting_holds()):
        require(satisfied(r, {}) is True, (r,), "a model that certainly satisfies the setting")
    for label, f in p.given:
        for r in grounded.instances(f):
            require(satisfied(r, {}) is True, (r,), f"a model that certainly satisfies {label}")


def refute(p: Proposition, model: Model) -> Refuted | Rejected:
    """Whether one of the claims certainly fails, or has no value, in a model that satisfies the setting and all hypotheses."""
    found: list[Refuted] = []
    wrong = refusal("model", lambda: found.append(_refute(p, model)))
    return found[0] if wrong is None else wrong


def _refute(p: Proposition, model: Model) -> Refuted:
    require(not p.exists, "a claim that something exists", "a claim about the fields of the setting")
    demand_model(p, model)
    grounded = Grounded(model, p.setting)
    for r in (r for claim in p.claims for r in grounded.instances(claim)):
        meaning, culprit = defined_at(r, {})
        if meaning is False:
            return Refuted(p, model, r, culprit)
        if fails(r, {}):
            return Refuted(p, model, r)
    raise StepRejected("claims that are not seen to fail", "a claim that certainly fails")
