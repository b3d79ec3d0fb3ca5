"""Sign by structure: exact interval bounds of a term over a domain, read off its shape.

`Bounds(domain).of(t)` is an interval with rational or infinite ends, each open or closed, that contains every value t takes
on the domain where it is defined. Zero is treated exactly (exp(x) - 1 on x >= 0 is in [0, oo), closed at 0), which is what
signs need; other values are rounded outward by balls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import reduce
from itertools import chain
from typing import NamedTuple

from flint import arb, fmpq

from ..statements import Domain, Range
from ..terms import FLIPPED, ONE, ZERO, Term, add, exp, func, neg, num, power, sub
from .balls import enclose, precision

_PREC = 64
_MOST_FLAT = 1000  # parts of a sum of sums that are put in order
_MAX_BITS = 4096  # larger magnitudes are as good as infinite
_MOST_DIGITS = 2**14  # bits of the ends of an interval
_OF_A_CONDITION, _OF_AN_INTERVAL = 10_000, 2_500  # bits that remembering one takes, besides its ends


class Interval(NamedTuple):
    """lo and hi are rationals or None (infinite, then open)."""

    lo: fmpq | None
    hi: fmpq | None
    lo_open: bool = False
    hi_open: bool = False

    @property
    def low(self) -> fmpq:
        """The lower end, which is finite."""
        if self.lo is None:
            raise ValueError("found an infinite lower end, expected a number")
        return self.lo

    @property
    def high(self) -> fmpq:
        if self.hi is None:
            raise ValueError("found an infinite upper end, expected a number")
        return self.hi

    @property
    def positive(self) -> bool:
        return self.lo is not None and (self.lo > 0 or (self.lo == 0 and self.lo_open))

    @property
    def nonnegative(self) -> bool:
        return self.lo is not None and self.lo >= 0

    @property
    def negative(self) -> bool:
        return self.hi is not None and (self.hi < 0 or (self.hi == 0 and self.hi_open))

    @property
    def nonpositive(self) -> bool:
        return self.hi is not None and self.hi <= 0

    @property
    def closed_ends(self) -> list[fmpq]:
        return [e for e, is_open in ((self.lo, self.lo_open), (self.hi, self.hi_open)) if e is not None and not is_open]

    def satisfies(self, op: str) -> bool:
        """Whether every value v of the interval has `v op 0`."""
        return {
            ">": self.positive,
            ">=": self.nonnegative,
            "<": self.negative,
            "<=": self.nonpositive,
            "!=": self.positive or self.negative,
            "==": self.nonnegative and self.nonpositive,
        }[op]

    def __neg__(self) -> Interval:
        return Interval(
            None if self.hi is None else -self.hi, None if self.lo is None else -self.lo, self.hi_open, self.lo_open
        )

    def meet(self, other: Interval) -> Interval:
        lo, lo_open = max_end((self.lo, self.lo_open), (other.lo, other.lo_open))
        flipped = max_end((_minus(self.hi), self.hi_open), (_minus(other.hi), other.hi_open))
        return Interval(lo, _minus(flipped[0]), lo_open, flipped[1])


EVERYTHING = Interval(None, None, True, True)


def _minus(a: fmpq | None) -> fmpq | None:
    return None if a is None else -a


def max_end(a: tuple[fmpq | None, bool], b: tuple[fmpq | None, bool]) -> tuple[fmpq | None, bool]:
    """The tighter of two lower ends."""
    if a[0] is None or (b[0] is not None and (b[0] > a[0] or (b[0] == a[0] and b[1]))):
        return b
    return a


def hull(parts: list[Interval]) -> Interval:
    """The smallest interval that contains all of these."""
    out = parts[0]
    for p in parts[1:]:
        lo, lo_open = _loose_end((out.lo, out.lo_open), (p.lo, p.lo_open))
        hi, hi_open = _loose_end((_minus(out.hi), out.hi_open), (_minus(p.hi), p.hi_open))
        out = Interval(lo, _minus(hi), lo_open, hi_open)
    return out


def _loose_end(a: tuple[fmpq | None, bool], b: tuple[fmpq | None, bool]) -> tuple[fmpq | None, bool]:
    """The looser of two lower ends."""
    return a if b[0] is not None and max_end(a, b) == b else b if a[0] is not None else a


def exact(q: fmpq) -> Interval:
    return Interval(q, q)


def _dyadic(x: arb, up: bool) -> fmpq | None:
    """A rational at or beyond an exact finite ball, on the side asked for; None if its magnitude is absurdly large."""
    man, exponent = (int(v) for v in x.man_exp())
    if exponent > _MAX_BITS or exponent + abs(man).bit_length() > _MAX_BITS:
        return None
    if exponent < -2 * _MAX_BITS:  # cut towards the side asked for
        tiny = fmpq(1, 2**_MAX_BITS)
        return (tiny if man > 0 else fmpq(0)) if up else (-tiny if man < 0 else fmpq(0))
    return fmpq(man) * fmpq(2) ** exponent


def ball_interval(x: arb) -> Interval:
    """An interval around a ball: a point if the ball is one, otherwise open just outside it."""
    if not x.is_finite():
        return EVERYTHING
    with precision(_PREC):
        lo, hi = _dyadic(x.lower(), up=False), _dyadic(x.upper(), up=True)
    if x.is_exact() and lo is not None and lo == hi and x == arb(lo):
        return exact(lo)
    # A strictly positive ball whose lower end was cut to zero is still positive, hence the open ends.
    return Interval(lo, hi, lo is None or bool(x > lo), hi is None or bool(x < hi))


def plus(a: Interval, b: Interval) -> Interval:
    lo = None if a.lo is None or b.lo is None else a.lo + b.lo
    hi = None if a.hi is None or b.hi is None else a.hi + b.hi
    return Interval(lo, hi, a.lo_open or b.lo_open, a.hi_open or b.hi_open)


def times(a: Interval, b: Interval) -> Interval:
    """Products of the ends. A zero end times anything is zero, attained if that end is attained."""
    if a.nonpositive and not a.nonnegative:
        return -times(-a, b)
    if b.nonpositive and not b.nonnegative:
        return -times(a, -b)
    if a.nonnegative and b.nonnegative:
        lo = a.low * b.low
        zero_open = (a.low > 0 or a.lo_open) and (b.low > 0 or b.lo_open)
        lo_open = zero_open if lo == 0 else a.lo_open or b.lo_open
        if a.hi == 0 or b.hi == 0:
            return exact(fmpq(0))
        hi = None if a.hi is None or b.hi is None else a.hi * b.hi
        return Interval(lo, hi, lo_open, hi is None or a.hi_open or b.hi_open)
    if b.nonnegative:
        a, b = b, a
    if a.nonnegative:  # b straddles zero
        low, high = (
            times(a, Interval(fmpq(0), _minus(b.lo), False, b.lo_open)),
            times(a, Interval(fmpq(0), b.hi, False, b.hi_open)),
        )
        return Interval(_minus(low.hi), high.hi, low.hi_open, high.hi_open)
    if None in (a.lo, a.hi, b.lo, b.hi):
        return EVERYTHING
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return Interval(min(ends), max(ends), False, False)


def inverse(a: Interval) -> Interval:
    if a.negative and not a.positive:  # both: an empty interval
        return -inverse(-a)
    if not a.positive:
        return EVERYTHING
    lo = fmpq(0) if a.hi is None or a.hi <= 0 else 1 / a.hi  # an empty interval may end at 0
    hi = None if a.low == 0 else 1 / a.low
    return Interval(lo, hi, a.hi is None or a.hi_open, hi is None or a.lo_open)


def integer_power(a: Interval, n: int) -> Interval:
    if n < 0:
        return inverse(integer_power(a, -n))
    if n % 2 == 0:
        a = absolute(a)
    if n == 0:
        return exact(fmpq(1))
    if a.lo is not None and a.lo == a.hi and n * (int(a.lo.p).bit_length() + int(a.lo.q).bit_length()) <= 2**16:
        return exact(a.lo**n)
    if n > 64:
        return Interval(fmpq(0), None, a.positive, True) if a.nonnegative else EVERYTHING
    lo = None if a.lo is None else a.lo**n
    hi = None if a.hi is None else a.hi**n
    return Interval(lo, hi, a.lo_open, a.hi_open)


def absolute(a: Interval) -> Interval:
    if a.nonnegative:
        return a
    if a.nonpositive:
        return -a
    flipped = max_end(
        (a.lo, a.lo_open), (_minus(a.hi), a.hi_open)
    )  # the end farther from zero is the smaller of lo, -hi
    farther = (_minus(a.hi), a.hi_open) if flipped == (a.lo, a.lo_open) else (a.lo, a.lo_open)
    return Interval(fmpq(0), _minus(farther[0]), False, farther[1])


#: Increasing functions: their limits at -oo and at +oo (None: infinite, or not defined there).
_INCREASING: dict[str, tuple[fmpq | None, fmpq | None]] = {
    "exp": (fmpq(0), None),
    "log": (None, None),
    "sqrt": (None, None),
    "sinh": (None, None),
    "tanh": (fmpq(-1), fmpq(1)),
    "asinh": (None, None),
    "acosh": (None, None),
    "atanh": (None, None),
    "erf": (fmpq(-1), fmpq(1)),
    "Phi": (fmpq(0), fmpq(1)),
    "PhiInv": (None, None),
    "floor": (None, None),
    "ceil": (None, None),
}
#: Where f takes an exact rational value: f(key) = value.
_EXACT: dict[tuple[str, fmpq], fmpq] = {
    ("exp", fmpq(0)): fmpq(1),
    ("log", fmpq(1)): fmpq(0),
    ("sinh", fmpq(0)): fmpq(0),
    ("tanh", fmpq(0)): fmpq(0),
    ("asinh", fmpq(0)): fmpq(0),
    ("acosh", fmpq(1)): fmpq(0),
    ("atanh", fmpq(0)): fmpq(0),
    ("erf", fmpq(0)): fmpq(0),
    ("Phi", fmpq(0)): fmpq(1, 2),
    ("PhiInv", fmpq(1, 2)): fmpq(0),
    ("cosh", fmpq(0)): fmpq(1),
    ("erfc", fmpq(0)): fmpq(1),
}
#: What the function can return at all.
_IMAGE: dict[str, Interval] = {
    "exp": Interval(fmpq(0), None, True, True),
    "sqrt": Interval(fmpq(0), None, False, True),
    "tanh": Interval(fmpq(-1), fmpq(1), True, True),
    "erf": Interval(fmpq(-1), fmpq(1), True, True),
    "Phi": Interval(fmpq(0), fmpq(1), True, True),
    "erfc": Interval(fmpq(0), fmpq(2), True, True),
    "cosh": Interval(fmpq(1), None, False, True),
    "acosh": Interval(fmpq(0), None, False, True),
}


def _at(name: str, q: fmpq) -> Interval:
    """f(q) as a tiny interval."""
    found = _EXACT.get((name, q))
    if found is not None:
        return exact(found)
    if name == "sqrt":
        root = _square_root(q)
        if root is not None:
            return exact(root)
    return ball_interval(enclose(func(name, num(q)), _PREC))


def _square_root(q: fmpq) -> fmpq | None:
    if q < 0:
        return None
    p, r = q.p.isqrt(), q.q.isqrt()
    return fmpq(p, r) if p * p == q.p and r * r == q.q else None


def increasing(name: str, a: Interval) -> Interval:
    below, above = _INCREASING[name]
    lo, lo_open = below, True
    if a.lo is not None:
        low = _at(name, a.lo)
        lo, lo_open = (low.lo, low.lo_open or a.lo_open) if low.lo is not None else (below, True)
    hi, hi_open = above, True
    if a.hi is not None:
        high = _at(name, a.hi)
        hi, hi_open = (high.hi, high.hi_open or a.hi_open) if high.hi is not None else (above, True)
    if name in ("floor", "ceil"):
        return _steps(name, a)
    return Interval(lo, hi, lo is None or lo_open, hi is None or hi_open).meet(_IMAGE.get(name, EVERYTHING))


def _steps(name: str, a: Interval) -> Interval:
    """The integers that floor or ceil take: beyond an open end the next one is one step further in."""
    lo = hi = None
    if a.lo is not None:
        above = a.lo.floor() + 1 if a.lo_open else a.lo.ceil()
        lo = fmpq(a.lo.floor() if name == "floor" else above)
    if a.hi is not None:
        below = a.hi.ceil() - 1 if a.hi_open else a.hi.floor()
        hi = fmpq(below if name == "floor" else a.hi.ceil())
    return Interval(lo, hi, lo is None, hi is None)


def _trimmed(a: Interval) -> Interval:
    """The interval, or a slightly larger one if its ends have too many digits."""
    ends = [(e, e is not None and int(e.p.bit_length()) + int(e.q.bit_length()) > _MOST_DIGITS) for e in (a.lo, a.hi)]
    if not (ends[0][1] or ends[1][1]):
        return a
    with precision(_PREC):
        lo, hi = (ball_interval(arb(e)) if long else Interval(e, e, o, o) for (e, long), o in zip(ends, a[2:]))
    signs = [(a.positive, ">"), (a.negative, "<"), (a.nonnegative, ">="), (a.nonpositive, "<="), (True, "!=")]
    half = _HALF_LINE[next(op for seen, op in signs if seen)]  # an end that is as good as infinite still has its sign
    return Interval(lo.lo, hi.hi, lo.lo is None or lo.lo_open, hi.hi is None or hi.hi_open).meet(half)


class Bounds:
    """Bounds of terms over one domain, remembered; `kept` counts the bits of all that remember something together."""

    def __init__(self, domain: Domain, kept: Counter[str] | None = None) -> None:
        self.domain = domain
        self._kept = Counter[str]() if kept is None else kept
        self._kept["bits"] += _OF_A_CONDITION * len(domain.conditions)
        self._memo: dict[Term, Interval] = {}
        self._ranges = {r.name: r for r in domain.ranges}
        self._stated: dict[int, list[Interval]] = {}
        self._numbers: dict[Term, int] = {}
        self._keys: dict[Hashable, int] = {}
        for c in domain.conditions:
            self._state(c)

    def _state(self, c: Term) -> None:
        """Remember what a side condition l op r says of l, r, l - r and r - l."""
        sides = [(sub(c.lhs, c.rhs), c.op), (sub(c.rhs, c.lhs), FLIPPED[c.op]), (add(c.lhs, neg(c.rhs)), c.op)]
        stated = [(t, _HALF_LINE[op]) for t, op in sides]
        if c.rhs.op == "num":
            stated.append((c.lhs, plus(_HALF_LINE[c.op], exact(c.rhs.number))))
        if c.lhs.op == "num":
            stated.append((c.rhs, plus(_HALF_LINE[FLIPPED[c.op]], exact(c.lhs.number))))
        for t, interval in stated:
            self._stated.setdefault(self._unordered(t), []).append(interval)

    def _unordered(self, t: Term) -> int:
        """A number that is the same for terms that differ in the order of sums and products only."""
        found = self._numbers.get(t)
        if found is None:
            key: Hashable = t
            if t.op in ("+", "*"):
                parts = [a.args if a.op == t.op else (a,) for a in t.args]
                flat = chain.from_iterable(parts) if sum(map(len, parts)) <= _MOST_FLAT else t.args
                key = (t.op, tuple(sorted(map(self._unordered, flat))))
            elif t.args:
                key = (t.op, t.value, tuple(map(self._unordered, t.args)))
            found = self._numbers[t] = self._keys.setdefault(key, len(self._keys))
        return found

    def of(self, t: Term) -> Interval:
        found = self._memo.get(t)
        if found is None:
            found = self._shape(t)
            for stated in self._stated.get(self._unordered(t), ()) if self._stated else ():
                found = found.meet(stated)
            found = self._memo[t] = _trimmed(found)
            self._kept["bits"] += _OF_AN_INTERVAL + sum(int(e.height_bits()) for e in found[:2] if e is not None)
        return found

    def satisfies(self, relation: Term) -> bool:
        """Whether structure alone shows the relation at every point where both sides are defined."""
        l, r, op = relation.lhs, relation.rhs, relation.op
        return plus(self.of(l), -self.of(r)).satisfies(op) or self.of(sub(l, r)).satisfies(op)

    def _shape(self, t: Term) -> Interval:
        op = t.op
        if op == "num":
            return exact(t.number)
        if op == "sym":
            return _range_interval(self._ranges[t.name]) if t.name in self._ranges else EVERYTHING
        if op == "const":
            return Interval(fmpq(3), fmpq(22, 7), True, True) if t.value == "pi" else EVERYTHING
        if op == "+":
            return reduce(lambda a, b: _trimmed(plus(a, b)), map(self.of, t.args))
        if op == "*":
            return self._product(t)
        if op == "**":
            return self._power(*t.args)
        if op == "Piecewise":  # one of the pieces applies, or it has no value
            return hull([self.of(value) for value in t.args[0::2]])
        return self._function(t)

    def _product(self, t: Term) -> Interval:
        total = exact(fmpq(1))
        for factor, n in Counter(t.args).items():  # equal factors are a power: x*x >= 0
            total = _trimmed(times(total, integer_power(self.of(factor), n)))
        return total

    def _power(self, base: Term, exponent: Term) -> Interval:
        b = self.of(base)
        if exponent.op == "num":
            e = exponent.number
            if e.q == 1:
                return integer_power(b, int(e.p)) if abs(int(e.p)) <= 10_000 else EVERYTHING
            b = b.meet(Interval(fmpq(0), None, e < 0, True))
            return _rational_power(b, e) if e > 0 else inverse(_rational_power(b, -e))
        e_range = self.of(exponent)
        if not b.nonnegative:  # a whole power of a negative base may have any sign
            return EVERYTHING
        at_least_one = b.lo is not None and b.lo >= 1
        if at_least_one and e_range.nonnegative:
            return Interval(fmpq(1), None, bool(b.lo != 1) and e_range.positive, True)
        below_one = b.hi is not None and b.hi <= 1
        if below_one and e_range.nonnegative:
            return Interval(fmpq(0), fmpq(1), b.positive, (b.high < 1 or b.hi_open) and e_range.positive)
        return Interval(fmpq(0), None, b.positive, True)

    def _function(self, t: Term) -> Interval:
        name = t.op
        if name in _INCREASING:
            return increasing(name, self.of(t.args[0]))
        if name == "abs":
            return absolute(self.of(t.args[0]))
        if name == "cosh":
            return _even_cosh(absolute(self.of(t.args[0])))
        if name == "erfc":
            return _one_minus(increasing("erf", self.of(t.args[0])), self.of(t.args[0]))
        if name in ("min", "max"):
            return self._extremum(t)
        if name == "gamma":
            return Interval(fmpq(0), None, True, True) if self.of(t.args[0]).positive else EVERYTHING
        if name == "LambertW" and (len(t.args) == 1 or t.args[1] is ZERO):
            a = self.of(t.args[0])
            if a.nonnegative:
                return Interval(fmpq(0), fmpq(0) if a.nonpositive else None, a.positive, not a.nonpositive)
            apart = self._off_the_branch_point(t)
            return Interval(fmpq(-1), fmpq(0) if a.nonpositive else None, apart, a.negative or not a.nonpositive)
        if name == "LambertW":
            return Interval(None, fmpq(-1), True, self._off_the_branch_point(t))
        return EVERYTHING

    def _off_the_branch_point(self, t: Term) -> bool:
        """Whether the argument of LambertW, which is at least -1/e, is more than that."""
        return self.of(add(t.args[0], exp(neg(ONE)))).positive

    def _extremum(self, t: Term) -> Interval:
        parts = [self.of(a) for a in t.args]
        if t.op == "min":
            parts = [-p for p in parts]
        lo, lo_open = parts[0].lo, parts[0].lo_open
        for p in parts[1:]:
            lo, lo_open = max_end((lo, lo_open), (p.lo, p.lo_open))
        hi: fmpq | None = parts[0].hi
        hi_open = parts[0].hi_open
        for p in parts[1:]:
            if hi is None or p.hi is None:
                hi, hi_open = None, True
            elif p.hi > hi or (p.hi == hi and not p.hi_open):
                hi, hi_open = p.hi, p.hi_open
        result = Interval(lo, hi, lo_open, hi_open)
        return -result if t.op == "min" else result


def _rational_power(b: Interval, e: fmpq) -> Interval:
    """b**e for b >= 0 and e > 0: increasing."""
    lo = _power_at(b.lo, e)
    hi = EVERYTHING if b.hi is None else _power_at(b.hi, e)
    lower = (lo.lo, lo.lo_open or b.lo_open) if lo.nonnegative else (fmpq(0), b.positive)
    return Interval(*lower[:1], hi.hi, lower[1], hi.hi is None or hi.hi_open or b.hi_open)


def _power_at(q: fmpq, e: fmpq) -> Interval:
    if q == 0 or q == 1:
        return exact(q)
    root = _square_root(q) if e.q == 2 else None
    if root is not None and abs(int(e.p)) <= 64:
        return exact(root ** int(e.p))
    return ball_interval(enclose(power(num(q), num(e)), _PREC))


def _even_cosh(a: Interval) -> Interval:
    lo = _at("cosh", a.lo)
    hi = None if a.hi is None else _at("cosh", a.hi).hi
    return Interval(lo.lo, hi, lo.lo_open or a.lo_open, True if hi is None else a.hi != 0 or a.hi_open).meet(
        _IMAGE["cosh"]
    )


def _one_minus(erf: Interval, argument: Interval) -> Interval:
    """erfc = 1 - erf, kept away from zero by its own tiny values at finite arguments."""
    result = plus(exact(fmpq(1)), -erf).meet(_IMAGE["erfc"])
    if argument.hi is not None:
        low = _at("erfc", argument.hi)
        if low.lo is not None:
            result = result.meet(Interval(low.lo, None, low.lo_open or argument.hi_open, True))
    return result


_HALF_LINE: dict[str, Interval] = {
    ">": Interval(fmpq(0), None, True, True),
    ">=": Interval(fmpq(0), None, False, True),
    "<": Interval(None, fmpq(0), True, True),
    "<=": Interval(None, fmpq(0), True, False),
    "==": exact(fmpq(0)),
    "!=": EVERYTHING,
}


def closed_interval(t: Term) -> Interval:
    """A closed term as an interval: exact if it is a rational number, a tiny open interval otherwise."""
    seen = Bounds(Domain()).of(t) if t.op in ("num", "+", "*", "**") else EVERYTHING
    return seen if seen.lo is not None and seen.lo == seen.hi else ball_interval(enclose(t, _PREC))


def _range_interval(r: Range) -> Interval:
    lo = EVERYTHING if r.lower is None else closed_interval(r.lower)
    hi = EVERYTHING if r.upper is None else closed_interval(r.upper)
    result = Interval(
        lo.lo, hi.hi, lo.lo is None or lo.lo_open or r.lower_open, hi.hi is None or hi.hi_open or r.upper_open
    )
    return _integers(result) if r.integer else result


def _integers(a: Interval) -> Interval:
    """The hull of the integers in an interval."""
    lo = a.lo if a.lo is None else fmpq(a.lo.floor() + 1 if a.lo_open else a.lo.ceil())
    hi = a.hi if a.hi is None else fmpq(a.hi.ceil() - 1 if a.hi_open else a.hi.floor())
    return Interval(lo, hi, lo is None, hi is None)
