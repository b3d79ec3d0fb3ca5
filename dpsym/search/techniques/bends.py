"""Where an integrand or a summand bends: abs, min and max, the signs that straighten them, and the kinks at which a range is cut."""

from __future__ import annotations

from ...kernel.arithmetic.field import Field
from ...kernel.reals.rules.logic import Absurd, Cases, Identity
from ...kernel.statements import Domain, Fact
from ...kernel.terms import ZERO, Term, neg, negated, relation, sub, subterms
from ..exact_roots import roots
from ..normal import normal_term
from ..prover import Prover
from .changes import by_logarithm

MAX_KINKS = 3


def bends(f: Term) -> list[tuple[Term, Term, Term, Term]]:
    """(term, gap, its value where the gap is >= 0, and where it is <= 0) for abs, min and max, inner ones first."""
    found = []
    for u in subterms(f):
        if u.op == "abs":
            found.append((u, u.args[0], u.args[0], neg(u.args[0])))
        elif u.op in ("min", "max") and len(u.args) == 2:
            first, second = u.args if u.op == "max" else u.args[::-1]
            found.append((u, sub(*u.args), first, second))
    return found


def innermost(prover: Prover, f: Term, between: Domain) -> list[tuple[Term, Term, Term, Term]]:
    """The bends whose sign is not visible, but for those that hold another one: they wait until that is straight."""
    ctx = prover.builder.ctx
    hidden = [
        b
        for b in bends(f)
        if not any(ctx.holds_where_defined(relation(op, b[1], ZERO), between) for op in (">=", "<="))
    ]
    return [b for b in hidden if not any(other[0] in subterms(b[1]) for other in hidden)]


def kinks(prover: Prover, f: Term, name: str, domain: Domain, between: Domain) -> list[Term]:
    """Where something changes sign inside of the range, as far as it is seen; what lies deepest comes first."""
    gaps: dict[Term, None] = {gap: None for _, gap, _, _ in bends(f) if name in gap.free}
    for u in subterms(f):
        if name in u.free and u.is_relation:
            gaps.setdefault(sub(u.lhs, u.rhs))
    ctx = prover.builder.ctx
    found: dict[Term, None] = {}
    for g in gaps:
        if any(ctx.holds_where_defined(relation(op, g, ZERO), between) for op in (">=", "<=")):
            continue
        for r in roots(g, name, between, prover.work):
            if r.free <= set(domain.names):
                found.setdefault(normal_term(Field(domain, prover.work.division), r) or r)
    return list(found)[:MAX_KINKS]


def shown(prover: Prover, fact: Fact, depth: int) -> str | None:
    """The sign of a difference, by logarithms first: where densities cross it is one of exponentials."""
    if not prover.define(fact.statement, fact.domain, depth):
        return None
    powers = any(u.op == "exp" for u in subterms(fact.statement))
    return (powers and by_logarithm(prover, fact, depth + 1)) or prover.prove(fact, depth + 1)


def under(prover: Prover, fact: Fact, sign: Fact, step: str) -> str | None:
    """A fact that is an identity where a relation holds, which it does everywhere."""
    c = sign.statement
    yes = Fact(fact.domain.with_conditions(c), fact.statement)
    no = Fact(fact.domain.with_conditions(negated(c)), fact.statement)
    first = prover.have(yes, Identity())
    second = first and prover.have(no, Absurd(step))
    return prover.have(fact, Cases(c, first, second)) if first and second else None


def plain(prover: Prover, t: Term, domain: Domain) -> Term:
    return normal_term(Field(domain, prover.work.division), t) or t
