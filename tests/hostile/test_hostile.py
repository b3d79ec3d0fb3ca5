"""Whatever a file holds, the command ends in its time, in 2 GiB, with an exit code and one message."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import dpsym

from .files import HOSTILE, MOST_BYTES, Hostile

ROOT = Path(dpsym.__file__).parent.parent
GENEROUS = 240  # seconds of wall time: machines are loaded, and limits count the seconds of the processor
MOST_MEMORY = 2 << 30


def run(arguments: list[str], directory: Path) -> tuple[int, str, str, float, int]:
    """Exit code (negative for a signal), stdout, stderr, seconds, and the largest resident set of a process in bytes."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    out, err = directory / "stdout", directory / "stderr"
    start = time.monotonic()
    with out.open("wb") as o, err.open("wb") as e:
        process = subprocess.Popen(
            [sys.executable, "-m", "dpsym", *arguments], stdin=subprocess.DEVNULL, stdout=o, stderr=e, env=environment
        )
        too_late = threading.Timer(GENEROUS, process.send_signal, [signal.SIGKILL])
        too_late.start()
        _, status, usage = os.wait4(process.pid, 0)
        too_late.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - start
    texts = (p.read_text("utf-8", errors="replace") for p in (out, err))
    return process.returncode, *texts, seconds, usage.ru_maxrss * 1024  # type: ignore[return-value]


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param(h, id=h.name, marks=[pytest.mark.campaign] * (h.is_variant or i % 5 > 0))
        for i, h in enumerate(HOSTILE)
    ],
)
def test_a_hostile_input_uses_up_its_limits_at_most(hostile: Hostile, tmp_path: Path) -> None:
    arguments = hostile.write(tmp_path)
    size = sum(len(a.encode()) for a in arguments) + sum(p.stat().st_size for p in tmp_path.iterdir())
    assert size <= MOST_BYTES + 1000
    code, out, err, seconds, memory = run(arguments, tmp_path)
    assert code >= 0, f"signal {-code} after {seconds:.0f} s"
    assert code in hostile.codes, f"exit code {code}\n{out[-2000:]}\n{err[-2000:]}"
    assert "Traceback" not in err
    assert memory <= MOST_MEMORY
    assert "\x1b" not in out + err
    if code == 2:
        assert out == ""
        assert err.startswith("error: ")
    assert len(out) + len(err) < 2_000_000
