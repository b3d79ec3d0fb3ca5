"""Closed forms of zeros: by SymPy, within a number of calls, and from digits. Guesses only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from flint import arb, fmpq

from ..kernel.arithmetic.balls import Unsupported, precision
from ..kernel.reals.quadrature import enclose
from ..kernel.terms import (
    MINUS_ONE,
    ONE,
    PI,
    TWO,
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
    sqrt,
    sub,
)
from ..search.exact_roots import fold
from ..search.profile import midpoint, simple
from .attempting import SYMPY_FAILS, attempt, modest

DIGITS = arb(10) ** -25
WAYS = 6  # of solving an equation


def solved(t: Term, name: str, near: fmpq | None) -> Iterator[Term]:
    """Zeros of t along a symbol as SymPy finds them, in the symbol or in its exponential; only those at `near`, if that is given."""
    for way in range(WAYS):
        some = False
        for found in _zeros(t, name, way):
            if near is None or at(found, near):
                some = True
                yield found
        if some:
            return


@lru_cache(256)
def _zeros(t: Term, name: str, way: int) -> tuple[Term, ...]:
    """The zeros that one way of solving finds. Remembered: a term is asked about at each of its zeros."""
    import sympy

    from ..objects.symbolic import from_term

    x, z = sympy.Symbol(name), sympy.Symbol("z_", positive=True)
    expr = attempt(lambda: from_term(t)) if modest(t) else None
    if expr is None:
        return ()
    ways: list[Callable[[], Any]] = [
        lambda: sympy.solve(sympy.numer(sympy.together(expr)), x),
        lambda: [sympy.log(r) for r in sympy.solve(_numerator(expr, x, sympy.log(z)), z)],
        lambda: [2 * sympy.log(r) for r in sympy.solve(_numerator(expr, x, 2 * sympy.log(z)), z)],
        lambda: [sympy.exp(r) - 1 for r in sympy.solve(_numerator(expr, x, sympy.exp(z) - 1), z)],
        lambda: [r - 1 for r in sympy.solve(_numerator(expr, x, z - 1), z)],
        lambda: [r**2 for r in sympy.solve(_numerator(expr, x, z**2), z)],
    ]
    roots = (_as_term(root) for root in attempt(ways[way]) or ())
    return tuple(found for found in roots if found is not None and name not in found.free)


def _numerator(expr: Any, x: Any, value: Any) -> Any:
    import sympy

    return sympy.numer(sympy.together(sympy.expand(sympy.simplify(expr.subs(x, value)))))


def related(near: fmpq) -> Iterator[Term]:
    """Closed forms of a number from small whole relations that its digits seem to satisfy.

    In z, which is the number or an elementary function of it: a + b z + c z**2 == 0, or a + b z + c exp(k z) == 0, which Lambert's W
    solves: with u = -k (z + a/b), u exp(u) == (c k/b) exp(-k a/b).
    """
    for z, back in _views(near):
        for coefficients in _relations(z):
            for t in coefficients:
                guess = fold(back(t))
                if at(guess, near):
                    yield guess


def _views(near: fmpq) -> Iterator[tuple[Any, Callable[[Term], Term]]]:
    import mpmath

    with mpmath.workdps(80):
        x = mpmath.mpf(int(near.p)) / int(near.q)
        yield x, lambda t: t
        yield x * x, lambda t: sqrt(t) if near > 0 else neg(sqrt(t))
        if near > 0:
            yield mpmath.log(x), exp
            yield mpmath.sqrt(x), lambda t: power(t, TWO)
            yield x**3, lambda t: power(t, num(1, 3))
        if near > -1:
            yield mpmath.log(1 + x), lambda t: sub(exp(t), ONE)
        if near < 1:
            yield mpmath.log(1 - x), lambda t: sub(ONE, exp(t))
        if near > 0:
            yield mpmath.log(1 + x * x), lambda t: sqrt(sub(exp(t), ONE))
        if abs(near) < 50:
            yield mpmath.exp(x), log
            yield mpmath.exp(x / 2), lambda t: mul(TWO, log(t))


def _relations(z: Any) -> Iterator[list[Term]]:
    import mpmath

    with mpmath.workdps(80):
        if abs(z) < mpmath.mpf(10) ** -20 or abs(z) > 10**6:
            return
        found = mpmath.pslq([mpmath.mpf(1), z, z * z], tol=mpmath.mpf(10) ** -60, maxcoeff=2000, maxsteps=2000)
        if found:
            yield _quadratic(found[0], found[1], found[2])
        for k in (1, -1, 2, -2):
            if abs(z) > 40:
                return
            found = mpmath.pslq(
                [mpmath.mpf(1), z, mpmath.exp(k * z)], tol=mpmath.mpf(10) ** -60, maxcoeff=500, maxsteps=2000
            )
            if found and found[1] and found[2]:
                yield _lambert(found[0], found[1], found[2], k)


def _quadratic(c: int, b: int, a: int) -> list[Term]:
    if a == 0:
        return [num(Fraction(-c, b))] if b else []
    disc = b * b - 4 * a * c
    if disc < 0:
        return []
    return [fold(div(add(num(-b), mul(num(s), sqrt(num(disc)))), num(2 * a))) for s in (1, -1)]


def _lambert(a: int, b: int, c: int, k: int) -> list[Term]:
    argument = mul(num(Fraction(c * k, b)), exp(num(Fraction(-k * a, b))))
    found = [func("LambertW", fold(argument), *branch) for branch in ((), (MINUS_ONE,))]
    return [sub(num(Fraction(-a, b)), div(u, num(k))) for u in found]


def named(value: fmpq | None) -> Iterator[Term]:
    """Closed forms that agree with the first 25 digits of a number: p/q times a power of pi, e, log 2, or a root of these."""
    if value is None:
        return
    sign = -1 if value < 0 else 1
    with precision(400):
        x = abs(arb(value))
        pi, e, log2 = arb.pi(), arb(1).exp(), arb(2).log()
        units: list[tuple[arb, Term]] = [(arb(1), ONE), (e, exp(ONE)), (1 / e, exp(MINUS_ONE)), (log2, log(TWO))]
        units += [(pi, PI), (1 / pi, div(ONE, PI)), (1 / log2, div(ONE, log(TWO))), (log2**2, power(log(TWO), TWO))]
        ratios = [(x / u, t, False) for u, t in units] + [(x * x / u, t, True) for u, t in units]
    for ratio, unit, squared in ratios:
        middle = midpoint(ratio)
        close = None if middle is None else simple(Fraction(int(middle.p), int(middle.q)), 80)
        if close is not None and close and close.denominator <= 1000:
            t = fold(mul(num(close), unit))
            t = fold(sqrt(t)) if squared else t
            yield t if sign > 0 else neg(t)


def simplified(t: Term, positive: tuple[str, ...] = ()) -> tuple[Term, ...]:
    """Shorter ways to write a term, as SymPy sees them; it may take these symbols for positive."""
    import sympy

    from ..objects.symbolic import from_term

    known = {n: sympy.Symbol(n, positive=True) if n in positive else sympy.Symbol(n, real=True) for n in t.free}
    expr = attempt(lambda: from_term(t, known)) if modest(t) else None
    if expr is None:
        return ()
    found: dict[Term, None] = {}
    ways: tuple[Callable[[Any], Any], ...] = (
        sympy.simplify,
        sympy.factor,
        lambda e: sympy.simplify(sympy.expand_log(e, force=True)),
        lambda e: sympy.radsimp(sympy.nsimplify(e)) if e.is_algebraic else e,
        lambda e: sympy.expand(sympy.sqrtdenest(e)) if e.is_algebraic else sympy.sqrtdenest(e),
    )
    for way in ways:
        new = attempt(partial(way, expr))
        written = None if new is None else _as_term(new)
        if written is not None and written.free <= t.free:
            found.setdefault(written)
    return tuple(found)


def _as_term(expr: Any) -> Term | None:
    from ..reading.python import to_term

    try:
        return fold(to_term(expr))
    except SYMPY_FAILS:
        return None


def at(t: Term, near: fmpq) -> bool:
    """Whether a closed term is a number that agrees with many digits."""
    if t.free:
        return False
    try:
        about = enclose(t, 400)
    except (Unsupported, TermError):
        return False
    with precision(400):
        return bool(abs(about - arb(near)) < DIGITS * arb(max(abs(near), fmpq(1))))
