"""Claims written differently, parts of claims, weaker claims and denials: what a verdict on one says of the others."""

from __future__ import annotations

from dataclasses import replace

from dpsym.kernel.statements import Claim, Domain, Range
from dpsym.kernel.substitution import substitute
from dpsym.kernel.terms import ONE, ZERO, Term, add, div, exp, mul, neg, num, relation, sub, sym

# -- the same claim ---------------------------------------------------------------------------------------------------


def moved(claim: Claim) -> Claim:
    """Everything on one side."""
    return replace(claim, lhs=sub(claim.lhs, claim.rhs), rhs=ZERO)


def turned(claim: Claim) -> Claim:
    """The sides exchanged, and negated."""
    return replace(claim, lhs=neg(claim.rhs), rhs=neg(claim.lhs))


def renamed(claim: Claim) -> Claim:
    """Every symbol with another name, in another order."""
    names = {name: sym(f"z{i}_{name}") for i, name in enumerate(claim.domain.names)}
    ranges = [replace(r, name=str(names[r.name].value)) for r in reversed(claim.domain.ranges)]
    return Claim(
        Domain(tuple(ranges), _in(claim.domain.conditions, names)),
        _in(claim.given, names),
        substitute(claim.lhs, names),
        claim.relation,
        substitute(claim.rhs, names),
    )


def scaled(claim: Claim) -> Claim:
    """With x/3 for every real symbol x."""
    third = num(1, 3)
    real = {r.name for r in claim.domain.ranges if not r.integer}
    values = {name: mul(third, sym(name)) for name in real}
    ranges = [
        replace(r, lower=r.lower and mul(num(3), r.lower), upper=r.upper and mul(num(3), r.upper))
        if r.name in real
        else r
        for r in claim.domain.ranges
    ]
    return Claim(
        Domain(tuple(ranges), _in(claim.domain.conditions, values)),
        _in(claim.given, values),
        substitute(claim.lhs, values),
        claim.relation,
        substitute(claim.rhs, values),
    )


def multiplied(claim: Claim) -> Claim:
    """Both sides times a large positive number, written as a quotient."""
    factor = div(num(10**6), num(7))
    return replace(claim, lhs=mul(factor, claim.lhs), rhs=mul(claim.rhs, factor))


def _in(conditions: tuple[Term, ...], values: dict[str, Term]) -> tuple[Term, ...]:
    return tuple(relation(c.op, substitute(c.lhs, values), substitute(c.rhs, values)) for c in conditions)


def added(claim: Claim) -> Claim:
    """The same term on both sides."""
    t = add(exp(sym(claim.domain.names[0])), num(5, 3)) if claim.domain.names else num(5, 3)
    return replace(claim, lhs=add(claim.lhs, t), rhs=add(claim.rhs, t))


def stretched(claim: Claim) -> Claim:
    """Both sides times a positive function."""
    factor = add(ONE, exp(sym(claim.domain.names[-1]))) if claim.domain.names else num(2)
    return replace(claim, lhs=mul(claim.lhs, factor), rhs=mul(factor, claim.rhs))


SAME = (moved, turned, renamed, scaled, multiplied, added, stretched)

# -- other claims -----------------------------------------------------------------------------------------------------


def weakened(claim: Claim) -> Claim:
    """A claim that follows: one side made larger, and no longer strict."""
    slack = num(1, 1000)
    if claim.relation in ("<", "<="):
        return replace(claim, relation="<=", rhs=add(claim.rhs, slack))
    return replace(claim, relation=">=", lhs=add(claim.lhs, slack))


def denied(claim: Claim) -> Claim:
    """The opposite relation, everywhere."""
    opposite = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
    return replace(claim, relation=opposite[claim.relation])


def halves(claim: Claim) -> list[Claim]:
    """The claim on two parts of its domain, which overlap in an end."""
    for r in claim.domain.ranges:
        cut = _middle(r)
        if cut is not None:
            low, high = replace(r, upper=cut, upper_open=False), replace(r, lower=cut, lower_open=False)
            return [replace(claim, domain=claim.domain.with_range(part)) for part in (low, high)]
    return []


def _middle(r: Range) -> Term | None:
    if r.integer or any(e is not None and e.op != "num" for e in (r.lower, r.upper)):
        return None
    if r.lower is not None and r.upper is not None:
        return num((r.lower.value + r.upper.value) / 2)  # type: ignore[operator]
    if r.lower is not None:
        return num(r.lower.value + 1)  # type: ignore[operator]
    return num(r.upper.value - 1) if r.upper is not None else ZERO  # type: ignore[operator]
