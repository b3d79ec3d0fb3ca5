"""What is behind (ε,δ): laws that are ε-close but for a part δ' <= δ of each, which lies where the other law is smaller.

Let α <= β be the two hockey-stick divergences of P and Q (else exchange P and Q), u = e^ε, and δ' = β. From Q take (q − u p)₊,
from P a mixture of (p − u q)₊, which has mass α, and (p − q)₊, which has mass TV >= β, so that β is taken from both. What is
left, scaled, is ε-close:

    p − r >= q where p > q, as r <= p − q, and p − r <= u q, as r >= p − u q

If β = 0 the laws are ε-close as they are, and if β = 1 they have disjoint supports. A second reading is Bayesian: whoever sees
y and flips a coin with bias min(1, u q/p) knows no more than ε allows while the coin shows 1, and it does so with probability
at least 1 − δ.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Attained,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
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
    Min,
    Piecewise,
    Symbol,
    exp,
    log,
    num,
    pos,
)
from dpsym.objects.unfold import HockeyStick
from theorems.vocabulary import P, Q, delta, e_eps, eps, half, p, q, x

P1, Q1, P2, Q2 = Law("P1", x), Law("Q1", x), Law("P2", x), Law("Q2", x)  # P', Q', P'', Q''
excess_P, excess_Q, V = HockeyStick(P, Q, e_eps), HockeyStick(Q, P, e_eps), Int(pos(p - q), x)  # α, β and TV above
room = V - excess_P
mix = Piecewise(((excess_Q - excess_P) / room, Gt(room, 0)), default=0)
taken_p, taken_q = (1 - mix) * pos(p - e_eps * q) + mix * pos(p - q), pos(q - e_eps * p)
p1, q1 = (p - taken_p) / (1 - excess_Q), (q - taken_q) / (1 - excess_Q)
p2, q2 = taken_p / excess_Q, taken_q / excess_Q
order = [Ge(p, q), Ge(p, e_eps * q), Ge(q, e_eps * p)]
open_ = ["beta>0", "beta<1"]

# R and Z are taken from X and Y: at least the excess over U times the other, at most the excess over the other.
R, U, X, Y, Z = (Symbol(n) for n in "RUXYZ")
left = Le(X - R, U * (Y - Z))
enough = [Ge(X, 0), Ge(Y, 0), Ge(U, 1), Le(X - U * Y, R), Ge(R, 0), Ge(Z, 0), Le(Z, pos(Y - X))]
left_p = Lemma(left, enough, {"X": p, "Y": q, "R": taken_p, "Z": taken_q, "U": e_eps})
left_q = Lemma(left, enough, {"X": q, "Y": p, "R": taken_q, "Z": taken_p, "U": e_eps})
some_left = Lemma(Ge(X - R, 0), [Ge(X, 0), Ge(Y, 0), Le(R, pos(X - Y))], {"X": p, "Y": q, "R": taken_p})

none_outside = Lemma(Le(R, 0), [Le(X, Y), Le(R, pos(X - Y))], {"X": p, "Y": q, "R": taken_p})
none_outside_q = Lemma(Le(R, 0), [Le(X, Y), Le(R, pos(X - Y))], {"X": q, "Y": p, "R": taken_q})
outside_q = Indicator(Le(q, p)) * taken_q
outside = Indicator(Le(p, q)) * taken_p


def quotient(a: Term, b: Term) -> Lemma:
    return Lemma(Ge(X / Y, 0), [Ge(X, 0), Gt(Y, 0)], {"X": a, "Y": b})


def scaled(a: Term, b: Term) -> Lemma:
    return Lemma(
        Le(X / R, U * (Y / R)), [Gt(R, 0), Ge(U, 1), Le(X, U * Y)], {"X": a, "Y": b, "U": e_eps, "R": 1 - excess_Q}
    )


bounds = ["p.1", "p.2", "q.1", "q.2"]

basic = Theorem(
    title="(ε,δ)-indistinguishable laws are ε-close but for a part δ' <= δ of each, on p > q and on q > p",
    source=Source("privacy-notes", "Section 8.1"),
    about=[P, Q],
    where=[Ge(eps, 0), Ge(delta, 0)],
    given={
        "QP": Le(excess_Q, delta),
        "order": Le(excess_P, excess_Q),
        "beta>0": Gt(excess_Q, 0),
        "beta<1": Lt(excess_Q, 1),
    },
    exists=[P1, Q1, P2, Q2],
    claim={
        "part": Le(excess_Q, delta),
        "P": forall(x, Eq(p, (1 - excess_Q) * P1.density + excess_Q * P2.density)),
        "Q": forall(x, Eq(q, (1 - excess_Q) * Q1.density + excess_Q * Q2.density)),
        "near.PQ": forall(x, Le(P1.density, e_eps * Q1.density)),
        "near.QP": forall(x, Le(Q1.density, e_eps * P1.density)),
        "S": forall(x, Eq(Indicator(Le(p, q)) * P2.density, 0)),
        "T": forall(x, Eq(Indicator(Le(q, p)) * Q2.density, 0)),
    },
    choice={P1: p1, Q1: q1, P2: p2, Q2: q2},
    proof=[
        have("swap", Eq(V, Int(pos(q - p), x) + Int(p, x) - Int(q, x)), by=Under(x, cases=[Ge(p, q)])),
        have("inside", Le(excess_Q, Int(pos(q - p), x)), by=Under(x, cases=[Ge(q, p), Ge(q, e_eps * p)])),
        have("beta<=V", Le(excess_Q, V), by=Real(["swap", "inside", "P.mass", "Q.mass"])),
        have("mix>=0", Ge(mix, 0), by=Real(["order"], cases=[Gt(room, 0)])),
        have("mix<=1", Le(mix, 1), by=Real(["order", "beta<=V"], cases=[Gt(room, 0)])),
        have("mix.1", Le(mix * room, excess_Q - excess_P), by=Real(["order", "beta<=V"], cases=[Gt(room, 0)])),
        have("mix.2", Le(excess_Q - excess_P, mix * room), by=Real(["order", "beta<=V"], cases=[Gt(room, 0)])),
        have("mix", Eq(mix * room, excess_Q - excess_P), by=Real(["mix.1", "mix.2"])),
        have("least", forall(x, Le(pos(p - e_eps * q), taken_p)), by=Pointwise(["mix>=0", "mix<=1"], cases=order[:2])),
        have("most", forall(x, Le(taken_p, pos(p - q))), by=Pointwise(["mix>=0", "mix<=1"], cases=order[:2])),
        have("p.1", forall(x, Le(p - e_eps * q, taken_p)), by=Pointwise(["least"])),
        have("p.2", forall(x, Ge(taken_p, 0)), by=Pointwise(["least"])),
        have("q.1", forall(x, Le(q - e_eps * p, taken_q)), by=Pointwise()),
        have("q.2", forall(x, Ge(taken_q, 0)), by=Pointwise()),
        have("q.3", forall(x, Le(taken_q, pos(q - p))), by=Pointwise(cases=[Ge(q, p), Ge(q, e_eps * p)])),
        have("up", forall(x, Le(p - taken_p, e_eps * (q - taken_q))), by=Pointwise([*bounds, "q.3"], lemmas=[left_p])),
        have(
            "down", forall(x, Le(q - taken_q, e_eps * (p - taken_p))), by=Pointwise([*bounds, "most"], lemmas=[left_q])
        ),
        have("p.3", forall(x, Ge(p - taken_p, 0)), by=Pointwise(["most"], lemmas=[some_left])),
        have("q.4", forall(x, Ge(q - taken_q, 0)), by=Pointwise(cases=[Ge(q, e_eps * p)])),
        have("rest>0", Gt(1 - excess_Q, 0), by=Real(["beta<1"])),
        have(
            "taken.sum",
            Eq(Int(taken_p, x), (1 - mix) * excess_P + mix * V),
            by=Integrate(x, parts=[(1, taken_p), (-(1 - mix), pos(p - e_eps * q)), (-mix, pos(p - q))]),
        ),
        have("taken", Eq(Int(taken_p, x), excess_Q), by=Real({"taken.sum": 1, "mix": 1})),
        have(
            "P1.sum",
            Eq(Int(p1, x), 1 / (1 - excess_Q) * Int(p, x) - 1 / (1 - excess_Q) * Int(taken_p, x)),
            by=Integrate(x, parts=[(1, p1), (-1 / (1 - excess_Q), p), (1 / (1 - excess_Q), taken_p)], using=open_),
        ),
        have(
            "Q1.sum",
            Eq(Int(q1, x), 1 / (1 - excess_Q) * Int(q, x) - 1 / (1 - excess_Q) * excess_Q),
            by=Integrate(x, parts=[(1, q1), (-1 / (1 - excess_Q), q), (1 / (1 - excess_Q), taken_q)], using=open_),
        ),
        have(
            "P2.sum",
            Eq(Int(p2, x), 1 / excess_Q * Int(taken_p, x)),
            by=Integrate(x, parts=[(1, p2), (-1 / excess_Q, taken_p)], using=open_),
        ),
        have(
            "Q2.sum",
            Eq(Int(q2, x), 1 / excess_Q * excess_Q),
            by=Integrate(x, parts=[(1, q2), (-1 / excess_Q, taken_q)], using=open_),
        ),
        have("P1.mass", Eq(Int(p1, x), 1), by=Real(["P1.sum", "P.mass", "taken", *open_])),
        have("Q1.mass", Eq(Int(q1, x), 1), by=Real(["Q1.sum", "Q.mass", *open_])),
        have("P2.mass", Eq(Int(p2, x), 1), by=Real(["P2.sum", "taken", *open_])),
        have("Q2.mass", Eq(Int(q2, x), 1), by=Real(["Q2.sum", *open_])),
        have("P", forall(x, Eq(p, (1 - excess_Q) * p1 + excess_Q * p2)), by=Pointwise(open_)),
        have("Q", forall(x, Eq(q, (1 - excess_Q) * q1 + excess_Q * q2)), by=Pointwise(open_)),
        have(
            "PQ",
            forall(x, Le(p1, e_eps * q1)),
            by=Pointwise(["up", "rest>0"], lemmas=[scaled(p - taken_p, q - taken_q)]),
        ),
        have(
            "QP'",
            forall(x, Le(q1, e_eps * p1)),
            by=Pointwise(["down", "rest>0"], lemmas=[scaled(q - taken_q, p - taken_p)]),
        ),
        have("S.1", forall(x, Le(outside, 0)), by=Pointwise(["most"], cases=[Le(p, q)], lemmas=[none_outside])),
        have("S.2", forall(x, Le(0, outside)), by=Pointwise(["p.2"], cases=[Le(p, q)])),
        have("S.3", forall(x, Eq(outside, 0)), by=Pointwise(["S.1", "S.2"])),
        have("S", forall(x, Eq(Indicator(Le(p, q)) * p2, 0)), by=Pointwise({"S.3": 1 / excess_Q, "beta>0": 0})),
        have("T.1", forall(x, Le(outside_q, 0)), by=Pointwise(["q.3"], cases=[Le(q, p)], lemmas=[none_outside_q])),
        have("T.2", forall(x, Le(0, outside_q)), by=Pointwise(["q.2"], cases=[Le(q, p)])),
        have("T.3", forall(x, Eq(outside_q, 0)), by=Pointwise(["T.1", "T.2"])),
        have("T", forall(x, Eq(Indicator(Le(q, p)) * q2, 0)), by=Pointwise({"T.3": 1 / excess_Q, "beta>0": 0})),
    ],
    witness=({"eps": 0, "delta": half}, {P: [half, half, 0], Q: [0, half, half]}),
)

# -- the Bayesian version: a coin for each outcome, with bias min(1, u q/p) -------------------------------------------------

w = Symbol("w")
coin = Piecewise((e_eps * q / p, Gt(p, e_eps * q)), default=1)
seen = w * p + (1 - w) * q
posterior = Piecewise((w * p * coin / seen, Gt(seen, 0)), default=0)
posterior_claim = forall(x, Le(posterior, w / (w + (1 - w) * exp(-eps))))

posterior_bound = Theorem(
    title="P[X = 1 and the coin of Y shows 1 | Y = y] <= p/(p + (1 − p) e^−ε) for the prior p of X = 1: Y ~ P if X = 1, else Q",
    source=Source("privacy-notes", "Section 8, Bayesian version, 1"),
    about=[P, Q],
    where=[Ge(eps, 0), Ge(w, 0), Le(w, 1)],
    claim=posterior_claim,
    proof=[
        have("prior>0", Gt(w + (1 - w) * exp(-eps), 0), by=Real()),
        have(
            "coin",
            forall(x, Le(w * p * coin * (w + (1 - w) * exp(-eps)), w * seen)),
            by=Pointwise(cases=[Gt(p, e_eps * q)]),
        ),
        have(
            "goal",
            by=Pointwise(
                ["coin", "prior>0"],
                cases=[Gt(seen, 0)],
                lemmas=[
                    Lemma(
                        Le(X / Y, R / Z),
                        [Gt(Y, 0), Gt(Z, 0), Le(X * Z, R * Y)],
                        {"X": w * p * coin, "Y": seen, "R": w, "Z": w + (1 - w) * exp(-eps)},
                    )
                ],
            ),
        ),
    ],
    witness=({"eps": 1, "w": half}, {P: [half, half], Q: [half, half]}),
    fails=[
        Variant(
            "with a smaller bound",
            {P: [num(2, 3), num(1, 3)], Q: [num(1, 3), num(2, 3)]},
            {"eps": log(num(2)), "w": half},
            claim=Le(posterior, num(99, 100) * (w / (w + (1 - w) * exp(-eps)))),
        ),
        Variant(
            "without the coin",
            {P: [1, 0], Q: [half, half]},
            {"eps": half, "w": half},
            claim=Le(Piecewise((w * p / seen, Gt(seen, 0)), default=0), w / (w + (1 - w) * exp(-eps))),
        ),
    ],
)

shows_p, shows_q = Int(coin * p, x), Int(coin * q, x)
square = Lemma(Le(Y - (X - U * Y) / U, U * Y / X * Y), [Ge(Y, 0), Gt(X, U * Y), Ge(U, 1)], {"X": p, "Y": q, "U": e_eps})

coin_shows_one = Theorem(
    title="The coin shows 1 with probability at least 1 − δ under P, and at least 1 − δ e^−ε under Q",
    source=Source("privacy-notes", "Section 8, Bayesian version, 2", sharpened=True),
    about=[P, Q],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"PQ": Le(excess_P, delta)},
    claim={"P": Le(1 - delta, shows_p), "Q": Le(1 - delta / e_eps, shows_q)},
    proof=[
        have("at P", forall(x, Eq(coin * p, p - pos(p - e_eps * q))), by=Pointwise(cases=[Gt(p, e_eps * q)])),
        have("sum P", Eq(shows_p, Int(p, x) - excess_P), by=Integrate(x, "at P", using=["at P"])),
        have("under P", Le(1 - delta, shows_p), by=Real(["sum P", "P.mass", "PQ"])),
        have(
            "at Q",
            forall(x, Le(q - pos(p - e_eps * q) / e_eps, coin * q)),
            by=Pointwise(cases=[Gt(p, e_eps * q)], lemmas=[square]),
        ),
        have("small", forall(x, Le(coin, 1)), by=Pointwise(cases=[Gt(p, e_eps * q)])),
        have("coin>=0", forall(x, Ge(coin, 0)), by=Pointwise(cases=[Gt(p, e_eps * q)])),
        have("below", forall(x, Le(coin * q, q)), by=Pointwise(["small"])),
        have("finite", Le(shows_q, Int(q, x)), by=Integrate(x, "below", using=["coin>=0"])),
        have("sum Q", Le(Int(q, x) - excess_P / e_eps, shows_q), by=Integrate(x, "at Q", using=["finite"])),
        have("under Q", Le(1 - delta / e_eps, shows_q), by=Real({"sum Q": 1, "Q.mass": 1, "PQ": 1 / e_eps})),
    ],
    tight=Attained({P: [delta, 1 - delta], Q: [0, 1]}, claim="P"),
    fails=[
        Variant(
            "with a smaller δ",
            {P: [half, half], Q: [0, 1]},
            {"eps": 1, "delta": half},
            claim=Le(1 - num(99, 100) * delta, shows_p),
        ),
        Variant("without the hypothesis", {P: [1, 0], Q: [0, 1]}, {"eps": 1, "delta": 0}, drop=["PQ"]),
    ],
)

# -- ε = 0: the common part ------------------------------------------------------------------------------------------------

C = Law("c", x)
common = Min(p, q)
keep = (1 - delta) / (1 - V)
c_, p_, q_ = common / (1 - V), (p - keep * common) / delta, (q - keep * common) / delta
total = Int(common, x)
known = ["V<1"]


def part_left(t: Term) -> Lemma:
    """A part of the common part is less than either density."""
    at = {"X": t, "Y": common, "R": keep}
    return Lemma(Ge((X - R * Y) / delta, 0), [Ge(Y, 0), Le(Y, X), Ge(R, 0), Le(R, 1), Gt(delta, 0)], at)


common_part = Theorem(
    title="Laws within δ in total variation share a part 1 − δ: the representation by randomized response at ε = 0",
    source=Source("privacy-notes", "Section 8.1, corollary"),
    about=[P, Q],
    where=[Gt(delta, 0), Lt(delta, 1)],
    given={"near": Le(V, delta)},
    exists=[C, P2, Q2],
    claim={
        "P": forall(x, Eq(p, (1 - delta) * C.density + delta * P2.density)),
        "Q": forall(x, Eq(q, (1 - delta) * C.density + delta * Q2.density)),
    },
    choice={C: c_, P2: p_, Q2: q_},
    proof=[
        have("V<1", Gt(1 - V, 0), by=Real(["near"])),
        have("total.sum", Eq(total, Int(p, x) - V), by=Under(x, cases=[Ge(p, q)])),
        have("total", Eq(total, 1 - V), by=Real(["total.sum", "P.mass"])),
        have("keep<=1", Le(keep, 1), by=Real(["near", "V<1"])),
        have("keep>=0", Ge(keep, 0), by=Real(["V<1"])),
        have("P2>=0", forall(x, Ge(p_, 0)), by=Pointwise(["keep<=1", "keep>=0", "V<1"], lemmas=[part_left(p)])),
        have("Q2>=0", forall(x, Ge(q_, 0)), by=Pointwise(["keep<=1", "keep>=0", "V<1"], lemmas=[part_left(q)])),
        have(
            "C.sum",
            Eq(Int(c_, x), 1 / (1 - V) * total),
            by=Integrate(x, parts=[(1, c_), (-1 / (1 - V), common)], using=known),
        ),
        have("C.mass", Eq(Int(c_, x), 1), by=Real(["C.sum", "total", "V<1"])),
        have(
            "P2.sum",
            Eq(Int(p_, x), 1 / delta * Int(p, x) - keep / delta * total),
            by=Integrate(x, parts=[(1, p_), (-1 / delta, p), (keep / delta, common)], using=known),
        ),
        have(
            "Q2.sum",
            Eq(Int(q_, x), 1 / delta * Int(q, x) - keep / delta * total),
            by=Integrate(x, parts=[(1, q_), (-1 / delta, q), (keep / delta, common)], using=known),
        ),
        have("P2.mass", Eq(Int(p_, x), 1), by=Real(["P2.sum", "P.mass", "total", "V<1"])),
        have("Q2.mass", Eq(Int(q_, x), 1), by=Real(["Q2.sum", "Q.mass", "total", "V<1"])),
        have("P", forall(x, Eq(p, (1 - delta) * c_ + delta * p_)), by=Pointwise(known)),
        have("Q", forall(x, Eq(q, (1 - delta) * c_ + delta * q_)), by=Pointwise(known)),
    ],
    witness=({"delta": half}, {P: [half, half, 0], Q: [0, half, half]}),
)
