"""Quantities that nothing bounds: a family of pairs that satisfy the notion, in which the quantity exceeds every B.

Where a quantity is infinite on a ray on which the constraints are finite, or grow more slowly, it has no bound. Given a piecewise linear
notion with δ > 0 the family is P = (δ, 1 − δ), Q = (δη, 1 − δη): whatever η, it satisfies the notion, and the quantity grows without
bound as η -> 0. That it exceeds B at some η(B) is a statement about reals, which the kernel proves for all B (`Sharp` in its terms).
"""

from __future__ import annotations

from dataclasses import dataclass

from ...kernel.laws.statements import Fact, Model, Proposition, Setting, Sharp
from ...kernel.laws.tightness import demand_tight, needs_no_proof, tight_goals
from ...kernel.reals.context import Context as RealContext
from ...kernel.statements import Proof
from ...kernel.terms import ONE, Term, num, sym
from ...kernel.verdicts import StepRejected
from ...library.theorem import tables
from ...objects.language import Gt, Le, Lt, Symbol, domain, exp
from ...objects.unfold import unfold
from ...search.residual import Unproved, prove_fact
from .notions import Notion
from .quantities import P, Q, Quantity
from .rays import LINEAR, delta, eps

B = Symbol("B")


@dataclass(frozen=True)
class Family:
    """Tables of P and Q in B: they satisfy the notion, and the quantity exceeds B. `proved` if the kernel has accepted it."""

    p: tuple[Term, ...]
    q: tuple[Term, ...]
    where: tuple[Term, ...]
    proved: bool


def grows(quantity: Quantity, notion: Notion) -> bool:
    """Whether the quantity is infinite, at one end, where the constraints are finite or grow more slowly."""
    if notion.linear:
        return any(quantity.at_ray(r) is None for r in LINEAR[notion.linear].rays)
    for backwards in (False, True):  # the end q = 0, and the end p = 0
        mine = _order(quantity.kind.name, quantity.parameters, quantity.backwards == backwards)
        theirs = [_order(c.kind.name, c.parameters, c.backwards == backwards) for c in notion.smooth]
        if mine is not None and all(o is None or _less(o, mine) for o in theirs):
            return True
    return False


def _order(kind: str, parameters: tuple[Term, ...], here: bool) -> Term | None:
    """How fast a divergence grows at an end: 1 like a logarithm, α like a power; None where it is finite."""
    if not here or kind not in ("KL", "moment"):
        return None
    return ONE if kind == "KL" else parameters[0]


def _less(a: Term, b: Term) -> bool:
    """a < b, if that is certain: an order that is a symbol is greater than 1 and not compared with other orders."""
    if a is b:
        return False
    if a is ONE:
        return True
    return a.op == "num" and b.op == "num" and a.number < b.number


def family(quantity: Quantity, notion: str, seconds: float = 10.0) -> Family:
    """The family for a quantity with canonical symbols, given a linear notion with its own."""
    given = LINEAR[notion]
    share = 1 - exp(-eps) if notion == "max" else delta  # of a point at which the ratio of the densities is η
    eta = _eta(quantity, share)
    p, q = (share, 1 - share), (share * eta, 1 - share * eta)
    if quantity.at_ray(given.rays[-1]) is not None:  # it is infinite where p = 0
        p, q = q, p
    inner = () if notion == "max" else (Gt(delta, 0), Lt(delta, 1))
    where = (*given.where, *inner, *quantity.conditions, Gt(B, 1))
    return Family(p, q, where, _proved(quantity, notion, p, q, where, seconds))


def _eta(quantity: Quantity, share: Term) -> Term:
    """The ratio at which the quantity exceeds B, at a point with this share."""
    if quantity.kind.name == "KL":
        return exp(-(B + 1) / share)
    (alpha,) = quantity.parameters
    return (share / (B + 1)) ** (1 / (alpha - 1))


def _proved(quantity: Quantity, notion: str, p: tuple[Term, ...], q: tuple[Term, ...], where: tuple[Term, ...], seconds: float) -> bool:
    """Whether the kernel accepts that the family satisfies the notion and exceeds B, for all B."""
    facts = unfold("near", LINEAR[notion].given)
    setting = Setting(domain(*where), (P.field, Q.field))
    proposition = Proposition(setting, tuple(facts.items()), (Fact(Le(quantity.integral, B)),))
    names = setting.where.names
    model: Model = tables({P: p, Q: q}, {n: sym(n) for n in names}, (P, Q))
    point = {"eps": ONE, "delta": num(1, 2), "alpha": num(2), "B": num(2), "c": ONE}
    tight = Sharp(setting.where, model, tuple((n, point[n]) for n in (*names, "c")), "c")
    ctx, proofs = RealContext(), list[Proof]()
    for goal in tight_goals(proposition, tight):
        found = () if needs_no_proof(goal, ctx) else prove_fact(goal, seconds=seconds)
        if isinstance(found, Unproved):
            return False
        proofs.append(found)
    try:
        demand_tight(proposition, tight, tuple(proofs))
    except StepRejected:
        return False
    return True

