"""What the arguments of `check` are: claims, a file of them, or documents to proofread; read once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .exits import BadInput
from .wanted import CLAIM_SECONDS, Wanted, is_document

if TYPE_CHECKING:
    from ..reading.text.file import Entry
    from .documents import Found

MAX_STDIN = 1 << 20
READING_SECONDS = 60.0
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
class Documents:
    """Documents to proofread, or a claim about quantities that are only named: proofreading says what a refutation rests on."""

    found: Found
    is_claim: bool = False


def asked(arguments: Sequence[str], conditions: Conditions, wanted: Wanted | None = None) -> Claims | Documents:
    """Reads the arguments of `check`; what takes too long or too much memory to read is refused."""
    from ..running.containment import within

    try:
        with within(READING_SECONDS, READING_MEMORY):
            return _asked(arguments, conditions, wanted or Wanted())
    except TimeoutError as error:
        raise BadInput(f"too hard to read: {error}") from None
    except MemoryError:
        raise BadInput("too large to read: memory limit reached") from None


def _asked(arguments: Sequence[str], conditions: Conditions, wanted: Wanted) -> Claims | Documents:
    plain = [a.strip() for a in arguments]
    if not plain or all(map(is_document, plain)):
        _no_claim(conditions, plain[0] if len(plain) == 1 else "documents")
        from .documents import find_documents

        return Documents(find_documents(plain, wanted))
    if len(plain) > 1:
        other = next(a for a in plain if not is_document(a))
        raise BadInput(
            f"found {len(plain)} arguments, and {other!r} is no document and no folder: several arguments are documents, "
            "a claim or a file of claims is one"
        )
    text = plain[0]
    if text == "-":
        text = _stdin()
        if "$" in text or "\\begin" in text or "\\[" in text:
            from .documents import text_document

            _no_claim(conditions, "stdin")
            return Documents(text_document(text, "stdin", wanted))
    if text.endswith(".toml"):
        return _file(text, conditions)
    if len(text) > 2 and text[0] == text[-1] == "$" and "$" not in text[1:-1]:
        return _latex(text[1:-1], conditions, wanted)
    return _latex(text, conditions, wanted) if "\\" in text else _text(text, conditions)


def _no_claim(conditions: Conditions, name: str) -> None:
    if conditions.given or conditions.let:
        found = "--given" if conditions.given else "--let"
        raise BadInput(f"{name}: {found} is for a single claim; for a document, --where adds conditions on symbols")


def _file(path: str, conditions: Conditions) -> Claims:
    from ..reading.text.file import ClaimsFileError, read_claims_file

    if conditions:
        raise BadInput(f"{path}: --where, --given and --let are for a single claim; a file states them itself")
    try:
        return Claims(read_claims_file(path), from_file=True)
    except ClaimsFileError as error:
        raise BadInput(str(error)) from None


def _text(claim: str, conditions: Conditions) -> Claims:
    from ..reading.likeness import perhaps
    from ..reading.text.claims import ReadError, read_claims, unspoken
    from ..reading.text.file import Entry

    try:
        claims = read_claims(claim, conditions.where, conditions.given, conditions.let)
    except ReadError as error:
        raise BadInput(str(error)) from None
    missing = [unspoken(c) for c in claims]
    for name, alike in missing[0].items():
        if all(name in m for m in missing):
            print(f"note: {name} has a condition, but does not occur in the claim{perhaps(alike)}", file=sys.stderr)
    return Claims([Entry("", claims)])


def _latex(claim: str, conditions: Conditions, wanted: Wanted) -> Claims | Documents:
    """A single claim in LaTeX, with conditions in LaTeX; what a reader should know of the reading is said on stderr."""
    from ..reading.latex import LatexError
    from ..reading.latex.claims import read_question
    from ..reading.latex.derivations import document_of
    from ..reading.text.file import Entry
    from .documents import text_document

    if conditions.let:
        raise BadInput("--let is for claims in text; in LaTeX, write the expression")
    try:
        question = read_question(claim, conditions.where, conditions.given)
        claims = question.claims()
    except LatexError as error:
        raise BadInput(str(error)) from None
    if any(c.atoms for c in claims):
        found = text_document(claim, "", replace(wanted, timeout=wanted.timeout or CLAIM_SECONDS))
        found.papers[0] = replace(found.papers[0], document=document_of(question))
        return Documents(found, is_claim=True)
    for note in dict.fromkeys(n for c in claims for n in c.notes):
        print(f"note: {note}", file=sys.stderr)
    return Claims([Entry("", tuple(c.claim for c in claims))])


def _stdin() -> str:
    return _decoded(sys.stdin.buffer.read(MAX_STDIN + 1), "standard input", MAX_STDIN).strip()


def _decoded(data: bytes, name: str, most: int) -> str:
    if len(data) > most:
        raise BadInput(f"{name}: found more than {most >> 20} MiB, expected a claim or a document")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name}: not UTF-8: {error.reason} at byte {error.start}") from None
