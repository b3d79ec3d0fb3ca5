"""A probability and a posterior, given a piecewise linear notion: what P(S) can be if Q(S) = s, and what can be believed after S.

P(S) is at most u s + δ, by the event S, and 1 − (1 − s − δ)/u, by its complement: the two lines of the trade-off curve. After an
event S the posterior probability of P is at most that of the largest ratio p/q; if some event has P(S) > 0 = Q(S), it is 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.reals.points import in_domain
from ...kernel.terms import ONE, ZERO, Term, log, num
from ...library.theorem import Attained, Instantiate, Real, Step, Theorem, Under, have
from ...objects.language import Eq, Event, Ge, Gt, Int, Le, Lt, Symbol
from ...objects.language import domain as domain_of
from .quantities import P, Q, p, q, x
from .rays import LINEAR, Linear, delta, e_eps

S = Event("A", x)  # S is bound in hypotheses for all events
in_S = S.density
s = Symbol("s")
P_S, Q_S = Int(in_S * p, x), Int(in_S * q, x)


def theorems(kind: str, notion: str) -> list[Theorem]:
    """The theorems of a probability or posterior, one for each case."""
    given = LINEAR[notion]
    return list(_probability(given) if kind == "probability" else _posterior(given))


def domain(kind: str, notion: Linear) -> list[Term]:
    """Where the theorems hold between them."""
    possible = [Gt(delta, 0)] if kind == "posterior" and posterior_value(notion) is ONE else []
    return [*notion.where, *possible, Gt(s, 0), Lt(s, 1)]


def _level(notion: Linear) -> tuple[Term, Term]:
    """u and δ of a notion that says P(S) <= u Q(S) + δ."""
    u = ONE if notion.name == "tv" else e_eps
    return u, ZERO if notion.name in ("pure", "max") else delta


def _forward(notion: Linear) -> list[Step]:
    u, d = _level(notion)
    most = (Q_S if u is ONE else u * Q_S) if d is ZERO else (Q_S if u is ONE else u * Q_S) + d
    if notion.name == "approx":
        return [have("event", Le(P_S, most), by=Instantiate("near.PQ", in_S, x=x))]
    if notion.name == "hockey":
        inside = have(
            "inside",
            Le(P_S - e_eps * Q_S, notion.hinges[0].integral),
            by=Under(x, cases=[Ge(in_S, 1), Gt(p, e_eps * q)]),
        )
        return [inside, have("event", Le(P_S, most), by=Real(["inside", "near"]))]
    if notion.name == "tv":
        inside = have(
            "inside",
            Le(P_S - Q_S, notion.hinges[0].integral + num(1, 2) * Int(p, x) - num(1, 2) * Int(q, x)),
            by=Under(x, cases=[Ge(in_S, 1), Gt(p, q)]),
        )
        return [inside, have("event", Le(P_S, most), by=Real(["inside", "near", "P.mass", "Q.mass"]))]
    return [have("event", Le(P_S, most), by=Under(x, using=[notion.facts[0]], cases=[Ge(in_S, 1)]))]


def _backward(notion: Linear) -> list[Step]:
    """The complement: 1 − Q(S) <= u (1 − P(S)) + δ."""
    out_p, out_q = Int((1 - in_S) * p, x), Int((1 - in_S) * q, x)
    if notion.name == "approx":
        first = have("other", Le(out_q, e_eps * out_p + delta), by=Instantiate("near.QP", 1 - in_S, x=x))
    else:
        first = have("other", Le(out_q, e_eps * out_p), by=Under(x, using=["near.QP"], cases=[Ge(in_S, 1)]))
    return [
        first,
        have("out P", Eq(out_p, Int(p, x) - P_S), by=Under(x)),
        have("out Q", Eq(out_q, Int(q, x) - Q_S), by=Under(x)),
    ]


def _probability(notion: Linear) -> Iterator[Theorem]:
    u, d = _level(notion)
    most = (s if u is ONE else u * s) + d if d is not ZERO else (s if u is ONE else u * s)
    both = notion.name in ("pure", "approx")
    first = Le(s * (1 + e_eps), 1 - d) if both else Le(most, 1)
    yield _stated(notion, "probability", [first], most, [*_forward(notion), have("goal", by=Real(["event", "level"]))])
    if both:
        value = 1 - (1 - s if d is ZERO else 1 - s - d) / e_eps
        k = 1 / e_eps
        sum_up = {"other": k, "out P": ONE, "out Q": -k, "P.mass": ONE, "Q.mass": -k, "level": k}
        steps = [*_backward(notion), have("goal", by=Real(sum_up))]
        yield _stated(notion, "probability", [Ge(s * (1 + e_eps), 1 - d), Le(s, 1 - d)], value, steps)
    if notion.name != "pure":
        whole = [
            have("part", Le(P_S, Int(p, x)), by=Under(x, cases=[Ge(in_S, 1)])),
            have("goal", by=Real(["part", "P.mass"])),
        ]
        yield _stated(notion, "probability", [Ge(s, 1 - d) if both else Ge(most, 1)], ONE, whole)


def _stated(notion: Linear, kind: str, where: list[Term], value: Term, steps: list[Step]) -> Theorem:
    conditions = [*domain(kind, notion), *where]
    return Theorem(
        name=f"derived.{kind}_{notion.name}",
        title=f"{kind} given {notion.name}",
        about=[P, Q, S],
        where=conditions,
        given={"near": notion.given, "level": Eq(Q_S, s)},
        claim=Le(P_S, value),
        proof=steps,
        tight=Attained({P: [value, 1 - value], Q: [s, 1 - s], S: [1, 0]}, at=_sample(conditions)),
    )


def _sample(conditions: list[Term]) -> dict[str, Term]:
    """A point of the domain, from a few."""
    where = domain_of(*conditions)
    for share in (num(1, 10), num(1, 3), num(1, 2), num(3, 5), num(9, 10)):
        point = {"eps": log(num(3)), "delta": num(1, 5), "s": share}
        found = {n: point[n] for n in where.names}
        if in_domain(where, found):
            return found
    return {}


def posterior_value(notion: Linear) -> Term:
    """The greatest posterior probability of P."""
    return s * e_eps / (s * e_eps + 1 - s) if notion.name in ("pure", "max") else ONE


def _posterior(notion: Linear) -> Iterator[Theorem]:
    """The prior probability of P is s; what is claimed is multiplied by the probability of S."""
    value = posterior_value(notion)
    if value is not ONE:
        steps = [*_forward(notion), have("goal", by=Real(["event"]))]
    else:
        steps = [have("Q(S)>=0", Ge(Q_S, 0), by=Real()), have("goal", by=Real(["Q(S)>=0"]))]
    where = domain("posterior", notion)  # with δ > 0, or the event that Q excludes is impossible
    table = notion.table(e_eps)
    row = [ONE if i == len(notion.rays) - 1 else ZERO for i in range(len(notion.rays))]
    yield Theorem(
        name=f"derived.posterior_{notion.name}",
        title=f"posterior given {notion.name}",
        about=[P, Q, S],
        where=where,
        given={"near": notion.given},
        claim=Le(s * P_S, value * (s * P_S + (1 - s) * Q_S)),
        proof=steps,
        tight=Attained({**table, S: row}, at=_sample(where)),
    )
