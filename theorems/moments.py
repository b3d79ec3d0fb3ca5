"""The means of a bounded quantity under (ε,δ)-indistinguishable laws: E X − E Y <= (e^ε − 1) E|Y| + max(1, 3 − e^ε) δΔ.

X and Y lie in [−Δ, Δ]: a value v(x) with |v| <= Δ under two laws. With u = e^ε, a = (p − u q)₊ and b = (q − u p)₊, of mass at
most δ:

    v (p − q) <= (u − 1) v q + Δ a                      where v >= 0
    |v| (q − p) <= (1 − 1/u) |v| q + (Δ/u) b            where v < 0

The two add up to a bound that tells the positive from the negative part. In the shape (u − 1) E|Y| + c δΔ a part of the second
line may be given away: q − p <= (u − 1) q + (2 − u)₊ b, so c = max(1, 3 − u), and no smaller c will do. The source has c = 2,
needed at ε = 0 only.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Attained,
    Cite,
    Instantiate,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Step,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Abs, Ge, Gt, Indicator, Int, Le, Max, Query, Symbol, log, num, pos
from dpsym.objects.unfold import Indistinguishable, Statement
from theorems.vocabulary import P, Q, delta, e_eps, eps, half, p, q, x

D = Symbol("D")
V = Query("v", x)
v = V.density
a, b = pos(p - e_eps * q), pos(q - e_eps * p)
X, Y, absolute = Int(v * p, x), Int(v * q, x), Int(Abs(v) * q, x)
where = [Ge(eps, 0), Ge(delta, 0), Le(delta, 1), Ge(D, 0)]
bounded = {"low": forall(x, Ge(v, -D)), "high": forall(x, Le(v, D))}
given: dict[str, Statement] = {**bounded, "near": Indistinguishable(P, Q, eps, delta)}
ranges = ["low", "high"]

over_and_under = [
    have(
        "over", Le(Int(a, x), delta), by=Instantiate("near.PQ", Indicator(Gt(p, e_eps * q)), cases=[Gt(p, e_eps * q)])
    ),
    have(
        "under", Le(Int(b, x), delta), by=Instantiate("near.QP", Indicator(Gt(q, e_eps * p)), cases=[Gt(q, e_eps * p)])
    ),
]


def finite(n: str, t: Term, density: Term) -> list[Step]:
    """What is at most Δ times a density, and not negative, has an integral."""
    return [
        have(f"{n}.at", forall(x, Le(t, D * density)), by=Pointwise(ranges, cases=[Ge(v, 0)])),
        have(f"{n}.in", Le(Int(t, x), D * Int(density, x)), by=Integrate(x, f"{n}.at")),
    ]


means = [*finite("X", Abs(v * p), p), *finite("Y", Abs(v * q), q), *finite("abs", Abs(v) * q, q)]
exist = ["X.in", "Y.in", "abs.in"]

# A, B, C >= 0 stand for the excess of p, of q, and what is left: times |v| <= Δ.
A, C, M, N, W = (Symbol(n) for n in ("A", "C", "M", "N", "W"))


# -- the bound of the source, with the least constant --------------------------------------------------------------

least = Max(1, 3 - e_eps)
extra = Max(0, 2 - e_eps)
difference_claim = Le(X - Y, (e_eps - 1) * absolute + least * (delta * D))

R = Symbol("R")
small = [Ge(A, 0), Ge(C, 0), Ge(R, 0), Ge(W, 0), Le(W, D), Le(M - N, R + A)]
weighed = Le(W * M - W * N, W * R + D * A + D * C)
parts = [
    Lemma(weighed, small, {"M": p, "N": q, "W": v, "A": a, "C": extra * b, "R": (e_eps - 1) * q}),
    Lemma(weighed, small, {"M": q, "N": p, "W": -v, "A": extra * b, "C": a, "R": (e_eps - 1) * q}),
]

difference = Theorem(
    title="E X − E Y <= (e^ε − 1) E|Y| + max(1, 3 − e^ε) δΔ",
    source=Source("privacy-notes", "(2)", sharpened=True),
    about=[P, Q, V],
    where=where,
    given=given,
    claim=difference_claim,
    proof=[
        *over_and_under,
        *means,
        have("up", forall(x, Le(p - q, (e_eps - 1) * q + a)), by=Pointwise(cases=[Gt(p, e_eps * q)])),
        have(
            "down",
            forall(x, Le(q - p, (e_eps - 1) * q + extra * b)),
            by=Pointwise(cases=[Gt(q, e_eps * p), Gt(2 - e_eps, 0)]),
        ),
        have(
            "cut",
            forall(x, Le(v * p - v * q, (e_eps - 1) * (Abs(v) * q) + D * a + D * extra * b)),
            by=Pointwise(["up", "down", *ranges], cases=[Ge(v, 0)], lemmas=parts),
        ),
        have(
            "sum",
            Le(X - Y, (e_eps - 1) * absolute + D * Int(a, x) + D * extra * Int(b, x)),
            by=Integrate(x, "cut", using=exist),
        ),
        have("goal", by=Real(["sum", "over", "under"], cases=[Gt(2 - e_eps, 0)])),
    ],
    tight=Attained({P: [delta, 0, 1 - delta], Q: [0, delta, 1 - delta], V: [D, -D, 0]}, where=[Le(eps, log(num(2)))]),
    fails=[
        Variant(
            "with a constant below max(1, 3 − e^ε)",
            {P: [half, 0, half], Q: [0, half, half], V: [1, -1, 0]},
            {"eps": log(num(3, 2)), "delta": half, "D": 1},
            claim=Le(X - Y, (e_eps - 1) * absolute + num(99, 100) * least * (delta * D)),
        ),
        Variant(
            "without the lower end",
            {P: [half, 0, half], Q: [0, half, half], V: [1, -2, 0]},
            {"eps": 0, "delta": half, "D": 1},
            drop=["low"],
        ),
        Variant(
            "without the upper end",
            {P: [half, 0, half], Q: [0, half, half], V: [2, -1, 0]},
            {"eps": 0, "delta": half, "D": 1},
            drop=["high"],
        ),
        Variant(
            "without the first direction",
            {P: [num(11, 20), num(9, 20)], Q: [num(1, 10), num(9, 10)], V: [1, 0]},
            {"eps": log(num(2)), "delta": 0, "D": 1},
            drop=["near.PQ"],
        ),
        Variant(
            "without the second direction",
            {P: [num(1, 100), num(99, 100)], Q: [num(1, 10), num(9, 10)], V: [-1, 0]},
            {"eps": log(num(11, 10)), "delta": 0, "D": 1},
            drop=["near.QP"],
        ),
    ],
)

printed_claim = Le(X - Y, (e_eps - 1) * absolute + 2 * (delta * D))

difference_as_printed = Theorem(
    title="E X − E Y <= (e^ε − 1) E|Y| + 2δΔ",
    source=Source("privacy-notes", "(2)"),
    about=[P, Q, V],
    where=where,
    given=given,
    claim=printed_claim,
    proof=[
        have("least", difference_claim, by=Cite(difference)),
        have("two", Le(least * (delta * D), 2 * (delta * D)), by=Real()),
        have("goal", by=Real({"least": 1, "two": 1})),
    ],
    witness=({"eps": 1, "delta": 0, "D": 1}, {P: [half, half], Q: [half, half], V: [1, -1]}),
)

large_claim = Le(X - Y, (e_eps - 1) * absolute + delta * D)

difference_large = Theorem(
    title="E X − E Y <= (e^ε − 1) E|Y| + δΔ if ε >= log 2",
    source=Source("privacy-notes", "(2)", sharpened=True),
    about=[P, Q, V],
    where=[Ge(eps, log(num(2))), *where[1:]],
    given=given,
    claim=large_claim,
    proof=[
        have("least", difference_claim, by=Cite(difference)),
        have("one", Le(least * (delta * D), delta * D), by=Real()),
        have("goal", by=Real({"least": 1, "one": 1})),
    ],
    witness=({"eps": 1, "delta": 0, "D": 1}, {P: [half, half], Q: [half, half], V: [1, -1]}),
    fails=[
        Variant(
            "for smaller ε",
            {P: [half, 0, half], Q: [0, half, half], V: [1, -1, 0]},
            {"eps": half, "delta": half, "D": 1},
            where=where,
        ),
    ],
)

# -- quantities that are not negative: the pair that attains it has Y = 0 ------------------------------------------------

W0 = Query("w", x, lower=0)
w0 = W0.density
positive_part = Lemma(weighed, small, {"M": p, "N": q, "W": w0, "A": a, "C": num(0), "R": (e_eps - 1) * q})
X0, Y0 = Int(w0 * p, x), Int(w0 * q, x)
nonnegative_claim = Le(X0 - Y0, (e_eps - 1) * Y0 + delta * D)

nonnegative = Theorem(
    title="E X − E Y <= (e^ε − 1) E Y + δΔ for X, Y in [0, Δ]; only P(S) <= e^ε Q(S) + δ is needed",
    source=Source("privacy-notes", "(2)", sharpened=True),
    about=[P, Q, W0],
    where=where,
    given={"high": forall(x, Le(w0, D)), "near": Le(Int(a, x), delta)},
    claim=nonnegative_claim,
    proof=[
        have("X.at", forall(x, Le(w0 * p, D * p)), by=Pointwise(["high"])),
        have("X.in", Le(X0, D * Int(p, x)), by=Integrate(x, "X.at")),
        have("Y.at", forall(x, Le(w0 * q, D * q)), by=Pointwise(["high"])),
        have("Y.in", Le(Y0, D * Int(q, x)), by=Integrate(x, "Y.at")),
        have(
            "cut",
            forall(x, Le(w0 * p - w0 * q, (e_eps - 1) * (w0 * q) + D * a)),
            by=Pointwise(["high"], cases=[Gt(p, e_eps * q)], lemmas=[positive_part]),
        ),
        have("sum", Le(X0 - Y0, (e_eps - 1) * Y0 + D * Int(a, x)), by=Integrate(x, "cut", using=["X.in", "Y.in"])),
        have("goal", by=Real({"sum": 1, "near": D})),
    ],
    tight=Attained({P: [delta, 1 - delta], Q: [0, 1], W0: [D, 0]}),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [half, half], Q: [0, 1], W0: [1, 0]},
            {"eps": 1, "delta": half, "D": 1},
            claim=Le(X0 - Y0, (e_eps - 1) * Y0 + num(99, 100) * (delta * D)),
        ),
        Variant(
            "without the hypothesis",
            {P: [1, 0], Q: [0, 1], W0: [1, 0]},
            {"eps": 1, "delta": 0, "D": 1},
            drop=["near"],
        ),
        Variant(
            "without the upper end",
            {P: [half, half], Q: [0, 1], W0: [2, 0]},
            {"eps": 1, "delta": half, "D": 1},
            drop=["high"],
        ),
    ],
)

# -- the two signs told apart: attained for every ε ----------------------------------------------------------------

positive, negative = Int(pos(v) * q, x), Int(pos(-v) * q, x)
by_sign_claim = Le(X - Y, (e_eps - 1) * positive + (1 - 1 / e_eps) * negative + (1 + 1 / e_eps) * (delta * D))
sides = [
    Lemma(weighed, small, {"M": p, "N": q, "W": v, "A": a, "C": b / e_eps, "R": (e_eps - 1) * q}),
    Lemma(weighed, small, {"M": q, "N": p, "W": -v, "A": b / e_eps, "C": a, "R": (1 - 1 / e_eps) * q}),
]

difference_by_sign = Theorem(
    title="E X − E Y <= (e^ε − 1) E max(Y, 0) + (1 − e^−ε) E max(−Y, 0) + (1 + e^−ε) δΔ",
    source=Source("privacy-notes", "(2)", sharpened=True),
    about=[P, Q, V],
    where=where,
    given=given,
    claim=by_sign_claim,
    proof=[
        *over_and_under,
        *means[:4],
        *finite("pos", pos(v) * q, q),
        *finite("neg", pos(-v) * q, q),
        have("up", forall(x, Le(p - q, (e_eps - 1) * q + a)), by=Pointwise(cases=[Gt(p, e_eps * q)])),
        have("down", forall(x, Le(q - p, (1 - 1 / e_eps) * q + b / e_eps)), by=Pointwise(cases=[Gt(q, e_eps * p)])),
        have(
            "cut",
            forall(
                x,
                Le(
                    v * p - v * q,
                    (e_eps - 1) * (pos(v) * q) + (1 - 1 / e_eps) * (pos(-v) * q) + D * a + D * (b / e_eps),
                ),
            ),
            by=Pointwise(["up", "down", *ranges], cases=[Ge(v, 0)], lemmas=sides),
        ),
        have(
            "sum",
            Le(X - Y, (e_eps - 1) * positive + (1 - 1 / e_eps) * negative + D * Int(a, x) + D / e_eps * Int(b, x)),
            by=Integrate(x, "cut", using=["X.in", "Y.in", "pos.in", "neg.in"]),
        ),
        have("goal", by=Real({"sum": 1, "over": D, "under": D / e_eps})),
    ],
    tight=Attained({P: [delta, 0, 1 - delta], Q: [0, delta, 1 - delta], V: [D, -D, 0]}),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [half, 0, half], Q: [0, half, half], V: [1, -1, 0]},
            {"eps": 1, "delta": half, "D": 1},
            claim=Le(
                X - Y,
                (e_eps - 1) * positive + (1 - 1 / e_eps) * negative + num(99, 100) * (1 + 1 / e_eps) * (delta * D),
            ),
        ),
        Variant(
            "without the lower end",
            {P: [half, 0, half], Q: [0, half, half], V: [1, -2, 0]},
            {"eps": 0, "delta": half, "D": 1},
            drop=["low"],
        ),
        Variant(
            "without the upper end",
            {P: [half, 0, half], Q: [0, half, half], V: [2, -1, 0]},
            {"eps": 0, "delta": half, "D": 1},
            drop=["high"],
        ),
        Variant(
            "without the first direction",
            {P: [num(11, 20), num(9, 20)], Q: [num(1, 10), num(9, 10)], V: [1, 0]},
            {"eps": log(num(2)), "delta": 0, "D": 1},
            drop=["near.PQ"],
        ),
        Variant(
            "without the second direction",
            {P: [num(1, 100), num(99, 100)], Q: [num(1, 10), num(9, 10)], V: [-1, 0]},
            {"eps": log(num(11, 10)), "delta": 0, "D": 1},
            drop=["near.QP"],
        ),
    ],
)
