"""Where a claim holds for all values of its other symbols, where validity need not go one way along the symbol.

The gap is smallest, over the others, at ends of their ranges, in limits, or where its derivative vanishes: there it is a term in the
symbol alone, a *face*; where it grows without bound, what it is over a positive term. Where a face is negative the claim fails: at
the place itself, or on the way to a limit, the closer to it the smaller the face is. Where no face is negative it is claimed to hold,
and all of this is for the prover to show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flint import arb, fmpq

from ..kernel.arithmetic.balls import Unsupported, precision
from ..kernel.arithmetic.closed import compare_closed
from ..kernel.arithmetic.elements import NormalError
from ..kernel.arithmetic.field import Field
from ..kernel.reals.findings import Found, Gap, Piece, Values, failing
from ..kernel.reals.points import in_domain
from ..kernel.reals.quadrature import enclose
from ..kernel.statements import Claim, Domain, Range
from ..kernel.substitution import substitute
from ..kernel.terms import ONE, ZERO, Term, TermError, add, div, mul, neg, num, power, sub, sym
from ..kernel.verdicts import StepRejected
from ..report.text import range_text
from ..search.exact_roots import fold
from ..search.plausible import plausible
from ..search.profile import grid
from ..search.work import operations
from .constants import constant_region
from .levels import gap
from .locating import PREC, End, Landscape, Reached, limit_value
from .numbers import Numbers
from .pieces import DEPTH, Cut, Search, middle
from .posing import checked
from .results import ValidRegion

MAX_ORDER = 3  # to which the gap may vanish at an end
MAX_FACES = 12
RATES = (fmpq(1), fmpq(1, 4), fmpq(1, 20), fmpq(1, 200))
FAR_RATES = (fmpq(1, 2), fmpq(1, 10), fmpq(1, 100), fmpq(1, 10**4))


@dataclass(frozen=True)
class Face:
    """The gap, up to a positive factor, at a place of the other symbols, or in a limit."""

    value: Term
    at: Values
    tends: tuple[tuple[str, End], ...]


class Quantified(Search):
    """Several symbols: those besides the one in question go over all their values."""

    def run(self) -> ValidRegion:
        region, reason = constant_region(self.claim, self.name, self.bench)
        if region is not None:
            return self.answer(region)
        bound = [c for c in (*self.claim.domain.conditions, *self.claim.given) if self.name in c.free]
        if bound or self.range.integer:
            return self.open(reason)
        return self._by_faces(reason)

    def _by_faces(self, reason: str) -> ValidRegion:
        self.slack = gap(self.claim)
        self.faces = self._faces()
        if not self.faces:
            return self.open(reason)
        self.bench.say(f"{len(self.faces)} places where the other symbols may make the claim fail")
        self.values = Numbers([f.value for f in self.faces], (self.name,), point=True)
        cuts = self._all_cuts()
        found = self._pieces(cuts, 6.0)
        if isinstance(found, str) and any(c.exact and c.low.op != "num" for c in cuts):
            found = self._pieces([self.loosened(c) for c in cuts], 10.0)
        if isinstance(found, str):
            return self.open(found)
        region = replace(self.region, pieces=tuple(found))
        if not isinstance(checked(region), Found):
            return self.open("the kernel did not accept the pieces")
        return self.answer(region)

    # -- faces ------------------------------------------------------------------------------------------------

    def _faces(self) -> list[Face]:
        others = self.claim.domain.without(self.name)
        fixed = Domain((self.range,))
        landscape = Landscape(neg(self._scaled()), others, self.claim.given, self.bench.work, fixed, signs=True)
        found: dict[Term, Face] = {}
        for leaf in landscape.symbolic():
            face = self._face(leaf)
            if face is not None:
                found.setdefault(face.value, face)
        return list(found.values())[:MAX_FACES]

    def _face(self, leaf: Reached) -> Face | None:
        value = fold(neg(leaf.value))
        own = {self.name, *(n for n, _ in leaf.tends)}
        if not value.free <= {self.name} or any(not t.free <= own for _, t in leaf.at) or len(leaf.tends) > 1:
            return None
        try:
            Numbers([value], (self.name,), point=True)
        except Unsupported:
            return None
        return Face(value, leaf.at, leaf.tends)

    def _scaled(self) -> Term:
        """The gap over powers of the distances to ends at which it vanishes whatever the symbol is."""
        t = self.slack
        whole = Field(self.claim.domain, self.bench.work.division)
        for r in self.claim.domain.ranges:
            if r.name == self.name or r.integer:
                continue
            for end, upper in ((r.lower, False), (r.upper, True)):
                if end is None:
                    continue
                distance = fold(sub(end, sym(r.name)) if upper else sub(sym(r.name), end))
                try:
                    if not whole.is_zero(substitute(self.slack, {r.name: end})):
                        continue
                except (NormalError, TermError):
                    continue
                others = self.claim.domain.without(r.name)
                for k in range(1, MAX_ORDER + 1):
                    divided = div(t, distance if k == 1 else power(distance, num(k)))
                    value = limit_value(divided, r.name, others, end, upper, self.bench.work)
                    if value is not None and not whole.is_zero(value):
                        t = divided
                        break
        return t

    # -- where validity changes -------------------------------------------------------------------------------

    def _all_cuts(self) -> list[Cut]:
        """The zeros of the faces along the symbol, in order, at which validity changes."""
        found: list[tuple[arb, Cut]] = []
        for face in self.faces:
            if face.value.free:
                own = Search(Claim(Domain((self.range,)), (), face.value, ">=", ZERO), self.name, self.bench)
                own.slack, own.program = face.value, Numbers([face.value], (self.name,), point=True)
                for cut in (replace(c, hole=False) for c in own.cuts()):  # a face may have no value where the claim has
                    about = enclose(cut.low, PREC)
                    with precision(PREC):
                        if all(abs(about - other) > arb(10) ** -11 for other, _ in found):
                            found.append((about, cut))
        found.sort(key=lambda pair: float(pair[0].mid()))
        cuts = [cut for _, cut in found]
        kinds = [self._valid(low, high) for low, high in self._between(cuts)]
        return [
            cut for cut, before, after in zip(cuts, kinds, kinds[1:]) if before != after or self._alone(cut, before)
        ]

    def _alone(self, cut: Cut, around: bool) -> bool:
        """Whether validity at an exact cut differs from what it is on both sides: it is a piece by itself."""
        return cut.exact and cut.low.op == "num" and (not self._failing(cut.low.number)) != around

    def _between(self, cuts: list[Cut]) -> list[tuple[Term | None, Term | None]]:
        lows = [self.range.lower, *(c.high for c in cuts)]
        highs = [*(c.low for c in cuts), self.range.upper]
        return list(zip(lows, highs))

    def _valid(self, low: Term | None, high: Term | None) -> bool:
        """Whether no face is negative at places between two cuts."""
        inner = grid(Range(self.name, low, high))
        return all(not self._failing(x) for x in inner[len(inner) // 4 :: max(1, len(inner) // 4)])

    def _failing(self, x: fmpq) -> list[Face]:
        """The faces that are negative at a value of the symbol, where their place lies in the domain; of a strict claim, or zero."""
        self.bench.work.evaluate(operations(*(f.value for f in self.faces)), 1, PREC)
        with precision(PREC):
            values = self.values.run((arb(x),), PREC)
            equal = [self.strict and not f.tends and v.is_zero() for f, v in zip(self.faces, values)]
            return [f for f, v, e in zip(self.faces, values, equal) if (v < 0 or e) and self._inside_at(f, x)]

    def _inside_at(self, face: Face, x: fmpq) -> bool:
        on_the_way = {n for n, _ in face.tends}
        put = {n: fold(substitute(t, {self.name: num(x)})) for n, t in face.at if not t.free & on_the_way}
        ranges = tuple(self.claim.domain.range(n) for n in put)
        try:
            return in_domain(Domain(ranges), put) is True
        except (TermError, Unsupported):
            return False

    # -- pieces -----------------------------------------------------------------------------------------------

    def _pieces(self, cuts: list[Cut], seconds: float) -> list[Piece] | str:
        pieces: list[Piece] = []
        ends: list[Cut | None] = [None, *cuts, None]
        for left, right, (low, high) in zip(ends, ends[1:], self._between(cuts)):
            kind = "holds" if self._valid(low, high) else "fails"
            r = self.piece(kind, left, right)
            found = self.proved(kind, r, DEPTH, seconds) if kind == "holds" else self._fails(r, seconds, DEPTH)
            if found is None:
                return f"no proof that the claim {kind} on {range_text(r)}"
            pieces += found
            if right is not None and right.exact and self._single(right, cuts):
                other = "fails" if kind == "holds" else "holds"
                point = Range(self.name, right.low, right.low, False, False)
                alone = self.proved(other, point, 0, seconds) if other == "holds" else self._fails(point, seconds, 0)
                if alone is None:
                    return f"no proof that the claim {other} on {range_text(point)}"
                pieces += alone
            if right is not None and not right.exact:
                pieces.append(Gap(Range(self.name, right.low, right.high, True, True)))
        return pieces

    def _single(self, cut: Cut, cuts: list[Cut]) -> bool:
        """Whether a cut lies between two pieces of one kind."""
        k = cuts.index(cut)
        around = [self._valid(low, high) for low, high in self._between(cuts)[k : k + 2]]
        return around[0] == around[1] and self._alone(cut, around[0])

    def _fails(self, r: Range, seconds: float, depth: int) -> list[Piece] | None:
        """Values of the other symbols at which the claim fails on a piece; if need be in two parts."""
        for values in self._witnesses(r):
            if self._plausible(values, r):
                found = self.bench.fails(self.region, r, values, r, seconds=seconds)
                if found is not None:
                    return [found]
        at = self._near(r)
        if depth == 0 or at is None:
            return None
        parts: list[Piece] = []
        for part in (
            Range(self.name, r.lower, at, r.lower_open, False),
            Range(self.name, at, r.upper, False, r.upper_open),
        ):
            half = self._fails(part, seconds, depth - 1)
            if half is None:
                return None
            parts += half
        return parts

    def _near(self, r: Range) -> Term | None:
        """A simple number inside a piece; next to its finite end, if it has only one."""
        if (r.lower is None) == (r.upper is None):
            return middle(r)
        end = r.upper if r.lower is None else r.lower
        about = float(enclose(end, PREC).mid()) if end is not None else 0.0
        size = max(abs(about), 1.0) / 2
        wanted = about - size if r.lower is None else about + size
        found = num(fmpq(round(wanted * 2), 2))
        inside = all(e is None or compare_closed(e, found) not in (0, None) for e in (r.lower, r.upper))
        return found if inside else middle(r)

    def _plausible(self, values: Values, parameter: Range) -> bool:
        try:
            claims = failing(self.claim, values, parameter)
        except (StepRejected, TermError):
            return False
        return all(plausible(c.fact, self.bench.work) for c in claims)

    def _witnesses(self, r: Range) -> Iterator[Values]:
        inner = grid(r)
        some = inner[len(inner) // 4 :: max(1, len(inner) // 4)]
        seen = [self._failing(x) for x in some]
        for face in self.faces:
            if seen and all(face in s for s in seen):
                yield from self._at_face(face)

    def _at_face(self, face: Face) -> Iterator[Values]:
        """The place of a face; on the way to a limit, a distance in proportion to the face, or a fixed one."""
        own = (self.name, sym(self.name))
        if not face.tends:
            yield (*face.at, own)
            return
        name, end = face.tends[0]
        r = self.claim.domain.range(name)
        width = ONE if r.lower is None or r.upper is None else fold(sub(r.upper, r.lower))
        room = fold(neg(face.value))
        distances = [mul(num(k), room) for k in RATES] + [mul(num(k), width) for k in FAR_RATES]
        distances += [mul(num(k), div(width, add(ONE, room))) for k in FAR_RATES]  # the face grows far out
        for small in distances:
            away = div(ONE, small) if end.end is None else small
            start = ZERO if end.end is None else end.end
            up = end.upper if end.end is None else not end.upper
            place = fold(add(start, away) if up else sub(start, away))
            yield (*((n, fold(substitute(t, {name: place}))) for n, t in face.at), (name, place), own)
