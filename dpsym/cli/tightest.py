"""The command `tightest`: the sharp bound on a quantity, given a notion of privacy. What it needs is imported when it runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from .containing import run_contained
from .exits import OK, OPEN, BadInput, exit_codes
from .options import positive
from .printing import echo, saved


def tightest(
    quantity: Annotated[str, typer.Argument(metavar="QUANTITY", help='"TV", "KL", "renyi(2)", "E(v)", "chi2", ...')],
    given: Annotated[
        str, typer.Option(metavar="NOTION", help='"pure(eps)", "approx(eps, delta)", "rdp(alpha, eps)", ...')
    ],
    at: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Numbers for symbols: eps=1,delta=1e-6; repeatable.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the bound: .svg, .pdf or .png.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    latex: Annotated[bool, typer.Option("--latex", help="Print the bound as a LaTeX formula.")] = False,
    save: Annotated[Path | None, typer.Option(metavar="PATH", help="Write the theorems, for `dpsym replay`.")] = None,
    timeout: Annotated[float, typer.Option(metavar="S", help="Seconds for all of it.", callback=positive)] = 120.0,
) -> None:
    """Derive the sharp bound on a quantity of two laws, given a notion of privacy, with proof and the pair that attains it."""
    work = lambda: _tightest(quantity, given, at or (), plot, save, as_json, latex)  # noqa: E731
    raise typer.Exit(run_contained(work, timeout, quantity, as_json, processor=True))


def _tightest(
    quantity: str, given: str, at: Sequence[str], plot: Path | None, save: Path | None, as_json: bool, latex: bool
) -> int:
    with exit_codes():
        from ..derive.posing import QuestionError
        from ..derive.tightest.asking import tightest as ask
        from ..derive.tightest.quantities import TightestError

        try:
            found = ask(quantity, given=given, at=_values(at))
            if plot is not None:
                found.plot(plot)
        except (TightestError, QuestionError, ImportError) as error:
            raise BadInput(str(error)) from None
        except OSError as error:
            raise BadInput(f"{plot}: {error.strerror}") from None
        if save is not None:
            saved(found.saved(), save)
        if as_json:
            echo(json.dumps(found.to_json(), indent=1, ensure_ascii=False))
        else:
            echo(found.latex() if latex else str(found))
        return OPEN if found.status == "open" else OK


def _values(texts: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in (p for text in texts for p in text.split(",")):
        name, equals, value = (s.strip() for s in part.partition("="))
        if not equals or not name or not value:
            raise BadInput(f"at: found {part.strip()!r}, expected NAME=VALUE such as eps=1 or delta=1e-6")
        if name in found:
            raise BadInput(f"at: found {name} twice, expected each symbol once")
        found[name] = value
    return found
