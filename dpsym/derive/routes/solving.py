"""Parameters of one statement in terms of those of another: which value of a symbol makes a term equal to a given one.

Terms never simplify themselves, so what is found is tidied here in the few ways that make it readable: log(exp(a)) is a, and a factor
leaves a quotient. Nothing rests on that: where a tidied term stands in for another one, the kernel is asked whether they are equal.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.terms import ONE, ZERO, Term, add, div, exp, log, mul, num, power, sub, subterms

MINUS_ONE = num(-1)


def logarithm(t: Term) -> Term:
    """log t, without one if t is an exponential or 1."""
    if t.op == "exp":
        return t.args[0]
    if t.op == "**" and t.args[0].op == "exp":
        return mul(t.args[1], t.args[0].args[0])
    return ZERO if t is ONE else log(t)


def exponential(t: Term) -> Term:
    return t.args[0] if t.op == "log" else exp(t)


def factors(t: Term) -> list[Term]:
    """The factors of a product, those of its factors included."""
    return [f for a in t.args for f in factors(a)] if t.op == "*" else [t]


def product(parts: Sequence[Term]) -> Term:
    rest = [p for p in parts if p is not ONE]
    return ONE if not rest else rest[0] if len(rest) == 1 else mul(*rest)


def quotient(t: Term, divisor: Term) -> Term:
    """t/divisor, where each factor of the divisor that t has is left out."""
    if t is ZERO:
        return ZERO
    own, left = factors(t), []
    for d in factors(divisor):
        if d in own:
            own.remove(d)
        elif d.op == "**" and d.args[1] is MINUS_ONE:
            own.insert(0, d.args[0])
        else:
            left.append(d)
    return product(own) if not left else div(product(own), product(left))


def total(parts: Sequence[Term]) -> Term:
    rest = [p for p in parts if p is not ZERO]
    return ZERO if not rest else rest[0] if len(rest) == 1 else add(*rest)


def less(t: Term, taken: Term) -> Term:
    """t − taken, where a summand of t that is taken is left out."""
    if t.op == "num" and taken.op == "num":
        return num(t.number - taken.number)
    own = list(t.args) if t.op == "+" else [t]
    if taken in own:
        own.remove(taken)
        return total(own)
    return t if taken is ZERO else sub(t, taken)


def occurrences(t: Term, name: str) -> int:
    if t.op == "sym":
        return int(t.value == name)
    return sum(occurrences(a, name) for a in t.args) if name in t.free else 0


def inverse(t: Term, name: str, value: Term) -> Term | None:
    """The value of the symbol at which t is `value`, if the symbol occurs once and each function on the way to it has an inverse."""
    if occurrences(t, name) != 1 or any(u.op in ("Sum", "Product", "Integral", "Piecewise") for u in subterms(t)):
        return None
    while t.op != "sym":
        inner = next(a for a in t.args if name in a.free)
        others = [a for a in t.args if a is not inner]
        if t.op == "+":
            for other in others:
                value = less(value, other)
        elif t.op == "*":
            value = quotient(value, product(others))
        elif t.op == "exp":
            value = logarithm(value)
        elif t.op == "log":
            value = exponential(value)
        elif t.op == "**" and t.args[1] is MINUS_ONE and inner is t.args[0]:
            value = power(value, MINUS_ONE)
        else:
            return None
        t = inner
    return value
