"""Commands that work on what others wrote run in a contained process; what it could not finish is open."""

from __future__ import annotations

import json
from collections.abc import Callable

from ..running.containment import MEMORY_LIMIT, Finished, MemoryLimit, contained, within_memory
from .exits import OPEN, WorkerDied, exit_codes

LIBRARY_SECONDS = 1800.0  # to replay what is stored, unless --timeout says otherwise


def run_contained(work: Callable[[], int], seconds: float, what: str, as_json: bool, processor: bool = False) -> int:
    """The exit code of the work; if a limit or a crash cut it short, that is said and the code is that of an open claim.

    With `processor` the limit is one of processor time.
    """

    def guarded() -> int:
        try:
            return work()
        except WorkerDied as error:
            _say_open(what, str(error), as_json)
        return OPEN

    with exit_codes():
        ended = contained(guarded, seconds, processor=processor)
        if isinstance(ended, Finished):
            return ended.code
        _say_open(what, ended.reason, as_json)
    return OPEN


def run_within_memory(work: Callable[[], int], what: str, as_json: bool) -> int:
    """The same for work in this process that has its own limits of time, in processes that it starts."""
    try:
        with within_memory():
            return work()
    except MemoryError:
        _say_open(what, MemoryLimit(MEMORY_LIMIT).reason, as_json)
    return OPEN


def _say_open(what: str, reason: str, as_json: bool) -> None:
    answer = {"verdict": "open", "file": what, "reason": reason}
    print(json.dumps(answer) if as_json else f"open      {what}   {reason}")
