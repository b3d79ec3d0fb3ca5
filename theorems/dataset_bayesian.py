"""Bayesian privacy of a mechanism on a space of datasets: ε-DP implies tanh(ε/4)-Bayesian privacy, for all priors.

For a prior b, let h be 1 where the posterior is above the prior, and compare masses: with A, B the prior inside and outside of h, and
X, Y the same times the likelihood, B X <= e^ε A Y: every pair of datasets satisfies it. What is left is about numbers (`balance`).
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Cite,
    Integrate,
    Pointwise,
    Real,
    Source,
    Tables,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import (
    BayesianPrivacy,
    Mechanism,
    PureDP,
)
from dpsym.objects.language import (
    Abs,
    Eq,
    Event,
    Ge,
    Gt,
    Indicator,
    Int,
    Law,
    Le,
    Point,
    Symbol,
    exp,
    log,
    num,
    pos,
    tanh,
)
from theorems.datasets import M, d, other, private, y
from theorems.groups_of_two import line, three
from theorems.vocabulary import e_eps, eps, half, third

inside, outside, X, Y, w = Symbol("A"), Symbol("B"), Symbol("X"), Symbol("Y"), Symbol("w")
gap = (w - 1) * inside * X + 2 * w * inside * Y - 2 * outside * X + (w - 1) * outside * Y
slack = w**2 * inside * Y - outside * X
room = pos(2 * outside - (w - 1) * inside)

balance = Theorem(
    title="If B X <= w² A Y then B X − A Y <= (w − 1)/(w + 1) (A + B)(X + Y)",
    about=[],
    where=[Ge(inside, 0), Ge(outside, 0), Ge(X, 0), Ge(Y, 0), Ge(w, 1)],
    given={"pairs": Le(outside * X, w**2 * (inside * Y))},
    claim=Le(outside * X - inside * Y, (w - 1) / (w + 1) * ((X + Y) * (inside + outside))),
    proof=[
        have("square", Ge(Y * (w - 1) * (w * inside - outside) ** 2, 0), by=Real()),
        have("times B", Ge(outside * gap, (2 * outside - (w - 1) * inside) * slack), by=Real({"square": 1})),
        have("product", Ge(room * slack, 0), by=Real({"pairs": room})),
        have(
            "gap",
            Ge(gap, 0),
            by=Real(["times B", "product"], cases=[Ge(2 * outside, (w - 1) * inside), Gt(outside, 0)]),
        ),
        have("goal", by=Real(["gap"])),
    ],
    witness=({"A": 1, "B": 1, "X": 1, "Y": 1, "w": 1}, {}),
    fails=[
        Variant(
            "with w + 2 in place of w + 1",
            {},
            {"A": 1, "B": 2, "X": 2, "Y": 1, "w": 2},
            claim=Le(outside * X - inside * Y, (w - 1) / (w + 2) * ((X + Y) * (inside + outside))),
        ),
        Variant("without it", {}, {"A": 0, "B": 1, "X": 1, "Y": 0, "w": 1}, drop=["pairs"]),
    ],
)

i = Point("i")
this, f = Point("e", like=d), Point("f", like=d)
Same, Prior = Event("same", i, d, other), Law("b", d)
R = Mechanism(M, Same)
root = exp(eps / 2)


def part(x: Term) -> Term:
    """The prior of a dataset that agrees with d in all records but i."""
    return Same(i, d, x) * Prior(x)


total, seen = Int(part(this), this), Int(part(this) * M(this, y), this)


def above(x: Term) -> Term:
    """1 where the posterior is above the prior."""
    return Indicator(Gt(M(x, y) * total, seen))


masses = {
    "A": Int(part(this) * above(this), this),
    "B": Int(part(this) * (1 - above(this)), this),
    "X": Int(part(this) * above(this) * M(this, y), this),
    "Y": Int(part(this) * (1 - above(this)) * M(this, y), this),
}
both = Same(i, d, this) * Same(i, d, f)
weights = Prior(this) * Prior(f) * (above(this) * (1 - above(f)))
rest = forall(i, d, this, f, Le(both, Same(i, this, f)))
moved = Int(Abs(part(this) * M(this, y) * total - part(this) * seen), this)
one_record: Tables = {Same: [1, 1, 1, 1], Prior: [third, 2 * third]}

from_pure = Theorem(
    title="An ε-DP mechanism is tanh(ε/4)-Bayesian private, for all priors",
    source=Source("biswas", "Theorem 1", sharpened=True),
    about=[M, Same, Prior],
    where=[Ge(eps, 0)],
    given={"private": PureDP(eps)(R), "rest": rest},
    claim=BayesianPrivacy((root - 1) / (root + 1))(R, prior=Prior),
    proof=[
        have(
            "e to f",
            forall(i, this, f, y, Le(Same(i, this, f) * M(this, y), Same(i, this, f) * (e_eps * M(f, y)))),
            by=Pointwise([("private.PQ", {d: this, other: f})]),
        ),
        have(
            "pair",
            forall(i, d, this, f, y, Le(both * M(this, y), both * (e_eps * M(f, y)))),
            by=Pointwise(["e to f", "rest"], cases=[Gt(Same(i, this, f), 0)]),
        ),
        have(
            "pair.in",
            forall(
                i,
                d,
                this,
                f,
                y,
                Le(
                    part(this) * above(this) * M(this, y) * (part(f) * (1 - above(f))),
                    e_eps * (part(this) * above(this) * (part(f) * (1 - above(f)) * M(f, y))),
                ),
            ),
            by=Pointwise({"pair": weights}),
        ),
        have(
            "pair.f",
            forall(
                i,
                d,
                this,
                y,
                Le(
                    part(this) * above(this) * M(this, y) * masses["B"],
                    e_eps * (part(this) * above(this) * masses["Y"]),
                ),
            ),
            by=Integrate(f, "pair.in", constants=[total, seen]),
        ),
        have(
            "pairs",
            forall(i, d, y, Le(masses["B"] * masses["X"], e_eps * (masses["A"] * masses["Y"]))),
            by=Integrate(this, "pair.f", constants=[masses["B"], masses["Y"]]),
        ),
        have("total", forall(i, d, y, Eq(total, masses["A"] + masses["B"])), by=Integrate(this)),
        have("seen", forall(i, d, y, Eq(seen, masses["X"] + masses["Y"])), by=Integrate(this)),
        have(
            "moved",
            forall(
                i,
                d,
                y,
                Eq(moved, total * (masses["X"] - masses["Y"]) - seen * (masses["A"] - masses["B"])),
            ),
            by=Under(this, cases=[Gt(M(this, y) * total, seen)], constants=[total, seen]),
        ),
        have("w>=1", Ge(root, 1), by=Real()),
        have(
            "pairs.w",
            forall(i, d, y, Le(masses["B"] * masses["X"], root**2 * (masses["A"] * masses["Y"]))),
            by=Pointwise(["pairs"]),
        ),
        have(
            "balance",
            forall(
                i,
                d,
                y,
                Le(
                    masses["B"] * masses["X"] - masses["A"] * masses["Y"],
                    (root - 1) / (root + 1) * ((masses["X"] + masses["Y"]) * (masses["A"] + masses["B"])),
                ),
            ),
            by=Cite(balance, reals={**masses, "w": root}, given={"pairs": "pairs.w"}, using=["w>=1"]),
        ),
        have("goal", by=Pointwise(["balance", "total", "seen", "moved"])),
    ],
    witness=({"eps": 1}, {**one_record, M: [half] * 4}),
    fails=[
        Variant(
            "with tanh(ε/5)",
            {**one_record, M: [num(4, 5), num(1, 5), num(1, 5), num(4, 5)]},
            {"eps": 2 * log(num(2))},
            claim=BayesianPrivacy(tanh(eps / 5))(R, prior=Prior),
        ),
        Variant("without privacy", {**one_record, M: [1, 0, 0, 1]}, {"eps": 1}, drop=private),
        Variant(
            "if agreeing in all records but i is not transitive",
            {Same: line, Prior: [third, 0, 2 * third], M: three[M]},
            {"eps": log(num(2))},
            drop=["rest"],
        ),
    ],
)
