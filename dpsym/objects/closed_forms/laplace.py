"""Laplace laws at m and m + d, d > 0, in either order: scale b, or scales b and c."""

from __future__ import annotations

from ...kernel.terms import HALF, ONE, ZERO, exp, log, relation, sym
from .base import ORDER, SAME, Case, Form, Table, single

b, c, d, eps, alpha, delta = map(sym, ("b", "c", "d", "eps", "alpha", "delta"))

POWER = alpha / (2 * alpha - 1) * exp((alpha - 1) * d / b) + (alpha - 1) / (2 * alpha - 1) * exp(-(alpha * d / b))
AFFINITY = exp(-(d / (2 * b))) * (1 + d / (2 * b))
LEAST = d / b + 2 * log(1 - delta)  # the level at which the hockey stick is delta
PROPER = (relation(">", delta, ZERO), relation("<", delta, ONE))

LAPLACE = Table(
    "closed_laplace",
    {
        "tv": single("tv", 1 - exp(-(d / (2 * b))), same=True),
        "hockey": Form(
            Case(ZERO, {"hockey_above": (relation(">=", eps, d / b),)}, same=True),
            Case(1 - exp(eps), {"hockey_below": (relation("<=", eps, -(d / b)),)}, same=True),
            Case(1 - exp((eps - d / b) / 2), {"hockey": (relation(">", eps, -(d / b)), relation("<", eps, d / b))}),
        ),
        "kl": single("kl", d / b + exp(-(d / b)) - 1, same=True),
        "power": Form(
            Case(
                log(POWER) / (alpha - 1),
                {
                    "renyi": (relation(">", alpha, ONE),),
                    "renyi_between": (relation(">", alpha, HALF), relation("<", alpha, ONE)),
                    "renyi_below": (ORDER, relation("<", alpha, HALF)),
                },
                when=(ORDER,),
                same=True,
            ),
            Case(log(AFFINITY) / (HALF - 1), {"renyi_half": ()}, at={"alpha": HALF}, same=True),
        ),
        "max": Form(Case(d / b, {"maximum": (), "maximum_attained": (), "maximum_same": (SAME,)})),
        "approximate max": Form(
            Case(d / b, {"maximum": (), "maximum_attained": (), "maximum_same": (SAME,)}, at={"delta": ZERO}),
            Case(ZERO, {"approximate_max_one": ()}, at={"delta": ONE}, same=True),
            Case(
                LEAST,
                {name: (*PROPER, relation(">", LEAST, ZERO)) for name in ("approximate_max", "approximate_max_least")},
                when=(relation(">", LEAST, ZERO),),
            ),
            Case(
                ZERO,
                {"approximate_max_zero": (*PROPER, relation("<=", LEAST, ZERO))},
                when=(relation("<=", LEAST, ZERO),),
                same=True,
            ),
        ),
        "hellinger": single("hellinger", 1 - AFFINITY, same=True),
        "chi": single("chi", 2 * exp(d / b) / 3 + exp(-2 * d / b) / 3 - 1, same=True),
    },
    laws=(relation(">", b, ZERO),),
    apart=(relation(">", d, ZERO),),
)
LAPLACE_SCALES = Table(
    "closed_laplace",
    {"kl": single("kl_scales", log(c / b) + b / c * exp(-(d / b)) + d / c - 1, same=True)},
    laws=(relation(">", b, ZERO), relation(">", c, ZERO)),
    apart=(relation(">", d, ZERO),),
)
