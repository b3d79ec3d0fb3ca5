"""From Rényi and concentrated privacy to (ε,δ).

With t = p/q, max(t − u, 0) <= c t^α, where the two sides touch at t = αu/(α − 1). So a moment M_α bounds the hockey-stick
divergence:

    ∫ (p − u q)₊ <= u^(1−α) M_α (1/α)(1 − 1/α)^(α−1)

For D_α <= ρ α take α = 1 + h with h = √(log(1/δ)/ρ): then u = e^(ρ + 2√(ρ log(1/δ))) has u^(1−α) M_α <= δ.
"""

from dpsym.library.entries import Definition, Formula
from dpsym.library.theorem import Attained, Cite, Real, Source, Theorem, Under, Variant, have
from dpsym.objects.language import Eq, Ge, Gt, Int, Le, Symbol, exp, log, num
from dpsym.objects.unfold import HockeyStick, RenyiMoment
from theorems.instances import of
from theorems.renyi import hockey_stick
from theorems.vocabulary import E, P, Q, alpha, e_eps, eps, half, in_E, p, q, x

d, h, rho = Symbol("d"), Symbol("h"), Symbol("rho")

rdp = Definition(
    title="(λ,ε)-Rényi privacy: D_λ <= ε, with the Kullback-Leibler divergence at λ = 1",
    source=Source("privacy-notes", "(4)"),
    object="dpsym.objects.notions.RenyiDP",
    examples=of("RenyiDP"),
)

rdp_at_order_one = Formula(
    title="1/(λ − 1) has no value at λ = 1, which the definition allows",
    source=Source("privacy-notes", "(4)"),
    claim="log(3/4*(3/2)**(l - 1) + 1/4*(1/2)**(l - 1))/(l - 1) <= eps",
    where=["l >= 1", "eps >= 0"],
    fails_at={"l": "1", "eps": "1"},
)

# -- a divergence of order α ------------------------------------------------------------------------------------------

factor = 1 / alpha * (1 - 1 / alpha) ** (alpha - 1)
lost = exp(-(alpha - 1) * (eps - d)) * factor
moment = exp((alpha - 1) * d)
cited = Le(HockeyStick(P, Q, e_eps), moment * (e_eps ** (1 - alpha) * ((alpha - 1) ** (alpha - 1) / alpha**alpha)))
event_claim = Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + lost)
top = alpha * e_eps / (alpha - 1)

renyi_to_approximate = Theorem(
    title="P(S) <= e^ε Q(S) + e^(−(α−1)(ε − D_α)) (1/α)(1 − 1/α)^(α−1), for all ε",
    source=Source("privacy-notes", "Section 4, property 8"),
    about=[P, Q, E],
    where=[Gt(alpha, 1)],
    given={"moment": Le(RenyiMoment(alpha, P, Q), moment)},
    claim=event_claim,
    proof=[
        have("stick", cited, by=Cite(hockey_stick, reals={"u": e_eps, "M": moment})),
        have(
            "in",
            Le(Int(in_E * p, x) - e_eps * Int(in_E * q, x), HockeyStick(P, Q, e_eps)),
            by=Under(x, cases=[Ge(in_E, 1), Ge(p, e_eps * q)]),
        ),
        have(
            "same", Eq(moment * (e_eps ** (1 - alpha) * ((alpha - 1) ** (alpha - 1) / alpha**alpha)), lost), by=Real()
        ),
        have("goal", by=Real({"stick": 1, "in": 1, "same": 1})),
    ],
    tight=Attained(
        {P: [1, 0], Q: [1 / top, 1 - 1 / top], E: [1, 0]},
        where=[Ge(eps, 0)],
        params={"d": eps + log(alpha / (alpha - 1))},
        at={"eps": 0, "alpha": 2},
    ),
    fails=[
        Variant(
            "without the moment",
            {P: [1, 0], Q: [0, 1], E: [1, 0]},
            {"alpha": 2, "d": 0, "eps": 1},
            drop=["moment"],
        ),
        Variant(
            "with a smaller constant",
            {P: [1, 0], Q: [half, half], E: [1, 0]},
            {"alpha": 2, "d": log(num(2)), "eps": 0},
            claim=Le(Int(in_E * p, x), e_eps * Int(in_E * q, x) + num(99, 100) * lost),
        ),
    ],
)

factor_below_one = Formula(
    title="(1/α)(1 − 1/α)^(α−1) < 1",
    source=Source("privacy-notes", "Section 4, property 8"),
    claim="1/alpha*(1 - 1/alpha)**(alpha - 1) < 1",
    where=["alpha > 1"],
)

factor_near_one = Formula(
    title="(1/α)(1 − 1/α)^(α−1) >= (1/α) e^(−√(α − 1)), which is near 1 for α near 1",
    source=Source("privacy-notes", "Section 4, property 8"),
    claim="1/alpha*(1 - 1/alpha)**(alpha - 1) >= 1/alpha*exp(-sqrt(alpha - 1))",
    where=["alpha > 1"],
)

# -- concentrated laws: α = 1 + h, log(1/δ) = ρ h² -------------------------------------------------------------------------

order = 1 + h
concentrated_moment = exp(h * (rho * order))
level = exp(rho + 2 * (rho * h))
sharp = exp(-(rho * h**2)) * (h**h / order**order)
most = Le(
    HockeyStick(P, Q, level), concentrated_moment * (level ** (1 - order) * ((order - 1) ** (order - 1) / order**order))
)
sharp_claim = Le(HockeyStick(P, Q, level), sharp)

concentrated_to_approximate = Theorem(
    title="D_α(P‖Q) <= ρ α at α = 1 + h, h = √(log(1/δ)/ρ), gives E_u(P‖Q) <= δ h^h/(1 + h)^(1 + h) at u = e^(ρ + 2√(ρ log(1/δ)))",
    source=Source("privacy-notes", "Section 3.1, property 3", sharpened=True),
    about=[P, Q],
    where=[Gt(rho, 0), Gt(h, 0)],
    given={"moment": Le(RenyiMoment(order, P, Q), concentrated_moment)},
    claim=sharp_claim,
    proof=[
        have("stick", most, by=Cite(hockey_stick, reals={"u": level, "M": concentrated_moment, "alpha": order})),
        have("same", Eq(most.rhs, sharp), by=Real()),
        have("goal", by=Real({"stick": 1, "same": 1})),
    ],
    witness=({"rho": 1, "h": 1}, {P: [half, half], Q: [half, half]}),
)

concentrated_as_printed = Theorem(
    title="D_α(P‖Q) <= ρ α at α = 1 + h, h = √(log(1/δ)/ρ), gives E_u(P‖Q) <= δ at u = e^(ρ + 2√(ρ log(1/δ)))",
    source=Source("privacy-notes", "Section 3.1, property 3"),
    about=[P, Q],
    where=[Gt(rho, 0), Gt(h, 0)],
    given={"moment": Le(RenyiMoment(order, P, Q), concentrated_moment)},
    claim=Le(HockeyStick(P, Q, level), exp(-(rho * h**2))),
    proof=[
        have("sharp", sharp_claim, by=Cite(concentrated_to_approximate)),
        have("one", Le(h**h / order**order, 1), by=Real()),
        have("goal", by=Real({"sharp": 1, "one": exp(-(rho * h**2))})),
    ],
    witness=({"rho": 1, "h": 1}, {P: [half, half], Q: [half, half]}),
)

k_fold_level = Formula(
    title="With ρ = kε²/2 and h = √(log(1/δ)/ρ) the level is ε√(2k log(1/δ)) + kε²/2",
    source=Source("privacy-notes", "Section 3.1, property 3"),
    claim="rho + 2*(rho*h) == eps*sqrt(2*k*log(1/delta)) + k*eps**2/2",
    let=["rho = k*eps**2/2", "h = sqrt(log(1/delta)/(k*eps**2/2))"],
    where=["eps > 0", "k >= 1", "0 < delta < 1"],
)

k_fold_delta = Formula(
    title="With h = √(log(1/δ)/ρ) the probability e^(−ρ h²) is δ",
    source=Source("privacy-notes", "Section 3.1, property 3"),
    claim="exp(-(rho*sqrt(log(1/delta)/rho)**2)) == delta",
    where=["rho > 0", "0 < delta < 1"],
)
