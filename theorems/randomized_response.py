"""Randomized response represents all pure pairs: p = (e^ε a + b)/(e^ε + 1) and q = (a + e^ε b)/(e^ε + 1) for two laws a and b.

So (P, Q) is what post-processing makes of the answers of randomized response: draw from a on answer 1 and from b on answer 0. Solve the
two equations; a >= 0 is q <= e^ε p, and b >= 0 is p <= e^ε q.
"""

from dpsym.objects.language import Eq, Gt, Int, Law, Le, Point, Symbol, exp, log, num
from dpsym.objects.unfold import Pure
from dpsym.theorem import Integrate, Mass, Pointwise, Real, Source, Theorem, Variant, forall, have

eps = Symbol("eps")
x = Point("x")
P, Q = Law("P", x), Law("Q", x)
A, B = Law("a", x), Law("b", x)
p, q, a, b = P.density, Q.density, A.density, B.density
u = exp(eps)
one = (u * p - q) / (u - 1)
zero = (u * q - p) / (u - 1)

representation = Theorem(
    name="randomized_response.representation",
    title="Pure pairs are post-processed randomized response",
    source=Source("kairouz-oh-viswanath", "Theorem 3.1, for δ = 0"),
    about=[P, Q],
    where=[Gt(eps, 0)],
    given={"near": Pure(P, Q, eps)},
    exists=[A, B],
    claim={"P": forall(x, Eq(p, (u * a + b) / (u + 1))), "Q": forall(x, Eq(q, (a + u * b) / (u + 1)))},
    choice={A: one, B: zero},
    proof=[
        have("P", forall(x, Eq(p, (u * one + zero) / (u + 1))), by=Pointwise()),
        have("Q", forall(x, Eq(q, (one + u * zero) / (u + 1))), by=Pointwise()),
        have("P.mass", P.mass, by=Mass(P)),
        have("Q.mass", Q.mass, by=Mass(Q)),
        have("same", forall(x, Eq(one, u / (u - 1) * p - 1 / (u - 1) * q)), by=Pointwise()),
        have("same'", forall(x, Eq(zero, u / (u - 1) * q - 1 / (u - 1) * p)), by=Pointwise()),
        have("a.sum", Eq(Int(one, x), u / (u - 1) * Int(p, x) - 1 / (u - 1) * Int(q, x)), by=Integrate(x, "same")),
        have("b.sum", Eq(Int(zero, x), u / (u - 1) * Int(q, x) - 1 / (u - 1) * Int(p, x)), by=Integrate(x, "same'")),
        have("a.mass", Eq(Int(one, x), 1), by=Real(["a.sum", "P.mass", "Q.mass"])),
        have("b.mass", Eq(Int(zero, x), 1), by=Real(["b.sum", "P.mass", "Q.mass"])),
    ],
    witness=({"eps": 1}, {P: [num(1, 2), num(1, 2)], Q: [num(1, 2), num(1, 2)]}),
)

converse = Theorem(
    name="randomized_response.converse",
    title="What randomized response represents is pure",
    about=[P, Q, A, B],
    where=[Gt(eps, 0)],
    given={"P": forall(x, Eq(p, (u * a + b) / (u + 1))), "Q": forall(x, Eq(q, (a + u * b) / (u + 1)))},
    claim=Pure(P, Q, eps),
    proof=[
        have("PQ", forall(x, Le(p, u * q)), by=Pointwise(["P", "Q"])),
        have("QP", forall(x, Le(q, u * p)), by=Pointwise(["P", "Q"])),
    ],
    witness=(
        {"eps": log(num(2))},
        {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)], A: [1, 0], B: [0, 1]},
    ),
    fails=[
        Variant(
            "without the second equation",
            {P: [num(2, 3), num(1, 3)], Q: [0, 1], A: [1, 0], B: [0, 1]},
            {"eps": log(num(2))},
            drop=["Q"],
        ),
        Variant(
            "with a smaller constant",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)], A: [1, 0], B: [0, 1]},
            {"eps": log(num(2))},
            claim=Le(p, (u - num(1, 10)) * q),
        ),
    ],
)
