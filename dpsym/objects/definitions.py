"""The defining formulas of divergences, written once over an algebra (see algebra.py). No SymPy here.

p and q are the densities (or probabilities) at the bound point, `over` integrates (or sums) an expression of the point.

    TV(P, Q)          int |p - q|/2
    E_g(P || Q)       int max(0, p - g q)                      hockey stick; g = e^eps
    KL(P || Q)        int p log(p/q)
    D_a(P || Q)       log(int p^a q^(1 - a))/(a - 1)           Rényi, a > 0, a != 1
    H^2(P, Q)         int (sqrt(p) - sqrt(q))^2/2              squared Hellinger
    chi^2(P || Q)     int (p - q)^2/q
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Over = Callable[[Any], Any]


def total_variation(m: Any, p: Any, q: Any, over: Over) -> Any:
    return over(m.abs(p - q) / 2)


def hockey_stick(m: Any, p: Any, q: Any, over: Over, gamma: Any) -> Any:
    return over(m.max(m.number(0), p - gamma * q))


def kl(m: Any, p: Any, q: Any, over: Over) -> Any:
    return over(p * m.log(p / q))


def power_integral(m: Any, p: Any, q: Any, over: Over, alpha: Any) -> Any:
    return over(p**alpha * q ** (1 - alpha))


def renyi(m: Any, p: Any, q: Any, over: Over, alpha: Any) -> Any:
    return m.log(power_integral(m, p, q, over, alpha)) / (alpha - 1)


def hellinger_squared(m: Any, p: Any, q: Any, over: Over) -> Any:
    return over((m.sqrt(p) - m.sqrt(q)) ** 2 / 2)


def chi_squared(m: Any, p: Any, q: Any, over: Over) -> Any:
    return over((p - q) ** 2 / q)
