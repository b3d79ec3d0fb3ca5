"""The language of statements about all laws, for authors: points, fields, `Int` and the functions of a point.

What is built here are terms of the kernel; nothing is simplified. A name for a piece of a statement is a Python variable.

    x = Point("x")
    P, Q = Law("P", x), Law("Q", x)
    p, q = P.density, Q.density
    Le(Int(pos(p - u*q), x), delta)
"""

from __future__ import annotations

from dataclasses import dataclass

from ..kernel.laws import statements as kernel
from ..kernel.laws import terms as laws
from ..kernel.statements import Domain, Range
from ..kernel.terms import ONE, Scalar, Term, TermError, exp, func, log, num, piecewise, relation, sqrt, sym, term

__all__ = [
    "Abs", "Density", "Eq", "Event", "Ge", "Gt", "Indicator", "Int", "Kernel", "Law", "Le", "Lt", "Max", "Min", "Ne", "Piecewise",
    "Point", "Query", "Symbol", "Test", "domain", "exp", "log", "num", "pos", "sqrt", "tanh", "term",
]  # fmt: skip


def Symbol(name: str) -> Term:
    """A real number; its range is a matter of `where`."""
    return sym(name)


def Point(name: str, like: Term | None = None) -> Term:
    """A point of a space of its own, or of the space of another point."""
    return laws.point(name, laws.space_of(like) if like is not None else "")


@dataclass(frozen=True)
class Density:
    """A function of points as a term, for example a law that is made from others. The last point is that of the law."""

    value: Term
    points: tuple[Term, ...]

    @property
    def density(self) -> Term:
        return self.value

    @property
    def point(self) -> Term:
        return self.points[-1]

    def __call__(self, *points: Term) -> Term:
        return laws.replace_points(self.value, dict(zip(self.points, points, strict=True)))


@dataclass(frozen=True)
class FieldSymbol:
    """A field that stands for every function of its kind, with the points it is written at."""

    field: kernel.Field
    points: tuple[Term, ...]

    @property
    def name(self) -> str:
        return self.field.name

    @property
    def density(self) -> Term:
        return self(*self.points)

    @property
    def point(self) -> Term:
        return self.points[-1]

    @property
    def mass(self) -> Term:
        """The statement that the density has mass one."""
        return Eq(Int(self.density, self.point), ONE)

    def __call__(self, *points: Term) -> Term:
        if tuple(map(laws.space_of, points)) != self.field.spaces:
            raise TermError(f"{self.name}: found {points}, expected points of {self.field.spaces}")
        return laws.at(self.name, *points)


def _spaces(points: tuple[Term, ...]) -> tuple[str, ...]:
    return tuple(map(laws.space_of, points))


def Law(name: str, *points: Term) -> FieldSymbol:
    """A density >= 0 of mass one in its last point, for all values of the others."""
    return FieldSymbol(kernel.law(name, *_spaces(points)), points)


Kernel = Law


def Test(name: str, *points: Term) -> FieldSymbol:
    """A function with values in [0, 1]."""
    return FieldSymbol(kernel.test(name, *_spaces(points)), points)


def Event(name: str, *points: Term) -> FieldSymbol:
    """A function with values 0 and 1."""
    return FieldSymbol(kernel.event(name, *_spaces(points)), points)


def Query(name: str, *points: Term, lower: int | None = None, upper: int | None = None) -> FieldSymbol:
    """A real function; `Query(..., lower=0)` is a likelihood."""
    ends = [None if e is None else num(e) for e in (lower, upper)]
    return FieldSymbol(kernel.query(name, *_spaces(points), lower=ends[0], upper=ends[1]), points)


def Int(body: Scalar, *points: Term) -> Term:
    """The integral over a point, or over several, the first one outermost."""
    t = term(body)
    for x in reversed(points):
        t = laws.integral(t, x)
    return t


def Indicator(*conditions: Term) -> Term:
    """1 where all conditions hold, 0 elsewhere."""
    t: Term = ONE
    for c in reversed(conditions):
        t = laws.indicator(c) if t is ONE else laws.indicator(c) * t
    return t


def pos(a: Scalar) -> Term:
    return laws.pos(term(a))


def Abs(a: Scalar) -> Term:
    return func("abs", term(a))


def Max(*args: Scalar) -> Term:
    return func("max", *map(term, args))


def Min(*args: Scalar) -> Term:
    return func("min", *map(term, args))


def tanh(a: Scalar) -> Term:
    return func("tanh", term(a))


def Piecewise(*pieces: tuple[Scalar, Term], default: Scalar | None = None) -> Term:
    """f1 where c1, else f2 where c2, ...; without a default it has no value elsewhere."""
    return piecewise([(term(f), c) for f, c in pieces], None if default is None else term(default))


def Le(a: Scalar, b: Scalar) -> Term:
    return relation("<=", a, b)


def Lt(a: Scalar, b: Scalar) -> Term:
    return relation("<", a, b)


def Ge(a: Scalar, b: Scalar) -> Term:
    return relation(">=", a, b)


def Gt(a: Scalar, b: Scalar) -> Term:
    return relation(">", a, b)


def Eq(a: Scalar, b: Scalar) -> Term:
    return relation("==", a, b)


def Ne(a: Scalar, b: Scalar) -> Term:
    return relation("!=", a, b)


_LOWER = {">": True, ">=": False}
_UPPER = {"<": True, "<=": False}


def domain(*conditions: Term) -> Domain:
    """The domain of the symbols in the conditions: `symbol R number` narrows its range, everything else is a side condition."""
    ranges: dict[str, Range] = {}
    rest: list[Term] = []
    for c in conditions:
        if not c.is_relation:
            raise TermError(f"where: found {c!r}, expected a relation")
        for name in sorted(c.free):
            ranges.setdefault(name, Range(name))
        name = str(c.lhs.value) if c.lhs.op == "sym" else ""
        old = ranges.get(name)
        if old is not None and not c.rhs.free and c.op in _LOWER and old.lower is None:
            ranges[name] = Range(name, c.rhs, old.upper, _LOWER[c.op], old.upper_open, old.integer)
        elif old is not None and not c.rhs.free and c.op in _UPPER and old.upper is None:
            ranges[name] = Range(name, old.lower, c.rhs, old.lower_open, _UPPER[c.op], old.integer)
        else:
            rest.append(c)
    return Domain(tuple(ranges.values()), tuple(rest))
