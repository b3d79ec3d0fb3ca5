"""The closed forms of objects.closed_forms as formulas of the library, with certificates that the kernel replays.

`derivation(divergence)` finds the formulas (theorems/closed_*.py, theorems/masses.py) that show the closed form of an object, each with
its conditions; `derive(name)` proves one again by search. What is assumed instead is listed in PRINCIPLES.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..answer import Budget
from ..entries import Formula
from ..kernel.check import check
from ..kernel.statements import Certificate, Claim, Proved, Rejected
from ..objects.errors import ObjectError
from ..search import decide
from ..verifying import entries, formula_certificates

#: The library's modules of closed forms and masses.
MODULES = ("closed_laplace", "closed_normal", "closed_discrete_laplace", "closed_response", "masses")

#: family of laws: how the names of its formulas begin
FAMILIES = {
    "Laplace": "closed_laplace.",
    "Normal": "closed_normal.",
    "DiscreteLaplace": "closed_discrete_laplace.",
    "BinaryResponse": "closed_response.binary_",
    "KaryResponse": "closed_response.kary_",
    "CoinResponse": "closed_response.coins_",
    "FourPointResponse": "closed_response.four_",
    "Bernoulli": "closed_response.two_point_",
}

#: kind of divergence: how its formulas are called
KINDS = {"power": "renyi", "max": "maximum"}

#: What is assumed: it is a definition, not a statement.
PRINCIPLES: dict[str, str] = {"DiscreteGaussian": "its normaliser is its definition"}


@dataclass(frozen=True)
class Derivation:
    """A closed form under its conditions: the formula of the library, and the certificates of its claims."""

    formula: Formula
    certificates: tuple[Certificate, ...]

    @property
    def name(self) -> str:
        return self.formula.name

    @property
    def claims(self) -> tuple[Claim, ...]:
        return self.formula.claims

    @property
    def steps(self) -> int:
        return sum(len(c.proof) for c in self.certificates)

    def replay(self) -> tuple[Proved, ...] | Rejected:
        """What the kernel says of the certificates, today: no search."""
        if tuple(c.claim for c in self.certificates) != self.claims:
            return Rejected(
                self.name, "certificates of other statements", "certificates of the formula as it reads today"
            )
        results = [check(c) for c in self.certificates]
        wrong = next((r for r in results if isinstance(r, Rejected)), None)
        return wrong if wrong is not None else tuple(r for r in results if isinstance(r, Proved))


def formulas() -> dict[str, Formula]:
    """Every closed form and mass of the library, by name."""
    known = entries()
    return {n: e for n, e in known.items() if isinstance(e, Formula) and n.partition(".")[0] in MODULES}


def stored(name: str) -> Derivation:
    """A formula with its stored certificates."""
    formula = _formula(name)
    found = formula_certificates(name)
    if isinstance(found, Rejected):
        raise ObjectError(f"{name}: found {found.found}, expected {found.expected}")
    return Derivation(formula, tuple(found))


def derive(name: str, seconds: float = 20.0) -> Derivation:
    """Proves a formula again, by search."""
    formula = _formula(name)
    return Derivation(formula, tuple(prove(claim, seconds) for claim in formula.claims))


def prove(claim: Claim, seconds: float = 20.0) -> Certificate:
    """A certificate of one claim, found by search."""
    result = decide(claim, Budget(seconds=seconds, refute=False)).result
    if isinstance(result, Proved):
        return result.certificate
    raise ObjectError(f"{claim.id}: the closed form was not proved within {seconds:g} s: {result}")


def _formula(name: str) -> Formula:
    known = formulas()
    if name not in known:
        raise ObjectError(f"found {name!r}, expected one of {', '.join(known)}")
    return known[name]


def derivation(divergence: Any) -> tuple[Derivation, ...]:
    """The formulas that show the closed form of a divergence, one for each range of its parameters."""
    p, q = divergence.laws
    begin = FAMILIES.get(type(p).__name__)
    kind = KINDS.get(divergence.kind, divergence.kind)
    names = [n for n in formulas() if begin and n.startswith(begin) and n.removeprefix(begin).split("_")[0] == kind]
    if type(p) is not type(q) or not names:
        raise ObjectError(f"{divergence}: no derivation is stored for this pair; enclosures come from its definition")
    return tuple(stored(n) for n in names)
