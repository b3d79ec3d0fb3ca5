"""An evaluator of terms that shares nothing with the kernel's arithmetic: plain mpmath, twice, at two precisions.

`value(t, env)` is a number with at least 30 correct digits, or raises `NotDefined` (the term has no real value there)
or `Unsure` (too close to an edge, too large, or not supported).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

import mpmath

from dpsym.kernel.statements import Domain, Range
from dpsym.kernel.terms import Term

LOW, HIGH = 70, 110
_EDGE = mpmath.mpf(10) ** -40


class NotDefined(Exception):
    """The term has no real value at the point."""


class Unsure(Exception):
    """No trustworthy value."""


def number(q) -> Fraction:
    """A kernel rational as a Fraction."""
    return Fraction(int(q.p), int(q.q))


def value(t: Term, env: Mapping[str, Fraction], digits: int = LOW):
    """The value of t with the symbols at exact rationals."""
    first = _at(t, env, digits)
    second = _at(t, env, digits + HIGH - LOW)
    if abs(first - second) > mpmath.mpf(10) ** (30 - digits) * max(1, abs(second)):
        raise Unsure("cancellation")
    return second


def _at(t: Term, env: Mapping[str, Fraction], digits: int):
    with mpmath.workdps(digits):
        start = {name: mpmath.mpf(v.numerator) / v.denominator for name, v in env.items()}
        try:
            return +_Evaluator().of(t, start)
        except (NotDefined, Unsure):
            raise
        except (ArithmeticError, ValueError, TypeError, mpmath.libmp.NoConvergence) as error:
            raise Unsure(str(error)) from error


def truth(r: Term, env: Mapping[str, Fraction]) -> bool | None:
    """Whether a relation holds at a point; None where the difference is too small to tell."""
    with mpmath.workdps(HIGH):
        gap = value(r.lhs, env) - value(r.rhs, env)
        scale = max(1, abs(value(r.lhs, env)))
    if abs(gap) < mpmath.mpf(10) ** -30 * scale:
        return None if r.op in ("<", ">", "!=") else True
    return {"<": gap < 0, "<=": gap < 0, "==": False, "!=": True, ">=": gap > 0, ">": gap > 0}[r.op]


def rational(t: Term) -> Fraction:
    """The value of a number, read as Python's own fraction."""
    value: Any = t.value
    return Fraction(int(value.p), int(value.q))


class _Evaluator:
    def of(self, t: Term, env):
        op = t.op
        if op == "num":
            q = rational(t)
            return mpmath.mpf(q.numerator) / q.denominator
        if op == "sym":
            return env[t.value]
        if op == "const":
            if t.value == "pi":
                return +mpmath.pi
            raise NotDefined("oo")
        if op == "Piecewise":
            return self.piecewise(t, env)
        if op in ("Sum", "Product"):
            return self.fold(t, env)
        if op == "Integral":
            return self.integral(t, env)
        args = [self.of(a, env) for a in t.args]
        result = self.apply(t, args)
        if isinstance(result, mpmath.mpc) or not mpmath.isfinite(result):
            raise Unsure("not a finite real")
        if result and mpmath.mag(result) > 10**6:
            raise Unsure("too large")
        return result

    def integral(self, t: Term, env):
        """By quadrature, unless its own error estimate is too large."""
        body, *ends = t.args
        at = [mpmath.inf if e.op == "const" and e.value == "oo" else None for e in ends]
        if ends[0].op == "*" and any(a.op == "const" and a.value == "oo" for a in ends[0].args):
            at[0] = -mpmath.inf
        low, high = (self.of(e, env) if a is None else a for e, a in zip(ends, at))
        if low > high:
            raise NotDefined("reversed ends")
        try:
            found, error = mpmath.quad(lambda x: self.of(body, {**env, t.value: x}), [low, high], error=True)
        except NotDefined as problem:  # perhaps only at an end
            raise Unsure("integral") from problem
        if not error < mpmath.mpf(10) ** -38:
            raise Unsure("integral")
        return found

    def apply(self, t: Term, args):
        op = t.op
        if op == "+":
            return mpmath.fsum(args)
        if op == "*":
            return mpmath.fprod(args)
        if op == "**":
            return self.power(t, *args)
        return getattr(self, f"_{op}")(*args)

    def power(self, t: Term, b, e):
        exponent = t.args[1]
        if exponent.op == "num" and (whole := rational(exponent)).denominator == 1:
            n = whole.numerator
            if n < 0:
                _nonzero(b)
            return b**n
        if (e and mpmath.mag(e) > 40) or (b and abs(mpmath.mag(b)) > 10**4):
            raise Unsure("too large")
        if exponent.op != "num" and (b == 0 or b < 0):
            return self.whole_power(b, e)
        if b == 0:
            if e < 0:
                raise NotDefined("0 to a negative power")
            return mpmath.mpf(0)
        if _sign(b) < 0:
            raise NotDefined("a real power of a negative number")
        return mpmath.power(b, e)

    def whole_power(self, b, e):
        """A base that is not positive: whole exponents serve any base (0**0 is 1), others only 0, if positive."""
        if b != 0:
            _sign(b)
        if e == mpmath.nint(e):
            if e < 0 and b == 0:
                raise NotDefined("0 to a negative power")
            return b ** int(e)
        if abs(e - mpmath.nint(e)) < _EDGE:
            raise Unsure("too close to a whole exponent")
        if b == 0 and e > 0:
            return mpmath.mpf(0)
        raise NotDefined("a real power of a base that is not positive")

    def piecewise(self, t: Term, env):
        for v, c in zip(t.args[0::2], t.args[1::2], strict=False):
            gap = self.of(c.lhs, env) - self.of(c.rhs, env)
            s = 0 if gap == 0 else _sign(gap)
            if {"<": s < 0, "<=": s <= 0, "==": s == 0, "!=": s != 0, ">=": s >= 0, ">": s > 0}[c.op]:
                return self.of(v, env)
        if len(t.args) % 2 == 0:
            raise NotDefined("no condition holds")
        return self.of(t.args[-1], env)

    def fold(self, t: Term, env):
        body, lower, upper = t.args
        if "oo" in repr(lower) + repr(upper):
            return self.series(t, env)
        a, b = self.of(lower, env), self.of(upper, env)
        if a != int(a) or b != int(b) or b - a > 60:
            raise Unsure("ends")
        parts = [self.of(body, {**env, str(t.value): mpmath.mpf(k)}) for k in range(int(a), int(b) + 1)]
        return mpmath.fsum(parts) if t.op == "Sum" else mpmath.fprod(parts)

    def series(self, t: Term, env):
        """An infinite sum, from each end or from 0 outwards, if its terms are soon below what is looked at."""
        body, lower, upper = t.args
        first = [None if "oo" in repr(end) else self.of(end, env) for end in (lower, upper)]
        if t.op != "Sum" or any(a is not None and a != int(a) for a in first):
            raise Unsure("ends")
        sides = [(first[0] or 0, 1)] * (first[1] is None) + [(-1 if first[1] is None else first[1], -1)] * (
            first[0] is None
        )
        parts = []
        tiny = mpmath.mpf(10) ** -45
        for start, step in sides:
            small = 0
            for k in range(250):
                parts.append(self.of(body, {**env, str(t.value): start + step * mpmath.mpf(k)}))
                small = small + 1 if abs(parts[-1]) < tiny else 0
                if small == 5:
                    break
            else:
                raise Unsure("slow")
        return mpmath.fsum(parts)

    def _exp(self, a):
        if a and mpmath.mag(a) > 17:
            raise Unsure("too large")
        return mpmath.exp(a)

    def _log(self, a):
        if a == 0 or _sign(a) < 0:
            raise NotDefined("log")
        return mpmath.log(a)

    def _sqrt(self, a):
        if a != 0 and _sign(a) < 0:
            raise NotDefined("sqrt")
        return mpmath.sqrt(a)

    def _abs(self, a):
        return abs(a)

    def _min(self, *args):
        return min(args)

    def _max(self, *args):
        return max(args)

    def _sinh(self, a):
        return (self._exp(a) - self._exp(-a)) / 2 if abs(a) > 1 else mpmath.sinh(a)

    def _cosh(self, a):
        return (self._exp(a) + self._exp(-a)) / 2

    def _tanh(self, a):
        return mpmath.tanh(a)

    def _asinh(self, a):
        return mpmath.asinh(a)

    def _acosh(self, a):
        if a != 1 and _sign(a - 1) < 0:
            raise NotDefined("acosh")
        return mpmath.acosh(a)

    def _atanh(self, a):
        if abs(a) == 1 or _sign(1 - abs(a)) < 0:
            raise NotDefined("atanh")
        return mpmath.atanh(a)

    def _erf(self, a):
        return mpmath.erf(a)

    def _erfc(self, a):
        if abs(a) > 1000:
            raise Unsure("erfc")
        return mpmath.erfc(a)

    def _Phi(self, a):
        return self._erfc(-a / mpmath.sqrt(2)) / 2

    def _PhiInv(self, a):
        if a in (0, 1) or _sign(a) < 0 or _sign(1 - a) < 0:
            raise NotDefined("PhiInv")
        if min(a, 1 - a) < mpmath.mpf(10) ** -20:
            raise Unsure("PhiInv")
        return mpmath.sqrt(2) * mpmath.erfinv(2 * a - 1)

    def _LambertW(self, a, branch=0):
        if _sign(a + mpmath.exp(-1)) < 0 or (branch != 0 and (a == 0 or _sign(a) > 0)):
            raise NotDefined("LambertW")
        return mpmath.lambertw(a, int(branch)).real

    def _gamma(self, a):
        if a != 0 and _sign(a) < 0 and a != int(a):
            raise Unsure("gamma of a negative number")
        if a == 0 or a < 0:
            raise NotDefined("gamma")
        if a > 5000 or abs(mpmath.mag(a)) > 60:
            raise Unsure("gamma")
        return mpmath.gamma(a)

    def _loggamma(self, a):
        if a == 0 or _sign(a) < 0:
            raise NotDefined("loggamma")
        if mpmath.mag(a) > 60:
            raise Unsure("loggamma")
        return mpmath.loggamma(a)

    def _binomial(self, n, k):
        if n + 1 == 0 or _sign(n + 1) < 0:
            raise Unsure("binomial")
        if n > 500 or abs(k) > 500:
            raise Unsure("binomial")
        return mpmath.gamma(n + 1) * mpmath.rgamma(k + 1) * mpmath.rgamma(n - k + 1)

    def _floor(self, a):
        if abs(a - mpmath.nint(a)) < _EDGE and a != mpmath.nint(a):
            raise Unsure("floor")
        return mpmath.floor(a)

    def _ceil(self, a):
        return -self._floor(-a)


def _sign(a) -> int:
    if abs(a) < _EDGE:
        raise Unsure("too close to an edge")
    return 1 if a > 0 else -1


def _nonzero(a) -> None:
    if a == 0:
        raise NotDefined("division by zero")
    _sign(a)


# -- points of a domain ---------------------------------------------------------------------------------------------


def ends(r: Range) -> tuple[Fraction | None, Fraction | None]:
    """The ends of a range as fractions (rounded, for ends that are not rational)."""
    out: list[Fraction | None] = []
    for end in (r.lower, r.upper):
        if end is None:
            out.append(None)
        elif end.op == "num":
            out.append(number(end.value))
        else:
            out.append(Fraction(str(mpmath.nstr(value(end, {}), 40))))
    return out[0], out[1]


def coordinate(r: Range, rng: Random) -> Fraction | None:
    """A random value in the range, often near or at its ends."""
    low, high = ends(r)
    exact_low, exact_high = (e is None or e.op == "num" for e in (r.lower, r.upper))
    if low is not None and high is not None:
        if low > high:
            return None
        x = low + (high - low) * Fraction(rng.randint(1, 999), 1000)
        if rng.random() < 0.25:
            x = low if exact_low and (r.upper_open or not r.lower_open) else high if exact_high else x
    elif (end := low if low is not None else high) is not None:
        away = Fraction(rng.randint(1, 400), 100) ** rng.choice([1, 1, 2, 4]) / rng.choice([1, 1, 100])
        x = end + away if low is not None else end - away
        is_open = r.lower_open if low is not None else r.upper_open
        if rng.random() < 0.15 and not is_open and exact_low and exact_high:
            x = end
    else:
        x = Fraction(rng.randint(-600, 600), 100) if rng.random() < 0.8 else Fraction(rng.randint(-3, 3))
    if r.integer:
        x = Fraction(round(x))
    inside_low = low is None or x > low or (x == low and not r.lower_open)
    inside_high = high is None or x < high or (x == high and not r.upper_open)
    return x if inside_low and inside_high else None


def points(domain: Domain, rng: Random, count: int, tries: int = 20) -> Iterator[dict[str, Fraction]]:
    """Random exact points of the domain."""
    found = 0
    for _ in range(count * tries):
        drawn = {r.name: coordinate(r, rng) for r in domain.ranges}
        env = {name: v for name, v in drawn.items() if v is not None}
        if len(env) < len(drawn):
            continue
        try:
            if any(truth(c, env) is not True for c in domain.conditions):
                continue
        except (NotDefined, Unsure):
            continue
        yield env
        found += 1
        if found == count:
            return


def violated(domain: Domain, statement: Term, rng: Random, count: int = 40) -> dict[str, Fraction] | None:
    """A sampled point of the domain at which the statement has no value or certainly fails, if one is met."""
    for env in points(domain, rng, count):
        try:
            if truth(statement, env) is False:
                return env
        except NotDefined:
            return env
        except Unsure:
            continue
    return None
