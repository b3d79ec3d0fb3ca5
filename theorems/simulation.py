"""Simulation privacy: a simulator that does not have one record produces what the mechanism does, up to e^ε both ways.

P, Q, M(v, .) are the laws of the outcome for the values of the record that the simulator does not have; R is the simulator's law.

- ε-DP ⇒ simulation: draw the missing record from any law and run the mechanism; the level is ε. For a record with k values a uniform
  one gives log((1 + (k - 1) e^ε)/k), which is log((1 + e^ε)/2) for a bit, and no simulator does better.
- Simulation ⇒ 2ε-DP if a record is *replaced*, and no less. If a record is *added* nothing follows: the size may be released.
"""

from dpsym.entries import Definition, Example, Falsehood, Formula
from dpsym.kernel.terms import Term
from dpsym.objects.language import Eq, Event, Ge, Gt, Int, Kernel, Law, Le, Min, Point, Symbol, exp, log, num
from dpsym.objects.unfold import Indistinguishable, Pure
from dpsym.theorem import (
    Attained,
    Integrate,
    Mass,
    Pointwise,
    Real,
    Source,
    Step,
    Swap,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)

eps, c, k = Symbol("eps"), Symbol("c"), Symbol("k")
v, y = Point("v"), Point("y")
other = Point("v'", like=v)
P, Q, R, S, E = Law("P", y), Law("Q", y), Law("R", y), Law("S", y), Event("E", y)
p, q, r, e = P.density, Q.density, R.density, E.density
u = exp(eps)
half, third = num(1, 2), num(1, 3)
coin = [u / (1 + u), 1 / (1 + u)]

simulation = Definition(
    name="simulation.simulation",
    title="Simulation privacy",
    source=Source("biswas", "Definition 5"),
    object="dpsym.objects.notions.SimulationDP",
)

# -- Theorem 3: privacy gives a simulator -------------------------------------------------------------------------------

Fill, M = Law("pi", v), Kernel("M", v, y)
fill, m = Fill.density, M.density
mixed = Int(fill * m, v)

fill_in = Theorem(
    name="simulation.fill_in",
    title="A simulator that draws the missing record from any law and runs the mechanism is within ε",
    source=Source("biswas", "Theorem 3"),
    about=[Fill, M],
    where=[Ge(eps, 0)],
    given={"near": forall(v, other, y, Le(m, u * M(other, y)))},
    exists=[R],
    claim={"MR": forall(v, y, Le(m, u * r)), "RM": forall(v, y, Le(r, u * m))},
    choice={R: mixed},
    proof=[
        have("one", Fill.mass, by=Mass(Fill)),
        have(
            "above",
            forall(v, y, Le(m * Int(Fill(other), other), u * Int(Fill(other) * M(other, y), other))),
            by=Under(other, using=["near"]),
        ),
        have("MR", forall(v, y, Le(m, u * mixed)), by=Pointwise(["above", "one"])),
        have(
            "below",
            forall(v, y, Le(Int(Fill(other) * M(other, y), other), u * m * Int(Fill(other), other))),
            by=Under(other, using=[("near", {v: other, other: v})]),
        ),
        have("RM", forall(v, y, Le(mixed, u * m)), by=Pointwise(["below", "one"])),
        have("swap", Eq(Int(fill * m, y, v), Int(fill * m, v, y)), by=Swap()),
        have("M.mass", forall(v, M.mass), by=Mass(M)),
        have("pull", forall(v, Eq(Int(fill * m, y), fill * Int(m, y))), by=Under(y)),
        have("inner", Eq(Int(fill * m, v, y), Int(fill, v)), by=Under(v, using=["pull", "M.mass"])),
        have("mass", Eq(Int(mixed, y), 1), by=Real(["swap", "inner", "one"])),
    ],
    witness=({"eps": 1}, {Fill: [half, half], M: [half, half, half, half]}),
)

# the value that the record has comes with weight 1/k, the others follow the law pi
drawn = p / k + (1 - 1 / k) * mixed
best = (1 + (k - 1) * u) / k

draw_uniformly = Theorem(
    name="simulation.draw_uniformly",
    title="If each of k values is drawn with the same weight, the simulator is within log((1 + (k - 1) e^ε)/k)",
    source=Source("biswas", "Theorem 3", sharpened=True),
    about=[P, Fill, M, E],
    where=[Ge(eps, 0), Ge(k, 1)],
    given={"PM": forall(v, y, Le(p, u * m)), "MP": forall(v, y, Le(m, u * p))},
    claim={"RM": Le(Int(e * drawn, y), best * Int(e * p, y)), "MR": Le(Int(e * p, y), best * Int(e * drawn, y))},
    proof=[
        have("one", Fill.mass, by=Mass(Fill)),
        have("below", forall(y, Le(mixed, u * p * Int(fill, v))), by=Under(v, using=["MP"])),
        have("above", forall(y, Le(p * Int(fill, v), u * mixed)), by=Under(v, using=["PM"])),
        have("mixed<=up", forall(y, Le(mixed, u * p)), by=Pointwise(["below", "one"])),
        have("p<=u.mixed", forall(y, Le(p, u * mixed)), by=Pointwise(["above", "one"])),
        have("R", forall(y, Le(drawn, best * p)), by=Pointwise({"mixed<=up": 1 - 1 / k})),
        have("part", Ge(best * (1 / k + (1 - 1 / k) / u), 1), by=Real()),
        have("R'", forall(y, Le((1 / k + (1 - 1 / k) / u) * p, drawn)), by=Pointwise({"p<=u.mixed": (1 - 1 / k) / u})),
        have("P", forall(y, Le(p, best * drawn)), by=Pointwise({"part": p, "R'": best})),
        have("RM.in", forall(y, Le(e * drawn, best * (e * p))), by=Pointwise({"R": e})),
        have("RM", Le(Int(e * drawn, y), best * Int(e * p, y)), by=Integrate(y, "RM.in")),
        have("MR.in", forall(y, Le(e * p, best * (e * drawn))), by=Pointwise({"P": e})),
        have("MR", Le(Int(e * p, y), best * Int(e * drawn, y)), by=Integrate(y, "MR.in")),
    ],
    tight=Attained({P: coin[::-1], Fill: [1], M: coin, E: [1, 0]}, claim="RM"),
    fails=[
        Variant(
            "with e^(ε/2)",
            {P: [third, 1 - third], Fill: [1], M: [1 - third, third], E: [1, 0]},
            {"eps": log(num(2)), "k": 2},
            claim=Le(Int(e * drawn, y), exp(eps / 2) * Int(e * p, y)),
        ),
        Variant(
            "without the first direction",
            {P: [third, 1 - third], Fill: [1], M: [0, 1], E: [1, 0]},
            {"eps": log(num(3, 2)), "k": 10},
            drop=["PM"],
        ),
        Variant(
            "without the second direction",
            {P: [0, 1], Fill: [1], M: [third, 1 - third], E: [1, 0]},
            {"eps": log(num(3, 2)), "k": 10},
            drop=["MP"],
        ),
    ],
)

any_simulator = Theorem(
    name="simulation.any_simulator",
    title="A simulator with r <= c p and r <= c q has c >= 1/∫min(p, q): (1 + e^ε)/2 for randomized response",
    source=Source("biswas", "Theorem 3", sharpened=True),
    about=[P, Q, R],
    where=[Gt(c, 0)],
    given={"P": forall(y, Le(r, c * p)), "Q": forall(y, Le(r, c * q))},
    claim=Le(1, c * Int(Min(p, q), y)),
    proof=[
        have("mass", R.mass, by=Mass(R)),
        have("least", Le(Int(r, y), c * Int(Min(p, q), y)), by=Under(y, using=["P", "Q"], cases=[Ge(p, q)])),
        have("goal", Le(1, c * Int(Min(p, q), y)), by=Real(["least", "mass"])),
    ],
    tight=Attained(
        {P: [1 - 1 / (2 * c), 1 / (2 * c)], Q: [1 / (2 * c), 1 - 1 / (2 * c)], R: [half, half]}, where=[Ge(c, 1)]
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [third, 1 - third], Q: [1 - third, third], R: [half, half]},
            {"c": num(3, 2)},
            claim=Le(1, num(99, 100) * c * Int(Min(p, q), y)),
        ),
        Variant("without the first law", {P: [1, 0], Q: [0, 1], R: [0, 1]}, {"c": 1}, drop=["P"]),
        Variant("without the second law", {P: [1, 0], Q: [0, 1], R: [1, 0]}, {"c": 1}, drop=["Q"]),
    ],
)

t, L = Symbol("t"), Law("l", y)
least = t * L.density  # the least density of all values of the record, of total t

below_all = Theorem(
    name="simulation.below_all",
    title="If the least density of all values of the record has total t, a simulator with r <= c times it has c >= 1/t",
    source=Source("biswas", "Theorem 3", sharpened=True),
    about=[R, L],
    where=[Gt(c, 0), Gt(t, 0)],
    given={"below": forall(y, Le(r, c * least))},
    claim=Le(1, c * t),
    proof=[
        have("mass", R.mass, by=Mass(R)),
        have("L.mass", L.mass, by=Mass(L)),
        have("sum", Le(Int(r, y), c * t * Int(L.density, y)), by=Integrate(y, "below")),
        have("goal", Le(1, c * t), by=Real({"sum": 1, "mass": -1, "L.mass": c * t})),
    ],
    tight=Attained({R: [half, half], L: [half, half]}, params={"t": 1 / c}),
    fails=[
        Variant(
            "with a smaller constant",
            {R: [half, half], L: [half, half]},
            {"c": 2, "t": half},
            claim=Le(1, num(99, 100) * c * t),
        ),
        Variant("without a bound", {R: [1], L: [1]}, {"c": 1, "t": half}, drop=["below"]),
    ],
)

avoiding = Formula(
    name="simulation.avoiding",
    title="A response that avoids the record, e^ε times as likely to show each of the k - 1 other values: t = k/(1 + (k - 1) e^ε)",
    source=Source("biswas", "Theorem 3"),
    claim="1/(1 + (k - 1)*u) + (k - 1)*(u/(1 + (k - 1)*u)) == 1 == k*(1/(1 + (k - 1)*u))*((1 + (k - 1)*u)/k)",
    let=["u = exp(eps)"],
    where=["k >= 1", "eps >= 0"],
)

many_values = Formula(
    name="simulation.many_values",
    title="The best level for k values is below ε, and tends to it",
    source=Source("biswas", "Theorem 3"),
    claim="exp(eps) - exp(eps)/k < (1 + (k - 1)*exp(eps))/k < exp(eps)",
    where=["k >= 1", "eps > 0"],
)


def _level_decisions():
    from sympy import Integer, Rational, log

    from dpsym.objects import CHANGE_ONE, FiniteMechanism, PureDP, SimulationDP
    from dpsym.objects.mechanism import binary_response

    yield PureDP(log(3)), binary_response(log(3)), "holds"
    yield SimulationDP(log(2)), binary_response(log(3)), "holds"
    yield SimulationDP(log(2) - Rational(1, 1000)), binary_response(log(3)), "fails"
    avoid = FiniteMechanism(
        {(i,): {j: Rational(1, 5) if i == j else Rational(2, 5) for j in range(3)} for i in range(3)}, CHANGE_ONE
    )
    yield PureDP(log(2)), avoid, "holds"
    yield SimulationDP(log(Rational(5, 3))), avoid, "holds"
    yield SimulationDP(log(Rational(5, 3)) - Rational(1, 1000)), avoid, "fails"
    yield SimulationDP(Integer(0)), FiniteMechanism({(0,): {0: 1}, (1,): {0: 1}}, CHANGE_ONE), "holds"


best_levels = Example(
    name="simulation.best_levels",
    title="The best simulator of a private mechanism has the level log((1 + (k - 1) e^ε)/k) in the worst case, k = 2 and 3",
    source=Source("biswas", "Theorem 3"),
    decisions=_level_decisions,
)


def _blind_decisions():
    from itertools import product

    from sympy import Rational, log

    from dpsym.objects import CHANGE_ONE, FiniteMechanism, PureDP

    bits = list(product((0, 1), repeat=3))

    def row(x: tuple[int, ...]) -> dict[int, Rational]:
        return {n: Rational(2 ** sum(a == b for a, b in zip(x, z)), 27) for n, z in enumerate(bits)}

    yield PureDP(log(2)), FiniteMechanism({x: row(x) for x in bits}, CHANGE_ONE), "holds"
    yield PureDP(2 * log(2)), FiniteMechanism({(0,): row((1, 0, 1)), (1,): row((0, 1, 0))}, CHANGE_ONE), "fails"


without_the_place = Example(
    name="simulation.without_the_place",
    title="A private mechanism has a simulator that is not told which place of an ordered dataset is missing",
    source=Source("biswas", "Theorem 3"),
    decisions=_blind_decisions,
    refutes=True,
    why="(1, 0, 1) without its first and (0, 1, 0) without its last record are both (0, 1). Randomized response on each bit with "
    "odds 2 is log 2-private and has these two 3 log 2 apart; one law within log 2 of both would put them within 2 log 2.",
)

# -- Theorem 4: a simulator gives privacy ------------------------------------------------------------------------------


def product_of(first: str, second: str, a: Term, b: Term, n: str) -> list[Step]:
    """(24) for one dataset times (25) for the other: a(T) <= e^ε R(T) <= e^(2ε) b(T)."""
    return [
        have(f"{n}.24", forall(y, Le(e * a, u * (e * r))), by=Pointwise([first])),
        have(f"{n}.25", forall(y, Le(e * r, u * (e * b))), by=Pointwise([second])),
        have(f"{n}.24 for T", Le(Int(e * a, y), u * Int(e * r, y)), by=Integrate(y, f"{n}.24")),
        have(f"{n}.25 for T", Le(Int(e * r, y), u * Int(e * b, y)), by=Integrate(y, f"{n}.25")),
        have(n, Le(Int(e * a, y), exp(2 * eps) * Int(e * b, y)), by=Real([f"{n}.24 for T", f"{n}.25 for T"])),
    ]


three = 1 + u + u**2

privacy = Theorem(
    name="simulation.privacy",
    title="If a simulator without record i is within ε of two datasets that differ in record i, they are within 2ε, and no less",
    source=Source("biswas", "Theorem 4"),
    about=[P, Q, R, E],
    where=[Ge(eps, 0)],
    given={"X": Pure(P, R, eps), "X'": Pure(R, Q, eps)},
    claim={
        "PQ": Le(Int(e * p, y), exp(2 * eps) * Int(e * q, y)),
        "QP": Le(Int(e * q, y), exp(2 * eps) * Int(e * p, y)),
    },
    proof=[*product_of("X.PQ", "X'.PQ", p, q, "PQ"), *product_of("X'.QP", "X.QP", q, p, "QP")],
    tight=Attained(
        {
            P: [u**2 / three, u / three, 1 / three],
            R: [u / three, u**2 / three, 1 / three],
            Q: [1 / three, u**2 / three, u / three],
            E: [1, 0, 0],
        },
        claim="PQ",
    ),
    fails=[
        Variant(
            "with ε in place of 2ε",
            {
                P: [num(4, 7), num(2, 7), num(1, 7)],
                R: [num(2, 7), num(4, 7), num(1, 7)],
                Q: [num(1, 7), num(4, 7), num(2, 7)],
                E: [1, 0, 0],
            },
            {"eps": log(num(2))},
            claim=Le(Int(e * p, y), exp(eps) * Int(e * q, y)),
        ),
        Variant(
            "without the first simulation",
            {P: [1, 0], Q: [half, half], R: [half, half], E: [1, 0]},
            {"eps": 0},
            drop=["X.PQ", "X.QP"],
        ),
        Variant(
            "without the second simulation",
            {P: [half, half], Q: [0, 1], R: [half, half], E: [1, 0]},
            {"eps": 0},
            drop=["X'.PQ", "X'.QP"],
        ),
    ],
)


def _size_decisions():
    from sympy import Integer

    from dpsym.objects import ADD_REMOVE, CHANGE_ONE, FiniteMechanism, PureDP, SimulationDP

    size = {(): {0: 1, 1: 0}, (0,): {0: 0, 1: 1}, (1,): {0: 0, 1: 1}}
    yield SimulationDP(Integer(0)), FiniteMechanism(size, CHANGE_ONE), "holds"
    yield PureDP(Integer(0)), FiniteMechanism(size, CHANGE_ONE), "holds"
    yield PureDP(Integer(1000)), FiniteMechanism(size, ADD_REMOVE), "fails"


privacy_by_addition = Example(
    name="simulation.privacy_by_addition",
    title="Theorem 4 for neighbours that differ by one added record",
    source=Source("biswas", "Theorem 4"),
    decisions=_size_decisions,
    refutes=True,
    why="The mechanism that releases the number of records: the simulator knows it, so its level is 0, but two sizes are told apart.",
)

simulate_any_neighbour = Falsehood(
    name="simulation.simulate_any_neighbour",
    title="Theorem 4, with Sim(X') for every neighbour X' as Definition 5 prints it, and records that are bits",
    source=Source("biswas", "Definition 5, Theorem 4"),
    about=[P, Q, R, S],
    where=[Ge(eps, 0)],
    given={"0 by 1": Pure(P, S, eps), "1 by 0": Pure(Q, R, eps)},
    claim=Indistinguishable(P, Q, 2 * eps),
    values={P: [1, 0], S: [1, 0], Q: [0, 1], R: [0, 1], E: [1, 0]},
    params={"eps": 1},
    why="One bit is released. Sim(1) = M(0) and Sim(0) = M(1) are within 0: a simulator that has the other bit has the bit.",
)

divergence_is_the_ratio = Formula(
    name="simulation.divergence_is_the_ratio",
    title="(24), (25): the max divergence, a logarithm, is the ratio itself; here for the sure event and equal laws",
    source=Source("biswas", "(24), (25)"),
    claim="log(a/b) == a/b",
    where=["0 < a <= 1", "0 < b <= 1"],
    fails_at={"a": "1", "b": "1"},
)

ratio_of_null_events = Formula(
    name="simulation.ratio_of_null_events",
    title="(24), (25) for all events: the ratio has no value for null events",
    source=Source("biswas", "(24), (25)"),
    claim="a/b <= exp(eps)",
    where=["0 <= a <= 1", "0 <= b <= 1", "eps >= 0"],
    given=["a <= exp(eps)*b"],
    fails_at={"a": "0", "b": "0", "eps": "1"},
)

ratio_bound = Formula(
    name="simulation.ratio_bound",
    title="(24), (25), corrected: if the divergence is at most ε, the ratio is at most e^ε",
    source=Source("biswas", "(24), (25)"),
    claim="a/b <= exp(eps)",
    where=["0 < a <= 1", "0 < b <= 1", "eps >= 0"],
    given=["log(a/b) <= eps"],
)

product_as_printed = Formula(
    name="simulation.product_as_printed",
    title="The product of (24) and (25) as printed is 1: M(X') does not occur",
    source=Source("biswas", "Theorem 4"),
    claim="(a/r)*(r/a) == 1",
    where=["0 < a <= 1", "0 < r <= 1"],
)

multiply_as_printed = Falsehood(
    name="simulation.multiply_as_printed",
    title="(24) and (25), both for M(X), bound M(X')",
    source=Source("biswas", "Theorem 4"),
    about=[P, Q, R],
    where=[Ge(eps, 0)],
    given={"X": Pure(P, R, eps)},
    claim=Indistinguishable(P, Q, 2 * eps),
    values={P: [1, 0], R: [1, 0], Q: [0, 1], E: [1, 0]},
    params={"eps": 1},
    why="Nothing is said of M(X'): (25) must be for X'.",
)
