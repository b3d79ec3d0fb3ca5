"""δ(ε) and ε(δ) of independent pairs, each answered k times, between two numbers: plan, grids, powers, tails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import log

from flint import arb, ctx

from ...derive.rounding import rational, round_down, round_up
from .finite import Finite, several
from .grids import Masses, above, below, spread
from .pairs import Pair
from .planning import Parts, Plan, plan
from .powers import Rounding, Tilted, power, product, tilted
from .tails import Curve

ATTEMPTS = 4
KEEP, MORE = 30, 22  # bits: what is left out is a share of 2^-KEEP of δ; what is rounded off is less
ALONE_BITS = 256
DIGITS = 10  # of what is told
TAIL_BITS = 160  # at which sums are evaluated


@dataclass(frozen=True)
class Ends:
    """lower <= value <= upper; upper None: there is no finite one."""

    lower: arb
    upper: arb | None

    @property
    def wide(self) -> float:
        """The relative width."""
        if self.upper is None:
            return float("inf") if self.lower.is_finite() else 0.0
        if self.upper <= 0:
            return 0.0
        return float(((self.upper - self.lower) / self.upper).mid())


def delta_between(directions: list[Parts], eps: Fraction, width: float) -> Ends:
    """δ at ε for the worst of the directions."""
    level = rational(eps)

    def alone(pair: Pair) -> Ends:
        for bits in (ALONE_BITS, 4 * ALONE_BITS, 16 * ALONE_BITS):
            with ctx.workprec(bits):
                found = pair.delta(arb(level))
                if found.rel_accuracy_bits() > 40:
                    break
        return Ends(arb(found.lower()).max(arb(0)), arb(found.upper()).max(arb(0)))

    def beyond(parts: Parts) -> bool:
        most = _greatest(parts)
        return most is not None and bool(most <= level)

    def read(curve: Curve) -> arb:
        with ctx.workprec(TAIL_BITS):
            return curve.delta(arb(level))

    def make(parts: Parts) -> Plan:
        return plan(parts, None, float(eps), width)

    def exact(parts: Parts) -> Ends | None:
        one = _single(parts)
        if one is not None:
            return alone(one)
        return Ends(arb(0), arb(0)) if beyond(parts) else None

    found = _worst(directions, exact, make, read, width)
    return Ends(found.lower, arb(1) if found.upper is None or found.upper > 1 else found.upper)


def epsilon_between(directions: list[Parts], delta: Fraction, width: float) -> Ends:
    """The least ε >= 0 with this δ, for the worst of the directions."""

    def exact(parts: Parts) -> Ends | None:
        one = _single(parts)
        return None if one is None else _alone_epsilon(one, delta)

    def make(parts: Parts) -> Plan:
        with ctx.workprec(64):
            return plan(parts, arb(rational(delta)), 0.0, width)

    def read(curve: Curve) -> arb | None:
        with ctx.workprec(TAIL_BITS):
            return curve.epsilon(arb(rational(delta)))

    found = _worst(directions, exact, make, read, width)
    tops = [_greatest(parts) for parts in directions]
    if all(top is not None for top in tops):
        top = max((arb(t.upper()) for t in tops if t is not None), key=lambda t: float(t))
        if found.upper is None or found.upper > top:
            found = Ends(found.lower, top.max(arb(0)))
    return found


def _worst(
    directions: list[Parts],
    exact: Callable[[Parts], Ends | None],
    make: Callable[[Parts], Plan],
    read: Callable[[Curve], arb | None],
    width: float,
) -> Ends:
    """The greatest upper end, and the lower end of the direction that has it, with finer grids until they are near each other."""
    known = [exact(parts) for parts in directions]
    plans = [None if end is not None else make(parts) for parts, end in zip(directions, known)]

    def upper(i: int) -> arb | None:
        end, made = known[i], plans[i]
        if end is not None:
            return end.upper
        assert made is not None
        return read(curve(directions[i], made, up=True))

    uppers = [upper(i) for i in range(len(directions))]
    lowest = arb(0)
    for attempt in range(ATTEMPTS):
        i = max(range(len(uppers)), key=lambda j: _size(uppers[j]))
        end, made = known[i], plans[i]
        lower = end.lower if end is not None else None if made is None else read(curve(directions[i], made, up=False))
        lowest = lowest if lower is None or lower <= lowest else lower
        here = Ends(lowest, _greatest_of(uppers))
        finer = None if made is None else made.finer(1.2 * (here.wide / width) ** (0.8 if attempt else 0.5))
        if here.wide <= width or finer is None or attempt == ATTEMPTS - 1:
            return here
        plans[i] = finer
        again = upper(i)
        uppers[i] = again if _size(again) < _size(uppers[i]) else uppers[i]
    raise AssertionError("the loop returns")


def _greatest_of(ends: list[arb | None]) -> arb | None:
    """Of exact numbers; None is greater than all."""
    greatest = arb(0)
    for end in ends:
        if end is None:
            return None
        greatest = greatest if end <= greatest else end
    return greatest


def _single(parts: Parts) -> Pair | None:
    """The pair of all parts, where that can be told without rounding."""
    return parts[0][0] if len(parts) == 1 and parts[0][1] == 1 else several(parts)


def _size(x: arb | None) -> float:
    """For comparison: the logarithm, as small numbers are no floats."""
    if x is None or not x.is_finite():
        return float("inf")
    return float(x.log().mid()) if x > 0 else float("-inf")


def _greatest(parts: Parts) -> arb | None:
    """What no loss of the sum is above."""
    with ctx.workprec(ALONE_BITS):
        total = arb(0)
        for pair, k in parts:
            most = pair.greatest
            if most is None or not pair.infinite.is_zero():
                return None
            total += k * most
        return total


def _alone_epsilon(pair: Pair, delta: Fraction) -> Ends:
    """Of one answer, by bisection on its own curve; more digits for a smaller δ."""
    with ctx.workprec(ALONE_BITS + 2 * (1 / delta).__ceil__().bit_length()):
        wanted = arb(rational(delta))
        if pair.delta(arb(0)) <= wanted:
            return Ends(arb(0), arb(0))
        if pair.infinite > wanted:
            return Ends(arb("+inf"), None)
        low, high = arb(0), arb(1)
        while not pair.delta(high) <= wanted:
            low, high = (high if pair.delta(high) > wanted else low), 2 * high
            if high > 1 << 60:
                return Ends(low, None)
        for _ in range(ALONE_BITS // 2):
            middle = arb(((low + high) / 2).mid())
            found = pair.delta(middle)
            if found <= wanted:
                high = middle
            elif found > wanted:
                low = middle
            else:
                break
        return Ends(low, high)


# -- the sum -----------------------------------------------------------------------------------------------------------------


def curve(parts: Parts, made: Plan, up: bool) -> Curve:
    """The curve of the sum, from above or from below, by the plan."""
    count = sum(k for _, k in parts)
    keep = KEEP + count.bit_length()
    rounding = Rounding(bits=keep + MORE, keep=keep, up=up)
    with ctx.workprec(made.bits):
        found: Tilted | None = None
        kept, offset = arb(0), Fraction(0)  # the logarithm of the chance that no loss is infinite
        for masses, k in _grids(parts, made, up):
            answer = power(tilted(masses, rational(made.order * made.step), rounding), k, rounding)
            found = answer if found is None else product(found, answer, rounding)
            if not masses.infinite < 1:
                kept = arb("-inf")
            elif not masses.infinite.is_zero():
                kept += k * (-masses.infinite).log1p()
            offset += k * masses.offset
        assert found is not None
        chance = -kept.expm1() if kept.is_finite() else arb(1)
        infinite = arb(chance.upper() if up else chance.lower()).max(arb(0))
    return Curve(found, made.step, offset, made.order, infinite, up)


def _grids(parts: Parts, made: Plan, up: bool) -> Iterator[tuple[Masses, int]]:
    for i, (pair, k) in enumerate(parts):
        lattice = pair.lattice() if made.exact and isinstance(pair, Finite) else None
        if lattice is not None:
            yield spread(lattice, made.step, up), k
        else:
            yield (above if up else below)(pair, made.grid(i)), k


# -- what is told ------------------------------------------------------------------------------------------------------------


def told(x: arb, up: bool) -> Fraction:
    """A decimal of DIGITS digits on this side of an exact number >= 0."""
    if x <= 0:
        return Fraction(0)
    with ctx.workprec(96):
        place = int((x.log() / arb(10).log()).mid().floor().unique_fmpz())
    mantissa, exponent = map(int, x.man_exp())
    value = Fraction(mantissa) * (Fraction(2) ** exponent)
    return (round_up if up else round_down)(value, DIGITS - 1 - place)


def log10(x: Fraction) -> float:
    """For messages."""
    return (log(x.numerator) - log(x.denominator)) / log(10)
