"""Enclosures of integrals: Arb's rigorous quadrature on bounded ranges, and bounds on the tails of infinite ones.

`acb.integral` encloses the integral over a segment of a function that is given by its values on complex boxes. Asked with
`analytic`, the function must return a value that is not finite unless it is holomorphic on the box; so it is for roots and
logarithms on a box that meets their branch cut, and for |z| on a box that meets the imaginary axis. On real boxes the real
program is used, which encloses the values at all points where the integrand is defined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce

from flint import acb, arb, ctx, fmpq

from .balls import Program, Unsupported, precision
from .bounds import ball_interval
from .defined import continuous
from .derivative import NotDifferentiable, derivative
from .field import Field, NormalError
from .statements import Domain, Range
from .terms import MINUS_OO, OO, ZERO, Term, TermError, add, mul, neg, num, relation, substitute, subterms, sym

MAX_PREC = 256  # higher precision costs more than it shows
_NAN = acb(arb.nan())
#: Tails are compared with exp(-c t) beyond prec/c, or with t**(-p) beyond 2**prec.
_RATES = (fmpq(1), fmpq(1, 16))
_POWERS = (fmpq(2), fmpq(5, 4))

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
        self.bent = any(u.op in ("abs", "min", "max") for u in subterms(body))
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

    def at(self, values: Sequence[arb]) -> Complex:
        """The function for given values of the other symbols."""
        fixed = dict(zip(self._fixed, map(acb, self._fixed_values._run(values, ctx.prec))))

        def f(z: acb, analytic: bool) -> acb:
            try:
                if not analytic and z.imag.is_zero():
                    return acb(self.real._run((*values, z.real), ctx.prec)[0])
                return self._value(self._body, dict(fixed), z, analytic)
            except (ArithmeticError, ValueError):  # flint cannot hand them on
                return _NAN

        return f

    def _value(self, u: Term, memo: dict[Term, acb], z: acb, analytic: bool) -> acb:
        if u not in memo:
            if u.op == "sym":
                return z
            args = [self._value(a, memo, z, analytic) for a in u.args]
            if u.op in _UNARY:
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


def integral(u: Term, names: tuple[str, ...], point: bool) -> Callable[..., arb]:
    """The integral u as a function of balls for `names`."""
    body, lower, upper = u.args
    name = str(u.value)
    if name in names:
        raise Unsupported(f"{name} is bound and free in an integral")
    finite = ([] if lower is MINUS_OO else [lower]) + ([] if upper is OO else [upper])
    ends = Program(finite, names, point)
    f = Integrand(body, name, names, point)

    def enclose(*values: arb) -> arb:
        with precision(min(ctx.prec, MAX_PREC)):
            return _enclosed(*values)

    def _enclosed(*values: arb) -> arb:
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
    total = _segment(f, values, low.upper(), high.lower())
    for end, edge, sign in ((low, low.upper(), 1), (high, high.lower(), -1)):
        rest = (edge - end) * sign
        if not rest.is_zero():
            total += f.real._run((*values, end.union(edge)), ctx.prec)[0] * rest
    return total


def _segment(f: Integrand, values: Sequence[arb], low: arb, high: arb) -> arb:
    wide = max((v.rad() for v in values), default=arb(0))
    goal = max(wide, arb(2) ** -ctx.prec)
    limit = (400 if f.bent else 60) * ctx.prec  # a kink is closed in on bit by bit
    found = acb.integral(f.at(values), low, high, rel_tol=goal, abs_tol=goal, eval_limit=limit)
    return found.real


def _tail(body: Term, name: str, names: tuple[str, ...], values: Sequence[arb], start: arb) -> tuple[arb, arb]:
    """(T, enclosure of the integral from T to infinity), with T >= start."""
    ranges = []
    for n, v in zip(names, values):
        i = ball_interval(v)
        if i.lo is None or i.hi is None:
            return arb(0), arb.nan()
        ranges.append(Range(n, num(i.lo), num(i.hi), False, False))
    begin = ball_interval(start).hi
    for c, by_power, far in _tests(int(begin.ceil()), ctx.prec) if begin is not None else ():
        beyond = Range(name, num(far), None, False)
        if decays(body, name, Domain((*ranges, beyond)), c, by_power):
            top = Program([body], (*names, name))._run((*values, arb(far)), ctx.prec)[0]
            bound = top * far / (c - 1) if by_power else top / c
            return arb(far), bound.union(arb(0))
    return arb(0), arb.nan()


def _tests(first: int, prec: int) -> list[tuple[fmpq, bool, int]]:
    """(c, whether compared with t**(-c), from where on)."""
    exponential = [(c, False, max(first, prec * int(1 / c))) for c in _RATES]
    return exponential + [(p, True, max(first, 2**prec)) for p in _POWERS]


@lru_cache(maxsize=1000)
def decays(f: Term, name: str, domain: Domain, c: fmpq, by_power: bool) -> bool:
    """Whether f keeps its sign and |f| exp(c t), or |f| t**c, falls on the whole range of t, which begins at T > 0.

    Then the integral from T on lies between 0 and f(T)/c, or f(T) T/(c - 1).
    """
    from .context import Context  # which needs enclosures itself

    ctx_ = Context()
    t = sym(name)
    try:
        f = _straight(f, domain)
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


def _straight(f: Term, domain: Domain) -> Term:
    """f without an abs, min or max whose sign is seen on the domain, if it has any: a term with the same values there."""
    if not any(u.op in ("abs", "min", "max") for u in subterms(f)):
        return f
    field = Field(domain)
    try:
        return field.stable(lambda: field.term(field.normal(f)))
    except (NormalError, TermError):
        return f


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
    return any(decays(f, name, Domain((Range(name, num(far), None, False),)), c, p) for c, p, far in _tests(1, 64))
