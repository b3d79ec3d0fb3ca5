"""Approximate Rényi privacy under post-processing and composition: the parts of the laws are processed and composed, too.

The δ's of two mechanisms compose to δ₁ + δ₂ − δ₁δ₂, what is lost is lost, and no less.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Attained,
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
from dpsym.objects.language import (
    Eq,
    FieldSymbol,
    Ge,
    Gt,
    Indicator,
    Int,
    Kernel,
    Law,
    Le,
    Lt,
    Max,
    Symbol,
    exp,
    num,
)
from dpsym.objects.unfold import KL, RenyiMoment, push_forward
from theorems.approximate_renyi import P1, P2, Q1, Q2, laws, m, off, p, p1, p2, parts, q, q1, q2, share
from theorems.kullback_leibler import data_processing as kl_data_processing
from theorems.post_processing import max_divergence
from theorems.renyi_divergence import power, supported
from theorems.renyi_processing import chain, data_processing, entropy, kl_chain, max_chain
from theorems.vocabulary import K, P, Q, alpha, delta, half, k, x, y

KP, KQ, KP1, KQ1, KP2, KQ2 = (push_forward(f, K) for f in (P, Q, P1, Q1, P2, Q2))
through = {
    "P": forall(y, Eq(KP.density, (1 - delta) * KP1.density + delta * KP2.density)),
    "Q": forall(y, Eq(KQ.density, (1 - delta) * KQ1.density + delta * KQ2.density)),
    "moment": Le(RenyiMoment(alpha, KP1, KQ1), m),
}
parts_after = [
    have("P.at", forall(x, y, Eq(p * k, (1 - delta) * (p1 * k) + delta * (p2 * k))), by=Pointwise({"P": k})),
    have("Q.at", forall(x, y, Eq(q * k, (1 - delta) * (q1 * k) + delta * (q2 * k))), by=Pointwise({"Q": k})),
    have("P.after", through["P"], by=Integrate(x, "P.at")),
    have("Q.after", through["Q"], by=Integrate(x, "Q.at")),
]
unchanged: Tables = {**{f: [half, half] for f in laws}, K: [1, 0, 0, 1]}

post_processing = Theorem(
    title="Approximate Rényi privacy, of an order α > 1 and in one direction, is closed under post-processing",
    source=Source("privacy-notes", "Section 4.1, property 4"),
    about=[*laws, K],
    where=[Gt(alpha, 1), *share],
    given={**parts, "moment": Le(RenyiMoment(alpha, P1, Q1), m)},
    claim=through,
    proof=[
        *parts_after,
        have("moment.after", through["moment"], by=Cite(data_processing, fields={"P": P1, "Q": Q1})),
    ],
    witness=({"alpha": 2, "m": 1, "delta": half}, unchanged),
)

c = Symbol("c")

post_processing_order_one = Theorem(
    title="Approximate Rényi privacy of order 1, in one direction, is closed under post-processing",
    source=Source("privacy-notes", "Section 4.1, property 4"),
    about=[*laws, K],
    where=share,
    given={**parts, "kl": Le(KL(P1, Q1), c)},
    claim={"P": through["P"], "Q": through["Q"], "kl": Le(KL(KP1, KQ1), c)},
    proof=[
        *parts_after,
        have("kl.after", Le(KL(KP1, KQ1), c), by=Cite(kl_data_processing, fields={"P": P1, "Q": Q1})),
    ],
    witness=({"c": 0, "delta": half}, unchanged),
)

post_processing_order_infinity = Theorem(
    title="Approximate Rényi privacy of order ∞, in one direction, is closed under post-processing",
    source=Source("privacy-notes", "Section 4.1, property 4"),
    about=[*laws, K],
    where=share,
    given={**parts, "max": forall(x, Le(p1, exp(c) * q1))},
    claim={"P": through["P"], "Q": through["Q"], "max": forall(y, Le(KP1.density, exp(c) * KQ1.density))},
    proof=[
        *parts_after,
        have(
            "max.after",
            forall(y, Le(KP1.density, exp(c) * KQ1.density)),
            by=Cite(max_divergence, fields={"P": P1, "Q": Q1}),
        ),
    ],
    witness=({"c": 0, "delta": half}, unchanged),
)

d1, d2, m1, m2 = (Symbol(n) for n in ("d1", "d2", "m1", "m2"))
T, U = Kernel("T", x, y), Kernel("U", x, y)
T1, U1, T2, U2 = Kernel("T1", x, y), Kernel("U1", x, y), Kernel("T2", x, y), Kernel("U2", x, y)
t, r, t1, r1, t2, r2 = (f.density for f in (T, U, T1, U1, T2, U2))
lost = d1 + d2 - d1 * d2
rest_p = d1 * (p2 * t) + (1 - d1) * d2 * (p1 * t2)
rest_q = d1 * (q2 * r) + (1 - d1) * d2 * (q1 * r2)
first = power(p1, q1, alpha)
composed = {
    "P": forall(x, y, Eq(p * t, (1 - lost) * (p1 * t1) + rest_p)),
    "P.rest": Eq(Int(rest_p, x, y), lost),
    "Q": forall(x, y, Eq(q * r, (1 - lost) * (q1 * r1) + rest_q)),
    "Q.rest": Eq(Int(rest_q, x, y), lost),
    "moment": Le(Int(power(p1 * t1, q1 * r1, alpha), x, y), m1 * m2),
}


def rest_mass(
    n: str, a: tuple[Term, Term], A: tuple[FieldSymbol, FieldSymbol], B: FieldSymbol, B2: FieldSymbol
) -> list[Step]:
    """∫∫ d1 a₂ b + (1 − d1) d2 a₁ b₂ = d1 + (1 − d1) d2: kernels have mass one, then laws have."""
    b = B.density
    whole = d1 * (a[1] * b) + (1 - d1) * d2 * (a[0] * B2.density)
    return [
        have(
            f"{n}.in",
            forall(x, Eq(Int(whole, y), d1 * a[1] * Int(b, y) + (1 - d1) * d2 * a[0] * Int(B2.density, y))),
            by=Under(y),
        ),
        have(
            f"{n}.at",
            forall(x, Eq(Int(whole, y), d1 * a[1] + (1 - d1) * d2 * a[0])),
            by=Pointwise({f"{n}.in": 1, f"{B.name}.mass": d1 * a[1], f"{B2.name}.mass": (1 - d1) * d2 * a[0]}),
        ),
        have(
            f"{n}.sum",
            Eq(Int(whole, x, y), d1 * Int(a[1], x) + (1 - d1) * d2 * Int(a[0], x)),
            by=Integrate(x, f"{n}.at"),
        ),
        have(
            f"{n}.rest",
            Eq(Int(whole, x, y), lost),
            by=Real({f"{n}.sum": 1, f"{A[0].name}.mass": (1 - d1) * d2, f"{A[1].name}.mass": d1}),
        ),
    ]


shares = [Ge(d1, 0), Le(d1, 1), Ge(d2, 0), Le(d2, 1)]
both_parts = {
    "P": forall(x, Eq(p, (1 - d1) * p1 + d1 * p2)),
    "Q": forall(x, Eq(q, (1 - d1) * q1 + d1 * q2)),
    "T": forall(x, y, Eq(t, (1 - d2) * t1 + d2 * t2)),
    "U": forall(x, y, Eq(r, (1 - d2) * r1 + d2 * r2)),
}
parts_of_pairs = [
    have("P.pair", composed["P"], by=Pointwise({"P": t, "T": (1 - d1) * p1})),
    have("Q.pair", composed["Q"], by=Pointwise({"Q": r, "U": (1 - d1) * q1})),
    *rest_mass("p", (p1, p2), (P1, P2), T, T2),
    *rest_mass("q", (q1, q2), (Q1, Q2), U, U2),
]
alike: Tables = {**{f: [half, half] for f in laws}, **{f: [1, 0, 0, 1] for f in (T, U, T1, U1, T2, U2)}}

composition = Theorem(
    title="The δ's compose to δ₁ + δ₂ − δ₁δ₂, the divergences add up; the second mechanism may be adaptive",
    source=Source("privacy-notes", "Section 4.1, property 5", sharpened=True),
    about=[*laws, T, U, T1, U1, T2, U2],
    where=[Gt(alpha, 1), *shares, Ge(m2, 0)],
    given={
        **both_parts,
        "first": Le(RenyiMoment(alpha, P1, Q1), m1),
        "second": forall(x, Le(Int(power(t1, r1, alpha), y), m2)),
    },
    claim=composed,
    proof=[
        *parts_of_pairs,
        have("moment", by=Cite(chain, fields={"P1": P1, "Q1": Q1, "T2": T1, "U2": U1})),
    ],
    witness=({"alpha": 2, "m1": 1, "m2": 1, "d1": half, "d2": half}, alike),
)

c1, c2 = Symbol("c1"), Symbol("c2")
the_parts = {name: composed[name] for name in ("P", "P.rest", "Q", "Q.rest")}
follows = {"P1": P1, "Q1": Q1, "T2": T1, "U2": U1}

composition_order_one = Theorem(
    title="Order 1: the δ's compose to δ₁ + δ₂ − δ₁δ₂, the divergences add up; the second mechanism may be adaptive",
    source=Source("privacy-notes", "Section 4.1, property 5", sharpened=True),
    about=[*laws, T, U, T1, U1, T2, U2],
    where=shares,
    given={
        **both_parts,
        "first": Le(KL(P1, Q1), c1),
        "second": forall(x, Le(Int(entropy(t1, r1), y), c2)),
    },
    claim={**the_parts, "kl": Le(Int(entropy(p1 * t1, q1 * r1), x, y), c1 + c2)},
    proof=[*parts_of_pairs, have("kl", by=Cite(kl_chain, fields=follows))],
    witness=({"c1": 0, "c2": 0, "d1": half, "d2": half}, alike),
)

composition_order_infinity = Theorem(
    title="Order ∞: the δ's compose to δ₁ + δ₂ − δ₁δ₂, the divergences add up; the second mechanism may be adaptive",
    source=Source("privacy-notes", "Section 4.1, property 5", sharpened=True),
    about=[*laws, T, U, T1, U1, T2, U2],
    where=shares,
    given={
        **both_parts,
        "first": forall(x, Le(p1, exp(c1) * q1)),
        "second": forall(x, y, Le(t1, exp(c2) * r1)),
    },
    claim={**the_parts, "max": forall(x, y, Le(p1 * t1, exp(c1 + c2) * (q1 * r1)))},
    proof=[*parts_of_pairs, have("max", by=Cite(max_chain, fields=follows))],
    witness=({"c1": 0, "c2": 0, "d1": half, "d2": half}, alike),
)

least_claim = Le(Int(off, x), delta)

least_delta = Theorem(
    title="D_λ^δ is infinite if δ is below the probability under P that Q has no mass",
    source=Source("privacy-notes", "Section 4.1, property 5"),
    about=laws,
    where=[Gt(alpha, 1), Ge(delta, 0), Lt(delta, 1)],
    given={**parts, "moment": Le(RenyiMoment(alpha, P1, Q1), m)},
    claim=least_claim,
    proof=[
        have("support", forall(x, supported(p1, q1)), by=Defined("moment", power(p1, q1, alpha), x)),
        have(
            "cut",
            forall(x, Le(off, delta * p2)),
            by=Pointwise(["P", "Q", "support"], cases=[Le(q, 0), Gt(q1, 0), Gt(p1, 0)]),
        ),
        have("sum", Le(Int(off, x), delta * Int(p2, x)), by=Integrate(x, "cut")),
        have("goal", by=Real(["sum", "P2.mass"])),
    ],
    tight=Attained(
        {
            P: [delta, 1 - delta, 0],
            Q: [0, 1 - delta, delta],
            P1: [0, 1, 0],
            Q1: [0, 1, 0],
            P2: [1, 0, 0],
            Q2: [0, 0, 1],
        },
        params={"m": 1},
    ),
    fails=[
        Variant(
            "with a smaller δ",
            {P: [half, half, 0], Q: [0, half, half], P1: [0, 1, 0], Q1: [0, 1, 0], P2: [1, 0, 0], Q2: [0, 0, 1]},
            {"alpha": 2, "m": 1, "delta": half},
            claim=Le(Int(off, x), num(99, 100) * delta),
        ),
        Variant(
            "without a moment",
            {P: [1, 0], Q: [0, 1], P1: [1, 0], Q1: [0, 1], P2: [1, 0], Q2: [0, 1]},
            {"alpha": 2, "m": 1, "delta": 0},
            drop=["moment"],
        ),
        Variant(
            "without the parts",
            {P: [1, 0], Q: [0, 1], P1: [1, 0], Q1: [1, 0], P2: [1, 0], Q2: [1, 0]},
            {"alpha": 2, "m": 1, "delta": 0},
            drop=["P", "Q"],
        ),
    ],
)

T0, U0 = Law("T", y), Law("U", y)
both_kept = Int(Indicator(Le(q * U0.density, 0)) * (p * T0.density), x, y)

composition_attained = Theorem(
    title="If Q and U have no mass with probabilities δ₁ and δ₂ under P and T, then Q × U has none with probability "
    "δ₁ + δ₂ − δ₁δ₂ under P × T: by least_delta no smaller δ serves for the composition",
    source=Source("privacy-notes", "Section 4.1, property 5", sharpened=True),
    about=[P, Q, T0, U0],
    given={
        "first": Eq(Int(off, x), d1),
        "second": Eq(Int(Indicator(Le(U0.density, 0)) * T0.density, y), d2),
    },
    claim=Eq(both_kept, lost),
    proof=[
        have(
            "inner",
            forall(
                x,
                Eq(
                    Int(Indicator(Le(q * U0.density, 0)) * (p * T0.density), y),
                    off * Int(T0.density, y) + (p - off) * Int(Indicator(Le(U0.density, 0)) * T0.density, y),
                ),
            ),
            by=Under(y, cases=[Le(q, 0), Le(U0.density, 0)]),
        ),
        have(
            "at",
            forall(x, Eq(Int(Indicator(Le(q * U0.density, 0)) * (p * T0.density), y), off + d2 * (p - off))),
            by=Pointwise(["inner", "T.mass", "second"]),
        ),
        have("outer", Eq(both_kept, Int(off, x) + d2 * (Int(p, x) - Int(off, x))), by=Integrate(x, "at")),
        have("goal", by=Real(["outer", "first", "P.mass"])),
    ],
    witness=(
        {"d1": half, "d2": half},
        {P: [half, half, 0], Q: [0, half, half], T0: [half, half, 0], U0: [0, half, half]},
    ),
    fails=[
        Variant(
            "with the larger of the two",
            {P: [half, half, 0], Q: [0, half, half], T0: [half, half, 0], U0: [0, half, half]},
            {"d1": half, "d2": half},
            claim=Le(both_kept, Max(d1, d2)),
        ),
        Variant("without the first", {P: [1], Q: [1], T0: [1], U0: [1]}, {"d1": half, "d2": 0}, drop=["first"]),
        Variant("without the second", {P: [1], Q: [1], T0: [1], U0: [1]}, {"d1": 0, "d2": half}, drop=["second"]),
    ],
)
