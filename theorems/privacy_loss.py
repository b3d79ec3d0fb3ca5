"""The privacy loss, Z = log(p(Y)/q(Y)) for Y ~ P, and the four ways to see δ = sup_S P(S) − e^ε Q(S).

The supports of P and Q agree (else Z is undefined). With u = e^ε:

    δ = ∫ (p − u q)₊ = P[Z > ε] − e^ε P[−Z' > ε] = E max(0, 1 − e^(ε − Z)) = ∫_ε^∞ e^(ε − z) P[Z > z] dz <= P[Z > ε]

Here Z' = log(q(Y)/p(Y)) for Y ~ Q. Each line is an identity at a point, integrated. The last integral is the probability that Z
exceeds ε + T for an exponential time T.
"""

from collections.abc import Sequence

from dpsym.kernel.terms import Term
from dpsym.library.entries import Definition, Formula
from dpsym.library.theorem import (
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Sharp,
    Source,
    Step,
    Swap,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Eq,
    Ge,
    Gt,
    Indicator,
    Int,
    Law,
    Le,
    Lt,
    Piecewise,
    Query,
    Symbol,
    exp,
    log,
    num,
    pos,
)
from dpsym.objects.unfold import HockeyStick
from theorems.instances import of
from theorems.vocabulary import P, Q, e_eps, eps, half, p, q, third, x, y

t, u, z = Symbol("t"), Symbol("u"), Symbol("z")

loss = Definition(
    title="The privacy loss of a pair of laws with the same support",
    source=Source("privacy-notes", "Section 1"),
    object="dpsym.objects.privacy_loss.PrivacyLoss",
    examples=of("PrivacyLoss"),
)

least_delta = Definition(
    title="δ = sup_S P(S) − e^ε Q(S), the hockey-stick divergence",
    source=Source("privacy-notes", "(1)"),
    object="dpsym.objects.divergences.HockeyStick",
    examples=of("HockeyStick"),
)

# -- the four ways: Z is only spoken of where p, q > 0 -----------------------------------------------------------

same_support = {
    "Q": forall(x, Eq(Indicator(Gt(p, 0), Le(q, 0)), 0)),
    "P": forall(x, Eq(Indicator(Gt(q, 0), Le(p, 0)), 0)),
}
Z = log(p / q)
over = Piecewise((0, Le(p, 0)), (Indicator(Gt(Z, eps)) * p, Gt(q, 0)))
over_q = Piecewise((0, Le(q, 0)), (Indicator(Gt(-log(q / p), eps)) * q, Gt(p, 0)))
tail, tail_q = Int(over, x), Int(over_q, x)
stick = pos(p - e_eps * q)
cases = [Gt(p, 0), Gt(q, 0), Gt(p, e_eps * q)]


def compare(statement: Term, condition: Term) -> Lemma:
    """A fact about log(t/u) where t, u > 0 and the condition hold, at t = p and u = q."""
    return Lemma(statement, [Gt(t, 0), Gt(u, 0), condition], {"t": p, "u": q, "z": eps})


exceeds, stays = Gt(t, exp(z) * u), Le(t, exp(z) * u)
signs = [
    compare(Gt(log(t / u), z), exceeds),
    compare(Le(log(t / u), z), stays),
    compare(Gt(-log(u / t), z), exceeds),
    compare(Le(-log(u / t), z), stays),
]


def is_tail(n: str, part: Term, whole: Term, support: Sequence[str] = ("P", "Q")) -> list[Step]:
    """The part of a density where the loss is large has a finite integral."""
    return [
        have(f"at {n}", forall(x, Le(part, whole)), by=Pointwise(support, cases=cases, lemmas=signs)),
        have(f"{n}>=0", forall(x, Ge(part, 0)), by=Pointwise(support, cases=cases, lemmas=signs)),
        have(f"in {n}", Le(Int(part, x), Int(whole, x)), by=Integrate(x, f"at {n}", using=[f"{n}>=0"])),
    ]


tails_claim = Eq(HockeyStick(P, Q, e_eps), tail - e_eps * tail_q)
coins = {P: [num(2, 3), third], Q: [third, num(2, 3)]}

tails = Theorem(
    title="δ = P[Z > ε] − e^ε P[−Z' > ε]",
    source=Source("privacy-notes", "Section 2.1"),
    about=[P, Q],
    where=[Ge(eps, 0)],
    given=same_support,
    claim=tails_claim,
    proof=[
        have(
            "cut",
            forall(x, Eq(stick, over - e_eps * over_q)),
            by=Pointwise(["P", "Q"], cases=cases, lemmas=signs),
        ),
        *is_tail("P", over, p),
        *is_tail("Q", over_q, q),
        have("goal", by=Integrate(x, "cut", using=["in P", "in Q"])),
    ],
    witness=({"eps": half}, coins),
)

# -- the mean of max(0, 1 − e^(ε − Z)) --------------------------------------------------------------------------

gain = Piecewise((0, Le(p, 0)), (pos(1 - exp(eps - Z)) * p, Gt(q, 0)))
mean_claim = Eq(HockeyStick(P, Q, e_eps), Int(gain, x))
ratio = Lemma(Eq(exp(z - log(t / u)), exp(z) * (u / t)), [Gt(t, 0), Gt(u, 0)], {"t": p, "u": q, "z": eps})

mean = Theorem(
    title="δ = E max(0, 1 − e^(ε − Z))",
    source=Source("privacy-notes", "Section 2.1"),
    about=[P, Q],
    where=[Ge(eps, 0)],
    given=same_support,
    claim=mean_claim,
    proof=[
        have("cut", forall(x, Eq(stick, gain)), by=Pointwise(["P", "Q"], cases=cases, lemmas=[ratio])),
        have("at P", forall(x, Le(gain, p)), by=Pointwise(["P", "Q"], cases=cases, lemmas=[ratio])),
        have("goal", by=Integrate(x, "cut", using=["at P"])),
    ],
    witness=({"eps": half}, coins),
)

# -- at most the tail ------------------------------------------------------------------------------------------

at_most_the_tail = Theorem(
    title="δ <= P[Z > ε]",
    source=Source("privacy-notes", "Section 2.1"),
    about=[P, Q],
    where=[Ge(eps, 0)],
    given={"Q": same_support["Q"]},
    claim=Le(HockeyStick(P, Q, e_eps), tail),
    proof=[
        have("cut", forall(x, Le(stick, over)), by=Pointwise(["Q"], cases=cases, lemmas=signs)),
        *is_tail("P", over, p, ["Q"]),
        have("goal", by=Integrate(x, "cut", using=["in P"])),
    ],
    witness=({"eps": half}, coins),
    fails=[
        Variant(
            "with a factor of 9/10: Z is large on the event",
            {P: [half, half], Q: [num(1, 200), num(199, 200)]},
            {"eps": log(num(2))},
            claim=Le(HockeyStick(P, Q, e_eps), num(9, 10) * tail),
        ),
    ],
)

m, c = Symbol("m"), Symbol("c")
rare = m * (m - c) / (e_eps * (2 * m - c))  # Q gives it to an event to which P gives m: the loss is far above ε there

tail_is_sharp = Theorem(
    title="If p > e^ε q, that is Z > ε, has probability at most m under P, then δ <= m; no less can be said, for any m in (0, 1)",
    source=Source("privacy-notes", "Section 2.1", sharpened=True),
    about=[P, Q],
    where=[Ge(eps, 0)],
    given={"tail": Le(Int(Indicator(Gt(p, e_eps * q)) * p, x), m)},
    claim=Le(HockeyStick(P, Q, e_eps), m),
    proof=[
        have(
            "sum",
            Le(HockeyStick(P, Q, e_eps), Int(Indicator(Gt(p, e_eps * q)) * p, x)),
            by=Under(x, cases=[Gt(p, e_eps * q)]),
        ),
        have("goal", by=Real(["sum", "tail"])),
    ],
    tight=Sharp(
        {P: [m, 1 - m], Q: [rare, 1 - rare]},
        where=[Gt(m, 0), Lt(m, 1)],
        at={"eps": 1, "m": half, "c": num(4999, 10000)},
    ),
    fails=[
        Variant(
            "with a factor of 9/10",
            {P: [half, half], Q: [num(1, 200), num(199, 200)]},
            {"eps": log(num(2)), "m": half},
            claim=Le(HockeyStick(P, Q, e_eps), num(9, 10) * m),
        ),
        Variant(
            "without a bound of the tail",
            {P: [half, half], Q: [num(1, 200), num(199, 200)]},
            {"eps": log(num(2)), "m": 0},
            drop=["tail"],
        ),
    ],
)

# -- layer cake: the law ε + Exp(1) ------------------------------------------------------------------------------

T, Time = Law("e", y), Query("z", y)
tick, time = T.density, Time.density
L = Query("L", x)
later = Indicator(Lt(time, L.density))
seen = Int(tick * later, y)
layers_claim = Eq(HockeyStick(P, Q, e_eps), Int(tick * Int(later * p, x), y))
passes = pos(1 - exp(eps - L.density))
l = Symbol("l")
scaled = Lemma(Eq(exp(z - l) * (exp(l) * u), exp(z) * u), [Ge(u, 0)], {"u": q, "z": eps, "l": L.density})

layers = Theorem(
    title="δ = ∫ e(z) P[Z > z] dz, for a law of z with e[z < s] = max(0, 1 − e^(ε − s)): that of ε + Exp(1)",
    source=Source("privacy-notes", "Section 2.1"),
    about=[P, Q, L, T, Time],
    where=[Ge(eps, 0)],
    given={"loss": forall(x, Eq(p, exp(L.density) * q)), "clock": forall(x, Eq(seen, passes))},
    claim=layers_claim,
    proof=[
        have(
            "cut",
            forall(x, Eq(pos(p - e_eps * q), passes * p)),
            by=Pointwise(["loss"], cases=[Ge(L.density, eps)], lemmas=[scaled]),
        ),
        have("pull", forall(x, Eq(Int(tick * later * p, y), seen * p)), by=Under(y)),
        have(
            "at x", forall(x, Eq(pos(p - e_eps * q), Int(tick * later * p, y))), by=Pointwise(["cut", "pull", "clock"])
        ),
        have("sum", Eq(HockeyStick(P, Q, e_eps), Int(Int(tick * later * p, y), x)), by=Integrate(x, "at x")),
        have("swap", Eq(Int(Int(tick * later * p, y), x), Int(Int(tick * later * p, x), y)), by=Swap()),
        have("at z", forall(y, Eq(Int(tick * later * p, x), tick * Int(later * p, x))), by=Under(x)),
        have("out", Eq(Int(Int(tick * later * p, x), y), Int(tick * Int(later * p, x), y)), by=Integrate(y, "at z")),
        have("goal", by=Real(["sum", "swap", "out"])),
    ],
    witness=(
        {"eps": 0},
        {
            P: [num(2, 3), third],
            Q: [third, num(2, 3)],
            L: [log(num(2)), -log(num(2))],
            T: [half, half],
            Time: [half, 1],
        },
    ),
    fails=[
        Variant(
            "without the clock",
            {P: [num(2, 3), third], Q: [third, num(2, 3)], L: [log(num(2)), -log(num(2))], T: [1, 0], Time: [half, 1]},
            {"eps": 0},
            drop=["clock"],
        ),
        Variant(
            "with a loss of another pair",
            {P: [num(2, 3), third], Q: [third, num(2, 3)], L: [0, 0], T: [half, half], Time: [half, 1]},
            {"eps": 0},
            drop=["loss"],
        ),
    ],
)

exponential_clock = Formula(
    title="ε + Exp(1) is before s with probability 1 − e^(ε − s)",
    source=Source("privacy-notes", "Section 2.1"),
    claim="Integral(exp(eps - z), (z, eps, s)) == 1 - exp(eps - s)",
    where=["eps >= 0", "s >= eps"],
)

exponential_clock_mass = Formula(
    title="ε + Exp(1) is a law",
    source=Source("privacy-notes", "Section 2.1"),
    claim="Integral(exp(eps - z), (z, eps, oo)) == 1",
    where=["eps >= 0"],
)
