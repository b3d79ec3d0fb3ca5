"""What there is to say of a document, as data: a finding for each step that is shown, each display and each file that was not read.

A finding has the place where its text really stands, the name an author knows it by, one line, details, and its row of JSON. It can be
written down and read back; `asked` leads to what backs its verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from os.path import basename
from typing import Any

from ...reading.latex.derivations import Display
from ...reading.latex.positions import Place
from ...reading.text.tokens import excerpt
from ..answer import Answer
from ..store import digest
from .checking import Broken, Proofread
from .claims import Checked
from .report import SHOWN, backing, details, name_of, source_of, squeezed, step_json
from .verdicts import WORDS

GOOD = ("proved", "definition", "condition")
REFUSED = "refused"  # a display, or rows of it
UNREAD = "unread"  # a file
#: What counts as a failure, the gravest first; a name stands for itself and what is before it.
GRAVITY = ("refuted", "follows", "open")


@dataclass(frozen=True)
class Finding:
    place: Place
    verdict: str
    name: str
    written: str
    message: str
    details: tuple[str, ...] = ()
    row: dict[str, Any] = field(default_factory=dict)
    asked: str = ""  # the key of the answer that backs the verdict, in the store
    accepted: bool = False  # by the baseline

    @property
    def is_good(self) -> bool:
        return self.verdict in GOOD

    @property
    def gravity(self) -> str:
        """`refuted`, `follows` or `open`; nothing for what is as it should be."""
        if self.verdict in ("refuted", "undefined"):
            return "refuted"
        return "" if self.is_good else "follows" if self.verdict == "follows" else "open"

    @property
    def fingerprint(self) -> str:
        """What makes it the same finding after lines have moved: the file, what is written, how it was read, what was found."""
        row = self.row
        asked = [row.get("claim"), row.get("where"), row.get("given")] if self.verdict != REFUSED else [self.message]
        return digest([basename(self.place.file), self.verdict, squeezed(str(row.get("source", self.written))), asked])

    def as_row(self) -> dict[str, Any]:
        """One object of JSON."""
        place = {"file": self.place.file, "line": self.place.line, "column": self.place.column}
        cell = {"cell": self.place.cell} if self.place.cell else {}
        return {**place, **cell, "name": self.name or None, **self.row, "accepted": self.accepted}


@dataclass(frozen=True)
class Report:
    """All that is said of one document."""

    name: str
    findings: tuple[Finding, ...]
    displays: int = 0
    ignored: int = 0
    notes: tuple[str, ...] = ()

    @property
    def steps(self) -> list[Finding]:
        return [f for f in self.findings if f.verdict in WORDS]

    @property
    def refused(self) -> list[Finding]:
        return [f for f in self.findings if f.verdict == REFUSED]

    def fails(self, fail_on: str) -> str:
        """The gravest of its findings that counts and is not accepted; nothing if there is none."""
        counted = GRAVITY[: GRAVITY.index(fail_on) + 1]
        found = {f.gravity for f in self.findings if not f.accepted}
        return next((word for word in counted if word in found), "")

    def accepting(self, accepted: Counter[str]) -> Report:
        """The report with findings marked that a baseline accepts, each as often as it is in there."""
        left = Counter(accepted)
        out = []
        for f in self.findings:
            known = not f.is_good and left[f.fingerprint] > 0
            left[f.fingerprint] -= known
            out.append(replace(f, accepted=known))
        return replace(self, findings=tuple(out))

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, obj: Any) -> Report:
        """A report that was written down. Raises ValueError for anything else."""
        try:
            findings = tuple(map(_finding_from_json, obj["findings"]))
            notes = tuple(map(_text, obj["notes"]))
            return cls(_text(obj["name"]), findings, _count(obj["displays"]), _count(obj["ignored"]), notes)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"found no report: {error}") from None


def _finding_from_json(obj: dict[str, Any]) -> Finding:
    place = obj["place"]
    line, column, cell = (_count(place[name]) for name in ("line", "column", "cell"))
    if obj["verdict"] not in (*WORDS, REFUSED, UNREAD) or not isinstance(obj["row"], dict):
        raise TypeError(f"a verdict {obj['verdict']!r}")
    verdict, name, written, message, asked = (
        _text(obj[key]) for key in ("verdict", "name", "written", "message", "asked")
    )
    lines = tuple(map(_text, obj["details"]))
    where = Place(_text(place["file"]), line, column, cell)
    return Finding(where, verdict, name, written, message, lines, obj["row"], asked)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} where a text belongs")
    return value


def _count(value: Any) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r} where a number belongs")
    return value


# -- from a document ----------------------------------------------------------------------------------------------------------


def report_of(found: Proofread, name: str = "", key_of: Callable[[Answer], str] = lambda a: "") -> Report:
    """All there is to say of a document that was checked; `key_of` gives the key of an answer in the store."""
    broken = {id(b.checked): b for b in found.broken}
    findings = [_step(found, c, broken.get(id(c)), key_of) for c in found.shown]
    findings += [_refused(found, d) for d in found.refused]
    findings += list(_unread(found))
    order = sorted(findings, key=lambda f: f.verdict in (REFUSED, UNREAD))  # steps come first, in their order
    displays = found.document.displays
    return Report(name, tuple(order), len(displays), sum(d.ignored for d in displays), tuple(notes(found)))


def _step(found: Proofread, c: Checked, broken: Broken | None, key_of: Callable[[Answer], str]) -> Finding:
    message, *_ = backing(c)
    answer = c.answer if c.verdict in ("proved", "follows", "refuted", "undefined") else None
    return Finding(
        found.place(c.step.start),
        c.verdict,
        name_of(found, c),
        squeezed(source_of(found, c))[:SHOWN],
        squeezed(message),
        tuple(details(found, c, broken)),
        step_json(found, c, broken),
        key_of(answer) if answer is not None else "",
    )


def _refused(found: Proofread, display: Display) -> Finding:
    error = display.error
    assert error is not None
    text = found.document.source.text
    source = text[display.piece.start : display.piece.end]
    lines = [line[2:] for line in excerpt(error.text, error.start, error.end).splitlines() if line.startswith("  ")]
    row = {"source": source, "verdict": REFUSED, "reason": error.message}
    return Finding(
        found.place(error.start), REFUSED, "", squeezed(source)[:SHOWN], squeezed(error.message), tuple(lines), row
    )


def _unread(found: Proofread) -> Iterator[Finding]:
    for left in found.text.left_out:
        row = {"source": left.written, "verdict": UNREAD, "reason": left.why}
        yield Finding(left.place, UNREAD, "", left.written, left.why, (), row)


def notes(found: Proofread) -> list[str]:
    """What a reader should know of the readings, each once, and what was said from outside."""
    read = list(dict.fromkeys(n for c in found.shown if c.posed is not None for n in c.posed.read.notes))
    profile = [s.text for s in found.document.conventions]
    if profile:
        label = found.document.conventions[0].label
        read.append(f"by {label}, as nothing in the document speaks of these symbols: {', '.join(profile)}")
    used = (x for c in found.shown for x in c.used.conditions if x.label and x.text not in profile)
    outside = list(dict.fromkeys(f"{x.text} ({x.label})" for x in used))
    return [*read, f"conditions from outside that were used: {'; '.join(outside)}"] if outside else read


# -- counts -------------------------------------------------------------------------------------------------------------------


def summary(reports: Sequence[Report], name: str) -> str:
    """How much was read, and how many steps have which verdict."""
    counts = Counter(f.verdict for r in reports for f in r.steps)
    parts = ", ".join(f"{counts[v]} {v}" for v in WORDS if counts[v]) or "none"
    displays, ignored = sum(r.displays for r in reports), sum(r.ignored for r in reports)
    refused = sum(len(r.refused) for r in reports)
    unread = sum(f.verdict == UNREAD for r in reports for f in r.findings)
    accepted = sum(f.accepted for r in reports for f in r.findings)
    return (
        f"{name + ': ' if name else ''}{displays} displays, {displays - refused - ignored} read, {refused} refused"
        f"{f', {ignored} ignored' if ignored else ''}{f', {unread} files not read' if unread else ''}"
        f"; {sum(counts.values())} steps: {parts}{f'; {accepted} accepted by the baseline' if accepted else ''}"
    )


__all__ = ["GOOD", "GRAVITY", "REFUSED", "UNREAD", "Finding", "Report", "notes", "report_of", "summary"]
