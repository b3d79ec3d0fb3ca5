"""The plainest techniques: what the kernel sees by itself, balls, the goal without its hypotheses, linear combinations."""

from __future__ import annotations

from ...kernel.reals.context import nonnegative_form
from ...kernel.reals.rules.boxes import NATURAL, Balls
from ...kernel.reals.rules.logic import Follows, Given, Identity, Sign
from ...kernel.statements import Domain, Fact
from ...kernel.terms import relation
from ..boxes import box_proof
from ..normal import factored, product
from ..prover import Prover
from .farkas import prove_linear

BOXES_FIRST, BOXES_LAST = 120, 4000


def at_sight(prover: Prover, fact: Fact) -> str | None:
    prover.note("sign by structure")
    rules = (Given(), Sign(), Identity()) if fact.domain.conditions else (Sign(), Identity())
    found = next((s for s in (prover.have(fact, r) for r in rules) if s), None)
    return found or _as_product(prover, fact)


def _as_product(prover: Prover, fact: Fact) -> str | None:
    """The gap as a product whose sign is visible, with symbols as powers of their roots: x + y - 2 sqrt(x y)."""
    gap, op = nonnegative_form(fact.statement)
    parts = factored(prover.builder.ctx.field(fact.domain), gap) if op in (">", ">=") else None
    if parts is None or all(e % 2 for _, e in parts.factors):
        return None
    return prover.have(fact, Sign(product(parts.content, parts.factors)))


def closed(prover: Prover, fact: Fact) -> str | None:
    """A statement without symbols: balls of growing precision."""
    if fact.statement.free or fact.domain.conditions:
        return None
    prover.note("balls")
    for prec in (64, 256, 1024, 4096):
        step = prover.have(fact, Balls(NATURAL, prec))
        if step:
            return step
    return None


def few_boxes(prover: Prover, fact: Fact, depth: int) -> str | None:
    return _boxes(prover, fact, BOXES_FIRST)


def many_boxes(prover: Prover, fact: Fact, depth: int) -> str | None:
    return _boxes(prover, fact, BOXES_LAST)


def _boxes(prover: Prover, fact: Fact, most: int) -> str | None:
    if any(r.lower is None or r.upper is None for r in fact.domain.ranges if r.name in fact.statement.free):
        return None
    if fact.statement.op == "==":
        return None
    prover.work.spend(most // 100)
    prover.note("balls")
    rule = box_proof(fact, prover.work, most=most)
    return prover.have(fact, rule) if rule else None


def unequal(prover: Prover, fact: Fact, depth: int) -> str | None:
    for op in (">", "<"):
        step = prover.prove(Fact(fact.domain, relation(op, fact.statement.lhs, fact.statement.rhs)), depth + 1)
        if step:
            return prover.have(fact, Follows(step))
    return None


def without_conditions(prover: Prover, fact: Fact, depth: int) -> str | None:
    """The fact may hold without the hypotheses."""
    if not fact.domain.conditions:
        return None
    step = prover.prove(Fact(Domain(fact.domain.ranges), fact.statement), depth + 1)
    return step and prover.have(fact, Follows(step))


def linear(prover: Prover, fact: Fact, depth: int) -> str | None:
    if not fact.domain.conditions and len(fact.statement.free) < 2:
        return None
    if fact in prover.not_linear:
        return None
    prover.note("linear combination of hypotheses")
    before, prover.cut_short = prover.cut_short, False
    step = prove_linear(fact, lambda f: prover.prove(f, depth + 2), prover.builder)
    if step is None and not prover.cut_short and depth == 0:
        prover.not_linear.add(fact)  # more work would not help
    prover.cut_short = prover.cut_short or before
    return step
