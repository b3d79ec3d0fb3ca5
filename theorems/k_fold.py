"""k mechanisms one after the other, each of which may depend on what those before it said; and k records changed one by one.

A transcript x grows by an outcome y: its laws are P and Q, on neighbouring datasets, then p(x) k(x, y) and q(x) l(x, y). At the start
nothing has been said, and the laws are equal. Each entry says what holds after any number of steps (the kernel's induction over chains,
docs/laws.md), from a theorem about equal laws and one about one more step:

    pure          ε₁ + ... + εₖ
    (ε, δ)        Σ εⱼ and 1 − Π (1 − δⱼ), which is at most Σ δⱼ
    Rényi         Σ εⱼ at every order;  concentrated: Σ ρⱼ
    advanced      ε-private each: k ε tanh(ε/2) + 2 √(k ε tanh(ε/2) log(1/δ)), below the bound of the sources
    exact         ε-private each: δ(ε') = Σᵢ C(k, i) (e^(iε) − e^(ε' + (k−i)ε))₊ / (1 + e^ε)^k, attained by randomized response
    records       ε for one record is kε for k
"""

from dpsym.kernel.terms import Term, bind, func
from dpsym.library.chains import Conclusion, KFold, Steps
from dpsym.library.entries import Formula
from dpsym.library.theorem import (
    Attained,
    Cite,
    Integrate,
    Lemma,
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
from dpsym.objects.language import (
    Eq,
    Event,
    FieldSymbol,
    Ge,
    Gt,
    Int,
    Kernel,
    Law,
    Le,
    Min,
    Symbol,
    exp,
    log,
    num,
    pos,
    tanh,
)
from dpsym.objects.unfold import HockeyStick, Pure, RenyiMoment
from theorems import advanced_composition, composition, renyi_processing
from theorems.concentrated import composition as composition_concentrated
from theorems.renyi import hockey_stick
from theorems.renyi_divergence import power
from theorems.vocabulary import alpha, delta, e_eps, eps, half, x, y

P, Q = Law("P", x), Law("Q", x)
K, L = Kernel("K", x, y), Kernel("L", x, y)
p, q, k, l = P.density, Q.density, K.density, L.density
s, d, t, r, rho, c, h, n, u = (Symbol(name) for name in ("s", "d", "t", "r", "rho", "c", "h", "n", "u"))
fair = [half, half]
alike = {P: [1], Q: [1], K: fair, L: fair}

# -- pure --------------------------------------------------------------------------------------------------------------------

pure_steps = Steps(x, {P: K, Q: L}, {"s": (0, s + eps)})
below, above = forall(x, Le(p, exp(s) * q)), forall(x, Le(q, exp(s) * p))
next_pure = {"PQ": forall(x, y, Le(k, e_eps * l)), "QP": forall(x, y, Le(l, e_eps * k))}

pure_start = Theorem(
    title="Laws that are equal are 0-indistinguishable",
    about=[P, Q],
    given=pure_steps.equal,
    claim={"PQ": pure_steps.before(below), "QP": pure_steps.before(above)},
    proof=[have("PQ", by=Pointwise(["equal"])), have("QP", by=Pointwise(["equal"]))],
    witness=({}, {P: fair, Q: fair}),
)

pure_step = Theorem(
    title="An s-private transcript and an ε-private mechanism that may depend on it: (s + ε)-private",
    source=Source("brown", "Section 5"),
    about=[P, Q, K, L],
    where=[Ge(eps, 0)],
    given={"so_far.PQ": below, "so_far.QP": above, **next_pure},
    claim={"PQ": pure_steps.after(below), "QP": pure_steps.after(above)},
    proof=[
        have("PQ.first", forall(x, y, Le(p * k, exp(s) * (q * k))), by=Pointwise(["so_far.PQ"])),
        have("PQ.second", forall(x, y, Le(exp(s) * (q * k), exp(s) * e_eps * (q * l))), by=Pointwise(["PQ"])),
        have("PQ.goal", pure_steps.after(below), by=Pointwise(["PQ.first", "PQ.second"])),
        have("QP.first", forall(x, y, Le(q * l, exp(s) * (p * l))), by=Pointwise(["so_far.QP"])),
        have("QP.second", forall(x, y, Le(exp(s) * (p * l), exp(s) * e_eps * (p * k))), by=Pointwise(["QP"])),
        have("QP.goal", pure_steps.after(above), by=Pointwise(["QP.first", "QP.second"])),
    ],
    witness=({"s": 0, "eps": 0}, alike),
)

pure = KFold(
    title="Mechanisms that are ε₁-, ..., εₖ-private, each of which may depend on the outcomes before it: (ε₁ + ... + εₖ)-private",
    source=Source("brown", "Section 5"),
    steps=pure_steps,
    invariant=[below, above],
    base=pure_start,
    step=pure_step,
    uses={"so_far.PQ": {}, "so_far.QP": {}},
)

# -- (ε, δ) ------------------------------------------------------------------------------------------------------------------

stick_steps = Steps(x, {P: K, Q: L}, {"s": (0, s + eps), "d": (0, d + (1 - d) * delta), "t": (0, t + delta)})
stick = Le(HockeyStick(P, Q, exp(s)), d)
other_stick = Le(HockeyStick(Q, P, exp(s)), d)
nonnegative, at_most = Ge(d, 0), Le(d, t)
next_stick = {
    "PQ": forall(x, Le(Int(pos(k - e_eps * l), y), delta)),
    "QP": forall(x, Le(Int(pos(l - e_eps * k), y), delta)),
}

approximate_start = Theorem(
    title="Laws that are equal are (0, 0)-indistinguishable",
    about=[P, Q],
    given=stick_steps.equal,
    claim={
        "PQ": stick_steps.before(stick), "QP": stick_steps.before(other_stick), "sign": stick_steps.before(nonnegative),
        "sum": stick_steps.before(at_most),
    },
    proof=[
        have("PQ.at", forall(x, Le(pos(p - exp(num(0)) * q), 0 * p)), by=Pointwise(["equal"])),
        have("PQ.sum", Le(HockeyStick(P, Q, exp(num(0))), 0 * Int(p, x)), by=Integrate(x, "PQ.at")),
        have("PQ", by=Real(["PQ.sum"])),
        have("QP.at", forall(x, Le(pos(q - exp(num(0)) * p), 0 * p)), by=Pointwise(["equal"])),
        have("QP.sum", Le(HockeyStick(Q, P, exp(num(0))), 0 * Int(p, x)), by=Integrate(x, "QP.at")),
        have("QP", by=Real(["QP.sum"])),
        have("sign", by=Real()),
        have("sum", by=Real()),
    ],
    witness=({}, {P: fair, Q: fair}),
)  # fmt: skip

two = {"u1": exp(s), "u2": e_eps, "d1": d, "d2": delta}


def two_steps(
    name: str, a: FieldSymbol, b: FieldSymbol, first: FieldSymbol, second: FieldSymbol, goal: Term
) -> list[Step]:
    """The theorem on two mechanisms, with e^s e^ε for e^(s + ε)."""
    cited = pos(a.density * first.density - exp(s) * e_eps * (b.density * second.density))
    wanted = pos(a.density * first.density - exp(s + eps) * (b.density * second.density))
    return [
        have(
            f"{name}.two",
            Le(Int(cited, x, y), d + (1 - d) * delta),
            by=Cite(
                composition.two,
                reals=two,
                fields={"P1": a, "Q1": b, "P2": first, "Q2": second},
                given={"first": f"so_far.{name}", "second": name},
                using=["sign"],
            ),
        ),
        have(f"{name}.at", forall(x, Eq(Int(wanted, y), Int(cited, y))), by=Under(y)),
        have(f"{name}.same", Eq(Int(wanted, x, y), Int(cited, x, y)), by=Under(x, using=[f"{name}.at"])),
        have(f"{name}.goal", goal, by=Real([f"{name}.two", f"{name}.same"])),
    ]


approximate_step = Theorem(
    title="An (s, d)-private transcript and an (ε, δ)-private mechanism that may depend on it: (s + ε, d + (1 − d) δ)-private",
    source=Source("privacy-notes", "Section 2", sharpened=True),
    about=[P, Q, K, L],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"so_far.PQ": stick, "so_far.QP": other_stick, "sign": nonnegative, "sum": at_most, **next_stick},
    claim={
        "PQ": stick_steps.after(stick),
        "QP": stick_steps.after(other_stick),
        "d": stick_steps.after(nonnegative),
        "t": stick_steps.after(at_most),
    },
    proof=[
        *two_steps("PQ", P, Q, K, L, stick_steps.after(stick)),
        *two_steps("QP", Q, P, L, K, stick_steps.after(other_stick)),
        have("d", by=Real(["sign"])),
        have("t", by=Real(["sign", "sum"])),
    ],
    witness=({"s": 0, "eps": 0, "d": 0, "t": 0, "delta": 0}, alike),
)

added = Theorem(
    title="What is lost is at most the sum of what may be lost in each step",
    about=[P, Q],
    given={"PQ": stick, "QP": other_stick, "sum": at_most},
    claim={"less": Le(HockeyStick(P, Q, exp(s)), t), "other": Le(HockeyStick(Q, P, exp(s)), t)},
    proof=[have("less", by=Real(["PQ", "sum"])), have("other", by=Real(["QP", "sum"]))],
    witness=({"s": 0, "d": 0, "t": 0}, {P: fair, Q: fair}),
)

approximate = KFold(
    title="Mechanisms that are (εⱼ, δⱼ)-private, each of which may depend on the outcomes before it: (Σ εⱼ, 1 − Π (1 − δⱼ))-private, "
    "and so (Σ εⱼ, Σ δⱼ)-private",
    source=Source("privacy-notes", "Section 2", sharpened=True),
    steps=stick_steps,
    invariant=[stick, other_stick, nonnegative, at_most],
    base=approximate_start,
    step=approximate_step,
    uses={"so_far.PQ": {}, "so_far.QP": {}, "sign": {}, "sum": {}},
    conclusions=[Conclusion(added, {"PQ": {}, "QP": {}, "sum": {}})],
)

# -- Rényi, concentrated --------------------------------------------------------------------------------------------------------

moment_now, moment_next = RenyiMoment(alpha, P, Q), Int(power(k, l, alpha), y)

renyi_steps = Steps(x, {P: K, Q: L}, {"r": (0, r + eps)})
renyi_bound = Le(moment_now, exp((alpha - 1) * r))

no_moment = [
    have("at", forall(x, Eq(power(p, q, alpha), p)), by=Pointwise(["equal"], cases=[Gt(p, 0)])),
    have("moment", Eq(moment_now, Int(p, x)), by=Integrate(x, "at", using=["at"])),
    have("goal", by=Real(["moment", "P.mass"])),
]

renyi_start = Theorem(
    title="Laws that are equal have D_α = 0",
    about=[P, Q],
    where=[Gt(alpha, 1)],
    given=renyi_steps.equal,
    claim=renyi_steps.before(renyi_bound),
    proof=no_moment,
    witness=({"alpha": 2}, {P: fair, Q: fair}),
)

renyi_step = Theorem(
    title="A transcript with D_α <= r and a mechanism with D_α <= ε that may depend on it: D_α <= r + ε",
    source=Source("privacy-notes", "Section 4, property 2"),
    about=[P, Q, K, L],
    where=[Gt(alpha, 1)],
    given={"so_far": renyi_bound, "next": forall(x, Le(moment_next, exp((alpha - 1) * eps)))},
    claim=renyi_steps.after(renyi_bound),
    proof=[
        have(
            "chain",
            Le(Int(power(p * k, q * l, alpha), x, y), exp((alpha - 1) * r) * exp((alpha - 1) * eps)),
            by=Cite(
                renyi_processing.chain,
                reals={"m1": exp((alpha - 1) * r), "m2": exp((alpha - 1) * eps)},
                fields={"P1": P, "Q1": Q, "T2": K, "U2": L},
                given={"first": "so_far", "second": "next"},
            ),
        ),
        have("goal", by=Real(["chain"])),
    ],
    witness=({"alpha": 2, "r": 0, "eps": 0}, alike),
)

renyi = KFold(
    title="Mechanisms with D_α <= εⱼ, each of which may depend on the outcomes before it: D_α <= Σ εⱼ",
    source=Source("privacy-notes", "Section 4, property 2"),
    steps=renyi_steps,
    invariant=[renyi_bound],
    base=renyi_start,
    step=renyi_step,
    uses={"so_far": {}},
)

zcdp_steps = Steps(x, {P: K, Q: L}, {"r": (0, r + rho)})
zcdp_bound = Le(moment_now, exp((alpha - 1) * (r * alpha)))

concentrated_start = Theorem(
    title="Laws that are equal are 0-concentrated",
    about=[P, Q],
    where=[Gt(alpha, 1)],
    given=zcdp_steps.equal,
    claim={"goal": zcdp_steps.before(zcdp_bound), "sign": zcdp_steps.before(Ge(r, 0))},
    proof=[*no_moment, have("sign", by=Real())],
    witness=({"alpha": 2}, {P: fair, Q: fair}),
)

concentrated_step = Theorem(
    title="An r-concentrated transcript and a ρ-concentrated mechanism that may depend on it are (r + ρ)-concentrated",
    source=Source("privacy-notes", "Section 3.1, property 2"),
    about=[P, Q, K, L],
    where=[Gt(alpha, 1), Ge(rho, 0)],
    given={
        "so_far": zcdp_bound,
        "sign": Ge(r, 0),
        "next": forall(x, Le(moment_next, exp((alpha - 1) * (rho * alpha)))),
    },
    claim={"moment": zcdp_steps.after(zcdp_bound), "r": zcdp_steps.after(Ge(r, 0))},
    proof=[
        have(
            "moment",
            by=Cite(
                composition_concentrated,
                reals={"rho1": r, "rho2": rho},
                fields={"P1": P, "Q1": Q, "T2": K, "U2": L},
                given={"first": "so_far", "second": "next"},
                using=["sign"],
            ),
        ),
        have("r", by=Real(["sign"])),
    ],
    witness=({"alpha": 2, "r": 0, "rho": 0}, alike),
)

concentrated = KFold(
    title="ρⱼ-concentrated mechanisms, each of which may depend on the outcomes before it, are (Σ ρⱼ)-concentrated",
    source=Source("privacy-notes", "Section 3.1, property 2"),
    steps=zcdp_steps,
    invariant=[zcdp_bound, Ge(r, 0)],
    base=concentrated_start,
    step=concentrated_step,
    uses={"so_far": {"alpha": alpha}, "sign": {"alpha": alpha}},
    levels=["alpha"],
)

# -- advanced composition -----------------------------------------------------------------------------------------------------------

best = eps * tanh(eps / 2)
count = Symbol("k")
advanced_steps = Steps(x, {P: K, Q: L}, {"k": (0, count + 1)})
advanced_bound = Le(moment_now, exp((alpha - 1) * (count * best * alpha)))
counted = Ge(count, 0)

advanced_start = Theorem(
    title="Laws that are equal are 0-concentrated, whatever ε is",
    about=[P, Q],
    where=[Gt(eps, 0), Gt(alpha, 1)],
    given=advanced_steps.equal,
    claim={"goal": advanced_steps.before(advanced_bound), "sign": advanced_steps.before(counted)},
    proof=[*no_moment, have("sign", by=Real())],
    witness=({"eps": 1, "alpha": 2}, {P: fair, Q: fair}),
)

advanced_step = Theorem(
    title="A transcript that is k ε tanh(ε/2)-concentrated and one more ε-private mechanism: (k + 1) ε tanh(ε/2)",
    source=Source("privacy-notes", "(6)", sharpened=True),
    about=[P, Q, K, L],
    where=[Gt(eps, 0), Gt(alpha, 1)],
    given={"so_far": advanced_bound, "sign": counted, **next_pure},
    claim={"moment": advanced_steps.after(advanced_bound), "k": advanced_steps.after(counted)},
    proof=[
        have("rho>=0", Ge(count * best, 0), by=Real(["sign"])),
        have(
            "one_more",
            Le(Int(power(p * k, q * l, alpha), x, y), exp((alpha - 1) * ((count * best + best) * alpha))),
            by=Cite(
                advanced_composition.concentrated_step,
                reals={"rho": count * best},
                fields={"P1": P, "Q1": Q, "T2": K, "U2": L},
                given={"first": "so_far", "PQ": "PQ", "QP": "QP"},
                using=["rho>=0"],
            ),
        ),
        have("moment", by=Real(["one_more"])),
        have("k", by=Real(["sign"])),
    ],
    witness=({"eps": 1, "alpha": 2, "k": 0}, alike),
)

# with h = √(log(1/δ)/ρ), the order that is best is 1 + h: δ = e^(−ρ h²), and the level is ρ + 2ρh
level = count * best + 2 * (count * best * h)

order = 1 + h
top_moment = exp((order - 1) * (count * best * order))
factor = (order - 1) ** (order - 1) / order**order

advanced_end = Theorem(
    title="k ε tanh(ε/2)-concentrated is (ρ + 2√(ρ log(1/δ)), δ)-private, ρ = k ε tanh(ε/2), δ = e^(−ρ h²)",
    source=Source("privacy-notes", "(6)", sharpened=True),
    about=[P, Q],
    where=[Gt(eps, 0), Gt(count, 0), Gt(h, 0)],
    given={"moment": Le(RenyiMoment(order, P, Q), top_moment)},
    claim=Le(HockeyStick(P, Q, exp(level)), exp(-(count * best * h**2))),
    proof=[
        have(
            "stick",
            Le(HockeyStick(P, Q, exp(level)), top_moment * (exp(level) ** (1 - order) * factor)),
            by=Cite(hockey_stick, reals={"u": exp(level), "alpha": order, "M": top_moment}),
        ),
        have("factor", Le(factor, 1), by=Real()),
        have("exponent", Eq(top_moment * exp(level) ** (1 - order), exp(-(count * best * h**2))), by=Real()),
        have("goal", by=Real({"stick": 1, "factor": top_moment * exp(level) ** (1 - order), "exponent": 1})),
    ],
    witness=({"eps": 1, "k": 1, "h": 1}, {P: fair, Q: fair}),
)

advanced = KFold(
    title="k mechanisms that are ε-private, each of which may depend on the outcomes before it, are "
    "(ρ + 2√(ρ log(1/δ)), δ)-private with ρ = k ε tanh(ε/2)",
    source=Source("privacy-notes", "(6)", sharpened=True),
    steps=advanced_steps,
    invariant=[advanced_bound, counted],
    base=advanced_start,
    step=advanced_step,
    uses={"so_far": {"alpha": alpha}, "sign": {"alpha": alpha}},
    levels=["alpha"],
    conclusions=[Conclusion(advanced_end, {"moment": {"alpha": order}})],
)

# -- records, one after the other ---------------------------------------------------------------------------------------------------

R = Law("R", x)
record_steps = Steps(x, {P: P, Q: R}, {"s": (0, s + eps)})

records_step = Theorem(
    title="One more record, of level ε: s + ε",
    about=[P, Q, R],
    where=[Ge(eps, 0)],
    given={"so_far.PQ": below, "so_far.QP": above, "next": Pure(Q, R, eps)},
    claim={"PQ": record_steps.after(below), "QP": record_steps.after(above)},
    proof=[
        have("PQ", by=Pointwise({"so_far.PQ": 1, "next.PQ": exp(s)})),
        have("QP", by=Pointwise({"next.QP": 1, "so_far.QP": e_eps})),
    ],
    witness=({"s": 0, "eps": 0}, {P: fair, Q: fair, R: fair}),
)

records = KFold(
    title="Datasets that differ in k records: the levels of one record add up, ε₁ + ... + εₖ",
    source=Source("brown", "Section 5"),
    steps=record_steps,
    invariant=[below, above],
    base=pure_start,
    step=records_step,
    uses={"so_far.PQ": {}, "so_far.QP": {}},
)

# -- the exact optimum ---------------------------------------------------------------------------------------------------------------

i = Symbol("i")
A, B, C, D, E = (Symbol(name) for name in "ABCDE")
weight = Symbol("w")  # that nothing was lost: the product of the 1 − δⱼ


def answers(n: Term, u: Term) -> Term:
    """E_u of n answers of randomized response: Σᵢ C(n, i) (e^(iε) − u e^((n−i)ε))₊ / (1 + e^ε)^n."""
    told = func("binomial", n, i) * pos(exp(i * eps) - u * exp((n - i) * eps))
    return bind("Sum", told, "i", num(0), n) / (1 + e_eps) ** n


exact_steps = Steps(x, {P: K, Q: L}, {"n": (0, n + 1), "w": (1, weight * (1 - delta))})
exact_bound = Le(HockeyStick(P, Q, u), 1 - weight + weight * answers(n, u))
kept = Ge(weight, 0)

exact_start = Theorem(
    title="Laws that are equal: E_u = (1 − u)₊",
    about=[P, Q],
    where=[Gt(eps, 0), Ge(u, 0)],
    given=exact_steps.equal,
    claim={"goal": exact_steps.before(exact_bound), "kept": exact_steps.before(kept)},
    proof=[
        have("at", forall(x, Eq(pos(p - u * q), pos(1 - u) * p)), by=Pointwise(["equal"], cases=[Ge(u, 1)])),
        have("sum", Eq(HockeyStick(P, Q, u), pos(1 - u) * Int(p, x)), by=Integrate(x, "at")),
        have("goal", by=Real(["sum", "P.mass"])),
        have("kept", by=Real()),
    ],
    witness=({"eps": 1, "u": 1}, {P: fair, Q: fair}),
)

lower, upper = u / e_eps, u * e_eps
share = 1 / (e_eps + 1)
up, down = pos(p - lower * q), pos(p - upper * q)
both = pos(p * k - u * (q * l))
over, under = pos(k - e_eps * l), pos(l - e_eps * k)
a = Min(pos(e_eps * p - u * q) / (e_eps**2 - 1), u * q)
b = Min(pos(e_eps * (u * q) - p) / (e_eps**2 - 1), p)
rest = pos(p - e_eps * (u * q))
mixed = delta * p + (1 - delta) * (share * (e_eps * up + down))

told = [delta, (1 - delta) * e_eps * share, (1 - delta) * share, 0]  # the truth, marked, or an answer with odds e^ε

one_more = Theorem(
    title="One more (ε, δ)-private mechanism: E_u <= δ + (1 − δ) (e^ε E_{u/e^ε} + E_{u e^ε})/(e^ε + 1)",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    about=[P, Q, K, L],
    where=[Gt(eps, 0), Ge(u, 0), Ge(delta, 0), Le(delta, 1)],
    given=next_stick,
    claim=Le(Int(both, x, y), delta + (1 - delta) * (share * (e_eps * Int(up, x) + Int(down, x)))),
    proof=[
        have(
            "cut",
            forall(x, y, Le(both, b * over + a * (under + e_eps * k - l) + rest * k)),
            by=Pointwise(
                lemmas=[
                    Lemma(
                        Le(
                            pos(A * C - B * D),
                            Min(pos(E * B - A) / (E**2 - 1), A) * pos(C - E * D)
                            + Min(pos(E * A - B) / (E**2 - 1), B) * (pos(D - E * C) + E * C - D)
                            + pos(A - E * B) * C,
                        ),
                        [Ge(A, 0), Ge(B, 0), Ge(C, 0), Ge(D, 0), Gt(E, 1)],
                        {"A": p, "B": u * q, "C": k, "D": l, "E": e_eps},
                    )
                ]
            ),
        ),
        have(
            "at_x.sum",
            forall(
                x,
                Le(
                    Int(both, y),
                    b * Int(over, y) + a * Int(under, y) + (a * e_eps + rest) * Int(k, y) - a * Int(l, y),
                ),
            ),
            by=Integrate(
                y,
                "cut",
                using=["PQ", "QP"],
                parts=[(1, both), (-b, over), (-a, under), (-(a * e_eps + rest), k), (a, l)],
            ),
        ),
        have(
            "at_x",
            forall(x, Le(Int(both, y), b * delta + a * (delta + e_eps - 1) + rest)),
            by=Pointwise({"at_x.sum": 1, "PQ": b, "QP": a, "K.mass": a * e_eps + rest, "L.mass": -a}),
        ),
        have(
            "mixed",
            forall(x, Le(b * delta + a * (delta + e_eps - 1) + rest, mixed)),
            by=Pointwise(
                lemmas=[
                    Lemma(
                        Le(
                            Min(pos(E * B - A) / (E**2 - 1), A) * D
                            + Min(pos(E * A - B) / (E**2 - 1), B) * (D + E - 1)
                            + pos(A - E * B),
                            D * A + (1 - D) * (1 / (E + 1) * (E * pos(A - 1 / E * B) + pos(A - E * B))),
                        ),
                        [Ge(A, 0), Ge(B, 0), Ge(D, 0), Le(D, 1), Gt(E, 1)],
                        {"A": p, "B": u * q, "D": delta, "E": e_eps},
                    )
                ]
            ),
        ),
        have("below", forall(x, Le(Int(both, y), mixed)), by=Pointwise(["at_x", "mixed"])),
        have(
            "sum",
            Le(
                Int(both, x, y),
                delta * Int(p, x) + (1 - delta) * share * e_eps * Int(up, x) + (1 - delta) * share * Int(down, x),
            ),
            by=Integrate(x, "below"),
        ),
        have("goal", by=Real(["sum", "P.mass"])),
    ],
    tight=Attained(
        {P: [1], Q: [1], K: told, L: told[::-1]},
        params={"u": 1},
    ),
    fails=[
        Variant(
            "with a smaller constant",
            {P: [1], Q: [1], K: [num(2, 3), num(1, 3)], L: [num(1, 3), num(2, 3)]},
            {"eps": log(num(2)), "u": 1, "delta": 0},
            claim=Le(Int(both, x, y), num(99, 100) * (share * (e_eps * Int(up, x) + Int(down, x)))),
        ),
        Variant(
            "without privacy in one direction",
            {P: [1], Q: [1], K: [1, 0], L: [half, half]},
            {"eps": log(num(3, 2)), "u": 1, "delta": 0},
            drop=["PQ"],
        ),
    ],
    witness=({"eps": 1, "u": 1, "delta": 0}, alike),
)


def at_level(v: Term) -> Term:
    """The invariant at another level."""
    return Le(HockeyStick(P, Q, v), 1 - weight + weight * answers(n, v))


pascal = Formula(
    title="One more answer of randomized response, by Pascal's triangle",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    claim="Sum(binomial(n + 1, i)*max(exp(i*eps) - u*exp((n + 1 - i)*eps), 0), (i, 0, n + 1))/(1 + exp(eps))**(n + 1) == "
    "1/(exp(eps) + 1)*("
    "exp(eps)*(Sum(binomial(n, i)*max(exp(i*eps) - u/exp(eps)*exp((n - i)*eps), 0), (i, 0, n))/(1 + exp(eps))**n)"
    " + Sum(binomial(n, i)*max(exp(i*eps) - u*exp(eps)*exp((n - i)*eps), 0), (i, 0, n))/(1 + exp(eps))**n)",
    where=["n in integers", "n >= 0", "eps > 0", "u >= 0"],
)

exact_step = Theorem(
    title="One more (ε, δ)-private mechanism: w becomes w (1 − δ), and n answers become n + 1",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    about=[P, Q, K, L],
    where=[Gt(eps, 0), Ge(u, 0), Ge(delta, 0), Le(delta, 1), Ge(n, 0)],
    integers=["n"],
    given={"so_far.low": at_level(lower), "so_far.high": at_level(upper), "kept": kept, **next_stick},
    claim={"stick": exact_steps.after(exact_bound), "w": exact_steps.after(kept)},
    proof=[
        have(
            "one_more",
            Le(Int(both, x, y), delta + (1 - delta) * (share * (e_eps * Int(up, x) + Int(down, x)))),
            by=Cite(one_more),
        ),
        have(
            "pascal",
            Eq(answers(n + 1, u), share * (e_eps * answers(n, lower) + answers(n, upper))),
            by=Real(),
        ),
        have(
            "stick",
            by=Real(
                {
                    "one_more": 1,
                    "so_far.low": (1 - delta) * share * e_eps,
                    "so_far.high": (1 - delta) * share,
                    "pascal": weight * (1 - delta),
                }
            ),
        ),
        have("w", by=Real(["kept"])),
    ],
    witness=({"eps": 1, "u": 1, "delta": 0, "n": 0, "w": 1}, alike),
)

exact = KFold(
    title="n mechanisms that are (ε, δⱼ)-private, each of which may depend on the outcomes before it: E_u is at most "
    "1 − w + w Σᵢ C(n, i) (e^(iε) − u e^((n−i)ε))₊ / (1 + e^ε)^n at every level u, w = Π (1 − δⱼ)",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    steps=exact_steps,
    invariant=[exact_bound, kept],
    base=exact_start,
    step=exact_step,
    uses={"so_far.low": {"u": lower}, "so_far.high": {"u": upper}, "kept": {"u": u}},
    levels=["u"],
)

# -- and randomized response attains it --------------------------------------------------------------------------------------------------

T, F, Y, N = (Event(name, x, y) for name in "TFYN")  # it shows P, it shows Q, yes, no
shows_p, shows_q, yes, no = (event.density for event in (T, F, Y, N))
exact_value = Eq(HockeyStick(P, Q, u), 1 - weight + weight * answers(n, u))


def value_at(v: Term) -> Term:
    """What holds of randomized response, at another level."""
    return Eq(HockeyStick(P, Q, v), 1 - weight + weight * answers(n, v))


attained_start = Theorem(
    title="Laws that are equal: E_u is (1 − u)₊",
    about=[P, Q],
    where=[Gt(eps, 0), Ge(u, 0)],
    given=exact_steps.equal,
    claim=exact_steps.before(exact_value),
    proof=exact_start.proof[:3],
    witness=({"eps": 1, "u": 1}, {P: fair, Q: fair}),
)

response = {
    "all": forall(x, y, Eq(shows_p + shows_q + yes + no, 1)),
    "P": forall(x, y, Eq(shows_p * l, 0)),
    "Q": forall(x, y, Eq(shows_q * k, 0)),
    "yes": forall(x, y, Eq(yes * k, e_eps * (yes * l))),
    "no": forall(x, y, Eq(no * l, e_eps * (no * k))),
    "K": forall(x, Eq(Int(shows_p * k, y), delta)),
    "L": forall(x, Eq(Int(shows_q * l, y), delta)),
}
first, second = pos(e_eps * p - u * q), pos(p - e_eps * (u * q))
told_yes, told_no = Int(yes * l, y), Int(no * k, y)

X, Z, W = (Symbol(name) for name in "XZW")


def in_case(name: str, event: FieldSymbol, scale: Term, factor: Term, of: Term) -> list[Step]:
    """On one of the four events: p k − u q l = factor · of there, so its positive part is factor₊ · of."""
    here = event.density
    inner = p * (here * k) - u * (q * (here * l))
    return [
        have(f"{name}.in", forall(x, y, Eq(here * both, pos(inner))), by=Pointwise(cases=[Ge(p * k, u * (q * l))])),
        have(f"{name}.same", forall(x, y, Eq(inner, factor * of)), by=Pointwise({name: scale})),
        have(
            f"{name}.cut",
            forall(x, y, Eq(here * both, pos(factor) * of)),
            by=Pointwise(
                [f"{name}.in", f"{name}.same"],
                lemmas=[
                    Lemma(Eq(pos(X), pos(Z) * W), [Ge(W, 0), Eq(X, Z * W)], {"X": inner, "Z": factor, "W": of}),
                ],
            ),
        ),
    ]


attained_step = Theorem(
    title="One more answer of randomized response, which shows the law with probability δ, and else has odds e^ε",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    about=[P, Q, K, L, T, F, Y, N],
    where=[Gt(eps, 0), Ge(u, 0), Ge(delta, 0), Le(delta, 1), Ge(n, 0)],
    integers=["n"],
    given={"so_far.low": value_at(lower), "so_far.high": value_at(upper), **response},
    claim=exact_steps.after(exact_value),
    proof=[
        *in_case("P", T, -u * q, p, shows_p * k),
        *in_case("Q", F, p, -u * q, shows_q * l),
        *in_case("yes", Y, p, e_eps * p - u * q, yes * l),
        *in_case("no", N, -u * q, p - e_eps * (u * q), no * k),
        have(
            "cut",
            forall(x, y, Eq(both, p * (shows_p * k) + first * (yes * l) + second * (no * k))),
            by=Pointwise({"P.cut": 1, "Q.cut": 1, "yes.cut": 1, "no.cut": 1, "all": -both}),
        ),
        have(
            "at_x.sum",
            forall(x, Eq(Int(both, y), p * Int(shows_p * k, y) + first * told_yes + second * told_no)),
            by=Integrate(y, "cut"),
        ),
        have(
            "K.parts",
            forall(x, y, Eq(k, shows_p * k + e_eps * (yes * l) + no * k)),
            by=Pointwise({"all": -k, "Q": 1, "yes": 1}),
        ),
        have(
            "L.parts",
            forall(x, y, Eq(l, shows_q * l + yes * l + e_eps * (no * k))),
            by=Pointwise({"all": -l, "P": 1, "no": 1}),
        ),
        have(
            "K.sum",
            forall(x, Eq(Int(k, y), Int(shows_p * k, y) + e_eps * told_yes + told_no)),
            by=Integrate(y, "K.parts"),
        ),
        have(
            "L.sum",
            forall(x, Eq(Int(l, y), Int(shows_q * l, y) + told_yes + e_eps * told_no)),
            by=Integrate(y, "L.parts"),
        ),
        have("K.one", forall(x, Eq(e_eps * told_yes + told_no, 1 - delta)), by=Pointwise(["K.sum", "K", "K.mass"])),
        have("L.one", forall(x, Eq(told_yes + e_eps * told_no, 1 - delta)), by=Pointwise(["L.sum", "L", "L.mass"])),
        have(
            "told.yes",
            forall(x, Eq(told_yes, (1 - delta) * share)),
            by=Pointwise({"K.one": e_eps / (e_eps**2 - 1), "L.one": -1 / (e_eps**2 - 1)}),
        ),
        have(
            "told.no",
            forall(x, Eq(told_no, (1 - delta) * share)),
            by=Pointwise({"L.one": e_eps / (e_eps**2 - 1), "K.one": -1 / (e_eps**2 - 1)}),
        ),
        have("up", forall(x, Eq(first, e_eps * up)), by=Pointwise()),
        have("down", forall(x, Eq(second, down)), by=Pointwise()),
        have(
            "at_x",
            forall(x, Eq(Int(both, y), mixed)),
            by=Pointwise(
                {
                    "at_x.sum": 1,
                    "K": p,
                    "told.yes": first,
                    "told.no": second,
                    "up": (1 - delta) * share,
                    "down": (1 - delta) * share,
                }
            ),
        ),
        have(
            "sum",
            Eq(
                Int(both, x, y),
                delta * Int(p, x) + (1 - delta) * share * e_eps * Int(up, x) + (1 - delta) * share * Int(down, x),
            ),
            by=Integrate(x, "at_x"),
        ),
        have("pascal", Eq(answers(n + 1, u), share * (e_eps * answers(n, lower) + answers(n, upper))), by=Real()),
        have(
            "goal",
            by=Real(
                {
                    "sum": 1,
                    "P.mass": delta,
                    "so_far.low": (1 - delta) * share * e_eps,
                    "so_far.high": (1 - delta) * share,
                    "pascal": -weight * (1 - delta),
                }
            ),
        ),
    ],
    witness=(
        {"eps": log(num(2)), "u": 1, "delta": 0, "n": 0, "w": 1},
        {
            P: [1],
            Q: [1],
            K: [num(2, 3), num(1, 3)],
            L: [num(1, 3), num(2, 3)],
            T: [0, 0],
            F: [0, 0],
            Y: [1, 0],
            N: [0, 1],
        },
    ),
)

exact_attained = KFold(
    title="n answers of randomized response, which shows the law with probability δⱼ and else has odds e^ε, attain the optimum at every level",
    source=Source("kairouz-oh-viswanath", "Theorem 3.3"),
    steps=exact_steps,
    invariant=[exact_value],
    base=attained_start,
    step=attained_step,
    uses={"so_far.low": {"u": lower}, "so_far.high": {"u": upper}},
    levels=["u"],
)
