"""The certificates of closed forms: of what `doit()` returns, and of the masses of laws.

`derivation(divergence)` gives the formulas of the library that show the closed form of an object (`divergence.certified_by()` names
them), each with its conditions and certificates; `derive(name)` proves one again by search. What is assumed instead is listed in
PRINCIPLES.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..kernel.reals.check import check
from ..kernel.statements import Certificate, Claim
from ..kernel.verdicts import Proved, Rejected
from ..library.certificates import Shelf
from ..library.entries import Formula
from ..library.loading import entries
from ..objects.divergences import Divergence
from ..objects.errors import ObjectError
from ..search.deciding import decide
from ..search.outcome import Budget

#: The library's modules of closed forms and masses.
MODULES = ("closed_laplace", "closed_normal", "closed_discrete_laplace", "closed_response", "masses")

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
    found = Shelf().formula(name)
    if isinstance(found, Rejected):
        raise ObjectError(f"{name}: found {found.found}, expected {found.expected}")
    return Derivation(formula, found)


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


def derivation(divergence: Divergence) -> tuple[Derivation, ...]:
    """The formulas that show the closed form of a divergence, one for each range of its parameters."""
    names = divergence.certified_by()
    if not names:
        raise ObjectError(f"{divergence}: no derivation is stored for this pair; enclosures come from its definition")
    return tuple(stored(n) for n in names)
