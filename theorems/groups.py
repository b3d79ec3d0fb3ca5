"""Datasets that are several steps apart: Rényi and concentrated privacy of a mechanism on datasets, for groups.

One step of the first kind and one of the second lead from d to d': two(d, d') is 1 only if some dataset e is a first neighbour of d,
and d' a second neighbour of e, and mid(d, d', .) draws such an e. The triangle of Rényi divergences (renyi_mixtures.triangle) adds
up the levels; concentrated levels add up as squares of lengths, so that k steps of level ρ have level k² ρ. The triangle is about laws,
for all pairs of datasets: for pairs that are not two steps apart M(d) stands in for the other two.
"""

from dataclasses import dataclass

from dpsym.kernel.laws.terms import Substitution, points_of
from dpsym.kernel.terms import Term, mul
from dpsym.library.theorem import (
    Cite,
    Defined,
    Integrate,
    Pointwise,
    Real,
    Source,
    Step,
    Swap,
    Tables,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.applied import Mechanism, RenyiDP, ZeroConcentratedDP
from dpsym.objects.language import Eq, Event, Ge, Gt, Indicator, Int, Le, Piecewise, Symbol, exp, num
from theorems import renyi_divergence, renyi_mixtures
from theorems.datasets import M, d, other, y
from theorems.groups_of_two import Between, Two, between, line, middle, there, through, two
from theorems.renyi_mixtures import g_, high_, other_, r1, r2
from theorems.vocabulary import alpha, half, x

First, Second = Event("first", d, other), Event("second", d, other)
A1, A2, G = Mechanism(M, First), Mechanism(M, Second), Mechanism(M, Two)
links = {
    "step.1": forall(d, other, middle, Le(there, there * First(d, middle))),
    "step.2": forall(d, other, middle, Le(there, there * Second(middle, other))),
}
are_two = Indicator(Gt(two, 0))
on, off = Indicator(Gt(there, 0)), Indicator(Le(there, 0))
at = (d, other, middle)


def of(near: Term, a: Term, b: Term, order: Term) -> Term:
    """What the moment of neighbours integrates."""
    return Piecewise((0, Le(near, 0)), (0, Le(a, 0)), (a**order * b ** (1 - order), Gt(b, 0)))


def every(statement: Term) -> Term:
    """For all its points."""
    return forall(*(p for p in (*at, y) if p in points_of(statement)), statement)


def stand_in(n: str, way: str, a: Term, b: Term) -> list[Step]:
    """The law b where the datasets are two steps apart, and a elsewhere."""
    law = on * b + off * a
    return [
        have(f"{n}.on", every(Eq(on * law, on * b)), by=Pointwise(cases=[Gt(there, 0)])),
        have(f"{n}.off", every(Eq(off * law, off * a)), by=Pointwise(cases=[Gt(there, 0)])),
        have(f"{n}.sum", every(Eq(Int(law, y), on * Int(b, y) + off * Int(a, y))), by=Integrate(y)),
        have(f"{n}.mass", every(Eq(Int(law, y), 1)), by=Pointwise([f"{n}.sum", *masses], cases=[Gt(there, 0)])),
    ]


@dataclass(frozen=True)
class Bound:
    """A divergence of an order: what the notion says of its moment, and both as the theorem about laws has them."""

    order: Term
    said: Term
    as_cited: Term
    most: Term


@dataclass(frozen=True)
class Link:
    """One of the two steps: neighbours with the laws a and b, for which p and q stand in."""

    near: Term
    a: Term
    b: Term
    p: Term
    q: Term

    def known(self, n: str, known: str, to: dict[Term, Term], v: Bound) -> list[Step]:
        """What is known of the neighbours, and where their moment has a value."""
        inside = of(self.near, self.a, self.b, v.order)
        nowhere = mul(Indicator(Gt(self.near, 0)), Indicator(Gt(self.a, 0)), Indicator(Le(self.b, 0)))
        return [
            have(f"{n}.known", every(Le(Int(inside, y), self.near * v.said)), by=Pointwise([(known, to)])),
            have(f"{n}.told", Le(v.said, v.most), by=Real()),
            have(
                n,
                every(Le(Int(inside, y), self.near * v.most)),
                by=Pointwise({f"{n}.known": 1, f"{n}.told": self.near}),
            ),
            have(f"{n}.support", every(Eq(nowhere, 0)), by=Defined(n, inside, y)),
        ]

    def stood(self, n: str, way: str, start: Term, v: Bound, known: list[str]) -> list[Step]:
        """The moment of the laws that stand in is bounded as that of neighbours is."""
        near, p, q = self.near, self.p, self.q
        inside, moment = of(near, self.a, self.b, v.order), renyi_divergence.power(p, q, v.as_cited)
        cases = [Gt(t, 0) for t in dict.fromkeys((there, near, self.a, self.b, p, q))]
        return [
            have(f"{n}.near", every(Le(on, near)), by=Pointwise([STEP[near]], cases=cases[:2])),
            have(
                f"{n}.stood",
                every(Eq(mul(Indicator(Gt(p, 0)), Indicator(Le(q, 0))), 0)),
                by=Pointwise([f"{n}.support", f"{n}.near", *known], cases=cases),
            ),
            have(
                f"{n}.at",
                every(Eq(moment, on * inside + off * start)),
                by=Pointwise([f"{n}.support", f"{n}.near", f"{n}.stood", *known], cases=cases),
            ),
            have(
                f"{n}.sum",
                every(Eq(Int(moment, y), on * Int(inside, y) + off * Int(start, y))),
                by=Integrate(y, f"{n}.at", using=[n, f"{n}.at"]),
            ),
            have(f"{n}.most", Ge(v.most, 1), by=Real()),
            have(f"{n}.one", every(Le(near, 1)), by=Pointwise()),
            have(
                f"{n}.moment",
                every(Le(Int(moment, y), v.most)),
                by=Pointwise(
                    {
                        f"{n}.sum": 1,
                        n: on,
                        f"{n}.one": on * v.most,
                        f"{way}.mass": off,
                        f"{n}.most": off,
                        "either": v.most,
                    }
                ),
            ),
        ]


masses = ["mass.d", "mass.e", "mass.other"]
STEP = {First(d, middle): "step.1", Second(middle, other): "step.2"}
beginning = [
    have("mass.d", every(Eq(Int(M(d, y), y), 1)), by=Pointwise(["M.mass"])),
    have("mass.e", every(Eq(Int(M(middle, y), y), 1)), by=Pointwise([("M.mass", {d: middle})])),
    have("mass.other", every(Eq(Int(M(other, y), y), 1)), by=Pointwise([("M.mass", {d: other})])),
    have("two.1", every(Le(are_two, two)), by=Pointwise(cases=[Gt(two, 0)])),
    have("two.2", every(Le(two, are_two)), by=Pointwise(cases=[Gt(two, 0)])),
    have("two", every(Eq(two, are_two)), by=Pointwise(["two.1", "two.2"])),
    have("either", every(Eq(on + off, 1)), by=Pointwise(cases=[Gt(there, 0)])),
]


@dataclass(frozen=True)
class Levels:
    """The bounds on the first and on the second divergence, the order and the bound of the sum, and the theorem about laws."""

    one: Bound
    two: Bound
    order: Term
    as_cited: Term
    sum: Term
    theorem: Theorem
    reals: dict[str, Term]


def two_steps(way: str, v: Levels, known: tuple[str, str]) -> list[Step]:
    """D(M(d)‖M(d')) by D(M(d)‖M(e)) and D(M(e)‖M(d')), or all the other way round."""
    forward = way == "PQ"
    a, m, b = (M(d, y), M(middle, y), M(other, y)) if forward else (M(other, y), M(middle, y), M(d, y))
    n1, n2 = (First(d, middle), Second(middle, other)) if forward else (Second(middle, other), First(d, middle))
    turns: tuple[dict[Term, Term], dict[Term, Term]] = ({other: middle}, {d: middle})
    to_1, to_2 = turns if forward else turns[::-1]
    q, r = on * m + off * a, on * b + off * a
    one, last, q_is = Link(n1, a, m, a, q), Link(n2, m, b, q, r), [f"{way}.q.on", f"{way}.q.off"]
    inside, moment = of(two, a, b, v.order), renyi_divergence.power(a, r, v.as_cited)
    weighted = there * inside
    nowhere = mul(Indicator(Gt(two, 0)), Indicator(Gt(a, 0)), Indicator(Le(b, 0)))
    where_two = [Gt(there, 0), Gt(two, 0), Gt(a, 0), Gt(b, 0), Gt(r, 0)]
    return [
        have(f"{way}.mass", every(Eq(Int(a, y), 1)), by=Pointwise(masses[:1] if forward else masses[2:])),
        *one.known(f"{way}.1", known[0], to_1, v.one),
        *last.known(f"{way}.2", known[1], to_2, v.two),
        *stand_in(f"{way}.q", way, a, m),
        *stand_in(f"{way}.r", way, a, b),
        *one.stood(f"{way}.1", way, a, v.one, q_is),
        *last.stood(f"{way}.2", way, a, v.two, [*q_is, f"{way}.r.on", f"{way}.r.off"]),
        have(
            f"{way}.cited",
            every(Le(Int(moment, y), v.sum)),
            by=Cite(
                v.theorem,
                reals=v.reals,
                fields={"P": ((y,), a), "Q": ((y,), q), "R": ((y,), r)},
                given={"first": f"{way}.1.moment", "second": f"{way}.2.moment"},
                points={x: y},
                using=[f"{way}.mass", f"{way}.q.mass", f"{way}.r.mass"],
            ),
        ),
        have(
            f"{way}.laws",
            every(Eq(mul(Indicator(Gt(a, 0)), Indicator(Le(r, 0))), 0)),
            by=Defined(f"{way}.cited", moment, y),
        ),
        have(
            f"{way}.end.in",
            every(Eq(between * nowhere, 0)),
            by=Pointwise([f"{way}.laws", f"{way}.r.on"], cases=[Gt(between, 0), *where_two]),
        ),
        have(
            f"{way}.end.sum",
            every(Eq(nowhere * Int(between, middle), 0)),
            by=Integrate(middle, f"{way}.end.in", parts=[(nowhere, between)]),
        ),
        have(f"{way}.end", every(Eq(nowhere, 0)), by=Pointwise({f"{way}.end.sum": 1, "mid.mass": -nowhere})),
        have(
            f"{way}.same",
            every(Eq(weighted, there * moment)),
            by=Pointwise([f"{way}.end", f"{way}.laws", f"{way}.r.on"], cases=where_two),
        ),
        have(
            f"{way}.inside", every(Ge(inside, 0)), by=Pointwise([f"{way}.end"], cases=[Gt(two, 0), Gt(a, 0), Gt(b, 0)])
        ),
        have(f"{way}.same.0", every(Ge(weighted, 0)), by=Pointwise({f"{way}.inside": there, f"{way}.end": 0})),
        have(
            f"{way}.same.1",
            every(Le(Int(weighted, y), there * Int(moment, y))),
            by=Integrate(y, f"{way}.same", using=[f"{way}.cited", f"{way}.same.0", f"{way}.end"]),
        ),
        have(
            f"{way}.same.sum",
            every(Eq(Int(weighted, y), there * Int(moment, y))),
            by=Integrate(
                y,
                f"{way}.same",
                parts=[(1, weighted), (-there, moment)],
                using=[f"{way}.cited", f"{way}.end", f"{way}.same.0", f"{way}.same.1"],
            ),
        ),
        have(
            f"{way}.bound",
            every(Le(Int(weighted, y), there * v.sum)),
            by=Pointwise({f"{way}.same.sum": 1, f"{way}.cited": there}),
        ),
        have(
            f"{way}.all",
            every(Le(Int(weighted, middle, y), two * v.sum * Int(between, middle))),
            by=Integrate(middle, f"{way}.bound", using=[f"{way}.inside", f"{way}.bound"]),
        ),
        have(
            f"{way}.swap",
            every(Eq(Int(weighted, y, middle), Int(weighted, middle, y))),
            by=Swap([f"{way}.all", f"{way}.inside"]),
        ),
        have(
            f"{way}.out",
            every(Eq(Int(weighted, middle), two * inside * Int(between, middle))),
            by=Integrate(
                middle, parts=[(1, weighted), (-(two * inside), between)], using=[f"{way}.inside", f"{way}.end"]
            ),
        ),
        have(
            f"{way}.once",
            every(Eq(are_two * inside, inside)),
            by=Pointwise([f"{way}.end"], cases=[Gt(two, 0), Gt(a, 0), Gt(b, 0)]),
        ),
        have(
            f"{way}.twice",
            every(Eq(two * inside, inside)),
            by=Pointwise({f"{way}.once": 1, "two": inside, f"{way}.inside": 0, f"{way}.end": 0}),
        ),
        have(
            f"{way}.in",
            every(Eq(inside, Int(weighted, middle))),
            by=Pointwise(
                {
                    f"{way}.out": -1,
                    f"{way}.twice": -1,
                    "mid.mass": -two * inside,
                    f"{way}.inside": 0,
                    f"{way}.end": 0,
                }
            ),
        ),
        have(
            f"{way}.moment",
            every(Eq(Int(inside, y), Int(weighted, y, middle))),
            by=Integrate(y, f"{way}.in", using=[f"{way}.swap", f"{way}.inside", f"{way}.end"]),
        ),
        have(
            f"claim.{way}",
            by=Pointwise({f"{way}.moment": 1, f"{way}.swap": 1, f"{way}.all": 1, "mid.mass": two * v.sum, "told": two}),
        ),
    ]


swapped = Substitution(reals={"r1": r2, "r2": r1})


def squares(forward: bool) -> Levels:
    """Levels ρᵢ = rᵢ²: the orders of the two steps are (α(r₁ + r₂) − r₂)/r₁ and α(r₁ + r₂)/r₂, or the other way round."""
    first, second = (r1, r2) if forward else (r2, r1)
    cited = (other_, high_) if forward else (swapped(other_), swapped(high_))
    less = g_ if forward else swapped(g_)  # the order of the second, less 1
    orders = ((alpha * (r1 + r2) - second) / first, alpha * (r1 + r2) / second)
    one, two = (
        Bound(order, exp((order - 1) * (0 + size**2 * order)), as_cited, most)
        for order, size, as_cited, most in zip(orders, (first, second), cited, moments(first, second, *cited, less))
    )
    total = exp((alpha - 1) * (alpha * (first + second) ** 2))
    return Levels(one, two, alpha, alpha, total, renyi_mixtures.concentrated_triangle, {"r1": first, "r2": second})


def moments(first: Term, second: Term, order: Term, last: Term, less: Term) -> tuple[Term, Term]:
    """The bounds on moments that renyi_mixtures.concentrated_triangle asks for."""
    return exp((order - 1) * (first**2 * order)), exp(less * (second**2 * last))


alone: Tables = {M: [1], First: [1], Second: [1], Two: [1], Between: [1]}
fall = [1, 0, half, half]
in_a_row: Tables = {First: line, Second: line, Two: [1] * 9, Between: through}
jump: Tables = {First: [0, 1, 0, 0], Second: [1, 0, 0, 1], Two: [0, 1, 0, 0], Between: [0, 1] * 4}
back: Tables = {First: [1, 0, 0, 1], Second: [0, 1, 0, 0], Two: [0, 1, 0, 0], Between: [1, 0] * 4}
few = {"alpha": num(2), "r1": num(1, 10), "r2": num(1, 10)}
few_2 = {"alpha": num(2), "beta": num(4), "d1": num(1, 10), "d2": num(1, 10)}


def parts(name: str) -> list[str]:
    return [f"{name}.PQ", f"{name}.QP"]


told = exp((alpha - 1) * (0 + (r1 + r2) ** 2 * alpha))

concentrated = Theorem(
    title="A mechanism that is ρ₁-zCDP for one step and ρ₂-zCDP for another is (√ρ₁ + √ρ₂)²-zCDP for datasets one step of each apart: "
    "k² ρ for k steps of level ρ (rᵢ stands for √ρᵢ)",
    source=Source("bun-steinke", "Proposition 1.9"),
    about=[M, First, Second, Two, Between],
    where=[Gt(alpha, 1), Gt(r1, 0), Gt(r2, 0)],
    given={
        "first.P": ZeroConcentratedDP(0, r1**2)(A1, order=squares(True).one.order),
        "second.P": ZeroConcentratedDP(0, r2**2)(A2, order=squares(True).two.order),
        "first.Q": ZeroConcentratedDP(0, r1**2)(A1, order=squares(False).two.order),
        "second.Q": ZeroConcentratedDP(0, r2**2)(A2, order=squares(False).one.order),
        **links,
    },
    claim=ZeroConcentratedDP(0, (r1 + r2) ** 2)(G),
    proof=[
        *beginning,
        have("told", Le(squares(True).sum, told), by=Real()),
        *two_steps("PQ", squares(True), ("first.P.PQ", "second.P.PQ")),
        *two_steps("QP", squares(False), ("second.Q.QP", "first.Q.QP")),
    ],
    witness=({"alpha": 2, "r1": 1, "r2": 1}, alone),
    fails=[
        Variant(
            "with ρ₁ + ρ₂",
            {M: [num(3, 4), num(1, 4), half, half, num(1, 4), num(3, 4)], **in_a_row},
            {"alpha": 2, "r1": num(3, 8), "r2": num(3, 8)},
            claim=ZeroConcentratedDP(0, r1**2 + r2**2)(G),
        ),
        Variant(
            "without privacy for the first step", {**jump, M: fall}, few, drop=[*parts("first.P"), *parts("first.Q")]
        ),
        Variant(
            "without privacy for the second step", {**back, M: fall}, few, drop=[*parts("second.P"), *parts("second.Q")]
        ),
        Variant("if there is no first step", {**jump, First: [0] * 4, M: fall}, few, drop=["step.1"]),
        Variant("if there is no second step", {**back, Second: [0] * 4, M: fall}, few, drop=["step.2"]),
    ],
)

# -- Rényi privacy: the orders of the two steps differ ------------------------------------------------------------------------------

beta, d1, d2 = Symbol("beta"), Symbol("d1"), Symbol("d2")
before = alpha * (beta - 1) / (beta - alpha)
share, rest = (alpha - 1) / (beta - 1), beta - 1
added = beta / (beta - 1) * d1 + d2
orders = Levels(
    Bound(
        before,
        exp((before - 1) * d1),
        (1 + share * rest) / (1 - share),
        exp(((1 + share * rest) / (1 - share) - 1) * d1),
    ),
    Bound(beta, exp((beta - 1) * d2), 1 + rest, exp(rest * d2)),
    alpha,
    1 + share * rest,
    exp(share * ((1 + rest) * d1 + rest * d2)),
    renyi_mixtures.triangle,
    {"w": share, "g": rest, "d1": d1, "d2": d2},
)

renyi = Theorem(
    title="A mechanism that is (λ,ε₁)-RDP and (β,ε₂)-RDP, λ = α(β − 1)/(β − α), is (α, ε₁ β/(β − 1) + ε₂)-RDP for datasets that are "
    "two steps apart",
    source=Source("privacy-notes", "Section 4, property 7"),
    about=[M, First, Second, Two, Between],
    where=[Gt(alpha, 1), Gt(beta, 1), Gt(beta, alpha), Gt(before, 1), Ge(d1, 0), Ge(d2, 0)],
    given={
        "first.1": RenyiDP(before, d1)(A1),
        "first.2": RenyiDP(beta, d2)(A1),
        "second.1": RenyiDP(before, d1)(A2),
        "second.2": RenyiDP(beta, d2)(A2),
        **links,
    },
    claim=RenyiDP(alpha, added)(G),
    proof=[
        *beginning,
        have("told", Le(orders.sum, exp((alpha - 1) * added)), by=Real()),
        *two_steps("PQ", orders, ("first.1.PQ", "second.2.PQ")),
        *two_steps("QP", orders, ("second.1.QP", "first.2.QP")),
    ],
    witness=({"alpha": 2, "beta": 4, "d1": 1, "d2": 1}, alone),
    fails=[
        Variant(
            "with half of ε₁ + ε₂",
            {M: [num(3, 5), num(2, 5), half, half, num(2, 5), num(3, 5)], **in_a_row},
            {"alpha": 2, "beta": 4, "d1": num(65, 1000), "d2": num(87, 1000)},
            claim=RenyiDP(alpha, (d1 + d2) / 2)(G),
        ),
        Variant(
            "without privacy for the first step", {**jump, M: fall}, few_2, drop=[*parts("first.1"), *parts("first.2")]
        ),
        Variant(
            "without privacy for the second step",
            {**back, M: fall},
            few_2,
            drop=[*parts("second.1"), *parts("second.2")],
        ),
        Variant("if there is no first step", {**jump, First: [0] * 4, M: fall}, few_2, drop=["step.1"]),
        Variant("if there is no second step", {**back, Second: [0] * 4, M: fall}, few_2, drop=["step.2"]),
    ],
)
