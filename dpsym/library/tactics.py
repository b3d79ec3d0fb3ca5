"""Tactics: how an author says that a step of a proof is shown. Data, no side effects.

They are hints for dpsym.library.certifying, which turns them into a certificate: steps of the kernel, each with its proof about reals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Union

from ..kernel.laws.statements import Fact
from ..kernel.substitution import substitute
from ..kernel.terms import Scalar, Term, TermError, relation, sym
from ..objects.language import FieldSymbol

__all__ = [
    "Chord", "Defined", "Generalize", "Instantiate", "Integrate", "Lemma", "Pointwise", "Real", "Reason", "Separate",
    "Step", "Swap", "Tactic", "Under", "Use", "Vanish", "chord", "cited_facts", "given_by", "have",
]  # fmt: skip

Use = Union[str, tuple[str, Mapping[Term, Term]]]  # a fact, perhaps at other points
#: Why a step holds, for a reader: words, formulas, and the names of the facts that are cited.
Reason = tuple[Union[str, Term, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Tactic:
    """How a step is shown."""

    @property
    def cited(self) -> tuple[str, ...]:
        """The facts that it speaks of, by name."""
        return ()

    def reason(self) -> Reason:
        """Why the step holds, in words."""
        return (type(self).__name__.lower(), *given_by(self.cited))

    def __str__(self) -> str:
        """Its name, and what it speaks of: `Real (sum, P.mass)`."""
        return f"{type(self).__name__} ({', '.join(self.cited)})" if self.cited else type(self).__name__


def given_by(names: Sequence[str], word: str = ", from ") -> Reason:
    """The end of a reason: the facts that it rests on."""
    return (word, tuple(names)) if names else ()


def cited_facts(*uses: Use | None) -> tuple[str, ...]:
    """The names of facts, each once."""
    return tuple(dict.fromkeys(u if isinstance(u, str) else u[0] for u in uses if u is not None))


@dataclass(frozen=True)
class Lemma:
    """A fact about reals of its own, on its own domain, used with these terms for its symbols where they lie in it."""

    statement: Term
    where: Sequence[Term]
    at: Mapping[str, Scalar]


@dataclass(frozen=True)
class Chord(Lemma):
    """f(t) is at most its chord from `low` to `high`, for a convex f. Build it with `chord`."""

    symbol: str = ""
    low: Term | None = None
    high: Term | None = None


def chord(f: Term, symbol: Term, low: Term, high: Term, where: Sequence[Term], at: Mapping[str, Scalar]) -> Chord:
    """The lemma f <= f(low) + slope (t - low) for low <= t <= high, used with these terms for its symbols."""
    name = str(symbol.value)
    at_low, at_high = substitute(f, {name: low}), substitute(f, {name: high})
    line = at_low + (at_high - at_low) / (high - low) * (symbol - low)
    between = [relation("<=", low, symbol), relation("<=", symbol, high), relation("<", low, high)]
    return Chord(relation("<=", f, line), [*where, *between], at, name, low, high)


@dataclass(frozen=True)
class Pointwise(Tactic):
    """In the real numbers, from the facts in `using`, after distinguishing the cases of these relations.

    If `using` gives multipliers, `{"sum": half, "over": k}`, the statement is the sum of these facts and something of a visible sign.
    """

    using: Sequence[Use] | Mapping[str, Scalar] = ()
    cases: Sequence[Term] = ()
    finite: Sequence[str] = ()
    helps: Sequence[Term] = ()  # relations that are shown first, on the way
    lemmas: Sequence[Lemma] = ()

    @property
    def cited(self) -> tuple[str, ...]:
        return cited_facts(*self.using, *self.finite)

    def reason(self) -> Reason:
        return self._reason("by calculation at each point")

    def _reason(self, words: str) -> Reason:
        cases = (", after distinguishing cases",) if self.cases else ()
        chords = any(isinstance(lemma, Chord) for lemma in self.lemmas)
        lemmas = (", as a convex function is below its chord",) if chords else (", with a lemma about real numbers",)
        return (words, *given_by(self.cited), *cases, *(lemmas if self.lemmas else ()))


@dataclass(frozen=True)
class Real(Pointwise):
    """Pointwise, for a statement without points."""

    def reason(self) -> Reason:
        return self._reason("by calculation")


@dataclass(frozen=True)
class Integrate(Tactic):
    """The integral of the fact `of` over x, or without one linearity alone.

    `using` names facts that show Ints to be finite and coefficients to be defined.
    """

    x: Term
    of: str | None = None
    using: Sequence[str] = ()
    constants: Sequence[Term] = ()  # Ints over the same space that are coefficients
    parts: Sequence[tuple[Scalar, Term]] = ()  # coefficients and integrands of lhs - rhs, where they are not found

    @property
    def cited(self) -> tuple[str, ...]:
        return cited_facts(self.of, *self.using)

    def reason(self) -> Reason:
        if self.of is None:
            return ("by linearity of the integral", *given_by(self.cited))
        return ("integrating ", (self.of,), " over ", self.x, *given_by(cited_facts(*self.using), ", with "))


@dataclass(frozen=True)
class Under(Tactic):
    """Both sides under the Int: the statement is a sum of Ints over x, and holds for the integrands. Equals for equals, factors out."""

    x: Term
    using: Sequence[Use] = ()
    cases: Sequence[Term] = ()
    finite: Sequence[str] = ()
    constants: Sequence[Term] = ()

    @property
    def cited(self) -> tuple[str, ...]:
        return cited_facts(*self.using, *self.finite)

    def reason(self) -> Reason:
        cases = (", after distinguishing cases",) if self.cases else ()
        return ("comparing the integrands over ", self.x, *given_by(self.cited), *cases)


@dataclass(frozen=True)
class Vanish(Tactic):
    of: str
    x: Term
    using: Sequence[str] = ()

    @property
    def cited(self) -> tuple[str, ...]:
        return cited_facts(self.of, *self.using)

    def reason(self) -> Reason:
        end = (" and what is not negative and has integral 0 vanishes", *given_by(cited_facts(*self.using), ", with "))
        return ("by ", (self.of,), " the integral over ", self.x, " is 0,", *end)


@dataclass(frozen=True)
class Swap(Tactic):
    using: Sequence[str] = ()

    @property
    def cited(self) -> tuple[str, ...]:
        return cited_facts(*self.using)

    def reason(self) -> Reason:
        return ("exchanging the order of integration", *given_by(self.cited, ", with "))


@dataclass(frozen=True)
class Instantiate(Tactic):
    """The fact `of` for one event. If the statement is not the instance itself, the integrands are compared.

    The event has the arguments `at`; they are found in the value if it has one point of each space.
    """

    of: str
    value: Term
    x: Term | None = None
    using: Sequence[str] = ()
    cases: Sequence[Term] = ()
    at: Sequence[Term] = ()

    @property
    def cited(self) -> tuple[str, ...]:
        return cited_facts(self.of, *self.using)

    def reason(self) -> Reason:
        compared = (", comparing the integrands",) if self.x is not None else ()
        return (
            "by ",
            (self.of,),
            " for the event ",
            self.value,
            *compared,
            *given_by(cited_facts(*self.using), ", with "),
        )


@dataclass(frozen=True)
class Generalize(Tactic):
    """What the fact `of` says of an event that no hypothesis speaks of it says of all events."""

    of: str
    field: FieldSymbol

    @property
    def cited(self) -> tuple[str, ...]:
        return cited_facts(self.of)

    def reason(self) -> Reason:
        return ("as ", (self.of,), f" holds whatever {self.field.name} is")


@dataclass(frozen=True)
class Defined(Tactic):
    """What must hold for the integrand of an Int in the fact `of` to have a value."""

    of: str
    body: Term
    x: Term

    @property
    def cited(self) -> tuple[str, ...]:
        return cited_facts(self.of)

    def reason(self) -> Reason:
        return ("as the integral in ", (self.of,), " has a value, and so has its integrand almost everywhere")


@dataclass(frozen=True)
class Separate(Tactic):
    of: str
    symbol: str

    @property
    def cited(self) -> tuple[str, ...]:
        return cited_facts(self.of)

    def reason(self) -> Reason:
        return (
            "as the two sides of ",
            (self.of,),
            " have no common points, a number ",
            sym(self.symbol),
            " lies between them",
        )


@dataclass(frozen=True)
class Step:
    """One step of a written proof; without a statement it states the claim."""

    name: str
    statement: Term | Fact | None
    by: Tactic

    @property
    def fact(self) -> Fact:
        """What the step states, once the theorem has said what its claim is (`Theorem.steps`)."""
        if self.statement is None:
            raise TermError(f"step {self.name}: found no statement, expected a step of `Theorem.steps`")
        return self.statement if isinstance(self.statement, Fact) else Fact(self.statement)


def have(name: str, statement: Term | Fact | None = None, *, by: Tactic) -> Step:
    """A step. Without a statement it states the theorem's claim: the one of that name, or the only one.

    Only `Generalize` states a fact for all events, which is not a term. That a law or kernel K has mass one needs no step: every step
    may use `K.mass`.
    """
    return Step(name, statement, by)
