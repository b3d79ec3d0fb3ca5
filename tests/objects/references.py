"""Divergences of laws on the reals once more, for comparison: no code is shared with dpsym.

A law is a list of parts (weight, kind, location, scale, low, high) in Fractions. Integrals are Gauss sums over cells whose sizes
grow from every centre and from the highest point, in doubles, each point told by an exact anchor and a small distance from it; the
integrands are written so that they keep one sign:

    KL  p log(p/q) - p + q      chi^2  (p - q)^2/q      H^2  (sqrt p - sqrt q)^2/2      D_a  p^a q^(1-a) - a p - (1 - a) q  (a near 1)

Distances of events are differences of distribution functions in mpmath, at sign changes that bisection finds on the same points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import mpmath
import numpy as np
from mpmath import mp, mpf

DPS = 60
INF = math.inf
NODES = {n: np.polynomial.legendre.leggauss(n) for n in (16, 24)}


def number(x):
    return mpf(x.numerator) / x.denominator


def small_exp(x):
    """exp, but 0 far below what is compared, where mpmath would write down a number of as many bits as x is large."""
    return mp.exp(x) if x > -(10**12) else mpf(0)


@dataclass(frozen=True)
class Part:
    weight: Fraction
    kind: str
    m: Fraction
    s: Fraction
    low: Fraction | None = None
    high: Fraction | None = None


# -- laws from their descriptions ------------------------------------------------------------------------------------


def parts_of(spec) -> list[Part]:
    """Of ("normal", m, s), ..., ("shift", spec, by), ("scale", spec, by), ("given", spec, low, high), ("mixed", ((w, spec), ...))."""
    kind, *rest = spec
    if kind == "uniform":
        return [Part(Fraction(1), kind, rest[0], rest[1] - rest[0], rest[0], rest[1])]
    if kind == "exponential":
        return [Part(Fraction(1), kind, Fraction(0), 1 / rest[0], Fraction(0), None)]
    if kind in ("shift", "scale", "push"):
        inner, *by = rest
        c, t = {"shift": (1, by[0]), "scale": (by[0], 0), "push": (by[0], by[-1])}[kind]
        moved = lambda e: None if e is None else c * e + t  # noqa: E731
        return [Part(p.weight, p.kind, c * p.m + t, c * p.s, moved(p.low), moved(p.high)) for p in parts_of(inner)]
    if kind == "given":
        inner, low, high = rest
        kept = []
        for p in parts_of(inner):
            a = low if p.low is None else max(low, p.low)
            b = high if p.high is None else min(high, p.high)
            if a < b:
                kept.append(Part(p.weight, p.kind, p.m, p.s, a, b))
        (one,) = kept
        return [one]
    if kind == "mixed":
        return [Part(w * p.weight, p.kind, p.m, p.s, p.low, p.high) for w, inner in rest[0] for p in parts_of(inner)]
    return [Part(Fraction(1), kind, rest[0], rest[1])]


def standard_mass(kind: str, a, b):
    """The probability that the standard law of a family falls between a and b (mpf, or infinite)."""
    if kind == "uniform":
        return b - a
    if kind == "exponential":
        return mp.exp(-a) * -mp.expm1(a - b) if b != mp.inf else mp.exp(-a)
    if kind == "laplace":
        if a >= 0:
            return standard_mass("exponential", a, b) / 2
        if b <= 0:
            return standard_mass("exponential", -b, -a) / 2
        return standard_mass(kind, a, mpf(0)) + standard_mass(kind, mpf(0), b)
    if kind == "normal":
        if b <= 0:
            a, b = -b, -a
        upper = mpf(0) if b == mp.inf else mp.erfc(b / mp.sqrt(2))
        return (mp.erfc(a / mp.sqrt(2)) - upper) / 2
    below, above = (mp.inf if e < -(10**9) else mp.exp(-e) if e != mp.inf else mpf(0) for e in (a, b))
    if above > 10**12:
        return mpf(0)  # far below what is compared, and long to write down
    return mp.exp(-above) * (-mp.expm1(above - below) if below < 10**12 else 1)


def mass(part: Part, a, b):
    """Its weight times the probability of [a, b] (mpf) under the part."""
    m, s = number(part.m), number(part.s)
    low = a if part.low is None else max(a, number(part.low))
    high = b if part.high is None else min(b, number(part.high))
    if not low < high:
        return mpf(0)
    return number(part.weight) * standard_mass(part.kind, (low - m) / s, (high - m) / s) / given(part)


@lru_cache(maxsize=4096)
def given(part: Part):
    """The probability of the interval under the family."""
    if part.kind == "uniform":
        return (number(part.high) - number(part.low)) / number(part.s)
    m, s = number(part.m), number(part.s)
    low = -mp.inf if part.low is None else (number(part.low) - m) / s
    high = mp.inf if part.high is None else (number(part.high) - m) / s
    return mpf(1) if (low, high) == (-mp.inf, mp.inf) else standard_mass(part.kind, low, high)


@lru_cache(maxsize=4096)
def log_height(part: Part) -> tuple[mpf, float]:
    half = {"laplace": mpf(2), "normal": mp.sqrt(2 * mp.pi)}.get(part.kind, mpf(1))
    value = mp.log(number(part.weight)) - mp.log(half * number(part.s)) - mp.log(given(part))
    return value, float(value)


# -- log densities: in doubles near an anchor, and in mpmath -----------------------------------------------------------


def log_part(part: Part, anchor: Fraction, h):
    z = (float(anchor - part.m) + h) / float(part.s)
    with np.errstate(over="ignore"):
        body = {
            "laplace": lambda: -np.abs(z),
            "normal": lambda: -z * z / 2,
            "uniform": lambda: 0 * z,
            "exponential": lambda: -z,
            "gumbel": lambda: -z - np.exp(-z),
        }[part.kind]()
    inside = np.ones_like(z, dtype=bool)
    if part.low is not None:
        inside &= float(anchor - part.low) + h >= 0
    if part.high is not None:
        inside &= float(anchor - part.high) + h <= 0
    return np.where(inside, body + log_height(part)[1], -INF)


def log_law(parts, anchor, h):
    values = [log_part(p, anchor, h) for p in parts]
    top = np.maximum.reduce(values)
    safe = np.where(np.isfinite(top), top, 0.0)
    total = sum(np.exp(v - safe) for v in values)
    with np.errstate(divide="ignore"):
        return np.where(total > 0, safe + np.log(total), -INF)


def exact_exponent(kind, z):
    return {
        "laplace": lambda: -abs(z),
        "normal": lambda: -z * z / 2,
        "uniform": lambda: mpf(0),
        "exponential": lambda: -z,
        "gumbel": lambda: -z - (mp.exp(-z) if z > -(10**9) else mp.inf),
    }[kind]()


def exact_log_law(parts, x):
    total = []
    for p in parts:
        if (p.low is not None and x < number(p.low)) or (p.high is not None and x > number(p.high)):
            continue
        body = exact_exponent(p.kind, (x - number(p.m)) / number(p.s))
        if body != -mp.inf:
            total.append(body + log_height(p)[0])
    if not total:
        return -mp.inf
    top = max(total)
    return top + mp.log(mp.fsum(small_exp(t - top) for t in total))


# -- points ----------------------------------------------------------------------------------------------------------


STEPS = [Fraction(n, 8) for n in range(1, 9)] + [
    Fraction(5, 4),
    Fraction(3, 2),
    Fraction(2),
    Fraction(5, 2),
    Fraction(3),
]


def points(p, q, extra=()):
    """Exact points: cuts, and distances from centres that grow; between neighbours nothing much happens."""
    every = [*p, *q]
    found = set()
    span = max(x.m + x.s for x in every) - min(x.m - x.s for x in every)
    for centre, width in [(x.m, x.s) for x in every] + list(extra):
        steps = list(STEPS)
        while steps[-1] * width < 64 * span and len(steps) < 300:
            steps.append(steps[-1] * Fraction(4, 3))
        for t in steps:
            found |= {centre + t * width, centre - t * width}
        found.add(centre)
    for x in every:
        found |= {e for e in (x.low, x.high) if e is not None}
    return sorted(found)


def covered(parts, a, b) -> bool:
    return any((x.low is None or x.low <= a) and (x.high is None or b <= x.high) for x in parts)


def cells(p, q, extra=()):
    """(anchor, distances from it, the law's support there): the anchor is the nearer end."""
    grid = points(p, q, extra)
    return [(a, float(b - a), covered(p, a, b), covered(q, a, b)) for a, b in pairwise(grid) if b > a]


# -- whether an integral diverges --------------------------------------------------------------------------------------


def decay(part: Part, side: int):
    """The logarithm of the density towards the side: (Gumbel's rate and size, coefficient of x^2, slope); larger falls slower."""
    if part.kind == "normal":
        return ((0, 0), -1 / (2 * part.s**2), side * part.m / part.s**2)
    if part.kind == "gumbel" and side < 0:
        return ((-1 / part.s, -float(part.m / part.s)), Fraction(0), Fraction(0))
    if part.kind == "uniform":
        return ((0, 0), Fraction(0), Fraction(0))
    slope = {"laplace": -1 / part.s, "exponential": -1 / part.s, "gumbel": -1 / part.s}[part.kind]
    return ((0, 0), Fraction(0), slope)


def open_parts(parts, side):
    return [x for x in parts if (x.low if side < 0 else x.high) is None]


def power_diverges(p, q, alpha) -> bool:
    for side in (-1, 1):
        one, two = (open_parts(x, side) for x in (p, q))
        if not one or not two:
            continue
        a, b = (max(decay(x, side) for x in parts) for parts in (one, two))
        if a[0] != (0, 0) or b[0] != (0, 0):
            if b[0] == (0, 0):
                continue  # p falls faster than any such q
            if a[0] == (0, 0) or a[0][0] > b[0][0]:
                return True
            if a[0][0] < b[0][0]:
                continue
            size_p, size_q = (math.exp(min(-x[0][1] - max(-a[0][1], -b[0][1]), 0)) for x in (a, b))
            if alpha * size_p < (alpha - 1) * size_q:
                return True
            continue
        square, line = (alpha * u + (1 - alpha) * v for u, v in zip(a[1:], b[1:]))
        if square > 0 or (square == 0 and line >= 0):
            return True
    return False


def outside(p, q) -> bool:
    """Whether p > 0 = q somewhere."""
    return any(one and not two for *_, one, two in cells(p, q)) or any(
        open_parts(p, side) and not open_parts(q, side) for side in (-1, 1)
    )


# -- integrals ---------------------------------------------------------------------------------------------------------


class NotSure(Exception):
    """The reference itself is not to be trusted here."""


@np.errstate(all="ignore")
def integral(p, q, logs, extra=()):
    """(sign, log) of the integral; `logs` gives sign and log of the integrand from log p and log q, both as arrays."""
    found = []
    for n in (16, 24):
        nodes, weights = NODES[n]
        signs, sizes = [], []
        for a, width, one, two in cells(p, q, extra):
            h = (nodes + 1) / 2 * width
            u = log_law(p, a, h) if one else np.full_like(h, -INF)
            v = log_law(q, a, h) if two else np.full_like(h, -INF)
            if two and np.any(np.isfinite(u) & ~np.isfinite(v)):
                raise NotSure  # beyond doubles
            s, size = logs(u, v)
            signs.append(s)
            sizes.append(size + np.log(weights * width / 2))
        s, z = np.concatenate(signs), np.concatenate(sizes)
        top = float(np.max(z))
        if not np.isfinite(top):
            raise NotSure
        total = float(np.sum(s * np.exp(z - top)))
        found.append((total, top))
    (one, top), (two, other) = found
    value = two * math.exp(min(other - top, 700))
    if not abs(one - value) <= 1e-10 * abs(value) or value == 0:
        raise NotSure
    return math.copysign(1, value), math.log(abs(value)) + top


@np.errstate(all="ignore")
def _peak(p, q, f):
    """The highest point of a function of both logarithms, and its width, exactly."""
    best = (-INF, Fraction(0))
    grid = cells(p, q)
    for a, width, one, two in grid:
        if one and two:
            h = np.linspace(0, width, 5)
            values = f(log_law(p, a, h), log_law(q, a, h))
            k = int(np.argmax(values))
            best = max(best, (float(values[k]), a + Fraction(float(h[k]))))
    x, step = best[1], min(w for a, w, *_ in grid if abs(float(a - best[1])) <= 4 * w)
    at = lambda y, h: f(log_law(p, y, np.array([h])), log_law(q, y, np.array([h])))[0]  # noqa: E731
    for _ in range(80):
        values = [(at(x, h), h) for h in (-step, -step / 2, 0.0, step / 2, step)]
        _, h = max(values)
        x += Fraction(h)
        step = step if abs(h) == step else step / 2
    width = float(min(y.s for y in (*p, *q)))
    wide = float(max(y.s for y in (*p, *q)))
    while width < wide and abs(at(x, 0.0) - at(x, 2 * width)) < 1 and abs(at(x, 0.0) - at(x, -2 * width)) < 1:
        width *= 2
    while abs(at(x, 0.0) - at(x, width)) > 1 and abs(at(x, 0.0) - at(x, -width)) > 1 and width > 1e-300:
        width /= 2
    return x, Fraction(width)


def _peaks(p, q, f):
    """The highest point and its mirror images about the centres: laws with two sides have two peaks."""
    x, width = _peak(p, q, f)
    return [(x, width), *((2 * y.m - x, width) for y in (*p, *q))]


def renyi(p, q, alpha):
    if alpha > 1 and (outside(p, q) or power_diverges(p, q, alpha)):
        return INF
    a = float(alpha)

    def gap(u, v):
        with np.errstate(invalid="ignore", over="ignore"):
            return np.where(np.isfinite(u) & np.isfinite(v), v + a * (u - v), -INF)

    if not any(one and two for *_, one, two in cells(p, q)):
        return INF
    extra = _peaks(p, q, gap)
    _, log = integral(p, q, lambda u, v: (np.ones_like(u), gap(u, v)), extra)
    if abs(log) > 1e-2:
        return log / (a - 1)

    def near(u, v):
        """p^a q^(1 - a) - a p - (1 - a) q over q, with t = log(p/q): expm1(a t) - a expm1(t)."""
        with np.errstate(invalid="ignore", over="ignore"):
            t = np.where(np.isfinite(u) & np.isfinite(v), u - v, 0.0)
            small = np.abs(t) < 1e-3
            series = (
                a
                * (a - 1)
                * t**2
                / 2
                * (1 + (a + 1) * t / 3 + (a * a + a + 1) * t**2 / 12 + (a**3 + a**2 + a + 1) * t**3 / 60)
            )
            value = np.where(small, series, np.expm1(a * t) - a * np.expm1(t))
        both = np.isfinite(u) & np.isfinite(v)
        value = np.where(both, value, np.where(np.isfinite(u), -a, -(1 - a)))
        with np.errstate(divide="ignore"):
            return np.sign(value), np.log(np.abs(value)) + np.where(np.isfinite(v), v, u)

    sign, log = integral(p, q, near, extra)
    return math.log1p(sign * math.exp(log)) / (a - 1)


def kl(p, q) -> float:
    if outside(p, q):
        return INF
    left = open_parts(q, -1)
    if left and all(x.kind == "gumbel" for x in left):
        slow = max(x.s for x in left)
        if any(x.kind != "normal" and x.kind != "gumbel" and x.s >= slow for x in open_parts(p, -1)):
            return INF

    def logs(u, v):
        with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
            t = np.where(np.isfinite(u) & np.isfinite(v), v - u, 0.0)  # expm1(t) - t over p
            value = np.where(np.abs(t) < 1e-3, t**2 / 2 * (1 + t / 3 + t**2 / 12 + t**3 / 60), np.expm1(t) - t)
            big = np.where(t > 30, t, np.log(np.maximum(value, 1e-320)))
            return np.ones_like(u), np.where(np.isfinite(u) & (t <= 30), u + big, v)

    _, log = integral(p, q, logs)
    if log > 700:
        raise NotSure
    return math.exp(log)


def hellinger(p, q) -> float:
    def logs(u, v):
        with np.errstate(invalid="ignore", divide="ignore"):
            top = np.maximum(u, v)
            gap = np.where(np.isfinite(u) & np.isfinite(v), np.abs(u - v), INF)
            return np.ones_like(u), top + 2 * np.log(-np.expm1(-gap / 2)) - math.log(2)

    _, log = integral(p, q, logs)
    return math.exp(log)


def chi(p, q) -> float:
    if outside(p, q) or power_diverges(p, q, Fraction(2)):
        return INF

    def logs(u, v):
        with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
            t = np.where(np.isfinite(u), u - v, -INF)
            big = np.where(t > 30, 2 * t, 2 * np.log(np.abs(np.expm1(np.minimum(t, 30)))))
            return np.ones_like(u), v + big

    extra = _peaks(p, q, lambda u, v: np.where(np.isfinite(u) & np.isfinite(v), 2 * u - v, -INF))
    _, log = integral(p, q, logs, extra)
    return math.exp(log) if log < 600 else log  # beyond doubles only its logarithm is compared


# -- events ------------------------------------------------------------------------------------------------------------


def hockey_stick(p, q, gamma) -> mpf:
    """P(S) - gamma Q(S), S = {p > gamma q}; gamma is an mpf."""
    with mp.workdps(DPS):
        level = mp.log(gamma)

        def gap(x):
            u, v = exact_log_law(p, x), exact_log_law(q, x)
            return u - v - level if u != -mp.inf else -mp.inf

        grid = points(p, q)
        kinks = sorted({e for x in (*p, *q) for e in (x.low, x.high, x.m) if e is not None})
        total = mpf(0)
        edges = [-mp.inf, *map(number, kinks), mp.inf]
        inner = list(map(number, grid))
        for a, b in pairwise(edges):
            inside = [x for x in inner if a < x < b]
            near_a = (
                []
                if a == -mp.inf
                else [a + (inside[0] - a if inside else b - a) * mpf(10) ** -k for k in (40, 20, 8, 3)]
            )
            near_b = (
                []
                if b == mp.inf
                else [b - (b - inside[-1] if inside else b - a) * mpf(10) ** -k for k in (3, 8, 20, 40)]
            )
            places = [*near_a, *inside, *near_b]
            cuts = [a]
            for x, y in pairwise(places):
                if (gap(x) > 0) != (gap(y) > 0):
                    for _ in range(220):
                        middle = (x + y) / 2
                        x, y = (middle, y) if (gap(middle) > 0) == (gap(x) > 0) else (x, middle)
                    cuts.append(x)
            cuts.append(b)
            for x, y in pairwise(cuts):
                inside_x = [z for z in places if x < z < y] or [(x + y) / 2]
                if gap(inside_x[len(inside_x) // 2]) > 0:
                    total += mp.fsum(mass(t, x, y) for t in p) - gamma * mp.fsum(mass(t, x, y) for t in q)
        return total


__all__ = ["NotSure", "chi", "hellinger", "hockey_stick", "kl", "mpmath", "parts_of", "renyi"]
