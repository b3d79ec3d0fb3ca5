"""k mechanisms one after the other, each of which may depend on what those before it said.

A transcript x grows by an outcome y: its laws are P and Q, on neighbouring datasets, then p(x) k(x, y) and q(x) l(x, y). At the start
nothing has been said, and the laws are equal. Each entry says what holds after any number of steps (the kernel's induction over chains,
docs/laws.md), from a theorem about equal laws and one about one more step:

    pure          ε₁ + ... + εₖ
    (ε, δ)        Σ εⱼ and 1 − Π (1 − δⱼ), which is at most Σ δⱼ
    Rényi         Σ εⱼ at every order;  concentrated: Σ ρⱼ
    advanced      ε-private each: k ε tanh(ε/2) + 2 √(k ε tanh(ε/2) log(1/δ)), below the bound of the sources

What is exact is in optimal_composition, and records that are changed one by one are in group_privacy.
"""

from dpsym.kernel.terms import Term
from dpsym.library.chains import Conclusion, KFold, Steps
from dpsym.library.theorem import (
    Cite,
    Generalize,
    Integrate,
    Obtain,
    Pointwise,
    Real,
    Source,
    Step,
    Tables,
    Theorem,
    Under,
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
    Max,
    Symbol,
    exp,
    num,
    pos,
    tanh,
)
from dpsym.objects.unfold import HockeyStick, Indistinguishable, RenyiMoment
from theorems import advanced_composition, composition, decomposition, renyi_processing
from theorems.concentrated import composition as composition_concentrated
from theorems.hockey_stick import to_events
from theorems.renyi import hockey_stick
from theorems.renyi_divergence import power
from theorems.vocabulary import alpha, delta, e_eps, eps, half, x, y

P, Q = Law("P", x), Law("Q", x)
K, L = Kernel("K", x, y), Kernel("L", x, y)
p, q, k, l = P.density, Q.density, K.density, L.density
s, d, t, r, rho, c, h, n, u = (Symbol(name) for name in ("s", "d", "t", "r", "rho", "c", "h", "n", "u"))
fair = [half, half]
alike: Tables = {P: [1], Q: [1], K: fair, L: fair}

# -- pure

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

# -- (ε, δ)

stick_steps = Steps(x, {P: K, Q: L}, {"s": (0, s + eps), "d": (0, d + (1 - d) * delta), "t": (0, t + delta)})
stick = Le(HockeyStick(P, Q, exp(s)), d)
other_stick = Le(HockeyStick(Q, P, exp(s)), d)
nonnegative, at_most = Ge(d, 0), Le(d, t)
bounds = {"grows": Ge(s, 0), "less": Le(d, 1)}
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
        "sum": stick_steps.before(at_most), **{name: stick_steps.before(bound) for name, bound in bounds.items()},
    },
    proof=[
        have("PQ.at", forall(x, Le(pos(p - exp(num(0)) * q), 0 * p)), by=Pointwise(["equal"])),
        have("PQ.sum", Le(HockeyStick(P, Q, exp(num(0))), 0 * Int(p, x)), by=Integrate(x, "PQ.at")),
        have("PQ", by=Real(["PQ.sum"])),
        have("QP.at", forall(x, Le(pos(q - exp(num(0)) * p), 0 * p)), by=Pointwise(["equal"])),
        have("QP.sum", Le(HockeyStick(Q, P, exp(num(0))), 0 * Int(p, x)), by=Integrate(x, "QP.at")),
        have("QP", by=Real(["QP.sum"])),
        *(have(name, by=Real()) for name in ("sign", "sum", "less")),  # s >= 0 and d >= 0 are both 0 >= 0
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
    given={"so_far.PQ": stick, "so_far.QP": other_stick, "sign": nonnegative, "sum": at_most, **bounds, **next_stick},
    claim={
        "PQ": stick_steps.after(stick),
        "QP": stick_steps.after(other_stick),
        "d": stick_steps.after(nonnegative),
        "t": stick_steps.after(at_most),
        "s": stick_steps.after(bounds["grows"]),
        "one": stick_steps.after(bounds["less"]),
    },
    proof=[
        *two_steps("PQ", P, Q, K, L, stick_steps.after(stick)),
        *two_steps("QP", Q, P, L, K, stick_steps.after(other_stick)),
        have("d", by=Real(["sign"])),
        have("t", by=Real(["sign", "sum"])),
        have("s", by=Real(["grows"])),
        have("one", by=Real(["less"])),
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
    invariant=[stick, other_stick, nonnegative, at_most, *bounds.values()],
    base=approximate_start,
    step=approximate_step,
    uses={"so_far.PQ": {}, "so_far.QP": {}, "sign": {}, "sum": {}, "grows": {}, "less": {}},
    conclusions=[Conclusion(added, {"PQ": {}, "QP": {}, "sum": {}})],
)

# -- what is behind it

E = Event("E", x)
parts = P1, Q1, P2, Q2 = [Law(name, x) for name in ("P1", "Q1", "P2", "Q2")]
lost = Max(HockeyStick(P, Q, exp(s)), HockeyStick(Q, P, exp(s)))
apart = {
    "lost": Le(lost, d),
    "P": forall(x, Eq(p, (1 - lost) * P1.density + lost * P2.density)),
    "Q": forall(x, Eq(q, (1 - lost) * Q1.density + lost * Q2.density)),
    "close.PQ": forall(x, Le(P1.density, exp(s) * Q1.density)),
    "close.QP": forall(x, Le(Q1.density, exp(s) * P1.density)),
}


def taken_apart(name: str, claim: str) -> Step:
    """The parts that the decomposition of (ε, δ) says there are, of the transcripts: one step for each claim."""
    names = {f.name: f for f in parts}
    masses = [f"{f.name}.mass" for f in parts] if claim == "close.QP" else []  # once they are there
    using = ["sign", *bounds, *masses]
    by = Obtain(decomposition.basic, reals={"eps": s, "delta": d}, names=names, using=using, claim=claim)
    return have(name, apart[name], by=by)


near = Indistinguishable(P, Q, s, d).facts()


def for_events(name: str, a: FieldSymbol, b: FieldSymbol) -> list[Step]:
    """What the hockey-stick divergence says of every event."""
    here = Le(Int(E.density * a.density, x), exp(s) * Int(E.density * b.density, x) + d)
    cited = Cite(to_events, reals={"eps": s, "delta": d}, using=["sign", *bounds], claim=f"claim.{name}")
    return [have(f"{name}.E", here, by=cited), have(f"near.{name}", near[name], by=Generalize(f"{name}.E", E))]


decomposed = Theorem(
    title="Laws with E_u <= d both ways, u = e^s, are s-close but for a part of at most d of each",
    source=Source("privacy-notes", "Section 8.1"),
    about=[P, Q, E],
    given={"PQ": stick, "QP": other_stick, "sign": nonnegative, **bounds},
    exists=parts,
    claim=apart,
    choice={f: f.density for f in parts},
    proof=[
        *for_events("PQ", P, Q),
        *for_events("QP", Q, P),
        *(taken_apart(name, claim) for name, claim in zip(apart, ("most", "P", "Q", "close.PQ", "close.QP"))),
    ],
    witness=({"s": 0, "d": 0}, {P: fair, Q: fair, E: [1, 0]}),
)

in_parts = KFold(
    title="Transcripts of mechanisms that are (εⱼ, δⱼ)-private are (Σ εⱼ)-close but for a part of at most 1 − Π (1 − δⱼ) of each",
    source=Source("privacy-notes", "Section 8.1", sharpened=True),
    steps=stick_steps,
    invariant=[stick, other_stick, nonnegative, at_most, *bounds.values()],
    base=approximate_start,
    step=approximate_step,
    uses={"so_far.PQ": {}, "so_far.QP": {}, "sign": {}, "sum": {}, "grows": {}, "less": {}},
    conclusions=[Conclusion(decomposed, {"PQ": {}, "QP": {}, "sign": {}, "grows": {}, "less": {}})],
)

# -- Rényi, concentrated

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

# -- advanced composition

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
