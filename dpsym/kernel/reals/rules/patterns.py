"""Sign patterns and the monotonicity ladder.

A pattern says how the sign of a term may change along one symbol. From the pattern of the derivative and the values at the
ends follows the pattern of the term: on each piece the term is monotone, so it changes sign there at most once.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...statements import Pattern, Range
from ...substitution import substitute
from ...terms import ZERO, Term, mul, neg, relation
from ...verdicts import StepRejected, require
from ..context import IMPLIED
from ..coverage import at_end, covered, interior
from ..judgement import FactStep, PatternStep
from .base import FactRule, PatternRule

LIMIT = "limit"  # in place of a fact's name: the end value is a limit that the kernel expands itself


@dataclass(frozen=True)
class OneSign(PatternRule):
    """t >= 0 on D ⊢ t has the pattern (+) on D; strict for t > 0; likewise (-)"""

    of: str

    def conclude(self, step: PatternStep) -> None:
        op = (">" if step.signs[0] > 0 else "<") + ("" if step.strict else "=")
        known = len(step.signs) == 1 and step.shows(relation(op, step.term, ZERO), names=(self.of,))
        require(known, self.of, f"a fact that gives the signs {step.signs}, strict: {step.strict}")


@dataclass(frozen=True)
class Polynomial(PatternRule):
    """t == p(x)/q(x), p and q in Q[x] ⊢ t has the pattern of p q on D

    - the changes of sign in the interval are those that a Sturm chain counts
    - strict only if there are no other roots inside
    """

    def conclude(self, step: PatternStep) -> None:
        signs, simple, _ = step.changes(step.term, step.symbol)
        require(signs == step.signs, f"signs {step.signs}", f"signs {signs}")
        require(simple or not step.strict, "a strict pattern", "no roots between the changes of sign")


@dataclass(frozen=True)
class Sturm(FactRule):
    """G == p(x)/q(x), p and q in Q[x] ⊢ G >= 0 on D; G > 0 without roots

    - p q does not change its sign in the interval, by a Sturm chain
    - for > it has no root inside, nor at a closed end
    """

    symbol: str

    def conclude(self, step: FactStep) -> None:
        signs, simple, clear = step.changes(step.gap, self.symbol)
        proved = ">" if simple and clear else ">="
        require(signs == (1,), f"signs {signs}", "no change of sign")
        require(step.sign in IMPLIED[proved], f"a polynomial {proved} 0", f"one that is {step.sign} 0")


@dataclass(frozen=True)
class Scaled(PatternRule):
    """s has a pattern, t == m s, m > 0 ⊢ t has the pattern on D; for m < 0 the signs flip; m >= 0 gives it without strictness

    - m is defined on D, and its sign is seen (with facts in `signs`)
    - strict only if the pattern of s is
    """

    of: str
    factor: Term
    signs: tuple[str, ...] = ()

    def conclude(self, step: PatternStep) -> None:
        cited = step.pattern(self.of)
        require(cited.symbol == step.symbol, f"a pattern along {cited.symbol}", f"one along {step.symbol}")
        require(step.same(step.term, mul(self.factor, cited.term)), ("the factor", self.factor), "term == factor * s")
        require(cited.strict or not step.strict, "a pattern that is not strict", "a strict one")
        flip = step.signs[0] * cited.signs[0]
        carried = tuple(flip * s for s in cited.signs)
        require(step.signs == carried, f"signs {step.signs}", f"signs {carried}")
        positive = relation((">" if flip > 0 else "<") + ("" if step.strict else "="), self.factor, ZERO)
        require(step.shows(positive, names=self.signs), ("the factor", self.factor), (positive,))


@dataclass(frozen=True)
class Ladder(PatternRule):
    """t' has the pattern (s1, ..., sk) inside D, signs of t at the ends ⊢ the pattern of t on D

    - t is differentiable in the symbol inside D, and continuous up to the ends, and the interval has an interior
    - in general the pattern is (-s1, s1, ..., sk); without the first if s1 t >= 0 at the left end; without the last if -sk t >= 0
      at the right one
    - `left` and `right` name a fact about the value at a finite end at which t has a value, or are `limit`: then the limit is
      expanded to `order` terms
    - strict only if the pattern of t' is
    """

    of: str
    left: str | None = None
    right: str | None = None
    order: int = 4

    def conclude(self, step: PatternStep) -> None:
        inside = interior(step.domain, step.symbol)
        cited = step.pattern(self.of, inside)
        require(cited.symbol == step.symbol, f"a pattern along {cited.symbol}", f"one along {step.symbol}")
        step.closes()
        slope = step.slope(step.term, step.symbol, inside)
        require(step.same(slope, cited.term, inside), (f"{self.of}:", cited.term), ("the derivative", slope))
        signs = [-cited.signs[0], *cited.signs]
        if self.left is not None:
            self._end(step, self.left, False, cited.signs[0])
            signs = signs[1:]
        if self.right is not None:
            self._end(step, self.right, True, -cited.signs[-1])
            signs = signs[:-1]
        require(tuple(signs) == step.signs, f"signs {step.signs}", f"signs {tuple(signs)}")
        require(cited.strict or not step.strict, "a pattern of the derivative that is not strict", "a strict one")

    def _end(self, step: PatternStep, said: str, upper: bool, wanted: int) -> None:
        """wanted * (value or limit of the term at the end) >= 0."""
        at = step.range.upper if upper else step.range.lower
        if said == LIMIT:
            found = step.limit(step.term, step.symbol, interior(step.domain, step.symbol), at, upper, self.order)
            known = found is not None and found * wanted >= 0
            require(known, f"the sign {found} of the limit at {at!r}", f"the sign {wanted} or 0")
        else:
            if at is None:
                raise StepRejected("an infinite end", "a finite one, or a limit")
            step.demand(step.term, at_end(step.domain, step.symbol, at))  # 0**0 is 1, and no limit
            others = step.domain.without(step.symbol)
            there = relation(">=" if wanted > 0 else "<=", substitute(step.term, {step.symbol: at}), ZERO)
            require(step.shows(there, others, (said,)), said, (there, "on", others))


@dataclass(frozen=True)
class Close(PatternRule):
    """t has a pattern inside D ⊢ t has the pattern on D, closed ends included

    - t is continuous, and the interval has an interior
    - strict only if the cited pattern is
    """

    of: str

    def conclude(self, step: PatternStep) -> None:
        cited = step.pattern(self.of, interior(step.domain, step.symbol))
        alike = (cited.term, cited.symbol, cited.signs) == (step.term, step.symbol, step.signs)
        require(alike, (f"signs {cited.signs} of", cited.term), "the same pattern, inside the goal's domain")
        require(cited.strict or not step.strict, "a pattern that is not strict", "a strict one")
        step.closes()


@dataclass(frozen=True)
class Glue(PatternRule):
    """t has patterns on I1, ..., In ⊢ t has the joined pattern on D; equal signs that meet become one

    - the intervals, in rising order, cover the range of the symbol in D
    - strict only if all patterns are and no equal signs meet: t may be 0 where the intervals meet
    """

    of: tuple[str, ...]

    def conclude(self, step: PatternStep) -> None:
        joined: list[int] = []
        parts: list[Range] = []
        strict = True
        for name in self.of:
            cited = step.earlier(name, Pattern)
            alike = (cited.term, cited.symbol) == (step.term, step.symbol)
            require(alike, (f"{name}: a pattern of", cited.term), "patterns of the goal's term")
            parts.append(cited.domain.range(step.symbol))
            step.pattern(name, step.domain.with_range(parts[-1]))
            meet = joined[-1:] == [cited.signs[0]]
            strict = strict and cited.strict and not meet
            joined += cited.signs[1:] if meet else cited.signs
        require(covered(step.range, parts), ("parts", parts), ("adjoining parts of", step.range))
        require(tuple(joined) == step.signs, f"signs {step.signs}", f"signs {tuple(joined)}")
        require(strict or not step.strict, "a strict pattern", "strict parts, no two of which join equal signs")


@dataclass(frozen=True)
class FromPattern(FactRule):
    """t has the pattern (+) on D, G == t ⊢ G >= 0 on D; likewise (-) and G == -t

    - for > the pattern is strict and the symbol's interval in D is open, and real
    """

    of: str

    def conclude(self, step: FactStep) -> None:
        cited = step.pattern(self.of)
        require(len(cited.signs) == 1, f"signs {cited.signs}", "one sign")
        same = step.same(step.gap, cited.term if cited.signs == (1,) else neg(cited.term))
        require(same, ("the sign of", cited.term), ("that of", step.gap))
        r = step.domain.range(cited.symbol)
        proved = ">" if cited.strict and r.lower_open and r.upper_open and not r.integer else ">="
        require(step.sign in IMPLIED[proved], f"a pattern that gives {proved} 0", f"one that gives {step.sign} 0")
