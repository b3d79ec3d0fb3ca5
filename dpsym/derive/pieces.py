"""The pieces of the range of one symbol on which a claim holds, or fails: places where validity may change, and proofs in between.

The ends of the pieces are zeros of the gap between the sides: named where they have a closed form, isolated to 12 digits otherwise.
"""

from __future__ import annotations

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
from ..search.work import operations
from .constants import decimals_around, written
from .levels import gap
from .locating import PREC
from .naming import at, related, solved
from .numbers import Numbers
from .posing import Bench, checked
from .results import ValidRegion

FINE = 200
MAX_CUTS = 40
MAX_JUMPS = 12  # values of floor and ceil, on both sides of 0, at which the range is cut
DEPTH = 2  # how often a piece is cut in two if there is no proof for the whole


@dataclass(frozen=True)
class Cut:
    """A place where validity may change: exact, or between two decimals; `hole` if the claim has no value there.

    At a jump the claim has a value of its own: the place is a piece.
    """

    low: Term
    high: Term
    hole: bool = False
    jump: bool = False

    @property
    def exact(self) -> bool:
        return self.low is self.high


class Search:
    """The pieces of the range of a symbol; other symbols are for those who build on it."""

    def __init__(self, claim: Claim, name: str, bench: Bench) -> None:
        self.claim, self.name, self.bench = claim, name, bench
        self.range = claim.domain.range(name)
        self.strict = claim.relation in ("<", ">")
        self.region = Region(claim, name, ())
        self.jumps: tuple[Term, ...] = ()  # places of floor and ceil

    # -- one symbol -------------------------------------------------------------------------------------------

    def along(self) -> ValidRegion:
        slack = gap(self.claim)
        self.slack = slack
        try:
            self.program = Numbers([slack], (self.name,), point=True)
        except Unsupported:
            return self.open("the claim could not be evaluated")
        undefined = self._undefined()
        if undefined:
            return self.open(undefined)
        cuts = self.cuts()
        self.bench.say(f"{len(cuts)} places where validity may change")
        found = self._assembled(cuts, 4.0, 0 if any(_nested(c) for c in cuts) else DEPTH)
        if isinstance(found, str) and any(c.exact and c.low.op != "num" and not c.hole for c in cuts):
            self.bench.say("no proof up to the exact ends; isolating them")
            found = self._assembled([self.loosened(c) for c in cuts], 10.0, DEPTH)
        return self.answer(found) if isinstance(found, Region) else self.open(found)

    def _assembled(self, cuts: list[Cut], seconds: float, depth: int) -> Region | str:
        """The region with these cuts, checked; or what could not be shown."""
        pieces: list[Piece] = []
        for kind, r in self._plan(cuts):
            if kind == "gap":
                pieces.append(Gap(r))
                continue
            found = self.proved(kind, r, depth, seconds)
            if found is None:
                return f"no proof that the claim {kind} on {range_text(r)}"
            pieces += found
        region = replace(self.region, pieces=tuple(pieces))
        return region if isinstance(checked(region), Found) else "the kernel did not accept the pieces"

    def loosened(self, cut: Cut) -> Cut:
        """Two decimals around an exact zero that is not rational."""
        if not cut.exact or cut.hole or cut.low.op == "num":
            return cut
        low, high = decimals_around(enclose(cut.low, PREC))
        return Cut(num(low), num(high))

    def sign(self, x: fmpq) -> int | None:
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
            missing = missing + 1 if self.sign(x) is None else 0
            if missing >= 3:
                seen = refute(self.claim, ((self.name, num(simplest_between(x, x))),))
                if isinstance(seen, Undefined):
                    where = point_text(seen.point)
                    return f"the claim is undefined at {where}: {term_text(seen.where)}, {seen.why}; restrict its range"
        return ""

    def cuts(self) -> list[Cut]:
        found: list[tuple[arb, Cut]] = []

        def add(t: Term, hole: bool = False, jump: bool = False) -> None:
            about = enclose(t, PREC)
            if about.is_finite() and self._inside(about):
                with precision(PREC):
                    if all(abs(about - other) > arb(10) ** -30 for other, _ in found):
                        found.append((about, Cut(t, t, hole, jump)))

        self.jumps = tuple(self._jumps())
        for t in self.jumps:
            add(t, jump=True)
        for t in self._holes():
            add(t, True)
        for t in roots(self.slack, self.name, self.claim.domain, self.bench.work):
            if not t.free:
                add(written(t)[0] if t.op != "num" else t)
        for direction in (self.slack, fold(sub(num(0), self.slack))):
            for m in minima(direction, self.name, self.range, self.bench.work):
                if m.exact is not None:
                    add(m.exact)
        points = [(x, s) for x in self._grid() if (s := self.sign(x)) is not None]
        for (a, u), (b, v) in pairwise(points):
            if v == 0 and u:
                add(num(b))
            if u * v < 0 and not any(arb(a) <= about <= arb(b) for about, _ in found):
                self._isolated(a, b, u, found, add)
        found.sort(key=lambda pair: float(pair[0].mid()))
        return [cut for _, cut in found[:MAX_CUTS]]

    def _isolated(self, a: fmpq, b: fmpq, before: int, found: list[tuple[arb, Cut]], add: Any) -> None:
        """The change of sign between a and b: a closed form of its place, or two decimals around it."""
        for _ in range(FINE):
            middle = (a + b) / 2
            s = self.sign(middle)
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

    def _jumps(self) -> Iterator[Term]:
        """Where the argument of floor or ceil is an integer, as far as the values of the grid go."""
        for u in dict.fromkeys(u for u in subterms(self.slack) if u.op in ("floor", "ceil") and u.free == {self.name}):
            program = Numbers([u.args[0]], (self.name,), point=True)
            with precision(PREC):
                values = [program.run((arb(x),), PREC)[0] for x in grid(self.range)]
            seen = [float(v.mid()) for v in values if v.is_finite()]
            if not seen:
                continue
            first, last = max(int(min(seen)) - 1, -MAX_JUMPS), min(int(max(seen)) + 1, MAX_JUMPS)
            for k in range(first, last + 1):
                at_integer = sub(u.args[0], num(k))
                yield from (r for r in roots(at_integer, self.name, self.claim.domain, self.bench.work) if not r.free)

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
            plan += self._apart_from_ends(kind, self.piece(kind, left, right))
            if right is not None and right.jump:
                here = satisfied(self.claim.statement, {self.name: right.low})
                plan.append(("holds" if here else "fails", Range(self.name, right.low, right.low, False, False)))
            elif right is not None and not (right.exact and not right.hole):
                plan.append(("gap", Range(self.name, right.low, right.high, not right.exact, not right.exact)))
        return self._merged(plan, cuts)

    def _apart_from_ends(self, kind: str, r: Range) -> list[tuple[str, Range]]:
        """A piece; closed ends of the whole range at which the claim jumps are pieces of their own."""
        own: list[tuple[str, Range]] = [(kind, r)]
        for end, is_open, place in ((r.lower, r.lower_open, 0), (r.upper, r.upper_open, 1)):
            whole = self.range.upper if place else self.range.lower
            if end is None or is_open or end is not whole or not any(compare_closed(t, end) == 0 for t in self.jumps):
                continue
            here = "holds" if satisfied(self.claim.statement, {self.name: end}) else "fails"
            if here != kind:
                r = Range(self.name, r.lower, r.upper, r.lower_open or not place, r.upper_open or bool(place))
                own[own.index(next(o for o in own if o[0] == kind))] = kind, r
                own.insert(len(own) * place, (here, Range(self.name, end, end, False, False)))
        return own

    def _kind(self, low: Term | None, high: Term | None) -> str:
        inner = grid(Range(self.name, low, high))
        signs = [s for x in inner[:: max(1, len(inner) // 24)] if (s := self.sign(x)) is not None]
        equal = bool(signs) and not any(signs) and not self.strict  # the sides are the same
        return "holds" if sum(signs) > 0 or equal else "fails"

    def piece(self, kind: str, left: Cut | None, right: Cut | None) -> Range:
        """Ends at exact zeros are closed on the side where equality counts; decimals around an isolated zero always are."""
        r = self.range
        includes = (kind == "holds") != self.strict

        def is_open(cut: Cut) -> bool:
            return cut.hole or cut.jump or (cut.exact and not includes)

        low, low_open = (r.lower, r.lower_open) if left is None else (left.high, is_open(left))
        high, high_open = (r.upper, r.upper_open) if right is None else (right.low, is_open(right))
        return Range(self.name, low, high, low_open, high_open)

    def _merged(self, plan: list[tuple[str, Range]], cuts: list[Cut]) -> list[tuple[str, Range]]:
        """Neighbours of one kind are one piece if both include the cut; a cut that neither includes is a piece of its own."""
        out: list[tuple[str, Range]] = []
        for kind, r in plan:
            if out and kind != "gap" and out[-1][0] == kind:
                before = out[-1][1]
                touching = before.upper is r.lower and not (before.upper_open and r.lower_open)
                if touching and (not (before.upper_open or r.lower_open) or self._jumping(cuts, r.lower)):
                    out[-1] = kind, Range(self.name, before.lower, r.upper, before.lower_open, r.upper_open)
                    continue
                if before.upper is r.lower and before.upper is not None:
                    other = "fails" if kind == "holds" else "holds"
                    out.append((other, Range(self.name, r.lower, r.lower, False, False)))
            out.append((kind, r))
        return out

    def _at_jumps(self, r: Range) -> list[Range]:
        """A piece in parts between places where the claim jumps, and these places."""
        inside = [
            t
            for t in self.jumps
            if (r.lower is None or compare_closed(r.lower, t) == -1)
            and (r.upper is None or compare_closed(t, r.upper) == -1)
        ]
        inside.sort(key=lambda t: float(enclose(t, PREC).mid()))
        low, low_open, parts = r.lower, r.lower_open, []
        for t in inside:
            parts += [Range(self.name, low, t, low_open, True), Range(self.name, t, t, False, False)]
            low, low_open = t, True
        return [*parts, Range(self.name, low, r.upper, low_open, r.upper_open)]

    def _jumping(self, cuts: list[Cut], at: Term | None) -> bool:
        return any(c.jump and c.low is at for c in cuts)

    def proved(self, kind: str, r: Range, depth: int, seconds: float) -> list[Piece] | None:
        found: Piece | None
        if kind == "holds":
            found = self.bench.holds(self.region, r, seconds=seconds)
        else:
            found = self.bench.fails(self.region, r, ((self.name, sym(self.name)),), r, seconds=seconds)
        if found is not None:
            return [found]
        parts = self._at_jumps(r) if depth and self.bench.refuted is None else []
        if len(parts) > 1:
            several = [self.proved(kind, part, 0, seconds) for part in parts]
            return None if any(p is None for p in several) else [q for p in several if p for q in p]
        half = middle(r)
        if depth == 0 or half is None or self.bench.refuted is not None:
            return None
        found_all: list[Piece] = []
        for part in (
            Range(self.name, r.lower, half, r.lower_open, False),
            Range(self.name, half, r.upper, False, r.upper_open),
        ):
            more = self.proved(kind, part, depth - 1, seconds)
            if more is None:
                return None
            found_all += more
        return found_all

    # -- integers ---------------------------------------------------------------------------------------------

    def integers(self) -> ValidRegion:
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
            found = self.proved(kind, Range(self.name, num(a), end[0], False, end[1], True), 0, 10.0)
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


def middle(r: Range) -> Term | None:
    """A simple number inside a range."""
    points = grid(r)
    if len(points) < 8:
        return None
    a, b = points[len(points) // 2 - 1], points[len(points) // 2 + 1]
    found = num(simplest_between(a, b))
    inside = all(e is None or compare_closed(e, found) not in (0, None) for e in (r.lower, r.upper))
    return found if inside else None
