"""The command `certify`: keeps the stored certificates in step with the entries. What it needs is imported when it runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .exits import FAILED, OK, BadInput, exit_codes
from .printing import progress, saved

if TYPE_CHECKING:
    from ..library.outside import Opened


def certify(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Entries, FILE.py, MODULE or FILE.py:NAME; default: the library."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Keep nothing: make every certificate anew.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write them, with all that they cite, for `dpsym replay`.")
    ] = None,
) -> None:
    """Store certificates of theorems and formulas: what still holds is kept, the rest is made by search.

    Each entry that is named gets a line, kept, made or failed; of all others those that are kept are only counted. After a theorem
    that failed a model is looked for in which it is false, and printed if there is one. The certificates of a module that is not of
    the library are stored in the folder `certificates` beside it; what a module says without certificates `verify` judges.
    """
    with exit_codes():
        from ..library.base import LibraryError
        from ..library.index import old, write
        from ..library.outside import opened
        from ..library.upkeep import Outcome, Upkeep, saved_for_replay
        from ..library.verifying import Verifier

        counts: Counter[Outcome] = Counter()
        try:
            asked = opened(names or ())
            wanted = certifiable(names or (), asked)
            upkeep = Upkeep(Verifier(asked.known, asked.shelf), again=again)
            with progress(len(wanted), "certifying") as step:
                for found in upkeep(wanted if names else ()):
                    if found.outcome is Outcome.REFUTED:  # the entry has been counted as failed
                        print(found, flush=True)
                        continue
                    counts[found.outcome] += 1
                    with step():
                        if found.outcome is not Outcome.KEPT or (names and found.name in wanted):
                            print(found, flush=True)
        except LibraryError as error:
            raise BadInput(str(error)) from None
        if not names:
            said = ", ".join(f"{counts[o]} {o.value}" for o in Outcome if counts[o])
            print(f"{counts.total()} {'certificate' if counts.total() == 1 else 'certificates'}: {said}")
        if save is not None and not counts[Outcome.FAILED]:
            saved(saved_for_replay(upkeep.verifier, wanted), save)
        if not asked.outside and old():
            print(f"made     {write().name}, the index of the library", flush=True)
    raise typer.Exit(FAILED if counts[Outcome.FAILED] else OK)


def certifiable(names: Sequence[str], asked: Opened) -> list[str]:
    """The entries that are to be certified: those named, and those of modules that can have certificates."""
    from ..library.certificates import is_certified
    from ..library.outside import is_outside

    if not names:
        return [n for n, e in asked.known.items() if is_certified(e)]
    plain = {n for n in asked.names if not is_certified(asked.known[n])}
    whole = {n for n in asked.outside if any(is_outside(a) and ":" not in a for a in names)}
    if (plain and plain == set(asked.names)) or plain - whole:
        raise BadInput(
            f"found {', '.join(sorted(plain))}, expected theorems and formulas that are proved: others have no certificate"
        )
    return [n for n in asked.names if n not in plain]
