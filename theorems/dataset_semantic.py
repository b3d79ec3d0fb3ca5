"""Semantic privacy of a mechanism on a space of datasets: ε-DP implies tanh(ε/2)-semantic privacy, for all priors and n records.

Game 0 shows M(d), Game i what M shows of d without record i. The two are within e^ε, so with h where the posterior of Game 0 is above
that of Game i, the masses of both games inside and outside of h satisfy `balance` at e^ε.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Cite,
    Integrate,
    Pointwise,
    Real,
    Source,
    Step,
    Tables,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import (
    Mechanism,
    PureDP,
    SemanticPrivacy,
)
from dpsym.objects.language import (
    Eq,
    Ge,
    Gt,
    Indicator,
    Int,
    Kernel,
    Law,
    Le,
    num,
    pos,
    tanh,
)
from theorems.dataset_bayesian import Prior, balance, i
from theorems.datasets import M, Near, coin, d, log_2, m, m_, near, other, private, y
from theorems.vocabulary import e_eps, eps, half

Hide, Place = Kernel("hide", i, d, other), Law("place", i)
H = Mechanism(M, Near, hide=Hide, place=Place)
hide = Hide.density
b, shown, hidden = Prior(d), M(d, y), H.hidden(i, d, y)
Z0, Zi = Int(b * shown, d), Int(b * hidden, d)
gain = b * shown * Zi - b * hidden * Z0
more = Indicator(Gt(gain, 0))  # where the posterior of Game 0 is above that of Game i
games = {
    "A": Int(more * (b * hidden), d),
    "B": Int((1 - more) * (b * hidden), d),
    "X": Int(more * (b * shown), d),
    "Y": Int((1 - more) * (b * shown), d),
}
cut = more * (b * shown) * Zi - more * (b * hidden) * Z0
distance = Int(pos(gain), d)
replaced = forall(i, d, other, Le(hide, hide * near))


def replaced_record(way: str, a: Term, b: Term, left: Term, right: Term) -> list[Step]:
    """M(d) and what Game i shows are within e^ε: so is each dataset that record i may be replaced by."""
    return [
        have(
            f"{way}.one",
            forall(i, d, other, y, Le(hide * a, e_eps * (hide * b))),
            by=Pointwise({"hides": a, f"private.{way}": hide}),
        ),
        have(f"{way}.sum", forall(i, d, y, Le(left, e_eps * right)), by=Integrate(other, f"{way}.one")),
    ]


finite = ["Zi<=uZ0", "i<=0"]

from_pure = Theorem(
    title="An ε-DP mechanism is tanh(ε/2)-semantically private, for all priors and any number of records",
    source=Source("kasiviswanathan-smith", "Theorem 2.2", sharpened=True),
    about=[M, Near, Hide, Prior],
    where=[Ge(eps, 0)],
    given={"private": PureDP(eps)(H), "hides": replaced},
    claim=SemanticPrivacy((e_eps - 1) / (e_eps + 1))(H, prior=Prior),
    proof=[
        *replaced_record("PQ", m, m_, m * Int(hide, other), hidden),
        *replaced_record("QP", m_, m, hidden, m * Int(hide, other)),
        have("0<=i", forall(i, d, y, Le(shown, e_eps * hidden)), by=Pointwise({"PQ.sum": 1, "hide.mass": -m})),
        have("i<=0", forall(i, d, y, Le(hidden, e_eps * shown)), by=Pointwise({"QP.sum": 1, "hide.mass": e_eps * m})),
        have("Zi.in", forall(i, d, y, Le(b * hidden, e_eps * (b * shown))), by=Pointwise({"i<=0": b})),
        have("Zi<=uZ0", forall(i, y, Le(Zi, e_eps * Z0)), by=Integrate(d, "Zi.in", using=["i<=0"])),
        have("Z.in", forall(i, d, y, Le(b * shown, e_eps * (b * hidden))), by=Pointwise({"0<=i": b})),
        have("Z", forall(i, y, Le(Z0, e_eps * Zi)), by=Integrate(d, "Z.in", using=finite)),
        have("claim.shown", by=Pointwise(["Z", "Zi<=uZ0"], cases=[Le(Zi, 0)])),
        have("A.in", forall(i, d, y, Le(more * (b * hidden), b * hidden)), by=Pointwise(finite=finite)),
        have("A<=Zi", forall(i, y, Le(games["A"], Zi)), by=Integrate(d, "A.in", using=finite)),
        have(
            "X<=A.in",
            forall(i, d, y, Le(more * (b * shown), e_eps * (more * (b * hidden)))),
            by=Pointwise({"0<=i": more * b, "Zi<=uZ0": 0}),
        ),
        have(
            "X<=A",
            forall(i, y, Le(games["X"], e_eps * games["A"])),
            by=Integrate(d, "X<=A.in", using=[*finite, "A<=Zi"]),
        ),
        have(
            "B<=Y.in",
            forall(i, d, y, Le((1 - more) * (b * hidden), e_eps * ((1 - more) * (b * shown)))),
            by=Pointwise({"i<=0": (1 - more) * b, "Zi<=uZ0": 0}),
        ),
        have("B<=Y", forall(i, y, Le(games["B"], e_eps * games["Y"])), by=Integrate(d, "B<=Y.in", using=finite)),
        have(
            "pairs",
            forall(i, y, Le(games["B"] * games["X"], e_eps**2 * (games["A"] * games["Y"]))),
            by=Pointwise({"X<=A": games["B"], "B<=Y": e_eps * games["A"]}),
        ),
        have("u>=1", Ge(e_eps, 1), by=Real()),
        have(
            "balance",
            forall(
                i,
                y,
                Le(
                    games["B"] * games["X"] - games["A"] * games["Y"],
                    (e_eps - 1) / (e_eps + 1) * ((games["X"] + games["Y"]) * (games["A"] + games["B"])),
                ),
            ),
            by=Cite(balance, reals={**games, "w": e_eps}, using=["u>=1", "A<=Zi", "B<=Y"]),
        ),
        have("Z0", forall(i, y, Eq(Z0, games["X"] + games["Y"])), by=Integrate(d, using=finite)),
        have("Zi", forall(i, y, Eq(Zi, games["A"] + games["B"])), by=Integrate(d, using=[*finite, "A<=Zi", "B<=Y"])),
        have(
            "gain",
            forall(i, d, y, Le(gain, more * gain)),
            by=Pointwise(finite=finite, cases=[Gt(gain, 0)]),
        ),
        have(
            "gain>=0",
            forall(i, d, y, Le(0, more * gain)),
            by=Pointwise(finite=finite, cases=[Gt(gain, 0)]),
        ),
        have("distance.in", forall(i, d, y, Le(pos(gain), cut)), by=Pointwise(["gain", "gain>=0"])),
        have(
            "distance",
            forall(i, y, Le(distance, games["X"] * Zi - games["A"] * Z0)),
            by=Integrate(d, "distance.in", using=[*finite, "A<=Zi"], constants=[Z0, Zi]),
        ),
        have("claim.apart", by=Pointwise(["balance", "Z0", "Zi", "distance"])),
    ],
    witness=({"eps": 1}, {M: [half] * 4, Near: [1] * 4, Hide: [1, 0, 1, 0], Prior: [half, half]}),
    fails=[
        Variant(
            "with tanh(ε/3)",
            {
                M: [*coin[:2], *coin[2:], *coin[2:], *coin[:2]],
                Near: [1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1],
                Hide: [*[1, 0, 0, 0], *[0, 1, 0, 0], *[1, 0, 0, 0], *[0, 1, 0, 0]],
                Prior: [0, 0, half, half],
            },
            log_2,
            claim=SemanticPrivacy(tanh(eps / 3))(H, prior=Prior),
        ),
        Variant(
            "without privacy",
            {M: [1, 0, 0, 1], Near: [1] * 4, Hide: [1, 0, 1, 0], Prior: [half, half]},
            {"eps": 1},
            drop=private,
        ),
        Variant(
            "if records are not replaced by those of neighbours",
            {M: [1, 0, 0, 1], Near: [1, 0, 0, 1], Hide: [1, 0, 1, 0], Prior: [half, half]},
            {"eps": 1},
            drop=["hides"],
        ),
    ],
)

quiet: Tables = {M: [half] * 4, Near: [1] * 4, Hide: [1, 0, 1, 0], Prior: [half, half]}

as_printed = Theorem(
    title="An ε-DP mechanism is (e^ε − 1)-semantically private, for all priors and any number of records",
    source=Source("kasiviswanathan-smith", "Theorem 2.2"),
    about=[M, Near, Hide, Prior],
    where=[Ge(eps, 0)],
    given={"private": PureDP(eps)(H), "hides": replaced},
    claim=SemanticPrivacy(e_eps - 1)(H, prior=Prior),
    proof=[
        have("claim.shown", by=Cite(from_pure, claim="claim.shown")),
        have("exact", from_pure.claims["claim.apart"], by=Cite(from_pure, claim="claim.apart")),
        have("rate", Le((e_eps - 1) / (e_eps + 1), e_eps - 1), by=Real()),
        have("claim.apart", by=Pointwise({"exact": 1, "rate": Z0 * Zi})),
    ],
    witness=({"eps": 1}, quiet),
    fails=[
        Variant("without privacy", {**quiet, M: [1, 0, 0, 1]}, {"eps": num(1, 10)}, drop=private),
        Variant(
            "if records are not replaced by those of neighbours",
            {**quiet, M: [1, 0, 0, 1], Near: [1, 0, 0, 1]},
            {"eps": num(1, 10)},
            drop=["hides"],
        ),
    ],
)
