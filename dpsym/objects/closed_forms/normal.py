"""Normal laws at m and m + d, d > 0, in either order, with deviation s; and at any m and n with deviations s and r.

With different deviations only KL is here: the library has no certificates of the Rényi and Hellinger divergences.
"""

from __future__ import annotations

from ...kernel.terms import HALF, ONE, OO, ZERO, exp, func, log, relation, sym
from .base import ORDER, SAME, Case, Form, Table, single

d, s, r, m, n, eps, alpha = map(sym, ("d", "s", "r", "m", "n", "eps", "alpha"))
APART = relation(">", d, ZERO)

NORMAL = Table(
    "closed_normal",
    {
        "tv": single("tv", 1 - 2 * func("Phi", -(d / (2 * s))), same=True),
        "hockey": Form(
            Case(
                func("Phi", d / (2 * s) - eps * s / d) - exp(eps) * func("Phi", -(d / (2 * s)) - eps * s / d),
                {"hockey": ()},
                when=(APART,),
            ),
            Case(func("max", ZERO, 1 - exp(eps)), {"hockey_same": (SAME,)}),
        ),
        "kl": single("kl", d**2 / (2 * s**2), same=True),
        "power": Form(
            Case(
                alpha * d**2 / (2 * s**2),
                {
                    "renyi": (relation(">", alpha, ONE),),
                    "renyi_below": (ORDER, relation("<", alpha, ONE)),
                },
                when=(ORDER,),
                same=True,
            )
        ),
        "max": Form(
            Case(OO, {"maximum_infinite": (), "maximum_infinite_reversed": ()}, when=(APART,)),
            Case(ZERO, {"maximum_same": (SAME,)}),
        ),
        "hellinger": single("hellinger", 1 - exp(-(d**2 / (8 * s**2))), same=True),
        "chi": single("chi", exp(d**2 / s**2) - 1, same=True),
    },
    laws=(relation(">", s, ZERO),),
    apart=(APART,),
)
NORMAL_DEVIATIONS = Table(
    "closed_normal",
    {"kl": single("kl_deviations", log(r / s) + (s**2 + (m - n) ** 2) / (2 * r**2) - HALF)},
    laws=(relation(">", s, ZERO), relation(">", r, ZERO)),
)
