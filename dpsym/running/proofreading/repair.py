"""Repairs: small edits of a broken step that the prover proves. Nothing is proposed that is not proved.

The right side of the step is edited in one place: a sign, a quotient for a difference, an exponent, a factor 2 or a symbol, the
relation turned round; or a hypothesis on the signs of symbols is added. If a line follows, the edited line must lead to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from ...kernel.reals.check import refute
from ...kernel.statements import Claim, Domain, Point
from ...kernel.terms import (
    BINDERS,
    FLIPPED,
    MINUS_ONE,
    Term,
    add,
    div,
    exp,
    mul,
    neg,
    num,
    power,
    rebuild,
    relation,
    sym,
)
from ...kernel.verdicts import Refuted, Undefined
from ...search.outcome import Budget
from ..workers import decide_all
from .claims import Checked, where_defined

MOST = 60  # edits that are decided
_LOOSER = {"==": ("<=", ">="), "<": ("<=",), ">": (">=",)}


@dataclass(frozen=True)
class Repair:
    """What to change: `kind` is sign, quotient, exponent, factor, relation or hypothesis; and the claim that is proved then."""

    kind: str
    claim: Claim
    right: Term | None = None
    relation: str = ""
    hypotheses: tuple[Term, ...] = ()


def find_repair(checked: Checked, after: Checked | None, budget: Budget, jobs: int | None) -> Repair | None:
    """The first proved repair: of the right side, of the hypotheses, of the relation, in this order."""
    posed, answer = checked.posed, checked.answer
    if posed is None or answer is None:
        return None
    simple = checked.alone.claim if checked.alone is not None else posed.claim
    claim = where_defined(simple)
    point = answer.result.point if isinstance(answer.result, (Refuted, Undefined)) else ()
    edits = []
    for kind, right in _edits(claim.rhs, claim):
        candidate = replace(claim, rhs=right)
        if right is not claim.rhs and not _fails_at(candidate, point):
            edits.append((kind, candidate))
    edits = list(dict.fromkeys(edits))[:MOST]
    found = _proved_edit(edits, checked, after, budget, jobs)
    return found or _hypothesis(simple, claim, budget, jobs) or _relation(claim, budget, jobs)


def _fails_at(claim: Claim, point: Point) -> bool:
    """Whether an edit is still false at the counterexample."""
    values = dict(point)
    if not set(claim.domain.names) <= values.keys():
        return False
    return isinstance(refute(claim, tuple((n, values[n]) for n in claim.domain.names)), (Refuted, Undefined))


def _proved_edit(
    edits: list[tuple[str, Claim]], checked: Checked, after: Checked | None, budget: Budget, jobs: int | None
) -> Repair | None:
    answers = decide_all([claim for _, claim in edits], budget, jobs)
    for (kind, claim), answer in zip(edits, answers, strict=True):
        if answer.verdict != "proved" or not _leads_on(claim, after, budget, jobs):
            continue
        return Repair(kind, claim, right=claim.rhs)
    return None


def _leads_on(claim: Claim, after: Checked | None, budget: Budget, jobs: int | None) -> bool:
    """Whether the edited line implies the line after it."""
    if after is None or after.posed is None or after.verdict == "definition":
        return True
    follows = after.alone.claim if after.alone is not None else after.posed.claim
    if any(n not in follows.domain.names for n in claim.rhs.free):
        return True
    (answer,) = decide_all([where_defined(replace(follows, lhs=claim.rhs))], budget, jobs)
    return answer.verdict == "proved" or (after.verdict == "open" and answer.verdict != "refuted")


# -- edits ------------------------------------------------------------------------------------------------------------------


def _edits(t: Term, claim: Claim) -> Iterator[tuple[str, Term]]:
    """One change somewhere in a term, the likeliest first."""
    yield from _everywhere(t, _sign, "sign")
    yield from _everywhere(t, _quotient, "quotient")
    yield from _everywhere(t, _exponent, "exponent")
    for factor in (num(2), num(1, 2)):
        yield "factor", mul(factor, t)
    yield from _everywhere(t, _factor, "factor")
    for name in sorted(claim.lhs.free - t.free):
        yield "factor", mul(t, sym(name))
        yield "factor", div(t, sym(name))


def _everywhere(t: Term, edit: Callable[[Term], Iterator[Term]], kind: str) -> Iterator[tuple[str, Term]]:
    """The edits of a term and of each of its parts, one at a time; bodies of binders are left alone."""
    for new in edit(t):
        yield kind, new
    if t.op in BINDERS or t.is_relation:
        return
    for k, a in enumerate(t.args):
        for _, new in _everywhere(a, edit, kind):
            yield kind, rebuild(t, (*t.args[:k], new, *t.args[k + 1 :]))


def _negated(t: Term) -> Term:
    return t.args[1] if t.op == "*" and len(t.args) == 2 and t.args[0] is MINUS_ONE else neg(t)


def _sign(t: Term) -> Iterator[Term]:
    if t.op == "+":
        for k, a in enumerate(t.args):
            yield add(*t.args[:k], _negated(a), *t.args[k + 1 :])
    elif t.op == "exp":
        yield exp(_negated(t.args[0]))


def _quotient(t: Term) -> Iterator[Term]:
    """a - b as a/b, a/b as a - b."""
    if t.op == "+" and len(t.args) == 2 and t.args[1].op == "*" and t.args[1].args[0] is MINUS_ONE:
        yield div(t.args[0], _negated(t.args[1]))
    elif t.op == "*" and len(t.args) == 2 and t.args[1].op == "**" and t.args[1].rhs is MINUS_ONE:
        yield t.args[0] - t.args[1].lhs


def _exponent(t: Term) -> Iterator[Term]:
    if t.op == "exp":
        for factor in (num(2), num(1, 2)):
            yield exp(mul(factor, t.args[0]))
    elif t.op == "**" and t.rhs.op == "num":
        for n in (t.rhs + 1, t.rhs - 1):
            yield power(t.lhs, num(n.args[0].value + n.args[1].value))  # type: ignore[operator]
    elif t.op == "**":
        for shift in (1, -1):
            yield power(t.lhs, t.rhs + shift)
    elif t.op == "sym":
        yield power(t, num(2))


def _factor(t: Term) -> Iterator[Term]:
    """Twice or half of one term of a sum, or of the number in front of a product."""
    if t.op == "+":
        for k, a in enumerate(t.args):
            for factor in (num(2), num(1, 2)):
                yield add(*t.args[:k], mul(factor, a), *t.args[k + 1 :])
    elif t.op == "*" and t.args[0].op == "num" and t.args[0] is not MINUS_ONE:
        for scale in (2, num(1, 2).value):
            yield mul(num(t.args[0].value * scale), *t.args[1:])  # type: ignore[operator]


# -- hypotheses and relations -------------------------------------------------------------------------------------------------


def _hypothesis(plain: Claim, claim: Claim, budget: Budget, jobs: int | None) -> Repair | None:
    """Nothing is divided by 0; then signs of symbols: all that may be negative at once, then as few as needed."""
    apart = tuple(c for c in claim.domain.conditions if c not in plain.domain.conditions)
    if apart and decide_all([claim], budget, jobs)[0].verdict == "proved":
        return Repair("hypothesis", claim, hypotheses=apart)
    loose = [r.name for r in claim.domain.ranges if r.lower is None and r.name in (claim.lhs.free | claim.rhs.free)]
    if not loose or len(loose) > 6:
        return None
    every = _with_signs(claim, loose)
    if every is None or decide_all([every], budget, jobs)[0].verdict != "proved":
        return None
    for size in range(1, len(loose)):
        tries = [(chosen, _with_signs(claim, list(chosen))) for chosen in combinations(loose, size)]
        posed = [(chosen, c) for chosen, c in tries if c is not None]
        for (chosen, c), answer in zip(posed, decide_all([c for _, c in posed], budget, jobs), strict=True):
            if answer.verdict == "proved":
                return _signed(c, chosen, apart)
    return _signed(every, tuple(loose), apart)


def _with_signs(claim: Claim, names: list[str]) -> Claim | None:
    """The claim with these symbols positive."""
    ranges = tuple(replace(r, lower=num(0), lower_open=True) if r.name in names else r for r in claim.domain.ranges)
    try:
        return replace(claim, domain=Domain(ranges, claim.domain.conditions))
    except ValueError:
        return None


def _signed(claim: Claim, names: tuple[str, ...], apart: tuple[Term, ...]) -> Repair:
    """The signs, and what must not be 0 besides."""
    positive = tuple(relation(">", sym(n), num(0)) for n in names)
    rest = tuple(c for c in apart if not (c.lhs.op == "sym" and c.lhs.value in names))
    return Repair("hypothesis", claim, hypotheses=(*positive, *rest))


def _relation(claim: Claim, budget: Budget, jobs: int | None) -> Repair | None:
    """The relation turned round, or weaker."""
    tries = [
        replace(claim, relation=op)
        for op in (*_LOOSER.get(claim.relation, ()), FLIPPED[claim.relation])
        if op != claim.relation
    ]
    for c, answer in zip(tries, decide_all(tries, budget, jobs), strict=True):
        if answer.verdict == "proved":
            return Repair("relation", c, relation=c.relation)
    return None
