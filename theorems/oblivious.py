"""Beliefs that need not be true: the appendix of Kasiviswanathan and Smith (Definition A.1, Theorems A.2 and A.3).

An adversary believes in one of two databases that differ in record 1, and the real database is far from both. A mechanism that answers
1 with probability g(N) = min(1, z + δN), N the number of ones, is (0,δ)-private, and so (ε,δ)-private. From a tiny g(0) = z to
g(1) = z + δ the odds of the two beliefs change without bound, and after 1/δ records g is 1: the real database shows that transcript
surely. So no (ε', δ') with ε' < 1 and δ' < 1 follows, for any δ > 0. The source's example is Gaussian noise, with a slip in it.
For informed beliefs the real database is a neighbour of those believed in, and privacy carries probabilities over to it.
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Definition, Falsehood, Formula
from dpsym.library.theorem import Cite, Integrate, Pointwise, Real, Source, Swap, Theorem, Under, forall, have
from dpsym.objects.language import (
    Abs,
    Eq,
    Event,
    Ge,
    Gt,
    Indicator,
    Int,
    Law,
    Le,
    Lt,
    Min,
    Point,
    Query,
    Symbol,
    log,
    num,
    pos,
)
from theorems.instances import of
from theorems.semantic_approximate import (
    A,
    B,
    D,
    I,
    N,
    T,
    X,
    a,
    a_,
    at_most_one,
    b,
    close,
    d,
    distance,
    i,
    in_T,
    level,
    most,
    one_record,
    p,
    q,
    r,
    records,
    root,
    t,
    tau,
    union,
)
from theorems.vocabulary import delta, e_eps, eps, half, tenth, x

KEY = "kasiviswanathan-smith"
theorem_a_2, proof_a_2 = Source(KEY, "Theorem A.2"), Source(KEY, "Proof of Theorem A.2")

definition = Definition(
    title="Reality-oblivious (ε,δ)-semantic privacy: for all beliefs and all databases, over t from A(x)",
    source=Source(KEY, "Definition A.1"),
    object="dpsym.objects.notions.semantic.ObliviousSemanticPrivacy",
    examples=of("ObliviousSemanticPrivacy"),
)

informed = Definition(
    title="Informed beliefs: constant on n − 1 records, where they agree with the database",
    source=Source(KEY, "before Theorem A.3"),
    object="dpsym.objects.notions.semantic.InformedSemanticPrivacy",
    examples=of("InformedSemanticPrivacy"),
)

# -- Theorem A.2: nothing follows for beliefs that are far from the real database ----------------------------------------------

# N(x) is the number of ones. The mechanism answers with the law `one` with probability g, and else with `zero`, which T tells apart.

y = Point("y", like=x)
Ones, One, Zero = Query("N", x, lower=0), Law("one", t), Law("zero", t)
one, zero = One.density, Zero.density
z, w, l, n = Symbol("z"), Symbol("w"), Symbol("l"), Symbol("n")
V = Event("v", x)  # the second of the two databases believed in
second = V.density


def answer(at: Term) -> Term:
    """The probability of the answer 1."""
    return Min(1, z + delta * Ones(at))


def shows(g: Term) -> Term:
    return g * one + (1 - g) * zero


near = Indicator(Le(Abs(Ones(x) - Ones(y)), 1))
g, g_ = answer(x), answer(y)
full = Indicator(Ge(Ones(x), n))
prior_of_second = Int(second * b, x)
after, after_second = Int(b * shows(g), x), Int(second * (b * shows(g)), x)
without, without_second = Int(b * shows(z), x), Int(second * (b * shows(z)), x)
over = pos(shows(g) - e_eps * shows(g_))

believed = Pointwise(["first", "second"], cases=[Gt(b, 0), Ge(second, 1)])

does_not_imply = Theorem(
    title="For all ε >= 0, 0 < δ < 1, l < 1 and n >= 1/δ there is an (ε,δ)-private mechanism (an answer that is 1 with probability "
    "min(1, z + δN), N the number of ones) and a belief w in N = 1, else N = 0, such that a database of n ones surely shows T, "
    "and on T the posteriors of N = 1 in Games 0 and 1 are at least l apart: w + l at least, and w",
    source=theorem_a_2,
    about=[X, Ones, One, Zero, T, V],
    where=[
        Ge(eps, 0),
        Gt(delta, 0),
        Gt(z, 0),
        Le(z + delta, 1),
        Gt(w, 0),
        Ge(l, 0),
        Lt(w + l, 1),
        Le(l * z, delta * w * (1 - w - l)),
        Ge(n * delta, 1),
    ],
    given={
        "one": forall(t, Eq((1 - in_T) * one, 0)),
        "zero": forall(t, Eq(in_T * zero, 0)),
        "second": forall(x, Eq(second * (b * (Ones(x) - 1)), 0)),
        "first": forall(x, Eq((1 - second) * (b * Ones(x)), 0)),
        "belief": Eq(prior_of_second, w),
    },
    claim={
        "private": forall(x, y, Le(near * Int(over, t), delta)),
        "sure": forall(x, Eq(full * Int(in_T * shows(g), t), full)),
        "game 0": forall(t, Le(in_T * ((w + l) * after), in_T * after_second)),
        "game 1": forall(t, Eq(without_second, w * without)),
        "possible": Gt(Int(in_T * without, t), 0),
    },
    proof=[
        have(
            "slow",
            forall(x, y, Le(near * Abs(g - g_), delta)),
            by=Pointwise(cases=[Le(Abs(Ones(x) - Ones(y)), 1), Ge(Ones(x), Ones(y))]),
        ),
        have(
            "at",
            forall(x, y, t, Le(over, pos(g - g_) * one + pos(g_ - g) * zero)),
            by=Pointwise(cases=[Ge(g, g_)]),
        ),
        have(
            "sum",
            forall(x, y, Le(Int(over, t), pos(g - g_) * Int(one, t) + pos(g_ - g) * Int(zero, t))),
            by=Integrate(t, "at"),
        ),
        have("apart", forall(x, y, Le(Int(over, t), Abs(g - g_))), by=Pointwise(["sum", "one.mass", "zero.mass"])),
        have("private", by=Pointwise(["slow", "apart"], cases=[Le(Abs(Ones(x) - Ones(y)), 1)])),
        have("T.at", forall(x, t, Eq(in_T * shows(g), g * one)), by=Pointwise({"one": -g, "zero": 1 - g})),
        have("T.sum", forall(x, Eq(Int(in_T * shows(g), t), g * Int(one, t))), by=Integrate(t, "T.at")),
        have("g=1", forall(x, Eq(full * g, full)), by=Pointwise(cases=[Ge(Ones(x), n)])),
        have("sure", by=Pointwise({"T.sum": full, "one.mass": full * g, "g=1": 1})),
        have("v.most", forall(x, Le(second * (1 - second), 0)), by=Pointwise()),
        have("v.bit", forall(x, Eq(second * (1 - second), 0)), by=Pointwise(["v.most"])),
        have("b.g.1", forall(x, Le(b * g, b * (z + delta * second))), by=believed),
        have("b.g.2", forall(x, Ge(b * g, b * (z + delta * second))), by=believed),
        have("b.g", forall(x, Eq(b * g, b * (z + delta * second))), by=Pointwise(["b.g.1", "b.g.2"])),
        have("0.least", forall(x, t, Ge(b * shows(g), 0)), by=Pointwise()),
        have("0.most", forall(x, t, Le(b * shows(g), (one + zero) * b)), by=Pointwise()),
        have("0.finite", forall(t, Le(after, (one + zero) * Int(b, x))), by=Integrate(x, "0.most", using=["0.least"])),
        have("0.least2", forall(x, t, Ge(second * (b * shows(g)), 0)), by=Pointwise({"0.least": second})),
        have(
            "0.most2",
            forall(x, t, Le(second * (b * shows(g)), (one + zero) * b)),
            by=Pointwise(["0.most"], cases=[Ge(second, 1)]),
        ),
        have(
            "0.finite2",
            forall(t, Le(after_second, (one + zero) * Int(b, x))),
            by=Integrate(x, "0.most2", using=["0.least2"]),
        ),
        have(
            "0.at",
            forall(x, t, Eq(in_T * (b * shows(g)), one * (z * b + delta * (second * b)))),
            by=Pointwise({"T.at": b, "b.g": one}),
        ),
        have(
            "0.sum",
            forall(t, Eq(in_T * after, one * (z * Int(b, x) + delta * prior_of_second))),
            by=Integrate(
                x,
                "0.at",
                parts=[(in_T, b * shows(g)), (-(one * z), b), (-(one * delta), second * b)],
                using=["0.finite"],
            ),
        ),
        have(
            "0.after",
            forall(t, Eq(in_T * after, one * (z + delta * w))),
            by=Pointwise({"0.sum": 1, "b.mass": one * z, "belief": one * delta}),
        ),
        have(
            "0.at2",
            forall(x, t, Eq(in_T * (second * (b * shows(g))), one * ((z + delta) * (second * b)))),
            by=Pointwise({"0.at": second, "v.bit": -one * delta * b}),
        ),
        have(
            "0.sum2",
            forall(t, Eq(in_T * after_second, one * ((z + delta) * prior_of_second))),
            by=Integrate(
                x,
                "0.at2",
                parts=[(in_T, second * (b * shows(g))), (-(one * (z + delta)), second * b)],
                using=["0.finite2"],
            ),
        ),
        have("odds", Le((w + l) * (z + delta * w), (z + delta) * w), by=Real()),
        have(
            "game 0",
            by=Pointwise({"0.after": w + l, "0.sum2": -1, "belief": one * (z + delta), "odds": one}),
        ),
        have("1.sum", forall(t, Eq(without, shows(z) * Int(b, x))), by=Under(x)),
        have("1.sum2", forall(t, Eq(without_second, shows(z) * prior_of_second)), by=Under(x)),
        have("1.after", forall(t, Eq(without, shows(z))), by=Pointwise(["1.sum", "b.mass"])),
        have("game 1", by=Pointwise({"1.sum2": 1, "belief": shows(z), "1.after": -w})),
        have("1.at", forall(t, Eq(in_T * without, z * one)), by=Pointwise({"1.after": in_T, "one": -z, "zero": 1 - z})),
        have("1.T", Eq(Int(in_T * without, t), z * Int(one, t)), by=Integrate(t, "1.at")),
        have("possible", by=Real(["1.T", "one.mass"])),
    ],
    witness=(
        {"eps": 0, "delta": half, "z": tenth, "w": half, "l": num(1, 4), "n": 2},
        {X: [half, half, 0], Ones: [0, 1, 2], One: [1, 0], Zero: [0, 1], T: [1, 0], V: [0, 1, 0]},
    ),
)

# -- the example of the source ------------------------------------------------------------------------------------------------

step_2 = Formula(
    title="The answer is within zσ of n but with probability 2Φ(−z) <= e^(−z²/2)",
    source=proof_a_2,
    claim="2*Phi(-z) <= exp(-z^2/2)",
    where=["z >= 0"],
)

step_3_as_printed = Formula(
    title="The quotient of the densities at n is that of exp(−n²/(2σ)) and exp(−(n−1)²/(2σ))",
    source=proof_a_2,
    claim="exp(-n^2/(2*sigma^2))/exp(-(n - 1)^2/(2*sigma^2)) == exp(-n^2/(2*sigma))/exp(-(n - 1)^2/(2*sigma))",
    where=["sigma > 0", "n >= 1"],
    fails_at={"sigma": "2", "n": "2"},
)

step_3_corrected = Formula(
    title="The quotient of the densities at n is exp(−(2n − 1)/(2σ²))",
    source=proof_a_2,
    claim="exp(-n^2/(2*sigma^2))/exp(-(n - 1)^2/(2*sigma^2)) == exp((-2*n + 1)/(2*sigma^2))",
    where=["sigma > 0", "n >= 1"],
)

step_4 = Formula(
    title="exp(−n²/(2σ))/exp(−(n−1)²/(2σ)) = exp((−2n + 1)/(2σ))",
    source=proof_a_2,
    claim="exp(-n^2/(2*sigma))/exp(-(n - 1)^2/(2*sigma)) == exp((-2*n + 1)/(2*sigma))",
    where=["sigma > 0", "n >= 1"],
)

step_5 = Formula(
    title="At the answer n the posterior is tanh((2n − 1)/(4σ²))/2 from the uniform prior (w stands for (2n − 1)/(2σ²))",
    source=proof_a_2,
    claim="1/(1 + exp(-w)) - 1/2 == tanh(w/2)/2",
    where=["w > 0"],
)

step_5_exponentially_far = Formula(
    title="It is exponentially near the greatest distance 1/2, not exponentially far: 1/2 − e^−w <= tanh(w/2)/2 < 1/2",
    source=proof_a_2,
    claim="1/2 - exp(-w) <= tanh(w/2)/2 < 1/2",
    where=["w > 0"],
)

step_6 = Formula(
    title="Without record 1 both databases show t with the same density c > 0, and the posterior stays uniform",
    source=proof_a_2,
    claim="(c/2)/(c/2 + c/2) == 1/2",
    where=["c > 0"],
)

# -- Theorem A.3: informed beliefs ----------------------------------------------------------------------------------------------

theorem_a_3, proof_a_3 = Source(KEY, "Theorem A.3"), Source(KEY, "Proof of Theorem A.3")
Real_law, m = Law("D", t), Symbol("m")
real = Real_law.density
excess = pos(real - e_eps * a)
neighbour = forall(x, Le(b * Int(excess, t), b * delta))  # of the databases believed in

to_the_real_database = Theorem(
    title="If A(x) for the real database is (ε,δ)-indistinguishable from A(y) for all y believed in, "
    "what happens with probability m under A(b) happens with probability e^ε m + δ at most under A(x)",
    source=Source(KEY, "Theorem A.3", sharpened=True),
    about=[X, A, Real_law, T],
    where=[Ge(eps, 0), Ge(delta, 0), Ge(m, 0)],
    given={"near": neighbour, "seldom": Le(Int(in_T * p, t), m)},
    claim=Le(Int(in_T * real, t), e_eps * m + delta),
    proof=[
        have("at", forall(x, Le(Int(in_T * real, t), e_eps * Int(in_T * a, t) + Int(excess, t))), by=Under(t)),
        have("pull", forall(x, Eq(Int(in_T * b * a, t), b * Int(in_T * a, t))), by=Under(t)),
        have(
            "weighted",
            forall(x, Le(b * Int(in_T * real, t), e_eps * Int(in_T * b * a, t) + delta * b)),
            by=Pointwise({"at": b, "near": 1, "pull": -e_eps}),
        ),
        have(
            "sum",
            Le(Int(in_T * real, t) * Int(b, x), e_eps * Int(in_T * b * a, x, t) + delta * Int(b, x)),
            by=Integrate(x, "weighted", constants=[Int(in_T * real, t)]),
        ),
        have("swap", Eq(Int(in_T * b * a, t, x), Int(in_T * b * a, x, t)), by=Swap()),
        have("factor", forall(t, Eq(Int(in_T * b * a, x), in_T * p)), by=Under(x)),
        have("same", Eq(Int(in_T * b * a, t, x), Int(in_T * p, t)), by=Integrate(t, "factor")),
        have("goal", by=Real(["sum", "swap", "same", "b.mass", "seldom"])),
    ],
    witness=({"eps": 0, "delta": 0, "m": 1}, {X: [1], A: [1], Real_law: [1], T: [1]}),
)

step_3_transfer = Falsehood(
    title="Therefore what happens with probability δ'' at most over t from A(b) happens with probability δ'' at most over t from A(x)",
    source=proof_a_3,
    about=[X, A, Real_law, T],
    where=[Ge(eps, 0), Ge(delta, 0), Ge(m, 0)],
    given={"near": neighbour, "seldom": Le(Int(in_T * p, t), m)},
    claim=Le(Int(in_T * real, t), m),
    values={X: [1], A: [tenth, 1 - tenth], Real_law: [2 * tenth, 1 - 2 * tenth], T: [1, 0]},
    params={"eps": log(num(2)), "delta": 0, "m": tenth},
    why="A(x) is only a neighbour of A(b): the probability can grow to e^ε δ'' + δ.",
)

informed_beliefs = Theorem(
    title="Informed beliefs, one record: e^(3ε) − 1 + 2√δ apart with probability at most e^ε √δ + δ over t from A(x) (r is √δ)",
    source=theorem_a_3,
    about=[X, A, B, Real_law, T],
    where=[Ge(eps, 0), Ge(r, 0), Le(r, 1), Gt(tau, 0)],
    given={
        **{name: forall(x, Le(fact.lhs, r**2)) for name, fact in close.items()},
        "near": forall(x, Le(b * Int(excess, t), b * r**2)),
        "apart": forall(t, Le(in_T * (tau * p * q), in_T * distance(a_))),
    },
    claim=Le(Int(in_T * real, t), e_eps * r + r**2),
    proof=[
        *at_most_one(forall(t, Le(in_T * (level * p * q), in_T * distance(a_))), in_T * p * q),
        have(
            "exact",
            Le(Int(in_T * p, t), most(level, r**2)),
            by=Cite(
                one_record,
                reals={"delta": r**2, "c": level},
                given={"apart": "apart.level"},
                using=["level>0", "level<=1"],
            ),
        ),
        root,
        have("seldom", Le(Int(in_T * p, t), r), by=Real(["exact", "root"])),
        have("goal", by=Cite(to_the_real_database, reals={"delta": r**2, "m": r})),
    ],
    witness=({"eps": 0, "r": tenth}, {X: [1], A: [1], B: [1], Real_law: [1], T: [0]}),
)

# n records: without(i, x, .) is the law without record i, d marks where Game i is tau apart, and u is 1/n for each i.

informed_beliefs_n_records = Theorem(
    title="Informed beliefs, n records: e^(3ε) − 1 + 2√δ apart for some record with probability at most n(e^ε √δ + δ) over t from A(x) "
    "(r is √δ)",
    source=theorem_a_3,
    about=[X, A, Real_law, I, N, D, T],
    where=[Ge(eps, 0), Ge(r, 0), Le(r, 1), Gt(tau, 0), Ge(n, 1)],
    given={**records(r**2, tau), "near": forall(x, Le(b * Int(excess, t), b * r**2))},
    claim=Le(Int(in_T * real, t), n * (e_eps * r + r**2)),
    proof=[
        have(
            "each",
            forall(i, Le(Int(d * real, t), e_eps * r + r**2)),
            by=Cite(informed_beliefs, fields={"B": ((x, t), N.density), "e": ((t,), d)}),
        ),
        have(
            "goal",
            by=Cite(
                union,
                reals={"n": n, "m": e_eps * r + r**2},
                fields={"P": Real_law, "u": I, "d": D, "e": T},
                given={"each": "each", "some i": "some i"},
            ),
        ),
    ],
    witness=({"eps": 0, "r": tenth, "n": 1}, {X: [1], A: [1], Real_law: [1], I: [1], N: [1], D: [0], T: [0]}),
)
