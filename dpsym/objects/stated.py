"""Statements as SymPy objects: relations over real symbols, with their conditions; and statements about all laws, with `Int`.

A relation is not evaluated when it is built, but SymPy rewrites the terms in it: these objects are for further work, not for proofs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from ..kernel.laws.chains import Chain, continued
from ..kernel.laws.statements import Fact, Field, Proposition, event
from ..kernel.laws.terms import at, name_of, opened, point, points_of, space_of
from ..kernel.reals.membership import membership
from ..kernel.statements import Claim, Domain
from ..kernel.terms import BINDERS, Term, rebuild, subterms, sym
from .errors import ObjectError
from .symbolic import from_term

__all__ = [
    "Int",
    "StatedChain",
    "StatedFact",
    "StatedFormula",
    "StatedTheorem",
    "chain_sympy",
    "formula_sympy",
    "theorem_sympy",
]


class Int(sympy.Expr):
    """The integral of a function of a point over the measure of its space, of which nothing is assumed. It never evaluates."""

    is_commutative = True
    is_real = True

    def __new__(cls, body: Any, at: Any) -> Any:
        return sympy.Expr.__new__(cls, body, at)

    @property
    def bound_symbols(self) -> list[Any]:
        return [self.args[1]]

    @property
    def free_symbols(self) -> set[Any]:
        return {s for s in self.args[0].free_symbols if s != self.args[1]}

    def _eval_subs(self, old: Any, new: Any) -> Any:
        return self if old == self.args[1] else None

    def _latex(self, printer: Any) -> str:
        body, at = (printer._print(a) for a in self.args)
        return rf"\int {body} \, \mathrm{{d}}{at}"


@dataclass(frozen=True)
class StatedFormula:
    """For all values of the symbols that satisfy `conditions` and `given`: `relation`."""

    relation: Any
    conditions: tuple[Any, ...]
    given: tuple[Any, ...]
    symbols: tuple[Any, ...]


@dataclass(frozen=True)
class StatedFact:
    """For all `events`, functions with values 0 and 1, all `tests`, with values between, and almost all `points`: `relation`."""

    relation: Any
    points: tuple[Any, ...] = ()
    events: tuple[Any, ...] = ()
    tests: tuple[Any, ...] = ()


@dataclass(frozen=True)
class StatedTheorem:
    """For all values of the symbols that satisfy `conditions` and all functions of these kinds that satisfy `hypotheses`: all `claims`.

    `laws` are densities with mass one in their last point, `events` have the values 0 and 1, `functions` lie between the ends that are
    given, None for an infinite one, and those in `whole` have integer values. Of those in `exists` the claims do not say that they
    hold for all, but for some.
    """

    claims: tuple[StatedFact, ...]
    hypotheses: Mapping[str, StatedFact]
    conditions: tuple[Any, ...]
    symbols: tuple[Any, ...]
    laws: tuple[Any, ...]
    events: tuple[Any, ...]
    functions: Mapping[Any, tuple[Any, Any]]
    exists: tuple[Any, ...] = ()
    whole: tuple[Any, ...] = ()


@dataclass(frozen=True)
class StatedChain:
    """Laws that are equal at the start go on in any number of steps as `moves` says, numbers as `state` says: start and next value.

    If `step.hypotheses` hold in each step, with its own values of the symbols in `own`, `step.claims` hold after all of them, and so
    do the claims of the `conclusions`. Hypotheses and claims are meant for all values of `levels`.
    """

    step: StatedTheorem
    moves: Mapping[Any, Any]
    state: Mapping[Any, tuple[Any, Any]]
    conclusions: tuple[StatedTheorem, ...] = ()
    own: tuple[Any, ...] = ()
    levels: tuple[Any, ...] = ()


# -- numbers --------------------------------------------------------------------------------------------------


def formula_sympy(claims: Iterable[Claim]) -> tuple[StatedFormula, ...]:
    """Each claim as a SymPy relation with its conditions."""
    return tuple(_formula(c) for c in claims)


def _formula(claim: Claim) -> StatedFormula:
    symbols = _symbols(claim.domain)
    given = tuple(_sympy(g, symbols) for g in claim.given)
    return StatedFormula(
        _sympy(claim.statement, symbols), _conditions(claim.domain, symbols), given, tuple(symbols.values())
    )


def _symbols(domain: Domain) -> dict[str, Any]:
    """Real symbols, integers where the domain says so. Ranges are conditions, so that nothing is decided as it is built."""
    return {
        r.name: sympy.Symbol(r.name, integer=True) if r.integer else sympy.Symbol(r.name, real=True)
        for r in domain.ranges
    }


def _conditions(domain: Domain, symbols: Mapping[str, Any]) -> tuple[Any, ...]:
    ranges = [c for r in domain.ranges for c in membership(sym(r.name), r)]
    return tuple(_sympy(c, symbols) for c in (*ranges, *domain.conditions))


def _sympy(t: Term, symbols: Mapping[str, Any]) -> Any:
    if bound := [str(u.value) for u in subterms(t) if u.op in BINDERS and str(u.value) in symbols]:
        raise ObjectError(f"found {bound[0]} both free and bound in {t!r}, expected two names")
    try:
        return from_term(t, symbols)
    except KeyError as missing:
        raise ObjectError(f"found the function {missing.args[0]}, which SymPy does not have, in {t!r}") from None


# -- laws -----------------------------------------------------------------------------------------------------


def theorem_sympy(p: Proposition) -> StatedTheorem:
    """A proposition with an undefined function for each field and `Int` for integrals."""
    symbols = _symbols(p.setting.where)
    fields = (*p.setting.fields, *p.exists)
    named = {f.name: _function(f.name) for f in fields}
    events = [f for f in fields if f == event(f.name, *f.spaces)]
    return StatedTheorem(
        tuple(_fact(f, symbols) for f in p.claims),
        {name: _fact(f, symbols) for name, f in p.given},
        _conditions(p.setting.where, symbols),
        tuple(symbols.values()),
        tuple(named[f.name] for f in fields if f.mass),
        tuple(named[f.name] for f in events),
        {named[f.name]: _ends(f) for f in fields if not f.mass and f not in events},
        tuple(named[f.name] for f in p.exists),
        tuple(named[f.name] for f in fields if f.integer and f not in events),
    )


def chain_sympy(
    chain: Chain, step: Proposition, conclusions: Iterable[Proposition], fixed: Iterable[str]
) -> StatedChain:
    """What goes on, and what holds. `step` has what is asked of each step for hypotheses, and the invariant for claims.

    `fixed` are the symbols that are the same in all steps: those of the base.
    """
    symbols = _symbols(step.setting.where)
    h, y = chain.history, chain.outcome
    points = {p: sympy.Symbol(name_of(p)) for p in (h, y)}
    onward = {m.law: continued(at(m.law, h), chain.moves, h, y) for m in chain.moves}
    moves = {_function(law): _law_sympy(t, points, symbols) for law, t in onward.items()}
    state = {symbols[s.name]: (_sympy(s.start, symbols), _sympy(s.next, symbols)) for s in chain.state}
    known = {*fixed, *(s.name for s in chain.state)}
    own = tuple(s for name, s in symbols.items() if name not in known)
    levels = tuple(symbols[n] for n in chain.levels)
    return StatedChain(theorem_sympy(step), moves, state, tuple(map(theorem_sympy, conclusions)), own, levels)


def _function(name: str) -> Any:
    return sympy.Function(name, real=True)


def _ends(f: Field) -> tuple[Any, Any]:
    lower, upper = (None if end is None else from_term(end) for end in (f.lower, f.upper))
    return lower, upper


def _fact(fact: Fact, symbols: Mapping[str, Any]) -> StatedFact:
    points = {p: sympy.Symbol(name_of(p)) for p in sorted(fact.points, key=repr)}
    events = tuple(_function(t.name) for t in fact.tests if t.integer)
    tests = tuple(_function(t.name) for t in fact.tests if not t.integer)
    return StatedFact(_law_sympy(fact.statement, points, symbols), tuple(points.values()), events, tests)


def _law_sympy(t: Term, points: Mapping[Term, Any], symbols: Mapping[str, Any]) -> Any:
    """Fields and Ints stand as symbols of their own while the rest is translated."""
    parts: dict[str, Any] = {}

    def hidden(u: Term) -> Term:
        if u.op not in ("at", "Int"):
            return rebuild(u, tuple(map(hidden, u.args))) if u.args else u
        name = f"atom{len(parts)}"
        while name in symbols:
            name += "_"
        parts[name] = _atom(u, points, symbols)
        return sym(name)

    shown = hidden(t)
    return _sympy(shown, {**symbols, **parts})


def _atom(u: Term, points: Mapping[Term, Any], symbols: Mapping[str, Any]) -> Any:
    if u.op == "at":
        return _function(str(u.value))(*(points[p] for p in u.args))
    taken = {str(s) for s in points.values()} | set(symbols)
    name = space_of(u)
    while name in taken or name in {name_of(p) for p in points_of(u)}:
        name += "'"
    x = point(name, space_of(u))
    at = sympy.Symbol(name)
    return Int(_law_sympy(opened(u, x), {**points, x: at}, symbols), at)
