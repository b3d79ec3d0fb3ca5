"""Convexity from two rungs of the ladder: a convex term lies above its tangents and below its chords.

The tangent of exp at 0: exp(t) - 1 - t falls to 0 for t < 0 and rises from 0 for t > 0.
A chord: with x = l + s (h - l), the gap g(s) = f(l) + s (f(h) - f(l)) - f(l + s (h - l)) has g'' = -(h - l)**2 f'' <= 0, so the
signs of g' are (+, -); and g(0) = g(1) = 0, so g >= 0 between.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...kernel.arithmetic.derivative import derivative
from ...kernel.reals.rules.logic import Combine, Identity, Instance, Sign, Split
from ...kernel.reals.rules.patterns import LIMIT, Close, FromPattern, Ladder, OneSign
from ...kernel.statements import Domain, Fact, Pattern, Range
from ...kernel.substitution import substitute
from ...kernel.terms import ONE, TWO, ZERO, Term, add, div, exp, mul, power, relation, sub, sym
from ..builder import Builder
from ..prover import Prover


def tangent_of_exp(builder: Builder) -> str | None:
    """The step that states 1 + t <= exp(t) for all real t."""
    t = sym("t")
    goal = Fact(Domain((Range("t"),)), relation("<=", add(ONE, t), exp(t)))
    known = builder.known(goal)
    if known:
        return known
    left = _side_of_exp(builder, Range("t", None, ZERO, True, False), -1)
    right = _side_of_exp(builder, Range("t", ZERO, None, False, True), 1)
    return builder.have(goal, Split("t", (left, right))) if left and right else None


def _side_of_exp(builder: Builder, side: Range, sign: int) -> str | None:
    """1 + t <= exp(t) on one side of 0, where exp(t) - 1 has the sign."""
    t = sym("t")
    gap, slope = sub(exp(t), add(ONE, t)), sub(exp(t), ONE)
    inside, closed = Domain((Range("t", side.lower, side.upper),)), Domain((side,))
    ends = (LIMIT, None) if sign > 0 else (None, LIMIT)
    seen = builder.fact(inside, relation(">=" if sign > 0 else "<=", slope, ZERO), Sign())
    below = seen and builder.have(Pattern(inside, "t", slope, (sign,), False), OneSign(seen))
    rung = below and builder.have(Pattern(inside, "t", gap, (1,), False), Ladder(below, *ends))
    step = rung and builder.have(Pattern(closed, "t", gap, (1,), False), Close(rung))
    return step and builder.fact(closed, relation("<=", add(ONE, t), exp(t)), FromPattern(step))


@dataclass(frozen=True)
class Chord:
    """f(x) <= f(low) + slope (x - low) as a fact; low <= x <= high and low < high are among its conditions."""

    fact: Fact
    symbol: str
    low: Term
    high: Term

    @property
    def f(self) -> Term:
        return self.fact.statement.lhs

    @property
    def parameter(self) -> str:
        """The name of s in x = low + s (high - low)."""
        names = ("s", *(f"s{i}" for i in range(1, len(self.fact.domain.names) + 1)))
        return next(n for n in names if n not in self.fact.domain.names)

    @property
    def point(self) -> Term:
        return add(self.low, mul(sym(self.parameter), sub(self.high, self.low)))

    @property
    def gap(self) -> Term:
        """The chord minus f at the point, in terms of s."""
        at_low, at_high, at_point = (substitute(self.f, {self.symbol: t}) for t in (self.low, self.high, self.point))
        return sub(add(at_low, mul(sym(self.parameter), sub(at_high, at_low))), at_point)

    def domain(self, is_open: bool) -> Domain:
        """0 <= s <= 1, with the conditions that do not speak of x."""
        conditions = tuple(c for c in self.fact.domain.conditions if self.symbol not in c.free)
        rest = Domain(tuple(r for r in self.fact.domain.ranges if r.name != self.symbol), conditions)
        return rest.with_range(Range(self.parameter, ZERO, ONE, is_open, is_open))


def below_chord(prover: Prover, chord: Chord) -> str | None:
    """The step that states the chord's fact, if f'' >= 0 can be shown where x lives."""
    above = _above_between(prover, chord)
    at, domain = div(sub(sym(chord.symbol), chord.low), sub(chord.high, chord.low)), chord.fact.domain
    if above is None or not (prover.define(chord.fact.statement, domain) and prover.define(at, domain)):
        return None
    inside = _all(prover, domain, relation(">=", at, ZERO), relation("<=", at, ONE))
    return prover.have(chord.fact, Instance(above, ((chord.parameter, at),), inside)) if inside else None


def _above_between(prover: Prover, chord: Chord) -> str | None:
    """The gap is not negative for 0 <= s <= 1: it is concave and 0 at both ends."""
    s, g = chord.parameter, chord.gap
    first = derivative(g, s)
    second = derivative(first, s)
    inside, unit = chord.domain(is_open=True), chord.domain(is_open=False)
    if not all(prover.define(t, inside) for t in (g, first, second)) or not prover.define(g, unit):
        return None
    bends, ends = _bends(prover, chord, second), _ends(prover, g, unit, s)
    if bends is None or ends is None:
        return None
    bent = prover.have(Pattern(inside, s, second, (-1,), False), OneSign(bends))
    slope = bent and prover.have(Pattern(inside, s, first, (1, -1), False), Ladder(bent))
    above = slope and prover.have(Pattern(inside, s, g, (1,), False), Ladder(slope, *ends))
    whole = above and prover.have(Pattern(unit, s, g, (1,), False), Close(above))
    return whole and prover.have(Fact(unit, relation(">=", g, ZERO)), FromPattern(whole))


def _ends(prover: Prover, g: Term, unit: Domain, s: str) -> tuple[str, str] | None:
    """g(0) == 0 and g(1) == 0."""
    found = []
    for end in (ZERO, ONE):
        value = substitute(g, {s: end})
        known = prover.define(value, unit.without(s))
        found.append(prover.have(Fact(unit.without(s), relation("==", value, ZERO)), Identity()) if known else None)
    left, right = found
    return (left, right) if left and right else None


def _bends(prover: Prover, chord: Chord, second: Term) -> str | None:
    """g'' <= 0 for 0 < s < 1, from f'' >= 0, a lemma on the whole range of x."""
    x, conditions = chord.symbol, chord.fact.domain.conditions
    wide = Domain(chord.fact.domain.ranges, tuple(c for c in conditions if x not in c.free))
    curved = relation(">=", derivative(derivative(chord.f, x), x), ZERO)
    lemma = prover.prove_lemma(Fact(wide, curved))
    inside, r, needed = chord.domain(is_open=True), wide.range(x), []
    if lemma is None or not prover.define(chord.point, inside):
        return None
    needed += [relation(">" if r.lower_open else ">=", chord.point, r.lower)] if r.lower is not None else []
    needed += [relation("<" if r.upper_open else "<=", chord.point, r.upper)] if r.upper is not None else []
    within, at = _all(prover, inside, *needed), substitute(curved, {x: chord.point})
    if within is None or not prover.define(at, inside):
        return None
    there = prover.have(Fact(inside, at), Instance(lemma, ((x, chord.point),), within))
    width = power(sub(chord.high, chord.low), TWO)
    return there and prover.have(Fact(inside, relation("<=", second, ZERO)), Combine(((there, width),)))


def _all(prover: Prover, domain: Domain, *relations: Term) -> tuple[str, ...] | None:
    steps = []
    for r in relations:
        step = prover.prove(Fact(domain, r))
        if step is None:
            return None
        steps.append(step)
    return tuple(steps)
