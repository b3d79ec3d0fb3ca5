"""Sums with symbolic or infinite ends: cut where a summand bends, straightened on each part, and telescoped there.

Sum(exp(-|k|/b), (k, -oo, oo)) = Sum(exp(k/b), (k, -oo, -1)) + Sum(exp(-k/b), (k, 0, oo))
"""

from __future__ import annotations

from ...kernel.arithmetic.field import Field
from ...kernel.arithmetic.integrality import integer_valued
from ...kernel.reals.rules.logic import Combine, Sign
from ...kernel.reals.rules.sums import Cut, Telescope, Termwise
from ...kernel.statements import Domain, Fact
from ...kernel.substitution import substitute
from ...kernel.terms import MINUS_OO, ONE, OO, ZERO, Term, add, bind, func, relation, sub, subterms
from ..exact_roots import roots
from ..normal import normal_term, replace_term
from ..plausible import signs_met
from ..prover import Prover
from .antiderivative import limit_value
from .bends import innermost, kinks, plain, shown, under
from .cases import core_of
from .sums import antidifference, index_domain

MAX_PARTS = 4  # cuts inside of one another


def sum_value(prover: Prover, u: Term, domain: Domain, depth: int, cuts: int = 0) -> str | None:
    """A step that states that a sum equals a term without it."""
    body, a, b = u.args
    if str(u.value) in domain.names or not _rising(prover, a, b, domain, depth):
        return None
    inside = index_domain(domain, u)
    if not prover.define(body, inside, depth):
        return None
    bent = innermost(prover, body, inside)
    ways = (_in_parts, _straightened)
    for way in ways if bent else (_telescoped, *ways):
        step = way(prover, u, domain, inside, depth, cuts)
        if step:
            return step
    return _telescoped(prover, u, domain, inside, depth, cuts) if bent else None


def _rising(prover: Prover, a: Term, b: Term, domain: Domain, depth: int) -> bool:
    """Whether a <= b + 1 is certain, or one of them is infinite; later steps cite the fact."""
    return a is MINUS_OO or b is OO or _known(prover, relation("<=", a, add(b, ONE)), domain, depth)


def _known(prover: Prover, r: Term, domain: Domain, depth: int) -> bool:
    """Whether a relation is shown; later steps cite the fact."""
    if prover.builder.ctx.holds_where_defined(r, domain, prover.defined):
        return True
    step = prover.prove(Fact(domain, r), depth + 1)
    if step is not None and step not in prover.defined:
        prover.defined = (*prover.defined, step)
        prover.ladder.defined = prover.defined
    return step is not None


def _telescoped(prover: Prover, u: Term, domain: Domain, inside: Domain, depth: int, cuts: int) -> str | None:
    body, a, b = u.args
    i = str(u.value)
    form = antidifference(prover.builder.ctx.field(inside), body, i)
    beyond = b if b is OO else add(b, ONE)
    longer = bind("Sum", body, i, a, beyond)
    if form is None or not prover.define(form, index_domain(domain, longer), depth):
        return None
    low = limit_value(form, i, domain, None, False, prover.work) if a is MINUS_OO else substitute(form, {i: a})
    high = limit_value(form, i, domain, None, True, prover.work) if b is OO else substitute(form, {i: beyond})
    if low is None or high is None or not all(prover.define(t, domain, depth) for t in (low, high)):
        return None
    value = _simple(prover, sub(high, low), domain)
    rule = Telescope(form, low if a is MINUS_OO else None, high if b is OO else None)
    return prover.have(Fact(domain, relation("==", u, value)), rule)


def _simple(prover: Prover, t: Term, domain: Domain) -> Term:
    """The normal form of t, if it is seen to be defined: denominators that are multiplied out may not be seen to be other than 0."""
    plain = normal_term(Field(domain, prover.work.division), t)
    return t if plain is None or prover.builder.ctx.undefined(plain, domain, prover.defined) else plain


def _straightened(prover: Prover, u: Term, domain: Domain, inside: Domain, depth: int, cuts: int) -> str | None:
    """One abs, min or max of the summand, whose sign is not visible but can be shown, replaced by what it is there."""
    f, a, b = u.args
    for bend, gap, if_positive, if_negative in innermost(prover, f, inside):
        core = core_of(prover, gap, inside)  # its one factor of unknown sign, which normal forms will look for
        met = signs_met(sub(*core), inside, prover.work)
        for c, sign, straight in ((relation(">=", *core), 1, if_positive), (relation("<=", *core), -1, if_negative)):
            step = None if -sign in met else shown(prover, Fact(inside, c), depth)
            if step is None:
                continue
            g = plain(prover, replace_term(f, bend, straight), inside)
            v = bind("Sum", g, str(u.value), a, b)
            value = sum_value(prover, v, domain, depth, cuts)
            same = value and under(prover, Fact(inside, relation("==", f, g)), Fact(inside, c), step)
            if not value or not same:
                return None
            outer, prover.defined = prover.defined, (*prover.defined, value)
            moved = prover.have(Fact(domain, relation("==", u, v)), Termwise(same))
            done = moved and _total(prover, u, (moved, value), domain)
            prover.defined = outer
            return done
    return None


def _total(prover: Prover, u: Term, steps: tuple[str, ...], domain: Domain) -> str | None:
    """u == the value that the last steps give to the right side of the first."""
    values = [prover.builder.steps[s].statement.statement.rhs for s in steps[1:]]  # type: ignore[union-attr]
    total = _simple(prover, add(*values), domain)
    outer, prover.defined = prover.defined, (*prover.defined, *steps)
    using = tuple((s, ONE) for s in steps)
    done = prover.have(Fact(domain, relation("==", u, total)), Combine(using))
    prover.defined = outer
    return done


def _in_parts(prover: Prover, u: Term, domain: Domain, inside: Domain, depth: int, cuts: int) -> str | None:
    """The range cut at the integers next to a kink."""
    if cuts >= MAX_PARTS:
        return None
    f, a, b = u.args
    i = str(u.value)
    for kink in kinks(prover, f, i, domain, inside):
        for c in _integers_below(prover, kink, f, domain, inside):
            after = normal_term(Field(domain, prover.work.division), add(c, ONE)) or add(c, ONE)
            if _same(prover, c, b, domain) or _same(prover, after, a, domain):  # nothing to cut off
                continue
            if not (_rising(prover, a, c, domain, depth) and _rising(prover, after, b, domain, depth)):
                continue
            parts = (bind("Sum", f, i, a, c), bind("Sum", f, i, after, b))
            left = sum_value(prover, parts[0], domain, depth, cuts + 1)
            right = left and sum_value(prover, parts[1], domain, depth, cuts + 1)
            if not left or not right:
                continue
            outer, prover.defined = prover.defined, (*prover.defined, left, right)
            whole = prover.have(Fact(domain, relation("==", u, add(*parts))), Cut())
            done = whole and _total(prover, u, (whole, left, right), domain)
            prover.defined = outer
            if done:
                return done
    return None


def positive_sum(prover: Prover, u: Term, domain: Domain) -> str | None:
    """u > 0 for an infinite sum that was cut in two: one part has a visibly positive value, the other no negative terms."""
    steps = [h for h in prover.builder.steps.values() if isinstance(h.statement, Fact) and h.statement.domain == domain]
    known = {h.statement.statement: h.name for h in steps if isinstance(h.statement, Fact)}
    for cut in (r for r in known if _is_cut(r, u)):
        for part, rest in (cut.rhs.args, cut.rhs.args[::-1]):
            value = next((r for r in reversed(known) if _is_value(r, part)), None)
            strict = prover.have(Fact(domain, relation(">", value.rhs, ZERO)), Sign()) if value else None
            done = _with_rest(prover, u, rest, (known[cut], known[value], strict), domain) if value and strict else None
            if done:
                return done
    return None


def _is_cut(r: Term, u: Term) -> bool:
    """u == a sum + another sum."""
    return r.op == "==" and r.lhs is u and r.rhs.op == "+" and {v.op for v in r.rhs.args} == {"Sum"}


def _is_value(r: Term, u: Term) -> bool:
    """u == a term without sums."""
    return r.op == "==" and r.lhs is u and all(v.op != "Sum" for v in subterms(r.rhs))


def _with_rest(prover: Prover, u: Term, rest: Term, part: tuple[str, str, str], domain: Domain) -> str | None:
    """u > 0, from the cut of u, the value of its other part and that it is positive; the rest is at least a sum of zeros."""
    body, a, b = rest.args
    nothing = bind("Sum", ZERO, str(u.value), a, b)
    ends = Telescope(ONE, ONE if a is MINUS_OO else None, ONE if b is OO else None)
    zero = prover.have(Fact(domain, relation("==", nothing, ZERO)), ends)
    sign = prover.prove(Fact(index_domain(domain, rest), relation(">=", body, ZERO)), 1)
    if not zero or not sign:
        return None
    with prover.citing(part[0], zero):
        above = prover.have(Fact(domain, relation(">=", rest, nothing)), Termwise(sign))
        using = tuple((s, ONE) for s in (*part, above or "", zero))
        return prover.have(Fact(domain, relation(">", u, ZERO)), Combine(using)) if above else None


def _same(prover: Prover, a: Term, b: Term, domain: Domain) -> bool:
    return not {a, b} & {OO, MINUS_OO} and prover.builder.ctx.same_where_defined(a, b, domain)


def _integers_below(prover: Prover, t: Term, f: Term, domain: Domain, inside: Domain) -> list[Term]:
    """t - 1 if t is an integer; otherwise an integer e with e <= t <= e + 1 as the conditions say it, or floor(t) if f bends."""
    if integer_valued(t, domain):
        return [normal_term(Field(domain, prover.work.division), sub(t, ONE)) or sub(t, ONE)]
    for e in _at_bounds(prover, t, domain):
        near = relation("<=", e, t), relation("<=", t, add(e, ONE))
        if all(
            prover.builder.ctx.holds_where_defined(r, domain, prover.defined) or prover.prove_quickly(Fact(domain, r))
            for r in near
        ):
            return [e]
    changes = any(len(signs_met(gap, inside, prover.work)) == 2 for _, gap, _, _ in innermost(prover, f, inside))
    return [func("floor", t)] if changes else []


def _at_bounds(prover: Prover, t: Term, domain: Domain) -> list[Term]:
    """What t is, or is 1 above, where a condition is an equation for one of its symbols, if that is an integer."""
    found: dict[Term, None] = {}
    for c in domain.conditions:
        for name in sorted(c.free & t.free):
            for root in roots(sub(c.lhs, c.rhs), name, domain, prover.work):
                value = substitute(t, {name: root}) if name not in root.free else t
                for e in (value, sub(value, ONE)):
                    plain = normal_term(Field(domain, prover.work.division), e)
                    if plain is not None and integer_valued(plain, domain):
                        found.setdefault(plain)
    return list(found)
