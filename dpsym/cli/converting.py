"""The commands `convert` and `calibrate`. What they need is imported when they run."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from .containing import run_contained
from .exits import FAILED, OK, OPEN, BadInput, exit_codes
from .options import positive
from .printing import echo, saved

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Latex = Annotated[bool, typer.Option("--latex", help="Print LaTeX.")]
Timeout = Annotated[float, typer.Option(metavar="S", help="Seconds for all of it.", callback=positive)]
Digits = Annotated[int, typer.Option(metavar="N", min=1, max=30, help="Significant digits.")]
Grid = Annotated[
    list[str] | None,
    typer.Option(
        metavar="P=VALUES", help="Values of a symbol: rho=0.1:2:20 (lo:hi:count) or delta=1e-9,1e-6; repeatable."
    ),
]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the grid: .svg, .pdf or .png.")]


def convert(
    given: Annotated[str, typer.Argument(metavar="GIVEN", help="A notion, such as zCDP(rho=0.1) or DP(1, 1e-6).")],
    to: Annotated[str, typer.Argument(metavar="TO", help="Another one, without the parameter that is asked for.")],
    longest: Annotated[int, typer.Option(metavar="N", min=1, max=4, help="Theorems in a row, at most.")] = 2,
    sampled: Annotated[
        str, typer.Option(metavar="Q", help="The mechanism sees a sample with each record with probability Q.")
    ] = "1",
    times: Annotated[int, typer.Option(metavar="K", help="Mechanisms of this level, one after the other.")] = 1,
    group: Annotated[int, typer.Option(metavar="G", help="Neighbours differ in G records.")] = 1,
    post: Annotated[bool, typer.Option("--post", help="Something is done to the outcome, without the data.")] = False,
    digits: Digits = 6,
    grid: Grid = None,
    plot: Plot = None,
    as_json: Json = False,
    latex: Latex = False,
    save: Annotated[Path | None, typer.Option(metavar="PATH", help="Write the theorems, for `dpsym replay`.")] = None,
    timeout: Timeout = 120.0,
) -> None:
    """List every route of the library from one notion to another, each with its number and its certified theorem, the best first.

    Notions: pure(eps), DP(eps, delta), RDP(alpha, eps), zCDP(rho), GDP(mu), KL(eps), TV(delta), pointwise(eps, delta),
    Bayesian(eps), semantic(eps), simulation(eps). A parameter may be a number or a name; with --grid, routes are compared over
    the values of the names.

    What is asked for may be about a mechanism that is made from the given one: --sampled first, then --times, --group and --post.
    """
    made = {"sampled": sampled, "times": times, "group": group, "post": post}
    work = lambda: _convert(given, to, longest, made, digits, grid or [], plot, save, as_json, latex)  # noqa: E731
    raise typer.Exit(run_contained(work, timeout, f"{given} to {to}", as_json, processor=True))


def calibrate(
    noise: Annotated[
        str, typer.Argument(metavar="NOISE", help="gaussian, laplace, geometric, discrete-gaussian or response.")
    ],
    to: Annotated[str, typer.Argument(metavar="TO", help="The target, such as DP(eps=1, delta=1e-6).")],
    sensitivity: Annotated[str, typer.Option(metavar="D", help="Distance of the answers at neighbours.")] = "1",
    times: Annotated[int, typer.Option(metavar="K", min=1, help="Answers with independent noise.")] = 1,
    values: Annotated[int, typer.Option(metavar="N", min=2, max=1000, help="Of randomized response.")] = 2,
    digits: Digits = 6,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw what the noise gives along its parameter: .svg, .pdf or .png."),
    ] = None,
    as_json: Json = False,
    latex: Latex = False,
    timeout: Timeout = 60.0,
) -> None:
    """Find the least noise that satisfies a notion, rounded to the safe side; the next decimal is shown not to be enough."""
    work = lambda: _calibrate(noise, to, sensitivity, times, values, digits, plot, as_json, latex)  # noqa: E731
    raise typer.Exit(run_contained(work, timeout, f"{noise} for {to}", as_json, processor=True))


def _progress(quiet: bool) -> Callable[[str], None] | None:
    """What is being done, on the last line of a terminal."""
    if quiet or not sys.stderr.isatty():
        return None

    def say(text: str) -> None:
        print(f"\r\033[K{text[:110]}", end="", file=sys.stderr, flush=True)

    return say


def _convert(
    given: str,
    to: str,
    longest: int,
    made: dict[str, Any],
    digits: int,
    grid: list[str],
    plot: Path | None,
    save: Path | None,
    as_json: bool,
    latex: bool,
) -> int:
    with exit_codes():
        from ..derive.routes.answer import convert as derive
        from ..derive.routes.answer import made_by
        from ..derive.routes.comparing import compare
        from ..objects.errors import ObjectError
        from ..reading.grids import GridError, read_grids

        say = _progress(as_json)
        try:
            if grid or plot is not None:
                if found_made := ", ".join(f"--{n}" for n in made_by(**made)):
                    raise ObjectError(
                        f"convert: found --grid with {found_made}, expected numbers for a mechanism that is made"
                    )
                compared = compare(given, to, read_grids(grid), digits=digits, longest=longest, tell_progress=say)
                if plot is not None:
                    compared.plot(plot)
                _end(say)
                echo(json.dumps(compared.to_json(), indent=1, ensure_ascii=False) if as_json else str(compared))
                return OK
            found = derive(given, to, **made, digits=digits, longest=longest, tell_progress=say)
        except (ObjectError, GridError, ImportError) as error:
            _end(say)
            raise BadInput(str(error)) from None
        except OSError as error:
            raise BadInput(f"{plot}: {error.strerror}") from None
        _end(say)
        if save is not None:
            saved(found.saved(), save)
        shown = (
            json.dumps(found.to_json(), indent=1, ensure_ascii=False)
            if as_json
            else found.latex()
            if latex
            else str(found)
        )
        echo(shown)
    if found.answered:
        return OK
    return FAILED if found.missing is not None and found.missing.impossible else OPEN


def _end(say: Callable[[str], None] | None) -> None:
    if say is not None:
        say("")


def _calibrate(
    noise: str,
    to: str,
    sensitivity: str,
    times: int,
    values: int,
    digits: int,
    plot: Path | None,
    as_json: bool,
    latex: bool,
) -> int:
    with exit_codes():
        from ..derive.calibrating import calibrate as derive
        from ..derive.posing import QuestionError
        from ..objects.errors import ObjectError

        try:
            found = derive(noise, to, sensitivity=sensitivity, times=times, values=values, digits=digits)
            if plot is not None:
                found.plot(plot)
        except (ObjectError, QuestionError, ImportError) as error:
            raise BadInput(str(error)) from None
        except OSError as error:
            raise BadInput(f"{plot}: {error.strerror}") from None
        shown = (
            json.dumps(found.to_json(), indent=1, ensure_ascii=False)
            if as_json
            else found.latex()
            if latex
            else str(found)
        )
        echo(shown)
    return OK
