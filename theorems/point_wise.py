"""Point-wise (ε,δ)-indistinguishable laws: outcomes at which the densities differ by more than a factor e^ε are unlikely.

Outcomes a with p(a) > e^ε q(a) or q(a) > e^ε p(a) are *bad*. The source draws a "from either X or Y": it must mean from each of the
two, as Part 1 of its Claim 3.3, from points to events, is false otherwise.

Part 2, back from events to points, is false as printed, for every ε > 0: on S' = {q > e^(2ε) p} the argument bounds the
probability of the law that is *small* there, and the source takes it for the other one. With both kinds counted, bad outcomes at 2ε
have probability at most 2δ cosh(ε)/(e^ε − 1), and no less can be said:

    P(S) − e^ε Q(S) <= δ and Q(S) <= e^(−2ε) P(S)   give   P(S) <= δ/(1 − e^−ε),  Q(S) <= δ e^(−2ε)/(1 − e^−ε).
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Definition, Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Instantiate,
    Lemma,
    Real,
    Sharp,
    Source,
    Step,
    Theorem,
    Under,
    Variant,
    have,
)
from dpsym.objects.language import Ge, Gt, Indicator, Int, Le, Lt, Piecewise, Symbol, exp, log, num
from dpsym.objects.unfold import Indistinguishable
from theorems.instances import of
from theorems.vocabulary import E, P, Q, delta, e_eps, eps, half, in_E, p, q, x

KEY = "kasiviswanathan-smith"
c, y = Symbol("c"), Symbol("y")
ranges = [Ge(eps, 0), Ge(delta, 0), Le(delta, 1)]
near = {"near": Indistinguishable(P, Q, eps, delta)}

definition = Definition(
    title="Point-wise (ε,δ)-indistinguishable: bad outcomes have probability at most δ under each of the two laws",
    source=Source(KEY, "Definition 3.2"),
    object="dpsym.objects.notions.PointwiseDP",
    examples=of("PointwiseDP"),
)


def bad(v: Term, a: Term = p, b: Term = q) -> Term:
    """1 where one density is above v times the other, 0 elsewhere."""
    return Piecewise((1, Gt(a, v * b)), (1, Gt(b, v * a)), default=0)


def point_wise_given(level: Term) -> dict[str, Term]:
    return {"P.bad": Le(Int(bad(e_eps) * p, x), level), "Q.bad": Le(Int(bad(e_eps) * q, x), level)}


# -- Part 1: point-wise, so for all events --------------------------------------------------------------------


def from_points(a: Term, b: Term, n: str, of: str) -> list[Step]:
    """The source's proof: a(S) <= a(S \\ Bad) + a(Bad), and off Bad a <= e^ε b."""
    good = in_E * (1 - bad(e_eps))
    return [
        have(
            f"{n}.s2", Le(Int(in_E * a, x), Int(good * a, x) + Int(bad(e_eps) * a, x)), by=Under(x, cases=cuts(e_eps))
        ),
        have(f"{n}.s3a", Le(Int(good * a, x), e_eps * Int(good * b, x)), by=Under(x, cases=cuts(e_eps))),
        have(f"{n}.s3b", Le(e_eps * Int(good * b, x), e_eps * Int(in_E * b, x)), by=Under(x, cases=cuts(e_eps))),
        have(
            f"{n}.s4",
            Le(Int(in_E * a, x), e_eps * Int(in_E * b, x) + delta),
            by=Real({f"{n}.s2": 1, f"{n}.s3a": 1, f"{n}.s3b": 1, of: 1}),
        ),
    ]


def cuts(v: Term) -> list[Term]:
    return [Gt(p, v * q), Gt(q, v * p)]


apart = {P: [1 - delta, delta, 0], Q: [1 - delta, 0, delta]}

to_events = Theorem(
    title="Point-wise (ε,δ)-indistinguishable laws are (ε,δ)-indistinguishable",
    source=Source(KEY, "Claim 3.3(1)"),
    about=[P, Q],
    where=ranges,
    given=point_wise_given(delta),
    claim=Indistinguishable(P, Q, eps, delta),
    proof=[*from_points(p, q, "PQ", "P.bad"), *from_points(q, p, "QP", "Q.bad")],
    tight=Attained({**apart, E: [0, 1, 0]}, claim="claim.PQ"),
    fails=[
        Variant(
            "with a smaller δ",
            {P: [half, half, 0], Q: [half, 0, half], E: [0, 1, 0]},
            {"eps": 1, "delta": half},
            claim=Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + num(9, 10) * delta),
        ),
        Variant(
            "when nothing is known of outcomes drawn from P",
            {P: [half, half], Q: [1, 0], E: [0, 1]},
            {"eps": 1, "delta": 0},
            drop=["P.bad"],
        ),
        Variant(
            "when nothing is known of outcomes drawn from Q",
            {P: [1, 0], Q: [half, half], E: [0, 1]},
            {"eps": 1, "delta": 0},
            drop=["Q.bad"],
        ),
    ],
)

drawn_from_one_of_them = Falsehood(
    title="Part 1, where bad outcomes are unlikely under one of the two laws, whichever it is",
    source=Source(KEY, "Definition 3.2"),
    about=[P, Q],
    where=ranges,
    given={"P.bad": Le(Int(bad(e_eps) * p, x), delta)},
    claim=Indistinguishable(P, Q, eps, delta),
    values={P: [1, 0], Q: [half, half], E: [0, 1]},
    params={"eps": 1, "delta": 0},
    why="An outcome that P never shows is bad and has probability 0 under P, and may be likely under Q.",
)

mixed = Le(half * Int(bad(e_eps) * p, x) + half * Int(bad(e_eps) * q, x), delta)

drawn_from_a_mixture = Falsehood(
    title="Part 1, where bad outcomes are unlikely when a fair coin says from which law they are drawn",
    source=Source(KEY, "Definition 3.2"),
    about=[P, Q],
    where=ranges,
    given={"bad": mixed},
    claim=Indistinguishable(P, Q, eps, delta),
    values={P: [1, 0], Q: [half, half], E: [0, 1]},
    params={"eps": 1, "delta": num(1, 4)},
    why="The coin hides half of what is bad under one law: (ε, 2δ) is what follows.",
)

mixture_to_events = Theorem(
    title="Laws whose bad outcomes have probability δ under their fair mixture are (ε, 2δ)-indistinguishable",
    source=Source(KEY, "Definition 3.2"),
    about=[P, Q],
    where=ranges,
    given={"bad": mixed},
    claim=Indistinguishable(P, Q, eps, 2 * delta),
    proof=[
        have(
            "PQ.in",
            Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + Int(bad(e_eps) * p, x) + Int(bad(e_eps) * q, x)),
            by=Under(x, cases=[Ge(in_E, 1), *cuts(e_eps)]),
        ),
        have(
            "QP.in",
            Le(Int(in_E * q, x), e_eps * Int(in_E * p, x) + Int(bad(e_eps) * p, x) + Int(bad(e_eps) * q, x)),
            by=Under(x, cases=[Ge(in_E, 1), *cuts(e_eps)]),
        ),
        have("PQ", Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + 2 * delta), by=Real({"PQ.in": 1, "bad": 2})),
        have("QP", Le(Int(in_E * q, x), e_eps * Int(in_E * p, x) + 2 * delta), by=Real({"QP.in": 1, "bad": 2})),
    ],
    tight=Attained(
        {P: [1 - 2 * delta, 2 * delta], Q: [1, 0], E: [0, 1]},
        where=[Ge(eps, log(num(2))), Le(delta, num(1, 4))],
        claim="claim.PQ",
    ),
    fails=[
        Variant(
            "with δ",
            {P: [half, half], Q: [1, 0], E: [0, 1]},
            {"eps": 1, "delta": num(1, 4)},
            claim=Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + delta),
        ),
        Variant("without it", {P: [1, 0], Q: [0, 1], E: [1, 0]}, {"eps": 1, "delta": 0}, drop=["bad"]),
    ],
)

# -- Part 2: for all events, so point-wise at 2ε --------------------------------------------------------------

v = e_eps**2
over, under = Indicator(Gt(p, v * q)), Indicator(Gt(q, v * p))  # S and S' of the source


def one_side(s: Term, a: Term, b: Term, n: str, of: str) -> list[Step]:
    """On the event s the density a is above e^(2ε) b; a(s) <= e^ε b(s) + δ bounds both probabilities."""
    return [
        have(f"{n}.s1", Le(v * Int(s * b, x), Int(s * a, x)), by=Under(x, cases=[Gt(a, v * b)])),
        have(f"{n}.near", Le(Int(s * a, x), e_eps * Int(s * b, x) + delta), by=Instantiate(of, s)),
        have(f"{n}.high", Le(Int(s * a, x), delta * e_eps / (e_eps - 1)), by=Real([f"{n}.s1", f"{n}.near"])),
        have(f"{n}.low", Le(Int(s * b, x), delta / (e_eps * (e_eps - 1))), by=Real([f"{n}.s1", f"{n}.near"])),
    ]


two_sided = delta * (e_eps + 1 / e_eps) / (e_eps - 1)  # 2δ cosh(ε)/(e^ε − 1)
swapped = {P: [num(9, 50), num(1, 25), num(39, 50)], Q: [num(1, 25), num(9, 50), num(39, 50)]}
gap = two_sided - c
low = (
    delta / (e_eps * (e_eps - 1)) * ((1 + e_eps) * delta) / (e_eps * (e_eps - 1) * gap + (1 + e_eps) * delta)
)  # < δ/(u² − u), and δ + (1 + u) low > c
high = delta + e_eps * low

from_events = Theorem(
    title="(ε,δ)-indistinguishable laws are point-wise (2ε, 2δ cosh(ε)/(e^ε − 1))-indistinguishable",
    source=Source(KEY, "Claim 3.3(2)", sharpened=True),
    about=[P, Q],
    where=[Gt(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given=near,
    claim={"P": Le(Int(bad(v) * p, x), two_sided), "Q": Le(Int(bad(v) * q, x), two_sided)},
    proof=[
        *one_side(over, p, q, "S", "near.PQ"),
        *one_side(under, q, p, "S'", "near.QP"),
        have("P.split", Le(Int(bad(v) * p, x), Int(over * p, x) + Int(under * p, x)), by=Under(x, cases=cuts(v))),
        have("Q.split", Le(Int(bad(v) * q, x), Int(over * q, x) + Int(under * q, x)), by=Under(x, cases=cuts(v))),
        have("P", by=Real({"P.split": 1, "S.high": 1, "S'.low": 1})),
        have("Q", by=Real({"Q.split": 1, "S'.high": 1, "S.low": 1})),
    ],
    tight=Sharp(
        {P: [high, low, 1 - high - low], Q: [low, high, 1 - high - low]},
        where=[Gt(delta, 0), Le(delta * (e_eps + 1 / e_eps), e_eps - 1)],
        at={"eps": log(num(2)), "delta": num(1, 10), "c": num(2499, 10000)},
        claim="P",
    ),
    fails=[
        Variant(
            "with four fifths of it",
            swapped,
            {"eps": log(num(2)), "delta": num(1, 10)},
            claim=Le(Int(bad(v) * p, x), num(4, 5) * two_sided),
        ),
        Variant(
            "without the first direction",
            {P: [half, half], Q: [1, 0]},
            {"eps": log(num(2)), "delta": 0},
            drop=["near.PQ"],
        ),
        Variant(
            "without the second direction",
            {P: [1, 0], Q: [half, half]},
            {"eps": log(num(2)), "delta": 0},
            drop=["near.QP"],
        ),
    ],
)

printed = 2 * delta / (eps * e_eps)
positive = [Gt(eps, 0), Ge(delta, 0), Le(delta, 1)]
at_a_tenth = {"eps": log(num(2)), "delta": num(1, 10)}

from_events_as_printed = Falsehood(
    title="Point-wise (2ε, 2δ/(ε e^ε))-indistinguishable",
    source=Source(KEY, "Claim 3.3(2)"),
    about=[P, Q],
    where=positive,
    given=near,
    claim={"P": Le(Int(bad(v) * p, x), printed), "Q": Le(Int(bad(v) * q, x), printed)},
    values=swapped,
    params=at_a_tenth,
    why="Of the two kinds of bad outcomes each law finds one likely; the proof counts both where they are unlikely.",
)

printed_is_always_too_small = Formula(
    title="2δ/(ε e^ε) is below the exact bound of from_events, for every ε > 0",
    source=Source(KEY, "Claim 3.3(2)"),
    claim="2/(eps*exp(eps)) < 2*cosh(eps)/(exp(eps) - 1)",
    where=["eps > 0"],
)

printed_has_no_value_at_zero = Formula(
    title="2δ/(ε e^ε) has no value at ε = 0",
    source=Source(KEY, "Claim 3.3(2)"),
    claim="2*delta/(eps*exp(eps)) >= 0",
    where=["eps >= 0", "delta >= 0"],
    fails_at={"eps": "0", "delta": "1/10"},
)

nothing_at_zero = Falsehood(
    title="Laws within δ in total variation are point-wise (0, 10 δ)-indistinguishable",
    source=Source(KEY, "Claim 3.3(2)"),
    about=[P, Q],
    where=[Ge(delta, 0), Le(delta, 1)],
    given={"near": Indistinguishable(P, Q, num(0), delta)},
    claim=Le(Int(bad(num(1)) * p, x), 10 * delta),
    values={P: [half, half], Q: [half + num(1, 100), half - num(1, 100)]},
    params={"delta": num(1, 100)},
    why="At ε = 0 every outcome whose two probabilities differ is bad: no multiple of δ will do.",
)

# The steps of the printed proof. S = {p > e^(2ε) q}, S' = {q > e^(2ε) p}.

proof_2 = Source(KEY, "Proof of Claim 3.3(2)")
same = {P: [1], Q: [1]}

step_1 = Falsehood(
    title="P(S) > e^(2ε) Q(S)",
    source=proof_2,
    about=[P, Q],
    where=positive,
    claim=Gt(Int(over * p, x), v * Int(over * q, x)),
    values=same,
    params={"eps": 1, "delta": 0},
    why="S may be empty: >= is right.",
)

step_2 = Formula(
    title="e^(2ε) Q(S) > e^ε (1 + ε) Q(S)",
    source=proof_2,
    claim="exp(2*eps)*y > exp(eps)*(1 + eps)*y",
    where=["eps > 0", "0 <= y <= 1"],
    fails_at={"eps": "1", "y": "0"},
)

step_2_corrected = Formula(
    title="e^(2ε) Q(S) >= e^ε (1 + ε) Q(S)",
    source=proof_2,
    claim="exp(2*eps)*y >= exp(eps)*(1 + eps)*y",
    where=["eps >= 0", "0 <= y <= 1"],
)

step_3 = Falsehood(
    title="P(S) − e^ε Q(S) > ε e^ε Q(S)",
    source=proof_2,
    about=[P, Q],
    where=positive,
    claim=Gt(Int(over * p, x) - e_eps * Int(over * q, x), eps * e_eps * Int(over * q, x)),
    values=same,
    params={"eps": 1, "delta": 0},
    why="S may be empty: >= is right.",
)

step_4 = Falsehood(
    title="ε e^ε Q(S) < δ",
    source=proof_2,
    about=[P, Q],
    where=positive,
    given=near,
    claim=Lt(eps * e_eps * Int(over * q, x), delta),
    values=same,
    params={"eps": 1, "delta": 0},
    why="Both sides may be 0: <= is right.",
)

step_5 = Falsehood(
    title="ε e^ε Q(S') < δ",
    source=proof_2,
    about=[P, Q],
    where=positive,
    given=near,
    claim=Lt(eps * e_eps * Int(under * q, x), delta),
    values=swapped,
    params=at_a_tenth,
    why="The similar argument bounds P(S'), the law that is small on S'; Q(S') can be as large as δ/(1 − e^−ε).",
)

step_6 = Falsehood(
    title="Q(S ∪ S') <= 2δ/(ε e^ε)",
    source=proof_2,
    about=[P, Q],
    where=positive,
    given=near,
    claim=Le(Int(bad(v) * q, x), printed),
    values=swapped,
    params=at_a_tenth,
    why="It adds step 4, about Q(S), to a bound that holds for P(S') and not for Q(S').",
)


def grows(mass: Term) -> Lemma:
    """e^(2ε) y >= e^ε (1 + ε) y."""
    return Lemma(
        Ge(exp(eps) ** 2 * y, exp(eps) * (1 + eps) * y), [Gt(eps, 0), Ge(y, 0)], {"eps": eps, "y": Int(mass, x)}
    )


steps_corrected = Theorem(
    title="ε e^ε Q(S) <= δ and ε e^ε P(S') <= δ: what the printed argument shows",
    source=proof_2,
    about=[P, Q],
    where=positive,
    given=near,
    claim={"S": Le(eps * e_eps * Int(over * q, x), delta), "S'": Le(eps * e_eps * Int(under * p, x), delta)},
    proof=[
        have("s1", Ge(Int(over * p, x), v * Int(over * q, x)), by=Under(x, cases=[Gt(p, v * q)])),
        have("s2", Ge(v * Int(over * q, x), e_eps * (1 + eps) * Int(over * q, x)), by=Real(lemmas=[grows(over * q)])),
        have(
            "s3",
            Ge(Int(over * p, x) - e_eps * Int(over * q, x), eps * e_eps * Int(over * q, x)),
            by=Real({"s1": 1, "s2": 1}),
        ),
        have("near", Le(Int(over * p, x), e_eps * Int(over * q, x) + delta), by=Instantiate("near.PQ", over)),
        have("s4", Le(eps * e_eps * Int(over * q, x), delta), by=Real({"s3": 1, "near": 1})),
        have("s5.1", Ge(Int(under * q, x), v * Int(under * p, x)), by=Under(x, cases=[Gt(q, v * p)])),
        have(
            "s5.2", Ge(v * Int(under * p, x), e_eps * (1 + eps) * Int(under * p, x)), by=Real(lemmas=[grows(under * p)])
        ),
        have("s5.near", Le(Int(under * q, x), e_eps * Int(under * p, x) + delta), by=Instantiate("near.QP", under)),
        have("s5", Le(eps * e_eps * Int(under * p, x), delta), by=Real({"s5.1": 1, "s5.2": 1, "s5.near": 1})),
    ],
    witness=({"eps": 1, "delta": 0}, {P: [1], Q: [1]}),
)
