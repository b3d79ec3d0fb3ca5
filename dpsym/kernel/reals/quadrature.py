"""Enclosures of integrals: Arb's rigorous quadrature on bounded ranges, and bounds on the tails of infinite ones.

`acb.integral` encloses the integral over a segment of a function that is given by its values on complex boxes. Asked with
`analytic`, the function must return a value that is not finite unless it is holomorphic on the box; so it is for roots and
logarithms on a box that meets their branch cut, and for |z| on a box that meets the imaginary axis. On real boxes the real
program is used, which encloses the values at all points where the integrand is defined.

The integrand is tried in its normal form, where logarithms of exponentials are gone and signs hang on few |g|; the range is cut
where the sign of a g may change, and between the cuts |g| is g or -g, which is holomorphic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import islice

from flint import acb, arb, ctx, fmpq

from ..arithmetic.balls import Program as Plain
from ..arithmetic.balls import Unsupported, precision
from ..arithmetic.bounds import ball_interval
from ..arithmetic.closed import compare_closed
from ..arithmetic.tails import Tails, all_reals, normal_form, tests, ways
from ..statements import Domain, Range
from ..substitution import substitute
from ..terms import MINUS_OO, OO, Term, add, exp, mul, neg, num, power, rebuild, subterms, sym
from .context import Context

MAX_PREC = 256  # higher precision costs more than it shows
MOST_WORK = 2_500  # of the sums in an integrand, which is evaluated often
_MOST_FACTORS = 500  # of a product in an integrand whose exponentials are joined
_NAN = acb(arb.nan())

Complex = Callable[[acb, bool], acb]


def _log_gamma(z: acb, analytic: bool) -> acb:
    return z.lgamma() if z.real > arb(0) else _NAN


def _normal(z: acb, analytic: bool) -> acb:
    return (-z / acb(2).sqrt()).erfc() / 2


_UNARY: dict[str, Complex] = {
    "exp": lambda z, a: z.exp(),
    "sinh": lambda z, a: z.sinh(),
    "cosh": lambda z, a: z.cosh(),
    "tanh": lambda z, a: z.tanh(),
    "erf": lambda z, a: z.erf(),
    "erfc": lambda z, a: z.erfc(),
    "gamma": lambda z, a: z.gamma(),
    "log": lambda z, a: z.log(analytic=a),
    "sqrt": lambda z, a: z.sqrt(analytic=a),
    "abs": lambda z, a: z.real_abs(analytic=a),
    "asinh": lambda z, a: (z + (z * z + 1).sqrt(analytic=a)).log(analytic=a),
    "acosh": lambda z, a: (z + (z * z - 1).sqrt(analytic=a)).log(analytic=a),
    "atanh": lambda z, a: ((1 + z).log(analytic=a) - (1 - z).log(analytic=a)) / 2,
    "loggamma": _log_gamma,
    "Phi": _normal,
}
_FOLDED = {
    "+": lambda y, z, a: y + z,
    "*": lambda y, z, a: y * z,
    "min": lambda y, z, a: y.real_min(z, analytic=a),
    "max": lambda y, z, a: y.real_max(z, analytic=a),
}


def _at(program: Plain, values: Sequence[arb]) -> list[arb]:
    """The values of a part of an integral, at the current precision."""
    program.refill(MOST_WORK)
    return program._run(values, ctx.prec)


class Integrand:
    """A term as a function of one symbol, on real and on complex boxes; the other symbols are balls."""

    def __init__(self, body: Term, name: str, names: tuple[str, ...], point: bool) -> None:
        self.name = name
        self.real = Program([body], (*names, name), point)
        self._body = body
        self._signed = [u for u in subterms(body) if u.op == "abs" and name in u.free]
        self._arguments = Program([u.args[0] for u in self._signed], (*names, name), point)
        self._fixed: list[Term] = []  # the largest sub-terms without the symbol
        self._seen: set[Term] = set()
        self._collect(body)
        self._fixed_values = Program(self._fixed, names, point)

    def _collect(self, u: Term) -> None:
        if u in self._seen:
            return
        self._seen.add(u)
        if self.name not in u.free:
            self._fixed.append(u)
        elif u.op in _UNARY or u.op in _FOLDED or u.op == "**":
            for a in u.args:
                self._collect(a)
        elif u.op != "sym":
            raise Unsupported(f"no holomorphic extension of {u.op}")

    def signs(self, values: Sequence[arb], x: arb) -> tuple[int, ...] | None:
        """The sign of each |.| on a range of x; None if one is not seen."""
        found = _at(self._arguments, (*values, x))
        return tuple(1 if a >= 0 else -1 for a in found) if all(a >= 0 or a <= 0 for a in found) else None

    def at(self, values: Sequence[arb], signs: tuple[int, ...] = ()) -> Complex:
        """The function for given values of the other symbols; with `signs`, each |g| is continued from where g has this sign."""
        straight = dict(zip(self._signed, signs))
        fixed = dict(zip(self._fixed, map(acb, _at(self._fixed_values, values))))

        def f(z: acb, analytic: bool) -> acb:
            try:
                if not analytic and z.imag.is_zero():
                    return acb(_at(self.real, (*values, z.real))[0])
                return self._value(self._body, dict(fixed), z, analytic, straight)
            except (ArithmeticError, LookupError, RecursionError, ValueError):  # flint cannot hand them on
                return _NAN

        return f

    def _value(self, u: Term, memo: dict[Term, acb], z: acb, analytic: bool, straight: dict[Term, int]) -> acb:
        if u not in memo:
            if u.op == "sym":
                return z
            args = [self._value(a, memo, z, analytic, straight) for a in u.args]
            if u in straight:
                memo[u] = args[0] * straight[u]
            elif u.op in _UNARY:
                memo[u] = _UNARY[u.op](args[0], analytic)
            elif u.op == "**":
                memo[u] = _power(u.args[1], args[0], args[1], analytic)
            else:
                memo[u] = reduce(lambda x, y: _FOLDED[u.op](x, y, analytic), args)
        return memo[u]


def _power(exponent: Term, base: acb, e: acb, analytic: bool) -> acb:
    """Whole powers, which are holomorphic but for poles; others are exp(e log base)."""
    if exponent.is_whole:
        return base ** int(exponent.number.p)
    return (e * base.log(analytic=analytic)).exp()


class Program(Plain):
    """Programs of terms with integrals."""

    def _integral(self, t: Term) -> int:
        names = self._names_in(t)
        return self._emit_of(integral(t, names, self._point), names)


def enclose(t: Term, prec: int) -> arb:
    """A ball around the value of a closed term, if it has one."""
    return Program([t], (), point=True).run((), prec)[0]


def compare(a: Term, b: Term) -> int | None:
    """-1, 0 or 1 as a < b, a == b or a > b for closed terms, perhaps with integrals; None if it is not seen."""
    return compare_closed(a, b, kind=Program)


def integral(u: Term, names: tuple[str, ...], point: bool) -> Callable[..., arb]:
    """The integral u as a function of balls for `names`; without names its value is remembered."""
    found = _enclosure(u, names, point)
    return found if names else lambda: _closed(u, point, min(ctx.prec, MAX_PREC))


@lru_cache(maxsize=100)
def _closed(u: Term, point: bool, prec: int) -> arb:
    with precision(prec):
        return _enclosure(u, (), point)()


def _enclosure(u: Term, names: tuple[str, ...], point: bool) -> Callable[..., arb]:
    body, lower, upper = u.args
    name = u.name
    if name in names:
        raise Unsupported(f"{name} is bound and free in an integral")
    finite = ([] if lower is MINUS_OO else [lower]) + ([] if upper is OO else [upper])
    ends = Program(finite, names, point)
    f = Integrand(body, name, names, point)
    try:
        g = Integrand(_joined(normal_form(body, all_reals(*names, name))), name, names, point)
    except Unsupported:
        g = f

    def enclose(*values: arb) -> arb:
        with precision(min(ctx.prec, MAX_PREC)):
            first = _enclosed(g, *values)
            if g is f or (first.is_finite() and first.rel_accuracy_bits() > ctx.prec // 2):
                return first
            second = _enclosed(f, *values)
            return first if second.is_nan() or first.rad() < second.rad() else second

    def _enclosed(f: Integrand, *values: arb) -> arb:
        found = _at(ends, values)
        low = None if lower is MINUS_OO else found[0]
        high = None if upper is OO else found[-1]
        total = arb(0)
        if low is None:
            start = min(arb(0), high.lower()) if high is not None else arb(0)
            low, tail = _tail(substitute(body, {name: neg(sym(name))}), name, names, values, -start)
            low, total = -low, total + tail
        if high is None:
            high, tail = _tail(body, name, names, values, max(arb(0), low.upper()))
            total += tail
        return total + _bounded(f, values, low, high)

    return enclose


def _bounded(f: Integrand, values: Sequence[arb], low: arb, high: arb) -> arb:
    """The integral between finite ends: between the certain parts of the range, and what is left at each end."""
    if not (low.is_finite() and high.is_finite()) or low > high:  # there is a value only where the ends rise
        return arb.nan()
    if not low.upper() <= high.lower():
        return _at(f.real, (*values, low.union(high)))[0] * (high - low)
    total = _segments(f, values, low.upper(), high.lower())
    for end, edge, sign in ((low, low.upper(), 1), (high, high.lower(), -1)):
        rest = (edge - end) * sign
        if not rest.is_zero():
            total += _at(f.real, (*values, end.union(edge)))[0] * rest
    return total


def _segments(f: Integrand, values: Sequence[arb], low: arb, high: arb) -> arb:
    goal = max((v.rad() for v in values), default=arb(0)).max(arb(2) ** -ctx.prec)
    total = arb(0)
    for a, b, signs in _pieces(f, values, low, high, goal):
        if signs is None:
            total += _at(f.real, (*values, a.union(b)))[0] * (b - a)
        else:
            total += acb.integral(f.at(values, signs), a, b, rel_tol=goal, abs_tol=goal, eval_limit=400 * ctx.prec).real
    return total


def _pieces(
    f: Integrand, values: Sequence[arb], low: arb, high: arb, goal: arb
) -> list[tuple[arb, arb, tuple[int, ...] | None]]:
    """(a, b, the signs there), one after the other; None where a sign is not seen, on ranges that are not wider than `goal`.

    If there are too many, the whole range without signs.
    """
    pieces: list[tuple[arb, arb, tuple[int, ...] | None]] = []
    todo = [(low, high)]
    for _ in range(400 * ctx.prec):
        if not todo:
            return pieces
        a, b = todo.pop()
        signs, middle = f.signs(values, a.union(b)), ((a + b) / 2).mid()
        if signs is None and b - a > goal and a < middle < b:
            todo += [(middle, b), (a, middle)]
        elif pieces and signs is not None and pieces[-1][2] == signs:
            pieces[-1] = (pieces[-1][0], b, signs)
        else:
            pieces.append((a, b, signs))
    return [(low, high, ())]


@lru_cache(maxsize=1 << 12)
def _joined(t: Term) -> Term:
    """exp(a) exp(b) is exp(a + b), and exp(a)**k is exp(k a) for whole k, where there are not too many of them."""
    if t.op not in ("*", "**"):
        return rebuild(t, tuple(map(_joined, t.args))) if t.args else t
    factors = list(islice(_factors(t, 1), _MOST_FACTORS + 1))  # shared parts may be exponentially many
    if len(factors) > _MOST_FACTORS:
        return t
    exponents = [mul(num(k), u.args[0]) for u, k in factors if u.op == "exp"]
    rest = [u if k == 1 else power(u, num(k)) for u, k in factors if u.op != "exp"]
    return mul(*rest, *([exp(add(*exponents))] if exponents else []))


def _factors(t: Term, k: int) -> Iterator[tuple[Term, int]]:
    if t.op == "*":
        for a in t.args:
            yield from _factors(a, k)
    elif t.op == "**" and t.rhs.is_whole:
        yield from _factors(t.lhs, k * int(t.rhs.number.p))
    else:
        yield rebuild(t, tuple(map(_joined, t.args))) if t.args else t, k


@lru_cache(maxsize=1000)
def decays(f: Term, name: str, domain: Domain, c: fmpq, by_power: bool) -> bool:
    return Tails(Context()).decays(f, name, domain, c, by_power)


def _tail(body: Term, name: str, names: tuple[str, ...], values: Sequence[arb], start: arb) -> tuple[arb, arb]:
    """(T, enclosure of the integral from T to infinity), with T >= start."""
    ranges = []
    for n, v in zip(names, values):
        i = ball_interval(v)
        if i.lo is None or i.hi is None:
            return arb(0), arb.nan()
        ranges.append(Range(n, num(i.lo), num(i.hi), False, False))
    best, begin = (arb(0), arb.nan()), ball_interval(start).hi
    if begin is None:
        return best
    for parts in ways(body, all_reals(*names, name)):
        tops = Program(parts, (*names, name))
        for c, by_power, far in tests(int(begin.ceil()), ctx.prec):
            if all(decays(g, name, Domain((*ranges, Range(name, num(far), None, False))), c, by_power) for g in parts):
                top = sum(map(abs, _at(tops, (*values, arb(far)))), arb(0))
                bound = (top * far / (c - 1) if by_power else top / c).upper()
                if bound < best[1].rad() or best[1].is_nan():
                    best = arb(far), arb(0, bound)
                if bound <= arb(2) ** -ctx.prec:
                    return best
    return best
