"""The kernel's vocabulary: Range, Domain, Claim, Fact, Pattern, Rule, Have, Proof, Certificate.

Everything is frozen and hashable. Nothing here decides anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Union

from .terms import RELATIONS, Term, TermError, listed, relation, symbol_name


@dataclass(frozen=True)
class Range:
    """A symbol with its kind and its interval. An end is a closed term (no free symbols) or None, which is infinite."""

    name: str
    lower: Term | None = None
    upper: Term | None = None
    lower_open: bool = True
    upper_open: bool = True
    integer: bool = False

    def __post_init__(self) -> None:
        symbol_name(self.name)
        for end, is_open in ((self.lower, self.lower_open), (self.upper, self.upper_open)):
            if end is None and not is_open:
                raise TermError(f"range of {self.name}: an infinite end must be open")
            if end is not None and (end.free or not end.is_number or end.about_laws):
                raise TermError(f"range of {self.name}: found the end {end!r}, expected a number without symbols")


@dataclass(frozen=True)
class Domain:
    """All points with each symbol in its range that satisfy every side condition (a relation between terms)."""

    ranges: tuple[Range, ...] = ()
    conditions: tuple[Term, ...] = ()

    def __post_init__(self) -> None:
        names = [r.name for r in self.ranges]
        if len(set(names)) != len(names):
            raise TermError(f"domain: a symbol has two ranges among {names}")
        for c in self.conditions:
            if not c.is_relation or c.about_laws:
                raise TermError(f"domain: found condition {c!r}, expected a relation between numbers")
            if c.free - set(names):
                raise TermError(f"domain: condition {c!r} has symbols without a range: {sorted(c.free - set(names))}")

    def __repr__(self) -> str:
        return f"Domain({listed((*self.ranges, *self.conditions))})"

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.ranges, self.conditions))  # once: what is known is kept by domain

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(r.name for r in self.ranges)

    def range(self, name: str) -> Range:
        for r in self.ranges:
            if r.name == name:
                return r
        raise KeyError(name)

    def with_conditions(self, *conditions: Term) -> Domain:
        new = tuple(c for c in dict.fromkeys(conditions) if c not in self.conditions)
        return Domain(self.ranges, self.conditions + new)

    def with_range(self, r: Range) -> Domain:
        """The same domain with the range of r.name replaced, or added."""
        kept = tuple(r if old.name == r.name else old for old in self.ranges)
        return Domain(kept if r.name in self.names else (*kept, r), self.conditions)

    def without(self, name: str) -> Domain:
        """The projection that forgets a symbol, and with it the conditions that mention it."""
        return Domain(
            tuple(r for r in self.ranges if r.name != name), tuple(c for c in self.conditions if name not in c.free)
        )


@dataclass(frozen=True)
class Claim:
    """For all points of the domain that satisfy every `given`: lhs relation rhs.

    `let` records the abbreviations the author wrote; they are already expanded everywhere and carry no meaning here.
    """

    domain: Domain
    given: tuple[Term, ...]
    lhs: Term
    relation: str
    rhs: Term
    let: tuple[tuple[str, Term], ...] = ()
    id: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.relation not in RELATIONS or self.relation == "!=":
            raise TermError(f"claim: found relation {self.relation!r}, expected one of == <= < >= >")
        for t in (*self.given, self.statement):
            if not t.is_relation or t.about_laws:
                raise TermError(f"claim: found {t!r}, expected a relation between numbers")
            if t.free - set(self.domain.names):
                raise TermError(f"claim: symbols without a range: {sorted(t.free - set(self.domain.names))}")

    @property
    def statement(self) -> Term:
        return relation(self.relation, self.lhs, self.rhs)

    @property
    def fact(self) -> Fact:
        """What a proof of this claim must establish."""
        return Fact(self.domain.with_conditions(*self.given), self.statement)


@dataclass(frozen=True)
class Fact:
    """At every point of `domain` both sides of `statement` are defined and the relation holds."""

    domain: Domain
    statement: Term

    def __post_init__(self) -> None:
        if not self.statement.is_relation or self.statement.about_laws:
            raise TermError(f"fact: found {self.statement!r}, expected a relation between numbers")


@dataclass(frozen=True)
class Pattern:
    """At every point of `domain` `term` is defined, and along `symbol`, the others fixed, its sign changes at most as `signs` says.

    The symbol's interval is cut into len(signs) consecutive intervals, some perhaps empty, with signs[i] * term >= 0 on the
    i-th; if `strict`, the term is not 0 in the interior of any of them.
    """

    domain: Domain
    symbol: str
    term: Term
    signs: tuple[int, ...]
    strict: bool = False

    def __post_init__(self) -> None:
        if not self.term.is_number or self.term.about_laws:
            raise TermError(f"pattern: found {self.term!r}, expected a term for a number")


Statement = Union[Fact, Pattern]


@dataclass(frozen=True)
class Rule:
    """How a step follows; its fields are what the step says besides its conclusion. The rules themselves are in reals/rules.

    `grade` is exact or enclosure. With `defines` the rule itself shows that the left side of its conclusion is defined.
    """

    grade: ClassVar[str] = "exact"
    defines: ClassVar[bool] = False


@dataclass(frozen=True)
class Have:
    """One step: `statement` holds by `by`. `defined` names earlier facts that show the terms of the statement are defined."""

    name: str
    statement: Statement
    by: Rule
    defined: tuple[str, ...] = ()


Proof = tuple[Have, ...]
Point = tuple[tuple[str, Term], ...]  # exact values (closed terms), in the order of the domain's ranges


@dataclass(frozen=True)
class Certificate:
    """A claim, its proof, and one exact point that satisfies domain and `given`, so that the claim is not vacuous."""

    claim: Claim
    proof: Proof
    witness: Point
