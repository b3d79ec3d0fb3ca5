"""What is seen of a term about laws without proof: its real counterpart, its range, and which of its Ints are finite.

Everything here is about almost all values of the free points, in a setting, given that the Ints in `known` are defined.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..reals.context import Context
from ..statements import Domain, Range
from ..terms import BINDERS, ONE, ZERO, Term, rebuild, relation, sym
from ..verdicts import StepRejected, require
from .statements import Fact, Setting
from .terms import atoms, certain_integrals, certain_parts, fresh, opened, points_of, space_of

MOST_FACTORS = 10_000


class Reals:
    """Each field at points and each Int becomes a fresh real symbol `_1`, `_2`, ... with its range, in order of appearance."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._fields = setting.by_name
        self._symbols: dict[Term, Term] = {}
        self._memo: dict[Term, Term] = {}

    def __call__(self, t: Term) -> Term:
        if t.op in ("at", "Int"):
            return self._symbols.setdefault(t, sym(f"_{len(self._symbols) + 1}"))
        if t.op in BINDERS:  # a number, whose index must not meet a fresh symbol
            require(not t.about_laws, (t,), "a sum in whose terms no law occurs")
            return t
        if t not in self._memo:
            self._memo[t] = rebuild(t, tuple(map(self, t.args)))
        return self._memo[t]

    def domain(self, *conditions: Term) -> Domain:
        """The domain of the setting and the ranges of the fresh symbols, with conditions that are made real too."""
        real = tuple(map(self, conditions))
        ranges = tuple(self._range(a, str(s.value)) for a, s in self._symbols.items())
        where = self.setting.where
        return Domain(where.ranges + ranges, where.conditions).with_conditions(*real)

    def _range(self, atom: Term, name: str) -> Range:
        if atom.op == "at":
            f = self._fields[atom.name]
            return Range(name, f.lower, f.upper, f.lower is None, f.upper is None, f.integer)
        lower = ZERO if nonnegative_where_defined(atom.args[0], self.setting) else None
        return Range(name, lower, None, lower is None)


@lru_cache(maxsize=4096)  # it is asked of every Int in every question to the real kernel
def nonnegative_where_defined(t: Term, setting: Setting) -> bool:
    """Whether the setting alone shows that t >= 0 wherever it is defined: so is Int(t), if it is defined at all."""
    (real,), domain = Sight(setting)._real(relation(">=", t, ZERO))
    return _seen(real, domain)


class Sight:
    """What is seen with the help of facts, for almost all values of the points of a goal and of the term that is looked at.

    A fact is of use only if all its points are among these: one that speaks of a point of a null space says nothing.
    """

    def __init__(self, setting: Setting, facts: Iterable[Fact] = (), goal: frozenset[Term] = frozenset()) -> None:
        self.setting = setting
        self.facts = tuple(f for f in facts if not f.tests)
        self.goal = goal  # its points
        self._known: dict[object, bool] = {}  # answers: of shared parts each is looked at once

    def speaking_of(self, *terms: Term) -> tuple[Fact, ...]:
        """The facts that hold at the points of the goal and of these terms."""
        points = self.goal.union(*map(points_of, terms))
        return tuple(f for f in self.facts if f.points <= points)

    def known(self, *terms: Term) -> frozenset[Term]:
        """The Ints that a fact speaks of."""
        return frozenset().union(*(certain_integrals(f.statement) for f in self.speaking_of(*terms)))

    # -- questions to the real kernel --------------------------------------------------------------------------

    def _real(self, *terms: Term) -> tuple[list[Term], Domain]:
        """Real counterparts, and a domain with what the facts say at the points of the terms and at no others."""
        reals = Reals(self.setting)
        real = [reals(t) for t in terms]
        return real, reals.domain(*(f.statement for f in self.speaking_of(*terms)))

    def holds(self, r: Term) -> bool:
        """Whether the relation is defined, and holds by structure or as one of the facts says."""
        (real,), domain = self._real(r)
        return self.defined(r) and _seen(real, domain)

    def same(self, a: Term, b: Term) -> bool:
        """Whether a and b are defined and equal, by normal forms of their real counterparts."""
        (x, y), domain = self._real(a, b)
        return self.defined(a) and self.defined(b) and Context().same_where_defined(x, y, domain)

    def granting(self, *terms: Term) -> Sight:
        """The same with the knowledge that these terms, Ints or sides of cited facts, are defined."""
        known = (Fact(relation("==", t, t)) for t in terms)
        return Sight(self.setting, (*self.facts, *known), self.goal)

    def with_facts(self, *facts: Fact) -> Sight:
        return Sight(self.setting, (*self.facts, *facts), self.goal)

    def _bounded(self, t: Term) -> bool:
        (real,), domain = self._real(t)
        interval = Context().bounds(domain).of(real)
        return interval.lo is not None and interval.hi is not None

    # -- definedness -------------------------------------------------------------------------------------------

    def defined(self, t: Term) -> bool:
        """Whether t (or both sides of a relation) is defined almost everywhere: a fact speaks of it, or it is seen."""
        if t.is_relation:
            return self.defined(t.lhs) and self.defined(t.rhs)
        if t not in self._known:
            self._known[t] = self._defined(t)
        return self._known[t]

    def _defined(self, t: Term) -> bool:
        if any(t in certain_parts(f.statement) or _integrated(t, f) for f in self.speaking_of(t)):
            return True
        (real,), domain = self._real(t)
        if Context().undefined(real, domain) is None and self.unseen(t) is None:
            return True
        return t.op in ("+", "*", "abs", "min", "max") and all(map(self.defined, t.args))

    def unseen(self, t: Term) -> Term | None:
        """An Int in t that is not seen to be finite, or None."""
        return next((a for a in atoms(t) if a.op == "Int" and not self.finite(a)), None)

    def finite(self, t: Term) -> bool:
        """Whether an Int is defined: a fact speaks of it, or its body is and is dominated by densities."""
        known = self.known(t)
        if t in known:
            return True
        x = _fresh(space_of(t), points_of(t))
        body = opened(t, x)
        return self.defined(body) and self.integrable(body, frozenset((x,)), known)

    def integrable(self, t: Term, over: frozenset[Term], known: frozenset[Term]) -> bool:
        """Whether |t| has a finite integral over these points, for almost all values of the others. t must be defined."""
        key = (t, over, known)
        if key not in self._known:
            self._known[key] = self._integrable(t, over, known)
        return self._known[key]

    def _integrable(self, t: Term, over: frozenset[Term], known: frozenset[Term]) -> bool:
        if t is ZERO or not over:
            return True
        if t.op in ("+", "abs", "max", "min"):
            return _is_known([t], over, known) or all(self.integrable(a, over, known) for a in t.args)
        if t.op == "Piecewise":
            return _is_known([t], over, known) or all(self.integrable(a, over, known) for a in t.args[0::2])
        factors = _factors(t)
        more = frozenset(f.args[-1] for f in factors if self._is_density(f))
        # what has a finite integral over more points has one over fewer, for almost all values of the rest
        return self._product(factors, over, known) or self._product(factors, over | more, known)

    def _product(self, factors: list[Term], over: frozenset[Term], known: frozenset[Term]) -> bool:
        """Factors free of `over` and bounded ones are left out, Ints opened (Tonelli), densities integrated out one by one."""
        if _is_known(factors, over, known):
            return True
        left: list[Term] = []
        for i, f in enumerate(factors):
            if f.op == "Int" and points_of(f) & over:
                x = _fresh(space_of(f), over.union(*map(points_of, factors)))
                return self._product([*factors[:i], *factors[i + 1 :], *_factors(opened(f, x))], over | {x}, known)
            if points_of(f) & over and (self._is_density(f) or not self._bounded(f)):
                left.append(f)
        for i, f in enumerate(left):
            others = left[:i] + left[i + 1 :]  # the same factor may stand there twice
            if self._is_density(f) and f.args[-1] in over and not any(f.args[-1] in points_of(g) for g in others):
                return self._product(others, over - {f.args[-1]}, known)
        if _is_known(left, over, known) or (not left and not over):
            return True
        return (
            len(left) == 1
            and left[0].op in ("+", "abs", "max", "min", "Piecewise")
            and self.integrable(left[0], over, known)
        )

    def _is_density(self, t: Term) -> bool:
        return t.op == "at" and self.setting.by_name[t.name].mass


def _seen(r: Term, domain: Domain) -> bool:
    return Context().holds_where_defined(r, domain) or (
        r.op == "==" and Context().same_where_defined(r.lhs, r.rhs, domain)
    )


def _integrated(t: Term, f: Fact) -> bool:
    """Whether t is the body of an Int that the fact speaks of, at a point that is none of the fact's own."""
    points = [
        (i, x) for i in certain_integrals(f.statement) for x in points_of(t) - f.points if space_of(x) == space_of(i)
    ]
    return any(opened(i, x) is t for i, x in points)


def _is_known(factors: list[Term], over: frozenset[Term], known: frozenset[Term]) -> bool:
    """Whether the product has a known Int over the one point, up to the order of its factors and an absolute value."""
    if len(over) != 1:
        return False
    (x,) = over
    bodies = [opened(i, x) for i in known if space_of(i) == space_of(x) and x not in points_of(i)]
    return any(_sorted(b) == _sorted(*factors) for b in bodies)


def _fresh(space: str, taken: frozenset[Term]) -> Term:
    """A point that is not taken and that no author can write."""
    return next(x for n in range(len(taken) + 1) if (x := fresh(space, n)) not in taken)


def _factors(t: Term) -> list[Term]:
    """The factors of a product of products, from left to right. A shared part counts each time: there are not many of them."""
    found, todo = list[Term](), [t]
    for _ in range(MOST_FACTORS):
        u = todo.pop()
        if u.op == "*":
            todo += reversed(u.args)
        elif u is not ONE:
            found.append(u)
        if not todo:
            return found
    raise StepRejected((t,), f"a product with at most {MOST_FACTORS} parts")


def _sorted(*terms: Term) -> list[int]:
    """The factors of a product without an outer absolute value, in an order of their own."""
    (t,) = terms if len(terms) == 1 else (ZERO,)
    return sorted(map(id, _factors(t.args[0]) if t.op == "abs" else [f for u in terms for f in _factors(u)]))
