"""Theorem A.3 of Kasiviswanathan and Smith in its own words: informed beliefs, for n records, and the real dataset.

An informed belief is what a prior b becomes when all records but k of the real dataset x are known: its weights are near(k, x, d) b(d).
Their total N(k, x) may be 0, and then nothing is shown (and hide serves as the law); else the belief is the law near b/N, to which what
is known of one record applies (oblivious.informed_beliefs). Its games are those of the weights, N times as likely, and as far apart.
All that is believed in is a neighbour of x, so privacy carries what is improbable over to M(x), and the union bound over places is that
of Theorem 2.4.
"""

from dpsym.kernel.terms import ONE, Term
from dpsym.library.theorem import (
    Cite,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Step,
    Tables,
    Theorem,
    Vanish,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import ApproximateDP, InformedSemanticPrivacy, Mechanism
from dpsym.objects.language import (
    Eq,
    Event,
    Ge,
    Gt,
    Indicator,
    Int,
    Le,
    Piecewise,
    Point,
    Symbol,
    num,
    pos,
)
from theorems import oblivious, vocabulary
from theorems.games import (
    Hide,
    M,
    Play,
    Prior,
    averaged,
    belief,
    d,
    here,
    hidden,
    hide,
    mass_of_game,
    numbers,
    other,
    shown_in_game,
    small,
    stick,
    there,
    y,
)
from theorems.places import KEY, AtPlace, Place, at_place, i, j, n, n_places, r, sa, some_place, t
from theorems.semantic_approximate import tau
from theorems.vocabulary import e_eps, eps, half, tenth

k, x = Point("k", like=i), Point("x", like=d)
Near = Event("near", k, x, other)
I = Mechanism(M, Near, hide=Hide, place=Place)


def weight(at: Term) -> Term:
    """What an informed belief gives a dataset: its prior if it agrees with x in all records but k."""
    return Near(k, x, at) * Prior(at)


play = Play(weight, (k, x))
believed, joint, joint_i = weight(d), weight(d) * here, weight(d) * hidden
Z, Zi, far, distance = play.Z, play.Zi, play.far, play.distance
total = Int(believed, d)
share = Piecewise((1 / total, Gt(total, 0)), default=0)
nothing, something = Indicator(Le(total, 0)), Indicator(Gt(total, 0))
spare = Hide(k, x, d)
law = share * believed + nothing * spare  # near b/N; where N is 0, any law on neighbours of x
real = M(x, y)
excess = pos(real - e_eps * here)
law_joint, law_joint_i = law * here, law * hidden
P, Q = Int(law_joint, d), Int(law_joint_i, d)
once_gain = pos(law_joint * Q - num(1) * (law_joint_i * P))  # as the theorems about one record have it
law_distance = Int(once_gain, d)
bound = e_eps * r + r**2
hiding = {
    "hides": forall(i, d, other, Le(hide, hide * Near(i, d, other))),
    "n places": n_places,
    "same place": forall(i, j, d, other, Eq(at_place * Hide(j, d, other), at_place * hide)),
}
A, B, C, U, W = (Symbol(name) for name in "ABCUW")

averages = [
    *stick("private", "PQ", real, there, r**2, Near.density, "neighbours", (k, x, other)),
    *stick("private", "QP", there, real, r**2, Near.density, "neighbours", (k, x, other)),
    *(
        have(
            f"{way}.stick",
            forall(i, d, other, Le(Near(i, d, other) * Int(pos(a - e_eps * b), y), Near(i, d, other) * r**2)),
            by=Pointwise([(f"{way}.neighbours", {k: i, x: d})]),
        )
        for way, a, b in (("PQ", here, there), ("QP", there, here))
    ),
    *averaged("PQ", here, there, here * Int(hide, other) - e_eps * hidden, ONE, r**2, Near(i, d, other)),
    *averaged("QP", there, here, hidden - e_eps * (here * Int(hide, other)), ONE, r**2, Near(i, d, other)),
    *mass_of_game(),
]

# the law of an informed belief
informed = [
    have("near<=1", forall(k, x, d, Le(believed, belief)), by=Pointwise()),
    have("total", forall(k, x, Le(total, Int(belief, d))), by=Integrate(d, "near<=1")),
    have("share", forall(k, x, Eq(share * total, something)), by=Pointwise(["total"], cases=[Gt(total, 0)])),
    have(
        "law.sum",
        forall(k, x, Eq(Int(law, d), share * total + nothing * Int(spare, d))),
        by=Integrate(d, parts=[(1, law), (-share, believed), (-nothing, spare)], using=["total"]),
    ),
    have("spare.mass", forall(k, x, Eq(Int(spare, d), 1)), by=Pointwise([("hide.mass", {i: k, d: x})])),
    have("law>=0", forall(k, x, d, Ge(law, 0)), by=Pointwise(finite=["total"])),
    have("either", forall(k, x, Eq(something + nothing, 1)), by=Pointwise(["total"], cases=[Gt(total, 0)])),
    have(
        "law.mass",
        forall(k, x, Eq(Int(law, d), 1)),
        by=Pointwise({"law.sum": 1, "share": 1, "spare.mass": nothing, "either": 1, "total": 0}),
    ),
    have(
        "null.in",
        forall(k, x, Eq(Int(nothing * believed, d), nothing * total)),
        by=Integrate(d, parts=[(1, nothing * believed), (-nothing, believed)], using=["total"]),
    ),
    have(
        "null.sum",
        forall(k, x, Le(Int(nothing * believed, d), 0)),
        by=Pointwise(["null.in", "total"], cases=[Gt(total, 0)]),
    ),
    have("null", forall(k, x, d, Eq(nothing * believed, 0)), by=Vanish("null.sum", d)),
]

# what the games show: of the law, and of the weights
shown = [
    have(
        "Zi.prior",
        forall(i, y, Ge(Int(belief * hidden, d), 0)),
        by=Cite(shown_in_game, fields={"b": Prior, "place": Place, "N": ((i, d, y), hidden)}, using=["game.mass"]),
    ),
    have("Z.in", forall(k, x, d, y, Le(joint, belief * here)), by=Pointwise()),
    have("Z.most", forall(k, x, y, Le(Z, Int(belief * here, d))), by=Integrate(d, "Z.in")),
    have("Z", forall(k, x, y, Ge(Z, 0)), by=Pointwise(finite=["Z.most"])),
    have("Zi.in", forall(k, x, i, d, y, Le(joint_i, belief * hidden)), by=Pointwise()),
    have(
        "Zi.most",
        forall(k, x, i, y, Le(Zi, Int(belief * hidden, d))),
        by=Integrate(d, "Zi.in", using=["Zi.prior"]),
    ),
    have("Zi", forall(k, x, i, y, Ge(Zi, 0)), by=Pointwise(finite=["Zi.most", "Zi.prior"])),
]


spare_shown, spare_shown_i = Int(spare * here, d), Int(spare * hidden, d)
finite = ["Z", "Zi", "distance", "spare.i", "total"]
scaled = law_joint * Q - law_joint_i * P
known = dict.fromkeys([*finite, "Q>=0", "once"], 0)
inside = (Eq(W * pos(A), pos(W * A)), [Ge(W, 0)])
of_law = [
    have(
        "spare.i",
        forall(k, x, i, y, Ge(spare_shown_i, 0)),
        by=Cite(
            shown_in_game,
            fields={"b": ((d,), spare), "place": Place, "N": ((i, d, y), hidden)},
            using=["game.mass", "spare.mass"],
        ),
    ),
    have("empty", forall(k, x, d, y, Eq(nothing * joint, 0)), by=Pointwise({"null": here, "total": 0})),
    have(
        "empty.sum",
        forall(k, x, y, Eq(nothing * Z, 0)),
        by=Integrate(d, "empty", parts=[(nothing, joint)], using=["Z", "total"]),
    ),
    have(
        "known",
        forall(k, x, i, y, Eq(far * nothing, 0)),
        by=Pointwise(["empty.sum", *finite], cases=[Gt(Z, 0), Le(total, 0)]),
    ),
    have(
        "P.all",
        forall(k, x, y, Eq(P, share * Z + nothing * spare_shown)),
        by=Integrate(d, parts=[(1, law_joint), (-share, joint), (-nothing, spare * here)], using=["Z", "total"]),
    ),
    have(
        "Q.all",
        forall(k, x, i, y, Eq(Q, share * Zi + nothing * spare_shown_i)),
        by=Integrate(d, parts=[(1, law_joint_i), (-share, joint_i), (-nothing, spare * hidden)], using=finite),
    ),
    have("Q>=0", forall(k, x, i, y, Ge(Q, 0)), by=Pointwise({"Q.all": 1, "Zi": share, "spare.i": nothing, "total": 0})),
    have(
        "P",
        forall(k, x, i, y, Eq(far * P, far * (share * Z))),
        by=Pointwise({"P.all": far, "known": spare_shown, **dict.fromkeys(finite, 0)}),
    ),
    have(
        "Q",
        forall(k, x, i, y, Eq(far * Q, far * (share * Zi))),
        by=Pointwise({"Q.all": far, "known": spare_shown_i, **dict.fromkeys(finite, 0)}),
    ),
    have(
        "scaled",
        forall(k, x, i, d, y, Eq(far * scaled, far * (share**2 * play.gain))),
        by=Pointwise(
            {
                "P": -law_joint_i,
                "Q": law_joint,
                "known": share * (spare * here * Zi - spare * hidden * Z),
                **dict.fromkeys([*finite, "Q>=0"], 0),
            }
        ),
    ),
    have(
        "far.scaled",
        forall(k, x, i, d, y, Eq(far * once_gain, pos(far * scaled))),
        by=Pointwise(lemmas=[Lemma(*inside, {"W": far, "A": scaled})], finite=[*finite, "Q>=0"]),
    ),
    have(
        "far.gain",
        forall(k, x, i, d, y, Eq(far * (share**2 * pos(play.gain)), pos(far * (share**2 * play.gain)))),
        by=Pointwise(
            lemmas=[
                Lemma(
                    Eq(W * (C**2 * pos(A)), pos(W * (C**2 * A))),
                    [Ge(W, 0), Ge(C, 0)],
                    {"W": far, "A": play.gain, "C": share},
                )
            ],
            finite=finite,
        ),
    ),
    have(
        "scaled.pos",
        forall(k, x, i, d, y, Eq(far * once_gain, far * (share**2 * pos(play.gain)))),
        by=Pointwise(
            ["far.scaled", "far.gain", "scaled"],
            lemmas=[
                Lemma(
                    Eq(U, C),
                    [Eq(U, pos(A)), Eq(C, pos(B)), Eq(A, B)],
                    {
                        "U": far * once_gain,
                        "C": far * (share**2 * pos(play.gain)),
                        "A": far * scaled,
                        "B": far * (share**2 * play.gain),
                    },
                )
            ],
            finite=[*finite, "Q>=0"],
        ),
    ),
    have("P>=0", forall(k, x, y, Ge(P, 0)), by=Pointwise({"P.all": 1, "Z": share, "total": 0})),
    have("law.0", forall(k, x, d, y, Ge(law_joint, 0)), by=Pointwise(finite=["total"])),
    have("law.i", forall(k, x, i, d, y, Ge(law_joint_i, 0)), by=Pointwise(finite=["total"])),
    have(
        "once.in",
        forall(k, x, i, d, y, Le(once_gain, Q * law_joint)),
        by=Pointwise(
            ["Q>=0", "P>=0", "law.0", "law.i"],
            lemmas=[
                Lemma(
                    Le(pos(A * C - num(1) * (B * U)), C * A),
                    [Ge(A, 0), Ge(B, 0), Ge(C, 0), Ge(U, 0)],
                    {"A": law_joint, "B": law_joint_i, "C": Q, "U": P},
                )
            ],
        ),
    ),
    have(
        "once",
        forall(k, x, i, y, Le(law_distance, Q * P)),
        by=Integrate(d, "once.in", parts=[(1, once_gain), (-Q, law_joint)], using=["Q>=0", "P.all"]),
    ),
    have(
        "scaled.distance",
        forall(k, x, i, y, Eq(far * law_distance, far * (share**2 * distance))),
        by=Integrate(
            d,
            "scaled.pos",
            parts=[(far, once_gain), (-(far * share**2), pos(play.gain))],
            using=[*finite, "once", "Q>=0"],
        ),
    ),
    have(
        "apart.P",
        forall(k, x, i, y, Eq(far * (tau * P * Q), far * (share * Z) * (tau * Q))),
        by=Pointwise({"P": tau * Q, **known}),
    ),
    have(
        "apart.Q",
        forall(k, x, i, y, Eq(far * (share * Z) * (tau * Q), far * (share * Zi) * (tau * (share * Z)))),
        by=Pointwise({"Q": tau * (share * Z), **known}),
    ),
    have(
        "apart.far",
        forall(k, x, i, y, Le(far * (share * Zi) * (tau * (share * Z)), far * (share**2 * distance))),
        by=Pointwise({"far": share**2, **known}),
    ),
    have(
        "apart",
        forall(k, x, i, y, Le(far * (tau * P * Q), far * law_distance)),
        by=Pointwise(
            ["apart.P", "apart.Q", "apart.far", "scaled.distance"],
            lemmas=[
                Lemma(
                    Le(A, B),
                    [Eq(A, C), Eq(C, U), Le(U, W), Eq(B, W)],
                    {
                        "A": far * (tau * P * Q),
                        "B": far * law_distance,
                        "C": far * (share * Z) * (tau * Q),
                        "U": far * (share * Zi) * (tau * (share * Z)),
                        "W": far * (share**2 * distance),
                    },
                )
            ],
            finite=list(known),
        ),
    ),
]

from_the_real_dataset = [
    have("x.mass", forall(x, Eq(Int(real, y), 1)), by=Pointwise([("M.mass", {d: x})])),
    have(
        "near",
        forall(k, x, d, Le(Near(k, x, d) * Int(excess, y), Near(k, x, d) * r**2)),
        by=Pointwise([("PQ.neighbours", {other: d})]),
    ),
    have(
        "near.weighted",
        forall(k, x, d, Le(believed * Int(excess, y), believed * r**2)),
        by=Pointwise({"near": belief}),
    ),
    have(
        "near.spare",
        forall(k, x, d, Le(spare * Int(excess, y), spare * r**2)),
        by=Pointwise(["near", ("hides", {i: k, d: x, other: d})], cases=[Gt(Near(k, x, d), 0), Gt(spare, 0)]),
    ),
    have(
        "near.law",
        forall(k, x, d, Le(law * Int(excess, y), law * r**2)),
        by=Pointwise({"near.weighted": share, "near.spare": nothing, "total": 0}),
    ),
    have(
        "each",
        forall(k, x, i, Le(Int(far * real, y), bound)),
        by=Cite(
            oblivious.informed_beliefs,
            fields={"b": ((d,), law), "A": M, "B": ((d, y), hidden), "D": ((y,), real), "e": ((y,), far)},
            points={vocabulary.x: d, sa.t: y},
            given={"AB": "PQ", "BA": "QP", "near": "near.law", "apart": "apart"},
            using=["game.mass", "law>=0", "law.mass", "x.mass", "Q>=0", "once", *finite],
        ),
    ),
    have("bound>=0", Ge(bound, 0), by=Real()),
    have(
        "claim.seldom",
        by=Cite(
            some_place,
            reals={"n": n, "m": bound},
            fields={"P": ((y,), real), "place": Place, "at": AtPlace, "e": ((i, y), far)},
            points={t: y},
            given={"each": "each", "n places": "n places", "at": "at"},
            using=["x.mass", "bound>=0", *finite],
        ),
    ),
]


def proof() -> list[Step]:
    return [
        *averages,
        *informed,
        *shown,
        *play.finite(),
        play.far_apart(),
        *play.same_games(),
        *of_law,
        *from_the_real_dataset,
    ]


point: Tables = {M: [half] * 4, Near: [1] * 4, Hide: [1, 0, 1, 0], Prior: [half, half], Place: [1], AtPlace: [1]}
told: Tables = {**point, M: [1, 0, 0, 1]}

theorem_a_3 = Theorem(
    title="An (ε,δ)-DP mechanism is (e^(3ε) − 1 + 2√δ, n(e^ε √δ + δ))-semantically private for informed beliefs on n records, "
    "over y from the real dataset, for all priors (r stands for √δ)",
    source=Source(KEY, "Theorem A.3", sharpened=True),
    about=[M, Near, Hide, Place, AtPlace, Prior],
    where=numbers,
    given={"private": ApproximateDP(eps, r**2)(I), **hiding},
    claim=InformedSemanticPrivacy(tau, n * bound)(I, prior=Prior),
    proof=proof(),
    witness=({"eps": 0, "r": tenth, "n": 1}, point),
    fails=[
        Variant("without privacy", told, small, drop=["private.PQ", "private.QP"]),
        Variant(
            "if records are not replaced by those of neighbours", {**told, Near: [1, 0, 0, 1]}, small, drop=["hides"]
        ),
    ],
)
