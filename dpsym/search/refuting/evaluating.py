"""Values of terms about laws in a model of numbers, outside of the kernel: fractions, logarithms of fractions, and balls.

The kernel writes every instance of a fact out as a term of its own and decides it alone. Here a term is compiled once, for all models,
and an Int is computed once for each choice of the points and events that it depends on. What is not decided here (a tie of balls,
a part that may have no value, a function without a rule below) is None, and a question for the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial, reduce
from itertools import product
from math import prod
from typing import Union

from flint import arb, fmpq

from ...kernel.arithmetic.balls import precision
from ...kernel.laws.affine import degree
from ...kernel.laws.models import MAX_EVENTS, Grounded
from ...kernel.laws.statements import Fact, Model, Proposition
from ...kernel.laws.terms import fields_of, points_of, space_of
from ...kernel.reals.points import satisfied
from ...kernel.terms import ONE, ZERO, Term, TermError, node, subterms

PRECISION = 128  # bits of a ball
MOST_BITS = 4000  # of a fraction whose logarithm is kept as such
_MOST_WHOLE = 64  # a factor of a logarithm, or an exponent, for which fractions stay exact
_NULL, _UNIT = fmpq(0), fmpq(1)


class Undecided(ValueError):
    """A part has no value that is known here."""


@dataclass(frozen=True)
class Log:
    """The logarithm of a fraction: with it exp(eps) is exact where eps is log 2."""

    of: fmpq


Value = Union[fmpq, Log, arb]


def _log(q: fmpq) -> Value:
    if q <= 0:
        raise Undecided("the logarithm of a number that is not positive")
    if q == 1:
        return _NULL
    return Log(q) if max(int(q.p).bit_length(), int(q.q).bit_length()) < MOST_BITS else arb(q).log()


def _ball(a: Value) -> arb:
    return a if isinstance(a, arb) else arb(a) if isinstance(a, fmpq) else arb(a.of).log()


def _plus(a: Value, b: Value) -> Value:
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return a + b
    if isinstance(a, Log) and isinstance(b, Log):
        return _log(a.of * b.of)
    if isinstance(a, fmpq) and a == 0:
        return b
    if isinstance(b, fmpq) and b == 0:
        return a
    return _ball(a) + _ball(b)


def _times(a: Value, b: Value) -> Value:
    if isinstance(b, fmpq):
        if isinstance(a, fmpq):
            return a * b
        a, b = b, a
    if isinstance(a, fmpq):
        if a == 0:  # the other factor has a value
            return _NULL
        if isinstance(b, Log) and a.q == 1 and abs(a) <= _MOST_WHOLE:
            return _log(b.of ** int(a.p))
    return _ball(a) * _ball(b)


def compared(op: str, a: Value, b: Value) -> bool | None:
    """Whether the relation holds, if that is certain."""
    if isinstance(a, Log) and isinstance(b, Log):
        a, b = a.of, b.of
    if not (isinstance(a, fmpq) and isinstance(b, fmpq)):
        a, b = _ball(a), _ball(b)
    less, more = bool(a < b), bool(a > b)
    if op in ("==", "!="):
        equal = False if less or more else True if isinstance(a, fmpq) else None
        return equal if op == "==" or equal is None else not equal
    at_most, at_least = bool(a <= b), bool(a >= b)
    yes, no = {"<": (less, at_least), "<=": (at_most, more), ">": (more, at_most), ">=": (at_least, less)}[op]
    return True if yes else False if no else None


def _exp(a: Value) -> Value:
    return a.of if isinstance(a, Log) else _UNIT if isinstance(a, fmpq) and a == 0 else _ball(a).exp()


def _logarithm(a: Value) -> Value:
    if isinstance(a, fmpq):
        return _log(a)
    return _ball(_positive(a)).log()


def _positive(a: Value) -> Value:
    if compared(">", a, _NULL) is not True:
        raise Undecided("a number that is not seen to be positive")
    return a


def _sqrt(a: Value) -> Value:
    return a if isinstance(a, fmpq) and a == 0 else _ball(_positive(a)).sqrt()


def _abs(a: Value) -> Value:
    return abs(a) if isinstance(a, (fmpq, arb)) else abs(_ball(a))


def _phi(a: Value) -> Value:
    return (-_ball(a) / arb(2).sqrt()).erfc() / 2


def _extreme(op: str) -> Callable[[Value, Value], Value]:
    """The smaller or the larger one."""

    def choose(a: Value, b: Value) -> Value:
        first = compared("<=" if op == "min" else ">=", a, b)
        if first is None:
            return _ball(a).min(_ball(b)) if op == "min" else _ball(a).max(_ball(b))
        return a if first else b

    return choose


def _whole_power(a: Value, n: int) -> Value:
    if n < 0 and compared("!=", a, _NULL) is not True:
        raise Undecided("a quotient by a number that is not seen to be different from zero")
    return a**n if isinstance(a, fmpq) else _ball(a) ** n


def _power(a: Value, b: Value) -> Value:
    """A power with an exponent that is not written as a whole number: only of a positive base, or 0 to a positive power."""
    if isinstance(a, fmpq) and a == 0 and compared(">", b, _NULL) is True:
        return _NULL
    base = _positive(a)
    if isinstance(b, fmpq) and b.q == 1 and abs(b) <= _MOST_WHOLE:
        return _whole_power(base, int(b.p))
    return (_ball(b) * _ball(base).log()).exp()


_UNARY: dict[str, Callable[[Value], Value]] = {
    "exp": _exp,
    "log": _logarithm,
    "sqrt": _sqrt,
    "abs": _abs,
    "Phi": _phi,
    "sinh": lambda a: _ball(a).sinh(),
    "cosh": lambda a: _ball(a).cosh(),
    "tanh": lambda a: _ball(a).tanh(),
    "erf": lambda a: _ball(a).erf(),
    "erfc": lambda a: _ball(a).erfc(),
}
_FOLDED: dict[str, Callable[[Value, Value], Value]] = {
    "+": _plus,
    "*": _times,
    "**": _power,
    "min": _extreme("min"),
    "max": _extreme("max"),
}


# -- terms ------------------------------------------------------------------------------------------------------


@dataclass
class _Frame:
    """What a compiled term reads: values of symbols and fields, and the places of its points."""

    params: dict[str, Value]
    sizes: dict[str, int]
    tables: dict[str, tuple[Value, ...]]
    places: dict[Term, int] = field(default_factory=dict)
    events: dict[str, int] = field(default_factory=dict)  # the number of the table that a test has now
    memo: dict[tuple[object, ...], Value] = field(default_factory=dict)


Compiled = Callable[[_Frame], Value]


@lru_cache(maxsize=1 << 14)
def compiled(t: Term) -> Compiled:
    """The value of a term in a frame; it raises Undecided where there is none that is known here."""
    if t.op == "num":
        number = t.number
        return lambda c: number
    if t.op == "sym":
        name = t.name
        return lambda c: c.params[name]
    if t.op == "at":
        return _field(t)
    if t.op == "Int":
        return _integral(t)
    if t.op == "Piecewise":
        return _pieces(t)
    if t.op in _UNARY:
        f, a = _UNARY[t.op], compiled(t.args[0])
        return _kept(t, lambda c: f(a(c)))
    if t.op == "**" and t.args[1].is_whole and abs(t.args[1].number) <= _MOST_WHOLE:
        base, n = compiled(t.args[0]), int(t.args[1].number.p)
        return _kept(t, lambda c: _whole_power(base(c), n))
    if t.op in _FOLDED:
        g, parts = _FOLDED[t.op], tuple(map(compiled, t.args))
        if len(parts) == 2:
            first, second = parts
            return _kept(t, lambda c: g(first(c), second(c)))
        return _kept(t, lambda c: reduce(g, [part(c) for part in parts]))
    return _undecided


def _undecided(c: _Frame) -> Value:
    raise Undecided("a function that is not computed here")


def _kept(t: Term, f: Compiled) -> Compiled:
    """A term without fields is computed once in a model."""
    if t.about_laws:
        return f
    key = (t,)

    def look(c: _Frame) -> Value:
        if key not in c.memo:
            c.memo[key] = f(c)
        return c.memo[key]

    return look


def _field(t: Term) -> Compiled:
    name, points = t.name, tuple((p, space_of(p)) for p in t.args)
    if len(points) == 1:
        only = t.args[0]
        return lambda c: c.tables[name][c.places[only]]

    def look(c: _Frame) -> Value:
        index = 0
        for p, space in points:
            index = index * c.sizes[space] + c.places[p]
        return c.tables[name][index]

    return look


def _integral(t: Term) -> Compiled:
    """The sum over the space, kept for the places of the other points and the tables of the tests that occur in it."""
    body, bound, space = compiled(t.args[0]), node("point", (), t.value), space_of(t)
    points, fields = tuple(points_of(t)), tuple(fields_of(t))

    def total(c: _Frame) -> Value:
        key = (t, *[c.places[p] for p in points], *[c.events[f] for f in fields if f in c.events])
        found = c.memo.get(key)
        if found is None:
            found = _NULL
            for i in range(c.sizes[space]):
                c.places[bound] = i  # Ints in the body bind points of other numbers
                found = _plus(found, body(c))
            c.memo[key] = found
        return found

    return total


def _pieces(t: Term) -> Compiled:
    values, conditions = tuple(map(compiled, t.args[0::2])), tuple(map(decided, t.args[1::2]))

    def choose(c: _Frame) -> Value:
        for value, condition in zip(values, conditions):
            met = condition(c)
            if met is None:
                raise Undecided("a piece of which it is not seen whether it is taken")
            if met:
                return value(c)
        if len(values) == len(conditions):
            raise Undecided("no piece is taken")
        return values[-1](c)

    return choose


@lru_cache(maxsize=1 << 14)
def decided(r: Term) -> Callable[[_Frame], bool | None]:
    """Whether a relation holds in a frame."""
    op, lhs, rhs = r.op, compiled(r.lhs), compiled(r.rhs)
    return lambda c: compared(op, lhs(c), rhs(c))


# -- facts ------------------------------------------------------------------------------------------------------


class Evaluated:
    """A model that fits a setting, in values. Undecided is raised for one with a number of its own that is not computed here."""

    def __init__(self, p: Proposition, model: Model) -> None:
        self.grounded = Grounded(model, p.setting)
        self._setting, self._params = p.setting, dict(model.params)
        self._frame = _Frame({}, self.grounded.sizes, {})
        self._frame.params = {n: self._number(v) for n, v in model.params}
        self._frame.tables = {n: tuple(map(self._number, table)) for n, table in model.fields}
        self._asked: dict[Term, bool | None] = {}

    def _number(self, t: Term) -> Value:
        with precision(PRECISION):
            return compiled(t)(self._frame)

    def setting_holds(self) -> bool:
        """Whether the model certainly satisfies the setting, as the kernel asks it."""
        if any(r.integer and not self._params[r.name].is_whole for r in self._setting.where.ranges):
            return False
        relations = (*self.grounded.domain_holds(), *self.grounded.setting_holds())
        return all(self._certain(r, partial(_itself, r)) for r in relations)

    def holds(self, fact: Fact) -> bool:
        """Whether the fact certainly holds for all points and events."""
        return all(self._certain(fact.statement, instance) for instance in self.instances(fact))

    def unseen(self, fact: Fact) -> Iterator[Term]:
        """The instances of a fact, as the kernel writes them, that are not seen to hold here."""
        return (instance() for instance in self.instances(fact) if self.verdict(fact.statement) is not True)

    def cost(self, fact: Fact) -> int:
        """How many instances the fact has, at most."""
        cells = sum(self.grounded.cells(f) for f in fact.tests)
        return prod(self._frame.sizes[space_of(p)] for p in fact.points) << cells

    def verdict(self, statement: Term) -> bool | None:
        """Whether a relation holds with the points and events as they are now, if that is seen here."""
        try:
            with precision(PRECISION):
                return decided(statement)(self._frame)
        except Undecided:
            return None

    def _certain(self, statement: Term, written: Callable[[], Term]) -> bool:
        """The same, where the kernel decides what is not seen here."""
        found = self.verdict(statement)
        if found is None:
            r = written()
            if r not in self._asked:
                self._asked[r] = satisfied(r, {})
            found = self._asked[r]
        return found is True

    def instances(self, fact: Fact) -> Iterator[Callable[[], Term]]:
        """Sets points and events to each choice that makes a difference; what is yielded writes the instance out."""
        sizes = [self.grounded.cells(f) for f in fact.tests]
        if sum(sizes) > MAX_EVENTS:
            raise TermError(f"model: found {sum(sizes)} places of events, expected at most {MAX_EVENTS}")
        for f in fact.tests:
            affine = degree(fact.statement, f.name) < 2 and fact.statement.op != "!="
            if not f.integer and (not affine or len(fact.tests) > 1):
                raise TermError(f"model: found a statement that is not affine in the test {f.name}")
        points, frame = sorted(fact.points, key=repr), self._frame
        for places in product(*(range(frame.sizes[space_of(p)]) for p in points)):
            here = dict(zip(points, places))
            reached = [sorted(self._reached(fact.statement, f.name, here)) for f in fact.tests]
            for chosen in product(*(product((0, 1), repeat=len(cells)) for cells in reached)):
                events = {}
                for f, size, cells, values in zip(fact.tests, sizes, reached, chosen):
                    ones = {cell for cell, v in zip(cells, values) if v}
                    events[f.name] = [i in ones for i in range(size)]
                    frame.tables[f.name] = tuple(_UNIT if i in ones else _NULL for i in range(size))
                    frame.events[f.name] = sum(1 << i for i in ones)
                frame.places.update(here)
                yield partial(self._written, fact.statement, here, events)

    def _written(self, statement: Term, here: Mapping[Term, int], events: Mapping[str, list[bool]]) -> Term:
        tables = {n: tuple(ONE if inside else ZERO for inside in event) for n, event in events.items()}
        return self.grounded.real(statement, here, {**self.grounded.tables, **tables})

    def _reached(self, statement: Term, name: str, here: Mapping[Term, int]) -> set[int]:
        """The cells of a test at which the statement looks when its points are at these places: the others make no difference."""
        cells: set[int] = set()
        for points in arguments(statement, name):
            sizes = {p: self._frame.sizes[space_of(p)] for p in points}
            bound = [p for p in sizes if p not in here]
            for chosen in product(*(range(sizes[p]) for p in bound)):
                places, index = {**here, **dict(zip(bound, chosen))}, 0
                for p in points:
                    index = index * sizes[p] + places[p]
                cells.add(index)
        return cells


def _itself(r: Term) -> Term:
    return r


@lru_cache(maxsize=1 << 12)
def arguments(statement: Term, name: str) -> frozenset[tuple[Term, ...]]:
    """The points at which the statement looks at a test or field of this name."""
    return frozenset(u.args for u in subterms(statement) if u.op == "at" and u.name == name)
