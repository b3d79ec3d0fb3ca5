"""Total variation, TV(P, Q) = ½ ∫ |p − q|: what privacy says of it, and that it is a metric.

(ε,δ)-indistinguishable laws are within (e^ε − 1 + 2δ)/(e^ε + 1) in total variation, and no less can be said: split at p = e^ε q and at
q = e^ε p. For δ = 0 this is tanh(ε/2); the bound ε̄ + δ with ε̄ = e^ε − 1 of the source is never attained for ε > 0.
"""

from dpsym.library.theorem import (
    Attained,
    Instantiate,
    Integrate,
    Pointwise,
    Real,
    Source,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Abs, Ge, Gt, Indicator, Int, Le, num, pos
from dpsym.objects.unfold import Indistinguishable, TotalVariation
from theorems.vocabulary import P, Q, R, delta, e_eps, eps, half, p, q, x

k = 1 / (e_eps + 1)
A, B = pos(p - e_eps * q), pos(q - e_eps * p)
claim = Le(TotalVariation(P, Q), (e_eps - 1 + 2 * delta) / (e_eps + 1))

bound = Theorem(
    title="(ε,δ)-indistinguishable laws are within (e^ε − 1 + 2δ)/(e^ε + 1) in total variation",
    source=Source("kasiviswanathan-smith", "Claim 3.3(6)", sharpened=True),
    about=[P, Q],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"near": Indistinguishable(P, Q, eps, delta)},
    claim=claim,
    proof=[
        have(
            "over",
            Le(Int(A, x), delta),
            by=Instantiate("near.PQ", Indicator(Gt(p, e_eps * q)), cases=[Gt(p, e_eps * q)]),
        ),
        have(
            "under",
            Le(Int(B, x), delta),
            by=Instantiate("near.QP", Indicator(Gt(q, e_eps * p)), cases=[Gt(q, e_eps * p)]),
        ),
        have(
            "cut",
            forall(x, Le(Abs(p - q), k * (e_eps - 1) * (p + q) + 2 * k * A + 2 * k * B)),
            by=Pointwise(cases=[Gt(p, e_eps * q), Gt(q, e_eps * p), Gt(p, q)]),
        ),
        have(
            "sum",
            Le(Int(Abs(p - q), x), k * (e_eps - 1) * (Int(p, x) + Int(q, x)) + 2 * k * Int(A, x) + 2 * k * Int(B, x)),
            by=Integrate(x, "cut"),
        ),
        have(
            "goal",
            by=Real({"sum": half, "over": k, "under": k, "P.mass": k * (e_eps - 1) / 2, "Q.mass": k * (e_eps - 1) / 2}),
        ),
    ],
    tight=Attained({P: [(e_eps + delta) * k, (1 - delta) * k], Q: [(1 - delta) * k, (e_eps + delta) * k]}),
    fails=[
        Variant(
            "δ in place of 2δ",
            {P: [1, 0], Q: [0, 1]},
            params={"eps": 0, "delta": 1},
            claim=Le(TotalVariation(P, Q), (e_eps - 1 + delta) / (e_eps + 1)),
        ),
        Variant(
            "without the second direction",
            {P: [1, 0], Q: [num(1, 2), num(1, 2)]},
            {"eps": 1, "delta": 0},
            drop=["near.QP"],
        ),
    ],
)

triangle_claim = Le(TotalVariation(P, R), TotalVariation(P, Q) + TotalVariation(Q, R))

triangle = Theorem(
    title="The triangle inequality",
    about=[P, Q, R],
    claim=triangle_claim,
    proof=[have("goal", by=Under(x))],
    tight=Attained({P: [1, 0], Q: [1, 0], R: [0, 1]}),
    fails=[
        Variant(
            "with a factor below one",
            {P: [1, 0], Q: [num(1, 2), num(1, 2)], R: [0, 1]},
            claim=Le(TotalVariation(P, R), num(99, 100) * (TotalVariation(P, Q) + TotalVariation(Q, R))),
        )
    ],
)
