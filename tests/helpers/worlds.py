"""An evaluator of statements about laws that shares no code with the kernel's models: exact fractions, weighted finite spaces.

A *world* gives each space a list of weights, zero weights and empty spaces included, each field a table and each symbol a
value. Points of weight zero are null sets: facts need not hold there.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from fractions import Fraction

from dpsym.kernel.laws.statements import Fact, Field
from dpsym.kernel.terms import Term
from tests.helpers.independent import rational


class NoValueError(Exception):
    """The term has no value, or none that is rational."""


@dataclass
class World:
    weights: dict[str, list[Fraction]]
    tables: dict[str, dict[tuple[int, ...], Fraction]]
    reals: dict[str, Fraction] = field(default_factory=dict)

    def value(self, t: Term, places: dict[str, int]) -> Fraction:
        if t.op == "num":
            return rational(t)
        if t.op == "sym":
            return self.reals[str(t.value)]
        if t.op == "at":
            return self.tables[str(t.value)][tuple(places[str(p.value)] for p in t.args)]
        if t.op == "Int":
            name = str(t.value)
            space = name.split(":")[1]
            parts = ((w, {**places, name: i}) for i, w in enumerate(self.weights[space]) if w)
            return sum((w * self.value(t.args[0], at) for w, at in parts), Fraction(0))
        if t.op == "Piecewise":
            for i in range(0, len(t.args) - 1, 2):
                if self.holds(t.args[i + 1], places):
                    return self.value(t.args[i], places)
            if len(t.args) % 2 == 0:
                raise NoValueError
            return self.value(t.args[-1], places)
        args = [self.value(a, places) for a in t.args]
        if t.op == "+":
            return sum(args, Fraction(0))
        if t.op == "*":
            out = Fraction(1)
            for a in args:
                out *= a
            return out
        if t.op == "**" and args[1].denominator == 1:
            if args[0] == 0 and args[1] < 0:
                raise NoValueError
            return args[0] ** int(args[1])
        if t.op in ("abs", "min", "max"):
            return abs(args[0]) if t.op == "abs" else min(args) if t.op == "min" else max(args)
        raise NoValueError(t.op)

    def holds(self, r: Term, places: dict[str, int]) -> bool:
        a, b = (self.value(s, places) for s in r.args)
        return {"<": a < b, "<=": a <= b, "==": a == b, "!=": a != b, ">=": a >= b, ">": a > b}[r.op]

    def satisfies(self, fact: Fact) -> bool:
        """Whether the fact holds for all events, at almost all points."""
        points = sorted({str(p.value) for p in _points(fact.statement, frozenset())})
        return all(
            self._almost_everywhere(fact.statement, points, dict(zip((t.name for t in fact.tests), events)))
            for events in itertools.product(*(self._events(t) for t in fact.tests))
        )

    def _events(self, t: Field):
        cells = list(itertools.product(*(range(len(self.weights[s])) for s in t.spaces)))
        for values in itertools.product((Fraction(0), Fraction(1)), repeat=len(cells)):
            yield dict(zip(cells, values))

    def _almost_everywhere(self, r: Term, points: list[str], tables: dict) -> bool:
        inner = World(self.weights, {**self.tables, **tables}, self.reals)
        ranges = [[i for i, w in enumerate(self.weights[p.split(":")[1]]) if w] for p in points]
        try:
            return all(inner.holds(r, dict(zip(points, at))) for at in itertools.product(*ranges))
        except NoValueError:
            return False


def _points(t: Term, bound: frozenset[str]):
    if t.op == "point" and str(t.value) not in bound:
        yield t
    inner = bound | {str(t.value)} if t.op == "Int" else bound
    for a in t.args:
        yield from _points(a, inner)
