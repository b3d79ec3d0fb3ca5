"""Proofs of the real facts that steps about laws leave behind: with the author's cases, and with impossible cases seen as such."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..kernel.arithmetic.elements import NormalError
from ..kernel.reals.context import nonnegative_form
from ..kernel.reals.rules.logic import Absurd, Cases, Chain, Combine, Follows, Given, Instance, Replace, Sign
from ..kernel.statements import Domain, Fact, Proof
from ..kernel.substitution import substitute
from ..kernel.terms import ZERO, Term, mul, negated, num, rebuild, relation, sub, subterms, sym
from .prover import EFFORTS, Prover
from .strategy import Strategy
from .techniques.convexity import Chord, below_chord
from .techniques.reposing import for_any_share
from .work import RATE, OutOfSteps, Work


@dataclass(frozen=True)
class Use:
    """A fact of its own with values for its symbols. `chord` says that it is one of convexity: symbol, lower and upper end."""

    fact: Fact
    at: Mapping[str, Term]
    chord: tuple[str, Term, Term] | None = None


Instances = Sequence[Use]


@dataclass(frozen=True)
class Unproved:
    """No proof was found: `left` is the goal that was left, in the first of the author's cases that failed."""

    left: Fact


def prove_fact(
    fact: Fact,
    cases: Sequence[Term] = (),
    helps: Sequence[Term] = (),
    lemmas: Instances = (),
    seconds: float = 30,
    shares: Sequence[Term] = (),
) -> Proof | Unproved:
    """A proof for the real kernel of a fact, perhaps on an empty domain.

    `shares` are parts of it that lie between 0 and 1: it may hold for any numbers there.
    """
    prover = _Prover(Work(seconds * RATE), Strategy())
    prover.instances = tuple(lemmas)
    for effort in EFFORTS:
        prover.start(effort)
        prover.left = None
        try:
            step = _for_any(prover, fact, shares) or _helped(prover, fact, tuple(helps), tuple(cases))
        except (OutOfSteps, RecursionError, NormalError):
            step = None
        if step:
            return prover.builder.proof(step)
        if not prover.cut_short or prover.work.over:
            break
    return Unproved(prover.left or fact)


def _for_any(prover: _Prover, fact: Fact, shares: Sequence[Term]) -> str | None:
    """Pieces are resolved after the part became a symbol: its range is seen then. One of the pieces applies: that is shown first."""
    prover.shares = tuple(shares)
    if shares:
        _define(prover, fact)
    return next((step for u in shares if (step := _by_share(prover, fact, u))), None)


def _by_share(prover: _Prover, fact: Fact, u: Term) -> str | None:
    def show(goal: Fact) -> str | None:
        return _leaf(prover, goal)

    return for_any_share(prover, fact, u, show)


class _Prover(Prover):
    instances: Instances = ()
    shares: Sequence[Term] = ()
    left: Fact | None = None  # the first goal of an author's case that was not shown, in the last round


def _helped(prover: _Prover, fact: Fact, helps: tuple[Term, ...], cases: tuple[Term, ...]) -> str | None:
    """Each help is shown first and is then a condition: in the other case there is nothing to show."""
    if not helps:
        return _split(prover, fact, cases)
    first, rest = helps[0], helps[1:]
    shown = _split(prover, Fact(fact.domain, first), cases)
    inside = Fact(fact.domain.with_conditions(first), fact.statement)
    yes = _helped(prover, inside, rest, cases) if shown else None
    if not yes or not shown:
        return None
    _define(prover, fact)
    b = prover.builder
    never = b.fact(fact.domain.with_conditions(negated(first)), fact.statement, Absurd(shown), prover.defined)
    return b.fact(fact.domain, fact.statement, Cases(first, yes, never), prover.defined) if never else None


def _split(prover: _Prover, fact: Fact, cases: tuple[Term, ...]) -> str | None:
    known = prover.builder.known(fact) or _impossible(prover, fact)
    if known or not cases:
        before, prover.left = prover.left, prover.left or fact  # it stays if the steps run out
        step = known or _leaf(prover, fact)
        prover.left = before if step else prover.left
        return step
    c, rest = cases[0], cases[1:]
    if c in fact.domain.conditions or negated(c) in fact.domain.conditions:
        return _split(prover, fact, rest)
    parts = []
    for case in (c, negated(c)):
        part = _split(prover, Fact(fact.domain.with_conditions(case), fact.statement), rest)
        if part is None:
            return None
        parts.append(part)
    _define(prover, fact)
    prover.define(c, fact.domain)
    return prover.builder.fact(fact.domain, fact.statement, Cases(c, *parts), prover.defined)


def _leaf(prover: _Prover, fact: Fact) -> str | None:
    """Pieces that are decided here are resolved first, in the statement and in the conditions."""
    b = prover.builder
    statement = _resolved(fact.statement, prover, fact.domain)
    if statement is not fact.statement:
        step = _leaf(prover, Fact(fact.domain, statement))
        _define(prover, fact)
        return b.fact(fact.domain, fact.statement, Follows(step), prover.defined) if step else None
    _define(prover, fact)
    for technique in (_at_sight, _chained, _fixed, _simpler, _instance):
        step = technique(prover, fact)
        if step is not None:
            return step
    return prover.prove(fact)


def _at_sight(prover: _Prover, fact: Fact) -> str | None:
    if not prover.builder.ctx.holds_where_defined(fact.statement, fact.domain):
        return None
    return prover.builder.fact(fact.domain, fact.statement, Sign(), prover.defined)


def _simpler(prover: _Prover, fact: Fact) -> str | None:
    """A condition with its pieces resolved as one more condition; in the other case there is nothing to show."""
    b = prover.builder
    for c in fact.domain.conditions:
        r = _resolved(c, prover, fact.domain)
        if r is c or r in fact.domain.conditions:
            continue
        given = b.fact(fact.domain, c, Given(), prover.defined)
        shown = b.fact(fact.domain, r, Follows(given), prover.defined) if given else None
        if shown:
            inner = _leaf(prover, Fact(fact.domain.with_conditions(r), fact.statement))
            never = b.fact(fact.domain.with_conditions(negated(r)), fact.statement, Absurd(shown), prover.defined)
            return (
                b.fact(fact.domain, fact.statement, Cases(r, inner, never), prover.defined) if inner and never else None
            )
    return None


def _chained(prover: _Prover, fact: Fact) -> str | None:
    """Two conditions a <= b and b <= c give a <= c."""
    b, goal, conditions = prover.builder, fact.statement, fact.domain.conditions
    for first in conditions:
        for second in conditions if first.lhs is goal.lhs and first.op in ("<=", "<", "==") else ():
            if second.lhs is first.rhs and second.rhs is goal.rhs:
                links = [b.fact(fact.domain, c, Given(), prover.defined) for c in (first, second)]
                return (
                    b.fact(fact.domain, goal, Chain(tuple(n for n in links if n)), prover.defined)
                    if all(links)
                    else None
                )
    return None


def combine(fact: Fact, multipliers: Sequence[tuple[Term, Term]], seconds: float = 30) -> Proof | Unproved:
    """The fact as the sum of these conditions of its domain, each with its multiplier, and a rest of a visible sign."""
    prover = _Prover(Work(seconds * RATE), Strategy())
    prover.start(EFFORTS[-1])
    try:
        return _combine(prover, fact, multipliers) or Unproved(prover.left or fact)
    except (OutOfSteps, RecursionError, NormalError):
        return Unproved(prover.left or fact)


def _combine(prover: _Prover, fact: Fact, multipliers: Sequence[tuple[Term, Term]]) -> Proof | None:
    b, gap = prover.builder, nonnegative_form(fact.statement)[0]
    _define(prover, fact)
    using, signs = [], []
    rest = gap
    for condition, m in multipliers:
        if m is ZERO:  # it only helps to see that terms are defined
            continue
        prover.define(m, fact.domain)
        given = b.fact(fact.domain, condition, Given(), prover.defined)
        sign = None if condition.op == "==" else _shown(prover, Fact(fact.domain, relation(">=", m, ZERO)))
        using.append((given or "", m))
        signs += [sign] if sign else []
        rest = sub(rest, mul(m, nonnegative_form(condition)[0]))
    forms = b.ctx.field(fact.domain)
    rest = ZERO if forms.is_zero(rest) else forms.stable(lambda: forms.term(forms.normal(rest)))
    if rest is not ZERO:
        sign = _shown(prover, Fact(fact.domain, relation("==" if fact.statement.op == "==" else ">=", rest, ZERO)))
        signs += [sign] if sign else []
    step = b.fact(fact.domain, fact.statement, Combine(tuple(using), rest, tuple(signs)), prover.defined)
    return b.proof(step) if step else None


def _shown(prover: _Prover, fact: Fact) -> str | None:
    """The name of a step that states the fact; if there is none, the fact is what is left."""
    step = prover.prove(fact)
    prover.left = prover.left if step or prover.left else fact
    return step


def _fixed(prover: _Prover, fact: Fact) -> str | None:
    """A symbol that has one value here is replaced by it."""
    b = prover.builder
    for name in sorted(fact.statement.free):
        interval = b.ctx.bounds(fact.domain).of(sym(name))
        if interval.lo is not None and interval.lo == interval.hi:
            equal = b.fact(fact.domain, relation("==", sym(name), num(interval.lo)), Sign(), prover.defined)
            inner = Fact(fact.domain, substitute(fact.statement, {name: num(interval.lo)}))
            of = _leaf(prover, inner) if equal else None
            return b.fact(fact.domain, fact.statement, Replace(equal, of), prover.defined) if of and equal else None
    return None


def _instance(prover: _Prover, fact: Fact) -> str | None:
    """The fact with an instance of a lemma as one more condition; in the other case there is nothing to show."""
    b = prover.builder
    for use in prover.instances:
        statement = substitute(use.fact.statement, use.at)
        inside = () if statement in fact.domain.conditions else _inside(prover, use, fact.domain)
        of = _lemma(prover, use) if inside else None
        shown = (
            b.fact(fact.domain, statement, Instance(of, tuple(use.at.items()), inside or ()), prover.defined)
            if of
            else None
        )
        if shown is None:
            continue
        if statement is fact.statement:
            return shown
        inner = _leaf(prover, Fact(fact.domain.with_conditions(statement), fact.statement))
        never = b.fact(fact.domain.with_conditions(negated(statement)), fact.statement, Absurd(shown), prover.defined)
        return (
            b.fact(fact.domain, fact.statement, Cases(statement, inner, never), prover.defined)
            if inner and never
            else None
        )
    return None


def _inside(prover: _Prover, use: Use, domain: Domain) -> tuple[str, ...] | None:
    """Steps that show that the values lie in the domain of the lemma."""
    needed = [substitute(c, use.at) for c in use.fact.domain.conditions]
    for r in use.fact.domain.ranges:
        value = use.at.get(r.name, sym(r.name))
        needed += [relation(">" if r.lower_open else ">=", value, r.lower)] if r.lower is not None else []
        needed += [relation("<" if r.upper_open else "<=", value, r.upper)] if r.upper is not None else []
    names = []
    for c in needed:
        if any(c.free - set(domain.names)) or not prover.define(c, domain):
            return None
        step = prover.prove(Fact(domain, c))
        if step is None:
            return None
        names.append(step)
    return tuple(names)


def _lemma(prover: _Prover, use: Use) -> str | None:
    """The lemma: proved, or a chord of a convex term."""
    if use.chord is None:
        return prover.prove_lemma(use.fact)
    return below_chord(prover, Chord(use.fact, *use.chord))


def _resolved(t: Term, prover: _Prover, domain: Domain) -> Term:
    """The term with the pieces that apply on the whole domain in place of each Piecewise."""
    if t.op != "Piecewise":
        return rebuild(t, tuple(_resolved(a, prover, domain) for a in t.args)) if t.args else t
    bounds = prover.builder.ctx.bounds(domain)
    for i in range(0, len(t.args) - 1, 2):
        if bounds.satisfies(t.args[i + 1]):
            return _resolved(t.args[i], prover, domain)
        if not bounds.satisfies(negated(t.args[i + 1])):
            return t
    return _resolved(t.args[-1], prover, domain) if len(t.args) % 2 else t


def _define(prover: _Prover, fact: Fact) -> None:
    """Obligations that hold because a branch is impossible, then all others."""
    ctx = prover.builder.ctx
    for _ in range(32):
        o = ctx.undefined(fact.statement, fact.domain, prover.defined)
        if o is None or o.bound:
            break
        where = fact.domain.with_conditions(*o.under)
        step = _impossible(prover, Fact(where, o.condition))
        if step is None or step in prover.defined:
            break
        prover.defined = prover.ladder.defined = (*prover.defined, step)
    prover.define(fact.statement, fact.domain)


def _impossible(prover: _Prover, fact: Fact) -> str | None:
    """The fact on a domain with a side condition that fails at sight, where the others hold."""
    b = prover.builder
    for c in fact.domain.conditions:
        rest = Domain(fact.domain.ranges, tuple(d for d in fact.domain.conditions if d is not c))
        try:
            seen = b.ctx.holds_where_defined(negated(c), rest) and b.ctx.undefined(c, rest, prover.defined) is None
        except NormalError:
            continue
        step = b.fact(rest, negated(c), Sign(), prover.defined) if seen else None
        parts = {*subterms(c)} if prover.shares and not step else set[Term]()
        step = step or next(
            (found for u in prover.shares if u in parts and (found := _by_share(prover, Fact(rest, negated(c)), u))),
            None,
        )
        if step and _defined_nowhere(prover, fact, step):
            return b.fact(fact.domain, fact.statement, Absurd(step), prover.defined)
    return None


def _defined_nowhere(prover: _Prover, fact: Fact, step: str) -> bool:
    """On a domain without points every obligation holds."""
    b = prover.builder
    for _ in range(32):
        o = b.ctx.undefined(fact.statement, fact.domain, prover.defined)
        if o is None:
            return True
        where = fact.domain.with_conditions(*o.under)
        shown = None if o.bound else b.fact(where, o.condition, Absurd(step))
        if shown is None or shown in prover.defined:
            return False
        prover.defined = prover.ladder.defined = (*prover.defined, shown)
    return False
