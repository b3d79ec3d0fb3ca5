"""From Bayesian privacy back to differential privacy: what follows if the belief about one record moves by at most ε.

P and Q are the laws of the transcript for two values of the record. A prior with weight t on the first moves, when y is seen, by
t (1 − t)|p − q|/Z with Z = t p + (1 − t) q. Among all priors the worst is t = 1/(1 + √(p/q)), where this is tanh(log(p/q)/4). So

- if no prior on two values moves by more than ε < 1, the mechanism is 4 artanh(ε)-private; two priors, (1 ± ε)/2, suffice for that;
- the uniform prior on two values gives 2 artanh(2ε) only, that on k values 2 artanh(kε), and for larger ε nothing at all.

The source claims ε, and its proof 2ε: both are false for every ε > 0.
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Integrate,
    Pointwise,
    Real,
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
    Int,
    Law,
    Le,
    Lt,
    Piecewise,
    Point,
    Query,
    Symbol,
    exp,
    log,
    num,
)
from dpsym.objects.unfold import Indistinguishable
from theorems.finite_datasets import NO_PRIOR_MOVES, RESPONSE
from theorems.vocabulary import eps, half, y

P, Q, R, E = Law("P", y), Law("Q", y), Law("R", y), Event("E", y)
p, q, in_E = P.density, Q.density, E.density


def moved(t: Term) -> Term:
    """How far the prior (t, 1 - t) moves in total variation when y is seen; impossible transcripts move nothing."""
    z = t * p + (1 - t) * q
    return Piecewise((half * (Abs(t * p / z - t) + Abs((1 - t) * q / z - (1 - t))), Gt(z, 0)), default=0)


def weighed(name: str, given: str, t: Term, a: Term, b: Term) -> Step:
    """t (1 - t)(a - b) <= ε (t a + (1 - t) b): the hypothesis without quotients, for one sign of a - b."""
    z = t * p + (1 - t) * q
    goal = forall(y, Le(t * (1 - t) * (a - b), eps * z))
    return have(name, goal, by=Pointwise([given], cases=[Gt(z, 0), Gt(p, q)]))


def events(v: Term, n: str, a: Term, b: Term, using: list[str]) -> list[Step]:
    """a <= v b for almost all y, so for all events."""
    return [
        have(f"{n}.out", forall(y, Le(a, v * b)), by=Pointwise(using)),
        have(f"{n}.in", forall(y, Le(in_E * a, v * (in_E * b))), by=Pointwise([f"{n}.out"])),
        have(f"{n}.sum", Le(Int(in_E * a, y), v * Int(in_E * b, y)), by=Integrate(y, f"{n}.in")),
    ]


# -- all priors: the exact level ----------------------------------------------------------------------------------------

low, high = (1 - eps) / 2, (1 + eps) / 2
v = ((1 + eps) / (1 - eps)) ** 2
level = 2 * log((1 + eps) / (1 - eps))
most = {
    "PQ": Le(Int(in_E * p, y), exp(level) * Int(in_E * q, y)),
    "QP": Le(Int(in_E * q, y), exp(level) * Int(in_E * p, y)),
}

all_priors = Theorem(
    title="If no prior moves by more than ε, the mechanism is 4 artanh(ε)-private, and no less can be said",
    source=Source("biswas", "Theorem 2", sharpened=True),
    about=[P, Q, E],
    where=[Ge(eps, 0), Lt(eps, 1)],
    given={"low": forall(y, Le(moved(low), eps)), "high": forall(y, Le(moved(high), eps))},
    claim=most,
    proof=[
        weighed("low.P", "low", low, p, q),
        weighed("high.Q", "high", high, q, p),
        *events(v, "PQ", p, q, ["low.P"]),
        have("PQ", by=Real(["PQ.sum"])),
        *events(v, "QP", q, p, ["high.Q"]),
        have("QP", by=Real(["QP.sum"])),
    ],
    tight=Attained({P: [v / (1 + v), 1 / (1 + v)], Q: [1 / (1 + v), v / (1 + v)], E: [1, 0]}, claim="PQ"),
    fails=[
        Variant(
            "with the level ε",
            {P: [num(4, 5), num(1, 5)], Q: [num(1, 5), num(4, 5)], E: [1, 0]},
            {"eps": num(1, 3)},
            claim=Le(Int(in_E * p, y), exp(eps) * Int(in_E * q, y)),
        ),
        Variant(
            "with the level 2ε",
            {P: [num(4, 5), num(1, 5)], Q: [num(1, 5), num(4, 5)], E: [1, 0]},
            {"eps": num(1, 3)},
            claim=Le(Int(in_E * p, y), exp(2 * eps) * Int(in_E * q, y)),
        ),
    ],
)

four_artanh = Formula(
    title="The level is 4 artanh(ε)",
    source=Source("biswas", "Theorem 2"),
    claim="2*log((1 + eps)/(1 - eps)) == 4*atanh(eps)",
    where=["0 <= eps < 1"],
)

level_exceeds = Formula(
    title="The exact level 2 log((1 + ε)/(1 - ε)) is above 4ε, for every ε in (0, 1)",
    source=Source("biswas", "Theorem 2"),
    claim="2*log((1 + eps)/(1 - eps)) > 4*eps",
    where=["0 < eps < 1"],
)

theorem_2_as_printed = Formula(
    title="Randomized response with odds ((1 + ε)/(1 − ε))² moves no prior on the bit by more than ε, and its factor is above e^ε",
    source=Source("biswas", "Theorem 2"),
    against="If prior and posterior are within ε for all priors and transcripts, the mechanism is ε-private",
    claim=[*NO_PRIOR_MOVES, "p > exp(eps)*q"],
    where=["0 < eps < 1", "0 <= w <= 1"],
    let=["s = eps", *RESPONSE],
)

point_prior_as_printed = Falsehood(
    title="If one given prior moves by at most ε, the mechanism is ε-private",
    source=Source("biswas", "Theorem 2"),
    about=[P, Q],
    where=[Ge(eps, 0)],
    given={"moved": forall(y, Le(moved(num(1)), eps))},
    claim=Indistinguishable(P, Q, eps),
    values={P: [1, 0], Q: [0, 1], E: [1, 0]},
    params={"eps": num(1, 10)},
    why="A prior that is certain does not move, whatever the mechanism does.",
)

# -- the uniform prior, as in the source's proof -----------------------------------------------------------------------

k2 = (1 + 2 * eps) / (1 - 2 * eps)
uniform_claim = {"PQ": Le(Int(in_E * p, y), k2 * Int(in_E * q, y)), "QP": Le(Int(in_E * q, y), k2 * Int(in_E * p, y))}

uniform_prior = Theorem(
    title="If the uniform prior on two values moves by at most ε < 1/2, the mechanism is 2 artanh(2ε)-private, and no less",
    source=Source("biswas", "(16) to (23)", sharpened=True),
    about=[P, Q, E],
    where=[Ge(eps, 0), Lt(eps, half)],
    given={"moved": forall(y, Le(moved(half), eps))},
    claim=uniform_claim,
    proof=[
        weighed("P", "moved", half, p, q),
        weighed("Q", "moved", half, q, p),
        *events(k2, "PQ", p, q, ["P"]),
        *events(k2, "QP", q, p, ["Q"]),
    ],
    tight=Attained({P: [half + eps, half - eps], Q: [half - eps, half + eps], E: [1, 0]}, claim="PQ"),
    fails=[
        Variant(
            "with the level 4ε",
            {P: [num(3, 4), num(1, 4)], Q: [num(1, 4), num(3, 4)], E: [1, 0]},
            {"eps": num(1, 4)},
            claim=Le(Int(in_E * p, y), exp(4 * eps) * Int(in_E * q, y)),
        ),
        Variant("without the hypothesis", {P: [1, 0], Q: [0, 1], E: [1, 0]}, {"eps": num(1, 4)}, drop=["moved"]),
    ],
)

# -- the uniform prior on k values: a and b are two likelihoods, G the others -------------------------------------------

w = Point("w")
G = Query("G", w, lower=0)
g = G.density
a, b, k, z = Symbol("a"), Symbol("b"), Symbol("k"), Symbol("z")
others = Int(Abs(g / z - 1), w)
shift = (Abs(a / z - 1) + Abs(b / z - 1) + others) / (2 * k)
many_claim = Le(a / b, (1 + k * eps) / (1 - k * eps))

uniform_on_many = Theorem(
    title="If the uniform prior on k values moves by at most ε < 1/k, the level is 2 artanh(kε), and no less can be said",
    source=Source("biswas", "Theorem 2, footnote 6", sharpened=True),
    about=[G],
    where=[Ge(eps, 0), Ge(a, 0), Ge(b, 0), Gt(z, 0), Ge(k, 2), Lt(k * eps, 1)],
    given={"size": Eq(Int(num(1), w), k - 2), "mean": Eq(a + b + Int(g, w), k * z), "moved": Le(shift, eps)},
    claim=many_claim,
    proof=[
        have("up", Le(1 / z * Int(g, w) - Int(num(1), w), others), by=Under(w, finite=["mean", "size", "moved"])),
        have("down", Le(Int(num(1), w) - 1 / z * Int(g, w), others), by=Under(w, finite=["mean", "size", "moved"])),
        have("over", Le(2 - (a + b) / z, others), by=Real({"up": 1, "size": 1, "mean": -1 / z})),
        have("under", Le((a + b) / z - 2, others), by=Real({"down": 1, "size": -1, "mean": 1 / z})),
        have("moved.above", Le(a / z - 1 + Abs(b / z - 1) + others, 2 * k * eps), by=Real(["moved"])),
        have("moved.both", Le(a / z - 1 + 1 - b / z + others, 2 * k * eps), by=Real(["moved.above"])),
        have("high", Le(a, (1 + k * eps) * z), by=Real({"moved.both": z / 2, "under": z / 2})),
        have("low", Le((1 - k * eps) * z, b), by=Real({"moved.both": z / 2, "over": z / 2})),
        have("b>0", Gt(b, 0), by=Real(["low"])),
        have("goal", by=Real(["high", "low", "b>0"])),
    ],
    tight=Attained({G: [1]}, params={"k": 3, "a": 1 + 3 * eps, "b": 1 - 3 * eps, "z": 1}, where=[Lt(eps, num(1, 3))]),
    fails=[
        Variant(
            "with 2ε in place of kε",
            {G: [1]},
            {"k": 3, "a": num(3, 2), "b": half, "z": 1, "eps": num(1, 6)},
            claim=Le(a / b, (1 + 2 * eps) / (1 - 2 * eps)),
        ),
        Variant(
            "for another number of values",
            {G: [1, 1]},
            {"k": 3, "a": num(9, 10), "b": num(1, 10), "z": 1, "eps": num(1, 6)},
            drop=["size"],
        ),
        Variant(
            "without the mean",
            {G: [1]},
            {"k": 3, "a": 1, "b": half, "z": 1, "eps": num(1, 12)},
            drop=["mean"],
        ),
        Variant("without the bound", {G: [1]}, {"k": 3, "a": num(3, 2), "b": half, "z": 1, "eps": 0}, drop=["moved"]),
    ],
)

uniform_on_many_attained = Formula(
    title="Likelihoods 1 + kε, 1 - kε and 1 for the k - 2 others move the uniform prior by ε",
    source=Source("biswas", "Theorem 2, footnote 6"),
    claim="(abs((1 + k*eps) - 1) + abs((1 - k*eps) - 1) + (k - 2)*abs(1 - 1))/(2*k) == eps",
    where=["k >= 2", "eps >= 0", "k*eps < 1"],
)

r, q3 = R.density, (p + q + R.density) / 3
moved3 = Piecewise(((Abs(p / q3 - 1) + Abs(q / q3 - 1) + Abs(r / q3 - 1)) / 6, Gt(q3, 0)), default=0)

two_values_suffice_as_printed = Falsehood(
    title="The uniform prior on three values moves by at most ε: then the level is that of two values",
    source=Source("biswas", "Theorem 2, footnote 6"),
    about=[P, Q, R],
    where=[Ge(eps, 0), Lt(eps, half)],
    given={"moved": forall(y, Le(moved3, eps))},
    claim=forall(y, Le(p, k2 * q)),
    values={
        P: [half, num(1, 3), num(1, 6)],
        Q: [num(1, 6), half, num(1, 3)],
        R: [num(1, 3), num(1, 6), half],
    },
    params={"eps": num(1, 6)},
    why="More values give the adversary less information, so the hypothesis says less: it is no loss of generality to have two only if "
    "the hypothesis is for all priors.",
)

# -- the steps of the source's proof ------------------------------------------------------------------------------------

posterior_excess_as_printed = Formula(
    title="(17): the γ with posterior (1 + γ)/2 of the value 0 lies in [0, 1]",
    source=Source("biswas", "(17)"),
    claim="0 <= (L0 - L1)/(L0 + L1)",
    where=["L0 > 0", "L1 > 0"],
    fails_at={"L0": "1/3", "L1": "2/3"},
)

posterior_excess = Formula(
    title="(17): γ lies in [-1, 1]",
    source=Source("biswas", "(17)"),
    claim="-1 <= (L0 - L1)/(L0 + L1) <= 1",
    where=["L0 >= 0", "L1 >= 0", "L0 + L1 > 0"],
)

posterior_excess_of_the_likelier = Formula(
    title="(17), if 0 names the likelier value: γ lies in [0, 1]",
    source=Source("biswas", "(17)"),
    claim="0 <= (L0 - L1)/(L0 + L1) <= 1",
    where=["L0 > 0", "L1 >= 0", "L1 <= L0"],
)

posterior_by_excess = Formula(
    title="(17): the posterior of the value 0 is (1 + γ)/2",
    source=Source("biswas", "(17)"),
    claim="(1/2)*L0/((1/2)*L0 + (1/2)*L1) == (1 + (L0 - L1)/(L0 + L1))/2",
    where=["L0 >= 0", "L1 >= 0", "L0 + L1 > 0"],
)

excess_is_twice_the_distance = Formula(
    title="(18), (19): the uniform prior moves by γ/2",
    source=Source("biswas", "(18), (19)"),
    claim="(abs(1/2 - (1 + g)/2) + abs(1/2 - (1 - g)/2))/2 == g/2",
    where=["0 <= g <= 1"],
)

excess_at_most = Formula(
    title="(18), (19): so γ <= 2ε",
    source=Source("biswas", "(18), (19)"),
    claim="g <= 2*eps",
    where=["0 <= g <= 1"],
    given=["g/2 <= eps"],
)

_POSTERIOR = ["Z = t*L0 + (1 - t)*L1", "A = t*L0/Z", "B = (1 - t)*L1/Z"]

odds_as_printed = Formula(
    title="(21): the likelihoods are as the posteriors times the priors",
    source=Source("biswas", "(21)"),
    claim="L0/L1 == (A*t)/(B*(1 - t))",
    where=["L0 > 0", "L1 > 0", "0 < t < 1"],
    let=_POSTERIOR,
    fails_at={"L0": "1/2", "L1": "1/2", "t": "2/3"},
)

odds = Formula(
    title="(21), corrected: the likelihoods are as the posteriors divided by the priors",
    source=Source("biswas", "(21)"),
    claim="L0/L1 == (A*(1 - t))/(B*t)",
    where=["L0 > 0", "L1 > 0", "0 < t < 1"],
    let=_POSTERIOR,
)

odds_at_the_uniform_prior = Formula(
    title="(21) as printed holds for the uniform prior",
    source=Source("biswas", "(21)"),
    claim="L0/L1 == ((L0/(L0 + L1))*(1/2))/((L1/(L0 + L1))*(1/2))",
    where=["L0 > 0", "L1 > 0"],
)

quotient_at_one = Formula(
    title="(22) on the whole range of γ",
    source=Source("biswas", "(22)"),
    claim="((1 + g)/2)/((1 - g)/2) == (1 + g)/(1 - g)",
    where=["0 <= g <= 1"],
    fails_at={"g": "1"},
)

quotient = Formula(
    title="(22) for γ < 1",
    source=Source("biswas", "(22)"),
    claim="(((1 + g)/2)*(1/2))/(((1 - g)/2)*(1/2)) == (1 + g)/(1 - g)",
    where=["0 <= g < 1"],
)

last_step_as_printed = Formula(
    title="(23): (1 + γ)/(1 - γ) <= e^(2ε)",
    source=Source("biswas", "(23)"),
    claim="(1 + g)/(1 - g) <= exp(2*eps)",
    where=["0 <= g < 1", "eps >= 0"],
    given=["g <= 2*eps"],
    fails_at={"g": "1/2", "eps": "1/4"},
)

last_step = Formula(
    title="(23), corrected: (1 + γ)/(1 - γ) <= (1 + 2ε)/(1 - 2ε)",
    source=Source("biswas", "(23)"),
    claim="(1 + g)/(1 - g) <= (1 + 2*eps)/(1 - 2*eps)",
    where=["0 <= g < 1", "0 <= eps < 1/2"],
    given=["g <= 2*eps"],
)

last_step_level = Formula(
    title="(23), corrected: the bound is attained at γ = 2ε, and its level is 2 artanh(2ε)",
    source=Source("biswas", "(23)"),
    claim="(1 + 2*eps)/(1 - 2*eps) == exp(2*atanh(2*eps))",
    where=["0 <= eps < 1/2"],
)

last_step_always_fails = Formula(
    title="At γ = 2ε, (23) fails for every ε in (0, 1/2), with 4ε for 2ε as well",
    source=Source("biswas", "(23)"),
    claim="(1 + 2*eps)/(1 - 2*eps) > exp(4*eps)",
    where=["0 < eps < 1/2"],
)
