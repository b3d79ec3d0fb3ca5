"""Chains: what holds of any number of mechanisms, each of which may depend on what those before it said.

A chain has laws P, Q, ... on a space H of histories, which are equal at the start. In each step all of them go on:

    p'(h, y) = p(h) k(h, y)     the outcome y is appended, and H x Y is the space of histories from then on;
    p'(h) = r(h)                or, without kernels, another law on H takes the place.

Numbers, the *state*, are carried along: a' is a term in the state and in the symbols of the step, which may be others in each step.
The *invariant* Φ speaks of the laws, the state and the symbols of the base theorem.

    base theorem:  the laws are equal ⊢ Φ(start)
    step theorem:  Φ(a), Ψ ⊢ Φ(next(a)) of the next laws
    -----------------------------------------------------------------------
    for every n, and all symbols, kernels and laws of n steps with Ψ: Φ(aₙ) of the laws after n steps

Ψ is what the step theorem has for hypotheses besides the invariant. Some symbols may be *levels*: Φ and Ψ are meant for all their
values, so the step may use Φ at others. A conclusion is a theorem whose hypotheses are instances of Φ.

Why this is sound: a theorem holds for all σ-finite spaces, so the step theorem holds for the space of histories of n steps, a
product of such spaces, and for the laws on it. What it concludes is about iterated Ints over h and y; as the integrands are not
negative, they are the Ints over the pairs (Tonelli), so that Φ holds of laws on one space again. Their mass is one, by Tonelli too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..statements import Domain
from ..terms import Term, mul, rebuild, relation, subterms, sym
from ..verdicts import Rejected, StepRejected, refusal, require
from .choices import demand_values
from .sight import Sight, nonnegative_where_defined
from .statements import Fact, Proposition, Setting, law
from .terms import Substitution, at, fields_of, fresh, hidden_points, integral, opened, space_of


@dataclass(frozen=True)
class Move:
    """How a law goes on: of(h) kernel(h, y), or of(h) where there is no kernel."""

    law: str
    of: str
    kernel: str | None = None


@dataclass(frozen=True)
class State:
    """A number that is carried along."""

    name: str
    start: Term
    next: Term


@dataclass(frozen=True)
class Use:
    """The hypothesis `label` of a theorem is the invariant with this number, at these values of the levels."""

    label: str
    invariant: int
    levels: tuple[tuple[str, Term], ...] = ()


@dataclass(frozen=True)
class Chain:
    """A statement about any number of steps, and the names of the theorems that show it."""

    base: str
    step: str
    history: Term
    outcome: Term
    invariant: tuple[Fact, ...]
    moves: tuple[Move, ...]
    state: tuple[State, ...] = ()
    levels: tuple[str, ...] = ()
    uses: tuple[Use, ...] = ()
    conclusions: tuple[tuple[str, tuple[Use, ...]], ...] = ()


@dataclass(frozen=True)
class Iterated:
    """The chain holds: the theorems are what it says they are."""

    chain: Chain
    base: Proposition
    step: Proposition
    conclusions: tuple[Proposition, ...]

    def __bool__(self) -> bool:
        raise TypeError("a verdict is not a bool; ask isinstance(..., Iterated)")


def check_chain(chain: Chain, library: Mapping[str, Proposition]) -> Iterated | Rejected:
    """Iterated if the theorems, which have been checked before, are base, step and conclusions of the chain."""
    judged: list[Iterated] = []
    wrong = refusal("chain", lambda: judged.append(_demand(chain, library)))
    return judged[0] if wrong is None else wrong


def continued(t: Term, moves: tuple[Move, ...], history: Term, outcome: Term) -> Term:
    """What t, which speaks of laws at the history h, says of the next laws: at h and y, with Int over h and then y for Int over h."""
    onward = {m.law: m for m in moves}
    growing = any(m.kernel is not None for m in moves)

    after, memo = {history: outcome}, dict[Term, Term]()

    def walk(u: Term) -> Term:
        if u in memo:
            return memo[u]
        if u.op == "at":
            m, h = onward[u.name], u.args[0]
            out = at(m.of, h) if m.kernel is None else mul(at(m.of, h), at(m.kernel, h, after[h]))
        elif u.op == "Int":
            h, y = (
                fresh(space_of(history), f"{u.height}h"),
                fresh(space_of(outcome), f"{u.height}y"),
            )  # as in Substitution
            after[h] = y
            body = walk(opened(u, h))
            out = integral(integral(body, y) if growing else body, h)
        else:
            out = rebuild(u, tuple(map(walk, u.args)))
        memo[u] = out
        return out

    return walk(t)


# -- the check --------------------------------------------------------------------------------------------------------


def _demand(chain: Chain, library: Mapping[str, Proposition]) -> Iterated:
    require(not hidden_points(chain), f"the points {hidden_points(chain)}", "points that an author can write")
    base, step = (_theorem(name, library) for name in (chain.base, chain.step))
    require(not base.exists and not step.exists, f"{chain.base}, {chain.step}", "theorems that claim no existence")
    ends = tuple(_theorem(name, library) for name, _ in chain.conclusions)
    _demand_moves(chain, base.setting, step.setting)
    _demand_symbols(chain, base.setting.where, step.setting.where)
    _demand_invariant(chain, base.setting, step.setting)
    _demand_base(chain, base)
    _demand_step(chain, base.setting.where, step)
    for end, (_, uses) in zip(ends, chain.conclusions):
        _demand_conclusion(chain, base.setting, end, uses)
    return Iterated(chain, base, step, ends)


def _theorem(name: str, library: Mapping[str, Proposition]) -> Proposition:
    found = library.get(name)
    if found is None:
        raise StepRejected(name, "a theorem that has been checked")
    return found


def _demand_moves(chain: Chain, base: Setting, step: Setting) -> None:
    """The laws are laws on H, and each goes on in a way of its kind: all by kernels, or none."""
    h, y = chain.history, chain.outcome
    apart = h.op == y.op == "point" and space_of(h) != space_of(y)
    require(apart, (h, y), "points of two spaces, the history and the outcome")
    names = [m.law for m in chain.moves]
    on_histories = {f.name for f in base.fields} == set(names) and all(
        f == law(f.name, space_of(h)) for f in base.fields
    )
    require(on_histories, f"the fields {base.fields} of the base", f"the laws {names} on histories")
    require(len(set(names)) == len(names), f"moves of {names}", "one for each law")
    require(len({m.kernel is None for m in chain.moves}) == 1, f"{chain.moves}", "kernels for all laws, or for none")
    fields = step.by_name
    require(all(fields.get(f.name) == f for f in base.fields), f"the fields {step.fields}", f"among them {base.fields}")
    for m in chain.moves:
        right = fields.get(m.of) == law(m.of, space_of(h)) and (m.kernel is None or m.of in names)
        require(right, f"{m}", "a law on histories")
        kernel = m.kernel is None or fields.get(m.kernel) == law(m.kernel, space_of(h), space_of(y))
        require(kernel, f"{m}", "a kernel from histories to outcomes")


def _demand_symbols(chain: Chain, base: Domain, step: Domain) -> None:
    """The domain of the step is that of the base with the state, and with symbols and conditions of the step's own."""
    state = [s.name for s in chain.state]
    require(len(set(state)) == len(state) and not set(state) & set(base.names), f"the state {state}", "new names")
    require(set(chain.levels) <= set(base.names), f"the levels {chain.levels}", "symbols of the base")
    missing = {*base.names, *state} - set(step.names)
    require(not missing, f"a step without {sorted(missing)}", "one with all symbols and the state")
    same = all(step.range(r.name) == r for r in base.ranges) and set(base.conditions) <= set(step.conditions)
    require(same, ("the domain", step), ("one that is, but for the step's own symbols,", base))
    own = [c for c in step.conditions if c not in base.conditions]
    kept = {*state, *chain.levels}
    require(not any(c.free & kept for c in own), f"the conditions {own}", "conditions without state and levels")
    levels = set(chain.levels)
    for s in chain.state:
        for t, names in ((s.start, base.names), (s.next, step.names)):
            free = set(names) - levels
            require(
                not t.about_laws and t.free <= free, (f"for {s.name}", t), f"a number, in the symbols {sorted(free)}"
            )


def _demand_invariant(chain: Chain, base: Setting, step: Setting) -> None:
    """It is about the laws at h and under Ints, over histories as all fields are, whose integrands are not negative."""
    state = tuple(step.where.range(s.name) for s in chain.state)
    where = Domain(base.where.ranges + state, base.where.conditions)
    setting = Setting(where, base.fields)
    require(bool(chain.invariant), "no invariant", "one or more")
    for fact in chain.invariant:
        wrong = fact.wrong_in(setting)
        require(wrong is None, f"{wrong}", "a statement about laws and state")
        require(not fact.tests, f"{fact.tests}", "a statement about laws and state, for no tests")
        require(fact.points <= {chain.history}, (fact.statement,), ("no point but", chain.history))
        for u in subterms(fact.statement):
            if u.op == "Int":
                body = opened(u, fresh(space_of(u)))
                seen = nonnegative_where_defined(body, setting)
                require(seen, (body,), "an integrand that is seen to be >= 0")


def _demand_base(chain: Chain, base: Proposition) -> None:
    """Of laws that are equal it says that the invariant holds with the start of the state."""
    laws = [at(f.name, chain.history) for f in base.setting.fields]
    equal = {Fact(relation("==", p, q)) for p in laws for q in laws}
    for label, fact in base.given:
        require(fact in equal, (f"{label}:", fact), "that two laws are equal")
    start = {s.name: s.start for s in chain.state}
    for fact in chain.invariant:
        begun = Fact(Substitution(reals=start)(fact.statement))
        require(begun in base.claims, "no such claim", ("the claim of the base", begun.statement))


def _demand_step(chain: Chain, base: Domain, step: Proposition) -> None:
    """From the invariant, and facts about the step, it concludes the invariant of the next laws, with the next state."""
    state = {s.name: s.next for s in chain.state}
    _demand_uses(chain, base, step, chain.uses)
    used = {u.label for u in chain.uses}
    for label, fact in step.given:
        free = label in used or not fact.statement.free & state.keys()
        require(free, (f"{label}:", fact.statement), "the invariant, or a hypothesis without the state")
        spoken = bool(fields_of(fact.statement)) or not fact.statement.free & set(chain.levels)
        require(spoken, (f"{label}:", fact.statement), "no hypothesis about levels alone, which are meant to be all")
    for fact in chain.invariant:
        on = continued(Substitution(reals=state)(fact.statement), chain.moves, chain.history, chain.outcome)
        require(Fact(on) in step.claims, "no such claim", ("the claim of the step", on))
    for s in chain.state:
        own = Domain((step.setting.where.range(s.name),))
        demand_values(own, {s.name: s.start}, Sight(Setting(base)))
        demand_values(own, {s.name: s.next}, Sight(step.setting, [f for _, f in step.given]))


def _demand_uses(chain: Chain, base: Domain, theorem: Proposition, uses: tuple[Use, ...]) -> None:
    """These hypotheses of the theorem are instances of the invariant, at levels within the domain of the base."""
    given = dict(theorem.given)
    for use in uses:
        values = dict(use.levels)
        require(set(values) == set(chain.levels), f"{use.label}: levels {sorted(values)}", f"values for {chain.levels}")
        require(0 <= use.invariant < len(chain.invariant), f"the invariant {use.invariant}", "the number of one")
        require(
            not any(v.about_laws for v in values.values()),
            f"{use.label}: levels {values}",
            "numbers: what holds for almost all histories may differ by the level",
        )
        reals = {n: values.get(n, sym(n)) for n in base.names}
        instance = Fact(Substitution(reals=values)(chain.invariant[use.invariant].statement))
        require(given.get(use.label) == instance, (f"{use.label}:", given.get(use.label)), (instance.statement,))
        demand_values(base, reals, Sight(theorem.setting))


def _demand_conclusion(chain: Chain, base: Setting, end: Proposition, uses: tuple[Use, ...]) -> None:
    """A theorem about the laws whose hypotheses are instances of the invariant."""
    fields = end.setting.by_name
    there = all(fields.get(f.name) == f for f in base.fields)
    require(there, f"the fields {end.setting.fields}", f"among them {base.fields}")
    require({u.label for u in uses} == {label for label, _ in end.given}, f"{uses}", "one for each hypothesis")
    _demand_uses(chain, base.where, end, uses)
