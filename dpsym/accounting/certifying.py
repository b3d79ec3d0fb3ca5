"""What the kernel says of an answer: the final inequality as a certificate, and the theorems that it comes from.

`dpsym replay` checks both again: each claim `bound at these numbers <= what is told`, and each theorem of the library that is
cited, with those that it cites itself. What is between them, that the numbers are put into the theorems rightly, is what
dpsym.accounting does; what an answer rests on besides is said by its `rests`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..encoding.reals import certificate_to_json
from ..kernel.arithmetic.balls import Unsupported
from ..kernel.laws.statements import Certificate as LawCertificate
from ..kernel.statements import Claim
from ..kernel.terms import TermError
from ..kernel.verdicts import Proved
from ..library.certificates import Shelf
from ..library.chains import KFold
from ..library.loading import entries
from ..library.replaying import bundle
from ..objects.errors import ObjectError
from ..report.text import claim_text
from ..search.deciding import decide
from ..search.outcome import Budget
from .results import Bound, Result

SECONDS = 10.0  # for one claim; search counts steps


@dataclass(frozen=True)
class Certified:
    """The claims of an answer with what the kernel says of them; `why` is the reason where there is no proof, and `instead` the best
    other route that has a final inequality for the kernel."""

    bound: Bound
    proved: tuple[Proved, ...]
    claims: tuple[Claim, ...]
    why: str = ""
    instead: Bound | None = None

    @property
    def accepted(self) -> bool:
        return not self.why

    @property
    def reason(self) -> str:
        """`why`, and which route to take."""
        if self.instead is None:
            return self.why
        return f'{self.why}; the best route with an inequality for it is "{self.instead.route}", {self.instead.upper}'

    @property
    def entries(self) -> tuple[str, ...]:
        return self.bound.entries

    def __str__(self) -> str:
        if not self.accepted:
            return f"not checked by the kernel: {self.reason}"
        said = "; ".join(_short(claim_text(p.claim)) for p in self.proved)
        return f"proved by the kernel: {said}"

    def saved(self) -> list[dict[str, Any]]:
        """For `dpsym replay`: the theorems that are cited, and the claims."""
        if not self.accepted:
            raise ObjectError(f"{self.bound.route}: no certificate: {self.reason}")
        return [*_theorems(self.entries), *(certificate_to_json(p.certificate) for p in self.proved)]


def _short(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:200]}... ({len(text)} characters)"


def certify(result: Result, bound: Bound) -> Certified:
    """Puts the claims of a route before the kernel; where they are not proved, names a route that has other ones."""
    found = _certified(bound)
    if found.accepted:
        return found
    return replace(found, instead=next((b for b in result.bounds if b is not bound and _has_claims(b)), None))


def _has_claims(bound: Bound) -> bool:
    try:
        return not isinstance(bound.claims(), str)
    except TermError:
        return False


def _certified(bound: Bound) -> Certified:
    try:
        found = bound.claims()
    except TermError as error:
        return Certified(bound, (), (), f"the final inequality is too long for the kernel: {error}")
    if isinstance(found, str):
        return Certified(bound, (), (), found)
    proved: list[Proved] = []
    for claim in found:
        try:
            verdict = decide(claim, Budget(seconds=SECONDS, refute=False)).result
        except TermError as error:
            return Certified(bound, tuple(proved), found, f"the final inequality is too long for the kernel: {error}")
        except (Unsupported, OverflowError) as error:
            return Certified(bound, tuple(proved), found, f"the kernel has no value for a number in it: {error}")
        if not isinstance(verdict, Proved):
            reason = getattr(verdict, "reason", "") or verdict.verdict
            return Certified(
                bound, tuple(proved), found, f"the final inequality is {verdict.verdict} for the kernel: {reason}"
            )
        proved.append(verdict)
    return Certified(bound, tuple(proved), found)


def _theorems(names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The certificates of entries, each after those that it cites: of theorems about laws by name, of formulas as claims."""
    shelf, laws, numbers = Shelf(), [], []
    known = entries()
    for name in names:
        if name not in known:
            raise ObjectError(f"found {name}, expected an entry of the library")
        entry = known[name]
        for one in (
            entry.theorems if isinstance(entry, KFold) else (entry,)
        ):  # base and step, from which the kernel goes on
            stored = shelf.of(one)
            if isinstance(stored, LawCertificate):
                laws.append((one.name, stored))
            elif isinstance(stored, tuple):
                numbers += [certificate_to_json(c) for c in stored]
    return [*bundle(laws, shelf), *numbers]
