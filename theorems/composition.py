"""Adaptive composition of two mechanisms, the second of which may depend on the outcome x of the first.

The pair (x, y) has density p₁(x) p₂(x, y). With u = e^ε, where p₁ exceeds u₁ q₁ everything may be lost; the rest of p₁ is below u₁ q₁:

    p₁ p₂ − u₁ u₂ q₁ q₂ <= (p₁ − u₁ q₁)₊ p₂ + min(p₁, u₁ q₁) (p₂ − u₂ q₂)₊

So the δ's combine to δ₁ + (1 − δ₁) δ₂, which is less than δ₁ + δ₂ and cannot be improved.

Without δ's the densities themselves are multiplied, and e^ε₁ e^ε₂ = e^{ε₁ + ε₂}: randomized response twice, with the same answer,
attains this.
"""

from dpsym.kernel.terms import Term
from dpsym.library.entries import Formula
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
from dpsym.objects.language import Eq, Event, Ge, Int, Kernel, Law, Le, Min, Symbol, exp, log, num, pos
from dpsym.objects.unfold import Pure
from theorems.vocabulary import third, x, y

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
        have(
            "at_x.sum",
            forall(x, Le(Int(both, y), lost * Int(p2, y) + left * Int(second, y))),
            by=Integrate(y, "cut", using=["second"]),
        ),
        have("at_x", forall(x, Le(Int(both, y), lost + left * d2)), by=Pointwise(["at_x.sum", "P2.mass", "second"])),
        have("sum", Le(Int(both, x, y), Int(lost, x) + d2 * Int(left, x)), by=Integrate(x, "at_x")),
        have("split", Eq(Int(left, x), Int(p1, x) - Int(lost, x)), by=Under(x, cases=[Ge(p1, u1 * q1)])),
        have("all", Le(Int(both, x, y), Int(lost, x) + d2 * (1 - Int(lost, x))), by=Real(["sum", "split", "P1.mass"])),
        have("goal", by=Real({"all": 1, "first": 1 - d2})),
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

# -- pure privacy --------------------------------------------------------------------------------------------------

e1, e2 = Symbol("eps1"), Symbol("eps2")
E = Event("E", x, y)
in_E = E.density
w1, w2, w = exp(e1), exp(e2), exp(e1 + e2)
ours, theirs = Int(in_E * (p1 * p2), x, y), Int(in_E * (q1 * q2), x, y)
truth1, truth2 = [w1 / (1 + w1), 1 / (1 + w1)], [w2 / (1 + w2), 1 / (1 + w2)]
two_thirds = num(2, 3)
coin, rare = [num(1, 2), num(1, 2)], [num(1, 8), num(7, 8)]  # rare <= 2 coin, but coin is not <= 2 rare

exponentials = Formula(
    title="Factors of losses are exponentials of sums",
    source=Source("brown", "Section 5"),
    claim="exp(eps1)*exp(eps2) == exp(eps1 + eps2)",
    where=["eps1 >= 0", "eps2 >= 0"],
)


def below(name: str, a1: Term, a2: Term, b1: Term, b2: Term, statement: Term) -> list[Step]:
    """a₁ a₂ <= e^{ε₁ + ε₂} b₁ b₂ at every pair of outcomes, summed over the event."""
    at = Le(in_E * (a1 * a2), w * (in_E * (b1 * b2)))
    return [
        have(f"{name}.first", forall(x, y, Le(a1 * a2, w1 * (b1 * a2))), by=Pointwise([f"first.{name}"])),
        have(f"{name}.second", forall(x, y, Le(w1 * (b1 * a2), w1 * w2 * (b1 * b2))), by=Pointwise([f"second.{name}"])),
        have(f"{name}.at", forall(x, y, at), by=Pointwise([f"{name}.first", f"{name}.second"])),
        have(
            f"{name}.sum",
            forall(x, Le(Int(in_E * (a1 * a2), y), w * Int(in_E * (b1 * b2), y))),
            by=Integrate(y, f"{name}.at"),
        ),
        have(name, statement, by=Integrate(x, f"{name}.sum")),
    ]


two_pure = Theorem(
    title="An ε₁-private mechanism and then an ε₂-private one, which may depend on the first outcome: (ε₁ + ε₂)-private",
    source=Source("brown", "Section 5"),
    about=[P1, Q1, P2, Q2, E],
    where=[Ge(e1, 0), Ge(e2, 0)],
    given={
        "first": Pure(P1, Q1, e1),
        "second.PQ": forall(x, y, Le(p2, w2 * q2)),
        "second.QP": forall(x, y, Le(q2, w2 * p2)),
    },
    claim={"PQ": Le(ours, w * theirs), "QP": Le(theirs, w * ours)},
    proof=[
        *below("PQ", p1, p2, q1, q2, Le(ours, w * theirs)),
        *below("QP", q1, q2, p1, p2, Le(theirs, w * ours)),
    ],
    tight=Attained(
        {P1: truth1, Q1: truth1[::-1], P2: truth2 * 2, Q2: truth2[::-1] * 2, E: [1, 0, 0, 0]},
        claim="PQ",
    ),
    fails=[
        Variant(
            "with the larger of the two",
            {
                P1: [two_thirds, third],
                Q1: [third, two_thirds],
                P2: [two_thirds, third] * 2,
                Q2: [third, two_thirds] * 2,
                E: [1, 0, 0, 0],
            },
            {"eps1": log(num(2)), "eps2": log(num(2))},
            claim=Le(ours, w1 * theirs),
        ),
        Variant(
            "with a smaller factor",
            {
                P1: [two_thirds, third],
                Q1: [third, two_thirds],
                P2: [two_thirds, third] * 2,
                Q2: [third, two_thirds] * 2,
                E: [1, 0, 0, 0],
            },
            {"eps1": log(num(2)), "eps2": log(num(2))},
            claim=Le(ours, num(9, 10) * w * theirs),
        ),
        *(
            Variant(
                f"without {step}",
                {P1: a1, Q1: b1, P2: a2, Q2: b2, E: [1, 0]},
                {
                    "eps1": log(num(2)) if step.startswith("first") else 0,
                    "eps2": 0 if step.startswith("first") else log(num(2)),
                },
                drop=[step],
            )
            for step, a1, b1, a2, b2 in (
                ("first.PQ", coin, rare, [1, 1], [1, 1]),
                ("first.QP", rare, coin, [1, 1], [1, 1]),
                ("second.PQ", [1], [1], coin, rare),
                ("second.QP", [1], [1], rare, coin),
            )
        ),
    ],
)
