"""The command line, `dpsym`: the entry. The commands are in app.py.

Exit codes: 0 everything proved, or as expected; 1 something refuted or undefined, or not as expected; 2 bad input;
3 something open; 4 an internal error (a bug in dpsym); 130 interrupted; 141 nobody reads the output any more.
Answers go to stdout, everything else to stderr.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

from .exits import OK, OPEN, exit_codes, prepare_streams

CLAIMS = ("check", "constant", "region", "optimize", "gap")  # commands whose arguments are formulas


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line and ends the process with its exit code."""
    prepare_streams()
    arguments = list(sys.argv[1:] if argv is None else argv)
    if _is_plain_replay(arguments):
        from .replay import REPLAY_SECONDS, replay_command

        path = next(a for a in arguments[1:] if a != "--json")
        sys.exit(replay_command(path, "--json" in arguments, REPLAY_SECONDS))
    if arguments[:1] and arguments[0] in CLAIMS:
        # "-x <= 0" is a claim, not an option: every option has two dashes.
        arguments = [f" {a}" if a[:1] == "-" and a[1:2] not in ("", "-") else a for a in arguments]
    try:
        with exit_codes():
            from .app import app

            app(args=arguments, prog_name="dpsym")
    except MemoryError:
        print("error: out of memory", file=sys.stderr)
        sys.exit(OPEN)
    sys.exit(OK)


def _is_plain_replay(arguments: Sequence[str]) -> bool:
    """`replay FILE`, perhaps with --json: run at once, as loading typer takes longer than the replay."""
    rest = [a for a in arguments[1:] if a != "--json"]
    return arguments[:1] == ["replay"] and len(rest) == 1 and not rest[0].startswith("-")


if __name__ == "__main__":
    main()
