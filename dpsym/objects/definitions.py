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

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..kernel.terms import ONE, OO, ZERO, Term, add, neg, relation, sym
from .algebra import KERNEL
from .families import FAMILIES, FINITE_FAMILIES, Family

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


# -- laws and divergences in kernel terms ---------------------------------------------------------------------------


class DefinitionError(ValueError):
    """A divergence that has no defining term here; the message says why."""


@dataclass(frozen=True)
class Demand:
    """What the parameters of a law or divergence must satisfy for it to exist; in words for an error."""

    relation: Term
    words: str


@dataclass(frozen=True)
class LawTerm:
    """A law whose parameters are kernel terms: of a family, or finite with its weights."""

    family: Family | None
    parameters: tuple[Term, ...]  # of a finite law: the weights
    name: str = ""
    demands: tuple[Demand, ...] = ()

    @property
    def free(self) -> frozenset[str]:
        return frozenset().union(*(t.free for t in self.parameters))

    def density(self, x: Term) -> Term:
        """Inside of the support."""
        family = self.family
        if family is None:
            raise DefinitionError(f"{self.name}: a finite law has weights, not a density")
        factor: Term = family.factor(KERNEL, *self.parameters)
        return KERNEL.exp(family.exponent(KERNEL, x, *self.parameters)) * factor

    def ends(self) -> tuple[Term | None, Term | None]:
        return (None, None) if self.family is None else self.family.ends(KERNEL, *self.parameters)


def law_term(name: str, parameters: Sequence[Term]) -> LawTerm:
    """The law of a family by its name, with what its parameters must satisfy."""
    finite = FINITE_FAMILIES.get(name)
    if finite is not None:
        demands = (Demand(relation(">=", t, ZERO), words) for t, words in finite.conditions(KERNEL, *parameters))
        return LawTerm(None, tuple(finite.weights(KERNEL, *parameters)), name, tuple(demands))
    family = FAMILIES[name]
    demands = (Demand(relation(">", t, ZERO), words) for t, words in family.conditions(KERNEL, *parameters))
    return LawTerm(family, tuple(parameters), name, tuple(demands))


def order_demands(alpha: Term) -> tuple[Demand, ...]:
    """Of the order of a Rényi divergence."""
    return (
        Demand(relation(">", alpha, ZERO), "the order must be positive"),
        Demand(relation("!=", alpha, ONE), "the order must not be 1, where the divergence is KL(P, Q)"),
    )


def parameter_demands(name: str, value: Term) -> tuple[Demand, ...]:
    """What the parameter of a notion of privacy must satisfy: an order alpha, a probability delta, else a level.

    At the order 1 a Rényi divergence is another formula, KL. So a number may be 1, and a term with symbols must be above it.
    """
    if name == "alpha" and value.free:
        return (Demand(relation(">", value, ONE), "the order alpha must be above 1"),)
    if name == "alpha":
        return (Demand(relation(">=", value, ONE), "the order alpha must be at least 1"),)
    level = Demand(relation(">=", value, ZERO), f"{name} must not be negative")
    if name == "delta":
        return (level, Demand(relation("<=", value, ONE), "delta must be at most 1"))
    return (level,)


#: name of the text form: (formula, number of parameters before the laws)
DIVERGENCES: dict[str, tuple[Callable[..., Any], int]] = {
    "TV": (total_variation, 0),
    "KL": (kl, 0),
    "D": (renyi, 1),
    "hockeystick": (hockey_stick, 1),
    "hellinger": (hellinger_squared, 0),
    "chi2": (chi_squared, 0),
}


def defining_term(
    formula: Callable[..., Any], parameters: Sequence[Term], p: LawTerm, q: LawTerm, avoid: frozenset[str]
) -> Term:
    """The defining integral (or finite sum) of a divergence as a kernel term; its bound symbol is none of `avoid`."""
    if (p.family is None) != (q.family is None) or (p.family is None and len(p.parameters) != len(q.parameters)):
        raise DefinitionError(f"the laws {p.name} and {q.name} are on different spaces")
    if p.family is None or q.family is None:
        parts = [formula(KERNEL, a, b, lambda f: f, *parameters) for a, b in zip(p.parameters, q.parameters)]
        return _finite(formula, parts, p, q, parameters)
    if p.family.space != q.family.space:
        raise DefinitionError(
            f"the laws {p.name} and {q.name} are on different spaces, {p.family.space} and {q.family.space}"
        )
    if p.ends() != q.ends():
        raise DefinitionError(
            f"the laws {p.name} and {q.name} have different supports; write the pieces of the integral yourself"
        )
    used = avoid.union(p.free, q.free, *(t.free for t in parameters))
    whole = p.family.space == "integers"
    x = sym(
        next(
            n
            for n in (*(("k", "j", "n") if whole else ("x", "y", "z")), *(f"x{i}" for i in range(len(used) + 1)))
            if n not in used
        )
    )
    low, high = (neg(OO) if p.ends()[0] is None else p.ends()[0]), (OO if p.ends()[1] is None else p.ends()[1])
    bind = KERNEL.total if whole else KERNEL.integral
    found: Term = formula(KERNEL, p.density(x), q.density(x), lambda f: bind(f, x, low, high), *parameters)
    return found


def _finite(formula: Any, parts: list[Term], p: LawTerm, q: LawTerm, parameters: Sequence[Term]) -> Term:
    """A sum over outcomes; for Rényi the logarithm stands outside of the sum."""
    if formula is not renyi:
        return add(*parts)
    (alpha,) = parameters
    powers = [power_integral(KERNEL, a, b, lambda f: f, alpha) for a, b in zip(p.parameters, q.parameters)]
    return KERNEL.log(add(*powers)) / (alpha - 1)
