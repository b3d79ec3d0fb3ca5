"""The domains on which the bodies of sums, products and integrals are looked at."""

from __future__ import annotations

from ...statements import Domain, Range
from ...terms import MINUS_OO, OO, Term, relation, sym
from ...verdicts import require
from ..judgement import FactStep, finite


def summed(u: Term, domain: Domain, further: Term | None = None) -> Domain:
    """The domain with the index of a sum or product: an integer from its lower to its upper end, or to `further`."""
    _, lower, upper = u.args
    upper = upper if further is None else further
    require(u.name not in domain.names, f"the index {u.name}", "one that is not a symbol of the goal")
    low = lower if lower.op == "num" else None
    index = sym(u.name)
    above = (relation("<=", lower, index),) if finite(lower) else ()
    below = (relation("<=", index, upper),) if finite(upper) else ()
    return domain.with_range(Range(u.name, low, None, low is None, True, True)).with_conditions(*above, *below)


def between(u: Term, domain: Domain) -> Domain:
    """The domain with the symbol of an integral, strictly between its ends."""
    _, a, b = u.args
    proper = u.op == "Integral" and a is not OO and b is not MINUS_OO
    require(proper, (u,), "an integral with ends in rising order")
    require(u.name not in domain.names, f"the symbol {u.name}", "one that is not a symbol of the goal")
    low, high = (None if e.free or not finite(e) else e for e in (a, b))
    above = (relation(">", sym(u.name), a),) if a.free else ()
    below = (relation("<", sym(u.name), b),) if b.free else ()
    return domain.with_range(Range(u.name, low, high)).with_conditions(*above, *below)


def demand_ends(u: Term, step: FactStep) -> None:
    """The ends that are finite are defined on the goal's domain."""
    for end in u.args[1:]:
        if finite(end):
            step.demand(end)


def ends_rise(u: Term, step: FactStep, op: str) -> bool:
    """Whether the lower end of an integral is seen to be `op` (< or <=) the upper one."""
    _, a, b = u.args
    return a is MINUS_OO or b is OO or step.shows(relation(op, a, b), names=step.have.defined)
