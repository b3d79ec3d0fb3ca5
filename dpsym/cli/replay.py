"""Replays certificates from a file with the kernel alone: no search, no SymPy."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from ..kernel.laws.check import check as check_laws
from ..kernel.laws.codec import certificate_from_json as law_certificate_from_json
from ..kernel.laws.statements import Certificate as LawsCertificate
from ..kernel.laws.statements import Proposition
from ..kernel.laws.statements import Proved as LawsProved
from ..kernel.reals.check import check
from ..kernel.reals.codec import CodecError, certificate_from_json
from ..kernel.reals.findings import Finding, Found, check_finding
from ..kernel.reals.findings_codec import FINDING, finding_from_json
from ..kernel.statements import Certificate
from ..kernel.terms import BINDERS, FUNCTIONS, RELATIONS, Term, cut, subterms
from ..kernel.verdicts import Proved, Rejected
from ..reading.letters import Spellings, is_name
from ..report.findings import finding_text
from ..report.text import MOST_PARTS, claim_text, text_size
from .containing import run_contained
from .exits import FAILED, OK, BadInput, exit_codes
from .printing import printable

MAX_BYTES = 256 << 20
#: Names that text reads as those of functions: as symbols they would be printed like an application. `gamma` is read as either.
FUNCTIONAL = frozenset((*FUNCTIONS, *BINDERS, "Piecewise", "ln", "log2")) - {"gamma"}
MAX_LABEL = 80
NAMED = "dpsym-named-theorem"
REPLAY_SECONDS = 60.0  # for a whole file, unless --timeout says otherwise


class CertificateFileError(ValueError):
    """A file that holds no certificate; the message has the file, the place and what was expected."""

    def __init__(self, message: str) -> None:
        super().__init__(cut(message))


@dataclass(frozen=True)
class Replayed:
    """A certificate and what the kernel says of it."""

    certificate: Certificate
    verdict: Proved | Rejected

    @property
    def accepted(self) -> bool:
        return isinstance(self.verdict, Proved)

    def __str__(self) -> str:
        claim, steps, verdict = claim_text(self.certificate.claim), len(self.certificate.proof), self.verdict
        if isinstance(verdict, Proved):
            return f"proved    {claim}   replayed {steps} step{'s' if steps != 1 else ''}"
        where = f"  step      {verdict.where}\n  found     {verdict.found}\n  expected  {verdict.expected}"
        return f"rejected  {claim}\n{where}"

    def as_json(self) -> dict[str, object]:
        claim, verdict = self.certificate.claim, self.verdict
        found: dict[str, object] = {"id": claim.id, "claim": claim_text(claim)}
        if isinstance(verdict, Proved):
            evidence = [{"rule": e.rule, "grade": e.grade, "detail": e.detail} for e in verdict.evidence]
            return found | {"replay": "proved", "steps": len(self.certificate.proof), "evidence": evidence}
        return found | {
            "replay": "rejected",
            "step": verdict.where,
            "found": verdict.found,
            "expected": verdict.expected,
        }


@dataclass(frozen=True)
class ReplayedFinding:
    """A finding and what the kernel says of it."""

    finding: Finding
    verdict: Found | Rejected

    @property
    def accepted(self) -> bool:
        return isinstance(self.verdict, Found)

    def __str__(self) -> str:
        text, verdict = finding_text(self.finding), self.verdict
        if isinstance(verdict, Found):
            return f"proved    {text}"
        where = f"  part      {verdict.where}\n  found     {verdict.found}\n  expected  {verdict.expected}"
        return f"rejected  {text}\n{where}"

    def as_json(self) -> dict[str, object]:
        verdict = self.verdict
        found: dict[str, object] = {"finding": finding_text(self.finding)}
        if isinstance(verdict, Found):
            return found | {"replay": "proved"}
        refused = {"part": verdict.where, "found": verdict.found, "expected": verdict.expected}
        return found | {"replay": "rejected"} | refused


@dataclass(frozen=True)
class NamedTheorem:
    """A theorem about laws with its certificate, and the name by which later ones of the file cite it."""

    name: str
    certificate: LawsCertificate


@dataclass(frozen=True)
class ReplayedTheorem:
    """A theorem about laws and what the kernel says of it: of its statement, and of the models in which its bounds are attained."""

    theorem: NamedTheorem
    verdict: LawsProved | Rejected

    @property
    def accepted(self) -> bool:
        return isinstance(self.verdict, LawsProved)

    def lines(self) -> list[str]:
        from ..report.laws import proposition_lines, tight_line

        p, tight = self.theorem.certificate.proposition, self.theorem.certificate.tight
        return [*proposition_lines(p), *(tight_line(t, p.setting) for t, _ in tight)]

    def __str__(self) -> str:
        verdict = self.verdict
        said = "\n".join(self.lines())
        if isinstance(verdict, Rejected):
            where = f"  step      {verdict.where}\n  found     {verdict.found}\n  expected  {verdict.expected}"
            return f"rejected  {self.theorem.name}\n{said}\n{where}"
        return f"proved    {self.theorem.name}   replayed {len(self.theorem.certificate.proof)} steps\n{said}"

    def as_json(self) -> dict[str, object]:
        verdict = self.verdict
        found: dict[str, object] = {"theorem": self.theorem.name, "statement": self.lines()}
        if isinstance(verdict, Rejected):
            refused = {"step": verdict.where, "found": verdict.found, "expected": verdict.expected}
            return found | {"replay": "rejected"} | refused
        return found | {"replay": "proved", "steps": len(self.theorem.certificate.proof)}


Replayable = Certificate | Finding | NamedTheorem


def read_certificates(path: str | Path) -> tuple[Replayable, ...]:
    """The certificates and findings of a file."""
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise CertificateFileError(f"{path}: cannot read it: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise CertificateFileError(f"{path}: found more than {MAX_BYTES >> 20} MiB, expected a certificate")
    try:
        found = json.loads(data)
        certificates = found if isinstance(found, list) else [found]
        if not certificates:
            raise CertificateFileError(f"{path}: found an empty list, expected a certificate")
        return tuple(map(_decoded, certificates))
    except CodecError as error:
        raise CertificateFileError(f"{path}: not a certificate: {error}") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise CertificateFileError(f"{path}: {place}: not JSON: {error.msg}") from None
    except UnicodeDecodeError as error:
        raise CertificateFileError(f"{path}: not UTF-8: {error.reason} at byte {error.start}") from None
    except RecursionError:
        raise CertificateFileError(f"{path}: not a certificate: nested too deeply") from None
    except ValueError as error:
        if isinstance(error, CertificateFileError):
            raise
        raise CertificateFileError(f"{path}: not a certificate: {error}") from None  # a number of too many digits


def _decoded(obj: Any) -> Replayable:
    """A certificate or finding whose statement can be shown: with names that are names, or it would read as another one, and whole."""
    found: Replayable
    kind = obj.get("format") if isinstance(obj, dict) else None
    if kind == NAMED:
        found, said = _named_theorem(obj)
    elif kind == FINDING:
        found = finding_from_json(obj)
        said = list(_said(found))
    else:
        found = certificate_from_json(obj)
        said = list(_said(found.claim))
    if sum(text_size(t) for t in said if isinstance(t, Term)) > MOST_PARTS:
        raise ValueError(f"found a statement of more than {MOST_PARTS} parts, expected one that can be printed")
    spellings = Spellings()
    for name in dict.fromkeys(n for s in said for n in ([s] if isinstance(s, str) else _symbols(s))):
        if not is_name(name):
            raise ValueError(f"found a symbol called {name!r}, expected letters, digits and single underscores")
        if name in FUNCTIONAL:
            raise ValueError(f"found a symbol called {name}, expected a name that no function has")
        spellings.note(name)
    return found


def _named_theorem(obj: dict[str, Any]) -> tuple[NamedTheorem, list[str | Term]]:
    """The theorem, with the names and terms that are printed of it. What hypotheses are called is a label, not a symbol."""
    name = obj.get("name")
    if not isinstance(name, str) or not all(map(is_label, name.split("."))):
        raise ValueError("found a theorem whose name is not made of words and dots, expected one such as pure.bound")
    certificate = law_certificate_from_json(obj.get("certificate"))
    p = certificate.proposition
    labels = [part for label, _ in p.given for part in label.split(".")]
    if not all(map(is_label, labels)):
        raise ValueError(f"found hypotheses called {[label for label, _ in p.given]}, expected words and dots")
    tight = [t for t, _ in certificate.tight]
    stated = (p.setting, tuple(f for _, f in p.given), p.claims, p.exists, *tight)
    return NamedTheorem(name, certificate), list(_said(stated))


def is_label(text: str) -> bool:
    """Whether a text is a word: it prints as itself, and as nothing else."""
    return 0 < len(text) <= MAX_LABEL and text.isascii() and text.replace("_", "a").isalnum()


def _said(part: object) -> Iterator[str | Term]:
    """The names and terms in all fields of a statement, and in those of its parts. Certificates are for the kernel, and not shown."""
    if isinstance(part, Term) or (isinstance(part, str) and part not in RELATIONS):
        yield part
    elif isinstance(part, tuple):
        for p in part:
            yield from _said(p)
    elif is_dataclass(part) and not isinstance(part, Certificate):
        for f in fields(part):
            if f.compare:  # what is not compared, the id of a claim, says nothing
                yield from _said(getattr(part, f.name))


def _symbols(t: Term) -> Iterator[str]:
    """The symbols of a term, those that are bound in it included."""
    return (u.name for u in subterms(t) if u.op in ("sym", *BINDERS))


def replay_command(path: str | Path, as_json: bool, seconds: float) -> int:
    """`dpsym replay`: prints what the kernel says of each certificate and returns the exit code."""
    return run_contained(lambda: _replay(path, as_json), seconds, str(path), as_json, processor=True)


def _replay(path: str | Path, as_json: bool) -> int:
    accepted = True
    with exit_codes():
        try:
            certificates = read_certificates(path)
        except CertificateFileError as error:
            raise BadInput(str(error)) from None
        for one in replayed(certificates):
            print(json.dumps(one.as_json()) if as_json else printable(str(one)), flush=True)
            accepted = accepted and one.accepted
    return OK if accepted else FAILED


def replayed(found: Iterable[Replayable]) -> Iterator[Replayed | ReplayedFinding | ReplayedTheorem]:
    """What the kernel says of each of them, in order: a theorem may cite those before it that were accepted."""
    known: dict[str, Proposition] = {}
    return (_replayed(one, known) for one in found)


def _replayed(found: Replayable, known: dict[str, Proposition]) -> Replayed | ReplayedFinding | ReplayedTheorem:
    """What the kernel says; `known` are the theorems of the file that it has accepted so far, which may be cited."""
    if isinstance(found, Certificate):
        return Replayed(found, check(found))
    if not isinstance(found, NamedTheorem):
        return ReplayedFinding(found, check_finding(found))
    if found.name in known:
        return ReplayedTheorem(found, Rejected(found.name, "a theorem of the same name before it", "another name"))
    verdict = check_laws(found.certificate, known)
    if isinstance(verdict, LawsProved):
        known[found.name] = verdict.proposition
    return ReplayedTheorem(found, verdict)
