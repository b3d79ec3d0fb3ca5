"""Repairs: small edits of a broken step that the prover proves. Nothing is proposed that is not proved.

The right side of the step is edited in one place: a sign, a fraction turned over, a quotient for a difference, an exponent, a factor
2 or a symbol that moves to the other side of a fraction, the relation turned round; or a hypothesis is added: signs of symbols, an end
of a range that is left out where the step is undefined. If a line follows, the edited line must lead to it. Nothing is squared that
was not, and no exponent becomes 0: such an edit is never what was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, islice

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
from ...report.text import text_size
from ...search.outcome import Budget
from ..answer import Answer
from ..desk import Desk
from .claims import Checked, where_defined

MOST = 60  # edits that are decided
AT_ONCE = 8
TRIED = 1000  # edits that are looked at where the step fails
MOST_PARTS = 400  # of a right side, written out, in which places for an edit are looked for
_LOOSER = {"==": ("<=", ">="), "<": ("<=",), ">": (">=",)}


@dataclass(frozen=True)
class Repair:
    """What to change: `kind` is sign, fraction, quotient, exponent, factor, relation or hypothesis; and the claim that is proved."""

    kind: str
    claim: Claim
    right: Term | None = None
    relation: str = ""
    hypotheses: tuple[Term, ...] = ()


def find_repair(checked: Checked, after: Checked | None, budget: Budget, desk: Desk) -> Repair | None:
    """The first proved repair: of the right side, of the hypotheses, of the relation, in this order."""
    posed, answer = checked.posed, checked.answer
    if posed is None or answer is None:
        return None
    simple = checked.alone.claim if checked.alone is not None else posed.claim
    claim = where_defined(simple)
    point = answer.result.point if isinstance(answer.result, (Refuted, Undefined)) else ()
    edits = []
    small = text_size(claim.rhs) <= MOST_PARTS
    for kind, right in islice(_edits(claim.rhs, claim), TRIED) if small else ():
        candidate = replace(claim, rhs=right)
        if right is not claim.rhs and not _fails_at(candidate, point):
            edits.append((kind, candidate))
    edits = list(dict.fromkeys(edits))[:MOST]
    strict = _strict(simple, answer, budget, desk)
    found = strict or _proved_edit(edits, checked, after, budget, desk)
    return found or _hypothesis(simple, claim, budget, desk) or _relation(claim, budget, desk)


def _fails_at(claim: Claim, point: Point) -> bool:
    """Whether an edit is still false at the counterexample."""
    values = dict(point)
    if not set(claim.domain.names) <= values.keys():
        return False
    return isinstance(refute(claim, tuple((n, values[n]) for n in claim.domain.names)), (Refuted, Undefined))


def _proved_edit(
    edits: list[tuple[str, Claim]], checked: Checked, after: Checked | None, budget: Budget, desk: Desk
) -> Repair | None:
    """The first edit that is proved and leads on; a few are decided at a time, as one of the first is mostly right."""
    for start in range(0, len(edits), AT_ONCE):
        some = edits[start : start + AT_ONCE]
        answers = desk.decide([claim for _, claim in some], budget)
        for (kind, claim), answer in zip(some, answers, strict=True):
            if answer.verdict == "proved" and _leads_on(claim, after, budget, desk):
                return Repair(kind, claim, right=claim.rhs)
    return None


def _leads_on(claim: Claim, after: Checked | None, budget: Budget, desk: Desk) -> bool:
    """Whether the edited line implies the line after it."""
    if after is None or after.posed is None or after.verdict == "definition":
        return True
    follows = after.alone.claim if after.alone is not None else after.posed.claim
    if any(n not in follows.domain.names for n in claim.rhs.free):
        return True
    (answer,) = desk.decide([where_defined(replace(follows, lhs=claim.rhs))], budget)
    return answer.verdict == "proved" or (after.verdict == "open" and answer.verdict != "refuted")


# -- edits ------------------------------------------------------------------------------------------------------------------


def _edits(t: Term, claim: Claim) -> Iterator[tuple[str, Term]]:
    """One change somewhere in a term, the likeliest first."""
    yield from _everywhere(t, _sign, "sign")
    yield from _everywhere(t, _turned, "fraction")
    yield from _everywhere(t, _moved, "fraction")
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
        for shift in (1, -1):
            n = t.rhs.value + shift  # type: ignore[operator]
            if n not in (0, 1):
                yield power(t.lhs, num(n))
            elif n == 1:
                yield t.lhs
    elif t.op == "**":
        for shift in (1, -1):
            yield power(t.lhs, t.rhs + shift)


def _is_inverse(t: Term) -> bool:
    return t.op == "**" and t.rhs.op == "num" and t.rhs.value == -1


def _turned(t: Term) -> Iterator[Term]:
    """a/b as b/a."""
    if t.op != "*" or not any(map(_is_inverse, t.args)):
        return
    signs = [a for a in t.args if a is MINUS_ONE]
    over = [a for a in t.args if not _is_inverse(a) and a is not MINUS_ONE]
    under = [a.lhs for a in t.args if _is_inverse(a)]
    top, bottom = [*signs, *under], over
    yield mul(*top, *(power(b, MINUS_ONE) for b in bottom)) if bottom or len(top) > 1 else top[0]


def _moved(t: Term) -> Iterator[Term]:
    """One factor from above the line to below it, or from below to above."""
    if t.op != "*":
        return
    for k, a in enumerate(t.args):
        if a is not MINUS_ONE:
            moved = a.lhs if _is_inverse(a) else power(a, MINUS_ONE)
            yield mul(*t.args[:k], moved, *t.args[k + 1 :])


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


def _strict(claim: Claim, answer: Answer, budget: Budget, desk: Desk) -> Repair | None:
    """An undefined step at ends of ranges: these left out, or all ends that belong to their ranges."""
    if not isinstance(answer.result, Undefined):
        return None
    point = dict(answer.result.point)
    ends = [
        (r.name, side, op, end)
        for r in claim.domain.ranges
        for side, op in (("lower", ">"), ("upper", "<"))
        if (end := getattr(r, side)) is not None and not getattr(r, f"{side}_open")
    ]
    at_point = [e for e in ends if point.get(e[0]) is e[3]]
    for left_out in (at_point, [e for e in ends if any(e[3] is k[3] and e[1] == k[1] for k in at_point)]):
        posed = _opened(claim, {e[:2] for e in left_out})
        if left_out and desk.decide([posed], budget)[0].verdict == "proved":
            added = tuple(relation(op, sym(name), end) for name, _, op, end in left_out)
            return Repair("hypothesis", posed, hypotheses=added)
    return None


def _opened(claim: Claim, ends: set[tuple[str, str]]) -> Claim:
    ranges = tuple(
        replace(
            r,
            lower_open=r.lower_open or (r.name, "lower") in ends,
            upper_open=r.upper_open or (r.name, "upper") in ends,
        )
        for r in claim.domain.ranges
    )
    return replace(claim, domain=Domain(ranges, claim.domain.conditions))


def _hypothesis(plain: Claim, claim: Claim, budget: Budget, desk: Desk) -> Repair | None:
    """Nothing is divided by 0; then signs of symbols: all that may be negative at once, then as few as needed."""
    apart = tuple(c for c in claim.domain.conditions if c not in plain.domain.conditions)
    if apart and desk.decide([claim], budget)[0].verdict == "proved":
        return Repair("hypothesis", claim, hypotheses=apart)
    loose = [r.name for r in claim.domain.ranges if r.lower is None and r.name in (claim.lhs.free | claim.rhs.free)]
    if not loose or len(loose) > 6:
        return None
    every = _with_signs(claim, loose)
    if every is None or desk.decide([every], budget)[0].verdict != "proved":
        return None
    for size in range(1, len(loose)):
        tries = [(chosen, _with_signs(claim, list(chosen))) for chosen in combinations(loose, size)]
        posed = [(chosen, c) for chosen, c in tries if c is not None]
        for (chosen, c), answer in zip(posed, desk.decide([c for _, c in posed], budget), strict=True):
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


def _relation(claim: Claim, budget: Budget, desk: Desk) -> Repair | None:
    """The relation turned round, or weaker."""
    tries = [
        replace(claim, relation=op)
        for op in (*_LOOSER.get(claim.relation, ()), FLIPPED[claim.relation])
        if op != claim.relation
    ]
    for c, answer in zip(tries, desk.decide(tries, budget), strict=True):
        if answer.verdict == "proved":
            return Repair("relation", c, relation=c.relation)
    return None
