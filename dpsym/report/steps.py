"""Statements about any number of steps: their parts, written once for all forms.

A part is a word and what is said after it. Text, LaTeX, notebooks, JSON and the index arrange the same parts, so none of them can
leave one out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..kernel.laws.chains import Chain, continued
from ..kernel.laws.statements import Proposition
from ..kernel.laws.terms import at, name_of
from ..kernel.statements import Domain, Range
from ..kernel.terms import Term
from .laws import Form


@dataclass(frozen=True)
class Iteration:
    """A chain with what its theorems say.

    `base` is the domain of the base theorem; `step` has what is asked of each step for hypotheses, and the invariant for claims;
    `conclusions` are those of the chain, each with what it is called.
    """

    chain: Chain
    base: Domain
    step: Proposition
    conclusions: tuple[tuple[str, Proposition], ...] = ()

    @property
    def own(self) -> tuple[tuple[Range, ...], tuple[Term, ...]]:
        """The symbols that each step has for itself, and its conditions, which may speak of the symbols of the base too."""
        known, where = {*self.base.names, *(s.name for s in self.chain.state)}, self.step.setting.where
        ranges = tuple(r for r in where.ranges if r.name not in known)
        return ranges, tuple(c for c in where.conditions if c not in self.base.conditions)

    def parts(self, form: Form) -> Iterator[tuple[str, str]]:
        """Each part of the statement: the laws and how they go on, the state, what is asked of each step, and what holds after all."""
        chain, tracked = self.chain, {m.law for m in self.chain.moves}
        h, y = chain.history, chain.outcome
        laws = ", ".join(form.name(m.law) for m in chain.moves)
        yield "laws", f"{laws} on histories {form.name(name_of(h))}, equal at the start"
        for m in chain.moves:
            onward = continued(at(m.law, h), chain.moves, h, y)
            yield "then", f"{form.name(m.law)} goes on as {form.term(onward)}"
        for s in chain.state:
            yield "state", f"{form.name(s.name)} = {form.term(s.start)}, then {form.term(s.next)}"
        for f in self.step.setting.fields:
            if f.name not in tracked:
                yield "step", form.field(f)
        yield from _where("where", "", form, self.base.ranges, self.base.conditions)
        yield from _where("step", "with its own ", form, *self.own)
        if chain.levels:
            yield "for all", f"{', '.join(map(form.name, chain.levels))} of that domain, in hypotheses and claims"
        for name, fact in self.step.given:
            yield "given", f"in each step, {form.words(name)}: {form.fact(fact)}"
        for fact in chain.invariant:
            yield "claim", f"after any number of steps: {form.fact(fact)}"
        for name, end in self.conclusions:
            yield "so", f"after any number of steps, by {form.words(name)}"
            yield from self._conclusion(end, form)

    def _conclusion(self, end: Proposition, form: Form) -> Iterator[tuple[str, str]]:
        """What is said in its words: symbols of which nothing is said are those of the state."""
        where, tracked = end.setting.where, {m.law for m in self.chain.moves}
        spoken = {n for c in where.conditions for n in c.free}
        told = [r for r in where.ranges if r != Range(r.name) or r.name in spoken]
        yield from (("about", form.field(f)) for f in end.setting.fields if f.name not in tracked)
        yield from _where("where", "", form, told, where.conditions)
        yield from (("exists", form.field(f)) for f in end.exists)
        yield from (("claim", form.fact(f)) for f in end.claims)


def _where(
    head: str, words: str, form: Form, ranges: Iterable[Range], conditions: Iterable[Term]
) -> Iterator[tuple[str, str]]:
    said = form.domain(ranges, conditions)
    if said:
        yield head, words + said
