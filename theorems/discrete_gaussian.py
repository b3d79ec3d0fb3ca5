"""The discrete Gaussian mechanism: f(x) + Y for integers f(x), where Y has probability c e^{−k²/(2σ²)} at the integer k.

The squares in the exponent are completed: p^α q^{1−α} is e^{α(α − 1)d²/(2σ²)} times c e^{−(k − (1 − α)d)²/(2σ²)}. So D_α <= α d²/(2σ²),
as for normal laws, if Σ_k e^{−(k − a)²/(2σ²)} is not greater than for a = 0. For an integer a both are the same sum. For other a this
is Poisson summation, which is not here: `moment` has it as its hypothesis "shifted".

The tail needs integers a only: from n on, e^{−k²/(2σ²)} <= e^{−n²/(2σ²)} e^{−(k − n)²/(2σ²)}, and the weights of n + Y have sum one.
"""

from dpsym.library.entries import Formula
from dpsym.library.theorem import Integrate, Pointwise, Real, Theorem, Variant, forall, have
from dpsym.objects.language import Eq, Ge, Gt, Indicator, Int, Le, Piecewise, Query, Symbol, exp, log, num, sqrt
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
