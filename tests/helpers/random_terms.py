"""Random terms that are the same wherever they are drawn.

What hypothesis draws depends on its version and on the modules that are loaded, so shares of its examples cannot be asserted.
Here a seed is all that counts (and the list of functions: a new one changes the samples), so that a test may say how many of its
samples have to be decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from dpsym.kernel.terms import (
    FUNCTIONS,
    MINUS_ONE,
    ONE,
    PI,
    RELATIONS,
    Term,
    add,
    bind,
    div,
    func,
    mul,
    neg,
    num,
    piecewise,
    power,
    relation,
    sub,
    sym,
)


def random_rational(rng: Random, bound: int = 4, denominator: int = 6) -> Fraction:
    d = rng.randint(1, denominator)
    return Fraction(rng.randint(-bound * d, bound * d), d)


def random_term(
    rng: Random, size: int = 4, functions: Sequence[str] = tuple(FUNCTIONS), binders: bool = True, cases: bool = True
) -> Term:
    """A term in x and y with at most about `size` nodes above its leaves; it need not be defined anywhere."""
    if size <= 0:
        return rng.choice([sym("x"), sym("y"), sym("x"), sym("y"), PI, num(random_rational(rng))])

    def part(most: int = size - 1) -> Term:
        return random_term(rng, rng.randint(0, most), functions, binders, cases)

    kind = rng.choice(["+", "*", "-", "/", "neg", "**", "f", "f", "f", *["bind"] * binders, *["cases"] * cases])
    half = (size - 1) // 2
    if kind in ("+", "*"):
        return (add if kind == "+" else mul)(part(half), part(half))
    if kind in ("-", "/"):
        return (sub if kind == "-" else div)(part(half), part(half))
    if kind == "neg":
        return neg(part())
    if kind == "**":
        exponent = rng.choice([num(rng.randint(-4, 4)), num(random_rational(rng)), sym("y")])
        base = part()
        return power(base if base.free or base.op == "num" else base + sym("x"), exponent)
    if kind == "bind":
        ends = rng.choice([(ONE, num(3)), (num(0), num(2)), (MINUS_ONE, sym("y"))])
        return bind(rng.choice(["Sum", "Product", "Integral"]), part() * sym("i") + part(), "i", *ends)
    if kind == "cases":
        condition = relation(rng.choice(RELATIONS), part(half), part(half))
        return piecewise([(part(half), condition)], rng.choice([None, part(half)]))
    name = rng.choice(list(functions))
    least, most = FUNCTIONS[name]
    if name == "LambertW":
        return func(name, part(), *rng.choice([(), (MINUS_ONE,)]))
    count = rng.randint(least, min(most, 3))
    return func(name, *(part(size - 1 if count == 1 else half) for _ in range(count)))


def random_relation(rng: Random, size: int = 3, operators: Sequence[str] = RELATIONS, binders: bool = True) -> Term:
    return relation(
        rng.choice(list(operators)), random_term(rng, size, binders=binders), random_term(rng, size, binders=binders)
    )
