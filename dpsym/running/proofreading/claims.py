"""From the steps of derivations to claims: which conditions count, what is put in for names, which formulas are used besides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...kernel.statements import Claim
from ...kernel.terms import Term, TermError, num, relation, subterms, sym
from ...reading.domains import Condition, DomainError, build_domain, free_symbols
from ...reading.latex.claims import ReadClaim, atom_range, positive_names, to_condition
from ...reading.latex.derivations import Derivation, Step
from ...reading.latex.lower import Atom, Lowering
from ...reading.latex.said import Force, Said
from ...reading.latex.tokens import LatexError
from ...reading.objects import Demand
from ..answer import Answer
from .definitions import Definitions, check_whole, resolved
from .verdicts import Unproved, Used, Verdict, answer_of


class Contradiction(LatexError):
    """The conditions leave no point: nothing is claimed there."""


@dataclass(frozen=True)
class Posed:
    """A step as a claim. `used` are the sentences whose conditions count, `put` those whose definitions were put in."""

    read: ReadClaim
    conditions: tuple[Condition, ...]
    used: tuple[Said, ...] = ()
    put: tuple[Said, ...] = ()
    lost: tuple[Said, ...] = ()  # conditions that have no term

    @property
    def claim(self) -> Claim:
        return self.read.claim


@dataclass(eq=False)
class Checked:
    """A step with its verdict."""

    step: Step
    derivation: Derivation
    outcome: Verdict = field(default_factory=Unproved)
    posed: Posed | None = None  # as it was decided
    alone: Posed | None = None  # under the firm conditions alone
    fact: Term | None = None
    given: tuple[Term, ...] = ()  # what stands before an arrow
    demands: tuple[Demand, ...] = ()  # of the laws in it
    used: Used = field(default_factory=Used)

    @property
    def verdict(self) -> str:
        return self.outcome.word

    @property
    def answer(self) -> Answer | None:
        return answer_of(self.outcome)

    @property
    def is_broken(self) -> bool:
        return self.verdict in ("refuted", "undefined")

    @property
    def is_claim(self) -> bool:
        return self.verdict not in ("definition", "condition")


def fact_of(step: Step, lowering: Lowering) -> Term:
    return relation(step.relation, lowering.term(step.left), lowering.term(step.right))


# -- definitions ------------------------------------------------------------------------------------------------------------


def definitions_of(
    firm: Sequence[Said], soft: Sequence[Said], lowering: Lowering
) -> tuple[Definitions, dict[str, Said]]:
    """What is put in for names, and where that was said: definitions, and numbers that a condition says names to be."""
    out: dict[str, Term] = {}
    sources: dict[str, Said] = {}
    for s in firm:
        if (found := _definition(s, lowering)) is not None:
            out[found[0]], sources[found[0]] = found[1], s
    for s in (*firm, *soft):
        if (found := _number(s, lowering)) is not None and found[0] not in out:
            out[found[0]], sources[found[0]] = found[1], s
    return resolved(out), sources


def _number(s: Said, lowering: Lowering) -> tuple[str, Term] | None:
    """A condition `name = number`."""
    try:
        r = s.told.relation if s.told is not None else None
        if s.told is None and s.stated.relation is not None and s.stated.relation.value == "==":
            r = lowering.relation(s.stated.relation, s.stated.source)
    except LatexError:
        return None
    if r is None or r.op != "==" or r.lhs.op != "sym" or r.rhs.free or not r.rhs.is_number:
        return None
    return str(r.lhs.value), r.rhs


def _definition(s: Said, lowering: Lowering) -> tuple[str, Term] | None:
    if s.force is not Force.DEFINES:
        return None
    if s.told is not None and s.told.relation is not None:
        name, value = str(s.told.relation.lhs.value), s.told.relation.rhs
    elif s.stated.relation is not None:
        name = str(s.stated.relation.args[0].value)
        try:
            value = lowering.relation(s.stated.relation, s.stated.source).rhs
        except LatexError:
            return None
    else:
        return None
    return (name, value) if name not in value.free and value.is_number else None


# -- posing -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """What is asked: a relation at a derivation, with facts, with soft formulas as conditions, and with conditions of its own."""

    goal: Term
    derivation: Derivation
    facts: tuple[Term, ...] = ()
    given: tuple[Term, ...] = ()
    soft: tuple[Said, ...] = ()
    extra: tuple[Condition, ...] = ()
    place: tuple[int, int] = (0, 0)
    reason: str = ""
    demands: tuple[Demand, ...] = ()
    everywhere: bool = False  # with the conditions on other symbols, too


def pose(q: Question, lowering: Lowering) -> Posed:
    """The claim of a question under the conditions that concern its symbols. Raises LatexError; Contradiction if no point is left."""
    lowering.scope = q.derivation.scope
    firm = q.derivation.context.firm
    own = q.derivation.formula.conditions
    lowering.positive = positive_names([*(s.stated for s in (*firm, *q.soft)), *own])
    definitions, sources = definitions_of(firm, q.soft, lowering)
    hypotheses = [definitions.put(t) for t in (*q.given, *q.facts)]
    goal = definitions.put(q.goal)
    made = [(_condition_of(s, lowering, definitions, s in q.soft), s) for s in (*firm, *q.soft)]
    stated = [(c, s) for c, s in made if isinstance(c, Condition)]
    inner = [replace(c, relation=definitions.put(c.relation)) if c.relation is not None else c
             for c in (to_condition(s, lowering) for s in own)]  # fmt: skip
    symbols = {*goal.free}.union(*(t.free for t in hypotheses))
    if q.everywhere:
        symbols |= {n for c, _ in stated for n in ({c.name} if c.relation is None else c.relation.free)}
    conditions = concerning(symbols, [*(c for c, _ in stated), *inner, *q.extra])
    used = tuple(dict.fromkeys(s for c, s in stated if any(c is k for k in conditions)))
    wanted = _wanted({*q.goal.free}.union(*(t.free for t in (*q.given, *q.facts))), sources, lowering)
    demands = [*q.demands, *_stated_demands((*firm, *q.soft), lowering)]
    put = [replace(d, relation=definitions.put(d.relation)) for d in demands]
    if definitions.values:
        check_whole([goal, *hypotheses, *(c.relation for c in conditions if c.relation is not None)])
    read = _claim(goal, conditions, hypotheses, lowering, q, put)
    lost = tuple(s for c, s in made if c is _LOST)
    return Posed(read, tuple(conditions), used, tuple(sources[n] for n in wanted), lost)


def _wanted(free: set[str], sources: Mapping[str, Said], lowering: Lowering) -> list[str]:
    """The definitions that were put in, those inside definitions included, in the order they were said."""
    found: set[str] = set()
    todo = [n for n in free if n in sources]
    while todo:
        n = todo.pop()
        if n not in found:
            found.add(n)
            made = _definition(sources[n], lowering) or _number(sources[n], lowering)
            todo += [k for k in (made[1].free if made else ()) if k in sources]
    return [n for n in sources if n in found]


_LOST = "lost"


def _condition_of(s: Said, lowering: Lowering, definitions: Definitions, soft: bool) -> Condition | str:
    """The condition that a sentence states; nothing if it is a definition that was put in, `lost` if it has no term."""
    try:
        if s.force is Force.DEFINES and not soft and _definition(s, lowering) is not None:
            return ""
        found = s.told if s.told is not None else to_condition(s.stated, lowering)
        if found.relation is None:
            return found
        put = definitions.put(found.relation)
    except LatexError:
        return _LOST
    return "" if put.op == "==" and put.lhs is put.rhs else replace(found, relation=put)


def _stated_demands(said: Sequence[Said], lowering: Lowering) -> list[Demand]:
    """What the laws in the conditions demand; a condition that is not read demands nothing."""
    out = []
    for s in said:
        if s.stated.relation is not None:
            try:
                out += lowering.demands(s.stated.relation)
            except LatexError:
                continue
    return out


def _claim(
    goal: Term, conditions: Sequence[Condition], hypotheses: Sequence[Term], lowering: Lowering, q: Question, demands: Sequence[Demand]
) -> ReadClaim:  # fmt: skip
    """The claim on the domain of these conditions; of the demands of laws those count that speak of its symbols alone."""
    used = {n for t in (goal, *hypotheses, *(c.relation for c in conditions if c.relation is not None)) for n in t.free}
    atoms = tuple(a for a in lowering.atoms.values() if a.symbol in used)
    ranges = [c for atom in atoms for c in (*atom_range(atom), *_divided_by(atom, (goal, *hypotheses)))]
    order = [n for t in (goal, *hypotheses) for n in free_symbols(t)]
    relevant = [d for d in demands if d.relation.free <= used]
    try:
        domain = build_domain([*conditions, *ranges], dict.fromkeys(order), relevant)
        claim = Claim(domain, tuple(dict.fromkeys(hypotheses)), goal.lhs, goal.op, goal.rhs)
    except DomainError as error:
        raise Contradiction(error.message, lowering.text, *q.place) from None
    except TermError as error:
        raise LatexError(str(error), lowering.text, *q.place) from None
    return ReadClaim(claim, atoms, lowering.text[q.place[0] : q.place[1]], tuple(q.derivation.formula.notes), q.reason)


def concerning(symbols: set[str], conditions: Sequence[Condition]) -> list[Condition]:
    """The conditions that speak of these symbols, or of symbols that such a condition connects with them."""
    kept: set[int] = set()
    known = set(symbols)
    changed = True
    while changed:
        changed = False
        for c in conditions:
            free = {c.name} if c.relation is None else set(c.relation.free)
            if id(c) not in kept and (free & known or not free):
                kept.add(id(c))
                known |= free
                changed = True
    return [c for c in conditions if id(c) in kept]


def _divided_by(atom: Atom, statements: Iterable[Term]) -> list[Condition]:
    """Who divides by a probability takes it to be positive."""
    symbol = sym(atom.symbol)
    divisors = [u.lhs for t in statements for u in subterms(t) if _is_divisor(u)]
    if not any(d is symbol or (d.op == "*" and symbol in d.args) for d in divisors):
        return []
    op = ">" if atom.opaque.lower == 0 else "!="
    return [Condition(relation=relation(op, symbol, num(0)), text=f"{atom.opaque.key} {op} 0")]


def _is_divisor(u: Term) -> bool:
    return u.op == "**" and u.rhs.op == "num" and u.rhs.value < 0  # type: ignore[operator]


def where_defined(claim: Claim) -> Claim:
    """The claim at the points where nothing is divided by 0."""
    divisors = [
        u.lhs for t in (claim.lhs, claim.rhs, *claim.given) for u in subterms(t) if _is_divisor(u) and u.lhs.free
    ]
    apart = [relation("!=", d, num(0)) for d in dict.fromkeys(divisors) if d.free <= set(claim.domain.names)]
    return replace(claim, domain=claim.domain.with_conditions(*apart))


def related(posed: Posed) -> bool:
    """Whether the two sides share a symbol, or what was stated connects them. A side without symbols counts as connected."""
    claim = posed.claim
    left, right = set(claim.lhs.free), set(claim.rhs.free)
    if not left or not right:
        return True
    groups = [set(t.free) for t in (*claim.domain.conditions, *claim.given)]
    changed = True
    while changed:
        size = len(left)
        for g in groups:
            if g & left:
                left |= g
        changed = len(left) > size
    return bool(left & right)


def sides_atoms(posed: Posed) -> tuple[frozenset[str], frozenset[str]]:
    """The quantities that are only named, of the left and of the right side."""
    symbols = {a.symbol for a in posed.read.atoms}
    claim = posed.claim
    return frozenset(claim.lhs.free & symbols), frozenset(claim.rhs.free & symbols)
