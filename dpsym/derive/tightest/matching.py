"""Theorems of the library that say what is asked: found by comparing statements, hypotheses with hypotheses and claim with claim.

The symbols of a theorem stand for terms of the question. Where a pattern and a term have the same shape their parts are compared; what
is left are equations between numbers. One with a single unknown, in which it is linear, gives its value; one without unknowns must be
an identity, by normal forms; and equations with more unknowns are left over: the theorem then is a curve, and they say where on it the
question lies. The theorem is replayed by the kernel when it is cited; that the question is its instance is seen by normal forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import sympy

from ...kernel.arithmetic.elements import NormalError
from ...kernel.arithmetic.field import Field
from ...kernel.laws.statements import Fact
from ...kernel.statements import Domain, Range
from ...kernel.substitution import substitute
from ...kernel.terms import Term, exp, log, relation, sub, subterms, sym, term
from ...library.loading import entries
from ...library.theorem import Attained, Theorem
from ...objects.symbolic import from_term
from ...reading.python import RefusedError, to_term
from .algebra import putting, tame

_MARK = "zz"  # before the names of a theorem's symbols, so that they are not those of the question


@dataclass(frozen=True)
class Match:
    """A theorem, the terms that stand for its symbols, and for a curve the unknowns with the equations that they satisfy."""

    theorem: Theorem
    values: Mapping[str, Term]
    unknowns: tuple[str, ...]
    equations: tuple[Term, ...]

    def put(self, t: Term) -> Term:
        return substitute(t, dict(self.values))


def _is_sharp(theorem: Theorem) -> bool:
    """Attained at all parameters: none is fixed by the model but as a function of a symbol of its own, which runs over a curve."""
    tight = theorem.tight
    if type(tight) is not Attained:
        return False
    names = set(theorem.domain.names)
    return all(term(value).free - names for value in tight.params.values())


def matches(given: Sequence[Fact], quantity: Term) -> Iterator[Match]:
    """The sharp theorems of the library with these hypotheses and a bound on this quantity."""
    for theorem in entries().values():
        if isinstance(theorem, Theorem) and _is_sharp(theorem):
            found = _match(theorem, given, quantity)
            if found is not None:
                yield found


def _match(theorem: Theorem, given: Sequence[Fact], quantity: Term) -> Match | None:
    p = theorem.proposition
    if len(p.given) != len(given) or len(p.claims) != 1 or p.exists or [f.name for f in p.setting.fields] != ["P", "Q"]:
        return None
    (claim,) = p.claims
    if claim.points or claim.statement.op != "<=" or not _shape(claim.statement.lhs, quantity):
        return None
    names = p.setting.where.names
    marked = {n: sym(_MARK + n) for n in names}
    put = putting(marked)
    for order in permutations(p.given):
        search = _Search({_MARK + n for n in names})
        pairs = [(put(f.statement), g.statement) for (_, f), g in zip(order, given)]
        tests = all(f.tests == g.tests for (_, f), g in zip(order, given))
        if tests and search.unify(put(claim.statement.lhs), quantity) and all(search.unify(a, b) for a, b in pairs):
            found = search.solved()
            if found is not None:
                unknowns = tuple(n for n in names if _MARK + n not in found.values)
                if unknowns and not found.equations:
                    continue  # a symbol of which the question says nothing
                taken = quantity.free.union(*(g.statement.free for g in given))
                fresh = {n: sym(_fresh(n, taken)) for n in unknowns}
                values = {n: found.values.get(_MARK + n, fresh.get(n, sym(n))) for n in names}
                back = {_MARK + n: t for n, t in fresh.items()}
                new = tuple(str(t.value) for t in fresh.values())
                return Match(theorem, values, new, tuple(substitute(e, back) for e in found.equations))
    return None


def _fresh(name: str, taken: frozenset[str]) -> str:
    """The name, or one like it that is not taken."""
    return next(n for n in (name, *(f"{name}{i}" for i in range(len(taken) + 1))) if n not in taken)


def _shape(a: Term, b: Term) -> bool:
    return a.op == b.op and len(a.args) == len(b.args)


@dataclass(frozen=True)
class _Found:
    values: dict[str, Term]
    equations: tuple[Term, ...]


class _Search:
    def __init__(self, unknown: set[str]) -> None:
        self.unknown = unknown
        self.values: dict[str, Term] = {}
        self.pending: list[tuple[Term, Term]] = []

    def unify(self, pattern: Term, target: Term) -> bool:
        """Compares shapes; False if they differ where laws occur."""
        if pattern is target:
            return True
        if pattern.op == "sym" and pattern.value in self.unknown:
            if _speaks_of_laws(target):
                return False
            self.pending.append((pattern, target))
            return True
        same = pattern.op == target.op and pattern.value == target.value and len(pattern.args) == len(target.args)
        if not _speaks_of_laws(pattern):
            if _speaks_of_laws(target):
                return False
            if same and pattern.args and pattern.op in ("exp", "log", "sqrt"):
                return self.unify(pattern.args[0], target.args[0])
            if pattern.op == "exp" and target.op != "exp" and pattern.free & self.unknown:
                return self.unify(pattern.args[0], log(target))
            if pattern.op == "**" and pattern.args[0].op == "sym" and target.op == "exp":  # m**e == exp(f)
                self.pending.append((pattern.args[0], exp(target.args[0] / pattern.args[1])))
                return True
            self.pending.append((pattern, target))
            return True
        return same and all(self.unify(a, b) for a, b in zip(pattern.args, target.args))

    def solved(self) -> _Found | None:
        """Values for the unknowns, one equation after the other; None if one fails."""
        left = list(self.pending)
        for _ in range(len(left) + 1):
            rest = []
            for pattern, target in left:
                equation = substitute(sub(pattern, target), self.values)
                free = equation.free & self.unknown
                if not free:
                    if not _is_zero(equation):
                        return None
                elif len(free) == 1 and (value := _linear(equation, next(iter(free)))) is not None:
                    self.values[next(iter(free))] = value
                else:
                    rest.append((pattern, target))
            if len(rest) == len(left):
                break
            left = rest
        equations = (relation("==", substitute(a, self.values), substitute(b, self.values)) for a, b in left)
        return _Found(self.values, tuple(equations))


def _speaks_of_laws(t: Term) -> bool:
    return any(u.op in ("at", "Int", "point") for u in subterms(t))


def _is_zero(t: Term) -> bool:
    try:
        return bool(Field(Domain(tuple(Range(n) for n in sorted(t.free)))).is_zero(t))
    except NormalError:
        return False


def _linear(equation: Term, name: str) -> Term | None:
    """The root of an equation that is linear in the symbol."""
    expr: Any = from_term(equation)
    symbol = next(s for s in expr.free_symbols if s.name == name)
    expr = sympy.expand(expr)
    simplify: Callable[[Any], Any] = sympy.simplify if tame(equation) else sympy.expand
    slope = simplify(expr.coeff(symbol, 1))
    rest = sympy.expand(expr - slope * symbol)
    if slope == 0 or slope.has(symbol) or rest.has(symbol):
        rest = simplify(expr - slope * symbol)
        if slope == 0 or slope.has(symbol) or rest.has(symbol):
            return None
    try:
        return to_term(simplify(-rest / slope))
    except RefusedError:
        return None
