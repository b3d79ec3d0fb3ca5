"""Gaussian privacy of a mechanism on a space of datasets, in the words of the sources.

As in the chapter datasets, near says which datasets are neighbours, and a notion is unfolded in dpsym.objects.applied.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Instantiate,
    Pointwise,
    Source,
    Step,
    Tables,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import ApproximateDP, GaussianDP, Mechanism, normal_mass
from dpsym.objects.language import Eq, Event, Ge, Gt, Indicator, Int, Kernel, Le, Point, Symbol, pos
from theorems.vocabulary import e_eps, eps, half

d, y = Point("d"), Point("y")
other = Point("d'", like=d)
M, Near, S = Kernel("M", d, y), Event("near", d, other), Event("E", d, other, y)
A = Mechanism(M, Near)
near, in_S = Near.density, S.density
ways = {"PQ": (M(d, y), M(other, y)), "QP": (M(other, y), M(d, y))}
pair: Tables = {M: [half] * 4, Near: [0, 1, 1, 0]}
apart: Tables = {M: [1, 0, 0, 1], Near: [0, 1, 1, 0]}

# -- Gaussian privacy ------------------------------------------------------------------------------------------------------

mu = Symbol("mu")
profile = normal_mass(mu / 2 - eps / mu) - e_eps * normal_mass(-mu / 2 - eps / mu)


def to_event(way: str, a: Term, b: Term) -> list[Step]:
    """M(d) in S exceeds u times M(d') in S by at most ∫ (m − u m')₊."""
    return [
        have(
            f"{way}.in",
            forall(d, other, Le(Int(in_S * a, y) - e_eps * Int(in_S * b, y), Int(pos(a - e_eps * b), y))),
            by=Under(y, cases=[Ge(in_S, 1), Ge(a, e_eps * b)]),
        ),
        have(f"claim.{way}", by=Pointwise({f"{way}.in": near, f"private.{way}": 1})),
    ]


gaussian_to_approximate = Theorem(
    title="A μ-GDP mechanism is (ε, Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ))-DP for every ε",
    source=Source("dong-roth-su"),
    about=[M, Near, S],
    where=[Gt(mu, 0), Ge(eps, 0)],
    given={"private": GaussianDP(mu)(A)},
    claim=ApproximateDP(eps, profile)(A),
    proof=[step for way, (a, b) in ways.items() for step in to_event(way, a, b)],
    witness=({"mu": 1, "eps": 1}, {**pair, S: [1, 0] * 4}),
    fails=[
        Variant("without privacy", {**apart, S: [1, 0] * 4}, {"mu": 1, "eps": 1}, drop=["private.PQ", "private.QP"]),
    ],
)


def from_event(way: str, a: Term, b: Term) -> list[Step]:
    """The event that M(d) is more than u times M(d')."""
    above = Indicator(Gt(a, e_eps * b))
    return [
        have(
            f"{way}.test",
            forall(d, other, Le(near * Int(above * a, y), near * (e_eps * Int(above * b, y) + profile))),
            by=Instantiate(f"private.{way}", above, at=(d, other, y)),
        ),
        have(
            f"{way}.split",
            forall(d, other, Eq(Int(pos(a - e_eps * b), y), Int(above * a, y) - e_eps * Int(above * b, y))),
            by=Under(y, cases=[Gt(a, e_eps * b)]),
        ),
        have(f"claim.{way}", by=Pointwise({f"{way}.test": 1, f"{way}.split": near})),
    ]


approximate_to_gaussian = Theorem(
    title="A mechanism that is (ε, Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ))-DP at an ε is what μ-GDP asks for there",
    source=Source("dong-roth-su"),
    about=[M, Near],
    where=[Gt(mu, 0), Ge(eps, 0)],
    given={"private": ApproximateDP(eps, profile)(A)},
    claim=GaussianDP(mu)(A, order=eps),
    proof=[step for way, (a, b) in ways.items() for step in from_event(way, a, b)],
    witness=({"mu": 1, "eps": 1}, pair),
    fails=[Variant("without privacy", apart, {"mu": 1, "eps": 1}, drop=["private.PQ", "private.QP"])],
)
