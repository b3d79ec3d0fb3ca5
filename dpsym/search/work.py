"""Work: what search has done, counted in steps. No limit inside search looks at a clock, so that load cannot change a verdict.

A step is about a microsecond of a quiet machine; `python -m benchmarks claims` compares the two. What is counted: divisions of normal
forms, rules put before the kernel, operations on balls, entries of linear programs rewritten. Techniques share the work in
`ticks`, a coarser count of divisions and goals alone, so that their shares do not depend on what the other things are said to cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf

from ..kernel.terms import MINUS_OO, OO, Term, subterms

RATE = 1_000_000  # steps in a second
DIVISION = 30  # steps of one division of normal forms
RULE = 1_500  # of a rule put before the kernel, its divisions apart
GOAL = 100  # of a goal that is taken up
OPERATION = 2  # of one operation on balls
ENTRY = 2  # of one entry of a tableau rewritten
JUDGED = 1_000  # of a point put before the kernel, its operations apart
#: Functions that are a computation of their own, in operations.
HEAVY = {"Integral": 8_000, "Sum": 100, "Product": 100, "PhiInv": 20, "LambertW": 10, "loggamma": 4, "gamma": 4}
TAIL = 5  # times as many for an integral over an infinite range


class OutOfSteps(Exception):
    """The steps of the budget are used up: the answer is open."""


class Exhausted(Exception):
    """One technique has used up its share of the work: the next one is tried."""


@dataclass
class Work:
    """The steps done so far and the limit; when they run out, search gives up."""

    limit: float = inf  # steps in all
    steps: int = 0
    ticks: int = 0
    cap: float = inf  # ticks at which the present share ends

    @property
    def over(self) -> bool:
        return self.steps > self.limit

    def do(self, steps: int) -> None:
        """Counts steps; raises OutOfSteps once there are more than the limit."""
        self.steps += steps
        if self.steps > self.limit:
            raise OutOfSteps

    def tick(self) -> None:
        """A division of normal forms, in the midst of long computations; it counts for the present share."""
        self.ticks += 1
        if self.ticks > self.cap:
            raise Exhausted
        self.do(DIVISION)

    def division(self) -> None:
        """A division of normal forms that counts for no share."""
        self.do(DIVISION)

    def spend(self, amount: int = 1) -> None:
        """So many goals or rungs are taken up."""
        self.ticks += amount
        self.do(GOAL * amount)

    def evaluate(self, operations: int, points: int = 1, prec: int = 128) -> None:
        """So many operations on balls at so many points."""
        self.do(OPERATION * operations * points * max(prec, 512) // 512)

    @contextmanager
    def free(self) -> Iterator[None]:
        """What is done inside counts for no share."""
        ticks, cap, self.cap = self.ticks, self.cap, inf
        try:
            yield
        finally:
            self.ticks, self.cap = ticks, cap

    @contextmanager
    def share(self, ticks: float) -> Iterator[None]:
        """At most so many ticks inside; an enclosing share ends no later for it."""
        outer = self.cap
        self.cap = min(outer, self.ticks + ticks)
        try:
            yield
        finally:
            self.cap = outer


def operations(*terms: Term) -> int:
    """About how many operations on balls the value of the terms takes at a point: their distinct parts."""
    return sum(_weight(u) for u in {u for t in terms for u in subterms(t)})


def _weight(u: Term) -> int:
    endless = u.op == "Integral" and (u.args[1] is MINUS_OO or u.args[2] is OO)
    return HEAVY.get(u.op, 1) * (TAIL if endless else 1)
