"""The error of the Laplace mechanism, Y ~ Lap(Δ/ε) in each of k coordinates, independently.

One coordinate: Pr[|Y| >= ln(1/β) Δ/ε] is exactly β. So the error grows like Δ/ε, and like the logarithm of 1/β.

k coordinates: all of them are below t with probability (1 − e^{−tε/Δ})^k. The union bound says that the greatest error is above
ln(k/β) Δ/ε with probability at most β. This is true in the norm ℓ∞, and exact for k = 1 only: the exact threshold is
ln(1/(1 − (1 − β)^{1/k})) Δ/ε. In the norms ℓ₁ and ℓ₂ the same bound is false already for k = 2.
"""

from dpsym.library.entries import Formula
from dpsym.library.theorem import Attained, Cite, Integrate, Pointwise, Real, Source, Theorem, Variant, forall, have
from dpsym.objects.language import Abs, Eq, Event, Ge, Gt, Indicator, Int, Law, Le, Point, Query, Symbol, num
from theorems.semantic_approximate import t as transcript
from theorems.semantic_approximate import union
from theorems.vocabulary import P, half, p, x, y

_NOISE = ["eps > 0", "D > 0"]
_DENSITY = "eps/(2*D)*exp(-eps*abs(y)/D)"
_SIZE = "eps/D*exp(-eps*y/D)"  # the density of |Y|, for y >= 0

# -- one coordinate ------------------------------------------------------------------------------------------------

tail = Formula(
    title="The error is at least ln(1/β) Δ/ε with probability at most β",
    source=Source("cummings", "Theorem 6"),
    claim=f"Integral({_DENSITY}, (y, -oo, -s)) + Integral({_DENSITY}, (y, s, oo)) <= beta",
    where=[*_NOISE, "0 < beta <= 1"],
    let=["s = log(1/beta)*(D/eps)"],
)

tail_exact = Formula(
    title="The error is at least ln(1/β) Δ/ε with probability exactly β",
    source=Source("cummings", "Theorem 6", sharpened=True),
    claim=f"Integral({_DENSITY}, (y, -oo, -s)) + Integral({_DENSITY}, (y, s, oo)) == beta",
    where=[*_NOISE, "0 < beta <= 1"],
    let=["s = log(1/beta)*(D/eps)"],
)

tail_is_best = Formula(
    title="A smaller threshold is exceeded with probability above β",
    source=Source("cummings", "Theorem 6", sharpened=True),
    claim="exp(-eps*s/D) > beta",
    where=[*_NOISE, "0 < beta <= 1", "s < log(1/beta)*(D/eps)"],
)

error_is_logarithmic = Formula(
    title="To have β^m in place of β costs a factor m in the error, and the error is proportional to Δ/ε",
    source=Source("cummings", "after Theorem 6"),
    claim="log(1/beta**m)*(c*D/eps) == m*c*(log(1/beta)*(D/eps))",
    where=[*_NOISE, "0 < beta <= 1", "m > 0", "c > 0"],
)

# -- several coordinates -------------------------------------------------------------------------------------------

Q, S, T = Law("Q", y), Event("s", x), Event("t", y)
q, s, t = Q.density, S.density, T.density
both = Int(Int((s * p) * (t * q), y), x)
apart = Int(s * p, x) * Int(t * q, y)

independent_events = Theorem(
    title="For independent coordinates probabilities are multiplied: one more factor for each coordinate",
    about=[P, Q, S, T],
    claim=Eq(both, apart),
    proof=[
        have(
            "inner",
            forall(x, Eq(Int((s * p) * (t * q), y), (s * p) * Int(t * q, y))),
            by=Integrate(y, parts=[(1, (s * p) * (t * q)), (-(s * p), t * q)]),
        ),
        have("goal", by=Integrate(x, "inner", constants=[Int(t * q, y)])),
    ],
    tight=Attained({P: [half, half], Q: [half, half], S: [1, 0], T: [1, 0]}),
    fails=[
        Variant(
            "with the smaller of the two",
            {P: [half, half], Q: [half, half], S: [1, 0], T: [1, 0]},
            claim=Eq(both, Int(s * p, x)),
        )
    ],
)

greatest_error = Formula(
    title="1 − (1 − Pr[|Y| > s])^k, for k independent errors, is at most β at s = ln(k/β) Δ/ε",
    source=Source("cummings", "Section 2.2"),
    claim=f"1 - (1 - Integral({_SIZE}, (y, s, oo)))**k <= beta",
    where=[*_NOISE, "k in integers", "k >= 1", "0 < beta <= 1"],
    let=["s = log(k/beta)*(D/eps)"],
)

greatest_error_is_smaller = Formula(
    title="For k >= 2 the probability is 1 − (1 − β/k)^k, less than β",
    source=Source("cummings", "Section 2.2", sharpened=True),
    claim=f"1 - (1 - Integral({_SIZE}, (y, s, oo)))**k == 1 - (1 - beta/k)**k < beta",
    where=[*_NOISE, "k in integers", "k >= 2", "0 < beta <= 1"],
    let=["s = log(k/beta)*(D/eps)"],
)

greatest_error_exact = Formula(
    title="1 − (1 − Pr[|Y| > s])^k, for k independent errors, is exactly β at s = ln(1/(1 − (1 − β)^{1/k})) Δ/ε",
    source=Source("cummings", "Section 2.2", sharpened=True),
    claim=f"1 - (1 - Integral({_SIZE}, (y, s, oo)))**k == beta",
    where=[*_NOISE, "k in integers", "k >= 1", "0 < beta < 1"],
    let=["s = log(1/(1 - (1 - beta)**(1/k)))*(D/eps)"],
)

exact_is_below_printed = Formula(
    title="The exact threshold is at most the printed one",
    source=Source("cummings", "Section 2.2", sharpened=True),
    claim="log(1/(1 - (1 - beta)**(1/k))) <= log(k/beta)",
    where=["k in integers", "k >= 1", "0 < beta < 1"],
)

each_error = Formula(
    title="A given one of k errors is above ln(k/β) Δ/ε with probability β/k",
    source=Source("cummings", "Section 2.2"),
    claim=f"Integral({_SIZE}, (y, s, oo)) == beta/k <= beta",
    where=[*_NOISE, "k in integers", "k >= 1", "0 < beta <= 1"],
    let=["s = log(k/beta)*(D/eps)"],
)

# k errors with any joint law: u is 1/k for each coordinate i, and e marks that some error is above s.

i = Point("i")
Share, Errors, Some = Law("u", i), Query("Y", i, x), Event("e", x)
k, beta, threshold = Symbol("k"), Symbol("beta"), Symbol("s")
above = Indicator(Gt(Abs(Errors.density), threshold))

greatest_of_k = Theorem(
    title="If each of k errors is above s with probability at most β/k, then some error is with probability at most β, "
    "independent or not",
    source=Source("cummings", "Section 2.2"),
    about=[P, Share, Errors, Some],
    where=[Ge(k, 1), Ge(beta, 0)],
    given={
        "each": forall(i, Le(Int(above * p, x), beta / k)),
        "some": forall(x, Le(Some.density, Int(k * Share.density * above, i))),
    },
    claim=Le(Int(Some.density * p, x), beta),
    proof=[
        have(
            "union",
            Le(Int(Some.density * p, x), k * (beta / k)),
            by=Cite(
                union,
                reals={"n": k, "m": beta / k},
                fields={"P": P, "u": Share, "d": ((i, x), above), "e": Some},
                points={transcript: x},
                given={"each": "each", "some i": "some"},
            ),
        ),
        have("goal", by=Real(["union"])),
    ],
    tight=Attained(
        {P: [beta / 2, beta / 2, 1 - beta], Share: [half, half], Errors: [1, 0, 0, 0, 1, 0], Some: [1, 1, 0]},
        params={"k": 2, "s": half},
        where=[Le(beta, 1)],
    ),
    fails=[
        Variant(
            "with nine tenths",
            {P: [half, half], Share: [half, half], Errors: [1, 0, 0, 1], Some: [1, 1]},
            {"k": 2, "beta": 1, "s": half},
            claim=Le(Int(Some.density * p, x), num(9, 10) * beta),
        ),
        Variant(
            "when they are likely",
            {P: [1], Share: [1], Errors: [1], Some: [1]},
            {"k": 1, "beta": half, "s": half},
            drop=["each"],
        ),
        Variant(
            "for any event", {P: [1], Share: [1], Errors: [0], Some: [1]}, {"k": 1, "beta": 0, "s": half}, drop=["some"]
        ),
    ],
)

# For Δ = ε the |Y_i| have density e^{−y}: |Y₁| = y <= s and |Y₂| above the rest of the way, or |Y₁| above s.

sum_of_errors = Formula(
    title="The sum of k errors, the norm ℓ₁, is above ln(k/β) Δ/ε with probability at most β (here k = 2, Δ = ε)",
    source=Source("cummings", "Section 2.2"),
    claim="Integral(exp(-y)*exp(-(s - y)), (y, 0, s)) + Integral(exp(-y), (y, s, oo)) <= beta",
    where=["0 < beta <= 1"],
    let=["s = log(2/beta)"],
    fails_at={"beta": "1/2"},
)

sum_of_errors_always_fails = Formula(
    title="In the norm ℓ₁, k = 2, the printed bound fails for every β < 2/e",
    source=Source("cummings", "Section 2.2"),
    claim="Integral(exp(-y)*exp(-(s - y)), (y, 0, s)) + Integral(exp(-y), (y, s, oo)) > beta",
    where=["0 < beta", "beta < 2*exp(-1)"],
    let=["s = log(2/beta)"],
)

length_of_errors = Formula(
    title="The length of k errors, the norm ℓ₂, is above ln(k/β) Δ/ε with probability at most β (here k = 2, Δ = ε)",
    source=Source("cummings", "Section 2.2"),
    claim="Integral(exp(-y)*exp(-sqrt(s**2 - y**2)), (y, 0, s)) + Integral(exp(-y), (y, s, oo)) <= beta",
    where=["0 < beta <= 1"],
    let=["s = log(2/beta)"],
    fails_at={"beta": "1/10"},
)

# -- variances -----------------------------------------------------------------------------------------------------

F, G = Query("f", x), Query("g", y)
f, g = F.density, G.density
v, w = Symbol("v"), Symbol("w")
square = (f + g) ** 2 * (p * q)
spread = Int(Int(square, y), x)

variances_add = Theorem(
    title="Independent errors: squares add up, E (f + g)² = E f² + E g², if one of them has mean 0",
    about=[P, Q, F, G],
    given={
        "g.mean": Eq(Int(g * q, y), 0),
        "f.variance": Eq(Int(f**2 * p, x), v),
        "g.variance": Eq(Int(g**2 * q, y), w),
    },
    claim=Eq(spread, v + w),
    proof=[
        have(
            "inner",
            forall(x, Eq(Int(square, y), f**2 * p * Int(q, y) + 2 * f * p * Int(g * q, y) + p * Int(g**2 * q, y))),
            by=Integrate(
                y,
                parts=[(1, square), (-(f**2 * p), q), (-(2 * f * p), g * q), (-p, g**2 * q)],
                using=["g.mean", "g.variance"],
            ),
        ),
        have(
            "at",
            forall(x, Eq(Int(square, y), f**2 * p + w * p)),
            by=Pointwise(["inner", "Q.mass", "g.mean", "g.variance"]),
        ),
        have(
            "outer",
            Eq(spread, Int(f**2 * p, x) + w * Int(p, x)),
            by=Integrate(x, "at", using=["f.variance", "at"], parts=[(1, Int(square, y)), (-1, f**2 * p), (-w, p)]),
        ),
        have("goal", by=Real(["outer", "P.mass", "f.variance"])),
    ],
    tight=Attained(
        {P: [half, half], Q: [half, half], F: [1, -1], G: [2, -2]},
        params={"v": 1, "w": 4},
    ),
    fails=[
        Variant(
            "when both have another mean",
            {P: [1], Q: [1], F: [1], G: [1]},
            {"v": 1, "w": 1},
            drop=["g.mean"],
        ),
        Variant("with another square of f", {P: [1], Q: [1], F: [1], G: [0]}, {"v": 0, "w": 0}, drop=["f.variance"]),
        Variant(
            "with another square of g",
            {P: [1], Q: [half, half], F: [0], G: [1, -1]},
            {"v": 0, "w": 0},
            drop=["g.variance"],
        ),
    ],
)
