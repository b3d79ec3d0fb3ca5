"""Several mechanisms in a row, and several records: what the library's chains say of k steps of one level each.

A chain (`KFold`) has an invariant about two laws of transcripts, hypotheses about the two kernels of one more step, and numbers that
are carried along. If all of these are recognised as forms, it is a rule: k steps that say one form give another one, whose parameters
are the numbers after k equal steps. A chain in which a law takes the place of another one is a rule about k records that are changed
one by one. The numbers come from the chain's own recursion, where it is one of

    s' = s + c                 s + k c
    w' = w c                   w c^k
    d' = d + (1 − d) c         1 − (1 − d)(1 − c)^k
    d' = d + c e^(ka)          d + c (e^(ka) − 1)/(e^a − 1), where a > 0

and each is proved: it is right for k = 1, and goes from k to k + 1 as the recursion does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from ...kernel.laws.statements import Fact, event
from ...kernel.laws.terms import Substitution, at, fields_of, point, space_of
from ...kernel.statements import Domain, Range
from ...kernel.statements import Fact as RealFact
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, ZERO, Term, div, exp, mul, power, relation, sub, sym, term
from ...library.base import Entry
from ...library.chains import KFold
from ...library.loading import entries
from ...objects.applied import BOUND
from ...search.residual import Unproved, prove_fact
from .finding import Route, ends, fresh, in_levels, solved
from .graph import Said
from .solving import factors, less, product, quotient
from .templates import OUTCOME, P, PairNotion, Parameter, Q, Values, recognise

Fields = Mapping[str, tuple[tuple[Term, ...], Term]]
STEPS, SECONDS = "k_steps", 2.0  # a symbol that no chain has; the work for an induction
TIMES = Parameter("k", Range("k", ONE, None, False, True, True), order=True)
GROUP = Parameter("g", Range("g", ONE, None, False, True, True), order=True)


@dataclass(frozen=True)
class Rule:
    """What is known of a mechanism gives something of another one that is made from it: `asks` of each step gives `gives`.

    A chain carries numbers: `state` are those after k steps, in the symbols of one step. `levels` are symbols for all values of which
    something is asked. `ranges` and `conditions` are on the symbols of one step; one of them, or the number of steps, is the `amount`.
    """

    entry: Entry
    amount: str
    asks: tuple[Said, ...]
    gives: Said
    state: Mapping[str, Term]
    ranges: tuple[Range, ...]
    conditions: tuple[Term, ...] = ()
    levels: Mapping[str, Range] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.entry.name

    @property
    def symbols(self) -> tuple[str, ...]:
        """Those of one step, without the amount."""
        return tuple(r.name for r in self.ranges if r.name != self.amount)


def rule_of(entry: KFold) -> Rule | None:
    """The chain as a rule about k mechanisms, if its statements are recognised and it carries on two laws that are continued."""
    moves = list(entry.steps.moves.items())
    if len(moves) != 2 or any(len(to.points) != 2 for _, to in moves):
        return None
    kernels = {
        to.name: ((point("h_", space_of(to.points[0])), OUTCOME), ours.density) for (_, to), ours in zip(moves, (P, Q))
    }
    return _rule(entry, kernels, {space_of(entry.steps.outcome): space_of(OUTCOME)})


def group_rule_of(entry: KFold) -> Rule | None:
    """The chain as a rule about k records, if one law stays, and another one that is a neighbour of the second takes its place."""
    moves = list(entry.steps.moves.items())
    if len(moves) != 2 or any(len(to.points) != 1 for _, to in moves):
        return None
    (first, same), (last, after) = moves
    if first is not same or after in (first, last):
        return None
    laws = {law.name: ((OUTCOME,), ours.density) for law, ours in ((last, P), (after, Q))}
    return _rule(entry, laws, {space_of(entry.steps.history): space_of(OUTCOME)})


def _rule(entry: KFold, step: Fields, space: Mapping[str, str]) -> Rule | None:
    """The rule, with what P and Q are in the hypotheses about one step."""
    laws = {law.name: ((OUTCOME,), ours.density) for law, ours in zip(entry.steps.moves, (P, Q))}
    invariant = [
        _recognised(Fact(t), laws, {space_of(entry.steps.history): space_of(OUTCOME)}) for t in entry.invariant
    ]
    forms = [s for s in invariant if s is not None]
    asks = [_recognised(f, step, space) for f in entry.hypotheses.values()]
    if not forms or not asks or any(s is None for s in asks):
        return None
    known, more = _closed(_state(entry))
    if known is None or not all(_is_right(entry, n, known[n], known, more) for n in known):
        return None
    domain = entry.step.domain
    ranges = tuple(r for r in domain.ranges if r.name not in known)
    conditions = tuple(c for c in domain.conditions if not c.free & known.keys())
    levels = {n: entry.base.domain.range(n) for n in entry.levels}
    return Rule(
        entry,
        STEPS,
        tuple(s for s in asks if s is not None),
        forms[0],
        known,
        ranges,
        (*conditions, *more),
        levels,
    )


def _state(entry: KFold) -> dict[str, tuple[Term, Term]]:
    return {n: (term(start), term(later)) for n, (start, later) in entry.steps.state.items()}


def _closed(state: Mapping[str, tuple[Term, Term]]) -> tuple[dict[str, Term] | None, tuple[Term, ...]]:
    """All numbers after k equal steps, and the conditions under which they are these; None if a recursion is not known."""
    known: dict[str, Term] = {}
    conditions: list[Term] = []
    left = dict(state)
    while left:
        ready = [n for n, (_, later) in left.items() if not later.free & (left.keys() - {n})]
        if not ready:
            return None, ()
        for n in ready:
            start, later = left.pop(n)
            value = _after(n, start, substitute(later, known), conditions)
            if value is None:
                return None, ()
            known[n] = value
    return {n: known[n] for n in state}, tuple(conditions)


def _after(name: str, start: Term, later: Term, conditions: list[Term]) -> Term | None:
    """The value after k equal steps; what is added may have grown with the steps before."""
    k, s = sym(STEPS), sym(name)
    if later.op == "+" and s in later.args:
        change = less(later, s)
        if name not in change.free:
            grown = _summed(change, conditions)
            return grown if grown is None or start is ZERO else start + grown
        factor = quotient(change, sub(ONE, s))
        if name not in factor.free and STEPS not in factor.free:
            kept = power(sub(ONE, factor), k)
            return sub(ONE, kept if start is ZERO else mul(sub(ONE, start), kept))
    factor = quotient(later, s)
    if name not in factor.free and STEPS not in factor.free:
        return power(factor, k) if start is ONE else mul(start, power(factor, k))
    return None


def _summed(change: Term, conditions: list[Term]) -> Term | None:
    """Σ over j < k of what is added in step j: k c, or c (e^(ka) − 1)/(e^a − 1) for c e^(ja), if a > 0."""
    k = sym(STEPS)
    if STEPS not in change.free:
        return k if change is ONE else mul(k, change)
    growing = [f for f in factors(change) if STEPS in f.free]
    if len(growing) != 1 or growing[0].op != "exp":
        return None
    rate = quotient(growing[0].args[0], k)
    if STEPS in rate.free:
        return None
    conditions.append(relation(">", rate, ZERO))
    total = div(sub(growing[0], ONE), sub(exp(rate), ONE))
    return product([*(f for f in factors(change) if f is not growing[0]), total])


def _is_right(entry: KFold, name: str, value: Term, known: Mapping[str, Term], more: Sequence[Term]) -> bool:
    """That the value after k steps is the recursion's, by induction from k = 1."""
    state = _state(entry)
    start, later = {n: s for n, (s, _) in state.items()}, state[name][1]
    ranges = tuple(r for r in entry.step.domain.ranges if r.name not in known)
    domain = Domain((*ranges, Range(STEPS, ONE, None, False, True, True)), tuple(more))
    first = relation("==", substitute(value, {STEPS: ONE}), substitute(later, start))
    onwards = relation("==", substitute(value, {STEPS: sym(STEPS) + 1}), substitute(later, known))
    return not any(isinstance(prove_fact(RealFact(domain, r), seconds=SECONDS), Unproved) for r in (first, onwards))


def _recognised(fact: Fact, fields: Fields, spaces: Mapping[str, str]) -> Said | None:
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
    """Every chain of the library that is a rule about k mechanisms."""
    found = (rule_of(e) for e in entries().values() if isinstance(e, KFold))
    return tuple(r for r in found if r is not None)


@cache
def group_rules() -> tuple[Rule, ...]:
    """Every chain of the library that is a rule about k records."""
    found = (group_rule_of(e) for e in entries().values() if isinstance(e, KFold))
    return tuple(r for r in found if r is not None)


@dataclass(frozen=True)
class Composed:
    """What is known of each step (`first`), the rule, and what is known of k steps, from which a route goes on."""

    first: Route
    rule: Rule
    then: Route


def composed(first: Route, rule: Rule, amount: Parameter | None = TIMES) -> Composed | None:
    """What the rule makes of what the first route leads to; the amount is a parameter of what is known from there on."""
    if any(s.form is not first.form for s in rule.asks):
        return None
    amounts = {amount.name: sym(amount.name)} if amount is not None else {}
    taken = {*first.fixed, *first.free, *amounts}
    own = {n: fresh(n, taken) for n in rule.symbols}
    rename = {n: sym(m) for n, m in own.items()} | dict(zip([rule.amount], amounts.values()))
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
    loose = {own[n]: replace(r, name=own[n]) for n, r in rule.levels.items() if own[n] not in found}
    if unknown - found.keys() - loose.keys():
        return None
    reals = {n: substitute(t, found) for n, t in rename.items()}
    state = {n: substitute(t, reals) for n, t in rule.state.items()}
    values = tuple(substitute(v, {**reals, **state}) for v in rule.gives.values)
    demands = tuple(substitute(c, reals) for c in _conditions(rule))
    start = Route(
        _made(here.notion, rule, values, amount),
        {**here.given, **amounts},
        values,
        form=rule.gives.form,
        values=values,
        free={**here.free, **loose},
        fixed=here.fixed | amounts.keys(),
        before=(*here.before, *here.links),
        demands=(*here.demands, *demands),
    )
    levelled = in_levels(start, {*taken, *own.values()})
    return Composed(here, rule, replace(levelled, start=levelled.values))


def _for_all_levels(rule: Rule, own: Mapping[str, str], found: Mapping[str, Term], route: Route) -> bool:
    """What a chain asks of each step it asks at all levels: a level that is asked for is a free symbol, and nothing depends on it."""
    asked = {n for s in rule.asks for v in s.values for n in v.free}
    for n in rule.levels:
        if n in asked:
            value = found.get(own[n])
            if value is None or value.op != "sym" or str(value.value) not in route.free:
                return False
            if any(value.free & t.free for m, t in found.items() if m != own[n]):
                return False
    return True


def _conditions(rule: Rule) -> list[Term]:
    """Those on the symbols of one step."""
    return [*(c for r in rule.ranges if r.name != rule.amount for c in ends(r, sym(r.name))), *rule.conditions]


def _made(notion: PairNotion, rule: Rule, values: Values, amount: Parameter | None) -> PairNotion:
    """What the other mechanism satisfies, as a notion of its own whose parameters are those of the first, and the amount."""
    parameters = notion.parameters if amount is None else (*notion.parameters, amount)
    return PairNotion(f"{rule.name}, {notion.name}", notion.words, parameters, rule.gives.form, lambda _: values)
