"""Statements about any number of steps, for authors: k mechanisms one after the other, k records changed one by one.

What goes on from step to step is written once (`Steps`), and is used three times: the step theorem claims `steps.after(invariant)`,
the base theorem `steps.before(invariant)`, and the entry (`KFold`) says that the invariant holds after any number of steps. The kernel
compares (dpsym.kernel.laws.chains). There is nothing to store: the proofs are those of the theorems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from ..kernel.laws.chains import Chain, Move, State, Use, continued
from ..kernel.laws.statements import Fact, Proposition
from ..kernel.laws.terms import Substitution, at
from ..kernel.terms import Scalar, Term, TermError, relation, term
from ..objects.language import FieldSymbol, Point
from .base import Entry, formula_html
from .theorem import Theorem

if TYPE_CHECKING:
    from ..objects.stated import StatedChain
    from ..report.steps import Iteration

__all__ = ["Conclusion", "KFold", "Steps"]


@dataclass(frozen=True)
class Steps:
    """How laws at the point `history` and numbers go on.

    `moves`: a law is continued by a kernel from histories to outcomes, or its place is taken by another law. `state`: the value of a
    symbol at the start, and the next one.
    """

    history: Term
    moves: Mapping[FieldSymbol, FieldSymbol]
    state: Mapping[str, tuple[Scalar, Scalar]] = field(default_factory=dict)

    @property
    def outcome(self) -> Term:
        """The point of the outcomes; one that does not occur where no law is continued."""
        grown = [k.point for k in self.moves.values() if len(k.points) == 2]
        return grown[0] if grown else Point("no_outcome")

    @property
    def kernel_moves(self) -> tuple[Move, ...]:
        return tuple(
            Move(law.name, law.name, to.name) if len(to.points) == 2 else Move(law.name, to.name)
            for law, to in self.moves.items()
        )

    def before(self, invariant: Term) -> Term:
        """The invariant at the start."""
        return Substitution(reals={n: term(start) for n, (start, _) in self.state.items()})(invariant)

    def after(self, invariant: Term) -> Term:
        """The invariant after one more step."""
        put = Substitution(reals={n: term(later) for n, (_, later) in self.state.items()})
        return continued(put(invariant), self.kernel_moves, self.history, self.outcome)

    @property
    def equal(self) -> dict[str, Term]:
        """That the laws are equal at the start, each to the one after it."""
        laws = [at(f.name, self.history) for f in self.moves]
        return {f"equal{i}" if i else "equal": relation("==", p, q) for i, (p, q) in enumerate(pairwise(laws))}


@dataclass(frozen=True)
class Conclusion:
    """A theorem whose hypotheses are the invariant; for each of them, the values of the levels."""

    theorem: Theorem
    levels: Mapping[str, Mapping[str, Scalar]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, kw_only=True)
class KFold(Entry):
    """The invariant holds after any number of steps, and what follows from it does.

    `levels` are symbols for all values of which the invariant is meant. `uses` says at which of them the step theorem has the
    invariant for a hypothesis: by the name of the hypothesis, values for the levels; without levels, the names alone.
    """

    steps: Steps
    invariant: Sequence[Term]
    base: Theorem
    step: Theorem
    uses: Mapping[str, Mapping[str, Scalar]]
    levels: Sequence[str] = ()
    conclusions: Sequence[Conclusion] = ()

    @cached_property
    def chain(self) -> Chain:
        """What the kernel is asked."""
        return Chain(
            self.base.name,
            self.step.name,
            self.steps.history,
            self.steps.outcome,
            tuple(map(Fact, self.invariant)),
            self.steps.kernel_moves,
            tuple(State(n, term(start), term(later)) for n, (start, later) in self.steps.state.items()),
            tuple(self.levels),
            self._used(self.step, self.uses),
            tuple((c.theorem.name, self._used(c.theorem, c.levels)) for c in self.conclusions),
        )

    def _used(self, theorem: Theorem, uses: Mapping[str, Mapping[str, Scalar]]) -> tuple[Use, ...]:
        """Each hypothesis with the invariant that it is an instance of."""
        out = []
        for label, levels in uses.items():
            values = {n: term(v) for n, v in levels.items()}
            put = Substitution(reals=values)
            found = theorem.hypotheses.get(label)
            numbers = [i for i, t in enumerate(self.invariant) if Fact(put(t)) == found]
            if not numbers:
                raise TermError(
                    f"{self.label}: found {label} of {theorem.label}: {found}, expected the invariant at {levels}"
                )
            out.append(Use(label, numbers[0], tuple(values.items())))
        return tuple(out)

    @property
    def iteration(self) -> Iteration:
        """The statement as it is printed, in whatever form."""
        from ..report.steps import Iteration

        ends = tuple((c.theorem.label, c.theorem.proposition) for c in self.conclusions)
        return Iteration(self.chain, self.base.domain, self.each_step, ends)

    def _html_parts(self) -> list[str]:
        from ..report.laws import HTML

        return [formula_html(f"{head} {said}") for head, said in self.iteration.parts(HTML)]

    def sympy(self) -> StatedChain:
        """What is asked of each step, how laws and numbers go on, and what holds after any number of steps, in SymPy objects."""
        from ..objects.stated import chain_sympy

        ends = [c.theorem.proposition for c in self.conclusions]
        return chain_sympy(self.chain, self.each_step, ends, self.base.domain.names)

    @property
    def each_step(self) -> Proposition:
        """What is asked of a step, as hypotheses, and the invariant, as claims."""
        return Proposition(self.step.setting, tuple(self.hypotheses.items()), self.chain.invariant)

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """What it rests on: base, step and conclusions."""
        return (self.base, self.step, *(c.theorem for c in self.conclusions))

    @property
    def hypotheses(self) -> dict[str, Fact]:
        """What is asked of each step."""
        return {n: f for n, f in self.step.hypotheses.items() if n not in self.uses}
