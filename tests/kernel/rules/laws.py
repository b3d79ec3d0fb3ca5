"""Applications of rules about all laws, and random worlds in which they are judged.

A world is a finite measure space with weights, null points and null spaces included (tests/helpers/worlds.py evaluates it). Some
dangers cannot be seen there: diagonals of measure zero, and integrals that are infinite. Conditions against these are in `form`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from random import Random

from dpsym.kernel.laws.check import check_step
from dpsym.kernel.laws.context import Context
from dpsym.kernel.laws.rules import RULES
from dpsym.kernel.laws.statements import Fact, Field, Have, Proposition, Setting, event, law, query
from dpsym.kernel.laws.statements import test as unit
from dpsym.kernel.laws.terms import at, indicator, integral, point
from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import (
    ONE,
    TWO,
    ZERO,
    Term,
    func,
    relation,
    sym,
)
from dpsym.kernel.verdicts import Rejected
from tests.helpers.worlds import World
from tests.kernel.rules.applications import Pick

x, x2, y, n = point("x", "X"), point("x2", "X"), point("y", "Y"), point("n", "N")
A = sym("a")
P, Q, F, G, S, E = (at(name, x) for name in ("p", "q", "f", "g", "s", "e"))
P2, F2, G2 = (at(name, x2) for name in ("p", "f", "g"))
K, H, W = at("k", x, y), at("h", n), at("w", x, n)
FIELDS = (
    law("p", "X"), law("q", "X"), law("k", "X", "Y"), query("f", "X"), query("g", "X", lower=ZERO), query("h", "N"),
    query("w", "X", "N", lower=ZERO), unit("s", "X"), event("e", "X"), unit("free", "X"), event("loose", "X"), law("kn", "N", "Y"),
)  # fmt: skip
SETTING = Setting(Domain((Range("a"),)), FIELDS)
TRIVIAL = Fact(relation("==", ZERO, ZERO))


def le(a: Term, b: Term) -> Fact:
    return Fact(relation("<=", a, b))


def eq(a: Term, b: Term) -> Fact:
    return Fact(relation("==", a, b))


def over(body: Term, v: Term = x) -> Term:
    return integral(body, v)


def _markov() -> Proposition:
    """A theorem to cite: a > 0, f >= 0 and Int(f p) <= m give P(f >= a) <= m/a."""
    setting = Setting(Domain((Range("a", ZERO), Range("m"))), (law("p", "X"), query("f", "X", lower=ZERO)))
    mean = le(over(at("f", x) * at("p", x)), sym("m"))
    return Proposition(setting, (("mean", mean),), (le(over(indicator(relation(">=", F, A)) * P), sym("m") / A),))


def _pointwise() -> Proposition:
    """A theorem with a point and a hypothesis for all events."""
    setting = Setting(Domain(), (law("p", "X"), law("q", "X")))
    given = Fact(relation("<=", over(at("r", x) * P), TWO * over(at("r", x) * Q)), (event("r", "X"),))
    return Proposition(setting, (("all", given),), (le(P, TWO * Q),))


LIBRARY = {
    "markov": _markov(),
    "ratio": _pointwise(),
    "exists": Proposition(Setting(Domain(), (law("p", "X"),)), (), (le(S, ZERO),), (unit("s", "X"),)),
    "near": Proposition(
        Setting(Domain(), (law("p", "X"), law("q", "X"))),
        (("h", le(P, TWO * Q)),),
        (le(P, TWO * at("m", x)), le(at("m", x), Q)),
        (law("m", "X"),),
    ),
    "query": Proposition(Setting(Domain(), (query("f", "X"),)), (), (le(F, func("abs", F)),)),
    "count": Proposition(Setting(Domain(), (Field("f", ("X",), ZERO, TWO, True),)), (), (le(F, TWO),)),
    "real": Proposition(Setting(Domain((Range("m"),)), ()), (), (le(sym("m"), sym("m") + ONE),)),
    "integer": Proposition(Setting(Domain((Range("m", integer=True),)), ()), (), (le(sym("m"), sym("m") ** 2),)),
    "condition": Proposition(
        Setting(Domain((Range("l"), Range("m")), (relation("<=", sym("l"), sym("m")),)), ()),
        (),
        (le(sym("l"), sym("m")),),
    ),
    "idle": Proposition(Setting(Domain((Range("m"),)), ()), (), (le(ZERO, ONE),)),
    "two": Proposition(Setting(Domain(), (query("f", "X"),)), (), (le(TWO * F * F2, F**2 + F2**2),)),
}


@dataclass
class LawApplication:
    """Facts taken as hypotheses or as proved, and one step; `before` are steps that come first."""

    goal: Fact
    by: object
    known: dict[str, Fact] = field(default_factory=dict)
    given: dict[str, Fact] = field(default_factory=dict)
    before: tuple[Have, ...] = ()
    name: str = "goal"

    @property
    def accepted(self) -> bool:
        return self.refused is None

    @property
    def refused(self) -> Rejected | None:
        ctx = Context(Proposition(SETTING, tuple(self.given.items()), (TRIVIAL,)), LIBRARY)
        ctx.facts.update(self.known)
        for have in self.before:
            assert check_step(have, ctx) is None, have
        return check_step(Have(self.name, self.goal, self.by), ctx)  # type: ignore[arg-type]

    def false_in(self, w: World) -> bool:
        """Whether all facts are true in the world, and the goal is not."""
        facts = [*self.known.values(), *self.given.values()]
        return all(w.satisfies(f) for f in facts) and not w.satisfies(self.goal)


def by(rule: str, *args: object, **kwargs: object) -> object:
    return RULES[rule][0](*args, **kwargs)


# -- worlds -----------------------------------------------------------------------------------------------------------


def world(r: Random) -> World:
    weights = {
        "X": [Fraction(r.choice((1, 1, 2))), *(Fraction(r.choice((0, 1, 2))) for _ in range(r.randint(0, 2)))],
        "Y": [Fraction(1), *(Fraction(r.choice((0, 1))) for _ in range(r.randint(0, 1)))],
        "N": r.choice(([], [], [Fraction(0)], [Fraction(1)])),
    }
    tables: dict[str, dict[tuple[int, ...], Fraction]] = {}
    for f in FIELDS:
        cells = list(product(*(range(len(weights[s])) for s in f.spaces)))
        tables[f.name] = {c: _value(r, f) for c in cells}
        if f.mass:
            _normalise(tables[f.name], weights[f.spaces[-1]])
    if r.random() < 0.4:
        tables["q"] = dict(tables["p"])
    tables["o"] = dict(tables["q"])  # what the theorem `near` says there is, of p and q
    return World(weights, tables, {"a": Fraction(r.choice((-2, -1, 0, 0, 1, 1, 2, 3)), r.choice((1, 1, 2)))})


def _value(r: Random, f: Field) -> Fraction:
    if f.integer:
        return Fraction(r.randint(0, 1))
    if f.upper is ONE:
        return Fraction(r.randint(0, 3), 3)
    v = Fraction(r.choice((-2, -1, 0, 0, 1, 1, 2, 3)), r.choice((1, 2)))
    return abs(v) if f.lower is ZERO else v


def _normalise(table: dict[tuple[int, ...], Fraction], w: list[Fraction]) -> None:
    for head in {c[:-1] for c in table}:
        cells = [c for c in table if c[:-1] == head]
        total = sum((table[c] * w[c[-1]] for c in cells), Fraction(0))
        if not total:
            heavy = next(c for c in cells if w[c[-1]])
            table[heavy], total = 1 / w[heavy[-1]], Fraction(1)
        for c in cells:
            table[c] /= total


# -- generators -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LawGenerator:
    rule: str
    make: Callable[[Pick, str | None], LawApplication]
    conditions: tuple[str, ...]
    form: frozenset[str]


LAW_GENERATORS: dict[str, LawGenerator] = {}


def generator(rule: str, *conditions: str, form: tuple[str, ...] = ()) -> Callable:
    def register(make: Callable[[Pick, str | None], LawApplication]) -> Callable:
        LAW_GENERATORS[make.__name__] = LawGenerator(rule, make, (*conditions, *form), frozenset(form))
        return make

    return register
