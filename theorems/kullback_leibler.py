"""Data processing for the Kullback-Leibler divergence.

With A = ∫ p k dx and B = ∫ q k dx, the densities after the kernel, t log t lies above its tangent at A/B:
p log(p/q) >= p log(A/B) + p − q A/B. Integrated against k(., y) the last two terms cancel. Most of the work is about zeros: where B
vanishes q k does, hence p k (as KL is finite), hence A; and where A vanishes p k does.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Attained,
    Defined,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Step,
    Swap,
    Theorem,
    Vanish,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Eq, Ge, Gt, Indicator, Int, Le, Piecewise, Symbol, log, num
from dpsym.objects.unfold import KL, push_forward
from theorems.vocabulary import K, P, Q, k, p, q, x, y

KP, KQ = push_forward(P, K), push_forward(Q, K)
A, B = KP.density, KQ.density
c = Symbol("c")

before = Piecewise((0, Le(p, 0)), (p * log(p / q), Gt(q, 0)))
after = Piecewise((0, Le(A, 0)), (A * log(A / B), Gt(B, 0)))
G = Int(before * k, x)
slope = Piecewise((0, Le(A, 0)), (log(A / B), Gt(B, 0)))
ratio = Piecewise((0, Le(A, 0)), (A / B, Gt(B, 0)))
there = Indicator(Gt(A, 0))
no_A, no_B = Indicator(Le(A, 0)), Indicator(Le(B, 0))


def vanishes(n: str, f: Term, total: Term, none: Term) -> list[Step]:
    """Where ∫ f k dx is 0, f k is 0 for almost all x."""
    return [
        have(
            f"{n}.in",
            forall(y, Eq(Int(f * k * none, x), total * none)),
            by=Integrate(x, parts=[(1, f * k * none), (-none, f * k)]),
        ),
        have(f"{n}.null", forall(y, Le(Int(f * k * none, x), 0)), by=Pointwise([f"{n}.in"], cases=[none.args[1]])),
        have(f"{n}.zero", forall(x, y, Eq(f * k * none, 0)), by=Vanish(f"{n}.null", x)),
    ]


s, t, u, v = (Symbol(n) for n in "stuv")
tangent = Lemma(
    Le(s * log(u / v) + s - t * (u / v), s * log(s / t)),
    [Gt(s, 0), Gt(t, 0), Gt(u, 0), Gt(v, 0)],
    {"s": p, "t": q, "u": A, "v": B},
)
below = Lemma(Le(u - v, u * log(u / v)), [Gt(u, 0), Gt(v, 0)], {"u": A, "v": B})
gap = after - (A - B)  # not negative: this makes KL finite
zeros = [Le(A, 0), Gt(B, 0)]
claim = Le(KL(KP, KQ), c)

data_processing = Theorem(
    title="Data processing for the Kullback-Leibler divergence",
    about=[P, Q, K],
    given={"kl": Le(KL(P, Q), c)},
    claim=claim,
    proof=[
        have("support", forall(x, Eq(Indicator(Gt(p, 0), Le(q, 0)), 0)), by=Defined("kl", before, x)),
        have("before", forall(x, Eq(before, before)), by=Pointwise(["support"], cases=[Le(p, 0), Gt(q, 0)])),
        *vanishes("B", q, B, no_B),
        *vanishes("A", p, A, no_A),
        have(
            "AB.zero",
            forall(x, y, Eq(p * k * no_B, 0)),
            by=Pointwise(["B.zero", "support"], cases=[Le(B, 0), Gt(p, 0), Gt(q, 0)]),
        ),
        have("AB.sum", forall(y, Eq(Int(p * k * no_B, x), 0)), by=Integrate(x, "AB.zero", parts=[(1, p * k * no_B)])),
        have(
            "AB.in",
            forall(y, Eq(Int(p * k * no_B, x), A * no_B)),
            by=Integrate(x, parts=[(1, p * k * no_B), (-no_B, p * k)]),
        ),
        have("AB", forall(y, Eq(A * no_B, 0)), by=Pointwise(["AB.sum", "AB.in"])),
        have("slope", forall(y, Eq(slope, slope)), by=Pointwise(["AB"], cases=zeros)),
        have("ratio", forall(y, Eq(ratio, ratio)), by=Pointwise(["AB"], cases=zeros)),
        have(
            "cut",
            forall(x, y, Le(slope * (p * k) + there * (p * k) - ratio * (q * k), before * k)),
            by=Pointwise(["A.zero", "AB", "support"], cases=[*zeros, Gt(k, 0), Le(p, 0), Gt(q, 0)], lemmas=[tangent]),
        ),
        have(
            "at_y.sum",
            forall(y, Le(slope * A + there * A - ratio * B, G)),
            by=Integrate(
                x,
                "cut",
                using=["kl", "slope", "ratio"],
                parts=[(slope + there, p * k), (-ratio, q * k), (-1, before * k)],
            ),
        ),
        have("at_y", forall(y, Le(after, G)), by=Pointwise(["at_y.sum", "AB"], cases=zeros)),
        have("least", forall(y, Le(A - B, after)), by=Pointwise(["AB"], cases=zeros, lemmas=[below])),
        have("gap>=0", forall(y, Ge(gap, 0)), by=Pointwise(["least", "AB"], cases=zeros)),
        have("gap", forall(y, Le(gap, G - A + B)), by=Pointwise(["at_y", "AB"], cases=zeros)),
        have("sum", Le(Int(gap, y), Int(G, y) - Int(A, y) + Int(B, y)), by=Integrate(y, "gap", using=["kl", "gap>=0"])),
        have(
            "split",
            Eq(KL(KP, KQ), Int(gap, y) + Int(A, y) - Int(B, y)),
            by=Integrate(y, parts=[(1, after), (-1, gap), (-1, A), (1, B)], using=["least", "sum"]),
        ),
        have("swap", Eq(Int(G, y), Int(before * k, x, y)), by=Swap(["kl"])),
        have(
            "pull",
            forall(x, Eq(Int(before * k, y), before * Int(k, y))),
            by=Integrate(y, parts=[(1, before * k), (-before, k)], using=["before"]),
        ),
        have(
            "drop", forall(x, Eq(Int(before * k, y), before)), by=Pointwise({"pull": 1, "k.mass": before, "support": 0})
        ),
        have("inner", Eq(Int(before * k, x, y), Int(before, x)), by=Integrate(x, "drop", using=["kl"])),
        have("goal", by=Real(["sum", "split", "swap", "inner", "kl"])),
    ],
    tight=Attained(
        {P: [num(3, 4), num(1, 4)], Q: [num(1, 4), num(3, 4)], K: [1, 0, 0, 1]}, params={"c": log(num(3)) / 2}
    ),
    fails=[
        Variant(
            "with a factor below one",
            {P: [num(3, 4), num(1, 4)], Q: [num(1, 4), num(3, 4)], K: [1, 0, 0, 1]},
            {"c": log(num(3)) / 2},
            claim=Le(KL(KP, KQ), num(9, 10) * c),
        ),
        Variant("without the hypothesis", {P: [1, 0], Q: [0, 1], K: [1, 0, 0, 1]}, {"c": 0}, drop=["kl"]),
    ],
)
