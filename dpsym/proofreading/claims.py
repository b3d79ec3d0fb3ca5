"""From the steps of derivations to claims: which conditions count, what is defined, what earlier lines may be used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ..kernel.statements import Claim
from ..kernel.terms import Term, TermError, num, relation, substitute, subterms, sym
from ..reading.domains import Condition, DomainError, build_domain, free_symbols
from ..reading.latex.claims import ReadClaim, atom_range, positive_names, to_condition
from ..reading.latex.conditions import Stated
from ..reading.latex.derivations import Derivation, Step
from ..reading.latex.lower import Atom, Lowering
from ..reading.latex.tokens import LatexError


@dataclass
class Setting:
    """What holds for the derivations of one unit: one table of quantities that are only named, and the definitions so far."""

    lowering: Lowering
    defined: dict[str, Term] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)  # names that steps before have used


@dataclass(frozen=True)
class Posed:
    """A step as a claim. `stated` are the conditions as terms, kept to pose variants of the claim."""

    read: ReadClaim
    conditions: tuple[Condition, ...]
    definitions: tuple[tuple[str, Term], ...] = ()

    @property
    def claim(self) -> Claim:
        return self.read.claim


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


def definitions_of(conditions: Sequence[Stated], setting: Setting) -> dict[str, Term]:
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


def _resolved(definitions: dict[str, Term]) -> dict[str, Term]:
    """Definitions put into one another; those that lead back to themselves are dropped."""
    out = dict(definitions)
    for _ in range(len(out)):
        changed = {n: substitute(t, {k: v for k, v in out.items() if k != n and k in t.free}) for n, t in out.items()}
        changed = {n: t for n, t in changed.items() if n not in t.free}
        if changed == out:
            break
        out = changed
    return out


def pose(
    goal: Term, derivation: Derivation, setting: Setting, facts: Iterable[Term] = (), given: Sequence[Term] = (),
    where: tuple[int, int] = (0, 0), reason: str = "", extra: Sequence[Condition] = (),
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
    return posed(goal, [*conditions, *extra], hypotheses, definitions, lowering, where, notes, reason)


def _concluded(derivation: Derivation, conditions: Sequence[Condition]) -> list[str]:
    """Conditions that the text concludes instead of assuming them: they are used, and were not checked."""
    used = {c.text for c in conditions}
    concluded = dict.fromkeys(s.stated.text for s in derivation.said if s.derived and s.stated.text in used)
    return [f"uses {text}, which the text concludes in a sentence and which was not checked" for text in concluded]


def posed(
    goal: Term, conditions: Sequence[Condition], hypotheses: Sequence[Term], definitions: dict[str, Term], lowering: Lowering,
    where: tuple[int, int], notes: tuple[str, ...] = (), reason: str = "",
) -> Posed:  # fmt: skip
    used = {n for t in (goal, *hypotheses, *(c.relation for c in conditions if c.relation is not None)) for n in t.free}
    atoms = tuple(a for a in lowering.atoms.values() if a.symbol in used)
    ranges = [c for atom in atoms for c in (*atom_range(atom), *_divided_by(atom, (goal, *hypotheses)))]
    order = [n for t in (goal, *hypotheses) for n in free_symbols(t)]
    try:
        domain = build_domain([*conditions, *ranges], dict.fromkeys(order))
        claim = Claim(domain, tuple(dict.fromkeys(hypotheses)), goal.lhs, goal.op, goal.rhs)
    except (DomainError, TermError) as error:
        raise LatexError(str(error), lowering.text, *where) from None
    read = ReadClaim(claim, atoms, lowering.text[where[0] : where[1]], notes, reason)
    return Posed(read, tuple(conditions), tuple(definitions.items()))


def _put(t: Term, definitions: dict[str, Term]) -> Term:
    """The term with definitions put in; where a bound index has the name of something in a definition, it stays."""
    try:
        return substitute(t, {n: v for n, v in definitions.items() if n in t.free})
    except TermError:
        return t


def _condition(s: Stated, lowering: Lowering, definitions: dict[str, Term]) -> list[Condition]:
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
