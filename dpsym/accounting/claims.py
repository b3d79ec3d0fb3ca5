"""The final inequality of each route as claims about numbers, which the kernel decides (certifying.py).

`x <= y` with no symbols in it: what the theorem of the route gives at these numbers on the left, what is told on the right. A δ that is
small is compared by its logarithm where the route has it that way.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from ..kernel.statements import Claim, Domain
from ..kernel.terms import ONE, ZERO, Term, add, exp, func, log, mul, num
from .composition import Composition
from .figures import Figure, Value, fraction_of
from .optimum import lattice

ONE_FIGURE = Figure(1, 0)
LONGEST = 1500  # terms of a sum that is written out
MOST_GROUPS = 60
MOST_EXPONENT = 4000  # of ten, in a number that is written out for the kernel
TOO_LONG = "the final inequality is too long for the kernel"


def claim(left: Term, right: Term) -> Claim:
    return Claim(Domain(()), (), left, "<=", right)


def figure(f: Figure) -> Term:
    """A decimal; with a power of ten where it has many digits."""
    if abs(f.exponent) <= 300:
        return num(f.fraction)
    return mul(num(f.mantissa), num(10) ** num(f.exponent))


def log_of(f: Figure) -> Term:
    return log(num(f.mantissa)) + f.exponent * log(num(10)) if f.exponent else log(num(f.mantissa))


def total(parts: Sequence[tuple[Term, int]]) -> Term:
    """Σ k t; a number if all are."""
    known = [(x, k) for t, k in parts if (x := fraction_of(t)) is not None]
    rest = [t if k == 1 else k * t for t, k in parts if fraction_of(t) is None]
    number = sum((x * k for x, k in known), Fraction(0))
    if not rest:
        return num(number)
    return add(*([num(number)] if number else []), *rest)


def _long(whole: Composition) -> str | None:
    if len(whole.parts) > MOST_GROUPS:
        return f"{TOO_LONG}: {len(whole.parts)} different parts, more than {MOST_GROUPS}"
    return None


def lost_claim(whole: Composition, most: Term) -> tuple[Claim, ...]:
    """1 − Π (1 − δⱼ) <= δ."""
    return (claim(whole.lost_term(), most),) if whole.has_losses else ()


def only_lost(whole: Composition, asked: str, at: Term, value: Value) -> tuple[Claim, ...] | str:
    most = at if asked == "epsilon" else figure(value.upper)
    return _long(whole) or (lost_claim(whole, most) or (claim(ZERO, most),))


def basic(whole: Composition, level: Term, upper: Figure, delta: Term) -> tuple[Claim, ...] | str:
    return _long(whole) or (claim(level, figure(upper)), *lost_claim(whole, delta))


def basic_delta(whole: Composition, level: Term, eps: Term, upper: Figure) -> tuple[Claim, ...] | str:
    return _long(whole) or (claim(level, eps), *lost_claim(whole, figure(upper)))


def left_term(whole: Composition, delta: Term) -> Term:
    """(δ − lost)/(1 − lost)."""
    if not whole.has_losses:
        return delta
    lost = whole.lost_term()
    return (delta - lost) / (1 - lost)


def advanced(whole: Composition, r: Term, upper: Figure, delta: Term) -> tuple[Claim, ...] | str:
    root = func("sqrt", r * -log(left_term(whole, delta)))
    return _long(whole) or (claim(r + 2 * root, figure(upper)),)


def advanced_delta(whole: Composition, r: Term, eps: Term, upper: Figure) -> tuple[Claim, ...] | str:
    return _long(whole) or _delta(whole, -((eps - r) ** 2 / (4 * r)), upper)


def _delta(whole: Composition, log_delta: Term, upper: Figure) -> tuple[Claim, ...]:
    """That 1 − w + w δ' is at most what is told."""
    if not whole.has_losses:
        return (claim(log_delta, log_of(upper)),)
    lost = whole.lost_term()
    return (claim(lost + (1 - lost) * exp(log_delta), figure(upper)),)


def at_most_level(level: Term | None, upper: Figure) -> tuple[Claim, ...] | str:
    if level is None:
        return f"{TOO_LONG}: a curve of the parts has no short form at this order"
    return (claim(level, figure(upper)),)


def converted(
    whole: Composition, level: Term | None, alpha: Term, asked: str, at: Term, upper: Figure
) -> tuple[Claim, ...] | str:
    """D_α + (log(1/δ') + (α − 1) log(1 − 1/α) − log α)/(α − 1) <= ε, or the same for log δ'."""
    if level is None:
        return f"{TOO_LONG}: a curve of the parts has no short form at this order"
    share = (alpha - 1) * log(1 - 1 / alpha) - log(alpha)
    if asked == "epsilon":
        found: tuple[Claim, ...] = (claim(level + (share - log(left_term(whole, at))) / (alpha - 1), figure(upper)),)
    elif upper == ONE_FIGURE:
        found = (claim(ONE, ONE),)
    else:
        found = _delta(whole, (alpha - 1) * (level - at) + share, upper)
    return _long(whole) or found


def gaussian(
    whole: Composition, groups: Sequence[tuple[Term, int]], asked: str, at: Term, upper: Figure
) -> tuple[Claim, ...] | str:
    """Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ) <= δ'."""
    squares = total([(_square(t), k) for t, k in groups])
    mu = func("sqrt", squares)
    eps = figure(upper) if asked == "epsilon" else at
    curve = func("Phi", mu / 2 - eps / mu) - exp(eps) * func("Phi", -mu / 2 - eps / mu)
    return _long(whole) or _sum_claim(whole, curve, asked, at, upper)


def _square(t: Term) -> Term:
    x = fraction_of(t)
    return t**2 if x is None else num(x * x)


def _sum_claim(whole: Composition, curve: Term, asked: str, at: Term, upper: Figure) -> tuple[Claim, ...]:
    most = at if asked == "epsilon" else figure(upper)
    if whole.has_losses:
        lost = whole.lost_term()
        curve = lost + (1 - lost) * curve
    return (claim(curve, most),)


def optimum(
    whole: Composition,
    groups: Sequence[tuple[Term, int]],
    normal: Sequence[tuple[Term, int]],
    asked: str,
    at: Term,
    upper: Figure,
    atoms: int,
) -> tuple[Claim, ...] | str:
    """The sum of the optimum, written out: terms that are 0 are left out."""
    if abs(upper.exponent) > MOST_EXPONENT:
        return f"{TOO_LONG}: a number of {abs(upper.exponent)} digits"
    eps = upper.fraction if asked == "epsilon" else fraction_of(at)
    if eps is None:
        return f"{TOO_LONG}: eps is no rational number"
    if not groups:
        return gaussian(whole, normal, asked, at, upper)
    if len(groups) > 1 or normal:
        return _mixed(whole, groups, normal, asked, at, upper, eps)
    (level, k) = groups[0]
    rational = fraction_of(level)
    count = k // 2 + 1 if rational is None else max(0, min(k + 1, int((k * rational - eps) / (2 * rational)) + 1))
    if count > LONGEST:
        return f"{TOO_LONG}: {count} terms, more than {LONGEST}"
    parts = [
        comb(k, j) * exp(-j * level) * kept for j in range(k + 1) if (kept := _kept(level, k - 2 * j, eps)) is not None
    ]
    curve = add(*parts) / (1 + exp(-level)) ** k if parts else ZERO
    return _long(whole) or _sum_claim(whole, curve, asked, at, upper)


def _kept(level: Term, times: int, eps: Fraction) -> Term | None:
    """1 − e^(ε − times level), or its positive part where that is not seen."""
    rational = fraction_of(level)
    if rational is not None:
        above = eps - times * rational
        return None if above >= 0 else 1 - exp(num(above))
    return None if times <= 0 else func("max", 1 - exp(num(eps) - times * level), ZERO)


def _mixed(
    whole: Composition,
    groups: Sequence[tuple[Term, int]],
    normal: Sequence[tuple[Term, int]],
    asked: str,
    at: Term,
    upper: Figure,
    eps: Fraction,
) -> tuple[Claim, ...] | str:
    """Levels on a lattice of u: atoms are polynomials in e^(−u)."""
    unit, others = lattice([t for t, _ in groups])
    if others:
        return f"{TOO_LONG}: several levels that are not rational"
    atoms: dict[int, dict[int, int]] = {0: {0: 1}}  # loss in units: how often which power of e^(−unit)
    work = 0
    for t, k in groups:
        x = fraction_of(t)
        assert x is not None
        s = int(x / unit)
        found: dict[int, dict[int, int]] = {}
        for loss, powers in atoms.items():
            for j in range(k + 1):
                place = found.setdefault(loss + (k - 2 * j) * s, {})
                for e, c in powers.items():
                    place[e + j * s] = place.get(e + j * s, 0) + c * comb(k, j)
                    work += 1
            if work > 100 * LONGEST:
                return f"{TOO_LONG}: more than {LONGEST} values of the loss"
        atoms = found
    kept = {loss: powers for loss, powers in atoms.items() if normal or loss * unit > eps}
    if sum(map(len, kept.values())) > LONGEST:
        return f"{TOO_LONG}: more than {LONGEST} terms"
    mu = func("sqrt", total([(_square(t), k) for t, k in normal])) if normal else None
    parts = []
    for loss, powers in sorted(kept.items(), reverse=True):
        weight = add(*(c * exp(num(-e * unit)) for e, c in powers.items()))
        above = num(eps - loss * unit)
        share = (
            1 - exp(above)
            if mu is None
            else func("Phi", mu / 2 - above / mu) - exp(above) * func("Phi", -mu / 2 - above / mu)
        )
        parts.append(weight * share)
    norm = mul(*((1 + exp(-t)) ** k for t, k in groups))
    return _long(whole) or _sum_claim(whole, add(*parts) / norm if parts else ZERO, asked, at, upper)
