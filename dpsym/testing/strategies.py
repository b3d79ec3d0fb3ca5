"""Hypothesis strategies for random terms and relations, for property tests of anything that takes a term.

    @given(terms())
    def test_print_then_read(t):
        assert read_term(term_text(t)) is t

dpsym.testing is the only package that imports hypothesis.
"""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from ..kernel.substitution import substitute
from ..kernel.terms import (
    BINDERS,
    FUNCTIONS,
    MINUS_ONE,
    ONE,
    OO,
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
    subterms,
    sym,
)

#: Every function of the syntax.
ALL_FUNCTIONS = tuple(FUNCTIONS)


def rationals(bound: int = 12) -> st.SearchStrategy[Term]:
    """Small exact numbers: integers and fractions of either sign."""
    return st.builds(num, st.integers(-bound, bound), st.integers(1, bound))


def terms(
    symbols: Sequence[str] = ("x", "y"),
    functions: Sequence[str] = ALL_FUNCTIONS,
    binders: bool = True,
    cases: bool = True,
    max_leaves: int = 12,
) -> st.SearchStrategy[Term]:
    """Random terms over the whole grammar; nothing says that they are defined anywhere.

    `symbols` are the free symbols, `functions` the named functions to use. `binders` adds sums, products and integrals,
    with bound symbols that differ from the free ones; `cases` adds Piecewise. Exponents are small numbers or contain a
    symbol, so that no term stands for a number too large to write down.
    """
    leaves = st.one_of(rationals(), st.sampled_from([sym(s) for s in symbols]), st.just(PI))

    def extend(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
        choices = [
            st.lists(inner, min_size=2, max_size=4).map(lambda parts: add(*parts)),
            st.lists(inner, min_size=2, max_size=4).map(lambda parts: mul(*parts)),
            st.builds(sub, inner, inner),
            st.builds(div, inner, inner),
            inner.map(neg),
            _powers(inner, symbols),
        ]
        if functions:
            choices.append(_applications(inner, functions))
        if binders:
            choices.append(_binders(inner, symbols))
        if cases:
            choices.append(_piecewise(inner))
        return st.one_of(choices)

    return st.recursive(leaves, extend, max_leaves=max_leaves)


def relations(inner: st.SearchStrategy[Term], operators: Sequence[str] = RELATIONS) -> st.SearchStrategy[Term]:
    """Random relations between two terms of a strategy."""
    return st.builds(relation, st.sampled_from(operators), inner, inner)


def _powers(inner: st.SearchStrategy[Term], symbols: Sequence[str]) -> st.SearchStrategy[Term]:
    exponents = st.one_of(st.integers(-4, 4).map(num), rationals(4), inner.filter(lambda t: bool(t.free)))
    first = sym(symbols[0])
    bases = inner.map(lambda t: t if t.free or t.op == "num" else t + first)
    return st.builds(power, bases, exponents)


def _applications(inner: st.SearchStrategy[Term], functions: Sequence[str]) -> st.SearchStrategy[Term]:
    def apply(name: str) -> st.SearchStrategy[Term]:
        least, most = FUNCTIONS[name]
        if name == "LambertW":
            branches = st.sampled_from([(), (num(0),), (MINUS_ONE,)])
            return st.builds(lambda x, branch: func(name, x, *branch), inner, branches)
        arguments = st.lists(inner, min_size=least, max_size=min(most, 3))
        return arguments.map(lambda parts: func(name, *parts))

    return st.sampled_from(list(functions)).flatmap(apply)


def _piecewise(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    pieces = st.lists(st.tuples(inner, relations(inner)), min_size=1, max_size=2)
    return st.builds(piecewise, pieces, st.none() | inner)


def _binders(inner: st.SearchStrategy[Term], symbols: Sequence[str]) -> st.SearchStrategy[Term]:
    ends = st.sampled_from([(ONE, num(3)), (num(0), OO), (ONE, sym(symbols[-1])), (neg(OO), num(1, 2))])
    return st.builds(_bind_fresh, st.sampled_from(BINDERS), inner, st.sampled_from(list(symbols)), ends)


def _bind_fresh(op: str, body: Term, replaced: str, ends: tuple[Term, Term]) -> Term:
    """Binds a symbol that occurs nowhere in the body, put in place of one of its free symbols."""
    taken = {str(u.value) for u in subterms(body) if u.op in ("sym", *BINDERS)} | ends[1].free
    fresh = next(name for k in range(len(taken) + 1) if (name := f"i{k}") not in taken)
    return bind(op, substitute(body, {replaced: sym(fresh)}), fresh, *ends)
