"""Mechanisms on a space of datasets: theorems in the words of the sources, notions applied to a mechanism.

M(d, .) is the law of the outcome for the dataset d, and near says which datasets are neighbours. What a notion means is unfolded in
dpsym.objects.applied; `dpsym show` prints the words, and below them what they mean.

- Post-processing and groups of two, for pure privacy and (ε,δ)-privacy; ε-DP implies ε tanh(ε/2)-zCDP.
- ε-DP implies tanh(ε/4)-Bayesian and tanh(ε/2)-semantic privacy, for all priors on datasets of any number of records. For a prior
  b, let h be 1 where the posterior is above the prior, and compare masses: with A, B the prior inside and outside of h and X, Y the
  same times the likelihood, B X <= e^ε A Y, since every pair of datasets satisfies it. What is left is about numbers (`balance`).
- The way back needs priors on two datasets only. A point mass at d is a law at(d, .) on datasets that M does not tell from d; on a
  countable space there is one.
"""

from dpsym.kernel.terms import Term
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
    chord,
    forall,
    have,
)
from dpsym.objects.applied import (
    ApproximateDP,
    BayesianPrivacy,
    Mechanism,
    PureDP,
    SemanticPrivacy,
    ZeroConcentratedDP,
)
from dpsym.objects.language import (
    Abs,
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
    Piecewise,
    Point,
    Symbol,
    exp,
    log,
    num,
    pos,
    tanh,
)
from theorems.concentrated import best, concave, exponent, logs
from theorems.concentrated import response as response_moment
from theorems.renyi import high, low, most
from theorems.vocabulary import alpha, delta, e_eps, eps, half, third

d, y, z = Point("d"), Point("y"), Point("z")
other, middle = Point("d'", like=d), Point("e", like=d)
M, Near = Kernel("M", d, y), Event("near", d, other)
A = Mechanism(M, Near)
m, m_, near = M(d, y), M(other, y), Near(d, other)
ways = {"PQ": (m, m_), "QP": (m_, m)}

pair: Tables = {M: [half, half, half, half], Near: [0, 1, 1, 0]}  # two neighbours that nothing tells apart
apart: Tables = {M: [1, 0, 0, 1], Near: [0, 1, 1, 0]}  # two that every outcome tells apart
coin = [2 * third, third, third, 2 * third]
response: Tables = {M: coin, Near: [0, 1, 1, 0]}  # randomized response, odds 2
log_2 = {"eps": log(num(2))}
private = ["private.PQ", "private.QP"]

# -- post-processing -----------------------------------------------------------------------------------------------------

K = Kernel("k", y, z)
k = K.density
B = A.of(Density(Int(M(d, y) * k, y), (d, z)), "k after M")
copy = [1, 0, 0, 1]

post_processing = Theorem(
    title="What is made of the outcome of an ε-DP mechanism is ε-DP",
    source=Source("privacy-notes", "Section 4.1, property 4"),
    about=[M, Near, K],
    where=[Ge(eps, 0)],
    given={"private": PureDP(eps)(A)},
    claim=PureDP(eps)(B),
    proof=[
        step
        for way, (a, b) in ways.items()
        for step in (
            have(
                f"{way}.in",
                forall(d, other, y, z, Le(near * (a * k), near * (e_eps * (b * k)))),
                by=Pointwise({f"private.{way}": k}),
            ),
            have(f"claim.{way}", by=Integrate(y, f"{way}.in")),
        )
    ],
    witness=({"eps": 1}, {**pair, K: copy}),
    fails=[
        Variant("without privacy", {**apart, K: copy}, {"eps": 1}, drop=private),
        Variant("with ε/2", {**response, K: copy}, log_2, claim=PureDP(eps / 2)(B)),
    ],
)

S = Event("E", d, other, z)
in_S = S.density
chance = Int(in_S * k, z)  # how likely y is sent into the event


def image(way: str, a: Term, b: Term) -> list[Step]:
    """The event of z is a test of y, and privacy is affine in it."""
    steps = [
        have(
            f"{way}.test",
            forall(d, other, Le(near * Int(chance * a, y), near * (e_eps * Int(chance * b, y) + delta))),
            by=Instantiate(f"private.{way}", chance, using=["chance<=1"], at=(d, other, y)),
        )
    ]
    for letter, f in (("a", a), ("b", b)):
        n = f"{way}.{letter}"
        steps += [
            have(f"{n}.in", forall(d, other, y, Eq(chance * f, Int(in_S * (f * k), z))), by=Under(z)),
            have(
                f"{n}.sum",
                forall(d, other, Eq(Int(chance * f, y), Int(in_S * (f * k), y, z))),
                by=Integrate(y, f"{n}.in"),
            ),
            have(
                f"{n}.swap",
                forall(d, other, Eq(Int(in_S * (f * k), y, z), Int(in_S * (f * k), z, y))),
                by=Swap(),
            ),
            have(
                f"{n}.out",
                forall(d, other, z, Eq(Int(in_S * (f * k), y), in_S * Int(f * k, y))),
                by=Under(y),
            ),
            have(
                f"{n}.all",
                forall(d, other, Eq(Int(in_S * (f * k), z, y), Int(in_S * Int(f * k, y), z))),
                by=Integrate(z, f"{n}.out"),
            ),
        ]
    known = [f"{way}.{letter}.{part}" for letter in "ab" for part in ("sum", "swap", "all")]
    return [*steps, have(f"claim.{way}", by=Pointwise([f"{way}.test", *known]))]


post_processing_approximate = Theorem(
    title="What is made of the outcome of an (ε,δ)-DP mechanism is (ε,δ)-DP",
    source=Source("kasiviswanathan-smith", "Claim 3.3, part 5"),
    about=[M, Near, K, S],
    where=[Ge(eps, 0), Ge(delta, 0)],
    given={"private": ApproximateDP(eps, delta)(A)},
    claim=ApproximateDP(eps, delta)(B),
    proof=[
        have("chance.in", forall(d, other, y, z, Le(in_S * k, k)), by=Pointwise()),
        have("chance.sum", forall(d, other, y, Le(chance, Int(k, z))), by=Integrate(z, "chance.in")),
        have("chance<=1", forall(d, other, y, Le(chance, 1)), by=Pointwise({"chance.sum": 1, "k.mass": 1})),
        *(step for way, (a, b) in ways.items() for step in image(way, a, b)),
    ],
    witness=({"eps": 1, "delta": 0}, {M: [1, 1], Near: [0, 1, 1, 0], K: [1], S: [1, 1, 1, 1]}),
    fails=[
        Variant("without privacy", {**apart, K: copy, S: [1, 0] * 4}, {"eps": 1, "delta": half}, drop=private),
        Variant(
            "with δ/2",
            {**apart, K: copy, S: [1, 0] * 4},
            {"eps": 1, "delta": 1},
            claim=ApproximateDP(eps, delta / 2)(B),
        ),
    ],
)

# -- groups of two ---------------------------------------------------------------------------------------------------------

Two, Between = Event("two", d, other), Kernel("between", d, other, middle)
two, between = Two.density, Between.density
G = Mechanism(M, Two)
there = two * between
steps_of_two = {
    "first": forall(d, other, middle, Le(there, there * Near(d, middle))),
    "second": forall(d, other, middle, Le(there, there * Near(middle, other))),
}
line = [1, 1, 0, 1, 1, 1, 0, 1, 1]  # 0 ~ 1 ~ 2, and each dataset is its own neighbour
through = [*[1, 0, 0], *[1, 0, 0], *[0, 1, 0], *[1, 0, 0], *[0, 1, 0], *[0, 0, 1], *[0, 1, 0], *[0, 0, 1], *[0, 0, 1]]
three: Tables = {M: [num(n, 7) for n in (4, 2, 1, 2, 4, 1, 1, 4, 2)], Near: line, Two: [1] * 9, Between: through}
one: Tables = {M: [1], Near: [1], Two: [1], Between: [1]}
jump: Tables = {M: [1, 0, 0, 1], Near: [1, 0, 0, 1], Two: [0, 1, 0, 0]}


def two_steps(way: str) -> list[Step]:
    """M(d) <= e^ε M(e) <= e^(2ε) M(d') for all e in between, summed over them."""
    left, right = (d, middle), (middle, other)  # the two steps, as they stand in near
    renamed = {left: {other: middle}, right: {d: middle}}
    names = {left: "first", right: "second"}
    (a, *_), (b, c) = (d, middle, other), (middle, other)
    order = [(left, a, b), (right, b, c)] if way == "PQ" else [(right, c, b), (left, b, a)]
    steps = []
    for number, (link, start, end) in enumerate(order, 1):
        n = f"{way}.{number}"
        near_, from_, to = Near(*link), M(start, y), M(end, y)
        steps += [
            have(
                f"{n}.near",
                forall(*link, y, Le(near_ * from_, near_ * (e_eps * to))),
                by=Pointwise([(f"private.{way}", renamed[link])]),
            ),
            have(
                n,
                forall(d, other, middle, y, Le(there * from_, e_eps * (there * to))),
                by=Pointwise({names[link]: from_, f"{n}.near": there}),
            ),
        ]
    start, end = (M(d, y), M(other, y)) if way == "PQ" else (M(other, y), M(d, y))
    return [
        *steps,
        have(
            f"{way}.both",
            forall(d, other, middle, y, Le(there * start, exp(2 * eps) * (there * end))),
            by=Pointwise({f"{way}.1": 1, f"{way}.2": e_eps}),
        ),
        have(
            f"{way}.sum",
            forall(
                d, other, y, Le(two * start * Int(between, middle), exp(2 * eps) * (two * end) * Int(between, middle))
            ),
            by=Integrate(middle, f"{way}.both"),
        ),
        have(
            f"claim.{way}",
            by=Pointwise({f"{way}.sum": 1, "between.mass": exp(2 * eps) * (two * end) - two * start}),
        ),
    ]


group_of_two = Theorem(
    title="An ε-DP mechanism is 2ε-DP for datasets that are two steps apart",
    source=Source("dwork-roth", "Theorem 2.2"),
    about=[M, Near, Two, Between],
    where=[Ge(eps, 0)],
    given={"private": PureDP(eps)(A), **steps_of_two},
    claim=PureDP(2 * eps)(G),
    proof=[*two_steps("PQ"), *two_steps("QP")],
    witness=({"eps": 1}, one),
    fails=[
        Variant("with 3ε/2", three, log_2, claim=PureDP(3 * eps / 2)(G)),
        Variant("without privacy", {**three, M: [1, 0, 0, 0, 1, 0, 0, 0, 1]}, {"eps": 1}, drop=private),
        Variant("without a first step", {**jump, Between: [1, 0, 0, 1, 1, 0, 0, 1]}, {"eps": 1}, drop=["first"]),
        Variant("without a second step", {**jump, Between: [1, 0, 1, 0, 1, 0, 0, 1]}, {"eps": 1}, drop=["second"]),
    ],
)

# -- concentrated privacy --------------------------------------------------------------------------------------------------

t, u = Symbol("t"), Symbol("u")
rate = (high - low) / (e_eps - 1 / e_eps)
are_near = Indicator(Gt(near, 0))


def concentrated(way: str, a: Term, b: Term) -> list[Step]:
    """The integrand of the moment is below its chord in t = a/b, from e^−ε to e^ε; elsewhere it is 0."""
    power = Piecewise((0, Le(near, 0)), (0, Le(a, 0)), (a**alpha * b ** (1 - alpha), Gt(b, 0)))
    line = chord(t**alpha, t, 1 / u, u, [Gt(t, 0), Gt(u, 1), Gt(alpha, 1)], {"t": a / b, "u": e_eps})
    cases = [Le(near, 0), Le(a, 0), Gt(b, 0)]
    return [
        have(
            f"{way}.chord",
            forall(d, other, y, Le(power, are_near * (low * b + rate * (a - b / e_eps)))),
            by=Pointwise(private, cases=cases, lemmas=[line]),
        ),
        have(f"{way}.power", forall(d, other, y, Ge(power, 0)), by=Pointwise(private, cases=cases)),
        have(
            f"{way}.sum",
            forall(
                d,
                other,
                Le(Int(power, y), are_near * (low * Int(b, y) + rate * (Int(a, y) - Int(b, y) / e_eps))),
            ),
            by=Integrate(y, f"{way}.chord", using=[*private, f"{way}.power"]),
        ),
        have(
            f"{way}.response",
            forall(d, other, Le(Int(power, y), are_near * most)),
            by=Pointwise(
                {
                    f"{way}.sum": 1,
                    ("mass.other" if way == "PQ" else "M.mass"): are_near * (low - rate / e_eps),
                    ("M.mass" if way == "PQ" else "mass.other"): are_near * rate,
                }
            ),
        ),
        have(
            f"claim.{way}",
            by=Pointwise({f"{way}.response": 1, "cosh": are_near, "most": are_near, "same": are_near, "near": tail}),
        ),
    ]


tail = exp((alpha - 1) * (0 + eps * tanh(eps / 2) * alpha))

pure_to_concentrated = Theorem(
    title="An ε-DP mechanism is ε tanh(ε/2)-zCDP",
    source=Source("bun-steinke", "Proposition 1.4", sharpened=True),
    about=[M, Near],
    where=[Gt(eps, 0), Gt(alpha, 1)],
    given={"private": PureDP(eps)(A)},
    claim=ZeroConcentratedDP(0, eps * tanh(eps / 2))(A),
    proof=[
        have("mass.other", forall(other, Eq(Int(m_, y), 1)), by=Pointwise([("M.mass", {d: other})])),
        have("cosh", Eq(most, response_moment), by=Real()),
        have("concave", logs, by=Real(lemmas=[concave])),
        have("most", Le(response_moment, best), by=Real(["concave"], lemmas=[exponent])),
        have("same", Eq(best, tail), by=Real()),
        have("near", forall(d, other, Le(are_near, near)), by=Pointwise(cases=[Gt(near, 0)])),
        *(step for way, (a, b) in ways.items() for step in concentrated(way, a, b)),
    ],
    witness=({"eps": 1, "alpha": 2}, pair),
    fails=[
        Variant("without privacy", apart, {"eps": 1, "alpha": 2}, drop=private),
        Variant(
            "with 19/20 of it",
            response,
            {**log_2, "alpha": num(11, 10)},
            claim=ZeroConcentratedDP(0, num(19, 20) * (eps * tanh(eps / 2)))(A),
        ),
    ],
)

# -- what an adversary learns ------------------------------------------------------------------------------------------------

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

bayesian = Theorem(
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

# -- the way back: priors on two datasets ----------------------------------------------------------------------------------------

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

bayesian_converse = Theorem(
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

# -- n records: Game 0 and Game i --------------------------------------------------------------------------------------------------

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

semantic = Theorem(
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

semantic_as_printed = Theorem(
    title="An ε-DP mechanism is (e^ε − 1)-semantically private, for all priors and any number of records",
    source=Source("kasiviswanathan-smith", "Theorem 2.2"),
    about=[M, Near, Hide, Prior],
    where=[Ge(eps, 0)],
    given={"private": PureDP(eps)(H), "hides": replaced},
    claim=SemanticPrivacy(e_eps - 1)(H, prior=Prior),
    proof=[
        have("claim.shown", by=Cite(semantic, claim="claim.shown")),
        have("exact", semantic.claims["claim.apart"], by=Cite(semantic, claim="claim.apart")),
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
