"""Composition of k mechanisms in ε √k instead of ε k.

Two ways lead there. *Concentrated*: each ε-private mechanism has D_α <= α ε tanh(ε/2), which adds up, and is converted at the
end:

    ε' = k ε tanh(ε/2) + 2 √(k ε tanh(ε/2) log(1/δ'))        <=  ε √(2k log(1/δ')) + k ε (e^ε − 1), the bound of the source

*Exact*: the hockey-stick divergence after one more mechanism is at most that after randomized response, which is a recursion

    E_u(next) <= (e^ε E_{u/e^ε} + E_{u e^ε})/(e^ε + 1),     so  δ(ε') = Σ_i C(k, i) (e^(iε) − e^(ε' + (k−i)ε))₊ / (1 + e^ε)^k,

attained by k-fold randomized response. With δ's, what is lost is lost: they combine to 1 − Π(1 − δ_j) <= Σ δ_j, and δ' is what
is left of δ.
"""

from collections.abc import Sequence
from functools import reduce
from operator import mul

from dpsym.kernel.terms import Term
from dpsym.library.entries import Falsehood, Formula
from dpsym.library.theorem import (
    Attained,
    Cite,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Tables,
    Theorem,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import (
    Eq,
    FieldSymbol,
    Ge,
    Gt,
    Int,
    Kernel,
    Law,
    Le,
    Min,
    Point,
    Symbol,
    exp,
    log,
    num,
    pos,
    sqrt,
    tanh,
)
from dpsym.objects.unfold import HockeyStick, Indistinguishable, Pure, RenyiMoment
from theorems.approximate_renyi import to_approximate
from theorems.concentrated import composition, pure_is_concentrated
from theorems.renyi_divergence import power
from theorems.vocabulary import P, Q, alpha, delta, e_eps, eps, half, x, y

rho, h, u = Symbol("rho"), Symbol("h"), Symbol("u")
P1, Q1, T2, U2 = Law("P1", x), Law("Q1", x), Kernel("T2", x, y), Kernel("U2", x, y)
p1, q1, t2, u2 = P1.density, Q1.density, T2.density, U2.density
near = {"PQ": forall(x, y, Le(t2, e_eps * u2)), "QP": forall(x, y, Le(u2, e_eps * t2))}
place = Source("privacy-notes", "(6)")

# -- one more mechanism, concentrated ---------------------------------------------------------------------------------------

best = eps * tanh(eps / 2)
first = Le(RenyiMoment(alpha, P1, Q1), exp((alpha - 1) * (rho * alpha)))
next_moment = Int(power(t2, u2, alpha), y)
joint_moment = Int(power(p1 * t2, q1 * u2, alpha), x, y)
step_claim = Le(joint_moment, exp((alpha - 1) * ((rho + best) * alpha)))

concentrated_step = Theorem(
    title="An ε-private mechanism, adaptively chosen, adds ε tanh(ε/2) to ρ",
    source=Source("privacy-notes", "(6)", sharpened=True),
    about=[P1, Q1, T2, U2],
    where=[Gt(eps, 0), Gt(alpha, 1), Ge(rho, 0)],
    given={"first": first, **near},
    claim=step_claim,
    proof=[
        have(
            "pure",
            forall(x, Le(next_moment, exp(alpha * (alpha - 1) * best))),
            by=Cite(
                pure_is_concentrated,
                fields={"P": ((y,), t2), "Q": ((y,), u2)},
                points={x: y},
                given={"near.PQ": "PQ", "near.QP": "QP"},
            ),
        ),
        have("same", Eq(exp(alpha * (alpha - 1) * best), exp((alpha - 1) * (best * alpha))), by=Real()),
        have("second", forall(x, Le(next_moment, exp((alpha - 1) * (best * alpha)))), by=Pointwise(["pure", "same"])),
        have("best>=0", Ge(best, 0), by=Real()),
        have("goal", by=Cite(composition, reals={"rho1": rho, "rho2": best}, using=["best>=0"])),
    ],
    witness=({"eps": 1, "alpha": 2, "rho": 0}, {P1: [1], Q1: [1], T2: [half, half], U2: [half, half]}),
)

k_fold_better = Formula(
    title="With ρ = kε tanh(ε/2) the conversion ρ + 2√(ρ log(1/δ')) is below the bound of the source, for 0 < δ' <= 1",
    source=place,
    claim="k*(eps*tanh(eps/2)) + 2*sqrt(k*(eps*tanh(eps/2))*log(1/delta)) <= eps*sqrt(2*k*log(1/delta)) + k*eps*(exp(eps) - 1)",
    where=["eps > 0", "k >= 1", "0 < delta <= 1"],
)

no_level_at_zero = Formula(
    title="The level has no value for δ' = 0",
    source=place,
    claim="eps*sqrt(2*k*log(1/delta)) + k*eps*(exp(eps) - 1) >= 0",
    where=["eps > 0", "k >= 1", "delta >= 0"],
    fails_at={"eps": "1", "k": "1", "delta": "0"},
)

no_level_above_one = Formula(
    title="The level has no value for δ' > 1",
    source=place,
    claim="eps*sqrt(2*k*log(1/delta)) + k*eps*(exp(eps) - 1) >= 0",
    where=["eps > 0", "k >= 1", "delta >= 0"],
    fails_at={"eps": "1", "k": "1", "delta": "2"},
)

# -- one more mechanism, exactly: (t, w) is a combination of (e, 1) and (1, e), the two answers of randomized response -------------

both = pos(p1 * t2 - u * (q1 * u2))
b, c = (e_eps * t2 - u2) / (e_eps - 1), (e_eps * u2 - t2) / (e_eps - 1)
up, down = pos(p1 - u / e_eps * q1), pos(p1 - u * e_eps * q1)
k = 1 / (e_eps + 1)
exact_claim = Le(Int(both, x, y), k * (e_eps * Int(up, x) + Int(down, x)))
A, B, F, T, W, X, Y = (Symbol(n) for n in "ABFTWXY")

exact_step = Theorem(
    title="One more ε-private mechanism: E_u <= (e^ε E_{u/e^ε} + E_{u e^ε})/(e^ε + 1), with equality for randomized response",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    about=[P1, Q1, T2, U2],
    where=[Gt(eps, 0), Ge(u, 0)],
    given=near,
    claim=exact_claim,
    proof=[
        have("b>=0", forall(x, y, Ge(b, 0)), by=Pointwise(["QP"])),
        have("c>=0", forall(x, y, Ge(c, 0)), by=Pointwise(["PQ"])),
        have(
            "split",
            forall(
                x,
                y,
                Eq(p1 * t2 - u * (q1 * u2), b * (k * e_eps * (p1 - u / e_eps * q1)) + c * (k * (p1 - u * e_eps * q1))),
            ),
            by=Pointwise(),
        ),
        have(
            "cut",
            forall(x, y, Le(both, k * e_eps * up * b + k * down * c)),
            by=Pointwise(
                ["split", "b>=0", "c>=0"],
                lemmas=[
                    Lemma(
                        Le(pos(T), F * pos(X) * A + W * pos(Y) * B),
                        [Ge(A, 0), Ge(B, 0), Ge(F, 0), Ge(W, 0), Eq(T, A * (F * X) + B * (W * Y))],
                        {
                            "T": p1 * t2 - u * (q1 * u2),
                            "A": b,
                            "B": c,
                            "F": k * e_eps,
                            "W": k,
                            "X": p1 - u / e_eps * q1,
                            "Y": p1 - u * e_eps * q1,
                        },
                    )
                ],
            ),
        ),
        have(
            "b.sum",
            forall(x, Eq(Int(b, y), e_eps / (e_eps - 1) * Int(t2, y) - 1 / (e_eps - 1) * Int(u2, y))),
            by=Integrate(y, parts=[(1, b), (-e_eps / (e_eps - 1), t2), (1 / (e_eps - 1), u2)]),
        ),
        have(
            "c.sum",
            forall(x, Eq(Int(c, y), e_eps / (e_eps - 1) * Int(u2, y) - 1 / (e_eps - 1) * Int(t2, y))),
            by=Integrate(y, parts=[(1, c), (-e_eps / (e_eps - 1), u2), (1 / (e_eps - 1), t2)]),
        ),
        have("b.one", forall(x, Eq(Int(b, y), 1)), by=Pointwise(["b.sum", "T2.mass", "U2.mass"])),
        have("c.one", forall(x, Eq(Int(c, y), 1)), by=Pointwise(["c.sum", "T2.mass", "U2.mass"])),
        have(
            "at_x.sum",
            forall(x, Le(Int(both, y), k * e_eps * up * Int(b, y) + k * down * Int(c, y))),
            by=Integrate(y, "cut", parts=[(1, both), (-k * e_eps * up, b), (-k * down, c)]),
        ),
        have(
            "at_x",
            forall(x, Le(Int(both, y), k * e_eps * up + k * down)),
            by=Pointwise({"at_x.sum": 1, "b.one": k * e_eps * up, "c.one": k * down}),
        ),
        have("sum", Le(Int(both, x, y), k * e_eps * Int(up, x) + k * Int(down, x)), by=Integrate(x, "at_x")),
        have("goal", by=Real({"sum": 1})),
    ],
    tight=Attained({P1: [1], Q1: [1], T2: [e_eps * k, k], U2: [k, e_eps * k]}, params={"u": 1}),
    fails=[
        Variant(
            "with a smaller constant",
            {P1: [1], Q1: [1], T2: [num(2, 3), num(1, 3)], U2: [num(1, 3), num(2, 3)]},
            {"eps": log(num(2)), "u": 1},
            claim=Le(Int(both, x, y), num(99, 100) * k * (e_eps * Int(up, x) + Int(down, x))),
        ),
        Variant(
            "without privacy",
            {P1: [1], Q1: [1], T2: [1, 0], U2: [0, 1]},
            {"eps": log(num(2)), "u": 1},
            drop=["PQ", "QP"],
        ),
    ],
)

# -- different mechanisms, with δ's ------------------------------------------------------------------------------------------------

PP, QP, PB, QB = Law("P1", x), Law("Q1", x), Law("P2", x), Law("Q2", x)  # P', Q', P'', Q''
order, level = 1 + h, rho + 2 * (rho * h)
factor = 1 / order * (1 - 1 / order) ** (order - 1)
rest = exp(-(order - 1) * (level - rho * order)) * factor
left_claim = Le(HockeyStick(P, Q, exp(level)), delta + (1 - delta) * exp(-(rho * h**2)))
heterogeneous_place = Source("privacy-notes", "(7)")

heterogeneous = Theorem(
    title="ρ-concentrated but for a part δ₀ is (ρ + 2√(ρ log(1/δ')), δ₀ + (1 − δ₀) δ')-private, δ' = e^(−ρ h²)",
    source=heterogeneous_place,
    about=[P, Q, PP, QP, PB, QB],
    where=[Gt(rho, 0), Gt(h, 0), Ge(delta, 0), Le(delta, 1)],
    given={
        "P": forall(x, Eq(P.density, (1 - delta) * PP.density + delta * PB.density)),
        "Q": forall(x, Eq(Q.density, (1 - delta) * QP.density + delta * QB.density)),
        "moment": Le(RenyiMoment(order, PP, QP), exp((order - 1) * (rho * order))),
    },
    claim=left_claim,
    proof=[
        have(
            "sharp",
            Le(HockeyStick(P, Q, exp(level)), delta + (1 - delta) * rest),
            by=Cite(to_approximate, reals={"alpha": order, "eps": rho * order, "hat": level}),
        ),
        have("factor", Le(factor, 1), by=Real()),
        have("exponent", Eq(exp(-(order - 1) * (level - rho * order)), exp(-(rho * h**2))), by=Real()),
        have(
            "rest",
            Le(rest, exp(-(rho * h**2))),
            by=Real({"factor": exp(-(order - 1) * (level - rho * order)), "exponent": 1}),
        ),
        have("goal", by=Real({"sharp": 1, "rest": 1 - delta})),
    ],
    witness=(
        {"rho": 1, "h": 1, "delta": half},
        {f: [half, half] for f in (P, Q, PP, QP, PB, QB)},
    ),
)

heterogeneous_level = Formula(
    title="With ρ = S/2, S = Σ ε_j², the level is S/2 + √(2 log(1/δ') S)",
    source=heterogeneous_place,
    claim="S/2 + 2*sqrt(S/2*log(1/d)) == S/2 + sqrt(2*log(1/d)*S)",
    where=["S > 0", "0 < d <= 1"],
)

lost_parts = Formula(
    title="δ₀ + (1 − δ₀)(δ − Σ δ_j) <= δ for what is lost, δ₀ <= Σ δ_j",
    source=heterogeneous_place,
    claim="d0 + (1 - d0)*(d - s) <= d",
    where=["d0 >= 0", "d0 <= s", "s < d", "d <= 1"],
)

# Five mechanisms, the first (0, d)-private and the others ε-private; their outcomes are z0, ..., z4.

Z = [Point(f"z{i}") for i in range(5)]
Ps, Qs = [Law(f"P{i}", z) for i, z in enumerate(Z)], [Law(f"Q{i}", z) for i, z in enumerate(Z)]
d, free = Symbol("d"), Symbol("free")
responses = {f"{i}": Pure(Ps[i], Qs[i], eps) for i in range(1, 5)}
eleven: Tables = {law: [num(10 + k, 21), num(11 - k, 21)] for k, laws in ((1, Ps), (0, Qs)) for law in laws[1:]}


def printed_level(rest: Term) -> Term:
    """The level of (7) for levels 0, ε, ε, ε, ε, with `rest` for δ'."""
    return Min(4 * eps, half * (4 * eps**2) + sqrt(2 * log(1 / rest) * (4 * eps**2)))


def composed(laws: Sequence[FieldSymbol]) -> Term:
    return reduce(mul, (law.density for law in laws))


delta_for_the_rest = Falsehood(
    title="(7) with δ' = δ: a (0,d)-private mechanism and four ε-private ones compose to the printed level and any δ > d",
    source=heterogeneous_place,
    about=[*Ps, *Qs],
    where=[Gt(eps, 0), Ge(d, 0), Le(d, 1), Gt(delta, d), Le(delta, 1)],
    given={"0": Indistinguishable(Ps[0], Qs[0], 0, d), **responses},
    claim=Le(Int(pos(composed(Ps) - exp(printed_level(delta)) * composed(Qs)), *Z), delta),
    values={**eleven, Ps[0]: [half, half, 0], Qs[0]: [half, 0, half]},
    params={"eps": log(num(11, 10)), "d": half, "delta": num(501, 1000)},
    why="The bit is told with probability 1/2, and four times through randomized response with odds 11/10. What is lost with "
    "probability Σ δ_j uses up that part of δ: only δ' = δ − Σ δ_j is left for the tail of the rest.",
)

delta_is_free = Falsehood(
    title="(7) with any δ': four ε-private mechanisms compose to the printed level for δ', and any δ > 0",
    source=heterogeneous_place,
    about=[*Ps[1:], *Qs[1:]],
    where=[Gt(eps, 0), Gt(free, 0), Le(free, 1), Gt(delta, 0), Le(delta, 1)],
    given=responses,
    claim=Le(Int(pos(composed(Ps[1:]) - exp(printed_level(free)) * composed(Qs[1:])), *Z[1:]), delta),
    values=eleven,
    params={"eps": log(num(11, 10)), "free": num(501, 1000), "delta": num(1, 1000)},
    why="The tail beyond the level has probability δ' and no less.",
)

quarter = Formula(
    title="Four times log(11/10), with δ' = 501/1000: the level of (7) is below 1/4",
    source=heterogeneous_place,
    claim="4*log(11/10)**2/2 + sqrt(2*log(1000/501)*(4*log(11/10)**2)) <= 1/4",
)
