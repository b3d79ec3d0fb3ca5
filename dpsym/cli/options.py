"""Options that several commands have."""

from __future__ import annotations

import math
from typing import Annotated

import typer


def positive(seconds: float) -> float:
    """A time limit."""
    if not (math.isfinite(seconds) and seconds > 0):
        raise typer.BadParameter(f"found {seconds:g}, expected a positive number of seconds")
    return seconds


def positive_or_none(seconds: float | None) -> float | None:
    """A time limit that may be left to what is checked."""
    return None if seconds is None else positive(seconds)


Jobs = Annotated[int | None, typer.Option(metavar="N", min=1, help="Worker processes; default: all cores.")]
