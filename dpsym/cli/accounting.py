"""The command `account`: which (eps, delta) may be claimed of mechanisms that were run. What it needs is imported when it runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from .containing import run_contained
from .exits import OK, OPEN, BadInput, exit_codes
from .options import positive
from .printing import echo, saved


def account(
    parts: Annotated[
        list[str],
        typer.Argument(metavar="PART...", help='"gauss(sigma=4) ** 100", "pure(0.1)", "approx(0.1, 1e-8)", ...'),
    ],
    delta: Annotated[str | None, typer.Option(metavar="D", help="The delta at which eps is asked for.")] = None,
    eps: Annotated[str | None, typer.Option(metavar="E", help="The eps at which delta is asked for.")] = None,
    alpha: Annotated[str | None, typer.Option(metavar="A", help="The order at which D_alpha is asked for.")] = None,
    profile: Annotated[bool, typer.Option("--profile", help="Delta at several eps.")] = False,
    neighbours: Annotated[
        str | None, typer.Option(metavar="RELATION", help="add/remove or change-one, of parts that name none.")
    ] = None,
    route: Annotated[
        str | None,
        typer.Option(metavar="ROUTE", help="The route to be saved or checked, if not the best, as it is printed."),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Have the kernel decide the final inequality.")] = False,
    digits: Annotated[int, typer.Option(metavar="N", min=1, max=100, help="Significant digits.")] = 8,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    save: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Write the final inequality and its theorems, for `dpsym replay`."),
    ] = None,
    timeout: Annotated[float, typer.Option(metavar="S", help="Seconds for all of it.", callback=positive)] = 120.0,
) -> None:
    """Say which (eps, delta) may be claimed of mechanisms that are run one after the other, by every route, the best first.

    Parts: pure(eps), approx(eps, delta), zcdp(rho), gdp(mu), renyi(alpha, eps, ...), gauss(sigma, [sensitivity]), laplace(b,
    [sensitivity]), geometric(b, [sensitivity]), dgauss(sigma, [sensitivity]), response(eps, [values]), each perhaps on a sample:
    poisson(PART, q), fixed(PART, q); and each perhaps several times, as in gauss(4) ** 100.
    """
    work = lambda: _account(parts, delta, eps, alpha, profile, neighbours, route, check, digits, as_json, save)  # noqa: E731
    raise typer.Exit(run_contained(work, timeout, ", ".join(parts), as_json, processor=True))


def _account(
    parts: list[str],
    delta: str | None,
    eps: str | None,
    alpha: str | None,
    profile: bool,
    neighbours: str | None,
    route: str | None,
    check: bool,
    digits: int,
    as_json: bool,
    save: Path | None,
) -> int:
    with exit_codes():
        from ..accounting.reading import read_composition, read_relation
        from ..objects.errors import ObjectError
        from ..reading.text.tokens import ReadError

        asked = [name for name, given in (("--delta", delta), ("--eps", eps), ("--alpha", alpha)) if given is not None]
        asked += ["--profile"] if profile else []
        if len(asked) != 1:
            raise BadInput(
                f"found {' and '.join(asked) or 'no question'}, expected one of --delta, --eps, --alpha, --profile"
            )
        unused = [name for name, given in (("--route", route), ("--check", check), ("--save", save)) if given]
        if profile and unused:
            raise BadInput(f"found {' and '.join(unused)} with --profile, expected one level, --eps E, for the kernel")
        try:
            whole = read_composition(parts, None if neighbours is None else read_relation(neighbours))
            if profile:
                rows = whole.profile(digits=digits)
                echo(json.dumps([r.to_json() for r in rows], ensure_ascii=False) if as_json else str(rows))
                return OK
            found = (
                whole.epsilon(delta, digits)
                if delta is not None
                else whole.delta(eps, digits)
                if eps is not None
                else whole.renyi(alpha, digits)
            )
            bound = found.best if route is None else found[route]
            certified = found.certificate(bound.route) if check or save is not None else None
        except (ObjectError, ReadError) as error:
            raise BadInput(str(error)) from None
        told = found.to_json()
        if certified is not None:
            told |= {"certified": certified.accepted, "certificate": str(certified)}
        echo(
            json.dumps(told, ensure_ascii=False)
            if as_json
            else "\n".join([str(found), *([f"  {certified}"] if certified else [])])
        )
        if certified is None:
            return OK
        if save is not None and certified.accepted:
            saved(certified.saved(), save)
        elif save is not None:
            print(f"no file was written: {certified.reason}", file=sys.stderr)
        return OK if certified.accepted else OPEN
