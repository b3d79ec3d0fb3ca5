"""That branches cover their domain: where all but one fail, the last one holds. Each such statement is proved by the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from ...kernel.laws.context import demand_real
from ...kernel.reals.points import satisfied
from ...kernel.statements import Domain, Fact, Range
from ...kernel.terms import Term, negated
from ...kernel.verdicts import StepRejected
from ...objects.language import domain
from ...search.residual import Unproved, prove_fact

SECONDS = 4.0


def trimmed(conditions: Sequence[Term]) -> tuple[Term, ...]:
    """The conditions, each once, without those between numbers that hold."""
    return tuple(c for c in dict.fromkeys(conditions) if c.free or satisfied(c, {}) is not True)


def covered(branches: Sequence[Sequence[Term]], domain_: Sequence[Term]) -> str:
    """How it is known that the branches cover the domain; empty if it is not."""
    base = [c for c in dict.fromkeys(domain_) if c.free]
    extras = [[c for c in b if c not in base and not _holds(base, c)] for b in branches]
    if any(not e for e in extras):
        return "one branch, on the whole domain" if len(branches) == 1 else "a branch holds on the whole domain"
    *others, last = sorted(extras, key=len)
    count = 0
    for choice in product(*others):
        where = [*base, *map(negated, choice)]
        for c in last:
            if c not in where and not _holds(where, c):
                return ""
            count += 1
    claims = f"{count} claim" if count == 1 else f"{count} claims"
    return f"{len(branches)} branches that cover the domain, by {claims} that the kernel proves"


def possible(where: Sequence[Term]) -> bool:
    """Whether no condition between numbers certainly fails."""
    return all(c.free or satisfied(c, {}) is not False for c in where)


def _holds(where: Sequence[Term], c: Term) -> bool:
    """Whether the kernel accepts a proof that c holds on the domain."""
    goal = Fact(_domain(where, c), c)
    found = prove_fact(goal, seconds=SECONDS)
    if isinstance(found, Unproved):
        return False
    try:
        demand_real(found, goal)
    except StepRejected:
        return False
    return True


def _domain(where: Sequence[Term], c: Term) -> Domain:
    found = domain(*where)
    for name in sorted(c.free - set(found.names)):
        found = found.with_range(Range(name))
    return found
