"""Pure privacy: laws with p <= e^ε q and q <= e^ε p.

For all events is the same as for almost all outcomes: take the event p > e^ε q, on which the excess would be positive. Closeness is
transitive, so a simulator that is ε-close to two laws makes them 2ε-close.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Attained,
    Instantiate,
    Integrate,
    Pointwise,
    Real,
    Source,
    Step,
    Theorem,
    Vanish,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Eq, Ge, Gt, Indicator, Int, Le, exp, log, num, pos
from dpsym.objects.unfold import Indistinguishable, Pure
from theorems.vocabulary import E, P, Q, R, delta, e_eps, eps, half, in_E, p, q, r, x

coin = [e_eps / (1 + e_eps), 1 / (1 + e_eps)]

# -- for all events, for almost all outcomes ------------------------------------------------------------------


def no_excess(name: str, a: Term, b: Term, n: str) -> list[Step]:
    """∫ max(a − e^ε b, 0) <= 0, so the integrand vanishes."""
    over = pos(a - e_eps * b)
    return [
        have(
            f"{n}.none",
            Le(Int(over, x), 0),
            by=Instantiate(name, Indicator(Gt(a, e_eps * b)), cases=[Gt(a, e_eps * b)]),
        ),
        have(f"{n}.zero", forall(x, Eq(over, 0)), by=Vanish(f"{n}.none", x)),
        have(f"{n}.goal", forall(x, Le(a, e_eps * b)), by=Pointwise([f"{n}.zero"])),
    ]


events_to_outcomes = Theorem(
    title="ε-indistinguishable for all events: for almost all outcomes",
    source=Source("biswas", "Remark 1"),
    about=[P, Q],
    where=[Ge(eps, 0)],
    given={"near": Indistinguishable(P, Q, eps)},
    claim=Pure(P, Q, eps),
    proof=[*no_excess("near.PQ", p, q, "PQ"), *no_excess("near.QP", q, p, "QP")],
    witness=({"eps": 1}, {P: [half, half], Q: [half, half]}),
    fails=[
        Variant("without the first direction", {P: [1, 0], Q: [half, half]}, {"eps": 0}, drop=["near.PQ", "near.QP"]),
        Variant(
            "with a smaller constant",
            {P: [num(2, 3), num(1, 3)], Q: [half, half]},
            {"eps": num(1, 2)},
            claim=Le(p, (e_eps - half) * q),
        ),
    ],
)

outcomes_to_events = Theorem(
    title="p <= e^ε q for almost all outcomes: for all events",
    source=Source("biswas", "Remark 1"),
    about=[P, Q],
    where=[Ge(eps, 0)],
    given={"near": Pure(P, Q, eps)},
    claim=Indistinguishable(P, Q, eps),
    proof=[
        have("PQ.in", forall(x, Le(in_E * p, e_eps * (in_E * q))), by=Pointwise(["near.PQ"])),
        have("PQ", Le(Int(in_E * p, x), e_eps * Int(in_E * q, x)), by=Integrate(x, "PQ.in")),
        have("QP.in", forall(x, Le(in_E * q, e_eps * (in_E * p))), by=Pointwise(["near.QP"])),
        have("QP", Le(Int(in_E * q, x), e_eps * Int(in_E * p, x)), by=Integrate(x, "QP.in")),
    ],
    tight=Attained({P: coin, Q: coin[::-1], E: [1, 0]}, claim="claim.PQ"),
    fails=[
        Variant(
            "without the hypothesis", {P: [1, 0], Q: [half, half], E: [1, 0]}, {"eps": 0}, drop=["near.PQ", "near.QP"]
        ),
        Variant(
            "with a smaller constant",
            {P: [half, half], Q: [half, half], E: [1, 0]},
            {"eps": 0},
            claim=Le(Int(in_E * p, x), (e_eps - num(1, 10)) * Int(in_E * q, x)),
        ),
    ],
)

# -- transitivity, and simulators -----------------------------------------------------------------------------


def through(first: str, second: str, a: Term, b: Term, n: str) -> list[Step]:
    """a(E) <= e^ε r(E) + δ <= e^ε (e^ε b(E) + δ) + δ."""
    return [
        have(f"{n}.1", Le(Int(in_E * a, x), e_eps * Int(in_E * r, x) + delta), by=Instantiate(first, in_E)),
        have(f"{n}.2", Le(Int(in_E * r, x), e_eps * Int(in_E * b, x) + delta), by=Instantiate(second, in_E)),
        have(
            f"{n}",
            Le(Int(in_E * a, x), exp(2 * eps) * Int(in_E * b, x) + (1 + e_eps) * delta),
            by=Real([f"{n}.1", f"{n}.2"]),
        ),
    ]


transitive = Theorem(
    title="Laws that are (ε,δ)-close to a third one are (2ε, (1 + e^ε)δ)-close",
    source=Source("brown", "Exercise 7.2"),
    about=[P, Q, R],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"first": Indistinguishable(P, R, eps, delta), "second": Indistinguishable(R, Q, eps, delta)},
    claim=Indistinguishable(P, Q, 2 * eps, (1 + e_eps) * delta),
    proof=[*through("first.PQ", "second.PQ", p, q, "PQ"), *through("second.QP", "first.QP", q, p, "QP")],
    tight=Attained(
        {
            P: [e_eps**2 / (1 + e_eps + e_eps**2), e_eps / (1 + e_eps + e_eps**2), 1 / (1 + e_eps + e_eps**2)],
            R: [e_eps / (1 + e_eps + e_eps**2), e_eps**2 / (1 + e_eps + e_eps**2), 1 / (1 + e_eps + e_eps**2)],
            Q: [1 / (1 + e_eps + e_eps**2), e_eps**2 / (1 + e_eps + e_eps**2), e_eps / (1 + e_eps + e_eps**2)],
            E: [1, 0, 0],
        },
        params={"delta": 0},
        claim="claim.PQ",
    ),
    fails=[
        Variant(
            "without the second hypothesis",
            {P: [1, 0], Q: [0, 1], R: [1, 0], E: [1, 0]},
            {"eps": 0, "delta": 0},
            drop=["second.PQ", "second.QP"],
        ),
        Variant(
            "without the first direction of the first",
            {P: [half, half], R: [1, 0], Q: [1, 0], E: [0, 1]},
            {"eps": log(num(2)), "delta": 0},
            drop=["first.PQ"],
        ),
        Variant(
            "without the second direction of the second",
            {P: [1, 0], R: [1, 0], Q: [half, half], E: [0, 1]},
            {"eps": log(num(2)), "delta": 0},
            drop=["second.QP"],
        ),
        Variant(
            "with 2δ in place of (1 + e^ε)δ",
            {P: [num(3, 10), num(7, 10)], R: [num(1, 10), num(9, 10)], Q: [0, 1], E: [1, 0]},
            {"eps": log(num(2)), "delta": num(1, 10)},
            claim=Le(Int(in_E * p, x), exp(2 * eps) * Int(in_E * q, x) + 2 * delta),
        ),
    ],
)
