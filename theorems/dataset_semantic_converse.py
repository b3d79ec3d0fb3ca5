"""From semantic privacy of a mechanism on a space of datasets back to pure privacy; priors on two datasets are enough.

same(i, d, d') says that d and d' differ in record i at most, so that without record i they are the same, and Game i shows the same
of both. A point mass at d is a law at(d, .) on datasets that neither M nor the games tell from d; on a countable space there is one.
The prior is a coin between two of them that shows d with probability (1 − s)/2. In Game i it does not move; a transcript that Game i
cannot show is a breach, and without it nothing would follow.
"""

from dpsym.kernel.laws.terms import replace_points
from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Integrate,
    Lemma,
    Pointwise,
    Source,
    Step,
    Tables,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import Games, Mechanism, PureDP, SemanticPrivacy
from dpsym.objects.language import (
    Density,
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
    Point,
    Symbol,
    log,
    num,
    pos,
)
from theorems.datasets import M, d, m, m_, other, y
from theorems.vocabulary import half

i = Point("i")
this, without = Point("e", like=d), Point("without", like=d)
Same, Hide, Place = Event("same", i, d, other), Kernel("hide", i, d, without), Law("place", i)
H = Mechanism(M, Same, hide=Hide, place=Place)
At = Kernel("at", d, this)
level = Symbol("s")
w = (1 - level) / 2
at_d, at_other, same = At(d, this), At(other, this), Same(i, d, other)
p, q = m, m_
h, h_, h_this = H.hidden(i, d, y), H.hidden(i, other, y), H.hidden(i, this, y)


def coin_at(x: Term) -> Term:
    """d with weight (1 − s)/2, else d'."""
    return w * At(d, x) + (1 - w) * At(other, x)


coin = coin_at(this)
prior = Density(coin, (this,))
games = Games(H, lambda x: coin_at(x))
Z, Zi = games.shown(y), games.shown_without(i, y)
mixed, mixed_i = w * p + (1 - w) * q, w * h + (1 - w) * h_
body = coin * M(this, y) * Zi - coin * h_this * Z
first, second = w * at_d * (p * Zi - h * Z), (1 - w) * at_other * (q * Zi - h_ * Z)
both = at_d * at_other
are_same = Indicator(Gt(same, 0))
odds = ((1 + level) / (1 - level)) ** 2
A, B, C, S = (Symbol(name) for name in "ABCS")
share = (1 - S) / 2
told = share * A + (1 - share) * B
by_odds = (
    Le(A, ((1 + S) / (1 - S)) ** 2 * B),
    [Ge(A, 0), Ge(B, 0), Gt(C, 0), Ge(S, 0), Lt(S, 1), Le(share * (A * C - C * told), S * (told * C))],
)

moved = Lemma(
    Le(A, pos(C)), [Le(A, pos(B)), Eq(C, B)], {"A": first, "B": first + second, "C": body}
)  # equals for equals

point_mass = {
    "at": forall(d, this, y, Eq(At(d, this) * M(this, y), At(d, this) * M(d, y))),
    "at.hide": forall(i, d, this, without, Eq(At(d, this) * Hide(i, this, without), At(d, this) * Hide(i, d, without))),
}
records = {
    "hides": forall(i, d, other, without, Eq(same * Hide(i, d, without), same * Hide(i, other, without))),
}
seen = M(without, y)
two_points: Tables = {Same: [1, 1, 1, 1], At: [1, 0, 0, 1], Hide: [1, 0, 1, 0]}


def at_odds(way: str) -> list[Step]:
    """p <= odds·q for datasets that agree; the other way round for a coin that shows d' with probability (1 − s)/2."""
    turn = {} if way == "PQ" else {d: other, other: d}

    def put(t: Term) -> Term:
        return replace_points(t, turn)

    a, b, g, z, zi, z_is = map(put, (p, q, h, Z, Zi, mixed))
    here = forall(i, d, other, y, Le(w * (a * zi - g * z), level * (z * zi)))
    steps = [
        have(f"{way}.linear", here, by=Pointwise([("linear", turn)])),
        have(f"{way}.Z", forall(d, other, y, Eq(z, z_is)), by=Pointwise([("Z", turn)])),
        have(f"{way}.Zi", forall(i, d, other, y, Eq(zi, put(mixed_i))), by=Pointwise([("Zi", turn)])),
        have(
            f"{way}.Zi.same",
            forall(i, d, other, y, Eq(are_same * zi, are_same * g)),
            by=Pointwise({f"{way}.Zi": are_same, "same.1": -(1 - w) if way == "PQ" else 1 - w}),
        ),
        have(
            f"{way}.linear.1",
            forall(i, d, other, y, Le(are_same * (w * (a * zi - g * z)), are_same * (level * (z * zi)))),
            by=Pointwise({f"{way}.linear": are_same}),
        ),
        have(
            f"{way}.linear.Z",
            forall(i, d, other, y, Le(are_same * (w * (a * zi - g * z_is)), are_same * (level * (z_is * zi)))),
            by=Pointwise({f"{way}.linear.1": 1, f"{way}.Z": are_same * (level * zi + w * g)}),
        ),
        have(
            f"{way}.closed",
            forall(i, d, other, y, Le(are_same * (w * (a * g - g * z_is)), are_same * (level * (z_is * g)))),
            by=Pointwise({f"{way}.linear.Z": 1, f"{way}.Zi.same": level * z_is - w * a}),
        ),
        have(
            f"{way}.visible",
            forall(i, d, other, y, Le(Indicator(Le(zi, 0)) * z, 0)),
            by=Pointwise([("semantic.shown", turn)]),
        ),
        have(
            f"{way}.shown",
            forall(i, d, other, y, Le(are_same * Indicator(Le(g, 0)) * z_is, 0)),
            by=Pointwise([f"{way}.visible", f"{way}.Zi.same", f"{way}.Z"], cases=[Gt(same, 0), Le(g, 0), Le(zi, 0)]),
        ),
        have(
            f"{way}.numbers",
            forall(i, d, other, y, Le(are_same * a, are_same * (odds * b))),
            by=Pointwise(
                [f"{way}.closed", f"{way}.shown"],
                cases=[Gt(same, 0), Gt(g, 0)],
                lemmas=[Lemma(*by_odds, {"A": a, "B": b, "C": g, "S": level})],
            ),
        ),
        have(
            f"{way}.odds",
            forall(i, d, other, y, Le(same * a, same * (odds * b))),
            by=Pointwise({f"{way}.numbers": 1, "n=1": a - odds * b}),
        ),
        have(f"claim.{way}", by=Pointwise({f"{way}.odds": 1})),
    ]
    return steps


# what Games 0 and i show of the coin, and how far apart that is
two_datasets = [
    have("at'", forall(other, this, y, Eq(at_other * M(this, y), at_other * q)), by=Pointwise([("at", {d: other})])),
    have(
        "hid.in",
        forall(i, d, this, without, y, Eq(at_d * (Hide(i, this, without) * seen), at_d * (Hide(i, d, without) * seen))),
        by=Pointwise({"at.hide": seen}),
    ),
    have("hid", forall(i, d, this, y, Eq(at_d * h_this, at_d * h)), by=Integrate(without, "hid.in")),
    have("hid'", forall(i, other, this, y, Eq(at_other * h_this, at_other * h_)), by=Pointwise([("hid", {d: other})])),
    have(
        "same.in",
        forall(
            i,
            d,
            other,
            without,
            y,
            Eq(same * (Hide(i, d, without) * seen), same * (Hide(i, other, without) * seen)),
        ),
        by=Pointwise({"hides": seen}),
    ),
    have("same", forall(i, d, other, y, Eq(same * h, same * h_)), by=Integrate(without, "same.in")),
    have(
        "joint",
        forall(d, other, this, y, Eq(coin * M(this, y), w * at_d * p + (1 - w) * at_other * q)),
        by=Pointwise({"at": w, "at'": 1 - w}),
    ),
    have(
        "joint.i",
        forall(i, d, other, this, y, Eq(coin * h_this, w * at_d * h + (1 - w) * at_other * h_)),
        by=Pointwise({"hid": w, "hid'": 1 - w}),
    ),
    have("mass'", forall(other, Eq(Int(at_other, this), 1)), by=Pointwise([("at.mass", {d: other})])),
    have(
        "Z.sum",
        forall(d, other, y, Eq(Z, w * p * Int(at_d, this) + (1 - w) * q * Int(at_other, this))),
        by=Integrate(this, "joint"),
    ),
    have("Z", forall(d, other, y, Eq(Z, mixed)), by=Pointwise({"Z.sum": 1, "at.mass": w * p, "mass'": (1 - w) * q})),
    have(
        "Zi.sum",
        forall(i, d, other, y, Eq(Zi, w * h * Int(at_d, this) + (1 - w) * h_ * Int(at_other, this))),
        by=Integrate(
            this,
            "joint.i",
            constants=[h, h_],
            parts=[(1, coin * h_this), (-w * h, at_d), (-(1 - w) * h_, at_other)],
        ),
    ),
    have(
        "Zi",
        forall(i, d, other, y, Eq(Zi, mixed_i)),
        by=Pointwise({"Zi.sum": 1, "at.mass": w * h, "mass'": (1 - w) * h_}),
    ),
    have(
        "difference",
        forall(i, d, other, this, y, Eq(body, first + second)),
        by=Pointwise({"joint": Zi, "joint.i": -Z}, finite=["Zi"]),
    ),
    have("overlap", forall(d, other, this, y, Eq(both * (p - q), 0)), by=Pointwise({"at": -at_other, "at'": at_d})),
    have(
        "overlap.i",
        forall(i, d, other, this, y, Eq(both * (h - h_), 0)),
        by=Pointwise({"hid": -at_other, "hid'": at_d}),
    ),
    have(
        "still",
        forall(i, d, other, this, y, Eq(both * (q * Zi - h_ * Z), 0)),
        by=Pointwise({"Zi": both * q, "Z": -both * h_, "overlap.i": w * q, "overlap": -w * h_}),
    ),
    have(
        "low",
        forall(i, d, other, this, y, Le(first, pos(first + second))),
        by=Pointwise(["still"], cases=[Gt(at_d, 0), Gt(at_other, 0)], finite=["Zi"]),
    ),
    have(
        "low.body",
        forall(i, d, other, this, y, Le(first, pos(body))),
        by=Pointwise(["low", "difference"], finite=["Zi"], lemmas=[moved]),
    ),
]

# Game i shows the same of datasets that agree
agreeing = [
    have("n<=1", forall(i, d, other, Le(same, are_same)), by=Pointwise(cases=[Gt(same, 0)])),
    have("1<=n", forall(i, d, other, Le(are_same, same)), by=Pointwise(cases=[Gt(same, 0)])),
    have("n=1", forall(i, d, other, Eq(same, are_same)), by=Pointwise(["n<=1", "1<=n"])),
    have(
        "same.1",
        forall(i, d, other, y, Eq(are_same * h, are_same * h_)),
        by=Pointwise({"same": 1, "n=1": h_ - h}),
    ),
]

copies: Tables = {
    Same: [0, 1, 0, 0, 1, *[0] * 11],
    At: [*[0, 0, 1, 0], *[0, 0, 0, 1], *[0, 0, 1, 0], *[0, 0, 0, 1]],
    Hide: [*[1, 0, 0, 0], *[1, 0, 0, 0], *[0, 0, 1, 0], *[0, 0, 0, 1]],
    M: [1, 0, 0, 1, 1, 0, 0, 1],
}  # 2 and 3 are copies of 0 and 1

to_pure = Theorem(
    title="An s-semantically private mechanism is 4 artanh(s)-DP; it is enough for priors on two datasets",
    source=Source("kasiviswanathan-smith", "Theorem 2.2", sharpened=True),
    about=[M, Same, Hide, At],
    where=[Ge(level, 0), Lt(level, 1)],
    given={"semantic": SemanticPrivacy(level)(H, prior=prior), **point_mass, **records},
    claim=PureDP(2 * log((1 + level) / (1 - level)))(H),
    proof=[
        *two_datasets,
        have(
            "low.sum",
            forall(i, d, other, y, Le(w * (p * Zi - h * Z) * Int(at_d, this), Int(pos(body), this))),
            by=Integrate(
                this,
                "low.body",
                using=["semantic.apart"],
                parts=[(w * (p * Zi - h * Z), at_d), (-1, pos(body))],
            ),
        ),
        have(
            "linear",
            forall(i, d, other, y, Le(w * (p * Zi - h * Z), level * (Z * Zi))),
            by=Pointwise({"low.sum": 1, "semantic.apart": 1, "at.mass": -w * (p * Zi - h * Z)}),
        ),
        *agreeing,
        *at_odds("PQ"),
        *at_odds("QP"),
    ],
    witness=({"s": half}, {**two_points, M: [half] * 4}),
    fails=[
        Variant(
            "with 3 artanh(s)",
            {**two_points, M: [num(9, 10), num(1, 10), num(1, 10), num(9, 10)]},
            {"s": half},
            claim=PureDP(num(3, 2) * log((1 + level) / (1 - level)))(H),
        ),
        Variant("without it", {**two_points, M: [1, 0, 0, 1]}, {"s": half}, drop=["semantic.apart", "semantic.shown"]),
        Variant(
            "if what Game i cannot show is passed over",
            {**two_points, M: [1, 0, half, half]},
            {"s": half},
            drop=["semantic.shown"],
        ),
        Variant(
            "if at(1, .) is the point mass at 0",
            {**two_points, At: [1, 0, 1, 0], M: [1, 0, 0, 1]},
            {"s": half},
            drop=["at"],
        ),
        Variant(
            "if point masses lie at copies of the datasets, of which Game i hides nothing",
            copies,
            {"s": half},
            drop=["at.hide"],
        ),
        Variant(
            "if Game i hides nothing",
            {**two_points, Hide: [1, 0, 0, 1], M: [1, 0, 0, 1]},
            {"s": half},
            drop=["hides"],
        ),
    ],
)
