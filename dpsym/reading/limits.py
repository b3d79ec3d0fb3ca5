"""How large a text's terms may be. Each check returns what is wrong, or None.

A short text can stand for a number or a term that fills the memory (`10**10**10`, abbreviations of abbreviations).
"""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpq, fmpz

from ..kernel.terms import Term, subterms

MAX_NESTING = 100
MAX_EXPONENT = 10_000  # of a power whose exponent is a number
MAX_BITS = 100_000  # of a power of numbers, written out
MAX_SUM_TERMS = 10_000  # of a sum or product between numbers, nested ones multiplied
MAX_NODES = 50_000  # of a term once its abbreviations are expanded


def rational(t: Term) -> fmpq | None:
    """The value of a closed term of numbers, + * and integer powers; None if it is not one, or not defined."""
    if t.op == "num":
        return t.value
    if t.free or t.op not in ("+", "*", "**"):
        return None
    values: dict[Term, fmpq] = {}
    for u in subterms(t):
        if u.op == "num":
            values[u] = u.value
        elif u.op == "+":
            values[u] = sum((values[a] for a in u.args), fmpq(0))
        elif u.op == "*":
            values[u] = fmpq(1)
            for a in u.args:
                values[u] *= values[a]
        elif u.op == "**" and values[u.rhs].q == 1 and (values[u.lhs] != 0 or values[u.rhs] > 0):
            values[u] = values[u.lhs] ** int(values[u.rhs].p)
        else:
            return None
    return values[t]


def power_limit(base: Term, exponent: Term) -> str | None:
    """A power of numbers must be one that can be written out."""
    e = rational(exponent)
    if e is None:
        return None
    if abs(e) > MAX_EXPONENT:
        return f"the exponent is larger than {MAX_EXPONENT}"
    b = rational(base)
    if b is not None and int(abs(e).p // e.q) * max(_bits(b.p), _bits(b.q)) > MAX_BITS:
        return f"the power has more than {MAX_BITS} bits"
    return None


def _bits(n: fmpz) -> int:
    return (abs(int(n)) - 1).bit_length()


def sum_terms(binder: Term, known: Mapping[Term, int]) -> int:
    """How many terms a sum or product between numbers has; `known` holds the counts of those inside."""
    body, lower, upper = binder.args
    low, high = rational(lower), rational(upper)
    counted = low is not None and high is not None and high >= low and binder.op != "Integral"
    span = int((high - low).p // (high - low).q) + 1 if counted else 1  # type: ignore[operator]
    return span * max((known.get(u, 1) for u in subterms(body)), default=1)


def size_limit(t: Term) -> str | None:
    """Abbreviations of abbreviations may stand for terms far larger than their text."""
    sizes: dict[Term, int] = {}
    for u in subterms(t):
        sizes[u] = 1 + sum(sizes[a] for a in u.args)
    return f"more than {MAX_NODES} parts once the abbreviations are expanded" if sizes[t] > MAX_NODES else None
