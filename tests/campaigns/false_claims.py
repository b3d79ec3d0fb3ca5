"""False claims, made from true ones: nudged constants, widened domains, dropped hypotheses, strict relations.

`mutants(claim)` lists altered claims in a fixed order; most of them are false. `violation(claim)` looks for an exact point at
which a claim fails, and keeps it only if the kernel's `refute` and an independent evaluation with mpmath both say so. The
search for points is its own: it shares nothing with dpsym's refuter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

from flint import arb, fmpq

from dpsym.kernel.arithmetic.balls import Unsupported, holds
from dpsym.kernel.reals.check import refute
from dpsym.kernel.reals.quadrature import Program
from dpsym.kernel.statements import Claim, Domain, Point, Range
from dpsym.kernel.substitution import substitute
from dpsym.kernel.terms import (
    BINDERS,
    FLIPPED,
    MINUS_ONE,
    ONE,
    ZERO,
    Term,
    TermError,
    add,
    div,
    exp,
    log,
    mul,
    neg,
    num,
    power,
    rebuild,
    relation,
    sqrt,
    sub,
    sym,
)
from dpsym.kernel.verdicts import Refuted
from dpsym.reading.text.claims import read_claims
from dpsym.reading.text.file import read_claims_file
from dpsym.report.decimals import sides_at
from tests.helpers.independent import NotDefined, Unsure, rational, truth

DATA = Path(__file__).parents[1] / "data"
CLAIMS = Path(__file__).parents[2] / "benchmarks" / "claims"
NUDGES = tuple(1 + sign * Fraction(1, 10**k) for k in (3, 6, 9) for sign in (1, -1))
LEAVES = 8  # constants of one claim that are nudged
TUPLES = 4000  # points tried in several variables
PREC = 256


@dataclass(frozen=True)
class Mutant:
    base: str
    how: str
    claim: Claim


def bases() -> list[tuple[str, Claim]]:
    """The true claims that the false ones are made from, each with its name."""
    found = [
        (item["id"], read_claims(item["claim"], where=item["where"])[0])
        for item in json.loads((DATA / "inequalities.json").read_text())
        if item["expect"] == "proved"
    ]
    for path in (DATA / "univariate.toml", *sorted(CLAIMS.glob("*.toml"))):
        for entry in read_claims_file(path):
            if entry.expect == "proved":
                found += [(claim.id, claim) for claim in entry.claims]
    return found


# -- altering -------------------------------------------------------------------------------------------------------


def mutants(name: str, claim: Claim) -> list[Mutant]:
    """Every alteration of the claim, without repetition, in a fixed order."""
    found: dict[Claim, Mutant] = {}
    for how, altered in _alterations(claim):
        if altered != claim:
            found.setdefault(altered, Mutant(name, how, altered))
    return list(found.values())


def _alterations(claim: Claim) -> Iterator[tuple[str, Claim]]:
    yield from _nudged(claim)
    yield from _shifted(claim)
    yield from _widened(claim)
    yield from _hypotheses(claim)
    yield from _relations(claim)
    yield from _flipped(claim)


def _with_side(claim: Claim, side: str, t: Term) -> Claim:
    return replace(claim, lhs=t) if side == "lhs" else replace(claim, rhs=t)


def _nudged(claim: Claim) -> Iterator[tuple[str, Claim]]:
    for side in ("lhs", "rhs"):
        t = getattr(claim, side)
        for factor in NUDGES:
            yield f"{side} times {factor}", _with_side(claim, side, mul(num(factor), t))
        for path, leaf in list(_leaves(t))[:LEAVES]:
            for factor in NUDGES if leaf is not ZERO else ():
                value = num(leaf.value * fmpq(factor.numerator, factor.denominator))
                yield f"{leaf.value} times {factor}", _with_side(claim, side, _put(t, path, value))
    for i, g in enumerate(claim.given):
        for factor in (NUDGES[0], NUDGES[3]):
            for left, right in ((mul(num(factor), g.lhs), g.rhs), (g.lhs, mul(num(factor), g.rhs))):
                given = (*claim.given[:i], relation(g.op, left, right), *claim.given[i + 1 :])
                yield f"hypothesis {i + 1} times {factor}", replace(claim, given=given)


def _shifted(claim: Claim) -> Iterator[tuple[str, Claim]]:
    for k in (3, 9, 15):
        tiny = num(1, 10**k)
        yield f"lhs + 10**-{k}", replace(claim, lhs=add(claim.lhs, tiny))
        yield f"rhs + 10**-{k}", replace(claim, rhs=add(claim.rhs, tiny))
    for name in claim.domain.names:
        yield f"lhs + {name}*10**-9", replace(claim, lhs=add(claim.lhs, mul(num(1, 10**9), sym(name))))
        yield f"rhs + {name}*10**-9", replace(claim, rhs=add(claim.rhs, mul(num(1, 10**9), sym(name))))


def _widened(claim: Claim) -> Iterator[tuple[str, Claim]]:
    for r in claim.domain.ranges:
        for step in (Fraction(1, 100), Fraction(1, 10**6), Fraction(1)):
            if r.lower is not None:
                yield f"{r.name} from {step} lower", _with(claim, replace(r, lower=sub(r.lower, num(step))))
            if r.upper is not None:
                yield f"{r.name} up to {step} more", _with(claim, replace(r, upper=add(r.upper, num(step))))
        if r.lower is not None:
            yield f"{r.name} without lower end", _with(claim, replace(r, lower=None, lower_open=True))
            yield f"{r.name} from its lower end", _with(claim, replace(r, lower_open=False))
            mirrored = Range(
                r.name, None if r.upper is None else neg(r.upper), neg(r.lower), r.upper_open, r.lower_open
            )
            yield f"{r.name} mirrored", _with(claim, replace(mirrored, integer=r.integer))
        if r.upper is not None:
            yield f"{r.name} without upper end", _with(claim, replace(r, upper=None, upper_open=True))
            yield f"{r.name} up to its upper end", _with(claim, replace(r, upper_open=False))
        if r.integer:
            yield f"{r.name} real", _with(claim, replace(r, integer=False))


def _hypotheses(claim: Claim) -> Iterator[tuple[str, Claim]]:
    for i, g in enumerate(claim.given):
        rest = (*claim.given[:i], *claim.given[i + 1 :])
        yield f"without hypothesis {i + 1}", replace(claim, given=rest)
        turned = relation(FLIPPED[g.op], g.lhs, g.rhs)
        yield f"hypothesis {i + 1} reversed", replace(claim, given=(*claim.given[:i], turned, *claim.given[i + 1 :]))
    for i in range(len(claim.domain.conditions)):
        kept = (*claim.domain.conditions[:i], *claim.domain.conditions[i + 1 :])
        yield f"without condition {i + 1}", replace(claim, domain=Domain(claim.domain.ranges, kept))


def _relations(claim: Claim) -> Iterator[tuple[str, Claim]]:
    strict = {"<=": "<", ">=": ">"}.get(claim.relation)
    if strict:
        yield "strict", replace(claim, relation=strict)
    if claim.relation == "==":
        yield "less", replace(claim, relation="<")
    yield "sides swapped", replace(claim, lhs=claim.rhs, rhs=claim.lhs)
    yield "sides negated", replace(claim, lhs=neg(claim.lhs), rhs=neg(claim.rhs))


def _flipped(claim: Claim) -> Iterator[tuple[str, Claim]]:
    for side in ("lhs", "rhs"):
        t = getattr(claim, side)
        yield f"{side} negated", _with_side(claim, side, neg(t))
        for i, a in enumerate(t.args if t.op == "+" else ()):
            yield f"summand {i + 1} of {side} negated", _with_side(claim, side, rebuild(t, _at(t.args, i, neg(a))))
            yield f"without summand {i + 1} of {side}", _with_side(claim, side, rebuild(t, _at(t.args, i, ZERO)))
        for name in sorted(t.free):
            changes = {"negated": mul(MINUS_ONE, sym(name)), "squared": power(sym(name), num(2))}
            for how, value in (*changes.items(), ("stretched", mul(num(1001, 1000), sym(name)))):
                try:
                    yield f"{name} {how} in {side}", _with_side(claim, side, substitute(t, {name: value}))
                except TermError:
                    continue


def _with(claim: Claim, r: Range) -> Claim:
    return replace(claim, domain=claim.domain.with_range(r))


def _at(args: tuple[Term, ...], i: int, new: Term) -> tuple[Term, ...]:
    return (*args[:i], new, *args[i + 1 :])


def _leaves(t: Term, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Term]]:
    """The numbers in a term with their places, but not exponents and ends of sums."""
    if t.op == "num":
        yield path, t
    for i, a in enumerate(t.args):
        if a.is_relation or (t.op == "**" and i == 1 and a.op == "num") or (t.op in BINDERS and i > 0):
            continue
        if t.op in ("LambertW", "binomial") and i == 1:
            continue
        yield from _leaves(a, (*path, i))


def _put(t: Term, path: tuple[int, ...], new: Term) -> Term:
    if not path:
        return new
    return rebuild(t, _at(t.args, path[0], _put(t.args[path[0]], path[1:], new)))


# -- violating points -----------------------------------------------------------------------------------------------

SPECIAL = (
    *(
        num(*q)
        for q in ((0, 1), (1, 1), (-1, 1), (1, 2), (2, 1), (3, 1), (1, 3), (1, 4), (3, 4), (3, 2), (4, 1), (1, 10))
    ),
    *(exp(ONE), exp(num(-1)), exp(num(1, 2)), log(num(2)), sqrt(num(2)), div(add(ONE, sqrt(num(5))), num(2))),
)
OFFSETS = tuple(Fraction(1, 10**k) for k in range(1, 13)) + tuple(Fraction(1, 2**k) for k in (1, 2, 4, 7, 12, 18, 25))
FAR = tuple(Fraction(n) for n in (3, 5, 7, 10, 20, 30, 100, 700, 3000, 10**5, 10**9))


def coordinates(r: Range) -> list[Term]:
    """Exact values to try for one symbol: ends, special numbers, and what lies just beside or far away from them."""
    anchors = [e for e in (r.lower, r.upper) if e is not None] + list(SPECIAL)
    values = [*anchors]
    for a in anchors:
        for d in OFFSETS if not r.integer else ():
            values += [_plus(a, d), _plus(a, -d)]
    for a in anchors[: 1 if r.lower is not None else 0] or [ZERO]:
        values += [_plus(a, sign * d) for d in FAR for sign in (1, -1)]
    if r.integer:
        values += [num(k) for k in range(-6, 12)]
    if r.lower is not None and r.upper is not None:
        width = sub(r.upper, r.lower)
        values += [add(r.lower, mul(num(i, 24), width)) for i in range(1, 24)]
    return list(dict.fromkeys(values))


def _plus(a: Term, d: Fraction) -> Term:
    return num(a.value + fmpq(d.numerator, d.denominator)) if a.op == "num" else add(a, num(d))


def violation(claim: Claim) -> tuple[Point, str] | None:
    """A point at which the claim certainly fails, by the kernel and by mpmath; and whether by equality."""
    names = claim.domain.names
    values = [coordinates(r) for r in claim.domain.ranges]
    conditions = [*_range_conditions(claim.domain), *claim.domain.conditions, *claim.given]
    sides = [s for c in (*conditions, claim.statement) for s in (c.lhs, c.rhs)]
    balls = [_enclosed(v) for v in values]
    try:
        program = Program(sides, names, point=True)
    except Unsupported:
        return None
    near: list[tuple[int, ...]] = []
    for index in _indices(values):
        found = program.run([b[i] for b, i in zip(balls, index, strict=True)], PREC)
        pairs = list(zip(found[0::2], found[1::2], strict=True))
        if any(holds(c.op, *pair) is False for c, pair in zip(conditions, pairs, strict=False)):
            continue
        fails = holds(claim.relation, *pairs[-1])
        if fails is False:
            confirmed = _confirmed(claim, values, index)
            if confirmed:
                return confirmed
        elif fails is None and _touching(*pairs[-1]) and all(abs(b[i]) < 64 for b, i in zip(balls, index, strict=True)):
            near.append(index)
    for index in near[:20] if claim.relation in ("<", ">") else ():
        confirmed = _confirmed(claim, values, index)
        if confirmed:
            return confirmed
    return None


def _range_conditions(domain: Domain) -> list[Term]:
    found = []
    for r in domain.ranges:
        if r.lower is not None:
            found.append(relation(">" if r.lower_open else ">=", sym(r.name), r.lower))
        if r.upper is not None:
            found.append(relation("<" if r.upper_open else "<=", sym(r.name), r.upper))
    return found


def _enclosed(values: list[Term]) -> list[arb]:
    program = Program(values, (), point=True)
    return program.run((), PREC)


def _touching(a: arb, b: arb) -> bool:
    return bool((a - b).is_finite() and abs(a - b) < arb(10) ** -40)


def _indices(values: list[list[Term]]) -> Iterator[tuple[int, ...]]:
    total = 1
    for v in values:
        total *= len(v)
    if total <= TUPLES:
        yield from product(*(range(len(v)) for v in values))
        return
    rng = Random(total)
    small = [range(min(len(v), 8)) for v in values]
    yield from (t for _, t in zip(range(TUPLES // 4), product(*small), strict=False))
    for _ in range(TUPLES):
        yield tuple(rng.randrange(len(v)) for v in values)


def _confirmed(claim: Claim, values: list[list[Term]], index: tuple[int, ...]) -> tuple[Point, str] | None:
    point = tuple((n, v[i]) for n, v, i in zip(claim.domain.names, values, index, strict=True))
    verdict = refute(claim, point)
    if isinstance(verdict, Refuted) and fails_independently(claim, point):
        return point, sides_at(verdict).detail
    return None


def fails_independently(claim: Claim, point: Point) -> bool:
    """Whether mpmath agrees, at two precisions of 60 digits and more, that the point is in the domain and the claim fails."""
    at = dict(point)
    for r in claim.domain.ranges:
        value = at[r.name]
        if r.integer and not (value.op == "num" and rational(value).denominator == 1):
            return False
    try:
        for c in (*_range_conditions(claim.domain), *claim.domain.conditions, *claim.given):
            if truth(substitute(c, at), {}) is not True:
                return False
        answer = truth(substitute(claim.statement, at), {})
    except (NotDefined, Unsure, TermError):
        return False
    return answer is False or (answer is None and claim.relation in ("<", ">"))
