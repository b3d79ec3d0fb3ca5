"""Runs dpsym as a user does, in fresh processes, and takes the time on the wall."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from statistics import median
from typing import NamedTuple


class Wall(NamedTuple):
    """Seconds on the wall of several runs, the least being nearest to an idle machine, and of processor time."""

    median: float
    least: float
    processor: float


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the interpreter; raises if it fails."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def wall(*arguments: str, runs: int = 7) -> Wall:
    """The time that it takes to run the interpreter with these arguments."""
    seconds, processor = [], []
    for _ in range(runs):
        start, used = time.perf_counter(), _processor()
        python(*arguments)
        seconds.append(time.perf_counter() - start)
        processor.append(_processor() - used)
    return Wall(median(seconds), min(seconds), min(processor))


def _processor() -> float:
    """Processor time of all processes that this one has run."""
    times = os.times()
    return times.children_user + times.children_system
