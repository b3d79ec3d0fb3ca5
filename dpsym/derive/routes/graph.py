"""The edges of the graph of conversions: theorems of the library whose hypotheses and claims are all recognised.

Nothing is written by hand. A theorem about two laws of one outcome is renamed to P and Q at x, each hypothesis and claim is matched
against the forms, and if the hypotheses say one form and the claims one form, it is an edge. An edge that speaks of (P, Q) alone is
used for (Q, P) as well, with the laws exchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ...kernel.laws.statements import Fact, Field, event
from ...kernel.laws.terms import Substitution, at, fields_of, space_of
from ...kernel.statements import Range
from ...kernel.terms import Term
from ...library.loading import theorems
from ...library.theorem import Theorem
from ...objects.applied import BOUND
from .templates import OUTCOME, Form, P, Q, Values, recognise


@dataclass(frozen=True)
class Said:
    """A hypothesis or claim of a theorem, recognised."""

    form: Form
    way: str
    values: Values


@dataclass(frozen=True)
class Edge:
    """A theorem as a conversion, with the names of its laws and of its event, if it has one."""

    theorem: Theorem
    laws: tuple[str, str]
    event: str
    given: Mapping[str, Said]
    claims: Mapping[str, Said]

    @property
    def name(self) -> str:
        return self.theorem.name

    @property
    def source(self) -> Form:
        return next(iter(self.given.values())).form

    @property
    def target(self) -> Form:
        return next(iter(self.claims.values())).form

    @property
    def symbols(self) -> tuple[str, ...]:
        return self.theorem.domain.names

    @property
    def ranges(self) -> tuple[Range, ...]:
        return self.theorem.domain.ranges

    @property
    def conditions(self) -> tuple[Term, ...]:
        return self.theorem.domain.conditions

    @property
    def sharp(self) -> bool:
        """Whether some pair attains the bound."""
        return self.theorem.tight is not None


def edge_of(theorem: Theorem) -> Edge | None:
    """The theorem as an edge, if it is one."""
    if theorem.existing or not theorem.hypotheses:
        return None
    fields = theorem.setting.fields
    laws, rest = [f for f in fields if f.mass], [f for f in fields if not f.mass]
    if len(laws) != 2 or len({f.spaces for f in fields}) != 1 or len(laws[0].spaces) != 1:
        return None
    if len(rest) > 1 or any(not _is_event(f) for f in rest):
        return None
    spoken = frozenset[str]().union(*(fields_of(f.statement) for f in theorem.hypotheses.values()))
    if any(f.name in spoken for f in rest):
        return None  # of an event that a hypothesis speaks of
    names, opened = (laws[0].name, laws[1].name), rest[0].name if rest else ""
    given = {label: _said(f, laws, rest) for label, f in theorem.hypotheses.items()}
    claims = {label: _said(f, laws, rest) for label, f in theorem.claims.items()}
    if any(s is None for s in (*given.values(), *claims.values())):
        return None
    all_given = {n: s for n, s in given.items() if s is not None}
    all_claims = {n: s for n, s in claims.items() if s is not None}
    one = all(len({s.form.name for s in said.values()}) == 1 for said in (all_given, all_claims))
    return Edge(theorem, names, opened, all_given, all_claims) if one else None


def _is_event(f: Field) -> bool:
    return f == event(f.name, *f.spaces)


def _said(fact: Fact, laws: list[Field], events: list[Field]) -> Said | None:
    """The fact with P and Q at x for the laws of the theorem; a claim about its event is one for all events."""
    x, space = OUTCOME, laws[0].spaces[0]
    fields = {law.name: ((x,), ours.density) for law, ours in zip(laws, (P, Q))}
    fields |= {e.name: ((x,), at(BOUND, x)) for e in events}
    fields |= {t.name: ((x,), at(BOUND, x)) for t in fact.tests}
    put = Substitution(points=dict.fromkeys(fact.points, x), spaces={space: space_of(x)}, fields=fields)
    if len(fact.points) > 1:
        return None
    statement = put(fact.statement)
    tests = (event(BOUND, space_of(x)),) if BOUND in fields_of(statement) else ()
    found = recognise(Fact(statement, tests))
    return None if found is None else Said(*found)


@cache
def edges() -> tuple[Edge, ...]:
    """Every edge of the library, in its order."""
    found = (edge_of(t) for t in theorems().values())
    return tuple(e for e in found if e is not None)
