"""The library of theorems: finds them in the package `theorems`, and replays their stored certificates with the kernel alone."""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .kernel.laws.check import check
from .kernel.laws.codec import certificate_from_json
from .kernel.laws.rules import Cite
from .kernel.laws.statements import Certificate, Proposition, Proved
from .kernel.statements import Rejected
from .theorem import Principle, Theorem

PACKAGE = "theorems"


class LibraryError(ValueError):
    """The library is inconsistent: a theorem has another name than its module and variable say, or two cite each other."""


@dataclass(frozen=True)
class Replayed:
    """The kernel's answer to a theorem's stored certificate."""

    theorem: Theorem
    result: Proved | Rejected
    seconds: float
    cites: tuple[str, ...] = ()  # theorems and principles, directly
    steps: int = 0

    @property
    def proved(self) -> bool:
        return isinstance(self.result, Proved)


def collect(package: str = PACKAGE) -> dict[str, Theorem]:
    """Every theorem of the package by name, modules and variables in alphabetical order."""
    root = importlib.import_module(package)
    found: dict[str, Theorem] = {}
    for info in sorted(pkgutil.iter_modules(root.__path__), key=lambda m: m.name):
        module = importlib.import_module(f"{package}.{info.name}")
        for variable, value in sorted(vars(module).items()):
            if isinstance(value, Theorem) and value.name.partition(".")[0] == info.name:
                if value.name != f"{info.name}.{variable}":
                    raise LibraryError(f"found the name {value.name!r}, expected {info.name}.{variable}")
                found[value.name] = value
    return found


def directory(package: str = PACKAGE) -> Path:
    return Path(importlib.import_module(package).__path__[0]) / "certificates"


def stored(name: str, where: Path | None = None) -> Certificate | Rejected:
    """The stored certificate of a theorem, decoded and not yet checked."""
    path = (where or directory()) / f"{name}.json"
    try:
        return certificate_from_json(json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        return Rejected(name, "no certificate", f"the file {path.name}; `python -m dpsym.certifying {name}` makes it")
    except (ValueError, RecursionError) as error:  # CodecError, and whatever json finds wrong
        return Rejected(name, f"{error}", "a well-formed certificate")


class Library:
    """Replays theorems, each after those that it cites."""

    def __init__(self, theorems: Mapping[str, Theorem], where: Path | None = None) -> None:
        self.theorems, self.where = dict(theorems), where
        self.checked: dict[str, Proposition] = {}
        self.assumed: set[str] = set()  # principles, and theorems that rest on them
        self._done: dict[str, Replayed] = {}
        self._open: set[str] = set()

    def replay(self, name: str) -> Replayed:
        """Proved if the stored certificate proves the statement as it unfolds today, citing checked theorems only."""
        if name not in self._done:
            if name not in self.theorems or name in self._open:
                raise LibraryError(f"found {name!r}, expected a theorem of the library that does not rest on itself")
            if isinstance(self.theorems[name], Principle):
                raise LibraryError(f"{name} is a principle: it is assumed, and has no certificate")
            self._open.add(name)
            certificate = stored(name, self.where)
            cites = tuple(cited_by(certificate)) if isinstance(certificate, Certificate) else ()
            for cited in cites:
                self._cited(cited)
            start = time.perf_counter()
            result = self._judge(self.theorems[name], certificate)
            steps = len(certificate.proof) if isinstance(certificate, Certificate) else 0
            self._done[name] = Replayed(self.theorems[name], result, time.perf_counter() - start, cites, steps)
            self._open.discard(name)
        return self._done[name]

    def _cited(self, name: str) -> None:
        """Makes a theorem or a principle ready to be cited."""
        if isinstance(principle := self.theorems.get(name), Principle):
            self.checked[name] = principle.proposition
            self.assumed.add(name)
        else:
            self.replay(name)

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
        result = check(certificate, self.checked, frozenset(self.assumed))
        if isinstance(result, Proved):
            self.checked[theorem.name] = theorem.proposition
            self.assumed |= {theorem.name} if result.grade == "cited" else set()
        return result

    def replay_all(self, names: Iterable[str] = ()) -> list[Replayed]:
        every = [name for name, t in self.theorems.items() if not isinstance(t, Principle)]
        return [self.replay(name) for name in (list(names) or every)]

    def rests_on(self, name: str) -> tuple[str, ...]:
        """The principles that a theorem rests on, directly or through those that it cites, in order."""
        theorem = self.theorems[name]
        if isinstance(theorem, Principle):
            return (name,)
        through = [p for cited in self.replay(name).cites for p in self.rests_on(cited)]
        return tuple(dict.fromkeys([*theorem.rests, *through]))


def cited_by(certificate: Certificate) -> list[str]:
    return list(dict.fromkeys(h.by.theorem for h in certificate.proof if isinstance(h.by, Cite)))


def main(names: Iterable[str]) -> int:
    """Replays these theorems, or all; prints a line for each, and is 0 if all are proved."""
    try:
        results = Library(collect()).replay_all(names)
    except LibraryError as error:
        print(f"error: {error}; `dpsym verify` replays formulas too", file=sys.stderr)
        return 2
    for r in results:
        print(f"{'proved' if r.proved else 'rejected':<9} {r.theorem.name}   {r.seconds:.2f} s")
        if isinstance(r.result, Rejected):
            print(f"          {r.result.where}: found {r.result.found}, expected {r.result.expected}")
    return 0 if all(r.proved for r in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
