"""Work in a child process with a limit of time and one of memory: whatever it does, the parent says how it ended.

A file that was written to hurt can at most use up its limits. Where there is no POSIX the work is done in this process, without them.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

MEMORY_LIMIT = 2 << 30  # bytes of address space of a process that works on what others wrote
_OUT_OF_MEMORY = b"memory"
PATIENCE = 30  # seconds on the clock for each one of processor time
_LONGEST_NAP = 0.02  # seconds between two looks at the child


@dataclass(frozen=True)
class Finished:
    """It came to its end with this exit code."""

    code: int


@dataclass(frozen=True)
class TimeLimit:
    """Its time was up, and it was stopped."""

    seconds: float  # what the user allowed

    @property
    def reason(self) -> str:
        return f"time limit of {self.seconds:g} s reached"


@dataclass(frozen=True)
class MemoryLimit:
    """It asked for more memory than it may have."""

    bytes: int

    @property
    def reason(self) -> str:
        return f"memory limit of {self.bytes >> 30} GiB reached"


@dataclass(frozen=True)
class Crash:
    """It ended by itself: python-flint, for example, aborts when it gets no memory."""

    status: str  # "signal 11", "exit code 7"

    @property
    def reason(self) -> str:
        return f"worker crashed: {self.status}"


Ended = Finished | TimeLimit | MemoryLimit | Crash


def contained(work: Callable[[], int], seconds: float, memory: int = MEMORY_LIMIT, processor: bool = False) -> Ended:
    """Runs `work`, which prints what it finds and returns an exit code, within these limits.

    With `processor` the seconds are those of processor time, so that a busy machine gives the same answer, only later; the clock
    ends it after PATIENCE times as many.
    """
    if os.name != "posix":
        return Finished(work())
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # or the child has a copy of what is not yet written
    parent, (read, write) = os.getpid(), os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _run(work, memory, parent, write)
    os.close(write)
    try:
        until = time.monotonic() + (PATIENCE * seconds if processor else seconds)
        in_time = _ends_by(child, until, seconds if processor else None)
    finally:
        status = _end(child)
    said = os.read(read, len(_OUT_OF_MEMORY)) if in_time else b""
    os.close(read)
    if not in_time:
        return TimeLimit(seconds)
    if said == _OUT_OF_MEMORY:
        return MemoryLimit(memory)
    code = os.waitstatus_to_exitcode(status)
    return Crash(f"signal {-code}") if code < 0 else Finished(code)


@contextmanager
def within(seconds: float, memory: int = MEMORY_LIMIT) -> Iterator[None]:
    """Work in this very process that is Python code: a TimeoutError or MemoryError ends it. For the main thread."""
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(signal_number: int, frame: object) -> NoReturn:
        raise TimeoutError(f"time limit of {seconds:g} s reached")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        with within_memory(memory):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def within_memory(memory: int = MEMORY_LIMIT) -> Iterator[None]:
    """Work in this very process: a MemoryError ends it where it asks for more. What it starts has the same limit.

    A process that is large already, a notebook, has half of it for the work.
    """
    if os.name != "posix":
        yield
        return

    import resource

    limits = resource.getrlimit(resource.RLIMIT_AS)
    limit_memory(max(memory, _in_use() + memory // 2))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)


def _run(work: Callable[[], int], memory: int, parent: int, pipe: int) -> NoReturn:
    code = 1
    try:
        os.setpgid(0, 0)  # so that all it starts ends with it
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        die_with(parent)
        limit_memory(memory)
        code = work()
        sys.stdout.flush()
        os.close(pipe)
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    except MemoryError:
        os.write(pipe, _OUT_OF_MEMORY)
    finally:
        sys.stderr.flush()
        os._exit(code)


def _ends_by(child: int, until: float, busy: float | None) -> bool:
    """Whether the child has ended by then, or before it has worked for so long; it is not collected: its number stays its own."""
    nap = 0.0005
    while os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() >= until or (busy is not None and _worked(child) >= busy):
            return False
        time.sleep(nap)
        nap = min(2 * nap, _LONGEST_NAP)
    return True


def _worked(child: int) -> float:
    """Seconds of processor time that the child, and what it has started and seen end, have used; 0 where that is not told."""
    try:
        told = Path(f"/proc/{child}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, told[11:15])) / os.sysconf("SC_CLK_TCK")


def _end(child: int) -> int:
    """Ends whatever is left of the child and of all it has started, and collects it: its wait status."""
    for kill in (os.killpg, os.kill):
        try:
            kill(child, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue  # gone, or not yet a group
    return os.waitpid(child, 0)[1]


def die_with(parent: int) -> None:
    """On Linux the kernel ends this process when its parent dies."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    if sys.platform == "linux":
        import ctypes

        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _in_use() -> int:
    """Bytes of address space of this process, where that can be told."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def limit_memory(limit: int) -> None:
    """No more address space than `limit` from here on; on systems where address space is no measure of memory, nothing."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    if not Path("/proc/self/statm").exists():
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
