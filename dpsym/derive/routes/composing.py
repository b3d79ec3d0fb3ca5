"""Several mechanisms in a row: what the library's chains say of k mechanisms of one level each.

A chain (`KFold`) has an invariant about two laws of transcripts, hypotheses about the two kernels of one more step, and numbers that
are carried along. If all of these are recognised as forms, it is a rule: k steps that say one form give another one, whose parameters
are the numbers after k equal steps. These come from the chain's own recursion, where it is one of

    s' = s + c                 s + k c
    w' = w c                   w c^k
    d' = d + (1 − d) c         1 − (1 − d)(1 − c)^k

and each is proved: it is right for k = 1, and goes from k to k + 1 as the recursion does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from ...kernel.laws.statements import Fact, event
from ...kernel.laws.terms import Substitution, at, fields_of, point, space_of
from ...kernel.statements import Domain, Range
from ...kernel.statements import Fact as RealFact
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, ZERO, Term, mul, power, relation, sub, sym, term
from ...library.chains import KFold
from ...library.loading import entries
from ...objects.applied import BOUND
from ...search.residual import Unproved, prove_fact
from .finding import Route, ends, fresh, in_levels, solved
from .graph import Said
from .solving import less, quotient
from .templates import OUTCOME, P, PairNotion, Parameter, Q, Values, recognise

STEPS, SECONDS = "k_steps", 2.0  # a symbol that no chain has; the work for an induction
TIMES = Parameter("k", Range("k", ONE, None, False, True, True), order=True)


@dataclass(frozen=True)
class Rule:
    """A chain as a rule: k steps that say `asks` give `gives`; `state` are the numbers after k steps, in the symbols of one step."""

    entry: KFold
    asks: tuple[Said, ...]
    gives: Said
    state: Mapping[str, Term]
    symbols: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.entry.name


def rule_of(entry: KFold) -> Rule | None:
    """The chain as a rule, if its statements are recognised; None if it carries on other laws than two that are continued."""
    moves = list(entry.steps.moves.items())
    if len(moves) != 2 or any(len(to.points) != 2 for _, to in moves):
        return None
    laws = {law.name: ((OUTCOME,), ours.density) for (law, _), ours in zip(moves, (P, Q))}
    invariant = [
        _recognised(Fact(t), laws, {space_of(entry.steps.history): space_of(OUTCOME)}) for t in entry.invariant
    ]
    forms = [s for s in invariant if s is not None]
    kernels = {
        to.name: ((point("h_", space_of(to.points[0])), OUTCOME), ours.density) for (_, to), ours in zip(moves, (P, Q))
    }
    space = {space_of(entry.steps.outcome): space_of(OUTCOME)}
    asks = [_recognised(f, kernels, space) for f in entry.hypotheses.values()]
    state = {n: _after(n, start, later) for n, (start, later) in _state(entry).items()}
    if not forms or not asks or any(s is None for s in asks) or any(t is None for t in state.values()):
        return None
    known = {n: t for n, t in state.items() if t is not None}
    if not all(_is_right(entry, n, known[n], known) for n in known):
        return None
    return Rule(entry, tuple(s for s in asks if s is not None), forms[0], known, entry.step.domain.names)


def _state(entry: KFold) -> dict[str, tuple[Term, Term]]:
    return {n: (term(start), term(later)) for n, (start, later) in entry.steps.state.items()}


def _after(name: str, start: Term, later: Term) -> Term | None:
    """The value after k equal steps."""
    k, s = sym(STEPS), sym(name)
    if later.op == "+" and s in later.args:
        change = less(later, s)
        if name not in change.free:
            grown = k if change is ONE else mul(k, change)
            return grown if start is ZERO else start + grown
        factor = quotient(change, sub(ONE, s))
        if name not in factor.free:
            kept = power(sub(ONE, factor), k)
            return sub(ONE, kept if start is ZERO else mul(sub(ONE, start), kept))
    factor = quotient(later, s)
    if name not in factor.free:
        return power(factor, k) if start is ONE else mul(start, power(factor, k))
    return None


def _is_right(entry: KFold, name: str, value: Term, known: Mapping[str, Term]) -> bool:
    """That the value after k steps is the recursion's, by induction from k = 1."""
    start, later = _state(entry)[name]
    steps = entry.step.domain
    ranges = tuple(r for r in steps.ranges if r.name not in known)
    domain = Domain((*ranges, Range(STEPS, ONE, None, False, True, True)))
    first = relation("==", substitute(value, {STEPS: ONE}), substitute(later, {name: start}))
    onwards = relation("==", substitute(value, {STEPS: sym(STEPS) + 1}), substitute(later, {name: value}))
    return not any(isinstance(prove_fact(RealFact(domain, r), seconds=SECONDS), Unproved) for r in (first, onwards))


def _recognised(
    fact: Fact, fields: Mapping[str, tuple[tuple[Term, ...], Term]], spaces: Mapping[str, str]
) -> Said | None:
    """The fact as a form about P and Q; the laws at a history, or the kernels at an outcome, are put in."""
    points = {p: OUTCOME for p in fact.points if space_of(p) in spaces}
    put = Substitution(
        points=points,
        spaces=dict(spaces),
        fields={**fields, **{t.name: ((OUTCOME,), at(BOUND, OUTCOME)) for t in fact.tests}},
    )
    statement = put(fact.statement)
    tests = (event(BOUND, space_of(OUTCOME)),) if BOUND in fields_of(statement) else ()
    found = recognise(Fact(statement, tests))
    return None if found is None else Said(*found)


@cache
def rules() -> tuple[Rule, ...]:
    """Every chain of the library that is a rule."""
    found = (rule_of(e) for e in entries().values() if isinstance(e, KFold))
    return tuple(r for r in found if r is not None)


@dataclass(frozen=True)
class Composed:
    """What is known of each step (`first`), the rule, and what is known of k steps, from which a route goes on."""

    first: Route
    rule: Rule
    then: Route


def composed(first: Route, rule: Rule) -> Composed | None:
    """k steps, each of which satisfies what the first route leads to."""
    if any(s.form is not first.form for s in rule.asks):
        return None
    taken = {*first.fixed, *first.free, TIMES.name}
    own = {n: fresh(n, taken) for n in rule.symbols if n not in rule.state}
    rename = {n: sym(m) for n, m in own.items()}
    unknown, found, here = set(own.values()), dict[str, Term](), first
    wanted = [(i, substitute(h, rename)) for s in rule.asks for i, h in enumerate(s.values)]
    for i, h in wanted:
        step = solved(here.values[i], substitute(h, found), unknown - found.keys(), {})
        if step is None:
            return None
        if step[0]:
            found[step[0]] = step[1]
    if not _for_all_levels(rule, own, found, here):
        return None
    reals = {n: substitute(t, found) for n, t in rename.items()} | {STEPS: sym(TIMES.name)}
    state = {n: substitute(t, reals) for n, t in rule.state.items()}
    values = tuple(substitute(v, {**reals, **state}) for v in rule.gives.values)
    loose = {n: r for n, r in _levels(rule, own).items() if n not in found}
    free = {**here.free, **loose}
    given = {**here.given, TIMES.name: sym(TIMES.name)}
    notion = _of_steps(here.notion, rule, values)
    demands = tuple(substitute(c, reals) for c in _conditions(rule))
    start = Route(
        notion,
        given,
        values,
        form=rule.gives.form,
        values=values,
        free=free,
        fixed=here.fixed | {TIMES.name},
        before=here.links,
        demands=demands,
    )
    levelled = in_levels(start, {*taken, *own.values()})
    return Composed(here, rule, replace(levelled, start=levelled.values))


def _for_all_levels(rule: Rule, own: Mapping[str, str], found: Mapping[str, Term], route: Route) -> bool:
    """What a chain asks of each step it asks at all levels: a level that is asked for is a free symbol, and nothing depends on it."""
    asked = {n for s in rule.asks for v in s.values for n in v.free}
    for n in rule.entry.levels:
        if n in asked:
            value = found.get(own[n])
            if value is None or value.op != "sym" or str(value.value) not in route.free:
                return False
            if any(value.free & t.free for m, t in found.items() if m != own[n]):
                return False
    return True


def _conditions(rule: Rule) -> list[Term]:
    """Those on the symbols of one step."""
    domain = rule.entry.step.domain
    ranges = [c for r in domain.ranges if r.name not in rule.state for c in ends(r, sym(r.name))]
    return [*ranges, *(c for c in domain.conditions if not c.free & rule.state.keys())]


def _levels(rule: Rule, own: Mapping[str, str]) -> dict[str, Range]:
    domain = rule.entry.base.domain
    return {own[n]: replace(domain.range(n), name=own[n]) for n in rule.entry.levels if n in own}


def _of_steps(notion: PairNotion, rule: Rule, values: Values) -> PairNotion:
    """What k steps say, as a notion of its own whose parameters are those of one step, and k."""
    parameters = (*notion.parameters, TIMES)
    return PairNotion(f"k x {notion.name}", f"k times {notion.words}", parameters, rule.gives.form, lambda _: values)
