"""The four-point pair represents all (ε,δ)-indistinguishable pairs (Kairouz, Oh, Viswanath).

    p = δ a + (1 − δ)(e^ε b + c)/(e^ε + 1)        q = δ d + (1 − δ)(b + e^ε c)/(e^ε + 1)        for laws a, b, c, d

So (P, Q) is post-processed randomized response that tells the truth with probability δ. Let α, β be the two hockey-stick divergences,
α <= β (else exchange P and Q). What p and q have in common up to a factor, p₀ = min(p, e^ε q) and q₀ = min(q, e^ε p), has masses
1 − α and 1 − β. Mix q₀/e^ε into p₀ until the masses agree, scale both to 1 − δ, and represent the result by randomized response.
"""

from collections.abc import Sequence

from dpsym.kernel.terms import ZERO, Term
from dpsym.library.theorem import (
    Attained,
    Integrate,
    Lemma,
    Obtain,
    Pointwise,
    Real,
    Source,
    Step,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Eq, Ge, Gt, Int, Law, Le, Lt, Min, Symbol, log, num, pos
from dpsym.objects.unfold import HockeyStick
from theorems.vocabulary import P, Q, delta, e_eps, eps, half, p, q, x

A, B, C, D = Law("a", x), Law("b", x), Law("c", x), Law("d", x)
excess_P, excess_Q = HockeyStick(P, Q, e_eps), HockeyStick(Q, P, e_eps)  # α and β above
p0, q0 = Min(p, e_eps * q), Min(q, e_eps * p)
room = 1 - excess_P - (1 - excess_Q) / e_eps
mix = (excess_Q - excess_P) / room
scale = (1 - delta) / (1 - excess_Q)
p1 = (1 - mix) * p0 + mix * (q0 / e_eps)
common = (e_eps - 1) * (1 - delta)
a, d = (p - scale * p1) / delta, (q - scale * q0) / delta
b, c = (e_eps * (scale * p1) - scale * q0) / common, (e_eps * (scale * q0) - scale * p1) / common

# The same terms in symbols: everything about λ = mix and the scale is that they lie in [0, 1].
U, S, L, X, Y, W, V = (Symbol(n) for n in ("U", "S", "L", "X", "Y", "W", "V"))
X1 = (1 - L) * X + L * (Y / U)
inside = [
    Gt(U, 1),
    Ge(S, 0),
    Le(S, 1),
    Ge(L, 0),
    Le(L, 1),
    Gt(W, 0),
    Lt(W, 1),
    Ge(X, 0),
    Ge(Y, 0),
    Le(Y, U * X),
    Le(X, U * Y),
]
values = {"U": e_eps, "S": scale, "L": mix, "X": p0, "Y": q0, "W": delta}


def nonnegative(name: str, t: Term, in_symbols: Term, more: Sequence[Term] = (), at: Term | None = None) -> Step:
    lemma = Lemma(Ge(in_symbols, 0), [*inside, *more], values if at is None else {**values, "V": at})
    facts = ["mix>=0", "mix<=1", "scale>=0", "scale<=1", "q0<=", "p0<=", "room>0", "beta<1"]
    return have(f"{name}>=0", forall(x, Ge(t, 0)), by=Pointwise(facts, lemmas=[lemma]))


M, N = Int(p0, x), Int(q0, x)


def mass(name: str, t: Term, of_p0: Term, of_q0: Term, of_p: Term = ZERO, of_q: Term = ZERO) -> list[Step]:
    """The mass of t = of_p p + of_q q + of_p0 p0 + of_q0 q0."""
    parts = [(1, t), (-of_p0, p0), (-of_q0, q0), (-of_p, p), (-of_q, q)]
    total = of_p0 * M + of_q0 * N + of_p * Int(p, x) + of_q * Int(q, x)
    facts = ["room>0", "beta<1"]
    return [
        have(f"{name}.sum", Eq(Int(t, x), total), by=Integrate(x, parts=parts, using=facts)),
        have(
            f"{name}.one",
            Eq(total, 1),
            by=Real({"M": of_p0, "N": of_q0, "P.mass": of_p, "Q.mass": of_q, "room>0": 0, "beta<1": 0}),
        ),
        have(f"{name}.mass", Eq(Int(t, x), 1), by=Real([f"{name}.sum", f"{name}.one", *facts])),
    ]


representation = Theorem(
    title="(ε,δ)-indistinguishable laws are post-processed four-point randomized response "
    "(named so that E_u(Q‖P) is the larger)",
    source=Source("kairouz-oh-viswanath", "Theorem 3.1"),
    about=[P, Q],
    where=[Gt(eps, 0), Gt(delta, 0), Lt(delta, 1)],
    given={"QP": Le(excess_Q, delta), "order": Le(excess_P, excess_Q)},
    exists=[A, B, C, D],
    claim={
        "P": forall(x, Eq(p, delta * A.density + (1 - delta) * ((e_eps * B.density + C.density) / (e_eps + 1)))),
        "Q": forall(x, Eq(q, delta * D.density + (1 - delta) * ((B.density + e_eps * C.density) / (e_eps + 1)))),
    },
    choice={A: a, B: b, C: c, D: d},
    proof=[
        have("M.sum", Eq(M, Int(p, x) - excess_P), by=Under(x, cases=[Ge(p, e_eps * q)])),
        have("N.sum", Eq(N, Int(q, x) - excess_Q), by=Under(x, cases=[Ge(q, e_eps * p)])),
        have("M", Eq(M, 1 - excess_P), by=Real(["M.sum", "P.mass"])),
        have("N", Eq(N, 1 - excess_Q), by=Real(["N.sum", "Q.mass"])),
        have("beta<1", Lt(excess_Q, 1), by=Real(["QP"])),
        have("room>0", Gt(room, 0), by=Real(["beta<1", "order"])),
        have("mix>=0", Ge(mix, 0), by=Real(["room>0", "order"])),
        have("mix<=1", Le(mix, 1), by=Real(["room>0", "beta<1"])),
        have("scale>=0", Ge(scale, 0), by=Real(["beta<1"])),
        have("scale<=1", Le(scale, 1), by=Real(["beta<1", "QP"])),
        have("q0<=", forall(x, Le(q0, e_eps * p0)), by=Pointwise(cases=[Ge(p, e_eps * q), Ge(q, e_eps * p)])),
        have("p0<=", forall(x, Le(p0, e_eps * q0)), by=Pointwise(cases=[Ge(p, e_eps * q), Ge(q, e_eps * p)])),
        nonnegative("a", a, (V - S * X1) / W, [Le(X, V)], p),
        nonnegative("d", d, (V - S * Y) / W, [Le(Y, V)], q),
        nonnegative("b", b, (U * (S * X1) - S * Y) / ((U - 1) * (1 - W))),
        nonnegative("c", c, (U * (S * Y) - S * X1) / ((U - 1) * (1 - W))),
        *mass("a", a, -scale * (1 - mix) / delta, -scale * mix / e_eps / delta, of_p=1 / delta),
        *mass("d", d, ZERO, -scale / delta, of_q=1 / delta),
        *mass("b", b, e_eps * scale * (1 - mix) / common, (scale * mix - scale) / common),
        *mass("c", c, -scale * (1 - mix) / common, (e_eps * scale - scale * mix / e_eps) / common),
        have(
            "P",
            forall(x, Eq(p, delta * a + (1 - delta) * ((e_eps * b + c) / (e_eps + 1)))),
            by=Pointwise(["room>0", "beta<1"]),
        ),
        have(
            "Q",
            forall(x, Eq(q, delta * d + (1 - delta) * ((b + e_eps * c) / (e_eps + 1)))),
            by=Pointwise(["room>0", "beta<1"]),
        ),
    ],
    witness=({"eps": 1, "delta": num(1, 2)}, {P: [num(1, 2), num(1, 2)], Q: [num(1, 2), num(1, 2)]}),
)

# -- the converse -----------------------------------------------------------------------------------------------

fa, fb, fc, fd = A.density, B.density, C.density, D.density
most = Le(HockeyStick(P, Q, e_eps), delta)
same = {A: [1, 0, 0, 0], B: [0, 1, 0, 0], C: [0, 0, 1, 0], D: [0, 0, 0, 1]}
high, low = (1 - delta) * (e_eps / (e_eps + 1)), (1 - delta) * (1 / (e_eps + 1))

converse = Theorem(
    title="What the four-point pair represents has hockey-stick divergence at most δ",
    source=Source("kairouz-oh-viswanath", "Theorem 3.1"),
    about=[P, Q, A, B, C, D],
    where=[Gt(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={
        "P": forall(x, Eq(p, delta * fa + (1 - delta) * ((e_eps * fb + fc) / (e_eps + 1)))),
        "Q": forall(x, Eq(q, delta * fd + (1 - delta) * ((fb + e_eps * fc) / (e_eps + 1)))),
    },
    claim=most,
    proof=[
        have(
            "rest",
            forall(x, Le((e_eps * fb + fc) / (e_eps + 1), e_eps * ((fb + e_eps * fc) / (e_eps + 1)))),
            by=Pointwise(),
        ),
        have(
            "linear", forall(x, Le(p - e_eps * q, delta * fa)), by=Pointwise({"P": 1, "Q": -e_eps, "rest": 1 - delta})
        ),
        have("cut", forall(x, Le(pos(p - e_eps * q), delta * fa)), by=Pointwise(["linear"])),
        have("sum", Le(HockeyStick(P, Q, e_eps), delta * Int(fa, x)), by=Integrate(x, "cut")),
        have("goal", by=Real(["sum", "a.mass"])),
    ],
    tight=Attained({**same, P: [delta, high, low, 0], Q: [0, low, high, delta]}),
    fails=[
        Variant(
            "with a smaller δ",
            {**same, P: [1, 0, 0, 0], Q: [0, 0, 0, 1]},
            {"eps": 1, "delta": 1},
            claim=Le(HockeyStick(P, Q, e_eps), num(9, 10) * delta),
        ),
        Variant(
            "without the first equation",
            {**same, P: [1, 0, 0, 0], Q: [0, half / 3, half / 3 * 2, half]},
            {"eps": log(num(2)), "delta": half},
            drop=["P"],
        ),
    ],
)

# -- other levels -------------------------------------------------------------------------------------------------

v = Symbol("v")
some = {name: Law(f"{name}0", x) for name in "abcd"}  # the laws that the representation says there are
a0, b0, c0, d0 = (law.density for law in some.values())
represented = {
    "P": Eq(p, delta * a0 + (1 - delta) * ((e_eps * b0 + c0) / (e_eps + 1))),
    "Q": Eq(q, delta * d0 + (1 - delta) * ((b0 + e_eps * c0) / (e_eps + 1))),
}
weight = (1 - delta) * (e_eps - v) / (e_eps + 1)

any_level = Theorem(
    title="(ε,δ)-indistinguishable laws with E_u(P‖Q) <= E_u(Q‖P), u = e^ε, have E_v(P‖Q) <= δ + (1 − δ) (e^ε − v)/(e^ε + 1) "
    "for 1 <= v <= e^ε, 0 < δ < 1",
    source=Source("kairouz-oh-viswanath", "Theorem 3.1", sharpened=True),
    about=[P, Q],
    where=[Gt(eps, 0), Gt(delta, 0), Lt(delta, 1), Ge(v, 1), Le(v, e_eps)],
    given={"QP": Le(excess_Q, delta), "order": Le(excess_P, excess_Q)},
    claim=Le(HockeyStick(P, Q, v), delta + weight),
    proof=[
        *(have(n, forall(x, r), by=Obtain(representation, names=some, claim=n)) for n, r in represented.items()),
        have("linear", forall(x, Le(p - v * q, delta * a0 + weight * b0)), by=Pointwise(["P", "Q"])),
        have("cut", forall(x, Le(pos(p - v * q), delta * a0 + weight * b0)), by=Pointwise(["linear"])),
        have("sum", Le(HockeyStick(P, Q, v), delta * Int(a0, x) + weight * Int(b0, x)), by=Integrate(x, "cut")),
        have("goal", by=Real(["sum", "a0.mass", "b0.mass"])),
    ],
    tight=Attained({P: [delta, high, low, 0], Q: [0, low, high, delta]}),
)
