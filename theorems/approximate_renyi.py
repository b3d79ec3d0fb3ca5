"""Approximate Rényi privacy: laws that are close once a part δ of each is taken away.

D_λ^δ(P‖Q) is the least D_λ(P'‖Q') over all laws with P = (1 − δ) P' + δ P'' and Q = (1 − δ) Q' + δ Q''. The source uses it
without saying so. Pure privacy of P' and Q' is (ε,δ)-privacy of P and Q (decomposition.py has the converse), a Rényi moment of
P' and Q' gives (ε̂, δ̂), and the δ's of two mechanisms compose to δ₁ + δ₂ − δ₁δ₂: what is lost is lost.
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Definition, Falsehood
from dpsym.library.theorem import (
    Attained,
    Cite,
    Defined,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Step,
    Tables,
    Theorem,
    Under,
    Vanish,
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
    Piecewise,
    Symbol,
    exp,
    log,
    num,
    pos,
)
from dpsym.objects.unfold import HockeyStick, Indistinguishable, RenyiMoment, push_forward
from theorems.instances import of
from theorems.renyi import hockey_stick
from theorems.renyi_divergence import power, supported
from theorems.renyi_processing import chain, data_processing
from theorems.vocabulary import K, P, Q, alpha, delta, e_eps, eps, half, k, x, y

hat, m = Symbol("hat"), Symbol("m")
P1, Q1, P2, Q2 = Law("P1", x), Law("Q1", x), Law("P2", x), Law("Q2", x)  # P', Q', P'', Q''
p, q, p1, q1, p2, q2 = (f.density for f in (P, Q, P1, Q1, P2, Q2))
parts = {
    "P": forall(x, Eq(p, (1 - delta) * p1 + delta * p2)),
    "Q": forall(x, Eq(q, (1 - delta) * q1 + delta * q2)),
}
laws = [P, Q, P1, Q1, P2, Q2]
share = [Ge(delta, 0), Le(delta, 1)]

definition = Definition(
    title="δ-approximate (λ,ε)-Rényi privacy, D_λ^δ(P‖Q) = inf D_λ(P'‖Q')",
    source=Source("privacy-notes", "Section 4"),
    object="dpsym.objects.notions.ApproximateRenyiDP",
    examples=of("ApproximateRenyiDP"),
)

# -- order ∞ ----------------------------------------------------------------------------------------------------------

max_claim = Le(HockeyStick(P, Q, e_eps), delta)
coin = [e_eps / (e_eps + 1), 1 / (e_eps + 1)]
apart: Tables = {P1: [0, *coin, 0], Q1: [0, *coin[::-1], 0], P2: [1, 0, 0, 0], Q2: [0, 0, 0, 1]}
four = {
    P: [delta, (1 - delta) * coin[0], (1 - delta) * coin[1], 0],
    Q: [0, (1 - delta) * coin[1], (1 - delta) * coin[0], delta],
}

max_to_approximate = Theorem(
    title="δ-approximate (∞,ε)-Rényi privacy is (ε,δ)-privacy",
    source=Source("privacy-notes", "Section 4.1, property 1", sharpened=True),
    about=laws,
    where=[Ge(eps, 0), *share],
    given={**parts, "max": forall(x, Le(p1, e_eps * q1))},
    claim=max_claim,
    proof=[
        have("linear", forall(x, Le(p - e_eps * q, delta * p2)), by=Pointwise({"P": 1, "Q": -e_eps, "max": 1 - delta})),
        have("cut", forall(x, Le(pos(p - e_eps * q), delta * p2)), by=Pointwise(["linear"])),
        have("sum", Le(HockeyStick(P, Q, e_eps), delta * Int(p2, x)), by=Integrate(x, "cut")),
        have("goal", by=Real(["sum", "P2.mass"])),
    ],
    tight=Attained({**four, **apart}),
    fails=[
        Variant(
            "with a smaller δ",
            {P: [1, 0], Q: [0, 1], P1: [1, 0], Q1: [1, 0], P2: [1, 0], Q2: [0, 1]},
            {"eps": 0, "delta": 1},
            claim=Le(HockeyStick(P, Q, e_eps), num(9, 10) * delta),
        ),
        Variant(
            "without the parts",
            {P: [1, 0], Q: [0, 1], P1: [1, 0], Q1: [1, 0], P2: [1, 0], Q2: [0, 1]},
            {"eps": 0, "delta": 0},
            drop=["P", "Q"],
        ),
        Variant(
            "without the max divergence",
            {P: [1, 0], Q: [0, 1], P1: [1, 0], Q1: [0, 1], P2: [1, 0], Q2: [0, 1]},
            {"eps": 0, "delta": 0},
            drop=["max"],
        ),
    ],
)

printed = Source("privacy-notes", "Section 4.1, property 1")
odds_of_three = {P: [num(3, 4), num(1, 4)], Q: [num(1, 4), num(3, 4)]}

max_as_printed = Falsehood(
    title="(ε,0)-privacy implies 0-approximate (∞,0)-Rényi privacy: property 1 from left to right, at δ = 0",
    source=printed,
    about=[P, Q],
    where=[Ge(eps, 0)],
    given={"near": Indistinguishable(P, Q, eps)},
    claim=forall(x, Le(p, exp(num(0)) * q)),
    values=odds_of_three,
    params={"eps": log(num(3))},
    why="The level of a Rényi notion is a divergence: ε, not δ. With δ = 0 nothing is taken away from P and Q.",
)

max_as_printed_back = Falsehood(
    title="δ-approximate (∞,δ)-Rényi privacy implies (ε,δ)-privacy, for every ε: property 1 from right to left",
    source=printed,
    about=laws,
    where=[Ge(eps, 0), *share],
    given={**parts, "PQ": forall(x, Le(p1, exp(delta) * q1)), "QP": forall(x, Le(q1, exp(delta) * p1))},
    claim=Le(HockeyStick(P, Q, e_eps), delta),
    values={
        P: [half, num(3, 10), num(1, 5), 0],
        Q: [0, num(1, 5), num(3, 10), half],
        P1: [0, num(3, 5), num(2, 5), 0],
        Q1: [0, num(2, 5), num(3, 5), 0],
        P2: [1, 0, 0, 0],
        Q2: [0, 0, 0, 1],
    },
    params={"eps": 0, "delta": half},
    why="The parts that are left have odds 3/2 <= e^(1/2); at ε = 0 they add to the δ that is lost.",
)

pure_as_printed = Falsehood(
    title="(ε,0)-privacy implies 0-approximate (λ, ½ε²·0)-Rényi privacy: property 2 at δ = 0",
    source=Source("privacy-notes", "Section 4.1, property 2"),
    about=[P, Q],
    where=[Ge(eps, 0), Gt(alpha, 1)],
    given={"near": Indistinguishable(P, Q, eps)},
    claim=Le(RenyiMoment(alpha, P, Q), exp((alpha - 1) * (half * eps**2 * 0))),
    values=odds_of_three,
    params={"eps": log(num(3)), "alpha": 2},
    why="½ε²δ is a misprint for ½ε²λ: at δ = 0 it would make all private laws equal.",
)

off = Indicator(Le(q, 0)) * p
kept = Indicator(Gt(q, 0)) * p
shared = Piecewise((0, Le(p, 0)), (0, Le(q, 0)), (p**alpha * q ** (1 - alpha), Gt(q, 0)))
t_, u_ = Symbol("t"), Symbol("u")
v_, w_ = Symbol("v"), Symbol("w")
rises = Lemma(
    Le(v_**alpha * u_ ** (1 - alpha), t_**alpha * u_ ** (1 - alpha)),
    [Gt(alpha, 1), Gt(v_, 0), Le(v_, t_), Gt(u_, 0)],
    {"v": p, "t": (1 - delta) * p1, "u": q, "alpha": alpha},
)
falls = Lemma(
    Le(t_**alpha * u_ ** (1 - alpha), t_**alpha * w_ ** (1 - alpha)),
    [Gt(alpha, 1), Gt(t_, 0), Gt(w_, 0), Le(w_, u_)],
    {"t": (1 - delta) * p1, "u": q, "w": (1 - delta) * q1, "alpha": alpha},
)
scales = Lemma(
    Eq((w_ * t_) ** alpha * (w_ * u_) ** (1 - alpha), w_ * (t_**alpha * u_ ** (1 - alpha))),
    [Gt(alpha, 1), Gt(t_, 0), Gt(u_, 0), Gt(w_, 0)],
    {"t": p1, "u": q1, "w": 1 - delta, "alpha": alpha},
)

response = coin[0] ** alpha * coin[1] ** (1 - alpha) + coin[1] ** alpha * coin[0] ** (1 - alpha)

four_points_attain = Theorem(
    title="If Q has no mass with probability δ under P, then e^((λ−1) D_λ^δ) is at least ∫ p^λ q^(1−λ)/(1 − δ), over q > 0",
    source=Source("privacy-notes", "Section 4.1, property 2", sharpened=True),
    about=laws,
    where=[Gt(alpha, 1), Ge(delta, 0), Lt(delta, 1)],
    given={**parts, "lost": Eq(Int(off, x), delta), "moment": Le(RenyiMoment(alpha, P1, Q1), m)},
    claim=Le(Int(shared, x), (1 - delta) * m),
    proof=[
        have("support", forall(x, supported(p1, q1)), by=Defined("moment", power(p1, q1, alpha), x)),
        have(
            "gone",
            forall(x, Le(off, Indicator(Le(q, 0)) * (delta * p2))),
            by=Pointwise(["P", "Q", "support"], cases=[Le(q, 0), Gt(q1, 0), Gt(p1, 0)]),
        ),
        have("gone.sum", Le(Int(off, x), delta * Int(Indicator(Le(q, 0)) * p2, x)), by=Integrate(x, "gone")),
        have(
            "all of it",
            Eq(Int(Indicator(Le(q, 0)) * p2, x) + Int(Indicator(Gt(q, 0)) * p2, x), Int(p2, x)),
            by=Under(x, cases=[Le(q, 0)]),
        ),
        have(
            "part",
            Eq(Int(Indicator(Gt(q, 0)) * (delta * p2), x), delta * Int(Indicator(Gt(q, 0)) * p2, x)),
            by=Under(x),
        ),
        have(
            "nothing",
            Le(Int(Indicator(Gt(q, 0)) * (delta * p2), x), 0),
            by=Real({"part": 1, "all of it": delta, "P2.mass": delta, "gone.sum": 1, "lost": 1}),
        ),
        have("vanishes", forall(x, Eq(Indicator(Gt(q, 0)) * (delta * p2), 0)), by=Vanish("nothing", x)),
        have(
            "rest",
            forall(x, Le(kept, Indicator(Gt(q, 0)) * ((1 - delta) * p1))),
            by=Pointwise(["P", "vanishes"], cases=[Gt(q, 0)]),
        ),
        have("less", forall(x, Le((1 - delta) * q1, q)), by=Pointwise(["Q"])),
        have(
            "at",
            forall(x, Le(shared, (1 - delta) * power(p1, q1, alpha))),
            by=Pointwise(
                ["rest", "less", "support"],
                cases=[Gt(q, 0), Gt(p, 0), Gt(p1, 0), Gt(q1, 0)],
                lemmas=[rises, falls, scales],
            ),
        ),
        have("shared>=0", forall(x, Ge(shared, 0)), by=Pointwise(cases=[Gt(p, 0), Gt(q, 0)])),
        have(
            "sum",
            Le(Int(shared, x), (1 - delta) * RenyiMoment(alpha, P1, Q1)),
            by=Integrate(x, "at", using=["moment", "shared>=0"]),
        ),
        have("goal", by=Real({"sum": 1, "moment": 1 - delta})),
    ],
    tight=Attained({**four, **apart}, where=[Ge(eps, 0)], params={"m": response}),
    fails=[
        Variant(
            "if less is lost",
            {P: [half, half], Q: [half, half], P1: [1, 0], Q1: [1, 0], P2: [0, 1], Q2: [0, 1]},
            {"alpha": 2, "delta": half, "m": 1},
            drop=["lost"],
        ),
        *(
            Variant(
                f"without the parts of {law.name}",
                {**odds_of_three, P1: odds_of_three[other], Q1: odds_of_three[other], P2: [1, 0], Q2: [1, 0]},
                {"alpha": 2, "delta": 0, "m": 1},
                drop=[law.name],
            )
            for law, other in ((P, Q), (Q, P))
        ),
        Variant(
            "without a moment",
            {**odds_of_three, P1: odds_of_three[P], Q1: odds_of_three[Q], P2: [1, 0], Q2: [1, 0]},
            {"alpha": 2, "delta": 0, "m": 1},
            drop=["moment"],
        ),
    ],
)

# -- finite orders --------------------------------------------------------------------------------------------------------

v = exp(hat)
factor = 1 / alpha * (1 - 1 / alpha) ** (alpha - 1)
moment = exp((alpha - 1) * eps)
rest = exp(-(alpha - 1) * (hat - eps)) * factor
cited = moment * (v ** (1 - alpha) * ((alpha - 1) ** (alpha - 1) / alpha**alpha))
conversion_claim = Le(HockeyStick(P, Q, v), delta + (1 - delta) * rest)
top = alpha * v / (alpha - 1)

to_approximate = Theorem(
    title="δ-approximate (λ,ε)-Rényi privacy is (η, δ + (1 − δ) e^((λ−1)(ε − η)) (1/λ)(1 − 1/λ)^(λ−1))-privacy",
    source=Source("privacy-notes", "(5)", sharpened=True),
    about=laws,
    where=[Gt(alpha, 1), *share],
    given={**parts, "moment": Le(RenyiMoment(alpha, P1, Q1), moment)},
    claim=conversion_claim,
    proof=[
        have(
            "stick",
            Le(HockeyStick(P1, Q1, v), cited),
            by=Cite(hockey_stick, reals={"u": v, "M": moment}, fields={"P": P1, "Q": Q1}),
        ),
        have("same", Eq(cited, rest), by=Real()),
        have(
            "linear",
            forall(x, Eq(p - v * q, (1 - delta) * (p1 - v * q1) + delta * (p2 - v * q2))),
            by=Pointwise({"P": 1, "Q": -v}),
        ),
        have(
            "cut",
            forall(x, Le(pos(p - v * q), (1 - delta) * pos(p1 - v * q1) + delta * p2)),
            by=Pointwise(["linear"], cases=[Ge(p1, v * q1)]),
        ),
        have(
            "sum",
            Le(HockeyStick(P, Q, v), (1 - delta) * HockeyStick(P1, Q1, v) + delta * Int(p2, x)),
            by=Integrate(x, "cut"),
        ),
        have("goal", by=Real({"sum": 1, "stick": 1 - delta, "same": 1 - delta, "P2.mass": delta})),
    ],
    tight=Attained(
        {
            P: [1 - delta, 0, delta, 0],
            Q: [(1 - delta) / top, (1 - delta) * (1 - 1 / top), 0, delta],
            P1: [1, 0, 0, 0],
            Q1: [1 / top, 1 - 1 / top, 0, 0],
            P2: [0, 0, 1, 0],
            Q2: [0, 0, 0, 1],
        },
        where=[Ge(hat, 0)],
        params={"eps": hat + log(alpha / (alpha - 1))},
        at={"hat": 0, "alpha": 2, "delta": half},
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [1, 0], Q: [half, half], P1: [1, 0], Q1: [half, half], P2: [1, 0], Q2: [1, 0]},
            {"alpha": 2, "eps": log(num(2)), "hat": 0, "delta": 0},
            claim=Le(HockeyStick(P, Q, v), delta + num(99, 100) * (1 - delta) * rest),
        ),
        Variant(
            "without the moment",
            {P: [1, 0], Q: [0, 1], P1: [1, 0], Q1: [0, 1], P2: [1, 0], Q2: [1, 0]},
            {"alpha": 2, "eps": 0, "hat": 1, "delta": 0},
            drop=["moment"],
        ),
        Variant(
            "without the parts",
            {P: [1, 0], Q: [0, 1], P1: [1, 0], Q1: [1, 0], P2: [1, 0], Q2: [1, 0]},
            {"alpha": 2, "eps": 0, "hat": 1, "delta": 0},
            drop=["P", "Q"],
        ),
    ],
)

to_approximate_corrected = Theorem(
    title="δ-approximate (λ,ε)-Rényi privacy is (η, δ + e^((λ−1)(ε − η)) (1/λ)(1 − 1/λ)^(λ−1))-privacy",
    source=Source("privacy-notes", "(5)"),
    about=laws,
    where=[Gt(alpha, 1), *share],
    given={**parts, "moment": Le(RenyiMoment(alpha, P1, Q1), moment)},
    claim=Le(HockeyStick(P, Q, v), delta + rest),
    proof=[
        have("sharp", conversion_claim, by=Cite(to_approximate)),
        have("rest", Ge(delta * rest, 0), by=Real()),
        have("goal", by=Real({"sharp": 1, "rest": 1})),
    ],
    witness=(
        {"alpha": 2, "eps": 1, "hat": 1, "delta": 0},
        {f: [half, half] for f in laws},
    ),
)

to_approximate_as_printed = Falsehood(
    title="δ' = δ + e^((λ−1)(η − ε)) (1/λ)(1 − 1/λ)^(λ−1)",
    source=Source("privacy-notes", "(5)"),
    about=laws,
    where=[Gt(alpha, 1), *share],
    given={**parts, "moment": Le(RenyiMoment(alpha, P1, Q1), moment)},
    claim=Le(HockeyStick(P, Q, v), delta + exp((alpha - 1) * (hat - eps)) / alpha * (1 - 1 / alpha) ** (alpha - 1)),
    values={
        P: [1, 0],
        Q: [num(1, 3), num(2, 3)],
        P1: [1, 0],
        Q1: [num(1, 3), num(2, 3)],
        P2: [1, 0],
        Q2: [1, 0],
    },
    params={"alpha": 2, "eps": log(num(3)), "hat": 0, "delta": 0},
    why="the sign of the exponent: a larger η must need a smaller δ'",
)

# -- post-processing and composition: the parts are processed and composed, too --------------------------------------------

KP, KQ, KP1, KQ1, KP2, KQ2 = (push_forward(f, K) for f in (P, Q, P1, Q1, P2, Q2))
through = {
    "P": forall(y, Eq(KP.density, (1 - delta) * KP1.density + delta * KP2.density)),
    "Q": forall(y, Eq(KQ.density, (1 - delta) * KQ1.density + delta * KQ2.density)),
    "moment": Le(RenyiMoment(alpha, KP1, KQ1), m),
}

post_processing = Theorem(
    title="Approximate Rényi privacy is closed under post-processing",
    source=Source("privacy-notes", "Section 4.1, property 4"),
    about=[*laws, K],
    where=[Gt(alpha, 1), *share],
    given={**parts, "moment": Le(RenyiMoment(alpha, P1, Q1), m)},
    claim=through,
    proof=[
        have("P.at", forall(x, y, Eq(p * k, (1 - delta) * (p1 * k) + delta * (p2 * k))), by=Pointwise({"P": k})),
        have("Q.at", forall(x, y, Eq(q * k, (1 - delta) * (q1 * k) + delta * (q2 * k))), by=Pointwise({"Q": k})),
        have("P.after", through["P"], by=Integrate(x, "P.at")),
        have("Q.after", through["Q"], by=Integrate(x, "Q.at")),
        have("moment.after", through["moment"], by=Cite(data_processing, fields={"P": P1, "Q": Q1})),
    ],
    witness=(
        {"alpha": 2, "m": 1, "delta": half},
        {**{f: [half, half] for f in laws}, K: [1, 0, 0, 1]},
    ),
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


composition = Theorem(
    title="The δ's compose to δ₁ + δ₂ − δ₁δ₂, the divergences add up; the second mechanism may be adaptive",
    source=Source("privacy-notes", "Section 4.1, property 5", sharpened=True),
    about=[*laws, T, U, T1, U1, T2, U2],
    where=[Gt(alpha, 1), Ge(d1, 0), Le(d1, 1), Ge(d2, 0), Le(d2, 1), Ge(m2, 0)],
    given={
        "P": forall(x, Eq(p, (1 - d1) * p1 + d1 * p2)),
        "Q": forall(x, Eq(q, (1 - d1) * q1 + d1 * q2)),
        "T": forall(x, y, Eq(t, (1 - d2) * t1 + d2 * t2)),
        "U": forall(x, y, Eq(r, (1 - d2) * r1 + d2 * r2)),
        "first": Le(RenyiMoment(alpha, P1, Q1), m1),
        "second": forall(x, Le(Int(power(t1, r1, alpha), y), m2)),
    },
    claim=composed,
    proof=[
        have("P.pair", composed["P"], by=Pointwise({"P": t, "T": (1 - d1) * p1})),
        have("Q.pair", composed["Q"], by=Pointwise({"Q": r, "U": (1 - d1) * q1})),
        *rest_mass("p", (p1, p2), (P1, P2), T, T2),
        *rest_mass("q", (q1, q2), (Q1, Q2), U, U2),
        have("moment", by=Cite(chain, fields={"P1": P1, "Q1": Q1, "T2": T1, "U2": U1})),
    ],
    witness=(
        {"alpha": 2, "m1": 1, "m2": 1, "d1": half, "d2": half},
        {**{f: [half, half] for f in laws}, **{f: [1, 0, 0, 1] for f in (T, U, T1, U1, T2, U2)}},
    ),
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
