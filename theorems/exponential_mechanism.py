"""The exponential mechanism: candidate r with probability c e^{εu(r)/(2Δ)}, where the score u(r) moves by at most Δ.

Between two databases e^{εu/(2Δ)} changes by a factor of at most e^{ε/2}, and so does its sum over the candidates, which is 1/c:
together e^ε. If all scores move one way, 0 <= u − v <= Δ, one of the two factors is at most 1, and c e^{εu/Δ} is ε-private
already. Candidates are points of any measure space; for finitely many the measure counts them.

The best candidate has a probability, so c e^{εm/(2Δ)} <= 1 for the best score m. A candidate whose score is below m − t has
probability at most e^{−εt/(2Δ)}, and k of them have k times that.
"""

from dpsym.library.entries import Formula
from dpsym.library.theorem import Integrate, Pointwise, Real, Theorem, Variant, forall, have
from dpsym.objects.language import Abs, Eq, Ge, Gt, Indicator, Int, Le, Lt, Query, Symbol, exp, log, num
from dpsym.objects.unfold import Pure
from theorems.vocabulary import P, Q, e_eps, eps, half, p, q, x

D, c, d = Symbol("D"), Symbol("c"), Symbol("d")
U, V = Query("u", x), Query("v", x)
u, v = U.density, V.density
e_half = exp(eps / 2)
ours, theirs = exp(eps * u / (2 * D)), exp(eps * v / (2 * D))
two = log(num(2))

private = Theorem(
    title="The exponential mechanism, weights e^{εu/(2Δ)} for scores that move by at most Δ, is ε-private",
    about=[P, Q, U, V],
    where=[Gt(eps, 0), Gt(D, 0), Gt(c, 0), Gt(d, 0)],
    given={
        "P": forall(x, Eq(p, c * ours)),
        "Q": forall(x, Eq(q, d * theirs)),
        "sensitivity": forall(x, Le(Abs(u - v), D)),
    },
    claim=Pure(P, Q, eps),
    proof=[
        have("up", forall(x, Le(ours, e_half * theirs)), by=Pointwise(["sensitivity"])),
        have("down", forall(x, Le(theirs, e_half * ours)), by=Pointwise(["sensitivity"])),
        have("P.least", forall(x, Le(c * q, d * (e_half * p))), by=Pointwise(["P", "Q", "down"])),
        have("P.total", Le(c * Int(q, x), d * e_half * Int(p, x)), by=Integrate(x, "P.least")),
        have("c", Le(c, d * e_half), by=Real(["P.total", "P.mass", "Q.mass"])),
        have("Q.least", forall(x, Le(d * p, c * (e_half * q))), by=Pointwise(["P", "Q", "up"])),
        have("Q.total", Le(d * Int(p, x), c * e_half * Int(q, x)), by=Integrate(x, "Q.least")),
        have("d", Le(d, c * e_half), by=Real(["Q.total", "P.mass", "Q.mass"])),
        have("PQ.weight", forall(x, Le(d * p, d * (e_eps * q))), by=Pointwise(["Q.least", "c"])),
        have("PQ", forall(x, Le(p, e_eps * q)), by=Pointwise(["PQ.weight"])),
        have("QP.weight", forall(x, Le(c * q, c * (e_eps * p))), by=Pointwise(["P.least", "d"])),
        have("QP", forall(x, Le(q, e_eps * p)), by=Pointwise(["QP.weight"])),
    ],
    witness=(
        {"eps": two, "D": 1, "c": half, "d": half},
        {P: [half, half], Q: [half, half], U: [0, 0], V: [0, 0]},
    ),
    fails=[
        Variant(
            "when the scores move more",
            {P: [num(8, 9), num(1, 9)], Q: [num(1, 9), num(8, 9)], U: [6, 0], V: [0, 6]},
            {"eps": two, "D": 1, "c": num(1, 9), "d": num(1, 9)},
            drop=["sensitivity"],
        ),
        Variant(
            "when P has another law",
            {P: [1, 0], Q: [half, half], U: [0, 0], V: [0, 0]},
            {"eps": num(1, 10), "D": 1, "c": half, "d": half},
            drop=["P"],
        ),
        Variant(
            "when Q has another law",
            {P: [half, half], Q: [0, 1], U: [0, 0], V: [0, 0]},
            {"eps": num(1, 10), "D": 1, "c": half, "d": half},
            drop=["Q"],
        ),
        Variant(
            "with half the level",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)], U: [1, 0], V: [0, 1]},
            {"eps": 2 * two, "D": 1, "c": num(1, 3), "d": num(1, 3)},
            claim=forall(x, Le(p, exp(eps / 4) * q)),
        ),
    ],
)

more, less = exp(eps * u / D), exp(eps * v / D)

private_monotone = Theorem(
    title="If all scores move one way, by at most Δ, the exponential mechanism with weights e^{εu/Δ} is ε-private",
    about=[P, Q, U, V],
    where=[Gt(eps, 0), Gt(D, 0), Gt(c, 0), Gt(d, 0)],
    given={
        "P": forall(x, Eq(p, c * more)),
        "Q": forall(x, Eq(q, d * less)),
        "one way": forall(x, Le(v, u)),
        "sensitivity": forall(x, Le(u - v, D)),
    },
    claim=Pure(P, Q, eps),
    proof=[
        have("up", forall(x, Le(more, e_eps * less)), by=Pointwise(["sensitivity"])),
        have("down", forall(x, Le(less, more)), by=Pointwise(["one way"])),
        have("P.least", forall(x, Le(c * q, d * p)), by=Pointwise(["P", "Q", "down"])),
        have("P.total", Le(c * Int(q, x), d * Int(p, x)), by=Integrate(x, "P.least")),
        have("c", Le(c, d), by=Real(["P.total", "P.mass", "Q.mass"])),
        have("Q.least", forall(x, Le(d * p, c * (e_eps * q))), by=Pointwise(["P", "Q", "up"])),
        have("Q.total", Le(d * Int(p, x), c * e_eps * Int(q, x)), by=Integrate(x, "Q.least")),
        have("d", Le(d, c * e_eps), by=Real(["Q.total", "P.mass", "Q.mass"])),
        have("PQ.weight", forall(x, Le(d * p, d * (e_eps * q))), by=Pointwise(["Q.least", "c"])),
        have("PQ", forall(x, Le(p, e_eps * q)), by=Pointwise(["PQ.weight"])),
        have("QP.weight", forall(x, Le(c * q, c * (e_eps * p))), by=Pointwise(["P.least", "d"])),
        have("QP", forall(x, Le(q, e_eps * p)), by=Pointwise(["QP.weight"])),
    ],
    witness=(
        {"eps": two, "D": 1, "c": half, "d": half},
        {P: [half, half], Q: [half, half], U: [0, 0], V: [0, 0]},
    ),
    fails=[
        Variant(
            "when the scores move more",
            {P: [num(8, 9), num(1, 9)], Q: [half, half], U: [3, 0], V: [0, 0]},
            {"eps": two, "D": 1, "c": num(1, 9), "d": half},
            drop=["sensitivity"],
        ),
        Variant(
            "when some scores move the other way",
            {P: [num(8, 9), num(1, 9)], Q: [half, half], U: [0, -3], V: [0, 0]},
            {"eps": two, "D": 1, "c": num(8, 9), "d": half},
            drop=["one way"],
        ),
        Variant(
            "when P has another law",
            {P: [1, 0], Q: [half, half], U: [0, 0], V: [0, 0]},
            {"eps": num(1, 10), "D": 1, "c": half, "d": half},
            drop=["P"],
        ),
        Variant(
            "when Q has another law",
            {P: [half, half], Q: [0, 1], U: [0, 0], V: [0, 0]},
            {"eps": num(1, 10), "D": 1, "c": half, "d": half},
            drop=["Q"],
        ),
    ],
)

m, t, k = Symbol("m"), Symbol("t"), Symbol("k")
bad = Indicator(Lt(u, m - t))
share = exp(-(eps * t / (2 * D)))

accuracy = Theorem(
    title="The exponential mechanism is below the best score m by more than t with probability at most k e^{−εt/(2Δ)}, "
    "if k candidates are",
    about=[P, U],
    where=[Gt(eps, 0), Gt(D, 0), Gt(c, 0), Ge(t, 0), Ge(k, 0)],
    given={
        "P": forall(x, Eq(p, c * ours)),
        "best": Le(c * exp(eps * m / (2 * D)), 1),
        "candidates": Le(Int(bad, x), k),
    },
    claim=Le(Int(bad * p, x), k * share),
    proof=[
        have(
            "weight",
            forall(x, Le(bad * ours, bad * (exp(eps * m / (2 * D)) * share))),
            by=Pointwise(cases=[Lt(u, m - t)]),
        ),
        have(
            "scaled", forall(x, Le(bad * p, bad * (c * exp(eps * m / (2 * D)) * share))), by=Pointwise(["P", "weight"])
        ),
        have("each", forall(x, Le(bad * p, share * bad)), by=Pointwise(["scaled", "best"])),
        have("sum", Le(Int(bad * p, x), share * Int(bad, x)), by=Integrate(x, "each", using=["candidates"])),
        have("goal", by=Real(["sum", "candidates"])),
    ],
    witness=(
        {"eps": 2 * two, "D": 1, "c": num(2, 3), "m": 0, "t": half, "k": 1},
        {P: [num(2, 3), num(1, 3)], U: [0, -1]},
    ),
    fails=[
        Variant(
            "when there are more candidates",
            {P: [num(1, 3), num(1, 3), num(1, 3)], U: [0, 0, 0]},
            {"eps": two, "D": 1, "c": num(1, 3), "m": 2, "t": 1, "k": num(1, 10)},
            drop=["candidates"],
        ),
        Variant(
            "when m is above what the weights allow",
            {P: [1], U: [0]},
            {"eps": 2 * two, "D": 1, "c": 1, "m": 2, "t": 1, "k": 1},
            drop=["best"],
        ),
        Variant(
            "when P has another law",
            {P: [0, 1], U: [0, -2]},
            {"eps": 2 * two, "D": 1, "c": half, "m": 0, "t": 1, "k": 1},
            drop=["P"],
        ),
    ],
)

threshold = Formula(
    title="With t = (2Δ/ε) ln(k/β) the bound k e^{−εt/(2Δ)} is β",
    claim="k*exp(-(eps*t/(2*D))) == beta",
    let=["t = 2*D/eps*log(k/beta)"],
    where=["eps > 0", "D > 0", "k > 0", "beta > 0"],
)
