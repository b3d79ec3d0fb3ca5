"""What one divergence says of the hockey-stick divergence E_v, sharply: two tangents, and the points where they touch.

If ∫ f(p/q) q <= M, then E_v is at most a + b + l M for all a, b, l >= 0 with max(t − v, 0) <= a + b t + l f(t). The best of these lines
touch at two ratios r₁ <= 1 <= r₂, and laws on two points with these ratios attain the bound. So bound, level and M are functions of the
ratios: a curve, which is solved for M where that can be done.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Attained,
    Cite,
    Defined,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Step,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Eq, Ge, Gt, Indicator, Int, Le, Lt, Piecewise, Symbol, exp, log, num, pos, sqrt
from dpsym.objects.unfold import KL, HockeyStick, RenyiMoment
from theorems.vocabulary import P, Q, alpha, half, p, q, x

v, t, s, h, k, c, m = (Symbol(n) for n in ("v", "t", "s", "h", "k", "c", "m"))
X, Y = Symbol("X"), Symbol("Y")
over = pos(p - v * q)
zeros = [Le(p, 0), Gt(q, 0)]
E_v = HockeyStick(P, Q, v)
apart_laws = {P: [1, 0], Q: [0, 1]}


def support(of: str, body: Term) -> Step:
    return have("support", forall(x, Eq(Indicator(Gt(p, 0), Le(q, 0)), 0)), by=Defined(of, body, x))


# -- given the squared Hellinger distance, in s = √r₁; √r₂ is v/s ------------------------------------------------------

distance = half * (sqrt(p) - sqrt(q)) ** 2
S = v / s
slope = 2 * v / (S - s)
on_p, on_q = S / (S - s) - slope / 2, S / (S - s) * s**2 - slope / 2
above = on_q * q + on_p * p + slope * distance
w = (1 - s**2) / (S**2 - s**2)

hellinger_contact = Theorem(
    title="E_v for a given Hellinger distance, in the ratio at which the bound touches 0",
    about=[P, Q],
    where=[Gt(v, 0), Gt(s, 0), Lt(s**2, v), Le(s, 1), Ge(v, s)],
    given={"near": Le(Int(distance, x), 1 - (1 + v) / (s + S))},
    claim=Le(E_v, (1 - s**2) * S / (s + S)),
    proof=[
        have("apart", Gt(S - s, 0), by=Real()),
        have("low", forall(x, Le(0, above)), by=Pointwise(["apart"])),
        have("high", forall(x, Le(p - v * q, above)), by=Pointwise(["apart"])),
        have("cut", forall(x, Le(over, above)), by=Pointwise(["low", "high", "apart"], cases=[Gt(p, v * q)])),
        have(
            "sum",
            Le(E_v, on_q * Int(q, x) + on_p * Int(p, x) + slope * Int(distance, x)),
            by=Integrate(
                x, "cut", using=["near", "apart"], parts=[(1, over), (-on_q, q), (-on_p, p), (-slope, distance)]
            ),
        ),
        have("goal", by=Real({"sum": 1, "P.mass": on_p, "Q.mass": on_q, "near": slope, "apart": 0})),
    ],
    tight=Attained({P: [w * S**2, 1 - w * S**2], Q: [w, 1 - w]}, at={"v": 2, "s": half}),
    fails=[Variant("without the distance", apart_laws, {"v": 1, "s": half}, drop=["near"])],
)

square = (1 + v) ** 2 - 4 * v * (1 - h) ** 2
root = sqrt(square)
low = (1 + v - root) / (2 * (1 - h))
high = v / low

hellinger = Theorem(
    title="E_v is at most (1 − v + √((1 + v)² − 4v(1 − h)²))/2 for a squared Hellinger distance h",
    about=[P, Q],
    where=[Gt(v, 0), Gt(h, 0), Lt(h, 1)],
    given={"near": Le(Int(distance, x), h)},
    claim=Le(E_v, (1 - v + root) / 2),
    proof=[
        have("square>0", Gt(square, 0), by=Real()),
        have("root<1+v", Lt(root, 1 + v), by=Real(["square>0"])),
        have("low>0", Gt(low, 0), by=Real(["root<1+v"])),
        have("low^2<v", Lt(low**2, v), by=Real(["square>0", "low>0"])),
        have("low<=1", Le(low, 1), by=Real(["square>0"])),
        have("low<=v", Ge(v, low), by=Real(["square>0"])),
        have(
            "distance",
            Le(Int(distance, x), 1 - (1 + v) / (low + high)),
            by=Real(["near", "square>0", "low>0", "root<1+v"]),
        ),
        have(
            "all",
            Le(E_v, (1 - low**2) * high / (low + high)),
            by=Cite(
                hellinger_contact,
                reals={"s": low},
                given={"near": "distance"},
                using=["low>0", "low^2<v", "low<=1", "low<=v"],
            ),
        ),
        have(
            "value",
            Eq((1 - low**2) * high / (low + high), (1 - v + root) / 2),
            by=Real(["square>0", "low>0", "root<1+v"]),
        ),
        have("goal", by=Real(["all", "value"])),
    ],
    tight=Attained(  # at every h, as s runs from 0 to 1
        {P: [w * S**2, 1 - w * S**2], Q: [w, 1 - w]},
        where=[Gt(s, 0), Lt(s**2, v), Lt(s, 1), Gt(v, s)],
        params={"h": 1 - (1 + v) / (s + S)},
        at={"v": 2, "s": half},
    ),
    fails=[Variant("without the distance", apart_laws, {"v": 1, "h": half}, drop=["near"])],
)

# -- given a moment -----------------------------------------------------------------------------------------------------

power = Piecewise((0, Le(p, 0)), (p**alpha * q ** (1 - alpha), Gt(q, 0)))
on_power, on_first = v / ((alpha - 1) * m**alpha), 1 - alpha * v / ((alpha - 1) * m)
touch = Lemma(Le(t - v, on_first * t + on_power * t**alpha), [Gt(t, 0), Gt(alpha, 1), Gt(v, 0), Gt(m, 0)], {"t": p / q})

renyi_far = Theorem(
    title="E_v is at most 1 − v e^(−D) for a Rényi divergence D with e^D >= v α/(α − 1), m being e^D",
    about=[P, Q],
    where=[Gt(alpha, 1), Gt(v, 0), Ge(m, 1), Ge(m * (alpha - 1), alpha * v)],
    given={"moment": Le(RenyiMoment(alpha, P, Q), m ** (alpha - 1))},
    claim=Le(E_v, 1 - v / m),
    proof=[
        support("moment", power),
        have("first>=0", Ge(on_first, 0), by=Real()),
        have(
            "high",
            forall(x, Le(p - v * q, on_first * p + on_power * power)),
            by=Pointwise(["support"], cases=zeros, lemmas=[touch]),
        ),
        have("power>=0", forall(x, Ge(power, 0)), by=Pointwise(["support"], cases=zeros)),
        have(
            "low",
            forall(x, Le(0, on_first * p + on_power * power)),
            by=Pointwise({"power>=0": on_power, "support": 0, "first>=0": p}),
        ),
        have(
            "cut",
            forall(x, Le(over, on_first * p + on_power * power)),
            by=Pointwise(["low", "high", "support"], cases=[Gt(p, v * q)]),
        ),
        have(
            "sum",
            Le(E_v, on_first * Int(p, x) + on_power * Int(power, x)),
            by=Integrate(x, "cut", using=["moment"], parts=[(1, over), (-on_first, p), (-on_power, power)]),
        ),
        have("goal", by=Real({"sum": 1, "P.mass": on_first, "moment": on_power})),
    ],
    tight=Attained({P: [1, 0], Q: [1 / m, 1 - 1 / m]}, at={"alpha": 2, "v": 1, "m": 4}),
    fails=[Variant("without the moment", apart_laws, {"alpha": 2, "v": 1, "m": 2}, drop=["moment"])],
)

# Two tangents of t^α at the ratios a and b; the level at which they meet, the moment and the bound are functions of the ratios.
a, b = Symbol("a"), Symbol("b")
on_moment = 1 / (alpha * (b ** (alpha - 1) - a ** (alpha - 1)))
of_p, of_q = -on_moment * alpha * a ** (alpha - 1), on_moment * (alpha - 1) * a**alpha
level = -(alpha - 1) * on_moment * (a**alpha - b**alpha)
share = (1 - a) / (b - a)
moment = (1 - share) * a**alpha + share * b**alpha
value = share * (b - level)
lines = of_q * q + of_p * p + on_moment * power
E_level = HockeyStick(P, Q, level)


def tangent(r: Term) -> Lemma:
    return Lemma(
        Le(r**alpha + alpha * r ** (alpha - 1) * (t - r), t**alpha),
        [Gt(t, 0), Gt(r, 0), Gt(alpha, 1)],
        {"t": p / q},
    )


def touches(name: str, r: Term) -> Step:
    line = r**alpha * q + alpha * r ** (alpha - 1) * (p - r * q)
    return have(name, forall(x, Le(line, power)), by=Pointwise(["support"], cases=zeros, lemmas=[tangent(r)]))


names = ("S", "A", "B", "L", "I", "M", "V", "F", "G")
S_, A_, B_, L_, I_, M_, V_, F_, G_ = map(Symbol, names)
weak_duality = Lemma(
    Le(S_, V_),
    [Le(S_, A_ * F_ + B_ * G_ + L_ * I_), Eq(G_, 1), Eq(F_, 1), Le(I_, M_), Gt(L_, 0), Eq(A_ + B_ + L_ * M_, V_)],
    dict(zip(names, (E_level, of_q, of_p, on_moment, Int(power, x), moment, value, Int(q, x), Int(p, x)))),
)
either = Lemma(Le(pos(X), Y), [Le(X, Y), Le(0, Y)], {"X": p - level * q, "Y": lines})

renyi_curve = Theorem(
    title="E_v for a given Rényi moment of any order α > 1, as a curve in the two ratios that it is attained at",
    about=[P, Q],
    where=[Gt(alpha, 1), Gt(a, 0), Lt(a, 1), Gt(b, 1)],
    given={"moment": Le(RenyiMoment(alpha, P, Q), moment)},
    claim=Le(E_level, value),
    proof=[
        have("apart", Gt(b ** (alpha - 1) - a ** (alpha - 1), 0), by=Real()),
        have("slope>0", Gt(on_moment, 0), by=Real(["apart"])),
        support("moment", power),
        touches("at a", a),
        touches("at b", b),
        have("low", forall(x, Le(0, lines)), by=Pointwise({"at a": on_moment, "support": 0, "apart": 0})),
        have("high", forall(x, Le(p - level * q, lines)), by=Pointwise({"at b": on_moment, "support": 0, "apart": 0})),
        have(
            "cut",
            forall(x, Le(pos(p - level * q), lines)),
            by=Pointwise(["low", "high", "support", "apart"], lemmas=[either]),
        ),
        have(
            "sum",
            Le(E_level, of_q * Int(q, x) + of_p * Int(p, x) + on_moment * Int(power, x)),
            by=Integrate(
                x,
                "cut",
                using=["moment", "apart", "slope>0"],
                parts=[(1, pos(p - level * q)), (-of_q, q), (-of_p, p), (-on_moment, power)],
            ),
        ),
        have("value", Eq(of_q + of_p + on_moment * moment, value), by=Real(["apart"])),
        have(
            "goal",
            by=Real(["sum", "P.mass", "Q.mass", "moment", "value", "apart", "slope>0"], lemmas=[weak_duality]),
        ),
    ],
    tight=Attained({P: [share * b, (1 - share) * a], Q: [share, 1 - share]}, at={"alpha": 2, "a": half, "b": 3}),
    fails=[Variant("without the moment", apart_laws, {"alpha": 2, "a": half, "b": 2}, drop=["moment"])],
)

# -- given a second moment m: r₁ = v − s and r₂ = v + s ------------------------------------------------------------------

second = Piecewise((0, Le(p, 0)), (p ** num(2) * q ** (1 - num(2)), Gt(q, 0)))
first_q, first_p, on_second = (v - s) ** 2 / (4 * s), -2 * (v - s) / (4 * s), 1 / (4 * s)
near_top = Lemma(Le(t - v, (t - (v - s)) ** 2 / (4 * s)), [Gt(t, 0), Gt(s, 0)], {"t": p / q})
share2, other2 = (1 - v + s) / (2 * s), (s + v - 1) / (2 * s)

second_moment_contact = Theorem(
    title="E_v for a given second moment 1 + s² − (v − 1)², as it touches at v − s and v + s",
    about=[P, Q],
    where=[Gt(v, 0), Gt(s, 0), Ge(s, v - 1), Ge(s, 1 - v), Le(s, v)],
    given={"moment": Le(RenyiMoment(2, P, Q), 1 + s**2 - (v - 1) ** 2)},
    claim=Le(E_v, (1 - v + s) / 2),
    proof=[
        support("moment", second),
        have(
            "cut",
            forall(x, Le(over, first_q * q + first_p * p + on_second * second)),
            by=Pointwise(["support"], cases=[*zeros, Gt(p, v * q)], lemmas=[near_top]),
        ),
        have(
            "sum",
            Le(E_v, first_q * Int(q, x) + first_p * Int(p, x) + on_second * Int(second, x)),
            by=Integrate(x, "cut", using=["moment"]),
        ),
        have("goal", by=Real({"sum": 1, "P.mass": first_p, "Q.mass": first_q, "moment": on_second})),
    ],
    tight=Attained(
        {P: [share2 * (v + s), other2 * (v - s)], Q: [share2, other2]},
        where=[Gt(s, v - 1), Gt(s, 1 - v), Lt(s, v)],
        at={"v": 2, "s": num(3, 2)},
    ),
    fails=[Variant("without the moment", apart_laws, {"v": 1, "s": half}, drop=["moment"])],
)

wide = sqrt((v - 1) ** 2 + (m - 1))

second_moment = Theorem(
    title="E_v is at most (1 − v + √((v − 1)² + m − 1))/2 for a second moment m <= 2v",
    about=[P, Q],
    where=[Gt(v, 0), Gt(m, 1), Le(m, 2 * v)],
    given={"moment": Le(RenyiMoment(2, P, Q), m)},
    claim=Le(E_v, (1 - v + wide) / 2),
    proof=[
        have("wide>0", Gt(wide, 0), by=Real()),
        have("over v-1", Ge(wide, v - 1), by=Real()),
        have("over 1-v", Ge(wide, 1 - v), by=Real()),
        have("up to v", Le(wide, v), by=Real()),
        have("same", Le(RenyiMoment(2, P, Q), 1 + wide**2 - (v - 1) ** 2), by=Real(["moment"])),
        have(
            "goal",
            by=Cite(
                second_moment_contact,
                reals={"s": wide},
                given={"moment": "same"},
                using=["wide>0", "over v-1", "over 1-v", "up to v"],
            ),
        ),
    ],
    tight=Attained(  # at every m <= 2v, as s runs from |v − 1| to v
        {P: [share2 * (v + s), other2 * (v - s)], Q: [share2, other2]},
        where=[Gt(s, 0), Gt(s, v - 1), Gt(s, 1 - v), Lt(s, v)],
        params={"m": 1 + s**2 - (v - 1) ** 2},
        at={"v": 2, "s": num(3, 2)},
    ),
    fails=[Variant("without the moment", apart_laws, {"v": 1, "m": num(3, 2)}, drop=["moment"])],
)

# -- given the Kullback-Leibler divergence: tangents of t log t at r and k r, which meet at v ---------------------------------

entropy = Piecewise((0, Le(p, 0)), (p * log(p / q), Gt(q, 0)))
r = Symbol("r")
L = log(k)
R = v * L / (k - 1)
low_q, low_p = 1 / L * R, -1 / L * (log(R) + 1)
bounds = low_q * q + low_p * p + 1 / L * entropy
part = (1 - R) / (k * R - R)
steep = Lemma(Le(r * log(r) + (log(r) + 1) * (t - r), t * log(t)), [Gt(t, 0), Gt(r, 0)], {"t": p / q, "r": R})


def under_entropy(name: str, at: Term, known: str) -> Step:
    line = at * log(at) * q + (log(at) + 1) * (p - at * q)
    lemma = Lemma(steep.statement, steep.where, {"t": p / q, "r": at})
    return have(name, forall(x, Le(line, entropy)), by=Pointwise(["support", known], cases=zeros, lemmas=[lemma]))


kl_curve = Theorem(
    title="E_v for a given Kullback-Leibler divergence, as a curve in the quotient k of the two ratios that it is attained at",
    about=[P, Q],
    where=[Gt(v, 0), Gt(k, 1), Le(v * L, k - 1), Ge(v * k * L, k - 1)],
    given={"kl": Le(KL(P, Q), (1 - part) * R * log(R) + part * (k * R) * (log(R) + L))},
    claim=Le(E_v, part * (k * R - v)),
    proof=[
        have("log k>0", Gt(L, 0), by=Real()),
        have("r>0", Gt(R, 0), by=Real()),
        have("kr>0", Gt(k * R, 0), by=Real(["r>0"])),
        have("log kr", Eq(log(k * R), log(R) + L), by=Real()),
        support("kl", entropy),
        under_entropy("at r", R, "r>0"),
        under_entropy("at kr", k * R, "kr>0"),
        have("low", forall(x, Le(0, bounds)), by=Pointwise({"at r": 1 / L, "support": 0, "r>0": 0})),
        have(
            "high",
            forall(x, Le(p - v * q, bounds)),
            by=Pointwise({"at kr": 1 / L, "support": 0, "r>0": 0, "log kr": 1 / L * p}),
        ),
        have(
            "cut",
            forall(x, Le(over, bounds)),
            by=Pointwise(
                ["low", "high", "support", "r>0", "log k>0"],
                lemmas=[Lemma(either.statement, either.where, {"X": p - v * q, "Y": bounds})],
            ),
        ),
        have(
            "sum",
            Le(E_v, low_q * Int(q, x) + low_p * Int(p, x) + 1 / L * Int(entropy, x)),
            by=Integrate(
                x,
                "cut",
                using=["kl", "r>0", "log k>0"],
                parts=[(1, over), (-low_q, q), (-low_p, p), (-(1 / L), entropy)],
            ),
        ),
        have("goal", by=Real({"sum": 1, "P.mass": low_p, "Q.mass": low_q, "kl": 1 / L})),
    ],
    tight=Attained({P: [part * (k * R), (1 - part) * R], Q: [part, 1 - part]}, at={"v": 1, "k": 2}),
    fails=[Variant("without the divergence", apart_laws, {"v": 1, "k": 2}, drop=["kl"])],
)

# -- the Hellinger distance, given the Kullback-Leibler divergence: −√t is below a line in t and t log t --------------------------

z = exp(-c / 2)
affinity = Lemma(Le(-sqrt(t), t * -z + half * z * (t * log(t) - c * t)), [Gt(t, 0), Ge(c, 0)], {"t": p / q})
rest = half - z - half * z * c

hellinger_from_kl = Theorem(
    title="The squared Hellinger distance is at most 1 − e^(−KL/2)",
    about=[P, Q],
    where=[Ge(c, 0)],
    given={"kl": Le(KL(P, Q), c)},
    claim=Le(Int(distance, x), 1 - z),
    proof=[
        support("kl", entropy),
        have(
            "cut",
            forall(x, Le(distance, half * p + half * q - z * p + half * z * (entropy - c * p))),
            by=Pointwise(["support"], cases=zeros, lemmas=[affinity]),
        ),
        have(
            "sum",
            Le(Int(distance, x), rest * Int(p, x) + half * Int(q, x) + half * z * Int(entropy, x)),
            by=Integrate(x, "cut", using=["kl"]),
        ),
        have("goal", by=Real({"sum": 1, "P.mass": rest, "Q.mass": half, "kl": half * z})),
    ],
    tight=Attained({P: [1, 0], Q: [exp(-c), 1 - exp(-c)]}, at={"c": 1}),
    fails=[Variant("without the divergence", apart_laws, {"c": 1}, drop=["kl"])],
)
