"""From the steps of derivations to claims: which conditions count, what is defined, what earlier lines may be used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...kernel.statements import Claim
from ...kernel.substitution import substitute
from ...kernel.terms import Term, TermError, num, relation, subterms, sym
from ...reading.domains import Condition, DomainError, build_domain, free_symbols
from ...reading.latex.claims import ReadClaim, atom_range, positive_names, to_condition
from ...reading.latex.conditions import Stated
from ...reading.latex.derivations import Derivation, Step
from ...reading.latex.lower import Atom, Lowering
from ...reading.latex.tokens import LatexError
from ...reading.objects import Demand
from ..answer import Answer


@dataclass
class Setting:
    """What holds for the derivations of one unit: one table of quantities that are only named, and the definitions so far."""

    lowering: Lowering
    defined: dict[str, Term] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)  # names that steps before have used
    demands: list[Demand] = field(default_factory=list)  # of the laws in the definitions so far


@dataclass(frozen=True)
class Posed:
    """A step as a claim. `stated` are the conditions as terms, kept to pose variants of the claim."""

    read: ReadClaim
    conditions: tuple[Condition, ...]
    definitions: tuple[tuple[str, Term], ...] = ()

    @property
    def claim(self) -> Claim:
        return self.read.claim


@dataclass
class Checked:
    """A step with its verdict: proved, refuted, undefined, open, or definition."""

    step: Step
    derivation: Derivation
    verdict: str = "open"
    posed: Posed | None = None
    alone: Posed | None = None  # as posed without the lines before
    answer: Answer | None = None
    why: str = ""
    using: tuple[str, ...] = ()  # the lines before that the proof uses
    rests_on: tuple[str, ...] = ()  # quantities that are only named, for a refutation
    fact: Term | None = None
    setting: Setting | None = None
    given: tuple[Term, ...] = ()  # what stands before an arrow
    demands: tuple[Demand, ...] = ()  # of the laws in it

    @property
    def is_broken(self) -> bool:
        return self.verdict in ("refuted", "undefined")


def is_definition(step: Step, setting: Setting) -> bool:
    """Whether a step gives a name its meaning: `name = expression`, the name new and not in the expression."""
    if step.relation != "==" or step.left.kind != "name" or step.given:
        return False
    name = str(step.left.value)
    term = setting.lowering.term(step.right)
    return step.defining or (name not in setting.named and name not in term.free)


def terms_of(step: Step, setting: Setting) -> Term:
    lowering = setting.lowering
    return relation(step.relation, lowering.term(step.left), lowering.term(step.right))


def definitions_of(conditions: Sequence[Stated], setting: Setting) -> dict[str, Term | None]:
    """Conditions `name = expression`: they are put in for the name. A number is a range and stays a condition."""
    out = dict(setting.defined)
    for s in conditions:
        r = s.relation
        if r is None or r.value != "==" or r.args[0].kind != "name":
            continue
        name, value = str(r.args[0].value), setting.lowering.term(r.args[1])
        if value.free and name not in value.free:
            out[name] = value
    return _resolved(out)


def _resolved(definitions: dict[str, Term]) -> dict[str, Term | None]:
    """Definitions put into one another; those that lead back to themselves are dropped, None is one that has no term."""
    needs = {n: {k for k in t.free if k in definitions} for n, t in definitions.items()}
    out: dict[str, Term | None] = {}
    for n in _in_order(needs):
        try:
            out[n] = _put(definitions[n], out)
        except LatexError:
            out[n] = None
    return out


def _in_order(needs: Mapping[str, set[str]]) -> list[str]:
    """Names after those they need; names on a circle are left out, and the others do not need them."""
    left = needs.keys() - set(_ready_first(needs))
    needed_by = {n: {k for k in left if n in needs[k]} for n in left}
    circles = left - set(_ready_first(needed_by))
    return _ready_first({n: others - circles for n, others in needs.items() if n not in circles})


def _ready_first(needs: Mapping[str, set[str]]) -> list[str]:
    """Names after those they need, as far as that goes: without circles and what needs them."""
    needed_by: dict[str, list[str]] = {n: [] for n in needs}
    for n, others in needs.items():
        for k in others:
            needed_by[k].append(n)
    missing = {n: len(others) for n, others in needs.items()}
    order = [n for n, count in missing.items() if not count]
    for n in order:  # grows
        for k in needed_by[n]:
            missing[k] -= 1
            if not missing[k]:
                order.append(k)
    return order


def pose(
    goal: Term, derivation: Derivation, setting: Setting, facts: Iterable[Term] = (), given: Sequence[Term] = (),
    where: tuple[int, int] = (0, 0), reason: str = "", extra: Sequence[Condition] = (), demands: Sequence[Demand] = (),
) -> Posed:  # fmt: skip
    """The claim of a relation under the conditions of its unit that concern its symbols. Raises LatexError."""
    lowering = setting.lowering
    stated = [*(s.stated for s in derivation.said), *derivation.formula.conditions]
    lowering.positive = positive_names(stated)
    definitions = definitions_of(stated, setting)
    hypotheses = [_put(t, definitions) for t in (*given, *facts)]
    goal = _put(goal, definitions)
    conditions = [c for s in stated for c in _condition(s, lowering, definitions)]
    conditions = _concerning({*goal.free}.union(*(t.free for t in hypotheses)), conditions)
    notes = (*derivation.formula.notes, *_concluded(derivation, conditions))
    demands = [*demands, *setting.demands, *_stated_demands(stated, lowering)]
    put = [replace(d, relation=_put(d.relation, definitions)) for d in demands]
    return posed(goal, [*conditions, *extra], hypotheses, definitions, lowering, where, notes, reason, put)


def _stated_demands(stated: Sequence[Stated], lowering: Lowering) -> list[Demand]:
    """What the laws in the conditions demand; a condition that is not read demands nothing."""
    out = []
    for s in stated:
        if s.relation is not None:
            try:
                out += lowering.demands(s.relation)
            except LatexError:
                continue
    return out


def _concluded(derivation: Derivation, conditions: Sequence[Condition]) -> list[str]:
    """Conditions that the text concludes instead of assuming them: they are used, and were not checked."""
    used = {c.text for c in conditions}
    concluded = dict.fromkeys(s.stated.text for s in derivation.said if s.derived and s.stated.text in used)
    return [f"uses {text}, which the text concludes in a sentence and which was not checked" for text in concluded]


def posed(
    goal: Term, conditions: Sequence[Condition], hypotheses: Sequence[Term], definitions: dict[str, Term | None], lowering: Lowering,
    where: tuple[int, int], notes: tuple[str, ...] = (), reason: str = "", demands: Sequence[Demand] = (),
) -> Posed:  # fmt: skip
    """The claim on the domain of these conditions; of the demands of laws those count that speak of its symbols alone."""
    used = {n for t in (goal, *hypotheses, *(c.relation for c in conditions if c.relation is not None)) for n in t.free}
    atoms = tuple(a for a in lowering.atoms.values() if a.symbol in used)
    ranges = [c for atom in atoms for c in (*atom_range(atom), *_divided_by(atom, (goal, *hypotheses)))]
    order = [n for t in (goal, *hypotheses) for n in free_symbols(t)]
    concerning = [d for d in demands if d.relation.free <= used]
    try:
        domain = build_domain([*conditions, *ranges], dict.fromkeys(order), concerning)
        claim = Claim(domain, tuple(dict.fromkeys(hypotheses)), goal.lhs, goal.op, goal.rhs)
    except (DomainError, TermError) as error:
        raise LatexError(str(error), lowering.text, *where) from None
    read = ReadClaim(claim, atoms, lowering.text[where[0] : where[1]], notes, reason)
    return Posed(read, tuple(conditions), tuple((n, t) for n, t in definitions.items() if t is not None))


def _put(t: Term, definitions: dict[str, Term | None]) -> Term:
    """The term with definitions put in. Raises LatexError: a name must not stay behind as a symbol that may be anything."""
    values = {n: definitions[n] for n in t.free if n in definitions}
    wrong = next((n for n, v in values.items() if v is None), None)
    if wrong is not None:
        raise LatexError(f"the definition of {wrong} is nested too deeply, or its names are bound elsewhere", "")
    try:
        return substitute(t, {n: v for n, v in values.items() if v is not None})
    except TermError as error:
        raise LatexError(f"definitions cannot be put in: {error}", "") from None


def _condition(s: Stated, lowering: Lowering, definitions: dict[str, Term | None]) -> list[Condition]:
    try:
        found = to_condition(s, lowering)
    except LatexError:
        return []
    if found.relation is None:
        return [found]
    put = _put(found.relation, definitions)
    is_definition = put.op == "==" and put.lhs is put.rhs
    return [] if is_definition else [replace(found, relation=put)]


def _concerning(symbols: set[str], conditions: Sequence[Condition]) -> list[Condition]:
    """The conditions that speak of these symbols, or of symbols that such a condition connects with them."""
    kept: list[Condition] = []
    known = set(symbols)
    changed = True
    while changed:
        changed = False
        for c in conditions:
            free = {c.name} if c.relation is None else set(c.relation.free)
            if c not in kept and free & known:
                kept.append(c)
                known |= free
                changed = True
    return [c for c in conditions if c in kept]


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
