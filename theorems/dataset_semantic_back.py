"""From (s,δ)-semantic privacy of a mechanism on a space of datasets back to (ε,δ)-privacy: Theorem 2.4, second half, in its own words.

As in dataset_semantic_converse the prior is a coin between two datasets that agree but for record i. Where no game is more than s away
from Game 0, the ratio of the two laws is bounded; elsewhere the coin shows the outcome with probability δ, and each of the two laws is
paid for by what the coin shows.
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
    Vanish,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import ApproximateDP, ApproximateSemanticPrivacy
from dpsym.objects.language import Eq, Event, Ge, Gt, Int, Le, Lt, Symbol, log, num, pos
from theorems.dataset_semantic_converse import (
    At,
    H,
    Hide,
    Place,
    Same,
    Z,
    Zi,
    agreeing,
    are_same,
    at_d,
    body,
    by_odds,
    coin,
    copies,
    games,
    h,
    i,
    level,
    mixed,
    mixed_i,
    odds,
    p,
    point_mass,
    prior,
    q,
    records,
    same,
    this,
    two_datasets,
    two_points,
    w,
)
from theorems.datasets import M, d, other, y
from theorems.vocabulary import delta, half

place = Place.density
distance, apart, some = games.distance(i, y), games.apart(level, i, y), games.some_apart(level, y)
any_apart = Int(place * apart, i)
Told = Event("E", i, d, other, y)
told = Told.density

moved_little = [
    have(
        "d.in",
        forall(i, d, other, this, y, Le(pos(body), Zi * (coin * M(this, y)))),
        by=Pointwise(["Zi"], cases=[Ge(body, 0)]),
    ),
    have(
        "d",
        forall(i, d, other, y, Le(distance, Zi * Z)),
        by=Integrate(this, "d.in", using=["Zi"], parts=[(1, pos(body)), (-Zi, coin * M(this, y))]),
    ),
    have(
        "low.sum",
        forall(i, d, other, y, Le(w * (p * Zi - h * Z) * Int(at_d, this), distance)),
        by=Integrate(this, "low.body", using=["d", "Zi"], parts=[(w * (p * Zi - h * Z), at_d), (-1, pos(body))]),
    ),
    have(
        "far",
        forall(i, d, other, y, Le(w * (p * Zi - h * Z), distance)),
        by=Pointwise({"low.sum": 1, "at.mass": -w * (p * Zi - h * Z)}, finite=["d"]),
    ),
    have("any.in", forall(i, d, other, y, Le(place * apart, place)), by=Pointwise(finite=["d", "Zi"])),
    have("any", forall(d, other, y, Le(any_apart, Int(place, i))), by=Integrate(i, "any.in", using=["any.in"])),
    have(
        "none",
        forall(d, other, y, Le((1 - some) * any_apart, 0)),
        by=Pointwise(finite=["any"], cases=[Gt(any_apart, 0)]),
    ),
    have(
        "none.in",
        forall(d, other, y, Eq(Int((1 - some) * (place * apart), i), (1 - some) * any_apart)),
        by=Integrate(
            i, using=["any", "any.in"], parts=[(1, (1 - some) * (place * apart)), (-(1 - some), place * apart)]
        ),
    ),
    have(
        "none.sum", forall(d, other, y, Le(Int((1 - some) * (place * apart), i), 0)), by=Pointwise(["none", "none.in"])
    ),
    have("none.at", forall(i, d, other, y, Eq((1 - some) * (place * apart), 0)), by=Vanish("none.sum", i)),
]

A, B, C, T, N, X, Y = (Symbol(name) for name in "ABCTNXY")
positive = (Eq(X * Y, 0), [Gt(B, 0), Eq(X * (B * Y), 0)])


def both_outcomes(way: str) -> list[Step]:
    """Outcomes at which no game is far from Game 0 have p <= odds·q; for others p is at most what the coin shows, over its share."""
    turn = {} if way == "PQ" else {d: other, other: d}

    def put(t: Term) -> Term:
        return replace_points(t, turn)

    a, b, g, z, zi, z_is, far, ap, so = map(put, (p, q, h, Z, Zi, mixed, distance, apart, some))
    calm, quiet = 1 - so, 1 - ap
    lost = Int(so * z, y)
    at = (i, d, other, y)
    finite = [f"{way}.d", f"{way}.Zi", f"{way}.any"]
    return [
        have(f"{way}.d", forall(*at, Le(far, zi * z)), by=Pointwise([("d", turn)])),
        have(f"{way}.any", forall(d, other, y, Le(put(any_apart), Int(place, i))), by=Pointwise([("any", turn)])),
        have(f"{way}.far", forall(*at, Le(w * (a * zi - g * z), far)), by=Pointwise([("far", turn)])),
        have(f"{way}.Z", forall(d, other, y, Eq(z, z_is)), by=Pointwise([("Z", turn)])),
        have(f"{way}.Zi", forall(*at, Eq(zi, put(mixed_i))), by=Pointwise([("Zi", turn)])),
        have(f"{way}.none", forall(*at, Eq(calm * (place * ap), 0)), by=Pointwise([("none.at", turn)])),
        have(
            f"{way}.quiet",
            forall(*at, Eq(calm * ap, 0)),
            by=Pointwise(
                [f"{way}.none", "places"],
                finite=finite,
                lemmas=[Lemma(*positive, {"X": calm, "Y": ap, "B": place})],
            ),
        ),
        have(
            f"{way}.Zi.same",
            forall(*at, Eq(are_same * zi, are_same * g)),
            by=Pointwise({f"{way}.Zi": are_same, "same.1": -(1 - w) if way == "PQ" else 1 - w}),
        ),
        have(
            f"{way}.far.Z",
            forall(*at, Le(are_same * (w * (a * zi - g * z_is)), are_same * far)),
            by=Pointwise({f"{way}.far": are_same, f"{way}.Z": are_same * (w * g)}),
        ),
        have(
            f"{way}.closed",
            forall(*at, Le(are_same * (w * (a * g - g * z_is)), are_same * far)),
            by=Pointwise({f"{way}.far.Z": 1, f"{way}.Zi.same": -w * a}),
        ),
        have(
            f"{way}.product",
            forall(*at, Eq(are_same * (z * zi), are_same * (z_is * g))),
            by=Pointwise({f"{way}.Z": are_same * zi, f"{way}.Zi.same": z_is}),
        ),
        have(
            f"{way}.numbers",
            forall(*at, Le(are_same * (quiet * a), are_same * (quiet * (odds * b)))),
            by=Pointwise(
                [f"{way}.closed", f"{way}.product", f"{way}.Z", f"{way}.Zi.same"],
                cases=[Gt(same, 0), Gt(z, 0), Le(zi, 0), Gt(far, level * (z * zi))],
                lemmas=[Lemma(*by_odds, {"A": a, "B": b, "C": g, "S": level})],
                finite=[f"{way}.d", f"{way}.Zi"],
            ),
        ),
        have(
            f"{way}.once",
            forall(*at, Eq(calm * quiet, calm)),
            by=Pointwise(
                [f"{way}.quiet"],
                finite=finite,
                lemmas=[Lemma(Eq(X * (1 - Y), X), [Eq(X * Y, 0)], {"X": calm, "Y": ap})],
            ),
        ),
        have(
            f"{way}.calm.numbers",
            forall(*at, Le(calm * (are_same * (quiet * a)), calm * (are_same * (quiet * (odds * b))))),
            by=Pointwise(
                [f"{way}.numbers"],
                finite=finite,
                lemmas=[
                    Lemma(
                        Le(X * Y, X * B),
                        [Ge(X, 0), Le(Y, B)],
                        {"X": calm, "Y": are_same * (quiet * a), "B": are_same * (quiet * (odds * b))},
                    )
                ],
            ),
        ),
        have(
            f"{way}.calm",
            forall(*at, Le(are_same * (calm * a), are_same * (calm * (odds * b)))),
            by=Pointwise(
                [f"{way}.calm.numbers", f"{way}.once"],
                finite=finite,
                lemmas=[
                    Lemma(
                        Le(N * (X * A), N * (X * C)),
                        [Le(X * (N * (Y * A)), X * (N * (Y * C))), Eq(X * Y, X)],
                        {"N": are_same, "X": calm, "Y": quiet, "A": a, "C": odds * b},
                    )
                ],
            ),
        ),
        have(f"{way}.paid", forall(d, other, y, Le(a, z / w)), by=Pointwise([f"{way}.Z"])),
        have(
            f"{way}.at.calm",
            forall(*at, Le(told * (are_same * (calm * a)), told * (are_same * (calm * (odds * b))))),
            by=Pointwise(
                [f"{way}.calm"],
                finite=finite,
                lemmas=[
                    Lemma(
                        Le(X * Y, X * B),
                        [Ge(X, 0), Le(Y, B)],
                        {"X": told, "Y": are_same * (calm * a), "B": are_same * (calm * (odds * b))},
                    )
                ],
            ),
        ),
        have(
            f"{way}.at.paid",
            forall(*at, Le(told * (so * (are_same * a)), so * (are_same * (z / w)))),
            by=Pointwise(
                [f"{way}.paid"],
                finite=finite,
                lemmas=[
                    Lemma(
                        Le(T * (X * (N * A)), X * (N * B)),
                        [Le(A, B), Ge(A, 0), Ge(N, 0), Ge(T, 0), Le(T, 1), Ge(X, 0)],
                        {"N": are_same, "T": told, "X": so, "A": a, "B": z / w},
                    )
                ],
            ),
        ),
        have(
            f"{way}.at",
            forall(*at, Le(are_same * (told * a), are_same * (told * (odds * b) + so * (z / w)))),
            by=Pointwise({f"{way}.at.calm": 1, f"{way}.at.paid": 1}, finite=finite),
        ),
        have(f"{way}.seldom", forall(d, other, Le(lost, delta)), by=Pointwise([("semantic.seldom", turn)])),
        have(
            f"{way}.sum",
            forall(i, d, other, Le(are_same * Int(told * a, y), are_same * (odds * Int(told * b, y) + lost / w))),
            by=Integrate(
                y,
                f"{way}.at",
                parts=[(are_same, told * a), (-(are_same * odds), told * b), (-(are_same / w), so * z)],
                using=[f"{way}.seldom"],
            ),
        ),
        have(
            f"claim.{way}",
            by=Pointwise(
                {
                    f"{way}.sum": 1,
                    f"{way}.seldom": are_same / w,
                    "n=1": -(odds * Int(told * b, y) + delta / w - Int(told * a, y)),
                }
            ),
        ),
    ]


one_place: Tables = {**two_points, Place: [1], Told: [1, 0] * 4}
seldom = {"s": half, "delta": num(1, 100)}
apart_far = [num(99, 100), num(1, 100), num(1, 100), num(99, 100)]

to_approximate = Theorem(
    title="An (s,δ)-semantically private mechanism is (4 artanh(s), 2δ/(1 − s))-DP; it is enough for priors on two datasets",
    source=Source("kasiviswanathan-smith", "Theorem 2.4", sharpened=True),
    about=[M, Same, Hide, Place, At, Told],
    where=[Ge(level, 0), Lt(level, 1), Ge(delta, 0), Le(delta, 1)],
    given={
        "semantic": ApproximateSemanticPrivacy(level, delta)(H, prior=prior),
        "places": forall(i, Gt(place, 0)),
        **point_mass,
        **records,
    },
    claim=ApproximateDP(2 * log((1 + level) / (1 - level)), delta / w)(H),
    proof=[*two_datasets, *agreeing, *moved_little, *both_outcomes("PQ"), *both_outcomes("QP")],
    witness=({"s": half, "delta": half}, {**one_place, M: [half] * 4}),
    fails=[
        Variant(
            "with 3 artanh(s)",
            {**one_place, M: [num(8, 9), num(1, 9), num(1, 9), num(8, 9)]},
            seldom,
            claim=ApproximateDP(num(3, 2) * log((1 + level) / (1 - level)), delta / w)(H),
        ),
        Variant("without it", {**one_place, M: apart_far}, seldom, drop=["semantic.seldom"]),
        Variant(
            "if a place has no weight",
            {
                Place: [1, 0],
                Same: [0, 0, 0, 0, 1, 1, 1, 1],
                Hide: [1, 0, 0, 1, 1, 0, 1, 0],
                At: [1, 0, 0, 1],
                M: apart_far,
                Told: [1, 0] * 8,
            },
            seldom,
            drop=["places"],
        ),
        Variant(
            "if at(1, .) is the point mass at 0", {**one_place, At: [1, 0, 1, 0], M: apart_far}, seldom, drop=["at"]
        ),
        Variant(
            "if point masses lie at copies of the datasets, of which Game i hides nothing",
            {**copies, M: apart_far * 2, Place: [1], Told: [1, 0] * 16},
            seldom,
            drop=["at.hide"],
        ),
        Variant("if Game i hides nothing", {**one_place, Hide: [1, 0, 0, 1], M: apart_far}, seldom, drop=["hides"]),
    ],
)
