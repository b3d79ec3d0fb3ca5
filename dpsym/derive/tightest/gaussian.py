"""μ-GDP and ρ-zCDP: the Gaussian pair N(0, 1), N(μ, 1) attains every bound of the first, and of the second those on Rényi divergences.

A pair is μ-GDP if its hockey-stick divergences of all levels are at most those of the Gaussian pair. By Blackwell's theorem every
f-divergence then is, too: D_f = ∫ f''(v) E_v dv + const. This is not a theorem of the library; answers that rest on it say so. The
closed forms are theorems of the library.
"""

from __future__ import annotations

from typing import Any

from ...kernel.terms import ONE, Term, exp, func, num
from ...objects import divergences
from ...objects.laws import Normal
from ...objects.symbolic import to_term
from .algebra import as_sympy
from .quantities import Event, Quantity

DEFINITION = "the definition of concentrated privacy at this order"


def gaussian_value(quantity: Quantity | Event, mu: Term) -> tuple[Term, tuple[str, ...]] | None:
    """The value for the Gaussian pair, before it is shown, and the formulas that prove it; None without a closed form."""
    if isinstance(quantity, Event):
        return (func("Phi", func("PhiInv", quantity.level) + mu), ()) if quantity.kind == "probability" else (ONE, ())
    m = as_sympy(mu)
    pair = (Normal(0, 1), Normal(m, 1))
    kind = quantity.kind.name
    if kind == "moment":
        (alpha,) = quantity.parameters
        return exp(alpha * (alpha - 1) / 2 * mu ** num(2)), ("closed_normal.renyi",)
    found: Any = None
    if kind == "TV":
        found = divergences.TotalVariation(*pair)
    elif kind == "KL":
        found = divergences.KullbackLeibler(*pair)
    elif kind == "hellinger2":
        found = divergences.Hellinger(*pair)
    elif kind == "E":
        (v,) = quantity.parameters
        if not v.free and as_sympy(v) == 0:
            return ONE, ()
        found = divergences.HockeyStick(as_sympy(v), *pair)
    if found is None or found.closed_form() is None:
        return None
    return to_term(found.closed_form()), tuple(found.certified_by())


def concentrated_value(quantity: Quantity | Event, rho: Term) -> Term | None:
    """The value of N(0, 1), N(√(2ρ), 1) where it is what the definition bounds: moments, and KL as their limit."""
    if isinstance(quantity, Event):
        return None
    if quantity.kind.name == "KL":
        return rho
    if quantity.kind.name == "moment":
        (alpha,) = quantity.parameters
        return exp(alpha * (alpha - 1) * rho)
    return None
