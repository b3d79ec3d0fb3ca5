"""The best constant in numbers alone, where a claim cannot be solved for it: the worst point for a constant, then its constant.

At a constant that does not work, the point where the claim fails most needs a constant of its own, which is nearer to the best one;
for smooth claims the steps shrink quadratically.
"""

from __future__ import annotations

from flint import arb, fmpq

from ..kernel.arithmetic.balls import Unsupported, precision
from ..kernel.statements import Claim
from ..kernel.substitution import substitute
from ..kernel.terms import TermError, add, div, func, neg, num
from ..search.profile import grid, midpoint
from ..search.work import Work, operations
from .levels import gap
from .locating import PREC, Landscape, Seen
from .numbers import Numbers

STEPS = 30
FINE = 140  # bisections: more digits than are needed
NOTHING = arb(10) ** -30  # a violation that may be rounding


def exchange(claim: Claim, name: str, rising: bool, work: Work) -> Seen | None:
    """The best constant (as `value`) and the point that needs it; None if it is not found."""
    slack = gap(claim)
    others = claim.domain.without(name)
    try:
        program = Numbers([slack], (*others.names, name), point=True)
    except Unsupported:
        return None
    at = _start(claim, name, rising, work)
    best: Seen | None = None
    for _ in range(STEPS):
        if at is None:
            break
        point, c = at
        needed = _needed(program, [x for _, x in point], c, claim.domain.range(name), rising, work, operations(slack))
        if needed is None:
            break
        if best is not None and not abs(arb(needed) - best.value) > arb(10) ** -25 * (1 + abs(best.value)):
            return Seen(arb_of(needed), point)
        best = Seen(arb_of(needed), point)
        worst = _worst(claim, name, needed, work)
        if worst is None or not worst.value > NOTHING:
            return best
        at = worst.point, needed
    return best


def arb_of(x: fmpq) -> arb:
    with precision(PREC):
        return arb(x).mid()


def _worst(claim: Claim, name: str, c: fmpq, work: Work) -> Seen | None:
    """Where the claim fails most, or comes closest to it, at a constant."""
    try:
        lhs, rhs, slack = (substitute(t, {name: num(c)}) for t in (claim.lhs, claim.rhs, gap(claim)))
        violation = neg(div(slack, add(func("abs", lhs), func("abs", rhs))))  # relative: both sides may vanish far out
    except TermError:
        return None
    return Landscape(violation, claim.domain.without(name), claim.given, work).highest()


def _start(claim: Claim, name: str, rising: bool, work: Work) -> tuple[tuple[tuple[str, fmpq], ...], fmpq] | None:
    """A constant near those that work at which the claim fails somewhere, and the worst point."""
    points = grid(claim.domain.range(name))
    coarse = points[:: max(1, len(points) // 24)]
    for c in reversed(coarse) if rising else coarse:
        seen = _worst(claim, name, c, work)
        if seen is not None and seen.value > NOTHING:
            return seen.point, c
    return None


def _needed(
    program: Numbers, point: list[fmpq], c: fmpq, r: object, rising: bool, work: Work, cost: int
) -> fmpq | None:
    """The constant, beyond c, at which the claim begins to hold at a point."""

    def holds(x: fmpq) -> bool | None:
        work.evaluate(cost, 1, PREC)
        with precision(PREC):
            value = program.run([*(arb(p) for p in point), arb(x)], PREC)[0]
        return None if not value.is_finite() else bool(value >= 0)

    step = fmpq(1, 2**20) if c == 0 else abs(c) / 2**20
    bad, good = c, None
    for _ in range(60):
        x = bad + step if rising else bad - step
        seen = holds(x)
        if seen is None:
            return None
        if seen:
            good = x
            break
        bad, step = x, step * 2
    if good is None:
        return None
    for _ in range(FINE):
        middle = (bad + good) / 2
        bad, good = (bad, middle) if holds(middle) else (middle, good)
    return midpoint(arb_of(good))
