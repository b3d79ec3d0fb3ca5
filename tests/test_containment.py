"""Work in a contained process: each way to end is a type, and nothing is left running."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from dpsym.running.containment import Crash, Finished, MemoryLimit, TimeLimit, contained, within

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is Linux's")


def _forever() -> int:
    while True:
        pass


def _crash() -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def _large() -> int:
    return len([bytes(1 << 20) for _ in range(1 << 20)])


def _fork_and_wait(path: Path) -> int:
    pid = os.fork()
    if pid == 0:
        time.sleep(60)
        os._exit(0)
    path.write_text(str(pid))
    return _forever()


def test_what_finishes_gives_its_code() -> None:
    assert contained(lambda: 0, 10) == Finished(0)
    assert contained(lambda: 7, 10) == Finished(7)
    assert contained(lambda: sys.exit(3), 10) == Finished(3)


def test_its_output_is_there(capfd: pytest.CaptureFixture[str]) -> None:
    contained(lambda: print("found") or 0, 10)
    assert capfd.readouterr().out == "found\n"


def test_out_of_time() -> None:
    start = time.monotonic()
    assert contained(_forever, 0.2) == TimeLimit(0.2)
    assert time.monotonic() - start < 10


def test_out_of_memory() -> None:
    assert contained(_large, 60, 1 << 30) == MemoryLimit(1 << 30)


def test_a_crash() -> None:
    assert contained(_crash, 10) == Crash("signal 9")


def test_all_it_has_started_ends_with_it(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    assert contained(lambda: _fork_and_wait(path), 1) == TimeLimit(1)
    grandchild = int(path.read_text())
    for _ in range(100):
        status = Path(f"/proc/{grandchild}/stat")
        if not status.exists() or status.read_text().rpartition(") ")[2][0] == "Z":
            return
        time.sleep(0.05)
    pytest.fail("the grandchild is still running")


def test_limits_in_this_process_are_taken_back() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(TimeoutError, match="time limit"), within(0.1):
        _forever()
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    with within(10):
        pass
