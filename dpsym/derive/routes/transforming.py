"""Mechanisms that are made from others: on a sample, one after the other, for several records, and with something done to the outcome.

    sampled   the mechanism sees a sample that has each record with probability s: its laws are (1 − s) R + s P and (1 − s) R + s Q
    times     k mechanisms, each of which may depend on the outcomes before it: a chain
    group     neighbours differ in g records: a chain of laws, each of which is a neighbour of the one before it
    post      the outcome is processed, without the data: its laws are ∫ p k and ∫ q k

Chains are rules already (composing). A theorem is one if its claims are recognised as a form about two such mixtures, or about two such
push-forwards, and its hypotheses as a form about the laws that they are made of. What is made is made in the order of this table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

from ...kernel.laws.statements import Fact, Field, event
from ...kernel.laws.terms import Substitution, at, fields_of, space_of
from ...kernel.statements import Range
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, ZERO, Term, subterms, sym
from ...library.loading import theorems
from ...library.theorem import Theorem
from ...objects.applied import BOUND
from ...objects.language import Density, FieldSymbol, Kernel, Law, Point
from ...objects.unfold import push_forward
from .composing import GROUP, TIMES, Composed, Fields, Rule, composed, group_rules, rules
from .finding import Route, begin, onward
from .graph import Said
from .templates import BAD, FORMS, HOLES, OUTCOME, Form, Lawlike, P, PairNotion, Parameter, Q, match, recognise

RATE = Parameter("s", Range("s", ZERO, ONE, True, False), order=True)
R = Law("R", OUTCOME)
SEEN = Point("y")
K = Kernel("K", OUTCOME, SEEN)
BOUNDED = sym("bound_")  # what a divergence is at most, where a theorem compares two
Ways = Mapping[str, tuple[Lawlike, Lawlike]]

PAIRS: Ways = {a.name + b.name: (a, b) for a, b in permutations((P, Q, R), 2)}
PROCESSED: Ways = {"PQ": (push_forward(P, K), push_forward(Q, K)), "QP": (push_forward(Q, K), push_forward(P, K))}


# -- theorems as rules ---------------------------------------------------------------------------------------------------------


def sampling_rule_of(theorem: Theorem) -> Rule | None:
    """The theorem as a rule about samples, if it is one."""
    laws, rest = _fields(theorem)
    if len(laws) != 3 or any(f.spaces != laws[0].spaces or len(f.spaces) != 1 for f in (*laws, *rest)):
        return None
    spaces = {laws[0].spaces[0]: space_of(OUTCOME)}
    for order in permutations(laws):
        fields = {f.name: ((OUTCOME,), ours.density) for f, ours in zip(order, (P, Q, R))}
        for rate in theorem.domain.names:
            one, two = (_mixed(sym(rate), law) for law in (P, Q))
            found = _read(theorem, fields, spaces, PAIRS, {"PQ": (one, two), "QP": (two, one)})
            if found is not None:
                return Rule(theorem, rate, *found, {}, theorem.domain.ranges, theorem.domain.conditions)
    return None


def _mixed(rate: Term, law: FieldSymbol) -> Density:
    return Density((1 - rate) * R.density + rate * law.density, (OUTCOME,))


def processing_rule_of(theorem: Theorem) -> Rule | None:
    """The theorem as a rule about what is done to an outcome, if it is one."""
    masses, rest = _fields(theorem)
    laws, kernels = ([f for f in masses if len(f.spaces) == n] for n in (1, 2))
    if len(laws) != 2 or len(kernels) != 1 or laws[0].spaces != laws[1].spaces:
        return None
    before, after = kernels[0].spaces
    if laws[0].spaces != (before,) or before == after or any(f.spaces != (after,) for f in rest):
        return None
    pair = {f.name: ((OUTCOME,), ours.density) for f, ours in zip(laws, (P, Q))}
    fields: Fields = {**pair, kernels[0].name: ((OUTCOME, SEEN), K.density)}
    spaces = {before: space_of(OUTCOME), after: space_of(SEEN)}
    domain, compared = theorem.domain, None
    found = _read(theorem, fields, spaces, {"PQ": (P, Q), "QP": (Q, P)}, PROCESSED)
    if found is None and not theorem.hypotheses and len(theorem.claims) == 1:
        compared = _compared(_put(next(iter(theorem.claims.values())), fields, spaces))
    if found is None and compared is None:
        return None
    if compared is not None:
        return Rule(
            theorem, "", (compared,), compared, {}, (*domain.ranges, Range(str(BOUNDED.value))), domain.conditions
        )
    assert found is not None
    return Rule(theorem, "", *found, {}, domain.ranges, domain.conditions)


def _compared(fact: Fact) -> Said | None:
    """D(KP, KQ) <= D(P, Q): what bounds the one bounds the other."""
    for form in FORMS:
        for shape in form.shapes if form is not BAD else ():
            after, before = (shape.build(*pair, HOLES).statement for pair in (PROCESSED["PQ"], (P, Q)))
            found: dict[str, Term] = {}
            if fact.tests or after.rhs not in HOLES or fact.statement.op != "<=":
                continue
            if match(after.lhs, fact.statement.lhs, found) and match(before.lhs, fact.statement.rhs, found):
                found[str(after.rhs.value)] = BOUNDED
                return Said(form, "PQ", shape.read([found.get(str(h.value), ZERO) for h in HOLES]))
    return None


def _fields(theorem: Theorem) -> tuple[list[Field], list[Field]]:
    """Laws and kernels, and at most one event; nothing of a theorem with other fields, or that says that something exists."""
    fields = theorem.setting.fields
    rest = [f for f in fields if not f.mass]
    if theorem.existing or len(rest) > 1 or any(f != event(f.name, *f.spaces) for f in rest):
        return [], []
    return [f for f in fields if f.mass], rest


def _read(
    theorem: Theorem,
    fields: Fields,
    spaces: Mapping[str, str],
    given: Ways,
    claimed: Ways,
) -> tuple[tuple[Said, ...], Said] | None:
    """What is asked and what is given, if all hypotheses say one form and all claims one with the same parameters."""
    opened = {f.name for f in theorem.setting.fields if not f.mass}
    asked = list(theorem.hypotheses.values())
    if not asked or any(opened & fields_of(f.statement) for f in asked):
        return None
    asks = [recognise(_put(f, fields, spaces), given) for f in asked]
    gives = [recognise(_put(f, fields, spaces, opened), claimed) for f in theorem.claims.values()]
    known, told = ([Said(*s) for s in said if s is not None] for said in (asks, gives))
    if len(known) < len(asks) or len(told) < len(gives):
        return None
    if any(s.form is not known[0].form for s in known) or any(s.values != told[0].values for s in told):
        return None
    return (tuple(known), told[0]) if all(s.form is told[0].form for s in told) else None


def _put(
    fact: Fact,
    fields: Fields,
    spaces: Mapping[str, str],
    opened: Sequence[str] | set[str] = (),
) -> Fact:
    """The fact in our letters; about its event, or that of the theorem, it is one for all events."""
    here = {space_of(p): p for p in (OUTCOME, SEEN)}
    points = {p: here[spaces[space_of(p)]] for p in fact.points if space_of(p) in spaces}
    last = here[list(spaces.values())[-1]]  # the outcome that is seen in the end
    events = {n: ((last,), at(BOUND, last)) for n in opened}
    events |= {t.name: ((here[spaces[t.spaces[0]]],), at(BOUND, here[spaces[t.spaces[0]]])) for t in fact.tests}
    statement = Substitution(points=points, spaces=dict(spaces), fields={**fields, **events})(fact.statement)
    bound = next((place[0] for name, (place, _) in events.items() if BOUND in fields_of(statement)), None)
    return Fact(statement, () if bound is None else (event(BOUND, space_of(bound)),))


@cache
def sampling_rules() -> tuple[Rule, ...]:
    found = (sampling_rule_of(t) for t in theorems().values())
    return tuple(r for r in found if r is not None)


@cache
def processing_rules() -> tuple[Rule, ...]:
    found = (processing_rule_of(t) for t in theorems().values())
    return tuple(r for r in found if r is not None)


def processing_of(form: Form) -> str:
    """The entry that says that what is done to the outcome, without the data, changes nothing of the form; nothing if there is none."""
    found = (r.name for r in processing_rules() if r.gives.form is form is r.asks[0].form)
    return next(found, "")


# -- one after the other ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A way to make a mechanism from another one: its rules, its parameter, and how it is told."""

    name: str
    words: str
    rules: Callable[[], tuple[Rule, ...]]
    amount: Parameter | None


KINDS: Mapping[str, Kind] = {
    k.name: k
    for k in (
        Kind("sampled", "on a sample with rate {}", sampling_rules, RATE),
        Kind("times", "{} mechanisms", rules, TIMES),
        Kind("group", "groups of {}", group_rules, GROUP),
        Kind("post", "after processing", processing_rules, None),
    )
}


@dataclass(frozen=True)
class Staged:
    """Rules one after the other, with what leads to each of them, and the route from there on."""

    stages: tuple[Composed, ...]
    route: Route

    @property
    def names(self) -> tuple[str, ...]:
        before = (n for c in self.stages for n in (*c.first.names, c.rule.name))
        return (*before, *self.route.names)

    @property
    def adds_up(self) -> bool:
        """Whether a parameter is a sum of k terms, which is added term by term."""
        return any(u.op == "Sum" for v in self.route.values for u in subterms(v))

    @property
    def summing(self) -> Iterator[Composed]:
        """The rules that bring in such a sum."""
        return (c for c in self.stages if any(u.op == "Sum" for v in c.rule.gives.values for u in subterms(v)))


def staged(notion: PairNotion, goal: Form, kinds: Sequence[str], longest: int) -> tuple[tuple[Staged, ...], str]:
    """All of these, and the kind at which nothing is left, if there is one.

    With one kind, two conversions may come before it if they leave no symbol free; with several, one before each, but two before
    a chain of mechanisms.
    """
    given = {n: sym(n) for n in notion.names}
    now: list[Staged] = [Staged((), begin(notion, given))]
    for name in kinds:
        kind = KINDS[name]
        most = 2 if len(kinds) == 1 or name == "times" else 1
        chosen = kind.rules() if len(kinds) == 1 else _different(kind.rules())
        now = [s for one in now for s in _further(one, kind, chosen, most)]
        if not now:
            return (), name
    return tuple(Staged(s.stages, r) for s in now for r in onward(s.route, goal, longest)), ""


def _further(one: Staged, kind: Kind, chosen: Sequence[Rule], most: int) -> Iterator[Staged]:
    for rule in chosen:
        for first in onward(one.route, rule.asks[0].form, most):
            if len(first.links) > 1 and first.free:
                continue
            together = composed(first, rule, kind.amount)
            if together is not None:
                yield Staged((*one.stages, together), together.then)


def _different(found: Sequence[Rule]) -> list[Rule]:
    """Of rules that ask for the same and give the same numbers, the first."""
    seen: dict[object, Rule] = {}
    for r in found:
        gives = tuple(substitute(v, r.state) for v in r.gives.values)
        seen.setdefault((frozenset((s.form.name, s.values) for s in r.asks), r.gives.form.name, gives), r)
    return list(seen.values())
