"""The pair that attains a bound, where the theorem gives it by a symbol of its own: the symbol as a function of the parameters.

A theorem may say that its bound is attained at h = f(s) for every s in a range. Solving for s is not trusted and need not be: for
every s in the range the kernel has proved equality.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy

from ...kernel.reals.points import satisfied
from ...kernel.statements import Claim
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, ZERO, Term, term
from ...library.theorem import Theorem
from ...objects.language import domain
from ...reading.python import RefusedError, to_term
from ...search.outcome import Budget
from ...search.refuting.refuter import find_witness
from .algebra import as_sympy, neat, putting, tame
from .quantities import P, Q

Pair = tuple[tuple[Term, ...], tuple[Term, ...]]


def solved_pair(theorem: Theorem, values: Mapping[str, Term], where: Sequence[Term]) -> Pair | None:
    """P and Q in the parameters of the question; None if the equation is not solved."""
    tight = theorem.tight
    if tight is None or len(tight.params) != 1:
        return None
    ((name, form),) = tight.params.items()
    own = sorted(term(form).free - set(theorem.domain.names))
    if len(own) != 1 or own[0] in frozenset[str]().union(*(t.free for t in values.values())):
        return None
    put = putting(values)
    for root in _roots(put(form) - values[name], own[0]):
        inner = putting({own[0]: root})
        if _holds([inner(put(c)) for c in tight.where], where):
            p, q = (tuple(neat(inner(put(t))) for t in tight.values[law]) for law in (P, Q))
            return p, q
    return None


def _roots(equation: Term, name: str) -> list[Term]:
    if not tame(equation):
        return []
    expr = as_sympy(equation)
    symbol = sympy.Symbol(name, positive=True)
    try:
        return [to_term(sympy.simplify(r)) for r in sympy.solve(sympy.numer(sympy.together(expr)), symbol)]
    except NotImplementedError:  # sympy.solve has no method for this equation
        return []
    except RefusedError:  # a root that is no term of ours
        return []


def _holds(conditions: Sequence[Term], where: Sequence[Term]) -> bool:
    """Whether the conditions hold at a point of the domain: which of several roots is meant."""
    point = find_witness(Claim(domain(*where), (), ZERO, "<=", ONE), Budget(seconds=1.0))
    if point is None:
        return False
    return all(satisfied(substitute(c, dict(point)), {}) is True for c in conditions)
