"""The inside of a worker process: takes claims as lines of JSON, decides them, answers with lines of JSON.

A worker ends when its parent closes the pipe or dies, and stays within a limit of memory.
"""

from __future__ import annotations

import json
import signal
from importlib import import_module
from typing import Any

from ..search.outcome import Budget
from .answer import Bug
from .containment import MEMORY_LIMIT, MemoryLimit, die_with, limit_memory

PATIENCE = 3.0  # times the seconds that the steps of a budget ought to take
GRACE = (
    0.5  # seconds that even the smallest budget leaves for what is not counted: reading the claim, the second opinion
)
LAST_RESORT = 2.0  # seconds after the limit at which a worker ends itself; its parent would have done so long before
LONGEST_ALARM = 1e8  # seconds the system's timer can take


def hard_limit(budget: Budget) -> float:
    """The seconds of processor time after which a worker is stopped, whatever it is doing."""
    return PATIENCE * budget.seconds + GRACE


def load() -> None:
    """Imports what a worker needs. A parent does so before it forks, so that its workers start at once."""
    for name in ("ctypes", "resource", "traceback", "dpsym.search.deciding", "dpsym.running.transport"):
        import_module(name)


def serve(parent: int, claims: int, answers: int) -> None:
    """Decides the claims that arrive on one pipe and answers on the other, until the parent closes it or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    die_with(parent)
    limit_memory(MEMORY_LIMIT)
    load()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with open(claims, "rb") as incoming, open(answers, "wb") as outgoing:
        _put(outgoing, {"ready": True})
        for line in incoming:
            message = json.loads(line)
            budget = Budget(**message["budget"])
            # The parent kills in time. Should it be gone, the alarm ends the worker, even inside C code.
            signal.setitimer(signal.ITIMER_PROF, min(hard_limit(budget), LONGEST_ALARM) + LAST_RESORT)
            reply = _reply(message["claim"], budget)
            signal.setitimer(signal.ITIMER_PROF, 0)
            _put(outgoing, reply)


def _reply(claim: dict[str, Any], budget: Budget) -> dict[str, Any]:
    from ..kernel.reals.codec import claim_from_json
    from ..search import deciding as search
    from .transport import failure_to_json, outcome_to_json

    try:
        return outcome_to_json(search.decide(claim_from_json(claim), budget))
    except MemoryError:
        return failure_to_json(MemoryLimit(MEMORY_LIMIT))
    except Exception:
        import traceback

        return failure_to_json(Bug(traceback.format_exc()))


def _put(stream: Any, message: dict[str, Any]) -> None:
    stream.write(json.dumps(message).encode() + b"\n")
    stream.flush()
