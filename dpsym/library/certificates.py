"""Stored certificates: one file of JSON for each theorem, and one with a list for each formula."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, Union

from ..encoding.laws import certificate_to_json as law_to_json
from ..encoding.reals import certificate_to_json
from ..kernel.laws.codec import certificate_from_json as law_from_json
from ..kernel.laws.statements import Certificate as LawCertificate
from ..kernel.reals.codec import certificate_from_json
from ..kernel.statements import Certificate
from ..kernel.verdicts import Rejected
from .base import Entry
from .entries import Formula
from .loading import directory
from .theorem import Theorem

#: What is stored for an entry: the certificate of a theorem, or those of the claims of a formula.
Stored = Union[LawCertificate, tuple[Certificate, ...]]

Decoded = TypeVar("Decoded")


def is_certified(entry: Entry) -> bool:
    """Whether the entry has certificates: it says that something holds."""
    return isinstance(entry, Theorem) or (isinstance(entry, Formula) and entry.fails_at is None)


class Shelf:
    """The certificates in a directory. Each file is read and decoded once; what is read has not been checked.

    `outside` has directories of their own for chapters that are not in the library.
    """

    def __init__(self, where: Path | None = None, outside: Mapping[str, Path] | None = None) -> None:
        self.where, self.outside = where or directory(), outside or {}
        self._read: dict[str, Stored | Rejected] = {}

    def theorem(self, name: str) -> LawCertificate | Rejected:
        found = self._once(name, law_from_json)
        return found if isinstance(found, (LawCertificate, Rejected)) else _other(name)

    def formula(self, name: str) -> tuple[Certificate, ...] | Rejected:
        found = self._once(name, _list_from_json)
        return found if isinstance(found, (tuple, Rejected)) else _other(name)

    def of(self, entry: Entry) -> Stored | Rejected:
        return self.formula(entry.name) if isinstance(entry, Formula) else self.theorem(entry.name)

    def store(self, name: str, certificates: LawCertificate | Sequence[Certificate]) -> None:
        """Writes the certificates of an entry in place of those that were there."""
        if isinstance(certificates, LawCertificate):
            self._write(name, law_to_json(certificates))
        else:
            self._write(name, [certificate_to_json(c) for c in certificates])

    def _write(self, name: str, data: object) -> None:
        self._path(name).parent.mkdir(exist_ok=True)
        self._path(name).write_text(json.dumps(data, separators=(",", ":")) + "\n", "utf-8")
        self._read.pop(name, None)

    def discard(self, name: str) -> None:
        self._path(name).unlink()
        self._read.pop(name, None)

    def names(self) -> list[str]:
        """The entries of which something is stored in the first directory."""
        return sorted(path.stem for path in self.where.glob("*.json"))

    def size(self, name: str) -> int:
        """The length of the file, 0 if there is none: how much there is to check."""
        path = self._path(name)
        return path.stat().st_size if path.exists() else 0

    def _path(self, name: str) -> Path:
        return self.outside.get(name.partition(".")[0], self.where) / f"{name}.json"

    def _once(self, name: str, decode: Callable[[Any], Stored]) -> Stored | Rejected:
        if name not in self._read:
            self._read[name] = self._decoded(name, decode)
        return self._read[name]

    def _decoded(self, name: str, decode: Callable[[Any], Decoded]) -> Decoded | Rejected:
        try:
            return decode(json.loads(self._path(name).read_text("utf-8")))
        except FileNotFoundError:
            return Rejected(name, "no certificate", f"the file {name}.json; `dpsym certify {name}` makes it")
        except (ValueError, RecursionError) as error:  # CodecError, and whatever json finds wrong
            return Rejected(name, f"{error}", "a well-formed certificate")


def _list_from_json(data: Any) -> tuple[Certificate, ...]:
    if not isinstance(data, list):
        raise ValueError(f"{type(data).__name__}, not a list of certificates")
    return tuple(map(certificate_from_json, data))


def _other(name: str) -> Rejected:
    return Rejected(name, "a certificate of another kind of entry", "one of this kind")
