"""Sums, products and integrals: the domains on which their bodies are looked at, and linear combinations of them."""

from __future__ import annotations

from ...statements import Domain, Range
from ...terms import BINDERS, MINUS_OO, ONE, OO, ZERO, Term, add, mul, rebuild, relation, surface, sym
from ...verdicts import require
from ..context import nonnegative_form
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


def over_one_range(gap: Term, op: str) -> list[Term]:
    """The sums or integrals in the gap, but not inside of pieces and binders; they have the same symbol and ends."""
    found = [u for u in surface((gap,), lambda u: u.op == "Piecewise" or u.op in BINDERS) if u.op == op]
    require(len({(u.value, u.args[1:]) for u in found}) == 1, (gap,), "sums, or integrals, over one range")
    return found


def combined(step: FactStep, parts: list[Term], of: str, inside: Domain) -> str:
    """The gap is c1 u1 + ... + cn un of these sums or integrals; how the same with their bodies is related to 0, as the fact says."""
    coefficients = [_with_values(step.gap, {u: ONE if u is v else ZERO for u in parts}) for v in parts]
    for c in coefficients:
        step.demand(c)
    linear = step.same(step.gap, add(*map(mul, coefficients, parts)))
    require(linear, (step.gap,), "a sum of multiples of sums, or of integrals")
    h, proved = nonnegative_form(step.fact(of, inside).statement)
    body = add(*(mul(c, u.args[0]) for c, u in zip(coefficients, parts)))
    require(proved != "!=", f"{of}, which says !=", "an inequality or an equality")
    require(step.same(h, body, inside), (f"{of}:", h), (body,))
    return proved


def _with_values(t: Term, values: dict[Term, Term]) -> Term:
    """t with sums or integrals replaced, but not inside of pieces and binders."""
    memo = dict(values)

    def walk(u: Term) -> Term:
        if u not in memo:
            kept = not u.args or u.op == "Piecewise" or u.op in BINDERS
            memo[u] = u if kept else rebuild(u, tuple(map(walk, u.args)))
        return memo[u]

    return walk(t)


def ends_rise(u: Term, step: FactStep, op: str) -> bool:
    """Whether the lower end of an integral is seen to be `op` (< or <=) the upper one."""
    _, a, b = u.args
    return a is MINUS_OO or b is OO or step.shows(relation(op, a, b), names=step.have.defined)
