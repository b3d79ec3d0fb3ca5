"""Small algebra for what is derived: signs resolved at a sample, linear systems, and values in a shorter form. Nothing here is trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy

from ...kernel.reals.quadrature import compare
from ...kernel.substitution import substitute
from ...kernel.terms import ZERO, Term, neg, rebuild, sub
from ...reading.python import to_term
from ...objects.symbolic import from_term

Sample = Mapping[str, Term]


def resolved(t: Term, sample: Sample) -> Term:
    """The term with |a| and max(a, b) as they are at the sample."""
    args = tuple(resolved(a, sample) for a in t.args)
    if t.op == "abs":
        return args[0] if _order(args[0], ZERO, sample) >= 0 else neg(args[0])
    if t.op == "max":
        best = args[0]
        for a in args[1:]:
            best = a if _order(a, best, sample) > 0 else best
        return best
    return rebuild(t, args) if args else t


def _order(a: Term, b: Term, sample: Sample) -> int:
    return compare(substitute(sub(a, b), dict(sample)), ZERO) or 0


def as_sympy(t: Term) -> Any:
    """With positive symbols, so that powers combine."""
    found = from_term(t)
    return found.subs({s: sympy.Symbol(s.name, positive=True) for s in found.free_symbols})


def shorter(t: Term) -> Term:
    """An equal term, factored, if it is shorter."""
    expr = as_sympy(t)
    best = min((sympy.factor(sympy.simplify(expr)), sympy.simplify(expr), expr), key=sympy.count_ops)
    return to_term(best)


def solve(rows: Sequence[Sequence[Term]], values: Sequence[Term]) -> tuple[Term, ...]:
    """The solution of a square linear system, factored."""
    matrix = sympy.Matrix([[as_sympy(c) for c in row] for row in rows])
    found = matrix.LUsolve(sympy.Matrix([as_sympy(v) for v in values]))
    return tuple(to_term(sympy.factor(sympy.simplify(e))) for e in found)
