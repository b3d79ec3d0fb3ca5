"""Quantities that nothing bounds: a family of pairs that satisfy the notion, in which the quantity exceeds every B.

Where a quantity is infinite on a ray on which the constraints are finite, or grow more slowly, it has no bound. Given a piecewise
linear notion with δ > 0 the family is P = (δ, 1 − δ), Q = (δη, 1 − δη): whatever η, it satisfies the notion, and the quantity grows
without bound as η -> 0. That it exceeds B at some η(B) is a statement about reals, which the kernel proves for all B (`Sharp` in its
terms).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...kernel.laws.statements import Fact, Model, Proposition, Setting, Sharp
from ...kernel.laws.tightness import demand_tight, needs_no_proof, tight_goals
from ...kernel.reals.context import Context as RealContext
from ...kernel.statements import Claim, Domain, Proof, Range
from ...kernel.statements import Fact as RealFact
from ...kernel.terms import ONE, ZERO, Term, log, num, sym
from ...kernel.verdicts import StepRejected
from ...library.theorem import tables
from ...objects.language import Ge, Gt, Le, Lt, Symbol, domain, exp
from ...objects.unfold import unfold
from ...search.exact_roots import fold
from ...search.outcome import Budget
from ...search.refuting.refuter import find_witness
from ...search.residual import Unproved, Use, prove_fact
from .algebra import folded
from .notions import Notion, Smooth
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
    outer = (Ge(delta, 0), Le(delta, 1))  # at these ends the notion is no family, and a range that is open says so
    inner = () if notion == "max" else (Gt(delta, 0), Lt(delta, 1))
    where = (*(c for c in given.where if c not in outer), *inner, *quantity.conditions, Gt(B, 1))
    return Family(p, q, where, _proved(quantity, notion, p, q, where, seconds))


def smooth_family(quantity: Quantity, notion: Notion, seconds: float = 4.0) -> Family | None:
    """A family given one smooth constraint of the direction (P, Q), or the same in both directions.

    - What is infinite at p = 0 only: P = (τη, 1 − τη), Q = (τ, 1 − τ) with τ = 1 − e^(−d) has D_∞(P‖Q) <= d, and so D_α <= d.
    - Given H² <= h: P = (h, 1 − h), Q = (hη, 1 − hη) has H² <= h.
    - A moment of order β given KL <= d: P = (τ, 1 − τ), Q = (τη, 1 − τη) with τ log(1/η) = d, and τ -> 0.
    - A moment of order β given one of order α < β: the same with τ (η^(1 − α) − 1) = M − 1.
    - In both directions: the same with a smaller τ, so that D_∞(Q‖P) <= −log(1 − τ) <= d as well.
    """
    spoken = frozenset[str]().union(*(t.free for t in (*quantity.parameters, *notion.parameters)))
    if "B" in spoken or len({(c.kind.name, c.parameters, c.level) for c in notion.smooth}) != 1:
        return None
    given, both, backwards = notion.smooth[0], len(notion.smooth) == 2, quantity.backwards
    d = _divergence(given)
    if given.kind.name == "hellinger2":
        share, eta = given.level, _eta(quantity, given.level)
    elif backwards and not both:
        share = 1 - exp(-d)
        eta = _eta(quantity, share)
    else:
        share, eta = _vanishing(quantity, given, d / (1 + d) if both else ONE)
    share, eta = folded(share), fold(eta)  # the share stays a part of all terms: much holds whatever it is
    first, second = (share, 1 - share), (share * eta, 1 - share * eta)
    p, q = (second, first) if backwards else (first, second)
    where = (*notion.conditions, *quantity.conditions, Gt(B, 1))
    where = tuple(c for c in where if c.free)
    facts = dict(zip(("near", "back"), (c.fact for c in notion.smooth)))
    helps = _grown(quantity, given.level, share, eta) if given.kind.name == "KL" and quantity.parameters else ()
    return Family(p, q, where, _accepted(quantity, facts, p, q, where, seconds, (share, eta), helps))


def _divergence(given: Smooth) -> Term:
    """The bound on D_α that a constraint says."""
    return given.level if given.kind.name != "moment" else log(given.level) / (given.parameters[0] - 1)


def _grown(quantity: Quantity, d: Term, share: Term, eta: Term) -> tuple[Use, ...]:
    """1 − τη > 0, and τ e^y > τ y²/2 at y = (β − 1) d/τ: there τ e^y is the part of the moment of order β at the ratio e^(d/τ)."""
    u, w, y = sym("u"), sym("w"), sym("y")
    rest = RealFact(Domain((Range("u", ZERO, ONE), Range("w", ZERO, ONE))), Gt(1 - u * w, 0))
    power = RealFact(Domain((Range("u", ZERO), Range("y", ZERO))), Gt(u * exp(y), u * y**2 / 2))
    exponent = fold((quantity.parameters[0] - 1) * d / share)
    return Use(rest, {"u": share, "w": eta}), Use(power, {"u": share, "y": exponent})


def _vanishing(quantity: Quantity, given: Smooth, factor: Term) -> tuple[Term, Term]:
    """(τ, η) such that a point with the masses τ and τη, and this τ -> 0, has what is given and exceeds B in the moment of order β.

    Any smaller τ does as well; `factor` <= 1 makes it smaller.
    """
    beta = quantity.parameters[0]
    if given.kind.name == "KL":
        c = ((beta - 1) * given.level) ** num(2) / 2
        share = folded(c / (B + c) * factor)
        return share, exp(-given.level / share)
    alpha = given.parameters[0]
    power = fold((beta - 1) / (alpha - 1))
    share = factor / (1 + ((B + 1) / (given.level - 1) ** power) ** (1 / (power - 1)))
    return share, (1 + (given.level - 1) / share) ** (1 / (1 - alpha))


def _eta(quantity: Quantity, share: Term) -> Term:
    """The ratio at which the quantity exceeds B, at a point with this share."""
    if quantity.kind.name == "KL":
        return exp(-(B + 1) / share)
    (alpha,) = quantity.parameters
    return (share / (B + 1)) ** (1 / (alpha - 1))


def _proved(
    quantity: Quantity, notion: str, p: tuple[Term, ...], q: tuple[Term, ...], where: tuple[Term, ...], seconds: float
) -> bool:
    """Whether the kernel accepts that the family satisfies the notion and exceeds B, for all B."""
    return _accepted(quantity, unfold("near", LINEAR[notion].given), p, q, where, seconds)


def _shown(goal: RealFact, seconds: float, shares: Sequence[Term], helps: Sequence[Use]) -> Proof | Unproved:
    """A proof of a goal; what exceeds B is shown with the help, if there is one."""
    if helps and goal.statement.op in (">", "<"):
        return prove_fact(goal, seconds=seconds, lemmas=helps)
    return prove_fact(goal, seconds=seconds, shares=shares)


def _accepted(
    quantity: Quantity,
    facts: Mapping[str, Fact],
    p: Sequence[Term],
    q: Sequence[Term],
    where: Sequence[Term],
    seconds: float,
    shares: Sequence[Term] = (),
    helps: Sequence[Use] = (),
) -> bool:
    setting = Setting(domain(*where), (P.field, Q.field))
    proposition = Proposition(setting, tuple(facts.items()), (Fact(Le(quantity.integral, B)),))
    names = setting.where.names
    model: Model = tables({P: p, Q: q}, {n: sym(n) for n in names}, (P, Q))
    bound = next(n for n in ("c", "c0", "c1", "c2") if n not in names)
    point = find_witness(Claim(setting.where, (), ZERO, "<=", ONE), Budget(seconds=1.0))
    if point is None:
        return False
    tight = Sharp(setting.where, model, (*point, (bound, ZERO)), bound)
    ctx, proofs = RealContext(), list[Proof]()
    for goal in tight_goals(proposition, tight):
        found = () if needs_no_proof(goal, ctx) else _shown(goal, seconds, shares, helps)
        if isinstance(found, Unproved):
            return False
        proofs.append(found)
    try:
        demand_tight(proposition, tight, tuple(proofs))
    except StepRejected:
        return False
    return True
