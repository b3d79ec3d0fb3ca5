"""Divergences of two lists of exact weights, with the outcome or event that attains them.

p and q are lists of exact numbers (SymPy) on the same outcomes. Supports are taken by cases: an outcome with q = 0 < p makes
the max divergence, Rényi (order >= 1), KL and chi-squared divergence infinite; it is never skipped. Comparisons are the
kernel's (see symbolic.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from typing import Any

import sympy

from ..errors import ObjectError
from ..symbolic import certain, greatest

Weights = Sequence[Any]
OO, ZERO, ONE = sympy.oo, sympy.Integer(0), sympy.Integer(1)


def support(p: Weights) -> list[int]:
    return [i for i, w in enumerate(p) if w != 0]


def ratio(a: Any, b: Any) -> Any:
    """a/b for weights; infinite for b = 0 < a."""
    return a / b if b != 0 else OO


def absolutely_continuous(p: Weights, q: Weights) -> bool:
    """q = 0 implies p = 0."""
    return all(p[i] == 0 for i in range(len(p)) if q[i] == 0)


def max_divergence_formula(p: Weights, q: Weights) -> Any:
    """log max p/q over outcomes with p > 0, for weights with symbols: which outcome it is stays open."""
    return sympy.log(sympy.Max(*(ratio(p[i], q[i]) for i in support(p))))


def approximate_max_formula(delta: Any, p: Weights, q: Weights) -> Any:
    """log max(1, (P(S) - delta)/Q(S)) over all events S with Q(S) > 0, for few outcomes; None if some q is 0."""
    size = len(p)
    if size > 4 or any(w == 0 for w in q):
        return None
    events = [[i for i in range(size) if mask >> i & 1] for mask in range(1, 2**size)]
    ratios = ((sympy.Add(*(p[i] for i in s)) - delta) / sympy.Add(*(q[i] for i in s)) for s in events)
    return sympy.log(sympy.Max(ONE, *ratios))


def max_divergence(p: Weights, q: Weights) -> tuple[Any, int]:
    """log max p/q over outcomes with p > 0, and the outcome."""
    top, at = greatest([(ratio(p[i], q[i]), i) for i in support(p)])
    return sympy.log(top), at


def hockey_stick(gamma: Any, p: Weights, q: Weights) -> tuple[Any, tuple[int, ...]]:
    """max over events S of P(S) - gamma Q(S), and the event {p > gamma q}."""
    event = tuple(i for i in range(len(p)) if certain(p[i], gamma * q[i]) > 0)
    return sympy.Add(*(p[i] - gamma * q[i] for i in event)), event


def total_variation(p: Weights, q: Weights) -> tuple[Any, tuple[int, ...]]:
    return hockey_stick(ONE, p, q)


def kl(p: Weights, q: Weights) -> Any:
    if not absolutely_continuous(p, q):
        return OO
    return sympy.Add(*(_where_positive(p[i], q[i], p[i] * sympy.log(p[i] / q[i]), OO) for i in support(p)))


def _where_positive(a: Any, b: Any, value: Any, without: Any) -> Any:
    """The value of a term for weights with symbols: 0 where a = 0, `without` where b = 0 < a."""
    if not (a.free_symbols or b.free_symbols):
        return value
    cases = [(v, sympy.Eq(w, 0)) for w, v in ((a, ZERO), (b, without)) if w.free_symbols and w.is_zero is None]
    return sympy.Piecewise(*cases, (value, True)) if cases else value


def power_sum(alpha: Any, p: Weights, q: Weights) -> Any:
    """sum p^alpha q^(1 - alpha) over outcomes where both are positive; oo where q = 0 < p and alpha > 1."""
    above = (alpha - 1).is_positive
    without = sympy.Piecewise((OO, alpha > 1), (ZERO, True)) if above is None else OO if above else ZERO
    return sympy.Add(
        *(_where_positive(p[i], q[i], p[i] ** alpha * q[i] ** (1 - alpha), without) for i in support(p) if q[i] != 0)
    )


def renyi(alpha: Any, p: Weights, q: Weights) -> Any:
    """log(power sum)/(alpha - 1); KL at 1, max divergence at infinity. The order must be comparable with 1."""
    if alpha == 1:
        return kl(p, q)
    if alpha is OO:
        return max_divergence(p, q)[0]
    above = certain(alpha, ONE) > 0 if not alpha.free_symbols else (alpha - 1).is_positive
    if above and not absolutely_continuous(p, q):
        return OO
    if above is None and not absolutely_continuous(p, q):
        raise ObjectError(f"Rényi divergence: the order {alpha} must be known to be above or below 1")
    total = power_sum(alpha, p, q)
    return OO if total == 0 else sympy.log(total) / (alpha - 1)


def hellinger_squared(p: Weights, q: Weights) -> Any:
    return 1 - sympy.Add(*(sympy.sqrt(p[i] * q[i]) for i in range(len(p))))


def chi_squared(p: Weights, q: Weights) -> Any:
    if not absolutely_continuous(p, q):
        return OO
    return power_sum(sympy.Integer(2), p, q) - 1


def by_ratio(p: Weights, q: Weights) -> list[int]:
    """The outcomes of either support by falling p/q; infinite ratios first."""
    both = [i for i in range(len(p)) if p[i] != 0 or q[i] != 0]

    def falling(i: int, j: int) -> int:
        return certain(p[j] * q[i], p[i] * q[j])

    return sorted(both, key=cmp_to_key(falling))


def threshold(delta: Any, p: Weights, q: Weights) -> Any:
    """The least gamma >= 0 with max_S P(S) - gamma Q(S) <= delta; infinite if no gamma is.

    The maximum is convex and piecewise linear in gamma. For the k outcomes of highest ratio it is P_k - gamma Q_k, which is
    delta at (P_k - delta)/Q_k; the least gamma that serves all k is the greatest of these.
    """
    mass_p, mass_q, best = ZERO, ZERO, ZERO
    for i in by_ratio(p, q):
        mass_p, mass_q = mass_p + p[i], mass_q + q[i]
        if certain(mass_p, delta) <= 0:
            continue
        if mass_q == 0:
            return OO
        candidate = (mass_p - delta) / mass_q
        best = candidate if certain(candidate, best) > 0 else best
    return best


def approximate_max(delta: Any, p: Weights, q: Weights) -> Any:
    """The least eps, of either sign, with P(S) <= e^eps Q(S) + delta for all S."""
    gamma = threshold(delta, p, q)
    return -OO if gamma == 0 else sympy.log(gamma)


def trimmed(delta: Any, p: Weights, q: Weights) -> tuple[list[Any], list[Any]]:
    """The pair P', Q' with P = (1 - delta) P' + delta P'', Q = (1 - delta) Q' + delta Q'' that has the least Rényi divergences.

    For delta < TV: p' = min(p, b q)/(1 - delta), q' = min(q, p/a)/(1 - delta), where b and a are such that both have mass one;
    then a < 1 < b. The function x^alpha y^(1 - alpha) is jointly convex, its gradient depends on x/y only, and these p', q'
    satisfy the Kuhn-Tucker conditions with the multipliers of the ratios b and a. For delta >= TV both are equal.
    """
    distance, _ = total_variation(p, q)
    if certain(delta, distance) >= 0:
        common = [a if certain(a, b) <= 0 else b for a, b in zip(p, q)]
        total = sympy.Add(*common)
        shared = [c / total for c in common] if total != 0 else list(p)
        return shared, shared
    b, c = threshold(delta, p, q), threshold(delta, q, p)  # c = 1/a
    rest = 1 - delta
    if b is OO or c is OO:
        return _unbounded(b, c, p, q, rest)
    return (
        [(x if certain(x, b * y) <= 0 else b * y) / rest for x, y in zip(p, q)],
        [(y if certain(y, c * x) <= 0 else c * x) / rest for x, y in zip(p, q)],
    )


def _unbounded(b: Any, c: Any, p: Weights, q: Weights, rest: Any) -> tuple[list[Any], list[Any]]:
    """More than delta of P lies where q = 0, or of Q where p = 0: some of it is left whatever is cut off."""
    one = [x / rest if b is OO else (x if certain(x, b * y) <= 0 else b * y) / rest for x, y in zip(p, q)]
    two = [y / rest if c is OO else (y if certain(y, c * x) <= 0 else c * x) / rest for x, y in zip(p, q)]
    if b is OO:
        one = _cut_infinite(one, q)
    if c is OO:
        two = _cut_infinite(two, p)
    return one, two


def _cut_infinite(weights: list[Any], other: Weights) -> list[Any]:
    """Takes the excess over mass one away from the outcomes that the other law does not have."""
    outside = sympy.Add(*(w for w, o in zip(weights, other) if o == 0))
    excess = sympy.Add(*weights) - 1
    return [w * (outside - excess) / outside if o == 0 and outside != 0 else w for w, o in zip(weights, other)]


def approximate_renyi(alpha: Any, delta: Any, p: Weights, q: Weights) -> Any:
    """The least D_alpha(P' || Q') over all ways to take away delta of each law; see `trimmed`."""
    if certain(delta, ONE) >= 0:
        return ZERO
    if certain(delta, total_variation(p, q)[0]) >= 0:
        return ZERO
    return renyi(alpha, *trimmed(delta, p, q))


def pointwise(eps: Any, p: Weights, q: Weights) -> tuple[Any, tuple[int, ...]]:
    """max(P(Bad), Q(Bad)) for Bad = {p > e^eps q or q > e^eps p}, and Bad."""
    u = sympy.exp(eps)
    bad = tuple(
        i for i in range(len(p)) if certain(p[i], u * q[i]) > 0 or certain(q[i], u * p[i]) > 0
    )  # fmt: skip
    masses = [(sympy.Add(*(w[i] for i in bad)), bad) for w in (p, q)]
    return greatest(masses)


def trade_off(p: Weights, q: Weights) -> list[tuple[Any, Any]]:
    """The corners (a, b) of the trade-off curve: type I error a under P, type II error b under Q, both tests optimal.

    The test rejects P on the outcomes of lowest p/q first; the curve is convex and linear between the corners.
    """
    corners = [(ZERO, ONE)]
    for i in reversed(by_ratio(p, q)):
        a, b = corners[-1]
        corners.append((a + p[i], b - q[i]))
    return corners


def normal_quantile(x: Any) -> Any:
    """The inverse of the normal distribution function, as SymPy writes it; infinite at 0 and 1."""
    if x == 0:
        return -OO
    if x == 1:
        return OO
    return -sympy.sqrt(2) * sympy.erfcinv(2 * x)


def gaussian_level(p: Weights, q: Weights) -> tuple[Any, Any]:
    """The least mu with trade-off(P, Q) >= trade-off(N(0,1), N(mu,1)), and the corner that needs it.

    The curve of N(0,1) against N(mu,1) is convex and the one of the pair is linear between corners, so the corners decide:
    mu = max PhiInv(1 - a) - PhiInv(b). A corner (0, b) with b < 1, or (a, 0) with a < 1, needs mu = oo.
    """
    needed: list[tuple[Any, Any]] = [(ZERO, (ZERO, ONE))]
    for a, b in trade_off(p, q):
        if (a, b) in ((ZERO, ONE), (ONE, ZERO)) or certain(a, ONE) == 0 or certain(b, ONE) == 0:
            continue
        if a == 0 or certain(b, ZERO) == 0:
            return OO, (a, b)
        needed.append((normal_quantile(1 - a) - normal_quantile(b), (a, b)))
    return greatest(needed)
