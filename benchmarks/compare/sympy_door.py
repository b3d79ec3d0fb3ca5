"""SymPy on a claim: `ask` for any number of symbols, `solve_univariate_inequality` for one.

The expressions are built from the kernel's terms; SymPy rewrites them as it builds them. Its symbols carry the kind and the
sign of their range as assumptions, and the rest of the domain and the hypotheses are facts for `ask`. Like the SMT solvers
SymPy speaks of the points where the claim has a value, and never answers `undefined`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sympy
from sympy import Q

from dpsym.kernel.reals.points import satisfied
from dpsym.kernel.statements import Claim, Range
from dpsym.kernel.terms import ZERO, Term, negated, relation, sym
from dpsym.reading.python import from_term

from .outcomes import Outcome, UnsupportedError

_PREDICATES = {"<": Q.lt, "<=": Q.le, "==": Q.eq, "!=": Q.ne, ">=": Q.ge, ">": Q.gt}
_SIGNS = {"<": Q.negative, "<=": Q.nonpositive, "==": Q.zero, "!=": Q.nonzero, ">=": Q.nonnegative, ">": Q.positive}
_RELATIONS = {"<": sympy.Lt, "<=": sympy.Le, "==": sympy.Eq, "!=": sympy.Ne, ">=": sympy.Ge, ">": sympy.Gt}


def ask(claim: Claim) -> Outcome:
    """What `ask` says of the sign of lhs - rhs, of that sign after `simplify`, or of the relation, the costliest question."""
    symbols = _symbols(claim)
    facts = sympy.And(*(_predicate(c, symbols) for c in _facts(claim)))
    gap = _expression(claim.lhs, symbols) - _expression(claim.rhs, symbols)
    questions: dict[str, Callable[[], Any]] = {
        "the sign of the difference": lambda: _SIGNS[claim.relation](gap),
        "the sign of the simplified difference": lambda: _SIGNS[claim.relation](sympy.simplify(gap)),
        "the relation": lambda: _predicate(claim.statement, symbols),
    }
    for what, question in questions.items():
        answer = _asked(question(), facts)
        if answer is not None:
            return Outcome("proved" if answer else "refuted", f"by {what}")
    return Outcome("unknown")


def _asked(question: Any, facts: Any) -> bool | None:
    """True if the facts imply it, False if they imply the opposite. Some facts that can be satisfied are refused."""
    try:
        answer: bool | None = sympy.ask(question, facts)
    except ValueError:  # "inconsistent assumptions"
        return None
    return answer


def solve(claim: Claim) -> Outcome:
    """The set where the claim fails, as `solve_univariate_inequality` finds it, is empty or not."""
    if len(claim.domain.ranges) != 1:
        raise UnsupportedError(f"{len(claim.domain.ranges)} symbols")
    [r] = claim.domain.ranges
    x = sympy.Symbol(r.name, real=True)  # a sign would turn x >= 0 into true before it is solved
    found = _interval(r)
    try:
        for c in (*claim.domain.conditions, *claim.given, negated(claim.statement)):
            inequality = _RELATIONS[c.op](*(_expression(side, {r.name: x}) for side in c.args))
            found = sympy.solve_univariate_inequality(inequality, x, relational=False, domain=found)
    except NotImplementedError as error:
        return Outcome("unknown", " ".join(str(error).split()))
    found = found.intersect(sympy.S.Integers) if r.integer else found
    if found.is_empty is None:
        return Outcome("unknown", f"is {found} empty?")
    return Outcome("proved") if found.is_empty else Outcome("refuted", f"on {found}")


def _interval(r: Range) -> Any:
    lower = -sympy.oo if r.lower is None else from_term(r.lower)
    upper = sympy.oo if r.upper is None else from_term(r.upper)
    return sympy.Interval(lower, upper, r.lower_open, r.upper_open)


# -- from the kernel's terms to SymPy -----------------------------------------------------------------------------------


def _symbols(claim: Claim) -> dict[str, Any]:
    """The symbols of the claim, with their kind and their sign."""
    return {r.name: sympy.Symbol(r.name, **_assumptions(r)) for r in claim.domain.ranges}


def _assumptions(r: Range) -> dict[str, bool]:
    kind = {"integer" if r.integer else "real": True}
    if r.lower is not None and satisfied(relation(">=", r.lower, ZERO), {}):
        strict = r.lower_open or satisfied(relation(">", r.lower, ZERO), {})
        return {**kind, "positive" if strict else "nonnegative": True}
    if r.upper is not None and satisfied(relation("<=", r.upper, ZERO), {}):
        strict = r.upper_open or satisfied(relation("<", r.upper, ZERO), {})
        return {**kind, "negative" if strict else "nonpositive": True}
    return kind


def _facts(claim: Claim) -> Iterator[Term]:
    """The ends of the ranges other than 0, the side conditions and the hypotheses."""
    for r in claim.domain.ranges:
        if r.lower not in (None, ZERO):
            yield relation(">" if r.lower_open else ">=", sym(r.name), r.lower)
        if r.upper not in (None, ZERO):
            yield relation("<" if r.upper_open else "<=", sym(r.name), r.upper)
    yield from claim.domain.conditions
    yield from claim.given


def _predicate(r: Term, symbols: dict[str, Any]) -> Any:
    return _PREDICATES[r.op](_expression(r.lhs, symbols), _expression(r.rhs, symbols))


def _expression(t: Term, symbols: dict[str, Any]) -> Any:
    """The expression over symbols with assumptions; bound symbols are left as they are."""
    return from_term(t).xreplace({sympy.Symbol(name): symbol for name, symbol in symbols.items()})
