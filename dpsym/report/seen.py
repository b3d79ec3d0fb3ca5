"""What the kernel saw without saying it: the factors that show a sign, and the value of a term at an end of a range.

Computed again for the reader with the kernel's own normal forms. Where nothing short can be shown there is no answer.
"""

from __future__ import annotations

from flint import fmpq

from ..kernel.arithmetic.bounds import Bounds
from ..kernel.arithmetic.elements import Frac, NormalError
from ..kernel.arithmetic.field import Field
from ..kernel.arithmetic.signs import factors_of
from ..kernel.reals.context import Context
from ..kernel.reals.rules import RULES
from ..kernel.statements import Domain, Fact, Have, Pattern
from ..kernel.substitution import substitute
from ..kernel.terms import ZERO, Term, TermError, mul, num, power
from ..search.ends import end_sign
from .text import term_text
from .tidy import tidy

_LONG = 160  # characters of a product of factors that is still worth showing


def visible(fact: Fact) -> bool:
    """Whether the ranges of the parts alone show the relation, without multiplying out or factoring."""
    return fact.statement in fact.domain.conditions or Bounds(fact.domain).satisfies(fact.statement)


def needs_facts(h: Have, context: Context) -> bool:
    """Whether the terms of a step are not seen to be defined without the facts that it names for that."""
    s, domain = h.statement, h.statement.domain
    own = s.statement.args if isinstance(s, Fact) else (s.term,)
    fields = [getattr(h.by, field) for field in RULES[type(h.by).__name__][1]]
    pairs = [t for field in fields if isinstance(field, tuple) for pair in field for t in pair]
    terms = [t for t in (*own, *fields, *pairs) if isinstance(t, Term) and t.free <= set(domain.names)]
    return any(context.undefined(t, domain, ()) is not None for t in terms)


def factored(t: Term, domain: Domain) -> Term | None:
    """The term as a product of irreducible factors of its normal form, if that is short."""
    field = Field(domain)
    try:
        product = field.stable(lambda: _product(field, field.normal(t)))
    except NormalError:
        return None
    found = tidy(product)
    return found if len(term_text(found)) <= _LONG else None


def _product(field: Field, a: Frac) -> Term:
    if a.num.is_zero():
        return ZERO
    content, factors = fmpq(1), []
    for p, sign in ((a.num, 1), (a.den, -1)):
        c, parts = factors_of(p)
        content *= fmpq(c) ** sign
        factors += [power(field.poly_term(f), num(sign * int(e))) for f, e in parts]
    return mul(num(content), *factors)


def end_value(pattern: Pattern, upper: bool, order: int) -> Term | None:
    """The limit of a pattern's term at an end of its symbol's range, if it is 0 or a short term."""
    if end_sign(pattern.term, pattern.symbol, pattern.domain, upper, order) == 0:
        return ZERO
    r = pattern.domain.range(pattern.symbol)
    end = r.upper if upper else r.lower
    if end is None:
        return None
    field = Field(pattern.domain.without(pattern.symbol))
    value = substitute(pattern.term, {pattern.symbol: end})
    try:
        value = tidy(field.stable(lambda: field.term(field.normal(value))))
    except (NormalError, TermError):
        return None
    return value if value is not ZERO and len(term_text(value)) <= _LONG // 4 else None
