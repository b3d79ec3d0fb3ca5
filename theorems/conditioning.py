"""Two laws of pairs (x, t) that are (ε,δ)-indistinguishable: how close are the laws of x, given t?

P = X·A is the law of (x, t) when x follows X and t follows A(x, .), and Q = Y·B likewise; p and q are the densities of t. A transcript
t is bad if the conditional laws P/p and Q/q are far apart. Let h(t) and g(t) be the parts of the hockey sticks E_v(P||Q) and E_v(Q||P)
at t, v = e^ε. On every bad t

    c p <= h + v (1 − c) g,

so bad transcripts have probability at most δ(1 + e^ε(1 − c))/c, and no less: on one transcript P alone knows a set of conditional
probability c, on another one Q alone does. This holds for "not (2ε, c)-indistinguishable", where 2ε cannot be less (δ = 0) and more
is of no use, and for "at least c apart in total variation" if c >= 1 − e^(−2ε). Fractions are avoided: P/p − w Q/q is written
P q − w Q p, so an impossible t (q = 0) counts as bad.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Attained,
    Cite,
    Integrate,
    Lemma,
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
    Event,
    Ge,
    Gt,
    Indicator,
    Int,
    Kernel,
    Law,
    Le,
    Lt,
    Max,
    Point,
    Symbol,
    log,
    num,
    pos,
)
from theorems.vocabulary import delta, e_eps, eps, half, tenth, third, x

c = Symbol("c")
t = Point("t")
X, A, Y, B = Law("X", x), Kernel("A", x, t), Law("Y", x), Kernel("B", x, t)
P, Q = X.density * A.density, Y.density * B.density
p, q = Int(P, x), Int(Q, x)
k = e_eps**2 - 1
h, g = Int(pos(P - e_eps * Q), x), Int(pos(Q - e_eps * P), x)
near = {"PQ": Le(Int(h, t), delta), "QP": Le(Int(g, t), delta)}  # the largest P(S) − e^ε Q(S) and Q(S) − e^ε P(S)
most = delta * (1 + e_eps * (1 - c)) / c


def apart(a: Term, b: Term, mass_a: Term, mass_b: Term, w: Term) -> Term:
    """E_w of the conditional laws a/mass_a and b/mass_b is at least c."""
    return Ge(Int(pos(a * mass_b - w * (b * mass_a)), x), c * p * q)


def knows(a: Term, b: Term, mass_a: Term, mass_b: Term, w: Term) -> Term:
    """Where the conditional law a/mass_a is more than w times b/mass_b."""
    return Gt(a * mass_b, w * (b * mass_a))


def summed(bad: Term, using: list[str]) -> list[Step]:
    """From c p <= h + v(1 − c)g on bad transcripts to their probability."""
    return [
        have(
            "sum",
            Le(c * Int(bad * p, t), Int(h, t) + e_eps * (1 - c) * Int(g, t)),
            by=Integrate(t, "bad", using=using),
        ),
        have(
            "room",
            Le(e_eps * (1 - c) * Int(g, t), e_eps * (1 - c) * delta),
            by=Real({"QP": e_eps * (1 - c)}, finite=["QP"]),
        ),
        have("goal", Le(Int(bad * p, t), most), by=Real({"sum": 1 / c, "PQ": 1 / c, "room": 1 / c})),
    ]


# -- (2ε, c)-indistinguishability ---------------------------------------------------------------------------------

w = e_eps**2
over, under = apart(P, Q, p, q, w), apart(Q, P, q, p, w)
in1, in2 = knows(P, Q, p, q, w), knows(Q, P, q, p, w)
X1, Y1 = Int(Indicator(in1) * P, x), Int(Indicator(in1) * Q, x)
X2, Y2 = Int(Indicator(in2) * P, x), Int(Indicator(in2) * Q, x)
b1, b2 = Indicator(over), Indicator(under)
either = Max(b1, b2)
U, V = e_eps * q - p, e_eps * q - w * p

r_c, r_p, r_q, r_U, r_Y, r_h, r_g, r_k = (Symbol(n) for n in ("c", "p", "q", "U", "Y", "h", "g", "k"))
_range = [Gt(r_p, 0), Gt(r_q, 0), Ge(r_c, 0), Le(r_c, 1), Ge(r_Y, 0), Ge(r_h, 0), Ge(r_g, 0)]
_goal = Le(r_c * r_p * r_q, r_q * r_h + (1 - r_c) * r_g)
_one = Le(r_c * r_p * r_q + r_U * r_Y, r_g)
_two = Le(r_c * r_p * r_q - r_U * (r_q - r_Y), r_q * r_h)
_three = Le(r_c * r_q * r_p, r_Y * r_p)
_values = {"p": p, "q": q, "c": c, "U": U, "Y": Y2, "h": h, "g": e_eps * q * g}
_low = Lemma(_goal, [*_range, Le(r_U, 0), Le(r_Y, r_q), _two], _values)
_far = Lemma(_goal, [*_range, Gt(r_U, 0), _one, _three, Ge(r_U * (1 - r_c), r_c * r_p)], _values)
_mid = Lemma(_goal, [*_range, Gt(r_U, 0), _one, _two, _three, Lt(r_U * (1 - r_c), r_c * r_p)], _values)

quiet = 1 - most  # the third value of x gives the third transcript; the first two give the bad ones
pair: Tables = {
    X: [(1 + e_eps) * (1 - c) * delta / c, delta, quiet],
    Y: [(1 + e_eps) * (1 - c) * delta / c, delta, quiet],
    A: [1 / (1 + e_eps), e_eps / (1 + e_eps), 0, 1, 0, 0, 0, 0, 1],
    B: [e_eps / (1 + e_eps), 1 / (1 + e_eps), 0, 0, 1, 0, 0, 0, 1],
}
ninths = [num(1, 9), num(2, 9), num(6, 9)]
numbers: Tables = {  # the pair at e^ε = 2, δ = 1/10, c = 1/2
    X: [num(9, 10), tenth],
    Y: [num(9, 10), tenth],
    A: [*ninths, 1, 0, 0],
    B: [num(2, 9), num(1, 9), num(6, 9), 0, 1, 0],
}
even: Tables = {**numbers, A: [num(1, 9), num(1, 9), num(7, 9), 1, 0, 0], B: [num(1, 9), num(1, 9), num(7, 9), 0, 1, 0]}
small: Tables = {
    X: [half, half],
    Y: [half, half],
    A: [2 * third, third, third, 2 * third],
    B: [third, 2 * third, 2 * third, third],
}
one_sided: Tables = {X: [half, half], A: [1, 1], Y: [1, 0], B: [1, 1]}
tilted: Tables = {
    X: [num(4, 5), num(1, 5)],
    A: [num(1, 4), num(3, 4), 1, 0],
    Y: [1, 0],
    B: [num(1, 4), num(3, 4), 1, 0],
}
other_tilted: Tables = {**tilted, X: [1, 0], Y: [num(4, 5), num(1, 5)]}
other_sided: Tables = {X: [1, 0], A: [1, 1], Y: [half, half], B: [1, 1]}

indistinguishable = Theorem(
    title="Given t, the laws are (2ε, c)-indistinguishable but with probability δ(1 + e^ε(1 − c))/c",
    source=Source("kasiviswanathan-smith", "Lemma 4.1", sharpened=True),
    about=[X, A, Y, B],
    where=[Ge(eps, 0), Ge(delta, 0), Gt(c, 0), Le(c, 1)],
    given=near,
    claim=Le(Int(either * p, t), most),
    proof=[
        have("h>=", forall(t, Ge(h, p - e_eps * q)), by=Under(x)),
        have("g>=", forall(t, Ge(g, q - e_eps * p)), by=Under(x)),
        have("over", forall(t, Eq(over.lhs, q * X1 - w * p * Y1)), by=Under(x, cases=[in1], constants=[p, q])),
        have("X1<=p", forall(t, Le(X1, p)), by=Under(x, cases=[in1])),
        have("h>=1", forall(t, Ge(h, X1 - e_eps * Y1)), by=Under(x, cases=[in1, Gt(P, e_eps * Q)])),
        have(
            "one.h",
            forall(t, Le(b1 * (c * p * q), q * h + b1 * (V * Y1))),
            by=Pointwise(["over", "h>=1"], cases=[over]),
        ),
        have("one.Y", forall(t, Le(b1 * (p * Y1), (1 - c) * p * q)), by=Pointwise(["over", "X1<=p"], cases=[over])),
        have(
            "one.q",
            forall(t, Le(b1 * (c * p * q), q * h + (1 - c) * (e_eps * q * g))),
            by=Pointwise(["one.h", "one.Y", "g>="], cases=[over, Gt(p, 0), Gt(q, 0), Le(V, 0)]),
        ),
        have(
            "one",
            forall(t, Le(c * (b1 * p), h + e_eps * (1 - c) * g)),
            by=Pointwise(["one.q", "h>="], cases=[over, Gt(q, 0)]),
        ),
        have("under", forall(t, Eq(under.lhs, p * Y2 - w * q * X2)), by=Under(x, cases=[in2], constants=[p, q])),
        have("Y2<=q", forall(t, Le(Y2, q)), by=Under(x, cases=[in2])),
        have("g>=2", forall(t, Ge(g, Y2 - e_eps * X2)), by=Under(x, cases=[in2, Gt(Q, e_eps * P)])),
        have("h>=2", forall(t, Ge(h, (p - X2) - e_eps * (q - Y2))), by=Under(x, cases=[in2, Gt(P, e_eps * Q)])),
        have(
            "two.g",
            forall(t, Le(b2 * (c * p * q + U * Y2), e_eps * q * g)),
            by=Pointwise(["under", "g>=2"], cases=[under]),
        ),
        have(
            "two.h",
            forall(t, Le(b2 * (c * p * q - U * (q - Y2)), q * h)),
            by=Pointwise(["under", "h>=2"], cases=[under]),
        ),
        have("two.Y", forall(t, Le(b2 * (c * q * p), Y2 * p)), by=Pointwise(["under"], cases=[under])),
        have(
            "two.q",
            forall(t, Le(b2 * (c * p * q), q * h + (1 - c) * (e_eps * q * g))),
            by=Pointwise(
                ["two.g", "two.h", "two.Y", "Y2<=q"],
                cases=[under, Gt(p, 0), Gt(q, 0), Le(U, 0), Ge(U * (1 - c), c * p)],
                lemmas=[_low, _far, _mid],
            ),
        ),
        have(
            "two",
            forall(t, Le(c * (b2 * p), h + e_eps * (1 - c) * g)),
            by=Pointwise(["two.q", "h>="], cases=[under, Gt(q, 0)]),
        ),
        have(
            "bad",
            forall(t, Le(c * (either * p), h + e_eps * (1 - c) * g)),
            by=Pointwise(["one", "two"], cases=[over, under], finite=["over", "under"]),
        ),
        *summed(either, ["PQ", "QP", "over", "under"]),
    ],
    witness=({"eps": log(num(2)), "delta": tenth, "c": half}, numbers),
    fails=[
        Variant("without P <= e^ε Q + δ", one_sided, {"eps": log(num(2)), "delta": 0, "c": half}, drop=["PQ"]),
        Variant("without Q <= e^ε P + δ", other_sided, {"eps": log(num(2)), "delta": 0, "c": half}, drop=["QP"]),
    ],
)

E = Event("e", t)
in_E = E.density

indistinguishable_event = Theorem(
    title="Transcripts whose conditional laws are not (2ε, c)-indistinguishable: at most δ(1 + e^ε(1 − c))/c, sharp",
    source=Source("kasiviswanathan-smith", "Lemma 4.1", sharpened=True),
    about=[X, A, Y, B, E],
    where=[Ge(eps, 0), Ge(delta, 0), Gt(c, 0), Le(c, 1)],
    given={**near, "apart": forall(t, Le(in_E * (c * p * q), in_E * Max(over.lhs, under.lhs)))},
    claim=Le(Int(in_E * p, t), most),
    proof=[
        have("all", Le(Int(either * p, t), most), by=Cite(indistinguishable)),
        have(
            "part",
            forall(t, Le(in_E * p, either * p)),
            by=Pointwise(["apart"], cases=[over, under, Gt(in_E, 0)]),
        ),
        have("sum", Le(Int(in_E * p, t), Int(either * p, t)), by=Integrate(t, "part", using=["all"])),
        have("goal", by=Real(["sum", "all"])),
    ],
    tight=Attained({**pair, E: [1, 1, 0]}, where=[Le(most, 1)], at={"eps": log(num(2)), "delta": tenth, "c": half}),
    fails=[
        Variant(
            "with a smaller constant",
            {**numbers, E: [1, 1, 0]},
            {"eps": log(num(2)), "delta": tenth, "c": half},
            claim=Le(Int(in_E * p, t), num(99, 100) * most),
        ),
        Variant(
            "without P <= e^ε Q + δ", {**one_sided, E: [1]}, {"eps": log(num(2)), "delta": 0, "c": half}, drop=["PQ"]
        ),
        Variant(
            "without Q <= e^ε P + δ", {**other_sided, E: [1]}, {"eps": log(num(2)), "delta": 0, "c": half}, drop=["QP"]
        ),
        Variant(
            "for any event", {**numbers, E: [1, 1, 1]}, {"eps": log(num(2)), "delta": tenth, "c": half}, drop=["apart"]
        ),
    ],
)

# -- total variation ----------------------------------------------------------------------------------------------

far = apart(P, Q, p, q, num(1))
inside = knows(P, Q, p, q, num(1))
bad = Indicator(far)
XT, YT = Int(Indicator(inside) * P, x), Int(Indicator(inside) * Q, x)
K = (k + 1) * c * p * q - (k * p - U) * (q - YT)
wide = Ge((k + 1) * c, k)
_cases = [far, Gt(p, 0), Gt(q, 0), Ge(U, 0), Ge(U * YT, c * p * q)]
_much, _little = Indicator(*_cases), Indicator(*_cases[:4], Lt(U * YT, c * p * q))
_much_lemma = Lemma(
    Le(r_c * r_p * r_q, (1 - r_c) * ((r_k + 1) * r_c * r_p * r_q - (r_k * r_p - r_U) * (r_q - r_Y))),
    [
        *[Ge(r_c, 0), Le(r_c, 1), Gt(r_p, 0), Gt(r_q, 0), Ge(r_Y, 0), Ge(r_U, 0), Ge(r_k, 0)],
        *[Le(r_Y, (1 - r_c) * r_q), Ge((r_k + 1) * r_c, r_k), Ge(r_U * r_Y, r_c * r_p * r_q)],
    ],
    {"c": c, "p": p, "q": q, "Y": YT, "U": U, "k": k},
)
_first = (c * p * q - U * YT) * ((1 - c) * ((k + 1) * c * q - k * (q - YT)))
_second = U * (((1 - c) * q - YT) * (c * q - k * (1 - c) * YT))

total_variation = Theorem(
    title="Given t, the laws are within c >= 1 − e^(−2ε) in total variation but with probability δ(1 + e^ε(1 − c))/c",
    source=Source("kasiviswanathan-smith", "Corollary 4.2", sharpened=True),
    about=[X, A, Y, B],
    where=[Ge(eps, 0), Ge(delta, 0), Gt(c, 0), Le(c, 1)],
    given={**near, "wide": wide},
    claim=Le(Int(bad * p, t), most),
    proof=[
        have("cells", forall(t, Eq(far.lhs, q * XT - p * YT)), by=Under(x, cases=[inside], constants=[p, q])),
        have("X<=p", forall(t, Le(XT, p)), by=Under(x, cases=[inside])),
        have("h>=", forall(t, Ge(h, p - e_eps * q)), by=Under(x)),
        have("h>=1", forall(t, Ge(h, XT - e_eps * YT)), by=Under(x, cases=[inside, Gt(P, e_eps * Q)])),
        have("g>=1", forall(t, Ge(g, (q - YT) - e_eps * (p - XT))), by=Under(x, cases=[inside, Gt(Q, e_eps * P)])),
        have("bad.h", forall(t, Le(bad * (c * p * q - U * YT), q * h)), by=Pointwise(["cells", "h>=1"], cases=[far])),
        have("bad.g", forall(t, Le(bad * K, e_eps * q * g)), by=Pointwise(["cells", "g>=1"], cases=[far])),
        have("bad.c", forall(t, Le(bad * (c * p * q), far.lhs)), by=Pointwise(["cells"], cases=[far])),
        have(
            "bad.Y",
            forall(t, Le(p * YT + bad * (c * p * q), p * q)),
            by=Pointwise({"bad.c": 1, "cells": 1, "X<=p": q}),
        ),
        have(
            "much",
            forall(t, Le(_much * (c * p * q), _much * ((1 - c) * K))),
            by=Pointwise(["bad.Y", "wide"], cases=_cases, lemmas=[_much_lemma]),
        ),
        have("lift", forall(t, Ge((k + 1) * c * q - k * (q - YT), 0)), by=Pointwise({"wide": q})),
        have("narrow", Le(k * (1 - c), c), by=Real({"wide": 1})),
        have("Y<=q", forall(t, Le(YT, q)), by=Under(x, cases=[inside])),
        have("drop", forall(t, Ge(c * q - k * (1 - c) * YT, 0)), by=Pointwise({"narrow": YT, "Y<=q": c})),
        have("rest", forall(t, Ge(_little * ((1 - c) * q - YT), 0)), by=Pointwise(["bad.Y"], cases=_cases)),
        have("first", forall(t, Ge(_little * _first, 0)), by=Pointwise(["lift"], cases=_cases, finite=["cells"])),
        have(
            "second",
            forall(t, Ge(_little * _second, 0)),
            by=Pointwise(["rest", "drop"], cases=_cases, finite=["cells"]),
        ),
        have(
            "both",
            forall(t, Ge(_little * (c * q * ((1 - c) * K - U * YT)), 0)),
            by=Pointwise({"first": 1, "second": 1}),
        ),
        have(
            "little",
            forall(t, Le(_little * (U * YT), _little * ((1 - c) * K))),
            by=Pointwise(["both"], cases=_cases),
        ),
        have(
            "bad.q",
            forall(t, Le(bad * (c * p * q), q * h + (1 - c) * (e_eps * q * g))),
            by=Pointwise(["bad.h", "bad.g", "much", "little"], cases=_cases),
        ),
        have(
            "bad",
            forall(t, Le(c * (bad * p), h + e_eps * (1 - c) * g)),
            by=Pointwise(["bad.q", "h>="], cases=[far, Gt(q, 0)]),
        ),
        *summed(bad, ["PQ", "QP", "cells"]),
    ],
    witness=({"eps": 0, "delta": tenth, "c": half}, even),
    fails=[
        Variant("without P <= e^ε Q + δ", tilted, {"eps": log(num(5, 4)), "delta": 0, "c": num(9, 20)}, drop=["PQ"]),
        Variant(
            "without Q <= e^ε P + δ", other_tilted, {"eps": log(num(5, 4)), "delta": 0, "c": num(9, 20)}, drop=["QP"]
        ),
        Variant(
            "when c is small",
            small,
            {"eps": log(num(2)), "delta": 0, "c": tenth},
            drop=["wide"],
        ),
    ],
)

total_variation_event = Theorem(
    title="Transcripts whose conditional laws are c >= 1 − e^(−2ε) apart: at most δ(1 + e^ε(1 − c))/c, sharp",
    source=Source("kasiviswanathan-smith", "Corollary 4.2", sharpened=True),
    about=[X, A, Y, B, E],
    where=[Ge(eps, 0), Ge(delta, 0), Gt(c, 0), Le(c, 1)],
    given={**near, "apart": forall(t, Le(in_E * (c * p * q), in_E * far.lhs)), "wide": wide},
    claim=Le(Int(in_E * p, t), most),
    proof=[
        have("all", Le(Int(bad * p, t), most), by=Cite(total_variation)),
        have(
            "part",
            forall(t, Le(in_E * p, bad * p)),
            by=Pointwise(["apart"], cases=[far, Gt(in_E, 0)]),
        ),
        have("sum", Le(Int(in_E * p, t), Int(bad * p, t)), by=Integrate(t, "part", using=["all"])),
        have("goal", by=Real(["sum", "all"])),
    ],
    tight=Attained(
        {**pair, E: [1, 1, 0]}, where=[wide, Le(most, 1)], at={"eps": log(num(2)) / 2, "delta": tenth, "c": half}
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {**even, E: [1, 1, 0]},
            {"eps": 0, "delta": tenth, "c": half},
            claim=Le(Int(in_E * p, t), num(99, 100) * most),
        ),
        Variant(
            "without P <= e^ε Q + δ",
            {**tilted, E: [1, 0]},
            {"eps": log(num(5, 4)), "delta": 0, "c": num(9, 20)},
            drop=["PQ"],
        ),
        Variant(
            "without Q <= e^ε P + δ",
            {**other_tilted, E: [1, 0]},
            {"eps": log(num(5, 4)), "delta": 0, "c": num(9, 20)},
            drop=["QP"],
        ),
        Variant("for any event", {**even, E: [1, 1, 1]}, {"eps": 0, "delta": tenth, "c": half}, drop=["apart"]),
        Variant("when c is small", {**small, E: [1, 1]}, {"eps": log(num(2)), "delta": 0, "c": tenth}, drop=["wide"]),
    ],
)
