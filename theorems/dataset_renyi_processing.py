"""Rényi and concentrated privacy of a mechanism on a space of datasets: post-processing, and composition with a mechanism that follows.

The second mechanism N(y, d, .) may depend on the outcome y of the first. The moment of both outcomes is the moment of the first, with
that of the second, which is bounded for every y, inside. For post-processing a law that is M(d') for a neighbour and M(d) for others
takes the place of M(d'), so that the theorem about two laws applies to all pairs.
"""

from dpsym.kernel.terms import Term, mul
from dpsym.library.theorem import (
    Cite,
    Defined,
    Integrate,
    Pointwise,
    Real,
    Source,
    Step,
    Tables,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import RenyiDP, ZeroConcentratedDP
from dpsym.objects.language import Density, Eq, Ge, Gt, Indicator, Int, Kernel, Le, Symbol, exp, log, num
from theorems import renyi_divergence, renyi_processing
from theorems.dataset_renyi import are_near, power
from theorems.datasets import A, B, K, M, Near, copy, d, near, other, pair, private, response, ways, y, z
from theorems.vocabulary import alpha, eps, half

most = exp((alpha - 1) * eps)
log_3_2 = log(num(3, 2))  # D_2 of randomized response with odds 2
are_far = Indicator(Le(near, 0))

k = K.density

# -- post-processing ---------------------------------------------------------------------------------------------------------


def support(way: str, of: str, a: Term, b: Term, at: Term) -> Step:
    """Where the moment has a value."""
    nowhere = mul(are_near, Indicator(Gt(a, 0)), Indicator(Le(b, 0)))
    return have(f"{way}.support", Eq(nowhere, 0), by=Defined(of, power(a, b), at))


def processed(way: str, a: Term, b: Term) -> list[Step]:
    """With b' = b for neighbours and a for others, D_α(f(a)‖f(b')) <= D_α(a‖b')."""
    stand_in = are_near * b + are_far * a
    moment = renyi_divergence.power(a, stand_in, alpha)
    after, after_b = Int(a * k, y), Int(b * k, y)
    stood_in = Int(stand_in * k, y)
    known = Int(renyi_divergence.power(after, stood_in, alpha), z)
    first, second = ("M.mass", "mass.other") if way == "PQ" else ("mass.other", "M.mass")
    return [
        support(way, f"private.{way}", a, b, y),
        have(
            f"{way}.mass.sum",
            forall(d, other, Eq(Int(stand_in, y), are_near * Int(b, y) + are_far * Int(a, y))),
            by=Under(y, cases=[Gt(near, 0)]),
        ),
        have(
            f"{way}.mass",
            forall(d, other, Eq(Int(stand_in, y), 1)),
            by=Pointwise([f"{way}.mass.sum", first, second], cases=[Gt(near, 0)]),
        ),
        have(f"{way}.b", forall(d, other, y, Eq(are_near * stand_in, are_near * b)), by=Pointwise(cases=[Gt(near, 0)])),
        have(f"{way}.a", forall(d, other, y, Eq(are_far * stand_in, are_far * a)), by=Pointwise(cases=[Gt(near, 0)])),
        have(
            f"{way}.stood",
            forall(d, other, y, Eq(mul(Indicator(Gt(a, 0)), Indicator(Le(stand_in, 0))), 0)),
            by=Pointwise(
                [f"{way}.support", f"{way}.a", f"{way}.b"], cases=[Gt(near, 0), Gt(a, 0), Gt(b, 0), Gt(stand_in, 0)]
            ),
        ),
        have(
            f"{way}.at",
            forall(d, other, y, Eq(moment, power(a, b) + are_far * a)),
            by=Pointwise(
                [f"{way}.support", f"{way}.stood", f"{way}.a", f"{way}.b"],
                cases=[Gt(near, 0), Gt(a, 0), Gt(b, 0), Gt(stand_in, 0)],
            ),
        ),
        have(
            f"{way}.sum",
            forall(d, other, Eq(Int(moment, y), Int(power(a, b), y) + are_far * Int(a, y))),
            by=Integrate(y, f"{way}.at", using=[f"private.{way}", f"{way}.at"]),
        ),
        have(
            f"{way}.moment",
            forall(d, other, Le(Int(moment, y), most)),
            by=Pointwise({f"{way}.sum": 1, f"private.{way}": 1, first: are_far, "one": are_far, "fit": most}),
        ),
        have(
            f"{way}.cited",
            forall(d, other, Le(known, most)),
            by=Cite(
                renyi_processing.data_processing,
                reals={"m": most},
                fields={"P": ((y,), a), "Q": ((y,), stand_in), "k": K},
                given={"moment": f"{way}.moment"},
                using=[f"{way}.mass", first],
            ),
        ),
        have(
            f"{way}.split",
            forall(d, other, z, Eq(stood_in, are_near * after_b + are_far * after)),
            by=Under(y, cases=[Gt(near, 0)]),
        ),
        have(
            f"{way}.there",
            forall(d, other, z, Eq(mul(Indicator(Gt(after, 0)), Indicator(Le(stood_in, 0))), 0)),
            by=Defined(f"{way}.cited", renyi_divergence.power(after, stood_in, alpha), z),
        ),
        have(
            f"{way}.made",
            forall(d, other, z, Eq(mul(are_near, Indicator(Gt(after, 0)), Indicator(Le(after_b, 0))), 0)),
            by=Pointwise([f"{way}.split", f"{way}.there"], cases=[Gt(near, 0), Gt(after, 0), Gt(stood_in, 0)]),
        ),
        have(
            f"{way}.after",
            forall(d, other, z, Eq(power(after, after_b), are_near * renyi_divergence.power(after, stood_in, alpha))),
            by=Pointwise(
                [f"{way}.split", f"{way}.there", f"{way}.made"],
                cases=[Gt(near, 0), Gt(after, 0), Gt(after_b, 0), Gt(stood_in, 0)],
            ),
        ),
        have(
            f"{way}.all",
            forall(d, other, Eq(Int(power(after, after_b), z), are_near * known)),
            by=Integrate(z, f"{way}.after", using=[f"{way}.cited", f"{way}.after"]),
        ),
        have(f"claim.{way}", by=Pointwise({f"{way}.all": 1, f"{way}.cited": are_near, "near": most})),
    ]


post_processing = Theorem(
    title="What is made of the outcome of an (α,ε)-RDP mechanism is (α,ε)-RDP",
    source=Source("privacy-notes", "Section 4, property 1"),
    about=[M, Near, K],
    where=[Gt(alpha, 1), Ge(eps, 0)],
    given={"private": RenyiDP(alpha, eps)(A)},
    claim=RenyiDP(alpha, eps)(B),
    proof=[
        have("mass.other", forall(other, Eq(Int(M(other, y), y), 1)), by=Pointwise([("M.mass", {d: other})])),
        have("one", Ge(most, 1), by=Real()),
        have("near", forall(d, other, Le(are_near, near)), by=Pointwise(cases=[Gt(near, 0)])),
        have("fit", forall(d, other, Le(near + are_far, 1)), by=Pointwise(cases=[Gt(near, 0)])),
        *(step for way, (a, b) in ways.items() for step in processed(way, a, b)),
    ],
    witness=({"alpha": 2, "eps": 1}, {**pair, K: copy}),
    fails=[
        Variant(
            "without privacy",
            {M: [1, 0, half, half], Near: [0, 1, 0, 0], K: copy},
            {"alpha": 2, "eps": 0},
            drop=private,
        ),
        Variant("with ε/2", {**response, K: copy}, {"alpha": 2, "eps": log_3_2}, claim=RenyiDP(alpha, eps / 2)(B)),
    ],
)

xi, rho = Symbol("xi"), Symbol("rho")

post_processing_concentrated = Theorem(
    title="What is made of the outcome of a (ξ,ρ)-zCDP mechanism is (ξ,ρ)-zCDP",
    source=Source("privacy-notes", "Section 3.1, property 1"),
    about=[M, Near, K],
    where=[Gt(alpha, 1), Ge(xi, 0), Ge(rho, 0)],
    given={"private": ZeroConcentratedDP(xi, rho)(A)},
    claim=ZeroConcentratedDP(xi, rho)(B),
    proof=[
        have(f"claim.{way}", by=Cite(post_processing, reals={"eps": xi + rho * alpha}, claim=f"claim.{way}"))
        for way in ways
    ],
    witness=({"alpha": 2, "xi": 0, "rho": 1}, {**pair, K: copy}),
    fails=[
        Variant(
            "without privacy",
            {M: [1, 0, half, half], Near: [0, 1, 0, 0], K: copy},
            {"alpha": 2, "xi": 0, "rho": 0},
            drop=private,
        ),
        Variant(
            "with ρ/2",
            {**response, K: copy},
            {"alpha": 2, "xi": 0, "rho": log_3_2 / 2},
            claim=ZeroConcentratedDP(xi, rho / 2)(B),
        ),
    ],
)

# -- composition: a second mechanism, which may depend on the first outcome --------------------------------------------------

N = Kernel("N", y, d, z)
Second = A.of(Density(N(y, d, z), (d, z)))
Both = A.of(Density(M(d, y) * N(y, d, z), (d, y, z)))
eps1, eps2 = Symbol("eps1"), Symbol("eps2")
m1, m2, m12 = (exp((alpha - 1) * level) for level in (eps1, eps2, eps1 + eps2))
next_ways = {"PQ": (N(y, d, z), N(y, other, z)), "QP": (N(y, other, z), N(y, d, z))}


def one_more(way: str) -> list[Step]:
    """The moment of both outcomes is that of the first with that of the second inside."""
    (a, b), (c, e) = ways[way], next_ways[way]
    first, second, both = power(a, b), power(c, e), power(a * c, b * e)
    links = [Gt(near, 0), Gt(a, 0), Gt(b, 0), Gt(c, 0), Gt(e, 0)]
    return [
        support(f"{way}.1", f"first.{way}", a, b, y),
        support(f"{way}.2", f"second.{way}", c, e, z),
        have(
            f"{way}.support",
            forall(d, other, y, z, Eq(mul(are_near, Indicator(Gt(a * c, 0)), Indicator(Le(b * e, 0))), 0)),
            by=Pointwise([f"{way}.1.support", f"{way}.2.support"], cases=links),
        ),
        have(
            f"{way}.cut",
            forall(d, other, y, z, Eq(both, first * second)),
            by=Pointwise([f"{way}.support", f"{way}.1.support", f"{way}.2.support"], cases=links),
        ),
        have(
            f"{way}.first>=0",
            forall(d, other, y, Ge(first, 0)),
            by=Pointwise([f"{way}.1.support"], cases=links[:3]),
        ),
        have(
            f"{way}.at",
            forall(d, other, y, Eq(Int(both, z), first * Int(second, z))),
            by=Integrate(
                z,
                f"{way}.cut",
                parts=[(1, both), (-first, second)],
                using=[f"{way}.cut", f"{way}.first>=0", f"second.{way}"],
            ),
        ),
        have(
            f"{way}.below",
            forall(d, other, y, Le(Int(both, z), m2 * first)),
            by=Pointwise(
                {
                    f"{way}.at": 1,
                    f"second.{way}": first,
                    "near<=1": m2 * first,
                    f"{way}.first>=0": 0,
                    f"{way}.1.support": 0,
                }
            ),
        ),
        have(
            f"{way}.at>=0",
            forall(d, other, y, Ge(Int(both, z), 0)),
            by=Pointwise([f"{way}.below", f"{way}.1.support"]),
        ),
        have(
            f"{way}.sum",
            forall(d, other, Le(Int(both, y, z), m2 * Int(first, y))),
            by=Integrate(y, f"{way}.below", using=[f"first.{way}", f"{way}.at>=0"]),
        ),
        have(f"claim.{way}", by=Pointwise({f"{way}.sum": 1, f"first.{way}": m2, "levels": near})),
    ]


coin, fair = [1, 0, half, half], [half] * 4
fallen: Tables = {Near: [0, 1, 0, 0]}

composition = Theorem(
    title="An (α,ε₁)-RDP mechanism and an (α,ε₂)-RDP mechanism that may depend on its outcome: together (α, ε₁ + ε₂)-RDP",
    source=Source("privacy-notes", "Section 4, property 2"),
    about=[M, Near, N],
    where=[Gt(alpha, 1), Ge(eps1, 0), Ge(eps2, 0)],
    given={"first": RenyiDP(alpha, eps1)(A), "second": RenyiDP(alpha, eps2)(Second)},
    claim=RenyiDP(alpha, eps1 + eps2)(Both),
    proof=[
        have("near<=1", forall(d, other, Le(near, 1)), by=Pointwise()),
        have("levels", Eq(m1 * m2, m12), by=Real()),
        *one_more("PQ"),
        *one_more("QP"),
    ],
    witness=({"alpha": 2, "eps1": 0, "eps2": 0}, {**pair, N: [half] * 8}),
    fails=[
        Variant(
            "without privacy of the first",
            {M: coin, **fallen, N: [half] * 8},
            {"alpha": 2, "eps1": 0, "eps2": 0},
            drop=["first.PQ", "first.QP"],
        ),
        Variant(
            "without privacy of the second",
            {M: fair, **fallen, N: coin * 2},
            {"alpha": 2, "eps1": 0, "eps2": 0},
            drop=["second.PQ", "second.QP"],
        ),
        Variant(
            "with the larger of the two",
            {**response, N: [*response[M], *response[M]]},
            {"alpha": 2, "eps1": log_3_2, "eps2": log_3_2},
            claim=RenyiDP(alpha, eps1)(Both),
        ),
    ],
)

xi1, xi2, rho1, rho2 = (Symbol(name) for name in ("xi1", "xi2", "rho1", "rho2"))
levels = {"eps1": xi1 + rho1 * alpha, "eps2": xi2 + rho2 * alpha}

composition_concentrated = Theorem(
    title="A (ξ₁,ρ₁)-zCDP mechanism and a (ξ₂,ρ₂)-zCDP mechanism that may depend on its outcome: together (ξ₁ + ξ₂, ρ₁ + ρ₂)-zCDP",
    source=Source("privacy-notes", "Section 3.1, property 2"),
    about=[M, Near, N],
    where=[Gt(alpha, 1), Ge(xi1, 0), Ge(rho1, 0), Ge(xi2, 0), Ge(rho2, 0)],
    given={"first": ZeroConcentratedDP(xi1, rho1)(A), "second": ZeroConcentratedDP(xi2, rho2)(Second)},
    claim=ZeroConcentratedDP(xi1 + xi2, rho1 + rho2)(Both),
    proof=[
        step
        for way in ways
        for step in (
            have(
                f"{way}.both",
                RenyiDP(alpha, levels["eps1"] + levels["eps2"])(Both).facts()[way].statement,
                by=Cite(composition, reals=levels, claim=f"claim.{way}"),
            ),
            have(f"claim.{way}", by=Pointwise([f"{way}.both"])),
        )
    ],
    witness=({"alpha": 2, "xi1": 0, "xi2": 0, "rho1": 0, "rho2": 0}, {**pair, N: [half] * 8}),
    fails=[
        Variant(
            "without privacy of the first",
            {M: coin, **fallen, N: [half] * 8},
            {"alpha": 2, "xi1": 0, "xi2": 0, "rho1": 0, "rho2": 0},
            drop=["first.PQ", "first.QP"],
        ),
        Variant(
            "without privacy of the second",
            {M: fair, **fallen, N: coin * 2},
            {"alpha": 2, "xi1": 0, "xi2": 0, "rho1": 0, "rho2": 0},
            drop=["second.PQ", "second.QP"],
        ),
        Variant(
            "with the larger of the two",
            {**response, N: [*response[M], *response[M]]},
            {"alpha": 2, "xi1": 0, "xi2": 0, "rho1": log_3_2 / 2, "rho2": log_3_2 / 2},
            claim=ZeroConcentratedDP(xi1, rho1)(Both),
        ),
    ],
)
