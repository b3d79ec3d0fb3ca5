"""The commands that derive: `constant`, `region`, `optimize`, `gap`. What they need is imported when they run."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial, wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from .asking import Claims, Conditions, asked
from .containing import run_contained
from .exits import FAILED, OK, OPEN, BadInput, exit_codes
from .options import positive
from .printing import echo, saved

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
    """What every command here is told: conditions, how the answer is printed and where its parts go, and how long it may take.

    The fields are the options, as typer reads them.
    """

    where: Where = None
    given: Given = None
    let: Let = None
    as_json: Json = False
    as_latex: Latex = False
    plot: Plot = None
    save: Save = None
    timeout: Timeout = 60.0

    @property
    def conditions(self) -> Conditions:
        return Conditions(tuple(self.where or ()), tuple(self.given or ()), tuple(self.let or ()))

    def claim(self, text: str) -> Claim:
        """One claim, in text or LaTeX."""
        found = asked([text], self.conditions)
        if not isinstance(found, Claims) or found.from_file:
            raise BadInput("found a file or a document, expected a claim")
        claims = [c for entry in found.entries for c in entry.claims]
        if len(claims) != 1:
            raise BadInput(f"found a chain of {len(claims)} relations, expected one")
        return claims[0]

    @property
    def asking(self) -> dict[str, Any]:
        """What a question about expressions is asked with."""
        return {**asdict(self.conditions), **self.limits}

    @property
    def limits(self) -> dict[str, Any]:
        return {"timeout": self.timeout, "progress": _say}


def _command(derive: Callable[..., Any]) -> Callable[..., None]:
    """The command with the arguments of `derive`, after the first one, and with the options of `How`, which is that first one."""
    own, shared = [*signature(derive).parameters.values()][1:], [*signature(How).parameters.values()]
    hints = get_type_hints(How, include_extras=True) | get_type_hints(derive, include_extras=True)

    @wraps(derive)
    def run(**told: Any) -> None:
        how = How(**{p.name: told[p.name] for p in shared})
        asked_for = {p.name: told[p.name] for p in own}
        work = partial(_derive, partial(derive, how, **asked_for), how)
        what = next(iter(asked_for.values()))
        raise typer.Exit(run_contained(work, TOO_LONG * how.timeout + 5, what, how.as_json, processor=True))

    options = [p.replace(annotation=hints[p.name], kind=Parameter.KEYWORD_ONLY) for p in (*own, *shared)]
    run.__signature__ = Signature(options)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in options}
    return run


@_command
def constant(
    how: How,
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="A claim with a constant to look for.")],
    symbol: Annotated[str, typer.Argument(metavar="[C]", help="The constant.")] = "c",
    sense: Annotated[str | None, typer.Option(help="least or greatest; the one that exists if left out.")] = None,
) -> Any:
    """Find the least (or greatest) constant for which a claim holds, with proofs on both sides."""
    from ..derive.constants import best_constant

    return best_constant(how.claim(claim), symbol, sense=sense, **how.limits)


@_command
def region(
    how: How,
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="A claim.")],
    symbol: Annotated[str, typer.Argument(metavar="SYMBOL", help="The symbol along which it is looked at.")],
) -> Any:
    """Find exactly where a claim holds along one symbol, for all values of the others."""
    from ..derive.regions import valid_region

    return valid_region(how.claim(claim), symbol, **how.limits)


@_command
def optimize(
    how: How,
    expression: Annotated[str, typer.Argument(metavar="EXPRESSION", help="What is to be smallest, or largest.")],
    over: Annotated[list[str], typer.Option(metavar="SYMBOL", help="A symbol to choose; may be repeated.")],
    sense: Annotated[str, typer.Option(help="min or max.")] = "min",
) -> Any:
    """Find the least (or greatest) value of an expression over some symbols, for all values of the others."""
    from ..derive.optimizing import optimize as derived

    return derived(expression.strip(), over, sense=sense, **how.asking)


@_command
def gap(
    how: How,
    bound: Annotated[str, typer.Argument(metavar="BOUND", help="An expression that bounds another.")],
    truth: Annotated[str, typer.Argument(metavar="TRUTH", help="What it bounds.")],
) -> Any:
    """Say how far a bound is from the truth: the extremes of their ratio and difference, with proofs."""
    from ..derive.gaps import explain_gap

    return explain_gap(bound.strip(), truth.strip(), **how.asking)


COMMANDS = (constant, region, optimize, gap)


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
            saved(found.to_json(), how.save)
        if how.as_json:
            print(json.dumps(found.as_json(), ensure_ascii=False), flush=True)
        else:
            echo(found.latex() if how.as_latex else str(found))
        return {"open": OPEN, "never": FAILED, "unbounded": FAILED}.get(found.status, OK)


def _say(text: str) -> None:
    """Progress, for those who watch."""
    if sys.stderr.isatty():
        print(f"... {text}", file=sys.stderr, flush=True)
