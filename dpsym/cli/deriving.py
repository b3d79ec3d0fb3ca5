"""The commands that derive: `constant`, `region`, `optimize`, `gap`. What they need is imported when they run."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .asking import Conditions, Document, asked
from .containing import run_contained
from .exits import FAILED, OK, OPEN, BadInput, exit_codes
from .options import positive
from .printing import echo

if TYPE_CHECKING:
    from ..kernel.statements import Claim

Where = Annotated[list[str] | None, typer.Option(help="A condition on the symbols; may be repeated.")]
Given = Annotated[list[str] | None, typer.Option(help="A hypothesis; may be repeated.")]
Let = Annotated[list[str] | None, typer.Option(help='An abbreviation "name = expression"; may be repeated.')]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Latex = Annotated[bool, typer.Option("--latex", help="Print the answer as a formula in LaTeX.")]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it: .svg, .pdf or .png.")]
Save = Annotated[Path | None, typer.Option(metavar="PATH", help="Write the finding, for `dpsym replay`.")]
Timeout = Annotated[float, typer.Option(metavar="S", help="Seconds for all of it.", callback=positive)]
TOO_LONG = 3.0  # times the steps of the time limit may take that long on a busy machine


@dataclass(frozen=True)
class How:
    """How the answer is printed, and where its parts go."""

    as_json: bool
    as_latex: bool
    plot: Path | None
    save: Path | None
    timeout: float


def constant(
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="A claim with a constant to look for.")],
    symbol: Annotated[str, typer.Argument(metavar="[C]", help="The constant.")] = "c",
    where: Where = None,
    given: Given = None,
    let: Let = None,
    sense: Annotated[str | None, typer.Option(help="least or greatest; the one that exists if left out.")] = None,
    as_json: Json = False,
    as_latex: Latex = False,
    plot: Plot = None,
    save: Save = None,
    timeout: Timeout = 60.0,
) -> None:
    """Find the least (or greatest) constant for which a claim holds, with proofs on both sides."""

    def derive() -> Any:
        from ..derive.constants import best_constant

        question = _claim(claim, where, given, let)
        return best_constant(question, symbol, sense=sense, timeout=timeout, progress=_say)

    _run(derive, How(as_json, as_latex, plot, save, timeout), claim)


def region(
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="A claim.")],
    symbol: Annotated[str, typer.Argument(metavar="SYMBOL", help="The symbol along which it is looked at.")],
    where: Where = None,
    given: Given = None,
    let: Let = None,
    as_json: Json = False,
    as_latex: Latex = False,
    plot: Plot = None,
    save: Save = None,
    timeout: Timeout = 60.0,
) -> None:
    """Find exactly where a claim holds along one symbol, for all values of the others."""

    def derive() -> Any:
        from ..derive.regions import valid_region

        question = _claim(claim, where, given, let)
        return valid_region(question, symbol, timeout=timeout, progress=_say)

    _run(derive, How(as_json, as_latex, plot, save, timeout), claim)


def optimize(
    expression: Annotated[str, typer.Argument(metavar="EXPRESSION", help="What is to be smallest, or largest.")],
    over: Annotated[list[str], typer.Option(metavar="SYMBOL", help="A symbol to choose; may be repeated.")],
    where: Where = None,
    given: Given = None,
    let: Let = None,
    sense: Annotated[str, typer.Option(help="min or max.")] = "min",
    as_json: Json = False,
    as_latex: Latex = False,
    plot: Plot = None,
    save: Save = None,
    timeout: Timeout = 60.0,
) -> None:
    """Find the least (or greatest) value of an expression over some symbols, for all values of the others."""

    def derive() -> Any:
        from ..derive.optimizing import optimize as derived

        rest = {"where": where or (), "given": given or (), "let": let or ()}
        return derived(expression.strip(), over, sense=sense, timeout=timeout, progress=_say, **rest)

    _run(derive, How(as_json, as_latex, plot, save, timeout), expression)


def gap(
    bound: Annotated[str, typer.Argument(metavar="BOUND", help="An expression that bounds another.")],
    truth: Annotated[str, typer.Argument(metavar="TRUTH", help="What it bounds.")],
    where: Where = None,
    given: Given = None,
    let: Let = None,
    as_json: Json = False,
    as_latex: Latex = False,
    plot: Plot = None,
    save: Save = None,
    timeout: Timeout = 60.0,
) -> None:
    """Say how far a bound is from the truth: the extremes of their ratio and difference, with proofs."""

    def derive() -> Any:
        from ..derive.gaps import explain_gap

        rest = {"where": where or (), "given": given or (), "let": let or ()}
        return explain_gap(bound.strip(), truth.strip(), timeout=timeout, progress=_say, **rest)

    _run(derive, How(as_json, as_latex, plot, save, timeout), bound)


COMMANDS = (constant, region, optimize, gap)


def _claim(text: str, where: list[str] | None, given: list[str] | None, let: list[str] | None) -> Claim:
    """One claim, in text or LaTeX."""
    found = asked(text, Conditions(tuple(where or ()), tuple(given or ()), tuple(let or ())))
    if isinstance(found, Document) or found.from_file:
        raise BadInput("found a file or a document, expected a claim")
    claims = [c for entry in found.entries for c in entry.claims]
    if len(claims) != 1:
        raise BadInput(f"found a chain of {len(claims)} relations, expected one")
    return claims[0]


def _run(derive: Callable[[], Any], how: How, what: str) -> None:
    raise typer.Exit(run_contained(lambda: _derive(derive, how), TOO_LONG * how.timeout + 5, what, how.as_json))


def _derive(derive: Callable[[], Any], how: How) -> int:
    with exit_codes():
        from ..derive.posing import QuestionError
        from ..reading.text.claims import ReadError

        if how.as_json and how.as_latex:
            raise BadInput("found --json and --latex, expected one of them")
        try:
            found = derive()
            if how.plot is not None:
                found.plot(how.plot)
        except (QuestionError, ReadError, ImportError) as error:
            raise BadInput(str(error)) from None
        except OSError as error:
            raise BadInput(f"{how.plot}: {error.strerror}") from None
        if how.save is not None:
            _save(found, how.save)
        if how.as_json:
            print(json.dumps(found.as_json(), ensure_ascii=False), flush=True)
        else:
            echo(found.latex() if how.as_latex else str(found))
        return {"open": OPEN, "never": FAILED, "unbounded": FAILED}.get(found.status, OK)


def _save(found: Any, path: Path) -> None:
    finding = found.to_json()
    if not finding:
        print("nothing proved: no finding to save", file=sys.stderr)
        return
    try:
        path.write_text(json.dumps(finding) + "\n", "utf-8")
    except OSError as error:
        raise BadInput(f"--save {path}: {error.strerror}") from None


def _say(text: str) -> None:
    """Progress, for those who watch."""
    if sys.stderr.isatty():
        print(f"... {text}", file=sys.stderr, flush=True)
