"""Integers: as for reals, or with the dips between two integers left out, or the first few one by one."""

from __future__ import annotations

from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.quadrature import compare as compare_closed
from ...kernel.reals.rules.logic import Follows, Split
from ...kernel.statements import Domain, Fact, Range
from ...kernel.terms import num
from ..exact_roots import roots
from ..prover import Prover
from ..ranges import ball, closed_integers, integer_parts

PEEL = 6  # integers looked at one by one


def integers(prover: Prover, fact: Fact, name: str, depth: int) -> str | None:
    """For integers as for reals, perhaps after the first few have been looked at one by one."""
    whole = closed_integers(fact.domain.range(name))
    real = Range(name, whole.lower, whole.upper, whole.lower_open, whole.upper_open)
    step = prover.prove(Fact(fact.domain.with_range(real), fact.statement), depth + 1)
    if step:
        return prover.have(fact, Follows(step))
    step = between_integers(prover, fact, whole, depth)
    if step or whole.lower is None or whole.lower.op != "num":
        return step
    prover.note("first integers one by one")
    parts, first = [], int(whole.lower.value.p)  # type: ignore[union-attr]
    for k in range(first, first + PEEL):
        last = whole.upper is not None and compare_closed(num(k), whole.upper) != -1
        at = fact.domain.with_range(Range(name, num(k), num(k), False, False, True))
        here = prover.prove(Fact(at, fact.statement), depth + 1)
        if here is None:
            return None
        parts.append(here)
        if last:
            return prover.have(fact, Split(name, tuple(parts)))
        above = Range(name, num(k + 1), whole.upper, False, whole.upper_open)
        beyond = prover.prove(Fact(fact.domain.with_range(above), fact.statement), depth + 1)
        if beyond:
            rest = Fact(
                fact.domain.with_range(Range(name, num(k + 1), whole.upper, False, whole.upper_open, True)),
                fact.statement,
            )
            step = prover.have(rest, Follows(beyond))
            return step and prover.have(fact, Split(name, (*parts, step)))
    return None


def between_integers(prover: Prover, fact: Fact, whole: Range, depth: int) -> str | None:
    """Leave out what lies strictly between two integers: a dip of the gap, say."""
    gap, name = nonnegative_form(fact.statement)[0], whole.name
    found = roots(gap, name, Domain((Range(name),)), prover.work) if gap.free == {name} else ()
    cuts = sorted({int(ball(t).mid().floor().unique_fmpz()) for t in found if not t.free and ball(t).is_finite()})
    steps = []
    for part in integer_parts(whole, cuts):
        real = Range(name, part.lower, part.upper, part.lower_open, part.upper_open)
        step = prover.prove(Fact(fact.domain.with_range(real), fact.statement), depth + 1)
        step = step and prover.have(Fact(fact.domain.with_range(part), fact.statement), Follows(step))
        if step is None:
            return None
        steps.append(step)
    return prover.have(fact, Split(name, tuple(steps))) if steps else None
