"""Small algebra for what is derived: signs at a sample, linear systems, values in a shorter form. Nothing here is trusted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import sympy
from flint import fmpq

from ...kernel.arithmetic.elements import NormalError
from ...kernel.arithmetic.field import Field
from ...kernel.reals.quadrature import compare
from ...kernel.statements import Domain, Range
from ...kernel.substitution import substitute
from ...kernel.terms import MINUS_ONE, ONE, ZERO, Scalar, Term, neg, num, rebuild, sub, subterms, term
from ...objects.symbolic import from_term
from ...reading.python import RefusedError, to_term

Sample = Mapping[str, Term]
MAX_TAME = 1_000  # numerators and denominators of what SymPy may simplify


def putting(values: Mapping[str, Term]) -> Callable[[Scalar], Term]:
    """Puts terms for symbols."""
    into = dict(values)
    return lambda t: substitute(term(t), into)


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


def tame(t: Term) -> bool:
    """Whether SymPy may simplify t: to SymPy x**(10**9), and exp(x) beside exp(x/10**9), are polynomials of degree 10**9."""
    return all(max(abs(u.number.p), u.number.q) <= MAX_TAME for u in subterms(t) if u.op == "num")


def shorter(t: Term) -> Term:
    """An equal term, factored, if it is shorter."""
    if not tame(t):
        return t
    expr = as_sympy(t)
    best = min((sympy.factor(sympy.simplify(expr)), sympy.simplify(expr), expr), key=sympy.count_ops)
    return to_term(best)


def neat(t: Term, most: int = 70) -> Term:
    """An equal term that reads better, if the kernel's normal forms see that it is equal; short terms are simplified by SymPy first."""
    best = folded(t)
    size = sum(1 for _ in subterms(t))
    candidates = [best]
    if size <= most and tame(best):
        with suppress(RefusedError, ValueError, TypeError, RecursionError):
            candidates.append(to_term(sympy.simplify(as_sympy(best))))
    for c in sorted(candidates, key=lambda u: sum(1 for _ in subterms(u))):
        if c.free <= t.free and same(c, t):
            return c
    return t


def same(a: Term, b: Term) -> bool:
    """Whether normal forms see that the terms are equal where both are defined, for positive symbols."""
    if a is b:
        return True
    names = sorted(a.free | b.free)
    try:
        return bool(Field(Domain(tuple(Range(n, ZERO, None, True) for n in names))).is_zero(sub(a, b)))
    except NormalError:
        return False


def folded(t: Term) -> Term:
    """Sums and products of numbers as numbers, without zeros in sums and ones in products."""
    args = tuple(map(folded, t.args))
    if t.op not in ("+", "*"):
        if (
            t.op == "**"
            and all(a.op == "num" for a in args)
            and args[1].number.q == 1
            and abs(int(args[1].number.p)) < 64
        ):
            base, e = args[0].number, int(args[1].number.p)
            if base != 0 or e > 0:
                return num(base**e)
        if t.op == "**" and args[1] is ONE:
            return args[0]
        if t.op == "log" and args[0].op == "exp":
            return args[0].args[0]
        return rebuild(t, args) if args else t
    if t.op == "*" and len(args) == 2 and args[0] is MINUS_ONE and not _has_number(args[1]):
        return neg(args[1])  # it is printed as a minus sign
    flat = [b for a in args for b in (a.args if a.op == t.op else (a,))]
    value = fmpq(0) if t.op == "+" else fmpq(1)
    rest = []
    for a in flat:
        if a.op == "num":
            value = value + a.number if t.op == "+" else value * a.number
        else:
            rest.append(a)
    if t.op == "*" and value == 0:
        return ZERO
    neutral = 0 if t.op == "+" else 1
    first = t.op == "*" or flat[0].op == "num"
    parts = rest if value == neutral and rest else ([num(value), *rest] if first else [*rest, num(value)])
    return parts[0] if len(parts) == 1 else rebuild(t, tuple(parts))


def _has_number(t: Term) -> bool:
    return t.op == "num" or (t.op == "*" and any(a.op == "num" for a in t.args))


def solve(rows: Sequence[Sequence[Term]], values: Sequence[Term]) -> tuple[Term, ...]:
    """The solution of a square linear system, factored."""
    matrix = sympy.Matrix([[as_sympy(c) for c in row] for row in rows])
    found = matrix.LUsolve(sympy.Matrix([as_sympy(v) for v in values]))
    return tuple(to_term(sympy.factor(sympy.simplify(e))) for e in found)
