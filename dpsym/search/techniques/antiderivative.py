"""Antiderivatives by undetermined coefficients: the integrand's own generators, with powers of the symbol, are the basis.

The derivative of each basis function is brought to normal form; the coefficients, which do not depend on the symbol, solve
linear equations over the field. Whatever comes out is checked by the kernel.
"""

from __future__ import annotations

from itertools import product

from flint import fmpq, fmpq_mpoly

from ...kernel.arithmetic.derivative import NotDifferentiable, derivative
from ...kernel.arithmetic.elements import Frac, Generator, NormalError
from ...kernel.arithmetic.field import Field
from ...kernel.arithmetic.limits import Expansion, Unknown, at_infinity
from ...kernel.arithmetic.signs import factors_of
from ...kernel.statements import Domain, Range
from ...kernel.substitution import substitute
from ...kernel.terms import (
    ONE,
    TWO,
    ZERO,
    Term,
    TermError,
    add,
    div,
    exp,
    func,
    log,
    mul,
    neg,
    num,
    power,
    rebuild,
    sqrt,
    sub,
    sym,
)
from ..normal import normal_term
from ..work import Work

MAX_BASIS = 40
MAX_DEGREE = 12
FAR = num(10**6)


def antiderivative(f: Term, name: str, domain: Domain, work: Work) -> Term | None:
    """A term with derivative f along the symbol, on a domain that has it; None if none is found."""
    field = Field(domain, work.division)
    try:
        found = field.stable(lambda: _by_coefficients(field, f, name))
        return found and _as_powers(found)
    except (NormalError, NotDifferentiable, TermError):
        return None


def _by_coefficients(field: Field, f: Term, name: str) -> Term | None:
    wanted = field.normal(f)
    if wanted.num.is_zero():
        return ZERO
    basis = list(dict.fromkeys([*_logarithms(field, wanted, name), *_monomials(field, wanted, name)]))
    basis += _tails(field, wanted, name)
    if len(basis) > MAX_BASIS:
        return None
    slopes = [field.normal(derivative(b, name)) for b in basis]
    solved = _solve(field, slopes, field.normal(f), name)
    if solved is None:
        return None
    parts = [(field.term(c), b) for c, b in zip(solved, basis) if not c.num.is_zero()]
    return add(*(_times(c, b) for c, b in parts))


def _as_powers(t: Term) -> Term:
    """exp(c log t) as t**c, which has a value at t = 0 as well."""
    if t.op == "exp" and t.args[0].op == "*":
        logs = [a for a in t.args[0].args if a.op == "log"]
        if len(logs) == 1:
            return power(logs[0].args[0], mul(*(a for a in t.args[0].args if a is not logs[0])))
    return rebuild(t, tuple(map(_as_powers, t.args))) if t.args else t


def _moving(field: Field, name: str) -> list[Generator]:
    return [g for g in field.generators if name in g.free]


def _monomials(field: Field, a: Frac, name: str) -> list[Term]:
    """t**k times what else depends on t, over powers of the denominator's factors."""
    moving = [g for g in _moving(field, name) if g.kind != "sym"]
    index = next((g.index for g in field.generators if g.kind == "sym" and g.term.value == name), None)
    degree = 0 if index is None else min(int(a.num.degrees()[index]), MAX_DEGREE)
    outer: dict[Term, None] = {}
    for m in a.num.to_dict():
        for parts in product(*(_factors(field, g, int(m[g.index])) for g in moving)):
            outer.setdefault(_times(*parts))
    below = [(f, int(e)) for f, e in factors_of(a.den)[1] if _depends(field, f, name)]
    # A high power is one of an exponential with a large denominator: its derivative has the same.
    orders = [[_power(field.poly_term(f), -k) for k in (range(e + 1) if e <= MAX_DEGREE else (e,))] for f, e in below]
    lower = [_times(*parts) for parts in product(*orders)]
    steps = [_power(sym(name), k) for k in range(degree + 2)]
    found = [_times(s, o, d) for o in outer for d in lower for s in steps]
    return [b for b in found if name in b.free]


def _factors(field: Field, g: Generator, e: int) -> list[Term]:
    """What a power of a generator may come from: logarithms and error functions lose powers when differentiated."""
    if g.kind == "log":
        return [_power(g.term, j) for j in range(e + 1)]
    if g.kind == "erfc" and e:
        gauss = exp(neg(power(g.term.args[0], TWO)))
        return [*(_power(g.term, j) for j in range(e + 1)), gauss]
    return [_power(g.term, e)]


def _power(t: Term, e: int) -> Term:
    return ONE if e == 0 else t if e == 1 else power(t, num(e))


def _times(*factors: Term) -> Term:
    return mul(*(f for f in factors if f is not ONE))


def _depends(field: Field, p: fmpq_mpoly, name: str) -> bool:
    return any(d and name in g.free for g, d in zip(field.generators, p.degrees()))


def _logarithms(field: Field, a: Frac, name: str) -> list[Term]:
    """log of each factor of the denominator, with the sign that it has."""
    out = []
    for f, _ in factors_of(a.den)[1]:
        if _depends(field, f, name):
            sign = field.sign(f)
            if sign:
                out.append(log(field.poly_term(f if sign > 0 else -f)))
    return out


def _tails(field: Field, a: Frac, name: str) -> list[Term]:
    """erfc of the completed square for each exponential of a quadratic that opens downwards."""
    found: dict[Term, None] = {}
    t = sym(name)
    below = factors_of(a.den)[1]
    for m in a.num.to_dict():
        exponent = field.zero
        for g in _moving(field, name):
            e = int(m[g.index]) - sum(int(e) for f, e in below if f == field.gens[g.index])
            if g.kind == "exp" and e:
                exponent = field.plus(exponent, field.scale(g.argument, fmpq(e)))
        q = field.term(exponent)
        curvature = normal_term(field, derivative(derivative(q, name), name)) if name in q.free else None
        if curvature is None or curvature is ZERO or name in curvature.free:
            continue
        width = normal_term(field, div(neg(curvature), TWO))
        if width is None or not field.term_sign(width)[0] > 0:
            continue
        centre = sub(t, div(substitute(derivative(q, name), {name: ZERO}), neg(curvature)))
        argument = normal_term(field, mul(sqrt(width), centre))
        if argument is not None:
            found.setdefault(func("erfc", argument))
    return list(found)


def _solve(field: Field, slopes: list[Frac], wanted: Frac, name: str) -> list[Frac] | None:
    """Coefficients c, free of the symbol, with sum c_i slopes_i == wanted."""
    den = wanted.den
    for s in slopes:
        den = den * (s.den / den.gcd(s.den))
    columns = [_split(field, field.times(s, Frac(den, field.ring.constant(1))), name) for s in (*slopes, wanted)]
    if any(c is None for c in columns):
        return None
    rows = list(dict.fromkeys(k for c in columns for k in c))  # type: ignore[union-attr]
    matrix = [[c.get(k, field.zero) for c in columns] for k in rows]  # type: ignore[union-attr]
    return _eliminate(field, matrix, len(slopes))


def _split(field: Field, a: Frac, name: str) -> dict[tuple[int, ...], Frac] | None:
    """A polynomial by its monomials in the generators that depend on the symbol."""
    if _depends(field, a.den, name):
        return None
    moving = {g.index for g in _moving(field, name)}
    parts: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
    for m, c in a.num.to_dict().items():
        key = tuple(int(e) if i in moving else 0 for i, e in enumerate(m))
        parts.setdefault(key, {})[tuple(0 if i in moving else int(e) for i, e in enumerate(m))] = c
    return {k: field.fraction(field.ring.from_dict(p), a.den) for k, p in parts.items()}


def _eliminate(field: Field, rows: list[list[Frac]], n: int) -> list[Frac] | None:
    """A solution of a linear system given by its rows, the right side last; free unknowns are 0."""
    pivots: list[tuple[int, list[Frac]]] = []
    for row in rows:
        for column, p in pivots:
            row = _minus(field, row, p, row[column])
        column = next((i for i in range(n) if not row[i].num.is_zero()), -1)
        if column < 0:
            if not row[n].num.is_zero():
                return None
            continue
        inverse = field.inverse(row[column])
        row = [field.times(x, inverse) if not x.num.is_zero() else x for x in row]
        pivots = [(c, _minus(field, p, row, p[column])) for c, p in pivots]
        pivots.append((column, row))
    solution = [field.zero] * n
    for column, p in pivots:
        solution[column] = p[n]
    return solution


def _minus(field: Field, a: list[Frac], b: list[Frac], factor: Frac) -> list[Frac]:
    if factor.num.is_zero():
        return a
    negative = field.scale(factor, fmpq(-1))
    return [x if y.num.is_zero() else field.plus(x, field.times(y, negative)) for x, y in zip(a, b)]


def limit_value(
    t: Term, name: str, others: Domain, end: Term | None, upper: bool, work: Work, order: int = 4
) -> Term | None:
    """The finite limit of t as the symbol tends to an end, as far as an expansion shows it."""
    field = Field(others.with_range(Range(name, lower=FAR)), work.division)
    try:
        return field.stable(lambda: _constant_term(field, at_infinity(t, name, end, upper), name, order))
    except (Unknown, NormalError, TermError):
        return None


def _constant_term(field: Field, t: Term, name: str, order: int) -> Term | None:
    expansion = Expansion(field, name, order)
    series = expansion.of(field.normal(t))
    if series.terms and expansion.size(series.terms[0][0]) > 0:
        return None
    if not series.terms or expansion.size(series.terms[0][0]) < 0:
        return ZERO
    return field.term(series.terms[0][1])
