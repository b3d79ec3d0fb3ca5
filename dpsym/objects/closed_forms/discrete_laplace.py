"""Discrete Laplace laws of scale b at the integers m and m + d, d >= 1, in either order; t = exp(-1/b).

n is the last integer, counted from m, at which the first weight is not below exp(eps) times the second, 2 n <= d - b eps <= 2 n + 2:
n = ceil((d - b eps)/2) - 1, which the library shows to lie between 0 and d - 1 for |eps| < d/b.
"""

from __future__ import annotations

from ...kernel.terms import HALF, ONE, ZERO, Term, exp, func, log, num, relation, sym
from .base import ORDER, SAME, Case, Form, Table, single

b, d, n, eps, alpha = map(sym, ("b", "d", "n", "eps", "alpha"))
t = exp(num(-1) / b)


def power(rise: Term, fall: Term, step: Term, span: Term) -> Term:
    """The sum of p^a q^(1 - a), a != 1/2: outside of the two locations, and between them, where it is geometric.

    rise = (a - 1) d/b, fall = a d/b, step = (2 a - 1)/b, span = (2 a - 1) d/b.
    """
    between = (1 - t) / (1 + t) * exp(rise) * (exp(-step) - exp(-span)) / (1 - exp(-step))
    return (exp(rise) + exp(-fall)) / (1 + t) + between


TWICE = 2 * alpha - 1
POWER = power((alpha - 1) * d / b, alpha * d / b, TWICE / b, TWICE * d / b)
AFFINITY = exp(-(d / (2 * b))) * (2 + (d - 1) * (1 - t)) / (1 + t)
WITHIN = (relation(">=", n, ZERO), relation("<=", n + 1, d))


def last(level: Term) -> Term:
    return func("ceil", (d - b * level) / 2) - 1


DISCRETE_LAPLACE = Table(
    "closed_discrete_laplace",
    {
        "tv": Form(
            Case(
                1 - (exp(-((n + 1) / b)) + exp(-((d - n) / b))) / (1 + t),
                {"tv": (*WITHIN, relation("<=", 2 * n, d), relation("<=", d, 2 * n + 2))},
                when=(relation(">=", d, ZERO),),
                let={"n": func("ceil", d / 2) - 1},
                same=True,
            )
        ),
        "hockey": Form(
            Case(ZERO, {"hockey_above": (relation(">=", eps, d / b),)}, same=True),
            Case(1 - exp(eps), {"hockey_below": (relation("<=", eps, -(d / b)),)}, same=True),
            Case(
                1 - (exp(-((n + 1) / b)) + exp(eps - (d - n) / b)) / (1 + t),
                {"hockey": (*WITHIN, relation("<=", 2 * n, d - b * eps), relation("<=", d - b * eps, 2 * n + 2))},
                when=(relation(">", eps, -(d / b)), relation("<", eps, d / b)),
                let={"n": last(eps)},
            ),
        ),
        "kl": single("kl", (d - 2 * t * (1 - exp(-(d / b))) / (1 - exp(num(-2) / b))) / b, same=True),
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
        "hellinger": single("hellinger", 1 - AFFINITY, same=True),
        "chi": single("chi", power(d / b, 2 * d / b, num(3) / b, 3 * d / b) - 1, same=True),
    },
    laws=(relation(">", b, ZERO),),
    apart=(relation(">=", d, ONE),),
    integers=("m", "d"),
)
