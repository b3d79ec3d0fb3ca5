"""Terms about laws: the kernel's terms with three more kinds of node.

    point  a point of a space: value `x:X`, or `#1:X` if an Int binds it     only as an argument of `at`
    at     a field at points (`value`: the field's name)
    Int    the integral of its argument over the point that it binds (`value`)

A bound point is numbered by the height of its Int, so two terms that differ in the names of bound points are the same term,
and no substitution can capture. `Int` never evaluates. Indicator(c) is Piecewise((1, c), 0), and pos(a) is max(a, 0).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import lru_cache

from ..statements import Have as RealHave
from ..substitution import substitute
from ..terms import (
    BINDERS,
    FUNCTIONS,
    NAME,
    ONE,
    OO,
    WORDS,
    ZERO,
    Term,
    TermError,
    func,
    node,
    piecewise,
    rebuild,
    subterms,
    surface,
)

#: No field is called so: it would be printed as a function of numbers, or as a word of the claim. A number has no points, so pi may be.
RESERVED = frozenset((*FUNCTIONS, *BINDERS, *WORDS, "Int", "Indicator", "Piecewise", "pos")) - {"pi", "π", "E"}
MAX_COPIED = 200_000  # terms, when facts are cited at other points and terms are put for fields


def is_space(name: str) -> bool:
    """A name without primes: x' is a point of x, wherever it is printed."""
    return NAME.fullmatch(name) is not None and name[-1] != "'" and name not in WORDS


def point(name: str, space: str = "") -> Term:
    """A point of a space; without a space of its own it has one that bears its name."""
    if name in WORDS or not NAME.fullmatch(name) or not is_space(space or name):
        raise TermError(f"found the point {name!r} of {space or name!r}, expected names, of the space without primes")
    return node("point", (), f"{name}:{space or name}")


def fresh(space: str, part: object = "") -> Term:
    """A point with a name that no author can write, so that no term has it: what an Int binds is looked at there."""
    return node("point", (), f"!{part}:{space}")


def hidden_points(value: object) -> frozenset[Term]:
    """The points in a tree of terms, tuples and dataclasses that no Int in it binds and no author can write."""
    if isinstance(value, Term):
        return frozenset(p for p in points_of(value) if name_of(p) in WORDS or not NAME.fullmatch(name_of(p)))
    parts: tuple[object, ...] = value if isinstance(value, tuple) else ()
    if is_dataclass(value) and not isinstance(value, (type, RealHave)):  # a proof about numbers has no points
        parts = tuple(getattr(value, f.name) for f in fields(value))
    elif value is not None and not isinstance(value, (str, int, tuple, RealHave)):
        raise TermError(f"found a {type(value).__name__}, expected terms, texts, whole numbers and tuples of them")
    return frozenset[Term]().union(*map(hidden_points, parts))


def name_of(p: Term) -> str:
    return str(p.value).partition(":")[0]


def space_of(p: Term) -> str:
    """The space of a point, or of the point that an Int binds."""
    return str(p.value).partition(":")[2]


def at(name: str, *points: Term) -> Term:
    if not points or any(p.op != "point" for p in points):
        raise TermError(f"{name}: found {points!r}, expected one point or more")
    return node("at", points, name)


def indicator(condition: Term) -> Term:
    return piecewise([(ONE, condition)], ZERO)


def pos(a: Term) -> Term:
    return func("max", a, ZERO)


def points_of(t: Term) -> frozenset[Term]:
    """The points that no Int in t binds."""
    return frozenset(node("point", (), value) for value in t.points)


def _bound(t: Term) -> Term:
    return node("point", (), t.value)


def is_bound(p: Term) -> bool:
    return str(p.value).startswith("#")


def integral(body: Term, x: Term) -> Term:
    """Int(body, x). The point is renamed to `#n`, n one more than the heights of the Ints in the body."""
    if x.op != "point" or is_bound(x) or any(map(is_bound, points_of(body))):
        raise TermError(f"Int: found {x!r}, expected a point, and a body without loose bound points")
    bound = node("point", (), f"#{body.height + 1}:{space_of(x)}")
    return node("Int", (_renamed(body, {x: bound}),), str(bound.value))


def opened(t: Term, x: Term) -> Term:
    """The body of an Int, with x for the point it binds."""
    return _renamed(t.args[0], {_bound(t): x})


def replace_points(t: Term, values: Mapping[Term, Term]) -> Term:
    """Simultaneous replacement of points by points. Bound points are renamed by `integral` and `opened` only."""
    if any(map(is_bound, (*values, *values.values()))):
        raise TermError(f"found {values!r}, expected points that no Int binds")
    return _renamed(t, values)


def _renamed(t: Term, values: Mapping[Term, Term]) -> Term:
    memo: dict[Term, Term] = {}
    named = frozenset(str(p.value) for p in values)

    def walk(u: Term) -> Term:
        if u.op == "point":
            return values.get(u, u)
        if u.points.isdisjoint(named):
            return u
        if u not in memo:
            memo[u] = rebuild(u, tuple(map(walk, u.args)))
        return memo[u]

    return walk(t)


def demand_copies(terms: Iterable[Term]) -> None:
    """Renaming copies each of these terms; together they are of moderate size."""
    sizes: dict[Term, int] = {}
    made = sum(sizes[t] if t in sizes else sizes.setdefault(t, sum(1 for _ in subterms(t))) for t in terms)
    if made > MAX_COPIED:
        raise TermError(f"found {made} terms to be copied, expected at most {MAX_COPIED}")


@dataclass(frozen=True)
class Substitution:
    """Real symbols by terms, points by points, spaces by spaces, and fields by terms in the points of `params`."""

    reals: Mapping[str, Term] = field(default_factory=dict)
    points: Mapping[Term, Term] = field(default_factory=dict)
    spaces: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, tuple[tuple[Term, ...], Term]] = field(default_factory=dict)

    def __call__(self, t: Term) -> Term:
        parts = subterms(t) if self.fields else ()
        demand_copies(self.fields[u.name][1] for u in parts if u.op == "at" and u.name in self.fields)
        return self._walk(t, {}, dict(self.points))

    def _walk(self, u: Term, memo: dict[Term, Term], points: dict[Term, Term]) -> Term:
        if u.op == "sym":
            return self.reals.get(str(u.value), u)
        if u.op in BINDERS:  # of the real kernel: it speaks of no laws
            return substitute(u, {n: t for n, t in self.reals.items() if n in u.free})
        if u.op == "point":
            return points.get(u, u)
        if u in memo:
            return memo[u]
        if u.op == "Int":
            # Named by its height, which no Int around it has: one Int is one term wherever it stands, and is walked once.
            old, space = space_of(u), self.spaces.get(space_of(u), space_of(u))
            here, there = (fresh(s, f"{u.height}s") for s in (old, space))
            points[here] = there
            out = integral(self._walk(opened(u, here), memo, points), there)
        else:
            args = tuple(self._walk(a, memo, points) for a in u.args)
            params, body = self.fields.get(str(u.value), ((), u)) if u.op == "at" else ((), u)
            if len(params) != len(args) and params:
                raise TermError(f"{u.value}: found {len(params)} parameters, expected {len(args)}")
            out = replace_points(body, dict(zip(params, args))) if params else rebuild(u, args)
        memo[u] = out
        return out


def atoms(t: Term) -> Iterator[Term]:
    """The largest parts `at` and `Int` of t, from left to right, each once."""
    return (u for u in surface((t,), lambda u: u.op in ("at", "Int")) if u.op in ("at", "Int"))


def fields_of(t: Term) -> frozenset[str]:
    return frozenset(str(u.value) for u in subterms(t) if u.op == "at")


@lru_cache(maxsize=1000)  # of whole statements: each set is as large as its statement
def certain_parts(t: Term) -> frozenset[Term]:
    """The parts that must have a value for t (or the sides of a relation) to have one: not those in pieces or under an Int."""
    found: set[Term] = set()
    rest = [t]
    while rest:
        u = rest.pop()
        if u not in found and u.op not in ("at", "Int", *BINDERS):
            rest += u.args[1:2] if u.op == "Piecewise" else u.args  # the first condition is always looked at
        found.add(u)
    return frozenset(u for u in found if not u.is_relation)


def certain_integrals(t: Term) -> frozenset[Term]:
    return frozenset(u for u in certain_parts(t) if u.op == "Int")


def ill_formed(t: Term, spaces: Mapping[str, tuple[str, ...]], symbols: Iterable[str]) -> str | None:
    """What is wrong with t: a field, symbol or space that is not declared, a bare point, a law in a sum of the real kernel, or

    a point of one space with the name of another: where it is free, what an Int binds there is printed with a prime, as one like it.
    """
    symbols, declared = set(symbols), set[str]().union(*spaces.values())
    for u in surface((t,), lambda u: u.op in BINDERS):
        if u.op == "at" and spaces.get(str(u.value)) != tuple(map(space_of, u.args)):
            return f"the field {u.value} at points of {[space_of(p) for p in u.args]}, declared on {spaces.get(str(u.value))}"
        if u.op == "at" and len(set(u.args)) != len(u.args):  # facts hold almost everywhere, so never on a diagonal
            return f"the field {u.value} twice at one point"
        bare = u.op != "at" and any(a.op == "point" for a in u.args)
        if bare or (u.op == "Int" and (name_of(u) != f"#{u.height}" or space_of(u) not in declared)):
            return f"the {'bare point' if bare else 'number that is not its height, or point of no field, in'} {u!r}"
        kept = u.op in BINDERS and any(v.op in BINDERS and v.name.startswith("_") for v in subterms(u))  # for `Reals`
        if kept or (u.op in BINDERS and (u.free - symbols or u.about_laws)):
            return f"{u!r}, which is not a number in the symbols that are declared here"
        if u is OO or u.op == "true" or (u.op == "sym" and u.value not in symbols):
            return f"{u!r}, which is not declared here"
    taken = [p for p in points_of(t) if name_of(p) in symbols or name_of(p).rstrip("'") in declared - {space_of(p)}]
    loose = [*hidden_points(t), *taken]
    return (
        f"loose points, or such as are called like a symbol or another space: {loose}"
        if loose or t.op == "point"
        else None
    )
