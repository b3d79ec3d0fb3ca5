"""The hockey-stick divergence E_u(P‖Q) = ∫ (p − u q)₊ is the least δ of (ε,δ)-privacy, for u = e^ε: the best event is p > u q."""

from dpsym.library.theorem import (
    Attained,
    Instantiate,
    Integrate,
    Pointwise,
    Real,
    Source,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Abs, Eq, Ge, Gt, Indicator, Int, Le, Min, Symbol, num, pos
from dpsym.objects.unfold import HockeyStick, Indistinguishable, TotalVariation
from theorems.vocabulary import E, P, Q, R, delta, e_eps, eps, half, in_E, p, q, r, x

t, u = Symbol("t"), Symbol("u")
far = {
    P: [(e_eps + delta) / (e_eps + 1), (1 - delta) / (e_eps + 1)],
    Q: [(1 - delta) / (e_eps + 1), (e_eps + delta) / (e_eps + 1)],
}

from_events = Theorem(
    title="(ε,δ)-indistinguishable laws have hockey-stick divergence at most δ",
    source=Source("kasiviswanathan-smith", "Definition 3.1"),
    about=[P, Q],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"near": Indistinguishable(P, Q, eps, delta)},
    claim={"PQ": Le(HockeyStick(P, Q, e_eps), delta), "QP": Le(HockeyStick(Q, P, e_eps), delta)},
    proof=[
        have("PQ", by=Instantiate("near.PQ", Indicator(Gt(p, e_eps * q)), cases=[Gt(p, e_eps * q)])),
        have("QP", by=Instantiate("near.QP", Indicator(Gt(q, e_eps * p)), cases=[Gt(q, e_eps * p)])),
    ],
    tight=Attained(far, claim="PQ"),
    fails=[
        Variant("without events", {P: [1, 0], Q: [0, 1]}, {"eps": 0, "delta": 0}, drop=["near.PQ", "near.QP"]),
        Variant(
            "with a smaller δ",
            {P: [1, 0], Q: [0, 1]},
            {"eps": 0, "delta": 1},
            claim=Le(HockeyStick(P, Q, e_eps), num(9, 10) * delta),
        ),
    ],
)

to_events = Theorem(
    title="Laws whose hockey-stick divergences are at most δ are (ε,δ)-indistinguishable",
    source=Source("kasiviswanathan-smith", "Definition 3.1"),
    about=[P, Q],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"PQ": Le(HockeyStick(P, Q, e_eps), delta), "QP": Le(HockeyStick(Q, P, e_eps), delta)},
    claim=Indistinguishable(P, Q, eps, delta),
    proof=[
        have(
            "PQ.in",
            Le(Int(in_E * p, x) - e_eps * Int(in_E * q, x), HockeyStick(P, Q, e_eps)),
            by=Under(x, cases=[Ge(in_E, 1), Ge(p, e_eps * q)]),
        ),
        have(
            "QP.in",
            Le(Int(in_E * q, x) - e_eps * Int(in_E * p, x), HockeyStick(Q, P, e_eps)),
            by=Under(x, cases=[Ge(in_E, 1), Ge(q, e_eps * p)]),
        ),
        have("PQ.goal", Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + delta), by=Real({"PQ.in": 1, "PQ": 1})),
        have("QP.goal", Le(Int(in_E * q, x), e_eps * Int(in_E * p, x) + delta), by=Real({"QP.in": 1, "QP": 1})),
    ],
    tight=Attained({**far, E: [1, 0]}, claim="claim.PQ"),
    fails=[
        Variant(
            "without the first", {P: [half, half], Q: [0, 1], E: [1, 0]}, {"eps": 0, "delta": 0}, drop=["PQ", "QP"]
        ),
        Variant(
            "with a smaller δ",
            {P: [1, 0], Q: [0, 1], E: [1, 0]},
            {"eps": 0, "delta": 1},
            claim=Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + num(9, 10) * delta),
        ),
    ],
)

convex_claim = Le(HockeyStick(P, Q, t + u), HockeyStick(P, Q, u))

decreasing = Theorem(
    title="The privacy profile is decreasing",
    about=[P, Q],
    where=[Ge(t, 0), Ge(u, 0)],
    claim=convex_claim,
    proof=[
        have(
            "cut",
            forall(x, Le(pos(p - (t + u) * q), pos(p - u * q))),
            by=Pointwise(cases=[Ge(p, u * q), Ge(p, (t + u) * q)]),
        ),
        have("goal", by=Integrate(x, "cut")),
    ],
    tight=Attained({P: [1, 0], Q: [0, 1]}),
    fails=[
        Variant(
            "strictly",
            {P: [1, 0], Q: [0, 1]},
            {"t": 1, "u": 1},
            claim=Ge(HockeyStick(P, Q, u) - num(1, 10), HockeyStick(P, Q, t + u)),
        ),
        Variant(
            "increasing", {P: [1], Q: [1]}, {"t": 1, "u": 0}, claim=Ge(HockeyStick(P, Q, t + u), HockeyStick(P, Q, u))
        ),
    ],
)

# -- what is over e^ε q is moved to where p is below it ----------------------------------------------------------

over, under = pos(p - e_eps * q), pos(e_eps * q - p)
A, D = Int(over, x), Int(under, x)
moved = Min(p, e_eps * q) + A / D * under

nearby = Theorem(
    title="A law with E_u(P‖Q) <= δ is within δ, in total variation, of one that is below e^ε Q",
    source=Source("dwork-roth", "Lemma 3.17(1)"),
    about=[P, Q],
    where=[Gt(eps, 0), Ge(delta, 0)],
    given={"near": Le(HockeyStick(P, Q, e_eps), delta)},
    exists=[R],
    claim={"below": forall(x, Le(r, e_eps * q)), "close": Le(TotalVariation(P, R), delta)},
    choice={R: moved},
    proof=[
        have("room.sum", Eq(D, e_eps * Int(q, x) - Int(p, x) + A), by=Under(x, cases=[Ge(p, e_eps * q)])),
        have("room", Eq(D, e_eps - 1 + A), by=Real(["room.sum", "P.mass", "Q.mass"])),
        have("D>0", Gt(D, 0), by=Real(["room"])),
        have("A<=D", Le(A / D, 1), by=Real(["room", "D>0"])),
        have("below", forall(x, Le(moved, e_eps * q)), by=Pointwise(["A<=D", "D>0"], cases=[Ge(p, e_eps * q)])),
        have("min", Eq(Int(Min(p, e_eps * q), x), Int(p, x) - A), by=Under(x, cases=[Ge(p, e_eps * q)])),
        have(
            "r.sum",
            Eq(Int(moved, x), Int(Min(p, e_eps * q), x) + A / D * D),
            by=Integrate(x, parts=[(1, moved), (-1, Min(p, e_eps * q)), (-(A / D), under)], using=["D>0"]),
        ),
        have("r.mass", Eq(Int(moved, x), 1), by=Real(["r.sum", "min", "P.mass", "D>0"])),
        have(
            "far", forall(x, Le(Abs(p - moved), over + A / D * under)), by=Pointwise(["D>0"], cases=[Ge(p, e_eps * q)])
        ),
        have(
            "far.sum",
            Le(Int(Abs(p - moved), x), A + A / D * D),
            by=Integrate(x, "far", parts=[(1, Abs(p - moved)), (-1, over), (-(A / D), under)], using=["D>0"]),
        ),
        have("close", Le(num(1, 2) * Int(Abs(p - moved), x), delta), by=Real(["far.sum", "near", "D>0"])),
    ],
    witness=({"eps": 1, "delta": half}, {P: [half, half], Q: [half, half]}),
)
