"""Mechanisms that are (εⱼ, δⱼ)-private, with levels that differ, each of which may depend on what those before it said.

E_u is at most C u^(1−α) times the moment of order α, C = (α − 1)^(α−1)/α^α. One more mechanism multiplies that by the moment of
randomized response, at most e^(α(α−1) ε²/2) (optimal_composition.one_more, at u/e^ε and u e^ε). So with r = Σ εⱼ²/2, w = Π (1 − δⱼ)

    E_u <= 1 − w + w C u^(1−α) e^((α−1) r α)    for all levels u and orders α > 1,

and the best order makes this 1 − w + w δ' at the level r + 2 √(r log(1/δ')).
"""

from dpsym.kernel.laws.terms import Substitution
from dpsym.kernel.terms import Term
from dpsym.library.chains import Conclusion, KFold, Steps
from dpsym.library.theorem import (
    Cite,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Theorem,
    forall,
    have,
)
from dpsym.objects.language import (
    Eq,
    Ge,
    Gt,
    Int,
    Le,
    Symbol,
    exp,
    pos,
)
from dpsym.objects.unfold import HockeyStick
from theorems.optimal_composition import (
    K,
    L,
    P,
    Q,
    alike,
    both,
    down,
    fair,
    kept,
    lower,
    next_stick,
    one_more,
    p,
    q,
    share,
    up,
    upper,
    weight,
)
from theorems.vocabulary import alpha, delta, e_eps, eps, x, y

u, r, h = (Symbol(name) for name in "urh")
W, X, Z = (Symbol(name) for name in "WXZ")

# E_u is below the multiple C u^(1−α) of the moment of order α; one more mechanism multiplies that by the moment of randomized response
order_factor = (alpha - 1) ** (alpha - 1) / alpha**alpha


def tail(level: Term) -> Term:
    """What is left of the optimum after the moment of order α is used: C u^(1−α) e^((α−1) r α)."""
    return order_factor * (level ** (1 - alpha) * exp((alpha - 1) * (r * alpha)))


def below_tail(level: Term) -> Term:
    return Le(HockeyStick(P, Q, level), 1 - weight + weight * tail(level))


mixed_steps = Steps(x, {P: K, Q: L}, {"w": (1, weight * (1 - delta)), "r": (0, r + eps**2 / 2)})

mixed_start = Theorem(
    title="Laws that are equal: E_u <= (α − 1)^(α−1)/α^α u^(1−α)",
    about=[P, Q],
    where=[Gt(alpha, 1), Gt(u, 0)],
    given=mixed_steps.equal,
    claim={"goal": mixed_steps.before(below_tail(u)), "kept": mixed_steps.before(kept)},
    proof=[
        have("at", forall(x, Eq(pos(p - u * q), pos(1 - u) * p)), by=Pointwise(["equal"], cases=[Ge(u, 1)])),
        have("sum", Eq(HockeyStick(P, Q, u), pos(1 - u) * Int(p, x)), by=Integrate(x, "at")),
        have("touch", Le(1 - u, order_factor * u ** (1 - alpha)), by=Real()),
        have("positive", Le(pos(1 - u), order_factor * u ** (1 - alpha)), by=Real(["touch"], cases=[Ge(u, 1)])),
        have("goal", by=Real(["sum", "P.mass", "positive"])),
        have("kept", by=Real()),
    ],
    witness=({"alpha": 2, "u": 1}, {P: fair, Q: fair}),
)


next_tail = order_factor * (u ** (1 - alpha) * exp((alpha - 1) * ((r + eps**2 / 2) * alpha)))
weighing = {"W": weight, "X": share * (e_eps * tail(lower) + tail(upper)), "Z": next_tail}

mixed_step = Theorem(
    title="One more (ε, δ)-private mechanism multiplies w by 1 − δ, and adds ε²/2 to r",
    source=Source("privacy-notes", "(7)"),
    about=[P, Q, K, L],
    where=[Gt(alpha, 1), Gt(u, 0), Ge(eps, 0), Ge(delta, 0), Le(delta, 1)],
    given={"so_far.low": below_tail(lower), "so_far.high": below_tail(upper), "kept": kept, **next_stick},
    claim={"stick": mixed_steps.after(below_tail(u)), "w": mixed_steps.after(kept)},
    proof=[
        have(
            "one_more",
            Le(Int(both, x, y), delta + (1 - delta) * (share * (e_eps * Int(up, x) + Int(down, x)))),
            by=Cite(one_more, fields={"P": P, "Q": Q, "K": K, "L": L}),
        ),
        have(
            "response",
            Le(exp(alpha * eps) + exp((1 - alpha) * eps), (e_eps + 1) * exp(alpha * (alpha - 1) * eps**2 / 2)),
            by=Real(),
        ),
        have("low", Eq(e_eps * tail(lower), exp(alpha * eps) * tail(u)), by=Real()),
        have("high", Eq(tail(upper), exp((1 - alpha) * eps) * tail(u)), by=Real()),
        have(
            "next",
            Eq(
                exp(alpha * (alpha - 1) * eps**2 / 2) * tail(u),
                next_tail,
            ),
            by=Real(),
        ),
        have(
            "tails",
            Le(share * (e_eps * tail(lower) + tail(upper)), next_tail),
            by=Real({"low": share, "high": share, "response": share * tail(u), "next": 1}),
        ),
        have(
            "weighed",
            Le(weight * (share * (e_eps * tail(lower) + tail(upper))), weight * next_tail),
            by=Real(lemmas=[Lemma(Le(W * X, W * Z), [Ge(W, 0), Le(X, Z)], weighing)], using=["kept", "tails"]),
        ),
        have(
            "stick",
            by=Real(
                {
                    "one_more": 1,
                    "so_far.low": (1 - delta) * share * e_eps,
                    "so_far.high": (1 - delta) * share,
                    "weighed": 1 - delta,
                }
            ),
        ),
        have("w", by=Real(["kept"])),
    ],
    witness=({"alpha": 2, "u": 1, "eps": 1, "delta": 0, "w": 1, "r": 0}, alike),
)

order = 1 + h
level = r + 2 * (r * h)
at_order = {"alpha": order, "u": exp(level)}

mixed_end = Theorem(
    title="At the order 1 + h and the level r + 2rh: 1 − w + w e^(−r h²)",
    source=Source("privacy-notes", "(7)"),
    about=[P, Q],
    where=[Gt(r, 0), Gt(h, 0)],
    given={"tail": Substitution(reals=at_order)(below_tail(u)), "kept": kept},
    claim=Le(HockeyStick(P, Q, exp(level)), 1 - weight + weight * exp(-(r * h**2))),
    proof=[
        have("factor", Le((order - 1) ** (order - 1) / order**order, 1), by=Real()),
        have(
            "exponent",
            Eq(exp(level) ** (1 - order) * exp((order - 1) * (r * order)), exp(-(r * h**2))),
            by=Real(),
        ),
        have(
            "below",
            Le(Substitution(reals=at_order)(tail(u)), exp(-(r * h**2))),
            by=Real({"factor": exp(level) ** (1 - order) * exp((order - 1) * (r * order)), "exponent": 1}),
        ),
        have(
            "weighed",
            Le(weight * Substitution(reals=at_order)(tail(u)), weight * exp(-(r * h**2))),
            by=Real(
                ["kept", "below"],
                lemmas=[
                    Lemma(
                        Le(W * X, W * Z),
                        [Ge(W, 0), Le(X, Z)],
                        {"W": weight, "X": Substitution(reals=at_order)(tail(u)), "Z": exp(-(r * h**2))},
                    )
                ],
            ),
        ),
        have("goal", by=Real(["tail", "weighed"])),
    ],
    witness=({"r": 1, "h": 1, "w": 1}, {P: fair, Q: fair}),
)

mixed = KFold(
    title="Mechanisms that are (εⱼ, δⱼ)-private, each of which may depend on the outcomes before it, are "
    "(r + 2√(r log(1/δ')), 1 − w + w δ')-private with r = Σ εⱼ²/2, w = Π (1 − δⱼ), δ' = e^(−r h²)",
    source=Source("privacy-notes", "(7)", sharpened=True),
    steps=mixed_steps,
    invariant=[below_tail(u), kept],
    base=mixed_start,
    step=mixed_step,
    uses={
        "so_far.low": {"u": lower, "alpha": alpha},
        "so_far.high": {"u": upper, "alpha": alpha},
        "kept": {"u": u, "alpha": alpha},
    },
    levels=["u", "alpha"],
    conclusions=[Conclusion(mixed_end, {"tail": at_order, "kept": at_order})],
)
