"""From the Kullback-Leibler divergence to total variation: Pinsker's inequality, and Bretagnolle and Huber's for large divergences.

Both are integrals of bounds at a point. For every v > 0, as r log r − r + 1 >= 3 (r − 1)²/(2 (r + 2)) and by the arithmetic and
geometric mean,

    |p − q| <= (p log(p/q) − p + q)/(2v) + v (p + 2q)/3,        so  TV <= D/(4v) + v/2,  which is √(D/2) at v = √(D/2).

For 0 < τ < 1, as 1 + y <= e^y and by the geometric mean again,

    (1 − τ²) (p (2 − log(1 − τ²)) − p log(p/q)) <= p + q − τ |p − q|,        so  D <= −log(1 − τ²) gives TV <= τ.
"""

from dpsym.library.theorem import (
    Cite,
    Defined,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Abs, Eq, Gt, Int, Le, Lt, Symbol, exp, log, num, sqrt
from dpsym.objects.unfold import KL, TotalVariation
from theorems.renyi_divergence import entropy, supported, zeros
from theorems.vocabulary import P, Q, half, p, q, x

d, v, tau, s, t = (Symbol(name) for name in ("d", "v", "tau", "s", "t"))
distance = Abs(p - q)
alike = {P: [half, half], Q: [half, half]}

# -- Pinsker

cut = Lemma(
    Le(Abs(s - t), (s * log(s / t) - s + t) / (2 * v) + v * (s + 2 * t) / 3),
    [Gt(s, 0), Gt(t, 0), Gt(v, 0)],
    {"s": p, "t": q},
)
line_claim = Le(TotalVariation(P, Q), d / (4 * v) + v / 2)

line = Theorem(
    title="Total variation is at most D/(4v) + v/2, for every v > 0",
    source=Source("tsybakov", "Lemma 2.5"),
    about=[P, Q],
    where=[Gt(v, 0)],
    given={"kl": Le(KL(P, Q), d)},
    claim=line_claim,
    proof=[
        have("support", forall(x, supported(p, q)), by=Defined("kl", entropy, x)),
        have(
            "cut",
            forall(x, Le(distance, (entropy - p + q) / (2 * v) + v * (p + 2 * q) / 3)),
            by=Pointwise(["support"], cases=zeros, lemmas=[cut]),
        ),
        have(
            "sum",
            Le(
                Int(distance, x),
                (KL(P, Q) - Int(p, x) + Int(q, x)) / (2 * v) + v * (Int(p, x) + 2 * Int(q, x)) / 3,
            ),
            by=Integrate(x, "cut", using=["kl"]),
        ),
        have(
            "goal",
            by=Real({"sum": half, "kl": 1 / (4 * v), "P.mass": v / 6 - 1 / (4 * v), "Q.mass": v / 3 + 1 / (4 * v)}),
        ),
    ],
    witness=({"d": 1, "v": 1}, alike),
    fails=[
        Variant("without the divergence", {P: [1, 0], Q: [0, 1]}, {"d": 0, "v": num(1, 10)}, drop=["kl"]),
        Variant(
            "with v/3 in place of v/2",
            {P: [num(11, 20), num(9, 20)], Q: [num(9, 20), num(11, 20)]},
            {"d": num(1, 49), "v": num(1, 10)},
            claim=Le(TotalVariation(P, Q), d / (4 * v) + v / 3),
        ),
    ],
)

pinsker = Theorem(
    title="Pinsker's inequality: total variation is at most √(D/2)",
    source=Source("tsybakov", "Lemma 2.5"),
    about=[P, Q],
    where=[Gt(d, 0)],
    given={"kl": Le(KL(P, Q), d)},
    claim=Le(TotalVariation(P, Q), sqrt(d / 2)),
    proof=[
        have("v>0", Gt(sqrt(d / 2), 0), by=Real()),
        have(
            "line",
            Le(TotalVariation(P, Q), d / (4 * sqrt(d / 2)) + sqrt(d / 2) / 2),
            by=Cite(line, reals={"v": sqrt(d / 2)}, using=["v>0"]),
        ),
        have("same", Eq(d / (4 * sqrt(d / 2)) + sqrt(d / 2) / 2, sqrt(d / 2)), by=Real()),
        have("goal", by=Real({"line": 1, "same": 1})),
    ],
    witness=({"d": 1}, alike),
    fails=[
        Variant("without the divergence", {P: [1, 0], Q: [0, 1]}, {"d": num(1, 10)}, drop=["kl"]),
        Variant(
            "with √(2D/5) in place of √(D/2)",
            {P: [num(11, 20), num(9, 20)], Q: [num(9, 20), num(11, 20)]},
            {"d": num(21, 1000)},
            claim=Le(TotalVariation(P, Q), sqrt(2 * d / 5)),
        ),
    ],
)

# -- Bretagnolle and Huber

rest = 1 - tau**2
below = Le(rest * (s * (2 - log(rest)) - s * log(s / t)), (1 + tau) * s + (1 - tau) * t)
above = Le(rest * (s * (2 - log(rest)) - s * log(s / t)), (1 - tau) * s + (1 + tau) * t)
inside = [Gt(s, 0), Gt(t, 0), Gt(tau, 0), Lt(tau, 1)]
tangents = [Lemma(below, inside, {"s": p, "t": q}), Lemma(above, inside, {"s": p, "t": q})]

contact = Theorem(
    title="If D <= −log(1 − τ²), then total variation is at most τ",
    source=Source("tsybakov", "Lemma 2.6"),
    about=[P, Q],
    where=[Gt(tau, 0), Lt(tau, 1)],
    given={"kl": Le(KL(P, Q), -log(rest))},
    claim=Le(TotalVariation(P, Q), tau),
    proof=[
        have("support", forall(x, supported(p, q)), by=Defined("kl", entropy, x)),
        have(
            "below",
            forall(x, Le(rest * (p * (2 - log(rest)) - entropy), (1 + tau) * p + (1 - tau) * q)),
            by=Pointwise(["support"], cases=zeros, lemmas=tangents[:1]),
        ),
        have(
            "above",
            forall(x, Le(rest * (p * (2 - log(rest)) - entropy), (1 - tau) * p + (1 + tau) * q)),
            by=Pointwise(["support"], cases=zeros, lemmas=tangents[1:]),
        ),
        have(
            "cut",
            forall(x, Le(rest * (p * (2 - log(rest)) - entropy), p + q - tau * distance)),
            by=Pointwise(["below", "above"], cases=[Gt(p, q)], finite=["support"]),
        ),
        have(
            "sum",
            Le(
                rest * (Int(p, x) * (2 - log(rest)) - KL(P, Q)),
                Int(p, x) + Int(q, x) - tau * Int(distance, x),
            ),
            by=Integrate(x, "cut", using=["kl"]),
        ),
        have("twice", Le(2 * rest, 2 - 2 * tau * TotalVariation(P, Q)), by=Real(["sum", "kl", "P.mass", "Q.mass"])),
        have("goal", by=Real({"twice": 1 / (2 * tau)})),
    ],
    witness=({"tau": half}, alike),
    fails=[
        Variant("without the divergence", {P: [1, 0], Q: [0, 1]}, {"tau": half}, drop=["kl"]),
        Variant(
            "with 49/100 of τ",
            {P: [1, 0], Q: [num(3, 4), num(1, 4)]},
            {"tau": num(1, 2)},
            claim=Le(TotalVariation(P, Q), num(49, 100) * tau),
        ),
    ],
)

root = sqrt(1 - exp(-d))

bretagnolle_huber = Theorem(
    title="Bretagnolle and Huber: total variation is at most √(1 − e^−D)",
    source=Source("tsybakov", "Lemma 2.6"),
    about=[P, Q],
    where=[Gt(d, 0)],
    given={"kl": Le(KL(P, Q), d)},
    claim=Le(TotalVariation(P, Q), root),
    proof=[
        have("root>0", Gt(root, 0), by=Real()),
        have("root<1", Lt(root, 1), by=Real()),
        have("same", Eq(-log(1 - root**2), d), by=Real()),
        have("level", Le(KL(P, Q), -log(1 - root**2)), by=Real({"kl": 1, "same": 1})),
        have("goal", by=Cite(contact, reals={"tau": root}, given={"kl": "level"}, using=["root>0", "root<1"])),
    ],
    witness=({"d": 1}, alike),
    fails=[
        Variant("without the divergence", {P: [1, 0], Q: [0, 1]}, {"d": num(1, 10)}, drop=["kl"]),
        Variant(
            "with √(1 − e^(−D/3))",
            {P: [1, 0], Q: [half, half]},
            {"d": log(num(2))},
            claim=Le(TotalVariation(P, Q), sqrt(1 - exp(-d / 3))),
        ),
    ],
)
