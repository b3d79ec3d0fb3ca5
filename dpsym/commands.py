"""The commands of the command line: `check`, `replay`, `trust`, and those of library_commands.py.

What a command needs is imported when it runs.
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from . import library_commands
from .exits import FAILED, INTERNAL, OK, OPEN, BadInput, exit_codes

if TYPE_CHECKING:
    from .answer import Answer
    from .checking import Checked
    from .kernel.statements import Claim
    from .reading.claims_file import Entry

Style = Literal["text", "json", "latex"]  # of the answers on stdout
DOCUMENTS = (".tex", ".ltx", ".latex", ".md", ".markdown", ".txt")
COLOURS = {"proved": "bold green", "refuted": "bold red", "undefined": "bold magenta", "open": "bold yellow"}

app = typer.Typer(
    help="Checks and derives bounds in differential privacy.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from . import __version__

        print(f"dpsym {__version__}")
        raise typer.Exit()


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    pass


# -- check -------------------------------------------------------------------------------------------------------------


def _positive(seconds: float) -> float:
    if not (math.isfinite(seconds) and seconds > 0):
        raise typer.BadParameter(f"found {seconds:g}, expected a positive number of seconds")
    return seconds


@app.command()
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
    timeout: Annotated[float, typer.Option(metavar="S", help="Seconds per claim.", callback=_positive)] = 20.0,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH", help="Write the certificate of a proved claim to this file; for a .toml, to PATH/ID.json."
        ),
    ] = None,
    jobs: Annotated[int | None, typer.Option(metavar="N", min=1, help="Worker processes; default: all cores.")] = None,
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
        from_stdin = claim.strip() == "-"
        claim = _stdin() if from_stdin else claim.strip()
        document = _document(claim, from_stdin)
        if document is not None:
            if where or given or let or save or explain or audit:
                raise BadInput(
                    f"{document[1]}: a document states its own conditions; other options are for a single claim"
                )
            from .proofreading.command import proofread_command

            sys.exit(proofread_command(*document, style, timeout, jobs, reading))
        if "\\" in claim and (stated := _with_named(claim, tuple(where or ()), tuple(given or ()))) is not None:
            from .proofreading.command import proofread_command

            sys.exit(proofread_command(stated, "claim", style, timeout, jobs, reading))
        if reading:
            raise BadInput("found --reading, expected a document (.tex, .md, .txt, or LaTeX on stdin)")
        from_file = claim.endswith(".toml")
        entries = _entries(claim, tuple(where or ()), tuple(given or ()), tuple(let or ()))
        _check_save(save, from_file)
        checked = _decide(entries, timeout, jobs, style, from_file)
        if from_file:
            _remark(f"\n{summary(checked)}", style)
        if explain and style == "text":
            for answer in (a for c in checked for a in c.answers):
                _echo(f"\n{answer.explain()}")
        if audit and style != "json":
            from .auditing import audit_text
            from .checking import budget_for

            _remark(audit_text([a for c in checked for a in c.answers], budget_for(timeout), jobs), style)
        if save is not None:
            _save(checked, save, from_file)
        bugs = _report_bugs(checked)
    raise typer.Exit(INTERNAL if bugs else exit_code(checked))


def _remark(text: str, style: Style) -> None:
    """What is said besides the answers: nothing in JSON, a comment in LaTeX."""
    if style == "text":
        _echo(text)
    elif style == "latex":
        print("\n".join(f"% {line}" if line else "" for line in text.splitlines()), flush=True)


def _document(claim: str, from_stdin: bool) -> tuple[str, str] | None:
    """The text and the name of a document to proofread; None for a claim or a file of claims."""
    if from_stdin:
        return (claim, "stdin") if "$" in claim or "\\begin" in claim or "\\[" in claim else None
    if not claim.endswith(DOCUMENTS) or "\n" in claim:
        return None
    try:
        return Path(claim).read_text("utf-8"), Path(claim).name
    except OSError as error:
        raise BadInput(f"{claim}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"{claim}: not UTF-8: {error.reason} at byte {error.start}") from None


def _entries(claim: str, where: tuple[str, ...], given: tuple[str, ...], let: tuple[str, ...]) -> Sequence[Entry]:
    """The claims to decide, read from the argument, stdin or a file."""
    from .reading.claims_file import ClaimsFileError, Entry, read_claims_file
    from .reading.text import ReadError, read_claims

    try:
        if claim.endswith(".toml"):
            if where or given or let:
                raise BadInput(f"{claim}: --where, --given and --let are for a single claim; a file states them itself")
            return read_claims_file(claim)
        if "\\" in claim:
            return [Entry("", _latex_claims(claim, where, given, let))]
        return [Entry("", read_claims(claim, where=where, given=given, let=let))]
    except (ClaimsFileError, ReadError) as error:
        raise BadInput(str(error)) from None


def _with_named(claim: str, where: tuple[str, ...], given: tuple[str, ...]) -> str | None:
    """A claim in LaTeX with probabilities or other quantities that are only named, as a document; None for any other claim.

    What a refutation rests on is said by proofreading.
    """
    from .reading.latex import LatexError, read_claims

    try:
        found = read_claims(claim, where=where, given=given)
    except LatexError as error:
        raise BadInput(str(error)) from None
    if not any(c.atoms for c in found):
        return None
    return "".join(f"Assume ${c}$.\n" for c in (*where, *given)) + f"$${claim}$$"


def _latex_claims(
    claim: str, where: tuple[str, ...], given: tuple[str, ...], let: tuple[str, ...]
) -> tuple[Claim, ...]:
    """A single claim in LaTeX, with conditions in LaTeX; what a reader should know of the reading is said on stderr."""
    from .reading.latex import read_claims

    if let:
        raise BadInput("--let is for claims in text; in LaTeX, write the expression")
    found = read_claims(claim, where=where, given=given)
    for note in dict.fromkeys(n for c in found for n in c.notes):
        print(f"note: {note}", file=sys.stderr)
    return tuple(c.claim for c in found)


def _stdin() -> str:
    try:
        return sys.stdin.buffer.read(1 << 20).decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise BadInput(f"standard input is not UTF-8: {error.reason} at byte {error.start}") from None


def _decide(
    entries: Sequence[Entry], timeout: float, jobs: int | None, style: Style, from_file: bool
) -> tuple[Checked, ...]:
    """Decides all claims and prints each answer as soon as it and those before it are there."""
    from .checking import budget_for, check_entries

    owners = [entry for entry in entries for _ in entry.claims]
    waiting: dict[int, Answer] = {}
    printed = 0
    with _progress(len(owners)) as step:

        def on_done(index: int, answer: Answer) -> None:
            nonlocal printed
            waiting[index] = answer
            ready = []
            while printed in waiting:
                ready.append((owners[printed], waiting.pop(printed)))
                printed += 1
            with step():
                for entry, done in ready:
                    _print_answer(entry, done, style, from_file)

        return check_entries(entries, budget_for(timeout), jobs, on_done)


@contextmanager
def _progress(total: int) -> Iterator[Any]:
    """A progress bar on stderr, if there is a terminal and more than one claim. Yields what to print answers inside."""
    from contextlib import nullcontext

    if total < 2 or not sys.stderr.isatty():
        yield nullcontext
        return
    from rich.console import Console
    from rich.progress import Progress

    # auto_refresh would start a thread, and a process with threads cannot fork its workers
    bar = Progress(console=Console(stderr=True), transient=True, auto_refresh=False, redirect_stdout=False)
    task = bar.add_task("deciding", total=total)

    @contextmanager
    def step() -> Iterator[None]:
        bar.stop()  # so that the answer and the bar do not mix
        yield
        bar.start()
        bar.update(task, advance=1, refresh=True)

    with bar:
        yield step


def _print_answer(entry: Entry, answer: Answer, style: Style, from_file: bool) -> None:
    if style == "latex":
        from .report.proof_latex import PACKAGES

        label = f"{PACKAGES}\n" + (f"% {answer.claim.id or entry.id}\n" if from_file else "")
        print(f"{label}{answer.latex()}", flush=True)
        return
    if style == "json":
        from .report.json import answer_json

        found = answer_json(answer)
        print(json.dumps({**found, "expect": entry.expect} if entry.expect else found), flush=True)
        return
    from .report.text import answer_text

    text = answer_text(answer)
    if from_file:
        label = f"{answer.claim.id or entry.id}: "
        text = label + text.replace("\n", "\n" + " " * len(label))
    _echo(text, answer.verdict)


def _echo(text: str, verdict: str = "") -> None:
    """Prints to stdout; on a terminal the first word that is the verdict is coloured."""
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.text import Text

        line = Text(text)
        at = text.find(verdict) if verdict else -1
        if at >= 0:
            line.stylize(COLOURS[verdict], at, at + len(verdict))
        Console(highlight=False, soft_wrap=True).print(line)
    else:
        print(text, flush=True)


def summary(checked: Sequence[Checked]) -> str:
    """How many claims of a file got which verdict, and which were not as expected."""
    counts = Counter(c.verdict for c in checked)
    parts = ", ".join(f"{counts[v]} {v}" for v in COLOURS if counts[v])
    lines = [f"{len(checked)} claim{'s' if len(checked) != 1 else ''}: {parts}"]
    expecting = [c for c in checked if c.entry.expect]
    wrong = [c for c in expecting if not c.as_expected]
    if expecting:
        lines[0] += f"; {len(expecting) - len(wrong)} of {len(expecting)} as expected"
    width = max((len(c.entry.id) for c in wrong), default=0)
    lines += [f"  {c.entry.id:<{width}}  expected {c.entry.expect}, got {c.verdict}" for c in wrong]
    return "\n".join(lines)


def _report_bugs(checked: Sequence[Checked]) -> bool:
    """Tell of exceptions that cut a decision short."""
    from .answer import BUG
    from .kernel.statements import Open

    results = [a.result for c in checked for a in c.answers]
    bugs = [r for r in results if isinstance(r, Open) and r.reason.startswith(BUG)]
    for bug in bugs:
        print(f"{bug.reason}\n{bug.found}", file=sys.stderr)
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
    from .kernel.codec import certificate_to_json

    proved = [c for c in checked if c.verdict == "proved"]
    for c in proved:
        certificates = [certificate_to_json(answer.result.certificate) for answer in c.answers]  # type: ignore[union-attr]
        target = path / f"{c.entry.id}.json" if from_file else path
        try:
            target.write_text(json.dumps(certificates[0] if len(certificates) == 1 else certificates) + "\n", "utf-8")
        except OSError as error:
            raise BadInput(f"--save {target}: {error.strerror}") from None
    if from_file:
        print(f"saved {len(proved)} of {len(checked)} certificates in {path}", file=sys.stderr)
    elif not proved:
        print("not proved: no certificate to save", file=sys.stderr)


# -- replay ------------------------------------------------------------------------------------------------------------


@app.command()
def replay(
    certificate: Annotated[Path, typer.Argument(metavar="CERT.json", help="A certificate, or a list of them.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per certificate.")] = False,
) -> None:
    """Check a certificate again with the kernel alone, without search."""
    from .replaying import replay_command

    raise typer.Exit(replay_command(certificate, as_json))


# -- trust -------------------------------------------------------------------------------------------------------------


@app.command()
def trust(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="An entry of the library.")] = None,
    kernel: Annotated[bool, typer.Option("--kernel", help="Count the kernel's lines and list its imports.")] = False,
) -> None:
    """Print what a reader must believe: for an entry, or about the kernel."""
    with exit_codes():
        if kernel == (name is not None):
            raise BadInput("expected the name of an entry, or --kernel")
        if name is not None:
            from .library_commands import trust_text

            _echo(trust_text(name))
        else:
            from .trust import kernel_text

            _echo(kernel_text())


# -- the library -------------------------------------------------------------------------------------------------------

for _command in library_commands.COMMANDS:
    app.command()(_command)
