"""Simulation privacy: a simulator that does not have one record produces what the mechanism does, up to e^ε both ways.

P, Q, M(v, .) are the laws of the outcome for the values of the record that the simulator does not have; R is the simulator's law.

- ε-DP ⇒ simulation: draw the missing record from any law and run the mechanism; the level is ε. For a record with k values a uniform
  one gives log((1 + (k - 1) e^ε)/k), which is log((1 + e^ε)/2) for a bit, and no simulator does better.
- Simulation ⇒ 2ε-DP if a record is *replaced*, and no less. If a record is *added* nothing follows: the size may be released.
"""

from itertools import product

from dpsym.kernel.terms import Term
from dpsym.library.entries import Definition, Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Integrate,
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
    Max,
    Min,
    Point,
    Symbol,
    exp,
    log,
    num,
)
from dpsym.objects.unfold import Indistinguishable, Pure
from theorems.finite_datasets import M as M3
from theorems.finite_datasets import d, d_, without
from theorems.instances import of
from theorems.vocabulary import e_eps, eps, half, third, y

c, k = Symbol("c"), Symbol("k")
v = Point("v")
other = Point("v'", like=v)
P, Q, R, S, E = Law("P", y), Law("Q", y), Law("R", y), Law("S", y), Event("E", y)
p, q, r, in_E = P.density, Q.density, R.density, E.density
coin = [e_eps / (1 + e_eps), 1 / (1 + e_eps)]

simulation = Definition(
    title="Simulation privacy",
    source=Source("biswas", "Definition 5"),
    object="dpsym.objects.notions.SimulationDP",
    examples=of("SimulationDP"),
)

# -- Theorem 3: privacy gives a simulator -------------------------------------------------------------------------------

Fill, M = Law("pi", v), Kernel("M", v, y)
fill, m = Fill.density, M.density
mixed = Int(fill * m, v)

fill_in = Theorem(
    title="A simulator that draws the missing record from any law and runs the mechanism is within ε",
    source=Source("biswas", "Theorem 3"),
    about=[Fill, M],
    where=[Ge(eps, 0)],
    given={"near": forall(v, other, y, Le(m, e_eps * M(other, y)))},
    exists=[R],
    claim={"MR": forall(v, y, Le(m, e_eps * r)), "RM": forall(v, y, Le(r, e_eps * m))},
    choice={R: mixed},
    proof=[
        have(
            "above",
            forall(v, y, Le(m * Int(Fill(other), other), e_eps * Int(Fill(other) * M(other, y), other))),
            by=Under(other, using=["near"]),
        ),
        have("MR", forall(v, y, Le(m, e_eps * mixed)), by=Pointwise(["above", "pi.mass"])),
        have(
            "below",
            forall(v, y, Le(Int(Fill(other) * M(other, y), other), e_eps * m * Int(Fill(other), other))),
            by=Under(other, using=[("near", {v: other, other: v})]),
        ),
        have("RM", forall(v, y, Le(mixed, e_eps * m)), by=Pointwise(["below", "pi.mass"])),
        have("swap", Eq(Int(fill * m, y, v), Int(fill * m, v, y)), by=Swap()),
        have("pull", forall(v, Eq(Int(fill * m, y), fill * Int(m, y))), by=Under(y)),
        have("inner", Eq(Int(fill * m, v, y), Int(fill, v)), by=Under(v, using=["pull", "M.mass"])),
        have("mass", Eq(Int(mixed, y), 1), by=Real(["swap", "inner", "pi.mass"])),
    ],
    witness=({"eps": 1}, {Fill: [half, half], M: [half, half, half, half]}),
)

# the value that the record has comes with weight 1/k, the others follow the law pi
drawn = p / k + (1 - 1 / k) * mixed
best = (1 + (k - 1) * e_eps) / k

draw_uniformly = Theorem(
    title="If each of k values is drawn with the same weight, the simulator is within log((1 + (k - 1) e^ε)/k)",
    source=Source("biswas", "Theorem 3", sharpened=True),
    about=[P, Fill, M, E],
    where=[Ge(eps, 0), Ge(k, 1)],
    given={"PM": forall(v, y, Le(p, e_eps * m)), "MP": forall(v, y, Le(m, e_eps * p))},
    claim={
        "RM": Le(Int(in_E * drawn, y), best * Int(in_E * p, y)),
        "MR": Le(Int(in_E * p, y), best * Int(in_E * drawn, y)),
    },
    proof=[
        have("below", forall(y, Le(mixed, e_eps * p * Int(fill, v))), by=Under(v, using=["MP"])),
        have("above", forall(y, Le(p * Int(fill, v), e_eps * mixed)), by=Under(v, using=["PM"])),
        have("mixed<=e^eps*p", forall(y, Le(mixed, e_eps * p)), by=Pointwise(["below", "pi.mass"])),
        have("p<=e^eps*mixed", forall(y, Le(p, e_eps * mixed)), by=Pointwise(["above", "pi.mass"])),
        have("drawn<=best*p", forall(y, Le(drawn, best * p)), by=Pointwise({"mixed<=e^eps*p": 1 - 1 / k})),
        have("best*share>=1", Ge(best * (1 / k + (1 - 1 / k) / e_eps), 1), by=Real()),
        have(
            "share*p<=drawn",
            forall(y, Le((1 / k + (1 - 1 / k) / e_eps) * p, drawn)),
            by=Pointwise({"p<=e^eps*mixed": (1 - 1 / k) / e_eps}),
        ),
        have(
            "p<=best*drawn", forall(y, Le(p, best * drawn)), by=Pointwise({"best*share>=1": p, "share*p<=drawn": best})
        ),
        have("RM.in", forall(y, Le(in_E * drawn, best * (in_E * p))), by=Pointwise({"drawn<=best*p": in_E})),
        have("RM", by=Integrate(y, "RM.in")),
        have("MR.in", forall(y, Le(in_E * p, best * (in_E * drawn))), by=Pointwise({"p<=best*drawn": in_E})),
        have("MR", by=Integrate(y, "MR.in")),
    ],
    tight=Attained({P: coin[::-1], Fill: [1], M: coin, E: [1, 0]}, claim="RM"),
    fails=[
        Variant(
            "with e^(ε/2)",
            {P: [third, 1 - third], Fill: [1], M: [1 - third, third], E: [1, 0]},
            {"eps": log(num(2)), "k": 2},
            claim=Le(Int(in_E * drawn, y), exp(eps / 2) * Int(in_E * p, y)),
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
    title="A simulator with r <= c p and r <= c q has c >= 1/∫min(p, q): (1 + e^ε)/2 for randomized response",
    source=Source("biswas", "Theorem 3", sharpened=True),
    about=[P, Q, R],
    where=[Gt(c, 0)],
    given={"P": forall(y, Le(r, c * p)), "Q": forall(y, Le(r, c * q))},
    claim=Le(1, c * Int(Min(p, q), y)),
    proof=[
        have("least", Le(Int(r, y), c * Int(Min(p, q), y)), by=Under(y, using=["P", "Q"], cases=[Ge(p, q)])),
        have("goal", by=Real(["least", "R.mass"])),
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
    title="If the least density of all values of the record has total t, a simulator with r <= c times it has c >= 1/t",
    source=Source("biswas", "Theorem 3", sharpened=True),
    about=[R, L],
    where=[Gt(c, 0), Gt(t, 0)],
    given={"below": forall(y, Le(r, c * least))},
    claim=Le(1, c * t),
    proof=[
        have("sum", Le(Int(r, y), c * t * Int(L.density, y)), by=Integrate(y, "below")),
        have("goal", by=Real({"sum": 1, "R.mass": -1, "l.mass": c * t})),
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
    title="A response that avoids the record, e^ε times as likely to show each of the k - 1 other values: t = k/(1 + (k - 1) e^ε)",
    source=Source("biswas", "Theorem 3"),
    claim="1/(1 + (k - 1)*u) + (k - 1)*(u/(1 + (k - 1)*u)) == 1 == k*(1/(1 + (k - 1)*u))*((1 + (k - 1)*u)/k)",
    let=["u = exp(eps)"],
    where=["k >= 1", "eps >= 0"],
)

many_values = Formula(
    title="The best level for k values is below ε, and tends to it",
    source=Source("biswas", "Theorem 3"),
    claim="exp(eps) - exp(eps)/k < (1 + (k - 1)*exp(eps))/k < exp(eps)",
    where=["k >= 1", "eps > 0"],
)

shy, bold = 1 / (3 * c), (1 - 1 / (3 * c)) / 2  # the record itself, and each of the two others

any_simulator_of_three = Theorem(
    title="A simulator with r <= c p, c q, c s has c >= 1/∫min(p, q, s): (1 + 2e^ε)/3 for the response that avoids the record",
    source=Source("biswas", "Theorem 3", sharpened=True),
    about=[P, Q, S, R],
    where=[Gt(c, 0)],
    given={"P": forall(y, Le(r, c * p)), "Q": forall(y, Le(r, c * q)), "S": forall(y, Le(r, c * S.density))},
    claim=Le(1, c * Int(Min(p, q, S.density), y)),
    proof=[
        have(
            "least",
            Le(Int(r, y), c * Int(Min(p, q, S.density), y)),
            by=Under(y, using=["P", "Q", "S"], cases=[Ge(p, q), Ge(p, S.density), Ge(q, S.density)]),
        ),
        have("goal", by=Real(["least", "R.mass"])),
    ],
    tight=Attained(
        {P: [shy, bold, bold], Q: [bold, shy, bold], S: [bold, bold, shy], R: [third, third, third]}, where=[Ge(c, 1)]
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {f: [third, third, third] for f in (P, Q, S, R)},
            {"c": 1},
            claim=Le(1, num(99, 100) * c * Int(Min(p, q, S.density), y)),
        ),
        *(
            Variant(
                f"without {law.name}",
                {**{f: [0, 1] for f in (P, Q, S)}, law: [1, 0], R: [0, 1]},
                {"c": 1},
                drop=[law.name],
            )
            for law in (P, Q, S)
        ),
    ],
)

# Three ordered bits b1, b2, b3, and the two bits c1, c2 that are left when one of them is taken away.

B1, B2, B3 = (Event(f"b{i}", d) for i in (1, 2, 3))
rest = Point("c")
C1, C2 = Event("c1", rest), Event("c2", rest)


def same(*pairs: tuple[Term, Term]) -> Term:
    """1 where all pairs are equal."""
    return Indicator(Le(sum((Abs(a - b) for a, b in pairs), num(0)), 0))


def left(at: Term) -> Term:
    """1 where c is left of the dataset when one record is taken away, whichever."""
    b1, b2, b3 = B1(at), B2(at), B3(at)
    c1, c2 = C1.density, C2.density
    return Max(same((c1, b2), (c2, b3)), same((c1, b1), (c2, b3)), same((c1, b1), (c2, b2)))


one_bit = Indicator(Le(sum((Abs(b(d) - b(d_)) for b in (B1, B2, B3)), num(0)), 1))
common = left(d) * left(d_)
triples = list(product((0, 1), repeat=3))
pairs = list(product((0, 1), repeat=2))

without_the_place = Falsehood(
    title="For ε-private mechanisms on three ordered bits, datasets from which the same is left without one record are within 2ε, "
    "as they are if one simulator, not told which place is missing, is within ε of both (simulation.privacy)",
    source=Source("biswas", "Theorem 3"),
    about=[B1, B2, B3, C1, C2, M3],
    where=[Ge(eps, 0)],
    given={"private": forall(d, d_, y, Le(one_bit * M3(d, y), one_bit * (e_eps * M3(d_, y))))},
    claim=forall(d, d_, rest, y, Le(common * M3(d, y), common * (exp(2 * eps) * M3(d_, y)))),
    values={
        **{b: [t[i] for t in triples] for i, b in enumerate((B1, B2, B3))},
        **{b: [t[i] for t in pairs] for i, b in enumerate((C1, C2))},
        M3: [num(2 ** sum(a == b for a, b in zip(t, z)), 27) for t in triples for z in triples],
    },
    params={"eps": log(num(2))},
    why="(1, 0, 1) without its first and (0, 1, 0) without its last record are both (0, 1). Randomized response on each bit with "
    "odds 2 is log 2-private and has these two 3 log 2 apart; one law within log 2 of both would put them within 2 log 2.",
)

# -- Theorem 4: a simulator gives privacy ------------------------------------------------------------------------------


def product_of(first: str, second: str, a: Term, b: Term, n: str) -> list[Step]:
    """(24) for one dataset times (25) for the other: a(T) <= e^ε R(T) <= e^(2ε) b(T)."""
    return [
        have(f"{n}.24", forall(y, Le(in_E * a, e_eps * (in_E * r))), by=Pointwise([first])),
        have(f"{n}.25", forall(y, Le(in_E * r, e_eps * (in_E * b))), by=Pointwise([second])),
        have(f"{n}.24 for T", Le(Int(in_E * a, y), e_eps * Int(in_E * r, y)), by=Integrate(y, f"{n}.24")),
        have(f"{n}.25 for T", Le(Int(in_E * r, y), e_eps * Int(in_E * b, y)), by=Integrate(y, f"{n}.25")),
        have(n, Le(Int(in_E * a, y), exp(2 * eps) * Int(in_E * b, y)), by=Real([f"{n}.24 for T", f"{n}.25 for T"])),
    ]


three = 1 + e_eps + e_eps**2

privacy = Theorem(
    title="If a simulator without record i is within ε of two datasets that differ in record i, they are within 2ε, and no less",
    source=Source("biswas", "Theorem 4"),
    about=[P, Q, R, E],
    where=[Ge(eps, 0)],
    given={"X": Pure(P, R, eps), "X'": Pure(R, Q, eps)},
    claim={
        "PQ": Le(Int(in_E * p, y), exp(2 * eps) * Int(in_E * q, y)),
        "QP": Le(Int(in_E * q, y), exp(2 * eps) * Int(in_E * p, y)),
    },
    proof=[*product_of("X.PQ", "X'.PQ", p, q, "PQ"), *product_of("X'.QP", "X.QP", q, p, "QP")],
    tight=Attained(
        {
            P: [e_eps**2 / three, e_eps / three, 1 / three],
            R: [e_eps / three, e_eps**2 / three, 1 / three],
            Q: [1 / three, e_eps**2 / three, e_eps / three],
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
            claim=Le(Int(in_E * p, y), exp(eps) * Int(in_E * q, y)),
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

Sim, Taken = Kernel("Sim", d, y), Event("T", d, d_)  # T marks the pairs of which d' is d without one record
taken = Taken.density

privacy_by_addition = Falsehood(
    title="If Sim without a record is within ε of M for all datasets, then M is 2ε-private for neighbours that differ "
    "by one added record",
    source=Source("biswas", "Theorem 4"),
    about=[Taken, M3, Sim],
    where=[Ge(eps, 0)],
    given={
        "M by Sim": forall(d, d_, y, Le(taken * M3(d, y), taken * (e_eps * Sim(d_, y)))),
        "Sim by M": forall(d, d_, y, Le(taken * Sim(d_, y), taken * (e_eps * M3(d, y)))),
    },
    claim={
        "removed": forall(d, d_, y, Le(taken * M3(d, y), taken * (exp(2 * eps) * M3(d_, y)))),
        "added": forall(d, d_, y, Le(taken * M3(d_, y), taken * (exp(2 * eps) * M3(d, y)))),
    },
    values={
        Taken: [int(b in without(a)) for a in ("", "a", "aa") for b in ("", "a", "aa")],
        M3: [1, 0, 0, 0, 1, 0, 0, 0, 1],
        Sim: [0, 1, 0, 0, 0, 1, 0, 0, 1],
    },
    params={"eps": 1},
    why="M releases the number of records, of no record, a and aa; the simulator has one record less, and so knows it: its level is 0. "
    "But two sizes are told apart.",
)

simulate_any_neighbour = Falsehood(
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
    title="(24), (25): the max divergence, a logarithm, is the ratio itself; here for the sure event and equal laws",
    source=Source("biswas", "(24), (25)"),
    claim="log(a/b) == a/b",
    where=["0 < a <= 1", "0 < b <= 1"],
    fails_at={"a": "1", "b": "1"},
)

ratio_of_null_events = Formula(
    title="(24), (25) for all events: the ratio has no value for null events",
    source=Source("biswas", "(24), (25)"),
    claim="a/b <= exp(eps)",
    where=["0 <= a <= 1", "0 <= b <= 1", "eps >= 0"],
    given=["a <= exp(eps)*b"],
    fails_at={"a": "0", "b": "0", "eps": "1"},
)

ratio_bound = Formula(
    title="(24), (25), corrected: if the divergence is at most ε, the ratio is at most e^ε",
    source=Source("biswas", "(24), (25)"),
    claim="a/b <= exp(eps)",
    where=["0 < a <= 1", "0 < b <= 1", "eps >= 0"],
    given=["log(a/b) <= eps"],
)

product_as_printed = Formula(
    title="The product of (24) and (25) as printed is 1: M(X') does not occur",
    source=Source("biswas", "Theorem 4"),
    claim="(a/r)*(r/a) == 1",
    where=["0 < a <= 1", "0 < r <= 1"],
)

multiply_as_printed = Falsehood(
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
