"""Work in a contained process: each way to end is a type, and nothing is left running."""

from __future__ import annotations

import mmap
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from dpsym.cli.main import main
from dpsym.running.containment import Crash, Finished, MemoryLimit, TimeLimit, contained, within, within_memory

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


def _asleep() -> int:
    time.sleep(0.5)
    return 0


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time of a child is read from /proc")
def test_processor_time_is_counted_and_not_the_clock() -> None:
    assert contained(_asleep, 0.2, processor=True) == Finished(0)
    assert contained(_forever, 0.2, processor=True) == TimeLimit(0.2)


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


# -- commands ---------------------------------------------------------------------------------------------------------


def test_memory_of_this_process_is_limited_for_a_while() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(MemoryError), within_memory(1 << 30):
        _large()
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_a_large_process_has_memory_for_the_work_too() -> None:
    kept = mmap.mmap(-1, 1 << 30)
    with within_memory(1 << 28):
        assert len(bytearray(1 << 26)) == 1 << 26
    with pytest.raises(MemoryError), within_memory(1 << 28):
        bytearray(1 << 29)
    kept.close()


def _too_large(*_: object) -> int:
    raise MemoryError


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (["check", "x <= 1", "--json"], "dpsym.cli.check._decide"),
        (["verify", "masses.laplace", "--json"], "dpsym.cli.library.verified"),
        (["coverage", "--json"], "dpsym.cli.library.verified"),
        (["errata", "--json"], "dpsym.cli.library.verified"),
        (["show", "masses.laplace", "--json"], "dpsym.cli.library._entry"),
        (["latex", "masses.laplace", "--json"], "dpsym.cli.library._entry"),
        (["trust", "masses.laplace"], "dpsym.cli.library._entry"),
    ],
)
def test_commands_that_run_out_of_memory_are_open(
    arguments: list[str], place: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(place, _too_large)
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    out, err = capfd.readouterr()
    assert (ended.value.code, err) == (3, "")
    assert "open" in out
    assert "memory limit of 2 GiB reached" in out


def _dies(*_: object) -> list[object]:
    os.kill(os.getpid(), signal.SIGKILL)
    return []


def test_a_worker_of_verify_that_dies_leaves_it_open(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dpsym.library.verifying._own", lambda: _dies)  # the workers are copies of this process
    with pytest.raises(SystemExit) as ended:
        main(["verify", "masses.laplace", "laplace.tail", "--jobs", "2"])
    out, err = capfd.readouterr()
    assert (ended.value.code, err) == (3, "")
    assert out == "open      library   worker crashed\n"
