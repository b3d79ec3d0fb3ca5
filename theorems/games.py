"""Approximate semantic privacy in the words of Kasiviswanathan and Smith: Theorem 2.4, for n records.

M(d, .) is the law of the outcome for the dataset d, and hide(i, d, .) draws d without record i, which is a neighbour of d. Game 0 shows
M(d), Game i what M shows of the dataset without record i. Of one record the chapters semantic_approximate and most_pairs say how often
posteriors are apart; what is left is to come from neighbours to Game i, and the union bound over places. Game i is a mean of
neighbours, and (m − u ∫ hide m')₊ <= ∫ hide (m − u m')₊: so what holds of neighbours holds of it.
"""

from collections.abc import Callable, Mapping

from dpsym.kernel.terms import ONE, Term
from dpsym.library.theorem import (
    Cite,
    Instantiate,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Step,
    Swap,
    Tables,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import ApproximateDP, ApproximateSemanticPrivacy, Games, Mechanism
from dpsym.objects.language import (
    Eq,
    Event,
    FieldSymbol,
    Ge,
    Gt,
    Indicator,
    Int,
    Kernel,
    Law,
    Le,
    Piecewise,
    Point,
    Symbol,
    num,
    pos,
)
from theorems import vocabulary
from theorems.places import KEY, AtPlace, Place, at_place, i, j, n, n_places, r, sa, some_place, t
from theorems.semantic_approximate import level, most, tau
from theorems.semantic_approximate import one_record as exact_for_one_record
from theorems.vocabulary import e_eps, eps, half, tenth

d, y = Point("d"), Point("y")
other = Point("d'", like=d)
M, Near, Hide, Prior = Kernel("M", d, y), Event("near", d, other), Kernel("hide", i, d, other), Law("b", d)
H = Mechanism(M, Near, hide=Hide, place=Place)
near, hide, belief = Near.density, Hide.density, Prior.density
here, there = M(d, y), M(other, y)
hidden = H.hidden(i, d, y)
games = Games(H, Prior)
Z, Zi = games.shown(y), games.shown_without(i, y)
far = games.apart(tau, i, y)
distance = games.distance(i, y)

hiding = {
    "hides": forall(i, d, other, Le(hide, hide * near)),
    "n places": n_places,
    "same place": forall(i, j, d, other, Eq(at_place * Hide(j, d, other), at_place * hide)),
}


def times(good: Term, t: Term) -> Term:
    """Where datasets are good; all of them are, if it is 1."""
    return t if good is ONE else good * t


def averaged(way: str, a: Term, b: Term, whole: Term, good: Term, inside: Term, near: Term = near) -> list[Step]:
    """From `way`.stick, E_u of neighbours, to E_u of M(d) and Game i: the neighbours that record i may make of d are averaged."""
    over = pos(a - e_eps * b)
    excess = pos(here - e_eps * hidden) if way == "PQ" else pos(hidden - e_eps * here)
    return [
        have(f"{way}.in", forall(i, d, other, y, Le(hide * a - e_eps * (hide * b), hide * over)), by=Pointwise()),
        have(f"{way}.most", forall(i, d, other, y, Le(hide * over, hide * a)), by=Pointwise(cases=[Gt(a, e_eps * b)])),
        have(
            f"{way}.finite",
            forall(i, d, y, Le(Int(hide * over, other), Int(hide * a, other))),
            by=Integrate(other, f"{way}.most"),
        ),
        have(
            f"{way}.mean",
            forall(i, d, y, Le(whole, Int(hide * over, other))),
            by=Integrate(other, f"{way}.in", using=[f"{way}.finite"]),
        ),
        have(
            f"{way}.game",
            forall(i, d, y, Le(excess, Int(hide * over, other))),
            by=Pointwise([f"{way}.mean", "hide.mass"]),
        ),
        have(f"{way}.pull", forall(i, d, other, Eq(Int(hide * over, y), hide * Int(over, y))), by=Under(y)),
        have(
            f"{way}.bounded",
            forall(i, d, other, Le(Int(hide * over, y), Int(hide * a, y))),
            by=Integrate(y, f"{way}.most"),
        ),
        have(
            f"{way}.bounded.sum",
            forall(i, d, Le(Int(hide * over, other, y), Int(hide * a, other, y))),
            by=Integrate(other, f"{way}.bounded"),
        ),
        have(
            f"{way}.swap",
            forall(i, d, Eq(Int(hide * over, y, other), Int(hide * over, other, y))),
            by=Swap([f"{way}.bounded.sum"]),
        ),
        have(
            f"{way}.all",
            forall(i, d, Le(Int(excess, y), Int(hide * over, y, other))),
            by=Integrate(y, f"{way}.game", using=[f"{way}.swap"]),
        ),
        have(
            f"{way}.small",
            forall(i, d, other, Le(times(good, Int(hide * over, y)), times(good, inside * hide))),
            by=Pointwise(
                [f"{way}.pull", f"{way}.stick", "hides"],
                cases=[Gt(near, 0), Gt(hide, 0), *([] if good is ONE else [Gt(good, 0)])],
            ),
        ),
        have(
            f"{way}.sum",
            forall(i, d, Le(times(good, Int(hide * over, other, y)), times(good, inside * Int(hide, other)))),
            by=Integrate(other, f"{way}.small", using=[f"{way}.bounded.sum"]),
        ),
        have(
            f"{way}",
            forall(i, d, Le(times(good, Int(excess, y)), times(good, inside))),
            by=Pointwise({f"{way}.all": good, f"{way}.swap": good, f"{way}.sum": 1, "hide.mass": good * inside}),
        ),
    ]


Game = Kernel("N", i, d, y)

shown_in_game = Theorem(
    title="What a game shows of datasets drawn from the prior has a density",
    about=[Prior, Place, Game],
    claim=forall(i, y, Ge(Int(belief * Game.density, d), 0)),
    proof=[have("goal", by=Pointwise())],
    witness=({}, {Prior: [1], Place: [1], Game: [1]}),
)

inverse, is_here = Piecewise((1 / at_place, Gt(at_place, 0)), default=0), Indicator(Gt(at_place, 0))
hidden_j = H.hidden(j, d, y)
weight, one, two = Symbol("w"), Symbol("a"), Symbol("b")
is_so = Indicator(Gt(weight, 0))


class Play:
    """Games 0 and i for weights of datasets, which may depend on points of their own: a prior, or what an informed belief is."""

    def __init__(self, weight: Callable[[Term], Term], at: tuple[Term, ...] = ()) -> None:
        self.at, self.belief, self.games = at, weight(d), Games(H, weight)
        self.Z, self.Zi, self.Zj = self.games.shown(y), self.games.shown_without(i, y), self.games.shown_without(j, y)
        self.distance, self.distance_j = self.games.distance(i, y), self.games.distance(j, y)
        self.far = self.games.apart(tau, i, y)
        self.gain = self.belief * here * self.Zi - self.belief * hidden * self.Z
        self.gain_j = self.belief * here * self.Zj - self.belief * hidden_j * self.Z

    def finite(self) -> list[Step]:
        """The distance of Games 0 and i is finite, if Zi says that what Game i shows is."""
        Z, Zi, gain = self.Z, self.Zi, self.gain
        joint = self.belief * here
        return [
            have(
                "distance.in",
                forall(*self.at, i, d, y, Le(pos(gain), Zi * joint)),
                by=Pointwise(["Zi"], cases=[Ge(gain, 0)]),
            ),
            have(
                "distance",
                forall(*self.at, i, y, Le(self.distance, Zi * Z)),
                by=Integrate(d, "distance.in", using=["Zi", *self.finite_shown], parts=[(1, pos(gain)), (-Zi, joint)]),
            ),
        ]

    @property
    def finite_shown(self) -> list[str]:
        """What Game 0 shows of a law has a density; of other weights it is a fact."""
        return ["Z"] if self.at else []

    def far_apart(self) -> Step:
        """Where outcomes are told to be τ apart, they are."""
        Z, Zi = self.Z, self.Zi
        return have(
            "far",
            forall(*self.at, i, y, Le(self.far * (tau * Z * Zi), self.far * self.distance)),
            by=Pointwise(
                ["Zi", "distance", *self.finite_shown], cases=[Gt(Z, 0), Le(Zi, 0), Gt(self.distance, tau * (Z * Zi))]
            ),
        )

    def same_games(self) -> list[Step]:
        """Games of places that are the same show the same, and are as far from Game 0."""
        at, ij = self.at, ["Zi", "Zj", *self.finite_shown]
        pair = (*at, i, j)
        return [
            have("inverse", forall(i, j, Eq(inverse * at_place, is_here)), by=Pointwise(cases=[Gt(at_place, 0)])),
            have(
                "same.hide",
                forall(i, j, d, other, Eq(is_here * Hide(j, d, other), is_here * hide)),
                by=Pointwise({"same place": inverse, "inverse": hide - Hide(j, d, other)}),
            ),
            have(
                "same.in",
                forall(i, j, d, other, y, Eq(is_here * (Hide(j, d, other) * there), is_here * (hide * there))),
                by=Pointwise({"same.hide": there}),
            ),
            have(
                "same.hidden",
                forall(i, j, d, y, Eq(is_here * hidden_j, is_here * hidden)),
                by=Integrate(other, "same.in"),
            ),
            have(
                "same.b",
                forall(*pair, d, y, Eq(is_here * (self.belief * hidden_j), is_here * (self.belief * hidden))),
                by=Pointwise({"same.hidden": self.belief}),
            ),
            have("Zj", forall(*at, j, y, Ge(self.Zj, 0)), by=Pointwise([("Zi", {i: j})])),
            have(
                "distance j",
                forall(*at, j, y, Le(self.distance_j, self.Zj * self.Z)),
                by=Pointwise([("distance", {i: j})]),
            ),
            have(
                "same.Z",
                forall(*pair, y, Eq(is_here * self.Zj, is_here * self.Zi)),
                by=Integrate(d, "same.b", using=ij),
            ),
            have(
                "same.gain",
                forall(*pair, d, y, Eq(is_here * self.gain_j, is_here * self.gain)),
                by=Pointwise(
                    {"same.Z": self.belief * here, "same.b": -self.Z, **dict.fromkeys(ij, 0)},
                ),
            ),
            have(
                "same.pos",
                forall(*pair, d, y, Eq(is_here * pos(self.gain_j), is_here * pos(self.gain))),
                by=Pointwise(
                    ["same.gain", *ij],
                    lemmas=[
                        Lemma(
                            Eq(is_so * pos(one), is_so * pos(two)),
                            [Ge(weight, 0), Eq(is_so * one, is_so * two)],
                            {"w": at_place, "a": self.gain_j, "b": self.gain},
                        )
                    ],
                ),
            ),
            have(
                "same.distance",
                forall(*pair, y, Eq(is_here * self.distance_j, is_here * self.distance)),
                by=Integrate(
                    d,
                    "same.pos",
                    parts=[(is_here, pos(self.gain_j)), (-is_here, pos(self.gain))],
                    using=[*ij, "distance", "distance j"],
                ),
            ),
            have(
                "at",
                forall(*pair, y, Eq(at_place * self.games.apart(tau, j, y), at_place * self.far)),
                by=Pointwise(
                    ["same.Z", "same.distance"], cases=[Gt(at_place, 0)], finite=[*ij, "distance", "distance j"]
                ),
            ),
        ]


of_prior = Play(Prior)
once_gain = pos(belief * here * Zi - num(1) * (belief * hidden * Z))  # as the theorems about one record have it
zi_of_prior = have(
    "Zi",
    forall(i, y, Ge(Zi, 0)),
    by=Cite(shown_in_game, fields={"b": Prior, "place": Place, "N": ((i, d, y), hidden)}, using=["game.mass"]),
)


def mass_of_game() -> list[Step]:
    one = hide * there
    return [
        have("game.swap", forall(i, d, Eq(Int(one, y, other), Int(one, other, y))), by=Swap()),
        have("game.pull", forall(i, d, other, Eq(Int(one, y), hide * Int(there, y))), by=Under(y)),
        have("mass.other", forall(other, Eq(Int(there, y), 1)), by=Pointwise([("M.mass", {d: other})])),
        have(
            "game.in",
            forall(i, d, Eq(Int(one, other, y), Int(hide, other))),
            by=Under(other, using=["game.pull", "mass.other"]),
        ),
        have("game.mass", forall(i, d, Eq(Int(hidden, y), 1)), by=Pointwise(["game.swap", "game.in", "hide.mass"])),
    ]


def mass_of_shown() -> list[Step]:
    return [
        have("Z.swap", Eq(Int(belief * here, y, d), Int(belief * here, d, y)), by=Swap()),
        have("Z.pull", forall(d, Eq(Int(belief * here, y), belief * Int(here, y))), by=Under(y)),
        have("Z.in", Eq(Int(belief * here, d, y), Int(belief, d)), by=Under(d, using=["Z.pull", "M.mass"])),
        have("Z.mass", Eq(Int(Z, y), 1), by=Real(["Z.swap", "Z.in", "b.mass"])),
    ]


def to_games(
    one: Theorem, good: Term, inside: Term, bound: Term, known: Mapping[str, str], fields: Mapping[str, FieldSymbol]
) -> list[Step]:
    """From E_u of neighbours to the claim: averages, the theorem for one record, the union bound."""
    return [
        *averaged("PQ", here, there, here * Int(hide, other) - e_eps * hidden, good, inside),
        *averaged("QP", there, here, hidden - e_eps * (here * Int(hide, other)), good, inside),
        *mass_of_game(),
        zi_of_prior,
        *of_prior.finite(),
        of_prior.far_apart(),
        have("once.in", forall(i, d, y, Eq(once_gain, pos(of_prior.gain))), by=Pointwise(["Zi"])),
        have(
            "once",
            forall(i, y, Eq(Int(once_gain, d), distance)),
            by=Integrate(d, "once.in", using=["Zi", "distance"], parts=[(1, once_gain), (-1, pos(of_prior.gain))]),
        ),
        have(
            "apart",
            forall(i, y, Le(far * (tau * Z * Zi), far * Int(once_gain, d))),
            by=Pointwise({"far": 1, "once": -far, "Zi": 0, "distance": 0}),
        ),
        have(
            "each",
            forall(i, Le(Int(far * Z, y), bound)),
            by=Cite(
                one,
                fields={"b": Prior, "A": M, "B": ((d, y), hidden), "e": ((y,), far), **fields},
                points={vocabulary.x: d, sa.t: y},
                given={"AB": "PQ", "BA": "QP", "apart": "apart", **known},
                using=["game.mass", "Zi", "distance", "once"],
            ),
        ),
        *of_prior.same_games(),
        *mass_of_shown(),
        have("bound>=0", Ge(bound, 0), by=Real()),
        have(
            "claim.seldom",
            by=Cite(
                some_place,
                reals={"n": n, "m": bound},
                fields={"P": ((y,), Z), "place": Place, "at": AtPlace, "e": ((i, y), far)},
                points={t: y},
                given={"each": "each", "n places": "n places", "at": "at"},
                using=["Z.mass", "bound>=0", "Zi", "distance"],
            ),
        ),
    ]


def stick(
    name: str, way: str, a: Term, b: Term, inside: Term, near: Term, out: str, at: tuple[Term, ...] = (d, other)
) -> list[Step]:
    """E_u of neighbours from (ε,δ)-privacy: the event that M(d) is more than u times M(d')."""
    above, over = Indicator(Gt(a, e_eps * b)), pos(a - e_eps * b)
    return [
        have(
            f"{way}.test",
            forall(*at, Le(near * Int(above * a, y), near * (e_eps * Int(above * b, y) + inside))),
            by=Instantiate(f"{name}.{way}", above, at=(*at, y)),
        ),
        have(
            f"{way}.split",
            forall(*at[-2:], Eq(Int(over, y), Int(above * a, y) - e_eps * Int(above * b, y))),
            by=Under(y, cases=[Gt(a, e_eps * b)]),
        ),
        have(
            f"{way}.{out}",
            forall(*at, Le(near * Int(over, y), near * inside)),
            by=Pointwise({f"{way}.test": 1, f"{way}.split": near}),
        ),
    ]


def sticks(name: str, inside: Term, relation: FieldSymbol = Near, out: str = "stick") -> list[Step]:
    both = (("PQ", here, there), ("QP", there, here))
    return [step for way, a, b in both for step in stick(name, way, a, b, inside, relation.density, out)]


# -- Theorem 2.4 ------------------------------------------------------------------------------------------------------------

one_record = Theorem(
    title="For one record: e^(3ε) − 1 + 2√δ apart with probability at most √δ (r stands for √δ)",
    source=Source(KEY, "Theorem 2.4"),
    about=[sa.X, sa.A, sa.B, sa.T],
    where=[Ge(eps, 0), Ge(r, 0), Le(r, 1), Gt(tau, 0)],
    given={
        **{name: Le(fact.lhs, r**2) for name, fact in sa.close.items()},
        "apart": forall(sa.t, Le(sa.in_T * (tau * sa.p * sa.q), sa.in_T * sa.distance(sa.a_))),
    },
    claim=Le(Int(sa.in_T * sa.p, sa.t), r),
    proof=[
        *sa.at_most_one(
            forall(sa.t, Le(sa.in_T * (level * sa.p * sa.q), sa.in_T * sa.distance(sa.a_))), sa.in_T * sa.p * sa.q
        ),
        have(
            "exact",
            Le(Int(sa.in_T * sa.p, sa.t), most(level, r**2)),
            by=Cite(
                exact_for_one_record,
                reals={"delta": r**2, "c": level},
                given={"apart": "apart.level"},
                using=["level>0", "level<=1"],
            ),
        ),
        sa.root,
        have("goal", by=Real(["exact", "root"])),
    ],
    witness=({"eps": 0, "r": tenth}, {sa.X: [1], sa.A: [1], sa.B: [1], sa.T: [0]}),
)

numbers = [Ge(eps, 0), Ge(r, 0), Le(r, 1), Ge(n, 1), Gt(tau, 0)]
small = {"eps": num(0), "r": tenth, "n": num(1)}
quiet: Tables = {M: [half] * 4, Near: [1] * 4, Hide: [1, 0, 1, 0], Prior: [half, half], Place: [1], AtPlace: [1]}

told: Tables = {**quiet, M: [1, 0, 0, 1]}  # the outcome is the dataset

theorem_2_4 = Theorem(
    title="An (ε,δ)-DP mechanism is (e^(3ε) − 1 + 2√δ, n√δ)-semantically private, for all priors on n records (r stands for √δ)",
    source=Source(KEY, "Theorem 2.4", sharpened=True),
    about=[M, Near, Hide, Place, AtPlace, Prior],
    where=numbers,
    given={"private": ApproximateDP(eps, r**2)(H), **hiding},
    claim=ApproximateSemanticPrivacy(tau, n * r)(H, prior=Prior),
    proof=[*sticks("private", r**2), *to_games(one_record, ONE, r**2, r, {}, {})],
    witness=({"eps": 0, "r": tenth, "n": 1}, quiet),
    fails=[
        Variant("without privacy", told, small, drop=["private.PQ", "private.QP"]),
        Variant(
            "if records are not replaced by those of neighbours", {**told, Near: [1, 0, 0, 1]}, small, drop=["hides"]
        ),
    ],
)
