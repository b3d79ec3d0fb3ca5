"""Equations side == value in which a symbol stands at one place: the operations around it are undone one by one. Guesses only."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..kernel.terms import MINUS_ONE, ONE, TWO, Term, TermError, add, div, exp, func, log, mul, neg, power, sqrt, sub


def peeled(side: Term, value: Term, name: str) -> Iterator[Term]:
    """The solutions of side == value, if the symbol stands at one place only."""
    if side.op == "sym":
        yield value
        return
    inside = [i for i, a in enumerate(side.args) if name in a.free]
    if len(inside) != 1 or side.op == "Piecewise":
        return
    inner, rest = side.args[inside[0]], tuple(a for i, a in enumerate(side.args) if i != inside[0])
    try:
        for undone in _undone(side, inside[0], rest, value):
            yield from peeled(inner, undone, name)
    except TermError:
        return


def _undone(side: Term, place: int, rest: tuple[Term, ...], value: Term) -> Iterator[Term]:
    op = side.op
    if op == "+":
        yield sub(value, add(*rest))
    elif op == "*":
        yield div(value, mul(*rest))
    elif op == "**" and place == 0:
        if rest[0] is MINUS_ONE:
            yield div(ONE, value)
            return
        yield power(value, div(ONE, rest[0]))
        if rest[0].op == "num" and rest[0].number.p % 2 == 0:
            yield neg(power(value, div(ONE, rest[0])))
    elif op == "**":
        yield div(log(value), log(rest[0]))
    elif op in _INVERSES:
        yield from _INVERSES[op](value)


_INVERSES: dict[str, Callable[[Term], tuple[Term, ...]]] = {
    "exp": lambda y: (log(y),),
    "log": lambda y: (exp(y),),
    "sqrt": lambda y: (power(y, TWO),),
    "sinh": lambda y: (func("asinh", y),),
    "cosh": lambda y: (func("acosh", y), neg(func("acosh", y))),
    "tanh": lambda y: (func("atanh", y),),
    "asinh": lambda y: (func("sinh", y),),
    "acosh": lambda y: (func("cosh", y),),
    "atanh": lambda y: (func("tanh", y),),
    "Phi": lambda y: (func("PhiInv", y),),
    "PhiInv": lambda y: (func("Phi", y),),
    "erf": lambda y: (div(func("PhiInv", div(add(y, ONE), TWO)), sqrt(TWO)),),
    "erfc": lambda y: (neg(div(func("PhiInv", div(y, TWO)), sqrt(TWO))),),
    "LambertW": lambda y: (mul(y, exp(y)),),
    "abs": lambda y: (y, neg(y)),
}
