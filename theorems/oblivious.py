"""Beliefs that need not be true: the appendix of Kasiviswanathan and Smith (Definition A.1, Theorems A.2 and A.3).

An adversary believes in one of two databases that differ in record 1, and the real database is far from both. A mechanism that answers
1 with probability g(k), k the number of ones, is (ε,δ)-private if g rises slowly: g(k+1) <= e^ε g(k) + δ and
1 − g(k) <= e^ε (1 − g(k+1)) + δ. From a tiny g(0) to g(1) = e^ε g(0) + δ the odds of the two beliefs change without bound, and after
e^ε/δ records g is 1: the real database shows that transcript surely. So no (ε', δ') with ε' < 1 and δ' < 1 follows, for any δ > 0. The
source's example is Gaussian noise, with a slip in it. For informed beliefs the real database is a neighbour of those believed in, and
privacy carries probabilities over to it.
"""

from dpsym.library.entries import Definition, Falsehood, Formula
from dpsym.library.theorem import Cite, Integrate, Pointwise, Real, Source, Swap, Theorem, Under, forall, have
from dpsym.objects.language import Eq, Event, Ge, Gt, Indicator, Int, Kernel, Law, Le, Point, Symbol, log, num, pos
from theorems.instances import of
from theorems.semantic_approximate import (
    A,
    B,
    T,
    X,
    a,
    a_,
    b,
    close,
    distance,
    in_T,
    k,
    most,
    one_record,
    p,
    q,
    r,
    t,
    tau,
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

y = Point("y", like=x)
W, R = Event("W", x, y), Kernel("R", x, t)
near, game = W.density, R.density
after, before = Int(b * a, x), Int(b * game, x)
moved = Gt(Int(pos(b * a * before - b * game * after), x), num(2, 5) * (after * before))
rise = [num(1, 100), num(3, 25), num(17, 50), num(18, 25), num(91, 100), num(1)]  # g(0), ..., g(5) at e^ε = 2, δ = 1/10

does_not_imply = Falsehood(
    title="(ε,δ)-differential privacy implies reality-oblivious (2/5, 99/100)-semantic privacy",
    source=theorem_a_2,
    about=[X, A, W, R],
    where=[Ge(eps, 0), Ge(delta, 0)],
    given={
        "private": forall(x, y, Le(near * Int(pos(a - e_eps * A(y, t)), t), near * delta)),
        "private.back": forall(x, y, Le(near * Int(pos(A(y, t) - e_eps * a), t), near * delta)),
    },
    claim=forall(x, Le(Int(Indicator(moved) * a, t), num(99, 100))),
    values={
        X: [half, half, 0, 0, 0, 0],
        A: [value for g in rise for value in (1 - g, g)],
        W: [1 if abs(i - j) == 1 else 0 for i in range(6) for j in range(6)],
        R: [value for g in [rise[0], *rise[:5]] for value in (1 - g, g)],
    },
    params={"eps": log(num(2)), "delta": tenth},
    why="Five bits, k of them ones: without record 1 there is one less. The belief is in 00000 or 10000, the database is 11111.",
)

answers_rise = Formula(
    title="g can rise by δ e^−ε at least with each record, so that after e^ε/δ records it is 1",
    source=theorem_a_2,
    claim="min(exp(eps)*g + delta, 1 - (1 - g - delta)/exp(eps)) - g >= delta*exp(-eps)",
    where=["eps >= 0", "0 < delta < 1", "0 <= g <= 1"],
)

answers_stay_private = Formula(
    title="A rise to 1 − (1 − g − δ)/e^ε keeps 1 − g <= e^ε (1 − g') + δ",
    source=theorem_a_2,
    claim="1 - g <= exp(eps)*(1 - h) + delta",
    where=["eps >= 0", "0 < delta < 1", "0 <= g <= 1"],
    given=["h <= 1 - (1 - g - delta)/exp(eps)"],
)

any_level = Formula(
    title="A belief w in the second database moves by any l < 1 − w: g(0) = z small, g(1) = e^ε z + δ",
    source=theorem_a_2,
    claim="w*(exp(eps)*z + delta)/((1 - w)*z + w*(exp(eps)*z + delta)) - w >= l",
    where=["eps >= 0", "0 < delta < 1", "0 < w < 1", "z > 0"],
    given=["z*(1 - w) <= w*delta*(1 - w - l)", "l >= 0", "l + w < 1"],
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
neighbour = forall(x, Le(Int(pos(real - e_eps * a), t), delta))
excess = pos(real - e_eps * a)

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
            by=Pointwise(["at", "near", "pull"]),
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
    where=[Ge(eps, 0), Gt(r, 0), Le(tau, 1)],
    given={
        **{name: forall(x, Le(fact.lhs, r**2)) for name, fact in close.items()},
        "near": forall(x, Le(Int(excess, t), r**2)),
        "apart": forall(t, Le(in_T * (tau * p * q), in_T * distance(a_))),
    },
    claim=Le(Int(in_T * real, t), e_eps * r + r**2),
    proof=[
        have("tau>0", Gt(tau, 0), by=Real()),
        have("tau<=1", Le(tau, 1), by=Real()),
        have("wide", Ge((k + 1) * tau, k), by=Real()),
        have(
            "exact",
            Le(Int(in_T * p, t), most(tau, r**2)),
            by=Cite(one_record, reals={"delta": r**2, "c": tau}, using=["tau>0", "tau<=1"]),
        ),
        have("root", Le(most(tau, r**2), r), by=Real(["tau>0", "tau<=1"])),
        have("seldom", Le(Int(in_T * p, t), r), by=Real(["exact", "root"])),
        have("goal", by=Cite(to_the_real_database, reals={"delta": r**2, "m": r})),
    ],
    witness=({"eps": 0, "r": tenth}, {X: [1], A: [1], B: [1], Real_law: [1], T: [0]}),
)
