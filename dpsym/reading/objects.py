"""Text forms of laws, divergences and notions: `TV(Laplace(0, b), Laplace(1, b))`, `approx(eps, delta, P, Q)`.

A law stands only as an argument of a divergence or a notion. A divergence is its defining integral or sum (objects.definitions), a
notion of two laws is what it says of them, in both directions:

    pure(eps, P, Q)             p(x) <= exp(eps) q(x) for all x
    approx(eps, delta, P, Q)    hockeystick(eps, P, Q) <= delta
    renyi(alpha, eps, P, Q)     D(alpha, P, Q) <= eps
    zcdp(rho, P, Q)             D(alpha, P, Q) <= rho alpha for all alpha > 1
"""

from __future__ import annotations

from dataclasses import dataclass

from ..kernel.terms import ONE, Term, exp, relation, sym
from ..objects.definitions import (
    DIVERGENCES,
    DefinitionError,
    Demand,
    LawTerm,
    defining_term,
    law_term,
    order_demands,
    parameter_demands,
)
from ..objects.families import FAMILIES, FINITE_FAMILIES

#: law: the number of its parameters
LAWS = {
    **{
        name: len(f.parameters) for name, f in FAMILIES.items() if name != "DiscreteGaussian"
    },  # its density holds a sum
    **{name: len(f.parameters) for name, f in FINITE_FAMILIES.items()},
}
#: notion: its parameters
NOTIONS = {"pure": ("eps",), "approx": ("eps", "delta"), "renyi": ("alpha", "eps"), "zcdp": ("rho",)}


@dataclass(frozen=True)
class Stated:
    """The relations that a claim states, and the conditions on the symbols that a notion brings along."""

    relations: tuple[Term, ...]
    conditions: tuple[Term, ...] = ()


def law(name: str, parameters: list[Term]) -> LawTerm:
    """The law of a text form; the number of parameters has been checked."""
    return law_term(name, parameters)


def divergence_demands(name: str, parameters: list[Term], p: LawTerm, q: LawTerm) -> tuple[Demand, ...]:
    """What the parameters of the laws and of the divergence must satisfy; it belongs to every claim that speaks of them."""
    return (*p.demands, *q.demands, *(order_demands(parameters[0]) if name == "D" else ()))


def notion_demands(name: str, parameters: list[Term], p: LawTerm, q: LawTerm) -> tuple[Demand, ...]:
    """Likewise for a notion. A level that is a symbol or a number has the range of a level; another formula is part of the claim."""
    out = [*p.demands, *q.demands]
    for kind, value in zip(NOTIONS[name], parameters):
        if kind == "alpha" and not value.free:
            out += order_demands(value)
        if kind == "alpha" or value.op == "sym" or not value.free:
            out += parameter_demands(kind, value)
    return tuple(out)


def divergence(name: str, parameters: list[Term], p: LawTerm, q: LawTerm, avoid: frozenset[str]) -> Term:
    """The term of a divergence."""
    formula, _ = DIVERGENCES[name]
    if name == "hockeystick":
        parameters = [exp(parameters[0])]
    return defining_term(formula, parameters, p, q, avoid)


def fresh(names: tuple[str, ...], used: frozenset[str]) -> str:
    return next(n for n in (*names, *(f"{names[0]}{i}" for i in range(len(used) + 1))) if n not in used)


def notion(name: str, parameters: list[Term], p: LawTerm, q: LawTerm, avoid: frozenset[str]) -> Stated:
    """What a notion says of two laws."""
    used = avoid.union(p.free, q.free, *(t.free for t in parameters))
    if name == "pure":
        return _pure(parameters[0], p, q, used)
    if name == "zcdp":
        alpha = fresh(("alpha", "a", "order"), used)
        both = [divergence("D", [sym(alpha)], a, b, avoid | {alpha}) for a, b in ((p, q), (q, p))]
        return Stated(
            tuple(relation("<=", d, parameters[0] * sym(alpha)) for d in both), (relation(">", sym(alpha), ONE),)
        )
    kind = "hockeystick" if name == "approx" else "D"
    both = [divergence(kind, parameters[:1], a, b, avoid) for a, b in ((p, q), (q, p))]
    return Stated(tuple(relation("<=", d, parameters[1]) for d in both))


def _pure(eps: Term, p: LawTerm, q: LawTerm, used: frozenset[str]) -> Stated:
    if p.family is None or q.family is None:
        pairs = list(zip(p.parameters, q.parameters))
        if len(p.parameters) != len(q.parameters):
            raise DefinitionError(f"the laws {p.name} and {q.name} are on different spaces")
        both = [*pairs, *((b, a) for a, b in pairs)]
        return Stated(tuple(relation("<=", a, exp(eps) * b) for a, b in both))
    if p.family.space != "reals" or p.ends() != (None, None) or q.ends() != (None, None):
        raise DefinitionError(f"pure privacy of {p.name} and {q.name}: only laws on all reals have this text form")
    x = fresh(("x", "y", "z"), used)
    a, b = p.density(sym(x)), q.density(sym(x))
    return Stated((relation("<=", a, exp(eps) * b), relation("<=", b, exp(eps) * a)))


__all__ = [
    "DIVERGENCES", "LAWS", "NOTIONS", "DefinitionError", "Demand", "Stated", "divergence", "divergence_demands", "law", "notion",
    "notion_demands",
]  # fmt: skip
