"""Enclosures of integrals: Arb's rigorous quadrature on bounded ranges, and bounds on the tails of infinite ones.

`acb.integral` encloses the integral over a segment of a function that is given by its values on complex boxes. Asked with
`analytic`, the function must return a value that is not finite unless it is holomorphic on the box; so it is for roots and
logarithms on a box that meets their branch cut, and for |z| on a box that meets the imaginary axis. On real boxes the real
program is used, which encloses the values at all points where the integrand is defined.

The integrand is tried in its normal form, where logarithms of exponentials are gone and signs hang on few |g|; the range is cut
where the sign of a g may change, and between the cuts |g| is g or -g, which is holomorphic.
"""

from __future__ import annotations  # noqa: I001 (long lists of names on few lines)

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import islice

from flint import acb, arb, ctx, fmpq

from .balls import Program, Unsupported, precision
from .bounds import ball_interval
from .defined import continuous
from .derivative import NotDifferentiable, derivative
from .field import Field, NormalError
from .statements import Domain, Range
from .terms import (
    MINUS_OO, OO, ZERO, Term, TermError, add, exp, mul, neg, num, power, rebuild, relation, substitute, subterms, sym,
)  # fmt: skip

MAX_PREC = 256  # higher precision costs more than it shows
_NAN = acb(arb.nan())
#: Tails are compared with exp(-t/w) from w beyond the end of the range on, or with t**(-p) beyond 2**prec.
_WIDTHS = tuple(4**k for k in range(11))
_POWERS = (fmpq(2), fmpq(5, 4))
_SPREAD = ("+", "min", "max", "abs")
_MOST_PARTS = 12  # into which an integrand is taken apart to bound its tail

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


class Integrand:
    """A term as a function of one symbol, on real and on complex boxes; the other symbols are balls."""

    def __init__(self, body: Term, name: str, names: tuple[str, ...], point: bool) -> None:
        self.name = name
        self.real = Program([body], (*names, name), point)
        self._body = body
        self._signed = [u for u in subterms(body) if u.op == "abs" and name in u.free]
        self._arguments = Program([u.args[0] for u in self._signed], (*names, name), point)
        self._fixed: list[Term] = []  # the largest sub-terms without the symbol
        self._collect(body)
        self._fixed_values = Program(self._fixed, names, point)

    def _collect(self, u: Term) -> None:
        if self.name not in u.free:
            if u not in self._fixed:
                self._fixed.append(u)
        elif u.op in _UNARY or u.op in _FOLDED or u.op == "**":
            for a in u.args:
                self._collect(a)
        elif u.op != "sym":
            raise Unsupported(f"no holomorphic extension of {u.op}")

    def signs(self, values: Sequence[arb], x: arb) -> tuple[int, ...] | None:
        """The sign of each |.| on a range of x; None if one is not seen."""
        found = self._arguments._run((*values, x), ctx.prec)
        return tuple(1 if a >= 0 else -1 for a in found) if all(a >= 0 or a <= 0 for a in found) else None

    def at(self, values: Sequence[arb], signs: tuple[int, ...] = ()) -> Complex:
        """The function for given values of the other symbols; with `signs`, each |g| is continued from where g has this sign."""
        straight = dict(zip(self._signed, signs))
        fixed = dict(zip(self._fixed, map(acb, self._fixed_values._run(values, ctx.prec))))

        def f(z: acb, analytic: bool) -> acb:
            try:
                if not analytic and z.imag.is_zero():
                    return acb(self.real._run((*values, z.real), ctx.prec)[0])
                return self._value(self._body, dict(fixed), z, analytic, straight)
            except (ArithmeticError, ValueError):  # flint cannot hand them on
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
    if exponent.op == "num" and exponent.value.q == 1:  # type: ignore[union-attr]
        return base ** int(exponent.value.p)  # type: ignore[union-attr]
    return (e * base.log(analytic=analytic)).exp()


def _reals(*names: str) -> Domain:
    return Domain(tuple(map(Range, names)))


def integral(u: Term, names: tuple[str, ...], point: bool) -> Callable[..., arb]:
    """The integral u as a function of balls for `names`; without names its value is remembered."""
    found = _enclosure(u, names, point)
    return found if names else lambda: _closed(u, point, ctx.prec)


@lru_cache(maxsize=100)
def _closed(u: Term, point: bool, prec: int) -> arb:
    with precision(prec):
        return _enclosure(u, (), point)()


def _enclosure(u: Term, names: tuple[str, ...], point: bool) -> Callable[..., arb]:
    body, lower, upper = u.args
    name = str(u.value)
    if name in names:
        raise Unsupported(f"{name} is bound and free in an integral")
    finite = ([] if lower is MINUS_OO else [lower]) + ([] if upper is OO else [upper])
    ends = Program(finite, names, point)
    f = Integrand(body, name, names, point)
    try:
        g = Integrand(_joined(_normal_form(body, _reals(*names, name))), name, names, point)
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
        found = ends._run(values, ctx.prec)
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
        return f.real._run((*values, low.union(high)), ctx.prec)[0] * (high - low)
    total = _segments(f, values, low.upper(), high.lower())
    for end, edge, sign in ((low, low.upper(), 1), (high, high.lower(), -1)):
        rest = (edge - end) * sign
        if not rest.is_zero():
            total += f.real._run((*values, end.union(edge)), ctx.prec)[0] * rest
    return total


def _segments(f: Integrand, values: Sequence[arb], low: arb, high: arb) -> arb:
    goal = max((v.rad() for v in values), default=arb(0)).max(arb(2) ** -ctx.prec)
    total = arb(0)
    for a, b, signs in _pieces(f, values, low, high, goal):
        if signs is None:
            total += f.real._run((*values, a.union(b)), ctx.prec)[0] * (b - a)
        else:
            total += acb.integral(f.at(values, signs), a, b, rel_tol=goal, abs_tol=goal, eval_limit=400 * ctx.prec).real
    return total


def _pieces(f: Integrand, values: Sequence[arb], low: arb, high: arb, goal: arb) -> list[tuple]:
    """(a, b, the signs there), one after the other; None where a sign is not seen, on ranges that are not wider than `goal`.

    If there are too many, the whole range without signs.
    """
    pieces: list[tuple] = []
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


@lru_cache(maxsize=100)
def _normal_form(f: Term, domain: Domain) -> Term:
    """A term with the same values wherever f is defined on the domain: |g| is g or -g where the sign is seen; f if there is none."""
    field = Field(domain)
    try:
        return field.stable(lambda: field.term(field.normal(f)))
    except (NormalError, TermError):
        return f


def _joined(t: Term) -> Term:
    """exp(a) exp(b) is exp(a + b), and exp(a)**k is exp(k a) for whole k."""
    if t.op not in ("*", "**"):
        return rebuild(t, tuple(map(_joined, t.args))) if t.args else t
    factors = list(_factors(t, 1))
    exponents = [mul(num(k), u.args[0]) for u, k in factors if u.op == "exp"]
    rest = [u if k == 1 else power(u, num(k)) for u, k in factors if u.op != "exp"]
    return mul(*rest, *([exp(add(*exponents))] if exponents else []))


def _factors(t: Term, k: int) -> Iterator[tuple[Term, int]]:
    if t.op == "*":
        for a in t.args:
            yield from _factors(a, k)
    elif t.op == "**" and t.rhs.op == "num" and t.rhs.value.q == 1:  # type: ignore[union-attr]
        yield from _factors(t.lhs, k * int(t.rhs.value.p))  # type: ignore[union-attr]
    else:
        yield rebuild(t, tuple(map(_joined, t.args))) if t.args else t, k


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
    for parts in _ways(body, _reals(*names, name)):
        tops = Program(parts, (*names, name))
        for c, by_power, far in _tests(int(begin.ceil()), ctx.prec):
            if all(decays(g, name, Domain((*ranges, Range(name, num(far), None, False))), c, by_power) for g in parts):
                top = sum(map(abs, tops._run((*values, arb(far)), ctx.prec)), arb(0))
                bound = (top * far / (c - 1) if by_power else top / c).upper()
                if bound < best[1].rad() or best[1].is_nan():
                    best = arb(far), arb(0, bound)
                if bound <= arb(2) ** -ctx.prec:
                    return best
    return best


def _tests(first: int, prec: int) -> list[tuple[fmpq, bool, int]]:
    """(c, whether compared with t**(-c), from where on)."""
    exponential = [(fmpq(1, w), False, first + w) for w in _WIDTHS]
    return exponential + [(p, True, max(first, 2**prec)) for p in _POWERS]


def _ways(f: Term, domain: Domain) -> list[list[Term]]:
    """Lists of few terms whose absolute values add up to |f| or more."""
    split = [list(islice(_majorants(g), _MOST_PARTS + 1)) for g in (f, _normal_form(f, domain))]
    return [[f], *(parts for parts in split if len(parts) <= _MOST_PARTS)]


def _majorants(f: Term) -> Iterator[Term]:
    """Terms g with |f| <= sum |g|: |a + b|, |max(a, b)| and |min(a, b)| are at most |a| + |b|, also under a factor."""
    factors = list(f.args) if f.op == "*" else [f]
    place = next((i for i, a in enumerate(factors) if a.op in _SPREAD), None)
    if place is None:
        yield f
    else:
        for a in factors[place].args:
            yield from _majorants(mul(*factors[:place], a, *factors[place + 1 :]))


@lru_cache(maxsize=1000)
def decays(f: Term, name: str, domain: Domain, c: fmpq, by_power: bool) -> bool:
    """Whether f keeps its sign and |f| exp(c t), or |f| t**c, falls on the whole range of t, which begins at T > 0.

    Then the integral from T on lies between 0 and f(T)/c, or f(T) T/(c - 1).
    """
    from .context import Context  # which needs enclosures itself

    ctx_ = Context()
    t = sym(name)
    try:
        f = _normal_form(f, domain) if any(u.op in ("abs", "min", "max") for u in subterms(f)) else f
        slope = derivative(f, name)
    except NotDifferentiable:
        return False
    if ctx_.undefined(f, domain, ()) is not None or ctx_.undefined(slope, domain, ()) is not None:
        return False
    weight = add(mul(t, slope), mul(num(c), f)) if by_power else add(slope, mul(num(c), f))
    for sign, opposite in ((">=", "<="), ("<=", ">=")):
        if ctx_.holds(relation(sign, f, ZERO), domain):
            return ctx_.same(weight, ZERO, domain) or ctx_.holds(relation(opposite, weight, ZERO), domain)
    return False


def converges(u: Term) -> bool:
    """Whether an integral without symbols, over an infinite range, is seen to be defined: f is continuous, its tails decay."""
    from .context import Context

    body, lower, upper = u.args
    name, ctx_ = str(u.value), Context()
    low, high = None if lower is MINUS_OO else lower, None if upper is OO else upper
    if u.op != "Integral" or u.free or (low is not None and high is not None) or not continuous(body):
        return False
    whole = Domain((Range(name, low, high, low is None, high is None),))
    ends = [e for e in (low, high) if e is not None]
    if any(ctx_.undefined(e, Domain(), ()) is not None for e in ends) or ctx_.undefined(body, whole, ()) is not None:
        return False
    turned = substitute(body, {name: neg(sym(name))})
    infinite = [f for f, end in ((turned, low), (body, high)) if end is None]
    return all(_decays_somewhere(f, name) for f in infinite)


def _decays_somewhere(f: Term, name: str) -> bool:
    tests = [(Domain((Range(name, num(far), None, False),)), c, p) for c, p, far in _tests(1, 64)]
    return any(all(any(decays(g, name, *test) for test in tests) for g in parts) for parts in _ways(f, _reals(name)))
