"""Where a term is largest: exact guesses of its supremum over a domain, from its ends, limits and stationary points, chosen by numbers.

Nothing here is believed. A guess is a value and the way it is reached; the value that agrees with the largest number seen is the one
that is worth a proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import islice, permutations, product

from flint import arb, fmpq

from ..kernel.arithmetic.balls import Unsupported, holds, precision
from ..kernel.arithmetic.derivative import NotDifferentiable, derivative
from ..kernel.arithmetic.elements import NormalError
from ..kernel.arithmetic.field import Field
from ..kernel.arithmetic.limits import Expansion, Unknown, at_infinity
from ..kernel.reals.membership import membership
from ..kernel.reals.points import in_domain
from ..kernel.reals.quadrature import enclose
from ..kernel.statements import Domain, Range
from ..kernel.substitution import substitute
from ..kernel.terms import MINUS_ONE, ONE, ZERO, Term, TermError, div, num, sub, subterms, sym
from ..search.exact_roots import fold, kinks, roots
from ..search.profile import grid, guesses, midpoint
from ..search.refuting.sampling import SIMPLE
from ..search.work import Exhausted, OutOfSteps, Work, operations
from .naming import named, related, solved
from .numbers import Numbers

PREC = 400
WIDE = 2000  # bits for values very close to an end, where both sides nearly vanish
FAR = num(10**6)
ORDERS = (2, 4, 6)
MAX_LEAVES = 60
SURE = 60  # bits that a number must have to be one
STARTS = 4  # of local search along one symbol
FURTHEST = 2**20  # where local search gives up: from there on it is for limits
CLOSE = arb(10) ** -9


@dataclass(frozen=True)
class End:
    """The symbol tends to an end of its range, or to infinity (None)."""

    end: Term | None
    upper: bool


@dataclass(frozen=True)
class Reached:
    """A guess: the value, the values of symbols there, and at most one symbol that tends to an end."""

    value: Term
    at: tuple[tuple[str, Term], ...] = ()
    tends: tuple[tuple[str, End], ...] = ()
    about: arb | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Seen:
    """The largest number that was met, and where."""

    value: arb
    point: tuple[tuple[str, fmpq], ...]


def limit_value(t: Term, name: str, others: Domain, end: Term | None, upper: bool, work: Work) -> Term | None:
    """The limit of t as the symbol tends to an end, as a term in the others; None if it is infinite or not seen.

    Of a quotient by a sum whose terms cancel, the reciprocal may have a series where the quotient itself has none.
    """
    found = _limit(t, name, others, end, upper, work)
    sums = [
        u for u in (t.args if t.op == "*" else (t,)) if u.op == "**" and u.args[1] is MINUS_ONE and u.args[0].op == "+"
    ]
    if found is None and sums and others.names:
        inverse = _limit(div(ONE, t), name, others, end, upper, work)
        found = None if inverse is None or inverse is ZERO else fold(div(ONE, inverse))
    return found


def _limit(t: Term, name: str, others: Domain, end: Term | None, upper: bool, work: Work) -> Term | None:
    found = _leading(t, name, others, end, upper, work)
    return None if found is None or found[0] > 0 else found[1] if found[0] == 0 else ZERO


def growth(t: Term, name: str, others: Domain, end: Term | None, upper: bool, work: Work) -> Term | None:
    """What t is, over a positive term that grows without bound, as the symbol tends to an end; None if t is bounded, or not seen."""
    found = _leading(t, name, others, end, upper, work)
    return None if found is None or found[0] <= 0 else found[1]


def _leading(t: Term, name: str, others: Domain, end: Term | None, upper: bool, work: Work) -> tuple[int, Term] | None:
    """How t behaves as the symbol tends to an end: the sign of its size (1 if it grows, -1 if it vanishes), and its coefficient."""
    whole = Field(others.with_range(Range(name, lower=FAR)), work.division)
    moved = at_infinity(t, name, end, upper)
    for u in subterms(moved):
        if u.op == "**" and u.args[1].op != "num" and not whole.bounds.of(u.args[0]).positive:
            return None

    def leading(order: int) -> tuple[int, Term] | None:
        expansion = Expansion(whole, name, order)
        series = expansion.of(whole.normal(moved))
        if not series.terms:
            return (-1, ZERO) if series.error is None or expansion.size(series.error) < 0 else None
        scale, c = series.terms[0]
        return expansion.size(scale), whole.term(c)

    for order in ORDERS:
        try:
            found = whole.stable(partial(leading, order))
        except (Unknown, NormalError, TermError, ArithmeticError, RecursionError):
            continue
        if found is not None and name not in found[1].free:
            return found[0], fold(found[1])
    return None


class Landscape:
    """A term over a domain: numbers, and exact guesses of where it is largest."""

    def __init__(
        self,
        t: Term,
        domain: Domain,
        given: Sequence[Term],
        work: Work,
        fixed: Domain = Domain(),  # noqa: B008 (frozen)
        signs: bool = False,
    ) -> None:
        self.term, self.domain, self.work = t, domain, work
        self.fixed = fixed  # symbols that the term may mention, and that are not moved
        self.conditions = (*domain.conditions, *given)
        self.signs = signs  # only the sign of a value matters: what grows without bound is told by its coefficient
        self._deep = False

    # -- numbers ------------------------------------------------------------------------------------------------

    def highest(self) -> Seen | None:
        """The largest value on a grid, improved by local search; where a condition is an equation, a symbol is eliminated."""
        if any(c.op == "==" for c in self.conditions):
            return self._highest_reduced()
        names = self.domain.names
        sides = [s for c in self.conditions for s in c.args]
        try:
            program = Numbers([self.term, *sides], names, point=True)
        except Unsupported:
            return None
        self._program, cost = program, operations(self.term, *sides)
        axes = [_values(r, len(names)) for r in self.domain.ranges]
        if len(names) > 1:  # of equally high points the first is taken: a simple one
            axes = [sorted(a, key=lambda x: abs(x - 1)) for a in axes]
        seen: list[Seen | None] = []
        for point in islice(product(*axes), 60_000):
            self.work.evaluate(cost, 1, PREC)
            value = self._at(point)
            seen.append(None if value is None else Seen(value, tuple(zip(names, point))))
        starts = _peaks(seen) if len(names) == 1 else [_best(s for s in seen if s is not None)]
        return _best(self._climbed(s, axes, cost) for s in starts if s is not None)

    def _highest_reduced(self) -> Seen | None:
        equation = next(c for c in self.conditions if c.op == "==")
        for name in sorted(equation.free & set(self.domain.names)):
            own = self.domain.range(name)
            for root in roots(sub(equation.lhs, equation.rhs), name, self.domain, self.work):
                rest = [substitute(c, {name: root}) for c in self.conditions if c is not equation]
                ranges = tuple(r for r in self.domain.ranges if r.name != name)
                if own.integer or root.free - {r.name for r in ranges}:
                    continue
                conditions = (*rest, *(c for c in membership(root, own) if c.free))
                seen = Landscape(substitute(self.term, {name: root}), Domain(ranges), conditions, self.work).highest()
                value = None if seen is None else fold(substitute(root, {n: num(x) for n, x in seen.point}))
                if seen is not None and value is not None and value.op == "num":
                    known = {**dict(seen.point), name: value.number}
                    return Seen(seen.value, tuple((n, known[n]) for n in self.domain.names))
        return None

    def _at(self, point: Sequence[fmpq]) -> arb | None:
        with precision(PREC):
            value, *sides = self._program.run([arb(x) for x in point], PREC)
        ops = [c.op for c in self.conditions]
        if (
            not value.is_finite()
            or (value.rel_accuracy_bits() < SURE and not value.is_zero())
            or not all(holds(op, *sides[2 * i : 2 * i + 2]) for i, op in enumerate(ops))
        ):
            return None
        return value.mid()

    def _climbed(self, best: Seen, axes: list[list[fmpq]], cost: int) -> Seen:
        """Coordinate search around the best point of the grid, with shrinking steps."""
        point = [x for _, x in best.point]
        value, steps = best.value, [_room(x, a) for x, a in zip(point, axes)]
        for _ in range(400):
            moved = False
            for i, r in enumerate(self.domain.ranges):
                for s in (1, -1):
                    x = point[i] + s * steps[i]
                    if r.integer or abs(x) > FURTHEST or not _in(r, x):
                        continue
                    self.work.evaluate(cost, 1, PREC)
                    new = self._at([*point[:i], x, *point[i + 1 :]])
                    if new is not None and new > value:
                        point[i], value, moved = x, new, True
                        steps[i] *= fmpq(3, 2)
                        break
                else:
                    steps[i] = steps[i] / 2
            point = [_short(x) for x in point]
            if not moved and max(steps) < fmpq(1, 10**30):
                break
        return Seen(value, tuple(zip(self.domain.names, point)))

    def sample(self, count: int) -> list[tuple[fmpq, ...]]:
        """A few points of the grid that satisfy the conditions, well spread."""
        axes = [_values(r, max(2, len(self.domain.names))) for r in self.domain.ranges]
        sides = [s for c in self.conditions for s in c.args]
        self._program = Numbers([ZERO, *sides], self.domain.names, point=True)
        points = list(islice(product(*axes), 20_000))
        good = [p for p in points[:: max(1, len(points) // (8 * count))] if self._at(p) is not None]
        return good[:: max(1, len(good) // count)]

    def grows(self, seen: Seen) -> bool:
        """Whether the term keeps growing as one symbol goes on from the best point towards an end of its range."""
        point = dict(seen.point)
        sides = [s for c in self.conditions for s in c.args]
        for r in self.domain.ranges:
            for end, upper in ((r.lower, False), (r.upper, True)):
                moved = [at_infinity(t, r.name, end, upper) for t in (self.term, *sides)]
                program = Numbers(moved, self.domain.names, point=True)
                values = []
                for k in (4, 8, 16):
                    at = {**point, r.name: fmpq(10) ** k}
                    with precision(WIDE):
                        value, *ends = program.run([arb(at[n]) for n in self.domain.names], WIDE)
                        kept = all(holds(c.op, *ends[2 * i : 2 * i + 2]) for i, c in enumerate(self.conditions))
                    values.append(value if kept else arb("nan"))
                rises = all(v.is_finite() for v in values) and values[0] < values[1] < values[2]
                if rises and values[0] > 1 and values[2] - values[1] > values[1] - values[0]:
                    return True
        return False

    # -- exact guesses ------------------------------------------------------------------------------------------

    def guesses(self, seen: Seen | None) -> list[Reached]:
        """Closed values, largest first, that are not below what was seen (and not above it, where a symbol is inside its range)."""
        for self._deep in (False, True):  # SymPy is slow, and often not needed
            found: dict[Term, Reached] = {}
            for leaf in (*self._at_simple_points(seen), *self._all_leaves(seen)):
                tending = {n for n, _ in leaf.tends}
                if all(v.free <= tending for _, v in leaf.at):
                    found.setdefault(leaf.value, leaf)
            rated = []
            for leaf in found.values():
                about = _number(leaf.value)
                if about is not None and (seen is None or self._worth(leaf, about, seen.value)):
                    rated.append(Reached(leaf.value, leaf.at, leaf.tends, about))
            if rated:
                break
        return sorted(rated, key=lambda leaf: (-float(leaf.about.mid()), len(leaf.tends), size(leaf.value)))  # type: ignore[union-attr]

    def _worth(self, leaf: Reached, about: arb, seen: arb) -> bool:
        """Whether a value agrees with the largest one seen, or is above it at a point of the domain, which was not met then.

        A climb along the axes ends at a corner that two conditions make, so that the highest corner may not have been met.
        """
        if _agree(about, seen, bool(leaf.tends)):
            return True
        inside = self.domain.with_conditions(*self.conditions)
        try:
            return not leaf.tends and bool(about > seen) and in_domain(inside, dict(leaf.at)) is True
        except (TermError, Unsupported):
            return False

    def _all_leaves(self, seen: Seen | None) -> Iterator[Reached]:
        for order in permutations(self.domain.names):
            yield from islice(self._leaves(self.term, order, Reached(self.term), seen), MAX_LEAVES)

    def _at_simple_points(self, seen: Seen | None) -> Iterator[Reached]:
        """The value at the simplest point next to the highest one."""
        if seen is not None:
            point = tuple((n, num(_simple(x))) for n, x in seen.point)
            if in_domain(self.domain.with_conditions(*self.conditions), dict(point)) is True:
                yield Reached(fold(substitute(self.term, dict(point))), point)

    def symbolic(self) -> list[Reached]:
        """The values at all ends, limits and stationary points, as terms in the symbols that are fixed."""
        found: dict[Term, Reached] = {}
        for self._deep in (False, True):
            for order in permutations(self.domain.names):
                for leaf in islice(self._leaves(self.term, order, Reached(self.term), None), MAX_LEAVES):
                    found.setdefault(leaf.value, leaf)
        return list(found.values())

    def _leaves(self, t: Term, order: Sequence[str], so_far: Reached, seen: Seen | None) -> Iterator[Reached]:
        if not order:
            yield Reached(t, so_far.at, so_far.tends)
            return
        name, rest = order[0], order[1:]
        others = Domain((*(r for r in self.domain.ranges if r.name in rest), *self.fixed.ranges))
        near = None if seen is None else dict(seen.point)[name]
        if name not in t.free:
            simple = next((x for x in SIMPLE if _in(self.domain.range(name), x)), near)
            if simple is not None:
                yield from self._leaves(t, rest, Reached(t, (*so_far.at, (name, num(simple))), so_far.tends), seen)
            return
        try:
            near = near if not rest and len(self.domain.names) == 1 else None
            for value, place in self._places(t, name, others, near, so_far.at):
                at = (*so_far.at, (name, place)) if isinstance(place, Term) else so_far.at
                tends = (*so_far.tends, (name, place)) if isinstance(place, End) else so_far.tends
                if isinstance(place, Term):  # what was chosen before may depend on this symbol
                    at = tuple((n, substitute(v, {name: place})) for n, v in at)
                    ends = ((n, e, e.end) for n, e in tends)
                    tends = tuple(
                        (n, e if x is None else End(substitute(x, {name: place}), e.upper)) for n, e, x in ends
                    )
                yield from self._leaves(value, rest, Reached(value, at, tends), seen)
        except (OutOfSteps, Exhausted, TermError, NormalError):
            return

    def _borders(self, chosen: tuple[tuple[str, Term], ...]) -> Iterator[Term]:
        """The conditions, with the values that were chosen; of a value that depends on other symbols, that it lies in its range."""
        put = dict(chosen)
        yield from (substitute(c, put) for c in self.conditions)
        for name, value in chosen:
            if value.free:
                yield from membership(value, self.domain.range(name))

    def _places(
        self, t: Term, name: str, others: Domain, near: fmpq | None, chosen: tuple[tuple[str, Term], ...] = ()
    ) -> Iterator[tuple[Term, Term | End]]:
        """The values of t at ends, limits and stationary points along one symbol, and at its borders, with their places."""
        r = self.domain.range(name)
        for end, is_open, upper in ((r.lower, r.lower_open, False), (r.upper, r.upper_open, True)):
            if end is not None and not is_open:
                yield fold(substitute(t, {name: end})), end
            yield from self._tending(t, name, others, End(end, upper))
        for hole in self._holes(t, name, near):
            for upper in (False, True):
                yield from self._tending(t, name, others, End(hole, upper))
        for c in self._borders(chosen):
            if name in c.free:
                for root in roots(sub(c.lhs, c.rhs), name, others, self.work):
                    yield fold(substitute(t, {name: root})), root
        for k in kinks(t):
            if name in k.free:
                for root in roots(k, name, others, self.work):
                    yield fold(substitute(t, {name: root})), root
        if r.integer:
            if near is not None:
                yield fold(substitute(t, {name: num(near)})), num(near)
            return
        yield from ((fold(substitute(t, {name: x})), x) for x in self._stationary(t, name, others, near))

    def _holes(self, t: Term, name: str, near: fmpq | None) -> Iterator[Term]:
        """Simple numbers inside the range, or other symbols, where a quotient of the term may have a limit but no value."""
        r = self.domain.range(name)
        close = fmpq(0) if near is None else _simple(near)
        for x in dict.fromkeys((fmpq(0), close)):
            if not r.integer and _in(Range(name, r.lower, r.upper), x):
                value = _number(substitute(t, {name: num(x)})) if t.free == {name} else None
                if value is None:
                    yield num(x)
        for other in sorted((t.free & set(self.domain.names)) - {name}):
            if not r.integer and not self._has_values(substitute(t, {name: sym(other)})):
                yield sym(other)

    def _has_values(self, t: Term) -> bool:
        """Whether a term has a value at a point in the midst of things."""
        names = sorted(t.free)
        at = {r.name: _middle(r) for r in (*self.domain.ranges, *self.fixed.ranges)}
        with precision(PREC):
            return bool(Numbers([t], names, point=True).run([arb(at[n]) for n in names], PREC)[0].is_finite())

    def _tending(self, t: Term, name: str, others: Domain, end: End) -> Iterator[tuple[Term, End]]:
        """The limit at an end: by series, or, where these fail and it is a number, by its digits."""
        value = limit_value(t, name, others, end.end, end.upper, self.work)
        if value is None and self.signs:
            value = growth(t, name, others, end.end, end.upper, self.work)
        if value is not None:
            yield value, end
        elif not others.names and self._deep:
            yield from ((guess, end) for guess in named(self._limit_digits(t, name, end)))

    def _limit_digits(self, t: Term, name: str, end: End) -> fmpq | None:
        """The value very close to an end, if it has come to rest there."""
        try:
            program = Numbers([at_infinity(t, name, end.end, end.upper)], (name,), point=True)
        except Unsupported:
            return None
        with precision(WIDE):
            near, nearer = (program.run((arb(10) ** k,), WIDE)[0] for k in (30, 40))
            if not (near.is_finite() and nearer.is_finite() and abs(near - nearer) < arb(10) ** -25 * (abs(near) + 1)):
                return None
        return midpoint(nearer)

    def _stationary(self, t: Term, name: str, others: Domain, near: fmpq | None) -> Iterator[Term]:
        try:
            slope = derivative(t, name)
        except NotDifferentiable:
            return
        found: dict[Term, None] = {}
        for root in roots(slope, name, others.with_range(self.domain.range(name)), self.work):
            found.setdefault(root)
            yield root
        if near is not None:
            at = sharpened(slope, name, near)
            if at is None or any(_is(root, at) for root in found):
                return
            for guess in (*guesses(at), *related(at), *(solved(slope, name, at) if self._deep else ())):
                if guess not in found:
                    found.setdefault(guess)
                    yield guess
        elif not found and self._deep:
            yield from solved(slope, name, None)


def _best(seen: Iterable[Seen]) -> Seen | None:
    found: Seen | None = None
    for s in seen:
        if found is None or s.value > found.value:
            found = s
    return found


def _peaks(seen: Sequence[Seen | None]) -> list[Seen | None]:
    """The highest few of the points that are not below their neighbours: a narrow peak may be higher than a broad one."""
    known = [s for s in seen if s is not None]
    peaks = [
        s
        for i, s in enumerate(known)
        if not (i and known[i - 1].value > s.value) and not (i + 1 < len(known) and known[i + 1].value > s.value)
    ]
    return sorted(peaks, key=lambda s: float(s.value) if abs(s.value) < 1e300 else 1e300, reverse=True)[:STARTS]  # type: ignore[return-value]


def sharpened(slope: Term, name: str, near: fmpq) -> fmpq | None:
    """The zero of the slope next to a point, to many digits; None if there is no change of sign."""
    try:
        program = Numbers([slope], (name,), point=True)
    except Unsupported:
        return None

    def sign(x: fmpq) -> int | None:
        with precision(PREC):
            value = program.run((arb(x),), PREC)[0]
        return 1 if value > 0 else -1 if value < 0 else 0 if value.is_finite() else None

    for k in (40, 30, 20, 12, 8):
        h = max(abs(near), fmpq(1)) / 2**k
        a, b = near - h, near + h
        u, v = sign(a), sign(b)
        if u and v and u != v:
            for _ in range(PREC - 80):
                middle = (a + b) / 2
                s = sign(middle)
                if not s:
                    return middle
                a, b = (middle, b) if s == u else (a, middle)
            return (a + b) / 2
    return None


def _is(t: Term, at: fmpq) -> bool:
    about = None if t.free else _number(t)
    with precision(PREC):
        return about is not None and bool(abs(about - arb(at)) < CLOSE * arb(max(abs(at), fmpq(1))))


def _agree(about: arb, seen: arb, tends: bool) -> bool:
    """Whether a guess agrees with the largest number seen; a limit may lie above it: it is reached far out, slowly perhaps."""
    with precision(PREC):
        size = abs(seen) + 1
        return bool(about > seen - CLOSE * size) and (tends or bool(about < seen + CLOSE * size))


def _number(t: Term) -> arb | None:
    try:
        found = enclose(t, PREC)
    except (Unsupported, TermError):
        return None
    return found if found.is_finite() else None


def size(t: Term) -> int:
    return sum(1 for _ in subterms(t))


def _values(r: Range, symbols: int) -> list[fmpq]:
    """Where to look along one symbol: fewer places if there are several symbols."""
    if r.integer:
        low = None if r.lower is None else fmpq((midpoint(enclose(r.lower, 128)) or fmpq(0)).ceil())
        start = fmpq(0) if low is None else low
        steps = [*range(0, 41), *(2**k for k in range(6, 41, 1 if symbols == 1 else 8))]
        both = [start + k for k in steps] + ([-start - k for k in steps] if low is None else [])
        return [x for x in both if _in(r, x)]
    points = grid(r)
    for end, is_open in ((r.lower, r.lower_open), (r.upper, r.upper_open)):
        if end is not None and not is_open and end.op == "num":
            points.append(end.number)
    points = sorted(set(points))
    if symbols == 1:
        return points
    keep = 40 if symbols == 2 else 12 if symbols == 3 else 6
    stride = max(1, len(points) // keep)
    return points[::stride] + ([points[-1]] if (len(points) - 1) % stride else [])


def _in(r: Range, x: fmpq) -> bool:
    for end, is_open, s in ((r.lower, r.lower_open, 1), (r.upper, r.upper_open, -1)):
        if end is None:
            continue
        with precision(PREC):
            distance = s * (arb(x) - enclose(end, PREC))
        if distance < 0 or (is_open and not distance > 0) or not distance >= 0:
            return False
    return True


def _middle(r: Range) -> fmpq:
    return next((x for x in SIMPLE if _in(r, x)), fmpq(1, 2))


def _room(x: fmpq, values: list[fmpq]) -> fmpq:
    gaps = [abs(v - x) for v in values if v != x]
    return min(gaps) if gaps else fmpq(1)


def _simple(x: fmpq) -> fmpq:
    """The simplest fraction next to x, with a denominator of at most 64."""
    close = Fraction(int(x.p), int(x.q)).limit_denominator(64)
    return fmpq(close.numerator, close.denominator)


def _short(x: fmpq, bits: int = 200) -> fmpq:
    """x, cut to so many bits."""
    if x.q == 1 or int(x.q).bit_length() <= bits:
        return x
    return fmpq((x * 2**bits).floor(), 2**bits)
