"""The commands as `typer` sees them, each in its own module. What a command needs is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import deriving, library
from .accounting import account
from .certify import certify
from .check import check
from .converting import calibrate, convert
from .exits import OK, BadInput, exit_codes
from .finding import list_entries, search
from .options import positive
from .peers import audit_peer
from .printing import echo
from .sample import sample
from .tightest import tightest

app = typer.Typer(
    help="Checks and derives bounds in differential privacy.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from .. import __version__

        print(f"dpsym {__version__}")
        raise typer.Exit()


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    pass


def replay(
    certificate: Annotated[Path, typer.Argument(metavar="CERT.json", help="A certificate, or a list of them.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per certificate.")] = False,
    timeout: Annotated[float, typer.Option(metavar="S", help="Seconds for the whole file.", callback=positive)] = 60.0,
) -> None:
    """Check a certificate again with the kernel alone, without search."""
    from .replay import replay_command

    raise typer.Exit(replay_command(certificate, as_json, timeout))


def trust(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="An entry of the library.")] = None,
    kernel: Annotated[bool, typer.Option("--kernel", help="Count its statements and list its imports.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="Print the table of all its rules (Markdown).")] = False,
) -> None:
    """Print what a reader must believe: for an entry, or about the kernel."""
    code = OK
    with exit_codes():
        if kernel + rules + (name is not None) != 1:
            raise BadInput("expected the name of an entry, --kernel or --rules")
        if name is not None:
            code = library.trust_entry(name)
        elif kernel:
            from .trust import kernel_text

            echo(kernel_text())
        else:
            from ..report.rules import rules_table

            echo(rules_table())
    raise typer.Exit(code)


for _command in (
    *(check, *deriving.COMMANDS, tightest, convert, calibrate, account, audit_peer, replay, trust),
    *(*library.COMMANDS, certify, search, sample),
):
    app.command()(_command)
app.command("list")(list_entries)
