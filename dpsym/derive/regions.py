"""Exactly where a claim holds along one symbol: pieces on which it, or its negation at some point, is proved; they cover the range.

The ends of the pieces are zeros of the gap between the sides: named where they have a closed form, isolated to 12 digits otherwise.
With other symbols, for all values of which the claim is to hold, validity goes one way as a rule, and the question is that of the best
constant; or the others are eliminated where the gap is smallest.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from flint import arb, fmpq

from ..kernel.arithmetic.balls import Unsupported, precision
from ..kernel.arithmetic.closed import compare_closed
from ..kernel.arithmetic.defined import obligations
from ..kernel.reals.check import refute
from ..kernel.reals.findings import Found, Gap, Piece, Region
from ..kernel.reals.points import satisfied
from ..kernel.reals.quadrature import enclose
from ..kernel.statements import Claim, Range
from ..kernel.substitution import substitute
from ..kernel.terms import Term, num, sub, subterms, sym
from ..kernel.verdicts import Undefined
from ..report.findings import is_exact, pieces_of
from ..report.text import point_text, range_text, term_text
from ..search.exact_roots import fold, kinks, roots
from ..search.profile import grid, guesses, minima
from ..search.refuting.sampling import simplest_between
from ..search.work import OutOfSteps, operations
from .constants import constant_region, decimals_around, written
from .levels import gap
from .locating import PREC
from .naming import at, related, solved
from .numbers import Numbers
from .posing import Bench, Progress, QuestionError, checked, one_claim
from .results import ValidRegion

FINE = 200
MAX_CUTS = 40
DEPTH = 2  # how often a piece is cut in two if there is no proof for the whole


def valid_region(
    claim: Any,
    symbol: Any,
    where: Any = (),
    given: Any = (),
    forall: Any = None,
    let: Any = (),
    timeout: float = 60,
    progress: Progress | None = None,
) -> ValidRegion:
    """Which values of the symbol make the claim true for all values of the others (`forall` may name them)."""
    start = time.perf_counter()
    name, question = str(symbol), one_claim(claim, where, given, let)
    _check_question(question, name, forall)
    bench = Bench(timeout, progress)
    try:
        found = _Search(question, name, bench).run()
    except OutOfSteps:
        found = ValidRegion(None, "the steps of the time limit are used up", 0.0, question, name, "open")
    return replace(found, seconds=time.perf_counter() - start)


def _check_question(claim: Claim, name: str, forall: Any) -> None:
    if name not in claim.domain.names:
        all_names = ", ".join(claim.domain.names) or "no symbols"
        raise QuestionError(f"found no {name} in the claim, which has {all_names}; expected the symbol of the region")
    others = set(claim.domain.names) - {name}
    if forall is not None:
        said = {str(s) for s in ((forall,) if isinstance(forall, str) else forall)}
        if said != others:
            raise QuestionError(
                f"found forall {', '.join(sorted(said)) or 'nothing'}, expected the symbols besides {name}: "
                f"{', '.join(sorted(others)) or 'none'}"
            )


@dataclass(frozen=True)
class Cut:
    """A place where validity may change: exact, or between two decimals; `hole` if the claim has no value there."""

    low: Term
    high: Term
    hole: bool = False

    @property
    def exact(self) -> bool:
        return self.low is self.high


class _Search:
    def __init__(self, claim: Claim, name: str, bench: Bench) -> None:
        self.claim, self.name, self.bench = claim, name, bench
        self.range = claim.domain.range(name)
        self.strict = claim.relation in ("<", ">")
        self.region = Region(claim, name, ())

    def run(self) -> ValidRegion:
        if len(self.claim.domain.names) > 1:
            return self._quantified()
        if self.claim.given or self.claim.domain.conditions:
            return self.open("found conditions that are not ranges, expected the range of one symbol")
        return self._along() if not self.range.integer else self._integers()

    # -- several symbols --------------------------------------------------------------------------------------

    def _quantified(self) -> ValidRegion:
        region, reason = constant_region(self.claim, self.name, self.bench)
        if region is None:
            return self.open(reason)
        return self.answer(region)

    # -- one symbol -------------------------------------------------------------------------------------------

    def _along(self) -> ValidRegion:
        slack = gap(self.claim)
        self.slack = slack
        try:
            self.program = Numbers([slack], (self.name,), point=True)
        except Unsupported:
            return self.open("the claim could not be evaluated")
        undefined = self._undefined()
        if undefined:
            return self.open(undefined)
        cuts = self._cuts()
        self.bench.say(f"{len(cuts)} places where validity may change")
        found = self._assembled(cuts, 4.0, 0 if any(_nested(c) for c in cuts) else DEPTH)
        if isinstance(found, str) and any(c.exact and c.low.op != "num" and not c.hole for c in cuts):
            self.bench.say("no proof up to the exact ends; isolating them")
            found = self._assembled([self._loosened(c) for c in cuts], 10.0, DEPTH)
        return self.answer(found) if isinstance(found, Region) else self.open(found)

    def _assembled(self, cuts: list[Cut], seconds: float, depth: int) -> Region | str:
        """The region with these cuts, checked; or what could not be shown."""
        pieces: list[Piece] = []
        for kind, r in self._plan(cuts):
            if kind == "gap":
                pieces.append(Gap(r))
                continue
            found = self._proved(kind, r, depth, seconds)
            if found is None:
                return f"no proof that the claim {kind} on {range_text(r)}"
            pieces += found
        region = replace(self.region, pieces=tuple(pieces))
        return region if isinstance(checked(region), Found) else "the kernel did not accept the pieces"

    def _loosened(self, cut: Cut) -> Cut:
        """Two decimals around an exact zero that is not rational."""
        if not cut.exact or cut.hole or cut.low.op == "num":
            return cut
        low, high = decimals_around(enclose(cut.low, PREC))
        return Cut(num(low), num(high))

    def _sign(self, x: fmpq) -> int | None:
        self.bench.work.evaluate(operations(self.slack), 1, PREC)
        with precision(PREC):
            value = self.program.run((arb(x),), PREC)[0]
        return 1 if value > 0 else -1 if value < 0 else 0 if value.is_finite() and value.is_zero() else None

    def _grid(self) -> list[fmpq]:
        points = grid(self.range)
        dense: list[fmpq] = []
        for a, b in pairwise(points):
            dense += [a, a + (b - a) / 3, a + (b - a) * 2 / 3]
        return dense + points[-1:]

    def _undefined(self) -> str:
        """A stretch of the range where the claim has no meaning."""
        missing = 0
        for x in self._grid():
            missing = missing + 1 if self._sign(x) is None else 0
            if missing >= 3:
                seen = refute(self.claim, ((self.name, num(simplest_between(x, x))),))
                if isinstance(seen, Undefined):
                    where = point_text(seen.point)
                    return f"the claim is undefined at {where}: {term_text(seen.where)}, {seen.why}; restrict its range"
        return ""

    def _cuts(self) -> list[Cut]:
        found: list[tuple[arb, Cut]] = []

        def add(t: Term, hole: bool = False) -> None:
            about = enclose(t, PREC)
            if about.is_finite() and self._inside(about):
                with precision(PREC):
                    if all(abs(about - other) > arb(10) ** -30 for other, _ in found):
                        found.append((about, Cut(t, t, hole)))

        for t in self._holes():
            add(t, True)
        for t in roots(self.slack, self.name, self.claim.domain, self.bench.work):
            if not t.free:
                add(written(t)[0] if t.op != "num" else t)
        for direction in (self.slack, fold(sub(num(0), self.slack))):
            for m in minima(direction, self.name, self.range, self.bench.work):
                if m.exact is not None:
                    add(m.exact)
        points = [(x, s) for x in self._grid() if (s := self._sign(x)) is not None]
        for (a, u), (b, v) in pairwise(points):
            if v == 0:
                add(num(b))
            if u * v < 0 and not any(arb(a) <= about <= arb(b) for about, _ in found):
                self._isolated(a, b, u, found, add)
        found.sort(key=lambda pair: float(pair[0].mid()))
        return [cut for _, cut in found[:MAX_CUTS]]

    def _isolated(self, a: fmpq, b: fmpq, before: int, found: list[tuple[arb, Cut]], add: Any) -> None:
        """The change of sign between a and b: a closed form of its place, or two decimals around it."""
        for _ in range(FINE):
            middle = (a + b) / 2
            s = self._sign(middle)
            if not s:
                break
            a, b = (middle, b) if s == before else (a, middle)
        place = (a + b) / 2
        for guess in self._names(place):
            if at(guess, place):
                add(written(guess)[0])
                return
        with precision(PREC):
            low, high = decimals_around(arb(place))
            found.append((arb(place), Cut(num(low), num(high))))

    def _names(self, place: fmpq) -> Iterator[Term]:
        yield from guesses(place)
        yield from related(place)
        yield from solved(self.slack, self.name, place)

    def _holes(self) -> Iterator[Term]:
        """Numbers where a part of the claim has no value, or jumps."""
        for o in obligations(self.claim.statement):
            if not o.bound and o.condition.free == {self.name}:
                t = sub(o.condition.lhs, o.condition.rhs)
                yield from (r for r in roots(t, self.name, self.claim.domain, self.bench.work) if not r.free)
        for t in kinks(self.slack):
            if t.free == {self.name}:
                for r in roots(t, self.name, self.claim.domain, self.bench.work):
                    if not r.free and enclose(self._at(r), PREC).is_finite() is False:
                        yield r

    def _at(self, r: Term) -> Term:
        return substitute(self.slack, {self.name: r})

    def _inside(self, x: arb) -> bool:
        r = self.range
        with precision(PREC):
            above = r.lower is None or x - enclose(r.lower, PREC) > arb(10) ** -40
            below = r.upper is None or enclose(r.upper, PREC) - x > arb(10) ** -40
        return bool(above and below)

    def _plan(self, cuts: list[Cut]) -> list[tuple[str, Range]]:
        """The pieces between the cuts, by the sign of the gap inside them; a cut belongs to the side that includes equality."""
        r, plan = self.range, []
        ends: list[Cut | None] = [None, *cuts, None]
        for left, right in pairwise(ends):
            low = r.lower if left is None else left.high
            high = r.upper if right is None else right.low
            kind = self._kind(low, high)
            plan.append((kind, self._piece(kind, left, right)))
            if right is not None and not (right.exact and not right.hole):
                plan.append(("gap", Range(self.name, right.low, right.high, not right.exact, not right.exact)))
        return self._merged(plan, cuts)

    def _kind(self, low: Term | None, high: Term | None) -> str:
        inner = grid(Range(self.name, low, high))
        signs = [s for x in inner[:: max(1, len(inner) // 24)] if (s := self._sign(x))]
        return "holds" if sum(signs) > 0 else "fails"

    def _piece(self, kind: str, left: Cut | None, right: Cut | None) -> Range:
        """Ends at exact zeros are closed on the side where equality counts; decimals around an isolated zero always are."""
        r = self.range
        includes = (kind == "holds") != self.strict

        def is_open(cut: Cut) -> bool:
            return cut.hole or (cut.exact and not includes)

        low, low_open = (r.lower, r.lower_open) if left is None else (left.high, is_open(left))
        high, high_open = (r.upper, r.upper_open) if right is None else (right.low, is_open(right))
        return Range(self.name, low, high, low_open, high_open)

    def _merged(self, plan: list[tuple[str, Range]], cuts: list[Cut]) -> list[tuple[str, Range]]:
        """Neighbours of one kind are one piece if both include the cut; a cut that neither includes is a piece of its own."""
        out: list[tuple[str, Range]] = []
        for kind, r in plan:
            if out and kind != "gap" and out[-1][0] == kind:
                before = out[-1][1]
                if not before.upper_open and not r.lower_open and before.upper is r.lower:
                    out[-1] = kind, Range(self.name, before.lower, r.upper, before.lower_open, r.upper_open)
                    continue
                if before.upper is r.lower and before.upper is not None:
                    other = "fails" if kind == "holds" else "holds"
                    out.append((other, Range(self.name, r.lower, r.lower, False, False)))
            out.append((kind, r))
        return out

    def _proved(self, kind: str, r: Range, depth: int, seconds: float) -> list[Piece] | None:
        found: Piece | None
        if kind == "holds":
            found = self.bench.holds(self.region, r, seconds=seconds)
        else:
            found = self.bench.fails(self.region, r, ((self.name, sym(self.name)),), r, seconds=seconds)
        if found is not None:
            return [found]
        middle = _middle(r)
        if depth == 0 or middle is None or self.bench.refuted is not None:
            return None
        found_all: list[Piece] = []
        for part in (
            Range(self.name, r.lower, middle, r.lower_open, False),
            Range(self.name, middle, r.upper, False, r.upper_open),
        ):
            half = self._proved(kind, part, depth - 1, seconds)
            if half is None:
                return None
            found_all += half
        return found_all

    # -- integers ---------------------------------------------------------------------------------------------

    def _integers(self) -> ValidRegion:
        """Runs of integers of one kind, among the first few hundred; the last run goes on to the end of the range."""
        r = self.range
        if r.lower is None or r.lower.op != "num":
            return self.open("found an integer symbol without a first value, expected a lower end")
        first = int((r.lower.number.floor() + 1) if r.lower_open else r.lower.number.ceil())
        last = None if r.upper is None or r.upper.op != "num" else int(r.upper.number.floor())
        runs: list[tuple[str, int, int]] = []
        for n in range(first, min(first + 400, (last if last is not None else first + 400) + 1)):
            self.bench.work.evaluate(operations(self.claim.lhs, self.claim.rhs))
            seen = satisfied(self.claim.statement, {self.name: num(n)})
            if seen is None:
                return self.open(f"the claim could not be evaluated at {self.name} = {n}")
            kind = "holds" if seen else "fails"
            if runs and runs[-1][0] == kind:
                runs[-1] = kind, runs[-1][1], n
            else:
                runs.append((kind, n, n))
        pieces: list[Piece] = []
        for i, (kind, a, b) in enumerate(runs):
            end = (r.upper, r.upper_open) if i == len(runs) - 1 else (num(b), False)
            found = self._proved(kind, Range(self.name, num(a), end[0], False, end[1], True), 0, 10.0)
            if found is None:
                return self.open(f"no proof that the claim {kind} from {self.name} = {a} on")
            pieces += found
        region = replace(self.region, pieces=tuple(pieces))
        if not isinstance(checked(region), Found):
            return self.open("the kernel did not accept the pieces")
        return self.answer(region)

    def answer(self, region: Region) -> ValidRegion:
        status = "exact" if is_exact(region) else "enclosed"
        return ValidRegion(region, "", 0.0, region.claim, self.name, status, pieces_of(region))

    def open(self, reason: str) -> ValidRegion:
        return ValidRegion(None, reason, 0.0, self.claim, self.name, "open")


def _nested(cut: Cut) -> bool:
    """Whether a root stands under a root: normal forms of such numbers take long."""
    rooted = [t for t in subterms(cut.low) if t.op == "sqrt"]
    return any(u.op == "sqrt" for t in rooted for u in subterms(t.args[0]))


def _middle(r: Range) -> Term | None:
    """A simple number inside a range."""
    points = grid(r)
    if len(points) < 8:
        return None
    a, b = points[len(points) // 2 - 1], points[len(points) // 2 + 1]
    found = num(simplest_between(a, b))
    inside = all(e is None or compare_closed(e, found) not in (0, None) for e in (r.lower, r.upper))
    return found if inside else None
