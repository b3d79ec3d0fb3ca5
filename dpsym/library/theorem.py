"""Theorems about all laws: a statement, a proof as an author writes it, and how tight it is. Data, no side effects.

The steps of a proof are hints (*tactics*) for dpsym.library.certifying, which turns them into a certificate: steps of the kernel,
each with its proof about reals. The certificate is stored beside the theorem (dpsym.library.certificates), and only the kernel's
answer to it counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from math import prod
from typing import TYPE_CHECKING, Any

from ..kernel.laws import statements
from ..kernel.laws.statements import Fact, Model, Proposition, Setting
from ..kernel.laws.terms import fields_of, point, points_of
from ..kernel.statements import Domain, Point, Range
from ..kernel.substitution import substitute
from ..kernel.terms import Scalar, Term, TermError, relation, sym, term
from ..objects.applied import BOUND, Applied, Said, holds, spoken_in
from ..objects.language import FieldSymbol, domain
from ..objects.unfold import CLAIMED, Indistinguishable, Statement, open_tests, unfold
from .base import Entry, Source, formula_html
from .tactics import (
    Chord,
    Defined,
    Generalize,
    Instantiate,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Reason,
    Separate,
    Step,
    Swap,
    Tactic,
    Under,
    Vanish,
    chord,
    cited_facts,
    given_by,
    have,
)

if TYPE_CHECKING:
    from ..objects.stated import StatedTheorem
    from ..report.laws import Line

__all__ = [
    "Attained", "Chord", "Cite", "Defined", "Generalize", "Instantiate", "Integrate", "Lemma", "Obtain", "Pointwise",
    "Real", "Separate", "Sharp", "Source", "Step", "Swap", "Tactic", "Theorem", "Under", "Vanish",
    "Variant", "chord", "forall", "have", "tables",
]  # fmt: skip


@dataclass(frozen=True)
class Cite(Tactic):
    """An instance of a theorem: terms for its symbols (by name) and for its fields, (points, term), or a field symbol."""

    theorem: Theorem
    reals: Mapping[str, Scalar] = field(default_factory=dict)
    fields: Mapping[str, Any] = field(default_factory=dict)
    points: Mapping[Term, Term] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    using: Sequence[str] = ()
    claim: str = ""

    @property
    def cited(self) -> tuple[str, ...]:
        return cited_facts(*self.given.values(), *self.using)

    def reason(self) -> Reason:
        return (f"by the theorem {self.theorem.label}", *given_by(self.cited))

    def __str__(self) -> str:
        return f"{type(self).__name__} ({', '.join((self.theorem.label, *self.cited))})"


@dataclass(frozen=True)
class Obtain(Cite):
    """An instance of a theorem that says that fields exist: `names` gives a field symbol for each of them, by name.

    Several steps with the same terms and names may state its claims one by one; all speak of the same fields.
    """

    names: Mapping[str, FieldSymbol] = field(default_factory=dict)

    def reason(self) -> Reason:
        given = ", ".join(f.name for f in self.names.values())
        return (f"by the theorem {self.theorem.label}, which gives {given}", *given_by(self.cited))


def forall(*points_and_statement: Term) -> Term:
    """`forall(x, y, L <= R)`: the statement, whose points must be these."""
    *points, statement = points_and_statement
    if points_of(statement) != set(points):
        raise TermError(f"forall: found {points} for a statement at {sorted(map(repr, points_of(statement)))}")
    return statement


# -- tightness and false variants -----------------------------------------------------------------------------

Tables = Mapping[FieldSymbol, Sequence[Scalar]]


def tables(values: Tables, params: Mapping[str, Scalar], about: Sequence[FieldSymbol]) -> Model:
    """A model from lists of values, the last point running fastest. Sizes are read off fields on one space that is not known yet."""
    strange = [f for f in values if not isinstance(f, FieldSymbol)]
    if strange:
        raise TermError(f"model: found tables for {strange}, expected the variables of fields as keys")
    sizes: dict[str, int] = {}
    for f, v in sorted(values.items(), key=lambda item: len(item[0].field.spaces)) * 3:
        unknown = [s for s in f.field.spaces if s not in sizes]
        if len(set(unknown)) == 1:
            rest = len(v) // prod(sizes.get(s, 1) for s in f.field.spaces)
            sizes[unknown[0]] = round(rest ** (1 / len(unknown)))
    missing = [f.name for f in about if f not in values]
    if missing:
        raise TermError(f"model: found no table for {missing}")
    return Model(
        tuple((n, term(v)) for n, v in params.items()),
        tuple(sizes.items()),
        tuple((f.name, tuple(map(term, v))) for f, v in values.items()),
    )


def at_point(model: Model, point: Point) -> Model:
    """The model with values for the symbols in its tables."""
    values = dict(point)
    params = tuple((n, substitute(t, values)) for n, t in model.params)
    return Model(
        params, model.sizes, tuple((n, tuple(substitute(t, values) for t in table)) for n, table in model.fields)
    )


@dataclass(frozen=True)
class Attained:
    """The claim holds with equality in a model whose tables depend on the symbols, for all of them that satisfy `where` as well."""

    values: Tables
    where: Sequence[Term] = ()
    params: Mapping[str, Scalar] = field(default_factory=dict)
    at: Mapping[str, Scalar] = field(default_factory=dict)
    claim: str = ""


@dataclass(frozen=True)
class Sharp(Attained):
    """For every c below the right side of the claim the left side is above c in a model that depends on c."""

    symbol: str = "c"


@dataclass(frozen=True)
class Variant:
    """A false variant of a theorem, and a model that refutes it: another claim, hypotheses dropped, conditions replaced."""

    why: str
    values: Tables
    params: Mapping[str, Scalar] = field(default_factory=dict)
    claim: Term | Applied | None = None
    drop: Sequence[str] = ()
    where: Sequence[Term] | None = None


# -- theorems -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, kw_only=True)
class Theorem(Entry):
    """A statement about all laws. `about` are the fields that it speaks of."""

    about: Sequence[FieldSymbol]
    claim: Statement | Mapping[str, Statement]
    proof: Sequence[Step]
    where: Sequence[Term] = ()
    given: Mapping[str, Statement] = field(default_factory=dict)
    exists: Sequence[FieldSymbol] = ()
    choice: Mapping[FieldSymbol, Term] = field(default_factory=dict)
    tight: Attained | Sharp | None = None
    witness: tuple[Mapping[str, Scalar], Tables] | None = None
    fails: Sequence[Variant] = ()
    integers: Sequence[str] = ()

    def __str__(self) -> str:
        source = f"   [{self.source.key}, {self.source.place}]" if self.source else ""
        head = f"{self.name}: {self.title}{source}" if self.name else f"{self.title}{source}"
        return "\n".join([head, *self.lines()])

    def lines(self) -> list[str]:
        """Statement, proof and tightness, a line for each part."""
        from ..report.laws import proof_lines, proposition_lines

        lines = proposition_lines(self.proposition, self.said) + proof_lines(self.printed_proof)
        lines += [f"  tight   {self._tight}"] if self.tight is not None else []
        return [*lines, *(f"  false   {v.why}" for v in self.fails)]

    @property
    def _tight(self) -> str:
        """Which claim is attained, and for which values: no more is shown than that."""
        from ..report.laws import law_text

        t = self.tight
        if t is None:
            return ""
        values = [f"{name} = {law_text(term(v))}" for name, v in t.params.items() if term(v) is not sym(name)]
        where = ", ".join([*map(law_text, t.where), *values])
        return " ".join([type(t).__name__.lower(), *([f"in {t.claim}"] if t.claim else [])]) + (
            f"   for {where}" if where else ""
        )

    def latex(self, cite: str = "") -> str:
        """The theorem and its proof, for a document with amsmath, amssymb and amsthm; `cite` follows the title."""
        from ..report.laws import proof_latex, proposition_latex
        from ..report.prose import plain_latex

        statement = proposition_latex(self.proposition, f"{plain_latex(self.title)}{cite}", self.said)
        return f"{statement}\n{proof_latex(self.printed_proof)}"

    @property
    def printed_proof(self) -> list[Line]:
        """The written proof, to be printed."""
        from ..report.laws import Line

        return [Line(s.name, s.fact, s.by.reason()) for s in self.steps]

    def sympy(self) -> StatedTheorem:
        """Hypotheses and claims in SymPy objects, with an undefined function for each law and `Int` for integrals."""
        from ..objects.stated import theorem_sympy

        return theorem_sympy(self.proposition)

    def _repr_latex_(self) -> str:
        """The whole statement, with quantifiers and hypotheses, for a notebook."""
        from ..report.laws import proposition_display

        return f"$\\displaystyle {proposition_display(self.proposition)}$"

    def _html_parts(self) -> list[str]:
        return [formula_html(self._repr_latex_())]

    @property
    def domain(self) -> Domain:
        """The symbols of `where`, and of the statements: one without a condition ranges over the reals."""
        return self._domain(*self.where)

    def _domain(self, *conditions: Term) -> Domain:
        out = domain(*conditions)
        free = {n for f in (*self.hypotheses.values(), *self._claims.values()) for n in f.statement.free}
        for n in sorted(free - set(out.names)):
            out = out.with_range(Range(n))
        for n in self.integers:
            out = out.with_range(replace(out.range(n), integer=True))
        return out

    @property
    def hypotheses(self) -> dict[str, Fact]:
        return self._unfolded(self.given, BOUND)

    @property
    def claims(self) -> dict[str, Fact]:
        """The claims by name, those for all events as claims about an event of the setting."""
        return open_tests(self._claims)[0]

    @property
    def _claims(self) -> dict[str, Fact]:
        return self._unfolded(self._named_claims, CLAIMED)

    def _unfolded(self, statements: Mapping[str, Statement], bound: str) -> dict[str, Fact]:
        """The facts by name; none takes the place of another."""
        out: dict[str, Fact] = {}
        for name, s in statements.items():
            for n, f in unfold(name, s, bound).items():
                if n in out:
                    raise TermError(f"{self.label}: found {n!r}, expected a name that no other has")
                out[n] = f
        return out

    @property
    def _named_claims(self) -> Mapping[str, Statement]:
        return self.claim if isinstance(self.claim, Mapping) else {"claim": self.claim}

    @property
    def said(self) -> dict[str | int, Said]:
        """Notions in the words of the sources, by the hypothesis, or the number of the claim, that each begins with."""
        applied = [s for s in (*self.given.values(), *self._named_claims.values()) if isinstance(s, Applied)]
        several = len({s.mechanism.near.name for s in applied}) > 1
        out: dict[str | int, Said] = {
            next(iter(unfold(n, s))): Said(s, several=several) for n, s in self.given.items() if isinstance(s, Applied)
        }
        numbers = {n: k for k, n in enumerate(self._claims)}
        claims = ((n, s) for n, s in self._named_claims.items() if isinstance(s, Applied))
        found = {numbers[next(iter(unfold(n, s, CLAIMED)))]: self._claimed(s) for n, s in claims}
        return out | {n: replace(s, several=several) for n, s in found.items()}

    def _claimed(self, claim: Applied) -> Said:
        """For all priors, if no hypothesis speaks of it; for all orders, if none does and no condition but the notion's own."""
        facts = [f.statement for f in self.hypotheses.values()]
        priors = bool(claim.prior_name) and all(claim.prior_name not in fields_of(f) for f in facts)
        order = claim.order
        priors = priors and not self.existing  # what exists may depend on them
        if order is None or order.op != "sym":
            return Said(claim, priors, bound=CLAIMED)
        where = self.domain
        own = Range(order.name, claim.notion.least_order, None, claim.notion.order_open)
        free = where.range(order.name) == own and all(order.name not in t.free for t in (*facts, *where.conditions))
        return Said(claim, priors, free and not self.existing, CLAIMED)

    @property
    def existing(self) -> tuple[FieldSymbol, ...]:
        """The fields that are claimed to exist, by name or by a notion such as simulation privacy."""
        made = (f for s in self._named_claims.values() if isinstance(s, Applied) for f in s.made)
        return tuple(dict.fromkeys((*self.exists, *made)))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The written proof, each step with its statement."""
        return tuple(s if s.statement is not None else replace(s, statement=self._stated(s.name)) for s in self.proof)

    def _stated(self, step: str) -> Fact:
        claims = self.claims
        if step not in claims and len(claims) != 1:
            raise TermError(
                f"{self.label}, step {step}: found no statement, expected one, or the name of a claim: {', '.join(claims)}"
            )
        return claims[step] if step in claims else next(iter(claims.values()))

    @property
    def setting(self) -> Setting:
        fields, tests = tuple(f.field for f in self.about), open_tests(self._claims)[1]
        spoken = frozenset[str]().union(*(fields_of(f.statement) for f in self.hypotheses.values()))
        if tests and (self.existing or any(t.name in spoken for t in tests)):
            found = f"claims for all {', '.join(t.name for t in tests)}"  # opened, they would say less
            raise TermError(f"{self.label}: found {found}, expected no hypotheses about them and no fields that exist")
        return Setting(self.domain, fields + tuple(t for t in tests if t not in fields))

    @cached_property
    def proposition(self) -> Proposition:
        """What the kernel is asked: the statement, unfolded as it reads today."""
        exists = tuple(f.field for f in self.existing)
        self._meaningful()
        return Proposition(self.setting, tuple(self.hypotheses.items()), tuple(self.claims.values()), exists)

    def _meaningful(self) -> None:
        """Parameters of notions are in their ranges: `where` says so of their symbols."""
        for name, s in (*self.given.items(), *self._named_claims.items()):
            if isinstance(s, Applied):
                self._demand_fields(name, s)
                self._demand_own(name, s)
            for c in s.conditions if isinstance(s, (Applied, Indistinguishable)) else ():
                if not self._shows(c.relation):
                    found = f"found nothing in `where` that shows that {c.words}"
                    raise TermError(f"{self.label}, {name}: {found}, expected where=[..., {c.relation!r}]")

    def _demand_fields(self, name: str, s: Applied) -> None:
        """The fields of a mechanism and a prior are declared as they stand there, and are none that the theorem says to exist."""
        declared = self.setting.by_name
        for f in s.mechanism.made_of:
            own = declared.get(f)
            if own is None or own != statements.law(f, *own.spaces):
                raise TermError(f"{self.label}, {name}: found {own} for {f}, expected a law")
        for part in s.speaking:
            own = declared.get(part.name) if isinstance(part, FieldSymbol) else None
            if own is not None and isinstance(part, FieldSymbol) and own != part.field:
                raise TermError(
                    f"{self.label}, {name}: found {own} among what the theorem is about, expected {part.field}"
                )
        chosen = sorted(spoken_in(*s.speaking) & {f.name for f in self.existing})
        if chosen:
            raise TermError(
                f"{self.label}, {name}: found {', '.join(chosen)}, said to exist, expected given mechanisms and priors"
            )

    def _demand_own(self, name: str, s: Applied) -> None:
        """What a hypothesis says to exist is its own. Two mechanisms that have one simulator are close to each other."""
        if self.given.get(name) is not s or not s.made:
            return
        others = [t for n, t in self.given.items() if n != name and isinstance(t, Applied)]
        claimed = [t for t in self._named_claims.values() if isinstance(t, Applied)]
        spoken = spoken_in(*s.speaking).union(*(spoken_in(*t.speaking) for t in claimed))
        spoken = spoken.union(*(spoken_in(*t.speaking, *t.made) for t in others))
        if shared := sorted(spoken & {f.name for f in s.made}):
            found = f"found {', '.join(shared)}, said to exist, in another notion too"
            raise TermError(f"{self.label}, {name}: {found}, expected made=(...) with names of their own")

    def _shows(self, r: Term) -> bool:
        """Whether `where` shows the relation: by an end of the symbol's range, or so that the kernel sees it without search."""
        if r.lhs.op == "sym":
            own = self.domain.range(r.lhs.name)
            end, is_open = (own.upper, own.upper_open) if r.op == "<=" else (own.lower, own.lower_open)
            if end is not None and (holds(relation(r.op, end, r.rhs)) or (is_open and end is r.rhs)):
                return True
        from ..reading.domains import certain

        return certain(r, self.domain)

    @property
    def fields(self) -> tuple[FieldSymbol, ...]:
        """The fields of the setting, those of claims for all events included."""
        named = {f.field for f in self.about}
        more = [f for f in self.setting.fields if f not in named]
        return (*self.about, *(FieldSymbol(f, tuple(point(s) for s in f.spaces)) for f in more))

    def tightness(self, at: Point) -> statements.Tight:
        """What the kernel is asked about `tight`, with a point that shows that its domain is not empty."""
        t = self.tight
        if t is None:
            raise TermError(f"{self.label}: found no claim to be tight")
        params = {n: t.params.get(n, sym(n)) for n in self.domain.names}
        model = tables(t.values, params, self.fields)
        where, number = self._domain(*self.where, *t.where), list(self.claims).index(t.claim) if t.claim else 0
        for name in set(t.params) - {n for v in (*params.values(), *chain(*t.values.values())) for n in term(v).free}:
            where = where.without(name)  # the model gives it a value
        if isinstance(t, Sharp):
            return statements.Sharp(where, model, at, t.symbol, number)
        return statements.Attained(where, model, at, number)

    def variant(self, v: Variant) -> Proposition:
        """The proposition of a false variant."""
        where = self.domain if v.where is None else self._domain(*v.where)
        given = tuple((n, f) for n, f in self.hypotheses.items() if n not in v.drop)
        other = {} if v.claim is None else open_tests(unfold("claim", v.claim, CLAIMED))[0]
        claims = tuple((other or self.claims).values())
        return Proposition(Setting(where, self.setting.fields), given, claims)
