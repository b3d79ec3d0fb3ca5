"""`dpsym check`: decides a claim, every claim of a file, or every step of a document."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .asking import Claims, Conditions, Document, asked
from .exits import FAILED, INTERNAL, OK, OPEN, BadInput, exit_codes
from .options import Jobs, positive
from .printing import Style, echo, print_answer, progress, remark, summary

if TYPE_CHECKING:
    from ..running.answer import Answer
    from ..running.checking import Checked


@dataclass(frozen=True)
class How:
    """How claims are decided and answers are printed."""

    style: Style = "text"
    timeout: float = 20.0
    jobs: int | None = None
    save: Path | None = None
    explain: bool = False
    audit: bool = False
    reading: bool = False


def check(
    claim: Annotated[
        str,
        typer.Argument(
            metavar="CLAIM", help="A claim, a file of claims (.toml), a document (.tex, .md, .txt), or - for stdin."
        ),
    ],
    where: Annotated[list[str] | None, typer.Option(help="A condition on the symbols; may be repeated.")] = None,
    given: Annotated[list[str] | None, typer.Option(help="A hypothesis; may be repeated.")] = None,
    let: Annotated[list[str] | None, typer.Option(help='An abbreviation "name = expression"; may be repeated.')] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per claim.")] = False,
    timeout: Annotated[float, typer.Option(metavar="S", help="Seconds per claim.", callback=positive)] = 20.0,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH", help="Write the certificate of a proved claim to this file; for a .toml, to PATH/ID.json."
        ),
    ] = None,
    jobs: Jobs = None,
    as_latex: Annotated[
        bool, typer.Option("--latex", help="Print each claim with its verdict and proof as LaTeX.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Print the proof step by step, or what was tried.")
    ] = False,
    audit: Annotated[
        bool, typer.Option("--audit", help="Which conditions are needed, or what would save the claim.")
    ] = False,
    reading: Annotated[
        bool, typer.Option("--reading", help="Only show how the formulas of a document are read.")
    ] = False,
) -> None:
    """Decide a claim, every claim of a file, or every step of a document: proved, refuted, undefined or open."""
    with exit_codes():
        if as_json and as_latex:
            raise BadInput("found --json and --latex, expected one of them")
        if as_json and (explain or audit):
            raise BadInput(f"found --json and {'--explain' if explain else '--audit'}, expected one of them")
        style: Style = "json" if as_json else "latex" if as_latex else "text"
        how = How(style, timeout, jobs, save, explain, audit, reading)
        conditions = Conditions(tuple(where or ()), tuple(given or ()), tuple(let or ()))
        found = asked(claim, conditions)
        code = _proofread(found, conditions, how) if isinstance(found, Document) else _decide(found, how)
    raise typer.Exit(code)


def _proofread(found: Document, conditions: Conditions, how: How) -> int:
    if found.has_own_conditions and (conditions or how.save or how.explain or how.audit):
        raise BadInput(f"{found.name}: a document states its own conditions; other options are for a single claim")
    from .proofreading import proofread_command

    return proofread_command(found.document, found.name, how.style, how.timeout, how.jobs, how.reading)


def _decide(claims: Claims, how: How) -> int:
    """Decides the claims, prints the answers and what was asked for besides, and gives the exit code."""
    if how.reading:
        raise BadInput("found --reading, expected a document (.tex, .md, .txt, or LaTeX on stdin)")
    _check_save(how.save, claims.from_file)
    checked = _answers(claims, how)
    answers = [a for c in checked for a in c.answers]
    if claims.from_file:
        remark(f"\n{summary(checked)}", how.style)
    if how.explain and how.style == "text":
        for answer in answers:
            echo(f"\n{answer.explain()}")
    if how.audit:
        from ..running.auditing import audit_text
        from ..running.checking import budget_for

        remark(audit_text(answers, budget_for(how.timeout), how.jobs), how.style)
    if how.save is not None:
        _save(checked, how.save, claims.from_file)
    return INTERNAL if _report_bugs(answers) else exit_code(checked)


def _answers(claims: Claims, how: How) -> tuple[Checked, ...]:
    """Decides all claims and prints each answer as soon as it and those before it are there."""
    from ..running.checking import budget_for, check_entries

    owners = [entry for entry in claims.entries for _ in entry.claims]
    waiting: dict[int, Answer] = {}
    printed = 0
    with progress(len(owners)) as step:

        def on_done(index: int, answer: Answer) -> None:
            nonlocal printed
            waiting[index] = answer
            ready = []
            while printed in waiting:
                ready.append((owners[printed], waiting.pop(printed)))
                printed += 1
            with step():
                for entry, done in ready:
                    print_answer(entry, done, how.style, claims.from_file)

        return check_entries(claims.entries, budget_for(how.timeout), how.jobs, on_done)


def _report_bugs(answers: Sequence[Answer]) -> bool:
    """Tell of exceptions that cut a decision short."""
    from ..running.answer import Bug

    bugs = [a.failure for a in answers if isinstance(a.failure, Bug)]
    for bug in bugs:
        print(f"{bug.reason}\n{bug.traceback}", file=sys.stderr)
    return bool(bugs)


def exit_code(checked: Sequence[Checked]) -> int:
    """1 if a verdict is definite and not the one wanted, else 3 if one is open and should not be, else 0."""
    wrong = {c.verdict for c in checked if not c.as_expected}
    return FAILED if wrong - {"open"} else OPEN if wrong else OK


def _check_save(path: Path | None, from_file: bool) -> None:
    """Refuses a place that cannot be written before time is spent on the claims."""
    if path is None:
        return
    try:
        if from_file:
            path.mkdir(parents=True, exist_ok=True)
        elif path.is_dir() or not path.parent.is_dir():
            found = "a directory" if path.is_dir() else "no directory for it"
            raise BadInput(f"--save {path}: found {found}, expected the name of a file")
    except OSError as error:
        raise BadInput(f"--save {path}: expected a directory for the certificates: {error.strerror}") from None


def _save(checked: Sequence[Checked], path: Path, from_file: bool) -> None:
    """Writes the certificates of what is proved: an object, or a list of them for a chain."""
    from ..encoding.reals import certificate_to_json
    from ..kernel.verdicts import Proved

    proved = [c for c in checked if c.verdict == "proved"]
    for c in proved:
        results = [answer.result for answer in c.answers]
        certificates = [certificate_to_json(r.certificate) for r in results if isinstance(r, Proved)]
        target = path / f"{c.entry.id}.json" if from_file else path
        try:
            target.write_text(json.dumps(certificates[0] if len(certificates) == 1 else certificates) + "\n", "utf-8")
        except OSError as error:
            raise BadInput(f"--save {target}: {error.strerror}") from None
    if from_file:
        print(f"saved {len(proved)} of {len(checked)} certificates in {path}", file=sys.stderr)
    elif not proved:
        print("not proved: no certificate to save", file=sys.stderr)
