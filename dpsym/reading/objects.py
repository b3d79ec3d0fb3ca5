"""Text forms of laws, divergences and notions: `TV(Laplace(0, b), Laplace(1, b))`, `approx(eps, delta, P, Q)`.

A law stands only as an argument of a divergence or a notion. A divergence is its defining integral or sum (objects.definitions), a
notion of two laws is what it says of them, in both directions:

    pure(eps, P, Q)             p(x) <= exp(eps) q(x) for all x
    approx(eps, delta, P, Q)    hockeystick(eps, P, Q) <= delta
    renyi(alpha, eps, P, Q)     D(alpha, P, Q) <= eps
    zcdp(rho, P, Q)             D(alpha, P, Q) <= rho alpha for all alpha > 1
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..kernel.terms import ONE, Term, exp, relation, sub, sym
from ..objects.definitions import DIVERGENCES, DefinitionError, LawTerm, defining_term, kl
from ..objects.families import FAMILIES

#: Finite laws by name: their weights.
FINITE: dict[str, Callable[[Term], tuple[Term, ...]]] = {"Bernoulli": lambda p: (sub(ONE, p), p)}
LAWS = {**{name: len(f.parameters) for name, f in FAMILIES.items() if name != "DiscreteGaussian"}, "Bernoulli": 1}
#: notion: the number of its parameters
NOTIONS = {"pure": 1, "approx": 2, "renyi": 2, "zcdp": 1}


@dataclass(frozen=True)
class Stated:
    """The relations that a notion says of two laws, and the conditions on the symbols that it brings along."""

    relations: tuple[Term, ...]
    conditions: tuple[Term, ...] = ()
    reals: tuple[str, ...] = ()


def law(name: str, parameters: list[Term]) -> LawTerm:
    """The law of a text form; the number of parameters has been checked."""
    if name in FINITE:
        return LawTerm(None, FINITE[name](*parameters), name)
    return LawTerm(FAMILIES[name], tuple(parameters), name)


def divergence(name: str, parameters: list[Term], p: LawTerm, q: LawTerm, avoid: frozenset[str]) -> Term:
    """The term of a divergence."""
    formula, _ = DIVERGENCES[name]
    if name == "D" and parameters[0] is ONE:
        return defining_term(kl, (), p, q, avoid)
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
    return Stated((relation("<=", a, exp(eps) * b), relation("<=", b, exp(eps) * a)), (), (x,))


__all__ = ["DIVERGENCES", "LAWS", "NOTIONS", "DefinitionError", "Stated", "divergence", "law", "notion"]
