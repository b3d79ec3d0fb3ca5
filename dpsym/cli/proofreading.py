"""`dpsym check paper.tex notes/`: checks documents one after the other, prints what was found, and gives the worst exit code."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ..kernel.terms import relation
from ..reading.latex.derivations import Derivation, ReadDocument
from ..reading.latex.lower import Lowering
from ..report.text import term_text
from ..running.proofreading.baseline import BaselineError, read_baseline, write_baseline
from ..running.proofreading.findings import Report, report_of
from ..running.proofreading.formats import github_lines, report_rows, sarif, text_parts, total_text
from ..running.proofreading.papers import NoDisplays, Paper, PaperError
from ..running.store import Store, default_folder
from .documents import Found
from .exits import BAD_INPUT, FAILED, INTERNAL, OK, OPEN, BadInput
from .printing import echo, printable
from .wanted import Manner


def proofread_command(found: Found, manner: Manner) -> int:
    """Prints what was found and returns the exit code."""
    run = _Run(found, manner)
    for paper in found.papers:
        run.paper(paper)
    for line in found.unreadable:
        run.useless(line)
    return run.end()


class _Run:
    def __init__(self, found: Found, manner: Manner) -> None:
        self.found, self.manner = found, manner
        self.store = Store(default_folder()) if manner.cache else None
        self.reports: list[Report] = []
        self.codes: list[int] = []
        self.without = 0  # files of folders that have no display
        self.accepted: dict[Path, Counter[str]] = {}
        self.findings: dict[Path, list[Report]] = {}

    def paper(self, paper: Paper) -> None:
        """One document. A file of a folder that has no display is left alone."""
        try:
            if self.manner.reading:
                self._reading(paper)
            elif self.manner.format == "latex":
                self._latex(paper)
            else:
                self._check(paper)
        except NoDisplays as error:
            if paper.name in self.found.listed:
                self.without += 1
            else:
                self.useless(str(error))
        except PaperError as error:
            self.useless(str(error))

    def useless(self, message: str) -> None:
        """Something that cannot be checked. Alone it is an error; among others it is told, and they are checked."""
        if not self.found.several:
            raise BadInput(printable(message))
        print(f"error: {printable(message)}", file=sys.stderr)
        self.codes.append(BAD_INPUT)

    def end(self) -> int:
        manner = self.manner
        if manner.format == "sarif":
            from importlib.metadata import version

            print(json.dumps(sarif(self.reports, version("dpsym")), indent=1))
        if manner.format == "text" and not manner.reading and self.found.several:
            echo(f"{total_text(self.reports)}{f'; {self.without} files without a display' if self.without else ''}")
        if self.store is not None and self.store.problem:
            print(f"note: verdicts are not kept: {printable(self.store.problem)}", file=sys.stderr)
        if manner.write_baseline:
            return self._write_baselines()
        self._stale()
        return worst(self.codes)

    # -- one document ---------------------------------------------------------------------------------------------------

    def _check(self, paper: Paper) -> None:
        baseline = paper.settings.baseline
        if self.manner.write_baseline and baseline is None:
            raise BadInput(
                f'{paper.name}: --write-baseline: expected --baseline FILE, or baseline = "FILE" in dpsym.toml'
            )
        accepted = Counter[str]() if baseline is None or self.manner.write_baseline else self._baseline(baseline)
        desk = paper.desk(self.manner.jobs, self.store)
        report = paper.report(desk, _progress if sys.stderr.isatty() else None).accepting(accepted)
        self.reports.append(report)
        if baseline is not None:
            self.findings.setdefault(baseline, []).append(report)
        for bug in desk.bugs:
            print(f"{bug.reason}\n{bug.traceback}", file=sys.stderr)
        if desk.left_out:
            print(
                f"note: {paper.name}: {desk.left_out} questions were not asked: limit of {paper.settings.limit:g} s reached",
                file=sys.stderr,
            )
        self.codes.append(INTERNAL if desk.bugs else exit_code(report, paper.settings.fail_on))
        self._print(report)

    def _print(self, report: Report) -> None:
        if self.manner.format == "json":
            for row in report_rows(report):
                print(json.dumps(row), flush=True)
        elif self.manner.format == "github":
            for line in github_lines(report):
                print(line, flush=True)
        elif self.manner.format == "text":
            for text, verdict in text_parts(report, self.manner.everything):
                echo(printable(text), verdict)

    def _reading(self, paper: Paper) -> None:
        if self.found.several:
            echo(f"{printable(paper.name)}:")
        echo(printable(readings_text(paper.read(), paper)))

    def _latex(self, paper: Paper) -> None:
        from ..running.proofreading.latex import proofread_latex

        checked = paper.check(paper.desk(self.manner.jobs, self.store))
        self.codes.append(exit_code(report_of(checked), paper.settings.fail_on))
        print(proofread_latex(checked))

    # -- baselines ------------------------------------------------------------------------------------------------------

    def _baseline(self, path: Path) -> Counter[str]:
        if path not in self.accepted:
            try:
                self.accepted[path] = read_baseline(path)
            except BaselineError as error:
                raise BadInput(str(error)) from None
        return self.accepted[path]

    def _write_baselines(self) -> int:
        for path, reports in self.findings.items():
            try:
                count = write_baseline(path, [f for r in reports for f in r.findings])
            except BaselineError as error:
                raise BadInput(str(error)) from None
            print(f"{_shown(path)}: {count} findings accepted", file=sys.stderr)
        return worst([c for c in self.codes if c in (BAD_INPUT, INTERNAL)])

    def _stale(self) -> None:
        """What a baseline accepts and is not there any more."""
        for path, accepted in self.accepted.items():
            seen = Counter(f.fingerprint for r in self.findings.get(path, ()) for f in r.findings if f.accepted)
            if gone := (accepted - seen).total():
                print(
                    f"note: {_shown(path)}: {gone} of {accepted.total()} accepted findings were not found",
                    file=sys.stderr,
                )


def _shown(path: Path) -> str:
    return printable(os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path))


def _progress(done: int, total: int) -> None:
    print(f"\r{done} of {total} steps", end="\n" if done == total else "", file=sys.stderr, flush=True)


def exit_code(report: Report, fail_on: str = "open") -> int:
    """1 if a step is broken, else 3 if one follows from what is not proved, is open, or something was not read, else 0."""
    gravest = report.fails(fail_on)
    return FAILED if gravest == "refuted" else OPEN if gravest else OK


def worst(codes: Sequence[int]) -> int:
    """The gravest of several exit codes: a bug, something false, something unusable, something open."""
    return next((code for code in (INTERNAL, FAILED, BAD_INPUT, OPEN) if code in codes), OK)


# -- readings -----------------------------------------------------------------------------------------------------------------


def readings_text(document: ReadDocument, paper: Paper) -> str:
    """How each display is read, or why it is not."""
    lines = []
    source = document.source
    for display in document.displays:
        place = paper.text.place(display.piece.start)
        shown = f"line {place.line}" if len(paper.text.origins) == 1 else str(place)
        written = " ".join(source.text[display.piece.start : display.piece.end].split())
        lines.append(f"{shown}:  {written}")
        if display.error is not None:
            lines += [
                f"    refused: {line}" if k == 0 else f"    {line}"
                for k, line in enumerate(str(display.error).splitlines())
            ]
            continue
        for derivation in document.derivations:
            if display.number in derivation.displays:
                lines += [
                    f"    {line}" for line in _steps(document, derivation, display.piece.start, display.piece.end)
                ]
    return "\n".join(lines)


def _steps(document: ReadDocument, derivation: Derivation, start: int, end: int) -> list[str]:
    lowering = Lowering(document.source.text, derivation.scope)
    lowering.reserve([n for s in derivation.steps for n in (s.left, s.right)])
    lines = []
    for step in derivation.steps:
        statement = relation(step.relation, lowering.term(step.left), lowering.term(step.right))
        if start <= step.start < end:
            lines.append(term_text(statement))
    shown = [
        f"{a.symbol} is {a.opaque.key}" for a in lowering.atoms.values() if any(a.symbol in line for line in lines)
    ]
    conditions = [s.text for s in derivation.context.firm]
    return lines + shown + ([f"for {', '.join(dict.fromkeys(conditions))}"] if conditions else [])
