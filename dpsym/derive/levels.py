"""The level of a claim: at each point the value of one symbol at which its two sides are equal, as a term in the others.

If a claim L <= R c + S is to hold at a point, c must be at least (L - S)/R there: the least constant for all points is the supremum of
this level. What is solved for is a guess: proofs are of the claim with the constant put in.
"""

from __future__ import annotations

from ..kernel.statements import Claim, Domain
from ..kernel.terms import Term, sub
from ..search.exact_roots import fold, roots
from ..search.undoing import peeled
from ..search.work import Work


def gap(claim: Claim) -> Term:
    """What is >= 0 (or > 0) where the claim holds."""
    low, high = (claim.lhs, claim.rhs) if claim.relation in ("<=", "<") else (claim.rhs, claim.lhs)
    return sub(high, low)


def levels(claim: Claim, name: str, work: Work) -> tuple[Term, ...]:
    """Terms in the other symbols at which the two sides may be equal, simplest way first."""
    found: dict[Term, None] = {}
    for side, other in ((claim.lhs, claim.rhs), (claim.rhs, claim.lhs)):
        if name in side.free and name not in other.free:
            for t in peeled(side, other, name):
                found.setdefault(fold(t))
    domain = Domain(tuple(r for r in claim.domain.ranges))
    for t in roots(gap(claim), name, domain, work):
        found.setdefault(t)
    return tuple(t for t in found if name not in t.free)
