r"""LaTeX to terms and claims: the functions to call.

read_expression(r"\frac{e^\varepsilon - 1}{e^\varepsilon + 1}")
read_claims(r"\tanh(\varepsilon/2) \le \varepsilon/2 \quad \text{for } \varepsilon > 0")
read_claims(r"1 - e^{-x} \le x", where=[r"x \ge 0"])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...kernel.statements import Claim
from ...kernel.terms import Term, TermError, num, relation, sym
from ..domains import Condition, DomainError, build_domain, free_symbols
from ..letters import Spellings
from ..objects import Demand
from .conditions import Stated, conditions
from .formula import Formula, formula_tokens, read_formula
from .lower import Atom, Lowering
from .macros import Macro, definitions
from .stream import Scope
from .tokens import LatexError
from .tree import Node, names


@dataclass(frozen=True)
class ReadClaim:
    """A claim with the quantities in it that are only named, what was written, and what a reader should know of the reading."""

    claim: Claim
    atoms: tuple[Atom, ...]
    source: str
    notes: tuple[str, ...] = ()
    reason: str = ""


def macros_of(preamble: str | Mapping[str, Macro]) -> Mapping[str, Macro]:
    return definitions(preamble) if isinstance(preamble, str) else preamble


def read_tree(text: str, macros: str | Mapping[str, Macro] = "", scope: Scope | None = None) -> Node:
    """The typed tree of one expression."""
    formula = read_formula(text, macros_of(macros), scope)
    if formula.lost:
        raise formula.lost[0]
    if len(formula.statements) != 1 or formula.has_relation or formula.conditions or formula.given:
        raise LatexError("found a relation, a list or words, expected one expression", text)
    node = formula.statements[0].alone
    if node is None:
        raise LatexError("found no expression", text)
    return node


def read_expression(text: str, macros: str | Mapping[str, Macro] = "", scope: Scope | None = None) -> Term:
    """The term of one expression. What is only named (probabilities, sums over families) is a symbol."""
    node = read_tree(text, macros, scope)
    lowering = Lowering(text, scope or Scope())
    lowering.reserve([node])
    return lowering.term(node)


def read_conditions(
    text: str, macros: str | Mapping[str, Macro] = "", scope: Scope | None = None, spellings: Spellings | None = None
) -> list[Stated]:
    """The conditions of a list."""
    try:
        tokens = formula_tokens(text, macros_of(macros), spellings=spellings)
        if not tokens:
            raise LatexError("an empty condition", text)
        if any(t.kind in ("text", "row", "quad") for t in tokens):
            raise LatexError("words or rows in a condition", text)
        return [replace(s, source=text) for s in conditions(tokens, text, scope or Scope())]
    except RecursionError:
        raise LatexError("the condition is nested too deeply", text) from None


@dataclass(frozen=True)
class Question:
    """A claim with its conditions and hypotheses, as it was read."""

    text: str
    formula: Formula
    stated: tuple[Stated, ...]
    assumed: tuple[Stated, ...]

    def claims(self) -> tuple[ReadClaim, ...]:
        """One claim for each relation of the formula."""
        return tuple(claims_of(self.formula, Lowering(self.text, self.formula.scope), self.stated, self.assumed))


def read_question(
    text: str,
    where: Sequence[str] = (),
    given: Sequence[str] = (),
    macros: str | Mapping[str, Macro] = "",
    scope: Scope | None = None,
) -> Question:
    """A formula under the conditions written beside it and those of `where`; a letter is written in one way throughout."""
    table, spellings = macros_of(macros), Spellings()
    stated = tuple(s for condition in where for s in read_conditions(condition, table, scope, spellings))
    assumed = tuple(s for condition in given for s in read_conditions(condition, table, scope, spellings))
    scope = with_declared(scope or Scope(), [*stated, *assumed])
    formula = read_formula(text, table, scope, spellings=spellings)
    if formula.lost:
        raise formula.lost[0]
    if not formula.has_relation:
        raise LatexError("found an expression, expected a relation", text)
    return Question(text, formula, stated, assumed)


def read_claims(
    text: str,
    where: Sequence[str] = (),
    given: Sequence[str] = (),
    macros: str | Mapping[str, Macro] = "",
    scope: Scope | None = None,
) -> tuple[ReadClaim, ...]:
    """One claim for each relation of the formula, under the conditions written beside it and those of `where`."""
    return read_question(text, where, given, macros, scope).claims()


def with_declared(scope: Scope, stated: Sequence[Stated]) -> Scope:
    declared = {s.name for s in stated if s.name} | {n for s in stated if s.relation for n in names(s.relation)}
    return replace(scope, declared=scope.declared | declared)


def claims_of(
    formula: Formula, lowering: Lowering, stated: Sequence[Stated] = (), assumed: Sequence[Stated] = ()
) -> list[ReadClaim]:
    """The claims of a formula that was read."""
    conditions = [*formula.conditions, *stated]
    lowering.reserve([n for s in formula.statements for n in s.nodes])
    lowering.reserve([s.relation for s in (*conditions, *formula.given, *assumed) if s.relation is not None])
    lowering.positive = positive_names(conditions)
    out = []
    for statement in formula.statements:
        if statement.alone is not None or statement.leading:
            node = statement.nodes[0]
            raise LatexError(
                "a row that is no relation" if statement.alone else "a relation without a left side",
                lowering.text,
                node.start,
                node.end,
            )
        for link in statement.links:
            assert link.left is not None
            goal = relation(link.relation, lowering.term(link.left), lowering.term(link.right))
            said = [s for s in (*formula.given, *assumed) if s.relation is not None]
            hypotheses = [lowering.relation(n) for n in statement.given]
            hypotheses += [lowering.relation(s.relation, s.source) for s in said if s.relation is not None]
            nodes = [link.left, link.right, *statement.given, *(s.relation for s in (*said, *conditions) if s.relation)]
            out.append(
                made_claim(
                    goal,
                    conditions,
                    hypotheses,
                    lowering,
                    link.start,
                    link.end,
                    tuple(formula.notes),
                    link.reason,
                    lowering.demands(*nodes),
                )
            )
    return out


def made_claim(
    goal: Term, conditions: Sequence[Stated], hypotheses: Sequence[Term], lowering: Lowering, start: int, end: int,
    notes: tuple[str, ...] = (), reason: str = "", demands: Sequence[Demand] = (),
) -> ReadClaim:  # fmt: skip
    """The claim of one relation: its domain are the conditions, and the ranges of what is only named."""
    text = lowering.text
    found = [to_condition(s, lowering) for s in conditions]
    order = [n for c in found for n in ([c.name] if c.relation is None else free_symbols(c.relation))]
    order += [n for t in (goal, *hypotheses) for n in free_symbols(t)]
    used = {n for t in (goal, *hypotheses, *(c.relation for c in found if c.relation is not None)) for n in t.free}
    atoms = tuple(a for a in lowering.atoms.values() if a.symbol in used)
    found += [c for atom in atoms for c in atom_range(atom)]
    try:
        domain = build_domain(found, dict.fromkeys(order), demands)
        claim = Claim(domain, tuple(dict.fromkeys(hypotheses)), goal.lhs, goal.op, goal.rhs)
    except DomainError as error:
        raise LatexError(error.message, text, start, end) from None
    except TermError as error:
        raise LatexError(str(error), text, start, end) from None
    return ReadClaim(claim, atoms, text[start:end], notes, reason)


def to_condition(stated: Stated, lowering: Lowering) -> Condition:
    if stated.relation is None:
        return Condition(name=stated.name, kind=stated.kind, text=stated.text)
    return Condition(relation=lowering.relation(stated.relation, stated.source), text=stated.text)


def atom_range(atom: Atom) -> list[Condition]:
    what, symbol = atom.opaque, sym(atom.symbol)
    out = []
    if what.lower is not None:
        out.append(Condition(relation=relation(">" if what.strict else ">=", symbol, num(what.lower)), text=what.key))
    if what.upper is not None:
        out.append(Condition(relation=relation("<=", symbol, num(what.upper)), text=what.key))
    return out


def positive_names(conditions: Sequence[Stated]) -> frozenset[str]:
    """Names that a condition says to be at least 0: x > 0, 0 < x, x >= 1."""
    found = set()
    for s in conditions:
        r = s.relation
        if r is None:
            continue
        left, right = r.args
        if r.value in ("<", "<="):
            left, right = right, left
        elif r.value not in (">", ">="):
            continue
        if left.kind == "name" and right.kind == "num" and right.value >= 0:
            found.add(str(left.value))
    return frozenset(found)
