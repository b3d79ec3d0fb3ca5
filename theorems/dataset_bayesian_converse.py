"""From Bayesian privacy of a mechanism on a space of datasets back to pure privacy; priors on two datasets are enough.

A point mass at d is a law at(d, .) on datasets that M does not tell from d; on a countable space there is one. The prior is a coin
between two of them that shows d with probability (1 − s)/2.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Integrate,
    Lemma,
    Pointwise,
    Source,
    Tables,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import (
    BayesianPrivacy,
    PureDP,
)
from dpsym.objects.language import (
    Abs,
    Density,
    Eq,
    Ge,
    Gt,
    Indicator,
    Int,
    Kernel,
    Le,
    Lt,
    Symbol,
    log,
    num,
)
from theorems.dataset_bayesian import R, Same, X, Y, i, this
from theorems.datasets import M, d, m, m_, other, y
from theorems.vocabulary import half

level = Symbol("s")
At = Kernel("at", d, this)
share, at_d, at_other, same = (1 - level) / 2, At(d, this), At(other, this), Same(i, d, other)
p, q = m, m_


def coin_at(x: Term) -> Term:
    """d with weight (1 − s)/2, else d'."""
    return share * At(d, x) + (1 - share) * At(other, x)


point_mass = {
    "at": forall(d, this, y, Eq(At(d, this) * M(this, y), At(d, this) * M(d, y))),
    "own": forall(i, d, this, Eq(At(d, this) * Same(i, d, this), At(d, this))),
    "same": forall(i, d, other, this, Eq(At(other, this) * Same(i, d, this), At(other, this) * same)),
    "symmetric": forall(i, d, other, Eq(same, Same(i, other, d))),
}
two_points: Tables = {Same: [1, 1, 1, 1], At: [1, 0, 0, 1]}
coin_prior = Density(coin_at(this), (this,))
N, Z = Int(Same(i, d, this) * coin_at(this), this), Int(Same(i, d, this) * coin_at(this) * M(this, y), this)
shift = Abs(Same(i, d, this) * coin_at(this) * M(this, y) * N - Same(i, d, this) * coin_at(this) * Z)
first, second = share * at_d * (p * N - Z), (1 - share) * same * at_other * (q * N - Z)
odds = ((1 + level) / (1 - level)) ** 2
one_if_same = Indicator(Gt(same, 0))
apart_by_sign = Lemma(Le(X - Y, Abs(X + Y)), [Ge(X * Y, 0)], {"X": first, "Y": second})

to_pure = Theorem(
    title="An s-Bayesian private mechanism is 4 artanh(s)-DP; it is enough for priors on two datasets",
    source=Source("biswas", "Theorem 2", sharpened=True),
    about=[M, Same, At],
    where=[Ge(level, 0), Lt(level, 1)],
    given={"bayesian": BayesianPrivacy(level)(R, prior=coin_prior), **point_mass},
    claim=PureDP(2 * log((1 + level) / (1 - level)))(R),
    proof=[
        have(
            "at'", forall(other, this, y, Eq(at_other * M(this, y), at_other * q)), by=Pointwise([("at", {d: other})])
        ),
        have(
            "prior",
            forall(
                i, d, other, this, Eq(Same(i, d, this) * coin_at(this), share * at_d + (1 - share) * same * at_other)
            ),
            by=Pointwise({"own": share, "same": 1 - share}),
        ),
        have(
            "joint",
            forall(
                i,
                d,
                other,
                this,
                y,
                Eq(Same(i, d, this) * coin_at(this) * M(this, y), share * at_d * p + (1 - share) * same * at_other * q),
            ),
            by=Pointwise({"prior": M(this, y), "at": share, "at'": (1 - share) * same}),
        ),
        have(
            "N.sum",
            forall(i, d, other, Eq(N, share * Int(at_d, this) + (1 - share) * same * Int(at_other, this))),
            by=Integrate(this, "prior"),
        ),
        have(
            "Z.sum",
            forall(i, d, other, y, Eq(Z, share * p * Int(at_d, this) + (1 - share) * same * q * Int(at_other, this))),
            by=Integrate(this, "joint"),
        ),
        have("mass'", forall(other, Eq(Int(at_other, this), 1)), by=Pointwise([("at.mass", {d: other})])),
        have(
            "N",
            forall(i, d, other, Eq(N, share + (1 - share) * same)),
            by=Pointwise({"N.sum": 1, "at.mass": share, "mass'": (1 - share) * same}),
        ),
        have(
            "Z",
            forall(i, d, other, y, Eq(Z, share * p + (1 - share) * same * q)),
            by=Pointwise({"Z.sum": 1, "at.mass": share * p, "mass'": (1 - share) * same * q}),
        ),
        have(
            "difference",
            forall(
                i,
                d,
                other,
                this,
                y,
                Eq(
                    Same(i, d, this) * coin_at(this) * M(this, y) * N - Same(i, d, this) * coin_at(this) * Z,
                    first + second,
                ),
            ),
            by=Pointwise({"joint": N, "prior": -Z}),
        ),
        have(
            "overlap",
            forall(d, other, this, y, Eq(at_d * at_other * (p - q), 0)),
            by=Pointwise({"at": -at_other, "at'": at_d}),
        ),
        have(
            "one sign",
            forall(i, d, other, this, y, Ge(first * second, 0)),
            by=Pointwise(["overlap"], cases=[Gt(at_d, 0), Gt(at_other, 0)]),
        ),
        have(
            "signs",
            forall(i, d, other, this, y, Le(first - second, Abs(first + second))),
            by=Pointwise(["one sign"], lemmas=[apart_by_sign]),
        ),
        have("up", forall(i, d, other, this, y, Le(first + second, shift)), by=Pointwise(["difference"])),
        have("down", forall(i, d, other, this, y, Le(-(first + second), shift)), by=Pointwise({"difference": 1})),
        have("size", forall(i, d, other, this, y, Le(Abs(first + second), shift)), by=Pointwise(["up", "down"])),
        have("low", forall(i, d, other, this, y, Le(first - second, shift)), by=Pointwise({"signs": 1, "size": 1})),
        have(
            "low.sum",
            forall(
                i,
                d,
                other,
                y,
                Le(
                    share * (p * N - Z) * Int(at_d, this) - (1 - share) * same * (q * N - Z) * Int(at_other, this),
                    Int(shift, this),
                ),
            ),
            by=Integrate(this, "low", using=["bayesian.moved"], constants=[N, Z]),
        ),
        have(
            "linear",
            forall(
                i,
                d,
                other,
                y,
                Le(share * (p * N - Z) - (1 - share) * same * (q * N - Z), 2 * level * (Z * N)),
            ),
            by=Pointwise(["low.sum", "bayesian.moved", "at.mass", "mass'"]),
        ),
        have("n<=1", forall(i, d, other, Le(same, one_if_same)), by=Pointwise(cases=[Gt(same, 0)])),
        have("1<=n", forall(i, d, other, Le(one_if_same, same)), by=Pointwise(cases=[Gt(same, 0)])),
        have("n=1", forall(i, d, other, Eq(same, one_if_same)), by=Pointwise(["n<=1", "1<=n"])),
        have(
            "closed",
            forall(
                i,
                d,
                other,
                y,
                Le(
                    2 * share * (1 - share) * same * (p - q),
                    2 * level * ((share * p + (1 - share) * same * q) * (share + (1 - share) * same)),
                ),
            ),
            by=Pointwise(["linear", "N", "Z"]),
        ),
        have(
            "closed.1",
            forall(
                i,
                d,
                other,
                y,
                Le(
                    2 * share * (1 - share) * one_if_same * (p - q),
                    2 * level * ((share * p + (1 - share) * one_if_same * q) * (share + (1 - share) * one_if_same)),
                ),
            ),
            by=Pointwise(["closed", "n=1"]),
        ),
        have(
            "numbers",
            forall(i, d, other, y, Le(one_if_same * p, one_if_same * (odds * q))),
            by=Pointwise(["closed.1"], cases=[Gt(same, 0)]),
        ),
        have(
            "odds",
            forall(i, d, other, y, Le(same * p, same * (odds * q))),
            by=Pointwise({"numbers": 1, "n=1": p - odds * q}),
        ),
        have("claim.PQ", by=Pointwise({"odds": 1})),
        have(
            "back",
            forall(i, d, other, y, Le(Same(i, other, d) * q, Same(i, other, d) * (odds * p))),
            by=Pointwise([("odds", {d: other, other: d})]),
        ),
        have("claim.QP", by=Pointwise({"back": 1, "symmetric": odds * p - q})),
    ],
    witness=({"s": half}, {**two_points, M: [half] * 4}),
    fails=[
        Variant(
            "with 3 artanh(s)",
            {**two_points, M: [num(9, 10), num(1, 10), num(1, 10), num(9, 10)]},
            {"s": half},
            claim=PureDP(num(3, 2) * log((1 + level) / (1 - level)))(R),
        ),
        Variant("without it", {**two_points, M: [1, 0, 0, 1]}, {"s": half}, drop=["bayesian.moved"]),
        Variant(
            "if at(1, .) is the point mass at 0",
            {**two_points, At: [1, 0, 1, 0], M: [1, 0, 0, 1]},
            {"s": half},
            drop=["at"],
        ),
        Variant(
            "if a dataset does not agree with itself",
            {**two_points, Same: [0, 1, 1, 0], M: [1, 0, 0, 1]},
            {"s": half},
            drop=["own"],
        ),
        Variant(
            "if point masses lie at copies of the datasets, with other neighbours",
            {
                Same: [*[1, 1, 0, 1], *[1, 1, 1, 0], *[0, 1, 1, 0], *[1, 0, 0, 1]],
                At: [*[0, 0, 0, 1], *[0, 0, 1, 0], *[0, 0, 1, 0], *[0, 0, 0, 1]],
                M: [1, 0, 0, 1, 0, 1, 1, 0],
            },
            {"s": half},
            drop=["same"],
        ),
        Variant(
            "if agreement is not symmetric",
            {Same: [1, 1, 0, 1], At: [1, 0, 0, 1], M: [0, 1, half, half]},
            {"s": half},
            drop=["symmetric"],
        ),
    ],
)
