"""The prover: keeps goals, shares and steps in order. What is tried on a goal is the strategy's, which stands above the techniques."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Protocol

from ..kernel.arithmetic.defined import alternatives
from ..kernel.arithmetic.elements import NormalError
from ..kernel.statements import Domain, Fact, Rule, Statement
from ..kernel.terms import Term, TermError
from .builder import Builder
from .ladder import LadderSearch
from .plausible import plausible
from .work import Exhausted, Work

Technique = Callable[["Prover", Fact, int], str | None]

MAX_DEPTH = 8
EFFORTS = (600, 5_000, 30_000, inf)  # ticks for one technique, round by round; half of it at each depth
LEAST = 60


class Strategy(Protocol):
    """What is tried on a goal, and what must be shown before a term is looked at."""

    def define(self, prover: Prover, t: Term, domain: Domain, depth: int) -> None: ...

    def attempt(self, prover: Prover, fact: Fact, depth: int) -> str | None: ...


class Prover:
    """Proofs step by step, each of them accepted by the kernel."""

    def __init__(self, work: Work, strategy: Strategy) -> None:
        self.work, self.strategy = work, strategy
        self.builder = Builder(work)
        self.defined: tuple[str, ...] = ()
        self.ladder = LadderSearch(
            self.builder, work, lambda fact: self.prove(fact, self._depth + 2), lambda fact: self.prove_quickly(fact)
        )
        self.light = False  # whether only techniques that change the form of a goal are tried
        self._depth = 0
        self.tried: dict[str, None] = {}
        self.effort: float = EFFORTS[0]  # ticks for a technique at the goal itself
        self.cut_short = False  # whether some technique could have used more
        self.stuck: Fact | None = (
            None  # the first goal that could not be shown: none below it could, so it is a small one
        )
        self._failed: set[Fact] = set()
        self.not_linear: set[Fact] = set()  # goals of which more work would make no linear combination

    def prove(self, fact: Fact, depth: int = 0) -> str | None:
        """The name of a step that states the fact, or None."""
        known = self.builder.known(fact)
        if known or fact in self._failed or depth > MAX_DEPTH:
            return known
        self.work.spend()
        self._failed.add(fact)  # until it is shown
        if depth and not plausible(fact, self.work):
            return None
        step = self._attempt(fact, depth)
        if step:
            self._failed.discard(fact)
        else:
            self.stuck = self.stuck or fact
        return step

    def _attempt(self, fact: Fact, depth: int) -> str | None:
        outer, self._depth = self._depth, depth
        try:
            return self.strategy.attempt(self, fact, depth) if self.define(fact.statement, fact.domain, depth) else None
        except NormalError:  # a term that a technique looks at has no normal form
            return None
        finally:
            self._depth = outer

    def prove_quickly(self, fact: Fact) -> str | None:
        """As `prove`, but without techniques that search themselves."""
        if self.light:
            return None
        with self._afresh(self.effort, light=True):
            return self.prove(fact, self._depth + 2)

    def prove_lemma(self, fact: Fact) -> str | None:
        """A fact that is known to be within reach: its proof is not charged to the technique that needs it."""
        with self._afresh(inf, light=False), self.work.free():
            return self.prove(fact)

    @contextmanager
    def _afresh(self, effort: float, light: bool) -> Iterator[None]:
        """Another selection of techniques, or effort: goals that have failed may be taken up again."""
        before = self.effort, self.light, self._failed
        self.effort, self.light, self._failed = effort, light, set()
        try:
            yield
        finally:
            self.effort, self.light, self._failed = before

    def define(self, t: Term, domain: Domain, depth: int = 0) -> bool:
        """Show that t is defined on the domain; the facts that say so are cited by all later steps."""
        self.strategy.define(self, t, domain, depth)
        for _ in range(64):
            o = self.builder.ctx.undefined(t, domain, self.defined)
            if o is None:
                return True
            where = domain
            for r in o.bound:
                if r.name in domain.names:
                    return False
                where = where.with_range(r)
            where = where.with_conditions(*o.under)
            if not any(self._all(choice, where, depth) for choice in alternatives(o)):
                return False
        return False

    def _all(self, choice: tuple[Term, ...], domain: Domain, depth: int) -> bool:
        names = []
        for r in choice:
            step = self.prove(Fact(domain, r), depth + 1)
            if step is None:
                return False
            names.append(step)
        self.defined = (*self.defined, *names)
        self.ladder.defined = self.defined
        return True

    @contextmanager
    def citing(self, *steps: str) -> Iterator[None]:
        """Steps made inside cite these as well, to show that terms are defined."""
        outer, self.defined = self.defined, (*self.defined, *steps)
        try:
            yield
        finally:
            self.defined = outer

    def tried_within_its_share(self, technique: Technique, fact: Fact, depth: int) -> str | None:
        """One technique within its share of the work."""
        try:
            with self.work.share(max(self.effort / 2**depth, LEAST)):
                return technique(self, fact, depth)
        except (TermError, NormalError):  # a term that the technique wants cannot be built: it is not for this goal
            return None
        except Exhausted:
            self.cut_short = True
            self.builder.ctx.forget()  # what was left half done
            self.ladder.forget_failures()
            if self.work.ticks > self.work.cap:
                raise
            return None

    def start(self, effort: float) -> None:
        """A new round: goals that failed are taken up again, with so much work for each technique."""
        self.effort, self.cut_short = effort, False
        self._failed.clear()
        self.ladder.forget_failures()
        self.stuck = None

    def note(self, technique: str) -> None:
        self.tried.setdefault(technique)

    def have(self, statement: Statement, rule: Rule) -> str | None:
        return self.builder.have(statement, rule, self.defined)
