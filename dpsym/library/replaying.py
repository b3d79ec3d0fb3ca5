"""Replays the certificates of theorems with the kernel alone, each after those that it cites."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..encoding.laws import certificate_to_json
from ..kernel.laws.check import check
from ..kernel.laws.rules import Cite
from ..kernel.laws.statements import Certificate, Have, Proposition, Proved
from ..kernel.verdicts import Rejected
from .base import Entry, LibraryError
from .certificates import Shelf
from .theorem import Theorem

NAMED = "dpsym-named-theorem"  # in a file for `dpsym replay`: the name by which later ones cite it, and its certificate


@dataclass(frozen=True)
class Replayed:
    """The kernel's answer to a theorem's stored certificate."""

    theorem: Theorem
    result: Proved | Rejected
    seconds: float
    cites: tuple[str, ...] = ()  # theorems, directly
    steps: int = 0


class Library:
    """The theorems among these entries, as far as they have been replayed."""

    def __init__(self, known: Mapping[str, Entry], shelf: Shelf | None = None) -> None:
        self.known, self.shelf = known, shelf or Shelf()
        self.checked: dict[str, Proposition] = {}
        self._done: dict[str, Replayed] = {}
        self._open: set[str] = set()

    def replay(self, name: str) -> Replayed:
        """Proved if the stored certificate proves the statement as it unfolds today, citing checked theorems only."""
        if name not in self._done:
            theorem = self._theorem(name)
            self._open.add(name)
            certificate = self.shelf.theorem(name)
            cites = tuple(cited_by(certificate)) if isinstance(certificate, Certificate) else ()
            for cited in cites:  # what is no theorem, or rests on this one, is not among what has been checked
                if isinstance(self.known.get(cited), Theorem) and cited not in self._open:
                    self.replay(cited)
            start = time.perf_counter()
            result = self._judge(theorem, certificate)
            steps = len(certificate.proof) if isinstance(certificate, Certificate) else 0
            self._done[name] = Replayed(theorem, result, time.perf_counter() - start, cites, steps)
            self._open.discard(name)
        return self._done[name]

    def forget(self, name: str) -> None:
        """What was said of a theorem: its certificate has been made anew."""
        self._done.pop(name, None)
        self.checked.pop(name, None)

    def _theorem(self, name: str) -> Theorem:
        found = self.known.get(name)
        if not isinstance(found, Theorem):
            raise LibraryError(f"found {name!r}, expected a theorem of the library")
        return found

    def _judge(self, theorem: Theorem, certificate: Certificate | Rejected) -> Proved | Rejected:
        if isinstance(certificate, Rejected):
            return certificate
        if certificate.proposition != theorem.proposition:
            return Rejected(
                theorem.name, "a certificate of another statement", "one of the theorem as it unfolds today"
            )
        if theorem.tight is not None:
            claimed = theorem.tightness(certificate.tight[0][0].point) if certificate.tight else None
            if [t for t, _ in certificate.tight] != [claimed]:
                return Rejected(theorem.name, "a certificate without its tightness", f"one for {claimed}")
        result = check(certificate, self.checked)
        if isinstance(result, Proved):
            self.checked[theorem.name] = theorem.proposition
        return result


def cited_by(certificate: Certificate) -> list[str]:
    return list(dict.fromkeys(h.by.theorem for h in certificate.proof if isinstance(h.by, Cite)))


def renamed(certificate: Certificate, names: Mapping[str, str]) -> Certificate:
    """The certificate with other names for the theorems that it cites."""

    def new(h: Have) -> Have:
        if isinstance(h.by, Cite) and h.by.theorem in names:
            return replace(h, by=replace(h.by, theorem=names[h.by.theorem]))
        return h

    return replace(certificate, proof=tuple(map(new, certificate.proof)))


def bundle(theorems: Iterable[tuple[str, Certificate]], shelf: Shelf) -> list[dict[str, Any]]:
    """Certificates by name for `dpsym replay`, each after those that it cites: these come from the shelf."""
    own = dict(theorems)
    done: dict[str, dict[str, Any]] = {}

    def add(name: str, certificate: Certificate) -> None:
        if name in done:
            return
        for cited in cited_by(certificate):
            found = own.get(cited) or shelf.theorem(cited)
            if isinstance(found, Certificate):
                add(cited, found)
        done[name] = {"format": NAMED, "name": name, "certificate": certificate_to_json(certificate)}

    for name, certificate in own.items():
        add(name, certificate)
    return list(done.values())
