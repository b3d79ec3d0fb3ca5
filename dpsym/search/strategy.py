"""The strategy: which techniques are tried on a goal, in which order."""

from __future__ import annotations

from ..kernel.reals.rules.logic import Instance
from ..kernel.statements import Domain, Fact
from ..kernel.terms import Term, subterms
from .prover import Prover, Technique
from .techniques.along import along, by_monotone
from .techniques.areas import by_areas
from .techniques.cases import by_cases, by_contrapositive, by_ends, by_extremes, with_conditions
from .techniques.changes import by_exponential, by_logarithm, by_root, by_rooted_logarithm, by_rounding, by_wholeness
from .techniques.elimination import by_active_bound, by_even_powers, by_projection, tightened
from .techniques.factors import by_completing_the_square, by_factors, by_signs, by_squares
from .techniques.groups import by_groups
from .techniques.hypotheses import by_exponentials_of_conditions, by_logarithms_of_conditions, by_squared_conditions
from .techniques.inductions import by_induction
from .techniques.integrals import by_integrals, define_integrals
from .techniques.invariance import by_invariance
from .techniques.lemmas import by_lemmas
from .techniques.parts import by_bounds, by_equalities
from .techniques.reposing import by_nested_part, by_part
from .techniques.several import by_least, pivot
from .techniques.sight import at_sight, closed, few_boxes, linear, many_boxes, unequal, without_conditions
from .techniques.sums import by_closed_forms, by_linear_sums, by_pascal, by_terms
from .work import Work

HYPOTHESES: tuple[Technique, ...] = (
    by_projection,
    by_squared_conditions,
    by_logarithms_of_conditions,
    by_exponentials_of_conditions,
)


class Strategy:
    """All techniques."""

    def define(self, prover: Prover, t: Term, domain: Domain, depth: int) -> None:
        """What must be shown before the obligations of a term are looked at: that its integrals converge."""
        define_integrals(prover, t, domain, depth)

    def attempt(self, prover: Prover, fact: Fact, depth: int) -> str | None:
        """At sight, by values of integrals, by balls if nothing is free; then on smaller ranges, or technique by technique."""
        if fact.statement.op == "!=":
            return unequal(prover, fact, depth) or with_conditions(prover, fact, depth)
        step = at_sight(prover, fact) or by_integrals(prover, fact, depth) or closed(prover, fact)
        if step or not (fact.statement.free or fact.domain.conditions):
            return step
        smaller = tightened(prover, fact) if fact.domain.conditions and not prover.light else None
        if smaller:
            prover.note("smaller ranges")
            step = prover.prove(smaller[0], depth)
            return step and prover.have(fact, Instance(step, (), smaller[1]))
        step = None if prover.light or fact.statement.op == "==" else by_nested_part(prover, fact, depth)
        if step:
            return step
        for technique in techniques(fact, prover.light):
            step = prover.tried_within_its_share(technique, fact, depth)
            if step:
                return step
        return None


def new_prover(work: Work) -> Prover:
    return Prover(work, Strategy())


def techniques(fact: Fact, light: bool) -> tuple[Technique, ...]:
    """What is tried, in this order; `light`: only what changes the form of a goal."""
    if light:
        return (linear, by_factors, by_completing_the_square, by_exponential, by_logarithm)
    if fact.statement.op == "==":
        summing = (by_linear_sums, by_pascal) if any(u.op == "Sum" for u in subterms(fact.statement)) else ()
        return (linear, by_equalities, by_closed_forms, *summing, by_signs, by_induction, by_cases)
    summed = any(u.op in ("Sum", "Product") for u in subterms(fact.statement))
    bent = any(u.op in ("abs", "min", "max", "Piecewise") for u in subterms(fact.statement))
    powered = any(u.op == "**" and u.args[1].free for u in subterms(fact.statement))
    rounded = any(u.op in ("floor", "ceil") for u in subterms(fact.statement))
    return (
        *((by_closed_forms, by_linear_sums, by_pascal, by_terms, by_induction, by_areas) if summed else ()),
        by_extremes,
        few_boxes,
        by_equalities,
        linear,
        *(HYPOTHESES if fact.domain.conditions else ()),
        *((by_ends, by_logarithm) if powered else ()),
        *((by_active_bound, by_even_powers) if fact.domain.conditions else ()),
        by_invariance,
        without_conditions,
        *((by_cases,) if bent else ()),  # the ladder needs derivatives
        by_bounds,
        by_rooted_logarithm,
        by_groups,
        along,
        by_monotone,
        by_least,
        pivot,
        by_lemmas,
        by_signs,
        by_factors,
        by_squares,
        by_completing_the_square,
        by_exponential,
        by_root,
        *(() if powered else (by_logarithm,)),
        *((by_wholeness, by_rounding) if rounded else ()),
        *(() if summed else (by_induction,)),
        *(() if bent else (by_cases,)),
        with_conditions,
        by_contrapositive,
        by_part,
        many_boxes,
    )
