"""The two kinds of rules: those that conclude a relation on a domain, and those that conclude a sign pattern.

A rule's docstring is its declaration (docs/kernel.md is made from it): the first paragraph is the inference figure, `premises ⊢
conclusion`, the lines that begin with "- " are its side conditions. Everywhere D is the goal's domain, G its gap (rhs - lhs for <=,
lhs - rhs for >=), H the gap of a cited fact; == between terms means that they are equal on D, where both are defined; a fact is
cited only where its domain covers D. Before a rule is asked, the goal's terms are shown to be defined on D, but for the left side
where the rule `defines` it.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from ...statements import Fact, Have, Pattern, Rule
from ...verdicts import StepRejected
from ..context import Context
from ..judgement import FactStep, PatternStep


@dataclass(frozen=True)
class FactRule(Rule):
    """A rule whose conclusion is a relation."""

    @abstractmethod
    def conclude(self, step: FactStep) -> None:
        """Comes to its end if the goal follows."""


@dataclass(frozen=True)
class PatternRule(Rule):
    """A rule whose conclusion is a sign pattern."""

    @abstractmethod
    def conclude(self, step: PatternStep) -> None:
        """Comes to its end if the goal follows."""


def follow(have: Have, ctx: Context) -> None:
    """Comes to its end if the step follows from the facts in the context, all its terms being defined on its domain."""
    goal, by = have.statement, have.by
    if isinstance(goal, Fact) and isinstance(by, FactRule):
        step = FactStep(have, goal, ctx)
        for t in (step.rhs,) if by.defines else (step.lhs, step.rhs):
            step.demand(t)
            step.grant(step.domain, t)
        by.conclude(step)
    elif isinstance(goal, Pattern) and isinstance(by, PatternRule):
        along = PatternStep(have, goal, ctx)
        along.demand(along.term)
        along.grant(along.domain, along.term)
        by.conclude(along)
    else:
        raise StepRejected(f"a {type(goal).__name__.lower()} by {type(by).__name__}", "a rule with such a conclusion")
