"""Every statement of the theorem library: printed and read back, the same term and the same domain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpsym.kernel.laws.statements import Fact
from dpsym.kernel.terms import Term, relation
from dpsym.library.entries import Falsehood, Formula
from dpsym.library.loading import entries, theorems
from dpsym.library.theorem import Obtain, Theorem
from dpsym.reading.domains import build_domain
from dpsym.reading.latex import Scope, read_claims, read_conditions
from dpsym.reading.latex.claims import to_condition
from dpsym.reading.latex.formula import read_formula
from dpsym.reading.latex.lower import Lowering
from dpsym.report.latex import claim_latex, domain_latex
from dpsym.report.laws import law_latex
from tests.helpers.sampling import sampled

LIBRARY = {name: t for name, t in theorems().items() if isinstance(t, Theorem)}
LIBRARY |= {name: e.statement for name, e in entries().items() if isinstance(e, Falsehood)}
FORMULAS = {name: e for name, e in entries().items() if isinstance(e, Formula)}
THEOREMS = pytest.mark.parametrize("theorem", sampled([pytest.param(t, id=n) for n, t in LIBRARY.items()], 4))


def scope_of(theorem: Theorem, fact: Fact) -> Scope:
    """The fields of the theorem, and the tests that the fact binds, with their spaces; symbols are declared."""
    p = theorem.proposition
    obtained = [f.field for s in theorem.steps if isinstance(s.by, Obtain) for f in s.by.names.values()]
    fields = {f.name: f.spaces for f in (*p.setting.fields, *p.exists, *obtained, *fact.tests)}
    return Scope(declared=frozenset(p.setting.where.names), fields=fields)


def read_back(statement: Term, scope: Scope) -> Term:
    written = law_latex(statement)
    formula = read_formula(written, scope=scope)
    ((link,),) = [s.links for s in formula.statements]
    lowering = Lowering(written, scope)
    assert link.left is not None
    lowering.reserve([link.left, link.right])
    left, right = lowering.term(link.left), lowering.term(link.right)
    assert not lowering.atoms
    return relation(link.relation, left, right)


@THEOREMS
def test_hypotheses_and_claims(theorem: Theorem) -> None:
    p = theorem.proposition
    for fact in (*(f for _, f in p.given), *p.claims):
        assert read_back(fact.statement, scope_of(theorem, fact)) is fact.statement


@THEOREMS
def test_steps_of_proofs(theorem: Theorem) -> None:
    for step in theorem.steps:
        assert read_back(step.fact.statement, scope_of(theorem, step.fact)) is step.fact.statement


@THEOREMS
def test_domains(theorem: Theorem) -> None:
    domain = theorem.proposition.setting.where
    if not domain.ranges:
        return
    written = domain_latex(domain)
    lowering = Lowering(written)
    conditions = [to_condition(s, lowering) for s in read_conditions(written)]
    assert build_domain(conditions, []) == domain


@pytest.mark.parametrize("name", sampled(FORMULAS, 4))
def test_formulas(name: str) -> None:
    for claim in FORMULAS[name].claims:
        (read,) = read_claims(claim_latex(claim))
        assert read.claim == replace(claim, let=())
        assert not read.atoms


def test_the_library_is_not_empty() -> None:
    assert len(LIBRARY) > 30
    assert len(FORMULAS) > 30
