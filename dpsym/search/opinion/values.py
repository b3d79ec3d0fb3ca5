"""Values for the second opinion: terms evaluated with mpmath, each with a running error bound.

A value is an exact `Fraction`, or a pair `(x, e)`: an mpmath number and the binary exponent of its error, so that the
true value lies within 2**e of x. The bounds are first order and rounded up generously; where they would be too coarse
to mean anything the point is given up. Nothing here is shared with the kernel's ball arithmetic: that is its purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb, isqrt, log2
from statistics import NormalDist
from typing import Union

import mpmath
from mpmath import libmp as mp

Real = tuple[int, int, int, int]  # mpmath's raw numbers: sign, mantissa, exponent, bit count
Approx = tuple[Real, float]
Value = Union[Fraction, Approx]

EXACT = float("-inf")
MAX_BITS = 4096  # longer fractions are rounded
MAX_MAGNITUDE = 40  # exp, gamma and powers of numbers beyond 2**40 are not tried


class Unevaluable(ValueError):
    """No usable number at this point: too large, too inaccurate, or not covered here."""


class NotDefined(Unevaluable):
    """The term certainly has no real value at this point."""


class Exhausted(Exception):
    """The evaluator has spent its work."""


class Machine:
    """The precision in bits, the work left, and an mpmath context of its own."""

    def __init__(self, prec: int, work: int) -> None:
        self.prec, self.work = prec, work
        self.context = mpmath.MPContext()
        self.context.prec = prec
        self._coarse: Machine | None = None

    def coarse(self) -> Machine:
        """The machine for quadrature, made once because mpmath keeps the nodes in the context."""
        if self._coarse is None:
            self._coarse = Machine(70, self.work)
        self._coarse.work = self.work
        return self._coarse

    def spend(self, units: int) -> None:
        self.work -= units
        if self.work < 0:
            raise Exhausted


# -- numbers with an error ---------------------------------------------------------------------------------------


def magnitude(x: Real) -> float:
    """The least m with |x| < 2**m."""
    return x[2] + x[3] if x[1] else EXACT


def approx(v: Value, prec: int) -> Approx:
    if not isinstance(v, tuple):
        x = mp.from_rational(v.numerator, v.denominator, prec, "n")
        return x, magnitude(x) - prec
    return v


def fit(v: Fraction, prec: int) -> Value:
    """The fraction itself, rounded if it has grown long."""
    return v if _bits(v) <= MAX_BITS else approx(v, prec)


def _bits(v: Fraction) -> int:
    """The length of a fraction; those that stay short under all powers have none."""
    return 0 if v in (0, 1, -1) else v.numerator.bit_length() + v.denominator.bit_length()


def sign(v: Value) -> int | None:
    """-1, 0 or 1 when the error bound leaves no doubt, else None."""
    if not isinstance(v, tuple):
        return (v > 0) - (v < 0)
    x, e = v
    if magnitude(x) - 1 > e:
        return -1 if x[0] else 1
    return 0 if e == EXACT else None


def total(values: Iterable[Value], prec: int) -> Value:
    exact, x, e, n = Fraction(0), mp.fzero, EXACT, 0
    for v in values:
        if not isinstance(v, tuple):
            exact += v
        else:
            x = mp.mpf_add(x, v[0], prec, "n")
            e, n = max(e, v[1], magnitude(x) - prec), n + 1
    if not n:
        return fit(exact, prec)
    if exact:
        y, f = approx(exact, prec)
        x = mp.mpf_add(x, y, prec, "n")
        e, n = max(e, f, magnitude(x) - prec), n + 1
    return x, e + 1 + n.bit_length()


def times(a: Value, b: Value, prec: int) -> Value:
    if not isinstance(a, tuple):
        if not isinstance(b, tuple):
            return fit(a * b, prec)
        if not a:
            return a
    elif not isinstance(b, tuple) and not b:
        return b
    (x, e), (y, f) = approx(a, prec), approx(b, prec)
    z = mp.mpf_mul(x, y, prec, "n")
    return z, max(magnitude(x) + f, magnitude(y) + e, e + f, magnitude(z) - prec) + 2


def reciprocal(a: Value, prec: int) -> Value:
    if not isinstance(a, tuple):
        if not a:
            raise NotDefined("division by zero")
        return 1 / a
    x, e = a
    away(e, magnitude(x))
    y = mp.mpf_div(mp.fone, x, prec, "n")
    return y, max(e - 2 * magnitude(x) + 4, magnitude(y) - prec) + 1


def negative(a: Value) -> Value:
    return (mp.mpf_neg(a[0]), a[1]) if isinstance(a, tuple) else -a


def difference(a: Value, b: Value, prec: int) -> Value:
    return total((a, negative(b)), prec)


def holds(op: str, a: Value, b: Value, prec: int) -> bool | None:
    """Whether a op b, or None when the error bounds leave it open."""
    s = sign(difference(a, b, prec))
    if s is None:
        return None
    return {"<": s < 0, "<=": s <= 0, "==": s == 0, "!=": s != 0, ">=": s >= 0, ">": s > 0}[op]


def away(e: float, m: float) -> None:
    """Give up unless the error 2**e is small beside the distance 2**m to the nearest bad point."""
    if e > m - 6:
        raise Unevaluable("all digits lost")


def power(a: Value, b: Value, prec: int, literal: bool) -> Value:
    """a**b; integer exponents written as numbers are repeated products, all others need a >= 0."""
    if literal and not isinstance(b, tuple) and b.denominator == 1:
        return integer_power(a, b.numerator, prec)
    s = sign(a)
    if s == 0:
        t = sign(b)
        if t == 1:
            return Fraction(0)
        raise NotDefined("zero to a power that is not positive") if t is not None else Unevaluable("zero to a power")
    if s is None or (s < 0 and not literal):
        raise Unevaluable("a power whose base may be negative")
    if s < 0:
        raise NotDefined("a broken power of a negative number")
    if b == Fraction(1, 2):
        return square_root(a, prec)
    if not isinstance(b, tuple) and b.denominator == 1:
        return integer_power(a, b.numerator, prec)
    return FUNCTIONS["exp"](times(b, FUNCTIONS["log"](a, prec), prec), prec)


def integer_power(a: Value, n: int, prec: int) -> Value:
    if n < 0:
        return reciprocal(integer_power(a, -n, prec), prec)
    if n == 0:
        return Fraction(1)
    if n == 1:
        return a
    if not isinstance(a, tuple) and _bits(a) * n <= 2 * MAX_BITS:
        return fit(a**n, prec)
    x, e = approx(a, prec)
    if abs(magnitude(x)) * n > 2.0**MAX_MAGNITUDE and x[1]:
        raise Unevaluable("a power beyond all bounds")
    if not x[1] or e > magnitude(x) - 6 - log2(n):
        if n > 64:
            raise Unevaluable("all digits lost")
        return times(a, integer_power(a, n - 1, prec), prec)
    y = mp.mpf_pow_int(x, n, prec, "n")
    return y, max(e + magnitude(y) - magnitude(x) + log2(n) + 2, magnitude(y) - prec) + 2


def square_root(a: Value, prec: int) -> Value:
    s = sign(a)
    if s is None:
        raise Unevaluable("the square root of a number that may be negative")
    if s < 0:
        raise NotDefined("the square root of a negative number")
    if not isinstance(a, tuple):
        root = Fraction(isqrt(a.numerator), isqrt(a.denominator))
        if root * root == a:
            return root
    x, e = approx(a, prec)
    away(e, magnitude(x))
    y = mp.mpf_sqrt(x, prec, "n")
    return y, max(e - magnitude(y) + 1, magnitude(y) - prec) + 2


# -- functions ---------------------------------------------------------------------------------------------------


def smooth(
    f: Callable[[Real, int, str], Real],
    slope: Callable[[Real, Real], float],
    special: Mapping[int, int],
    bad: Sequence[int] = (),
    least: int | None = None,
    huge: float = MAX_MAGNITUDE,
) -> Callable[[Value, int], Value]:
    """A function of mpmath with an error bound.

    `slope(x, f(x))` is a binary exponent above |f'|; `special` are its exact values; `bad` are the points at which f or
    its slope is singular; the function is defined beyond `least` only.
    """

    def apply(a: Value, prec: int) -> Value:
        if not isinstance(a, tuple) and a.denominator == 1 and a.numerator in special:
            return Fraction(special[a.numerator])
        if least is not None:
            s = sign(difference(a, Fraction(least), prec))
            if s is None:
                raise Unevaluable("an argument near the end of the function's domain")
            if s <= 0:
                raise NotDefined("an argument outside the function's domain")
        x, e = approx(a, prec)
        if magnitude(x) > huge or e > -12:
            raise Unevaluable("an argument too large or too inaccurate")
        for point in bad:
            away(e, magnitude(mp.mpf_sub(x, mp.from_int(point), prec, "n")))
        y = f(x, prec, "n")
        return y, max(e + slope(x, y) + 1, magnitude(y) - prec + 4) + 1

    return apply


def _dying(f: Callable[[Value, int], Value], side: int, huge: int) -> Callable[[Value, int], Value]:
    """exp or erfc, which is zero but for an invisible error far out on one side (1: negative)."""

    def apply(a: Value, prec: int) -> Value:
        x, e = approx(a, prec) if not isinstance(a, tuple) else a
        if x[0] == side and magnitude(x) > max(huge, e + 4):
            return mp.fzero, -(2.0 ** (MAX_MAGNITUDE - 2))
        return f(a, prec)

    return apply


def _log2_size(x: Real) -> float:
    return log2(abs(magnitude(x)) + 2)


def _digamma(x: Real, _: Real) -> float:
    """Above log2 |psi(x)|, for x > 0: |psi| <= |log x| + 1/x."""
    return max(_log2_size(x), 1 - magnitude(x)) + 1


def _erfc_slope(x: Real, y: Real) -> float:
    """2/sqrt(pi) exp(-x**2) <= erfc(x) * (2 x + 2) for x >= 0."""
    return 1.2 if x[0] else min(0.2, magnitude(y) + max(magnitude(x), 0) + 2)


def _gamma(a: Value, prec: int) -> Value:
    s = sign(a)
    if not isinstance(a, tuple):
        if a.denominator == 1 and s != 1:
            raise NotDefined("a pole of gamma")
        x = approx(a, prec + 100)[0]
        if magnitude(x) > MAX_MAGNITUDE or (x[0] and (magnitude(x) > 10 or a.denominator > 2**MAX_MAGNITUDE)):
            raise Unevaluable("gamma of a huge number, or beside a pole")
        y = mp.mpf_gamma(x, prec, "n")
        return y, magnitude(y) - prec + 8
    if s != 1:
        raise Unevaluable("gamma of a number that may be negative")
    return _positive_gamma(a, prec)


def binomial(n: Value, k: Value, prec: int) -> Value:
    if not isinstance(n, tuple) and not isinstance(k, tuple) and n.denominator == k.denominator == 1 and n >= 0:
        if k < 0 or k > n:
            return Fraction(0)
        if min(k, n - k) <= 200 and n < 10**12:
            return fit(Fraction(comb(n.numerator, k.numerator)), prec)
    one = Fraction(1)
    below = times(_gamma(total((k, one), prec), prec), _gamma(total((n, negative(k), one), prec), prec), prec)
    return times(_gamma(total((n, one), prec), prec), reciprocal(below, prec), prec)


def _normal_cdf(a: Value, prec: int) -> Value:
    root = square_root(Fraction(1, 2), prec)
    return times(Fraction(1, 2), FUNCTIONS["erfc"](times(negative(a), root, prec), prec), prec)


def _normal_quantile(a: Value, prec: int) -> Value:
    """Newton's method on Phi in the lower half; the last residual over the slope bounds the error."""
    complement = difference(Fraction(1), a, prec)
    low, high = sign(a), sign(complement)
    if low is None or high is None:
        raise Unevaluable("PhiInv near 0 or 1")
    if low <= 0 or high <= 0:
        raise NotDefined("PhiInv outside (0, 1)")
    middle = sign(difference(a, Fraction(1, 2), prec))
    if middle == 0:
        return Fraction(0)
    if middle == 1:
        return negative(_normal_quantile(complement, prec))
    p = approx(a, prec)
    if magnitude(p[0]) < -900:
        raise Unevaluable("PhiInv of a tiny number")
    y: Value = Fraction(NormalDist().inv_cdf(mp.to_float(p[0])))
    for _ in range(2 + prec.bit_length() - 5):
        bell = times(square_root(reciprocal(times(Fraction(2), (mp.mpf_pi(prec), 2.0 - prec), prec), prec), prec),
                     FUNCTIONS["exp"](times(Fraction(-1, 2), times(y, y, prec), prec), prec), prec)  # fmt: skip
        step = times(difference(_normal_cdf(y, prec), p, prec), reciprocal(bell, prec), prec)
        x, e = approx(step, prec)
        best = approx(difference(y, step, prec), prec)[0]
        y = (best, EXACT)
        if magnitude(x) < e + 4:
            break
    return best, max(magnitude(x), e) + 2


def lambert_w(a: Value, branch: int, machine: Machine) -> Value:
    prec = machine.prec
    s = sign(a)
    if s == 0 and branch == 0:
        return Fraction(0)
    if s != 1 or branch:
        margin = total((a, FUNCTIONS["exp"](Fraction(-1), prec)), prec)  # the distance to -1/e
        t = sign(margin)
        if s is None or t is None:
            raise Unevaluable("LambertW near an end of its domain")
        if t < 0 or (branch and s >= 0):
            raise NotDefined("LambertW outside its domain")
        away(approx(margin, prec)[1], magnitude(approx(margin, prec)[0]))
    x, e = approx(a, prec)
    if abs(magnitude(x)) > 10**6:
        raise Unevaluable("LambertW of a huge or tiny number")
    context = machine.context
    w = context.lambertw(context.make_mpf(x), branch)
    if not isinstance(w, context.mpf) or not context.isfinite(w) or not w:
        raise Unevaluable("LambertW has no real value here")
    slope = magnitude((w / (context.make_mpf(x) * (1 + w)))._mpf_)
    # The value solves w e**w = x; what is left of that equation, not mpmath's word, bounds the error.
    rest = magnitude((w * context.exp(w) - context.make_mpf(x))._mpf_)
    return w._mpf_, max(e, rest) + slope + 3


def _whole(up: bool) -> Callable[[Value, int], Value]:
    """floor or ceil, when the error cannot cross an integer."""

    def apply(a: Value, prec: int) -> Value:
        if not isinstance(a, tuple):
            return Fraction(-((-a).__floor__()) if up else a.__floor__())
        x, e = a
        if magnitude(x) > MAX_BITS or e > -2:
            raise Unevaluable("floor of a huge number")
        nearest = mp.to_int(x, "n")
        if sign((mp.mpf_sub(x, mp.from_int(nearest)), e)) in (None, 0):
            raise Unevaluable("floor of a number that may be an integer")
        return Fraction(mp.to_int(x, "c" if up else "f"))

    return apply


def _absolute(a: Value, prec: int) -> Value:
    return (mp.mpf_abs(a[0]), a[1]) if isinstance(a, tuple) else abs(a)


_positive_gamma = smooth(mp.mpf_gamma, lambda x, y: magnitude(y) + _digamma(x, y), {1: 1, 2: 1}, (0,), 0)
FUNCTIONS: dict[str, Callable[[Value, int], Value]] = {
    "exp": _dying(smooth(mp.mpf_exp, lambda x, y: magnitude(y), {0: 1}), 1, MAX_MAGNITUDE),
    "log": smooth(mp.mpf_log, lambda x, y: 1 - magnitude(x), {1: 0}, (0,), 0, 2.0**45),
    "sqrt": square_root,
    "abs": _absolute,
    "sinh": smooth(mp.mpf_sinh, lambda x, y: max(magnitude(y), 0) + 1, {0: 0}),
    "cosh": smooth(mp.mpf_cosh, lambda x, y: magnitude(y), {0: 1}),
    "tanh": smooth(mp.mpf_tanh, lambda x, y: 0, {0: 0}, (), None, 2.0**45),
    "asinh": smooth(mp.mpf_asinh, lambda x, y: 0, {0: 0}, (), None, 2.0**45),
    "acosh": lambda a, prec: Fraction(0) if a == 1 else _acosh(a, prec),
    "atanh": lambda a, prec: _atanh(a, prec),
    "erf": smooth(mp.mpf_erf, lambda x, y: 0.2, {0: 0}),
    "erfc": _dying(smooth(mp.mpf_erfc, _erfc_slope, {0: 1}, (), None, 22), 0, 22),
    "Phi": _normal_cdf,
    "PhiInv": _normal_quantile,
    "gamma": _gamma,
    "loggamma": smooth(mp.mpf_loggamma, _digamma, {1: 0, 2: 0}, (0,), 0),
    "floor": _whole(False),
    "ceil": _whole(True),
}


def _acosh(a: Value, prec: int) -> Value:
    """log(x + sqrt(x**2 - 1))."""
    root = square_root(times(difference(a, Fraction(1), prec), total((a, Fraction(1)), prec), prec), prec)
    if sign(a) != 1:
        raise NotDefined("acosh below 1")
    return FUNCTIONS["log"](total((a, root), prec), prec)


def _atanh(a: Value, prec: int) -> Value:
    """log((1 + x)/(1 - x))/2; the logarithm's bad points are the ends."""
    if a == 0:
        return Fraction(0)
    ratio = times(total((Fraction(1), a), prec), reciprocal(difference(Fraction(1), a, prec), prec), prec)
    return times(Fraction(1, 2), FUNCTIONS["log"](ratio, prec), prec)
