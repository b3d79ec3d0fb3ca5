"""Notions of a mechanism that are not about pairs of laws: Bayesian, semantic, simulation privacy, and what the library proves of them.

A theorem whose hypotheses apply one notion to a mechanism (the others say what places and neighbours are), and whose claim applies
another one to the same mechanism, is a conversion. It is read off the statement, as `dpsym.objects.applied` has it; at numbers it is
cited and its claim weakened to the number told. A claim that something exists, a simulator, is cited with it (`Obtain`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache

from flint import arb, ctx

from ...kernel.laws.statements import Fact
from ...kernel.laws.terms import Substitution, points_of
from ...kernel.reals.quadrature import enclose
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, ZERO, Term, exp, num, relation, sym, term
from ...library.loading import theorems
from ...library.theorem import Cite, Lemma, Obtain, Pointwise, Real, Step, Theorem, have
from ...objects.applied import CLAIMED, Applied
from ...objects.language import Int
from ..rounding import enclosed
from .finding import ends
from .numbers import holds
from .solving import inverse
from .stating import Proven, certified

#: The class of a notion and the name by which it is asked for.
NAMES: Mapping[str, str] = {
    "PureDP": "pure", "ApproximateDP": "DP", "BayesianPrivacy": "Bayesian", "SemanticPrivacy": "semantic", "SimulationDP": "simulation",
}  # fmt: skip


@dataclass(frozen=True)
class Arrow:
    """A theorem from one notion to another of the same mechanism, with the parameters of both in its symbols."""

    theorem: Theorem
    source: str
    target: str
    given: tuple[Term, ...]
    values: tuple[Term, ...]
    assumed: str  # the name of the hypothesis that applies the notion
    claim: Applied

    @property
    def name(self) -> str:
        return self.theorem.name


def arrow_of(theorem: Theorem) -> Arrow | None:
    """The theorem as a conversion, if it is one."""
    given = {n: s for n, s in theorem.given.items() if isinstance(s, Applied)}
    claim = theorem.claim
    if len(given) != 1 or not isinstance(claim, Applied) or set(theorem.existing) - set(claim.made):
        return None
    ((name, have_it),) = given.items()
    kinds = [type(a.notion).__name__ for a in (have_it, claim)]
    if any(k not in NAMES for k in kinds) or kinds[0] == kinds[1] or have_it.mechanism.law is not claim.mechanism.law:
        return None
    source, target = (NAMES[k] for k in kinds)
    return Arrow(theorem, source, target, _parameters(have_it), _parameters(claim), name, claim)


def _parameters(a: Applied) -> tuple[Term, ...]:
    return tuple(term(getattr(a.notion, f.name)) for f in fields(a.notion))


@cache
def arrows() -> tuple[Arrow, ...]:
    """Every conversion of the library between notions of a mechanism."""
    found = (arrow_of(t) for t in theorems().values())
    return tuple(a for a in found if a is not None)


def at_numbers(arrow: Arrow, given: tuple[Term, ...], digits: int) -> tuple[Fraction, Proven] | None:
    """The number that is told for given numbers, rounded up, and the theorem there; for notions with one parameter."""
    reals: dict[str, Term] = {}
    for said, value in zip(arrow.given, given):
        names = sorted(said.free)
        solved = inverse(said, names[0], value) if len(names) == 1 else None
        if solved is None:
            return None
        reals[names[0]] = solved
    theorem = arrow.theorem
    if set(reals) != set(theorem.domain.names) or len(arrow.values) != 1:
        return None
    value = substitute(arrow.values[0], reals)
    if any(not holds(c) for r in theorem.domain.ranges for c in ends(r, reals[r.name])):
        return None
    number = enclosed(lambda: _ball(value), digits).upper
    return number, certified(_written(arrow, reals, value, number))


N, X, Y, SMALL, GREAT = (sym(n) for n in ("N", "X", "Y", "u", "U"))


def _weaker(arrow: Arrow, label: str, known: Term, goal: Term) -> Pointwise:
    """How the claim follows with a greater number; for pure privacy, near·p <= near·(u q), with symbols for what is multiplied."""
    if arrow.target not in ("pure", "simulation"):
        uses = [f"{label}.cited", "number"]
        return Pointwise(uses) if points_of(goal) else Real(uses)
    (near, p), (_, most), (_, told) = known.lhs.args, known.rhs.args, goal.rhs.args
    lemma = Lemma(
        relation("<=", N * X, N * (GREAT * Y)),
        [
            relation("<=", N * X, N * (SMALL * Y)),
            relation("<=", SMALL, GREAT),
            relation(">=", N, ZERO),
            relation(">=", Y, ZERO),
        ],
        {"N": near, "X": p, "Y": most.args[1], "u": most.args[0], "U": told.args[0]},
    )
    return Pointwise([f"{label}.cited", "factor"], lemmas=[lemma])


def _ball(t: Term) -> arb:
    return enclose(t, ctx.prec)


def _written(arrow: Arrow, reals: Mapping[str, Term], value: Term, number: Fraction) -> Theorem:
    """The theorem at numbers: the citation, and the claim with the number told."""
    theorem, put = arrow.theorem, Substitution(reals=dict(reals))
    demands = [c for r in theorem.domain.ranges for c in ends(r, reals[r.name])]
    steps: list[Step] = [have(f"condition{i}", r, by=Real()) for i, r in enumerate(demands)]
    shown = [s.name for s in steps]
    steps.append(have("number", relation("<=", value, num(number)), by=Real()))
    steps.append(have("factor", relation("<=", exp(value), exp(num(number))), by=Real()))
    notion = replace(arrow.claim.notion, **{fields(arrow.claim.notion)[0].name: num(number)})
    told = replace(arrow.claim, notion=notion)
    made = {f.name: f for f in theorem.existing}
    goals = {f"claim.{part}": f.statement for part, f in told.facts(CLAIMED).items()}
    for label, fact in theorem.claims.items():
        statement = put(fact.statement)
        part = label if len(theorem.claims) > 1 else ""
        by = Cite(theorem, dict(reals), using=shown, claim=part)
        if made:
            by = Obtain(theorem, dict(reals), using=shown, claim=part, names=made)
        steps.append(have(f"{label}.cited", statement, by=by))
        goal = goals[label]
        if goal is not statement:
            steps.append(have(label, goal, by=_weaker(arrow, label, statement, goal)))
    for f in theorem.existing:
        one = relation("==", Int(f.density, f.point), ONE)
        steps.append(have(f"{f.name} is a law", one, by=Pointwise([f"{f.name}.mass"])))
    return Theorem(
        title=f"{theorem.title}, at numbers",
        about=theorem.about,
        given={n: Fact(put(f.statement), f.tests) for n, f in theorem.hypotheses.items()},
        exists=tuple(theorem.existing),
        choice={f: f.density for f in theorem.existing},
        claim=told,
        proof=steps,
        witness=({}, theorem.witness[1]) if theorem.witness is not None else None,
        name="at_numbers",
    )
