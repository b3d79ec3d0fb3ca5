"""A quick look before a goal is taken up: goals that fail at a simple point are not worth a proof attempt."""

from __future__ import annotations

from itertools import islice
from random import Random

from flint import fmpq

from ..kernel.arithmetic.balls import Unsupported, holds, precision
from ..kernel.arithmetic.defined import integrals
from ..kernel.reals.quadrature import Program
from ..kernel.statements import Domain, Fact, Range
from ..kernel.terms import Term
from .refuting.sampling import axis_of, ball, points_on
from .work import Work, operations

POINTS = 40
PREC = 128
TRIES = 400  # random points tried, most of which may not satisfy the conditions


def plausible(fact: Fact, work: Work) -> bool:
    """False if the statement certainly fails at a sampled point of the domain. True says nothing."""
    if integrals(fact.statement):
        return True  # quadrature at forty points would take longer than the attempt
    names = fact.domain.names
    axes = [axis_of(r) for r in fact.domain.ranges]
    sides = [t for r in (*fact.domain.conditions, fact.statement) for t in (r.lhs, r.rhs)]
    try:
        program = Program(sides, names, point=True)
    except Unsupported:
        return True
    operators = [r.op for r in (*fact.domain.conditions, fact.statement)]
    cost = operations(*sides)
    with precision(PREC):
        for point in islice(points_on(axes, POINTS), 2 * POINTS):
            work.evaluate(cost)
            values = program.run([ball(v, PREC) for v in point], PREC)
            verdicts = [holds(op, values[2 * i], values[2 * i + 1]) for i, op in enumerate(operators)]
            if verdicts[-1] is False and all(verdicts[:-1]):
                return False
    return True


def signs_met(t: Term, domain: Domain, work: Work) -> set[int]:
    """The signs of t at random points of the domain: those that are met certainly occur."""
    conditions = [x for r in domain.conditions for x in (r.lhs, r.rhs)]
    try:
        program = Program([*conditions, t], domain.names, point=True)
    except Unsupported:
        return set()
    rng, found, cost = Random(0), 0, operations(*conditions, t)
    met: set[int] = set()
    with precision(PREC):
        for _ in range(TRIES):
            work.evaluate(cost)
            values = program.run([ball(_value(r, rng), PREC) for r in domain.ranges], PREC)
            if not all(holds(c.op, values[2 * i], values[2 * i + 1]) for i, c in enumerate(domain.conditions)):
                continue
            met |= {s for s, op in ((1, ">"), (-1, "<")) if holds(op, values[-1], ball(fmpq(0), PREC))}
            found += 1
            if len(met) == 2 or found >= POINTS:
                break
    return met


def _value(r: Range, rng: Random) -> fmpq:
    """A small number beyond the lower end of a range, or before the upper one, or around 0; perhaps outside."""
    low, high = axis_of(r).low, axis_of(r).high
    x = fmpq(rng.randint(0, 9)) if r.integer else fmpq(rng.randint(1, 999), rng.choice((100, 300, 1000)))
    if low is not None and high is not None and not r.integer:
        return low + (high - low) * fmpq(rng.randint(1, 999), 1000)
    if low is not None or high is not None:
        return low + x if low is not None else high - x
    return x if rng.random() < 0.5 else -x
