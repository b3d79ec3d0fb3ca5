"""The closed forms of objects.closed_forms as theorems about the defining integrals, proved by search, replayed by the kernel.

Each is stated in text, for laws at 0 and at d > 0: a shift of the variable brings any two locations there, a reflection any order.
`derive("laplace.tv")` yields a certificate; `derivation(divergence)` finds the theorem of an object. What the kernel cannot express
is listed in PRINCIPLES, and is not claimed to be derived.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..answer import Budget
from ..kernel.statements import Certificate, Claim, Have, Proved
from ..objects.errors import ObjectError
from ..reading.text import read_claims
from ..search import decide

_SCALE = ("b > 0", "d > 0")
_DEVIATION = ("s > 0", "d > 0")
_P, _Q = "Laplace(0, b)", "Laplace(d, b)"
_G, _H = "Normal(0, s)", "Normal(d, s)"
_R0, _R1 = "Bernoulli(1/(1 + exp(eps)))", "Bernoulli(exp(eps)/(1 + exp(eps)))"
_POWER = "alpha/(2*alpha - 1)*exp((alpha - 1)*d/b) + (alpha - 1)/(2*alpha - 1)*exp(-alpha*d/b)"

#: name: (claim, conditions)
THEOREMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "laplace.tv": (f"TV({_P}, {_Q}) == 1 - exp(-d/(2*b))", _SCALE),
    "laplace.hockey": (
        f"hockeystick(eps, {_P}, {_Q}) == 1 - exp((eps - d/b)/2)",
        (*_SCALE, "eps >= 0", "eps < d/b"),
    ),
    "laplace.kl": (f"KL({_P}, {_Q}) == d/b + exp(-d/b) - 1", _SCALE),
    "laplace.power": (f"D(alpha, {_P}, {_Q}) == log({_POWER})/(alpha - 1)", (*_SCALE, "alpha > 1")),
    "laplace.hellinger": (f"hellinger({_P}, {_Q}) == 1 - exp(-d/(2*b))*(1 + d/(2*b))", _SCALE),
    "laplace.chi": (f"chi2({_P}, {_Q}) == 2*exp(d/b)/3 + exp(-2*d/b)/3 - 1", _SCALE),
    "normal.tv": (f"TV({_G}, {_H}) == 2*Phi(d/(2*s)) - 1", _DEVIATION),
    "normal.hockey": (
        f"hockeystick(eps, {_G}, {_H}) == Phi(d/(2*s) - eps*s/d) - exp(eps)*Phi(-d/(2*s) - eps*s/d)",
        (*_DEVIATION, "eps >= 0"),
    ),
    "normal.kl": (f"KL({_G}, {_H}) == d**2/(2*s**2)", _DEVIATION),
    "normal.power": (f"D(alpha, {_G}, {_H}) == alpha*d**2/(2*s**2)", (*_DEVIATION, "alpha > 1")),
    "normal.hellinger": (f"hellinger({_G}, {_H}) == 1 - exp(-d**2/(8*s**2))", _DEVIATION),
    "normal.chi": (f"chi2({_G}, {_H}) == exp(d**2/s**2) - 1", _DEVIATION),
    "response.tv": (f"TV({_R0}, {_R1}) == tanh(eps/2)", ("eps >= 0",)),
    "response.kl": (f"KL({_R0}, {_R1}) == eps*tanh(eps/2)", ("eps >= 0",)),
    "response.hockey": (
        f"hockeystick(x, {_R0}, {_R1}) == (exp(eps) - exp(x))/(1 + exp(eps))",
        ("eps >= 0", "x >= 0", "x <= eps"),
    ),
    "response.power": (
        f"D(alpha, {_R0}, {_R1}) == log((exp(alpha*eps) + exp((1 - alpha)*eps))/(1 + exp(eps)))/(alpha - 1)",
        ("eps >= 0", "alpha > 1"),
    ),
    "response.hellinger": (f"hellinger({_R0}, {_R1}) == (exp(eps/2) - 1)**2/(1 + exp(eps))", ("eps >= 0",)),
    "response.chi": (f"chi2({_R0}, {_R1}) == (exp(eps) - 1)**2*exp(-eps)", ("eps >= 0",)),
}

#: Total mass one, by law.
MASSES: dict[str, tuple[str, tuple[str, ...]]] = {
    "Laplace": ("Integral(exp(-abs(x - m)/b)/(2*b), (x, -oo, oo)) == 1", ("b > 0",)),
    "Normal": ("Integral(exp(-(x - m)**2/(2*s**2))/(s*sqrt(2*pi)), (x, -oo, oo)) == 1", ("s > 0",)),
    "Uniform": ("Integral(1/(b - a), (x, a, b)) == 1", ("a < b",)),
    "Exponential": ("Integral(r*exp(-r*x), (x, 0, oo)) == 1", ("r > 0",)),
    "Bernoulli": ("(1 - p) + p == 1", ("0 <= p <= 1",)),
    "Binomial": (
        "Sum(binomial(n, k)*p**k*(1 - p)**(n - k), (k, 0, n)) == 1",
        ("0 < p < 1", "n in integers", "n >= 0"),
    ),
    "BinaryResponse": ("exp(eps)/(1 + exp(eps)) + 1/(1 + exp(eps)) == 1", ("eps >= 0",)),
    "KaryResponse": ("exp(eps)/(exp(eps) + k - 1) + (k - 1)/(exp(eps) + k - 1) == 1", ("eps >= 0", "k >= 2")),
    "FourPointResponse": (
        "delta + (1 - delta)*exp(eps)/(1 + exp(eps)) + (1 - delta)/(1 + exp(eps)) + 0 == 1",
        ("eps >= 0", "0 <= delta <= 1"),
    ),
    "CoinResponse": ("(1 - (p + (1 - p)*q)) + (p + (1 - p)*q) == 1", ("0 <= p <= 1", "0 <= q <= 1")),
}

#: What is assumed: the kernel has no rule for it.
PRINCIPLES: dict[str, str] = {
    "DiscreteLaplace": "the sum of t^|k| over all integers is (1 + t)/(1 - t) for 0 < t < 1 (the kernel has finite sums only)",
    "DiscreteGaussian": "its normaliser is its definition",
    "Gumbel": "the integral of exp(-z - exp(-z)) over the reals is 1 (the kernel has no limit of exp(-exp(-z)))",
    "discrete Laplace closed forms": "summed by hand; enclosures from the definition agree with them, the kernel does not replay them",
}


@dataclass(frozen=True)
class Derivation:
    """A proved closed form: the claim, and the steps that the kernel replays."""

    name: str
    claim: Claim
    certificate: Certificate

    @property
    def steps(self) -> tuple[Have, ...]:
        return self.certificate.proof


@lru_cache(maxsize=100)
def derive(name: str, seconds: float = 20.0) -> Derivation:
    """Proves a closed form of THEOREMS, or a mass of MASSES (`mass.Laplace`)."""
    table, key = (MASSES, name.removeprefix("mass.")) if name.startswith("mass.") else (THEOREMS, name)
    if key not in table:
        raise ObjectError(f"found {name!r}, expected one of {', '.join((*THEOREMS, *(f'mass.{m}' for m in MASSES)))}")
    text, where = table[key]
    (claim,) = read_claims(text, where=where, id=name)
    result = decide(claim, Budget(seconds=seconds, refute=False)).result
    if not isinstance(result, Proved):
        raise ObjectError(f"{name}: the closed form was not proved within {seconds:g} s: {result}")
    return Derivation(name, claim, result.certificate)


def derivation(divergence: Any) -> Derivation:
    """The derivation of the closed form of a divergence of two Laplace, normal or binary response laws."""
    families = {"Laplace": "laplace", "Normal": "normal", "BinaryResponse": "response"}
    p, q = divergence.laws
    family = families.get(type(p).__name__)
    name = f"{family}.{divergence.kind}"
    if family is None or type(p) is not type(q) or name not in THEOREMS:
        raise ObjectError(f"{divergence}: no derivation is stored for this pair; enclosures come from its definition")
    return derive(name)
