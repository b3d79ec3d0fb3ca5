"""The commands about the library: `verify`, `show`, `latex`, `coverage` and `errata`. What a command needs is imported when it runs."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from .containing import LIBRARY_SECONDS, run_contained
from .exits import FAILED, OK, OPEN, BadInput, WorkerDied, exit_codes
from .finding import print_chapter, print_rows
from .options import positive
from .printing import echo, progress

if TYPE_CHECKING:
    from ..kernel.statements import Certificate
    from ..library.base import Entry
    from ..library.catalogue import Row
    from ..library.verifying import Verified, Verifier

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Jobs = Annotated[int | None, typer.Option(metavar="N", min=1, help="Worker processes; default: all cores.")]
Standalone = Annotated[bool, typer.Option("--standalone", help="Print a document that compiles.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="An entry, such as total_variation.bound or FILE.py:NAME.")]


def verify(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Entries, FILE.py, MODULE or FILE.py:NAME; default: the library."),
    ] = None,
    as_json: Json = False,
    jobs: Jobs = None,
    timeout: Annotated[
        float, typer.Option(metavar="S", help="Seconds for all of them.", callback=positive)
    ] = LIBRARY_SECONDS,
) -> None:
    """Replay every entry of the library with the kernel, without search."""
    raise typer.Exit(run_contained(lambda: _verify(names or (), as_json, jobs), timeout, "library", as_json))


def _verify(names: Sequence[str], as_json: bool, jobs: int | None) -> int:
    with exit_codes():
        from ..library.outside import opened
        from ..library.verifying import Verifier

        found = opened(names) if names else None
        own = Verifier(found.known, found.shelf) if found is not None and found.outside else None
        answers = verified(found.names if found else (), jobs, own)
        if as_json:
            print(json.dumps([_json(a) for a in answers], indent=1))
        else:
            for a in answers if names else [a for a in answers if not a.fine]:
                print(f"{a.verdict:<9} {a.name}{'   ' + a.detail if a.detail else ''}")
            print(verify_summary(answers))
        wrong = any(not a.fine for a in answers)
        is_open = any(a.verdict == "open" for a in answers)
    return FAILED if wrong else OPEN if is_open and names else OK


def verify_summary(answers: Sequence[Verified]) -> str:
    """How many entries of each kind have which verdict."""
    kinds = dict.fromkeys(a.kind for a in answers)
    verdicts = list(dict.fromkeys(a.verdict for a in answers))
    counts = Counter((a.kind, a.verdict) for a in answers)
    table = [["", *verdicts]]
    table += [[k, *(str(counts[k, v] or "") for v in verdicts)] for k in kinds]
    table.append(["all", *(str(sum(a.verdict == v for a in answers)) for v in verdicts)])
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    lines = [
        "  ".join(cell.rjust(w) if i else cell.ljust(w) for i, (cell, w) in enumerate(zip(row, widths)))
        for row in table
    ]
    number = f"{len(answers)} {'entry' if len(answers) == 1 else 'entries'}"
    return "\n".join([*lines, f"{number}, {sum(a.seconds for a in answers):.1f} s of processor time"])


def show(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="An entry, such as total_variation.bound, a topic or a chapter.")
    ],
    as_json: Json = False,
) -> None:
    """Print an entry: its statement, its proof or counterexample, its verdict. Of a topic or chapter, its entries with their titles."""
    raise typer.Exit(run_contained(lambda: _show(name, as_json), LIBRARY_SECONDS, name, as_json))


def _show(name: str, as_json: bool) -> int:
    with exit_codes():
        if not any(c in name for c in ".:") and print_chapter(name, as_json):
            return OK
        if _print_module(name, as_json):
            return OK
        from ..report.entries import entry_json, entry_text

        entry, answer, certificates = _entry(name)
        print(json.dumps(entry_json(entry, answer), indent=1) if as_json else entry_text(entry, answer, certificates))
    return OK if answer.fine else FAILED


def _print_module(name: str, as_json: bool) -> bool:
    """Prints the entries of a file or module, if that is what is named."""
    from ..library.index import row_of
    from ..library.outside import is_outside, opened

    if ":" in name or not is_outside(name):
        return False
    found = opened([name])
    print_rows([row_of(found.known[n]) for n in found.names], as_json)
    return True


def latex(name: Name, alone: Standalone = False, as_json: Json = False) -> None:
    """Print an entry as LaTeX, with citation, status and proof."""
    raise typer.Exit(run_contained(lambda: _latex(name, alone, as_json), LIBRARY_SECONDS, name, as_json))


def _latex(name: str, alone: bool, as_json: bool) -> int:
    with exit_codes():
        from ..report.entries import entry_latex, standalone

        entry, answer, certificates = _entry(name)
        body = entry_latex(entry, answer, certificates)
        text = standalone(f"{body}\n{_bibliography([entry])}") if alone else body
        print(json.dumps({"name": name, "verdict": answer.verdict, "latex": text}) if as_json else text)
    return OK if answer.fine else FAILED


def coverage(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Statements, or sources such as S000; default: all.")
    ] = None,
    as_json: Json = False,
    jobs: Jobs = None,
) -> None:
    """For each statement of the sources its entries, the verdict on it as printed, and what is so."""
    raise typer.Exit(run_contained(lambda: _coverage(ids, as_json, jobs), LIBRARY_SECONDS, "library", as_json))


def _coverage(ids: Sequence[str] | None, as_json: bool, jobs: int | None) -> int:
    with exit_codes():
        from ..library.catalogue import coverage_json, misfits, used
        from ..report.catalogue import coverage_text

        rows = _rows(ids)
        answers = {a.name: a for a in verified(used(rows), jobs)}
        wrong = [text for row in rows for text in misfits(row, answers)]
        if as_json:
            print(json.dumps([coverage_json(row, answers) for row in rows], indent=1, ensure_ascii=False))
        else:
            print(coverage_text(rows, answers))
        for text in wrong:
            print(text, file=sys.stderr)
    return FAILED if wrong else OK


def errata(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Statements, or sources such as S000; default: all.")
    ] = None,
    as_latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
    alone: Standalone = False,
    as_json: Json = False,
    jobs: Jobs = None,
) -> None:
    """What is false, misprinted or badly proved in the sources, with counterexample and correction."""

    def work() -> int:
        return _errata(ids, as_latex or alone, alone, as_json, jobs)

    raise typer.Exit(run_contained(work, LIBRARY_SECONDS, "library", as_json))


def _errata(ids: Sequence[str] | None, as_latex: bool, alone: bool, as_json: bool, jobs: int | None) -> int:
    with exit_codes():
        from ..library.catalogue import coverage_json, used
        from ..report.catalogue import errata_latex, errata_text
        from ..report.entries import standalone

        rows = [row for row in _rows(ids) if row.is_erratum]
        answers = {a.name: a for a in verified(used(rows), jobs)}
        if rejected := [a for a in answers.values() if not a.fine]:
            raise BadInput("; ".join(a.detail for a in rejected))
        if as_json:
            print(json.dumps([coverage_json(row, answers) for row in rows], indent=1, ensure_ascii=False))
        else:
            text = errata_latex(rows) if as_latex else errata_text(rows)
            print(standalone(text) if alone else text)
    return OK


def trust_entry(name: str) -> int:
    """Prints what a reader must believe to believe an entry."""

    def work() -> int:
        with exit_codes():
            echo(trust_text(name))
        return OK

    return run_contained(work, LIBRARY_SECONDS, name, as_json=False)


def trust_text(name: str) -> str:
    """What a reader must believe to believe an entry: the whole statement, and the kernel."""
    from ..report.entries import stated

    entry, answer, _ = _entry(name)
    lines = [f"{entry.name}: {answer.verdict}", "  that this says what was meant:"]
    lines += [f"    {line.strip()}" for line in stated(entry)]
    lines.append(
        "  the kernel (dpsym trust --kernel) with python-flint, and the definitions of dpsym/objects that it unfolds"
    )
    return "\n".join(lines)


# -- parts ----------------------------------------------------------------------------------------------------------


def verified(names: Sequence[str], jobs: int | None, verifier: Verifier | None = None) -> list[Verified]:
    from concurrent.futures.process import BrokenProcessPool

    from ..library.base import LibraryError
    from ..library.loading import entries
    from ..library.verifying import verify as ask

    try:
        with progress(len(names) or len(entries()), "replaying") as step:

            def tell(_: Verified) -> None:
                with step():
                    pass

            return ask(names, jobs or os.cpu_count() or 1, tell, verifier)
    except LibraryError as error:
        raise BadInput(str(error)) from None
    except BrokenProcessPool:  # python-flint, for example, aborts when it gets no memory
        raise WorkerDied("worker crashed") from None


def _entry(name: str) -> tuple[Entry, Verified, tuple[Certificate, ...]]:
    """An entry, what the kernel says of it, and the certificates of a formula; only its chapter is imported, and what it cites."""
    from ..library.certificates import is_certified
    from ..library.entries import Formula
    from ..library.outside import opened
    from ..library.verifying import Verifier

    found = opened([name])
    if len(found.names) != 1:
        raise BadInput(f"{name}: found {len(found.names)} entries, expected one of them: {name}:NAME")
    name = found.names[0]
    verifier = Verifier(found.known, found.shelf)
    entry, answer = verifier.known[name], verifier(name)
    stored = verifier.shelf.formula(name) if isinstance(entry, Formula) and is_certified(entry) else ()
    return entry, answer, stored if isinstance(stored, tuple) else ()


def _rows(ids: Sequence[str] | None) -> list[Row]:
    from ..library.catalogue import rows

    known = {row.id: row for row in rows()}
    sources = {i.partition("-")[0] for i in known}
    if unknown := [i for i in ids or () if i not in known and i not in sources]:
        raise BadInput("\n".join(_unknown_id(i, known) for i in unknown))
    chosen = dict.fromkeys(
        n for i in ids or known for n in ([i] if i in known else [k for k in known if k.startswith(f"{i}-")])
    )
    return [known[n] for n in chosen]


def _unknown_id(name: str, known: Sequence[str] | Mapping[str, Row]) -> str:
    """What to say to an id that no statement has: those that are nearest."""
    from ..reading.likeness import nearest, perhaps

    by_small = {i.lower(): i for i in known}  # s000-thm1 is a slip, too
    near = [by_small[i] for i in nearest(name.lower(), by_small)]
    hint = perhaps(near) or f" such as {next(iter(known), 'S000-Thm1')};"
    return f"found {name!r}, expected the id of a statement or a source{hint} `dpsym coverage` lists them"


def _json(a: Verified) -> dict[str, object]:
    return {
        "name": a.name, "kind": a.kind, "verdict": a.verdict, "detail": a.detail or None,
        "steps": a.steps, "seconds": round(a.seconds, 3),
    }  # fmt: skip


def _bibliography(entries: Sequence[Entry]) -> str:
    from ..library.loading import directory
    from ..report.entries import bibliography

    works = bibliography((directory().parent / "references.bib").read_text("utf-8"))
    keys = sorted({e.source.key for e in entries if e.source})
    items = "\n".join(rf"\bibitem{{{key}}} {works.get(key, key)}" for key in keys)
    return f"\\begin{{thebibliography}}{{9}}\n{items}\n\\end{{thebibliography}}" if keys else ""


COMMANDS = (verify, show, latex, coverage, errata)
