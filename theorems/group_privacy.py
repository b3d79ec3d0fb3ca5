"""Records changed one by one, and paths of laws: what holds between the first law and the last (dpsym.library.chains).

pure              ε for one record is kε for k, and levels εⱼ add up
(ε, δ)            (Σ εⱼ, Σ e^(ε₁ + ... + εⱼ₋₁) δⱼ), so (kε, δ (e^(kε) − 1)/(e^ε − 1)) for equal levels
total variation   distances add up
"""

from dpsym.library.chains import KFold, Steps
from dpsym.library.theorem import (
    Cite,
    Integrate,
    Pointwise,
    Real,
    Source,
    Theorem,
    forall,
    have,
)
from dpsym.objects.language import (
    Abs,
    Eq,
    Ge,
    Int,
    Law,
    Le,
    Symbol,
    exp,
    num,
    pos,
)
from dpsym.objects.unfold import HockeyStick, Pure, TotalVariation
from theorems import k_fold
from theorems.total_variation import triangle
from theorems.vocabulary import delta, e_eps, eps, half, x

P, Q = Law("P", x), Law("Q", x)
p, q = P.density, Q.density
s, d = Symbol("s"), Symbol("d")
fair = [half, half]
below, above = forall(x, Le(p, exp(s) * q)), forall(x, Le(q, exp(s) * p))
stick = Le(HockeyStick(P, Q, exp(s)), d)

# -- records, one after the other

R = Law("R", x)
r_density = R.density
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
    base=k_fold.pure_start,
    step=records_step,
    uses={"so_far.PQ": {}, "so_far.QP": {}},
)

group_steps = Steps(x, {P: P, Q: R}, {"s": (0, s + eps), "d": (0, d + exp(s) * delta)})
group_sign = Ge(d, 0)

group_start = Theorem(
    title="Laws that are equal are (0, 0)-indistinguishable, as E_u",
    about=[P, Q],
    given=group_steps.equal,
    claim={"PQ": group_steps.before(stick), "sign": group_steps.before(group_sign)},
    proof=[
        have("PQ.at", forall(x, Le(pos(p - exp(num(0)) * q), 0 * p)), by=Pointwise(["equal"])),
        have("PQ.sum", Le(HockeyStick(P, Q, exp(num(0))), 0 * Int(p, x)), by=Integrate(x, "PQ.at")),
        have("PQ", by=Real(["PQ.sum"])),
        have("sign", by=Real()),
    ],
    witness=({}, {P: fair, Q: fair}),
)

group_step = Theorem(
    title="One more record, of level (ε, δ): E grows to d + e^s δ at s + ε",
    source=Source("brown", "Exercise 7.2"),
    about=[P, Q, R],
    where=[Ge(eps, 0), Ge(delta, 0)],
    given={"so_far": stick, "sign": group_sign, "next": Le(HockeyStick(Q, R, e_eps), delta)},
    claim={"PQ": group_steps.after(stick), "d": group_steps.after(group_sign)},
    proof=[
        have(
            "cut",
            forall(x, Le(pos(p - exp(s + eps) * r_density), pos(p - exp(s) * q) + exp(s) * pos(q - e_eps * r_density))),
            by=Pointwise(cases=[Ge(p, exp(s) * q), Ge(q, e_eps * r_density), Ge(p, exp(s + eps) * r_density)]),
        ),
        have(
            "sum",
            Le(HockeyStick(P, R, exp(s + eps)), HockeyStick(P, Q, exp(s)) + exp(s) * HockeyStick(Q, R, e_eps)),
            by=Integrate(x, "cut"),
        ),
        have("PQ", by=Real({"sum": 1, "so_far": 1, "next": exp(s)})),
        have("d", by=Real(["sign"])),
    ],
    witness=({"s": 0, "d": 0, "eps": 0, "delta": 0}, {P: fair, Q: fair, R: fair}),
)

group = KFold(
    title="Datasets that differ in k records, of levels (εⱼ, δⱼ): E at e^(ε₁ + ... + εₖ) is at most Σ e^(ε₁ + ... + εⱼ₋₁) δⱼ",
    source=Source("brown", "Exercise 7.2"),
    steps=group_steps,
    invariant=[stick, group_sign],
    base=group_start,
    step=group_step,
    uses={"so_far": {}, "sign": {}},
)

# -- paths of laws, in total variation

path_steps = Steps(x, {P: P, Q: R}, {"s": (0, s + delta)})
within = Le(TotalVariation(P, Q), s)

path_start = Theorem(
    title="Laws that are equal are at distance 0",
    about=[P, Q],
    given=path_steps.equal,
    claim=path_steps.before(within),
    proof=[
        have("at", forall(x, Eq(Abs(p - q), 0 * p)), by=Pointwise(["equal"])),
        have("sum", Eq(Int(Abs(p - q), x), 0 * Int(p, x)), by=Integrate(x, "at")),
        have("goal", by=Real(["sum"])),
    ],
    witness=({}, {P: fair, Q: fair}),
)

path_step = Theorem(
    title="One more law within δ of the last one: s + δ from the first",
    source=Source("biswas", "(7)"),
    about=[P, Q, R],
    where=[Ge(delta, 0)],
    given={"so_far": within, "next": Le(TotalVariation(Q, R), delta)},
    claim=path_steps.after(within),
    proof=[
        have("triangle", Le(TotalVariation(P, R), TotalVariation(P, Q) + TotalVariation(Q, R)), by=Cite(triangle)),
        have("goal", by=Real({"triangle": 1, "so_far": 1, "next": 1})),
    ],
    witness=({"s": 0, "delta": 0}, {P: fair, Q: fair, R: fair}),
)

path = KFold(
    title="Along a path of laws, each within δⱼ of the one before it, the last is within Σ δⱼ of the first, in total variation",
    source=Source("biswas", "(7)"),
    steps=path_steps,
    invariant=[within],
    base=path_start,
    step=path_step,
    uses={"so_far": {}},
)
