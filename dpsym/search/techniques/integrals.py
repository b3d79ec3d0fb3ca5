"""Integrals: their values by antiderivatives, comparison of integrands, and substitution for LambertW and PhiInv."""

from __future__ import annotations

from ...kernel.arithmetic.defined import continuous, integrals
from ...kernel.arithmetic.derivative import NotDifferentiable, derivative
from ...kernel.arithmetic.field import Field
from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.quadrature import compare as compare_closed
from ...kernel.reals.rules.binders import between as between_ends
from ...kernel.reals.rules.integrals import Antiderivative, Dominated, Join, Pointwise
from ...kernel.reals.rules.logic import Combine, Given, Identity, Instance, Replace
from ...kernel.statements import Domain, Fact, Range
from ...kernel.substitution import substitute
from ...kernel.terms import (
    MINUS_OO,
    ONE,
    OO,
    ZERO,
    Term,
    TermError,
    add,
    bind,
    div,
    exp,
    func,
    mul,
    neg,
    relation,
    sub,
    subterms,
    sym,
)
from ...kernel.verdicts import refusal
from ..normal import normal_term, replace_term
from ..plausible import signs_met
from ..prover import Prover
from .antiderivative import antiderivative, limit_value
from .bends import innermost, kinks, plain, shown, under
from .cases import core_of
from .inverses import by_inverse
from .series import positive_sum, sum_value

MAX_INTEGRALS = 6


def inside_of(u: Term, domain: Domain) -> Domain | None:
    """The domain with the symbol of an integral between its ends; None where the kernel refuses it."""
    found: list[Domain] = []
    return found[0] if refusal("", lambda: found.append(between_ends(u, domain))) is None else None


def by_integrals(prover: Prover, fact: Fact, depth: int) -> str | None:
    """Values for integrals, or a comparison of integrands; variables w = LambertW(x), z = PhiInv(p)."""
    found = sorted(integrals(fact.statement), key=lambda u: u.depth)
    if not found:
        return by_inverse(prover, fact, depth)
    if len(found) > MAX_INTEGRALS:
        return None
    prover.note("integrals")
    return (
        _by_logarithms(prover, fact, found, depth)
        or _by_values(prover, fact, found, depth)
        or _by_name(prover, fact, found, depth)
        or _by_comparison(prover, fact, found, depth)
    )


def define_integrals(prover: Prover, t: Term, domain: Domain, depth: int) -> None:
    """Show what integrals converge, so that t is defined: by their values, or below another one."""
    for u in sorted(integrals(t), key=lambda u: u.depth):
        if prover.builder.ctx.undefined(u, domain, prover.defined) is not None:
            step = value_of(prover, u, domain, depth) or _dominated(prover, u, domain, depth)
            if step:
                _cite(prover, step)
                positive = _positive(prover, t, u, step, domain)
                if positive:
                    _cite(prover, positive)


def _cite(prover: Prover, step: str) -> None:
    """All later steps cite a fact that shows something to be defined."""
    prover.defined = (*prover.defined, step)
    prover.ladder.defined = prover.defined


def _positive(prover: Prover, t: Term, u: Term, step: str, domain: Domain) -> str | None:
    """u > 0, for an integral under a logarithm, if it equals what stands under another logarithm of t."""
    logs = [v.args[0] for v in subterms(t) if v.op == "log"]
    for w in (w for w in logs if u in logs and not integrals(w) and w.free <= set(domain.names)):
        found = positive_sum(prover, u, domain) if u.op == "Sum" else None
        goal = Fact(domain, relation(">", w, ZERO))  # it must hold for t to be defined
        above = None if found else prover.prove_lemma(goal)
        same = (found or above) and prover.have(Fact(domain, relation("==", u, w)), Combine(((step, ONE),)))
        if same and found and prover.have(goal, Combine(((same, neg(ONE)), (found, ONE)))):
            return found
        if same and above:
            return prover.have(Fact(domain, relation(">", u, ZERO)), Combine(((same, ONE), (above, ONE))))
    return None


# -- values -----------------------------------------------------------------------------------------------------


def value_of(prover: Prover, u: Term, domain: Domain, depth: int) -> str | None:
    """A step that states Integral == a term without it."""
    if u.op == "Sum":
        return sum_value(prover, u, domain, depth)
    between = inside_of(u, domain)
    if between is None or integrals(u.args[0]):
        return None
    for end in (e for e in u.args[1:] if e is not OO and e is not MINUS_OO):
        if not prover.define(end, domain, depth):
            return None
    if not prover.define(u.args[0], between, depth):
        return None
    bent = innermost(prover, u.args[0], between)
    return (
        (None if bent else _by_antiderivative(prover, u, domain, between))
        or _straightened(prover, u, domain, between, depth)
        or _in_parts(prover, u, domain, between, depth)
        or (_by_antiderivative(prover, u, domain, between) if bent else None)
    )


def _by_antiderivative(prover: Prover, u: Term, domain: Domain, between: Domain) -> str | None:
    whole = antiderivative(u.args[0], str(u.value), between, prover.work)
    if whole is None:
        return None
    low, high = _end(prover, whole, u, domain, False), _end(prover, whole, u, domain, True)
    if low is None or high is None:
        return None
    value = normal_term(Field(domain, prover.work.division), sub(high, low))
    if value is None or value.free - set(domain.names) or not prover.define(whole, between):
        return None
    return prover.have(Fact(domain, relation("==", u, value)), Antiderivative(whole, low, high))


def _end(prover: Prover, whole: Term, u: Term, domain: Domain, upper: bool) -> Term | None:
    name, end = str(u.value), u.args[2] if upper else u.args[1]
    infinite = end is (OO if upper else MINUS_OO)
    if not infinite:
        try:
            there = substitute(whole, {name: end})
        except TermError:
            return None
        if prover.builder.ctx.undefined(there, domain, prover.defined) is None:
            return there
    return limit_value(whole, name, domain, None if infinite else end, upper, prover.work)


def _straightened(prover: Prover, u: Term, domain: Domain, between: Domain, depth: int) -> str | None:
    """One abs, min or max of the integrand, whose sign is not visible but can be shown, replaced by what it is there."""
    f, a, b = u.args
    for bend, gap, if_positive, if_negative in innermost(prover, f, between):
        core = core_of(prover, gap, between)  # its one factor of unknown sign, which normal forms will look for
        met = signs_met(sub(*core), between, prover.work)
        for c, sign, straight in ((relation(">=", *core), 1, if_positive), (relation("<=", *core), -1, if_negative)):
            step = None if -sign in met else shown(prover, Fact(between, c), depth)
            if step is None:
                continue
            g = plain(prover, replace_term(f, bend, straight), between)
            v = bind("Integral", g, str(u.value), a, b)
            value = value_of(prover, v, domain, depth)
            return value and _same_integral(prover, u, v, Fact(between, c), (step, value), domain, depth)
    return None


def _same_integral(
    prover: Prover, u: Term, v: Term, sign: Fact, steps: tuple[str, str], domain: Domain, depth: int
) -> str | None:
    """Integral(f) == value, where f == g under the fact `sign` and Integral(g) has the value."""
    f, g = u.args[0], v.args[0]
    outer, prover.defined = prover.defined, (*prover.defined, steps[1])
    same = under(prover, Fact(sign.domain, relation("==", f, g)), sign, steps[0])
    moved = same and prover.have(Fact(domain, relation("==", u, v)), Pointwise(same))
    prover.defined = (*prover.defined, moved) if moved else prover.defined  # that u is defined
    value = prover.builder.steps[steps[1]].statement.statement.rhs  # type: ignore[union-attr]
    done = moved and prover.have(Fact(domain, relation("==", u, value)), Combine(((moved, ONE), (steps[1], ONE))))
    prover.defined = outer
    return done


def _in_parts(prover: Prover, u: Term, domain: Domain, between: Domain, depth: int) -> str | None:
    """The range cut at a kink: where something under abs, min, max or between two pieces is 0."""
    f, a, b = u.args
    name = str(u.value)
    for c in kinks(prover, f, name, domain, between):
        if not (_before(prover, a, c, domain, depth) and _before(prover, c, b, domain, depth)):
            continue
        left, right = bind("Integral", f, name, a, c), bind("Integral", f, name, c, b)
        steps = [value_of(prover, part, domain, depth) for part in (left, right)]
        if steps[0] is None or steps[1] is None:
            continue
        outer, prover.defined = prover.defined, (*prover.defined, steps[0], steps[1])
        cut = prover.have(Fact(domain, relation("==", u, add(left, right))), Join(c))
        prover.defined = (*prover.defined, cut) if cut else outer
        values = [prover.builder.steps[s].statement.statement.rhs for s in steps]  # type: ignore[union-attr, index]
        total = normal_term(Field(domain, prover.work.division), add(*values)) if cut else None
        using = tuple((s, ONE) for s in (cut, *steps) if s)
        step = total and prover.have(Fact(domain, relation("==", u, total)), Combine(using))
        prover.defined = outer
        if step:
            return step
    return None


def _before(prover: Prover, a: Term, b: Term, domain: Domain, depth: int) -> bool:
    """Whether a < b is certain, or one of them is the infinite end; later steps cite the fact."""
    if a is MINUS_OO or b is OO:
        return True
    if not (a.free or b.free):
        return compare_closed(a, b) == -1
    step = prover.prove(Fact(domain, relation("<", a, b)), depth + 1)
    if step is not None and step not in prover.defined:
        prover.defined = (*prover.defined, step)
        prover.ladder.defined = prover.defined
    return step is not None


def _by_values(prover: Prover, fact: Fact, found: list[Term], depth: int) -> str | None:
    """The statement with values in place of integrals, on which it depends linearly."""
    gap, op = nonnegative_form(fact.statement)
    using: list[tuple[str, Term]] = []
    rest = gap
    for u in found:
        step = value_of(prover, u, fact.domain, depth)
        if step is None:
            continue
        value = prover.builder.steps[step].statement.statement.rhs  # type: ignore[union-attr]
        slope = sub(replace_term(rest, u, ONE), replace_term(rest, u, ZERO))
        using.append((step, normal_term(prover.builder.ctx.field(fact.domain), slope) or slope))
        rest = replace_term(rest, u, value)
    if not using:
        return None
    tidy = normal_term(Field(fact.domain, prover.work.division), rest) or rest
    shown = Fact(fact.domain, relation(op, tidy, ZERO))
    step = prover.prove(shown, depth + 1)
    return step and prover.have(fact, Combine(((step, ONE), *using)))


def _by_logarithms(prover: Prover, fact: Fact, found: list[Term], depth: int) -> str | None:
    """F(log u) == F(log w) for an integral u that is known to equal w."""
    u, (one, other) = found[-1], fact.statement.args
    turned = bool(integrals(other))
    one, other = (other, one) if turned else (one, other)
    name = next(f"I{k}" for k in range(len(fact.domain.names) + 1) if f"I{k}" not in fact.domain.names)
    for w in (v.args[0] for v in subterms(other) if v.op == "log"):
        same = prover.builder.known(Fact(fact.domain, relation("==", u, w)))
        above = same and prover.builder.known(Fact(fact.domain, relation(">", w, ZERO)))
        if not same or not above or fact.statement.op != "==" or integrals(other):
            continue
        inner = fact.domain.with_range(Range(name)).with_conditions(relation("==", sym(name), w))
        given = prover.have(Fact(inner, relation("==", sym(name), w)), Given())
        positive = given and prover.have(
            Fact(inner, relation(">", sym(name), ZERO)), Combine(((given, ONE), (above, ONE)))
        )
        outer, prover.defined = prover.defined, (*prover.defined, *((positive,) if positive else ()))
        plain = prover.have(Fact(inner, relation("==", other, other)), Identity())
        sides = replace_term(one, u, sym(name)), other
        renamed = Fact(inner, relation("==", *(sides[::-1] if turned else sides)))
        shown = prover.have(renamed, Replace(given, plain)) if given and plain else None
        prover.defined = outer
        if shown:
            return prover.have(fact, Instance(shown, ((name, u),), (same, *prover.defined)))
    return None


def _by_name(prover: Prover, fact: Fact, found: list[Term], depth: int) -> str | None:
    """A symbol for an integral that does not enter linearly, say under a logarithm, with its value as a side condition."""
    u = found[-1]
    name = next(f"I{k}" for k in range(len(fact.domain.names) + 1) if f"I{k}" not in fact.domain.names)
    step = value_of(prover, u, fact.domain, depth)
    if step is None or any(name in t.free for t in (fact.statement, *fact.domain.conditions)):
        return None
    value = prover.builder.steps[step].statement.statement.rhs  # type: ignore[union-attr]
    inner = fact.domain.with_range(Range(name)).with_conditions(relation("==", sym(name), value))
    outer, prover.defined = prover.defined, (*prover.defined, step)
    shown = prover.prove(Fact(inner, replace_term(fact.statement, u, sym(name))), depth + 1)
    done = shown and prover.have(fact, Instance(shown, ((name, u),), (step, *prover.defined)))
    prover.defined = outer
    return done


# -- comparison -------------------------------------------------------------------------------------------------


def _by_comparison(prover: Prover, fact: Fact, found: list[Term], depth: int) -> str | None:
    """Integrals over one range, and a rest that is an integral over it as well, compared under the integral."""
    gap, op = nonnegative_form(fact.statement)
    if len({(u.value, u.args[1:]) for u in found}) != 1 or op == "!=":
        return None
    first = found[0]
    between = inside_of(first, fact.domain)
    field = prover.builder.ctx.field(fact.domain)
    slopes = []
    rest = gap
    for u in found:
        slopes.append(normal_term(field, sub(replace_term(rest, u, ONE), replace_term(rest, u, ZERO))))
        rest = replace_term(rest, u, ZERO)
    rest_term = normal_term(field, rest)
    if between is None or rest_term is None or any(s is None for s in slopes):
        return None
    integrand = add(*(mul(s, u.args[0]) for s, u in zip(slopes, found) if s is not None))
    for body, extra in [*_as_integrals(rest_term, first), *_weighted(prover, rest_term, found, fact.domain, depth)]:
        step = prover.prove(Fact(between, relation(op, add(integrand, body), ZERO)), depth + 1)
        done = step and _integrated(prover, fact, first, body, extra, step, depth)
        if done:
            return done
    return None


def _as_integrals(rest: Term, u: Term) -> list[tuple[Term, Term]]:
    """(g, c) with rest = Integral(g) + c over the range of u, c a number or a term without the range's symbols."""
    _, a, b = u.args
    if rest is ZERO:
        return [(ZERO, ZERO)]
    if a is MINUS_OO or b is OO:
        return []
    found = []
    if b.op == "sym" and b.value not in u.args[0].free and b.value not in a.free:
        try:
            slope = substitute(derivative(rest, str(b.value)), {str(b.value): sym(str(u.value))})
            found.append((slope, substitute(rest, {str(b.value): a})))
        except (NotDifferentiable, TermError):
            pass
    return [*found, (div(rest, sub(b, a)), ZERO)]


def _weighted(prover: Prover, rest: Term, found: list[Term], domain: Domain, depth: int) -> list[tuple[Term, Term]]:
    """The same by integrals of single factors of the integrands: 1 is the integral of exp(-t)."""
    out = []
    name = str(found[0].value)
    factors = dict.fromkeys(a for u in found for a in (u.args[0].args if u.args[0].op == "*" else ()) if name in a.free)
    for g in list(factors)[:MAX_INTEGRALS] if rest is not ZERO else ():
        step = value_of(prover, bind("Integral", g, name, *found[0].args[1:]), domain, depth)
        if step:
            value = prover.builder.steps[step].statement.statement.rhs  # type: ignore[union-attr]
            out.append((div(mul(rest, g), value), ZERO))
    return out


def _integrated(prover: Prover, fact: Fact, u: Term, body: Term, extra: Term, inner: str, depth: int) -> str | None:
    """From the comparison of the integrands to the fact."""
    gap, op = nonnegative_form(fact.statement)
    if body is ZERO:
        return prover.have(fact, Pointwise(inner))
    other = bind("Integral", body, str(u.value), *u.args[1:])
    step = value_of(prover, other, fact.domain, depth)
    if step is None:
        return None
    value = prover.builder.steps[step].statement.statement.rhs  # type: ignore[union-attr]
    outer, prover.defined = prover.defined, (*prover.defined, step)
    sum_ = add(sub(gap, add(value, extra)), other)
    compared = prover.have(Fact(fact.domain, relation(op, _only_integrals(sum_, prover, fact), ZERO)), Pointwise(inner))
    sign = extra is not ZERO and prover.prove(Fact(fact.domain, relation(">=", extra, ZERO)), depth + 1)
    done = None
    if compared and (extra is ZERO or sign):
        signs = (sign,) if sign else ()
        done = prover.have(fact, Combine(((compared, ONE), (step, neg(ONE))), extra, signs))
    prover.defined = outer
    return done


def _only_integrals(t: Term, prover: Prover, fact: Fact) -> Term:
    return normal_term(prover.builder.ctx.field(fact.domain), t) or t


def _dominated(prover: Prover, u: Term, domain: Domain, depth: int) -> str | None:
    """|f| below an exponential or a power whose integral is known, for an infinite range."""
    between = inside_of(u, domain)
    f, a, b = u.args
    name = str(u.value)
    if between is None or not continuous(f) or a is MINUS_OO or b is not OO:
        return None
    t = sym(name)
    for g in (exp(neg(t)), div(ONE, mul(add(t, ONE), add(t, ONE)))):
        other = bind("Integral", g, name, a, b)
        known = value_of(prover, other, domain, depth)
        below = known and prover.prove(Fact(between, relation("<=", func("abs", f), g)), depth + 1)
        if known and below:
            outer, prover.defined = prover.defined, (*prover.defined, known)
            step = prover.have(Fact(domain, relation("<=", func("abs", u), other)), Dominated(below))
            prover.defined = outer
            if step:
                return step
    return None
