"""Sums of terms that can be parted: a gap that is a sum of groups, each of which is nonnegative.

The squared Hellinger distance of two coins is at least half their triangular discrimination, outcome by outcome: the four terms of
the gap fall into two pairs, one for each outcome.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.logic import Combine
from ...kernel.statements import Fact
from ...kernel.terms import MINUS_ONE, ONE, ZERO, Term, add, mul, relation
from ..plausible import plausible
from ..prover import Prover

MAX_TERMS = 7


def by_groups(prover: Prover, fact: Fact, depth: int) -> str | None:
    """Two groups of terms, each nonnegative."""
    gap, op = nonnegative_form(fact.statement)
    terms = _terms(gap)
    if op not in (">", ">=") or not 3 < len(terms) <= MAX_TERMS:
        return None
    for one, other in _parted(terms):
        facts = [Fact(fact.domain, relation(">=", add(*group), ZERO)) for group in (one, other)]
        if not all(plausible(f, prover.work) for f in facts):
            continue
        prover.note("groups of terms")
        first = prover.prove(facts[0], depth + 1)
        second = first and prover.prove(Fact(fact.domain, relation(op, add(*other), ZERO)), depth + 1)
        if first and second:
            return prover.have(fact, Combine(((first, ONE), (second, ONE))))
    return None


def _terms(t: Term, sign: int = 1) -> list[Term]:
    """The terms of a sum, with those of sums that are subtracted."""
    if t.op == "+":
        return [u for a in t.args for u in _terms(a, sign)]
    if t.op == "*" and len(t.args) == 2 and t.args[0] is MINUS_ONE:
        return _terms(t.args[1], -sign)
    return [t if sign > 0 else mul(MINUS_ONE, t)]


def _parted(terms: list[Term]) -> Iterator[tuple[list[Term], list[Term]]]:
    """All ways to part the terms in two groups of at least two, the first term in the first one, small groups first."""
    rest = range(1, len(terms))
    for size in range(1, len(terms) - 2):
        for chosen in combinations(rest, size):
            yield [terms[0], *(terms[i] for i in chosen)], [terms[i] for i in rest if i not in chosen]
