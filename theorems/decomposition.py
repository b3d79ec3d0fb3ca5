"""What is behind (ε,δ): laws that are ε-close but for a part δ' <= δ of each, which lies where the other law is smaller.

Let α and β be the two hockey-stick divergences of P and Q, u = e^ε, and δ' the larger of them. From P take a mixture of (p − u q)₊,
which has mass α, and (p − q)₊, which has mass TV >= δ', so that δ' is taken, and likewise from Q. What is left, scaled, is ε-close:

    p − r >= q where p > q, as r <= p − q, and p − r <= u q, as r >= p − u q

If δ' = 0 nothing is taken, and if δ' = 1 nothing is left: then P' and Q' may be any law. A second reading is Bayesian: whoever sees
y and flips a coin with bias min(1, u q/p) knows no more than ε allows while the coin shows 1, and it does so with probability
at least 1 − δ.
"""

from collections.abc import Sequence

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Attained,
    Cite,
    Instantiate,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Step,
    Theorem,
    Under,
    Vanish,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Density,
    Eq,
    Ge,
    Gt,
    Indicator,
    Int,
    Law,
    Le,
    Lt,
    Max,
    Min,
    Piecewise,
    Symbol,
    exp,
    log,
    num,
    pos,
)
from dpsym.objects.unfold import HockeyStick, Indistinguishable, RenyiMoment
from theorems.concentrated import pure_is_half_square_concentrated
from theorems.vocabulary import P, Q, alpha, delta, e_eps, eps, half, p, q, x

P1, Q1, P2, Q2 = Law("P1", x), Law("Q1", x), Law("P2", x), Law("Q2", x)  # P', Q', P'', Q''
excess_P, excess_Q, V = HockeyStick(P, Q, e_eps), HockeyStick(Q, P, e_eps), Int(pos(p - q), x)  # α, β and TV above
V_ = Int(pos(q - p), x)  # the same
D = Max(excess_P, excess_Q)  # δ'
R, U, X, Y, Z, S = (Symbol(n) for n in "RUXYZS")


def share(far: Term, near: Term) -> Term:
    """How much of (p − q)₊ is mixed into (p − u q)₊, so that the mass is δ'."""
    return Piecewise(((D - far) / (near - far), Gt(near - far, 0)), default=0)


mix_p, mix_q = share(excess_P, V), share(excess_Q, V_)
taken_p = (1 - mix_p) * pos(p - e_eps * q) + mix_p * pos(p - q)
taken_q = (1 - mix_q) * pos(q - e_eps * p) + mix_q * pos(q - p)
left_p, left_q = p - taken_p, q - taken_q

# What is left, over 1 − δ', or P itself if nothing is left; what is taken, over δ', or (p − q)₊, or P itself, if nothing is taken.
rest, whole = Piecewise((1 / (1 - D), Lt(D, 1)), default=0), Piecewise((0, Lt(D, 1)), default=1)
part = Piecewise((1 / D, Gt(D, 0)), default=0)
p1, q1 = rest * left_p + whole * p, rest * left_q + whole * p


def other_part(v: Term) -> tuple[Term, Term]:
    return Piecewise((0, Gt(D, 0)), (1 / v, Gt(v, 0)), default=0), Piecewise((0, Gt(D, 0)), (0, Gt(v, 0)), default=1)


over_p, all_p = other_part(V)
over_q, all_q = other_part(V_)
p2 = part * taken_p + over_p * pos(p - q) + all_p * p
q2 = part * taken_q + over_q * pos(q - p) + all_q * q


def between(n: str, far: Term, near: Term, mix: Term, a: Term, b: Term, taken: Term) -> list[Step]:
    """(a − u b)₊ <= taken <= (a − b)₊, and its mass is δ'."""
    u = e_eps
    order = [Ge(a, b), Ge(a, u * b)]
    return [
        have(f"{n}.room", Le(far, near), by=Under(x, cases=order)),
        have(f"{n}.D", Le(far, D), by=Real()),
        have(f"{n}.mix>=0", Ge(mix, 0), by=Real([f"{n}.D"], cases=[Gt(near - far, 0)])),
        have(f"{n}.mix<=1", Le(mix, 1), by=Real([f"{n}.D", f"D<={n}"], cases=[Gt(near - far, 0)])),
        have(
            f"{n}.mix",
            Eq(mix * (near - far), D - far),
            by=Real([f"{n}.D", f"D<={n}", f"{n}.room"], cases=[Gt(near - far, 0)]),
        ),
        have(
            f"{n}.least",
            forall(x, Le(pos(a - u * b), taken)),
            by=Pointwise([f"{n}.mix>=0", f"{n}.mix<=1"], cases=order),
        ),
        have(f"{n}.most", forall(x, Le(taken, pos(a - b))), by=Pointwise([f"{n}.mix>=0", f"{n}.mix<=1"], cases=order)),
        have(f"{n}.above", forall(x, Le(a - u * b, taken)), by=Pointwise([f"{n}.least"])),
        have(f"{n}>=0", forall(x, Ge(taken, 0)), by=Pointwise([f"{n}.least"])),
        have(
            f"{n}.left>=0",
            forall(x, Ge(a - taken, 0)),
            by=Pointwise(
                [f"{n}.most"],
                lemmas=[Lemma(Ge(X - R, 0), [Ge(X, 0), Ge(Y, 0), Le(R, pos(X - Y))], {"X": a, "Y": b, "R": taken})],
            ),
        ),
        have(
            f"{n}.sum",
            Eq(Int(taken, x), (1 - mix) * far + mix * near),
            by=Integrate(x, parts=[(1, taken), (-(1 - mix), pos(a - u * b)), (-mix, pos(a - b))]),
        ),
        have(f"{n}.mass", Eq(Int(taken, x), D), by=Real({f"{n}.sum": 1, f"{n}.mix": 1})),
    ]


def close(n: str, a: Term, b: Term, taken: Term, other: Term, mine: str, theirs: str) -> Step:
    """What is left of a is at most u times what is left of b: u (a − taken) is at least u b − ..., whichever is larger."""
    enough = [Ge(X, 0), Ge(Y, 0), Ge(U, 1), Le(X - U * Y, R), Ge(R, 0), Ge(Z, 0), Le(Z, pos(Y - X))]
    lemma = Lemma(Le(X - R, U * (Y - Z)), enough, {"X": a, "Y": b, "R": taken, "Z": other, "U": e_eps})
    known = [f"{mine}.above", f"{mine}>=0", f"{theirs}>=0", f"{theirs}.most"]
    return have(n, forall(x, Le(a - taken, e_eps * (b - other))), by=Pointwise(known, lemmas=[lemma]))


def vanishing(n: str, condition: Term, body: Term, known: Sequence[str], sign: Sequence[str] = ()) -> list[Step]:
    """Where the condition, which is about numbers, holds, the Int of the body is 0, so the body is."""
    is_so = Indicator(condition)
    return [
        have(
            f"{n}.out",
            Eq(Int(is_so * body, x), is_so * Int(body, x)),
            by=Integrate(x, parts=[(1, is_so * body), (-is_so, body)]),
        ),
        have(f"{n}.zero", Le(Int(is_so * body, x), 0), by=Real([f"{n}.out", *known], cases=[condition])),
        have(n, forall(x, Eq(is_so * body, 0)), by=Vanish(f"{n}.zero", x, using=sign)),
    ]


def mass_left(n: str, taken: Term, a: Term, law: str) -> list[Step]:
    """What is left, scaled, is a law."""
    one = rest * (a - taken) + whole * p
    return [
        have(
            f"{law}1.sum",
            Eq(Int(one, x), rest * Int(a, x) - rest * Int(taken, x) + whole * Int(p, x)),
            by=Integrate(x, parts=[(1, one), (-rest, a), (rest, taken), (-whole, p)]),
        ),
        have(
            f"{law}1.mass",
            Eq(Int(one, x), 1),
            by=Real([f"{law}1.sum", "P.mass", f"{law}.mass", f"{n}.mass"], cases=[Lt(D, 1)]),
        ),
    ]


def mass_taken(n: str, taken: Term, a: Term, b: Term, near: Term, over: Term, rest_of: Term, law: str) -> list[Step]:
    """What is taken, scaled, is a law."""
    two = part * taken + over * pos(a - b) + rest_of * a
    return [
        have(
            f"{law}2.sum",
            Eq(Int(two, x), part * Int(taken, x) + over * near + rest_of * Int(a, x)),
            by=Integrate(x, parts=[(1, two), (-part, taken), (-over, pos(a - b)), (-rest_of, a)]),
        ),
        have(
            f"{law}2.mass",
            Eq(Int(two, x), 1),
            by=Real([f"{law}2.sum", f"{law}.mass", f"{n}.mass"], cases=[Gt(D, 0), Gt(near, 0)]),
        ),
    ]


take_apart = [
    have("inside.p", Le(excess_P, V), by=Under(x, cases=[Ge(p, q), Ge(p, e_eps * q)])),
    have("inside.q", Le(excess_Q, V_), by=Under(x, cases=[Ge(q, p), Ge(q, e_eps * p)])),
    have("swap", Eq(V, V_ + Int(p, x) - Int(q, x)), by=Under(x, cases=[Ge(p, q)])),
    have("V", Eq(V, V_), by=Real(["swap", "P.mass", "Q.mass"])),
    have("D<=p", Le(D, V), by=Real(["inside.p", "inside.q", "V"])),
    have("D<=q", Le(D, V_), by=Real(["inside.p", "inside.q", "V"])),
    *between("p", excess_P, V, mix_p, p, q, taken_p),
    *between("q", excess_Q, V_, mix_q, q, p, taken_q),
    close("up", p, q, taken_p, taken_q, "p", "q"),
    close("down", q, p, taken_q, taken_p, "q", "p"),
    *mass_left("p", taken_p, p, "P"),
    *mass_left("q", taken_q, q, "Q"),
]


events = [
    have(
        "most.PQ", Le(excess_P, delta), by=Instantiate("near.PQ", Indicator(Gt(p, e_eps * q)), cases=[Gt(p, e_eps * q)])
    ),
    have(
        "most.QP", Le(excess_Q, delta), by=Instantiate("near.QP", Indicator(Gt(q, e_eps * p)), cases=[Gt(q, e_eps * p)])
    ),
]
left_laws = ["P1.mass", "Q1.mass", "rest>=0", "whole>=0", "p.left>=0", "q.left>=0"]
both_ways = [
    have("rest>=0", Ge(rest, 0), by=Real(cases=[Lt(D, 1)])),
    have("whole>=0", Ge(whole, 0), by=Real(cases=[Lt(D, 1)])),
    have("once", forall(x, Le(whole * p, e_eps * (whole * p))), by=Pointwise(["whole>=0"])),
    have("close.PQ", forall(x, Le(p1, e_eps * q1)), by=Pointwise({"up": rest, "once": 1, "rest>=0": 0})),
    have("close.QP", forall(x, Le(q1, e_eps * p1)), by=Pointwise({"down": rest, "once": 1, "rest>=0": 0})),
]


def put_together(law: str, n: str, a: Term, b: Term, taken: Term, over: Term, rest_of: Term) -> list[Step]:
    """P = (1 − δ') P' + δ' P'': what is left and what is taken, each with the factor 1, or 0 if there is nothing of it."""
    left = a - taken
    one, two = (p1, p2) if law == "P" else (q1, q2)
    return [
        have(f"{n}.over", Eq(D * over, 0), by=Real(["D>=0"], cases=[Gt(D, 0)])),
        have(f"{n}.all", Eq(D * rest_of, 0), by=Real(["D>=0"], cases=[Gt(D, 0)])),
        have(f"{n}.left.sum", Eq(Int(left, x), Int(a, x) - Int(taken, x)), by=Integrate(x)),
        have(f"{n}.left.mass", Eq(Int(left, x), 1 - D), by=Real([f"{n}.left.sum", f"{law}.mass", f"{n}.mass"])),
        *vanishing(f"{n}.left", Ge(D, 1), left, [f"{n}.left.mass", "D<=1"], [f"{n}.left>=0"]),
        *vanishing(f"{n}.taken", Le(D, 0), taken, [f"{n}.mass", "D>=0"], [f"{n}>=0"]),
        have(
            law,
            forall(x, Eq(a, (1 - D) * one + D * two)),
            by=Pointwise(
                {
                    "rest": -left, "whole": -p, "part": -taken, f"{n}.over": -pos(a - b), f"{n}.all": -a,
                    f"{n}.left": 1, f"{n}.taken": 1,
                }
            ),
        ),
    ]  # fmt: skip


def on_its_side(label: str, n: str, a: Term, b: Term, taken: Term, near: Term, over: Term, rest_of: Term) -> list[Step]:
    """P'' has no mass where p < q: neither has what is taken, nor (p − q)₊, and if P is taken itself then p = q."""
    is_so, two = Indicator(Lt(a, b)), part * taken + over * pos(a - b) + rest_of * a
    return [
        *vanishing(f"{label}.same", Le(near, 0), pos(b - a), ["V"]),
        have(
            f"{label}.none",
            forall(x, Le(is_so * taken, 0)),
            by=Pointwise(
                [f"{n}.most"],
                cases=[Lt(a, b)],
                lemmas=[Lemma(Le(R, 0), [Lt(X, Y), Le(R, pos(X - Y))], {"X": a, "Y": b, "R": taken})],
            ),
        ),
        have(f"{label}.sign", forall(x, Ge(is_so * taken, 0)), by=Pointwise([f"{n}>=0"], cases=[Lt(a, b)])),
        have(f"{label}.taken", forall(x, Eq(is_so * taken, 0)), by=Pointwise([f"{label}.none", f"{label}.sign"])),
        have(
            f"{label}.rest",
            forall(x, Eq(is_so * (two - part * taken), 0)),
            by=Pointwise([f"{label}.same"], cases=[Lt(a, b), Gt(D, 0), Gt(near, 0)]),
        ),
        have(f"{label}.over", Ge(over, 0), by=Real(cases=[Gt(D, 0), Gt(near, 0)])),
        have(label, forall(x, Eq(is_so * two, 0)), by=Pointwise({f"{label}.rest": 1, f"{label}.taken": part})),
    ]


basic = Theorem(
    title="(ε,δ)-indistinguishable laws are ε-close but for a part δ' <= δ of each, on p >= q and on q >= p",
    source=Source("privacy-notes", "Section 8.1"),
    about=[P, Q],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"near": Indistinguishable(P, Q, eps, delta)},
    exists=[P1, Q1, P2, Q2],
    claim={
        "least": Ge(D, 0),
        "most": Le(D, delta),
        "P": forall(x, Eq(p, (1 - D) * P1.density + D * P2.density)),
        "Q": forall(x, Eq(q, (1 - D) * Q1.density + D * Q2.density)),
        "close.PQ": forall(x, Le(P1.density, e_eps * Q1.density)),
        "close.QP": forall(x, Le(Q1.density, e_eps * P1.density)),
        "S": forall(x, Eq(Indicator(Lt(p, q)) * P2.density, 0)),
        "T": forall(x, Eq(Indicator(Lt(q, p)) * Q2.density, 0)),
    },
    choice={P1: p1, Q1: q1, P2: p2, Q2: q2},
    proof=[
        *events,
        *take_apart,
        have("D>=0", Ge(D, 0), by=Real()),
        have("V<=1", Le(V, Int(p, x)), by=Under(x, cases=[Ge(p, q)])),
        have("D<=1", Le(D, 1), by=Real(["D<=p", "V<=1", "P.mass"])),
        have("most", by=Real(["most.PQ", "most.QP"])),
        have("rest", Eq((1 - D) * rest, 1 - Indicator(Ge(D, 1))), by=Real(cases=[Lt(D, 1)])),
        have("whole", Eq((1 - D) * whole, 0), by=Real(["D<=1"], cases=[Lt(D, 1)])),
        have("part", Eq(D * part, 1 - Indicator(Le(D, 0))), by=Real(cases=[Gt(D, 0)])),
        *mass_taken("p", taken_p, p, q, V, over_p, all_p, "P"),
        *mass_taken("q", taken_q, q, p, V_, over_q, all_q, "Q"),
        *put_together("P", "p", p, q, taken_p, over_p, all_p),
        *put_together("Q", "q", q, p, taken_q, over_q, all_q),
        have("part>=0", Ge(part, 0), by=Real(cases=[Gt(D, 0)])),
        *both_ways,
        *on_its_side("S", "p", p, q, taken_p, V, over_p, all_p),
        *on_its_side("T", "q", q, p, taken_q, V_, over_q, all_q),
    ],
    witness=({"eps": 0, "delta": half}, {P: [half, half, 0], Q: [0, half, half]}),
)

# -- what is left is concentrated: (1 − δ) P' <= P, so the rest of P is δ P'' -------------------------------------------------

half_squared = exp(alpha * (alpha - 1) * eps**2 / 2)


def below(law: str, n: str, one: Term, a: Term) -> Step:
    """(1 − δ) P' is at most what is left, so at most P."""
    left = a - (taken_p if law == "P" else taken_q)
    return have(
        law,
        forall(x, Le((1 - delta) * one, a)),
        by=Pointwise({"rest<=1": left, "whole<=0": p, f"{n}.left>=0": 0, f"{n}>=0": 1}),
    )


approximately_concentrated = Theorem(
    title="(ε,δ)-indistinguishable laws are δ-approximately (λ, ½ε²λ)-Rényi close for all λ > 1, both ways with the same parts",
    source=Source("privacy-notes", "Section 4.1, property 2", sharpened=True),
    about=[P, Q],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1), Gt(alpha, 1)],
    given={"near": Indistinguishable(P, Q, eps, delta)},
    exists=[P1, Q1],
    claim={
        "P": forall(x, Le((1 - delta) * P1.density, p)),
        "Q": forall(x, Le((1 - delta) * Q1.density, q)),
        "PQ": Le(RenyiMoment(alpha, P1, Q1), half_squared),
        "QP": Le(RenyiMoment(alpha, Q1, P1), half_squared),
    },
    choice={P1: p1, Q1: q1},
    proof=[
        *events,
        *take_apart,
        *both_ways,
        have("D<=delta", Le(D, delta), by=Real(["most.PQ", "most.QP"])),
        have("rest<=1", Le((1 - delta) * rest, 1), by=Real(["D<=delta"], cases=[Lt(D, 1)])),
        have("whole<=0", Le((1 - delta) * whole, 0), by=Real(["D<=delta"], cases=[Lt(D, 1)])),
        below("P", "p", p1, p),
        below("Q", "q", q1, q),
        *(
            have(
                way,
                Le(RenyiMoment(alpha, Density(one, (x,)), Density(two, (x,))), half_squared),
                by=Cite(
                    pure_is_half_square_concentrated,
                    fields={"P": ((x,), one), "Q": ((x,), two)},
                    given={"near.PQ": f"close.{way}", "near.QP": f"close.{way[::-1]}"},
                    using=[*left_laws],
                ),
            )
            for way, one, two in (("PQ", p1, q1), ("QP", q1, p1))
        ),
    ],
    witness=({"eps": 0, "delta": half, "alpha": 2}, {P: [half, half, 0], Q: [0, half, half]}),
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
