"""The command `audit-peer`. What it needs is imported when it runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

import typer

from .exits import FAILED, OK, BadInput, exit_codes
from .options import positive
from .printing import echo


class Format(StrEnum):
    text = "text"
    json = "json"
    markdown = "markdown"


def audit_peer(
    peers: Annotated[
        list[str], typer.Argument(metavar="PEER...", help="dp_accounting, autodp, prv_accountant, opacus, or FILE.py.")
    ],
    points: Annotated[int, typer.Option(metavar="N", min=1, max=100_000, help="Points for each function.")] = 60,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the random points.")] = 0,
    function: Annotated[str, typer.Option(metavar="TEXT", help="Only functions with TEXT in their name.")] = "",
    form: Annotated[Format, typer.Option("--format", help="How it is printed.")] = Format.text,
    timeout: Annotated[
        float, typer.Option(metavar="S", help="Seconds of processor time for each call.", callback=positive)
    ] = 20.0,
) -> None:
    """Compare another library's accountants with certified truths: which answers claim less than is true?

    Each function is asked at the corners of a domain and at random points, in a process of its own; balls of 20, 60 and 300 digits
    decide. What is found is made simple, and comes with code that shows it. FILE.py is an adapter of your own, which is imported.

    All of dp_accounting may take minutes even with few points: --function takes a part. What is being asked is told where stderr is a
    terminal; the report comes at the end.
    """
    raise typer.Exit(_audit(peers, points, seed, function, form, timeout))


def _audit(peers: list[str], points: int, seed: int, function: str, form: Format, timeout: float) -> int:
    with exit_codes():
        from ..objects.errors import ObjectError
        from ..peers.auditing import audit
        from ..peers.report import page, text
        from ..peers.table import peer_of

        try:
            chosen = [peer_of(name) for name in peers]
            audits = [audit(peer, points, seed, timeout, function, _progress()) for peer in chosen]
        except ObjectError as error:
            raise BadInput(str(error)) from None
        told = [a.to_json() for a in audits]
        if form is Format.json:
            echo(json.dumps(told, indent=1, ensure_ascii=False))
        elif form is Format.markdown:
            given = [
                f"--points {points}",
                *([f"--seed {seed}"] if seed else []),
                *([f"--function {function!r}"] if function else []),
            ]
            echo(page(told, " ".join(["dpsym audit-peer", *peers, *given, "--format markdown > docs/peers.md"])))
        else:
            echo("\n\n".join(text(a) for a in told))
    return OK if all(a.ok for a in audits) else FAILED


def _progress() -> Callable[[str], None] | None:
    """What is being asked, on a terminal."""
    if not sys.stderr.isatty():
        return None
    return lambda said: print(said, file=sys.stderr, flush=True)
