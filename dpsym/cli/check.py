"""`dpsym check`: decides a claim, every claim of a file, or every step of documents."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .asking import Claims, Conditions, Documents, asked
from .containing import run_within_memory
from .exits import FAILED, INTERNAL, OK, OPEN, BadInput, exit_codes
from .options import Jobs, positive_or_none
from .printing import Style, echo, print_answer, progress, remark, summary
from .wanted import CLAIM_SECONDS, Manner, Wanted

if TYPE_CHECKING:
    from ..running.answer import Answer
    from ..running.checking import Checked


class FailOn(StrEnum):
    REFUTED = "refuted"
    FOLLOWS = "follows"
    OPEN = "open"


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


@dataclass(frozen=True)
class How:
    """How claims are decided and answers are printed."""

    style: Style = "text"
    timeout: float = CLAIM_SECONDS
    jobs: int | None = None
    save: Path | None = None
    explain: bool = False
    audit: bool = False


def check(
    claim: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CLAIM | FILES",
            help="A claim, a file of claims (.toml), - for stdin; or documents (.tex, .md, .ipynb, .rst, .txt) and folders.",
            show_default=False,
        ),
    ] = None,
    where: Annotated[list[str] | None, typer.Option(help="A condition on the symbols; may be repeated.")] = None,
    given: Annotated[list[str] | None, typer.Option(help="A hypothesis; may be repeated.")] = None,
    let: Annotated[list[str] | None, typer.Option(help='An abbreviation "name = expression"; may be repeated.')] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    timeout: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds per claim: 20, in a document 5.", callback=positive_or_none),
    ] = None,
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
        bool,
        typer.Option("--explain", help="Print the proof step by step, or what was tried; of documents, every step."),
    ] = False,
    audit: Annotated[
        bool, typer.Option("--audit", help="Which conditions are needed, or what would save the claim.")
    ] = False,
    reading: Annotated[
        bool, typer.Option("--reading", help="Only show how the formulas of a document are read.")
    ] = False,
    fail_on: Annotated[
        FailOn | None,
        typer.Option("--fail-on", help="Of documents, the least grave verdict that makes the exit code not 0.  [open]"),
    ] = None,
    format: Annotated[
        Format, typer.Option("--format", help="One JSON object per claim; sarif and github are for documents.")
    ] = Format.TEXT,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Settings for documents, instead of the nearest dpsym.toml.")
    ] = None,
    root: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A document may put in files below this folder, not only its own."),
    ] = None,
    conventions: Annotated[
        str | None,
        typer.Option(metavar="PROFILE", help="Conventions for symbols that a document does not speak of: dp."),
    ] = None,
    limit: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds for all claims of a document: 600.", callback=positive_or_none),
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Findings in documents that are accepted.")
    ] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="Accept all that is found in the documents from now on.")
    ] = False,
    cache: Annotated[
        bool, typer.Option("--cache/--no-cache", help="Keep the verdicts on documents, and use those that were kept.")
    ] = True,
) -> None:
    """Decide a claim, every claim of a file, or every step of documents: proved, refuted, undefined or open."""
    with exit_codes():
        shape = "json" if as_json else format.value
        if as_latex and shape != "text":
            raise BadInput(f"found --latex and --{'json' if as_json else f'format {shape}'}, expected one of them")
        if as_json and format not in (Format.TEXT, Format.JSON):
            raise BadInput(f"found --json and --format {format.value}, expected one of them")
        if shape == "json" and (explain or audit):
            raise BadInput(f"found --json and {'--explain' if explain else '--audit'}, expected one of them")
        said = tuple(where or ())
        conditions = Conditions(said, tuple(given or ()), tuple(let or ()))
        wanted = Wanted(said, config, root, conventions, fail_on.value if fail_on else None, timeout, limit, baseline)
        shape = "latex" if as_latex else shape
        only = _only_documents(wanted, reading, shape, write_baseline)

        def work() -> int:
            found = asked(claim or (), conditions, wanted)
            if isinstance(found, Documents):
                if not found.is_claim and (save or audit):
                    raise BadInput("--save and --audit are for claims; a document is checked step by step")
                return _proofread(found, Manner(shape, jobs, reading, explain, cache, write_baseline))
            if only:
                raise BadInput(f"found {only}, expected a document (.tex, .md, .txt, ..., or LaTeX on stdin)")
            style: Style = "json" if shape == "json" else "latex" if shape == "latex" else "text"
            return _decide(found, How(style, timeout or CLAIM_SECONDS, jobs, save, explain, audit))

        code = run_within_memory(work, "check", shape == "json")
    raise typer.Exit(code)


def _only_documents(wanted: Wanted, reading: bool, shape: str, write_baseline: bool) -> str:
    """An option that was given and is for documents alone."""
    given = {
        "--reading": reading,
        f"--format {shape}": shape in ("sarif", "github"),
        "--config": wanted.config,
        "--root": wanted.root,
        "--conventions": wanted.conventions,
        "--limit": wanted.limit,
        "--baseline": wanted.baseline,
        "--write-baseline": write_baseline,
    }
    return next((name for name, value in given.items() if value), "")


def _proofread(found: Documents, manner: Manner) -> int:
    from .proofreading import proofread_command

    if found.is_claim:  # it is told whatever its verdict is, and asked once
        manner = replace(manner, everything=True, cache=False)
    return proofread_command(found.found, manner)


def _decide(claims: Claims, how: How) -> int:
    """Decides the claims, prints the answers and what was asked for besides, and gives the exit code."""
    _check_save(how.save, claims.from_file)
    checked = _answers(claims, how)
    answers = [a for c in checked for a in c.answers]
    if claims.from_file:
        remark(f"\n{summary(checked)}", how.style)
    if how.explain and how.style == "text":
        for answer in answers:
            echo(f"\n{answer.explain()}")
    if how.audit or (how.style == "text" and not claims.from_file):
        from ..running.auditing import audit_text, without_condition
        from ..running.checking import budget_for

        budget = budget_for(how.timeout)
        if not claims.from_file:
            for line in without_condition(answers, budget, how.jobs):
                remark(f"          {line}", how.style)
        if how.audit:
            remark(audit_text(answers, budget, how.jobs), how.style)
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
