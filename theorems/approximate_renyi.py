"""Approximate Rényi privacy: laws that are close once a part δ of each is taken away.

D_λ^δ(P‖Q) is the least D_λ(P'‖Q') over all laws with P = (1 − δ) P' + δ P'' and Q = (1 − δ) Q' + δ Q''. The source uses it
without saying so. Pure privacy of P' and Q' is (ε,δ)-privacy of P and Q (decomposition.py has the converse), a Rényi moment of
P' and Q' gives (ε̂, δ̂), and the δ's of two mechanisms compose to δ₁ + δ₂ − δ₁δ₂: what is lost is lost.
"""

from typing import Any

from dpsym.kernel.terms import Term
from dpsym.library.entries import Definition, Example, Falsehood
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
    Symbol,
    exp,
    log,
    num,
    pos,
)
from dpsym.objects.unfold import HockeyStick, RenyiMoment, push_forward
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


def _as_printed() -> list[tuple[Any, Any, str]]:
    """Randomized response with odds 3 is (log 3, 0)-private, and 0-approximately (∞, log 3), not (∞, 0)."""
    from sympy import Rational, log, oo

    from dpsym.objects import CHANGE_ONE, ApproximateDP, ApproximateRenyiDP, FiniteMechanism

    r = Rational
    coins = FiniteMechanism({(0,): {0: r(3, 4), 1: r(1, 4)}, (1,): {0: r(1, 4), 1: r(3, 4)}}, CHANGE_ONE)
    lost = FiniteMechanism(
        {
            (0,): {0: r(1, 2), 1: r(3, 10), 2: r(1, 5), 3: 0},
            (1,): {0: 0, 1: r(1, 5), 2: r(3, 10), 3: r(1, 2)},
        },
        CHANGE_ONE,
    )
    return [
        (ApproximateDP(log(3), 0), coins, "holds"),
        (ApproximateRenyiDP(0, oo, log(3)), coins, "holds"),
        (ApproximateRenyiDP(0, oo, 0), coins, "fails"),
        (ApproximateRenyiDP(r(1, 2), oo, r(1, 2)), lost, "holds"),
        (ApproximateDP(0, r(1, 2)), lost, "fails"),
    ]


max_as_printed = Example(
    title="(ε,δ)-privacy is equivalent to δ-approximate (∞,δ)-Rényi privacy",
    source=Source("privacy-notes", "Section 4.1, property 1"),
    decisions=_as_printed,
    refutes=True,
    why="the level of a Rényi notion is a divergence: ε, not δ",
)


def _pure_as_printed() -> list[tuple[Any, Any, str]]:
    """The same coins at order 2: D_2 = log(7/3), and ½ ε² δ = 0. The four-point pair has exactly the divergence of its coins."""
    from sympy import Rational, log

    from dpsym.objects import CHANGE_ONE, ApproximateDP, ApproximateRenyiDP, FiniteMechanism

    r = Rational
    coins = FiniteMechanism({(0,): {0: r(3, 4), 1: r(1, 4)}, (1,): {0: r(1, 4), 1: r(3, 4)}}, CHANGE_ONE)
    return [(ApproximateDP(log(3), 0), coins, "holds"), (ApproximateRenyiDP(0, 2, 0), coins, "fails")]


pure_as_printed = Example(
    title="(ε,δ)-privacy implies δ-approximate (λ, ½ε²δ)-Rényi privacy",
    source=Source("privacy-notes", "Section 4.1, property 2"),
    decisions=_pure_as_printed,
    refutes=True,
    why="½ε²δ is a misprint for ½ε²λ: at δ = 0 it would make all private laws equal",
)


def _four_points() -> list[tuple[Any, Any, str]]:
    from sympy import Rational, log

    from dpsym.objects import CHANGE_ONE, ApproximateDP, ApproximateRenyiDP, FiniteMechanism

    r = Rational
    pair = FiniteMechanism(
        {
            (0,): {0: r(1, 5), 1: r(3, 5), 2: r(1, 5), 3: 0},
            (1,): {0: 0, 1: r(1, 5), 2: r(3, 5), 3: r(1, 5)},
        },
        CHANGE_ONE,
    )
    return [
        (ApproximateDP(log(3), r(1, 5)), pair, "holds"),
        (ApproximateRenyiDP(r(1, 5), 2, log(r(7, 3))), pair, "holds"),
        (ApproximateRenyiDP(r(1, 5), 2, log(r(7, 3)) - r(1, 1000)), pair, "fails"),
    ]


four_points_attain = Example(
    title="The four-point pair of (log 3, 1/5) has D_2^δ = log(7/3) = log(cosh(3ε/2)/cosh(ε/2)), that of its coins",
    source=Source("privacy-notes", "Section 4.1, property 2"),
    decisions=_four_points,
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

off = Indicator(Le(q, 0)) * p
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


def _two_four_points() -> list[tuple[Any, Any, str]]:
    from sympy import Rational, log

    from dpsym.objects import CHANGE_ONE, ApproximateRenyiDP, FiniteMechanism

    r = Rational
    one = {0: (r(1, 2), r(1, 3), r(1, 6), 0), 1: (0, r(1, 6), r(1, 3), r(1, 2))}
    two = {(b,): {4 * i + j: v * w for i, v in enumerate(one[b]) for j, w in enumerate(one[b])} for b in (0, 1)}
    pair = FiniteMechanism(two, CHANGE_ONE)
    return [
        (ApproximateRenyiDP(r(3, 4), 2, 2 * log(r(3, 2))), pair, "holds"),
        (ApproximateRenyiDP(r(3, 4) - r(1, 1000), 2, 100), pair, "fails"),
    ]


composition_attained = Example(
    title="Two four-point pairs with δ = 1/2 need δ₁ + δ₂ − δ₁δ₂ = 3/4: for less the divergence is infinite",
    source=Source("privacy-notes", "Section 4.1, property 5"),
    decisions=_two_four_points,
)
