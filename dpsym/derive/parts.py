"""A claim that nearly fails at a point, proved in parts: close to the point, on both sides of it, and far out; one certificate for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

from flint import fmpq

from ..kernel.arithmetic.closed import compare_closed
from ..kernel.reals.check import check
from ..kernel.reals.rules import RULES
from ..kernel.reals.rules.logic import Split
from ..kernel.reals.rules.patterns import LIMIT
from ..kernel.statements import Certificate, Claim, Fact, Have, Proof, Range, Rule
from ..kernel.terms import Term, num
from ..kernel.verdicts import Proved
from ..search.refuting.sampling import simplest_between

Prove = Callable[[Claim], Certificate | None]


def in_parts(claim: Claim, tight: Mapping[str, fmpq], prove: Prove) -> Certificate | None:
    """A certificate from certificates for parts of the range of one symbol, cut around the point where the claim is tight."""
    for name, x in tight.items():
        if name not in claim.domain.names or claim.domain.range(name).integer:
            continue
        found = []
        for r in _cut(claim.domain.range(name), x):
            part = replace(claim, domain=claim.domain.with_range(r))
            certificate = prove(part)
            if certificate is None:
                break
            found.append(certificate)
        else:
            return joined(claim, name, found)
    return None


def _cut(r: Range, x: fmpq) -> list[Range]:
    """Intervals around x of growing length, and what is left of the range on both sides."""
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
