"""Randomized responses of all kinds, and two laws on two points. The level of the hockey stick is x, as eps is that of the response.

Binary, k-ary and four-point response of one level, with different truths; coins p and q (Warner), truth 1 against 0, and reversed.
"""

from __future__ import annotations

from ...kernel.terms import ONE, TWO, ZERO, Term, exp, func, log, relation, sqrt, sym
from .base import ORDER, Case, Conditions, Form, Table, single

eps, delta, x, k, p, q, alpha = map(sym, ("eps", "delta", "x", "k", "p", "q", "alpha"))
u = exp(eps)
LEVEL: Conditions = (relation(">=", eps, ZERO),)
ABOVE_ONE, BELOW_ONE = (relation(">", alpha, ONE),), (ORDER, relation("<", alpha, ONE))


def proper(*probabilities: Term) -> Conditions:
    return tuple(c for w in probabilities for c in (relation(">", w, ZERO), relation("<", w, ONE)))


ABOVE, BELOW = (relation(">=", x, eps),), (relation("<=", x, -eps),)
WITHIN = (relation(">=", x, -eps), relation("<=", x, eps))

BINARY = Table(
    "closed_response",
    {
        "tv": single("binary_tv", (u - 1) / (1 + u)),
        "hockey": Form(
            Case(ZERO, {"binary_hockey_above": ABOVE}),
            Case(1 - exp(x), {"binary_hockey_below": BELOW}),
            Case((u - exp(x)) / (1 + u), {"binary_hockey": WITHIN}),
        ),
        "kl": single("binary_kl", eps * (u - 1) / (1 + u)),
        "power": Form(
            Case(
                log((exp(alpha * eps) + exp((1 - alpha) * eps)) / (1 + u)) / (alpha - 1),
                {"binary_renyi": ABOVE_ONE, "binary_renyi_below": BELOW_ONE},
                when=(ORDER,),
            )
        ),
        "max": single("binary_maximum", eps),
        "hellinger": single("binary_hellinger", (exp(eps / 2) - 1) ** 2 / (1 + u)),
        "chi": single("binary_chi", (u - 1) ** 2 * exp(-eps)),
    },
    laws=LEVEL,
    level="x",
)

c = u + k - 1
KARY = Table(
    "closed_response",
    {
        "tv": single("kary_tv", (u - 1) / c),
        "hockey": Form(
            Case(ZERO, {"kary_hockey_above": ABOVE}),
            Case(1 - exp(x), {"kary_hockey_below": BELOW}),
            Case((u - exp(x)) / c, {"kary_hockey": (relation(">=", x, ZERO), relation("<=", x, eps))}),
            Case(
                1 - exp(x) + (exp(x) * u - 1) / c,
                {"kary_hockey_negative": (relation(">=", x, -eps), relation("<=", x, ZERO))},
            ),
        ),
        "kl": single("kary_kl", eps * (u - 1) / c),
        "power": Form(
            Case(
                log((exp(alpha * eps) + exp((1 - alpha) * eps) + k - 2) / c) / (alpha - 1),
                {"kary_renyi": ABOVE_ONE, "kary_renyi_below": BELOW_ONE},
                when=(ORDER,),
            )
        ),
        "max": single("kary_maximum", eps),
        "hellinger": single("kary_hellinger", (exp(eps / 2) - 1) ** 2 / c),
        "chi": single("kary_chi", (u - 1) ** 2 * (1 + exp(-eps)) / c),
    },
    laws=(*LEVEL, relation(">=", k, TWO)),
    integers=("k",),
    level="x",
)

low = (1 - p) * q  # the chance of the answer 1 for the truth 0
COINS = Table(
    "closed_response",
    {
        "tv": single("coins_tv", p),
        "hockey": Form(
            Case(
                func("max", ZERO, p + (1 - p) * q - exp(x) * (1 - p) * q),
                {"coins_hockey": (relation(">=", x, ZERO),)},
            )
        ),
        "hockey reversed": Form(
            Case(
                func("max", ZERO, 1 - low - exp(x) * (1 - p) * (1 - q)),
                {"coins_hockey_reversed": (relation(">=", x, ZERO),)},
            )
        ),
        "chi": single("coins_chi", p**2 / ((1 - p) * q * (1 - low))),
        "kl": single("coins_kl", (p + low) * log(1 + p / low) + (1 - p) * (1 - q) * log(1 - p / (1 - low))),
        "max": single("coins_maximum", log(1 + p / low)),
    },
    beyond=proper(p, q),
    level="x",
)
FOUR_POINTS = Table(
    "closed_response",
    {
        "tv": single("four_tv", delta + (1 - delta) * func("tanh", eps / 2)),
        "hockey": Form(
            Case(delta, {"four_hockey_above": ABOVE}),
            Case(delta + (1 - delta) * (1 - exp(x)), {"four_hockey_below": BELOW}),
            Case(delta + (1 - delta) * (u - exp(x)) / (1 + u), {"four_hockey": WITHIN}),
        ),
        "hellinger": single("four_hellinger", 1 - (1 - delta) / func("cosh", eps / 2)),
    },
    laws=(*LEVEL, relation(">=", delta, ZERO), relation("<=", delta, ONE)),
    level="x",
)
TWO_POINTS = Table(
    "closed_response",
    {
        "tv": single("two_point_tv", func("abs", p - q)),
        "hockey": single("two_point_hockey", func("max", ZERO, 1 - exp(x), p - exp(x) * q, 1 - p - exp(x) * (1 - q))),
        "chi": single("two_point_chi", (p - q) ** 2 / (q * (1 - q))),
        "hellinger": single("two_point_hellinger", 1 - sqrt(p * q) - sqrt((1 - p) * (1 - q))),
        "kl": single("two_point_kl", p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))),
        "power": Form(
            Case(
                log(p**alpha * q ** (1 - alpha) + (1 - p) ** alpha * (1 - q) ** (1 - alpha)) / (alpha - 1),
                {"two_point_renyi": ABOVE_ONE},
            )
        ),
    },
    beyond=proper(p, q),
    level="x",
)
