"""The correlation–variance dichotomy: a function of n coins of unknown bias P is correlated with them, or far from their mean.

P is uniform on [0, 1], X₁, ..., X_n are coins with bias P, X̄ is their mean, f(X) in [0, 1]. Then

    E (f − P) Σ(X_i − P)  +  E_P (E_X [f − X̄])²  >=  1/12                     with equality for f = 1/2
    E (f − P) Σ(X_i − P)  +  E (f − X̄)²          >=  (n + 4)/(12 (n + 2))     with equality for f = X̄ − n (2X̄ − 1)/(2 (n + 2))

What is used of the coins is that their mean is P, and the rule of succession, E[P | X] = (n X̄ + 1)/(n + 2), which is an
integration by parts. With it the correlation is E f (2P − 1): a function g(P) = E_X f with (2P − 1) g + (g − P)² = (g − ½)² +
P² − ¼.
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
    Swap,
    Tables,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Eq, Ge, Int, Kernel, Law, Le, Point, Symbol, Test, num
from theorems.vocabulary import half, third, x

n = Symbol("n")
a = Point("a")
U, V, K = Law("U", a), Test("v", a), Kernel("k", a, x)  # the law of P, its value, the coins
B, F = Test("b", x), Test("f", x)  # the mean of the coins, and the function
mu, v, k, b, f = U.density, V.density, K.density, B.density, F.density
twelfth = num(1, 12)

coins = {
    "mean": forall(a, Eq(Int(k * b, x), v)),
    "succession": forall(x, Eq(n * Int(mu * k * (b - v), a), Int(mu * k * (2 * v - 1), a))),
    "second": Eq(Int(mu * v**2, a), third),
}
# Simpson's nodes integrate polynomials of degree 3 as the uniform law does: one coin.
simpson: Tables = {U: [num(1, 6), num(2, 3), num(1, 6)], V: [0, half, 1], K: [1, 0, half, half, 0, 1], B: [0, 1]}
constant: Tables = {U: [num(4, 7), num(3, 7)], V: [half, num(2, 3)], K: [1, 1], B: [num(5, 7)]}
told: Tables = {
    **{U: [num(1, 6), num(2, 3), num(1, 6)], V: [0, half, 1], B: [0, 0, 1, 1]},
    **{K: [1, 0, 0, 0, 0, half, half, 0, 0, 0, 0, 1], F: [0, num(1, 4), num(3, 4), 1]},
}
sure: Tables = {U: [1], V: [half], K: [1], B: [half]}
covariance = Int(mu * k * (f - v) * (b - v), a, x)
g, h = Int(k * f, x), Int(k * f * (b - v), x)
drift = mu * k * f * (2 * v - 1)

by_parts = [
    have(
        "at.sum",
        forall(a, Eq(Int(mu * k * (f - v) * (b - v), x), mu * h - mu * v * Int(k * b, x) + mu * v**2 * Int(k, x))),
        by=Under(x),
    ),
    have("pull", forall(a, Eq(Int(mu * k * f * (b - v), x), mu * h)), by=Under(x)),
    have(
        "at",
        forall(a, Eq(Int(mu * k * (f - v) * (b - v), x), Int(mu * k * f * (b - v), x))),
        by=Pointwise({"at.sum": 1, "mean": -mu * v, "k.mass": mu * v**2, "pull": -1}),
    ),
    have("sum", Eq(covariance, Int(mu * k * f * (b - v), a, x)), by=Integrate(a, "at")),
    have("swap.1", Eq(Int(mu * k * f * (b - v), a, x), Int(mu * k * f * (b - v), x, a)), by=Swap()),
    have("out.1", forall(x, Eq(Int(mu * k * f * (b - v), a), f * Int(mu * k * (b - v), a))), by=Under(a)),
    have("out.2", forall(x, Eq(Int(drift, a), f * Int(mu * k * (2 * v - 1), a))), by=Under(a)),
    have(
        "parts",
        forall(x, Eq(n * Int(mu * k * f * (b - v), a), Int(drift, a))),
        by=Pointwise({"out.1": n, "succession": f, "out.2": -1}),
    ),
    have("parts.sum", Eq(n * Int(mu * k * f * (b - v), x, a), Int(drift, x, a)), by=Integrate(x, "parts")),
]
correlation = [
    *by_parts,
    have("swap.2", Eq(Int(drift, x, a), Int(drift, a, x)), by=Swap()),
    have("in", forall(a, Eq(Int(drift, x), mu * (2 * v - 1) * g)), by=Under(x)),
    have("in.sum", Eq(Int(drift, a, x), Int(mu * (2 * v - 1) * g, a)), by=Integrate(a, "in")),
    have(
        "correlation",
        Eq(n * covariance, Int(mu * (2 * v - 1) * g, a)),
        by=Real({"sum": n, "swap.1": n, "parts.sum": 1, "swap.2": 1, "in.sum": 1}),
    ),
]

# -- reading A: the square of the mean -------------------------------------------------------------------------------------

gap = Int(k * (f - b), x)
bias = Int(mu * gap**2, a)
bias_claim = Le(twelfth, n * covariance + bias)

correlation_or_bias = Theorem(
    title="E (f − P) Σ(X_i − P) + E_P (E_X [f − m])² >= 1/12, with m the mean of the X_i",
    source=Source("privacy-notes", "(9)"),
    about=[U, V, K, B, F],
    where=[Ge(n, 1)],
    given=coins,
    claim=bias_claim,
    proof=[
        *correlation,
        have("gap.sum", forall(a, Eq(gap, g - Int(k * b, x))), by=Under(x)),
        have("gap", forall(a, Eq(gap, g - v)), by=Pointwise(["gap.sum", "mean"])),
        have(
            "square",
            forall(a, Eq(gap**2, (g - v) ** 2)),
            by=Pointwise({"gap": gap + g - v}),
        ),
        have(
            "cut",
            forall(a, Le(mu * v**2 - num(1, 4) * mu, mu * (2 * v - 1) * g + mu * (g - v) ** 2)),
            by=Pointwise(),
        ),
        have(
            "cut.gap",
            forall(a, Le(mu * v**2 - num(1, 4) * mu, mu * (2 * v - 1) * g + mu * gap**2)),
            by=Pointwise({"cut": 1, "square": -mu}),
        ),
        have("g.sum", forall(a, Le(g, Int(k, x))), by=Under(x)),
        have("g<=1", forall(a, Le(g, 1)), by=Pointwise(["g.sum", "k.mass"])),
        have("small", forall(a, Le((g - v) ** 2, 1)), by=Pointwise(["g<=1"])),
        have("finite.at", forall(a, Le(mu * gap**2, mu)), by=Pointwise({"small": mu, "square": mu})),
        have("finite", Le(bias, Int(mu, a)), by=Integrate(a, "finite.at")),
        have(
            "total",
            Le(Int(mu * v**2, a) - num(1, 4) * Int(mu, a), Int(mu * (2 * v - 1) * g, a) + bias),
            by=Integrate(a, "cut.gap", using=["finite"]),
        ),
        have("goal", by=Real({"total": 1, "correlation": -1, "second": -1, "U.mass": num(1, 4)})),
    ],
    tight=Attained({**simpson, F: [half, half]}, params={"n": 1}),
    fails=[
        Variant(
            "with more than 1/12",
            {**simpson, F: [half, half]},
            {"n": 1},
            claim=Le(num(101, 100) * twelfth, n * covariance + bias),
        ),
        Variant("with coins of another mean", {**constant, F: [num(9, 14)]}, {"n": 1}, drop=["mean"]),
        Variant("without the rule of succession", {**simpson, F: [1, 0]}, {"n": 4}, drop=["succession"]),
        Variant("with another prior", {**sure, F: [half]}, {"n": 1}, drop=["second"]),
    ],
)

# -- reading B: the mean of the square ----------------------------------------------------------------------------------------

N, W = Int(mu * k, a), Int(mu * k * v, a)
variance = Int(mu * k * (f - b) ** 2, a, x)
c = n / (n + 2)
quadratic = (2 * c - c**2) * (b**2 * N) + (c**2 - c) * (b * N) - c**2 / 4 * N
least = (n + 4) / (12 * (n + 2))
variance_claim = Le(least, n * covariance + variance)


def moment(label: str, e: Term, body: Term, value: Term, at: Pointwise, out: Term) -> list[Step]:
    """∫ e dx, where e is the integral of the body over the bias: the mean over the coins, `out`, then over the bias."""
    return [
        have(f"{label}.in", forall(x, Eq(Int(body, a), e)), by=Under(a)),
        have(f"{label}.sum", Eq(Int(body, x, a), Int(e, x)), by=Integrate(x, f"{label}.in")),
        have(f"{label}.swap", Eq(Int(body, a, x), Int(body, x, a)), by=Swap()),
        have(f"{label}.pull", forall(a, Eq(Int(body, x), out)), by=Under(x)),
        have(f"{label}.at", forall(a, Eq(Int(body, x), value)), by=at),
        have(f"{label}.all", Eq(Int(body, a, x), Int(value, a)), by=Integrate(a, f"{label}.at")),
        have(label, Eq(Int(e, x), Int(value, a)), by=Real([f"{label}.sum", f"{label}.swap", f"{label}.all"])),
    ]


correlation_or_variance = Theorem(
    title="E (f − P) Σ(X_i − P) + E (f − m)² >= (n + 4)/(12 (n + 2)), with m the mean of the X_i",
    source=Source("privacy-notes", "(9)", sharpened=True),
    about=[U, V, K, B, F],
    where=[Ge(n, 1)],
    given=coins,
    claim=variance_claim,
    proof=[
        *by_parts,
        have("b.out", forall(x, Eq(Int(mu * k * (b - v), a), b * N - W)), by=Under(a)),
        have("v.out", forall(x, Eq(Int(mu * k * (2 * v - 1), a), 2 * W - N)), by=Under(a)),
        have(
            "posterior",
            forall(x, Eq(2 * W - N, c * (2 * b - 1) * N)),
            by=Pointwise({"succession": -2 / (n + 2), "b.out": 2 * n / (n + 2), "v.out": -2 / (n + 2)}),
        ),
        have("f.out", forall(x, Eq(Int(mu * k * (f - b) ** 2, a), (f - b) ** 2 * N)), by=Under(a)),
        have("f.swap", Eq(variance, Int(mu * k * (f - b) ** 2, x, a)), by=Swap()),
        have(
            "complete",
            forall(x, Le(quadratic, f * (c * (2 * b - 1) * N) + (f - b) ** 2 * N)),
            by=Pointwise(),
        ),
        have(
            "cut",
            forall(x, Le(quadratic, Int(drift, a) + Int(mu * k * (f - b) ** 2, a))),
            by=Pointwise({"complete": 1, "posterior": -f, "v.out": -f, "out.2": -1, "f.out": -1}),
        ),
        have(
            "total",
            Le(
                (2 * c - c**2) * Int(b**2 * N, x) + (c**2 - c) * Int(b * N, x) - c**2 / 4 * Int(N, x),
                Int(drift, x, a) + Int(mu * k * (f - b) ** 2, x, a),
            ),
            by=Integrate(x, "cut"),
        ),
        have("k.one", forall(a, Eq(Int(mu * k, x), mu * Int(k, x))), by=Under(x)),
        have("k.at", forall(a, Eq(Int(mu * k, x), mu)), by=Pointwise({"k.one": 1, "k.mass": mu})),
        have("k.in", Eq(Int(mu * k, a, x), Int(mu, a)), by=Integrate(a, "k.at")),
        have("k.swap", Eq(Int(mu * k, a, x), Int(N, x)), by=Swap()),
        have("m0", Eq(Int(N, x), 1), by=Real(["k.swap", "k.in", "U.mass"])),
        *moment("b", b * N, mu * k * b, mu * v, Pointwise({"b.pull": 1, "mean": mu}), mu * Int(k * b, x)),
        *moment("w", W, mu * k * v, mu * v, Pointwise({"w.pull": 1, "k.mass": mu * v}), mu * v * Int(k, x)),
        *moment(
            "bw", b * W, mu * k * v * b, mu * v**2, Pointwise({"bw.pull": 1, "mean": mu * v}), mu * v * Int(k * b, x)
        ),
        have(
            "rule",
            forall(x, Eq((n + 2) * W, n * (b * N) + N)),
            by=Pointwise({"succession": -1, "b.out": n, "v.out": -1}),
        ),
        have("rule.b", forall(x, Eq((n + 2) * (b * W), n * (b**2 * N) + b * N)), by=Pointwise({"rule": b})),
        have("rule.sum", Eq((n + 2) * Int(W, x), n * Int(b * N, x) + Int(N, x)), by=Integrate(x, "rule")),
        have(
            "rule.b.sum",
            Eq((n + 2) * Int(b * W, x), n * Int(b**2 * N, x) + Int(b * N, x)),
            by=Integrate(x, "rule.b"),
        ),
        have(
            "m1", Eq(Int(b * N, x), half), by=Real({"rule.sum": half, "b": (n + 2) / 2, "w": -(n + 2) / 2, "m0": half})
        ),
        have(
            "m2",
            Eq(Int(b**2 * N, x), third + 1 / (6 * n)),
            by=Real({"rule.b.sum": -1 / n, "bw": (n + 2) / n, "second": (n + 2) / n, "m1": -1 / n}),
        ),
        have(
            "value",
            Eq((2 * c - c**2) * (third + 1 / (6 * n)) + (c**2 - c) * half - c**2 / 4, least),
            by=Real(),
        ),
        have(
            "lower",
            Le(least, Int(drift, x, a) + Int(mu * k * (f - b) ** 2, x, a)),
            by=Real({"total": 1, "m2": c**2 - 2 * c, "m1": c - c**2, "m0": c**2 / 4, "value": -1}),
        ),
        have("covariance", Eq(n * covariance, Int(drift, x, a)), by=Real({"sum": n, "swap.1": n, "parts.sum": 1})),
        have("goal", by=Real({"lower": 1, "covariance": -1, "f.swap": -1})),
    ],
    tight=Attained({**simpson, F: [num(1, 6), num(5, 6)]}, params={"n": 1}),
    fails=[
        Variant(
            "with a larger constant",
            {**simpson, F: [num(1, 6), num(5, 6)]},
            {"n": 1},
            claim=Le(num(101, 100) * least, n * covariance + variance),
        ),
        Variant("with coins of another mean", {**constant, F: [num(9, 14)]}, {"n": 1}, drop=["mean"]),
        Variant("when the bias is told", told, {"n": 1}, drop=["succession"]),
        Variant("with another prior", {**sure, F: [half]}, {"n": 1}, drop=["second"]),
    ],
)

variance_as_printed = Formula(
    title="(n + 4)/(12 (n + 2)) > 1/12: the bound of the source is never attained",
    source=Source("privacy-notes", "(9)"),
    claim="(n + 4)/(12*(n + 2)) > 1/12",
    where=["n >= 1"],
)

# -- coins with a uniform bias are such coins: the density of j ones is p^j (1 − p)^m, n = j + m ------------------------------

rule_of_succession = Formula(
    title="The rule of succession: given j ones and m zeros the mean of a uniform bias is (j + 1)/(j + m + 2)",
    source=Source("privacy-notes", "(9)"),
    claim="Integral(p**j*(1 - p)**m*(j + 1 - (j + m + 2)*p), (p, 0, 1)) == 0",
    where=["j in integers", "m in integers", "j >= 0", "m >= 0"],
)

mean_of_coins = Formula(
    title="The mean of n coins is their bias",
    source=Source("privacy-notes", "(9)"),
    claim="Sum(binomial(n, i)*p**i*(1 - p)**(n - i)*(i/n), (i, 0, n)) == p",
    where=["n in integers", "n >= 1", "0 < p < 1"],
)

uniform_moments = Formula(
    title="The second moment of the uniform law",
    source=Source("privacy-notes", "(9)"),
    claim="Integral(p**2, (p, 0, 1)) == 1/3",
)
