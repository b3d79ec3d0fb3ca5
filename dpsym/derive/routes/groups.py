"""Rényi privacy of groups: neighbours that differ in g records are the ends of a path of g pairs of neighbours.

    D_a(P‖R) <= β/(β − 1) D_λ(P‖Q) + D_β(Q‖R),    λ = a (β − 1)/(β − a)                 (renyi_mixtures.triangle)

is cited g − 1 times along the path. If D_α <= ρα for all orders, the step to the j-th law is taken at the order β = j + c,
c = (α − 1) g, and the first j steps together at 1 + c/j: all of them give D_α <= g²ρα. If D_α <= r is known at one order α alone,
all steps are taken there, and 1/a' = 1/α + (1 − 1/α)/a is the order that is left. A theorem is made for each g.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from ...kernel.statements import Range
from ...kernel.terms import ONE, Scalar, Term, exp, num, relation, sym
from ...library.failures import CertifyError
from ...library.loading import theorems
from ...library.theorem import Cite, Real, Step, Theorem, have
from ...objects.language import FieldSymbol, Gt, Law
from .asking import Asked
from .finding import ends
from .stating import Proven, certified, equal_orders
from .templates import CONCENTRATED, MOMENT, OUTCOME, RENYI

TRIANGLE = "renyi_mixtures.triangle"
MOST = 12  # laws along a path, in one theorem


@dataclass(frozen=True)
class Grouped:
    """What holds for groups, and the theorem about the laws along a path."""

    asked: Asked
    proven: Proven
    names: tuple[str, ...]


@dataclass(frozen=True)
class Leg:
    """D <= r at an order, from the first law of the path to the law with this number."""

    order: Term
    level: Term


def grouped(have_it: Asked, size: int) -> Grouped | None:
    """The notion for groups of this size, if it is known of neighbours as a divergence of some order and there are few of them."""
    if size > MOST or have_it.notion not in (CONCENTRATED, RENYI):
        return None
    try:
        if have_it.notion is CONCENTRATED:
            rho = have_it.values["rho"]
            if rho.op != "num" or rho.number == 0:
                return None
            proven = _concentrated(size)
            asked = Asked(CONCENTRATED, {"rho": num(size**2 * rho.number)})
        else:
            alpha, level = have_it.values["alpha"], have_it.values["eps"]
            if alpha.op != "num" or level.op != "num":
                return None
            proven, last = _renyi(alpha, level, size)
            asked = Asked(RENYI, {"alpha": last.order, "eps": last.level})
    except CertifyError:
        return None
    return Grouped(asked, proven, (TRIANGLE,))


@cache
def _concentrated(size: int) -> Proven:
    """D_α <= ρα for all α gives D_α <= g²ρα along g laws."""
    alpha, rho = sym("alpha"), sym("rho")
    c = num(size) * (alpha - 1)
    legs = [Leg(ONE + c / j, num(j * j) * rho * (ONE + c / j)) for j in range(1, size)]
    legs.append(Leg(alpha, num(size * size) * rho * alpha))
    steps = [Leg(num(j) + c, rho * (num(j) + c)) for j in range(1, size + 1)]
    where = (Range("alpha", ONE, None, True, True), Range("rho", num(0), None, True, True))
    return certified(_path(legs, steps, where, {"alpha": 2, "rho": 1}))


@cache
def _renyi(alpha: Term, level: Term, size: int) -> tuple[Proven, Leg]:
    """D_α <= r at one order, which is a number."""
    step = Leg(alpha, level)
    b = Fraction(int(alpha.number.p), int(alpha.number.q))
    r = Fraction(int(level.number.p), int(level.number.q))
    order, total, legs = b, r, [step]
    for _ in range(size - 1):
        order, total = order * b / (order + b - 1), total * b / (b - 1) + r
        legs.append(Leg(num(order), num(total)))
    return certified(_path(legs, [step] * size, (), {})), legs[-1]


def _path(legs: list[Leg], steps: list[Leg], where: tuple[Range, ...], at: Mapping[str, Scalar]) -> Theorem:
    """The theorem about the laws along the path, from both ends."""
    laws = [Law(f"P{i}", OUTCOME) for i in range(len(steps) + 1)]
    given: dict[str, Term] = {}
    claims: dict[str, Term] = {}
    proof: list[Step] = []
    for way, path in (("there", laws), ("back", laws[::-1])):
        for i, leg in enumerate(steps):
            given[f"given.{way}.{i + 1}"] = _said(path[i], path[i + 1], leg)
        claims[way] = _said(path[0], path[-1], legs[-1])
        proof += _along(way, path, legs, steps)
    return Theorem(
        title=f"Divergences along a path of {len(laws)} laws",
        about=laws,
        where=[r for w in where for r in ends(w, sym(w.name))],
        given=given,
        claim=claims,
        proof=proof,
        witness=(dict(at), {law: [num(1, 2), num(1, 2)] for law in laws}),
        name="path",
    )


def _said(p: FieldSymbol, q: FieldSymbol, leg: Leg) -> Term:
    """D <= r at the order of the leg, as a moment."""
    return MOMENT.shapes[0].build(p, q, (leg.order, leg.level)).statement


def _along(way: str, path: list[FieldSymbol], legs: list[Leg], steps: list[Leg]) -> Iterator[Step]:
    """One citation of the triangle for each law after the second; orders that are equal may read otherwise in it."""
    triangle = theorems()[TRIANGLE]
    first, known = path[0], f"given.{way}.1"
    if legs[0].order is not steps[0].order:
        goal = _said(first, path[1], legs[0])
        yield from _reads(f"{way}.1", known, first, path[1], steps[0], legs[0].order, goal)
        known = f"{way}.1"
    for j, (before, after, step) in enumerate(zip(legs, legs[1:], steps[1:]), 1):
        mark = f"{way}.{j + 1}"
        g = step.order - 1
        w = (after.order - 1) / g
        reals = {"w": w, "g": g, "d1": before.level, "d2": step.level}
        conditions = [Gt(w, 0), relation("<", w, ONE), Gt(g, 0)]
        shown = [f"{mark}.condition{i}" for i in range(3)]
        yield from (have(n, c, by=Real()) for n, c in zip(shown, conditions))
        near = Leg((1 + w * g) / (1 - w), before.level)
        end = Leg(1 + g, step.level)
        yield from _reads(
            f"{mark}.first", known, first, path[j], before, near.order, _said(first, path[j], near), shown
        )
        second = relation("<=", _said(path[j], path[j + 1], end).lhs, exp(g * step.level))
        yield from _reads(f"{mark}.second", f"given.{mark}", path[j], path[j + 1], step, end.order, second, shown)
        fields = {"P": first, "Q": path[j], "R": path[j + 1]}
        cited = {"first": f"{mark}.first", "second": f"{mark}.second"}
        low = 1 + w * g
        claim = relation(
            "<=", _said(first, path[j + 1], Leg(low, ONE)).lhs, exp(w * ((1 + g) * before.level + g * step.level))
        )
        yield have(f"{mark}.cited", claim, by=Cite(triangle, reals, fields, {}, cited, tuple(shown)))
        goal = _said(first, path[j + 1], after)
        yield from _reads(mark, f"{mark}.cited", first, path[j + 1], Leg(low, ONE), after.order, goal, shown)
        known = mark


def _reads(
    name: str,
    known: str,
    p: FieldSymbol,
    q: FieldSymbol,
    leg: Leg,
    order: Term,
    goal: Term,
    shown: list[str] | None = None,
) -> Iterator[Step]:
    """The fact `known`, about the order of the leg, in other words: the order is equal, and the bound is."""
    using = [known, *(shown or [])]
    one, two = (_said(p, q, Leg(o, ONE)).lhs for o in (leg.order, order))
    if one is not two:
        yield from equal_orders(name, known, one, two, p, q, shown or ())
        using.append(f"{name}.order")
    yield have(name, goal, by=Real(using))
