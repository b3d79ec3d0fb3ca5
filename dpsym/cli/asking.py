"""What the argument of `check` is: claims, a file of them, or something to proofread; read once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .exits import BadInput

if TYPE_CHECKING:
    from ..reading.latex.derivations import ReadDocument
    from ..reading.text.file import Entry

DOCUMENTS = (".tex", ".ltx", ".latex", ".md", ".markdown", ".txt")
MAX_BYTES = 16 << 20  # of a document
MAX_STDIN = 1 << 20
READING_SECONDS = 60.0  # a document of a hundred pages takes one or two
READING_MEMORY = 1 << 30  # bytes


@dataclass(frozen=True)
class Conditions:
    """--where, --given and --let."""

    where: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    let: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.where or self.given or self.let)


@dataclass(frozen=True)
class Claims:
    """Claims to decide."""

    entries: Sequence[Entry]
    from_file: bool = False


@dataclass(frozen=True)
class Document:
    """A document to proofread, or a claim about quantities that are only named: proofreading says what a refutation rests on."""

    document: ReadDocument
    name: str
    has_own_conditions: bool = True


def asked(argument: str, conditions: Conditions) -> Claims | Document:
    """Reads the argument of `check`; what takes too long or too much memory to read is refused."""
    from ..running.containment import within

    try:
        with within(READING_SECONDS, READING_MEMORY):
            return _asked(argument, conditions)
    except TimeoutError as error:
        raise BadInput(f"too hard to read: {error}") from None
    except MemoryError:
        raise BadInput("too large to read: memory limit reached") from None


def _asked(argument: str, conditions: Conditions) -> Claims | Document:
    from_stdin = argument.strip() == "-"
    text = _stdin() if from_stdin else argument.strip()
    if from_stdin and ("$" in text or "\\begin" in text or "\\[" in text):
        return _document(text, "stdin")
    if not from_stdin and text.endswith(DOCUMENTS) and "\n" not in text:
        return _document(_read(text), Path(text).name)
    if text.endswith(".toml"):
        return _file(text, conditions)
    return _latex(text, conditions) if "\\" in text else _text(text, conditions)


def _document(text: str, name: str) -> Document:
    from ..reading.latex.derivations import read_document

    try:
        document = read_document(text)
    except ValueError as error:
        raise BadInput(f"{name}: {error}") from None
    if not document.displays:
        raise BadInput(f"{name}: found no displayed formula ($$...$$, \\[...\\], equation, align, ...)")
    return Document(document, name)


def _file(path: str, conditions: Conditions) -> Claims:
    from ..reading.text.file import ClaimsFileError, read_claims_file

    if conditions:
        raise BadInput(f"{path}: --where, --given and --let are for a single claim; a file states them itself")
    try:
        return Claims(read_claims_file(path), from_file=True)
    except ClaimsFileError as error:
        raise BadInput(str(error)) from None


def _text(claim: str, conditions: Conditions) -> Claims:
    from ..reading.text.claims import ReadError, read_claims
    from ..reading.text.file import Entry

    try:
        return Claims([Entry("", read_claims(claim, conditions.where, conditions.given, conditions.let))])
    except ReadError as error:
        raise BadInput(str(error)) from None


def _latex(claim: str, conditions: Conditions) -> Claims | Document:
    """A single claim in LaTeX, with conditions in LaTeX; what a reader should know of the reading is said on stderr."""
    from ..reading.latex import LatexError
    from ..reading.latex.claims import read_question
    from ..reading.latex.derivations import document_of
    from ..reading.text.file import Entry

    if conditions.let:
        raise BadInput("--let is for claims in text; in LaTeX, write the expression")
    try:
        question = read_question(claim, conditions.where, conditions.given)
        claims = question.claims()
        if any(c.atoms for c in claims):
            return Document(document_of(question), "claim", has_own_conditions=False)
    except LatexError as error:
        raise BadInput(str(error)) from None
    for note in dict.fromkeys(n for c in claims for n in c.notes):
        print(f"note: {note}", file=sys.stderr)
    return Claims([Entry("", tuple(c.claim for c in claims))])


def _stdin() -> str:
    return _decoded(sys.stdin.buffer.read(MAX_STDIN + 1), "standard input", MAX_STDIN).strip()


def _read(path: str) -> str:
    try:
        with open(path, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    return _decoded(data, path, MAX_BYTES)


def _decoded(data: bytes, name: str, most: int) -> str:
    if len(data) > most:
        raise BadInput(f"{name}: found more than {most >> 20} MiB, expected a claim or a document")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name}: not UTF-8: {error.reason} at byte {error.start}") from None
