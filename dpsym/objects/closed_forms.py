"""Closed forms of divergences, by the pair of laws. dpsym.derive proves each from the definition, and the kernel replays it.

Notation: d is the distance of the locations, u = e^eps, t = e^(-1/b). A form is None where none is known here; the divergence is
then still enclosed rigorously. The forms hold for all values that the laws allow, coinciding locations included.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from sympy import Abs, Max, Piecewise, ceiling, erfc, exp, floor, log, sqrt

from . import pairs
from .laws import BinaryResponse, DiscreteLaplace, FiniteLike, KaryResponse, Laplace, Law, Normal
from .symbolic import greatest

OO, ZERO, ONE = sympy.oo, sympy.Integer(0), sympy.Integer(1)
Form = Callable[..., Any]


def phi(z: Any) -> Any:
    """The normal distribution function."""
    return erfc(-z / sqrt(2)) / 2


def maximum(*args: Any) -> Any:
    """The greatest; of numbers by the kernel's comparison, as SymPy's Max fails on expressions that are equal."""
    if any(a.free_symbols for a in args):
        return Max(*args)
    return greatest([(a, None) for a in args])[0]


def distance(p: Law, q: Law) -> Any:
    return Abs(p.args[0] - q.args[0])


def _zero_if_same(d: Any, value: Any, at_zero: Any) -> Any:
    """A form that divides by d, completed at d = 0."""
    if d.is_positive:
        return value
    return at_zero if d == 0 else Piecewise((value, d > 0), (at_zero, True))


# -- Laplace, equal scales ------------------------------------------------------------------------------------------


def laplace(kind: str, p: Law, q: Law, parameter: Any) -> Any:
    """Laplace laws of one scale b, z = d/b."""
    b = p.args[1]
    if b != q.args[1]:
        z = distance(p, q)
        other = q.args[1]
        return log(other / b) + b / other * exp(-z / b) + z / other - 1 if kind == "kl" else None
    z = distance(p, q) / b
    if kind == "hockey":
        return maximum(ZERO, 1 - parameter, 1 - sqrt(parameter) * exp(-z / 2))
    if kind == "power":
        return _laplace_power(parameter, z)
    return {
        "tv": 1 - exp(-z / 2),
        "kl": z + exp(-z) - 1,
        "max": z,
        "hellinger": 1 - exp(-z / 2) * (1 + z / 2),
        "chi": 2 * exp(z) / 3 + exp(-2 * z) / 3 - 1,
    }[kind]


def _laplace_power(a: Any, z: Any) -> Any:
    if a == sympy.Rational(1, 2):
        return exp(-z / 2) * (1 + z / 2)
    return a / (2 * a - 1) * exp((a - 1) * z) + (a - 1) / (2 * a - 1) * exp(-a * z)


# -- Gaussian -------------------------------------------------------------------------------------------------------


def normal(kind: str, p: Law, q: Law, parameter: Any) -> Any:
    """Normal laws; with one deviation s and m = d/s every form is known, otherwise KL, Rényi and Hellinger are."""
    s, r = p.args[1], q.args[1]
    d = distance(p, q)
    if s != r:
        return _normal_unequal(kind, s, r, d, parameter)
    m = d / s
    if kind == "hockey":
        value = phi(m / 2 - log(parameter) / m) - parameter * phi(-m / 2 - log(parameter) / m) if m != 0 else ZERO
        return _zero_if_same(d, value, maximum(ZERO, 1 - parameter))
    return {
        "tv": 1 - erfc(m * sqrt(2) / 4),
        "kl": m**2 / 2,
        "max": Piecewise((OO, d > 0), (ZERO, True)) if not d.is_positive and d != 0 else (ZERO if d == 0 else OO),
        "power": None if parameter is None else exp(parameter * (parameter - 1) * m**2 / 2),
        "hellinger": 1 - exp(-(m**2) / 8),
        "chi": exp(m**2) - 1,
    }[kind]


def _normal_unequal(kind: str, s: Any, r: Any, d: Any, a: Any) -> Any:
    if kind == "kl":
        return log(r / s) + (s**2 + d**2) / (2 * r**2) - sympy.Rational(1, 2)
    if kind == "hellinger":
        return 1 - sqrt(2 * s * r / (s**2 + r**2)) * exp(-(d**2) / (4 * (s**2 + r**2)))
    if kind == "power":
        v = (1 - a) * s**2 + a * r**2  # positive where the divergence is finite
        return s ** (1 - a) * r**a / sqrt(v) * exp(a * (a - 1) * d**2 / (2 * v)) if _positive(v) else None
    return None


def _positive(v: Any) -> bool:
    from .symbolic import compare

    return bool(v.is_positive) or (not v.free_symbols and compare(v, ZERO) == 1)


# -- discrete Laplace -----------------------------------------------------------------------------------------------


def discrete_laplace(kind: str, p: Law, q: Law, parameter: Any) -> Any:
    """Two-sided geometric laws of one scale, at distance d, an integer."""
    b, d = p.args[1], distance(p, q)
    if b != q.args[1]:
        return None
    t = exp(-1 / b)
    if kind == "hockey":
        n = (
            ceiling((d - b * log(parameter)) / 2) - 1
        )  # the last k with p > gamma q, where it lies between the two centres
        inside = 1 - t ** (n + 1) / (1 + t) - parameter * t ** (d - n) / (1 + t)
        high, low = log(parameter) > d / b, log(parameter) < -d / b
        return Piecewise((ZERO, high), (1 - parameter, low), (inside, True))
    if kind == "power":
        return _discrete_power(parameter, t, d)
    n = floor((d - 1) / 2)
    return {
        "tv": 1 - (t ** (n + 1) + t ** (d - n)) / (1 + t),
        "kl": (d - 2 * t * (1 - t**d) / (1 - t**2)) / b,
        "max": d / b,
        "hellinger": 1 - t ** (d / 2) * (2 + (d - 1) * (1 - t)) / (1 + t),
        "chi": _discrete_power(sympy.Integer(2), t, d) - 1,
    }[kind]


def _discrete_power(a: Any, t: Any, d: Any) -> Any:
    if a == sympy.Rational(1, 2):
        return t ** (d / 2) * (2 + (d - 1) * (1 - t)) / (1 + t)
    r = t ** (2 * a - 1)
    ends = (t ** ((1 - a) * d) + t ** (a * d)) / (1 + t)
    return ends + (1 - t) / (1 + t) * t ** ((1 - a) * d) * (r - r**d) / (1 - r)


# -- finite laws ----------------------------------------------------------------------------------------------------


def response(kind: str, p: Law, q: Law, parameter: Any) -> Any:
    """Binary and k-ary randomized response of one level, with different truths; c = u + k - 1."""
    eps = p.args[0]
    if eps != q.args[0] or p.args[-1] == q.args[-1] or p.args[1:-1] != q.args[1:-1]:
        return finite(kind, p, q, parameter)
    u, k = exp(eps), (p.args[1] if isinstance(p, KaryResponse) else sympy.Integer(2))
    c = u + k - 1
    if kind == "hockey":
        g = parameter
        return maximum(ZERO, 1 - g, (u - g) / c, 1 - g + (g * u - 1) / c)
    if kind == "power":
        a = parameter
        return (exp(a * eps) + exp((1 - a) * eps) + k - 2) / c
    return {
        "tv": (u - 1) / c,
        "kl": eps * (u - 1) / c,
        "max": eps,
        "hellinger": (exp(eps / 2) - 1) ** 2 / c,
        "chi": (u - 1) ** 2 * (1 + exp(-eps)) / c,
    }[kind]


def finite(kind: str, p: Any, q: Any, parameter: Any) -> Any:
    """Finite sums over the outcomes; with symbols, Abs and Max stay as they are."""
    a, b = p.weights, tuple(q.density(o) for o in p.outcomes)
    exact = not any(w.free_symbols for w in (*a, *b))
    if kind == "tv":
        return pairs.total_variation(a, b)[0] if exact else sympy.Add(*(Abs(x - y) for x, y in zip(a, b))) / 2
    if kind == "hockey":
        if exact and not parameter.free_symbols:
            return pairs.hockey_stick(parameter, a, b)[0]
        return sympy.Add(*(maximum(ZERO, x - parameter * y) for x, y in zip(a, b)))
    if kind == "max":
        if exact:
            return pairs.max_divergence(a, b)[0]
        return OO if not pairs.absolutely_continuous(a, b) else log(maximum(*(x / y for x, y in zip(a, b) if x != 0)))
    if kind == "power":
        return None if not pairs.absolutely_continuous(a, b) else pairs.power_sum(parameter, a, b)
    return {"kl": pairs.kl, "hellinger": pairs.hellinger_squared, "chi": pairs.chi_squared}[kind](a, b)


def closed_form(kind: str, p: Law, q: Law, parameter: Any = None) -> Any:
    """The closed form of a divergence, None if none is known. kind: tv, hockey, kl, power, max, hellinger, chi."""
    if isinstance(p, (BinaryResponse, KaryResponse)) and type(p) is type(q):
        return response(kind, p, q, parameter)
    if isinstance(p, FiniteLike) and isinstance(q, FiniteLike):
        return finite(kind, p, q, parameter)
    for family, form in ((Laplace, laplace), (Normal, normal), (DiscreteLaplace, discrete_laplace)):
        if isinstance(p, family) and isinstance(q, family):
            return form(kind, p, q, parameter)
    return None
