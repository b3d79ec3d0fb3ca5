"""Where along one symbol a term is smallest: local minima, found numerically, with guesses of their exact places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from ..kernel.arithmetic.balls import Unsupported, precision
from ..kernel.arithmetic.derivative import NotDifferentiable, derivative
from ..kernel.arithmetic.field import Field
from ..kernel.reals.quadrature import Program, enclose
from ..kernel.statements import Range
from ..kernel.substitution import substitute
from ..kernel.terms import ONE, PI, Term, TermError, add, div, exp, func, log, mul, neg, num, power, sqrt
from .exact_roots import constants
from .work import Work, operations

PREC = 400  # bits at which minima are located
FINE = 200  # bisection steps


@dataclass(frozen=True)
class Minimum:
    """A local minimum at about `at`; `exact` is a closed term where the gap is exactly zero, if that was recognised."""

    at: fmpq
    exact: Term | None
    width: fmpq  # half the distance to the neighbouring grid points


def grid(r: Range) -> list[fmpq]:
    """Rational points inside a range: near its ends on a logarithmic scale, and in between."""
    low, high = (None if e is None else midpoint(enclose(e, 128)) for e in (r.lower, r.upper))
    steps = [fmpq(2) ** k for k in range(-24, 13)] + [fmpq(3, 2) * fmpq(2) ** k for k in range(-6, 6)]
    points: set[fmpq] = set()
    if low is None and high is None:
        points |= {s * d for d in steps for s in (1, -1)} | {fmpq(0)}
    elif low is None or high is None:
        points |= {low + d for d in steps} if low is not None else {high - d for d in steps}
    else:
        width = high - low
        points |= {low + width * fmpq(i, 48) for i in range(1, 48)}
        for k in range(6, 30, 2):
            points |= {low + width / 2**k, high - width / 2**k}
    return sorted(points)


def midpoint(x: arb) -> fmpq | None:
    if not x.is_finite():
        return None
    man, e = x.mid().man_exp()
    return fmpq(man) * fmpq(2) ** int(e)


def minima(gap: Term, name: str, r: Range, work: Work) -> list[Minimum]:
    """The interior local minima of the gap along the symbol, seen through the sign of its derivative on a grid."""
    try:
        falls = derivative(gap, name)
        slope = Program([falls], (name,), point=True)
    except (NotDifferentiable, TermError, Unsupported):
        return []
    points, cost = grid(r), operations(falls)
    work.evaluate(cost, len(points), PREC)
    found = []
    last: fmpq | None = None  # the last point where the term falls
    flat: fmpq | None = None
    for p in points:
        s = _sign(slope, p)
        if s == -1:
            last, flat = p, None
        elif s == 0 and last is not None:
            flat = p
        elif s == 1 and last is not None:
            work.evaluate(cost, FINE, PREC)
            at = flat if flat is not None else bisect(slope, last, p)
            found.append(Minimum(at, recognise(gap, name, at, work), _room(at, (p - last) / 2, r)))
            last = None
    return found


def _room(at: fmpq, width: fmpq, r: Range) -> fmpq:
    """A distance from `at` that is not tiny and stays well inside the range."""
    width = max(width, (abs(at) + 1) / 16)
    for end in (r.lower, r.upper):
        where = None if end is None else midpoint(enclose(end, 128))
        if where is not None:
            width = min(width, abs(at - where) / 2)
    return width


def taken_signs(t: Term, name: str, r: Range, work: Work) -> tuple[int, ...]:
    """The signs that the term is seen to take along the symbol, in order."""
    try:
        program = Program([t], (name,), point=True)
    except Unsupported:
        return ()
    signs: list[int] = []
    points = grid(r)
    work.evaluate(operations(t), len(points), PREC)
    for p in points:
        s = _sign(program, p)
        if s and (not signs or signs[-1] != s):
            signs.append(s)
    return tuple(signs)


def _sign(program: Program, at: fmpq) -> int | None:
    with precision(PREC):
        value = program.run((arb(at),), PREC)[0]
    if value > 0:
        return 1
    if value < 0:
        return -1
    return 0 if value.is_finite() else None


def bisect(program: Program, a: fmpq, b: fmpq) -> fmpq:
    """The place in (a, b) where an increasing change of sign happens."""
    for _ in range(FINE):
        middle = (a + b) / 2
        s = _sign(program, middle)
        if not s:
            return middle
        a, b = (middle, b) if s < 0 else (a, middle)
    return (a + b) / 2


def recognise(gap: Term, name: str, at: fmpq, work: Work) -> Term | None:
    """An exact number near `at` where the gap is exactly zero."""
    field = Field(tick=work.division)
    for guess in guesses(at, constants(gap)):
        if field.is_zero(substitute(gap, {name: guess})):
            return guess
    return None


def guesses(at: fmpq, known: tuple[Term, ...] = ()) -> Iterator[Term]:
    """Simple closed terms that agree with `at` to many digits: p/q, log(p/q), exp(p/q), sqrt(p/q), multiples of these.

    For a known number c also c + p/q and c p/q.
    """
    value = Fraction(int(at.p), int(at.q))
    close = simple(value)
    if close is not None:
        yield num(close)
    with precision(PREC):
        x = arb(at)
        sign = num(1 if at > 0 else -1)
        transforms = [
            (x.exp(), log),
            ((2 * x).exp(), lambda t: div(log(t), num(2))),
            (x * x, lambda t: mul(sign, sqrt(t))),
            (x**3, lambda t: mul(sign, power(t, num(1, 3)))),
            (x / arb.pi(), lambda t: mul(sign, t, PI)),
            (x / arb(1).exp(), lambda t: mul(sign, t, exp(ONE))),
            (x * arb(1).exp(), lambda t: mul(sign, div(t, exp(ONE)))),
            ((2 * x - 1) ** 2, _shifted_root(at)),
        ]
        if at != 0:
            transforms.append((abs(x).log(), _exponential(at)))
        transforms.append(((-x / arb(2).sqrt()).erfc() / 2, lambda t: func("PhiInv", t)))
        transforms.append((x * x.exp(), lambda t: func("LambertW", mul(sign, t), *((num(-1),) if at < -1 else ()))))
    for y, build in transforms:
        close = _simple_ball(y)
        if close is not None and close != 0:
            yield build(num(abs(close)))
    for c in known:
        about = enclose(c, PREC)
        with precision(PREC):
            more, times = _simple_ball(x - about), _simple_ball(x / about)
        if more is not None:
            yield add(c, num(more))
        if times is not None:
            yield mul(num(times), c)


def _simple_ball(y: arb) -> Fraction | None:
    middle = midpoint(y)
    return None if middle is None else simple(Fraction(int(middle.p), int(middle.q)))


def _shifted_root(at: fmpq) -> Callable[[Term], Term]:
    """(1 +- sqrt(t))/2, for quadratic irrationals such as the golden ratio."""
    sign = 1 if 2 * at > 1 else -1
    return lambda t: div(add(ONE, mul(num(sign), sqrt(t))), num(2))


def _exponential(at: fmpq) -> Callable[[Term], Term]:
    """exp(t) or exp(-t), with the sign of `at`, for a positive t."""
    inverse, negative = abs(at) < 1, at < 0

    def build(t: Term) -> Term:
        size = exp(neg(t) if inverse else t)
        return neg(size) if negative else size

    return build


def simple_fraction(x: fmpq) -> Fraction | None:
    """A rational with a small denominator next to x."""
    return simple(Fraction(int(x.p), int(x.q)), 50)


def simple(value: Fraction, tolerance: int = 150) -> Fraction | None:
    """A rational with a small denominator within 2**-tolerance of value."""
    close = value.limit_denominator(10_000)
    scale = max(abs(value), Fraction(1))
    return close if abs(close - value) * 2**tolerance < scale else None


def simplest(a: fmpq, b: fmpq) -> fmpq:
    """The rational with the smallest denominator in [a, b], a < b."""
    if a > 0:
        whole = a.ceil()
        if whole <= b:
            return fmpq(whole)
        rest = simplest(1 / (b - (whole - 1)), 1 / (a - (whole - 1)))
        return (whole - 1) + 1 / rest
    return fmpq(0) if b >= 0 else -simplest(-b, -a)
