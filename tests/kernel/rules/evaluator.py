"""An evaluator that shares no code with the kernel: it judges statements at exact points, ends and extremes included.

Terms are copied into plain tuples `(op, value, args)` first, so nothing of the kernel is called. Rational values are exact
fractions; other values are computed with mpmath at two precisions that must agree. Where a function is defined is written down
here anew, from docs/certificates.md. An answer is one of

    TRUE  FALSE  UNDEFINED (a side has no value)  UNKNOWN (too close, too large, or not supported)
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from random import Random
from typing import Any

import mpmath

TRUE, FALSE, UNDEFINED, UNKNOWN = "true", "false", "undefined", "unknown"
RELATIONS = ("<", "<=", "==", "!=", ">=", ">")
BINDERS = ("Sum", "Product", "Integral")
DIGITS = (50, 80)  # of the two opinions
ROUGH = (18, 24)  # the same where there are integrals and series
MAX_TERMS = 400

Plain = tuple[str, Any, tuple]  # op, value, arguments
Env = Mapping[str, Any]
Number = Any  # Fraction where exact, else mpf


class NoValue(Exception):
    """The term certainly has no value at the point."""


class Unsure(Exception):
    """No trustworthy value."""


# -- plain forms ------------------------------------------------------------------------------------------------------


def plain(t: Any) -> Plain:
    """A term of the kernel as nested tuples."""
    value = Fraction(int(t.value.p), int(t.value.q)) if t.op == "num" else t.value
    return (t.op, value, tuple(plain(a) for a in t.args))


def free(t: Plain) -> frozenset[str]:
    op, value, args = t
    if op == "sym":
        return frozenset((value,))
    if op in BINDERS:
        return (free(args[0]) - {value}) | free(args[1]) | free(args[2])
    return frozenset().union(*map(free, args))


@dataclass(frozen=True)
class Span:
    """A range of one symbol."""

    name: str
    lower: Plain | None
    upper: Plain | None
    lower_open: bool
    upper_open: bool
    integer: bool

    def contains(self, x: Fraction) -> str:
        if self.integer and x.denominator != 1:
            return FALSE
        here = ("num", x, ())
        sides = []
        if self.lower is not None:
            sides.append((">" if self.lower_open else ">=", None, (here, self.lower)))
        if self.upper is not None:
            sides.append(("<" if self.upper_open else "<=", None, (here, self.upper)))
        return both(judge(r, {}) for r in sides)

    def values(self, rng: Random) -> list[Fraction]:
        """Values to try: ends, close to the ends, extremes, whole numbers, and some at random."""
        ends = [_rational(e) for e in (self.lower, self.upper) if e is not None]
        tiny, huge = Fraction(1, 10**30), Fraction(10**30)
        tried = [e + d for e in ends for d in (0, tiny, -tiny, 1, -1, Fraction(1, 3), huge, -huge)]
        tried += [Fraction(k) for k in range(-6, 7)] + [Fraction(1, 2), Fraction(3, 2), huge, -huge, tiny, -tiny]
        if len(ends) == 2:
            tried += [ends[0] + (ends[1] - ends[0]) * Fraction(rng.randint(0, 24), 24) for _ in range(8)]
        start = ends[0] if ends and self.lower is not None else Fraction(0)
        tried += [start + Fraction(rng.randint(-60, 60), rng.choice((1, 2, 7))) for _ in range(8)]
        inside = [Fraction(round(x)) if self.integer else x for x in tried]
        return [x for x in dict.fromkeys(inside) if self.contains(x) == TRUE]


def _rational(t: Plain) -> Fraction:
    v = Evaluator(50).of(t, {})
    return v if isinstance(v, Fraction) else Fraction(int(v * 10**12), 10**12)


@dataclass(frozen=True)
class Place:
    """A domain."""

    spans: tuple[Span, ...]
    conditions: tuple[Plain, ...]

    @classmethod
    def of(cls, domain: Any) -> Place:
        spans = tuple(
            Span(
                r.name,
                None if r.lower is None else plain(r.lower),
                None if r.upper is None else plain(r.upper),
                r.lower_open,
                r.upper_open,
                r.integer,
            )
            for r in domain.ranges
        )
        return cls(spans, tuple(plain(c) for c in domain.conditions))

    def points(self, rng: Random, count: int, tries: int = 12) -> Iterator[dict[str, Fraction]]:
        """Exact points that certainly lie in the domain."""
        values = {s.name: s.values(rng) for s in self.spans}
        if not all(values.values()):
            return
        found = 0
        for v in values.values():
            rng.shuffle(v)
        for i in range(count * tries):
            env = {name: v[i % len(v)] for name, v in values.items()}
            self._solve(env)
            if both(s.contains(env[s.name]) for s in self.spans) != TRUE:
                continue
            if both(judge(c, env) for c in self.conditions) == TRUE:
                yield env
                found += 1
                if found == count or not self.spans:
                    return

    def _solve(self, env: dict[str, Fraction]) -> None:
        """Conditions x == t, x <= t, ... are met on their edge half of the time, or no point would be found."""
        for op, _, (a, b) in self.conditions:
            for x, t in ((a, b), (b, a)):
                if x[0] == "sym" and x[1] not in free(t) and (op == "==" or hash((op, *env.values())) % 2):
                    try:
                        v = Evaluator(50).of(t, env)
                    except (NoValue, Unsure):
                        continue
                    if isinstance(v, Fraction):
                        env[x[1]] = v
                    break


def both(answers: Iterator[str]) -> str:
    """The conjunction: FALSE if one is false or undefined, TRUE if all are true."""
    result = TRUE
    for a in answers:
        if a in (FALSE, UNDEFINED):
            return FALSE
        result = UNKNOWN if a == UNKNOWN else result
    return result


# -- judging ----------------------------------------------------------------------------------------------------------


def judge(relation: Plain, env: Env) -> str:
    """Whether a relation holds at a point."""
    op, _, (a, b) = relation
    rough = _rough(a) or _rough(b)
    digits = ROUGH if rough else DIGITS
    try:
        a1, b1 = (Evaluator(digits[0]).of(t, env) for t in (a, b))
        exact = isinstance(a1, Fraction) and isinstance(b1, Fraction)
        a2, b2 = (a1, b1) if exact else (Evaluator(digits[1]).of(t, env) for t in (a, b))
    except NoValue:
        return UNDEFINED
    except (Unsure, ArithmeticError, ValueError, TypeError, mpmath.libmp.NoConvergence):
        return UNKNOWN
    if exact:
        return TRUE if _compare(op, (a2 > b2) - (a2 < b2)) else FALSE
    with mpmath.workdps(digits[1] + 10):
        gap, before = _mpf(a2) - _mpf(b2), _mpf(a1) - _mpf(b1)
        doubt = 4 * abs(gap - before) + mpmath.mpf(10) ** (8 - digits[0]) * (abs(_mpf(a2)) + abs(_mpf(b2)))
        if rough:
            doubt += mpmath.mpf(10) ** -9
        if abs(gap) <= doubt:
            return UNKNOWN
        return TRUE if _compare(op, 1 if gap > 0 else -1) else FALSE


def _compare(op: str, sign: int) -> bool:
    return {"<": sign < 0, "<=": sign <= 0, "==": sign == 0, "!=": sign != 0, ">=": sign >= 0, ">": sign > 0}[op]


def _has(t: Plain, op: str) -> bool:
    return t[0] == op or any(_has(a, op) for a in t[2])


def _rough(t: Plain) -> bool:
    return _has(t, "Integral") or _endless(t)


def _endless(t: Plain) -> bool:
    return (t[0] in BINDERS and any(map(_infinite, t[2][1:]))) or any(map(_endless, t[2]))


def _infinite(t: Plain) -> int:
    """1 for oo, -1 for -oo, 0 for anything else."""
    if t == ("const", "oo", ()):
        return 1
    return -1 if t == ("*", None, (("num", Fraction(-1), ()), ("const", "oo", ()))) else 0


def _mpf(x: Number) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else +x


class Evaluator:
    """Values of terms at one precision."""

    def __init__(self, digits: int) -> None:
        self.digits = digits

    def of(self, t: Plain, env: Env) -> Number:
        with mpmath.workdps(self.digits):
            return self._of(t, env)

    def _of(self, t: Plain, env: Env) -> Number:
        op, value, args = t
        if op == "num":
            return value
        if op == "sym":
            return env[value]
        if op == "const":
            if value == "pi":
                return +mpmath.pi
            raise NoValue("oo")
        if op == "Piecewise":
            return self._pieces(args, env)
        if op == "Integral":
            return self._integral(value, args, env)
        if op in ("Sum", "Product"):
            return self._fold(op, value, args, env)
        values = [self._of(a, env) for a in args]
        own: dict[str, Callable[..., Any]] = {"+": self._add, "*": self._mul, "**": self._power}
        function = own.get(op) or _FUNCTIONS.get(op)
        if function is None:
            raise Unsure(op)
        result = function(*values)
        if isinstance(result, Fraction):
            return result
        if isinstance(result, mpmath.mpc) or not mpmath.isfinite(result) or abs(mpmath.mag(result or 1)) > 10**40:
            raise Unsure("not a finite real of a sensible size")
        return result

    def _add(self, *values: Number) -> Number:
        if all(isinstance(v, Fraction) for v in values):
            return sum(values, Fraction(0))
        total = mpmath.fsum(map(_mpf, values))
        if abs(total) <= max(abs(_mpf(v)) for v in values) * mpmath.mpf(10) ** (10 - self.digits):
            raise Unsure("nothing is left of the digits: two precisions may agree on a value that is none")
        return total

    @staticmethod
    def _mul(*values: Number) -> Number:
        if any(isinstance(v, Fraction) and v == 0 for v in values):
            return Fraction(0)
        exact = Fraction(1)
        rest = mpmath.mpf(1)
        inexact = False
        for v in values:
            if isinstance(v, Fraction):
                exact *= v
            else:
                rest, inexact = rest * v, True
        return _mpf(exact) * rest if inexact else exact

    @staticmethod
    def _power(b: Number, e: Number) -> Number:
        """Whole exponents for every base but 0 to a negative one, 0**0 = 1; positive ones for 0; any for a positive base."""
        if isinstance(e, Fraction) and e.denominator == 1:
            if e < 0 and sign(b) == 0:
                raise NoValue("division by zero")
            if abs(e) > 10**5:
                raise Unsure("a large exponent")
            if isinstance(b, Fraction) and abs(e) < 400:
                return b ** int(e)
            return mpmath.power(_mpf(b), int(e))
        s = sign(b)
        if s < 0 or (s == 0 and sign(e) < 0):
            if not isinstance(e, Fraction) and abs(e - mpmath.nint(e)) < mpmath.mpf(10) ** -20:
                raise Unsure("perhaps a whole exponent")
            raise NoValue("a power")
        if s == 0:
            return Fraction(0)
        if e == Fraction(1, 2):
            return _sqrt(b)
        if isinstance(b, Fraction) and b == 1:
            return Fraction(1)
        return mpmath.power(_mpf(b), _mpf(e))

    def _pieces(self, args: tuple, env: Env) -> Number:
        for value, (op, _, (a, b)) in zip(args[0::2], args[1::2]):
            if _compare(op, sign(self._add(self._of(a, env), self._mul(Fraction(-1), self._of(b, env))))):
                return self._of(value, env)
        if len(args) % 2 == 0:
            raise NoValue("no piece")
        return self._of(args[-1], env)

    def _fold(self, op: str, name: str, args: tuple, env: Env) -> Number:
        body, lower, upper = args
        if any(map(_infinite, args[1:])):
            return self._series(op, name, args, env)
        low, high = self._of(lower, env), self._of(upper, env)
        first, last = -_floor(_mul_neg(low)), _floor(high)
        if last - first > MAX_TERMS:
            raise Unsure("many terms")
        values = [self._of(body, {**env, name: Fraction(k)}) for k in range(int(first), int(last) + 1)]
        return (self._add if op == "Sum" else self._mul)(*values) if values else Fraction(op == "Product")

    def _series(self, op: str, name: str, args: tuple, env: Env) -> Number:
        """An infinite sum whose terms soon fall below what is looked at; the sum of |f| must be finite."""
        body, lower, upper = args
        if op == "Product" or _infinite(lower) > 0 or _infinite(upper) < 0:
            raise Unsure("an infinite product, or no range")
        _moderate(env)
        starts = []
        if _infinite(upper):
            starts.append((0 if _infinite(lower) else -_floor(_mul_neg(self._of(lower, env))), 1))
        if _infinite(lower):
            starts.append((-1 if _infinite(upper) else _floor(self._of(upper, env)), -1))
        total = []
        for start, step in starts:
            small = 0
            for k in range(MAX_TERMS):
                v = self._of(body, {**env, name: Fraction(start + step * k)})
                total.append(v)
                small = small + 1 if abs(_mpf(v)) < mpmath.mpf(10) ** -14 else 0
                if small == 8:
                    break
            else:

                def terms(s, start=start, step=step):
                    return s * _mpf(self._of(body, {**env, name: Fraction(start + step * int(s))}))

                if _diverges(terms, 4, 14):
                    raise NoValue("a divergent series")
                raise Unsure("a series that converges slowly")
        return _mpf(self._add(*total))

    def _integral(self, name: str, args: tuple, env: Env) -> Number:
        """By quadrature; f must be defined strictly between the ends, and rising ends are asked for."""
        body, lower, upper = args
        ends = []
        for end in (lower, upper):
            infinite = _infinite(end)
            ends.append(infinite * mpmath.inf if infinite else _mpf(self._of(end, env)))
        if ends[0] > ends[1]:
            raise NoValue("reversed ends")
        if ends[0] == ends[1]:
            return Fraction(0)

        coefficients = _polynomial(body, name, env)
        if coefficients is not None and not any(map(_infinite, args[1:])):
            a, b = (self._of(end, env) for end in (lower, upper))
            powers = [
                self._mul(c / (k + 1), self._add(b ** (k + 1), -(a ** (k + 1)))) for k, c in enumerate(coefficients)
            ]
            return self._add(*powers)
        return self._quadrature(name, body, ends, env)

    def _quadrature(self, name: str, body: Plain, ends: list, env: Env) -> Number:
        def f(x: Any) -> Any:
            return _mpf(self._of(body, {**env, name: x}))

        low, high = (Fraction(int(e * 1024), 1024) if mpmath.isfinite(e) else None for e in ends)
        inner = [Fraction(k, 4) for k in range(-40, 40)]
        for x in [x for x in inner if ends[0] < _mpf(x) < ends[1]]:
            f(x)  # NoValue: a place inside at which the integrand has none

        def near(e: Any, d: int) -> Callable[[Any], Any]:
            return lambda s: f(e + d / s) / s

        def away(d: int) -> Callable[[Any], Any]:
            return lambda s: f(d * s) * s

        tails = [near(e, d) for e, d in ((ends[0], 1), (ends[1], -1)) if mpmath.isfinite(e)]
        tails += [away(d) for e, d in ((low, -1), (high, 1)) if e is None]
        if any(_diverges(g, 6, 18) for g in tails):
            _moderate(env)
            raise NoValue("a divergent integral")
        try:
            value, error = mpmath.quad(f, ends, error=True, maxdegree=7)
        except NoValue as problem:
            raise Unsure("perhaps only at an end") from problem
        if not error < mpmath.mpf(10) ** -11:
            raise Unsure("quadrature")
        return value


def _moderate(env: Env) -> None:
    """Divergence is seen at some distance only: where a symbol is extreme, nothing is."""
    if any(v and not Fraction(1, 1000) <= abs(v) <= 1000 for v in env.values()):
        raise Unsure("extreme values")


def _diverges(g: Callable[[Any], Any], first: int, last: int) -> bool:
    """Whether |g(s)|, s = 2, 4, 8, ..., does not fall in the end: then g(s)/s has no integral to infinity."""
    try:
        sizes = [abs(g(mpmath.mpf(2) ** k)) for k in range(first, last, 2)]
    except (NoValue, Unsure, ArithmeticError):
        return False
    return sizes[-1] > 0 and all(b >= a * mpmath.mpf("0.99") for a, b in itertools.pairwise(sizes))


def _polynomial(t: Plain, name: str, env: Env) -> list[Fraction] | None:
    """The coefficients of t as a polynomial in one symbol, if it is one with exact coefficients."""
    op, _value, args = t
    if name not in free(t):
        try:
            v = Evaluator(30).of(t, env)
        except (NoValue, Unsure):
            return None
        return [v] if isinstance(v, Fraction) else None
    if op == "sym":
        return [Fraction(0), Fraction(1)]
    if op == "**" and args[1][0] == "num" and args[1][1].denominator == 1 and 0 <= args[1][1] <= 12:
        args = (args[0],) * int(args[1][1])
    elif op not in ("+", "*"):
        return None
    parts = [_polynomial(a, name, env) for a in args]
    out = [Fraction(op != "+")]
    for p in parts:
        if p is None:
            return None
        if op == "+":
            size = max(len(out), len(p))
            out = [sum((q[k] for q in (out, p) if k < len(q)), Fraction(0)) for k in range(size)]
        else:
            product = [Fraction(0)] * (len(out) + len(p) - 1)
            for i, a in enumerate(out):
                for j, b in enumerate(p):
                    product[i + j] += a * b
            out = product
    return out


def sign(x: Number) -> int:
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    if x == 0 or abs(x) < mpmath.mpf(10) ** (6 - mpmath.mp.dps):
        raise Unsure("close to zero")
    return 1 if x > 0 else -1


def _mul_neg(x: Number) -> Number:
    return -x


def _floor(x: Number) -> int:
    if isinstance(x, Fraction):
        return x.numerator // x.denominator
    if abs(x - mpmath.nint(x)) < mpmath.mpf(10) ** (6 - mpmath.mp.dps):
        raise Unsure("close to a whole number")
    return int(mpmath.floor(x))


def _need(condition: bool, what: str) -> None:
    if not condition:
        raise NoValue(what)


def _exact_root(x: Fraction) -> Fraction | None:
    p, q = isqrt(x.numerator), isqrt(x.denominator)
    return Fraction(p, q) if p * p == x.numerator and q * q == x.denominator else None


def _sqrt(x: Number) -> Number:
    s = sign(x)
    _need(s >= 0, "sqrt")
    root = _exact_root(x) if isinstance(x, Fraction) else None
    return mpmath.sqrt(_mpf(x)) if root is None else root


def _log(x: Number) -> Number:
    _need(sign(x) > 0, "log")
    return Fraction(0) if x == 1 else mpmath.log(_mpf(x))


def _exp(x: Number) -> Number:
    if x == 0:
        return Fraction(1)
    if mpmath.mag(_mpf(x)) > 130:
        raise Unsure("too large")
    return mpmath.exp(_mpf(x))


def _odd(f: Callable) -> Callable:
    """A function with the value 0 at 0 and nowhere else."""

    def wrapped(x: Number) -> Number:
        if x == 0:
            return Fraction(0)
        if mpmath.mag(_mpf(x)) > 130:
            raise Unsure("too large")
        return f(_mpf(x))

    return wrapped


def _cosh(x: Number) -> Number:
    return (_mpf(_exp(x)) + _mpf(_exp(-x))) / 2


def _acosh(x: Number) -> Number:
    _need(sign(x - 1) >= 0, "acosh")
    return Fraction(0) if x == 1 else mpmath.acosh(_mpf(x))


def _atanh(x: Number) -> Number:
    _need(sign(1 - x) > 0 and sign(x + 1) > 0, "atanh")
    return Fraction(0) if x == 0 else mpmath.atanh(_mpf(x))


def _erfc(x: Number) -> Number:
    if abs(x) > 10**4:
        raise Unsure("erfc")
    return Fraction(1) if x == 0 else mpmath.erfc(_mpf(x))


def _erf(x: Number) -> Number:
    return Fraction(0) if x == 0 else 1 - _mpf(_erfc(x)) if abs(x) > 1 else mpmath.erf(_mpf(x))


def _Phi(x: Number) -> Number:
    if abs(x) > 10**4:
        raise Unsure("Phi")
    return Fraction(1, 2) if x == 0 else mpmath.erfc(-_mpf(x) / mpmath.sqrt(2)) / 2


def _PhiInv(x: Number) -> Number:
    _need(sign(x) > 0 and sign(1 - x) > 0, "PhiInv")
    if x == Fraction(1, 2):
        return Fraction(0)
    if min(x, 1 - x) < Fraction(1, 10**12):
        raise Unsure("PhiInv")
    return mpmath.sqrt(2) * mpmath.erfinv(2 * _mpf(x) - 1)


def _lambert(x: Number, branch: Fraction = Fraction(0)) -> Number:
    edge = _mpf(x) + mpmath.exp(-1)
    _need(sign(edge) > 0, "LambertW")
    _need(branch == 0 or sign(x) < 0, "LambertW")
    return Fraction(0) if x == 0 else mpmath.re(mpmath.lambertw(_mpf(x), int(branch)))


def _gamma(x: Number) -> Number:
    if sign(x) <= 0 and not (isinstance(x, Fraction) and x.denominator == 1):
        raise Unsure("Gamma left of 0")
    _need(sign(x) > 0, "gamma")
    if x > 300:
        raise Unsure("gamma")
    return (
        Fraction(int(mpmath.factorial(int(x) - 1)))
        if isinstance(x, Fraction) and x.denominator == 1
        else mpmath.gamma(_mpf(x))
    )


def _loggamma(x: Number) -> Number:
    _need(sign(x) > 0, "loggamma")
    return Fraction(0) if x in (1, 2) else mpmath.loggamma(_mpf(x))


def _binomial(n: Number, k: Number) -> Number:
    if all(isinstance(v, Fraction) and v.denominator == 1 for v in (n, k)) and 0 <= n <= 300:
        if not 0 <= k <= n:
            return Fraction(0)
        out = Fraction(1)
        for j in range(int(k)):
            out = out * (n - j) / (j + 1)
        return out
    if sign(n + 1) <= 0 or abs(n) > 300 or abs(k) > 300:
        raise Unsure("binomial")
    return mpmath.gamma(_mpf(n) + 1) * mpmath.rgamma(_mpf(k) + 1) * mpmath.rgamma(_mpf(n) - _mpf(k) + 1)


def _extreme(pick: Callable) -> Callable:
    def wrapped(*values: Number) -> Number:
        return pick(values, key=_mpf)

    return wrapped


_FUNCTIONS: dict[str, Callable] = {
    "exp": _exp, "log": _log, "sqrt": _sqrt, "abs": abs, "min": _extreme(min), "max": _extreme(max),
    "sinh": _odd(mpmath.sinh), "cosh": _cosh, "tanh": _odd(mpmath.tanh), "asinh": _odd(mpmath.asinh), "acosh": _acosh,
    "atanh": _atanh, "erf": _erf, "erfc": _erfc, "Phi": _Phi, "PhiInv": _PhiInv, "LambertW": _lambert, "gamma": _gamma,
    "loggamma": _loggamma, "binomial": _binomial, "floor": lambda x: Fraction(_floor(x)),
    "ceil": lambda x: Fraction(-_floor(-x)),
}  # fmt: skip


# -- statements -------------------------------------------------------------------------------------------------------


def counterexample(statement: Any, rng: Random, count: int = 20) -> dict[str, Fraction] | None:
    """A point at which a fact is false or undefined, or a point on a line along which a pattern fails."""
    place = Place.of(statement.domain)
    if hasattr(statement, "statement"):
        relation = plain(statement.statement)
        count = min(count, 6) if any(_rough(t) for t in relation[2]) else count
        return next((env for env in place.points(rng, count) if judge(relation, env) in (FALSE, UNDEFINED)), None)
    if pattern_symbol_free(statement, place):
        return None
    return next((env for env in place.points(rng, 3) if not _follows(statement, place, env, rng)), None)


def pattern_symbol_free(pattern: Any, place: Place) -> bool:
    """Whether the pattern is along a symbol that the domain does not have: then it says nothing."""
    return all(s.name != pattern.symbol for s in place.spans)


def _follows(pattern: Any, place: Place, env: dict[str, Fraction], rng: Random) -> bool:
    """Whether the signs along the symbol, all others as in env, are as the pattern says."""
    span = next(s for s in place.spans if s.name == pattern.symbol)
    t, piece = plain(pattern.term), 0
    for x in sorted({*span.values(rng), *span.values(rng)}):
        try:
            with mpmath.workdps(DIGITS[0]):
                s = sign(Evaluator(DIGITS[0]).of(t, {**env, pattern.symbol: x}))
        except NoValue:
            return False
        except (Unsure, ArithmeticError, ValueError):
            continue
        at_end = any(
            e is not None and judge(("==", None, (("num", x, ()), e)), {}) == TRUE for e in (span.lower, span.upper)
        )
        if s:
            while piece < len(pattern.signs) and pattern.signs[piece] != s:
                piece += 1
        elif pattern.strict and not at_end:
            piece += 1  # a zero inside is a cut between two pieces
        if piece == len(pattern.signs):
            return False
    return True
