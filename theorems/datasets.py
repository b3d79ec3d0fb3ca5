"""Mechanisms on a space of datasets: theorems in the words of the sources, notions applied to a mechanism.

M(d, .) is the law of the outcome for the dataset d, and near says which datasets are neighbours. What a notion means is unfolded in
dpsym.objects.applied; `dpsym show` prints the words, and below them what they mean.

- Post-processing and groups of two, for pure privacy and (ε,δ)-privacy; ε-DP implies ε tanh(ε/2)-zCDP.
- ε-DP implies tanh(ε/4)-Bayesian and tanh(ε/2)-semantic privacy, for all priors on datasets of any number of records. For a prior b, let
  h be 1 where the posterior is above the prior, and compare masses: with A, B the prior inside and outside of h and X, Y the same times the
  likelihood, B X <= e^ε A Y, since every pair of datasets satisfies it. What is left is about numbers (`balance`).
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
    SimulationDP,
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
B = A.of(Density(Int(M(d, y) * k, y), (d, z)), "k∘M")
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
    title="An ε-DP mechanism is ε tanh(ε/2)-zCDP, and so ε²/2-zCDP",
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
            "with w²",
            {},
            {"A": 1, "B": 2, "X": 2, "Y": 1, "w": 2},
            claim=Le(outside * X - inside * Y, (w - 1) / (w + 2) * ((X + Y) * (inside + outside))),
        ),
        Variant("without it", {}, {"A": 0, "B": 1, "X": 1, "Y": 0, "w": 1}, drop=["pairs"]),
    ],
)

i = Point("i")
e, f = Point("e", like=d), Point("f", like=d)
Same, Prior = Event("same", i, d, other), Law("b", d)
R = Mechanism(M, Same)
root = exp(eps / 2)


def part(x: Term) -> Term:
    """The prior of a dataset that agrees with d in all records but i."""
    return Same(i, d, x) * Prior(x)


total, seen = Int(part(e), e), Int(part(e) * M(e, y), e)


def above(x: Term) -> Term:
    """1 where the posterior is above the prior."""
    return Indicator(Gt(M(x, y) * total, seen))


masses = {
    "A": Int(part(e) * above(e), e),
    "B": Int(part(e) * (1 - above(e)), e),
    "X": Int(part(e) * above(e) * M(e, y), e),
    "Y": Int(part(e) * (1 - above(e)) * M(e, y), e),
}
both = Same(i, d, e) * Same(i, d, f)
weights = Prior(e) * Prior(f) * (above(e) * (1 - above(f)))
rest = forall(i, d, e, f, Le(both, Same(i, e, f)))
moved = Int(Abs(part(e) * M(e, y) * total - part(e) * seen), e)
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
            forall(i, e, f, y, Le(Same(i, e, f) * M(e, y), Same(i, e, f) * (e_eps * M(f, y)))),
            by=Pointwise([("private.PQ", {d: e, other: f})]),
        ),
        have(
            "pair",
            forall(i, d, e, f, y, Le(both * M(e, y), both * (e_eps * M(f, y)))),
            by=Pointwise(["e to f", "rest"], cases=[Gt(Same(i, e, f), 0)]),
        ),
        have(
            "pair.in",
            forall(
                i,
                d,
                e,
                f,
                y,
                Le(
                    part(e) * above(e) * M(e, y) * (part(f) * (1 - above(f))),
                    e_eps * (part(e) * above(e) * (part(f) * (1 - above(f)) * M(f, y))),
                ),
            ),
            by=Pointwise({"pair": weights}),
        ),
        have(
            "pair.f",
            forall(
                i,
                d,
                e,
                y,
                Le(part(e) * above(e) * M(e, y) * masses["B"], e_eps * (part(e) * above(e) * masses["Y"])),
            ),
            by=Integrate(f, "pair.in", constants=[total, seen]),
        ),
        have(
            "pairs",
            forall(i, d, y, Le(masses["B"] * masses["X"], e_eps * (masses["A"] * masses["Y"]))),
            by=Integrate(e, "pair.f", constants=[masses["B"], masses["Y"]]),
        ),
        have("total", forall(i, d, y, Eq(total, masses["A"] + masses["B"])), by=Integrate(e)),
        have("seen", forall(i, d, y, Eq(seen, masses["X"] + masses["Y"])), by=Integrate(e)),
        have(
            "moved",
            forall(
                i,
                d,
                y,
                Eq(moved, total * (masses["X"] - masses["Y"]) - seen * (masses["A"] - masses["B"])),
            ),
            by=Under(e, cases=[Gt(M(e, y) * total, seen)], constants=[total, seen]),
        ),
        have("w>=1", Ge(root, 1), by=Real()),
        have("w^2", Eq(root**2, e_eps), by=Real()),
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
            {Same: [1, 0, 0, 1, 1, 1, 0, 0, 1], Prior: [half, 0, half], M: [1, 0, half, half, 0, 1]},
            {"eps": log(num(2))},
            drop=["rest", *private],
        ),
    ],
)
