"""Runs dpsym as a user does, in fresh processes, and takes the time on the wall."""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median
from typing import NamedTuple


class Wall(NamedTuple):
    """Seconds on the wall of several runs. The least is what it takes on a machine that does nothing else."""

    least: float
    middle: float


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the interpreter; raises if it fails."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def wall(*arguments: str, runs: int = 7) -> Wall:
    """The time that it takes to run the interpreter with these arguments."""
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        python(*arguments)
        seconds.append(time.perf_counter() - start)
    return Wall(min(seconds), median(seconds))
