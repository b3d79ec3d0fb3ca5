"""Expectations under an arbitrary law: Markov, Jensen, Hölder, the union bound, layer cake, change of measure.

Each is a pointwise inequality, integrated. A mean is finite where a hypothesis speaks of it: `E f = m` says that f is integrable.
"""

from dpsym.library.theorem import (
    Attained,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Swap,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Eq,
    Event,
    Ge,
    Gt,
    Indicator,
    Int,
    Le,
    Lt,
    Max,
    Piecewise,
    Point,
    Query,
    Symbol,
    exp,
    num,
)
from theorems.vocabulary import P, Q, half, p, q, x, y

a, b, m, v = Symbol("a"), Symbol("b"), Symbol("m"), Symbol("v")

# -- Markov: a 1{f >= a} <= f ---------------------------------------------------------------------------------

F = Query("f", x, lower=0)
f = F.density
tail = Int(Indicator(Ge(f, a)) * p, x)

markov = Theorem(
    title="Markov's inequality",
    about=[P, F],
    where=[Gt(a, 0), Ge(m, 0)],
    given={"mean": Le(Int(f * p, x), m)},
    claim=Le(tail, m / a),
    proof=[
        have("cut", forall(x, Le(a * (Indicator(Ge(f, a)) * p), f * p)), by=Pointwise(cases=[Ge(f, a)])),
        have("sum", Le(a * tail, Int(f * p, x)), by=Integrate(x, "cut", using=["mean"])),
        have("goal", by=Real(["sum", "mean"])),
    ],
    tight=Attained({P: [m / a, 1 - m / a], F: [a, 0]}, where=[Le(m, a)]),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [half, half], F: [2, 0]},
            {"a": 2, "m": 1},
            claim=Le(tail, num(9, 10) * m / a),
        ),
        Variant("without a mean", {P: [1], F: [3]}, {"a": 2, "m": 1}, drop=["mean"]),
    ],
)

# -- Jensen: a convex function lies above its supporting line at the mean -------------------------------------

G, H = Query("g", x), Query("h", x)
g, h = G.density, H.density

jensen = Theorem(
    title="Jensen's inequality, for a function with a supporting line at the mean",
    about=[P, G, H],
    given={"mean": Eq(Int(g * p, x), m), "value": Eq(Int(h * p, x), v), "line": forall(x, Le(a + b * (g - m), h))},
    claim=Le(a, v),
    proof=[
        have("cut", forall(x, Le(a * p + b * (g * p) - b * m * p, h * p)), by=Pointwise(["line"])),
        have(
            "sum",
            Le(a * Int(p, x) + b * Int(g * p, x) - b * m * Int(p, x), Int(h * p, x)),
            by=Integrate(x, "cut", using=["mean", "value"]),
        ),
        have("goal", by=Real(["sum", "mean", "value", "P.mass"])),
    ],
    tight=Attained({P: [1], G: [m], H: [a]}, params={"v": a}),
    fails=[
        Variant("without the mean", {P: [1], G: [0], H: [0]}, {"a": 1, "b": 1, "m": 1, "v": 0}, drop=["mean"]),
        Variant("without the line", {P: [1], G: [1], H: [0]}, {"a": 1, "b": 1, "m": 1, "v": 0}, drop=["line"]),
        Variant("strictly", {P: [1], G: [1], H: [1]}, {"a": 1, "b": 1, "m": 1, "v": 1}, claim=Lt(a, v)),
    ],
)

jensen_exp = Theorem(
    title="Jensen's inequality for the exponential function",
    about=[P, G],
    given={"mean": Eq(Int(g * p, x), m), "value": Eq(Int(exp(g) * p, x), v)},
    claim=Le(exp(m), v),
    proof=[
        have("cut", forall(x, Le(exp(m) * p + exp(m) * (g * p) - exp(m) * m * p, exp(g) * p)), by=Pointwise()),
        have(
            "sum",
            Le(exp(m) * Int(p, x) + exp(m) * Int(g * p, x) - exp(m) * m * Int(p, x), Int(exp(g) * p, x)),
            by=Integrate(x, "cut", using=["mean", "value"]),
        ),
        have("goal", by=Real(["sum", "mean", "value", "P.mass"])),
    ],
    tight=Attained({P: [1], G: [m]}, params={"v": exp(m)}),
    fails=[
        Variant(
            "the other way round",
            {P: [half, half], G: [0, 2]},
            {"m": 1, "v": (1 + exp(num(2))) / 2},
            claim=Ge(exp(m), v),
        ),
        Variant("without the mean", {P: [1], G: [0]}, {"m": 1, "v": 1}, drop=["mean"]),
    ],
)

# -- Hölder: the weighted means of F/A and G/B ----------------------------------------------------------------

t = Symbol("t")
A, B = Symbol("A"), Symbol("B")
F1, F2 = Query("F", x, lower=0), Query("G", x, lower=0)
f1, f2 = F1.density, F2.density
geometric = f1**t * f2 ** (1 - t)
c = A**t * B ** (1 - t)
X, Y = Symbol("X"), Symbol("Y")
young = Le(X**t * Y ** (1 - t), t * X + (1 - t) * Y)

hoelder = Theorem(
    title="Hölder's inequality, E F^t G^(1-t) <= (E F)^t (E G)^(1-t)",
    about=[P, F1, F2],
    where=[Gt(t, 0), Lt(t, 1), Gt(A, 0), Gt(B, 0)],
    given={"F": Le(Int(f1 * p, x), A), "G": Le(Int(f2 * p, x), B)},
    claim=Le(Int(geometric * p, x), c),
    proof=[
        have(
            "young",
            forall(x, Le((f1 / A) ** t * (f2 / B) ** (1 - t), t * (f1 / A) + (1 - t) * (f2 / B))),
            by=Pointwise(
                cases=[Gt(f1, 0), Gt(f2, 0)],
                lemmas=[Lemma(young, [Gt(X, 0), Gt(Y, 0), Gt(t, 0), Lt(t, 1)], {"X": f1 / A, "Y": f2 / B})],
            ),
        ),
        have(
            "mean",
            forall(x, Le(geometric, c * (t * (f1 / A) + (1 - t) * (f2 / B)))),
            by=Pointwise(["young"], cases=[Gt(f1, 0), Gt(f2, 0)]),
        ),
        have(
            "cut",
            forall(x, Le(geometric * p, c * (t / A) * (f1 * p) + c * ((1 - t) / B) * (f2 * p))),
            by=Pointwise(["mean"]),
        ),
        have(
            "sum",
            Le(Int(geometric * p, x), c * (t / A) * Int(f1 * p, x) + c * ((1 - t) / B) * Int(f2 * p, x)),
            by=Integrate(x, "cut", using=["F", "G"]),
        ),
        have("goal", by=Real(["sum", "F", "G"])),
    ],
    tight=Attained({P: [1], F1: [A], F2: [B]}),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [1], F1: [1], F2: [1]},
            {"t": half, "A": 1, "B": 1},
            claim=Le(Int(geometric * p, x), num(99, 100) * c),
        ),
        Variant("without the mean of G", {P: [1], F1: [1], F2: [4]}, {"t": half, "A": 1, "B": 1}, drop=["G"]),
    ],
)

# -- the union bound ------------------------------------------------------------------------------------------

i = Point("i")
S, T, W, E = Event("s", x), Event("t", x), Event("w", x), Event("e", i, x)
s, w, in_E = S.density, W.density, E.density
union_claim = Le(Int(Max(s, T.density) * p, x), Int(s * p, x) + Int(T.density * p, x))

union_bound = Theorem(
    title="The union bound for two events",
    about=[P, S, T],
    claim=union_claim,
    proof=[have("goal", by=Under(x, cases=[Ge(s, T.density)]))],
    tight=Attained({P: [half, half], S: [1, 0], T: [0, 1]}),
    fails=[
        Variant(
            "with a factor below one",
            {P: [half, half], S: [1, 0], T: [0, 1]},
            claim=Le(Int(Max(s, T.density) * p, x), num(9, 10) * (Int(s * p, x) + Int(T.density * p, x))),
        )
    ],
)

union_bound_countable = Theorem(
    title="The union bound for countably many events",
    about=[P, W, E],
    where=[Ge(v, 0)],
    given={"cover": forall(x, Le(w * p, Int(in_E * p, i))), "total": Eq(Int(Int(in_E * p, x), i), v)},
    claim=Le(Int(w * p, x), v),
    proof=[
        have("swap", Eq(Int(Int(in_E * p, x), i), Int(Int(in_E * p, i), x)), by=Swap(["total"])),
        have("sum", Le(Int(w * p, x), Int(Int(in_E * p, i), x)), by=Integrate(x, "cover", using=["swap"])),
        have("goal", by=Real(["sum", "swap", "total"])),
    ],
    tight=Attained({P: [half, half], W: [1, 1], E: [1, 0, 0, 1]}, params={"v": 1}),
    fails=[
        Variant("without a cover", {P: [1], W: [1], E: [0]}, {"v": 0}, drop=["cover"]),
        Variant("with a smaller constant", {P: [1], W: [1], E: [1]}, {"v": 1}, claim=Le(Int(w * p, x), num(9, 10) * v)),
    ],
)

# -- layer cake -----------------------------------------------------------------------------------------------

Tau = Query("tau", y, lower=0)
tau = Tau.density
above = Indicator(Lt(tau, f))

layer_cake = Theorem(
    title="Layer cake: the mean is the integral of the tails",
    about=[P, F, Tau],
    where=[Ge(m, 0)],
    given={"ruler": forall(x, Eq(Int(above, y), f)), "mean": Eq(Int(f * p, x), m)},
    claim=Eq(Int(Int(above * p, x), y), m),
    proof=[
        have("layers", forall(x, Eq(Int(above * p, y), Int(above, y) * p)), by=Under(y, finite=["ruler"])),
        have("cut", forall(x, Eq(Int(above * p, y), f * p)), by=Pointwise(["layers", "ruler"])),
        have("sum", Eq(Int(Int(above * p, y), x), Int(f * p, x)), by=Integrate(x, "cut", using=["mean", "layers"])),
        have("swap", Eq(Int(Int(above * p, y), x), Int(Int(above * p, x), y)), by=Swap(["sum"])),
        have("goal", by=Real(["swap", "sum", "mean"])),
    ],
    tight=Attained({P: [m / 2, 1 - m / 2], F: [2, 0], Tau: [0, 1]}, where=[Le(m, 2)]),
    fails=[
        Variant("without a ruler", {P: [1], F: [1], Tau: [2]}, {"m": 1}, drop=["ruler"]),
        Variant("with another mean", {P: [1], F: [1], Tau: [0]}, {"m": 2}, drop=["mean"]),
    ],
)

# -- change of measure ----------------------------------------------------------------------------------------

weight = Piecewise((q / p, Gt(p, 0)), default=0)

change_of_measure = Theorem(
    title="Change of measure: E_Q g = E_P [g q/p] if q is 0 where p is",
    about=[P, Q, G],
    given={"support": forall(x, Eq(Indicator(Le(p, 0)) * q, 0)), "mean": Eq(Int(g * q, x), m)},
    claim=Eq(Int(g * weight * p, x), m),
    proof=[
        have("cut", forall(x, Eq(g * weight * p, g * q)), by=Pointwise(["support"], cases=[Gt(p, 0)])),
        have("sum", Eq(Int(g * weight * p, x), Int(g * q, x)), by=Integrate(x, "cut", using=["mean"])),
        have("goal", by=Real(["sum", "mean"])),
    ],
    tight=Attained({P: [half, half], Q: [1, 0], G: [m, 0]}),
    fails=[Variant("without the support", {P: [1, 0], Q: [0, 1], G: [1, 1]}, {"m": 1}, drop=["support"])],
)
