"""Rényi and concentrated privacy of a mechanism on a space of datasets.

The moment of neighbours is an integral of m(d, y)^α m(d', y)^(1 − α), and of others 0. For an ε-DP mechanism its integrand is below the
chord in m(d, y)/m(d', y) from e^−ε to e^ε, which is the moment of randomized response. A moment bounds ∫ (m(d, y) − e^ε m(d', y))₊.
"""

from dpsym.kernel.terms import Term, mul
from dpsym.library.theorem import (
    Cite,
    Defined,
    Integrate,
    Lemma,
    Pointwise,
    Real,
    Source,
    Step,
    Theorem,
    Under,
    Variant,
    chord,
    forall,
    have,
)
from dpsym.objects.applied import ApproximateDP, PureDP, RenyiDP, ZeroConcentratedDP
from dpsym.objects.language import (
    Eq,
    Event,
    Ge,
    Gt,
    Indicator,
    Int,
    Le,
    Piecewise,
    Symbol,
    exp,
    log,
    num,
    pos,
    tanh,
)
from theorems.concentrated import best, concave, exponent, logs
from theorems.concentrated import response as response_moment
from theorems.datasets import A, M, Near, apart, d, log_2, m_, near, other, pair, private, response, ways, y
from theorems.renyi import high, low, most
from theorems.vocabulary import alpha, e_eps, eps, half

t, u = Symbol("t"), Symbol("u")
are_near = Indicator(Gt(near, 0))


def power(a: Term, b: Term) -> Term:
    """What the moment of M(d) and M(d') integrates."""
    return Piecewise((0, Le(near, 0)), (0, Le(a, 0)), (a**alpha * b ** (1 - alpha), Gt(b, 0)))


# -- from pure privacy -------------------------------------------------------------------------------------------------------

rate = (high - low) / (e_eps - 1 / e_eps)
of_response = log(most) / (alpha - 1)  # D_α of randomized response
told = exp((alpha - 1) * of_response)


def below_chord(way: str, a: Term, b: Term) -> list[Step]:
    """The integrand of the moment is below its chord in t = a/b, from e^−ε to e^ε; elsewhere it is 0."""
    line = chord(t**alpha, t, 1 / u, u, [Gt(t, 0), Gt(u, 1), Gt(alpha, 1)], {"t": a / b, "u": e_eps})
    cases = [Le(near, 0), Le(a, 0), Gt(b, 0)]
    return [
        have(
            f"{way}.chord",
            forall(d, other, y, Le(power(a, b), are_near * (low * b + rate * (a - b / e_eps)))),
            by=Pointwise(private, cases=cases, lemmas=[line]),
        ),
        have(f"{way}.power", forall(d, other, y, Ge(power(a, b), 0)), by=Pointwise(private, cases=cases)),
        have(
            f"{way}.sum",
            forall(
                d,
                other,
                Le(Int(power(a, b), y), are_near * (low * Int(b, y) + rate * (Int(a, y) - Int(b, y) / e_eps))),
            ),
            by=Integrate(y, f"{way}.chord", using=[*private, f"{way}.power"]),
        ),
        have(
            f"{way}.response",
            forall(d, other, Le(Int(power(a, b), y), are_near * most)),
            by=Pointwise(
                {
                    f"{way}.sum": 1,
                    ("mass.other" if way == "PQ" else "M.mass"): are_near * (low - rate / e_eps),
                    ("M.mass" if way == "PQ" else "mass.other"): are_near * rate,
                }
            ),
        ),
        have(f"claim.{way}", by=Pointwise({f"{way}.response": 1, "told": are_near, "near": told})),
    ]


pure_to_renyi = Theorem(
    title="An ε-DP mechanism is (α, D)-RDP, where D is the divergence of order α of randomized response",
    source=Source("bun-steinke", "Proposition 3.3", sharpened=True),
    about=[M, Near],
    where=[Gt(eps, 0), Gt(alpha, 1)],
    given={"private": PureDP(eps)(A)},
    claim=RenyiDP(alpha, of_response)(A),
    proof=[
        have("mass.other", forall(other, Eq(Int(m_, y), 1)), by=Pointwise([("M.mass", {d: other})])),
        have("told", Eq(most, told), by=Real()),
        have("near", forall(d, other, Le(are_near, near)), by=Pointwise(cases=[Gt(near, 0)])),
        *(step for way, (a, b) in ways.items() for step in below_chord(way, a, b)),
    ],
    witness=({"eps": 1, "alpha": 2}, pair),
    fails=[
        Variant("without privacy", apart, {"eps": 1, "alpha": 2}, drop=private),
        Variant(
            "with 99/100 of it", response, {**log_2, "alpha": 2}, claim=RenyiDP(alpha, num(99, 100) * of_response)(A)
        ),
    ],
)

concentrated = exp((alpha - 1) * (0 + eps * tanh(eps / 2) * alpha))

pure_to_concentrated = Theorem(
    title="An ε-DP mechanism is ε tanh(ε/2)-zCDP",
    source=Source("bun-steinke", "Proposition 1.4", sharpened=True),
    about=[M, Near],
    where=[Gt(eps, 0), Gt(alpha, 1)],
    given={"private": PureDP(eps)(A)},
    claim=ZeroConcentratedDP(0, eps * tanh(eps / 2))(A),
    proof=[
        have("told", Eq(told, most), by=Real()),
        have("cosh", Eq(most, response_moment), by=Real()),
        have("concave", logs, by=Real(lemmas=[concave])),
        have("most", Le(response_moment, best), by=Real(["concave"], lemmas=[exponent])),
        have("same", Eq(best, concentrated), by=Real()),
        *(
            step
            for way, (a, b) in ways.items()
            for step in (
                have(
                    f"{way}.response",
                    forall(d, other, Le(Int(power(a, b), y), near * told)),
                    by=Cite(pure_to_renyi, claim=f"claim.{way}"),
                ),
                have(
                    f"claim.{way}",
                    by=Pointwise({f"{way}.response": 1, "told": near, "cosh": near, "most": near, "same": near}),
                ),
            )
        ),
    ],
    witness=({"eps": 1, "alpha": 2}, pair),
    fails=[
        Variant("without privacy", apart, {"eps": 1, "alpha": 2}, drop=private),
        Variant(
            "with 19/20 of it",
            response,
            {**log_2, "alpha": num(11, 10)},
            claim=ZeroConcentratedDP(0, num(19, 20) * (eps * tanh(eps / 2)))(A),
        ),
    ],
)

# -- to approximate privacy: max(t − u, 0) is below a multiple of t^α ------------------------------------------------------------

level, S = Symbol("r"), Event("E", d, other, y)
in_S = S.density
moment = exp((alpha - 1) * level)
multiple = e_eps ** (1 - alpha) * ((alpha - 1) ** (alpha - 1) / alpha**alpha)
lost = exp(-(alpha - 1) * (eps - level)) * (1 / alpha * (1 - 1 / alpha) ** (alpha - 1))


def above_line(way: str, a: Term, b: Term) -> list[Step]:
    """∫ (m − e^ε m')₊ is at most a multiple of the moment, and the event S gains no more."""
    over = pos(a - e_eps * b)
    touch = Lemma(
        Le(t - u, t**alpha * (u ** (1 - alpha) * ((alpha - 1) ** (alpha - 1) / alpha**alpha))),
        [Gt(t, 0), Gt(u, 0), Gt(alpha, 1)],
        {"t": a / b, "u": e_eps},
    )
    return [
        have(
            f"{way}.support",
            forall(d, other, y, Eq(mul(are_near, Indicator(Gt(a, 0)), Indicator(Le(b, 0))), 0)),
            by=Defined(f"private.{way}", power(a, b), y),
        ),
        have(
            f"{way}.cut",
            forall(d, other, y, Le(are_near * over, multiple * power(a, b))),
            by=Pointwise([f"{way}.support"], cases=[Gt(near, 0), Le(a, 0), Gt(b, 0), Gt(a, e_eps * b)], lemmas=[touch]),
        ),
        have(
            f"{way}.stick",
            forall(d, other, Le(are_near * Int(over, y), multiple * Int(power(a, b), y))),
            by=Integrate(y, f"{way}.cut", using=[f"private.{way}"]),
        ),
        have(
            f"{way}.event",
            forall(d, other, Le(Int(in_S * a, y) - e_eps * Int(in_S * b, y), Int(over, y))),
            by=Under(y, cases=[Ge(in_S, 1), Ge(a, e_eps * b)]),
        ),
        have(
            f"{way}.small",
            forall(d, other, Le(are_near * Int(over, y), near * lost)),
            by=Pointwise({f"{way}.stick": 1, f"private.{way}": multiple, "same": near}),
        ),
        have(
            f"claim.{way}",
            by=Pointwise([f"{way}.small", f"{way}.event"], cases=[Gt(near, 0)]),
        ),
    ]


to_approximate = Theorem(
    title="An (α,r)-RDP mechanism is (ε, e^(−(α−1)(ε − r)) (1/α)(1 − 1/α)^(α−1))-DP, for all ε",
    source=Source("canonne-kamath-steinke", "Proposition 7"),
    about=[M, Near, S],
    where=[Gt(alpha, 1), Ge(level, 0), Ge(eps, 0)],
    given={"private": RenyiDP(alpha, level)(A)},
    claim=ApproximateDP(eps, lost)(A),
    proof=[
        have("same", Eq(multiple * moment, lost), by=Real()),
        *(step for way, (a, b) in ways.items() for step in above_line(way, a, b)),
    ],
    witness=({"alpha": 2, "r": 0, "eps": 1}, {**pair, S: [1] * 8}),
    fails=[
        Variant("without the moment", {**apart, S: [1, 0] * 4}, {"alpha": 2, "r": 0, "eps": 1}, drop=private),
        Variant(
            "with 9/10 of it",
            {M: [1, 0, half, half], Near: [0, 1, 0, 0], S: [1, 0] * 4},
            {"alpha": 2, "r": log(num(2)), "eps": 0},
            claim=ApproximateDP(eps, num(9, 10) * lost)(A),
            drop=["private.QP"],
        ),
    ],
)
