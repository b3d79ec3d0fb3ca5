"""Mechanisms on a space of datasets, in the words of the sources: what is made of an outcome is as private as the outcome.

M(d, .) is the law of the outcome for the dataset d, and near says which datasets are neighbours. A notion applied to a mechanism is
unfolded in dpsym.objects.applied; `dpsym show` prints the words, and below them what they mean. The chapters groups_of_two, groups,
dataset_renyi, dataset_bayesian, dataset_semantic and gaussian_privacy speak of the same mechanism.
"""

from dpsym.kernel.terms import Scalar, Term
from dpsym.library.theorem import (
    Instantiate,
    Integrate,
    Pointwise,
    Source,
    Step,
    Swap,
    Tables,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import ApproximateDP, JointDP, Mechanism, PureDP
from dpsym.objects.language import (
    Density,
    Eq,
    Event,
    FieldSymbol,
    Ge,
    Int,
    Kernel,
    Law,
    Le,
    Point,
    log,
    num,
)
from theorems.vocabulary import delta, e_eps, eps, half, third

d, y, z = Point("d"), Point("y"), Point("z")
other = Point("d'", like=d)
M, Near = Kernel("M", d, y), Event("near", d, other)
A = Mechanism(M, Near)
m, m_, near = M(d, y), M(other, y), Near(d, other)
ways = {"PQ": (m, m_), "QP": (m_, m)}

pair: Tables = {M: [half, half, half, half], Near: [0, 1, 1, 0]}  # two neighbours that nothing tells apart
apart: Tables = {M: [1, 0, 0, 1], Near: [0, 1, 1, 0]}  # two that every outcome tells apart
coin = [2 * third, third, third, 2 * third]
response: Tables = {M: coin, Near: [0, 1, 1, 0]}  # randomized response, odds 2
log_2 = {"eps": log(num(2))}
private = ["private.PQ", "private.QP"]

# -- post-processing -----------------------------------------------------------------------------------------------------

K = Kernel("k", y, z)
k = K.density
B = A.of(Density(Int(M(d, y) * k, y), (d, z)))
copy = [1, 0, 0, 1]

post_processing = Theorem(
    title="What is made of the outcome of an ε-DP mechanism is ε-DP",
    source=Source("privacy-notes", "Section 4.1, property 4"),
    about=[M, Near, K],
    where=[Ge(eps, 0)],
    given={"private": PureDP(eps)(A)},
    claim=PureDP(eps)(B),
    proof=[
        step
        for way, (a, b) in ways.items()
        for step in (
            have(
                f"{way}.in",
                forall(d, other, y, z, Le(near * (a * k), near * (e_eps * (b * k)))),
                by=Pointwise({f"private.{way}": k}),
            ),
            have(f"claim.{way}", by=Integrate(y, f"{way}.in")),
        )
    ],
    witness=({"eps": 1}, {**pair, K: copy}),
    fails=[
        Variant("without privacy", {**apart, K: copy}, {"eps": 1}, drop=private),
        Variant("with ε/2", {**response, K: copy}, log_2, claim=PureDP(eps / 2)(B)),
    ],
)

S = Event("E", d, other, z)


def in_image(near: FieldSymbol, k: Term, in_S: Term, mass: str) -> list[Step]:
    """An event of z is a test of y, how likely y is sent into it, and (ε,δ)-privacy is affine in the test."""
    at, chance = near.points, Int(in_S * k, z)
    steps = [
        have("chance.in", forall(*at, y, z, Le(in_S * k, k)), by=Pointwise()),
        have("chance.sum", forall(*at, y, Le(chance, Int(k, z))), by=Integrate(z, "chance.in")),
        have("chance<=1", forall(*at, y, Le(chance, 1)), by=Pointwise({"chance.sum": 1, mass: 1})),
    ]
    for way, (a, b) in ways.items():
        most = near.density * (e_eps * Int(chance * b, y) + delta)
        steps.append(
            have(
                f"{way}.test",
                forall(*at, Le(near.density * Int(chance * a, y), most)),
                by=Instantiate(f"private.{way}", chance, using=["chance<=1"], at=(*at, y)),
            )
        )
        paid: dict[str, Scalar] = {f"{way}.test": 1}
        for n, f, weight in ((f"{way}.a", a, -near.density), (f"{way}.b", b, near.density * e_eps)):
            both = in_S * (f * k)
            paid |= dict.fromkeys((f"{n}.sum", f"{n}.swap", f"{n}.all"), weight)
            steps += [
                have(f"{n}.in", forall(*at, y, Eq(chance * f, Int(both, z))), by=Under(z)),
                have(f"{n}.sum", forall(*at, Eq(Int(chance * f, y), Int(both, y, z))), by=Integrate(y, f"{n}.in")),
                have(f"{n}.swap", forall(*at, Eq(Int(both, y, z), Int(both, z, y))), by=Swap()),
                have(f"{n}.out", forall(*at, z, Eq(Int(both, y), in_S * Int(f * k, y))), by=Under(y)),
                have(
                    f"{n}.all",
                    forall(*at, Eq(Int(both, z, y), Int(in_S * Int(f * k, y), z))),
                    by=Integrate(z, f"{n}.out"),
                ),
            ]
        steps.append(have(f"claim.{way}", by=Pointwise(paid)))
    return steps


post_processing_approximate = Theorem(
    title="What is made of the outcome of an (ε,δ)-DP mechanism is (ε,δ)-DP",
    source=Source("kasiviswanathan-smith", "Claim 3.3, part 5"),
    about=[M, Near, K, S],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"private": ApproximateDP(eps, delta)(A)},
    claim=ApproximateDP(eps, delta)(B),
    proof=in_image(Near, k, S.density, "k.mass"),
    witness=({"eps": 1, "delta": 0}, {M: [1, 1], Near: [0, 1, 1, 0], K: [1], S: [1, 1, 1, 1]}),
    fails=[
        Variant("without privacy", {**apart, K: copy, S: [1, 0] * 4}, {"eps": 1, "delta": half}, drop=private),
        Variant(
            "with δ/2",
            {**apart, K: copy, S: [1, 0] * 4},
            {"eps": 1, "delta": 1},
            claim=ApproximateDP(eps, delta / 2)(B),
        ),
    ],
)

# -- joint privacy: what all but person i see ----------------------------------------------------------------------------------

i = Point("i")
Same, View, Place = Event("same", i, d, other), Kernel("view", i, y, z), Law("place", i)
J = Mechanism(M, Same, place=Place, view=View)
Glimpse = Event("E", i, d, other, z)
told: Tables = {Same: [0, 1, 1, 0], View: copy, Place: [1], Glimpse: [1, 0] * 4}

jointly_private = Theorem(
    title="An (ε,δ)-DP mechanism is (ε,δ)-jointly private, whatever each person is not shown",
    about=[M, Same, Place, View, Glimpse],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"private": ApproximateDP(eps, delta)(J)},
    claim=JointDP(eps, delta)(J),
    proof=in_image(Same, View.density, Glimpse.density, "view.mass"),
    witness=({"eps": 1, "delta": 0}, {**told, M: [half] * 4}),
    fails=[
        Variant("without privacy", {**told, M: apart[M]}, {"eps": 1, "delta": half}, drop=private),
        Variant("with δ/2", {**told, M: apart[M]}, {"eps": 1, "delta": 1}, claim=JointDP(eps, delta / 2)(J)),
    ],
)
