"""What a rule for laws may look at: the setting, the facts proved so far, the theorems that may be cited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..reals.check import rejects_proof
from ..reals.context import Context as RealContext
from ..statements import Fact as RealFact
from ..statements import Proof
from ..terms import Term, relation
from ..verdicts import StepRejected, require
from .sight import Sight
from .statements import Fact, Proposition


class Context:
    """The setting, the facts proved so far, the theorems that may be cited."""

    def __init__(self, proposition: Proposition, library: Mapping[str, Proposition]) -> None:
        self.setting = proposition.setting
        self.given = tuple(fact for _, fact in proposition.given)
        self.library = library
        self.facts: dict[str, Fact] = dict(proposition.given)
        self.brought: dict[
            str, object
        ] = {}  # symbols and fields that steps brought in, each with what it was brought in for


class LawStep:
    """What a rule for laws gets: its goal, earlier facts, and a sight that demands definedness (see Sight)."""

    def __init__(self, goal: Fact, ctx: Context) -> None:
        self.goal, self.statement, self.points, self.ctx = goal, goal.statement, goal.points, ctx
        self.setting = ctx.setting

    def fact(self, name: str) -> Fact:
        """An earlier fact that binds no tests."""
        found = self.ctx.facts.get(name)
        if found is None or found.tests:
            raise StepRejected((f"{name}:", found), "an earlier fact, or an instance of one for all tests")
        return found

    def sight(self, names: Iterable[str]) -> Sight:
        """What is seen with the help of the named facts, at the points of the goal."""
        return Sight(self.setting, [self.fact(name) for name in names], self.points)

    def well_formed(self, *terms: Term) -> None:
        """The terms are written in the fields and symbols of the setting."""
        for t in terms:
            wrong = Fact(relation("==", t, t)).wrong_in(self.setting)
            require(wrong is None, f"{wrong}", "a term in the fields and symbols of the setting")

    def keeps(self, points: Iterable[Term]) -> None:
        """The goal mentions all these points: a fact about a point of a null space says nothing about others."""
        lost = sorted(map(repr, set(points) - self.points))
        require(not lost, f"a statement without the points {lost}", "one that mentions them")


def demand_real(proof: Proof, goal: RealFact) -> None:
    """The real kernel accepts the proof of the real fact. Its statements have no terms about laws."""
    wrong = rejects_proof(proof, goal, RealContext())
    if wrong is not None:
        raise StepRejected(wrong.found, wrong.expected, wrong.where)
