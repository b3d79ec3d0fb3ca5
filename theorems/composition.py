"""Adaptive composition of two mechanisms, the second of which may depend on the outcome x of the first.

The pair (x, y) has density p₁(x) p₂(x, y). With u = e^ε, where p₁ exceeds u₁ q₁ everything may be lost; the rest of p₁ is below u₁ q₁:

    p₁ p₂ − u₁ u₂ q₁ q₂ <= (p₁ − u₁ q₁)₊ p₂ + min(p₁, u₁ q₁) (p₂ − u₂ q₂)₊

So the δ's combine to δ₁ + (1 − δ₁) δ₂, which is less than δ₁ + δ₂ and cannot be improved.
"""

from dpsym.objects.language import Eq, Ge, Int, Kernel, Law, Le, Min, Point, Symbol, num, pos
from dpsym.theorem import Attained, Integrate, Mass, Pointwise, Real, Theorem, Under, Variant, forall, have

x, y = Point("x"), Point("y")
P1, Q1 = Law("P1", x), Law("Q1", x)
P2, Q2 = Kernel("P2", x, y), Kernel("Q2", x, y)
p1, q1, p2, q2 = P1.density, Q1.density, P2.density, Q2.density
u1, u2, d1, d2 = (Symbol(n) for n in ("u1", "u2", "d1", "d2"))

lost, left = pos(p1 - u1 * q1), Min(p1, u1 * q1)
second = pos(p2 - u2 * q2)
both = pos(p1 * p2 - u1 * u2 * (q1 * q2))
most = d1 + (1 - d1) * d2
claim = Le(Int(both, x, y), most)

two = Theorem(
    name="composition.two",
    title="Two mechanisms, the second adaptive: the δ's combine to δ₁ + (1 − δ₁) δ₂",
    about=[P1, Q1, P2, Q2],
    where=[Ge(u1, 0), Ge(u2, 0), Ge(d1, 0), Ge(d2, 0), Le(d2, 1)],
    given={"first": Le(Int(lost, x), d1), "second": forall(x, Le(Int(second, y), d2))},
    claim=claim,
    proof=[
        have(
            "cut",
            forall(x, y, Le(both, lost * p2 + left * second)),
            by=Pointwise(cases=[Ge(p1, u1 * q1), Ge(p2, u2 * q2)]),
        ),
        have("mass", forall(x, P2.mass), by=Mass(P2)),
        have(
            "at_x.sum",
            forall(x, Le(Int(both, y), lost * Int(p2, y) + left * Int(second, y))),
            by=Integrate(y, "cut", using=["second"]),
        ),
        have("at_x", forall(x, Le(Int(both, y), lost + left * d2)), by=Pointwise(["at_x.sum", "mass", "second"])),
        have("sum", Le(Int(both, x, y), Int(lost, x) + d2 * Int(left, x)), by=Integrate(x, "at_x")),
        have("split", Eq(Int(left, x), Int(p1, x) - Int(lost, x)), by=Under(x, cases=[Ge(p1, u1 * q1)])),
        have("one", P1.mass, by=Mass(P1)),
        have("all", Le(Int(both, x, y), Int(lost, x) + d2 * (1 - Int(lost, x))), by=Real(["sum", "split", "one"])),
        have("goal", claim, by=Real({"all": 1, "first": 1 - d2})),
    ],
    tight=Attained(
        {P1: [d1, 1 - d1], Q1: [0, 1], P2: [d2, 1 - d2, d2, 1 - d2], Q2: [0, 1, 0, 1]},
        where=[Ge(u1, 1), Ge(u2, 1), Le(d1, 1)],
    ),
    fails=[
        Variant(
            "with the larger of the two",
            {P1: [num(1, 2), num(1, 2)], Q1: [0, 1], P2: [num(1, 2), num(1, 2)] * 2, Q2: [0, 1, 0, 1]},
            {"u1": 1, "u2": 1, "d1": num(1, 2), "d2": num(1, 2)},
            claim=Le(Int(both, x, y), num(1, 2)),
        ),
        Variant(
            "when nothing is known of the second",
            {P1: [1], Q1: [1], P2: [1, 0], Q2: [0, 1]},
            {"u1": 1, "u2": 1, "d1": 0, "d2": 0},
            drop=["second"],
        ),
        Variant(
            "when nothing is known of the first",
            {P1: [1, 0], Q1: [0, 1], P2: [1, 1], Q2: [1, 1]},
            {"u1": 1, "u2": 1, "d1": 0, "d2": 0},
            drop=["first"],
        ),
    ],
)
