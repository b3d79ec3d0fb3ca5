"""Keeps the stored certificates in step with the entries: what still holds is kept, what does not is made anew, by search."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from ..encoding.reals import certificate_to_json
from ..kernel.laws.statements import Certificate as LawCertificate
from ..kernel.reals.check import check
from ..kernel.statements import Certificate
from ..kernel.terms import TermError
from ..kernel.verdicts import Open, Proved
from ..report.answers import reason_text
from ..report.text import claim_text
from ..search.deciding import decide
from ..search.outcome import Budget
from .base import Entry, LibraryError
from .certificates import is_certified
from .certifying import SECONDS, certify
from .entries import Formula
from .failures import CertifyError, Failure, in_words, refuting_model
from .names import unknown_entries
from .perturbing import idle_in_formula
from .replaying import bundle
from .theorem import Cite, Obtain, Theorem
from .verifying import Verifier


class Outcome(Enum):
    """What became of a certificate."""

    KEPT = "kept"  # it proves the entry as it reads today, as its author proves it
    MADE = "made"
    FAILED = "failed"
    REFUTED = "refuted"  # after it failed: a model was found in which the theorem is false
    REMOVED = "removed"  # nothing has that name any more


@dataclass(frozen=True)
class Upkept:
    """What became of the certificate of one entry."""

    name: str
    outcome: Outcome
    steps: int = 0
    seconds: float = 0.0
    failure: Failure | None = None

    def __str__(self) -> str:
        said = f"{self.outcome.value:<8} "
        if self.failure is not None:
            return said + str(self.failure)
        return f"{said}{self.name}" + (f"   {self.steps} steps, {self.seconds:.1f} s" if self.steps else "")


class Upkeep:
    """Certifies entries one by one, each after those that it cites. With `again`, nothing is kept."""

    def __init__(self, verifier: Verifier | None = None, again: bool = False, seconds: float = SECONDS) -> None:
        self.verifier, self.again, self.seconds = verifier or Verifier(), again, seconds
        self._done: dict[str, Upkept] = {}

    @property
    def known(self) -> Mapping[str, Entry]:
        return self.verifier.known

    def __call__(self, names: Iterable[str] = ()) -> Iterator[Upkept]:
        """What becomes of these entries and of what they cite; without names of all, and of what is left over."""
        chosen = list(names)
        if unknown := [n for n in chosen if n not in self.known]:
            raise unknown_entries(unknown)
        if plain := [n for n in chosen if not is_certified(self.known[n])]:
            raise LibraryError(
                f"found {', '.join(plain)}, expected theorems and formulas that are proved: others have no certificate"
            )
        for name in chosen or [n for n, e in self.known.items() if is_certified(e)]:
            yield from self._one(name)
        shelf = self.verifier.shelf
        for name in [] if chosen else [n for n in shelf.names() if n not in self.known]:
            shelf.discard(name)
            yield Upkept(name, Outcome.REMOVED)

    def _one(self, name: str) -> Iterator[Upkept]:
        if name in self._done:
            return
        entry = self.known[name]
        for cited in cites(entry):
            yield from self._one(cited)
        start = time.perf_counter()
        try:
            kept = not self.again and self._holds(entry)
            steps = 0 if kept else self._make(entry)
            found = Upkept(name, Outcome.KEPT if kept else Outcome.MADE, steps, time.perf_counter() - start)
        except CertifyError as error:
            found = Upkept(name, Outcome.FAILED, failure=error.failure)
        except TermError as error:  # the statement cannot be unfolded, or a table has the wrong size
            failure = Failure(name, "statement", in_words(str(error)), "an entry that is well-formed")
            found = Upkept(name, Outcome.FAILED, failure=failure)
        self._done[name] = found
        yield found  # before a model is looked for, which takes longer
        if found.outcome is Outcome.FAILED and isinstance(entry, Theorem) and (fails := refuting_model(entry)):
            yield Upkept(name, Outcome.REFUTED, failure=Failure(name, fails=fails))

    def _holds(self, entry: Entry) -> bool:
        """Whether what is stored proves the entry, step by step as it is written."""
        if self.verifier(entry.name).verdict != "proved":
            return False
        stored = self.verifier.shelf.of(entry)
        return not isinstance(entry, Theorem) or (isinstance(stored, LawCertificate) and follows(entry, stored))

    def _make(self, entry: Entry) -> int:
        """Makes and stores certificates; the number of their steps."""
        shelf, library = self.verifier.shelf, self.verifier.library
        if isinstance(entry, Formula):
            formulas = certify_formula(entry, self.seconds)
            shelf.store(entry.name, formulas)
            return sum(len(c.proof) for c in formulas)
        if not isinstance(entry, Theorem):
            raise LibraryError(f"found {entry.label}, expected a theorem or a formula")
        for cited in cites(entry):
            library.replay(cited)
        stored = None if self.again else shelf.theorem(entry.name)
        earlier = stored if isinstance(stored, LawCertificate) else None
        certificate = certify(entry, library.checked, self.seconds, earlier)
        shelf.store(entry.name, certificate)
        library.forget(entry.name)
        return len(certificate.proof)


def cites(entry: Entry) -> list[str]:
    """The theorems that a written proof cites and that have certificates."""
    steps = entry.proof if isinstance(entry, Theorem) else ()
    found = [s.by.theorem for s in steps if isinstance(s.by, Cite)]
    return list(dict.fromkeys(t.name for t in found if t.name))


def follows(theorem: Theorem, certificate: LawCertificate) -> bool:
    """Whether the certificate has every step that is written, and no other but masses and what belongs to a written step."""
    made = {h.name: h.fact for h in certificate.proof}
    written = {s.name: s.fact for s in theorem.steps}
    obtained = [f for s in theorem.steps if isinstance(s.by, Obtain) for f in s.by.names.values()]
    masses = {f"{f.name}.mass" for f in (*theorem.fields, *obtained) if f.field.mass}
    others = [n for n in made if n not in written and n not in masses]
    parts = tuple(f"{n}." for n in written)
    return all(made.get(n) == f for n, f in written.items()) and all(n.startswith(parts) for n in others)


# -- formulas -------------------------------------------------------------------------------------------------


def certify_formula(formula: Formula, seconds: float = SECONDS) -> tuple[Certificate, ...]:
    """Certificates of the claims of a formula, found by search, or CertifyError."""
    found = []
    for claim in formula.claims:
        outcome = decide(claim, Budget(seconds=seconds))
        if not isinstance(outcome.result, Proved):
            sampled = outcome.sampled
            slack = f"{sampled.min_slack} at {', '.join(f'{n} = {v}' for n, v in sampled.at)}" if sampled.at else ""
            is_open = isinstance(outcome.result, Open)
            raise CertifyError(
                Failure(
                    formula.label,
                    claim_text(claim),
                    outcome.verdict,
                    "a claim that search proves",
                    slack=slack if is_open else "",
                    fails="" if is_open else reason_text(outcome),
                )
            )
        certificate = without_idle_steps(outcome.result.certificate)
        if not isinstance(checked := check(certificate), Proved):
            raise CertifyError(
                Failure(formula.label, claim_text(claim), f"{checked}", "a certificate that the kernel accepts")
            )
        found.append(certificate)
    return tuple(found)


def without_idle_steps(certificate: Certificate) -> Certificate:
    """The certificate without the steps that search left behind and nothing needs; each one that goes may free others."""
    while unused := next(idle_in_formula(certificate), None):
        certificate = replace(certificate, proof=tuple(h for h in certificate.proof if h.name != unused))
    return certificate


def saved_for_replay(verifier: Verifier, names: Iterable[str]) -> list[dict[str, Any]]:
    """The stored certificates of these entries for `dpsym replay`: theorems after all that they cite, then the claims of formulas."""
    shelf, known = verifier.shelf, verifier.known
    chosen = list(names)
    laws = ((n, shelf.theorem(n)) for n in chosen if isinstance(known[n], Theorem))
    formulas = (shelf.formula(n) for n in chosen if isinstance(known[n], Formula))
    claims = [certificate_to_json(c) for found in formulas if isinstance(found, tuple) for c in found]
    return [*bundle([(n, c) for n, c in laws if isinstance(c, LawCertificate)], shelf), *claims]
