"""The second opinion: every verdict is compared with mpmath on a grid of the claim's domain.

The opinion is three-valued. *contradicts*: at some exact point the numbers say the opposite of the verdict, beyond
their own error bound, at two precisions. *agrees*: at least one point was decided, and in favour. *inconclusive*:
nothing could be decided (slack below what can be seen, no point that satisfies the hypotheses, no usable value), or
numbers against the verdict rest on quadrature or a truncated series, whose error is a guess.
The sample is deterministic: a fixed grid and a seeded generator; work is counted in operations, not in seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import islice, product
from random import Random
from typing import Any, Union

from mpmath import libmp as mp

from ...kernel.statements import Claim, Point, Range
from ...kernel.substitution import substitute
from ...kernel.terms import Term, num
from ..outcome import Sampled
from .face import Ends, face
from .program import Program
from .values import (
    Exhausted,
    Machine,
    NotDefined,
    Unevaluable,
    Value,
    approx,
    difference,
    holds,
    magnitude,
    negative,
    sign,
)

WORK = 20_000  # operations of one opinion at the lower precision: tens of milliseconds
LEAST_POINTS = 24  # points tried even for costly claims, while the work lasts
MARGIN = 20  # bits by which a wrong sign must exceed its error bound to contradict
TIGHTEST = 8  # points that tell the face where the claim is tightest
RECHECKED = 12  # points looked at again at the higher precision

Coordinate = Union[Fraction, Term]
Coordinates = Mapping[str, Coordinate]


@dataclass(frozen=True)
class Seen:
    """One point with the slack there: >= 0 (or > 0) means that the claim holds."""

    coordinates: Coordinates
    slack: Value
    size: float  # the binary magnitude of the larger side

    @property
    def margin(self) -> float:
        """Bits by which the slack exceeds its error."""
        return float("inf") if isinstance(self.slack, Fraction) else magnitude(self.slack[0]) - 1 - self.slack[1]

    def vanishes(self, bits: int) -> bool:
        """Zero as far as one can see, and at least `bits` are seen."""
        return sign(self.slack) is None and max(magnitude(self.slack[0]), self.slack[1]) < self.size - bits  # type: ignore[index]


def second_opinion(
    claim: Claim, verdict: str, digits: int = 50, points: int = 400, extra: Sequence[Point] = ()
) -> Sampled:
    """What mpmath says about `verdict` (proved, refuted, undefined or open), at `extra` and on `points` of a grid."""
    judge = _Judge(claim, digits)
    handed = [dict(point) for point in extra]
    seen: list[Seen] = []
    judge.collect(handed, seen)
    at_points = judge.on_points(verdict, handed)
    judge.collect(judge.sample(points), seen)
    opinion = judge.on_sample(seen) if verdict == "proved" else at_points
    smallest = judge.smallest(seen)
    if smallest is None:
        return Sampled(len(seen), digits, "", (), opinion)
    sharp = judge.again(smallest) or smallest
    tightest = [s.coordinates for s in judge.tightest(seen)]
    where = face(claim.domain, judge.ends, tightest, [s.coordinates for s in seen])
    return Sampled(len(seen), digits, _decimal(sharp.slack), judge.point(smallest.coordinates), opinion, where)


def _decimal(slack: Value) -> str:
    """Six digits; an undecided slack is printed as the bound below which it lies."""
    if sign(slack) is None:
        bound = max(magnitude(slack[0]), slack[1]) + 1  # type: ignore[index]
        return f"<1e{int(bound * 0.30103) + (bound > 0)}"
    return mp.to_str(approx(slack, 64)[0], 6) if sign(slack) else "0"


class _Judge:
    """The compiled claim: hypotheses, solved equations, both sides; at two precisions."""

    def __init__(self, claim: Claim, digits: int) -> None:
        self.claim = claim
        self.low = Machine(int(digits * 3.33) + 10, WORK)
        self.high = Machine(int(digits * 6.66) + 10, WORK)
        self.solved, hypotheses = _solve(claim)
        self.hypotheses = [(c.op, Program(c.args)) for c in hypotheses]
        self.sides = Program([claim.lhs, claim.rhs])
        self.formulas = {name: Program([t]) for name, t in self.solved.items()}
        programs = [self.sides, *(p for _, p in self.hypotheses), *self.formulas.values()]
        self.heuristic = any(p.heuristic for p in programs)
        self.low.work *= 3 if self.heuristic else 1
        self.closed: dict[tuple[Term, int], Value] = {}
        self.ends: dict[str, Ends] = {
            r.name: (self._approximate(r.lower), self._approximate(r.upper)) for r in claim.domain.ranges
        }

    # -- evaluation

    def collect(self, candidates: Sequence[Coordinates] | Iterator[Coordinates], seen: list[Seen]) -> None:
        """Append every candidate that satisfies domain and hypotheses and can be evaluated, while work lasts."""
        try:
            for coordinates in candidates:
                try:
                    env = self.environment(coordinates, self.low)
                    if self.admissible(coordinates, env, self.low):
                        seen.append(self.look(coordinates, env, self.low))
                except Unevaluable:
                    continue
        except Exhausted:
            return

    def environment(self, coordinates: Coordinates, machine: Machine) -> dict[str, Value]:
        env = {name: self.value(c, machine) for name, c in coordinates.items()}
        for name, formula in self.formulas.items():
            if name not in env:
                env[name] = formula.run(env, machine)[0]
        return env

    def value(self, c: Coordinate, machine: Machine) -> Value:
        if isinstance(c, Fraction):
            return c
        key = (c, machine.prec)
        if key not in self.closed:
            self.closed[key] = Program([c]).run({}, machine)[0]
        return self.closed[key]

    def look(self, coordinates: Coordinates, env: Mapping[str, Value], machine: Machine) -> Seen:
        left, right = self.sides.run(env, machine)
        size = max(magnitude(approx(side, 64)[0]) for side in (left, right))
        relation = self.claim.relation
        if relation in (">", ">="):
            left, right = right, left
        gap = difference(right, left, machine.prec)
        if relation == "==":
            gap = -abs(gap) if isinstance(gap, Fraction) else negative((mp.mpf_abs(gap[0]), gap[1]))
        return Seen(coordinates, gap, size)

    def admissible(self, coordinates: Coordinates, env: Mapping[str, Value], machine: Machine) -> bool | None:
        """Whether the point is in the domain and satisfies every hypothesis; None when that is too close to call."""
        answers: list[bool | None] = []
        for r in self.claim.domain.ranges:
            v = env[r.name]
            answers.append(not r.integer or (isinstance(v, Fraction) and v.denominator == 1))
            for end, is_open, op in ((r.lower, r.lower_open, ">"), (r.upper, r.upper_open, "<")):
                if end is not None and (is_open or coordinates.get(r.name) is not end):
                    answers.append(holds(op if is_open else op + "=", v, self.value(end, machine), machine.prec))
        for name, formula in self.formulas.items():
            if name in coordinates:  # an equation can be seen to fail, never to hold
                answers.append(holds("==", env[name], formula.run(env, machine)[0], machine.prec) is not False)
        for op, program in self.hypotheses:
            if False in answers:
                return False
            a, b = program.run(env, machine)
            answers.append(holds(op, a, b, machine.prec))
        return False if False in answers else None if None in answers else True

    def again(self, seen: Seen) -> Seen | None:
        """The same point at the higher precision, if it can be evaluated there."""
        try:
            return self.look(seen.coordinates, self.environment(seen.coordinates, self.high), self.high)
        except (Unevaluable, Exhausted):
            return None

    # -- judgement

    def tendency(self, seen: Seen) -> int:
        """1 the claim holds there, -1 it fails there, well beyond the error bound; 0 undecided."""
        s = sign(seen.slack)
        if s is None or (s and seen.margin < MARGIN):
            return 0
        return s or (-1 if self.claim.relation in ("<", ">") else 1)

    def certain(self, seen: Seen) -> int:
        """The tendency if both precisions have it and agree on the slack to five digits, else 0."""
        first, sharp = self.tendency(seen), self.again(seen)
        same = sharp is not None and self.tendency(sharp) == first and _agree(seen.slack, sharp.slack)
        return first if same else 0

    def on_sample(self, seen: Sequence[Seen]) -> str:
        """Whether the sample agrees with `proved`."""
        against = sorted((s for s in seen if self.tendency(s) < 0), key=lambda s: -s.margin)
        if any(self.certain(s) < 0 for s in against[:RECHECKED]):
            return "inconclusive" if self.heuristic else "contradicts"
        if any(self.tendency(s) > 0 for s in seen):
            return "agrees"
        strict = self.claim.relation in ("<", ">")
        for s in islice((s for s in seen if not self.tendency(s)), RECHECKED):
            sharp = self.again(s)
            if sharp is not None and (self.tendency(sharp) > 0 or (not strict and sharp.vanishes(self.low.prec // 2))):
                return "agrees"
        return "inconclusive"

    def on_points(self, verdict: str, handed: Sequence[Coordinates]) -> str:
        """Whether the given points agree with `refuted` (in the domain, and failing) or with `undefined`."""
        if verdict not in ("refuted", "undefined") or not handed:
            return "inconclusive"
        opinions = {self._on_point(verdict, coordinates) for coordinates in handed}
        return next(o for o in ("contradicts", "inconclusive", "agrees") if o in opinions)

    def _on_point(self, verdict: str, coordinates: Coordinates) -> str:
        try:
            env = self.environment(coordinates, self.low)
            if self.admissible(coordinates, env, self.low) is False:
                return "inconclusive" if self.heuristic else "contradicts"
            seen = self.look(coordinates, env, self.low)
        except NotDefined:
            return "agrees" if verdict == "undefined" else "inconclusive"
        except (Unevaluable, Exhausted):
            return "inconclusive"
        if self.certain(seen) > 0:
            return "inconclusive" if self.heuristic else "contradicts"
        sharp = self.again(seen) or seen
        return "agrees" if verdict == "refuted" and self.tendency(sharp) < 0 else "inconclusive"

    def smallest(self, seen: Sequence[Seen]) -> Seen | None:
        """The point with the least slack, the first of several."""
        return next(iter(self.tightest(seen)), None)

    def tightest(self, seen: Sequence[Seen]) -> list[Seen]:
        """The points with the least slack, each once, and all that have as little as the last of them.

        A slack that vanishes counts as zero, one that is lost in its error does not count.
        """
        known: list[tuple[Any, Seen]] = []
        for s in {tuple(s.coordinates.items()): s for s in seen}.values():
            zero = s.vanishes(24)
            if zero or sign(s.slack) is not None:
                known.append((mp.fzero if zero else approx(s.slack, 64)[0], s))
        known.sort(key=cmp_to_key(_by_slack))
        few = max(1, min(TIGHTEST, len(known) // 4))
        return [s for x, s in known if mp.mpf_le(x, known[few - 1][0])]

    # -- the sample

    def point(self, coordinates: Coordinates) -> Point:
        exact = {n: num(c) if isinstance(c, Fraction) else c for n, c in coordinates.items()}
        for name, t in self.solved.items():
            if name not in exact:
                exact[name] = substitute(t, exact)
        return tuple((name, exact[name]) for name in self.claim.domain.names)

    def sample(self, points: int) -> Iterator[Coordinates]:
        """Candidates: the grid first, then random mixtures; more of them when hypotheses will drop some."""
        free = [r for r in self.claim.domain.ranges if r.name not in self.solved]
        wanted = max(LEAST_POINTS, min(points, WORK // max(1, self.sides.cost)))
        if not free:
            return iter([{}])
        axes = [_axis(r, self.ends[r.name]) for r in free]
        if len(free) == 1:
            grid: Iterator[Coordinates] = ({free[0].name: c} for c in axes[0])
        else:
            grid = _corners([r.name for r in free], axes, wanted // 3)
        return islice(_then(grid, self._mixtures(free, axes)), 2 * wanted if self.hypotheses else wanted)

    def _mixtures(self, free: Sequence[Range], axes: Sequence[Sequence[Coordinate]]) -> Iterator[Coordinates]:
        """Endless random points: values of the axes, fresh ones, and values close to those of another symbol."""
        rng = Random(0)
        while True:
            chosen: dict[str, Coordinate] = {}
            for r, axis in zip(free, axes, strict=True):
                manner = rng.random()
                others = [c for c in chosen.values() if isinstance(c, Fraction)]
                if manner < 0.2 and others:
                    near = rng.choice(others) * (1 + rng.choice((-1, 0, 1)) * Fraction(1, 10 ** rng.randrange(1, 12)))
                    chosen[r.name] = Fraction(round(near)) if r.integer else near
                elif manner < 0.5 and axis:  # of a range whose ends are out of reach there are no values
                    chosen[r.name] = rng.choice(axis)
                else:
                    chosen[r.name] = _random(r, self.ends[r.name], rng)
            yield chosen

    def _approximate(self, end: Term | None) -> Fraction | None:
        """A rational beside the end, or None when it is infinite or out of reach."""
        if end is None:
            return None
        try:
            v = self.value(end, self.low)
        except (Unevaluable, Exhausted):
            return None
        if isinstance(v, Fraction):
            return v
        return Fraction(*map(int, mp.to_rational(v[0]))) if abs(magnitude(v[0])) < 4096 else None


def _by_slack(a: tuple[Any, Seen], b: tuple[Any, Seen]) -> int:
    return int(mp.mpf_cmp(a[0], b[0]))


def _agree(a: Value, b: Value) -> bool:
    """The two evaluations agree to five digits."""
    x, y = approx(a, 64)[0], approx(b, 64)[0]
    return magnitude(mp.mpf_sub(x, y, 64, "n")) <= magnitude(y) - 17


def _then(*parts: Iterator[Coordinates]) -> Iterator[Coordinates]:
    for part in parts:
        yield from part


def _solve(claim: Claim) -> tuple[dict[str, Term], list[Term]]:
    """Hypotheses `symbol == expression` as formulas for the symbol, each free of the symbols solved, and the rest."""
    solved: dict[str, Term] = {}
    rest: list[Term] = []
    for c in (*claim.given, *claim.domain.conditions):
        for a, b in ((c.lhs, c.rhs), (c.rhs, c.lhs)):
            name = str(a.value)
            used = b.free | {n for t in solved.values() for n in t.free}
            fresh = a.op == "sym" and name not in solved and name not in used and not b.free & solved.keys()
            if c.op == "==" and fresh:
                solved[name] = b
                break
        else:
            rest.append(c)
    return solved, rest


def _corners(names: Sequence[str], axes: Sequence[Sequence[Coordinate]], most: int) -> Iterator[Coordinates]:
    """A small full grid: the first values of every axis."""
    each = max(2, int(most ** (1 / len(names))))
    for values in islice(product(*(axis[:each] for axis in axes)), most):
        yield dict(zip(names, values, strict=True))


_SMALL = [Fraction(p) for p in (0, 1, -1, 2, -2, 3, -3, 5, 10, -10, 4, 20, 50, 100, -50)]
_SMALL += [Fraction(p, q) for p, q in ((1, 2), (-1, 2), (1, 3), (2, 3), (3, 2), (1, 10), (-1, 3), (99, 100), (7, 2))]


def _axis(r: Range, ends: Ends) -> list[Coordinate]:
    """The values of one symbol: closed ends, values beside the ends, powers of ten, small rationals."""
    low, high = ends
    found: dict[Coordinate, None] = {}
    for end, rational, is_open in ((r.lower, low, r.lower_open), (r.upper, high, r.upper_open)):
        if end is not None and not is_open:
            found[rational if end.op == "num" and rational is not None else end] = None
    if r.integer:
        start = low.__ceil__() if low is not None else 0 if high is None else high.__floor__() - 20
        steps = [*range(12), *(10**k for k in range(2, 7)), 16, 25, 64]
        inner = [Fraction(start + k) for k in steps] + [Fraction(-k) for k in steps if low is None]
    else:
        inner = [*_SMALL, *_beside(low, high)]
    for c in inner:
        if (low is None or low < c) and (high is None or c < high):
            found[c] = None
    return list(found)


def _beside(low: Fraction | None, high: Fraction | None) -> Iterator[Fraction]:
    """Powers of ten times the width from the finite ends; from zero in both directions when there is none."""
    width = high - low if low is not None and high is not None else Fraction(1)
    if low is not None and high is not None:
        yield from (low + width * Fraction(j, 8) for j in (4, 1, 7, 2, 6, 3, 5))
    for k in (3, -6, 1, -1, 6, -3, 12, -2, 2, -4, 20, 4, -5, 5, 16, 8, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19):
        step = width * Fraction(10) ** -k
        if low is not None:
            yield low + step
        if high is not None:
            yield high - step
        if low is None and high is None and k <= 12:
            yield step
            yield -step


def _random(r: Range, ends: Ends, rng: Random) -> Fraction:
    """A random value: even on a bounded range, over many magnitudes on an unbounded one."""
    low, high = ends
    if low is not None and high is not None:
        if r.integer:
            return Fraction(rng.randint(low.__ceil__(), max(low.__ceil__(), high.__floor__())))
        even, small = Fraction(rng.randrange(1, 10**6), 10**6), Fraction(1, 10 ** rng.randrange(1, 9))
        share = even if rng.random() < 0.7 else small
        return low + (high - low) * (share if rng.random() < 0.8 else 1 - share)
    size = Fraction(rng.randrange(1000, 10000), 1000) * Fraction(10) ** rng.choice((-1, 0, 0, -1, -2, 1, -4, 2, -7, 4))
    if r.integer:
        size = Fraction(size.__ceil__())
    if low is not None:
        return low + size
    if high is not None:
        return high - size
    return size if rng.random() < 0.5 else -size
