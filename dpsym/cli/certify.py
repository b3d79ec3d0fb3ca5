"""The command `certify`: keeps the stored certificates in step with the entries. What it needs is imported when it runs."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from .exits import FAILED, OK, BadInput, exit_codes
from .printing import progress


def certify(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Entries; default: all.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Keep nothing: make every certificate anew.")] = False,
) -> None:
    """Store certificates of theorems and formulas: what still holds is kept, the rest is made by search.

    Each entry that is named gets a line, kept, made or failed; of all others those that are kept are only counted. After a theorem
    that failed a model is looked for in which it is false, and printed if there is one.
    """
    with exit_codes():
        from ..library.base import LibraryError
        from ..library.certificates import is_certified
        from ..library.index import old, write
        from ..library.loading import entries
        from ..library.upkeep import Outcome, Upkeep

        counts: Counter[Outcome] = Counter()
        try:
            total = len(names) if names else sum(map(is_certified, entries().values()))
            with progress(total, "certifying") as step:
                for found in Upkeep(again=again)(names or ()):
                    if found.outcome is Outcome.REFUTED:  # the entry has been counted as failed
                        print(found, flush=True)
                        continue
                    counts[found.outcome] += 1
                    with step():
                        if found.outcome is not Outcome.KEPT or found.name in (names or ()):
                            print(found, flush=True)
        except LibraryError as error:
            raise BadInput(str(error)) from None
        if not names:
            said = ", ".join(f"{counts[o]} {o.value}" for o in Outcome if counts[o])
            print(f"{counts.total()} {'certificate' if counts.total() == 1 else 'certificates'}: {said}")
        if old():
            print(f"made     {write().name}, the index of the library", flush=True)
    raise typer.Exit(FAILED if counts[Outcome.FAILED] else OK)
