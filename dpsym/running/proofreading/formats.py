"""Reports for people and for machines: text, JSON by lines, SARIF 2.1.0, and the workflow commands of GitHub."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .findings import REFUSED, UNREAD, Finding, Report, summary

FORMATS = ("text", "json", "sarif", "github")
_LEVELS = {"refuted": "error", "follows": "warning", "open": "warning"}


# -- text ---------------------------------------------------------------------------------------------------------------------


def finding_lines(f: Finding) -> list[str]:
    """`file:line:column: verdict [name] what is written   what was found`, then how it was read and what would mend it."""
    place = str(f.place) if f.place.file else f"line {f.place.line}"
    name = f" [{f.name}]" if f.name else ""
    accepted = "   (accepted by the baseline)" if f.accepted else ""
    return [f"{place}: {f.verdict}{name} {f.written}   {f.message}{accepted}", *(f"    {line}" for line in f.details)]


def text_parts(report: Report, everything: bool = False) -> Iterator[tuple[str, str]]:
    """The findings, each with its verdict, then the notes and the counts; what is proved, or accepted, only if everything is wanted."""
    for f in report.findings:
        if everything or not (f.is_good or f.accepted):
            yield "\n".join(finding_lines(f)), f.verdict
    for note in report.notes:
        yield f"note: {note}", ""
    yield summary([report], report.name), ""


def report_text(report: Report, everything: bool = False) -> str:
    return "\n".join(text for text, _ in text_parts(report, everything))


def total_text(reports: Sequence[Report]) -> str:
    """The counts of several documents together."""
    return summary(reports, f"{len(reports)} documents")


# -- JSON ---------------------------------------------------------------------------------------------------------------------


def report_rows(report: Report) -> Iterator[dict[str, Any]]:
    """One object for each step, then one for each display that was refused and each file that was not read."""
    return (f.as_row() for f in report.findings)


# -- SARIF --------------------------------------------------------------------------------------------------------------------

_RULES = {
    "refuted": "A step is false at an exact point that satisfies everything that stands around it.",
    "undefined": "A step has no meaning at a point of its own domain.",
    "follows": "A step follows only from formulas that are not proved themselves.",
    "open": "A step is neither proved nor refuted.",
    REFUSED: "A display, or a row of it, was not read.",
    UNREAD: "A file that the document names was not read.",
}


def sarif(reports: Sequence[Report], version: str) -> dict[str, Any]:
    """A log of one run."""
    rules = [{"id": name, "shortDescription": {"text": text}} for name, text in _RULES.items()]
    results = [_result(f) for r in reports for f in r.findings if not f.is_good]
    return {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "dpsym", "version": version, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": results,
                "properties": {"notes": [{"document": r.name, "notes": list(r.notes)} for r in reports if r.notes]},
            }
        ],
    }


def _result(f: Finding) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": {"uri": _uri(f.place.file)}}
    if not f.place.cell:  # lines of a cell are no lines of the file
        location["region"] = {"startLine": f.place.line, "startColumn": f.place.column}
    out: dict[str, Any] = {
        "ruleId": f.verdict,
        "ruleIndex": list(_RULES).index(f.verdict),
        "level": _LEVELS[f.gravity],
        "message": {"text": _message(f)},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {"dpsym/v1": f.fingerprint},
        "properties": f.as_row(),
    }
    if f.accepted:
        out["suppressions"] = [{"kind": "external", "justification": "accepted by the baseline"}]
    return out


def _uri(file: str) -> str:
    """A relative reference, or the address of a file whose path is absolute."""
    return Path(file).as_uri() if os.path.isabs(file) else quote(file.replace(os.sep, "/"))


def _message(f: Finding) -> str:
    name = f" [{f.name}]" if f.name else ""
    cell = f" (cell {f.place.cell}, line {f.place.line})" if f.place.cell else ""
    return "\n".join([f"{f.verdict}{name}{cell} {f.written}: {f.message}", *f.details])


# -- GitHub -------------------------------------------------------------------------------------------------------------------


def github_lines(report: Report) -> Iterator[str]:
    """`::error file=...,line=...,col=...,title=...::message` for each finding that is not accepted, then the counts."""
    for f in report.findings:
        if f.is_good or f.accepted:
            continue
        title = f"dpsym: {f.verdict}" + (f" {f.name}" if f.name else "")
        place = {"file": f.place.file}
        if not f.place.cell:
            place |= {"line": str(f.place.line), "col": str(f.place.column)}
        values = ",".join(f"{key}={_property(value)}" for key, value in {**place, "title": title}.items())
        yield f"::{_LEVELS[f.gravity]} {values}::{_data(_message(f))}"
    yield _data(summary([report], report.name))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


__all__ = [
    "FORMATS",
    "finding_lines",
    "github_lines",
    "report_rows",
    "report_text",
    "sarif",
    "text_parts",
    "total_text",
]
