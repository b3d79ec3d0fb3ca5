"""Commands that work on what others wrote run in a contained process; what it could not finish is open."""

from __future__ import annotations

import json
from collections.abc import Callable

from ..running.containment import Finished, contained
from .exits import OPEN, exit_codes


def run_contained(work: Callable[[], int], seconds: float, what: str, as_json: bool) -> int:
    """The exit code of the work; if a limit or a crash cut it short, that is said and the code is that of an open claim."""
    with exit_codes():
        ended = contained(work, seconds)
        if isinstance(ended, Finished):
            return ended.code
        open_answer = {"verdict": "open", "file": what, "reason": ended.reason}
        print(json.dumps(open_answer) if as_json else f"open      {what}   {ended.reason}")
    return OPEN
