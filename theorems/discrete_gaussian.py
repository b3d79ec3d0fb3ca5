"""The discrete Gaussian mechanism: f(x) + Y for integers f(x), where Y has probability c e^{−k²/(2σ²)} at the integer k.

The squares in the exponent are completed: p^α q^{1−α} is e^{α(α − 1)d²/(2σ²)} times c e^{−(k − (1 − α)d)²/(2σ²)}. So D_α <= α d²/(2σ²),
as for normal laws, if Σ_k e^{−(k − a)²/(2σ²)} is not greater than for a = 0: the hypothesis "shifted" of `moment`. For an integer a
both are the same sum. For other a it is shown below, up to two facts about sums over all integers: that (j, k) may be renamed
(j, j − m), and that a sum of a_m t^|m| with a_m >= 0 tends to that of a_m as t tends to 1.

The tail needs integers a only: from n on, e^{−k²/(2σ²)} <= e^{−n²/(2σ²)} e^{−(k − n)²/(2σ²)}, and the weights of n + Y have sum one.
"""

from dpsym.library.entries import Formula
from dpsym.library.theorem import Integrate, Pointwise, Real, Swap, Theorem, Under, Variant, forall, have
from dpsym.objects.language import (
    Eq,
    Ge,
    Gt,
    Indicator,
    Int,
    Law,
    Le,
    Piecewise,
    Point,
    Query,
    Symbol,
    Test,
    exp,
    log,
    num,
    sqrt,
)
from dpsym.objects.unfold import RenyiMoment
from theorems.vocabulary import P, Q, alpha, half, p, q, x

c, d, s, n = Symbol("c"), Symbol("d"), Symbol("s"), Symbol("n")
Z = Query("z", x)
z = Z.density


def bell(at):
    """e^{−(z − at)²/(2s²)}"""
    return exp(-((z - at) ** 2 / (2 * s**2)))


centre, moved, between = bell(num(0)), bell(d), bell((1 - alpha) * d)
most = exp((alpha - 1) * (alpha * d**2 / (2 * s**2)))
power = Piecewise((0, Le(p, 0)), (p**alpha * q ** (1 - alpha), Gt(q, 0)))
near, far = [num(2, 3), num(1, 3)], [num(1, 3), num(2, 3)]
unit = {"s": 1 / sqrt(2 * log(num(2))), "c": num(2, 3)}  # e^{−z²/(2s²)} is 2^(−z²)

moment = Theorem(
    title="D_α of laws c e^{−z²/(2s²)} and c e^{−(z − d)²/(2s²)} is at most α d²/(2s²), if c Σ e^{−(z − (1 − α)d)²/(2s²)} is at most 1",
    about=[P, Q, Z],
    where=[Gt(alpha, 1), Gt(s, 0), Gt(c, 0)],
    given={
        "P": forall(x, Eq(p, c * centre)),
        "Q": forall(x, Eq(q, c * moved)),
        "shifted": Le(c * Int(between, x), 1),
    },
    claim=Le(RenyiMoment(alpha, P, Q), most),
    proof=[
        have("square", forall(x, Eq(centre**alpha * moved ** (1 - alpha), most * between)), by=Pointwise()),
        have("q>0", forall(x, Gt(q, 0)), by=Pointwise(["Q"])),
        have(
            "at",
            forall(x, Le(power, most * (c * between))),
            by=Pointwise(["P", "Q", "square"], cases=[Le(p, 0), Gt(q, 0)]),
        ),
        have("power>=0", forall(x, Ge(power, 0)), by=Pointwise(["q>0"], cases=[Le(p, 0), Gt(q, 0)])),
        have(
            "sum",
            Le(Int(power, x), most * (c * Int(between, x))),
            by=Integrate(x, "at", using=["shifted", "power>=0", "q>0"]),
        ),
        have("goal", by=Real(["sum", "shifted"])),
    ],
    witness=({"d": 1, "alpha": 2, **unit}, {P: near, Q: far, Z: [0, 1]}),
    fails=[
        Variant(
            "when P has another law",
            {P: [1, 0], Q: far, Z: [0, 1]},
            {"d": 1, "alpha": num(11, 10), **unit},
            drop=["P"],
        ),
        Variant(
            "when Q has another law",
            {P: near, Q: [num(1, 9), num(8, 9)], Z: [0, 1]},
            {"d": 1, "alpha": num(11, 10), **unit},
            drop=["Q"],
        ),
        Variant(
            "for points other than the integers, where the shifted sum is above 1",
            {P: [num(1, 15)] * 15, Q: [num(1, 120)] * 8 + [num(2, 15)] * 7, Z: [-1] * 8 + [1] * 7},
            {"d": 1, "alpha": 2, "s": unit["s"], "c": num(2, 15)},
            drop=["shifted"],
        ),
    ],
)

from_n = Indicator(Ge(z, n))

tail = Theorem(
    title="A law that is at most c e^{−z²/(2s²)} is at n >= 0 or above with probability at most e^{−n²/(2s²)}, if a law is at least "
    "c e^{−(z − n)²/(2s²)}",
    about=[P, Q, Z],
    where=[Gt(s, 0), Gt(c, 0), Ge(n, 0)],
    given={"P": forall(x, Le(p, c * centre)), "Q": forall(x, Le(c * bell(n), q))},
    claim=Le(Int(from_n * p, x), exp(-(n**2 / (2 * s**2)))),
    proof=[
        have(
            "weights",
            forall(x, Le(from_n * centre, exp(-(n**2 / (2 * s**2))) * bell(n))),
            by=Pointwise(cases=[Ge(z, n)]),
        ),
        have("at", forall(x, Le(from_n * p, exp(-(n**2 / (2 * s**2))) * q)), by=Pointwise(["P", "Q", "weights"])),
        have("sum", Le(Int(from_n * p, x), exp(-(n**2 / (2 * s**2))) * Int(q, x)), by=Integrate(x, "at")),
        have("goal", by=Real(["sum", "Q.mass"])),
    ],
    witness=({"n": 1, **unit}, {P: near, Q: far, Z: [0, 1]}),
    fails=[
        Variant("when P has another law", {P: [0, 1], Q: far, Z: [0, 1]}, {"n": 1, **unit}, drop=["P"]),
        Variant(
            "when the other weights are no law",
            {P: [num(1, 4)] * 4, Q: [1, 0, 0, 0], Z: [1, 1, 1, 1]},
            {"n": 1, "s": unit["s"], "c": half},
            drop=["Q"],
        ),
        Variant(
            "with half of it",
            {P: near, Q: far, Z: [0, 1]},
            {"n": 1, **unit},
            claim=Le(Int(from_n * p, x), half * exp(-(n**2 / (2 * s**2)))),
        ),
    ],
)
accuracy = Formula(
    title="By the union bound, over both sides, the greatest of k errors is above t = σ √(2 ln(2k/β)) with probability at most β: "
    "n is the first integer above",
    claim="k*(2*exp(-(n**2/(2*sigma**2)))) <= beta",
    where=["sigma > 0", "k in integers", "k >= 1", "0 < beta < 1"],
    given=["n >= sigma*sqrt(2*log(2*k/beta))"],
)

# -- shifted sums -------------------------------------------------------------------------------------------------------------
# Σ_m e^{−(m − a)²/(2s²)} is not above Σ_m e^{−m²/(2s²)}: the bells are scalar products of bells (`overlap`), so that with weights
# u the double sum of e^{−(j − k − a)²/(2s²)} is not above that of e^{−(j − k)²/(2s²)} (`mixed_sums`). For u_j in proportion to t^|j|
# the pairs with j − k = m have weights between t^|m| and 1 times those with j = k (`weights_below`, `weights_above`): so
# `shifted_sum` applies, and t is any number below 1.

overlap = Formula(
    title="e^{−(x − y)²/(2s²)} is the scalar product of two bells, at x and at y",
    claim="Integral(exp(-((w - x)**2/s**2))*exp(-((w - y)**2/s**2)), (w, -oo, oo)) == s*sqrt(pi/2)*exp(-((x - y)**2/(2*s**2)))",
    where=["s > 0"],
)

w, j = Point("w"), Point("j")
k = Point("k", like=j)
U, A, B = Law("u", j), Test("a", j, w), Test("b", j, w)
G, S = Test("g", j, k), Test("s", j, k)
u, ua, ub = U.density, U.density * A.density, U.density * B.density
uk, uka, ukb = U(k), U(k) * A(k, w), U(k) * B(k, w)
same, mixed = Int(u * uk * G.density, j, k), Int(u * uk * S.density, j, k)


def scalar(n, one, other, of, total):
    """∫∫∫ u(j) one(j, w) u(k) other(k, w) is c times the double sum, and a product of two sums for each w."""
    mine, theirs = u * one, uk * other
    body = mine * theirs
    inner, outer = Int(mine, j), Int(theirs, k)
    return [
        have(f"{n}.pull", forall(j, k, Eq(Int(body, w), u * uk * Int(one * other, w))), by=Under(w, finite=[n])),
        have(f"{n}.at", forall(j, k, Eq(Int(body, w), c * (u * uk * of))), by=Pointwise([f"{n}.pull", n])),
        have(
            f"{n}.row",
            forall(j, Eq(Int(body, k, w), c * Int(u * uk * of, k))),
            by=Integrate(k, f"{n}.at", using=[f"{n}.at"]),
        ),
        have(f"{n}.row.swap", forall(j, Eq(Int(body, k, w), Int(body, w, k))), by=Swap([f"{n}.row"])),
        have(f"{n}.all", Eq(Int(body, j, k, w), c * total), by=Integrate(j, f"{n}.row", using=[f"{n}.row"])),
        have(
            f"{n}.all.swap",
            Eq(Int(body, j, k, w), Int(body, j, w, k)),
            by=Integrate(j, f"{n}.row.swap", using=[f"{n}.all", f"{n}.row.swap"]),
        ),
        have(f"{n}.turned", Eq(Int(body, j, w, k), Int(body, w, j, k)), by=Swap([f"{n}.all.swap"])),
        have(f"{n}.factor", forall(j, w, Eq(Int(body, k), mine * outer)), by=Under(k)),
        have(
            f"{n}.product",
            forall(w, Eq(Int(body, j, k), inner * outer)),
            by=Integrate(j, f"{n}.factor", parts=[(1, Int(body, k)), (-outer, mine)]),
        ),
    ]


mixed_sums = Theorem(
    title="Scalar products of a family with another one of the same scalar products: no greater, on the average, than with itself",
    about=[U, A, B, G, S],
    where=[Gt(c, 0)],
    given={
        "AA": forall(j, k, Eq(Int(A.density * A(k, w), w), c * G.density)),
        "BB": forall(j, k, Eq(Int(B.density * B(k, w), w), c * G.density)),
        "AB": forall(j, k, Eq(Int(A.density * B(k, w), w), c * S.density)),
    },
    claim=Le(mixed, same),
    proof=[
        *scalar("AA", A.density, A(k, w), G.density, same),
        *scalar("BB", B.density, B(k, w), G.density, same),
        *scalar("AB", A.density, B(k, w), S.density, mixed),
        have(
            "means",
            forall(w, Le(2 * Int(ua * ukb, j, k), Int(ua * uka, j, k) + Int(ub * ukb, j, k))),
            by=Pointwise(["AA.product", "BB.product", "AB.product"]),
        ),
        have(
            "sum",
            Le(2 * Int(ua * ukb, w, j, k), Int(ua * uka, w, j, k) + Int(ub * ukb, w, j, k)),
            by=Integrate(w, "means", using=["AA.turned", "BB.turned", "AB.turned"]),
        ),
        have(
            "goal",
            by=Real(["sum", *(f"{n}.{part}" for n in ("AA", "BB", "AB") for part in ("all", "all.swap", "turned"))]),
        ),
    ],
    witness=(
        {"c": 1},
        {U: [half, half], A: [1, 0, 0, 1], B: [0, 1, 1, 0], G: [1, 0, 0, 1], S: [0, 1, 1, 0]},
    ),
    fails=[
        Variant("without the first", {U: [1], A: [1], B: [half], G: [num(1, 4)], S: [half]}, {"c": 1}, drop=["AA"]),
        Variant("without the second", {U: [1], A: [half], B: [1], G: [num(1, 4)], S: [half]}, {"c": 1}, drop=["BB"]),
        Variant(
            "without the mixed ones", {U: [1], A: [half], B: [half], G: [num(1, 4)], S: [1]}, {"c": 1}, drop=["AB"]
        ),
    ],
)

weights_below = Formula(
    title="The weights of a pair with j − k = m are at least t^|m| times those of j with itself (t is e^{−r})",
    claim="exp(-(r*abs(j)))*exp(-(r*abs(j - m))) >= exp(-(r*abs(m)))*exp(-(r*abs(j)))**2",
    where=["r > 0", "j in integers", "m in integers"],
)
weights_above = Formula(
    title="The weights of a pair are at most the mean of those of each with itself",
    claim="x*y <= (x**2 + y**2)/2",
)

M, E, Y, N = Query("m", x, lower=0), Query("t", x, lower=0), Query("y", x, lower=0), Query("n", x, lower=0)
weight, least, ours, theirs = M.density, E.density, Y.density, N.density

shifted_sum = Theorem(
    title="If the sum of y is at most that of n with weights between t and 1, then the sum of y with weights t is at most that of n",
    about=[M, E, Y, N],
    where=[Gt(c, 0), Ge(d, 0)],
    given={
        "below": forall(x, Le(c * least, weight)),
        "above": forall(x, Le(weight, c)),
        "weighted": Le(Int(weight * ours, x), Int(weight * theirs, x)),
        "sum": Eq(Int(theirs, x), d),
    },
    claim=Le(Int(least * ours, x), d),
    proof=[
        have("least", forall(x, Le(c * (least * ours), weight * ours)), by=Pointwise(["below"])),
        have(
            "least.sum",
            Le(c * Int(least * ours, x), Int(weight * ours, x)),
            by=Integrate(x, "least", using=["weighted"]),
        ),
        have("most", forall(x, Le(weight * theirs, c * theirs)), by=Pointwise(["above"])),
        have(
            "most.sum",
            Le(Int(weight * theirs, x), c * Int(theirs, x)),
            by=Integrate(x, "most", using=["sum", "weighted"]),
        ),
        have("all", Le(c * Int(least * ours, x), c * d), by=Real(["least.sum", "weighted", "most.sum", "sum"])),
        have("goal", by=Real(["all"])),
    ],
    witness=({"c": 1, "d": 1}, {M: [1], E: [1], Y: [1], N: [1]}),
    fails=[
        Variant("with smaller weights", {M: [0], E: [1], Y: [2], N: [1]}, {"c": 1, "d": 1}, drop=["below"]),
        Variant("with greater weights", {M: [1, 4], E: [1, 0], Y: [2, 0], N: [0, 1]}, {"c": 1, "d": 1}, drop=["above"]),
        Variant("with greater sums", {M: [1], E: [1], Y: [2], N: [1]}, {"c": 1, "d": 1}, drop=["weighted"]),
        Variant("with another sum", {M: [1], E: [1], Y: [1], N: [1]}, {"c": 1, "d": 0}, drop=["sum"]),
    ],
)
