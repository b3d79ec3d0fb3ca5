"""A quick look before a goal is taken up: goals that fail at a simple point are not worth a proof attempt."""

from __future__ import annotations

from itertools import islice

from ..kernel.balls import Program, Unsupported, holds, precision
from ..kernel.defined import integrals
from ..kernel.statements import Fact
from .sampling import axis_of, ball, points_on

POINTS = 40
PREC = 128


def plausible(fact: Fact) -> bool:
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
    with precision(PREC):
        for point in islice(points_on(axes, POINTS), 2 * POINTS):
            values = program.run([ball(v, PREC) for v in point], PREC)
            verdicts = [holds(op, values[2 * i], values[2 * i + 1]) for i, op in enumerate(operators)]
            if verdicts[-1] is False and all(verdicts[:-1]):
                return False
    return True
