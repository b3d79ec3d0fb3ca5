"""A route at the user's numbers: free symbols are chosen so that the bound is small, and the bound there is told, rounded up.

The choice is made with approximations, by golden sections, and nothing rests on it: whatever order is chosen, the route holds at it.
What is told is decided by balls, and the theorem at these numbers is certified (stating).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, isfinite, log, log10, prod

from flint import arb, ctx

from ...kernel.arithmetic.balls import Unsupported
from ...kernel.reals.quadrature import Program, compare, enclose
from ...kernel.statements import Range
from ...kernel.substitution import substitute
from ...kernel.terms import Term, num, sym
from ...objects.errors import ObjectError
from ..rounding import LEAST_BITS, at_most, decided, enclosed, fraction, round_up, turning_point, unit
from .finding import Route, ends
from .solving import inverse

DIGITS = 6  # significant ones
SHORT = (1, 2, 4)  # digits of a choice that may be the best one
SEARCH_BITS = 64
MORE_BITS = (256, 1024)  # where terms cancel
ENOUGH_BITS = 10
COARSE, FINE, HALVINGS = 24, 28, 44  # evaluations of a search: on a grid, by golden sections, by halving
MOST_POWER = 1000  # of a fraction that is written out
GOLDEN = (5**0.5 - 1) / 2


@dataclass(frozen=True)
class Aim:
    """Which parameter of a form is asked for, and what the others must be; those that are orders must be equal, others at most that."""

    asked: int
    fixed: Mapping[int, Term]
    orders: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Told:
    """A route at numbers: a term for each of its free symbols, the parameters of its form that are told, and the one asked for."""

    chosen: Mapping[str, Term]
    values: tuple[Term, ...]
    number: Fraction


def tell(route: Route, aim: Aim, digits: int = DIGITS) -> Told | None:
    """The least value of the asked parameter that this route gives, rounded up; None if it cannot meet the others."""
    settled = _with_fixed(route, aim)
    if settled is None:
        return None
    try:
        found = _Search(*settled, aim, digits).run()
    except (Unsupported, OverflowError, ZeroDivisionError):
        return None
    return found


def _with_fixed(route: Route, aim: Aim) -> tuple[Route, dict[str, Term]] | None:
    """Free symbols that are a fixed parameter, or that an order is made of, get their values."""
    settled: dict[str, Term] = {}
    for k, wanted in aim.fixed.items():
        value = route.values[k]
        if value.op == "sym" and str(value.value) in route.free:
            settled[str(value.value)] = wanted
            route = route.put({str(value.value): wanted})
        elif k in aim.orders and value is not wanted:
            free = sorted(value.free & route.free.keys())
            solved = inverse(value, free[0], wanted) if len(free) == 1 else None
            if solved is None:
                return None
            settled[free[0]] = solved
            route = route.put({free[0]: solved})
    return route, settled


class _Search:
    """Approximate search over the free symbols of one route, then rounding with balls."""

    def __init__(self, route: Route, settled: Mapping[str, Term], aim: Aim, digits: int) -> None:
        self.route, self.settled, self.aim, self.digits = route, settled, aim, digits
        self.names = tuple(route.free)
        self.goal = route.values[aim.asked]
        limits = [
            (route.values[k], t) for k, t in aim.fixed.items() if k not in aim.orders and route.values[k] is not t
        ]
        self.limits = limits
        self.conditions = _conditions(route)
        sides = [t for pair in limits for t in pair] + [t for r in self.conditions for t in r.args]
        self.program = Program([self.goal, *sides], self.names, point=True)

    def run(self) -> Told | None:
        bare = self.goal.op == "sym" and str(self.goal.value) in self.names
        asked = str(self.goal.value) if bare else ""
        others = [n for n in self.names if n != asked]
        if len(others) > 2:
            return None
        chosen = self._choose(asked, others)
        if chosen is None:
            return None
        return self._told_level(asked, chosen) if asked else self._told_value(self._shorter(chosen))

    def _shorter(self, chosen: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
        """The choice with few digits, if it is no worse: the best one may be a short decimal."""
        for digits in SHORT:
            short = {n: _short(float(v), self.route.free[n], digits) for n, v in chosen.items()}
            if chosen and self.meets(short) and _certainly(self._goal_at(short), self._goal_at(chosen)):
                return short
        return chosen

    def _goal_at(self, point: Mapping[str, Fraction]) -> Term:
        return substitute(self.goal, {n: num(v) for n, v in point.items()})

    # -- approximations

    def score(self, point: Mapping[str, float | Fraction]) -> tuple[float, float]:
        """How far the point is from meeting the limits, 0 if it does, and the logarithm of the goal."""
        goal, *sides = self._values(point)
        missed = 0.0
        for i in range(len(self.limits)):
            missed += _excess(sides[2 * i], sides[2 * i + 1])
        for i, r in enumerate(self.conditions, len(self.limits)):
            a, b = sides[2 * i], sides[2 * i + 1]
            missed += _excess(a, b) if r.op in ("<", "<=") else _excess(b, a) if r.op in (">", ">=") else 0.0
        return missed, _log(goal)

    def _values(self, point: Mapping[str, float | Fraction]) -> list[arb]:
        """The goal and the sides at a point, with more bits where terms cancel: of √(v² + c) − v little is left for a great v."""
        values = [_ball(point[n]) for n in self.names]
        found = self.program.run(values, SEARCH_BITS)
        for bits in MORE_BITS:
            if all(not v.is_finite() or v.is_exact() or v.rel_accuracy_bits() >= ENOUGH_BITS for v in found):
                break
            with ctx.workprec(bits):
                found = self.program.run([_ball(point[n]) for n in self.names], bits)
        return found

    def best(
        self, fixed: Mapping[str, float], left: Sequence[str], asked: str
    ) -> tuple[tuple[float, float], dict[str, float]]:
        """The least score over the symbols that are left."""
        if not left:
            if not asked:
                return self.score(fixed), dict(fixed)
            return self._least_level(fixed, asked)
        name, rest = left[0], left[1:]
        place = _places(self.route.free[name])
        tried: dict[float, tuple[tuple[float, float], dict[str, float]]] = {}

        def at(t: float) -> tuple[float, float]:
            if t not in tried:
                tried[t] = self.best({**fixed, name: place(t)}, rest, asked)
            return tried[t][0]

        grid = [i / COARSE for i in range(1, COARSE)]
        top = min(grid, key=at)
        low, high = top - 1 / COARSE, top + 1 / COARSE
        for _ in range(FINE):
            one, two = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
            if at(one) <= at(two):
                high = two
            else:
                low = one
        best = min(tried, key=at)
        return tried[best]

    def _least_level(self, fixed: Mapping[str, float], asked: str) -> tuple[tuple[float, float], dict[str, float]]:
        """The least value of the asked symbol, not below 0, that meets the limits; they get easier as it grows."""
        low, high = 0.0, 1.0
        if self.score({**fixed, asked: low})[0] == 0:
            return (0.0, -1e9), {**fixed, asked: low}
        while self.score({**fixed, asked: high})[0] > 0:
            high *= 4
            if high > 1e7:
                return (1e9, 1e9), {**fixed, asked: high}
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if self.score({**fixed, asked: middle})[0] == 0 else (middle, high)
        return (0.0, log(high) if high > 0 else -1e9), {**fixed, asked: high}

    def _choose(self, asked: str, others: Sequence[str]) -> dict[str, Fraction] | None:
        """Values of all symbols as short decimals, but for the asked one, which is rounded later."""
        (missed, _), point = self.best({}, others, asked)
        if missed > 0 and not (others and not asked):
            return None
        found = {n: _short(point[n], self.route.free[n], self.digits + 2) for n in others}
        if asked:
            return {**found, asked: Fraction(point[asked])}
        for more in (
            0,
            1,
            -1,
            2,
            -2,
            4,
            -4,
            16,
            -16,
            256,
            -256,
        ):  # a decimal next to it that meets the limits for certain
            moved = {n: v + more * _last_place(v, self.digits + 2) for n, v in found.items()}
            if self.meets(moved):
                return moved
        return None

    # -- balls

    def meets(self, point: Mapping[str, Fraction]) -> bool:
        """Whether all limits and conditions certainly hold."""
        values = [num(point[n]) for n in self.names]
        put = self.route.put(dict(zip(self.names, values)))
        pairs = [(put.values[k], t) for k, t in self.aim.fixed.items() if k not in self.aim.orders]
        within = all(_certainly(a, b) for a, b in pairs if a is not b)
        return within and all(holds(r) for r in _conditions(put))

    def _told_level(self, asked: str, chosen: Mapping[str, Fraction]) -> Told | None:
        near = chosen[asked]
        places = self.digits - _exponent(float(near)) - 1
        rest = {n: v for n, v in chosen.items() if n != asked}

        def safe(level: Fraction) -> bool:
            return self.meets({**rest, asked: level})

        high = near * Fraction(11, 10) + Fraction(1, 10**places)
        if not safe(high):
            return None
        found = turning_point(safe, Fraction(0), high, places)
        return self._told({**rest, asked: found.upper}, found.upper)

    def _told_value(self, chosen: Mapping[str, Fraction]) -> Told | None:
        if not chosen and not self.meets({}):
            return None
        put = self.route.put({n: num(v) for n, v in chosen.items()})
        value = put.values[self.aim.asked]
        ball = enclose(value, LEAST_BITS)
        if not ball.is_finite():
            return None
        places, exact = self.digits - _exponent(ball) - 1, _exact(value)
        if exact is not None:
            return self._told(chosen, max(round_up(exact, places), Fraction(0)))
        upper = enclosed(lambda: _ball_of(value), places).upper
        if compare(value, num(upper - unit(places))) in (
            -1,
            0,
        ):  # a decimal, which balls do not tell from its neighbours
            upper -= unit(places)
        return self._told(chosen, max(upper, Fraction(0)))

    def _told(self, chosen: Mapping[str, Fraction], number: Fraction) -> Told:
        values = [self.aim.fixed.get(k) for k in range(len(self.route.values))]
        told = tuple(num(number) if k == self.aim.asked else v for k, v in enumerate(values))
        all_chosen = {**self.settled, **{n: num(v) for n, v in chosen.items()}}
        return Told(all_chosen, tuple(t for t in told if t is not None), number)


def _conditions(route: Route) -> list[Term]:
    """The conditions of the cited theorems on their symbols, in terms of the route's."""
    found: list[Term] = []
    found += route.demands
    for link in (*route.before, *route.links):
        for r in link.edge.ranges:
            found += ends(r, link.reals[r.name])
        found += [substitute(c, link.reals) for c in link.edge.conditions]
    return [r for r in found if r.op != "=="]


def conditions_hold(route: Route) -> bool:
    """Whether the conditions of all that is cited hold, for certain; of a symbol that is left, if they are its own range."""
    own = {r for n, x in route.free.items() for r in ends(x, sym(n))}
    return all(r in own if r.free else holds(r) for r in _conditions(route))


def holds(r: Term) -> bool:
    """A relation between numbers, strict or not."""
    order = compare(r.lhs, r.rhs)
    if order is not None:
        return order in {"<": (-1,), "<=": (-1, 0), ">=": (0, 1), ">": (1,), "!=": (-1, 1)}[r.op]
    small, great = (r.lhs, r.rhs) if r.op in ("<", "<=") else (r.rhs, r.lhs)
    with ctx.workprec(1024):
        return r.op != "!=" and bool(_ball_of(small) < _ball_of(great))


def _ball(x: float | Fraction) -> arb:
    return arb(x) if isinstance(x, float) else arb(x.numerator) / x.denominator


def _ball_of(t: Term) -> arb:
    return enclose(t, ctx.prec)


def _exact(t: Term) -> Fraction | None:
    """The value of a term that is a fraction at sight."""
    if t.op == "num":
        return fraction(t.number)
    parts = [_exact(a) for a in t.args] if t.op in ("+", "*", "**") else []
    known = [p for p in parts if p is not None]
    if not parts or len(known) < len(parts):
        return None
    if t.op == "+":
        return sum(known, Fraction(0))
    if t.op == "*":
        return prod(known, start=Fraction(1))
    base, exponent = known
    whole = exponent.denominator == 1 and abs(exponent) <= MOST_POWER and (base != 0 or exponent > 0)
    return base ** int(exponent) if whole else None


def _certainly(a: Term, b: Term) -> bool:
    """a <= b, by balls; where they do not tell, by the kernel's comparison of closed terms."""
    order = compare(a, b)
    if order is not None:
        return order <= 0
    try:
        return decided(lambda: at_most(_ball_of(a), _ball_of(b)))
    except ObjectError:
        return False


def _excess(a: arb, b: arb) -> float:
    """How far a is above b, in logarithms if both are positive; 0 if it is not, a large number if there is no value."""
    if not (a.is_finite() and b.is_finite()):
        return 1e6
    if a.mid() <= b.mid():
        return 0.0
    if b.mid() > 0:
        return max(_log(a) - _log(b), 1e-300)
    return 1.0 + float(a.mid() - b.mid())


def _log(x: arb) -> float:
    if not x.is_finite():
        return 1e9
    middle = x.mid()
    found = float(arb(middle).log().mid()) if middle > 0 else -1e9
    return found if isfinite(found) else 1e9


def _places(r: Range) -> Callable[[float], float]:
    """A range as the image of (0, 1): in logarithms from its lower end, or between its ends."""
    low = 0.0 if r.lower is None else float(enclose(r.lower, SEARCH_BITS).mid())
    if r.upper is None:
        return lambda t: low + exp(-12 + 30 * t)
    width = float(enclose(r.upper, SEARCH_BITS).mid()) - low
    return lambda t: low + width / (1 + exp(-24 * (t - 0.5)))


def _short(x: float, r: Range, digits: int) -> Fraction:
    """A decimal near x whose distance from the lower end of the range has so many digits."""
    low = fraction(r.lower.number) if r.lower is not None and r.lower.op == "num" else Fraction(0)
    distance = x - float(low)
    return low + Fraction(f"{distance:.{digits - 1}e}")


def _last_place(x: Fraction, digits: int) -> Fraction:
    return Fraction(10) ** (_exponent(float(x)) - digits + 1)


def _exponent(x: float | arb) -> int:
    """Of a number in scientific notation; 0 has none, and is told like 1."""
    size = _log(abs(x)) / log(10) if isinstance(x, arb) else log10(abs(x)) if x else 0.0
    return int(size // 1) if abs(size) < 1e8 else 0
