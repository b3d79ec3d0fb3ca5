"""Runs a tool on a claim in a process of its own, which ends when its time is up.

The pool of dpsym.running.workers decides with dpsym alone. Here every tool gets the same: a fresh process for each claim, with its
package loaded, and limits of memory and of processor time, so that a busy machine changes little. The system's timer ends
the process, whatever it is doing; one that neither computes nor answers is killed by its parent.
"""

from __future__ import annotations

import resource
import signal
import sys
import time
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from dpsym.encoding.reals import claim_to_json
from dpsym.kernel.reals.codec import claim_from_json
from dpsym.kernel.statements import Claim

from .outcomes import Decide, Outcome, Timed, UnsupportedError
from .tools import load

PATIENCE = 20  # times the limit, on the wall, at which a process is killed
START_LIMIT = 60.0  # seconds a process may take to load the tool
MEMORY_LIMIT = 4 << 30  # bytes a process may use beyond what it started with

_PROCESSES = get_context("fork") if sys.platform == "linux" else get_context("spawn")


def run(tool: str, claim: Claim, timeout: float) -> Timed:
    """What the tool says of the claim within so many seconds of processor time."""
    receiver, sender = _PROCESSES.Pipe(duplex=False)
    process = _PROCESSES.Process(target=_work, args=(sender, tool, claim_to_json(claim), timeout), daemon=True)
    process.start()
    sender.close()
    try:
        if receiver.poll(START_LIMIT + PATIENCE * timeout):
            said: Timed = receiver.recv()
            return said
    except EOFError:  # the process has ended without an answer
        process.join()
        if process.exitcode != -signal.SIGPROF:
            return Timed(Outcome("error", f"the process ended with exit code {process.exitcode}"), 0.0)
    finally:
        process.kill()
        process.join()
        receiver.close()
    return Timed(Outcome("timeout"), timeout)


# -- inside the process -------------------------------------------------------------------------------------------------


def _work(sender: Connection, tool: str, claim: dict[str, Any], timeout: float) -> None:
    decide, read = load(tool), claim_from_json(claim)
    _limit_memory()
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, timeout)  # SIGPROF ends the process
    outcome = _outcome(decide, read)
    signal.setitimer(signal.ITIMER_PROF, 0)
    sender.send(Timed(outcome, time.process_time() - start))


def _outcome(decide: Decide, claim: Claim) -> Outcome:
    """A tool that raises has no answer; what it raised is kept."""
    try:
        return decide(claim)
    except UnsupportedError as error:
        return Outcome("unsupported", str(error))
    except Exception as error:
        return Outcome("error", f"{type(error).__name__}: {' '.join(str(error).split())[:200]}")


def _limit_memory() -> None:
    try:
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return  # not Linux: address space is no measure of memory there
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY_LIMIT, hard))
