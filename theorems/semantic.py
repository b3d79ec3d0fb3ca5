"""What an adversary learns: semantic privacy, and Theorem 2.2 of Kasiviswanathan and Smith, first half.

A prior b on databases and a transcript t give posteriors: b_0 ~ b(x) Pr[A(x) = t] in Game 0, and b_i ~ b(x) Pr[A(x_-i) = t] in
Game i, where record i is replaced by a default value. Semantic privacy bounds their statistical difference, for all b, t and i.

*One record.* If the likelihoods of any two parameters differ by a factor of e^ε at most, then prior and posterior are within
tanh(ε/4) in total variation, for every prior. All likelihoods lie between some c and e^ε c; the posterior exceeds the prior where L
is above its mean Z, and max(L − Z, 0) is below its chord from c to e^ε c. What is left is (z − e^(ε/2))² >= 0 for z = Z/c. This is
Game i for databases of one record, where b_i is the prior.

*Two games.* In general the likelihoods of the two games differ by a factor of e^ε at most at each database, and b_0 and b_i are
within tanh(ε/2): max(L − m M, 0) is below its chord from M/e^ε to e^ε M, for m = Z_0/Z_i, and what is left is (m − 1)² >= 0.
Randomized response on the parity of two bits attains it. The source has e^ε − 1, and a proof that does not hold: the normalisers
differ as well, so the posteriors differ by a factor of up to e^(2ε), not e^ε.
"""

from __future__ import annotations

from itertools import product

from dpsym.kernel.terms import Term
from dpsym.library.entries import Definition, Falsehood
from dpsym.library.theorem import (
    Attained,
    Cite,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Separate,
    Sharp,
    Source,
    Step,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Abs,
    Eq,
    Event,
    Ge,
    Gt,
    Indicator,
    Int,
    Kernel,
    Law,
    Le,
    Piecewise,
    Point,
    Query,
    Symbol,
    exp,
    log,
    num,
    pos,
    tanh,
)
from dpsym.objects.unfold import TotalVariation
from dpsym.objects.unfold import posterior as bayes
from theorems.finite_datasets import d, d_
from theorems.instances import of
from theorems.vocabulary import E, e_eps, eps, in_E, x

KEY = "kasiviswanathan-smith"

# -- definitions ----------------------------------------------------------------------------------------------

bayes_rule = Definition(
    title="The posterior b[x|t] = Pr[A(x) = t] b[x] / Σ_y Pr[A(y) = t] b[y], for a possible transcript",
    source=Source(KEY, "Equation (2)"),
    object="dpsym.objects.unfold.posterior",
    examples=of("posterior"),
)

games = Definition(
    title="x_-i: record i replaced by a default value; Game 0 shows A(x), Game i shows A(x_-i)",
    source=Source(KEY, "Section 2"),
    object="dpsym.objects.notions.semantic.games",
    examples=of("games"),
)

privacy = Definition(
    title="ε-semantic privacy: SD(b_0, b_i) <= ε for all priors, transcripts and i",
    source=Source(KEY, "Definition 2.1"),
    object="dpsym.objects.notions.SemanticPrivacy",
    examples=of("SemanticPrivacy"),
)

approximate_privacy = Definition(
    title="(ε,δ)-semantic privacy: with probability 1 − δ over x and t, SD(b_0, b_i) <= ε for all i",
    source=Source(KEY, "Definition 2.3"),
    object="dpsym.objects.notions.ApproximateSemanticPrivacy",
    examples=of("ApproximateSemanticPrivacy"),
)

# -- one record: prior and posterior ---------------------------------------------------------------------------

theta = Point("theta")
other = Point("theta'", like=theta)
Prior, Likelihood = Law("pi", theta), Query("L", theta, lower=0)
prior, likelihood = Prior.density, Likelihood.density
Z = Int(likelihood * prior, theta)
posterior = likelihood * prior / Z
w = exp(eps / 2)
c, z, v = Symbol("c"), Symbol("z"), Symbol("v")
slope = (e_eps * c - Z) / ((e_eps - 1) * c)
claim = Le(num(1, 2) * Int(Abs(posterior - prior), theta), (w - 1) / (w + 1))
square = Lemma(
    Le((v**2 - z) * (z - 1) / ((v**2 - 1) * z), (v - 1) / (v + 1)), [Gt(v, 1), Gt(z, 0)], {"v": w, "z": Z / c}
)

prior_to_posterior = Theorem(
    title="Prior and posterior are within tanh(ε/4) if likelihoods are within e^ε",
    source=Source("biswas", "Theorem 1", sharpened=True),
    about=[Prior, Likelihood],
    where=[Gt(eps, 0)],
    given={"near": forall(theta, other, Le(likelihood / e_eps, Likelihood(other))), "possible": Gt(Z, 0)},
    claim=claim,
    proof=[
        have("L/u<=c", forall(theta, Le(likelihood / e_eps, c)), by=Separate("near", "c")),
        have("c<=L", forall(other, Le(c, Likelihood(other))), by=Separate("near", "c")),
        have(
            "above",
            Le(c * Int(prior, theta), Z),
            by=Under(theta, using=[("c<=L", {other: theta})], finite=["possible"]),
        ),
        have("below", Le(Z, e_eps * c * Int(prior, theta)), by=Under(theta, using=["L/u<=c"], finite=["possible"])),
        have("c>0", Gt(c, 0), by=Real(["below", "possible", "pi.mass"])),
        have("c<=Z", Le(c, Z), by=Real(["above", "pi.mass"])),
        have("Z<=uc", Le(Z, e_eps * c), by=Real(["below", "pi.mass"])),
        have(
            "chord",
            forall(theta, Le(pos(likelihood - Z), slope * (likelihood - c))),
            by=Pointwise(
                ["L/u<=c", ("c<=L", {other: theta}), "c>0", "c<=Z", "Z<=uc"],
                cases=[Gt(likelihood, Z)],
                finite=["possible"],
            ),
        ),
        have(
            "cut",
            forall(theta, Le(Abs(posterior - prior), (2 * slope * (likelihood - c) - likelihood + Z) * prior / Z)),
            by=Pointwise(["chord", "c>0", "possible"], cases=[Gt(likelihood, Z)]),
        ),
        have(
            "sum",
            Le(
                Int(Abs(posterior - prior), theta),
                (2 * slope - 1) / Z * Z + (1 - 2 * slope * c / Z) * Int(prior, theta),
            ),
            by=Integrate(
                theta,
                "cut",
                using=["possible", "c>0"],
                parts=[
                    (1, Abs(posterior - prior)),
                    (-((2 * slope - 1) / Z), likelihood * prior),
                    (2 * slope * c / Z - 1, prior),
                ],
            ),
        ),
        have("most", Le(claim.lhs, slope * (1 - c / Z)), by=Real(["sum", "pi.mass", "c>0", "possible"])),
        have("square", Le(slope * (1 - c / Z), claim.rhs), by=Real(["c>0", "possible"], lemmas=[square])),
        have("goal", by=Real(["most", "square", "c>0", "possible"])),
    ],
    tight=Attained({Prior: [1 / (w + 1), w / (w + 1)], Likelihood: [e_eps, 1]}),
    fails=[
        Variant(
            "with tanh(ε/5)",
            {Prior: [num(1, 3), num(2, 3)], Likelihood: [4, 1]},
            {"eps": 2 * log(num(2))},
            claim=Le(claim.lhs, tanh(eps / 5)),
        ),
        Variant(
            "without closeness", {Prior: [num(1, 2), num(1, 2)], Likelihood: [1, 0]}, {"eps": num(1, 10)}, drop=["near"]
        ),
        Variant("when the transcript is impossible", {Prior: [1], Likelihood: [0]}, {"eps": 1}, drop=["possible"]),
    ],
)

posterior_is_a_law = Theorem(
    title="The posterior of a possible transcript has mass one",
    source=Source(KEY, "Equation (2)"),
    about=[Prior, Likelihood],
    given={"possible": Gt(Z, 0)},
    claim=Eq(Int(posterior, theta), 1),
    proof=[
        have(
            "sum",
            Eq(Int(posterior, theta), Z / Z),
            by=Integrate(theta, parts=[(1, posterior), (-1 / Z, likelihood * prior)], using=["possible"]),
        ),
        have("goal", by=Real(["sum", "possible"])),
    ],
    witness=({}, {Prior: [num(1, 2), num(1, 2)], Likelihood: [1, 0]}),
    fails=[Variant("when the transcript is impossible", {Prior: [1], Likelihood: [0]}, drop=["possible"])],
)

impossible_transcript = Falsehood(
    title="The posterior has mass one, for every transcript",
    source=Source(KEY, "Equation (2)"),
    about=[Prior, Likelihood],
    claim=Eq(Int(posterior, theta), 1),
    values={Prior: [num(1, 2), num(1, 2)], Likelihood: [0, 0]},
    why="A transcript that no database with positive prior shows has no posterior: 0/0.",
)

# -- two games -------------------------------------------------------------------------------------------------

B, L, M = Law("b", x), Query("L", x, lower=0), Query("M", x, lower=0)  # prior, likelihoods in Game 0 and Game i
b, l0, li = B.density, L.density, M.density
Z0, Zi = Int(l0 * b, x), Int(li * b, x)
b0, bi = bayes(B, l0), bayes(B, li)
m = Z0 / Zi
rise = (e_eps - m) / (e_eps - 1 / e_eps)
halves = [num(1, 2), num(1, 2)]
closeness = {
    "near.0": forall(x, Le(l0, e_eps * li)),
    "near.i": forall(x, Le(li, e_eps * l0)),
    "possible": Gt(Z0, 0),
}
normalisers = [
    have("Zi<=uZ0", Le(Zi, e_eps * Z0), by=Under(x, using=["near.i"], finite=["possible"])),
    have("Z0<=uZi", Le(Z0, e_eps * Zi), by=Under(x, using=["near.0"], finite=["possible", "Zi<=uZ0"])),
    have("Zi>0", Gt(Zi, 0), by=Real(["Z0<=uZi", "possible"])),
]
known = ["possible", "Zi>0", "Zi<=uZ0", "Z0<=uZi"]
dropped = [
    Variant(
        "when Game 0 may show t too easily", {B: halves, L: [1, 10], M: [1, 1]}, {"eps": num(1, 10)}, drop=["near.0"]
    ),
    Variant(
        "when Game i may show t too easily", {B: halves, L: [1, 1], M: [1, 10]}, {"eps": num(1, 10)}, drop=["near.i"]
    ),
    Variant("when the transcript is impossible", {B: [1], L: [0], M: [0]}, {"eps": 1}, drop=["possible"]),
]
two_games_claim = Le(TotalVariation(b0, bi), (e_eps - 1) / (e_eps + 1))
even = Lemma(
    Le((v - z) * (1 - 1 / (v * z)) / (v - 1 / v), (v - 1) / (v + 1)), [Gt(v, 1), Gt(z, 0)], {"v": e_eps, "z": m}
)

two_games_above_zero = Theorem(
    title="ε-differential privacy, ε > 0: the posteriors of Game 0 and Game i are within tanh(ε/2)",
    source=Source(KEY, "Theorem 2.2", sharpened=True),
    about=[B, L, M],
    where=[Gt(eps, 0)],
    given=closeness,
    claim=two_games_claim,
    proof=[
        *normalisers,
        have("m<=u", Le(m, e_eps), by=Real(known)),
        have("1<=um", Le(1 / e_eps, m), by=Real(known)),
        have(
            "chord",
            forall(x, Le(pos(l0 - m * li), rise * (l0 - li / e_eps))),
            by=Pointwise(["near.0", "near.i", "m<=u", "1<=um", *known], cases=[Gt(l0, m * li)]),
        ),
        have(
            "cut",
            forall(x, Le(Abs(b0.density - bi.density), (2 * rise * (l0 - li / e_eps) - l0 + m * li) * b / Z0)),
            by=Pointwise(["chord", *known], cases=[Gt(l0, m * li)]),
        ),
        have(
            "sum",
            Le(Int(Abs(b0.density - bi.density), x), (2 * rise - 1) / Z0 * Z0 + (m - 2 * rise / e_eps) / Z0 * Zi),
            by=Integrate(
                x,
                "cut",
                using=known,
                parts=[
                    (1, Abs(b0.density - bi.density)),
                    (-((2 * rise - 1) / Z0), l0 * b),
                    (-((m - 2 * rise / e_eps) / Z0), li * b),
                ],
            ),
        ),
        have("most", Le(two_games_claim.lhs, rise * (1 - 1 / (e_eps * m))), by=Real(["sum", *known])),
        have("square", Le(rise * (1 - 1 / (e_eps * m)), two_games_claim.rhs), by=Real(known, lemmas=[even])),
        have("goal", by=Real(["most", "square", *known])),
    ],
    tight=Attained({B: halves, L: [e_eps, 1], M: [1, e_eps]}),
    fails=[
        Variant(
            "with tanh(ε/3)",
            {B: halves, L: [4, 1], M: [1, 4]},
            {"eps": 2 * log(num(2))},
            claim=Le(two_games_claim.lhs, tanh(eps / 3)),
        ),
        *dropped,
    ],
)

printed_claim = Le(TotalVariation(b0, bi), e_eps - 1)
p0, pi = b0.density, bi.density
gap = Abs(p0 - pi)
defined = {"possible": 0, "Zi>0": 0}  # they show that the posteriors are


def one_sided(a: Term, over: Term, of: str, n: str, parts: tuple[Term, Term], most: Term) -> list[Step]:
    """max(a, 0) <= over for a = ±(l0 − m li), which has mean 0: half the mean of |a| is at most that of `over`."""
    left, right = parts  # 2·over − a is left·l0 + right·li
    return [
        have(
            f"{n}.over",
            forall(x, Le(pos(a), over)),
            by=Pointwise([of, "m<=u", "1<=um", *known], cases=[Gt(l0, m * li)]),
        ),
        have(
            f"{n}.cut",
            forall(x, Le(gap, (2 * over - a) * b / Z0)),
            by=Pointwise([f"{n}.over", *known], cases=[Gt(l0, m * li)]),
        ),
        have(
            f"{n}.sum",
            Le(Int(gap, x), left / Z0 * Z0 + right / Z0 * Zi),
            by=Integrate(x, f"{n}.cut", using=known, parts=[(1, gap), (-(left / Z0), l0 * b), (-(right / Z0), li * b)]),
        ),
        have(f"{n}.far", Le(printed_claim.lhs, most), by=Real([f"{n}.sum", *known])),
    ]


two_games_as_printed = Theorem(
    title="ε-differential privacy: the posteriors of Game 0 and Game i are within e^ε − 1",
    source=Source(KEY, "Theorem 2.2"),
    about=[B, L, M],
    where=[Ge(eps, 0)],
    given=closeness,
    claim=printed_claim,
    proof=[
        *normalisers,
        have("m<=u", Le(m, e_eps), by=Real(known)),
        have("1<=um", Le(1 / e_eps, m), by=Real(known)),
        *one_sided(l0 - m * li, (e_eps - m) * li, "near.0", "0", (num(-1), 2 * e_eps - m), e_eps / m - 1),
        *one_sided(m * li - l0, (e_eps * m - 1) * l0, "near.i", "i", (2 * e_eps * m - 1, -m), e_eps * m - 1),
        have("goal", by=Real(["0.far", "i.far", *known], cases=[Ge(Z0, Zi)])),
    ],
    witness=({"eps": 1}, {B: halves, L: [1, 1], M: [1, 1]}),
    fails=dropped,
)

# At ε = 0 the bound is 0, and so is e^ε − 1. The theorem for ε > 0 is cited at a level that is ε, or 1 if ε is 0.

level = Piecewise((eps, Gt(eps, 0)), default=1)

two_games = Theorem(
    title="ε-differential privacy: the posteriors of Game 0 and Game i are within tanh(ε/2)",
    source=Source(KEY, "Theorem 2.2", sharpened=True),
    about=[B, L, M],
    where=[Ge(eps, 0)],
    given=closeness,
    claim=two_games_claim,
    proof=[
        have("printed", printed_claim, by=Cite(two_games_as_printed)),
        have("level>0", Gt(level, 0), by=Real(cases=[Gt(eps, 0)])),
        have("level>=eps", Ge(exp(level), e_eps), by=Real(cases=[Gt(eps, 0)])),
        have("near.0'", forall(x, Le(l0, exp(level) * li)), by=Pointwise({"near.0": 1, "level>=eps": li})),
        have("near.i'", forall(x, Le(li, exp(level) * l0)), by=Pointwise({"near.i": 1, "level>=eps": l0})),
        have(
            "above zero",
            Le(two_games_claim.lhs, (exp(level) - 1) / (exp(level) + 1)),
            by=Cite(
                two_games_above_zero,
                reals={"eps": level},
                given={"near.0": "near.0'", "near.i": "near.i'"},
                using=["level>0"],
            ),
        ),
        have("goal", by=Real(["printed", "above zero"], cases=[Gt(eps, 0)])),
    ],
    tight=Attained({B: halves, L: [e_eps, 1], M: [1, e_eps]}),
    fails=[
        Variant(
            "with tanh(ε/3)",
            {B: halves, L: [4, 1], M: [1, 4]},
            {"eps": 2 * log(num(2))},
            claim=Le(two_games_claim.lhs, tanh(eps / 3)),
        ),
        *dropped,
    ],
)

within_the_square = Theorem(
    title="ε-differential privacy: the posteriors of Game 0 and Game i differ by a factor of at most e^(2ε)",
    source=Source(KEY, "Proof of Theorem 2.2", sharpened=True),
    about=[B, L, M],
    where=[Ge(eps, 0)],
    given=closeness,
    claim={"0": forall(x, Le(p0, exp(2 * eps) * pi)), "i": forall(x, Le(pi, exp(2 * eps) * p0))},
    proof=[
        *normalisers,
        have("m<=u", Le(m, e_eps), by=Real(known)),
        have("1<=um", Le(1 / e_eps, m), by=Real(known)),
        have("0.at", forall(x, Le(p0, e_eps / m * pi)), by=Pointwise(["near.0", *known])),
        have("i.at", forall(x, Le(pi, e_eps * m * p0)), by=Pointwise(["near.i", *known])),
        have("0.most", Le(e_eps / m, exp(2 * eps)), by=Real(["1<=um", *known])),
        have("i.most", Le(e_eps * m, exp(2 * eps)), by=Real(["m<=u", *known])),
        have("0", by=Pointwise({"0.at": 1, "0.most": pi, **defined})),
        have("i", by=Pointwise({"i.at": 1, "i.most": p0, **defined})),
    ],
    witness=({"eps": 1}, {B: halves, L: [1, 1], M: [1, 1]}),
    fails=[
        Variant(
            "with e^(3ε/2)",
            {B: [num(1, 100), num(99, 100)], L: [2, 1], M: [1, 2]},
            {"eps": log(num(2))},
            claim=forall(x, Le(p0, exp(num(3, 2) * eps) * pi)),
        ),
        *dropped,
    ],
)

c = Symbol("c")
F, G = Query("F", x, lower=0, upper=1), Query("G", x, lower=0, upper=1)  # probabilities of t in Game 0 and Game i
f0, fi = F.density, G.density
Y0, Yi, on_event = Int(f0 * b, x), Int(fi * b, x), Int(in_E * (fi * b), x)
more = e_eps**2 - c
rare = more / (
    more + (e_eps - 1) * (e_eps + e_eps**2) + 1
)  # how likely the prior finds the database whose ratio is close to e^(2ε)
ratio_claim = Le(Int(in_E * (f0 * b), x) * Yi / (on_event * Y0), exp(2 * eps))

ratio_of_posteriors = Theorem(
    title="ε-differential privacy: the ratio of b_0 and b_i on an event is at most e^(2ε), and no less can be said",
    source=Source(KEY, "Proof of Theorem 2.2", sharpened=True),
    about=[B, F, G, E],
    where=[Ge(eps, 0)],
    given={
        "near.0": forall(x, Le(f0, e_eps * fi)),
        "near.i": forall(x, Le(fi, e_eps * f0)),
        "seen": Gt(on_event, 0),
    },
    claim=ratio_claim,
    proof=[
        have("part", Le(on_event, Yi), by=Under(x, cases=[Ge(in_E, 1)])),
        have("Yi<=uY0", Le(Yi, e_eps * Y0), by=Under(x, using=["near.i"])),
        have("Y0>0", Gt(Y0, 0), by=Real(["part", "seen", "Yi<=uY0"])),
        have("event", Le(Int(in_E * (f0 * b), x), e_eps * on_event), by=Under(x, using=["near.0"])),
        have("first", Le(Int(in_E * (f0 * b), x) / on_event, e_eps), by=Real(["event", "seen"])),
        have("second", Le(Yi / Y0, e_eps), by=Real(["Yi<=uY0", "Y0>0"])),
        have("goal", by=Real(["first", "second", "seen", "Y0>0"])),
    ],
    tight=Sharp(
        {B: [rare, 1 - rare], F: [1, 1 / e_eps], G: [1 / e_eps, 1], E: [1, 0]},
        at={"eps": log(num(2)), "c": num(39999, 10000)},
    ),
    fails=[
        Variant(
            "with e^(3ε/2)",
            {B: [num(1, 100), num(99, 100)], F: [1, num(1, 2)], G: [num(1, 2), 1], E: [1, 0]},
            {"eps": log(num(2))},
            claim=Le(ratio_claim.lhs, exp(num(3, 2) * eps)),
        ),
        Variant(
            "when Game 0 may show t too easily",
            {B: halves, F: [num(1, 10), 1], G: [num(1, 10), num(1, 10)], E: [0, 1]},
            {"eps": num(1, 10)},
            drop=["near.0"],
        ),
        Variant(
            "when Game i may show t too easily",
            {B: halves, F: [num(1, 10), num(1, 10)], G: [1, num(1, 10)], E: [0, 1]},
            {"eps": num(1, 10)},
            drop=["near.i"],
        ),
        Variant("on an event that Game i rules out", {B: [1], F: [1], G: [1], E: [0]}, {"eps": 1}, drop=["seen"]),
    ],
)

quarters = {B: [num(1, 4), num(3, 4)], L: [num(2, 3), num(1, 3)], M: [num(1, 3), num(2, 3)]}

theorem_2_2_a_step_1 = Falsehood(
    title="The ratio of b_0 and b_i is within e^(±ε) at every point",
    source=Source(KEY, "Proof of Theorem 2.2"),
    about=[B, L, M],
    where=[Ge(eps, 0)],
    given=closeness,
    claim={"above": forall(x, Le(p0, e_eps * pi)), "below": forall(x, Le(pi, e_eps * p0))},
    values=quarters,
    params={"eps": log(num(2))},
    why="The likelihoods are within e^(±ε), and so are the normalisers, in the other direction: e^(±2ε) is right. "
    "(These are the likelihoods of randomized response on the parity of two bits, i = 1, and a prior on (1,0) and (1,1).)",
)

theorem_2_2_a_step_2 = Falsehood(
    title="The statistical difference of b_0 and b_i is e^ε − 1",
    source=Source(KEY, "Proof of Theorem 2.2"),
    about=[B, L, M],
    where=[Ge(eps, 0)],
    given=closeness,
    claim=Eq(TotalVariation(b0, bi), e_eps - 1),
    values={B: halves, L: [1, 1], M: [1, 1]},
    params={"eps": 1},
    why="= stands for <=; for ε > 0 there is no equality, ever, as tanh(ε/2) < e^ε − 1.",
)

# -- mechanisms that attain the bounds: databases of one and of two bits ---------------------------------------------------------

t = Point("t")
Belief, A, Game = Law("b", d), Kernel("A", d, t), Kernel("G", d, t)
Bits = [Event("b1", d), Event("b2", d)]


def not_below(
    bits: int, level: Term, name: str, why: str, prior: list[Term], laws: list[list[Term]], ratio: Term
) -> Falsehood:
    """ε-private mechanisms on databases of bits have a semantic level of 999/1000 of this one, for Game 1 and the default 0."""
    b, values = Bits[:bits], list(product((0, 1), repeat=bits))
    one_bit = Indicator(Le(sum((Abs(bit(d) - bit(d_)) for bit in b), num(0)), 1))
    default = Indicator(
        Le(sum((Abs(bit(d) - bit(d_)) for bit in b[1:]), b[0](d_)), 0)
    )  # d' is d with 0 for its first bit
    apart = TotalVariation(bayes(Belief, A.density), bayes(Belief, Game.density))
    shown = dict(zip(values, laws))
    return Falsehood(
        title=f"ε-private mechanisms on databases of {bits} bit{'s' * (bits > 1)} are 999/1000 {name}-semantically private",
        source=Source(KEY, "Theorem 2.2", sharpened=True),
        about=[Belief, *b, A, Game],
        where=[Gt(eps, 0)],
        given={
            "private": forall(d, d_, t, Le(one_bit * A(d, t), one_bit * (e_eps * A(d_, t)))),
            "game 1": forall(d, d_, t, Eq(default * (Game(d, t) - A(d_, t)), 0)),
            "possible": forall(t, Gt(Int(A.density * Belief.density, d), 0)),
        },
        claim=forall(t, Le(apart, num(999, 1000) * level)),
        values={
            Belief: prior,
            **{bit: [v[i] for v in values] for i, bit in enumerate(b)},
            A: [w for v in values for w in shown[v]],
            Game: [w for v in values for w in shown[(0, *v[1:])]],
        },
        params={"eps": log(ratio)},
        why=why,
    )


parity_attains_the_bound = not_below(
    2,
    (e_eps - 1) / (e_eps + 1),
    "tanh(ε/2)",
    "Randomized response on the parity of the two bits, and a belief in (1,0) or (1,1): tanh(ε/2) is attained.",
    [num(0), num(0), num(1, 2), num(1, 2)],
    [[num(2, 3), num(1, 3)], [num(1, 3), num(2, 3)], [num(1, 3), num(2, 3)], [num(2, 3), num(1, 3)]],
    num(2),
)

one_bit_attains_the_bound = not_below(
    1,
    (w - 1) / (w + 1),
    "tanh(ε/4)",
    "Randomized response on the bit, and the belief (1, e^(ε/2))/(1 + e^(ε/2)): tanh(ε/4) is attained.",
    [num(1, 3), num(2, 3)],
    [[num(4, 5), num(1, 5)], [num(1, 5), num(4, 5)]],
    num(4),
)
