"""Applications of rules: what is known, a goal and a rule; and how generators of them are written.

A generator of a rule is one function `make(pick, fail)`. With `fail` None it builds a right application: the facts it takes as
known are true, and the kernel must accept. With `fail` one of the names of its side conditions it builds the same application
except that this one condition fails: the kernel must refuse. That nothing else is wrong with it is seen by the mutation run: with
the condition taken out of the kernel, the application is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dpsym.kernel.reals.check import check_step
from dpsym.kernel.reals.context import Context
from dpsym.kernel.reals.rules import RULES
from dpsym.kernel.statements import Domain, Fact, Have, Pattern, Range, Statement
from dpsym.kernel.terms import ONE, ZERO, Term, add, bind, func, num, rebuild, relation, sym

X, Y, Z, N, K, I, T = (sym(n) for n in ("x", "y", "z", "n", "k", "i", "t"))
NONE = Domain()


@dataclass
class Application:
    """Statements taken as proved, a goal, a rule with its fields, and the names that help to show definedness."""

    goal: Statement
    by: Any
    known: Mapping[str, Statement] = field(default_factory=dict)
    defined: tuple[str, ...] = ()
    name: str = "goal"

    @property
    def accepted(self) -> bool:
        ctx = Context()
        ctx.facts.update(self.known)
        return check_step(Have(self.name, self.goal, self.by, self.defined), ctx) is None


class Pick:
    """Choices, drawn by hypothesis."""

    def __init__(self, draw: Callable[[int], int]) -> None:
        self._index = draw  # a number from 0 to below its argument

    def __call__(self, *options: Any) -> Any:
        return options[self._index(len(options))]

    def integer(self, low: int, high: int) -> int:
        return low + self._index(high - low + 1)

    def chance(self) -> bool:
        return bool(self._index(2))

    def rational(self) -> Term:
        return num(self.integer(-6, 6), self(1, 1, 2, 3))

    def polynomial(self, x: Term = X, degree: int = 2) -> Term:
        return add(*(self.rational() * x**k for k in range(self.integer(0, degree) + 1)), ZERO)

    def function(self, x: Term = X) -> Term:
        """A term in x that is defined everywhere."""
        p = self.polynomial(x)
        f = self("poly", "exp", "tanh", "abs", "max", "asinh", "erf", "Phi", "sinh")
        if f in ("poly", "max"):
            return p if f == "poly" else func("max", p, self.rational())
        return func(f, x if f in ("exp", "sinh") else p) + p


@dataclass(frozen=True)
class Generator:
    """The generator of a rule. Conditions in `form` are about the shape of a step: no false conclusion is looked for."""

    rule: str
    make: Callable[[Pick, str | None], Application]
    conditions: tuple[str, ...]
    form: frozenset[str]


GENERATORS: dict[str, Generator] = {}


def generator(rule: str, *conditions: str, form: tuple[str, ...] = ()) -> Callable:
    def register(make: Callable[[Pick, str | None], Application]) -> Callable:
        GENERATORS[make.__name__] = Generator(rule, make, (*conditions, *form), frozenset(form))
        return make

    return register


def by(rule: str, *args: Any, **kwargs: Any) -> Any:
    """The rule of this name with its fields."""
    return RULES[rule][0](*args, **kwargs)


# -- vocabulary -------------------------------------------------------------------------------------------------------


def fact(domain: Domain, op: str, a: Any, b: Any) -> Fact:
    return Fact(domain, relation(op, a, b))


def pattern(domain: Domain, t: Term, *signs: int, strict: bool = False, symbol: str = "x") -> Pattern:
    return Pattern(domain, symbol, t, signs, strict)


def reals(*names: str) -> Domain:
    return Domain(tuple(Range(n) for n in names))


def above(name: str, low: Any, is_open: bool = False, integer: bool = False) -> Range:
    return Range(name, num(low) if isinstance(low, int) else low, None, is_open, True, integer)


def below(name: str, high: Any, is_open: bool = False, integer: bool = False) -> Range:
    return Range(name, None, num(high) if isinstance(high, int) else high, True, is_open, integer)


def closed(name: str, low: Any, high: Any, integer: bool = False) -> Range:
    low, high = (num(e) if isinstance(e, int) else e for e in (low, high))
    return Range(name, low, high, False, False, integer)


def opened(name: str, low: Any, high: Any) -> Range:
    low, high = (num(e) if isinstance(e, int) else e for e in (low, high))
    return Range(name, low, high)


R, R2 = reals("x"), reals("x", "y")
POS, NONNEG = Domain((above("x", 0, True),)), Domain((above("x", 0),))
NATURALS = Domain((above("n", 0, False, True),))


def phantom(x: Term) -> Term:
    """Phi(PhiInv(x)): it has the normal form x and lies in (0, 1) by its structure, but has a value only for 0 < x < 1."""
    return func("Phi", func("PhiInv", x))


def shifted(t: Term, q: int) -> Term:
    """The number t + q, for a number t."""
    return num(t.value + q)  # type: ignore[operator]


def total(op: str, body: Term, lower: Any, upper: Any, name: str = "i") -> Term:
    low, high = (num(e) if isinstance(e, int) else e for e in (lower, upper))
    return bind(op, body, name, low, high)


#: Ways in which a domain may fail to be covered by that of a cited fact.
UNCOVERED = (
    "the lower end", "the open lower end", "the upper end", "the open upper end", "the infinite end", "integers", "a condition",
    "a symbol", "a condition without value",
)  # fmt: skip


def exact(pick: Pick, fail: str | None = None) -> tuple[Domain, Term, Domain]:
    """A domain, a relation that is true there and nowhere else, and a domain within it, or just not within it.

    The inner domain is right unless `fail` is one of UNCOVERED: then the relation is false at one of its points, or the cited
    domain has no points because a condition has no value.
    """
    kind = fail if fail in UNCOVERED else pick("the lower end", "the upper end", "integers", "a condition", "a symbol")
    a = pick.rational()
    b = shifted(a, pick.integer(1, 4))
    other = pick(Range("y"), closed("y", 0, 3), above("y", 1, True), above("y", 0, False, True))
    weak = pick.chance()
    if kind in ("the lower end", "the infinite end"):
        within = Range(
            "x", None if fail and kind == "the infinite end" else shifted(a, -1 if fail else pick.integer(0, 2)), None
        )
        return Domain((above("x", a, not weak), other)), relation(">=" if weak else ">", X, a), Domain((within, other))
    if kind == "the open lower end":
        return Domain((above("x", a, True), other)), relation(">", X, a), Domain((above("x", a), other))
    if kind == "the upper end":
        within = closed("x", a, shifted(b, 1) if fail else b)
        return Domain((closed("x", a, b), other)), relation(">=", (X - a) * (b - X), ZERO), Domain((within, other))
    if kind == "the open upper end":
        return (
            Domain((opened("x", a, b),)),
            relation(">", (X - a) * (b - X), ZERO),
            Domain((Range("x", a, b, True, False),)),
        )
    if kind == "integers":
        whole = Domain((closed("x", 0, 5, True), other))
        inner = Domain((closed("x", 1, 4, not fail), other))
        return whole, relation(">=", (X - 2) * (X - 3), ZERO), inner
    if kind == "a symbol":
        empty = Domain((closed("x", 0, 1), opened("y", a, a))) if fail else Domain((closed("x", 0, 1),))
        return (
            empty,
            relation("<=", X, num(0) if fail else ONE),
            Domain((closed("x", 0, 1),) if fail else (closed("x", 0, 1), other)),
        )
    if kind == "a condition without value":
        low = Domain((closed("x", -3, -2),))
        return low.with_conditions(relation(">=", func("acosh", X), ZERO)), relation(">=", X, ZERO), low
    c = relation(pick("<=", "<"), Y, X * pick.rational() + pick.rational())
    outer = Domain((Range("x"), Range("y")), (c,))
    inner = Domain((closed("x", 0, 1), Range("y")), () if fail else (c,))
    return outer, c, inner


def put(t: Term, values: dict[str, Term]) -> Term:
    """Terms for symbols; no binder of these tests captures one."""
    if t.op == "sym":
        return values.get(str(t.value), t)
    if t.op in ("Sum", "Product", "Integral"):
        body = put(t.args[0], {k: v for k, v in values.items() if k != t.value})
        return rebuild(t, (body, put(t.args[1], values), put(t.args[2], values)))
    return rebuild(t, tuple(put(a, values) for a in t.args))
