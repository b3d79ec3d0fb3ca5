"""The definition and what stands around it: a first attack, max divergence, useless and exact mechanisms.

- Two yearly averages and n give away the new resident's answer: it is (n + 1) f(X') - n f(X), and not their difference.
- ε-DP is a bound on a supremum, over the events that are not null, of a logarithm; the maximum need not exist.
- A mechanism that ignores the data is 0-private. One that never errs is not private at all, unless the query is constant: the mean
  errors at two neighbours add up to at least 2|f(X) - f(X')|/(1 + e^ε).
"""

from dpsym.library.entries import Definition, Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Cite,
    Integrate,
    Pointwise,
    Real,
    Source,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Abs, Eq, Ge, Int, Kernel, Law, Le, Point, Query, Symbol, exp, log, num
from dpsym.objects.unfold import Indistinguishable, MeanError, Pure
from theorems.instances import of
from theorems.vocabulary import E, P, Q, e_eps, eps, half, in_E, p, q, third, x

# -- two averages, n and n + 1 answers: s is the sum of the first n, q the last answer --------------------------------------

_ANSWERS = ["n in integers", "n >= 1", "0 <= s <= n", "0 <= q <= 1"]

difference_as_printed = Formula(
    title="This year's average minus last year's is the new resident's answer",
    source=Source("biswas", "Section 1"),
    claim="(s + q)/(n + 1) - s/n == q",
    where=_ANSWERS,
    fails_at={"s": "1", "q": "0", "n": "1"},
)

difference_decides_as_printed = Formula(
    title="The difference of the two averages determines the new resident's answer",
    source=Source("biswas", "Section 1"),
    claim="q == r",
    where=[*_ANSWERS, "0 <= t <= n", "0 <= r <= 1"],
    given=["s/n - (s + q)/(n + 1) == t/n - (t + r)/(n + 1)"],
    fails_at={"s": "0", "q": "0", "t": "1", "r": "1", "n": "1"},
)

difference = Formula(
    title="The difference of the two averages is (s − nq)/(n(n + 1))",
    source=Source("biswas", "Section 1"),
    claim="s/n - (s + q)/(n + 1) == (s - n*q)/(n*(n + 1))",
    where=_ANSWERS,
)

difference_of_a_no = Formula(
    title="If the new resident says no, the average falls, unless all said no before",
    source=Source("biswas", "Section 1"),
    claim="s/n - (s + 0)/(n + 1) > 0",
    where=["n in integers", "n >= 1", "0 < s <= n"],
)

difference_of_a_yes = Formula(
    title="If the new resident says yes, the average rises, unless all said yes before",
    source=Source("biswas", "Section 1"),
    claim="s/n - (s + 1)/(n + 1) < 0",
    where=["n in integers", "n >= 1", "0 <= s < n"],
)

averages_give_the_answer = Formula(
    title="The two averages and n determine the new resident's answer",
    source=Source("biswas", "Section 1"),
    claim="(n + 1)*((s + q)/(n + 1)) - n*(s/n) == q",
    where=_ANSWERS,
)

# -- objects ----------------------------------------------------------------------------------------------------------------

mechanism = Definition(
    title="A mechanism: a law on the outcomes for each dataset, for a query that is fixed",
    source=Source("biswas", "Definition 1"),
    object="dpsym.objects.mechanisms.base.FiniteMechanism",
    examples=of("FiniteMechanism"),
)

general_mechanism = Definition(
    title="A mechanism on any spaces: a density in the outcome for each dataset",
    source=Source("biswas", "Definition 1"),
    object="dpsym.objects.language.Kernel",
    examples=of("Kernel"),
)

pure_privacy = Definition(
    title="Pure differential privacy",
    source=Source("biswas", "Definition 2"),
    object="dpsym.objects.notions.PureDP",
    examples=of("PureDP"),
)

max_divergence = Definition(
    title="The max divergence",
    source=Source("biswas", "Definition 3"),
    object="dpsym.objects.divergences.MaxDivergence",
    examples=of("MaxDivergence"),
)

utility = Definition(
    title="The mean error, which the source calls utility",
    source=Source("biswas", "Definition 4"),
    object="dpsym.objects.unfold.MeanError",
    examples=of("MeanError"),
)

# -- max divergence -----------------------------------------------------------------------------------------------------------

empty_event = Formula(
    title="The logarithm of Pr[A in T]/Pr[B in T] for all events T",
    source=Source("biswas", "Definition 3"),
    claim="log(a/b) <= eps",
    where=["0 <= a <= 1", "0 <= b <= 1", "eps >= 0"],
    given=["a <= exp(eps)*b"],
    fails_at={"a": "0", "b": "0", "eps": "1"},
)

charged_event = Formula(
    title="Where it has a value, the logarithm of the ratio is at most ε",
    source=Source("biswas", "Definition 3, Remark 1"),
    claim="log(a/b) <= eps",
    where=["0 < a <= 1", "0 < b <= 1", "eps >= 0"],
    given=["a <= exp(eps)*b"],
)

bounded_event = Formula(
    title="If the logarithm of the ratio is at most ε, the event satisfies (1)",
    source=Source("biswas", "Definition 3, Remark 1"),
    claim="a <= exp(eps)*b",
    where=["0 < a <= 1", "0 < b <= 1", "eps >= 0"],
    given=["log(a/b) <= eps"],
)

no_maximum = Formula(
    title="The laws 2^(-k) (2 - 3/2^k) and 2^(-k) on k = 1, 2, ...: the ratio 2 - 3/2^k is below 2, at every k",
    source=Source("biswas", "Definition 3"),
    claim="2**(-k)*(2 - 3/2**k)/2**(-k) < 2",
    where=["k in integers", "k >= 1"],
)

no_maximum_mass = Formula(
    title="These are laws: the first n weights sum to (1 - 2^(-n))^2",
    source=Source("biswas", "Definition 3"),
    claim="Sum(2**(-k)*(2 - 3/2**k), (k, 1, n)) == (1 - 2**(-n))**2",
    where=["n in integers", "n >= 1"],
)


one_direction_bounds_the_other = Falsehood(
    title="A bound on one of the two max divergences of a pair bounds the other",
    source=Source("biswas", "Definition 2"),
    about=[P, Q],
    where=[Ge(eps, 0)],
    given={"near": forall(x, Le(p, e_eps * q))},
    claim=forall(x, Le(q, e_eps * p)),
    values={P: [1, 0], Q: [half, half]},
    params={"eps": log(num(2))},
    why="Max divergence is not symmetric; the definition asks for both orders of every pair of neighbours.",
)

# -- mechanisms that ignore the data -------------------------------------------------------------------------------------------

data = Point("X")
data2 = Point("X'", like=data)
M, N = Kernel("M", data, x), Law("N", x)

ignoring_the_data = Theorem(
    title="A mechanism whose law does not depend on the data is 0-private",
    source=Source("biswas", "Section 2"),
    about=[M, N, E],
    given={"blind": forall(data, x, Eq(M.density, N.density))},
    claim=forall(data, data2, Le(Int(in_E * M(data, x), x), exp(num(0)) * Int(in_E * M(data2, x), x))),
    proof=[
        have("goal", by=Under(x, using=["blind", ("blind", {data: data2})])),
    ],
    witness=({}, {M: [half, half, half, half], N: [half, half], E: [1, 0]}),
    fails=[Variant("with the data", {M: [1, 0, 0, 1], N: [half, half], E: [1, 0]}, drop=["blind"])],
)

# -- mechanisms that do not err -----------------------------------------------------------------------------------------------

a, b = Symbol("a"), Symbol("b")
F = Query("f", x)
f = F.density
errors = MeanError(P, f, a) + MeanError(Q, f, b)
finite = {"finite P": Le(MeanError(P, f, a), Symbol("r")), "finite Q": Le(MeanError(Q, f, b), Symbol("s"))}
error_claim = Le(2 * Abs(a - b) / (1 + e_eps), Symbol("r") + Symbol("s"))

least_error = Theorem(
    title="The mean errors of an ε-private mechanism at two neighbours add up to at least 2|f(X) - f(X')|/(1 + e^ε)",
    source=Source("biswas", "Definition 4", sharpened=True),
    about=[P, Q, F],
    where=[Ge(eps, 0)],
    given={"near": Pure(P, Q, eps), **finite},
    claim=error_claim,
    proof=[
        have("low P", forall(x, Le((p + q) / (1 + e_eps), p)), by=Pointwise({"near.QP": 1 / (1 + e_eps)})),
        have("low Q", forall(x, Le((p + q) / (1 + e_eps), q)), by=Pointwise({"near.PQ": 1 / (1 + e_eps)})),
        have("far", forall(x, Le(Abs(a - b), Abs(f - a) + Abs(f - b))), by=Pointwise()),
        have(
            "cut",
            forall(x, Le(Abs(a - b) / (1 + e_eps) * p + Abs(a - b) / (1 + e_eps) * q, Abs(f - a) * p + Abs(f - b) * q)),
            by=Pointwise({"low P": Abs(f - a), "low Q": Abs(f - b), "far": (p + q) / (1 + e_eps)}),
        ),
        have(
            "sum",
            Le(Abs(a - b) / (1 + e_eps) * Int(p, x) + Abs(a - b) / (1 + e_eps) * Int(q, x), errors),
            by=Integrate(x, "cut", using=["finite P", "finite Q"]),
        ),
        have(
            "goal",
            by=Real(
                {
                    "sum": 1,
                    "P.mass": -Abs(a - b) / (1 + e_eps),
                    "Q.mass": -Abs(a - b) / (1 + e_eps),
                    "finite P": 1,
                    "finite Q": 1,
                }
            ),
        ),
    ],
    tight=Attained(
        {P: [e_eps / (1 + e_eps), 1 / (1 + e_eps)], Q: [1 / (1 + e_eps), e_eps / (1 + e_eps)], F: [a, b]},
        params={"r": Abs(a - b) / (1 + e_eps), "s": Abs(a - b) / (1 + e_eps)},
    ),
    fails=[
        Variant(
            "with 2|f(X) - f(X')|/e^ε",
            {P: [1 - third, third], Q: [third, 1 - third], F: [0, 1]},
            {"eps": log(num(2)), "a": 0, "b": 1, "r": third, "s": third},
            claim=Le(2 * Abs(a - b) / e_eps, Symbol("r") + Symbol("s")),
        ),
        Variant(
            "without the first direction",
            {P: [half, half], Q: [0, 1], F: [0, 1]},
            {"eps": log(num(2)), "a": 0, "b": 1, "r": half, "s": 0},
            drop=["near.PQ"],
        ),
        Variant(
            "without the second direction",
            {P: [1, 0], Q: [half, half], F: [0, 1]},
            {"eps": log(num(2)), "a": 0, "b": 1, "r": 0, "s": half},
            drop=["near.QP"],
        ),
        Variant(
            "without the error at X",
            {P: [1], Q: [1], F: [1]},
            {"eps": 0, "a": 0, "b": 1, "r": 0, "s": 0},
            drop=["finite P"],
        ),
        Variant(
            "without the error at X'",
            {P: [1], Q: [1], F: [0]},
            {"eps": 0, "a": 0, "b": 1, "r": 0, "s": 0},
            drop=["finite Q"],
        ),
    ],
)

exact_answers_as_printed = Falsehood(
    title="A private mechanism may be asked to have mean error 0",
    source=Source("biswas", "Definition 4"),
    about=[P, Q, F],
    where=[Ge(eps, 0)],
    given={"exact at X": Eq(MeanError(P, f, a), 0), "exact at X'": Eq(MeanError(Q, f, b), 0)},
    claim=Indistinguishable(P, Q, eps),
    values={P: [1, 0], Q: [0, 1], F: [0, 1], E: [1, 0]},
    params={"eps": 1000, "a": 0, "b": 1},
    why="A mean of absolute errors is 0 only if the answer is always right, so different answers are told apart.",
)

exact_answers = Theorem(
    title="A private mechanism with mean error 0 at two neighbours answers a query that does not tell them apart",
    source=Source("biswas", "Definition 4"),
    about=[P, Q, F],
    where=[Ge(eps, 0)],
    given={
        "near": Pure(P, Q, eps),
        "exact at X": Le(MeanError(P, f, a), 0),
        "exact at X'": Le(MeanError(Q, f, b), 0),
    },
    claim=Le(Abs(a - b), 0),
    proof=[
        have(
            "least",
            Le(2 * Abs(a - b) / (1 + e_eps), num(0) + num(0)),
            by=Cite(
                least_error,
                reals={"r": num(0), "s": num(0)},
                given={"finite P": "exact at X", "finite Q": "exact at X'"},
            ),
        ),
        have("goal", by=Real({"least": (1 + e_eps) / 2})),
    ],
    witness=({"eps": 1, "a": 0, "b": 0}, {P: [1], Q: [1], F: [0]}),
    fails=[
        Variant(
            "without privacy",
            {P: [1, 0], Q: [0, 1], F: [0, 1]},
            {"eps": 1, "a": 0, "b": 1},
            drop=["near.PQ", "near.QP"],
        ),
        Variant("without exactness", {P: [1], Q: [1], F: [0]}, {"eps": 1, "a": 0, "b": 1}, drop=["exact at X'"]),
    ],
)

unbiased_at_one = Formula(
    title="Randomized response with the answers e^ε/(e^ε - 1) and -1/(e^ε - 1) has mean 1 for the bit 1",
    source=Source("biswas", "Definition 4"),
    claim="u/(u + 1)*(u/(u - 1)) + 1/(u + 1)*(-1/(u - 1)) == 1",
    let=["u = exp(eps)"],
    where=["eps > 0"],
)

unbiased_at_zero = Formula(
    title="Randomized response with the answers e^ε/(e^ε - 1) and -1/(e^ε - 1) has mean 0 for the bit 0",
    source=Source("biswas", "Definition 4"),
    claim="1/(u + 1)*(u/(u - 1)) + u/(u + 1)*(-1/(u - 1)) == 0",
    let=["u = exp(eps)"],
    where=["eps > 0"],
)

mean_p, mean_q = Int(f * p, x), Int(f * q, x)

variance_governs_privacy = Falsehood(
    title="The variance of M(X, f) governs privacy: if the answers have means 0 and 1 and the variance 10^6, the bit is 1000-private",
    source=Source("biswas", "Definition 4"),
    about=[P, Q, F, E],
    given={
        "0": Eq(mean_p, 0),
        "1": Eq(mean_q, 1),
        "0.variance": Eq(Int((f - mean_p) ** 2 * p, x), 10**6),
        "1.variance": Eq(Int((f - mean_q) ** 2 * q, x), 10**6),
    },
    claim=Le(Int(in_E * p, x), exp(num(1000)) * Int(in_E * q, x)),
    values={P: [half, half, 0, 0], Q: [0, 0, half, half], F: [-1000, 1000, -999, 1001], E: [1, 1, 0, 0]},
    why="A bit plus or minus 1000, with a random sign, can be read off what is shown.",
)
