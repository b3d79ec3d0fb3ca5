"""The command `sample`: both sides of an entry over a grid of its parameters. What it needs is imported when it runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from .containing import run_contained
from .exits import OK, BadInput, exit_codes
from .options import positive
from .printing import echo


def sample(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="An entry, such as total_variation.bound or FILE.py:NAME.")
    ],
    grid: Annotated[
        list[str] | None,
        typer.Option(
            metavar="P=VALUES", help="Values of a parameter: eps=0.1:2:20 (lo:hi:count) or delta=0,1e-6; repeatable."
        ),
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it: .svg, .pdf or .png.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    laws: Annotated[int, typer.Option(metavar="N", min=0, max=100, help="Random laws to look at.")] = 3,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the random laws.")] = 0,
    timeout: Annotated[float, typer.Option(metavar="S", help="Seconds for all of it.", callback=positive)] = 60.0,
) -> None:
    """Compute both sides of an entry over a grid, with mpmath and in rigorous balls; of theorems in attaining and random laws."""
    work = lambda: _sample(name, grid or (), plot, as_json, laws, seed)  # noqa: E731
    raise typer.Exit(run_contained(work, timeout, name, as_json))


def _sample(name: str, grid: Sequence[str], plot: Path | None, as_json: bool, laws: int, seed: int) -> int:
    with exit_codes():
        from ..library.base import LibraryError
        from ..library.desk import Librarian
        from ..library.outside import opened
        from ..library.verifying import Verifier
        from ..objects.errors import ObjectError
        from ..reading.grids import GridError, read_grids

        try:
            asked = opened([name])
            if len(asked.names) != 1:
                raise BadInput(f"{name}: found {len(asked.names)} entries, expected one of them: {name}:NAME")
            librarian = Librarian(Verifier(asked.known, asked.shelf))
            found = librarian.sample(asked.known[asked.names[0]], read_grids(grid), laws, seed)
            if plot is not None:
                found.plot(plot)
        except (LibraryError, GridError, ObjectError, ImportError) as error:
            raise BadInput(str(error)) from None
        except OSError as error:
            raise BadInput(f"{plot}: {error.strerror}") from None
        echo(json.dumps(found.to_json(), indent=1, ensure_ascii=False) if as_json else str(found))
    return OK
