"""A document from its files to its report, and reports that are kept, so that an unchanged document is not read again.

A report is kept under the digest of all it depends on: the text with the files it comes from, what is said from outside, the budget,
and every module of dpsym. It names the answers that back its verdicts, which are kept by themselves (`store`). It is used only if
each of them is there and the kernel confirms it anew, as the verdict on the very claim that the report prints: a proof is replayed, a
counterexample judged at its point. So of a kept report only the reading is believed, that this text says this, and that is what the
digests stand for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from os.path import join, normpath
from typing import Any

from ...reading.latex.derivations import ReadDocument, read_document
from ...reading.latex.outside import Outside, Told
from ...reading.latex.positions import Assembled
from ...reading.text.tokens import ReadError
from ...search.outcome import Budget
from ..containment import within
from ..desk import Desk
from ..store import Store, digest, sources_digest
from .checking import Proofread, check_document
from .findings import Report, report_of
from .report import shown_text
from .settings import Settings

_BACKED = {"proved": "proved", "follows": "proved", "refuted": "refuted", "undefined": "undefined"}

READING_SECONDS = 60.0  # a document of a hundred pages takes one or two
READING_MEMORY = 1 << 30  # bytes

Progress = Callable[[int, int], None]


class PaperError(ValueError):
    """A document that cannot be used; the message has the place."""


@dataclass(frozen=True)
class Paper:
    """A document: the name a user gave it, its text with the way back to its files, and what holds for it.

    The names of its files are shown below `folder`.
    """

    name: str
    text: Assembled
    folder: str = ""
    settings: Settings = field(default_factory=Settings)
    where: tuple[Told, ...] = ()
    document: ReadDocument | None = None  # if it was read already: a claim by itself

    @property
    def outside(self) -> Outside:
        return Outside((*self.where, *self.settings.assume), self.settings.macros, self.settings.conventions)

    @property
    def budget(self) -> Budget:
        return Budget(seconds=self.settings.timeout)

    def desk(self, jobs: int | None, store: Store | None) -> Desk:
        return Desk(jobs, store, self.settings.limit)

    def read(self) -> ReadDocument:
        """What the document says. Raises PaperError."""
        if self.document is not None:
            return self.document
        try:
            with within(READING_SECONDS, READING_MEMORY):
                found = read_document(self.text.text, self.outside)
        except TimeoutError as error:
            raise PaperError(f"{self.name}: too hard to read: {error}") from None
        except MemoryError:
            raise PaperError(f"{self.name}: too large to read: memory limit reached") from None
        except ReadError as error:
            if error.text != self.text.text:  # what was said from outside
                raise PaperError(f"{self.name}: {error}") from None
            place = self.text.place(error.start)
            shown = replace(place, file=normpath(join(self.folder, place.file)))
            raise PaperError(f"{shown}: {error.message}") from None
        except ValueError as error:
            raise PaperError(f"{self.name}: {error}") from None
        if not found.displays:
            raise NoDisplays(f"{self.name}: found no displayed formula ($$...$$, \\[...\\], equation, align, ...)")
        return found

    def check(self, desk: Desk, on_done: Progress | None = None) -> Proofread:
        return check_document(self.read(), self.budget, desk, on_done=on_done, text=self.text)

    def report(self, desk: Desk, on_done: Progress | None = None) -> Report:
        """All there is to say of the document, from the store if nothing has changed. Raises PaperError."""
        store, key = desk.store, ""
        if store is not None and self.document is None:
            key = digest(self._asked())
            if (kept := _kept(store, key)) is not None:
                return self._shown(kept)
        made = report_of(self.check(desk, on_done), key_of=desk.key_of)
        if store is not None and key and not desk.cut_short:
            store.write("reports", key, {"report": made.as_json()})
        return self._shown(made)

    def _asked(self) -> dict[str, Any]:
        s, text = self.settings, self.text
        return {
            "text": text.text,
            "origins": [[o.name, o.cell, o.text] for o in text.origins],
            "spans": [[x.start, x.origin, x.at, x.copied] for x in text.spans],
            "left out": [[str(x.place), x.written, x.why] for x in text.left_out],
            "told": [[t.condition, t.label] for t in self.outside.conditions],
            "macros": s.macro_texts,
            "conventions": s.conventions,
            "seconds": [s.timeout, s.limit],
            "by": sources_digest(),
        }

    def _shown(self, report: Report) -> Report:
        """The report with the names that the user knows."""

        def shown(file: str) -> str:
            return normpath(join(self.folder, file)) if file else file

        findings = tuple(replace(f, place=replace(f.place, file=shown(f.place.file))) for f in report.findings)
        return replace(report, name=self.name, findings=findings)


class NoDisplays(PaperError):
    """A file without a displayed formula."""


def _kept(store: Store, key: str) -> Report | None:
    """A report that was kept, if the kernel confirms every verdict in it."""
    found = store.read("reports", key)
    try:
        report = Report.from_json((found or {}).get("report"))
    except ValueError:
        return None
    for f in report.findings:
        if (wanted := _BACKED.get(f.verdict)) is None:
            continue
        answer = store.recall(f.asked) if f.asked else None
        if answer is None or answer.verdict != wanted or shown_text(answer.claim.statement) != f.row.get("claim"):
            return None
    return report


__all__ = ["NoDisplays", "Paper", "PaperError"]
