"""Building proofs step by step: each step is put before the kernel as it is added, and only accepted steps are kept."""

from __future__ import annotations

from dataclasses import fields

from ..kernel.reals.check import check_step
from ..kernel.reals.context import Context
from ..kernel.reals.rules import RULES
from ..kernel.reals.rules.patterns import LIMIT
from ..kernel.statements import Domain, Fact, Have, Proof, Rule, Statement
from ..kernel.terms import Term
from ..kernel.verdicts import Rejected
from .work import RULE, Work


class Builder:
    """The steps accepted so far, by name, and the last refusal."""

    def __init__(self, work: Work | None = None) -> None:
        self.work = work or Work()
        self.ctx = Context(self.work.tick)
        self.steps: dict[str, Have] = {}
        self._known: dict[Statement, str] = {}
        self.refusal: Rejected | None = None

    def have(self, statement: Statement, by: Rule, defined: tuple[str, ...] = ()) -> str | None:
        """The name of a step that states `statement`, if the kernel accepts it."""
        known = self._known.get(statement)
        if known is not None:
            return known
        self.work.do(RULE)
        step = Have(f"s{len(self.steps) + 1}", statement, by, defined)
        wrong = check_step(step, self.ctx)
        if wrong is not None:
            self.refusal = wrong
            return None
        self.steps[step.name] = step
        self.ctx.facts[step.name] = statement
        self._known[statement] = step.name
        return step.name

    def fact(self, domain: Domain, relation: Term, by: Rule, defined: tuple[str, ...] = ()) -> str | None:
        return self.have(Fact(domain, relation), by, defined)

    def known(self, statement: Statement) -> str | None:
        return self._known.get(statement)

    def proof(self, *last: str) -> Proof:
        """The steps that the named ones rest on, in order, the last one last."""
        needed: set[str] = set()
        todo = list(last)
        while todo:
            name = todo.pop()
            if name not in needed:
                needed.add(name)
                todo.extend(cited(self.steps[name]))
        final = last[-1]
        order = [n for n in self.steps if n in needed and n != final]
        return tuple(self.steps[n] for n in (*order, final))


def cited(step: Have) -> tuple[str, ...]:
    """The names of the facts that a step cites."""
    names = list(step.defined)
    kinds = RULES[type(step.by).__name__][1]
    for field in fields(step.by):
        value, kind = getattr(step.by, field.name), kinds[field.name]
        if (kind == "name" and field.name != "symbol") or (kind == "name?" and value not in (None, LIMIT)):
            names.append(value)
        elif kind == "names":
            names.extend(value)
        elif kind == "pairs" and field.name == "using":
            names.extend(n for n, _ in value)
    return tuple(names)
