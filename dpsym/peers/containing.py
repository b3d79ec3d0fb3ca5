"""A peer's function in a process of its own: a crash, a loop without end or hunger for memory is an answer like any other."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..running.containment import Finished, contained
from ..testing.sound import read_answer

SECONDS = 20.0  # of processor time, for one call
MEMORY = 6 << 30  # bytes of address space
_LONGEST = 4000  # characters of what a call says, less than a pipe holds


class PeerError(Exception):
    """A call of a peer ended without an answer; subclasses are called by what the peer raised."""


@dataclass(frozen=True)
class Contained:
    """Calls the function in a child process."""

    function: Callable[..., Any]
    seconds: float = SECONDS

    def __call__(self, **point: Any) -> Any:
        read, write = os.pipe()
        try:
            ended = contained(lambda: _say(self.function, point, write), self.seconds, MEMORY, processor=True)
        finally:
            os.close(write)
        with os.fdopen(read, "rb") as pipe:
            said = pipe.read()
        if not isinstance(ended, Finished):
            raise _named("Stopped", ended.reason)
        if not said:
            raise _named("Stopped", f"ended with the exit code {ended.code}")
        return _read(json.loads(said))


def _say(function: Callable[..., Any], point: dict[str, Any], write: int) -> int:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    try:
        answer = function(**point)
    except MemoryError:
        raise
    except Exception as error:
        said = {"raised": type(error).__name__, "text": str(error)[:_LONGEST]}
    else:
        said = _written(answer)
    os.write(write, json.dumps(said).encode())
    sys.stdout.flush()
    return 0


def _written(answer: Any) -> dict[str, str]:
    value = read_answer(answer)
    if isinstance(value, str):
        return {"none": value, "text": repr(answer)[:_LONGEST]}
    if isinstance(value, Fraction):
        return {"fraction": str(value), "float": answer.hex() if isinstance(answer, float) else ""}
    return {"float": "inf" if value > 0 else "-inf"}


def _read(said: dict[str, str]) -> Any:
    if "raised" in said:
        raise _named(said["raised"], said["text"])
    if "none" in said:
        if said["text"] == "None":
            return None
        if said["none"].startswith("nan"):
            return float("nan")
        raise _named("NoNumber", f"{said['text']}, {said['none']}")
    return float.fromhex(said["float"]) if said["float"] else Fraction(said["fraction"])


def _named(name: str, text: str) -> PeerError:
    made: PeerError = type(name, (PeerError,), {})(text)
    return made
