"""A claim that nearly fails at a point, proved in parts: close to the point, on both sides of it, far out; one certificate for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

from flint import fmpq

from ..kernel.arithmetic.closed import compare_closed
from ..kernel.reals.check import check
from ..kernel.reals.findings import Region, holding
from ..kernel.reals.rules import RULES
from ..kernel.reals.rules.logic import Chain, Instance, Split
from ..kernel.reals.rules.patterns import LIMIT
from ..kernel.statements import Certificate, Claim, Domain, Fact, Have, Proof, Range, Rule
from ..kernel.terms import Term, num, relation, sym
from ..kernel.verdicts import Proved
from ..search.refuting.sampling import simplest_between

Prove = Callable[[Claim], Certificate | None]


def in_parts(claim: Claim, tight: Mapping[str, fmpq], prove: Prove) -> Certificate | None:
    """A certificate from certificates for parts of the range of one symbol, cut around the point where the claim is tight."""
    for name, x in tight.items():
        if name not in claim.domain.names:
            continue
        found = []
        for r in _cut(claim.domain.range(name), x):
            part = replace(claim, domain=claim.domain.with_range(r))
            if r.lower is not None and r.lower is r.upper:  # the prover puts in what is given
                part = replace(part, given=(*claim.given, relation("==", sym(name), r.lower)))
            certificate = prove(part)
            if certificate is None:
                break
            found.append(certificate)
        else:
            return joined(claim, name, found)
    return None


def _cut(r: Range, x: fmpq) -> list[Range]:
    """Intervals around x of growing length, and what is left of the range on both sides; for integers x alone, and both sides."""
    if r.integer:
        before, here, after = num(x - 1), num(x), num(x + 1)
        parts = [
            Range(r.name, r.lower, before, r.lower_open, False, True),
            Range(r.name, here, here, False, False, True),
            Range(r.name, after, r.upper, False, r.upper_open, True),
        ]
        fits = [r.lower is None or compare_closed(r.lower, before) in (-1, 0), True]
        fits.append(r.upper is None or compare_closed(after, r.upper) in (-1, 0))
        return [part for part, fit in zip(parts, fits) if fit]
    size = max(abs(x), fmpq(1, 1000))
    wanted = [x - size / 2, x - size / 16, x + size / 16, x + size / 2, x + 4 * size]
    cuts: list[Term] = []
    for y in wanted:
        t = num(simplest_between(y - size / 64, y + size / 64))
        above = r.lower is None or compare_closed(r.lower, t) == -1
        below = r.upper is None or compare_closed(t, r.upper) == -1
        if above and below and (not cuts or cuts[-1].number < t.number):
            cuts.append(t)
    ends: list[Term | None] = [r.lower, *cuts, r.upper]
    return [
        Range(
            r.name,
            a,
            b,
            r.lower_open if i == 0 else False,
            r.upper_open if i == len(cuts) else False,
        )
        for i, (a, b) in enumerate(pairwise(ends))
    ]


def joined(claim: Claim, name: str, parts: list[Certificate]) -> Certificate | None:
    """One certificate of the claim from those of its parts along a symbol, one after the other."""
    steps: list[Have] = []
    last = []
    for i, part in enumerate(parts):
        own = _renamed(part.proof, f"p{i + 1}_")
        steps += own
        last.append(own[-1].name)
    final = Have("all", Fact(claim.fact.domain, claim.statement), Split(name, tuple(last)))
    whole = Certificate(claim, (*steps, final), parts[0].witness)
    return whole if isinstance(check(whole), Proved) else None


def easier(region: Region, claim: Claim, at: fmpq, prove: Prove) -> Certificate | None:
    """A claim at a constant with many digits, from the claim at one with few, which asks for more, and that validity spreads.

    Normal forms of exp(c x) are powers of exp(x/q), q the denominator of c: with many digits they are out of reach.
    """
    left, right = claim.lhs, claim.rhs
    own = region.symbol in region.claim.lhs.free, region.symbol in region.claim.rhs.free
    if region.monotone is None or own == (True, True):
        return None
    for share in (20, 200, 2000):
        room = max(abs(at), fmpq(1, 100)) / share
        c = simplest_between(at - room, at) if region.rising else simplest_between(at, at + room)
        stronger = holding(region, region.claim.domain.range(region.symbol), num(c))
        part = replace(stronger, domain=Domain(claim.domain.ranges, stronger.domain.conditions))
        found = prove(part)
        if found is None:
            continue
        spread, first = _renamed(region.monotone.proof, "m_"), _renamed(found.proof, "w_")
        other = next(n for n in region.monotone.claim.domain.names if n not in region.claim.domain.names)
        put = ((region.symbol, num(c)), (other, num(at)))
        domain = claim.fact.domain
        towards = "<=" if claim.relation in ("<=", "<") else ">="
        link = relation(towards, left, part.lhs) if own[0] else relation(towards, part.rhs, right)
        names = ("link", first[-1].name) if own[0] else (first[-1].name, "link")
        steps = (
            *spread,
            *first,
            Have("link", Fact(domain, link), Instance(spread[-1].name, put)),
            Have("whole", Fact(domain, claim.statement), Chain(names)),
        )
        made = Certificate(claim, steps, found.witness)
        if isinstance(check(made), Proved):
            return made
    return None


def _renamed(proof: Proof, prefix: str) -> Proof:
    """The proof with other names for its steps."""
    names = {h.name: prefix + h.name for h in proof}
    return tuple(
        Have(names[h.name], h.statement, _rule(h.by, names), tuple(names[d] for d in h.defined)) for h in proof
    )


def _rule(rule: Rule, names: Mapping[str, str]) -> Rule:
    kinds = RULES[type(rule).__name__][1]
    changed: dict[str, Any] = {}
    for f in fields(rule):
        value, kind = getattr(rule, f.name), kinds[f.name]
        if (kind == "name" and f.name != "symbol") or (kind == "name?" and value not in (None, LIMIT)):
            changed[f.name] = names.get(value, value)
        elif kind == "names":
            changed[f.name] = tuple(names.get(v, v) for v in value)
        elif kind == "pairs" and f.name == "using":
            changed[f.name] = tuple((names.get(n, n), t) for n, t in value)
    return replace(rule, **changed)
