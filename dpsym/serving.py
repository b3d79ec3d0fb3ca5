"""The inside of a worker process: takes claims as lines of JSON, decides them, answers with lines of JSON.

A worker ends when its parent closes the pipe or dies, and stays within a limit of memory.
"""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from .answer import Answer, Budget, Sampled, Side
from .kernel.statements import Certificate, Claim

LAST_RESORT = 2.0  # seconds after the limit at which a worker ends itself; its parent would have done so long before
LONGEST_ALARM = 1e8  # seconds the system's timer can take
MEMORY_LIMIT = 8 << 30  # bytes a worker may use beyond what it started with


def load() -> None:
    """Imports what a worker needs. A parent does so before it forks, so that its workers start at once."""
    for name in ("ctypes", "resource", "traceback", "dpsym.search", "dpsym.kernel.codec"):
        import_module(name)


def serve(parent: int, claims: int, answers: int) -> None:
    """Decides the claims that arrive on one pipe and answers on the other, until the parent closes it or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    _die_with(parent)
    _limit_memory()
    load()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with open(claims, "rb") as incoming, open(answers, "wb") as outgoing:
        _put(outgoing, {"ready": True})
        for line in incoming:
            message = json.loads(line)
            # The parent kills in time. Should it be gone, the alarm ends the worker, even inside C code.
            signal.setitimer(signal.ITIMER_REAL, min(message["budget"]["seconds"], LONGEST_ALARM) + LAST_RESORT)
            reply = _reply(message)
            signal.setitimer(signal.ITIMER_REAL, 0)
            _put(outgoing, reply)


def _reply(message: dict[str, Any]) -> dict[str, Any]:
    from . import search
    from .kernel.codec import claim_from_json

    try:
        return {"answer": answer_to_json(search.decide(claim_from_json(message["claim"]), Budget(**message["budget"])))}
    except MemoryError:
        return {"open": f"memory limit of {MEMORY_LIMIT >> 30} GiB reached"}
    except Exception:
        import traceback

        return {"error": traceback.format_exc()}


def _put(stream: Any, message: dict[str, Any]) -> None:
    stream.write(json.dumps(message).encode() + b"\n")
    stream.flush()


def _die_with(parent: int) -> None:
    """On Linux the kernel ends this process when its parent dies."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    if sys.platform == "linux":
        import ctypes

        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _limit_memory() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    try:
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return  # not Linux: address space is no measure of memory there
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    limit = used + MEMORY_LIMIT
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def answer_to_json(answer: Answer) -> dict[str, Any]:
    from .kernel.codec import certificate_to_json, verdict_to_json

    sampled = dataclasses.asdict(dataclasses.replace(answer.sampled, at=()))
    return {
        "verdict": verdict_to_json(answer.result),
        "sampled": sampled,
        "at": certificate_to_json(Certificate(answer.claim, (), answer.sampled.at)),  # a point travels as a witness
        "seconds": answer.seconds,
        "tried": list(answer.tried),
    }


def answer_from_json(obj: dict[str, Any], claim: Claim) -> Answer:
    """The answer a worker sent about `claim`."""
    from .kernel.codec import certificate_from_json, verdict_from_json

    verdict = verdict_from_json(obj["verdict"])
    if verdict.claim != claim:
        raise ValueError(f"found an answer about {verdict.claim!r}, expected one about {claim!r}")
    face = tuple(Side(**side) for side in obj["sampled"]["face"])
    sampled = {**obj["sampled"], "face": face, "at": certificate_from_json(obj["at"]).witness}
    return Answer(verdict, Sampled(**sampled), obj["seconds"], tuple(obj["tried"]))
