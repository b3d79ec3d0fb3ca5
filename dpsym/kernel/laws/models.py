"""Models: exact tables for the symbols and fields of a setting, with the counting measure on finite spaces. Int is a sum.

In a model a fact becomes a list of relations between real terms. With numbers in the tables they are decided exactly: that refutes, and
shows that hypotheses are not vacuous. With terms in symbols they are proved by the real kernel: that shows that a bound is tight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from ..check import undefined_end
from ..context import Context as RealContext
from ..decimals import enclosures
from ..points import conjunction, decide, defined_at, in_ranges, satisfied
from ..statements import Domain, Point, Proof, Range, Rejected, integer_valued
from ..statements import Fact as RealFact
from ..terms import ONE, ZERO, Term, TermError, add, rebuild, relation, subterms, sym
from .context import rejects_real
from .rules import _degree
from .statements import Fact, Field, Proposition, Refuted, Setting
from .terms import LAW_OPS, node, points_of, space_of

MAX_EVENTS = 12  # places of an event that is tried in all ways
MAX_CELLS = 20_000  # of all tables together


@dataclass(frozen=True)
class Model:
    """Values of the symbols, sizes of the spaces, and tables of the fields: a tuple of terms, the last point running fastest."""

    params: tuple[tuple[str, Term], ...] = ()
    sizes: tuple[tuple[str, int], ...] = ()
    fields: tuple[tuple[str, tuple[Term, ...]], ...] = ()


class Grounded:
    """A model that fits a setting: no symbol, space or field is missing."""

    def __init__(self, model: Model, setting: Setting) -> None:
        self.setting, self.params, self.sizes, self.tables = (
            setting,
            dict(model.params),
            dict(model.sizes),
            dict(model.fields),
        )
        spaces = {s for f in setting.fields for s in f.spaces}
        if (
            set(self.params) != set(setting.where.names)
            or set(self.tables) != set(setting.by_name)
            or spaces - set(self.sizes)
        ):
            found = sorted([*self.params, *self.sizes, *self.tables])
            raise TermError(
                f"model: found {found}, expected one value for each symbol and field of the setting, and each space"
            )
        if any(not isinstance(n, int) or n < 1 for n in self.sizes.values()):
            raise TermError(f"model: found sizes {self.sizes}, expected whole numbers from 1")
        values = [*self.params.values(), *(v for table in self.tables.values() for v in table)]
        if any(u.op in LAW_OPS for v in values for u in subterms(v)):
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
        if t.op == "sym":
            return self.params[str(t.value)]
        if t.op == "at":
            index = 0
            for p in t.args:
                index = index * self.sizes[space_of(p)] + places[p]
            return tables[str(t.value)][index]
        if t.op == "Int":
            bound = node("point", (), t.value)
            return add(*(self.real(t.args[0], {**places, bound: i}, tables) for i in range(self.sizes[space_of(t)])))
        return rebuild(t, tuple(self.real(a, places, tables) for a in t.args))

    def instances(self, fact: Fact) -> Iterator[Term]:
        """The fact as relations: one for all events, one for each choice of its points. A test is tried at its extreme values."""
        cells = [self.cells(f) for f in fact.tests]
        if sum(cells) > MAX_EVENTS:
            raise TermError(f"model: found {sum(cells)} places of events, expected at most {MAX_EVENTS}")
        for f in fact.tests:
            affine = _degree(fact.statement, f.name) < 2 and fact.statement.op != "!="
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
            if f.integer and any(v.op != "num" or v.value.q != 1 for v in table):  # type: ignore[union-attr]
                raise TermError(f"model: found {table} for {f.name}, expected whole numbers")
            for op, end in ((">=", f.lower), ("<=", f.upper)):
                yield from (relation(op, v, end) for v in table if end is not None)
            n = self.sizes[f.spaces[-1]]
            if f.mass:
                yield from (relation("==", add(*table[i : i + n]), ONE) for i in range(0, len(table), n))

    def domain_holds(self) -> Iterator[Term]:
        """What the domain of the symbols asks, besides that integers are."""
        for r in self.setting.where.ranges:
            v = self.params[r.name]
            yield from [relation(">" if r.lower_open else ">=", v, r.lower)] if r.lower is not None else []
            yield from [relation("<" if r.upper_open else "<=", v, r.upper)] if r.upper is not None else []
        yield from (self.real(c, {}, {}) for c in self.setting.where.conditions)


# -- numbers ------------------------------------------------------------------------------------------------------


def rejects_model(p: Proposition, model: Model) -> Rejected | None:
    """None if the model certainly satisfies the setting and every hypothesis."""
    grounded = Grounded(model, p.setting)
    values = [*grounded.params.values(), *(v for table in grounded.tables.values() for v in table)]
    if any(v.free for v in values) or conjunction(defined_at(v, {})[0] for v in values) is not True:
        return Rejected("model", "values with symbols, or without a value", "numbers")
    if in_ranges(p.setting.where, grounded.params) is not True:
        return Rejected("model", f"{model.params}", f"values in {p.setting.where}")
    for label, relations in (
        ("the setting", [*grounded.domain_holds(), *grounded.setting_holds()]),
        *((label, grounded.instances(f)) for label, f in p.given),
    ):
        for r in relations:
            if satisfied(r, {}) is not True:
                return Rejected("model", f"{r!r}", f"a model that certainly satisfies {label}")
    return None


def refute(p: Proposition, model: Model) -> Refuted | Rejected:
    """Whether one of the claims certainly fails, or has no value, in a model that satisfies the setting and all hypotheses."""
    try:
        return _refute(p, model)
    except (ValueError, ArithmeticError, LookupError, RecursionError, TypeError) as error:
        return Rejected("model", f"{type(error).__name__}: {error}", "a well-formed model")


def _refute(p: Proposition, model: Model) -> Refuted | Rejected:
    if p.exists:
        return Rejected("model", "a claim that something exists", "a claim about the fields of the setting")
    wrong = rejects_model(p, model)
    if wrong is not None:
        return wrong
    grounded = Grounded(model, p.setting)
    for claim in p.claims:
        for r in grounded.instances(claim):
            meaning, culprit = defined_at(r, {})
            if meaning is False:
                return Refuted(p, model, r, "", "", f"{culprit!r} has no value")
            if meaning is True and decide(r, {}) is False:
                equal = decide(relation("==", r.lhs, r.rhs), {}) is True
                lhs, rhs = enclosures(r.lhs, r.rhs) if not equal else ("", "")
                return Refuted(p, model, r, lhs, rhs, "equal" if equal else "")
    return Rejected("model", "claims that are not seen to fail", "a claim that certainly fails")


# -- terms in symbols: tight bounds --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attained:
    """For all symbols in `where`, the model satisfies setting and hypotheses, and claim number `claim` holds with equality."""

    where: Domain
    model: Model
    point: Point  # shows that there are such symbols
    claim: int = 0


@dataclass(frozen=True)
class Sharp:
    """For all symbols in `where` and all c below the right side of the claim, the model satisfies setting and hypotheses, and lhs > c.

    The claim is lhs <= rhs without points. The tables may depend on c; the model gives the symbols of the setting terms without c.
    """

    where: Domain
    model: Model
    point: Point  # with a value for c
    symbol: str = "c"
    claim: int = 0


Tight = Attained | Sharp


def tight_goals(p: Proposition, tight: Tight) -> list[RealFact]:
    """What the real kernel has to accept, in order."""
    if p.exists or not 0 <= tight.claim < len(p.claims) or p.claims[tight.claim].points:
        raise TermError(
            "tight: found no such claim, or one with points, expected a closed claim about the fields of the setting"
        )
    grounded, where, claim = Grounded(tight.model, p.setting), tight.where, p.claims[tight.claim].statement
    lhs, rhs = (grounded.real(t, {}, grounded.tables) for t in claim.args)
    if claim.op not in ("<=", "==") or (claim.op == "==" and isinstance(tight, Sharp)):
        raise TermError(f"tight: found a claim with {claim.op}, expected <=")
    last = relation("==", lhs, rhs)
    if isinstance(tight, Sharp):
        if (
            tight.symbol in where.names
            or any(tight.symbol in v.free for v in grounded.params.values())
            or tight.symbol in rhs.free
        ):
            raise TermError(f"tight: found {tight.symbol} among the symbols, expected a new one, for the tables alone")
        c = sym(tight.symbol)
        where = where.with_range(Range(tight.symbol)).with_conditions(relation("<", c, rhs))
        last = relation(">", lhs, c)
    relations = [
        *grounded.domain_holds(),
        *grounded.setting_holds(),
        *(r for _, f in p.given for r in grounded.instances(f)),
        last,
    ]
    integers = [v for r in p.setting.where.ranges if r.integer for v in (grounded.params[r.name],)]
    if any(v.op not in ("num", "sym") or not integer_valued(v, where) for v in integers):
        raise TermError(f"tight: found {integers}, expected integers")
    return [RealFact(where, r) for r in dict.fromkeys(relations)]


def rejects_tight(p: Proposition, tight: Tight, proofs: tuple[Proof, ...]) -> Rejected | None:
    """None if the claim is tight: every goal is seen, or proved by the real kernel with the proof in its place."""
    try:
        goals = tight_goals(p, tight)
        if len(proofs) != len(goals):
            return Rejected("tight", f"{len(proofs)} proofs", f"one for each of {len(goals)} goals")
        where, point = goals[0].domain, dict(tight.point)
        ends = undefined_end(where, "tight")
        inside = set(point) == set(where.names) and not any(v.free for v in point.values())
        held = inside and conjunction((in_ranges(where, point), *(satisfied(c, point) for c in where.conditions)))
        if ends is not None or held is not True:
            return Rejected("tight", f"{tight.point}", "a point that certainly lies in its domain")
        ctx = RealContext()
        for i, (goal, proof) in enumerate(zip(goals, proofs)):
            if not proof and _seen(goal, ctx):
                continue
            wrong = rejects_real(proof, goal, f"tight, goal {i + 1}: {goal.statement!r}")
            if wrong is not None:
                return wrong
    except (ValueError, ArithmeticError, LookupError, RecursionError, TypeError) as error:
        return Rejected("tight", f"{type(error).__name__}: {error}", "a well-formed model")
    return None


def _seen(goal: RealFact, ctx: RealContext) -> bool:
    r = goal.statement
    if ctx.undefined(r, goal.domain, ()) is not None:
        return False
    return ctx.holds(r, goal.domain) or (r.op in ("==", "<=", ">=") and ctx.same(r.lhs, r.rhs, goal.domain))
