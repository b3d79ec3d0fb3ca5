"""Proofs of the real facts that steps about laws leave behind: with the author's cases, and with impossible cases seen as such."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ..kernel.field import NormalError
from ..kernel.rules import Absurd, Cases, Sign
from ..kernel.statements import Domain, Fact, Proof
from ..kernel.terms import Term, negated
from .ladder import OutOfTime, Work
from .prover import EFFORTS, Prover

STEPS = 200_000


def prove_fact(fact: Fact, cases: Sequence[Term] = (), helps: Sequence[Term] = (), seconds: float = 30) -> Proof | None:
    """A proof for the real kernel of a fact, perhaps on an empty domain, or None."""
    deadline = time.monotonic() + seconds
    prover = Prover(Work(STEPS, lambda: time.monotonic() > deadline))
    for effort in EFFORTS:
        prover.start(effort)
        try:
            step = _helped(prover, fact, tuple(helps), tuple(cases))
        except (OutOfTime, RecursionError, NormalError):
            step = None
        if step:
            return prover.builder.proof(step)
        if not prover.cut_short or time.monotonic() > deadline:
            break
    return None


def _helped(prover: Prover, fact: Fact, helps: tuple[Term, ...], cases: tuple[Term, ...]) -> str | None:
    """Each help is shown first and is then a condition: in the other case there is nothing to show."""
    if not helps:
        return _split(prover, fact, cases)
    first, rest = helps[0], helps[1:]
    shown = _split(prover, Fact(fact.domain, first), cases)
    inside = Fact(fact.domain.with_conditions(first), fact.statement)
    yes = _helped(prover, inside, rest, cases) if shown else None
    if not yes or not shown:
        return None
    _define(prover, fact)
    b = prover.builder
    never = b.fact(fact.domain.with_conditions(negated(first)), fact.statement, Absurd(shown), prover.defined)
    return b.fact(fact.domain, fact.statement, Cases(first, yes, never), prover.defined) if never else None


def _split(prover: Prover, fact: Fact, cases: tuple[Term, ...]) -> str | None:
    known = prover.builder.known(fact) or _impossible(prover, fact)
    if known or not cases:
        return known or _leaf(prover, fact)
    c, rest = cases[0], cases[1:]
    if c in fact.domain.conditions or negated(c) in fact.domain.conditions:
        return _split(prover, fact, rest)
    parts = []
    for case in (c, negated(c)):
        part = _split(prover, Fact(fact.domain.with_conditions(case), fact.statement), rest)
        if part is None:
            return None
        parts.append(part)
    _define(prover, fact)
    prover.define(c, fact.domain)
    return prover.builder.fact(fact.domain, fact.statement, Cases(c, *parts), prover.defined)


def _leaf(prover: Prover, fact: Fact) -> str | None:
    _define(prover, fact)
    return prover.prove(fact)


def _define(prover: Prover, fact: Fact) -> None:
    """Obligations that hold because a branch is impossible, then all others."""
    ctx = prover.builder.ctx
    for _ in range(32):
        o = ctx.undefined(fact.statement, fact.domain, prover.defined)
        if o is None or o.bound:
            break
        where = fact.domain.with_conditions(*o.under)
        step = _impossible(prover, Fact(where, o.condition))
        if step is None or step in prover.defined:
            break
        prover.defined = prover.ladder.defined = (*prover.defined, step)
    prover.define(fact.statement, fact.domain)


def _impossible(prover: Prover, fact: Fact) -> str | None:
    """The fact on a domain with a side condition that fails at sight, where the others hold."""
    b = prover.builder
    for c in fact.domain.conditions:
        rest = Domain(fact.domain.ranges, tuple(d for d in fact.domain.conditions if d is not c))
        try:
            seen = b.ctx.holds(negated(c), rest) and b.ctx.undefined(c, rest, prover.defined) is None
        except NormalError:
            continue
        step = b.fact(rest, negated(c), Sign(), prover.defined) if seen else None
        if step and _defined_nowhere(prover, fact, step):
            return b.fact(fact.domain, fact.statement, Absurd(step), prover.defined)
    return None


def _defined_nowhere(prover: Prover, fact: Fact, step: str) -> bool:
    """On a domain without points every obligation holds."""
    b = prover.builder
    for _ in range(32):
        o = b.ctx.undefined(fact.statement, fact.domain, prover.defined)
        if o is None:
            return True
        where = fact.domain.with_conditions(*o.under)
        shown = None if o.bound else b.fact(where, o.condition, Absurd(step))
        if shown is None or shown in prover.defined:
            return False
        prover.defined = prover.ladder.defined = (*prover.defined, shown)
    return False
