"""Sampling before a mechanism: each record takes part with probability s, or a uniformly drawn subset has it with probability s.

With the record in the sample the mechanism has the law P, with another record in its place Q, and without it R, averaged over what
else is in the sample. The laws of two neighbours are (1 − s) R + s P and (1 − s) R + s Q. A level of the mechanism is one of P, Q, R:

- A sample of fixed size, drawn uniformly, and neighbours that differ by one record that is replaced: a sample without the record is
  one with it in which it is replaced, so each two of the three are averages over pairs of neighbours.
- Each record with probability s by itself, and neighbours that differ by one record that is added: the case Q = R.

    pure              log(1 + s (e^ε − 1))
    (ε, δ)            the same, and s δ;  E_u <= d becomes E at 1 + s (u − 1), at most s d
    total variation   s δ;  Kullback-Leibler: s ε
    Rényi             log(1 + s (e^((α − 1) ε) − 1))/(α − 1);  concentrated: no more than without
    order 2           log(1 + s² (e^ε − 1)) for one record that is added, log(1 + 4 s² (e^ε − 1)) for one that is replaced

With u' = 1 + s (u − 1), what is behind the first three is

    (1 − s) r + s p − u' ((1 − s) r + s q) = s [u'/u (p − u q) + (1 − u'/u) (p − u r)].
"""

from dpsym.kernel.laws.statements import Fact
from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Attained,
    Cite,
    Defined,
    Instantiate,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Step,
    Tables,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Abs, Density, Eq, FieldSymbol, Ge, Gt, Int, Le, Lt, Symbol, exp, log, num, pos
from dpsym.objects.unfold import KL, HockeyStick, Indistinguishable, RenyiMoment, TotalVariation
from theorems import renyi_mixtures
from theorems.renyi_divergence import power, supported
from theorems.vocabulary import E, P, Q, R, alpha, delta, e_eps, eps, half, in_E, p, q, r, x

s, u, d, rho = Symbol("s"), Symbol("u"), Symbol("d"), Symbol("rho")
a, b = (1 - s) * r + s * p, (1 - s) * r + s * q
SP, SQ = Density(a, (x,)), Density(b, (x,))
share = [Ge(s, 0), Le(s, 1)]
factor = 1 + s * (e_eps - 1)
on_the_pair, on_the_rest = s * factor / e_eps, s * (1 - factor / e_eps)  # what each hypothesis is multiplied with
fair, sure = [half, half], [1, 0]
coin = [e_eps / (1 + e_eps), 1 / (1 + e_eps)]

# -- pure -------------------------------------------------------------------------------------------------------------------

pure = Theorem(
    title="An ε-private mechanism on a sample that has each record with probability s: log(1 + s (e^ε − 1))",
    about=[P, Q, R],
    where=[Ge(eps, 0), *share],
    given={
        "PQ": forall(x, Le(p, e_eps * q)),
        "QP": forall(x, Le(q, e_eps * p)),
        "PR": forall(x, Le(p, e_eps * r)),
        "QR": forall(x, Le(q, e_eps * r)),
    },
    claim={"first": forall(x, Le(a, factor * b)), "second": forall(x, Le(b, factor * a))},
    proof=[
        have("rest>=0", Ge(on_the_rest, 0), by=Real()),
        have("first", by=Pointwise({"PQ": on_the_pair, "PR": on_the_rest, "rest>=0": 0})),
        have("second", by=Pointwise({"QP": on_the_pair, "QR": on_the_rest, "rest>=0": 0})),
    ],
    witness=({"eps": 1, "s": half}, {P: fair, Q: fair, R: fair}),
    fails=[
        Variant(
            "without what is known of the two records",
            {P: fair, Q: [0, 1], R: fair},
            {"eps": log(num(2)), "s": 1},
            drop=["PQ"],
        ),
        Variant(
            "without the same the other way",
            {P: [0, 1], Q: fair, R: fair},
            {"eps": log(num(2)), "s": 1},
            drop=["QP"],
        ),
        Variant(
            "if nothing is known of the law without the record",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)], R: [num(1, 6), num(5, 6)]},
            {"eps": log(num(2)), "s": half},
            drop=["PR"],
        ),
        Variant(
            "if nothing is known of it beside the other record",
            {P: [num(1, 3), num(2, 3)], Q: [num(2, 3), num(1, 3)], R: [num(1, 6), num(5, 6)]},
            {"eps": log(num(2)), "s": half},
            drop=["QR"],
        ),
        Variant(
            "with s ε",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)], R: [num(1, 3), num(2, 3)]},
            {"eps": log(num(2)), "s": half},
            claim=Le(a, exp(s * eps) * b),
        ),
    ],
)

# -- (ε, δ): the hockey-stick divergence, and events ---------------------------------------------------------------------------

level = 1 + s * (u - 1)
apart, from_the_rest = pos(p - u * q), pos(p - u * r)
weight = level / u
showing: Tables = {
    P: [delta, (1 - delta) * coin[0], (1 - delta) * coin[1], 0],
    Q: [0, (1 - delta) * coin[1], (1 - delta) * coin[0], delta],
    R: [0, (1 - delta) * coin[1], (1 - delta) * coin[0], delta],
}

hockey_stick = Theorem(
    title="E_u <= d of a mechanism is E <= s d at 1 + s (u − 1) on a sample that has each record with probability s",
    about=[P, Q, R],
    where=[Ge(u, 1), *share],
    given={"PQ": Le(HockeyStick(P, Q, u), d), "PR": Le(HockeyStick(P, R, u), d)},
    claim=Le(HockeyStick(SP, SQ, level), s * d),
    proof=[
        have("weight<=1", Ge(1 - weight, 0), by=Real()),
        have(
            "line",
            forall(x, Eq(a - level * b, s * (weight * (p - u * q) + (1 - weight) * (p - u * r)))),
            by=Pointwise(),
        ),
        have(
            "below",
            forall(
                x, Le(weight * (p - u * q) + (1 - weight) * (p - u * r), weight * apart + (1 - weight) * from_the_rest)
            ),
            by=Pointwise(["weight<=1"]),
        ),
        have(
            "cut",
            forall(x, Le(pos(a - level * b), s * (weight * apart + (1 - weight) * from_the_rest))),
            by=Pointwise(["line", "below", "weight<=1"]),
        ),
        have(
            "sum",
            Le(HockeyStick(SP, SQ, level), s * (weight * HockeyStick(P, Q, u) + (1 - weight) * HockeyStick(P, R, u))),
            by=Integrate(x, "cut"),
        ),
        have("goal", by=Real({"sum": 1, "PQ": s * weight, "PR": s * (1 - weight), "weight<=1": 0})),
    ],
    tight=Attained({P: sure, Q: [0, 1], R: [0, 1]}, params={"d": 1}),
    fails=[
        Variant("without the pair", {P: sure, Q: [0, 1], R: sure}, {"u": 2, "s": 1, "d": 0}, drop=["PQ"]),
        Variant("without the rest", {P: sure, Q: [half, half], R: [0, 1]}, {"u": 2, "s": half, "d": 0}, drop=["PR"]),
        Variant(
            "with less",
            {P: sure, Q: [0, 1], R: [0, 1]},
            {"u": 2, "s": half, "d": 1},
            claim=Le(HockeyStick(SP, SQ, level), num(9, 10) * s * d),
        ),
    ],
)


def events(one: FieldSymbol, two: FieldSymbol) -> Fact:
    """one(S) <= e^ε two(S) + δ for all events S."""
    return Indistinguishable(one, two, eps, delta).facts()["PQ"]


def of(f: Term) -> Term:
    return Int(in_E * f, x)


def of_e(name: str, f: Term, g: Term) -> Step:
    return have(f"{name}.E", Le(of(f), e_eps * of(g) + delta), by=Instantiate(name, in_E))


approximate = Theorem(
    title="An (ε, δ)-private mechanism on a sample that has each record with probability s: (log(1 + s (e^ε − 1)), s δ)",
    about=[P, Q, R, E],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1), *share],
    given={"PQ": events(P, Q), "QP": events(Q, P), "PR": events(P, R), "QR": events(Q, R)},
    claim={
        "first": Le(of(a), factor * of(b) + s * delta),
        "second": Le(of(b), factor * of(a) + s * delta),
    },
    proof=[
        have("rest>=0", Ge(on_the_rest, 0), by=Real()),
        *(of_e(n, f, g) for n, f, g in (("PQ", p, q), ("QP", q, p), ("PR", p, r), ("QR", q, r))),
        have("a", Eq(of(a), (1 - s) * of(r) + s * of(p)), by=Under(x)),
        have("b", Eq(of(b), (1 - s) * of(r) + s * of(q)), by=Under(x)),
        have("first", by=Real({"PQ.E": on_the_pair, "PR.E": on_the_rest, "rest>=0": 0, "a": 1, "b": factor})),
        have("second", by=Real({"QP.E": on_the_pair, "QR.E": on_the_rest, "rest>=0": 0, "b": 1, "a": factor})),
    ],
    tight=Attained({**showing, E: [1, 1, 0, 0]}, claim="first"),
    fails=[
        Variant(
            "without what is known of the two records",
            {P: fair, Q: [0, 1], R: fair, E: sure},
            {"eps": log(num(2)), "delta": 0, "s": 1},
            drop=["PQ"],
        ),
        Variant(
            "without the same the other way",
            {P: [0, 1], Q: fair, R: fair, E: sure},
            {"eps": log(num(2)), "delta": 0, "s": 1},
            drop=["QP"],
        ),
        Variant(
            "if nothing is known of the law without the record",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)], R: [num(1, 6), num(5, 6)], E: sure},
            {"eps": log(num(2)), "delta": 0, "s": half},
            drop=["PR"],
        ),
        Variant(
            "if nothing is known of it beside the other record",
            {P: [num(1, 3), num(2, 3)], Q: [num(2, 3), num(1, 3)], R: [num(1, 6), num(5, 6)], E: sure},
            {"eps": log(num(2)), "delta": 0, "s": half},
            drop=["QR"],
        ),
    ],
)

# -- total variation, Kullback-Leibler --------------------------------------------------------------------------------------------

total_variation = Theorem(
    title="Total variation δ of a mechanism is s δ on a sample that has each record with probability s",
    about=[P, Q, R],
    where=share,
    given={"near": Le(TotalVariation(P, Q), delta)},
    claim=Le(TotalVariation(SP, SQ), s * delta),
    proof=[
        have("at", forall(x, Eq(Abs(a - b), s * Abs(p - q))), by=Pointwise(cases=[Ge(p, q)])),
        have("sum", Eq(Int(Abs(a - b), x), s * Int(Abs(p - q), x)), by=Integrate(x, "at")),
        have("goal", by=Real({"sum": half, "near": s})),
    ],
    tight=Attained({P: sure, Q: [0, 1], R: sure}, params={"delta": 1}),
    fails=[
        Variant("without a bound", {P: sure, Q: [0, 1], R: sure}, {"s": 1, "delta": 0}, drop=["near"]),
        Variant(
            "with less",
            {P: sure, Q: [0, 1], R: sure},
            {"s": 1, "delta": 1},
            claim=Le(TotalVariation(SP, SQ), num(9, 10) * s * delta),
        ),
    ],
)

entropy = renyi_mixtures.entropy
itself = [
    have("rest.at", forall(x, Eq(entropy(r, r), 0 * r)), by=Pointwise(cases=[Gt(r, 0)])),
    have("rest", Le(KL(R, R), 0), by=Integrate(x, "rest.at", using=["rest.at"])),
]

kullback_leibler = Theorem(
    title="Kullback-Leibler divergence ε of a mechanism is at most s ε on a sample that has each record with probability s",
    about=[P, Q, R],
    where=share,
    given={"near": Le(KL(P, Q), eps)},
    claim=Le(KL(SP, SQ), s * eps),
    proof=[
        *itself,
        have(
            "mixed",
            Le(KL(SP, SQ), (1 - s) * 0 + s * eps),
            by=Cite(
                renyi_mixtures.kl_mixture,
                reals={"c1": 0, "c2": eps},
                fields={"P": R, "Q": R, "P1": P, "Q1": Q},
                given={"first": "rest", "second": "near"},
            ),
        ),
        have("goal", by=Real(["mixed"])),
    ],
    tight=Attained({P: [1, 0, 0], Q: [half, half, 0], R: [0, 0, 1]}, params={"eps": log(num(2))}),
    fails=[
        Variant("without a bound", {P: sure, Q: fair, R: fair}, {"s": 1, "eps": 0}, drop=["near"]),
        Variant(
            "with less",
            {P: sure, Q: fair, R: fair},
            {"s": 1, "eps": log(num(2))},
            claim=Le(KL(SP, SQ), num(9, 10) * s * eps),
        ),
    ],
)

# -- Rényi, concentrated -----------------------------------------------------------------------------------------------------------

moment = exp((alpha - 1) * eps)
no_change = [
    have("rest.at", forall(x, Eq(power(r, r, alpha), r)), by=Pointwise(cases=[Gt(r, 0)])),
    have("rest.sum", Eq(RenyiMoment(alpha, R, R), Int(r, x)), by=Integrate(x, "rest.at", using=["rest.at"])),
    have("rest", Le(RenyiMoment(alpha, R, R), 1), by=Real(["rest.sum", "R.mass"])),
]


def mixed(bound: Term) -> Step:
    """The moment of the mixture of (R, R) and (P, Q)."""
    return have(
        "mixed",
        Le(RenyiMoment(alpha, SP, SQ), (1 - s) * 1 + s * bound),
        by=Cite(
            renyi_mixtures.mixture,
            reals={"m1": 1, "m2": bound},
            fields={"P": R, "Q": R, "P1": P, "Q1": Q},
            given={"first": "rest", "second": "near"},
        ),
    )


renyi = Theorem(
    title="D_α <= ε of a mechanism is D_α <= log(1 + s (e^((α − 1) ε) − 1))/(α − 1) on a sample with rate s",
    about=[P, Q, R],
    where=[Gt(alpha, 1), *share],
    given={"near": Le(RenyiMoment(alpha, P, Q), moment)},
    claim=Le(RenyiMoment(alpha, SP, SQ), 1 + s * (moment - 1)),
    proof=[*no_change, mixed(moment), have("goal", by=Real(["mixed"]))],
    tight=Attained(
        {P: [num(3, 4), num(1, 4), 0], Q: [half, half, 0], R: [0, 0, 1]},
        params={"alpha": 2, "eps": log(num(5, 4))},
        where=[Gt(s, 0), Lt(s, 1)],
    ),
    fails=[
        Variant("without a bound", {P: sure, Q: fair, R: fair}, {"alpha": 2, "s": 1, "eps": 0}, drop=["near"]),
        Variant(
            "with s ε",
            {P: [num(3, 4), num(1, 4), 0], Q: [half, half, 0], R: [0, 0, 1]},
            {"alpha": 2, "s": half, "eps": log(num(5, 4))},
            claim=Le(RenyiMoment(alpha, SP, SQ), exp((alpha - 1) * (s * eps))),
        ),
    ],
)

concentrated_moment = exp((alpha - 1) * (rho * alpha))

concentrated = Theorem(
    title="A ρ-concentrated mechanism is ρ-concentrated on a sample",
    about=[P, Q, R],
    where=[Gt(alpha, 1), Ge(rho, 0), *share],
    given={"near": Le(RenyiMoment(alpha, P, Q), concentrated_moment)},
    claim=Le(RenyiMoment(alpha, SP, SQ), concentrated_moment),
    proof=[
        *no_change,
        mixed(concentrated_moment),
        have("more", Ge(concentrated_moment, 1), by=Real()),
        have("goal", by=Real({"mixed": 1, "more": 1 - s})),
    ],
    tight=Attained({P: fair, Q: fair, R: fair}, params={"rho": 0}),
    fails=[
        Variant("without a bound", {P: sure, Q: fair, R: fair}, {"alpha": 2, "s": 1, "rho": 0}, drop=["near"]),
        Variant(
            "with s ρ",
            {P: [1 - num(1, 100), num(1, 100), 0], Q: [num(1, 100), 1 - num(1, 100), 0], R: [0, 0, 1]},
            {"alpha": 2, "s": half, "rho": num(5, 2)},
            claim=Le(RenyiMoment(alpha, SP, SQ), exp((alpha - 1) * (s * rho * alpha))),
        ),
    ],
)

# -- order 2 ------------------------------------------------------------------------------------------------------------------------

m = Symbol("m")
two = num(2)
A, B, C = (Symbol(n) for n in "ABC")
squared = [Le(RenyiMoment(two, P, R), m), Le(RenyiMoment(two, R, P), m)]
mutual = [
    have("support.PR", forall(x, supported(p, r)), by=Defined("PR", power(p, r, two), x)),
    have("support.RP", forall(x, supported(r, p)), by=Defined("RP", power(r, p, two), x)),
    have(
        "support.first",
        forall(x, supported(a, r)),
        by=Pointwise(["support.PR"], cases=[Gt(p, 0), Gt(r, 0), Gt(s, 0), Lt(s, 1)]),
    ),
    have(
        "support.second",
        forall(x, supported(r, a)),
        by=Pointwise(["support.RP"], cases=[Gt(p, 0), Gt(r, 0), Gt(s, 0), Lt(s, 1)]),
    ),
]
known = ["support.PR", "support.RP", "support.first", "support.second"]
#: Where p and r are positive: r²/a = r − s (p − r) + s² (p − r)²/a, and 1/a is convex in a.
above_zero = Lemma(Gt((1 - s) * A + s * B, 0), [Gt(A, 0), Gt(B, 0), Ge(s, 0), Le(s, 1)], {"A": r, "B": p})
expanded = Lemma(
    Eq(((1 - s) * A + s * B) ** 2 / A, (1 - s) ** 2 * A + 2 * s * (1 - s) * B + s**2 * (B**2 / A)),
    [Gt(A, 0)],
    {"A": r, "B": p},
)
reversed_two = Lemma(
    Le(
        A**2 / ((1 - s) * A + s * B),
        A - s * (B - A) + s**2 * ((1 - s) * (B**2 / A - 2 * B + A) + s * (B - 2 * A + A**2 / B)),
    ),
    [Gt(A, 0), Gt(B, 0), Ge(s, 0), Le(s, 1)],
    {"A": r, "B": p},
)
bound_two = r - s * (p - r) + s**2 * ((1 - s) * (power(p, r, two) - 2 * p + r) + s * (p - 2 * r + power(r, p, two)))

order_two = Theorem(
    title="D_2 <= log m both ways of a mechanism is D_2 <= log(1 + s² (m − 1)) both ways, if each record is in the sample with "
    "probability s and neighbours differ by one that is added",
    about=[P, R],
    where=share,
    given={"PR": squared[0], "RP": squared[1]},
    claim={
        "first": Le(RenyiMoment(two, SP, R), 1 + s**2 * (m - 1)),
        "second": Le(RenyiMoment(two, R, SP), 1 + s**2 * (m - 1)),
    },
    proof=[
        *mutual,
        have(
            "first.at",
            forall(x, Le(power(a, r, two), (1 - s) ** 2 * r + 2 * s * (1 - s) * p + s**2 * power(p, r, two))),
            by=Pointwise(known, cases=[Gt(r, 0), Gt(p, 0), Gt(a, 0)], lemmas=[above_zero, expanded]),
        ),
        have("first>=0", forall(x, Ge(power(a, r, two), 0)), by=Pointwise(known, cases=[Gt(r, 0), Gt(a, 0)])),
        have(
            "first.sum",
            Le(
                RenyiMoment(two, SP, R),
                (1 - s) ** 2 * Int(r, x) + 2 * s * (1 - s) * Int(p, x) + s**2 * RenyiMoment(two, P, R),
            ),
            by=Integrate(x, "first.at", using=["PR", "RP", "first>=0"]),
        ),
        have("first", by=Real({"first.sum": 1, "P.mass": 2 * s * (1 - s), "R.mass": (1 - s) ** 2, "PR": s**2})),
        have(
            "second.at",
            forall(x, Le(power(r, a, two), bound_two)),
            by=Pointwise(known, cases=[Gt(r, 0), Gt(p, 0), Gt(a, 0)], lemmas=[above_zero, reversed_two]),
        ),
        have("second>=0", forall(x, Ge(power(r, a, two), 0)), by=Pointwise(known, cases=[Gt(r, 0), Gt(a, 0)])),
        have(
            "second.sum",
            Le(
                RenyiMoment(two, R, SP),
                Int(r, x)
                - s * (Int(p, x) - Int(r, x))
                + s**2
                * (
                    (1 - s) * (RenyiMoment(two, P, R) - 2 * Int(p, x) + Int(r, x))
                    + s * (Int(p, x) - 2 * Int(r, x) + RenyiMoment(two, R, P))
                ),
            ),
            by=Integrate(x, "second.at", using=["PR", "RP", "second>=0"]),
        ),
        have(
            "second",
            by=Real({"second.sum": 1, "PR": s**2 * (1 - s), "RP": s**3, "P.mass": 0, "R.mass": 0}),
        ),
    ],
    tight=Attained(
        {P: [num(3, 4), num(1, 4)], R: [num(1, 4), num(3, 4)]},
        params={"m": num(7, 3)},
        claim="first",
    ),
    fails=[
        Variant("without a bound one way", {P: fair, R: [num(3, 4), num(1, 4)]}, {"s": 1, "m": num(5, 4)}, drop=["PR"]),
        Variant(
            "without a bound the other way", {P: [num(3, 4), num(1, 4)], R: fair}, {"s": 1, "m": num(5, 4)}, drop=["RP"]
        ),
        Variant(
            "with less",
            {P: [num(3, 4), num(1, 4)], R: [num(1, 4), num(3, 4)]},
            {"s": half, "m": num(7, 3)},
            claim=Le(RenyiMoment(two, SP, R), 1 + num(9, 10) * s**2 * (m - 1)),
        ),
    ],
)
