"""Data processing: what is done to the output of a mechanism, without the data, loses no privacy.

The output y follows the kernel k(x, .) when x follows P or Q, so its densities are ∫ p k dx and ∫ q k dx.
"""

from dpsym.kernel.terms import Term
from dpsym.library.theorem import (
    Attained,
    Cite,
    Generalize,
    Instantiate,
    Integrate,
    Pointwise,
    Real,
    Source,
    Step,
    Swap,
    Theorem,
    Under,
    Variant,
    forall,
    have,
)
from dpsym.objects.language import Abs, Eq, Event, Ge, Int, Le, Symbol, exp, log, num, pos
from dpsym.objects.unfold import HockeyStick, Indistinguishable, TotalVariation, push_forward
from theorems.total_variation import bound
from theorems.vocabulary import K, P, Q, delta, e_eps, eps, half, k, p, q, x, y

KP, KQ = push_forward(P, K), push_forward(Q, K)
u = Symbol("u")


def kernel_drops_out(f: Term, n: str = "") -> list[Step]:
    """∫∫ f(x) k(x,y) dx dy = ∫ f(x) dx: Tonelli, then the mass of the kernel."""
    return [
        have(f"{n}swap", Eq(Int(f * k, y, x), Int(f * k, x, y)), by=Swap()),
        have(f"{n}pull", forall(x, Eq(Int(f * k, y), f * Int(k, y))), by=Under(y)),
        have(f"{n}inner", Eq(Int(f * k, x, y), Int(f, x)), by=Under(x, using=[f"{n}pull", "k.mass"])),
    ]


# -- the hockey-stick divergence ------------------------------------------------------------------------------

excess = pos(p - u * q)
hockey_stick_claim = Le(HockeyStick(KP, KQ, u), HockeyStick(P, Q, u))

hockey_stick = Theorem(
    title="Data processing for the hockey-stick divergence",
    about=[P, Q, K],
    where=[Ge(u, 0)],
    claim=hockey_stick_claim,
    proof=[
        have("below", forall(y, Le(KP.density - u * KQ.density, Int(excess * k, x))), by=Under(x)),
        have("at_y", forall(y, Le(pos(KP.density - u * KQ.density), Int(excess * k, x))), by=Pointwise(["below"])),
        have("sum", Le(HockeyStick(KP, KQ, u), Int(excess * k, y, x)), by=Integrate(y, "at_y")),
        *kernel_drops_out(excess),
        have("goal", by=Real(["sum", "swap", "inner"])),
    ],
    tight=Attained({P: [1, 0], Q: [0, 1], K: [1, 0, 0, 1]}),
    fails=[
        Variant(
            "with a factor below one",
            {P: [1, 0], Q: [0, 1], K: [1, 0, 0, 1]},
            {"u": 1},
            claim=Le(HockeyStick(KP, KQ, u), num(9, 10) * HockeyStick(P, Q, u)),
        ),
        Variant(
            "in the other direction",
            {P: [1, 0], Q: [0, 1], K: [half, half, half, half]},
            {"u": 1},
            claim=Ge(HockeyStick(KP, KQ, u), HockeyStick(P, Q, u)),
        ),
    ],
)

# -- total variation ------------------------------------------------------------------------------------------

distance = Abs(p - q)
total_variation_claim = Le(TotalVariation(KP, KQ), TotalVariation(P, Q))

total_variation = Theorem(
    title="Data processing for total variation",
    about=[P, Q, K],
    claim=total_variation_claim,
    proof=[
        have("above", forall(y, Le(KP.density - KQ.density, Int(distance * k, x))), by=Under(x)),
        have("below", forall(y, Le(KQ.density - KP.density, Int(distance * k, x))), by=Under(x)),
        have(
            "at_y", forall(y, Le(Abs(KP.density - KQ.density), Int(distance * k, x))), by=Pointwise(["above", "below"])
        ),
        have("sum", Le(Int(Abs(KP.density - KQ.density), y), Int(distance * k, y, x)), by=Integrate(y, "at_y")),
        *kernel_drops_out(distance),
        have("goal", by=Real(["sum", "swap", "inner"])),
    ],
    tight=Attained({P: [1, 0], Q: [0, 1], K: [1, 0, 0, 1]}),
    fails=[
        Variant(
            "with a factor below one",
            {P: [1, 0], Q: [0, 1], K: [1, 0, 0, 1]},
            claim=Le(TotalVariation(KP, KQ), num(9, 10) * TotalVariation(P, Q)),
        )
    ],
)

# -- the max divergence ---------------------------------------------------------------------------------------------

c = Symbol("c")
max_claim = forall(y, Le(KP.density, exp(c) * KQ.density))

max_divergence = Theorem(
    title="Data processing for the max divergence, in one direction: D_∞(KP‖KQ) <= D_∞(P‖Q)",
    source=Source("privacy-notes", "Section 4, property 1"),
    about=[P, Q, K],
    given={"max": forall(x, Le(p, exp(c) * q))},
    claim=max_claim,
    proof=[have("goal", by=Under(x, using=["max"]))],
    witness=({"c": 0}, {P: [1], Q: [1], K: [1]}),
    fails=[
        Variant(
            "with a factor below one",
            {P: [1], Q: [1], K: [1]},
            {"c": 0},
            claim=Le(KP.density, num(9, 10) * exp(c) * KQ.density),
        ),
        Variant("without the bound", {P: [1, 0], Q: [0, 1], K: [1, 0, 0, 1]}, {"c": 0}, drop=["max"]),
    ],
)

# -- (ε,δ)-indistinguishability: the event becomes a test, and the hypothesis is affine in it -------------------

E = Event("E", y)
in_E = E.density
s = Int(in_E * k, y)  # how likely y is in E, from x


def image(name: str, a: Term, b: Term) -> list[Step]:
    """P(S) <= e^ε Q(S) + δ for the test S = s, and ∫ s a dx is the probability of E."""
    out = [
        have(
            f"{name}.test", Le(Int(s * a, x), exp(eps) * Int(s * b, x) + delta), by=Instantiate(name, s, using=["s<=1"])
        )
    ]
    for letter, f in (("a", a), ("b", b)):
        out += [
            have(f"{name}.{letter}.in", forall(x, Eq(s * f, Int(in_E * f * k, y))), by=Under(y)),
            have(
                f"{name}.{letter}.sum",
                Eq(Int(s * f, x), Int(in_E * f * k, x, y)),
                by=Integrate(x, f"{name}.{letter}.in"),
            ),
            have(f"{name}.{letter}.swap", Eq(Int(in_E * f * k, x, y), Int(in_E * f * k, y, x)), by=Swap()),
            have(f"{name}.{letter}.out", forall(y, Eq(Int(in_E * f * k, x), in_E * Int(f * k, x))), by=Under(x)),
            have(
                f"{name}.{letter}",
                Eq(Int(in_E * f * k, y, x), Int(in_E * Int(f * k, x), y)),
                by=Integrate(y, f"{name}.{letter}.out"),
            ),
        ]
    parts = [f"{name}.{letter}{end}" for letter in "ab" for end in (".sum", ".swap", "")]
    goal = Le(Int(in_E * Int(a * k, x), y), exp(eps) * Int(in_E * Int(b * k, x), y) + delta)
    return [*out, have(f"{name}.goal", goal, by=Real([f"{name}.test", *parts]))]


indistinguishable = Theorem(
    title="Post-processing of (ε,δ)-indistinguishable laws",
    source=Source("kasiviswanathan-smith", "Claim 3.3(5)"),
    about=[P, Q, K],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"near": Indistinguishable(P, Q, eps, delta)},
    claim=Indistinguishable(KP, KQ, eps, delta),
    proof=[
        have("s<=k", forall(x, Le(s, Int(k, y))), by=Under(y)),
        have("s<=1", forall(x, Le(s, 1)), by=Pointwise(["s<=k", "k.mass"])),
        *image("near.PQ", p, q),
        *image("near.QP", q, p),
    ],
    tight=Attained({P: [1, 0], Q: [0, 1], K: [1, 0, 0, 1], E: [1, 0]}, params={"delta": 1}, claim="claim.PQ"),
    fails=[
        Variant(
            "without the first direction",
            {P: [half, half], Q: [1, 0], K: [1, 0, 0, 1], E: [0, 1]},
            {"eps": log(num(2)), "delta": 0},
            drop=["near.PQ"],
        ),
        Variant(
            "without the second direction",
            {P: [1, 0], Q: [half, half], K: [1, 0, 0, 1], E: [0, 1]},
            {"eps": log(num(2)), "delta": 0},
            drop=["near.QP"],
        ),
        Variant(
            "with a smaller δ",
            {P: [1, 0], Q: [0, 1], K: [1, 0, 0, 1], E: [1, 0]},
            {"eps": 0, "delta": 1},
            claim=Le(Int(in_E * KP.density, y), exp(eps) * Int(in_E * KQ.density, y) + num(9, 10) * delta),
        ),
    ],
)

# -- both together: indistinguishable laws stay close in total variation ----------------------------------------

near = Indistinguishable(KP, KQ, eps, delta)
stays_close_claim = Le(TotalVariation(KP, KQ), (e_eps - 1 + 2 * delta) / (e_eps + 1))

stays_close = Theorem(
    title="(ε,δ)-indistinguishable laws stay close in total variation, whatever is done to the outcome",
    about=[P, Q, K, E],
    where=[Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"near": Indistinguishable(P, Q, eps, delta)},
    claim=stays_close_claim,
    proof=[
        have(
            "E.PQ",
            Le(Int(in_E * KP.density, y), e_eps * Int(in_E * KQ.density, y) + delta),
            by=Cite(indistinguishable, claim="claim.PQ"),
        ),
        have(
            "E.QP",
            Le(Int(in_E * KQ.density, y), e_eps * Int(in_E * KP.density, y) + delta),
            by=Cite(indistinguishable, claim="claim.QP"),
        ),
        have("image.PQ", near.facts()["PQ"], by=Generalize("E.PQ", E)),
        have("image.QP", near.facts()["QP"], by=Generalize("E.QP", E)),
        *kernel_drops_out(p, "P."),
        *kernel_drops_out(q, "Q."),
        have("KP.one", Eq(Int(KP.density, y), 1), by=Real(["P.swap", "P.inner", "P.mass"])),
        have("KQ.one", Eq(Int(KQ.density, y), 1), by=Real(["Q.swap", "Q.inner", "Q.mass"])),
        have(
            "goal",
            by=Cite(
                bound,
                fields={"P": KP, "Q": KQ},
                given={"near.PQ": "image.PQ", "near.QP": "image.QP"},
                using=["KP.one", "KQ.one"],
            ),
        ),
    ],
    tight=Attained(
        {
            P: [(e_eps + delta) / (e_eps + 1), (1 - delta) / (e_eps + 1)],
            Q: [(1 - delta) / (e_eps + 1), (e_eps + delta) / (e_eps + 1)],
            K: [1, 0, 0, 1],
            E: [1, 0],
        }
    ),
    fails=[
        Variant(
            "without the first direction",
            {P: [half, half], Q: [1, 0], K: [1, 0, 0, 1], E: [0, 0]},
            {"eps": log(num(2)), "delta": 0},
            drop=["near.PQ"],
        ),
        Variant(
            "without the second direction",
            {P: [1, 0], Q: [half, half], K: [1, 0, 0, 1], E: [0, 0]},
            {"eps": log(num(2)), "delta": 0},
            drop=["near.QP"],
        ),
    ],
)
